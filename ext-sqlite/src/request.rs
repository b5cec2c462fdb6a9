//! What does a caller of pc_reorder, pc_fuse, pc_rank or pc_trace ask for?
//!
//! ```text
//! let arguments = Arguments::read("pool", pool, options)?;           both JSON, the right top level
//! let options = Options::read(&arguments.options, Surface::Reorder)?;
//! let pool = hits::pool(&arguments.subject, &options)?;              borrowed from `arguments`
//! ```
//!
//! Nothing is guessed, converted or skipped: an unknown key, a wrong type, a number out of range or with too many
//! digits is refused, and always the first one in a fixed order, so that both engines name the same. That order is:
//! NULL, size, JSON, top level (the first argument before the options), then the options, then the elements one by
//! one, then what only the whole shows (a missing scope, a repeat).

pub mod hits;

use crate::data::limits;
use crate::guard::Value;
use crate::json::{self, Json};
use crate::refusal::{refuse, Result};
use crate::rules::is_policy_id;

/// Which function was called; each knows its own options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Reorder,
    Fuse,
    Rank,
}

impl Surface {
    fn keys(self) -> &'static [&'static str] {
        match self {
            Surface::Reorder => &["scope_id", "policy", "intent", "as_of", "view"],
            Surface::Fuse => &["scope_id", "limit", "coarse_limit"],
            Surface::Rank => &[
                "scope_id",
                "limit",
                "coarse_limit",
                "policy",
                "intent",
                "as_of",
                "view",
            ],
        }
    }
}

/// Both arguments of a retrieval function as trees that borrow from the texts passed.
#[derive(Debug)]
pub struct Arguments<'a> {
    pub subject: Json<'a>,
    /// None: SQL NULL, or left out.
    pub options: Option<Json<'a>>,
}

impl<'a> Arguments<'a> {
    /// `name` is what a refusal calls the first argument: `pool` or `channels`.
    pub fn read(
        name: &str,
        subject: Option<&'a Value>,
        options: Option<&'a Value>,
    ) -> Result<Arguments<'a>> {
        let subject = subject.unwrap_or(&Value::Null).text(name)?;
        let options = options.unwrap_or(&Value::Null).text_or_null("options")?;
        check_size(name, subject)?;
        options.map_or(Ok(()), |text| check_size("options", text))?;
        let most = limits().pool_members.max(limits().channel_hits);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let subject =
            json::read_within(subject, most).map_err(|_| refuse("json_invalid", &[name]))?;
        let options = options.map(|text| read_json("options", text)).transpose()?;
        if !matches!(subject, Json::Array(_) | Json::Long(_)) {
            return Err(refuse("json_type", &[name, "array"]));
        }
        if !matches!(options, None | Some(Json::Object(_))) {
            return Err(refuse("json_type", &["options", "object"]));
        }
        Ok(Arguments { subject, options })
    }
}

fn check_size(name: &str, text: &str) -> Result<()> {
    if text.len() as i64 > limits().json_bytes {
        return Err(refuse("json_too_long", &[name]));
    }
    Ok(())
}

fn read_json<'a>(name: &str, text: &'a str) -> Result<Json<'a>> {
    json::read(text).map_err(|_| refuse("json_invalid", &[name]))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Intent {
    Current,
    Historical,
    #[default]
    Unspecified,
}

/// Whose validity counts: today's, nobody's (everything known is shown, with its label), or that of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    #[default]
    Current,
    History,
    AsOf(i64),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    pub scope_id: Option<String>,
    /// Rows returned, and size of the pool. For pc_reorder, which takes neither, both are 0.
    pub limit: usize,
    pub coarse_limit: usize,
    pub policy: Option<String>,
    pub intent: Intent,
    pub as_of: Option<i64>,
    pub view: View,
}

impl Options {
    pub fn read(given: &Option<Json>, surface: Surface) -> Result<Options> {
        let mut options = Options::default();
        let members = match given {
            Some(Json::Object(members)) => members.as_slice(),
            _ => &[],
        };
        let known = surface.keys();
        let keys = members.iter().map(|(key, _)| key.as_ref());
        if let Some(key) = keys.filter(|key| !known.contains(key)).min() {
            return Err(refuse("option_unknown", &[key]));
        }
        let value = |key: &str| members.iter().rfind(|(k, _)| k == key).map(|(_, v)| v);

        if let Some(value) = value("scope_id") {
            let most = limits().scope_id_chars;
            let id = value.text().filter(|id| is_id(id, most));
            let id = id.ok_or_else(|| refuse("option_id", &["scope_id", &most.to_string()]))?;
            options.scope_id = Some(id.to_owned());
        }
        let limit = value("limit")
            .map(|value| count(value, "limit"))
            .transpose()?;
        let coarse_limit = value("coarse_limit")
            .map(|value| count(value, "coarse_limit"))
            .transpose()?;
        if let Some(value) = value("policy") {
            let id = value.text().filter(|id| is_policy_id(id));
            options.policy = Some(id.ok_or_else(|| refuse("option_policy", &[]))?.to_owned());
        }
        if let Some(value) = value("intent") {
            options.intent = match value.text() {
                Some("current") => Intent::Current,
                Some("historical") => Intent::Historical,
                Some("unspecified") => Intent::Unspecified,
                _ => return Err(refuse("option_intent", &[])),
            };
        }
        if let Some(value) = value("as_of") {
            options.as_of = Some(value.integer().ok_or_else(|| refuse("option_as_of", &[]))?);
        }
        if let Some(value) = value("view") {
            options.view = match (value.text(), value.integer()) {
                (Some("current"), _) => View::Current,
                (Some("history"), _) => View::History,
                (_, Some(revision)) => View::AsOf(revision),
                _ => return Err(refuse("option_view", &[])),
            };
        }
        if options.intent == Intent::Historical && value("view").is_none() {
            return Err(refuse("historical_without_view", &[]));
        }
        if surface != Surface::Reorder {
            let either = limit
                .or(coarse_limit)
                .ok_or_else(|| refuse("limit_missing", &[]))?;
            options.limit = limit.unwrap_or(either);
            options.coarse_limit = coarse_limit.unwrap_or(either);
            if options.limit > options.coarse_limit {
                let numbers = [options.limit.to_string(), options.coarse_limit.to_string()];
                return Err(refuse("limit_order", &[&numbers[0], &numbers[1]]));
            }
        }
        Ok(options)
    }

    /// The moment by which freshness is judged; without one, or for another intent, age says nothing.
    pub fn now(&self) -> Option<i64> {
        self.as_of.filter(|_| self.intent == Intent::Current)
    }
}

fn count(value: &Json, key: &str) -> Result<usize> {
    let number = value
        .integer()
        .filter(|n| (1..=limits().pool_members).contains(n));
    let number = number.and_then(|n| usize::try_from(n).ok());
    number.ok_or_else(|| refuse("option_count", &[key]))
}

/// A name of something stored: not empty, no NUL, at most so many characters.
fn is_id(id: &str, most: i64) -> bool {
    // Bytes are at least as many as characters, so the usual id need not be counted.
    let short = id.len() as i64 <= most || id.chars().count() as i64 <= most;
    !id.is_empty() && short && !id.as_bytes().contains(&0)
}
