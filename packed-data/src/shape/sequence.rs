//! Sequences: elements after their count, and what a layout adds to find them.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops::Range;

use super::form::{has_extent, is_block};
use super::{
    Comparison, Field, Form, Of, Shape, ShapeOf, SkipStep, Step, check_whole, compare_whole, order, sealed, skip_whole,
};
use crate::build::Writer;
use crate::error::ErrorKind;
use crate::fingerprint::Describer;
use crate::layout::Layout;
use crate::validate::{Checked, Checker, Failed};

/// The shape of a sequence of `T`.
pub struct Sequence<T>(PhantomData<T>);

/// The shape of a sequence whose keys are sorted and unique: a set, or the entries of a map.
pub struct SortedSequence<T>(PhantomData<T>);

/// An element with a key: an element of a set, which is its own, or an entry of a map.
///
/// # Safety
///
/// Implementations are the library's own: a valid key stands where `key` says.
pub unsafe trait Keyed: Field {
    /// The shape of the key.
    type Key: Shape;

    /// The position of the key of the element at `pos`.
    ///
    /// # Safety
    ///
    /// A valid element stands there.
    unsafe fn key<L: Layout>(pos: L::Pos) -> L::Pos;
}

impl<T: Field> sealed::Sealed for Sequence<T> {}
impl<T: Keyed> sealed::Sealed for SortedSequence<T> {}

/// What is common to sequences: the field type of their elements.
pub trait Elements: Shape {
    /// The elements.
    type Element: Field;

    /// Brings elements that were written into the order the sequence asks for.
    ///
    /// # Safety
    ///
    /// `count` valid elements stand at these offsets, at the end of what was written.
    unsafe fn arrange<L: Layout>(writer: &mut Writer, at: Range<usize>, count: usize);
}

impl<T: Field> Elements for Sequence<T> {
    type Element = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn arrange<L: Layout>(_: &mut Writer, _: Range<usize>, _: usize) {}
}

impl<T: Keyed> Elements for SortedSequence<T> {
    type Element = T;

    unsafe fn arrange<L: Layout>(writer: &mut Writer, at: Range<usize>, count: usize) {
        let elements = &mut writer.commit(at.end)[at];
        // SAFETY: the caller promises the elements.
        let outcome =
            unsafe { if is_sorted::<T, L>(elements, count) { Ok(()) } else { sort::<T, L>(elements, count) } };
        if let Err(kind) = outcome {
            writer.fail(kind);
        }
    }
}

/// Whether keys ascend, each greater than the one before.
///
/// # Safety
///
/// The bytes are `count` valid elements.
unsafe fn is_sorted<T: Keyed, L: Layout>(elements: &[u8], count: usize) -> bool {
    // SAFETY: the caller promises the elements, one after the other.
    unsafe {
        let mut this = L::at(elements, 0);
        for _ in 1..count {
            let next = skip_whole::<ShapeOf<T>, L>(this);
            if order::<T::Key, L>(T::key::<L>(this), T::key::<L>(next)) != Ordering::Less {
                return false;
            }
            this = next;
        }
    }
    true
}

/// Sorts elements by their keys.
///
/// # Errors
///
/// Two keys are equal.
///
/// # Safety
///
/// The bytes are `count` valid elements.
unsafe fn sort<T: Keyed, L: Layout>(elements: &mut [u8], count: usize) -> Result<(), ErrorKind> {
    // SAFETY: the caller promises the elements, one after the other.
    let mut each: Vec<&[u8]> = unsafe {
        let mut pos = L::at(elements, 0);
        let next = || {
            let end = skip_whole::<ShapeOf<T>, L>(pos);
            L::between(core::mem::replace(&mut pos, end), end)
        };
        core::iter::repeat_with(next).take(count).collect()
    };
    // SAFETY: each slice is one valid element.
    let by_key =
        |a: &&[u8], b: &&[u8]| unsafe { order::<T::Key, L>(T::key::<L>(L::at(a, 0)), T::key::<L>(L::at(b, 0))) };
    each.sort_by(by_key);
    if !each.is_sorted_by(|a, b| by_key(a, b) == Ordering::Less) {
        return Err(ErrorKind::DuplicateKey);
    }
    let sorted = each.concat();
    elements.copy_from_slice(&sorted);
    Ok(())
}

/// Steps over elements one by one, through the layout's own way to step.
///
/// # Safety
///
/// A valid sequence of elements of shape `S` begins at `pos`.
unsafe fn skip_elements<S: Shape, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the sequence is valid, so its head is, and each element where the layout says it is.
    unsafe {
        let head = L::head::<S>(pos);
        if let Some(end) = L::jump_sequence::<S>(head) {
            return end;
        }
        let (mut steps, mut pos) = L::first(head);
        while let Some(element) = L::next::<S>(&mut steps, pos) {
            pos = skip_whole::<S, L>(element);
        }
        L::after(steps, pos)
    }
}

/// Checks the elements of a sequence; `each` sees the offset of every element that was checked.
fn check_elements<S: Shape, L: Layout>(
    checker: &mut Checker<'_>,
    at: usize,
    mut each: impl FnMut(&mut Checker<'_>, usize) -> Result<(), Failed>,
) -> Result<usize, Failed> {
    let is_level = const { !is_block(&S::FORM) };
    if is_level {
        checker.deeper(at)?;
    }
    let end = L::check_sequence::<S>(checker, at, |checker, at, index| {
        let mut element = |checker: &mut Checker<'_>| {
            let end = check_whole::<S, L>(checker, at)?;
            each(checker, at)?;
            Ok(end)
        };
        element(checker).map_err(|failed| checker.within_element(index, failed))
    })?;
    if is_level {
        checker.shallower();
    }
    Ok(end)
}

// SAFETY: the layout checks count and tables, the shape of the elements each element.
unsafe impl<T: Field> Shape for Sequence<T> {
    const FORM: Form = Form::Headed;
    const FLAT: bool = is_block(&<ShapeOf<T> as Shape>::FORM) && has_extent(&<ShapeOf<T> as Shape>::FORM);

    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        if <ShapeOf<T> as Shape>::ALL_VALID
            && let Some(size) = const { Of::<ShapeOf<T>, L>::SIZE }
        {
            return L::check_block::<ShapeOf<T>>(checker, at, size).map(Step::End);
        }
        check_elements::<ShapeOf<T>, L>(checker, at, |_, _| Ok(())).map(Step::End)
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>> {
        // SAFETY: a valid sequence begins here.
        Step::End(unsafe { skip_elements::<ShapeOf<T>, L>(pos) })
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: valid sequences begin at both positions.
        unsafe { compare_elements::<ShapeOf<T>, L>(left, right) }
    }

    fn describe(to: &mut Describer) {
        to.say("sequence");
        to.part::<ShapeOf<T>>();
    }
}

// SAFETY: as for a sequence; the order of the keys is checked on top.
unsafe impl<T: Keyed> Shape for SortedSequence<T> {
    const FORM: Form = Form::Headed;
    const FLAT: bool = is_block(&<ShapeOf<T> as Shape>::FORM) && has_extent(&<ShapeOf<T> as Shape>::FORM);

    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        let mut previous = None;
        check_elements::<ShapeOf<T>, L>(checker, at, |checker, at| {
            if let Some(previous) = previous.replace(at) {
                check_order::<T, L>(checker, previous, at)?;
            }
            Ok(())
        })
        .map(Step::End)
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>> {
        // SAFETY: a valid sequence begins here.
        Step::End(unsafe { skip_elements::<ShapeOf<T>, L>(pos) })
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: valid sequences begin at both positions.
        unsafe { compare_elements::<ShapeOf<T>, L>(left, right) }
    }

    fn describe(to: &mut Describer) {
        to.say("sorted");
        to.part::<ShapeOf<T>>();
    }
}

/// Compares two sequences, element by element; a prefix comes first.
///
/// # Safety
///
/// Valid sequences of elements of shape `S` begin at both positions.
unsafe fn compare_elements<S: Shape, L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
    // SAFETY: the sequences are valid, and so is each element where the layout says it is.
    unsafe {
        let ((mut a, mut left), (mut b, mut right)) = (L::first(L::head::<S>(left)), L::first(L::head::<S>(right)));
        loop {
            match (L::next::<S>(&mut a, left), L::next::<S>(&mut b, right)) {
                (Some(one), Some(other)) => match compare_whole::<S, L>(one, other) {
                    Ok(ends) => (left, right) = ends,
                    Err(order) => return Comparison::Differ(order),
                },
                (None, None) => return Comparison::Equal(L::after(a, left), L::after(b, right)),
                (more, _) => {
                    return Comparison::Differ(if more.is_some() { Ordering::Greater } else { Ordering::Less });
                }
            }
        }
    }
}

/// Checks that the key of the element at `at` comes after that of the one at `previous`.
fn check_order<T: Keyed, L: Layout>(checker: &mut Checker<'_>, previous: usize, at: usize) -> Result<(), Failed> {
    let bytes = checker.bytes();
    // SAFETY: both elements were checked, at offsets within the bytes.
    let order = unsafe {
        let (previous, this) = (T::key::<L>(L::at(bytes, previous)), T::key::<L>(L::at(bytes, at)));
        order::<T::Key, L>(previous, this)
    };
    match order {
        Ordering::Less => Ok(()),
        Ordering::Equal => Err(checker.fail(ErrorKind::DuplicateKey, at)),
        Ordering::Greater => Err(checker.fail(ErrorKind::Unsorted, at)),
    }
}
