//! How does an answer keep its strings? In one buffer, because a hundred rows of four ids would otherwise be four
//! hundred allocations, and the request they are borrowed from ends before the answer is read.
//!
//! ```text
//! let id = texts.keep("ent_1");    texts.get(id) == "ent_1"
//! ```

use crate::rules::Identity;

/// A piece of the buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    start: usize,
    end: usize,
}

#[derive(Debug, Default)]
pub struct Texts(String);

impl Texts {
    /// For so many bytes to come.
    pub fn with_capacity(bytes: usize) -> Texts {
        Texts(String::with_capacity(bytes))
    }

    pub fn keep(&mut self, text: &str) -> Piece {
        let start = self.0.len();
        self.0.push_str(text);
        Piece {
            start,
            end: self.0.len(),
        }
    }

    /// Keeps what is written, without a text of its own in between.
    pub fn keep_written(&mut self, write: impl FnOnce(&mut String)) -> Piece {
        let start = self.0.len();
        write(&mut self.0);
        Piece {
            start,
            end: self.0.len(),
        }
    }

    /// Keeps the texts as one, with a comma between them.
    pub fn keep_list<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> Piece {
        let start = self.0.len();
        for text in texts {
            if self.0.len() > start {
                self.0.push(',');
            }
            self.0.push_str(text);
        }
        Piece {
            start,
            end: self.0.len(),
        }
    }

    pub fn get(&self, piece: Piece) -> &str {
        &self.0[piece.start..piece.end]
    }
}

/// The columns scope_id, memory_artifact_id, revision, entry_id, entry_version_id of a row.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    pub scope_id: Piece,
    pub memory_artifact_id: Piece,
    pub revision: i64,
    pub entry_id: Piece,
    pub entry_version_id: Piece,
}

impl Name {
    pub fn keep(texts: &mut Texts, identity: &Identity, revision: i64) -> Name {
        Name {
            scope_id: texts.keep(identity.scope_id),
            memory_artifact_id: texts.keep(identity.memory_artifact_id),
            revision,
            entry_id: texts.keep(identity.entry_id),
            entry_version_id: texts.keep(identity.entry_version_id),
        }
    }
}
