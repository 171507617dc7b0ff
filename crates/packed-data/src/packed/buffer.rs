//! The traits of the buffers that a `Packed` can hold.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Packed;

/// A type that contains or borrows the bytes of packed data.
///
/// It is implemented for vectors, arrays, slices and memory maps, and for references to buffers, boxes of them, and
/// `Rc` and `Arc` of them: `&[u8; 4]`, `Arc<[u8]>`, `Arc<Mmap>`, `Arc<dyn Buffer + Send + Sync>`. Any other type that
/// can be borrowed as bytes is one inside an [`OwnedBuffer`](crate::packed::OwnedBuffer), without unsafe code.
///
/// ```
/// use std::sync::Arc;
///
/// use packed_data::{Compact, Packed};
///
/// let shared: Arc<Vec<u8>> = Arc::new(vec![2, b'h', b'i']);
/// let text = Packed::<str, Compact, _>::from_bytes(shared)?;
/// let again = text.clone(); // shares the bytes
/// assert_eq!((text.view(), again.view()), ("hi", "hi"));
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// # Safety
///
/// Every call of `as_bytes` returns the same bytes, also after the buffer was moved. The bytes change only through
/// [`BufferMut::as_bytes_mut`], and do not move while they are borrowed. (A memory map satisfies this only if nothing
/// else changes the file, which is why making one is `unsafe`.)
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to keep its bytes as they are",
    label = "not a `Buffer`",
    note = "if it can be borrowed as bytes (`AsRef<[u8]>`), put it into an `OwnedBuffer`: `OwnedBuffer::new(bytes)`",
    note = "a slice `&[u8]`, a `Vec<u8>`, a `Box<[u8]>` and an `Arc<[u8]>` are buffers"
)]
pub unsafe trait Buffer {
    /// Returns the bytes.
    fn as_bytes(&self) -> &[u8];
}

/// A buffer in which packed data can be edited.
///
/// # Safety
///
/// `as_bytes_mut` returns the same bytes as `as_bytes`, and nothing else accesses them during that borrow.
#[diagnostic::on_unimplemented(
    message = "packed data in `{Self}` cannot be edited",
    label = "a shared or read-only buffer, not a `BufferMut`",
    note = "these buffers can be edited: `Vec<u8>`, `Box<[u8]>`, `&mut [u8]`, `[u8; N]`, `OwnedBufferMut`, a `BytesMut`, a \
            mutable memory map, and boxes of these and `&mut` to them",
    note = "to edit a copy of shared bytes: `packed.to_owned()`"
)]
pub unsafe trait BufferMut: Buffer {
    /// Returns the bytes, which may be overwritten.
    fn as_bytes_mut(&mut self) -> &mut [u8];
}

/// A buffer whose clone has the same bytes.
///
/// # Safety
///
/// The bytes of a clone are equal to those of the original.
pub unsafe trait CloneBuffer: Buffer + Clone {}

/// Implements [`Buffer`] for types that own or share plain bytes.
macro_rules! buffers {
    ($($T:ty),+ $(,)?) => {$(
        // SAFETY: the type contains, shares or borrows plain bytes, without interior mutability.
        unsafe impl Buffer for $T {
            #[inline(always)]
            fn as_bytes(&self) -> &[u8] {
                self
            }
        }
    )+};
}

/// Implements [`BufferMut`] for types that own or exclusively borrow plain bytes.
macro_rules! buffers_mut {
    ($($T:ty),+ $(,)?) => {$(
        // SAFETY: these are the same plain bytes.
        unsafe impl BufferMut for $T {
            #[inline(always)]
            fn as_bytes_mut(&mut self) -> &mut [u8] {
                self
            }
        }
    )+};
}

/// Implements [`CloneBuffer`] for types whose clone copies or shares the bytes.
macro_rules! buffers_clone {
    ($($T:ty),+ $(,)?) => {$(
        // SAFETY: the clone copies the bytes, or shares them.
        unsafe impl CloneBuffer for $T {}
    )+};
}

buffers!(Vec<u8>, [u8], Cow<'_, [u8]>);
buffers_mut!(Vec<u8>, [u8]);
buffers_clone!(Vec<u8>, Box<[u8]>, Cow<'_, [u8]>);

/// Implements [`Buffer`] for pointers to buffers.
macro_rules! pointers {
    ($($Pointer:ty),+ $(,)?) => {$(
        // SAFETY: these are the bytes of a buffer, to which nothing else has exclusive access as long as the pointer
        // lives. (Each of these pointers leads to the same buffer at all times.)
        unsafe impl<B: Buffer + ?Sized> Buffer for $Pointer {
            #[inline(always)]
            fn as_bytes(&self) -> &[u8] {
                (**self).as_bytes()
            }
        }
    )+};
}

/// Implements [`BufferMut`] for pointers that lead to a buffer exclusively.
macro_rules! pointers_mut {
    ($($Pointer:ty),+ $(,)?) => {$(
        // SAFETY: these are the same bytes, and the pointer is the only one to the buffer.
        unsafe impl<B: BufferMut + ?Sized> BufferMut for $Pointer {
            #[inline(always)]
            fn as_bytes_mut(&mut self) -> &mut [u8] {
                (**self).as_bytes_mut()
            }
        }
    )+};
}

/// Implements [`CloneBuffer`] for pointers that share a buffer.
macro_rules! pointers_clone {
    ($($Pointer:ty),+ $(,)?) => {$(
        // SAFETY: the clone leads to the same buffer.
        unsafe impl<B: Buffer + ?Sized> CloneBuffer for $Pointer {}
    )+};
}

pointers!(&B, &mut B, Box<B>, Rc<B>, Arc<B>);
pointers_mut!(&mut B, Box<B>);
pointers_clone!(&B, Rc<B>, Arc<B>);

// SAFETY: the box of the clone contains a clone of the buffer, whose bytes are equal.
unsafe impl<B: CloneBuffer> CloneBuffer for Box<B> {}

// SAFETY: the array is plain bytes, and cannot move while it is borrowed.
unsafe impl<const N: usize> Buffer for [u8; N] {
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: these are the same plain bytes.
unsafe impl<const N: usize> BufferMut for [u8; N] {
    fn as_bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

// SAFETY: the clone copies the bytes.
unsafe impl<const N: usize> CloneBuffer for [u8; N] {}

/// Converts packed values between buffers of plain bytes, without checking them again.
macro_rules! conversions {
    ($($(#[doc = $doc:literal])* $From:ty => $To:ty;)+) => {$(
        $(#[doc = $doc])*
        impl<T: ?Sized, L> From<Packed<T, L, $From>> for Packed<T, L, $To> {
            fn from(packed: Packed<T, L, $From>) -> Self {
                // (The bytes are the same, so K1 holds for them.)
                Self { bytes: packed.bytes.into(), types: packed.types }
            }
        }
    )+};
}

conversions! {
    /// Takes the same bytes, without checking them. (The vector gives back its unused capacity.)
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let packed: Packed<String> = Packed::pack(&"hi".into());
    /// let boxed: Packed<String, Compact, Box<[u8]>> = packed.into();
    /// assert_eq!(boxed.view(), "hi");
    /// ```
    Vec<u8> => Box<[u8]>;
    /// Copies the bytes into memory that is shared from then on, without checking them.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use packed_data::{Compact, Packed};
    ///
    /// let packed: Packed<String> = Packed::pack(&"hi".into());
    /// let shared: Packed<String, Compact, Arc<[u8]>> = packed.into();
    /// assert_eq!(shared.clone().view(), "hi");
    /// ```
    Vec<u8> => Arc<[u8]>;
    /// Copies the bytes into memory that is shared from then on, without checking them.
    Vec<u8> => Rc<[u8]>;
    /// Takes the same bytes, without copying or checking them.
    Box<[u8]> => Vec<u8>;
    /// Copies the bytes into memory that is shared from then on, without checking them.
    Box<[u8]> => Arc<[u8]>;
    /// Copies the bytes, without checking them: the same as [`Packed::to_vec`].
    &[u8] => Vec<u8>;
    /// Copies the bytes, without checking them.
    &[u8] => Box<[u8]>;
    /// Copies the bytes into memory that is shared from then on, without checking them.
    &[u8] => Arc<[u8]>;
}

/// Borrows the bytes, without checking them: the same as [`Packed::as_slice`].
impl<'b, T: ?Sized, L, B: Buffer> From<&'b Packed<T, L, B>> for Packed<T, L, &'b [u8]> {
    fn from(packed: &'b Packed<T, L, B>) -> Self {
        // (By the contract of `Buffer` these are the bytes for which K1 holds.)
        Self { bytes: packed.bytes.as_bytes(), types: packed.types }
    }
}

#[cfg(feature = "bytes-1")]
mod bytes_1 {
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    use super::{Buffer, BufferMut, CloneBuffer, Packed};

    buffers!(bytes::Bytes, bytes::BytesMut);
    buffers_mut!(bytes::BytesMut);
    buffers_clone!(bytes::Bytes, bytes::BytesMut);

    conversions! {
        /// Takes the same bytes, without copying or checking them.
        ///
        /// ```
        /// use bytes::Bytes;
        /// use packed_data::{Compact, Packed};
        ///
        /// let packed: Packed<u16> = Packed::pack(&7);
        /// let shared: Packed<u16, Compact, Bytes> = packed.into();
        /// assert_eq!(shared.clone().view(), 7);
        /// ```
        Vec<u8> => bytes::Bytes;
        /// Takes the same bytes, without copying or checking them.
        Box<[u8]> => bytes::Bytes;
        /// Takes the bytes if nothing shares them, otherwise copies them; does not check them.
        bytes::Bytes => Vec<u8>;
        /// Takes the same bytes, without copying or checking them.
        bytes::BytesMut => bytes::Bytes;
    }
}

#[cfg(feature = "memmap2-0_9")]
mod memmap2_0_9 {
    use super::{Buffer, BufferMut};

    buffers!(memmap2::Mmap, memmap2::MmapMut);
    buffers_mut!(memmap2::MmapMut);
}
