//! Keys of records: of which values they are, as `packed index` notes it in the header, and the key of each record.

use std::fmt;
use std::time::Duration;

use packed_data_file::Key as _;
use packed_data_schema::filter::Columns;
use packed_data_schema::path::{self, Path};
use packed_data_schema::{Codec, Scalar, ScalarValue, Schema, Type, TypeIndex, Value};

use crate::error::{Failure, Outcome};
use crate::input::{Input, RecordFile};
use crate::items;

/// The name of the metadata that have the path to the keys.
const NAME: &str = "packed-data: key";

/// The path to the keys of records.
pub(crate) struct Key {
    pub(crate) name: String,
    path: Path,
}

impl Key {
    /// Reads a path from the command line.
    ///
    /// # Errors
    ///
    /// At the path are no keys, or not only keys.
    pub(crate) fn parse(text: &str, schema: &Schema) -> Outcome<Self> {
        let items = items::check("--key", text, items::parse("--key", text, false, false)?, schema, 0)?;
        let [item] = &items[..] else { return Err(Failure::Usage("--key: expected one path".into())) };
        let key = Self { name: item.name.clone(), path: item.path.clone().unwrap_or_default() };
        let ends = path::check(schema, 0, &key.path.steps).map_err(|error| Failure::Usage(error.message))?;
        if let [of] = ends.types[..]
            && is_key(schema, of)
        {
            return Ok(key);
        }
        let types: Vec<_> = ends.types.iter().take(3).map(|of| schema.name_of(*of)).collect();
        let expected = "expected a path to an integer, a duration or a time";
        Err(Failure::Usage(format!("--key: {expected}, found {}", types.join(" or "))))
    }

    /// Prepares to read the keys of records in the layout of a codec.
    pub(crate) fn reader<'c>(&'c self, codec: &'c Codec<'c>) -> Outcome<KeyReader<'c>> {
        let path = self.path.clone();
        let columns = Columns::new(codec, 0, &[path]).map_err(|error| Failure::Usage(error.message))?;
        Ok(KeyReader { columns, codec, name: &self.name })
    }
}

/// Reads the keys of records.
pub(crate) struct KeyReader<'c> {
    columns: Columns<'c>,
    codec: &'c Codec<'c>,
    name: &'c str,
}

impl KeyReader<'_> {
    /// Returns the key of a record that was checked; `number` and `file` are for the error.
    ///
    /// # Errors
    ///
    /// It has none.
    pub(crate) fn of(&self, record: &[u8], number: u64, file: &str) -> Outcome<u128> {
        let value = self.columns.values(self.codec.value(record)).into_iter().next().flatten();
        let none = || Failure::of_file(file, format_args!("record {number} has no key at `{}`", self.name));
        value.and_then(bits).ok_or_else(none)
    }
}

/// Metadata for a new file, of those of another one: with the path to the keys of the new one, if it has some.
pub(crate) fn metadata(input: &Input, key: Option<&Key>) -> Vec<(String, String)> {
    let header = input.header.iter().flat_map(|header| header.metadata.clone());
    let others = header.filter(|(name, _)| name != NAME);
    others.chain(key.map(|key| (NAME.to_owned(), key.name.clone()))).collect()
}

/// What is known of the keys of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known<'i> {
    Nothing,
    /// The path to them.
    At(&'i str),
    /// The header does not say where in the records they are.
    Somewhere,
}

impl<'i> Known<'i> {
    pub(crate) fn of(input: &'i Input, blocks: &RecordFile) -> Self {
        let path = input.header.as_ref().and_then(|header| header.metadata.get(NAME));
        match (blocks.keys(0), path) {
            (Some(_), Some(path)) => Self::At(path),
            (Some(_), None) => Self::Somewhere,
            (None, _) => Self::Nothing,
        }
    }
}

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("no keys"),
            Self::At(path) => write!(f, "keys at `{path}`"),
            Self::Somewhere => f.write_str("keys at a path that its header does not say"),
        }
    }
}

/// Returns whether values of a type are keys: integers and times, also in newtypes.
fn is_key(schema: &Schema, of: TypeIndex) -> bool {
    match schema.get(schema.packed(of)) {
        Type::Scalar(Scalar::F32 | Scalar::F64 | Scalar::Bool | Scalar::Char) => false,
        Type::Scalar(_) => true,
        // (The parser refuses a struct that contains itself.)
        Type::Struct(of) => matches!(&of.fields[..], [only] if !only.is_named() && is_key(schema, only.of)),
        _ => false,
    }
}

/// Returns a key as the typed library has it: see [`Key`](packed_data_file::Key).
fn bits(value: Value<'_>) -> Option<u128> {
    Some(match value.as_scalar() {
        Some(ScalarValue::Unsigned(value)) => value,
        Some(ScalarValue::Signed(value)) => value.to_bits(),
        Some(ScalarValue::Duration(seconds, nanoseconds)) => Duration::new(seconds, nanoseconds).to_bits(),
        Some(ScalarValue::Time(seconds, nanoseconds)) => {
            (i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds)).to_bits()
        }
        Some(_) => return None,
        None => bits(value.get(0)?)?,
    })
}
