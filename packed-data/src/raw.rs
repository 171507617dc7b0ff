//! Loads and stores: the only place where memory is touched through pointers.
//!
//! Reading packed data is a load at an address; whether that address may be loaded from was settled
//! when the bytes were validated or written. Everything here is therefore `unsafe` and one line long;
//! the reasons why a call is sound stand with the callers, in the invariants they cite.

use alloc::vec::Vec;
use core::mem::{ManuallyDrop, MaybeUninit};
use core::ptr::NonNull;

use crate::scalar::Scalar;
use crate::steps;

/// An address inside the bytes of packed data: the position of the layouts whose cursor is a plain
/// pointer.
///
/// Invariant (R1): it was derived from a slice that holds the whole packed value, and lies inside
/// that slice or one past its end.
#[derive(Clone, Copy)]
pub struct Ptr(NonNull<u8>);

// SAFETY: a `Ptr` is only ever dereferenced on behalf of a value that carries the lifetime of the
// bytes, shared (like `&[u8]`, which is `Send` and `Sync`) or exclusive (like `&mut [u8]`, likewise).
unsafe impl Send for Ptr {}
// SAFETY: as above; nothing behind a `Ptr` has interior mutability.
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
/// The bytes are `len` valid scalars with `IS_MEMORY`, and `to` has room for as many.
pub(crate) unsafe fn copy_scalars<S: Scalar>(bytes: &[u8], to: *mut S, len: usize) {
    debug_assert!(S::IS_MEMORY && bytes.len() == len * S::WIDTH);
    steps::count_bytes(bytes.len());
    // SAFETY: the caller promises the room; bytes on the wire and a fresh place do not overlap.
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast::<u8>(), bytes.len()) }
}

/// An array that is being filled: the first `len` values are there, and are dropped if no more come.
struct Partial<T, const N: usize> {
    values: [MaybeUninit<T>; N],
    len: usize,
}

impl<T, const N: usize> Drop for Partial<T, N> {
    fn drop(&mut self) {
        let there = core::ptr::slice_from_raw_parts_mut(self.values.as_mut_ptr().cast::<T>(), self.len);
        // SAFETY: so many were written, and nothing reads them after this.
        unsafe { there.drop_in_place() }
    }
}

/// The array of the next `N` values; `None` if `next` ends before.
///
/// # Errors
///
/// Those of `next`.
#[inline(always)]
pub(crate) fn array<T, E, const N: usize>(mut next: impl FnMut() -> Result<Option<T>, E>) -> Result<Option<[T; N]>, E> {
    if const { !core::mem::needs_drop::<T>() } {
        // (Measured on arrays of points: what drops those that are there keeps the values in memory, and unpacking takes
        // twice as long.)
        let mut values = [const { MaybeUninit::<T>::uninit() }; N];
        for place in &mut values {
            let Some(value) = next()? else { return Ok(None) };
            place.write(value);
        }
        // SAFETY: all `N` were written.
        return Ok(Some(unsafe { core::mem::transmute_copy::<[MaybeUninit<T>; N], [T; N]>(&values) }));
    }
    let mut partial = Partial::<T, N> { values: [const { MaybeUninit::uninit() }; N], len: 0 };
    for index in 0..N {
        let Some(value) = next()? else { return Ok(None) };
        partial.values[index].write(value);
        partial.len = index + 1;
    }
    let whole = ManuallyDrop::new(partial);
    // SAFETY: all `N` were written, and are not dropped where they were.
    Ok(Some(unsafe { whole.values.as_ptr().cast::<[T; N]>().read() }))
}

/// A vector that is being filled within its capacity: its first `len` values are there, and are dropped if no more come.
/// It is taken apart, so that all of it stays in registers.
struct Filling<T> {
    start: *mut T,
    capacity: usize,
    len: usize,
}

impl<T> Filling<T> {
    #[inline(always)]
    fn new(values: Vec<T>) -> Self {
        let mut values = ManuallyDrop::new(values);
        Self { start: values.as_mut_ptr(), capacity: values.capacity(), len: values.len() }
    }

    /// Its parts; nothing is left here.
    #[inline(always)]
    fn take(&mut self) -> (*mut T, usize, usize) {
        let parts = (self.start, self.capacity, self.len);
        (self.start, self.capacity, self.len) = (core::ptr::dangling_mut(), 0, 0);
        parts
    }

    /// The vector; nothing is left here.
    #[inline(always)]
    fn values(&mut self) -> Vec<T> {
        let (start, capacity, len) = self.take();
        // SAFETY: these are the parts of one vector, of which so many values were written; nobody else has them now.
        unsafe { Vec::from_raw_parts(start, len, capacity) }
    }

    /// Makes room for another.
    #[inline(always)]
    fn reserve(&mut self) {
        let (start, capacity, len) = self.take();
        // SAFETY: as above.
        (self.start, self.capacity) = unsafe { with_more_room(start, capacity, len) };
        self.len = len;
    }
}

impl<T> Drop for Filling<T> {
    #[inline(always)]
    fn drop(&mut self) {
        drop(self.values());
    }
}

/// The start and the capacity of a vector with room for more. (In and out in registers: a vector here and there would
/// take a fifth more of the stack at each level of unpacking.)
///
/// # Safety
///
/// These are the parts of one vector with `len` values, which nobody else has.
#[cold]
#[inline(never)]
unsafe fn with_more_room<T>(start: *mut T, capacity: usize, len: usize) -> (*mut T, usize) {
    // SAFETY: the caller's promise.
    let mut values = unsafe { Vec::from_raw_parts(start, len, capacity) };
    values.reserve(1);
    let mut values = ManuallyDrop::new(values);
    (values.as_mut_ptr(), values.capacity())
}

/// The vector of the next values, until `next` ends; there is room for `capacity` of them from the beginning, and if
/// `GROWS` is not set, for no more: it is then full after so many.
///
/// Its parts are kept in registers meanwhile. (Measured on a vector of enums: with `push` in its place unpacking takes a
/// fifth more instructions; on triangles of twelve numbers: a way out of the loop that makes room leaves no register for
/// the numbers, and takes half as long again.)
///
/// # Errors
///
/// Those of `next`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn vector<T, E, const GROWS: bool>(
    capacity: usize,
    mut next: impl FnMut() -> Result<Option<T>, E>,
) -> Result<Vec<T>, E> {
    let mut filling = Filling::<T>::new(Vec::with_capacity(capacity));
    while GROWS || filling.len < capacity {
        let Some(value) = next()? else { break };
        if GROWS && filling.len >= filling.capacity {
            filling.reserve();
        }
        // SAFETY: the capacity, which is `capacity` at least, is greater than the length.
        unsafe { filling.start.add(filling.len).write(value) };
        filling.len += 1;
    }
    Ok(filling.values())
}
