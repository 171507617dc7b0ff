//! Visits of the values of chosen types, wherever they are in a value: the trampoline.
//!
//! The visitor says which shapes it enters. All values in between are passed through, whatever their types are. Last
//! fields are left to the trampoline. A value that was entered and whose last field is still to be visited is recorded
//! on the heap, so that it can be left: all values that end with the same last field are left together, the innermost
//! one first.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::visit_group::{Children, Stop, VisitGroup};
use super::{FieldsOp, ListOp, ShapeOp};
use crate::cursor::{Brand, Cursor};
use crate::layout::{Frame, Layout, Remaining};
use crate::packable::Packable;
use crate::shape::adapted::{Adapt, Adapted};
use crate::shape::{
    Bounce, End, Enum, Field, FieldPos, FirstField, List, Named, Repeat, SequenceShape, Shape, ShapeOf, Sizes, Struct,
    Variants, after, begin_fields, begin_struct, enter, enter_element, is_absent, is_block, is_level, jump, skip_value,
};
use crate::wire::budget::saturated;
use crate::wire::identity::erased_id;
use crate::wire::invariant::Invariant;
use crate::wire::levels::Levels;
use crate::wire::stack::{COPIES, LEVEL};
use crate::wire::steps;

/// A value that a visit found, and whose shape is `S`.
pub struct Found<'a, 'id, S, L: Layout> {
    /// Invariant (M1): a valid value of shape `S`, in layout `L`, is stored there, in bytes that live for `'a`.
    pos: L::Pos,
    types: PhantomData<(&'a [u8], Invariant<S>)>,
    brand: Brand<'id>,
}

impl<'a, 'id, S: Shape, L: Layout> Found<'a, 'id, S, L> {
    /// Returns whether values of type `T` have the shape `S`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is<T: Packable + ?Sized>() -> bool {
        same_shape::<S, T::Shape>()
    }

    /// Returns the value at a position.
    ///
    /// # Safety
    ///
    /// M1 holds for `pos`.
    #[cfg(feature = "rayon-1")]
    pub(crate) unsafe fn new(pos: L::Pos) -> Self {
        Self { pos, types: PhantomData, brand: PhantomData }
    }

    /// Returns the position of the value.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn pos(&self) -> L::Pos {
        self.pos
    }

    /// Returns a cursor at the value, if values of type `T` have the shape `S`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cast<T: Packable<As = T> + ?Sized>(&self) -> Option<Cursor<'a, 'id, T, L>> {
        // SAFETY: by M1 a valid value of shape `S` is stored at `pos`, and that is the shape of `T` apart from
        // lifetimes, on which the bytes do not depend; so C1 holds.
        Self::is::<T>().then(|| unsafe { Cursor::new(self.pos) })
    }
}

/// Returns whether two shapes are the same, lifetimes apart.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn same_shape<S: Shape, T: Shape>() -> bool {
    let (one, other): (TypeId, TypeId) = (erased_id::<S>(), erased_id::<T>());
    one == other
}

/// A visit in progress: the visitor, and the values that were entered but not left, on the heap.
struct Visiting<'v, 'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> {
    visitor: &'v mut V,
    /// Invariant (M2): each position is that of a valid value of the shape for which the function was made, in layout
    /// `L`, in bytes that live for `'a`.
    entered: Vec<(L::Pos, LeaveFn<'a, L, G, V>)>,
    group: Invariant<G>,
}

/// A pointer to [`leave`] for some shape.
type LeaveFn<'a, L, G, V> =
    unsafe fn(<L as crate::layout::ReadLayout>::Pos, &mut V) -> ControlFlow<<G as VisitGroup<'a, L, V>>::Break>;

/// A pointer to [`step`] for some shape.
struct VisitFn<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    unsafe fn(L::Pos, &mut Visiting<'_, 'a, L, G, V>, Levels) -> Visited<'a, L, G, V>,
);

/// The result of one bounce of a visit.
type Visited<'a, L, G, V> = Result<
    Bounce<<L as crate::layout::ReadLayout>::Pos, VisitFn<'a, L, G, V>>,
    Stop<<G as VisitGroup<'a, L, V>>::Break>,
>;

/// Whether a visit looks at values of shape `S`, because it enters them or something in them may be entered.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reaches<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>() -> bool {
    S::HAS_PARTS || G::enters::<S>()
}

/// Returns the levels that are left for a value inside another one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn deeper<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    levels: Levels,
    is_level: bool,
) -> Result<Levels, Stop<G::Break>> {
    if !is_level {
        return Ok(levels);
    }
    let stack = const { saturated(size_of::<G::Break>().saturating_mul(COPIES).saturating_add(LEVEL)) };
    levels.deeper_by(stack).map_err(Stop::TooDeep)
}

/// Visits a whole value.
///
/// # Errors
///
/// Returns an error if the visitor breaks, or if the value nests too deeply.
///
/// # Safety
///
/// A valid value of shape `S`, in layout `L`, is stored at `pos`, in bytes that live for `'a`.
pub(crate) unsafe fn visit_root<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    pos: L::Pos,
    visitor: &mut V,
    levels: Levels,
) -> Result<(), Stop<G::Break>> {
    let mut visiting = Visiting::<L, G, V> { visitor, entered: Vec::new(), group: PhantomData };
    // SAFETY: the caller promises the value.
    unsafe { visit_value::<S, L, G, V>(pos, &mut visiting, levels).map(drop) }
}

/// Visits the parts of a value, without entering the value itself. Calls `at_last` with the position of each last field
/// before the field is visited: the next value that is entered is that field or inside it.
///
/// # Errors
///
/// Returns an error if the visitor breaks, or if the value nests too deeply.
///
/// # Safety
///
/// As for [`visit_root`].
#[cfg(feature = "rayon-1")]
pub(crate) unsafe fn visit_parts<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    pos: L::Pos,
    visitor: &mut V,
    levels: Levels,
    at_last: impl Fn(&mut V, L::Pos),
) -> Result<(), Stop<G::Break>> {
    let mut visiting = Visiting::<L, G, V> { visitor, entered: Vec::new(), group: PhantomData };
    // SAFETY: the caller promises the value; every further one was returned by a bounce, with the function for its
    // shape.
    unsafe {
        let mut bounce = parts::<S, L, G, V>(pos, &mut visiting, levels)?;
        while let Bounce::Continue(rest, VisitFn(next)) = bounce {
            steps::count(1);
            at_last(visiting.visitor, rest);
            bounce = next(rest, &mut visiting, levels)?;
        }
    }
    Ok(())
}

/// Visits one whole value, and returns its end.
///
/// # Safety
///
/// As for [`visit_root`].
unsafe fn visit_value<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    pos: L::Pos,
    visiting: &mut Visiting<'_, 'a, L, G, V>,
    levels: Levels,
) -> Result<L::Pos, Stop<G::Break>> {
    let outer = visiting.entered.len();
    // SAFETY: the caller promises the value, which begins with a head if this shape has one.
    let end_by_head = const { Sizes::<S, L>::HAS_HEAD }.then(|| unsafe { L::end_by_head::<S>(pos) });
    // SAFETY: the caller promises the first value; every further one was returned by a bounce, with the function for
    // its shape. By M2 so were those that were entered.
    unsafe {
        let mut bounce = step::<S, L, G, V>(pos, visiting, levels)?;
        loop {
            steps::count(1);
            match bounce {
                Bounce::Continue(rest, VisitFn(next)) => bounce = next(rest, visiting, levels)?,
                Bounce::End(end) => {
                    while visiting.entered.len() > outer {
                        let Some((pos, leave)) = visiting.entered.pop() else { break };
                        steps::count(1);
                        Stop::unless(leave(pos, visiting.visitor))?;
                    }
                    // (The innermost last field of the value ends at `end`.)
                    return Ok(end_by_head.unwrap_or_else(|| L::finish_trailing(end)));
                }
            }
        }
    }
}

/// Enters one value, if the visitor does, and visits its parts, as one bounce.
///
/// # Safety
///
/// As for [`visit_root`].
unsafe fn step<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    pos: L::Pos,
    visiting: &mut Visiting<'_, 'a, L, G, V>,
    levels: Levels,
) -> Visited<'a, L, G, V> {
    if G::enters::<S>() {
        // (M1 is the caller's promise.)
        let found = Found { pos, types: PhantomData, brand: PhantomData };
        visiting.entered.push((pos, leave::<S, L, G, V>));
        match G::enter::<S>(visiting.visitor, found) {
            ControlFlow::Continue(Children::Visit) => {}
            ControlFlow::Continue(Children::Skip) => {
                // (The end of a value with a head must be taken from there: C2.)
                if const { !Sizes::<S, L>::HAS_HEAD } {
                    // (M1 is the caller's promise.)
                    let found: Found<'a, '_, S, L> = Found { pos, types: PhantomData, brand: PhantomData };
                    if let Some(done) = G::end_of::<S>(visiting.visitor, &found) {
                        return Ok(Bounce::End(done.pos()));
                    }
                }
                // SAFETY: the caller promises the value.
                return Ok(Bounce::End(unsafe { skip_value::<S, L>(pos) }));
            }
            ControlFlow::Break(value) => return Err(Stop::Break(value)),
        }
    }
    // SAFETY: the caller promises the value.
    unsafe { parts::<S, L, G, V>(pos, visiting, levels) }
}

/// Leaves a value that was entered.
///
/// # Safety
///
/// As for [`visit_root`].
unsafe fn leave<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    pos: L::Pos,
    visitor: &mut V,
) -> ControlFlow<G::Break> {
    // (M1 is the caller's promise.)
    G::leave::<S>(visitor, Found { pos, types: PhantomData, brand: PhantomData })
}

/// Visits the parts of one value, as one bounce.
///
/// # Safety
///
/// As for [`visit_root`].
#[inline]
unsafe fn parts<'a, S: Shape, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    pos: L::Pos,
    visiting: &mut Visiting<'_, 'a, L, G, V>,
    levels: Levels,
) -> Visited<'a, L, G, V> {
    // SAFETY: the caller promises what `VisitParts` requires.
    unsafe { S::apply(VisitParts { pos, visiting, levels }) }
}

/// Visits the parts of a value. Requires that a valid value, in layout `L`, is stored at `pos`, in bytes that live for
/// `'a`.
struct VisitParts<'s, 'v, 'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> {
    pos: L::Pos,
    visiting: &'s mut Visiting<'v, 'a, L, G, V>,
    levels: Levels,
}

impl<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> ShapeOp for VisitParts<'_, '_, 'a, L, G, V> {
    type Output = Visited<'a, L, G, V>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        // SAFETY: the caller promises the value.
        Ok(Bounce::End(unsafe { skip_value::<S, L>(self.pos) }))
    }

    // (What another crate's type is packed as is not a part that has been declared.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn adapted<T, C: Adapt<T>>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.leaf::<Adapted<T, C>>() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        let Self { pos, visiting, levels } = self;
        // SAFETY: the caller promises a struct at `pos`; its fields are stored where the layout enters it.
        unsafe { F::walk(VisitFields { field: begin_struct::<Struct<N, F>, F, L>(pos), visiting, levels }) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn constructors<N: Named + ?Sized, C: Variants>(self) -> Self::Output {
        let Self { pos, visiting, levels } = self;
        // SAFETY: the caller promises a valid enum at `pos`: a tag of one of the constructors `C`, then its fields.
        unsafe {
            let (tag, state, fields) = L::enter_enum::<Enum<N, C>, C>(pos);
            C::select(tag, VisitFields { field: (state, fields), visiting, levels }).unwrap_unchecked()
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        let Self { pos, visiting, levels } = self;
        // SAFETY: the caller promises the array: `N` valid elements in order, where the layout enters it.
        unsafe {
            if !reaches::<ShapeOf<T>, L, G, V>() {
                return Ok(Bounce::End(skip_value::<Repeat<T, N>, L>(pos)));
            }
            let levels = deeper::<L, G, V>(levels, const { !is_block(&<Repeat<T, N> as Shape>::SIZE_CLASS) })?;
            let (state, mut pos) = L::enter_array::<ShapeOf<T>>(pos, N);
            for index in 0..N {
                let element = enter_element::<T, N, L>(pos, index);
                pos = visit_value::<ShapeOf<T>, L, G, V>(element, visiting, levels)?;
            }
            Ok(Bounce::End(L::leave::<()>(state, pos)))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        let Self { pos, visiting, levels } = self;
        // SAFETY: the caller promises the sequence. So its header is valid, and so is each element that the layout
        // returns.
        unsafe {
            if !reaches::<ShapeOf<Q::Element>, L, G, V>() {
                return Ok(Bounce::End(skip_value::<Q, L>(pos)));
            }
            let levels = deeper::<L, G, V>(levels, const { !is_block(&<ShapeOf<Q::Element> as Shape>::SIZE_CLASS) })?;
            let (mut remaining, mut pos) = L::RemainingElements::first(L::sequence_header::<ShapeOf<Q::Element>>(pos));
            while let Some(element) = remaining.next(pos) {
                pos = visit_value::<ShapeOf<Q::Element>, L, G, V>(element, visiting, levels)?;
            }
            Ok(Bounce::End(remaining.after(pos)))
        }
    }
}

/// Visits fields, as one bounce. Requires that valid fields, in layout `L`, are stored at `field`, in bytes that live
/// for `'a`.
struct VisitFields<'s, 'v, 'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> {
    field: FieldPos<L>,
    visiting: &'s mut Visiting<'v, 'a, L, G, V>,
    levels: Levels,
}

impl<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> FieldsOp for VisitFields<'_, '_, 'a, L, G, V> {
    type Output = Visited<'a, L, G, V>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> Self::Output {
        // SAFETY: the caller promises valid fields of a constructor.
        unsafe { F::walk(Self { field: begin_fields::<F, L>(self.field), ..self }) }
    }
}

impl<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> ListOp for VisitFields<'_, '_, 'a, L, G, V> {
    type Output = Visited<'a, L, G, V>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { visit_fields::<T, R, L, G, V>(self.field, self.visiting, self.levels) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end<E: End>(self) -> Self::Output {
        let (state, pos) = self.field;
        // SAFETY: there are no more fields, so all fields end at this position.
        Ok(Bounce::End(unsafe { L::leave::<E>(state, pos) }))
    }
}

/// Visits the fields `(T, R)`, as one bounce. (A function of its own, whose arguments stay in registers.)
///
/// # Safety
///
/// What [`VisitFields`] requires holds for these fields.
#[inline]
unsafe fn visit_fields<'a, T: Field, R: List, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized>(
    field: FieldPos<L>,
    visiting: &mut Visiting<'_, 'a, L, G, V>,
    levels: Levels,
) -> Visited<'a, L, G, V> {
    let reaches = reaches::<ShapeOf<T>, L, G, V>();
    // SAFETY: the caller promises the fields, which `enter` and `jump` require.
    unsafe {
        if is_absent::<T, R, L>(field) {
            return R::walk(VisitFields { field, visiting, levels });
        }
        if const { FirstField::<T, R>::is_end::<L>() } {
            let value = field.0.last(enter::<T, R, L>(field));
            return Ok(match reaches {
                true => Bounce::Continue(value, VisitFn(step::<ShapeOf<T>, L, G, V>)),
                false => Bounce::End(skip_value::<ShapeOf<T>, L>(value)),
            });
        }
        let field = if reaches {
            let levels = deeper::<L, G, V>(levels, const { is_level::<ShapeOf<T>>() })?;
            let end = visit_value::<ShapeOf<T>, L, G, V>(enter::<T, R, L>(field), visiting, levels)?;
            after::<T, R, L>(field, end)
        } else {
            jump::<T, R, L>(field)
        };
        R::walk(VisitFields { field, visiting, levels })
    }
}
