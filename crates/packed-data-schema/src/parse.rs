//! Parsing the text of a schema. The book's page on fingerprints has the grammar.
//!
//! The parser is one loop over the lines, and never goes back. It accepts exactly what the printer prints, with two
//! exceptions: it does not test whether two lines describe the same type, and names need not be those of Rust.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use packed_data::error::Printable;
use packed_data::{Fingerprint, Packable};

use crate::form::resolve;
use crate::schema::{Constructor, Enum, Field, Scalar, Schema, Struct, StructKind, Type, TypeIndex, VERSION};
use crate::steps;

impl Schema {
    /// The greatest number of bytes of the text of a schema: 1 MiB, which is enough for thousands of types. A longer
    /// text is not parsed; and no header of a file, of a store or of a message has one.
    ///
    /// ```
    /// use packed_data_schema::Schema;
    ///
    /// let text = " ".repeat(Schema::MAX_TEXT + 1);
    /// let error = Schema::parse(&text).unwrap_err();
    /// assert_eq!(error.message(), "expected at most 1048576 bytes, found 1048577");
    /// ```
    pub const MAX_TEXT: usize = 1 << 20;

    /// Returns the schema of `T`.
    ///
    /// # Panics
    ///
    /// If there is none: see [`try_of`](Self::try_of).
    pub fn of<T: Packable + ?Sized>() -> Self {
        match Self::try_of::<T>() {
            Ok(schema) => schema,
            Err(error) => panic!("the type has no usable schema: {error}"),
        }
    }

    /// Returns the schema of `T`.
    ///
    /// ```
    /// use packed_data_schema::Schema;
    ///
    /// assert_eq!(Schema::try_of::<u8>()?.to_string(), "packed-data schema 1\nu8\n");
    /// # Ok::<(), packed_data_schema::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The type contains a scalar that a newer version of `packed-data` has and this version of the crate does not
    /// know; the text of the schema is longer than [`MAX_TEXT`](Self::MAX_TEXT); or an implementation of [`Packable`]
    /// by hand states the same name for two fields or constructors of a type (a derived one cannot).
    pub fn try_of<T: Packable + ?Sized>() -> Result<Self, ParseError> {
        let mut schema = Self::of_description(&Fingerprint::description_of::<T>())?;
        for (of, name) in packed_data::__private::former_names::<T>() {
            schema.add_former_name(of, name.constructor, name.field, name.name.to_owned());
        }
        Ok(schema)
    }

    /// Returns the schema that the library has described. The library describes no types that do not exist: an unknown
    /// one is new.
    fn of_description(text: &str) -> Result<Self, ParseError> {
        Self::parse(text).map_err(|mut error| {
            if error.message.starts_with(NO_KIND) {
                error.message += ", a scalar that this version of packed-data-schema does not know";
            }
            error
        })
    }

    /// Parses the text of a schema, as [`Display`](fmt::Display) prints it.
    ///
    /// It takes time and memory proportional to the text, and a constant amount of stack.
    ///
    /// ```
    /// use packed_data_schema::Schema;
    ///
    /// let error = Schema::parse("packed-data schema 1\nsequence #1\nu7\n").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (3, 1));
    /// assert_eq!(error.to_string(), "line 3, column 1: expected the kind of a type, found `u7`");
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not that of a schema, or longer than [`MAX_TEXT`](Self::MAX_TEXT); the error has the line and the
    /// column.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (types, inner_first) = parse(text)?;
        let resolved = resolve(&types, &inner_first);
        Ok(Self::from_types(types, resolved))
    }
}

impl FromStr for Schema {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// The error of a text that is not a [`Schema`]: what was expected, what was found, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    column: usize,
    message: String,
}

impl ParseError {
    /// Returns the line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// Prints what `Display` prints.
impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for ParseError {}

/// The message about a line that begins with another word than all kinds of types.
const NO_KIND: &str = "expected the kind of a type";

/// What is wrong at an offset of the text.
struct Wrong {
    at: usize,
    message: Cow<'static, str>,
}

type Parsed<T> = Result<T, Wrong>;

/// Parses a text; returns its types, and their indices so that each comes after those that its values contain in place.
fn parse(text: &str) -> Result<(Vec<Type>, Vec<usize>), ParseError> {
    let mut parser = Parser { text, at: 0, mentioned: 0, last_reference: 0 };
    parser.schema().map_err(|Wrong { at, message }| {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        ParseError { line, column: 1 + before[start..].chars().count(), message: Printable(message).to_string() }
    })
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The greatest number of a line that was mentioned.
    mentioned: TypeIndex,
    /// Where the first mention of that line is.
    last_reference: usize,
}

impl<'t> Parser<'t> {
    fn schema(&mut self) -> Parsed<(Vec<Type>, Vec<usize>)> {
        let (most, found) = (Schema::MAX_TEXT, self.text.len());
        if found > most {
            return Err(Wrong { at: 0, message: format!("expected at most {most} bytes, found {found}").into() });
        }
        if !self.pass(VERSION) {
            let line: String = self.text.lines().next().unwrap_or_default().chars().take(24).collect();
            let found = if line.is_empty() { self.found() } else { format!("`{line}`") };
            return Err(self.wrong(format!("expected {VERSION}, found {found}")));
        }
        self.expect("\n")?;
        let (mut types, mut starts) = (Vec::new(), Vec::new());
        while self.at < self.text.len() {
            starts.push(self.at);
            let of = self.line(&types)?;
            types.push(of);
            self.expect("\n")?;
            if self.at < self.text.len() && (self.mentioned as usize) < types.len() {
                return Err(self.wrong("expected the end, since no type refers to another line, found more"));
            }
        }
        match types.len() {
            0 => Err(self.wrong("expected the line of a type, found the end")),
            len if len <= self.mentioned as usize => {
                let message = format!("expected the number of a line, found {} of {len} lines", self.mentioned);
                Err(Wrong { at: self.last_reference, message: message.into() })
            }
            _ => {
                let inner_first = require_finite(&types).map_err(|index| Wrong {
                    at: starts.get(index).copied().unwrap_or(0),
                    message: "expected a type of a finite size, found one whose values contain themselves".into(),
                })?;
                require_entries(&types).map_err(|(index, message)| Wrong {
                    at: starts.get(index).copied().unwrap_or(0),
                    message: message.into(),
                })?;
                Ok((types, inner_first))
            }
        }
    }

    fn wrong(&self, message: impl Into<Cow<'static, str>>) -> Wrong {
        Wrong { at: self.at, message: message.into() }
    }

    fn rest(&self) -> &'t str {
        steps::count(1);
        self.text.get(self.at..).unwrap_or("")
    }

    /// Passes `word`, or fails.
    fn expect(&mut self, word: &'static str) -> Parsed<()> {
        if self.pass(word) {
            return Ok(());
        }
        let expected = match word {
            "\n" => "a line feed",
            " " => "a space",
            other => other,
        };
        Err(self.wrong(format!("expected {expected}, found {}", self.found())))
    }

    /// Passes `word` if it comes next.
    fn pass(&mut self, word: &str) -> bool {
        let is = self.rest().starts_with(word);
        self.at += if is { word.len() } else { 0 };
        is
    }

    /// Returns what comes next, for a message.
    fn found(&self) -> String {
        let rest = self.rest();
        let word: String = rest.chars().take_while(|char| !char.is_whitespace()).take(24).collect();
        match rest.chars().next() {
            None => "the end".into(),
            Some('\n') => "a line feed".into(),
            Some(' ') => "a space".into(),
            Some(other) if word.is_empty() => format!("{other:?}"),
            Some(_) => format!("`{word}`"),
        }
    }

    /// Returns the word up to the next space or line feed, and passes it.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find([' ', '\n']).unwrap_or(rest.len());
        let word = &rest[..end];
        steps::count_bytes(end);
        self.at += end;
        word
    }

    fn line(&mut self, before: &[Type]) -> Parsed<Type> {
        let start = self.at;
        let word = self.word();
        if before.len() >= TypeIndex::MAX as usize - 1 {
            return Err(Wrong { at: start, message: "expected fewer lines".into() });
        }
        Ok(match word {
            "str" => Type::Text,
            "cbor" => Type::Cbor,
            "unknown" => Type::Unknown,
            "sequence" | "vector" => {
                Type::Sequence { element: self.spaced(Self::reference)?, is_vector: word == "vector" }
            }
            "sorted" => Type::Sorted { element: self.spaced(Self::reference)? },
            "array" => Type::Array { len: self.spaced(Self::number)?, element: self.spaced(Self::reference)? },
            "struct" => Type::Struct(self.record(StructKind::Struct)?),
            "tuple" => Type::Struct(self.record(StructKind::Tuple)?),
            "entry" => Type::Struct(self.record(StructKind::Entry)?),
            "enum" | "optional" => Type::Enum(self.choice(word == "optional")?),
            "with" => Type::With { name: self.spaced(Self::name)?, inner: self.spaced(Self::reference)? },
            _ => match Scalar::of_name(word) {
                Some(scalar) => Type::Scalar(scalar),
                None => {
                    self.at = start;
                    return Err(self.wrong(format!("{NO_KIND}, found {}", self.found())));
                }
            },
        })
    }

    /// Passes a space, then calls `parse`.
    fn spaced<T>(&mut self, parse: fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.expect(" ")?;
        parse(self)
    }

    fn number(&mut self) -> Parsed<u64> {
        let rest = self.rest();
        let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
        steps::count_bytes(end);
        let digits = &rest[..end];
        if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
            return Err(self.wrong(format!("expected a number, found {}", self.found())));
        }
        let Ok(number) = digits.parse() else {
            return Err(self.wrong("expected a number of 64 bits, found a larger one"));
        };
        self.at += end;
        Ok(number)
    }

    /// Parses a reference to a line. Lines are numbered in the order in which they are first mentioned.
    fn reference(&mut self) -> Parsed<TypeIndex> {
        let start = self.at;
        self.expect("#")?;
        let number = self.number()?;
        if number > u64::from(self.mentioned) + 1 {
            let message = format!("expected #0 to #{}, found #{number}", self.mentioned + 1);
            return Err(Wrong { at: start, message: message.into() });
        }
        let number = number as TypeIndex;
        if number > self.mentioned {
            (self.mentioned, self.last_reference) = (number, start);
        }
        Ok(number)
    }

    fn name(&mut self) -> Parsed<String> {
        let start = self.at;
        let len = self.number()?;
        self.expect(":")?;
        let name = usize::try_from(len).ok().and_then(|len| self.rest().get(..len));
        let Some(name) = name else {
            let message = format!("expected a name of {len} bytes, found fewer, or a part of a character");
            return Err(Wrong { at: start, message: message.into() });
        };
        steps::count_bytes(name.len());
        self.at += name.len();
        Ok(name.into())
    }

    /// Parses the marks after a name.
    fn marks(&mut self) -> (bool, bool) {
        let mut mark = |word: &str| self.pass(word);
        (mark(" extensible"), mark(" condition"))
    }

    fn record(&mut self, kind: StructKind) -> Parsed<Struct> {
        let name = self.spaced(Self::name)?;
        let (is_extensible, has_condition) = self.marks();
        let start = self.at;
        self.expect(" ")?;
        let fields = self.fields()?;
        if kind == StructKind::Entry && (fields.len() != 2 || fields.iter().any(|field| field.has_default)) {
            return Err(Wrong {
                at: start,
                message: "expected an entry of a key and a value, found other fields".into(),
            });
        }
        self.require_mark(is_extensible, fields.iter().any(|field| field.has_default), start)?;
        Ok(Struct { kind, name, is_extensible, has_condition, fields })
    }

    fn choice(&mut self, is_optional: bool) -> Parsed<Enum> {
        let name = self.spaced(Self::name)?;
        let (is_extensible, has_condition) = self.marks();
        let start = self.at;
        let count = self.spaced(Self::number)?;
        let (mut constructors, mut names) = (Vec::<Constructor>::new(), BTreeSet::new());
        for index in 0..count {
            self.expect(" ")?;
            let at = self.at;
            let is_other = self.pass("other ");
            if is_other && index + 1 < count {
                return Err(Wrong { at, message: "expected `other` before the last constructor only".into() });
            }
            let place = self.at;
            let name = self.name()?;
            if !names.insert(name.clone()) {
                return Err(duplicate(place, "constructor", &name));
            }
            self.expect(" ")?;
            let fields = self.fields()?;
            if is_other && (fields.len() != 1 || fields[0].has_default) {
                return Err(Wrong { at, message: "expected one field in the constructor for all others".into() });
            }
            constructors.push(Constructor { is_other, name, fields });
        }
        if u32::try_from(count).is_err() {
            return Err(Wrong { at: start, message: "expected fewer constructors".into() });
        }
        let is_option = matches!(&constructors[..], [none, some] if none.fields.is_empty() && !some.fields.is_empty());
        if is_optional && !is_option {
            let message = "expected two constructors of an optional value, only the second with fields, found others";
            return Err(Wrong { at: start, message: message.into() });
        }
        let is_open = constructors.iter().any(|of| of.is_other || of.fields.iter().any(|field| field.has_default));
        self.require_mark(is_extensible, is_open, start)?;
        Ok(Enum { is_optional, name, is_extensible, has_condition, constructors })
    }

    /// Fails if the mark `extensible` is missing.
    fn require_mark(&self, is_extensible: bool, is_open: bool, at: usize) -> Parsed<()> {
        if is_open && !is_extensible {
            return Err(Wrong { at, message: "expected `extensible`, since there is a `default` or `other`".into() });
        }
        Ok(())
    }

    fn fields(&mut self) -> Parsed<Vec<Field>> {
        let count = self.number()?;
        let (mut fields, mut names) = (Vec::<Field>::new(), BTreeSet::new());
        for _ in 0..count {
            self.expect(" ")?;
            let is_bare = self.pass("bare ");
            let at = self.at;
            let has_default = self.pass("default ");
            if !has_default && fields.last().is_some_and(|last| last.has_default) {
                return Err(Wrong { at, message: "expected `default`, as before the field before it".into() });
            }
            let tag = if self.pass("tag ") {
                let tag = self.number()?;
                self.expect(" ")?;
                Some(tag)
            } else {
                None
            };
            let place = self.at;
            let name = self.name()?;
            if !names.insert(name.clone()) {
                return Err(duplicate(place, "field", &name));
            }
            let of = self.spaced(Self::reference)?;
            fields.push(Field { is_bare, has_default, tag, name, of });
        }
        Ok(fields)
    }
}

fn duplicate(at: usize, what: &str, name: &str) -> Wrong {
    let name: String = name.chars().take(40).collect();
    Wrong { at, message: format!("expected another name, found a second {what} `{name}`").into() }
}

/// Returns the parts of a type that every value of it contains in place: a type that is such a part of itself has no
/// finite values, and Rust has no such type without a pointer, which leaves no bytes.
fn inline_parts(of: &Type) -> Vec<TypeIndex> {
    match of {
        Type::Struct(of) => of.fields.iter().map(|field| field.of).collect(),
        Type::Array { element, .. } => vec![*element],
        Type::With { inner, .. } => vec![*inner],
        _ => Vec::new(),
    }
}

/// Returns the indices of the types so that each comes after those that it contains in place. Fails with the index of
/// a type that contains itself in place.
fn require_finite(types: &[Type]) -> Result<Vec<usize>, usize> {
    order(types.len(), |index| types.get(index).map_or_else(Vec::new, inline_parts))
}

/// Returns the nodes of a graph so that each comes after those that it refers to.
///
/// # Errors
///
/// A node that refers to itself, perhaps by way of others.
pub(crate) fn order(count: usize, parts: impl Fn(usize) -> Vec<TypeIndex>) -> Result<Vec<usize>, usize> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let (mut state, mut sorted, mut stack) = (vec![NEW; count], Vec::with_capacity(count), Vec::new());
    for root in 0..count {
        if state[root] != NEW {
            continue;
        }
        state[root] = OPEN;
        stack.push((root, parts(root).into_iter()));
        while let Some((node, rest)) = stack.last_mut() {
            steps::count(1);
            let node = *node;
            match rest.next() {
                Some(part) => match state.get(part as usize) {
                    Some(&NEW) => {
                        state[part as usize] = OPEN;
                        stack.push((part as usize, parts(part as usize).into_iter()));
                    }
                    Some(&OPEN) => return Err(part as usize),
                    _ => {}
                },
                None => {
                    state[node] = DONE;
                    sorted.push(node);
                    stack.pop();
                }
            }
        }
    }
    Ok(sorted)
}

/// Fails unless the constructor for all others has one field that keeps them: `Unknown`, or an item of CBOR.
fn require_entries(types: &[Type]) -> Result<(), (usize, &'static str)> {
    for (index, of) in types.iter().enumerate() {
        if let Type::Enum(of) = of
            && let Some(other) = of.constructors.last().filter(|constructor| constructor.is_other)
            && !other
                .fields
                .iter()
                .all(|field| matches!(types.get(field.of as usize), Some(Type::Cbor | Type::Unknown)))
        {
            let message = "expected `unknown` or `cbor` in the constructor for all others, found another type";
            return Err((index, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program may use a newer version of the library, with scalars that this crate does not know.
    #[test]
    fn a_new_scalar_is_an_error_that_says_so() {
        let error = Schema::of_description("packed-data schema 1\nsequence #1\nu24\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3, column 1: expected the kind of a type, found `u24`, a scalar that this version of \
             packed-data-schema does not know"
        );
        let error = Schema::of_description("packed-data schema 1\nstruct 1:A 2 1:a #1 1:a #1\nu8\n").unwrap_err();
        assert!(error.message().starts_with("expected another name"), "{error}");
    }
}
