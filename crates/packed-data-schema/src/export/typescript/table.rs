//! The plan as a literal of TypeScript: see `js/src/plan.ts`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::{Writer, quoted};
use crate::plan::{ConstructorFacts, Element, Form, SequenceKind};
use crate::schema::{StructKind, Type, TypeIndex, short};

/// The properties of an object; those that are 0, false or absent are left out.
#[derive(Default)]
struct Object(String);

impl Object {
    fn add(mut self, name: &str, value: impl ToString) -> Self {
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        self.0.push_str(&format!("{name}: {}", value.to_string()));
        self
    }

    fn number(self, name: &str, value: u64) -> Self {
        if value == 0 { self } else { self.add(name, value) }
    }

    fn maybe(self, name: &str, value: Option<usize>) -> Self {
        match value {
            Some(value) => self.add(name, value),
            None => self,
        }
    }

    fn flag(self, name: &str, value: bool) -> Self {
        if value { self.add(name, true) } else { self }
    }

    fn text(self) -> String {
        format!("{{ {} }}", self.0)
    }
}

impl Writer<'_> {
    /// Returns the plan.
    pub(super) fn table(&self) -> String {
        let mut out = format!("{{\n  layout: \"{}\",\n  nodes: [\n", self.plan.layout);
        for of in 0..self.schema.types().len() {
            out.push_str(&format!("    {},\n", self.row(of as TypeIndex)));
        }
        out.push_str("  ],\n}");
        out
    }

    fn row(&self, of: TypeIndex) -> String {
        let node = &self.plan.nodes[of as usize];
        let form = |name: &str| Object::default().add("form", quoted(name));
        let row = match node.form {
            Form::Scalar(scalar) => form("scalar").add("scalar", quoted(scalar.name())),
            Form::Text => form("text"),
            Form::Raw { is_unknown: false } => form("cbor"),
            Form::Raw { is_unknown: true } => form("unknown"),
            Form::Struct { has_head, .. } => {
                let fields = self.plan.constructor(of, 0).map_or_else(String::new, |of_fields| {
                    self.fields(of_fields, self.field_names(of, 0), Object::default())
                });
                form("struct")
                    .add("name", quoted(&self.path_name(of)))
                    .flag("head", has_head)
                    .add("fields", fields)
                    .maybe("keyAt", node.key.map(|(_, offset)| offset))
            }
            Form::Enum { count, tag_size, has_head, keeps_unknown, .. } => {
                let constructors: Vec<String> = (0..count).map(|tag| self.constructor(of, tag)).collect();
                form("enum")
                    .add("name", quoted(&self.path_name(of)))
                    .flag("head", has_head)
                    .add("tagSize", tag_size)
                    .flag("keepsUnknown", keeps_unknown)
                    .add("constructors", format!("[{}]", constructors.join(", ")))
            }
            Form::Array { len, element } => form("array").add("length", len).add("element", self.element_row(element)),
            Form::Sequence { element, kind } => {
                let kind = match kind {
                    SequenceKind::List | SequenceKind::Vector => "list",
                    SequenceKind::Set => "set",
                    SequenceKind::Map => "map",
                };
                form("sequence").add("kind", quoted(kind)).add("element", self.element_row(element))
            }
        };
        row.maybe("size", node.extent.size()).number("unpaid", node.unpaid).text()
    }

    fn constructor(&self, of: TypeIndex, tag: u32) -> String {
        let Type::Enum(variants) = self.schema.get(self.schema.packed(of)) else { return String::new() };
        let name = &variants.constructors[tag as usize].name;
        let Some(facts) = self.plan.constructor(of, tag) else { return String::new() };
        self.fields(facts, self.field_names(of, tag), Object::default().add("name", quoted(name)))
    }

    /// Returns the names of the fields of a constructor.
    fn field_names(&self, of: TypeIndex, tag: u32) -> Vec<&str> {
        let fields = match self.schema.get(self.schema.packed(of)) {
            Type::Struct(of) => &of.fields,
            Type::Enum(of) => &of.constructors[tag as usize].fields,
            _ => return Vec::new(),
        };
        fields.iter().map(|field| field.name.as_str()).collect()
    }

    /// Returns a type as paths have it.
    fn path_name(&self, of: TypeIndex) -> String {
        match self.schema.get(self.schema.packed(of)) {
            Type::Struct(of) if of.kind == StructKind::Tuple => {
                let (arity, shown) = (of.fields.len(), of.fields.len().min(16));
                let blanks = vec!["_"; shown].join(", ");
                match arity {
                    1 => "(_,)".into(),
                    _ if arity > shown => format!("({blanks}, ...)"),
                    _ => format!("({blanks})"),
                }
            }
            Type::Struct(of) => short(&of.name).into_owned(),
            Type::Enum(of) => short(&of.name).into_owned(),
            _ => String::new(),
        }
    }

    fn fields(&self, of: &ConstructorFacts, names: Vec<&str>, to: Object) -> String {
        let facts = &self.plan.fields[of.first as usize..][..of.len as usize];
        let fields: Vec<String> = facts
            .iter()
            .zip(names)
            .map(|(field, name)| {
                Object::default()
                    .add("name", quoted(name))
                    .add("of", self.schema.packed(field.node))
                    .maybe("size", field.size)
                    .number("run", field.run as u64)
                    .flag("isSized", field.is_sized)
                    .flag("isEnd", field.is_end)
                    .flag("isLevel", field.is_level)
                    .flag("isDeepKey", field.is_deep_key)
                    .flag("hasDefault", field.has_default)
                    .text()
            })
            .collect();
        to.number("staticPart", of.static_part as u64)
            .number("unpaid", of.unpaid)
            .add("fields", format!("[{}]", fields.join(", ")))
            .text()
    }

    fn element_row(&self, element: Element) -> String {
        Object::default()
            .add("of", self.schema.packed(element.node))
            .maybe("size", element.size)
            .number("unpaid", element.unpaid)
            .flag("isLevel", element.is_level)
            .flag("isDeepKey", element.is_deep_key)
            .flag("mayBeEmpty", element.may_be_empty)
            .flag("isByte", element.is_byte)
            .flag("isIndexed", element.is_indexed)
            .text()
    }
}
