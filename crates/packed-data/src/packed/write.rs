//! Makes packed data from a value or with a builder: `pack`, `build`, and the same into a buffer of the caller.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Packed;
use crate::build::{Filled, Needs, Whole, build_value, pack_value, reserved};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::wire::error::Error;
use crate::wire::limits::Limits;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// The greatest capacity, in bytes, that is reserved before anything is written.
const MOST_EXPECTED: usize = 1 << 20;

impl<T: Packable + ?Sized, L: Layout> Packed<T, L> {
    /// Packs a value into a new buffer.
    ///
    /// In the native layouts a vector of values of static size gets a buffer of exactly its size (and scalars are
    /// copied with one `memcpy`). Otherwise the buffer doubles its capacity when it is full, and keeps its unused
    /// capacity, which is less than half. (Measured on a tree of 2^20 leaves: releasing it costs a third of the time of
    /// packing, for pages that were never touched; counting the bytes first costs even more.) If memory is scarce, use
    /// `into_inner()` and `shrink_to_fit()`, or [`pack_into`] with a buffer of your own.
    ///
    /// # Panics
    ///
    /// Panics if [`WithLimits::pack`](super::WithLimits::pack) with [`Limits::DEFAULT`] returns an error.
    pub fn pack(value: &T) -> Self {
        match pack_value::<T, L>(Vec::new(), &Limits::DEFAULT, value) {
            Ok(bytes) => Self { bytes, types: PhantomData },
            Err(error) => cannot("pack", &error),
        }
    }

    /// Builds a value that never exists in memory: see [`Needs`].
    ///
    /// # Panics
    ///
    /// Panics if [`WithLimits::build`](super::WithLimits::build) with [`Limits::DEFAULT`] returns an error.
    pub fn build(fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>) -> Self {
        match build_value::<T::As, L>(Vec::new(), 0, &Limits::DEFAULT, fill) {
            Ok(bytes) => Self { bytes, types: PhantomData },
            Err(error) => cannot("build", &error),
        }
    }

    /// Builds a value that is made of another, which takes `len` bytes: in a buffer of as many, up to 1 MiB; if it
    /// takes more than 1 MiB, in one of `len` bytes. Releases unused capacity if it is more than half of the buffer.
    #[inline]
    pub(crate) fn build_from(
        len: usize,
        limits: &Limits,
        fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
    ) -> Result<Self, Error> {
        let capacity = len.min(MOST_EXPECTED).max(reserved::<T::As, L>());
        let mut bytes = build_value::<T::As, L>(Vec::with_capacity(capacity), len, limits, fill)?;
        if bytes.len() < bytes.capacity() / 2 {
            steps::count_bytes(bytes.len());
            bytes.shrink_to_fit();
        }
        Ok(Self { bytes, types: PhantomData })
    }
}

/// Panics because a value could not be written.
#[cold]
#[inline(never)]
fn cannot(write: &str, error: &Error) -> ! {
    panic!("cannot {write}: {error}")
}

/// Packs a value at the end of a buffer. Several values can thus be stored one after the other; [`Packed::from_prefix`]
/// reads them back.
///
/// ```
/// use packed_data::{Compact, Packed, pack_into};
///
/// let mut buffer = Vec::new();
/// pack_into::<u8, Compact>(&1, &mut buffer)?;
/// pack_into::<str, Compact>("two", &mut buffer)?;
///
/// let (one, rest) = Packed::<u8>::from_prefix(&buffer)?;
/// let (two, rest) = Packed::<str>::from_prefix(rest)?;
/// assert_eq!((one.view(), two.view(), rest), (1, "two", &[][..]));
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] in the same cases as [`WithLimits::pack`](super::WithLimits::pack) with [`Limits::DEFAULT`]. In
/// that case, and if packing the value panics, the buffer keeps its content.
pub fn pack_into<T: Packable + ?Sized, L: Layout>(value: &T, out: &mut Vec<u8>) -> Result<(), Error> {
    build_into::<T, L>(out, &Limits::DEFAULT, |needs| needs.put_as(&value))
}

/// Builds a value at the end of a buffer, within `limits`.
///
/// # Errors
///
/// Returns an [`Error`] in the same cases as [`WithLimits::build`](super::WithLimits::build). In that case, and if
/// `fill` panics, the buffer keeps its content.
pub fn build_into<T: Packable + ?Sized, L: Layout>(
    out: &mut Vec<u8>,
    limits: &Limits,
    fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
) -> Result<(), Error> {
    /// Returns the buffer to `out` on drop, with its first `keep` bytes: those it had before, unless writing succeeds.
    struct Lent<'o> {
        out: &'o mut Vec<u8>,
        writer: ValueWriter,
        keep: usize,
    }

    impl Drop for Lent<'_> {
        #[inline]
        fn drop(&mut self) {
            // SAFETY: the bytes before `keep` were there before, or `complete` returned `keep` (W1).
            *self.out = unsafe { self.writer.finish(self.keep) };
        }
    }

    let start = out.len();
    let mut lent = Lent { keep: start, writer: ValueWriter::new(core::mem::take(out), *limits), out };
    let whole = const { Whole::of::<<T::As as Packable>::Shape, L>() };
    let budget = whole.begin(&mut lent.writer, start);
    // SAFETY: the bytes before `start` are those of `out` (W1).
    let end = unsafe { Needs::reserve_and_fill(&mut lent.writer, start, budget, fill) };
    // SAFETY: `fill` returned `end` (W1).
    lent.keep = unsafe { whole.end::<L>(&mut lent.writer, start, end)? };
    Ok(())
}
