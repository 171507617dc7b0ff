//! Rewriting: copies a value, and lets rules write certain values inside it anew.
//!
//! Which values a rule is for is decided by their types. A [`Plan`] is made once: it has a node for each type that a
//! value can contain, which says whether a rule is for that type, and whether one is for a type inside it. Values without
//! either are copied as bytes. The others are taken apart and written anew, by one operation over shapes. It is
//! trampolined: a last field that nests is left to the loop in [`finish`].

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;

use super::variants::Group;
use super::{
    Enum, Field, FieldPos, FirstField, Keyed, List, More, Named, Repeat, ScalarShape, Sequence, SequenceShape, Shape,
    ShapeOf, SortedSequence, Struct, Text, Variants, enter, jump,
};
use crate::build::{Filled, Needs, NeedsFields};
use crate::cursor::{Cursor, Done};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::wire::identity::erased_id;
use crate::wire::scalar::Scalar;
use crate::wire::steps;

/// What is done with the values of each type that a value can contain.
pub struct Plan {
    nodes: Vec<Node>,
}

/// What is done with the values of one type.
struct Node {
    id: TypeId,
    /// The index of the rule that is for this type.
    rule: Option<usize>,
    /// Whether a rule is for a type inside this one.
    inside: bool,
    /// For each constructor, the nodes of its fields; for a sequence or array, one list with the node of its elements.
    parts: Vec<Vec<usize>>,
}

/// Returns the identity of a type that need not have a size, ignoring the lifetimes in it.
pub(crate) fn id_of<T: ?Sized>() -> TypeId {
    erased_id::<PhantomData<T>>()
}

impl Plan {
    /// Returns the plan for values of type `T`; `rule` returns the index of the rule for a type.
    pub(crate) fn of<T: Packable<As = T> + ?Sized>(rule: impl Fn(TypeId) -> Option<usize>) -> Self {
        let mut plan = Self { nodes: Vec::new() };
        plan.node::<T>();
        for node in &mut plan.nodes {
            node.rule = rule(node.id);
        }
        // (Each round but the last marks at least one node.)
        while plan.mark() {}
        plan
    }

    /// Returns the node of a type. Adds it, and the nodes of its parts, unless it is there.
    pub(crate) fn node<T: Packable<As = T> + ?Sized>(&mut self) -> usize {
        let id = id_of::<T>();
        self.find(id).unwrap_or_else(|| {
            let node = self.nodes.len();
            self.nodes.push(Node { id, rule: None, inside: false, parts: Vec::new() });
            let parts = T::Shape::parts(self);
            self.nodes[node].parts = parts;
            node
        })
    }

    /// Returns the node of the type with this identity.
    pub(crate) fn find(&self, id: TypeId) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    /// Returns whether the node is that of the type with this identity.
    pub(crate) fn is(&self, node: usize, id: TypeId) -> bool {
        self.nodes[node].id == id
    }

    /// Marks the nodes with a part that has a rule or is marked; returns whether any was not marked before.
    fn mark(&mut self) -> bool {
        let mut goes_on = false;
        for node in 0..self.nodes.len() {
            let parts = &self.nodes[node].parts;
            if !self.nodes[node].inside && parts.iter().flatten().any(|part| self.is_changed(*part)) {
                self.nodes[node].inside = true;
                goes_on = true;
            }
        }
        goes_on
    }

    /// Returns whether a rule is for the type of the node, or for one inside it.
    fn is_changed(&self, node: usize) -> bool {
        self.nodes[node].rule.is_some() || self.nodes[node].inside
    }

    /// Returns the nodes of the fields of a constructor.
    fn parts(&self, node: usize, constructor: u32) -> &[usize] {
        &self.nodes[node].parts[constructor as usize]
    }
}

/// A rule: a function that writes values of one type anew.
pub(crate) struct Rule<'f, L> {
    pub(crate) id: TypeId,
    pub(crate) apply: Box<dyn Apply<L> + 'f>,
}

/// The end of a value that was read, and the proof that the new one was written; or the place, if the rule left the value
/// as it is.
pub(crate) type Applied<'n, T, L> = Result<(<L as crate::layout::ReadLayout>::Pos, Filled<'n>), Needs<'n, T, L>>;

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
pub struct StepFn<L: Layout>(for<'n> unsafe fn(L::Pos, Needs<'n, (), L>, usize, Rewriting<'_, L>) -> Rewritten<'n, L>);

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
    unsafe fn rewrite<'n, T, L>(_: L::Pos, _: Needs<'n, T, L>, _: usize, _: Rewriting<'_, L>) -> Rewritten<'n, L>
    where
        T: Packable<As = T, Shape = Self> + ?Sized,
        L: Layout,
    {
        unreachable!("a value without parts is copied")
    }
}

// SAFETY: a scalar has no parts, so `rewrite` does not return.
unsafe impl<S: Scalar> RewriteShape for ScalarShape<S> {}
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
unsafe fn step<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    mut needs: Needs<'n, T, L>,
    node: usize,
    rewriting: Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    steps::count(1);
    if let Some(rule) = rewriting.plan.nodes[node].rule {
        // SAFETY: the rule is for the type of the node, which is `T`, perhaps with other lifetimes, on which neither
        // bytes nor places depend.
        match unsafe { rewriting.rules[rule].apply.apply(pos, needs.cast(), Rewriting { here: node, ..rewriting }) } {
            Ok((end, filled)) => return Rewritten::End(end, filled),
            // SAFETY: it is the same place.
            Err(same) => needs = unsafe { same.cast() },
        }
    }
    // SAFETY: the caller's promise is passed on.
    unsafe { inside(pos, needs, node, rewriting) }
}

/// The same, for a place whose type is erased.
///
/// # Safety
///
/// As for [`step`]; `needs` is a place for a `T`.
unsafe fn step_erased<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, (), L>,
    node: usize,
    rewriting: Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    // SAFETY: the caller's promise is passed on.
    unsafe { step::<T, L>(pos, needs.cast(), node, rewriting) }
}

/// Handles one value, without the rule for its own type, as one bounce: takes it apart if a rule is for a type inside it,
/// otherwise copies it.
///
/// # Safety
///
/// As for [`step`].
unsafe fn inside<'n, T: Packable<As = T> + ?Sized, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, T, L>,
    node: usize,
    rewriting: Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    if rewriting.plan.nodes[node].inside {
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
unsafe fn finish<'n, L: Layout>(mut rewritten: Rewritten<'n, L>, rewriting: Rewriting<'_, L>) -> (L::Pos, Filled<'n>) {
    loop {
        match rewritten {
            // SAFETY: the innermost last field of the value ends at `end`.
            Rewritten::End(end, filled) => return (unsafe { L::finish_trailing(end) }, filled),
            Rewritten::Continue(pos, needs, StepFn(step), node) => {
                // SAFETY: a bounce returns the position of a valid value, a place for it, its node, and the function for
                // its type.
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
    rewriting: Rewriting<'_, L>,
) -> (L::Pos, Filled<'n>) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        let rewritten = if APPLY { step(pos, needs, node, rewriting) } else { inside(pos, needs, node, rewriting) };
        finish(rewritten, rewriting)
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
        rewriting: Rewriting<'_, L>,
    ) -> Rewritten<'n, L>
    where
        T: Packable<As = T, Shape = Self> + ?Sized,
        L: Layout,
    {
        // SAFETY: the caller promises a struct at `pos`; its fields are stored where the layout enters it.
        unsafe { F::rewrite(L::enter_struct::<Self>(pos), needs.fields(), rewriting.plan.parts(node, 0), rewriting) }
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
        rewriting: Rewriting<'_, L>,
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

/// A place for an enum, which is begun with constructor `tag` when the group of that constructor is found.
pub struct ConstructorPlace<'n, T: ?Sized, N: ?Sized, V, L> {
    needs: Needs<'n, T, L>,
    tag: u32,
    types: PhantomData<(PhantomData<N>, V)>,
}

impl<'n, N: Named + ?Sized, V: Variants, T: Packable<Shape = Enum<N, V>> + ?Sized, L: Layout>
    ConstructorPlace<'n, T, N, V, L>
{
    /// Begins the constructor, whose list of fields is `F`.
    ///
    /// # Safety
    ///
    /// `F` is that list.
    unsafe fn begin<F: List>(self) -> NeedsFields<'n, F, L> {
        // SAFETY: the caller's promise is passed on.
        unsafe { self.needs.constructor::<F, N, V>(self.tag) }
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
                rewriting: Rewriting<'_, L>,
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
    rewriting: Rewriting<'_, L>,
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
        rewriting: Rewriting<'_, L>,
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
        rewriting: Rewriting<'_, L>,
    ) -> Rewritten<'n, L>;
}

// SAFETY: there are no fields left, and `leave` returns the end of the value.
unsafe impl RewriteList for () {
    fn parts(_: &mut Plan, _: &mut Vec<usize>) {}

    unsafe fn rewrite<'n, L: Layout>(
        (state, pos): FieldPos<L>,
        to: NeedsFields<'n, (), L>,
        _: &[usize],
        _: Rewriting<'_, L>,
    ) -> Rewritten<'n, L> {
        // SAFETY: there are no more fields, so all fields end at this position.
        Rewritten::End(unsafe { L::leave(state, pos) }, to.done())
    }
}

// SAFETY: each field is found by `enter`, and ends where rewriting it says, or where `jump` does.
unsafe impl<T: Field, R: List> RewriteList for (T, R) {
    fn parts(plan: &mut Plan, fields: &mut Vec<usize>) {
        let node = plan.node::<T::Of>();
        fields.push(node);
        R::parts(plan, fields);
    }

    unsafe fn rewrite<'n, L: Layout>(
        (state, pos): FieldPos<L>,
        to: NeedsFields<'n, Self, L>,
        nodes: &[usize],
        rewriting: Rewriting<'_, L>,
    ) -> Rewritten<'n, L> {
        let [node, others @ ..] = nodes else { unreachable!("each field has a node") };
        // SAFETY: the caller promises valid fields, which `enter` and `jump` require, except for those that are absent.
        unsafe {
            if T::MAY_BE_ABSENT && L::is_absent(state, pos) {
                return R::rewrite((state, pos), to.with(T::write_default), others, rewriting);
            }
            let field = enter::<T, R, L>(pos);
            if FirstField::<T, R>::IS_LAST && rewriting.plan.is_changed(*node) {
                let field = L::last(state, field);
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
            let end = end.unwrap_or_else(|| jump::<T, R, L>(pos));
            R::rewrite((L::next_field(state), end), to, others, rewriting)
        }
    }
}

/// The operation over the constructors of an enum. All [`Variants`] implement it.
///
/// # Safety
///
/// Only the library implements this trait. `rewrite` returns the end of the fields.
pub unsafe trait RewriteVariants: Sized {
    /// Adds the types of the fields of all constructors to the plan, and their nodes to `constructors`.
    fn parts(plan: &mut Plan, constructors: &mut Vec<Vec<usize>>);

    /// Rewrites the fields of constructor `tag`, as one bounce; returns the place if there is no such constructor.
    ///
    /// # Errors
    ///
    /// Returns the place.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, valid fields of it are stored at `from`. It is the one that `to` begins.
    unsafe fn rewrite<'n, T, N, V, L>(
        tag: u32,
        from: FieldPos<L>,
        to: ConstructorPlace<'n, T, N, V, L>,
        nodes: &[usize],
        rewriting: Rewriting<'_, L>,
    ) -> Result<Rewritten<'n, L>, ConstructorPlace<'n, T, N, V, L>>
    where
        T: Packable<Shape = Enum<N, V>> + ?Sized,
        N: Named + ?Sized,
        V: Variants,
        L: Layout;
}

// SAFETY: there are no constructors, and `rewrite` returns the place.
unsafe impl RewriteVariants for () {
    fn parts(_: &mut Plan, _: &mut Vec<Vec<usize>>) {}

    unsafe fn rewrite<'n, T, N, V, L>(
        _: u32,
        _: FieldPos<L>,
        to: ConstructorPlace<'n, T, N, V, L>,
        _: &[usize],
        _: Rewriting<'_, L>,
    ) -> Result<Rewritten<'n, L>, ConstructorPlace<'n, T, N, V, L>>
    where
        T: Packable<Shape = Enum<N, V>> + ?Sized,
        N: Named + ?Sized,
        V: Variants,
        L: Layout,
    {
        Err(to)
    }
}

// SAFETY: tags less than 16 belong to the group `H`, the others, less 16, to `R`, as for `Variants`.
unsafe impl<H: Group, R: Variants> RewriteVariants for More<H, R> {
    fn parts(plan: &mut Plan, constructors: &mut Vec<Vec<usize>>) {
        H::parts(plan, constructors);
        R::parts(plan, constructors);
    }

    unsafe fn rewrite<'n, T, N, V, L>(
        tag: u32,
        from: FieldPos<L>,
        to: ConstructorPlace<'n, T, N, V, L>,
        nodes: &[usize],
        rewriting: Rewriting<'_, L>,
    ) -> Result<Rewritten<'n, L>, ConstructorPlace<'n, T, N, V, L>>
    where
        T: Packable<Shape = Enum<N, V>> + ?Sized,
        N: Named + ?Sized,
        V: Variants,
        L: Layout,
    {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
        unsafe {
            match H::rewrite(tag, from, to, nodes, rewriting) {
                Err(to) => R::rewrite(tag.wrapping_sub(super::variants::GROUP), from, to, nodes, rewriting),
                rewritten => rewritten,
            }
        }
    }
}

/// Implements [`RewriteVariants`] for a tuple of lists of fields.
macro_rules! group {
    ($($V:ident $tag:literal),+) => {
        // SAFETY: the list of fields of a tag is taken from the same position of the tuple as in `Variants`.
        unsafe impl<$($V: List),+> RewriteVariants for ($($V,)+) {
            fn parts(plan: &mut Plan, constructors: &mut Vec<Vec<usize>>) {
                $(
                    let mut fields = Vec::new();
                    $V::parts(plan, &mut fields);
                    constructors.push(fields);
                )+
            }

            unsafe fn rewrite<'n, T, N_, V_, L_>(
                tag: u32,
                from: FieldPos<L_>,
                to: ConstructorPlace<'n, T, N_, V_, L_>,
                nodes: &[usize],
                rewriting: Rewriting<'_, L_>,
            ) -> Result<Rewritten<'n, L_>, ConstructorPlace<'n, T, N_, V_, L_>>
            where
                T: Packable<Shape = Enum<N_, V_>> + ?Sized,
                N_: Named + ?Sized,
                V_: Variants,
                L_: Layout,
            {
                // SAFETY: the caller promises valid fields of constructor `tag`, and a place for that constructor.
                unsafe {
                    match tag {
                        $($tag => Ok($V::rewrite(from, to.begin::<$V>(), nodes, rewriting)),)+
                        _ => Err(to),
                    }
                }
            }
        }
    };
}

/// Implements it for all tuples up to the given one.
macro_rules! groups {
    (($($V:ident $tag:literal),+)) => { group!($($V $tag),+); };
    (($($V:ident $tag:literal),+) $next:ident $number:literal $($rest:tt)*) => {
        group!($($V $tag),+);
        groups!(($($V $tag,)+ $next $number) $($rest)*);
    };
}

groups!((A 0) B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11 O 12 P 13 Q 14 R 15);
