//! `pc_lifecycle`: memory quality and lifecycle inside SQLite.
//!
//! `entry` is what `.load` calls; `guard` is the one door between SQLite and the rest; `nested` runs SQL on the calling
//! connection; `surface` holds one file a function. The rules know no engine.

pub mod canonical;
pub mod data;
pub mod entry;
pub mod guard;
mod host;
pub mod json;
pub mod nested;
pub mod port;
pub mod projection;
pub mod refusal;
pub mod request;
pub mod retrieval;
pub mod rules;
pub mod store;
pub mod surface;
#[cfg(test)]
mod testing;
pub mod write;
