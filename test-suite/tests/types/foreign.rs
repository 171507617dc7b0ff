//! Types of other crates as fields (`with`), and conditions on values (`validate`).

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::catch_unwind;

use packed_data::types::Validate;
use packed_data::with::{PackWith, Unchanged, With};
use packed_data::{
    Cbor, Compact, Done, Error, ErrorKind, Fingerprint, Indexed, Layout, Limits, Packable, Packed, TooDeep, Unpack,
    View,
};
use test_suite::{TestLayout, over_layouts};

over_layouts!(
    few all: fields_with_an_adapter,
    refused_fields,
    values_that_cannot_be_packed,
    conditions_are_tested_once_from_the_inside_out,
    paths_to_refused_values,
    long_lists_take_no_stack,
    trees_of_conditions,
    copies_are_not_tested_again,
    refused_values_can_be_packed_built_and_unpacked,
    nested_foreign_values,
    foreign_values_that_nest_deeply
);
over_layouts!(few: containers, keys, strings, a_lying_adapter_panics, elements_in_bulk, adapted_enums);

/// A number as another crate may define it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Ticks(u64);

/// Ticks, fewer than a million, and packed as such.
enum Small {}

const TOO_MANY: &str = "too many ticks";

impl PackWith<Ticks> for Small {
    const NAME: &'static str = "ticks";
    type As = i64;
    type Value<'v> = i64;

    fn pack(ticks: &Ticks) -> Result<i64, &'static str> {
        if ticks.0 < 1_000_000 { Ok(ticks.0 as i64) } else { Err(TOO_MANY) }
    }

    fn unpack(ticks: i64) -> Result<Ticks, &'static str> {
        match u64::try_from(ticks) {
            Ok(ticks) if ticks < 1_000_000 => Ok(Ticks(ticks)),
            Ok(_) => Err(TOO_MANY),
            Err(_) => Err("negative ticks"),
        }
    }
}

/// Ticks in thousands. All values are accepted.
enum Thousands {}

impl PackWith<Ticks> for Thousands {
    const NAME: &'static str = "thousands of ticks";
    const REFUSES: bool = false;
    type As = u32;
    type Value<'v> = u32;

    fn pack(ticks: &Ticks) -> Result<u32, &'static str> {
        u32::try_from(ticks.0 / 1000).map_err(|_| TOO_MANY)
    }

    fn unpack(thousands: u32) -> Result<Ticks, &'static str> {
        Ok(Ticks(u64::from(thousands) * 1000))
    }
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Event {
    number: i64,
    #[packable(with = Small)]
    at: Ticks,
    after: i64,
    #[packable(with = Thousands)]
    until: Ticks,
}

/// The same bytes as an [`Event`], without adapters.
#[derive(Packable)]
struct RawEvent {
    number: i64,
    at: i64,
    after: i64,
    until: u32,
}

fn fields_with_an_adapter<L: TestLayout>() {
    let event = Event { number: 1, at: Ticks(999_999), after: 2, until: Ticks(7000) };
    let packed = Packed::<Event, L>::pack(&event);
    assert_eq!(packed.unpack(), Ok(event.clone()));
    let raw = Packed::<RawEvent, L>::pack(&RawEvent { number: 1, at: 999_999, after: 2, until: 7 });
    assert_eq!(packed.as_bytes(), raw.as_bytes());
    let checked = Packed::<Event, L, _>::from_bytes(packed.as_bytes()).unwrap();
    let (at, until) = checked.read(|event| {
        let (at, fields) = event.fields().skip().read();
        let (until, fields) = fields.skip().read();
        fields.done((at, until))
    });
    assert_eq!((at, until), (Ticks(999_999), Ticks(7000)));
    let as_packed = checked.read(|event| {
        let (at, fields) = event.fields().skip().with(|at| at.into_adapted().read());
        fields.skip().skip().done(at)
    });
    assert_eq!(as_packed, 999_999);
    let written = Packed::<Event, L>::build(|needs| Event::write_event(needs, &1, &Ticks(999_999), &2, &Ticks(7999)));
    assert_eq!(written, packed);
    let started = Packed::<Event, L>::build(|needs| {
        let fields = Event::start_event(needs).put(&1).put(With::from_ref(&Ticks(999_999))).put(&2);
        fields.put(&With::new(Ticks(7000))).done()
    });
    assert_eq!(started, packed);
}

fn refused<L: TestLayout>(at: i64) -> Error {
    let raw = Packed::<RawEvent, L>::pack(&RawEvent { number: 1, at, after: 2, until: 7 });
    Packed::<Event, L, _>::from_bytes(raw.as_bytes()).unwrap_err()
}

fn refused_fields<L: TestLayout>() {
    let raw = Packed::<RawEvent, L>::pack(&RawEvent { number: 1, at: -5, after: 2, until: 7 });
    let start = raw.read(|raw| {
        let (before, fields) = raw.fields().skip().isolate();
        fields.skip().skip().done(before.as_bytes().as_ptr() as usize)
    });
    let error = refused::<L>(-5);
    assert_eq!(error.kind(), ErrorKind::Refused { message: "negative ticks" });
    assert_eq!(error.offset(), start - raw.as_bytes().as_ptr() as usize, "{error}");
    assert_eq!(error.to_string(), format!("refused: negative ticks, at byte {} in Event.at", error.offset()));
    assert_eq!(refused::<L>(1_000_000).kind(), ErrorKind::Refused { message: TOO_MANY });
}

fn values_that_cannot_be_packed<L: TestLayout>() {
    let event = Event { number: 1, at: Ticks(1_000_000), after: 2, until: Ticks(7000) };
    let error = Packed::<Event, L>::with_limits(&Limits::DEFAULT).pack(&event).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: TOO_MANY });
    assert!(catch_unwind(|| Packed::<Event, L>::pack(&event)).is_err());
}

thread_local! {
    /// The values that were tested, in order.
    static TESTED: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

fn tested() -> Vec<i64> {
    TESTED.with(RefCell::take)
}

fn test(number: i64) -> Result<(), &'static str> {
    TESTED.with_borrow_mut(|tested| tested.push(number));
    if number == 13 { Err("unlucky") } else { Ok(()) }
}

/// Cons cells, each with a condition.
#[derive(Debug, PartialEq, Packable)]
#[packable(validate = lucky)]
enum Cells {
    Nil,
    Cons(i64, Box<Cells>),
}

fn lucky<L: Layout>(cells: View<'_, Cells, L>) -> Result<(), &'static str> {
    // (Only the beginning is read: the rest was tested already.)
    let first = cells.try_read(|cells| match cells.case() {
        CellsCase::Nil(end) => Ok(end.done(())),
        CellsCase::Cons(fields) => Err(fields.read().0),
    });
    match first {
        Ok(()) => Ok(()),
        Err(number) => test(number),
    }
}

fn cells(numbers: impl DoubleEndedIterator<Item = i64>) -> Cells {
    numbers.rev().fold(Cells::Nil, |rest, number| Cells::Cons(number, Box::new(rest)))
}

fn pack_cells<L: Layout>(numbers: impl Iterator<Item = i64>) -> Packed<Cells, L> {
    Packed::build(|mut needs| {
        for number in numbers {
            needs = Cells::start_cons(needs).put(&number).tail();
        }
        Cells::write_nil(needs)
    })
}

impl Drop for Cells {
    fn drop(&mut self) {
        let mut next = match self {
            Self::Cons(_, rest) => std::mem::replace(&mut **rest, Self::Nil),
            Self::Nil => return,
        };
        while let Self::Cons(_, rest) = &mut next {
            let rest = std::mem::replace(&mut **rest, Self::Nil);
            next = rest;
        }
    }
}

fn conditions_are_tested_once_from_the_inside_out<L: TestLayout>() {
    let packed = pack_cells::<L>(1..6);
    tested();
    Packed::<Cells, L, _>::from_bytes(packed.as_bytes()).unwrap();
    assert_eq!(tested(), [5, 4, 3, 2, 1]);
    // Bytes that are not valid for another reason: no value that is not whole is tested.
    for len in 0..packed.as_bytes().len() {
        assert!(Packed::<Cells, L, _>::from_bytes(&packed.as_bytes()[..len]).is_err());
        assert_eq!(tested(), [0; 0]);
    }
    let (_, rest) = Packed::<Cells, L>::from_prefix(packed.as_bytes()).unwrap();
    assert!(rest.is_empty());
    assert_eq!(tested(), [5, 4, 3, 2, 1]);
}

fn paths_to_refused_values<L: TestLayout>() {
    for at in 0..4 {
        let packed = pack_cells::<L>((0..4).map(|n| if n == at { 13 } else { n }));
        let error = Packed::<Cells, L, _>::from_bytes(packed.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused { message: "unlucky" });
        assert_eq!(error.path().to_string(), vec!["Cells::Cons.1"; at as usize].join(" > "));
        let bytes = packed.read(|cells| skip_cells(cells, at));
        let offset = bytes.as_ptr() as usize - packed.as_bytes().as_ptr() as usize;
        assert_eq!(error.offset(), offset, "cell {at}: {error}");
    }
}

/// Returns the bytes from a cell on.
fn skip_cells<'a, 'id, L: Layout>(cells: packed_data::Cursor<'a, 'id, Cells, L>, count: i64) -> Done<'id, &'a [u8], L> {
    if count == 0 {
        return cells.as_bytes();
    }
    match cells.case() {
        CellsCase::Nil(_) => unreachable!("the list is longer"),
        CellsCase::Cons(fields) => skip_cells(fields.skip().tail(), count - 1),
    }
}

fn long_lists_take_no_stack<L: TestLayout>() {
    const LONG: i64 = if cfg!(miri) { 60 } else { 100_000 };
    let run = || {
        let packed = pack_cells::<L>(14..LONG);
        Packed::<Cells, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert!(tested().into_iter().eq((14..LONG).rev()));
        let packed = pack_cells::<L>((0..LONG).map(|n| if n == LONG / 2 { 13 } else { 14 }));
        let error = Packed::<Cells, L, _>::from_bytes(packed.as_bytes()).unwrap_err();
        assert_eq!(error.path().len(), LONG as usize / 2);
        assert_eq!(tested().len(), LONG as usize / 2);
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, run).unwrap().join().unwrap();
    });
}

/// A tree: its conditions are in several trampolines. Between two levels there is a struct with a condition of its own,
/// whose last field is the tree.
#[derive(Debug, PartialEq, Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tagged>, i64, Box<Tagged>),
}

#[derive(Debug, PartialEq, Packable)]
#[packable(validate = lucky_tag)]
struct Tagged {
    tag: i64,
    tree: Tree,
}

fn lucky_tag<L: Layout>(tagged: View<'_, Tagged, L>) -> Result<(), &'static str> {
    // (The whole value can be read, to its end.)
    _ = tagged.as_bytes();
    let Err(tag) = tagged.try_read(|tagged| Err::<Done<'_, (), L>, i64>(tagged.fields().read().0)) else {
        return Err("a tag was read");
    };
    test(tag)
}

fn tree(next: &mut i64, depth: u32) -> Tagged {
    *next += 1;
    let tag = *next;
    let tree = if depth == 0 {
        Tree::Leaf(0)
    } else {
        Tree::Node(Box::new(tree(next, depth - 1)), 0, Box::new(tree(next, depth - 1)))
    };
    Tagged { tag, tree }
}

/// Finds the tag `sought` in a tree: the path to it.
fn path_to(tagged: &Tagged, sought: i64) -> Option<Vec<&'static str>> {
    if tagged.tag == sought {
        return Some(Vec::new());
    }
    let Tree::Node(left, _, right) = &tagged.tree else { return None };
    let (left, right) = (path_to(left, sought), path_to(right, sought));
    let within = |field, path: Vec<&'static str>| [vec!["Tagged.tree", field], path].concat();
    left.map(|path| within("Tree::Node.0", path)).or(right.map(|path| within("Tree::Node.2", path)))
}

fn trees_of_conditions<L: TestLayout>() {
    let value = tree(&mut 100, 3);
    let packed = Packed::<Tagged, L>::pack(&value);
    tested();
    Packed::<Tagged, L, _>::from_bytes(packed.as_bytes()).unwrap();
    let mut order = tested();
    // A tag is tested after all tags inside it.
    assert_eq!(order.last(), Some(&101));
    order.sort_unstable();
    assert!(order.into_iter().eq(101..=115));
    for start in 1..=13 {
        let (value, sought) = (tree(&mut (start - 1), 3), 13);
        let packed = Packed::<Tagged, L>::pack(&value);
        let error = Packed::<Tagged, L, _>::from_bytes(packed.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused { message: "unlucky" });
        let path = path_to(&value, sought).unwrap();
        assert_eq!(error.path().len(), path.len());
        assert_eq!(error.path().to_string(), path.join(" > "), "{value:?}");
    }
}

fn copies_are_not_tested_again<L: TestLayout>() {
    let value = tree(&mut 100, 2);
    let packed = Packed::<Tagged, L>::pack(&value);
    tested();
    let copy = Packed::<Tree, L>::build(|needs| {
        Tree::start_node(needs)
            .with(|needs| needs.put_packed(&packed))
            .put(&1)
            .with(|needs| packed.read(|tagged| tagged.copy_to(needs)))
            .done()
    });
    assert_eq!(tested(), [0; 0]);
    Packed::<Tree, L, _>::from_bytes(copy.as_bytes()).unwrap();
    assert_eq!(tested().len(), 14);
}

fn refused_values_can_be_packed_built_and_unpacked<L: TestLayout>() {
    let value = Tagged { tag: 13, tree: Tree::Leaf(1) };
    let packed = Packed::<Tagged, L>::pack(&value);
    assert_eq!(packed.unpack(), Ok(value));
    let built = Packed::<Tagged, L>::build(|needs| {
        Tagged::start_tagged(needs).put(&13).with(|needs| Tree::write_leaf(needs, &1)).done()
    });
    assert_eq!(built, packed);
    assert_eq!(packed.read(|tagged| tagged.peek(|tagged| tagged.skip().map(|()| 1)).then(tagged)), 1);
}

/// Ends a value with a result.
trait Then: Sized {
    fn then<'id, T: Packable<As = T>, L: Layout>(self, rest: packed_data::Cursor<'_, 'id, T, L>) -> Done<'id, Self, L> {
        rest.skip().map(|()| self)
    }
}

impl Then for i32 {}

/// A foreign list, packed as [`Cells`] by an adapter.
#[derive(Clone, Debug, PartialEq)]
struct Foreign(Vec<i64>);

enum AsCells {}

impl PackWith<Foreign> for AsCells {
    const NAME: &'static str = "cells";
    type As = Cells;
    type Value<'v> = Cells;

    fn pack(list: &Foreign) -> Result<Cells, &'static str> {
        Ok(cells(list.0.iter().copied()))
    }

    fn unpack(list: Cells) -> Result<Foreign, &'static str> {
        let (mut numbers, mut list) = (Vec::new(), &list);
        while let Cells::Cons(number, rest) = list {
            numbers.push(*number);
            list = rest;
        }
        if numbers.last() == Some(&99) { Err("ends in 99") } else { Ok(Foreign(numbers)) }
    }
}

#[derive(Clone, Debug, PartialEq, Packable)]
enum Chain {
    End,
    Link(i64, #[packable(with = AsCells)] Foreign, Box<Chain>),
    Last(#[packable(with = AsCells)] Foreign),
}

fn nested_foreign_values<L: TestLayout>() {
    let chain = |numbers: &[i64], last: &[i64]| {
        Chain::Link(1, Foreign(numbers.to_vec()), Box::new(Chain::Last(Foreign(last.to_vec()))))
    };
    let value = chain(&[1, 2], &[3]);
    let packed = Packed::<Chain, L>::pack(&value);
    assert_eq!(packed.unpack(), Ok(value));
    tested();
    Packed::<Chain, L, _>::from_bytes(packed.as_bytes()).unwrap();
    assert_eq!(tested(), [2, 1, 3]);
    for (value, message, path) in [
        (chain(&[1, 99], &[2]), "ends in 99", "Chain::Link.1"),
        (chain(&[1], &[1, 99]), "ends in 99", "Chain::Link.2 > Chain::Last.0"),
        (chain(&[1, 13], &[2]), "unlucky", "Chain::Link.1 > Cells::Cons.1"),
        (chain(&[1], &[2, 13]), "unlucky", "Chain::Link.2 > Chain::Last.0 > Cells::Cons.1"),
        // The inner condition is tested first.
        (chain(&[1], &[13, 99]), "unlucky", "Chain::Link.2 > Chain::Last.0"),
    ] {
        let error = Packed::<Chain, L, _>::from_bytes(Packed::<Chain, L>::pack(&value).as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.path().to_string()), (ErrorKind::Refused { message }, path.into()));
    }
}

/// A foreign list of lists, in which each value is a last field: it is written without a trampoline.
#[derive(Clone, Debug, PartialEq)]
struct Matryoshka(Option<Box<Matryoshka>>);

#[derive(Packable)]
enum Doll {
    Solid,
    Hollow(#[packable(with = AsDoll)] Matryoshka),
}

enum AsDoll {}

impl PackWith<Matryoshka> for AsDoll {
    const NAME: &'static str = "doll";
    type As = Doll;
    type Value<'v> = Doll;

    fn pack(doll: &Matryoshka) -> Result<Doll, &'static str> {
        Ok(match &doll.0 {
            None => Doll::Solid,
            Some(inner) => Doll::Hollow((**inner).clone()),
        })
    }

    fn unpack(doll: Doll) -> Result<Matryoshka, &'static str> {
        Ok(match doll {
            Doll::Solid => Matryoshka(None),
            Doll::Hollow(inner) => Matryoshka(Some(Box::new(inner))),
        })
    }
}

fn matryoshka(levels: u32) -> Matryoshka {
    (0..levels).fold(Matryoshka(None), |inner, _| Matryoshka(Some(Box::new(inner))))
}

fn foreign_values_that_nest_deeply<L: TestLayout>() {
    type Wrapped = With<Matryoshka, AsDoll>;
    let small = Wrapped::new(matryoshka(20));
    let packed = Packed::<Wrapped, L>::pack(&small);
    let limits = Limits { depth: 40, ..Limits::DEFAULT };
    assert_eq!(packed.within(&limits).unpack(), Ok(small));
    Packed::<Wrapped, L, _>::from_bytes(packed.as_bytes()).unwrap();
    let deep = Wrapped::new(matryoshka(60));
    let error = Packed::<Wrapped, L>::with_limits(&limits).pack(&deep).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooDeep { limit: 40 }), "{error}");
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Containers {
    #[packable(with = Vec<Small>)]
    list: Vec<Ticks>,
    #[packable(with = Option<Vec<Small>>)]
    maybe: Option<Vec<Ticks>>,
    #[packable(with = Box<Thousands>)]
    boxed: Box<Ticks>,
    #[packable(with = [Small; 3])]
    array: [Ticks; 3],
    #[packable(with = BTreeMap<Unchanged, Small>)]
    sorted: BTreeMap<String, Ticks>,
    #[packable(with = HashMap<Unchanged, Vec<Small>>)]
    hashed: HashMap<u8, Vec<Ticks>>,
    #[packable(with = Vec<Option<Small>>)]
    last: Vec<Option<Ticks>>,
}

/// The same bytes.
#[derive(Clone, Packable)]
struct RawContainers {
    list: Vec<i64>,
    maybe: Option<Vec<i64>>,
    boxed: u32,
    array: [i64; 3],
    sorted: BTreeMap<String, i64>,
    hashed: HashMap<u8, Vec<i64>>,
    last: Vec<Option<i64>>,
}

fn containers<L: TestLayout>() {
    let value = Containers {
        list: vec![Ticks(1), Ticks(2)],
        maybe: Some(vec![Ticks(3)]),
        boxed: Box::new(Ticks(4000)),
        array: [Ticks(5), Ticks(6), Ticks(7)],
        sorted: BTreeMap::from([("a".into(), Ticks(8)), ("b".into(), Ticks(9))]),
        hashed: HashMap::from([(1, vec![Ticks(10)])]),
        last: vec![Some(Ticks(11)), None],
    };
    let raw = RawContainers {
        list: vec![1, 2],
        maybe: Some(vec![3]),
        boxed: 4,
        array: [5, 6, 7],
        sorted: BTreeMap::from([("a".into(), 8), ("b".into(), 9)]),
        hashed: HashMap::from([(1, vec![10])]),
        last: vec![Some(11), None],
    };
    let packed = Packed::<Containers, L>::pack(&value);
    assert_eq!(packed.unpack(), Ok(value));
    assert_eq!(packed.as_bytes(), Packed::<RawContainers, L>::pack(&raw).as_bytes());
    assert_ne!(Fingerprint::of::<Containers>(), Fingerprint::of::<RawContainers>());
    let path = |edit: fn(&mut RawContainers)| {
        let mut raw = raw.clone();
        edit(&mut raw);
        let packed = Packed::<RawContainers, L>::pack(&raw);
        let error = Packed::<Containers, L, _>::from_bytes(packed.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused { message: "negative ticks" });
        error.path().to_string()
    };
    assert_eq!(path(|raw| raw.list[1] = -1), "Containers.list > [1]");
    assert_eq!(path(|raw| raw.maybe = Some(vec![-1])), "Containers.maybe > Option::Some.0 > [0]");
    assert_eq!(path(|raw| raw.array[2] = -1), "Containers.array > [2]");
    assert!(path(|raw| *raw.sorted.get_mut("b").unwrap() = -1).starts_with("Containers.sorted > [1]"));
    assert!(path(|raw| raw.hashed.get_mut(&1).unwrap()[0] = -1).starts_with("Containers.hashed > [0]"));
    assert_eq!(path(|raw| raw.last[0] = Some(-1)), "Containers.last > [0] > Option::Some.0");
}

fn keys<L: TestLayout>() {
    let ticks = [5, 3, 400_000, 70_000, 0].map(|n| With::<Ticks, Small>::new(Ticks(n)));
    let set = BTreeSet::from(ticks);
    let packed = Packed::<BTreeSet<With<Ticks, Small>>, L>::pack(&set);
    assert_eq!(packed.unpack(), Ok(set.clone()));
    Packed::<BTreeSet<With<Ticks, Small>>, L, _>::from_bytes(packed.as_bytes()).unwrap();
    let raw = BTreeSet::from([1, -1, 2]);
    let raw = Packed::<BTreeSet<i64>, L>::pack(&raw);
    let error = Packed::<BTreeSet<With<Ticks, Small>>, L, _>::from_bytes(raw.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: "negative ticks" });
    let set = BTreeSet::from([With::<Ticks, Small>::new(Ticks(1)), Ticks(1_000_000).into()]);
    let error = Packed::<BTreeSet<With<Ticks, Small>>, L>::with_limits(&Limits::DEFAULT).pack(&set).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: TOO_MANY });
}

#[test]
fn keys_are_found() {
    let map = BTreeMap::from([5, 3, 400_000].map(|n| (With::<Ticks, Small>::new(Ticks(n)), n)));
    let packed = Packed::<BTreeMap<With<Ticks, Small>, u64>, Indexed>::pack(&map);
    for n in 0..10 {
        assert_eq!(packed.view().get(&With::new(Ticks(n))), [3, 5].contains(&n).then_some(n));
    }
    assert_eq!(packed.view().get(&With::new(Ticks(400_000))), Some(400_000));
}

/// A string in upper case, which borrows.
#[derive(Clone, Debug, PartialEq)]
struct Loud(String);

enum LoudText {}

impl PackWith<Loud> for LoudText {
    const NAME: &'static str = "loud";
    type As = str;
    type Value<'v> = &'v str;

    fn pack(text: &Loud) -> Result<&str, &'static str> {
        Ok(&text.0)
    }

    fn unpack(text: &str) -> Result<Loud, &'static str> {
        if text.chars().any(char::is_lowercase) { Err("too quiet") } else { Ok(Loud(text.into())) }
    }
}

fn strings<L: TestLayout>() {
    type Texts = Vec<(u8, With<Loud, LoudText>)>;
    let texts: Texts = vec![(1, Loud("HI".into()).into()), (2, Loud(String::new()).into())];
    let packed = Packed::<Texts, L>::pack(&texts);
    assert_eq!(packed.unpack(), Ok(texts));
    let raw = Packed::<Vec<(u8, String)>, L>::pack(&vec![(1, "HI".into()), (2, "Hi".into())]);
    let error = Packed::<Texts, L, _>::from_bytes(raw.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: "too quiet" });
    assert_eq!(error.path().to_string(), "[1] > (_, _).1");
    // It is packed anyway by whoever builds it with this adapter, and refused when it is read.
    let texts: Texts = vec![(1, Loud("hi".into()).into())];
    assert!(Packed::<Texts, L, _>::from_bytes(Packed::<Texts, L>::pack(&texts).into_inner()).is_err());
}

thread_local! {
    static REFUSES: Cell<bool> = const { Cell::new(false) };
}

#[derive(Debug)]
struct Moody;

enum AsMoody {}

impl PackWith<Moody> for AsMoody {
    const NAME: &'static str = "moody";
    type As = u8;
    type Value<'v> = u8;

    fn pack(_: &Moody) -> Result<u8, &'static str> {
        Ok(1)
    }

    fn unpack(_: u8) -> Result<Moody, &'static str> {
        if REFUSES.get() { Err("not today") } else { Ok(Moody) }
    }
}

fn a_lying_adapter_panics<L: TestLayout>() {
    type Value = With<Moody, AsMoody>;
    let bytes = Packed::<Value, L>::pack(&Moody.into()).into_inner();
    let packed = Packed::<Value, L, _>::from_bytes(bytes.as_slice()).unwrap();
    REFUSES.set(true);
    assert!(catch_unwind(|| packed.as_slice().unpack()).is_err());
    assert!(catch_unwind(|| packed.as_slice().read(|value| value.read())).is_err());
    assert!(Packed::<Value, L, _>::from_bytes(bytes.as_slice()).is_err());
    REFUSES.set(false);
}

/// A small type whose bytes would all be valid without its condition.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(validate = in_order)]
struct Span {
    start: u16,
    end: u16,
}

fn in_order<L: Layout>(span: View<'_, Span, L>) -> Result<(), &'static str> {
    let Ok(Span { start, end }) = span.unpack() else { return Err("too deep") };
    if start <= end { Ok(()) } else { Err("a span ends before it starts") }
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Spanned<T> {
    before: u8,
    value: T,
    after: u8,
}

fn elements_in_bulk<L: TestLayout>() {
    fn refuses<T: Packable + Clone + for<'a> Unpack<'a> + PartialEq + std::fmt::Debug, L: Layout>(
        value: impl Fn(Span) -> T,
        path: &str,
    ) {
        let good = value(Span { start: 1, end: 1 });
        let packed = Packed::<T, L>::pack(&good);
        assert_eq!(Packed::<T, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(good));
        let packed = Packed::<T, L>::pack(&value(Span { start: 1, end: 0 }));
        let error = Packed::<T, L, _>::from_bytes(packed.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused { message: "a span ends before it starts" });
        assert_eq!(error.path().to_string(), path);
    }
    let fine = Span { start: 2, end: 3 };
    refuses::<Span, L>(|span| span, "");
    refuses::<Vec<Span>, L>(|span| vec![fine.clone(), span, fine.clone()], "[1]");
    refuses::<[Span; 3], L>(|span| [fine.clone(), fine.clone(), span], "[2]");
    refuses::<Spanned<Span>, L>(|value| Spanned { before: 0, value, after: 0 }, "Spanned.value");
    refuses::<Vec<Spanned<[Span; 1]>>, L>(
        |span| vec![Spanned { before: 0, value: [span], after: 0 }],
        "[0] > Spanned.value > [0]",
    );
    refuses::<Option<Span>, L>(Some, "Option::Some.0");
    refuses::<BTreeMap<u8, Option<Span>>, L>(
        |span| BTreeMap::from([(1, None), (2, Some(span))]),
        "[1] > Map.value > Option::Some.0",
    );
}

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
#[packable(validate = not_blue)]
enum Color {
    Red,
    Green,
    Blue,
}

fn not_blue<L: Layout>(color: View<'_, Color, L>) -> Result<(), &'static str> {
    if color.unpack() == Ok(Color::Blue) { Err("blue") } else { Ok(()) }
}

/// An enum whose constructors have static sizes, with a condition, in an enum and in sequences.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(validate = not_seven)]
enum Number {
    Small(u8),
    Large(u64),
}

fn not_seven<L: Layout>(number: View<'_, Number, L>) -> Result<(), &'static str> {
    match number.unpack() {
        Ok(Number::Small(7) | Number::Large(7)) => Err("seven"),
        Ok(_) => Ok(()),
        Err(TooDeep { .. }) => Err("too deep"),
    }
}

fn adapted_enums<L: TestLayout>() {
    let error = |bytes: &[u8]| Packed::<Vec<Color>, L, _>::from_bytes(bytes).map(drop);
    let colors = Packed::<Vec<Color>, L>::pack(&vec![Color::Red, Color::Green]);
    assert_eq!(error(colors.as_bytes()), Ok(()));
    let colors = Packed::<Vec<Color>, L>::pack(&vec![Color::Red, Color::Blue]);
    assert_eq!(error(colors.as_bytes()).unwrap_err().path().to_string(), "[1]");
    for (numbers, path) in [
        (vec![Number::Small(7)], "[0]"),
        (vec![Number::Small(8), Number::Large(7)], "[1]"),
        (vec![Number::Small(8), Number::Large(8), Number::Small(7)], "[2]"),
    ] {
        let packed = Packed::<Vec<Number>, L>::pack(&numbers);
        let error = Packed::<Vec<Number>, L, _>::from_bytes(packed.as_bytes()).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Refused { message: "seven" }, path));
        let fine: Vec<_> = numbers.iter().map(|_| Number::Large(9)).collect();
        let packed = Packed::<Vec<Number>, L>::pack(&fine);
        assert_eq!(Packed::<Vec<Number>, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(fine));
    }
}

#[test]
fn views() {
    let event = Event { number: 1, at: Ticks(5), after: 2, until: Ticks(7000) };
    let mut packed = Packed::<Event, Indexed>::pack(&event);
    let view = packed.view().fields();
    assert_eq!((view.at.get(), view.at.packed(), view.until.get()), (Ticks(5), 5, Ticks(7000)));
    assert!(view.at == Ticks(5) && view.at != Ticks(6));
    assert_eq!(format!("{:?}", view.at), "5");
    let mut view = packed.view_mut().fields();
    view.after.set(8);
    // (A field with an adapter can only be read.)
    assert_eq!(view.at.packed(), 5);
    assert_eq!(packed.unpack(), Ok(Event { after: 8, ..event }));
}

#[test]
fn fingerprints() {
    let lines = |text: String| text.replace("packed-data schema 1\n", "");
    assert_eq!(lines(Fingerprint::description_of::<With<Ticks, Small>>()), "with 5:ticks #1\ni64\n");
    assert_ne!(Fingerprint::of::<With<Ticks, Small>>(), Fingerprint::of::<i64>());
    assert_ne!(Fingerprint::of::<With<Ticks, Small>>(), Fingerprint::of::<With<Ticks, Thousands>>());
    assert_eq!(Fingerprint::of::<With<Vec<Ticks>, Vec<Small>>>(), Fingerprint::of::<Vec<With<Ticks, Small>>>());
    // The text says that there is a condition, not which.
    let text = "enum 5:Color condition 3 3:Red 0 5:Green 0 4:Blue 0\n";
    assert_eq!(lines(Fingerprint::description_of::<Color>()), text);
}

/// Fields that may be absent, or have a tag.
#[derive(Debug, PartialEq, Packable)]
#[packable(validate = grown)]
struct Grown {
    first: u8,
    #[packable(with = Small, cbor_tag = 1234)]
    tagged: Ticks,
    #[packable(with = Vec<Small>, default)]
    since: Vec<Ticks>,
    #[packable(with = Small, default)]
    last: Ticks,
}

fn grown<L: Layout>(value: View<'_, Grown, L>) -> Result<(), &'static str> {
    // (To its end, with the items of a newer version after the last field.)
    _ = value.as_bytes();
    match value.unpack() {
        Ok(Grown { first: 13, .. }) => Err("unlucky"),
        _ => Ok(()),
    }
}

#[test]
fn cbor_fields_absent_and_unknown() {
    let check = |bytes: &[u8]| Packed::<Vec<Grown>, Cbor, _>::from_bytes(bytes).map(|packed| packed.unpack().unwrap());
    let (tagged, since) = (Ticks(5), vec![]);
    // [[0, 1, 1234(5)]]
    let short = [0x81, 0x83, 0, 1, 0xD9, 0x04, 0xD2, 5];
    assert_eq!(check(&short), Ok(vec![Grown { first: 1, tagged, since: since.clone(), last: Ticks(0) }]));
    // [[0, 1, 1234(5), [], 6, "?", [7]]]
    let long = [0x81, 0x87, 0, 1, 0xD9, 0x04, 0xD2, 5, 0x80, 6, 0x61, b'?', 0x81, 7];
    assert_eq!(check(&long), Ok(vec![Grown { first: 1, tagged, since, last: Ticks(6) }]));
    for bytes in [short.as_slice(), &long] {
        let mut unlucky = bytes.to_vec();
        unlucky[3] = 13;
        let error = check(&unlucky).unwrap_err();
        assert_eq!(error.to_string(), "refused: unlucky, at byte 1 in [0]");
        let mut negative = bytes.to_vec();
        negative[7] = 0x20;
        assert_eq!(
            check(&negative).unwrap_err().to_string(),
            "refused: negative ticks, at byte 7 in [0] > Grown.tagged"
        );
        for len in 0..bytes.len() {
            assert!(matches!(check(&bytes[..len]).unwrap_err().kind(), ErrorKind::UnexpectedEnd { .. }));
        }
    }
    let mut negative = long;
    negative[9] = 0x20;
    assert_eq!(check(&negative).unwrap_err().to_string(), "refused: negative ticks, at byte 9 in [0] > Grown.last");
}

/// A newtype that is packed as its foreign field.
#[derive(Debug, PartialEq, Packable)]
#[packable(transparent)]
struct Newtype {
    #[packable(with = Small)]
    ticks: Ticks,
}

/// Generic over the adapter.
#[derive(Debug, PartialEq, Packable)]
#[packable(bound = "C: PackWith<Ticks>", unpack_bound = "C: PackWith<Ticks>")]
struct Generic<C> {
    #[packable(with = C)]
    ticks: Ticks,
    kind: std::marker::PhantomData<fn() -> C>,
}

#[test]
fn transparent_and_generic_types() {
    let packed = Packed::<Newtype>::pack(&Newtype { ticks: Ticks(3) });
    assert_eq!(packed.as_bytes(), 3_i64.to_le_bytes());
    assert_eq!(packed.unpack(), Ok(Newtype { ticks: Ticks(3) }));
    assert!(Packed::<Newtype, Compact, _>::from_bytes([0xFF; 8].as_slice()).is_err());
    let packed = Packed::<Generic<Thousands>>::pack(&Generic { ticks: Ticks(3000), kind: Default::default() });
    assert_eq!(packed.as_bytes(), 3_u32.to_le_bytes());
    assert_eq!(packed.unpack().unwrap().ticks, Ticks(3000));
}

/// Two types that use the same names, one of which has a condition: the condition is tested only for its own values.
#[test]
fn names_with_a_condition_for_another_shape() {
    use packed_data::__private::shape::{Struct, Validated};
    use packed_data::build::Written;
    use packed_data::{Access, Needs};

    struct Borrower;

    impl Packable for Borrower {
        type As = Self;
        type Shape = Struct<Validated<Span>, (u8, ())>;
        type View<'a, L: Access> = ();

        fn view<'a, L: Access>(_: View<'a, Self, L>) {}

        fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
            needs.fields().put(&1).done().into()
        }
    }

    assert!(Packed::<Borrower, Compact, _>::from_bytes([1].as_slice()).is_ok());
    assert!(Packed::<Borrower, Compact, _>::from_bytes([].as_slice()).is_err());
    fn implements<T: Validate>() {}
    implements::<Span>();
}
