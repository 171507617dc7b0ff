//! Values of static size: their numbers are taken from the packed bytes, or put there, column by column.

use alloc::vec::{self, Vec};

use packed_data_schema::{Codec, Encoding, FixedKind, FixedPart, Scalar, ScalarKind, TypeIndex};

use crate::build::Builder;
use crate::cursor::{Cursor, Fault};
use crate::integers::IntegersBuilder;
use crate::steps;
use crate::tree::{ColumnSchema, Kind};

/// The number of values of which one column is taken before the next: so that their bytes stay near.
const ROWS: usize = 512;

/// Where the numbers of the columns are in values of static size.
#[derive(Debug)]
pub(crate) struct Fixed {
    /// The bytes of each value.
    size: usize,
    columns: Vec<Places>,
}

/// The places of the numbers of one column in each value.
#[derive(Debug)]
struct Places {
    column: u32,
    number: Number,
    offsets: Vec<usize>,
}

/// What is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    width: usize,
    is_big: bool,
    is_signed: bool,
    /// The least of the numbers that it may be, and the difference of the greatest from it, modulo 2^64.
    least: u64,
    span: u64,
    /// Whether there are others between them that it may not be: of characters and of signed numbers that are not zero.
    has_gap: bool,
    of: Of,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Scalar(Scalar),
    /// The number of a constructor.
    Tag,
    /// A part of a number.
    Half,
    Bytes,
}

/// Why numbers cannot be put: the column, and its fault or a number that it may not have.
pub(crate) struct Wrong {
    pub(crate) column: u32,
    pub(crate) why: Why,
}

/// The fault of a column; or what was expected, and the number that was found.
type Why = Result<Fault, (&'static str, u64)>;

impl Fixed {
    /// Returns the places in the fields of a struct or constructor, whose node is given; `of` is its type in the schema
    /// of the codec. `None` if their parts are not of static size, or not numbers at their width.
    pub(crate) fn of_fields(
        tree: &ColumnSchema,
        node: u32,
        codec: &Codec<'_>,
        of: TypeIndex,
        tag: u32,
    ) -> Option<Self> {
        let parts = codec.fixed_fields(of, tag)?;
        let Kind::Fields { first, .. } = tree.nodes[node as usize].kind else { return None };
        Finder::new(tree, parts).find(|finder| finder.fields(first + tag))
    }

    /// Returns the places in an element of an array or sequence, whose node is given.
    pub(crate) fn of_elements(tree: &ColumnSchema, node: u32, codec: &Codec<'_>, of: TypeIndex) -> Option<Self> {
        let parts = codec.fixed_elements(of)?;
        let (Kind::Array { element, .. } | Kind::Sequence { element, .. }) = tree.nodes[node as usize].kind else {
            return None;
        };
        Finder::new(tree, parts).find(|finder| finder.node(element)).filter(|fixed| fixed.size > 0)
    }

    /// Adds the numbers of values, which are valid, to their columns.
    pub(crate) fn shred(&self, bytes: &[u8], columns: &mut [Builder]) {
        steps::count_bytes(bytes.len());
        if bytes.len() == self.size {
            return self.shred_one(bytes, columns);
        }
        for rows in bytes.chunks(ROWS * self.size.max(1)) {
            for places in &self.columns {
                match &mut columns[places.column as usize] {
                    Builder::Integers(of) => places.gather(rows, self.size, of),
                    Builder::Bytes { heap, .. } => {
                        for row in rows.chunks_exact(self.size) {
                            for at in &places.offsets {
                                heap.extend_from_slice(&row[*at..][..places.number.width]);
                            }
                        }
                    }
                    Builder::Blobs(_) => {}
                }
            }
        }
    }

    /// Adds those of one value, without the loops that pay for many.
    fn shred_one(&self, bytes: &[u8], columns: &mut [Builder]) {
        for Places { column, number, offsets } in &self.columns {
            for at in offsets {
                match &mut columns[*column as usize] {
                    Builder::Integers(of) => of.push(number.get(bytes, *at)),
                    Builder::Bytes { heap, .. } => heap.extend_from_slice(&bytes[*at..][..number.width]),
                    Builder::Blobs(_) => {}
                }
            }
        }
    }

    /// Returns the number of values that are taken from columns for each value.
    pub(crate) fn numbers(&self) -> usize {
        self.columns.iter().map(|places| places.offsets.len()).sum()
    }

    /// Takes the numbers of `count` values from their columns, and appends the values to `out`. Each column claims to
    /// have as many; memory is taken as they are found.
    pub(crate) fn assemble(&self, count: u64, cursors: &mut [Cursor<'_>], out: &mut Vec<u8>) -> Result<(), Wrong> {
        for Places { column, offsets, .. } in &self.columns {
            if cursors[*column as usize].len() < count.saturating_mul(offsets.len() as u64) {
                return Err(Wrong { column: *column, why: Ok(Fault::Over) });
            }
        }
        if self.size == 0 {
            return Ok(());
        }
        let mut left = count;
        while left > 0 {
            let rows = left.min(ROWS as u64) as usize;
            left -= rows as u64;
            let from = out.len();
            out.resize(from + self.size * rows, 0);
            let out = &mut out[from..];
            steps::count_bytes(out.len());
            for places in &self.columns {
                let (cursor, failed) =
                    (&mut cursors[places.column as usize], |why| Wrong { column: places.column, why });
                match rows {
                    1 => places.scatter_one(out, cursor).map_err(failed)?,
                    _ => places.scatter(out, self.size, cursor).map_err(failed)?,
                }
            }
        }
        Ok(())
    }
}

impl Places {
    fn gather(&self, rows: &[u8], size: usize, out: &mut IntegersBuilder) {
        match self.number.width {
            1 => self.gather_of::<1>(rows, size, out),
            2 => self.gather_of::<2>(rows, size, out),
            4 => self.gather_of::<4>(rows, size, out),
            _ => self.gather_of::<8>(rows, size, out),
        }
    }

    fn gather_of<const WIDTH: usize>(&self, rows: &[u8], size: usize, out: &mut IntegersBuilder) {
        let is_signed = matches!(self.number.of, Of::Scalar(scalar) if scalar.kind() == ScalarKind::Signed);
        let (shift, is_big) = (64 - 8 * WIDTH as u32, self.number.is_big);
        let number = |row: &[u8], at: usize| {
            let mut low = [0; 8];
            low[..WIDTH].copy_from_slice(&row[at..][..WIDTH]);
            if is_big {
                low[..WIDTH].reverse();
            }
            let low = u64::from_le_bytes(low);
            if is_signed { ((low << shift) as i64 >> shift) as u64 } else { low }
        };
        match self.offsets[..] {
            [at] => out.extend(rows.chunks_exact(size).map(|row| number(row, at))),
            _ => {
                out.extend(rows.chunks_exact(size).flat_map(|row| self.offsets.iter().map(move |at| number(row, *at))))
            }
        }
    }

    fn scatter(&self, out: &mut [u8], size: usize, cursor: &mut Cursor<'_>) -> Result<(), Why> {
        let (Cursor::Integers(cursor), [at]) = (&mut *cursor, &self.offsets[..]) else {
            return out.chunks_exact_mut(size).try_for_each(|row| self.scatter_one(row, cursor));
        };
        let mut rest = out;
        while !rest.is_empty() {
            let numbers = cursor.take_some(rest.len() / size).map_err(Ok)?;
            self.number.check_all(numbers).map_err(Err)?;
            let (rows, after) = rest.split_at_mut(numbers.len() * size);
            self.number.put_all(numbers, rows, size, *at);
            rest = after;
        }
        Ok(())
    }

    /// Takes the numbers of one value.
    #[inline]
    fn scatter_one(&self, row: &mut [u8], cursor: &mut Cursor<'_>) -> Result<(), Why> {
        for at in &self.offsets {
            match cursor {
                Cursor::Integers(cursor) => {
                    let number = cursor.next().map_err(Ok)?;
                    self.number.check(number).map_err(Err)?;
                    self.number.put(number, row, *at);
                }
                _ => {
                    let bytes = cursor.bytes().map_err(Ok)?;
                    row[*at..][..bytes.len()].copy_from_slice(bytes);
                }
            }
        }
        Ok(())
    }
}

impl Number {
    /// Returns the number at an offset of a value.
    #[inline]
    fn get(self, value: &[u8], at: usize) -> u64 {
        match self.width {
            1 => self.get_of::<1>(value, at),
            2 => self.get_of::<2>(value, at),
            4 => self.get_of::<4>(value, at),
            _ => self.get_of::<8>(value, at),
        }
    }

    #[inline(always)]
    fn get_of<const WIDTH: usize>(self, value: &[u8], at: usize) -> u64 {
        let mut low = [0; 8];
        low[..WIDTH].copy_from_slice(&value[at..][..WIDTH]);
        if self.is_big {
            low[..WIDTH].reverse();
        }
        let (low, shift) = (u64::from_le_bytes(low), 64 - 8 * WIDTH as u32);
        if self.is_signed { ((low << shift) as i64 >> shift) as u64 } else { low }
    }

    /// Returns a number of `width` bytes that may be any.
    fn any(width: usize, of: Of) -> Self {
        Self { width, is_big: false, is_signed: false, least: 0, span: u64::MAX, has_gap: false, of }
    }

    fn of_scalar(scalar: Scalar, width: usize, is_big: bool) -> Self {
        let is_signed = scalar.kind() == ScalarKind::Signed;
        let (is_non_zero, mask) = (scalar.is_non_zero(), u64::MAX >> (64 - 8 * scalar.width().clamp(1, 8)));
        let (least, span, has_gap) = match scalar.kind() {
            ScalarKind::Bool => (0, 1, false),
            ScalarKind::Char => (0, char::MAX.into(), true),
            ScalarKind::Signed => (!(mask >> 1), mask, is_non_zero),
            _ => (is_non_zero.into(), mask - u64::from(is_non_zero), false),
        };
        Self { width, is_big, is_signed, least, span, has_gap, of: Of::Scalar(scalar) }
    }

    /// Returns whether the column may have a number.
    #[inline(always)]
    fn may_be(self, number: u64) -> bool {
        number.wrapping_sub(self.least) <= self.span && !(self.has_gap && self.is_in_gap(number))
    }

    fn is_in_gap(self, number: u64) -> bool {
        if self.is_signed { number == 0 } else { u32::try_from(number).ok().and_then(char::from_u32).is_none() }
    }

    /// Fails if the column may not have a number; returns what was expected, and the number.
    #[inline]
    fn check(self, number: u64) -> Result<(), (&'static str, u64)> {
        if self.may_be(number) { Ok(()) } else { Err(self.wrong(number)) }
    }

    fn check_all(self, numbers: &[u64]) -> Result<(), (&'static str, u64)> {
        // (Without an end at the first, several are tested at once.)
        let are_between = numbers.iter().fold(true, |all, number| all & (number.wrapping_sub(self.least) <= self.span));
        if are_between && !self.has_gap {
            return Ok(());
        }
        numbers.iter().try_for_each(|number| self.check(*number))
    }

    #[cold]
    fn wrong(self, number: u64) -> (&'static str, u64) {
        match self.of {
            Of::Scalar(scalar) => (scalar.expected(), number),
            _ => ("the number of a constructor", number),
        }
    }

    /// Puts a number at an offset of a value.
    #[inline]
    fn put(self, number: u64, row: &mut [u8], at: usize) {
        match self.width {
            1 => self.put_of::<1>(number, row, at),
            2 => self.put_of::<2>(number, row, at),
            4 => self.put_of::<4>(number, row, at),
            _ => self.put_of::<8>(number, row, at),
        }
    }

    /// Puts numbers at an offset of values of `size` bytes each.
    fn put_all(self, numbers: &[u64], rows: &mut [u8], size: usize, at: usize) {
        let rows = rows.chunks_exact_mut(size).zip(numbers);
        match self.width {
            1 => rows.for_each(|(row, number)| self.put_of::<1>(*number, row, at)),
            2 => rows.for_each(|(row, number)| self.put_of::<2>(*number, row, at)),
            4 => rows.for_each(|(row, number)| self.put_of::<4>(*number, row, at)),
            _ => rows.for_each(|(row, number)| self.put_of::<8>(*number, row, at)),
        }
    }

    #[inline(always)]
    fn put_of<const WIDTH: usize>(self, number: u64, row: &mut [u8], at: usize) {
        let mut low = number.to_le_bytes();
        if self.is_big {
            low[..WIDTH].reverse();
        }
        row[at..][..WIDTH].copy_from_slice(&low[..WIDTH]);
    }
}

/// Finds the column of each part.
struct Finder<'t> {
    tree: &'t ColumnSchema,
    parts: vec::IntoIter<FixedPart>,
    size: usize,
    columns: Vec<Places>,
}

impl<'t> Finder<'t> {
    fn new(tree: &'t ColumnSchema, parts: Vec<FixedPart>) -> Self {
        let size = parts.last().map_or(0, |part| part.offset + part.size);
        Self { tree, parts: parts.into_iter(), size, columns: Vec::new() }
    }

    fn find(mut self, find: impl FnOnce(&mut Self) -> Option<()>) -> Option<Fixed> {
        find(&mut self)?;
        self.parts.next().is_none().then_some(Fixed { size: self.size, columns: self.columns })
    }

    fn add(&mut self, column: u32, number: Number, offset: usize) -> Option<()> {
        match self.columns.iter_mut().find(|places| places.column == column) {
            Some(places) if places.number == number => places.offsets.push(offset),
            Some(_) => return None,
            None => self.columns.push(Places { column, number, offsets: alloc::vec![offset] }),
        }
        Some(())
    }

    /// Finds the columns of a value. (A value without any is charged elsewhere.)
    fn node(&mut self, node: u32) -> Option<()> {
        let node = self.tree.nodes[node as usize];
        if node.is_empty {
            return None;
        }
        match node.kind {
            Kind::Scalar { column, .. } => {
                let FixedPart { offset, size: width, kind } = self.parts.next()?;
                let FixedKind::Scalar(scalar, encoding) = kind else { return None };
                let is_big = match encoding {
                    Encoding::Little | Encoding::Word => false,
                    Encoding::Big => true,
                    _ => return None,
                };
                self.add(column, Number::of_scalar(scalar, width, is_big), offset)
            }
            // (Of a time, nanoseconds were checked; those that are put are not.)
            Kind::Wide { column, .. } => {
                let FixedPart { offset, kind: FixedKind::Scalar(Scalar::U128, Encoding::Little), .. } =
                    self.parts.next()?
                else {
                    return None;
                };
                let number = Number::any(8, Of::Half);
                self.add(column, number, offset)?;
                self.add(column + 1, number, offset + 8)
            }
            Kind::Bytes { column } => {
                let FixedPart { offset, size: width, kind: FixedKind::Bytes } = self.parts.next()? else { return None };
                self.add(column, Number::any(width, Of::Bytes), offset)
            }
            Kind::Fields { first, count, tags } => {
                let FixedPart { offset, size: width, kind: FixedKind::Tag } = self.parts.next()? else { return None };
                if let Some(tags) = tags {
                    // (An order of bytes is needed for one only.)
                    let number = Number { span: u64::from(count) - 1, ..Number::any(width, Of::Tag) };
                    self.add(tags, number, offset).filter(|()| width == 1)?;
                    return (first..first + count).all(|of| self.tree.fields_of(of).is_empty()).then_some(());
                }
                // (A type may have no values.)
                if count == 0 { None } else { self.fields(first) }
            }
            Kind::Array { len, element } => (0..len).try_for_each(|_| self.node(element)),
            Kind::Blob { .. } | Kind::Sequence { .. } => None,
        }
    }

    fn fields(&mut self, constructor: u32) -> Option<()> {
        let tree = self.tree;
        tree.fields_of(constructor).iter().try_for_each(|field| {
            let is_always = field.presence.is_none();
            is_always.then(|| self.node(field.node))?
        })
    }
}
