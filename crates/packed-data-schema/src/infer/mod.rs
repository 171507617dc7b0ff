//! The schema of values that have none, such as those of JSON.
//!
//! Each place of the values gets the type of what is there: a struct whose members may be missing or null, a map if the
//! names vary, an enum if there are values of several kinds. [`document()`] is the type of any JSON; it is taken where
//! nothing else fits. The book's page on the command specifies the rules.
//!
//! ```
//! use packed_data::Limits;
//! use packed_data_schema::infer::infer;
//! use packed_data_schema::LayoutId;
//!
//! let words = serde_json::json!([{"text": "to", "count": 3}, {"text": "be", "count": null}, {"text": 2}]);
//! let inferred = infer(vec![words], "words", false).expect("there is a value");
//! assert!(inferred.are_records);
//! assert_eq!(inferred.schema.name_of(0), "Word");
//! let codec = inferred.schema.codec(LayoutId::Compact)?;
//! let bytes = codec.write(&inferred.values[2], &Limits::DEFAULT)?;
//! assert_eq!(bytes, [0, 0, 2, 0, 0, 0, 0, 0, 0, 0]); // no count; an integer, 2
//! assert_eq!(serde_json::to_string(&codec.read(&bytes, &Limits::DEFAULT)?)?, r#"{"text":2}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # JSON enums
//!
//! An enum whose name begins with `Json`, and whose constructors are among `Null`, `Bool`, `Int`, `Unsigned`, `Float`,
//! `String`, `Array` and `Object`, each with a value of that kind (`Null` without), has no tags in JSON: a value is the
//! value of its constructor. So a place with values of several kinds looks in JSON as it did. [`document()`] is the
//! JSON enum with all of them.

mod document;
mod lines;
mod place;

use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserializer;
use serde::de::DeserializeSeed;
use serde_json::Value as Json;

pub use document::{document, is_document};
use lines::Lines;
use place::{Count, MAX_PLACES, Note, Place};

use crate::schema::{Field, Schema, StructKind, Type};

/// What is known of values, after some of them were seen: infers their schema from any format of serde.
///
/// It takes memory for the places in them, of which there are a few thousand at most, and not for the values.
///
/// ```
/// use packed_data_schema::infer::Inference;
///
/// let mut records = Inference::new();
/// for text in [r#"{"id": 1, "sum": 2}"#, r#"{"id": null, "sum": 0.5}"#] {
///     records.note(&mut serde_json::Deserializer::from_str(text))?;
/// }
/// let schema = records.schema("Order");
/// assert_eq!(schema.types()[0].to_string(), "struct 5:Order 2 2:id #1 3:sum #2");
/// let decisions = records.decisions("Order");
/// assert_eq!((&*decisions[1].path, &*decisions[1].name, &*decisions[1].why), ("id", "Option<i64>", "null in 1"));
/// assert_eq!((&*decisions[2].path, &*decisions[2].why), ("sum", "integers among floats"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Inference {
    place: Place,
    /// How many more places there may be, and as many again.
    left: usize,
}

/// What was decided for one place of the values: see [`Inference::decisions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The path to the place: names, `[]` for the elements of lists, `{}` for the values of maps.
    pub path: String,
    /// The name of its type.
    pub name: String,
    /// How many values there are.
    pub seen: u64,
    /// How many there could be: the number of objects, if it is a member.
    pub of: u64,
    /// Why it has that type; empty if all values are of one kind, and none is missing or null.
    pub why: String,
}

impl Default for Inference {
    fn default() -> Self {
        Self::new()
    }
}

impl Inference {
    /// Begins without values.
    pub fn new() -> Self {
        Self { place: Place::default(), left: 2 * MAX_PLACES }
    }

    /// Notes a value. A newtype struct around the form of a `Duration` or a `SystemTime` is one; JSON has no newtypes,
    /// so an object with these names is a struct.
    ///
    /// # Errors
    ///
    /// Returns an error of the deserialiser, or one if a part is nothing that JSON has, such as bytes.
    pub fn note<'de, D: Deserializer<'de>>(&mut self, value: D) -> Result<(), D::Error> {
        Note { place: &mut self.place, left: &mut self.left, depth: 0 }.deserialize(value)
    }

    /// Returns the number of values that were noted.
    pub fn len(&self) -> u64 {
        self.place.total()
    }

    /// Returns whether no value was noted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether all values are objects, and there is one: then they are records.
    pub fn are_objects(&self) -> bool {
        !self.is_empty() && self.place.count(Count::Object) == self.len()
    }

    /// Returns what is known of a list whose elements are the values.
    #[must_use]
    pub fn into_list(self) -> Self {
        Self { place: self.place.into_list(), ..self }
    }

    /// Returns the schema of the values; `name` is the name of the struct, if they are objects.
    pub fn schema(&self, name: &str) -> Schema {
        let mut lines = Lines::new();
        let root = lines.root(&self.place, name);
        // (One with too many fields is too long for a schema.)
        Schema::parse(&lines.text(root).0).unwrap_or_else(|_| document())
    }

    /// Returns the schema of the values if they are records of one form: objects that all have the same names, with
    /// values of one form for each name, or null. Then a program that knows nothing of maps and JSON enums reads them.
    ///
    /// ```
    /// use packed_data_schema::infer::Inference;
    ///
    /// let mut records = Inference::new();
    /// records.note(&serde_json::json!({"id": 1}))?;
    /// assert!(records.uniform("Order").is_some());
    /// records.note(&serde_json::json!({}))?;
    /// assert!(records.uniform("Order").is_none());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn uniform(&self, name: &str) -> Option<Schema> {
        let schema = self.schema(name);
        let is_identifier = |field: &Field| {
            field.name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic())
                && field.name.bytes().all(|next| next == b'_' || next.is_ascii_alphanumeric())
        };
        let is_plain = |of: &Type| match of {
            Type::Enum(of) => of.is_optional,
            Type::Struct(of) => of.kind == StructKind::Tuple || of.fields.iter().all(is_identifier),
            Type::Scalar(scalar) => scalar.width() <= 8 || scalar.integer().is_none(),
            Type::Text | Type::Sequence { .. } => true,
            _ => false,
        };
        let is_record = matches!(schema.root(), Type::Struct(of) if of.kind == StructKind::Struct);
        (is_record && schema.types().iter().all(is_plain)).then_some(schema)
    }

    /// Returns what was decided for each place, and why: the value itself, then its parts.
    pub fn decisions(&self, name: &str) -> Vec<Decision> {
        let mut lines = Lines::explained();
        let root = lines.root(&self.place, name);
        lines.decisions(root)
    }
}

/// Returns the name of one of several: `lines` are each a `line`.
pub fn singular(name: &str) -> String {
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
    /// The records, or the one value.
    pub values: Vec<Json>,
    /// Whether they are records.
    pub are_records: bool,
}

/// Infers what values are: records, if there are several, or if the only one is a list of objects; otherwise one
/// value. `name` is the name of the struct, in the plural or the singular. With `as_document` they are
/// [documents](document()), each value one. `None` if there is no value.
pub fn infer(mut values: Vec<Json>, name: &str, as_document: bool) -> Option<Inferred> {
    let are_records = values.len() > 1;
    if as_document && !values.is_empty() {
        return Some(Inferred { schema: document(), values, are_records });
    }
    if let [Json::Array(elements)] = &mut values[..]
        && let Some(known) = noted(elements)
        && known.are_objects()
    {
        let values = core::mem::take(elements);
        return Some(Inferred { schema: known.schema(&singular(name)), values, are_records: true });
    }
    let known = noted(&values).filter(|known| !known.is_empty())?;
    let name = if are_records { singular(name) } else { name.into() };
    Some(Inferred { schema: known.schema(&name), values, are_records })
}

/// Returns what is known of values. (All JSON can be noted.)
fn noted(values: &[Json]) -> Option<Inference> {
    let mut known = Inference::new();
    values.iter().try_for_each(|value| known.note(value)).ok()?;
    Some(known)
}
