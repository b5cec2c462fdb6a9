//! How are the lifecycle tables read and written? One file a table or two, SQL text beside its binding and nothing else:
//! what may be written is decided by `write`, what it means by `projection`.
//!
//! Every statement names `main`: a TEMP table of the same name must not stand in for the store.

mod bulk;
pub mod declaration;
pub mod digest;
pub mod entry;
pub mod evidence;
pub mod facts;
pub mod freshness;
pub mod head;
pub mod history;
pub mod install;
mod lookup;
pub mod mark;
mod mirror;
pub mod policy;
pub mod projection;
pub mod readiness;
pub mod rebuild;
mod record;
pub mod refresh;
pub mod relation;
pub mod setting;
pub mod snapshot;
pub mod standing;
pub mod walk;
