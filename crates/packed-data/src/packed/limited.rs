//! The operations of a packed value within limits that the program sets.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::validate::{validate_all, validate_prefix};
use super::{Buffer, Packed, Prefix};
use crate::build::{Filled, Needs, build_value, pack_value};
use crate::layout::{Layout, Position};
use crate::packable::{Packable, Unpack};
use crate::view::View;
use crate::wire::error::{Error, ErrorKind, Path};
use crate::wire::invariant::Invariant;
use crate::wire::levels::TooDeep;
use crate::wire::limits::Limits;

/// Makes a [`Packed`] within given [`Limits`], and not within the default ones; [`Packed::with_limits`] returns it.
///
/// Its methods are the functions of [`Packed`] that validate bytes or write new ones, with the same names and
/// parameters. Where a function of `Packed` panics because a value exceeds the limits, the method here returns an
/// error.
///
/// ```
/// use packed_data::{Compact, ErrorKind, Limits, Packed};
///
/// let words = vec!["to".to_string(), "be".to_string()];
/// let small = Limits { bytes: 4, ..Limits::DEFAULT };
///
/// let error = Packed::<Vec<String>, Compact>::with_limits(&small).pack(&words).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooLarge { limit: 4 });
///
/// let bytes = Packed::<Vec<String>>::pack(&words).into_inner();
/// let error = Packed::<Vec<String>>::with_limits(&small).from_vec(bytes).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooLarge { limit: 4 });
/// ```
pub struct WithLimits<'l, T: ?Sized, L> {
    pub(crate) limits: &'l Limits,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

/// Unpacks a [`Packed`], or makes another one from it, within given [`Limits`]; [`Packed::within`] returns it.
///
/// Its methods are the methods of [`Packed`], with the same names and parameters. Where a method of `Packed` panics
/// because a value exceeds the limits, the method here returns an error.
///
/// ```
/// use packed_data::{ErrorKind, Indexed, Limits, Packed, TooDeep};
///
/// let words = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
/// let flat = Limits { depth: 0, ..Limits::DEFAULT };
/// assert_eq!(words.within(&flat).unpack(), Err(TooDeep::new(0)));
///
/// let error = words.within(&flat).transform::<[String]>(|words, needs| words.copy_to(needs)).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 0 });
/// ```
pub struct Within<'p, 'l, T: ?Sized, L, B> {
    pub(crate) packed: &'p Packed<T, L, B>,
    pub(crate) limits: &'l Limits,
}

impl<T: Packable + ?Sized, L: Layout> Packed<T, L> {
    /// Sets limits for what follows: `Packed::<T, L>::with_limits(&limits).from_slice(bytes)`. (Its
    /// [`from_bytes`](WithLimits::from_bytes) accepts any buffer.)
    #[inline(always)]
    pub fn with_limits(limits: &Limits) -> WithLimits<'_, T, L> {
        WithLimits { limits, types: PhantomData }
    }
}

impl<T: ?Sized, L, B> Packed<T, L, B> {
    /// Sets limits for what follows: `packed.within(&limits).unpack()`.
    #[inline(always)]
    pub fn within<'p, 'l>(&'p self, limits: &'l Limits) -> Within<'p, 'l, T, L, B> {
        Within { packed: self, limits }
    }
}

impl<T: Packable + ?Sized, L: Layout> WithLimits<'_, T, L> {
    /// Validates that `bytes` are one `T` in layout `L`, as [`Packed::from_bytes`] does, and takes them.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes are not one `T`, or exceed the limits.
    pub fn from_bytes<B: Buffer>(self, bytes: B) -> Result<Packed<T, L, B>, Error> {
        match validate_all::<T, L>(bytes.as_bytes(), self.limits) {
            Ok(()) => Ok(Packed { bytes, types: PhantomData }),
            Err(error) => Err(error),
        }
    }

    /// Validates that `bytes` are one `T` in layout `L`, as [`Packed::from_slice`] does, and borrows them.
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Self::from_bytes).
    pub fn from_slice(self, bytes: &[u8]) -> Result<Packed<T, L, &[u8]>, Error> {
        self.from_bytes(bytes)
    }

    /// Validates that `bytes` are one `T` in layout `L`, as [`Packed::from_vec`] does, and takes them.
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Self::from_bytes).
    pub fn from_vec(self, bytes: Vec<u8>) -> Result<Packed<T, L>, Error> {
        self.from_bytes(bytes)
    }

    /// Validates one `T` at the beginning of `bytes`, as [`Packed::from_prefix`] does; returns it with the bytes after
    /// it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes do not begin with a `T`, or if it exceeds the limits.
    pub fn from_prefix(self, bytes: &[u8]) -> Result<Prefix<'_, T, L>, Error> {
        let limits = self.limits;
        let end = validate_prefix::<T, L>(bytes, limits)?;
        if end > limits.bytes {
            let kind = ErrorKind::TooLarge { limit: limits.bytes };
            return Err(Error { kind, offset: limits.bytes, path: Path::EMPTY });
        }
        let (value, rest) = bytes.split_at(end);
        Ok((Packed { bytes: value, types: PhantomData }, rest))
    }

    /// Packs a value into a new buffer, as [`Packed::pack`] does.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    #[inline]
    pub fn pack(self, value: &T) -> Result<Packed<T, L>, Error> {
        match pack_value::<T, L>(Vec::new(), self.limits, value) {
            Ok(bytes) => Ok(Packed { bytes, types: PhantomData }),
            Err(error) => Err(error),
        }
    }

    /// Builds a value that never exists in memory, as [`Packed::build`] does: see [`Needs`].
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in three cases: the value exceeds the limits; a map or set contains a key twice; or a
    /// number does not fit into the width that the layout has for it (a size of more than 2^31 - 1 bytes before a field
    /// of the Haskell `packed-data`). The error has the path to the part that could not be written, and the offset at
    /// which it begins. An element of a set or map has the index at which it was written, before they are sorted.
    ///
    /// ```
    /// use packed_data::{Compact, Limits, Packed};
    ///
    /// let error = Packed::<Vec<(u8, u16)>, Compact>::with_limits(&Limits::DEFAULT).build(|needs| {
    ///     needs.items(1..4, |needs, n| {
    ///         let fields = needs.fields().put(&n);
    ///         fields.with(|needs| if n == 2 { needs.refuse("an even number") } else { needs.put(&7) }).done()
    ///     })
    /// });
    /// assert_eq!(error.unwrap_err().to_string(), "refused: an even number, at byte 5 in [1] > (_, _).1");
    /// ```
    #[inline]
    pub fn build(self, fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>) -> Result<Packed<T, L>, Error> {
        match build_value::<T::As, L>(Vec::new(), 0, self.limits, fill) {
            Ok(bytes) => Ok(Packed { bytes, types: PhantomData }),
            Err(error) => Err(error),
        }
    }
}

impl<'p, T: Packable + ?Sized, L: Layout, B: Buffer> Within<'p, '_, T, L, B> {
    /// Reads the value into memory, as [`Packed::unpack`] does.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, or takes more stack, than the limits allow. Here last fields
    /// count as levels.
    pub fn unpack(self) -> Result<T, TooDeep>
    where
        T: Unpack<'p>,
    {
        self.packed.root().unpack_within(self.limits)
    }
}

impl<'b, T: Packable + ?Sized, L: Layout> Within<'_, '_, T, L, &'b [u8]> {
    /// Reads the value into memory, as [`Packed::into_unpacked`] does: a value that borrows lives as long as the bytes.
    ///
    /// ```
    /// use packed_data::{Compact, Limits, Packed};
    ///
    /// let packed = Packed::<Vec<&str>, Compact>::from_slice(b"\x01\x02hi")?;
    /// assert!(packed.within(&Limits { depth: 0, ..Limits::DEFAULT }).into_unpacked().is_err());
    /// assert_eq!(packed.into_unpacked()?, ["hi"]);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`unpack`](Self::unpack).
    pub fn into_unpacked(self) -> Result<T, TooDeep>
    where
        T: Unpack<'b>,
    {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed for `'b`. So V1
        // holds.
        unsafe { View::<T::As, L>::new(L::Pos::at(self.packed.bytes, 0)) }.unpack_within(self.limits)
    }
}

impl<T: ?Sized, L> Clone for WithLimits<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, L> Copy for WithLimits<'_, T, L> {}

impl<T: ?Sized, L, B> Clone for Within<'_, '_, T, L, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, L, B> Copy for Within<'_, '_, T, L, B> {}
