//! Sort keys of packed values, for stores that order their keys by bytes.

use alloc::vec::Vec;

use super::{Buffer, Packed};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::{mention, require_key, sort_key_of};

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Returns the sort key of the value: bytes whose order is that of views (that of `#[derive(Ord)]`), for stores and
    /// files that compare keys byte by byte.
    ///
    /// Values have equal sort keys if they are equal, in whatever layout; no sort key is the beginning of another one
    /// of the same type. It depends on the types of the parts and on the order of fields and constructors, not on
    /// names.
    ///
    /// | type | sort key |
    /// |---|---|
    /// | number, `bool`, `char` | its bytes, most significant first, the sign bit flipped; floats in total order |
    /// | string | its bytes, each `00` as `00 FF`, then `00 00` |
    /// | struct, tuple, array | the sort keys of its fields or elements |
    /// | enum, `Option` | the tag in four bytes, most significant first, and the sort keys of the fields |
    /// | sequence, set, map | for each element `01` and its sort key, then `00` |
    ///
    /// A type whose values may be equal in memory and not equal packed has no sort keys, as it cannot be the key of a
    /// map: such a program does not compile. This holds for types that contain a [`Reserved`](crate::types::Reserved),
    /// or a type that is packed with an [adapter](crate::with::PackWith::IS_KEY) that says so.
    ///
    /// It takes linear time (for sets and maps that CBOR has in another order: that of sorting), and allocates the
    /// result.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable, PartialEq, Eq, PartialOrd, Ord)]
    /// struct Place {
    ///     floor: i8,
    ///     room: String,
    /// }
    ///
    /// let key = |floor, room: &str| Packed::<Place>::pack(&Place { floor, room: room.into() }).sort_key();
    /// assert_eq!(key(-1, "ab"), [0x7F, b'a', b'b', 0, 0]);
    /// assert!(key(-1, "b") < key(0, "a") && key(0, "a") < key(0, "ab"));
    /// ```
    pub fn sort_key(&self) -> Vec<u8> {
        mention(require_key::<<T::As as Packable>::Shape>);
        // SAFETY: by K1 a valid value of this shape is stored at the beginning of the bytes.
        unsafe { sort_key_of::<<T::As as Packable>::Shape, L>(self.start(), self.as_bytes().len()) }
    }
}
