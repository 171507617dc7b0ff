//! Buffers: types that can contain the bytes of packed data.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A type that contains or borrows the bytes of packed data.
///
/// # Safety
///
/// Every call of `as_bytes` returns the same bytes, also after the buffer was moved. The bytes change only through
/// [`BufferMut::as_bytes_mut`], and do not move while they are borrowed. (A memory map satisfies this only if nothing
/// else changes the file, which is why making one is `unsafe`.)
pub unsafe trait Buffer {
    /// Returns the bytes.
    fn as_bytes(&self) -> &[u8];
}

/// A buffer in which packed data can be edited.
///
/// # Safety
///
/// `as_bytes_mut` returns the same bytes as `as_bytes`, and nothing else accesses them during that borrow.
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

buffers!(Vec<u8>, &[u8], &mut [u8], Box<[u8]>, Arc<[u8]>, Rc<[u8]>);
buffers_mut!(Vec<u8>, &mut [u8], Box<[u8]>);
buffers_clone!(Vec<u8>, &[u8], Box<[u8]>, Arc<[u8]>, Rc<[u8]>);

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

#[cfg(feature = "bytes-1")]
mod bytes_1 {
    use super::{Buffer, CloneBuffer};
    use crate::packed::Packed;

    buffers!(bytes::Bytes);
    buffers_clone!(bytes::Bytes);

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
    impl<T: ?Sized, L> From<Packed<T, L>> for Packed<T, L, bytes::Bytes> {
        fn from(packed: Packed<T, L>) -> Self {
            // (`Bytes` takes over the bytes of the vector, so K1 holds for it.)
            Self { bytes: packed.bytes.into(), types: packed.types }
        }
    }
}

#[cfg(feature = "memmap2-0_9")]
mod memmap2_0_9 {
    use super::{Buffer, BufferMut};

    buffers!(memmap2::Mmap, memmap2::MmapMut);
    buffers_mut!(memmap2::MmapMut);
}
