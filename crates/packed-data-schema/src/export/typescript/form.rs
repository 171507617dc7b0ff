//! What each type is in TypeScript, and how its values are read.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use packed_data_model::{Kind, Scalar};

use super::{Item, Writer};
use crate::plan::{self, Element};
use crate::schema::{Schema, StructKind, Type, TypeIndex};

/// What a type is in TypeScript.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Scalar(Scalar),
    Text,
    /// An item of CBOR.
    Item,
    /// A constructor that is not known.
    Unknown,
    /// `()`.
    Null,
    /// A class.
    Struct,
    /// A union of classes.
    Enum,
    /// A union of texts.
    Choice,
    /// Another type, or `undefined`.
    Optional(TypeIndex),
    /// A sequence or array of `u8`, as a view of the bytes.
    Bytes,
    /// A sequence or array.
    List,
    Map,
    Set,
    /// A type of another crate, which is packed as another type.
    With,
}

/// How deeply types are nested in one line.
pub(super) const NESTED: usize = 4;

/// Returns the form of each type.
pub(super) fn forms(schema: &Schema) -> Vec<Form> {
    let mut forms: Vec<Form> = schema.types().iter().map(|of| form(schema, of)).collect();
    // (What may be `undefined` itself cannot be marked as absent by it.)
    for index in 0..forms.len() {
        if let Form::Optional(inner) = forms[index]
            && matches!(forms[inner as usize], Form::Optional(_))
        {
            forms[index] = Form::Enum;
        }
    }
    forms
}

fn form(schema: &Schema, of: &Type) -> Form {
    let is_byte = |element: TypeIndex| matches!(schema.get(schema.packed(element)), Type::Scalar(Scalar::U8));
    match of {
        Type::Scalar(scalar) => Form::Scalar(*scalar),
        Type::Text => Form::Text,
        Type::Cbor => Form::Item,
        Type::Unknown => Form::Unknown,
        Type::Sequence { element, .. } | Type::Array { element, .. } if is_byte(*element) => Form::Bytes,
        Type::Sequence { .. } | Type::Array { .. } => Form::List,
        Type::Sorted { element } if schema.entry(*element).is_some() => Form::Map,
        Type::Sorted { .. } => Form::Set,
        Type::Struct(of) if of.kind == StructKind::Tuple && of.fields.is_empty() => Form::Null,
        Type::Struct(_) => Form::Struct,
        Type::Enum(of) => match &of.constructors[..] {
            [none, some] if of.is_optional && none.fields.is_empty() && some.fields.len() == 1 => {
                Form::Optional(schema.packed(some.fields[0].of))
            }
            constructors if constructors.is_empty() || of.is_extensible => Form::Enum,
            constructors if constructors.iter().all(|of| of.fields.is_empty()) => Form::Choice,
            _ => Form::Enum,
        },
        Type::With { .. } => Form::With,
    }
}

/// Returns how the runtime calls a scalar, after `set` or by itself.
fn method(scalar: Scalar) -> (&'static str, String) {
    let bits = scalar.width() * 8;
    match scalar.kind() {
        Kind::Unsigned => ("u", bits.to_string()),
        Kind::Signed => ("i", bits.to_string()),
        Kind::Float => ("f", bits.to_string()),
        Kind::Bool => ("bool", String::new()),
        Kind::Char => ("char", String::new()),
        Kind::Duration => ("duration", String::new()),
        Kind::Time => ("time", String::new()),
    }
}

/// Returns the type of a scalar in TypeScript.
fn scalar_text(scalar: Scalar) -> &'static str {
    match (scalar.kind(), scalar.width()) {
        (Kind::Unsigned | Kind::Signed, 8 | 16) => "bigint",
        (Kind::Unsigned | Kind::Signed | Kind::Float, _) => "number",
        (Kind::Bool, _) => "boolean",
        (Kind::Char, _) => "string",
        (Kind::Duration | Kind::Time, _) => "p.Time",
    }
}

/// Returns the expression that sets the scalar at `at` in `s` to `value`.
pub(super) fn write(scalar: Scalar, s: &str, at: &str) -> String {
    let (name, bits) = method(scalar);
    let (first, rest) = name.split_at(1);
    let value = if scalar.is_non_zero() { "p.notZero(value)" } else { "value" };
    format!("{s}.set{}{rest}{bits}({at}, {value})", first.to_uppercase())
}

/// Returns the expression that reads the scalar at `at`, which is a name or a short expression.
fn read(scalar: Scalar, s: &str, at: &str) -> String {
    let (name, bits) = method(scalar);
    let number = format!("{s}.{name}{bits}({at})");
    if scalar.is_non_zero() { format!("{s}.nonZero({number}, \"{}\", {at})", scalar.name()) } else { number }
}

impl Writer<'_> {
    /// Returns the type of values in TypeScript, nested at most `depth` deep; what is deeper has a name.
    pub(super) fn type_text(&mut self, of: TypeIndex, depth: usize) -> String {
        let of = self.schema.packed(of);
        match self.form(of) {
            Form::Struct | Form::Enum | Form::Choice => {
                self.need(Item::Class(of));
                self.names.of(of).into()
            }
            Form::Optional(_) | Form::List | Form::Map | Form::Set if depth == 0 => {
                self.need(Item::Alias(of));
                self.names.alias(of)
            }
            _ => self.nested_text(of, depth.saturating_sub(1)),
        }
    }

    /// Returns the type that a name is given to.
    pub(super) fn definition_text(&mut self, of: TypeIndex) -> String {
        self.nested_text(of, NESTED)
    }

    fn nested_text(&mut self, of: TypeIndex, depth: usize) -> String {
        match self.form(of) {
            Form::Scalar(scalar) => scalar_text(scalar).into(),
            Form::Text => "string".into(),
            Form::Item | Form::Bytes => "Uint8Array".into(),
            Form::Unknown => "p.Unknown".into(),
            Form::Null => "null".into(),
            Form::Optional(inner) => format!("{} | undefined", self.type_text(inner, depth)),
            Form::List => {
                let Some(element) = self.element(of) else { return "never".into() };
                let class = if self.is_scalar(element.node) { "ScalarList" } else { "List" };
                format!("p.{class}<{}>", self.type_text(element.node, depth))
            }
            Form::Set => {
                let Some(element) = self.element(of) else { return "never".into() };
                format!("p.PackedSet<{}>", self.type_text(element.node, depth))
            }
            Form::Map => {
                let entry = self.element(of).and_then(|element| self.schema.entry(element.node));
                let Some((key, value)) = entry else { return "never".into() };
                format!("p.PackedMap<{}, {}>", self.type_text(key, depth), self.type_text(value, depth))
            }
            Form::Struct | Form::Enum | Form::Choice | Form::With => self.type_text(of, depth),
        }
    }

    /// Returns the elements of a sequence or array.
    pub(super) fn element(&self, of: TypeIndex) -> Option<Element> {
        match self.plan.nodes[of as usize].form {
            plan::Form::Array { element, .. } | plan::Form::Sequence { element, .. } => {
                Some(Element { node: self.schema.packed(element.node), ..element })
            }
            _ => None,
        }
    }

    fn is_scalar(&self, of: TypeIndex) -> bool {
        matches!(self.form(of), Form::Scalar(_))
    }

    /// Returns whether values have a head.
    pub(super) fn has_head(&self, of: TypeIndex) -> bool {
        matches!(
            self.plan.nodes[of as usize].form,
            plan::Form::Struct { has_head: true, .. } | plan::Form::Enum { has_head: true, .. }
        )
    }

    /// Returns the expression that reads the value of a type at `at` in `s`, which ends before `end`.
    pub(super) fn read(&mut self, of: TypeIndex, s: &str, at: &str, end: &str) -> String {
        let of = self.schema.packed(of);
        let list = |writer: &mut Self, s: &str| writer.read_list(of, s, at, end);
        match self.form(of) {
            Form::Scalar(scalar) => read(scalar, s, at),
            Form::Text => format!("{s}.text({at}, {end})"),
            Form::Item => format!("{s}.byteString({at}, {end})"),
            Form::Unknown => format!("new p.Unknown({s}, {at}, {end})"),
            Form::Null => "null".into(),
            Form::Bytes => match self.plan.nodes[of as usize].form {
                plan::Form::Array { len, .. } => format!("{s}.slice({at}, {len})"),
                _ => format!("{s}.byteString({at}, {end})"),
            },
            Form::Struct if !self.has_head(of) => {
                self.need(Item::Class(of));
                format!("new {}({s}, {at}, {end})", self.names.of(of))
            }
            Form::Struct | Form::Enum | Form::Choice | Form::Optional(_) => {
                self.need(Item::Read(of));
                format!("r{of}({s}, {at}, {end})")
            }
            Form::List => list(self, s),
            Form::Map => {
                let key =
                    self.element(of).and_then(|element| self.schema.entry(element.node)).map_or(0, |(key, _)| key);
                format!("new p.PackedMap({}, {})", list(self, s), self.schema.packed(key))
            }
            Form::Set => {
                let element = self.element(of).map_or(0, |element| element.node);
                format!("new p.PackedSet({}, {element})", list(self, &format!("{s}.frozen")))
            }
            Form::With => "null".into(), // (not reached: `of` is what it is packed as)
        }
    }

    fn read_list(&mut self, of: TypeIndex, s: &str, at: &str, end: &str) -> String {
        let Some(element) = self.element(of) else { return "null".into() };
        self.need(Item::Type(element.node));
        let len = match self.plan.nodes[of as usize].form {
            plan::Form::Array { len, .. } => Some(len),
            _ => None,
        };
        let class = match (element.size, len) {
            (Some(_), _) if self.is_scalar(element.node) => "ScalarList",
            (Some(_), _) => "FixedList",
            (None, None) if element.is_indexed => "TableList",
            (None, _) => "WalkedList",
        };
        let len = len.map_or(String::new(), |len| match element.is_indexed {
            true => format!(", {len}, true"),
            false => format!(", {len}"),
        });
        format!("new p.{class}({s}, {at}, t{}, {end}{len})", element.node)
    }

    /// Returns the function that reads a value of several forms, or with a head.
    pub(super) fn reader(&mut self, of: TypeIndex) -> String {
        let text = self.type_text(of, NESTED);
        let body = match self.form(of) {
            Form::Optional(inner) => self.optional_body(of, inner),
            Form::Choice => self.choice_body(of),
            Form::Struct => {
                self.need(Item::Class(of));
                format!("  s.head(at, false, end);\n  return new {}(s, at);\n", self.names.of(of))
            }
            _ => self.enum_body(of),
        };
        format!("function r{of}(s: p.Source, at: number, end: number): {text} {{\n{body}}}\n\n")
    }

    fn optional_body(&mut self, of: TypeIndex, inner: TypeIndex) -> String {
        let is_sized = self.plan.constructor(of, 1).is_some_and(|some| self.plan.fields[some.first as usize].is_sized);
        let value = match is_sized {
            true => self.read(inner, "s", "s.enter(at + 1, end)", "s.end"),
            false => self.read(inner, "s", "at + 1", "end"),
        };
        format!(
            "  const tag = s.u8(s.require(at, 1, end));\n  if (tag === 0) return undefined;\n  \
             if (tag === 1) return {value};\n  throw p.invalidTag(tag, 2, at);\n"
        )
    }

    fn choice_body(&mut self, of: TypeIndex) -> String {
        self.need(Item::Class(of));
        let plan::Form::Enum { tag_size, .. } = self.plan.nodes[of as usize].form else { return String::new() };
        format!("  return s.choice(s.require(at, {tag_size}, end), {tag_size}, c{of});\n")
    }

    fn enum_body(&mut self, of: TypeIndex) -> String {
        self.need(Item::Class(of));
        let plan::Form::Enum { count, tag_size, has_head, keeps_unknown, .. } = self.plan.nodes[of as usize].form
        else {
            return String::new();
        };
        let tag = if has_head { "s.tag".into() } else { tag_text(tag_size, "s", "at") };
        let mut body = match has_head {
            true => "  s.head(at, true, end);\n".to_owned(),
            false => format!("  s.require(at, {tag_size}, end);\n"),
        };
        let end = if has_head { "" } else { ", end" };
        let known = if keeps_unknown { count.saturating_sub(1) } else { count };
        if count == 0 {
            return format!("{body}  throw p.invalidTag({tag}, 0, at);\n");
        }
        body.push_str(&format!("  switch ({tag}) {{\n"));
        for tag in 0..known {
            let class = self.names.constructor(of, tag as usize);
            body.push_str(&format!("    case {tag}:\n      return new {class}(s, at{end});\n"));
        }
        let other = match keeps_unknown {
            true => format!("return new {}(s, at)", self.names.constructor(of, known as usize)),
            false => format!("throw p.invalidTag({tag}, {count}, at)"),
        };
        body.push_str(&format!("    default:\n      {other};\n  }}\n"));
        body
    }

    /// Returns how elements of a type are read.
    pub(super) fn descriptor(&mut self, of: TypeIndex) -> String {
        let text = self.type_text(of, NESTED);
        let size = self.size(of).map_or("-1".into(), |size| size.to_string());
        let read = self.read(of, "s", "at", "end");
        let end = self.end(of, "s", "at");
        let (class, write) = match self.form(of) {
            Form::Scalar(scalar) => {
                ("ScalarType", format!("  write: (s, at, value) => {},\n", write(scalar, "s", "at")))
            }
            _ => ("Type", String::new()),
        };
        format!(
            "const t{of}: p.{class}<{text}> = {{\n  node: {of},\n  size: {size},\n  read: (s, at, end) => {read},\n  \
             end: (s, at) => {end},\n{write}}};\n\n"
        )
    }
}

/// Returns the expression that reads a tag of this many bytes.
pub(super) fn tag_text(size: u8, s: &str, at: &str) -> String {
    format!("{s}.u{}({at})", u32::from(size) * 8)
}
