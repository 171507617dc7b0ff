//! The constructors of an enum, as a type: a tuple of up to 16 lists of fields, or [`More`].
//!
//! Groups of 16 keep types and trait resolution shallow, so that an enum of hundreds of constructors needs no
//! `recursion_limit`. The compiler turns the chain of tiers into one jump table (seen in the assembly for 256
//! constructors).

use core::marker::PhantomData;

use super::check::Checked;
use super::list::{LEAVES_LAST, UNMEASURED};
use super::operation::FieldsOp;
use super::schema::VariantSchemas;
use super::size_class::{ends_walked, has_walked};
use super::{List, PartSizes, Shape, SizeClass, Unpaid, VariantClasses};
use crate::layout::{CheckerOf, Layout};
use crate::wire::checker::Owner;

/// The constructors of an enum, as a type, in the order of their tags.
///
/// # Safety
///
/// Only the library implements this trait. `select` always finds the same list of fields for a tag.
pub unsafe trait Variants: Sized {
    /// The number of constructors.
    #[doc(hidden)]
    const COUNT: u32;
    /// Whether no constructor has fields.
    #[doc(hidden)]
    const ALL_UNIT: bool;
    /// The size classes of the constructors' fields, in the order of their tags; empty if there is more than one tier.
    #[doc(hidden)]
    const SIZE_CLASSES: &'static [&'static SizeClass];
    /// For each constructor, whether every bit pattern of the size of its fields is valid; empty if there is more than
    /// one tier.
    #[doc(hidden)]
    const VALID: &'static [bool];
    /// Whether the fields of each constructor are [`Shape::FLAT`](super::Shape::FLAT).
    #[doc(hidden)]
    const ALL_FLAT: bool;
    /// Whether the constructors are those of an extensible type: the fields of each end in [`Rest`](super::Rest).
    #[doc(hidden)]
    const IS_EXTENSIBLE: bool;
    /// Whether the field of the last constructor holds [one that the reader does not know](List::IS_UNKNOWN).
    #[doc(hidden)]
    const LAST_IS_UNKNOWN: bool;
    /// Whether the fields of the last constructor are [any item of CBOR](List::IS_RAW).
    #[doc(hidden)]
    const LAST_IS_RAW: bool;
    /// The first field that may be absent: its constructor's tag, and its index.
    #[doc(hidden)]
    const ABSENT: Option<(u32, usize)>;
    /// The size in memory of the fields of a constructor, in bytes: the greatest of all constructors.
    #[doc(hidden)]
    const SIZE: usize;
    /// The greatest [`List::INNER`] of all constructors.
    #[doc(hidden)]
    const INNER: usize;
    /// Whether a constructor has a field that is or contains an enum with data. Such values may nest without bound.
    #[doc(hidden)]
    const NESTS: bool;
    /// Whether the innermost last field of a constructor is or contains an enum with data. Such values may have any
    /// number of last fields, each inside the one before it.
    #[doc(hidden)]
    const TRAMPOLINED: bool;

    /// The description of the fields of each constructor at run time.
    #[doc(hidden)]
    const SCHEMAS: &'static VariantSchemas;

    /// The size classes of the fields of all constructors.
    #[doc(hidden)]
    const CLASSES: &'static VariantClasses;

    /// Checks the fields of constructor `tag`, as one bounce; returns `None` if there is no such constructor. `first`
    /// is the first constructor of this tier. (By `select`, checks in `Cbor` took up to 8 % more instructions.)
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check<L: Layout>(
        tag: u32,
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        first: Owner,
        state: L::FieldCheck,
    ) -> Option<Checked<L>>;

    /// Calls `op` with the fields of constructor `tag`.
    ///
    /// # Errors
    ///
    /// Returns `op` if there is no such constructor.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, what the operation requires holds for its fields.
    #[doc(hidden)]
    unsafe fn select<O: FieldsOp>(tag: u32, op: O) -> Result<O::Output, O>;
}

/// A tuple of up to 16 lists of fields: the first part of [`More`], which relies on it having no tag of 16 or more.
///
/// # Safety
///
/// Only the library implements this trait. `select` finds no constructor for a tag of 16 or more.
pub unsafe trait Tier: Variants {}

/// Sixteen constructors of the tier `H`, and the further constructors `R`.
///
/// All of them are those of an extensible type, or none:
///
/// ```compile_fail,E0080
/// use packed_data::__private::More;
/// use packed_data::__private::shape::{Enum, Named, Rest};
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Compact, Layout, Needs, Packable, Packed, View};
///
/// struct Mixed;
/// type Sixteen = ((), (), (), (), (), (), (), (), (), (), (), (), (), (), (), ());
///
/// impl Named for Mixed {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[] };
/// }
///
/// impl Packable for Mixed {
///     type As = Self;
///     type Shape = Enum<Self, More<Sixteen, ((u8, Rest),)>>; // with `()` for `Rest` it compiles
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.refuse("no value").into()
///     }
/// }
///
/// assert!(Packed::<Mixed, Compact, _>::from_bytes(&[99][..]).is_err());
/// ```
pub struct More<H, R>(PhantomData<(H, R)>);

/// The index of a constructor inside its tier of 16.
pub enum InTier<const I: usize> {}

/// The index of a constructor that is not in the first tier: `I` is its index in the further tiers.
pub struct NextTier<I>(PhantomData<I>);

/// The constructor with index `I`.
///
/// # Safety
///
/// Only the library implements this trait. `TAG` and `Fields` are those of that constructor.
pub unsafe trait At<I>: Variants {
    /// The fields of the constructor.
    #[doc(hidden)]
    type FieldList: List;
    /// The tag of the constructor.
    #[doc(hidden)]
    const TAG: u32;
}

/// The greatest number of constructors in a tier.
pub(super) const TIER: u32 = 16;

/// Returns the greatest of `numbers`, or 0 if there are none.
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

// SAFETY: there are no constructors, and `select` finds none.
unsafe impl Variants for () {
    const COUNT: u32 = 0;
    const ALL_UNIT: bool = true;
    const SIZE_CLASSES: &'static [&'static SizeClass] = &[];
    const VALID: &'static [bool] = &[];
    const ALL_FLAT: bool = true;
    const IS_EXTENSIBLE: bool = false;
    const LAST_IS_UNKNOWN: bool = false;
    const LAST_IS_RAW: bool = false;
    const ABSENT: Option<(u32, usize)> = None;
    const SIZE: usize = 0;
    const INNER: usize = 0;
    const NESTS: bool = false;
    const TRAMPOLINED: bool = false;
    const SCHEMAS: &'static VariantSchemas = &VariantSchemas { tier: &[], others: None };

    const CLASSES: &'static VariantClasses = &VariantClasses { tier: &[], others: None };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(_: u32, _: &mut CheckerOf<'_, L>, _: usize, _: Owner, _: L::FieldCheck) -> Option<Checked<L>> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn select<O: FieldsOp>(_: u32, op: O) -> Result<O::Output, O> {
        Err(op)
    }
}

// SAFETY: tags less than 16 belong to the tier `H`, which has no others (`Tier`). All other tags, less 16, belong to
// `R`. (`R` is asked if `H` finds none. So all tiers are one chain of `match`es on the same number, which the
// compiler turns into one jump table.)
unsafe impl<H: Tier, R: Variants> Variants for More<H, R> {
    const COUNT: u32 = {
        assert!(H::COUNT == TIER, "each tier of constructors but the last has sixteen");
        TIER + R::COUNT
    };
    const ALL_UNIT: bool = H::ALL_UNIT && R::ALL_UNIT;
    const SIZE_CLASSES: &'static [&'static SizeClass] = &[];
    const VALID: &'static [bool] = &[];
    const ALL_FLAT: bool = H::ALL_FLAT && R::ALL_FLAT;
    const IS_EXTENSIBLE: bool = {
        assert!(
            R::COUNT == 0 || H::IS_EXTENSIBLE == R::IS_EXTENSIBLE,
            "the fields of each constructor of an extensible type end in `Rest`"
        );
        H::IS_EXTENSIBLE
    };
    const LAST_IS_UNKNOWN: bool = if R::COUNT == 0 { H::LAST_IS_UNKNOWN } else { R::LAST_IS_UNKNOWN };
    const LAST_IS_RAW: bool = if R::COUNT == 0 { H::LAST_IS_RAW } else { R::LAST_IS_RAW };
    const ABSENT: Option<(u32, usize)> = match (H::ABSENT, R::ABSENT) {
        (Some(absent), _) => Some(absent),
        (None, Some((tag, field))) => Some((TIER + tag, field)),
        (None, None) => None,
    };
    const SIZE: usize = max(&[H::SIZE, R::SIZE]);
    const INNER: usize = max(&[H::INNER, R::INNER]);
    const NESTS: bool = H::NESTS || R::NESTS;
    const TRAMPOLINED: bool = H::TRAMPOLINED || R::TRAMPOLINED;
    const SCHEMAS: &'static VariantSchemas = &VariantSchemas { tier: H::SCHEMAS.tier, others: Some(R::SCHEMAS) };

    const CLASSES: &'static VariantClasses = &VariantClasses { tier: H::CLASSES.tier, others: Some(R::CLASSES) };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(
        tag: u32,
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        first: Owner,
        state: L::FieldCheck,
    ) -> Option<Checked<L>> {
        match H::check::<L>(tag, checker, at, first, state) {
            None => {
                let first = Owner { constructor: first.constructor + TIER, ..first };
                R::check::<L>(tag.wrapping_sub(TIER), checker, at, first, state)
            }
            checked => checked,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn select<O: FieldsOp>(tag: u32, op: O) -> Result<O::Output, O> {
        // SAFETY: the caller's promise is passed on to the tier that has the tag, for the same fields.
        unsafe {
            match H::select(tag, op) {
                Err(op) => R::select(tag.wrapping_sub(TIER), op),
                found => found,
            }
        }
    }
}

// SAFETY: the first 16 constructors are those of the tier `H`.
unsafe impl<const I: usize, H: Tier + At<InTier<I>>, R: Variants> At<InTier<I>> for More<H, R> {
    type FieldList = H::FieldList;
    const TAG: u32 = H::TAG;
}

// SAFETY: the other constructors are those of `R`, with tags that are greater by 16.
unsafe impl<I, H: Tier, R: At<I>> At<NextTier<I>> for More<H, R> {
    type FieldList = R::FieldList;
    const TAG: u32 = TIER + R::TAG;
}

/// Looks up what is known of a constructor at compile time. It requires nothing.
struct LenOf;

impl FieldsOp for LenOf {
    type Output = u32;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> u32 {
        F::LEN
    }
}

/// Returns the number of fields of constructor `tag`; `None` if there is no such constructor.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn len_of<V: Variants>(tag: u32) -> Option<u32> {
    // SAFETY: the operation requires nothing.
    unsafe { V::select(tag, LenOf) }.ok()
}

/// The same for the sizes of its parts in layout `L`.
struct PartsOf<L>(PhantomData<L>);

impl<L: Layout> FieldsOp for PartsOf<L> {
    type Output = PartSizes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> PartSizes {
        const { PartSizes::of::<F, L>() }
    }
}

/// Returns the sizes of the parts of constructor `tag` in layout `L`; `None` if there is no such constructor.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parts_of<V: Variants, L: Layout>(tag: u32) -> Option<PartSizes> {
    // SAFETY: the operation requires nothing.
    unsafe { V::select(tag, PartsOf::<L>(PhantomData)) }.ok()
}

/// The same for the charge in an enum of shape `S` with the constructors `V`.
struct UnpaidOf<S, V, L>(PhantomData<(S, V, L)>);

impl<S: Shape, V: Variants, L: Layout> FieldsOp for UnpaidOf<S, V, L> {
    type Output = u64;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> u64 {
        const { Unpaid::<S, V, L>::of::<F>() }
    }
}

/// Returns the charge for constructor `tag` of an enum of shape `S` with the constructors `V`; 0 if there is no such
/// constructor.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn unpaid_of<S: Shape, V: Variants, L: Layout>(tag: u32) -> u64 {
    // SAFETY: the operation requires nothing.
    unsafe { V::select(tag, UnpaidOf::<S, V, L>(PhantomData)) }.unwrap_or(0)
}

/// Implements [`Variants`], [`Tier`] and [`At`] for a tuple of lists of fields.
macro_rules! tier {
    ($($V:ident $tag:literal),+) => {
        // SAFETY: `select` takes the list of fields of a tag from the same position of the tuple.
        unsafe impl<$($V: List),+> Variants for ($($V,)+) {
            const COUNT: u32 = [$($tag),+].len() as u32;
            const ALL_UNIT: bool = $($V::LEN == 0)&&+;
            const SIZE_CLASSES: &'static [&'static SizeClass] = &[$(&$V::SIZE_CLASS),+];
            const VALID: &'static [bool] = &[$($V::ALL_VALID),+];
            const ALL_FLAT: bool = $($V::FLAT)&&+;
            const IS_EXTENSIBLE: bool = {
                let is_extensible = [$($V::IS_EXTENSIBLE),+][0];
                $(assert!($V::IS_EXTENSIBLE == is_extensible, "the fields of each constructor of an extensible type end in `Rest`");)+
                is_extensible
            };
            const LAST_IS_UNKNOWN: bool = [$($V::IS_UNKNOWN),+][[$($tag),+].len() - 1];
            const LAST_IS_RAW: bool = [$($V::IS_RAW),+][[$($tag),+].len() - 1];
            const ABSENT: Option<(u32, usize)> = 'absent: {
                $(
                    if $V::REQUIRED < $V::LEN {
                        break 'absent Some(($tag, $V::REQUIRED as usize));
                    }
                )+
                None
            };
            const SIZE: usize = max(&[$($V::SIZE),+]);
            const INNER: usize = max(&[$($V::INNER),+]);
            const NESTS: bool = $(has_walked(&$V::SIZE_CLASS))||+;
            const TRAMPOLINED: bool = $(ends_walked(&$V::SIZE_CLASS))||+;
            const SCHEMAS: &'static VariantSchemas =
                &VariantSchemas { tier: &[$($V::SCHEMAS),+], others: None };

            const CLASSES: &'static VariantClasses =
                &VariantClasses { tier: Self::SIZE_CLASSES, others: None };

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn check<L: Layout>(
                tag: u32,
                checker: &mut CheckerOf<'_, L>,
                at: usize,
                first: Owner,
                state: L::FieldCheck,
            ) -> Option<Checked<L>> {
                let owner = Owner { constructor: first.constructor.wrapping_add(tag), ..first };
                let checked = match tag {
                    $($tag => $V::check_all::<L, UNMEASURED, LEAVES_LAST>(checker, at, owner, state),)+
                    _ => return None,
                };
                Some(checked)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn select<Op: FieldsOp>(tag: u32, op: Op) -> Result<Op::Output, Op> {
                match tag {
                    // SAFETY: the caller promises what the operation requires, for the fields of constructor `tag`.
                    $($tag => Ok(unsafe { op.fields::<$V>() }),)+
                    _ => Err(op),
                }
            }
        }

        // SAFETY: all tags are less than 16; `select` finds none for others.
        unsafe impl<$($V: List),+> Tier for ($($V,)+) {}

        tier!(@at ($($V),+) $($V $tag),+);
    };
    (@at $all:tt $($V:ident $tag:literal),+) => {
        $(tier!(@one $all $V $tag);)+
    };
    (@one ($($All:ident),+) $V:ident $tag:literal) => {
        // SAFETY: this is the list of fields, and the tag, at that position of the tuple.
        unsafe impl<$($All: List),+> At<InTier<$tag>> for ($($All,)+) {
            type FieldList = $V;
            const TAG: u32 = $tag;
        }
    };
}

/// Implements these traits for all tuples up to the given one.
macro_rules! tiers {
    (($($V:ident $tag:literal),+)) => { tier!($($V $tag),+); };
    (($($V:ident $tag:literal),+) $next:ident $number:literal $($rest:tt)*) => {
        tier!($($V $tag),+);
        tiers!(($($V $tag,)+ $next $number) $($rest)*);
    };
}

tiers!((A 0) B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11 N 12 O 13 P 14 Q 15);
