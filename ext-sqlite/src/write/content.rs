//! What is the content of an entry version, and what is it called when the caller names nothing?
//!
//! The content hash covers kind, text and what is cited, not where or when: equal content is found by it. Ids derive
//! from scope, Memory, revision and ordinal, never from chance, so that two engines fed alike are alike.

use crate::canonical;
use crate::canonical::Plain;
use crate::write::evidence::Reference;

/// SHA-256 hex over the domain, a NUL and `[kind,text,[[source_type,source_id],…],[[family,artifact_id,revision],…]]`,
/// both lists in byte order.
pub fn content_hash(kind: &str, text: &str, references: &[Reference]) -> String {
    let list = |wanted: fn(&Reference) -> bool| {
        let mut keys: Vec<String> = references
            .iter()
            .filter(|r| wanted(r))
            .map(Reference::key)
            .collect();
        keys.sort();
        keys.dedup();
        keys.join(",")
    };
    let content = format!(
        "pc:entry-content:v1\0[{},{},[{}],[{}]]",
        canonical::string(kind),
        canonical::string(text),
        list(|reference| matches!(reference, Reference::Source { .. })),
        list(|reference| matches!(reference, Reference::Artifact { .. })),
    );
    canonical::sha256_hex(content.as_bytes())
}

/// The entry that the first change of a revision adds.
pub fn entry_id(scope: &str, memory: &str, revision: i64) -> String {
    derived("ent_", "entry", scope, memory, revision)
}

/// The version that the first change of a revision makes.
pub fn version_id(scope: &str, memory: &str, revision: i64) -> String {
    derived("ver_", "version", scope, memory, revision)
}

/// The relation that ties a new entry to an older one of equal content.
pub fn equal_relation_id(scope: &str, memory: &str, new_entry: &str, old_entry: &str) -> String {
    let named = canonical::array(&[
        "equal".into(),
        scope.into(),
        memory.into(),
        new_entry.into(),
        old_entry.into(),
    ]);
    short("rel_", &named)
}

fn derived(prefix: &str, what: &str, scope: &str, memory: &str, revision: i64) -> String {
    let named = canonical::array(&[
        what.into(),
        scope.into(),
        memory.into(),
        revision.into(),
        Plain::Int(1),
    ]);
    short(prefix, &named)
}

fn short(prefix: &str, named: &str) -> String {
    let hash = canonical::sha256_hex(named.as_bytes());
    format!("{prefix}{}", &hash[..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(source_type: &str, source_id: &str) -> Reference {
        Reference::Source {
            source_type: source_type.to_owned(),
            source_id: source_id.to_owned(),
            definition_version: Some("1".to_owned()),
            materialization: None,
            effective_at: Some(3),
        }
    }

    #[test]
    fn content_is_kind_text_and_what_is_cited_in_any_order() {
        let one = content_hash("fact", "t", &[source("a", "1"), source("a", "2")]);
        let other = content_hash("fact", "t", &[source("a", "2"), source("a", "1")]);
        assert_eq!(one, other);
        assert_ne!(one, content_hash("fact", "t", &[source("a", "1")]));
        assert_ne!(
            one,
            content_hash("decision", "t", &[source("a", "1"), source("a", "2")])
        );
        // Computed apart: printf 'pc:entry-content:v1\0["fact","t",[["a","1"]],[["memory","m",4]]]' | sha256sum
        let artifact = Reference::Artifact {
            family: "memory".to_owned(),
            artifact_id: "m".to_owned(),
            revision: 4,
        };
        assert_eq!(
            content_hash("fact", "t", &[artifact, source("a", "1")]),
            CONTENT
        );
    }

    #[test]
    fn derived_ids_are_the_same_everywhere() {
        // printf '["entry","s","memory",1,1]' | sha256sum, and so on
        assert_eq!(entry_id("s", "memory", 1), ENTRY);
        assert_eq!(version_id("s", "memory", 1), VERSION);
    }

    const CONTENT: &str = "81da8b359f9540a91bb1c110439727d31b58c66f166bb48745f4adf3544164ac";
    const ENTRY: &str = "ent_9f7b8ec6bd7d1b159e102f4e0d6f4d94";
    const VERSION: &str = "ver_666b1750118a59e7d68c2d5059bb93a4";
}
