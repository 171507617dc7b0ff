//! What a fold is given for a field, and where the fields end: for the derive.

use core::cell::Cell;
use core::marker::PhantomData;

use super::{FoldField, Stopped, Unroll};
use crate::cursor::{Brand, Cursor, Done, Fields};
use crate::layout::{Access, Pos};
use crate::packable::Packable;
use crate::shape::{List, ShapeOf, skip_value};
use crate::view::View;
use crate::wire::levels::Levels;

/// Where the value of brand `'id` ends, when its last field is given unread: filled in when the fold has
/// read it. By the brand, whoever fills it fills in the right end.
pub struct Slot<'id, L: Access> {
    pub(super) end: Cell<Option<Pos<L>>>,
    brand: Brand<'id>,
}

impl<L: Access> Slot<'_, L> {
    /// Not known yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self { end: Cell::new(None), brand: PhantomData }
    }
}

/// What a fold is given for a field of brand `'id`, and where the field ends if that is known already.
pub struct FoldedField<'id, G, L: Access> {
    pub(crate) value: G,
    /// Invariant (G1): if it is `Some`, the field ends there. It is `None` where a slot was given.
    pub(crate) end: Option<Pos<L>>,
    brand: Brand<'id>,
}

impl<'id, G, L: Access> FoldedField<'id, G, L> {
    /// G1 is the caller's to see to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(value: G, end: Option<Pos<L>>) -> Self {
        Self { value, end, brand: PhantomData }
    }

    /// The same, and something made of what is given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn map<H>(self, f: impl FnOnce(G) -> H) -> FoldedField<'id, H, L> {
        FoldedField::new(f(self.value), self.end)
    }
}

impl<'a, 'id, T: Packable<As = T>, L: Access> FoldedField<'id, View<'a, T, L>, L> {
    /// The view of the value, which is stepped over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view(cursor: Cursor<'a, 'id, T, L>) -> Self {
        let pos = cursor.pos;
        let end = cursor.skip().pos;
        // SAFETY: by C1 a valid value stands here; the cursor is used up.
        Self::new(unsafe { View::new(pos) }, Some(end))
    }
}

impl<'id, G, L: Access> From<Done<'id, G, L>> for FoldedField<'id, G, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(done: Done<'id, G, L>) -> Self {
        Self::new(done.value, Some(done.pos))
    }
}

/// All fields are given to the fold; the last may be unread yet.
pub struct Folded<'a, 'id, L: Access> {
    /// Invariant (G2): where the value of brand `'id` ends, or the beginning of its last field with the
    /// function that steps over it.
    end: Result<Pos<L>, LastField<L>>,
    brand: Brand<'id>,
    bytes: PhantomData<&'a [u8]>,
}

/// A last field, and the function that steps over it.
type LastField<L> = (Pos<L>, unsafe fn(Pos<L>) -> Pos<L>);

impl<'id, L: Access> Folded<'_, 'id, L> {
    /// The value is folded to `out`.
    ///
    /// # Errors
    ///
    /// The fold is over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn done<V>(self, out: V, slot: &Slot<'id, L>, is_over: bool) -> Result<Done<'id, V, L>, Stopped> {
        if is_over {
            return Err(Stopped::Over);
        }
        let end = match self.end {
            Ok(end) => end,
            // SAFETY: G2. (If the fold did not read the last field to its end, it is stepped over.)
            Err((field, skip)) => slot.end.get().unwrap_or_else(|| unsafe { skip(field) }),
        };
        Ok(Done::at(end, out))
    }
}

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// What a fold is given for the first field, whose type with markers is `X`: for the derive.
    ///
    /// # Errors
    ///
    /// The fold is over, or too deep.
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
        let Some(end) = folded.end else { panic!("a field was given with an end only a slot could tell") };
        Ok((folded.value, Self::after(state, end)))
    }
}

impl<'a, 'id, T: Packable, L: Access> Fields<'a, 'id, (T, ()), L> {
    /// What a fold is given for the last field, whose type with markers is `X`: for the derive.
    ///
    /// # Errors
    ///
    /// The fold is over, or too deep.
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
    /// There are no fields: for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_none(self) -> Folded<'a, 'id, L> {
        Folded { end: Ok(self.done(()).pos), brand: PhantomData, bytes: PhantomData }
    }
}
