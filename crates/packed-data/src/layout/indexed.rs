//! The native layout with random access.

use super::native::{Native, SequenceHeader};
use super::{FieldAccess, Format, InPlace, RandomAccess, SizeRule};
use crate::shape::{Shape, Sizes};
use crate::wire::pointer::Ptr;

/// The layout for random access: as [`Compact`](crate::Compact), and what a reader needs to jump.
///
/// Before each field that is neither last, nor of a size known statically, nor a string or sequence
/// (which tell their own), stands its size in bytes as a short varint. A sequence of elements whose size
/// varies has a table of their ends. So every field and every element is reached in constant time, and
/// [views](crate::View) can be used. Every rule, with a table of values and bytes, is in the book's page
/// on this layout.
///
/// ```
/// use packed_data::{Indexed, Packed};
///
/// let packed = Packed::<(Option<u8>, u8), Indexed>::pack(&(Some(7), 8));
/// assert_eq!(packed.as_bytes(), [2, 1, 7, 8]); // two bytes, a `Some(7)`, then the 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {}

impl InPlace for Indexed {}

impl Native for Indexed {
    const NAME: &'static str = "Indexed";
    const FORMAT: &'static Format = &Format { sizes: SizeRule::ForJumps, ..Format::NATIVE };
}

impl FieldAccess for Indexed {}

// SAFETY: `element` reads the size or the table that was checked with the sequence.
unsafe impl RandomAccess for Indexed {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn element<S: Shape>(header: &SequenceHeader, index: usize) -> Ptr {
        // SAFETY: the caller promises a valid sequence and an index below its length.
        unsafe {
            match const { Sizes::<S, Self>::SIZE } {
                Some(size) => header.elements.add(index * size),
                None if index == 0 => header.elements,
                None => header.elements.add(header.end_of(index - 1)),
            }
        }
    }
}
