//! Sort keys, read back: the bytes by which stores order their keys.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use packed_data::ErrorKind;

use crate::error::Error;
use crate::plan::{Form, Plan, Unsupported};
use crate::schema::{Scalar, Schema, Type};
use crate::write::Sink;
use packed_data_model::LayoutId;
use packed_data_model::visit::{ScalarValue, Visit};

/// Reads sort keys of one type back: the bytes that `packed_data::Packed::sort_key` returns. Its documentation
/// specifies their form.
///
/// ```
/// use packed_data::{Compact, Packed};
/// use packed_data_schema::{Schema, SortKeys};
///
/// let packed = Packed::<(i8, String), Compact>::pack(&(-1, "ab".into()));
/// let keys = SortKeys::new(Schema::of::<(i8, String)>())?;
/// assert_eq!(keys.to_compact(&packed.sort_key())?, packed.as_bytes());
///
/// let error = keys.to_compact(&[0x80, b'a', 0]).unwrap_err();
/// assert_eq!(error.to_string(), "unexpected end of input: expected at least 1 more byte, found 0, at byte 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SortKeys {
    schema: Schema,
    plan: Plan,
}

/// The sort keys of a type cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSortKeys {
    of: String,
    why: String,
}

impl fmt::Display for NoSortKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no sort keys: expected a type whose sort keys can be read back, found {}: {}", self.of, self.why)
    }
}

impl core::error::Error for NoSortKeys {}

impl From<Unsupported> for NoSortKeys {
    fn from(error: Unsupported) -> Self {
        Self { of: error.type_name().into(), why: error.to_string() }
    }
}

impl SortKeys {
    /// Prepares a schema. It takes time and memory in proportion to the schema.
    ///
    /// # Errors
    ///
    /// The type contains an item of CBOR, or constructors that a reader does not know: their parts have no types.
    pub fn new(schema: Schema) -> Result<Self, NoSortKeys> {
        let lacks = |of: &Type| matches!(of, Type::Cbor | Type::Unknown);
        if let Some(index) = schema.types().iter().position(lacks) {
            let why = "it has no type, so its order is not that of values".into();
            return Err(NoSortKeys { of: schema.name_of(u32::try_from(index).unwrap_or(0)), why });
        }
        let plan = Plan::new(&schema, LayoutId::Compact)?;
        Ok(Self { schema, plan })
    }

    /// Returns the schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the value of a sort key, in the layout `Compact`. The caller validates it: conditions of the program are
    /// not tested here, nor are limits.
    ///
    /// It is a loop, so the depth of the value costs memory and not stack. Time and memory are in proportion to the
    /// key.
    ///
    /// # Errors
    ///
    /// The bytes are not a sort key of the type; the offset of the error is one in the sort key. The error has no path.
    pub fn to_compact(&self, key: &[u8]) -> Result<Vec<u8>, Error> {
        let mut sink = Sink::new(&self.plan);
        let mut reader = Reader { plan: &self.plan, key, at: 0, open: Vec::new() };
        reader.value(0, &mut sink)?;
        while reader.advance(&mut sink)? {}
        match key.len() - reader.at {
            0 => sink.finish().map_err(|message| reader.error(ErrorKind::Refused { message }, reader.at)),
            count => Err(reader.error(ErrorKind::TrailingBytes { count }, reader.at)),
        }
    }
}

/// A position in a sort key, and the values around it.
struct Reader<'k> {
    plan: &'k Plan,
    key: &'k [u8],
    at: usize,
    open: Vec<Open>,
}

/// A value of which some parts were read.
struct Open {
    /// The index of the next part.
    index: usize,
    parts: Parts,
}

enum Parts {
    /// `len` fields, from the index `first` in the plan on.
    Fields { first: usize, len: usize },
    /// `len` elements of a type.
    Elements { len: usize, node: u32 },
    /// Elements of a type, each after a mark.
    Marked { node: u32 },
    /// Elements of a set or map, each after a mark, in ascending order. `previous` is the range of the element before
    /// the last one in the key, `start` the offset of the last one.
    Sorted { node: u32, previous: Range<usize>, start: usize },
}

/// The part after the current one.
enum Next {
    Part(u32),
    End,
}

impl Reader<'_> {
    #[cold]
    fn error(&self, kind: ErrorKind, offset: usize) -> Error {
        Error { kind, offset, path: String::new() }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let rest = self.key.get(self.at..).unwrap_or_default();
        let Some(bytes) = rest.first_chunk() else {
            let kind = ErrorKind::UnexpectedEnd { needed: (N - rest.len()) as u64, left: 0 };
            return Err(self.error(kind, self.key.len()));
        };
        self.at += N;
        Ok(*bytes)
    }

    /// Reads a value, up to its parts.
    fn value(&mut self, node: u32, sink: &mut Sink<'_>) -> Result<(), Error> {
        let plan = self.plan;
        let parts = match plan.nodes[node as usize].form {
            Form::Scalar(scalar) => {
                let value = self.scalar(scalar)?;
                sink.scalar(node, value);
                return Ok(());
            }
            Form::Text => {
                let text = self.text()?;
                sink.text(&text);
                return Ok(());
            }
            Form::Raw { .. } => {
                let message = "expected a type whose sort keys can be read back";
                return Err(self.error(ErrorKind::Refused { message }, self.at));
            }
            Form::Struct { constructor, .. } => {
                sink.begin(node, 0);
                self.fields(constructor)
            }
            Form::Enum { first, count, .. } => {
                let at = self.at;
                let found = u32::from_be_bytes(self.take()?);
                if found >= count {
                    return Err(self.error(ErrorKind::InvalidTag { found, constructors: count }, at));
                }
                sink.begin(node, found);
                self.fields(first + found)
            }
            Form::Array { len, element } => {
                sink.begin(node, 0);
                Parts::Elements { len, node: element.node }
            }
            Form::Sequence { element, kind } => {
                sink.begin(node, 0);
                let node = element.node;
                if kind.is_sorted() { Parts::Sorted { node, previous: 0..0, start: 0 } } else { Parts::Marked { node } }
            }
        };
        self.open.push(Open { index: 0, parts });
        Ok(())
    }

    fn fields(&self, constructor: u32) -> Parts {
        let of = self.plan.constructors[constructor as usize];
        Parts::Fields { first: of.first as usize, len: of.len as usize }
    }

    /// Reads the next part of the innermost open value, or ends that value. Returns whether a value is open.
    fn advance(&mut self, sink: &mut Sink<'_>) -> Result<bool, Error> {
        let Some(mut open) = self.open.pop() else { return Ok(false) };
        match self.next(&mut open)? {
            Next::End => sink.end(1),
            Next::Part(node) => {
                sink.field(open.index);
                open.index += 1;
                self.open.push(open);
                self.value(node, sink)?;
            }
        }
        Ok(true)
    }

    fn next(&mut self, open: &mut Open) -> Result<Next, Error> {
        Ok(match &mut open.parts {
            Parts::Fields { first, len } if open.index < *len => Next::Part(self.plan.fields[*first + open.index].node),
            Parts::Elements { len, node } if open.index < *len => Next::Part(*node),
            Parts::Fields { .. } | Parts::Elements { .. } => Next::End,
            Parts::Marked { node } => self.element(*node)?,
            Parts::Sorted { node, previous, start } => {
                let this = *start..self.at;
                if open.index > 1 {
                    self.require_order(previous.clone(), this.clone())?;
                }
                *previous = this;
                let next = self.element(*node)?;
                *start = self.at;
                next
            }
        })
    }

    /// Reads the mark that says whether an element follows.
    fn element(&mut self, node: u32) -> Result<Next, Error> {
        let at = self.at;
        match self.take()? {
            [0] => Ok(Next::End),
            [1] => Ok(Next::Part(node)),
            [found] => {
                let expected = "mark before an element: 0 or 1";
                Err(self.error(ErrorKind::InvalidScalar { expected, found: found.into() }, at))
            }
        }
    }

    fn require_order(&self, previous: Range<usize>, this: Range<usize>) -> Result<(), Error> {
        let at = this.start;
        match self.key[previous].cmp(&self.key[this]) {
            core::cmp::Ordering::Less => Ok(()),
            core::cmp::Ordering::Equal => Err(self.error(ErrorKind::DuplicateKey, at)),
            core::cmp::Ordering::Greater => Err(self.error(ErrorKind::Unsorted, at)),
        }
    }

    fn scalar(&mut self, scalar: Scalar) -> Result<ScalarValue, Error> {
        let at = self.at;
        Ok(match scalar {
            Scalar::Bool => match self.take()? {
                [0] => ScalarValue::Bool(false),
                [1] => ScalarValue::Bool(true),
                [found] => return Err(self.invalid("bool: 0 or 1", found.into(), at)),
            },
            Scalar::Char => {
                let found = u32::from_be_bytes(self.take()?);
                let char = char::from_u32(found);
                ScalarValue::Char(char.ok_or_else(|| self.invalid("char: a Unicode scalar value", found.into(), at))?)
            }
            Scalar::F32 => {
                let bits = u32::from_be_bytes(self.take()?);
                ScalarValue::F32(f32::from_bits(bits ^ if bits >> 31 == 0 { u32::MAX } else { 1 << 31 }))
            }
            Scalar::F64 => {
                let bits = u64::from_be_bytes(self.take()?);
                ScalarValue::F64(f64::from_bits(bits ^ if bits >> 63 == 0 { u64::MAX } else { 1 << 63 }))
            }
            Scalar::Duration => {
                let seconds = u64::from_be_bytes(self.take()?);
                ScalarValue::Duration(seconds, u32::from_be_bytes(self.take()?))
            }
            Scalar::SystemTime => {
                let seconds = (u64::from_be_bytes(self.take()?) ^ 1 << 63).cast_signed();
                ScalarValue::Time(seconds, u32::from_be_bytes(self.take()?))
            }
            _ => {
                let width = scalar.width();
                let mut bits = 0;
                for _ in 0..width {
                    let [byte] = self.take()?;
                    bits = bits << 8 | u128::from(byte);
                }
                if scalar.integer() != Some(true) {
                    return Ok(ScalarValue::Unsigned(bits));
                }
                // (The sign bit was flipped; then it is extended.)
                let unused = 128 - 8 * width;
                ScalarValue::Signed(((bits << unused) ^ 1 << 127).cast_signed() >> unused)
            }
        })
    }

    #[cold]
    fn invalid(&self, expected: &'static str, found: u128, at: usize) -> Error {
        self.error(ErrorKind::InvalidScalar { expected, found }, at)
    }

    fn text(&mut self) -> Result<String, Error> {
        let start = self.at;
        let mut bytes = Vec::new();
        loop {
            match self.take()? {
                [0] => match self.take()? {
                    [0] => break,
                    [0xFF] => bytes.push(0),
                    [found] => {
                        return Err(self.invalid("byte after 0 in a string: 0 or 255", found.into(), self.at - 1));
                    }
                },
                [byte] => bytes.push(byte),
            }
        }
        String::from_utf8(bytes).map_err(|_| self.error(ErrorKind::InvalidUtf8, start))
    }
}
