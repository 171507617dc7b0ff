//! The columns of a schema: a tree of its types as they occur, each with the numbers of its columns.
//!
//! A type has columns of its own wherever it occurs, but for two cases. Types that contain each other share theirs:
//! from the first of them on, all of one type have the same columns. And if that would be more than [`MAX_NODES`]
//! nodes, each type has columns once.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use packed_data_schema::{Constructor, Field, Scalar, ScalarKind, Schema, StructKind, Type, TypeIndex};

use crate::block::Integers;

/// The greatest number of nodes of a tree in which types have columns wherever they occur.
const MAX_NODES: usize = 10_000;

/// The columns of the values of one type.
#[derive(Clone, Debug)]
pub struct ColumnSchema {
    pub(crate) schema: Schema,
    /// The first one is the value.
    pub(crate) nodes: Vec<Node>,
    /// The constructors of structs and enums: the first field of each.
    pub(crate) constructors: Vec<FieldsOf>,
    pub(crate) fields: Vec<FieldOf>,
    pub(crate) columns: Vec<ColumnOf>,
}

/// A type where it occurs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The type, as the field or the elements have it.
    pub(crate) of: TypeIndex,
    pub(crate) kind: Kind,
    /// Whether a value takes nothing from any column.
    pub(crate) is_empty: bool,
}

/// What a node consists of; columns and other nodes by their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A scalar in one column.
    Scalar {
        scalar: Scalar,
        column: u32,
    },
    /// A scalar of more than eight bytes: its low part is in a column, its high part in the next.
    Wide {
        scalar: Scalar,
        column: u32,
    },
    /// A string, an item of CBOR, a constructor that is not known, or a sequence of bytes.
    Blob {
        blob: Blob,
        column: u32,
    },
    /// An array of this number of bytes.
    Bytes {
        column: u32,
    },
    /// A struct, or an enum, whose tags have a column if it has several constructors.
    Fields {
        first: u32,
        count: u32,
        tags: Option<u32>,
    },
    Array {
        len: u64,
        element: u32,
    },
    Sequence {
        lengths: u32,
        element: u32,
    },
}

/// What the bytes of a [`Kind::Blob`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blob {
    Text,
    Cbor,
    Unknown,
    Bytes,
}

/// The fields of a constructor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldsOf {
    pub(crate) first: u32,
    pub(crate) len: u32,
}

/// A field of a constructor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldOf {
    pub(crate) node: u32,
    /// The column that says which values have the field, if it may be absent.
    pub(crate) presence: Option<u32>,
}

/// A column: what is in it, and the node that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnOf {
    pub(crate) form: Form,
    pub(crate) role: Role,
}

/// How the values of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Integers(Integers),
    /// Strings of bytes of any length; with `is_text`, each is UTF-8.
    Blobs {
        is_text: bool,
    },
    /// Strings of bytes of one length.
    Bytes {
        len: u64,
    },
}

/// Which part of values a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The values of a node, or the low parts of them.
    Values(u32),
    /// The high parts of the values of a node.
    High(u32),
    /// The constructors of an enum.
    Tags(u32),
    /// The numbers of elements.
    Lengths(u32),
    /// Whether a field, given by its number, is present.
    Presence(u32),
}

/// Where the number of a node is written when it is known.
#[derive(Clone, Copy)]
enum Slot {
    Root,
    Element(u32),
    Field(u32),
}

impl ColumnSchema {
    /// Returns the columns of a schema. It takes time and memory linear in the schema, or in 10,000 nodes.
    pub fn new(schema: &Schema) -> Self {
        Self::of_type(schema, 0)
    }

    /// Returns the columns of one type of a schema: those that it has in a schema of its own.
    pub(crate) fn of_type(schema: &Schema, root: TypeIndex) -> Self {
        let groups = groups(schema);
        Maker::new(schema, &groups).make(root).unwrap_or_else(|| {
            // (All types are of one group: none has columns twice.)
            let all = alloc::vec![Some(0); groups.len()];
            Maker { limit: usize::MAX, ..Maker::new(schema, &all) }.make(root).unwrap_or_else(|| unreachable!())
        })
    }

    /// Returns the schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the number of columns.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Returns whether the values take no columns: there is only one value of the type.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    pub(crate) fn fields_of(&self, constructor: u32) -> &[FieldOf] {
        let FieldsOf { first, len } = self.constructors[constructor as usize];
        &self.fields[first as usize..][..len as usize]
    }

    /// Returns the declared fields of a constructor of a struct or an enum.
    pub(crate) fn declared(&self, of: TypeIndex, constructor: u32) -> &[Field] {
        match self.schema.get(self.schema.packed(of)) {
            Type::Struct(of) => &of.fields,
            Type::Enum(of) => of.constructors.get(constructor as usize).map_or(&[], |of| &of.fields),
            _ => &[],
        }
    }
}

struct Maker<'s> {
    schema: &'s Schema,
    /// For each type the group of those that contain each other, if it is in one.
    groups: &'s [Option<u32>],
    limit: usize,
    made: ColumnSchema,
    /// The node of each type of a group, from the node on that the group was entered at.
    shared: BTreeMap<(u32, TypeIndex), u32>,
    pending: Vec<(Slot, TypeIndex, Option<Entry>)>,
}

/// A group that was entered: its number, and the number of the entry.
type Entry = (u32, u32);

impl<'s> Maker<'s> {
    fn new(schema: &'s Schema, groups: &'s [Option<u32>]) -> Self {
        let made = ColumnSchema {
            schema: schema.clone(),
            nodes: Vec::new(),
            constructors: Vec::new(),
            fields: Vec::new(),
            columns: Vec::new(),
        };
        Self { schema, groups, limit: MAX_NODES, made, shared: BTreeMap::new(), pending: Vec::new() }
    }

    /// Returns the tree, unless it would have too many nodes.
    fn make(mut self, root: TypeIndex) -> Option<ColumnSchema> {
        self.pending.push((Slot::Root, root, None));
        let mut entries = 0;
        while let Some((slot, of, entry)) = self.pending.pop() {
            let packed = self.schema.packed(of);
            let entry = self.groups[packed as usize].map(|group| match entry {
                Some((same, number)) if same == group => (group, number),
                _ => {
                    entries += 1;
                    (group, entries)
                }
            });
            let known = entry.and_then(|(_, number)| self.shared.get(&(number, packed)).copied());
            let node = match known {
                Some(node) => node,
                None => self.node(of, entry),
            };
            if self.made.nodes.len() > self.limit {
                return None;
            }
            match slot {
                Slot::Root => {}
                Slot::Field(field) => self.made.fields[field as usize].node = node,
                Slot::Element(outer) => match &mut self.made.nodes[outer as usize].kind {
                    Kind::Array { element, .. } | Kind::Sequence { element, .. } => *element = node,
                    _ => {}
                },
            }
        }
        self.weigh();
        Some(self.made)
    }

    fn column(&mut self, form: Form, role: Role) -> u32 {
        self.made.columns.push(ColumnOf { form, role });
        self.made.columns.len() as u32 - 1
    }

    fn node(&mut self, of: TypeIndex, entry: Option<Entry>) -> u32 {
        let number = self.made.nodes.len() as u32;
        // (The kind is replaced below. A node comes before those in it.)
        let kind = Kind::Fields { first: 0, count: 0, tags: None };
        self.made.nodes.push(Node { of, kind, is_empty: false });
        let packed = self.schema.packed(of);
        if let Some((_, entry)) = entry {
            self.shared.insert((entry, packed), number);
        }
        let values = Role::Values(number);
        let from = self.pending.len();
        let blob = |this: &mut Self, blob| {
            let column = this.column(Form::Blobs { is_text: blob == Blob::Text }, values);
            Kind::Blob { blob, column }
        };
        let kind = match self.schema.get(packed) {
            Type::Scalar(scalar) => self.scalar(*scalar, number),
            Type::Text => blob(self, Blob::Text),
            Type::Cbor => blob(self, Blob::Cbor),
            Type::Unknown => blob(self, Blob::Unknown),
            Type::Sequence { element, .. } if self.is_byte(*element) => blob(self, Blob::Bytes),
            Type::Array { len, element } if self.is_byte(*element) => {
                Kind::Bytes { column: self.column(Form::Bytes { len: *len }, values) }
            }
            Type::Sequence { element, .. } | Type::Sorted { element } => {
                self.pending.push((Slot::Element(number), *element, entry));
                let lengths = self.column(Form::Integers(Integers::Unsigned), Role::Lengths(number));
                Kind::Sequence { lengths, element: 0 }
            }
            Type::Array { len, element } => {
                self.pending.push((Slot::Element(number), *element, entry));
                Kind::Array { len: *len, element: 0 }
            }
            Type::Struct(of) => {
                let first = self.fields(&of.fields, entry);
                Kind::Fields { first, count: 1, tags: None }
            }
            Type::Enum(of) => {
                let tags = (of.constructors.len() > 1)
                    .then(|| self.column(Form::Integers(Integers::Unsigned), Role::Tags(number)));
                let first = self.made.constructors.len() as u32;
                of.constructors.iter().for_each(|Constructor { fields, .. }| {
                    self.fields(fields, entry);
                });
                Kind::Fields { first, count: of.constructors.len() as u32, tags }
            }
            // (What values are packed as is no adapter.)
            Type::With { .. } | _ => kind,
        };
        // The first part is made first.
        self.pending[from..].reverse();
        self.made.nodes[number as usize].kind = kind;
        number
    }

    fn is_byte(&self, element: TypeIndex) -> bool {
        matches!(self.schema.get(element), Type::Scalar(Scalar::U8))
    }

    fn scalar(&mut self, scalar: Scalar, node: u32) -> Kind {
        let (low, high) = match scalar.kind() {
            ScalarKind::Unsigned if scalar.width() == 16 => (Integers::Unsigned, Some(Integers::Unsigned)),
            ScalarKind::Signed if scalar.width() == 16 => (Integers::Unsigned, Some(Integers::Unsigned)),
            ScalarKind::Signed => (Integers::Signed, None),
            ScalarKind::Float => (Integers::Floats(scalar.width() as u8), None),
            ScalarKind::Duration => (Integers::Unsigned, Some(Integers::Unsigned)),
            ScalarKind::Time => (Integers::Signed, Some(Integers::Unsigned)),
            ScalarKind::Unsigned | ScalarKind::Bool | ScalarKind::Char => (Integers::Unsigned, None),
        };
        let column = self.column(Form::Integers(low), Role::Values(node));
        match high {
            None => Kind::Scalar { scalar, column },
            Some(high) => {
                self.column(Form::Integers(high), Role::High(node));
                Kind::Wide { scalar, column }
            }
        }
    }

    /// Adds a constructor, and returns its number.
    fn fields(&mut self, fields: &'s [Field], entry: Option<Entry>) -> u32 {
        let first = self.made.fields.len() as u32;
        for field in fields {
            let number = self.made.fields.len() as u32;
            let presence =
                field.has_default.then(|| self.column(Form::Integers(Integers::Unsigned), Role::Presence(number)));
            self.made.fields.push(FieldOf { node: 0, presence });
            self.pending.push((Slot::Field(number), field.of, entry));
        }
        self.made.constructors.push(FieldsOf { first, len: fields.len() as u32 });
        self.made.constructors.len() as u32 - 1
    }

    /// Determines for each node whether its values take nothing from any column.
    fn weigh(&mut self) {
        // (Parts come after the node that has them, but for types that contain each other, whose values take a tag or
        // a length. So the parts of a node without columns are known here.)
        for number in (0..self.made.nodes.len()).rev() {
            let is_empty = |node: u32| node as usize > number && self.made.nodes[node as usize].is_empty;
            let node = self.made.nodes[number];
            self.made.nodes[number].is_empty = match node.kind {
                Kind::Fields { first, count: 1, tags: None } => {
                    let mut fields = self.made.fields_of(first).iter();
                    fields.all(|field| field.presence.is_none() && is_empty(field.node))
                }
                Kind::Bytes { column } => self.made.columns[column as usize].form == Form::Bytes { len: 0 },
                Kind::Array { len, element } => len == 0 || is_empty(element),
                _ => false,
            };
        }
    }
}

/// Returns for each type the group of types that contain each other and itself, if it is in one: the strongly connected
/// components of the schema (Tarjan's algorithm, without recursion).
fn groups(schema: &Schema) -> Vec<Option<u32>> {
    let types = schema.types();
    let parts = |of: usize| -> Vec<TypeIndex> {
        let parts = match &types[of] {
            Type::Struct(of) => of.fields.iter().map(|field| field.of).collect(),
            Type::Enum(of) => of.constructors.iter().flat_map(|of| of.fields.iter().map(|field| field.of)).collect(),
            Type::Array { element, .. } | Type::Sequence { element, .. } | Type::Sorted { element } => {
                alloc::vec![*element]
            }
            _ => Vec::new(),
        };
        parts.into_iter().map(|part| schema.packed(part)).collect()
    };
    let mut groups = alloc::vec![None; types.len()];
    let (mut order, mut least) = (alloc::vec![u32::MAX; types.len()], alloc::vec![0; types.len()]);
    let (mut next, mut next_group) = (0, 0);
    let (mut path, mut is_open) = (Vec::new(), alloc::vec![false; types.len()]);
    let root = schema.packed(0) as usize;
    let mut open: Vec<(usize, Vec<TypeIndex>, usize)> = Vec::new();
    let mut enter = alloc::vec![root];
    loop {
        if let Some(of) = enter.pop() {
            (order[of], least[of]) = (next, next);
            next += 1;
            path.push(of);
            is_open[of] = true;
            open.push((of, parts(of), 0));
        }
        let Some((of, parts, at)) = open.last_mut() else { return groups };
        if let Some(part) = parts.get(*at) {
            let (of, part) = (*of, *part as usize);
            *at += 1;
            if order[part] == u32::MAX {
                enter.push(part);
            } else if is_open[part] {
                least[of] = least[of].min(order[part]);
            }
            continue;
        }
        let is_own_part = parts.contains(&(*of as TypeIndex));
        let of = *of;
        open.pop();
        if let Some((outer, ..)) = open.last() {
            least[*outer] = least[*outer].min(least[of]);
        }
        if least[of] != order[of] {
            continue;
        }
        let from = path.iter().rposition(|known| *known == of).unwrap_or(0);
        let members = path.split_off(from);
        let group = (members.len() > 1 || is_own_part).then_some(next_group);
        next_group += 1;
        for member in members {
            is_open[member] = false;
            groups[member] = group;
        }
    }
}

impl ColumnSchema {
    /// Returns the path of a column, as [`Columns::column`](crate::Columns::column) takes it, with what it has of the
    /// values: `items[].price`, or `items (length)`. Columns that values share have the path of the first.
    pub fn path(&self, column: usize) -> String {
        let (node, suffix) = match self.columns[column].role {
            Role::Values(node) => (node, ""),
            Role::High(node) => (node, " (high part)"),
            Role::Tags(node) => (node, " (constructor)"),
            Role::Lengths(node) => (node, " (length)"),
            Role::Presence(field) => (self.fields[field as usize].node, " (presence)"),
        };
        let mut path = self.path_of_node(node);
        if path.is_empty() {
            path.push_str("value");
        }
        path + suffix
    }

    /// Returns the path of a node: the first one that leads to it.
    pub(crate) fn path_of_node(&self, node: u32) -> String {
        // The node that has each other one as a part, and the step to it. (A linear search from the root, for errors.)
        let mut steps: Vec<Option<(u32, String)>> = alloc::vec![None; self.nodes.len()];
        for (outer, of) in self.nodes.iter().enumerate() {
            let mut note = |part: u32, step: String| {
                if part as usize > outer && steps[part as usize].is_none() {
                    steps[part as usize] = Some((outer as u32, step));
                }
            };
            match of.kind {
                Kind::Array { element, .. } | Kind::Sequence { element, .. } => note(element, "[]".into()),
                Kind::Fields { first, count, .. } => {
                    for constructor in 0..count {
                        let declared = self.declared(of.of, constructor);
                        for (index, field) in self.fields_of(first + constructor).iter().enumerate() {
                            note(field.node, self.step(of.of, constructor, declared, index));
                        }
                    }
                }
                _ => {}
            }
        }
        let (mut path, mut at) = (Vec::new(), node);
        while let Some((outer, step)) = &steps[at as usize] {
            path.push(step.as_str());
            at = *outer;
        }
        let path: String = path.into_iter().rev().collect();
        packed_data::error::Printable(path.strip_prefix('.').unwrap_or(&path)).to_string()
    }

    /// Returns the step to a field: none for what JSON does not show.
    fn step(&self, of: TypeIndex, constructor: u32, declared: &[Field], index: usize) -> String {
        let is_newtype = declared.len() == 1 && declared[0].name == "0";
        match self.schema.get(self.schema.packed(of)) {
            Type::Enum(of) if of.is_optional => String::new(),
            Type::Enum(of) if is_newtype => alloc::format!(".{}", of.constructors[constructor as usize].name),
            Type::Enum(of) => {
                alloc::format!(".{}.{}", of.constructors[constructor as usize].name, declared[index].name)
            }
            Type::Struct(of) if is_newtype && of.kind == StructKind::Struct => String::new(),
            _ => alloc::format!(".{}", declared[index].name),
        }
    }

    /// Returns the node to which a path leads.
    pub(crate) fn find(&self, path: &str) -> Option<u32> {
        self.find_noting(path, &mut |_| {})
    }

    /// Does the same, and passes on the numbers of the fields on the way.
    pub(crate) fn find_noting(&self, path: &str, note: &mut impl FnMut(u32)) -> Option<u32> {
        let mut at = 0;
        let mut rest = path;
        loop {
            at = self.without_steps(at, note);
            if rest.is_empty() {
                return Some(at);
            }
            let node = self.nodes[at as usize];
            match node.kind {
                Kind::Array { element, .. } | Kind::Sequence { element, .. } => {
                    rest = rest.strip_prefix("[]")?;
                    at = element;
                }
                Kind::Fields { first, count, .. } => {
                    let text = rest.strip_prefix('.').unwrap_or(rest);
                    let mut longest: Option<(usize, u32)> = None; // (the length of the step, and the field)
                    for constructor in 0..count {
                        let declared = self.declared(node.of, constructor);
                        let fields = self.constructors[(first + constructor) as usize];
                        for index in 0..fields.len {
                            let step = self.step(node.of, constructor, declared, index as usize);
                            let step = step.strip_prefix('.').unwrap_or(&step);
                            let is_step = text
                                .strip_prefix(step)
                                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
                            if is_step && longest.is_none_or(|(len, _)| step.len() > len) {
                                longest = Some((step.len(), fields.first + index));
                            }
                        }
                    }
                    let (len, field) = longest?;
                    note(field);
                    (rest, at) = (&text[len..], self.fields[field as usize].node);
                }
                _ => return None,
            }
        }
    }

    /// Follows what needs no step: the `Some` of an optional value, and the only field of a newtype.
    fn without_steps(&self, mut at: u32, note: &mut impl FnMut(u32)) -> u32 {
        // (A type that contains itself does so through something that has a step, or an `Option` of itself.)
        for _ in 0..self.nodes.len() {
            let node = self.nodes[at as usize];
            let Kind::Fields { first, count, .. } = node.kind else { break };
            let Some(constructor) = (0..count).rev().find(|of| !self.fields_of(first + of).is_empty()) else { break };
            let declared = self.declared(node.of, constructor);
            if declared.len() != 1 || !self.step(node.of, constructor, declared, 0).is_empty() {
                break;
            }
            let field = self.constructors[(first + constructor) as usize].first;
            note(field);
            at = self.fields[field as usize].node;
        }
        at
    }

    /// Passes on each part of a node: the field that it is, or none for an element, and its node.
    pub(crate) fn parts(&self, node: u32, note: &mut impl FnMut(Option<u32>, u32)) {
        match self.nodes[node as usize].kind {
            Kind::Array { element, .. } | Kind::Sequence { element, .. } => note(None, element),
            Kind::Fields { first, count, .. } => {
                for of in &self.constructors[first as usize..][..count as usize] {
                    (of.first..of.first + of.len).for_each(|field| note(Some(field), self.fields[field as usize].node));
                }
            }
            _ => {}
        }
    }

    /// Passes on each column of a node, and those of the presence of its fields with the fields.
    pub(crate) fn columns_of(&self, node: u32, note: &mut impl FnMut(Option<u32>, u32)) {
        match self.nodes[node as usize].kind {
            Kind::Scalar { column, .. } | Kind::Blob { column, .. } | Kind::Bytes { column, .. } => note(None, column),
            Kind::Wide { column, .. } => (column..column + 2).for_each(|column| note(None, column)),
            Kind::Sequence { lengths, .. } => note(None, lengths),
            Kind::Array { .. } => {}
            Kind::Fields { tags, .. } => {
                tags.into_iter().for_each(|tags| note(None, tags));
                self.parts(node, &mut |field, _| {
                    let Some(field) = field else { return };
                    let presence = self.fields[field as usize].presence;
                    presence.into_iter().for_each(|column| note(Some(field), column));
                });
            }
        }
    }

    /// Returns the column of the constructors of the optional value of which a field is the `Some`.
    pub(crate) fn option_around(&self, field: u32) -> Option<u32> {
        let node = self.nodes.iter().find(|node| match node.kind {
            Kind::Fields { first, count, .. } => self.constructors[first as usize..][..count as usize]
                .iter()
                .any(|of| (of.first..of.first + of.len).contains(&field)),
            _ => false,
        })?;
        match (self.schema.get(self.schema.packed(node.of)), node.kind) {
            (Type::Enum(of), Kind::Fields { tags, .. }) if of.is_optional => tags,
            _ => None,
        }
    }

    /// Returns the name of a struct or enum, and that of a constructor of it.
    pub(crate) fn names(&self, of: TypeIndex, constructor: u32) -> (&str, &str) {
        match self.schema.get(self.schema.packed(of)) {
            Type::Struct(of) => (&of.name, &of.name),
            Type::Enum(of) => (&of.name, of.constructors.get(constructor as usize).map_or("", |of| of.name.as_str())),
            _ => ("", ""),
        }
    }
}
