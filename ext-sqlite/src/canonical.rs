//! How is a value written so that both engines write the same bytes? As canonical JSON (RFC 8785) of integers, strings
//! and nulls, keys in byte order, nothing between the tokens; and how is it named? By the SHA-256 of that text.
//!
//! ```text
//! identity("s", "memory", "e", "v")     →  ["s","memory","e","v"]
//! identity_key(…)                       →  the first 63 bits of its SHA-256: the projection's row number
//! ```

use std::fmt::Write as _;

use serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// Appends a JSON string: the two-letter escapes where JSON has them, `\u00xx` for other control characters, and
/// everything else as it is.
pub fn push_string(out: &mut String, text: &str) {
    out.push('"');
    // Ids have nothing to escape; without a branch in it the question is answered many bytes at a time.
    let escapes = |byte: u8| (byte < 0x20) | (byte == b'"') | (byte == b'\\');
    if !text.bytes().fold(false, |any, byte| any | escapes(byte)) {
        out.push_str(text);
        out.push('"');
        return;
    }
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_string(&mut out, text);
    out
}

/// What a canonical text holds. A float has no canonical form here: it never belongs into a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain<'a> {
    Null,
    Int(i64),
    Text(&'a str),
}

impl<'a> From<&'a str> for Plain<'a> {
    fn from(text: &'a str) -> Self {
        Plain::Text(text)
    }
}

impl<'a> From<&'a String> for Plain<'a> {
    fn from(text: &'a String) -> Self {
        Plain::Text(text)
    }
}

impl From<i64> for Plain<'_> {
    fn from(number: i64) -> Self {
        Plain::Int(number)
    }
}

impl From<bool> for Plain<'_> {
    fn from(yes: bool) -> Self {
        Plain::Int(i64::from(yes))
    }
}

impl<'a, T: Into<Plain<'a>>> From<Option<T>> for Plain<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Plain::Null, Into::into)
    }
}

/// An array of integers, strings and nulls.
pub fn array(items: &[Plain<'_>]) -> String {
    let mut out = String::from("[");
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_plain(&mut out, *item);
    }
    out.push(']');
    out
}

/// Appends one integer, string or null.
pub fn push_plain(out: &mut String, value: Plain<'_>) {
    match value {
        Plain::Null => out.push_str("null"),
        // Levels, flags and counts, nearly all of them.
        Plain::Int(number @ 0..=9) => out.push(char::from(b'0' + number as u8)),
        Plain::Int(number) => {
            let _ = write!(out, "{number}");
        }
        Plain::Text(text) => push_string(out, text),
    }
}

/// An object of integers, strings and nulls, whatever the order the members come in.
pub fn object(members: &[(&str, Plain<'_>)]) -> String {
    let mut members = members.to_vec();
    members.sort_by_key(|(key, _)| *key);
    let mut out = String::from("{");
    for (at, (key, value)) in members.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_string(&mut out, key);
        out.push(':');
        push_plain(&mut out, *value);
    }
    out.push('}');
    out
}

/// Any JSON value without floats, keys sorted by bytes.
pub fn json(value: &Json) -> String {
    let mut out = String::new();
    push_json(&mut out, value);
    out
}

fn push_json(out: &mut String, value: &Json) {
    match value {
        Json::String(text) => push_string(out, text),
        Json::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push_json(out, item);
            }
            out.push(']');
        }
        Json::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            out.push('{');
            for (at, key) in keys.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push_string(out, key);
                out.push(':');
                push_json(out, &map[key]);
            }
            out.push('}');
        }
        other => {
            let _ = write!(out, "{other}");
        }
    }
}

pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Lower-case digits, two a byte.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 0xf)]));
    }
    out
}

pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&sha256(bytes))
}

/// The canonical text of an identity.
pub fn identity(scope: &str, memory: &str, entry: &str, version: &str) -> String {
    let length = scope.len() + memory.len() + entry.len() + version.len();
    let mut out = String::with_capacity(length + 13);
    for (before, id) in ["[", ",", ",", ","]
        .into_iter()
        .zip([scope, memory, entry, version])
    {
        out.push_str(before);
        push_string(&mut out, id);
    }
    out.push(']');
    out
}

/// 63 bits of the identity's hash, so that the row number of a projection row is known without an index.
pub fn identity_key(scope: &str, memory: &str, entry: &str, version: &str) -> i64 {
    key(identity(scope, memory, entry, version).as_bytes())
}

/// The first 63 bits of a text's SHA-256.
pub fn key(text: &[u8]) -> i64 {
    let hash = sha256(text);
    let mut first = [0u8; 8];
    first.copy_from_slice(&hash[..8]);
    i64::try_from(u64::from_be_bytes(first) >> 1).expect("63 bits fit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_escape_as_rfc_8785_does() {
        assert_eq!(
            string("a\"\\\n\u{1}\u{7f}é😀/"),
            "\"a\\\"\\\\\\n\\u0001\u{7f}é😀/\""
        );
        assert_eq!(string("\u{8}\u{c}\r\t\0"), "\"\\b\\f\\r\\t\\u0000\"");
    }

    #[test]
    fn keys_are_sorted_and_nothing_stands_between_tokens() {
        let value: Json =
            serde_json::from_str(r#"{"b": [1, null, "x"], "a": {"z": -5, "y": true}}"#).unwrap();
        assert_eq!(json(&value), r#"{"a":{"y":true,"z":-5},"b":[1,null,"x"]}"#);
        assert_eq!(
            array(&[Plain::Text("a"), Plain::Int(-1), Plain::Null]),
            r#"["a",-1,null]"#
        );
    }

    #[test]
    fn an_identity_has_one_hash_and_one_key() {
        assert_eq!(
            identity("s", "memory", "e", "v"),
            r#"["s","memory","e","v"]"#
        );
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let hash = sha256(br#"["s","memory","e","v"]"#);
        let key = identity_key("s", "memory", "e", "v");
        assert_eq!(key >> 55, i64::from(hash[0]));
        assert!(key >= 0);
    }
}
