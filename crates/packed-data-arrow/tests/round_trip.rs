//! Records become batches, and batches the same records: of all kinds of types, in all layouts.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal256Type, Float64Type, Int8Type, UInt32Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use common::{Point, Record, Shape, Side, batches, full, round_trip, sparse};
use packed_data::layout::haskell;
use packed_data::{Cbor, Compact, Indexed, Packable};
use packed_data_arrow::{BatchBuilder, Enums, Options};
use packed_data_schema::{LayoutId, Schema};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;

fn records() -> Vec<Record> {
    vec![full(), sparse(), full(), sparse(), sparse(), full()]
}

#[test]
fn every_kind_in_every_layout() {
    for enums in [Enums::Union, Enums::Struct] {
        let options = Options::new().enums(enums).rows(4);
        let compact = round_trip::<_, Compact>(&records(), &options);
        assert_eq!(compact.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [4, 2]);
        // All layouts have the same batches.
        assert_eq!(round_trip::<_, Indexed>(&records(), &options), compact);
        assert_eq!(round_trip::<_, Cbor>(&records(), &options), compact);
    }
}

/// A record of the types that Haskell has too.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Plain {
    number: i64,
    bytes: Vec<u8>,
    letters: Vec<char>,
    maybe: Option<f64>,
}

#[test]
fn cells_of_haskell() {
    let records = [
        Plain { number: -1, bytes: vec![1, 2, 3], letters: vec!['a', 'b'], maybe: Some(0.5) },
        Plain { number: 7, bytes: vec![], letters: vec![], maybe: None },
    ];
    let compact = round_trip::<_, Compact>(&records, &Options::new());
    assert_eq!(round_trip::<_, haskell::PackedData>(&records, &Options::new()), compact);
    assert_eq!(round_trip::<_, haskell::Store>(&records, &Options::new()), compact);
    assert_eq!(round_trip::<_, haskell::Binary>(&records, &Options::new()), compact);
    assert_eq!(compact[0].column(1).as_binary::<i32>().value(0), [1, 2, 3]);
}

#[test]
fn records_that_are_no_structs() {
    round_trip::<u32, Compact>(&[1, 2, 3], &Options::new());
    round_trip::<Option<u32>, Compact>(&[Some(1), None], &Options::new());
    round_trip::<Vec<Side>, Indexed>(&[vec![Side::Sell], vec![]], &Options::new());
    round_trip::<(), Compact>(&[(), ()], &Options::new());
    let shapes = [Shape::Dot, Shape::Circle(2.0)];
    let batches = round_trip::<Shape, Compact>(&shapes, &Options::new());
    assert_eq!(batches[0].schema().field(0).name(), "value");
    round_trip::<common::Name, Cbor>(&[common::Name("n".into())], &Options::new());
}

#[test]
fn values_of_columns() {
    let (batches, _) = batches::<_, Indexed>(&records(), &Options::new());
    let batch = &batches[0];
    let column = |name: &str| batch.column_by_name(name).unwrap();
    assert_eq!(column("wide").as_struct().column(0).data_type(), &DataType::Decimal256(39, 0));
    let wide = column("wide").as_struct().column(0).as_primitive::<Decimal256Type>();
    assert_eq!(wide.value(0).to_string(), u128::MAX.to_string());
    assert_eq!(column("letter").as_string::<i32>().value(0), "\u{1F980}");
    let sides = column("side").as_dictionary::<Int8Type>();
    assert_eq!(sides.values().as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["Buy", "Sell"]);
    assert_eq!((sides.key(0), sides.key(1)), (Some(1), None));
    assert_eq!(column("maybe").null_count(), 3);
    assert_eq!(column("shapes").as_list::<i32>().value(0).as_union().type_ids()[..3], [0, 1, 2]);
    assert_eq!(column("map").as_map().value(0).column(0).as_string::<i32>().value(1), "l");
}

/// A record with fields at fixed places, and others.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Mixed {
    id: u16,
    text: String,
    letter: char,
    at: SystemTime,
    side: Side,
    wide: u128,
    small: i8,
    real: f32,
    yes: bool,
    maybe: Option<u8>,
}

#[test]
fn records_that_were_checked() {
    let record = |id: u16| Mixed {
        id,
        text: "t".repeat(usize::from(id)),
        letter: char::from_u32(0x61 + u32::from(id)).unwrap(),
        at: SystemTime::UNIX_EPOCH + Duration::from_nanos(id.into()),
        side: if id < 5 { Side::Buy } else { Side::Sell },
        wide: u128::MAX - u128::from(id),
        small: -(id as i8),
        real: 0.5,
        yes: id > 3,
        maybe: Some(1),
    };
    let records: Vec<_> = (0..10).map(record).collect();
    let schema = Schema::of::<Mixed>();
    let selections = [
        &["id", "letter", "at", "side", "wide", "small", "real", "yes"][..],
        &["side", "id", "side"],
        &["id"],
        &["text", "id"],
        &["maybe"],
        &[],
    ];
    for names in selections {
        let options = Options::new().columns(names.iter().copied());
        let (expected, indexed) = batches::<_, Indexed>(&records, &options);
        let (_, compact) = batches::<_, Compact>(&records, &options);
        for (layout, records) in [(LayoutId::Indexed, indexed), (LayoutId::Compact, compact)] {
            let codec = schema.codec(layout).unwrap();
            let mut builder = BatchBuilder::new(&codec, &options).unwrap();
            records.iter().for_each(|record| builder.push_checked(record).unwrap());
            assert_eq!(builder.finish().unwrap(), expected[0], "{names:?}");
            // One that was not.
            let error = builder.push_checked(&[]).map_or_else(|error| error.to_string(), |()| String::new());
            assert_eq!(error.is_empty(), names.is_empty(), "{names:?}: {error}");
        }
    }
}

#[test]
fn selected_columns() {
    let options = Options::new().columns(["floats", "a"]);
    let (batches, _) = batches::<_, Compact>(&records(), &options);
    let batch = &batches[0];
    assert_eq!(batch.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(), ["floats", "a"]);
    assert_eq!(batch.column(0).as_struct().column(1).as_primitive::<Float64Type>().value(0), f64::NEG_INFINITY);
    assert_eq!(batch.column(1).as_struct().column(3).as_primitive::<UInt32Type>().value(0), u32::MAX);
    let (batches, _) = common::batches::<_, Compact>(&records(), &Options::new().columns(Vec::<String>::new()));
    assert_eq!((batches[0].num_columns(), batches[0].num_rows()), (0, 6));
}

/// The first version of a type, and the second.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct Old {
    id: u32,
}

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct New {
    id: u32,
    #[packable(default)]
    note: String,
    #[packable(default)]
    shape: Option<u8>,
}

#[test]
fn absent_fields_are_null() {
    use packed_data::Packed;
    use packed_data_arrow::from_batch;

    let schema = Schema::of::<New>();
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let old = match layout {
            LayoutId::Compact => Packed::<Old, Compact>::pack(&Old { id: 1 }).into_inner(),
            LayoutId::Indexed => Packed::<Old, Indexed>::pack(&Old { id: 1 }).into_inner(),
            _ => Packed::<Old, Cbor>::pack(&Old { id: 1 }).into_inner(),
        };
        let codec = schema.codec(layout).unwrap();
        let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
        builder.push(&old).unwrap();
        let batch = builder.finish().unwrap();
        assert!(batch.column(1).is_null(0) && batch.column(2).is_null(0));
        let back = from_batch(&batch, &codec).next().unwrap().unwrap();
        let value = codec.read(&back, &packed_data::Limits::DEFAULT).unwrap();
        assert_eq!(value.field("id").unwrap().as_scalar(), Some(packed_data_schema::ScalarValue::Unsigned(1)));
        assert!(value.field("note").is_none());
    }
    round_trip::<_, Compact>(&[New { id: 1, note: "n".into(), shape: Some(1) }], &Options::new());
}

/// What a newer version of a type has written, and items of CBOR.
#[derive(Clone, Debug, PartialEq, Packable)]
enum OldCase {
    A(u8),
    #[packable(other)]
    Other(packed_data::types::Unknown),
}

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
enum NewCase {
    A(u8),
    B(String),
}

#[test]
fn constructors_that_are_not_known() {
    use packed_data::Packed;

    let _ = |case: OldCase| matches!(case, OldCase::A(_) | OldCase::Other(_));
    let new: Vec<(NewCase, Option<NewCase>)> =
        vec![(NewCase::B("b".into()), None), (NewCase::A(1), Some(NewCase::B("c".into()))), (NewCase::A(2), None)];
    for enums in [Enums::Union, Enums::Struct] {
        let bytes: Vec<_> = new.iter().map(|new| Packed::<_, Compact>::pack(new).into_inner()).collect();
        let schema = Schema::of::<(OldCase, Option<OldCase>)>();
        let codec = schema.codec(LayoutId::Compact).unwrap();
        let mut builder = BatchBuilder::new(&codec, &Options::new().enums(enums)).unwrap();
        bytes.iter().for_each(|bytes| builder.push(bytes).unwrap());
        let batch = builder.finish().unwrap();
        let back: Vec<_> = packed_data_arrow::from_batch(&batch, &codec).collect::<Result<_, _>>().unwrap();
        assert_eq!(back, bytes);
    }
}

#[test]
fn items_of_cbor() {
    use packed_data::cbor::{RawBuf, from_diagnostic};

    let raw = |text| RawBuf::new(from_diagnostic(text).unwrap()).unwrap();
    let records = [(raw("null"), Some(raw("null")), vec![raw("1")]), (raw("{1: [2, \"a\"]}"), None, vec![])];
    for enums in [Enums::Union, Enums::Struct] {
        round_trip::<_, Compact>(&records, &Options::new().enums(enums));
        round_trip::<_, Indexed>(&records, &Options::new().enums(enums));
        round_trip::<_, Cbor>(&records, &Options::new().enums(enums));
    }
}

#[test]
fn elements_of_one_value() {
    use packed_data::Packed;

    let schema = Schema::of::<Vec<Plain>>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let plain = Plain { number: -1, bytes: vec![1], letters: vec!['a'], maybe: None };
    let bytes = Packed::<Vec<Plain>>::pack(&vec![plain; 3]).into_inner();
    let value = codec.read(&bytes, &packed_data::Limits::DEFAULT).unwrap();
    let mut builder = BatchBuilder::of_elements(&codec, &Options::new()).unwrap().unwrap();
    let mut parts = value.parts();
    while let Some(part) = parts.next() {
        let end = builder.push_value(&part.value).unwrap();
        parts.resume(end);
    }
    let batch = builder.finish().unwrap();
    assert_eq!((batch.num_rows(), batch.num_columns()), (3, 4));
    assert!(
        BatchBuilder::of_elements(&Schema::of::<Plain>().codec(LayoutId::Compact).unwrap(), &Options::new())
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_long_duration_is_out_of_range() {
    use packed_data::Packed;

    let schema = Schema::of::<(u8, Vec<Duration>)>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
    let record = |seconds| Packed::<(u8, Vec<Duration>)>::pack(&(1, vec![Duration::from_secs(seconds)])).into_inner();
    builder.push(&record(1)).unwrap();
    let error = builder.push(&record(u64::MAX)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "out of range: expected a time in 64 bits of nanoseconds, found another, in (u8, Vec<Duration>).1.[], in \
         record 1",
    );
    // The builder can be used again.
    builder.push(&record(2)).unwrap();
    assert_eq!(builder.finish().unwrap().num_rows(), 1);
}

/// A record of what may be empty, null, or one of several.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Loose {
    shapes: Vec<Shape>,
    maybe: Option<Vec<Option<Shape>>>,
    twice: Option<Option<Option<u8>>>,
    pairs: Vec<(Option<()>, Option<[Side; 2]>)>,
    map: BTreeMap<String, Option<Vec<u8>>>,
    set: Vec<BTreeSet<i64>>,
}

fn shape() -> impl Strategy<Value = Shape> {
    let point = || (any::<i32>(), any::<i32>()).prop_map(|(x, y)| Point { x, y });
    prop_oneof![
        Just(Shape::Dot),
        any::<f32>().prop_map(Shape::Circle),
        (any::<(i8, i8)>(), option::of(point())).prop_map(|(from, to)| Shape::Line { from, to }),
        (vec(point(), 0..3), "[a-z\u{e4}]{0,3}").prop_map(|(points, name)| Shape::Path(points, name)),
        Just(Shape::Nothing(())),
        option::of(any::<u16>()).prop_map(Shape::Maybe),
    ]
}

fn loose() -> impl Strategy<Value = Loose> {
    let side = || prop_oneof![Just(Side::Buy), Just(Side::Sell)];
    let pair = (option::of(Just(())), option::of([side(), side()]));
    (
        vec(shape(), 0..4),
        option::of(vec(option::of(shape()), 0..4)),
        option::of(option::of(option::of(any::<u8>()))),
        vec(pair, 0..4),
        btree_map("[a-c]{0,2}", option::of(vec(any::<u8>(), 0..3)), 0..4),
        vec(btree_set(any::<i64>(), 0..3), 0..3),
    )
        .prop_map(|(shapes, maybe, twice, pairs, map, set)| Loose { shapes, maybe, twice, pairs, map, set })
}

/// Keys of all kinds, numbers of all bits, times on both sides of 1970.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Keyed {
    wide: (u128, i128),
    floats: Vec<(f32, f64)>,
    letters: Vec<char>,
    times: Vec<(SystemTime, Option<Duration>)>,
    by_option: BTreeMap<Option<Option<u8>>, String>,
    by_unit: BTreeMap<(), Option<()>>,
    by_case: BTreeMap<Result<u8, bool>, u128>,
    by_pair: BTreeMap<(i8, Option<String>), bool>,
    by_letter: BTreeMap<char, [Option<i16>; 2]>,
    by_bytes: BTreeMap<Vec<u8>, BTreeMap<bool, u8>>,
    by_set: BTreeMap<BTreeSet<u8>, ()>,
    sets: (BTreeSet<[i32; 2]>, BTreeSet<Option<char>>, BTreeSet<Result<(), i64>>),
}

fn times() -> impl Strategy<Value = (SystemTime, Option<Duration>)> {
    let time = any::<i64>().prop_map(|nanoseconds| {
        let since = Duration::from_nanos(nanoseconds.unsigned_abs());
        let epoch = SystemTime::UNIX_EPOCH;
        if nanoseconds < 0 { epoch - since } else { epoch + since }
    });
    (time, option::of((0..=i64::MAX as u64).prop_map(Duration::from_nanos)))
}

fn keyed() -> impl Strategy<Value = Keyed> {
    let floats = (any::<u32>(), any::<u64>()).prop_map(|(small, large)| (f32::from_bits(small), f64::from_bits(large)));
    let scalars = (any::<(u128, i128)>(), vec(floats, 0..4), vec(any::<char>(), 0..4), vec(times(), 0..4));
    let maps = (
        btree_map(any::<Option<Option<u8>>>(), "[a-c]{0,2}", 0..4),
        btree_map(Just(()), any::<Option<()>>(), 0..2),
        btree_map(any::<Result<u8, bool>>(), any::<u128>(), 0..4),
        btree_map((any::<i8>(), option::of("[a-c]{0,2}")), any::<bool>(), 0..4),
        btree_map(any::<char>(), any::<[Option<i16>; 2]>(), 0..4),
        btree_map(vec(any::<u8>(), 0..3), btree_map(any::<bool>(), any::<u8>(), 0..3), 0..4),
        btree_map(btree_set(any::<u8>(), 0..3), Just(()), 0..4),
    );
    let sets = (
        btree_set(any::<[i32; 2]>(), 0..4),
        btree_set(any::<Option<char>>(), 0..4),
        btree_set(any::<Result<(), i64>>(), 0..4),
    );
    (scalars, maps, sets).prop_map(|(scalars, maps, sets)| {
        let (wide, floats, letters, times) = scalars;
        let (by_option, by_unit, by_case, by_pair, by_letter, by_bytes, by_set) = maps;
        Keyed { wide, floats, letters, times, by_option, by_unit, by_case, by_pair, by_letter, by_bytes, by_set, sets }
    })
}

#[test]
fn the_first_and_the_last_times() {
    let first = SystemTime::UNIX_EPOCH - Duration::from_nanos(1 << 63);
    let last = SystemTime::UNIX_EPOCH + Duration::from_nanos(i64::MAX as u64);
    let just_before = SystemTime::UNIX_EPOCH - Duration::from_nanos(1);
    round_trip::<_, Compact>(&[first, last, just_before, SystemTime::UNIX_EPOCH], &Options::new());
    for time in [first - Duration::from_nanos(1), last + Duration::from_nanos(1)] {
        let schema = Schema::of::<SystemTime>();
        let codec = schema.codec(LayoutId::Compact).unwrap();
        let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
        let packed = packed_data::Packed::<SystemTime>::pack(&time);
        assert!(builder.push(packed.as_bytes()).unwrap_err().to_string().starts_with("out of range: "));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn keys_and_numbers(records in vec(keyed(), 1..4), is_union: bool) {
        let options = Options::new().enums(if is_union { Enums::Union } else { Enums::Struct });
        round_trip::<_, Compact>(&records, &options);
        round_trip::<_, Indexed>(&records, &options);
        round_trip::<_, Cbor>(&records, &options);
    }

    #[test]
    fn any_records(records in vec(loose(), 0..12), rows in 1..5_usize, is_union: bool) {
        let enums = if is_union { Enums::Union } else { Enums::Struct };
        let options = Options::new().enums(enums).rows(rows);
        let compact = round_trip::<_, Compact>(&records, &options);
        prop_assert_eq!(round_trip::<_, Indexed>(&records, &options), compact);
        // (Sets and maps are in another order there.)
        round_trip::<_, Cbor>(&records, &options);
    }
}
