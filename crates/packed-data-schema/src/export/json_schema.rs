//! JSON Schema, which describes the JSON form.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use packed_data_model::Kind;
use serde_json::{Map, Value as Json, json};

use super::names;
use crate::form::{ConstructorForm, FieldsForm, INFINITY, NAN, NEGATIVE_INFINITY};
use crate::schema::{Field, Scalar, Schema, Type, TypeIndex};
use crate::steps;

impl Schema {
    /// Returns the schema of the JSON form, in the language of JSON Schema (draft 2020-12).
    ///
    /// ```
    /// use packed_data_schema::Schema;
    ///
    /// let schema = Schema::of::<Vec<bool>>().to_json_schema();
    /// assert_eq!(schema["$ref"], "#/$defs/list");
    /// assert_eq!(schema["$defs"]["list"], serde_json::json!({"type": "array", "items": {"$ref": "#/$defs/bool"}}));
    /// ```
    pub fn to_json_schema(&self) -> Json {
        let names = names(self, '_', &[]);
        let mut definitions = Map::new();
        for (index, name) in names.iter().enumerate() {
            definitions.insert(name.clone(), self.json_of(index as TypeIndex, &names));
        }
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": format!("#/$defs/{}", names[0]),
            "$defs": definitions,
        })
    }

    fn json_of(&self, index: TypeIndex, names: &[String]) -> Json {
        let reference = |index: TypeIndex| json!({"$ref": format!("#/$defs/{}", names[index as usize])});
        match self.get(index) {
            Type::Scalar(scalar) => json_of_scalar(*scalar),
            Type::Text => json!({"type": "string"}),
            Type::Cbor | Type::Unknown => {
                json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}})
            }
            Type::Sequence { element, .. } => json!({"type": "array", "items": reference(*element)}),
            Type::Sorted { element } => match self.entry(*element) {
                Some((key, value)) if self.is_simple_key(key) => {
                    json!({"type": "object", "additionalProperties": reference(value)})
                }
                Some((key, value)) => {
                    let pair = tuple(vec![reference(key), reference(value)], 2);
                    json!({"type": "array", "items": pair})
                }
                None => json!({"type": "array", "items": reference(*element)}),
            },
            Type::Array { len, element } => {
                json!({"type": "array", "items": reference(*element), "minItems": len, "maxItems": len})
            }
            Type::With { name, inner } => {
                let mut of = reference(*inner);
                if !name.is_empty() {
                    of["description"] = json!(name);
                }
                of
            }
            Type::Struct(of) => self.json_of_fields(FieldsForm::of_struct(of.kind, &of.fields), &of.fields, names),
            Type::Enum(of) => {
                let constructor = |constructor| match self.constructor_form(index, of, constructor) {
                    ConstructorForm::Null => json!({"type": "null"}),
                    ConstructorForm::Bare => reference(constructor.fields[0].of),
                    ConstructorForm::Name => json!({"const": constructor.name}),
                    ConstructorForm::Tagged => {
                        let value =
                            self.json_of_fields(FieldsForm::of(&constructor.fields), &constructor.fields, names);
                        object(vec![(constructor.name.clone(), value, true)])
                    }
                };
                let all: Vec<Json> = of.constructors.iter().map(constructor).collect();
                // (No value is one of none.)
                if all.is_empty() { json!(false) } else { json!({"anyOf": all}) }
            }
        }
    }

    /// Returns the schema of fields.
    fn json_of_fields(&self, form: FieldsForm, fields: &[Field], names: &[String]) -> Json {
        let reference = |field: &Field| json!({"$ref": format!("#/$defs/{}", names[field.of as usize])});
        steps::count(1 + fields.len());
        match form {
            FieldsForm::Unit => json!({"type": "null"}),
            FieldsForm::Newtype => reference(&fields[0]),
            FieldsForm::List => {
                let required = fields.iter().filter(|field| !field.has_default).count();
                tuple(fields.iter().map(reference).collect(), required)
            }
            FieldsForm::Object => {
                let property = |field: &Field| match self.present(field.of) {
                    Some(of) => (field.name.clone(), json!({"$ref": format!("#/$defs/{}", names[of as usize])}), false),
                    None => (field.name.clone(), reference(field), !field.has_default),
                };
                object(fields.iter().map(property).collect())
            }
        }
    }

    /// Returns the type of a member that may be missing, where it is there.
    fn present(&self, index: TypeIndex) -> Option<TypeIndex> {
        match self.get(self.packed(index)) {
            Type::Enum(of) if self.may_be_missing(index) => Some(of.constructors[1].fields[0].of),
            _ => None,
        }
    }
}

/// Returns the schema of a list of these items, of which `required` must be there.
fn tuple(items: Vec<Json>, required: usize) -> Json {
    json!({"type": "array", "prefixItems": items, "items": false, "minItems": required})
}

/// Returns the schema of an object with these members; the last part says whether the member must be there.
fn object(members: Vec<(String, Json, bool)>) -> Json {
    let required: Vec<&str> = members.iter().filter(|(_, _, is)| *is).map(|(name, ..)| name.as_str()).collect();
    let properties: Map<String, Json> = members.iter().map(|(name, of, _)| (name.clone(), of.clone())).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn json_of_scalar(scalar: Scalar) -> Json {
    let width = scalar.width();
    let zero = json!({"const": 0});
    let mut of = match (scalar.kind(), width) {
        (Kind::Float, _) => {
            return json!({"anyOf": [{"type": "number"}, {"enum": [NAN, INFINITY, NEGATIVE_INFINITY]}]});
        }
        (Kind::Bool, _) => return json!({"type": "boolean"}),
        (Kind::Char, _) => return json!({"type": "string", "minLength": 1, "maxLength": 1}),
        (Kind::Duration, _) => return json_of_time(("secs", json!(0)), "nanos"),
        (Kind::Time, _) => return json_of_time(("secs_since_epoch", json!(i64::MIN)), "nanos_since_epoch"),
        (Kind::Unsigned, 16) => json_of_wide("", json!(0)),
        (Kind::Signed, 16) => json_of_wide("-?", json!(i64::MIN)),
        (Kind::Unsigned, _) => json!({"type": "integer", "minimum": 0, "maximum": u64::MAX >> (64 - 8 * width)}),
        (Kind::Signed, _) => {
            let (least, greatest) = (i64::MIN >> (64 - 8 * width), i64::MAX >> (64 - 8 * width));
            json!({"type": "integer", "minimum": least, "maximum": greatest})
        }
    };
    if scalar.is_non_zero() {
        of["not"] = zero;
    }
    of
}

/// Returns the schema of seconds, with their least number, and nanoseconds.
fn json_of_time((seconds, least): (&str, Json), nanoseconds: &str) -> Json {
    object(vec![
        (seconds.into(), json!({"type": "integer", "minimum": least}), true),
        (nanoseconds.into(), json!({"type": "integer", "minimum": 0, "maximum": 999_999_999}), true),
    ])
}

/// Returns the schema of an integer of 128 bits: a text with this sign, if it does not fit 64 bits.
fn json_of_wide(sign: &str, least: Json) -> Json {
    let pattern = format!("^{sign}[1-9][0-9]{{18,38}}$");
    json!({"anyOf": [{"type": "integer", "minimum": least}, {"type": "string", "pattern": pattern}]})
}
