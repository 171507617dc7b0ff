//! What some layouts can do in addition to reading in order: reach fields and elements directly, and edit in place.

use core::ops::Range;

use super::{Layout, StatedElements};
use crate::shape::{LeafKind, SequenceShape, Shape, Variants};
use crate::wire::checker::{Failed, Input};
use crate::wire::scalar::Scalar;

/// A layout in which a field is found without reading the bytes before it; matching on [views](crate::View) requires
/// it.
///
/// ```
/// use packed_data::layout::FieldAccess;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Named(String, u32);
///
/// fn number<L: FieldAccess>(named: &Packed<Named, L>) -> u32 {
///     named.view().fields().1
/// }
///
/// assert_eq!(number(&Packed::<_, packed_data::Indexed>::pack(&Named("seven".into(), 7))), 7);
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no random access",
    label = "fields cannot be reached here without reading those before them",
    note = "a cursor can read in order in every layout: `packed.read(|cursor| ...)`, `view.read(|cursor| ...)`",
    note = "in the layout `Indexed` fields and elements are reached in constant time"
)]
pub trait FieldAccess: Layout {}

/// A layout in which a field or an element is found in constant time, without reading the bytes before it.
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
/// `ReadLayout::computed` returns a position, for every shape of elements.
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no random access",
    label = "fields and elements cannot be reached here without reading those before them",
    note = "in every layout `iter()` of a sequence, map or set reads the elements in order, and so does a cursor: \
            `packed.read(|cursor| ...)`, `view.read(|cursor| ...)`",
    note = "in the layout `Indexed` fields, elements and keys are found without reading in order: pack in `Indexed`, or \
            use `packed.convert::<Indexed>()`"
)]
pub unsafe trait RandomAccess: FieldAccess {
    /// Returns the position of element `index`, in constant time.
    ///
    /// # Safety
    ///
    /// `header` was read from a valid sequence of elements of shape `S`, and `index` is less than its length.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn element<S: Shape>(header: &Self::SequenceHeader, index: usize) -> Self::Pos {
        // SAFETY: the caller promises a valid sequence and an index less than its length. The implementor of this trait
        // promises that the position of each element is computed.
        unsafe { Self::computed::<S>(header, index).unwrap_unchecked() }
    }

    /// Returns what a check remembers of a struct or constructor without a head, whose fields begin at `at`.
    #[doc(hidden)]
    fn peek_fields(at: usize) -> Self::FieldCheck;

    /// Checks the tag of an enum without a head; returns it, and the offset of the first field.
    #[doc(hidden)]
    fn peek_tag<S: Shape, V: Variants>(input: &mut impl Input, at: usize) -> Result<(u32, usize), Failed>;

    /// Checks a scalar, and returns its end.
    #[doc(hidden)]
    fn peek_scalar<S: Scalar>(input: &mut impl Input, at: usize) -> Result<usize, Failed>;

    /// Checks the size before a field; returns the offset of the field, and the size.
    #[doc(hidden)]
    fn peek_size(input: &mut impl Input, at: usize) -> Result<(usize, u64), Failed>;

    /// Checks the header of the sequence at `at`; returns where its elements are stated to be, within the input.
    #[doc(hidden)]
    fn peek_header<Q: SequenceShape>(input: &mut impl Input, at: usize) -> Result<StatedElements, Failed>;

    /// Checks the length of the leaf of kind `K` at `at`; returns where its bytes are stated to be, within the input.
    #[doc(hidden)]
    fn peek_length<K: LeafKind>(input: &mut impl Input, at: usize) -> Result<Range<usize>, Failed>;

    /// Checks the size in the head of the extensible value at `at`; returns its end, which is within the input.
    #[doc(hidden)]
    fn peek_head(input: &mut impl Input, at: usize) -> Result<usize, Failed>;
}

/// A layout in which the size of a scalar depends only on its type, so that scalars can be overwritten in place.
///
/// ```
/// use packed_data::{InPlace, Packed};
///
/// fn reset<L: InPlace>(counter: &mut Packed<u64, L>) {
///     counter.view_mut().set(0);
/// }
///
/// let mut counter = Packed::<u64, packed_data::Compact>::pack(&7);
/// reset(&mut counter);
/// assert_eq!(counter.view(), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "values in the layout `{Self}` cannot be edited in place",
    label = "the sizes of its scalars vary with their values",
    note = "only layouts in which scalars have fixed widths can be edited in place, such as `Compact` and `Indexed`: pack \
            in one of them, or use `packed.convert::<Indexed>()`",
    note = "in any layout, build a new value from the old one: `packed.transform(|cursor, needs| ...)`"
)]
pub trait InPlace: Layout {}
