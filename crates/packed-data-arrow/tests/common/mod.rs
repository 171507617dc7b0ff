//! A record with a part of every kind, and functions that all tests need.
#![allow(dead_code, unreachable_pub)]

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::time::{Duration, SystemTime};

use arrow_array::RecordBatch;
use packed_data::{Layout, Packable, Packed};
use packed_data_arrow::{Options, RecordBatches, from_batch, from_batch_as};
use packed_data_schema::Schema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
pub enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Shape {
    Dot,
    Circle(f32),
    Line { from: (i8, i8), to: Option<Point> },
    Path(Vec<Point>, String),
    Nothing(()),
    Maybe(Option<u16>),
}

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Unit;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
pub struct Name(pub String);

#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Record {
    pub a: (bool, u8, u16, u32, u64, usize),
    pub b: (i8, i16, i32, i64, isize, NonZeroU32),
    pub wide: (u128, i128),
    pub floats: (f32, f64),
    pub letter: char,
    pub name: Name,
    pub bytes: Vec<u8>,
    pub hash: [u8; 4],
    pub pair: [Option<u16>; 2],
    pub empty: [u32; 0],
    pub took: Duration,
    pub at: SystemTime,
    pub side: Option<Side>,
    pub maybe: Option<Point>,
    pub twice: Option<Option<bool>>,
    pub unit: Unit,
    pub maybe_unit: Option<()>,
    pub shapes: Vec<Shape>,
    pub shape: Option<Shape>,
    pub lists: Vec<Vec<String>>,
    pub set: BTreeSet<Side>,
    pub map: BTreeMap<Name, Vec<u32>>,
    pub odd_map: BTreeMap<Option<u8>, bool>,
    pub result: Result<u8, String>,
    pub fixed: Option<[[i16; 2]; 3]>,
}

/// Returns the batches of records, and their bytes.
pub fn batches<T: Packable, L: Layout>(records: &[T], options: &Options) -> (Vec<RecordBatch>, Vec<Vec<u8>>) {
    let schema = Schema::of::<T>();
    let codec = schema.codec(L::ID).unwrap();
    let packed: Vec<_> = records.iter().map(|record| Packed::<T, L>::pack(record).into_inner()).collect();
    let records = packed.iter().map(Ok::<_, std::convert::Infallible>);
    let batches = RecordBatches::new(records, &codec, options).unwrap();
    (batches.collect::<Result<_, _>>().unwrap(), packed)
}

/// Asserts that records become batches, and the batches the same records.
pub fn round_trip<T: Packable, L: Layout>(records: &[T], options: &Options) -> Vec<RecordBatch> {
    let (batches, packed) = batches::<T, L>(records, options);
    let schema = Schema::of::<T>();
    let codec = schema.codec(L::ID).unwrap();
    let back: Vec<_> = batches.iter().flat_map(|batch| from_batch(batch, &codec)).collect::<Result<_, _>>().unwrap();
    assert_eq!(back, packed);
    let typed: Vec<_> = batches.iter().flat_map(|batch| from_batch_as::<T, L>(batch).unwrap()).collect();
    assert!(typed.iter().map(Packed::as_bytes).eq(packed.iter().map(Vec::as_slice)));
    batches
}

/// Returns a record with values everywhere.
pub fn full() -> Record {
    let point = Point { x: -1, y: i32::MAX };
    Record {
        a: (true, u8::MAX, u16::MAX, u32::MAX, u64::MAX, 7),
        b: (i8::MIN, i16::MIN, i32::MIN, i64::MIN, -7, NonZeroU32::MAX),
        wide: (u128::MAX, i128::MIN),
        floats: (0.5, f64::NEG_INFINITY),
        letter: '\u{1F980}',
        name: Name("n\u{e4}me".into()),
        bytes: vec![0, 1, 255],
        hash: [1, 2, 3, 4],
        pair: [Some(1), None],
        empty: [],
        took: Duration::new(3, 4),
        at: SystemTime::UNIX_EPOCH - Duration::new(3, 4),
        side: Some(Side::Sell),
        maybe: Some(point),
        twice: Some(None),
        unit: Unit,
        maybe_unit: Some(()),
        shapes: vec![
            Shape::Dot,
            Shape::Circle(1.5),
            Shape::Line { from: (1, -2), to: Some(point) },
            Shape::Line { from: (1, -2), to: None },
            Shape::Path(vec![point, point], "p".into()),
            Shape::Nothing(()),
            Shape::Maybe(None),
            Shape::Maybe(Some(3)),
            Shape::Dot,
        ],
        shape: Some(Shape::Dot),
        lists: vec![vec![], vec!["a".into(), String::new()]],
        set: [Side::Sell, Side::Buy].into(),
        map: [(Name("k".into()), vec![1, 2]), (Name("l".into()), vec![])].into(),
        odd_map: [(None, true), (Some(3), false)].into(),
        result: Err("no".into()),
        fixed: Some([[1, 2], [3, 4], [5, 6]]),
    }
}

/// Returns a record with as few values as there can be.
pub fn sparse() -> Record {
    Record {
        a: (false, 0, 0, 0, 0, 0),
        b: (0, 0, 0, 0, 0, NonZeroU32::MIN),
        wide: (0, 0),
        floats: (0.0, -0.0),
        letter: '\0',
        name: Name(String::new()),
        bytes: vec![],
        hash: [0; 4],
        pair: [None, None],
        empty: [],
        took: Duration::ZERO,
        at: SystemTime::UNIX_EPOCH,
        side: None,
        maybe: None,
        twice: None,
        unit: Unit,
        maybe_unit: None,
        shapes: vec![],
        shape: None,
        lists: vec![],
        set: BTreeSet::new(),
        map: BTreeMap::new(),
        odd_map: BTreeMap::new(),
        result: Ok(0),
        fixed: None,
    }
}
