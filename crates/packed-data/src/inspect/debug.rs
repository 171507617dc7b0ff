//! `Debug`: the value as `#[derive(Debug)]` would print the owned one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Formatter, Write};
use core::time::Duration;

use packed_data_model::Scalar;

use super::walk::{Step, Walk, as_u64};
use crate::layout::reader::{Leaf, Parts, ScalarValue};
use crate::layout::{Access, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::schema::{Form, Schema, Show};
use crate::shape::{Field, Repeat, Sequence, SequenceKind, Shape, Style};
use crate::view::{Array, Map, MapView, Seq, Set, SetView, View};
use crate::wire::error::Names;

/// How many values are printed inside each other.
const DEPTH: usize = 32;
/// How many elements of a sequence are printed.
const ELEMENTS: usize = 100;
/// How many bytes of a text are printed.
const TEXT: usize = 1000;
/// How many values are printed; a text counts once more for every 32 bytes.
const VALUES: usize = 1000;
/// How many levels are indented; deeper ones are indented like the last of them. (A list of a million cells would take
/// terabytes of spaces otherwise.)
const INDENTED: usize = 64;

/// Prints the value as `#[derive(Debug)]` would print the owned one, except for what leaves no trace in the bytes, such
/// as the names of transparent newtypes.
///
/// `{:?}` prints at most 32 values inside each other, 100 elements of each sequence, 1,000 bytes of each text, and
/// 1,000 values; `..` takes the place of the rest. `{:#?}` prints everything, on lines that are indented up to 64
/// levels. Neither takes stack for each level. The book's page on seeing inside lists what is printed differently.
///
/// ```
/// use packed_data::{Packable, Packed};
///
/// #[derive(Debug, Packable)]
/// struct Entry {
///     name: String,
///     range: Option<std::ops::Range<u8>>,
/// }
///
/// let entry = Entry { name: "hi".into(), range: Some(0..5) };
/// let packed: Packed<Entry> = Packed::pack(&entry);
/// assert_eq!(format!("{packed:?}"), r#"Entry { name: "hi", range: Some(0..5) }"#);
/// assert_eq!(format!("{packed:#?}"), format!("{entry:#?}"));
/// ```
impl<T: Packable + ?Sized, L: Layout, B: Buffer> Debug for Packed<T, L, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(Walk::value::<L>(self.as_bytes(), T::packed_schema()), f)
    }
}

/// Prints the value as that of [`Packed`] does.
impl<T: Packable<As = T> + ?Sized, L: Access> Debug for View<'_, T, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(Walk::value::<L::Layout>(self.bytes(), T::packed_schema()), f)
    }
}

/// Prints the elements as those of a [`Packed`] sequence.
impl<T: Field, L: Access> Debug for Seq<'_, T, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(Walk::elements::<L::Layout>(self.element_bytes(), const { &<Sequence<T> as Shape>::SCHEMA }), f)
    }
}

/// Prints the elements that the iterator has not returned.
impl<T: Field, const N: usize, L: Access> Debug for Array<'_, T, N, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(Walk::elements::<L::Layout>(self.element_bytes(), const { &<Repeat<T, N> as Shape>::SCHEMA }), f)
    }
}

/// Prints the entries as those of a [`Packed`] map.
impl<K: Packable, V: Packable, L: Access> Debug for MapView<'_, K, V, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(Walk::elements::<L::Layout>(self.as_entries().element_bytes(), Map::<K, V>::packed_schema()), f)
    }
}

/// Prints the elements as those of a [`Packed`] set.
impl<T: Packable, L: Access> Debug for SetView<'_, T, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(Walk::elements::<L::Layout>(self.as_elements().element_bytes(), Set::<T>::packed_schema()), f)
    }
}

/// For code that the derive emits: prints constructor `tag` of a type with these names, with the views of its fields.
#[cold]
pub fn debug_fields(f: &mut Formatter<'_>, names: &'static Names, tag: usize, fields: &[&dyn Debug]) -> fmt::Result {
    let constructor = names.constructors.get(tag);
    let name = constructor.map(|constructor| constructor.name).filter(|name| !name.is_empty()).unwrap_or(names.name);
    if !Schema::has_named_fields(constructor) {
        let mut tuple = f.debug_tuple(name);
        fields.iter().for_each(|field| {
            tuple.field(field);
        });
        return tuple.finish();
    }
    let mut fields_of = f.debug_struct(name);
    let names = constructor.map_or(&[][..], |constructor| constructor.fields);
    names.iter().zip(fields).for_each(|(name, field)| {
        fields_of.field(name, field);
    });
    fields_of.finish()
}

/// What is printed around the parts of a value.
#[derive(Clone, Copy)]
enum Look {
    /// A name alone.
    Name(&'static str),
    /// A name, and fields with names in braces.
    Braces(&'static str, &'static [&'static str]),
    /// A name, which may be empty, and fields in parentheses. The flag is set for a tuple of one field.
    Parentheses(&'static str, bool),
    /// Elements in brackets.
    List,
    /// Elements or entries in braces.
    Set,
    /// A key and a value.
    Entry,
    /// Two parts with a text between them.
    Between(&'static str),
    /// The only part.
    Through,
}

impl Look {
    /// Returns what is printed around the parts of a value that was just opened.
    fn of(parts: &Parts) -> Self {
        match parts.schema().show {
            Show::Between(text, _) => return Self::Between(text),
            Show::Through => return Self::Through,
            _ => {}
        }
        match (parts.schema().form, parts.schema().style) {
            (Form::Sequence(_, SequenceKind::Set), _) => return Self::Set,
            (Form::Array(..) | Form::Sequence(..), _) => return Self::List,
            (_, Style::Entry) => return Self::Entry,
            (_, Style::Tuple) => {
                return match parts.left() {
                    Some(0) => Self::Name("()"),
                    left => Self::Parentheses("", left == Some(1)),
                };
            }
            _ => {}
        }
        let Some((names, constructor, _)) = parts.schema().constructor(parts.tag()) else { return Self::Through };
        let of_constructor = constructor.map(|constructor| constructor.name).filter(|name| !name.is_empty());
        let name = of_constructor.unwrap_or(names.name);
        match constructor {
            _ if parts.left() == Some(0) => Self::Name(name),
            Some(constructor) if Schema::has_named_fields(Some(constructor)) => Self::Braces(name, constructor.fields),
            _ => Self::Parentheses(name, false),
        }
    }

    /// Returns whether the parts are on lines of their own in pretty output.
    fn is_indented(self) -> bool {
        matches!(self, Self::Braces(..) | Self::Parentheses(..) | Self::List | Self::Set)
    }
}

/// A value that was opened: what is printed around its parts, and after it.
struct Open {
    look: Look,
    after: &'static str,
    /// How many parts were printed.
    count: usize,
}

/// The state of printing.
struct Printer<'f, 'g> {
    f: &'f mut Formatter<'g>,
    /// Whether everything is printed, on lines of their own.
    is_pretty: bool,
    open: Vec<Open>,
    /// How many of `open` are indented.
    indented: usize,
    /// How many values may still be printed.
    values: usize,
}

/// Prints what `walk` walks over.
fn print(mut walk: Walk<'_>, f: &mut Formatter<'_>) -> fmt::Result {
    let is_pretty = f.alternate();
    let mut printer = Printer { f, is_pretty, open: Vec::new(), indented: 0, values: VALUES };
    if let Some(parts) = walk.stack.last() {
        let look = Look::of(parts);
        printer.begin(look, "")?;
    }
    printer.run(&mut walk)
}

impl Printer<'_, '_> {
    /// Prints all that is left of a walk.
    fn run(&mut self, walk: &mut Walk<'_>) -> fmt::Result {
        let base = self.open.len().saturating_sub(walk.stack.len());
        loop {
            // (Validated bytes are never malformed.)
            let step = walk.step().map_err(|_| fmt::Error)?;
            match step {
                Step::Part(part) => {
                    let has_parts =
                        !matches!(part.schema.form, Form::Scalar(..) | Form::Text | Form::Raw | Form::Unknown);
                    if self.is_too_long() {
                        self.separate()?;
                        self.f.write_str("..")?;
                        let Some(open) = self.open.last() else { return Err(fmt::Error) };
                        if self.values == 0 || walk.stack.iter().rev().skip(1).all(Parts::is_over) {
                            return self.abandon(walk, base);
                        }
                        debug_assert!(open.look.is_indented());
                        walk.skip().map_err(|_| fmt::Error)?;
                        // (No part begins now, so this goes to the end of the sequence.)
                        walk.skip().map_err(|_| fmt::Error)?;
                        self.end(false)?;
                        continue;
                    }
                    self.separate()?;
                    if !self.is_pretty && has_parts && self.open.len() >= DEPTH {
                        self.f.write_str("..")?;
                        if walk.is_at_last() {
                            return self.abandon(walk, base);
                        }
                        walk.skip().map_err(|_| fmt::Error)?;
                    }
                }
                Step::Absent(schema, default) => {
                    let bytes = default();
                    // (A default was packed with all fields, so this calls itself only once.)
                    self.run(&mut walk.over_default(&bytes, schema))?;
                }
                Step::Leaf(schema) => self.leaf(schema, walk.leaf())?,
                Step::Open => self.open(walk)?,
                Step::Close => self.end(true)?,
                Step::End => return Ok(()),
            }
        }
    }

    /// Returns whether the next part is not printed because there are too many before it.
    fn is_too_long(&self) -> bool {
        let Some(Open { look, count, .. }) = self.open.last() else { return false };
        let is_list = matches!(look, Look::List | Look::Set);
        !self.is_pretty && (self.values == 0 || is_list && *count >= ELEMENTS)
    }

    /// Ends all open values of a walk, of which nothing more is printed.
    fn abandon(&mut self, walk: &Walk<'_>, base: usize) -> fmt::Result {
        let mut is_innermost = true;
        for parts in walk.stack.iter().rev() {
            if !is_innermost && !parts.is_over() && self.open.last().is_some_and(|open| open.look.is_indented()) {
                self.f.write_str(", ..")?;
            }
            is_innermost = false;
            self.end(true)?;
        }
        debug_assert_eq!(self.open.len(), base);
        Ok(())
    }

    /// Prints what precedes the next part of the innermost open value.
    fn separate(&mut self) -> fmt::Result {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let index = open.count;
        open.count += 1;
        let (look, is_first) = (open.look, index == 0);
        match look {
            Look::Entry if !is_first => return self.f.write_str(": "),
            Look::Between(text) if !is_first => return self.f.write_str(text),
            Look::Entry | Look::Between(_) | Look::Through | Look::Name(_) => return Ok(()),
            _ => {}
        }
        match (self.is_pretty, is_first) {
            (true, true) => self.line()?,
            (true, false) => {
                self.f.write_str(",")?;
                self.line()?;
            }
            (false, true) if matches!(look, Look::Braces(..)) => self.f.write_str(" ")?,
            (false, true) => {}
            (false, false) => self.f.write_str(", ")?,
        }
        match look {
            Look::Braces(_, names) => {
                match names.get(index) {
                    Some(name) => self.f.write_str(name)?,
                    None => write!(self.f, "{index}")?,
                }
                self.f.write_str(": ")
            }
            _ => Ok(()),
        }
    }

    /// Begins a line in pretty output.
    fn line(&mut self) -> fmt::Result {
        static LINE: [u8; 1 + 4 * INDENTED] = {
            let mut line = [b' '; 1 + 4 * INDENTED];
            line[0] = b'\n';
            line
        };
        let line = LINE.get(..1 + 4 * self.indented.min(INDENTED)).unwrap_or_default();
        self.f.write_str(core::str::from_utf8(line).unwrap_or_default())
    }

    /// Prints the beginning of the value that was just opened; the whole value, if it is shown in its own way.
    fn open(&mut self, walk: &mut Walk<'_>) -> fmt::Result {
        self.values = self.values.saturating_sub(1);
        let Some(parts) = walk.stack.last() else { return Err(fmt::Error) };
        let (show, look) = (parts.schema().show, Look::of(parts));
        match show {
            Show::As(text) => {
                walk.skip().map_err(|_| fmt::Error)?;
                self.f.write_str(text)
            }
            Show::Scalars(text) => text(&walk.scalars().map_err(|_| fmt::Error)?, self.f),
            Show::Around(before, after, ..) => {
                self.f.write_str(before)?;
                self.begin(look, after)
            }
            Show::AsPacked | Show::Between(..) | Show::Through => self.begin(look, ""),
        }
    }

    /// Prints what precedes the parts of a value.
    fn begin(&mut self, look: Look, after: &'static str) -> fmt::Result {
        match look {
            Look::Name(name) => self.f.write_str(name)?,
            Look::Braces(name, _) => write!(self.f, "{name} {{")?,
            Look::Parentheses(name, _) => write!(self.f, "{name}(")?,
            Look::List => self.f.write_char('[')?,
            Look::Set => self.f.write_char('{')?,
            Look::Entry | Look::Between(_) | Look::Through => {}
        }
        self.indented += usize::from(look.is_indented());
        self.open.push(Open { look, after, count: 0 });
        Ok(())
    }

    /// Prints what follows the parts of the innermost open value. The flag says whether all parts were printed.
    fn end(&mut self, is_whole: bool) -> fmt::Result {
        let Some(Open { look, after, count }) = self.open.pop() else { return Ok(()) };
        self.indented -= usize::from(look.is_indented());
        if self.is_pretty && count > 0 && look.is_indented() {
            self.f.write_char(',')?;
            self.line()?;
        }
        match look {
            Look::Braces(..) if self.is_pretty => self.f.write_char('}')?,
            Look::Braces(..) => self.f.write_str(" }")?,
            Look::Parentheses(_, true) if !self.is_pretty && is_whole => self.f.write_str(",)")?,
            Look::Parentheses(..) => self.f.write_char(')')?,
            Look::List => self.f.write_char(']')?,
            Look::Set => self.f.write_char('}')?,
            Look::Name(_) | Look::Entry | Look::Between(_) | Look::Through => {}
        }
        self.f.write_str(after)
    }

    /// Prints a value without parts.
    fn leaf(&mut self, schema: &Schema, leaf: &Leaf<'_>) -> fmt::Result {
        self.values = self.values.saturating_sub(1);
        if let (Show::Scalars(text), Leaf::Scalar(value)) = (schema.show, leaf) {
            return text(&[as_u64(*value)], self.f);
        }
        let (before, after) = match schema.show {
            Show::Around(before, after, ..) => (before, after),
            _ => ("", ""),
        };
        self.f.write_str(before)?;
        match leaf {
            Leaf::Scalar(value) => self.scalar(schema, *value)?,
            Leaf::Text(text) => self.text(text)?,
            Leaf::Raw(bytes) => self.raw(bytes)?,
            Leaf::Unknown(bytes) => write!(self.f, "Unknown({bytes:02x?})")?,
        }
        self.f.write_str(after)
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        if self.is_pretty || text.len() <= TEXT {
            self.values = self.values.saturating_sub(text.len() / 32);
            return text.fmt(self.f);
        }
        self.values = self.values.saturating_sub(TEXT / 32);
        beginning(text, TEXT).fmt(self.f)?;
        self.f.write_str("..")
    }

    fn raw(&mut self, bytes: &[u8]) -> fmt::Result {
        let text = diagnostic(bytes)?;
        self.f.write_str("Raw(")?;
        if self.is_pretty || text.len() <= TEXT {
            self.f.write_str(&text)?;
        } else {
            self.f.write_str(beginning(&text, TEXT))?;
            self.f.write_str("..")?;
        }
        self.f.write_str(")")
    }

    fn scalar(&mut self, schema: &Schema, value: ScalarValue) -> fmt::Result {
        match value {
            ScalarValue::Time(seconds, nanoseconds) => self.time(seconds, nanoseconds),
            value => write_scalar(self.f, schema, value),
        }
    }

    /// Prints a time, as `SystemTime` prints itself on most machines.
    fn time(&mut self, seconds: i64, nanoseconds: u32) -> fmt::Result {
        self.begin(Look::Braces("SystemTime", &["tv_sec", "tv_nsec"]), "")?;
        self.separate()?;
        seconds.fmt(self.f)?;
        self.separate()?;
        nanoseconds.fmt(self.f)?;
        self.end(true)
    }
}

/// Returns the first `most` bytes of a text, without a part of a character.
fn beginning(text: &str, most: usize) -> &str {
    (0..=most.min(text.len())).rev().find_map(|len| text.get(..len)).unwrap_or_default()
}

/// Returns an item of CBOR in diagnostic notation.
#[cfg(feature = "cbor")]
pub(super) fn diagnostic(bytes: &[u8]) -> Result<String, fmt::Error> {
    packed_data_cbor::to_diagnostic(bytes).map_err(|_| fmt::Error)
}

/// Returns bytes as text.
#[cfg(not(feature = "cbor"))]
pub(super) fn diagnostic(bytes: &[u8]) -> Result<String, fmt::Error> {
    Ok(alloc::format!("{bytes:?}"))
}

/// Prints a scalar of this type, as the type prints itself.
fn write_scalar(f: &mut Formatter<'_>, of: &Schema, value: ScalarValue) -> fmt::Result {
    match value {
        ScalarValue::Unsigned(value) => value.fmt(f),
        // (Hexadecimal digits depend on the width.)
        ScalarValue::Signed(value) => match of.form {
            Form::Scalar(Scalar::I8, _) => (value as i8).fmt(f),
            Form::Scalar(Scalar::I16, _) => (value as i16).fmt(f),
            Form::Scalar(Scalar::I32, _) => (value as i32).fmt(f),
            Form::Scalar(Scalar::I64, _) => (value as i64).fmt(f),
            _ => value.fmt(f),
        },
        ScalarValue::F32(value) => value.fmt(f),
        ScalarValue::F64(value) => value.fmt(f),
        ScalarValue::Bool(value) => value.fmt(f),
        ScalarValue::Char(value) => value.fmt(f),
        ScalarValue::Duration(seconds, nanoseconds) => Duration::new(seconds, nanoseconds).fmt(f),
        ScalarValue::Time(seconds, nanoseconds) => write!(f, "{seconds} s + {nanoseconds} ns"),
    }
}
