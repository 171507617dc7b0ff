//! Shapes: what a type looks like when packed, as a type.
//!
//! A shape is a description that exists only at compile time: a leaf, a list of fields, a set of
//! constructors, a sequence. The derive writes it down; everything that must be done to packed bytes
//! without knowing the Rust type (check them, step over them, compare them) is one interpreter over
//! shapes, and lives beside the shape it interprets. That is why a checker and a reader cannot disagree.
//!
//! - [`Leaf`]: a scalar. [`Text`]: a string.
//! - [`Struct`]: a [`List`] of fields. [`Enum`]: [`Variants`], each a list of fields.
//! - [`Sequence`], [`SortedSequence`]: elements after a count; the second are keys, ascending.

mod array;
mod compound;
mod form;
mod leaf;
mod list;
mod raw;
mod sequence;
mod sort_key;
mod variants;

use core::any::TypeId;
use core::cmp::Ordering;

pub use array::Repeat;
pub(crate) use array::{enter_element, jump_element};
pub use compound::{Enum, Named, Struct, Style};
pub use form::{Extent, Form, Of};
pub(crate) use form::{is_block, tag_width};
pub use leaf::{Leaf, Text};
pub use list::{Bare, Defaulted, Empty, Field, Frozen, List, Owner, Present, ShapeOf, Tagged};
pub(crate) use list::{Pair, check_after_size, enter, is_level, jump, require_item, span, untag};
pub use raw::RawItem;
pub use sequence::{Elements, Keyed, Sequence, SequenceKind, SortedSequence};
pub use sort_key::{SortKeyBuf, SortKeyStep};
pub use variants::{At, Group, Here, More, There, Variants};

use crate::fingerprint::Describer;
use crate::identity::erased_id;
use crate::layout::Layout;
use crate::steps;
use crate::validate::{Checked, Checker, Failed, Trailing};

/// What a type looks like when packed.
///
/// Each operation comes as a *step*: it does all of a value but what can be done in a loop, that is a
/// last field that is itself an enum, and hands that one back as [`Step::Rest`]; a loop turns the
/// steps into a whole. So no number of last fields, however long the list, deepens the stack.
///
/// # Safety
///
/// Implementations are the library's own: `check` accepts exactly the bytes that the readers of this
/// shape rely on, and `skip` ends where `check` ended.
pub unsafe trait Shape: sealed::Sealed {
    /// What is known of its size before looking at a value.
    const FORM: Form;
    /// Whether every bit pattern of its static size is a valid value, but for the tags of structs, which not every
    /// layout writes: [`Of::ALL_VALID`] is the answer for one layout.
    const ALL_VALID: bool = false;
    /// How many bytes an owned value takes in memory, but for what it points to.
    const INLINE: usize;
    /// The same where the value is behind a pointer, in which an array is built in place.
    const IN_PLACE: usize = Self::INLINE;
    /// How many bytes of stack its fields are charged that are no levels of their own: the most of them.
    const INNER: usize = 0;
    /// How many bytes of stack a value is charged that nests in another one, and is no level of its own.
    const NESTED: usize = 0;
    /// The same where the value is behind a pointer.
    const NESTED_IN_PLACE: usize = Self::NESTED;
    /// Whether none of its values nests further values of varying size, or has elements without bytes:
    /// then copying one needs no look at the limits.
    const FLAT: bool;
    /// Whether nothing in its values is a level of nesting.
    const IS_SHALLOW: bool = Self::FLAT;
    /// Whether its values may nest without end: it is an enum with a field that has an enum with data, or a struct
    /// with an enum with data.
    const NESTS: bool = false;
    /// Whether it is that of `u8`, of which sequences are byte strings where a layout has such.
    const IS_BYTE: bool = false;
    /// Whether it is any item of CBOR.
    const IS_RAW: bool = false;
    /// Whether its last constructor stands for all that the reader does not know.
    const HAS_OTHER: bool = false;
    /// How structs and enums of this shape are told apart where a layout does so.
    const STYLE: Style = Style::Constructors;
    /// Whether, as a last field, it is handed back as the rest of a loop when written or compared.
    const LOOPS: bool = false;

    /// Checks one value at offset `at`, but for the rest.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong.
    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked;

    /// The same, to be inlined into a loop over steps, where that pays.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_step<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        Self::check::<L>(checker, at)
    }

    /// Checks one value of static size, whose bytes are known to be there.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong.
    fn check_present<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<(), Failed> {
        check_whole::<Self, L>(checker, at).map(drop)
    }

    /// Steps over one value, but for the rest.
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `L`, stands at `pos`.
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, SkipFn<L>>;

    /// Compares two values, but for the rest: scalars by value, strings by bytes, constructors by tag,
    /// fields and elements in order. This is what `#[derive(Ord)]` does.
    ///
    /// # Safety
    ///
    /// Valid values of this shape, in layout `L`, stand at both positions.
    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L>;

    /// Appends the sort key of one value (see `sort_key.rs`), but for the rest. Only for layouts that take keys in any order.
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `L`, stands at `pos`.
    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>>;

    /// Says what it is and what it is made of: for the fingerprint.
    fn describe(to: &mut Describer);
}

/// Which [`Shape`]s there are is the library's to say.
pub(crate) mod sealed {
    /// Implemented for the shapes of this module.
    pub trait Sealed: Sized {}
}

/// How far a step came.
#[derive(Clone, Copy)]
pub enum Step<P, F> {
    /// The value ends here.
    End(P),
    /// What is left of the value is one value that begins here, and the function for it.
    Rest(P, F),
}

/// A step over one value of some shape.
pub type SkipFn<L> = SkipStep<L>;

/// [`Shape::skip`] of some shape: a type of its own, since it hands out itself.
pub struct SkipStep<L: Layout> {
    skip: unsafe fn(L::Pos) -> Step<L::Pos, SkipStep<L>>,
    /// The identity of the shape, but for lifetimes.
    id: TypeId,
}

impl<L: Layout> SkipStep<L> {
    /// The step of shape `S`.
    #[inline(always)]
    pub(crate) fn of<S: Shape>() -> Self {
        Self { skip: S::skip::<L>, id: erased_id::<S>() }
    }
}

impl<L: Layout> Clone for SkipStep<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for SkipStep<L> {}

/// [`Shape::check`] of some shape.
#[derive(Clone, Copy)]
pub struct CheckStep(pub(crate) fn(&mut Checker<'_>, usize) -> Checked);

/// [`Shape::compare`] of some shape.
pub struct CompareStep<L: Layout>(pub(crate) unsafe fn(L::Pos, L::Pos) -> Comparison<L>);

/// What to remember of what a field stands in, and the place of the field.
pub type Place<L> = (<L as Layout>::Frame, <L as Layout>::Pos);

/// How far a comparison came.
pub enum Comparison<L: Layout> {
    /// The values differ.
    Differ(Ordering),
    /// They are equal, and end here.
    Equal(L::Pos, L::Pos),
    /// They are equal so far; what is left is one value each, and the function for it.
    Rest(L::Pos, L::Pos, CompareStep<L>),
}

/// Checks one whole value and gives the offset of its end.
///
/// # Errors
///
/// The checker holds what is wrong.
#[inline]
pub(crate) fn check_whole<S: Shape, L: Layout>(checker: &mut Checker<'_>, start: usize) -> Result<usize, Failed> {
    check_in_loop::<S, L, false>(checker, start)
}

/// The same, with the step put into the loop if `INLINE` is set, which costs code.
#[inline(always)]
pub(crate) fn check_in_loop<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut Checker<'_>,
    start: usize,
) -> Result<usize, Failed> {
    let outer = if const { closes::<S, L>() } { checker.begin_value() } else { Trailing::default() };
    let end = match check_steps::<S, L, INLINE>(checker, start, |_| true) {
        (end, Ok(())) => end,
        (at, Err(failed)) if at == start => return Err(failed),
        (at, Err(failed)) => return Err(checker.after_steps::<S, L>(start, at, failed)),
    };
    if const { !closes::<S, L>() } {
        return Ok(end);
    }
    let end = L::check_settle(checker, end)?;
    checker.end_value(outer);
    Ok(end)
}

/// How many steps may go by in which nothing is read: more than types nest, where an enum of one constructor has no tag.
/// A type without end, such as `enum R { A(Box<R>) }`, has more.
const MOST_IDLE: u32 = 1 << 10;

/// Whether the layout may have something to do where a value of this shape ends: only what has last fields has.
const fn closes<S: Shape, L: Layout>() -> bool {
    match S::FORM {
        Form::Scalar(..) => false,
        Form::Headed if L::FORMAT.has_heads => false,
        _ => L::FORMAT.closes_values(),
    }
}

/// Checks a value step by step as long as `goes_on` wants the step that begins at an offset; gives where it ends, or
/// where the last step began. `INLINE` as for [`check_in_loop`].
#[inline(always)]
pub(crate) fn check_steps<S: Shape, L: Layout, const INLINE: bool>(
    checker: &mut Checker<'_>,
    mut at: usize,
    goes_on: impl Fn(usize) -> bool,
) -> (usize, Result<(), Failed>) {
    steps::count(1);
    if const { !S::NESTS } {
        // (Nothing is handed back; said so, the compiler keeps the outcome in registers.)
        return match S::check::<L>(checker, at) {
            Ok(Step::End(end)) => (end, Ok(())),
            Ok(Step::Rest(..)) => unreachable!("only a shape that nests has a rest"),
            Err(failed) => (at, Err(failed)),
        };
    }
    let this: fn(&mut Checker<'_>, usize) -> Checked = S::check::<L>;
    let mut idle = 0;
    loop {
        let mut step = if INLINE { S::check_step::<L>(checker, at) } else { S::check::<L>(checker, at) };
        loop {
            match step {
                Ok(Step::End(end)) => return (end, Ok(())),
                Ok(Step::Rest(rest, CheckStep(next))) => {
                    steps::count(1);
                    if const { L::FORMAT.omits_tags() } {
                        idle = if rest == at { idle + 1 } else { 0 };
                        if idle > MOST_IDLE {
                            return (at, Err(checker.too_deep(at)));
                        }
                    }
                    at = rest;
                    if !goes_on(at) {
                        return (at, Ok(()));
                    }
                    // The rest of a list is a list: that loop is the outer one, with the step inlined.
                    if core::ptr::fn_addr_eq(next, this) {
                        break;
                    }
                    step = next(checker, at);
                }
                Err(failed) => return (at, Err(failed)),
            }
        }
    }
}

/// Steps over one whole value.
///
/// # Safety
///
/// A valid value of shape `S`, in layout `L`, stands at `pos`.
#[inline]
pub(crate) unsafe fn skip_whole<S: Shape, L: Layout>(mut pos: L::Pos) -> L::Pos {
    // SAFETY: the caller promises the value.
    if let Some(end) = unsafe { L::walk(pos, const { S::STYLE.items() }) } {
        return end;
    }
    loop {
        // SAFETY: the caller promises the first value; a step promises the rest it hands back.
        let mut step = unsafe { S::skip::<L>(pos) };
        loop {
            steps::count(1);
            match step {
                Step::End(end) => return end,
                Step::Rest(rest, SkipStep { id, .. }) if id == erased_id::<S>() => {
                    pos = rest;
                    break;
                }
                // SAFETY: a step hands back the position of a valid value with the function for it.
                Step::Rest(rest, SkipStep { skip, .. }) => step = unsafe { skip(rest) },
            }
        }
    }
}

/// Compares two whole values; equal ones give their ends.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, stand at both positions.
pub(crate) unsafe fn compare_whole<S: Shape, L: Layout>(
    left: L::Pos,
    right: L::Pos,
) -> Result<(L::Pos, L::Pos), Ordering> {
    // SAFETY: the caller promises both values.
    let mut step = unsafe { S::compare::<L>(left, right) };
    loop {
        steps::count(1);
        match step {
            Comparison::Differ(order) => return Err(order),
            // SAFETY: both values end there, but for what stands after last fields.
            Comparison::Equal(left, right) => return Ok(unsafe { (L::settle(left), L::settle(right)) }),
            // SAFETY: a step hands back the positions of valid values with the function for them.
            Comparison::Rest(left, right, CompareStep(next)) => step = unsafe { next(left, right) },
        }
    }
}

/// The order of two whole values.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, stand at both positions.
pub(crate) unsafe fn order<S: Shape, L: Layout>(left: L::Pos, right: L::Pos) -> Ordering {
    // SAFETY: the caller promises both values.
    match unsafe { compare_whole::<S, L>(left, right) } {
        Ok(_) => Ordering::Equal,
        Err(order) => order,
    }
}
