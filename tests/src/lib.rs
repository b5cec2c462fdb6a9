//! One set of cases, three ways to run it: SQLite in this process, SQLite in another process (Python's `sqlite3` or
//! `apsw`, so that many SQLite versions are reached), and an OceanBase server. Every case file of `tests/cases` runs on
//! each, and what was answered must also be equal between them, word for word.
//!
//! # The language of a case
//!
//! A case file is a sqllogictest file (`nosort`; integers and text only) written in SQLite's dialect. Before a statement
//! is run, the shorthands of [`shorthand`] are written out, on both engines alike:
//!
//! ```text
//! pool('A@1 B@2 n/C@1')            a JSON pool: entries A, B of Memory m and C of Memory n; @R is the revision of the
//!                                  Memory in which that version was made, from which its native id follows
//! channels('fts: A@1 B@2 | vec*2: B@2')   JSON channels, weight after the star
//! cites('content/x content/y:2')   JSON evidence: source type/id[:definition version]; memory!m@3 cites an artifact
//! ver('A@1')                       the native version id alone
//! repeat('x', 8193)                that text so many times
//! ```
//!
//! Scope is `s` unless a name says `scope:memory/entry@revision`. In answers a native version id is shown as
//! `m@R` and a derived entry id as `ent:m@R`, a REAL as the 16 hex digits of its bits, NULL as `NULL`, '' as `(empty)`.
//!
//! For OceanBase, [`dialect`] then turns
//!
//! ```text
//! SELECT pc_remember(…)                                 into CALL pc_remember(…), left-out arguments as NULL
//! SELECT a, b FROM pc_rank(…) ORDER BY rank             into CALL pc_rank(…), of whose rows columns a, b are kept
//! SELECT a, b FROM pc_validity('s', 'm') WHERE … ORDER BY …   into the view with scope_id = 's' AND memory_artifact_id = 'm'
//! SELECT a, b FROM pc_validity('s', 'm', 3) ORDER BY …  into CALL pc_validity_as_of(…)
//! ```
//!
//! and doubles backslashes in literals; any other statement is passed on as it stands. A refusal is compared from
//! `pc: ` on.
pub mod bulk;
pub mod dialect;
pub mod engine;
pub mod fixture;
pub mod host;
pub mod reference;
pub mod refusal;
pub mod runner;
pub mod shorthand;
