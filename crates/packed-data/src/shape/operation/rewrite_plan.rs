//! The plan of a rewriting: what is done with the values of each type.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;

use crate::build::table::{FieldsEnd, WriteConstructor, WriteField, WriteFields, WriteParts, WriteTable};
use crate::layout::Layout;
use crate::shape::table::ShapeTable;
use crate::wire::identity::erased_id;

/// What is done with the values of each type that a value can contain.
pub(crate) struct Plan<L: Layout> {
    nodes: Vec<Node<L>>,
}

/// What is done with the values of one type.
pub(super) struct Node<L: Layout> {
    /// Its own index.
    pub(super) index: usize,
    pub(super) table: &'static WriteTable<L>,
    pub(super) shape: &'static ShapeTable<L>,
    id: TypeId,
    /// The index of the rule that is for this type.
    pub(super) rule: Option<usize>,
    /// Whether a rule is for a type inside this one.
    pub(super) is_changed_inside: bool,
    pub(super) parts: PlannedParts<L>,
}

/// The parts of a type, with the indices of their nodes.
pub(super) enum PlannedParts<L: Layout> {
    None,
    /// The fields of each constructor; those of a struct are one.
    Fields(Vec<PlannedFields<L>>),
    /// The elements of a sequence or array.
    Elements(usize),
}

/// The fields of a struct or constructor.
pub(super) struct PlannedFields<L: Layout> {
    pub(super) table: &'static WriteConstructor<L>,
    /// Each field, with its node.
    pub(super) fields: Vec<(&'static WriteField<L>, usize)>,
    pub(super) end: FieldsEnd<L>,
}

impl<L: Layout> Node<L> {
    /// Returns whether a rule is for this type, or for one inside it.
    pub(super) fn is_changed(&self) -> bool {
        self.rule.is_some() || self.is_changed_inside
    }
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
            let (shape, parts) = ((table.shape)(), PlannedParts::None);
            self.nodes.push(Node { index: node, table, shape, id, rule: None, is_changed_inside: false, parts });
            let parts = match &table.parts {
                WriteParts::None => PlannedParts::None,
                WriteParts::Fields(of) => PlannedParts::Fields(Vec::from([self.fields(&of.constructor)])),
                WriteParts::Constructors(of) => {
                    let constructors = (0..of.count).map_while(of.constructor);
                    PlannedParts::Fields(constructors.map(|constructor| self.fields(constructor)).collect())
                }
                WriteParts::Array(of) => PlannedParts::Elements(self.node((of.element)())),
                WriteParts::Elements(of) => PlannedParts::Elements(self.node((of.element)())),
            };
            self.nodes[node].parts = parts;
            node
        })
    }

    /// Returns the fields of a constructor. Adds the nodes of their types that are not there.
    fn fields(&mut self, table: &'static WriteConstructor<L>) -> PlannedFields<L> {
        let (mut fields, mut others) = (Vec::new(), (table.fields)());
        loop {
            match others {
                WriteFields::First(field) => {
                    fields.push((field, self.node((field.table)())));
                    others = (field.others)();
                }
                WriteFields::End(end) => return PlannedFields { table, fields, end },
            }
        }
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
            if !self.nodes[node].is_changed_inside && self.has_changed_part(node) {
                self.nodes[node].is_changed_inside = true;
                goes_on = true;
            }
        }
        goes_on
    }

    /// Returns whether a part of the type of the node has a rule or is marked.
    fn has_changed_part(&self, node: usize) -> bool {
        match &self.nodes[node].parts {
            PlannedParts::None => false,
            PlannedParts::Fields(of) => {
                of.iter().flat_map(|of| &of.fields).any(|(_, part)| self.at(*part).is_changed())
            }
            PlannedParts::Elements(element) => self.at(*element).is_changed(),
        }
    }

    /// Returns the node with this index.
    #[inline]
    pub(super) fn at(&self, node: usize) -> &Node<L> {
        &self.nodes[node]
    }
}
