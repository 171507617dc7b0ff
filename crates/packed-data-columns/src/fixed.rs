//! Values of static size: their numbers are taken from the packed bytes, or put there, column by column.

use alloc::vec::{self, Vec};

use packed_data_schema::{Codec, Encoding, FixedKind, FixedPart, Scalar, ScalarKind, TypeIndex};

use crate::build::Builder;
use crate::cursor::{Cursor, Fault};
use crate::integers::IntegersBuilder;
use crate::numbers::Numbers;
use crate::steps;
use crate::tree::{ColumnSchema, Kind};

/// The number of values of which one column is taken before the next: so that their bytes stay near.
const ROWS: usize = 512;

/// What is expected of the number of a constructor.
pub(crate) const A_CONSTRUCTOR: &str = "the number of a constructor";

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
    numbers: Numbers,
    /// What is expected of another one.
    expected: &'static str,
}

/// Why numbers cannot be put: the column, and its fault or a number that it may not have.
pub(crate) struct Wrong {
    pub(crate) column: u32,
    pub(crate) why: Why,
}

/// The fault of a column; or what was expected, and the number that was found.
type Why = Result<Fault, (&'static str, u64)>;

impl Fixed {
    /// Adds the numbers of values, which are valid, to their columns.
    pub(crate) fn shred(&self, bytes: &[u8], columns: &mut [Builder]) {
        steps::count_bytes(bytes.len());
        if bytes.len() == self.size {
            return self.shred_one(bytes, columns);
        }
        for rows in bytes.chunks(ROWS * self.size.max(1)) {
            for places in &self.columns {
                places.gather(rows, self.size, &mut columns[places.column as usize]);
            }
        }
    }

    /// Adds those of one value, without the loops that pay for many.
    fn shred_one(&self, bytes: &[u8], columns: &mut [Builder]) {
        for places in &self.columns {
            places.gather_one(bytes, &mut columns[places.column as usize]);
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

/// The values of static size of a type, in the layout of a codec: each is looked for when it is asked for.
#[derive(Debug)]
pub(crate) struct FixedParts<'s> {
    tree: &'s ColumnSchema,
    codec: &'s Codec<'s>,
    /// For each constructor its fields, and for each node its elements, once that was asked.
    fields: Vec<Option<Option<Fixed>>>,
    elements: Vec<Option<Option<Fixed>>>,
}

impl<'s> FixedParts<'s> {
    /// Returns those of a codec of the type of the columns; it may be a part of the codec's type.
    pub(crate) fn new(tree: &'s ColumnSchema, codec: &'s Codec<'s>) -> Self {
        let slots = |count: usize| (0..count).map(|_| None).collect();
        Self { tree, codec, fields: slots(tree.constructors.len()), elements: slots(tree.nodes.len()) }
    }

    /// Returns the fields of a constructor, number `tag` of the type `of` in the codec's schema. `None` if they are not
    /// of static size, or not numbers at their width.
    #[inline(always)]
    pub(crate) fn fields(&mut self, constructor: u32, of: TypeIndex, tag: u32) -> Option<&Fixed> {
        if self.fields[constructor as usize].is_none() {
            self.find_fields(constructor, of, tag);
        }
        self.fields[constructor as usize].as_ref()?.as_ref()
    }

    /// Returns an element of an array or sequence, whose node is given, and its type in the codec's schema.
    #[inline(always)]
    pub(crate) fn elements(&mut self, node: u32, of: TypeIndex) -> Option<&Fixed> {
        if self.elements[node as usize].is_none() {
            self.find_elements(node, of);
        }
        self.elements[node as usize].as_ref()?.as_ref()
    }

    #[cold]
    fn find_fields(&mut self, constructor: u32, of: TypeIndex, tag: u32) {
        let parts = self.codec.fixed_fields(of, tag);
        let find = |parts| Finder::new(self.tree, parts).find(|finder| finder.fields(constructor));
        self.fields[constructor as usize] = Some(parts.and_then(find));
    }

    #[cold]
    fn find_elements(&mut self, node: u32, of: TypeIndex) {
        let (Kind::Array { element, .. } | Kind::Sequence { element, .. }) = self.tree.nodes[node as usize].kind else {
            return;
        };
        let parts = self.codec.fixed_elements(of);
        let find = |parts| Finder::new(self.tree, parts).find(|finder| finder.node(element));
        self.elements[node as usize] = Some(parts.and_then(find).filter(|fixed| fixed.size > 0));
    }
}

impl Places {
    fn gather(&self, rows: &[u8], size: usize, to: &mut Builder) {
        let Builder::Integers(out) = to else {
            return rows.chunks_exact(size).for_each(|row| self.gather_one(row, to));
        };
        match self.number.width {
            1 => self.gather_of::<1>(rows, size, out),
            2 => self.gather_of::<2>(rows, size, out),
            4 => self.gather_of::<4>(rows, size, out),
            _ => self.gather_of::<8>(rows, size, out),
        }
    }

    /// Adds the numbers of one value.
    #[inline(always)]
    fn gather_one(&self, row: &[u8], to: &mut Builder) {
        for at in &self.offsets {
            match to {
                Builder::Integers(of) => of.push(self.number.get(row, *at)),
                Builder::Bytes { heap, .. } => heap.extend_from_slice(&row[*at..][..self.number.width]),
                Builder::Blobs(_) => {}
            }
        }
    }

    fn gather_of<const WIDTH: usize>(&self, rows: &[u8], size: usize, out: &mut IntegersBuilder) {
        let number = &self.number;
        match self.offsets[..] {
            [at] => out.extend(rows.chunks_exact(size).map(|row| number.get_of::<WIDTH>(row, at))),
            _ => {
                let of_row = |row| self.offsets.iter().map(move |at| number.get_of::<WIDTH>(row, *at));
                out.extend(rows.chunks_exact(size).flat_map(of_row));
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
    fn get(&self, value: &[u8], at: usize) -> u64 {
        match self.width {
            1 => self.get_of::<1>(value, at),
            2 => self.get_of::<2>(value, at),
            4 => self.get_of::<4>(value, at),
            _ => self.get_of::<8>(value, at),
        }
    }

    #[inline(always)]
    fn get_of<const WIDTH: usize>(&self, value: &[u8], at: usize) -> u64 {
        let mut low = [0; 8];
        low[..WIDTH].copy_from_slice(&value[at..][..WIDTH]);
        if self.is_big {
            low[..WIDTH].reverse();
        }
        let (low, shift) = (u64::from_le_bytes(low), 64 - 8 * WIDTH as u32);
        if self.is_signed { ((low << shift) as i64 >> shift) as u64 } else { low }
    }

    /// Returns `width` bytes that may be any.
    fn any(width: usize) -> Self {
        Self { width, is_big: false, is_signed: false, numbers: Numbers::ALL, expected: "" }
    }

    fn of_scalar(scalar: Scalar, width: usize, is_big: bool) -> Self {
        let (is_signed, numbers) = (scalar.kind() == ScalarKind::Signed, Numbers::of(scalar));
        Self { width, is_big, is_signed, numbers, expected: scalar.expected() }
    }

    /// Fails if the column may not have a number; returns what was expected, and the number.
    #[inline]
    fn check(&self, number: u64) -> Result<(), (&'static str, u64)> {
        if self.numbers.has(number) { Ok(()) } else { Err((self.expected, number)) }
    }

    fn check_all(&self, numbers: &[u64]) -> Result<(), (&'static str, u64)> {
        if self.numbers.have(numbers) { Ok(()) } else { numbers.iter().try_for_each(|number| self.check(*number)) }
    }

    /// Puts a number at an offset of a value.
    #[inline]
    fn put(&self, number: u64, row: &mut [u8], at: usize) {
        match self.width {
            1 => self.put_of::<1>(number, row, at),
            2 => self.put_of::<2>(number, row, at),
            4 => self.put_of::<4>(number, row, at),
            _ => self.put_of::<8>(number, row, at),
        }
    }

    /// Puts numbers at an offset of values of `size` bytes each.
    fn put_all(&self, numbers: &[u64], rows: &mut [u8], size: usize, at: usize) {
        let rows = rows.chunks_exact_mut(size).zip(numbers);
        match self.width {
            1 => rows.for_each(|(row, number)| self.put_of::<1>(*number, row, at)),
            2 => rows.for_each(|(row, number)| self.put_of::<2>(*number, row, at)),
            4 => rows.for_each(|(row, number)| self.put_of::<4>(*number, row, at)),
            _ => rows.for_each(|(row, number)| self.put_of::<8>(*number, row, at)),
        }
    }

    #[inline(always)]
    fn put_of<const WIDTH: usize>(&self, number: u64, row: &mut [u8], at: usize) {
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
                let number = Number::any(8);
                self.add(column, number, offset)?;
                self.add(column + 1, number, offset + 8)
            }
            Kind::Bytes { column } => {
                let FixedPart { offset, size: width, kind: FixedKind::Bytes } = self.parts.next()? else { return None };
                self.add(column, Number::any(width), offset)
            }
            Kind::Fields { first, count, tags } => {
                let FixedPart { offset, size: width, kind: FixedKind::Tag } = self.parts.next()? else { return None };
                if let Some(tags) = tags {
                    // (An order of bytes is needed for one only.)
                    let (numbers, expected) = (Numbers::below(count), A_CONSTRUCTOR);
                    let number = Number { numbers, expected, ..Number::any(width) };
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
