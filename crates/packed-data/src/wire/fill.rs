//! Fills arrays and vectors value by value.

use alloc::vec::Vec;
use core::mem::{ManuallyDrop, MaybeUninit};

/// An array that is being filled. The first `len` values are initialised, and are dropped if an error ends the filling.
struct Partial<T, const N: usize> {
    values: [MaybeUninit<T>; N],
    len: usize,
}

impl<T, const N: usize> Drop for Partial<T, N> {
    fn drop(&mut self) {
        let there = core::ptr::slice_from_raw_parts_mut(self.values.as_mut_ptr().cast::<T>(), self.len);
        // SAFETY: the first `len` values were written, and nothing reads them after this.
        unsafe { there.drop_in_place() }
    }
}

/// Returns the array of the next `N` values, or `None` if `next` ends before.
///
/// # Errors
///
/// Returns an error of `next`.
#[inline(always)]
pub(crate) fn array<T, E, const N: usize>(mut next: impl FnMut() -> Result<Option<T>, E>) -> Result<Option<[T; N]>, E> {
    if const { !core::mem::needs_drop::<T>() } {
        // (Measured on arrays of points: a drop guard keeps the values in memory, and unpacking takes twice as long.)
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
    // SAFETY: all `N` were written, and `ManuallyDrop` does not drop them where they were.
    Ok(Some(unsafe { whole.values.as_ptr().cast::<[T; N]>().read() }))
}

/// A vector that is being filled within its capacity. Its first `len` values are initialised, and are dropped if an
/// error ends the filling. It is taken apart, so that all three parts stay in registers.
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

    /// Returns the parts, and leaves an empty vector here.
    #[inline(always)]
    fn take(&mut self) -> (*mut T, usize, usize) {
        let parts = (self.start, self.capacity, self.len);
        (self.start, self.capacity, self.len) = (core::ptr::dangling_mut(), 0, 0);
        parts
    }

    /// Returns the vector, and leaves an empty one here.
    #[inline(always)]
    fn values(&mut self) -> Vec<T> {
        let (start, capacity, len) = self.take();
        // SAFETY: these are the parts of one vector, of which `len` values were written; nothing else owns them now.
        unsafe { Vec::from_raw_parts(start, len, capacity) }
    }

    /// Adds capacity for at least one more value.
    #[inline(always)]
    fn reserve(&mut self) {
        let (start, capacity, len) = self.take();
        // SAFETY: these are the parts of one vector, and nothing else has them now.
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

/// Returns the start and the capacity of the vector after adding capacity for at least one more value. (The parts are
/// passed in registers: passing a vector would take a fifth more stack at each level of unpacking.)
///
/// # Safety
///
/// These are the parts of one vector with `len` values, which nothing else owns.
#[cold]
#[inline(never)]
unsafe fn with_more_capacity<T>(start: *mut T, capacity: usize, len: usize) -> (*mut T, usize) {
    // SAFETY: the caller's promise.
    let mut values = unsafe { Vec::from_raw_parts(start, len, capacity) };
    values.reserve(1);
    let mut values = ManuallyDrop::new(values);
    (values.as_mut_ptr(), values.capacity())
}

/// An argument of [`vector`]: capacity is added when it is full.
pub(crate) const GROWING: bool = true;
/// An argument of [`vector`]: the vector ends when its capacity is full.
pub(crate) const FIXED: bool = false;

/// Returns a vector of the next values, until `next` ends. The vector begins with `capacity`; `SIZE` is [`GROWING`] or
/// [`FIXED`].
///
/// Its parts are kept in registers meanwhile. (Measured on a vector of enums: with `push` unpacking takes a fifth more
/// instructions. Measured on triangles of twelve numbers: if the loop can call a function that adds capacity, no
/// register is left for the numbers, and unpacking takes half as long again.)
///
/// # Errors
///
/// Returns an error of `next`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn vector<T, E, const SIZE: bool>(
    capacity: usize,
    mut next: impl FnMut() -> Result<Option<T>, E>,
) -> Result<Vec<T>, E> {
    let mut filling = Filling::<T>::new(Vec::with_capacity(capacity));
    while SIZE == GROWING || filling.len < capacity {
        let Some(value) = next()? else { break };
        if SIZE == GROWING && filling.len >= filling.capacity {
            filling.reserve();
        }
        // SAFETY: the length is less than the capacity, which is at least `capacity`.
        unsafe { filling.start.add(filling.len).write(value) };
        filling.len += 1;
    }
    Ok(filling.values())
}

/// Appends the next values to a vector until it is full, or has `len` values.
///
/// (The loop calls nothing that adds capacity: see [`vector`].)
///
/// # Errors
///
/// Returns an error of `next`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn filled<T, E>(values: Vec<T>, len: usize, mut next: impl FnMut() -> Result<T, E>) -> Result<Vec<T>, E> {
    let mut filling = Filling::<T>::new(values);
    let full = filling.capacity.min(len);
    while filling.len < full {
        let value = next()?;
        // SAFETY: the length is less than the capacity.
        unsafe { filling.start.add(filling.len).write(value) };
        filling.len += 1;
    }
    Ok(filling.values())
}
