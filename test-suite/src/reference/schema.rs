//! Descriptions of types, as data.

use super::value::Value;

/// The description of a part. A function, so that a type can be a part of itself.
pub type Of = fn() -> Schema;

/// What a type is made of.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// A number, or another value of a fixed number of bytes.
    Scalar(Scalar),
    /// A string.
    Text,
    /// So many elements.
    Sequence(Of),
    /// Elements that ascend.
    Set(Of),
    /// Keys that ascend, and their values.
    Map(Of, Of),
    /// The fields of a struct.
    Fields(&'static [Of]),
    /// The fields of a tuple.
    Tuple(&'static [Of]),
    /// The fields of each constructor of an enum.
    Cases(&'static [&'static [Of]]),
    /// The same, of an `Option`.
    Option(&'static [&'static [Of]]),
    /// An array of so many elements.
    Array(Of, usize),
    /// A field that has a tag in CBOR, and is as any other elsewhere.
    Tagged(u64, Of),
    /// A field that may be absent, and is this value then: in CBOR alone.
    Defaulted(Of, fn() -> Value),
    /// As `Cases`; an item of another constructor is kept as it is: in CBOR alone.
    Open(&'static [&'static [Of]]),
}

/// What a scalar is.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// An integer.
    Integer {
        /// How many bytes it takes.
        width: usize,
        /// How many bytes it has in this machine's memory.
        memory: usize,
        /// Whether it is in two's complement.
        signed: bool,
        /// Whether it may be zero.
        zero: bool,
    },
    /// Four or eight bytes of IEEE 754.
    Float(usize),
    /// 0 or 1.
    Bool,
    /// A Unicode scalar value.
    Char,
    /// Seconds and nanoseconds.
    Duration,
}

/// What decides how long a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every value takes so many bytes.
    Static(usize),
    /// A value tells its end at its beginning.
    Headed,
    /// Everything else.
    Walked,
}

impl Scalar {
    /// How many bytes it takes.
    pub fn width(self) -> usize {
        match self {
            Self::Integer { width, .. } | Self::Float(width) => width,
            Self::Bool => 1,
            Self::Char => 4,
            Self::Duration => 12,
        }
    }
}

impl Schema {
    /// The extent, as the page on `Indexed` defines it.
    pub fn extent(self) -> Extent {
        match self {
            Self::Scalar(scalar) => Extent::Static(scalar.width()),
            Self::Text | Self::Sequence(_) | Self::Set(_) | Self::Map(..) => Extent::Headed,
            Self::Fields(fields) | Self::Tuple(fields) => of_fields(fields),
            Self::Cases(cases) if cases.iter().all(|fields| fields.is_empty()) => {
                Extent::Static(tag_width(cases.len()))
            }
            Self::Cases(_) | Self::Option(_) | Self::Open(_) => Extent::Walked,
            Self::Tagged(_, of) | Self::Defaulted(of, _) => of().extent(),
            Self::Array(_, 0) => Extent::Static(0),
            Self::Array(of, count) => match of().extent() {
                Extent::Static(size) => Extent::Static(size * count),
                Extent::Headed if count == 1 => Extent::Headed,
                Extent::Headed | Extent::Walked => Extent::Walked,
            },
        }
    }

    /// Whether every value takes the same number of bytes.
    pub fn is_static(self) -> bool {
        matches!(self.extent(), Extent::Static(_))
    }

    /// Whether no value contains levels of nesting, nor elements without bytes.
    pub fn is_flat(self) -> bool {
        let is_block = |of: Of| matches!(of().extent(), Extent::Static(1..));
        match self {
            Self::Scalar(_) | Self::Text => true,
            Self::Sequence(of) | Self::Set(of) => is_block(of),
            Self::Map(key, value) => matches!(of_fields(&[key, value]), Extent::Static(1..)),
            Self::Fields(fields) | Self::Tuple(fields) => {
                let is_level = |(index, of): (usize, &Of)| index + 1 < fields.len() && of().extent() == Extent::Walked;
                fields.iter().all(|of| of().is_flat()) && !fields.iter().enumerate().any(is_level)
            }
            Self::Cases(_) => self.is_static(),
            Self::Option(_) | Self::Open(_) => false,
            Self::Array(of, _) => of().is_flat() && is_block(of),
            Self::Tagged(_, of) | Self::Defaulted(of, _) => of().is_flat(),
        }
    }
}

pub(super) fn of_fields(fields: &[Of]) -> Extent {
    let sizes = |fields: &[Of]| -> Option<usize> {
        fields
            .iter()
            .map(|of| match of().extent() {
                Extent::Static(size) => Some(size),
                Extent::Headed | Extent::Walked => None,
            })
            .sum()
    };
    match (sizes(fields), fields) {
        (Some(size), _) => Extent::Static(size),
        (None, [first, others @ ..]) if first().extent() == Extent::Headed && sizes(others) == Some(0) => {
            Extent::Headed
        }
        (None, _) => Extent::Walked,
    }
}

/// How many bytes the tag of so many constructors takes.
pub(super) fn tag_width(constructors: usize) -> usize {
    match constructors {
        0..=256 => 1,
        257..=65_536 => 2,
        _ => 4,
    }
}
