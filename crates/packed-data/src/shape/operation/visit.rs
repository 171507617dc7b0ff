//! Visits of the values of chosen types, wherever they are in a value: the trampoline.
//!
//! The visitor chooses the types that it enters. All values in between are passed through, whatever their types are.
//! Last fields are left to the trampoline. A value that was entered and whose last field is still to be visited is
//! recorded on the heap, so that it can be left: all values that end with the same last field are left together, the
//! innermost one first.
//!
//! A visit walks by the [tables](ShapeTable) of the shapes, so it is compiled once for each layout. (When it was
//! compiled for each type, and each visitor too, three visits of a syntax tree of 42 types were half of the lines that
//! the compiler made for the program; compiled for each type, but not for each visitor, a tenth.)

use alloc::vec::Vec;
use core::any::TypeId;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::cursor::{Brand, Cursor};
use crate::layout::{Frame, Layout, ReadLayout, Remaining};
use crate::packable::Packable;
use crate::shape::table::{FieldTable, FieldTables, PartTables, ShapeTable};
use crate::shape::{Bounce, FieldPos, Shape};
use crate::wire::identity::erased_id;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::steps;

/// A value that a visit found.
pub struct Found<'a, 'id, L: Layout> {
    /// Invariant (M1): a valid value of the shape with the identity `id`, in layout `L`, is stored there, in bytes that
    /// live for `'a`.
    pos: L::Pos,
    id: TypeId,
    types: PhantomData<&'a [u8]>,
    brand: Brand<'id>,
}

impl<'a, 'id, L: Layout> Found<'a, 'id, L> {
    /// Returns the value at a position.
    ///
    /// # Safety
    ///
    /// M1 holds for `pos` and `id`.
    pub(crate) unsafe fn new(pos: L::Pos, id: TypeId) -> Self {
        Self { pos, id, types: PhantomData, brand: PhantomData }
    }

    /// Returns a cursor at the value, if values of type `T` have its shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cast<T: Packable<As = T> + ?Sized>(&self) -> Option<Cursor<'a, 'id, T, L>> {
        // SAFETY: by M1 a valid value of the shape with this identity is stored at `pos`, and that is the shape of `T`
        // apart from lifetimes, on which the bytes do not depend; so C1 holds.
        (self.id == erased_id::<T::Shape>()).then(|| unsafe { Cursor::new(self.pos) })
    }
}

/// Returns whether two shapes are the same, lifetimes apart.
#[cfg(feature = "rayon-1")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn same_shape<S: Shape, T: Shape>() -> bool {
    let (one, other): (TypeId, TypeId) = (erased_id::<S>(), erased_id::<T>());
    one == other
}

/// The number of a value that is not of a chosen type, but has parts.
#[cfg(feature = "rayon-1")]
pub(crate) const PART: u32 = u32::MAX;

/// The types whose values a visit enters and leaves, each with a number: they are numbered in the order in which they
/// are added.
#[derive(Debug, Default)]
pub struct Chosen {
    /// The identities of the shapes, in the order of the numbers.
    ids: Vec<TypeId>,
    /// A table of numbers by hashes of identities: a slot has a number and one, or zero. So many slots are empty that
    /// nearly every type that is not chosen finds an empty one. The number of slots is a power of two.
    slots: Vec<u32>,
    /// Whether any type that was added has no parts.
    has_leaves: bool,
    /// Whether all values with parts are entered.
    #[cfg(feature = "rayon-1")]
    with_parts: bool,
}

impl Chosen {
    /// Adds a type. (The same one twice has the first number.)
    pub fn add<T: Packable + ?Sized>(&mut self) {
        self.add_shape::<T::Shape>();
    }

    /// Adds a shape.
    pub(crate) fn add_shape<S: Shape>(&mut self) {
        self.ids.push(erased_id::<S>());
        self.has_leaves |= !S::HAS_PARTS;
    }

    /// Chooses all values with parts, too: those that are of no type that was added have the number [`PART`].
    #[cfg(feature = "rayon-1")]
    pub(crate) fn all_with_parts(mut self) -> Self {
        self.with_parts = true;
        self
    }

    /// Returns the types that `choose` adds, and fills the table.
    pub(crate) fn of(choose: impl FnOnce(&mut Self)) -> Self {
        let mut chosen = Self::default();
        choose(&mut chosen);
        let len = (chosen.ids.len() * SLOTS_PER_TYPE).next_power_of_two();
        chosen.slots.resize(len, 0);
        for (id, number) in chosen.ids.iter().zip(1..) {
            let mut slot = hash(*id);
            while chosen.slots[slot & (len - 1)] != 0 {
                slot = slot.wrapping_add(1);
            }
            chosen.slots[slot & (len - 1)] = number;
        }
        chosen
    }

    /// Returns the identity of the shape with this number.
    #[inline]
    pub(crate) fn id(&self, number: u32) -> TypeId {
        self.ids[number as usize]
    }

    /// Returns the number of a shape, if its values are entered.
    #[inline]
    fn number<L: Layout>(&self, shape: &ShapeTable<L>) -> Option<u32> {
        let id = (shape.id)();
        let slot = hash(id);
        match self.slots.get(slot & self.slots.len().wrapping_sub(1)) {
            Some(number) if *number != 0 => {
                if let Some(found) = self.find(id, slot) {
                    return Some(found);
                }
            }
            _ => {}
        }
        #[cfg(feature = "rayon-1")]
        if shape.has_parts && self.with_parts {
            return Some(PART);
        }
        None
    }

    /// Returns whether a visit looks at values of this shape, because it enters them, or may enter something in them.
    #[inline]
    fn reaches<L: Layout>(&self, shape: &ShapeTable<L>) -> bool {
        shape.has_parts || self.has_leaves && self.number(shape).is_some()
    }

    /// Returns the number of the shape with this identity, whose hash is `slot`.
    fn find(&self, id: TypeId, mut slot: usize) -> Option<u32> {
        // (At least one slot is empty.)
        loop {
            let number = self.slots[slot & (self.slots.len() - 1)].checked_sub(1)?;
            if self.ids[number as usize] == id {
                return Some(number);
            }
            slot = slot.wrapping_add(1);
        }
    }
}

/// Slots of the table of chosen types for each of them, at least.
const SLOTS_PER_TYPE: usize = 16;

/// Returns a hash of an identity, which is one already.
#[inline(always)]
fn hash(id: TypeId) -> usize {
    struct Low(u64);

    impl Hasher for Low {
        fn write(&mut self, bytes: &[u8]) {
            self.0 = bytes.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
        }

        #[inline(always)]
        fn write_u64(&mut self, n: u64) {
            self.0 = n;
        }

        fn finish(&self) -> u64 {
            self.0
        }
    }

    let mut low = Low(0);
    id.hash(&mut low);
    low.0 as usize
}

/// What a visitor wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The parts of the value.
    Visit,
    /// What follows the value.
    Skip,
    /// Nothing.
    Break,
}

/// Receives the values that a visit enters. (It is a trait object, so that the walk is compiled once in each layout,
/// and not once for each visitor.)
pub(crate) trait Visitor<L: Layout> {
    /// Enters a value of the type with this number.
    ///
    /// # Safety
    ///
    /// A valid value of the type with this number is stored at `pos`, in bytes that live as long as the caller of the
    /// visit has promised; `shape` is the table of its shape.
    unsafe fn enter(&mut self, number: u32, pos: L::Pos, shape: &'static ShapeTable<L>) -> Flow;

    /// Returns the end of a value whose parts are skipped, if the visitor knows it; otherwise the value is skipped by a
    /// walk, where the layout has no sizes.
    ///
    /// # Safety
    ///
    /// As for [`enter`](Self::enter).
    unsafe fn end_of(&self, _number: u32, _pos: L::Pos) -> Option<L::Pos> {
        None
    }

    /// Leaves a value that was entered; returns whether the visit goes on.
    ///
    /// # Safety
    ///
    /// As for [`enter`](Self::enter).
    unsafe fn leave(&mut self, _number: u32, _pos: L::Pos) -> bool {
        true
    }
}

/// Why a visit ended early.
pub(crate) enum Stopped {
    /// The visitor has said so.
    Break,
    /// The value nests more deeply, or takes more stack, than the limits allow.
    TooDeep(TooDeep),
}

/// A visit in progress: the visitor, and the values that were entered but not left, on the heap.
pub(crate) struct Visiting<'v, L: Layout> {
    visitor: &'v mut dyn Visitor<L>,
    chosen: &'v Chosen,
    /// Invariant (M2): at each position a valid value of the type with this number is stored, in layout `L`, in bytes
    /// that live as long as the caller of the visit has promised.
    entered: Vec<(L::Pos, u32)>,
    /// Whether the next value of a chosen type is not entered.
    passes_one: bool,
}

/// The result of one bounce of a visit.
type Visited<L> = Result<Bounce<<L as ReadLayout>::Pos, &'static ShapeTable<L>>, Stopped>;

/// What becomes of a value that a visit has reached.
enum Entered<L: Layout> {
    /// Its parts are visited.
    Parts,
    /// They are skipped; its end, if the visitor knows it.
    Skip(Option<L::Pos>),
    Break,
}

impl<L: Layout> Visiting<'_, L> {
    /// Enters a value of a chosen type.
    ///
    /// # Safety
    ///
    /// As for [`Visitor::enter`].
    unsafe fn enter(&mut self, number: u32, pos: L::Pos, shape: &'static ShapeTable<L>) -> Entered<L> {
        if core::mem::take(&mut self.passes_one) {
            return Entered::Parts;
        }
        self.entered.push((pos, number));
        // SAFETY: the caller's promise is passed on unchanged.
        match unsafe { self.visitor.enter(number, pos, shape) } {
            Flow::Visit => Entered::Parts,
            // (The end of a value that has a head must be taken from there: C2.)
            Flow::Skip if shape.has_head() => Entered::Skip(None),
            // SAFETY: the caller's promise is passed on unchanged.
            Flow::Skip => Entered::Skip(unsafe { self.visitor.end_of(number, pos) }),
            Flow::Break => Entered::Break,
        }
    }

    /// Runs bounces until a value is visited, and leaves what was entered meanwhile; returns the end of the innermost
    /// last field.
    ///
    /// # Safety
    ///
    /// `visited` was returned by a bounce of this visit, before which `outer` values were entered and not left.
    unsafe fn finish(&mut self, visited: Visited<L>, outer: usize, levels: Levels) -> Result<L::Pos, Stopped> {
        let mut bounce = visited?;
        loop {
            steps::count(1);
            match bounce {
                // SAFETY: it was returned by a bounce, with the table of its shape.
                Bounce::Continue(rest, shape) => bounce = unsafe { step(rest, shape, self, levels)? },
                Bounce::End(end) => {
                    while self.entered.len() > outer {
                        let Some((pos, number)) = self.entered.pop() else { break };
                        steps::count(1);
                        // SAFETY: by M2 the value is stored there.
                        if !unsafe { self.visitor.leave(number, pos) } {
                            return Err(Stopped::Break);
                        }
                    }
                    return Ok(end);
                }
            }
        }
    }
}

/// Returns the levels that are left for a value inside another one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn deeper(levels: Levels, is_level: bool) -> Result<Levels, Stopped> {
    if is_level { levels.deeper().map_err(Stopped::TooDeep) } else { Ok(levels) }
}

/// Visits a whole value.
///
/// # Errors
///
/// Returns an error if the visitor breaks, or if the value nests too deeply.
///
/// # Safety
///
/// A valid value of this shape, in layout `L`, is stored at `pos`, in bytes that live as long as the visitor
/// requires.
pub(crate) unsafe fn visit_root<L: Layout>(
    pos: L::Pos,
    shape: &'static ShapeTable<L>,
    chosen: &Chosen,
    visitor: &mut dyn Visitor<L>,
    levels: Levels,
) -> Result<(), Stopped> {
    let mut visiting = Visiting { visitor, chosen, entered: Vec::new(), passes_one: false };
    // SAFETY: the caller promises the value.
    unsafe {
        let visited = step(pos, shape, &mut visiting, levels);
        visiting.finish(visited, 0, levels).map(drop)
    }
}

/// Visits the parts of a value, without entering the value itself, which is of a chosen type. Calls `at_last` with the
/// position of each last field before the field is visited: the next value that is entered is that field or inside it.
///
/// # Errors
///
/// Returns an error if the visitor breaks, or if the value nests too deeply.
///
/// # Safety
///
/// As for [`visit_root`].
#[cfg(feature = "rayon-1")]
pub(crate) unsafe fn visit_parts<L: Layout, V: Visitor<L>>(
    pos: L::Pos,
    shape: &'static ShapeTable<L>,
    chosen: &Chosen,
    visitor: &mut V,
    levels: Levels,
    at_last: impl Fn(&mut V, L::Pos),
) -> Result<(), Stopped> {
    // (The visitor is lent to each bounce, so that it can be called between them. No value is left.)
    let mut visiting = Visiting { visitor, chosen, entered: Vec::new(), passes_one: true };
    // SAFETY: the caller promises the value.
    let mut bounce = unsafe { step(pos, shape, &mut visiting, levels)? };
    while let Bounce::Continue(rest, shape) = bounce {
        steps::count(1);
        at_last(visitor, rest);
        let mut visiting = Visiting { visitor, chosen, entered: Vec::new(), passes_one: false };
        // SAFETY: it was returned by a bounce, with the table of its shape.
        bounce = unsafe { step(rest, shape, &mut visiting, levels)? };
    }
    Ok(())
}

/// Visits one whole value, and returns its end.
///
/// # Safety
///
/// As for [`visit_root`].
unsafe fn visit_value<L: Layout>(
    pos: L::Pos,
    shape: &'static ShapeTable<L>,
    visiting: &mut Visiting<'_, L>,
    levels: Levels,
) -> Result<L::Pos, Stopped> {
    let outer = visiting.entered.len();
    // SAFETY: the caller promises the value. The innermost last field of it ends where the bounces end.
    unsafe {
        let end_by_head = shape.stated_end(pos);
        let visited = step(pos, shape, visiting, levels);
        let end = visiting.finish(visited, outer, levels)?;
        Ok(end_by_head.unwrap_or_else(|| L::finish_trailing(end)))
    }
}

/// Enters one value, if it is of a chosen type, and visits its parts, as one bounce.
///
/// # Safety
///
/// As for [`visit_root`].
unsafe fn step<L: Layout>(
    pos: L::Pos,
    shape: &'static ShapeTable<L>,
    visiting: &mut Visiting<'_, L>,
    levels: Levels,
) -> Visited<L> {
    if let Some(number) = visiting.chosen.number(shape) {
        // SAFETY: the caller promises the value, which is of the type with this number.
        match unsafe { visiting.enter(number, pos, shape) } {
            Entered::Parts => {}
            Entered::Skip(Some(end)) => return Ok(Bounce::End(end)),
            // SAFETY: the caller promises the value.
            Entered::Skip(None) => return Ok(Bounce::End(unsafe { shape.skip(pos) })),
            Entered::Break => return Err(Stopped::Break),
        }
    }
    // SAFETY: the caller promises the value: a struct or enum has valid fields where the layout enters it, an array and
    // a sequence as many valid elements as the type or the header says.
    unsafe {
        match &shape.parts {
            PartTables::None(skip) => Ok(Bounce::End(skip(pos))),
            PartTables::Fields(table) => {
                let (constructor, from) = table.enter(pos);
                visit_fields((constructor.fields)(), from, visiting, levels)
            }
            PartTables::Constructors(table) => {
                let (_, constructor, from) = table.enter(pos);
                visit_fields((constructor.fields)(), from, visiting, levels)
            }
            PartTables::Array(table) => {
                let element = (table.element)();
                if !visiting.chosen.reaches(element) {
                    return Ok(Bounce::End(shape.skip(pos)));
                }
                let levels = deeper(levels, table.is_level)?;
                let (state, mut pos) = table.enter(pos);
                for index in 0..table.len {
                    pos = visit_value(table.enter_element(pos, index), element, visiting, levels)?;
                }
                Ok(Bounce::End(L::leave::<()>(state, pos)))
            }
            PartTables::Elements(table) => {
                let element = (table.element)();
                if !visiting.chosen.reaches(element) {
                    return Ok(Bounce::End(shape.skip(pos)));
                }
                let levels = deeper(levels, table.is_level)?;
                let (mut remaining, mut pos) = L::RemainingElements::first(table.header(pos));
                while let Some(at) = remaining.next(pos) {
                    pos = visit_value(at, element, visiting, levels)?;
                }
                Ok(Bounce::End(remaining.after(pos)))
            }
        }
    }
}

/// Visits fields, as one bounce.
///
/// # Safety
///
/// Valid fields of these tables, in layout `L`, are stored at `from`, in bytes that live as long as the visitor
/// requires.
unsafe fn visit_fields<L: Layout>(
    mut fields: FieldTables<L>,
    mut from: FieldPos<L>,
    visiting: &mut Visiting<'_, L>,
    levels: Levels,
) -> Visited<L> {
    loop {
        let field: &FieldTable<L> = match fields {
            FieldTables::First(field) => field,
            // SAFETY: there are no more fields, so all fields end at this position.
            FieldTables::End(leave) => return Ok(Bounce::End(unsafe { leave(from.0, from.1) })),
        };
        fields = (field.others)();
        // SAFETY: the caller promises the fields, of which this is the next one.
        unsafe {
            if field.is_absent(from) {
                continue;
            }
            let shape = (field.shape)();
            let reaches = visiting.chosen.reaches(shape);
            if field.is_end {
                let value = from.0.last(field.enter(from));
                return Ok(if reaches { Bounce::Continue(value, shape) } else { Bounce::End(shape.skip(value)) });
            }
            from = if reaches {
                let levels = deeper(levels, field.is_level)?;
                let end = visit_value(field.enter(from), shape, visiting, levels)?;
                field.after(from, end)
            } else {
                field.jump(from)
            };
        }
    }
}
