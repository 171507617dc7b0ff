//! The schema of values that have none: a struct for records of one form, and an enum for JSON documents of any form.
//!
//! ```
//! use packed_data::Limits;
//! use packed_data_schema::infer::infer;
//! use packed_data_schema::LayoutId;
//!
//! let words = serde_json::json!([{"text": "to", "count": 3}, {"text": "be", "count": null}]);
//! let inferred = infer(vec![words], "words", false).expect("there is a value");
//! assert!(inferred.are_records);
//! assert_eq!(inferred.schema.name_of(0), "Word");
//! let codec = inferred.schema.codec(LayoutId::Compact)?;
//! assert_eq!(codec.write(&inferred.values[1], &Limits::DEFAULT)?, [0, 2, b'b', b'e']);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod document;
mod place;

use serde::Deserializer;
use serde::de::DeserializeSeed;
use serde_json::Value as Json;

pub use document::{document, is_document, tagged, to_document, write_document};
use place::{Form, Note, Place};

use crate::schema::Schema;

/// What is known of records, after some of them were seen: infers their schema from any format of serde.
///
/// ```
/// use packed_data_schema::infer::Inference;
///
/// let mut records = Inference::new();
/// for text in [r#"{"id": 1, "sum": 2}"#, r#"{"id": null, "sum": 0.5}"#] {
///     records.note(&mut serde_json::Deserializer::from_str(text))?;
/// }
/// let schema = records.schema("Order").expect("they are of one form");
/// assert_eq!(schema.types()[0].to_string(), "struct 5:Order 2 2:id #1 3:sum #2");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Inference {
    place: Place,
    fits: bool,
}

impl Default for Inference {
    fn default() -> Self {
        Self::new()
    }
}

impl Inference {
    /// Begins without records.
    pub const fn new() -> Self {
        Self { place: Place::UNKNOWN, fits: true }
    }

    /// Notes a record. A newtype struct around the form of a `Duration` or a `SystemTime` is one; JSON has no newtypes,
    /// so an object with these names is a struct.
    ///
    /// # Errors
    ///
    /// Returns an error of the deserialiser, or one if a part is nothing that JSON has, such as bytes. A record that is
    /// not of the form of those before it is no error: then [`schema`](Self::schema) returns `None`.
    pub fn note<'de, D: Deserializer<'de>>(&mut self, record: D) -> Result<(), D::Error> {
        Note { place: &mut self.place, fits: &mut self.fits }.deserialize(record)
    }

    /// Returns the schema of a struct that all records are, if there is one: all are objects with the same names, and
    /// the values of a name are of one form.
    pub fn schema(&self, name: &str) -> Option<Schema> {
        let Self { place, fits } = self;
        if !fits || place.is_optional || !matches!(place.form, Form::Record(_)) || !place.is_known() {
            return None;
        }
        let mut lines = Lines::default();
        let root = lines.place(place, name);
        // (Records with too many fields for a schema are documents.)
        Schema::parse(&lines.text(root)).ok()
    }
}

/// Returns the schema of a struct that all records are, if there is one: see [`Inference::schema`].
pub fn records(values: &[Json], name: &str) -> Option<Schema> {
    let mut inference = Inference::new();
    values.iter().try_for_each(|value| inference.note(value)).ok()?;
    inference.schema(name)
}

/// The lines of a schema while it is made.
#[derive(Default)]
struct Lines {
    /// Each line is pieces of text, each followed by the number of another line.
    lines: Vec<Line>,
    names: Vec<String>,
}

type Line = Vec<(String, Option<usize>)>;

impl Lines {
    /// Returns the number of a type that takes the form; adds its line if there is none.
    fn place(&mut self, place: &Place, name: &str) -> usize {
        if place.is_optional {
            let inner = Place { is_optional: false, form: place.form.clone() };
            let some = self.place(&inner, name);
            return self.line(vec![("optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 ".into(), Some(some))]);
        }
        let leaf = match &place.form {
            Form::Unknown => "tuple 0: 0",
            Form::Bool => "bool",
            Form::Int(_, greatest) if *greatest > i64::MAX.into() => "u64",
            Form::Int(..) => "i64",
            Form::Float => "f64",
            Form::Text => "str",
            Form::Duration => "Duration",
            Form::Time => "SystemTime",
            Form::List(element) => {
                let element = self.place(element, &singular(name));
                return self.line(vec![("sequence ".into(), Some(element))]);
            }
            Form::Record(fields) => {
                let name = self.type_name(name);
                let mut line = vec![(format!("struct {}:{name} {}", name.len(), fields.places.len()), None)];
                for (field, place) in &fields.places {
                    line.push((format!(" {}:{field} ", field.len()), Some(self.place(place, field))));
                }
                return self.line(line);
            }
        };
        self.line(vec![(leaf.into(), None)])
    }

    fn line(&mut self, line: Line) -> usize {
        self.lines.iter().position(|known| *known == line).unwrap_or_else(|| {
            self.lines.push(line);
            self.lines.len() - 1
        })
    }

    /// Returns the text of the schema of a line: types are numbered in the order in which they are mentioned.
    fn text(&self, root: usize) -> String {
        let mut order = vec![root];
        let mut text = String::from("packed-data schema 1\n");
        let mut next = 0;
        while let Some(line) = order.get(next).copied() {
            for (piece, refers) in &self.lines[line] {
                text.push_str(piece);
                if let Some(refers) = refers {
                    let number = order.iter().position(|known| known == refers).unwrap_or_else(|| {
                        order.push(*refers);
                        order.len() - 1
                    });
                    text.push_str(&format!("#{number}"));
                }
            }
            text.push('\n');
            next += 1;
        }
        text
    }

    /// Returns the name of a type in the style of Rust, and once only.
    fn type_name(&mut self, field: &str) -> String {
        let mut name: String = field
            .split('_')
            .filter_map(|word| {
                let mut letters = word.chars();
                Some(letters.next()?.to_ascii_uppercase().to_string() + letters.as_str())
            })
            .collect();
        // (`Self` is no name in Rust.)
        if name.is_empty() || name == "Self" || name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert_str(0, "Record");
        }
        let mut unique = name.clone();
        let mut number = 2;
        while self.names.contains(&unique) {
            unique = format!("{name}{number}");
            number += 1;
        }
        self.names.push(unique.clone());
        unique
    }
}

/// Returns the name of one of several: `lines` are each a `line`.
fn singular(name: &str) -> String {
    match name.strip_suffix('s') {
        Some(one) if one.len() > 1 && !one.ends_with('s') => one.into(),
        _ => name.into(),
    }
}

/// What values are packed as.
#[derive(Clone, Debug, PartialEq)]
pub struct Inferred {
    /// The schema of the values.
    pub schema: Schema,
    /// The records, or the one value, in the JSON form of the schema.
    pub values: Vec<Json>,
    /// Whether they are records.
    pub are_records: bool,
}

/// Infers what values are: records of one struct, if all of them are objects of one form, or if the only one is a list
/// of such objects; otherwise [documents](document()). `name` is the name of the struct, in the plural or the singular.
/// With `as_document` they are documents in any case. `None` if there is no value.
pub fn infer(mut values: Vec<Json>, name: &str, as_document: bool) -> Option<Inferred> {
    let is_list = values.len() > 1;
    if let ([Json::Array(elements)], false) = (&mut values[..], as_document)
        && let Some(schema) = records(elements, &singular(name))
    {
        return Some(Inferred { schema, values: std::mem::take(elements), are_records: true });
    }
    if is_list
        && !as_document
        && let Some(schema) = records(&values, &singular(name))
    {
        return Some(Inferred { schema, values, are_records: true });
    }
    if values.is_empty() {
        return None;
    }
    let values = values.into_iter().map(tagged).collect();
    Some(Inferred { schema: document(), values, are_records: is_list })
}

#[cfg(test)]
mod tests {
    #[test]
    fn records_of_one_struct() {
        let records = [serde_json::json!({"id": 1, "name": "a"}), serde_json::json!({"id": 2, "name": null})];
        let schema = super::records(&records, "Word").unwrap();
        assert_eq!(schema.types()[0].to_string(), "struct 4:Word 2 2:id #1 4:name #2");
        assert_eq!(super::records(&[serde_json::json!(1)], "Word"), None);
    }
}
