//! A value of each shape, for tests that take it apart byte by byte.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI64, NonZeroU8, NonZeroU32, NonZeroUsize};
use std::time::Duration;

use packed_data::cbor::{RawBuf, from_diagnostic};
use proptest::strategy::BoxedStrategy;
use smallvec::smallvec;
use uuid::Uuid;

use crate::Reads;
use crate::constructors::{Double, Full, Narrow, Numbered, Single, Wide};
use crate::described::Described;
use crate::shapes::*;
use crate::{TestLayout, strategies, versions};

/// A shape that the suites run over.
pub trait Sample: Reads + Described + 'static {
    /// Returns one value that contains some of everything.
    fn sample() -> Self;

    /// Returns a strategy for any value.
    fn any() -> BoxedStrategy<Self>;

    /// Returns what older and newer versions of the type wrote in a layout: some fields are absent, and others, and
    /// constructors, are not known.
    fn versions<L: TestLayout>() -> Vec<Vec<u8>> {
        Vec::new()
    }
}

fn node(left: Tree, right: Tree) -> Tree {
    Tree::Node(Box::new(left), Box::new(right))
}

impl Record {
    /// Returns a record with few contents.
    pub(crate) fn small(name: &str, last: Option<Record>) -> Self {
        Self {
            name: name.chars().collect(),
            mark: 'm',
            is_open: false,
            share: 1.5,
            color: Color::Red,
            maybe: None,
            outcome: Err(-2.5),
            rows: vec![],
            units: vec![],
            choice: Pair::Neither,
            floats: vec![],
            children: vec![],
            last: last.map(Box::new),
        }
    }
}

impl Grown {
    /// Returns constructors of newer versions: with a tag, with indefinite lengths, and with fields of every kind.
    pub(crate) fn unknown() -> Vec<RawBuf> {
        let items = ["[3]", "[300, 1.5, \"new\"]", "1([_ 4, {_ 1: h'02'}])", "[5_1, 6([7]), null]"];
        let raw = |item| RawBuf::new(from_diagnostic(item).expect("notation")).expect("an item");
        items.map(raw).into()
    }
}

/// Returns items of other versions, for layouts of CBOR.
fn items<L: TestLayout>(items: [&str; 2]) -> Vec<Vec<u8>> {
    match L::CBOR {
        Some(_) => items.map(|item| from_diagnostic(item).expect("notation")).into(),
        None => Vec::new(),
    }
}

impl Profile {
    /// Returns a profile with few contents.
    pub(crate) fn small(name: &str, next: Option<Profile>) -> Self {
        Self {
            id: 0x102,
            name: name.into(),
            maybe: None,
            bytes: [7, 8, 9],
            tree: None,
            unit: (),
            flag: true,
            version: version(1, 2, "v"),
            children: vec![],
            next: next.map(Box::new),
        }
    }
}

fn link<T>(value: T, rest: Links<T>) -> Links<T> {
    Links::Link(value, Box::new(rest))
}

fn version(major: u8, minor: u8, label: &str) -> Version {
    Version { major, minor, label: label.into() }
}

fn tiles(numbers: &[u8]) -> Shelf {
    Shelf(numbers.iter().copied().map(Tile).collect())
}

/// Implements [`Sample`]: for each type a strategy, a value, and what other versions wrote, if there are any.
macro_rules! samples {
    ($($T:ty, $strategy:expr, $sample:expr $(, $versions:expr)?;)+) => {$(
        impl Sample for $T {
            fn sample() -> Self {
                $sample
            }

            fn any() -> BoxedStrategy<Self> {
                $strategy
            }

            $(
                fn versions<L: TestLayout>() -> Vec<Vec<u8>> {
                    $versions
                }
            )?
        }
    )+};
}

samples! {
    Tree, strategies::tree(), node(node(Tree::Leaf(1), Tree::Leaf(-2)), node(Tree::Leaf(0x7F), Tree::Leaf(i64::MAX)));
    Ast, strategies::ast(), Ast::Add(
        Box::new(Ast::Mul(Box::new(Ast::Value(2)), Box::new(Ast::Negate(Box::new(Ast::Value(-3)))))),
        Box::new(Ast::Sub(Box::new(Ast::Value(7)), Box::new(Ast::Value(1 << 20)))),
    );
    Json, strategies::json(), Json::Object(vec![
        ("null".into(), Json::Null),
        ("é".into(), Json::Array(vec![Json::Bool(true), Json::Number(-1.5), Json::Array(vec![])])),
        (String::new(), Json::Object(vec![("text".into(), Json::Text("ω and more".into()))])),
    ]);
    List, strategies::list(), List::of([1, -1, i64::MIN, 0xFC].into_iter());
    Node, strategies::node(), Node::of(1, [-1, i64::MIN, 0xFC].into_iter());
    Rose, strategies::rose(), Rose {
        name: "root".into(),
        children: vec![
            Rose { name: "a".into(), children: vec![], weight: 1 },
            Rose { name: "".into(), children: vec![Rose { name: "c".into(), children: vec![], weight: 3 }], weight: 2 },
        ],
        weight: 0xFFFF,
    };
    Forest, strategies::forest(), Forest(
        vec![
            Grove::Bare,
            Grove::Wood {
                below: Box::new(Forest(vec![Grove::Bare], 1)),
                label: "oak".into(),
                beside: Some(Box::new(Grove::Wood {
                    below: Box::new(Forest(vec![], 2)),
                    label: String::new(),
                    beside: None,
                })),
            },
        ],
        3,
    );
    Numbers, strategies::numbers(), Numbers {
        u8: 1, i8: -1, u16: 2, i16: -2, u32: 3, i32: -3, u64: 4, i64: -4, u128: 5, i128: -5, usize: 6, isize: -6,
        f32: 1.5, f64: -0.0, bool: true, char: 'ß', unit: (), byte: NonZeroU8::MIN, word: NonZeroU32::MIN,
        signed: NonZeroI64::MIN, size: NonZeroUsize::MIN, duration: Duration::new(7, 999_999_999),
        ordering: Ordering::Greater,
    };
    Scalars, strategies::scalars(), Scalars {
        u8: 1, i8: -1, u16: 2, i16: -2, u32: 3, i32: -3, u64: 4, i64: -4, usize: 6, isize: -6, f32: 1.5, f64: -0.1,
        bool: true, char: 'ß', unit: (), word: NonZeroU32::MIN, ordering: Ordering::Greater,
    };
    Record, strategies::record(), Record {
        name: "größer".chars().collect(), mark: '\u{1F600}', is_open: true, share: 0.25, color: Color::Blue,
        maybe: Some(Some(7)), outcome: Ok(vec![true, false]), rows: vec![vec![1, 0x100], vec![]], units: vec![(); 2],
        choice: Pair::Both { left: 200, right: vec!['x'] }, floats: vec![0.0, -1e300],
        children: vec![Record::small("a", None), Record::small("", Some(Record::small("c", None)))],
        last: Some(Box::new(Record::small("last", None))),
    };
    Texts, strategies::texts(), Texts {
        owned: "owned".into(), boxed: "".into(), shared: "ωmega".into(), counted: String::from("c").into(),
        cow: vec![1, 0xFFFF].into(), chars: vec!['a', '\u{10FFFF}'], bytes: vec![0xFC, 0xFF],
        flags: vec![true, false], words: vec!["to".into(), "".into(), "be".into()],
    };
    Nested, strategies::nested(), Nested {
        maps: BTreeMap::from([
            ("a".into(), BTreeMap::from([(-1, vec!["x".into()]), (1, vec![])])),
            ("b".into(), BTreeMap::new()),
        ]),
        hashed: HashMap::from([(1, vec![None, Some(2)]), (-1, vec![]), (3, vec![Some(4)])]),
        names: HashSet::from(["q".into(), "p".into(), "".into()]),
        pairs: BTreeSet::from([(1, "b".into()), (1, "a".into()), (-1, "c".into())]),
        deep: vec![vec![vec![1, 2], vec![]], vec![]],
        queue: VecDeque::from([(1, true), (2, false)]),
        units: vec![(); 3],
        slice: Box::new([Some(5), None]),
    };
    Sums, strategies::sums(), Sums {
        option: Some(None), unit: Some(()), result: Ok(Some("ok".into())), many: vec![Ok(-1), Err("no".into())],
        boxed: Some(Box::new(node(Tree::Leaf(1), Tree::Leaf(2)))), tuple: (None, Err('x'), (9, Some("t".into()))),
        last: Some(Ok(vec![1, 2, 3])),
    };
    Arrays, strategies::arrays(), Arrays {
        fixed: [1, 2, 3], flags: [true, false], texts: ["a".into(), "".into(), "ccc".into()],
        options: [[Some(1), None], [None, Some(2)]], none: [], one: [vec![7, 8]], single: [Some(3)],
        last: [vec!["x".into()], vec![]],
    };
    Big, strategies::big(), Big {
        a: 1, b: "b".into(), c: Some(3), d: [4; 4], e: true, f: vec![6, 7], g: None, h: Color::Blue, i: -9,
        j: (10, 11), k: (12, "k".into()), l: vec![None, Some(13)], m: Box::new(node(Tree::Leaf(14), Tree::Leaf(15))),
        n: 'n', o: 0.5, p: BTreeMap::from([(1, 2), (3, 4)]), q: Wrapper(Some(17)), r#type: 18, s: (),
        t: Some(Box::new(Tree::Leaf(20))), u: Color::Red, v: Pair::Both { left: 21, right: "v".into() }, w: 1 << 100,
        x: None,
    };
    Color, strategies::color(), Color::Green;
    MaybeVoid, strategies::maybe_void(), MaybeVoid::Perhaps(None, 5);
    Pair<String, Vec<u16>>, strategies::pair(), Pair::Both { left: "left".into(), right: vec![1, 0x100] };
    Generic<Tree>, strategies::generic(strategies::tree()), Generic {
        head: node(Tree::Leaf(1), Tree::Leaf(2)),
        rest: vec![Tree::Leaf(3), node(Tree::Leaf(4), Tree::Leaf(5))],
        boxed: Some(Box::new(Tree::Leaf(6))),
    };
    Generic<u8>, strategies::generic(strategies::byte()), Generic { head: 1, rest: vec![2, 3], boxed: None };
    Single, strategies::numbered(), Single::number(0);
    Double, strategies::numbered(), Double::number(1);
    Narrow, strategies::numbered(), Narrow::number(254);
    Full, strategies::numbered(), Full::number(255);
    Wide, strategies::numbered(), Wide::number(256);
    Floor, strategies::floor(), Floor {
        row: Row(Tile(1), 2), shelf: tiles(&[3, 4]), rows: vec![Row(Tile(5), 6), Row(Tile(7), 8)],
        maybe: Some(Tile(9)), either: Err(Tile(10)),
        rooms: vec![
            Room::Empty,
            Room::One(Tile(11)),
            Room::Two(Tile(12), Row(Tile(13), 14)),
            Room::Inner(Box::new(Floor {
                row: Row(Tile(15), 16), shelf: tiles(&[]), rows: vec![], maybe: None, either: Ok(Row(Tile(17), 18)),
                rooms: vec![], last: tiles(&[19]),
            })),
        ],
        last: tiles(&[20, 21]),
    };
    Marked, strategies::marked(), Marked::List(vec![
        Marked::Numbers { when: -1, small: 200, word: 70_000, large: u64::MAX, wide: 1 << 70 },
        Marked::Within(
            Box::new(Marked::Others(
                "a:b".into(), vec![0, 0xC2], [1, 0xFF], 1.5, Some(300), Color::Blue, BTreeSet::from([-1, 1]),
            )),
            (-300, 'ß'),
            7,
        ),
        Marked::Numbers { when: i64::MAX, small: 1, word: 0, large: 2, wide: -1 << 100 },
    ]);
    Term, strategies::term(), Term::Map(BTreeMap::from([
        (Term::Int(-1), Term::Text("a".into())),
        (Term::Int(1), Term::List(vec![Term::Int(0x100)])),
        (
            Term::Map(BTreeMap::from([
                (Term::Text("k".into()), Term::Int(2)),
                (Term::Sets(BTreeSet::from([BTreeSet::from([Term::Int(3), Term::Int(4)]), BTreeSet::new()])), Term::Int(5)),
            ])),
            Term::Sets(BTreeSet::from([
                BTreeSet::from([Term::List(vec![]), Term::Map(BTreeMap::new())]),
                BTreeSet::from([Term::Int(6)]),
            ])),
        ),
    ]));
    Large, strategies::large(), Large::Node(vec![Large::Small(1), Large::Inline([7; 600]), Large::Node(vec![])]);
    Library, strategies::library(), Library {
        small: smallvec![1, 0x200, 3], bytes: vec![4, 0xFC].into(),
        nested: smallvec![
            Box::new(Library {
                small: smallvec![], bytes: vec![].into(), nested: smallvec![], id: Uuid::from_bytes([5; 16]),
            }),
        ],
        id: Uuid::from_u128(6),
    };
    Grown, strategies::grown(), Grown::Several(
        vec![
            Grown::Keys(
                BTreeMap::from([(version(1, 0, ""), 1), (version(1, 0, "a"), 2), (version(1, 2, ""), 3)]),
                BTreeSet::from([version(0, 0, ""), version(0, 1, "b")]),
            ),
            Grown::Cell(300, Box::new(Grown::Keys(BTreeMap::new(), BTreeSet::new()))),
            Grown::Unknown(Grown::unknown().swap_remove(2)),
        ],
        Some(-1),
    ), items::<L>([
        // Keys, some of which lack fields. One change turns the first key into the second, and the third into the
        // fourth.
        r#"[0, {[0, 1]: 1, [0, 1, 1]: 2, [0, 2, 0, "b"]: 3, [0, 2, 0]: 4}, [[0, 0], [0, 0, 0, "a"]]]"#,
        r#"[2, [[0, {[0, 1, 1]: 1, [0, 1]: 2}], [1, 7, [2, []]], [2, [], []]]]"#,
    ]);
    Profile, strategies::profile(), Profile {
        maybe: Some(3), tree: Some(Box::new(node(Tree::Leaf(4), Tree::Leaf(5)))),
        children: vec![Profile::small("a", None), Profile::small("", Some(Profile::small("b", None)))],
        ..Profile::small("root", Some(Profile::small("last", None)))
    }, versions::of_profile::<L>();
    Links<u8>, strategies::links(strategies::byte()), link(1, link(2, Links::Fork(
        Box::new(link(3, Links::End)),
        Some(4),
        Some(Box::new(Links::Many(vec![Links::End, link(5, Links::End)], None))),
        true,
    ))), versions::of_links::<L>();
    Event, strategies::event(), Event::Several(vec![
        Event::Number(-1, true, "event".into()),
        Event::Within(Box::new(Event::Nothing), 300, Some(Box::new(Event::Number(1, false, String::new())))),
        Event::Next(1, None, Box::new(Event::Next(2, Some(true), Box::new(Event::Several(vec![]))))),
    ]), versions::of_event::<L>();
    Parcel, strategies::parcel(), Parcel {
        note: Note, notes: vec![Note, Note], signal: Signal::On, signals: [Signal::Off, Signal::On],
        label: Label("label".into()), maybe: Some(Label(String::new())),
        triple: (Label("x".repeat(260)), 7, link(Signal::On, Links::Many(vec![Links::End], Some(Signal::Off)))),
        result: Err(Label("error".into())),
        keys: BTreeMap::from([(version(1, 0, ""), Signal::On), (version(1, 0, "a"), Signal::Off)]),
        set: BTreeSet::from([Signal::Off, Signal::On]),
        events: vec![None, Some(Event::Number(5, true, "e".into())), Some(Event::Nothing)],
        last: Event::Next(6, Some(false), Box::new(Event::Nothing)),
    };
}
