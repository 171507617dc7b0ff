//! Rust definitions that have the same schema.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;

use packed_data::error::Printable;

use super::ExportError;
use crate::schema::{Constructor, Enum, Field, MISSING, Scalar, Schema, Struct, StructKind, Type, TypeIndex};
use crate::steps;

/// Words that are no names, and cannot be made names with `r#`.
const NO_NAMES: [&str; 5] = ["", "_", "self", "Self", "crate"];
/// Words that are names with `r#`.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Names of the standard library that are used below.
const TAKEN: [&str; 12] = [
    "Option",
    "Result",
    "String",
    "Vec",
    "Box",
    "BTreeMap",
    "BTreeSet",
    "RawBuf",
    "Vector",
    "Duration",
    "SystemTime",
    "Packable",
];

impl Schema {
    /// Returns Rust definitions of the type and all types in it. They derive `Packable`, and have the same schema, and
    /// so the same fingerprint. A value that is no struct or enum itself has an alias, `Root`.
    ///
    /// ```
    /// use packed_data::Packable;
    /// use packed_data_schema::Schema;
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node { left: Box<Tree>, right: Box<Tree> },
    /// }
    ///
    /// assert_eq!(
    ///     Schema::of::<Tree>().to_rust()?,
    ///     "#[derive(Clone, Debug, PartialEq, packed_data::Packable)]\n\
    ///      pub enum Tree {\n    \
    ///          Leaf(i64),\n    \
    ///          Node {\n        \
    ///              left: Box<Tree>,\n        \
    ///              right: Box<Tree>,\n    \
    ///          },\n\
    ///      }\n\n\
    ///      pub type Root = Tree;\n",
    /// );
    /// # Ok::<(), packed_data_schema::ExportError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A type contains code (an adapter or a condition), or the derive cannot make it.
    pub fn to_rust(&self) -> Result<String, ExportError> {
        let exporter = Exporter::new(self)?;
        let mut out = String::new();
        for index in 0..self.types().len() {
            let index = index as TypeIndex;
            if !exporter.is_defined(index) {
                continue;
            }
            let text = exporter.definition(index)?;
            match exporter.modules.get(&index) {
                None => out.push_str(&text),
                Some(module) => {
                    out.push_str(&format!("pub mod {module} {{\n"));
                    for line in text.lines() {
                        out.push_str(&if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") });
                    }
                    out.push_str("}\n");
                }
            }
            out.push('\n');
        }
        out.push_str(&format!("pub type Root = {};\n", exporter.name(0, TypeIndex::MAX, false, MAX_DEPTH)?));
        Ok(out)
    }
}

struct Exporter<'s> {
    schema: &'s Schema,
    /// The modules of types whose names are not their own.
    modules: BTreeMap<TypeIndex, String>,
    /// The types that contain each type in place: a pointer is needed between the two.
    circles: BTreeSet<(TypeIndex, TypeIndex)>,
    /// The types that need an order, because they are keys.
    ordered: BTreeSet<TypeIndex>,
    /// The types that need a default.
    defaults: BTreeSet<TypeIndex>,
    /// How many more parts of types may be named.
    names: Cell<usize>,
    /// How many more types may be looked at for fields that are leaves.
    looks: Cell<usize>,
}

/// The greatest number of types that are exported.
const MAX_TYPES: usize = 2_000;
/// The number of types that may be named for each part of a type on average, and the number that may be named in
/// addition. (A name has the names of other types in it, which may double with each level.)
const MAX_NAMES: usize = 16;
const FREE_NAMES: usize = 1_000;
/// How deep the parts of a name may nest.
const MAX_DEPTH: u32 = 32;
/// How many types may be looked at for each field on average, to find those that are leaves.
const MAX_LOOKS: usize = 16;
/// The longest name of a type, field or constructor. (Names of types are repeated where they are used.)
const MAX_NAME: usize = 250;

impl<'s> Exporter<'s> {
    fn new(schema: &'s Schema) -> Result<Self, ExportError> {
        if schema.types().len() > MAX_TYPES {
            return Err(ExportError::new(schema, 0, format!("it consists of more than {MAX_TYPES} types")));
        }
        let mut exporter = Self {
            schema,
            modules: BTreeMap::new(),
            circles: BTreeSet::new(),
            ordered: BTreeSet::new(),
            defaults: BTreeSet::new(),
            names: Cell::new(FREE_NAMES),
            looks: Cell::new(0),
        };
        let circles = circles(schema.types().len(), |index| exporter.inline(index));
        let mut names = BTreeSet::from(["Root"].map(str::to_owned));
        for index in 0..schema.types().len() as TypeIndex {
            let name = match schema.get(index) {
                Type::Struct(of) => &of.name,
                Type::Enum(of) => &of.name,
                _ => continue,
            };
            if exporter.is_defined(index) && (TAKEN.contains(&name.as_str()) || !names.insert(name.clone())) {
                exporter.modules.insert(index, format!("type_{index}"));
            }
            for part in exporter.inline(index) {
                exporter.looks.set(exporter.looks.get() + MAX_LOOKS);
                exporter.names.set(exporter.names.get() + MAX_NAMES);
                if exporter.is_defined(part) && circles[part as usize] == circles[index as usize] {
                    exporter.circles.insert((index, part));
                }
            }
        }
        for index in 0..schema.types().len() as TypeIndex {
            if let Type::Sorted { element } = schema.get(index) {
                let key = schema.entry(*element).map_or(*element, |(key, _)| key);
                exporter.require_order(key)?;
            }
            let fields = match schema.get(index) {
                Type::Struct(of) => of.fields.iter().collect::<Vec<_>>(),
                Type::Enum(of) => of.constructors.iter().flat_map(|of| &of.fields).collect(),
                _ => Vec::new(),
            };
            for field in fields.into_iter().filter(|field| field.has_default) {
                exporter.require_default(field.of)?;
            }
        }
        Ok(exporter)
    }

    /// Returns whether the type has a definition of its own, and is not one of the library.
    fn is_defined(&self, index: TypeIndex) -> bool {
        match self.schema.get(index) {
            Type::Struct(of) => of.kind == StructKind::Struct,
            Type::Enum(of) => !of.is_optional && !is_result(of),
            _ => false,
        }
    }

    /// Returns the types that values of this type may contain without a pointer.
    fn inline(&self, index: TypeIndex) -> Vec<TypeIndex> {
        match self.schema.get(index) {
            Type::Sequence { .. } | Type::Sorted { .. } => Vec::new(),
            other => other.parts(),
        }
    }

    /// Records that a type, and all types in it, need an order.
    fn require_order(&mut self, key: TypeIndex) -> Result<(), ExportError> {
        let mut stack = vec![key];
        while let Some(index) = stack.pop() {
            if matches!(self.schema.get(index), Type::Scalar(Scalar::F32 | Scalar::F64) | Type::Cbor) {
                return Err(ExportError::new(self.schema, index, "it has no order in Rust, and is part of a key"));
            }
            if self.ordered.insert(index) {
                stack.extend(self.schema.get(index).parts());
            }
        }
        Ok(())
    }

    /// Records that a type needs a default.
    fn require_default(&mut self, index: TypeIndex) -> Result<(), ExportError> {
        let mut stack = vec![index];
        while let Some(index) = stack.pop() {
            let refuse = |why: &str| Err(ExportError::new(self.schema, index, why));
            match self.schema.get(index) {
                Type::Scalar(scalar) if scalar.is_non_zero() => return refuse("it has no default"),
                Type::Scalar(Scalar::SystemTime) => return refuse("it has no default"),
                Type::Array { len, .. } if *len > 32 => return refuse("so long an array has no default"),
                Type::Enum(of) if of.is_optional || self.defaults.contains(&index) => {}
                Type::Enum(of) if !of.constructors.iter().any(|of| of.fields.is_empty()) => {
                    return refuse("it has no constructor without fields, which could be its default");
                }
                Type::Cbor | Type::Unknown => return refuse("it has no default"),
                Type::Struct(_) | Type::Array { .. } => {
                    if self.defaults.insert(index) {
                        stack.extend(self.schema.get(index).parts());
                    }
                }
                _ => {
                    self.defaults.insert(index);
                }
            }
        }
        Ok(())
    }

    fn definition(&self, index: TypeIndex) -> Result<String, ExportError> {
        let derives = format!(
            "#[derive(Clone, Debug, PartialEq, {}{}packed_data::Packable)]\n",
            if self.ordered.contains(&index) { "Eq, PartialOrd, Ord, " } else { "" },
            if self.defaults.contains(&index) { "Default, " } else { "" },
        );
        let (name, has_condition) = match self.schema.get(index) {
            Type::Struct(of) => (&of.name, of.has_condition),
            Type::Enum(of) => (&of.name, of.has_condition),
            _ => return Err(ExportError::new(self.schema, index, "it is no struct and no enum")),
        };
        if has_condition {
            return Err(ExportError::new(self.schema, index, "it has a condition, which is code"));
        }
        let name = self.identifier(index, name)?;
        match self.schema.get(index) {
            Type::Struct(Struct { fields, is_extensible, .. }) => {
                let extensible = attribute(*is_extensible && fields.iter().all(|field| !field.has_default));
                let (body, is_named) = self.fields(index, fields, "    ", "pub ")?;
                let end = if is_named { "" } else { ";" };
                Ok(format!("{derives}{extensible}pub struct {name}{body}{end}\n"))
            }
            Type::Enum(Enum { constructors, is_extensible, .. }) => {
                let is_open = |of: &Constructor| of.is_other || of.fields.iter().any(|field| field.has_default);
                let extensible = attribute(*is_extensible && !constructors.iter().any(is_open));
                let mut lines = String::new();
                let mut needs_default = self.defaults.contains(&index);
                for constructor in constructors {
                    let (body, _) = self.fields(index, &constructor.fields, "        ", "")?;
                    let body = if body.ends_with("\n}") { format!("{}    }}", &body[..body.len() - 1]) } else { body };
                    if needs_default && constructor.fields.is_empty() {
                        needs_default = false;
                        lines.push_str("    #[default]\n");
                    }
                    if constructor.is_other {
                        lines.push_str("    #[packable(other)]\n");
                    }
                    lines.push_str(&format!("    {}{body},\n", self.identifier(index, &constructor.name)?));
                }
                Ok(format!("{derives}{extensible}pub enum {name} {{\n{lines}}}\n"))
            }
            _ => Ok(String::new()),
        }
    }

    /// Returns the fields of a struct or constructor, and whether they have names.
    fn fields(
        &self,
        index: TypeIndex,
        fields: &[Field],
        indent: &str,
        visibility: &str,
    ) -> Result<(String, bool), ExportError> {
        if fields.is_empty() {
            return Ok((String::new(), false));
        }
        let is_named = fields[0].is_named();
        let mut out = Vec::new();
        for (position, field) in fields.iter().enumerate() {
            if field.is_bare {
                return Err(ExportError::new(self.schema, index, "it has a field without a size before it"));
            }
            if !is_named && field.name != position.to_string() {
                return Err(ExportError::new(self.schema, index, "only some of its fields have names"));
            }
            let mut attributes = Vec::new();
            if field.has_default {
                attributes.push("default".to_owned());
            }
            if let Some(tag) = field.tag {
                attributes.push(format!("cbor_tag = {tag}"));
            }
            let of = match self.schema.get(field.of) {
                Type::With { name, inner } if name == MISSING => {
                    attributes.push("with = packed_data::with::Missing".to_owned());
                    *inner
                }
                _ => field.of,
            };
            if of == field.of && self.needs_leaf(of, index)? {
                attributes.push("leaf".to_owned());
            }
            let space = if is_named { format!("\n{indent}") } else { " ".to_owned() };
            let attributes = match attributes.is_empty() {
                true => String::new(),
                false => format!("#[packable({})]{space}", attributes.join(", ")),
            };
            let of = self.name(of, index, self.circles.contains(&(index, field.of)), MAX_DEPTH)?;
            let name = if is_named { format!("{}: ", self.identifier(index, &field.name)?) } else { String::new() };
            out.push(format!("{attributes}{visibility}{name}{of}"));
        }
        if !is_named {
            return Ok((format!("({})", out.join(", ")), false));
        }
        let lines: Vec<String> = out.into_iter().map(|field| format!("{indent}{field},\n")).collect();
        Ok((format!(" {{\n{}}}", lines.concat()), true))
    }

    /// Returns whether folds over the type `owner` do not look into a field of type `of`, although it mentions that
    /// type.
    fn needs_leaf(&self, of: TypeIndex, owner: TypeIndex) -> Result<bool, ExportError> {
        let (mut seen, mut stack) = (BTreeSet::new(), vec![(of, false)]);
        while let Some((index, is_hidden)) = stack.pop() {
            let Some(looks) = self.looks.get().checked_sub(1) else {
                return Err(ExportError::new(self.schema, owner, "it has too many types without names in its fields"));
            };
            self.looks.set(looks);
            if self.is_defined(index) {
                if is_hidden && index == owner {
                    return Ok(true);
                }
                continue;
            }
            if !seen.insert((index, is_hidden)) {
                continue;
            }
            let hides = match self.schema.get(index) {
                Type::Sequence { is_vector, .. } => *is_vector,
                Type::Enum(of) => !of.is_optional,
                Type::Struct(of) => of.fields.len() > 4,
                _ => true,
            };
            stack.extend(self.schema.get(index).parts().into_iter().map(|part| (part, is_hidden || hides)));
        }
        Ok(false)
    }

    /// Returns a name as Rust writes it.
    fn identifier(&self, index: TypeIndex, name: &str) -> Result<String, ExportError> {
        steps::count_bytes(name.len());
        if name.len() > MAX_NAME {
            return Err(ExportError::new(self.schema, index, format!("it has a name of {} bytes", name.len())));
        }
        let mut chars = name.chars();
        let is_name = chars.next().is_some_and(|first| first == '_' || first.is_alphabetic())
            && chars.all(|char| char == '_' || char.is_alphanumeric());
        if !is_name || NO_NAMES.contains(&name) || name == "super" {
            let why = format!("`{}` is no name in Rust", Printable(name));
            return Err(ExportError::new(self.schema, index, why));
        }
        Ok(if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.into() })
    }

    /// Returns how a type is called in the definition of the type `within`.
    fn name(&self, index: TypeIndex, within: TypeIndex, is_boxed: bool, depth: u32) -> Result<String, ExportError> {
        let refuse = |why: &str| Err(ExportError::new(self.schema, index, why));
        let (Some(depth), Some(names)) = (depth.checked_sub(1), self.names.get().checked_sub(1)) else {
            return refuse("it is too large, or contains itself, without a name");
        };
        self.names.set(names);
        let part = |part: TypeIndex| self.name(part, within, self.circles.contains(&(index, part)), depth);
        let name = match self.schema.get(index) {
            Type::Scalar(scalar) => match scalar {
                Scalar::Duration | Scalar::SystemTime => format!("std::time::{}", scalar.name()),
                _ if scalar.is_non_zero() => format!("std::num::{}", scalar.name()),
                _ => scalar.name().into(),
            },
            Type::Text => self.standard("String", within),
            Type::Cbor => "packed_data::cbor::RawBuf".into(),
            Type::Unknown => "packed_data::types::Unknown".into(),
            Type::Sequence { element, is_vector: false } => {
                format!("{}<{}>", self.standard("Vec", within), part(*element)?)
            }
            Type::Sequence { element, is_vector: true } => {
                format!("packed_data::layout::haskell::Vector<{}>", part(*element)?)
            }
            Type::Sorted { element } => match self.schema.entry(*element) {
                Some((key, value)) => format!("std::collections::BTreeMap<{}, {}>", part(key)?, part(value)?),
                None => format!("std::collections::BTreeSet<{}>", part(*element)?),
            },
            Type::Array { len, element } => format!("[{}; {len}]", part(*element)?),
            Type::With { .. } => return refuse("it has an adapter, which is code"),
            Type::Struct(of) if of.kind == StructKind::Tuple => {
                if of.fields.len() > 12 {
                    return refuse("it is a tuple of more than 12 fields");
                }
                let fields: Result<Vec<String>, ExportError> = of.fields.iter().map(|field| part(field.of)).collect();
                let fields = fields?;
                if fields.len() == 1 { format!("({},)", fields[0]) } else { format!("({})", fields.join(", ")) }
            }
            Type::Struct(of) if of.kind == StructKind::Entry => return refuse("it is not in a map"),
            Type::Enum(of) if of.is_optional => {
                let (names, some) = (of.constructors.iter().map(|of| &*of.name), &of.constructors[1].fields);
                if of.name != "Option" || !names.eq(["None", "Some"]) || some.len() != 1 || !some[0].is_bare {
                    return refuse("it is an optional value other than `Option`");
                }
                format!("{}<{}>", self.standard("Option", within), part(some[0].of)?)
            }
            Type::Enum(of) if is_result(of) => {
                let [ok, err] = [0, 1].map(|tag: usize| of.constructors[tag].fields[0].of);
                format!("{}<{}, {}>", self.standard("Result", within), part(ok)?, part(err)?)
            }
            Type::Struct(Struct { name, .. }) | Type::Enum(Enum { name, .. }) => {
                let name = self.identifier(index, name)?;
                match (self.modules.contains_key(&within), self.modules.get(&index)) {
                    (_, Some(_)) if index == within => name,
                    (true, Some(module)) => format!("super::{module}::{name}"),
                    (true, None) => format!("super::{name}"),
                    (false, Some(module)) => format!("{module}::{name}"),
                    (false, None) => name,
                }
            }
        };
        Ok(if is_boxed { format!("{}<{name}>", self.standard("Box", within)) } else { name })
    }

    /// Returns the name of a type of the standard library; with its path, if the type `within` has the same name.
    fn standard(&self, name: &str, within: TypeIndex) -> String {
        let own = match self.schema.types().get(within as usize) {
            Some(Type::Struct(of)) => &of.name,
            Some(Type::Enum(of)) => &of.name,
            _ => "",
        };
        match name {
            _ if own != name => name.into(),
            "Box" => "std::boxed::Box".into(),
            name => format!("std::{}::{name}", name.to_lowercase()),
        }
    }
}

/// Returns a number for each node of a graph: the same for two nodes exactly if each can be reached from the other. (By
/// the algorithm of Tarjan, 1972, without recursion.)
fn circles(count: usize, parts: impl Fn(TypeIndex) -> Vec<TypeIndex>) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let (mut number, mut low, mut circle) = (vec![NEW; count], vec![NEW; count], vec![NEW; count]);
    let (mut next, mut open, mut stack) = (0, Vec::new(), Vec::new());
    for root in 0..count {
        if number[root] == NEW {
            stack.push((root, None));
        }
        while let Some((node, rest)) = stack.pop() {
            steps::count(1);
            let mut rest = rest.unwrap_or_else(|| {
                (number[node], low[node]) = (next, next);
                next += 1;
                open.push(node);
                parts(node as TypeIndex).into_iter()
            });
            let Some(part) = rest.next().map(|part| part as usize) else {
                if low[node] == number[node] {
                    while let Some(inner) = open.pop() {
                        circle[inner] = node;
                        if inner == node {
                            break;
                        }
                    }
                }
                if let Some((outer, _)) = stack.last() {
                    low[*outer] = low[*outer].min(low[node]);
                }
                continue;
            };
            stack.push((node, Some(rest)));
            if number[part] == NEW {
                stack.push((part, None));
            } else if circle[part] == NEW {
                low[node] = low[node].min(number[part]);
            }
        }
    }
    circle
}

/// Returns the attribute for a type that is extensible although none of its fields or constructors shows it.
fn attribute(is_needed: bool) -> &'static str {
    if is_needed { "#[packable(extensible)]\n" } else { "" }
}

/// Returns whether an enum is the `Result` of the standard library.
fn is_result(of: &Enum) -> bool {
    let is = |constructor: &Constructor, name: &str| {
        constructor.name == name
            && matches!(&constructor.fields[..], [Field { is_bare: true, has_default: false, tag: None, .. }])
    };
    of.name == "Result" && matches!(&of.constructors[..], [ok, err] if is(ok, "Ok") && is(err, "Err"))
}
