//! Packed values are read back, in every way of reading, building, transforming and editing.

use std::collections::{BTreeMap, BTreeSet};

use packed_data::{ErrorKind, Layout, Limits, Packed};
use test_suite::{Ast, Changes, Json, List, Node, Sample, TestLayout, Tree, check, over_layouts, over_shapes};

over_shapes!(bytes_and_back);
over_shapes!(miri_few all: every_reading);
over_layouts!(all: tree_changes, ast_changes, list_changes, node_changes, fold_and_visit_end_early);
over_layouts!(
    json_changes,
    parts_are_packed_data,
    references_and_owned_values_are_packed_as_the_same_bytes,
    sets_and_maps_are_sorted_however_they_are_written,
    items_are_transformed
);

/// Pack, validate, unpack, and pack again; also every way to find the end of the value.
fn bytes_and_back<T: Sample, L: TestLayout>() {
    check(T::any(), |value| {
        let packed = Packed::<T, L>::pack(&value);
        let bytes = packed.as_bytes();
        let again = Packed::<T, L, &[u8]>::from_bytes(bytes).unwrap();
        let unpacked = again.unpack().unwrap();
        assert_eq!(unpacked, value);
        assert_eq!(Packed::<T, L>::pack(&unpacked).as_bytes(), bytes);
        assert_eq!(Packed::<T, L>::with_limits(&Limits::default()).pack(&value).unwrap(), packed);

        // A cursor that skips the value stops at its end, also if other bytes follow it.
        assert_eq!(packed.read(|cursor| cursor.as_bytes()), bytes);
        assert_eq!(packed.read(|cursor| cursor.isolate()).as_bytes(), bytes);
        let longer = [bytes, &[0xA5; 9]].concat();
        let (prefix, rest) = Packed::<T, L>::from_prefix(&longer).unwrap();
        assert_eq!((prefix.as_bytes(), rest), (bytes, &[0xA5; 9][..]));
        let trailing = Packed::<T, L, _>::from_bytes(longer.as_slice()).unwrap_err();
        assert_eq!(trailing.offset(), bytes.len());
    });
}

/// Cursor, view, fold and visit read the owned value.
fn every_reading<T: Sample, L: TestLayout>() {
    check(T::any(), |value| {
        let packed = Packed::<T, L>::pack(&value);
        assert_eq!(packed.read(T::from_cursor), value);
        let by_view = packed.read(|cursor| {
            let value = L::by_view(&cursor);
            cursor.skip().map(|()| value)
        });
        assert!(by_view.is_none_or(|by_view| by_view == value));
        assert_eq!(T::from_fold(&packed.as_slice()), value);
        // (Compared with the value that was read: a layout may not keep the sign of zero.)
        assert_eq!(T::visited(&packed.as_slice()), packed.unpack().unwrap().tokens());
        assert_eq!(packed.clone().into_inner(), packed.as_bytes());
    });
}

/// Building, transforming and editing have the same result as on owned values.
fn changes<T: Changes + Sample, L: TestLayout>() {
    check(T::any(), |value| {
        let packed = Packed::<T, L>::pack(&value);
        let changed = Packed::<T, L>::pack(&value.changed());
        assert_eq!(Packed::<T, L>::build(|needs| value.build(needs)), packed);
        assert_eq!(Packed::<T, L>::build(|needs| needs.put(&value)), packed);
        assert_eq!(Packed::<T, L>::build(|needs| needs.put_packed(&packed)), packed);

        assert_eq!(packed.transform(T::transform), changed);
        assert_eq!(packed.transform(T::identity), packed);
        assert_eq!(packed.transform(|cursor, needs| cursor.copy_to(needs)), packed);

        for edit in [L::edit_by_cursor, L::edit_by_fold, L::edit_by_view] {
            let mut edited = packed.clone();
            if edit(&mut edited) {
                assert_eq!(edited, changed);
                assert!(Packed::<T, L, _>::from_bytes(edited.as_bytes()).is_ok());
                assert_eq!(edited.unpack().unwrap(), value.changed());
            }
        }
    });
}

fn tree_changes<L: TestLayout>() {
    changes::<Tree, L>();
}

fn ast_changes<L: TestLayout>() {
    changes::<Ast, L>();
}

fn json_changes<L: TestLayout>() {
    changes::<Json, L>();
}

fn list_changes<L: TestLayout>() {
    changes::<List, L>();
}

fn node_changes<L: TestLayout>() {
    changes::<Node, L>();
}

mod early {
    use std::ops::ControlFlow;

    use packed_data::Layout;
    use test_suite::*;

    /// Searches for a number, and counts the numbers that it has seen.
    pub(crate) struct Find {
        pub(crate) number: i64,
        pub(crate) seen: usize,
        pub(crate) found: bool,
    }

    impl Find {
        pub(crate) fn new(number: i64) -> Self {
            Self { number, seen: 0, found: false }
        }
    }

    impl<'a, L: Layout> TreeFold<'a, L> for Find {
        type Out = ();

        fn leaf(&mut self, n: i64) {
            self.seen += 1;
            self.found |= n == self.number;
        }

        fn node(&mut self, (): (), (): ()) {}

        fn fold_is_over(&self) -> bool {
            self.found
        }
    }

    impl<'a, L: Layout> TreeVisit<'a, L> for Find {
        type Break = &'static str;

        fn leaf(&mut self, n: i64) -> ControlFlow<&'static str> {
            self.seen += 1;
            if n == self.number { ControlFlow::Break("found") } else { ControlFlow::Continue(()) }
        }

        fn node(&mut self) -> ControlFlow<&'static str> {
            ControlFlow::Continue(())
        }
    }
}

fn fold_and_visit_end_early<L: TestLayout>() {
    use std::ops::ControlFlow;

    use early::Find;
    use packed_data::fold::Stopped;

    let leaf = |n| Box::new(Tree::Leaf(n));
    let tree = Tree::Node(Box::new(Tree::Node(leaf(1), leaf(2))), Box::new(Tree::Node(leaf(3), leaf(4))));
    let packed = Packed::<Tree, L>::pack(&tree);
    for (number, seen) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
        let mut fold = Find::new(number);
        assert_eq!(packed.fold(&mut fold), Err(Stopped::Over));
        assert_eq!(fold.seen, seen);
        let mut visit = Find::new(number);
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Break("found")));
        assert_eq!(visit.seen, seen);
    }
    assert_eq!(packed.fold(&mut Find::new(5)), Ok(()));
    assert_eq!(packed.visit(&mut Find::new(5)), Ok(ControlFlow::Continue(())));
}

/// Any part, taken out, is packed data by itself, and equal to that part packed.
fn parts_are_packed_data<L: TestLayout>() {
    check(<(Tree, Json)>::any_pair(), |(tree, json)| {
        let packed = Packed::<(Tree, Json, u8), L>::pack(&(tree.clone(), json.clone(), 7));
        let (left, right) = packed.read(|cursor| {
            let (left, fields) = cursor.fields().isolate();
            let (right, fields) = fields.isolate();
            let (last, fields) = fields.read();
            assert_eq!(last, 7);
            fields.done((left, right))
        });
        assert_eq!(left, Packed::<Tree, L>::pack(&tree));
        assert_eq!(right, Packed::<Json, L>::pack(&json));
        assert_eq!(right.unpack().unwrap(), json);
        // Put together again in the other order.
        let swapped =
            Packed::<(Json, Tree), L>::build(|needs| needs.fields().put_packed(&right).put_packed(&left).done());
        assert_eq!(swapped.unpack().unwrap(), (json, tree));
    });
}

/// A pair of two types with strategies.
trait Both: Sized {
    fn any_pair() -> proptest::strategy::BoxedStrategy<Self>;
}

impl<A: Sample, B: Sample> Both for (A, B) {
    fn any_pair() -> proptest::strategy::BoxedStrategy<Self> {
        proptest::strategy::Strategy::boxed((A::any(), B::any()))
    }
}

fn references_and_owned_values_are_packed_as_the_same_bytes<L: Layout>() {
    let words = vec!["to".to_string(), "be".to_string()];
    let borrowed: Vec<&str> = words.iter().map(String::as_str).collect();
    let owned = Packed::<Vec<String>, L>::pack(&words);
    assert_eq!(owned.as_bytes(), Packed::<[&str], L>::pack(borrowed.as_slice()).as_bytes());
    assert_eq!(owned.as_bytes(), Packed::<Vec<&str>, L>::pack(&borrowed).as_bytes());
    let from_bytes = Packed::<Vec<&str>, L, _>::from_bytes(owned.as_bytes()).unwrap();
    assert_eq!(from_bytes.unpack().unwrap(), borrowed);
}

/// The elements of a set are sorted however they were written: one by one, in one call, or both. That holds also for
/// maps within maps, where each is sorted while the outer ones are still being written.
fn sets_and_maps_are_sorted_however_they_are_written<L: TestLayout>() {
    type Set = BTreeSet<u16>;
    let expected = Packed::<Set, L>::pack(&BTreeSet::from([1, 2, 300, 5, 4, 9]));
    let built = Packed::<Set, L>::build(|needs| {
        let set = needs.sequence(0).push(|needs| needs.put(&9)).extend_from_slice(&[300, 1, 2]);
        set.push(|needs| needs.put(&5)).extend_from_slice(&[4]).done()
    });
    assert_eq!(built, expected);
    let twice = |values: &[u16]| {
        let set = Packed::<Set, L>::with_limits(&Limits::DEFAULT)
            .build(|needs| needs.sequence(3).extend_from_slice(values).push(|needs| needs.put(&7)).done());
        set.unwrap_err().kind()
    };
    assert_eq!(twice(&[8, 7]), ErrorKind::DuplicateKey);
    assert_eq!(twice(&[3, 3]), ErrorKind::DuplicateKey);

    type Maps = BTreeMap<String, BTreeMap<u8, Vec<String>>>;
    let inner = |key: u8| BTreeMap::from([(key, vec!["a".to_string()]), (key + 1, vec![])]);
    let maps: Maps = [("long", 3), ("b", 1), ("", 5)].map(|(key, value)| (key.into(), inner(value))).into();
    let built = Packed::<Maps, L>::build(|needs| {
        needs.items([("b", 1), ("long", 3), ("", 5)], |needs, (key, value): (_, u8)| {
            let entry = needs.fields().put(key);
            let entry = entry.with(|map| {
                map.items([value + 1, value], |needs, key| {
                    let words = if key == value { vec!["a".to_string()] } else { vec![] };
                    needs.fields().put(&key).put_as(&words).done()
                })
            });
            entry.done()
        })
    });
    assert_eq!(built, Packed::pack(&maps));
}

/// Each element is made from an old one. If a limit is exceeded, no element is made, and the whole fails.
fn items_are_transformed<L: TestLayout>() {
    let words = vec!["a".to_string(), String::new(), "ccc".into()];
    let packed = Packed::<Vec<String>, L>::pack(&words);
    let doubled = packed.transform::<[String]>(|words, needs| {
        words.map_items(needs, |word, needs| word.read().map(|word| needs.put(&word.repeat(2))))
    });
    assert_eq!(
        doubled,
        Packed::<[String], L>::build(|needs| { needs.items(&words, |needs, word| needs.put(&word.repeat(2))) })
    );
    let none = Packed::<Vec<String>, L>::pack(&vec![]);
    let still_none = none.transform::<[String]>(|words, needs| words.map_items(needs, |_, _| unreachable!()));
    assert_eq!(still_none.as_bytes(), none.as_bytes());
    let flat = Limits { depth: 0, ..Limits::DEFAULT };
    let mut calls = 0;
    let failed = packed.within(&flat).transform::<[String]>(|words, needs| {
        words.map_items(needs, |word, needs| {
            calls += 1;
            word.copy_to(needs)
        })
    });
    assert_eq!(failed.map(|_| ()).map_err(|error| error.kind()), Err(ErrorKind::TooDeep { limit: 0 }));
    assert_eq!(calls, 0);
}
