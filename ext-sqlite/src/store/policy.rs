//! Which policies are registered, and which does a scope use? Switches are an append-only log: a policy is enabled when its
//! last row says so, and the scope's default is the enabled one that was enabled last.

use crate::nested::Db;
use crate::refusal::Result;
use crate::rules::Policy;

/// The canonical body of a registered policy.
pub fn body(db: &Db, policy_id: &str) -> Result<Option<String>> {
    Ok(stored(db, policy_id)?.map(|(body, _)| body))
}

/// The body of a registered policy, and the hash it was registered with.
pub fn stored(db: &Db, policy_id: &str) -> Result<Option<(String, String)>> {
    db.query_row(
        "SELECT body, sha256 FROM main.pc_lifecycle_policy WHERE policy_id = ?1",
        &[policy_id.into()],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())),
    )
}

pub fn add(db: &Db, policy: &Policy) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_policy (policy_id, body, sha256, max_displacement) VALUES (?1, ?2, ?3, ?4)",
        &[
            (&policy.id).into(),
            (&policy.body).into(),
            (&policy.sha256).into(),
            policy.max_displacement.into(),
        ],
    )?;
    Ok(())
}

/// Is the policy enabled in the scope?
pub fn is_enabled(db: &Db, scope: &str, policy_id: &str) -> Result<bool> {
    let last = db.query_row(
        "SELECT enabled FROM main.pc_lifecycle_ranking WHERE scope_id = ?1 AND policy_id = ?2
         ORDER BY ordinal DESC LIMIT 1",
        &[scope.into(), policy_id.into()],
        |row| row.int(0),
    )?;
    Ok(last == Some(1))
}

/// The enabled policy that was enabled last.
pub fn default(db: &Db, scope: &str) -> Result<Option<String>> {
    db.query_row(
        "SELECT policy_id FROM main.pc_lifecycle_ranking AS last
         WHERE scope_id = ?1 AND enabled = 1 AND NOT EXISTS (
           SELECT 1 FROM main.pc_lifecycle_ranking AS later
           WHERE later.scope_id = last.scope_id AND later.policy_id = last.policy_id
             AND later.ordinal > last.ordinal)
         ORDER BY ordinal DESC LIMIT 1",
        &[scope.into()],
        |row| row.text(0).map(str::to_owned),
    )
}

/// Adds a switch.
pub fn switch(db: &Db, scope: &str, policy_id: &str, enabled: bool) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_ranking (scope_id, policy_id, ordinal, enabled, is_default)
         SELECT ?1, ?2, 1 + coalesce(max(ordinal), 0), ?3, ?3 FROM main.pc_lifecycle_ranking WHERE scope_id = ?1",
        &[scope.into(), policy_id.into(), enabled.into()],
    )?;
    Ok(())
}
