//! Paths to parts of values: those that errors print, `records[12].user.name`, and JSON Pointers.
//!
//! ```
//! use packed_data::{Limits, Packed};
//! use packed_data_schema::path::{self, Path};
//! use packed_data_schema::{LayoutId, Schema};
//!
//! type Cities = std::collections::BTreeMap<String, (u32, Option<u32>)>;
//!
//! let cities: Cities = [("Ulm".into(), (854, Some(7)))].into();
//! let bytes = Packed::<Cities>::pack(&cities).into_inner();
//! let schema = Schema::of::<Cities>();
//! let codec = schema.codec(LayoutId::Compact)?;
//! let path = Path::parse("Ulm[1]")?;
//! assert!(path::check(&schema, 0, &path.steps)?.may_be_absent);
//! let found = path::find(codec.read(&bytes, &Limits::DEFAULT)?, &path.steps)?;
//! assert_eq!(schema.name_of(found.type_index()), "Option<u32>");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod find;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use packed_data::error::Printable;

pub use find::{Ends, check, find, indices};
pub(crate) use find::{Passed, Resolved, THROUGH, check_all, check_noting, lookup, only_part, resolve, some_parts};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field as errors name it: of a constructor, if the type is an enum.
    Field {
        /// The name of the type; `None` for a tuple.
        of: Option<String>,
        /// The name of the constructor.
        constructor: Option<String>,
        /// The name of the field, or its index.
        field: String,
    },
    /// An element.
    Element(usize),
    /// An element by its number from the end: 1 is the last.
    FromEnd(usize),
    /// The name of a field, a constructor or a key; in a JSON Pointer also an index.
    Name(String),
}

impl Step {
    /// Returns the index of an element of a list of this length; it may be too great.
    fn index(&self, len: usize) -> Option<usize> {
        match self {
            Self::Name(name) => as_index(name),
            _ => self.index_of_field(len),
        }
    }

    /// Returns the index of a field without a name, of this many.
    fn index_of_field(&self, len: usize) -> Option<usize> {
        match self {
            Self::Element(index) => Some(*index),
            Self::FromEnd(number) => len.checked_sub(*number),
            Self::Name(_) | Self::Field { .. } => None,
        }
    }
}

/// A path to a part of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The steps, the outermost first.
    pub steps: Vec<Step>,
}

/// Why a text is not a path, or a path leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The offset in the text, in bytes; for a path that leads nowhere the number of the step.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

impl PathError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: Printable(message.into()).to_string() }
    }
}

impl core::fmt::Display for PathError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}, at character {}", self.message, self.at + 1)
    }
}

impl core::error::Error for PathError {}

impl Path {
    /// Parses a path in any of the three notations.
    ///
    /// # Errors
    ///
    /// The text is not a path.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        if let Some(pointer) = text.strip_prefix('/') {
            let steps = pointer.split('/').map(unescape).collect::<Result<_, _>>()?;
            return Ok(Self { steps });
        }
        let mut steps = Vec::new();
        for (at, segment) in segments(text) {
            if segment.starts_with("... ") {
                return Err(PathError::new(at, "the path has a gap: the steps that it leaves out are not known"));
            }
            match as_printed(segment) {
                Some(step) => steps.push(step),
                None => {
                    let mut rest = Parser { text: segment, at: 0 };
                    while rest.at < segment.len() {
                        let is_first = steps.is_empty() || rest.at == 0;
                        let step = rest.step(is_first).map_err(|error| PathError::new(at + error.at, error.message))?;
                        steps.push(step);
                    }
                }
            }
        }
        Ok(Self { steps })
    }

    /// Parses the path that a text begins with, as in a condition: names and indices, or `.` for the value itself. The
    /// first name may have a `.` before it. Returns the length too, in bytes.
    ///
    /// ```
    /// use packed_data_schema::path::{Path, Step};
    ///
    /// let (path, len) = Path::parse_first("user.name, age")?;
    /// assert_eq!((path, len), (Path::parse("user.name")?, 9));
    /// assert_eq!(Path::parse_first("[-1]")?.0.steps, [Step::FromEnd(1)]);
    /// # Ok::<(), packed_data_schema::path::PathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text does not begin with a path.
    pub fn parse_first(text: &str) -> Result<(Self, usize), PathError> {
        let mut parser = Parser { text, at: 0 };
        let (path, _) = parser.path()?;
        Ok((path, parser.at))
    }
}

/// Splits a path at ` > `, but not in a name in quotes; returns the offset of each segment too.
fn segments(text: &str) -> Vec<(usize, &str)> {
    let (mut segments, mut start) = (Vec::new(), 0);
    let (mut quote, mut is_escaped) = (None, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if quote == Some(b'"') => is_escaped = true,
            b'"' if quote.is_none() => quote = Some(byte),
            b'\'' if quote.is_none() && text[..at].ends_with(['[', '\'']) => quote = Some(byte),
            _ if quote == Some(byte) => quote = None,
            b' ' if quote.is_none() && at >= start && text[at..].starts_with(" > ") => {
                segments.push((start, &text[start..at]));
                start = at + 3;
            }
            _ => {}
        }
    }
    segments.push((start, &text[start..]));
    segments
}

/// Replaces `~0` by `~`, and `~1` by `/`: see RFC 6901.
fn unescape(token: &str) -> Result<Step, PathError> {
    let mut name = String::new();
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        name.push(match (character, character == '~') {
            (_, true) => match characters.next() {
                Some('0') => '~',
                Some('1') => '/',
                _ => return Err(PathError::new(0, format!("expected `~0` or `~1` in `{token}`"))),
            },
            (other, false) => other,
        });
    }
    Ok(Step::Name(name))
}

/// Parses a segment as errors print it: `Tree::Node.0`, `(_, _).1`; not `user.name`, which may also mean two fields.
fn as_printed(segment: &str) -> Option<Step> {
    let (of, field) = segment.rsplit_once('.')?;
    if !is_name(field) && !field.bytes().all(|byte| byte.is_ascii_digit()) || field.is_empty() {
        return None;
    }
    let field = field.to_owned();
    if of.starts_with('(') && of.ends_with(')') {
        return Some(Step::Field { of: None, constructor: None, field });
    }
    let (name, constructor) = of.split_once("::")?;
    let is_field = is_name(name) && is_name(constructor);
    is_field.then(|| Step::Field { of: Some(name.into()), constructor: Some(constructor.into()), field })
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
        && characters.all(|next| next == '_' || next.is_alphanumeric())
}

/// Parses `records[12].user.name`, step by step.
pub(crate) struct Parser<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl Parser<'_> {
    /// Parses a path of a condition; returns the offset of each step too.
    pub(crate) fn path(&mut self) -> Result<(Path, Vec<usize>), PathError> {
        let (mut steps, mut places) = (Vec::new(), Vec::new());
        let is_first = |next: char| next == '[' || next == '_' || next.is_alphabetic();
        let rest = &self.text[self.at..];
        if let Some(after) = rest.strip_prefix('.') {
            self.at += 1;
            if !after.starts_with(is_first) {
                return Ok((Path { steps }, places));
            }
        } else if !rest.starts_with(is_first) {
            return Err(PathError::new(self.at, "expected a path"));
        }
        loop {
            places.push(self.at + usize::from(self.text[self.at..].starts_with('.')));
            steps.push(self.step(steps.is_empty())?);
            if !self.text[self.at..].starts_with(['.', '[']) {
                return Ok((Path { steps }, places));
            }
        }
    }

    /// Parses the next step; the first one has no dot before it.
    pub(crate) fn step(&mut self, is_first: bool) -> Result<Step, PathError> {
        let rest = &self.text[self.at..];
        if let Some(inner) = rest.strip_prefix('[') {
            return self.bracket(inner);
        }
        let name = match rest.strip_prefix('.') {
            Some(name) if !is_first => name,
            None if is_first => rest,
            _ => return Err(PathError::new(self.at, "expected `.` and a name, or `[` and an index")),
        };
        let len = name.find(|next: char| next != '_' && !next.is_alphanumeric()).unwrap_or(name.len());
        if len == 0 {
            let at = self.at + rest.len() - name.len();
            return Err(PathError::new(at, "expected the name of a field"));
        }
        self.at += rest.len() - name.len() + len;
        Ok(Step::Name(name[..len].to_owned()))
    }

    /// Parses `12]`, `-1]` or `"a name"]`.
    fn bracket(&mut self, inner: &str) -> Result<Step, PathError> {
        let expected = || PathError::new(self.at + 1, "expected an index, or a name in quotes, and `]`");
        if inner.starts_with(['"', '\'']) {
            let (name, end) = quoted(inner).ok_or_else(expected)?;
            if !inner[end..].starts_with(']') {
                return Err(expected());
            }
            self.at += end + 2;
            return Ok(Step::Name(name));
        }
        let (digits, _) = inner.split_once(']').ok_or_else(expected)?;
        let step = match digits.strip_prefix('-') {
            Some(digits) => as_index(digits).filter(|number| *number > 0).map(Step::FromEnd),
            None => as_index(digits).map(Step::Element),
        };
        let step = step.ok_or_else(expected)?;
        self.at += digits.len() + 2;
        Ok(step)
    }
}

/// Returns the text in quotes that another one begins with, and its length with them: in `"` as in JSON; in `'` as it
/// is, where `''` is one `'`. `None` if it does not end, or has a wrong escape.
pub(crate) fn quoted(text: &str) -> Option<(String, usize)> {
    let Some(inner) = text.strip_prefix('\'') else {
        let mut texts = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let found = texts.next()?.ok()?;
        return Some((found, texts.byte_offset()));
    };
    let (mut found, mut at) = (String::new(), 0);
    loop {
        let end = at + inner[at..].find('\'')?;
        found.push_str(&inner[at..end]);
        if !inner[end + 1..].starts_with('\'') {
            return Some((found, end + 2));
        }
        found.push('\'');
        at = end + 2;
    }
}

/// Returns the digits of an index as a number.
fn as_index(text: &str) -> Option<usize> {
    let is_canonical = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|_| is_canonical)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Step {
        Step::Name(text.into())
    }

    #[test]
    fn notations() {
        let parse = |text| Path::parse(text).map(|path| path.steps);
        assert_eq!(parse(""), Ok(vec![]));
        assert_eq!(
            parse("records[12].user.name"),
            Ok(vec![name("records"), Step::Element(12), name("user"), name("name")])
        );
        assert_eq!(parse("/records/12/a~1b~0"), Ok(vec![name("records"), name("12"), name("a/b~")]));
        assert_eq!(parse("[-1].a[-20]"), Ok(vec![Step::FromEnd(1), name("a"), Step::FromEnd(20)]));
        assert_eq!(parse("['it''s > 1'].n > b"), Ok(vec![name("it's > 1"), name("n"), name("b")]));
        assert_eq!(parse("[3][\"a b\"].c"), Ok(vec![Step::Element(3), name("a b"), name("c")]));
        assert_eq!(
            parse(r#"counts["a > \"b"].n > X.n"#),
            Ok(vec![name("counts"), name("a > \"b"), name("n"), name("X"), name("n")])
        );
        let node = Step::Field { of: Some("Tree".into()), constructor: Some("Node".into()), field: "1".into() };
        let tuple = Step::Field { of: None, constructor: None, field: "0".into() };
        let entry = [name("Entry"), name("tree")];
        assert_eq!(
            parse("Entry.tree > Tree::Node.1 > [2] > (_, _).0"),
            Ok(entry.into_iter().chain([node, Step::Element(2), tuple]).collect())
        );
    }

    #[test]
    fn mistakes() {
        for (text, at) in [
            ("a..b", 2),
            ("a[", 2),
            ("a[01]", 2),
            ("a]", 1),
            ("a[\"x]", 2),
            ("a[-0]", 2),
            ("a['x]", 2),
            ("a b", 1),
            ("x > ... 3 more ... > y", 4),
        ] {
            assert_eq!(Path::parse(text).map_err(|error| error.at), Err(at), "{text}");
        }
        assert!(Path::parse("/a~2").is_err());
    }
}
