//! Values of static size go to their columns and come from them many at a time, where a layout stores them side by
//! side. The layout of CBOR does not, so that it takes the way part by part: both must agree.

use std::num::{NonZeroI16, NonZeroU8};
use std::time::{Duration, SystemTime};

use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed};
use packed_data_columns::{ColumnSchema, Columns, Encoder, Error, Options, encode};
use packed_data_schema::{LayoutId, Schema};

#[derive(Clone, Debug, PartialEq, Packable)]
enum Kind {
    First,
    Second,
    Third,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Point {
    x: f32,
    y: i16,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Row {
    flag: bool,
    points: [Point; 2],
    hash: [u8; 3],
    wide: i64,
    narrow: i8,
    id: NonZeroU8,
    signed: NonZeroI16,
    pair: (u32, (f64, u16)),
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Others {
    letter: char,
    large: u128,
    signed: i128,
    lasts: Duration,
    at: SystemTime,
    nothing: (),
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Record {
    name: String,
    rows: Vec<Row>,
    numbers: Vec<i32>,
    flags: Vec<bool>,
    maybe: Option<Point>,
    either: Result<u16, [f32; 2]>,
    others: Vec<Others>,
    letters: Vec<char>,
    no_bytes: Vec<()>,
    row: Row,
    last: [u64; 4],
}

fn point(number: u32) -> Point {
    let kind = [Kind::First, Kind::Second, Kind::Third][number as usize % 3].clone();
    Point { x: number as f32 / 4.0, y: -(number as i16), kind }
}

fn row(number: u32) -> Row {
    Row {
        flag: number % 5 == 2,
        points: [point(number), point(7 * number)],
        hash: [number as u8, 1, 2],
        wide: -i64::from(number) << 33,
        narrow: -(number as i8),
        id: NonZeroU8::new(number as u8 | 1).unwrap(),
        signed: NonZeroI16::new(-(number as i16) | 1).unwrap(),
        pair: (number, (f64::from(number) / 3.0, number as u16)),
    }
}

fn record(number: u32) -> Record {
    let letter = |number: u32| char::from_u32(0xD7F0 + number % 8).unwrap();
    let others = |number: u32| Others {
        letter: letter(number),
        large: u128::from(number) << 65,
        signed: -i128::from(number) << 64,
        lasts: Duration::new(number.into(), number),
        at: SystemTime::UNIX_EPOCH + Duration::from_millis(number.into()),
        nothing: (),
    };
    let count = number % 4;
    Record {
        name: format!("number {number}"),
        rows: (0..count).map(|index| row(number + index)).collect(),
        numbers: (0..300 * count as i32).map(|index| index - 500).collect(),
        flags: (0..count).map(|index| index == 1).collect(),
        maybe: number.is_multiple_of(2).then(|| point(number)),
        either: if number.is_multiple_of(3) { Ok(number as u16) } else { Err([0.5, number as f32]) },
        others: (0..count).map(others).collect(),
        letters: (0..count).map(letter).collect(),
        no_bytes: vec![(); count as usize],
        row: row(number),
        last: [number.into(), 1, 2, u64::MAX],
    }
}

fn records(count: u32) -> Vec<Record> {
    (0..count).map(record).collect()
}

/// Returns the columns of the records in one of the layouts, by schema.
fn by_schema(schema: &Schema, layout: LayoutId, compact: &[Vec<u8>]) -> Option<(Vec<Vec<u8>>, Vec<u8>)> {
    let (from, codec) = (schema.codec(LayoutId::Compact).unwrap(), schema.codec(layout).ok()?);
    let tree = ColumnSchema::new(schema);
    let mut encoder = Encoder::new(&tree, &codec, Options::new().group(3));
    let convert = |record: &Vec<u8>| from.convert(record, &codec, &Limits::DEFAULT).unwrap();
    let converted: Vec<_> = compact.iter().map(convert).collect();
    converted.iter().for_each(|record| encoder.push(record, &Limits::DEFAULT).unwrap());
    Some((converted, encoder.finish().unwrap()))
}

/// Decodes all by schema.
fn decoded(tree: &ColumnSchema, layout: LayoutId, bytes: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    let codec = tree.schema().codec(layout).unwrap();
    let (mut records, columns) = (Vec::new(), Columns::open_by(tree, bytes)?);
    columns.records(&codec, 0..columns.len(), &Limits::DEFAULT, |record| {
        records.push(record);
        Ok::<_, Error>(())
    })?;
    Ok(records)
}

#[test]
fn all_layouts_have_the_same_columns() {
    let values = records(40);
    let packed: Vec<_> = values.iter().map(|value| Packed::<Record>::pack(value).into_inner()).collect();
    let schema = Schema::of::<Record>();
    let tree = ColumnSchema::new(&schema);
    let (_, expected) = by_schema(&schema, LayoutId::Cbor, &packed).unwrap();
    let mut layouts = 0;
    for layout in LayoutId::ALL {
        let Some((records, columns)) = by_schema(&schema, layout, &packed) else { continue };
        assert_eq!(columns, expected, "{layout}");
        assert_eq!(decoded(&tree, layout, &columns).unwrap(), records, "{layout}");
        layouts += 1;
    }
    assert!(layouts >= 3, "{layouts}");

    // By type too, where the types have other numbers.
    let options = Options::new().group(3);
    let compact = Packed::<[Record]>::pack(&values);
    assert_eq!(encode(&compact, options), expected);
    assert_eq!(encode(&Packed::<[Record], Indexed>::pack(&values), options), expected);
    let columns = Columns::<Record>::open(&expected).unwrap();
    assert_eq!(columns.decode::<Compact>().unwrap(), compact);
    let indexed = columns.decode::<Indexed>().unwrap();
    assert_eq!(Packed::<Vec<Record>, Indexed>::unpack_from(indexed.as_bytes()).unwrap(), values);
}

/// Layouts of which each lacks some types: those with truth values of four bytes, and with other orders of bytes.
#[test]
fn layouts_with_fewer_types() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Sample {
        value: i16,
        flag: bool,
        letter: char,
        weight: f64,
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Samples {
        all: Vec<Sample>,
        one: Sample,
        numbers: Vec<u32>,
    }

    let sample = |value: i16| Sample { value: -value, flag: value % 3 == 0, letter: 'é', weight: f64::from(value) };
    let samples = |count: i16| Samples {
        all: (0..count).map(sample).collect(),
        one: sample(count),
        numbers: (0..count as u32).collect(),
    };
    let packed: Vec<_> = (0..20).map(|count| Packed::<Samples>::pack(&samples(count)).into_inner()).collect();
    let schema = Schema::of::<Samples>();
    let tree = ColumnSchema::new(&schema);
    let (_, expected) = by_schema(&schema, LayoutId::Cbor, &packed).unwrap();
    for layout in LayoutId::ALL {
        let (records, columns) = by_schema(&schema, layout, &packed).unwrap();
        assert_eq!(columns, expected, "{layout}");
        assert_eq!(decoded(&tree, layout, &columns).unwrap(), records, "{layout}");
    }
}

/// A changed column is an error in both ways, or the same values.
#[test]
fn changed_bytes_are_refused_alike() {
    let values = records(3);
    let bytes = encode(&Packed::<[Record]>::pack(&values), Options::new().group(2));
    let (mut refused, mut accepted) = (0, 0);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= [1, 0x80, 0xFF][at % 3];
        let Ok(columns) = Columns::<Record>::open(&changed) else { continue };
        match (columns.decode::<Compact>(), columns.decode::<Cbor>()) {
            (Ok(compact), Ok(cbor)) => {
                let compact = Packed::<Vec<Record>, Compact>::unpack_from(compact.as_bytes()).unwrap();
                let cbor = Packed::<Vec<Record>, Cbor>::unpack_from(cbor.as_bytes()).unwrap();
                assert_eq!(format!("{compact:?}"), format!("{cbor:?}"), "{at}"); // (NaN may be among them)
                accepted += 1;
            }
            (Err(one), Err(other)) => {
                assert_eq!(one.kind(), other.kind(), "{at}: {one} and {other}");
                refused += 1;
            }
            (one, other) => panic!("{at}: {:?} and {:?}", one.err(), other.err()),
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
}
