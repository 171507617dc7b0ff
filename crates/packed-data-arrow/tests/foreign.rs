//! Batches that were not made from records: columns in any order, of other types, of which a part is taken.

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, ListViewBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, Decimal32Array, Decimal64Array, DictionaryArray, Int32Array, ListArray, NullArray, RecordBatch,
    StringArray, StructArray, UInt16Array, UnionArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema as ArrowSchema, UnionFields};
use common::{Record, Shape, batches, full, sparse};
use packed_data::{Compact, Packable, Packed, Unpack};
use packed_data_arrow::{Enums, Options, from_batch, from_batch_as};
use packed_data_schema::{LayoutId, Schema};

/// What JSON has no form for, or another one.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Odd {
    bytes: Vec<u8>,
    wide: u128,
    real: f64,
    small: f32,
    map: BTreeMap<u32, Option<Vec<u8>>>,
    inner: Inner,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Inner {
    hash: [u8; 3],
    maybe: Option<i128>,
}

fn odd() -> Odd {
    Odd {
        bytes: vec![0, 255],
        wide: u128::MAX,
        real: f64::from_bits(0x7FF8_0000_0000_0001),
        small: f32::NEG_INFINITY,
        map: [(7, None), (u32::MAX, Some(vec![1, 2]))].into(),
        inner: Inner { hash: [1, 2, 3], maybe: Some(i128::MIN) },
    }
}

/// Returns the rows of columns as records.
fn records<T: Packable + for<'a> Unpack<'a>>(columns: Vec<(&str, ArrayRef)>) -> Result<Vec<T>, String> {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = ArrowSchema::new(fields.collect::<Vec<_>>());
    let batch = RecordBatch::try_new(schema.into(), columns.into_iter().map(|(_, array)| array).collect()).unwrap();
    let found = from_batch_as::<T, Compact>(&batch).map_err(|error| error.to_string())?;
    Ok(found.iter().map(|record| record.unpack().unwrap()).collect())
}

/// Returns the struct with its fields from the last to the first.
fn reversed(array: &StructArray) -> ArrayRef {
    let (fields, columns, nulls) = array.clone().into_parts();
    let fields: Fields = fields.iter().rev().cloned().collect();
    Arc::new(StructArray::new(fields, columns.into_iter().rev().collect(), nulls))
}

#[test]
fn columns_in_any_order() {
    let (batches, packed) = batches::<_, Compact>(&[odd(), odd()], &Options::new());
    let batch = &batches[0];
    let schema = Schema::of::<Odd>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    for turn in 0..batch.num_columns() {
        let order: Vec<usize> = (0..batch.num_columns()).map(|index| (index * 5 + turn) % 6).collect();
        let turned = batch.project(&order).unwrap();
        assert_eq!(from_batch(&turned, &codec).collect::<Result<Vec<_>, _>>().unwrap(), packed, "{order:?}");
    }
    let inner = batch.column_by_name("inner").unwrap();
    let inner = reversed(inner.as_any().downcast_ref().unwrap());
    let mut columns: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
    columns.reverse();
    let columns = columns.iter().map(|name| match name.as_str() {
        "inner" => ("inner", inner.clone()),
        name => (name, batch.column_by_name(name).unwrap().clone()),
    });
    let found = records::<Odd>(columns.collect()).unwrap();
    assert_eq!(Packed::<_, Compact>::pack(&found[1]).into_inner(), packed[1]);
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Sparse {
    first: Option<u8>,
    bytes: Vec<u8>,
    last: Option<u8>,
}

#[test]
fn columns_that_are_missing_doubled_or_too_many() {
    let bytes = || Arc::new(arrow_array::BinaryArray::from(vec![&[1_u8, 2][..], b""])) as ArrayRef;
    let numbers = || Arc::new(Int32Array::from(vec![Some(1), None])) as ArrayRef;
    let none = Sparse { first: None, bytes: vec![1, 2], last: None };
    let expected = [none.clone(), Sparse { bytes: vec![], ..none.clone() }];
    assert_eq!(records::<Sparse>(vec![("bytes", bytes())]), Ok(expected.to_vec()));
    let expected = [Sparse { last: Some(1), ..none.clone() }, Sparse { bytes: vec![], ..none }];
    assert_eq!(records::<Sparse>(vec![("last", numbers()), ("bytes", bytes())]), Ok(expected.to_vec()));
    assert_eq!(records::<Sparse>(vec![("last", numbers())]), Err("the field `bytes` is missing, in record 0".into()),);
    assert_eq!(
        records::<Sparse>(vec![("bytes", bytes()), ("last", numbers()), ("bytes", bytes())]),
        Err("two columns with the name of one field, in record 0".into()),
    );
    assert_eq!(
        records::<Sparse>(vec![("other", numbers()), ("bytes", bytes())]),
        Err("no field `other`, in record 0".into()),
    );
}

/// A type of which newer versions have more fields.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct Versions {
    id: u8,
    #[packable(default)]
    note: String,
    #[packable(default)]
    maybe: Option<u8>,
    #[packable(default)]
    count: u32,
}

#[test]
fn nulls_of_fields_with_a_default() {
    let ids = || Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef;
    let nulls = || Arc::new(NullArray::new(2)) as ArrayRef;
    let numbers = |numbers: [Option<i32>; 2]| Arc::new(Int32Array::from(numbers.to_vec())) as ArrayRef;
    let names = |names: Vec<Option<&str>>| {
        let keys = Int32Array::from(vec![Some(0), Some(1)]);
        Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::new(StringArray::from(names)))) as ArrayRef
    };
    let new = |id, note: &str, maybe, count| Versions { id, note: note.into(), maybe, count };
    let plain = [new(1, "", None, 0), new(2, "", None, 0)];
    assert_eq!(records::<Versions>(vec![("id", ids())]), Ok(plain.to_vec()));
    // In any order: those that are null are absent, and so is what comes after them.
    let columns = vec![("count", nulls()), ("maybe", nulls()), ("note", nulls()), ("id", ids())];
    assert_eq!(records::<Versions>(columns), Ok(plain.to_vec()));
    let columns = vec![("maybe", numbers([None; 2])), ("count", numbers([None; 2])), ("id", ids())];
    assert_eq!(records::<Versions>(columns), Ok(plain.to_vec()));
    // Nulls among the values of a dictionary.
    let columns = vec![("id", ids()), ("note", names(vec![Some("a"), None]))];
    assert_eq!(records::<Versions>(columns), Ok(vec![new(1, "a", None, 0), new(2, "", None, 0)]));
    let columns = vec![("count", numbers([Some(7), None])), ("note", names(vec![Some("a"), None])), ("id", ids())];
    assert_eq!(records::<Versions>(columns), Ok(vec![new(1, "a", None, 7), new(2, "", None, 0)]));
    // A field that is there after one that is not.
    let columns = vec![("id", ids()), ("note", nulls()), ("count", numbers([Some(7), None]))];
    assert_eq!(records::<Versions>(columns), Err("the field `note` is missing, in record 0".into()),);
}

#[test]
fn lists_and_decimals_of_other_kinds() {
    let mut views = ListViewBuilder::new(Int64Builder::new());
    views.append_value([Some(1), Some(2)]);
    views.append_value([]);
    let views: ArrayRef = Arc::new(views.finish());
    let found = records::<Vec<u8>>(vec![("value", views.clone())]).unwrap();
    assert_eq!(found, [vec![1, 2], vec![]]);
    assert_eq!(records::<Vec<i16>>(vec![("value", views.slice(1, 1))]).unwrap(), [Vec::<i16>::new()]);
    let narrow = Decimal32Array::from(vec![-7, 8]).with_precision_and_scale(9, 0).unwrap();
    assert_eq!(records::<i128>(vec![("value", Arc::new(narrow))]).unwrap(), [-7, 8]);
    let wide = Decimal64Array::from(vec![7, i64::MAX]).with_precision_and_scale(18, 0).unwrap();
    assert_eq!(records::<u64>(vec![("value", Arc::new(wide))]).unwrap(), [7, i64::MAX as u64]);
    let scaled = Decimal64Array::from(vec![7]).with_precision_and_scale(18, 2).unwrap();
    let error = records::<u64>(vec![("value", Arc::new(scaled))]).unwrap_err();
    assert_eq!(error, "invalid type: Arrow's Decimal64(18, 2), expected u64, in record 0");
}

/// A list of nulls takes no memory in Arrow, however long it is.
#[test]
fn lists_of_very_many_nulls() {
    let count = 1_i64 << 40;
    let item = Arc::new(Field::new("item", DataType::Null, true));
    let offsets = OffsetBuffer::new(vec![0, count].into());
    let nulls = Arc::new(NullArray::new(count as usize));
    let list: ArrayRef = Arc::new(arrow_array::LargeListArray::new(item, offsets, nulls, None));
    assert_eq!(
        records::<Vec<()>>(vec![("value", list.clone())]).unwrap_err(),
        "too many parts without bytes: expected at most 1048576, found more, in [1048576], in record 0",
    );
    let batch = RecordBatch::try_from_iter([("value", list)]).unwrap();
    let schema = Schema::of::<Vec<Option<u8>>>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let limits = packed_data::Limits { bytes: 1000, ..packed_data::Limits::DEFAULT };
    let error = from_batch(&batch, &codec).with_limits(&limits).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "too large: expected at most 1000 bytes, found more, in [1000], in record 0");
}

/// Any part of a batch has the same records.
#[test]
fn slices() {
    let all: Vec<Record> = (0..9).map(|index| if index % 3 == 1 { sparse() } else { full() }).collect();
    for enums in [Enums::Union, Enums::Struct] {
        let (batches, packed) = batches::<_, Compact>(&all, &Options::new().enums(enums));
        let schema = Schema::of::<Record>();
        let codec = schema.codec(LayoutId::Compact).unwrap();
        for start in 0..=9 {
            for len in 0..=9 - start {
                let slice = batches[0].slice(start, len);
                let found: Vec<_> = from_batch(&slice, &codec).collect::<Result<_, _>>().unwrap();
                assert_eq!(found, packed[start..start + len]);
            }
        }
    }
}

#[test]
fn lists_with_gaps_and_nulls_above_values() {
    // The values before, between and after those of the lists are not read; nor those of a null.
    let values = UInt16Array::from(vec![9, 1, 2, 9, 3, 9]);
    let item = Arc::new(Field::new("item", DataType::UInt16, true));
    let offsets = OffsetBuffer::new(vec![1, 3, 4, 5].into());
    let nulls = NullBuffer::from(vec![true, false, true]);
    let lists: ArrayRef = Arc::new(ListArray::new(item, offsets, Arc::new(values), Some(nulls)));
    assert_eq!(
        records::<Option<Vec<u16>>>(vec![("value", lists.clone())]).unwrap(),
        [Some(vec![1, 2]), None, Some(vec![3])],
    );
    assert_eq!(records::<Option<Vec<u16>>>(vec![("value", lists.slice(1, 2))]).unwrap(), [None, Some(vec![3])]);
    assert_eq!(
        records::<Vec<u16>>(vec![("value", lists)]),
        Err("invalid type: unit value, expected Vec<u16>, in record 1".into()),
    );
    let fields: Fields = vec![Field::new("x", DataType::Int32, true), Field::new("y", DataType::Int32, true)].into();
    let columns = || Arc::new(Int32Array::from(vec![1, 2, 3])) as ArrayRef;
    let nulls = NullBuffer::from(vec![true, false, true]);
    let points = StructArray::new(fields, vec![columns(), columns()], Some(nulls));
    let point = |x| Some(common::Point { x, y: x });
    assert_eq!(
        records::<Option<common::Point>>(vec![("value", Arc::new(points))]).unwrap(),
        [point(1), None, point(3)],
    );
}

#[test]
fn unions_with_slots_that_are_not_used() {
    let members: [(i8, Arc<Field>); 2] = [
        (5, Arc::new(Field::new("Dot", DataType::Null, true))),
        (9, Arc::new(Field::new("Maybe", DataType::UInt16, true))),
    ];
    let members: UnionFields = members.into_iter().collect();
    let children: Vec<ArrayRef> =
        vec![Arc::new(NullArray::new(4)), Arc::new(UInt16Array::from(vec![Some(8), Some(7), None, Some(8)]))];
    let (tags, offsets) = (vec![9_i8, 5, 9], vec![1, 3, 2]);
    let dense = UnionArray::try_new(members.clone(), tags.into(), Some(offsets.into()), children.clone()).unwrap();
    let expected = [Shape::Maybe(Some(7)), Shape::Dot, Shape::Maybe(None)];
    assert_eq!(records::<Shape>(vec![("value", Arc::new(dense.clone()))]).unwrap(), expected);
    assert_eq!(records::<Shape>(vec![("value", Arc::new(dense.slice(1, 2)))]).unwrap(), expected[1..]);
    let tags = vec![5_i8, 9, 9, 5];
    let sparse = UnionArray::try_new(members, tags.into(), None, children).unwrap();
    assert_eq!(
        records::<Shape>(vec![("value", Arc::new(sparse.slice(1, 2)))]).unwrap(),
        [expected[0].clone(), expected[2].clone()]
    );
}
