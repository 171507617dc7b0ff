//! Returns parts of a value as packed data of their own, without copying: `isolate` in the paper.

use super::Packed;
use crate::cursor::{Cursor, Done, Fields};
use crate::layout::Access;
use crate::packable::Packable;
use crate::shape::{List, Present};
use crate::view::View;

impl<'a, 'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'a, 'id, T, L> {
    /// Returns the value as packed data of its own, without copying; the paper calls this `isolate`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(7, "hi".into()));
    /// let text = packed.read(|pair| pair.fields().skip().tail().isolate());
    /// assert_eq!(text.view(), "hi");
    /// ```
    pub fn isolate(self) -> Done<'id, Packed<T, L::Layout, &'a [u8]>, L> {
        // SAFETY: by C1 the bytes are those of one valid `T`.
        self.as_bytes().map(|bytes| unsafe { Packed::from_bytes_unchecked(bytes) })
    }
}

impl<'a, 'id, T: Present, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Returns the first field as packed data of its own, without copying.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let text = packed.read(|t| { let (s, f) = t.fields().skip().isolate(); f.done(s) });
    /// assert_eq!(text.view(), "two");
    /// ```
    pub fn isolate(self) -> (Packed<T::Of, L::Layout, &'a [u8]>, Fields<'a, 'id, R, L>) {
        self.with(|field| field.isolate())
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: Access> View<'a, T, L> {
    /// Returns the value as packed data of its own, without copying; the paper calls this `isolate`.
    pub fn isolate(self) -> Packed<T, L::Layout, &'a [u8]> {
        // SAFETY: by V1 the bytes are those of one valid `T`.
        unsafe { Packed::from_bytes_unchecked(self.as_bytes()) }
    }
}
