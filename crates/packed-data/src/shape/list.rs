//! Lists of fields, as types `(A, (B, ()))`: how they are checked, skipped and compared.

use core::cmp::Ordering;

use super::charge::nested_stack;
use super::check::Checked;
use super::check_field::{check_walked, is_level, short_of};
use super::convert::{Converted, convert_fields};
use super::describe::Describer;
use super::first_field::{FieldPlace, FirstField, after, enter, is_absent, jump};
use super::rewrite::RewriteList;
use super::schema::{FieldSchema, FieldSchemas, FieldsSchema};
use super::size_class::is_walked;
use super::visit::visit_fields;
use super::visit_group::VisitGroup;
use super::{
    Bounce, CompareFn, Comparison, Field, FieldPos, Shape, ShapeOf, SizeClass, Sizes, SkipFn, SortKeyBuf, SortKeyFn,
    Visited, Visiting, compare_values, mention, sort_key,
};
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::checker::Owner;
use crate::wire::levels::Levels;
use crate::wire::value_writer::ValueWriter;

/// A list of fields, as a type: `()`, or `(T, R)` where `T` is a field and `R` the list of the others.
///
/// # Safety
///
/// Only the library implements this trait. `check` accepts exactly the bytes that the readers rely on.
pub unsafe trait List: RewriteList {
    /// The size class of all fields together.
    #[doc(hidden)]
    const SIZE_CLASS: SizeClass;
    /// The number of fields.
    #[doc(hidden)]
    const LEN: u32;
    /// The number of fields that are always present.
    #[doc(hidden)]
    const REQUIRED: u32;
    /// Whether the list is one field that can be any item of CBOR.
    #[doc(hidden)]
    const IS_RAW: bool = false;
    /// Whether the list is one field that holds a constructor that the reader does not know ([`Unknown`]).
    #[doc(hidden)]
    const IS_UNKNOWN: bool = false;
    /// The end of the list: the list without fields.
    type End: End;
    /// Whether the list ends in [`Rest`]: the fields are those of an extensible type.
    #[doc(hidden)]
    const IS_EXTENSIBLE: bool;
    /// Whether every bit pattern of their static size is valid, apart from the tags of structs.
    #[doc(hidden)]
    const ALL_VALID: bool;
    /// Whether each field is always present and [has one encoding](Shape::HAS_ONE_ENCODING), and no field may follow
    /// that the reader does not know.
    #[doc(hidden)]
    const HAVE_ONE_ENCODING: bool;
    /// Whether each field is [`Shape::FLAT`].
    #[doc(hidden)]
    const FLAT: bool;
    /// Whether each field [is never charged](Shape::IS_NEVER_CHARGED).
    #[doc(hidden)]
    const ARE_NEVER_CHARGED: bool;
    /// The bytes of memory that owned values of all fields take together.
    #[doc(hidden)]
    const SIZE: usize;
    /// The greatest charge, in bytes of stack, of a field that is not a level of its own.
    #[doc(hidden)]
    const INNER: usize;

    /// The description of each field at run time.
    #[doc(hidden)]
    const SCHEMAS: FieldSchemas;

    /// Checks all fields of a struct or constructor, as [`check`](Self::check) does.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_all<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        owner: Owner,
        state: L::FieldCheck,
    ) -> Checked<L> {
        L::check_count(checker, state, at, Self::REQUIRED)?;
        if const { Sizes::<Self, L>::ENDS_BY_HEAD } {
            // (The head states how long the static part is, and has been checked.)
            return Self::check::<L, false, BOUNCES>(checker, L::varying_offset(state, at), owner, 0, state);
        }
        let part = const { Sizes::<Self, L>::STATIC_PART };
        if !PRESENT && part > 0 && checker.left(at) < part {
            return Err(short_of::<L>(checker, at, const { &Self::SIZE_CLASS }, owner, 0));
        }
        Self::check::<L, PRESENT, BOUNCES>(checker, at + part, owner, 0, state)
    }

    /// Checks the fields of a constructor from field `index` on. If `PRESENT`, the bytes of the leading fields of
    /// static size are known to be within the input. If `BOUNCES`, a last field that nests is left to the trampoline.
    ///
    /// Constructors of enums leave it to the trampoline, structs do not. So a struct and the enum at its end are one
    /// bounce. No type recurs within a bounce, because every recursive type contains an enum.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        owner: Owner,
        index: u32,
        state: L::FieldCheck,
    ) -> Checked<L>;

    /// Skips the fields, as one bounce.
    ///
    /// # Safety
    ///
    /// Valid fields of this list are stored at `field`.
    #[doc(hidden)]
    unsafe fn skip<L: Layout, const BOUNCES: bool>(field: FieldPos<L>) -> Bounce<L::Pos, SkipFn<L>>;

    /// Visits the remaining fields, as one bounce.
    ///
    /// # Errors
    ///
    /// As for [`Shape::visit`].
    ///
    /// # Safety
    ///
    /// Valid fields, in layout `L`, are stored at `field`, in bytes that live for `'a`.
    #[doc(hidden)]
    unsafe fn visit<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
        field: FieldPos<L>,
        visiting: &mut Visiting<'_, 'a, L, G, V>,
        levels: Levels,
    ) -> Visited<'a, L, G, V>;

    /// Compares the fields, as one bounce.
    ///
    /// # Safety
    ///
    /// Valid fields of this list are stored at both positions.
    #[doc(hidden)]
    unsafe fn compare<L: Layout>(left: FieldPos<L>, right: FieldPos<L>) -> Comparison<L>;

    /// Appends the sort keys of the fields, as one bounce.
    ///
    /// # Safety
    ///
    /// Valid fields of this list are stored at the position.
    #[doc(hidden)]
    unsafe fn sort_key<L: Layout>(field: FieldPos<L>, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>>;

    /// Does not compile for fields that cannot be part of a key, as [`Shape::require_key`].
    #[doc(hidden)]
    fn require_key() {}

    /// Converts the fields from layout `L` to layout `M`, as one bounce: writes them at offset `to`.
    ///
    /// # Safety
    ///
    /// Valid fields of this list, in layout `L`, are stored at `from`. The fields are written at `to`, which satisfies
    /// W6 (see [`FieldPlace`]).
    #[doc(hidden)]
    unsafe fn convert<L: Layout, M: Layout>(
        from: FieldPos<L>,
        writer: &mut ValueWriter,
        to: FieldPlace,
        budget: Budget,
    ) -> Converted<L, M>;

    /// Describes each field from field `index` on, for the fingerprint.
    #[doc(hidden)]
    fn describe(to: &mut Describer, names: &'static [&'static str], index: usize);
}

/// The end of the fields of an extensible type: `(A, (B, Rest))`. The bytes after the known fields, up to the end that
/// the head states, are fields that the reader does not know.
pub enum Rest {}

/// The end of a list of fields: `()`, or [`Rest`].
///
/// # Safety
///
/// Only the library implements this trait. The list has no fields.
pub unsafe trait End: List + Empty {}

/// Implements [`List`] for the ends of lists.
macro_rules! ends {
    ($($End:ty: $class:ident, $is_extensible:literal;)+) => {$(
        // SAFETY: there are no fields and no bytes, so nothing relies on the check.
        unsafe impl List for $End {
            const SIZE_CLASS: SizeClass = SizeClass::$class;
            type End = Self;

            const IS_EXTENSIBLE: bool = $is_extensible;
            const LEN: u32 = 0;
            const REQUIRED: u32 = 0;
            const ALL_VALID: bool = true;
            const HAVE_ONE_ENCODING: bool = !$is_extensible;
            const FLAT: bool = true;
            const ARE_NEVER_CHARGED: bool = true;
            const SIZE: usize = 0;
            const INNER: usize = 0;
            const SCHEMAS: FieldSchemas = None;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn check<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
                checker: &mut CheckerOf<'_, L>,
                at: usize,
                _: Owner,
                _: u32,
                state: L::FieldCheck,
            ) -> Checked<L> {
                L::check_leave(checker, state, at).map(Bounce::End)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn skip<L: Layout, const BOUNCES: bool>((state, pos): FieldPos<L>) -> Bounce<L::Pos, SkipFn<L>> {
                // SAFETY: there are no more fields, so all fields end at this position.
                Bounce::End(unsafe { L::leave::<Self>(state, pos) })
            }

            unsafe fn visit<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
                (state, pos): FieldPos<L>,
                _: &mut Visiting<'_, 'a, L, G, V>,
                _: Levels,
            ) -> Visited<'a, L, G, V> {
                // SAFETY: there are no more fields, so all fields end at this position.
                Ok(Bounce::End(unsafe { L::leave::<Self>(state, pos) }))
            }

            unsafe fn compare<L: Layout>((from, left): FieldPos<L>, (to, right): FieldPos<L>) -> Comparison<L> {
                // SAFETY: there are no more fields, so all fields of both values end at these positions.
                unsafe { Comparison::Equal(L::leave::<Self>(from, left), L::leave::<Self>(to, right)) }
            }

            unsafe fn sort_key<L: Layout>((state, pos): FieldPos<L>, _: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
                // SAFETY: there are no more fields, so all fields end at this position.
                Bounce::End(unsafe { L::leave::<Self>(state, pos) })
            }

            unsafe fn convert<L: Layout, M: Layout>(
                (state, from): FieldPos<L>,
                writer: &mut ValueWriter,
                to: FieldPlace,
                _: Budget,
            ) -> Converted<L, M> {
                // SAFETY: there are no more fields, so all fields end at this position.
                Some(Bounce::End(unsafe { (L::leave::<Self>(state, from), to.end::<Self, M>(writer)) }))
            }

            fn describe(_: &mut Describer, _: &'static [&'static str], _: usize) {}
        }

        // SAFETY: it has no fields.
        unsafe impl End for $End {}
    )+};
}

ends! {
    (): Unit, false;
    Rest: Rest, true;
}

/// The list without fields: every field was read or filled.
#[diagnostic::on_unimplemented(
    message = "not finished: the fields `{Self}` are left",
    label = "the fields `{Self}` come before this",
    note = "to read: call `read()`, `with(...)`, `unpack(...)` or `skip()` for each of them, in order",
    note = "to build: call `put(...)` or `with(...)` for each of them, in order"
)]
pub trait Empty: List + empty::Sealed {}

impl Empty for () {}
impl Empty for Rest {}

/// Seals [`Empty`]: only the ends of lists have no fields.
mod empty {
    /// Implemented for `()`.
    pub trait Sealed {}

    impl Sealed for () {}
    impl Sealed for super::Rest {}
}

// SAFETY: each field is checked by its own shape, at the position where `enter` and `jump` find it.
unsafe impl<T: Field, R: List> List for (T, R) {
    const SIZE_CLASS: SizeClass = {
        let field = &<ShapeOf<T> as Shape>::SIZE_CLASS;
        SizeClass::Cons(
            if T::MAY_BE_ABSENT { const { &SizeClass::Optional(&<ShapeOf<T> as Shape>::SIZE_CLASS) } } else { field },
            &R::SIZE_CLASS,
        )
    };
    type End = R::End;

    const IS_EXTENSIBLE: bool = {
        assert!(
            !T::MAY_BE_ABSENT || R::IS_EXTENSIBLE,
            "a list with a field that may be absent ends in `Rest`: its type is extensible"
        );
        R::IS_EXTENSIBLE
    };
    const IS_UNKNOWN: bool = Self::LEN == 1 && <ShapeOf<T> as Shape>::IS_UNKNOWN;
    const LEN: u32 = 1 + R::LEN;
    const REQUIRED: u32 = {
        assert!(
            !T::MAY_BE_ABSENT || R::REQUIRED == 0,
            "a field after one with `#[packable(default)]` needs `#[packable(default)]` too"
        );
        if T::MAY_BE_ABSENT { 0 } else { 1 + R::REQUIRED }
    };
    const IS_RAW: bool = Self::LEN == 1 && <ShapeOf<T> as Shape>::IS_RAW;
    const ALL_VALID: bool = <ShapeOf<T> as Shape>::ALL_VALID && R::ALL_VALID;
    const HAVE_ONE_ENCODING: bool =
        <ShapeOf<T> as Shape>::HAS_ONE_ENCODING && !T::MAY_BE_ABSENT && R::HAVE_ONE_ENCODING;
    const ARE_NEVER_CHARGED: bool = <ShapeOf<T> as Shape>::IS_NEVER_CHARGED && R::ARE_NEVER_CHARGED;
    const SIZE: usize = T::SIZE.saturating_add(R::SIZE);
    const SCHEMAS: FieldSchemas = Some(&FieldsSchema { first: FieldSchema::of::<T>(), others: R::SCHEMAS });
    const INNER: usize = {
        let is_own_level = !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>();
        let first = if is_own_level { 0 } else { nested_stack::<T>() };
        if first > R::INNER { first } else { R::INNER }
    };
    // A field that is found only by a walk is a level of nesting, unless it is the last one.
    const FLAT: bool = <ShapeOf<T> as Shape>::FLAT
        && R::FLAT
        && (FirstField::<T, R>::IS_LAST || !is_walked(&<ShapeOf<T> as Shape>::SIZE_CLASS));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        owner: Owner,
        index: u32,
        state: L::FieldCheck,
    ) -> Checked<L> {
        const { FirstField::<T, R>::require_countable::<L>() };
        if T::MAY_BE_ABSENT {
            match L::check_absent::<T, R>(checker, state, at, index) {
                Ok(Some(state)) => return R::check::<L, false, BOUNCES>(checker, at, owner, index + 1, state),
                Ok(None) => {}
                Err(failed) => return Err(checker.within_field(owner, index, failed)),
            }
        }
        let at = match const { FirstField::<T, R>::tag::<L>() } {
            Some(tag) => match L::check_tag(checker, at, tag) {
                Ok(at) => at,
                Err(failed) => return Err(checker.within_field(owner, index, failed)),
            },
            None => at,
        };
        let Some(size) = (const { FirstField::<T, R>::size::<L>() }) else {
            return check_walked::<T, R, L, BOUNCES>(checker, at, owner, index, state);
        };
        if const { FirstField::<T, R>::is_fixed::<L>() } {
            // (`check_all`, or the check of the head, has found the static part to be within the input.)
            let fixed = L::fixed_offset(state);
            if R::IS_EXTENSIBLE
                && let Err(failed) = L::check_fixed(checker, state, size)
            {
                return Err(checker.within_field(owner, index, failed));
            }
            if const { !Sizes::<ShapeOf<T>, L>::ALL_VALID }
                && let Err(failed) = <ShapeOf<T> as Shape>::check_present::<L>(checker, fixed)
            {
                return Err(checker.within_field(owner, index, failed));
            }
            let state = L::move_fixed_offset(L::check_next(state), fixed + size);
            return R::check::<L, PRESENT, BOUNCES>(checker, at, owner, index + 1, state);
        }
        // (Where sizes are written before fields of static size too, a field without a size is checked on its own.)
        let each = const { L::FORMAT.sizes_every_field() };
        let needed = if each { size } else { const { Sizes::<(T, R), L>::RUN } };
        if T::MAY_BE_ABSENT {
            // (Neither the fields before it nor those after it say that it is there.)
            if checker.left(at) < size {
                let failed = checker.unexpected_end(at, size as u64);
                return Err(checker.within_field(owner, index, failed));
            }
        } else if (each || !PRESENT) && checker.left(at) < needed {
            return Err(short_of::<L>(checker, at, const { &Self::SIZE_CLASS }, owner, index));
        }
        if const { !Sizes::<ShapeOf<T>, L>::ALL_VALID }
            && let Err(failed) = <ShapeOf<T> as Shape>::check_present::<L>(checker, at)
        {
            return Err(checker.within_field(owner, index, failed));
        }
        R::check::<L, true, BOUNCES>(checker, at + size, owner, index + 1, L::check_next(state))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout, const BOUNCES: bool>(field: FieldPos<L>) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises valid fields, which `enter` and `jump` require, except for those that are absent.
        unsafe {
            if is_absent::<T, R, L>(field) {
                return R::skip::<L, BOUNCES>(field);
            }
            if FirstField::<T, R>::IS_LAST && const { FirstField::<T, R>::size::<L>().is_none() } {
                if const { FirstField::<T, R>::is_sized::<L>() }
                    && let Some((_, end)) = L::span_sized(field.1)
                {
                    return Bounce::End(end);
                }
                let value = enter::<T, R, L>(field);
                if BOUNCES && <ShapeOf<T> as Shape>::NESTS {
                    return Bounce::Continue(value, SkipFn::of::<ShapeOf<T>>());
                }
                return <ShapeOf<T> as Shape>::skip::<L>(value);
            }
            R::skip::<L, BOUNCES>(jump::<T, R, L>(field))
        }
    }

    #[inline]
    unsafe fn visit<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
        field: FieldPos<L>,
        visiting: &mut Visiting<'_, 'a, L, G, V>,
        levels: Levels,
    ) -> Visited<'a, L, G, V> {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { visit_fields::<T, R, L, G, V>(field, visiting, levels) }
    }

    unsafe fn compare<L: Layout>(left: FieldPos<L>, right: FieldPos<L>) -> Comparison<L> {
        if T::MAY_BE_ABSENT {
            // SAFETY: the fields, or their end, are stored at this position; if the field is present, it is valid.
            unsafe {
                match (is_absent::<T, R, L>(left), is_absent::<T, R, L>(right)) {
                    (true, true) => return R::compare::<L>(left, right),
                    (true, false) => {
                        let (order, right) = compare_to_default::<T, R, L>(right);
                        return match order {
                            Ordering::Equal => R::compare::<L>(left, right),
                            order => Comparison::Differ(order.reverse()),
                        };
                    }
                    (false, true) => {
                        let (order, left) = compare_to_default::<T, R, L>(left);
                        return match order {
                            Ordering::Equal => R::compare::<L>(left, right),
                            order => Comparison::Differ(order),
                        };
                    }
                    (false, false) => {}
                }
            }
        }
        // SAFETY: the caller promises valid fields of both values, which `enter` requires.
        unsafe {
            let (a, b) = (enter::<T, R, L>(left), enter::<T, R, L>(right));
            if const { FirstField::<T, R>::is_end::<L>() } {
                let (left, right) = (L::last(left.0, a), L::last(right.0, b));
                if <ShapeOf<T> as Shape>::TRAMPOLINED {
                    return Comparison::Continue(left, right, CompareFn(<ShapeOf<T> as Shape>::compare::<L>));
                }
                return <ShapeOf<T> as Shape>::compare::<L>(left, right);
            }
            match compare_values::<ShapeOf<T>, L>(a, b) {
                Ok((a, b)) => R::compare::<L>(after::<T, R, L>(left, a), after::<T, R, L>(right, b)),
                Err(order) => Comparison::Differ(order),
            }
        }
    }

    unsafe fn sort_key<L: Layout>(field: FieldPos<L>, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises valid fields, which `enter` and `push` require.
        unsafe {
            if is_absent::<T, R, L>(field) {
                out.push_default(T::default_sort_key::<L>);
                return R::sort_key::<L>(field, out);
            }
            let pos = enter::<T, R, L>(field);
            if const { FirstField::<T, R>::is_end::<L>() } {
                let pos = L::last(field.0, pos);
                if <ShapeOf<T> as Shape>::TRAMPOLINED {
                    return Bounce::Continue(pos, SortKeyFn(<ShapeOf<T> as Shape>::sort_key::<L>));
                }
                return <ShapeOf<T> as Shape>::sort_key::<L>(pos, out);
            }
            let end = sort_key::push::<ShapeOf<T>, L>(pos, out);
            R::sort_key::<L>(after::<T, R, L>(field, end), out)
        }
    }

    fn require_key() {
        mention(<ShapeOf<T> as Shape>::require_key);
        mention(R::require_key);
    }

    #[inline]
    unsafe fn convert<L: Layout, M: Layout>(
        from: FieldPos<L>,
        writer: &mut ValueWriter,
        to: FieldPlace,
        budget: Budget,
    ) -> Converted<L, M> {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { convert_fields::<T, R, L, M>(from, writer, to, budget) }
    }

    fn describe(to: &mut Describer, names: &'static [&'static str], index: usize) {
        to.field::<T>(names, index);
        R::describe(to, names, index + 1);
    }
}

/// Compares the first field of `(T, R)` with its default, for a value in which it is absent. Returns the order, and the
/// fields after the first one.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`, and the first one is present.
#[cold]
unsafe fn compare_to_default<T: Field, R: List, L: Layout>(field: FieldPos<L>) -> (Ordering, FieldPos<L>) {
    let (mut this, mut default) = (SortKeyBuf::new(), SortKeyBuf::new());
    // SAFETY: the caller promises the field.
    let others = unsafe {
        let end = sort_key::push::<ShapeOf<T>, L>(enter::<T, R, L>(field), &mut this);
        after::<T, R, L>(field, end)
    };
    T::default_sort_key::<L>(&mut default);
    (this.as_bytes().cmp(default.as_bytes()), others)
}
