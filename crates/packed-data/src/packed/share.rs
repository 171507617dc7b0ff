//! Parts of packed data in `Bytes`, which share its memory.

use bytes::Bytes;

use super::Packed;
use crate::layout::Layout;
use crate::packable::Packable;
#[cfg(feature = "std")]
use crate::packable::Unpack;
#[cfg(feature = "std")]
use crate::wire::levels::TooDeep;
#[cfg(feature = "std")]
use crate::wire::sharing::Sharing;

impl<T: Packable + ?Sized, L: Layout> Packed<T, L, Bytes> {
    /// Returns a part of this value as packed data that shares its memory, as [`Bytes::slice_ref`] does. Takes constant
    /// time, and does not copy or check the part. The whole memory is kept as long as the part lives.
    ///
    /// `part` is what `isolate` of a [view](crate::View::isolate) or of a [cursor](crate::Cursor::isolate) returns.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use packed_data::{Compact, Packed};
    ///
    /// let lines = vec!["to be".to_owned(), "or not".to_owned()];
    /// let packed: Packed<(u8, Vec<String>), Compact, Bytes> = Packed::pack(&(7, lines)).into();
    /// let lines: Packed<[String], Compact, Bytes> = packed.slice_ref(packed.view().1.isolate());
    /// drop(packed);
    /// assert_eq!(lines.view().first(), Some("to be"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the bytes of `part` are not a part of those of `self`.
    pub fn slice_ref<U: Packable + ?Sized>(&self, part: Packed<U, L, &[u8]>) -> Packed<U, L, Bytes> {
        // (These are the bytes of `part`, so K1 holds for them.)
        Packed { bytes: self.bytes.slice_ref(part.bytes), types: part.types }
    }

    /// Reads the value into memory, within the default limits, as [`unpack`](Self::unpack) does; but its parts of type
    /// [`Bytes`] share the memory of this value, instead of copying theirs. That memory is kept as long as one of them
    /// lives.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use packed_data::{Compact, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Upload {
    ///     name: String,
    ///     content: Bytes,
    /// }
    ///
    /// let upload = Upload { name: "large".into(), content: vec![7; 1 << 20].into() };
    /// let packed: Packed<Upload, Compact, Bytes> = Packed::pack(&upload).into();
    /// let upload = packed.unpack_shared()?;
    /// let range = packed.as_bytes().as_ptr_range();
    /// assert!(range.contains(&upload.content.as_ptr())); // not copied
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] in the same cases as [`unpack`](Self::unpack).
    #[cfg(feature = "std")]
    pub fn unpack_shared<'a>(&'a self) -> Result<T, TooDeep>
    where
        T: Unpack<'a>,
    {
        let _sharing = Sharing::of(&self.bytes);
        self.unpack()
    }
}
