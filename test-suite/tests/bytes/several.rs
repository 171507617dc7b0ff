//! Several values in one buffer, sequences, maps, and callers that panic or return wrong sizes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::packed::build_into;
use packed_data::view::Seq;
use packed_data::{Cursor, Done, Error, InPlace, Indexed, Limits, Packable, Packed, RandomAccess, View, pack_into};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use test_suite::{Changes, Json, Node, Sample, TestLayout, Tree, check, over_layouts};

over_layouts!(
    one_after_the_other,
    pack_into_appends,
    failures_and_panics_leave_the_buffer_as_it_was,
    a_panic_in_an_element_leaves_nothing_to_finish,
    iterators_with_wrong_lengths,
    items_end_early,
    items_after_a_panic,
    copies_of_parts,
    maps_in_any_order_are_packed_as_the_same_bytes,
    keys_built_twice_are_refused,
    sorted_keys_are_packed_as_unsorted_ones
);
over_layouts!(
    native: a_tuple_is_its_parts,
    a_panic_in_an_edit_leaves_valid_bytes,
    scalars_in_slices,
    scalars_aligned_and_not,
    user_types_with_an_inconsistent_order
);

/// The paper's `Packed '[Int, Tree, Json]`.
fn one_after_the_other<L: TestLayout>() {
    check((any::<i64>(), Tree::any(), Json::any()), |(number, tree, json)| {
        let mut buffer = Vec::new();
        pack_into::<i64, L>(&number, &mut buffer).unwrap();
        pack_into::<Tree, L>(&tree, &mut buffer).unwrap();
        pack_into::<Json, L>(&json, &mut buffer).unwrap();
        let (a, rest) = Packed::<i64, L>::from_prefix(&buffer).unwrap();
        let (b, rest) = Packed::<Tree, L>::from_prefix(rest).unwrap();
        let (c, rest) = Packed::<Json, L>::from_prefix(rest).unwrap();
        assert!(rest.is_empty());
        assert_eq!((a.unpack().unwrap(), b.unpack().unwrap(), c.unpack().unwrap()), (number, tree, json));
    });
}

fn a_tuple_is_its_parts<L: TestLayout>() {
    // In `Compact` a tuple consists only of its parts; in `Indexed` sizes may come between them.
    let parts = (1_u8, 2_u16, true);
    let packed = Packed::<(u8, u16, bool), L>::pack(&parts);
    let mut buffer = Vec::new();
    pack_into::<u8, L>(&parts.0, &mut buffer).unwrap();
    pack_into::<u16, L>(&parts.1, &mut buffer).unwrap();
    pack_into::<bool, L>(&parts.2, &mut buffer).unwrap();
    assert_eq!(packed.as_bytes(), buffer);
}

fn pack_into_appends<L: TestLayout>() {
    check((Json::any(), vec(any::<u8>(), 0..300)), |(json, before)| {
        let mut buffer = before.clone();
        pack_into::<Json, L>(&json, &mut buffer).unwrap();
        let packed = Packed::<Json, L>::pack(&json);
        assert_eq!(buffer[..before.len()], before);
        assert_eq!(&buffer[before.len()..], packed.as_bytes());
        build_into::<Json, L>(&mut buffer, &Limits::default(), |needs| json.build(needs)).unwrap();
        assert_eq!(&buffer[before.len() + packed.as_bytes().len()..], packed.as_bytes());
    });
}

/// Runs a function that must panic.
#[track_caller]
fn panics(f: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(f)).is_err(), "expected a panic");
}

fn failures_and_panics_leave_the_buffer_as_it_was<L: TestLayout>() {
    let before = vec![1, 2, 3];
    let mut buffer = before.clone();
    let limits = Limits { depth: 0, ..Limits::default() };
    let error: Error = build_into::<Tree, L>(&mut buffer, &limits, |needs| needs.put(&Tree::sample())).unwrap_err();
    assert!(error.to_string().starts_with("too deep"), "{error}");
    assert_eq!(buffer, before);
    let limits = Limits { bytes: 5, ..Limits::default() };
    build_into::<Tree, L>(&mut buffer, &limits, |needs| needs.put(&Tree::sample())).unwrap_err();
    assert_eq!(buffer, before);
    panics(|| {
        _ = build_into::<Tree, L>(&mut buffer, &Limits::default(), |needs| {
            Tree::start_node(needs).put(&Tree::Leaf(1)).with(|_| panic!("in a field")).done()
        });
    });
    assert_eq!(buffer, before);
    pack_into::<u8, L>(&4, &mut buffer).unwrap();
    assert_eq!(buffer, [1, 2, 3, 4]);
}

fn a_panic_in_an_element_leaves_nothing_to_finish<L: TestLayout>() {
    let mut buffer = vec![9];
    let words = ["to", "be", "or"];
    panics(|| {
        _ = build_into::<Vec<String>, L>(&mut buffer, &Limits::default(), |needs| {
            needs.items(words, |needs, word| if word == "or" { panic!("in an element") } else { needs.put(word) })
        });
    });
    assert_eq!(buffer, [9]);
    // If a panic is caught within the builder, the place that it used is gone; only another complete value can be
    // built.
    let built = Packed::<(u8, u8), L>::build(|needs| {
        panics(|| _ = Packed::<Vec<u8>, L>::build(|needs| needs.items([1_u8], |_, _| panic!("inner"))));
        needs.fields().put(&1).put(&2).done()
    });
    assert_eq!(built, Packed::pack(&(1, 2)));
}

fn a_panic_in_an_edit_leaves_valid_bytes<L: TestLayout + InPlace>() {
    let value: Vec<(u32, bool, char)> = vec![(1, true, 'a'), (2, false, 'b'), (3, true, 'c')];
    let mut packed = Packed::<Vec<(u32, bool, char)>, L>::pack(&value);
    panics(|| {
        packed.edit(|tuples| {
            let mut seen = 0;
            tuples.fold_items((), move |(), tuple| {
                seen += 1;
                let fields = tuple.fields().update(|n| n + 10).update(|flag| !flag);
                let fields = fields.update(|letter| if seen == 2 { panic!("at {letter}") } else { 'z' });
                fields.done(())
            })
        });
    });
    let again = Packed::<Vec<(u32, bool, char)>, L, _>::from_bytes(packed.as_bytes()).unwrap();
    assert_eq!(again.unpack().unwrap(), [(11, false, 'z'), (12, true, 'b'), (3, true, 'c')]);
}

/// An iterator that claims a number of items other than it has.
struct Liar<I>(usize, I);

impl<I: Iterator> Iterator for Liar<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.1.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0, Some(self.0))
    }
}

impl<I: Iterator> ExactSizeIterator for Liar<I> {}

fn iterators_with_wrong_lengths<L: TestLayout>() {
    let counts: &[usize] = if cfg!(miri) { &[1, 24] } else { &[0, 1, 3, 251, 252, 300] };
    let says = [0, 1, 3, 4, 250, 251, 252, 253, 65_536, usize::MAX];
    for says in says.into_iter().step_by(if cfg!(miri) { 4 } else { 1 }) {
        for &count in counts {
            let numbers: Vec<u16> = (0..count as u16).collect();
            let built = Packed::<Vec<u16>, L>::build(|needs| {
                needs.items(Liar(says, numbers.iter()), |needs, number| needs.put(number))
            });
            assert_eq!(built, Packed::pack(&numbers), "{says} for {count}");
            let words: Vec<String> = numbers.iter().map(u16::to_string).collect();
            let built = Packed::<Vec<String>, L>::build(|needs| {
                needs.items(Liar(says, words.iter()), |needs, word| needs.put(word))
            });
            assert_eq!(built, Packed::pack(&words), "{says} for {count}");
            // Between other fields.
            let built = Packed::<(String, Vec<u16>, u8), L>::build(|needs| {
                let fields = needs.fields().put("before");
                let numbers = numbers.iter();
                fields.with(|needs| needs.items(Liar(says, numbers), |needs, n| needs.put(n))).put(&7).done()
            });
            assert_eq!(built, Packed::pack(&("before".to_string(), numbers, 7)), "{says} for {count}");
        }
    }
}

fn items_end_early<L: TestLayout>() {
    check((vec(Json::any(), 0..6), 0..8_usize), |(values, stop)| {
        let len = values.len();
        let packed = Packed::<(Vec<Json>, u8), L>::pack(&(values.clone(), 7));
        let (read, last) = packed.read(|pair| {
            let (read, fields) = pair.fields().with(|values| {
                let mut items = values.items();
                let mut read = Vec::new();
                while read.len() < stop
                    && let Some(value) = items.next(|value| {
                        let json: Json = value.view().unpack().unwrap();
                        value.skip().map(|()| json)
                    })
                {
                    read.push(value);
                    assert_eq!(read.len() + items.len(), len);
                }
                items.done(read)
            });
            let (last, fields) = fields.read();
            fields.done((read, last))
        });
        assert_eq!((read.as_slice(), last), (&values[..stop.min(values.len())], 7));

        let found = packed.read(|pair| {
            let (found, fields) = pair.fields().with(|values| {
                values.try_fold_items(0, |index, value| {
                    value.as_bytes().map(|bytes| {
                        if index == stop { ControlFlow::Break(bytes) } else { ControlFlow::Continue(index + 1) }
                    })
                })
            });
            fields.skip().done(found)
        });
        match values.get(stop) {
            Some(value) => assert_eq!(found, ControlFlow::Break(Packed::<Json, L>::pack(value).as_bytes())),
            None => assert_eq!(found, ControlFlow::Continue(values.len())),
        }
    });
}

fn items_after_a_panic<L: TestLayout>() {
    let packed = Packed::<Vec<u8>, L>::pack(&vec![1, 2, 3]);
    packed.read(|numbers| {
        let mut items = numbers.items();
        assert_eq!(items.next(|n| n.read()), Some(1));
        panics(|| _ = items.next(|_| -> Done<'_, u8, L> { panic!("in an element") }));
        // The beginning of the next element is unknown, so nothing more can be read.
        panics(|| _ = items.next(|n| n.read()));
        panics(|| _ = items.done(()));
        numbers.skip()
    });
}

fn copies_of_parts<L: TestLayout>() {
    check((Json::any(), Tree::any()), |(json, tree)| {
        let packed = Packed::<(Json, Tree), L>::pack(&(json, tree));
        let swapped = Packed::<(Tree, Json, Tree), L>::build(|needs| {
            packed.read(|pair| {
                let (json, fields) = pair.fields().isolate();
                let (tree, fields) = fields.isolate();
                let filled = needs.fields().put_packed(&tree).put_packed(&json).put_packed(&tree).done();
                fields.done(filled)
            })
        });
        let (json, tree) = packed.unpack().unwrap();
        assert_eq!(swapped, Packed::pack(&(tree.clone(), json, tree)));
    });
}

fn scalars_in_slices<L: TestLayout>() {
    check((vec(any::<i32>(), 0..40), vec(any::<char>(), 0..9)), |(numbers, letters)| {
        let packed = Packed::<(Vec<i32>, Vec<char>), L>::pack(&(numbers.clone(), letters.clone()));
        packed.read(|pair| {
            let (packed, fields) = pair.fields().read();
            let (text, fields) = fields.read();
            assert_eq!((packed.len(), packed.is_empty()), (numbers.len(), numbers.is_empty()));
            assert!(packed.iter().eq(numbers.iter().copied()) && packed.iter().rev().eq(numbers.iter().rev().copied()));
            assert_eq!(packed.iter().len(), numbers.len());
            for index in 0..numbers.len() + 2 {
                assert_eq!(packed.get(index), numbers.get(index).copied());
                assert_eq!(packed.iter().nth(index), numbers.get(index).copied());
            }
            assert_eq!(packed.get(usize::MAX), None);
            let mut copy = vec![0; numbers.len()];
            packed.copy_to_slice(&mut copy);
            assert_eq!((copy, packed.to_vec(), text.to_vec()), (numbers.clone(), numbers.clone(), letters.clone()));
            assert_eq!(packed.as_bytes().len(), 4 * numbers.len());
            panics(|| packed.copy_to_slice(&mut vec![0; numbers.len() + 1]));
            fields.done(())
        });
    });
}

/// `as_slice` returns a slice where the bytes are aligned, and only there.
fn scalars_aligned_and_not<L: TestLayout>() {
    let numbers: Vec<u64> = (1..=5).collect();
    let bytes = Packed::<Vec<u64>, L>::pack(&numbers).into_inner();
    let mut aligned = 0;
    for shift in 0..16 {
        let buffer = [vec![0; shift], bytes.clone()].concat();
        let packed = Packed::<Vec<u64>, L, &[u8]>::from_bytes(&buffer[shift..]).unwrap();
        packed.read(|numbers_| {
            numbers_.read().map(|packed| {
                let is_aligned = packed.as_bytes().as_ptr().cast::<u64>().is_aligned();
                let expected = (is_aligned && cfg!(target_endian = "little")).then_some(numbers.as_slice());
                assert_eq!(packed.as_slice(), expected);
                aligned += u32::from(is_aligned);
                let mut copy = [0; 5];
                packed.copy_to_slice(&mut copy);
                assert_eq!(copy, *numbers);
                assert!(packed.iter().eq(numbers.iter().copied()));
            })
        });
    }
    assert!(cfg!(miri) || aligned as usize == 16 / align_of::<u64>(), "{aligned}");
    let flags = Packed::<Vec<bool>, L>::pack(&vec![true, false]);
    flags.read(|flags| flags.read().map(|flags| assert_eq!(flags.as_slice(), Some(&[true, false][..]))));
}

fn maps_in_any_order_are_packed_as_the_same_bytes<L: TestLayout>() {
    check(vec((any::<i16>(), Json::any()), 0..if cfg!(miri) { 5 } else { 20 }), |entries| {
        let sorted: BTreeMap<i16, Json> = entries.iter().cloned().collect();
        let hashed: HashMap<i16, Json> = entries.iter().cloned().collect();
        let packed = Packed::<BTreeMap<i16, Json>, L>::pack(&sorted);
        assert_eq!(Packed::<HashMap<i16, Json>, L>::pack(&hashed).as_bytes(), packed.as_bytes());
        let backwards = Packed::<BTreeMap<i16, Json>, L>::build(|needs| {
            needs.items(sorted.iter().rev(), |needs, (key, value)| needs.fields().put(key).put(value).done())
        });
        assert_eq!(backwards, packed);
        assert_eq!(packed.unpack().unwrap(), sorted);
        // Also between other fields.
        let around = Packed::<(String, HashMap<i16, Json>, u8), L>::pack(&("x".into(), hashed, 1));
        let around = Packed::<(String, BTreeMap<i16, Json>, u8), L, _>::from_bytes(around.into_inner()).unwrap();
        assert_eq!(around.unpack().unwrap(), ("x".into(), sorted, 1));
    });
}

fn keys_built_twice_are_refused<L: TestLayout>() {
    for keys in [vec![1, 1], vec![2, 1, 2], vec![3, 2, 1, 1], vec![1, 2, 2, 3]] {
        let built = Packed::<BTreeSet<u8>, L>::with_limits(&Limits::default())
            .build(|needs| needs.items(&keys, |needs, key| needs.put(key)));
        assert_eq!(built.unwrap_err().kind(), packed_data::ErrorKind::DuplicateKey, "{keys:?}");
    }
}

/// The elements of a `BTreeSet` are already sorted, so some keys are not compared again. The bytes must be the same as
/// if they were.
fn sorted_keys_are_packed_as_unsorted_ones<L: TestLayout>() {
    fn check<T, L: TestLayout>(keys: &[T])
    where
        T: Packable + Clone + Ord + std::hash::Hash,
    {
        let sorted = Packed::<BTreeSet<T>, L>::pack(&keys.iter().cloned().collect());
        let unsorted = Packed::<HashSet<T>, L>::pack(&keys.iter().cloned().collect());
        assert_eq!(sorted.as_bytes(), unsorted.as_bytes());
        assert!(Packed::<BTreeSet<T>, L, _>::from_bytes(sorted.as_bytes()).is_ok());
        let map = |keys: &[T]| keys.iter().cloned().zip(0u16..).collect::<BTreeMap<_, _>>();
        let packed = Packed::<BTreeMap<T, u16>, L>::pack(&map(keys));
        assert!(Packed::<BTreeMap<T, u16>, L, _>::from_bytes(packed.as_bytes()).is_ok());
    }
    macro_rules! integers {
        ($($T:ident)+) => { $(check::<$T, L>(&[$T::MAX, 1, $T::MIN, 0, $T::MAX / 2, 0x7F, $T::MIN / 2]);)+ };
    }
    integers!(u8 u64 i16);
    if !cfg!(miri) {
        integers!(u16 u32 u128 i8 i32 i64 i128);
    }
    let texts = ["", "\u{FFFF}", "b", "\u{10000}", "ab", "a", "\u{7F}", "é", "a\0"];
    check::<&str, L>(&texts);
    check::<String, L>(&texts.map(String::from));
    check::<Box<str>, L>(&texts.map(Box::from));
    check::<char, L>(&['z', '\u{FFFF}', '\u{10FFFF}', '\0', 'é']);
}

/// A key whose order in memory differs from that of its bytes, and which is equal to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Packable)]
struct Backwards(u8);

impl PartialOrd for Backwards {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Backwards {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

fn user_types_with_an_inconsistent_order<L: TestLayout>() {
    let set = BTreeSet::from([Backwards(1), Backwards(2), Backwards(3)]);
    assert_eq!(set.first(), Some(&Backwards(3)));
    let packed = Packed::<BTreeSet<Backwards>, L>::pack(&set);
    assert_eq!(packed.as_bytes(), [3, 1, 2, 3]);
    assert_eq!(packed.unpack().unwrap(), set);
}

/// Compares sequences and maps in a layout with random access with slices and maps in memory.
mod random_access {
    use super::*;

    /// A call of an iterator.
    #[derive(Clone, Debug)]
    enum Call {
        Next,
        NextBack,
        Len,
        Nth(usize),
    }

    fn calls() -> impl Strategy<Value = Vec<Call>> {
        let call =
            prop_oneof![Just(Call::Next), Just(Call::NextBack), Just(Call::Len), (0..4_usize).prop_map(Call::Nth),];
        vec(call, 0..30)
    }

    /// Checks that two iterators return the same, call by call, also past their end.
    fn same<T: PartialEq + std::fmt::Debug>(
        mut ours: impl DoubleEndedIterator<Item = T> + ExactSizeIterator,
        mut theirs: impl DoubleEndedIterator<Item = T> + ExactSizeIterator,
        calls: &[Call],
    ) {
        for call in calls {
            match call {
                Call::Next => assert_eq!(ours.next(), theirs.next()),
                Call::NextBack => assert_eq!(ours.next_back(), theirs.next_back()),
                Call::Nth(n) => assert_eq!(ours.nth(*n), theirs.nth(*n)),
                Call::Len => {}
            }
            assert_eq!((ours.len(), ours.size_hint()), (theirs.len(), theirs.size_hint()));
        }
        assert!(ours.eq(theirs));
    }

    fn unpacked<L: RandomAccess>(view: View<'_, Tree, L>) -> Tree {
        view.unpack().unwrap()
    }

    #[test]
    fn iterators_return_the_same_as_those_of_slices() {
        let words = prop_oneof!["[a-c]{0,3}", "[x]{250,260}"];
        let values = (vec(words, 0..12), vec(any::<u32>(), 0..12), vec(Tree::any(), 0..9), calls());
        check(values, |(words, numbers, trees, calls)| {
            let all = (words, numbers, trees);
            let packed = Packed::<(Vec<String>, Vec<u32>, Vec<Tree>), Indexed>::pack(&all);
            let (words, numbers, trees) = packed.view();
            same(words.iter(), all.0.iter().map(String::as_str), &calls);
            same(numbers.iter(), all.1.iter().copied(), &calls);
            same(numbers.scalars().iter(), all.1.iter().copied(), &calls);
            same(trees.iter().map(unpacked), all.2.iter().cloned(), &calls);
            for index in 0..all.0.len() + 2 {
                assert_eq!(words.get(index), all.0.get(index).map(String::as_str));
            }
            for index in 0..all.2.len() + 2 {
                assert_eq!(trees.get(index).map(unpacked), all.2.get(index).cloned());
            }
            assert_eq!((words.first(), words.last()), (all.0.first().map(|w| &**w), all.0.last().map(|w| &**w)));
            assert_eq!((words.get(usize::MAX), words.len(), words.is_empty()), (None, all.0.len(), all.0.is_empty()));
        });
    }

    #[test]
    fn a_binary_search_returns_the_same_as_in_a_slice() {
        check((btree_set("[a-f]{0,3}", 0..20), "[a-f]{0,3}"), |(words, sought)| {
            let words: Vec<String> = words.into_iter().collect();
            let packed = Packed::<Vec<String>, Indexed>::pack(&words);
            let seq: Seq<'_, String, Indexed> = packed.view();
            assert_eq!(seq.binary_search_by(|word| word.cmp(&sought)), words.binary_search(&sought));
            let mut by_len = words.clone();
            by_len.sort_by_key(String::len);
            let packed = Packed::<Vec<String>, Indexed>::pack(&by_len);
            match packed.view().binary_search_by_key(&sought.len(), |word| word.len()) {
                Ok(index) => assert_eq!(by_len[index].len(), sought.len()),
                Err(index) => assert_eq!(Err(index), by_len.binary_search_by_key(&sought.len(), String::len)),
            }
        });
    }

    #[test]
    fn a_lookup_returns_the_same_as_in_a_map_in_memory() {
        let values = (btree_map("[a-f]{0,3}", any::<u16>(), 0..20), btree_set(any::<i32>(), 0..40));
        check((values, "[a-f]{0,3}", any::<i32>()), |((map, set), key, number)| {
            let packed = Packed::<(BTreeMap<String, u16>, BTreeSet<i32>), Indexed>::pack(&(map.clone(), set.clone()));
            let (view, numbers) = packed.view();
            assert_eq!(view.get(key.as_str()), map.get(&key).copied());
            assert_eq!(view.contains_key(key.as_str()), map.contains_key(&key));
            assert_eq!((view.len(), view.is_empty()), (map.len(), map.is_empty()));
            for (key, value) in &map {
                assert_eq!(view.get(key.as_str()), Some(*value));
                assert_eq!(view.get_by(|packed| packed.cmp(key.as_str())), Some(*value));
            }
            assert!(view.iter().eq(map.iter().map(|(key, value)| (key.as_str(), *value))));
            assert!(view.keys().eq(map.keys().map(String::as_str)) && view.values().eq(map.values().copied()));
            assert_eq!(numbers.contains(&number), set.contains(&number));
            assert!(set.iter().all(|number| numbers.contains(number)) && numbers.iter().eq(set.iter().copied()));
            assert_eq!(numbers.len(), set.len());
        });
    }

    /// The values of a map can be overwritten, but its keys cannot, so it stays sorted.
    #[test]
    fn values_are_edited_by_view() {
        let map = BTreeMap::from([(1_u8, 10_i32), (2, 20), (3, 30)]);
        let mut packed = Packed::<BTreeMap<u8, i32>, Indexed>::pack(&map);
        for (key, mut value) in packed.view_mut().into_entries().into_iter().rev() {
            value.update(|value| value + i32::from(key));
        }
        assert_eq!(packed.unpack().unwrap(), BTreeMap::from([(1, 11), (2, 22), (3, 33)]));
        let mut numbers = Packed::<Vec<i16>, Indexed>::pack(&vec![1, 2, 3]);
        let mut view = numbers.view_mut();
        view.set(1, -2);
        panics(|| numbers.view_mut().set(3, 0));
        assert_eq!(numbers.unpack().unwrap(), [1, -2, 3]);
    }

    #[test]
    fn parts_are_isolated_by_view() {
        check(Tree::any(), |tree| {
            let packed = Packed::<(Tree, Node), Indexed>::pack(&(tree.clone(), Node::of(1, [2].into_iter())));
            let (view, node) = packed.view();
            assert_eq!(view.isolate(), Packed::<Tree, Indexed>::pack(&tree));
            assert_eq!(
                view.as_bytes().len() + node.as_bytes().len() + size_len(view.as_bytes().len()),
                packed.as_bytes().len()
            );
            assert_eq!(
                view.read(Tree::numbers_in_order),
                Packed::<Tree, Indexed>::pack(&tree).read(Tree::numbers_in_order)
            );
        });
    }

    /// Returns the number of bytes of a size.
    fn size_len(size: usize) -> usize {
        if size < 0xFC { 1 } else { 3 }
    }

    trait InOrder: Sized {
        fn numbers_in_order<'id>(cursor: Cursor<'_, 'id, Self, Indexed>) -> Done<'id, Vec<i64>, Indexed>;
    }

    impl InOrder for Tree {
        fn numbers_in_order<'id>(cursor: Cursor<'_, 'id, Self, Indexed>) -> Done<'id, Vec<i64>, Indexed> {
            match cursor.case() {
                test_suite::TreeCase::Leaf(fields) => {
                    let (n, fields) = fields.read();
                    fields.done(vec![n])
                }
                test_suite::TreeCase::Node(fields) => {
                    let (left, fields) = fields.with(Self::numbers_in_order);
                    Self::numbers_in_order(fields.tail()).map(|right| [left, right].concat())
                }
            }
        }
    }
}
