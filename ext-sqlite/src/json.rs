//! What does a JSON argument say, exactly as it was written?
//!
//! `read(r#"[{"a":1.50}]"#)` gives a tree that borrows from its text: strings without an escape are slices, and a
//! number is its written form, because the rules count its digits (`1.50` has three) and no `f64` can tell that
//! afterwards. serde_json hands the written form out only through two reserved key names that a document could
//! contain itself; this reader is the smaller trap, and a test holds it against serde_json on random documents.
//!
//! Refused, all as "not JSON": anything outside RFC 8259, nesting beyond 100, a number beyond the range of a double
//! (1e999), a lone surrogate, a raw control character, anything after the value. A repeated key keeps its last value:
//! members stay in the order written, and `Json::get` and every caller let the last one win.

use std::borrow::Cow;

/// The deepest nesting read: the hundredth open bracket is the last allowed one.
pub const MAX_DEPTH: usize = 100;

#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    Text(Cow<'a, str>),
    Array(Vec<Json<'a>>),
    /// An array of so many elements, more than were asked for.
    Long(usize),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The last value given for a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(members) => members.iter().rfind(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// A number written without point and exponent that fits 64 bits; `1.0`, `1e3` and `"1"` are none.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Json::Number(written) => written.parse().ok(),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The text is not JSON; where and why is nobody's business in one line of 128 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not JSON")]
pub struct NotJson;

pub fn read(text: &str) -> Result<Json<'_>, NotJson> {
    read_within(text, usize::MAX)
}

/// The same, keeping no more than `most` elements of an array: one with more is read to its end and counted, and comes
/// back as `Json::Long`. A caller that refuses it anyway need not hold it: 4 MiB of `{"":0},` are 600,000 objects.
pub fn read_within(text: &str, most: usize) -> Result<Json<'_>, NotJson> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        depth: 0,
        most,
    };
    reader.blanks();
    let value = reader.value()?;
    reader.blanks();
    if reader.at == reader.bytes.len() {
        Ok(value)
    } else {
        Err(NotJson)
    }
}

/// How many digits a number spends on its value: leading zeros, point, sign and exponent do not count, trailing
/// zeros do (`0.0012` has 2, `1.50` has 3, `0.000` none).
pub fn significant_digits(written: &str) -> usize {
    let mantissa = written.split(['e', 'E']).next().unwrap_or("");
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    digits.skip_while(|d| *d == b'0').count()
}

/// The double nearest to a text that is one JSON number and nothing else; None for any other text or beyond range.
pub fn decimal(text: &str) -> Option<f64> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        depth: 0,
        most: usize::MAX,
    };
    let written = reader.number().ok()?;
    if written.len() != text.len() {
        return None;
    }
    written.parse().ok()
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    most: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(NotJson)
        }
    }

    fn word(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, NotJson> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(NotJson)
        }
    }

    fn value(&mut self) -> Result<Json<'a>, NotJson> {
        match self.peek() {
            Some(b'"') => self.string().map(Json::Text),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(b'-' | b'0'..=b'9') => self.number().map(Json::Number),
            _ => Err(NotJson),
        }
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Json<'a>, NotJson>,
    ) -> Result<Json<'a>, NotJson> {
        if self.depth == MAX_DEPTH {
            return Err(NotJson);
        }
        self.depth += 1;
        self.at += 1;
        self.blanks();
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Result<Json<'a>, NotJson> {
        let mut elements = Vec::new();
        let mut count = 0;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(elements));
        }
        loop {
            self.blanks();
            let element = self.value()?;
            count += 1;
            match count <= self.most {
                true => elements.push(element),
                false => elements = Vec::new(),
            }
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(NotJson),
            }
        }
        self.at += 1;
        Ok(if count <= self.most {
            Json::Array(elements)
        } else {
            Json::Long(count)
        })
    }

    fn object(&mut self) -> Result<Json<'a>, NotJson> {
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(Vec::new()));
        }
        // A hit has five members; growing from four to eight would copy every hit once.
        let mut members = Vec::with_capacity(6);
        loop {
            self.blanks();
            let key = self.string()?;
            self.blanks();
            self.expect(b':')?;
            self.blanks();
            members.push((key, self.value()?));
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(NotJson),
            }
        }
        self.at += 1;
        if members.len() < 3 {
            // No hit; and there may be very many of them.
            members.shrink_to_fit();
        }
        Ok(Json::Object(members))
    }

    fn digits(&mut self) -> Result<(), NotJson> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start {
            Ok(())
        } else {
            Err(NotJson)
        }
    }

    fn number(&mut self) -> Result<&'a str, NotJson> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        let exponent = matches!(self.peek(), Some(b'e' | b'E'));
        if exponent {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        let written = &self.text[start..self.at];
        // Without an exponent it takes 309 digits to leave the range of a double.
        let far = exponent || written.len() > 300;
        if far && !written.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(NotJson);
        }
        Ok(written)
    }

    fn string(&mut self) -> Result<Cow<'a, str>, NotJson> {
        self.expect(b'"')?;
        let start = self.at;
        self.plain();
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(&self.text[start..self.at - 1]));
        }
        let mut out = String::from(&self.text[start..self.at]);
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(out));
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                // A raw control character, or the end of the text.
                _ => return Err(NotJson),
            }
            let start = self.at;
            self.plain();
            out.push_str(&self.text[start..self.at]);
        }
    }

    /// Runs to the next byte that a string does not simply contain; never stops inside a character.
    fn plain(&mut self) {
        let rest = &self.bytes[self.at..];
        let mut words = rest.chunks_exact(8);
        let mut run = 0;
        for word in words.by_ref() {
            let stop = stops(word);
            run += stop;
            if stop < 8 {
                break;
            }
        }
        let stop = rest[run..].iter().position(|b| is_stop(*b));
        self.at += stop.map_or(rest.len(), |more| run + more);
    }

    fn escape(&mut self) -> Result<char, NotJson> {
        let byte = self.peek().ok_or(NotJson)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.hex4()?;
                if !(0xd800..0xdc00).contains(&high) {
                    // A low surrogate with no high one before it is no character either.
                    return char::from_u32(high).ok_or(NotJson);
                }
                self.expect(b'\\')?;
                self.expect(b'u')?;
                let low = self.hex4()?;
                if !(0xdc00..0xe000).contains(&low) {
                    return Err(NotJson);
                }
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                char::from_u32(code).ok_or(NotJson)?
            }
            _ => return Err(NotJson),
        })
    }

    fn hex4(&mut self) -> Result<u32, NotJson> {
        let digits = self.bytes.get(self.at..self.at + 4).ok_or(NotJson)?;
        self.at += 4;
        digits.iter().try_fold(0, |value, digit| {
            let digit = char::from(*digit).to_digit(16).ok_or(NotJson)?;
            Ok(value * 16 + digit)
        })
    }
}

fn is_stop(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1f)
}

/// How many of these eight bytes a string simply contains, before the first it does not. Most of a request is ids, so
/// most of reading it is this question, asked of eight bytes in one go: `(x − 1) & !x` has its top bit set in a byte
/// that is 0, and above the first such byte perhaps in others.
fn stops(word: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let word = word
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u64::from(*byte));
    let below = |word: u64, least: u8| word.wrapping_sub(EACH * u64::from(least)) & !word;
    let equal = |byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    let found = (equal(b'"') | equal(b'\\') | below(word, 0x20)) & (EACH << 7);
    found.trailing_zeros() as usize / 8
}
