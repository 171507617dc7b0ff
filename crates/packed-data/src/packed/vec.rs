//! `PackedVec`: many packed values in one buffer, and where each ends.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::validate::validate_prefix;
use super::{Buffer, CloneBuffer, Packed, WithLimits, build_into};
use crate::build::{Filled, Needs};
use crate::layout::{Compact, Layout};
use crate::packable::Packable;
use crate::shape::whole_charge;
use crate::wire::error::{Error, ErrorKind, Path, PathSegment};
use crate::wire::invariant::Invariant;
use crate::wire::limits::Limits;

/// Many packed values of one type, one after the other in one buffer, with a table of where each ends.
///
/// It is a vector of [`Packed`] values that takes one allocation for all bytes, and one for the table. Values are
/// appended, and found by their index in constant time. In contrast to a packed `Vec<T>`, each value is complete in
/// itself: it can be taken out as a `Packed<T, L, &[u8]>` and moved to another `PackedVec` by copying its bytes.
///
/// The bytes do not contain the table: they are the values and nothing else. [`from_bytes`](Self::from_bytes) makes the
/// table while it validates.
///
/// ```
/// use packed_data::{Indexed, PackedVec};
///
/// let mut words = PackedVec::<(u32, String), Indexed>::new();
/// words.push(&(2, "be".into()))?;
/// words.push(&(3, "to".into()))?;
/// assert_eq!(words.get(1).map(|word| word.into_view().1), Some("to"));
///
/// let again = PackedVec::<(u32, String), Indexed, _>::from_bytes(words.as_bytes(), 2)?;
/// assert_eq!(again.iter().map(|word| word.view().0).sum::<u32>(), 5);
/// # Ok::<(), packed_data::Error>(())
/// ```
pub struct PackedVec<T: ?Sized, L = Compact, B = Vec<u8>> {
    /// Invariant (K2): with 0 before the first of `ends`, the bytes between two successive ends are one valid `T` in
    /// layout `L`, and nothing else.
    bytes: B,
    ends: Vec<usize>,
    /// How many values have no bytes.
    empty: u64,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

impl<T: Packable + ?Sized, L: Layout> PackedVec<T, L> {
    /// Creates an empty `PackedVec`. Does not allocate.
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), ends: Vec::new(), empty: 0, types: PhantomData }
    }

    /// Creates an empty `PackedVec` with capacity for `values` values that take `bytes` bytes together.
    pub fn with_capacity(values: usize, bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ends: Vec::with_capacity(values), empty: 0, types: PhantomData }
    }

    /// Packs a value at the end.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    #[inline]
    pub fn push(&mut self, value: &T) -> Result<(), Error> {
        self.build(|needs| needs.put_as(&value))
    }

    /// Builds a value at the end: see [`Needs`].
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`WithLimits::build`] with [`Limits::DEFAULT`], and if there are
    /// more values and parts without bytes than [`Limits::empty_elements`]. In these cases, and if `fill` panics, the
    /// content is what it was before.
    #[inline]
    pub fn build(&mut self, fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>) -> Result<(), Error> {
        self.ends.reserve(1);
        build_into::<T, L>(&mut self.bytes, &Limits::DEFAULT, fill)?;
        self.end_value()
    }

    /// Copies a packed value to the end, also one of another type with the same packed form. Its bytes are not checked
    /// again.
    ///
    /// ```
    /// use packed_data::{Compact, PackedVec};
    ///
    /// let mut all = PackedVec::<str>::new();
    /// all.push("odd")?;
    /// all.push("even")?;
    /// let mut even = PackedVec::<str>::new();
    /// for word in all.iter().filter(|word| word.view().len() % 2 == 0) {
    ///     even.push_packed(&word)?;
    /// }
    /// assert_eq!(even.as_bytes(), b"\x04even");
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there are more values and parts without bytes than [`Limits::empty_elements`]. In this
    /// case the content is what it was before.
    #[inline]
    pub fn push_packed<V, C>(&mut self, packed: &Packed<V, L, C>) -> Result<(), Error>
    where
        V: Packable<As = T::As> + ?Sized,
        C: Buffer,
    {
        self.ends.reserve(1);
        // (By K1 these bytes are one valid value, whose form is that of a `T`: K2.)
        self.bytes.extend_from_slice(packed.as_bytes());
        self.end_value()
    }

    /// Notes the end of a value that was appended. There is capacity for it, so no byte is left without an end.
    #[inline]
    fn end_value(&mut self) -> Result<(), Error> {
        let end = self.bytes.len();
        let start = self.ends.last().copied().unwrap_or_default();
        if start == end || const { has_charge::<T, L>() } {
            let charge = charge::<T, L>(end - start);
            if let Err(error) = count_empty(&mut self.empty, charge, self.ends.len(), start, &Limits::DEFAULT) {
                self.bytes.truncate(start);
                return Err(error);
            }
        }
        self.ends.push(end);
        Ok(())
    }

    /// Removes all values, and keeps the capacity.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.empty = 0;
    }

    /// Returns how many bytes of values fit into the buffer before it grows.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}

impl<T: Packable + ?Sized, L: Layout> WithLimits<'_, T, L> {
    /// Validates that `bytes` are `count` values, each within the limits, and takes them, as [`PackedVec::from_bytes`]
    /// does. Not more than [`Limits::empty_elements`] of them may have no bytes.
    ///
    /// # Errors
    ///
    /// As for [`PackedVec::from_bytes`].
    pub fn vec_from_bytes<B: Buffer>(self, bytes: B, count: usize) -> Result<PackedVec<T, L, B>, Error> {
        let (ends, empty) = find_ends::<T, L>(bytes.as_bytes(), count, self.limits)?;
        // (Each value between the ends was validated: K2.)
        Ok(PackedVec { bytes, ends, empty, types: PhantomData })
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> PackedVec<T, L, B> {
    /// Validates that `bytes` are `count` values of type `T` in layout `L`, one after the other, and takes them.
    ///
    /// Takes linear time. Allocates one word for each value, and not more than one for each byte at first, whatever
    /// `count` is.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes are not `count` values, or exceed [`Limits::DEFAULT`]. Its offset counts from
    /// the beginning of `bytes`, and its path begins with the index of the value.
    ///
    /// ```
    /// use packed_data::{Compact, PackedVec};
    ///
    /// let error = PackedVec::<(u8, bool), Compact, _>::from_bytes([1u8, 0, 2, 7], 2).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid bool: expected 0 or 1, found 7, at byte 3 in [1] > (_, _).1");
    /// ```
    pub fn from_bytes(bytes: B, count: usize) -> Result<Self, Error> {
        Packed::<T, L>::with_limits(&Limits::DEFAULT).vec_from_bytes(bytes, count)
    }

    /// Returns the number of values.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no value.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the bytes of all values, one after the other.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_bytes()
    }

    /// Returns the buffer. The table of ends is dropped.
    pub fn into_inner(self) -> B {
        self.bytes
    }

    /// Returns the value with an index, in constant time.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Packed<T, L, &[u8]>> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        // (By K2 these bytes are one valid value: K1.)
        Some(Packed { bytes: self.bytes.as_bytes().get(start..end)?, types: PhantomData })
    }

    /// Returns all values in their order.
    #[inline]
    pub fn iter(&self) -> PackedIter<'_, T, L> {
        PackedIter { bytes: self.bytes.as_bytes(), start: 0, ends: self.ends.iter(), types: PhantomData }
    }
}

/// Returns the end of each of `count` values, and the number of their parts without bytes that are charged.
fn find_ends<T: Packable + ?Sized, L: Layout>(
    bytes: &[u8],
    count: usize,
    limits: &Limits,
) -> Result<(Vec<usize>, u64), Error> {
    // (`count` may be a number from outside.)
    let mut ends = Vec::with_capacity(count.min(bytes.len()));
    let (mut rest, mut start, mut empty) = (bytes, 0, 0);
    for index in 0..count {
        let size = validate_prefix::<T, L>(rest, limits).map_err(|error| of_value(error, index, start))?;
        if size > limits.bytes {
            return Err(of_value(too_large(limits.bytes), index, start));
        }
        if size == 0 || const { has_charge::<T, L>() } {
            count_empty(&mut empty, charge::<T, L>(size), index, start, limits)?;
        }
        start += size;
        rest = rest.get(size..).unwrap_or_default();
        ends.push(start);
    }
    match rest.len() {
        0 => Ok((ends, empty)),
        count => Err(Error { kind: ErrorKind::TrailingBytes { count }, offset: start, path: Path::EMPTY }),
    }
}

/// Returns the error of the value with an index, which begins at `start`.
#[cold]
fn of_value(mut error: Error, index: usize, start: usize) -> Error {
    error.offset += start;
    error.path.prepend(PathSegment::element(index));
    error
}

fn too_large(limit: usize) -> Error {
    Error { kind: ErrorKind::TooLarge { limit }, offset: limit, path: Path::EMPTY }
}

/// Returns whether values are charged for [parts without bytes](Limits::empty_elements).
const fn has_charge<T: Packable + ?Sized, L: Layout>() -> bool {
    whole_charge::<<T::As as Packable>::Shape, L>() > 0
}

/// Returns the charge for one of several values, which takes `size` bytes.
fn charge<T: Packable + ?Sized, L: Layout>(size: usize) -> u64 {
    const { whole_charge::<<T::As as Packable>::Shape, L>() }.saturating_add(u64::from(size == 0))
}

/// Counts `more` parts without bytes, unless there are more then than the limits allow.
#[cold]
fn count_empty(empty: &mut u64, more: u64, index: usize, start: usize, limits: &Limits) -> Result<(), Error> {
    let limit = limits.empty_elements;
    match empty.checked_add(more).filter(|empty| *empty <= limit) {
        Some(all) => *empty = all,
        None => {
            let error = Error { kind: ErrorKind::TooManyEmpty { limit }, offset: 0, path: Path::EMPTY };
            return Err(of_value(error, index, start));
        }
    }
    Ok(())
}

/// The values of a [`PackedVec`], in their order: see [`PackedVec::iter`].
pub struct PackedIter<'a, T: ?Sized, L> {
    /// Invariant (K3): the bytes of a [`PackedVec`], of which `start` is 0 or an end, and `ends` the ends after it. So
    /// K2 holds for them.
    bytes: &'a [u8],
    start: usize,
    ends: core::slice::Iter<'a, usize>,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

impl<'a, T: Packable + ?Sized, L: Layout> Iterator for PackedIter<'a, T, L> {
    type Item = Packed<T, L, &'a [u8]>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let end = *self.ends.next()?;
        let start = core::mem::replace(&mut self.start, end);
        // (By K3 these bytes are one valid value: K1.)
        Some(Packed { bytes: self.bytes.get(start..end)?, types: PhantomData })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl<T: Packable + ?Sized, L: Layout> ExactSizeIterator for PackedIter<'_, T, L> {}

impl<T: Packable + ?Sized, L: Layout> FusedIterator for PackedIter<'_, T, L> {}

impl<T: ?Sized, L> Clone for PackedIter<'_, T, L> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes, start: self.start, ends: self.ends.clone(), types: PhantomData }
    }
}

impl<T: Packable + ?Sized, L: Layout> fmt::Debug for PackedIter<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedIter").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl<'a, T: Packable + ?Sized, L: Layout, B: Buffer> IntoIterator for &'a PackedVec<T, L, B> {
    type Item = Packed<T, L, &'a [u8]>;
    type IntoIter = PackedIter<'a, T, L>;

    #[inline]
    fn into_iter(self) -> PackedIter<'a, T, L> {
        self.iter()
    }
}

impl<T: Packable + ?Sized, L: Layout> Default for PackedVec<T, L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ?Sized, L, B: CloneBuffer> Clone for PackedVec<T, L, B> {
    fn clone(&self) -> Self {
        // (The bytes of the clone are equal: K2.)
        Self { bytes: self.bytes.clone(), ends: self.ends.clone(), empty: self.empty, types: PhantomData }
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> fmt::Debug for PackedVec<T, L, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedVec").field("len", &self.len()).field("bytes", &self.as_bytes().len()).finish()
    }
}
