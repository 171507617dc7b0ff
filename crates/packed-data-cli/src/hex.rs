//! The bytes of a value beside paths, types and values: the text of the library's `dump`.

use std::ops::Range;

use packed_data::error::Printable;
use packed_data_schema::{Codec, Error, Head, HeadKind, ScalarValue, Schema, Segment, Type, TypeIndex, Value};

use crate::console::{Console, Look};
use crate::error::Outcome;
use crate::pieces::{self, Piece, What};
use crate::rust_text;

/// How many bytes are on a line.
const BYTES: usize = 16;
/// How many bytes of a text are shown.
const TEXT: usize = 64;

/// How many zeros are after what is valid, at least.
const ZEROS: usize = 4096;

/// Writes the lines of a dump.
struct Lines<'c, 'd, 's> {
    console: &'c mut Console<'d>,
    schema: &'s Schema,
    bytes: &'s [u8],
    /// The width of offsets, in digits.
    width: usize,
    /// The offset of the next byte.
    at: usize,
    /// The bytes that are shown.
    shown: Range<usize>,
    result: Outcome,
}

/// Writes the bytes of a value, or of the part `shown` of it. If `error` says what is wrong with them, they are
/// explained up to it, and it is marked.
///
/// # Errors
///
/// The output fails.
pub(crate) fn write(
    console: &mut Console<'_>,
    codec: &Codec<'_>,
    bytes: &[u8],
    shown: Range<usize>,
    error: Option<&Error>,
) -> Outcome {
    let width = bytes.len().saturating_sub(1).checked_ilog10().map_or(1, |log| log as usize + 1);
    let at = shown.start;
    let mut lines = Lines { console, schema: codec.schema(), bytes, width, at, shown, result: Ok(()) };
    let until = error.map_or(usize::MAX, Error::offset);
    // (Zeros complete a value that was cut off; only bytes before the error are shown.)
    let mut before = Vec::new();
    if let Some(valid) = bytes.get(..until) {
        before.extend_from_slice(valid);
        before.resize(bytes.len().max(until + ZEROS), 0);
    }
    let walked = if error.is_some() { &before } else { bytes };
    let value: Value<'_> = codec.value(walked);
    pieces::each(codec.schema(), value, &mut |path: &[Segment], piece: &Piece<'_>| {
        if piece.end > until {
            return false;
        }
        if piece.start >= lines.shown.start && piece.end <= lines.shown.end {
            lines.result = lines.piece(path, piece);
        }
        lines.result.is_ok() && piece.end < lines.shown.end
    });
    std::mem::replace(&mut lines.result, Ok(()))?;
    let Some(error) = error else { return Ok(()) };
    // The bytes of the invalid part that precede the error.
    lines.write(error.offset().min(bytes.len()), None)?;
    let first = (lines.at + BYTES).min(bytes.len());
    lines.write(first, None)?;
    lines.console.put(Look::Plain, &format!("{:width$}  ", ""))?;
    lines.console.put(Look::Wrong, &format!("^^ {error}"))?;
    lines.console.line("")?;
    lines.write(bytes.len(), None)
}

impl Lines<'_, '_, '_> {
    fn piece(&mut self, path: &[Segment], piece: &Piece<'_>) -> Outcome {
        let (look, what) = describe(self.schema, piece);
        let path = self.schema.path(path);
        self.write(piece.end, Some((&path, look, &what)))
    }

    /// Writes the bytes up to an offset, with a text beside the first of them.
    fn write(&mut self, end: usize, mut text: Option<(&str, Look, &str)>) -> Outcome {
        let look = text.map_or(Look::Plain, |(_, look, _)| look);
        let bytes = self.bytes;
        for line in bytes.get(self.at..end).unwrap_or_default().chunks(BYTES) {
            let offset = format!("{:>width$} ", self.at, width = self.width);
            self.console.put(Look::Faint, &offset)?;
            let digits: String = line.iter().map(|byte| format!(" {byte:02x}")).collect();
            self.console.put(look, &digits)?;
            self.at += line.len();
            if let Some((path, look, what)) = text.take() {
                let pad = " ".repeat(3 * (BYTES - line.len()) + 2);
                let path = if path.is_empty() { pad } else { format!("{pad}{path}: ") };
                self.console.put(Look::Plain, &path)?;
                self.console.put(look, what)?;
            }
            self.console.line("")?;
        }
        Ok(())
    }
}

/// Says what bytes are.
fn describe(schema: &Schema, piece: &Piece<'_>) -> (Look, String) {
    let data = |text: String| (Look::Data, format!("{} = {text}", pieces::leaf_name(schema, piece.of)));
    match &piece.what {
        What::Scalar(value) => data(scalar(*value)),
        What::Text(text) => {
            let shown = beginning(text);
            data(format!("{shown:?}{}", if shown.len() < text.len() { ".." } else { "" }))
        }
        What::Cbor(bytes) => {
            let text = Printable(packed_data_cbor::to_diagnostic(bytes).unwrap_or_default()).to_string();
            let shown = beginning(&text);
            data(format!("{shown}{}", if shown.len() < text.len() { ".." } else { "" }))
        }
        What::Other(bytes) => data(format!("{} bytes", bytes.len())),
        What::Elements(bytes) => {
            let values = bytes.iter().take(BYTES).filter_map(|byte| element(schema, piece.of, *byte));
            let texts: Vec<_> = values.map(scalar).collect();
            let more = if bytes.len() > texts.len() { ", ..]" } else { "]" };
            let name = pieces::leaf_name(schema, piece.of);
            (Look::Data, format!("{} of {name} = [{}{more}", bytes.len(), texts.join(", ")))
        }
        What::Head(head) => head_text(schema, piece.of, head),
    }
}

/// Says what the layout stores beside the parts of a value.
fn head_text(schema: &Schema, of: TypeIndex, head: &Head) -> (Look, String) {
    match head.kind {
        HeadKind::Tag => match pieces::constructor_name(schema, of, head.number) {
            Some(name) if !name.is_empty() => (Look::Tag, format!("{head} ({})", Printable(name))),
            _ => (Look::Tag, head.to_string()),
        },
        HeadKind::CborTag => (Look::Tag, head.to_string()),
        HeadKind::Unknown => (Look::Faint, head.to_string()),
        _ => (Look::Size, head.to_string()),
    }
}

/// Returns the value of an element of one byte.
fn element(schema: &Schema, of: TypeIndex, byte: u8) -> Option<ScalarValue> {
    match schema.get(schema.packed(of)) {
        Type::Scalar(scalar) => scalar.value(byte.into()),
        _ => None,
    }
}

fn scalar(value: ScalarValue) -> String {
    if let ScalarValue::Time(seconds, nanoseconds) = value {
        return format!("{seconds} s + {nanoseconds} ns");
    }
    let mut text = Vec::new();
    // (A vector takes all that is written.)
    _ = rust_text::write_scalar(value, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Returns the beginning of a text, without a part of a character.
fn beginning(text: &str) -> &str {
    (0..=TEXT.min(text.len())).rev().find_map(|len| text.get(..len)).unwrap_or_default()
}
