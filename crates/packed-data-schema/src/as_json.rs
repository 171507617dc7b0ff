//! A schema as JSON, or as any other format of serde.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use packed_data::error::Printable;
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::schema::{Constructor, Enum, Field, Scalar, Schema, Struct, StructKind, Text, Type, TypeIndex};

/// The version of the form.
const VERSION: u32 = 1;

/// A schema is an object with its version and its types, in the order of the lines of its text.
///
/// ```
/// use packed_data_schema::Schema;
///
/// let schema = Schema::of::<Option<u8>>();
/// let json = serde_json::to_string(&schema)?;
/// assert_eq!(
///     json,
///     concat!(
///         r#"{"version":1,"types":["#,
///         r#"{"kind":"optional","name":"Option","constructors":["#,
///         r#"{"name":"None","fields":[]},"#,
///         r#"{"name":"Some","fields":[{"bare":true,"name":"0","type":1}]}]},"#,
///         r#"{"kind":"u8"}]}"#,
///     ),
/// );
/// assert_eq!(serde_json::from_str::<Schema>(&json)?, schema);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("types", &self.types().iter().map(RawType::of).collect::<Vec<_>>())?;
        map.end()
    }
}

/// Accepts exactly the schemas whose text is accepted.
impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = RawSchema::deserialize(from)?;
        if raw.version != VERSION {
            return Err(de::Error::custom(format_args!("expected version {VERSION}, found {}", raw.version)));
        }
        let types: Result<Vec<Type>, String> = raw.types.into_iter().map(RawType::into_type).collect();
        let types = types.map_err(|message| de::Error::custom(Printable(message)))?;
        let text = Text(&types).to_string();
        // (The text has rules on names and numbers, and one place where they are tested.)
        Self::parse(&text).map_err(|error| de::Error::custom(format_args!("in the text of the schema, {error}")))
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSchema {
    version: u32,
    types: Vec<RawType>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawType {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    extensible: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    condition: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    of: Option<TypeIndex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fields: Option<Vec<RawField>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constructors: Option<Vec<RawConstructor>>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawConstructor {
    #[serde(default, skip_serializing_if = "is_false")]
    other: bool,
    name: String,
    fields: Vec<RawField>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawField {
    #[serde(default, skip_serializing_if = "is_false")]
    bare: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    default: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tag: Option<u64>,
    name: String,
    #[serde(rename = "type")]
    of: TypeIndex,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde demands a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl RawField {
    fn of(field: &Field) -> Self {
        let Field { is_bare, has_default, tag, name, of } = field;
        Self { bare: *is_bare, default: *has_default, tag: *tag, name: name.clone(), of: *of }
    }

    fn into_field(self) -> Field {
        let Self { bare, default, tag, name, of } = self;
        Field { is_bare: bare, has_default: default, tag, name, of }
    }
}

impl RawType {
    fn new(kind: impl fmt::Display) -> Self {
        Self {
            kind: kind.to_string(),
            name: None,
            extensible: false,
            condition: false,
            length: None,
            of: None,
            fields: None,
            constructors: None,
        }
    }

    fn of(of: &Type) -> Self {
        match of {
            Type::Scalar(scalar) => Self::new(scalar.name()),
            Type::Text => Self::new("str"),
            Type::Cbor => Self::new("cbor"),
            Type::Unknown => Self::new("unknown"),
            Type::Sequence { element, is_vector: false } => Self { of: Some(*element), ..Self::new("sequence") },
            Type::Sequence { element, is_vector: true } => Self { of: Some(*element), ..Self::new("vector") },
            Type::Sorted { element } => Self { of: Some(*element), ..Self::new("sorted") },
            Type::Array { len, element } => Self { length: Some(*len), of: Some(*element), ..Self::new("array") },
            Type::With { name, inner } => Self { name: Some(name.clone()), of: Some(*inner), ..Self::new("with") },
            Type::Struct(Struct { kind, name, is_extensible, has_condition, fields }) => {
                let word = match kind {
                    StructKind::Struct => "struct",
                    StructKind::Tuple => "tuple",
                    StructKind::Entry => "entry",
                };
                Self {
                    name: Some(name.clone()),
                    extensible: *is_extensible,
                    condition: *has_condition,
                    fields: Some(fields.iter().map(RawField::of).collect()),
                    ..Self::new(word)
                }
            }
            Type::Enum(Enum { is_optional, name, is_extensible, has_condition, constructors }) => {
                let constructor = |of: &Constructor| RawConstructor {
                    other: of.is_other,
                    name: of.name.clone(),
                    fields: of.fields.iter().map(RawField::of).collect(),
                };
                Self {
                    name: Some(name.clone()),
                    extensible: *is_extensible,
                    condition: *has_condition,
                    constructors: Some(constructors.iter().map(constructor).collect()),
                    ..Self::new(if *is_optional { "optional" } else { "enum" })
                }
            }
        }
    }

    fn into_type(self) -> Result<Type, String> {
        let Self { kind, name, extensible, condition, length, of, fields: raw_fields, constructors } = self;
        let fields = |fields: Vec<RawField>| -> Vec<Field> { fields.into_iter().map(RawField::into_field).collect() };
        let has_marks = extensible || condition;
        let (parsed, is_named) = match (kind.as_str(), name, of, length, raw_fields, constructors) {
            ("str", None, None, None, None, None) => (Type::Text, false),
            ("cbor", None, None, None, None, None) => (Type::Cbor, false),
            ("unknown", None, None, None, None, None) => (Type::Unknown, false),
            ("sequence", None, Some(element), None, None, None) => {
                (Type::Sequence { element, is_vector: false }, false)
            }
            ("vector", None, Some(element), None, None, None) => (Type::Sequence { element, is_vector: true }, false),
            ("sorted", None, Some(element), None, None, None) => (Type::Sorted { element }, false),
            ("array", None, Some(element), Some(len), None, None) => (Type::Array { len, element }, false),
            ("with", Some(name), Some(inner), None, None, None) => (Type::With { name, inner }, false),
            ("struct" | "tuple" | "entry", Some(name), None, None, Some(raw), None) => {
                let kind = match kind.as_str() {
                    "struct" => StructKind::Struct,
                    "tuple" => StructKind::Tuple,
                    _ => StructKind::Entry,
                };
                let (is_extensible, has_condition) = (extensible, condition);
                (Type::Struct(Struct { kind, name, is_extensible, has_condition, fields: fields(raw) }), true)
            }
            ("enum" | "optional", Some(name), None, None, None, Some(raw)) => {
                let constructor =
                    |of: RawConstructor| Constructor { is_other: of.other, name: of.name, fields: fields(of.fields) };
                let (is_optional, is_extensible, has_condition) = (kind == "optional", extensible, condition);
                let constructors = raw.into_iter().map(constructor).collect();
                (Type::Enum(Enum { is_optional, name, is_extensible, has_condition, constructors }), true)
            }
            (kind, None, None, None, None, None) => {
                let scalar = Scalar::of_name(kind);
                (Type::Scalar(scalar.ok_or_else(|| format!("expected the kind of a type, found `{kind}`"))?), false)
            }
            (kind, ..) => return Err(format!("the members of the type of kind `{kind}` are not those of that kind")),
        };
        if has_marks && !is_named {
            return Err(format!("a type of kind `{kind}` has no marks"));
        }
        Ok(parsed)
    }
}
