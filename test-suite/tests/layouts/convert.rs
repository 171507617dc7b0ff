//! Conversion between layouts: for every shape and every pair of layouts that can hold it, the result is what packing
//! the unpacked value writes. This holds for packed values, and for all other bytes that validation accepts: mutants,
//! and in CBOR other encodings of the same value.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use packed_data::cbor::{RawBuf, from_diagnostic};
use packed_data::layout::haskell::{PackedData, PackedDataFieldSizes, Serialise};
use packed_data::{Cbor, Compact, ErrorKind, Indexed, Layout, Limits, Packable, Packed, Unpack};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_suite::cbor_items::{Random, parse, written};
use test_suite::{
    Grown, LONG, List, Node, Sample, TestLayout, few, in_a_small_stack, over_layouts, over_pairs, over_shapes,
};

over_pairs!(converts_as_packing_does);
over_shapes!(few rich: keys_are_equal_as_values_are);
over_layouts!(all: a_million_cells_in_a_small_stack, every_limit_is_kept);
over_layouts!(
    maps_are_sorted_for_the_new_layout,
    maps_in_maps_are_sorted_too,
    large_sequences_are_copied,
    parts_are_converted
);

/// Number of drawn values, and of other encodings of each in CBOR.
const VALUES: usize = if cfg!(miri) { 0 } else { 4 };

/// Distance between the places of a sample that are changed.
const STEP: usize = if cfg!(debug_assertions) { 59 } else { 1 };

/// The result of packing or converting: the bytes, or what is wrong.
type Outcome = Result<Vec<u8>, ErrorKind>;

/// What a test needs of a shape in a layout. (Tests call it through references, so that the code of the test is
/// compiled once for a shape, and not once for each pair of layouts.)
struct In<T> {
    /// Unpacks bytes that are valid.
    unpack: fn(&[u8]) -> Option<T>,
    pack: fn(&T) -> Outcome,
    /// What other versions of the type wrote.
    versions: fn() -> Vec<Vec<u8>>,
}

impl<T: Sample> In<T> {
    fn layout<L: TestLayout>() -> Self {
        Self {
            versions: T::versions::<L>,
            unpack: |bytes| Packed::<T, L, &[u8]>::from_bytes(bytes).ok()?.unpack().ok(),
            pack: |value| bytes_of(Packed::<T, L>::with_limits(&Limits::DEFAULT).pack(value)),
        }
    }
}

fn bytes_of<T: Packable, L: Layout>(packed: Result<Packed<T, L>, packed_data::Error>) -> Outcome {
    packed.map(Packed::into_inner).map_err(|error| error.kind())
}

/// Converts bytes that are valid.
fn convert<T: Sample, L: Layout, M: Layout>(bytes: &[u8]) -> Outcome {
    bytes_of(Packed::<T, L, &[u8]>::from_bytes(bytes).expect("valid bytes").convert::<M>())
}

fn converts_as_packing_does<T: Sample, L: TestLayout, M: TestLayout>(name: &'static str) {
    let samples = valid::<T>(&In::layout::<L>(), L::CBOR.is_some(), std::any::type_name::<(T, L)>());
    compare(name, &samples, &In::<T>::layout::<L>(), &In::layout::<M>(), convert::<T, L, M>);
}

/// Two values are equal packed, as keys of a set and as sort keys, if and only if they are equal in memory: also what
/// other versions of the type wrote, and in CBOR other encodings of the same value.
fn keys_are_equal_as_values_are<T: Sample, L: TestLayout>() {
    let samples = valid::<T>(&In::layout::<L>(), L::CBOR.is_some(), std::any::type_name::<(T, L)>());
    compare_keys(&samples, &In::<T>::layout::<L>(), [are_one_key::<T, L>, have_one_sort_key::<T, L>]);
}

fn checked<T: Sample, L: Layout>(bytes: &[u8]) -> Packed<T, L, &[u8]> {
    Packed::from_bytes(bytes).expect("valid bytes")
}

/// Returns whether two values are the same key of a set.
fn are_one_key<T: Sample, L: Layout>(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (checked::<T, L>(a), checked::<T, L>(b));
    let limits = Limits { depth: 1 << 14, stack: 64 << 20, ..Limits::DEFAULT };
    let set = Packed::<BTreeSet<T>, L>::with_limits(&limits)
        .build(|needs| needs.sequence(2).push(|needs| needs.put_packed(&a)).push(|needs| needs.put_packed(&b)).done());
    match set.map_err(|error| error.kind()) {
        Ok(set) => {
            // (What is built is accepted, in the order in which it was written.)
            Packed::<BTreeSet<T>, L>::with_limits(&limits).from_bytes(set.as_bytes()).expect("a set");
            false
        }
        Err(kind) => {
            assert_eq!(kind, ErrorKind::DuplicateKey);
            true
        }
    }
}

fn have_one_sort_key<T: Sample, L: Layout>(a: &[u8], b: &[u8]) -> bool {
    checked::<T, L>(a).sort_key() == checked::<T, L>(b).sort_key()
}

/// Whether two values are equal packed, by one of the ways to find out.
type AreEqual = fn(&[u8], &[u8]) -> bool;

/// Compares values with each other as keys: they are equal exactly if the values are that are unpacked.
fn compare_keys<T: Sample>(samples: &[Vec<u8>], layout: &In<T>, are_equal: [AreEqual; 2]) {
    // (Packed again: a NaN is not equal to itself.)
    let mut packed = Vec::new();
    for bytes in samples {
        packed.push((layout.pack)(&(layout.unpack)(bytes).expect("valid bytes")).expect("within limits"));
    }
    compare_packed(samples, &packed, are_equal);
}

/// Compares bytes with each other as keys: they are equal exactly if what is packed of their values is.
fn compare_packed(samples: &[Vec<u8>], packed: &[Vec<u8>], are_equal: [AreEqual; 2]) {
    let samples: Vec<_> = samples.iter().zip(packed).collect();
    let (next, first) = if cfg!(miri) { (2, 1) } else { (5, 9) };
    for (index, (a, in_memory)) in samples.iter().enumerate() {
        for (b, other) in samples[index..].iter().take(next).chain(samples.iter().take(first)) {
            for (way, are_equal) in are_equal.iter().enumerate() {
                assert_eq!(are_equal(a, b), in_memory == other, "{way}: {a:?} and {b:?}");
            }
        }
    }
}

/// Converts bytes that are valid, and compares the result with the value that is unpacked and packed.
fn compare<T: Sample>(name: &str, samples: &[Vec<u8>], from: &In<T>, to: &In<T>, convert: fn(&[u8]) -> Outcome) {
    for bytes in samples {
        let value = (from.unpack)(bytes).expect("valid bytes");
        let (converted, expected) = (convert(bytes), (to.pack)(&value));
        assert_eq!(converted, expected, "{name}: {bytes:?}, which is {value:?}");
        if let Ok(converted) = converted {
            // (Compared packed: a NaN is not equal to itself.)
            let again = (to.unpack)(&converted).map(|value| (to.pack)(&value));
            assert_eq!(again, Some(expected), "{name}: {bytes:?}, which is {value:?}");
        }
    }
}

thread_local! {
    /// The valid bytes of each shape in a layout: the tests of several pairs use them.
    static VALID: RefCell<HashMap<&'static str, Rc<[Vec<u8>]>>> = RefCell::default();
}

/// Returns bytes that are valid: packed values, in CBOR other encodings of them and those of older versions of the
/// type, and mutants of one value.
fn valid<T: Sample>(layout: &In<T>, is_cbor: bool, name: &'static str) -> Rc<[Vec<u8>]> {
    if let Some(known) = known(name) {
        return known;
    }
    let mut runner = TestRunner::deterministic();
    let any = T::any();
    let mut samples = vec![(layout.pack)(&T::sample()).expect("within the limits")];
    for _ in 0..VALUES {
        let value = any.new_tree(&mut runner).expect("the strategy filters nothing").current();
        samples.push((layout.pack)(&value).expect("within the limits"));
    }
    if is_cbor {
        samples.extend(other_encodings(&samples));
    }
    samples.extend(few(2, (layout.versions)()));
    for bytes in &samples {
        assert!((layout.unpack)(bytes).is_some(), "{name}");
    }
    let sample = samples[if is_cbor { VALUES + 1 } else { 0 }].clone();
    if !cfg!(miri) {
        mutants(&sample, &mut |mutant| {
            if (layout.unpack)(mutant).is_some() {
                samples.push(mutant.to_vec());
            }
        });
    }
    let valid = Rc::from(samples);
    remember(name, &valid);
    valid
}

fn known(name: &str) -> Option<Rc<[Vec<u8>]>> {
    VALID.with_borrow(|valid| valid.get(name).cloned())
}

fn remember(name: &'static str, samples: &Rc<[Vec<u8>]>) {
    VALID.with_borrow_mut(|valid| valid.insert(name, Rc::clone(samples)));
}

/// Returns two other encodings in CBOR of each sample.
fn other_encodings(samples: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let encode = |bytes: &Vec<u8>, seed| {
        let item = parse(bytes);
        [written(&item, &mut Random::without_tags(seed)), written(&item, &mut Random::new(seed))]
    };
    samples.iter().zip(0..).flat_map(|(bytes, seed)| encode(bytes, seed)).collect()
}

/// Calls `each` for mutants of a sample: with a byte replaced, left out, doubled, or swapped with the next one.
fn mutants(sample: &[u8], each: &mut dyn FnMut(&[u8])) {
    let mut mutant = sample.to_vec();
    for at in (0..sample.len()).step_by(STEP * (1 + sample.len() / 256)) {
        let old = sample[at];
        for new in [0, 1, 2, 0x80, 0xFF, old ^ 1, old.wrapping_add(1), old.wrapping_sub(1)] {
            mutant[at] = new;
            each(&mutant);
        }
        mutant[at] = old;
        let (before, here) = sample.split_at(at);
        each(&[before, &here[1..]].concat());
        each(&[before, &here[..1], here].concat());
        if let [one, other, after @ ..] = here {
            each(&[before, &[*other, *one], after].concat());
        }
    }
}

/// Last fields take no stack, in an enum and in a struct that ends in one; also from and to layouts that write their
/// sizes.
fn a_million_cells_in_a_small_stack<L: Layout>() {
    fn back_and_forth<T: Packable, L: Layout, M: Layout>(packed: &Packed<T, L>) {
        let converted = packed.convert::<M>().unwrap();
        assert!(converted.convert::<L>().unwrap() == *packed);
    }
    fn each<T: Packable, L: Layout>(packed: &Packed<T, L>) {
        back_and_forth::<T, L, Compact>(packed);
        back_and_forth::<T, L, Indexed>(packed);
        back_and_forth::<T, L, Cbor>(packed);
        back_and_forth::<T, L, PackedDataFieldSizes>(packed);
    }
    in_a_small_stack(|| {
        let list = Packed::<List, L>::build(|mut needs| {
            for n in 0..LONG {
                needs = List::start_cons(needs).put(&n).tail();
            }
            List::write_nil(needs)
        });
        each(&list);
        let node = Packed::<Node, L>::build(|mut needs| {
            for n in 1..LONG {
                needs = Node::start_node(needs).put(&n).tail().start_some().tail();
            }
            Node::start_node(needs).put(&0).tail().start_none().done()
        });
        each(&node);
    });
}

/// A conversion fails where packing fails, with the same error; beyond a limit nothing more is read or written.
fn every_limit_is_kept<L: Layout>() {
    fn same<T: Packable + for<'a> Unpack<'a>, L: Layout, M: Layout>(value: &T, limits: &Limits) -> Option<ErrorKind> {
        let packed = Packed::<T, L>::pack(value);
        let (packs, converts) = (Packed::<T, M>::with_limits(limits).pack(value), packed.within(limits).convert::<M>());
        assert_eq!(packs.as_ref().err().map(|error| error.kind()), converts.as_ref().err().map(|error| error.kind()));
        assert!(packs.ok() == converts.ok());
        Packed::<T, M>::with_limits(limits).pack(value).err().map(|error| error.kind())
    }
    let units = vec![(); 9];
    let lists: Vec<Vec<Vec<u8>>> = vec![vec![vec![1], vec![2]], vec![]];
    for depth in 0..4 {
        let limits = Limits { depth, ..Limits::DEFAULT };
        same::<_, L, Compact>(&lists, &limits);
        same::<_, L, Indexed>(&lists, &limits);
        same::<_, L, Cbor>(&lists, &limits);
        same::<_, L, PackedData>(&lists, &limits);
    }
    let limits = Limits { empty_elements: 8, ..Limits::DEFAULT };
    assert_eq!(same::<_, L, Compact>(&units, &limits), Some(ErrorKind::TooManyEmpty { limit: 8 }));
    assert_eq!(same::<_, L, Indexed>(&units, &limits), Some(ErrorKind::TooManyEmpty { limit: 8 }));
    assert_eq!(same::<_, L, Cbor>(&units, &limits), None);
    let limits = Limits { bytes: 6, ..Limits::DEFAULT };
    assert_eq!(same::<_, L, Cbor>(&units, &limits), Some(ErrorKind::TooLarge { limit: 6 }));
}

/// The order of keys is by value in most layouts, and by bytes in `Cbor`, which reads them in any order.
fn maps_are_sorted_for_the_new_layout<L: Layout>() {
    let keys = ["a", "bb", "c", "", "aa", "ccc"].map(String::from);
    let inner = |n: i16| BTreeMap::from([(n, -n), (-n, n), (300 * n, 0)]);
    let map: BTreeMap<String, BTreeMap<i16, i16>> = keys.iter().cloned().zip((1..).map(inner)).collect();
    let set: BTreeSet<BTreeSet<String>> =
        [&keys[..2], &keys[2..], &keys[1..4], &[]].map(|k| k.iter().cloned().collect()).into();
    let bytes = BTreeSet::from([3u8, 200, 40, 0]);
    let value = (map, set, bytes);
    let packed = Packed::<_, L>::pack(&value);
    assert_eq!(packed.convert::<Compact>().unwrap(), Packed::pack(&value));
    assert_eq!(packed.convert::<Indexed>().unwrap(), Packed::pack(&value));
    assert_eq!(packed.convert::<Cbor>().unwrap(), Packed::pack(&value));
    assert_eq!(packed.convert::<Serialise>().unwrap(), Packed::pack(&value));
}

/// A value whose maps nest in values and in keys of maps, with other values between.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Value {
    Int(i64),
    Text(String),
    List(#[packable(leaf)] Vec<Value>),
    Set(#[packable(leaf)] BTreeSet<Value>),
    Map(#[packable(leaf)] BTreeMap<Value, Value>),
}

/// Maps in the values of maps: after a few levels, the entries are ordered before they are written. The keys have other
/// orders by bytes than by value, some are long, and some contain maps and sets themselves.
fn maps_in_maps_are_sorted_too<L: Layout>() {
    let text = |text: &str| Value::Text(text.into());
    let map = |entries: &[(Value, Value)]| Value::Map(entries.iter().cloned().collect());
    let set = |items: &[Value]| Value::Set(items.iter().cloned().collect());
    let mut value = Value::Int(0);
    for level in 0..if cfg!(miri) { 4 } else { 12 } {
        let long = text(&"long".repeat(level * level));
        let numbers = set(&[Value::Int(300), Value::Int(-1), Value::Int(level as i64)]);
        let small = map(&[(text("b"), Value::Int(1)), (text("aa"), map(&[(numbers.clone(), long.clone())]))]);
        let key = map(&[(small.clone(), Value::Int(1)), (text("c"), small.clone()), (numbers.clone(), text(""))]);
        value = match level % 4 {
            0 => map(&[(text("b"), value), (text("aa"), small), (long, key)]),
            1 => map(&[(key, Value::Int(2)), (numbers, value), (small, long), (Value::Int(-9), text("b"))]),
            2 => map(&[(text("zz"), Value::List(vec![small, value, key.clone()])), (text("c"), set(&[long, key]))]),
            _ => map(&[(long, numbers), (key, value), (Value::Int(70_000), small.clone()), (Value::Int(-2), small)]),
        };
    }
    let limits = Limits { depth: 8192, stack: 64 << 20, ..Limits::DEFAULT };
    std::thread::scope(|scope| {
        let run = || {
            let packed = Packed::<_, L>::with_limits(&limits).pack(&value).unwrap();
            fn same<L: Layout, M: Layout>(packed: &Packed<Value, L>, value: &Value, limits: &Limits) {
                let converted = packed.within(limits).convert::<M>().unwrap();
                assert!(
                    converted == Packed::with_limits(limits).pack(value).unwrap(),
                    "from {} to {}",
                    L::NAME,
                    M::NAME
                );
            }
            same::<L, Compact>(&packed, &value, &limits);
            same::<L, Indexed>(&packed, &value, &limits);
            same::<L, Cbor>(&packed, &value, &limits);
            same::<L, Serialise>(&packed, &value, &limits);
        };
        std::thread::Builder::new().stack_size(128 << 20).spawn_scoped(scope, run).unwrap().join().unwrap();
    });
}

/// Long lists in the keys of nested maps: their number is known only where they end, so the head of the list in the new
/// layout is inserted.
#[test]
fn heads_of_lists_in_keys_grow() {
    type Map<T> = BTreeMap<Vec<String>, T>;
    let keys = [1, 30, 300].map(|len| vec![String::from("a"); len]);
    fn all<T: Clone>(keys: &[Vec<String>], value: &T) -> Map<T> {
        keys.iter().map(|key| (key.clone(), value.clone())).collect()
    }
    let maps: Map<Map<Map<Map<Map<Map<u8>>>>>> =
        all(&keys[..1], &all(&keys[..1], &all(&keys[..1], &all(&keys[1..], &all(&keys, &all(&keys, &1))))));
    let packed = Packed::<_, Serialise>::pack(&maps);
    assert_eq!(packed.convert::<Cbor>().unwrap(), Packed::pack(&maps));
}

/// Sequences and arrays that are copied at once where both layouts store them in the same bytes: also long ones, empty
/// ones, and neighbours.
fn large_sequences_are_copied<L: Layout>() {
    let lengths: &[u32] = if cfg!(miri) { &[0, 24, 256] } else { &[0, 1, 23, 24, 255, 256, 70_000] };
    for &len in lengths {
        let value = (
            (0..len).map(|n| n as u8).collect::<Vec<u8>>(),
            (0..len).map(|n| n as i32 - 40).collect::<Vec<i32>>(),
            ([7u8; 300], (0..len).map(|n| (n as u8, n)).collect::<Vec<(u8, u32)>>()),
            [[1u8, 2], [3, 4]],
            (0..len).map(f64::from).collect::<Vec<f64>>(),
            (0..len).map(|n| n % 2 == 0).collect::<Vec<bool>>(),
        );
        let packed = Packed::<_, L>::pack(&value);
        assert!(packed.convert::<Compact>().unwrap() == Packed::pack(&value));
        assert!(packed.convert::<Indexed>().unwrap() == Packed::pack(&value));
        assert!(packed.convert::<Cbor>().unwrap() == Packed::pack(&value));
        assert!(packed.convert::<Serialise>().unwrap() == Packed::pack(&value));
    }
}

/// A field is written to a place in another layout. Beyond a limit the whole value fails, and the cursor still ends.
fn parts_are_converted<L: Layout>() {
    fn second<M: Layout, L: Layout>(
        packed: &Packed<(u8, Vec<String>, u8), L>,
        limits: &Limits,
    ) -> Result<(), ErrorKind> {
        let built = Packed::<(Vec<String>, u8), M>::with_limits(limits).build(|needs| {
            packed.read(|tuple| {
                let (words, fields) = tuple.fields().skip().isolate();
                let new = needs.fields().with(|needs| words.read(|words| words.convert_to(needs)));
                let (number, end) = fields.read();
                end.done(new.put(&number).done())
            })
        });
        let built = built.map_err(|error| error.kind())?;
        assert_eq!(built, Packed::pack(&(vec!["to".into(), "be".into()], 7)));
        Ok(())
    }
    let packed = Packed::<_, L>::pack(&(1, vec!["to".into(), "be".into()], 7));
    let flat = Limits { depth: 0, ..Limits::DEFAULT };
    for limits in [Limits::DEFAULT, flat] {
        let expected = if limits == flat { Err(ErrorKind::TooDeep { limit: 0 }) } else { Ok(()) };
        assert_eq!(second::<Compact, L>(&packed, &limits), expected);
        assert_eq!(second::<Indexed, L>(&packed, &limits), expected);
        assert_eq!(second::<Cbor, L>(&packed, &limits), expected);
    }
}

/// Every form that CBOR allows is converted to the one form of the other layout.
#[test]
fn other_forms_of_cbor_are_converted() {
    type T = (BTreeMap<String, Vec<f64>>, Option<i32>, Vec<u8>);
    let value: T = (BTreeMap::from([("b".into(), vec![1.5, 2.0]), ("aa".into(), vec![])]), Some(-3), vec![1, 2]);
    for item in [
        r#"[_ {_ "b": [_ 1.5_3, 2.0_2], "aa": []}, [_ -3_3], h'0102']"#,
        r#"1([{"aa": [_ ], "b": [1.5, 2.0]}, 99([-3_0]), 7(h'0102')])"#,
    ] {
        let item = from_diagnostic(item).unwrap();
        let packed = Packed::<T, Cbor, _>::from_bytes(item).unwrap();
        assert_eq!(packed.convert::<Compact>().unwrap(), Packed::pack(&value));
        assert_eq!(packed.convert::<Indexed>().unwrap(), Packed::pack(&value));
        assert_eq!(packed.convert::<Cbor>().unwrap(), Packed::pack(&value));
        assert_eq!(packed.convert::<Serialise>().unwrap(), Packed::pack(&value));
    }
}

/// Fields that the type does not know are dropped, also after nested last fields; absent ones are written.
#[test]
fn fields_of_other_versions() {
    let item = from_diagnostic("[_ 2, [[0, {_ [0, 1]: 2, [0, 1, 0, \"x\"]: 3}, [], 8], [1, 4, [0, {}], 9]], [-1], 5]");
    let packed = Packed::<Grown, Cbor, _>::from_bytes(item.unwrap()).unwrap();
    let value = packed.unpack().unwrap();
    assert_eq!(packed.convert::<Cbor>().unwrap(), Packed::pack(&value));
    assert_eq!(packed.convert::<Serialise>().unwrap(), Packed::pack(&value));
}

#[derive(Clone, Debug, PartialEq, Packable)]
enum Open {
    Known(u8),
    #[packable(other)]
    Unknown(RawBuf),
}

/// An unknown constructor is kept byte for byte, in every layout. `Cbor` refuses data there that the type knows.
#[test]
fn unknown_constructors() {
    let raw = |item| RawBuf::new(from_diagnostic(item).unwrap()).unwrap();
    let values = vec![Open::Known(1), Open::Unknown(raw("[_ 7, \"x\", [1_3]]")), Open::Known(2)];
    let cbor = Packed::<_, Cbor>::pack(&values);
    let compact = cbor.convert::<Compact>().unwrap();
    assert_eq!(compact, Packed::pack(&values));
    assert_eq!(compact.convert::<Indexed>().unwrap().convert::<Cbor>().unwrap(), cbor);

    let wrong = Packed::<Open, Compact>::pack(&Open::Unknown(raw("[0, 5]")));
    let error = wrong.convert::<Cbor>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTag { found: 0, constructors: 1 });
}
