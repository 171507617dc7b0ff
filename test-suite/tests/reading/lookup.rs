//! Keys of every kind that are sought in packed maps and sets, ranges of keys, and the order of views.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::num::Wrapping;
use std::ops::{Bound, RangeBounds};
use std::rc::Rc;

use packed_data::view::Lookup;
use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed, RandomAccess, View};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use test_suite::{Sample, TestLayout, check_some, over_layouts, over_shapes};

over_shapes!(few all: views_are_ordered_by_value);
over_layouts!(few all: trees_are_ordered_as_derived, deep_trees_are_compared);
over_layouts!(few: keys_are_ordered_as_derived, views_equal_values, maps_are_compared_in_the_order_of_their_keys);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable)]
enum Colour {
    Red,
    Green,
    Blue,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(transparent)]
struct Name(String);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Id(u64);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Key {
    colour: Colour,
    name: Name,
    numbers: Vec<i16>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
    Marked { left: Box<Tree>, mark: u8 },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Pair<A, B>(A, B);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(transparent)]
struct Around<T>(T);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Word<'a>(&'a str, u8);

fn colours() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Red), Just(Colour::Green), Just(Colour::Blue)]
}

fn names() -> impl Strategy<Value = Name> {
    "[ab\\x00\u{e9}]{0,4}".prop_map(Name)
}

fn keys() -> impl Strategy<Value = Key> {
    (colours(), names(), vec(-2..300i16, 0..3)).prop_map(|(colour, name, numbers)| Key { colour, name, numbers })
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (-300..300i64).prop_map(Tree::Leaf);
    leaf.prop_recursive(4, 16, 2, |inner| {
        let boxed = inner.prop_map(Box::new).boxed();
        prop_oneof![
            (boxed.clone(), boxed.clone()).prop_map(|(left, right)| Tree::Node(left, right)),
            (boxed, any::<u8>()).prop_map(|(left, mark)| Tree::Marked { left, mark }),
        ]
    })
}

/// A type of which the view in layout `L` is a [`View`].
trait Viewed<L: Layout>: for<'x> Packable<As = Self, View<'x, L> = View<'x, Self, L>> + Lookup<Self> {}

impl<T, L: Layout> Viewed<L> for T where T: for<'x> Packable<As = T, View<'x, L> = View<'x, T, L>> + Lookup<T> {}

/// Calls `f` with the view of a value.
fn with_view<T: Viewed<L>, L: Layout, R>(packed: &Packed<T, L>, f: impl FnOnce(View<'_, T, L>) -> R) -> R {
    f(packed.view())
}

/// The order of views is a total order of values, the same in each layout; and a view equals the value that it shows.
fn views_are_ordered_by_value<T: Sample + Viewed<L> + Viewed<Cbor>, L: TestLayout>() {
    check_some((T::any(), T::any()), |(one, other)| {
        let (one, other) = (Packed::<T, L>::pack(&one), Packed::<T, L>::pack(&other));
        // (A layout may not keep the sign of zero.)
        let (a, b) = (one.unpack().unwrap(), other.unpack().unwrap());
        let (in_cbor, other_in_cbor) = (Packed::<T, Cbor>::pack(&a), Packed::<T, Cbor>::pack(&b));
        let expected = with_view(&in_cbor, |one| with_view(&other_in_cbor, |other| one.cmp(&other)));
        assert_eq!(expected.is_eq(), in_cbor == other_in_cbor);
        with_view(&one, |one| {
            with_view(&other, |other| {
                assert_eq!(one.cmp(&other), expected);
                assert_eq!(other.cmp(&one), expected.reverse());
                assert_eq!(one.partial_cmp(&other), Some(expected));
                assert_eq!(one == other, expected.is_eq());
                assert!(one == a && other == b);
                assert_eq!(one == b, expected.is_eq());
            });
        });
    });
}

fn order_is_derived<T: Viewed<L> + Ord + Debug + 'static, L: TestLayout>(values: impl Strategy<Value = T> + 'static) {
    check_some(vec(values, 2), |values| {
        let packed = [0, 1].map(|index| Packed::<T, L>::pack(&values[index]));
        with_view(&packed[0], |one| {
            with_view(&packed[1], |other| assert_eq!(one.cmp(&other), values[0].cmp(&values[1])));
        });
    });
}

fn trees_are_ordered_as_derived<L: TestLayout>() {
    order_is_derived::<Tree, L>(trees());
    order_is_derived::<Colour, L>(colours());
}

/// Views are compared in bounded stack, whichever field nests: as deep as the limits allow, and without a limit in the
/// last field.
fn deep_trees_are_compared<L: TestLayout>() {
    fn compare<L: TestLayout>(tree: impl Fn(i64) -> Tree) {
        let packed = [1, 2].map(|n| Packed::<Tree, L>::pack(&tree(n)));
        with_view(&packed[0], |one| {
            with_view(&packed[1], |other| {
                assert_eq!((one.cmp(&other), one.cmp(&one)), (Ordering::Less, Ordering::Equal))
            });
        });
    }
    const LEVELS: i64 = if cfg!(miri) { 60 } else { 1000 };
    let compare_all = || {
        let right = |n| (0..LEVELS).fold(Tree::Leaf(n), |tree, _| Tree::Node(Box::new(Tree::Leaf(0)), Box::new(tree)));
        let left = |n| (0..LEVELS).fold(Tree::Leaf(n), |tree, _| Tree::Node(Box::new(tree), Box::new(Tree::Leaf(0))));
        let marked =
            |n| (0..LEVELS).fold(Tree::Leaf(n), |tree, mark| Tree::Marked { left: Box::new(tree), mark: mark as u8 });
        compare::<L>(right);
        compare::<L>(left);
        compare::<L>(marked);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(compare_all).unwrap().join().unwrap();
}

fn keys_are_ordered_as_derived<L: TestLayout>() {
    order_is_derived::<Key, L>(keys());
    order_is_derived::<Id, L>(any::<u64>().prop_map(Id));
    order_is_derived::<Pair<Option<String>, BTreeSet<u16>>, L>(
        (proptest::option::of("[ab]{0,2}"), btree_set(0..600u16, 0..3)).prop_map(|(a, b)| Pair(a, b)),
    );
}

/// Sequences, arrays and scalars equal the values that they show, in several forms, and no others.
fn views_equal_values<L: TestLayout>() {
    let words = vec!["to".to_string(), "be".into(), "or".into()];
    let packed = Packed::<Vec<String>, L>::pack(&words);
    let view = packed.view();
    assert_eq!(view, words);
    assert_eq!(words, view);
    assert_eq!(view, words[..]);
    assert_eq!(view, &words[..]);
    assert!(view == ["to", "be", "or"] && view == [Cow::Borrowed("to"), "be".into(), "or".into()]);
    assert!(view != ["to", "be"] && view != ["to", "be", "or", "not"] && view != ["to", "be", "not"]);
    assert!(Vec::<String>::new() != view && ["to", "be", "or"] == view);

    let keys = vec![Id(1), Id(300)];
    let packed = Packed::<Vec<Id>, L>::pack(&keys);
    assert!(packed.view() == keys && packed.view() != vec![Id(1)] && packed.view() != [Id(1), Id(2)]);
    assert!(packed.view() > Packed::<Vec<Id>, L>::pack(&vec![Id(1), Id(2), Id(3)]).view());
    assert!(packed.view() < Packed::<Vec<Id>, L>::pack(&vec![Id(1), Id(300), Id(0)]).view());

    let floats = [f64::NAN, -0.0, 1.5];
    let packed = Packed::<Vec<f64>, L>::pack(&floats.to_vec());
    if L::KEEPS_FLOATS {
        assert!(packed.view() == floats && packed.view() != [f64::NAN, 0.0, 1.5]);
        assert!(packed.view().scalars() == floats && packed.view().scalars() != floats[1..]);
        assert!(packed.view().scalars() == packed.view().scalars());
    }

    let arrays = [Some(1u8), None, Some(3)];
    let packed = Packed::<[Option<u8>; 3], L>::pack(&arrays);
    assert!(packed.view() == arrays && packed.view() != [Some(1), None, Some(4)]);
    assert!(packed.view() < Packed::<[Option<u8>; 3], L>::pack(&[Some(1), Some(0), None]).view());
    let mut rest = packed.view();
    rest.next();
    assert!(rest != arrays && rest != packed.view());
}

/// Maps and sets are compared by their keys, also where they are not stored in that order.
fn maps_are_compared_in_the_order_of_their_keys<L: TestLayout>() {
    let maps = || btree_map("[ab]{0,3}", 0..300u16, 0..4);
    check_some((maps(), maps()), |(one, other)| {
        let (a, b) = (Packed::<BTreeMap<String, u16>, L>::pack(&one), Packed::<BTreeMap<String, u16>, L>::pack(&other));
        assert_eq!(a.view().cmp(&b.view()), one.cmp(&other));
        assert_eq!(a.view() == b.view(), one == other);
        assert!(a.view() == one);
        assert_eq!(a.view() == other.into_iter().collect::<HashMap<_, _>>(), a == b);
    });
    let sets = || btree_set((0..300u16).prop_map(|n| Id(n.into())), 0..4);
    check_some((sets(), sets()), |(one, other)| {
        let (a, b) = (Packed::<BTreeSet<Id>, L>::pack(&one), Packed::<BTreeSet<Id>, L>::pack(&other));
        assert_eq!(a.view().cmp(&b.view()), one.cmp(&other));
        assert!(a.view() == one);
        assert_eq!(a.view() == other, one == other);
    });
}

/// Searches a packed map, and its keys as a set, for each key of `sought`, and for ranges between each two of them: the
/// results are those of the map in memory.
fn lookups<K, L>(keys: impl Strategy<Value = K> + Clone + 'static)
where
    K: Packable + Lookup<K::As> + Ord + Clone + Debug + 'static,
    L: RandomAccess,
{
    let (most, others) = if cfg!(miri) { (2, 1) } else { (5, 2) };
    check_some((btree_map(keys.clone(), any::<u32>(), 0..=most), vec(keys, others)), |(map, others)| {
        let set: BTreeSet<K> = map.keys().cloned().collect();
        let (packed, packed_set) = (Packed::<BTreeMap<K, u32>, L>::pack(&map), Packed::<BTreeSet<K>, L>::pack(&set));
        let (view, set_view) = (packed.view(), packed_set.view());
        let value_of = |entry: (K::View<'_, L>, u32)| entry.1;
        assert_eq!(view.first().map(value_of), map.values().next().copied());
        assert_eq!(view.last().map(value_of), map.values().next_back().copied());
        assert_eq!((set_view.first().is_some(), set_view.last().is_some()), (!set.is_empty(), !set.is_empty()));

        let sought: Vec<&K> = map.keys().chain(&others).collect();
        for key in &sought {
            assert_eq!(view.get(*key), map.get(key).copied(), "{key:?}");
            assert_eq!(view.get(key), map.get(key).copied(), "a reference to the key");
            assert_eq!((view.contains_key(*key), set_view.contains(*key)), (map.contains_key(key), set.contains(key)));
        }
        let bounds = |key: &K| [Bound::Included(key.clone()), Bound::Excluded(key.clone()), Bound::Unbounded];
        for (start, end) in sought.iter().flat_map(|start| sought.iter().map(move |end| (*start, *end))) {
            for range in bounds(start).into_iter().flat_map(|start| bounds(end).map(|end| (start.clone(), end))) {
                let expected: Vec<u32> =
                    map.iter().filter(|(key, _)| range.contains(key)).map(|(_, value)| *value).collect();
                let found: Vec<u32> = view.range::<K>(range.clone()).map(value_of).collect();
                assert_eq!(found, expected, "{range:?}");
                let mut backwards: Vec<u32> = view.range::<K>(range.clone()).rev().map(value_of).collect();
                backwards.reverse();
                assert_eq!(backwards, expected, "{range:?}");
                assert_eq!(set_view.range::<K>(range).len(), expected.len());
            }
        }
    });
}

#[test]
fn keys_of_every_kind_are_found() {
    lookups::<Colour, Indexed>(prop_oneof![Just(Colour::Red), Just(Colour::Green), Just(Colour::Blue)]);
    lookups::<Id, Indexed>((0..400u64).prop_map(Id).boxed());
    lookups::<Name, Indexed>(names().boxed());
    lookups::<Key, Indexed>(keys().boxed());
    lookups::<Tree, Indexed>(trees().boxed());
    lookups::<Pair<Name, Vec<Colour>>, Indexed>((names(), vec(colours(), 0..3)).prop_map(|(a, b)| Pair(a, b)).boxed());
    lookups::<Around<Id>, Indexed>((0..9u64).prop_map(|id| Around(Id(id))).boxed());
    lookups::<Rc<Id>, Indexed>((0..9u64).prop_map(|id| Rc::new(Id(id))).boxed());
}

#[test]
fn keys_of_the_library_are_found() {
    lookups::<String, Indexed>("[ab]{0,3}".boxed());
    lookups::<i64, Indexed>((-300..300i64).boxed());
    lookups::<Option<u8>, Indexed>(proptest::option::of(0..5u8).boxed());
    lookups::<Result<u8, String>, Indexed>(prop_oneof![(0..5u8).prop_map(Ok), "[ab]{0,2}".prop_map(Err)].boxed());
    lookups::<Vec<u16>, Indexed>(vec(0..600u16, 0..3).boxed());
    lookups::<VecDeque<Vec<u16>>, Indexed>(vec(vec(0..600u16, 0..3), 0..3).prop_map(VecDeque::from).boxed());
    lookups::<[u8; 4], Indexed>(any::<[u8; 4]>().boxed());
    lookups::<[Id; 2], Indexed>((0..9u64, 0..9u64).prop_map(|(a, b)| [Id(a), Id(b)]).boxed());
    lookups::<(String, u8, Option<Colour>), Indexed>(("[ab]{0,2}", 0..3u8, proptest::option::of(colours())).boxed());
    lookups::<BTreeSet<u8>, Indexed>(btree_set(0..5u8, 0..3).boxed());
    lookups::<BTreeMap<u8, Name>, Indexed>(btree_map(0..3u8, names(), 0..3).boxed());
    lookups::<(), Indexed>(Just(()).boxed());
    lookups::<Wrapping<u16>, Indexed>((0..600u16).prop_map(Wrapping).boxed());
}

#[test]
fn borrowed_forms_are_found() {
    let by_name = BTreeMap::from([(Name("Ann".into()), 1), (Name("Bob".into()), 2)]);
    let packed = Packed::<_, Indexed>::pack(&by_name);
    assert_eq!(packed.view().get("Ann"), Some(1));
    assert_eq!(packed.view().get(&"Bob".to_string()), Some(2));
    assert_eq!(packed.view().get(&Name("Bob".into())), Some(2));
    assert_eq!(packed.view().get(&Cow::Borrowed("Bob")), Some(2));
    assert_eq!(packed.view().get(&Around("Bob")), Some(2));
    assert_eq!(packed.view().range("B"..).map(|(_, n)| n).collect::<Vec<_>>(), [2]);
    assert_eq!(packed.view().range::<str>((Bound::Unbounded, Bound::Excluded("Bob"))).count(), 1);

    let seats = BTreeMap::from([(("Ann".to_string(), vec!["a".to_string()]), 1), (("Ann".into(), vec![]), 2)]);
    let packed = Packed::<_, Indexed>::pack(&seats);
    assert_eq!(packed.view().get(&("Ann", ["a"].as_slice())), Some(1));
    assert_eq!(packed.view().get(&(&Name("Ann".into()), Vec::<&str>::new())), Some(2));
    assert_eq!(packed.view().get(&("Ann", &["b"][..])), None);

    let numbers = Packed::<_, Indexed>::pack(&BTreeSet::from([Some("Ann".to_string()), None]));
    assert!(numbers.view().contains(&Some("Ann")) && numbers.view().contains(&None::<&str>));
    assert!(!numbers.view().contains(&Some("Bob")));

    let literals = Packed::<_, Indexed>::pack(&BTreeSet::from([1u64, 2]));
    assert!(literals.view().contains(&2) && !literals.view().contains(&3));
    assert_eq!(literals.view().range(2..).next(), Some(2));
}

#[test]
fn keys_with_a_lifetime_are_found() {
    let text = String::from("hi");
    let packed = Packed::<BTreeMap<Word<'_>, u8>, Indexed>::pack(&BTreeMap::from([(Word(&text, 1), 7)]));
    assert_eq!(packed.view().get(&Word("hi", 1)), Some(7));
    assert_eq!(packed.view().get(&Word("hi", 2)), None);
}

#[test]
fn a_range_that_ends_before_it_begins_is_empty() {
    let packed = Packed::<_, Indexed>::pack(&BTreeSet::from([1u8, 2, 3]));
    let (two, backwards) = (Bound::Excluded(2), (Bound::Included(3), Bound::Included(1)));
    assert_eq!(packed.view().range::<u8>((two, two)).count(), 0);
    assert_eq!(packed.view().range::<u8>(backwards).count(), 0);
}

#[test]
fn maps_and_sets_are_iterated_over() {
    let ages = BTreeMap::from([("Ann".to_string(), 30u8), ("Bob".into(), 40)]);
    let packed = Packed::<_, Indexed>::pack(&ages);
    let mut names = Vec::new();
    for (name, age) in packed.view() {
        names.push((name, age));
    }
    assert_eq!(names, [("Ann", 30), ("Bob", 40)]);
    let set = Packed::<_, Compact>::pack(&HashSet::from([7u8]));
    assert_eq!(set.view().into_iter().collect::<Vec<_>>(), [7]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Tree Borrows minutes, for 1,024 levels")]
#[should_panic(expected = "cannot pack the value that is sought: too deep")]
fn a_key_beyond_the_limits_is_not_sought() {
    let deep = (0..3000).fold(Tree::Leaf(0), |tree, _| Tree::Marked { left: Box::new(tree), mark: 0 });
    let packed = Packed::<BTreeSet<Tree>, Indexed>::pack(&BTreeSet::from([Tree::Leaf(1)]));
    packed.view().contains(&deep);
}
