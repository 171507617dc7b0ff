//! `InMemory`: where the parts of a value are in memory, compared with their places in packed data.
//!
//! Two things are asked of such a type. Copying values whole is *safe* by the traits of `zerocopy`, which are derived
//! and checked: there is no padding, and bytes are a value only if `zerocopy` has found them valid. Bytes that are
//! written are valid by the shape, as all packed bytes are. The copied values are the *right* ones by the comparison in
//! this file, at compile time. It rests on what the derive emits, which is safe code, so no invariant rests on it.

use crate::shape::element_count;
use zerocopy::{Immutable, IntoBytes, KnownLayout, TryFromBytes};

use super::{Shape, ShapeOf, SizeClass, Sizes, bare_tag_size, extent};
use crate::layout::{Format, Layout, Position, Remaining};
use crate::packable::Packable;
use crate::wire::rows;
use crate::wire::scalar::Scalar;

/// A type whose values can be copied whole from memory to packed data and back, and borrowed from packed data as
/// `&[Self]`; derived with `#[packable(zerocopy)]`.
///
/// The derive of [`Packable`] implements it for structs and for enums without data. `zerocopy` must derive its traits
/// for the type too, which proves that it has no padding, and which bytes are values:
///
/// ```
/// use packed_data::{Compact, Packable, Packed};
/// use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};
///
/// #[derive(Debug, PartialEq, Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
/// #[packable(zerocopy)]
/// #[repr(C)]
/// struct Point {
///     x: f32,
///     y: f32,
/// }
///
/// let points = vec![Point { x: 1.0, y: 2.0 }, Point { x: 3.0, y: 4.0 }];
/// let packed = Packed::<Vec<Point>, Compact>::pack(&points); // one copy
/// assert_eq!(packed.unpack(), Ok(points)); // one copy
/// if let Some(points) = packed.view().as_slice() { // no copy, where the bytes happen to be aligned
///     assert_eq!(points[1].y, 4.0);
/// }
/// ```
///
/// Values are packed as without the attribute, to the same bytes, in every layout. They are copied whole where a
/// constant finds that each field has the same offset and the same bytes in memory as in the layout. Otherwise they are
/// packed and unpacked field by field: in layouts with heads or with big-endian numbers, on a big-endian machine, or if
/// the discriminants of an enum are not 0, 1, 2 and so on.
///
/// A struct of which not every bit pattern is a value, such as one with a `bool`, is copied when it is unpacked, and
/// written field by field when it is packed: that takes less time than a copy and the check that its bytes are valid.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` are not copied whole",
    label = "its bytes in memory are not its bytes in packed data",
    note = "for a type of your own, add `#[packable(zerocopy)]`, and derive `zerocopy::{{TryFromBytes, IntoBytes, \
            Immutable, KnownLayout}}`",
    note = "numbers, `bool`, `char` and arrays of such types can be copied whole; strings, sequences and pointers cannot"
)]
pub trait InMemory: Packable + ZeroCopy {
    /// Where the parts of a value are in memory.
    #[doc(hidden)]
    const MEMORY: Memory;
}

/// The traits of `zerocopy` which prove that values can be copied whole: every type that has them has this one.
pub trait ZeroCopy: TryFromBytes + IntoBytes + Immutable + KnownLayout {}

impl<T: TryFromBytes + IntoBytes + Immutable + KnownLayout> ZeroCopy for T {}

/// Where the parts of a value are in memory.
#[derive(Debug)]
pub enum Memory {
    /// A scalar of this number of bytes, least significant first.
    Scalar(usize),
    /// An enum without data: its number of bytes, and its discriminants, in the order of its tags.
    Tag(usize, &'static [u64]),
    /// A struct: its number of bytes, and the offset of each field.
    Fields(usize, &'static [(usize, &'static Memory)]),
    /// An array.
    Repeat(&'static Memory, usize),
    /// Something else than in packed data.
    Other,
}

impl Memory {
    /// Returns where a scalar is.
    pub(crate) const fn of_scalar<S: Scalar>() -> Self {
        if S::IS_MEMORY { Self::Scalar(S::WIDTH) } else { Self::Other }
    }

    /// Returns whether a value of this class has the same bytes in memory as in a layout of this format. (A class that
    /// is not listed here varies in size.)
    const fn is_packed(&self, class: &SizeClass, format: &Format) -> bool {
        match (self, class) {
            (Self::Scalar(size), SizeClass::Scalar(kind, width)) => {
                *size == *width && is_size(format.scalar_size(*kind, *width), *size) && is_in_order(*size, format)
            }
            (Self::Tag(size, tags), SizeClass::Tag(constructors)) => {
                tags.len() == *constructors as usize
                    && *size == bare_tag_size(*constructors, format)
                    && is_in_order(*size, format)
                    && (cfg!(target_endian = "little") || *size == 1)
                    && count_up(tags)
            }
            (Self::Fields(size, fields), SizeClass::Struct(list)) => {
                format.struct_size() == 0 && is_packed_struct(*size, fields, list, format)
            }
            (Self::Repeat(element, count), SizeClass::Repeat(class, packed)) => {
                *count == *packed && element.is_packed(class, format)
            }
            _ => false,
        }
    }
}

const fn is_size(size: Option<usize>, expected: usize) -> bool {
    matches!(size, Some(size) if size == expected)
}

/// Returns whether a layout of this format writes numbers of `size` bytes least significant first.
const fn is_in_order(size: usize, format: &Format) -> bool {
    size == 1 || format.is_little()
}

/// Returns whether these are the numbers from 0 on.
const fn count_up(tags: &[u64]) -> bool {
    let mut index = 0;
    while index < tags.len() && tags[index] == index as u64 {
        index += 1;
    }
    index == tags.len()
}

/// Compares the offset of each field in memory with its place among the packed fields `list`.
const fn is_packed_struct(
    size: usize,
    fields: &[(usize, &'static Memory)],
    mut list: &SizeClass,
    format: &Format,
) -> bool {
    let (mut index, mut place) = (0, 0);
    while let (SizeClass::Cons(first, rest), true) = (list, index < fields.len()) {
        let (offset, memory) = fields[index];
        let Some(width) = extent(first, format).size() else { return false };
        if offset != place || !memory.is_packed(first, format) {
            return false;
        }
        (index, place, list) = (index + 1, place + width, rest);
    }
    index == fields.len() && place == size && matches!(list, SizeClass::Unit)
}

/// Returns whether sequences of `T` are copied whole in layout `L`, on this machine: whether their bytes in memory are
/// those of the elements.
pub(crate) const fn is_copied<T: InMemory, L: Layout>() -> bool {
    size_of::<T>() > 0
        && L::FORMAT.writes_only_elements()
        && is_size(Sizes::<ShapeOf<T>, L>::SIZE, size_of::<T>())
        && T::MEMORY.is_packed(&<ShapeOf<T> as Shape>::SIZE_CLASS, L::FORMAT)
}

/// Returns whether it takes less time to check that bytes are values of shape `S` in layout `L`, with [`are_valid`],
/// than to write the values field by field. (Measured on a struct with two `bool`: a check of each took twice as long.)
pub(crate) const fn is_fast_to_check<S: Shape, L: Layout>() -> bool {
    Sizes::<S, L>::ALL_VALID || Sizes::<S, L>::BYTES_BELOW.is_some()
}

/// Returns whether `bytes` are found to be `count` valid values of shape `S` in layout `L`, side by side; `false` also
/// if this is not [fast to check](is_fast_to_check). Conditions of users are not tested.
pub(crate) fn are_valid<S: Shape, L: Layout>(bytes: &[u8], count: usize) -> bool {
    let Some(size) = (const { Sizes::<S, L>::SIZE }) else { return false };
    count.checked_mul(size) == Some(bytes.len())
        && match const { Sizes::<S, L>::BYTES_BELOW } {
            Some(bound) => rows::is_below(bytes, 0..bytes.len(), bound),
            None => const { Sizes::<S, L>::ALL_VALID },
        }
}

/// Returns the bytes of the elements of a sequence of `T` that is copied whole ([`is_copied`]), and their end.
///
/// # Safety
///
/// Sequences of `T` [are copied whole](is_copied) in layout `L`, and `header` was read from a valid one, in bytes that
/// live for `'a`.
pub(crate) unsafe fn elements_of<'a, T: InMemory, L: Layout>(header: L::SequenceHeader) -> (&'a [u8], L::Pos) {
    let size = const { Sizes::<ShapeOf<T>, L>::SIZE }.unwrap_or(0);
    let (_, first) = L::RemainingElements::first(header);
    // SAFETY: the caller promises the sequence. The elements have that static size, and follow each other from `first`
    // on, with nothing between them.
    unsafe {
        let end = first.advance(element_count::<ShapeOf<T>, L>(&header) * size);
        (first.bytes_to(end), end)
    }
}
