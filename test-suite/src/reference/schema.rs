//! Descriptions of types, as data.

use super::value::Value;

/// A function that returns the description of a part; a function, so that a type can be a part of itself.
pub type SchemaFn = fn() -> Schema;

/// The description of a type.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// A number, or another value of a fixed number of bytes.
    Scalar(Scalar),
    /// A string.
    Text,
    /// Any number of elements.
    Sequence(SchemaFn),
    /// Elements in ascending order.
    Set(SchemaFn),
    /// Keys in ascending order, and their values.
    Map(SchemaFn, SchemaFn),
    /// The fields of a struct.
    Fields(&'static [SchemaFn]),
    /// The fields of a tuple.
    Tuple(&'static [SchemaFn]),
    /// The fields of each constructor of an enum.
    Cases(&'static [&'static [SchemaFn]]),
    /// The same, for an `Option`.
    Option(&'static [&'static [SchemaFn]]),
    /// An array of this number of elements.
    Array(SchemaFn, usize),
    /// A field with a tag in CBOR; in other layouts, an ordinary field.
    Tagged(u64, SchemaFn),
    /// A field that may be absent, and has this value then. A type with such a field is extensible.
    Defaulted(SchemaFn, fn() -> Value),
    /// Like `Cases`, but a value of an unknown constructor is kept as it is. Such a type is extensible.
    Open(&'static [&'static [SchemaFn]], Other),
    /// A struct or enum that is marked as extensible, and may have no other sign of it.
    Extensible(SchemaFn),
}

/// How the values of unknown constructors are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// As an item of CBOR. In other layouts it is a byte string, the field of one more constructor.
    Item,
    /// As the value of the layout in which it is stored.
    Unknown,
}

/// The kind of a scalar.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// An integer.
    Integer {
        /// Number of bytes when packed.
        width: usize,
        /// Number of bytes in this machine's memory.
        memory: usize,
        /// Whether it is in two's complement.
        signed: bool,
        /// Whether zero is a value.
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

/// How the length of a value is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every value takes this number of bytes.
    Static(usize),
    /// The beginning of a value determines where it ends.
    Headed,
    /// Only a walk over the value finds its end.
    Walked,
}

impl Scalar {
    /// Number of bytes when packed.
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
    /// Returns the extent, as the page on `Indexed` defines it.
    pub fn extent(self) -> Extent {
        self.extent_by(of_fields)
    }

    /// Returns the extent where all fields are stored in the order of their declaration.
    fn extent_in_order(self) -> Extent {
        self.extent_by(of_fields_in_order)
    }

    /// Returns whether a value has a head, in the layouts whose values have no items.
    pub fn is_extensible(self) -> bool {
        let may_be_absent = |fields: &[SchemaFn]| fields.iter().any(|of| of().default().is_some());
        match self {
            Self::Extensible(_) | Self::Open(..) => true,
            Self::Fields(fields) => may_be_absent(fields),
            Self::Cases(cases) => cases.iter().any(|fields| may_be_absent(fields)),
            _ => false,
        }
    }

    /// Returns the value of a field that is absent, if it may be.
    pub fn default(self) -> Option<Value> {
        match self {
            Self::Defaulted(_, default) => Some(default()),
            Self::Tagged(_, of) => of().default(),
            _ => None,
        }
    }

    /// Returns the type of a field, without what is said of the field.
    pub(super) fn of_field(self) -> Self {
        match self {
            Self::Tagged(_, of) | Self::Defaulted(of, _) => of().of_field(),
            other => other,
        }
    }

    fn extent_by(self, of_fields: fn(&[SchemaFn]) -> Extent) -> Extent {
        if self.is_extensible() {
            return Extent::Headed;
        }
        match self {
            Self::Scalar(scalar) => Extent::Static(scalar.width()),
            Self::Text | Self::Sequence(_) | Self::Set(_) | Self::Map(..) => Extent::Headed,
            Self::Fields(fields) | Self::Tuple(fields) => of_fields(fields),
            Self::Cases(cases) if cases.iter().all(|fields| fields.is_empty()) => {
                Extent::Static(tag_width(cases.len()))
            }
            Self::Cases(_) | Self::Option(_) => Extent::Walked,
            Self::Open(..) | Self::Extensible(_) => Extent::Headed,
            Self::Tagged(_, of) | Self::Defaulted(of, _) => of().extent_by(of_fields),
            Self::Array(_, 0) => Extent::Static(0),
            Self::Array(of, count) => match of().extent_by(of_fields) {
                Extent::Static(size) => Extent::Static(size * count),
                Extent::Headed if count == 1 => Extent::Headed,
                Extent::Headed | Extent::Walked => Extent::Walked,
            },
        }
    }

    /// Returns the weight of a value.
    pub(super) fn weight(self) -> Weight {
        let fields = match self {
            Self::Fields(fields) => fields_weight(fields),
            Self::Extensible(of) => of().weight(),
            _ => Weight::default(),
        };
        if self.is_extensible() {
            return Weight { bytes: 1, ..fields };
        }
        match self {
            Self::Fields(fields) | Self::Tuple(fields) => fields_weight(fields),
            Self::Tagged(_, of) | Self::Defaulted(of, _) => of().weight(),
            Self::Array(of, count) => {
                let Weight { empty, bytes } = of().part_weight();
                Weight { empty: empty.saturating_mul(count as u64), bytes: bytes.saturating_mul(count as u64) }
            }
            _ => match self.extent() {
                Extent::Static(size) => Weight::default().and_bytes(size),
                Extent::Headed | Extent::Walked => Weight::default().and_bytes(1),
            },
        }
    }

    /// Returns the weight of a value as a part of another one.
    pub(super) fn part_weight(self) -> Weight {
        self.weight().as_part(self.extent())
    }

    /// Returns whether every value takes the same number of bytes.
    pub fn is_static(self) -> bool {
        matches!(self.extent(), Extent::Static(_))
    }

    /// Returns whether no value contains levels of nesting or elements without bytes.
    pub fn is_flat(self) -> bool {
        let is_block = |of: SchemaFn| matches!(of().extent(), Extent::Static(1..));
        if self.is_extensible() {
            return false;
        }
        match self {
            Self::Scalar(_) | Self::Text => true,
            Self::Sequence(of) | Self::Set(of) => is_block(of),
            Self::Map(key, value) => matches!(of_fields(&[key, value]), Extent::Static(1..)),
            Self::Fields(fields) | Self::Tuple(fields) => {
                let is_level = |(index, of): (usize, &SchemaFn)| {
                    index + 1 < fields.len() && of().extent_in_order() == Extent::Walked
                };
                fields.iter().all(|of| of().is_flat()) && !fields.iter().enumerate().any(is_level)
            }
            Self::Cases(_) => self.is_static(),
            Self::Option(_) | Self::Open(..) | Self::Extensible(_) => false,
            Self::Array(of, _) => of().is_flat() && is_block(of),
            Self::Tagged(_, of) | Self::Defaulted(of, _) => of().is_flat(),
        }
    }
}

/// The parts of a value that take no bytes, and the least number of its bytes. What is behind a tag or a count is not
/// counted.
#[derive(Clone, Copy, Default)]
pub(super) struct Weight {
    empty: u64,
    bytes: u64,
}

impl Weight {
    pub(super) fn as_part(self, extent: Extent) -> Self {
        let is_empty = extent == Extent::Static(0);
        Self { empty: self.empty.saturating_add(is_empty.into()), ..self }
    }

    pub(super) fn and_bytes(self, bytes: usize) -> Self {
        Self { bytes: self.bytes.saturating_add(bytes as u64), ..self }
    }

    /// Returns the number of parts without bytes for which no byte pays.
    pub(super) fn unpaid(self) -> u64 {
        self.empty.saturating_sub(self.bytes)
    }
}

/// Returns the weight of these fields.
pub(super) fn fields_weight(fields: &[SchemaFn]) -> Weight {
    let add = |sum: Weight, of: &SchemaFn| {
        let part = of().part_weight();
        let bytes = if of().default().is_some() { 0 } else { part.bytes };
        Weight { empty: sum.empty.saturating_add(part.empty), bytes: sum.bytes.saturating_add(bytes) }
    };
    fields.iter().fold(Weight::default(), add)
}

/// Returns the extent of fields of which those of static size come first.
pub(super) fn of_fields(fields: &[SchemaFn]) -> Extent {
    let varying: Vec<Extent> =
        fields.iter().map(|of| of().extent()).filter(|extent| !matches!(extent, Extent::Static(_))).collect();
    match varying[..] {
        [] => Extent::Static(static_part(fields)),
        [Extent::Headed] => Extent::Headed,
        _ => Extent::Walked,
    }
}

/// Returns the extent of fields in the order of their declaration.
fn of_fields_in_order(fields: &[SchemaFn]) -> Extent {
    match fields {
        [] => Extent::Static(0),
        [first, others @ ..] => match (first().extent_in_order(), of_fields_in_order(others)) {
            (Extent::Static(first), Extent::Static(others)) => Extent::Static(first + others),
            (extent, Extent::Static(0)) => extent,
            _ => Extent::Walked,
        },
    }
}

/// Returns the size of all fields of static size.
pub(super) fn static_part(fields: &[SchemaFn]) -> usize {
    fields.iter().map(|of| if let Extent::Static(size) = of().extent() { size } else { 0 }).sum()
}

/// Returns the number of bytes of the tag of an enum with this number of constructors.
pub(super) fn tag_width(constructors: usize) -> usize {
    match constructors {
        0..=256 => 1,
        257..=65_536 => 2,
        _ => 4,
    }
}
