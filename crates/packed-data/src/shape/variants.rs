//! The constructors of an enum, as a type: a tuple of up to 16 lists of fields, or [`More`].
//!
//! Groups of 16 keep types and trait resolution shallow, so that an enum of hundreds of constructors needs no
//! `recursion_limit`. The compiler turns the chain of groups into one jump table (seen in the assembly for 256
//! constructors).

use core::marker::PhantomData;

use super::check::Checked;
use super::convert::Converted;
use super::describe::Describer;
use super::rewrite::RewriteVariants;
use super::schema::VariantSchemas;
use super::size_class::{ends_walked, has_walked};
use super::visit_group::VisitGroup;
use super::{
    Bounce, Comparison, FieldPlace, FieldPos, List, PartSizes, Shape, SizeClass, Sizes, SkipFn, SortKeyBuf, SortKeyFn,
    Unpaid, VariantClasses, Visited, Visiting, mention,
};
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::checker::Owner;
use crate::wire::error::{Constructor, Names};
use crate::wire::levels::Levels;
use crate::wire::value_writer::ValueWriter;

/// The constructors of an enum, as a type, in the order of their tags.
///
/// # Safety
///
/// Only the library implements this trait. Every operation finds the same list of fields for a tag.
pub unsafe trait Variants: RewriteVariants {
    /// The number of constructors.
    #[doc(hidden)]
    const COUNT: u32;
    /// Whether no constructor has fields.
    #[doc(hidden)]
    const ALL_UNIT: bool;
    /// The size classes of the constructors' fields, in the order of their tags; empty if there is more than one group.
    #[doc(hidden)]
    const SIZE_CLASSES: &'static [&'static SizeClass];
    /// For each constructor, whether every bit pattern of the size of its fields is valid; empty if there is more than
    /// one group.
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

    /// Checks the fields of constructor `tag`, as one bounce; returns `None` if there is no such constructor.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check<L: Layout>(
        tag: u32,
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        names: &'static Names,
        base: u32,
        state: L::FieldCheck,
    ) -> Option<Checked<L>>;

    /// Skips the fields of constructor `tag`, as one bounce; returns `None` if there is no such constructor.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, valid fields of it are stored at `pos`.
    #[doc(hidden)]
    unsafe fn skip<L: Layout>(tag: u32, field: FieldPos<L>) -> Option<Bounce<L::Pos, SkipFn<L>>>;

    /// Visits the fields of constructor `tag`, as one bounce; returns `None` if there is no such constructor.
    ///
    /// # Errors
    ///
    /// As for [`Shape::visit`](super::Shape::visit).
    ///
    /// # Safety
    ///
    /// The fields of constructor `tag`, in layout `L`, are stored at `field`, in bytes that live for `'a`.
    #[doc(hidden)]
    unsafe fn visit<'a, L: Layout, X: VisitGroup<'a, L, Y> + ?Sized, Y: ?Sized>(
        tag: u32,
        field: FieldPos<L>,
        visiting: &mut Visiting<'_, 'a, L, X, Y>,
        levels: Levels,
    ) -> Option<Visited<'a, L, X, Y>>;

    /// Compares the fields of constructor `tag`, as one bounce; returns `None` if there is no such constructor.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, valid fields of it are stored at both positions.
    #[doc(hidden)]
    unsafe fn compare<L: Layout>(tag: u32, left: FieldPos<L>, right: FieldPos<L>) -> Option<Comparison<L>>;

    /// Appends the sort keys of the fields of constructor `tag` to `out`, as one bounce; returns `None` if there is no
    /// such constructor.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, valid fields of it are stored at `field`.
    #[doc(hidden)]
    unsafe fn sort_key<L: Layout>(
        tag: u32,
        field: FieldPos<L>,
        out: &mut SortKeyBuf,
    ) -> Option<Bounce<L::Pos, SortKeyFn<L>>>;

    /// The size classes of the fields of all constructors.
    #[doc(hidden)]
    const CLASSES: &'static VariantClasses;

    /// Returns the charge for constructor `tag` of an enum of shape `S` with the constructors `V`, of which these are
    /// some; 0 if there is no such constructor.
    #[doc(hidden)]
    fn unpaid_of<S: Shape, V: Variants, L: Layout>(tag: u32) -> u64;

    /// Does not compile for constructors that cannot be part of a key, as
    /// [`Shape::require_key`](super::Shape::require_key).
    #[doc(hidden)]
    fn require_key() {}

    /// Returns the number of fields of constructor `tag`; `None` if there is no such constructor.
    #[doc(hidden)]
    fn len_of(tag: u32) -> Option<u32>;

    /// Returns the sizes of the parts of constructor `tag` in layout `L`; `None` if there is no such constructor.
    #[doc(hidden)]
    fn parts_of<L: Layout>(tag: u32) -> Option<PartSizes>;

    /// Converts the fields of constructor `tag` from layout `L` to layout `M`, as one bounce; returns `None` if there
    /// is no such constructor.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, valid fields of it, in layout `L`, are stored at `from`. All bytes of the buffer
    /// before `to` are initialised (W1). `head` is where the head of the value begins, if it has one.
    #[doc(hidden)]
    unsafe fn convert<L: Layout, M: Layout>(
        tag: u32,
        from: FieldPos<L>,
        writer: &mut ValueWriter,
        to: usize,
        head: usize,
        budget: Budget,
    ) -> Option<Converted<L, M>>;

    /// Adds the description of each constructor to the fingerprint; `names` are their names, in order.
    #[doc(hidden)]
    fn describe(to: &mut Describer, names: &'static [Constructor]);
}

/// A tuple of up to 16 lists of fields: the first part of [`More`], which relies on it having no tag of 16 or more.
///
/// # Safety
///
/// Only the library implements this trait. Every operation returns `None` for a tag of 16 or more.
pub unsafe trait Group: Variants {}

/// Sixteen constructors of the group `H`, and the further constructors `R`.
///
/// All of them are those of an extensible type, or none:
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Enum, More, Named, Rest};
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
///     fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.refuse("no value").into()
///     }
/// }
///
/// assert!(Packed::<Mixed, Compact, _>::from_bytes(&[99][..]).is_err());
/// ```
pub struct More<H, R>(PhantomData<(H, R)>);

/// The index of a constructor inside its group of 16.
pub enum InGroup<const I: usize> {}

/// The index of a constructor that is not in the first group: `I` is its index in the further groups.
pub struct NextGroup<I>(PhantomData<I>);

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

/// The greatest number of constructors in a group.
pub(super) const GROUP: u32 = 16;

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

// SAFETY: there are no constructors, and every operation returns `None`.
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
    const SCHEMAS: &'static VariantSchemas = &VariantSchemas { group: &[], others: None };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(
        _: u32,
        _: &mut CheckerOf<'_, L>,
        _: usize,
        _: &'static Names,
        _: u32,
        _: L::FieldCheck,
    ) -> Option<Checked<L>> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(_: u32, _: FieldPos<L>) -> Option<Bounce<L::Pos, SkipFn<L>>> {
        None
    }

    unsafe fn visit<'a, L: Layout, X: VisitGroup<'a, L, Y> + ?Sized, Y: ?Sized>(
        _: u32,
        _: FieldPos<L>,
        _: &mut Visiting<'_, 'a, L, X, Y>,
        _: Levels,
    ) -> Option<Visited<'a, L, X, Y>> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn compare<L: Layout>(_: u32, _: FieldPos<L>, _: FieldPos<L>) -> Option<Comparison<L>> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sort_key<L: Layout>(_: u32, _: FieldPos<L>, _: &mut SortKeyBuf) -> Option<Bounce<L::Pos, SortKeyFn<L>>> {
        None
    }

    const CLASSES: &'static VariantClasses = &VariantClasses { group: &[], others: None };

    fn unpaid_of<S: Shape, V: Variants, L: Layout>(_: u32) -> u64 {
        0
    }

    fn len_of(_: u32) -> Option<u32> {
        None
    }

    fn parts_of<L: Layout>(_: u32) -> Option<PartSizes> {
        None
    }

    unsafe fn convert<L: Layout, M: Layout>(
        _: u32,
        _: FieldPos<L>,
        _: &mut ValueWriter,
        _: usize,
        _: usize,
        _: Budget,
    ) -> Option<Converted<L, M>> {
        None
    }

    fn describe(_: &mut Describer, _: &'static [Constructor]) {}
}

// SAFETY: tags less than 16 belong to the group `H`, which has no others (`Group`). All other tags, less 16, belong to
// `R`. (`R` is asked if `H` returns `None`. So all groups are one chain of `match`es on the same number, which the
// compiler turns into one jump table.)
unsafe impl<H: Group, R: Variants> Variants for More<H, R> {
    const COUNT: u32 = {
        assert!(H::COUNT == GROUP, "each group of constructors but the last has sixteen");
        GROUP + R::COUNT
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
        (None, Some((tag, field))) => Some((GROUP + tag, field)),
        (None, None) => None,
    };
    const SIZE: usize = max(&[H::SIZE, R::SIZE]);
    const INNER: usize = max(&[H::INNER, R::INNER]);
    const NESTS: bool = H::NESTS || R::NESTS;
    const TRAMPOLINED: bool = H::TRAMPOLINED || R::TRAMPOLINED;
    const SCHEMAS: &'static VariantSchemas = &VariantSchemas { group: H::SCHEMAS.group, others: Some(R::SCHEMAS) };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(
        tag: u32,
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        names: &'static Names,
        base: u32,
        state: L::FieldCheck,
    ) -> Option<Checked<L>> {
        match H::check::<L>(tag, checker, at, names, base, state) {
            None => R::check::<L>(tag.wrapping_sub(GROUP), checker, at, names, base + GROUP, state),
            checked => checked,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(tag: u32, field: FieldPos<L>) -> Option<Bounce<L::Pos, SkipFn<L>>> {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
        unsafe {
            match H::skip::<L>(tag, field) {
                None => R::skip::<L>(tag.wrapping_sub(GROUP), field),
                bounce => bounce,
            }
        }
    }

    unsafe fn visit<'a, L: Layout, X: VisitGroup<'a, L, Y> + ?Sized, Y: ?Sized>(
        tag: u32,
        field: FieldPos<L>,
        visiting: &mut Visiting<'_, 'a, L, X, Y>,
        levels: Levels,
    ) -> Option<Visited<'a, L, X, Y>> {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
        unsafe {
            match H::visit::<L, X, Y>(tag, field, visiting, levels) {
                None => R::visit::<L, X, Y>(tag.wrapping_sub(GROUP), field, visiting, levels),
                visited => visited,
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn compare<L: Layout>(tag: u32, left: FieldPos<L>, right: FieldPos<L>) -> Option<Comparison<L>> {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
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
        field: FieldPos<L>,
        out: &mut SortKeyBuf,
    ) -> Option<Bounce<L::Pos, SortKeyFn<L>>> {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
        unsafe {
            match H::sort_key::<L>(tag, field, out) {
                None => R::sort_key::<L>(tag.wrapping_sub(GROUP), field, out),
                bounce => bounce,
            }
        }
    }

    const CLASSES: &'static VariantClasses = &VariantClasses { group: H::CLASSES.group, others: Some(R::CLASSES) };

    fn unpaid_of<S: Shape, V: Variants, L: Layout>(tag: u32) -> u64 {
        if tag < GROUP { H::unpaid_of::<S, V, L>(tag) } else { R::unpaid_of::<S, V, L>(tag - GROUP) }
    }

    fn require_key() {
        mention(H::require_key);
        mention(R::require_key);
    }

    fn len_of(tag: u32) -> Option<u32> {
        H::len_of(tag).or_else(|| R::len_of(tag.wrapping_sub(GROUP)))
    }

    fn parts_of<L: Layout>(tag: u32) -> Option<PartSizes> {
        H::parts_of::<L>(tag).or_else(|| R::parts_of::<L>(tag.wrapping_sub(GROUP)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn convert<L: Layout, M: Layout>(
        tag: u32,
        from: FieldPos<L>,
        writer: &mut ValueWriter,
        to: usize,
        head: usize,
        budget: Budget,
    ) -> Option<Converted<L, M>> {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
        unsafe {
            match H::convert::<L, M>(tag, from, writer, to, head, budget) {
                None => R::convert::<L, M>(tag.wrapping_sub(GROUP), from, writer, to, head, budget),
                bounce => bounce,
            }
        }
    }

    fn describe(to: &mut Describer, names: &'static [Constructor]) {
        H::describe(to, names);
        R::describe(to, names.get(GROUP as usize..).unwrap_or_default());
    }
}

// SAFETY: the first 16 constructors are those of the group `H`.
unsafe impl<const I: usize, H: Group + At<InGroup<I>>, R: Variants> At<InGroup<I>> for More<H, R> {
    type FieldList = H::FieldList;
    const TAG: u32 = H::TAG;
}

// SAFETY: the other constructors are those of `R`, with tags that are greater by 16.
unsafe impl<I, H: Group, R: At<I>> At<NextGroup<I>> for More<H, R> {
    type FieldList = R::FieldList;
    const TAG: u32 = GROUP + R::TAG;
}

/// Implements [`Variants`], [`Group`] and [`At`] for a tuple of lists of fields.
macro_rules! group {
    ($($V:ident $tag:literal),+) => {
        // SAFETY: every operation takes the list of fields of a tag from the same position of the tuple.
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
                &VariantSchemas { group: &[$($V::SCHEMAS),+], others: None };

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn check<L: Layout>(
                tag: u32,
                checker: &mut CheckerOf<'_, L>,
                at: usize,
                names: &'static Names,
                base: u32,
                state: L::FieldCheck,
            ) -> Option<Checked<L>> {
                let owner = Owner { names, constructor: base.wrapping_add(tag) };
                let checked = match tag {
                    $($tag => $V::check_all::<L, false, true>(checker, at, owner, state),)+
                    _ => return None,
                };
                Some(checked)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn skip<L: Layout>(tag: u32, field: FieldPos<L>) -> Option<Bounce<L::Pos, SkipFn<L>>> {
                match tag {
                    // SAFETY: the caller promises valid fields of constructor `tag`.
                    $($tag => Some(unsafe { $V::skip::<L, true>(L::begin_fields::<$V>(field)) }),)+
                    _ => None,
                }
            }

            unsafe fn visit<'a, L: Layout, X: VisitGroup<'a, L, Y> + ?Sized, Y: ?Sized>(
                tag: u32,
                field: FieldPos<L>,
                visiting: &mut Visiting<'_, 'a, L, X, Y>,
                levels: Levels,
            ) -> Option<Visited<'a, L, X, Y>> {
                match tag {
                    // SAFETY: the caller promises valid fields of constructor `tag`.
                    $($tag => Some(unsafe { $V::visit::<L, X, Y>(L::begin_fields::<$V>(field), visiting, levels) }),)+
                    _ => None,
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn compare<L: Layout>(tag: u32, left: FieldPos<L>, right: FieldPos<L>) -> Option<Comparison<L>> {
                match tag {
                    // SAFETY: the caller promises valid fields of constructor `tag`, at both positions.
                    $($tag => Some(unsafe { $V::compare::<L>(L::begin_fields::<$V>(left), L::begin_fields::<$V>(right)) }),)+
                    _ => None,
                }
            }

            unsafe fn sort_key<L: Layout>(
                tag: u32,
                field: FieldPos<L>,
                out: &mut SortKeyBuf,
            ) -> Option<Bounce<L::Pos, SortKeyFn<L>>> {
                match tag {
                    // SAFETY: the caller promises valid fields of constructor `tag`.
                    $($tag => Some(unsafe { $V::sort_key::<L>(L::begin_fields::<$V>(field), out) }),)+
                    _ => None,
                }
            }

            const CLASSES: &'static VariantClasses =
                &VariantClasses { group: Self::SIZE_CLASSES, others: None };

            fn unpaid_of<S: Shape, All: Variants, L: Layout>(tag: u32) -> u64 {
                match tag {
                    $($tag => const { Unpaid::<S, All, L>::of::<$V>() },)+
                    _ => 0,
                }
            }

            fn require_key() {
                $(mention($V::require_key);)+
            }

            fn len_of(tag: u32) -> Option<u32> {
                match tag {
                    $($tag => Some($V::LEN),)+
                    _ => None,
                }
            }

            fn parts_of<L: Layout>(tag: u32) -> Option<PartSizes> {
                match tag {
                    $($tag => Some(const { PartSizes::of::<$V, L>() }),)+
                    _ => None,
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn convert<L: Layout, W: Layout>(
                tag: u32,
                from: FieldPos<L>,
                writer: &mut ValueWriter,
                to: usize,
                head: usize,
                budget: Budget,
            ) -> Option<Converted<L, W>> {
                match tag {
                    // SAFETY: the caller promises valid fields of constructor `tag`, and W1 for `to`. There is capacity
                    // for the static part, since it is ensured here.
                    $($tag => Some(unsafe {
                        let from = L::begin_fields::<$V>(from);
                        if const { Sizes::<$V, W>::STATIC_PART > 0 } {
                            writer.ensure_capacity(to, const { Sizes::<$V, W>::STATIC_PART });
                        }
                        let to = FieldPlace::begin::<$V, W>(writer, to, head);
                        $V::convert::<L, W>(from, writer, to, budget)
                    }),)+
                    _ => None,
                }
            }

            fn describe(to: &mut Describer, names: &'static [Constructor]) {
                $(to.constructor::<$V>(names.get($tag));)+
            }
        }

        // SAFETY: all tags are less than 16; every operation returns `None` for others.
        unsafe impl<$($V: List),+> Group for ($($V,)+) {}

        group!(@at ($($V),+) $($V $tag),+);
    };
    (@at $all:tt $($V:ident $tag:literal),+) => {
        $(group!(@one $all $V $tag);)+
    };
    (@one ($($All:ident),+) $V:ident $tag:literal) => {
        // SAFETY: this is the list of fields, and the tag, at that position of the tuple.
        unsafe impl<$($All: List),+> At<InGroup<$tag>> for ($($All,)+) {
            type FieldList = $V;
            const TAG: u32 = $tag;
        }
    };
}

/// Implements these traits for all tuples up to the given one.
macro_rules! groups {
    (($($V:ident $tag:literal),+)) => { group!($($V $tag),+); };
    (($($V:ident $tag:literal),+) $next:ident $number:literal $($rest:tt)*) => {
        group!($($V $tag),+);
        groups!(($($V $tag,)+ $next $number) $($rest)*);
    };
}

groups!((A 0) B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11 N 12 O 13 P 14 Q 15);
