//! Positions: where a value begins in packed bytes.

use crate::wire::pointer::Ptr;

/// A position in packed bytes: an address, and what the layout must know of the value there.
///
/// The native layouts need only the address; CBOR adds the trailing items of the value.
pub trait Position: Copy + Send + Sync + 'static {
    /// Returns the position with that address, of a value that nothing encloses.
    fn new(address: Ptr) -> Self;

    /// Returns the address.
    fn ptr(self) -> Ptr;

    /// Returns the position `size` bytes further on, after a value of that size.
    ///
    /// # Safety
    ///
    /// A valid value of that size is stored here, not counting the items after it that belong to the value of which it
    /// is a last field.
    unsafe fn advance(self, size: usize) -> Self;

    /// Returns whether the value here is a byte of a byte string, without a head of its own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_in_string(self) -> bool {
        false
    }

    /// Returns the bytes of the value here, which ends at `end`, as those of a value by itself.
    ///
    /// # Safety
    ///
    /// As for [`bytes_to`](Self::bytes_to).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn value_bytes<'a>(self, end: Self) -> &'a [u8] {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.bytes_to(end) }
    }

    /// Returns the bytes of a value from its position, which this is, to its end.
    ///
    /// # Safety
    ///
    /// A valid value is stored from here to `end`, in a buffer that lives for `'a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn bytes_to<'a>(self, end: Self) -> &'a [u8] {
        // SAFETY: the caller promises one buffer that lives for `'a`, and that this is not after `end`.
        unsafe { self.ptr().bytes(end.ptr().since(self.ptr())) }
    }

    /// Returns the position `offset` bytes into `bytes`.
    ///
    /// # Safety
    ///
    /// `offset` is at most the length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(bytes: &[u8], offset: usize) -> Self {
        // SAFETY: the caller promises an offset within the bytes, so R1 holds.
        Self::new(unsafe { Ptr::to(bytes).add(offset) })
    }

    /// Returns the position at the beginning of bytes that may be overwritten.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_mut(bytes: &mut [u8]) -> Self {
        Self::new(Ptr::to_mut(bytes))
    }

    /// Returns the address as a number: by it a value is found again.
    fn address(self) -> usize {
        self.ptr().address()
    }
}

/// The position of the native layouts.
impl Position for Ptr {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(address: Ptr) -> Self {
        address
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ptr(self) -> Ptr {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(self, size: usize) -> Self {
        // SAFETY: the caller promises a value of that size.
        unsafe { self.add(size) }
    }
}
