//! Statistics of records and conditions on them, beside the records themselves: where the statistics say that no record
//! fulfils a condition, none does.

use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed};
use packed_data_schema::filter::{Condition, Filter, Literal, Logic, Operator, Pruner};
use packed_data_schema::path::Path;
use packed_data_schema::statistics::{Bound, Columns, Gatherer};
use packed_data_schema::{LayoutId, Schema};

/// A generator of random numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()].clone()
    }
}

#[derive(Clone, Packable)]
struct Id(u32);

#[derive(Clone, Packable)]
enum Side {
    Buy,
    Sell,
    Other,
}

#[derive(Clone, Packable)]
enum Shape {
    Dot,
    Circle(f64),
    Named { name: String },
}

#[derive(Clone, Packable)]
struct Inner {
    wide: i128,
    large: u128,
    letter: char,
    only: Option<Id>,
}

#[derive(Clone, Packable)]
struct Record {
    number: i64,
    text: String,
    ratio: f64,
    small: Option<f32>,
    is_open: bool,
    list: Vec<i64>,
    inner: Option<Inner>,
    id: Id,
    side: Side,
    shape: Shape,
    pair: (u8, Option<String>),
    nested: Option<Option<i16>>,
    array: [i64; 2],
}

#[derive(Clone, Packable)]
#[packable(extensible)]
struct Extensible {
    number: i64,
    #[packable(default)]
    text: String,
    #[packable(default)]
    inner: Option<Inner>,
    #[packable(default)]
    extensible: bool,
}

const TEXTS: [&str; 10] = [
    "",
    "a",
    "ab",
    "Buy",
    "Sell",
    "a text of more than sixteen bytes",
    "a text of more than some bytes",
    "a text of more t",
    "\u{7f}\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}",
    "\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}",
];
const FLOATS: [f64; 10] =
    [0.0, -0.0, 1.5, -2.0, 3.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.701_411_834_604_692_3e38];
const INTS: [i128; 9] = [0, 1, -1, 3, -2, 1000, i64::MAX as i128, i128::MAX, i128::MIN];

fn inner(random: &mut Random) -> Inner {
    Inner {
        wide: random.of(&INTS),
        large: random.of(&[0, 1, u128::MAX, 1 << 127, 3]),
        letter: random.of(&['a', 'b', 'é', '\u{10FFFF}']),
        only: random.of(&[None, Some(Id(1)), Some(Id(3))]),
    }
}

fn record(random: &mut Random) -> Record {
    Record {
        number: random.of(&[-2, 0, 1, 3, 1000, i64::MAX]),
        text: random.of(&TEXTS).into(),
        ratio: random.of(&FLOATS),
        small: random.of(&[None, Some(0.5), Some(-0.0), Some(f32::NAN)]),
        is_open: random.of(&[true, false]),
        list: vec![1; random.below(3) as usize],
        inner: if random.below(3) > 0 { Some(inner(random)) } else { None },
        id: Id(random.below(4) as u32),
        side: random.of(&[Side::Buy, Side::Sell, Side::Other]),
        shape: random.of(&[Shape::Dot, Shape::Circle(1.5), Shape::Named { name: "a".into() }]),
        pair: (random.below(4) as u8, random.of(&[None, Some("Buy".into())])),
        nested: random.of(&[None, Some(None), Some(Some(3))]),
        array: [random.below(3) as i64, 3],
    }
}

fn extensible(random: &mut Random) -> Extensible {
    Extensible {
        number: random.of(&[-2, 0, 1, 3]),
        text: random.of(&TEXTS).into(),
        inner: if random.below(3) > 0 { Some(inner(random)) } else { None },
        extensible: random.of(&[true, false]),
    }
}

const PATHS: [&str; 36] = [
    "number",
    "text",
    "ratio",
    "small",
    "is_open",
    "list",
    "list[0]",
    "inner",
    "inner.wide",
    "inner.large",
    "inner.letter",
    "inner.only",
    "id",
    "side",
    "shape",
    "shape.Circle",
    "shape.Named.name",
    "shape.name",
    "pair",
    "pair[0]",
    "pair[1]",
    "nested",
    "array[0]",
    "inner.Some.wide",
    "inner.Some",
    "inner.None",
    "small.Some",
    "Record.number",
    "Inner.wide",
    "inner.Inner.letter",
    "side.Buy",
    "extensible",
    "Extensible",
    "Extensible.text",
    "Option::Some.0",
    "nested.Some.Some",
];
const OPERATORS: [Operator; 6] =
    [Operator::Equal, Operator::NotEqual, Operator::Less, Operator::AtMost, Operator::Greater, Operator::AtLeast];

fn literal(random: &mut Random) -> Literal {
    match random.below(6) {
        0 => Literal::Null,
        1 => Literal::Bool(random.of(&[true, false])),
        2 => Literal::Int(random.of(&INTS)),
        3 => Literal::Float(random.of(&FLOATS)),
        _ => Literal::Text(random.of(&TEXTS).into()),
    }
}

fn condition(random: &mut Random, schema: &Schema, depth: u64) -> Condition {
    let inside = |random: &mut Random| (0..random.below(4)).map(|_| condition(random, schema, depth + 1)).collect();
    match random.below(5 + 3 * depth) {
        0 => Condition::And(inside(random)),
        1 => Condition::Or(inside(random)),
        2 => Condition::Not(Box::new(condition(random, schema, depth + 1))),
        _ => loop {
            let path = Path::parse(random.of(&PATHS)).unwrap();
            if packed_data_schema::path::check(schema, 0, &path.steps).is_ok() {
                return Condition::compare(path, random.of(&OPERATORS), literal(random));
            }
        },
    }
}

/// How many conditions were tested on records, and how many of them the statistics refused.
type Counts = (u64, u64);

fn tried<T: Packable, L: Layout>(
    seed: u64,
    make: impl Fn(&mut Random) -> T,
    mut cut: impl FnMut(&mut Random, &mut Vec<u8>),
) -> Counts {
    let mut random = Random(seed);
    let schema = Schema::of::<T>();
    let layout: LayoutId = L::NAME.parse().unwrap();
    let codec = schema.codec(layout).unwrap();
    let mut gatherer = Gatherer::new(schema.clone(), layout).unwrap();
    let mut counts = (0, 0);
    for _ in 0..60 {
        let count = random.below(5);
        let records: Vec<_> = (0..count)
            .map(|_| {
                let mut bytes = Packed::<T, L>::pack(&make(&mut random)).into_inner();
                cut(&mut random, &mut bytes);
                bytes
            })
            .collect();
        records.iter().for_each(|record| gatherer.add(record));
        let statistics = gatherer.finish();
        assert_eq!((u64::from(statistics.records), statistics.columns.len()), (count, Columns::new(&schema).len()));
        for _ in 0..60 {
            let condition = condition(&mut random, &schema, 0);
            for logic in [Logic::TwoValued, Logic::Sql] {
                let filter = Filter::new(&codec, 0, &condition, logic).unwrap();
                let matches = records.iter().any(|record| filter.matches_bytes(record));
                let may_match = Pruner::new(&schema, &condition, logic).may_match(&statistics);
                assert!(may_match || !matches, "{condition:?} {logic:?} {statistics:?}");
                counts.0 += u64::from(!matches);
                counts.1 += u64::from(!may_match);
            }
        }
    }
    counts
}

#[test]
fn no_record_of_what_is_pruned_matches() {
    let (mut of_none, mut pruned) = (0, 0);
    for seed in 0..3 {
        let keep = |_: &mut Random, _: &mut Vec<u8>| {};
        for (none, found) in [
            tried::<Record, Compact>(seed, record, keep),
            tried::<Record, Indexed>(seed, record, keep),
            tried::<Record, Cbor>(seed, record, keep),
            tried::<Extensible, Compact>(seed, extensible, keep),
            tried::<Extensible, Indexed>(seed, extensible, keep),
            tried::<Extensible, Cbor>(seed, extensible, keep),
            tried::<Option<Inner>, Compact>(seed, |random| Some(inner(random)).filter(|_| seed % 3 > 0), keep),
            tried::<Option<Option<Id>>, Indexed>(
                seed,
                |random| random.of(&[None, Some(None), Some(Some(Id(3)))]),
                keep,
            ),
        ] {
            of_none += none;
            pruned += found;
        }
    }
    // Most of those that no record fulfils are refused.
    assert!(pruned * 10 > of_none * 6, "{pruned} of {of_none}");
}

/// A record without its last fields, and one with fields that the schema does not know.
#[test]
fn fields_that_are_absent() {
    #[derive(Packable)]
    #[packable(extensible)]
    struct Old {
        number: i64,
    }
    let schema = Schema::of::<Extensible>();
    let bytes = Packed::<Old, Compact>::pack(&Old { number: 3 }).into_inner();
    let mut gatherer = Gatherer::new(schema.clone(), LayoutId::Compact).unwrap();
    gatherer.add(&bytes);
    let statistics = gatherer.finish();
    assert_eq!(statistics.columns[0].range, Some((Bound::Int(3), Bound::Int(3))));
    assert!(statistics.columns[1..].iter().all(|column| column.nulls == 1 && column.range.is_none()));
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut random = Random(1);
    for _ in 0..3000 {
        let condition = condition(&mut random, &schema, 0);
        for logic in [Logic::TwoValued, Logic::Sql] {
            let matches = Filter::new(&codec, 0, &condition, logic).unwrap().matches_bytes(&bytes);
            assert!(Pruner::new(&schema, &condition, logic).may_match(&statistics) || !matches, "{condition:?}");
        }
    }
}

#[test]
fn columns() {
    let schema = Schema::of::<Record>();
    let columns = Columns::new(&schema);
    let of = |path: &str| columns.of_path(&schema, &Path::parse(path).unwrap());
    let paths = [
        "number",
        "text",
        "ratio",
        "small",
        "is_open",
        "inner.wide",
        "inner.large",
        "inner.letter",
        "inner.only",
        "id",
        "side",
        "pair[0]",
        "pair[1]",
        "nested",
    ];
    assert_eq!(paths.map(of), std::array::from_fn(Some));
    assert_eq!(columns.len(), paths.len());
    for path in
        ["list[0]", "array[0]", "shape", "shape.Circle", "inner", "inner.Some.wide", "pair", "nowhere", "side.Buy"]
    {
        assert_eq!(of(path), None, "{path}");
    }
    assert_eq!(of("/inner/only"), Some(8));
    // The type is a scalar, or none has columns.
    assert_eq!(Columns::new(&Schema::of::<u32>()).of_path(&Schema::of::<u32>(), &Path::default()), Some(0));
    assert!(Columns::new(&Schema::of::<Vec<u32>>()).is_empty());
    // A type in itself, and one of any number of fields.
    #[derive(Packable)]
    struct Recursive {
        number: u32,
        next: Option<Box<Recursive>>,
    }
    assert!(Columns::new(&Schema::of::<Recursive>()).len() < 10);
    type Four<T> = (T, T, T, T);
    type Many<T> = Four<Four<Four<Four<Four<Four<Four<Four<T>>>>>>>>;
    assert!(Columns::new(&Schema::of::<Many<Vec<u8>>>()).is_empty());
    assert_eq!(Columns::new(&Schema::of::<Many<u8>>()).len(), Columns::MAX);
}

/// Bytes that are no record, and statistics that no gatherer made.
#[test]
fn hostile() {
    let schema = Schema::of::<Record>();
    let mut random = Random(7);
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let mut gatherer = Gatherer::new(schema.clone(), layout).unwrap();
        for len in 0..200 {
            let bytes: Vec<u8> = (0..len).map(|_| random.below(256) as u8 >> random.below(8)).collect();
            gatherer.add(&bytes);
        }
        let mut statistics = gatherer.finish();
        assert_eq!(statistics.records, 200);
        for round in 0..2000 {
            if round % 20 == 19 {
                statistics.columns.pop();
            }
            for column in &mut statistics.columns {
                let bound = |random: &mut Random| match random.below(6) {
                    0 => Bound::Bool(true),
                    1 => Bound::Int(random.next() as i64),
                    2 => Bound::Wide(i128::MIN),
                    3 => Bound::Large(0),
                    4 => Bound::Float(random.of(&FLOATS)),
                    _ => Bound::Text(vec![0xFF; random.below(20) as usize]),
                };
                column.range = Some((bound(&mut random), bound(&mut random)));
            }
            let condition = condition(&mut random, &schema, 0);
            Pruner::new(&schema, &condition, Logic::Sql).may_match(&statistics);
        }
    }
}
