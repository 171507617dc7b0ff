//! Converts scalars in memory to bytes on the wire and back, for types where the two are the same.

use super::scalar::Scalar;
use super::steps;

/// Returns the bytes of scalars in memory, which are also their bytes on the wire.
#[inline]
pub(crate) fn bytes_of<S: Scalar>(values: &[S]) -> &[u8] {
    assert!(S::IS_MEMORY, "only where memory and wire agree");
    // SAFETY: a value with `IS_MEMORY` is `WIDTH` initialised bytes, without padding.
    unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), core::mem::size_of_val(values)) }
}

/// Returns bytes on the wire as scalars in memory, or `None` if alignment or byte order do not allow it.
///
/// # Safety
///
/// The bytes are valid scalars.
pub(crate) unsafe fn slice_of<S: Scalar>(bytes: &[u8]) -> Option<&[S]> {
    let start = bytes.as_ptr().cast::<S>();
    if !S::IS_MEMORY || !start.is_aligned() {
        return None;
    }
    // SAFETY: the bytes are aligned and, as the caller promises, valid; with `IS_MEMORY` each scalar has `WIDTH` bytes
    // in memory too.
    Some(unsafe { core::slice::from_raw_parts(start, bytes.len() / S::WIDTH) })
}

/// Copies bytes on the wire into scalars in memory.
///
/// # Safety
///
/// The bytes are `len` valid scalars with `IS_MEMORY`, and `to` is valid for writes of `len` scalars.
pub(crate) unsafe fn copy_scalars<S: Scalar>(bytes: &[u8], to: *mut S, len: usize) {
    debug_assert!(S::IS_MEMORY && bytes.len() == len * S::WIDTH);
    steps::count_bytes(bytes.len());
    // SAFETY: the caller promises that `to` may be written; it is new memory, so it does not overlap with the bytes.
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast::<u8>(), bytes.len()) }
}
