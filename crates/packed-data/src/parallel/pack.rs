//! Packing large vectors in parallel.

use alloc::vec;
use alloc::vec::Vec;

use packed_data_model::{table_number, table_width_log, varint};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::SMALL;
use crate::layout::{Layout, has_table};
use crate::packable::Packable;
use crate::packed::{Packed, WithLimits};
use crate::shape::{Shape, ShapeOf, SizeClass, Style, always_takes_bytes};
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// The number of chunks for each thread, so that threads end at about the same time.
const CHUNKS_PER_THREAD: usize = 4;

impl<T: Packable + Sync, L: Layout> Packed<Vec<T>, L> {
    /// Packs a slice as [`pack`](Self::pack) packs a vector, in parallel. The bytes are the same.
    ///
    /// Threads of the current pool pack a chunk of the elements each, and copy them into one buffer; in
    /// [`Indexed`](crate::Indexed) they join the tables of ends too. Slices of less than 64 KiB in memory, scalars
    /// (which are copied whole), and sequences that the layout writes as cells or in another form that chunks do not
    /// have, are packed on the calling thread. So is a slice with a chunk that uses more than its share of
    /// [`Limits::empty_elements`].
    ///
    /// While the chunks are copied, memory for all bytes is allocated twice.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let words: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    /// assert_eq!(Packed::<_, Indexed>::par_pack(&words), Packed::pack(&words));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if [`WithLimits::par_pack`] with [`Limits::DEFAULT`] returns an error.
    pub fn par_pack(values: &[T]) -> Self {
        Self::with_limits(&Limits::DEFAULT).par_pack(values).unwrap_or_else(|error| panic!("cannot pack: {error}"))
    }
}

impl<T: Packable + Sync, L: Layout> WithLimits<'_, Vec<T>, L> {
    /// Packs a slice in parallel, as [`Packed::par_pack`] does.
    ///
    /// # Errors
    ///
    /// As for [`pack`](Self::pack).
    pub fn par_pack(self, values: &[T]) -> Result<Packed<Vec<T>, L>, Error> {
        let Some(bytes) = pack_chunks::<T, L>(values, self.limits) else {
            return self.build(|needs| needs.put_as(&values));
        };
        // SAFETY: the bytes are those of the elements that the chunks have, after the count, and the table, of a
        // sequence of all of them: the bytes that `build` returns.
        Ok(unsafe { Packed::from_bytes_unchecked(bytes) })
    }
}

/// Packs chunks of `values`, and joins them. `None` if that is not worth it, or not possible; also if anything is wrong
/// with the values, so that packing them in order finds the error.
fn pack_chunks<T: Packable + Sync, L: Layout>(values: &[T], limits: &Limits) -> Option<Vec<u8>> {
    let is_scalar = const { matches!(<ShapeOf<T> as Shape>::SIZE_CLASS, SizeClass::Scalar(..)) };
    let is_entry = const { matches!(<ShapeOf<T> as Shape>::STYLE, Style::Entry) };
    if is_scalar
        || is_entry
        || !const { always_takes_bytes(&<ShapeOf<T> as Shape>::SIZE_CLASS) }
        || size_of_val(values) < SMALL
    {
        return None;
    }
    let threads = rayon::current_num_threads();
    if threads < 2 {
        return None;
    }
    // (What the layout writes before the elements is not known here, so one element shows whether it is the count.)
    Chunk::of::<T, L>(values.get(..1)?, limits)?;
    let len = values.len().div_ceil(threads * CHUNKS_PER_THREAD);
    // (Limits concern the whole. Each chunk may have its share of the elements without bytes; if that is not enough,
    // packing in order decides.)
    let share = limits.empty_elements / values.len().div_ceil(len) as u64;
    let limits = &Limits { empty_elements: share, ..*limits };
    let chunks = values.par_chunks(len).map(|values| Chunk::of::<T, L>(values, limits));
    let chunks = chunks.collect::<Option<Vec<_>>>()?;
    join::<T, L>(&chunks, values.len()).filter(|bytes| bytes.len() <= limits.bytes)
}

/// Some elements, packed as a sequence of their own.
struct Chunk {
    bytes: Vec<u8>,
    count: usize,
    /// The offset of the table of ends, and the width of its entries in bytes, if it has one.
    table: Option<(usize, usize)>,
    /// The offset of the first element; all bytes from there on are elements.
    first: usize,
}

impl Chunk {
    /// Packs a chunk. `None` if it has an error, or if the layout writes anything else than the count, and perhaps a
    /// table, before the elements.
    fn of<T: Packable, L: Layout>(values: &[T], limits: &Limits) -> Option<Self> {
        let packed = Packed::<[T], L>::with_limits(limits).build(|needs| needs.put_as(&values)).ok()?;
        let count = values.len();
        let first = packed.view().size_of_header();
        let bytes = packed.into_inner();
        let table = if const { has_table::<ShapeOf<T>, L>() } {
            let width = 1 << table_width_log((bytes.len() - first) as u64);
            let table = first.checked_sub(count.checked_mul(width)?)?;
            Some((table, width))
        } else {
            None
        };
        let head = bytes.get(..table.map_or(first, |(table, _)| table))?;
        let expected = head_of::<T, L>(count, bytes.len() - first)?;
        (head == expected).then_some(Self { bytes, count, table, first })
    }

    /// Returns the bytes of the elements.
    fn elements(&self) -> &[u8] {
        self.bytes.get(self.first..).unwrap_or_default()
    }

    /// Writes the entries of the table, `base` bytes further on, as entries of another width.
    fn write_ends(&self, base: usize, width: usize, to: &mut [u8]) {
        let Some((table, own_width)) = self.table else { return };
        let entries = self.bytes.get(table..self.first).unwrap_or_default();
        for (entry, to) in entries.chunks_exact(own_width).zip(to.chunks_exact_mut(width)) {
            let end = entry.iter().rev().fold(0, |end, byte| end << 8 | u64::from(*byte));
            to.copy_from_slice(&(end + base as u64).to_le_bytes()[..width]);
        }
    }
}

/// Returns the bytes before the table, or before the elements, of a sequence of `count` elements, which have `size`
/// bytes; `None` if the layout writes no count.
fn head_of<T: Packable, L: Layout>(count: usize, size: usize) -> Option<Vec<u8>> {
    if const { has_table::<ShapeOf<T>, L>() } {
        return table_number(count, table_width_log(size as u64)).map(varint::to_vec);
    }
    L::FORMAT.count_bytes(count as u64)
}

/// Joins chunks to a sequence of `count` elements.
fn join<T: Packable, L: Layout>(chunks: &[Chunk], count: usize) -> Option<Vec<u8>> {
    let size = chunks.iter().map(|chunk| chunk.elements().len()).sum::<usize>();
    let head = head_of::<T, L>(count, size)?;
    let width = if const { has_table::<ShapeOf<T>, L>() } { 1 << table_width_log(size as u64) } else { 0 };
    let mut bytes = vec![0; head.len().checked_add(count.checked_mul(width)?)?.checked_add(size)?];
    let (to_head, rest) = bytes.split_at_mut(head.len());
    to_head.copy_from_slice(&head);
    let (mut table, mut elements) = rest.split_at_mut(count * width);
    let mut base = 0;
    let mut targets = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let to_table = table.split_off_mut(..chunk.count * width)?;
        let to_elements = elements.split_off_mut(..chunk.elements().len())?;
        targets.push((chunk, base, to_table, to_elements));
        base += chunk.elements().len();
    }
    targets.into_par_iter().with_max_len(1).for_each(|(chunk, base, to_table, to_elements)| {
        chunk.write_ends(base, width, to_table);
        to_elements.copy_from_slice(chunk.elements());
    });
    Some(bytes)
}
