//! The reader of `Compact` and `Indexed`.

use packed_data::Limits;

use super::schema::{static_part, tag_width};
use super::{Extent, Scalar, Schema, SchemaFn, Value};

/// The layouts that this reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The page `layouts/compact.md`.
    Compact,
    /// The page `layouts/indexed.md`.
    Indexed,
}

/// The reason why bytes are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub &'static str);

pub(super) type Outcome<T> = Result<T, Refused>;

/// Reads one value, which must take all the bytes.
///
/// # Errors
///
/// If the bytes are not exactly one value, or exceed the limits.
pub fn read(schema: Schema, wire: Wire, limits: &Limits, bytes: &[u8]) -> Outcome<Value> {
    match read_prefix(schema, wire, limits, bytes)? {
        (value, size) if size == bytes.len() => Ok(value),
        _ => Err(Refused("bytes after the value")),
    }
}

/// Reads one value from the beginning of the bytes, and returns it with the number of bytes that it takes.
///
/// # Errors
///
/// If the bytes do not begin with a value, or it exceeds the limits.
pub fn read_prefix(schema: Schema, wire: Wire, limits: &Limits, bytes: &[u8]) -> Outcome<(Value, usize)> {
    let key = limits.depth / 8;
    let mut reader = Reader { bytes, at: 0, wire, depth: limits.depth, key, empty: limits.empty_elements };
    let value = reader.value(schema)?;
    if reader.at > limits.bytes {
        return Err(Refused("too large"));
    }
    Ok((value, reader.at))
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    wire: Wire,
    /// Levels that are left.
    depth: u32,
    /// Levels that a key takes, unless it is flat.
    key: u32,
    /// Elements without bytes that are left.
    empty: u64,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: u64) -> Outcome<&'b [u8]> {
        let end = usize::try_from(count).ok().and_then(|count| self.at.checked_add(count));
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or(Refused("the input ends"))?;
        self.at += taken.len();
        Ok(taken)
    }

    /// Reads a little-endian number of at most sixteen bytes.
    fn little(&mut self, width: usize) -> Outcome<u128> {
        Ok(self.take(width as u64)?.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte)))
    }

    /// Reads a short varint.
    fn number(&mut self) -> Outcome<u64> {
        let (width, least) = match self.little(1)? {
            first @ 0..=251 => return Ok(first as u64),
            0xFC => (2, 252),
            0xFD => (4, 1 << 16),
            0xFE => (8, 1 << 32),
            _ => return Err(Refused("not the first byte of a varint")),
        };
        match self.little(width)? {
            number if number >= least => Ok(number as u64),
            _ => Err(Refused("a varint that is longer than necessary")),
        }
    }

    fn value(&mut self, schema: Schema) -> Outcome<Value> {
        match schema {
            Schema::Scalar(scalar) => self.scalar(scalar),
            Schema::Text => {
                let length = self.number()?;
                let text = std::str::from_utf8(self.take(length)?).map_err(|_| Refused("not UTF-8"))?;
                Ok(Value::Text(text.into()))
            }
            Schema::Sequence(of) => Ok(Value::Sequence(self.elements(of(), Self::value)?)),
            Schema::Set(of) => {
                let elements = self.key(of(), |reader| reader.elements(of(), Self::value))?;
                ascending(&elements, |element| Some(element))?;
                Ok(Value::Sequence(elements))
            }
            Schema::Map(key, value) => {
                let entry = EntryOf { key, value };
                let entries = self.entries(entry)?;
                ascending(&entries, Value::key)?;
                Ok(Value::Sequence(entries))
            }
            Schema::Fields(fields) | Schema::Tuple(fields) => Ok(Value::Fields(self.fields(fields)?)),
            Schema::Cases(cases) | Schema::Option(cases) => {
                let tag = self.little(tag_width(cases.len()))? as usize;
                let fields = cases.get(tag).ok_or(Refused("unknown constructor"))?;
                Ok(Value::Case(tag, self.fields(fields)?))
            }
            Schema::Array(of, count) => {
                let fields = |reader: &mut Self| {
                    (0..count).map(|index| reader.field(of(), index + 1 == count, false)).collect::<Outcome<_>>()
                };
                let varies = count > 0 && !of().is_static();
                Ok(Value::Fields(if varies { self.deeper(fields)? } else { fields(self)? }))
            }
            Schema::Tagged(_, of) => self.value(of()),
            Schema::Defaulted(..) | Schema::Open(_) => Err(Refused("the layout cannot store a type that grows")),
        }
    }

    fn scalar(&mut self, scalar: Scalar) -> Outcome<Value> {
        let number = self.little(scalar.width())?;
        match scalar {
            Scalar::Integer { width, memory, signed, zero } => {
                // Shifted left and right again to extend the sign.
                let carried = (number as i128) << (128 - 8 * width) >> (128 - 8 * width);
                let spare = 128 - 8 * memory;
                let held =
                    if signed { carried << spare >> spare == carried } else { number << spare >> spare == number };
                match held && (zero || number != 0) {
                    true if signed => Ok(Value::Signed(carried)),
                    true => Ok(Value::Unsigned(number)),
                    false => Err(Refused("an integer that the type cannot hold")),
                }
            }
            Scalar::Float(4) => Ok(Value::single(number as u32)),
            Scalar::Float(_) => Ok(Value::double(number as u64)),
            Scalar::Bool if number < 2 => Ok(Value::Bool(number == 1)),
            Scalar::Bool => Err(Refused("a truth value other than 0 and 1")),
            Scalar::Char => char::from_u32(number as u32).map(Value::Char).ok_or(Refused("not a Unicode scalar value")),
            Scalar::Duration => match (number as u64, (number >> 64) as u32) {
                (seconds, nanoseconds @ ..1_000_000_000) => Ok(Value::Time(seconds, nanoseconds)),
                _ => Err(Refused("nanoseconds of a second or more")),
            },
        }
    }

    fn fields(&mut self, fields: &[SchemaFn]) -> Outcome<Vec<Value>> {
        if self.wire == Wire::Indexed {
            return self.fields_static_first(fields);
        }
        let last = fields.len().saturating_sub(1);
        fields.iter().enumerate().map(|(index, of)| self.field(of(), index == last, true)).collect()
    }

    /// Reads the static part, then the fields of varying size; returns all of them in the order of their declaration.
    fn fields_static_first(&mut self, fields: &[SchemaFn]) -> Outcome<Vec<Value>> {
        let mut fixed = self.at;
        self.take(static_part(fields) as u64)?;
        let mut varying = self.at;
        let last = fields.len().saturating_sub(1);
        let mut values = Vec::new();
        for (index, of) in fields.iter().enumerate() {
            if of().is_static() {
                self.at = fixed;
                values.push(self.value(of())?);
                fixed = self.at;
            } else {
                self.at = varying;
                values.push(self.field(of(), index == last, true)?);
                varying = self.at;
            }
        }
        self.at = varying;
        Ok(values)
    }

    /// Reads one field, and the size before it if there is one. An element of an array is not a level of its own.
    fn field(&mut self, schema: Schema, is_last: bool, is_level: bool) -> Outcome<Value> {
        let schema = match schema {
            Schema::Tagged(_, of) => of(),
            other => other,
        };
        let is_sized = self.wire == Wire::Indexed && !is_last && schema.extent() == Extent::Walked;
        let stated = if is_sized { Some(self.number()?) } else { None };
        let start = self.at;
        let compound = matches!(schema, Schema::Fields(_) | Schema::Tuple(_) | Schema::Cases(_) | Schema::Option(_));
        let value = if compound && is_level && !is_last && !schema.is_static() {
            self.deeper(|reader| reader.value(schema))?
        } else {
            self.value(schema)?
        };
        match stated {
            Some(stated) if stated != (self.at - start) as u64 => Err(Refused("a field does not have the stated size")),
            _ => Ok(value),
        }
    }

    /// Reads one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.depth = self.depth.checked_sub(1).ok_or(Refused("too deep"))?;
        let value = read(self)?;
        self.depth += 1;
        Ok(value)
    }

    /// Reads a key, or the keys of a set. A key that is not flat takes an eighth of all levels.
    fn key<T>(&mut self, schema: Schema, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let taken = if schema.is_flat() { 0 } else { self.key };
        self.depth = self.depth.checked_sub(taken).ok_or(Refused("too deep"))?;
        let value = read(self)?;
        self.depth += taken;
        Ok(value)
    }

    fn entries(&mut self, entry: EntryOf) -> Outcome<Vec<Value>> {
        self.counted(entry.extent(), |reader| {
            // (Where fields of static size come first, a value may be stored before its key.)
            let is_moved = reader.wire == Wire::Indexed && (entry.value)().is_static() && !(entry.key)().is_static();
            if is_moved {
                let value = reader.value((entry.value)())?;
                let key = reader.key((entry.key)(), |reader| reader.field((entry.key)(), false, true))?;
                return Ok(Value::Fields(vec![key, value]));
            }
            let key = reader.key((entry.key)(), |reader| reader.field((entry.key)(), false, true))?;
            Ok(Value::Fields(vec![key, reader.field((entry.value)(), true, true)?]))
        })
    }

    fn elements(&mut self, schema: Schema, read: fn(&mut Self, Schema) -> Outcome<Value>) -> Outcome<Vec<Value>> {
        self.counted(schema.extent(), |reader| read(reader, schema))
    }

    /// Reads a count, a table if there is one, and `count` elements of that extent.
    fn counted(&mut self, extent: Extent, mut read: impl FnMut(&mut Self) -> Outcome<Value>) -> Outcome<Vec<Value>> {
        match (extent, self.wire) {
            (Extent::Static(size), _) => {
                let count = self.number()?;
                if size == 0 {
                    self.empty = self.empty.checked_sub(count).ok_or(Refused("too many elements without bytes"))?;
                }
                (0..count).map(|_| read(self)).collect()
            }
            (_, Wire::Compact) => {
                let count = self.number()?;
                self.deeper(|reader| (0..count).map(|_| read(reader)).collect())
            }
            (_, Wire::Indexed) => self.deeper(|reader| reader.indexed(read)),
        }
    }

    /// Reads a head number, a table of ends, and the elements.
    fn indexed(&mut self, mut read: impl FnMut(&mut Self) -> Outcome<Value>) -> Outcome<Vec<Value>> {
        let head = self.number()?;
        let (count, width) = (head / 4, 1 << (head % 4));
        if count == 0 && head != 0 {
            return Err(Refused("an entry width without elements"));
        }
        let table = self.take(count.checked_mul(width).ok_or(Refused("too large"))?)?;
        let (start, mut elements) = (self.at, Vec::new());
        for entry in table.chunks_exact(width as usize) {
            elements.push(read(self)?);
            let stated = entry.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            if stated != (self.at - start) as u64 {
                return Err(Refused("an element that does not end where the table says"));
            }
        }
        let least = match self.at - start {
            0..=0xFF => 1,
            0x100..=0xFFFF => 2,
            end => {
                if end as u64 <= u32::MAX.into() {
                    4
                } else {
                    8
                }
            }
        };
        if count > 0 && width != least {
            return Err(Refused("a table wider than necessary"));
        }
        Ok(elements)
    }
}

/// The types of the two fields of a map's entries.
#[derive(Clone, Copy)]
struct EntryOf {
    key: SchemaFn,
    value: SchemaFn,
}

impl EntryOf {
    fn extent(self) -> Extent {
        super::schema::of_fields(&[self.key, self.value])
    }
}

/// Fails unless each key is greater than the one before.
fn ascending(elements: &[Value], key: fn(&Value) -> Option<&Value>) -> Outcome<()> {
    if elements.is_sorted_by(|a, b| key(a) < key(b)) { Ok(()) } else { Err(Refused("keys do not ascend")) }
}
