//! The plan of a rewriting: what is done with the values of each type.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;

use crate::build::table::{WriteFields, WriteParts, WriteTable};
use crate::layout::Layout;
use crate::wire::identity::erased_id;

/// What is done with the values of each type that a value can contain.
pub(crate) struct Plan<L: Layout> {
    nodes: Vec<Node<L>>,
}

/// What is done with the values of one type.
struct Node<L: Layout> {
    table: &'static WriteTable<L>,
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

impl<L: Layout> Plan<L> {
    /// Returns the plan for values of the type with this table; `rule` returns the index of the rule for a type.
    pub(crate) fn of(root: &'static WriteTable<L>, rule: impl Fn(TypeId) -> Option<usize>) -> Self {
        let mut plan = Self { nodes: Vec::new() };
        plan.node(root);
        for node in &mut plan.nodes {
            node.rule = rule(node.id);
        }
        // (Each round but the last marks at least one node.)
        while plan.mark() {}
        plan
    }

    /// Returns the node of a type. Adds it, and the nodes of its parts, unless it is there.
    fn node(&mut self, table: &'static WriteTable<L>) -> usize {
        let id = (table.id)();
        self.find(id).unwrap_or_else(|| {
            let node = self.nodes.len();
            self.nodes.push(Node { table, id, rule: None, inside: false, parts: Vec::new() });
            let parts = match &table.parts {
                WriteParts::None => Vec::new(),
                WriteParts::Fields(of) => Vec::from([self.nodes_of((of.constructor.fields)())]),
                WriteParts::Constructors(of) => {
                    let constructors = (0..of.count).map_while(of.constructor);
                    constructors.map(|constructor| self.nodes_of((constructor.fields)())).collect()
                }
                WriteParts::Array(of) => Vec::from([Vec::from([self.node((of.element)())])]),
                WriteParts::Elements(of) => Vec::from([Vec::from([self.node((of.element)())])]),
            };
            self.nodes[node].parts = parts;
            node
        })
    }

    /// Returns the nodes of the types of fields, and adds those that are not there.
    fn nodes_of(&mut self, mut fields: WriteFields<L>) -> Vec<usize> {
        let mut nodes = Vec::new();
        while let WriteFields::First(field) = fields {
            nodes.push(self.node((field.table)()));
            fields = (field.others)();
        }
        nodes
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

    /// Returns the table of the type of the node.
    pub(super) fn table(&self, node: usize) -> &'static WriteTable<L> {
        self.nodes[node].table
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
