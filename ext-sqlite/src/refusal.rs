//! How does the extension say no? In one line, `pc: CODE: what is wrong and what to do`, the same on both engines.
//!
//! ```text
//! refuse("head_moved", &["4", "3"])  →  pc: conflict: the head is at revision 4, not 3; read it again
//! ```
//!
//! The texts live once, in `sql/data/messages.json`; code names them. Whatever a caller sent is quoted by one rule
//! (`quote`), so a line is printable ASCII and never longer than 128 bytes, which is where OceanBase's SIGNAL cuts.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

/// Bytes that a rendered line may have.
pub const LINE_BYTES: usize = 128;
/// Bytes that one quoted argument may have.
pub const QUOTED_BYTES: usize = 32;
const QUOTED_INPUT: usize = 24;
const QUOTED_ESCAPED: usize = 29;

/// Every answer that may fail.
pub type Result<T> = std::result::Result<T, Refusal>;

/// The stable part of a refusal, for programs to branch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    Conflict,
    StalePlan,
    BadInput,
    NotReady,
    NotFound,
    Limit,
    Cycle,
    Protected,
    Internal,
}

impl Code {
    const ALL: [Code; 9] = [
        Code::Conflict,
        Code::StalePlan,
        Code::BadInput,
        Code::NotReady,
        Code::NotFound,
        Code::Limit,
        Code::Cycle,
        Code::Protected,
        Code::Internal,
    ];

    /// The word that stands in the line.
    pub fn name(self) -> &'static str {
        match self {
            Code::Conflict => "conflict",
            Code::StalePlan => "stale_plan",
            Code::BadInput => "bad_input",
            Code::NotReady => "not_ready",
            Code::NotFound => "not_found",
            Code::Limit => "limit",
            Code::Cycle => "cycle",
            Code::Protected => "protected",
            Code::Internal => "internal",
        }
    }

    fn from_name(name: &str) -> Option<Code> {
        Code::ALL.into_iter().find(|code| code.name() == name)
    }
}

/// A refusal, rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}")]
pub struct Refusal {
    code: Code,
    line: String,
    sqlite_code: i32,
}

impl Refusal {
    pub fn code(&self) -> Code {
        self.code
    }

    pub fn line(&self) -> &str {
        &self.line
    }

    /// The result code that SQLite's own caller should see beside the line: SQLITE_ERROR unless SQLite itself failed.
    pub fn sqlite_code(&self) -> i32 {
        self.sqlite_code
    }

    /// Something that should not happen happened.
    pub fn internal(what: &str) -> Refusal {
        refuse("internal", &[what])
    }

    pub(crate) fn with_sqlite_code(mut self, code: i32) -> Refusal {
        self.sqlite_code = code;
        self
    }

    /// A line that a trigger raised is passed on as it is, if it is one: printable, and no longer than ours.
    pub(crate) fn from_line(line: &str) -> Option<Refusal> {
        let printable = line.bytes().all(|byte| matches!(byte, 0x20..=0x7e));
        if line.len() > LINE_BYTES || !printable {
            return None;
        }
        let rest = line.strip_prefix("pc: ")?;
        let (code, _) = rest.split_once(": ")?;
        Some(Refusal {
            code: Code::from_name(code)?,
            line: line.to_owned(),
            sqlite_code: 1,
        })
    }
}

#[derive(Deserialize)]
pub(crate) struct Message {
    pub code: Code,
    pub text: String,
}

pub(crate) fn messages() -> &'static BTreeMap<String, Message> {
    static MESSAGES: OnceLock<BTreeMap<String, Message>> = OnceLock::new();
    MESSAGES.get_or_init(|| {
        serde_json::from_str(include_str!("../../sql/data/messages.json"))
            .expect("sql/data/messages.json is read by a test of this crate")
    })
}

/// Renders the named message. A name or a number of arguments that does not exist is a mistake of ours and says so.
pub fn refuse(name: &str, args: &[&str]) -> Refusal {
    let Some(message) = messages().get(name) else {
        return render(Code::Internal, "no message {0}; please report it", &[name]);
    };
    render(message.code, &message.text, args)
}

fn render(code: Code, text: &str, args: &[&str]) -> Refusal {
    let mut line = format!("pc: {}: ", code.name());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        line.push_str(&rest[..open]);
        let placeholder = rest[open + 1..]
            .split_once('}')
            .and_then(|(number, tail)| Some((number.parse::<usize>().ok()?, tail)));
        match placeholder {
            Some((number, tail)) => {
                line.push_str(&quote(args.get(number).copied().unwrap_or("?")));
                rest = tail;
            }
            None => {
                line.push('{');
                rest = &rest[open + 1..];
            }
        }
    }
    line.push_str(rest);
    Refusal {
        code,
        line,
        sqlite_code: 1,
    }
}

/// Quotes what somebody sent: its first 24 bytes, escaped to printable ASCII, in at most 32 bytes.
pub fn quote(text: &str) -> String {
    let mut escaped = String::with_capacity(QUOTED_BYTES);
    let mut cut = text.len() > QUOTED_INPUT;
    for byte in text.bytes().take(QUOTED_INPUT) {
        let piece = match byte {
            b'\\' => format!("\\x{byte:02x}"),
            0x20..=0x7e => char::from(byte).to_string(),
            _ => format!("\\x{byte:02x}"),
        };
        if escaped.len() + piece.len() > QUOTED_ESCAPED {
            cut = true;
            break;
        }
        escaped.push_str(&piece);
    }
    if cut {
        escaped.push_str("...");
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_fits_its_line_with_the_longest_arguments() {
        for (name, message) in messages() {
            let worst = "\u{1}".repeat(40);
            assert_eq!(quote(&worst).len(), 31, "the longest quotation changed");
            let holes = message.text.matches('{').count();
            let bare = message.text.len() - 3 * holes;
            let head = "pc: : ".len() + message.code.name().len();
            assert!(
                head + bare + QUOTED_BYTES * holes <= LINE_BYTES,
                "message {name} can be {} bytes long",
                head + bare + QUOTED_BYTES * holes
            );
            assert!(message.text.bytes().all(|b| (0x20..=0x7e).contains(&b)));
            for hole in 0..holes {
                assert!(message.text.contains(&format!("{{{hole}}}")), "{name}");
            }
        }
    }

    #[test]
    fn quoting_escapes_and_cuts_between_escapes() {
        assert_eq!(quote("plain 'text' %s"), "plain 'text' %s");
        assert_eq!(quote("a\\b\0"), "a\\x5cb\\x00");
        assert_eq!(
            quote("123456789012345678901234"),
            "123456789012345678901234"
        );
        assert_eq!(
            quote("1234567890123456789012345"),
            "123456789012345678901234..."
        );
        assert_eq!(quote("éééé"), "\\xc3\\xa9\\xc3\\xa9\\xc3\\xa9\\xc3...");
        assert_eq!(
            quote("12345678901234567890é"),
            "12345678901234567890\\xc3\\xa9"
        );
        assert_eq!(
            quote("123456789012345678901éé"),
            "123456789012345678901\\xc3\\xa9..."
        );
    }

    #[test]
    fn a_line_names_its_code_and_keeps_its_arguments() {
        let refusal = refuse("head_moved", &["4", "3"]);
        assert_eq!(refusal.code(), Code::Conflict);
        assert_eq!(
            refusal.to_string(),
            "pc: conflict: the head is at revision 4, not 3; read it again"
        );
        assert_eq!(Refusal::from_line(refusal.line()), Some(refusal));
        assert_eq!(Refusal::from_line("no such table: x"), None);
        assert_eq!(Refusal::from_line("pc: conflict: a\nb"), None);
        assert_eq!(Refusal::from_line("pc: conflict: a\0b"), None);
        let line = |length| format!("pc: conflict: {}", "x".repeat(length - 14));
        assert!(Refusal::from_line(&line(LINE_BYTES)).is_some());
        assert_eq!(Refusal::from_line(&line(LINE_BYTES + 1)), None);
        assert_eq!(refuse("no such name", &[]).code(), Code::Internal);
    }

    /// Every `refuse("name", &[…])` in the sources names a message that exists, with as many arguments as it has holes.
    #[test]
    fn every_refusal_in_the_sources_has_its_message() {
        let mut calls = 0;
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let source = std::fs::read_to_string(&path).unwrap();
                for (at, _) in source.match_indices("refuse(") {
                    let tail = source[at + "refuse(".len()..].trim_start();
                    let Some(tail) = tail.strip_prefix('"') else {
                        continue;
                    };
                    let name = tail.split('"').next().unwrap();
                    if name.contains(' ') || path.ends_with("refusal.rs") {
                        continue;
                    }
                    let message = messages()
                        .get(name)
                        .unwrap_or_else(|| panic!("{}: no message {name}", path.display()));
                    let holes = message.text.matches('{').count();
                    let list = tail.split_once("&[").map_or("", |(_, list)| list);
                    let mut depth = 1;
                    let mut arguments = 0;
                    let mut filled = false;
                    for letter in list.chars() {
                        match letter {
                            '[' | '(' => depth += 1,
                            ']' | ')' => depth -= 1,
                            ',' if depth == 1 => {
                                arguments += usize::from(filled);
                                filled = false;
                                continue;
                            }
                            _ => {}
                        }
                        if depth == 0 {
                            arguments += usize::from(filled);
                            break;
                        }
                        filled |= !letter.is_whitespace();
                    }
                    assert_eq!(arguments, holes, "{}: arguments of {name}", path.display());
                    calls += 1;
                }
            }
        }
        assert!(calls > 0, "no refusal found: did the pattern change?");
    }
}
