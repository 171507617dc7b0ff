//! The schema for record batches that have none.

use arrow_schema::{DataType, Field, Fields, Schema as ArrowSchema};
use packed_data_schema::Schema;

use crate::error::{Error, ErrorKind};

/// How deep types may nest.
const MAX_DEPTH: usize = 64;

/// Returns a schema for the rows of batches: a struct with this name, of which each column is a field. A column that
/// may be null is an `Option`; one of a dictionary is what its values are; a `Map` is a map.
///
/// ```
/// use arrow_schema::{DataType, Field, Schema as ArrowSchema};
///
/// let columns = ArrowSchema::new(vec![
///     Field::new("id", DataType::UInt32, false),
///     Field::new("name", DataType::Utf8, true),
/// ]);
/// let schema = packed_data_arrow::infer_schema(&columns, "Person")?;
/// assert_eq!(schema.to_string(), "packed-data schema 1\nstruct 6:Person 2 2:id #1 4:name #2\nu32\n\
///     optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #3\nstr\n");
/// # Ok::<(), packed_data_arrow::Error>(())
/// ```
///
/// # Errors
///
/// A column has a type that no packed type is for: a date, a time of day, an interval, a decimal with a fraction, a
/// union. (Batches with them are packed by a schema that says what they become, where [`from_batch`](crate::from_batch)
/// accepts them.)
pub fn infer_schema(columns: &ArrowSchema, name: &str) -> Result<Schema, Error> {
    let mut lines = Lines::default();
    let root = lines.record(&columns.fields, name, "", 0)?;
    let text = lines.text(root);
    Schema::parse(&text).map_err(|error| unfit("", &error))
}

fn unfit(path: &str, what: &dyn std::fmt::Display) -> Error {
    Error::new(ErrorKind::Unfit(format!("no schema for the columns: {what}")), path.to_owned())
}

/// The lines of a schema while it is made: pieces of text, each followed by the number of another line.
#[derive(Default)]
struct Lines(Vec<Vec<(String, Option<usize>)>>);

impl Lines {
    fn line(&mut self, line: Vec<(String, Option<usize>)>) -> usize {
        self.0.iter().position(|known| *known == line).unwrap_or_else(|| {
            self.0.push(line);
            self.0.len() - 1
        })
    }

    fn leaf(&mut self, text: &str) -> usize {
        self.line(vec![(text.to_owned(), None)])
    }

    fn around(&mut self, text: String, inner: usize) -> usize {
        self.line(vec![(text, Some(inner))])
    }

    fn record(&mut self, fields: &Fields, name: &str, path: &str, depth: usize) -> Result<usize, Error> {
        if let Some(field) = fields.iter().find(|field| !is_name(field.name())) {
            return Err(unfit(path, &format_args!("{:?} is no name of a field", field.name())));
        }
        let mut line = vec![(format!("struct {}:{name} {}", name.len(), fields.len()), None)];
        for field in fields {
            let of = self.field(field, &joined(path, field.name()), depth + 1)?;
            line.push((format!(" {}:{} ", field.name().len(), field.name()), Some(of)));
        }
        Ok(self.line(line))
    }

    fn field(&mut self, field: &Field, path: &str, depth: usize) -> Result<usize, Error> {
        let of = self.of(field.data_type(), field.name(), path, depth)?;
        let is_optional = field.is_nullable() && *field.data_type() != DataType::Null;
        Ok(if is_optional { self.around("optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 ".into(), of) } else { of })
    }

    fn of(&mut self, of: &DataType, name: &str, path: &str, depth: usize) -> Result<usize, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::new(ErrorKind::TooDeep { limit: MAX_DEPTH }, path.to_owned()));
        }
        Ok(match of {
            DataType::Null => self.leaf("tuple 0: 0"),
            DataType::Boolean => self.leaf("bool"),
            DataType::Int8 => self.leaf("i8"),
            DataType::Int16 => self.leaf("i16"),
            DataType::Int32 => self.leaf("i32"),
            DataType::Int64 => self.leaf("i64"),
            DataType::UInt8 => self.leaf("u8"),
            DataType::UInt16 => self.leaf("u16"),
            DataType::UInt32 => self.leaf("u32"),
            DataType::UInt64 => self.leaf("u64"),
            DataType::Float16 | DataType::Float32 => self.leaf("f32"),
            DataType::Float64 => self.leaf("f64"),
            DataType::Decimal32(_, 0) => self.leaf("i32"),
            DataType::Decimal64(_, 0) => self.leaf("i64"),
            DataType::Decimal128(_, 0) | DataType::Decimal256(_, 0) => self.leaf("i128"),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => self.leaf("str"),
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
                let byte = self.leaf("u8");
                self.around("sequence ".into(), byte)
            }
            DataType::FixedSizeBinary(len) => {
                let byte = self.leaf("u8");
                self.around(format!("array {len} "), byte)
            }
            DataType::Timestamp(..) => self.leaf("SystemTime"),
            DataType::Duration(_) => self.leaf("Duration"),
            DataType::List(element)
            | DataType::LargeList(element)
            | DataType::ListView(element)
            | DataType::LargeListView(element) => {
                let element = self.field(element, &joined(path, "[]"), depth + 1)?;
                self.around("sequence ".into(), element)
            }
            DataType::FixedSizeList(element, len) => {
                let element = self.field(element, &joined(path, "[]"), depth + 1)?;
                self.around(format!("array {len} "), element)
            }
            DataType::Struct(fields) => self.record(fields, &type_name(name), path, depth)?,
            DataType::Map(entries, _) => match entries.data_type() {
                DataType::Struct(fields) if fields.len() == 2 => {
                    let key = self.of(fields[0].data_type(), "key", &joined(path, "key"), depth + 1)?;
                    let value = self.field(&fields[1], &joined(path, "value"), depth + 1)?;
                    let entry = vec![("entry 3:Map 2 3:key ".into(), Some(key)), (" 5:value ".into(), Some(value))];
                    let entry = self.line(entry);
                    self.around("sorted ".into(), entry)
                }
                other => return Err(unfit(path, &format_args!("a map with entries of the type {other}"))),
            },
            DataType::Dictionary(_, values) => self.of(values, name, path, depth + 1)?,
            other => return Err(unfit(path, &format_args!("no packed type is for the Arrow type {other}"))),
        })
    }

    /// Returns the text of the schema of a line: types are numbered in the order in which they are mentioned.
    fn text(&self, root: usize) -> String {
        let mut order = vec![root];
        let mut text = String::from("packed-data schema 1\n");
        let mut next = 0;
        while let Some(line) = order.get(next).copied() {
            for (piece, refers) in self.0.get(line).into_iter().flatten() {
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
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() || name == "[]" { format!("{path}{name}") } else { format!("{path}.{name}") }
}

/// Returns whether a name may be that of a field.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first == '_' || first.is_alphabetic())
        && name.chars().all(|next| next == '_' || next.is_alphanumeric())
}

/// Returns the name of the type of a field: `unit_price` becomes `UnitPrice`.
fn type_name(field: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().to_string() + letters.as_str())
    };
    let name: String = field.split('_').map(capital).collect();
    if is_name(&name) && name != "Self" { name } else { "Record".into() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_schema::{DataType, Field, Schema as ArrowSchema, TimeUnit};

    fn schema_of(fields: Vec<Field>) -> Result<String, String> {
        let schema = super::infer_schema(&ArrowSchema::new(fields), "Row");
        schema.map(|schema| schema.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn nested_types() {
        let item = Arc::new(Field::new("item", DataType::Float32, true));
        let inner = DataType::Struct(vec![Field::new("at", DataType::Timestamp(TimeUnit::Second, None), false)].into());
        let entry = DataType::Struct(
            vec![Field::new("keys", DataType::Utf8View, false), Field::new("values", DataType::Int8, true)].into(),
        );
        let fields = vec![
            Field::new("list", DataType::LargeList(item), false),
            Field::new("unit_price", inner, false),
            Field::new("map", DataType::Map(Arc::new(Field::new("entries", entry, false)), false), false),
            Field::new("id", DataType::FixedSizeBinary(16), false),
            Field::new("kind", DataType::Dictionary(DataType::Int8.into(), DataType::Utf8.into()), false),
        ];
        let expected = "packed-data schema 1\n\
            struct 3:Row 5 4:list #1 10:unit_price #2 3:map #3 2:id #4 4:kind #5\n\
            sequence #6\n\
            struct 9:UnitPrice 1 2:at #7\n\
            sorted #8\n\
            array 16 #9\n\
            str\n\
            optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #10\n\
            SystemTime\n\
            entry 3:Map 2 3:key #5 5:value #11\n\
            u8\n\
            f32\n\
            optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #12\n\
            i8\n";
        assert_eq!(schema_of(fields), Ok(expected.into()));
    }

    #[test]
    fn what_no_type_is_for() {
        let date = schema_of(vec![Field::new("day", DataType::Date32, false)]).unwrap_err();
        assert!(date.contains("no packed type is for the Arrow type Date32, in day"), "{date}");
        let name = schema_of(vec![Field::new("a b", DataType::Int8, false)]).unwrap_err();
        assert!(name.contains("\"a b\" is no name of a field"), "{name}");
    }
}
