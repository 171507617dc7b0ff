//! Packs into memory that cannot grow, and says how much of it a value needs.

use alloc::vec::Vec;
use core::fmt;

use crate::build::pack_value;
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::{Shape, Sizes};
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// Why a value could not be packed into a buffer of fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackIntoError {
    /// The value needs more bytes than the buffer has left.
    TooSmall {
        /// The bytes that the value needs.
        needed: usize,
        /// The bytes that the buffer has left.
        available: usize,
    },
    /// The value cannot be packed, whatever the buffer.
    Invalid(Error),
}

impl fmt::Display for PackIntoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall { needed, available } => {
                write!(f, "the value needs {needed} bytes, and the buffer has {available} left")
            }
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PackIntoError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::TooSmall { .. } => None,
            Self::Invalid(error) => Some(error),
        }
    }
}

impl From<Error> for PackIntoError {
    fn from(error: Error) -> Self {
        Self::Invalid(error)
    }
}

/// Returns the number of bytes that `value` takes in layout `L`.
///
/// If all values of the type take the same number of bytes, nothing is packed or allocated. Otherwise the value is
/// packed into a buffer, as by [`Packed::pack`](crate::Packed::pack), and the buffer is dropped: the sizes that are
/// written before fields and elements depend on each other, so nothing less would do. To pack a value once its size is
/// known, use the buffer of [`Packed::pack`](crate::Packed::pack) instead, and copy it.
///
/// ```
/// use packed_data::packed::packed_size;
/// use packed_data::{Compact, Indexed};
///
/// assert_eq!(packed_size::<(u32, u8), Compact>(&(1, 2))?, 5); // allocates nothing
/// assert_eq!(packed_size::<str, Compact>("hi")?, 3);
/// let words = ["to".to_string(), "be".to_string()];
/// assert_eq!(packed_size::<[String], Indexed>(&words)?, 9); // with a table of ends
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// # Errors
///
/// As for [`pack_into`](crate::pack_into).
pub fn packed_size<T: Packable + ?Sized, L: Layout>(value: &T) -> Result<usize, Error> {
    match const { static_size::<T, L>() } {
        Some(size) => Ok(size),
        None => Ok(pack_apart::<T, L>(value)?.len()),
    }
}

/// Packs a value at the beginning of `out`; returns the number of bytes that it takes.
///
/// The value is packed into a buffer first, as by [`Packed::pack`](crate::Packed::pack), and copied from there: sizes
/// are inserted before values that are written already, which can for a moment take more bytes than the value has.
///
/// ```
/// use packed_data::packed::{PackIntoError, pack_into_slice};
/// use packed_data::{Compact, Packed};
///
/// let mut packet = [0; 8];
/// let size = pack_into_slice::<str, Compact>("hello", &mut packet)?;
/// assert_eq!(Packed::<str>::from_slice(&packet[..size])?.view(), "hello");
///
/// let too_small = pack_into_slice::<str, Compact>("hello", &mut packet[..4]).unwrap_err();
/// assert_eq!(too_small, PackIntoError::TooSmall { needed: 6, available: 4 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`PackIntoError::TooSmall`], with the number of bytes that the value needs, if `out` is shorter; and
/// [`PackIntoError::Invalid`] in the same cases as [`pack_into`](crate::pack_into). In both cases `out` is not changed.
pub fn pack_into_slice<T: Packable + ?Sized, L: Layout>(value: &T, out: &mut [u8]) -> Result<usize, PackIntoError> {
    let packed = pack_for::<T, L>(value, out.len())?;
    out[..packed.len()].copy_from_slice(&packed);
    Ok(packed.len())
}

/// Packs a value at the end of any [`BufMut`](bytes::BufMut); returns the number of bytes that it takes.
///
/// The value is packed into a buffer of its own first, and copied from there (see [`pack_into_slice`]). Into a
/// `Vec<u8>`, [`pack_into`](crate::pack_into) writes directly.
///
/// ```
/// use bytes::BytesMut;
/// use packed_data::Compact;
/// use packed_data::packed::pack_into_buf;
///
/// let mut out = BytesMut::new();
/// pack_into_buf::<u8, Compact>(&1, &mut out)?;
/// pack_into_buf::<str, Compact>("two", &mut out)?;
/// assert_eq!(&out[..], b"\x01\x03two");
/// # Ok::<(), packed_data::packed::PackIntoError>(())
/// ```
///
/// # Errors
///
/// As for [`pack_into_slice`]: nothing is written if [`remaining_mut`](bytes::BufMut::remaining_mut) is less than the
/// number of bytes that the value needs, or if the value cannot be packed.
#[cfg(feature = "bytes-1")]
pub fn pack_into_buf<T: Packable + ?Sized, L: Layout>(
    value: &T,
    out: &mut (impl bytes::BufMut + ?Sized),
) -> Result<usize, PackIntoError> {
    let packed = pack_for::<T, L>(value, out.remaining_mut())?;
    out.put_slice(&packed);
    Ok(packed.len())
}

/// Returns the size of all values of a type, if it is the same.
const fn static_size<T: Packable + ?Sized, L: Layout>() -> Option<usize> {
    if <T::Shape as Shape>::FLAT { Sizes::<T::Shape, L>::SIZE } else { None }
}

/// Packs a value into a buffer of its own.
fn pack_apart<T: Packable + ?Sized, L: Layout>(value: &T) -> Result<Vec<u8>, Error> {
    pack_value::<T, L>(Vec::new(), &Limits::DEFAULT, value)
}

/// Packs a value that must not take more than `available` bytes.
fn pack_for<T: Packable + ?Sized, L: Layout>(value: &T, available: usize) -> Result<Vec<u8>, PackIntoError> {
    let packed = pack_apart::<T, L>(value)?;
    if packed.len() > available {
        return Err(PackIntoError::TooSmall { needed: packed.len(), available });
    }
    Ok(packed)
}
