//! How the fields of a constructor are passed to a fold.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{FoldItems, Foldable, FoldedField, Leaf, Marked, Rec, Slot, Stopped, Unroll, fold_call};
use crate::cursor::Cursor;
use crate::layout::Access;
use crate::packable::Packable;
use crate::view::View;
use crate::wire::levels::Levels;
use crate::wire::stack::fold_stack;
use crate::wire::steps;

/// A field as it is passed to a fold `F`. The type that implements this trait is the type of the field with the markers
/// [`Rec`] and [`Leaf`] put in.
///
/// | the field | the fold receives |
/// |---|---|
/// | a leaf | what a view returns: the value of a scalar, `&str`, a [`View`] |
/// | the type itself, boxed or not | the result of folding it |
/// | an option, a tuple | an option, a tuple of what it receives for the parts |
/// | a sequence, a map | [`FoldItems`], which folds each element when the fold requests it |
///
/// A sequence that is not the last field is skipped before the fold receives it, because the fold receives the fields
/// after it at the same time. In a layout that must walk over a sequence to find its end (`Compact`), its elements are
/// therefore read twice, and those of sequences inside it once more for each level. To avoid this, put the sequence
/// last, or use `Indexed`.
///
/// ```
/// use packed_data::{Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// struct Chain(u8, Option<Box<Chain>>);
///
/// struct Sum;
///
/// impl<'a, L: Layout> ChainFold<'a, L> for Sum {
///     type Out = u32;
///
///     fn chain(&mut self, n: u8, next: Option<u32>) -> u32 {
///         u32::from(n) + next.unwrap_or(0)
///     }
/// }
///
/// let chain = Chain(1, Some(Box::new(Chain(2, None))));
/// assert_eq!(Packed::<Chain>::pack(&chain).fold(&mut Sum), Ok(3));
/// ```
#[diagnostic::on_unimplemented(
    message = "a fold cannot receive a field of type `{Self}`",
    note = "it mentions the type being folded inside a type that folds do not look into",
    note = "with `#[packable(leaf)]` on the field, the fold receives a view of it"
)]
pub trait FoldField<'a, L: Access, F: ?Sized>: Marked {
    /// What the fold receives; it lives for `'c`, the duration of the call of the fold's method.
    type Input<'c>;

    /// Returns what the fold receives for the field of `cursor`.
    ///
    /// If `slot` is `Some`, the field may be passed unread; the fold then records its end in the slot.
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over, or if the value nests too deeply.
    fn fold<'id, 'c, U: Unroll>(
        cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
        fold: &mut F,
        levels: Levels,
        slot: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped>;
}

impl<'a, T: Packable, L: Access, F: ?Sized> FoldField<'a, L, F> for Leaf<T> {
    type Input<'c> = T::View<'a, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold<'id, 'c, U: Unroll>(
        cursor: Cursor<'a, 'id, T::As, L>,
        _: &mut F,
        _: Levels,
        _: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, T::View<'a, L>, L>, Stopped> {
        let pos = cursor.pos;
        let end = cursor.skip().pos;
        // SAFETY: by C1 a valid value is stored at `pos`. The cursor is consumed, so only one view of it is created.
        Ok(FoldedField::new(T::view::<L>(unsafe { View::new(pos) }), Some(end)))
    }
}

impl<'a, T: Foldable<'a, L, F>, L: Access, F: ?Sized> FoldField<'a, L, F> for Rec<T> {
    type Input<'c> = T::Out;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold<'id, 'c, U: Unroll>(
        cursor: Cursor<'a, 'id, T, L>,
        fold: &mut F,
        levels: Levels,
        _: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, T::Out, L>, Stopped> {
        steps::count(1);
        // (`fold_call` checks the real stack.)
        let levels = levels.deeper_within(const { fold_stack::<T::Out>() })?;
        let done = if U::INLINE || T::is_leaf(&cursor) {
            T::fold_step::<U::Next>(cursor, fold, levels)?
        } else {
            fold_call(cursor, fold, levels)?
        };
        Ok(done.into())
    }
}

/// Implements [`FoldField`] for pointers, which are transparent.
macro_rules! pointers {
    ($($Pointer:ident),+) => {$(
        impl<'a, X: FoldField<'a, L, F>, L: Access, F: ?Sized> FoldField<'a, L, F> for $Pointer<X> {
            type Input<'c> = X::Input<'c>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold<'id, 'c, U: Unroll>(
                cursor: Cursor<'a, 'id, <X::Field as Packable>::As, L>,
                fold: &mut F,
                levels: Levels,
                slot: Option<&'c Slot<'id, L>>,
            ) -> Result<FoldedField<'id, X::Input<'c>, L>, Stopped> {
                X::fold::<U>(cursor, fold, levels, slot)
            }
        }
    )+};
}

pointers!(Box, Rc, Arc);

impl<'a, X: FoldField<'a, L, F>, L: Access, F: ?Sized> FoldField<'a, L, F> for Option<X> {
    type Input<'c> = Option<X::Input<'c>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold<'id, 'c, U: Unroll>(
        cursor: Cursor<'a, 'id, Option<X::Field>, L>,
        fold: &mut F,
        levels: Levels,
        slot: Option<&'c Slot<'id, L>>,
    ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped> {
        match cursor.case() {
            crate::OptionCase::None(fields) => Ok(fields.done(None).into()),
            crate::OptionCase::Some(fields) => Ok(X::fold::<U>(fields.tail(), fold, levels, slot)?.map(Some)),
        }
    }
}

/// Implements [`FoldField`] for tuples. Only the last part of a tuple can be passed unread.
macro_rules! tuples {
    ($($($X:ident $x:ident)+ ; $Last:ident $last:ident),+) => {$(
        impl<'a, $($X: FoldField<'a, L, G>,)+ $Last: FoldField<'a, L, G>, L: Access, G: ?Sized> FoldField<'a, L, G>
            for ($($X,)+ $Last)
        {
            type Input<'c> = ($($X::Input<'c>,)+ $Last::Input<'c>);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold<'id, 'c, U: Unroll>(
                cursor: Cursor<'a, 'id, Self::Field, L>,
                fold: &mut G,
                levels: Levels,
                slot: Option<&'c Slot<'id, L>>,
            ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped> {
                let fields = cursor.fields();
                $(let ($x, fields) = fields.fold_field::<$X, G, U>(fold, levels)?;)+
                Ok($Last::fold::<U>(fields.tail(), fold, levels, slot)?.map(|$last| ($($x,)+ $last)))
            }
        }
    )+};
}

tuples!(A a; B b, A a B b; C c, A a B b C c; D d);

/// Implements [`FoldField`] for sequences and maps, which are passed unread.
macro_rules! sequences {
    ($($Sequence:ty: $Element:ty, ($($X:ident),+), $Field:ty);+ $(;)?) => {$(
        impl<'a, $($X: FoldField<'a, L, F>,)+ L: Access, F: ?Sized> FoldField<'a, L, F> for $Sequence {
            type Input<'c> = FoldItems<'c, 'a, $Element, L>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold<'id, 'c, U: Unroll>(
                cursor: Cursor<'a, 'id, <$Field as Packable>::As, L>,
                _: &mut F,
                levels: Levels,
                slot: Option<&'c Slot<'id, L>>,
            ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped> {
                FoldItems::unread(cursor, levels, slot)
            }
        }
    )+};
}

sequences! {
    Vec<X>: X, (X), Vec<X::Field>;
    VecDeque<X>: X, (X), VecDeque<X::Field>;
    Box<[X]>: X, (X), Box<[X::Field]>;
    BTreeMap<K, X>: super::items::Pair<K, X>, (K, X), BTreeMap<K::Field, X::Field>;
}

#[cfg(feature = "std")]
mod std_maps {
    use std::collections::HashMap;

    use super::*;
    use crate::view::Map;

    impl<'a, K, X, S, L: Access, F: ?Sized> FoldField<'a, L, F> for HashMap<K, X, Leaf<S>>
    where
        K: FoldField<'a, L, F>,
        X: FoldField<'a, L, F>,
        HashMap<K::Field, X::Field, S>: Packable<As = Map<K::Field, X::Field>>,
    {
        type Input<'c> = FoldItems<'c, 'a, super::super::items::Pair<K, X>, L>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn fold<'id, 'c, U: Unroll>(
            cursor: Cursor<'a, 'id, Map<K::Field, X::Field>, L>,
            _: &mut F,
            levels: Levels,
            slot: Option<&'c Slot<'id, L>>,
        ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped> {
            FoldItems::unread(cursor, levels, slot)
        }
    }
}
