//! How the fields of a constructor are passed to a fold.

use super::containers::{each_pointer, each_sequence, each_tuple};
use super::run::ByTrait;
use super::{FoldItems, Foldable, FoldedField, Leaf, Marked, Rec, Slot, Stopped, Unroll, engine};
use crate::cursor::Cursor;
use crate::layout::{Access, Layout};
use crate::packable::Packable;
use crate::shape::{Bare, FirstField};
use crate::types::OptionCase;
use crate::wire::levels::Levels;

/// A field as it is passed to a fold `F`. The type that implements this trait is the type of the field with the markers
/// [`Rec`] and [`Leaf`] put in.
///
/// | the field | the fold receives |
/// |---|---|
/// | a leaf | what a view returns: the value of a scalar, `&str`, a [`View`](crate::View) |
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

    /// Returns the number of levels along first recursive fields, as [`Foldable::leading`] does, from this field on.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(_: Cursor<'_, '_, <Self::Field as Packable>::As, M>, _most: u32) -> u32 {
        0
    }
}

/// Implements [`FoldField`] for types with markers: parameters, type, bounds, `Input`, and the body of `fold`.
macro_rules! fold_fields {
    ($([$($X:ident)*] $Field:ty where { $($bounds:tt)+ }, $Input:ty,
        |$cursor:pat_param, $fold:pat_param, $levels:pat_param, $slot:pat_param| $body:expr
        $(, |$first:ident, $most:ident| $leading:expr)?;)+) => {$(
        impl<'a, $($X,)* L: Access, F: ?Sized> FoldField<'a, L, F> for $Field
        where
            $($bounds)+
        {
            type Input<'c> = $Input;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold<'id, 'c, U: Unroll>(
                $cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
                $fold: &mut F,
                $levels: Levels,
                $slot: Option<&'c Slot<'id, L>>,
            ) -> Result<FoldedField<'id, Self::Input<'c>, L>, Stopped> {
                $body
            }

            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn leading<M: Layout>($first: Cursor<'_, '_, <Self::Field as Packable>::As, M>, $most: u32) -> u32 {
                    $leading
                }
            )?
        }
    )+};
}

fold_fields! {
    [T] Leaf<T> where { T: Packable }, T::View<'a, L>, |cursor, _, _, _| Ok(cursor.into_view().map(T::view).into());
    [T] Rec<T> where { T: Foldable<'a, L, F> }, T::Out, |cursor, fold, levels, _| {
        let done = engine::field::<ByTrait<T, F>, L, U>(cursor, fold, levels)?;
        Ok(done.into())
    }, |first, most| T::leading(first, most);
    [X] Option<X> where { X: FoldField<'a, L, F> }, Option<X::Input<'c>>, |cursor, fold, levels, slot| {
        match cursor.case() {
            OptionCase::None(fields) => Ok(fields.done(None).into()),
            OptionCase::Some(fields) => {
                // (A function for both would take a frame more without optimisation.)
                if const { FirstField::<Bare<X::Field>, ()>::is_end::<L::Layout>() } {
                    return Ok(X::fold::<U>(fields.last(), fold, levels, slot)?.map(Some));
                }
                Ok(fields.fold_bare::<X, F, U>(fold, levels)?.map(Some))
            }
        }
    }, |first, most| match first.case() {
        OptionCase::None(_) => 0,
        // SAFETY: the brand is used for nothing else, so it is fresh.
        OptionCase::Some(fields) => X::leading(unsafe { fields.first() }, most),
    };
}

/// Implements [`FoldField`] for pointers, which are transparent.
macro_rules! pointers {
    ($(($X:ident) $Pointer:ty => $Field:ty;)+) => {
        fold_fields! {$(
            [$X] $Pointer where { $X: FoldField<'a, L, F> }, $X::Input<'c>,
                |cursor, fold, levels, slot| $X::fold::<U>(cursor, fold, levels, slot),
                |first, most| $X::leading(first, most);
        )+}
    };
}

/// Implements [`FoldField`] for tuples. Only the last part of a tuple can be passed unread.
macro_rules! tuples {
    ($($($X:ident $x:ident)+; $Last:ident $last:ident: $list:ty;)+) => {
        fold_fields! {$(
            [$($X)+ $Last] ($($X,)+ $Last) where { $($X: FoldField<'a, L, F>,)+ $Last: FoldField<'a, L, F> },
                ($($X::Input<'c>,)+ $Last::Input<'c>),
                |cursor, fold, levels, slot| {
                    let fields = cursor.fields();
                    $(let ($x, fields) = fields.fold_field::<$X, F, U>(fold, levels)?;)+
                    Ok(fields.fold_tail::<$Last, F, U>(fold, levels, slot)?.map(|$last| ($($x,)+ $last)))
                };
        )+}
    };
}

/// Implements [`FoldField`] for sequences and maps, which are passed unread.
macro_rules! sequences {
    ($(($X:ident $([$K:ident])? $(; $S:ident)?) $Sequence:ty => $Field:ty: $Element:ty;)+) => {
        fold_fields! {$(
            [$X $($K)? $($S)?] $Sequence where { $X: FoldField<'a, L, F>, $($K: FoldField<'a, L, F>)? }, FoldItems<'c, 'a, $Element, L>,
                |cursor, _, levels, slot| FoldItems::unread(cursor, levels, slot);
        )+}
    };
}

each_pointer!(pointers);
each_tuple!(tuples);
each_sequence!(sequences);
