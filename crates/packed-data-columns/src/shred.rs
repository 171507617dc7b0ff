//! Takes values apart: each part that a walk reports goes to its column.

use alloc::vec::Vec;
use core::ops::Range;

use packed_data_model::varint::zigzag;
use packed_data_schema::{Codec, ScalarValue, TypeIndex, Visit};

use crate::build::Builder;
use crate::fixed::FixedParts;
use crate::options::Options;
use crate::statistics;
use crate::tree::{ColumnSchema, Kind};

/// Fills the columns of a schema.
#[derive(Debug)]
pub(crate) struct Shredder<'s> {
    tree: &'s ColumnSchema,
    fixed: FixedParts<'s>,
    pub(crate) columns: Vec<Builder>,
    open: Vec<Open>,
    /// The node of the next part.
    next: u32,
    pub(crate) records: u64,
    /// The records of a group.
    group: u64,
    /// The number of values in each column before each group but the first.
    pub(crate) ranks: Vec<Vec<u64>>,
}

/// A value whose parts come.
#[derive(Debug)]
enum Open {
    /// The values themselves, if they come as a sequence.
    Records,
    /// The first of the fields of its constructor.
    Fields(u32),
    Array(u32),
    /// The elements, the column of lengths, the place of the length in it, and the number of elements so far.
    Sequence {
        element: u32,
        lengths: u32,
        place: usize,
        count: u64,
    },
    /// Bytes that come one by one, and their column.
    Bytes(u32),
}

impl<'s> Shredder<'s> {
    pub(crate) fn new(tree: &'s ColumnSchema, codec: &'s Codec<'s>, options: Options) -> Self {
        let builder = |column: usize| {
            let of = if options.statistics { statistics::of(tree, column) } else { statistics::Of::Nothing };
            Builder::new(tree.columns[column].form, of, options.is_compressed)
        };
        Self {
            tree,
            fixed: FixedParts::new(tree, codec),
            columns: (0..tree.len()).map(builder).collect(),
            open: Vec::new(),
            next: 0,
            records: 0,
            group: options.group.into(),
            ranks: (0..tree.len()).map(|_| Vec::new()).collect(),
        }
    }

    /// Begins a record, which is visited next.
    pub(crate) fn record(&mut self) {
        if self.group != 0 && self.records != 0 && self.records.is_multiple_of(self.group) {
            self.ranks.iter_mut().zip(&self.columns).for_each(|(ranks, column)| ranks.push(column.count()));
        }
        self.records += 1;
        self.next = 0;
    }

    /// The next value is a sequence of records.
    pub(crate) fn records(&mut self) {
        self.open.push(Open::Records);
        self.next = u32::MAX;
    }

    /// Returns what the next part is; `None` of the sequence of records.
    fn kind(&self) -> Option<Kind> {
        self.tree.nodes.get(self.next as usize).map(|node| node.kind)
    }

    fn put(&mut self, column: u32, value: u64) {
        put(&mut self.columns, column, value);
    }

    fn put_bytes(&mut self, column: u32, bytes: &[u8]) {
        match &mut self.columns[column as usize] {
            Builder::Blobs(of) => of.push(bytes),
            Builder::Bytes { heap, .. } => heap.extend_from_slice(bytes),
            Builder::Integers(_) => {}
        }
    }

    fn blob(&mut self, bytes: &[u8]) {
        if let Kind::Blob { column, .. } | Kind::Bytes { column, .. } = self.tree.nodes[self.next as usize].kind {
            self.put_bytes(column, bytes);
        }
    }
}

fn put(columns: &mut [Builder], column: u32, value: u64) {
    if let Builder::Integers(of) = &mut columns[column as usize] {
        of.push(value);
    }
}

/// Returns the two parts of a scalar of more than eight bytes.
fn parts(value: ScalarValue) -> (u64, u64) {
    match value {
        ScalarValue::Unsigned(value) => (value as u64, (value >> 64) as u64),
        ScalarValue::Signed(value) => (zigzag(value) as u64, (zigzag(value) >> 64) as u64),
        ScalarValue::Duration(seconds, nanoseconds) => (seconds, nanoseconds.into()),
        ScalarValue::Time(seconds, nanoseconds) => (seconds as u64, nanoseconds.into()),
        _ => (0, 0),
    }
}

impl<'b> Visit<'b> for Shredder<'_> {
    const FIXED: bool = true;

    fn fixed_fields(&mut self, of: TypeIndex, tag: u32, bytes: &[u8]) -> bool {
        let Some(Kind::Fields { first, tags, .. }) = self.kind() else { return false };
        let Some(fixed) = self.fixed.fields(first + tag, of, tag) else { return false };
        if let Some(tags) = tags {
            put(&mut self.columns, tags, tag.into());
        }
        fixed.shred(bytes, &mut self.columns);
        true
    }

    fn fixed_elements(&mut self, of: TypeIndex, count: usize, bytes: &[u8]) -> bool {
        let lengths = match self.kind() {
            Some(Kind::Array { .. }) => None,
            Some(Kind::Sequence { lengths, .. }) => Some(lengths),
            _ => return false,
        };
        let Some(fixed) = self.fixed.elements(self.next, of) else { return false };
        if let Some(lengths) = lengths {
            put(&mut self.columns, lengths, count as u64);
        }
        fixed.shred(bytes, &mut self.columns);
        true
    }

    fn begin(&mut self, _: TypeIndex, tag: u32) {
        if let [Open::Records] = self.open[..]
            && self.next == u32::MAX
        {
            return;
        }
        let open = match self.tree.nodes[self.next as usize].kind {
            Kind::Fields { first, tags, .. } => {
                if let Some(tags) = tags {
                    self.put(tags, tag.into());
                }
                Open::Fields(self.tree.constructors[(first + tag) as usize].first)
            }
            Kind::Array { element, .. } => Open::Array(element),
            Kind::Sequence { lengths, element } => {
                let place = match &mut self.columns[lengths as usize] {
                    Builder::Integers(of) => of.reserve(),
                    _ => 0,
                };
                Open::Sequence { element, lengths, place, count: 0 }
            }
            Kind::Blob { column, .. } | Kind::Bytes { column, .. } => {
                if let Builder::Blobs(of) = &mut self.columns[column as usize] {
                    of.begin();
                }
                Open::Bytes(column)
            }
            Kind::Scalar { .. } | Kind::Wide { .. } => return,
        };
        self.open.push(open);
    }

    fn field(&mut self, index: usize) {
        match self.open.last_mut() {
            Some(Open::Fields(first)) => {
                let field = self.tree.fields[*first as usize + index];
                self.next = field.node;
                if let Some(presence) = field.presence {
                    self.put(presence, 1);
                }
            }
            Some(Open::Array(element)) => self.next = *element,
            Some(Open::Sequence { element, count, .. }) => {
                *count += 1;
                self.next = *element;
            }
            Some(Open::Records) => self.record(),
            Some(Open::Bytes(_)) | None => {}
        }
    }

    fn absent(&mut self, fields: Range<usize>) {
        let Some(Open::Fields(first)) = self.open.last() else { return };
        let first = *first as usize;
        for index in fields {
            if let Some(presence) = self.tree.fields[first + index].presence {
                self.put(presence, 0);
            }
        }
    }

    fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
        if let Some(Open::Bytes(column)) = self.open.last() {
            let ScalarValue::Unsigned(byte) = value else { return };
            match &mut self.columns[*column as usize] {
                Builder::Blobs(of) => of.byte(byte as u8),
                Builder::Bytes { heap, .. } => heap.push(byte as u8),
                Builder::Integers(_) => {}
            }
            return;
        }
        match self.tree.nodes[self.next as usize].kind {
            Kind::Scalar { column, .. } => {
                let bits = match value {
                    ScalarValue::Unsigned(value) => value as u64,
                    ScalarValue::Signed(value) => value as u64,
                    ScalarValue::F32(value) => value.to_bits().into(),
                    ScalarValue::F64(value) => value.to_bits(),
                    ScalarValue::Bool(value) => value.into(),
                    ScalarValue::Char(value) => u32::from(value).into(),
                    ScalarValue::Duration(..) | ScalarValue::Time(..) => return,
                };
                self.put(column, bits);
            }
            Kind::Wide { column, .. } => {
                let (low, high) = parts(value);
                self.put(column, low);
                self.put(column + 1, high);
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &'b str) {
        self.blob(text.as_bytes());
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.blob(bytes);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.blob(bytes);
    }

    fn bytes(&mut self, of: TypeIndex, bytes: &'b [u8]) {
        if let ([Open::Records], u32::MAX) = (&self.open[..], self.next) {
            for byte in bytes {
                self.record();
                self.scalar(of, ScalarValue::Unsigned((*byte).into()));
            }
            self.open.clear();
            return;
        }
        match self.tree.nodes[self.next as usize].kind {
            // (A set of bytes.)
            Kind::Sequence { lengths, element } => {
                self.put(lengths, bytes.len() as u64);
                self.next = element;
                bytes.iter().for_each(|byte| self.scalar(of, ScalarValue::Unsigned((*byte).into())));
            }
            _ => self.blob(bytes),
        }
    }

    fn end(&mut self, count: usize) {
        for _ in 0..count {
            match self.open.pop() {
                Some(Open::Sequence { lengths, place, count, .. }) => {
                    if let Builder::Integers(of) = &mut self.columns[lengths as usize] {
                        of.set(place, count);
                    }
                }
                Some(Open::Bytes(column)) => {
                    if let Builder::Blobs(of) = &mut self.columns[column as usize] {
                        of.end();
                    }
                }
                _ => {}
            }
        }
    }
}
