//! Packed values: bytes that are known to be one valid value.

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::cursor::{Cursor, Done};
use crate::error::{Error, ErrorKind, Path};
use crate::invariant::Invariant;
use crate::layout::{Compact, Edit, InPlace, Layout};
use crate::levels::TooDeep;
use crate::limits::Limits;
use crate::packable::{Packable, Unpack};
use crate::validate::{validate_all, validate_prefix};
use crate::view::View;

mod buffer;
#[cfg(feature = "memmap2-0_9")]
mod map_file;
mod write;

pub use buffer::{Buffer, BufferMut, CloneBuffer};
#[cfg(feature = "memmap2-0_9")]
pub use map_file::MapError;
pub use write::{build_into, pack_into};

/// One valid `T`, packed in layout `L`, in the bytes of `B`.
///
/// It comes from a value ([`pack`](Self::pack)), from a builder ([`build`](Self::build)), or from bytes
/// that were validated ([`from_bytes`](Self::from_bytes)); reading it then costs no checks and cannot
/// fail.
///
/// ```
/// use packed_data::{Compact, Packed};
///
/// let packed: Packed<Vec<String>> = Packed::pack(&vec!["to".into(), "be".into()]);
/// let bytes: Vec<u8> = packed.into_inner(); // save or send them
///
/// let again = Packed::<Vec<String>, Compact, _>::from_bytes(bytes.as_slice())?;
/// assert_eq!(again.view().iter().collect::<String>(), "tobe");
/// # Ok::<(), packed_data::Error>(())
/// ```
pub struct Packed<T: ?Sized, L = Compact, B = Vec<u8>> {
    /// Invariant (K1): `bytes.as_bytes()` is one valid `T` in layout `L`, and nothing more.
    bytes: B,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Takes bytes that are one `T` in layout `L`: in linear time, without allocating. (In the layouts of CBOR the check may
    /// allocate: for keys in no order, which are sorted, and for what a newer version of the type has added.)
    ///
    /// # Errors
    ///
    /// They are not; the error tells what was expected and found, where, and in which field.
    pub fn from_bytes(bytes: B) -> Result<Self, Error> {
        Self::from_bytes_with(bytes, &Limits::DEFAULT)
    }

    /// Takes bytes that are one `T` in layout `L`, within limits.
    ///
    /// # Errors
    ///
    /// They are not, or exceed the limits.
    pub fn from_bytes_with(bytes: B, limits: &Limits) -> Result<Self, Error> {
        validate_all::<T, L>(bytes.as_bytes(), limits)?;
        Ok(Self { bytes, types: PhantomData })
    }

    /// Takes bytes that are known to be one `T` in layout `L`.
    ///
    /// # Safety
    ///
    /// [`from_bytes`](Self::from_bytes) would accept them, with some limits.
    pub unsafe fn from_bytes_unchecked(bytes: B) -> Self {
        Self { bytes, types: PhantomData }
    }

    /// The bytes.
    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_bytes()
    }

    /// The buffer.
    pub fn into_inner(self) -> B {
        self.bytes
    }

    /// The same value, its bytes borrowed.
    pub fn as_ref(&self) -> Packed<T, L, &[u8]> {
        Packed { bytes: self.as_bytes(), types: PhantomData }
    }

    /// The same value, its bytes copied into a vector.
    pub fn to_owned(&self) -> Packed<T, L> {
        Packed { bytes: self.as_bytes().to_vec(), types: PhantomData }
    }

    /// Where the value begins.
    #[inline(always)]
    fn start(&self) -> L::Pos {
        // SAFETY: the beginning is within the bytes.
        unsafe { L::at(self.as_bytes(), 0) }
    }

    /// Reads the value with a cursor, to its end.
    #[inline(always)]
    pub fn read<'a, V>(&'a self, f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, L>) -> Done<'x, V, L>) -> V {
        // SAFETY: by K1 a valid value begins here, in bytes that are borrowed for `'a`; the brand is fresh.
        f(unsafe { Cursor::new(self.start()) }).value
    }

    /// Reads the value with a cursor and a function that may fail.
    ///
    /// # Errors
    ///
    /// Those of `f`.
    #[inline(always)]
    pub fn try_read<'a, V, E>(
        &'a self,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, L>) -> Result<Done<'x, V, L>, E>,
    ) -> Result<V, E> {
        // SAFETY: as in `read`.
        f(unsafe { Cursor::new(self.start()) }).map(|done| done.value)
    }

    /// The view: the value of a scalar, `&str` of a string, [`Seq`](crate::Seq) of a sequence, [`View`] of a
    /// type of your own.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed = Packed::<(u8, Vec<String>), Indexed>::pack(&(7, vec!["to".into(), "be".into()]));
    /// let (number, words) = packed.view();
    /// assert_eq!((number, words.get(1)), (7, Some("be")));
    /// ```
    #[inline(always)]
    pub fn view(&self) -> T::View<'_, L> {
        T::view::<L>(self.root())
    }

    /// The view of the whole, whatever the type.
    #[inline(always)]
    pub(crate) fn root(&self) -> View<'_, T::As, L> {
        // SAFETY: by K1 a valid value begins here, in bytes that are borrowed as long as the view.
        unsafe { View::new(self.start()) }
    }

    /// Reads the value back into memory, with the default limit on its levels.
    ///
    /// # Errors
    ///
    /// It has more levels than [`Limits::DEFAULT`] allows, last fields included: a `Box` list that deep
    /// could not even be dropped.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
    /// assert_eq!(packed.unpack()?, ["to", "be"]);
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    pub fn unpack<'a>(&'a self) -> Result<T, TooDeep>
    where
        T: Unpack<'a>,
    {
        self.unpack_with(&Limits::DEFAULT)
    }

    /// Reads the value back into memory, within a limit on its levels.
    ///
    /// # Errors
    ///
    /// It has more levels than `limits.depth`, last fields included.
    pub fn unpack_with<'a>(&'a self, limits: &Limits) -> Result<T, TooDeep>
    where
        T: Unpack<'a>,
    {
        self.root().unpack_within(limits)
    }
}

/// One value from the beginning of bytes, and the rest of them.
type Prefix<'b, T, L> = (Packed<T, L, &'b [u8]>, &'b [u8]);

impl<T: Packable + ?Sized, L: Layout> Packed<T, L> {
    /// Takes one `T` from the beginning of bytes, and gives the rest.
    ///
    /// # Errors
    ///
    /// They do not begin with one.
    pub fn from_prefix(bytes: &[u8]) -> Result<Prefix<'_, T, L>, Error> {
        Self::from_prefix_with(bytes, &Limits::DEFAULT)
    }

    /// Takes one `T` from the beginning of bytes, within limits, and gives the rest.
    ///
    /// # Errors
    ///
    /// They do not begin with one, or it exceeds the limits.
    pub fn from_prefix_with<'b>(bytes: &'b [u8], limits: &Limits) -> Result<Prefix<'b, T, L>, Error> {
        let end = validate_prefix::<T, L>(bytes, limits)?;
        if end > limits.bytes {
            let kind = ErrorKind::TooLarge { limit: limits.bytes };
            return Err(Error { kind, offset: limits.bytes, path: Path::EMPTY });
        }
        let (value, rest) = bytes.split_at(end);
        Ok((Packed { bytes: value, types: PhantomData }, rest))
    }
}

impl<'b, T: Packable + ?Sized, L: Layout> Packed<T, L, &'b [u8]> {
    /// The view, for as long as the bytes are borrowed: not only for as long as this `Packed`.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// fn text(bytes: &[u8]) -> &str {
    ///     Packed::<str, Compact, _>::from_bytes(bytes).map_or("", Packed::into_view)
    /// }
    ///
    /// assert_eq!(text(b"\x02hi"), "hi");
    /// ```
    pub fn into_view(self) -> T::View<'b, L> {
        // SAFETY: by K1 a valid value begins where the bytes do, which are borrowed for `'b`.
        T::view::<L>(unsafe { View::new(L::at(self.bytes, 0)) })
    }
}

impl<T: Packable + ?Sized, L: InPlace, B: BufferMut> Packed<T, L, B> {
    /// Edits the value in place with a cursor: every scalar of fixed size can be overwritten, and what is
    /// overwritten is always a valid value, even if `f` panics.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let mut packed: Packed<(u8, String, i64)> = Packed::pack(&(1, "two".into(), 3));
    /// packed.edit(|tuple| tuple.fields().set(10).skip().update(|n| n * 10).done(()));
    /// assert_eq!(packed.unpack()?, (10, "two".into(), 30));
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    #[inline]
    pub fn edit<'a, V>(
        &'a mut self,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, Edit<L>>) -> Done<'x, V, Edit<L>>,
    ) -> V {
        // SAFETY: by K1 a valid value begins here, in bytes that are borrowed exclusively for `'a`.
        f(unsafe { Cursor::new(L::at_mut(self.bytes.as_bytes_mut())) }).value
    }

    /// The view for editing: [`ScalarMut`](crate::ScalarMut) stands for each scalar.
    #[inline]
    pub fn view_mut(&mut self) -> T::View<'_, Edit<L>> {
        T::view::<Edit<L>>(self.root_mut())
    }

    /// The view of the whole for editing, whatever the type.
    #[inline]
    pub(crate) fn root_mut(&mut self) -> View<'_, T::As, Edit<L>> {
        // SAFETY: as in `edit`, for as long as the view lives.
        unsafe { View::new(L::at_mut(self.bytes.as_bytes_mut())) }
    }
}

impl<T: ?Sized, L, B: CloneBuffer> Clone for Packed<T, L, B> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), types: PhantomData }
    }
}

impl<T: ?Sized, L, B: Buffer, C: Buffer> PartialEq<Packed<T, L, C>> for Packed<T, L, B> {
    fn eq(&self, other: &Packed<T, L, C>) -> bool {
        self.bytes.as_bytes() == other.bytes.as_bytes()
    }
}

impl<T: ?Sized, L, B: Buffer> Eq for Packed<T, L, B> {}

impl<T: ?Sized, L, B: Buffer> Hash for Packed<T, L, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.as_bytes().hash(state);
    }
}

impl<T: ?Sized, L: Layout, B: Buffer> fmt::Debug for Packed<T, L, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packed")
            .field("type", &core::any::type_name::<T>())
            .field("layout", &L::NAME)
            .field("bytes", &self.bytes.as_bytes())
            .finish()
    }
}
