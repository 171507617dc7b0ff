//! Loads and stores. Only here, in `cast`, in `fill` and in `writer` is memory touched through pointers.
//!
//! Reading packed data is a load at an address; whether that address may be loaded from was settled
//! when the bytes were validated or written. Everything here is therefore `unsafe` and one line long;
//! the reasons why a call is sound stand with the callers, in the invariants they cite.

use core::ptr::NonNull;

use super::steps;

/// An address inside the bytes of packed data: the position of the layouts whose cursor is a plain
/// pointer.
#[derive(Clone, Copy)]
pub struct Ptr(
    /// Invariant (R1): it was derived from a slice that holds the whole packed value, and lies inside that slice or one
    /// past its end.
    NonNull<u8>,
);

// SAFETY: a `Ptr` is only ever dereferenced on behalf of a value that carries the lifetime of the
// bytes, shared (like `&[u8]`, which is `Send` and `Sync`) or exclusive (like `&mut [u8]`, likewise).
unsafe impl Send for Ptr {}
// SAFETY: as for `Send`; nothing behind a `Ptr` has interior mutability.
unsafe impl Sync for Ptr {}

/// A plain array of bytes: `[u8; N]` and nothing else.
///
/// # Safety
///
/// Every pattern of bits is a value, the alignment is one, and there is no padding.
pub unsafe trait ByteArray: Copy + AsRef<[u8]> + AsMut<[u8]> {
    /// The array filled with zeros.
    const ZERO: Self;
}

// SAFETY: an array of `u8` has no invalid pattern, alignment one and no padding.
unsafe impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
}

impl Ptr {
    /// The address of the first byte of `bytes`.
    #[inline(always)]
    pub(crate) fn to(bytes: &[u8]) -> Self {
        Ptr(NonNull::from(bytes).cast())
    }

    /// The address of the first byte of `bytes`, good for stores too.
    #[inline(always)]
    pub(crate) fn to_mut(bytes: &mut [u8]) -> Self {
        Ptr(NonNull::from(bytes).cast())
    }

    /// The address `count` bytes further on.
    ///
    /// # Safety
    ///
    /// The result must satisfy R1.
    #[inline(always)]
    pub(crate) unsafe fn add(self, count: usize) -> Self {
        // SAFETY: the caller promises that the result stays inside the slice or one past its end.
        Ptr(unsafe { self.0.add(count) })
    }

    /// How many bytes lie between `start` and here.
    ///
    /// # Safety
    ///
    /// Both come from one slice, and `start` is not after `self`.
    #[inline(always)]
    pub(crate) unsafe fn since(self, start: Self) -> usize {
        // SAFETY: the caller promises one allocation and the order of the two.
        unsafe { self.0.offset_from_unsigned(start.0) }
    }

    /// The bytes that stand here, as an array.
    ///
    /// # Safety
    ///
    /// As many bytes as the array has may be read here.
    #[inline(always)]
    pub(crate) unsafe fn load<B: ByteArray>(self) -> B {
        steps::count(1);
        // SAFETY: the caller promises the bytes; any bytes are a value of a `ByteArray`.
        unsafe { self.0.cast::<B>().read_unaligned() }
    }

    /// Overwrites the bytes that stand here.
    ///
    /// # Safety
    ///
    /// As many bytes as the array has may be written here, and nobody else holds a reference to them.
    #[inline(always)]
    pub(crate) unsafe fn store<B: ByteArray>(self, bytes: B) {
        steps::count(1);
        // SAFETY: the caller promises exclusive access to these bytes.
        unsafe { self.0.cast::<B>().write_unaligned(bytes) }
    }

    /// The `len` bytes that stand here, borrowed.
    ///
    /// # Safety
    ///
    /// They may be read for as long as `'a`, and are not written meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn bytes<'a>(self, len: usize) -> &'a [u8] {
        // SAFETY: the caller promises that the bytes live and stay as they are during `'a`.
        unsafe { core::slice::from_raw_parts(self.0.as_ptr(), len) }
    }
}
