//! The bytes of a value beside paths, types and values: the text of the library's `dump`.

use std::fmt::Display;
use std::ops::Range;

use packed_data::error::Printable;
use packed_data_model::dump::{Elements, Ink, Leaf, Lines, Output};
use packed_data_schema::inspect::{self, Piece, What, pieces};
use packed_data_schema::{Codec, Error, HeadKind, ScalarValue, Schema, Segment, Type, TypeIndex, Value};

use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};

/// How many zeros are after what is valid, at least.
const ZEROS: usize = 4096;

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
    let schema = codec.schema();
    let mut lines = Lines::new(Inked(console), bytes, shown.start);
    let until = error.map_or(usize::MAX, Error::offset);
    // (Zeros complete a value that was cut off; only bytes before the error are shown.)
    let mut before = Vec::new();
    if let Some(valid) = bytes.get(..until) {
        before.extend_from_slice(valid);
        before.resize(bytes.len().max(until + ZEROS), 0);
    }
    let walked = if error.is_some() { &before } else { bytes };
    let value: Value<'_> = codec.value(walked);
    let mut result = Ok(());
    pieces(schema, value, &mut |path: &[Segment], piece: &Piece<'_>| {
        if piece.end > until {
            return false;
        }
        if piece.start >= shown.start && piece.end <= shown.end {
            result = describe(&mut lines, schema, path, piece);
        }
        result.is_ok() && piece.end < shown.end
    });
    result?;
    error.map_or(Ok(()), |error| lines.invalid(error.offset(), error))
}

/// A console to which a dump is written.
struct Inked<'c, 'd>(&'c mut Console<'d>);

impl Output for Inked<'_, '_> {
    type Error = Failure;

    fn put(&mut self, ink: Ink, text: &dyn Display) -> Outcome {
        let look = match ink {
            Ink::Faint => Look::Faint,
            Ink::Path => Look::Plain,
            Ink::Tag => Look::Tag,
            Ink::Size => Look::Size,
            Ink::Value => Look::Data,
            Ink::Error => Look::Wrong,
        };
        self.0.put(look, &text.to_string())
    }
}

/// Writes the lines of a piece.
fn describe(lines: &mut Lines<'_, Inked<'_, '_>>, schema: &Schema, path: &[Segment], piece: &Piece<'_>) -> Outcome {
    let mut path = schema.path(path);
    if !path.is_empty() {
        path.push_str(": ");
    }
    let mut write = |ink: Ink, what: &dyn Display| lines.write(piece.end, &path, ink, what);
    let name = inspect::leaf_name(schema, piece.of);
    let leaf = match &piece.what {
        What::Scalar(value) => Leaf::Scalar(*value),
        What::Text(text) => Leaf::Text(text),
        What::Cbor(bytes) => {
            let text = Printable(packed_data_cbor::to_diagnostic(bytes).unwrap_or_default()).to_string();
            return write(Ink::Value, &format_args!("{name} = {}", Leaf::Item(&text)));
        }
        What::Other(bytes) => Leaf::Bytes(bytes.len()),
        What::Elements(bytes) => {
            let value = |byte| element(schema, piece.of, byte);
            return write(Ink::Value, &Elements { name, bytes, value: &value });
        }
        What::Head(head) => {
            let tag = if head.kind == HeadKind::Tag { Some(head.number) } else { None };
            return match tag.and_then(|tag| inspect::constructor_name(schema, piece.of, tag)) {
                Some(name) if !name.is_empty() => write(head.ink(), &format_args!("{head} ({})", Printable(name))),
                _ => write(head.ink(), head),
            };
        }
    };
    write(Ink::Value, &format_args!("{name} = {leaf}"))
}

/// Returns the value of an element of one byte.
fn element(schema: &Schema, of: TypeIndex, byte: u8) -> Option<ScalarValue> {
    match schema.get(schema.packed(of)) {
        Type::Scalar(scalar) => scalar.value(byte.into()),
        _ => None,
    }
}
