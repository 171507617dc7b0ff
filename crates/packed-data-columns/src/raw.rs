//! Columns in bytes, whatever the type of the values: the directory.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use packed_data_schema::{Codec, LayoutId, Writer};

use crate::block::{BLOCK, Integers};
use crate::cursor::{BlobsCursor, Cursor, Fault, IntegersCursor, take_varint};
use crate::encode::{AS_RECORDS, LAYOUT, RANKS, STATISTICS, STORED, VERSION};
use crate::error::Error;
use crate::statistics::{self, Stored};
use crate::steps;
use crate::tree::{ColumnSchema, Form};

/// Columns whose directory was checked.
#[derive(Clone, Debug)]
pub(crate) struct Raw<'b> {
    pub(crate) tree: Tree<'b>,
    bytes: &'b [u8],
    pub(crate) records: u64,
    /// The number of values of each column, and its bytes.
    columns: Vec<(u64, Range<usize>)>,
    pub(crate) stored: Vec<Stored>,
    /// The section of the ranks.
    pub(crate) ranks: Option<Range<usize>>,
    /// The layout from which constructors that are not known are.
    pub(crate) layout: Option<LayoutId>,
}

/// Where the columns are at each group of records but the first.
pub(crate) struct Ranks {
    /// The number of records of a group.
    pub(crate) group: u64,
    /// For a column the number of its values before each group but the first.
    stored: Vec<Vec<u64>>,
    /// Which of these each column has; `None` if as many values as there are records. (Many columns may have the same,
    /// so that they take memory once.)
    columns: Vec<Option<usize>>,
}

impl Ranks {
    /// Returns for each column the number of its values before a group; `None` for the first group.
    pub(crate) fn before(&self, group: u64) -> Option<Vec<u64>> {
        let index = group.checked_sub(1)? as usize;
        let rank = |of: &Option<usize>| of.map_or(group * self.group, |of| self.stored[of][index]);
        Some(self.columns.iter().map(rank).collect())
    }
}

/// The columns of the type, made for this value or for others too.
#[derive(Clone, Debug)]
pub(crate) enum Tree<'b> {
    Own(alloc::boxed::Box<ColumnSchema>),
    Shared(&'b ColumnSchema),
}

impl<'b> Raw<'b> {
    pub(crate) fn parse(tree: Tree<'b>, bytes: &'b [u8]) -> Result<Self, Error> {
        let len = match &tree {
            Tree::Own(tree) => tree.len(),
            Tree::Shared(tree) => tree.len(),
        };
        let whole = bytes.len();
        let at = |rest: &[u8]| whole - rest.len();
        let fail = |expected, found: &str, rest: &[u8]| Error::unexpected(expected, found, at(rest), String::new());
        let end = |rest: &[u8]| fail("a number of the directory", "the end, or no number", rest);
        let [version, flags, rest @ ..] = bytes else {
            return Err(fail("a version and flags", "the end", &[]));
        };
        if *version != VERSION {
            return Err(Error::unexpected("the version 1", version, 0, String::new()));
        }
        if flags & !(STATISTICS | RANKS | LAYOUT) != 0 {
            return Err(Error::unexpected("flags that are known", flags, 1, String::new()));
        }
        let number = |rest: &mut &'b [u8]| -> Result<u64, Error> {
            let (value, after) = take_varint(rest).map_err(|_| end(rest))?;
            *rest = after;
            Ok(value)
        };
        let mut rest = rest;
        let records = number(&mut rest)?;
        let mut layout = None;
        if flags & LAYOUT != 0 {
            let name = rest.split_first().and_then(|(len, rest)| rest.split_at_checked((*len).into()));
            let known = name.and_then(|(name, after)| Some((core::str::from_utf8(name).ok()?.parse().ok()?, after)));
            let (known, after) = known.ok_or_else(|| fail("the name of a layout", "another one", rest))?;
            (layout, rest) = (Some(known), after);
        }
        let (mut columns, mut sizes, mut before) = (Vec::with_capacity(len), Vec::with_capacity(len), records);
        for _ in 0..len {
            steps::count(1);
            before = number(&mut rest)?.checked_sub(1).unwrap_or(before);
            let size = if before > 0 { number(&mut rest)? } else { 0 };
            sizes.push((before, size));
        }
        let section = |rest: &mut &'b [u8]| -> Result<&'b [u8], Error> {
            let size = number(rest)?;
            let parts = usize::try_from(size).ok().and_then(|size| rest.split_at_checked(size));
            let (section, after) = parts.ok_or_else(|| fail("a section", "the end", rest))?;
            *rest = after;
            Ok(section)
        };
        let stored = if flags & STATISTICS != 0 { Some(section(&mut rest)?) } else { None };
        let ranks = if flags & RANKS != 0 {
            let section = section(&mut rest)?;
            Some(at(rest) - section.len()..at(rest))
        } else {
            None
        };
        let mut start = at(rest);
        for (count, size) in sizes {
            let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size));
            let end = end.filter(|end| *end <= whole).ok_or_else(|| fail("a column", "the end", &[]))?;
            columns.push((count, start..end));
            start = end;
        }
        if start != whole {
            return Err(Error::unexpected("the end", "more bytes", start, String::new()));
        }
        let mut this = Self { tree, bytes, records, columns, stored: Vec::new(), ranks, layout };
        this.check_counts()?;
        if let Some(mut rest) = stored {
            let mut all = Vec::with_capacity(len);
            for column in 0..len {
                let mut of = Stored::default();
                if this.columns[column].0 > 0 {
                    let found = statistics::take(this.tree(), column, rest);
                    let path = || this.tree().path(column);
                    (of, rest) =
                        found.ok_or_else(|| Error::unexpected("statistics", "other bytes", at(rest), path()))?;
                }
                all.push(of);
            }
            if !rest.is_empty() {
                return Err(Error::unexpected("the end of the statistics", "more bytes", 0, String::new()));
            }
            this.stored = all;
        }
        Ok(this)
    }

    /// Returns the same with the columns of the type in another schema.
    pub(crate) fn with_tree(self, tree: Tree<'b>) -> Self {
        Self { tree, ..self }
    }

    /// Fails if a column claims more values than its bytes can have.
    fn check_counts(&self) -> Result<(), Error> {
        for (column, (count, span)) in self.columns.iter().enumerate() {
            let size = span.len() as u64;
            // (A block of integers has two bytes at least, and a column of strings one more.)
            let most = match self.tree().columns[column].form {
                Form::Integers(_) | Form::Blobs { .. } => size.saturating_mul(BLOCK as u64),
                Form::Bytes { len: 0 } => 0,
                Form::Bytes { len } => size / len,
            };
            if *count > most {
                let path = self.tree().path(column);
                let found = alloc::format!("{count} in {size} bytes");
                return Err(Error::unexpected("values that the bytes of a column have", found, span.start, path));
            }
        }
        Ok(())
    }

    pub(crate) fn tree(&self) -> &ColumnSchema {
        match &self.tree {
            Tree::Own(tree) => tree,
            Tree::Shared(tree) => tree,
        }
    }

    pub(crate) fn count(&self, column: usize) -> u64 {
        self.columns[column].0
    }

    pub(crate) fn span(&self, column: usize) -> Range<usize> {
        self.columns[column].1.clone()
    }

    /// Returns a writer of values that are taken from the columns.
    pub(crate) fn writer<'w>(&self, codec: &'w Codec<'_>) -> Writer<'w> {
        let mut writer = codec.writer();
        writer.is_other_layout(self.layout.is_some_and(|layout| layout != codec.layout()));
        writer
    }

    /// Returns a cursor at the beginning of a column.
    pub(crate) fn cursor(&self, column: usize) -> Result<Cursor<'b>, Error> {
        steps::count(1);
        let (count, span) = &self.columns[column];
        let bytes = &self.bytes[span.clone()];
        let damaged = |fault| self.fault(fault, column, span.start);
        Ok(match self.tree().columns[column].form {
            Form::Integers(of) => Cursor::Integers(IntegersCursor::new(of, bytes, *count)),
            Form::Blobs { is_text: true } => Cursor::Texts(BlobsCursor::new(bytes, *count).map_err(damaged)?),
            Form::Blobs { is_text: false } => Cursor::Blobs(BlobsCursor::new(bytes, *count).map_err(damaged)?),
            Form::Bytes { len } => Cursor::Bytes { len: usize::try_from(len).unwrap_or(usize::MAX), rest: bytes },
        })
    }

    #[cold]
    pub(crate) fn fault(&self, fault: Fault, column: usize, offset: usize) -> Error {
        let path = self.tree().path(column);
        match fault {
            Fault::Over => Error::unexpected("as many values as the directory says", "fewer", offset, path),
            Fault::Expected(what) => Error::unexpected(what, "other bytes", offset, path),
        }
    }

    /// Reads the ranks.
    pub(crate) fn read_ranks(&self, span: Range<usize>) -> Result<Ranks, Error> {
        let wrong = |rest: &[u8]| Error::unexpected("ranks", "other bytes", span.end - rest.len(), String::new());
        let (group, mut rest) = take_varint(&self.bytes[span.clone()]).map_err(|_| wrong(&[]))?;
        if group == 0 {
            return Err(wrong(rest));
        }
        let groups = self.records.saturating_sub(1) / group;
        let (mut stored, mut columns) = (Vec::<Vec<u64>>::new(), Vec::with_capacity(self.columns.len()));
        for column in 0..self.columns.len() {
            steps::count(1);
            let (code, after) = take_varint(rest).map_err(|_| wrong(rest))?;
            rest = after;
            let of = match code {
                AS_RECORDS => None,
                STORED => {
                    let mut cursor = IntegersCursor::new(Integers::Unsigned, rest, groups);
                    let mut ranks = Vec::new();
                    while let values @ [_, ..] = cursor.next_block().map_err(|_| wrong(rest))? {
                        ranks.extend_from_slice(values);
                    }
                    rest = &rest[rest.len() - cursor.rest()..];
                    if !ranks.is_sorted() {
                        return Err(wrong(rest));
                    }
                    stored.push(ranks);
                    Some(stored.len() - 1)
                }
                same => {
                    let same = usize::try_from(same - 2).ok().and_then(|same| columns.get(same));
                    *same.ok_or_else(|| wrong(rest))?
                }
            };
            let last = of.map_or(Some(groups * group), |of| stored[of].last().copied());
            if last.is_some_and(|last| last > self.count(column)) {
                return Err(wrong(rest));
            }
            columns.push(of);
        }
        if rest.is_empty() { Ok(Ranks { group, stored, columns }) } else { Err(wrong(rest)) }
    }
}
