//! What do the benchmarks measure on? Stores of many entries, made the same way every time, and pools drawn from them.
//!
//! A store is written straight into the authority tables (a million calls of `pc_remember` would take hours), then
//! projected by the engine's own `pc_rebuild`. Ids have the shape and length of PowerContext's.

pub mod oceanbase;
pub mod pools;
pub mod sqlite;

/// The one scope and Memory of a bench store.
pub const SCOPE: &str = "scp_1s9hhfhhw8xdp9az73yhm00re4";
pub const MEMORY: &str = "memory";
/// Members of a pool, and hits of a channel.
pub const POOL: usize = 100;
/// Different pools that a benchmark goes round, so that no run finds its pages in the cache by repetition.
pub const ROUNDS: usize = 64;
