//! Gathers statistics: walks over records by their schema.

use alloc::vec::Vec;

use super::columns::Place;
use super::{Bound, ColumnStatistics, Columns, MAX_TEXT, Statistics};
use crate::fixed::FixedField;
use crate::plan::Unsupported;
use crate::read::{Codec, Content, Value};
use crate::schema::{Enum, Schema, Type};
use packed_data_model::LayoutId;
use packed_data_model::visit::ScalarValue;

/// Gathers the statistics of records.
///
/// A scalar at the same offset in every record is read there; to find the others, a record is walked over as far as to
/// the last of them.
///
/// ```
/// use packed_data::{Compact, Packed};
/// use packed_data_schema::statistics::{Bound, Gatherer};
/// use packed_data_schema::{LayoutId, Schema};
///
/// let mut gatherer = Gatherer::new(Schema::of::<(u32, Option<String>)>(), LayoutId::Compact)?;
/// for record in [(7, Some("to be, or not to be".to_owned())), (3, None)] {
///     gatherer.add(&Packed::<(u32, Option<String>), Compact>::pack(&record).into_inner());
/// }
/// let statistics = gatherer.finish();
/// assert_eq!((statistics.records, statistics.columns[1].nulls), (2, 1));
/// assert_eq!(statistics.columns[0].range, Some((Bound::Int(3), Bound::Int(7))));
/// let cut = (Bound::Text(b"to be, or not to".into()), Bound::Text(b"to be, or not tp".into()));
/// assert_eq!(statistics.columns[1].range, Some(cut));
/// # Ok::<(), packed_data_schema::Unsupported>(())
/// ```
#[derive(Debug)]
pub struct Gatherer {
    codec: Codec<'static>,
    /// The columns at fixed places.
    fixed: Vec<Fixed>,
    /// The way to the others.
    walked: Node,
    records: u32,
    columns: Vec<Gathered>,
}

/// A column at a fixed place.
#[derive(Debug)]
struct Fixed {
    column: usize,
    field: FixedField,
    /// If it is an enum: the names of its constructors.
    names: Vec<Prefix>,
}

/// What is walked over.
#[derive(Debug, Default)]
struct Node {
    /// The column that this is.
    column: Option<usize>,
    /// The parts on the way to columns, by their indices.
    parts: Vec<(usize, Self)>,
}

impl Node {
    fn add(&mut self, place: &[usize], column: usize) {
        let Some((first, rest)) = place.split_first() else {
            self.column = Some(column);
            return;
        };
        // (They come in order.)
        if self.parts.last().is_none_or(|(index, _)| index != first) {
            self.parts.push((*first, Self::default()));
        }
        if let Some((_, part)) = self.parts.last_mut() {
            part.add(rest, column);
        }
    }

    /// Passes on the columns in a value.
    fn walk(&self, value: Value<'_>, columns: &mut [Gathered]) {
        if let Some(column) = self.column.and_then(|column| columns.get_mut(column)) {
            return column.add(value);
        }
        let (mut rest, mut last) = (value.parts(), None);
        for (index, node) in &self.parts {
            // (Fields before the next part may be absent.)
            let part = match last.take_if(|last: &mut crate::read::Part<'_>| last.index >= *index) {
                Some(part) => part,
                None => match rest.next_from(*index) {
                    Some(part) => part,
                    None => return,
                },
            };
            if part.index == *index {
                node.walk(part.value, columns);
            } else {
                last = Some(part);
            }
        }
    }
}

impl Gatherer {
    /// Returns a gatherer for records of the type that a schema describes, in a layout.
    ///
    /// # Errors
    ///
    /// The layout does not have the type.
    pub fn new(schema: Schema, layout: LayoutId) -> Result<Self, Unsupported> {
        let columns = Columns::new(&schema);
        let codec = schema.into_codec(layout)?;
        let (mut fixed, mut walked) = (Vec::new(), Node::default());
        for (column, place) in columns.places().iter().enumerate() {
            let Place { parts, of } = place;
            let Some(field) = codec.fixed_place(0, parts) else {
                walked.add(parts, column);
                continue;
            };
            let names = match codec.schema().get(codec.schema().packed(*of)) {
                Type::Enum(of) => of.constructors.iter().map(|one| Prefix::new(one.name.as_bytes())).collect(),
                _ => Vec::new(),
            };
            fixed.push(Fixed { column, field, names });
        }
        let columns = columns.places().iter().map(|_| Gathered::default()).collect();
        Ok(Self { codec, fixed, walked, records: 0, columns })
    }

    /// Adds a record. Its bytes are not checked: those that are not a value cause wrong statistics, but no panic.
    pub fn add(&mut self, record: &[u8]) {
        self.records = self.records.saturating_add(1);
        for Fixed { column, field, names } in &self.fixed {
            let Some(column) = self.columns.get_mut(*column) else { continue };
            match field.read(record) {
                Some(ScalarValue::Unsigned(tag)) if !names.is_empty() => {
                    names.get(tag as usize).into_iter().for_each(|name| column.add_prefix(*name));
                }
                Some(value) => column.add_scalar(value),
                None => {}
            }
        }
        if self.walked.column.is_some() || !self.walked.parts.is_empty() {
            self.walked.walk(self.codec.value(record), &mut self.columns);
        }
    }

    /// Returns the statistics of the records since the last call.
    pub fn finish(&mut self) -> Statistics {
        let records = core::mem::take(&mut self.records);
        let columns = self.columns.iter_mut().map(|column| core::mem::take(column).finish(records)).collect();
        Statistics { records, columns }
    }
}

/// What is known of the values of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Gathered {
    values: u32,
    has_nan: bool,
    range: Range,
}

#[derive(Clone, Copy, Debug, Default)]
enum Range {
    #[default]
    Empty,
    Bool(bool, bool),
    Unsigned(u128, u128),
    Signed(i128, i128),
    Float(f64, f64),
    Text(Prefix, Prefix),
}

/// The first bytes of a text, with zeros after it, as a number in their order; and the length, up to one more than
/// these bytes. So a text that was cut is greater than one that ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Prefix {
    bytes: u128,
    len: u8,
}

impl Prefix {
    fn new(text: &[u8]) -> Self {
        let mut bytes = [0; MAX_TEXT];
        let len = text.len().min(MAX_TEXT);
        if let (Some(to), Some(from)) = (bytes.get_mut(..len), text.get(..len)) {
            to.copy_from_slice(from);
        }
        Self { bytes: u128::from_be_bytes(bytes), len: text.len().min(MAX_TEXT + 1) as u8 }
    }

    fn bytes(self) -> Vec<u8> {
        let mut bytes = self.bytes.to_be_bytes().to_vec();
        bytes.truncate(self.len.into());
        bytes
    }

    fn least(self) -> Bound {
        Bound::Text(self.bytes())
    }

    fn greatest(self) -> Bound {
        let mut bytes = self.bytes();
        if usize::from(self.len) > MAX_TEXT
            && let Some(last) = bytes.last_mut()
        {
            // (No byte of UTF-8 is the greatest one.)
            *last = last.saturating_add(1);
        }
        Bound::Text(bytes)
    }
}

impl Gathered {
    fn add(&mut self, value: Value<'_>) {
        match value.content() {
            Some(Content::Scalar(scalar)) => self.add_scalar(scalar),
            Some(Content::Text(text)) => self.add_text(text.as_bytes()),
            Some(Content::Parts(parts)) => {
                if let Type::Enum(Enum { constructors, .. }) = value.packed_type()
                    && let Some(constructor) = constructors.get(parts.tag() as usize)
                {
                    self.add_text(constructor.name.as_bytes());
                }
            }
            _ => {}
        }
    }

    fn add_text(&mut self, text: &[u8]) {
        self.add_prefix(Prefix::new(text));
    }

    fn add_prefix(&mut self, new: Prefix) {
        self.values = self.values.saturating_add(1);
        self.range = match self.range {
            Range::Text(least, greatest) => Range::Text(least.min(new), greatest.max(new)),
            _ => Range::Text(new, new),
        };
    }

    #[inline]
    fn add_scalar(&mut self, value: ScalarValue) {
        match value {
            ScalarValue::Unsigned(value) => {
                self.range = match self.range {
                    Range::Unsigned(least, greatest) => Range::Unsigned(least.min(value), greatest.max(value)),
                    _ => Range::Unsigned(value, value),
                }
            }
            ScalarValue::Signed(value) => {
                self.range = match self.range {
                    Range::Signed(least, greatest) => Range::Signed(least.min(value), greatest.max(value)),
                    _ => Range::Signed(value, value),
                }
            }
            ScalarValue::F32(value) => return self.add_float(value.into()),
            ScalarValue::F64(value) => return self.add_float(value),
            ScalarValue::Bool(value) => {
                self.range = match self.range {
                    Range::Bool(least, greatest) => Range::Bool(least & value, greatest | value),
                    _ => Range::Bool(value, value),
                }
            }
            ScalarValue::Char(value) => return self.add_text(value.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => return,
        }
        self.values = self.values.saturating_add(1);
    }

    fn add_float(&mut self, value: f64) {
        self.values = self.values.saturating_add(1);
        if value.is_nan() {
            self.has_nan = true;
            return;
        }
        self.range = match self.range {
            Range::Float(least, greatest) => Range::Float(least.min(value), greatest.max(value)),
            _ => Range::Float(value, value),
        };
    }

    fn finish(self, records: u32) -> ColumnStatistics {
        let range = match self.range {
            Range::Empty => None,
            Range::Bool(least, greatest) => Some((Bound::Bool(least), Bound::Bool(greatest))),
            Range::Unsigned(least, greatest) => Some((Bound::of_unsigned(least), Bound::of_unsigned(greatest))),
            Range::Signed(least, greatest) => Some((Bound::of_signed(least), Bound::of_signed(greatest))),
            Range::Float(least, greatest) => Some((Bound::Float(least), Bound::Float(greatest))),
            Range::Text(least, greatest) => Some((least.least(), greatest.greatest())),
        };
        ColumnStatistics { nulls: records.saturating_sub(self.values), has_nan: self.has_nan, range }
    }
}
