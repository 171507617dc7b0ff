//! A reader of CBOR that knows the type, built on minicbor. It reads bytes that the library accepted, and says whether
//! all of them will be written back.
//!
//! It need not refuse invalid values, and has no limits.

use minicbor::data::Type;
use minicbor::{Decoder, decode};
use packed_data::cbor::to_deterministic;

use super::reader::{Outcome, Refused, THE_END};
use super::skip::end_of_item;
use super::{Other, Scalar, Schema, SchemaFn, Value};

/// The order in which the elements of a set are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOrder {
    /// The order of their bytes.
    Bytes,
    /// The order of their values.
    Values,
}

/// The result of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The value.
    pub value: Value,
    /// Number of bytes that it takes.
    pub size: usize,
    /// Whether an encoder that has only the value writes the same item. That is so if no tag and no item was skipped,
    /// no field was absent, no constructor was unknown, and the elements of sets are in the order in which they are
    /// written.
    pub is_whole: bool,
    /// Whether some float is a NaN with a sign or payload of its own.
    pub has_payload: bool,
}

/// Reads one item, which must take all the bytes.
///
/// # Errors
///
/// If the bytes are not exactly one item, or the item is not of this type.
pub fn read(schema: Schema, order: SetOrder, bytes: &[u8]) -> Outcome<Read> {
    match read_prefix(schema, order, bytes)? {
        read if read.size == bytes.len() => Ok(read),
        _ => Err(Refused("bytes after the value")),
    }
}

/// Reads one item from the beginning of the bytes.
///
/// # Errors
///
/// If the bytes do not begin with an item, or the item is not of this type.
pub fn read_prefix(schema: Schema, order: SetOrder, bytes: &[u8]) -> Outcome<Read> {
    let mut reader = Reader { decoder: Decoder::new(bytes), order, is_whole: true, has_payload: false };
    let value = reader.value(schema)?;
    let Reader { decoder, is_whole, has_payload, .. } = reader;
    Ok(Read { value, size: decoder.position(), is_whole, has_payload })
}

struct Reader<'b> {
    decoder: Decoder<'b>,
    order: SetOrder,
    is_whole: bool,
    has_payload: bool,
}

impl From<decode::Error> for Refused {
    fn from(error: decode::Error) -> Self {
        if error.is_end_of_input() { THE_END } else { Self("refused by minicbor") }
    }
}

/// The number of items of an array or map that are left; `None` if a break ends them.
struct ItemsLeft(Option<u64>);

impl<'b> Reader<'b> {
    /// Skips an item.
    fn skip(&mut self) -> Outcome<()> {
        let end = end_of_item(self.decoder.input(), self.decoder.position())?;
        self.decoder.set_position(end);
        Ok(())
    }

    /// Reads the tags before an item.
    fn tags(&mut self) -> Outcome<Vec<u64>> {
        let mut tags = Vec::new();
        while self.decoder.datatype()? == Type::Tag {
            tags.push(self.decoder.tag()?.as_u64());
        }
        Ok(tags)
    }

    fn value(&mut self, schema: Schema) -> Outcome<Value> {
        match schema {
            Schema::Open(cases, other) => return self.open(cases, other),
            Schema::Defaulted(of, _) | Schema::Extensible(of) => return self.value(of()),
            _ => {}
        }
        let mut tags = self.tags()?;
        let schema = match schema {
            Schema::Tagged(tag, of) => {
                let at = tags.iter().position(|found| *found == tag).ok_or(Refused("the tag is missing"))?;
                // (Those before it are not around the value itself.)
                self.is_whole &= at == 0;
                tags.drain(..=at);
                of()
            }
            other => other,
        };
        let is_integer = matches!(schema, Schema::Scalar(Scalar::Integer { .. }));
        let sign = match tags.last() {
            Some(2 | 3) if is_integer && self.decoder.datatype()? == Type::Bytes => tags.pop().map(|tag| tag == 3),
            _ => None,
        };
        // (What these tags are around must be the bytes of an integer itself.)
        if is_integer && tags.iter().any(|tag| matches!(tag, 2 | 3)) {
            return Err(Refused("no bignum"));
        }
        self.is_whole &= tags.is_empty();
        match (schema, sign) {
            (Schema::Scalar(scalar), Some(is_negative)) => integer(scalar, bignum(is_negative, self.decoder.bytes()?)?),
            (Schema::Scalar(scalar), None) => self.scalar(scalar),
            (Schema::Tagged(..) | Schema::Open(..) | Schema::Defaulted(..) | Schema::Extensible(_), _) => {
                Err(Refused("tag within tag"))
            }
            (Schema::Text, _) => Ok(Value::Text(self.decoder.str()?.into())),
            (Schema::Sequence(of), _) => Ok(Value::Sequence(self.sequence(of)?)),
            (Schema::Array(of, count), _) => {
                let elements = self.sequence(of)?;
                if elements.len() == count { Ok(Value::Fields(elements)) } else { Err(Refused("wrong length")) }
            }
            (Schema::Set(of), _) => Ok(Value::Sequence(self.set(of)?)),
            (Schema::Map(key, value), _) => Ok(Value::Sequence(self.map(key, value)?)),
            (Schema::Tuple([]), _) => Ok(self.decoder.null().map(|()| Value::Fields(vec![]))?),
            (Schema::Tuple(fields), _) => {
                let mut rest = self.array()?;
                Ok(Value::Fields(self.fields(fields, &mut rest)?))
            }
            (Schema::Fields(fields), _) => {
                let mut rest = self.array()?;
                match self.constructor(&mut rest)? {
                    0 => Ok(Value::Fields(self.fields(fields, &mut rest)?)),
                    _ => Err(Refused("a constructor of a struct other than 0")),
                }
            }
            (Schema::Cases(cases), _) => self.case(cases),
            (Schema::Option(cases), _) => {
                let mut rest = self.array()?;
                let tag = usize::from(!self.is_over(&rest)?);
                Ok(Value::Case(tag, self.fields(cases[tag], &mut rest)?))
            }
        }
    }

    /// Reads a constructor, or an item of an unknown constructor.
    fn open(&mut self, cases: &[&[SchemaFn]], other: Other) -> Outcome<Value> {
        let start = self.decoder.position();
        self.is_whole &= self.tags()?.is_empty();
        let mut rest = self.array()?;
        let tag = self.constructor(&mut rest)?;
        if let Some(fields) = usize::try_from(tag).ok().and_then(|tag| cases.get(tag)) {
            return Ok(Value::Case(tag as usize, self.fields(fields, &mut rest)?));
        }
        // An unknown item is written back as it was, byte for byte. (It may have no deterministic form.)
        self.is_whole = false;
        self.decoder.set_position(start);
        self.skip()?;
        let item = self.decoder.input()[start..self.decoder.position()].to_vec();
        Ok(match other {
            Other::Item => Value::Item(item),
            Other::Unknown => Value::Case(cases.len(), vec![Value::Unknown(item)]),
        })
    }

    fn case(&mut self, cases: &[&[SchemaFn]]) -> Outcome<Value> {
        let mut rest = self.array()?;
        let tag = usize::try_from(self.constructor(&mut rest)?).unwrap_or(usize::MAX);
        let fields = cases.get(tag).ok_or(Refused("unknown constructor"))?;
        Ok(Value::Case(tag, self.fields(fields, &mut rest)?))
    }

    fn constructor(&mut self, rest: &mut ItemsLeft) -> Outcome<u64> {
        if !self.next(rest)? {
            return Err(Refused("the constructor is missing"));
        }
        self.is_whole &= self.tags()?.is_empty();
        Ok(self.decoder.u64()?)
    }

    fn array(&mut self) -> Outcome<ItemsLeft> {
        Ok(ItemsLeft(self.decoder.array()?))
    }

    /// Returns whether no item is left.
    fn is_over(&mut self, rest: &ItemsLeft) -> Outcome<bool> {
        match rest.0 {
            Some(left) => Ok(left == 0),
            None => Ok(self.decoder.datatype()? == Type::Break),
        }
    }

    /// Returns whether there is one more item; if not, skips the break.
    fn next(&mut self, rest: &mut ItemsLeft) -> Outcome<bool> {
        let is_over = self.is_over(rest)?;
        match &mut rest.0 {
            Some(left) if !is_over => *left -= 1,
            None if is_over => {
                self.decoder.set_position(self.decoder.position() + 1);
                rest.0 = Some(0);
            }
            _ => {}
        }
        Ok(!is_over)
    }

    /// Reads the fields of a constructor, and skips the fields that a newer version of it adds.
    fn fields(&mut self, fields: &[SchemaFn], rest: &mut ItemsLeft) -> Outcome<Vec<Value>> {
        let mut values = Vec::new();
        for of in fields {
            values.push(match (self.next(rest)?, of()) {
                (true, schema) => self.value(schema)?,
                (false, schema) => {
                    self.is_whole = false;
                    schema.default().ok_or(Refused("a field is missing"))?
                }
            });
        }
        while self.next(rest)? {
            self.is_whole = false;
            self.skip()?;
        }
        Ok(values)
    }

    /// Reads the elements of a sequence. Bytes are stored as a byte string.
    fn sequence(&mut self, of: SchemaFn) -> Outcome<Vec<Value>> {
        if let Schema::Scalar(Scalar::Integer { width: 1, signed: false, zero: true, .. }) = of() {
            return Ok(self.decoder.bytes()?.iter().map(|byte| Value::Unsigned((*byte).into())).collect());
        }
        let (mut rest, mut values) = (self.array()?, Vec::new());
        while self.next(&mut rest)? {
            values.push(self.value(of())?);
        }
        Ok(values)
    }

    /// Reads elements in any order. They are sorted here; duplicates are not removed.
    fn set(&mut self, of: SchemaFn) -> Outcome<Vec<Value>> {
        let (mut rest, mut values, mut places) = (self.array()?, Vec::new(), Vec::new());
        while self.next(&mut rest)? {
            let start = self.decoder.position();
            values.push(self.value(of())?);
            places.push(start..self.decoder.position());
        }
        let bytes = |place| to_deterministic(&self.decoder.input()[place]);
        self.is_whole &= match self.order {
            SetOrder::Values => values.is_sorted(),
            // (An element has no such form if an item in it that was skipped has a key twice.)
            SetOrder::Bytes => {
                places.into_iter().map(bytes).collect::<Result<Vec<_>, _>>().is_ok_and(|forms| forms.is_sorted())
            }
        };
        values.sort();
        Ok(values)
    }

    /// Reads entries in the same way. (The deterministic form has them in one order.)
    fn map(&mut self, key: SchemaFn, value: SchemaFn) -> Outcome<Vec<Value>> {
        let (mut rest, mut entries) = (ItemsLeft(self.decoder.map()?), Vec::new());
        while self.next(&mut rest)? {
            entries.push(Value::Fields(vec![self.value(key())?, self.value(value())?]));
        }
        entries.sort();
        Ok(entries)
    }

    fn scalar(&mut self, scalar: Scalar) -> Outcome<Value> {
        match scalar {
            Scalar::Integer { .. } => integer(scalar, i128::from(self.decoder.int()?)),
            Scalar::Float(width) => self.float(width),
            Scalar::Bool => Ok(Value::Bool(self.decoder.bool()?)),
            Scalar::Char => {
                let mut chars = self.decoder.str()?.chars();
                match (chars.next(), chars.next()) {
                    (Some(char), None) => Ok(Value::Char(char)),
                    _ => Err(Refused("not exactly one character")),
                }
            }
            Scalar::Duration => {
                const U64: Scalar = Scalar::Integer { width: 8, memory: 8, signed: false, zero: true };
                const U32: Scalar = Scalar::Integer { width: 4, memory: 4, signed: false, zero: true };
                let (mut rest, mut numbers) = (self.array()?, Vec::new());
                while self.next(&mut rest)? {
                    let of = *[U64, U32].get(numbers.len()).ok_or(Refused("a longer array"))?;
                    numbers.push(self.value(Schema::Scalar(of))?);
                }
                match numbers[..] {
                    [Value::Unsigned(seconds), Value::Unsigned(nanoseconds @ ..1_000_000_000)] => {
                        Ok(Value::Time(seconds as u64, nanoseconds as u32))
                    }
                    _ => Err(Refused("not a duration")),
                }
            }
        }
    }

    /// Reads a float of any width by its bits: other ways lose the payload of a NaN.
    fn float(&mut self, width: usize) -> Outcome<Value> {
        let start = self.decoder.position();
        self.skip()?;
        let bits = match self.decoder.input()[start..self.decoder.position()] {
            [0xF9, a, b] => widened(u16::from_be_bytes([a, b]).into(), 5, 10),
            [0xFA, a, b, c, d] => widened(u32::from_be_bytes([a, b, c, d]).into(), 8, 23),
            [0xFB, a, b, c, d, e, f, g, h] => u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            _ => return Err(Refused("not a float")),
        };
        let is_number = !f64::from_bits(bits).is_nan();
        self.has_payload |= !is_number && bits != f64::NAN.to_bits();
        if width == 8 {
            return Ok(Value::double(bits));
        }
        let single = match is_number {
            true => (f64::from_bits(bits) as f32).to_bits(),
            false => (bits >> 32 & 1 << 31 | 0x7F80_0000 | bits >> 29 & 0x7F_FFFF) as u32,
        };
        match widened(single.into(), 8, 23) == bits {
            true => Ok(Value::single(single)),
            false => Err(Refused("a float of 4 bytes cannot hold it")),
        }
    }
}

/// Returns the bits of a float of 8 bytes that is equal to a narrower one, given by its bits and the widths of its
/// exponent and fraction.
fn widened(bits: u64, exponent_bits: u32, fraction_bits: u32) -> u64 {
    let (sign, rest) =
        (bits >> (exponent_bits + fraction_bits) << 63, bits & ((1 << (exponent_bits + fraction_bits)) - 1));
    let (exponent, fraction) = (rest >> fraction_bits, rest & ((1 << fraction_bits) - 1));
    let bias = (1 << (exponent_bits - 1)) - 1;
    sign | match exponent {
        // Zero, or a subnormal number: a multiple of the least one, whose bits these are. (`powi` need not be exact.)
        0 => (fraction as f64 * f64::from_bits((1024 - bias as u64 - u64::from(fraction_bits)) << 52)).to_bits(),
        all if all == (1 << exponent_bits) - 1 => 0x7FF << 52 | fraction << (52 - fraction_bits),
        exponent => (exponent + 1023 - bias as u64) << 52 | fraction << (52 - fraction_bits),
    }
}

/// An integer of any size. A negative integer is -1 - magnitude.
#[derive(Clone, Copy)]
struct Integer {
    is_negative: bool,
    magnitude: u128,
}

impl From<i128> for Integer {
    fn from(n: i128) -> Self {
        Self { is_negative: n < 0, magnitude: if n < 0 { !n } else { n } as u128 }
    }
}

/// Returns the integer of a byte string after tag 2 or 3.
fn bignum(is_negative: bool, bytes: &[u8]) -> Outcome<Integer> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let digits = &bytes[zeros..];
    match digits.len() {
        ..=16 => Ok(Integer { is_negative, magnitude: digits.iter().fold(0, |n, byte| n << 8 | u128::from(*byte)) }),
        _ => Err(Refused("more than 128 bits")),
    }
}

/// Returns an integer as a value, if its type can hold it.
fn integer(scalar: Scalar, n: impl Into<Integer>) -> Outcome<Value> {
    let (Scalar::Integer { memory, signed, zero, .. }, Integer { is_negative, magnitude }) = (scalar, n.into()) else {
        return Err(Refused("not an integer"));
    };
    let bits = 8 * memory as u32 - u32::from(signed);
    let is_held = bits == 128 || magnitude >> bits == 0;
    if !is_held || is_negative && !signed || !zero && !is_negative && magnitude == 0 {
        return Err(Refused("an integer that the type cannot hold"));
    }
    Ok(match signed {
        true if is_negative => Value::Signed(!(magnitude as i128)),
        true => Value::Signed(magnitude as i128),
        false => Value::Unsigned(magnitude),
    })
}
