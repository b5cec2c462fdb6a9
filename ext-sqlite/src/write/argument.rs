//! Is this argument what it must be? Refused by its name: NULL, another type, bytes that are no UTF-8, an empty text, a NUL
//! inside, a text over its limit, in this order.

use crate::data::limits;
use crate::guard::Value;
use crate::refusal::{refuse, Result};

/// The arguments of a call in order; what was left out at the end is NULL.
pub struct Arguments<'a>(pub &'a [Value]);

impl<'a> Arguments<'a> {
    pub fn at(&self, at: usize) -> &'a Value {
        const LEFT_OUT: &Value = &Value::Null;
        self.0.get(at).unwrap_or(LEFT_OUT)
    }

    pub fn scope(&self, at: usize) -> Result<&'a str> {
        text(self.at(at), "scope", limits().scope_id_chars)
    }

    /// An artifact id under the name that the function gives it.
    pub fn memory(&self, at: usize, name: &str) -> Result<&'a str> {
        text(self.at(at), name, limits().artifact_id_chars)
    }

    pub fn entry(&self, at: usize, name: &str) -> Result<&'a str> {
        text(self.at(at), name, limits().entry_id_chars)
    }

    /// The id of a relation or an operation.
    pub fn relation(&self, at: usize, name: &str) -> Result<&'a str> {
        text(self.at(at), name, limits().relation_id_chars)
    }

    pub fn kind(&self, at: usize) -> Result<&'a str> {
        text(self.at(at), "kind", limits().kind_chars)
    }

    pub fn policy(&self, at: usize) -> Result<&'a str> {
        text(self.at(at), "policy_id", limits().policy_id_chars)
    }

    pub fn integer(&self, at: usize, name: &str) -> Result<i64> {
        self.at(at).int(name)
    }

    /// The text of an entry, limited in bytes.
    pub fn body(&self, at: usize) -> Result<&'a str> {
        let text = plain(self.at(at), "text")?;
        if text.is_empty() {
            return Err(refuse("argument_empty", &["text"]));
        }
        let limit = limits().text_bytes;
        if over(text.len(), limit) {
            return Err(refuse(
                "text_too_long",
                &["text", &format!("{limit} bytes")],
            ));
        }
        Ok(text)
    }

    /// A reason may be left out, and may be empty.
    pub fn reason(&self, at: usize) -> Result<Option<&'a str>> {
        let value = self.at(at);
        if value.is_null() {
            return Ok(None);
        }
        let text = plain(value, "reason")?;
        check_chars(text, "reason", limits().reason_chars)?;
        Ok(Some(text))
    }
}

/// A text of 1 to `limit` characters.
pub fn text<'a>(value: &'a Value, name: &str, limit: i64) -> Result<&'a str> {
    let text = plain(value, name)?;
    if text.is_empty() {
        return Err(refuse("argument_empty", &[name]));
    }
    check_chars(text, name, limit)?;
    Ok(text)
}

/// A text without NUL.
fn plain<'a>(value: &'a Value, name: &str) -> Result<&'a str> {
    let text = value.text(name)?;
    if text.contains('\0') {
        return Err(refuse("text_has_nul", &[name]));
    }
    Ok(text)
}

fn check_chars(text: &str, name: &str, limit: i64) -> Result<()> {
    if over(text.chars().count(), limit) {
        return Err(refuse(
            "text_too_long",
            &[name, &format!("{limit} characters")],
        ));
    }
    Ok(())
}

fn over(count: usize, limit: i64) -> bool {
    i64::try_from(count).map_or(true, |count| count > limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(value: &Value, limit: i64) -> String {
        text(value, "scope", limit).map_or_else(|refusal| refusal.to_string(), str::to_owned)
    }

    #[test]
    fn the_first_failure_is_named() {
        let of = |text: &str| Value::Text(text.to_owned());
        assert_eq!(
            line(&Value::Null, 3),
            "pc: bad_input: argument scope is NULL; give it"
        );
        assert_eq!(
            line(&Value::Int(1), 3),
            "pc: bad_input: argument scope must be text; check its type"
        );
        assert_eq!(
            line(&Value::BadText, 3),
            "pc: bad_input: argument scope is not UTF-8 text; encode it"
        );
        assert_eq!(
            line(&of(""), 3),
            "pc: bad_input: argument scope is empty; give it"
        );
        assert_eq!(
            line(&of("a\0bcd"), 3),
            "pc: bad_input: argument scope contains a NUL; take it out"
        );
        assert_eq!(
            line(&of("abcd"), 3),
            "pc: limit: argument scope is longer than 3 characters; shorten it"
        );
        assert_eq!(line(&of("é😀ü"), 3), "é😀ü");
    }

    #[test]
    fn a_text_is_counted_in_bytes_and_a_reason_may_be_empty() {
        let limit = usize::try_from(limits().text_bytes).unwrap();
        let values = [
            Value::Text("é".repeat(limit / 2)),
            Value::Text("é".repeat(limit / 2) + "x"),
        ];
        let arguments = Arguments(&values);
        assert!(arguments.body(0).is_ok());
        assert_eq!(
            arguments.body(1).unwrap_err().line(),
            "pc: limit: argument text is longer than 8192 bytes; shorten it"
        );
        let values = [Value::Text(String::new())];
        assert_eq!(Arguments(&values).reason(0), Ok(Some("")));
        assert_eq!(Arguments(&values).reason(7), Ok(None));
    }
}
