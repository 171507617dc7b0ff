//! Conversion: a value is read in one layout and written in another, without an owned value between the two.
//!
//! It works in bounces, as the other operations do: last fields take no stack, and all other nesting is charged to the
//! budget of the writer, as in packing. The result is what packing the unpacked value would write, because both call
//! the same functions of the layout ([`WriteLayout`](crate::layout::WriteLayout)) in the same order, and sort with the
//! same function.
//!
//! Where both layouts store a value in the same bytes (one of static size in `Compact` and `Indexed`, or a byte
//! string), and these are the only ones that packing may write ([`Sizes::HAS_ONE_ENCODING`]), they are copied at once.

use core::any::TypeId;
use core::marker::PhantomData;

use super::convert_sorted::convert_sorted;
use super::{FieldsOp, ListOp, ShapeOp};
use crate::build::{BeforeLast, Needs, charge_element, close_heads, end_elements, enter_elements, record_element};
use crate::layout::{Frame, Layout, Position, ReadLayout, Remaining};
use crate::packable::Packable;
use crate::shape::absent::require_no_absent_field;
use crate::shape::charge::level_stack;
use crate::shape::leaf::LeafKind;
use crate::shape::variants::{len_of, parts_of, unpaid_of};
use crate::shape::{
    Bounce, End, Enum, Extent, Field, FieldPlace, FieldPos, FirstField, Keyed, List, Named, PartSizes, Repeat,
    ReservedShape, SequenceKind, SequenceShape, Shape, ShapeOf, SizeClass, Sizes, Struct, Unpaid, Variants, after,
    begin_fields, begin_struct, element_count, enter, enter_element, enum_begin, extent, is_absent, is_block, is_level,
    place_of, place_of_head, require_item, skip_value, stated_end, untag,
};
use crate::wire::budget::Budget;
use crate::wire::identity::erased_id;
use crate::wire::open_maps::ConvertedKey;
use crate::wire::scalar::Scalar;
use crate::wire::steps;
use crate::wire::value_writer::{Expected, ValueWriter};

/// [`bounce`] for some shape, from layout `L` to layout `M`.
pub(super) struct ConvertFn<L: Layout, M: Layout> {
    convert: unsafe fn(L::Pos, &mut ValueWriter, usize, Budget) -> Converted<L, M>,
    /// The identity of the shape, without its lifetimes.
    id: TypeId,
    layouts: PhantomData<(L, M)>,
}

impl<L: Layout, M: Layout> ConvertFn<L, M> {
    /// Returns the function for shape `S`.
    fn of<S: Shape>() -> Self {
        Self { convert: bounce::<S, L, M>, id: erased_id::<S>(), layouts: PhantomData }
    }
}

/// The result of one bounce of a conversion: the position up to which the value is read, and the offset up to which it
/// is written. `None` if the writer has failed.
pub(super) type Converted<L, M> = Option<Bounce<(<L as ReadLayout>::Pos, usize), ConvertFn<L, M>>>;

/// The parts of values that are the same bytes in the layouts `L` and `M`.
pub(super) struct Pair<L, M>(PhantomData<(L, M)>);

impl<L: Layout, M: Layout> Pair<L, M> {
    /// Whether values of static size are the same bytes, if they have the same size.
    const AGREE: bool = {
        let (from, to) = (L::FORMAT, M::FORMAT);
        from.scalars as u8 == to.scalars as u8
            && from.tags as u8 == to.tags as u8
            && from.tags_structs == to.tags_structs
            && from.sizes_every_field() == to.sizes_every_field()
    };

    /// Returns the static size of values of this class, if they are the same bytes in both layouts. `has_one_encoding`
    /// says whether packing writes these bytes again.
    const fn size(class: &SizeClass, has_one_encoding: bool) -> Option<usize> {
        match (extent(class, L::FORMAT), extent(class, M::FORMAT)) {
            (Extent::Static(size), Extent::Static(same)) if Self::AGREE && size == same && has_one_encoding => {
                Some(size)
            }
            _ => None,
        }
    }

    /// Returns the static size of values of shape `S`, if they are the same bytes in both layouts, and those that
    /// packing writes.
    const fn size_of<S: Shape>() -> Option<usize> {
        Self::size(&S::SIZE_CLASS, Sizes::<S, L>::HAS_ONE_ENCODING)
    }

    /// Returns the size of an element of `Q`, if a sequence consists of nothing but its elements after its header, and
    /// they are the same bytes in both layouts.
    const fn block<Q: SequenceShape>() -> Option<usize> {
        let may_be_unsorted = L::ACCEPTS_UNSORTED && matches!(Q::KIND, SequenceKind::Set);
        if may_be_unsorted || !(is_block_in::<Q, L>() && is_block_in::<Q, M>()) {
            return None;
        }
        if <ShapeOf<Q::Element> as Shape>::IS_BYTE {
            return if <ShapeOf<Q::Element> as Shape>::HAS_ONE_ENCODING { Some(1) } else { None };
        }
        Self::size_of::<ShapeOf<Q::Element>>()
    }

    /// Whether the elements of a set or map may have to be sorted, or two of them may become equal. (Layouts that
    /// accept keys in one order accept the same order, that of their values. But a float may become another float, so
    /// that two keys are equal or in another order.)
    pub(super) const SORTS: bool = L::ACCEPTS_UNSORTED || M::ACCEPTS_UNSORTED || M::FORMAT.changes_floats();
}

/// Returns whether a sequence in layout `L` is its header and then elements of the same size, side by side.
const fn is_block_in<Q: SequenceShape, L: Layout>() -> bool {
    if L::FORMAT.has_byte_strings() {
        return <ShapeOf<Q::Element> as Shape>::IS_BYTE && !matches!(Q::KIND, SequenceKind::Set);
    }
    L::ELEMENTS_SIDE_BY_SIDE && Sizes::<ShapeOf<Q::Element>, L>::SIZE.is_some()
}

/// Converts one whole value: the trampoline. Returns the end of the value, and the offset after the one that was
/// written; `None` if the writer has failed.
///
/// # Safety
///
/// A valid value of shape `S`, in layout `L`, is stored at `from`. All bytes of the buffer before `to` are initialised
/// (W1); this holds for the offset that is returned too.
#[inline]
pub(crate) unsafe fn convert_value<S: Shape, L: Layout, M: Layout>(
    mut from: L::Pos,
    writer: &mut ValueWriter,
    mut to: usize,
    budget: Budget,
) -> Option<(L::Pos, usize)> {
    if let Some(size) = const { Pair::<L, M>::size_of::<S>() } {
        // SAFETY: the caller promises the value, which has this size in both layouts, and W1 for `to`.
        return Some(unsafe { copy_bytes::<L>(from, size, writer, to) });
    }
    let held = if const { M::FORMAT.sizes_last_field() } { writer.take_backpatches() } else { 0 };
    let heads = if const { Sizes::<S, M>::HAS_HEAD } { writer.recorded_starts() } else { 0 };
    // SAFETY: the caller promises the value.
    let end = unsafe { stated_end::<S, L>(from) };
    loop {
        // SAFETY: the caller promises the first value, and W1 for the first offset; every further one was returned by a
        // bounce.
        let mut bounced = unsafe { bounce::<S, L, M>(from, writer, to, budget) }?;
        loop {
            steps::count(1);
            match bounced {
                Bounce::End((from, to)) => {
                    if const { M::FORMAT.sizes_last_field() } {
                        // SAFETY: a bounce returns an offset for which W1 holds.
                        unsafe { writer.apply_backpatches(held, to) };
                    }
                    let to = if const { Sizes::<S, M>::HAS_HEAD } {
                        // SAFETY: W1 holds for the offset that a bounce returns.
                        unsafe { close_heads::<M>(writer, heads, to) }
                    } else {
                        to
                    };
                    let end = match end {
                        Some(end) => end,
                        // SAFETY: the innermost last field of the value ends at this position.
                        None => unsafe { L::finish_trailing(from) },
                    };
                    return Some((end, to));
                }
                // (The remaining value of a list is a list again: the outer loop continues, in which the bounce may be
                // inlined.)
                Bounce::Continue(rest, ConvertFn { id, .. }) if id == erased_id::<S>() => {
                    (from, to) = rest;
                    break;
                }
                Bounce::Continue((from, to), ConvertFn { convert, .. }) => {
                    // SAFETY: a bounce returns the position of a valid value and an offset for which W1 holds, with the
                    // function for the shape of that value.
                    bounced = unsafe { convert(from, writer, to, budget) }?;
                }
            }
        }
    }
}

/// Copies `size` bytes; returns their ends.
///
/// # Safety
///
/// Values of that static size are stored at `from`. All bytes of the buffer before `to` are initialised (W1).
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy_bytes<L: Layout>(from: L::Pos, size: usize, writer: &mut ValueWriter, to: usize) -> (L::Pos, usize) {
    // SAFETY: the caller promises W1 for `to`, and values of that size. Capacity for the bytes is ensured before they
    // are written.
    unsafe {
        writer.ensure_capacity(to, size);
        put_bytes::<L>(from, size, writer, to)
    }
}

/// Copies `size` bytes to a place that has the capacity, such as one in the static part (W6); returns their ends.
/// (Measured on structs of numbers and strings: if the capacity is ensured again for each field, converting to a layout
/// with a static part takes up to 5 % more instructions.)
///
/// # Safety
///
/// Values of that static size are stored at `from`. There is capacity for the bytes at `to`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn put_bytes<L: Layout>(from: L::Pos, size: usize, writer: &mut ValueWriter, to: usize) -> (L::Pos, usize) {
    // SAFETY: the caller promises values of that size, and the capacity.
    unsafe {
        let end = from.advance(size);
        (end, writer.put_slice(to, from.bytes_to(end)))
    }
}

/// Converts one value, as one bounce.
///
/// # Safety
///
/// A valid value of shape `S`, in layout `L`, is stored at `from`. All bytes of the buffer before `to` are initialised
/// (W1); this holds for the offset that is returned too.
#[inline]
unsafe fn bounce<S: Shape, L: Layout, M: Layout>(
    from: L::Pos,
    writer: &mut ValueWriter,
    to: usize,
    budget: Budget,
) -> Converted<L, M> {
    // SAFETY: the caller promises what `Convert` requires.
    unsafe { S::apply(Convert::<L, M> { from, writer, to, budget, layout: PhantomData }) }
}

/// Converts a value, as one bounce; returns `None` if the writer has failed.
///
/// Requires that a valid value, in layout `L`, is stored at `from`, and that all bytes of the buffer before `to` are
/// initialised (W1); this holds for the offset that is returned too.
struct Convert<'w, L: Layout, M> {
    from: L::Pos,
    writer: &'w mut ValueWriter,
    to: usize,
    budget: Budget,
    layout: PhantomData<M>,
}

impl<L: Layout, M: Layout> ShapeOp for Convert<'_, L, M> {
    type Output = Converted<L, M>;

    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        unreachable!("there is a function for each kind of leaf")
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(self) -> Self::Output {
        let Self { from, writer, to, .. } = self;
        // SAFETY: the caller promises a scalar at `from`, and W1 for `to`. Capacity for the scalar is ensured before
        // it is written.
        unsafe {
            let (value, end) = L::scalar::<S>(from);
            writer.ensure_capacity(to, const { M::FORMAT.max_scalar_size(S::KIND, S::WIDTH) });
            Some(Bounce::End((end, M::write_scalar::<S>(writer, to, value))))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn bytes<K: LeafKind>(self) -> Self::Output {
        // SAFETY: the caller promises such a value at `from`, and W1 for `to`.
        unsafe {
            let (bytes, end) = L::leaf::<K>(self.from);
            Some(Bounce::End((end, K::write::<L, M>(self.writer, self.to, self.budget, bytes)?)))
        }
    }

    // (The default, which packing writes.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn reserved<T: Packable + Default>(self) -> Self::Output {
        let Self { from, writer, to, budget, .. } = self;
        // SAFETY: the caller promises a value of the inner shape at `from`, and W1 for `to`.
        unsafe {
            let end = skip_value::<ReservedShape<T>, L>(from);
            let to = Needs::<T::As, M>::reserve_and_fill(writer, to, budget, |needs| needs.put_as(&T::default()));
            Some(Bounce::End((end, to)))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        const { require_no_absent_field::<Struct<N, F>, M>() };
        let Self { from, writer, to, budget, layout } = self;
        // SAFETY: the caller promises a struct at `from`, whose fields are stored where the layout enters it, and W1
        // for `to`. Capacity for the beginning of the struct is ensured before it is written.
        unsafe {
            let from = begin_struct::<Struct<N, F>, F, L>(from);
            writer.ensure_capacity(to, const { Sizes::<F, M>::struct_begin() });
            let head = FieldPlace::head_at(to);
            let to = M::write_struct::<Struct<N, F>>(writer, to, F::LEN, const { PartSizes::of::<F, M>() });
            let to = FieldPlace::begin::<F, M>(writer, to, head);
            F::walk(ConvertFields::<L, M> { from, writer, to, budget, layout })
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        const { require_no_absent_field::<Enum<N, V>, M>() };
        let Self { from, writer, to, budget, layout } = self;
        // SAFETY: the caller promises a valid enum at `from`: a tag of one of the constructors `V`, then its fields;
        // and W1 for `to`. Capacity for the beginning of the enum is ensured before it is written.
        unsafe {
            let (tag, state, fields) = L::enter_enum::<Enum<N, V>, V>(from);
            if const { Unpaid::<Enum<N, V>, V, M>::IS_ANY } {
                writer.charge_empty(unpaid_of::<Enum<N, V>, V, M>(tag), place_of::<Enum<N, V>>(to));
            }
            let count = if const { M::COUNTS_ITEMS } { len_of::<V>(tag).unwrap_unchecked() } else { 0 };
            let parts = if const { Sizes::<Enum<N, V>, M>::HAS_HEAD } {
                parts_of::<V, M>(tag).unwrap_unchecked()
            } else {
                PartSizes { static_part: 0, fields: None }
            };
            writer.ensure_capacity(to, const { enum_begin::<Enum<N, V>, V, M>() } + parts.static_part);
            let head = place_of_head::<Enum<N, V>, V>(to, tag);
            let to = M::write_enum::<Enum<N, V>, V>(writer, to, tag, count, parts);
            let constructor = ConvertConstructor::<L, M> { from: (state, fields), writer, to, head, budget, layout };
            // (A valid tag is that of a constructor.)
            V::select(tag, constructor).unwrap_unchecked()
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        const { require_item::<ShapeOf<T>, M>() };
        let Self { from, writer, to, mut budget, .. } = self;
        if const { !is_block(&<Repeat<T, N> as Shape>::SIZE_CLASS) } {
            budget = writer.deeper(budget, const { level_stack::<T>() }, place_of::<Repeat<T, N>>(to))?;
        }
        // SAFETY: the caller promises the array, and so each element, and W1 for `to`; each of these functions returns
        // an offset for which it holds. `backpatch` is that of the element.
        unsafe {
            let (state, mut from) = L::enter_array::<ShapeOf<T>>(from, N);
            let mut to = M::write_array::<ShapeOf<T>>(writer, to, N);
            if const { has_bytes_side_by_side::<T, L>() && has_bytes_side_by_side::<T, M>() } {
                (from, to) = copy_bytes::<L>(from, N, writer, to);
            } else {
                for index in 0..N {
                    let element = enter_element::<T, N, L>(from, index);
                    if Repeat::<T, N>::is_sized::<M>(index) {
                        let backpatch = M::begin_sized(writer, to);
                        (from, to) = convert_value::<ShapeOf<T>, L, M>(element, writer, backpatch.start(), budget)?;
                        to = M::end_sized(writer, to, backpatch);
                    } else {
                        (from, to) = convert_value::<ShapeOf<T>, L, M>(element, writer, to, budget)?;
                    }
                }
            }
            if const { M::FORMAT.has_byte_strings() } {
                writer.in_string = false;
            }
            Some(Bounce::End((L::leave::<()>(state, from), to)))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { convert_sequence::<Q, L, M>(self.from, self.writer, self.to, self.budget) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sorted<T: Keyed>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { convert_sorted::<T, L, M>(self.from, self.writer, self.to, self.budget) }
    }
}

/// Converts the fields of a constructor, as one bounce.
///
/// Requires that they are stored at `from`, and that all bytes of the buffer before `to` are initialised (W1). `head`
/// is where the head of the value begins, if it has one.
struct ConvertConstructor<'w, L: Layout, M> {
    from: FieldPos<L>,
    writer: &'w mut ValueWriter,
    to: usize,
    head: usize,
    budget: Budget,
    layout: PhantomData<M>,
}

impl<L: Layout, M: Layout> FieldsOp for ConvertConstructor<'_, L, M> {
    type Output = Converted<L, M>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> Self::Output {
        let Self { from, writer, to, head, budget, layout } = self;
        // SAFETY: the caller promises valid fields of a constructor, and W1 for `to`. There is capacity for the static
        // part, since it is ensured here.
        unsafe {
            let from = begin_fields::<F, L>(from);
            if const { Sizes::<F, M>::STATIC_PART > 0 } {
                writer.ensure_capacity(to, const { Sizes::<F, M>::STATIC_PART });
            }
            let to = FieldPlace::begin::<F, M>(writer, to, head);
            F::walk(ConvertFields::<L, M> { from, writer, to, budget, layout })
        }
    }
}

/// Converts fields, as one bounce.
///
/// Requires that valid fields, in layout `L`, are stored at `from`, and that `to` satisfies W6 (see [`FieldPlace`]).
struct ConvertFields<'w, L: Layout, M> {
    from: FieldPos<L>,
    writer: &'w mut ValueWriter,
    to: FieldPlace,
    budget: Budget,
    layout: PhantomData<M>,
}

impl<L: Layout, M: Layout> ListOp for ConvertFields<'_, L, M> {
    type Output = Converted<L, M>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { convert_fields::<T, R, L, M>(self.from, self.writer, self.to, self.budget) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end<E: End>(self) -> Self::Output {
        let (state, from) = self.from;
        // SAFETY: there are no more fields, so all fields end at this position.
        Some(Bounce::End(unsafe { (L::leave::<E>(state, from), self.to.end::<E, M>(self.writer)) }))
    }
}

/// Converts the fields `(T, R)`, as one bounce: the first one, then the others. (A function of its own, whose arguments
/// stay in registers.)
///
/// # Safety
///
/// What [`ConvertFields`] requires holds for these fields.
#[inline]
unsafe fn convert_fields<T: Field, R: List, L: Layout, M: Layout>(
    field: FieldPos<L>,
    writer: &mut ValueWriter,
    to: FieldPlace,
    budget: Budget,
) -> Converted<L, M> {
    const { FirstField::<T, R>::require_countable::<M>() };
    // SAFETY: the caller promises valid fields, which `enter` and `last` require, and W1 for `to`; each of these
    // functions returns an offset for which it holds.
    unsafe {
        if let Some(size) =
            const { Pair::<L, M>::size(&<(T, R) as List>::SIZE_CLASS, <(T, R) as List>::HAVE_ONE_ENCODING) }
        {
            let start = untag::<T, R, L>(field);
            let place = to.first(const { FirstField::<T, R>::is_fixed::<M>() });
            let (end, copied) = if const { FirstField::<T, R>::is_fixed::<M>() } {
                put_bytes::<L>(start, size, writer, place)
            } else {
                copy_bytes::<L>(start, size, writer, place)
            };
            let end = if const { FirstField::<T, R>::is_fixed::<L>() } { field.1 } else { end };
            let to = if const { FirstField::<T, R>::is_fixed::<M>() } { to.varying } else { copied };
            return Some(Bounce::End((L::leave::<R>(field.0, end), to)));
        }
        if const { T::MAY_BE_ABSENT } && is_absent::<T, R, L>(field) {
            let (_, to) = write_field::<T, R, M, _>(writer, to, budget, |writer, to, budget| {
                Some(((), Needs::<T::Of, M>::reserve_and_fill(writer, to, budget, T::write_default)))
            })?;
            return R::walk(ConvertFields::<L, M> { from: field, writer, to, budget, layout: PhantomData });
        }
        let from = enter::<T, R, L>(field);
        if let Some(size) = const { copied_to_static_part::<T, R, L, M>() } {
            let (end, copied) =
                put_bytes::<L>(from, size, writer, to.first(const { FirstField::<T, R>::is_fixed::<M>() }));
            let (from, to) =
                (after::<T, R, L>(field, end), to.after(const { FirstField::<T, R>::is_fixed::<M>() }, copied));
            return R::walk(ConvertFields::<L, M> { from, writer, to, budget, layout: PhantomData });
        }
        // (A field of the static part of either layout does not end the value there.)
        if const { FirstField::<T, R>::is_end::<L>() && FirstField::<T, R>::is_end::<M>() } {
            to.leave_open(writer, const { Sizes::<R, M>::ENDS_BY_HEAD });
            let (from, to) = (field.0.last(from), const { BeforeLast::of::<T, R, M>() }.begin::<M>(writer, to.varying));
            // (Otherwise this frame would remain on the stack while the elements of a sequence are converted.)
            if const { <ShapeOf<T> as Shape>::TRAMPOLINED || !<ShapeOf<T> as Shape>::IS_SHALLOW } {
                return Some(Bounce::Continue((from, to), ConvertFn::of::<ShapeOf<T>>()));
            }
            return bounce::<ShapeOf<T>, L, M>(from, writer, to, budget);
        }
        let (end, to) = write_field::<T, R, M, _>(writer, to, budget, |writer, to, budget| {
            if const { T::IS_KEY && may_convert_keys_first::<ShapeOf<T>, L, M>() }
                && let Some(key) = writer.take_converted_key()
            {
                return Some(put_converted_key::<L>(from, &key, writer, to));
            }
            convert_value::<ShapeOf<T>, L, M>(from, writer, to, budget)
        })?;
        R::walk(ConvertFields::<L, M> { from: after::<T, R, L>(field, end), writer, to, budget, layout: PhantomData })
    }
}

/// Returns the size of the first field of `(T, R)`, if it is in the static part of layout `M`, in the same bytes as in
/// layout `L`.
const fn copied_to_static_part<T: Field, R: List, L: Layout, M: Layout>() -> Option<usize> {
    if !FirstField::<T, R>::is_fixed::<M>() || FirstField::<T, R>::tag::<M>().is_some() || T::IS_KEY {
        return None;
    }
    Pair::<L, M>::size_of::<ShapeOf<T>>()
}

/// Returns whether keys of shape `K` may be converted before their entries, and then copied: if they may contain keys
/// themselves, which otherwise would be converted twice for each level of keys.
pub(super) const fn may_convert_keys_first<K: Shape, L: Layout, M: Layout>() -> bool {
    Pair::<L, M>::SORTS && M::FORMAT.sorts_by_bytes && !K::FLAT
}

/// Writes a key that was converted before; returns its end, and the offset after it.
///
/// # Safety
///
/// That key is stored at `from`. All bytes of the buffer before `to` are initialised (W1).
#[inline(never)]
unsafe fn put_converted_key<L: Layout>(
    from: L::Pos,
    key: &ConvertedKey,
    writer: &mut ValueWriter,
    to: usize,
) -> (L::Pos, usize) {
    // SAFETY: the caller promises W1 for `to`, and the key, which has that size.
    unsafe { (from.advance(key.source_size), writer.extend_from_slice(to, &key.bytes)) }
}

/// Writes a field whose value is written by `write`, with its size and tag if the layout writes them, one level deeper
/// if it is a level. Returns what `write` returns, with the offset after the field.
///
/// # Safety
///
/// All bytes of the buffer before `to` are initialised (W1). This holds for the offset that `write` is called with, and
/// must hold for the offset that it returns.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn write_field<T: Field, R: List, M: Layout, P>(
    writer: &mut ValueWriter,
    place: FieldPlace,
    budget: Budget,
    write: impl FnOnce(&mut ValueWriter, usize, Budget) -> Option<(P, usize)>,
) -> Option<(P, FieldPlace)> {
    let mut to = place.first(const { FirstField::<T, R>::is_fixed::<M>() });
    let is_level = const { !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>() };
    let budget = if is_level {
        writer.deeper(budget, const { level_stack::<T>() }, place_of::<ShapeOf<T>>(to))?
    } else {
        budget
    };
    let is_deep_key = const { T::IS_KEY && !ShapeOf::<T>::FLAT };
    let budget = if is_deep_key { writer.enter_key(budget, place_of::<ShapeOf<T>>(to))? } else { budget };
    // SAFETY: the caller promises W1 for `to`, and for the offset that `write` returns; `backpatch` is that of this
    // field.
    unsafe {
        if let Some(tag) = const { FirstField::<T, R>::tag::<M>() } {
            to = M::write_tag(writer, to, tag);
        }
        if const { !FirstField::<T, R>::is_sized::<M>() } {
            let (rest, end) = write(writer, to, budget)?;
            return Some((rest, place.after(const { FirstField::<T, R>::is_fixed::<M>() }, end)));
        }
        let backpatch = M::begin_sized(writer, to);
        let (rest, end) = write(writer, backpatch.start(), budget)?;
        Some((rest, place.after(const { FirstField::<T, R>::is_fixed::<M>() }, M::end_sized(writer, end, backpatch))))
    }
}

/// Converts a sequence, as one bounce.
///
/// The elements of a set or map are written in the order in which they are read, and then sorted if the order of the
/// two layouts may differ. As in [`ItemWriter`](crate::build::ItemWriter), that allocates one word for each element,
/// and if they are not in order, a copy of them.
///
/// # Safety
///
/// A valid sequence of shape `Q`, in layout `L`, is stored at `from`. All bytes of the buffer before `to` are
/// initialised (W1).
pub(super) unsafe fn convert_sequence<Q: SequenceShape, L: Layout, M: Layout>(
    from: L::Pos,
    writer: &mut ValueWriter,
    to: usize,
    budget: Budget,
) -> Converted<L, M> {
    let budget = enter_elements::<Q>(writer, budget, to)?;
    // SAFETY: the caller promises the sequence, and W1 for `to`; each of these functions returns an offset for which it
    // holds.
    unsafe {
        let header = L::sequence_header::<ShapeOf<Q::Element>>(from);
        let (mut remaining, mut from) = L::RemainingElements::first(header);
        if let Some(size) = const { Pair::<L, M>::block::<Q>() } {
            let count = element_count::<ShapeOf<Q::Element>, L>(&header);
            let backpatch = M::begin_sequence::<Q>(writer, to, Expected::Certainly(count));
            let (end, to) = copy_bytes::<L>(from, count * size, writer, backpatch.elements());
            return Some(Bounce::End((remaining.after(end), M::end_sequence::<Q>(writer, to, backpatch, count))));
        }
        let mut backpatch = M::begin_sequence::<Q>(writer, to, Expected::Perhaps(remaining.left().unwrap_or(0)));
        let is_unsorted = const { matches!(Q::KIND, SequenceKind::Set) && Pair::<L, M>::SORTS };
        let starts = if is_unsorted { Some(writer.recorded_starts()) } else { None };
        let (mut to, mut count) = (backpatch.elements(), 0);
        while let Some(element) = remaining.next(from) {
            let start = M::begin_element::<Q>(writer, to);
            record_element::<Q, M>(writer, start, &backpatch);
            if is_unsorted {
                writer.record_start(start);
            }
            (from, to) = convert_value::<ShapeOf<Q::Element>, L, M>(element, writer, start, budget)?;
            charge_element::<Q, M>(writer, start, to);
            if writer.has_failed() {
                return None;
            }
            if !is_unsorted {
                to = M::end_element::<Q>(writer, to, &mut backpatch);
            }
            count += 1;
        }
        Some(Bounce::End((remaining.after(from), end_elements::<Q, M>(writer, to, backpatch, count, starts))))
    }
}

/// Returns whether an array of `T` in layout `L` consists of its elements, which are bytes.
const fn has_bytes_side_by_side<T: Field, L: Layout>() -> bool {
    let is_byte = <ShapeOf<T> as Shape>::IS_BYTE && <ShapeOf<T> as Shape>::HAS_ONE_ENCODING;
    is_byte && !L::FORMAT.sizes_every_field()
}
