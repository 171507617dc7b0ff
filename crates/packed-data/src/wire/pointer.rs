//! `Ptr`, an address inside packed bytes, and all loads and stores through it. Memory is accessed through pointers only
//! here, in `cast`, in `fill` and in `value_writer`.
//!
//! Reading packed data is a load from an address. Validating or writing the bytes established that the address may be
//! loaded from. Therefore everything here is `unsafe` and one line long; each caller states why its call is sound, and
//! cites an invariant.

use core::ptr::NonNull;

use super::steps;

/// An address inside the bytes of packed data: the position of the layouts whose cursor is a plain
/// pointer.
#[derive(Clone, Copy)]
pub struct Ptr(
    /// Invariant (R1): it was derived from a slice that holds the whole packed value, and is inside that slice or one
    /// past its end.
    NonNull<u8>,
);

// SAFETY: a `Ptr` is only ever dereferenced on behalf of a value that carries the lifetime of the
// bytes, shared (like `&[u8]`, which is `Send` and `Sync`) or exclusive (like `&mut [u8]`, likewise).
unsafe impl Send for Ptr {}
// SAFETY: as for `Send`; nothing behind a `Ptr` has interior mutability.
unsafe impl Sync for Ptr {}

/// A plain array of bytes: `[u8; N]`, and nothing else.
///
/// # Safety
///
/// Every bit pattern is a value, the alignment is one, and there is no padding.
pub unsafe trait ByteArray: Copy + AsRef<[u8]> + AsMut<[u8]> {
    /// The array filled with zeros.
    const ZERO: Self;
}

// SAFETY: an array of `u8` has no invalid pattern, alignment one and no padding.
unsafe impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
}

/// A byte that is 0, 1 or 2.
#[derive(Clone, Copy)]
#[repr(u8)]
#[allow(dead_code)] // (It is only loaded.)
enum OneOfThree {
    Zero,
    One,
    Two,
}

impl Ptr {
    /// Returns whether the address is that of `other`, or after it; both are in one buffer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_at_or_after(self, other: Self) -> bool {
        self.0 >= other.0
    }

    /// Returns the address as a number.
    pub(crate) fn address(self) -> usize {
        self.0.addr().get()
    }

    /// Returns the address of the first byte of `bytes`.
    #[inline(always)]
    pub(crate) fn to(bytes: &[u8]) -> Self {
        Ptr(NonNull::from(bytes).cast())
    }

    /// Returns the address of the first byte of `bytes`, for loads and stores.
    #[inline(always)]
    pub(crate) fn to_mut(bytes: &mut [u8]) -> Self {
        Ptr(NonNull::from(bytes).cast())
    }

    /// Returns the address `count` bytes further on.
    ///
    /// # Safety
    ///
    /// The result must satisfy R1.
    #[inline(always)]
    pub(crate) unsafe fn add(self, count: usize) -> Self {
        // SAFETY: the caller promises that the result stays inside the slice or one past its end.
        Ptr(unsafe { self.0.add(count) })
    }

    /// Returns the number of bytes from `start` to here.
    ///
    /// # Safety
    ///
    /// Both come from one slice, and `start` is not after `self`.
    #[inline(always)]
    pub(crate) unsafe fn since(self, start: Self) -> usize {
        // SAFETY: the caller promises one allocation and the order of the two.
        unsafe { self.0.offset_from_unsigned(start.0) }
    }

    /// Returns the bytes at this address, as an array.
    ///
    /// # Safety
    ///
    /// The bytes of the array may be read at this address.
    #[inline(always)]
    pub(crate) unsafe fn load<B: ByteArray>(self) -> B {
        steps::count(1);
        // SAFETY: the caller promises that the bytes may be read; any bytes are a value of a `ByteArray`.
        unsafe { self.0.cast::<B>().read_unaligned() }
    }

    /// Returns the byte at this address, which is less than `count`, if `count` is 2 or 3; otherwise `None`.
    ///
    /// The compiler knows the values from the type of the load. A hint would say the same, but would keep the load, and
    /// those that it depends on, where the result is not used.
    ///
    /// # Safety
    ///
    /// The byte may be read, and is less than `count`.
    #[inline(always)]
    pub(crate) unsafe fn load_tag(self, count: u32) -> Option<u8> {
        steps::count(1);
        // SAFETY: the caller promises a byte that is one of `count` values, which are those of the type.
        unsafe {
            match count {
                2 => Some(self.0.cast::<bool>().read().into()),
                3 => Some(self.0.cast::<OneOfThree>().read() as u8),
                _ => None,
            }
        }
    }

    /// Overwrites the bytes at this address.
    ///
    /// # Safety
    ///
    /// The bytes of the array may be written at this address, and there are no other references to them.
    #[inline(always)]
    pub(crate) unsafe fn store<B: ByteArray>(self, bytes: B) {
        steps::count(1);
        // SAFETY: the caller promises exclusive access to these bytes.
        unsafe { self.0.cast::<B>().write_unaligned(bytes) }
    }

    /// Borrows the `len` bytes at this address.
    ///
    /// # Safety
    ///
    /// The bytes may be read for the whole of `'a`, and are not written during it.
    #[inline(always)]
    pub(crate) unsafe fn bytes<'a>(self, len: usize) -> &'a [u8] {
        // SAFETY: the caller promises that the bytes are valid and unchanged during `'a`.
        unsafe { core::slice::from_raw_parts(self.0.as_ptr(), len) }
    }
}
