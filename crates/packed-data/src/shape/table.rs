//! Tables: what cold operations must know of a shape, as constants, so that they are compiled once for each layout.
//!
//! Checking, packing, unpacking, views and folds are compiled for each type and layout. Visits and rewriting are not:
//! they are functions of the layout alone, which walk by a [`ShapeTable`]. It is a constant, so for each type there is
//! data instead of code, and a few short functions. The parts of a shape are reached through function pointers, because
//! a type may contain itself.
//!
//! (A [`Schema`](super::Schema) describes a shape in all layouts, and a reader that follows it computes what a layout
//! makes of it at each step. A table has been computed for one layout.)

use core::any::TypeId;
use core::marker::PhantomData;

use super::adapted::{Adapt, Adapted};
use super::operation::{FieldsOp, ListOp, ShapeOp};
use super::{
    Bounce, End, Enum, Field, FieldPos, FirstField, List, Named, Repeat, SequenceShape, Shape, ShapeOf, Sizes, Struct,
    Variants, is_block, is_level, jump_remaining, skip_value,
};
use crate::layout::{Frame, Layout, Position, Remaining};
use crate::wire::identity::erased_id;
use crate::wire::steps;

/// What must be known of a shape, in layout `L`, to walk over its values.
pub(crate) struct ShapeTable<L: Layout> {
    /// Returns the identity of the shape, without its lifetimes.
    pub(crate) id: fn() -> TypeId,
    /// Whether its values have parts that a visit looks at.
    pub(crate) has_parts: bool,
    /// If values have a head: returns the end that it states.
    end_by_head: Option<unsafe fn(L::Pos) -> L::Pos>,
    /// The static size, if there is one.
    size: Option<usize>,
    /// How many items a value is, in a layout that counts items.
    items: u32,
    pub(crate) parts: PartTables<L>,
}

/// The parts of a shape.
pub(crate) enum PartTables<L: Layout> {
    /// It has none, or they are what an adapter packs. The function skips a value.
    None(unsafe fn(L::Pos) -> L::Pos),
    /// The fields of a struct.
    Fields(StructTable<L>),
    /// The constructors of an enum.
    Constructors(EnumTable<L>),
    /// The elements of an array.
    Array(ArrayTable<L>),
    /// The elements of a sequence.
    Elements(SequenceTable<L>),
}

/// A struct.
pub(crate) struct StructTable<L: Layout> {
    enter: unsafe fn(L::Pos) -> FieldPos<L>,
    constructor: ConstructorTable<L>,
}

/// An enum.
pub(crate) struct EnumTable<L: Layout> {
    enter: unsafe fn(L::Pos) -> (u32, L::FieldState, L::Pos),
    constructor: fn(u32) -> Option<&'static ConstructorTable<L>>,
}

/// The fields of a struct or constructor.
pub(crate) struct ConstructorTable<L: Layout> {
    /// Returns its fields.
    pub(crate) fields: fn() -> FieldTables<L>,
    /// The bytes of the fields of static size, in a layout where they come first.
    static_part: usize,
    /// Whether the head of a value states where its fields end.
    ends_by_head: bool,
}

/// An array.
pub(crate) struct ArrayTable<L: Layout> {
    enter: unsafe fn(L::Pos, usize) -> (L::FieldState, L::Pos),
    /// Returns the table of the elements.
    pub(crate) element: fn() -> &'static ShapeTable<L>,
    /// The number of elements.
    pub(crate) len: usize,
    /// Whether the elements are a level of nesting.
    pub(crate) is_level: bool,
    /// Whether the size of each element but the last is before it, and whether that of the last is.
    is_sized: [bool; 2],
}

/// A sequence, set or map.
pub(crate) struct SequenceTable<L: Layout> {
    header: unsafe fn(L::Pos) -> L::SequenceHeader,
    /// Returns the end of a sequence, if it is known without a walk over the elements.
    jump: unsafe fn(&L::RemainingElements, L::Pos) -> Option<L::Pos>,
    /// Returns the table of the elements.
    pub(crate) element: fn() -> &'static ShapeTable<L>,
    /// Whether the elements are a level of nesting.
    pub(crate) is_level: bool,
}

/// The first of some fields; or if none is left, the end of the list.
pub(crate) enum FieldTables<L: Layout> {
    First(&'static FieldTable<L>),
    /// Returns the end of the value, as [`ItemLayout::leave`](crate::layout::ItemLayout::leave) does.
    End(unsafe fn(L::FieldState, L::Pos) -> L::Pos),
}

/// A field.
pub(crate) struct FieldTable<L: Layout> {
    /// Returns the table of its shape.
    pub(crate) shape: fn() -> &'static ShapeTable<L>,
    /// Returns the fields after it.
    pub(crate) others: fn() -> FieldTables<L>,
    /// If it may be absent: returns whether it is.
    is_absent: Option<unsafe fn(L::FieldState, L::Pos) -> bool>,
    /// The size, if it is static and the layout does not write it before the field.
    pub(crate) size: Option<usize>,
    /// The tag that the layout writes before it.
    pub(crate) tag: Option<u64>,
    /// Whether it is stored in the static part.
    pub(crate) is_fixed: bool,
    /// Whether its size is before it.
    pub(crate) is_sized: bool,
    /// Whether a reader must know where it ends.
    is_followed: bool,
    /// Whether the value ends with it, and whether it may then be left to a trampoline.
    is_last: bool,
    pub(crate) is_end: bool,
    /// Whether it is a level of nesting.
    pub(crate) is_level: bool,
}

impl<L: Layout> ShapeTable<L> {
    /// Returns the table of shape `S`.
    pub(crate) fn of<S: Shape>() -> &'static Self {
        // SAFETY: the operation requires nothing.
        unsafe { S::apply(MakeTable::<S, L>(PhantomData)) }
    }

    const fn new<S: Shape>(has_parts: bool, parts: PartTables<L>) -> Self {
        Self {
            id: erased_id::<S>,
            has_parts,
            end_by_head: if Sizes::<S, L>::HAS_HEAD { Some(L::end_by_head::<S>) } else { None },
            size: Sizes::<S, L>::SIZE,
            items: S::STYLE.items(),
            parts,
        }
    }

    /// Returns whether its values have heads.
    pub(crate) fn has_head(&self) -> bool {
        self.end_by_head.is_some()
    }

    /// Returns the end of a value, if its head states it.
    ///
    /// # Safety
    ///
    /// A valid value of this shape is stored at `pos`.
    #[inline]
    pub(crate) unsafe fn stated_end(&self, pos: L::Pos) -> Option<L::Pos> {
        // SAFETY: the caller promises the value, which has a head if the function is there.
        self.end_by_head.map(|end| unsafe { end(pos) })
    }

    /// Skips a value, and returns its end, as [`skip_value`] does.
    ///
    /// # Safety
    ///
    /// A valid value of this shape is stored at `pos`.
    pub(crate) unsafe fn skip(&self, mut pos: L::Pos) -> L::Pos {
        let mut shape = self;
        // SAFETY: the caller promises the value: a struct or enum has valid fields where the layout enters it, an array
        // and a sequence as many valid elements as the type or the header says. After other fields, the value ends with
        // its last field.
        unsafe {
            if let Some(end) = self.stated_end(pos) {
                return end;
            }
            if let Some(end) = L::walk(pos, self.items) {
                return end;
            }
            loop {
                steps::count(1);
                if let Some(size) = shape.size {
                    return pos.advance(size);
                }
                let skipped = match &shape.parts {
                    PartTables::None(skip) => return skip(pos),
                    PartTables::Array(table) => return table.skip(pos),
                    PartTables::Elements(table) => return table.skip(pos),
                    PartTables::Fields(table) => {
                        let (constructor, from) = table.enter(pos);
                        (constructor.fields)().skip(from)
                    }
                    PartTables::Constructors(table) => {
                        let (_, constructor, from) = table.enter(pos);
                        (constructor.fields)().skip(from)
                    }
                };
                match skipped {
                    Bounce::End(end) => return end,
                    Bounce::Continue(rest, last) => (pos, shape) = (rest, last),
                }
            }
        }
    }
}

impl<L: Layout> FieldTables<L> {
    /// Skips fields: returns where they end, or the last one, with which the value ends.
    ///
    /// # Safety
    ///
    /// Valid fields are stored at `from`.
    unsafe fn skip(self, mut from: FieldPos<L>) -> Bounce<L::Pos, &'static ShapeTable<L>> {
        let mut fields = self;
        // SAFETY: the caller promises the fields, of which each is the next one in turn.
        unsafe {
            loop {
                let field = match fields {
                    Self::First(field) => field,
                    Self::End(leave) => return Bounce::End(leave(from.0, from.1)),
                };
                fields = (field.others)();
                if field.is_absent(from) {
                    continue;
                }
                if field.is_last && field.size.is_none() {
                    if field.is_sized
                        && let Some((_, end)) = L::span_sized(from.1)
                    {
                        return Bounce::End(end);
                    }
                    return Bounce::Continue(field.enter(from), (field.shape)());
                }
                from = field.jump(from);
            }
        }
    }
}

impl<L: Layout> ConstructorTable<L> {
    /// Returns the table of the fields `F`.
    pub(crate) const fn of<F: List>() -> Self {
        Self {
            fields: fields_of::<F, L>,
            static_part: Sizes::<F, L>::STATIC_PART,
            ends_by_head: Sizes::<F, L>::ENDS_BY_HEAD,
        }
    }

    /// Begins the fields: returns from where each of them is found.
    ///
    /// # Safety
    ///
    /// Valid fields of this constructor are stored at the position, as the layout returned it for the value that it
    /// entered.
    #[inline]
    unsafe fn begin(&self, (state, pos): FieldPos<L>) -> FieldPos<L> {
        let first = if self.ends_by_head {
            state.static_end(pos)
        } else {
            // SAFETY: the caller promises the fields, of which the static part comes first if the layout has one.
            unsafe { pos.advance(self.static_part) }
        };
        (state, first)
    }
}

impl<L: Layout> StructTable<L> {
    /// Returns the table of struct `S`, whose fields are `F`.
    const fn of<S: Shape, F: List>() -> Self {
        Self { enter: L::enter_struct::<S>, constructor: ConstructorTable::of::<F>() }
    }

    /// Enters a struct: returns the table of its fields, and from where each of them is found.
    ///
    /// # Safety
    ///
    /// A valid value of this struct is stored at `pos`.
    #[inline]
    pub(crate) unsafe fn enter(&self, pos: L::Pos) -> (&ConstructorTable<L>, FieldPos<L>) {
        // SAFETY: the caller promises the struct.
        (&self.constructor, unsafe { self.constructor.begin((self.enter)(pos)) })
    }
}

impl<L: Layout> EnumTable<L> {
    /// Returns the table of enum `S`, whose constructors are `V`.
    const fn of<S: Shape, V: Variants>() -> Self {
        // SAFETY: the operation requires nothing.
        let constructor = |tag| unsafe { V::select(tag, MakeConstructor::<L>(PhantomData)) }.ok();
        Self { enter: L::enter_enum::<S, V>, constructor }
    }

    /// Enters an enum: returns the tag, the table of the fields, and from where each of them is found.
    ///
    /// # Safety
    ///
    /// A valid value of this enum is stored at `pos`.
    #[inline]
    pub(crate) unsafe fn enter(&self, pos: L::Pos) -> (u32, &'static ConstructorTable<L>, FieldPos<L>) {
        // SAFETY: the caller promises the enum: a tag of one of its constructors, then the fields of that.
        unsafe {
            let (tag, state, fields) = (self.enter)(pos);
            let constructor = (self.constructor)(tag).unwrap_unchecked();
            (tag, constructor, constructor.begin((state, fields)))
        }
    }
}

impl<L: Layout> ArrayTable<L> {
    /// Returns the table of an array of `N` elements.
    const fn of<T: Field, const N: usize>() -> Self {
        let extent = Sizes::<ShapeOf<T>, L>::EXTENT;
        Self {
            enter: L::enter_array::<ShapeOf<T>>,
            element: ShapeTable::of::<ShapeOf<T>>,
            len: N,
            is_level: !is_block(&<Repeat<T, N> as Shape>::SIZE_CLASS),
            is_sized: [extent.is_sized(false, L::FORMAT), extent.is_sized(true, L::FORMAT)],
        }
    }

    /// Enters an array: returns its state, and the position of its first element.
    ///
    /// # Safety
    ///
    /// A valid array of this type is stored at `pos`.
    #[inline]
    pub(crate) unsafe fn enter(&self, pos: L::Pos) -> (L::FieldState, L::Pos) {
        // SAFETY: the caller promises the array.
        unsafe { (self.enter)(pos, self.len) }
    }

    /// Returns whether the size of element `index` is before it.
    #[inline]
    pub(crate) fn is_sized(&self, index: usize) -> bool {
        self.is_sized[usize::from(index + 1 == self.len)]
    }

    /// Returns the position of the value of element `index`, after its size if that is before it.
    ///
    /// # Safety
    ///
    /// Element `index`, which is valid, is stored at `pos`, with its size if the layout writes one.
    #[inline]
    pub(crate) unsafe fn enter_element(&self, pos: L::Pos, index: usize) -> L::Pos {
        // SAFETY: the caller promises the element, and before it the size if the layout writes one.
        if self.is_sized(index) { unsafe { L::enter_sized(pos) } } else { pos }
    }

    /// Skips an array, and returns its end.
    ///
    /// # Safety
    ///
    /// A valid array of this type is stored at `pos`.
    unsafe fn skip(&self, pos: L::Pos) -> L::Pos {
        let element = (self.element)();
        // SAFETY: the caller promises the array, of which each element is the next one in turn.
        unsafe {
            let (state, mut pos) = self.enter(pos);
            for index in 0..self.len {
                let sized = if self.is_sized(index) { L::span_sized(pos) } else { None };
                pos = match sized {
                    Some((_, end)) => end,
                    None => element.skip(self.enter_element(pos, index)),
                };
            }
            L::leave::<()>(state, pos)
        }
    }
}

impl<L: Layout> SequenceTable<L> {
    /// Returns the table of sequence `Q`.
    const fn of<Q: SequenceShape>() -> Self {
        Self {
            header: L::sequence_header::<ShapeOf<Q::Element>>,
            jump: jump_remaining::<ShapeOf<Q::Element>, L>,
            element: ShapeTable::of::<ShapeOf<Q::Element>>,
            is_level: !is_block(&<ShapeOf<Q::Element> as Shape>::SIZE_CLASS),
        }
    }

    /// Reads the header of a sequence.
    ///
    /// # Safety
    ///
    /// A valid sequence of this type is stored at `pos`.
    #[inline]
    pub(crate) unsafe fn header(&self, pos: L::Pos) -> L::SequenceHeader {
        // SAFETY: the caller promises the sequence.
        unsafe { (self.header)(pos) }
    }

    /// Skips a sequence, and returns its end.
    ///
    /// # Safety
    ///
    /// A valid sequence of this type is stored at `pos`.
    unsafe fn skip(&self, pos: L::Pos) -> L::Pos {
        // SAFETY: the caller promises the sequence, none of whose elements was read.
        unsafe {
            let (remaining, first) = L::RemainingElements::first(self.header(pos));
            self.skip_remaining(remaining, first)
        }
    }

    /// Skips the remaining elements, and returns the end of the sequence.
    ///
    /// # Safety
    ///
    /// The remaining elements of a valid sequence of this type are stored at `pos`.
    pub(crate) unsafe fn skip_remaining(&self, mut remaining: L::RemainingElements, mut pos: L::Pos) -> L::Pos {
        // SAFETY: the caller promises the elements; each begins where `next` returns its position.
        unsafe {
            if let Some(end) = (self.jump)(&remaining, pos) {
                return end;
            }
            let element = (self.element)();
            while let Some(start) = remaining.next(pos) {
                pos = element.skip(start);
            }
            remaining.after(pos)
        }
    }
}

impl<L: Layout> FieldTable<L> {
    /// Returns the table of the first field of `(T, R)`.
    pub(crate) const fn of<T: Field, R: List>() -> Self {
        Self {
            shape: ShapeTable::of::<ShapeOf<T>>,
            others: fields_of::<R, L>,
            is_absent: if T::MAY_BE_ABSENT { Some(L::is_absent::<T, R>) } else { None },
            size: FirstField::<T, R>::size::<L>(),
            tag: FirstField::<T, R>::tag::<L>(),
            is_fixed: FirstField::<T, R>::is_fixed::<L>(),
            is_sized: FirstField::<T, R>::is_sized::<L>(),
            is_followed: FirstField::<T, R>::is_followed::<L>(),
            is_last: FirstField::<T, R>::IS_LAST,
            is_end: FirstField::<T, R>::is_end::<L>(),
            is_level: is_level::<ShapeOf<T>>(),
        }
    }

    /// Returns whether the field is absent.
    ///
    /// # Safety
    ///
    /// Valid fields, of which this is the first, are stored at `from`, except for those that are absent.
    #[inline]
    pub(crate) unsafe fn is_absent(&self, (state, pos): FieldPos<L>) -> bool {
        // SAFETY: the caller promises that the fields before it end at `pos`.
        self.is_absent.is_some_and(|is_absent| unsafe { is_absent(state, pos) })
    }

    /// Returns the position of the field, after its tag and before its size.
    ///
    /// # Safety
    ///
    /// Valid fields, of which this is the first, are stored at `from`.
    #[inline]
    unsafe fn untag(&self, (state, pos): FieldPos<L>) -> L::Pos {
        match self.tag {
            _ if self.is_fixed => state.fixed(),
            None => pos,
            // SAFETY: the tag is stored before the field.
            Some(tag) => unsafe { L::pass_tag(pos, tag) },
        }
    }

    /// Returns the position of the value of the field.
    ///
    /// # Safety
    ///
    /// As for [`untag`](Self::untag).
    #[inline]
    pub(crate) unsafe fn enter(&self, from: FieldPos<L>) -> L::Pos {
        // SAFETY: the field's tag and size, if the layout writes them, are before the field.
        unsafe {
            let pos = self.untag(from);
            if self.is_sized { L::enter_sized(pos) } else { pos }
        }
    }

    /// Returns from where the fields after this one, whose value ends at `end`, are found.
    ///
    /// # Safety
    ///
    /// As for [`untag`](Self::untag); the field ends at `end`.
    #[inline]
    pub(crate) unsafe fn after(&self, (state, pos): FieldPos<L>, end: L::Pos) -> FieldPos<L> {
        let state = state.next_field();
        if self.is_fixed { (state.with_fixed(end), pos) } else { (state, end) }
    }

    /// Skips the field: returns from where the fields after it are found.
    ///
    /// # Safety
    ///
    /// As for [`untag`](Self::untag).
    #[inline]
    pub(crate) unsafe fn jump(&self, from: FieldPos<L>) -> FieldPos<L> {
        if !self.is_followed {
            return from;
        }
        // SAFETY: the field is valid, so its size is the one that its shape, the size before it or a walk determines.
        unsafe {
            if let Some(size) = self.size {
                return self.after(from, self.untag(from).advance(size));
            }
            if self.is_sized
                && let Some((_, end)) = L::span_sized(self.untag(from))
            {
                return self.after(from, end);
            }
            let end = (self.shape)().skip(self.enter(from));
            self.after(from, end)
        }
    }
}

/// Returns the tables of the fields `F`.
fn fields_of<F: List, L: Layout>() -> FieldTables<L> {
    // SAFETY: the operation requires nothing.
    unsafe { F::walk(MakeFields::<L>(PhantomData)) }
}

/// Returns the table of a shape, which is `S`. It requires nothing.
struct MakeTable<S, L>(PhantomData<(S, L)>);

impl<S: Shape, L: Layout> ShapeOp for MakeTable<S, L> {
    type Output = &'static ShapeTable<L>;

    unsafe fn leaf<T: Shape>(self) -> Self::Output {
        const { &ShapeTable::new::<S>(S::HAS_PARTS, PartTables::None(skip_value::<S, L>)) }
    }

    // (What another crate's type is packed as is not a part that has been declared.)
    unsafe fn adapted<T, C: Adapt<T>>(self) -> Self::Output {
        // SAFETY: the operation requires nothing.
        unsafe { self.leaf::<Adapted<T, C>>() }
    }

    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        const { &ShapeTable::new::<S>(S::HAS_PARTS, PartTables::Fields(StructTable::of::<Struct<N, F>, F>())) }
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        const { &ShapeTable::new::<S>(S::HAS_PARTS, PartTables::Constructors(EnumTable::of::<Enum<N, V>, V>())) }
    }

    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        const { &ShapeTable::new::<S>(S::HAS_PARTS, PartTables::Array(ArrayTable::of::<T, N>())) }
    }

    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        const { &ShapeTable::new::<S>(S::HAS_PARTS, PartTables::Elements(SequenceTable::of::<Q>())) }
    }
}

/// Returns the table of a constructor. It requires nothing.
struct MakeConstructor<L>(PhantomData<L>);

impl<L: Layout> FieldsOp for MakeConstructor<L> {
    type Output = &'static ConstructorTable<L>;

    unsafe fn fields<F: List>(self) -> Self::Output {
        const { &ConstructorTable::of::<F>() }
    }
}

/// Returns the tables of fields. It requires nothing.
struct MakeFields<L>(PhantomData<L>);

impl<L: Layout> ListOp for MakeFields<L> {
    type Output = FieldTables<L>;

    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        FieldTables::First(const { &FieldTable::of::<T, R>() })
    }

    unsafe fn end<E: End>(self) -> Self::Output {
        FieldTables::End(L::leave::<E>)
    }
}
