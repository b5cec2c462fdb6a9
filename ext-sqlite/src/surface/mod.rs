//! Which functions does a connection get? One file each, named after it, which is glue: it reads arguments, asks the
//! engine-free rules and the store, and shows the answer.

pub mod pc_corroborate;
pub mod pc_declare_source;
pub mod pc_digest;
pub mod pc_disable_ranking;
pub mod pc_dismiss;
pub mod pc_enable_ranking;
pub mod pc_forget;
pub mod pc_fuse;
pub mod pc_history;
pub mod pc_install;
pub mod pc_mark;
pub mod pc_observe;
pub mod pc_rank;
pub mod pc_reactivate;
pub mod pc_rebuild;
pub mod pc_refresh;
pub mod pc_register_policy;
pub mod pc_relate;
pub mod pc_remember;
pub mod pc_reorder;
pub mod pc_revise;
pub mod pc_supersede;
pub mod pc_trace;
pub mod pc_validity;
pub mod pc_version;

use crate::guard::{register_scalar, register_table};
use crate::nested::Db;
use crate::refusal::Result;

/// Makes the whole surface known to the connection.
pub fn register(db: &Db) -> Result<()> {
    register_scalar::<pc_corroborate::PcCorroborate>(db)?;
    register_scalar::<pc_declare_source::PcDeclareSource>(db)?;
    register_scalar::<pc_digest::PcDigest>(db)?;
    register_scalar::<pc_disable_ranking::PcDisableRanking>(db)?;
    register_scalar::<pc_dismiss::PcDismiss>(db)?;
    register_scalar::<pc_enable_ranking::PcEnableRanking>(db)?;
    register_scalar::<pc_forget::PcForget>(db)?;
    register_table::<pc_fuse::PcFuse>(db)?;
    register_table::<pc_history::PcHistory>(db)?;
    register_scalar::<pc_install::PcInstall>(db)?;
    register_table::<pc_rank::PcRank>(db)?;
    register_scalar::<pc_reactivate::PcReactivate>(db)?;
    register_scalar::<pc_register_policy::PcRegisterPolicy>(db)?;
    register_scalar::<pc_relate::PcRelate>(db)?;
    register_scalar::<pc_remember::PcRemember>(db)?;
    register_table::<pc_reorder::PcReorder>(db)?;
    register_scalar::<pc_revise::PcRevise>(db)?;
    register_scalar::<pc_supersede::PcSupersede>(db)?;
    register_scalar::<pc_trace::PcTrace>(db)?;
    register_scalar::<pc_version::PcVersion>(db)?;
    register_scalar::<pc_mark::PcMark>(db)?;
    register_scalar::<pc_observe::PcObserve>(db)?;
    register_scalar::<pc_rebuild::PcRebuild>(db)?;
    register_scalar::<pc_refresh::PcRefresh>(db)?;
    register_table::<pc_validity::PcValidity>(db)?;
    Ok(())
}
