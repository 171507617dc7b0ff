//! The markers of a field: read-only (keys), without a size, with a default, with a CBOR tag.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::field::{Field, Present, field_of_type, sealed};
use super::operation::sort_key;
use super::{Schema, SortKeyBuf};
use crate::build::{Filled, Needs, build_value, pack_value};
use crate::layout::{Access, AnyAccess, Layout, Position};
use crate::packable::Packable;
use crate::view::View;
use crate::wire::limits::Limits;

/// A field that can be read but not edited: a key, on whose order the other keys rely.
pub struct Frozen<T>(PhantomData<T>);

impl<T: Packable> sealed::Sealed for Frozen<T> {}

impl<T: Packable> Field for Frozen<T> {
    field_of_type!(T, L => L::Layout, L::Keys);
    const IS_KEY: bool = true;
}

/// A field whose size no layout writes before it: a field of `Option` or `Result`, which the Haskell library writes
/// without sizes in every type.
pub struct Bare<T>(PhantomData<T>);

impl<T: Packable> sealed::Sealed for Bare<T> {}

impl<T: Packable> Field for Bare<T> {
    field_of_type!(T, L => L, L);
    const BARE: bool = true;
}

/// A field that an older version of the type did not have. It may be absent, and then has its default. The derive uses
/// it for fields with `#[packable(default)]`. The fields after it must be of this kind too:
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Defaulted, Named, Rest, Struct};
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Cbor, Layout, Needs, Packable, Packed, View};
///
/// struct Gap;
///
/// impl Named for Gap {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
/// }
///
/// impl Packable for Gap {
///     type As = Self;
///     type Shape = Struct<Self, (Defaulted<u8>, (String, Rest))>;
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&1).put("text").done().into()
///     }
/// }
///
/// _ = Packed::<Gap, Cbor, _>::from_bytes(&[0x81, 0][..]);
/// ```
///
/// The list of fields ends in [`Rest`](super::Rest), which makes the type extensible:
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Defaulted, Named, Struct};
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Compact, Layout, Needs, Packable, Packed, View};
///
/// struct Grown;
///
/// impl Named for Grown {
///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
/// }
///
/// impl Packable for Grown {
///     type As = Self;
///     type Shape = Struct<Self, (String, (Defaulted<u8>, ()))>; // and not `Rest`
///     type View<'a, L: Access> = ();
///
///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
///
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put("text").put(&1).done().into()
///     }
/// }
///
/// _ = Packed::<Grown, Compact, _>::from_bytes(&[0][..]);
/// ```
pub struct Defaulted<T, D = OfType>(PhantomData<(T, D)>);

/// What a field is that is absent, as a type: the `Default` of its type.
#[derive(Debug)]
pub enum OfType {}

/// What a field is that is absent: the value of the function that is given for field `I` of constructor `C` of `N`.
pub struct DefaultOf<N, C, I>(PhantomData<(N, C, I)>);

/// Returns the value of a field that is absent.
pub trait Absent<T> {
    /// Returns the value.
    fn value() -> T;
}

impl<T: Default> Absent<T> for OfType {
    fn value() -> T {
        T::default()
    }
}

/// Returns the value of field `I` of constructor `C`, if it is absent. The derive implements it for fields with
/// `#[packable(default = path)]`.
pub trait FieldDefault<C, I, T> {
    /// Calls the function at the path.
    fn field_default() -> T;
}

impl<T, N: FieldDefault<C, I, T>, C, I> Absent<T> for DefaultOf<N, C, I> {
    fn value() -> T {
        N::field_default()
    }
}

impl<T: Packable, D> sealed::Sealed for Defaulted<T, D> {}

impl<T: Packable, D: Absent<T>> Field for Defaulted<T, D> {
    type Of = T::As;
    type Access<L: Access> = L;
    type View<'a, L: AnyAccess> = Option<L::Part<'a, T>>;
    const SIZE: usize = size_of::<T>();
    const MAY_BE_ABSENT: bool = true;

    fn schema() -> &'static Schema {
        T::packed_schema()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, T::As, L>) -> Self::View<'a, L> {
        let Ok(part) = L::part::<T>(view);
        Some(part)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn view_at<'a, L: AnyAccess>(pos: L::Pos) -> Result<Self::View<'a, L>, L::Error> {
        // SAFETY: the caller's promise is that which `new` requires.
        L::part::<T>(unsafe { View::new(pos) }).map(Some)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_absent<'a, L: AnyAccess>() -> Self::View<'a, L> {
        None
    }

    fn packed_default() -> Vec<u8> {
        build_value::<T::As, crate::layout::Compact>(Vec::new(), 0, &Limits::DEFAULT, Self::write_default)
            .unwrap_or_default()
    }

    fn write_default<'id, L: Layout>(needs: Needs<'id, T::As, L>) -> Filled<'id> {
        needs.put_as(&D::value())
    }

    fn default_sort_key<L: Layout>(out: &mut SortKeyBuf) {
        // (A default that exceeds the default limits cannot be packed either; it sorts before all values.)
        let value = D::value();
        if let Ok(bytes) = pack_value::<T, L>(Vec::new(), &Limits::DEFAULT, &value) {
            // SAFETY: a valid value is stored at the beginning of the bytes.
            unsafe { sort_key::push::<<T::As as Packable>::Shape, L>(L::Pos::at(&bytes, 0), out) };
        }
    }
}

/// A field before which there must be a CBOR tag. The derive uses it for fields with `#[packable(cbor_tag = n)]`.
///
/// The tags 2 and 3 are rejected. They mark integers that are written as byte strings (RFC 8949, section 3.4.3), and
/// [`to_deterministic`](crate::cbor::to_deterministic) turns such byte strings into integers:
///
/// ```compile_fail,E0080
/// use packed_data::__private::shape::{Named, Struct, Tagged};
/// use packed_data::build::Written;
/// use packed_data::error::{Constructor, Names};
/// use packed_data::{Access, Cbor, Layout, Needs, Packable, Packed, View};
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
///     fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
///         needs.fields().put(&[1_u8][..]).done().into()
///     }
/// }
///
/// _ = Packed::<Large, Cbor, _>::from_bytes(&[0x82, 0, 0xC2, 0x41, 1][..]);
/// ```
pub struct Tagged<T, const TAG: u64>(PhantomData<T>);

impl<T: Packable, const TAG: u64> sealed::Sealed for Tagged<T, TAG> {}

impl<T: Packable, const TAG: u64> Field for Tagged<T, TAG> {
    field_of_type!(T, L => L, L);
    const TAG: Option<u64> = {
        assert!(
            TAG != 2 && TAG != 3,
            "the tags 2 and 3 mark integers that are written as byte strings: use an integer type, without a tag"
        );
        Some(TAG)
    };
}

/// The field with index `I` of `N`, whose type is not named here because it may be less visible than `N`. The derive
/// uses it for fields that are not public.
pub struct Veiled<N, I>(PhantomData<(N, I)>);

/// States the type of a [`Veiled`] field.
///
/// The derive implements it for every `T` that is the type of the field, so that no associated type names that type:
/// see [`veil`](crate::__private::veil).
pub trait VeiledField<I> {
    /// The type of the field.
    type Type: Packable;
}

/// The type of a veiled field.
type TypeOf<N, I> = <N as VeiledField<I>>::Type;

impl<N: VeiledField<I>, I> sealed::Sealed for Veiled<N, I> {}

impl<N: VeiledField<I>, I> Field for Veiled<N, I> {
    type Of = <TypeOf<N, I> as Packable>::As;
    type Access<L: Access> = L;
    type View<'a, L: AnyAccess> = L::Part<'a, TypeOf<N, I>>;
    const SIZE: usize = size_of::<TypeOf<N, I>>();

    fn schema() -> &'static Schema {
        TypeOf::<N, I>::packed_schema()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self::Of, L>) -> Self::View<'a, L> {
        let Ok(part) = L::part::<TypeOf<N, I>>(view);
        part
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn view_at<'a, L: AnyAccess>(pos: L::Pos) -> Result<Self::View<'a, L>, L::Error> {
        // SAFETY: the caller's promise is that which `new` requires.
        L::part::<TypeOf<N, I>>(unsafe { View::new(pos) })
    }
}

impl<N: VeiledField<I>, I> Present for Veiled<N, I> {}
impl<T: Packable> Present for Frozen<T> {}
impl<T: Packable> Present for Bare<T> {}
impl<T: Packable, const TAG: u64> Present for Tagged<T, TAG> {}
