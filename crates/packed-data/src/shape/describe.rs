//! Descriptions of shapes, which the fingerprint of a type is made from.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt::{self, Write};

use super::{List, Shape};
use crate::wire::error::{Constructor, Names};
use crate::wire::identity::erased_id;

/// A type that occurs: what is said of it alone, and which types it is made of.
#[derive(Default)]
pub(crate) struct Node {
    pub(crate) label: String,
    pub(crate) parts: Vec<usize>,
}

/// Writes down one type: what shapes are given to describe themselves.
pub struct Describer {
    /// The type being described.
    node: Node,
    /// Every type that has occurred: its identity, and how it describes itself.
    seen: Vec<(TypeId, fn(&mut Describer))>,
}

impl Describer {
    /// Says what kind of type it is.
    pub(crate) fn say(&mut self, what: impl fmt::Display) {
        // A `String` takes everything.
        let _ = write!(self.node.label, "{}{what}", if self.node.label.is_empty() { "" } else { " " });
    }

    /// Says a name, after its length, so that no name can be taken for something else.
    fn name(&mut self, name: &str) {
        self.say(format_args!("{}:{name}", name.len()));
    }

    /// Says how the type is called. (The names of tuples are not theirs: they are for error messages.)
    pub(crate) fn type_name(&mut self, names: &Names) {
        self.name(if names.name.starts_with('(') { "" } else { names.name });
    }

    /// Says which constructor it is, and its fields.
    pub(crate) fn constructor<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.name(constructor.map_or("", |constructor| constructor.name));
        self.fields::<F>(constructor);
    }

    /// Says how many fields there are, and each of them.
    pub(crate) fn fields<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.say(F::LEN);
        F::describe(self, constructor.map_or(&[], |constructor| constructor.fields), 0);
    }

    /// Says one field.
    pub(crate) fn field<S: Shape>(&mut self, names: &'static [&'static str], index: usize) {
        match names.get(index) {
            Some(name) => self.name(name),
            None => self.name(&index.to_string()),
        }
        self.part::<S>();
    }

    /// Says what it is made of.
    pub(crate) fn part<S: Shape>(&mut self) {
        let id = erased_id::<S>();
        let known = self.seen.iter().position(|(seen, _)| *seen == id);
        self.node.parts.push(known.unwrap_or(self.seen.len()));
        if known.is_none() {
            self.seen.push((id, S::describe));
        }
    }
}

/// All types that `S` is made of, itself first.
pub(crate) fn nodes_of<S: Shape>() -> Vec<Node> {
    let mut describer = Describer { node: Node::default(), seen: vec![(erased_id::<S>(), S::describe)] };
    let mut nodes = Vec::new();
    while let Some((_, describe)) = describer.seen.get(nodes.len()) {
        describe(&mut describer);
        nodes.push(core::mem::take(&mut describer.node));
    }
    nodes
}
