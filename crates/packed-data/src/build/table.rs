//! Writing by tables: a value is written anew from its parts, by functions that are compiled once for each layout.
//!
//! A [`WriteTable`] is a constant, with all that must be known of a type for that. Packing and building are compiled
//! for each type: see [`NeedsFields`](super::NeedsFields) and [`ItemWriter`](super::ItemWriter), whose steps
//! [`place`] repeats with numbers in place of constants. See [`ShapeTable`] for why there are tables.

pub(crate) mod place;

use core::any::TypeId;
use core::marker::PhantomData;

use super::{BeforeLast, Filled, Needs, begin_fields, charge_element, end_elements, enter_elements};
use crate::layout::{HeaderBackpatch, Layout, has_table};
use crate::packable::Packable;
use crate::shape::adapted::{Adapt, Adapted};
use crate::shape::operation::{FieldsOp, ListOp, ShapeOp};
use crate::shape::table::{FieldTable, ShapeTable};
use crate::shape::{
    CheckFn, End, Enum, Field, FirstField, List, Named, PartSizes, Repeat, SequenceKind, SequenceShape, Shape, ShapeOf,
    Sizes, Struct, Unpaid, Variants, enum_begin, is_block, is_copied_freely, is_level, level_stack, measure,
    require_no_absent_field,
};
use crate::wire::budget::Budget;
use crate::wire::failure::Place;
use crate::wire::identity::erased_id;
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
    /// The bytes of capacity that are [reserved](Sizes::RESERVED) wherever a value is written.
    pub(crate) reserved: usize,
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
    End(FieldsEnd<L>),
}

/// The end of some fields.
pub(crate) struct FieldsEnd<L: Layout> {
    /// Returns the end of the value that is read, as [`ItemLayout::leave`](crate::layout::ItemLayout::leave) does.
    pub(crate) leave: unsafe fn(L::FieldState, L::Pos) -> L::Pos,
    /// Whether a head states where the fields end.
    pub(crate) has_head: bool,
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
    /// The capacity that is reserved where it begins: its size, if it is in the static part; otherwise an upper bound
    /// on the bytes of this and the following fields, up to the first whose size is not bounded.
    capacity: usize,
    /// Upper bound on the bytes of the fields after it, up to the first whose size is not bounded.
    others_capacity: usize,
    /// Whether heads may be open where it was written.
    leaves_heads: bool,
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
    /// Whether heads may be open where an element was written.
    leaves_heads: bool,
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
    /// Whether heads may be open where an element was written.
    leaves_heads: bool,
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
            reserved: Sizes::<T::Shape, L>::RESERVED,
            copy: CopyTable::of::<T>(),
            parts,
        }
    }

    /// Returns the place of a value at this offset.
    fn place(&self, at: usize) -> Place {
        Place::new(at, self.place)
    }

    /// Returns the end of the value at `pos` after a failure, without writing it, as [`Needs::unwritten`] does.
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`, and the writer has failed.
    unsafe fn unwritten(&self, writer: &mut ValueWriter, pos: usize) -> usize {
        let size = self.size.unwrap_or(0);
        // SAFETY: the caller promises W1; capacity is ensured for the zeros.
        unsafe {
            writer.ensure_capacity(pos, size);
            writer.put_zeros(pos, size)
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
        let (writer, pos, budget) = needs.into_parts();
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

impl<L: Layout> WriteStruct<L> {
    const fn of<S: Shape, F: List>() -> Self {
        require_no_absent_field::<S, L>();
        let capacity = Sizes::<F, L>::struct_begin() + Sizes::<F, L>::MAX_RUN;
        Self { begin: L::write_struct::<S>, capacity, constructor: WriteConstructor::of::<F>(0) }
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
}

impl<L: Layout> WriteConstructor<L> {
    const fn of<F: List>(unpaid: u64) -> Self {
        Self {
            fields: fields_of::<F, L>,
            len: F::LEN,
            parts: PartSizes::of::<F, L>(),
            is_static: Sizes::<F, L>::IS_STATIC,
            unpaid,
            capacity: begin_fields::<F, L>(),
        }
    }
}

impl<L: Layout> WriteField<L> {
    const fn of<T: Field, R: List>() -> Self {
        FirstField::<T, R>::require_countable::<L>();
        let is_bounded = FirstField::<T, R>::is_fixed::<L>() || FirstField::<T, R>::max_size::<L>().is_some();
        Self {
            source: FieldTable::of::<T, R>(),
            table: WriteTable::of::<T::Of>,
            others: fields_of::<R, L>,
            default: if T::MAY_BE_ABSENT { Some(write_default::<T, L>) } else { None },
            capacity: if FirstField::<T, R>::is_fixed::<L>() {
                FirstField::<T, R>::size_or_0::<L>()
            } else if is_bounded {
                Sizes::<(T, R), L>::MAX_RUN
            } else {
                0
            },
            others_capacity: Sizes::<R, L>::MAX_RUN,
            leaves_heads: Sizes::<ShapeOf<T>, L>::LEAVES_HEADS,
            before_last: BeforeLast::of::<T, R, L>(),
            has_head: Sizes::<R, L>::ENDS_BY_HEAD,
            level: if !is_bounded && !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>() {
                Some(level_stack::<T>())
            } else {
                None
            },
            nests: !is_bounded && ShapeOf::<T>::NESTS,
            is_deep_key: !is_bounded && T::IS_KEY && !ShapeOf::<T>::FLAT,
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
            leaves_heads: Sizes::<ShapeOf<T>, L>::LEAVES_HEADS,
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
            leaves_heads: Sizes::<ShapeOf<Q::Element>, L>::LEAVES_HEADS,
        }
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
        WriteFields::End(FieldsEnd { leave: L::leave::<E>, has_head: Sizes::<E, L>::ENDS_BY_HEAD })
    }
}
