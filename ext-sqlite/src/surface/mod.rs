//! Which functions does a connection get? One file each, named after it, which is glue: it reads arguments, asks the
//! engine-free rules and the store, and shows the answer.

pub mod pc_fuse;
pub mod pc_version;

use crate::guard::{register_scalar, register_table};
use crate::nested::Db;
use crate::refusal::Result;

/// Makes the whole surface known to the connection.
pub fn register(db: &Db) -> Result<()> {
    register_scalar::<pc_version::PcVersion>(db)?;
    register_table::<pc_fuse::PcFuse>(db)?;
    Ok(())
}
