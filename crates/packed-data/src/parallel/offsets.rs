//! Where elements begin, for layouts that do not say it.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::located::Located;
use super::{SMALL, parts_in};
use crate::layout::{CheckerOf, Compact, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::{
    Field, SequenceKind, SequenceShape, Shape, ShapeOf, Sizes, Style, check_value, element_charge, enter_elements,
    root_stack,
};
use crate::wire::budget::Budget;
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// By default the table has at most one byte for this number of bytes of the elements.
const BYTES_PER_BYTE: usize = 20;

/// A table of where elements of a sequence begin: one in [`every`](Self::every) of them.
///
/// It is stored beside the bytes, for layouts in which only a walk finds an element, such as
/// [`Compact`] and [`Cbor`](crate::Cbor). [`Located`] is a sequence with its table: it makes the table
/// in one pass, or proves that one that was saved is right.
///
/// ```
/// use packed_data::parallel::{Located, Offsets};
/// use packed_data::{Compact, Packed};
/// use rayon::prelude::*;
///
/// let words: Vec<String> = (0..200).map(|n| n.to_string()).collect();
/// let packed = Packed::<Vec<String>, Compact>::pack(&words);
///
/// let located = Located::of(packed.view());
/// assert_eq!(located.get(77), Some("77"));
/// assert_eq!(located.par_iter().map(str::len).sum::<usize>(), 490);
///
/// let saved = located.offsets().to_bytes();
/// assert!(located.offsets().size() * 20 <= packed.as_bytes().len()); // at most 5 %
///
/// let located = Located::verified(&packed, Offsets::from_bytes(&saved)?)?;
/// assert_eq!(located.get(199), Some("199"));
/// # Ok::<(), packed_data::parallel::InvalidOffsets>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offsets {
    len: usize,
    every: usize,
    /// The offsets of elements `every`, twice `every`, and so on, from the beginning of the first element.
    starts: Vec<u64>,
}

impl Offsets {
    /// Begins a table, with a fixed distance or with one that grows.
    pub(super) fn recorder(every: Option<usize>) -> Recorder {
        Recorder { offsets: Self { len: 0, every: every.unwrap_or(1), starts: Vec::new() }, grows: every.is_none() }
    }

    /// Returns the table of `len` elements of `size` bytes each.
    pub(super) fn of_static(len: usize, size: usize) -> Self {
        let every = match (size_of::<u64>() * BYTES_PER_BYTE).checked_div(size) {
            Some(least) => (least + 1).next_power_of_two(),
            None => len.max(1),
        };
        let starts = (1..=len.saturating_sub(1) / every).map(|run| (run * every * size) as u64).collect();
        Self { len, every, starts }
    }

    /// Returns the number of elements of the sequence.
    #[allow(clippy::len_without_is_empty, reason = "the length is that of the sequence")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the distance between two elements that are in the table.
    pub fn every(&self) -> usize {
        self.every
    }

    /// Returns the bytes that the table takes in memory: eight for each of its elements.
    pub fn size(&self) -> usize {
        self.starts.len() * size_of::<u64>()
    }

    /// Returns where element `run * every` is stated to begin, from the beginning of the first element; `None` if there
    /// is no such element.
    pub(super) fn start(&self, run: usize) -> Option<usize> {
        match run.checked_sub(1) {
            None => Some(0),
            Some(index) => usize::try_from(*self.starts.get(index)?).ok(),
        }
    }

    /// Returns the number of runs of elements between those that are in the table.
    fn runs(&self) -> usize {
        self.starts.len() + 1
    }

    /// Returns the number of elements in a run.
    fn run_len(&self, run: usize) -> usize {
        self.len.saturating_sub(run.saturating_mul(self.every)).min(self.every)
    }

    /// Returns the table as bytes, to be saved: a [`Packed`] of `(u64, u64, Vec<u64>)` in [`Compact`].
    pub fn to_bytes(&self) -> Vec<u8> {
        Packed::<Saved, Compact>::pack(&(self.len as u64, self.every as u64, self.starts.clone())).into_inner()
    }

    /// Returns a table that was saved. It is not trusted: [`Located::verified`] compares it with the sequence.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidOffsets`] if the bytes are not those of a table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidOffsets> {
        let packed = Packed::<Saved, Compact, _>::from_bytes(bytes).map_err(InvalidOffsets::Malformed)?;
        let (len, every, starts) = packed.view();
        let found = starts.iter().len() as u64;
        let expected = len.saturating_sub(1).checked_div(every).unwrap_or(u64::MAX);
        if found != expected {
            return Err(InvalidOffsets::Entries { found, expected });
        }
        match (usize::try_from(len), usize::try_from(every)) {
            (Ok(len), Ok(every)) => Ok(Self { len, every, starts: starts.iter().collect() }),
            _ => Err(InvalidOffsets::Entries { found, expected: u64::MAX }),
        }
    }

    /// Returns where a run is stated to end; `None` if the table does not state it. `end` is where the last one must
    /// end, if that is known.
    fn end(&self, run: usize, end: Option<usize>) -> Option<usize> {
        if run + 1 == self.runs() { end } else { self.start(run + 1) }
    }

    /// Returns the first run of elements that is not valid, or does not end where the next one is stated to begin; the
    /// last one, where `end` says. `elements` are the bytes from the first element on.
    ///
    /// Threads check runs of about 64 KiB together. `begin` makes the checker of some bytes, and `finish` receives it
    /// after all elements in them were found to be valid.
    fn find_wrong<'b, T: Field, L: Layout>(
        &self,
        elements: &'b [u8],
        end: Option<usize>,
        begin: impl Fn(&'b [u8]) -> CheckerOf<'b, L> + Sync,
        finish: impl Fn(CheckerOf<'b, L>) + Sync,
    ) -> Option<usize> {
        let many = parts_in(SMALL, elements.len(), self.runs());
        (0..self.runs().div_ceil(many)).into_par_iter().find_map_first(|piece| {
            let runs = piece * many..(piece * many).saturating_add(many).min(self.runs());
            // (The bytes of a piece end where it is stated to end. So a table that is wrong does not make the threads
            // check the same bytes again and again.)
            let is_possible = |run: &usize| match (self.start(*run), self.end(*run, end)) {
                (Some(start), Some(end)) => start <= end && end <= elements.len(),
                (Some(start), None) => run + 1 == self.runs() && start <= elements.len(),
                (None, _) => false,
            };
            let impossible = runs.clone().find(|run| !is_possible(run));
            let possible = runs.start..impossible.unwrap_or(runs.end);
            let Some(last) = possible.clone().next_back() else { return impossible };
            let bytes = elements.get(..self.end(last, end).unwrap_or(elements.len())).unwrap_or_default();
            let mut checker = begin(bytes);
            let mut at = self.start(possible.start).unwrap_or_default();
            for run in possible {
                for _ in 0..self.run_len(run) {
                    match check_value::<ShapeOf<T>, L>(&mut checker, at) {
                        Ok(end) => at = end,
                        Err(_) => return Some(run),
                    }
                }
                if self.end(run, end).is_some_and(|end| end != at) {
                    return Some(run);
                }
            }
            finish(checker);
            impossible
        })
    }
}

/// What is saved of a table: the number of elements, the distance, and the offsets.
type Saved = (u64, u64, Vec<u64>);

/// Makes a table.
pub(super) struct Recorder {
    offsets: Offsets,
    grows: bool,
}

impl Recorder {
    /// Records the next element, which begins at `start`.
    pub(super) fn push(&mut self, start: usize) {
        let Offsets { len, every, starts } = &mut self.offsets;
        let index = *len;
        *len += 1;
        if index == 0 || !index.is_multiple_of(*every) {
            return;
        }
        if self.grows && (starts.len() + 1) * size_of::<u64>() * BYTES_PER_BYTE > start {
            // Every second entry is enough. (Each is dropped once, so this takes constant time on average.)
            *every *= 2;
            let mut keeps = false;
            starts.retain(|_| {
                keeps = !keeps;
                !keeps
            });
            if !index.is_multiple_of(*every) {
                return;
            }
        }
        starts.push(start as u64);
    }

    pub(super) fn finish(self) -> Offsets {
        self.offsets
    }
}

/// Why a table of offsets is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidOffsets {
    /// The bytes are not those of a table.
    Malformed(Error),
    /// The table has another number of entries than its length and distance require.
    Entries {
        /// The number of entries found.
        found: u64,
        /// The number of entries expected.
        expected: u64,
    },
    /// The sequence has another number of elements than the table states.
    Length {
        /// The number that the table states.
        stated: usize,
        /// The number of elements of the sequence.
        actual: usize,
    },
    /// The elements from `index` on do not begin at the offset that the table states, or do not end where it states the
    /// next ones to begin. (Also if they nest more deeply than [`Limits::DEFAULT`] allows.)
    Elements {
        /// The index of the first of these elements.
        index: usize,
        /// The offset that is stated for it, from the beginning of the first element of the sequence.
        offset: u64,
    },
}

impl fmt::Display for InvalidOffsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "invalid offsets: {error}"),
            Self::Entries { found, expected } => {
                write!(f, "invalid offsets: expected {expected} entries, found {found}")
            }
            Self::Length { stated, actual } => {
                write!(f, "invalid offsets: expected those of {actual} elements, found those of {stated}")
            }
            Self::Elements { index, offset } => {
                write!(f, "invalid offsets: expected elements from index {index} on at byte {offset} of the elements")?;
                write!(f, ", found others")
            }
        }
    }
}

impl core::error::Error for InvalidOffsets {}

impl<'a, T: Field, L: Layout> Located<'a, T, L> {
    /// Returns the elements of a whole sequence with a table that was saved, after comparing the two.
    ///
    /// The threads of the current pool check the elements between two entries of the table each: they must begin at one
    /// entry, and end at the next. The first element begins after the header; so by induction each entry is the
    /// beginning of its element. Takes as long as validating in parallel, without the conditions of users.
    ///
    /// ```
    /// use packed_data::parallel::{InvalidOffsets, Located};
    /// use packed_data::{Cbor, Packed};
    ///
    /// let packed = Packed::<Vec<u32>, Cbor>::pack(&(0..200).collect());
    /// let offsets = Located::of(packed.view()).offsets().clone();
    /// assert_eq!(Located::verified(&packed, offsets.clone())?.get(199), Some(199));
    ///
    /// let other = Packed::<Vec<u32>, Cbor>::pack(&(1000..1200).collect());
    /// assert!(matches!(Located::verified(&other, offsets), Err(InvalidOffsets::Elements { .. })));
    /// # Ok::<(), InvalidOffsets>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`InvalidOffsets`] if the table is not that of this sequence, or if elements nest more deeply than
    /// [`Limits::DEFAULT`] allows. A new table can be made then: [`Located::of`].
    pub fn verified<V, B>(packed: &'a Packed<V, L, B>, offsets: Offsets) -> Result<Self, InvalidOffsets>
    where
        V: Packable + ?Sized,
        <V::As as Packable>::Shape: SequenceShape<Element = T>,
        B: Buffer,
    {
        let (elements, actual) = Self::elements_of(packed);
        if offsets.len != actual {
            return Err(InvalidOffsets::Length { stated: offsets.len, actual });
        }
        let limits = Limits::DEFAULT;
        let begin = |bytes| CheckerOf::<L>::new(bytes, &limits).without_conditions();
        let wrong = offsets.find_wrong::<T, L>(elements, None, begin, drop);
        match wrong {
            None => {
                // SAFETY: by K1 `elements` begins with the elements of the sequence. Each run was checked, and ends
                // where the next one begins (the table has an entry for each run, by `from_bytes` and `Recorder`), so
                // by induction each entry is the beginning of its element.
                Ok(unsafe { Self::new(elements, Cow::Owned(offsets)) })
            }
            Some(run) => {
                let offset = offsets.start(run).map_or(u64::MAX, |start| start as u64);
                Err(InvalidOffsets::Elements { index: run.saturating_mul(offsets.every), offset })
            }
        }
    }
}

impl<V: Packable + ?Sized, L: Layout, B: Buffer> Packed<V, L, B>
where
    <V::As as Packable>::Shape: SequenceShape,
{
    /// Validates the bytes of a sequence in parallel in a layout that does not say where its elements begin, by a table
    /// that was saved. The table is not trusted: whatever it says, the verdict and the error are those of
    /// [`from_bytes`](Self::from_bytes), which decides if the table is wrong.
    ///
    /// (Sets and maps are validated as by [`par_from_bytes`](Self::par_from_bytes).)
    ///
    /// ```
    /// use packed_data::parallel::Located;
    /// use packed_data::{Compact, Packed};
    ///
    /// let words: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    /// let packed = Packed::<Vec<String>, Compact>::pack(&words);
    /// let offsets = Located::of(packed.view()).offsets().clone();
    ///
    /// let received = packed.as_bytes();
    /// let packed = Packed::<Vec<String>, Compact, _>::par_from_bytes_by(received, &offsets)?;
    /// assert_eq!(packed.view().len(), 40);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Self::from_bytes).
    pub fn par_from_bytes_by(bytes: B, offsets: &Offsets) -> Result<Self, Error> {
        if is_valid_by::<<V::As as Packable>::Shape, L>(bytes.as_bytes(), offsets) {
            // SAFETY: `is_valid_by` found what `from_bytes` would have found.
            return Ok(unsafe { Self::from_bytes_unchecked(bytes) });
        }
        Self::par_from_bytes(bytes)
    }
}

/// Returns whether `bytes` are found to be a sequence of shape `Q` by checking each run of elements of a table.
fn is_valid_by<Q: SequenceShape, L: Layout>(bytes: &[u8], offsets: &Offsets) -> bool {
    use core::sync::atomic::{AtomicU64, Ordering};

    if matches!(Q::KIND, SequenceKind::Set) || bytes.len() < SMALL || !Located::<Q::Element, L>::IS_POSSIBLE {
        return false;
    }
    // (Elements without bytes would be checked as often as the table says. Entries of maps have other heads, also in a
    // sequence that is not sorted.)
    let is_entry = const { matches!(<ShapeOf<Q::Element> as Shape>::STYLE, Style::Entry) };
    if is_entry || !const { Sizes::<ShapeOf<Q::Element>, L>::TAKES_BYTES && element_charge::<Q, L>() == 0 } {
        return false;
    }
    // (The head must be the one that this library writes: then the elements follow it up to the end of the bytes.)
    let head = L::FORMAT.count_bytes(offsets.len as u64);
    let Some(elements) = head.and_then(|head| bytes.strip_prefix(&head[..])) else { return false };
    let is_table = const { crate::layout::has_table::<ShapeOf<Q::Element>, L>() };
    let limits = Limits::DEFAULT;
    let Some(budget) = budget_of_elements::<Q, L>(bytes, &limits).filter(|_| !is_table) else { return false };
    let empty_elements = AtomicU64::new(0);
    let begin = |bytes| {
        let mut checker = CheckerOf::<L>::new(bytes, &limits);
        checker.budget = budget;
        checker
    };
    let finish = |checker: CheckerOf<'_, L>| {
        empty_elements.fetch_add(limits.empty_elements - checker.empty_elements(), Ordering::Relaxed);
    };
    let wrong = offsets.find_wrong::<Q::Element, L>(elements, Some(elements.len()), begin, finish);
    wrong.is_none() && empty_elements.into_inner() <= limits.empty_elements
}

/// Returns what nesting may use in the elements of a sequence that is the whole value.
fn budget_of_elements<Q: SequenceShape, L: Layout>(bytes: &[u8], limits: &Limits) -> Option<Budget> {
    let mut checker = CheckerOf::<L>::new(bytes, limits);
    checker.spend(0, const { root_stack::<Q>() }).ok()?;
    enter_elements::<Q, L>(&mut checker, 0).ok()?;
    Some(checker.budget)
}
