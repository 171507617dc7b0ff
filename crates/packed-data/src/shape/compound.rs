//! The shapes of structs and enums: fields, and fields after a tag; the names and style of a type.

use core::marker::PhantomData;

use super::absent::{AbsentField, require_no_absent_field};
use super::check::Checked;
use super::condition::{check_with, test_now};
use super::first_field::{FieldPlace, begin_struct};
use super::list::{LEAVES_LAST, PRESENT, UNMEASURED, WITH_LAST};
use super::operation::{FieldsOp, ShapeOp};
use super::size_class::{SizesByTag, UNKNOWN, ends_walked, has_walked};
use super::variants::{TIER, unpaid_of};
use super::{
    Bounce, FieldPos, Form, List, Schema, Shape, SizeClass, Sizes, SkipFn, Unpaid, Variants, begin_fields,
    lazy_part_is_view, sealed,
};
use crate::layout::{CheckerOf, Layout, Position};
use crate::wire::checker::{CheckedBytes, Failed, Owner};
use crate::wire::error::{ErrorKind, FormerName, Names};
use crate::wire::stack::copies;

/// A type whose constructors and fields have names.
///
/// Any crate may implement this trait. Therefore the library accepts a [`STYLE`](Self::STYLE) only for a shape that it
/// fits: a program with another one does not compile.
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Named, Struct, Style};
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Cbor, Layout, Needs, Packable, Packed, View};
///
/// struct Alone;
///
/// impl Named for Alone {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
///     const STYLE: Style = Style::Entry; // of one field
/// }
///
/// impl Packable for Alone {
///     type As = Self;
///     type Shape = Struct<Self, (u8, ())>;
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&1).done().into()
///     }
/// }
///
/// Packed::<Alone, Cbor>::pack(&Alone).read(|alone| alone.skip());
/// ```
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Named, Struct, Style};
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Cbor, Layout, Needs, Packable, Packed, View};
///
/// struct Alone;
///
/// impl Named for Alone {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
///     const STYLE: Style = Style::Optional; // but it is no enum
/// }
///
/// impl Packable for Alone {
///     type As = Self;
///     type Shape = Struct<Self, (u8, ())>;
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&1).done().into()
///     }
/// }
///
/// Packed::<Alone, Cbor>::pack(&Alone).read(|alone| alone.skip());
/// ```
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Enum, Named, Style};
/// use packed_data::__private::InTier;
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Cbor, Layout, Needs, Packable, Packed, View};
///
/// struct Either;
/// type Variants = ((String, ()), (u64, ()));
///
/// impl Named for Either {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[] };
///     const STYLE: Style = Style::Optional; // but neither is without a field
/// }
///
/// impl Packable for Either {
///     type As = Self;
///     type Shape = Enum<Self, Variants>;
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.variant::<InTier<0>, _, Variants>().put("text").done().into()
///     }
/// }
///
/// Packed::<Either, Cbor>::pack(&Either).read(|either| either.skip());
/// ```
pub trait Named {
    /// The names, for error messages and fingerprints.
    const NAMES: &'static Names;
    /// The former names of its constructors and fields, for comparisons of schemas.
    #[doc(hidden)]
    const FORMER_NAMES: &'static [FormerName] = &[];
    /// What the type is, in layouts that write such types differently.
    const STYLE: Style = Style::Constructors;
    /// Whether the last constructor represents all constructors that the reader does not know.
    const HAS_OTHER: bool = false;
    /// Whether validation calls [`test`](Self::test): see [`Validated`](super::Validated).
    #[doc(hidden)]
    const HAS_CONDITION: bool = false;

    /// Tests the condition of a value of shape `S`.
    #[doc(hidden)]
    fn test<S: Shape, L: Layout>(_: CheckedBytes<'_>) -> Result<(), &'static str> {
        Ok(())
    }
}

/// What a struct or enum is, in layouts that write them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A type with constructors of its own, each identified by its tag.
    Constructors,
    /// A tuple: fields without names.
    Tuple,
    /// An entry of a map: a key and a value.
    Entry,
    /// An optional value: a constructor without fields, and one with fields.
    Optional,
}

impl Style {
    /// Returns how many items a value consists of, in a layout that writes every other value as one item.
    pub(crate) const fn items(self) -> u32 {
        match self {
            Self::Entry => 2,
            Self::Constructors | Self::Tuple | Self::Optional => 1,
        }
    }
}

/// The shape of a struct, tuple or map entry: fields in order. `T` has their names.
pub struct Struct<T: ?Sized, F>(PhantomData<(PhantomData<T>, F)>);

/// The shape of an enum: a tag, then the fields of that constructor. `T` has their names.
pub struct Enum<T: ?Sized, V>(PhantomData<(PhantomData<T>, V)>);

impl<T: Named + ?Sized, F: List> sealed::Sealed for Struct<T, F> {}
impl<T: Named + ?Sized, V: Variants> sealed::Sealed for Enum<T, V> {}

impl<T: Named + ?Sized, F> Struct<T, F> {
    const OWNER: Owner = Owner { names: T::NAMES, constructor: 0 };
}

/// Returns the names of field `field` of constructor `tag`.
const fn named(names: &'static Names, tag: u32, field: usize) -> AbsentField {
    let mut absent = AbsentField { of: names.name, constructor: "", field: "" };
    if (tag as usize) < names.constructors.len() {
        let constructor = &names.constructors[tag as usize];
        absent.constructor = constructor.name;
        if field < constructor.fields.len() {
            absent.field = constructor.fields[field];
        }
    }
    absent
}

// SAFETY: the fields are checked according to the same list `F` that the readers follow.
unsafe impl<T: Named + ?Sized, F: List> Shape for Struct<T, F> {
    const SIZE_CLASS: SizeClass = match T::STYLE {
        _ if F::IS_EXTENSIBLE => SizeClass::Extensible(&F::SIZE_CLASS),
        Style::Constructors => SizeClass::Struct(&F::SIZE_CLASS),
        _ => F::SIZE_CLASS,
    };
    const STYLE: Style = {
        let is_entry = F::LEN == 2 && F::REQUIRED == 2;
        assert!(is_entry || !matches!(T::STYLE, Style::Entry), "an entry of a map has two fields, a key and a value");
        assert!(!matches!(T::STYLE, Style::Optional), "the style `Optional` is that of an enum, and this is a struct");
        assert!(
            !F::IS_EXTENSIBLE || matches!(T::STYLE, Style::Constructors),
            "only a struct or enum of its own is extensible"
        );
        T::STYLE
    };
    const ABSENT: Option<AbsentField> = match F::IS_EXTENSIBLE {
        true if F::REQUIRED < F::LEN => Some(named(T::NAMES, 0, F::REQUIRED as usize)),
        true => Some(AbsentField { of: T::NAMES.name, constructor: "", field: "" }),
        false => None,
    };
    const INLINE: usize = F::SIZE;
    const INNER: usize = F::INNER;
    const NESTED: usize = copies(F::SIZE).saturating_add(F::INNER);
    const NESTS: bool = has_walked(&F::SIZE_CLASS);
    const HAS_PARTS: bool = true;
    // (Otherwise a chain of extensible structs would be one bounce.)
    const TRAMPOLINED: bool = F::IS_EXTENSIBLE && ends_walked(&F::SIZE_CLASS);
    const SCHEMA: Schema =
        Schema::of::<Self>(Form::Struct(T::NAMES, F::SCHEMAS)).tested(T::HAS_CONDITION).formerly(T::FORMER_NAMES);
    const ALL_VALID: bool = F::ALL_VALID && !T::HAS_CONDITION;
    const HAS_ONE_ENCODING: bool = F::HAVE_ONE_ENCODING;
    const FLAT: bool = F::FLAT;
    const IS_NEVER_CHARGED: bool = F::ARE_NEVER_CHARGED;

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        const { require_no_absent_field::<Self, L>() };
        let check = |checker: &mut CheckerOf<'_, L>, at| {
            let (state, fields) = L::check_struct::<Self>(checker, at)?;
            F::check_all::<L, UNMEASURED, WITH_LAST>(checker, fields, Self::OWNER, state)
        };
        if const { T::HAS_CONDITION } {
            return check_with::<Self, L>(checker, at, check, T::test::<Self, L>);
        }
        check(checker, at)
    }

    fn check_present<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<(), Failed> {
        const { require_no_absent_field::<Self, L>() };
        let (state, fields) = L::check_struct::<Self>(checker, at)?;
        F::check_all::<L, PRESENT, WITH_LAST>(checker, fields, Self::OWNER, state)?;
        if const { T::HAS_CONDITION } { test_now::<L>(checker, at, T::test::<Self, L>) } else { Ok(()) }
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        if const { Sizes::<Self, L>::HAS_HEAD } {
            // SAFETY: the caller promises a struct at `pos`, which begins with a head.
            return Bounce::End(unsafe { L::end_by_head::<Self>(pos) });
        }
        // SAFETY: the caller promises a struct at `pos`; its fields are stored where the layout enters it.
        unsafe { F::skip::<L, WITH_LAST>(begin_struct::<Self, F, L>(pos)) }
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.fields::<T, F>() }
    }
}

/// Checks an enum, as one bounce.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_enum<T: Named + ?Sized, V: Variants, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
    const { require_no_absent_field::<Enum<T, V>, L>() };
    if const { T::HAS_CONDITION } {
        return check_with::<Enum<T, V>, L>(checker, at, check_constructor::<T, V, L>, T::test::<Enum<T, V>, L>);
    }
    check_constructor::<T, V, L>(checker, at)
}

/// Checks an enum without its condition, as one bounce.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_constructor<T: Named + ?Sized, V: Variants, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
) -> Checked<L> {
    let (tag, state, fields) = L::check_enum::<Enum<T, V>, V>(checker, at)?;
    if const { Unpaid::<Enum<T, V>, V, L>::IS_ANY } {
        checker.charge_empty(at, unpaid_of::<Enum<T, V>, V, L>(tag))?;
    }
    // If the tag alone determines the size, the code does not branch on the tag: branches on tags are seldom predicted,
    // and a wrong prediction costs more than the rest of the check.
    if const { SizesByTag::<V, L>::ALL_VALID_BY_TAG.is_some() }
        && let Some(sizes) = const { &SizesByTag::<V, L>::ALL_VALID_BY_TAG }
    {
        let end = fields + SizesByTag::<V, L>::of(sizes, tag);
        if V::ALL_UNIT || end <= checker.bytes().len() {
            return Ok(Bounce::End(end));
        }
        if const { SizesByTag::<V, L>::ALL_VALID } {
            return rarely(|| check_fields::<T, V, L>(checker, at, (tag, state, fields)));
        }
    }
    check_fields::<T, V, L>(checker, at, (tag, state, fields))
}

/// Checks the fields of the enum at `at`; `tag`, `state` and `fields` are what the layout returned for its tag.
///
/// (It is a function and not a closure, so that it is inlined at both calls: when it was called, checking a perfect
/// tree took more than twice the instructions.)
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_fields<T: Named + ?Sized, V: Variants, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    (tag, state, fields): (u32, L::FieldCheck, usize),
) -> Checked<L> {
    match V::check::<L>(tag, checker, fields, Owner { names: T::NAMES, constructor: 0 }, state) {
        Some(checked) => checked,
        None => Err(checker.fail(ErrorKind::InvalidTag { found: tag, constructors: V::COUNT }, at)),
    }
}

/// Skips the fields of a constructor, as one bounce. Requires that they are stored there.
struct SkipFields<L: Layout>(FieldPos<L>);

impl<L: Layout> FieldsOp for SkipFields<L> {
    type Output = Bounce<L::Pos, SkipFn<L>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> Self::Output {
        // SAFETY: the caller promises valid fields of a constructor.
        unsafe { F::skip::<L, LEAVES_LAST>(begin_fields::<F, L>(self.0)) }
    }
}

/// Returns the offset of the head of a value that begins at `pos` and has the constructor `tag`. There is none if the
/// writer does not know the constructor, since the head is then written with the field.
///
/// # Safety
///
/// W1 holds for `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn place_of_head<S: Shape, V: Variants>(pos: usize, tag: u32) -> usize {
    let is_unknown = const { S::HAS_OTHER && V::LAST_IS_UNKNOWN } && tag == V::COUNT - 1;
    // SAFETY: the caller promises W1 for `pos`.
    if is_unknown { FieldPlace::NO_HEAD } else { unsafe { FieldPlace::head_at(pos) } }
}

/// Calls `work`, out of line, because it rarely runs.
#[cold]
#[inline(never)]
fn rarely<R>(work: impl FnOnce() -> R) -> R {
    work()
}

// SAFETY: the tag is checked to be less than the number of constructors, and the fields according to its list.
unsafe impl<T: Named + ?Sized, V: Variants> Shape for Enum<T, V> {
    const SIZE_CLASS: SizeClass = match (V::IS_EXTENSIBLE, V::ALL_UNIT) {
        (true, true) => SizeClass::Extensible(&SizeClass::Unit),
        (true, false) => SizeClass::Extensible(&SizeClass::Walked),
        (false, true) => SizeClass::Tag(V::COUNT),
        (false, false) => SizeClass::Walked,
    };
    const STYLE: Style = {
        let is_optional = matches!(V::SIZE_CLASSES, [SizeClass::Unit, SizeClass::Cons(..)]);
        assert!(
            matches!(T::STYLE, Style::Constructors) || matches!(T::STYLE, Style::Optional) && is_optional,
            "the style of an enum is `Constructors`, or `Optional` for one without fields and one with fields"
        );
        T::STYLE
    };
    const HAS_OTHER: bool = {
        assert!(!T::HAS_OTHER || V::COUNT > 0, "the constructor for all that the reader does not know is missing");
        // (Anything may be stored there, so another type could look like one of the constructors that are known.)
        assert!(
            !T::HAS_OTHER || V::LAST_IS_RAW || V::LAST_IS_UNKNOWN,
            "the variant marked `#[packable(other)]` has one field, an `Unknown` or a `cbor::RawBuf`"
        );
        assert!(!T::HAS_OTHER || V::IS_EXTENSIBLE, "a type with a variant marked `#[packable(other)]` is extensible");
        T::HAS_OTHER
    };
    const ABSENT: Option<AbsentField> = match V::ABSENT {
        Some((tag, field)) => Some(named(T::NAMES, tag, field)),
        None if V::IS_EXTENSIBLE => Some(AbsentField { of: T::NAMES.name, constructor: "", field: "" }),
        None => None,
    };
    const BYTES_BELOW: Option<u16> = match V::COUNT {
        count @ 1..=256 if V::ALL_UNIT && !V::IS_EXTENSIBLE && !T::HAS_CONDITION => Some(count as u16),
        _ => None,
    };
    // (Plus the tag, and padding that aligns the fields.)
    const INLINE: usize = V::SIZE.saturating_add(8);
    const INNER: usize = V::INNER;
    const HAS_ONE_ENCODING: bool = V::ALL_UNIT && !V::IS_EXTENSIBLE;
    const FLAT: bool = V::ALL_UNIT;
    const IS_NEVER_CHARGED: bool = V::ALL_UNIT;
    const IS_SHALLOW: bool = V::ALL_FLAT;
    const NESTS: bool = V::NESTS;
    const SCHEMA: Schema = Schema::of::<Self>(Form::Enum(T::NAMES, V::COUNT, V::SCHEMAS, Self::HAS_OTHER))
        .tested(T::HAS_CONDITION)
        .formerly(T::FORMER_NAMES);
    const HAS_PARTS: bool = !V::ALL_UNIT;
    const TRAMPOLINED: bool = V::TRAMPOLINED;

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        check_enum::<T, V, L>(checker, at)
    }

    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        match check_enum::<T, V, L>(checker, at) {
            Ok(Bounce::End(end)) => Ok(end),
            Ok(Bounce::Continue(..)) => unreachable!("only a shape that nests leaves a value to the trampoline"),
            Err(failed) => Err(failed),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_inline<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        if const { V::NESTS && V::COUNT <= TIER } {
            check_enum::<T, V, L>(checker, at)
        } else {
            Self::check::<L>(checker, at)
        }
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        if const { Sizes::<Self, L>::HAS_HEAD } {
            // SAFETY: the caller promises an enum at `pos`, which begins with a head.
            return Bounce::End(unsafe { L::end_by_head::<Self>(pos) });
        }
        if const { Sizes::<Self, L>::SIZE.is_some() }
            && let Some(size) = const { Sizes::<Self, L>::SIZE }
        {
            // SAFETY: the caller promises an enum of this size. (It is not loaded: a view for editing it may exist
            // already, in another thread.)
            return Bounce::End(unsafe { pos.advance(size) });
        }
        // SAFETY: the caller promises a valid enum at `pos`: a tag of one of the constructors `V`, then its fields.
        unsafe {
            let (tag, state, fields) = L::enter_enum::<Self, V>(pos);
            if const { SizesByTag::<V, L>::BY_TAG.is_some() }
                && let Some(sizes) = const { &SizesByTag::<V, L>::BY_TAG }
            {
                let size = SizesByTag::<V, L>::of(sizes, tag);
                if size != UNKNOWN {
                    return Bounce::End(fields.advance(size));
                }
            }
            V::select(tag, SkipFields::<L>((state, fields))).unwrap_unchecked()
        }
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.constructors::<T, V>() }
    }
}
