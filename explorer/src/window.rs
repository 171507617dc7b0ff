//! Bytes with what each of them is: a window on a value.

use std::io::{Read, Seek};

use packed_data_schema::inspect::{Piece, What, constructor_name, pieces};
use packed_data_schema::{HeadKind, LayoutId, Schema, Segment, Type, TypeIndex, Value};
use serde::Serialize;

use crate::Answer;
use crate::file::Explorer;
use crate::find::{is_ordered, part_at};
use crate::tree::field_segment;

/// The greatest number of bytes in a window.
const MOST: usize = 64 << 10;
/// How many characters of a text are shown.
const TEXT: usize = 80;

/// Some bytes, with what they are.
#[derive(Debug, Serialize)]
pub struct Window {
    /// The offset of the first one.
    pub from: u64,
    /// The bytes in hexadecimal digits.
    pub hex: String,
    /// The number of bytes of the record, or of the file.
    pub size: u64,
    /// Runs of bytes with one meaning, in order; bytes between them have none.
    pub runs: Vec<Run>,
}

/// A run of bytes with one meaning.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Run {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last one.
    pub end: usize,
    /// `tag`, `size` (also counts, lengths and tables), `text`, `number`, `item` or `faint`.
    pub kind: &'static str,
    /// The path to the value to which they belong, as errors print it.
    pub path: String,
    /// The name of its type.
    pub type_name: String,
    /// What they say.
    pub text: String,
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Returns bytes of a record, or of the only value for 0, with what they are: `count`, or fewer at its end, and at
    /// most 64 KiB. Only the parts in the window are walked over, and in layouts without tables those before them.
    ///
    /// # Errors
    ///
    /// The record cannot be read.
    pub fn window(&mut self, record: u64, from: usize, count: usize) -> Answer<Window> {
        let bytes = self.bytes(record)?;
        let all = bytes.get();
        let from = from.min(all.len());
        let to = from.saturating_add(count.min(MOST)).min(all.len());
        let mut runs = Runs { schema: self.codec.schema(), from, to, found: Vec::new() };
        runs.of(self.root(&bytes));
        // (Zero bytes after what was cut off do not exist.)
        runs.found.retain(|run| run.start < all.len());
        Ok(Window { from: from as u64, hex: hex(&all[from..to]), size: all.len() as u64, runs: runs.found })
    }

    /// Returns bytes of the file as they are stored, without a meaning.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn raw_window(&mut self, from: u64, count: usize) -> Answer<Window> {
        let bytes = self.raw(from, count.min(MOST))?;
        Ok(Window { from, hex: hex(&bytes), size: self.size(), runs: Vec::new() })
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

/// The runs of a window.
struct Runs<'s> {
    schema: &'s Schema,
    from: usize,
    to: usize,
    found: Vec<Run>,
}

impl Runs<'_> {
    /// Finds the runs in a value: goes down to the innermost part that contains the beginning of the window, then on to
    /// what is after it, from the inside out. So a part before the window is walked over only if the window extends
    /// beyond the list that contains it.
    fn of(&mut self, root: Value<'_>) {
        let mut here = root;
        let (mut path, mut outer) = (Vec::new(), Vec::new());
        while let Some((index, inner, end)) = part_at(here, self.from).filter(|_| !is_byte_string(here)) {
            outer.push((here, index, end));
            path.push(segment(here, index));
            here = inner;
        }
        self.pieces(&path, here, self.from);
        while let Some((value, index, end)) = outer.pop() {
            path.pop();
            if end >= self.to {
                return;
            }
            let is_list = is_ordered(value) && matches!(value.layout(), LayoutId::Compact | LayoutId::Indexed);
            if !is_list {
                self.pieces(&path, value, end);
                continue;
            }
            // (Nothing is between the elements.)
            let mut least = index + 1;
            let mut parts = value.parts();
            while let Some(part) = parts.next_from(least).filter(|part| part.value.offset() < self.to) {
                least = part.index + 1;
                path.push(segment(value, part.index));
                self.pieces(&path, part.value, end);
                path.pop();
            }
        }
    }

    /// Adds the pieces of a value that are in the window, and end after an offset.
    fn pieces(&mut self, path: &[Segment], value: Value<'_>, after: usize) {
        let (schema, to) = (self.schema, self.to);
        let mut whole = path.to_vec();
        pieces(schema, value, &mut |inner: &[Segment], piece: &Piece<'_>| {
            if piece.end > after && piece.start < to {
                whole.truncate(path.len());
                whole.extend_from_slice(inner);
                self.found.push(run(schema, &whole, piece));
            }
            piece.end < to
        });
    }
}

/// Returns whether the elements of a value take a byte each, so that they may be one piece.
fn is_byte_string(value: Value<'_>) -> bool {
    let schema = value.schema();
    let is_byte = |of: TypeIndex| matches!(schema.get(schema.packed(of)), Type::Scalar(scalar) if scalar.width() == 1);
    match value.packed_type() {
        Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => is_byte(*element),
        _ => false,
    }
}

fn segment(value: Value<'_>, index: usize) -> Segment {
    match value.parts().next_from(index) {
        Some(part) if part.field.is_some() => field_segment(value, index),
        _ => Segment::Element(index),
    }
}

fn run(schema: &Schema, path: &[Segment], piece: &Piece<'_>) -> Run {
    let (kind, text) = match &piece.what {
        What::Scalar(value) => ("number", value.to_string()),
        What::Text(text) => ("text", shortened(text)),
        What::Cbor(_) => ("item", "an item of CBOR".into()),
        What::Other(_) => ("faint", "unknown to the type".into()),
        What::Elements(bytes) => ("number", format!("{} elements of one byte", bytes.len())),
        What::Head(head) => {
            let name = match head.kind {
                HeadKind::Tag => constructor_name(schema, piece.of, head.number).filter(|name| !name.is_empty()),
                _ => None,
            };
            let text = name.map_or_else(|| head.to_string(), |name| format!("{head} ({name})"));
            let kind = match head.kind {
                HeadKind::Tag | HeadKind::CborTag => "tag",
                HeadKind::Unknown => "faint",
                _ => "size",
            };
            (kind, text)
        }
    };
    let type_name = schema.name_of(piece.of);
    Run { start: piece.start, end: piece.end, kind, path: schema.path(path), type_name, text }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}
