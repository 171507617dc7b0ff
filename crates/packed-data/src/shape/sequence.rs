//! The shapes of sequences, sets and maps, and the order of keys.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops::Range;

use super::charge::{block_stack, level_stack};
use super::check::Checked;
use super::operation::ShapeOp;
use super::operation::key::require_key;
use super::operation::sort_key::{self, SortKeys};
#[cfg(feature = "rayon-1")]
use super::parts;
use super::size_class::{always_takes_bytes, is_block};
use super::weight::is_never_charged;
use super::{
    Bounce, Field, FieldSchema, Form, Schema, Shape, ShapeOf, SizeClass, Sizes, SkipFn, check_value, lazy_part_is_view,
    mention, order, place_of, sealed, skip_remaining, skip_value,
};
use crate::layout::{CheckState, CheckerOf, Layout, Position, Remaining};
use crate::wire::checker::{Failed, LARGE};
use crate::wire::error::ErrorKind;
use crate::wire::rows;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// The shape of a sequence of `T`. Some layouts write lists and vectors differently: `IS_VECTOR` makes it a vector.
pub struct Sequence<T, const IS_VECTOR: bool = false>(PhantomData<T>);

/// The shape of a sequence whose keys are sorted and unique: a set, or the entries of a map.
pub struct SortedSequence<T>(PhantomData<T>);

/// An element with a key: an element of a set, which is its own key, or an entry of a map.
///
/// # Safety
///
/// Only the library implements this trait. `key` returns the position of a valid key.
pub unsafe trait Keyed: Field {
    /// The shape of the key.
    #[doc(hidden)]
    type Key: Shape;

    /// Returns the position of the key of the element at `pos`.
    ///
    /// # Safety
    ///
    /// A valid element is stored at `pos`.
    #[doc(hidden)]
    unsafe fn key<L: Layout>(pos: L::Pos) -> L::Pos;
}

impl<T: Field, const V: bool> sealed::Sealed for Sequence<T, V> {}
impl<T: Keyed> sealed::Sealed for SortedSequence<T> {}

/// What a sequence is, in layouts that write them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceKind {
    /// A list: elements in order.
    List,
    /// A vector: elements in order, after their number.
    Vector,
    /// A set or map: elements, or entries, sorted by their keys.
    Set,
}

/// What all shapes of sequences have in common: elements.
pub trait SequenceShape: Shape {
    /// The type of the elements, as a field.
    type Element: Field;
    /// What the sequence is, in layouts that write them differently.
    #[doc(hidden)]
    const KIND: SequenceKind;

    /// Sorts the elements that were written of the sequence whose header is at `header`, if it must be sorted.
    ///
    /// # Safety
    ///
    /// Valid elements are stored at the offsets `at`, which are the last bytes that were written. The writer has
    /// recorded where each of them begins, from index `first` of its list on.
    #[doc(hidden)]
    unsafe fn arrange<L: Layout>(writer: &mut ValueWriter, header: usize, at: Range<usize>, first: usize);

    /// Checks that the element at offset `at` may follow the one at `previous`.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    ///
    /// # Safety
    ///
    /// Both elements were checked.
    #[cfg(feature = "rayon-1")]
    #[doc(hidden)]
    unsafe fn check_neighbours<L: Layout>(
        _: &mut CheckerOf<'_, L>,
        _previous: usize,
        _at: usize,
    ) -> Result<(), Failed> {
        Ok(())
    }

    /// Checks the sequence at `at` with its elements one by one, and returns its end. Calls `note` with the offset of
    /// each element that was checked, in order.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[cfg(feature = "rayon-1")]
    #[doc(hidden)]
    fn check_and_note<L: Layout>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        note: impl FnMut(usize),
    ) -> Result<usize, Failed>;
}

impl<T: Field, const V: bool> SequenceShape for Sequence<T, V> {
    type Element = T;
    const KIND: SequenceKind = if V { SequenceKind::Vector } else { SequenceKind::List };

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn arrange<L: Layout>(_: &mut ValueWriter, _: usize, _: Range<usize>, _: usize) {}

    #[cfg(feature = "rayon-1")]
    fn check_and_note<L: Layout>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        mut note: impl FnMut(usize),
    ) -> Result<usize, Failed> {
        check_elements::<Self, L, ONE_BY_ONE>(checker, at, |_, at, _| {
            note(at);
            Ok(())
        })
    }
}

impl<T: Keyed> SequenceShape for SortedSequence<T> {
    type Element = T;
    const KIND: SequenceKind = SequenceKind::Set;

    #[inline]
    unsafe fn arrange<L: Layout>(writer: &mut ValueWriter, header: usize, at: Range<usize>, first: usize) {
        mention(require_key::<T::Key>);
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { rearrange::<T, L>(writer, header, at, first) };
    }

    #[cfg(feature = "rayon-1")]
    unsafe fn check_neighbours<L: Layout>(
        checker: &mut CheckerOf<'_, L>,
        previous: usize,
        at: usize,
    ) -> Result<(), Failed> {
        check_order::<T, L>(checker, previous, at)
    }

    #[cfg(feature = "rayon-1")]
    fn check_and_note<L: Layout>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        note: impl FnMut(usize),
    ) -> Result<usize, Failed> {
        check_keyed::<T, L>(checker, at, note)
    }
}

/// Sorts elements that were written by their keys, unless they are sorted already. Two equal keys are an error of the
/// sequence whose header is at `header`; the writer records it.
///
/// # Safety
///
/// Valid elements are stored at the offsets `at`, which are the last bytes that were written. The writer has recorded
/// where each of them begins, from index `first` of its list on.
#[inline(never)]
unsafe fn rearrange<T: Keyed, L: Layout>(writer: &mut ValueWriter, header: usize, at: Range<usize>, first: usize) {
    let start = at.start;
    // SAFETY: the caller promises that the elements are written up to `at.end` (W1).
    let (written, starts) = unsafe { writer.written_with_starts(at.end, first) };
    let elements = &mut written[start..];
    // SAFETY: the caller promises the elements, and that these are their beginnings.
    let sorted = unsafe { sorted::<T, L>(elements, starts, start) };
    match sorted {
        Ok(None) => {}
        Ok(Some(sorted)) => {
            steps::count_bytes(sorted.len());
            elements.copy_from_slice(&sorted);
        }
        Err(kind) => writer.fail(kind, place_of::<SortedSequence<T>>(header)),
    }
}

/// Returns the elements in the order of keys that the layout writes; `None` if they are in that order already.
///
/// # Errors
///
/// Returns [`ErrorKind::DuplicateKey`] if two keys are equal.
///
/// # Safety
///
/// `elements` are valid elements. They begin at the offsets `starts` less `base`.
unsafe fn sorted<T: Keyed, L: Layout>(
    elements: &[u8],
    starts: &[usize],
    base: usize,
) -> Result<Option<Vec<u8>>, ErrorKind> {
    let mut each = Vec::new();
    // SAFETY: the caller promises the elements, and that these are their beginnings.
    unsafe {
        if !follow(elements, starts, base, |a, b| order_of_keys::<T, L>(a, b)) {
            each = split(elements, starts, base);
            sort::<T, L>(&mut each)?;
        }
        if const { L::FORMAT.sorts_by_bytes } {
            if each.is_empty() && !follow(elements, starts, base, |a, b| order_of_bytes::<T, L>(a, b)) {
                each = split(elements, starts, base);
            }
            sort_by(&mut each, &|a, b| order_of_bytes::<T, L>(a, b));
        }
    }
    if each.is_empty() {
        return Ok(None);
    }
    steps::count_bytes(elements.len());
    Ok(Some(each.concat()))
}

/// Returns whether each element comes before the next one. The recorded beginnings are used, and no element is skipped:
/// elements may be large, and contain such elements themselves.
fn follow(elements: &[u8], starts: &[usize], base: usize, order: impl Fn(&[u8], &[u8]) -> Ordering) -> bool {
    let mut pairs = starts.iter().zip(starts.iter().skip(1));
    pairs.all(|(this, next)| order(&elements[this - base..], &elements[next - base..]).is_lt())
}

/// Returns the bytes of each element.
fn split<'e>(elements: &'e [u8], starts: &[usize], base: usize) -> Vec<&'e [u8]> {
    let ends = starts.iter().skip(1).map(|start| start - base).chain([elements.len()]);
    starts.iter().zip(ends).map(|(start, end)| &elements[start - base..end]).collect()
}

/// Sorts elements by their keys.
///
/// # Errors
///
/// Returns [`ErrorKind::DuplicateKey`] if two keys are equal.
///
/// # Safety
///
/// Each slice is one valid element.
unsafe fn sort<T: Keyed, L: Layout>(each: &mut [&[u8]]) -> Result<(), ErrorKind> {
    if const { L::ACCEPTS_UNSORTED } {
        let mut keys = SortKeys::new();
        for element in each.iter() {
            // SAFETY: the caller promises that `element` is one valid element, so it has a key.
            keys.push(*element, |out| unsafe { sort_key::push::<T::Key, L>(T::key::<L>(L::Pos::at(element, 0)), out) });
        }
        keys.sort();
        if keys.duplicate().is_some() {
            return Err(ErrorKind::DuplicateKey);
        }
        each.iter_mut().zip(keys.iter()).for_each(|(place, (element, _))| *place = element);
        return Ok(());
    }
    // SAFETY: the caller promises that each slice is one valid element.
    let by_key = |a: &[u8], b: &[u8]| unsafe { order_of_keys::<T, L>(a, b) };
    sort_by(each, &by_key);
    if each.is_sorted_by(|a, b| by_key(a, b).is_lt()) { Ok(()) } else { Err(ErrorKind::DuplicateKey) }
}

/// Sorts elements in this order. One function for all types, because an algorithm that sorts is a lot of code.
#[inline(never)]
fn sort_by(each: &mut [&[u8]], order: &dyn Fn(&[u8], &[u8]) -> Ordering) {
    each.sort_by(|a, b| order(a, b));
}

/// Returns the order of the keys of two elements, by value.
///
/// # Safety
///
/// Each slice begins with a valid element.
unsafe fn order_of_keys<T: Keyed, L: Layout>(a: &[u8], b: &[u8]) -> Ordering {
    // SAFETY: the caller promises the elements, and so their keys.
    unsafe { order::<T::Key, L>(T::key::<L>(L::Pos::at(a, 0)), T::key::<L>(L::Pos::at(b, 0))) }
}

/// Returns the bytes of the key of an element.
///
/// # Safety
///
/// The slice begins with a valid element.
unsafe fn key_bytes<T: Keyed, L: Layout>(element: &[u8]) -> &[u8] {
    // SAFETY: the caller promises the element, and so its key.
    unsafe {
        let key = T::key::<L>(L::Pos::at(element, 0));
        key.bytes_to(skip_value::<T::Key, L>(key))
    }
}

/// Returns the order of the keys of two elements, by bytes.
///
/// # Safety
///
/// Each slice begins with a valid element.
unsafe fn order_of_bytes<T: Keyed, L: Layout>(a: &[u8], b: &[u8]) -> Ordering {
    // SAFETY: the caller's promise is passed on for each of the two.
    unsafe { steps::compare(key_bytes::<T, L>(a), key_bytes::<T, L>(b)) }
}

/// Checks a sorted sequence, and returns its end. Calls `note` with the offset of each element that was checked.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_keyed<T: Keyed, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    mut note: impl FnMut(usize),
) -> Result<usize, Failed> {
    if const { L::ACCEPTS_UNSORTED } {
        return check_distinct::<T, L>(checker, at, note);
    }
    let mut previous = None;
    check_elements::<SortedSequence<T>, L, false>(checker, at, |checker, at, _| {
        note(at);
        if let Some(previous) = previous.replace(at) {
            check_order::<T, L>(checker, previous, at)?;
        }
        Ok(())
    })
}

/// Checks a sorted sequence in a layout that accepts keys in any order: no two keys may be equal.
///
/// If the keys ascend, by value or (all in the shortest form) by bytes, this is found while they are checked. Otherwise
/// their sort keys are made and sorted, which allocates memory.
fn check_distinct<T: Keyed, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    mut note: impl FnMut(usize),
) -> Result<usize, Failed> {
    let outer = checker.state.replace_shortest(true);
    // (A layout that does not count items does not look for the shortest form.)
    let (mut by_value, mut by_bytes, mut previous) = (true, const { L::COUNTS_ITEMS }, None);
    let mut large = Vec::new();
    let end = check_elements::<SortedSequence<T>, L, false>(checker, at, |checker, at, end| {
        note(at);
        let bytes = checker.bytes();
        if const { !<ShapeOf<T> as Shape>::FLAT } && end - at > LARGE {
            large.push(at..end);
        }
        if let Some(previous) = previous.replace(at) {
            // SAFETY: both elements were checked, at offsets within the bytes, so each has a valid key.
            unsafe {
                let (before, this) = (T::key::<L>(L::Pos::at(bytes, previous)), T::key::<L>(L::Pos::at(bytes, at)));
                by_value = by_value && order::<T::Key, L>(before, this).is_lt();
                by_bytes = by_bytes && order_of_bytes::<T, L>(&bytes[previous..], &bytes[at..]).is_lt();
            }
        }
        Ok(())
    })?;
    let is_shortest = checker.state.replace_shortest(true) && by_bytes;
    // (The same set with its elements in another order has other bytes.)
    checker.state.replace_shortest(outer && is_shortest);
    let are_distinct = by_value || is_shortest;
    if !are_distinct {
        // SAFETY: the sequence at `at` was checked just now, and `large` lists elements of it in order.
        unsafe { require_distinct::<T, L>(checker, at, &large) }?;
    }
    Ok(end)
}

/// Checks that no two keys are equal.
///
/// # Safety
///
/// A sequence is stored at `at` that was checked, except for equal keys. `large` lists elements of it, in order.
#[cold]
unsafe fn require_distinct<T: Keyed, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    large: &[Range<usize>],
) -> Result<(), Failed> {
    let bytes = checker.bytes();
    let mut large = large.iter().peekable();
    // SAFETY: the caller promises the sequence, and so each element, its key and its end.
    let (mut keys, _) = unsafe {
        SortKeys::collect::<T, L>(L::Pos::at(bytes, at), |element, out| {
            sort_key::push::<T::Key, L>(T::key::<L>(element), out);
            let start = L::Pos::at(bytes, 0).bytes_to(element).len();
            match large.next_if(|range| range.start == start) {
                Some(range) => L::Pos::at(bytes, range.end),
                None => skip_value::<ShapeOf<T>, L>(element),
            }
        })
    };
    keys.sort();
    match keys.duplicate() {
        None => Ok(()),
        Some(element) => {
            // SAFETY: the element is stored within the bytes.
            let at = unsafe { L::Pos::at(bytes, 0).bytes_to(element).len() };
            Err(checker.fail(ErrorKind::DuplicateKey, at))
        }
    }
}

/// Skips a sequence, and returns its end: in constant time if the layout can, otherwise element by element.
///
/// # Safety
///
/// A valid sequence of elements of shape `S` is stored at `pos`.
#[inline]
unsafe fn skip_elements<S: Shape, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the caller promises the sequence. So its header is valid, and so is each element that the layout returns.
    unsafe {
        let (remaining, pos) = L::RemainingElements::first(L::sequence_header::<S>(pos));
        skip_remaining::<S, L>(remaining, pos)
    }
}

/// Charges the level of the elements of the sequence at `at`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn enter_elements<Q: SequenceShape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
) -> Result<(), Failed> {
    let is_level = const { !is_block(&<ShapeOf<Q::Element> as Shape>::SIZE_CLASS) };
    if is_level {
        checker.deeper(at, const { level_stack::<Q::Element>() })?;
    } else if const { block_stack::<Q::Element>() > 0 } {
        checker.spend(at, const { block_stack::<Q::Element>() })?;
    }
    if const { <Q::Element as Field>::IS_KEY && !<ShapeOf<Q::Element> as Shape>::FLAT } {
        checker.enter_key(at)?;
    }
    Ok(())
}

/// An argument of [`check_elements`]: the layout may check many elements at a time.
const IN_RUNS: bool = true;
/// An argument of [`check_elements`]: elements are checked one by one.
#[cfg(feature = "rayon-1")]
const ONE_BY_ONE: bool = false;

/// Checks the elements of a sequence, and returns its end. Calls `each` for every element that was checked, with the
/// offsets of its beginning and its end, except for those that the layout checks many at a time. `RUNS` is [`IN_RUNS`]
/// or `ONE_BY_ONE`.
fn check_elements<Q: SequenceShape, L: Layout, const RUNS: bool>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    mut each: impl FnMut(&mut CheckerOf<'_, L>, usize, usize) -> Result<(), Failed>,
) -> Result<usize, Failed> {
    let (outer, sequence) = (checker.budget, at);
    enter_elements::<Q, L>(checker, at)?;
    #[cfg(feature = "rayon-1")]
    if let Some(end) = parts::postpone_elements::<Q, L>(checker, at) {
        checker.budget = outer;
        return Ok(end);
    }
    #[cfg(feature = "rayon-1")]
    let postponed =
        if const { matches!(Q::KIND, SequenceKind::Set) } { Some(checker.postpone_nothing()) } else { None };
    let end = L::check_sequence::<Q, RUNS>(checker, at, |checker, at, index| {
        let checked = match check_value::<ShapeOf<Q::Element>, L>(checker, at) {
            Ok(end) => {
                if const { matches!(Q::KIND, SequenceKind::Set) && !<ShapeOf<Q::Element> as Shape>::FLAT } {
                    checker.record_element(sequence, at..end);
                }
                match each(checker, at, end) {
                    Ok(()) => Ok(end),
                    Err(failed) => Err(failed),
                }
            }
            Err(failed) => Err(failed),
        };
        match checked {
            Ok(end) => Ok(end),
            Err(failed) => Err(checker.within_element(index, failed)),
        }
    })?;
    #[cfg(feature = "rayon-1")]
    if let Some(postponed) = postponed {
        checker.postpone_again(postponed);
    }
    checker.budget = outer;
    Ok(end)
}

/// Checks the elements of a sequence one by one, and returns its end. Out of line, because a sequence of elements that
/// are checked together seldom needs it.
#[inline(never)]
fn check_each<Q: SequenceShape, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
    check_elements::<Q, L, IN_RUNS>(checker, at, |_, _, _| Ok(()))
}

// SAFETY: the layout checks the count and the tables. The shape of the elements checks each element, or all of them are
// checked by the bound that decides whether one is valid.
unsafe impl<T: Field, const V: bool> Shape for Sequence<T, V> {
    const SCHEMA: Schema = Schema::of::<Self>(Form::Sequence(&FieldSchema::of::<T>(), Self::KIND));
    const SIZE_CLASS: SizeClass = SizeClass::Headed;
    const HAS_PARTS: bool = true;
    const INLINE: usize = size_of::<Vec<u8>>();
    const FLAT: bool =
        is_block(&<ShapeOf<T> as Shape>::SIZE_CLASS) && always_takes_bytes(&<ShapeOf<T> as Shape>::SIZE_CLASS);
    const IS_NEVER_CHARGED: bool = Self::FLAT && is_never_charged(&<ShapeOf<T> as Shape>::SIZE_CLASS);

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        Self::check_end::<L>(checker, at).map(Bounce::End)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        let bound = const { Sizes::<ShapeOf<T>, L>::BYTES_BELOW };
        let (true, Some(size)) =
            (const { Sizes::<ShapeOf<T>, L>::ALL_VALID } || bound.is_some(), const { Sizes::<ShapeOf<T>, L>::SIZE })
        else {
            return check_each::<Self, L>(checker, at);
        };
        if const { block_stack::<T>() > 0 } {
            checker.require_stack(at, const { block_stack::<T>() })?;
        }
        let elements = L::check_block::<Self>(checker, at, size)?;
        match bound {
            // (The check of each element finds which of them is wrong.)
            Some(bound) if !rows::is_below(checker.bytes(), elements.clone(), bound) => {
                check_each::<Self, L>(checker, at)
            }
            _ => Ok(elements.end),
        }
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises a valid sequence at `pos`.
        Bounce::End(unsafe { skip_elements::<ShapeOf<T>, L>(pos) })
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.elements::<Self>() }
    }
}

// SAFETY: as for `Sequence`; in addition, the order of the keys is checked, or that no two are equal.
unsafe impl<T: Keyed> Shape for SortedSequence<T> {
    const SCHEMA: Schema = Schema::of::<Self>(Form::Sequence(&FieldSchema::of::<T>(), Self::KIND));
    const SIZE_CLASS: SizeClass = SizeClass::Headed;
    const HAS_PARTS: bool = true;
    const INLINE: usize = size_of::<Vec<u8>>();
    const FLAT: bool =
        is_block(&<ShapeOf<T> as Shape>::SIZE_CLASS) && always_takes_bytes(&<ShapeOf<T> as Shape>::SIZE_CLASS);
    const IS_NEVER_CHARGED: bool = Self::FLAT && is_never_charged(&<ShapeOf<T> as Shape>::SIZE_CLASS);

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        Self::check_end::<L>(checker, at).map(Bounce::End)
    }

    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        mention(require_key::<T::Key>);
        check_keyed::<T, L>(checker, at, |_| {})
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises a valid sequence at `pos`.
        Bounce::End(unsafe { skip_elements::<ShapeOf<T>, L>(pos) })
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.sorted::<T>() }
    }
}

/// Checks that the key of the element at `at` comes after the key of the element at `previous`.
fn check_order<T: Keyed, L: Layout>(checker: &mut CheckerOf<'_, L>, previous: usize, at: usize) -> Result<(), Failed> {
    let bytes = checker.bytes();
    // SAFETY: both elements were checked, at offsets within the bytes, so each has a valid key.
    let order = unsafe {
        let (previous, this) = (T::key::<L>(L::Pos::at(bytes, previous)), T::key::<L>(L::Pos::at(bytes, at)));
        order::<T::Key, L>(previous, this)
    };
    match order {
        Ordering::Less => Ok(()),
        Ordering::Equal => Err(checker.fail(ErrorKind::DuplicateKey, at)),
        Ordering::Greater => Err(checker.fail(ErrorKind::Unsorted, at)),
    }
}
