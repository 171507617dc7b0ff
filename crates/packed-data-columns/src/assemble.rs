//! Puts values together: takes each part from its column, and passes it to a visitor, as a walk over bytes does.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use packed_data::Limits;
use packed_data_model::varint::unzigzag;
use packed_data_model::visit::Nothing;
use packed_data_schema::{Codec, Scalar, ScalarKind, ScalarValue, Visit};

use crate::cursor::{Cursor, Fault};
use crate::error::{Error, ErrorKind};
use crate::fixed::{A_CONSTRUCTOR, FixedParts, Wrong};
use crate::numbers::Numbers;
use crate::raw::Raw;
use crate::select::Selection;
use crate::steps;
use crate::tree::{Blob, Kind};

/// Reads values from columns, one after the other.
#[derive(Debug)]
pub(crate) struct Assembler<'c, 'b> {
    columns: &'c Raw<'b>,
    cursors: Vec<Cursor<'b>>,
    open: Vec<Open>,
    /// Parts that take nothing from a column, and may still come. Each value of a column pays for one, as each byte
    /// does in packed values: see [`Limits::empty_elements`].
    empty: u64,
    selection: Option<&'c Selection>,
    /// What is passed on whole, if the codec that writes it is known: values of static size.
    fixed: Option<FixedParts<'c>>,
    /// The bytes of values of static size.
    buffer: Vec<u8>,
    /// The number of open values from which on nothing is passed on.
    muted_from: usize,
    is_stopped: bool,
}

#[derive(Debug)]
enum Open {
    Fields { constructor: u32, next: u32 },
    Elements { node: u32, next: u64, count: u64 },
}

/// Who receives the parts of values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Walk<'c> {
    /// A visitor.
    All,
    /// A visitor that receives a part of them.
    Selected(&'c Selection),
    /// The writer of a codec of the same schema.
    Written(&'c Codec<'c>),
}

/// So many ranks are compared for each record at most, on an average.
const RANKS_PER_RECORD: u64 = 16;

/// Nothing is muted.
const SOUND: usize = usize::MAX;

impl<'c, 'b> Assembler<'c, 'b> {
    pub(crate) fn new(columns: &'c Raw<'b>, walk: Walk<'c>) -> Result<Self, Error> {
        let (selection, codec) = match walk {
            Walk::All => (None, None),
            Walk::Selected(selection) => (Some(selection), None),
            Walk::Written(codec) => (None, Some(codec)),
        };
        let open = |column: usize| match selection {
            Some(selection) if !selection.columns[column] => Ok(Cursor::Bytes { len: 0, rest: &[] }),
            _ => columns.cursor(column),
        };
        let cursors = (0..columns.tree().len()).map(open).collect::<Result<_, _>>()?;
        let empty = Limits::DEFAULT.empty_elements;
        Ok(Self {
            columns,
            cursors,
            open: Vec::new(),
            empty,
            selection,
            fixed: codec.map(|codec| FixedParts::new(columns.tree(), codec)),
            buffer: Vec::new(),
            muted_from: SOUND,
            is_stopped: false,
        })
    }

    /// Returns whether the visitor stopped the walk.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns whether the walk is before a value, or after the last one.
    pub(crate) fn is_between_values(&self) -> bool {
        self.open.is_empty() && !self.is_stopped
    }

    /// Goes to a record after which the directory has places, given the ranks of all columns.
    pub(crate) fn skip(&mut self, ranks: &[u64]) -> Result<(), Error> {
        steps::count(ranks.len());
        for (column, rank) in ranks.iter().enumerate() {
            if self.is_wanted(column) {
                self.cursors[column].skip(*rank).map_err(|fault| self.error(fault, column))?;
            }
        }
        Ok(())
    }

    fn is_wanted(&self, column: usize) -> bool {
        self.selection.is_none_or(|selection| selection.columns[column])
    }

    /// Fails unless as many values of each column were read as the ranks say.
    pub(crate) fn check_ranks(&self, ranks: &[u64]) -> Result<(), Error> {
        steps::count(ranks.len());
        for (column, rank) in ranks.iter().enumerate() {
            let read = self.columns.count(column) - self.cursors[column].len();
            if self.is_wanted(column) && read != *rank {
                let path = self.columns.tree().path(column);
                return Err(Error::unexpected("ranks that are those of the records", rank, self.offset(column), path));
            }
        }
        Ok(())
    }

    /// Fails unless all values of all columns were read.
    pub(crate) fn check_end(&self) -> Result<(), Error> {
        for column in 0..self.cursors.len() {
            let (left, bytes) = (self.cursors[column].len(), self.cursors[column].rest());
            if self.is_wanted(column) && (left != 0 || bytes != 0) {
                let path = || self.columns.tree().path(column);
                return Err(match left {
                    0 => {
                        let found = alloc::format!("{bytes} bytes more");
                        Error::unexpected("the end of a column", found, self.offset(column), path())
                    }
                    _ => {
                        let expected = "as many values as the records have";
                        let found = alloc::format!("{left} more");
                        Error::unexpected(expected, found, self.offset(column), path())
                    }
                });
            }
        }
        Ok(())
    }

    /// Returns the offset at which a column is read.
    fn offset(&self, column: usize) -> usize {
        self.columns.span(column).end - self.cursors[column].rest()
    }

    #[cold]
    fn error(&self, fault: Fault, column: usize) -> Error {
        let (offset, path) = (self.offset(column), self.columns.tree().path(column));
        match fault {
            Fault::Over => {
                let found = alloc::format!("{} values", self.columns.count(column));
                Error::unexpected("as many values as the records have", found, offset, path)
            }
            Fault::Expected(what) => Error::unexpected(what, "other bytes", offset, path),
        }
    }

    #[cold]
    fn wrong(&self, expected: &'static str, found: u64, column: u32) -> Error {
        let (column, path) = (column as usize, self.columns.tree().path(column as usize));
        Error::unexpected(expected, found, self.offset(column), path)
    }

    #[inline]
    fn integer(&mut self, column: u32) -> Result<u64, Error> {
        self.empty = self.empty.saturating_add(1);
        self.cursors[column as usize].integer().map_err(|fault| self.error(fault, column as usize))
    }

    /// Charges a part that takes nothing from a column.
    fn charge(&mut self) -> Result<(), Error> {
        self.empty = self.empty.checked_sub(1).ok_or_else(|| {
            let why = "a number of parts without bytes that the limits allow";
            Error::new(ErrorKind::Unexpected(why, "more".into()), 0, String::new())
        })?;
        Ok(())
    }

    /// Passes on the next value.
    pub(crate) fn value<V: Visit<'b>>(&mut self, visit: &mut V) -> Result<(), Error> {
        self.enter(0, visit)?;
        while let Some(open) = self.open.last_mut() {
            if visit.is_over() {
                self.is_stopped = true;
                return Ok(());
            }
            match open {
                Open::Elements { node, next, count } if *next < *count => {
                    let (node, index) = (*node, *next);
                    *next += 1;
                    if self.muted_from == SOUND {
                        visit.field(index as usize);
                    }
                    self.enter(node, visit)?;
                }
                Open::Fields { constructor, next } => {
                    let tree = self.columns.tree();
                    let of = tree.constructors[*constructor as usize];
                    if *next == of.len {
                        self.leave(visit);
                        continue;
                    }
                    let (index, number) = (*next, of.first + *next);
                    *next += 1;
                    self.field(index, number, visit)?;
                }
                Open::Elements { .. } => self.leave(visit),
            }
        }
        Ok(())
    }

    fn leave<V: Visit<'b>>(&mut self, visit: &mut V) {
        self.open.pop();
        if self.muted_from == SOUND {
            visit.end(1);
        } else if self.muted_from == self.open.len() {
            self.muted_from = SOUND;
        }
    }

    #[inline]
    fn field<V: Visit<'b>>(&mut self, index: u32, number: u32, visit: &mut V) -> Result<(), Error> {
        steps::count(1);
        let field = self.columns.tree().fields[number as usize];
        let mut is_muted = false;
        if let Some(selection) = self.selection
            && !selection.fields[number as usize]
        {
            if !selection.walked[number as usize] {
                return Ok(());
            }
            is_muted = true;
        }
        if let Some(presence) = field.presence {
            match self.integer(presence)? {
                0 => {
                    if self.muted_from == SOUND && !is_muted {
                        visit.absent(index as usize..index as usize + 1);
                    }
                    return Ok(());
                }
                1 => {}
                found => return Err(self.wrong("whether a field is present: 0 or 1", found, presence)),
            }
        }
        if is_muted && self.muted_from == SOUND {
            self.muted_from = self.open.len();
            self.enter(field.node, visit)?;
            // (A value without parts is over.)
            if self.open.len() == self.muted_from {
                self.muted_from = SOUND;
            }
            return Ok(());
        }
        if self.muted_from == SOUND {
            visit.field(index as usize);
        }
        self.enter(field.node, visit)
    }

    /// Passes on a value, or its beginning.
    #[inline]
    fn enter<V: Visit<'b>>(&mut self, number: u32, visit: &mut V) -> Result<(), Error> {
        steps::count(1);
        let tree = self.columns.tree();
        let node = tree.nodes[number as usize];
        let is_sound = self.muted_from == SOUND;
        if node.is_empty {
            self.charge()?;
        }
        match node.kind {
            Kind::Scalar { scalar, column } => {
                let bits = self.integer(column)?;
                let value = scalar_of(scalar, bits).ok_or_else(|| self.wrong(scalar.expected(), bits, column))?;
                if is_sound {
                    visit.scalar(node.of, value);
                }
            }
            Kind::Wide { scalar, column } => {
                let (low, high) = (self.integer(column)?, self.integer(column + 1)?);
                let value = wide_of(scalar, low, high).ok_or_else(|| self.wrong(scalar.expected(), low, column))?;
                if is_sound {
                    visit.scalar(node.of, value);
                }
            }
            Kind::Blob { blob: Blob::Text, column } => {
                self.empty = self.empty.saturating_add(1);
                let text = self.cursors[column as usize].text();
                let text = text.map_err(|fault| self.error(fault, column as usize))?;
                if is_sound {
                    visit.text(text);
                }
            }
            Kind::Blob { column, .. } | Kind::Bytes { column, .. } => {
                // (Strings of no bytes take nothing, and pay for nothing.)
                self.empty = self.empty.saturating_add(u64::from(!node.is_empty));
                let bytes = self.cursors[column as usize].bytes();
                let bytes = bytes.map_err(|fault| self.error(fault, column as usize))?;
                if is_sound {
                    match node.kind {
                        Kind::Blob { blob: Blob::Cbor, .. } => visit.raw(bytes),
                        Kind::Blob { blob: Blob::Unknown, .. } => visit.unknown(bytes),
                        _ => visit.bytes(node.of, bytes),
                    }
                }
            }
            Kind::Fields { first, count, tags } => {
                let tag = match tags {
                    Some(tags) => {
                        let tag = self.integer(tags)?;
                        if tag >= count.into() {
                            return Err(self.wrong(A_CONSTRUCTOR, tag, tags));
                        }
                        tag as u32
                    }
                    None if count == 0 => {
                        return Err(Error::unexpected("no value of a type without values", "one", 0, String::new()));
                    }
                    None => 0,
                };
                if let Some(fixed) = self.fixed.as_mut().and_then(|fixed| fixed.fields(first + tag, node.of, tag)) {
                    self.buffer.clear();
                    self.empty = self.empty.saturating_add(fixed.numbers() as u64);
                    let done = fixed.assemble(1, &mut self.cursors, &mut self.buffer);
                    done.map_err(|wrong| self.wrong_fixed(&wrong))?;
                    visit.fixed_fields(node.of, tag, &self.buffer);
                    return Ok(());
                }
                if is_sound {
                    visit.begin(node.of, tag);
                }
                self.open.push(Open::Fields { constructor: first + tag, next: 0 });
            }
            Kind::Array { len, element } => {
                if self.elements(number, len, visit)? {
                    return Ok(());
                }
                if is_sound {
                    visit.begin(node.of, 0);
                }
                self.open.push(Open::Elements { node: element, next: 0, count: len });
            }
            Kind::Sequence { lengths, element } => {
                let count = self.integer(lengths)?;
                if self.elements(number, count, visit)? {
                    return Ok(());
                }
                if is_sound {
                    visit.count(count);
                    visit.begin(node.of, 0);
                }
                self.open.push(Open::Elements { node: element, next: 0, count });
            }
        }
        Ok(())
    }
}

impl Assembler<'_, '_> {
    /// Passes on an array or a sequence whose elements are of static size, whole; returns whether they are.
    fn elements<'b, V: Visit<'b>>(&mut self, number: u32, count: u64, visit: &mut V) -> Result<bool, Error> {
        let of = self.columns.tree().nodes[number as usize].of;
        let Some(fixed) = self.fixed.as_mut().and_then(|fixed| fixed.elements(number, of)) else { return Ok(false) };
        self.buffer.clear();
        self.empty = self.empty.saturating_add(count.saturating_mul(fixed.numbers() as u64));
        let done = fixed.assemble(count, &mut self.cursors, &mut self.buffer);
        done.map_err(|wrong| self.wrong_fixed(&wrong))?;
        visit.fixed_elements(of, count as usize, &self.buffer);
        Ok(true)
    }

    #[cold]
    fn wrong_fixed(&self, wrong: &Wrong) -> Error {
        match wrong.why {
            Ok(fault) => self.error(fault, wrong.column as usize),
            Err((expected, found)) => self.wrong(expected, found, wrong.column),
        }
    }
}

impl<'b> Raw<'b> {
    /// Reads a range of values. If it is all of them, all columns must end with them.
    pub(crate) fn assemble<'c, E: From<Error>>(
        &'c self,
        range: Range<u64>,
        walk: Walk<'c>,
        mut each: impl FnMut(&mut Assembler<'c, 'b>) -> Result<(), E>,
    ) -> Result<(), E> {
        if range.start > range.end || range.end > self.records {
            let found = alloc::format!("{} to {}", range.start, range.end);
            return Err(Error::unexpected("numbers of values that there are", found, 0, String::new()).into());
        }
        let mut assembler = Assembler::new(self, walk)?;
        let ranks = self.ranks.clone().map(|span| self.read_ranks(span)).transpose()?;
        let columns = self.tree().len() as u64;
        let mut next = 0;
        if let Some(ranks) = &ranks {
            // (At the end of all values no group begins.)
            let number = range.start.min(self.records.saturating_sub(1)) / ranks.group;
            if let Some(at) = ranks.before(number) {
                assembler.skip(&at)?;
                next = number * ranks.group;
            }
        }
        let mut checked = next;
        while next < range.end && !assembler.is_stopped() {
            // (Of more columns than records, each group has more ranks than records have bytes: not all are compared.)
            if let Some(ranks) = &ranks
                && next > range.start
                && next.is_multiple_of(ranks.group)
                && columns <= RANKS_PER_RECORD * (next - checked)
                && let Some(at) = ranks.before(next / ranks.group)
            {
                assembler.check_ranks(&at)?;
                checked = next;
            }
            if next < range.start {
                assembler.value(&mut Nothing)?;
            } else {
                each(&mut assembler)?;
            }
            next += 1;
        }
        if range.end == self.records && !assembler.is_stopped() {
            assembler.check_end()?;
        }
        Ok(())
    }
}

/// Returns a scalar of at most eight bytes.
#[inline]
fn scalar_of(scalar: Scalar, bits: u64) -> Option<ScalarValue> {
    if !Numbers::of(scalar).has(bits) {
        return None;
    }
    // (Without the way through 128 bits.)
    Some(match scalar.kind() {
        ScalarKind::Unsigned => ScalarValue::Unsigned(bits.into()),
        ScalarKind::Signed => ScalarValue::Signed((bits as i64).into()),
        ScalarKind::Float if scalar.width() == 4 => ScalarValue::F32(f32::from_bits(bits as u32)),
        ScalarKind::Float => ScalarValue::F64(f64::from_bits(bits)),
        ScalarKind::Bool => ScalarValue::Bool(bits == 1),
        ScalarKind::Char => ScalarValue::Char(char::from_u32(bits as u32)?),
        ScalarKind::Duration | ScalarKind::Time => return None,
    })
}

/// Returns a scalar of two parts.
fn wide_of(scalar: Scalar, low: u64, high: u64) -> Option<ScalarValue> {
    let whole = u128::from(high) << 64 | u128::from(low);
    let nanoseconds = u32::try_from(high).ok().filter(|nanoseconds| *nanoseconds < 1_000_000_000);
    match scalar.kind() {
        _ if scalar.is_non_zero() && whole == 0 => None,
        ScalarKind::Unsigned => Some(ScalarValue::Unsigned(whole)),
        ScalarKind::Signed => Some(ScalarValue::Signed(unzigzag(whole))),
        ScalarKind::Duration => Some(ScalarValue::Duration(low, nanoseconds?)),
        ScalarKind::Time => Some(ScalarValue::Time(low as i64, nanoseconds?)),
        _ => None,
    }
}
