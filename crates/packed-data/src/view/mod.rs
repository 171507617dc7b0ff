//! `View`: the position of a value, without brands or proofs, for random access.
//!
//! A [`View`] is the position of a value. In a layout with random access it can be matched on, and its fields are
//! reached in constant time, in any order, as often as needed. In the other layouts it can be kept, and read with a
//! cursor.
//!
//! # What a view returns
//!
//! - [`View`]: an enum or struct, to be matched on. [`Record`]: all fields of a struct at once.
//! - [`Seq`] and [`Iter`]: a sequence. [`Slice`] and [`SliceIter`]: a part of one. [`Array`]: an array.
//! - [`MapView`] and [`SetView`]: a map or set. [`Lookup`]: a value that it can be searched for.
//! - [`Scalars`]: scalars side by side, by index or as a slice.
//! - For editing: [`ViewMut`], [`ScalarMut`]; what can be overwritten is [`Settable`].
//!
//! # Canonical types
//!
//! [`Map`], [`Set`] and [`Entry`] represent all maps and sets. [`Canonical`]: a type that is packed as itself. Some of
//! these are read at once: a [`Scalar`] is a number, `bool`, `char` or time; a cursor reads a [`Read`] in one call; the
//! bytes of an `InMemory` are its bytes in memory.

mod array;
#[cfg(feature = "zerocopy-0_8")]
mod block;
pub(crate) mod field_views;
mod fixed;
mod index;
pub(crate) mod lazy;
mod lookup;
mod map;
mod order;
mod scalars;
mod seq;
mod slice;

use core::marker::PhantomData;

pub use array::Array;
pub(crate) use field_views::FieldViews;
pub use lazy::{Lazy, LazyIter, LazyView};
pub use lookup::Lookup;
pub(crate) use lookup::Sought;
pub use map::{Entry, Map, MapView, Set, SetView};
pub(crate) use order::{order_in_memory, order_of_array};
pub use scalars::{ScalarMut, Scalars};
pub use seq::{Iter, Seq};
pub use slice::{Slice, SliceIter};

pub use crate::packable::Canonical;
#[cfg(feature = "zerocopy-0_8")]
pub use crate::shape::InMemory;
pub use crate::shape::Settable;
pub use crate::wire::scalar::Scalar;

use crate::cursor::{Branch, Cursor, Done, Match};
use crate::layout::{Access, AnyAccess, Edit, FieldAccess, Layout, Mode, Position, ReadLayout};
use crate::packable::{Packable, Unpack};
use crate::shape::root_stack;
use crate::shape::{
    Enum, List, Named, Overwrite, Repeat, ScalarShape, Sequence, Struct, TextKind, Variants, begin_struct, skip_value,
};
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;
use crate::wire::stack::require_inline;

/// The position of one packed `T`, in layout `L`, in bytes that live for `'a`.
///
/// A view that only reads (`L` is a layout) is `Copy`. A view for editing (`L` is [`Edit`]) is not; its methods consume
/// it and return its parts.
///
/// In a layout without random access, the library must walk over a value to find the end of it. There, a recursive
/// function that keeps views of the parts, and reads each of them again, takes time proportional to the number of bytes
/// times the depth. A cursor or a fold reads each part once.
///
/// ```
/// use packed_data::{Indexed, Packable, Packed, View};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn right_most(tree: View<'_, Tree, Indexed>) -> i64 {
///     match tree.case() {
///         TreeView::Leaf(n) => n,
///         TreeView::Node(_, right) => right_most(right), // jumps over the left subtree
///     }
/// }
///
/// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
/// assert_eq!(right_most(Packed::<_, Indexed>::pack(&tree).view()), 2);
/// ```
pub struct View<'a, T: ?Sized, L: AnyAccess> {
    /// Invariant (V1): a valid `T` in layout `L::Layout` is stored at this position, in bytes that live for `'a`. If
    /// `L` is `Edit`, nothing else reads or writes the scalars of that value during `'a`. (The same as C1 of
    /// [`Cursor`].) If `L` is [`Lazy`], the value need not be valid: V2 holds for the position.
    pos: L::Pos,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
}

impl<T: ?Sized, L: Layout> Clone for View<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, L: Layout> Copy for View<'_, T, L> {}

impl<T: Packable<As = T> + ?Sized, L: AnyAccess> View<'_, T, L> {
    /// Creates a view of the value at `pos`.
    ///
    /// # Safety
    ///
    /// `pos` satisfies V1.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: L::Pos) -> Self {
        Self { pos, types: PhantomData }
    }

    /// Returns the position, for the views of scalars, strings, sequences and structs.
    #[inline(always)]
    pub(crate) fn pos(&self) -> L::Pos {
        self.pos
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: Access> View<'a, T, L> {
    /// Returns the same view for a shorter time, so that a view for editing can be used more than once.
    #[inline(always)]
    pub fn reborrow(&mut self) -> View<'_, T, L> {
        View { pos: self.pos, types: PhantomData }
    }

    /// Reads the value with the cursor function `f`, and returns its result.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Pair(u8, u8);
    ///
    /// let packed = Packed::<Pair, Indexed>::pack(&Pair(1, 2));
    /// let sum = packed.view().read(|pair| {
    ///     let (a, fields) = pair.fields().read();
    ///     let (b, fields) = fields.read();
    ///     fields.done(a + b)
    /// });
    /// assert_eq!(sum, 3);
    /// ```
    #[inline]
    pub fn read<V>(self, f: impl for<'x> FnOnce(Cursor<'a, 'x, T, L>) -> Done<'x, V, L>) -> V {
        // SAFETY: V1 implies C1, and the brand is fresh.
        f(unsafe { Cursor::new(self.pos) }).into_value()
    }

    /// Reads the value with the cursor function `f`, which may return an error before it has read the whole value.
    ///
    /// # Errors
    ///
    /// Returns the error of `f`.
    #[inline]
    pub fn try_read<V, E>(
        self,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, T, L>) -> Result<Done<'x, V, L>, E>,
    ) -> Result<V, E> {
        // SAFETY: V1 implies C1, and the brand is fresh.
        f(unsafe { Cursor::new(self.pos) }).map(Done::into_value)
    }

    /// Returns the bytes of the value, without copying them. Its end is found in constant time if the layout can jump
    /// over the value, otherwise by a walk over its parts.
    pub fn as_bytes(self) -> &'a [u8] {
        // SAFETY: by V1 a valid value is stored at `pos`, in bytes that live for `'a`. The view is consumed, so nothing
        // edits them.
        unsafe {
            let end = skip_value::<T::Shape, L::Layout>(self.pos);
            self.pos.value_bytes(end)
        }
    }

    /// Returns the bytes of the value, for reading it by its schema while the view is borrowed.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: by V1 a valid value is stored at `pos`, in bytes that live for `'a`. The view is borrowed, so nothing
        // edits them.
        unsafe {
            let end = skip_value::<T::Shape, L::Layout>(self.pos);
            self.pos.value_bytes(end)
        }
    }

    /// Returns the value of an enum without data, in every layout, for reading or editing. It cannot fail, and takes
    /// constant time. (The view of a scalar is its value, or a [`ScalarMut`].)
    ///
    /// ```
    /// use packed_data::{Layout, Packable, Packed, View};
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq, Packable)]
    /// enum Operator {
    ///     Plus,
    ///     Times,
    /// }
    ///
    /// fn apply<L: Layout>(operator: View<'_, Operator, L>, a: u32, b: u32) -> u32 {
    ///     match operator.get() {
    ///         Operator::Plus => a + b,
    ///         Operator::Times => a * b,
    ///     }
    /// }
    ///
    /// assert_eq!(apply(Packed::<Operator>::pack(&Operator::Times).view(), 6, 7), 42);
    /// ```
    #[inline]
    pub fn get(&self) -> T::Value
    where
        T: Settable,
    {
        // SAFETY: by V1 a valid value is stored at `pos`.
        unsafe { <T::Shape as Overwrite>::load::<L::Layout>(self.pos) }
    }

    /// Reads the value back into memory, with the default limit on its levels.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests deeper, or takes more stack, than [`Limits::DEFAULT`] allows.
    pub fn unpack<U: Unpack<'a, As = T>>(self) -> Result<U, TooDeep> {
        self.unpack_by(Levels::within(&Limits::DEFAULT))
    }

    /// Reads the value into memory, within `limits`.
    pub(crate) fn unpack_within<U: Unpack<'a, As = T>>(self, limits: &Limits) -> Result<U, TooDeep> {
        self.unpack_by(Levels::within(limits))
    }

    /// Reads the value into memory, with no more levels and stack than `levels`.
    pub(crate) fn unpack_by<U: Unpack<'a, As = T>>(self, levels: Levels) -> Result<U, TooDeep> {
        const { require_inline::<U>() };
        // SAFETY: V1 implies C1. The view is consumed, and this cursor only reads.
        let cursor: Cursor<'a, '_, T, L::Layout> = unsafe { Cursor::new(self.pos) };
        let levels = levels.spend(const { root_stack::<T::Shape>() })?;
        match U::unpack(cursor, levels) {
            Ok(done) => Ok(done.into_value()),
            Err(error) => Err(error),
        }
    }
}

impl<T: Packable<As = T> + ?Sized, L: Layout> View<'_, T, Edit<L>> {
    /// Overwrites an enum without data with `value`.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed};
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq, Packable)]
    /// enum Light {
    ///     Red,
    ///     Green,
    /// }
    ///
    /// let mut lights = Packed::<Vec<Light>, Indexed>::pack(&vec![Light::Red, Light::Green]);
    /// for mut light in lights.view_mut() {
    ///     light.set(Light::Green);
    /// }
    /// assert_eq!(lights.unpack()?, [Light::Green; 2]);
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    #[inline]
    pub fn set(&mut self, value: T::Value)
    where
        T: Settable,
    {
        // SAFETY: by V1 a valid value is stored at `pos`, and nothing else reads or writes it.
        unsafe { <T::Shape as Overwrite>::store::<L>(self.pos, value) }
    }

    /// Overwrites an enum without data with `f` of its present value. If `f` panics, it keeps its value.
    #[inline]
    pub fn update(&mut self, f: impl FnOnce(T::Value) -> T::Value)
    where
        T: Settable,
    {
        self.set(f(self.get()));
    }
}

impl<'a, N: Named + ?Sized, V: Variants, T: Packable<As = T, Shape = Enum<N, V>> + ?Sized, L: Access> View<'a, T, L> {
    /// Returns the constructor of the value with the views of its fields: a derived enum to `match` on.
    #[inline(always)]
    pub fn case(self) -> T::ViewCase<'a, L>
    where
        T: Match<Variants = V>,
        L::Layout: FieldAccess,
    {
        self.into_case()
    }

    /// Returns the same as [`case`](Self::case), in any layout: for the views of types such as `Option`.
    #[inline(always)]
    pub(crate) fn into_case(self) -> T::ViewCase<'a, L>
    where
        T: Match<Variants = V>,
    {
        // SAFETY: by V1 a valid enum is stored at `pos`, so B1 holds for its fields. The brand is fresh.
        unsafe {
            let (tag, state, fields) = L::Layout::enter_enum::<T::Shape, V>(self.pos);
            let Ok(case) = T::view_case(Branch::new(tag, (state, fields)));
            case
        }
    }
}

impl<'a, N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Struct<N, F>> + ?Sized, L: Access> View<'a, T, L> {
    /// Returns the views of all fields of a struct, as a derived struct.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Point {
    ///     x: i32,
    ///     y: i32,
    /// }
    ///
    /// let packed = Packed::<Point, Indexed>::pack(&Point { x: 1, y: 2 });
    /// let PointView { x, y } = packed.view().fields();
    /// assert_eq!((x, y), (1, 2));
    /// ```
    #[inline(always)]
    pub fn fields(self) -> T::ViewFields<'a, L>
    where
        T: Record<FieldList = F>,
        L::Layout: FieldAccess,
    {
        let Ok(fields) = T::view_fields(self.parts());
        fields
    }

    /// Returns the fields, to be viewed in order: for `fields` and for the views of tuples.
    #[inline(always)]
    pub(crate) fn parts(self) -> FieldViews<'a, F, L> {
        // SAFETY: by V1 a valid struct is stored at `pos`, so P1 holds for its fields, except for absent fields, which
        // `new` rejects.
        unsafe { FieldViews::new(begin_struct::<T::Shape, F, L::Layout>(self.pos)) }
    }
}

/// A struct whose fields can be viewed together; derived together with [`Packable`].
pub trait Record: Packable {
    /// The list of fields.
    type FieldList: List;
    /// The struct that contains a view of each field.
    type ViewFields<'a, L: AnyAccess>;

    /// Returns the views of all fields.
    ///
    /// # Errors
    ///
    /// In a lazy view, something is wrong with the fields.
    #[doc(hidden)]
    fn view_fields<'a, L: AnyAccess>(
        parts: FieldViews<'a, Self::FieldList, L>,
    ) -> Result<Self::ViewFields<'a, L>, L::Error>;
}

impl<'a, S: Scalar, T: Packable<As = T, Shape = ScalarShape<S>>, L: Access> View<'a, T, L> {
    /// Returns the scalar: its value, or a [`ScalarMut`] in a view for editing.
    #[inline(always)]
    pub(crate) fn scalar(self) -> <L::Mode as Mode>::Scalar<'a, S, L::Layout> {
        // SAFETY: by V1 a valid scalar is stored at `pos`, and if `L` is for editing nothing else reads or writes it.
        unsafe { <L::Mode as Mode>::scalar::<S, L::Layout>(self.pos) }
    }
}

impl<'a, L: Access> View<'a, str, L> {
    /// Returns the string.
    #[inline(always)]
    pub(crate) fn text(self) -> &'a str {
        // SAFETY: by V1 a valid string is stored at `pos`, in bytes that live for `'a`.
        unsafe { core::str::from_utf8_unchecked(L::Layout::leaf::<TextKind>(self.pos).0) }
    }
}

/// A type that [`Cursor::read`] reads in one call: scalars, strings, sequences and arrays of scalars (which include
/// byte strings), an `Option` of these, and CBOR items of any kind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read with one call",
    label = "not a scalar, a string, a sequence of scalars, or an `Option` of these",
    note = "read it with `with(...)`, skip it with `skip()`, or unpack it with `unpack(...)`",
    note = "a value of fixed size, such as an enum without data, is read with `read_as::<T>()`; an `Option` of any other \
            with `with_some(...)`"
)]
pub trait Read: Packable<As = Self> + sealed::Sealed {
    /// The result of reading.
    type Value<'a, L: Layout>;

    /// Reads the value of `cursor`; returns it with its end.
    #[doc(hidden)]
    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, Self, impl Access<Layout = L>>) -> (Self::Value<'a, L>, L::Pos);
}

impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>>> sealed::Sealed for S {}

#[diagnostic::do_not_recommend]
impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>>> Read for S {
    type Value<'a, L: Layout> = S;

    #[inline(always)]
    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, S, impl Access<Layout = L>>) -> (S, L::Pos) {
        // SAFETY: by C1 a valid scalar is stored at `cursor.pos()`.
        unsafe { L::scalar::<S>(cursor.pos()) }
    }
}

impl sealed::Sealed for str {}

#[diagnostic::do_not_recommend]
impl Read for str {
    type Value<'a, L: Layout> = &'a str;

    #[inline(always)]
    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, str, impl Access<Layout = L>>) -> (&'a str, L::Pos) {
        // SAFETY: by C1 a valid string is stored at `cursor.pos()`, in bytes that live for `'a`.
        unsafe {
            let (bytes, end) = L::leaf::<TextKind>(cursor.pos());
            (core::str::from_utf8_unchecked(bytes), end)
        }
    }
}

impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>>> sealed::Sealed for [S] {}

#[diagnostic::do_not_recommend]
impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>>> Read for [S] {
    type Value<'a, L: Layout> = Scalars<'a, S, L>;

    #[inline(always)]
    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, [S], impl Access<Layout = L>>) -> (Scalars<'a, S, L>, L::Pos) {
        // SAFETY: by C1 a valid sequence of scalars is stored at `cursor.pos()`, in bytes that live for `'a`.
        unsafe {
            let scalars = Scalars::of(L::sequence_header::<ScalarShape<S>>(cursor.pos()));
            (scalars, skip_value::<Sequence<S>, L>(cursor.pos()))
        }
    }
}

impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>>, const N: usize> sealed::Sealed for [S; N] {}

#[diagnostic::do_not_recommend]
impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>>, const N: usize> Read for [S; N] {
    type Value<'a, L: Layout> = Scalars<'a, S, L>;

    #[inline(always)]
    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, [S; N], impl Access<Layout = L>>) -> (Scalars<'a, S, L>, L::Pos) {
        // SAFETY: by C1 `N` valid scalars are stored at `cursor.pos()`, in bytes that live for `'a`.
        unsafe {
            let (_, first) = L::enter_array::<ScalarShape<S>>(cursor.pos(), N);
            (Scalars::new(first, N), skip_value::<Repeat<S, N>, L>(cursor.pos()))
        }
    }
}

/// A type whose default is known without a value in memory: what [`Fields::read`](crate::cursor::Fields::read) returns
/// for a field with `#[packable(default)]` that is absent.
pub trait ReadDefault: Packable<As: Read> + Default {
    /// Returns what reading the default would return.
    #[doc(hidden)]
    fn absent<'a, L: Layout>() -> <Self::As as Read>::Value<'a, L>;
}

impl<S: Scalar + Packable<As = S, Shape = ScalarShape<S>> + Default> ReadDefault for S {
    #[inline]
    fn absent<'a, L: Layout>() -> <S::As as Read>::Value<'a, L> {
        S::default()
    }
}

/// Seals [`Read`]: memory safety rests on the end that it returns.
pub(crate) mod sealed {
    /// Implemented for scalars, strings, sequences of scalars, and items of CBOR.
    pub trait Sealed {}
}

/// A view for editing: [`View`] with [`Edit`].
pub type ViewMut<'a, T, L> = View<'a, T, Edit<L>>;
