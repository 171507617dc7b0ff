//! Findings of an outside review: a test for each finding about bytes, which is named for it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use packed_data::layout::haskell;
use packed_data::{Cbor, Compact, ErrorKind, Indexed, Limits, Packable, Packed};
use test_suite::described::Described;
use test_suite::reference::cbor::{self, SetOrder};
use test_suite::{few, in_a_stack};

/// Finding 1: a field with a CBOR tag was checked from before its tags, and read from after its own tag.
#[derive(Debug, PartialEq, Packable)]
struct Event {
    #[packable(cbor_tag = 1)]
    when: i64,
}

#[derive(Debug, PartialEq, Packable)]
struct Marked(#[packable(cbor_tag = 5)] u32);

#[test]
fn finding_1_tagged_integers_are_checked_where_they_are_read() {
    let refused = |bytes: &[u8]| Packed::<Event, Cbor, _>::from_bytes(bytes).map(drop).unwrap_err();
    assert!(matches!(refused(&[0x82, 0x00, 0xC2, 0xC1, 0x42, 0x5B, 0xFF]).kind(), ErrorKind::UnexpectedItem { .. }));
    let error = Packed::<Marked, Cbor, _>::from_bytes(&[0x82, 0x00, 0xC2, 0xC5, 0x41, 0xFF][..]).map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnexpectedItem { .. }), "{error}");
    // No other tag may be between the tag of a bignum and its bytes.
    assert!(matches!(refused(&[0x82, 0x00, 0xC1, 0xC2, 0xC9, 0x41, 0x05]).kind(), ErrorKind::UnexpectedItem { .. }));
    // Other tags may precede the tag of the field, and a bignum may follow it.
    let accepted = Packed::<Event, Cbor, _>::from_bytes(&[0x82, 0x00, 0xC9, 0xC1, 0xC2, 0x41, 0x05][..]).unwrap();
    assert_eq!(accepted.unpack(), Ok(Event { when: 5 }));
    // Also those of bignums, which are not around the number itself then. The reference reader says the same.
    let marked = test_suite::Marked::Numbers { when: 1, small: 200, word: 2, large: 3, wide: 4 };
    let mut bytes = Packed::<_, Cbor>::pack(&marked).into_inner();
    let at = bytes.windows(3).position(|field| field == [0xC5, 0x18, 200]).unwrap();
    bytes.insert(at, 0xC3);
    assert_eq!(Packed::<test_suite::Marked, Cbor, _>::from_bytes(&bytes[..]).unwrap().unpack().as_ref(), Ok(&marked));
    let read = cbor::read(test_suite::Marked::schema(), SetOrder::Bytes, &bytes).unwrap();
    assert_eq!((read.value, read.is_whole), (marked.value(), false));
}

/// Finding 2: keys that contain maps and sets were sorted again in every comparison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Value {
    Int(i64),
    Text(String),
    List(Vec<Value>),
    Map(#[packable(leaf)] BTreeMap<Value, Value>),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Tree {
    Leaf(u8),
    Node(#[packable(leaf)] BTreeSet<Tree>),
}

/// Returns sets of three elements in descending order; one of them is such a set.
fn nested_sets(levels: usize) -> Vec<u8> {
    let mut bytes = vec![0x82, 0x00, 0x00];
    for _ in 0..levels {
        let inner = std::mem::replace(&mut bytes, vec![0x82, 0x01, 0x83]);
        bytes.extend(inner);
        bytes.extend([0x82, 0x00, 0x05, 0x82, 0x00, 0x01]);
    }
    bytes
}

#[test]
fn finding_2_keys_that_nest_are_compared_in_bounded_time() {
    // Sets in keys of sets, more than eight deep, are refused whatever the limit on depth.
    for depth in [1024, 100_000] {
        let limits = Limits { depth, stack: usize::MAX, ..Limits::DEFAULT };
        let error = Packed::<Tree, Cbor>::with_limits(&limits).from_bytes(nested_sets(100)).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooDeep { limit: depth });
    }
    let packed = Packed::<Tree, Cbor, _>::from_bytes(nested_sets(6)).unwrap();
    let unpacked = packed.unpack().unwrap();
    let again = Packed::<Tree, Cbor>::pack(&unpacked);
    assert_eq!(Packed::<Tree, Cbor, _>::from_bytes(again.as_bytes()).unwrap().unpack(), Ok(unpacked));
}

#[test]
fn finding_2_equal_keys_are_found_in_any_encoding() {
    // {{1: 2, 3: 4}: 0, {3: 4, 1: 2}: 0}, with the entries of the second key in another order.
    let int = |n: u8| [0x82, 0x00, n];
    let map = |entries: [(u8, u8); 2]| {
        let entries = entries.into_iter().flat_map(|(key, value)| int(key).into_iter().chain(int(value)));
        [0x82, 0x03, 0xA2].into_iter().chain(entries).collect::<Vec<u8>>()
    };
    let outer = |one: &[u8], other: &[u8]| [&[0x82, 0x03, 0xA2][..], one, &int(0), other, &int(0)].concat();
    let (sorted, turned, other) = (map([(1, 2), (3, 4)]), map([(3, 4), (1, 2)]), map([(3, 4), (1, 5)]));
    let error = Packed::<Value, Cbor, _>::from_bytes(outer(&sorted, &turned)).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::DuplicateKey, 3 + sorted.len() + 3));
    let packed = Packed::<Value, Cbor, _>::from_bytes(outer(&sorted, &other)).unwrap();
    let Ok(Value::Map(entries)) = packed.unpack() else { panic!("a map") };
    assert_eq!(entries.len(), 2);
}

/// Finding 3: a size that was too small was subtracted from the offset of another field's size.
#[derive(Debug, PartialEq, Packable)]
struct Small(u8);

#[derive(Debug, PartialEq, Packable)]
struct Sized(Vec<Small>);

#[test]
fn finding_3_the_size_of_a_last_field_is_compared_at_its_own_offset() {
    let mut bytes = Packed::<Sized, haskell::PackedDataFieldSizes>::pack(&Sized(vec![Small(1), Small(2)])).into_inner();
    let stated = u32::from_le_bytes(bytes[1..5].try_into().unwrap());
    bytes[1..5].copy_from_slice(&[0; 4]);
    let error = Packed::<Sized, haskell::PackedDataFieldSizes, _>::from_bytes(bytes).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeMismatch { stated: 0, actual: stated as usize });
    assert_eq!(error.offset(), 1);
}

/// Finding 4: the tag of a struct within another value was not checked.
#[derive(Debug, PartialEq, Packable)]
struct Outer(Small, u8);

#[derive(Debug, PartialEq, Packable)]
enum Either {
    One(Small),
    Other(Small, Small),
}

fn every_tag_is_checked<T: Packable + for<'a> packed_data::Unpack<'a>, L: packed_data::Layout>(value: &T) {
    let bytes = Packed::<T, L>::pack(value).into_inner();
    for at in 0..bytes.len() {
        for byte in few(2, [0x4D, 0x01, 0x02, 0xFF]) {
            let mut mutant = bytes.clone();
            mutant[at] = byte;
            if let Ok(packed) = Packed::<T, L, _>::from_bytes(mutant.as_slice()) {
                let again = Packed::<T, L>::pack(&packed.unpack().unwrap());
                assert_eq!(again.as_bytes(), mutant, "accepted, but not written back the same: byte {at} of {bytes:?}");
            }
        }
    }
}

#[test]
fn finding_4_tags_of_structs_are_checked() {
    let error =
        Packed::<Outer, haskell::PackedData, _>::from_bytes(&[0x00, 0x4D, 0x05, 0x06][..]).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidTag { found: 0x4D, constructors: 1 }, 1));
    macro_rules! in_layouts {
        ($($L:ty),+) => {$(
            every_tag_is_checked::<Outer, $L>(&Outer(Small(5), 6));
            every_tag_is_checked::<Either, $L>(&Either::One(Small(5)));
            every_tag_is_checked::<Either, $L>(&Either::Other(Small(5), Small(7)));
            every_tag_is_checked::<Vec<Small>, $L>(&vec![Small(5), Small(6)]);
        )+};
    }
    in_layouts!(
        Compact,
        haskell::PackedData,
        haskell::PackedDataFieldSizes,
        haskell::PackedDataSkipLast,
        haskell::Store,
        haskell::Cereal,
        haskell::Binary
    );
}

/// Finding 5: levels were limited, but the stack is limited in bytes.
#[derive(Packable)]
enum Large<const N: usize> {
    #[allow(dead_code)]
    Leaf([u8; N]),
    Node(Vec<Large<N>>),
}

/// Runs in a thread with a stack of 2 MiB; eight times as much under a sanitizer, which makes frames large.
fn in_a_thread(run: impl FnOnce() + Send) {
    in_a_stack(if cfg!(packed_data_no_backstop) { 16 << 20 } else { 2 << 20 }, run);
}

fn nested_large<const N: usize, L: packed_data::Layout>() {
    for levels in [10, 100, 600, 1000] {
        let one = Packed::<Large<N>, L>::pack(&Large::Node(vec![Large::Node(vec![])])).into_inner();
        let none = Packed::<Large<N>, L>::pack(&Large::Node(vec![])).into_inner();
        let outer = &one[..one.len() - none.len()];
        let bytes = [outer.repeat(levels), none].concat();
        match Packed::<Large<N>, L, _>::from_bytes(bytes.as_slice()) {
            // (Without optimisation, the backstop may refuse a value that was accepted.)
            Ok(packed) => match packed.unpack() {
                Ok(_) => {}
                Err(error) => assert!(error.is_stack() && cfg!(debug_assertions), "{error}"),
            },
            Err(error) => assert!(matches!(error.kind(), ErrorKind::TooMuchStack { .. }), "{error}"),
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "about the stack, of which Miri has no limit")]
fn finding_5_large_levels_are_refused_before_the_stack_overflows() {
    in_a_thread(nested_large::<1024, Compact>);
    in_a_thread(nested_large::<512, Cbor>);
    in_a_thread(nested_large::<16_384, Compact>);
    in_a_thread(nested_large::<16, Cbor>);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than three minutes, for four million bytes")]
fn finding_5_a_large_array_is_built_in_its_box() {
    in_a_thread(|| {
        let packed = Packed::<Box<[u8; 4_000_000]>>::pack(&vec![7; 4_000_000].into_boxed_slice().try_into().unwrap());
        assert!(packed.unpack().unwrap().iter().all(|byte| *byte == 7));
    });
}

/// Elements of more than 64 KiB cannot be unpacked by value (the compiler refuses it), so no stack is charged for them.
#[test]
fn finding_5_elements_too_large_to_unpack_are_read_in_place() {
    in_a_thread(|| {
        let bytes = Packed::<Vec<Vec<u8>>>::pack(&vec![vec![7; 200_000]; 2]).into_inner();
        let element = &bytes[bytes.len() - 200_000..];
        let bytes = [&[2][..], element, element].concat();
        let packed = Packed::<Vec<[u8; 200_000]>, Indexed, _>::from_bytes(bytes).unwrap();
        assert_eq!(packed.view().iter().map(|element| element.len()).collect::<Vec<_>>(), [200_000; 2]);
    });
}

#[derive(Clone, Debug, PartialEq, Packable)]
enum Expr {
    Number(f64),
    Name(String),
    Negate(Box<Expr>),
    Binary(u8, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

#[test]
#[cfg_attr(miri, ignore = "about the stack, of which Miri has no limit")]
fn finding_5_six_hundred_nested_expressions_fit_in_a_thread() {
    in_a_thread(|| {
        let mut expr = Expr::Number(1.0);
        for _ in 0..600 {
            expr = Expr::Binary(b'+', Box::new(expr), Box::new(Expr::Name("x".into())));
        }
        let packed = Packed::<Expr>::pack(&expr);
        let again = Packed::<Expr, Compact, _>::from_bytes(packed.as_bytes()).unwrap();
        assert!(again.unpack().unwrap() == expr);
        let changed = packed.within(&Limits::DEFAULT).transform(|expr, needs| expr.copy_to(needs)).unwrap();
        assert!(changed == packed);
    });
}

/// Finding 6: a key with an absent field, and a key in which the default of the field is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Key {
    a: u8,
    #[packable(default)]
    b: u8,
}

#[test]
fn finding_6_an_absent_field_is_its_default_in_a_key() {
    let map = |one: &[u8], other: &[u8]| [&[0xA2][..], one, &[0x01], other, &[0x02]].concat();
    let (absent, zero, one) = ([0x82, 0x00, 0x07], [0x83, 0x00, 0x07, 0x00], [0x83, 0x00, 0x07, 0x01]);
    for (first, second) in [(&absent[..], &zero[..]), (&zero, &absent), (&absent, &absent)] {
        let error = Packed::<BTreeMap<Key, u8>, Cbor, _>::from_bytes(map(first, second)).map(drop).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::DuplicateKey, 2 + first.len()));
    }
    for (first, second) in [(&absent[..], &one[..]), (&one, &absent), (&zero, &one)] {
        let packed = Packed::<BTreeMap<Key, u8>, Cbor, _>::from_bytes(map(first, second)).unwrap();
        assert_eq!(packed.unpack().unwrap().len(), 2);
    }
}

/// A variant of finding 2: maps nested in *values*, with keys that do not ascend. To find equal keys, the values were
/// skipped once more at each level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Document {
    Number(u32),
    Text(String),
    Map(#[packable(leaf)] BTreeMap<u8, Document>),
}

/// Returns a map `{5: inner, 1: number, 3: text, 0: {}}`, in that order, or with the key `last` in place of 0.
fn unordered_map(inner: &[u8], last: u8) -> Vec<u8> {
    let text = [&[3, 0x82, 1, 0x78, 100][..], &[b'x'; 100]].concat();
    [&[0x82, 2, 0xA4, 5][..], inner, &[1, 0x82, 0, 7], &text, &[last, 0x82, 2, 0xA0]].concat()
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than four minutes, for 300 levels")]
fn variant_2_equal_keys_are_found_beside_large_values() {
    let levels = 300;
    let nested = |last: &dyn Fn(usize) -> u8| {
        (0..levels).fold(vec![0x82, 0, 9], |inner, level| unordered_map(&inner, last(level)))
    };
    let packed = Packed::<Document, Cbor, _>::from_bytes(nested(&|_| 0)).unwrap();
    let mut document = packed.unpack().unwrap();
    for _ in 0..levels {
        let Document::Map(mut entries) = document else { panic!("a map") };
        assert_eq!(entries.keys().copied().collect::<Vec<_>>(), [0, 1, 3, 5]);
        assert_eq!(entries[&3], Document::Text("x".repeat(100)));
        assert_eq!(entries[&0], Document::Map(BTreeMap::new()));
        document = entries.remove(&5).unwrap();
    }
    assert_eq!(document, Document::Number(9));
    // At any level, the last key is equal to that of the entry before it, of a large value, or of a large nested value.
    for (wrong, key) in [(0, 3), (0, 5), (299, 5), (150, 3), (150, 1)] {
        let bytes = nested(&|level| if level == wrong { key } else { 0 });
        let size = bytes.len();
        let error = Packed::<Document, Cbor, _>::from_bytes(bytes).map(drop).unwrap_err();
        // The entry is at the end of its map, and the enclosing maps have more entries after it.
        let after = (levels - wrong - 1) * (unordered_map(&[], 0).len() - 4) + 4;
        assert_eq!((error.kind(), error.offset()), (ErrorKind::DuplicateKey, size - after));
    }
}

/// A variant of finding 2: to sort the entries, packing maps in maps skipped all values at each level.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Hashed {
    Text(String),
    Map(#[packable(leaf)] HashMap<(u8, bool), Hashed>),
    List(Vec<Hashed>),
}

fn hashed(levels: usize) -> Hashed {
    (0..levels).fold(Hashed::Text("innermost".into()), |inner, level| {
        let text = |len: usize| Hashed::Text("x".repeat(len));
        let small = Hashed::Map([((7, true), text(1)), ((3, false), text(90))].into());
        let list = Hashed::List(vec![small.clone(), text(level), small.clone()]);
        let entries =
            [((9, true), text(70)), ((1, false), inner), ((9, false), list), ((0, true), small), ((5, true), text(2))];
        Hashed::Map(entries.into())
    })
}

#[test]
fn variant_2_maps_beside_large_values_are_sorted() {
    const MANY: usize = if cfg!(miri) { 2 } else { 150 };

    fn in_layout<L: packed_data::Layout>() {
        let value = hashed(MANY);
        let packed = Packed::<Hashed, L>::pack(&value);
        let again = Packed::<Hashed, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert!(again.unpack().unwrap() == value);
        let copied = packed.within(&Limits::DEFAULT).transform(|value, needs| value.copy_to(needs)).unwrap();
        assert!(copied == packed);
        // In any order of the entries.
        assert!(Packed::<Hashed, L>::pack(&hashed(MANY)) == packed);
    }
    in_a_thread(|| {
        in_layout::<Compact>();
        in_layout::<Indexed>();
        in_layout::<Cbor>();
        in_layout::<haskell::Serialise>();
        in_layout::<haskell::Cereal>();
    });
}

/// Variants of finding 5: values that are larger in memory than their shape says, and large results of folds.
#[derive(Packable)]
enum Padded {
    End(u8),
    Node(Box<Pad>, u8),
}

/// A type that is packed as another, and takes more memory.
struct Pad {
    bytes: [u8; 50_000],
    value: Padded,
}

impl Packable for Pad {
    type As = Padded;
    type Shape = <Padded as Packable>::Shape;
    type View<'a, L: packed_data::Access> = <Padded as Packable>::View<'a, L>;

    fn view<'a, L: packed_data::Access>(view: packed_data::View<'a, Padded, L>) -> Self::View<'a, L> {
        Padded::view(view)
    }

    fn write<'v, 'id, L: packed_data::Layout>(
        value: &'v Self,
        needs: packed_data::Needs<'id, Padded, L>,
    ) -> packed_data::build::Written<'v, 'id> {
        Packable::write(&value.value, needs)
    }
}

impl<'a> packed_data::Unpack<'a> for Pad {
    fn unpack<'id, L: packed_data::Layout>(
        cursor: packed_data::Cursor<'a, 'id, Padded, L>,
        levels: packed_data::Levels,
    ) -> Result<packed_data::Done<'id, Self, L>, packed_data::TooDeep> {
        Ok(cursor.unpack::<Padded>(levels)?.map(|value| Self { bytes: [7; 50_000], value }))
    }
}

#[test]
#[cfg_attr(any(miri, packed_data_no_backstop), ignore = "about the backstop")]
fn variant_5_large_values_of_small_shapes_are_refused_before_the_stack_overflows() {
    fn unpacked<L: packed_data::Layout>(outer: &'static [u8], end: &'static [u8], levels: usize) -> bool {
        let bytes = [outer.repeat(levels), end.to_vec(), [3].repeat(levels)].concat();
        let packed = Packed::<Padded, L, _>::from_bytes(bytes).unwrap();
        match packed.unpack() {
            Ok(Padded::Node(pad, 3)) => pad.bytes[49_999] == 7,
            Ok(_) => panic!("a node"),
            Err(error) => !error.is_stack(),
        }
    }
    in_a_thread(|| {
        assert!(unpacked::<Compact>(&[1], &[0, 9], 1) && unpacked::<Cbor>(&[0x83, 1], &[0x82, 0, 9], 1));
        // (How many levels fit depends on how many copies the compiler leaves on the stack. Optimised, 20 did.)
        let may_fit = if cfg!(debug_assertions) { 1 } else { 30 };
        for levels in [10, 20, 30, 100, 900] {
            let fits = unpacked::<Compact>(&[1], &[0, 9], levels) | unpacked::<Cbor>(&[0x83, 1], &[0x82, 0, 9], levels);
            assert!(!fits || levels <= may_fit, "{levels} levels");
        }
    });
}

#[derive(Packable)]
enum Pair {
    Leaf(u8),
    Node(Box<Pair>, Box<Pair>),
}

/// A fold whose results take `N` bytes.
struct Blocks<const N: usize>;

impl<'a, L: packed_data::Layout, const N: usize> PairFold<'a, L> for Blocks<N> {
    type Out = [u8; N];

    fn leaf(&mut self, n: u8) -> [u8; N] {
        [n; N]
    }

    fn node(&mut self, mut left: [u8; N], right: [u8; N]) -> [u8; N] {
        left.iter_mut().zip(right).for_each(|(left, right)| *left = left.wrapping_add(right));
        left
    }
}

#[test]
#[cfg_attr(miri, ignore = "about the stack, of which Miri has no limit")]
fn variant_5_folds_with_large_results_end_before_the_stack_overflows() {
    /// Returns the sum of the fold over this many levels, or whether it was the stack that was too small.
    fn folded<const N: usize, L: packed_data::Layout>(levels: usize) -> Result<u8, bool> {
        let mut pair = Pair::Leaf(1);
        for _ in 0..levels {
            pair = Pair::Node(Box::new(pair), Box::new(Pair::Leaf(1)));
        }
        match Packed::<Pair, L>::pack(&pair).fold(&mut Blocks::<N>) {
            Ok(sum) => Ok(sum[N - 1]),
            Err(packed_data::fold::Stopped::TooDeep(error)) => Err(error.is_stack()),
            Err(error) => panic!("{error}"),
        }
    }
    in_a_thread(|| {
        assert_eq!((folded::<64, Compact>(50), folded::<64, Cbor>(50)), (Ok(51), Ok(51)));
        // (Only the backstop refuses three levels.)
        let fewest = if cfg!(packed_data_no_backstop) { 10 } else { 3 };
        for levels in [fewest, 10, 100, 500] {
            assert_eq!(folded::<60_000, Compact>(levels), Err(true), "{levels} levels");
            assert_eq!(folded::<60_000, Cbor>(levels), Err(true), "{levels} levels");
        }
        for levels in [100, 500] {
            assert_eq!(folded::<8000, Compact>(levels), Err(true), "{levels} levels");
            assert_eq!(folded::<8000, Cbor>(levels), Err(true), "{levels} levels");
        }
    });
}

/// A variant of finding 5: structs that nest inline, and are levels of their own, were charged once more for all levels
/// below them.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Layer<T> {
    name: [u8; 16],
    inner: T,
    mark: u8,
}

type Layers4<T> = Layer<Layer<Layer<Layer<T>>>>;

#[derive(Clone, Debug, PartialEq, Packable)]
struct Inline(Layers4<Layers4<Layers4<Layers4<Vec<Inline>>>>>, u8);

fn layers4<T>(inner: T) -> Layers4<T> {
    fn one<T>(inner: T) -> Layer<T> {
        Layer { name: [1; 16], inner, mark: 2 }
    }
    one(one(one(one(inner))))
}

#[test]
fn variant_5_structs_that_nest_inline_are_charged_once() {
    in_a_thread(|| {
        let mut value = Inline(layers4(layers4(layers4(layers4(vec![])))), 0);
        for _ in 0..12 {
            value = Inline(layers4(layers4(layers4(layers4(vec![value])))), 0);
        }
        let packed = Packed::<Inline>::with_limits(&Limits::DEFAULT).pack(&value).unwrap();
        let again = Packed::<Inline, Compact, _>::from_bytes(packed.as_bytes()).unwrap();
        match again.unpack() {
            Ok(unpacked) => assert!(unpacked == value),
            // (Without optimisation, the backstop may refuse a value that was accepted.)
            Err(error) => assert!(error.is_stack() && cfg!(debug_assertions), "{error}"),
        }
    });
}

/// The error that a fold of sequences stores contains the limit.
#[derive(Packable)]
struct Rose(Vec<Rose>, u8);

struct Height;

impl<'a, L: packed_data::Layout> RoseFold<'a, L> for Height {
    type Out = Result<u32, packed_data::fold::Stopped>;

    fn rose(
        &mut self,
        mut roses: packed_data::fold::FoldItems<'_, 'a, packed_data::fold::Rec<Rose>, L>,
        _: u8,
    ) -> Self::Out {
        let mut height = 0;
        while let Some(rose) = roses.next(self)? {
            height = height.max(1 + rose?);
        }
        Ok(height)
    }
}

#[test]
fn variant_5_an_error_within_a_sequence_of_a_fold_has_its_limit() {
    let mut rose = Rose(vec![], 0);
    for _ in 0..20 {
        rose = Rose(vec![rose], 0);
    }
    let packed = Packed::<Rose>::pack(&rose);
    assert_eq!(packed.view().fold_within(&mut Height, &Limits::DEFAULT), Ok(Ok(20)));
    let few = Limits { depth: 10, ..Limits::DEFAULT };
    let error = packed_data::fold::Stopped::TooDeep(packed_data::TooDeep::new(10));
    assert_eq!(packed.view().fold_within(&mut Height, &few), Ok(Err(error)));
    let little = Limits { stack: 10_000, ..Limits::DEFAULT };
    let Ok(Err(packed_data::fold::Stopped::TooDeep(error))) = packed.view().fold_within(&mut Height, &little) else {
        panic!("expected an error within")
    };
    assert_eq!((error.is_stack(), error.limit), (true, 10_000));
}

/// A variant of finding 5: a sequence whose elements all have the same size is not a level of nesting, in validation,
/// packing and unpacking.
#[test]
fn variant_5_sequences_of_elements_of_one_size_are_not_a_level() {
    fn without_levels<T, L: packed_data::Layout>(value: &T)
    where
        T: std::fmt::Debug + PartialEq + Packable + for<'a> packed_data::Unpack<'a>,
    {
        let limits = Limits { depth: 0, ..Limits::DEFAULT };
        let packed = Packed::<T, L>::with_limits(&limits).pack(value).unwrap();
        let again = Packed::<T, L>::with_limits(&limits).from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(again.within(&limits).unpack().as_ref(), Ok(value));
    }
    macro_rules! in_layouts {
        ($($value:expr),+ $(,)?) => {$(
            without_levels::<_, Compact>(&$value);
            without_levels::<_, Cbor>(&$value);
        )+};
    }
    in_layouts!(
        vec![1_u16, 2],
        std::collections::VecDeque::from([1_u16, 2]),
        std::collections::LinkedList::from([1_u16, 2]),
        BTreeSet::from([1_u16, 2]),
        BTreeMap::from([(1_u16, true), (2, false)]),
        HashMap::from([(1_u16, true), (2, false)]),
        std::collections::HashSet::from(['a', 'b']),
        Box::<[u8]>::from([1, 2]),
    );
}

/// The elements of a set that are written in one call begin where they were written. Their tables may not be inserted
/// yet, so they cannot be skipped.
#[test]
fn variant_large_elements_of_a_set_are_written_in_one_call() {
    type Element = Vec<Vec<Vec<String>>>;
    fn in_layout<L: packed_data::Layout>() {
        for size in few(1, [2, 1, 3, 10]) {
            let text = |i: usize, k: usize| format!("{i}-{k}-{}", "x".repeat(60));
            let element = |i: usize| vec![(0..size).map(|k| vec![text(i, k); 3]).collect::<Vec<_>>(); size];
            let values: Vec<Element> = [5, 2, 9, 1].map(element).into();
            let packed = Packed::<BTreeSet<Element>, L>::build(|needs| {
                <Element as Packable>::write_all(&values, needs.sequence(4)).done()
            });
            let set = values.into_iter().collect::<BTreeSet<_>>();
            assert!(packed == Packed::pack(&set));
            assert!(Packed::<BTreeSet<Element>, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack().unwrap() == set);
        }
    }
    in_layout::<Compact>();
    in_layout::<Indexed>();
    in_layout::<Cbor>();
}

/// If users unpack with their own number of levels, the error contains that number, not 0.
#[test]
fn variant_5_errors_contain_the_number_of_levels_of_the_user() {
    use packed_data::{Levels, TooDeep};

    #[derive(Debug, PartialEq, Packable)]
    enum Lists {
        Leaf(u8),
        List(Vec<Lists>),
    }

    fn in_layout<L: packed_data::Layout>() {
        let lists = (0..20).fold(Lists::Leaf(1), |inner, _| Lists::List(vec![inner]));
        let packed = Packed::<(Lists, u8), L>::pack(&(lists, 1));
        let by_fields = |levels| {
            packed.read(|pair| {
                let unpacked = pair.fields().unpack::<Lists>(Levels::new(levels)).map(drop);
                pair.skip().map(|()| unpacked)
            })
        };
        let by_cursor = |levels| {
            packed.read(|pair| {
                let unpacked = pair.unpack::<(Lists, u8)>(Levels::new(levels)).map(drop);
                pair.skip().map(|()| unpacked)
            })
        };
        for levels in [0, 1, 7, 20] {
            assert_eq!(by_fields(levels), Err(TooDeep::new(levels)), "{}", L::NAME);
            assert_eq!(by_cursor(levels), Err(TooDeep::new(levels)), "{}", L::NAME);
        }
        assert_eq!((by_fields(21), by_cursor(21)), (Ok(()), Ok(())));
        // A key takes an eighth of the levels.
        let sets = (0..6).fold(Tree::Leaf(0), |inner, _| Tree::Node([inner].into()));
        let packed = Packed::<(Tree, u8), L>::pack(&(sets, 1));
        let unpacked = packed.read(|pair| {
            let unpacked = pair.fields().unpack::<Tree>(Levels::new(16)).map(drop);
            pair.skip().map(|()| unpacked)
        });
        assert_eq!(unpacked, Err(TooDeep::new(16)), "{}", L::NAME);
    }
    in_layout::<Compact>();
    in_layout::<Indexed>();
    in_layout::<Cbor>();
    assert_eq!(Levels::new(0).deeper().map(drop), Err(TooDeep::new(0)));
    assert_eq!(
        Levels::new(2).deeper().and_then(Levels::deeper).and_then(Levels::deeper).map(drop),
        Err(TooDeep::new(2))
    );
    // The stack is that of the default limits, and its limit is in bytes.
    let Err(error) = (0..5000).try_fold(Levels::new(100_000), |levels, _| levels.deeper()) else {
        panic!("expected an error about the stack")
    };
    assert_eq!((error.is_stack(), error.limit as usize), (true, Limits::DEFAULT.stack));
}

/// Maps in the values of a map within a key were sorted at each level, even if their entries ascend.
#[test]
fn variant_2_maps_in_the_values_of_a_map_within_a_key_are_compared_in_any_order() {
    // `{1: number, 3: text, 5: inner}`, with the entries in one of their orders.
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let map = |inner: &[u8], order: [usize; 3], number: u8| {
        let text = [&[3, 0x82, 1, 0x78, 100][..], &[b'x'; 100]].concat();
        let entries = [&[1, 0x82, 0, number][..], &text, &[&[5][..], inner].concat()];
        order.iter().fold(vec![0x82, 2, 0xA3], |map, entry| [&map, entries[*entry]].concat())
    };
    let nested = |order: &dyn Fn(usize) -> [usize; 3], last: u8| {
        (0..if cfg!(miri) { 2 } else { 300 })
            .fold(vec![0x82, 0, last], |inner, level| map(&inner, order(level), level as u8 % 20))
    };
    let set = |keys: &[Vec<u8>]| [&[0x80 + keys.len() as u8][..], &keys.concat()].concat();
    let check = |keys: &[Vec<u8>]| Packed::<BTreeSet<Document>, Cbor, _>::from_bytes(set(keys)).map(|set| set.unpack());
    let one = nested(&|level| orders[level % 6], 9);
    for order in few(2, 0..6) {
        let other = nested(&|level| orders[(level + order) % 6], 9);
        let alike = nested(&|_| orders[order], 9);
        for equal in [&one, &other, &alike] {
            // (The first key is greater than the second, so they must be sorted.)
            let keys = [one.clone(), nested(&|_| orders[order], 8), equal.clone()];
            assert_eq!(check(&keys).map(drop).unwrap_err().kind(), ErrorKind::DuplicateKey);
        }
        let keys = [one.clone(), nested(&|_| orders[order], 8), nested(&|_| orders[5 - order], 7)];
        let packed = Packed::<BTreeSet<Document>, Cbor, _>::from_bytes(set(&keys)).unwrap();
        let unpacked = packed.unpack().unwrap();
        assert_eq!(unpacked.len(), 3);
        assert!(Packed::<BTreeSet<Document>, Cbor>::pack(&unpacked).unpack().unwrap() == unpacked);
    }
}

/// The default of a field that some keys lack was made again for each key.
#[test]
fn variant_6_a_default_is_made_once_for_all_keys_that_are_sorted() {
    use std::cell::Cell;

    /// The length of a body, and the bytes before it.
    const LEN: usize = if cfg!(miri) { 100 } else { 1000 };
    const HEAD: &[u8] = if cfg!(miri) { &[0x58, 100] } else { &[0x59, 3, 0xE8] };

    thread_local! {
        static MADE: Cell<u32> = const { Cell::new(0) };
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
    #[packable(transparent)]
    struct Body(Vec<u8>);

    impl Default for Body {
        fn default() -> Self {
            MADE.set(MADE.get() + 1);
            Self(vec![7; LEN])
        }
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
    struct Key {
        number: u8,
        #[packable(default)]
        body: Body,
        #[packable(default)]
        other: Body,
    }

    // Keys in no order, then one that has the first body, and perhaps one more that lacks it.
    let set = |number: u8, last: &[u8]| {
        let keys: Vec<u8> = (0..20).rev().flat_map(|number| [0x82, 0, number]).collect();
        let body = [&[0x83, 0, number][..], HEAD, &[7; LEN]].concat();
        [&[0x95 + u8::from(!last.is_empty())][..], &keys, &body, last].concat()
    };
    MADE.set(0);
    let checked = Packed::<BTreeSet<Key>, Cbor, _>::from_bytes(set(21, &[])).unwrap();
    let made = MADE.get();
    // (Two fields have two defaults. Miri gives a function several addresses, by which it is recognised.)
    let most = if cfg!(miri) { u32::MAX } else { 2 };
    assert!((1..=most).contains(&made), "the default was made {made} times");
    assert_eq!(checked.unpack().unwrap().len(), 21);
    let error = Packed::<BTreeSet<Key>, Cbor, _>::from_bytes(set(1, &[0x82, 0, 22])).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
}
