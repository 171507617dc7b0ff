//! Cursors: one pass over packed data, left to right, in any layout, by `Cursor` and `Done`.
//!
//! A [`Cursor`] is a position before one packed value. [`Fields`] is a position before the fields of a constructor that
//! are still to be read. [`Done`] is the proof that the value of its brand was read to its end. A function from
//! `Cursor<'_, 'id, T, L>` to `Done<'id, V, L>` reads exactly one `T`, because only reading the value to its end
//! produces that `Done`.
//!
//! # Positions and proofs
//!
//! - [`Cursor`]: a position before one value; [`Done`]: the proof that it was read, with a result.
//! - [`Fields`]: the fields of a constructor that are still to be read.
//! - [`Items`]: the elements of a sequence, set or map that are still to be read; [`Elements`]: those of an array.
//! - [`Match`]: an enum that can be matched on while it is packed. (Those of the standard library: module
//!   [`types`](crate::types).)

#[cfg(feature = "zerocopy-0_8")]
pub(crate) mod block;
pub(crate) mod branch;
mod by_name;
mod elements;
mod fields;
pub(crate) mod incoming;
mod items;

use core::fmt;
use core::marker::PhantomData;

pub(crate) use branch::Branch;
pub(crate) use by_name::NamedView;
pub use elements::Elements;
pub use fields::Fields;
pub(crate) use fields::not_a_tail;
pub use items::Items;

use crate::build::{Filled, Needs};
use crate::layout::{Access, AnyAccess, Edit, ItemLayout, Layout, Pos, Position, ReadLayout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Enum, List, Named, Overwrite, ScalarShape, Settable, Struct, Variants, begin_struct, skip_value};
use crate::view::{Read, View};
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::scalar::Scalar;

/// A brand (generative lifetime): a lifetime that belongs to exactly one position in one buffer. It is invariant, and
/// is erased before code is generated.
pub(crate) type Brand<'id> = Invariant<&'id ()>;

/// A position before one packed `T`, in layout `L`, in bytes that live for `'a`.
///
/// The brand `'id` ties the cursor to the [`Done`] that is returned when the value has been read to its end. A cursor
/// that only reads is `Copy`; a cursor for editing (`L` is [`Edit`]) is not.
///
/// `T` is always the canonical type ([`Packable::As`]): a field of type `Box<Tree>` has a `Cursor<Tree>`, a field of
/// type `Vec<u8>` a `Cursor<[u8]>`, a field of type `String` a `Cursor<str>`.
///
/// ```
/// use packed_data::{Cursor, Done, Layout, Packed};
///
/// fn first<'id, L: Layout>(pair: Cursor<'_, 'id, (u8, String), L>) -> Done<'id, u8, L> {
///     let (first, fields) = pair.fields().read();
///     fields.skip().done(first) // without the `skip` there is no `done`
/// }
///
/// assert_eq!(Packed::<(u8, String)>::pack(&(7, "rest".into())).read(first), 7);
/// ```
pub struct Cursor<'a, 'id, T: ?Sized, L: Access> {
    /// Invariant (C1): a valid `T` in layout `L::Layout` is stored at this position, in bytes that live for `'a`. If
    /// `L` is `Edit`, nothing else reads or writes the scalars of that value during `'a`. (In all invariants about
    /// editing, the tag of an enum without data counts as a scalar.)
    pos: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<T: ?Sized, L: Layout> Clone for Cursor<'_, '_, T, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, L: Layout> Copy for Cursor<'_, '_, T, L> {}

impl<T: ?Sized, L: Access> fmt::Debug for Cursor<'_, '_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor").field("type", &core::any::type_name::<T>()).finish_non_exhaustive()
    }
}

/// The proof that the value of brand `'id` was read to its end, together with the result of reading it.
///
/// ```
/// use packed_data::Packed;
///
/// let packed = Packed::<u8>::pack(&7);
/// assert_eq!(packed.read(|number| number.read().map(|n| n + 1)), 8);
/// ```
#[must_use = "it is the proof that a value was read to its end, and must be returned"]
pub struct Done<'id, V, L: Access> {
    /// Invariant (C2): the value of brand `'id` was read to its end, and ends at this position, unless it has a head.
    /// The end of a value with a head is stated only there: in such a value, `tail` keeps the brand although the last
    /// known field may end before the value does. So the end of such a value must not be taken from here.
    pos: Pos<L>,
    value: V,
    brand: Brand<'id>,
}

impl<'id, V, L: Access> Done<'id, V, L> {
    /// Returns the proof for the value of brand `'id`.
    ///
    /// # Safety
    ///
    /// The value of brand `'id`, or its innermost last field, ends at `pos` (C2).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn at(pos: Pos<L>, value: V) -> Self {
        // SAFETY: the caller promises that the value, or its innermost last field, ends at `pos`.
        let pos = unsafe { L::Layout::finish_trailing(pos) };
        Self { pos, value, brand: PhantomData }
    }

    /// Returns the same proof with another result, which `f` computes from the present one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn map<W>(self, f: impl FnOnce(V) -> W) -> Done<'id, W, L> {
        Done { pos: self.pos, value: f(self.value), brand: PhantomData }
    }

    /// Returns the end of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn pos(&self) -> Pos<L> {
        self.pos
    }

    /// Returns the result of reading the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn into_value(self) -> V {
        self.value
    }

    /// Returns a reference to the result of reading the value.
    pub fn value(&self) -> &V {
        &self.value
    }
}

impl<T: ?Sized, L: Access> Cursor<'_, '_, T, L> {
    /// Returns the position of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn pos(&self) -> Pos<L> {
        self.pos
    }
}

impl<'a, 'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'a, 'id, T, L> {
    /// Creates a cursor for the value at `pos`.
    ///
    /// # Safety
    ///
    /// `pos` satisfies C1, and no other value has the brand `'id`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new(pos: Pos<L>) -> Self {
        Self { pos, types: PhantomData, brand: PhantomData }
    }

    /// Returns the end of the value: in constant time if the layout can jump over it, otherwise by a walk over its
    /// parts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self) -> Pos<L> {
        // SAFETY: by C1 a valid `T` is stored at `pos`.
        unsafe { skip_value::<T::Shape, L::Layout>(self.pos) }
    }

    /// Skips the value.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
    /// assert_eq!(packed.read(|words| words.skip().map(|()| "skipped")), "skipped");
    /// ```
    #[inline]
    pub fn skip(self) -> Done<'id, (), L> {
        // SAFETY: `end` returns the end of the value of brand `'id` (C2).
        unsafe { Done::at(self.end(), ()) }
    }

    /// Skips the value, and returns the [`View`] of it, whatever its type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn into_view(self) -> Done<'id, View<'a, T, L>, L> {
        let pos = self.pos;
        // SAFETY: C1 implies V1, and the cursor is consumed, so only one view of the value is created.
        self.skip().map(|()| unsafe { View::new(pos) })
    }

    /// Returns the bytes of the value, without copying them.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(7, "hi".into()));
    /// let text = packed.read(|pair| pair.fields().skip().tail().as_bytes());
    /// assert_eq!(text, b"\x02hi");
    /// ```
    pub fn as_bytes(self) -> Done<'id, &'a [u8], L> {
        let end = self.end();
        // SAFETY: by C1 a valid value is stored from `pos` to `end`, in bytes that live for `'a`. The cursor is
        // consumed, so nothing edits them.
        let bytes = unsafe { self.pos.value_bytes(end) };
        // SAFETY: `end` is the end of the value of brand `'id` (C2).
        unsafe { Done::at(end, bytes) }
    }

    /// Copies the value to a place that needs one, with one `memcpy`: its bytes as they are, also fields that the type
    /// does not know. ([`convert_to`](Self::convert_to) writes what packing the unpacked value would write.)
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(7, "hi".into()));
    /// let text = Packed::<String, Compact>::build(|needs| {
    ///     packed.read(|pair| pair.fields().skip().tail().copy_to(needs))
    /// });
    /// assert_eq!(text.view(), "hi");
    /// ```
    pub fn copy_to<'n>(self, needs: Needs<'n, T, L::Layout>) -> Done<'id, Filled<'n>, L> {
        // SAFETY: by C1 the bytes are those of one valid value.
        self.as_bytes().map(|bytes| unsafe { needs.copy(bytes) })
    }

    /// Reads the value into memory.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests deeper, or takes more stack, than `levels` allows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unpack<U: Unpack<'a, As = T>>(self, levels: Levels) -> Result<Done<'id, U, L>, TooDeep> {
        // SAFETY: C1 holds for the same position; the new cursor only reads, and this one is consumed.
        let cursor: Cursor<'a, 'id, U::As, L::Layout> = unsafe { Cursor::new(self.pos) };
        match U::unpack::<L::Layout>(cursor, levels) {
            Ok(Done { pos, value, brand }) => Ok(Done { pos, value, brand }),
            Err(error) => Err(error),
        }
    }

    /// Reads the value into memory, if its type [is flat](Unpack::IS_FLAT).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unpack_flat<U: Unpack<'a, As = T>>(self) -> Done<'id, U, L> {
        // SAFETY: C1 holds for the same position; the new cursor only reads, and this one is consumed.
        let cursor: Cursor<'a, 'id, U::As, L::Layout> = unsafe { Cursor::new(self.pos) };
        let Done { pos, value, brand } = U::unpack_flat::<L::Layout>(cursor);
        Done { pos, value, brand }
    }

    /// Reads the value: a scalar as itself, a string as `&str`, a sequence or array of scalars as
    /// [`Scalars`](crate::view::Scalars), a CBOR item of any kind as a [`Raw`](crate::cbor::Raw), and an `Option` of
    /// these as an `Option`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read<V>(self) -> Done<'id, V, L>
    where
        T: Read<Value<'a, L::Layout> = V>,
    {
        let (value, end) = T::read::<L::Layout>(self);
        // SAFETY: `Read` is sealed, and every implementation returns the end of the value (C2).
        unsafe { Done::at(end, value) }
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: Layout> Cursor<'a, '_, T, L> {
    /// Returns what a view returns for the value ([`Packable::View`]). It has no brand, so it can be kept; it has
    /// random access if the layout has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view(&self) -> T::View<'a, L> {
        T::view::<L>(self.as_view())
    }

    /// Reads the value with `f`, and does not move the cursor: the value can be read again.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<u8>>::pack(&vec![1, 2, 3]);
    /// let (len, sum) = packed.read(|numbers| {
    ///     let len = numbers.peek(|numbers| numbers.read().map(|numbers| numbers.len()));
    ///     numbers.read().map(|numbers| (len, numbers.iter().sum::<u8>()))
    /// });
    /// assert_eq!((len, sum), (3, 6));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn peek<V>(&self, f: impl for<'x> FnOnce(Cursor<'a, 'x, T, L>) -> Done<'x, V, L>) -> V {
        self.as_view().read(f)
    }

    /// Returns the [`View`] of the value, whatever its type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn as_view(&self) -> View<'a, T, L> {
        // SAFETY: by C1 a valid `T` is stored at `pos`, in bytes that live for `'a`.
        unsafe { View::new(self.pos) }
    }
}

impl<'a, 'id, N: Named + ?Sized, V: Variants, T: Packable<As = T, Shape = Enum<N, V>> + ?Sized, L: Access>
    Cursor<'a, 'id, T, L>
{
    /// Returns the constructor of the value with its fields: a derived enum to `match` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn case(self) -> T::Case<'a, 'id, L>
    where
        T: Match<Variants = V>,
    {
        T::case(self.branch())
    }

    /// Returns the number of the constructor, counted from zero: for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tag(&self) -> u32 {
        // SAFETY: by C1 a valid enum is stored at `pos`.
        unsafe { L::Layout::enter_enum::<T::Shape, V>(self.pos) }.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn branch(self) -> Branch<'a, 'id, V, L> {
        // SAFETY: by C1 a valid enum is stored at `pos`, and its fields end where the value of brand `'id` ends; so B1
        // holds.
        unsafe {
            let (tag, state, fields) = L::Layout::enter_enum::<T::Shape, V>(self.pos);
            Branch::new(tag, (state, fields))
        }
    }
}

/// An enum that can be matched on while it is packed; derived together with [`Packable`].
pub trait Match: Packable {
    /// The constructors, as a type.
    type Variants: Variants;
    /// An enum with one variant for each constructor; each variant contains the fields that are still to be read.
    type Case<'a, 'id, L: Access>;
    /// An enum with one variant for each constructor; each variant contains views of the fields.
    type ViewCase<'a, L: AnyAccess>;

    /// Returns the variant for the constructor of `branch`, with the fields to be read.
    #[doc(hidden)]
    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> Self::Case<'a, 'id, L>;

    /// Returns the variant for the constructor of `branch`, with views of the fields.
    ///
    /// # Errors
    ///
    /// In a lazy view, something is wrong with the fields.
    #[doc(hidden)]
    fn view_case<'a, L: AnyAccess>(
        branch: Branch<'a, '_, Self::Variants, L>,
    ) -> Result<Self::ViewCase<'a, L>, L::Error>;
}

impl<'a, 'id, N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Struct<N, F>> + ?Sized, L: Access>
    Cursor<'a, 'id, T, L>
{
    /// Returns the fields of a struct or tuple.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fields(self) -> Fields<'a, 'id, F, L> {
        // SAFETY: by C1 a valid struct is stored at `pos`, so F1 holds for its fields.
        unsafe { Fields::new(begin_struct::<T::Shape, F, L::Layout>(self.pos)) }
    }
}

impl<'id, S: Scalar, T: Packable<As = T, Shape = ScalarShape<S>> + ?Sized, L: Access> Cursor<'_, 'id, T, L> {
    /// Reads the scalar. Unlike [`read`](Self::read), it does not need the type to implement [`Read`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn scalar(self) -> Done<'id, S, L> {
        // SAFETY: by C1 a valid scalar is stored at `pos`.
        let (value, end) = unsafe { L::Layout::scalar::<S>(self.pos) };
        // SAFETY: `scalar` returns the end of the value (C2).
        unsafe { Done::at(end, value) }
    }
}

impl<'id, T: Packable<As = T> + ?Sized, L: Layout> Cursor<'_, 'id, T, Edit<L>> {
    /// Overwrites the value, a scalar or an enum without data, with `value`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn set(self, value: T::Value) -> Done<'id, (), Edit<L>>
    where
        T: Settable,
    {
        // SAFETY: by C1 a valid value is stored at `pos`, and nothing else reads or writes it. The end of the value is
        // that of the brand (C2); the new value has the same size.
        unsafe {
            <T::Shape as Overwrite>::store::<L>(self.pos, value);
            Done::at(skip_value::<T::Shape, L>(self.pos), ())
        }
    }

    /// Overwrites the value, a scalar or an enum without data, with `f` of its present value. If `f` panics, it keeps
    /// its value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn update(self, f: impl FnOnce(T::Value) -> T::Value) -> Done<'id, (), Edit<L>>
    where
        T: Settable,
    {
        // SAFETY: by C1 a valid value is stored at `pos`.
        let value = f(unsafe { <T::Shape as Overwrite>::load::<L>(self.pos) });
        self.set(value)
    }
}
