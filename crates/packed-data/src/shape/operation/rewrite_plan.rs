//! The plan of a rewriting: what is done with the values of each type.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;

use super::{FieldsOp, ListOp, ShapeOp};
use crate::packable::Packable;
use crate::shape::adapted::{Adapt, Adapted};
use crate::shape::{End, Field, List, Named, SequenceShape, Shape, Variants};
use crate::wire::identity::erased_id;

/// What is done with the values of each type that a value can contain.
pub(crate) struct Plan {
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
            // SAFETY: the operation requires nothing.
            let parts = unsafe { T::Shape::apply(Parts(self)) };
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

    /// Returns the index of the rule for the type of the node.
    pub(super) fn rule(&self, node: usize) -> Option<usize> {
        self.nodes[node].rule
    }

    /// Returns whether a rule is for a type inside that of the node.
    pub(super) fn is_changed_inside(&self, node: usize) -> bool {
        self.nodes[node].inside
    }

    /// Returns whether a rule is for the type of the node, or for one inside it.
    pub(super) fn is_changed(&self, node: usize) -> bool {
        self.nodes[node].rule.is_some() || self.nodes[node].inside
    }

    /// Returns the nodes of the fields of a constructor.
    pub(super) fn parts(&self, node: usize, constructor: u32) -> &[usize] {
        &self.nodes[node].parts[constructor as usize]
    }
}

/// Adds the types of the parts of a type to the plan; returns their nodes, as in `Node::parts`. It requires nothing.
struct Parts<'p>(&'p mut Plan);

impl ShapeOp for Parts<'_> {
    type Output = Vec<Vec<usize>>;

    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        Vec::new()
    }

    unsafe fn adapted<T, C: Adapt<T>>(self) -> Self::Output {
        // SAFETY: the operation requires nothing.
        unsafe { self.leaf::<Adapted<T, C>>() }
    }

    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        // SAFETY: the operation requires nothing.
        Vec::from([unsafe { FieldsOp::fields::<F>(Nodes(self.0)) }])
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        // SAFETY: the operation requires nothing.
        (0..V::COUNT).filter_map(|tag| unsafe { V::select(tag, Nodes(self.0)) }.ok()).collect()
    }

    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        Vec::from([Vec::from([self.0.node::<T::Of>()])])
    }

    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        Vec::from([Vec::from([self.0.node::<<Q::Element as Field>::Of>()])])
    }
}

/// Adds the types of fields to the plan; returns their nodes. It requires nothing.
struct Nodes<'p>(&'p mut Plan);

impl FieldsOp for Nodes<'_> {
    type Output = Vec<usize>;

    unsafe fn fields<F: List>(self) -> Vec<usize> {
        let mut nodes = Vec::new();
        // SAFETY: the operation requires nothing.
        unsafe { F::walk(AddNodes { plan: self.0, nodes: &mut nodes }) }
        nodes
    }
}

/// Adds the types of fields to the plan, and their nodes to `nodes`. It requires nothing.
struct AddNodes<'p, 'n> {
    plan: &'p mut Plan,
    nodes: &'n mut Vec<usize>,
}

impl ListOp for AddNodes<'_, '_> {
    type Output = ();

    unsafe fn first<T: Field, R: List>(self) {
        let Self { plan, nodes } = self;
        nodes.push(plan.node::<T::Of>());
        // SAFETY: the operation requires nothing.
        unsafe { R::walk(AddNodes { plan, nodes }) }
    }

    unsafe fn end<E: End>(self) {}
}
