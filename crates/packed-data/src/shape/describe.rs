//! Descriptions of shapes; the fingerprint of a type is computed from them.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt::{self, Write};

use super::{List, Shape};
use crate::wire::error::{Constructor, Names};
use crate::wire::identity::erased_id;

/// The description of one type without its parts, and the types that it consists of.
#[derive(Default)]
pub(crate) struct Node {
    pub(crate) label: String,
    pub(crate) parts: Vec<usize>,
}

/// Collects the description of one type; shapes describe themselves to it.
pub struct Describer {
    /// The type being described.
    node: Node,
    /// Every type that has occurred: its identity, and the function with which it describes itself.
    seen: Vec<(TypeId, fn(&mut Describer))>,
}

impl Describer {
    /// Appends `what` to the description of the type.
    pub(crate) fn say(&mut self, what: impl fmt::Display) {
        // (Writing to a `String` does not fail.)
        let _ = write!(self.node.label, "{}{what}", if self.node.label.is_empty() { "" } else { " " });
    }

    /// Appends a name after its length, so that no name can be confused with other parts.
    pub(crate) fn name(&mut self, name: &str) {
        self.say(format_args!("{}:{name}", name.len()));
    }

    /// Appends the name of the type. (The names of tuples are left out: they exist only for error messages.)
    pub(crate) fn type_name(&mut self, names: &Names) {
        self.name(if names.name.starts_with('(') { "" } else { names.name });
    }

    /// Appends the name of a constructor, and its fields.
    pub(crate) fn constructor<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.name(constructor.map_or("", |constructor| constructor.name));
        self.fields::<F>(constructor);
    }

    /// Appends the number of fields, and each field.
    pub(crate) fn fields<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.say(F::LEN);
        F::describe(self, constructor.map_or(&[], |constructor| constructor.fields), 0);
    }

    /// Appends one field.
    pub(crate) fn field<S: Shape>(&mut self, names: &'static [&'static str], index: usize) {
        match names.get(index) {
            Some(name) => self.name(name),
            None => self.name(&index.to_string()),
        }
        self.part::<S>();
    }

    /// Adds a type that this type consists of.
    pub(crate) fn part<S: Shape>(&mut self) {
        let id = erased_id::<S>();
        let known = self.seen.iter().position(|(seen, _)| *seen == id);
        self.node.parts.push(known.unwrap_or(self.seen.len()));
        if known.is_none() {
            self.seen.push((id, S::describe));
        }
    }
}

/// Returns all types that `S` consists of, `S` first.
pub(crate) fn nodes_of<S: Shape>() -> Vec<Node> {
    let mut describer = Describer { node: Node::default(), seen: vec![(erased_id::<S>(), S::describe)] };
    let mut nodes = Vec::new();
    while let Some((_, describe)) = describer.seen.get(nodes.len()) {
        describe(&mut describer);
        nodes.push(core::mem::take(&mut describer.node));
    }
    nodes
}
