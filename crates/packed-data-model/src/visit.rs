//! What a walk over the bytes of a value reports of its parts.

use core::fmt;
use core::ops::Range;
use core::time::Duration;

use crate::scalar::Scalar;

/// The value of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScalarValue {
    /// An unsigned integer.
    Unsigned(u128),
    /// A signed integer.
    Signed(i128),
    /// A float of four bytes.
    F32(f32),
    /// A float of eight bytes.
    F64(f64),
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(char),
    /// Seconds and nanoseconds.
    Duration(u64, u32),
    /// Seconds since 1970, rounded down, and nanoseconds.
    Time(i64, u32),
}

/// Prints the value as `Debug` prints the Rust type; a time as seconds and nanoseconds.
impl fmt::Display for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Signed(value) => write!(f, "{value}"),
            Self::F32(value) => write!(f, "{value:?}"),
            Self::F64(value) => write!(f, "{value:?}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Char(value) => write!(f, "{value:?}"),
            Self::Duration(seconds, nanoseconds) => {
                let rest = Duration::from_nanos((*nanoseconds).into());
                write!(f, "{:?}", Duration::from_secs(*seconds).saturating_add(rest))
            }
            Self::Time(seconds, nanoseconds) => write!(f, "{seconds} s + {nanoseconds} ns"),
        }
    }
}

impl Scalar {
    /// Returns an integer of this type with this value, in two's complement, if it may have it.
    #[inline]
    pub(crate) fn integer_value(self, value: u128) -> Option<ScalarValue> {
        if self.is_non_zero() && value == 0 {
            return None;
        }
        let is_signed = self.integer() == Some(true);
        Some(if is_signed { ScalarValue::Signed(value as i128) } else { ScalarValue::Unsigned(value) })
    }

    /// Returns the value with these bytes at full width, as a little-endian number, if they are one.
    #[inline]
    pub fn value(self, low: u128) -> Option<ScalarValue> {
        let bits = 8 * self.width() as u32;
        Some(match self {
            Self::F32 => ScalarValue::F32(f32::from_bits(low as u32)),
            Self::F64 => ScalarValue::F64(f64::from_bits(low as u64)),
            Self::Bool if low > 1 => return None,
            Self::Bool => ScalarValue::Bool(low == 1),
            Self::Char => ScalarValue::Char(u32::try_from(low).ok().and_then(char::from_u32)?),
            Self::Duration | Self::SystemTime => {
                let (seconds, nanoseconds) = (low as u64, (low >> 64) as u32);
                if nanoseconds >= 1_000_000_000 {
                    return None;
                }
                if self == Self::Duration {
                    ScalarValue::Duration(seconds, nanoseconds)
                } else {
                    ScalarValue::Time(seconds as i64, nanoseconds)
                }
            }
            _ if self.integer() == Some(true) => {
                return self.integer_value(((low as i128) << (128 - bits) >> (128 - bits)) as u128);
            }
            _ => return self.integer_value(low),
        })
    }
}

/// Bytes of a value that belong to none of its parts: what the layout stores beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// What they are.
    pub kind: HeadKind,
    /// The number that they represent; 0 if they represent none.
    pub number: u64,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last one.
    pub end: usize,
}

/// What the bytes of a [`Head`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeadKind {
    /// The number of a constructor.
    Tag,
    /// The size of the part that begins, or of what follows in the extensible value that begins.
    Size,
    /// The size of the static part of an extensible value.
    StaticSize,
    /// The number of elements, or of items.
    Count,
    /// The number of bytes of a string.
    Length,
    /// The ends of the elements of a sequence.
    Ends,
    /// The mark before the count of a map.
    Mark,
    /// The tag of a cell: 1 before an element, 0 after the last one.
    Cell,
    /// The beginning of an item that states nothing else: null, or an array or map of indefinite length.
    Start,
    /// The end of an item of indefinite length.
    Break,
    /// A CBOR tag.
    CborTag,
    /// Bytes or items that the type does not know.
    Unknown,
}

impl Head {
    /// Returns the number, if the bytes represent one that says more than how long they are.
    pub const fn shown_number(&self) -> Option<u64> {
        match self.kind {
            HeadKind::Tag
            | HeadKind::Size
            | HeadKind::StaticSize
            | HeadKind::Count
            | HeadKind::Length
            | HeadKind::Cell
            | HeadKind::CborTag => Some(self.number),
            HeadKind::Ends | HeadKind::Mark | HeadKind::Start | HeadKind::Break | HeadKind::Unknown => None,
        }
    }
}

/// Prints the words of a dump: `static size = 4`.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            HeadKind::Tag => "tag",
            HeadKind::Size => "size",
            HeadKind::StaticSize => "static size",
            HeadKind::Count => "count",
            HeadKind::Length => "length",
            HeadKind::Cell => "cell",
            HeadKind::CborTag => "CBOR tag",
            HeadKind::Ends => "ends",
            HeadKind::Mark => "mark",
            HeadKind::Start => "start",
            HeadKind::Break => "break",
            HeadKind::Unknown => "unknown",
        })?;
        self.shown_number().map_or(Ok(()), |number| write!(f, " = {number}"))
    }
}

/// Receives the parts of a value from a walk over its bytes, in the order of their declaration, each before what it
/// contains.
///
/// A value is one call of `scalar`, `text`, `raw`, `unknown` or `bytes`; or `begin`, its parts, and its share of a call
/// of `end`. `field` announces the next part of the innermost open value, and that part follows; fields that are absent
/// are announced by `absent` instead, those side by side in one call or in several, and nothing follows. Types are
/// indices of the schema, or what else names them.
///
/// With [`HEADS`](Self::HEADS), a visitor receives every byte of the value, in order: each belongs to one `head`, or to
/// a value without parts, whose end `leaf` states. So the parts of a struct come in the order in which they are stored.
/// The heads before a part come after `field`, those of a value before `begin`, and those after its parts before `end`.
pub trait Visit<'b, T = u32> {
    /// Whether anything is received; if not, parts are left out where that is faster.
    const ACTIVE: bool = true;

    /// Whether [`head`](Self::head) and [`leaf`](Self::leaf) are called, and parts come in the order of their bytes.
    const HEADS: bool = false;

    /// Whether values all of whose parts are of static size are offered whole, as they are stored:
    /// [`fixed_fields`](Self::fixed_fields), [`fixed_elements`](Self::fixed_elements). (Not together with
    /// [`HEADS`](Self::HEADS).)
    const FIXED: bool = false;

    /// Bytes that belong to no part, of a value of type `of`. (The tag of a cell comes before `field`: it belongs to
    /// the sequence.)
    fn head(&mut self, of: T, head: Head) {
        let _ = (of, head);
    }

    /// The value of type `of` that was received last, which has no parts, ends at the offset `end`. It begins where the
    /// head or leaf before it ends.
    fn leaf(&mut self, of: T, end: usize) {
        let _ = (of, end);
    }

    /// A struct, enum, array or sequence of type `of` begins; an enum has the constructor `tag`.
    fn begin(&mut self, of: T, tag: u32) {
        let _ = (of, tag);
    }

    /// The next part of the innermost open value.
    fn field(&mut self, index: usize) {
        let _ = index;
    }

    /// The fields with these indices, which have defaults, are absent.
    fn absent(&mut self, fields: Range<usize>) {
        let _ = fields;
    }

    /// A scalar of type `of`.
    fn scalar(&mut self, of: T, value: ScalarValue) {
        let _ = (of, value);
    }

    /// A scalar with the offset at which it begins, in `Cbor` that of the tags before it. A walk calls this; by default
    /// it calls [`scalar`](Self::scalar).
    fn scalar_at(&mut self, of: T, value: ScalarValue, at: usize) {
        let _ = at;
        self.scalar(of, value);
    }

    /// A string.
    fn text(&mut self, text: &'b str) {
        let _ = text;
    }

    /// An item of CBOR.
    fn raw(&mut self, bytes: &'b [u8]) {
        let _ = bytes;
    }

    /// A constructor that the type does not know, as `Content::Unknown` of `packed-data-schema` has it.
    fn unknown(&mut self, bytes: &'b [u8]) {
        let _ = bytes;
    }

    /// A whole sequence or array of bytes, of type `of`. (Where the bytes are not side by side, as in layouts with a
    /// cell for each element, it is begun as any other sequence, and each byte is a scalar. With
    /// [`HEADS`](Self::HEADS), elements of other types of one byte, such as `bool`, come in this way too.)
    fn bytes(&mut self, of: T, bytes: &'b [u8]) {
        let _ = (of, bytes);
    }

    /// A sequence or array of bytes with the offset of the first of them. A walk calls this; by default it calls
    /// [`bytes`](Self::bytes).
    fn bytes_at(&mut self, of: T, bytes: &'b [u8], at: usize) {
        let _ = at;
        self.bytes(of, bytes);
    }

    /// A whole struct of type `of`, or an enum with the constructor `tag`: its fields, which are of static size, as
    /// they are stored side by side. They are valid. Returns whether it is taken; if not, it is begun as any other, and
    /// its parts follow.
    fn fixed_fields(&mut self, of: T, tag: u32, bytes: &[u8]) -> bool {
        let _ = (of, tag, bytes);
        false
    }

    /// A whole array or sequence of type `of`: `count` elements of static size, as they are stored side by side. They
    /// are valid. Returns whether it is taken; if not, it is begun as any other, and its elements follow.
    fn fixed_elements(&mut self, of: T, count: usize, bytes: &[u8]) -> bool {
        let _ = (of, count, bytes);
        false
    }

    /// The sequence that begins next has this many elements. (For what is written; a walk does not say it.)
    fn count(&mut self, elements: u64) {
        let _ = elements;
    }

    /// The innermost `count` open values end.
    fn end(&mut self, count: usize) {
        let _ = count;
    }

    /// Returns whether nothing more is wanted: then the walk stops soon.
    fn is_over(&self) -> bool {
        false
    }
}

/// Receives nothing: for checks.
pub struct Nothing;

impl<T> Visit<'_, T> for Nothing {
    const ACTIVE: bool = false;
}
