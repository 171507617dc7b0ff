//! Lazy views: their steps, one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::NonZeroU16;
use std::ops::{Bound, Range};
use std::time::Duration;

use packed_data::__private::walk_lazily;
use packed_data::types::{Reserved, Unknown};
use packed_data::view::LazyView;
use packed_data::{Error, ErrorKind, Indexed, Limits, Packable, Packed, Unpack, View, lazy};
use test_suite::lazily::{Point, Tree, point, texts, tree};
use test_suite::swept;

#[derive(Clone, Debug, PartialEq, Packable)]
struct Person {
    name: String,
    age: u8,
    is_friend: bool,
    letter: char,
    tags: Vec<String>,
    scores: Vec<u32>,
    pair: (u8, String),
    choice: Option<String>,
    corners: [Point; 2],
    words: [String; 3],
    tree: Tree,
}

fn person() -> Person {
    Person {
        name: "Ada".into(),
        age: 36,
        is_friend: true,
        letter: 'λ',
        tags: vec!["one".into(), String::new(), "three".into()],
        scores: vec![1, 2, 3],
        pair: (7, "seven".into()),
        choice: Some("yes".into()),
        corners: [Point { x: -1, y: true }, Point { x: 2, y: false }],
        words: ["a".into(), "bc".into(), "def".into()],
        tree: Tree::Node(
            Box::new(Tree::Node(Box::new(Tree::Leaf(1)), "left".into(), Box::new(Tree::Empty))),
            "root".into(),
            Box::new(Tree::Leaf(2)),
        ),
    }
}

fn by_steps(view: LazyView<'_, Person, Indexed>) -> Result<Person, Error> {
    let fields = view.try_fields()?;
    let (number, text) = fields.pair.try_fields()?;
    let words = texts(fields.words.try_iter()?)?;
    Ok(Person {
        name: fields.name.try_text()?.to_owned(),
        age: fields.age,
        is_friend: fields.is_friend,
        letter: fields.letter,
        tags: texts(fields.tags.try_iter()?)?,
        scores: fields.scores.try_iter()?.collect::<Result<_, _>>()?,
        pair: (number, text.try_text()?.to_owned()),
        choice: fields.choice.try_case()?.map(|text| text.try_text().map(str::to_owned)).transpose()?,
        corners: [point(fields.corners.try_get(0)?.unwrap())?, point(fields.corners.try_get(1)?.unwrap())?],
        words: words.try_into().unwrap(),
        tree: tree(fields.tree)?,
    })
}

#[test]
fn each_step_returns_what_was_packed() {
    let packed = Packed::<Person, Indexed>::pack(&person());
    assert_eq!(by_steps(lazy::<Person, Indexed>(packed.as_bytes())), Ok(person()));
}

/// Returns the bytes that are tried at a place: all, but few under Miri.
fn tried() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).step_by(if cfg!(miri) { 127 } else { 1 })
}

#[test]
fn every_prefix_and_every_changed_byte_is_an_error_or_a_value() {
    let bytes = Packed::<Person, Indexed>::pack(&person()).into_inner();
    for len in swept(0..bytes.len()) {
        let read = by_steps(lazy::<Person, Indexed>(&bytes[..len]));
        assert!(read.is_err(), "a step reads beyond the first {len} bytes");
    }
    let (mut refused, mut differs) = (0, 0);
    for at in swept(0..bytes.len()) {
        for byte in tried() {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            let valid = Packed::<Person, Indexed, _>::from_bytes(bytes.as_slice());
            match (by_steps(lazy::<Person, Indexed>(&bytes)), valid) {
                (Ok(value), Ok(valid)) => assert_eq!(value, valid.unpack().unwrap()),
                (Err(error), Err(_)) => {
                    assert!(error.offset() <= bytes.len());
                    refused += 1;
                }
                // (A field or the whole is said to be longer than its value: no step reads what is after that.)
                (Ok(_), Err(error)) => {
                    assert!(
                        matches!(error.kind(), ErrorKind::SizeMismatch { .. } | ErrorKind::TrailingBytes { .. }),
                        "{error}"
                    );
                    differs += 1;
                }
                (Err(error), Ok(_)) => panic!("valid, but {error}"),
            }
        }
    }
    assert!(cfg!(miri) || refused > 1_000, "{refused}");
    assert!(cfg!(miri) || differs < refused / 20, "{differs} of {refused}");
}

/// Reads a value whole.
fn whole<T: Packable<As: Sized> + for<'a> Unpack<'a> + Debug>(bytes: &[u8]) -> Result<T, Error> {
    lazy::<T, Indexed>(bytes).try_unpack()
}

#[test]
fn a_part_can_be_trusted_alone() {
    let mut bytes = Packed::<(Tree, Tree), Indexed>::pack(&(person().tree, Tree::Leaf(3))).into_inner();
    let last = bytes.len() - 9;
    assert_eq!(bytes[last], 0, "the tag of the leaf");
    bytes[last] = 99;
    let (first, second) = lazy::<(Tree, Tree), Indexed>(&bytes).try_fields().unwrap();
    assert_eq!(first.check().unwrap().unpack::<Tree>(), Ok(person().tree));
    let error = second.check().unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidTag { found: 99, constructors: 3 }, last));
    assert_eq!(second.try_case().unwrap_err(), error);
    assert!(whole::<(Tree, Tree)>(&bytes).is_err());
    assert_eq!(format!("{first:?} {second:?}"), format!("LazyView(1..{last}) LazyView({last}..{})", last + 9));
}

/// A struct that ends by itself in front of other fields: static fields, then a text.
#[derive(Packable)]
struct Headed(u8, String);

#[derive(Packable)]
#[packable(extensible)]
struct Old {
    id: u32,
    name: String,
}

#[derive(Packable)]
#[packable(extensible)]
struct New {
    id: u32,
    name: String,
    #[packable(default)]
    tags: Vec<String>,
    #[packable(default)]
    removed: Reserved<String>,
    #[packable(default)]
    flag: bool,
}

#[derive(Packable)]
#[packable(extensible)]
enum Open {
    Empty,
    Full(u8, String),
    #[packable(other)]
    Other(Unknown),
}

#[derive(Packable)]
struct Everything {
    headed: [Headed; 2],
    nested: (Headed, (String, Vec<u8>), String),
    reserved: Reserved<String>,
    new: New,
    open: Vec<Open>,
    option: Option<Option<u8>>,
    result: Result<(u8, String), u64>,
    bound: Bound<String>,
    range: Range<u16>,
    address: IpAddr,
    duration: Duration,
    number: Option<NonZeroU16>,
    map: BTreeMap<String, BTreeSet<u16>>,
    rows: [[String; 2]; 2],
    empty: (Vec<()>, [(); 3], ()),
    last: [String; 1],
}

/// Reads a value whole, part by part, with every change of a byte; the outcome agrees with that of a validation.
fn agrees<T: Packable>(bytes: &[u8]) {
    let agree = |bytes: &[u8]| {
        let read = walk_lazily(lazy::<T, Indexed>(bytes), Limits::DEFAULT.depth);
        match (read, Packed::<T, Indexed, _>::from_bytes(bytes)) {
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
            (Err(error), Ok(_)) => panic!("valid, but {error}: {bytes:?}"),
            (Ok(_), Err(error)) => assert!(
                matches!(
                    error.kind(),
                    ErrorKind::SizeMismatch { .. }
                        | ErrorKind::TrailingBytes { .. }
                        | ErrorKind::UnexpectedEnd { .. }
                        | ErrorKind::Unsorted
                        | ErrorKind::DuplicateKey
                ),
                "{error}: {bytes:?}"
            ),
        }
    };
    assert!(walk_lazily(lazy::<T, Indexed>(bytes), Limits::DEFAULT.depth).is_ok());
    for len in swept(0..bytes.len()) {
        agree(&bytes[..len]);
    }
    for at in swept(0..bytes.len()) {
        let mut bytes = bytes.to_vec();
        for byte in tried() {
            bytes[at] = byte;
            agree(&bytes);
        }
    }
}

#[test]
fn types_of_every_kind() {
    let headed = |n: u8| Headed(n, "x".repeat(usize::from(n)));
    let everything = Everything {
        headed: [headed(0), headed(2)],
        nested: (headed(1), ("a".into(), vec![1, 2]), "b".into()),
        reserved: Reserved::default(),
        new: New { id: 7, name: "new".into(), tags: vec!["t".into()], removed: Reserved::default(), flag: true },
        open: vec![Open::Empty, Open::Full(1, "full".into())],
        option: Some(Some(3)),
        result: Ok((1, "ok".into())),
        bound: Bound::Included("to".into()),
        range: 3..9,
        address: IpAddr::V4([127, 0, 0, 1].into()),
        duration: Duration::new(5, 6),
        number: NonZeroU16::new(8),
        map: BTreeMap::from([("one".into(), BTreeSet::from([1, 500])), ("two".into(), BTreeSet::new())]),
        rows: [["a".into(), "b".into()], ["c".into(), "d".into()]],
        empty: (vec![(); 4], [(); 3], ()),
        last: ["last".into()],
    };
    agrees::<Everything>(Packed::<Everything, Indexed>::pack(&everything).as_bytes());
    // A value of the old version, as one of the new.
    let old = Packed::<Old, Indexed>::pack(&Old { id: 7, name: "old".into() }).into_inner();
    agrees::<New>(&old);
    let fields = lazy::<New, Indexed>(&old).try_fields().unwrap();
    assert!(fields.id == 7 && fields.tags.is_none() && fields.removed.is_none() && fields.flag.is_none());
    assert_eq!(lazy::<New, Indexed>(&old).try_field(|new: NewNames| new.flag), Ok(None));
    let new = Packed::<New, Indexed>::pack(&everything.new).into_inner();
    assert_eq!(lazy::<New, Indexed>(&new).try_field(|new: NewNames| new.flag), Ok(Some(true)));
    assert_eq!(lazy::<Old, Indexed>(&new).try_fields().unwrap().name.try_text(), Ok("new"));
}

#[test]
fn maps_and_sets_are_searched() {
    let map: BTreeMap<String, u32> = (0..100).map(|n| (format!("key {n:03}"), n)).collect();
    let mut bytes = Packed::<BTreeMap<String, u32>, Indexed>::pack(&map).into_inner();
    let find = |bytes: &[u8], key: &str| lazy::<BTreeMap<String, u32>, Indexed>(bytes).try_get_key(key);
    for (key, value) in &map {
        assert_eq!(find(&bytes, key), Ok(Some(*value)));
    }
    assert_eq!((find(&bytes, "key 100"), find(&bytes, "")), (Ok(None), Ok(None)));
    let sets = Packed::<BTreeSet<u16>, Indexed>::pack(&BTreeSet::from([1, 5, 9])).into_inner();
    let set = lazy::<BTreeSet<u16>, Indexed>(&sets);
    assert_eq!([0, 1, 5, 6, 9].map(|n| set.try_contains(&n).unwrap()), [false, true, true, false, true]);
    // Only keys that are compared are checked: the first one is not among those of the search for the last.
    let first = bytes.windows(7).position(|bytes| bytes == b"key 000").unwrap();
    bytes[first] = 0xFF;
    assert_eq!(find(&bytes, "key 099"), Ok(Some(99)));
    assert_eq!(find(&bytes, "key 000").unwrap_err().kind(), ErrorKind::InvalidUtf8);
}

/// A condition is tested by a step into its value, which is validated before.
#[derive(Debug, Packable)]
#[packable(validate = is_ascending)]
struct Ascending {
    first: u8,
    second: u8,
    text: String,
}

fn is_ascending<L: packed_data::Layout>(value: View<'_, Ascending, L>) -> Result<(), &'static str> {
    let Ascending { first, second, .. } = value.unpack().map_err(|_| "too deep")?;
    if first < second { Ok(()) } else { Err("not ascending") }
}

#[test]
fn conditions_are_tested_where_their_value_is_read() {
    let pack = |first, second| {
        Packed::<(Ascending, u8), Indexed>::build(|needs| {
            needs.fields().with(|needs| Ascending::write_ascending(needs, &first, &second, "text")).put(&9).done()
        })
        .into_inner()
    };
    let read = |bytes: &[u8]| {
        let (value, nine) = lazy::<(Ascending, u8), Indexed>(bytes).try_fields()?;
        assert_eq!(nine, 9);
        Ok::<_, Error>((value.try_fields()?.second, value.try_field(|value: AscendingNames| value.first)?))
    };
    let bytes = pack(1, 2);
    assert_eq!(read(&bytes), Ok((2, 1)));
    // (The layout stores the nine first, then the size of the other field and its static part.)
    let first = bytes.iter().position(|byte| *byte == 1).unwrap();
    let mut changed = bytes.clone();
    changed[first] = 3;
    assert_eq!(read(&changed).unwrap_err().kind(), ErrorKind::Refused { message: "not ascending" });
    let mut changed = bytes;
    *changed.last_mut().unwrap() = 0xFF;
    assert_eq!(read(&changed).unwrap_err().kind(), ErrorKind::InvalidUtf8, "all of it is validated");
}
