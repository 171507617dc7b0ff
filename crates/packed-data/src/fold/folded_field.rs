//! What a fold receives for the fields of a constructor, and where the fields end. For the derive.

use core::cell::Cell;
use core::marker::PhantomData;

use super::{FoldField, Stopped, Unroll};
use crate::cursor::{Brand, Cursor, Done, Fields};
use crate::layout::{Access, Pos};
use crate::packable::Packable;
use crate::shape::{List, ShapeOf, skip_value};
use crate::view::View;
use crate::wire::levels::Levels;

/// Records where the value of brand `'id` ends, if the fold receives its last field unread: the end is set when the
/// fold has read the field. The brand ensures that it is the end of this value.
pub struct Slot<'id, L: Access> {
    pub(super) end: Cell<Option<Pos<L>>>,
    brand: Brand<'id>,
}

impl<L: Access> Slot<'_, L> {
    /// Returns a slot whose end is not known yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self { end: Cell::new(None), brand: PhantomData }
    }
}

/// What a fold receives for a field of brand `'id`, and the end of the field if it is known already.
pub struct FoldedField<'id, G, L: Access> {
    pub(crate) value: G,
    /// Invariant (G1): if it is `Some`, the field ends at this position. It is `None` only if there is a slot.
    pub(crate) end: Option<Pos<L>>,
    brand: Brand<'id>,
}

impl<'id, G, L: Access> FoldedField<'id, G, L> {
    /// Combines the two. The caller must ensure G1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(value: G, end: Option<Pos<L>>) -> Self {
        Self { value, end, brand: PhantomData }
    }

    /// Applies `f` to what the fold receives; the end stays the same.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn map<H>(self, f: impl FnOnce(G) -> H) -> FoldedField<'id, H, L> {
        FoldedField::new(f(self.value), self.end)
    }
}

impl<'a, 'id, T: Packable<As = T>, L: Access> FoldedField<'id, View<'a, T, L>, L> {
    /// Returns the view of the value, which is skipped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view(cursor: Cursor<'a, 'id, T, L>) -> Self {
        let pos = cursor.pos;
        let end = cursor.skip().pos;
        // SAFETY: by C1 a valid value is stored at this position. The cursor is consumed.
        Self::new(unsafe { View::new(pos) }, Some(end))
    }
}

impl<'id, G, L: Access> From<Done<'id, G, L>> for FoldedField<'id, G, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(done: Done<'id, G, L>) -> Self {
        Self::new(done.value, Some(done.pos))
    }
}

/// The proof that the fold has received all fields of a value of brand `'id`; the last one may still be unread.
pub struct Folded<'a, 'id, L: Access> {
    /// Invariant (G2): the end of the value of brand `'id`, or the beginning of its last field with the function that
    /// skips it.
    end: Result<Pos<L>, LastField<L>>,
    brand: Brand<'id>,
    bytes: PhantomData<&'a [u8]>,
}

/// A last field, and the function that skips it.
type LastField<L> = (Pos<L>, unsafe fn(Pos<L>) -> Pos<L>);

impl<'id, L: Access> Folded<'_, 'id, L> {
    /// Ends the value, with `out` as the result of folding it.
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn done<V>(self, out: V, slot: &Slot<'id, L>, is_over: bool) -> Result<Done<'id, V, L>, Stopped> {
        if is_over {
            return Err(Stopped::Over);
        }
        let end = match self.end {
            Ok(end) => end,
            // SAFETY: by G2 `skip` skips a valid field at `field`. (It is called only if the fold did not read the last
            // field to its end.)
            Err((field, skip)) => slot.end.get().unwrap_or_else(|| unsafe { skip(field) }),
        };
        Ok(Done::at(end, out))
    }
}

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Returns what the fold receives for the first field, whose type with markers is `X`, and the other fields. For
    /// the derive.
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over, or if the value nests too deeply.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_field<'c, X, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
    ) -> Result<(X::Input<'c>, Fields<'a, 'id, R, L>), Stopped>
    where
        X: FoldField<'a, L, F, Field = T>,
        F: ?Sized,
        U: Unroll,
    {
        let (field, state) = self.first();
        let folded = X::fold::<U>(field, fold, levels, None)?;
        let Some(end) = folded.end else { panic!("a field that was passed without a slot has no end") };
        Ok((folded.value, Self::after(state, end)))
    }
}

impl<'a, 'id, T: Packable, L: Access> Fields<'a, 'id, (T, ()), L> {
    /// Returns what the fold receives for the last field, whose type with markers is `X`. For the derive.
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over, or if the value nests too deeply.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_last<'c, X, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
        slot: &'c Slot<'id, L>,
    ) -> Result<(X::Input<'c>, Folded<'a, 'id, L>), Stopped>
    where
        X: FoldField<'a, L, F, Field = T>,
        F: ?Sized,
        U: Unroll,
    {
        let field: Cursor<'a, 'id, T::As, L> = self.tail();
        let pos = field.pos;
        let folded = X::fold::<U>(field, fold, levels, Some(slot))?;
        let skip: unsafe fn(Pos<L>) -> Pos<L> = skip_value::<ShapeOf<T>, L::Layout>;
        let end = folded.end.ok_or((pos, skip));
        Ok((folded.value, Folded { end, brand: PhantomData, bytes: PhantomData }))
    }
}

impl<'a, 'id, L: Access> Fields<'a, 'id, (), L> {
    /// Ends a list without fields. For the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_none(self) -> Folded<'a, 'id, L> {
        Folded { end: Ok(self.done(()).pos), brand: PhantomData, bytes: PhantomData }
    }
}
