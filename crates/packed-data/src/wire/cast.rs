//! Scalars in memory as bytes on the wire, and back, where the two agree.

use super::scalar::Scalar;
use super::steps;

/// Scalars in memory as the bytes they are on the wire.
#[inline]
pub(crate) fn bytes_of<S: Scalar>(values: &[S]) -> &[u8] {
    assert!(S::IS_MEMORY, "only where memory and wire agree");
    // SAFETY: a value with `IS_MEMORY` is `WIDTH` initialised bytes, without padding.
    unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), core::mem::size_of_val(values)) }
}

/// Bytes on the wire as scalars in memory, where alignment and byte order allow.
///
/// # Safety
///
/// The bytes are valid scalars.
pub(crate) unsafe fn slice_of<S: Scalar>(bytes: &[u8]) -> Option<&[S]> {
    let start = bytes.as_ptr().cast::<S>();
    if !S::IS_MEMORY || !start.is_aligned() {
        return None;
    }
    // SAFETY: the bytes are aligned and, as the caller promises, valid; with `IS_MEMORY` each scalar is
    // `WIDTH` bytes in memory too.
    Some(unsafe { core::slice::from_raw_parts(start, bytes.len() / S::WIDTH) })
}

/// Copies bytes on the wire into scalars in memory.
///
/// # Safety
///
/// The bytes are `len` valid scalars with `IS_MEMORY`, and `to` has capacity for as many.
pub(crate) unsafe fn copy_scalars<S: Scalar>(bytes: &[u8], to: *mut S, len: usize) {
    debug_assert!(S::IS_MEMORY && bytes.len() == len * S::WIDTH);
    steps::count_bytes(bytes.len());
    // SAFETY: the caller promises the capacity; bytes on the wire and a fresh place do not overlap.
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast::<u8>(), bytes.len()) }
}
