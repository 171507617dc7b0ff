//! The reader of `Compact` and `Indexed`.

use packed_data::Limits;

use super::schema::{Weight, fields_weight, static_part, tag_width};
use super::{Extent, Other, Scalar, Schema, SchemaFn, Value};

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

impl Refused {
    /// Returns whether longer bytes that begin with the same ones may be accepted. The readers read forwards, so after
    /// any other refusal they are not.
    pub fn is_for_the_end(self) -> bool {
        matches!(self, THE_END | BEYOND)
    }
}

/// The bytes end before the value.
pub(super) const THE_END: Refused = Refused("the input ends");

/// A size goes beyond the end of the bytes, or of an extensible value.
const BEYOND: Refused = Refused("a head that goes beyond the value around it");

pub(super) type Outcome<T> = Result<T, Refused>;

/// The result of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The value.
    pub value: Value,
    /// Number of bytes that it takes.
    pub size: usize,
    /// Whether a writer that has only the value writes the same bytes. That is so if no field with bytes was absent,
    /// and no bytes after the known fields were skipped.
    pub is_whole: bool,
}

/// Reads one value, which must take all the bytes.
///
/// # Errors
///
/// If the bytes are not exactly one value, or exceed the limits.
pub fn read(schema: Schema, wire: Wire, limits: &Limits, bytes: &[u8]) -> Outcome<Read> {
    match read_prefix(schema, wire, limits, bytes)? {
        read if read.size == bytes.len() => Ok(read),
        _ => Err(Refused("bytes after the value")),
    }
}

/// Reads one value from the beginning of the bytes.
///
/// # Errors
///
/// If the bytes do not begin with a value, or it exceeds the limits.
pub fn read_prefix(schema: Schema, wire: Wire, limits: &Limits, bytes: &[u8]) -> Outcome<Read> {
    let (key, empty) = (limits.depth / 8, limits.empty_elements);
    let mut reader = Reader { bytes, at: 0, wire, depth: limits.depth, key, empty, is_whole: true };
    reader.charge(schema.weight().unpaid())?;
    let value = reader.value(schema)?;
    if reader.at > limits.bytes {
        return Err(Refused("too large"));
    }
    Ok(Read { value, size: reader.at, is_whole: reader.is_whole })
}

struct Reader<'b> {
    /// The bytes up to the end of the innermost extensible value, or of the input.
    bytes: &'b [u8],
    at: usize,
    wire: Wire,
    /// Levels that are left.
    depth: u32,
    /// Levels that a key takes, unless it is flat.
    key: u32,
    /// Parts without bytes that are left, beside those that bytes pay for.
    empty: u64,
    /// Whether nothing was absent or skipped.
    is_whole: bool,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: u64) -> Outcome<&'b [u8]> {
        let end = usize::try_from(count).ok().and_then(|count| self.at.checked_add(count));
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or(THE_END)?;
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
        if schema.is_extensible() {
            return self.extensible(schema);
        }
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
                self.charge(fields_weight(fields).and_bytes(tag_width(cases.len())).unpaid())?;
                Ok(Value::Case(tag, self.fields(fields)?))
            }
            Schema::Array(of, count) => {
                let fields = |reader: &mut Self| {
                    let element = |index| reader.field(of(), Place::among(index, count).of_element());
                    (0..count).map(element).collect::<Outcome<_>>()
                };
                let varies = count > 0 && !of().is_static();
                Ok(Value::Fields(if varies { self.deeper(fields)? } else { fields(self)? }))
            }
            Schema::Tagged(_, of) | Schema::Defaulted(of, _) | Schema::Extensible(of) => self.value(of()),
            Schema::Open(..) => self.extensible(schema),
        }
    }

    /// Reads a head, then a value that must not go beyond the end that the head states; skips what is left before that.
    fn extensible(&mut self, schema: Schema) -> Outcome<Value> {
        let all = self.bytes;
        let length = usize::try_from(self.number()?).map_err(|_| Refused("a head beyond all bytes"))?;
        let inner = self.at;
        let end = self.at.checked_add(length).ok_or(Refused("a head beyond all bytes"))?;
        self.bytes = all.get(..end).ok_or(BEYOND)?;
        let part = match self.wire {
            Wire::Compact => None,
            Wire::Indexed => Some(self.number()?),
        };
        let value = self.constructor(schema, inner, part)?;
        self.is_whole &= self.at == end;
        (self.at, self.bytes) = (end, all);
        Ok(value)
    }

    /// Reads the tag of an extensible value if it is an enum, and its fields; `start` is after the size in its head,
    /// and `part` the size of its static part, if the layout states that.
    fn constructor(&mut self, schema: Schema, start: usize, part: Option<u64>) -> Outcome<Value> {
        let (cases, other) = match schema {
            Schema::Extensible(of) => return self.constructor(of(), start, part),
            Schema::Fields(fields) => return Ok(Value::Fields(self.known(fields, part)?)),
            Schema::Cases(cases) => (cases, None),
            Schema::Open(cases, other) => (cases, Some(other)),
            _ => return Err(Refused("neither a struct nor an enum")),
        };
        let tag = self.number()?;
        let index = usize::try_from(tag).unwrap_or(usize::MAX);
        if let Some(fields) = cases.get(index) {
            self.charge(fields_weight(fields).and_bytes(1).unpaid())?;
            return Ok(Value::Case(index, self.known(fields, part)?));
        }
        match other {
            Some(Other::Item) if index == cases.len() => {
                // (The static part, of which the reader knows nothing, and the byte string after it.)
                self.take(part.unwrap_or(0))?;
                self.is_whole &= part.unwrap_or(0) == 0;
                let length = self.number()?;
                let item = self.take(length)?;
                let limits = Limits { depth: self.depth, ..Limits::DEFAULT };
                packed_data::cbor::check(item, &limits).map_err(|_| Refused("not one item of CBOR"))?;
                Ok(Value::Item(item.into()))
            }
            Some(Other::Unknown) => {
                self.take(part.unwrap_or(0))?;
                self.at = self.bytes.len();
                Ok(Value::Case(cases.len(), vec![Value::Unknown(self.bytes[start..].into())]))
            }
            Some(Other::Item) | None => Err(Refused("unknown constructor")),
        }
    }

    /// Reads the known fields of an extensible value, of which the last may be absent.
    fn known(&mut self, fields: &[SchemaFn], part: Option<u64>) -> Outcome<Vec<Value>> {
        let place = |index| Place::among(index, fields.len()).of_extensible();
        let Some(part) = part else {
            let field = |(index, of): (usize, &SchemaFn)| match of().default() {
                Some(default) if self.at == self.bytes.len() => {
                    self.is_whole &= of().extent() == Extent::Static(0);
                    Ok(default)
                }
                _ => self.field(of(), place(index)),
            };
            return fields.iter().enumerate().map(field).collect();
        };
        let mut fixed = self.at;
        self.take(part)?;
        let (fixed_end, mut varying) = (self.at, self.at);
        let mut is_absent = false;
        let mut values = Vec::new();
        for (index, of) in fields.iter().enumerate() {
            let is_here = match of().extent() {
                Extent::Static(0) => {
                    values.push(self.value(of())?);
                    continue;
                }
                Extent::Static(_) => fixed < fixed_end,
                Extent::Headed | Extent::Walked => varying < self.bytes.len(),
            };
            if !is_here {
                is_absent = true;
                values.push(of().default().ok_or(Refused("a field is missing"))?);
                continue;
            }
            if matches!(of().extent(), Extent::Static(size) if fixed + size > fixed_end) {
                return Err(Refused("the static part ends in the middle of a field"));
            }
            if is_absent {
                return Err(Refused("a field after one that is absent"));
            }
            if of().is_static() {
                self.at = fixed;
                values.push(self.value(of())?);
                fixed = self.at;
            } else {
                self.at = varying;
                values.push(self.field(of(), place(index))?);
                varying = self.at;
            }
        }
        self.is_whole &= !is_absent && fixed == fixed_end;
        self.at = varying;
        Ok(values)
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
        let field = |(index, of): (usize, &SchemaFn)| self.field(of(), Place::among(index, fields.len()));
        fields.iter().enumerate().map(field).collect()
    }

    /// Reads the static part, then the fields of varying size; returns all of them in the order of their declaration.
    fn fields_static_first(&mut self, fields: &[SchemaFn]) -> Outcome<Vec<Value>> {
        let mut fixed = self.at;
        self.take(static_part(fields) as u64)?;
        let mut varying = self.at;
        let mut values = Vec::new();
        for (index, of) in fields.iter().enumerate() {
            if of().is_static() {
                self.at = fixed;
                values.push(self.value(of())?);
                fixed = self.at;
            } else {
                self.at = varying;
                values.push(self.field(of(), Place::among(index, fields.len()))?);
                varying = self.at;
            }
        }
        self.at = varying;
        Ok(values)
    }

    /// Reads one field, and the size before it if there is one.
    fn field(&mut self, schema: Schema, place: Place) -> Outcome<Value> {
        let schema = schema.of_field();
        let is_sized = self.wire == Wire::Indexed && place.is_sized && schema.extent() == Extent::Walked;
        // (A value that has no head does not end with an extensible one.)
        let is_last = place.is_last && (place.is_within_head || !schema.is_extensible());
        let stated = if is_sized { Some(self.number()?) } else { None };
        let start = self.at;
        let compound = schema.is_extensible()
            || matches!(schema, Schema::Fields(_) | Schema::Tuple(_) | Schema::Cases(_) | Schema::Option(_));
        let value = if compound && place.is_level && !is_last && !schema.is_static() {
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
        self.counted(entry.extent(), fields_weight(&[entry.key, entry.value]).as_part(entry.extent()), |reader| {
            // (Where fields of static size come first, a value may be stored before its key.)
            let is_moved = reader.wire == Wire::Indexed && (entry.value)().is_static() && !(entry.key)().is_static();
            if is_moved {
                let value = reader.value((entry.value)())?;
                let key = reader.key((entry.key)(), |reader| reader.field((entry.key)(), Place::among(0, 2)))?;
                return Ok(Value::Fields(vec![key, value]));
            }
            let key = reader.key((entry.key)(), |reader| reader.field((entry.key)(), Place::among(0, 2)))?;
            Ok(Value::Fields(vec![key, reader.field((entry.value)(), Place::among(1, 2))?]))
        })
    }

    fn elements(&mut self, schema: Schema, read: fn(&mut Self, Schema) -> Outcome<Value>) -> Outcome<Vec<Value>> {
        self.counted(schema.extent(), schema.part_weight(), |reader| read(reader, schema))
    }

    /// Charges parts without bytes.
    fn charge(&mut self, count: u64) -> Outcome<()> {
        self.empty = self.empty.checked_sub(count).ok_or(Refused("too many parts without bytes"))?;
        Ok(())
    }

    /// Reads a count, a table if there is one, and `count` elements of that extent and weight.
    fn counted(
        &mut self,
        extent: Extent,
        weight: Weight,
        mut read: impl FnMut(&mut Self) -> Outcome<Value>,
    ) -> Outcome<Vec<Value>> {
        match (extent, self.wire) {
            (Extent::Static(_), _) => {
                let count = self.number()?;
                self.charge(count.saturating_mul(weight.unpaid()))?;
                (0..count).map(|_| read(self)).collect()
            }
            (_, Wire::Compact) => {
                let count = self.number()?;
                self.charge(count.saturating_mul(weight.unpaid()))?;
                self.deeper(|reader| (0..count).map(|_| read(reader)).collect())
            }
            (_, Wire::Indexed) => self.deeper(|reader| reader.indexed(weight.and_bytes(1), read)),
        }
    }

    /// Reads a head number, a table of ends, and the elements.
    fn indexed(&mut self, weight: Weight, mut read: impl FnMut(&mut Self) -> Outcome<Value>) -> Outcome<Vec<Value>> {
        let head = self.number()?;
        let (count, width) = (head / 4, 1 << (head % 4));
        if count == 0 && head != 0 {
            return Err(Refused("an entry width without elements"));
        }
        self.charge(count.saturating_mul(weight.unpaid()))?;
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

/// The place of a field among the others.
#[derive(Clone, Copy)]
struct Place {
    is_last: bool,
    /// Whether it may be a level of nesting.
    is_level: bool,
    /// Whether it may have a size before it.
    is_sized: bool,
    /// Whether it is a field of an extensible value.
    is_within_head: bool,
}

impl Place {
    fn among(index: usize, count: usize) -> Self {
        let is_last = index + 1 == count;
        Self { is_last, is_level: true, is_sized: !is_last, is_within_head: false }
    }

    /// An element of an array is not a level of its own.
    fn of_element(self) -> Self {
        Self { is_level: false, ..self }
    }

    /// In an extensible value the last field has a size too, because a newer version may have more fields.
    fn of_extensible(self) -> Self {
        Self { is_sized: true, is_within_head: true, ..self }
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
