//! The native layout with random access.

use super::native::{Head, Native};
use super::{FieldAccess, Format, RandomAccess, Sizes, varint};
use crate::raw::Ptr;
use crate::shape::{Of, Shape};

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

impl Native for Indexed {
    const NAME: &'static str = "Indexed";
    const FORMAT: &'static Format = &Format { sizes: Sizes::ForJumps, ..Format::NATIVE };
}

impl FieldAccess for Indexed {}

// SAFETY: `element` reads the size or the table that was checked with the sequence.
unsafe impl RandomAccess for Indexed {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn element<S: Shape>(head: &Head, index: usize) -> Ptr {
        // SAFETY: the caller promises a valid sequence and an index below its length.
        unsafe {
            match const { Of::<S, Self>::SIZE } {
                Some(size) => head.elements.add(index * size),
                None if index == 0 => head.elements,
                None => head.elements.add(head.end_of(index - 1)),
            }
        }
    }
}

/// The width of the entries of a table of ends, as a power of two: the least that holds the last end.
#[inline]
pub(crate) const fn width_log(size: u64) -> u8 {
    match size {
        0..=0xFF => 0,
        0x100..=0xFFFF => 1,
        0x1_0000..=0xFFFF_FFFF => 2,
        _ => 3,
    }
}

/// The number at the beginning of a sequence with a table: four times the count, and the width of the
/// entries. An empty sequence has no table.
#[inline]
pub(crate) fn head_number(count: usize, width_log: u8) -> Option<u64> {
    Some(count.checked_mul(4)? as u64 | u64::from(width_log))
}

/// The head of a sequence with a table.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
pub(crate) unsafe fn read_head(pos: Ptr) -> Head {
    // SAFETY: the number tells how long the table is, and the elements follow it.
    unsafe {
        let (number, table) = varint::read(pos);
        let (count, width_log) = (number / 4, (number % 4) as u8);
        Head { count, width_log, table, elements: table.add(count << width_log) }
    }
}

impl Head {
    /// The end of element `index`, in bytes after the beginning of the first.
    ///
    /// # Safety
    ///
    /// The head has a table with more entries than `index`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end_of(&self, index: usize) -> usize {
        // SAFETY: the caller promises the entry; checked ends fit a `usize`.
        unsafe {
            let entry = self.table.add(index << self.width_log);
            match self.width_log {
                0 => u8::from_le_bytes(entry.load()) as usize,
                1 => u16::from_le_bytes(entry.load()) as usize,
                2 => u32::from_le_bytes(entry.load()) as usize,
                _ => u64::from_le_bytes(entry.load()) as usize,
            }
        }
    }
}
