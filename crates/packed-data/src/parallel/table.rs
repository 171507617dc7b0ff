//! Tables beside the bytes, for layouts that do not say where values are.

use alloc::vec::Vec;
use core::fmt;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{SMALL, parts_in};
use crate::layout::{CheckerOf, Compact, Layout};
use crate::packed::Packed;
use crate::shape::{Shape, check_value};
use crate::wire::error::Error;

/// By default a table of elements has at most one byte for this number of bytes of the elements.
const BYTES_PER_BYTE: usize = 20;

/// A table of where values are in the bytes of one value, stored beside them: for layouts in which only a walk finds
/// them, such as [`Compact`] and [`Cbor`](crate::Cbor).
///
/// | table of | lists |
/// |---|---|
/// | a sequence, set or map | where elements begin: one in [`every`](Self::every) of them |
/// | any other value | its large subtrees: where each begins and ends |
///
/// A subtree is a value of the type of the whole. No listed subtree is inside another one. Each has at most 32 KiB, and
/// at least 512 bytes; so the table has at most 3.2 % of the bytes.
///
/// [`WithTable`](super::WithTable) is a value with its table: it makes the table, or proves that one that was saved is
/// right.
///
/// ```
/// use packed_data::parallel::{SideTable, WithTable};
/// use packed_data::{Compact, Packed};
/// use rayon::prelude::*;
///
/// let words: Vec<String> = (0..200).map(|n| n.to_string()).collect();
/// let packed = Packed::<Vec<String>, Compact>::pack(&words);
///
/// let words = WithTable::of(&packed);
/// assert_eq!(words.get(77), Some("77"));
/// assert_eq!(words.par_iter().map(str::len).sum::<usize>(), 490);
///
/// let saved = words.table().to_bytes();
/// assert!(words.table().size() * 20 <= packed.as_bytes().len()); // at most 5 %
///
/// let words = WithTable::verified(&packed, SideTable::from_bytes(&saved)?)?;
/// assert_eq!(words.get(199), Some("199"));
/// # Ok::<(), packed_data::parallel::InvalidTable>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideTable {
    /// The number of elements of the sequence; or the number of bytes of the value, if subtrees are listed.
    pub(super) whole: usize,
    /// The distance between two elements that are listed; 0 if subtrees are listed.
    every: usize,
    /// Offsets, from the beginning of the first element or of the value. Between two of them there is a *piece*: a run
    /// of `every` elements, from the beginning of the first one or from a mark to the next mark or to the end; or a
    /// subtree, from each second mark to the one after it.
    marks: Vec<u64>,
}

/// A subtree in a table: the offsets at which it begins and ends.
pub(super) type Subtree = [u64; 2];

/// What is saved of a table: the number of elements or bytes, the distance, and the offsets.
type Saved = (u64, u64, Vec<u64>);

/// Values side by side between two marks of a table.
struct Piece {
    start: usize,
    /// Where they end, if the table states it.
    end: Option<usize>,
    count: usize,
}

impl SideTable {
    /// Begins a table of elements, with a fixed distance or with one that grows.
    pub(super) fn recorder(every: Option<usize>) -> Recorder {
        Recorder { table: Self { whole: 0, every: every.unwrap_or(1), marks: Vec::new() }, grows: every.is_none() }
    }

    /// Returns the table of `len` elements of `size` bytes each.
    pub(super) fn of_static(len: usize, size: usize) -> Self {
        let every = match (size_of::<u64>() * BYTES_PER_BYTE).checked_div(size) {
            Some(least) => (least + 1).next_power_of_two(),
            None => len.max(1),
        };
        let marks = (1..=len.saturating_sub(1) / every).map(|run| (run * every * size) as u64).collect();
        Self { whole: len, every, marks }
    }

    /// Returns the table of a value of `bytes` bytes with these subtrees, each with its beginning and its end.
    pub(super) fn of_subtrees(bytes: usize, subtrees: Vec<Subtree>) -> Self {
        // (A value without bytes has the table of a sequence without elements.)
        Self { whole: bytes, every: usize::from(bytes == 0), marks: subtrees.into_flattened() }
    }

    /// Returns the number of elements or subtrees that are listed.
    #[allow(clippy::len_without_is_empty, reason = "whether nothing is listed makes no difference")]
    pub fn len(&self) -> usize {
        if self.every == 0 { self.marks.len() / 2 } else { self.marks.len() }
    }

    /// Returns the distance between two elements that are listed; `None` if subtrees are listed.
    pub fn every(&self) -> Option<usize> {
        (self.every != 0).then_some(self.every)
    }

    /// Returns the bytes that the table takes in memory: 8 for each element, 16 for each subtree.
    pub fn size(&self) -> usize {
        self.marks.len() * size_of::<u64>()
    }

    /// Returns an element that is stated to begin at a mark or at 0, at most `every` elements before the element
    /// `index`: where it begins, and how many elements before `index` it is.
    #[inline]
    pub(super) fn nearest(&self, index: usize) -> (usize, usize) {
        let (Some(run), Some(after)) = (index.checked_div(self.every), index.checked_rem(self.every)) else {
            return (0, index);
        };
        (self.start(run).unwrap_or_default(), after)
    }

    /// Returns where the piece `run` is stated to begin, in a table of elements; `None` if there is no such piece.
    fn start(&self, run: usize) -> Option<usize> {
        match run.checked_sub(1) {
            None => Some(0),
            Some(index) => usize::try_from(*self.marks.get(index)?).ok(),
        }
    }

    /// Returns the subtrees, each with its beginning and its end; nothing if elements are listed.
    pub(super) fn subtrees(&self) -> &[Subtree] {
        if self.every == 0 { self.marks.as_chunks().0 } else { &[] }
    }

    /// Returns the table as bytes, to be saved: a [`Packed`] of `(u64, u64, Vec<u64>)` in [`Compact`]. The first number
    /// is that of the elements, or of the bytes of the value; the second one the distance, or 0.
    pub fn to_bytes(&self) -> Vec<u8> {
        Packed::<Saved, Compact>::pack(&(self.whole as u64, self.every as u64, self.marks.clone())).into_inner()
    }

    /// Returns a table that was saved. It is not trusted: [`WithTable::verified`](super::WithTable::verified) compares
    /// it with the value.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidTable`] if the bytes are not those of a table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidTable> {
        let packed = Packed::<Saved, Compact, _>::from_bytes(bytes).map_err(InvalidTable::Malformed)?;
        let (whole, every, marks) = packed.view();
        let found = marks.iter().len() as u64;
        let expected = match whole.saturating_sub(1).checked_div(every) {
            Some(expected) => expected,
            // (Two for each subtree. No value without bytes has such a table.)
            None if whole > 0 => found.next_multiple_of(2),
            None => u64::MAX,
        };
        if found != expected {
            return Err(InvalidTable::Entries { found, expected });
        }
        let (Ok(len), Ok(distance)) = (usize::try_from(whole), usize::try_from(every)) else {
            return Err(InvalidTable::Entries { found, expected: u64::MAX });
        };
        let table = Self { whole: len, every: distance, marks: marks.iter().collect() };
        let mut end = 0;
        for (index, [start, next]) in table.subtrees().iter().enumerate() {
            if *start < end || next <= start || *next > whole {
                return Err(InvalidTable::Values { index, offset: *start });
            }
            end = *next;
        }
        Ok(table)
    }

    /// Returns the number of pieces.
    fn pieces(&self) -> usize {
        if self.every == 0 { self.marks.len() / 2 } else { self.marks.len() + 1 }
    }

    /// Returns a piece; `None` if the table states no beginning, or no end that it must have. `end` is where the last
    /// run of elements must end, if that is known.
    fn piece(&self, index: usize, end: Option<usize>) -> Option<Piece> {
        if self.every == 0 {
            let [start, end] = self.subtrees().get(index)?.map(usize::try_from);
            return Some(Piece { start: start.ok()?, end: Some(end.ok()?), count: 1 });
        }
        let end = if index + 1 == self.pieces() { end } else { Some(self.start(index + 1)?) };
        let count = self.whole.saturating_sub(index.saturating_mul(self.every)).min(self.every);
        Some(Piece { start: self.start(index)?, end, count })
    }

    /// Returns the error for a piece.
    pub(super) fn wrong(&self, piece: usize) -> InvalidTable {
        let offset = self.piece(piece, None).map_or(u64::MAX, |piece| piece.start as u64);
        InvalidTable::Values { index: piece.saturating_mul(self.every.max(1)), offset }
    }

    /// Returns the first piece of which the values are not valid, or do not end where the table states it; the last run
    /// of elements, where `end` says. The offsets are from the beginning of `bytes`; `S` is the shape of each value.
    ///
    /// Threads check pieces of about 64 KiB together. `begin` makes the checker of some bytes, and `finish` receives it
    /// after all values in them were found to be valid.
    pub(super) fn find_wrong<'b, S: Shape, L: Layout>(
        &self,
        bytes: &'b [u8],
        end: Option<usize>,
        begin: impl Fn(&'b [u8]) -> CheckerOf<'b, L> + Sync,
        finish: impl Fn(CheckerOf<'b, L>) + Sync,
    ) -> Option<usize> {
        let many = parts_in(SMALL, bytes.len(), self.pieces());
        (0..self.pieces().div_ceil(many)).into_par_iter().find_map_first(|group| {
            let group = group * many..(group * many).saturating_add(many).min(self.pieces());
            // (The bytes of a group end where it is stated to end. So a table that is wrong does not make the threads
            // check the same bytes again and again.)
            let possible = |index| {
                let piece = self.piece(index, end)?;
                let end = piece.end.unwrap_or(bytes.len());
                (piece.start <= end && end <= bytes.len()).then_some((index, piece))
            };
            let pieces: Vec<(usize, Piece)> = group.clone().map_while(possible).collect();
            let impossible = (pieces.len() < group.len()).then_some(group.start + pieces.len());
            let Some((_, last)) = pieces.last() else { return impossible };
            let mut checker = begin(bytes.get(..last.end.unwrap_or(bytes.len())).unwrap_or_default());
            for (index, piece) in pieces {
                let mut at = piece.start;
                for _ in 0..piece.count {
                    match check_value::<S, L>(&mut checker, at) {
                        Ok(end) => at = end,
                        Err(_) => return Some(index),
                    }
                }
                if piece.end.is_some_and(|end| end != at) {
                    return Some(index);
                }
            }
            finish(checker);
            impossible
        })
    }
}

/// Makes a table of elements.
pub(super) struct Recorder {
    table: SideTable,
    grows: bool,
}

impl Recorder {
    /// Records the next element, which begins at `start`.
    pub(super) fn push(&mut self, start: usize) {
        let SideTable { whole, every, marks } = &mut self.table;
        let index = *whole;
        *whole += 1;
        if index == 0 || !index.is_multiple_of(*every) {
            return;
        }
        if self.grows && (marks.len() + 1) * size_of::<u64>() * BYTES_PER_BYTE > start {
            // Every second mark is enough. (Each is dropped once, so this takes constant time on average.)
            *every *= 2;
            let mut keeps = false;
            marks.retain(|_| {
                keeps = !keeps;
                !keeps
            });
            if !index.is_multiple_of(*every) {
                return;
            }
        }
        marks.push(start as u64);
    }

    pub(super) fn finish(self) -> SideTable {
        self.table
    }
}

/// Why a table is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidTable {
    /// The bytes are not those of a table.
    Malformed(Error),
    /// The table has another number of entries than its first two numbers require.
    Entries {
        /// The number of entries found.
        found: u64,
        /// The number of entries expected.
        expected: u64,
    },
    /// The table is not one of elements, or not one of subtrees, as the type of the value requires.
    Kind,
    /// The value has another number of elements, or of bytes, than the table states.
    Length {
        /// The number that the table states.
        stated: usize,
        /// The number of elements of the sequence, or of bytes of the value.
        actual: usize,
    },
    /// The elements from `index` on do not begin at the offset that the table states, or do not end where it states the
    /// next ones to begin; or there is no subtree at the offset, or not one of that size. (Also if they nest more
    /// deeply than [`Limits::DEFAULT`](crate::Limits::DEFAULT) allows.)
    Values {
        /// The index of the first of these elements in the sequence, or of the subtree in the table.
        index: usize,
        /// The offset that is stated for it, from the beginning of the first element, or of the value.
        offset: u64,
    },
}

impl fmt::Display for InvalidTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid table: ")?;
        match self {
            Self::Malformed(error) => write!(f, "{error}"),
            Self::Entries { found, expected } => write!(f, "expected {expected} entries, found {found}"),
            Self::Kind => f.write_str("a value of this type has another kind of table"),
            Self::Length { stated, actual } => {
                write!(f, "expected that of a value with a length of {actual}, found that of {stated}")
            }
            Self::Values { index, offset } => {
                write!(f, "expected values from index {index} on at byte {offset}, found others")
            }
        }
    }
}

impl core::error::Error for InvalidTable {}
