//! The adapter for types that are converted to another type, and from it.

use core::marker::PhantomData;

use super::PackWith;
use super::refusal::NOT_CONVERTED;
use crate::packable::{Packable, Unpack};

/// The adapter that packs a value as the type `U`, into which it is converted; a value of `U` that cannot be converted
/// back is refused. A type of your own has such an adapter by `#[packable(try_from = U, into = U)]`.
///
/// With that attribute, the error of validation has the message of the conversion, if the conversion's error is a
/// `&'static str` or converts into one (`impl From<NoPercent> for &'static str`). Any other error is dropped, as is
/// each with `Converted<U>`: errors of this library own nothing, so a message that is made when the conversion fails
/// cannot be part of them.
///
/// ```
/// use packed_data::with::Converted;
/// use packed_data::{Compact, Packable, Packed};
///
/// #[derive(Clone, Debug, PartialEq, Packable)]
/// #[packable(try_from = u8, into = u8)]
/// struct Percent(u8);
///
/// impl From<Percent> for u8 {
///     fn from(percent: Percent) -> Self {
///         percent.0
///     }
/// }
///
/// impl TryFrom<u8> for Percent {
///     type Error = &'static str;
///
///     fn try_from(number: u8) -> Result<Self, &'static str> {
///         if number <= 100 { Ok(Self(number)) } else { Err("more than all of it") }
///     }
/// }
///
/// let packed = Packed::<Percent>::pack(&Percent(99));
/// assert_eq!(packed.as_bytes(), [99]);
/// assert_eq!(packed.unpack(), Ok(Percent(99)));
/// let error = Packed::<Percent, Compact, _>::from_bytes([101].as_slice()).unwrap_err();
/// assert_eq!(error.to_string(), "refused: more than all of it, at byte 0");
///
/// #[derive(Debug, PartialEq, Packable)]
/// struct Song {
///     #[packable(with = Converted<char>)] // a `u32` here, a `char` in packed data
///     key: u32,
/// }
/// # impl Song { fn _use(&self) -> u32 { self.key } }
/// ```
#[derive(Debug)]
pub struct Converted<U>(PhantomData<fn() -> U>);

impl<T, U> PackWith<T> for Converted<U>
where
    T: Clone + TryInto<U> + TryFrom<U>,
    U: Packable + for<'a> Unpack<'a> + 'static,
{
    const NAME: &'static str = "";
    type As = U::As;
    type Value<'v> = U;

    fn pack(value: &T) -> Result<U, &'static str> {
        value.clone().try_into().map_err(|_| "the value cannot be converted to what it is packed as")
    }

    fn unpack(value: U) -> Result<T, &'static str> {
        T::try_from(value).map_err(|_| NOT_CONVERTED)
    }
}
