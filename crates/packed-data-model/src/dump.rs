//! The form of a dump: bytes in hexadecimal, each line with its offset, beside what they are. The library's `dump` and
//! the command's `hex` find out what the bytes are, and print it in this form.

use core::fmt::{self, Display};

use crate::visit::{Head, HeadKind, ScalarValue};

/// How many bytes are on a line.
const BYTES: usize = 16;
/// How many bytes of a text are shown.
const TEXT: usize = 64;

/// What a text in a line is, for an output that has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The offset of a line, or bytes that the type does not know.
    Faint,
    /// The path of a value.
    Path,
    /// A tag.
    Tag,
    /// A size, a count, a length or a table.
    Size,
    /// The value of a leaf.
    Value,
    /// What is wrong with the bytes.
    Error,
}

/// Where a dump is written.
pub trait Output {
    /// Why writing failed.
    type Error;

    /// Writes a text.
    ///
    /// # Errors
    ///
    /// Writing failed.
    fn put(&mut self, ink: Ink, text: &dyn Display) -> Result<(), Self::Error>;
}

/// The lines of a dump, while they are written.
#[derive(Debug)]
pub struct Lines<'b, O> {
    out: O,
    bytes: &'b [u8],
    /// The width of offsets, in digits.
    width: usize,
    /// The offset of the next byte.
    at: usize,
}

impl<'b, O: Output> Lines<'b, O> {
    /// Begins the lines of the bytes from offset `at` on.
    pub fn new(out: O, bytes: &'b [u8], at: usize) -> Self {
        let width = bytes.len().saturating_sub(1).checked_ilog10().map_or(1, |log| log as usize + 1);
        Self { out, bytes, width, at }
    }

    /// Writes the bytes up to the offset `end`; beside the first of them their path, which may be empty, and what they
    /// are.
    ///
    /// # Errors
    ///
    /// Writing failed.
    pub fn write(&mut self, end: usize, path: &dyn Display, ink: Ink, what: &dyn Display) -> Result<(), O::Error> {
        self.lines(end, Some((path, ink, what)))
    }

    /// Writes all other bytes of a value that is invalid at the offset `at`, and what is wrong below the byte there.
    ///
    /// # Errors
    ///
    /// Writing failed.
    pub fn invalid(&mut self, at: usize, error: &dyn Display) -> Result<(), O::Error> {
        // The bytes of the invalid part that precede the error.
        self.lines(at.min(self.bytes.len()), None)?;
        let first = (self.at + BYTES).min(self.bytes.len());
        self.lines(first, None)?;
        self.out.put(Ink::Path, &format_args!("{:1$}  ", "", self.width))?;
        self.out.put(Ink::Error, &format_args!("^^ {error}"))?;
        self.out.put(Ink::Path, &'\n')?;
        self.lines(self.bytes.len(), None)
    }

    fn lines(&mut self, end: usize, mut text: Option<(&dyn Display, Ink, &dyn Display)>) -> Result<(), O::Error> {
        let ink = text.map_or(Ink::Path, |(_, ink, _)| ink);
        for line in self.bytes.get(self.at..end).unwrap_or_default().chunks(BYTES) {
            crate::steps::count(1);
            self.out.put(Ink::Faint, &format_args!("{:>1$} ", self.at, self.width))?;
            self.out.put(ink, &Digits(line))?;
            self.at += line.len();
            if let Some((path, ink, what)) = text.take() {
                let pad = 3 * (BYTES - line.len()) + 2;
                self.out.put(Ink::Path, &format_args!("{:pad$}{path}", ""))?;
                self.out.put(ink, what)?;
            }
            self.out.put(Ink::Path, &'\n')?;
        }
        Ok(())
    }
}

/// The bytes of a line in hexadecimal, each after a space.
struct Digits<'b>(&'b [u8]);

impl Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // (Measured: formatted one by one, the digits took a third of the instructions of a dump.)
        let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 0xF)];
        let mut digits = [b' '; 3 * BYTES];
        for (place, byte) in digits.chunks_exact_mut(3).zip(self.0) {
            place.copy_from_slice(&[b' ', digit(byte >> 4), digit(*byte)]);
        }
        let digits = digits.get(..3 * self.0.len()).unwrap_or_default();
        f.write_str(core::str::from_utf8(digits).unwrap_or_default())
    }
}

impl Head {
    /// Returns the ink of the words for these bytes.
    pub fn ink(&self) -> Ink {
        match self.kind {
            HeadKind::Tag | HeadKind::CborTag => Ink::Tag,
            HeadKind::Unknown => Ink::Faint,
            _ => Ink::Size,
        }
    }
}

/// A value without parts, as a dump shows it.
#[derive(Clone, Copy, Debug)]
pub enum Leaf<'v> {
    /// A scalar.
    Scalar(ScalarValue),
    /// A string, of which the beginning is shown.
    Text(&'v str),
    /// An item of CBOR in diagnostic notation, of which the beginning is shown.
    Item(&'v str),
    /// So many bytes of which nothing is known.
    Bytes(usize),
}

impl Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(value) => value.fmt(f),
            Self::Text(text) => {
                let shown = beginning(text);
                write!(f, "{shown:?}{}", if shown.len() < text.len() { ".." } else { "" })
            }
            Self::Item(text) => {
                let shown = beginning(text);
                write!(f, "{shown}{}", if shown.len() < text.len() { ".." } else { "" })
            }
            Self::Bytes(len) => write!(f, "{len} bytes"),
        }
    }
}

/// Elements of one byte each, side by side, of which the first are shown.
pub struct Elements<'v> {
    /// The name of their type.
    pub name: &'v str,
    /// Their bytes.
    pub bytes: &'v [u8],
    /// Returns the value of an element.
    pub value: &'v dyn Fn(u8) -> Option<ScalarValue>,
}

impl fmt::Debug for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} = [", self.bytes.len(), self.name)?;
        for (index, byte) in self.bytes.iter().take(BYTES).enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            (self.value)(*byte).map_or(Ok(()), |value| value.fmt(f))?;
        }
        f.write_str(if self.bytes.len() > BYTES { ", ..]" } else { "]" })
    }
}

/// Returns the beginning of a text, without a part of a character.
fn beginning(text: &str) -> &str {
    (0..=TEXT.min(text.len())).rev().find_map(|len| text.get(..len)).unwrap_or_default()
}
