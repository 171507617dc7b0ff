//! Structs and enums: fields, and fields after a tag.

use core::cmp::Ordering;
use core::marker::PhantomData;

use super::form::{BySize, UNKNOWN, has_walked};
use super::variants::GROUP;
use super::{Comparison, Form, List, Owner, Shape, SkipStep, SortKeyBuf, SortKeyStep, Step, Variants, sealed};
use crate::error::{ErrorKind, Names};
use crate::fingerprint::Describer;
use crate::layout::Layout;
use crate::levels::copies;
use crate::validate::{Checked, Checker, Failed};

/// A type whose constructors and fields have names.
///
/// Anybody may implement it, so a [`STYLE`](Self::STYLE) is believed only of a shape that it can be: otherwise that
/// does not compile.
///
/// ```compile_fail,E0080
/// use packed_data::shape::{Named, Struct, Style};
/// use packed_data::{Access, Cbor, Constructor, Layout, Names, Needs, Packable, Packed, View, Written};
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
///     fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&1).done().into()
///     }
/// }
///
/// Packed::<Alone, Cbor>::pack(&Alone).read(|alone| alone.skip());
/// ```
///
/// ```compile_fail,E0080
/// use packed_data::shape::{Enum, Here, Named, Style};
/// use packed_data::{Access, Cbor, Constructor, Layout, Names, Needs, Packable, Packed, View, Written};
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
///     fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.variant::<Here<0>, _, Variants>().put("text").done().into()
///     }
/// }
///
/// Packed::<Either, Cbor>::pack(&Either).read(|either| either.skip());
/// ```
pub trait Named {
    /// The names, for error messages.
    const NAMES: &'static Names;
    /// What it is, where a layout writes that.
    const STYLE: Style = Style::Constructors;
    /// Whether its last constructor stands for all that the reader does not know.
    const HAS_OTHER: bool = false;
}

/// What a struct or enum is, where a layout tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Constructors of a type of one's own, each told by its tag.
    Constructors,
    /// Fields without a name.
    Tuple,
    /// The key and the value of an entry of a map.
    Entry,
    /// Something or nothing.
    Optional,
}

impl Style {
    /// How many items a value is of, where each value is an item.
    pub(crate) const fn items(self) -> u32 {
        match self {
            Self::Entry => 2,
            Self::Constructors | Self::Tuple | Self::Optional => 1,
        }
    }
}

/// The shape of a struct, tuple or array of named type `T`: fields one after the other.
pub struct Struct<T: ?Sized, F>(PhantomData<(PhantomData<T>, F)>);

/// The shape of the enum `T`: a tag, then the fields of that constructor.
pub struct Enum<T: ?Sized, V>(PhantomData<(PhantomData<T>, V)>);

impl<T: Named + ?Sized, F: List> sealed::Sealed for Struct<T, F> {}
impl<T: Named + ?Sized, V: Variants> sealed::Sealed for Enum<T, V> {}

impl<T: Named + ?Sized, F> Struct<T, F> {
    const OWNER: Owner = Owner { names: T::NAMES, constructor: 0 };
}

// SAFETY: the fields are checked by the list that the readers walk.
unsafe impl<T: Named + ?Sized, F: List> Shape for Struct<T, F> {
    const FORM: Form = match T::STYLE {
        Style::Constructors => Form::Struct(&F::FORM),
        _ => F::FORM,
    };
    const STYLE: Style = {
        let is_entry = F::LEN == 2 && F::REQUIRED == 2;
        assert!(is_entry || !matches!(T::STYLE, Style::Entry), "an entry of a map has two fields, a key and a value");
        T::STYLE
    };
    const INLINE: usize = F::SIZE;
    const INNER: usize = F::INNER;
    const NESTED: usize = copies(F::SIZE).saturating_add(F::INNER);
    const NESTS: bool = has_walked(&F::FORM);
    const ALL_VALID: bool = F::ALL_VALID;
    const FLAT: bool = F::FLAT;

    #[inline]
    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        let (frame, fields) = L::check_struct::<Self>(checker, at)?;
        F::check_all::<L, false, false>(checker, fields, Self::OWNER, frame)
    }

    #[inline]
    fn check_present<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<(), Failed> {
        let (frame, fields) = L::check_struct::<Self>(checker, at)?;
        F::check_all::<L, true, false>(checker, fields, Self::OWNER, frame).map(drop)
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>> {
        // SAFETY: a struct stands here, and its fields where the layout says.
        unsafe { F::skip::<L, false>(L::enter_struct::<Self>(pos).1) }
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: as above, for both.
        unsafe { F::compare::<L>(L::enter_struct::<Self>(left), L::enter_struct::<Self>(right)) }
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>> {
        // SAFETY: as above.
        unsafe { F::sort_key::<L>(L::enter_struct::<Self>(pos), out) }
    }

    fn describe(to: &mut Describer) {
        to.say("struct");
        to.type_name(T::NAMES);
        to.fields::<F>(T::NAMES.constructors.first());
    }
}

/// Checks an enum, but for the rest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_enum<T: Named + ?Sized, V: Variants, L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
    let (tag, frame, fields) = L::check_enum::<Enum<T, V>, V>(checker, at)?;
    // Where the tag alone tells the size, nothing branches on it: which constructor comes next is seldom
    // predictable, and a wrong guess costs more than all the rest.
    if let Some(sizes) = const { &BySize::<V, L>::ALL_VALID_BY_TAG } {
        let end = fields + BySize::<V, L>::of(sizes, tag);
        if V::ALL_UNIT || end <= checker.bytes().len() {
            return Ok(Step::End(end));
        }
        if const { BySize::<V, L>::ALL_VALID } {
            return rarely(|| check_fields::<T, V, L>(checker, at, (tag, frame, fields)));
        }
    }
    check_fields::<T, V, L>(checker, at, (tag, frame, fields))
}

/// Checks the fields of the enum at `at`, as they were found after its tag.
///
/// (A function, not a closure, so that it can be inlined at each call: as a call, checking a perfect tree took more than
/// twice the instructions.)
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_fields<T: Named + ?Sized, V: Variants, L: Layout>(
    checker: &mut Checker<'_>,
    at: usize,
    (tag, frame, fields): (u32, L::Frame, usize),
) -> Checked {
    V::check::<L>(tag, checker, fields, T::NAMES, 0, frame)
        .unwrap_or_else(|| Err(checker.fail(ErrorKind::InvalidTag { found: tag, constructors: V::COUNT }, at)))
}

/// Does what is seldom done, apart from what is often done.
#[cold]
#[inline(never)]
fn rarely<R>(what: impl FnOnce() -> R) -> R {
    what()
}

// SAFETY: the tag is checked to be below the number of constructors, and the fields by its list.
unsafe impl<T: Named + ?Sized, V: Variants> Shape for Enum<T, V> {
    const FORM: Form = if V::ALL_UNIT { Form::Tag(V::COUNT) } else { Form::Walked };
    const STYLE: Style = {
        let is_optional = matches!(V::FORMS, [Form::Unit, Form::Pair(..)]);
        assert!(
            matches!(T::STYLE, Style::Constructors) || matches!(T::STYLE, Style::Optional) && is_optional,
            "an enum is told by its constructors, or it is optional: nothing, or something"
        );
        T::STYLE
    };
    const HAS_OTHER: bool = {
        assert!(!T::HAS_OTHER || V::COUNT > 0, "the constructor that stands for all others is missing");
        T::HAS_OTHER
    };
    // (And the tag, with what aligns the fields.)
    const INLINE: usize = V::SIZE.saturating_add(8);
    const INNER: usize = V::INNER;
    const FLAT: bool = V::ALL_UNIT;
    const IS_SHALLOW: bool = V::ALL_FLAT;
    const NESTS: bool = V::NESTS;
    const LOOPS: bool = V::LOOPS;

    #[inline]
    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        check_enum::<T, V, L>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_step<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        if const { V::NESTS && V::COUNT <= GROUP } {
            check_enum::<T, V, L>(checker, at)
        } else {
            Self::check::<L>(checker, at)
        }
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, SkipStep<L>> {
        // SAFETY: a valid tag stands here, and the fields of its constructor after it.
        unsafe {
            let (tag, _, fields) = L::enter_enum::<Self, V>(pos);
            if let Some(sizes) = const { &BySize::<V, L>::BY_TAG } {
                let size = BySize::<V, L>::of(sizes, tag);
                if size != UNKNOWN {
                    return Step::End(L::advance(fields, size));
                }
            }
            V::skip::<L>(tag, fields).unwrap_unchecked()
        }
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: valid tags stand at both; the fields are compared where the tags are equal.
        unsafe {
            let ((a, from, left), (b, to, right)) = (L::enter_enum::<Self, V>(left), L::enter_enum::<Self, V>(right));
            match a.cmp(&b) {
                Ordering::Equal => V::compare::<L>(a, (from, left), (to, right)).unwrap_unchecked(),
                order => Comparison::Differ(order),
            }
        }
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>> {
        // SAFETY: a valid tag stands here, and the fields of its constructor after it.
        unsafe {
            let (tag, frame, fields) = L::enter_enum::<Self, V>(pos);
            out.push(&tag.to_be_bytes());
            V::sort_key::<L>(tag, (frame, fields), out).unwrap_unchecked()
        }
    }

    fn describe(to: &mut Describer) {
        to.say("enum");
        to.type_name(T::NAMES);
        to.say(V::COUNT);
        V::describe(to, T::NAMES.constructors);
    }
}
