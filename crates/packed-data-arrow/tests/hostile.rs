//! Types that Arrow cannot hold, damaged bytes, rows that do not fit, and hostile ones: errors with the path and the
//! record, and no panic.

mod common;

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, UInt64Array};
use common::{Record, Shape, full, sparse};
use packed_data::{Compact, Packable, Packed};
use packed_data_arrow::{BatchBuilder, Enums, ErrorKind, Options, RecordBatches, arrow_schema, from_batch};
use packed_data_schema::{LayoutId, Schema};
use proptest::prelude::*;

#[derive(Packable)]
enum Tree {
    #[allow(dead_code)]
    Leaf(i64),
    #[allow(dead_code)]
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Packable)]
struct Entry {
    name: String,
    tree: Vec<Tree>,
}

fn refused(schema: &Schema) -> String {
    arrow_schema(schema, &Options::new()).unwrap_err().to_string()
}

#[test]
fn a_type_that_contains_itself() {
    let _ = |entry: Entry| (entry.name, entry.tree);
    let text = refused(&Schema::of::<Entry>());
    assert_eq!(text, "a type that contains itself has no columns, in Entry.tree.[].Node.0");
}

#[test]
fn a_type_of_too_many_columns() {
    // 2^30 columns, in 31 lines.
    let mut text = "packed-data schema 1\n".to_owned();
    for line in 0..30 {
        text.push_str(&format!("struct 2:S{} 2 1:a #{1} 1:b #{1}\n", line % 10, line + 1));
    }
    text.push_str("u8\n");
    let schema = Schema::parse(&text).unwrap();
    assert!(refused(&schema).starts_with("too many columns: expected at most 10000, found more, in S0.a"));
}

#[test]
fn a_type_with_too_long_names() {
    // A name of half a million bytes, and 9,000 columns with it; the same of a constructor.
    let name = "n".repeat(500_000);
    let fields = |of: &str| (0..9000).map(|field| format!(" 5:f{field:04} {of}")).collect::<String>();
    for inner in [format!("struct 1:S 1 500000:{name} #2\nu8\n"), format!("enum 1:E 1 500000:{name} 0\n")] {
        let schema = Schema::parse(&format!("packed-data schema 1\nstruct 1:T 9000{}\n{inner}", fields("#1"))).unwrap();
        let text = refused(&schema);
        assert!(
            text.starts_with("names too long: expected columns with at most 67108864 bytes of names, found more, in ")
        );
    }
}

#[test]
fn a_type_of_too_many_levels() {
    let mut text = "packed-data schema 1\n".to_owned();
    for line in 0..1000 {
        text.push_str(&format!("sequence #{}\n", line + 1));
    }
    text.push_str("u16\n");
    let schema = Schema::parse(&text).unwrap();
    assert!(refused(&schema).starts_with("too deep: expected columns in at most 64 levels, found more, in "));
}

#[test]
fn a_union_of_too_many_members() {
    let mut text = "packed-data schema 1\nenum 1:E 129".to_owned();
    for index in 0..129 {
        text.push_str(&format!(" 4:C{index:03} 1 1:0 #1"));
    }
    text.push_str("\nu8\n");
    let schema = Schema::parse(&text).unwrap();
    assert_eq!(refused(&schema), "too many constructors for a union: expected at most 128, found more, in E");
    assert!(arrow_schema(&schema, &Options::new().enums(Enums::Struct)).is_ok());
}

#[test]
fn a_column_that_does_not_exist() {
    let error = arrow_schema(&Schema::of::<Record>(), &Options::new().columns(["side", "sides"])).unwrap_err();
    assert_eq!(error.to_string(), "no such column, in sides");
}

#[test]
fn nulls_take_little_memory() {
    // A null in a list of fixed size takes as much as a value; so large arrays become lists.
    let schema = Schema::of::<Option<[[u64; 4096]; 4096]>>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
    (0..1000).for_each(|_| builder.push(&[0]).unwrap());
    assert!(builder.finish().unwrap().get_array_memory_size() < 1 << 20);
}

#[test]
fn nulls_of_one_record_take_too_much_memory() {
    // Each byte becomes 4096.
    let schema = Schema::of::<Vec<Option<[u128; 128]>>>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
    let nulls = |count: usize| Packed::<_, Compact>::pack(&vec![None::<[u128; 128]>; count]).into_inner();
    builder.push(&nulls(10)).unwrap();
    let error = builder.push(&nulls(1 << 20)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RecordTooLarge { .. }));
    assert_eq!(
        error.to_string(),
        "too large: expected a record of at most 268435456 bytes in columns, found a larger one, in \
         Vec<Option<[u128; 128]>>.[].[], in record 1",
    );
    assert!(builder.is_empty() && !builder.is_full());
}

#[test]
fn a_batch_ends_when_its_nulls_take_much_memory() {
    let schema = Schema::of::<Option<[u128; 128]>>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut builder = BatchBuilder::new(&codec, &Options::new().rows(usize::MAX)).unwrap();
    while !builder.is_full() {
        builder.push(&[0]).unwrap();
    }
    assert_eq!(builder.len(), (256 << 20) / 4097 + 1);
}

#[test]
fn an_array_of_too_many_elements_without_bytes() {
    let schema = Schema::parse("packed-data schema 1\narray 4611686018427387904 #1\nstruct 1:U 0\n").unwrap();
    assert_eq!(
        refused(&schema),
        "too large: expected a column within offsets of 32 bits, found a larger one, in [U; 4611686018427387904]",
    );
}

/// Records that the check of the type refuses are refused here, for the same reason at the same offset.
#[test]
fn verdicts_are_those_of_the_type() {
    let good = Packed::<Record, Compact>::pack(&full()).into_inner();
    let schema = Schema::of::<Record>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
    for at in 0..good.len() {
        for byte in [0, 1, 2, 0x7F, 0x80, 0xFB, 0xFF] {
            let mut bytes = good.clone();
            bytes[at] = byte;
            let typed = Packed::<Record, Compact, _>::from_bytes(bytes.as_slice());
            match (typed, builder.push(&bytes)) {
                (Ok(_), Ok(())) => {}
                (Err(typed), Err(error)) => {
                    let ErrorKind::Invalid(found) = error.kind() else { panic!("{error}") };
                    assert_eq!((found.kind(), found.offset()), (typed.kind(), typed.offset()), "{at}: {byte}");
                }
                // (The type has no limits of its own on times.)
                (Ok(_), Err(error)) => assert!(matches!(error.kind(), ErrorKind::OutOfRange), "{at}: {byte}: {error}"),
                (Err(error), Ok(())) => panic!("{at}: {byte}: {error}"),
            }
        }
        assert!(builder.push(&good[..at]).is_err());
    }
}

#[test]
fn a_damaged_record() {
    let schema = Schema::of::<Record>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let good = Packed::<Record, Compact>::pack(&full()).into_inner();
    let mut bad = good.clone();
    bad[0] = 2;
    let records = [&good, &good, &bad, &good];
    let mut batches =
        RecordBatches::new(records.map(Ok::<_, std::io::Error>), &codec, &Options::new().rows(1)).unwrap();
    assert!(batches.next().unwrap().is_ok() && batches.next().unwrap().is_ok());
    let error = batches.next().unwrap().unwrap_err();
    assert_eq!((error.record(), error.path()), (Some(2), "Record.a > (_, _, _, _, _, _).0"));
    assert_eq!(
        error.to_string(),
        "invalid bool: expected 0 or 1, found 2, at byte 0 in Record.a > (_, _, _, _, _, _).0, in \
         record 2",
    );
    assert!(batches.next().is_none());
}

#[test]
fn an_error_of_the_source() {
    let schema = Schema::of::<u8>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let records = [Ok(vec![1]), Err(std::io::Error::other("the disk is gone"))];
    let error = RecordBatches::new(records, &codec, &Options::new()).unwrap().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the disk is gone, in record 1");
}

/// Returns the error of the first row that is not a `T`.
fn unfit<T: Packable>(columns: Vec<(&str, ArrayRef)>) -> String {
    let schema = Schema::of::<T>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let error = from_batch(&batch, &codec).find_map(Result::err).unwrap();
    assert!(matches!(error.kind(), ErrorKind::Unfit(_)));
    error.to_string()
}

#[derive(Packable)]
struct Reading {
    id: u8,
    tags: Vec<u32>,
}

#[test]
fn rows_that_do_not_fit() {
    let _ = |reading: Reading| (reading.id, reading.tags);
    let ids = || Arc::new(Int64Array::from(vec![1, 255, 256])) as ArrayRef;
    let tags = || {
        let mut tags = arrow_array::builder::ListBuilder::new(arrow_array::builder::Int64Builder::new());
        (0..3).for_each(|row| tags.append_value([Some(row), Some(7 - 4 * row)]));
        Arc::new(tags.finish()) as ArrayRef
    };
    assert_eq!(
        unfit::<Reading>(vec![("id", ids()), ("tags", tags())]),
        "invalid value: integer `256`, expected u8, in Reading.id, in record 2",
    );
    let small = || Arc::new(UInt64Array::from(vec![1, 2, 3])) as ArrayRef;
    assert_eq!(
        unfit::<Reading>(vec![("id", small()), ("tags", tags())]),
        "invalid value: integer `-1`, expected u32, in Reading.tags > [1], in record 2",
    );
    assert_eq!(unfit::<Reading>(vec![("id", small())]), "the field `tags` is missing, in record 0");
    let more = unfit::<Reading>(vec![("id", small()), ("tags", tags()), ("more", small())]);
    assert_eq!(more, "no field `more`, in record 0");
    let texts = Arc::new(StringArray::from(vec![Some("Buy"), Some("Both")])) as ArrayRef;
    assert_eq!(
        unfit::<common::Side>(vec![("value", texts)]),
        "invalid value: string \"Both\", expected Side, in record 1",
    );
    let none = Arc::new(Int64Array::from(vec![Some(1), None])) as ArrayRef;
    assert_eq!(unfit::<u64>(vec![("value", none)]), "invalid type: unit value, expected u64, in record 1");
    let two = unfit::<u64>(vec![("a", small()), ("b", small())]);
    assert_eq!(two, "expected one column, `value`, found others, in u64, in record 0");
    assert!(unfit::<Shape>(vec![("value", small())]).starts_with("invalid type: integer `1`, expected Shape"));
}

/// Every value of a type, with any bytes changed: an error or a batch.
fn survive<T: Packable>(bytes: &[u8], layout: LayoutId) {
    let schema = Schema::of::<T>();
    let codec = schema.codec(layout).unwrap();
    for enums in [Enums::Union, Enums::Struct] {
        let mut builder = BatchBuilder::new(&codec, &Options::new().enums(enums)).unwrap();
        if builder.push(bytes).is_ok() {
            let batch = builder.finish().unwrap();
            assert_eq!(from_batch(&batch, &codec).collect::<Result<Vec<_>, _>>().unwrap().len(), 1);
        }
        // Without a check, whatever comes of it.
        if builder.push_value(&codec.value(bytes)).is_ok() {
            let _ = builder.finish();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn hostile_bytes(
        is_full: bool,
        at in any::<prop::sample::Index>(),
        byte: u8,
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let record = if is_full { full() } else { sparse() };
        for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
            let mut bytes = match layout {
                LayoutId::Compact => Packed::<Record, Compact>::pack(&record).into_inner(),
                LayoutId::Indexed => Packed::<Record, packed_data::Indexed>::pack(&record).into_inner(),
                _ => Packed::<Record, packed_data::Cbor>::pack(&record).into_inner(),
            };
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if is_cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            survive::<Record>(&bytes, layout);
        }
    }
}
