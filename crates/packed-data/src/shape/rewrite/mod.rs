//! Rewriting: copies a value, and applies rules to certain values inside it.
//!
//! A rule applies to all values of a type. A `Plan` is made once: for each type that a value can contain, it has a node
//! that says whether a rule applies to that type, and whether one applies to a type inside it. Other values are copied
//! as bytes. The others are taken apart and written anew, by one operation over shapes. It is trampolined: a last field
//! that nests is left to the loop in `finish`.

mod plan;
mod variants;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;

pub(crate) use plan::{Plan, id_of};
use variants::ConstructorPlace;
pub(super) use variants::RewriteVariants;

use super::{
    Enum, Field, FieldPos, FirstField, Keyed, List, Named, Repeat, Rest, ScalarShape, Sequence, SequenceShape, Shape,
    ShapeOf, Sizes, SortedSequence, Struct, Text, Variants, after, begin_struct, enter, is_absent, jump,
};
use crate::build::{Filled, Needs, NeedsFields};
use crate::cursor::{Cursor, Done};
use crate::layout::{Layout, ReadLayout};
use crate::packable::Packable;

use crate::wire::scalar::Scalar;
use crate::wire::steps;

/// A rule: a function that writes values of one type anew.
pub(crate) struct Rule<'f, L> {
    pub(crate) id: TypeId,
    pub(crate) apply: Box<dyn Apply<L> + 'f>,
}

/// The end of a value that was read, and the proof that the new one was written; or the place, if the rule left the
/// value as it is.
pub(crate) type Applied<'n, T, L> = Result<(<L as ReadLayout>::Pos, Filled<'n>), Needs<'n, T, L>>;

/// The function of a rule, whose type is erased.
pub(crate) trait Apply<L: Layout> {
    /// Applies the rule to the value at `pos`.
    ///
    /// # Safety
    ///
    /// A valid value of the type of the rule is stored at `pos`, and `needs` is a place for such a value.
    unsafe fn apply<'n>(&self, pos: L::Pos, needs: Needs<'n, (), L>, rewriting: Rewriting<'_, L>)
    -> Applied<'n, (), L>;
}

/// A rewriting in progress: the third argument of a rule. With it a rule goes on inside a value.
///
/// ```
/// use packed_data::Packed;
///
/// // Swaps the parts of each pair, and applies the rule for numbers to them.
/// let packed = Packed::<Vec<(u8, u8)>>::pack(&vec![(1, 2), (3, 4)]);
/// let changed = packed.rewrite(|rules| {
///     rules.on::<u8>(|n, needs, _| n.read().map(|n| needs.put(&(n * 10)))).on::<(u8, u8)>(|pair, needs, rewriting| {
///         let first = pair.fields();
///         let new = needs.fields().with(|needs| first.skip().with(|second| rewriting.rewrite(second, needs)).0);
///         let (new, second) = (new.with(|needs| first.with(|first| rewriting.rewrite(first, needs)).0), first.skip());
///         second.skip().done(new.done())
///     })
/// });
/// assert_eq!(changed, Packed::pack(&vec![(20, 10), (40, 30)]));
/// ```
pub struct Rewriting<'r, L> {
    pub(crate) plan: &'r Plan,
    pub(crate) rules: &'r [Rule<'r, L>],
    /// The node of the type of the rule that is applied.
    pub(crate) here: usize,
}

impl<L> Clone for Rewriting<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Rewriting<'_, L> {}

/// The result of a bounce of rewriting.
pub enum Rewritten<'n, L: Layout> {
    /// The value ends at this position, and the new one was written.
    End(L::Pos, Filled<'n>),
    /// A last field remains, to be read at this position and written at this place by this function.
    Continue(L::Pos, Needs<'n, (), L>, StepFn<L>, usize),
}

/// [`step`] for some type.
pub struct StepFn<L: Layout>(for<'n> unsafe fn(L::Pos, Needs<'n, (), L>, usize, &Rewriting<'_, L>) -> Rewritten<'n, L>);

/// The operation over shapes. Every [`Shape`] implements it.
///
/// # Safety
///
/// Only the library implements this trait. `rewrite` returns the end of the value that it reads.
pub unsafe trait RewriteShape: Sized {
    /// Adds the types of the parts to the plan; returns their nodes, as in `Node::parts`.
    fn parts(_: &mut Plan) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Takes one value apart, and writes it anew from its rewritten parts, as one bounce.
    ///
    /// # Safety
    ///
    /// A valid `T` is stored at `pos`, and `node` is its node.
    unsafe fn rewrite<'n, T, L>(_: L::Pos, _: Needs<'n, T, L>, _: usize, _: &Rewriting<'_, L>) -> Rewritten<'n, L>
    where
        T: Packable<As = T, Shape = Self> + ?Sized,
        L: Layout,
    {
        unreachable!("a value without parts is copied")
    }
}

// SAFETY: a scalar has no parts, so `rewrite` does not return.
unsafe impl<S: Scalar> RewriteShape for ScalarShape<S> {}
// SAFETY: the bytes have no parts that are known, so `rewrite` does not return.
unsafe impl RewriteShape for super::UnknownShape {}
// SAFETY: a string has no parts, so `rewrite` does not return.
unsafe impl RewriteShape for Text {}
// SAFETY: an item has no parts that have a type, so `rewrite` does not return.
#[cfg(feature = "cbor")]
unsafe impl RewriteShape for super::RawItem {}

/// Handles one value as one bounce: by the rule for its type if there is one, otherwise as [`inside`] does.
///
/// # Safety
///
/// A valid `T` is stored at `pos`, and `node` is its node.
#[inline]
unsafe fn step<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    mut needs: Needs<'n, T, L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    steps::count(1);
    if let Some(rule) = rewriting.plan.rule(node) {
        // SAFETY: the rule is for the type of the node, which is `T`, perhaps with other lifetimes, on which neither
        // bytes nor places depend.
        match unsafe { rewriting.rules[rule].apply.apply(pos, needs.cast(), Rewriting { here: node, ..*rewriting }) } {
            Ok((end, filled)) => return Rewritten::End(end, filled),
            // SAFETY: it is the same place.
            Err(same) => needs = unsafe { same.cast() },
        }
    }
    // SAFETY: the caller's promise is passed on.
    unsafe { inside(pos, needs, node, rewriting) }
}

/// [`step`] for a place whose type is erased.
///
/// # Safety
///
/// As for [`step`]; `needs` is a place for a `T`.
unsafe fn step_erased<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, (), L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    // SAFETY: the caller's promise is passed on.
    unsafe { step::<T, L>(pos, needs.cast(), node, rewriting) }
}

/// Handles one value, without the rule for its own type, as one bounce: takes it apart if a rule is for a type inside
/// it, otherwise copies it.
///
/// # Safety
///
/// As for [`step`].
#[inline]
unsafe fn inside<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, T, L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    if rewriting.plan.is_changed_inside(node) {
        // SAFETY: the caller's promise is passed on.
        return unsafe { T::Shape::rewrite::<T, L>(pos, needs, node, rewriting) };
    }
    // SAFETY: the caller promises the value; the brand is fresh.
    let done = unsafe { Cursor::<'_, '_, T, L>::new(pos) }.copy_to(needs);
    Rewritten::End(done.pos(), done.into_value())
}

/// Runs bounces until the value is written: the trampoline.
///
/// # Safety
///
/// `rewritten` was returned by a bounce of this rewriting.
unsafe fn finish<'n, L: Layout>(mut rewritten: Rewritten<'n, L>, rewriting: &Rewriting<'_, L>) -> (L::Pos, Filled<'n>) {
    loop {
        match rewritten {
            // SAFETY: the innermost last field of the value ends at `end`.
            Rewritten::End(end, filled) => return (unsafe { L::finish_trailing(end) }, filled),
            Rewritten::Continue(pos, needs, StepFn(step), node) => {
                // SAFETY: a bounce returns the position of a valid value, a place for it, its node, and the function
                // for its type.
                rewritten = unsafe { step(pos, needs, node, rewriting) };
            }
        }
    }
}

/// Rewrites one value, with the rule for its own type if `APPLY`; returns its end.
///
/// # Safety
///
/// As for [`step`].
pub(crate) unsafe fn rewrite_value<'n, T: Packable<As = T> + ?Sized, L: Layout, const APPLY: bool>(
    pos: L::Pos,
    needs: Needs<'n, T, L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> (L::Pos, Filled<'n>) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        let end_by_head = const { Sizes::<T::Shape, L>::HAS_HEAD }.then(|| L::end_by_head::<T::Shape>(pos));
        let rewritten = if APPLY { step(pos, needs, node, rewriting) } else { inside(pos, needs, node, rewriting) };
        let (end, filled) = finish(rewritten, rewriting);
        (end_by_head.unwrap_or(end), filled)
    }
}

// SAFETY: the fields are rewritten by their list, which returns their end.
unsafe impl<N: Named + ?Sized, F: List> RewriteShape for Struct<N, F> {
    fn parts(plan: &mut Plan) -> Vec<Vec<usize>> {
        let mut fields = Vec::new();
        F::parts(plan, &mut fields);
        Vec::from([fields])
    }

    unsafe fn rewrite<'n, T, L>(
        pos: L::Pos,
        needs: Needs<'n, T, L>,
        node: usize,
        rewriting: &Rewriting<'_, L>,
    ) -> Rewritten<'n, L>
    where
        T: Packable<As = T, Shape = Self> + ?Sized,
        L: Layout,
    {
        // SAFETY: the caller promises a struct at `pos`; its fields are stored where the layout enters it.
        unsafe { F::rewrite(begin_struct::<Self, F, L>(pos), needs.fields(), rewriting.plan.parts(node, 0), rewriting) }
    }
}

// SAFETY: the fields are rewritten by the list of the constructor that the tag says, which returns their end.
unsafe impl<N: Named + ?Sized, V: Variants> RewriteShape for Enum<N, V> {
    fn parts(plan: &mut Plan) -> Vec<Vec<usize>> {
        let mut constructors = Vec::new();
        V::parts(plan, &mut constructors);
        constructors
    }

    unsafe fn rewrite<'n, T, L>(
        pos: L::Pos,
        needs: Needs<'n, T, L>,
        node: usize,
        rewriting: &Rewriting<'_, L>,
    ) -> Rewritten<'n, L>
    where
        T: Packable<As = T, Shape = Self> + ?Sized,
        L: Layout,
    {
        // SAFETY: the caller promises a valid enum at `pos`: a tag of one of the constructors `V`, then its fields.
        unsafe {
            let (tag, state, fields) = L::enter_enum::<Self, V>(pos);
            let parts = rewriting.plan.parts(node, tag);
            let place = ConstructorPlace::<T, N, V, L> { needs, tag, types: PhantomData };
            match V::rewrite(tag, (state, fields), place, parts, rewriting) {
                Ok(rewritten) => rewritten,
                Err(_) => unreachable!("a valid tag is that of a constructor"),
            }
        }
    }
}

/// Rewrites the elements of a sequence, set or map.
macro_rules! sequences {
    ($([$($generics:tt)*] $Shape:ty;)+) => {$(
        // SAFETY: `Items::done` returns the end of the sequence.
        unsafe impl<$($generics)*> RewriteShape for $Shape {
            fn parts(plan: &mut Plan) -> Vec<Vec<usize>> {
                Vec::from([Vec::from([plan.node::<<<Self as SequenceShape>::Element as Field>::Of>()])])
            }

            unsafe fn rewrite<'n, T, L>(
                pos: L::Pos,
                needs: Needs<'n, T, L>,
                node: usize,
                rewriting: &Rewriting<'_, L>,
            ) -> Rewritten<'n, L>
            where
                T: Packable<As = T, Shape = Self> + ?Sized,
                L: Layout,
            {
                // SAFETY: the caller's promise is passed on.
                unsafe { rewrite_items(pos, needs, node, rewriting) }
            }
        }
    )+};
}

sequences! {
    [E: Field, const V: bool] Sequence<E, V>;
    [E: Keyed] SortedSequence<E>;
}

/// Rewrites a sequence, set or map.
///
/// # Safety
///
/// As for [`step`].
unsafe fn rewrite_items<'n, S: SequenceShape, T: Packable<As = T, Shape = S> + ?Sized, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, T, L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    let element = rewriting.plan.parts(node, 0)[0];
    // SAFETY: the caller promises the sequence; the brand is fresh.
    let mut items = unsafe { Cursor::<'_, '_, T, L>::new(pos) }.items();
    let mut new = needs.sequence(items.stated());
    let mut goes_on = !items.is_empty();
    while goes_on {
        // (Beyond a limit the closure is not called: nothing is written or read, and the whole value fails.)
        goes_on = false;
        new = new.push(|needs| {
            let filled = items.next(|item| {
                // SAFETY: by C1 a valid element is stored at the position of the cursor. `rewrite_value` returns the
                // end of it (C2).
                unsafe {
                    let (end, filled) = rewrite_value::<_, L, true>(item.pos(), needs, element, rewriting);
                    Done::at(end, filled)
                }
            });
            goes_on = !items.is_empty();
            filled.unwrap_or_else(|| unreachable!("the sequence is not empty"))
        });
    }
    let done = items.done(new.done());
    Rewritten::End(done.pos(), done.into_value())
}

// SAFETY: `Items::done` returns the end of the array.
unsafe impl<E: Field, const N: usize> RewriteShape for Repeat<E, N> {
    fn parts(plan: &mut Plan) -> Vec<Vec<usize>> {
        Vec::from([Vec::from([plan.node::<E::Of>()])])
    }

    unsafe fn rewrite<'n, T, L>(
        pos: L::Pos,
        needs: Needs<'n, T, L>,
        node: usize,
        rewriting: &Rewriting<'_, L>,
    ) -> Rewritten<'n, L>
    where
        T: Packable<As = T, Shape = Self> + ?Sized,
        L: Layout,
    {
        let element = rewriting.plan.parts(node, 0)[0];
        // SAFETY: the caller promises the array; the brand is fresh.
        let mut elements = unsafe { Cursor::<'_, '_, T, L>::new(pos) }.elements();
        let filled = needs.array(|needs, _| {
            let filled = elements.next(|item| {
                // SAFETY: as in `rewrite_items`.
                unsafe {
                    let (end, filled) = rewrite_value::<_, L, true>(item.pos(), needs, element, rewriting);
                    Done::at(end, filled)
                }
            });
            filled.unwrap_or_else(|| unreachable!("both arrays have as many elements"))
        });
        let done = elements.done(filled);
        Rewritten::End(done.pos(), done.into_value())
    }
}

/// The operation over a list of fields. Every [`List`] implements it.
///
/// # Safety
///
/// Only the library implements this trait. `rewrite` returns the end of the fields.
pub unsafe trait RewriteList: Sized {
    /// Adds the types of the fields to the plan, and their nodes to `fields`.
    fn parts(plan: &mut Plan, fields: &mut Vec<usize>);

    /// Rewrites the fields, as one bounce; `nodes` are their nodes.
    ///
    /// # Safety
    ///
    /// Valid fields of this list are stored at the position.
    unsafe fn rewrite<'n, L: Layout>(
        from: FieldPos<L>,
        to: NeedsFields<'n, Self, L>,
        nodes: &[usize],
        rewriting: &Rewriting<'_, L>,
    ) -> Rewritten<'n, L>;
}

/// Implements the operation over the ends of lists.
macro_rules! ends {
    ($($End:ty),+) => {$(
        // SAFETY: there are no fields left, and `leave` returns the end of the value.
        unsafe impl RewriteList for $End {
            fn parts(_: &mut Plan, _: &mut Vec<usize>) {}

            unsafe fn rewrite<'n, L: Layout>(
                (state, pos): FieldPos<L>,
                to: NeedsFields<'n, Self, L>,
                _: &[usize],
                _: &Rewriting<'_, L>,
            ) -> Rewritten<'n, L> {
                // SAFETY: there are no more fields, so all fields end at this position.
                Rewritten::End(unsafe { L::leave::<Self>(state, pos) }, to.done())
            }
        }
    )+};
}

ends!((), Rest);

// SAFETY: each field is found by `enter`, and ends where rewriting it says, or where `jump` does.
unsafe impl<T: Field, R: List> RewriteList for (T, R) {
    fn parts(plan: &mut Plan, fields: &mut Vec<usize>) {
        let node = plan.node::<T::Of>();
        fields.push(node);
        R::parts(plan, fields);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn rewrite<'n, L: Layout>(
        from: FieldPos<L>,
        to: NeedsFields<'n, Self, L>,
        nodes: &[usize],
        rewriting: &Rewriting<'_, L>,
    ) -> Rewritten<'n, L> {
        let [node, others @ ..] = nodes else { unreachable!("each field has a node") };
        // SAFETY: the caller promises valid fields, which `enter` and `jump` require, except for those that are absent.
        unsafe {
            if is_absent::<T, R, L>(from) {
                return R::rewrite(from, to.with(T::write_default), others, rewriting);
            }
            let field = enter::<T, R, L>(from);
            if const { FirstField::<T, R>::is_end::<L>() } && rewriting.plan.is_changed(*node) {
                let field = L::last(from.0, field);
                return if <ShapeOf<T> as Shape>::TRAMPOLINED {
                    Rewritten::Continue(field, to.last().cast(), StepFn(step_erased::<T::Of, L>), *node)
                } else {
                    step::<T::Of, L>(field, to.last(), *node, rewriting)
                };
            }
            let mut end = None;
            let to = to.with(|needs| {
                let (field_end, filled) = rewrite_value::<T::Of, L, true>(field, needs, *node, rewriting);
                end = Some(field_end);
                filled
            });
            // (Beyond a limit the closure was not called: nothing was written or read, and the whole value fails.)
            let fields = match end {
                Some(end) => after::<T, R, L>(from, end),
                None => jump::<T, R, L>(from),
            };
            R::rewrite(fields, to, others, rewriting)
        }
    }
}
