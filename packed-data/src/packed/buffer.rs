//! The bytes behind packed data.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Bytes that packed data can live in.
///
/// # Safety
///
/// Every call of `as_bytes` gives the same bytes, also after the buffer was moved, and they do not change
/// except through [`BufferMut::as_bytes_mut`]; while it is borrowed, they stay where they are. (A memory map satisfies this only if nobody else changes the file, which is why making one is `unsafe`.)
pub unsafe trait Buffer {
    /// The bytes.
    fn as_bytes(&self) -> &[u8];
}

/// Bytes that packed data can be edited in.
///
/// # Safety
///
/// `as_bytes_mut` gives the bytes that `as_bytes` gives, and nobody else sees them meanwhile.
pub unsafe trait BufferMut: Buffer {
    /// The bytes.
    fn as_bytes_mut(&mut self) -> &mut [u8];
}

/// Bytes whose clone is equal to them.
///
/// # Safety
///
/// The clone's bytes are equal to the original's.
pub unsafe trait CloneBuffer: Buffer + Clone {}

/// Implements [`Buffer`] for types that own or share plain bytes.
macro_rules! buffers {
    ($($T:ty),+ $(,)?) => {$(
        // SAFETY: plain bytes without interior mutability.
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
        // SAFETY: the same plain bytes.
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
        // SAFETY: the clone has a copy of the bytes, or shares them.
        unsafe impl CloneBuffer for $T {}
    )+};
}

buffers!(Vec<u8>, &[u8], &mut [u8], Box<[u8]>, Arc<[u8]>, Rc<[u8]>);
buffers_mut!(Vec<u8>, &mut [u8], Box<[u8]>);
buffers_clone!(Vec<u8>, &[u8], Box<[u8]>, Arc<[u8]>, Rc<[u8]>);

// SAFETY: plain bytes; a borrow of the array pins its address.
unsafe impl<const N: usize> Buffer for [u8; N] {
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: the same plain bytes.
unsafe impl<const N: usize> BufferMut for [u8; N] {
    fn as_bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

// SAFETY: the clone is a copy of the bytes.
unsafe impl<const N: usize> CloneBuffer for [u8; N] {}

#[cfg(feature = "bytes-1")]
mod bytes_1 {
    use super::{Buffer, CloneBuffer};

    buffers!(bytes::Bytes);
    buffers_clone!(bytes::Bytes);
}

#[cfg(feature = "memmap2-0_9")]
mod memmap2_0_9 {
    use super::{Buffer, BufferMut};

    buffers!(memmap2::Mmap, memmap2::MmapMut);
    buffers_mut!(memmap2::MmapMut);
}
