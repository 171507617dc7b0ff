//! The parts of values, as the rows of a tree that is unfolded on demand.

use std::io::{self, Read, Seek, Write};

use packed_data_schema::{Content, Segment, StructKind, Type, Value};
use serde::Serialize;

use crate::Answer;
use crate::file::{Explorer, Fault};

/// How many bytes of a value are shown in its row.
const PREVIEW: usize = 160;
/// The end of a value of at most so many bytes of input is found by a walk.
const WALKED: usize = 16 << 20;
/// How many characters of a path are printed for each row.
const SEGMENTS: usize = 32;

/// A part of a value that the page knows, by its index in [`Explorer::nodes`].
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The number of the record; 0 for the only value of a file.
    pub record: u64,
    /// The part that contains it; `None` for a whole value.
    pub parent: Option<u32>,
    /// The step from there.
    segment: Option<Segment>,
    /// The value.
    pub place: packed_data_schema::Place,
}

/// A row of the tree.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The number of the node; `None` if the value cannot be read.
    pub id: Option<u32>,
    /// The number of the record.
    pub record: u64,
    /// The index among the parts of the outer value; the number of a record, of the first one of several.
    pub index: u64,
    /// The index after it; after the last record, if the row is for several that cannot be read.
    pub until: u64,
    /// The name of the field, or the index in brackets.
    pub name: String,
    /// The name of the type.
    pub type_name: String,
    /// What the value is, for its look: `number`, `text`, `bool`, `bytes`, `struct`, `enum`, `list`, `map`, `entry`,
    /// `item`.
    pub kind: &'static str,
    /// The beginning of the value as text.
    pub text: String,
    /// The offset at which it begins in the bytes of the value or record.
    pub start: usize,
    /// The offset at which it ends, if that is known without a long walk.
    pub end: Option<usize>,
    /// The number of its parts, if the bytes state it.
    pub count: Option<usize>,
    /// Whether it has parts that can be shown.
    pub has_parts: bool,
    /// Why the record cannot be read, or is not valid.
    pub fault: Option<Fault>,
}

/// Rows of the tree, and how many there are in all.
#[derive(Debug, Serialize)]
pub struct Rows {
    /// The rows.
    pub rows: Vec<Row>,
    /// The index after the last of them, from which more are asked for.
    pub next: u64,
    /// The number of all, if it is known.
    pub total: Option<u64>,
    /// Whether there are no more.
    pub is_end: bool,
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Returns the row of the only value of a file, or of a record.
    pub fn record(&mut self, record: u64) -> Row {
        let is_record = self.file().is_some();
        let name = if is_record { format!("[{record}]") } else { String::new() };
        let until = record.saturating_add(1);
        let bytes = match self.try_bytes(record) {
            Ok(bytes) => bytes,
            Err(fault) => {
                let type_name = self.codec.schema().name_of(0);
                return Row { name, index: record, until, record, fault: Some(fault), ..lost(type_name) };
            }
        };
        let is_validated = Self::is_validated_first(&bytes);
        let fault = if is_validated { self.validate(record).ok().flatten() } else { None };
        let root = self.root(&bytes);
        let place = root.place();
        let mut row = Row { name, index: record, until, record, fault, ..describe(root, Some(bytes.get().len())) };
        row.id = Some(self.add(Node { record, parent: None, segment: None, place }));
        row
    }

    /// Returns rows of records from a number on: one for each, but one for all that are in the same damaged block. That
    /// row may begin before the number, and end after the last one that is asked for.
    pub fn records_from(&mut self, from: u64, count: u64) -> Rows {
        let total = self.records();
        let end = from.saturating_add(count).min(total);
        let (mut rows, mut next) = (Vec::new(), from);
        while next < end {
            let mut row = self.record(next);
            if row.id.is_none() {
                let unreadable = self.unreadable(next);
                (row.index, row.until) = (unreadable.start, unreadable.end);
                if row.until > row.index + 1 {
                    row.name = format!("[{}] to [{}]", row.index, row.until - 1);
                }
            }
            next = row.until;
            rows.push(row);
        }
        Rows { rows, next, total: Some(total), is_end: next >= total }
    }

    /// Returns rows of the parts of a value, from an index on. Takes the time of passing the parts before them, which
    /// is constant if the layout has tables of ends.
    ///
    /// # Errors
    ///
    /// There is no such node, or its record cannot be read.
    pub fn parts(&mut self, of: u32, from: u64, count: u64) -> Answer<Rows> {
        let node = *self.nodes.get(of as usize).ok_or("there is no such part")?;
        let bytes = self.bytes(node.record)?;
        let value = self.codec.value_at(bytes.get(), node.place);
        let mut parts = value.parts();
        let total = parts.stated_len().map(|total| total as u64);
        let mut least = usize::try_from(from).unwrap_or(usize::MAX);
        let (mut rows, mut added, mut is_end) = (Vec::new(), Vec::new(), false);
        while (rows.len() as u64) < count {
            let Some(part) = parts.next_from(least) else {
                is_end = true;
                break;
            };
            least = part.index + 1;
            let (name, segment) = match part.field {
                Some(field) => (field.name.clone(), field_segment(value, part.index)),
                None => (format!("[{}]", part.index), Segment::Element(part.index)),
            };
            let row = describe(part.value, part.end);
            if let Some(end) = row.end {
                parts.resume(end);
            }
            added.push((segment, part.value.place()));
            let index = part.index as u64;
            rows.push(Row { name, index, until: index + 1, record: node.record, ..row });
        }
        for (row, (segment, place)) in rows.iter_mut().zip(added) {
            let inner = Node { record: node.record, parent: Some(of), segment: Some(segment), place };
            row.id = Some(self.add(inner));
        }
        let next = least as u64;
        Ok(Rows { rows, next, total, is_end: is_end || total.is_some_and(|total| next >= total) })
    }

    /// Returns the path to a part, as errors print it and as `packed get` takes it.
    ///
    /// # Errors
    ///
    /// There is no such node.
    pub fn path(&self, of: u32) -> Answer<String> {
        let mut node = self.nodes.get(of as usize).ok_or("there is no such part")?;
        let record = node.record;
        let mut segments = Vec::new();
        while let (Some(segment), Some(parent)) = (node.segment, node.parent) {
            segments.push(segment);
            node = &self.nodes[parent as usize];
        }
        if self.file().is_some() {
            segments.push(Segment::Element(usize::try_from(record).unwrap_or(usize::MAX)));
        }
        segments.reverse();
        Ok(print(self.codec.schema(), &segments))
    }

    /// Returns a part as JSON, for the clipboard: at most `most` bytes.
    ///
    /// # Errors
    ///
    /// There is no such node, or the text is longer.
    pub fn json(&mut self, of: u32, most: usize) -> Answer<String> {
        let node = *self.nodes.get(of as usize).ok_or("there is no such part")?;
        let bytes = self.bytes(node.record)?;
        let mut text = Short { text: Vec::new(), most };
        let written = self.codec.value_at(bytes.get(), node.place).write_json(&mut text);
        written.map_err(|error| match error.kind() {
            io::ErrorKind::WriteZero => format!("the value is more than {most} bytes of JSON"),
            _ => error.to_string(),
        })?;
        Ok(String::from_utf8_lossy(&text.text).into_owned())
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }
}

/// Prints a path with all its segments.
fn print(schema: &packed_data_schema::Schema, segments: &[Segment]) -> String {
    let texts: Vec<_> = segments.chunks(SEGMENTS).map(|some| schema.path(some)).collect();
    texts.join(" > ")
}

/// Returns the step to a field of a value.
pub(crate) fn field_segment(value: Value<'_>, index: usize) -> Segment {
    let constructor = match (value.packed_type(), value.constructor()) {
        (Type::Enum(of), Some(found)) => of.constructors.iter().position(|known| std::ptr::eq(known, found)),
        _ => None,
    };
    let constructor = constructor.unwrap_or_default() as u32;
    Segment::Field { of: value.type_index(), constructor, field: index as u32 }
}

fn lost(type_name: String) -> Row {
    Row {
        id: None,
        record: 0,
        index: 0,
        until: 0,
        name: String::new(),
        type_name,
        kind: "item",
        text: String::new(),
        start: 0,
        end: None,
        count: None,
        has_parts: false,
        fault: None,
    }
}

/// Returns the row of a value, given its end if that is known.
fn describe(value: Value<'_>, stated: Option<usize>) -> Row {
    let type_name = value.schema().name_of(value.type_index());
    let row = Row { start: value.offset(), ..lost(type_name) };
    let Some((content, end)) = value.opened() else {
        return Row { text: "cannot be read".into(), ..row };
    };
    let end = stated.or(end).or_else(|| (value.rest().len() <= WALKED).then(|| value.end()));
    let (kind, count, has_parts) = match &content {
        Content::Scalar(packed_data_schema::ScalarValue::Bool(_)) => ("bool", None, false),
        Content::Scalar(_) => ("number", None, false),
        Content::Text(_) => ("text", None, false),
        Content::Cbor(_) | Content::Unknown(_) => ("item", None, false),
        Content::Parts(parts) => {
            let count = parts.stated_len();
            let kind = match value.packed_type() {
                of if is_entry(of) => "entry",
                Type::Struct(_) => "struct",
                Type::Enum(_) => "enum",
                Type::Sorted { element } if is_entry(value.schema().get(*element)) => "map",
                _ => "list",
            };
            (kind, count, count != Some(0))
        }
    };
    Row { kind, count, has_parts, end, text: preview(value), ..row }
}

fn is_entry(of: &Type) -> bool {
    matches!(of, Type::Struct(of) if of.kind == StructKind::Entry)
}

/// Returns the beginning of a value as text: an entry of a map as its key and its value.
fn preview(value: Value<'_>) -> String {
    let mut text = Short { text: Vec::new(), most: PREVIEW };
    let written = match (is_entry(value.packed_type()), value.get(0), value.get(1)) {
        (true, Some(key), Some(inner)) => {
            key.write_rust(&mut text).and_then(|()| text.write_all(b": ")).and_then(|()| inner.write_rust(&mut text))
        }
        _ => value.write_rust(&mut text),
    };
    let mut shown = String::from_utf8_lossy(&text.text).into_owned();
    if written.is_err() {
        // (A character may be cut.)
        while shown.ends_with(char::REPLACEMENT_CHARACTER) {
            shown.pop();
        }
        shown.push('…');
    }
    shown
}

/// A text that refuses to grow longer.
struct Short {
    text: Vec<u8>,
    most: usize,
}

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.most - self.text.len());
        self.text.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
