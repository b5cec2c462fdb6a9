//! pc_fuse, pc_rank, pc_reorder and pc_trace through a real connection.

#[path = "../host/mod.rs"]
// Shared with tests that need files as well.
#[allow(dead_code)]
mod host;

mod answers;
mod cases;
mod elements;
mod refusals;
mod shapes;
