//! Parts of packed data in `Bytes`, which share its memory.

use bytes::Bytes;

use super::Packed;
#[cfg(feature = "std")]
use super::Within;
use crate::layout::Layout;
use crate::packable::Packable;
#[cfg(feature = "std")]
use crate::packable::Unpack;
#[cfg(feature = "std")]
use crate::wire::levels::TooDeep;
#[cfg(feature = "std")]
use crate::wire::sharing::Sharing;

/// Returns a part of a packed value as packed data that shares its memory, as [`Bytes::slice_ref`] does (feature
/// `bytes-1`). Takes constant time, and does not copy or check the part. The whole memory is kept as long as the part
/// lives.
///
/// `part` is what `isolate` of a [view](crate::View::isolate) or of a [cursor](crate::Cursor::isolate) returns.
///
/// ```
/// use bytes::Bytes;
/// use packed_data::packed::slice_ref;
/// use packed_data::{Compact, Packed};
///
/// let lines = vec!["to be".to_owned(), "or not".to_owned()];
/// let packed: Packed<(u8, Vec<String>), Compact, Bytes> = Packed::pack(&(7, lines)).into();
/// let lines: Packed<[String], Compact, Bytes> = slice_ref(&packed, packed.view().1.isolate());
/// drop(packed);
/// assert_eq!(lines.view().first(), Some("to be"));
/// ```
///
/// # Panics
///
/// Panics if the bytes of `part` are not a part of those of `whole`.
pub fn slice_ref<T, U, L>(whole: &Packed<T, L, Bytes>, part: Packed<U, L, &[u8]>) -> Packed<U, L, Bytes>
where
    T: Packable + ?Sized,
    U: Packable + ?Sized,
    L: Layout,
{
    // (These are the bytes of `part`, so K1 holds for them.)
    Packed { bytes: whole.bytes.slice_ref(part.bytes), types: part.types }
}

#[cfg(feature = "std")]
impl<'p, T: Packable + ?Sized, L: Layout> Within<'p, '_, T, L, Bytes> {
    /// Reads the value into memory, as [`unpack`](Self::unpack) does; but its parts of type [`Bytes`] share the memory
    /// of the packed value, in place of a copy. That memory is kept as long as one of them lives.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use packed_data::{Compact, Limits, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Upload {
    ///     name: String,
    ///     content: Bytes,
    /// }
    ///
    /// let upload = Upload { name: "large".into(), content: vec![7; 1 << 20].into() };
    /// let packed: Packed<Upload, Compact, Bytes> = Packed::pack(&upload).into();
    /// let upload = packed.within(&Limits::DEFAULT).unpack_shared()?;
    /// let range = packed.as_bytes().as_ptr_range();
    /// assert!(range.contains(&upload.content.as_ptr())); // not copied
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] in the same cases as [`unpack`](Self::unpack).
    pub fn unpack_shared(self) -> Result<T, TooDeep>
    where
        T: Unpack<'p>,
    {
        let _sharing = Sharing::of(&self.packed.bytes);
        self.unpack()
    }
}
