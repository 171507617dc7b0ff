//! The buffers of a column while values are appended, and the arrays that they become.

use std::sync::Arc;

use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Decimal256Type, DurationNanosecondType, Float32Type, Float64Type,
    Int8Type, Int16Type, Int32Type, Int64Type, TimestampNanosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, DictionaryArray, FixedSizeBinaryArray, FixedSizeListArray, ListArray,
    MapArray, NullArray, PrimitiveArray, StringArray, StructArray, UnionArray,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer, i256};
use arrow_schema::{ArrowError, DataType, Fields};

use crate::kind::{ColumnIndex, ColumnKind, Number};
use crate::plan::ColumnPlan;

/// The values of a column.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) data: Data,
    /// Which values are null; `None` if none may be.
    pub(crate) nulls: Option<NullBufferBuilder>,
    /// How many bytes a value takes here, without those of text and bytes of any length.
    pub(crate) width: usize,
}

/// The buffers.
#[derive(Debug)]
pub(crate) enum Data {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Wide(Vec<i256>),
    Duration(Vec<i64>),
    Time(Vec<i64>),
    Bool(BooleanBufferBuilder),
    /// Text or bytes: the end of each, and all of them.
    Bytes {
        offsets: Vec<i32>,
        bytes: Vec<u8>,
    },
    FixedBytes {
        count: usize,
        bytes: Vec<u8>,
    },
    Count(usize),
    Names8(Vec<i8>),
    Names16(Vec<i16>),
    Names32(Vec<i32>),
    Union {
        tags: Vec<i8>,
        offsets: Vec<i32>,
    },
    /// Lists and maps: the end of each.
    Ends(Vec<i32>),
}

impl Column {
    pub(crate) fn new(plan: &ColumnPlan) -> Self {
        let nulls = plan.is_nullable.then(|| NullBufferBuilder::new(0));
        Self { data: Data::new(&plan.kind), nulls, width: plan.kind.width() }
    }

    /// Notes that the next value is not null.
    #[inline]
    pub(crate) fn valid(&mut self) {
        if let Some(nulls) = &mut self.nulls {
            nulls.append_non_null();
        }
    }

    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        match &self.data {
            Data::U8(values) => values.len(),
            Data::U16(values) => values.len(),
            Data::U32(values) => values.len(),
            Data::U64(values) => values.len(),
            Data::I8(values) => values.len(),
            Data::I16(values) => values.len(),
            Data::I32(values) => values.len(),
            Data::I64(values) | Data::Duration(values) | Data::Time(values) => values.len(),
            Data::F32(values) => values.len(),
            Data::F64(values) => values.len(),
            Data::Wide(values) => values.len(),
            Data::Bool(values) => values.len(),
            Data::Bytes { offsets, .. } | Data::Ends(offsets) => offsets.len() - 1,
            Data::FixedBytes { count, .. } | Data::Count(count) => *count,
            Data::Names8(tags) => tags.len(),
            Data::Names16(tags) => tags.len(),
            Data::Names32(tags) => tags.len(),
            Data::Union { tags, .. } => tags.len(),
        }
    }
}

impl Data {
    fn new(kind: &ColumnKind) -> Self {
        match kind {
            ColumnKind::Number(number) => match number {
                Number::U8 => Self::U8(Vec::new()),
                Number::U16 => Self::U16(Vec::new()),
                Number::U32 => Self::U32(Vec::new()),
                Number::U64 => Self::U64(Vec::new()),
                Number::I8 => Self::I8(Vec::new()),
                Number::I16 => Self::I16(Vec::new()),
                Number::I32 => Self::I32(Vec::new()),
                Number::I64 => Self::I64(Vec::new()),
                Number::F32 => Self::F32(Vec::new()),
                Number::F64 => Self::F64(Vec::new()),
                Number::Wide => Self::Wide(Vec::new()),
                Number::Duration => Self::Duration(Vec::new()),
                Number::Time => Self::Time(Vec::new()),
            },
            ColumnKind::Bool => Self::Bool(BooleanBufferBuilder::new(0)),
            ColumnKind::Text | ColumnKind::Bytes => Self::Bytes { offsets: vec![0], bytes: Vec::new() },
            ColumnKind::FixedBytes(_) => Self::FixedBytes { count: 0, bytes: Vec::new() },
            ColumnKind::Unit | ColumnKind::Struct(_) | ColumnKind::FixedList(..) => Self::Count(0),
            ColumnKind::Names(_, 1) => Self::Names8(Vec::new()),
            ColumnKind::Names(_, 2) => Self::Names16(Vec::new()),
            ColumnKind::Names(..) => Self::Names32(Vec::new()),
            ColumnKind::Union(_) => Self::Union { tags: Vec::new(), offsets: Vec::new() },
            ColumnKind::List(_) | ColumnKind::Map(_) => Self::Ends(vec![0]),
        }
    }

    /// Appends the tag of an enum. (It is less than the number of names.)
    #[inline]
    pub(crate) fn push_tag(&mut self, tag: u32) {
        match self {
            Self::Names8(tags) => tags.push(tag as i8),
            Self::Names16(tags) => tags.push(tag as i16),
            Self::Names32(tags) => tags.push(tag as i32),
            _ => {}
        }
    }

    /// Appends a zero, or an empty value. The caller appends to the columns of its parts.
    pub(crate) fn push_default(&mut self, kind: &ColumnKind) {
        match self {
            Self::U8(values) => values.push(0),
            Self::U16(values) => values.push(0),
            Self::U32(values) => values.push(0),
            Self::U64(values) => values.push(0),
            Self::I8(values) => values.push(0),
            Self::I16(values) => values.push(0),
            Self::I32(values) => values.push(0),
            Self::I64(values) | Self::Duration(values) | Self::Time(values) => values.push(0),
            Self::F32(values) => values.push(0.0),
            Self::F64(values) => values.push(0.0),
            Self::Wide(values) => values.push(i256::ZERO),
            Self::Bool(values) => values.append(false),
            Self::Bytes { offsets, .. } | Self::Ends(offsets) => offsets.extend_from_within(offsets.len() - 1..),
            Self::FixedBytes { count, bytes } => {
                *count += 1;
                if let ColumnKind::FixedBytes(len) = kind {
                    bytes.resize(bytes.len() + len.unsigned_abs() as usize, 0);
                }
            }
            Self::Count(count) => *count += 1,
            Self::Names8(_) | Self::Names16(_) | Self::Names32(_) => self.push_tag(0),
            Self::Union { .. } => {}
        }
    }
}

/// Makes arrays of columns, which are empty then.
pub(crate) struct Finish<'p> {
    pub(crate) plans: &'p [ColumnPlan],
    pub(crate) columns: &'p mut [Column],
}

impl Finish<'_> {
    /// Makes the array of a column and those in it.
    pub(crate) fn array(&mut self, column: ColumnIndex) -> Result<ArrayRef, ArrowError> {
        let plan = &self.plans[column];
        let Column { data, nulls, .. } = std::mem::replace(&mut self.columns[column], Column::new(plan));
        let nulls = nulls.and_then(|mut nulls| nulls.finish());
        Ok(match (data, &plan.kind) {
            (Data::U8(values), _) => numbers::<UInt8Type>(values, nulls, plan)?,
            (Data::U16(values), _) => numbers::<UInt16Type>(values, nulls, plan)?,
            (Data::U32(values), _) => numbers::<UInt32Type>(values, nulls, plan)?,
            (Data::U64(values), _) => numbers::<UInt64Type>(values, nulls, plan)?,
            (Data::I8(values), _) => numbers::<Int8Type>(values, nulls, plan)?,
            (Data::I16(values), _) => numbers::<Int16Type>(values, nulls, plan)?,
            (Data::I32(values), _) => numbers::<Int32Type>(values, nulls, plan)?,
            (Data::I64(values), _) => numbers::<Int64Type>(values, nulls, plan)?,
            (Data::F32(values), _) => numbers::<Float32Type>(values, nulls, plan)?,
            (Data::F64(values), _) => numbers::<Float64Type>(values, nulls, plan)?,
            (Data::Wide(values), _) => numbers::<Decimal256Type>(values, nulls, plan)?,
            (Data::Duration(values), _) => numbers::<DurationNanosecondType>(values, nulls, plan)?,
            (Data::Time(values), _) => numbers::<TimestampNanosecondType>(values, nulls, plan)?,
            (Data::Bool(mut values), _) => Arc::new(BooleanArray::new(values.finish(), nulls)),
            (Data::Bytes { offsets, bytes }, ColumnKind::Text) => {
                Arc::new(StringArray::try_new(ends(offsets), Buffer::from_vec(bytes), nulls)?)
            }
            (Data::Bytes { offsets, bytes }, _) => {
                Arc::new(BinaryArray::try_new(ends(offsets), Buffer::from_vec(bytes), nulls)?)
            }
            (Data::FixedBytes { bytes, .. }, ColumnKind::FixedBytes(len)) => {
                Arc::new(FixedSizeBinaryArray::try_new(*len, Buffer::from_vec(bytes), nulls)?)
            }
            (Data::Names8(tags), ColumnKind::Names(names, _)) => keyed::<Int8Type>(tags, nulls, names)?,
            (Data::Names16(tags), ColumnKind::Names(names, _)) => keyed::<Int16Type>(tags, nulls, names)?,
            (Data::Names32(tags), ColumnKind::Names(names, _)) => keyed::<Int32Type>(tags, nulls, names)?,
            (Data::Count(count), ColumnKind::Struct(children)) => {
                Arc::new(self.structure(plan, children, nulls, count)?)
            }
            (Data::Count(_), ColumnKind::FixedList(child, len)) => {
                let DataType::FixedSizeList(field, _) = &plan.data_type else { return Err(mismatch()) };
                Arc::new(FixedSizeListArray::try_new(field.clone(), *len, self.array(*child)?, nulls)?)
            }
            (Data::Union { tags, offsets }, ColumnKind::Union(children)) => {
                let DataType::Union(fields, _) = &plan.data_type else { return Err(mismatch()) };
                let children = children.iter().map(|child| self.array(*child)).collect::<Result<_, _>>()?;
                Arc::new(UnionArray::try_new(fields.clone(), tags.into(), Some(offsets.into()), children)?)
            }
            (Data::Ends(offsets), ColumnKind::List(child)) => {
                let DataType::List(field) = &plan.data_type else { return Err(mismatch()) };
                Arc::new(ListArray::try_new(field.clone(), ends(offsets), self.array(*child)?, nulls)?)
            }
            (Data::Ends(offsets), ColumnKind::Map(entries)) => {
                let DataType::Map(field, _) = &plan.data_type else { return Err(mismatch()) };
                let field = field.clone();
                let of = &self.plans[*entries];
                let ColumnKind::Struct(children) = &of.kind else { return Err(mismatch()) };
                let found = std::mem::replace(&mut self.columns[*entries], Column::new(of));
                let entries = self.structure(of, children, None, found.len())?;
                Arc::new(MapArray::try_new(field, ends(offsets), entries, nulls, false)?)
            }
            (Data::Count(count), _) => Arc::new(NullArray::new(count)),
            _ => return Err(mismatch()),
        })
    }

    fn structure(
        &mut self,
        plan: &ColumnPlan,
        children: &[ColumnIndex],
        nulls: Option<NullBuffer>,
        count: usize,
    ) -> Result<StructArray, ArrowError> {
        let DataType::Struct(fields) = &plan.data_type else { return Err(mismatch()) };
        let fields: Fields = fields.clone();
        let children = children.iter().map(|child| self.array(*child)).collect::<Result<_, _>>()?;
        StructArray::try_new_with_length(fields, children, nulls, count)
    }
}

/// Returns the error of a column whose buffers are not those of its plan. (It does not happen.)
fn mismatch() -> ArrowError {
    ArrowError::InvalidArgumentError("the buffers of a column are not those of its type".to_owned())
}

fn ends(offsets: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}

fn numbers<T: ArrowPrimitiveType>(
    values: Vec<T::Native>,
    nulls: Option<NullBuffer>,
    plan: &ColumnPlan,
) -> Result<ArrayRef, ArrowError> {
    let array = PrimitiveArray::<T>::try_new(values.into(), nulls)?;
    Ok(Arc::new(array.with_data_type(plan.data_type.clone())))
}

fn keyed<T: ArrowDictionaryKeyType>(
    tags: Vec<T::Native>,
    nulls: Option<NullBuffer>,
    names: &[String],
) -> Result<ArrayRef, ArrowError> {
    let keys = PrimitiveArray::<T>::try_new(tags.into(), nulls)?;
    Ok(Arc::new(DictionaryArray::try_new(keys, Arc::new(StringArray::from_iter_values(names)))?))
}
