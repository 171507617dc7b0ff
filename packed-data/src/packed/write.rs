//! Where packed data comes from: a value, or a builder.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Packed;
use crate::build::{Filled, Needs, Writer};
use crate::error::{Error, Path};
use crate::layout::Layout;
use crate::limits::Limits;
use crate::packable::Packable;
use crate::steps;

impl<T: Packable + ?Sized, L: Layout> Packed<T, L> {
    /// Packs a value into one buffer. In the native layouts a vector of values of static size is sized exactly (and, of
    /// scalars, copied with one `memcpy`); otherwise the buffer doubles as it fills. Its spare room, less than half, is
    /// left there: measured on a tree of 2^20 leaves, giving it back costs a third of the time of packing,
    /// for pages that were never touched; a count of the bytes beforehand costs more still. Where memory is
    /// dear, `into_inner()` and `shrink_to_fit()`, or [`pack_into`] a buffer of your own.
    ///
    /// # Panics
    ///
    /// [`try_pack`](Self::try_pack) with the default [`Limits`] returns an error.
    pub fn pack(value: &T) -> Self {
        Self::try_pack(value, &Limits::DEFAULT).unwrap_or_else(|error| panic!("cannot pack: {error}"))
    }

    /// Packs a value within limits.
    ///
    /// # Errors
    ///
    /// As for [`try_build`](Self::try_build).
    #[inline]
    pub fn try_pack(value: &T, limits: &Limits) -> Result<Self, Error> {
        Self::try_build(limits, |needs| needs.put_as(&value))
    }

    /// Builds a value without its ever existing in memory: see [`Needs`].
    ///
    /// # Panics
    ///
    /// [`try_build`](Self::try_build) with the default [`Limits`] returns an error.
    pub fn build(fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>) -> Self {
        Self::try_build(&Limits::DEFAULT, fill).unwrap_or_else(|error| panic!("cannot build: {error}"))
    }

    /// Builds a value within limits.
    ///
    /// # Errors
    ///
    /// The value exceeds the limits; or a map or set has a key twice; or a number does not fit the width that the layout
    /// has for it (a size of more than 2^31 - 1 bytes before a field of the Haskell `packed-data`). The offset is that of
    /// the byte where writing stopped.
    #[inline]
    pub fn try_build(
        limits: &Limits,
        fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
    ) -> Result<Self, Error> {
        Self::build_in(Vec::new(), limits, fill)
    }

    /// Builds a value in a buffer that holds nothing yet.
    #[inline]
    pub(crate) fn build_in(
        out: Vec<u8>,
        limits: &Limits,
        fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
    ) -> Result<Self, Error> {
        let mut writer = Writer::new(out, *limits);
        let budget = writer.budget::<<T::As as Packable>::Shape>();
        // SAFETY: no room is asked for.
        let end = unsafe { Needs::fill(&mut writer, 0, 0, budget, fill) };
        let end = writer.complete(end);
        match writer.outcome(0, end) {
            Ok(()) => Ok(Self { bytes: writer.finish(end), types: PhantomData }),
            Err(kind) => Err(Error { kind, offset: end, path: Path::EMPTY }),
        }
    }

    /// The same, in a buffer of which at least half is used.
    pub(crate) fn without_room(mut self) -> Self {
        if self.bytes.len() < self.bytes.capacity() / 2 {
            steps::count_bytes(self.bytes.len());
            self.bytes.shrink_to_fit();
        }
        self
    }
}

/// Packs a value at the end of a buffer, after what it holds already: several values can stand one after
/// the other, and [`Packed::from_prefix`] reads them back.
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
/// The value exceeds the default [`Limits`]. Then, and if writing it panics, the buffer is as it was.
pub fn pack_into<T: Packable + ?Sized, L: Layout>(value: &T, out: &mut Vec<u8>) -> Result<(), Error> {
    build_into::<T, L>(out, &Limits::DEFAULT, |needs| needs.put_as(&value))
}

/// Builds a value at the end of a buffer: as [`pack_into`], within limits.
///
/// # Errors
///
/// The value exceeds the limits. Then, and if `fill` panics, the buffer is as it was.
pub fn build_into<T: Packable + ?Sized, L: Layout>(
    out: &mut Vec<u8>,
    limits: &Limits,
    fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
) -> Result<(), Error> {
    /// Gives the buffer back, with so many of its bytes: as it was, unless writing succeeds.
    struct Lent<'o> {
        out: &'o mut Vec<u8>,
        writer: Writer,
        keep: usize,
    }

    impl Drop for Lent<'_> {
        #[inline]
        fn drop(&mut self) {
            *self.out = self.writer.finish(self.keep);
        }
    }

    let start = out.len();
    let mut lent = Lent { keep: start, writer: Writer::new(core::mem::take(out), *limits), out };
    let budget = lent.writer.budget::<<T::As as Packable>::Shape>();
    // SAFETY: no room is asked for.
    let end = unsafe { Needs::fill(&mut lent.writer, start, 0, budget, fill) };
    let end = lent.writer.complete(end);
    match lent.writer.outcome(start, end) {
        Ok(()) => lent.keep = end,
        Err(kind) => return Err(Error { kind, offset: end - start, path: Path::EMPTY }),
    }
    Ok(())
}
