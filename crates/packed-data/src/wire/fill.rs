//! Arrays and vectors that are filled value by value.

use alloc::vec::Vec;
use core::mem::{ManuallyDrop, MaybeUninit};

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

    /// Reserves capacity for another.
    #[inline(always)]
    fn reserve(&mut self) {
        let (start, capacity, len) = self.take();
        // SAFETY: as above.
        (self.start, self.capacity) = unsafe { with_more_capacity(start, capacity, len) };
        self.len = len;
    }
}

impl<T> Drop for Filling<T> {
    #[inline(always)]
    fn drop(&mut self) {
        drop(self.values());
    }
}

/// The start and the capacity of a vector with capacity for more. (In and out in registers: a vector here and there would
/// take a fifth more of the stack at each level of unpacking.)
///
/// # Safety
///
/// These are the parts of one vector with `len` values, which nobody else has.
#[cold]
#[inline(never)]
unsafe fn with_more_capacity<T>(start: *mut T, capacity: usize, len: usize) -> (*mut T, usize) {
    // SAFETY: the caller's promise.
    let mut values = unsafe { Vec::from_raw_parts(start, len, capacity) };
    values.reserve(1);
    let mut values = ManuallyDrop::new(values);
    (values.as_mut_ptr(), values.capacity())
}

/// The vector of the next values, until `next` ends; there is capacity for `capacity` of them from the beginning, and if
/// `GROWS` is not set, for no more: it is then full after so many.
///
/// Its parts are kept in registers meanwhile. (Measured on a vector of enums: with `push` in its place unpacking takes a
/// fifth more instructions; on triangles of twelve numbers: a way out of the loop that makes space leaves no register for
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
