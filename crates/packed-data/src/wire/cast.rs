//! Slices of scalars as bytes, and back, where memory and wire agree; vectors of types that are copied whole.

#[cfg(feature = "zerocopy-0_8")]
use alloc::vec::Vec;

#[cfg(feature = "zerocopy-0_8")]
use zerocopy::{Immutable, KnownLayout, TryFromBytes};

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

/// Returns bytes on the wire as values in memory, copied whole, or `None` if they are not values of `T`.
#[cfg(feature = "zerocopy-0_8")]
pub(crate) fn vector_of<T: TryFromBytes + KnownLayout + Immutable>(bytes: &[u8]) -> Option<Vec<T>> {
    let mut values = Vec::<T>::with_capacity(bytes.len().div_ceil(size_of::<T>()));
    steps::count_bytes(bytes.len());
    let start = values.as_mut_ptr();
    // SAFETY: the vector has capacity for all the bytes, and is new memory, so it does not overlap with them.
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), start.cast::<u8>(), bytes.len()) };
    // SAFETY: these bytes were written just now; while they are borrowed, nothing writes them.
    let written = unsafe { core::slice::from_raw_parts(start.cast_const().cast::<u8>(), bytes.len()) };
    // (The vector is aligned, so this checks only that the bytes are values, and how many.)
    let len = <[T]>::try_ref_from_bytes(written).ok()?.len();
    // SAFETY: `zerocopy` has found that the memory of the vector begins with `len` valid values.
    unsafe { values.set_len(len) };
    Some(values)
}
