//! Dumps: the bytes of a value beside its fields.

use core::fmt::{self, Debug, Display, Formatter};

use packed_data_model::dump::{self, Elements, Ink, Lines, Output};

use super::debug::diagnostic;
use super::walk::{Step, Walk};
use crate::layout::Layout;
use crate::layout::reader::{HeadKind, Input, Leaf, Parts};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::schema::{Form, Schema};
use crate::wire::error::{Error, PathSegment, write_path};

/// The annotated bytes of a value, as lines of text: [`Packed::dump`] returns it, and [`Dump::of_bytes`] for
/// bytes that may be invalid.
///
/// Each line has an offset, up to 16 bytes in hexadecimal, and what they are: the path of the field, then its type and
/// value, or what the layout stores there (a tag, a size, a count). Bytes that continue those of the line before it
/// have no text. Every byte is on exactly one line; a value without bytes is on none. The book's page on seeing inside
/// explains each kind of line, that on paths the paths.
///
/// To write it takes time linear in the bytes, and memory for the values that are open at the same time.
#[derive(Clone)]
pub struct Dump<'b> {
    input: Input<'b>,
    schema: &'static Schema,
    error: Option<Error>,
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Returns the bytes of the value beside its fields, to be displayed.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Entry {
    ///     name: String,
    ///     scores: Vec<Option<u16>>,
    ///     number: i32,
    /// }
    ///
    /// let entry = Entry { name: "hi".into(), scores: vec![Some(500), None], number: -1 };
    /// let packed = Packed::<Entry, Indexed>::pack(&entry);
    /// let dump = r#"
    ///  0  ff ff ff ff                                      Entry.number: i32 = -1
    ///  4  02                                               Entry.name: length = 2
    ///  5  68 69                                            Entry.name: str = "hi"
    ///  7  08                                               Entry.scores: count = 2
    ///  8  03 04                                            Entry.scores: ends
    /// 10  01                                               Entry.scores > [0]: tag = 1 (Some)
    /// 11  f4 01                                            Entry.scores > [0] > Option::Some.0: u16 = 500
    /// 13  00                                               Entry.scores > [1]: tag = 0 (None)
    /// "#;
    /// assert_eq!(format!("\n{}", packed.dump()), dump);
    /// ```
    pub fn dump(&self) -> Dump<'_> {
        let input = Input { by_address: true, ..Input::of::<L>(self.as_bytes()) };
        Dump { input, schema: T::packed_schema(), error: None }
    }
}

impl<'b> Dump<'b> {
    /// Returns the annotated bytes of a `T` in layout `L` that may be invalid: the fields up to the error, the error,
    /// and the bytes from there on.
    ///
    /// The bytes are validated within the default limits.
    ///
    /// ```
    /// use packed_data::{Compact, Dump};
    ///
    /// let dump = Dump::of_bytes::<(u8, bool, u8), Compact>(&[1, 7, 2]);
    /// let text = "\
    /// 0  01                                               (_, _, _).0: u8 = 1
    /// 1  07 02
    ///    ^^ invalid bool: expected 0 or 1, found 7, at byte 1 in (_, _, _).1
    /// ";
    /// assert_eq!(dump.to_string(), text);
    /// assert!(dump.error().is_some_and(|error| error.offset() == 1));
    /// ```
    pub fn of_bytes<T: Packable + ?Sized, L: Layout>(bytes: &'b [u8]) -> Self {
        let error = Packed::<T, L, &[u8]>::from_bytes(bytes).err();
        Self { input: Input { by_address: true, ..Input::of::<L>(bytes) }, schema: T::packed_schema(), error }
    }

    /// Returns why the bytes are not a value; `None` if they are.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

/// Prints what `Display` prints.
impl Debug for Dump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for Dump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::new(Plain(f), self.input.bytes, 0);
        let until = self.error.as_ref().map_or(usize::MAX, Error::offset);
        parts(&mut lines, &mut Walk::of(self.input, self.schema), until)?;
        self.error.as_ref().map_or(Ok(()), |error| lines.invalid(error.offset(), error))
    }
}

/// An output without colours.
struct Plain<'f, 'g>(&'f mut Formatter<'g>);

impl Output for Plain<'_, '_> {
    type Error = fmt::Error;

    fn put(&mut self, _: Ink, text: &dyn Display) -> fmt::Result {
        write!(self.0, "{text}")
    }
}

type PlainLines<'f, 'g, 'b> = Lines<'b, Plain<'f, 'g>>;

/// Writes all parts that end at offset `until` at the latest.
fn parts(lines: &mut PlainLines<'_, '_, '_>, walk: &mut Walk<'_>, until: usize) -> fmt::Result {
    while walk.at < until {
        let Ok(step) = walk.step() else { return Ok(()) };
        // How many open values are on the path of the value, or of the part, to which the bytes belong.
        let depth = match step {
            Step::Open => walk.stack.len().saturating_sub(1),
            _ => walk.stack.len(),
        };
        for head in walk.heads() {
            if head.end > until {
                return Ok(());
            }
            // (A cell belongs to the sequence, not to the element after it.)
            let is_cell = head.kind == HeadKind::Cell && matches!(step, Step::Part(_));
            let path = PathOf(walk.stack.get(..depth - usize::from(is_cell)).unwrap_or_default());
            let opened = if matches!(step, Step::Open) { walk.stack.last() } else { None };
            let ink = head.ink();
            match opened.and_then(|parts| parts.schema().constructor(parts.tag())?.1) {
                Some(constructor) if head.kind == HeadKind::Tag && !constructor.name.is_empty() => {
                    lines.write(head.end, &path, ink, &format_args!("{head} ({})", constructor.name))?;
                }
                _ => lines.write(head.end, &path, ink, head)?,
            }
        }
        match step {
            Step::Leaf(..) if walk.at > until => return Ok(()),
            Step::Leaf(schema) => leaf(lines, walk, schema)?,
            Step::Open => elements(lines, walk, until)?,
            Step::End => return Ok(()),
            Step::Part(_) | Step::Absent(..) | Step::Close => {}
        }
    }
    Ok(())
}

/// Writes a value without parts.
fn leaf(lines: &mut PlainLines<'_, '_, '_>, walk: &Walk<'_>, schema: &Schema) -> fmt::Result {
    let item;
    let shown = match walk.leaf() {
        Leaf::Scalar(value) => dump::Leaf::Scalar(*value),
        Leaf::Text(text) => dump::Leaf::Text(text),
        // (After an error that is reported at a later byte, it may be no item.)
        Leaf::Raw(bytes) => match diagnostic(bytes) {
            Ok(text) => {
                item = text;
                dump::Leaf::Item(&item)
            }
            Err(_) => dump::Leaf::Bytes(bytes.len()),
        },
        Leaf::Unknown(bytes) => dump::Leaf::Bytes(bytes.len()),
    };
    lines.write(walk.at, &PathOf(&walk.stack), Ink::Value, &format_args!("{} = {shown}", type_name(schema)))
}

/// Writes the elements of the innermost open value together, if they are of one byte each, side by side.
fn elements(lines: &mut PlainLines<'_, '_, '_>, walk: &mut Walk<'_>, until: usize) -> fmt::Result {
    walk.take_empty();
    let Some((bytes, schema)) = walk.take_bytes(until) else { return Ok(()) };
    let outer = walk.stack.split_last().map_or(&[][..], |(_, outer)| outer);
    let value = |byte: u8| match schema.form {
        Form::Scalar(scalar, _) => scalar.value(byte.into()),
        _ => None,
    };
    lines.write(walk.at, &PathOf(outer), Ink::Value, &Elements { name: type_name(schema), bytes, value: &value })
}

/// The path of a value inside these open values, and a colon; nothing for the whole value.
struct PathOf<'w>(&'w [Parts]);

impl Display for PathOf<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(outer) = self;
        if outer.is_empty() {
            return Ok(());
        }
        write_path(f, outer.len(), |depth| outer.get(depth).map(segment))?;
        f.write_str(": ")
    }
}

/// Returns the segment of a path that leads to the latest part of an open value.
fn segment(parts: &Parts) -> PathSegment {
    let index = parts.index().saturating_sub(1);
    match parts.schema().constructor(parts.tag()) {
        Some((names, ..)) => PathSegment::field(names, parts.tag(), u32::try_from(index).unwrap_or(u32::MAX)),
        None => PathSegment::element(index),
    }
}

/// Returns the name of the type of a value without parts.
fn type_name(schema: &Schema) -> &'static str {
    match schema.form {
        Form::Scalar(_, expected) => expected.split(':').next().unwrap_or_default(),
        Form::Raw => "cbor",
        Form::Unknown => "unknown",
        _ => "str",
    }
}
