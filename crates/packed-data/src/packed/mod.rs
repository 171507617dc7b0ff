//! Packed values: bytes that are known to be one valid value.
//!
//! - [`Packed`]: one value. [`PackedVec`]: many in one buffer, each complete in itself; [`PackedIter`] returns them.
//! - [`WithLimits`] and [`Within`]: what is validated, packed or unpacked within other [`Limits`] than the default.
//! - [`Buffer`], [`BufferMut`], [`CloneBuffer`]: the types that can contain the bytes. [`OwnedBuffer`] and
//!   [`OwnedBufferMut`]: any type that can be borrowed as bytes. `map_file`: a file in memory.
//! - [`OwnedViews`]: a packed value together with [`Views`] into it. `slice_ref`: a part that shares the memory of the
//!   whole.
//! - [`pack_into`] and [`build_into`] append to a buffer. [`pack_into_slice`] and `pack_into_buf` pack into a
//!   slice and into any `bytes::BufMut`; [`packed_size`] returns how many bytes a value takes. [`PackIntoError`]: why a
//!   value was not packed there.

use alloc::vec::Vec;
use core::marker::PhantomData;

use self::validate::validate_all;
use crate::cursor::{Cursor, Done, NamedView};
use crate::layout::{Compact, Edit, InPlace, Layout, Position};
use crate::packable::{Packable, Unpack};
use crate::shape::{EndsWith, FieldName, Named, Struct};
use crate::view::View;
use crate::wire::error::Error;
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;

mod buffer;
mod convert;
mod isolate;
mod limited;
#[cfg(feature = "memmap2-0_9")]
mod map_file;
mod order;
mod owned_buffer;
mod owned_views;
mod put;
#[cfg(feature = "bytes-1")]
mod share;
mod slice;
mod sort_key;
mod unpack_from;
mod validate;
mod vec;
mod write;

pub use buffer::{Buffer, BufferMut, CloneBuffer};
pub use limited::{WithLimits, Within};
#[cfg(feature = "memmap2-0_9")]
pub use map_file::{MapError, map_file};
pub use owned_buffer::{OwnedBuffer, OwnedBufferMut};
pub use owned_views::{OwnedViews, Views};
#[cfg(feature = "bytes-1")]
pub use share::slice_ref;
#[cfg(feature = "bytes-1")]
pub use slice::pack_into_buf;
pub use slice::{PackIntoError, pack_into_slice, packed_size};
#[cfg(feature = "rayon-1")]
pub(crate) use validate::validate_and_note;
pub use vec::{PackedIter, PackedVec};
pub use write::{build_into, pack_into};

/// One valid `T`, packed in layout `L`, in the bytes of `B`.
///
/// It is made from a value ([`pack`](Self::pack)), by a builder ([`build`](Self::build)), or from bytes that are
/// validated ([`from_bytes`](Self::from_bytes)). Reading it afterwards needs no checks and cannot fail.
///
/// ```
/// use packed_data::Packed;
///
/// let packed: Packed<Vec<String>> = Packed::pack(&vec!["to".into(), "be".into()]);
/// let bytes: Vec<u8> = packed.into_inner(); // save or send them
///
/// let again = Packed::<Vec<String>>::from_slice(&bytes)?;
/// assert_eq!(again.view().iter().collect::<String>(), "tobe");
/// # Ok::<(), packed_data::Error>(())
/// ```
pub struct Packed<T: ?Sized, L = Compact, B = Vec<u8>> {
    /// Invariant (K1): `bytes.as_bytes()` is one valid `T` in layout `L`, and nothing else.
    bytes: B,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Validates that `bytes` are one `T` in layout `L`, and takes them.
    ///
    /// Takes linear time, and does not allocate. (In the CBOR layouts the check may allocate: to sort keys that are in
    /// no order, and for data that a newer version of the type has added. Where a type has a
    /// [condition](crate::types::Validate) or an [adapter](crate::with), the time and memory of that are added.)
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes are not one `T`, or exceed [`Limits::DEFAULT`]. The error states what was
    /// expected and what was found, at which byte, and in which field.
    pub fn from_bytes(bytes: B) -> Result<Self, Error> {
        match validate_all::<T, L>(bytes.as_bytes(), &Limits::DEFAULT) {
            Ok(()) => Ok(Self { bytes, types: PhantomData }),
            Err(error) => Err(error),
        }
    }

    /// Takes bytes that are known to be one `T` in layout `L`, without validating them.
    ///
    /// # Safety
    ///
    /// With some [limits](Packed::with_limits), [`from_bytes`](Self::from_bytes) would accept the bytes.
    pub unsafe fn from_bytes_unchecked(bytes: B) -> Self {
        Self { bytes, types: PhantomData }
    }

    /// Returns the bytes of the value.
    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_bytes()
    }

    /// Returns the buffer.
    pub fn into_inner(self) -> B {
        self.bytes
    }

    /// Returns the same value in borrowed bytes, as [`from_slice`](Packed::from_slice) does.
    pub fn as_slice(&self) -> Packed<T, L, &[u8]> {
        Packed { bytes: self.as_bytes(), types: PhantomData }
    }

    /// Returns the same value with its bytes copied into a vector, as [`from_vec`](Packed::from_vec) does.
    pub fn to_vec(&self) -> Packed<T, L> {
        Packed { bytes: self.as_bytes().to_vec(), types: PhantomData }
    }

    /// Returns the position at which the value begins.
    #[inline(always)]
    fn start(&self) -> L::Pos {
        // SAFETY: offset 0 is not greater than the length.
        unsafe { L::Pos::at(self.as_bytes(), 0) }
    }

    /// Reads the whole value with the cursor function `f`, and returns its result.
    #[inline(always)]
    pub fn read<'a, V>(&'a self, f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, L>) -> Done<'x, V, L>) -> V {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed for `'a`. So C1
        // holds; the brand is fresh.
        f(unsafe { Cursor::new(self.start()) }).into_value()
    }

    /// Reads the value with the cursor function `f`, which may return an error before it has read the whole value.
    ///
    /// # Errors
    ///
    /// Returns the error of `f`.
    #[inline(always)]
    pub fn try_read<'a, V, E>(
        &'a self,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, L>) -> Result<Done<'x, V, L>, E>,
    ) -> Result<V, E> {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed for `'a`. So C1
        // holds; the brand is fresh.
        f(unsafe { Cursor::new(self.start()) }).map(Done::into_value)
    }

    /// Returns the view of the value: the value itself for a scalar, `&str` for a string, [`Seq`](crate::view::Seq) for
    /// a sequence, [`View`] for a type of your own.
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

    /// Returns the [`View`] of the whole value, whatever its type.
    #[inline(always)]
    pub(crate) fn root(&self) -> View<'_, T::As, L> {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed as long as the view
        // lives. So V1 holds.
        unsafe { View::new(self.start()) }
    }

    /// Returns the view of one field of a struct, in every layout: `None` or `Some` of it, if it has
    /// `#[packable(default)]`. The fields before it are skipped, as by [`Cursor::get`]: by a walk over their parts in
    /// layouts without random access.
    ///
    /// `name` is never called; only its type counts, as in [`Fields::skip_to`](crate::cursor::Fields::skip_to).
    ///
    /// ```
    /// use packed_data::{Compact, Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     text: String,
    ///     time: u64,
    /// }
    ///
    /// /// The key of an event, in any layout.
    /// fn time<L: Layout>(event: &Packed<Event, L>) -> u64 {
    ///     event.get(|event: EventNames| event.time)
    /// }
    ///
    /// assert_eq!(time(&Packed::<_, Compact>::pack(&Event { text: "start".into(), time: 7 })), 7);
    /// ```
    #[inline]
    pub fn get<N, F, M, S, I>(&self, name: impl FnOnce(M) -> S) -> NamedView<'_, S, L>
    where
        T::As: Packable<Shape = Struct<N, F>>,
        N: Named + ?Sized,
        F: EndsWith<S::Suffix, I>,
        S: FieldName,
    {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed as long as the view
        // lives. So C1 holds; the brand is used for nothing else.
        let cursor: Cursor<'_, '_, T::As, L> = unsafe { Cursor::new(self.start()) };
        cursor.get(name)
    }

    /// Reads the value into memory, within the default limits.
    ///
    /// A value that borrows lives as long as this `Packed` is borrowed. ([`into_unpacked`](Self::into_unpacked) unpacks
    /// one that lives as long as the bytes; [`cast_lifetimes`](Self::cast_lifetimes) changes the lifetimes in `T`.)
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, or takes more stack, than [`Limits::DEFAULT`] allows. Here
    /// last fields count as levels, because a long list of boxes would overflow the stack when it is dropped.
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
        self.root().unpack_by(Levels::within(&Limits::DEFAULT))
    }
}

/// A value at the beginning of some bytes, and the bytes after it.
type Prefix<'b, T, L> = (Packed<T, L, &'b [u8]>, &'b [u8]);

impl<T: Packable + ?Sized, L: Layout> Packed<T, L> {
    /// Validates that `bytes` are one `T` in layout `L`, and borrows them: [`from_bytes`](Packed::from_bytes) for the
    /// most common buffer.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let word = Packed::<str>::from_slice(b"\x02hi")?; // in `Compact`, the default
    /// assert_eq!(word.view(), "hi");
    /// let words = Packed::<Vec<String>, Indexed>::from_slice(&[0])?;
    /// assert!(words.view().is_empty());
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Packed::from_bytes).
    pub fn from_slice(bytes: &[u8]) -> Result<Packed<T, L, &[u8]>, Error> {
        Packed::from_bytes(bytes)
    }

    /// Validates that `bytes` are one `T` in layout `L`, and takes them: [`from_bytes`](Packed::from_bytes) for the
    /// type that [`pack`](Self::pack) returns.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let received = vec![2, b'h', b'i'];
    /// let word: Packed<String> = Packed::from_vec(received)?;
    /// assert_eq!(word.unpack().unwrap(), "hi");
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Packed::from_bytes).
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    /// Validates one `T` at the beginning of `bytes`; returns it with the bytes after it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes do not begin with a `T`, or if it exceeds [`Limits::DEFAULT`].
    pub fn from_prefix(bytes: &[u8]) -> Result<Prefix<'_, T, L>, Error> {
        Self::with_limits(&Limits::DEFAULT).from_prefix(bytes)
    }
}

impl<'b, T: Packable + ?Sized, L: Layout> Packed<T, L, &'b [u8]> {
    /// Returns the view of the value. It lives as long as the bytes are borrowed, and not only as long as this
    /// `Packed`.
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
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed for `'b`. So V1
        // holds.
        T::view::<L>(unsafe { View::new(L::Pos::at(self.bytes, 0)) })
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Edits the value in place with the cursor function `f`, and returns its result. Every scalar of fixed size, and
    /// every enum without data, can be overwritten ([`Settable`](crate::view::Settable)). The bytes are a valid value
    /// at all times, even if `f` panics.
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
    ) -> V
    where
        L: InPlace,
        B: BufferMut,
    {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed exclusively for `'a`.
        // So C1 holds; the brand is fresh.
        f(unsafe { Cursor::new(L::Pos::at_mut(self.bytes.as_bytes_mut())) }).into_value()
    }

    /// Returns the view for editing. It contains a [`ScalarMut`](crate::view::ScalarMut) for each scalar.
    #[inline]
    pub fn view_mut(&mut self) -> T::View<'_, Edit<L>>
    where
        L: InPlace,
        B: BufferMut,
    {
        T::view::<Edit<L>>(self.root_mut())
    }

    /// Returns the [`View`] of the whole value for editing, whatever its type.
    #[inline]
    pub(crate) fn root_mut(&mut self) -> View<'_, T::As, Edit<L>>
    where
        L: InPlace,
        B: BufferMut,
    {
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes, which are borrowed exclusively as long
        // as the view lives. So V1 holds.
        unsafe { View::new(L::Pos::at_mut(self.bytes.as_bytes_mut())) }
    }
}

impl<T: ?Sized, L, B: CloneBuffer> Clone for Packed<T, L, B> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), types: PhantomData }
    }
}
