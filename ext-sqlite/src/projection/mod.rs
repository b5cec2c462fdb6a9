//! The lifecycle projection, as rules over plain facts: no SQL, no clock, no engine.
//!
//! ```text
//! facts      what authority and the lifecycle records say, and what is still missing to derive
//! snapshot   the hash that makes a declaration's snapshot believable
//! evidence   strength, verification, authority range, readiness
//! marks      whose word on an entry is in force
//! importance the bounded level of a version
//! validity   current, inactive, superseded or in conflict, and why
//! derive     all of it together: one row a version
//! ```
//!
//! The store fetches facts and keeps rows; it decides nothing.

pub mod derive;
pub mod evidence;
pub mod facts;
pub mod importance;
pub mod marks;
pub mod snapshot;
pub mod validity;

#[cfg(test)]
mod tests;

pub use derive::{derive, is_unready, EntryProjection, ProjectionRow};
pub use validity::{Successor, Validity, Verdict};

/// Rows derived by other rules are not these rows.
pub const RULE_VERSION: &str = "projection.v1";
