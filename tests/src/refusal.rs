//! The lines that a refusal may consist of, rendered here a third time, from the same texts but by code of its own.
use serde_json::Value;
use std::sync::OnceLock;

pub const LONGEST: usize = 128;
const QUOTED: usize = 29;

pub fn messages() -> &'static Value {
    static MESSAGES: OnceLock<Value> = OnceLock::new();
    MESSAGES.get_or_init(|| {
        serde_json::from_str(include_str!("../../sql/data/messages.json")).expect("messages.json")
    })
}

/// An argument as it stands in a line: the first 24 bytes, escaped, 29 at most, `...` if anything is missing.
fn quote(argument: &str) -> String {
    let bytes = argument.as_bytes();
    let mut out = String::new();
    let mut cut = bytes.len() > 24;
    for &byte in bytes.iter().take(24) {
        let piece = match byte {
            b'\\' | 0..=0x1f | 0x7f..=0xff => format!("\\x{byte:02x}"),
            _ => (byte as char).to_string(),
        };
        if out.len() + piece.len() > QUOTED {
            cut = true;
            break;
        }
        out.push_str(&piece);
    }
    if cut {
        out.push_str("...");
    }
    out
}

pub fn line(name: &str, arguments: &[&str]) -> String {
    let message = &messages()[name];
    let (code, text) = (message["code"].as_str(), message["text"].as_str());
    let (Some(code), Some(text)) = (code, text) else {
        panic!("messages.json has no {name}");
    };
    let mut line = format!("pc: {code}: {text}");
    // From the last to the first: an argument that looks like a placeholder is none.
    for (at, argument) in arguments.iter().enumerate().rev() {
        line = line.replacen(&format!("{{{at}}}"), &format!("\u{0}{at}\u{0}"), 1);
        assert!(
            line.contains('\u{0}'),
            "{name} takes no argument {at}: {argument}"
        );
    }
    for (at, argument) in arguments.iter().enumerate() {
        line = line.replacen(&format!("\u{0}{at}\u{0}"), &quote(argument), 1);
    }
    line
}

/// Why a line is no refusal, if it is none.
pub fn fault(line: &str) -> Option<String> {
    const CODES: [&str; 9] = [
        "conflict",
        "stale_plan",
        "bad_input",
        "not_ready",
        "not_found",
        "limit",
        "cycle",
        "protected",
        "internal",
    ];
    let rest = line.strip_prefix("pc: ")?;
    let Some((code, text)) = rest.split_once(": ") else {
        return Some("it has no code".into());
    };
    if !CODES.contains(&code) {
        return Some(format!("{code} is no code"));
    }
    if line.len() > LONGEST {
        return Some(format!("it has {} bytes", line.len()));
    }
    if !line.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return Some("it is not printable ASCII".into());
    }
    text.is_empty().then(|| "it says nothing".into())
}
