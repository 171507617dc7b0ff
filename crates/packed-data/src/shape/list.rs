//! Lists of fields, as types: `(A, (B, ()))`.

use core::cmp::Ordering;

use super::charge::nested_stack;
use super::check::Checked;
use super::check_field::{check_walked, is_level, short_of};
use super::describe::Describer;
use super::first_field::{FirstField, enter, jump};
use super::size_class::is_walked;
use super::{
    Bounce, CompareFn, Comparison, Field, FieldPos, Shape, ShapeOf, SizeClass, Sizes, SkipFn, SortKeyBuf, SortKeyFn,
    compare_values, sort_key,
};
use crate::layout::Layout;
use crate::wire::checker::{Checker, Owner};

/// A list of fields, as a type: `()`, or `(T, R)` with `T` a field and `R` the list of the others.
///
/// # Safety
///
/// Implementations are the library's own: `check` accepts exactly what the readers rely on.
pub unsafe trait List: Sized {
    /// What is known of the size of all of them.
    const SIZE_CLASS: SizeClass;
    /// How many there are.
    const LEN: u32;
    /// How many of them are always there.
    const REQUIRED: u32;
    /// Whether it is one field, any item of CBOR.
    const IS_RAW: bool = false;
    /// Whether every bit pattern of their static size is valid, but for the tags of structs.
    const ALL_VALID: bool;
    /// Whether each of them is [`Shape::FLAT`].
    const FLAT: bool;
    /// How many bytes owned values of them take in memory, together.
    const SIZE: usize;
    /// How many bytes of stack those are charged that are no levels of their own: the most of them.
    const INNER: usize;

    /// Checks all fields of a struct or constructor; as [`check`](Self::check).
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_all<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        owner: Owner,
        state: L::FieldState,
    ) -> Checked {
        L::check_count(checker, state, at, Self::REQUIRED)?;
        Self::check::<L, PRESENT, BOUNCES>(checker, at, owner, 0, state)
    }

    /// Checks the fields of a constructor from field `index` on. `PRESENT` says that the bytes of the
    /// leading fields of static size are known to be there; `BOUNCES` that a last field that nests is left to the loop.
    ///
    /// The constructors of enums leave it to the loop, structs do not: so a struct and the enum at its end are one
    /// bounce, and no type recurs within a bounce, for none recurs without an enum.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong.
    fn check<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        owner: Owner,
        index: u32,
        state: L::FieldState,
    ) -> Checked;

    /// Finds the field and the offset at which `left` bytes run out among the leading fields of static size.
    fn shortage<L: Layout>(left: usize, index: u32) -> (u32, usize, usize);

    /// Steps over the fields, but for the rest, as `check`.
    ///
    /// # Safety
    ///
    /// Valid fields stand at `pos`.
    unsafe fn skip<L: Layout, const BOUNCES: bool>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>>;

    /// Compares the fields, but for the rest.
    ///
    /// # Safety
    ///
    /// Valid fields stand at both places.
    unsafe fn compare<L: Layout>(left: FieldPos<L>, right: FieldPos<L>) -> Comparison<L>;

    /// Appends the sort keys of the fields, but for the rest.
    ///
    /// # Safety
    ///
    /// Valid fields stand at the place.
    unsafe fn sort_key<L: Layout>(field: FieldPos<L>, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>>;

    /// Says each field from field `index` on: for the fingerprint.
    fn describe(to: &mut Describer, names: &'static [&'static str], index: usize);
}

// SAFETY: no fields, no bytes, nothing to rely on.
unsafe impl List for () {
    const SIZE_CLASS: SizeClass = SizeClass::Unit;
    const LEN: u32 = 0;
    const REQUIRED: u32 = 0;
    const ALL_VALID: bool = true;
    const FLAT: bool = true;
    const SIZE: usize = 0;
    const INNER: usize = 0;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        _: Owner,
        _: u32,
        state: L::FieldState,
    ) -> Checked {
        L::check_leave(checker, state, at).map(Bounce::End)
    }

    fn shortage<L: Layout>(_: usize, index: u32) -> (u32, usize, usize) {
        (index, 0, 0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout, const BOUNCES: bool>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        Bounce::End(pos)
    }

    unsafe fn compare<L: Layout>((from, left): FieldPos<L>, (to, right): FieldPos<L>) -> Comparison<L> {
        // SAFETY: all fields of both end there.
        unsafe { Comparison::Equal(L::leave(from, left), L::leave(to, right)) }
    }

    unsafe fn sort_key<L: Layout>((state, pos): FieldPos<L>, _: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: all fields end there.
        Bounce::End(unsafe { L::leave(state, pos) })
    }

    fn describe(_: &mut Describer, _: &'static [&'static str], _: usize) {}
}

/// The list without fields: all of them are read, or filled.
#[diagnostic::on_unimplemented(
    message = "it is not done: the fields `{Self}` are left",
    label = "the fields `{Self}` come before this",
    note = "a field still to be read is the next of `read()`, `with(...)`, `unpack(...)` or `skip()`",
    note = "a field still to be filled is the next of `put(...)` or `with(...)`"
)]
pub trait Empty: List + empty::Sealed {}

impl Empty for () {}

/// One list has no fields.
mod empty {
    /// Implemented for `()`.
    pub trait Sealed {}

    impl Sealed for () {}
}

// SAFETY: each field is checked by its own shape, at the place where `enter` and `jump` look for it.
unsafe impl<T: Field, R: List> List for (T, R) {
    const SIZE_CLASS: SizeClass = SizeClass::Cons(&<ShapeOf<T> as Shape>::SIZE_CLASS, &R::SIZE_CLASS);
    const LEN: u32 = 1 + R::LEN;
    const REQUIRED: u32 = {
        assert!(
            !T::MAY_BE_ABSENT || R::REQUIRED == 0,
            "what stands after a field that may be absent may be absent too"
        );
        if T::MAY_BE_ABSENT { 0 } else { 1 + R::REQUIRED }
    };
    const IS_RAW: bool = Self::LEN == 1 && <ShapeOf<T> as Shape>::IS_RAW;
    const ALL_VALID: bool = <ShapeOf<T> as Shape>::ALL_VALID && R::ALL_VALID;
    const SIZE: usize = T::SIZE.saturating_add(R::SIZE);
    const INNER: usize = {
        let is_own_level = !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>();
        let first = if is_own_level { 0 } else { nested_stack::<T>() };
        if first > R::INNER { first } else { R::INNER }
    };
    // A field that must be walked is a level of nesting, but for the last.
    const FLAT: bool = <ShapeOf<T> as Shape>::FLAT
        && R::FLAT
        && (FirstField::<T, R>::IS_LAST || !is_walked(&<ShapeOf<T> as Shape>::SIZE_CLASS));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout, const PRESENT: bool, const BOUNCES: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        owner: Owner,
        index: u32,
        state: L::FieldState,
    ) -> Checked {
        const { FirstField::<T, R>::require_countable::<L>() };
        if T::MAY_BE_ABSENT && L::check_absent(checker, state, at) {
            // An equal value may have the field.
            checker.is_shortest = false;
            return R::check::<L, false, BOUNCES>(checker, at, owner, index + 1, state);
        }
        let at = match const { FirstField::<T, R>::tag::<L>() } {
            Some(tag) => L::check_tag(checker, at, tag).map_err(|failed| checker.within_field(owner, index, failed))?,
            None => at,
        };
        let Some(size) = (const { FirstField::<T, R>::size::<L>() }) else {
            return check_walked::<T, R, L, BOUNCES>(checker, at, owner, index, state);
        };
        // (Where sizes stand before fields, those before which none does are each looked for.)
        let each = const { L::FORMAT.sizes_every_field() };
        let needed = if each { size } else { const { Sizes::<(T, R), L>::RUN } };
        if (each || !PRESENT) && checker.left(at) < needed {
            return Err(short_of::<(T, R), L>(checker, at, owner, index));
        }
        if const { !Sizes::<ShapeOf<T>, L>::ALL_VALID } {
            <ShapeOf<T> as Shape>::check_present::<L>(checker, at)
                .map_err(|failed| checker.within_field(owner, index, failed))?;
        }
        R::check::<L, true, BOUNCES>(checker, at + size, owner, index + 1, L::next_field(state))
    }

    fn shortage<L: Layout>(left: usize, index: u32) -> (u32, usize, usize) {
        match const { FirstField::<T, R>::size::<L>() } {
            Some(size) if size <= left => {
                let (index, before, needed) = R::shortage::<L>(left - size, index + 1);
                (index, before + size, needed)
            }
            size => (index, 0, size.unwrap_or(1)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout, const BOUNCES: bool>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises the fields; `enter` and `jump` are given valid ones.
        unsafe {
            if FirstField::<T, R>::IS_LAST && const { FirstField::<T, R>::size::<L>().is_none() } {
                if const { FirstField::<T, R>::is_sized::<L>() }
                    && let Some((_, end)) = L::span_sized(pos)
                {
                    return Bounce::End(end);
                }
                let value = enter::<T, R, L>(pos);
                if BOUNCES && <ShapeOf<T> as Shape>::NESTS {
                    return Bounce::Continue(value, SkipFn::of::<ShapeOf<T>>());
                }
                return <ShapeOf<T> as Shape>::skip::<L>(value);
            }
            R::skip::<L, BOUNCES>(jump::<T, R, L>(pos))
        }
    }

    unsafe fn compare<L: Layout>((from, left): FieldPos<L>, (to, right): FieldPos<L>) -> Comparison<L> {
        if T::MAY_BE_ABSENT {
            // SAFETY: fields, or the end of them, stand there; where the field is present, it is a valid one.
            unsafe {
                match (L::is_absent(from, left), L::is_absent(to, right)) {
                    (true, true) => return R::compare::<L>((from, left), (to, right)),
                    (true, false) => {
                        let (order, right) = compare_to_default::<T, R, L>(right);
                        return match order {
                            Ordering::Equal => R::compare::<L>((from, left), (L::next_field(to), right)),
                            order => Comparison::Differ(order.reverse()),
                        };
                    }
                    (false, true) => {
                        let (order, left) = compare_to_default::<T, R, L>(left);
                        return match order {
                            Ordering::Equal => R::compare::<L>((L::next_field(from), left), (to, right)),
                            order => Comparison::Differ(order),
                        };
                    }
                    (false, false) => {}
                }
            }
        }
        // SAFETY: the caller promises the fields of both; `enter` is given valid ones.
        unsafe {
            let (left, right) = (enter::<T, R, L>(left), enter::<T, R, L>(right));
            if FirstField::<T, R>::IS_LAST {
                let (left, right) = (L::last(from, left), L::last(to, right));
                if <ShapeOf<T> as Shape>::TRAMPOLINED {
                    return Comparison::Continue(left, right, CompareFn(<ShapeOf<T> as Shape>::compare::<L>));
                }
                return <ShapeOf<T> as Shape>::compare::<L>(left, right);
            }
            match compare_values::<ShapeOf<T>, L>(left, right) {
                Ok((left, right)) => R::compare::<L>((L::next_field(from), left), (L::next_field(to), right)),
                Err(order) => Comparison::Differ(order),
            }
        }
    }

    unsafe fn sort_key<L: Layout>((state, pos): FieldPos<L>, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises the fields; `enter` and `push` are called for valid ones.
        unsafe {
            if T::MAY_BE_ABSENT && L::is_absent(state, pos) {
                out.push_default(T::default_sort_key::<L>);
                return R::sort_key::<L>((state, pos), out);
            }
            let pos = enter::<T, R, L>(pos);
            if FirstField::<T, R>::IS_LAST {
                let pos = L::last(state, pos);
                if <ShapeOf<T> as Shape>::TRAMPOLINED {
                    return Bounce::Continue(pos, SortKeyFn(<ShapeOf<T> as Shape>::sort_key::<L>));
                }
                return <ShapeOf<T> as Shape>::sort_key::<L>(pos, out);
            }
            let pos = sort_key::push::<ShapeOf<T>, L>(pos, out);
            R::sort_key::<L>((L::next_field(state), pos), out)
        }
    }

    fn describe(to: &mut Describer, names: &'static [&'static str], index: usize) {
        to.field::<ShapeOf<T>>(names, index);
        R::describe(to, names, index + 1);
    }
}

/// Compares the first field of `(T, R)` with the default that it has where it is absent; returns the order, and the
/// position of the second field.
///
/// # Safety
///
/// Valid fields `(T, R)`, the first one present, stand at `pos`.
#[cold]
unsafe fn compare_to_default<T: Field, R: List, L: Layout>(pos: L::Pos) -> (Ordering, L::Pos) {
    let (mut this, mut default) = (SortKeyBuf::new(), SortKeyBuf::new());
    // SAFETY: the caller promises the field.
    let end = unsafe { sort_key::push::<ShapeOf<T>, L>(enter::<T, R, L>(pos), &mut this) };
    T::default_sort_key::<L>(&mut default);
    (this.as_bytes().cmp(default.as_bytes()), end)
}
