//! Comparisons of packed values, by their bytes.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::{Buffer, Packed};

/// By the bytes. Different bytes can be equal values where a value has several encodings: in [`Cbor`](crate::Cbor), in
/// types that may have fields of another version, and in those with a [`Reserved`](crate::types::Reserved). Views
/// compare values: `packed.view() == other.view()`. [`convert`](crate::Packed::convert) to the same layout makes equal
/// values equal bytes.
impl<T: ?Sized, L, B: Buffer, C: Buffer> PartialEq<Packed<T, L, C>> for Packed<T, L, B> {
    fn eq(&self, other: &Packed<T, L, C>) -> bool {
        self.bytes.as_bytes() == other.bytes.as_bytes()
    }
}

impl<T: ?Sized, L, B: Buffer> Eq for Packed<T, L, B> {}

/// By the bytes, like equality: in the order of files and of the keys of byte-wise stores, which is not that of the
/// values. For that, compare views: `packed.view() < other.view()`. For bytes in the order of the values, see
/// [`sort_key`](Packed::sort_key).
///
/// ```
/// use packed_data::Packed;
///
/// let (one, two_hundred_and_fifty_six) = (Packed::<u16>::pack(&1), Packed::<u16>::pack(&256));
/// assert!(one.as_bytes() == [1, 0] && two_hundred_and_fifty_six.as_bytes() == [0, 1]);
/// assert!(one > two_hundred_and_fifty_six && one.view() < two_hundred_and_fifty_six.view());
/// ```
impl<T: ?Sized, L, B: Buffer> Ord for Packed<T, L, B> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.as_bytes().cmp(other.bytes.as_bytes())
    }
}

impl<T: ?Sized, L, B: Buffer, C: Buffer> PartialOrd<Packed<T, L, C>> for Packed<T, L, B> {
    fn partial_cmp(&self, other: &Packed<T, L, C>) -> Option<Ordering> {
        Some(self.bytes.as_bytes().cmp(other.bytes.as_bytes()))
    }
}

/// Of the bytes, like equality.
impl<T: ?Sized, L, B: Buffer> Hash for Packed<T, L, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.as_bytes().hash(state);
    }
}

/// The bytes of the value, for functions that write or send bytes of any kind.
///
/// ```
/// use packed_data::Packed;
///
/// fn checksum(bytes: impl AsRef<[u8]>) -> u8 {
///     bytes.as_ref().iter().fold(0, |sum, byte| sum ^ byte)
/// }
///
/// assert_eq!(checksum(Packed::<(u8, u8)>::pack(&(1, 2))), 3);
/// ```
impl<T: ?Sized, L, B: Buffer> AsRef<[u8]> for Packed<T, L, B> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_bytes()
    }
}
