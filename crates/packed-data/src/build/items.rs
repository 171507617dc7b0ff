//! `ItemWriter`: the elements of a sequence, set or map, written in order.

use core::marker::PhantomData;

use super::{Filled, Needs, ensure, reserve};
use crate::cursor::Brand;
use crate::layout::{HeaderBackpatch, Layout, Position, has_table};
use crate::packable::Packable;
use crate::shape::{
    Field, Repeat, ScalarShape, SequenceKind, SequenceShape, Shape, ShapeOf, Sizes, is_block, place_of, require_item,
};
use crate::shape::{block_stack, level_stack};
use crate::wire::budget::Budget;
use crate::wire::error::ErrorKind;
use crate::wire::invariant::Invariant;
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::{Expected, ValueWriter};
use crate::wire::{cast, steps};

/// The canonical type of the elements of `S`.
type Element<S> = <<S as SequenceShape>::Element as Field>::Of;

/// A sequence, set or map that is being written, element by element.
///
/// [`push`](Self::push) consumes it: if an element panics, nothing is left that could be finished. The count that is
/// written is the number of elements that were pushed.
///
/// The elements of sets and maps may come in any order: they are sorted at the end. For that, one word is allocated for
/// each element, and more if the elements are not sorted already. Elements that are not sorted, or that hold sizes of
/// more bytes than expected, move once for each level of maps in the values of maps. Two equal keys are an error of the
/// whole value.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use packed_data::{Compact, Packed};
///
/// let set = Packed::<BTreeSet<u8>, Compact>::build(|needs| {
///     needs.sequence(2).push(|needs| needs.put(&9)).push(|needs| needs.put(&4)).done()
/// });
/// assert_eq!(set, Packed::pack(&BTreeSet::from([4, 9])));
/// ```
#[must_use = "the sequence must be finished with `done`"]
pub struct ItemWriter<'id, S: SequenceShape, L: Layout> {
    /// The only reference to the writer, as in W2.
    writer: &'id mut ValueWriter,
    /// The offset at which the next element is to be written. Invariant (H2): W1 holds for it, and `count` elements are
    /// written before it, unless the writer has failed.
    pos: usize,
    budget: Budget,
    backpatch: HeaderBackpatch<L::TableBackpatch>,
    count: usize,
    /// If the elements may have to be sorted: the index in the writer's list of beginnings at which theirs begin.
    /// Invariant (H1): from this index on, the list has the beginning of each of these elements, in order.
    starts: Option<usize>,
    types: PhantomData<(Invariant<S>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<'id, S: SequenceShape, T: Packable<Shape = S> + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Begins a sequence, set or map. Capacity for `expected` elements is reserved, up to 1 MiB.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let squares = Packed::<Vec<u32>, Compact>::build(|needs| {
    ///     let mut items = needs.sequence(3);
    ///     for i in 1..=3u32 {
    ///         items = items.push(|needs| needs.put(&(i * i)));
    ///     }
    ///     items.done()
    /// });
    /// assert_eq!(squares, Packed::pack(&vec![1, 4, 9]));
    /// ```
    pub fn sequence(self, expected: usize) -> ItemWriter<'id, S, L> {
        self.begin(Expected::Perhaps(expected))
    }

    #[inline]
    fn begin(self, expected: Expected) -> ItemWriter<'id, S, L> {
        let (writer, pos, budget) = self.into_parts();
        let budget = enter_elements::<S>(writer, budget, pos).unwrap_or(Budget::NONE);
        // SAFETY: W1 holds for the `pos` of a `Needs`.
        let backpatch = unsafe { L::begin_sequence::<S>(writer, pos, expected) };
        let starts = if const { matches!(S::KIND, SequenceKind::Set) } { Some(writer.recorded_starts()) } else { None };
        let pos = backpatch.elements();
        ItemWriter { writer, pos, budget, backpatch, count: 0, starts, types: PhantomData, brand: PhantomData }
    }

    /// Begins a sequence of `len` elements that are already in memory. Capacity for all of them is reserved, whatever
    /// their number.
    #[inline]
    pub(crate) fn slice_items(self, len: usize) -> ItemWriter<'id, S, L> {
        self.begin(Expected::Certainly(len))
    }

    /// Writes a sequence, set or map: for each item of an iterator, one element, by `fill`.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::build(|needs| {
    ///     needs.items("to be or not".split(' '), |needs, word| needs.put(word))
    /// });
    /// assert_eq!(words.as_bytes(), b"\x04\x02to\x02be\x02or\x03not");
    /// ```
    pub fn items<I: IntoIterator>(
        self,
        items: I,
        fill: impl for<'x> FnMut(Needs<'x, Element<S>, L>, I::Item) -> Filled<'x>,
    ) -> Filled<'id> {
        // SAFETY: `ascend` is false, so nothing is promised about the order of the items.
        unsafe { self.items_in_order(false, items, fill) }
    }

    /// Like [`items`](Self::items). If `ascend` is true, the order of the elements is not checked, except in a layout
    /// that sorts by bytes.
    ///
    /// # Safety
    ///
    /// If `ascend` is true, the keys of the items ascend in the order of packed keys, and `fill` writes each item with
    /// its key.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn items_in_order<I: IntoIterator>(
        self,
        ascend: bool,
        items: I,
        mut fill: impl for<'x> FnMut(Needs<'x, Element<S>, L>, I::Item) -> Filled<'x>,
    ) -> Filled<'id> {
        let items = items.into_iter();
        let mut writer = self.sequence(items.size_hint().0);
        if ascend && !const { L::FORMAT.sorts_by_bytes } {
            writer.starts = None;
        }
        for item in items {
            writer = writer.push(|needs| fill(needs, item));
        }
        writer.done()
    }
}

impl<'id, S: SequenceShape, L: Layout> ItemWriter<'id, S, L> {
    /// Writes one more element, by `fill`.
    ///
    /// Once the value has failed (for example, because it exceeds the limits), nothing more is written, and `fill` is
    /// not called. A loop must not wait until `fill` is called.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::build(|needs| {
    ///     needs.sequence(2).push(|needs| needs.put("to")).push(|needs| needs.put("be")).done()
    /// });
    /// assert_eq!(words, Packed::pack(&vec!["to".into(), "be".into()]));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push(mut self, fill: impl for<'x> FnOnce(Needs<'x, Element<S>, L>) -> Filled<'x>) -> Self {
        steps::count(1);
        if !self.writer.has_failed() {
            let pos = self.begin_item();
            // SAFETY: `begin_item` returned `pos` (W1, W5).
            let end = unsafe { Needs::fill(self.writer, pos, self.budget, fill) };
            self.end_item(pos, end);
        }
        self
    }

    /// Writes `value` as one more element.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::build(|needs| needs.sequence(2).put("to").put("be").done());
    /// assert_eq!(words, Packed::pack(&vec!["to".into(), "be".into()]));
    /// ```
    pub fn put(self, value: &Element<S>) -> Self {
        self.put_as(&value)
    }

    /// Writes a value of any type as one more element, if it has the same canonical type, such as a `HashMap`.
    ///
    /// ```
    /// use std::collections::{BTreeMap, HashMap};
    ///
    /// use packed_data::{Compact, Packed};
    ///
    /// let ages = HashMap::from([("Ann".to_string(), 30u8)]);
    /// let built = Packed::<Vec<BTreeMap<String, u8>>, Compact>::build(|needs| needs.sequence(1).put_as(&ages).done());
    /// assert_eq!(built, Packed::pack(&vec![BTreeMap::from([("Ann".into(), 30)])]));
    /// ```
    pub fn put_as<V: Packable<As = Element<S>>>(self, value: &V) -> Self {
        self.push(|needs| needs.put_as(value))
    }

    /// Writes each of `values`, or of references to values, as one more element. Once the value has failed, no more are
    /// taken from the iterator.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let more = vec!["be".to_string(), "or".to_string()];
    /// let words = Packed::<Vec<String>, Compact>::build(|needs| needs.sequence(3).put("to").put_all(&more).done());
    /// assert_eq!(words, Packed::pack(&vec!["to".into(), "be".into(), "or".into()]));
    /// ```
    pub fn put_all<V: Packable<As = Element<S>>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        for value in values {
            if self.writer.has_failed() {
                break;
            }
            self = self.put_as(&value);
        }
        self
    }

    /// Writes one more element by `fill`, unless it returns `None`. What it wrote then is discarded.
    ///
    /// As with [`push`](Self::push), `fill` is not called once the value has failed.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::build(|needs| {
    ///     let mut words = needs.sequence(0);
    ///     for word in ["to", "", "be"] {
    ///         words = words.push_option(|needs| (!word.is_empty()).then(|| needs.put(word)));
    ///     }
    ///     words.done()
    /// });
    /// assert_eq!(words, Packed::pack(&vec!["to".into(), "be".into()]));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push_option(mut self, fill: impl for<'x> FnOnce(Needs<'x, Element<S>, L>) -> Option<Filled<'x>>) -> Self {
        steps::count(1);
        if !self.writer.has_failed() {
            let before = self.writer.checkpoint();
            let pos = self.begin_item();
            // SAFETY: `begin_item` returned `pos` (W1, W5).
            match unsafe { Needs::fill_option(self.writer, pos, self.budget, fill) } {
                Some(end) => self.end_item(pos, end),
                // (`pos` of `self` is unchanged: the next element begins where this one would have begun.)
                None => self.writer.restore(before),
            }
        }
        self
    }

    /// Begins an element; returns its offset, for which W1 and W5 hold.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_item(&mut self) -> usize {
        // SAFETY: by H2 W1 holds for `pos`.
        let pos = unsafe { L::begin_element::<S>(self.writer, self.pos) };
        record_element::<S, L>(self.writer, pos, &self.backpatch);
        // SAFETY: `begin_element` returned `pos` (W1).
        unsafe { reserve::<ShapeOf<S::Element>, L>(self.writer, pos) };
        if self.starts.is_some() {
            self.writer.record_start(pos);
        }
        pos
    }

    /// Ends an element that was written from `pos` to `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_item(&mut self, pos: usize, end: usize) {
        charge_element::<S, L>(self.writer, pos, end);
        self.pos = match self.starts {
            // SAFETY: by H2 W1 holds for the end of an element, and the elements before it were written.
            None => unsafe { L::end_element::<S>(self.writer, end, &mut self.backpatch) },
            // (The element may be moved yet.)
            Some(_) => end,
        };
        self.add(1);
    }

    /// Writes values as elements. The loop is a function of its own, which has the writer as an argument. The compiler
    /// then knows that stores to the buffer do not change the writer, and does not load the buffer's address again for
    /// every store. (Measured on a vector of records of three numbers: otherwise packing takes a quarter more
    /// instructions.)
    #[inline]
    pub(crate) fn push_all<V: Packable<As = Element<S>>>(mut self, values: &[V]) -> Self {
        steps::count(values.len());
        if !self.writer.has_failed() {
            let mut backpatch = self.backpatch;
            // SAFETY: by H2 W1 holds for `pos`.
            self.pos = unsafe { write_each::<S, V, L>(self.writer, self.pos, self.budget, &mut backpatch, values) };
            // (Elsewhere it does not change, and stays in registers.)
            if const { has_table::<ShapeOf<S::Element>, L>() } {
                self.backpatch = backpatch;
            }
            self.add(values.len());
        }
        self
    }

    /// Writes `count` elements, given their bytes.
    ///
    /// # Safety
    ///
    /// The bytes are `count` valid elements, side by side, and their sequence is not a set or map.
    #[cfg(feature = "zerocopy-0_8")]
    #[inline]
    pub(super) unsafe fn extend_from_bytes(mut self, bytes: &[u8], count: usize) -> Self {
        if !self.writer.has_failed() {
            // SAFETY: by H2 W1 holds for `pos`.
            self.pos = unsafe { self.writer.extend_from_slice(self.pos, bytes) };
            self.add(count);
        }
        self
    }

    /// Adds `elements` to the count. (Elements without bytes could be more than a `usize` counts.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&mut self, elements: usize) {
        match self.count.checked_add(elements) {
            Some(count) => self.count = count,
            None => self.writer.fail(ErrorKind::Overflow, place_of::<S>(self.backpatch.header())),
        }
    }

    /// Ends the sequence: sorts the elements if necessary, writes their count, and returns the proof.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let empty = Packed::<Vec<u32>, Compact>::build(|needs| needs.sequence(0).done());
    /// assert_eq!(empty, Packed::pack(&vec![]));
    /// ```
    #[inline]
    pub fn done(self) -> Filled<'id> {
        let Self { writer, pos, backpatch, count, starts, .. } = self;
        // SAFETY: by H2 W1 holds for `pos`, and unless the writer has failed, `count` elements are written; by H1 the
        // list has their beginnings from `starts` on.
        let end = unsafe { end_elements::<S, L>(writer, pos, backpatch, count, starts) };
        // SAFETY: the sequence is written up to `end` (W4).
        unsafe { Filled::at(end) }
    }
}

/// Ends a sequence of `count` elements, which end at `pos`: sorts them if necessary, and writes their count. Returns
/// the end of the sequence. If the elements may have to be sorted, `starts` is the index in the writer's list of
/// beginnings at which theirs begin.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). Unless the writer has failed, they end with `count` valid
/// elements, which begin where `backpatch` says. From index `starts` on, the list has the beginning of each of them.
#[inline]
pub(crate) unsafe fn end_elements<S: SequenceShape, L: Layout>(
    writer: &mut ValueWriter,
    mut pos: usize,
    backpatch: HeaderBackpatch<L::TableBackpatch>,
    count: usize,
    starts: Option<usize>,
) -> usize {
    if let Some(first) = starts {
        if !writer.has_failed() {
            if writer.has_insertions(backpatch.elements()) {
                // (Sorting needs the final bytes of the elements. After it, the table of ends is made by a walk over
                // them, so the beginnings that were recorded for it are dropped.)
                // SAFETY: the caller promises W1 for `pos`.
                pos = unsafe { writer.make_insertions(backpatch.elements(), pos, first) };
                drop(writer.take_elements(backpatch.recorded()));
            }
            // SAFETY: nothing failed. So the caller promises valid elements up to `pos`, with their beginnings in the
            // list.
            unsafe { S::arrange::<L>(writer, backpatch.header(), backpatch.elements()..pos, first) };
        }
        writer.forget(first);
    }
    // SAFETY: the caller promises W1 for `pos`, and the elements.
    unsafe { L::end_sequence::<S>(writer, pos, backpatch, count) }
}

/// Returns the budget for the elements of the sequence at `pos`: one level less, unless all elements have the same
/// size. Returns `None`, and records the failure, if the budget is exhausted.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn enter_elements<S: SequenceShape>(writer: &mut ValueWriter, budget: Budget, pos: usize) -> Option<Budget> {
    let budget = if const { !is_block(&<ShapeOf<S::Element> as Shape>::SIZE_CLASS) } {
        writer.deeper(budget, const { level_stack::<S::Element>() }, place_of::<S>(pos))?
    } else {
        writer.spend(budget, const { block_stack::<S::Element>() }, place_of::<S>(pos))?
    };
    let is_deep = const { <S::Element as Field>::IS_KEY && !<ShapeOf<S::Element> as Shape>::FLAT };
    if is_deep { writer.enter_key(budget, place_of::<S>(pos)) } else { Some(budget) }
}

/// Records the beginning of an element for the table of ends, if the bytes of the sequence so far have pending
/// insertions: then a walk over them is not possible.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn record_element<S: SequenceShape, L: Layout>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: &HeaderBackpatch<L::TableBackpatch>,
) {
    if const { has_table::<ShapeOf<S::Element>, L>() } && writer.has_insertions(backpatch.elements()) {
        writer.record_element(pos);
    }
}

/// Charges an element that took no bytes although its size varies. (Those of static size are charged all at once.)
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn charge_element<S: SequenceShape, L: Layout>(writer: &mut ValueWriter, start: usize, end: usize) {
    if const { Sizes::<ShapeOf<S::Element>, L>::MAY_BE_EMPTY } {
        writer.charge_empty(u64::from(start == end), place_of::<ShapeOf<S::Element>>(start));
    }
}

/// Returns the static size of an element, if it has one and the sequence has no bytes except those of its elements.
const fn block_size<S: SequenceShape, L: Layout>() -> Option<usize> {
    if L::ELEMENTS_SIDE_BY_SIDE && !L::FORMAT.sizes_last_field() { Sizes::<ShapeOf<S::Element>, L>::SIZE } else { None }
}

/// Returns the size of each element that is not copied, if that is static although the elements have heads. (A copied
/// one may have fields that are not known.)
const fn usual_size<S: SequenceShape, L: Layout>() -> Option<usize> {
    match Sizes::<ShapeOf<S::Element>, L>::KNOWN_HEAD {
        Some(head) if !matches!(S::KIND, SequenceKind::Set) => Some(head.value_size()),
        _ => None,
    }
}

/// Writes values as elements from `pos` on, most of which take `size` bytes each; returns their end. Capacity is
/// reserved for all of them, and the loop has the writer in a local variable, as for elements of static size.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). No insertions are recorded for the elements before it.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn write_alike<S: SequenceShape, V: Packable<As = Element<S>>, L: Layout>(
    writer: &mut ValueWriter,
    mut pos: usize,
    budget: Budget,
    backpatch: &mut HeaderBackpatch<L::TableBackpatch>,
    values: &[V],
    size: usize,
) -> usize {
    let mut values = values.iter();
    while !values.as_slice().is_empty() {
        let Some(bytes) = size.checked_mul(values.len()).filter(|bytes| *bytes <= isize::MAX as usize) else {
            writer.fail(ErrorKind::Overflow, place_of::<S>(backpatch.header()));
            return pos;
        };
        // (Usually as many bytes are reserved for an element as it takes.)
        let others = const { Sizes::<ShapeOf<S::Element>, L>::RESERVED }.saturating_sub(size);
        // SAFETY: the caller promises W1 for the first `pos`, and each round returns the next one.
        unsafe { writer.ensure_capacity(pos, bytes + others) };
        let first = pos;
        let mut other = None;
        let mut here = writer.borrow();
        for value in values.by_ref() {
            // SAFETY: W1 holds for `pos`, as above, and `fill` returns the others. Capacity was reserved for all
            // elements from `first` on; each one before this took `size` bytes (W5).
            let end =
                unsafe { Needs::<Element<S>, L>::fill(&mut here.writer, pos, budget, |needs| needs.put_as(value)) };
            if end.wrapping_sub(pos) != size {
                other = Some(end);
                break;
            }
            pos = end;
        }
        drop(here);
        if const { has_table::<ShapeOf<S::Element>, L>() } {
            // SAFETY: elements of `size` bytes each were written from `first` to `pos` (W1).
            unsafe { L::end_elements_alike::<S>(writer, first..pos, size, backpatch) };
        }
        if let Some(end) = other {
            // SAFETY: `fill` returned `end` (W1), and the elements before this one have ended.
            pos = unsafe { L::end_element::<S>(writer, end, backpatch) };
        }
    }
    pos
}

/// Records the beginning of an element that may have to be sorted. This is done while the elements are written, because
/// a walk over them is possible only after their sizes and tables are inserted.
#[cfg_attr(not(debug_assertions), inline(always))]
fn record_start<S: SequenceShape>(writer: &mut ValueWriter, pos: usize) {
    if const { matches!(S::KIND, SequenceKind::Set) } {
        writer.record_start(pos);
    }
}

/// Writes values as elements from `pos` on; returns their end. (If one of them fails, the others are still written: a
/// check after each costs more.)
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[inline(never)]
unsafe fn write_each<S: SequenceShape, V: Packable<As = Element<S>>, L: Layout>(
    writer: &mut ValueWriter,
    mut pos: usize,
    budget: Budget,
    backpatch: &mut HeaderBackpatch<L::TableBackpatch>,
    values: &[V],
) -> usize {
    // (Tests of constants that are `bool` come first: then only one of the three loops is compiled for each type.)
    if const { block_size::<S, L>().is_some() }
        && let Some(size) = const { block_size::<S, L>() }
    {
        let Some(bytes) = size.checked_mul(values.len()).filter(|bytes| *bytes <= isize::MAX as usize) else {
            writer.fail(ErrorKind::Overflow, place_of::<S>(backpatch.header()));
            return pos;
        };
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { writer.ensure_capacity(pos, bytes) };
        let mut here = writer.borrow();
        for value in values {
            record_start::<S>(&mut here.writer, pos);
            // SAFETY: the caller promises W1 for the first `pos`, and `fill` returns the others; capacity was reserved
            // for all elements, each of which takes `size` bytes (W5).
            pos = unsafe { Needs::<Element<S>, L>::fill(&mut here.writer, pos, budget, |needs| needs.put_as(value)) };
        }
        return pos;
    }
    if const { usual_size::<S, L>().is_some() }
        && let Some(size) = const { usual_size::<S, L>() }
        && !writer.has_insertions(backpatch.elements())
    {
        // SAFETY: the caller promises W1 for `pos`.
        return unsafe { write_alike::<S, V, L>(writer, pos, budget, backpatch, values, size) };
    }
    for value in values {
        // SAFETY: the caller promises W1 for the first `pos`, and `fill` returns the others.
        let start = unsafe { L::begin_element::<S>(writer, pos) };
        record_element::<S, L>(writer, start, backpatch);
        // SAFETY: `begin_element` returned `start` (W1).
        unsafe { reserve::<ShapeOf<S::Element>, L>(writer, start) };
        record_start::<S>(writer, start);
        // SAFETY: `begin_element` returned `start` (W1), where capacity was reserved (W5).
        pos = unsafe { Needs::<Element<S>, L>::fill(writer, start, budget, |needs| needs.put_as(value)) };
        charge_element::<S, L>(writer, start, pos);
        if const { !matches!(S::KIND, SequenceKind::Set) } {
            // SAFETY: `fill` returned `pos` (W1), and the elements before this one were written.
            pos = unsafe { L::end_element::<S>(writer, pos, backpatch) };
        }
    }
    pos
}

impl<T, S, L> ItemWriter<'_, S, L>
where
    T: Scalar + Packable<As = T, Shape = ScalarShape<T>>,
    S: SequenceShape,
    S::Element: Field<Of = T>,
    L: Layout,
{
    /// Writes scalars as elements, with one `memcpy` if the layout stores them as they are in memory.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<Vec<u16>, Compact>::build(|needs| {
    ///     needs.sequence(3).extend_from_slice(&[1, 2]).push(|needs| needs.put(&3)).done()
    /// });
    /// assert_eq!(built, Packed::pack(&vec![1, 2, 3]));
    /// ```
    #[inline]
    pub fn extend_from_slice(mut self, values: &[T]) -> Self {
        if self.writer.has_failed() {
            return self;
        }
        self.add(values.len());
        let start = self.pos;
        // SAFETY: by H2 W1 holds for `pos`.
        self.pos = unsafe { write_scalars::<T, S, L>(self.writer, self.pos, values) };
        if self.starts.is_some() {
            self.record_scalars(start, values.len());
        }
        self
    }

    /// Records the beginnings of `count` elements that were written from `start` on.
    fn record_scalars(&mut self, start: usize, count: usize) {
        let mut pos = start;
        for _ in 0..count {
            self.writer.record_start(pos);
            // SAFETY: by H2 W1 holds for `pos`.
            let written = unsafe { self.writer.commit(self.pos) };
            // SAFETY: `count` valid scalars were written from `start` on, and one of them begins at `pos`.
            pos = unsafe {
                let scalar = L::Pos::at(written, pos);
                pos + scalar.bytes_to(L::skip_scalar::<T>(scalar)).len()
            };
        }
    }
}

/// Writes scalars as elements of a sequence, one after the other: with one `memcpy` if they are stored as they are in
/// memory.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn write_scalars<T: Scalar, Q: SequenceShape, L: Layout>(
    writer: &mut ValueWriter,
    pos: usize,
    values: &[T],
) -> usize {
    // (In CBOR only the bytes of a byte string are stored so.)
    if const { Sizes::<ScalarShape<T>, L>::IS_MEMORY } && (!const { L::FORMAT.has_byte_strings() } || writer.in_string)
    {
        // SAFETY: the caller promises W1 for `pos`.
        return unsafe { writer.extend_from_slice(pos, cast::bytes_of(values)) };
    }
    values.iter().fold(pos, |pos, value| {
        // SAFETY: W1 holds for `pos`: the caller promises it for the first value, and each value is written to its end.
        let pos = unsafe { L::begin_element::<Q>(writer, pos) };
        // SAFETY: W1 holds for `pos`, also at the beginning of an element.
        unsafe { writer.ensure_capacity(pos, const { L::FORMAT.max_scalar_size(T::KIND, T::WIDTH) }) };
        // SAFETY: capacity for the scalar was reserved just now.
        unsafe { L::write_scalar(writer, pos, *value) }
    })
}

impl<'id, E: Field, const N: usize, T: Packable<Shape = Repeat<E, N>> + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes an array, each element by `fill`, which is called with its index.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let squares = Packed::<[u8; 4], Compact>::build(|needs| {
    ///     needs.array(|needs, index| needs.put(&(index as u8 * index as u8)))
    /// });
    /// assert_eq!(squares.as_bytes(), [0, 1, 4, 9]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn array(self, mut fill: impl for<'x> FnMut(Needs<'x, E::Of, L>, usize) -> Filled<'x>) -> Filled<'id> {
        const { require_item::<ShapeOf<E>, L>() };
        let (writer, pos, budget) = self.into_parts();
        if let Some(size) = const { Sizes::<Repeat<E, N>, L>::SIZE } {
            // SAFETY: W1 holds for the `pos` of a `Needs`.
            _ = unsafe { ensure::<T::Shape, L>(writer, pos, size) };
        }
        let is_level = const { !is_block(&<Repeat<E, N> as Shape>::SIZE_CLASS) };
        let budget = if is_level {
            writer.deeper(budget, const { level_stack::<E>() }, place_of::<Repeat<E, N>>(pos))
        } else {
            Some(budget)
        };
        // SAFETY: W1 holds for the `pos` of a `Needs`, and the writer has failed.
        let Some(budget) = budget else { return unsafe { Self::unwritten(writer, pos) } };
        // (More elements without bytes than the limit allows would take long.)
        if const { matches!(Sizes::<Repeat<E, N>, L>::SIZE, Some(0)) } && writer.has_failed() {
            // SAFETY: W1 holds for the `pos` of a `Needs`, and the writer has failed.
            return unsafe { Self::unwritten(writer, pos) };
        }
        // SAFETY: W1 holds for the `pos` of a `Needs`.
        let mut pos = unsafe { L::write_array::<ShapeOf<E>>(writer, pos, N) };
        for index in 0..N {
            steps::count(1);
            // SAFETY: W1 holds for the offsets that each of these functions returns, and `backpatch` is that of this
            // element. If the size of the array is static, there is capacity for all elements (W5).
            unsafe {
                if Repeat::<E, N>::is_sized::<L>(index) {
                    let backpatch = L::begin_sized(writer, pos);
                    let start = backpatch.start();
                    let end = Needs::reserve_and_fill(writer, start, budget, |needs| fill(needs, index));
                    pos = L::end_sized(writer, end, backpatch);
                } else {
                    if !const { Sizes::<Repeat<E, N>, L>::SIZE.is_some() } {
                        reserve::<ShapeOf<E>, L>(writer, pos);
                    }
                    pos = Needs::fill(writer, pos, budget, |needs| fill(needs, index));
                }
            }
        }
        if const { L::FORMAT.has_byte_strings() } {
            writer.in_string = false;
        }
        // SAFETY: all elements are written up to `pos` (W4).
        unsafe { Filled::at(pos) }
    }
}
