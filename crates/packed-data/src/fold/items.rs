//! The elements of a sequence in a fold, each folded when it is requested.

use core::marker::PhantomData;

use super::folded_field::SlotEnd;
use super::{Call, FoldField, FoldedField, Marked, Slot, Stopped};
use crate::cursor::Cursor;
use crate::layout::{Access, Pos, ReadLayout, Remaining, RemainingOf};
use crate::packable::Packable;
use crate::shape::{SequenceShape, ShapeOf, remaining_count, stated_end};
use crate::wire::invariant::Invariant;
use crate::wire::levels::Levels;
use crate::wire::steps;

/// Panic message: the position of the next element is unknown.
const LOST: &str = "an earlier call failed or panicked while it folded an element";

/// The elements of a sequence or map that a fold receives unread: each is folded when the fold requests it with
/// [`next`](Self::next).
///
/// Nothing is allocated.
///
/// Elements that are not requested are skipped. A layout that cannot jump over a sequence ([`Compact`](crate::Compact),
/// [`Cbor`](crate::Cbor)) then walks over all elements, including those that were folded already. If the sequence is
/// not the last field, such a layout walks over it before the fold receives it, to find the next field. If values nest
/// in such sequences, each level is walked over again: this takes time proportional to the number of bytes times the
/// depth.
///
/// ```
/// use packed_data::fold::{FoldItems, Rec, Stopped};
/// use packed_data::{Compact, Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// struct Rose(u32, Vec<Rose>);
///
/// struct Sum;
///
/// impl<'a, L: Layout> RoseFold<'a, L> for Sum {
///     type Out = Result<u32, Stopped>;
///
///     fn rose(&mut self, n: u32, mut children: FoldItems<'_, 'a, Rec<Rose>, L>) -> Self::Out {
///         let mut sum = n;
///         while let Some(child) = children.next(self)? {
///             sum += child?;
///         }
///         Ok(sum)
///     }
/// }
///
/// let rose = Rose(1, vec![Rose(2, vec![]), Rose(3, vec![Rose(4, vec![])])]);
/// assert_eq!(Packed::<Rose>::pack(&rose).fold(&mut Sum), Ok(Ok(10)));
/// ```
pub struct FoldItems<'c, 'a, X, L: Access> {
    /// Invariant (J1): as many valid elements as `remaining` counts are stored from this position on, in bytes that
    /// live for `'a`. The sequence ends after them, and so does the last field for which `slot` is (G3). If `L` is
    /// `Edit`, nothing else reads or writes the scalars of the elements during `'a`.
    ///
    /// `None` while an element is being folded. If that fails or panics, the position remains unknown.
    pos: Option<Pos<L>>,
    remaining: <L::Layout as ReadLayout>::RemainingElements,
    levels: Levels,
    slot: Option<&'c SlotEnd<L>>,
    types: PhantomData<(&'a [u8], Invariant<X>)>,
}

impl<'c, 'a, X: Marked, L: Access> FoldItems<'c, 'a, X, L> {
    /// Returns the elements of the sequence of `cursor`. Its end is determined now only if there is no slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unread<'id, T>(
        cursor: Cursor<'a, 'id, T, L>,
        levels: Levels,
        slot: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, Self, L>, Stopped>
    where
        T: Packable<As = T> + ?Sized,
        T::Shape: SequenceShape,
    {
        let levels = levels.deeper()?;
        // SAFETY: by C1 a valid sequence is stored at the position of `cursor`.
        let header =
            unsafe { L::Layout::sequence_header::<ShapeOf<<T::Shape as SequenceShape>::Element>>(cursor.pos()) };
        let (remaining, pos) = RemainingOf::<L>::first(header);
        let end = if slot.is_none() { Some(cursor.skip().pos()) } else { None };
        // (The slot has the brand of the cursor, so it is for the end of this sequence: J1 holds.)
        let slot = slot.map(Slot::end);
        let items = Self { pos: Some(pos), remaining, levels, slot, types: PhantomData };
        // SAFETY: `end` is the end of the sequence, which has the brand of the cursor; so G1 holds.
        Ok(unsafe { FoldedField::new(items, end) })
    }

    /// Returns the number of elements that are still to be folded.
    ///
    /// Takes constant time, except in a sequence that does not state its length; see
    /// [`Items::len`](crate::cursor::Items::len).
    ///
    /// ```
    /// use packed_data::fold::{FoldItems, Rec};
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Rose(u32, Vec<Rose>);
    ///
    /// struct Width;
    ///
    /// impl<'a, L: Layout> RoseFold<'a, L> for Width {
    ///     type Out = usize;
    ///
    ///     fn rose(&mut self, _: u32, mut children: FoldItems<'_, 'a, Rec<Rose>, L>) -> Self::Out {
    ///         children.len()
    ///     }
    /// }
    ///
    /// let rose = Rose(1, vec![Rose(2, vec![]), Rose(3, vec![])]);
    /// assert_eq!(Packed::<Rose>::pack(&rose).fold(&mut Width), Ok(2));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it folded an element.
    pub fn len(&self) -> usize {
        let Some(pos) = self.pos else { panic!("{LOST}") };
        // SAFETY: by J1 the elements are stored at `pos`, as `remaining` counts them.
        unsafe { remaining_count::<ShapeOf<X::Field>, L::Layout>(&self.remaining, pos) }
    }

    /// Returns whether all elements are folded. Takes constant time.
    ///
    /// ```
    /// use packed_data::fold::{FoldItems, Rec};
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Rose(u32, Vec<Rose>);
    ///
    /// struct IsLeaf;
    ///
    /// impl<'a, L: Layout> RoseFold<'a, L> for IsLeaf {
    ///     type Out = bool;
    ///
    ///     fn rose(&mut self, _: u32, mut children: FoldItems<'_, 'a, Rec<Rose>, L>) -> Self::Out {
    ///         children.is_empty()
    ///     }
    /// }
    ///
    /// assert_eq!(Packed::<Rose>::pack(&Rose(1, vec![])).fold(&mut IsLeaf), Ok(true));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it folded an element.
    pub fn is_empty(&self) -> bool {
        let Some(pos) = self.pos else { panic!("{LOST}") };
        let mut remaining = self.remaining;
        // SAFETY: by J1 the elements are stored at `pos`. The call changes a copy of `remaining`, so no element counts
        // as read.
        unsafe { remaining.next(pos) }.is_none()
    }

    /// Folds the next element and returns the result; returns `None` if all elements are folded.
    ///
    /// ```
    /// use packed_data::fold::{FoldItems, Rec, Stopped};
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Rose(u32, Vec<Rose>);
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> RoseFold<'a, L> for Count {
    ///     type Out = Result<usize, Stopped>;
    ///
    ///     fn rose(&mut self, _: u32, mut children: FoldItems<'_, 'a, Rec<Rose>, L>) -> Self::Out {
    ///         let mut count = 1;
    ///         while let Some(child) = children.next(self)? {
    ///             count += child?;
    ///         }
    ///         Ok(count)
    ///     }
    /// }
    ///
    /// let rose = Rose(1, vec![Rose(2, vec![]), Rose(3, vec![])]);
    /// assert_eq!(Packed::<Rose>::pack(&rose).fold(&mut Count), Ok(Ok(3)));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over, or if the element nests too deeply. No further element can be folded then.
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it folded an element.
    #[inline]
    pub fn next<F: ?Sized>(&mut self, fold: &mut F) -> Result<Option<X::Input<'_>>, Stopped>
    where
        X: FoldField<'a, L, F>,
    {
        steps::count(1);
        let Some(pos) = self.pos.take() else { panic!("{LOST}") };
        // SAFETY: by J1 the elements are stored at `pos`, as `remaining` counts them.
        let Some(element) = (unsafe { self.remaining.next(pos) }) else {
            if let Some(slot) = self.slot {
                // SAFETY: there is no further element, so by J1 the sequence ends after `pos`.
                let end = unsafe { self.remaining.after(pos) };
                // SAFETY: by J1 the last field for which the slot is ends where the sequence does (G3).
                unsafe { slot.set(end) };
            }
            self.pos = Some(pos);
            return Ok(None);
        };
        // SAFETY: by J1 the element that `next` returned is valid.
        let stated = unsafe { stated_end::<ShapeOf<X::Field>, L::Layout>(element) };
        // SAFETY: by J1 the element that `next` returned is valid, so C1 holds. The brand is fresh.
        let cursor = unsafe { Cursor::new(element) };
        let folded = X::fold::<Call>(cursor, fold, self.levels, None)?;
        // (By G1 the element ends there, unless its head states its end; so J1 holds for those after it.)
        let (given, end) = folded.into_parts();
        self.pos = stated.or(end);
        Ok(Some(given))
    }
}

/// An entry of a map: its key, and its value with markers in its type.
pub struct Pair<K, X>(Invariant<(K, X)>);

impl<'a, K, X, L, F> FoldField<'a, L, F> for Pair<K, X>
where
    K: FoldField<'a, L, F>,
    X: FoldField<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    type Input<'c> = (<K::Field as Packable>::View<'a, L::Layout>, X::Input<'c>);

    #[inline]
    fn fold<'id, 'c, U: super::Unroll>(
        cursor: Cursor<'a, 'id, Self::Field, L>,
        fold: &mut F,
        levels: Levels,
        slot: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped> {
        let (key, fields) = cursor.fields().with(|key| {
            let view = key.as_view();
            key.skip().map(|()| <K::Field as Packable>::view(view))
        });
        Ok(fields.fold_tail::<X, F, U>(fold, levels, slot)?.map(|value| (key, value)))
    }
}
