//! Conditions on columns have the results that they have on values, and read no other columns.

use packed_data::{Compact, Indexed, Layout, Limits, Packable, Packed};
use packed_data_columns::{ColumnFilter, ColumnSchema, Columns, Error, Options, PartialReader, encode};
use packed_data_schema::Schema;
use packed_data_schema::filter::{Condition, Filter, Logic};
use packed_data_schema::path::Path;

#[derive(Clone, Copy, Packable)]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Packable)]
struct Inner {
    name: Option<String>,
    list: Vec<u8>,
}

#[derive(Clone, Packable)]
struct Wrapped(i32);

#[derive(Clone, Packable)]
struct Row {
    a: u8,
    b: u64,
    c: i16,
    d: f32,
    e: Option<f64>,
    f: bool,
    g: char,
    h: String,
    side: Side,
    maybe: Option<Side>,
    wrapped: Wrapped,
    inner: Inner,
    twice: Option<Option<u16>>,
    wide: u128,
    nonzero: std::num::NonZeroU32,
    other: Vec<Inner>,
}

fn row(number: u64) -> Row {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30;
    let inner = |mixed: u64| Inner {
        name: (!mixed.is_multiple_of(3)).then(|| format!("name {}", mixed % 11)),
        list: vec![1; (mixed % 4) as usize],
    };
    Row {
        a: mixed as u8,
        b: number,
        c: mixed as i16,
        d: if mixed.is_multiple_of(7) { f32::NAN } else { mixed as f32 },
        e: (!mixed.is_multiple_of(2)).then_some((mixed % 100) as f64 / 8.0),
        f: mixed.is_multiple_of(5),
        g: char::from_u32((mixed % 26) as u32 + 97).unwrap(),
        h: format!("text {}", mixed % 50),
        side: if mixed.is_multiple_of(4) { Side::Buy } else { Side::Sell },
        maybe: (!mixed.is_multiple_of(3)).then_some(Side::Buy),
        wrapped: Wrapped(mixed as i32 % 100),
        inner: inner(mixed),
        twice: [None, Some(None), Some(Some(mixed as u16))][(mixed % 3) as usize],
        wide: u128::from(mixed) << 80,
        nonzero: std::num::NonZeroU32::new((mixed % 9) as u32 + 1).unwrap(),
        other: (0..mixed % 3).map(|n| inner(mixed + n)).collect(),
    }
}

const CONDITIONS: &[&str] = &[
    "a < 10",
    "b >= 1020 and b < 1030",
    "not (c > 0) or a = 3",
    "d > 5",
    "not d > 5",
    "e > 6.5",
    "e = null",
    "e != null and e < 3",
    "f",
    "not f and g = 'q'",
    "h = 'text 7' or h in ('text 8', 'text 9')",
    "h contains '1'",
    "side = 'Buy'",
    "maybe = 'Buy' and side != 'Buy'",
    "wrapped < -50",
    "inner.name = 'name 3'",
    "inner.name = null",
    "twice = null",
    "twice > 30000",
    "wide > 5",
    "nonzero = 3",
    "inner.list[1] = 1",
    "any(inner.list, . = 1) and a < 100",
    "inner.list contains 1",
    "any(other, name = 'name 4')",
    "other[0].name = 'name 4' and b < 2000",
];

fn paths(condition: &Condition) -> Vec<Path> {
    condition.paths().into_iter().cloned().collect()
}

#[test]
fn as_on_values() {
    fn of<L: Layout>() {
        let rows: Vec<_> = (0..3000).map(row).collect();
        let bytes = encode(&Packed::<[Row], L>::pack(&rows), Options::new());
        let packed: Vec<_> = rows.iter().map(|row| Packed::<Row, L>::pack(row).into_inner()).collect();
        let schema = Schema::of::<Row>();
        let (tree, codec) = (ColumnSchema::new(&schema), schema.codec(L::ID).unwrap());
        let columns = Columns::open_by(&tree, &bytes).unwrap();
        for text in CONDITIONS {
            let condition = Condition::parse(text, &schema, 0).unwrap();
            let reader = PartialReader::new(&tree, L::ID, &paths(&condition)).unwrap().unwrap();
            for logic in [Logic::TwoValued, Logic::Sql] {
                let filter = Filter::new(&codec, 0, &condition, logic).unwrap();
                let by_columns = ColumnFilter::new(&reader, &tree, &condition, logic).unwrap();
                for range in [0..3000, 1500..1501, 700..2500, 3000..3000] {
                    let matches = |number: &u64| filter.matches_bytes(&packed[*number as usize]);
                    let expected: Vec<_> = range.clone().filter(matches).collect();
                    let found = by_columns.matching(&columns, range, &Limits::DEFAULT).unwrap();
                    assert_eq!(found, expected, "{text} {logic:?}");
                }
            }
        }
    }
    of::<Compact>();
    of::<Indexed>();
}

/// Parts of values are what the paths lead to in the values, also where values between them are passed over.
#[test]
fn parts() {
    let rows: Vec<_> = (0..3000).map(row).collect();
    let bytes = encode(&Packed::<[Row]>::pack(&rows), Options::new());
    let schema = Schema::of::<Row>();
    let (tree, codec) = (ColumnSchema::new(&schema), schema.codec(packed_data_schema::LayoutId::Compact).unwrap());
    let columns = Columns::open_by(&tree, &bytes).unwrap();
    for text in ["a", "h", "e", "inner.name", "other", "twice", "inner", "wide", "maybe"] {
        let path = Path::parse(text).unwrap();
        let reader = PartialReader::new(&tree, codec.layout(), std::slice::from_ref(&path)).unwrap().unwrap();
        for step in [1, 7, 1100] {
            let (mut found, numbers) = (Vec::new(), (step / 2..3000).step_by(step as usize));
            let each = |number, part: Vec<u8>| {
                found.push((number, part));
                Ok::<(), Error>(())
            };
            reader.read(&columns, numbers.clone(), &Limits::DEFAULT, each).unwrap();
            assert!(found.iter().map(|(number, _)| *number).eq(numbers));
            for (number, part) in &found {
                let whole = Packed::<Row>::pack(&rows[*number as usize]).into_inner();
                let json = |codec: &packed_data_schema::Codec<'_>, bytes: &[u8]| {
                    let value = packed_data_schema::path::find(codec.value(bytes), &path.steps).unwrap();
                    let mut text = Vec::new();
                    value.write_json(&mut text).unwrap();
                    String::from_utf8(text).unwrap()
                };
                assert_eq!(json(reader.codec(), part), json(&codec, &whole), "{text} {number}");
                assert!(part.len() < whole.len());
            }
        }
        // Numbers that do not ascend, or that there are not.
        for wrong in [[5, 5], [7, 6], [1, 3000]] {
            let done = reader.read(&columns, wrong, &Limits::DEFAULT, |_, _| Ok::<(), Error>(()));
            assert!(done.unwrap_err().to_string().contains("numbers of values that there are, in order"));
        }
    }
    assert!(PartialReader::new(&tree, packed_data_schema::LayoutId::Cbor, &[]).unwrap().is_none());
    assert!(PartialReader::new(&tree, codec.layout(), &[Path::parse("nothing").unwrap()]).is_err());
}

/// A wrong byte in a column is an error of what reads the column, and of nothing else.
#[test]
fn wrong_columns() {
    let rows: Vec<_> = (0..3000).map(row).collect();
    let bytes = encode(&Packed::<[Row]>::pack(&rows), Options::new());
    let tree = ColumnSchema::of::<Row>();
    let test = |bytes: &[u8], text: &str| -> Result<Vec<u64>, Error> {
        let condition = Condition::parse(text, tree.schema(), 0).unwrap();
        let reader = PartialReader::new(&tree, packed_data_schema::LayoutId::Compact, &paths(&condition));
        let reader = reader.unwrap().unwrap();
        let columns = Columns::open_by(&tree, bytes)?;
        let filter = ColumnFilter::new(&reader, &tree, &condition, Logic::TwoValued).unwrap();
        filter.matching(&columns, 0..columns.len(), &Limits::DEFAULT)
    };
    for (text, name) in [
        ("b < 100", "b"),
        ("h = 'text 7'", "h"),
        ("inner.list[0] = 1", "inner.list"),
        ("side = 'Buy'", "side (constructor)"),
    ] {
        let column = (0..tree.len()).find(|column| tree.path(*column) == name).unwrap();
        let start = Columns::open_by(&tree, &bytes).unwrap().span(column).start;
        let mut changed = bytes.clone();
        changed[start] = 99;
        let error = test(&changed, text).unwrap_err().to_string();
        assert!(error.contains(&format!(", at byte {start}")), "{error}");
        assert_eq!(test(&changed, "a < 10"), test(&bytes, "a < 10"));
    }
}

/// Of a type that contains itself, all values have the same columns: those of other records are between two records.
#[test]
fn records_that_contain_themselves() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Tree {
        value: u32,
        children: Vec<Tree>,
    }

    let leaf = |value| Tree { value, children: vec![] };
    let trees = [Tree { value: 1, children: vec![leaf(9)] }, leaf(2), leaf(9)];
    let bytes = encode(&Packed::<[Tree]>::pack(&trees), Options::new());
    let columns = Columns::<Tree>::open(&bytes).unwrap();
    let tree = columns.tree();
    let condition = Condition::parse("value = 9", tree.schema(), 0).unwrap();
    let compact = packed_data_schema::LayoutId::Compact;
    let reader = PartialReader::new(tree, compact, &paths(&condition)).unwrap().unwrap();
    let filter = ColumnFilter::new(&reader, tree, &condition, Logic::TwoValued).unwrap();
    let matching = |range| filter.matching(&columns, range, &Limits::DEFAULT).unwrap();
    assert_eq!((matching(0..3), matching(0..2)), (vec![2], vec![]));
    let mut found = Vec::new();
    let note = |_, part: Vec<u8>| {
        found.push(part[0]);
        Ok::<(), Error>(())
    };
    reader.read(&columns, [1, 2], &Limits::DEFAULT, note).unwrap();
    assert_eq!(found, [2, 9]);
    assert!(filter.matching(&columns, 0..4, &Limits::DEFAULT).is_err());
}
