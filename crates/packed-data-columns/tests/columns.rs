//! Single columns, statistics, selections, ranges, and the sizes of what is regular.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::{Duration, SystemTime};

use packed_data::{Compact, Indexed, Limits, Packable, Packed};
use packed_data_columns::{
    Bound, ColumnSchema, Columns, Encoder, ErrorKind, Number, Options, Selection, decode, encode,
};
use packed_data_schema::{LayoutId, ScalarValue, Schema, TypeIndex, Visit};

#[derive(Clone, Debug, PartialEq, Packable)]
enum Tree {
    Leaf(u32),
    Named { name: String, weight: f64 },
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Place {
    x: i16,
    y: i16,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Everything {
    id: NonZeroU32,
    is_open: bool,
    letter: char,
    place: Place,
    former: Option<Place>,
    small: i8,
    large: u128,
    ratio: f32,
    lasts: Duration,
    at: SystemTime,
    hash: [u8; 4],
    bytes: Vec<u8>,
    tags: Vec<String>,
    counts: BTreeMap<String, u64>,
    pair: (u8, Vec<(u8, i64)>),
    tree: Tree,
}

fn everything(number: u32) -> Everything {
    let place = |x: u32| Place { x: x as i16, y: -(x as i16) };
    let leaf = |leaf| Box::new(Tree::Leaf(leaf));
    Everything {
        id: NonZeroU32::new(number + 1).unwrap(),
        is_open: number.is_multiple_of(3),
        letter: char::from(b'a' + (number % 26) as u8),
        place: place(number % 100),
        former: (number % 4 == 1).then(|| place(number % 7)),
        small: -((number % 100) as i8),
        large: u128::from(number) << 70,
        ratio: number as f32 / 3.0,
        lasts: Duration::new(number.into(), number),
        at: SystemTime::UNIX_EPOCH + Duration::from_millis(number.into()),
        hash: number.to_le_bytes(),
        bytes: vec![number as u8; number as usize % 3],
        tags: (0..number % 3).map(|tag| format!("tag {tag}")).collect(),
        counts: (0..number % 2).map(|key| (key.to_string(), number.into())).collect(),
        pair: (1, vec![(2, i64::from(number)); number as usize % 2]),
        tree: match number % 3 {
            0 => Tree::Node(leaf(number), Box::new(Tree::Named { name: "n".into(), weight: 0.5 })),
            1 => Tree::Node(leaf(1), Box::new(Tree::Node(leaf(2), leaf(3)))),
            _ => Tree::Leaf(number),
        },
    }
}

fn of<T: Packable + Clone>(values: &[T], options: Options) -> Vec<u8>
where
    [T]: Packable,
{
    encode(&Packed::<[T], Compact>::pack(values), options)
}

#[test]
fn each_column_by_its_type() {
    let values: Vec<Everything> = (0..50).map(everything).collect();
    let bytes = of(&values, Options::new());
    let columns = Columns::<Everything>::open(&bytes).unwrap();
    macro_rules! assert_column {
        ($path:literal: $type:ty, $expected:expr) => {{
            let expected: Vec<$type> = $expected.collect();
            assert_eq!(columns.column::<$type>($path).unwrap().collect::<Vec<_>>(), expected, $path);
            let mut column = columns.column::<$type>($path).unwrap();
            assert_eq!(column.len(), expected.len() as u64);
            assert_eq!(column.nth(1), expected.get(1).copied());
            assert_eq!(column.len(), (expected.len() as u64).saturating_sub(2));
        }};
    }
    assert_column!("id": u32, values.iter().map(|of| of.id.get()));
    assert_column!("is_open": bool, values.iter().map(|of| of.is_open));
    assert_column!("letter": char, values.iter().map(|of| of.letter));
    assert_column!("place.y": i16, values.iter().map(|of| of.place.y));
    assert_column!("former.x": i16, values.iter().flat_map(|of| &of.former).map(|place| place.x));
    assert_column!("small": i8, values.iter().map(|of| of.small));
    assert_column!("ratio": f32, values.iter().map(|of| of.ratio));
    assert_column!("hash": &[u8], values.iter().map(|of| &of.hash[..]));
    assert_column!("bytes": &[u8], values.iter().map(|of| &of.bytes[..]));
    assert_column!("tags[]": &str, values.iter().flat_map(|of| &of.tags).map(String::as_str));
    assert_column!("tags": Number, values.iter().map(|of| Number(of.tags.len() as u64)));
    assert_column!("counts[].key": &str, values.iter().flat_map(|of| of.counts.keys()).map(String::as_str));
    assert_column!("counts[].value": u64, values.iter().flat_map(|of| of.counts.values()).copied());
    assert_column!("pair.1[].1": i64, values.iter().flat_map(|of| &of.pair.1).map(|pair| pair.1));
    assert_column!("tree.Named.weight": f64, values.iter().step_by(3).map(|_| 0.5));
    // Leaves in the order in which they are in the values.
    let leaves = values.iter().enumerate().flat_map(|(number, _)| match number % 3 {
        1 => vec![1, 2, 3],
        _ => vec![number as u32],
    });
    assert_column!("tree.Leaf": u32, leaves);
    let mut some = [0; 8];
    assert_eq!(columns.column::<u32>("id").unwrap().fill(&mut some), 8);
    assert_eq!(some, [1, 2, 3, 4, 5, 6, 7, 8]);
    let packed = Packed::<[Everything], Indexed>::pack(&values);
    assert_eq!(decode::<Everything, Indexed>(&bytes).unwrap().as_bytes(), packed.as_bytes());
}

#[test]
fn what_a_path_does_not_lead_to() {
    let bytes = of(&[everything(1)], Options::new());
    let columns = Columns::<Everything>::open(&bytes).unwrap();
    let says = |error: packed_data_columns::Error| error.to_string();
    assert_eq!(says(columns.column::<u8>("places").unwrap_err()), "no column has the path `places`");
    assert_eq!(says(columns.column::<u8>("place.z").unwrap_err()), "no column has the path `place.z`");
    assert_eq!(says(columns.column::<u8>("id").unwrap_err()), "the column id is of NonZeroU32, and not of u8");
    assert_eq!(
        says(columns.column::<u8>("place").unwrap_err()),
        "the column place is of structs or enums, and not of u8"
    );
    assert_eq!(says(columns.column::<&str>("hash").unwrap_err()), "the column hash is of bytes, and not of texts");
    assert_eq!(says(columns.column::<u64>("large").unwrap_err()), "the column large is of u128, and not of u64");
    assert!(matches!(columns.statistics("tags").unwrap_err().kind(), ErrorKind::OtherColumn(..)));
    assert!(Selection::of_paths(columns.tree(), ["nothing"]).is_err());
}

#[test]
fn statistics_of_columns() {
    let values: Vec<Everything> = (0..50).map(everything).collect();
    for options in [Options::new(), Options::new().compressed(true)] {
        let bytes = of(&values, options);
        let columns = Columns::<Everything>::open(&bytes).unwrap();
        let range = |path| columns.statistics(path).unwrap().range.unwrap();
        assert_eq!(range("id"), (Bound::Integer(1), Bound::Integer(50)));
        assert_eq!(range("small"), (Bound::Integer(-49), Bound::Integer(0)));
        assert_eq!(range("is_open"), (Bound::Integer(0), Bound::Integer(1)));
        assert_eq!(range("ratio"), (Bound::Float(0.0), Bound::Float((49_f32 / 3.0).into())));
        assert_eq!(range("lasts"), (Bound::Integer(0), Bound::Integer(49)));
        assert_eq!(range("tags[]"), (Bound::Text(b"tag 0".into()), Bound::Text(b"tag 1".into())));
        let former = columns.statistics("former.x").unwrap();
        assert_eq!((former.count, former.nulls), (13, 0));
        assert_eq!(columns.statistics("tree.Leaf").unwrap().count, 17 + 3 * 17 + 16);
    }
    let texts = ["".repeat(3), "b".repeat(40), "\u{10FFFF}".repeat(9)];
    let floats = vec![f64::NAN, -0.5, f64::INFINITY];
    let bytes = of(&texts.map(Some), Options::new());
    let columns = Columns::<Option<String>>::open(&bytes).unwrap();
    let expected = (Bound::Text(vec![]), Bound::Text([&"\u{10FFFF}".repeat(4).as_bytes()[..15], &[0xC0]].concat()));
    assert_eq!(columns.statistics("").unwrap().range, Some(expected));
    let bytes = of(&floats, Options::new());
    let statistics = Columns::<f64>::open(&bytes).unwrap().statistics("").unwrap();
    assert_eq!(statistics.range, Some((Bound::Float(-0.5), Bound::Float(f64::INFINITY))));
    assert!(statistics.has_nan);
    let bytes = of(&[None, Some(2_u8), None], Options::new());
    let statistics = Columns::<Option<u8>>::open(&bytes).unwrap().statistics("").unwrap();
    assert_eq!((statistics.count, statistics.nulls), (1, 2));
    let bytes = of(&[7_u8], Options::new().statistics(false));
    assert_eq!(Columns::<u8>::open(&bytes).unwrap().statistics("").unwrap().range, None);
}

/// Notes numbers and texts.
#[derive(Default)]
struct Parts(Vec<String>);

impl Visit<'_> for Parts {
    fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
        self.0.push(value.to_string());
    }

    fn text(&mut self, text: &str) {
        self.0.push(text.into());
    }
}

#[test]
fn a_selection_reads_no_other_column() {
    let leaf = |leaf| Box::new(Tree::Leaf(leaf));
    let named = |name: &str| Box::new(Tree::Named { name: name.into(), weight: 1.5 });
    let tree = Tree::Node(leaf(1), Box::new(Tree::Node(named("a"), Box::new(Tree::Node(leaf(2), named("b"))))));
    let bytes = of(&[tree.clone(), tree], Options::new().statistics(false));
    let columns = Columns::<Tree>::open(&bytes).unwrap();
    let seen = |selection: &Selection, bytes: &[u8]| {
        let mut parts = Parts::default();
        Columns::<Tree>::open(bytes).unwrap().visit(0..2, Some(selection), &mut parts).unwrap();
        parts.0
    };
    // Names only: the tree is walked by its constructors, and other columns may be anything.
    let names = Selection::of_fields(columns.tree(), |_, _, field| field == "name");
    let names_below =
        Selection::of_fields(columns.tree(), |_, constructor, field| constructor == "Node" || field == "name");
    let mut damaged = bytes.clone();
    let weight = (0..columns.tree().len()).find(|column| columns.tree().path(*column).ends_with("weight")).unwrap();
    damaged[columns.span(weight)].fill(0xFF);
    assert!(Columns::<Tree>::open(&damaged).unwrap().check().is_err());
    assert_eq!(seen(&names_below, &damaged), ["a", "b", "a", "b"]);
    // The root is no name. But the columns of the trees in it are those of all trees: they are passed silently.
    assert_eq!(seen(&names, &damaged), Vec::<String>::new());
    let all = Selection::of_paths(columns.tree(), ["Leaf", "Node.0", "Node.1"]).unwrap();
    assert_eq!(seen(&all, &bytes), ["1", "a", "1.5", "2", "b", "1.5", "1", "a", "1.5", "2", "b", "1.5"]);
}

#[test]
fn ranges_begin_at_their_group() {
    let values: Vec<Everything> = (0..500).map(everything).collect();
    let bytes = of(&values, Options::new().group(64));
    let columns = Columns::<Everything>::open(&bytes).unwrap();
    for range in [0..1, 63..65, 64..64, 100..300, 499..500, 0..500] {
        let found = columns.decode_range::<Compact>(range.clone()).unwrap();
        let expected = Packed::<[Everything], Compact>::pack(&values[range.start as usize..range.end as usize]);
        assert_eq!(found.as_bytes(), expected.as_bytes(), "{range:?}");
    }
    assert!(columns.decode_range::<Compact>(499..501).is_err());
    // No group begins after the last value, also if a group ends with it.
    let bytes = of(&values[..128], Options::new().group(64));
    let columns = Columns::<Everything>::open(&bytes).unwrap();
    for end in [64, 127, 128] {
        assert_eq!(columns.decode_range::<Compact>(end..end).unwrap().as_bytes(), [0]);
    }
    // What is before the group is not looked at: the same range of columns whose first blocks are damaged. (A column of
    // 1,024 integers or more has several blocks; the numbers of elements do not, here.)
    let numbers: Vec<(u64, String)> = (0..5000).map(|number| (number * number, format!("{number}"))).collect();
    let bytes = of(&numbers, Options::new().group(1024).statistics(false));
    let columns = Columns::<(u64, String)>::open(&bytes).unwrap();
    let expected = columns.decode_range::<Compact>(3000..3002).unwrap();
    let mut damaged = bytes.clone();
    let text = columns.span(1);
    damaged[text.start + 1500..text.start + 1600].fill(0xFF);
    let columns = Columns::<(u64, String)>::open(&damaged).unwrap();
    assert_eq!(columns.decode_range::<Compact>(3000..3002).unwrap().as_bytes(), expected.as_bytes());
    assert!(columns.decode::<Compact>().is_err());
}

#[test]
fn ranks_that_lie_are_noticed() {
    let values: Vec<Vec<u32>> = (0..100_u32).map(|number| vec![number; number as usize % 4]).collect();
    let bytes = of(&values, Options::new().group(10).statistics(false));
    let columns = Columns::<Vec<u32>>::open(&bytes).unwrap();
    let start = columns.span(0).start;
    let mut noticed = 0;
    for at in 2..start {
        for change in 1..=255 {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let Ok(columns) = Columns::<Vec<u32>>::open(&changed) else {
                noticed += 1;
                continue;
            };
            noticed += usize::from(columns.check().is_err());
        }
    }
    // (All but zeros written otherwise: padding of the last bits.)
    assert!(noticed > (start - 2) * 250, "{noticed} of {}", (start - 2) * 255);
}

/// The ranks of a column with as many values as records take a byte, for any number of groups: found by counting steps.
#[test]
fn very_many_groups_of_one_column() {
    for values in [vec![7_u8; 5000], (0..5000).map(|number| number as u8).collect()] {
        let bytes = of(&values, Options::new().group(1));
        let columns = Columns::<u8>::open(&bytes).unwrap();
        columns.check().unwrap();
        assert_eq!(columns.decode_range::<Compact>(4998..5000).unwrap().as_bytes(), [2, values[4998], values[4999]]);
    }
    // The ranks of one column are those of another one.
    let values: Vec<(Vec<u8>, Option<u16>, Option<u16>)> =
        (0..500).map(|number| (vec![], (number % 3 == 0).then_some(number), (number % 3 == 0).then_some(7))).collect();
    let bytes = of(&values, Options::new().group(10));
    let columns = Columns::<(Vec<u8>, Option<u16>, Option<u16>)>::open(&bytes).unwrap();
    columns.check().unwrap();
    let found = columns.decode_range::<Compact>(333..336).unwrap();
    assert_eq!(found.as_bytes(), Packed::<[_], Compact>::pack(&values[333..336]).as_bytes());
}

/// A column of arrays without bytes was an iterator without an end: found by mutated columns.
#[test]
fn a_column_of_arrays_without_bytes_is_empty() {
    let bytes = of(&[vec![[0_u8; 0]; 3]], Options::new());
    let columns = Columns::<Vec<[u8; 0]>>::open(&bytes).unwrap();
    let mut column = columns.column::<&[u8]>("[]").unwrap();
    assert_eq!((column.len(), column.next(), column.nth(1)), (0, None, None));
    assert_eq!(column.fold(0, |count, _| count + 1), 0);
}

#[test]
fn few_bytes_for_many_values() {
    let rows: Vec<(u64, bool, String)> = (0..10_000)
        .map(|row| (1_700_000_000 + 5 * row, row % 7 == 0, ["north", "south"][row as usize % 2].into()))
        .collect();
    let bytes = of(&rows, Options::new());
    // Differences that are all the same; one bit for a truth value and for a word of two.
    assert!(bytes.len() < 10 * (1 + 5 + 1) + 2 * (10_000 / 8 + 20) + 80, "{}", bytes.len());
    assert_eq!(of(&rows, Options::new()), bytes);
}

#[test]
fn a_schema_with_very_many_paths_has_columns_once_a_type() {
    // Each type contains the next one twice: 2^40 paths.
    let mut text = String::from("packed-data schema 1\n");
    for level in 0..40 {
        text.push_str(&format!("struct 1:{} 2 1:a #{} 1:b #{}\n", char::from(b'A' + level % 26), level + 1, level + 1));
    }
    text.push_str("u8\n");
    let schema = Schema::parse(&text).unwrap();
    let columns = ColumnSchema::new(&schema);
    assert_eq!(columns.len(), 1);
    // A long chain of types does not exhaust the stack.
    let mut text = String::from("packed-data schema 1\n");
    (1..50_000).for_each(|next| text.push_str(&format!("sequence #{next}\n")));
    text.push_str("u16\n");
    assert_eq!(ColumnSchema::new(&Schema::parse(&text).unwrap()).len(), 50_000);
}

#[test]
fn bombs_take_no_memory() {
    // A record of nothing, as often as there are numbers.
    let mut bytes = of(&[(), ()], Options::new());
    assert_eq!(bytes, [1, 1, 2, 0]);
    bytes.splice(2..3, [0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10]);
    let columns = Columns::<()>::open(&bytes).unwrap();
    assert!(columns.check().is_err());
    assert!(columns.decode::<Compact>().is_err());
    // A column that claims more values than its bytes can have.
    let mut bytes = of(&[5_u8; 10], Options::new().statistics(false));
    let at = bytes.iter().position(|byte| *byte == 10).unwrap();
    bytes.splice(at..=at, [0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10]);
    let error = Columns::<u8>::open(&bytes).unwrap_err();
    assert!(error.to_string().starts_with("expected values that the bytes of a column have"), "{error}");
    // A list of numbers that are not there: 128 GiB of them.
    let number = |value: u64| {
        let (bytes, len) = packed_data_model::varint::Varint::SHORT.encode(value.into());
        bytes[..len].to_vec()
    };
    let (count, size) = (1 << 34, 1 << 24);
    let length = [vec![0], number(count)].concat();
    let directory = [vec![1, 0, 1, 0], number(length.len() as u64), number(count + 1), number(size)].concat();
    let bytes = [directory, length, vec![0xFF; size as usize]].concat();
    let columns = Columns::<Vec<u64>>::open(&bytes).unwrap();
    assert!(columns.check().is_err());
    let error = columns.decode::<Compact>().unwrap_err();
    assert!(error.to_string().contains("expected a block of integers"), "{error}");
    // Records that are larger than the limit.
    let texts: Vec<String> = vec!["x".repeat(1000)];
    let bytes = of(&texts, Options::new());
    let tree = ColumnSchema::of::<String>();
    let codec = tree.schema().codec(LayoutId::Compact).unwrap();
    let limits = Limits { bytes: 100, ..Limits::DEFAULT };
    let columns = Columns::open_by(&tree, &bytes).unwrap();
    let each = |_| Ok::<_, packed_data_columns::Error>(());
    assert!(columns.records(&codec, 0..1, &limits, each).is_err());
}

#[test]
fn parts_without_columns_are_bounded() {
    // An array of very many parts beside a number, and a list of arrays without bytes.
    let schema = Schema::of::<(u8, [(); 4_000_000_000])>();
    let tree = ColumnSchema::new(&schema);
    assert_eq!(tree.len(), 1);
    let columns = Columns::open_by(&tree, &[1, 0, 1, 0, 2, 0, 7]).unwrap();
    let error = columns.check().unwrap_err();
    assert!(error.to_string().starts_with("expected a number of parts without bytes"), "{error}");
    let tree = ColumnSchema::of::<Vec<[u8; 0]>>();
    let lists = of(&[vec![[0_u8; 0]; 3]], Options::new().statistics(false));
    assert_eq!(Columns::<Vec<[u8; 0]>>::open(&lists).unwrap().decode::<Compact>().unwrap().as_bytes(), [1, 3]);
    // The number of elements, 2^40, in place of 3: a block of one integer without bits.
    let hostile = [&[1, 0, 1, 0, 10, 1][..], &[0, 0xFE, 0, 0, 0, 0, 0, 1, 0, 0]].concat();
    assert!(Columns::open_by(&tree, &hostile).unwrap().check().is_err());
    // Numbers pay for parts beside them.
    let pairs = vec![vec![(1_u8, ()); 2_000_000]];
    let bytes = of(&pairs, Options::new());
    Columns::<Vec<(u8, ())>>::open(&bytes).unwrap().check().unwrap();
}

#[test]
fn values_between_valid_ones_are_checked() {
    let mut bytes = of(&['\u{D7FF}', '\u{E000}'], Options::new().statistics(false));
    let expected: Vec<char> = Columns::<char>::open(&bytes).unwrap().column("").unwrap().collect();
    assert_eq!(expected, ['\u{D7FF}', '\u{E000}']);
    // Differences of 12 bits, 0 and 0x801: the second one becomes 1, which is a surrogate.
    let len = bytes.len();
    assert_eq!(bytes[len - 3..], [0x00, 0x10, 0x80]);
    bytes[len - 1] = 0;
    let error = Columns::<char>::open(&bytes).unwrap().column::<char>("").unwrap_err();
    assert!(error.to_string().starts_with("expected char, found 55296"), "{error}");
    let mut bytes = of(&[100_u8, 155], Options::new().statistics(false));
    *bytes.last_mut().unwrap() ^= 0b1100;
    let found = Columns::<u8>::open(&bytes).unwrap().column::<u8>("").map(|column| column.collect::<Vec<_>>());
    assert!(found.is_ok_and(|values| values.len() == 2));
}

#[test]
fn a_value_that_is_not_valid_stays_an_error() {
    let tree = ColumnSchema::of::<bool>();
    let codec = tree.schema().codec(LayoutId::Compact).unwrap();
    let mut encoder = Encoder::new(&tree, &codec, Options::new());
    encoder.push(&[1], &Limits::DEFAULT).unwrap();
    let error = encoder.push(&[7], &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.to_string(), "invalid bool: expected 0 or 1, found 7, at byte 0");
    assert_eq!(encoder.push(&[1], &Limits::DEFAULT).unwrap_err(), error);
    assert_eq!(encoder.finish().unwrap_err(), error);
    let other = ColumnSchema::of::<u8>();
    assert_eq!(Encoder::new(&other, &codec, Options::new()).finish().unwrap_err().kind(), &ErrorKind::OtherType);
}

/// After a visitor that stopped in the middle of a value, a walker does not go on with the rest of it.
#[test]
fn a_walker_that_was_stopped() {
    #[derive(Default)]
    struct First(Option<ScalarValue>);

    impl Visit<'_> for First {
        fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
            self.0.get_or_insert(value);
        }

        fn is_over(&self) -> bool {
            self.0.is_some()
        }
    }

    let bytes = of(&[(1_u8, 2_u32), (3, 4)], Options::new());
    let columns = Columns::<(u8, u32)>::open(&bytes).unwrap();
    let mut walker = columns.walker(None).unwrap();
    let mut first = First::default();
    walker.next(&mut first).unwrap();
    assert_eq!(first.0, Some(ScalarValue::Unsigned(1)));
    assert!(walker.next(&mut First::default()).is_err());
}

/// Parts of static size are listed where they are scalars, and not where a type has very many arrays of nothing.
#[test]
fn parts_of_static_size() {
    #[derive(Clone, Packable)]
    struct Sizes {
        small: u8,
        pair: (u16, [u8; 3]),
    }

    let _ = |sizes: Sizes| (sizes.small, sizes.pair);
    let schema = Schema::of::<Sizes>();
    let parts = schema.codec(LayoutId::Compact).unwrap().fixed_fields(0, 0).unwrap();
    let places: Vec<_> = parts.iter().map(|part| (part.offset, part.size)).collect();
    assert_eq!(places, [(0, 1), (1, 0), (1, 2), (3, 3)]);
    assert_eq!(schema.codec(LayoutId::Cbor).unwrap().fixed_fields(0, 0), None);
    let schema = Schema::of::<(u8, [[u32; 0]; 1000])>();
    assert_eq!(schema.codec(LayoutId::Compact).unwrap().fixed_fields(0, 0), None);
}
