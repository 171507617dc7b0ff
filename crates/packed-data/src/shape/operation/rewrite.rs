//! Rewriting: copies a value, and applies rules to certain values inside it.
//!
//! A rule applies to all values of a type. A `Plan` is made once: for each type that a value can contain, it has a node
//! that says whether a rule applies to that type, and whether one applies to a type inside it. Values to which neither
//! applies are copied as bytes. The others are taken apart and written anew, by one operation over shapes. It is
//! trampolined: a last field that nests is left to the loop in `finish`.

use alloc::boxed::Box;
use core::any::TypeId;
use core::marker::PhantomData;

pub(crate) use super::rewrite_plan::{Plan, id_of};
use super::{FieldsOp, ListOp, ShapeOp};
use crate::build::{Filled, Needs, NeedsFields, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Frame, Layout, ReadLayout};
use crate::packable::Packable;
use crate::shape::adapted::{Adapt, Adapted};
use crate::shape::{
    End, Enum, Field, FieldPos, FirstField, List, Named, Repeat, SequenceShape, Shape, ShapeOf, Struct, Variants,
    after, begin_fields, begin_struct, enter, is_absent, jump, stated_end,
};
use crate::view::View;
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
enum Rewritten<'n, L: Layout> {
    /// The value ends at this position, and the new one was written.
    End(L::Pos, Filled<'n>),
    /// A last field remains, to be read at this position and written at this place by this function.
    Continue(L::Pos, Needs<'n, (), L>, StepFn<L>, usize),
}

/// [`step`] for some type.
struct StepFn<L: Layout>(for<'n> unsafe fn(L::Pos, Needs<'n, (), L>, usize, &Rewriting<'_, L>) -> Rewritten<'n, L>);

/// Handles one value as one bounce: by the rule for its type if there is one, otherwise as [`inside`] does.
///
/// # Safety
///
/// A valid `T` is stored at `pos`, and `node` is its node.
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
unsafe fn inside<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, T, L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    if rewriting.plan.is_changed_inside(node) {
        // SAFETY: the caller promises what `Rewrite` requires.
        return unsafe { T::Shape::apply(Rewrite { pos, needs: needs.cast(), node, rewriting }) };
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

/// An argument of [`rewrite_value`]: the rule for the value's own type applies to it.
pub(crate) const WITH_OWN_RULE: bool = true;
/// An argument of [`rewrite_value`]: rules apply only to values inside the value.
pub(crate) const ONLY_INSIDE: bool = false;

/// Rewrites one value; returns its end. `RULES` is [`WITH_OWN_RULE`] or [`ONLY_INSIDE`].
///
/// # Safety
///
/// As for [`step`].
#[inline(never)]
pub(crate) unsafe fn rewrite_value<'n, T: Packable<As = T> + ?Sized, L: Layout, const RULES: bool>(
    pos: L::Pos,
    needs: Needs<'n, T, L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> (L::Pos, Filled<'n>) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        let end_by_head = stated_end::<T::Shape, L>(pos);
        let rewritten = if RULES == WITH_OWN_RULE {
            step(pos, needs, node, rewriting)
        } else {
            inside(pos, needs, node, rewriting)
        };
        let (end, filled) = finish(rewritten, rewriting);
        (end_by_head.unwrap_or(end), filled)
    }
}

/// A type of shape `S`, for a cursor or a place whose own type is not known. It has no values.
enum Shaped<S> {
    #[allow(dead_code, reason = "it only mentions the shape")]
    Never(core::convert::Infallible, PhantomData<S>),
}

impl<S: Shape> Packable for Shaped<S> {
    type As = Self;
    type Shape = S;
    type View<'a, L: Access> = ();

    fn view<'a, L: Access>(_: View<'a, Self, L>) {}

    fn write<'v, 'id, L: Layout>(value: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match *value {
            Self::Never(never, _) => match never {},
        }
    }
}

/// Takes one value apart, and writes it anew from its rewritten parts, as one bounce. It returns the end of the value.
///
/// Requires that a valid value of the shape is stored at `pos`, that `needs` is a place for such a value, and that
/// `node` is its node.
struct Rewrite<'n, 'o, 'r, L: Layout> {
    pos: L::Pos,
    needs: Needs<'n, (), L>,
    node: usize,
    rewriting: &'o Rewriting<'r, L>,
}

impl<'n, L: Layout> ShapeOp for Rewrite<'n, '_, '_, L> {
    type Output = Rewritten<'n, L>;

    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        unreachable!("a value without parts is copied")
    }

    // (It has no parts: a rule inside it could make what the adapter refuses.)
    unsafe fn adapted<T, C: Adapt<T>>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.leaf::<Adapted<T, C>>() }
    }

    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        let Self { pos, needs, node, rewriting } = self;
        // SAFETY: the caller promises a struct at `pos`, whose fields are stored where the layout enters it, and a
        // place for one.
        unsafe {
            let from = begin_struct::<Struct<N, F>, F, L>(pos);
            let to = needs.cast::<Shaped<Struct<N, F>>>().fields();
            rewrite_fields::<F, L>(from, to, rewriting.plan.parts(node, 0), rewriting)
        }
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        let Self { pos, needs, node, rewriting } = self;
        // SAFETY: the caller promises a valid enum at `pos`: a tag of one of the constructors `V`, then its fields; and
        // a place for an enum.
        unsafe {
            let (tag, state, fields) = L::enter_enum::<Enum<N, V>, V>(pos);
            let (needs, nodes) = (needs.cast::<Shaped<Enum<N, V>>>(), rewriting.plan.parts(node, tag));
            match V::select(tag, RewriteConstructor { tag, from: (state, fields), needs, nodes, rewriting }) {
                Ok(rewritten) => rewritten,
                Err(_) => unreachable!("a valid tag is that of a constructor"),
            }
        }
    }

    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        let Self { pos, needs, node, rewriting } = self;
        let element = rewriting.plan.parts(node, 0)[0];
        // SAFETY: the caller promises the array, and a place for one; the brand is fresh.
        let (mut elements, needs) = unsafe {
            (Cursor::<'_, '_, Shaped<Repeat<T, N>>, L>::new(pos).elements(), needs.cast::<Shaped<Repeat<T, N>>>())
        };
        let filled = needs.array(|needs, _| {
            let filled = elements.next(|item| {
                // SAFETY: by C1 a valid element is stored at the position of the cursor. `rewrite_value` returns the
                // end of it (C2).
                unsafe {
                    let (end, filled) = rewrite_value::<_, L, WITH_OWN_RULE>(item.pos(), needs, element, rewriting);
                    Done::at(end, filled)
                }
            });
            filled.unwrap_or_else(|| unreachable!("both arrays have as many elements"))
        });
        let done = elements.done(filled);
        Rewritten::End(done.pos(), done.into_value())
    }

    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        let Self { pos, needs, node, rewriting } = self;
        let element = rewriting.plan.parts(node, 0)[0];
        // SAFETY: the caller promises the sequence, and a place for one; the brand is fresh.
        let (mut items, needs) =
            unsafe { (Cursor::<'_, '_, Shaped<Q>, L>::new(pos).items(), needs.cast::<Shaped<Q>>()) };
        let mut new = needs.sequence(items.stated());
        let mut goes_on = !items.is_empty();
        while goes_on {
            // (Beyond a limit the closure is not called: nothing is written or read, and the whole value fails.)
            goes_on = false;
            new = new.push(|needs| {
                let filled = items.next(|item| {
                    // SAFETY: as for the elements of an array.
                    unsafe {
                        let (end, filled) = rewrite_value::<_, L, WITH_OWN_RULE>(item.pos(), needs, element, rewriting);
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
}

/// Rewrites the fields of a constructor, as one bounce.
///
/// Requires that valid fields of constructor `tag` are stored at `from`; `nodes` are their nodes.
struct RewriteConstructor<'n, 'o, 'r, N: ?Sized, V, L: Layout> {
    tag: u32,
    from: FieldPos<L>,
    needs: Needs<'n, Shaped<Enum<N, V>>, L>,
    nodes: &'o [usize],
    rewriting: &'o Rewriting<'r, L>,
}

impl<'n, N: Named + ?Sized, V: Variants, L: Layout> FieldsOp for RewriteConstructor<'n, '_, '_, N, V, L> {
    type Output = Rewritten<'n, L>;

    unsafe fn fields<F: List>(self) -> Self::Output {
        let Self { tag, from, needs, nodes, rewriting } = self;
        // SAFETY: the caller promises valid fields of constructor `tag`, which are `F`.
        unsafe {
            let to = needs.constructor::<F, N, V>(tag);
            rewrite_fields::<F, L>(begin_fields::<F, L>(from), to, nodes, rewriting)
        }
    }
}

/// Rewrites fields, as one bounce.
///
/// # Safety
///
/// Valid fields of this list are stored at `from`; `nodes` are their nodes.
unsafe fn rewrite_fields<'n, F: List, L: Layout>(
    from: FieldPos<L>,
    to: NeedsFields<'n, F, L>,
    nodes: &[usize],
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    // SAFETY: the caller promises what `RewriteFields` requires; the place is one for these fields.
    unsafe { F::walk(RewriteFields { from, to: to.cast::<()>(), nodes, rewriting }) }
}

/// Rewrites fields, as one bounce. It returns the end of the fields.
///
/// Requires that valid fields are stored at `from`, and that `to` is a place for these fields, whose type is erased;
/// `nodes` are their nodes.
struct RewriteFields<'n, 'o, 'r, L: Layout> {
    from: FieldPos<L>,
    to: NeedsFields<'n, (), L>,
    nodes: &'o [usize],
    rewriting: &'o Rewriting<'r, L>,
}

impl<'n, L: Layout> ListOp for RewriteFields<'n, '_, '_, L> {
    type Output = Rewritten<'n, L>;

    #[inline(never)]
    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        let Self { from, to, nodes, rewriting } = self;
        let [node, others @ ..] = nodes else { unreachable!("each field has a node") };
        // SAFETY: the caller promises valid fields, which `enter` and `jump` require, except for those that are absent;
        // and a place for them.
        unsafe {
            let to = to.cast::<(T, R)>();
            if is_absent::<T, R, L>(from) {
                return rewrite_fields::<R, L>(from, to.with(T::write_default), others, rewriting);
            }
            let field = enter::<T, R, L>(from);
            if const { FirstField::<T, R>::is_end::<L>() } && rewriting.plan.is_changed(*node) {
                let (field, needs) = (from.0.last(field), to.last());
                return if <ShapeOf<T> as Shape>::TRAMPOLINED {
                    Rewritten::Continue(field, needs.cast(), StepFn(step_erased::<T::Of, L>), *node)
                } else {
                    step::<T::Of, L>(field, needs, *node, rewriting)
                };
            }
            let mut end = None;
            let to = to.with(|needs| {
                let (field_end, filled) = rewrite_value::<T::Of, L, WITH_OWN_RULE>(field, needs, *node, rewriting);
                end = Some(field_end);
                filled
            });
            // (Beyond a limit the closure was not called: nothing was written or read, and the whole value fails.)
            let fields = match end {
                Some(end) => after::<T, R, L>(from, end),
                None => jump::<T, R, L>(from),
            };
            rewrite_fields::<R, L>(fields, to, others, rewriting)
        }
    }

    unsafe fn end<E: End>(self) -> Self::Output {
        let (state, pos) = self.from;
        // SAFETY: there are no more fields, so all fields end at this position; and the place has none left.
        unsafe { Rewritten::End(L::leave::<E>(state, pos), self.to.cast::<E>().done()) }
    }
}
