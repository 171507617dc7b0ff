//! Values of any type.

/// A value of any type. Values of one type are ordered as the page on `Compact` defines the order of keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// An unsigned integer.
    Unsigned(u128),
    /// A signed integer.
    Signed(i128),
    /// A float, as its position in the total order of IEEE 754.
    Float(i64),
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(char),
    /// Seconds and nanoseconds.
    Time(u64, u32),
    /// A string.
    Text(String),
    /// The elements of a sequence or set, or the entries of a map.
    Sequence(Vec<Value>),
    /// The fields of a struct or tuple, or the elements of an array.
    Fields(Vec<Value>),
    /// The tag of a constructor and its fields.
    Case(usize, Vec<Value>),
    /// A CBOR item that is kept as it is.
    Item(Vec<u8>),
    /// A value of an unknown constructor of an extensible type, the only field of one more constructor: all bytes of
    /// the value after the size in its head. In CBOR, the item.
    Unknown(Vec<u8>),
}

impl Value {
    /// The value of a float of four bytes.
    pub fn single(bits: u32) -> Self {
        let bits = bits as i32;
        Self::Float((if bits < 0 { bits ^ i32::MAX } else { bits }).into())
    }

    /// The value of a float of eight bytes.
    pub fn double(bits: u64) -> Self {
        let bits = bits as i64;
        Self::Float(if bits < 0 { bits ^ i64::MAX } else { bits })
    }

    /// Returns the key by which entries are sorted: the first of their two fields.
    pub(super) fn key(&self) -> Option<&Self> {
        match self {
            Self::Fields(fields) => fields.first(),
            _ => None,
        }
    }
}
