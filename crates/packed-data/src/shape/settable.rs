//! What can be overwritten in place: scalars, and enums without data.

use super::{Enum, Named, ScalarShape, Shape, Sizes, Variants};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::wire::scalar::Scalar;

/// A type whose packed values can be overwritten in place, because all of them take the same number of bytes: a scalar,
/// or an enum without data.
///
/// The library implements it for scalars and [`Ordering`](core::cmp::Ordering), and the derive for enums in which no
/// constructor has a field. A scalar inside another value is overwritten in its place: a field of a struct, an element
/// of a sequence, the value of a `Some`.
///
/// ```
/// use packed_data::{Indexed, Packable, Packed};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Packable)]
/// enum Light {
///     Red,
///     Green,
/// }
///
/// #[derive(Packable)]
/// struct Crossing {
///     main: Light,
///     side: Option<Light>,
///     delay: Option<u16>,
/// }
///
/// let crossing = Crossing { main: Light::Red, side: Some(Light::Green), delay: Some(30) };
/// let mut packed = Packed::<_, Indexed>::pack(&crossing);
///
/// let CrossingView { mut main, side, delay } = packed.view_mut().fields();
/// main.set(Light::Green);
/// if let Some(mut side) = side {
///     assert_eq!(side.get(), Light::Green);
///     side.set(Light::Red);
/// }
/// if let Some(mut delay) = delay {
///     delay.set(45); // a `Some` remains a `Some`
/// }
///
/// let CrossingView { main, side, delay } = packed.view().fields();
/// assert_eq!((main.case(), side.map(|side| side.case())), (LightView::Green, Some(LightView::Red)));
/// assert_eq!(delay, Some(45));
/// ```
///
/// With a cursor, in any layout that allows editing:
///
/// ```
/// use packed_data::types::OptionCase;
/// use packed_data::{Cursor, Done, Edit, InPlace, Packed};
///
/// fn reset<'id, L: InPlace>(count: Cursor<'_, 'id, Option<u16>, Edit<L>>) -> Done<'id, (), Edit<L>> {
///     match count.case() {
///         OptionCase::None(end) => end.done(()),
///         OptionCase::Some(fields) => fields.set(0).done(()),
///     }
/// }
///
/// let mut packed = Packed::<Option<u16>>::pack(&Some(7));
/// packed.edit(reset);
/// assert_eq!(packed.view(), Some(0));
/// ```
///
/// Other values may take another number of bytes afterwards, so they cannot be set:
///
/// ```compile_fail,E0277
/// use packed_data::Packed;
///
/// let mut packed = Packed::<(u8, String)>::pack(&(1, "one".into()));
/// packed.edit(|pair| pair.fields().set(2).set("two").done(())); // the string cannot be set
/// ```
#[diagnostic::on_unimplemented(
    message = "a packed `{Self}` cannot be overwritten in place",
    label = "another value may take more bytes or fewer",
    note = "scalars and enums without data can be overwritten, also inside a struct, a sequence or a `Some`",
    note = "to change anything else, build a new value from the old one: `packed.transform(|cursor, needs| ...)`"
)]
pub trait Settable: Packable<As = Self, Shape: Overwrite<Value = Self::Value>> {
    /// What a packed value is set to.
    type Value;
}

#[diagnostic::do_not_recommend]
impl<T: Packable<As = T> + ?Sized> Settable for T
where
    T::Shape: Overwrite,
{
    type Value = <T::Shape as Overwrite>::Value;
}

/// An enum in which no constructor has a field; derived together with [`Packable`].
///
/// An implementation by hand can be wrong, and do no harm: a tag that the enum does not have is refused with a panic.
#[diagnostic::on_unimplemented(
    message = "a packed `{Self}` cannot be overwritten in place",
    label = "an enum with data: its constructors take different numbers of bytes",
    note = "to read it, `match` on `view.case()`, or read the value with a cursor, or use `view.unpack()`",
    note = "what its fields contain can be overwritten: `if let Some(mut n) = view {{ n.set(7) }}`",
    note = "with a cursor: `match option.case() {{ OptionCase::Some(fields) => fields.set(7).done(()), .. }}`",
    note = "to change anything else, build a new value from the old one: `packed.transform(|cursor, needs| ...)`"
)]
pub trait FieldlessEnum: Sized {
    /// Returns the number of the constructor, counted from 0 in the order of the declaration.
    fn tag(&self) -> u32;

    /// Returns the constructor with that number; `None` if there is none.
    fn from_tag(tag: u32) -> Option<Self>;
}

/// A shape whose values can be read and overwritten as a whole, in layouts in which they have a static size.
///
/// # Safety
///
/// Only the library implements this trait. `store` writes a valid value, of the same size as the one before.
pub unsafe trait Overwrite: Shape {
    /// The owned value.
    type Value;

    /// Reads a value.
    ///
    /// # Safety
    ///
    /// A valid value is stored at `pos`.
    #[doc(hidden)]
    unsafe fn load<L: Layout>(pos: L::Pos) -> Self::Value;

    /// Overwrites a value. A layout in which its size is not static is refused at compile time.
    ///
    /// # Safety
    ///
    /// A valid value is stored at `pos`, in bytes to which there is no other reference.
    #[doc(hidden)]
    unsafe fn store<L: Layout>(pos: L::Pos, value: Self::Value);
}

/// Error message of the compile-time check that a value can be overwritten in place.
pub(crate) const NOT_IN_PLACE: &str =
    "a value can be overwritten in place only in a layout in which all values of its type have the same size";

// SAFETY: the layout overwrites a scalar with one of the same static size.
unsafe impl<S: Scalar> Overwrite for ScalarShape<S> {
    type Value = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<L: Layout>(pos: L::Pos) -> S {
        // SAFETY: the caller promises a valid scalar at `pos`.
        unsafe { L::scalar::<S>(pos) }.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store<L: Layout>(pos: L::Pos, value: S) {
        const { assert!(Sizes::<Self, L>::SIZE.is_some(), "{}", NOT_IN_PLACE) };
        // SAFETY: the caller promises a valid scalar at `pos`, and exclusive access to it; its size is static.
        unsafe { L::set_scalar(pos, value) }
    }
}

// SAFETY: the tag is less than the number of constructors, none of which has fields.
unsafe impl<T: Named + FieldlessEnum, V: Variants> Overwrite for Enum<T, V> {
    type Value = T;

    #[inline]
    unsafe fn load<L: Layout>(pos: L::Pos) -> T {
        // SAFETY: the caller promises a valid enum at `pos`.
        let (tag, ..) = unsafe { L::enter_enum::<Self, V>(pos) };
        T::from_tag(tag).unwrap_or_else(|| wrong_tag(T::NAMES.name, tag))
    }

    #[inline]
    unsafe fn store<L: Layout>(pos: L::Pos, value: T) {
        // (The size of an enum with data is not static.)
        const { assert!(Sizes::<Self, L>::SIZE.is_some(), "{}", NOT_IN_PLACE) };
        let tag = value.tag();
        if tag >= V::COUNT {
            wrong_tag(T::NAMES.name, tag);
        }
        // SAFETY: the caller promises a tag at `pos`, and exclusive access to it; the new tag is less than the number
        // of constructors.
        unsafe { L::set_tag::<V>(pos, tag) }
    }
}

/// Panics because an implementation of [`FieldlessEnum`] does not match the constructors.
#[cold]
#[inline(never)]
fn wrong_tag(name: &str, tag: u32) -> ! {
    panic!("`FieldlessEnum` is implemented wrongly for `{name}`: {tag} is the tag of no constructor")
}
