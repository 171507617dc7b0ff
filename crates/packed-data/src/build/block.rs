//! Sequences of types that are copied whole, written: their bytes in memory are their bytes in packed data.

use zerocopy::IntoBytes;

use super::items::ItemWriter;
use crate::layout::Layout;
use crate::shape::{Field, InMemory, SequenceKind, SequenceShape, ShapeOf, are_valid, is_copied, is_fast_to_check};

/// Writes values as elements: with one copy if their bytes in memory are those of the elements, otherwise one by one.
#[inline]
pub fn write_block<'id, S, V, L>(values: &[V], items: ItemWriter<'id, S, L>) -> ItemWriter<'id, S, L>
where
    S: SequenceShape,
    S::Element: Field<Of = V::As>,
    V: InMemory,
    L: Layout,
{
    let is_tried = const {
        is_copied::<V, L>() && is_fast_to_check::<ShapeOf<S::Element>, L>() && !matches!(S::KIND, SequenceKind::Set)
    };
    if !is_tried {
        return items.push_all(values);
    }
    // (Where the fields are in memory is known only from safe code, which the user may have written. Packed bytes must
    // be valid whatever that says.)
    let bytes = values.as_bytes();
    if are_valid::<ShapeOf<S::Element>, L>(bytes, values.len()) {
        // SAFETY: the bytes were found to be `values.len()` valid elements, side by side, and not those of a set.
        unsafe { items.extend_from_bytes(bytes, values.len()) }
    } else {
        items.push_all(values)
    }
}
