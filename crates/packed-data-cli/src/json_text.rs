//! The text of a JSON value as what serde deserialises. It knows integers of 128 bits, and the offset of what is wrong.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// How deep values nest at most: they are read by functions that call themselves.
const MAX_DEPTH: usize = 127;

/// What integers of more than 64 bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Wide {
    /// Integers of 128 bits
    #[value(name = "128")]
    Int128,
    /// Texts of their digits
    Text,
}

/// The text of one value.
pub(crate) struct JsonText<'t> {
    text: &'t [u8],
    at: usize,
    depth: usize,
    wide: Wide,
    /// What is wrong with the text, and where.
    fault: Option<(usize, String)>,
}

/// Why a value was not read. What is wrong with the text is in [`JsonText::fault`].
#[derive(Debug)]
pub(crate) struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Parsed<T> = Result<T, Error>;

impl<'t> JsonText<'t> {
    pub(crate) fn new(text: &'t [u8], wide: Wide) -> Self {
        Self { text, at: 0, depth: 0, wide, fault: None }
    }

    /// Returns the part of a text to which the tokens of a JSON Pointer lead; `None` if there is none. Of members with
    /// one name the last counts.
    pub(crate) fn part(mut text: &'t [u8], tokens: &[String]) -> Parsed<Option<&'t [u8]>> {
        for token in tokens {
            match Self::new(text, Wide::Int128).child(token)? {
                Some(child) => text = child,
                None => return Ok(None),
            }
        }
        Ok(Some(text.trim_ascii()))
    }

    /// Returns the element or member that a token of a JSON Pointer names.
    fn child(mut self, token: &str) -> Parsed<Option<&'t [u8]>> {
        let close = match self.peek() {
            Some(b'[') => b']',
            Some(b'{') => b'}',
            _ => return Ok(None),
        };
        let is_index = token == "0" || !token.starts_with(['0', '+']);
        let wanted = token.parse::<usize>().ok().filter(|_| is_index);
        self.deeper()?;
        let (mut found, mut index) = (None, 0);
        while self.has_next(index == 0, close)? {
            self.peek();
            let is_it = match close {
                b']' => wanted == Some(index),
                _ => {
                    let name = self.string()?;
                    self.pass(b':');
                    name == token
                }
            };
            index += 1;
            let start = self.at;
            IgnoredAny::deserialize(&mut self)?;
            if is_it {
                found = self.text.get(start..self.at);
            }
        }
        Ok(found)
    }

    /// Returns the offset of what is wrong with the text, and what it is; `None` if the text is right so far.
    pub(crate) fn fault(self) -> Option<(usize, String)> {
        self.fault
    }

    /// Fails unless only spaces follow.
    pub(crate) fn end(&mut self) -> Parsed<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.wrong("not JSON: expected the end of the value"),
        }
    }

    fn wrong<T>(&mut self, message: &str) -> Parsed<T> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let found = match str::from_utf8(&rest[..rest.len().min(4)]).map_or_else(
            |error| str::from_utf8(&rest[..error.valid_up_to()]).ok().and_then(|text| text.chars().next()),
            |text| text.chars().next(),
        ) {
            Some(next) => format!("`{next}`"),
            None if rest.is_empty() => "the end".into(),
            None => "bytes that are no UTF-8".into(),
        };
        self.fail(format!("{message}, found {found}"))
    }

    fn fail<T>(&mut self, message: String) -> Parsed<T> {
        self.fault.get_or_insert((self.at, message.clone()));
        Err(Error(message))
    }

    /// Passes spaces; returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        while let Some(&byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    fn pass(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        match self.text.get(self.at..).unwrap_or_default().starts_with(word.as_bytes()) {
            true => {
                self.at += word.len();
                Ok(())
            }
            false => self.wrong("not JSON: expected a value"),
        }
    }

    /// Reads a text, whose quotation mark comes next.
    fn string(&mut self) -> Parsed<Cow<'t, str>> {
        self.at += 1;
        let mut whole = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let is_end = |byte: &u8| matches!(byte, b'"' | b'\\' | ..0x20);
            let len = rest.iter().position(is_end).unwrap_or(rest.len());
            let piece = match str::from_utf8(&rest[..len]) {
                Ok(piece) => piece,
                Err(error) => {
                    self.at += error.valid_up_to();
                    return self.wrong("not JSON: expected text in UTF-8");
                }
            };
            self.at += len;
            match rest.get(len) {
                Some(b'"') => {
                    self.at += 1;
                    if whole.is_empty() {
                        return Ok(Cow::Borrowed(piece));
                    }
                    return Ok(Cow::Owned(whole + piece));
                }
                Some(b'\\') => {
                    whole.push_str(piece);
                    let escaped = self.escaped()?;
                    whole.push(escaped);
                }
                _ => return self.wrong("not JSON: expected a quotation mark at the end of a text"),
            }
        }
    }

    /// Reads a character that is escaped.
    fn escaped(&mut self) -> Parsed<char> {
        let kind = self.text.get(self.at + 1).copied();
        let simple = match kind {
            Some(same @ (b'"' | b'\\' | b'/')) => same.into(),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return self.wrong("not JSON: expected an escaped character"),
        };
        self.at += 2;
        Ok(simple)
    }

    fn unicode(&mut self) -> Parsed<char> {
        let Some(first) = self.unit(self.at) else { return self.wrong("not JSON: expected four hexadecimal digits") };
        let second = if (0xD800..0xDC00).contains(&first) { self.unit(self.at + 6) } else { None };
        let units = [first, second.unwrap_or_default()];
        match char::decode_utf16(units.into_iter().take(1 + usize::from(second.is_some()))).next() {
            Some(Ok(found)) => {
                self.at += 6 * found.len_utf16();
                Ok(found)
            }
            _ => self.wrong("not JSON: expected Unicode, a lone surrogate is none"),
        }
    }

    /// Returns the unit of UTF-16 that is written at an offset as `\u` and four digits.
    fn unit(&self, at: usize) -> Option<u16> {
        let digits = self.text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
        u16::from_str_radix(str::from_utf8(digits).ok().filter(|_| is_hex)?, 16).ok()
    }

    /// Passes digits; returns whether there are any.
    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        self.at > start
    }

    fn number<V: Visitor<'t>>(&mut self, visitor: V) -> Parsed<V::Value> {
        let start = self.at;
        let is_negative = self.text.get(self.at) == Some(&b'-');
        self.at += usize::from(is_negative);
        let is_zero = self.text.get(self.at) == Some(&b'0');
        let has_digits = if is_zero {
            self.at += 1;
            true
        } else {
            self.digits()
        };
        if !has_digits {
            return self.wrong("not JSON: expected a digit");
        }
        let mut is_integer = true;
        if self.text.get(self.at) == Some(&b'.') {
            (self.at, is_integer) = (self.at + 1, false);
            if !self.digits() {
                return self.wrong("not JSON: expected a digit");
            }
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            (self.at, is_integer) = (self.at + 1, false);
            self.at += usize::from(matches!(self.text.get(self.at), Some(b'+' | b'-')));
            if !self.digits() {
                return self.wrong("not JSON: expected a digit");
            }
        }
        // (Signs and digits.)
        let text = str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        if is_integer && !(is_negative && is_zero) {
            return self.integer(text, visitor);
        }
        self.float(start, text, visitor)
    }

    /// Reads an integer of these digits.
    pub(crate) fn integer<'de, V: Visitor<'de>>(&mut self, text: &'de str, visitor: V) -> Parsed<V::Value> {
        if let Ok(value) = text.parse::<u64>() {
            return visitor.visit_u64(value);
        }
        if let Ok(value) = text.parse::<i64>() {
            return visitor.visit_i64(value);
        }
        if self.wide == Wide::Text {
            return visitor.visit_borrowed_str(text);
        }
        if let Ok(value) = text.parse::<i128>() {
            return visitor.visit_i128(value);
        }
        if let Ok(value) = text.parse::<u128>() {
            return visitor.visit_u128(value);
        }
        self.float(self.at - text.len().min(self.at), text, visitor)
    }

    fn float<'de, V: Visitor<'de>>(&mut self, start: usize, text: &str, visitor: V) -> Parsed<V::Value> {
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => visitor.visit_f64(value),
            _ => {
                self.at = start;
                self.fail("too large: expected a number in the range of f64, found another".into())
            }
        }
    }

    /// Goes one level down.
    fn deeper(&mut self) -> Parsed<()> {
        if self.depth == MAX_DEPTH {
            return self.fail(format!("too deep: expected at most {MAX_DEPTH} nested levels, found more"));
        }
        (self.at, self.depth) = (self.at + 1, self.depth + 1);
        Ok(())
    }

    /// Passes what comes before the next part of a list or object; returns whether there is one.
    fn has_next(&mut self, is_first: bool, close: u8) -> Parsed<bool> {
        if is_first && self.pass(close) || !is_first && self.peek() == Some(close) && self.pass(close) {
            return Ok(false);
        }
        if is_first || self.pass(b',') {
            return Ok(true);
        }
        self.wrong(if close == b']' { "not JSON: expected `,` or `]`" } else { "not JSON: expected `,` or `}`" })
    }
}

impl<'de> Deserializer<'de> for &mut JsonText<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Parsed<V::Value> {
        match self.peek() {
            Some(b'n') => {
                self.word("null")?;
                visitor.visit_unit()
            }
            Some(b't') => {
                self.word("true")?;
                visitor.visit_bool(true)
            }
            Some(b'f') => {
                self.word("false")?;
                visitor.visit_bool(false)
            }
            Some(b'"') => match self.string()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Some(b'-' | b'0'..=b'9') => self.number(visitor),
            Some(b'[') => {
                self.deeper()?;
                let mut parts = Parts { text: self, is_first: true, is_over: false };
                let value = visitor.visit_seq(&mut parts)?;
                if !parts.is_over && parts.has_next(b']')? {
                    return Err(Error::custom("expected fewer elements, found more"));
                }
                self.depth -= 1;
                Ok(value)
            }
            Some(b'{') => {
                self.deeper()?;
                let mut parts = Parts { text: self, is_first: true, is_over: false };
                let value = visitor.visit_map(&mut parts)?;
                if !parts.is_over && parts.has_next(b'}')? {
                    return Err(Error::custom("expected fewer members, found more"));
                }
                self.depth -= 1;
                Ok(value)
            }
            _ => self.wrong("not JSON: expected a value"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Parsed<V::Value> {
        match self.peek() {
            Some(b'n') => self.deserialize_any(visitor),
            _ => visitor.visit_some(self),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The elements of a list, or the members of an object.
struct Parts<'p, 't> {
    text: &'p mut JsonText<'t>,
    is_first: bool,
    is_over: bool,
}

impl<'t> Parts<'_, 't> {
    fn has_next(&mut self, close: u8) -> Parsed<bool> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let has_next = !self.is_over && self.text.has_next(is_first, close)?;
        self.is_over = !has_next;
        Ok(has_next)
    }
}

impl<'t> SeqAccess<'t> for &mut Parts<'_, 't> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Parsed<Option<T::Value>> {
        if !self.has_next(b']')? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.text).map(Some)
    }
}

impl<'t> MapAccess<'t> for &mut Parts<'_, 't> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Parsed<Option<K::Value>> {
        if !self.has_next(b'}')? {
            return Ok(None);
        }
        if self.text.peek() != Some(b'"') {
            return self.text.wrong("not JSON: expected the name of a member");
        }
        seed.deserialize(&mut *self.text).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Parsed<V::Value> {
        if !self.text.pass(b':') {
            return self.text.wrong("not JSON: expected `:`");
        }
        seed.deserialize(&mut *self.text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    fn parse(text: &[u8]) -> Result<Json, String> {
        let mut from = JsonText::new(text, Wide::Int128);
        let value = Json::deserialize(&mut from).and_then(|value| from.end().map(|()| value));
        value.map_err(|error| error.to_string())
    }

    /// The verdict and the value are those of `serde_json`.
    #[test]
    fn as_serde_json() {
        let texts = [
            "null",
            " [1, 2.5 ,-3e2]",
            "{\"a\":{}, \"b\\u00e9\\n\":[[],{}]}",
            "\"\\ud83d\\ude00\"",
            "-0",
            "0",
            "00",
            "1.",
            ".5",
            "1e",
            "+1",
            "[1,]",
            "{,}",
            "{\"a\"}",
            "{\"a\":1,}",
            "{1:2}",
            "[1 2]",
            "nul",
            "\"\\x\"",
            "\"\\ud83d\"",
            "\"\\ud83d\\u0041\"",
            "\"a\u{1}\"",
            "\"a",
            "",
            " ",
            "[",
            "{",
            "[}",
            "1 2",
            "\"\\u12\"",
            "\"\\u+123\"",
            "18446744073709551615",
            "-9223372036854775808",
            "1e400",
            "0.1234567890123456789",
            "\u{FEFF}1",
            "tru",
            "truee",
            "{\"a\":1 \"b\":2}",
            "[[[[[[]]]]]]",
            "123456789.123e-5",
            "\"\u{7f}日本\"",
        ];
        for text in texts {
            let expected = serde_json::from_str::<Json>(text);
            assert_eq!(parse(text.as_bytes()).ok(), expected.ok(), "{text:?}");
        }
        assert_eq!(parse(b"\"\xFF\"").unwrap_err(), "not JSON: expected text in UTF-8, found bytes that are no UTF-8");
        for levels in [127, 128] {
            let text = "[".repeat(levels) + &"]".repeat(levels);
            assert_eq!(parse(text.as_bytes()).ok(), serde_json::from_str(&text).ok());
        }
    }
}
