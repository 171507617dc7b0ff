//! Lists of fields, as types `(A, (B, ()))`: how they are checked, skipped and compared.

use super::charge::nested_stack;
use super::check::Checked;
use super::check_field::{check_fixed, check_walked, is_level, short_of};
use super::first_field::{FirstField, enter, is_absent, jump};
use super::operation::ListOp;
use super::schema::{FieldSchema, FieldSchemas, FieldsSchema};
use super::size_class::is_walked;
use super::{Bounce, Field, FieldPos, Shape, ShapeOf, SizeClass, Sizes, SkipFn};
use crate::layout::{CheckerOf, Frame, Layout};
use crate::wire::checker::Owner;

/// A list of fields, as a type: `()`, or `(T, R)` where `T` is a field and `R` the list of the others.
///
/// # Safety
///
/// Only the library implements this trait. `check` accepts exactly the bytes that the readers rely on.
pub unsafe trait List: Sized {
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
    fn check_all<L: Layout, const LEADING: bool, const LAST: bool>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        owner: Owner,
        state: L::FieldCheck,
    ) -> Checked<L> {
        L::check_count(checker, state, at, Self::REQUIRED)?;
        if const { Sizes::<Self, L>::ENDS_BY_HEAD } {
            // (The head states how long the static part is, and has been checked.)
            return Self::check::<L, UNMEASURED, LAST>(checker, state.static_end(at), owner, 0, state);
        }
        let part = const { Sizes::<Self, L>::STATIC_PART };
        if const { LEADING == UNMEASURED && Sizes::<Self, L>::STATIC_PART > 0 } && checker.left(at) < part {
            return Err(short_of::<L>(checker, at, const { &Self::SIZE_CLASS }, owner, 0));
        }
        Self::check::<L, LEADING, LAST>(checker, at + part, owner, 0, state)
    }

    /// Checks the fields of a constructor from field `index` on. `LEADING` is [`PRESENT`] or [`UNMEASURED`], `LAST` is
    /// [`LEAVES_LAST`] or [`WITH_LAST`].
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where.
    #[doc(hidden)]
    fn check<L: Layout, const LEADING: bool, const LAST: bool>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        owner: Owner,
        index: u32,
        state: L::FieldCheck,
    ) -> Checked<L>;

    /// Skips the fields, as one bounce. `LAST` as for [`check`](Self::check).
    ///
    /// # Safety
    ///
    /// Valid fields of this list are stored at `field`.
    #[doc(hidden)]
    unsafe fn skip<L: Layout, const LAST: bool>(field: FieldPos<L>) -> Bounce<L::Pos, SkipFn<L>>;

    /// Calls `op` with the first field, or with the end of the list.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for these fields.
    #[doc(hidden)]
    unsafe fn walk<O: ListOp>(op: O) -> O::Output;
}

/// An argument of [`List::check`]: the leading fields of static size are known to be within the input.
pub(super) const PRESENT: bool = true;
/// An argument of [`List::check`]: it is not known whether the next fields are within the input.
pub(super) const UNMEASURED: bool = false;

/// An argument of [`List::check`] and [`List::skip`]: a last field that nests is left to the trampoline. Constructors
/// of enums leave it, structs do not. So a struct and the enum at its end are one bounce. No type recurs within a
/// bounce, because every recursive type contains an enum.
pub(super) const LEAVES_LAST: bool = true;
/// An argument of [`List::check`] and [`List::skip`]: the last field is part of the bounce.
pub(super) const WITH_LAST: bool = false;

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
            fn check<L: Layout, const LEADING: bool, const LAST: bool>(
                checker: &mut CheckerOf<'_, L>,
                at: usize,
                _: Owner,
                _: u32,
                state: L::FieldCheck,
            ) -> Checked<L> {
                L::check_leave(checker, state, at).map(Bounce::End)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn skip<L: Layout, const LAST: bool>((state, pos): FieldPos<L>) -> Bounce<L::Pos, SkipFn<L>> {
                // SAFETY: there are no more fields, so all fields end at this position.
                Bounce::End(unsafe { L::leave::<Self>(state, pos) })
            }

            #[inline(always)]
            unsafe fn walk<O: ListOp>(op: O) -> O::Output {
                // SAFETY: the caller's promise is passed on unchanged.
                unsafe { op.end::<Self>() }
            }
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
    fn check<L: Layout, const LEADING: bool, const LAST: bool>(
        checker: &mut CheckerOf<'_, L>,
        at: usize,
        owner: Owner,
        index: u32,
        state: L::FieldCheck,
    ) -> Checked<L> {
        const { FirstField::<T, R>::require_countable::<L>() };
        if T::MAY_BE_ABSENT {
            match L::check_absent::<T, R>(checker, state, at, index) {
                Ok(Some(state)) => return R::check::<L, UNMEASURED, LAST>(checker, at, owner, index + 1, state),
                Ok(None) => {}
                Err(failed) => return Err(checker.within_field(owner, index, failed)),
            }
        }
        let at = if const { FirstField::<T, R>::tag::<L>().is_some() } {
            match L::check_tag(checker, at, const { FirstField::<T, R>::tag_or_0::<L>() }) {
                Ok(at) => at,
                Err(failed) => return Err(checker.within_field(owner, index, failed)),
            }
        } else {
            at
        };
        if const { FirstField::<T, R>::size::<L>().is_none() } {
            return check_walked::<T, R, L, LAST>(checker, at, owner, index, state);
        }
        let size = const { FirstField::<T, R>::size_or_0::<L>() };
        if const { FirstField::<T, R>::is_fixed::<L>() } {
            // (`check_all`, or the check of the head, has found the static part to be within the input.)
            let fixed = state.fixed();
            if R::IS_EXTENSIBLE
                && let Err(failed) = check_fixed::<L>(checker, state, size)
            {
                return Err(checker.within_field(owner, index, failed));
            }
            if const { !Sizes::<ShapeOf<T>, L>::ALL_VALID }
                && let Err(failed) = <ShapeOf<T> as Shape>::check_present::<L>(checker, fixed)
            {
                return Err(checker.within_field(owner, index, failed));
            }
            let state = state.next_field().with_fixed(fixed + size);
            return R::check::<L, LEADING, LAST>(checker, at, owner, index + 1, state);
        }
        // (Where sizes are written before fields of static size too, a field without a size is checked on its own.)
        let needed = if const { L::FORMAT.sizes_every_field() } { size } else { const { Sizes::<(T, R), L>::RUN } };
        if T::MAY_BE_ABSENT {
            // (Neither the fields before it nor those after it say that it is there.)
            if checker.left(at) < size {
                let failed = checker.unexpected_end(at, size as u64);
                return Err(checker.within_field(owner, index, failed));
            }
        } else if const { L::FORMAT.sizes_every_field() || LEADING == UNMEASURED } && checker.left(at) < needed {
            return Err(short_of::<L>(checker, at, const { &Self::SIZE_CLASS }, owner, index));
        }
        if const { !Sizes::<ShapeOf<T>, L>::ALL_VALID }
            && let Err(failed) = <ShapeOf<T> as Shape>::check_present::<L>(checker, at)
        {
            return Err(checker.within_field(owner, index, failed));
        }
        R::check::<L, PRESENT, LAST>(checker, at + size, owner, index + 1, state.next_field())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout, const LAST: bool>(field: FieldPos<L>) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises valid fields, which `enter` and `jump` require, except for those that are absent.
        unsafe {
            if const { T::MAY_BE_ABSENT } && is_absent::<T, R, L>(field) {
                return R::skip::<L, LAST>(field);
            }
            if const { FirstField::<T, R>::IS_LAST && FirstField::<T, R>::size::<L>().is_none() } {
                if const { FirstField::<T, R>::is_sized::<L>() }
                    && let Some((_, end)) = L::span_sized(field.1)
                {
                    return Bounce::End(end);
                }
                let value = enter::<T, R, L>(field);
                if const { LAST == LEAVES_LAST && <ShapeOf<T> as Shape>::NESTS } {
                    return Bounce::Continue(value, SkipFn::of::<ShapeOf<T>>());
                }
                return <ShapeOf<T> as Shape>::skip::<L>(value);
            }
            R::skip::<L, LAST>(jump::<T, R, L>(field))
        }
    }

    #[inline(always)]
    unsafe fn walk<O: ListOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.first::<T, R>() }
    }
}
