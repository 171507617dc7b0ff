//! Shapes: types that describe how values are packed; the trait `Shape`, and the trampolines: check, skip, compare.
//!
//! A shape is a description that exists only at compile time: a scalar or string, a list of fields, a set of
//! constructors, a sequence. The derive writes it. Every operation on packed bytes that does not need the Rust type
//! (checking, skipping, comparing) is one interpreter over shapes, in the same file as the shape that it interprets.
//! Checker and readers follow the same description, so they cannot disagree.
//!
//! - [`ScalarShape`]: a scalar. [`Text`]: a string.
//! - [`Struct`]: a [`List`] of fields. [`Enum`]: [`Variants`], each of which is a list of fields.
//! - [`Sequence`]: elements after a count. [`SortedSequence`]: the same, with elements that have ascending keys.
//!
//! Fields by name are described by [`StructField`] and [`VariantField`].

mod absent;
mod adapted;
mod array;
mod by_name;
mod charge;
mod check;
mod check_field;
mod compound;
pub(crate) mod condition;
mod convert;
mod convert_sorted;
mod describe;
mod field;
mod first_field;
mod fixed;
mod list;
pub(crate) mod marker;
#[cfg(feature = "zerocopy-0_8")]
pub(crate) mod memory;
#[cfg(feature = "rayon-1")]
pub(crate) mod parts;
#[cfg(feature = "cbor")]
pub(crate) mod raw;
mod reserved;
mod rewrite;
mod scalar;
pub(crate) mod schema;
mod sequence;
pub(crate) mod settable;
mod size_class;
mod sort_key;
mod unknown;
pub(crate) mod variants;
pub(crate) mod visit;
pub(crate) mod visit_group;
mod weight;

use core::any::TypeId;
use core::cmp::Ordering;

pub(crate) use absent::require_no_absent_field;
pub use adapted::{Adapt, Adapted};
pub use array::Repeat;
pub(crate) use array::{enter_element, jump_element};
pub use by_name::{EndsWith, FieldName, FixedBefore, NonEmpty, StructField, VariantField};
pub(crate) use charge::{block_stack, fold_ahead, level_stack, level_stack_of, root_stack};
#[cfg(feature = "rayon-1")]
pub(crate) use check::check_root_and_note;
use check::{Checked, complete_path};
pub(crate) use check::{check_root, measure};
pub(crate) use check_field::{check_after_size, is_level};
pub(crate) use compound::place_of_head;
pub use compound::{Enum, Named, Struct, Style};
use condition::test_deferred;
pub use condition::{Validate, Validated};
pub(crate) use convert::convert_value;
pub use convert::{ConvertFn, Converted};
use describe::Describer;
pub(crate) use describe::{Node, nodes_of};
pub(crate) use field::ShapeOf;
pub use field::{Field, Present};
pub(crate) use first_field::{
    FieldPlace, FirstField, after, begin_struct, enter, is_absent, jump, require_item, span, stated_end, untag,
};
pub use fixed::{FixedShape, FixedUpToLast};
pub use list::{Empty, End, List, Rest};
pub(crate) use marker::Bare;
pub use marker::{Defaulted, Frozen, Tagged};
#[cfg(feature = "zerocopy-0_8")]
pub use memory::{InMemory, ZeroCopy};
#[cfg(feature = "zerocopy-0_8")]
pub(crate) use memory::{Memory, are_valid, elements_of, is_copied, is_fast_to_check};
#[cfg(feature = "cbor")]
pub(crate) use raw::RawItem;
pub use reserved::ReservedShape;
pub use rewrite::Rewriting;
pub(crate) use rewrite::{Applied, Apply, Plan, Rule, id_of, rewrite_value};
pub use scalar::{ScalarShape, Text};
pub(crate) use schema::{FieldSchema, Form, Schema, Show, place_of};
#[cfg(feature = "rayon-1")]
pub(crate) use sequence::enter_elements;
pub use sequence::{Keyed, Sequence, SequenceShape, SortedSequence};
pub(crate) use sequence::{SequenceKind, order_of_elements, order_of_keyed};
pub(crate) use settable::NOT_IN_PLACE;
pub use settable::{FieldlessEnum, Overwrite, Settable};
pub use size_class::PartSizes;
#[cfg(feature = "rayon-1")]
pub(crate) use size_class::always_takes_bytes;
pub(crate) use size_class::{Extent, SizeClass, Sizes, enum_begin, extent, is_block, is_extensible, tag_size};
pub(crate) use sort_key::{SortKeyBuf, SortKeyFn, sort_key_of};
pub use unknown::UnknownShape;
pub(crate) use unknown::{OTHER_LAYOUT, unknown_tag};
pub use variants::Variants;
pub(crate) use variants::{At, InGroup, More, NextGroup};
pub use visit::{Visited, Visiting};
use visit_group::VisitGroup;
pub use weight::VariantClasses;
pub(crate) use weight::{Unpaid, element as element_charge, is_copied_freely, whole as whole_charge};

use crate::layout::{CheckerOf, Layout, ReadLayout};
use crate::wire::budget::Budget;
use crate::wire::checker::Failed;
use crate::wire::identity::erased_id;
use crate::wire::levels::Levels;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// The description of how a type is packed.
///
/// Checking, skipping and comparing are trampolined, in *bounces*. A bounce processes one value except a last
/// field whose values may nest, and returns that field as [`Bounce::Continue`], with the function for it. A loop (the
/// trampoline) runs the bounces until a value ends. Therefore last fields take constant stack, however many of them are
/// nested in each other.
///
/// # Safety
///
/// Only the library implements this trait. `check` accepts exactly the bytes that the readers of this shape rely on,
/// and `skip` ends where `check` ended.
pub unsafe trait Shape: sealed::Sealed + rewrite::RewriteShape {
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

    /// Visits the parts of one value, as one bounce.
    ///
    /// # Errors
    ///
    /// Returns an error if the visitor breaks, or if the value nests too deeply.
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `L`, is stored at `pos`, in bytes that live for `'a`.
    #[doc(hidden)]
    unsafe fn visit<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
        pos: L::Pos,
        _: &mut Visiting<'_, 'a, L, G, V>,
        _: Levels,
    ) -> Visited<'a, L, G, V> {
        // SAFETY: the caller promises the value.
        Ok(Bounce::End(unsafe { skip_value::<Self, L>(pos) }))
    }

    /// Compares two values, as one bounce: scalars by value, strings by bytes, constructors by tag, fields and elements
    /// in order. This is the order of `#[derive(Ord)]`.
    ///
    /// # Safety
    ///
    /// Valid values of this shape, in layout `L`, are stored at both positions.
    #[doc(hidden)]
    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L>;

    /// Appends the sort key of one value (see `sort_key.rs`) to `out`, as one bounce. Used for keys of stores, and in
    /// layouts that accept keys in any order.
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `L`, is stored at `pos`.
    #[doc(hidden)]
    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>>;

    /// Does nothing, but does not compile (when code is generated) for a shape whose values cannot be part of a key:
    /// two of them may be equal in memory and unequal when packed. It mentions this function of all parts; functions,
    /// other than constants, may be recursive.
    #[doc(hidden)]
    fn require_key() {}

    /// Converts one value from layout `L` to layout `M`, as one bounce: writes it at offset `to`. Returns `None` if the
    /// writer has failed.
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `L`, is stored at `from`. All bytes of the buffer before `to` are
    /// initialised (W1); this holds for the offset that is returned too.
    #[doc(hidden)]
    unsafe fn convert<L: Layout, M: Layout>(
        from: L::Pos,
        writer: &mut ValueWriter,
        to: usize,
        budget: Budget,
    ) -> Converted<L, M>;
    /// The description of the shape at run time.
    #[doc(hidden)]
    const SCHEMA: Schema;

    /// Adds the description of the shape and of its parts to the fingerprint.
    #[doc(hidden)]
    fn describe(to: &mut Describer);
}

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

/// [`Shape::compare`] of some shape.
#[doc(hidden)]
pub struct CompareFn<L: Layout>(pub(crate) unsafe fn(L::Pos, L::Pos) -> Comparison<L>);

/// What the layout remembers between the fields of a value, and the position of the next field.
#[doc(hidden)]
pub type FieldPos<L> = (<L as ReadLayout>::FieldState, <L as ReadLayout>::Pos);

/// The result of one bounce of a comparison.
#[doc(hidden)]
pub enum Comparison<L: Layout> {
    /// The values differ, in this order.
    Differ(Ordering),
    /// The values are equal, and end at these positions.
    Equal(L::Pos, L::Pos),
    /// The values are equal so far. One value of each remains, and the trampoline must call this function for them.
    Continue(L::Pos, L::Pos, CompareFn<L>),
}

impl<L: Layout> Comparison<L> {
    /// Returns the result for whole values in this order, which end at these positions.
    #[inline]
    pub(crate) fn of_whole(order: Ordering, left: L::Pos, right: L::Pos) -> Self {
        match order {
            Ordering::Equal => Self::Equal(left, right),
            order => Self::Differ(order),
        }
    }
}

/// Mentions a function, so that it is compiled, and does not call it.
#[inline(always)]
pub(crate) fn mention(_: fn()) {}

/// Checks one whole value, and returns the offset of its end.
///
/// # Errors
///
/// The checker records what is wrong, and where.
#[inline]
pub(crate) fn check_value<S: Shape, L: Layout>(checker: &mut CheckerOf<'_, L>, start: usize) -> Result<usize, Failed> {
    check_trampolined::<S, L, false>(checker, start)
}

/// Checks one whole value, as [`check_value`] does. `INLINE` puts the bounce into the trampoline, which is faster and
/// produces more code.
#[inline(always)]
pub(crate) fn check_trampolined<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    if const { Sizes::<S, L>::HAS_HEAD } {
        if let Some(end) = L::check_whole::<S>(checker, start) {
            steps::count(1);
            return Ok(end);
        }
        // The check of the value, and those of the last fields in it, narrow the input to the ends that their heads
        // state. The outermost of these is the end of the value.
        let outer = checker.bytes();
        check_tested::<S, L, INLINE>(checker, start)?;
        checker.widen(outer);
        return L::checked_end(checker, start);
    }
    check_tested::<S, L, INLINE>(checker, start)
}

/// Checks one whole value, and the conditions that are deferred to its end; returns where its innermost last field
/// ends. `INLINE` as for [`check_trampolined`].
#[inline(always)]
fn check_tested<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    if const { S::NESTS } {
        let outer = checker.deferred();
        let end = check_closed::<S, L, INLINE>(checker, start)?;
        if checker.deferred() > outer {
            test_deferred::<S, L>(checker, start, outer)?;
        }
        return Ok(end);
    }
    check_closed::<S, L, INLINE>(checker, start)
}

/// Checks one whole value, except for the conditions that are deferred to its end. `INLINE` as for
/// [`check_trampolined`].
#[inline(always)]
fn check_closed<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    if const { !closes::<S, L>() } {
        return run_bounces::<S, L, INLINE>(checker, start);
    }
    let outer = L::begin_value(checker);
    let end = run_bounces::<S, L, INLINE>(checker, start)?;
    L::end_value(checker, end, outer)
}

/// Checks one whole value up to the end of its innermost last field, and returns that. `INLINE` as for
/// [`check_trampolined`].
///
/// # Errors
///
/// The checker records what is wrong, and where.
#[inline(always)]
fn run_bounces<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
) -> Result<usize, Failed> {
    if const { !S::NESTS } {
        // (No value remains after the bounce. Without a loop, the compiler keeps the result in registers.)
        steps::count(1);
        return S::check_end::<L>(checker, start);
    }
    match run_trampoline::<S, L, INLINE>(checker, start) {
        (end, Ok(())) => Ok(end),
        (at, Err(failed)) if at == start => Err(failed),
        (at, Err(failed)) => Err(complete_path::<L>(checker, start, at, S::check::<L>, failed)),
    }
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

/// Checks a value that nests bounce by bounce. Returns the offset at which it stopped: the end of the value, or the
/// beginning of the bounce that failed. `INLINE` as for [`check_trampolined`].
#[inline(always)]
pub(crate) fn run_trampoline<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut CheckerOf<'_, L>,
    mut at: usize,
) -> (usize, Result<(), Failed>) {
    steps::count(1);
    let this: fn(&mut CheckerOf<'_, L>, usize) -> Checked<L> = S::check::<L>;
    let mut idle = 0;
    loop {
        let mut bounce = if INLINE { S::check_inline::<L>(checker, at) } else { S::check::<L>(checker, at) };
        loop {
            match bounce {
                Ok(Bounce::End(end)) => return (end, Ok(())),
                Ok(Bounce::Continue(rest, CheckFn(next))) => {
                    steps::count(1);
                    if const { L::FORMAT.omits_tags() } {
                        idle = if rest == at { idle + 1 } else { 0 };
                        if idle > MAX_IDLE {
                            return (at, Err(checker.too_deep(at)));
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
                Err(failed) => return (at, Err(failed)),
            }
        }
    }
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

/// Skips the element of a sequence that the layout returned last; returns its end.
///
/// # Safety
///
/// `remaining` are the elements that are left of a valid sequence of elements of shape `S`, in layout `L`. The layout
/// returned `element` when it was counted as read, and none after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn skip_element<S: Shape, L: Layout>(remaining: &L::RemainingElements, element: L::Pos) -> L::Pos {
    // SAFETY: the caller promises the sequence, and a valid element at `element`, the last that was read.
    unsafe {
        match L::element_end::<S>(remaining) {
            Some(end) => end,
            None => skip_value::<S, L>(element),
        }
    }
}

/// Skips the elements of a sequence that are left; returns the end of the sequence.
///
/// # Safety
///
/// `remaining` are the elements that are left of a valid sequence of elements of shape `S`, in layout `L`. The next
/// one, or the end of the elements, is stored at `pos`.
#[inline]
pub(crate) unsafe fn skip_remaining<S: Shape, L: Layout>(
    mut remaining: L::RemainingElements,
    mut pos: L::Pos,
) -> L::Pos {
    // SAFETY: the caller promises the elements; each begins where `next` returns its position.
    unsafe {
        if let Some(end) = L::jump_remaining::<S>(&remaining, pos) {
            return end;
        }
        while let Some(element) = L::next::<S>(&mut remaining, pos) {
            pos = skip_value::<S, L>(element);
        }
        L::after(remaining, pos)
    }
}

/// Compares two whole values. Returns their ends if they are equal, otherwise their order.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, are stored at both positions.
pub(crate) unsafe fn compare_values<S: Shape, L: Layout>(
    left: L::Pos,
    right: L::Pos,
) -> Result<(L::Pos, L::Pos), Ordering> {
    // SAFETY: the caller promises valid values at both positions, which begin with a head if this shape has one.
    let ends =
        const { Sizes::<S, L>::HAS_HEAD }.then(|| unsafe { (L::end_by_head::<S>(left), L::end_by_head::<S>(right)) });
    // SAFETY: the caller promises valid values at both positions.
    let mut bounce = unsafe { S::compare::<L>(left, right) };
    loop {
        steps::count(1);
        match bounce {
            Comparison::Differ(order) => return Err(order),
            Comparison::Equal(left, right) => {
                if let Some(ends) = ends {
                    return Ok(ends);
                }
                // SAFETY: the innermost last fields of both values end at these positions.
                return Ok(unsafe { (L::finish_trailing(left), L::finish_trailing(right)) });
            }
            // SAFETY: a bounce returns the positions of valid values with the function for their shape.
            Comparison::Continue(left, right, CompareFn(next)) => bounce = unsafe { next(left, right) },
        }
    }
}

/// Returns the order of two whole values.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, are stored at both positions.
pub(crate) unsafe fn order<S: Shape, L: Layout>(left: L::Pos, right: L::Pos) -> Ordering {
    // SAFETY: the caller promises valid values at both positions.
    match unsafe { compare_values::<S, L>(left, right) } {
        Ok(_) => Ordering::Equal,
        Err(order) => order,
    }
}
