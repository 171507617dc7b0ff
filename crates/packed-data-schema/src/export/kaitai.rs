//! Kaitai Struct, which describes bytes to programs in many languages.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use packed_data_model::Kind;

use super::{ExportError, names};
use crate::plan::Plan;
use crate::schema::{Constructor, Field, Schema, StructKind, Type, TypeIndex};
use crate::steps;
use packed_data_model::LayoutId;

impl Schema {
    /// Returns the schema as a `.ksy` file of [Kaitai Struct](https://kaitai.io), for the layout `Compact`. Its
    /// compiler makes readers in a dozen languages of it, which read the values that programs write, also of older
    /// and newer versions of extensible types.
    ///
    /// `id` is the name of the class that the compiler makes. These readers do not check what the library checks: the
    /// order of keys, the shortest form of lengths, what is no `bool` or `char`, and limits on nesting.
    ///
    /// # Errors
    ///
    /// The layout `Compact` does not have one of the types, or `id` is not a name of lower-case letters, digits and
    /// `_`.
    pub fn to_kaitai(&self, id: &str) -> Result<String, ExportError> {
        let is_name = id.starts_with(|first: char| first.is_ascii_lowercase())
            && id.chars().all(|char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '_');
        if !is_name {
            let why = "the id is not a name of lower-case letters, digits and `_`";
            return Err(ExportError::new(self, 0, why));
        }
        Plan::new(self, LayoutId::Compact)?;
        let names = names(self, '_', &[id, "short_varint", "str", "known"]);
        let mut out = format!(
            "meta:\n  id: {id}\n  endian: le\n  encoding: UTF-8\nseq:\n  - id: root\n{}types:\n{VARINT}",
            self.ksy_reference(0, &names, 4),
        );
        for (index, of) in self.types().iter().enumerate() {
            self.ksy_type(of, index as TypeIndex, &names, &mut out);
        }
        Ok(out)
    }

    /// Returns the lines that read a value of a type.
    fn ksy_reference(&self, index: TypeIndex, names: &[String], indent: usize) -> String {
        let pad = " ".repeat(indent);
        let kind = match self.get(self.packed(index)) {
            Type::Scalar(scalar) => match (scalar.kind(), scalar.width()) {
                (Kind::Bool | Kind::Char | Kind::Unsigned, width @ (1 | 2 | 4 | 8)) => format!("u{width}"),
                (Kind::Signed, width @ (1 | 2 | 4 | 8)) => format!("s{width}"),
                (Kind::Float, width) => format!("f{width}"),
                // (There are no integers of other widths: their bytes, the least significant first.)
                (Kind::Bool | Kind::Char | Kind::Unsigned | Kind::Signed, width) => {
                    return format!("{pad}size: {width}\n");
                }
                (Kind::Duration | Kind::Time, _) => names[self.packed(index) as usize].clone(),
            },
            _ => names[self.packed(index) as usize].clone(),
        };
        format!("{pad}type: {kind}\n")
    }

    fn ksy_type(&self, of: &Type, index: TypeIndex, names: &[String], out: &mut String) {
        let name = &names[index as usize];
        let seconds = |kind: &str| {
            format!(
                "  {name}:\n    seq:\n      - id: seconds\n        type: {kind}\n      - id: nanoseconds\n        type: u4\n"
            )
        };
        let length = "      - id: length\n        type: short_varint\n";
        match of {
            Type::Scalar(scalar) if scalar.kind() == Kind::Duration => out.push_str(&seconds("u8")),
            Type::Scalar(scalar) if scalar.kind() == Kind::Time => out.push_str(&seconds("s8")),
            // (Its readers use what it is packed as.)
            Type::Scalar(_) | Type::With { .. } => {}
            Type::Text => {
                out.push_str(&format!(
                    "  {name}:\n    seq:\n{length}      - id: value\n        type: str\n        size: length.value\n"
                ));
            }
            // (What is not known occurs only in extensible types.)
            Type::Cbor | Type::Unknown => {
                out.push_str(&format!("  {name}:\n    seq:\n{length}      - id: value\n        size: length.value\n"));
            }
            Type::Sequence { element, .. } | Type::Sorted { element } => {
                let reference = self.ksy_reference(*element, names, 8);
                out.push_str(&format!(
                    "  {name}:\n    seq:\n{length}      - id: elements\n{reference}        repeat: expr\n        \
                     repeat-expr: length.value\n"
                ));
            }
            Type::Array { len, element } => {
                let reference = self.ksy_reference(*element, names, 8);
                out.push_str(&format!(
                    "  {name}:\n    seq:\n      - id: elements\n{reference}        repeat: expr\n        \
                     repeat-expr: {len}\n"
                ));
            }
            Type::Struct(of) => {
                let is_tuple = of.kind == StructKind::Tuple;
                out.push_str(&format!("  {name}:\n"));
                if !is_tuple {
                    out.push_str(&format!("    doc: {}\n", quoted(&of.name)));
                }
                let indent = if of.is_extensible { head(out) } else { 4 };
                self.ksy_fields(&of.fields, indent, names, out);
            }
            Type::Enum(of) if of.is_extensible => {
                out.push_str(&format!("  {name}:\n    doc: {}\n", quoted(&of.name)));
                head(out);
                out.push_str("        seq:\n          - id: tag\n            type: short_varint\n");
                // (What is not known is left in the value.)
                let is_known = |of: &Constructor| {
                    let fields = of.fields.iter().map(|field| self.get(self.packed(field.of)));
                    of.fields.is_empty() || !fields.into_iter().all(|of| matches!(of, Type::Unknown))
                };
                self.ksy_switch(&of.constructors, ("tag.value", 8, is_known), names, out);
            }
            Type::Enum(of) => {
                let tag = if of.constructors.len() <= 256 { "u1" } else { "u2" };
                let tag = if of.constructors.len() > 65_536 { "u4" } else { tag };
                out.push_str(&format!("  {name}:\n    doc: {}\n", quoted(&of.name)));
                out.push_str(&format!("    seq:\n      - id: tag\n        type: {tag}\n        enum: constructor\n"));
                let ids = constructor_ids(&of.constructors);
                self.ksy_switch(&of.constructors, ("tag", 4, |_: &Constructor| true), names, out);
                out.push_str("    enums:\n      constructor:\n");
                for (tag, id) in ids.iter().enumerate() {
                    out.push_str(&format!("        {tag}: {id}\n"));
                }
                if ids.is_empty() {
                    out.push_str("        0: none\n");
                }
            }
        }
    }

    /// Appends the fields of an enum, which depend on the number `on`; only of constructors that `is_known` accepts.
    fn ksy_switch(
        &self,
        constructors: &[Constructor],
        (on, indent, is_known): (&str, usize, impl Fn(&Constructor) -> bool),
        names: &[String],
        out: &mut String,
    ) {
        let (ids, pad) = (constructor_ids(constructors), " ".repeat(indent));
        let with_fields: Vec<(usize, &Constructor)> =
            constructors.iter().enumerate().filter(|(_, of)| !of.fields.is_empty() && is_known(of)).collect();
        if with_fields.is_empty() {
            return;
        }
        let head = "  - id: fields\n    type:\n      switch-on: ".replace('\n', &format!("\n{pad}"));
        out.push_str(&format!("{pad}{head}{on}\n{pad}      cases:\n"));
        for (tag, _) in &with_fields {
            let id = &ids[*tag];
            let case = if on == "tag" { format!("'constructor::{id}'") } else { tag.to_string() };
            out.push_str(&format!("{pad}        {case}: {id}\n"));
        }
        out.push_str(&format!("{pad}types:\n"));
        for (tag, constructor) in &with_fields {
            out.push_str(&format!("{pad}  {}:\n", ids[*tag]));
            self.ksy_fields(&constructor.fields, indent + 4, names, out);
        }
    }

    fn ksy_fields(&self, fields: &[Field], indent: usize, names: &[String], out: &mut String) {
        let pad = " ".repeat(indent);
        if fields.is_empty() {
            out.push_str(&format!("{pad}seq: []\n"));
            return;
        }
        out.push_str(&format!("{pad}seq:\n"));
        for (position, field) in fields.iter().enumerate() {
            steps::count_bytes(field.name.len());
            let id = match field.is_named() {
                true => super::plain(&field.name, '_'),
                false => "field".into(),
            };
            // (Kaitai's classes have names of their own, which begin otherwise.)
            let id = format!("{id}_{position}");
            out.push_str(&format!("{pad}  - id: {id}\n"));
            if field.is_named() {
                out.push_str(&format!("{pad}    doc: {}\n", quoted(&field.name)));
            }
            out.push_str(&self.ksy_reference(field.of, names, indent + 4));
            if field.has_default {
                out.push_str(&format!("{pad}    if: not _io.eof\n"));
            }
        }
    }
}

/// Appends the head of an extensible type: the fields are in a type of their own, within the bytes that it states.
/// Returns their indentation.
fn head(out: &mut String) -> usize {
    out.push_str("    seq:\n      - id: length\n        type: short_varint\n");
    out.push_str("      - id: value\n        type: known\n        size: length.value\n");
    out.push_str("    types:\n      known:\n");
    8
}

/// Returns a name for each constructor.
fn constructor_ids(constructors: &[Constructor]) -> Vec<String> {
    steps::count(constructors.len());
    let id = |(tag, of): (usize, &Constructor)| format!("{}_{tag}", super::plain(&of.name, '_'));
    constructors.iter().enumerate().map(id).collect()
}

/// Returns a text as YAML has it between quotation marks: as JSON does, but without any control character.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let escaped = |of: char| if of.is_control() { format!("\\u{:04x}", u32::from(of)) } else { of.into() };
    json.chars().map(escaped).collect()
}

/// The type of lengths and counts.
const VARINT: &str = "  short_varint:
    seq:
      - id: first
        type: u1
      - id: more
        type:
          switch-on: first
          cases:
            0xfc: u2
            0xfd: u4
            0xfe: u8
    instances:
      value:
        value: 'first < 0xfc ? first : more.as<u8>'
";
