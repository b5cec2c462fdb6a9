//! How do channel candidates become an ordered answer? Filter, fuse, reorder; nothing is written and nothing kept.
//!
//! ```text
//! candidates  the distinct identities of all channels, so that each is looked up once
//! policy      the ranking policy in force, or why there is none
//! rank        filter → fuse → cut to the pool → bounded reorder, all in one snapshot
//! trace       the same, told as canonical JSON
//! texts       how an answer keeps its strings
//! ```

pub mod candidates;
pub mod policy;
pub mod rank;
pub mod texts;
pub mod trace;
