//! Statistics of records: of each column the least and the greatest value, and how many records have none. A reader
//! passes records of which they say that none fulfils a condition: [`filter::Pruner`](crate::filter::Pruner).

mod columns;
mod gather;

use alloc::vec::Vec;

use packed_data::Packable;

pub use columns::Columns;
pub use gather::Gatherer;

/// A text in the statistics has at most this many bytes: the first ones of a longer text.
pub const MAX_TEXT: usize = 16;

/// Statistics of some records of a type. Whoever made them may have been wrong, or lied: they cause wrong answers then,
/// and no panic.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Statistics {
    /// The number of records.
    pub records: u32,
    /// The statistics of each column, in the order of [`Columns`].
    pub columns: Vec<ColumnStatistics>,
}

/// Statistics of a column.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct ColumnStatistics {
    /// The number of records in which the value is null or absent.
    pub nulls: u32,
    /// Whether a value is NaN. The range is that of the others.
    pub has_nan: bool,
    /// A value that is at most the least one, and one that is at least the greatest; `None` without values.
    pub range: Option<(Bound, Bound)>,
}

/// A bound of the values of a column.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Bound {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer of more bits.
    Wide(i128),
    /// An integer that is greater than any `i128`.
    Large(u128),
    /// A float.
    Float(f64),
    /// The bytes of a text, a character, or the name of a constructor: of a longer one the first [`MAX_TEXT`]. The last
    /// byte of the greatest is one more if it was cut.
    Text(Vec<u8>),
}

impl Bound {
    pub(crate) fn of_signed(value: i128) -> Self {
        i64::try_from(value).map_or(Self::Wide(value), Self::Int)
    }

    pub(crate) fn of_unsigned(value: u128) -> Self {
        i128::try_from(value).map_or(Self::Large(value), Self::of_signed)
    }
}
