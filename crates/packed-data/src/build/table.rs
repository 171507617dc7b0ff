//! Writing by tables: a value is written anew from its parts, by functions that are compiled once for each layout.
//!
//! A [`WriteTable`] is a constant, with all that must be known of a type for that. Packing and building are compiled
//! for each type: see [`NeedsFields`](super::NeedsFields) and [`ItemWriter`](super::ItemWriter), whose steps are
//! repeated here with numbers in place of constants. See [`ShapeTable`] for why there are tables.

use core::any::TypeId;
use core::marker::PhantomData;

use super::{BeforeLast, Filled, Needs, charge_element, close_heads, end_elements, enter_elements};
use crate::layout::{HeaderBackpatch, Layout, has_table};
use crate::packable::Packable;
use crate::shape::adapted::{Adapt, Adapted};
use crate::shape::operation::{FieldsOp, ListOp, ShapeOp};
use crate::shape::table::{FieldTable, ShapeTable};
use crate::shape::{
    CheckFn, End, Enum, Field, FieldPlace, FirstField, List, Named, PartSizes, Repeat, SequenceKind, SequenceShape,
    Shape, ShapeOf, Sizes, Struct, Unpaid, Variants, enum_begin, is_block, is_copied_freely, is_level, level_stack,
    measure, require_no_absent_field,
};
use crate::wire::budget::Budget;
use crate::wire::failure::Place;
use crate::wire::identity::erased_id;
use crate::wire::steps;
use crate::wire::value_writer::{Expected, ValueWriter};

/// What must be known of a type, in layout `L`, to write a value of it from the parts of another.
pub(crate) struct WriteTable<L: Layout> {
    /// Returns the identity of the type, without its lifetimes.
    pub(crate) id: fn() -> TypeId,
    /// Returns the table by which values are read.
    pub(crate) shape: fn() -> &'static ShapeTable<L>,
    /// Returns the identity of the shape, for errors.
    place: fn() -> TypeId,
    /// The static size, if there is one.
    size: Option<usize>,
    /// Whether heads may be open where a value was written.
    leaves_heads: bool,
    copy: CopyTable<L>,
    pub(crate) parts: WriteParts<L>,
}

/// How a value is copied.
struct CopyTable<L: Layout> {
    /// Whether no limit is asked, whatever the value is.
    is_free: bool,
    /// If a value may have to be compared with the limits: the check by which it is [measured](measure).
    check: Option<CheckFn<L>>,
    /// If it is not copied as bytes, which depends on the layout: a byte that may be in a byte string, an item of CBOR,
    /// or a constructor that the reader does not know.
    anew: Option<for<'n> unsafe fn(Needs<'n, (), L>, &[u8]) -> Filled<'n>>,
}

/// The parts of a type.
pub(crate) enum WriteParts<L: Layout> {
    /// It has none, or they are what an adapter packs.
    None,
    /// The fields of a struct.
    Fields(WriteStruct<L>),
    /// The constructors of an enum.
    Constructors(WriteEnum<L>),
    /// The elements of an array.
    Array(WriteArray<L>),
    /// The elements of a sequence.
    Elements(WriteSequence<L>),
}

/// A struct.
pub(crate) struct WriteStruct<L: Layout> {
    begin: unsafe fn(&mut ValueWriter, usize, u32, PartSizes) -> usize,
    capacity: usize,
    pub(crate) constructor: WriteConstructor<L>,
}

/// An enum.
pub(crate) struct WriteEnum<L: Layout> {
    begin: unsafe fn(&mut ValueWriter, usize, u32, u32, PartSizes) -> usize,
    capacity: usize,
    /// The number of the constructor that represents all that are not known, if its head is written with its field.
    unknown: Option<u32>,
    /// The number of constructors.
    pub(crate) count: u32,
    /// Returns a constructor.
    pub(crate) constructor: fn(u32) -> Option<&'static WriteConstructor<L>>,
}

/// The fields of a struct or constructor.
pub(crate) struct WriteConstructor<L: Layout> {
    /// Returns its fields.
    pub(crate) fields: fn() -> WriteFields<L>,
    len: u32,
    parts: PartSizes,
    /// Whether all fields are in the static part.
    is_static: bool,
    /// The parts without bytes that are charged for a constructor of an enum.
    unpaid: u64,
    /// The capacity for the static part, and for the leading fields of bounded size.
    capacity: usize,
}

/// The first of some fields; or if none is left, the end of the list.
pub(crate) enum WriteFields<L: Layout> {
    First(&'static WriteField<L>),
    End {
        /// Returns the end of the value that is read, as [`ItemLayout::leave`](crate::layout::ItemLayout::leave) does.
        leave: unsafe fn(L::FieldState, L::Pos) -> L::Pos,
        /// Whether a head states where the fields end.
        has_head: bool,
    },
}

/// A field.
pub(crate) struct WriteField<L: Layout> {
    /// How it is read.
    pub(crate) source: FieldTable<L>,
    /// Returns the table of its type.
    pub(crate) table: fn() -> &'static WriteTable<L>,
    /// Returns the fields after it.
    pub(crate) others: fn() -> WriteFields<L>,
    /// If it may be absent: writes its default.
    default: Option<for<'n> unsafe fn(Needs<'n, (), L>) -> Filled<'n>>,
    /// Upper bound on its bytes, if [`run`](Self::run) includes it.
    max_size: Option<usize>,
    /// Upper bound on the bytes of this and the following fields, up to the first whose size is not bounded.
    run: usize,
    /// The same for the fields after it.
    others_run: usize,
    /// What the layout writes before it, if the value ends with it.
    before_last: BeforeLast,
    /// Whether the fields end where the head of the value says.
    has_head: bool,
    /// If it is a level of nesting, unless it is last: the bytes of stack that are charged.
    level: Option<u32>,
    /// Whether its values may nest.
    nests: bool,
    /// Whether it is a key that may nest.
    is_deep_key: bool,
}

/// An array.
pub(crate) struct WriteArray<L: Layout> {
    begin: unsafe fn(&mut ValueWriter, usize, usize) -> usize,
    /// Returns the table of the elements.
    pub(crate) element: fn() -> &'static WriteTable<L>,
    /// If the elements are a level of nesting: the bytes of stack that are charged.
    level: Option<u32>,
    /// The capacity for one element, if the size of the array is static; otherwise 0.
    capacity: usize,
}

/// A sequence, set or map.
pub(crate) struct WriteSequence<L: Layout> {
    enter: fn(&mut ValueWriter, Budget, usize) -> Option<Budget>,
    begin: unsafe fn(&mut ValueWriter, usize, Expected) -> HeaderBackpatch<L::TableBackpatch>,
    begin_element: unsafe fn(&mut ValueWriter, usize) -> usize,
    end_element: unsafe fn(&mut ValueWriter, usize, &mut HeaderBackpatch<L::TableBackpatch>) -> usize,
    charge_element: fn(&mut ValueWriter, usize, usize),
    end: unsafe fn(&mut ValueWriter, usize, HeaderBackpatch<L::TableBackpatch>, usize, Option<usize>) -> usize,
    /// Returns the table of the elements.
    pub(crate) element: fn() -> &'static WriteTable<L>,
    /// Whether the elements may have to be sorted.
    is_sorted: bool,
    /// Whether a table of ends is before the elements.
    has_table: bool,
    /// Upper bound on the bytes of an element, or 0.
    capacity: usize,
}

impl<L: Layout> WriteTable<L> {
    /// Returns the table of type `T`.
    pub(crate) fn of<T: Packable<As = T> + ?Sized>() -> &'static Self {
        // SAFETY: the operation requires nothing.
        unsafe { T::Shape::apply(MakeTable::<T, L>(PhantomData)) }
    }

    const fn new<T: Packable<As = T> + ?Sized>(parts: WriteParts<L>) -> Self {
        Self {
            id: erased_id::<PhantomData<T>>,
            shape: ShapeTable::of::<T::Shape>,
            place: <T::Shape as Shape>::SCHEMA.id,
            size: Sizes::<T::Shape, L>::SIZE,
            leaves_heads: Sizes::<T::Shape, L>::LEAVES_HEADS,
            copy: CopyTable::of::<T>(),
            parts,
        }
    }

    /// Returns the place of a value at this offset.
    fn place(&self, at: usize) -> Place {
        Place::new(at, self.place)
    }

    /// Lets `fill` write a value at `pos`, and returns its end, for which W1 holds.
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`, and at least `capacity` bytes of capacity are reserved there (W5). `fill` writes a value of
    /// the type of this table.
    #[inline]
    unsafe fn fill(
        &self,
        writer: &mut ValueWriter,
        pos: usize,
        capacity: usize,
        budget: Budget,
        fill: impl for<'x> FnOnce(Needs<'x, (), L>) -> Filled<'x>,
    ) -> usize {
        let has_sizes = const { L::FORMAT.sizes_last_field() };
        let heads = writer.recorded_starts();
        let backpatches = if has_sizes { writer.take_backpatches() } else { 0 };
        // SAFETY: the caller promises W1 and W5; `fill` takes every brand, so this one is fresh. By W4 the value ends
        // at `end` (W1).
        unsafe {
            let end = fill(Needs::new(writer, pos, capacity, budget)).pos;
            if has_sizes {
                writer.apply_backpatches(backpatches, end);
            }
            if self.leaves_heads { close_heads::<L>(writer, heads, end) } else { end }
        }
    }

    /// Returns the proof for a value after a failure, without writing it, as [`Needs::unwritten`] does.
    ///
    /// # Safety
    ///
    /// `needs` is a place for a value of this type, and the writer has failed.
    pub(crate) unsafe fn unwritten<'n>(&self, needs: Needs<'n, (), L>) -> Filled<'n> {
        let Needs { writer, pos, .. } = needs;
        let size = self.size.unwrap_or(0);
        // SAFETY: W1 holds for `pos`, and the writer has failed (W4); capacity is ensured for the zeros.
        unsafe {
            writer.ensure_capacity(pos, size);
            Filled::at(writer.put_zeros(pos, size))
        }
    }

    /// Copies the bytes of a value, as [`Needs::copy`] does.
    ///
    /// # Safety
    ///
    /// `bytes` are one valid value of this type in layout `L`, and `needs` is a place for one.
    pub(crate) unsafe fn copy<'n>(&self, needs: Needs<'n, (), L>, bytes: &[u8]) -> Filled<'n> {
        if let Some(anew) = self.copy.anew {
            // SAFETY: the caller promises the value and the place.
            return unsafe { anew(needs, bytes) };
        }
        let Needs { writer, pos, budget, .. } = needs;
        if let Some(check) = self.copy.check
            && (!self.copy.is_free || bytes.len() > budget.levels() as usize)
        {
            let outcome = measure::<L>(bytes, &writer.limits_left(), budget, check);
            writer.charge_copied(outcome, self.place(pos));
        }
        // SAFETY: W1 holds for `pos`; the caller promises that the bytes are the value (W4).
        unsafe { Filled::at(writer.extend_from_slice(pos, bytes)) }
    }
}

impl<L: Layout> CopyTable<L> {
    const fn of<T: Packable<As = T> + ?Sized>() -> Self {
        let is_free = is_copied_freely::<T::Shape, L>();
        let is_anew = L::FORMAT.has_byte_strings() && T::Shape::IS_BYTE || T::Shape::IS_UNKNOWN || T::Shape::IS_RAW;
        Self {
            is_free,
            check: if is_anew || is_free && !L::COUNTS_ITEMS { None } else { Some(CheckFn(T::Shape::check::<L>)) },
            anew: if is_anew { Some(copy_anew::<T, L>) } else { None },
        }
    }
}

/// Copies a value as [`Needs::copy`] does.
///
/// # Safety
///
/// `bytes` are one valid `T` in layout `L`, and `needs` is a place for a `T`.
unsafe fn copy_anew<'n, T: Packable<As = T> + ?Sized, L: Layout>(needs: Needs<'n, (), L>, bytes: &[u8]) -> Filled<'n> {
    // SAFETY: the caller promises the value and the place.
    unsafe { needs.cast::<T>().copy(bytes) }
}

/// The place for the fields of a constructor, whose types are erased.
pub(crate) struct FieldsPlace<'id> {
    /// The only reference to the writer, as in W2.
    writer: &'id mut ValueWriter,
    /// Invariant (N3): W6 holds for it, and after it there is the capacity for the leading fields that are not yet
    /// written that [`WriteField::run`] says.
    place: FieldPlace,
    budget: Budget,
    brand: PhantomData<Needs<'id, (), ()>>,
}

impl<L: Layout> WriteStruct<L> {
    const fn of<S: Shape, F: List>() -> Self {
        require_no_absent_field::<S, L>();
        let capacity = Sizes::<F, L>::struct_begin() + Sizes::<F, L>::MAX_RUN;
        Self { begin: L::write_struct::<S>, capacity, constructor: WriteConstructor::of::<F>(0) }
    }

    /// Begins a struct, as [`Needs::fields`] does.
    ///
    /// # Safety
    ///
    /// `needs` is a place for this struct.
    pub(crate) unsafe fn begin<'n>(&self, needs: Needs<'n, (), L>) -> FieldsPlace<'n> {
        let Needs { writer, pos, budget, .. } = needs.ensure(self.capacity);
        let of = &self.constructor;
        // SAFETY: by W5 there is capacity for the beginning of the struct, and then for the leading fields; so N3
        // holds, and W1 does.
        unsafe {
            let head = FieldPlace::head_at(pos);
            let pos = (self.begin)(writer, pos, of.len, of.parts);
            let place = FieldPlace::begin_parts(writer, pos, head, of.parts, of.is_static);
            FieldsPlace { writer, place, budget, brand: PhantomData }
        }
    }
}

impl<L: Layout> WriteEnum<L> {
    const fn of<S: Shape, V: Variants>() -> Self {
        // SAFETY: the operation requires nothing.
        let constructor = |tag| unsafe { V::select(tag, MakeConstructor::<S, V, L>(PhantomData)) }.ok();
        Self {
            begin: L::write_enum::<S, V>,
            capacity: enum_begin::<S, V, L>(),
            unknown: if S::HAS_OTHER && V::LAST_IS_UNKNOWN { Some(V::COUNT - 1) } else { None },
            count: V::COUNT,
            constructor,
        }
    }

    /// Begins constructor `tag`, as [`Needs::constructor`] does; returns its fields, and their place.
    ///
    /// # Safety
    ///
    /// `needs` is a place for this enum, which has this constructor; `table` is its table.
    pub(crate) unsafe fn begin<'n>(
        &self,
        needs: Needs<'n, (), L>,
        tag: u32,
        table: &WriteTable<L>,
    ) -> (WriteFields<L>, FieldsPlace<'n>) {
        // SAFETY: the caller promises the constructor.
        let of = unsafe { (self.constructor)(tag).unwrap_unchecked() };
        // (Capacity for the tag, and for the leading fields of bounded size, is reserved once.)
        let Needs { writer, pos, budget, .. } = needs.ensure(self.capacity + of.capacity);
        if of.unpaid > 0 {
            writer.charge_empty(of.unpaid, table.place(pos));
        }
        // SAFETY: by W5 there is capacity for the tag, and then for the leading fields; so N3 holds, and W1 does.
        let place = unsafe {
            let head = if self.unknown == Some(tag) { FieldPlace::NO_HEAD } else { FieldPlace::head_at(pos) };
            let pos = (self.begin)(writer, pos, tag, of.len, of.parts);
            FieldPlace::begin_parts(writer, pos, head, of.parts, of.is_static)
        };
        ((of.fields)(), FieldsPlace { writer, place, budget, brand: PhantomData })
    }
}

impl<L: Layout> WriteConstructor<L> {
    const fn of<F: List>(unpaid: u64) -> Self {
        Self {
            fields: fields_of::<F, L>,
            len: F::LEN,
            parts: PartSizes::of::<F, L>(),
            is_static: Sizes::<F, L>::IS_STATIC,
            unpaid,
            capacity: Sizes::<F, L>::STATIC_PART + Sizes::<F, L>::MAX_RUN,
        }
    }
}

impl<L: Layout> WriteField<L> {
    const fn of<T: Field, R: List>() -> Self {
        FirstField::<T, R>::require_countable::<L>();
        Self {
            source: FieldTable::of::<T, R>(),
            table: WriteTable::of::<T::Of>,
            others: fields_of::<R, L>,
            default: if T::MAY_BE_ABSENT { Some(write_default::<T, L>) } else { None },
            max_size: FirstField::<T, R>::max_size::<L>(),
            run: Sizes::<(T, R), L>::MAX_RUN,
            others_run: Sizes::<R, L>::MAX_RUN,
            before_last: BeforeLast::of::<T, R, L>(),
            has_head: Sizes::<R, L>::ENDS_BY_HEAD,
            level: if !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>() {
                Some(level_stack::<T>())
            } else {
                None
            },
            nests: ShapeOf::<T>::NESTS,
            is_deep_key: T::IS_KEY && !ShapeOf::<T>::FLAT,
        }
    }
}

/// Writes the default of a field that may be absent.
///
/// # Safety
///
/// `needs` is a place for the field.
unsafe fn write_default<'n, T: Field, L: Layout>(needs: Needs<'n, (), L>) -> Filled<'n> {
    // SAFETY: the caller promises the place.
    T::write_default(unsafe { needs.cast() })
}

impl<'id> FieldsPlace<'id> {
    /// Writes the default of a field, which is absent from the value that is read.
    ///
    /// # Safety
    ///
    /// This is the next field of the place, and it may be absent.
    pub(crate) unsafe fn write_default<L: Layout>(self, field: &WriteField<L>) -> Self {
        let Some(default) = field.default else { unreachable!("the field may be absent") };
        // SAFETY: the caller promises the field, whose place `write` passes on.
        unsafe { self.write(field, |needs| default(needs)) }
    }

    /// Writes the next field by `fill`, as [`NeedsFields::with`](super::NeedsFields::with) does. Beyond a limit `fill`
    /// is not called, and the whole value fails.
    ///
    /// # Safety
    ///
    /// This is the next field of the place, and `fill` writes a value of its type.
    pub(crate) unsafe fn write<L: Layout>(
        self,
        field: &WriteField<L>,
        fill: impl for<'x> FnOnce(Needs<'x, (), L>) -> Filled<'x>,
    ) -> Self {
        let Self { writer, place, budget, brand } = self;
        let (table, source) = ((field.table)(), &field.source);
        let mut pos = place.first(source.is_fixed);
        // SAFETY: by N3 W1 holds for `pos`, and so for the offsets that each of these functions returns. There is
        // capacity for a field of the static part, and for one whose size is bounded (W5); it is ensured for those
        // after it, so N3 holds again.
        let end = unsafe {
            if source.is_fixed {
                table.fill(writer, pos, source.size.unwrap_or(0), budget, fill)
            } else {
                if let Some(tag) = source.tag {
                    pos = L::write_tag(writer, pos, tag);
                }
                let end = if field.max_size.is_some() {
                    table.fill(writer, pos, field.run, budget, fill)
                } else if source.is_sized {
                    let backpatch = L::begin_sized(writer, pos);
                    let end = Self::fill_level(field, table, writer, backpatch.start(), budget, fill);
                    L::end_sized(writer, end, backpatch)
                } else {
                    Self::fill_level(field, table, writer, pos, budget, fill)
                };
                writer.ensure_capacity(end, field.others_run);
                end
            }
        };
        Self { writer, place: place.after(source.is_fixed, end), budget, brand }
    }

    /// Writes a field that may be a level of nesting, and returns its end. Beyond the limit nothing is written, and the
    /// whole value fails.
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`, `table` is the table of `field`, and `fill` writes a value of its type.
    unsafe fn fill_level<L: Layout>(
        field: &WriteField<L>,
        table: &WriteTable<L>,
        writer: &mut ValueWriter,
        pos: usize,
        budget: Budget,
        fill: impl for<'x> FnOnce(Needs<'x, (), L>) -> Filled<'x>,
    ) -> usize {
        let place = table.place(pos);
        let mut budget = match field.level {
            Some(stack) => writer.deeper(budget, stack, place),
            None if field.nests => writer.require_stack(budget, place),
            None => Some(budget),
        };
        if field.is_deep_key {
            budget = budget.and_then(|budget| writer.enter_key(budget, place));
        }
        match budget {
            // SAFETY: the caller promises W1 for `pos`; no capacity is claimed (W5).
            Some(budget) => unsafe { table.fill(writer, pos, 0, budget, fill) },
            None => pos,
        }
    }

    /// Returns the place of the last field, with which the value ends.
    ///
    /// # Safety
    ///
    /// This is the next field of the place, and the [end](FieldTable::is_end) of the value.
    pub(crate) unsafe fn last<L: Layout>(self, field: &WriteField<L>) -> Needs<'id, (), L> {
        debug_assert!(field.source.is_end);
        let Self { writer, place, budget, .. } = self;
        place.leave_open(writer, field.has_head);
        // SAFETY: by N3 W1 holds for the offset, and there is capacity for the field, if its size is bounded and the
        // layout writes nothing before it. Otherwise no capacity is claimed (W5). The brand is that of the value, which
        // ends with this field.
        unsafe {
            let pos = field.before_last.begin::<L>(writer, place.first(false));
            Needs::new(writer, pos, field.max_size.unwrap_or(0), budget)
        }
    }

    /// Returns the proof that all fields were written. `has_head` says whether a head states where they end.
    ///
    /// # Safety
    ///
    /// No field is left.
    pub(crate) unsafe fn done<L: Layout>(self, has_head: bool) -> Filled<'id> {
        // SAFETY: by N3 the value is written up to the place of the next field (W4).
        unsafe { Filled::at(self.place.end_by::<L>(self.writer, has_head)) }
    }
}

impl<L: Layout> WriteArray<L> {
    const fn of<T: Field, const N: usize>() -> Self {
        let is_static = Sizes::<Repeat<T, N>, L>::SIZE.is_some();
        Self {
            begin: L::write_array::<ShapeOf<T>>,
            element: WriteTable::of::<T::Of>,
            level: if is_block(&<Repeat<T, N> as Shape>::SIZE_CLASS) { None } else { Some(level_stack::<T>()) },
            capacity: match Sizes::<ShapeOf<T>, L>::MAX_SIZE {
                Some(size) if is_static => size,
                _ => 0,
            },
        }
    }

    /// Writes an array of `len` elements, as [`Needs::array`] does: each by `fill`. `is_sized` says whether the size of
    /// an element is before it.
    ///
    /// # Safety
    ///
    /// `needs` is a place for this array, `len` the number of its elements, and `fill` writes an element. `table` is
    /// the table of the array.
    pub(crate) unsafe fn write<'n>(
        &self,
        needs: Needs<'n, (), L>,
        len: usize,
        table: &WriteTable<L>,
        is_sized: impl Fn(usize) -> bool,
        mut fill: impl for<'x> FnMut(Needs<'x, (), L>, usize) -> Filled<'x>,
    ) -> Filled<'n> {
        let Needs { writer, pos, budget, .. } = needs.ensure(table.size.unwrap_or(0));
        let budget = match self.level {
            Some(stack) => writer.deeper(budget, stack, table.place(pos)),
            None => Some(budget),
        };
        // (After a failure, more elements without bytes than the limit allows would take long.)
        let Some(budget) = budget.filter(|_| !writer.has_failed()) else {
            // SAFETY: W1 holds for the `pos` of a `Needs`, and the writer has failed.
            return unsafe { table.unwritten(Needs::new(writer, pos, 0, budget.unwrap_or(Budget::NONE))) };
        };
        let element = (self.element)();
        // SAFETY: W1 holds for the `pos` of a `Needs`, and for the offsets that each of these functions returns.
        // Capacity is claimed only if the size of the array is static; then `ensure` has reserved it for all elements
        // (W5). All elements are written up to the end (W4).
        unsafe {
            let mut pos = (self.begin)(writer, pos, len);
            for index in 0..len {
                steps::count(1);
                pos = if is_sized(index) {
                    let backpatch = L::begin_sized(writer, pos);
                    let end = element.fill(writer, backpatch.start(), 0, budget, |needs| fill(needs, index));
                    L::end_sized(writer, end, backpatch)
                } else {
                    element.fill(writer, pos, self.capacity, budget, |needs| fill(needs, index))
                };
            }
            if const { L::FORMAT.has_byte_strings() } {
                writer.in_string = false;
            }
            Filled::at(pos)
        }
    }
}

impl<L: Layout> WriteSequence<L> {
    const fn of<Q: SequenceShape>() -> Self {
        Self {
            enter: enter_elements::<Q>,
            begin: L::begin_sequence::<Q>,
            begin_element: L::begin_element::<Q>,
            end_element: L::end_element::<Q>,
            charge_element: charge_element::<Q, L>,
            end: end_elements::<Q, L>,
            element: WriteTable::of::<<Q::Element as Field>::Of>,
            is_sorted: matches!(Q::KIND, SequenceKind::Set),
            has_table: has_table::<ShapeOf<Q::Element>, L>(),
            capacity: match Sizes::<ShapeOf<Q::Element>, L>::MAX_SIZE {
                Some(size) => size,
                None => 0,
            },
        }
    }

    /// Begins a sequence, as [`Needs::sequence`] does.
    ///
    /// # Safety
    ///
    /// `needs` is a place for this sequence.
    pub(crate) unsafe fn begin<'n, 't>(&'t self, needs: Needs<'n, (), L>, expected: usize) -> ElementsPlace<'n, 't, L> {
        let Needs { writer, pos, budget, .. } = needs;
        let budget = (self.enter)(writer, budget, pos).unwrap_or(Budget::NONE);
        // SAFETY: W1 holds for the `pos` of a `Needs`.
        let backpatch = unsafe { (self.begin)(writer, pos, Expected::Perhaps(expected)) };
        let starts = self.is_sorted.then(|| writer.recorded_starts());
        let (pos, element) = (backpatch.elements(), (self.element)());
        ElementsPlace { writer, pos, budget, backpatch, count: 0, starts, table: self, element, brand: PhantomData }
    }
}

/// The place for the elements of a sequence, whose types are erased.
pub(crate) struct ElementsPlace<'id, 't, L: Layout> {
    /// The only reference to the writer, as in W2.
    writer: &'id mut ValueWriter,
    /// Invariant (H3): as H2, for [`ItemWriter`](super::ItemWriter).
    pos: usize,
    budget: Budget,
    backpatch: HeaderBackpatch<L::TableBackpatch>,
    count: usize,
    /// Invariant (H4): as H1.
    starts: Option<usize>,
    table: &'t WriteSequence<L>,
    element: &'static WriteTable<L>,
    brand: PhantomData<Needs<'id, (), ()>>,
}

impl<'id, L: Layout> ElementsPlace<'id, '_, L> {
    /// Returns whether something failed: then no more elements are written.
    pub(crate) fn has_failed(&self) -> bool {
        self.writer.has_failed()
    }

    /// Writes one more element by `fill`.
    ///
    /// # Safety
    ///
    /// `fill` writes an element. Nothing has failed.
    pub(crate) unsafe fn push(&mut self, fill: impl for<'x> FnOnce(Needs<'x, (), L>) -> Filled<'x>) {
        steps::count(1);
        let Self { writer, table, .. } = self;
        // SAFETY: by H3 W1 holds for `pos`, and so for the offsets that each of these functions returns; capacity is
        // ensured (W5). Unless the writer has failed, the elements before this one were written.
        unsafe {
            let pos = (table.begin_element)(writer, self.pos);
            if table.has_table && writer.has_insertions(self.backpatch.elements()) {
                writer.record_element(pos);
            }
            writer.ensure_capacity(pos, table.capacity);
            if self.starts.is_some() {
                writer.record_start(pos);
            }
            let end = self.element.fill(writer, pos, table.capacity, self.budget, fill);
            (table.charge_element)(writer, pos, end);
            self.pos = match self.starts {
                None => (table.end_element)(writer, end, &mut self.backpatch),
                // (The element may be moved yet.)
                Some(_) => end,
            };
        }
        self.count += 1;
    }

    /// Ends the sequence.
    pub(crate) fn done(self) -> Filled<'id> {
        let Self { writer, pos, backpatch, count, starts, table, .. } = self;
        // SAFETY: by H3 W1 holds for `pos`, and unless the writer has failed, `count` elements are written; by H4 the
        // list has their beginnings from `starts` on. The sequence is written up to the end (W4).
        unsafe { Filled::at((table.end)(writer, pos, backpatch, count, starts)) }
    }
}

/// Returns the tables of the fields `F`.
fn fields_of<F: List, L: Layout>() -> WriteFields<L> {
    // SAFETY: the operation requires nothing.
    unsafe { F::walk(MakeFields::<L>(PhantomData)) }
}

/// Returns the table of a type. It requires nothing.
struct MakeTable<T: ?Sized, L>(PhantomData<(fn(&T), L)>);

impl<T: Packable<As = T> + ?Sized, L: Layout> ShapeOp for MakeTable<T, L> {
    type Output = &'static WriteTable<L>;

    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        const { &WriteTable::new::<T>(WriteParts::None) }
    }

    // (It has no parts: a rule inside it could make what the adapter refuses.)
    unsafe fn adapted<U, C: Adapt<U>>(self) -> Self::Output {
        // SAFETY: the operation requires nothing.
        unsafe { self.leaf::<Adapted<U, C>>() }
    }

    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        const { &WriteTable::new::<T>(WriteParts::Fields(WriteStruct::of::<Struct<N, F>, F>())) }
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        const { &WriteTable::new::<T>(WriteParts::Constructors(WriteEnum::of::<Enum<N, V>, V>())) }
    }

    unsafe fn array<E: Field, const N: usize>(self) -> Self::Output {
        const { &WriteTable::new::<T>(WriteParts::Array(WriteArray::of::<E, N>())) }
    }

    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        const { &WriteTable::new::<T>(WriteParts::Elements(WriteSequence::of::<Q>())) }
    }
}

/// Returns the table of a constructor of enum `S`, which has the constructors `V`. It requires nothing.
struct MakeConstructor<S, V, L>(PhantomData<(S, V, L)>);

impl<S: Shape, V: Variants, L: Layout> FieldsOp for MakeConstructor<S, V, L> {
    type Output = &'static WriteConstructor<L>;

    unsafe fn fields<F: List>(self) -> Self::Output {
        const { &WriteConstructor::of::<F>(Unpaid::<S, V, L>::of::<F>()) }
    }
}

/// Returns the tables of fields. It requires nothing.
struct MakeFields<L>(PhantomData<L>);

impl<L: Layout> ListOp for MakeFields<L> {
    type Output = WriteFields<L>;

    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        WriteFields::First(const { &WriteField::of::<T, R>() })
    }

    unsafe fn end<E: End>(self) -> Self::Output {
        WriteFields::End { leave: L::leave::<E>, has_head: Sizes::<E, L>::ENDS_BY_HEAD }
    }
}
