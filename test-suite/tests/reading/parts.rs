//! Parts of values, as bytes, as packed data of their own and as owned values; and packed data as another type.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use packed_data::cbor::from_diagnostic;
use packed_data::layout::haskell::Vector;
use packed_data::view::Seq;
use packed_data::{Cbor, Compact, Indexed, Layout, Limits, Map, Packable, Packed, Set, TooDeep, Unpack};
use test_suite::{Tree, over_layouts};

over_layouts!(few all: sequences, bytes_and_trees_as_elements, vectors_of_haskell, types_with_one_canonical_type);
over_layouts!(few: maps_and_sets, values_borrow_from_the_bytes, lifetimes_are_changed, lifetimes_are_forgotten);

/// Checks all that a view of a whole sequence returns.
fn is_whole<T, L: Layout>(seq: Seq<'_, T, L>, expected: &Vec<T>)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + std::fmt::Debug,
{
    let packed = Packed::<Vec<T>, L>::pack(expected);
    assert_eq!(seq.as_bytes(), packed.as_bytes());
    assert_eq!(seq.isolate().cast(), packed);
    assert_eq!(seq.to_packed().cast(), packed);
    assert_eq!(&seq.unpack::<Vec<T>>().unwrap(), expected);
    assert!(Packed::<Vec<T>, L, _>::from_bytes(seq.as_bytes()).is_ok());
    // Each element, too.
    assert_eq!(seq.views().count(), expected.len());
    for (view, element) in seq.views().zip(expected) {
        let packed = Packed::<T, L>::pack(element);
        assert_eq!(view.as_bytes(), packed.as_bytes());
        assert_eq!(view.isolate().cast(), packed);
        assert_eq!(view.to_packed().cast(), packed);
        assert_eq!(&view.unpack::<T>().unwrap(), element);
    }
}

fn sequences<L: Layout>() {
    let value: Vec<Vec<u16>> = vec![vec![1, 2, 300], vec![], (0..if cfg!(miri) { 30 } else { 300 }).collect(), vec![7]];
    let packed = Packed::<_, L>::pack(&value);
    is_whole(packed.view(), &value);
    assert_eq!(packed.view().iter().count(), value.len());
    for (seq, expected) in packed.view().iter().zip(&value) {
        is_whole(seq, expected);
    }
}

fn bytes_and_trees_as_elements<L: Layout>() {
    // In CBOR a byte is another item inside a byte string and outside of it.
    let bytes: Vec<Vec<u8>> = vec![vec![1, 24, 255], vec![]];
    let packed = Packed::<_, L>::pack(&bytes);
    packed.view().iter().zip(&bytes).for_each(|(seq, expected)| is_whole(seq, expected));
    let tree = |n| Tree::Node(Box::new(Tree::Leaf(n)), Box::new(Tree::Leaf(-n)));
    let trees = vec![tree(1), Tree::Leaf(0), tree(1 << 40)];
    is_whole(Packed::<_, L>::pack(&trees).view(), &trees);
    let options = vec![Some(vec![1u8]), None];
    is_whole(Packed::<_, L>::pack(&options).view(), &options);
}

/// A vector has the same view as a list, and its bytes are those of one.
fn vectors_of_haskell<L: Layout>() {
    let packed = Packed::<_, L>::pack(&Vector(vec![1u16, 2]));
    let isolated = packed.view().isolate();
    assert_eq!(isolated.as_bytes(), packed.as_bytes());
    assert_eq!(Packed::<[u16], L, _>::from_bytes(packed.as_bytes()).unwrap(), isolated);
    assert_eq!(packed.view().unpack::<Vec<u16>>().unwrap(), [1, 2]);
}

fn types_with_one_canonical_type<L: Layout>() {
    let list = Packed::<_, L>::pack(&vec![1u8, 2]);
    let other: Packed<VecDeque<u8>, L> = list.clone().cast();
    assert_eq!(other.unpack().unwrap(), [1, 2]);
    let borrowed: Packed<[u8], L, &[u8]> = list.as_slice().cast();
    assert_eq!(borrowed.cast(), list);
    let changed = list.transform(|list, needs| list.copy_to(needs));
    assert_eq!(changed.cast(), list);
    let tree = Packed::<Box<Tree>, L>::pack(&Box::new(Tree::Leaf(1)));
    assert_eq!(tree.cast::<Tree>().unpack().unwrap(), Tree::Leaf(1));
}

fn maps_and_sets<L: Layout>() {
    type Maps = Vec<BTreeMap<String, BTreeSet<i16>>>;
    let entry = |key: &str, set: &[i16]| (key.to_string(), set.iter().copied().collect::<BTreeSet<_>>());
    let value: Maps = vec![[entry("bb", &[3, -1, 300]), entry("c", &[]), entry("", &[0])].into(), [].into()];
    let packed = Packed::<Maps, L>::pack(&value);
    for (map, expected) in packed.view().iter().zip(&value) {
        let own = Packed::<BTreeMap<_, _>, L>::pack(expected);
        assert_eq!(map.as_bytes(), own.as_bytes());
        assert_eq!(map.isolate().cast(), own);
        let owned: Packed<Map<String, BTreeSet<i16>>, L> = map.to_packed();
        assert_eq!(owned.cast(), own);
        assert_eq!(map.unpack::<BTreeMap<_, _>>().as_ref(), Ok(expected));
        assert_eq!(map.unpack::<HashMap<_, _>>(), Ok(expected.clone().into_iter().collect()));
        for (key, set) in map.iter() {
            let expected = &expected[key];
            let own = Packed::<BTreeSet<i16>, L>::pack(expected);
            assert_eq!(set.as_bytes(), own.as_bytes());
            assert_eq!(set.isolate().cast(), own);
            let owned: Packed<Set<i16>, L> = set.to_packed();
            assert_eq!(owned.cast(), own);
            assert_eq!(set.unpack::<HashSet<i16>>(), Ok(expected.iter().copied().collect()));
        }
        let entries = map.into_entries();
        assert_eq!(entries.as_bytes(), map.as_bytes());
        for (entry, (key, _)) in entries.views().zip(map.iter()) {
            let isolated = entry.read(|entry| {
                let (key, rest) = entry.fields().isolate();
                rest.skip().done(key)
            });
            assert_eq!(isolated.view(), key);
        }
    }
    let units = Packed::<BTreeSet<u8>, L>::pack(&BTreeSet::from([24, 1, 255]));
    assert_eq!(units.view().isolate().cast(), units);
}

/// Other forms of CBOR: the part begins with its tags, and ends with its break.
#[test]
fn parts_of_any_form_of_cbor() {
    let item = from_diagnostic("[_ 1([_ 1_3, 2]), [], 5([3])]").unwrap();
    let packed = Packed::<Vec<Vec<u16>>, Cbor, _>::from_bytes(item).unwrap();
    let parts: Vec<_> = packed.view().iter().map(|seq| seq.isolate()).collect();
    let expected = ["1([_ 1_3, 2])", "[]", "5([3])"].map(|item| from_diagnostic(item).unwrap());
    assert_eq!(parts.len(), 3);
    for (part, expected) in parts.iter().zip(&expected) {
        assert_eq!(part.as_bytes(), expected);
        assert!(Packed::<Vec<u16>, Cbor, _>::from_bytes(part.as_bytes()).is_ok());
    }
    // A last field before items that the type does not know.
    let item = from_diagnostic("[_ 1, [_ 2, 3], 4, [5]]").unwrap();
    let packed = Packed::<(u8, Vec<u16>), Cbor, _>::from_bytes(item).unwrap();
    let seq = packed.view().1;
    assert_eq!(seq.as_bytes(), from_diagnostic("[_ 2, 3]").unwrap());
    assert_eq!(seq.unpack::<Vec<u16>>(), Ok(vec![2, 3]));
    assert_eq!(seq.isolate().convert::<Compact>().unwrap(), Packed::pack(&[2u16, 3][..]));
}

#[test]
fn elements_by_index() {
    let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["to".into(), "be".into()]);
    assert_eq!(packed.view().get_view(1).map(|word| word.as_bytes()), Some(&b"\x02be"[..]));
    assert!(packed.view().get_view(2).is_none());
}

/// Checks all that leaves a slice of each range, in the layout with random access.
#[track_caller]
fn slices_are<T>(value: &Vec<T>)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Clone + std::fmt::Debug + serde::Serialize,
{
    let packed = Packed::<Vec<T>, Indexed>::pack(value);
    for start in 0..=value.len() {
        for end in start..=value.len() {
            let (slice, expected) = (packed.view().slice(start..end), value[start..end].to_vec());
            let own = Packed::<Vec<T>, Indexed>::pack(&expected);
            assert_eq!(slice.to_packed().cast(), own);
            assert!(Packed::<Vec<T>, Indexed, _>::from_bytes(slice.to_packed().as_bytes()).is_ok());
            assert_eq!(slice.unpack::<T>().as_ref(), Ok(&expected));
            assert_eq!(serde_json::to_string(&slice).unwrap(), serde_json::to_string(&expected).unwrap());
            let views = slice.views();
            assert_eq!(views.len(), expected.len());
            for (view, element) in views.rev().zip(expected.iter().rev()) {
                assert_eq!(view.to_packed().cast(), Packed::<T, Indexed>::pack(element));
            }
            let mut elements = 0;
            for _ in &slice {
                elements += 1;
            }
            assert_eq!(elements, slice.into_iter().count());
            assert_eq!(elements, expected.len());
        }
    }
}

#[test]
fn slices_leave_the_view() {
    slices_are::<String>(&["to", "", "be", "or"].map(String::from).to_vec());
    slices_are::<u8>(&vec![1, 24, 255]);
    slices_are::<()>(&vec![(); 3]);
    slices_are::<Vec<Option<u16>>>(&vec![vec![Some(1), None], vec![], vec![Some(300); 70]]);
    slices_are::<(u8, BTreeMap<String, bool>)>(&vec![(1, BTreeMap::from([("a".into(), true)])), (2, BTreeMap::new())]);
}

/// A value beyond the default limits can be copied: it was checked within those of its owner.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for 1,500 levels")]
fn slices_beyond_the_default_limits() {
    let mut deep = Tree::Leaf(1);
    for _ in 0..1500 {
        deep = Tree::Node(Box::new(deep), Box::new(Tree::Leaf(2)));
    }
    let limits = Limits { depth: 2000, stack: 1 << 26, ..Limits::DEFAULT };
    std::thread::Builder::new()
        .stack_size(1 << 27)
        .spawn(move || {
            let packed = Packed::<Vec<Tree>, Indexed>::with_limits(&limits).pack(&vec![Tree::Leaf(0), deep]).unwrap();
            let copy = packed.view().slice(1..).to_packed();
            assert!(Packed::<[Tree], Indexed, _>::from_bytes(copy.as_bytes()).is_err());
            assert!(Packed::<[Tree], Indexed>::with_limits(&limits).from_bytes(copy.as_bytes()).is_ok());
            let units =
                Packed::<Vec<()>, Indexed>::with_limits(&Limits { empty_elements: u64::MAX, ..Limits::DEFAULT })
                    .pack(&vec![(); (1 << 20) + 2]);
            assert_eq!(units.unwrap().view().slice(1..).to_packed().view().len(), (1 << 20) + 1);
        })
        .unwrap()
        .join()
        .unwrap();
}

/// In a view for editing the whole value is read, and nothing can be edited any more.
#[test]
fn whole_values_of_views_for_editing() {
    let mut packed: Packed<(u8, Vec<u16>)> = Packed::pack(&(1, vec![2, 3]));
    let (_, mut numbers) = packed.view_mut();
    numbers.set(0, 20);
    assert_eq!(numbers.reborrow().unpack::<Vec<u16>>(), Ok(vec![20, 3]));
    numbers.set(1, 30);
    assert_eq!(numbers.as_bytes(), [2, 20, 0, 30, 0]);
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Word<'a> {
    text: &'a str,
    raw: &'a [u8],
    next: Option<Box<Word<'a>>>,
}

fn word() -> Word<'static> {
    let next = Word { text: "be", raw: &[], next: None };
    Word { text: "to", raw: b"\x01\x02", next: Some(Box::new(next)) }
}

/// What is unpacked outlives the `Packed`.
fn values_borrow_from_the_bytes<L: Layout>() {
    fn unpacked<'b, L: Layout>(bytes: &'b [u8], limits: &Limits) -> Result<Word<'b>, TooDeep> {
        let packed = Packed::<Word<'b>, L, _>::from_bytes(bytes).unwrap();
        assert_eq!(packed.clone().into_unpacked(), Ok(word()));
        packed.within(limits).into_unpacked()
    }
    let packed = Packed::<Word<'static>, L>::pack(&word());
    let value = unpacked::<L>(packed.as_bytes(), &Limits::DEFAULT).unwrap();
    assert_eq!(value, word());
    assert!(packed.as_bytes().as_ptr_range().contains(&value.text.as_ptr()));
    assert!(unpacked::<L>(packed.as_bytes(), &Limits { depth: 0, ..Limits::DEFAULT }).is_err());
}

/// A struct that owns packed data, and cannot name the lifetime for which it is borrowed.
struct Owner<L: Layout> {
    word: Packed<Word<'static>, L>,
    words: Packed<Vec<Word<'static>>, L>,
}

impl<L: Layout> Owner<L> {
    fn word(&self) -> Result<Word<'_>, TooDeep> {
        self.word.as_slice().cast_lifetimes().into_unpacked()
    }

    fn words(&self) -> Result<VecDeque<Word<'_>>, TooDeep> {
        self.words.as_slice().cast_lifetimes().into_unpacked()
    }
}

fn lifetimes_are_changed<L: Layout>() {
    let owner = Owner::<L> { word: Packed::pack(&word()), words: Packed::pack(&vec![word(), word()]) };
    assert_eq!(owner.word(), Ok(word()));
    assert_eq!(owner.words().unwrap(), [word(), word()]);
    assert_eq!(owner.word.as_slice().cast_lifetimes::<Box<Word<'_>>>().into_unpacked(), Ok(Box::new(word())));
}

/// Packed values whose text is that of local variables are stored; and those in borrowed bytes are read as such.
fn lifetimes_are_forgotten<L: Layout>() {
    let packed = |text: &str, raw: &[u8]| -> Owner<L> {
        let one = || Word { text, raw, next: Some(Box::new(Word { text, raw, next: None })) };
        let words = Packed::<Vec<Word<'_>>, L>::pack(&vec![one(), one()]);
        Owner { word: Packed::<Word<'_>, L>::pack(&one()).cast_lifetimes(), words: words.cast_lifetimes() }
    };
    let owner = {
        let local = String::from("local");
        packed(&local, local.as_bytes())
    };
    assert_eq!(owner.word().unwrap().text, "local");
    assert_eq!(owner.words().unwrap()[1].next.as_ref().unwrap().raw, b"local");
    // The canonical type, boxed, in borrowed bytes, and back.
    let boxed: Packed<Box<Word<'_>>, L, &[u8]> = owner.word.as_slice().cast_lifetimes();
    assert_eq!(boxed.as_bytes(), owner.word.as_bytes());
    assert_eq!(boxed.into_unpacked(), Ok(Box::new(owner.word().unwrap())));
}

#[test]
#[should_panic = "a packed `alloc::vec::Vec<u8>` cannot be cast to a `alloc::vec::Vec<i8>`"]
fn types_that_differ_are_refused() {
    _ = Packed::<Vec<u8>>::pack(&vec![1]).as_slice().cast_lifetimes::<Vec<i8>>().into_unpacked();
}

#[test]
#[should_panic = "a packed `alloc::vec::Vec<u8>` cannot be cast to a `alloc::vec::Vec<i8>`"]
fn casts_to_types_that_differ_are_refused() {
    _ = Packed::<Vec<u8>>::pack(&vec![1]).cast_lifetimes::<Vec<i8>>();
}

#[test]
#[should_panic = "which has another packed form"]
fn types_of_the_same_fields_are_refused() {
    #[derive(Debug, Packable)]
    struct Other<'a> {
        text: &'a str,
        raw: &'a [u8],
        next: Option<Box<Word<'a>>>,
    }

    let other = Packed::<Word<'static>>::pack(&word());
    let other = other.as_slice().cast_lifetimes::<Other<'_>>().into_unpacked().unwrap();
    assert!(other.text.is_empty() && other.raw.is_empty() && other.next.is_none());
}
