//! The facts of types in one layout: all that a reader or a writer needs to know of them.
//!
//! A program that parses a schema makes tables of them before it reads any bytes; the typed library computes each from
//! its constants when a value is opened. [`Types`] is either, so that one reader serves both.

use core::ops::Deref;

use crate::extent::Extent;
use crate::format::Format;
use crate::scalar::Scalar;

/// Types in a layout, of which a reader asks the facts.
pub trait Types: Copy {
    /// Names a type.
    type Type: Copy;
    /// Names the constructors of a struct or enum.
    type Constructors: Copy;
    /// Names the fields of a constructor. (It may remember where the last one was found.)
    type Fields: Copy;
    /// What a value consists of.
    type Form: Deref<Target = Form<Self::Type, Self::Constructors>>;
    /// The elements of an array or a sequence.
    type Element: Copy + Deref<Target = Element<Self::Type>>;
    /// A constructor.
    type Constructor: Deref<Target = ConstructorFacts<Self::Fields>>;
    /// A field.
    type Field: Deref<Target = FieldFacts<Self::Type>>;

    /// Any type, and any fields: they fill what is not in use.
    const ANY: (Self::Type, Self::Fields);
    /// Whether bytes can be checked: all facts are known, also those that readers of checked bytes do not need. If not,
    /// the reader looks at no byte before it comes to it, so that it also reads the beginning of what is not complete,
    /// or not valid.
    const CHECKS: bool;

    /// Returns the rules of the layout.
    fn format(self) -> &'static Format;

    /// Returns what values of a type consist of.
    fn form(self, of: Self::Type) -> Self::Form;

    /// Returns the elements of an array or sequence, whose form is given; `None` for other types.
    fn element(self, of: Self::Type, form: &Form<Self::Type, Self::Constructors>) -> Option<Self::Element>;

    /// Returns a constructor; `None` if there is none with this number.
    fn constructor(self, of: Self::Constructors, tag: u32) -> Option<Self::Constructor>;

    /// Returns the field with this index; `None` if there is none.
    fn field(self, of: &mut Self::Fields, index: usize) -> Option<Self::Field>;

    /// Returns how the end of a value is found.
    fn extent(self, of: Self::Type) -> Extent;

    /// Returns whether every bit pattern of its static size is a value. (If that is not known, it is not.)
    fn is_all_valid(self, of: Self::Type) -> bool {
        let _ = of;
        false
    }

    /// Returns the parts without bytes of each value that its bytes do not pay for: see [`Weight`](crate::Weight).
    fn unpaid(self, of: Self::Type) -> u64 {
        let _ = of;
        0
    }

    /// If it is of static size: returns the tests of a value, unless they are many.
    fn gates(&self, of: Self::Type) -> Option<&Gates> {
        let _ = of;
        None
    }

    /// Returns these tests.
    fn tests(&self, gates: &Gates) -> Option<&[Gate]> {
        let _ = gates;
        None
    }

    /// If it is an entry of a map whose key is at a constant offset: returns the type of the key, and that offset.
    fn key(self, of: Self::Type) -> Option<(Self::Type, usize)> {
        let _ = of;
        None
    }
}

/// The size of a tag that is a varint of any size.
pub const VARINT_TAG: u8 = u8::MAX;

/// Returns the bytes of the tag of a type with this number of constructors, as [`Form::Enum`] has it.
///
/// # Errors
///
/// The layout does not have types with this number of constructors; the message says which it has.
#[inline]
pub const fn tag_size(format: &Format, constructors: usize, is_optional: bool) -> Result<u8, &'static str> {
    if format.tags_vary(constructors) {
        return Ok(VARINT_TAG);
    }
    match format.tag_size(constructors, is_optional) {
        Ok(size) => Ok(size as u8),
        Err(why) => Err(why),
    }
}

/// What a value consists of.
#[derive(Clone, Copy, Debug)]
pub enum Form<T = u32, C = u32> {
    /// A scalar.
    Scalar(Scalar),
    /// A string.
    Text,
    /// An item of CBOR; or with `is_unknown` a constructor that the reader does not know: in CBOR an item too, in other
    /// layouts a value with a head.
    Raw {
        /// Whether it is such a constructor.
        is_unknown: bool,
    },
    /// A struct or a tuple.
    Struct {
        /// Its fields, as constructor 0.
        constructor: C,
        /// Whether a tag precedes the fields.
        has_tag: bool,
        /// Whether each value has a head.
        has_head: bool,
        /// How it is written in CBOR.
        style: Style,
    },
    /// An enum.
    Enum {
        /// Its constructors.
        first: C,
        /// How many there are.
        count: u32,
        /// The bytes of the tag, in layouts without heads; [`VARINT_TAG`] if it is a varint of any size.
        tag_size: u8,
        /// Whether it is written as an optional value in CBOR.
        is_optional: bool,
        /// Whether the last constructor represents all that are not known, in CBOR.
        has_other: bool,
        /// Whether each value has a head.
        has_head: bool,
        /// Whether the last constructor represents all that are not known, in this layout.
        keeps_unknown: bool,
    },
    /// An array.
    Array {
        /// The number of elements.
        len: usize,
        /// The elements.
        element: Element<T>,
    },
    /// A sequence, a set or a map.
    Sequence {
        /// The elements.
        element: Element<T>,
        /// Which of these it is.
        kind: SequenceKind,
    },
}

/// How a struct is written in CBOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// An array whose first item is 0.
    Tagged,
    /// An array.
    InArray,
    /// Null.
    Null,
    /// Two items.
    Bare,
}

/// The kind of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SequenceKind {
    List,
    Vector,
    Set,
    Map,
}

impl SequenceKind {
    /// Returns whether the elements are in the order of their keys.
    #[inline]
    pub const fn is_sorted(self) -> bool {
        matches!(self, Self::Set | Self::Map)
    }
}

/// The elements of an array or a sequence.
#[derive(Clone, Copy, Debug)]
pub struct Element<T = u32> {
    /// Their type.
    pub node: T,
    /// Their static size.
    pub size: Option<usize>,
    /// The parts without bytes of each element that its bytes do not pay for.
    pub unpaid: u64,
    /// Whether the elements are a level of nesting.
    pub is_level: bool,
    /// Whether the elements are keys that may nest.
    pub is_deep_key: bool,
    /// Whether elements may take no bytes although their size varies.
    pub may_be_empty: bool,
    /// Whether it is `u8`, and in CBOR the whole a byte string.
    pub is_byte: bool,
    /// Whether a table of ends comes before the elements, or in arrays a size before each but the last.
    pub is_indexed: bool,
}

/// A constructor of an enum, or the fields of a struct.
#[derive(Clone, Copy, Debug)]
pub struct ConstructorFacts<F = u32> {
    /// Its fields.
    pub first: F,
    /// How many there are.
    pub len: u32,
    /// How many fields must be present.
    pub required: u32,
    /// The bytes of the fields of static size, in a layout where they come first.
    pub static_part: usize,
    /// The parts without bytes of the fields that bytes do not pay for; 0 in a struct, where what contains it counts
    /// them.
    pub unpaid: u64,
    /// The index after the last of the fields that are in the static part and have bytes.
    pub fixed_end: u32,
    /// The index after the last of the other fields that have bytes.
    pub walked_end: u32,
    /// If all fields are of static size: the tests of their values, unless they are many.
    pub gates: Option<Gates>,
    /// Whether others may follow the fields that are known.
    pub is_extensible: bool,
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct FieldFacts<T = u32> {
    /// Its type.
    pub node: T,
    /// The static size, if no size is written before the field.
    pub size: Option<usize>,
    /// How its end is found.
    pub extent: Extent,
    /// The bytes of this and the following fields up to the first that has no such size.
    pub run: usize,
    /// Whether the size of the field is before it.
    pub is_sized: bool,
    /// Whether the value ends with the field, which may be left to the loop over last fields.
    pub is_end: bool,
    /// Whether the value is a level of nesting, unless it is last.
    pub is_level: bool,
    /// Whether the value is a key that may nest.
    pub is_deep_key: bool,
    /// Whether every bit pattern of its static size is a value.
    pub all_valid: bool,
    /// Whether it may be absent.
    pub has_default: bool,
    /// The CBOR tag that must be before it.
    pub tag: Option<u64>,
}

/// The tests of a value of static size, apart from its size: all other bits in it are valid.
#[derive(Clone, Copy, Debug)]
pub struct Gates {
    /// The bytes of the value.
    pub size: usize,
    /// The index of the first test among all.
    pub first: u32,
    /// The number of tests.
    pub len: u32,
}

/// A test of some bytes of a value of static size.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The offset of the bytes in the value.
    pub offset: usize,
    /// What is tested.
    pub test: Test,
}

/// What is tested of some bytes.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// The byte is below this number.
    Below(u16),
    /// Not all of this number of bytes are zero.
    NonZero(usize),
    /// Four bytes, little-endian, are at most 1.
    WideBool,
    /// Four bytes, little-endian, are a character.
    Char,
    /// Four bytes, little-endian, are nanoseconds of less than a second.
    Nanoseconds,
}

impl Gate {
    /// Returns whether a value with these bytes passes the test.
    #[inline]
    pub fn is_passed(self, value: &[u8]) -> bool {
        let Some(bytes) = value.get(self.offset..) else { return false };
        let number = || bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
        match self.test {
            Test::Below(bound) => bytes.first().is_some_and(|byte| u16::from(*byte) < bound),
            Test::NonZero(width) => bytes.iter().take(width).any(|byte| *byte != 0),
            Test::WideBool => number().is_some_and(|number| number < 2),
            Test::Char => number().and_then(char::from_u32).is_some(),
            Test::Nanoseconds => number().is_some_and(|number| number < 1_000_000_000),
        }
    }
}
