//! What a column contains.

use std::sync::Arc;

use arrow_schema::{DataType, TimeUnit};
use packed_data_schema::{Scalar, ScalarKind};

/// An index of the columns of a plan.
pub(crate) type ColumnIndex = usize;

/// The type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    /// An integer of 128 bits.
    Wide,
    Duration,
    Time,
}

/// What a column contains.
#[derive(Clone, Debug)]
pub(crate) enum ColumnKind {
    Number(Number),
    Bool,
    Text,
    Bytes,
    FixedBytes(i32),
    Unit,
    Struct(Vec<ColumnIndex>),
    /// The names of the constructors; the width of keys is 1, 2 or 4 bytes.
    Names(Arc<Vec<String>>, u8),
    Union(Vec<ColumnIndex>),
    List(ColumnIndex),
    FixedList(ColumnIndex, i32),
    /// The column of its entries.
    Map(ColumnIndex),
}

impl ColumnKind {
    /// Returns how many bytes a value takes in the buffers of the column; at least 1 if no other column has its parts.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Number(number) => match number {
                Number::U8 | Number::I8 => 1,
                Number::U16 | Number::I16 => 2,
                Number::U32 | Number::I32 | Number::F32 => 4,
                Number::U64 | Number::I64 | Number::F64 | Number::Duration | Number::Time => 8,
                Number::Wide => 32,
            },
            Self::Bool | Self::Unit => 1,
            Self::Text | Self::Bytes | Self::List(_) | Self::Map(_) => 4,
            Self::FixedBytes(len) => len.unsigned_abs() as usize,
            Self::Names(_, width) => (*width).into(),
            Self::Union(_) => 5,
            Self::Struct(_) | Self::FixedList(..) => 0,
        }
    }
}

impl Number {
    pub(crate) fn data_type(self) -> DataType {
        match self {
            Self::U8 => DataType::UInt8,
            Self::U16 => DataType::UInt16,
            Self::U32 => DataType::UInt32,
            Self::U64 => DataType::UInt64,
            Self::I8 => DataType::Int8,
            Self::I16 => DataType::Int16,
            Self::I32 => DataType::Int32,
            Self::I64 => DataType::Int64,
            Self::F32 => DataType::Float32,
            Self::F64 => DataType::Float64,
            // Numbers of 128 bits have up to 39 digits, one more than those of the narrower decimals.
            Self::Wide => DataType::Decimal256(39, 0),
            Self::Duration => DataType::Duration(TimeUnit::Nanosecond),
            Self::Time => DataType::Timestamp(TimeUnit::Nanosecond, Some("UTC".into())),
        }
    }
}

/// Returns what the column of a scalar contains.
pub(crate) fn leaf(scalar: Scalar) -> ColumnKind {
    ColumnKind::Number(match (scalar.kind(), scalar.width()) {
        (ScalarKind::Bool, _) => return ColumnKind::Bool,
        (ScalarKind::Char, _) => return ColumnKind::Text,
        (ScalarKind::Unsigned, 1) => Number::U8,
        (ScalarKind::Unsigned, 2) => Number::U16,
        (ScalarKind::Unsigned, 3 | 4) => Number::U32,
        (ScalarKind::Unsigned, 5..=8) => Number::U64,
        (ScalarKind::Signed, 1) => Number::I8,
        (ScalarKind::Signed, 2) => Number::I16,
        (ScalarKind::Signed, 3 | 4) => Number::I32,
        (ScalarKind::Signed, 5..=8) => Number::I64,
        (ScalarKind::Unsigned | ScalarKind::Signed, _) => Number::Wide,
        (ScalarKind::Float, 4) => Number::F32,
        (ScalarKind::Float, _) => Number::F64,
        (ScalarKind::Duration, _) => Number::Duration,
        (ScalarKind::Time, _) => Number::Time,
    })
}
