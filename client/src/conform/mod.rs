//! Do both engines give the same answers to the same questions?
//!
//! The same content is brought into both; every question then goes through each engine's own functions, and the
//! answers are compared cell by cell: validity, order, displacement, scores as bits, trace bytes, refusals. The
//! first difference ends the run: what follows a different state proves nothing.

pub mod powercontext;
pub mod queries;
pub mod steps;

use crate::backend::Backend;
use crate::cell::Rows;
use crate::compare::{outcomes, Difference};
use crate::error::{Error, Result};
use crate::records::{Identity, ValidityRow};
use std::collections::BTreeSet;
use steps::Step;

/// The built-in content: every kind of write, and refusals of each.
pub const NATIVE: &str = include_str!("native.jsonl");

/// The two engines with equal content.
pub struct Pair<'a> {
    pub left: Backend,
    pub right: Backend,
    /// What was compared, by function.
    pub groups: Vec<Group>,
    /// Told after every step, for a progress bar.
    pub on_step: Box<dyn FnMut(&Step) + 'a>,
}

/// How much of one function's answers were equal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Group {
    pub content: String,
    pub name: String,
    pub asked: usize,
    pub rows: usize,
    pub refused: usize,
}

/// A question whose answers differ.
#[derive(Debug)]
pub struct Mismatch {
    pub step: Step,
    pub difference: Difference,
}

pub type Outcome = std::result::Result<(), Box<Mismatch>>;

impl<'a> Pair<'a> {
    pub fn new(left: Backend, right: Backend) -> Pair<'a> {
        Pair {
            left,
            right,
            groups: Vec::new(),
            on_step: Box::new(|_| {}),
        }
    }

    /// One question to both; gives the answer they agree on, `None` where both refused.
    pub fn ask(
        &mut self,
        content: &str,
        step: &Step,
    ) -> std::result::Result<Option<Rows>, Box<Mismatch>> {
        let left = step.run(&mut self.left);
        let right = step.run(&mut self.right);
        (self.on_step)(step);
        if let Some(difference) = outcomes(&left, &right) {
            return Err(Box::new(Mismatch {
                step: step.clone(),
                difference,
            }));
        }
        let known = self
            .groups
            .iter_mut()
            .position(|g| g.content == content && g.name == step.name);
        let at = known.unwrap_or_else(|| {
            self.groups.push(Group {
                content: content.to_owned(),
                name: step.name.clone(),
                ..Group::default()
            });
            self.groups.len() - 1
        });
        let group = &mut self.groups[at];
        group.asked += 1;
        match left {
            Ok(rows) => {
                group.rows += rows.len();
                Ok(Some(rows))
            }
            Err(_) => {
                group.refused += 1;
                Ok(None)
            }
        }
    }

    pub fn ask_all(&mut self, content: &str, steps: &[Step]) -> Outcome {
        steps
            .iter()
            .try_for_each(|step| self.ask(content, step).map(drop))
    }

    /// Validity of the Memories now, and of each as of its revisions until one is refused. Gives the identities met.
    pub fn ask_validity(
        &mut self,
        content: &str,
        memories: &BTreeSet<(String, String)>,
        revisions: i64,
    ) -> std::result::Result<Vec<Identity>, Box<Mismatch>> {
        let mut known = Vec::new();
        for (scope, memory) in memories {
            let step = queries::validity(scope, memory, None);
            if let Some(rows) = self.ask(content, &step)? {
                let rows = ValidityRow::read(&rows).map_err(|e| unreadable(&step, &e))?;
                known.extend(rows.into_iter().map(|row| row.identity));
            }
            for revision in 0..=revisions {
                let step = queries::validity(scope, memory, Some(revision));
                if self.ask(content, &step)?.is_none() && revision > 0 {
                    break;
                }
            }
        }
        Ok(known)
    }

    /// The digests of the Memories and of their scopes, and the history of some entries of each.
    pub fn ask_projection(
        &mut self,
        content: &str,
        memories: &BTreeSet<(String, String)>,
        known: &[Identity],
        histories: usize,
    ) -> Outcome {
        let scopes: BTreeSet<&String> = memories.iter().map(|(scope, _)| scope).collect();
        for scope in scopes {
            self.ask(
                content,
                &Step::new("pc_digest", vec![scope.as_str().into()]),
            )?;
        }
        for (scope, memory) in memories {
            let of_memory = [scope.as_str().into(), memory.as_str().into()];
            self.ask(content, &Step::new("pc_digest", of_memory.to_vec()))?;
            let entries: BTreeSet<&str> = known
                .iter()
                .filter(|i| i.scope_id == *scope && i.memory_artifact_id == *memory)
                .map(|i| i.entry_id.as_str())
                .collect();
            for entry in entries.into_iter().take(histories) {
                let of_entry = [of_memory.to_vec(), vec![entry.into()]].concat();
                self.ask(content, &Step::new("pc_history", of_entry))?;
            }
        }
        Ok(())
    }

    /// The retrieval functions over each scope's own versions.
    pub fn ask_retrieval(&mut self, content: &str, known: &[Identity], rounds: usize) -> Outcome {
        let scopes: BTreeSet<&str> = known.iter().map(|i| i.scope_id.as_str()).collect();
        for scope in scopes {
            let own: Vec<Identity> = known
                .iter()
                .filter(|i| i.scope_id == scope)
                .cloned()
                .collect();
            self.ask_all(content, &queries::retrieval(scope, &own, rounds))?;
        }
        Ok(())
    }

    /// Runs a script of calls, then asks about every Memory it names, before and after a rebuild.
    pub fn run_script(&mut self, content: &str, script: &[Step], rounds: usize) -> Outcome {
        self.ask_all(content, script)?;
        let memories = memories_named(script);
        for rebuilt in [false, true] {
            let content = format!("{content}, {}", if rebuilt { "rebuilt" } else { "live" });
            if rebuilt {
                self.ask(&content, &Step::new("pc_rebuild", vec![]))?;
            }
            let known = self.ask_validity(&content, &memories, 60)?;
            self.ask_projection(&content, &memories, &known, 60)?;
            self.ask_retrieval(&content, &known, rounds)?;
        }
        Ok(())
    }
}

fn unreadable(step: &Step, e: &Error) -> Box<Mismatch> {
    Box::new(Mismatch {
        step: step.clone(),
        difference: Difference::Outcome(e.to_string(), "a row of pc_validity".into()),
    })
}

/// The (scope, memory) of every native write in a script.
fn memories_named(script: &[Step]) -> BTreeSet<(String, String)> {
    script
        .iter()
        .filter(|step| step.name == "pc_remember")
        .filter_map(|step| match step.arguments.as_slice() {
            [scope, memory, ..] => {
                Some((scope.as_text()?.to_owned(), memory.as_text()?.to_owned()))
            }
            _ => None,
        })
        .filter(|(scope, memory)| !scope.is_empty() && !memory.is_empty())
        .collect()
}

/// The script a file holds, or the built-in one.
pub fn script(file: Option<&std::path::Path>) -> Result<Vec<Step>> {
    match file {
        None => steps::parse(NATIVE),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
            steps::parse(&text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_script_reads_and_names_its_memories() {
        let script = script(None).unwrap();
        assert!(script.len() >= 40, "{}", script.len());
        assert!(memories_named(&script).len() >= 3);
    }
}
