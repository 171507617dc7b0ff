//! Sequences of types that are copied whole, unpacked: their bytes in memory are their bytes in packed data.

use alloc::vec::Vec;

use super::{Cursor, Done};
use crate::layout::Layout;
use crate::packable::Unpack;
use crate::shape::{InMemory, ShapeOf, elements_of, is_copied};
use crate::wire::cast;
use crate::wire::levels::{Levels, TooDeep};

/// Reads all elements of a sequence into a vector: with one copy if their bytes are those of the values in memory,
/// otherwise one by one.
///
/// # Errors
///
/// As for [`Unpack::unpack`].
#[inline]
pub fn unpack_block<'a, 'id, T: InMemory + Unpack<'a>, L: Layout>(
    cursor: Cursor<'a, 'id, [T], L>,
    levels: Levels,
) -> Result<Done<'id, Vec<T>, L>, TooDeep> {
    if const { is_copied::<T, L>() } {
        // SAFETY: sequences of `T` are copied whole in this layout; by C1 a valid one is stored at the position, and so
        // its header, in bytes that live for `'a`.
        let (bytes, end) = unsafe { elements_of::<T, L>(L::sequence_header::<ShapeOf<T>>(cursor.pos())) };
        if let Some(values) = cast::vector_of(bytes) {
            // SAFETY: the sequence, which is the value of brand `'id`, ends where its elements end (C2).
            return Ok(unsafe { Done::at(end, values) });
        }
    }
    cursor.unpack_each(levels)
}
