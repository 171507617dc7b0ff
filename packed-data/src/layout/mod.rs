//! Layouts: how packed data stands in bytes.
//!
//! A layout is a type. It says how scalars, tags, lengths and sequences are written, read and checked,
//! and what stands before a field; everything else (cursors, views, folds, the builder, validation) is
//! the same for all of them. [`Compact`] and [`Indexed`] are both *native*: little-endian scalars at
//! their width in memory and positions that are plain pointers. They differ only in what they add to
//! make jumps possible, and share one implementation.

mod compact;
mod indexed;
mod native;
mod varint;

pub use compact::Compact;
pub use indexed::Indexed;
pub(crate) use native::{ItemsMark, SizeMark};

use crate::build::{Expected, Writer};
use crate::scalar::Scalar;
use crate::shape::Shape;
use crate::validate::{Checker, Failed};

/// How packed data stands in bytes.
///
/// The trait is sealed: its operations are the library's own, and are called through cursors, views,
/// builders and [`Packed`](crate::Packed). Write functions that are generic over it, and they run over
/// every layout.
///
/// # Safety
///
/// For every shape: what the `check_` functions accept is what the reading functions rely on, and what
/// the writing functions write is accepted by the `check_` functions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`",
    note = "for a function over any layout write `L: Layout`"
)]
///
/// ```
/// use packed_data::{Compact, Indexed, Layout, Packed};
///
/// fn size<L: Layout>() -> usize {
///     Packed::<Vec<String>, L>::pack(&vec!["to".into(), "be".into()]).as_bytes().len()
/// }
///
/// assert_eq!((size::<Compact>(), size::<Indexed>()), (7, 9)); // the second has a table of ends
/// ```
pub unsafe trait Layout: sealed::Sealed + Sized + 'static {
    /// A position in the bytes.
    #[doc(hidden)]
    type Pos: Copy + Send + Sync + 'static;
    /// The beginning of a sequence, read.
    #[doc(hidden)]
    type Head: Copy + Send + Sync + 'static;
    /// What is still to come of a sequence that is read element by element.
    #[doc(hidden)]
    type Steps: Copy + Send + Sync + 'static;

    /// What the layout is called in messages.
    ///
    /// ```
    /// use packed_data::{Compact, Layout};
    ///
    /// assert_eq!(Compact::NAME, "Compact");
    /// ```
    const NAME: &'static str;

    /// Whether it may put a size before a field.
    #[doc(hidden)]
    const SIZES_BEFORE_FIELDS: bool;

    /// Whether the elements of a sequence stand side by side up to its end.
    #[doc(hidden)]
    const ELEMENTS_SIDE_BY_SIDE: bool;

    /// The position `offset` bytes into `bytes`.
    ///
    /// # Safety
    ///
    /// `offset` is at most the length.
    #[doc(hidden)]
    unsafe fn at(bytes: &[u8], offset: usize) -> Self::Pos;

    /// The position at the beginning of bytes that may be overwritten.
    #[doc(hidden)]
    fn at_mut(bytes: &mut [u8]) -> Self::Pos;

    /// The bytes from one position to a later one.
    ///
    /// # Safety
    ///
    /// Both belong to one buffer that lives for `'a`.
    #[doc(hidden)]
    unsafe fn between<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8];

    /// The position `size` bytes further, over a value of that static size.
    ///
    /// # Safety
    ///
    /// A valid value of that size stands at `pos`.
    #[doc(hidden)]
    unsafe fn advance(pos: Self::Pos, size: usize) -> Self::Pos;

    /// Reads a scalar.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn scalar<S: Scalar>(pos: Self::Pos) -> (S, Self::Pos);

    /// Overwrites a scalar.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`, in bytes to which there is no other reference.
    #[doc(hidden)]
    unsafe fn set_scalar<S: Scalar>(pos: Self::Pos, value: S);

    /// Reads the bytes of a string.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`, in bytes that live for `'a`.
    #[doc(hidden)]
    unsafe fn blob<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Reads the tag of an enum with so many constructors.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn tag(pos: Self::Pos, constructors: u32) -> (u32, Self::Pos);

    /// The position of the value of a field before which a layout may put its size.
    ///
    /// # Safety
    ///
    /// Such a field, valid, stands at `pos`.
    #[doc(hidden)]
    unsafe fn enter_sized(pos: Self::Pos) -> Self::Pos;

    /// The position of the value of such a field and its end, if the layout tells it: both out of one number.
    ///
    /// # Safety
    ///
    /// Such a field, valid, stands at `pos`.
    #[doc(hidden)]
    unsafe fn span_sized(pos: Self::Pos) -> Option<(Self::Pos, Self::Pos)>;

    /// Reads the beginning of a sequence of elements of shape `S`.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn head<S: Shape>(pos: Self::Pos) -> Self::Head;

    /// How many elements the sequence has.
    #[doc(hidden)]
    fn len(head: &Self::Head) -> usize;

    /// The way through the elements, and the position of the first.
    #[doc(hidden)]
    fn first(head: Self::Head) -> (Self::Steps, Self::Pos);

    /// Whether there is another element; if so it counts as read.
    #[doc(hidden)]
    fn next(steps: &mut Self::Steps) -> bool;

    /// How many elements are still to come.
    #[doc(hidden)]
    fn remaining(steps: &Self::Steps) -> usize;

    /// The end of the sequence, if it can be told without a walk over the elements.
    ///
    /// # Safety
    ///
    /// `head` was read from a valid sequence of elements of shape `S`.
    #[doc(hidden)]
    unsafe fn jump_sequence<S: Shape>(head: Self::Head) -> Option<Self::Pos>;

    /// Checks a scalar whose bytes are known to be there.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong; so too for the functions below.
    #[doc(hidden)]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<(), Failed>;

    /// Checks a string, and gives its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks a tag, and gives it with its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_tag(checker: &mut Checker<'_>, at: usize, constructors: u32) -> Result<(u32, usize), Failed>;

    /// Checks the size before a field, and gives its end with the size; without one, what agrees with
    /// any field.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_size(checker: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed>;

    /// Checks a sequence of elements of shape `S`, each by `each` (given its offset and index, it gives
    /// its end), and gives the end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_sequence<S: Shape>(
        checker: &mut Checker<'_>,
        at: usize,
        each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed>;

    /// Checks a sequence of elements of `size` bytes that are always valid, and gives its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_block(checker: &mut Checker<'_>, at: usize, size: usize) -> Result<usize, Failed>;

    /// Writes a scalar at offset `pos`, and gives the offset after it; so too the functions below.
    ///
    /// # Safety
    ///
    /// There is room for it.
    #[doc(hidden)]
    unsafe fn write_scalar<S: Scalar>(writer: &mut Writer, pos: usize, value: S) -> usize;

    /// Writes scalars, one after the other.
    #[doc(hidden)]
    fn write_scalars<S: Scalar>(writer: &mut Writer, pos: usize, values: &[S]) -> usize;

    /// Writes a string or byte string.
    #[doc(hidden)]
    fn write_blob(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize;

    /// Writes a tag.
    ///
    /// # Safety
    ///
    /// There is room for it.
    #[doc(hidden)]
    unsafe fn write_tag(writer: &mut Writer, pos: usize, tag: u32, constructors: u32) -> usize;

    /// Begins a field before which the layout may put its size.
    #[doc(hidden)]
    fn begin_sized(writer: &mut Writer, pos: usize) -> SizeMark;

    /// Ends such a field, whose value ends at `pos`.
    #[doc(hidden)]
    fn end_sized(writer: &mut Writer, pos: usize, mark: SizeMark) -> usize;

    /// Begins a sequence of elements of shape `S`.
    #[doc(hidden)]
    fn begin_sequence<S: Shape>(writer: &mut Writer, pos: usize, expected: Expected) -> ItemsMark;

    /// Ends such a sequence, in which so many valid elements were written, up to `pos`.
    #[doc(hidden)]
    fn end_sequence<S: Shape>(writer: &mut Writer, pos: usize, mark: ItemsMark, count: usize) -> usize;
}

/// A layout in which a field or an element is found without reading what stands before it.
///
/// ```
/// use packed_data::{Indexed, Packed, RandomAccess};
///
/// fn second<L: RandomAccess>(words: &Packed<Vec<String>, L>) -> Option<&str> {
///     words.view().get(1)
/// }
///
/// assert_eq!(second(&Packed::<_, Indexed>::pack(&vec!["to".into(), "be".into()])), Some("be"));
/// ```
///
/// # Safety
///
/// `element` gives the position of the element.
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no random access",
    label = "fields and elements cannot be reached here without reading those before them",
    note = "in any layout a cursor can read in order: `packed.read(|cursor| ...)`, `view.read(|cursor| ...)`",
    note = "in the layout `Indexed` fields and elements are reached in constant time"
)]
pub unsafe trait RandomAccess: Layout {
    /// The position of element `index`, in constant time.
    ///
    /// # Safety
    ///
    /// `head` was read from a valid sequence of elements of shape `S`, more than `index`.
    #[doc(hidden)]
    unsafe fn element<S: Shape>(head: &Self::Head, index: usize) -> Self::Pos;
}

/// How a cursor or view may use the bytes: a [`Layout`] stands for reading in that layout, [`Edit<L>`]
/// for reading and overwriting scalars in layout `L`.
///
/// ```
/// use packed_data::{Access, Cursor, Done, Packed};
///
/// // Reads and edits alike: `L` may be a layout, or `Edit` of one.
/// fn length<'id, L: Access>(words: Cursor<'_, 'id, [String], L>) -> Done<'id, usize, L> {
///     let items = words.items();
///     let len = items.len();
///     items.done(len)
/// }
///
/// let mut packed = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
/// assert_eq!((packed.read(length), packed.edit(length)), (2, 2));
/// ```
pub trait Access: sealed::Accessible + 'static + Sized {
    /// The layout of the bytes.
    type Layout: Layout;
    /// What may be done with scalars.
    type Mode: Mode;
}

/// Reading, and overwriting scalars, in layout `L`: see [`Packed::edit`](crate::Packed::edit).
///
/// ```
/// use packed_data::{Cursor, Done, Edit, Layout, Packed};
///
/// fn increment<'id, L: Layout>(n: Cursor<'_, 'id, u8, Edit<L>>) -> Done<'id, (), Edit<L>> {
///     n.update(|n| n + 1)
/// }
///
/// let mut packed = Packed::<u8>::pack(&41);
/// packed.edit(increment);
/// assert_eq!(packed.view(), 42);
/// ```
pub enum Edit<L> {
    #[doc(hidden)]
    Never(core::convert::Infallible, core::marker::PhantomData<L>),
}

impl<L: Layout> Access for L {
    type Layout = L;
    type Mode = Reading;
}

impl<L: Layout> Access for Edit<L> {
    type Layout = L;
    type Mode = Editing;
}

/// What a view gives for a scalar: its value, or the place where it stands.
pub trait Mode: sealed::Sealed {
    /// What stands for a scalar `S` in a view.
    type Scalar<'a, S: Scalar, L: Layout>;

    /// Makes it.
    ///
    /// # Safety
    ///
    /// A valid scalar stands at `pos`, in bytes that live for `'a` and, if this is [`Editing`], are
    /// exclusively the caller's.
    #[doc(hidden)]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L>;
}

/// Scalars can be read.
pub enum Reading {}

/// Scalars can be read and overwritten.
pub enum Editing {}

impl Mode for Reading {
    type Scalar<'a, S: Scalar, L: Layout> = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L> {
        // SAFETY: the caller promises a valid scalar.
        unsafe { L::scalar::<S>(pos) }.0
    }
}

impl Mode for Editing {
    type Scalar<'a, S: Scalar, L: Layout> = crate::ScalarMut<'a, S, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L> {
        // SAFETY: the caller promises a valid scalar and exclusive access to it.
        unsafe { crate::ScalarMut::new(pos) }
    }
}

/// The position type of an access.
pub(crate) type Pos<L> = <<L as Access>::Layout as Layout>::Pos;

/// Which layouts and modes there are is the library's to say.
pub(crate) mod sealed {
    /// Implemented for the layouts and modes of this module.
    pub trait Sealed {}

    /// Implemented for every layout, and for [`super::Edit`].
    pub trait Accessible {}

    impl<L: super::Layout> Accessible for L {}
    impl<L: super::Layout> Accessible for super::Edit<L> {}

    impl Sealed for super::Reading {}
    impl Sealed for super::Editing {}
}

pub(crate) use varint::{len as varint_len, put as varint_put};
