//! Descriptions of shapes; the fingerprint of a type is computed from them.
//!
//! The book's page on fingerprints has the grammar. It changes together with this file, and then gets another version.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt::{self, Write};

use super::{Field, List, Named, Shape, ShapeOf, Variants};
use crate::wire::error::Constructor;
use crate::wire::identity::erased_id;

/// The description of one type without its parts, and the types that it consists of.
#[derive(Default)]
pub(crate) struct Node {
    /// The words of its line. A `#` that no number follows takes the place of each part.
    pub(crate) label: String,
    pub(crate) parts: Vec<Part>,
}

/// A type that another type consists of.
pub(crate) struct Part {
    /// Where its number belongs: the offset in the label after the `#`.
    pub(crate) at: usize,
    /// Its index among all types.
    pub(crate) node: usize,
}

/// Collects the description of one type; shapes describe themselves to it.
pub struct Describer {
    /// The type being described.
    node: Node,
    /// How many constructors come before the one that represents unknown ones, if the type has such a constructor.
    before_other: Option<u32>,
    /// Every type that has occurred: its identity, and the function with which it describes itself.
    seen: Vec<(TypeId, fn(&mut Describer))>,
}

impl Describer {
    /// Appends the words `what` to the description of the type.
    pub(crate) fn say(&mut self, what: impl fmt::Display) {
        // (Writing to a `String` does not fail.)
        let _ = write!(self.node.label, "{}{what}", if self.node.label.is_empty() { "" } else { " " });
    }

    /// Appends `word` if `is` holds.
    fn say_if(&mut self, is: bool, word: &str) {
        if is {
            self.say(word);
        }
    }

    /// Appends a name after its length, so that no name can be confused with other parts.
    pub(crate) fn name(&mut self, name: &str) {
        self.say(format_args!("{}:{name}", name.len()));
    }

    /// Appends the name of a struct or enum of shape `S`, and what distinguishes its values from others of that form.
    /// (The names of tuples are left out: they exist only for error messages.)
    pub(crate) fn type_name<T: Named + ?Sized, S: Shape>(&mut self) {
        let name = T::NAMES.name;
        self.name(if name.starts_with('(') { "" } else { name });
        self.say_if(S::IS_EXTENSIBLE, "extensible");
        self.say_if(T::HAS_CONDITION, "condition");
    }

    /// Appends the number of constructors, and each constructor.
    pub(crate) fn constructors<V: Variants>(&mut self, names: &'static [Constructor], has_other: bool) {
        self.say(V::COUNT);
        self.before_other = if has_other { V::COUNT.checked_sub(1) } else { None };
        V::describe(self, names);
    }

    /// Appends the name of a constructor, and its fields.
    pub(crate) fn constructor<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.say_if(self.before_other == Some(0), "other");
        self.before_other = self.before_other.and_then(|before| before.checked_sub(1));
        self.name(constructor.map_or("", |constructor| constructor.name));
        self.fields::<F>(constructor);
    }

    /// Appends the number of fields, and each field.
    pub(crate) fn fields<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.say(F::LEN);
        F::describe(self, constructor.map_or(&[], |constructor| constructor.fields), 0);
    }

    /// Appends one field: its markers, its name and its type.
    pub(crate) fn field<T: Field>(&mut self, names: &'static [&'static str], index: usize) {
        self.say_if(T::BARE, "bare");
        self.say_if(T::MAY_BE_ABSENT, "default");
        if let Some(tag) = T::TAG {
            self.say(format_args!("tag {tag}"));
        }
        match names.get(index) {
            Some(name) => self.name(name),
            None => self.name(&index.to_string()),
        }
        self.part::<ShapeOf<T>>();
    }

    /// Appends a type that this type consists of.
    pub(crate) fn part<S: Shape>(&mut self) {
        self.say('#');
        let id = erased_id::<S>();
        let known = self.seen.iter().position(|(seen, _)| *seen == id);
        let node = known.unwrap_or(self.seen.len());
        self.node.parts.push(Part { at: self.node.label.len(), node });
        if known.is_none() {
            self.seen.push((id, S::describe));
        }
    }
}

/// Returns all types that `S` consists of, `S` first.
pub(crate) fn nodes_of<S: Shape>() -> Vec<Node> {
    let seen: Vec<(TypeId, fn(&mut Describer))> = vec![(erased_id::<S>(), S::describe)];
    let mut describer = Describer { node: Node::default(), before_other: None, seen };
    let mut nodes = Vec::new();
    while let Some((_, describe)) = describer.seen.get(nodes.len()) {
        describe(&mut describer);
        nodes.push(core::mem::take(&mut describer.node));
    }
    nodes
}
