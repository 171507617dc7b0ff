//! Lists of fields, as types: `(A, (B, ()))`.

use core::cmp::Ordering;
use core::marker::PhantomData;

use super::form::is_walked;
use super::{
    CheckStep, CompareStep, Comparison, Form, Of, Place, Shape, SkipStep, SortKeyBuf, SortKeyStep, Step, check_in_loop,
    check_whole, compare_whole, skip_whole, sort_key,
};
use crate::error::Names;
use crate::fingerprint::Describer;
use crate::layout::{Access, Layout};
use crate::levels::{level_stack, nested_stack};
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::Packed;
use crate::validate::{Checked, Checker, Failed};

/// What may stand in a list of fields: any [`Packable`] type, or one of the markers that say how it is
/// to be treated there.
///
/// The trait is sealed: how a field may be accessed is nothing that other code can claim.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field",
    label = "not a field",
    note = "a field with `#[packable(default)]` needs a type that implements `Default`"
)]
pub trait Field: sealed::Sealed {
    /// The type whose cursor stands before this field.
    type Of: Packable<As = Self::Of> + ?Sized;
    /// How the field may be accessed when the whole is accessed by `L`.
    type Access<L: Access>: Access<Layout = L::Layout>;
    /// What a view of the field gives.
    type View<'a, L: Access>;
    /// Whether no layout puts its size before it.
    const BARE: bool = false;
    /// Whether it is a key of a set or map.
    const IS_KEY: bool = false;
    /// How many bytes an owned value takes in memory.
    const SIZE: usize;
    /// Whether it may be absent, because an older version of the type wrote the whole.
    const MAY_BE_ABSENT: bool = false;
    /// The tag of CBOR that must stand before it.
    const TAG: Option<u64> = None;

    /// Makes the view.
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, Self::Access<L>>) -> Self::View<'a, L>;

    /// Appends the sort key of the default that the field has where it is absent. Two keys of a map of which one has the
    /// field absent and the other its default are one key, as the owned keys are.
    #[doc(hidden)]
    fn default_sort_key<L: Layout>(_: &mut SortKeyBuf) {}
}

impl<T: Packable> sealed::Sealed for T {}

impl<T: Packable> Field for T {
    type Of = T::As;
    type Access<L: Access> = L;
    type View<'a, L: Access> = T::View<'a, L>;
    const SIZE: usize = size_of::<T>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, L>) -> Self::View<'a, L> {
        T::view(view)
    }
}

/// A field that may be read but not edited: a key, whose order the others rely on.
pub struct Frozen<T>(PhantomData<T>);

impl<T: Packable> sealed::Sealed for Frozen<T> {}

impl<T: Packable> Field for Frozen<T> {
    type Of = T::As;
    type Access<L: Access> = L::Layout;
    type View<'a, L: Access> = T::View<'a, L::Layout>;
    const IS_KEY: bool = true;
    const SIZE: usize = size_of::<T>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, L::Layout>) -> Self::View<'a, L> {
        T::view(view)
    }
}

/// A field before which no layout puts its size: that of an `Option` or a `Result`, which the Haskell library has
/// without sizes whatever the type around them.
pub struct Bare<T>(PhantomData<T>);

impl<T: Packable> sealed::Sealed for Bare<T> {}

impl<T: Packable> Field for Bare<T> {
    type Of = T::As;
    type Access<L: Access> = L;
    type View<'a, L: Access> = T::View<'a, L>;
    const SIZE: usize = size_of::<T>();
    const BARE: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, L>) -> Self::View<'a, L> {
        T::view(view)
    }
}

/// A field that an older version of the type did not have: it may be absent, and has its default then. For the derive,
/// where it is marked `#[packable(default)]`. The fields after it are of this kind too:
///
/// ```compile_fail,E0080
/// use packed_data::shape::{Defaulted, Named, Struct};
/// use packed_data::{Access, Cbor, Constructor, Layout, Names, Needs, Packable, Packed, View, Written};
///
/// struct Gap;
///
/// impl Named for Gap {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
/// }
///
/// impl Packable for Gap {
///     type As = Self;
///     type Shape = Struct<Self, (Defaulted<u8>, (String, ()))>;
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&1).put("text").done().into()
///     }
/// }
///
/// _ = Packed::<Gap, Cbor, _>::from_bytes(&[0x81, 0][..]);
/// ```
pub struct Defaulted<T>(PhantomData<T>);

impl<T: Packable> sealed::Sealed for Defaulted<T> {}

impl<T: Packable + Default> Field for Defaulted<T> {
    type Of = T::As;
    type Access<L: Access> = L;
    type View<'a, L: Access> = T::View<'a, L>;
    const SIZE: usize = size_of::<T>();
    const MAY_BE_ABSENT: bool = true;

    fn default_sort_key<L: Layout>(out: &mut SortKeyBuf) {
        // (A default beyond the default limits could not be packed either: it sorts before all values.)
        if let Ok(packed) = Packed::<T, L>::try_pack(&T::default(), &Limits::DEFAULT) {
            // SAFETY: a valid value begins where the bytes of a `Packed` do.
            unsafe { sort_key::push::<<T::As as Packable>::Shape, L>(L::at(packed.as_bytes(), 0), out) };
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, L>) -> Self::View<'a, L> {
        T::view(view)
    }
}

/// A field before which a tag of CBOR must stand. For the derive, where it is marked `#[packable(cbor_tag = n)]`.
///
/// The tags 2 and 3 are refused. They mark integers that are written as byte strings (RFC 8949, section 3.4.3), and
/// [`to_deterministic`](crate::cbor::to_deterministic) makes integers of those:
///
/// ```compile_fail,E0080
/// use packed_data::shape::{Named, Struct, Tagged};
/// use packed_data::{Access, Cbor, Constructor, Layout, Names, Needs, Packable, Packed, View, Written};
///
/// struct Large;
///
/// impl Named for Large {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
/// }
///
/// impl Packable for Large {
///     type As = Self;
///     type Shape = Struct<Self, (Tagged<Vec<u8>, 2>, ())>;
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&[1_u8][..]).done().into()
///     }
/// }
///
/// _ = Packed::<Large, Cbor, _>::from_bytes(&[0x82, 0, 0xC2, 0x41, 1][..]);
/// ```
pub struct Tagged<T, const TAG: u64>(PhantomData<T>);

impl<T: Packable, const TAG: u64> sealed::Sealed for Tagged<T, TAG> {}

impl<T: Packable, const TAG: u64> Field for Tagged<T, TAG> {
    type Of = T::As;
    type Access<L: Access> = L;
    type View<'a, L: Access> = T::View<'a, L>;
    const SIZE: usize = size_of::<T>();
    const TAG: Option<u64> = {
        assert!(
            TAG != 2 && TAG != 3,
            "the tags 2 and 3 mark integers that are written as byte strings: use an integer type, without a tag"
        );
        Some(TAG)
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, L>) -> Self::View<'a, L> {
        T::view(view)
    }
}

/// A field that is always there.
#[diagnostic::on_unimplemented(
    message = "the field `{Self}` may be absent",
    label = "a field with `#[packable(default)]`, which an older version of the type did not write",
    note = "ask first: `match fields.present() {{ Ok(fields) => ..., Err(others) => ... }}`",
    note = "`unpack(...)` and `skip()` need not ask; `read()`, of a scalar, and `read_or(...)` give the default"
)]
pub trait Present: Field {}

impl<T: Packable> Present for T {}
impl<T: Packable> Present for Frozen<T> {}
impl<T: Packable> Present for Bare<T> {}
impl<T: Packable, const TAG: u64> Present for Tagged<T, TAG> {}

/// The shape of a field.
pub type ShapeOf<T> = <<T as Field>::Of as Packable>::Shape;

/// A list of fields, as a type: `()`, or `(T, R)` with `T` a field and `R` the list of the others.
///
/// # Safety
///
/// Implementations are the library's own: `check` accepts exactly what the readers rely on.
pub unsafe trait List: Sized {
    /// What is known of the size of all of them.
    const FORM: Form;
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
    fn check_all<L: Layout, const PRESENT: bool, const LOOP: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        owner: Owner,
        frame: L::Frame,
    ) -> Checked {
        L::check_count(checker, frame, at, Self::REQUIRED)?;
        Self::check::<L, PRESENT, LOOP>(checker, at, owner, 0, frame)
    }

    /// Checks the fields of a constructor from field `index` on. `PRESENT` says that the bytes of the
    /// leading fields of static size are known to be there; `LOOP` that a last field that nests is left to the loop.
    ///
    /// The constructors of enums leave it to the loop, structs do not: so a struct and the enum at its end are one
    /// step, and no type recurs within a step, for none recurs without an enum.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong.
    fn check<L: Layout, const PRESENT: bool, const LOOP: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        owner: Owner,
        index: u32,
        frame: L::Frame,
    ) -> Checked;

    /// Finds the field and the offset at which `left` bytes run out among the leading fields of static size.
    fn shortage<L: Layout>(left: usize, index: u32) -> (u32, usize, usize);

    /// Steps over the fields, but for the rest, as `check`.
    ///
    /// # Safety
    ///
    /// Valid fields stand at `pos`.
    unsafe fn skip<L: Layout, const LOOP: bool>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>>;

    /// Compares the fields, but for the rest.
    ///
    /// # Safety
    ///
    /// Valid fields stand at both places.
    unsafe fn compare<L: Layout>(left: Place<L>, right: Place<L>) -> Comparison<L>;

    /// Appends the sort keys of the fields, but for the rest.
    ///
    /// # Safety
    ///
    /// Valid fields stand at the place.
    unsafe fn sort_key<L: Layout>(place: Place<L>, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>>;

    /// Says each field from field `index` on: for the fingerprint.
    fn describe(to: &mut Describer, names: &'static [&'static str], index: usize);
}

/// Whose fields are checked: for error messages.
#[derive(Clone, Copy)]
pub struct Owner {
    /// The names of the type.
    pub(crate) names: &'static Names,
    /// Which of its constructors.
    pub(crate) constructor: u32,
}

// SAFETY: no fields, no bytes, nothing to rely on.
unsafe impl List for () {
    const FORM: Form = Form::Unit;
    const LEN: u32 = 0;
    const REQUIRED: u32 = 0;
    const ALL_VALID: bool = true;
    const FLAT: bool = true;
    const SIZE: usize = 0;
    const INNER: usize = 0;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout, const PRESENT: bool, const LOOP: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        _: Owner,
        _: u32,
        frame: L::Frame,
    ) -> Checked {
        L::check_leave(checker, frame, at).map(Step::End)
    }

    fn shortage<L: Layout>(_: usize, index: u32) -> (u32, usize, usize) {
        (index, 0, 0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout, const LOOP: bool>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>> {
        Step::End(pos)
    }

    unsafe fn compare<L: Layout>((from, left): Place<L>, (to, right): Place<L>) -> Comparison<L> {
        // SAFETY: all fields of both end there.
        unsafe { Comparison::Equal(L::leave(from, left), L::leave(to, right)) }
    }

    unsafe fn sort_key<L: Layout>((frame, pos): Place<L>, _: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>> {
        // SAFETY: all fields end there.
        Step::End(unsafe { L::leave(frame, pos) })
    }

    fn describe(_: &mut Describer, _: &'static [&'static str], _: usize) {}
}

impl<T: Field, R: List> Pair<T, R> {
    /// Whether the field is the last.
    pub(crate) const IS_LAST: bool = R::LEN == 0;
}

/// The constants of a non-empty list.
pub(crate) struct Pair<T, R>(PhantomData<(T, R)>);

impl<T: Field, R: List> Pair<T, R> {
    /// Whether a layout puts the field's size before it.
    pub(crate) const fn is_sized<L: Layout>() -> bool {
        !T::BARE && L::FORMAT.is_sized(Of::<ShapeOf<T>, L>::EXTENT, Self::IS_LAST)
    }

    /// The size of the field, if it is static and does not stand before it.
    pub(crate) const fn size<L: Layout>() -> Option<usize> {
        if Self::is_sized::<L>() { None } else { Of::<ShapeOf<T>, L>::SIZE }
    }

    /// The most bytes that the field takes, if that is known, and `Of::ROOM_RUN` counts them: where sizes stand before
    /// fields of static size too, room is asked for by each.
    pub(crate) const fn room<L: Layout>() -> Option<usize> {
        let is_counted = !L::FORMAT.sizes_every_field() && !Self::is_sized::<L>() && Self::tag::<L>().is_none();
        if is_counted { Of::<ShapeOf<T>, L>::ROOM } else { None }
    }

    /// The tag that the layout puts before the field.
    pub(crate) const fn tag<L: Layout>() -> Option<u64> {
        if !L::FORMAT.has_heads {
            return None;
        }
        T::TAG
    }

    /// Refuses, when compiled, a field that may be absent where a layout cannot tell, and one that is not one item where
    /// fields are counted in items.
    pub(crate) const fn require_told<L: Layout>() {
        require_item::<ShapeOf<T>, L>();
        assert!(
            L::FORMAT.has_heads || !T::MAY_BE_ABSENT,
            "this layout does not count fields, so it cannot tell that one with `#[packable(default)]` is absent: use `Cbor`"
        );
    }
}

/// Refuses, when compiled, an entry of a map anywhere but in a map, in a layout where it is two items and all else is
/// one.
pub(crate) const fn require_item<S: Shape, L: Layout>() {
    assert!(
        !L::FORMAT.has_heads || S::STYLE.items() == 1,
        "in CBOR an entry of a map is two items, and stands in nothing but a map: use a tuple of key and value"
    );
}

/// The position of the value of the first field of `(T, R)`.
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn enter<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the field's tag and the layout's size, if any, are before the field.
    unsafe {
        let pos = untag::<T, R, L>(pos);
        if const { Pair::<T, R>::is_sized::<L>() } { L::enter_sized(pos) } else { pos }
    }
}

/// The position of the first field of `(T, R)` after its tag, but before its size.
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn untag<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    match const { Pair::<T, R>::tag::<L>() } {
        // SAFETY: the field's tag stands before the field.
        Some(tag) => unsafe { L::pass_tag(pos, tag) },
        None => pos,
    }
}

/// The position of the second field of `(T, R)`: the layout's way to jump, or a walk.
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the caller's promise.
    unsafe { span::<T, R, L>(pos).1 }
}

/// The position of the value of the first field of `(T, R)`, as [`enter`], and that of the second, as [`jump`].
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn span<T: Field, R: List, L: Layout>(pos: L::Pos) -> (L::Pos, L::Pos) {
    // SAFETY: the field at `pos` is valid, so it has the size that its shape, its prefix or a walk tells.
    unsafe {
        if let Some(size) = const { Pair::<T, R>::size::<L>() } {
            return (pos, L::advance(pos, size));
        }
        if const { Pair::<T, R>::is_sized::<L>() }
            && let Some(span) = L::span_sized(pos)
        {
            return span;
        }
        let start = enter::<T, R, L>(pos);
        (start, skip_whole::<ShapeOf<T>, L>(start))
    }
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
    const FORM: Form = Form::Pair(&<ShapeOf<T> as Shape>::FORM, &R::FORM);
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
        let is_own_level = !Pair::<T, R>::IS_LAST && is_level::<ShapeOf<T>>();
        let first = if is_own_level { 0 } else { nested_stack::<T>() };
        if first > R::INNER { first } else { R::INNER }
    };
    // A field that must be walked is a level of nesting, but for the last.
    const FLAT: bool =
        <ShapeOf<T> as Shape>::FLAT && R::FLAT && (Pair::<T, R>::IS_LAST || !is_walked(&<ShapeOf<T> as Shape>::FORM));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout, const PRESENT: bool, const LOOP: bool>(
        checker: &mut Checker<'_>,
        at: usize,
        owner: Owner,
        index: u32,
        frame: L::Frame,
    ) -> Checked {
        const { Pair::<T, R>::require_told::<L>() };
        if T::MAY_BE_ABSENT && L::check_absent(checker, frame, at) {
            // An equal value may have the field.
            checker.is_shortest = false;
            return R::check::<L, false, LOOP>(checker, at, owner, index + 1, frame);
        }
        let at = match const { Pair::<T, R>::tag::<L>() } {
            Some(tag) => L::check_tag(checker, at, tag).map_err(|failed| checker.within_field(owner, index, failed))?,
            None => at,
        };
        let Some(size) = (const { Pair::<T, R>::size::<L>() }) else {
            return check_walked::<T, R, L, LOOP>(checker, at, owner, index, frame);
        };
        // (Where sizes stand before fields, those before which none does are each looked for.)
        let each = const { L::FORMAT.sizes_every_field() };
        let needed = if each { size } else { const { Of::<(T, R), L>::RUN } };
        if (each || !PRESENT) && checker.left(at) < needed {
            return Err(short_of::<(T, R), L>(checker, at, owner, index));
        }
        if const { !Of::<ShapeOf<T>, L>::ALL_VALID } {
            <ShapeOf<T> as Shape>::check_present::<L>(checker, at)
                .map_err(|failed| checker.within_field(owner, index, failed))?;
        }
        R::check::<L, true, LOOP>(checker, at + size, owner, index + 1, L::passed(frame))
    }

    fn shortage<L: Layout>(left: usize, index: u32) -> (u32, usize, usize) {
        match const { Pair::<T, R>::size::<L>() } {
            Some(size) if size <= left => {
                let (index, before, needed) = R::shortage::<L>(left - size, index + 1);
                (index, before + size, needed)
            }
            size => (index, 0, size.unwrap_or(1)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout, const LOOP: bool>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>> {
        // SAFETY: the caller promises the fields; `enter` and `jump` are given valid ones.
        unsafe {
            if Pair::<T, R>::IS_LAST && const { Pair::<T, R>::size::<L>().is_none() } {
                if const { Pair::<T, R>::is_sized::<L>() }
                    && let Some((_, end)) = L::span_sized(pos)
                {
                    return Step::End(end);
                }
                let value = enter::<T, R, L>(pos);
                if LOOP && <ShapeOf<T> as Shape>::NESTS {
                    return Step::Rest(value, SkipStep::of::<ShapeOf<T>>());
                }
                return <ShapeOf<T> as Shape>::skip::<L>(value);
            }
            R::skip::<L, LOOP>(jump::<T, R, L>(pos))
        }
    }

    unsafe fn compare<L: Layout>((from, left): Place<L>, (to, right): Place<L>) -> Comparison<L> {
        if T::MAY_BE_ABSENT {
            // SAFETY: fields, or the end of them, stand there; where the field is present, it is a valid one.
            unsafe {
                match (L::is_absent(from, left), L::is_absent(to, right)) {
                    (true, true) => return R::compare::<L>((from, left), (to, right)),
                    (true, false) => {
                        let (order, right) = compare_to_default::<T, R, L>(right);
                        return match order {
                            Ordering::Equal => R::compare::<L>((from, left), (L::passed(to), right)),
                            order => Comparison::Differ(order.reverse()),
                        };
                    }
                    (false, true) => {
                        let (order, left) = compare_to_default::<T, R, L>(left);
                        return match order {
                            Ordering::Equal => R::compare::<L>((L::passed(from), left), (to, right)),
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
            if Pair::<T, R>::IS_LAST {
                let (left, right) = (L::last(from, left), L::last(to, right));
                if <ShapeOf<T> as Shape>::LOOPS {
                    return Comparison::Rest(left, right, CompareStep(<ShapeOf<T> as Shape>::compare::<L>));
                }
                return <ShapeOf<T> as Shape>::compare::<L>(left, right);
            }
            match compare_whole::<ShapeOf<T>, L>(left, right) {
                Ok((left, right)) => R::compare::<L>((L::passed(from), left), (L::passed(to), right)),
                Err(order) => Comparison::Differ(order),
            }
        }
    }

    unsafe fn sort_key<L: Layout>((frame, pos): Place<L>, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>> {
        // SAFETY: the caller promises the fields; `enter` and `push` are called for valid ones.
        unsafe {
            if T::MAY_BE_ABSENT && L::is_absent(frame, pos) {
                out.push_default(T::default_sort_key::<L>);
                return R::sort_key::<L>((frame, pos), out);
            }
            let pos = enter::<T, R, L>(pos);
            if Pair::<T, R>::IS_LAST {
                let pos = L::last(frame, pos);
                if <ShapeOf<T> as Shape>::LOOPS {
                    return Step::Rest(pos, SortKeyStep(<ShapeOf<T> as Shape>::sort_key::<L>));
                }
                return <ShapeOf<T> as Shape>::sort_key::<L>(pos, out);
            }
            let pos = sort_key::push::<ShapeOf<T>, L>(pos, out);
            R::sort_key::<L>((L::passed(frame), pos), out)
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

/// Checks a field whose size is not static, then the others.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_walked<T: Field, R: List, L: Layout, const LOOP: bool>(
    checker: &mut Checker<'_>,
    at: usize,
    owner: Owner,
    index: u32,
    frame: L::Frame,
) -> Checked {
    if Pair::<T, R>::IS_LAST {
        let at = if const { L::FORMAT.has_heads || Pair::<T, R>::is_sized::<L>() } {
            L::check_last(checker, frame, at).map_err(|failed| checker.within_field(owner, index, failed))?
        } else {
            at
        };
        if <ShapeOf<T> as Shape>::NESTS {
            checker.enter_last(owner, index);
        }
        if LOOP && <ShapeOf<T> as Shape>::NESTS {
            return Ok(Step::Rest(at, CheckStep(<ShapeOf<T> as Shape>::check::<L>)));
        }
        return <ShapeOf<T> as Shape>::check::<L>(checker, at)
            .map_err(|failed| checker.within_field(owner, index, failed));
    }
    let end = check_sized::<T, R, L>(checker, at).map_err(|failed| checker.within_field(owner, index, failed))?;
    R::check::<L, false, LOOP>(checker, end, owner, index + 1, L::passed(frame))
}

/// Checks a field that is not the last, with its size where the layout puts one before it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_sized<T: Field, R: List, L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    if const { !Pair::<T, R>::is_sized::<L>() } {
        return check_nested::<T, L>(checker, at);
    }
    check_after_size::<L>(checker, at, check_nested::<T, L>)
}

/// Checks a size that the layout puts before a value, then the value by `check`, and that they agree.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn check_after_size<L: Layout>(
    checker: &mut Checker<'_>,
    at: usize,
    check: impl FnOnce(&mut Checker<'_>, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    let (start, stated) = L::check_size(checker, at)?;
    let end = check(checker, start)?;
    checker.require_size(at, stated, end - start)?;
    Ok(end)
}

/// Whether a value of this shape, where it is not a last field, is a level of nesting. (Sequences and arrays count
/// themselves, wherever they stand.)
pub(crate) const fn is_level<S: Shape>() -> bool {
    !matches!(S::FORM, Form::Repeat(..)) && is_walked(&S::FORM)
}

/// Checks a value that is not a last field: one level deeper, if it is a level.
#[inline]
fn check_nested<T: Field, L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    if const { T::IS_KEY && !ShapeOf::<T>::FLAT } {
        let outer = checker.budget;
        checker.enter_key::<ShapeOf<T>>(at)?;
        let end = check_level::<T, L>(checker, at)?;
        checker.budget = outer;
        return Ok(end);
    }
    check_level::<T, L>(checker, at)
}

/// Checks a value that is not a last field nor a key.
#[inline]
fn check_level<T: Field, L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    if const { !is_level::<ShapeOf<T>>() } {
        return check_whole::<ShapeOf<T>, L>(checker, at);
    }
    let stack = const { level_stack::<T>() };
    if const { ShapeOf::<T>::IS_SHALLOW && !L::FORMAT.has_heads } {
        // (Measured on small enums: to count it down and up again, in memory, takes longer than to check the value.)
        checker.require_level(at, stack)?;
        return check_whole::<ShapeOf<T>, L>(checker, at);
    }
    checker.deeper(at, stack)?;
    let end = if const { ShapeOf::<T>::NESTS } {
        check_apart::<ShapeOf<T>, L>(checker, at)?
    } else {
        check_whole::<ShapeOf<T>, L>(checker, at)?
    };
    checker.shallower(stack);
    Ok(end)
}

/// Checks a value that may contain its like, in a function of its own: what recurs then is the loop over last fields, with
/// the step in it. (Measured on a perfect tree: if the step recurs, which contains the loop, it takes twice as long.)
#[inline(never)]
fn check_apart<S: Shape, L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    check_in_loop::<S, L, true>(checker, at)
}

#[cold]
fn short_of<F: List, L: Layout>(checker: &mut Checker<'_>, at: usize, owner: Owner, index: u32) -> Failed {
    let left = checker.left(at);
    let (index, before, needed) = F::shortage::<L>(left, index);
    let failed = checker.unexpected_end(at + before, needed as u64);
    checker.within_field(owner, index, failed)
}

/// Which fields there are is decided by [`Packable`] and the markers.
mod sealed {
    /// Implemented for every packable type and the markers of this module.
    pub trait Sealed {}
}
