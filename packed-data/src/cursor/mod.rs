//! Cursors: one pass over packed data, left to right, in any layout.
//!
//! A [`Cursor`] stands before one packed value; [`Fields`] before the fields of a constructor that are
//! still to be read; [`Done`] is the proof that the value of its brand was read to its end. A function
//! from `Cursor<'_, 'id, T, L>` to `Done<'id, V, L>` reads exactly one `T`: there is no other way to come
//! by that `Done`.

mod branch;
mod elements;
mod fields;
mod items;

use core::fmt;
use core::marker::PhantomData;

pub use branch::Branch;
pub use elements::Elements;
pub use fields::Fields;
pub use items::Items;

use crate::Packed;
use crate::build::{Filled, Needs};
use crate::invariant::Invariant;
use crate::layout::{Access, Edit, Layout, Pos};
use crate::levels::{Levels, TooDeep};
use crate::packable::{Packable, Unpack};
use crate::scalar::Scalar;
use crate::shape::{Enum, Leaf, List, Named, Of, Struct, Variants, skip_whole};
use crate::view::{NOT_IN_PLACE, Read, View};

/// A brand: a lifetime that stands for one place in one buffer, and for nothing else. It is invariant,
/// and erased before code is generated.
pub(crate) type Brand<'id> = Invariant<&'id ()>;

/// Stands before one packed `T`, in layout `L`, in bytes that live for `'a`.
///
/// The brand `'id` ties it to the [`Done`] that reading it to its end gives. It is `Copy` where the bytes
/// are only read; a cursor for editing (`L` is [`Edit`]) is not.
///
/// `T` is always the canonical type: a field of type `Box<Tree>` has a `Cursor<Tree>`, one of type
/// `Vec<u8>` a `Cursor<[u8]>`, one of type `String` a `Cursor<str>`.
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
    /// Invariant (C1): a valid `T` in layout `L::Layout` stands here, in bytes that live for `'a`; if `L`
    /// is `Edit`, nothing else reads or writes its scalars during `'a`.
    pub(crate) pos: Pos<L>,
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

/// The proof that the value of brand `'id` was read to its end, and what was made of it.
///
/// ```
/// use packed_data::Packed;
///
/// let packed = Packed::<u8>::pack(&7);
/// assert_eq!(packed.read(|number| number.read().map(|n| n + 1)), 8);
/// ```
#[must_use = "it is the proof that a value was read to its end, and must be returned"]
pub struct Done<'id, V, L: Access> {
    /// Invariant (C2): the value of brand `'id` ends here.
    pub(crate) pos: Pos<L>,
    pub(crate) value: V,
    brand: Brand<'id>,
}

impl<'id, V, L: Access> Done<'id, V, L> {
    /// The proof for a value that ends at `pos`, or whose last field ends there: C2 is the caller's to see to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(pos: Pos<L>, value: V) -> Self {
        // SAFETY: the caller sees to it that the value, or its last field, ends there.
        let pos = unsafe { L::Layout::settle(pos) };
        Self { pos, value, brand: PhantomData }
    }

    /// The same proof, and something made of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn map<W>(self, f: impl FnOnce(V) -> W) -> Done<'id, W, L> {
        Done::at(self.pos, f(self.value))
    }

    /// What was made of the value.
    pub fn value(&self) -> &V {
        &self.value
    }
}

impl<'a, 'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'a, 'id, T, L> {
    /// Stands before the value at `pos`.
    ///
    /// # Safety
    ///
    /// C1, with a brand that no other value has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new(pos: Pos<L>) -> Self {
        Self { pos, types: PhantomData, brand: PhantomData }
    }

    /// The end of the value: walked to, or jumped to where the layout can.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self) -> Pos<L> {
        // SAFETY: by C1 a valid `T` stands here.
        unsafe { skip_whole::<T::Shape, L::Layout>(self.pos) }
    }

    /// Steps over the value.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
    /// assert_eq!(packed.read(|words| words.skip().map(|()| "skipped")), "skipped");
    /// ```
    #[inline]
    pub fn skip(self) -> Done<'id, (), L> {
        Done::at(self.end(), ())
    }

    /// The bytes of the value.
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
        // SAFETY: by C1 the bytes from here to the end live for `'a`; the cursor is used up, so nothing
        // edits them.
        Done::at(end, unsafe { L::Layout::value_bytes(self.pos, end) })
    }

    /// The value as packed data of its own, without copying: the paper's `isolate`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(7, "hi".into()));
    /// let text = packed.read(|pair| pair.fields().skip().tail().isolate());
    /// assert_eq!(text.view(), "hi");
    /// ```
    pub fn isolate(self) -> Done<'id, Packed<T, L::Layout, &'a [u8]>, L> {
        // SAFETY: the bytes are those of one valid `T`.
        self.as_bytes().map(|bytes| unsafe { Packed::from_bytes_unchecked(bytes) })
    }

    /// Copies the value to a place that needs one, with one `memcpy`.
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
        self.as_bytes().map(|bytes| needs.copy(bytes))
    }

    /// Reads the value back into memory.
    ///
    /// # Errors
    ///
    /// It has more levels than `levels` allows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unpack<U: Unpack<'a, As = T>>(self, levels: Levels) -> Result<Done<'id, U, L>, TooDeep> {
        // SAFETY: the same value, read only; the cursor is used up.
        match U::unpack::<L::Layout>(unsafe { Cursor::new(self.pos) }, levels) {
            Ok(done) => Ok(Done::at(done.pos, done.value)),
            Err(error) => Err(error),
        }
    }

    /// Reads a scalar, a string as `&str`, a sequence or array of scalars as [`Scalars`](crate::Scalars), or an item of
    /// CBOR as a [`Raw`](crate::cbor::Raw).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read(self) -> Done<'id, T::Value<'a, L::Layout>, L>
    where
        T: Read,
    {
        let (value, end) = T::read::<L::Layout>(self);
        Done::at(end, value)
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: Layout> Cursor<'a, '_, T, L> {
    /// What a view gives for the value, without a brand: for random access where the layout has it, and to
    /// keep.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view(&self) -> T::View<'a, L> {
        T::view::<L>(self.place())
    }

    /// Reads the value and stays before it: to read it more than once.
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
        self.place().read(f)
    }

    /// The view of the value, whatever the type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn place(&self) -> View<'a, T, L> {
        // SAFETY: C1.
        unsafe { View::new(self.pos) }
    }
}

impl<'a, 'id, N: Named + ?Sized, V: Variants, T: Packable<As = T, Shape = Enum<N, V>> + ?Sized, L: Access>
    Cursor<'a, 'id, T, L>
{
    /// Which constructor stands here, with the fields to read: a derived enum to `match` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn case(self) -> T::Case<'a, 'id, L>
    where
        T: Match<Variants = V>,
    {
        T::case(self.branch())
    }

    /// The number of the constructor, counted from zero: for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tag(&self) -> u32 {
        // SAFETY: by C1 a valid enum stands here.
        unsafe { L::Layout::enter_enum::<T::Shape, V>(self.pos) }.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn branch(self) -> Branch<'a, 'id, V, L> {
        // SAFETY: by C1 a valid enum stands here.
        unsafe { Branch::new(L::Layout::enter_enum::<T::Shape, V>(self.pos)) }
    }
}

/// An enum that can be matched on while packed: derived with [`Packable`].
pub trait Match: Packable {
    /// The set of constructors.
    type Variants: Variants;
    /// The enum with one variant for each constructor, holding the fields still to be read.
    type Case<'a, 'id, L: Access>;
    /// The enum with one variant for each constructor, holding views of the fields.
    type ViewCase<'a, L: Access>;

    /// Finds the constructor.
    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> Self::Case<'a, 'id, L>;

    /// Finds the constructor, for a view.
    fn view_case<'a, L: Access>(branch: crate::view::ViewBranch<'a, Self::Variants, L>) -> Self::ViewCase<'a, L>;
}

impl<'a, 'id, N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Struct<N, F>> + ?Sized, L: Access>
    Cursor<'a, 'id, T, L>
{
    /// The fields of a struct or tuple.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fields(self) -> Fields<'a, 'id, F, L> {
        // SAFETY: by C1 a valid struct stands here.
        unsafe { Fields::new(L::Layout::enter_struct::<T::Shape>(self.pos)) }
    }
}

impl<'id, S: Scalar, T: Packable<As = T, Shape = Leaf<S>> + ?Sized, L: Access> Cursor<'_, 'id, T, L> {
    /// Reads the scalar, whatever the type is called.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn scalar(self) -> Done<'id, S, L> {
        // SAFETY: by C1 a valid scalar stands here.
        let (value, end) = unsafe { L::Layout::scalar::<S>(self.pos) };
        Done::at(end, value)
    }
}

impl<'id, S: Scalar, T: Packable<As = T, Shape = Leaf<S>> + ?Sized, L: Layout> Cursor<'_, 'id, T, Edit<L>> {
    /// Overwrites the scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn set(self, value: S) -> Done<'id, (), Edit<L>> {
        self.update(|_| value)
    }

    /// Overwrites the scalar with what is made of it. If `f` panics it stays as it was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn update(self, f: impl FnOnce(S) -> S) -> Done<'id, (), Edit<L>> {
        const { assert!(Of::<T::Shape, L>::SIZE.is_some(), "{}", NOT_IN_PLACE) };
        // SAFETY: by C1 a valid scalar stands here, and nothing else reads or writes it.
        unsafe {
            let (old, end) = L::scalar::<S>(self.pos);
            L::set_scalar(self.pos, f(old));
            Done::at(end, ())
        }
    }
}
