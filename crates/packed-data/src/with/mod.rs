//! Types of other crates as fields, `#[packable(with = ...)]`: the trait `PackWith` of adapters.
//!
//! A field of a type that is not [`Packable`] names an *adapter*: a type that implements [`PackWith`], and says as
//! which other type the field is packed. It may refuse values: bytes with such a value are not valid.
//!
//! ```
//! use std::time::{Duration, SystemTime, UNIX_EPOCH};
//!
//! use packed_data::with::PackWith;
//! use packed_data::{Compact, Packable, Packed};
//!
//! /// Milliseconds since 1970.
//! enum Millis {}
//!
//! impl PackWith<SystemTime> for Millis {
//!     const NAME: &'static str = "milliseconds since 1970";
//!     type As = u64;
//!     type Value<'v> = u64;
//!
//!     fn pack(time: &SystemTime) -> Result<u64, &'static str> {
//!         let since = time.duration_since(UNIX_EPOCH).map_err(|_| "the time is before 1970")?;
//!         u64::try_from(since.as_millis()).ok().filter(|millis| *millis < 1 << 48).ok_or("the time is too late")
//!     }
//!
//!     fn unpack(millis: u64) -> Result<SystemTime, &'static str> {
//!         if millis >= 1 << 48 { Err("the time is too late") } else { Ok(UNIX_EPOCH + Duration::from_millis(millis)) }
//!     }
//! }
//!
//! #[derive(Debug, PartialEq, Packable)]
//! struct Event {
//!     title: String,
//!     #[packable(with = Millis)]
//!     at: SystemTime,
//!     #[packable(with = Vec<Millis>)]
//!     reminders: Vec<SystemTime>,
//! }
//!
//! let at = UNIX_EPOCH + Duration::from_secs(5);
//! let event = Event { title: "ECOOP".into(), at, reminders: vec![at, UNIX_EPOCH] };
//! let packed: Packed<Event> = Packed::pack(&event);
//! assert_eq!(packed.unpack(), Ok(event));
//!
//! // A value that is refused: at which byte, in which field, and why.
//! let late = [b"\x00".as_slice(), &[0xFF; 8], b"\x00"].concat();
//! let error = Packed::<Event, Compact, _>::from_bytes(late.as_slice()).unwrap_err();
//! assert_eq!(error.to_string(), "refused: the time is too late, at byte 1 in Event.at");
//! ```
//!
//! # In the program
//!
//! The field has the type [`With<T, C>`] wherever packed data is read or written: a view of it is a [`WithView`], which
//! returns the foreign value or what it is packed as, and a cursor reads it as the foreign value. `With<T, C>` can also
//! be used by itself, where no attribute can be: as an element, as a key, or as the whole value.
//!
//! # What is checked when
//!
//! - [`PackWith::pack`] may refuse a value that has no packed form. Packing then fails.
//! - [`PackWith::unpack`] is called once for each value when bytes are validated, and again for each value that is read
//!   or unpacked later. If it refuses a value then that it accepted before, reading panics. Memory safety does not rest
//!   on it.
//! - A packed value cannot be edited in place: the new bytes might be refused.

mod adapt;
#[cfg(feature = "bitflags-2")]
mod bits;
mod containers;
mod converted;
mod missing;
mod place;
pub(crate) mod refusal;
mod value;
mod view;

#[cfg(feature = "bitflags-2")]
pub use bits::Bits;
pub use containers::Unchanged;
pub use converted::Converted;
pub use missing::Missing;
#[doc(hidden)]
pub use value::AdapterOf;
pub use value::With;
pub use view::WithView;

use crate::packable::{Packable, Unpack};

/// An adapter: packs values of the type `T`, of another crate, as values of a packable type. See the
/// [module](self).
///
/// It is implemented for a type that has no values, such as `enum Millis {}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an adapter for `{T}`",
    label = "does not say how a `{T}` is packed",
    note = "if `{Self}` is an adapter of your own, implement `packed_data::with::PackWith<{T}>` for it",
    note = "for the values in a `Vec`, `Option`, `Box`, array or map, write `with = Vec<Adapter>` and so on",
    note = "for a part that needs no adapter, such as a `usize` or the keys of a map, write `packed_data::with::Unchanged`; \
            the type of that part must be `Packable` and `Unpack`, and borrow nothing"
)]
pub trait PackWith<T>: 'static {
    /// What the packed value means, such as its unit. It is part of the [`Fingerprint`](crate::Fingerprint): two
    /// adapters that pack as the same type but mean different things must have different names.
    const NAME: &'static str;

    /// Whether [`unpack`](Self::unpack) refuses any value. If it does not, validation need not call it.
    const REFUSES: bool = true;

    /// Whether the values can be part of a key of a map or set: whether two values are equal if and only if they are
    /// packed as the same value. Packed keys are compared as what they are packed as. If two equal values can be packed
    /// differently (`1.0` and `1.00`), a map might have both and be unpacked with one of them. Set this to `false`
    /// then: a map with such keys does not compile.
    const IS_KEY: bool = true;

    /// The canonical type of the packed value ([`Packable::As`]): `i64`, `str`, `[u8]`, a tuple, a derived type.
    type As: Packable<As = Self::As> + ?Sized;

    /// The value that is packed and unpacked. It may borrow (`&'v str`), from the value that is packed or from the
    /// bytes.
    type Value<'v>: Packable<As = Self::As> + Unpack<'v>;

    /// Converts a value to what is packed.
    ///
    /// # Errors
    ///
    /// Returns why the value has no packed form. Packing then fails with [`Refused`](crate::ErrorKind::Refused).
    fn pack(value: &T) -> Result<Self::Value<'_>, &'static str>;

    /// Converts a packed value back. [`pack`](Self::pack) must convert the result to the same packed value again:
    /// otherwise [`Packed::convert`](crate::Packed::convert), which does not call the adapter, returns another value
    /// than packing would write. Refuse a packed value that `pack` does not make.
    ///
    /// # Errors
    ///
    /// Returns why there is no such value. Validation then fails with [`Refused`](crate::ErrorKind::Refused).
    fn unpack(value: Self::Value<'_>) -> Result<T, &'static str>;
}
