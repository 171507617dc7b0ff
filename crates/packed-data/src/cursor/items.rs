//! `Items`: the elements of a sequence or array, read in order.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::{Brand, Cursor, Done};
use crate::layout::{Access, AnyAccess, Layout, Pos, ReadLayout, Remaining, RemainingOf};
use crate::packable::{Packable, Unpack};
use crate::shape::{Field, SequenceShape, ShapeOf, Sizes, remaining_count, skip_remaining, stated_end};
use crate::wire::fill::{FIXED, GROWING, vector};
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::steps;

/// The elements of a sequence, set or map that are still to be read.
///
/// ```
/// use packed_data::{Cursor, Done, Layout, Packed};
///
/// /// The length of the first word that is longer than three letters.
/// fn first_long<'id, L: Layout>(words: Cursor<'_, 'id, [String], L>) -> Done<'id, Option<usize>, L> {
///     let mut words = words.items();
///     while let Some(word) = words.next(|word| word.read()) {
///         if word.len() > 3 {
///             return words.done(Some(word.len())); // the rest is skipped
///         }
///     }
///     words.done(None)
/// }
///
/// let packed: Packed<Vec<String>> = Packed::pack(&vec!["a".into(), "word".into(), "more".into()]);
/// assert_eq!(packed.read(first_long), Some(4));
/// ```
///
/// Arrays have [`Elements`](super::Elements), with the same methods: `S` is the only difference.
pub struct Items<'a, 'id, T, L: Access, S = RemainingInSequence<<L as AnyAccess>::Layout>> {
    /// Invariant (I1): as many valid elements as `remaining` counts are stored from this position on, and the sequence
    /// or array ends, after them, where the value of brand `'id` ends. The bytes live for `'a`. If `L` is `Edit`,
    /// nothing else reads or writes the scalars of the elements during `'a`.
    ///
    /// `None` while an element is being read. If that fails or panics, the position remains unknown.
    pub(super) pos: Option<Pos<L>>,
    pub(super) remaining: S,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
    brand: Brand<'id>,
}

/// What is known between two elements `T` of a sequence or array in layout `L`: it counts the elements that are left.
///
/// # Safety
///
/// `next` returns the position of a valid element, and `end` the end of the sequence or array, if the caller keeps the
/// promises of these functions.
pub unsafe trait Advance<T: Field, L: Layout>: Copy {
    /// Returns the position of the next element, which is no longer counted then; `None` if all elements are read.
    ///
    /// # Safety
    ///
    /// The elements that are counted are stored at `pos`.
    unsafe fn next(&mut self, pos: L::Pos) -> Option<L::Pos>;

    /// Skips the elements that are left; returns the end of the sequence or array.
    ///
    /// # Safety
    ///
    /// The elements that are counted are stored at `pos`.
    unsafe fn end(self, pos: L::Pos) -> L::Pos;
}

/// How the elements of a sequence follow each other.
pub struct RemainingInSequence<L: Layout>(L::RemainingElements);

impl<L: Layout> Clone for RemainingInSequence<L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for RemainingInSequence<L> {}

// SAFETY: `Remaining::next` returns the positions of valid elements, and `Remaining::after` the end of the sequence.
unsafe impl<T: Field, L: Layout> Advance<T, L> for RemainingInSequence<L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next(&mut self, pos: L::Pos) -> Option<L::Pos> {
        // SAFETY: the caller promises the elements.
        unsafe { self.0.next(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end(self, pos: L::Pos) -> L::Pos {
        // SAFETY: the caller promises the elements.
        unsafe { skip_remaining::<ShapeOf<T>, L>(self.0, pos) }
    }
}

impl<T, L: Access, S> Items<'_, '_, T, L, S> {
    /// Creates the list of elements at a position.
    ///
    /// # Safety
    ///
    /// The arguments satisfy I1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn new(remaining: S, pos: Pos<L>) -> Self {
        Self { pos: Some(pos), remaining, types: PhantomData, brand: PhantomData }
    }
}

/// Whether every element of the sequence takes at least one byte.
const fn takes_bytes<S: SequenceShape, L: Access>() -> bool {
    Sizes::<ShapeOf<S::Element>, L::Layout>::TAKES_BYTES
}

impl<'a, 'id, S: SequenceShape, T: Packable<As = T, Shape = S> + ?Sized, L: Access> Cursor<'a, 'id, T, L> {
    /// Returns the elements of a sequence, to be read in order.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    /// assert_eq!(packed.read(|l| { let mut i = l.items(); let n = i.next(|n| n.read()); i.done(n) }), Some(1));
    /// ```
    #[inline]
    pub fn items(self) -> Items<'a, 'id, S::Element, L> {
        // SAFETY: by C1 a valid sequence is stored at `pos`.
        let (remaining, pos) =
            RemainingOf::<L>::first(unsafe { L::Layout::sequence_header::<ShapeOf<S::Element>>(self.pos) });
        // SAFETY: by C1 all elements of the sequence are stored at `pos`, so I1 holds.
        unsafe { Items::new(RemainingInSequence(remaining), pos) }
    }

    /// Folds the elements with `f`, from the first to the last, beginning with `init`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<Vec<u32>> = Packed::pack(&vec![1, 2, 3]);
    /// let sum = packed.read(|numbers| numbers.fold_items(0, |sum, number| number.read().map(|n| sum + n)));
    /// assert_eq!(sum, 6);
    /// ```
    #[inline]
    pub fn fold_items<A>(
        self,
        init: A,
        mut f: impl for<'x> FnMut(A, ElementCursor<'a, 'x, S::Element, L>) -> ElementDone<'x, A, S::Element, L>,
    ) -> Done<'id, A, L> {
        let mut items = self.items();
        let mut folded = init;
        // SAFETY: `f` takes every brand, so that of the element is fresh.
        while let Some(item) = unsafe { items.begin() } {
            let stated = stated(&item);
            let done = f(folded, item);
            // SAFETY: `done` has the brand of the element that `begin` returned.
            folded = unsafe { items.resume(stated, done) };
        }
        items.done(folded)
    }

    /// Reads each element with `f`, and collects the results into a `Vec`.
    ///
    /// # Errors
    ///
    /// Returns the first error of `f`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn try_collect<V, E>(
        self,
        mut f: impl for<'x> FnMut(ElementCursor<'a, 'x, S::Element, L>) -> Result<ElementDone<'x, V, S::Element, L>, E>,
    ) -> Result<Done<'id, Vec<V>, L>, E> {
        let mut items = self.items();
        // The bytes are valid, so the stated number of elements will be read and can be reserved. But the limits allow
        // many elements without bytes, which may be large in memory: capacity is reserved for at most 4096 of these.
        let stated = items.remaining.0.left().unwrap_or(0);
        let next = || items.try_next(|item| f(item));
        // (Elements that are stored side by side follow their number, so that number is exact.)
        let values = if const { takes_bytes::<S, L>() && L::Layout::ELEMENTS_SIDE_BY_SIDE } {
            vector::<_, _, FIXED>(stated, next)
        } else {
            vector::<_, _, GROWING>(if const { takes_bytes::<S, L>() } { stated } else { stated.min(4096) }, next)
        };
        match values {
            Ok(values) => Ok(items.done(values)),
            Err(error) => Err(error),
        }
    }

    /// Unpacks each element.
    ///
    /// # Errors
    ///
    /// As for [`Unpack::unpack`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unpack_each<V>(self, levels: Levels) -> Result<Done<'id, Vec<V>, L>, TooDeep>
    where
        V: Unpack<'a, As = <S::Element as Field>::Of>,
    {
        if const { V::IS_FLAT } {
            return match self.try_collect(|item| Ok::<_, Infallible>(item.unpack_flat())) {
                Ok(done) => Ok(done),
                Err(never) => match never {},
            };
        }
        self.try_collect(|item| item.unpack(levels))
    }

    /// Folds the elements with `f` until it returns `Break`; skips the elements after that.
    #[inline]
    pub fn try_fold_items<A, B>(
        self,
        init: A,
        mut f: impl for<'x> FnMut(
            A,
            ElementCursor<'a, 'x, S::Element, L>,
        ) -> ElementDone<'x, ControlFlow<B, A>, S::Element, L>,
    ) -> Done<'id, ControlFlow<B, A>, L> {
        let mut items = self.items();
        let mut folded = init;
        // SAFETY: `f` takes every brand, so that of the element is fresh.
        while let Some(item) = unsafe { items.begin() } {
            let stated = stated(&item);
            let done = f(folded, item);
            // SAFETY: `done` has the brand of the element that `begin` returned.
            match unsafe { items.resume(stated, done) } {
                ControlFlow::Continue(next) => folded = next,
                ControlFlow::Break(value) => return items.done(ControlFlow::Break(value)),
            }
        }
        items.done(ControlFlow::Continue(folded))
    }
}

/// Panic message: the position of the next element is unknown.
const LOST: &str = "an earlier call failed or panicked while it read an element";

/// The cursor of an element `T`.
type ElementCursor<'a, 'x, T, L> = Cursor<'a, 'x, <T as Field>::Of, <T as Field>::Access<L>>;
/// The proof that an element `T` was read.
type ElementDone<'x, V, T, L> = Done<'x, V, <T as Field>::Access<L>>;

impl<'a, 'id, T: Field, L: Access> Items<'a, 'id, T, L> {
    /// Returns the number of elements that are still to be read.
    ///
    /// Takes constant time, except in a sequence that does not state its length (an array of indefinite length in
    /// [`Cbor`](crate::Cbor), a list in [`haskell::PackedData`](crate::layout::haskell::PackedData)): there it walks
    /// over the elements. A recursive function that calls it at each level takes time proportional to the number of
    /// bytes times the depth.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    /// assert_eq!(packed.read(|l| { let i = l.items(); let n = i.len(); i.done(n) }), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element.
    pub fn len(&self) -> usize {
        let Some(pos) = self.pos else { panic!("{LOST}") };
        // SAFETY: by I1 the elements are stored at `pos`, as `remaining` counts them.
        unsafe { remaining_count::<ShapeOf<T>, L::Layout>(&self.remaining.0, pos) }
    }

    /// Returns the stated number of elements that are still to be read; 0 if the sequence does not state it.
    pub(crate) fn stated(&self) -> usize {
        self.remaining.0.left().unwrap_or(0)
    }

    /// Returns whether all elements are read. Takes constant time.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    /// assert!(!packed.read(|l| { let i = l.items(); let empty = i.is_empty(); i.done(empty) }));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element.
    pub fn is_empty(&self) -> bool {
        let Some(pos) = self.pos else { panic!("{LOST}") };
        let mut remaining = self.remaining.0;
        // SAFETY: by I1 the elements are stored at `pos`. The call changes a copy of `remaining`, so no element counts
        // as read.
        unsafe { remaining.next(pos) }.is_none()
    }

    /// Returns the position of the next element, or that after the last one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn into_pos(mut self) -> Pos<L> {
        self.position()
    }
}

impl<'a, 'id, T: Field, L: Access, S: Advance<T, L::Layout>> Items<'a, 'id, T, L, S> {
    /// Reads the next element with `f`, under a fresh brand; returns `None` if all elements are read.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    /// assert_eq!(packed.read(|l| { let mut i = l.items(); let n = i.next(|n| n.read()); i.done(n) }), Some(1));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element: the position of the next element is then
    /// unknown.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn next<V>(
        &mut self,
        f: impl for<'x> FnOnce(ElementCursor<'a, 'x, T, L>) -> ElementDone<'x, V, T, L>,
    ) -> Option<V> {
        // SAFETY: `f` takes every brand, so that of the element is fresh.
        let item = unsafe { self.begin() }?;
        let stated = stated(&item);
        let done = f(item);
        // SAFETY: `done` has the brand of the element that `begin` returned.
        Some(unsafe { self.resume(stated, done) })
    }

    /// Reads the next element with `f`, which may return an error; returns `None` if all elements are read.
    ///
    /// # Errors
    ///
    /// Returns the error of `f`. No further element can be read then.
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_next<V, E>(
        &mut self,
        f: impl for<'x> FnOnce(ElementCursor<'a, 'x, T, L>) -> Result<ElementDone<'x, V, T, L>, E>,
    ) -> Result<Option<V>, E> {
        // SAFETY: `f` takes every brand, so that of the element is fresh.
        let Some(item) = (unsafe { self.begin() }) else { return Ok(None) };
        let stated = stated(&item);
        let done = f(item)?;
        // SAFETY: `done` has the brand of the element that `begin` returned.
        Ok(Some(unsafe { self.resume(stated, done) }))
    }

    /// Returns the cursor of the next element, if there is one. The position is unknown until [`Self::resume`].
    ///
    /// # Safety
    ///
    /// The brand `'x` is fresh.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin<'x>(&mut self) -> Option<ElementCursor<'a, 'x, T, L>> {
        steps::count(1);
        let pos = self.position();
        // SAFETY: by I1 the elements that `remaining` counts are stored at `pos`.
        let Some(element) = (unsafe { self.remaining.next(pos) }) else {
            self.pos = Some(pos);
            return None;
        };
        // SAFETY: by I1 the element is valid, so C1 holds. The caller promises a fresh brand.
        Some(unsafe { Cursor::new(element) })
    }

    /// Continues after the element that [`Self::begin`] returned; returns the result of reading it.
    ///
    /// # Safety
    ///
    /// `done` has the brand of that element, and [`stated`] returned `stated` for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn resume<V>(&mut self, stated: Option<Pos<L>>, done: ElementDone<'_, V, T, L>) -> V {
        // (By C2 the element ends at this position, or its head states where it ends; so I1 holds for the elements
        // after it.)
        self.pos = Some(stated.unwrap_or(done.pos()));
        done.value
    }

    /// Ends the reading: skips the elements that are left, and returns the proof with `value` as its result.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    /// assert_eq!(packed.read(|l| l.items().done("skipped")), "skipped");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element.
    #[inline]
    pub fn done<V>(mut self, value: V) -> Done<'id, V, L> {
        let pos = self.position();
        // SAFETY: by I1 the elements that `remaining` counts are stored at `pos`.
        let end = unsafe { self.remaining.end(pos) };
        // SAFETY: by I1 the sequence or array ends where the value of brand `'id` does.
        unsafe { Done::at(end, value) }
    }
}

/// Returns the end of an element, if its head states it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stated<T: Packable<As = T> + ?Sized, L: Access>(element: &Cursor<'_, '_, T, L>) -> Option<Pos<L>> {
    // SAFETY: by C1 a valid value is stored at the position of the cursor.
    unsafe { stated_end::<T::Shape, L::Layout>(element.pos()) }
}

impl<T, L: Access, S> Items<'_, '_, T, L, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&mut self) -> Pos<L> {
        match self.pos.take() {
            Some(pos) => pos,
            None => panic!("{LOST}"),
        }
    }
}
