//! The elements of a sequence, to be written one after the other.

use core::marker::PhantomData;

use super::{Filled, Needs};
use crate::build::Writer;
use crate::cursor::Brand;
use crate::error::ErrorKind;
use crate::invariant::Invariant;
use crate::layout::{ItemsMark, Layout, has_table};
use crate::levels::{Budget, block_stack, level_stack};
use crate::packable::Packable;
use crate::scalar::Scalar;
use crate::shape::{Elements, Field, Leaf, Of, Repeat, SequenceKind, Shape, ShapeOf, is_block, require_item};
use crate::steps;

/// How many elements a sequence will have.
#[derive(Clone, Copy)]
pub enum Expected {
    /// Somebody says so.
    Perhaps(usize),
    /// They are in memory already.
    Certainly(usize),
}

impl Expected {
    /// The number.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Perhaps(count) | Self::Certainly(count) => count,
        }
    }
}

/// What the place of an element of `S` needs.
type Element<S> = <<S as Elements>::Element as Field>::Of;

/// A sequence, set or map being written, element by element.
///
/// [`push`](Self::push) consumes it, so that a panic in the middle of an element leaves nothing that
/// could be finished. The count is taken from what was pushed. Of sets and maps the elements may come in
/// any order: they are sorted at the end. For that a word is allocated for each element, and more if they are not sorted
/// already: then those of a map in the value of a map, and so on, move once for each level. Two equal keys are an error of
/// the whole value.
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
pub struct ItemWriter<'id, S: Elements, L: Layout> {
    /// The only reference to the writer (W2).
    writer: &'id mut Writer,
    /// Where the next element is to be written.
    pos: usize,
    budget: Budget,
    mark: ItemsMark,
    count: usize,
    /// Where in the writer's record the beginnings of these elements are, if they may have to be sorted (invariant H1: that
    /// of each of them, in order).
    starts: Option<usize>,
    types: PhantomData<(Invariant<S>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<'id, S: Elements, T: Packable<Shape = S> + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Begins a sequence, set or map; capacity for `expected` elements is reserved, up to 1 MiB.
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
        let Self { writer, pos, budget, .. } = self;
        let mark = L::begin_sequence::<S>(writer, pos, expected);
        let budget = enter_elements::<S>(writer, budget).unwrap_or(Budget::NONE);
        let starts = if const { matches!(S::KIND, SequenceKind::Set) } { Some(writer.recorded()) } else { None };
        let pos = mark.elements();
        ItemWriter { writer, pos, budget, mark, count: 0, starts, types: PhantomData, brand: PhantomData }
    }

    /// Begins a sequence of exactly so many elements that are in memory already: they are made room for
    /// whatever their number.
    #[inline]
    pub(crate) fn slice_items(self, len: usize) -> ItemWriter<'id, S, L> {
        self.begin(Expected::Certainly(len))
    }

    /// Writes one element for each of an iterator's items.
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
        // SAFETY: nothing is said of their order.
        unsafe { self.items_in_order(false, items, fill) }
    }

    /// The same; if `ascend` is set, their order is not checked, unless the layout has another one.
    ///
    /// # Safety
    ///
    /// If it is, the keys of the items ascend as those of packed ones do, and `fill` writes them as they are.
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

impl<'id, S: Elements, L: Layout> ItemWriter<'id, S, L> {
    /// Writes one more element. Once the value has exceeded the limits nothing more is written, and `fill` is
    /// not called: a loop must not wait for it.
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
            let room = const { Of::<ShapeOf<S::Element>, L>::ROOM }.unwrap_or(0);
            let pos = L::begin_element::<S>(self.writer, self.pos);
            note_element::<S, L>(self.writer, pos, &self.mark);
            self.writer.room(pos, room);
            if self.starts.is_some() {
                self.writer.record(pos);
            }
            // SAFETY: there is room.
            self.pos = unsafe { Needs::fill(self.writer, pos, room, self.budget, fill) };
            charge_element::<S, L>(self.writer, pos, self.pos);
            self.add(1);
        }
        self
    }

    /// Writes values as elements, in a function of its own: there the writer is an argument, so that the compiler knows
    /// that what is stored does not change it, and does not load the buffer's address anew for every store.
    /// (Measured on a vector of records of three numbers: otherwise packing takes a quarter more instructions.)
    #[inline]
    pub(crate) fn push_all<V: Packable<As = Element<S>>>(mut self, values: &[V]) -> Self {
        steps::count(values.len());
        if !self.writer.has_failed() {
            self.pos = write_each::<S, V, L>(self.writer, self.pos, self.budget, &self.mark, values);
            self.add(values.len());
        }
        self
    }

    /// Counts elements. (Those without bytes could be more than a `usize` counts.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&mut self, elements: usize) {
        match self.count.checked_add(elements) {
            Some(count) => self.count = count,
            None => self.writer.fail(ErrorKind::Overflow),
        }
    }

    /// The sequence is complete.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let empty = Packed::<Vec<u32>, Compact>::build(|needs| needs.sequence(0).done());
    /// assert_eq!(empty, Packed::pack(&vec![]));
    /// ```
    #[inline]
    pub fn done(self) -> Filled<'id> {
        let Self { writer, mut pos, mark, count, starts, .. } = self;
        if let Some(first) = starts {
            if !writer.has_failed() {
                if writer.has_insertions(mark.elements()) {
                    // (They are sorted as they are, and stepped over afterwards.)
                    pos = writer.make_insertions(mark.elements(), pos, first);
                    drop(writer.take_elements(mark.noted()));
                }
                // SAFETY: nothing failed, so by W1 valid elements were written, up to `pos`; by H1 they begin where it is
                // recorded.
                unsafe { S::arrange::<L>(writer, mark.elements()..pos, first) };
            }
            writer.forget(first);
        }
        Filled::at(L::end_sequence::<S>(writer, pos, mark, count))
    }
}

/// What is left for the elements of a sequence: one level less, unless all have the same size.
#[cfg_attr(not(debug_assertions), inline(always))]
fn enter_elements<S: Elements>(writer: &mut Writer, budget: Budget) -> Option<Budget> {
    let budget = if const { !is_block(&<ShapeOf<S::Element> as Shape>::FORM) } {
        writer.deeper(budget, const { level_stack::<S::Element>() })?
    } else {
        writer.spend(budget, const { block_stack::<S::Element>() })?
    };
    if <S::Element as Field>::IS_KEY { writer.enter_key::<ShapeOf<S::Element>>(budget) } else { Some(budget) }
}

/// Notes where an element begins, if what was written of the sequence has insertions within: then it cannot be stepped over.
#[cfg_attr(not(debug_assertions), inline(always))]
fn note_element<S: Elements, L: Layout>(writer: &mut Writer, pos: usize, mark: &ItemsMark) {
    if const { has_table::<ShapeOf<S::Element>, L>() } && writer.has_insertions(mark.elements()) {
        writer.note_element(pos);
    }
}

/// Charges an element that took no bytes, though its size varies; those of static size are charged together.
#[cfg_attr(not(debug_assertions), inline(always))]
fn charge_element<S: Elements, L: Layout>(writer: &mut Writer, start: usize, end: usize) {
    if const { Of::<ShapeOf<S::Element>, L>::MAY_BE_EMPTY } {
        writer.charge_empty(u64::from(start == end));
    }
}

/// The size of an element of a sequence, if it is static, and nothing but elements stands in the sequence.
const fn block_size<S: Elements, L: Layout>() -> Option<usize> {
    if L::ELEMENTS_SIDE_BY_SIDE && !L::FORMAT.sizes_last_field() { Of::<ShapeOf<S::Element>, L>::SIZE } else { None }
}

/// Records where an element begins, if it may have to be sorted: while it is written, since it cannot be stepped over before
/// its sizes and tables are inserted.
#[cfg_attr(not(debug_assertions), inline(always))]
fn record<S: Elements>(writer: &mut Writer, pos: usize) {
    if const { matches!(S::KIND, SequenceKind::Set) } {
        writer.record(pos);
    }
}

/// Writes values as elements from `pos` on; gives where they end. (If one of them fails, the others are written for
/// nothing: looking for that at each costs more.)
#[inline(never)]
fn write_each<S: Elements, V: Packable<As = Element<S>>, L: Layout>(
    writer: &mut Writer,
    mut pos: usize,
    budget: Budget,
    mark: &ItemsMark,
    values: &[V],
) -> usize {
    if let Some(size) = const { block_size::<S, L>() } {
        let Some(bytes) = size.checked_mul(values.len()).filter(|bytes| *bytes <= isize::MAX as usize) else {
            writer.fail(ErrorKind::Overflow);
            return pos;
        };
        writer.room(pos, bytes);
        let mut here = writer.borrow();
        for value in values {
            record::<S>(&mut here.writer, pos);
            // SAFETY: there is room for all of them, each of which takes `size` bytes.
            pos = unsafe {
                Needs::<Element<S>, L>::fill(&mut here.writer, pos, size, budget, |needs| needs.put_as(value))
            };
        }
        return pos;
    }
    let room = const { Of::<ShapeOf<S::Element>, L>::ROOM }.unwrap_or(0);
    for value in values {
        let start = L::begin_element::<S>(writer, pos);
        note_element::<S, L>(writer, start, mark);
        writer.room(start, room);
        record::<S>(writer, start);
        // SAFETY: there is room.
        pos = unsafe { Needs::<Element<S>, L>::fill(writer, start, room, budget, |needs| needs.put_as(value)) };
        charge_element::<S, L>(writer, start, pos);
    }
    pos
}

impl<T, S, L> ItemWriter<'_, S, L>
where
    T: Scalar + Packable<As = T, Shape = Leaf<T>>,
    S: Elements,
    S::Element: Field<Of = T>,
    L: Layout,
{
    /// Writes scalars, where memory and wire agree with one `memcpy`.
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
        self.pos = L::write_scalars(self.writer, self.pos, values);
        if self.starts.is_some() {
            self.record_scalars(start, values.len());
        }
        self
    }

    /// Records where `count` elements begin that were written from `start` on.
    fn record_scalars(&mut self, start: usize, count: usize) {
        let mut pos = start;
        for _ in 0..count {
            self.writer.record(pos);
            let written = self.writer.commit(self.pos);
            // SAFETY: as many scalars were written.
            pos = unsafe {
                let scalar = L::at(written, pos);
                pos + L::between(scalar, L::skip_scalar::<T>(scalar)).len()
            };
        }
    }
}

impl<'id, E: Field, const N: usize, T: Packable<Shape = Repeat<E, N>> + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes the elements of an array, each by `fill`, which is given its index.
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
        let room = const { Of::<ShapeOf<E>, L>::ROOM }.unwrap_or(0);
        let Self { writer, pos, budget, .. } = self.ensure(const { Of::<Repeat<E, N>, L>::SIZE }.unwrap_or(0));
        let is_level = const { !is_block(&<Repeat<E, N> as Shape>::FORM) };
        let budget = if is_level { writer.deeper(budget, const { level_stack::<E>() }) } else { Some(budget) };
        let Some(budget) = budget else { return Filled::at(pos) };
        let mut pos = L::write_array::<ShapeOf<E>>(writer, pos, N);
        for index in 0..N {
            steps::count(1);
            // SAFETY: no room is asked for; or of elements of static size, for which there is room.
            unsafe {
                if Repeat::<E, N>::is_sized::<L>(index) {
                    let mark = L::begin_sized(writer, pos);
                    let end = Needs::fill(writer, mark.start(), 0, budget, |needs| fill(needs, index));
                    pos = L::end_sized(writer, end, mark);
                } else {
                    let room = if const { Of::<Repeat<E, N>, L>::SIZE.is_some() } { room } else { 0 };
                    pos = Needs::fill(writer, pos, room, budget, |needs| fill(needs, index));
                }
            }
        }
        L::end_array::<ShapeOf<E>>(writer);
        Filled::at(pos)
    }
}
