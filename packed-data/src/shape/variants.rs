//! The constructors of an enum, as a type: a tuple of up to 16 lists of fields, or [`More`].
//!
//! Groups of 16 keep types and trait resolution shallow, so that an enum of hundreds of constructors
//! needs no `recursion_limit`; the compiler makes one jump table of the chain of groups (seen in the assembly
//! for 256 constructors).

use core::marker::PhantomData;

use super::form::{ends_walked, has_walked};
use super::{Comparison, Form, List, Owner, Place, SkipStep, SortKeyBuf, SortKeyStep, Step};
use crate::error::{Constructor, Names};
use crate::fingerprint::Describer;
use crate::layout::Layout;
use crate::validate::{Checked, Checker};

/// The constructors of an enum, in the order of their tags.
///
/// # Safety
///
/// Implementations are the library's own: which list of fields belongs to a tag is the same for every
/// operation.
pub unsafe trait Variants {
    /// How many constructors there are.
    const COUNT: u32;
    /// Whether none has a field.
    const ALL_UNIT: bool;
    /// The forms of the constructors' fields, in the order of their tags; empty for more than one group.
    const FORMS: &'static [&'static Form];
    /// For each constructor, whether any bytes of their static size are its fields; empty for more than one group.
    const VALID: &'static [bool];
    /// Whether the fields of each constructor are [`Shape::FLAT`](super::Shape::FLAT).
    const ALL_FLAT: bool;
    /// How many bytes the fields of a constructor take in memory: the most of them.
    const SIZE: usize;
    /// The most of [`List::INNER`].
    const INNER: usize;
    /// Whether a constructor has a field that is, or has, an enum with data: so that values may nest without end.
    const NESTS: bool;
    /// Whether the last field of a constructor is, or ends with, an enum with data: so that there may be any number of
    /// last fields, each within the one before.
    const LOOPS: bool;

    /// Checks the fields of constructor `tag`, if there is one.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong.
    fn check<L: Layout>(
        tag: u32,
        checker: &mut Checker<'_>,
        at: usize,
        names: &'static Names,
        base: u32,
        frame: L::Frame,
    ) -> Option<Checked>;

    /// Steps over the fields of constructor `tag`, but for the rest.
    ///
    /// # Safety
    ///
    /// `tag` is below `COUNT`, and valid fields of that constructor stand at `pos`.
    unsafe fn skip<L: Layout>(tag: u32, pos: L::Pos) -> Option<Step<L::Pos, SkipStep<L>>>;

    /// Compares the fields of constructor `tag`, but for the rest.
    ///
    /// # Safety
    ///
    /// As for `skip`, for both positions.
    unsafe fn compare<L: Layout>(tag: u32, left: Place<L>, right: Place<L>) -> Option<Comparison<L>>;

    /// Appends the sort keys of the fields of the constructor with this tag, but for the rest; `None` if there is no such
    /// constructor.
    ///
    /// # Safety
    ///
    /// Valid fields of that constructor stand at the place.
    unsafe fn sort_key<L: Layout>(
        tag: u32,
        place: Place<L>,
        out: &mut SortKeyBuf,
    ) -> Option<Step<L::Pos, SortKeyStep<L>>>;

    /// Says each constructor, the first of which has the first of these names: for the fingerprint.
    fn describe(to: &mut Describer, names: &'static [Constructor]);
}

/// A tuple of up to 16 lists of fields: what may stand first in [`More`], so that no tag from 16 on is its own.
///
/// # Safety
///
/// Implementations are the library's own: no operation finds anything for a tag of 16 or more.
pub unsafe trait Group: Variants {}

/// Sixteen constructors, and more.
pub struct More<H, R>(PhantomData<(H, R)>);

/// The index of a constructor within its group of 16.
pub enum Here<const I: usize> {}

/// The index of a constructor in the groups after the first.
pub struct There<I>(PhantomData<I>);

/// Constructor number `I` of a set.
///
/// # Safety
///
/// Implementations are the library's own: `TAG` and `Fields` are those of that constructor.
pub unsafe trait At<I>: Variants {
    /// Its fields.
    type Fields: List;
    /// Its tag.
    const TAG: u32;
}

/// How many constructors a group has.
pub(super) const GROUP: u32 = 16;

/// The greatest of these numbers.
const fn max(numbers: &[usize]) -> usize {
    let (mut greatest, mut index) = (0, 0);
    while index < numbers.len() {
        if numbers[index] > greatest {
            greatest = numbers[index];
        }
        index += 1;
    }
    greatest
}

// SAFETY: there is no tag, and so nothing for any.
unsafe impl Variants for () {
    const COUNT: u32 = 0;
    const ALL_UNIT: bool = true;
    const FORMS: &'static [&'static Form] = &[];
    const VALID: &'static [bool] = &[];
    const ALL_FLAT: bool = true;
    const SIZE: usize = 0;
    const INNER: usize = 0;
    const NESTS: bool = false;
    const LOOPS: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(
        _: u32,
        _: &mut Checker<'_>,
        _: usize,
        _: &'static Names,
        _: u32,
        _: L::Frame,
    ) -> Option<Checked> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(_: u32, _: L::Pos) -> Option<Step<L::Pos, SkipStep<L>>> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn compare<L: Layout>(_: u32, _: Place<L>, _: Place<L>) -> Option<Comparison<L>> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sort_key<L: Layout>(_: u32, _: Place<L>, _: &mut SortKeyBuf) -> Option<Step<L::Pos, SortKeyStep<L>>> {
        None
    }

    fn describe(_: &mut Describer, _: &'static [Constructor]) {}
}

// SAFETY: tags below 16 are the group's, which has no others (`Group`); the others, less 16, are the rest's. (What
// the group has not got is left to the rest, so that all is one chain of `match`es on the same number, which the
// compiler makes one table of.)
unsafe impl<H: Group, R: Variants> Variants for More<H, R> {
    const COUNT: u32 = GROUP + R::COUNT;
    const ALL_UNIT: bool = H::ALL_UNIT && R::ALL_UNIT;
    const FORMS: &'static [&'static Form] = &[];
    const VALID: &'static [bool] = &[];
    const ALL_FLAT: bool = H::ALL_FLAT && R::ALL_FLAT;
    const SIZE: usize = max(&[H::SIZE, R::SIZE]);
    const INNER: usize = max(&[H::INNER, R::INNER]);
    const NESTS: bool = H::NESTS || R::NESTS;
    const LOOPS: bool = H::LOOPS || R::LOOPS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(
        tag: u32,
        checker: &mut Checker<'_>,
        at: usize,
        names: &'static Names,
        base: u32,
        frame: L::Frame,
    ) -> Option<Checked> {
        match H::check::<L>(tag, checker, at, names, base, frame) {
            None => R::check::<L>(tag.wrapping_sub(GROUP), checker, at, names, base + GROUP, frame),
            checked => checked,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(tag: u32, pos: L::Pos) -> Option<Step<L::Pos, SkipStep<L>>> {
        // SAFETY: the caller's promise, for the group that has the tag.
        unsafe {
            match H::skip::<L>(tag, pos) {
                None => R::skip::<L>(tag.wrapping_sub(GROUP), pos),
                step => step,
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn compare<L: Layout>(tag: u32, left: Place<L>, right: Place<L>) -> Option<Comparison<L>> {
        // SAFETY: the caller's promise, for the group that has the tag.
        unsafe {
            match H::compare::<L>(tag, left, right) {
                None => R::compare::<L>(tag.wrapping_sub(GROUP), left, right),
                order => order,
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sort_key<L: Layout>(
        tag: u32,
        place: Place<L>,
        out: &mut SortKeyBuf,
    ) -> Option<Step<L::Pos, SortKeyStep<L>>> {
        // SAFETY: the caller's promise, for the group that has the tag.
        unsafe {
            match H::sort_key::<L>(tag, place, out) {
                None => R::sort_key::<L>(tag.wrapping_sub(GROUP), place, out),
                step => step,
            }
        }
    }

    fn describe(to: &mut Describer, names: &'static [Constructor]) {
        H::describe(to, names);
        R::describe(to, names.get(GROUP as usize..).unwrap_or_default());
    }
}

// SAFETY: the first 16 constructors are the group's.
unsafe impl<const I: usize, H: Group + At<Here<I>>, R: Variants> At<Here<I>> for More<H, R> {
    type Fields = H::Fields;
    const TAG: u32 = H::TAG;
}

// SAFETY: the others are the rest's, 16 tags further on.
unsafe impl<I, H: Group, R: At<I>> At<There<I>> for More<H, R> {
    type Fields = R::Fields;
    const TAG: u32 = GROUP + R::TAG;
}

/// Implements the set of constructors for a tuple of lists of fields.
macro_rules! group {
    ($($V:ident $tag:literal),+) => {
        // SAFETY: every operation finds the list of fields of a tag in the same place of the tuple.
        unsafe impl<$($V: List),+> Variants for ($($V,)+) {
            const COUNT: u32 = [$($tag),+].len() as u32;
            const ALL_UNIT: bool = $($V::LEN == 0)&&+;
            const FORMS: &'static [&'static Form] = &[$(&$V::FORM),+];
            const VALID: &'static [bool] = &[$($V::ALL_VALID),+];
            const ALL_FLAT: bool = $($V::FLAT)&&+;
            const SIZE: usize = max(&[$($V::SIZE),+]);
            const INNER: usize = max(&[$($V::INNER),+]);
            const NESTS: bool = $(has_walked(&$V::FORM))||+;
            const LOOPS: bool = $(ends_walked(&$V::FORM))||+;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn check<L: Layout>(
                tag: u32,
                checker: &mut Checker<'_>,
                at: usize,
                names: &'static Names,
                base: u32,
                frame: L::Frame,
            ) -> Option<Checked> {
                let owner = Owner { names, constructor: base.wrapping_add(tag) };
                let checked = match tag {
                    $($tag => $V::check_all::<L, false, true>(checker, at, owner, frame),)+
                    _ => return None,
                };
                Some(checked)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn skip<L: Layout>(tag: u32, pos: L::Pos) -> Option<Step<L::Pos, SkipStep<L>>> {
                match tag {
                    // SAFETY: the caller promises the fields of this constructor.
                    $($tag => Some(unsafe { $V::skip::<L, true>(pos) }),)+
                    _ => None,
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn compare<L: Layout>(tag: u32, left: Place<L>, right: Place<L>) -> Option<Comparison<L>> {
                match tag {
                    // SAFETY: the caller promises the fields of this constructor.
                    $($tag => Some(unsafe { $V::compare::<L>(left, right) }),)+
                    _ => None,
                }
            }

            unsafe fn sort_key<L: Layout>(
                tag: u32,
                place: Place<L>,
                out: &mut SortKeyBuf,
            ) -> Option<Step<L::Pos, SortKeyStep<L>>> {
                match tag {
                    // SAFETY: the caller promises the fields of this constructor.
                    $($tag => Some(unsafe { $V::sort_key::<L>(place, out) }),)+
                    _ => None,
                }
            }

            fn describe(to: &mut Describer, names: &'static [Constructor]) {
                $(to.constructor::<$V>(names.get($tag));)+
            }
        }

        // SAFETY: the tags are below 16, and for others there is nothing.
        unsafe impl<$($V: List),+> Group for ($($V,)+) {}

        group!(@at ($($V),+) $($V $tag),+);
    };
    (@at $all:tt $($V:ident $tag:literal),+) => {
        $(group!(@one $all $V $tag);)+
    };
    (@one ($($All:ident),+) $V:ident $tag:literal) => {
        // SAFETY: this is the constructor in that place of the tuple.
        unsafe impl<$($All: List),+> At<Here<$tag>> for ($($All,)+) {
            type Fields = $V;
            const TAG: u32 = $tag;
        }
    };
}

/// Implements it for all tuples up to the given one.
macro_rules! groups {
    (($($V:ident $tag:literal),+)) => { group!($($V $tag),+); };
    (($($V:ident $tag:literal),+) $next:ident $number:literal $($rest:tt)*) => {
        group!($($V $tag),+);
        groups!(($($V $tag,)+ $next $number) $($rest)*);
    };
}

groups!((A 0) B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11 N 12 O 13 P 14 Q 15);
