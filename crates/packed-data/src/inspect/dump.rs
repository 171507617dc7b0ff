//! Dumps: the bytes of a value beside its fields.

use core::fmt::{self, Debug, Display, Formatter, Write};

use super::debug::{beginning, diagnostic, write_scalar};
use super::walk::{Step, Walk};
use crate::layout::Layout;
use crate::layout::reader::{Head, HeadKind, Input, Leaf, Parts};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::schema::{Form, Schema};
use crate::wire::error::{Error, PathSegment, write_path};
use crate::wire::steps;

/// How many bytes are on a line.
const BYTES: usize = 16;
const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// How many bytes of a text are shown.
const TEXT: usize = 64;

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
        let bytes = self.input.bytes;
        let until = self.error.as_ref().map_or(usize::MAX, Error::offset);
        let width = bytes.len().saturating_sub(1).checked_ilog10().map_or(1, |log| log as usize + 1);
        let mut lines = Lines { f, bytes, width, at: 0 };
        lines.parts(&mut Walk::of(self.input, self.schema), until)?;
        let Some(error) = &self.error else { return Ok(()) };
        // The bytes of the invalid part that precede the error.
        lines.write(error.offset().min(bytes.len()), None)?;
        let first = (lines.at + BYTES).min(bytes.len());
        lines.write(first, None)?;
        writeln!(lines.f, "{:width$}  ^^ {error}", "")?;
        lines.write(bytes.len(), None)
    }
}

/// The lines of a dump, while they are written.
struct Lines<'f, 'g, 'b> {
    f: &'f mut Formatter<'g>,
    bytes: &'b [u8],
    /// The width of offsets, in digits.
    width: usize,
    /// The offset of the next byte.
    at: usize,
}

/// Writes the text beside bytes.
type Text<'t> = &'t dyn Fn(&mut Formatter<'_>) -> fmt::Result;

impl Lines<'_, '_, '_> {
    /// Writes all parts that end at offset `until` at the latest.
    fn parts(&mut self, walk: &mut Walk<'_>, until: usize) -> fmt::Result {
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
                self.head(head, walk, depth - usize::from(is_cell), &step)?;
            }
            match step {
                Step::Leaf(..) if walk.at > until => return Ok(()),
                Step::Leaf(schema) => self.write(
                    walk.at,
                    Some(&|f| {
                        write_path_of(f, &walk.stack)?;
                        write!(f, "{} = ", type_name(schema))?;
                        write_leaf(f, schema, walk.leaf())
                    }),
                )?,
                Step::Open => self.elements(walk, until)?,
                Step::End => return Ok(()),
                Step::Part(_) | Step::Absent(..) | Step::Close => {}
            }
        }
        Ok(())
    }

    /// Writes the elements of the innermost open value together, if they are of one byte each, side by side.
    fn elements(&mut self, walk: &mut Walk<'_>, until: usize) -> fmt::Result {
        walk.take_empty();
        let Some((bytes, schema)) = walk.take_bytes(until) else { return Ok(()) };
        let outer = walk.stack.split_last().map_or(&[][..], |(_, outer)| outer);
        self.write(
            walk.at,
            Some(&|f| {
                write_path_of(f, outer)?;
                write!(f, "{} of {} = [", bytes.len(), type_name(schema))?;
                for (index, byte) in bytes.iter().take(BYTES).enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    if let Form::Scalar(scalar, _) = schema.form
                        && let Some(value) = scalar.value((*byte).into())
                    {
                        write_scalar(f, schema, value)?;
                    }
                }
                f.write_str(if bytes.len() > BYTES { ", ..]" } else { "]" })
            }),
        )
    }

    /// Writes bytes that belong to no part. The path is that of a value inside the first `depth` open values.
    fn head(&mut self, head: &Head, walk: &Walk<'_>, depth: usize, step: &Step) -> fmt::Result {
        self.write(
            head.end,
            Some(&|f| {
                write_path_of(f, walk.stack.get(..depth).unwrap_or_default())?;
                Display::fmt(head, f)?;
                let opened = if matches!(step, Step::Open) { walk.stack.last() } else { None };
                match opened.and_then(|parts| parts.schema().constructor(parts.tag())?.1) {
                    Some(constructor) if head.kind == HeadKind::Tag && !constructor.name.is_empty() => {
                        write!(f, " ({})", constructor.name)
                    }
                    _ => Ok(()),
                }
            }),
        )
    }

    /// Writes the bytes up to offset `end`, with a text beside the first of them.
    fn write(&mut self, end: usize, mut text: Option<Text<'_>>) -> fmt::Result {
        for line in self.bytes.get(self.at..end).unwrap_or_default().chunks(BYTES) {
            steps::count(1);
            write!(self.f, "{:>width$} ", self.at, width = self.width)?;
            let mut digits = [b' '; 3 * BYTES + 2];
            for (place, byte) in digits.chunks_exact_mut(3).zip(line) {
                let digit = |value: u8| DIGITS[usize::from(value & 0xF)];
                place.copy_from_slice(&[b' ', digit(byte >> 4), digit(*byte)]);
            }
            self.at += line.len();
            let text = text.take();
            let shown = if text.is_some() { digits.len() } else { 3 * line.len() };
            self.f.write_str(digits.get(..shown).and_then(|digits| str::from_utf8(digits).ok()).unwrap_or_default())?;
            text.map_or(Ok(()), |text| text(self.f))?;
            self.f.write_char('\n')?;
        }
        Ok(())
    }
}

/// Writes the path of a value inside these open values, and a colon; nothing for the whole value.
fn write_path_of(f: &mut Formatter<'_>, outer: &[Parts]) -> fmt::Result {
    if outer.is_empty() {
        return Ok(());
    }
    write_path(f, outer.len(), |depth| outer.get(depth).map(segment))?;
    f.write_str(": ")
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

/// Writes the value of a leaf.
fn write_leaf(f: &mut Formatter<'_>, of: &Schema, leaf: &Leaf<'_>) -> fmt::Result {
    match leaf {
        Leaf::Scalar(value) => write_scalar(f, of, *value),
        Leaf::Text(text) => {
            let shown = beginning(text, TEXT);
            write!(f, "{shown:?}{}", if shown.len() < text.len() { ".." } else { "" })
        }
        Leaf::Raw(bytes) => {
            // (After an error that is reported at a later byte, it may be no item.)
            let Ok(text) = diagnostic(bytes) else { return write!(f, "{} bytes", bytes.len()) };
            let shown = beginning(&text, TEXT);
            write!(f, "{shown}{}", if shown.len() < text.len() { ".." } else { "" })
        }
        Leaf::Unknown(bytes) => write!(f, "{} bytes", bytes.len()),
    }
}
