//! Shapes: types that describe how values are packed; the trait `Shape`, and the trampolines of check and skip.
//!
//! A shape is a description that exists only at compile time: a scalar or string, a list of fields, a set of
//! constructors, a sequence. The derive writes it. Every operation on packed bytes that does not need the Rust type is
//! one interpreter over shapes: checking and skipping in the file of each shape, all others in a file of their own
//! (`operation/`). Checker and readers follow the same description, so they cannot disagree.
//!
//! - [`ScalarShape`]: a scalar. [`Text`]: a string.
//! - [`Struct`]: a [`List`] of fields. [`Enum`]: [`Variants`], each of which is a list of fields.
//! - [`Sequence`]: elements after a count. [`SortedSequence`]: the same, with elements that have ascending keys.
//!
//! Fields by name are described by [`StructField`] and [`VariantField`].

mod absent;
pub(crate) mod adapted;
mod array;
mod by_name;
mod charge;
mod check;
mod check_field;
mod compound;
pub(crate) mod condition;
mod elements;
pub(crate) mod facts;
mod field;
mod first_field;
mod fixed;
mod leaf;
mod list;
pub(crate) mod marker;
#[cfg(feature = "zerocopy-0_8")]
pub(crate) mod memory;
pub(crate) mod operation;
#[cfg(feature = "rayon-1")]
pub(crate) mod parts;
mod reserved;
mod scalar;
pub(crate) mod schema;
mod sequence;
pub(crate) mod settable;
mod size_class;
pub(crate) mod table;
pub(crate) mod variants;
mod weight;

use core::any::TypeId;
use core::fmt;

pub(crate) use absent::require_no_absent_field;
pub use adapted::{Adapt, Adapted};
pub use array::Repeat;
pub(crate) use array::{enter_element, jump_element};
pub use by_name::{EndsWith, FieldName, FixedBefore, NonEmpty, StructField, VariantField};
pub(crate) use charge::{block_stack, fold_ahead, level_stack, level_stack_of, root_stack};
#[cfg(feature = "rayon-1")]
pub(crate) use check::check_root_and_note;
use check::{Checked, complete_path};
pub(crate) use check::{check_root, check_whole, measure};
pub(crate) use check_field::{check_after_size, check_fixed, is_level, short_of};
pub(crate) use compound::place_of_head;
pub use compound::{Enum, Named, Struct, Style};
use condition::test_deferred;
pub use condition::{Validate, Validated};
pub(crate) use elements::{element_count, jump_remaining, remaining_count, skip_element, skip_remaining};
pub(crate) use field::ShapeOf;
pub use field::{Field, Present};
pub(crate) use first_field::{
    FieldPlace, FirstField, after, begin_fields, begin_struct, end_head, enter, is_absent, jump, require_item, span,
    stated_end, untag,
};
pub use fixed::{FixedShape, FixedUpToLast};
#[cfg(feature = "cbor")]
#[doc(hidden)]
pub use leaf::RawItem;
#[cfg(feature = "cbor")]
pub(crate) use leaf::RawKind;
pub(crate) use leaf::{Leaf, LeafKind, OTHER_LAYOUT, TextKind, UnknownKind, unknown_tag};
pub use leaf::{Text, UnknownShape};
pub use list::{Empty, End, List, Rest};
pub(crate) use marker::Bare;
pub use marker::{Absent, DefaultOf, Defaulted, FieldDefault, Frozen, Tagged, Veiled, VeiledField};
#[cfg(feature = "zerocopy-0_8")]
pub use memory::{InMemory, ZeroCopy};
#[cfg(feature = "zerocopy-0_8")]
pub(crate) use memory::{Memory, are_valid, elements_of, is_copied, is_fast_to_check};
use operation::ShapeOp;
pub(crate) use operation::claimed_end::{claimed_end, claimed_range};
pub(crate) use operation::compare::{order, order_of_elements, order_of_keyed};
pub(crate) use operation::convert::convert_value;
pub(crate) use operation::key::require_key;
pub use operation::rewrite::Rewriting;
pub(crate) use operation::rewrite::{Applied, Apply, Own, Plan, Rule, id_of, rewrite_value};
pub(crate) use operation::sort_key::{SortKeyBuf, sort_key_of};
pub(crate) use operation::{visit, visit_group};
pub use reserved::ReservedShape;
pub use scalar::ScalarShape;
pub(crate) use schema::{FieldSchema, Form, Schema, Show, place_of};
pub(crate) use sequence::SequenceKind;
#[cfg(feature = "rayon-1")]
pub(crate) use sequence::enter_elements;
pub use sequence::{Keyed, Sequence, SequenceShape, SortedSequence};
pub(crate) use settable::NOT_IN_PLACE;
pub use settable::{FieldlessEnum, Overwrite, Settable};
pub use size_class::PartSizes;
#[cfg(feature = "rayon-1")]
pub(crate) use size_class::always_takes_bytes;
pub(crate) use size_class::{
    Extent, SizeClass, Sizes, bare_tag_size, enum_begin, extent, has_walked, is_block, is_extensible, tag_size,
};
pub use variants::Variants;
pub(crate) use variants::{At, InTier, More, NextTier, unpaid_of};
pub use weight::VariantClasses;
pub(crate) use weight::{Unpaid, element as element_charge, is_copied_freely, whole as whole_charge};

use crate::layout::{CheckState, CheckerOf, Layout, RandomAccess, ReadLayout};
use crate::packable::Packable;
use crate::view::LazyView;
use crate::wire::checker::Failed;
use crate::wire::error::Error;
use crate::wire::identity::erased_id;
use crate::wire::steps;

/// The description of how a type is packed.
///
/// Checking, skipping and most operations are trampolined, in *bounces*. A bounce processes one value except a last
/// field whose values may nest, and returns that field as [`Bounce::Continue`], with the function for it. A loop (the
/// trampoline) runs the bounces until a value ends. Therefore last fields take constant stack, however many of them are
/// nested in each other.
///
/// # Safety
///
/// Only the library implements this trait. `check` accepts exactly the bytes that the readers of this shape rely on,
/// and `skip` ends where `check` ended.
pub unsafe trait Shape: sealed::Sealed {
    /// The size class of its values: what is known of their size at compile time, in any layout.
    #[doc(hidden)]
    const SIZE_CLASS: SizeClass;
    /// Whether every bit pattern of its static size is a valid value, apart from the tags of structs, which only some
    /// layouts write. `Sizes::ALL_VALID` is the answer for one layout.
    #[doc(hidden)]
    const ALL_VALID: bool = false;
    /// If a value is valid exactly if each of its bytes is less than some number: that number. This holds in layouts
    /// that write one byte for each `bool` and for each tag; `Sizes::BYTES_BELOW` is the answer for one layout.
    #[doc(hidden)]
    const BYTES_BELOW: Option<u16> = None;
    /// What makes a struct or enum extensible: the first field that may be absent, if it has one.
    #[doc(hidden)]
    const ABSENT: Option<absent::AbsentField> = None;
    /// The size of an owned value in memory, in bytes, without what it points to.
    #[doc(hidden)]
    const INLINE: usize;
    /// [`INLINE`](Self::INLINE) for a value behind a pointer, where a large array is built in place.
    #[doc(hidden)]
    const IN_PLACE: usize = Self::INLINE;
    /// Bytes of stack that are charged for its fields or elements, if these are not levels of nesting themselves: the
    /// greatest charge of any of them.
    #[doc(hidden)]
    const INNER: usize = 0;
    /// Bytes of stack that are charged for a value inside another one, if the value is not a level of nesting itself.
    #[doc(hidden)]
    const NESTED: usize = 0;
    /// [`NESTED`](Self::NESTED) for a value behind a pointer.
    #[doc(hidden)]
    const NESTED_IN_PLACE: usize = Self::NESTED;
    /// Whether it is known that its values contain no level of nesting, and no elements without bytes. Such a value can
    /// be copied without a check against the limits, unless [parts without bytes](Self::IS_NEVER_CHARGED) are charged.
    #[doc(hidden)]
    const FLAT: bool;
    /// Whether it is known that nothing in its values is charged as parts without bytes (see `weight.rs`).
    #[doc(hidden)]
    const IS_NEVER_CHARGED: bool = false;
    /// Whether its values contain no level of nesting.
    #[doc(hidden)]
    const IS_SHALLOW: bool = Self::FLAT;
    /// Whether its values may nest without bound. This holds for an enum with a field that is or contains an enum with
    /// data, and for a struct that contains an enum with data.
    #[doc(hidden)]
    const NESTS: bool = false;
    /// Whether it is the shape of `u8`. A layout that has byte strings writes sequences of this shape as byte strings.
    #[doc(hidden)]
    const IS_BYTE: bool = false;
    /// Whether it is the shape of a CBOR item of any kind.
    #[doc(hidden)]
    const IS_RAW: bool = false;
    /// Whether it is the shape of a constructor that the reader does not know ([`Unknown`](crate::types::Unknown)).
    #[doc(hidden)]
    const IS_UNKNOWN: bool = false;
    /// Whether its values may have fields or constructors that a reader does not know.
    #[doc(hidden)]
    const IS_EXTENSIBLE: bool = is_extensible(&Self::SIZE_CLASS);
    /// Whether its last constructor represents all constructors that the reader does not know.
    #[doc(hidden)]
    const HAS_OTHER: bool = false;
    /// Whether its values have parts that a visit looks at. (Scalars, strings, and enums without data have none.)
    #[doc(hidden)]
    const HAS_PARTS: bool = false;
    /// What structs and enums of this shape are, in layouts that write them differently.
    #[doc(hidden)]
    const STYLE: Style = Style::Constructors;
    /// Whether writing and comparing leave a last field of this shape to the trampoline.
    #[doc(hidden)]
    const TRAMPOLINED: bool = false;
    /// Whether it is known that each value has exactly one encoding in a layout that has one for each scalar:
    /// `Sizes::HAS_ONE_ENCODING` is the answer for one layout. Sequences and enums with data are not looked into, since
    /// a type may contain itself there.
    #[doc(hidden)]
    const HAS_ONE_ENCODING: bool = false;

    /// Checks one value at offset `at`, as one bounce.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L>;

    /// [`check`](Self::check), inlined into the trampoline for shapes for which this is faster.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_inline<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        Self::check::<L>(checker, at)
    }

    /// Checks one value, which does not nest ([`NESTS`](Self::NESTS)), and returns its end: `check` without a bounce.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        match Self::check::<L>(checker, at) {
            Ok(Bounce::End(end)) => Ok(end),
            Ok(Bounce::Continue(..)) => unreachable!("only a shape that nests leaves a value to the trampoline"),
            Err(failed) => Err(failed),
        }
    }

    /// Checks one value of static size, whose bytes are known to be within the input.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check_present<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<(), Failed> {
        check_value::<Self, L>(checker, at).map(drop)
    }

    /// Skips one value, as one bounce.
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `L`, is stored at `pos`.
    #[doc(hidden)]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>>;

    /// What a lazy view of a value of type `T` is, which is a part of another value: the value of a scalar, or the
    /// view.
    #[doc(hidden)]
    type LazyPart<'a, T: Packable<As = T> + ?Sized, L: RandomAccess>: fmt::Debug;

    /// Converts the lazy view of a part.
    ///
    /// # Errors
    ///
    /// The value is a scalar that is not valid.
    #[doc(hidden)]
    fn lazy_part<'a, T: Packable<As = T> + ?Sized, L: RandomAccess>(
        view: LazyView<'a, T, L>,
    ) -> Result<Self::LazyPart<'a, T, L>, Error>;

    /// Calls the function of `op` for this kind of shape: every operation but checking and skipping.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a value of this shape.
    #[doc(hidden)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output;

    /// The description of the shape at run time.
    #[doc(hidden)]
    const SCHEMA: Schema;
}

/// The items of [`Shape`] for a shape whose values are lazy views where they are parts.
macro_rules! lazy_part_is_view {
    () => {
        type LazyPart<'a, A: $crate::Packable<As = A> + ?Sized, L: $crate::RandomAccess> =
            $crate::view::LazyView<'a, A, L>;

        #[inline(always)]
        fn lazy_part<'a, A: $crate::Packable<As = A> + ?Sized, L: $crate::RandomAccess>(
            view: $crate::view::LazyView<'a, A, L>,
        ) -> Result<$crate::view::LazyView<'a, A, L>, $crate::wire::error::Error> {
            Ok(view)
        }
    };
}

use lazy_part_is_view;

/// Seals [`Shape`]: only the library implements it.
pub(crate) mod sealed {
    /// Implemented for the shapes of this module.
    pub trait Sealed: Sized {}
}

/// The result of a bounce over one value.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum Bounce<P, F> {
    /// The value ends at this position.
    End(P),
    /// One value remains, which begins at this position, and the trampoline must call this function for it.
    Continue(P, F),
}

/// The function [`Shape::skip`] of some shape. It is a struct, because a function type cannot mention itself.
#[doc(hidden)]
pub struct SkipFn<L: Layout> {
    skip: unsafe fn(L::Pos) -> Bounce<L::Pos, SkipFn<L>>,
    /// The identity of the shape, without its lifetimes.
    id: TypeId,
}

impl<L: Layout> SkipFn<L> {
    /// Returns the function for shape `S`.
    #[inline(always)]
    pub(crate) fn of<S: Shape>() -> Self {
        Self { skip: S::skip::<L>, id: erased_id::<S>() }
    }
}

impl<L: Layout> Clone for SkipFn<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for SkipFn<L> {}

/// A pointer to [`Shape::check`] of some shape.
#[doc(hidden)]
pub struct CheckFn<L: Layout>(pub(crate) fn(&mut CheckerOf<'_, L>, usize) -> Checked<L>);

impl<L: Layout> Clone for CheckFn<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for CheckFn<L> {}

/// What the layout remembers between the fields of a value, and the position of the next field.
#[doc(hidden)]
pub type FieldPos<L> = (<L as ReadLayout>::FieldState, <L as ReadLayout>::Pos);

/// Mentions a function, so that it is compiled, and does not call it.
#[inline(always)]
pub(crate) fn mention(_: fn()) {}

/// An argument of [`check_trampolined`]: the bounce is inlined into the trampoline, which is faster and produces more
/// code.
const INLINED: bool = true;
/// An argument of [`check_trampolined`]: the trampoline calls the bounce.
const CALLED: bool = false;

/// Checks one whole value, and returns the offset of its end.
///
/// # Errors
///
/// The checker records what is wrong, and where.
#[inline]
pub(crate) fn check_value<S: Shape, L: Layout>(checker: &mut CheckerOf<'_, L>, start: usize) -> Result<usize, Failed> {
    check_trampolined::<S, L, CALLED>(checker, start)
}

/// Checks one whole value, as [`check_value`] does. `BOUNCE` is [`INLINED`] or [`CALLED`].
#[inline(always)]
fn check_trampolined<S: Shape, L: Layout, const BOUNCE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    if const { !S::NESTS && !Sizes::<S, L>::HAS_HEAD && !closes::<S, L>() } {
        // (As the functions below would do it, which are then not compiled for this shape.)
        steps::count(1);
        return S::check_end::<L>(checker, start);
    }
    if const { !Sizes::<S, L>::HAS_HEAD } {
        return check_to_last::<S, L, BOUNCE>(checker, start);
    }
    if let Some(end) = L::check_whole::<S>(checker, start) {
        steps::count(1);
        return Ok(end);
    }
    // The check of the value, and those of the last fields in it, narrow the input to the ends that their heads state.
    // The outermost of these is the end of the value.
    let outer = checker.bytes();
    check_to_last::<S, L, BOUNCE>(checker, start)?;
    checker.widen(outer);
    L::checked_end(checker, start)
}

/// Checks one whole value, then what follows its last fields, then the conditions that are deferred to its end; returns
/// where its innermost last field ends.
#[inline(always)]
fn check_to_last<S: Shape, L: Layout, const BOUNCE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    let deferred = if const { S::NESTS } { checker.deferred() } else { 0 };
    let end = if const { closes::<S, L>() } {
        let outer = checker.state.begin_value();
        let end = run_bounces::<S, L, BOUNCE>(checker, start)?;
        L::end_value(checker, end, outer)?
    } else {
        run_bounces::<S, L, BOUNCE>(checker, start)?
    };
    if const { S::NESTS } && checker.deferred() > deferred {
        test_deferred::<L>(checker, start, deferred, S::check::<L>)?;
    }
    Ok(end)
}

/// Limit on consecutive bounces that read no bytes. (In layouts in which an enum of one constructor has no tag, a
/// bounce may read nothing.) It is greater than the depth to which types nest. A type without a base case, such as
/// `enum R { A(Box<R>) }`, exceeds it.
const MAX_IDLE: u32 = 1 << 10;

/// Returns whether the layout may have work to do at the end of a value of this shape. Only a value that has last
/// fields, in a layout that closes values, may need it.
const fn closes<S: Shape, L: Layout>() -> bool {
    L::CLOSES_VALUES && !matches!(S::SIZE_CLASS, SizeClass::Scalar(..) | SizeClass::Headed)
}

/// Checks one whole value bounce by bounce, and returns where its innermost last field ends.
///
/// # Errors
///
/// The checker records what is wrong, and where.
#[inline(always)]
fn run_bounces<S: Shape, L: Layout, const BOUNCE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    steps::count(1);
    if const { !S::NESTS } {
        // (No value remains after the bounce. Without a loop, the compiler keeps the result in registers.)
        return S::check_end::<L>(checker, start);
    }
    let this: fn(&mut CheckerOf<'_, L>, usize) -> Checked<L> = S::check::<L>;
    let (mut at, mut idle) = (start, 0);
    let failed = 'failed: loop {
        let mut bounce =
            if const { BOUNCE == INLINED } { S::check_inline::<L>(checker, at) } else { S::check::<L>(checker, at) };
        loop {
            match bounce {
                Ok(Bounce::End(end)) => return Ok(end),
                Ok(Bounce::Continue(rest, CheckFn(next))) => {
                    steps::count(1);
                    if const { L::FORMAT.omits_tags() } {
                        idle = if rest == at { idle + 1 } else { 0 };
                        if idle > MAX_IDLE {
                            break 'failed checker.too_deep(at);
                        }
                    }
                    at = rest;
                    // The remaining value has the shape of this trampoline: continue with the outer loop, where the
                    // bounce is inlined.
                    if core::ptr::fn_addr_eq(next, this) {
                        break;
                    }
                    bounce = next(checker, at);
                }
                Err(failed) => break 'failed failed,
            }
        }
    };
    Err(if at == start { failed } else { complete_path::<L>(checker, start, at, S::check::<L>, failed) })
}

/// Skips one whole value, and returns its end.
///
/// # Safety
///
/// A valid value of shape `S`, in layout `L`, is stored at `pos`.
#[inline]
pub(crate) unsafe fn skip_value<S: Shape, L: Layout>(mut pos: L::Pos) -> L::Pos {
    if const { Sizes::<S, L>::HAS_HEAD } {
        // SAFETY: the caller promises a valid value at `pos`, which begins with a head.
        return unsafe { L::end_by_head::<S>(pos) };
    }
    // SAFETY: the caller promises a valid value at `pos`; the style of the shape defines its number of items.
    if let Some(end) = unsafe { L::walk(pos, const { S::STYLE.items() }) } {
        return end;
    }
    loop {
        // SAFETY: the caller promises the first value; every further one was returned by a bounce.
        let mut bounce = unsafe { S::skip::<L>(pos) };
        loop {
            steps::count(1);
            match bounce {
                Bounce::End(end) => return end,
                Bounce::Continue(rest, SkipFn { id, .. }) if id == erased_id::<S>() => {
                    pos = rest;
                    break;
                }
                // SAFETY: a bounce returns the position of a valid value with the function for its shape.
                Bounce::Continue(rest, SkipFn { skip, .. }) => bounce = unsafe { skip(rest) },
            }
        }
    }
}
