//! What a fold receives for the fields of a constructor, and where the fields end. For the derive.

use core::cell::Cell;
use core::marker::PhantomData;

use super::{FoldField, Stopped, Unroll};
use crate::cursor::{Brand, Cursor, Done, Fields};
use crate::layout::{Access, Layout, Pos};
use crate::packable::Packable;
use crate::shape::{Bare, End, FirstField, List, ShapeOf, skip_value};
use crate::view::View;
use crate::wire::levels::Levels;

/// Records where the value of brand `'id` ends, if the fold receives its last field unread: the end is set when the
/// fold has read the field. The brand ensures that it is the end of this value.
pub struct Slot<'id, L: Access> {
    end: SlotEnd<L>,
    brand: Brand<'id>,
}

/// The content of a [`Slot`], without the brand.
pub(super) struct SlotEnd<L: Access> {
    /// Invariant (G3): if it is `Some`, the last field of the value of the slot's brand ends there.
    pos: Cell<Option<Pos<L>>>,
}

impl<L: Access> SlotEnd<L> {
    /// Records the end.
    ///
    /// # Safety
    ///
    /// `pos` satisfies G3.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn set(&self, pos: Pos<L>) {
        self.pos.set(Some(pos));
    }
}

impl<L: Access> Slot<'_, L> {
    /// Returns a slot whose end is not known yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self { end: SlotEnd { pos: Cell::new(None) }, brand: PhantomData }
    }

    /// Returns the content, for a sequence that is passed unread.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn end(&self) -> &SlotEnd<L> {
        &self.end
    }
}

/// What a fold receives for a field of brand `'id`, and the end of the field if it is known already.
pub struct FoldedField<'id, G, L: Access> {
    value: G,
    /// Invariant (G1): if it is `Some`, the field of brand `'id` ends there. It is `None` only if a slot was passed.
    end: Option<Pos<L>>,
    brand: Brand<'id>,
}

impl<'id, G, L: Access> FoldedField<'id, G, L> {
    /// Combines what the fold receives with the end of the field.
    ///
    /// # Safety
    ///
    /// `end` satisfies G1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn new(value: G, end: Option<Pos<L>>) -> Self {
        Self { value, end, brand: PhantomData }
    }

    /// Returns what the fold receives, and the end of the field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn into_parts(self) -> (G, Option<Pos<L>>) {
        (self.value, self.end)
    }

    /// Applies `f` to what the fold receives; the end stays the same.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn map<H>(self, f: impl FnOnce(G) -> H) -> FoldedField<'id, H, L> {
        FoldedField { value: f(self.value), end: self.end, brand: PhantomData }
    }
}

impl<'a, 'id, T: Packable<As = T>, L: Access> FoldedField<'id, View<'a, T, L>, L> {
    /// Returns the view of the value, which is skipped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view(cursor: Cursor<'a, 'id, T, L>) -> Self {
        cursor.into_view().into()
    }
}

impl<'id, G, L: Access> From<Done<'id, G, L>> for FoldedField<'id, G, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(done: Done<'id, G, L>) -> Self {
        let end = Some(done.pos());
        // SAFETY: by C2 the field ends there, so G1 holds.
        unsafe { Self::new(done.into_value(), end) }
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
            // (If the fold did not read the last field to its end, it is skipped.)
            // SAFETY: by G2 the last field is stored at `field`, and `skip` skips it.
            Err((field, skip)) => slot.end.pos.get().unwrap_or_else(|| unsafe { skip(field) }),
        };
        // SAFETY: by G2, or by G3 if the slot was set, the value of brand `'id` or its last field ends there (C2).
        Ok(unsafe { Done::at(end, out) })
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
        let stated = self.stated_end();
        // SAFETY: the brand is used for nothing else, so it is fresh.
        let field = unsafe { self.first() };
        let folded = X::fold::<U>(field, fold, levels, None)?;
        let Some(end) = stated.or(folded.end) else { panic!("a field was given with an end only a slot could tell") };
        // SAFETY: by G1 the field ends there, unless its head states its end.
        Ok((folded.value, unsafe { self.after(end) }))
    }
}

impl<T: Packable, R: List, M: Layout> Fields<'_, '_, (T, R), M> {
    /// Returns the number of levels along first recursive fields, at most `most`, from the value whose fields these are
    /// on; the first one is recursive, and `X` is its type with markers. For the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leading<'a, X, L, F>(self, most: u32) -> u32
    where
        X: FoldField<'a, L, F, Field = T>,
        L: Access,
        F: ?Sized,
    {
        if most == 0 {
            return 0;
        }
        // SAFETY: the brand is used for nothing else, so it is fresh.
        1 + X::leading(unsafe { self.first() }, most - 1)
    }
}

impl<'a, 'id, T: Packable, E: End, L: Access> Fields<'a, 'id, (T, E), L> {
    /// Returns what the fold receives for the last field, whose type with markers is `X`; the result is the proof for
    /// the enclosing value.
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over, or if the value nests too deeply.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn fold_tail<'c, X, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
        slot: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, X::Input<'c>, L>, Stopped>
    where
        X: FoldField<'a, L, F, Field = T>,
        F: ?Sized,
        U: Unroll,
    {
        if const { !FirstField::<T, E>::is_end::<L::Layout>() } {
            let (value, end) = self.fold_field::<X, F, U>(fold, levels)?;
            return Ok(end.done(value).into());
        }
        X::fold::<U>(self.last(), fold, levels, slot)
    }

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
        if const { !FirstField::<T, E>::is_end::<L::Layout>() } {
            let (value, fields) = self.fold_field::<X, F, U>(fold, levels)?;
            return Ok((value, fields.fold_none()));
        }
        let field: Cursor<'a, 'id, T::As, L> = self.last();
        let pos = field.pos();
        let folded = X::fold::<U>(field, fold, levels, Some(slot))?;
        let skip: unsafe fn(Pos<L>) -> Pos<L> = skip_value::<ShapeOf<T>, L::Layout>;
        let end = folded.end.ok_or((pos, skip));
        Ok((folded.value, Folded { end, brand: PhantomData, bytes: PhantomData }))
    }
}

impl<'a, 'id, T: Packable, L: Access> Fields<'a, 'id, (Bare<T>, ()), L> {
    /// Folds the last field, with which the value does not end.
    ///
    /// # Errors
    ///
    /// As for [`fold_field`](Fields::fold_field).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn fold_bare<'c, X, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
    ) -> Result<FoldedField<'id, X::Input<'c>, L>, Stopped>
    where
        X: FoldField<'a, L, F, Field = T>,
        F: ?Sized,
        U: Unroll,
    {
        let stated = self.stated_end();
        // SAFETY: the brand is used for nothing else, so it is fresh.
        let folded = X::fold::<U>(unsafe { self.first() }, fold, levels, None)?;
        let Some(end) = stated.or(folded.end) else { panic!("a field was given with an end only a slot could tell") };
        // SAFETY: by G1 the field ends there, unless its head states its end.
        Ok(unsafe { self.after(end) }.done(folded.value).into())
    }
}

impl<'a, 'id, E: End, L: Access> Fields<'a, 'id, E, L> {
    /// Ends a list without fields. For the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_none(self) -> Folded<'a, 'id, L> {
        Folded { end: Ok(self.done(()).pos()), brand: PhantomData, bytes: PhantomData }
    }
}
