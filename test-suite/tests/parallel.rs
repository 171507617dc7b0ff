//! Work on many cores: the same results, verdicts and errors as on one.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::fold::Children;
use packed_data::parallel::{InvalidOffsets, Located, Offsets};
use packed_data::shape::{Named, Struct, Style};
use packed_data::{
    Access, Cbor, Compact, Constructor, Cursor, Indexed, Layout, Limits, Names, Needs, Packable, Packed, TooDeep, View,
    Written, haskell,
};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use test_suite::{Json, Rose, Sample, TestLayout, Tree, over_layouts, over_shapes};

over_shapes!(few all: tables_of_offsets_are_proven);
over_layouts!(all: vectors_are_packed_to_the_same_bytes, trees_have_the_same_verdict);
over_layouts!(native: elements_of_static_size_are_read_in_any_order);

/// (Without optimisation, only in two layouts.)
mod sequences {
    #[cfg(not(debug_assertions))]
    test_suite::over_shapes!(all: large_sequences_have_the_same_verdict);
    #[cfg(debug_assertions)]
    test_suite::over_shapes!(few native: large_sequences_have_the_same_verdict);
}

/// More bytes than are validated on the calling thread.
const LARGE: usize = if cfg!(miri) { 2 << 10 } else { 80 << 10 };

/// A few threads, also on a machine with one core.
fn pool() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(3).build().expect("threads")
}

/// Compares the two verdicts on bytes; returns whether they are valid.
#[track_caller]
fn same_verdict<T: Packable + ?Sized, L: Layout>(pool: &ThreadPool, bytes: &[u8], limits: &Limits) -> bool {
    let serial = Packed::<T, L, &[u8]>::from_bytes_with(bytes, limits).map(drop);
    let parallel = pool.install(|| Packed::<T, L, &[u8]>::par_from_bytes_with(bytes, limits).map(drop));
    assert_eq!(parallel, serial);
    serial.is_ok()
}

/// Compares the verdicts on valid bytes, and on bytes with one bit or one byte changed at some places. (A build without
/// optimisation takes a twelfth of the places.)
fn same_on_mutants<T: Packable + ?Sized, L: Layout>(pool: &ThreadPool, bytes: &[u8], mutants: usize) {
    let mutants = if cfg!(debug_assertions) { mutants.div_ceil(12) } else { mutants };
    let limits = Limits::DEFAULT;
    assert!(same_verdict::<T, L>(pool, bytes, &limits));
    assert!(!same_verdict::<T, L>(pool, &bytes[..bytes.len() - 1], &limits));
    assert!(!same_verdict::<T, L>(pool, &[bytes, &[0]].concat(), &limits));
    let mut mutant = bytes.to_vec();
    for index in 0..mutants {
        // (At the beginning are counts and tables; the others are anywhere.)
        let at = if index % 3 == 0 { index / 3 } else { index.wrapping_mul(0x9E37_79B9) % bytes.len() };
        let Some(byte) = bytes.get(at) else { continue };
        for changed in [byte ^ 1 << (index % 8), byte.wrapping_add(1), 0xFF] {
            mutant[at] = changed;
            same_verdict::<T, L>(pool, &mutant, &limits);
        }
        mutant[at] = *byte;
    }
}

/// Returns samples of `T`, repeated until they are large.
fn many<T: Sample, L: TestLayout>() -> Vec<T> {
    let size = Packed::<T, L>::pack(&T::sample()).as_bytes().len();
    std::iter::repeat_with(T::sample).take((LARGE / size.max(1)).min(LARGE)).collect()
}

fn large_sequences_have_the_same_verdict<T: Sample, L: TestLayout>() {
    let bytes = Packed::<Vec<T>, L>::pack(&many::<T, L>()).into_inner();
    same_on_mutants::<Vec<T>, L>(&pool(), &bytes, if cfg!(debug_assertions) { 12 } else { 60 });
}

/// A tree of `leaves` leaves and least depth.
fn perfect(leaves: usize) -> Tree {
    match leaves {
        1 => Tree::Leaf(7),
        _ => Tree::Node(Box::new(perfect(leaves / 2)), Box::new(perfect(leaves - leaves / 2))),
    }
}

/// Trees of more than 64 KiB: of the least depth, and lists to the left and to the right, whose elements are trees.
fn trees() -> [Tree; 3] {
    let node = |left, right| Tree::Node(Box::new(left), Box::new(right));
    let to_the_left = (0..600).fold(Tree::Leaf(0), |left, _| node(left, perfect(16)));
    let to_the_right = (0..600).fold(Tree::Leaf(0), |right, _| node(perfect(16), right));
    [perfect(1 << 13), to_the_left, to_the_right]
}

fn trees_have_the_same_verdict<L: TestLayout>() {
    for tree in trees() {
        same_on_mutants::<Tree, L>(&pool(), Packed::<Tree, L>::pack(&tree).as_bytes(), 12);
    }
}

/// Nested sequences with tables of ends, and large fields between small ones.
#[test]
fn documents_have_the_same_verdict() {
    let rose = |name: &str, children| Rose { name: name.into(), children, weight: 3 };
    let leaves = || (0..300).map(|_| rose("leaf", vec![])).collect();
    let deep = (0..50).fold(rose("root", leaves()), |inner, _| rose("inner", vec![inner, rose("beside", leaves())]));
    same_on_mutants::<Rose, Indexed>(&pool(), Packed::<_, Indexed>::pack(&deep).as_bytes(), 90);

    let array = || Json::Array((0..2000).map(|n| Json::Text(format!("text {n}"))).collect());
    let json = Json::Object((0..10).map(|n| (format!("key {n}"), array())).collect());
    same_on_mutants::<Json, Indexed>(&pool(), Packed::<_, Indexed>::pack(&json).as_bytes(), 90);
    same_on_mutants::<Json, Compact>(&pool(), Packed::<_, Compact>::pack(&json).as_bytes(), 30);
}

/// The order of keys is checked where one thread's elements end and another's begin, too.
#[test]
fn keys_are_compared_across_threads() {
    let map: BTreeMap<u32, (String, Tree)> = (0..3000).map(|n| (n * 3, (n.to_string(), perfect(3)))).collect();
    let bytes = Packed::<BTreeMap<u32, (String, Tree)>, Indexed>::pack(&map).into_inner();
    let pool = pool();
    same_on_mutants::<BTreeMap<u32, (String, Tree)>, Indexed>(&pool, &bytes, 60);
    // As a vector the same bytes need no order. Each key in turn becomes that of its neighbour.
    let entries: Vec<(u32, (String, Tree))> = map.into_iter().collect();
    for at in (0..entries.len() - 1).step_by(if cfg!(debug_assertions) { 97 } else { 1 }) {
        let mut swapped = entries.clone();
        swapped[at].0 = swapped[at + 1].0;
        let bytes = Packed::<Vec<(u32, (String, Tree))>, Indexed>::pack(&swapped).into_inner();
        assert!(!same_verdict::<BTreeMap<u32, (String, Tree)>, Indexed>(&pool, &bytes, &Limits::DEFAULT));
    }

    let set: BTreeSet<Vec<String>> = (0..5000).map(|n| vec![format!("{n:05}"), "some text".into()]).collect();
    let bytes = Packed::<BTreeSet<Vec<String>>, Indexed>::pack(&set).into_inner();
    same_on_mutants::<BTreeSet<Vec<String>>, Indexed>(&pool, &bytes, 60);
    let set: BTreeSet<(u32, u32)> = (0..20_000).map(|n| (n / 5, n)).collect();
    let bytes = Packed::<BTreeSet<(u32, u32)>, Compact>::pack(&set).into_inner();
    same_on_mutants::<BTreeSet<(u32, u32)>, Compact>(&pool, &bytes, 60);
}

/// A value that reads all of itself when its condition is tested.
#[derive(Packable)]
#[packable(validate = reads_everything)]
struct Judged {
    trees: Vec<Tree>,
    large: Tree,
    number: u8,
}

fn reads_everything<L: Layout>(judged: View<'_, Judged, L>) -> Result<(), &'static str> {
    let Ok(Judged { trees, large, number }) = judged.unpack() else { return Err("too deep") };
    let is_empty = trees.is_empty() || large == Tree::Leaf(0);
    if number == 1 && !is_empty { Ok(()) } else { Err("no number") }
}

/// The same for a type that nests, whose conditions are tested when the outermost value has ended.
#[derive(Packable)]
#[packable(validate = reads_chain)]
enum Chain {
    End(Vec<Tree>),
    Link(Tree, Box<Chain>),
}

fn reads_chain<L: Layout>(chain: View<'_, Chain, L>) -> Result<(), &'static str> {
    match chain.unpack() {
        Ok(Chain::End(trees)) if trees.is_empty() => Err("no trees"),
        Ok(Chain::Link(Tree::Leaf(_), _)) => Err("no tree"),
        Ok(_) => Ok(()),
        Err(_) => Err("too deep"),
    }
}

/// A condition sees only what was checked.
#[test]
fn conditions_are_tested_on_valid_values() {
    fn for_layout<L: Layout>() {
        let pool = pool();
        let judged = || Judged { trees: vec![perfect(2000); 4], large: perfect(4000), number: 1 };
        let bytes = Packed::<Judged, L>::pack(&judged()).into_inner();
        same_on_mutants::<Judged, L>(&pool, &bytes, 60);
        let bytes = Packed::<Vec<Judged>, L>::pack(&vec![judged(), judged(), judged()]).into_inner();
        same_on_mutants::<Vec<Judged>, L>(&pool, &bytes, 30);
        let chain = |inner| Chain::Link(perfect(3000), Box::new(inner));
        let chain = chain(chain(chain(Chain::End(vec![perfect(2000); 4]))));
        let bytes = Packed::<Chain, L>::pack(&chain).into_inner();
        same_on_mutants::<Chain, L>(&pool, &bytes, 60);
    }
    for_layout::<Indexed>();
    for_layout::<haskell::PackedDataFieldSizes>();
}

/// Limits count what all threads have found.
#[test]
fn limits_are_the_same() {
    let pool = pool();
    let units: Vec<(Vec<()>, String)> = vec![(vec![(); 100], "some text".into()); 10_000];
    let bytes = Packed::<Vec<(Vec<()>, String)>, Indexed>::pack(&units).into_inner();
    for empty_elements in [0, 99, 999_999, 1_000_000, u64::MAX] {
        let limits = Limits { empty_elements, ..Limits::DEFAULT };
        let is_valid = same_verdict::<Vec<(Vec<()>, String)>, Indexed>(&pool, &bytes, &limits);
        assert_eq!(is_valid, empty_elements >= 1_000_000);
    }
    for tree in trees() {
        let bytes = Packed::<Tree, Indexed>::pack(&tree).into_inner();
        let fits = |depth: u32| {
            let limits = Limits { depth, stack: 1 << 30, ..Limits::DEFAULT };
            same_verdict::<Tree, Indexed>(&pool, &bytes, &limits)
        };
        let least = (0..1024).find(|depth| fits(*depth)).expect("some depth is enough");
        assert!(fits(least + 1) && least > 3, "{least}");
        for limits in [
            Limits { stack: 5000, ..Limits::DEFAULT },
            Limits { bytes: bytes.len() - 1, ..Limits::DEFAULT },
            Limits { bytes: bytes.len(), ..Limits::DEFAULT },
        ] {
            same_verdict::<Tree, Indexed>(&pool, &bytes, &limits);
        }
    }
}

/// A sequence whose table states ends that are no ends, in every order.
#[test]
fn tables_that_lie_are_refused() {
    let pool = pool();
    let words: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
    let bytes = Packed::<Vec<String>, Indexed>::pack(&words).into_inner();
    let table = bytes.len() - words.iter().map(|word| word.len() + 1).sum::<usize>() - 4 * words.len();
    for at in (table..table + 4 * words.len()).step_by(if cfg!(debug_assertions) { 5003 } else { 7 }) {
        for lie in [0, 1, 0x7F, 0xFF] {
            let mut lying = bytes.clone();
            lying[at] = lie;
            same_verdict::<Vec<String>, Indexed>(&pool, &lying, &Limits::DEFAULT);
        }
    }
    for lie in [0_u8, 0xFF] {
        let mut lying = bytes.clone();
        lying[table..table + 4 * words.len()].fill(lie);
        assert!(!same_verdict::<Vec<String>, Indexed>(&pool, &lying, &Limits::DEFAULT));
    }
}

/// An error after a part that nests deeply, which is left to another thread: no path to the error is looked for, which
/// would lead through that part without a limit on its depth.
#[test]
fn errors_after_deep_parts_take_no_stack() {
    let levels = if cfg!(miri) { 400 } else { 200_000 };
    // Each level is a node, and states a size of 65,536 bytes for its left half.
    let deep = [1, 0xFD, 0, 0, 1, 0].repeat(levels);
    let size = u32::try_from(deep.len()).expect("a small size").to_le_bytes();
    let mut bytes = [&[1, 0xFD][..], &size, &deep, &[9]].concat();
    bytes.resize(bytes.len() + LARGE * 2, 0);
    assert!(!same_verdict::<Tree, Indexed>(&pool(), &bytes, &Limits::DEFAULT));
}

/// An entry of a map, which is the element of a vector that need not be sorted.
struct Pair;

impl Named for Pair {
    const NAMES: &'static Names =
        &Names { name: "Pair", constructors: &[Constructor { name: "Pair", fields: &["key", "value"] }] };
    const STYLE: Style = Style::Entry;
}

impl Packable for Pair {
    type As = Self;
    type Shape = Struct<Self, (u8, (u8, ()))>;
    type View<'a, L: Access> = ();

    fn view<'a, L: Access>(_: View<'a, Self, L>) {}

    fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        needs.fields().put(&1).put(&2).done().into()
    }
}

/// Bytes that are a vector, but not one of entries, and a table for a vector of entries that fits them.
#[test]
fn tables_do_not_hide_what_a_vector_is() {
    let pool = pool();
    let pairs: Vec<Pair> = (0..LARGE).map(|_| Pair).collect();
    let packed = Packed::<Vec<Pair>, Cbor>::pack(&pairs);
    let offsets = Located::of(packed.view()).offsets().clone();
    let mut bytes = packed.into_inner();
    assert!(pool.install(|| Packed::<Vec<Pair>, Cbor, _>::par_from_bytes_by(&bytes[..], &offsets)).is_ok());
    bytes[0] ^= (4 ^ 5) << 5; // an array, not a map
    let serial = Packed::<Vec<Pair>, Cbor, _>::from_bytes(&bytes[..]).map(drop);
    let parallel = pool.install(|| Packed::<Vec<Pair>, Cbor, _>::par_from_bytes_by(&bytes[..], &offsets).map(drop));
    assert_eq!(parallel, serial);
    assert!(serial.is_err());
}

/// A table that states more elements without bytes than could ever be counted.
#[test]
fn tables_of_empty_elements_take_no_time() {
    let table = Packed::<(u64, u64, Vec<u64>), Compact>::pack(&(u64::MAX, u64::MAX, vec![]));
    let offsets = Offsets::from_bytes(table.as_bytes()).expect("a table without entries");
    let mut bytes = vec![0xFF; 9];
    bytes[0] = 0xFE;
    bytes.resize(LARGE, 0);
    let serial = Packed::<Vec<()>, Compact, _>::from_bytes(&bytes[..]).map(drop);
    let parallel = pool().install(|| Packed::<Vec<()>, Compact, _>::par_from_bytes_by(&bytes[..], &offsets).map(drop));
    assert_eq!(parallel, serial);
    assert!(serial.is_err());
}

/// Chunks of a vector that are each within the limit on elements without bytes, and are not together.
#[test]
fn chunks_share_the_limits() {
    fn for_layout<L: Layout>(pool: &ThreadPool) {
        let units = if cfg!(miri) { 10 } else { 200 };
        let values = vec![vec![(); units]; 4096];
        for empty_elements in [0, 1, 300 * units as u64, 4096 * units as u64 - 1, 4096 * units as u64, u64::MAX] {
            let limits = Limits { empty_elements, ..Limits::DEFAULT };
            let serial = Packed::<Vec<Vec<()>>, L>::try_pack(&values, &limits);
            let parallel = pool.install(|| Packed::<Vec<Vec<()>>, L>::try_par_pack(&values, &limits));
            assert_eq!(serial.is_ok(), empty_elements >= 4096 * units as u64);
            assert!(parallel == serial, "{empty_elements}");
        }
    }
    let pool = pool();
    for_layout::<Indexed>(&pool);
    for_layout::<Compact>(&pool);
}

/// A list of a million cells, each the last field of the one before: no stack is taken, and no part is divided.
#[test]
fn a_long_list_is_validated() {
    const CELLS: usize = if cfg!(miri) { 1 } else { 1_000_000 };
    let mut bytes = Vec::with_capacity(CELLS * 11 + 9);
    for _ in 0..CELLS {
        bytes.extend_from_slice(&[1, 9, 0]);
        bytes.extend_from_slice(&5_i64.to_le_bytes());
    }
    bytes.extend_from_slice(&[0; 9]);
    let pool = pool();
    assert!(same_verdict::<Tree, Indexed>(&pool, &bytes, &Limits::DEFAULT));
    let middle = bytes.len() / 22 * 11;
    bytes[middle] = 9;
    assert!(!same_verdict::<Tree, Indexed>(&pool, &bytes, &Limits::DEFAULT));
}

fn vectors_are_packed_to_the_same_bytes<L: TestLayout>() {
    let trees: Vec<Tree> = (1..8000).map(|n| perfect(n % 5 + 1)).collect();
    packed_alike::<Tree, L>(&trees);
    packed_alike::<Vec<u16>, L>(&(0..8000).map(|n| (0..n % 7).collect()).collect::<Vec<_>>());
    packed_alike::<Option<u32>, L>(&(0..20_000).map(|n| (n % 3 > 0).then_some(n)).collect::<Vec<_>>());
    packed_alike::<u64, L>(&(0..20_000).collect::<Vec<_>>());
    packed_alike::<u8, L>(&[7; 100_000]);
    packed_alike::<bool, L>(&[true; 100_000]);
}

#[test]
fn vectors_of_any_type_are_packed_to_the_same_bytes() {
    fn for_layout<L: Layout>() {
        // (Tables of each width.)
        for len in [0, 1, 3000, 40_000] {
            packed_alike::<String, L>(&(0..len).map(|n| n.to_string()).collect::<Vec<_>>());
            packed_alike::<(u8, String), L>(&(0..len).map(|n| (n as u8, "x".repeat(n % 70))).collect::<Vec<_>>());
        }
        packed_alike::<BTreeMap<u8, String>, L>(&vec![BTreeMap::from([(1, "a".into()), (2, "b".into())]); 4000]);
        packed_alike::<(), L>(&[(); 100_000]);
        packed_alike::<Box<str>, L>(&vec![
            "x".repeat(30_000).into();
            5000 / if cfg!(debug_assertions) { 50 } else { 1 }
        ]);
    }
    for_layout::<Compact>();
    for_layout::<Indexed>();
    for_layout::<Cbor>();
    for_layout::<haskell::Serialise>();
    for_layout::<haskell::Store>();
}

/// Compares what one thread and several pack, or why they cannot.
#[track_caller]
fn packed_alike<T: Packable + Sync, L: Layout>(values: &[T]) {
    let pool = pool();
    let serial = Packed::<[T], L>::pack(values).into_inner();
    assert!(pool.install(|| Packed::<Vec<T>, L>::par_pack(values).into_inner()) == serial);
    for limits in [
        Limits { depth: 0, ..Limits::DEFAULT },
        Limits { stack: 100, ..Limits::DEFAULT },
        Limits { bytes: serial.len(), ..Limits::DEFAULT },
        Limits { bytes: serial.len().saturating_sub(1), ..Limits::DEFAULT },
        Limits { empty_elements: 50_000, ..Limits::DEFAULT },
    ] {
        let serial = Packed::<[T], L>::try_build(&limits, |needs| needs.put_as(&values)).map(Packed::into_inner);
        let parallel = pool.install(|| Packed::<Vec<T>, L>::try_par_pack(values, &limits)).map(Packed::into_inner);
        assert!(parallel == serial);
    }
}

fn elements_of_static_size_are_read_in_any_order<L: TestLayout>() {
    type Row = (u32, bool, [u8; 3]);
    let rows: Vec<Row> = (0..30_000).map(|n| (n, n % 3 == 0, [n as u8; 3])).collect();
    let packed = Packed::<Vec<Row>, L>::pack(&rows);
    let seq = packed.view();
    pool().install(|| {
        assert_eq!(seq.par_iter().map(|(n, ..)| u64::from(n)).sum::<u64>(), (0..30_000).sum::<u64>());
        let (numbers, odd): (Vec<u32>, Vec<bool>) = seq.par_iter().with_grain(1).rev().map(|(n, b, _)| (n, b)).unzip();
        assert!(numbers.into_iter().rev().eq(0..30_000) && odd.len() == rows.len());
        assert_eq!(seq.par_iter().skip(7).step_by(3).take(2).map(|(n, ..)| n).collect::<Vec<_>>(), [7, 10]);
    });
    assert_eq!(Packed::<Vec<Row>, L>::pack(&vec![]).view().par_iter().count(), 0);
}

#[test]
fn elements_are_read_in_parallel() {
    let words: Vec<String> = (0..30_000).map(|n| n.to_string()).collect();
    let packed = Packed::<Vec<String>, Indexed>::pack(&words);
    let seq = packed.view();
    pool().install(|| {
        assert!(seq.par_iter().map(str::to_owned).collect::<Vec<_>>() == words);
        assert!(seq.into_par_iter().with_grain(1).map(str::to_owned).collect::<Vec<_>>() == words);
        let slice = seq.slice(100..20_100);
        assert_eq!(slice.par_iter().with_grain(10).map(str::len).sum::<usize>(), words[100..20_100].concat().len());
        assert_eq!(slice.par_iter().zip(words[100..].par_iter()).filter(|(a, b)| a == b).count(), 20_000);
        assert_eq!(seq.par_iter().position_first(|word| word == "29999"), Some(29_999));
    });
    let map: BTreeMap<String, u32> = (0..20_000).map(|n| (n.to_string(), n)).collect();
    let packed = Packed::<BTreeMap<String, u32>, Indexed>::pack(&map);
    assert!(pool().install(|| packed.view().par_iter().all(|(key, n)| key == n.to_string())));
    let set: BTreeSet<(u32, u32)> = (0..20_000).map(|n| (n / 5, n)).collect();
    let packed = Packed::<BTreeSet<(u32, u32)>, Compact>::pack(&set);
    let read: Vec<(u32, u32)> = pool().install(|| packed.view().par_iter().collect());
    assert!(read.into_iter().eq(set));
}

/// A panic in a function of the user is that of the caller, and leaves the data as it was.
#[test]
fn panics_are_passed_on() {
    let words: Vec<String> = (0..30_000).map(|n| n.to_string()).collect();
    let packed = Packed::<Vec<String>, Indexed>::pack(&words);
    let read = AssertUnwindSafe(|| packed.view().par_iter().with_grain(1).for_each(|word| assert_ne!(word, "20000")));
    assert!(pool().install(|| catch_unwind(read)).is_err());
    assert_eq!(packed.view().par_iter().count(), words.len());
}

/// Whether the elements of a sequence in layout `L` are side by side.
fn is_side_by_side<L: Layout>() -> bool {
    !L::NAME.contains("PackedData")
}

/// A table is at most 5 % of the bytes, finds every element, and proves itself; one with a wrong entry is refused.
fn tables_of_offsets_are_proven<T: Sample, L: TestLayout>() {
    // (Where sequences are cells, this does not compile: so it is not called there.)
    trait Tables {
        fn prove<T: Sample>();
    }
    struct Of<L>(L);
    macro_rules! tables {
        ($($L:ty),+) => {$(
            impl Tables for Of<$L> {
                fn prove<T: Sample>() {
                    prove_tables::<T, $L>();
                }
            }
        )+};
    }
    tables!(Compact, Indexed, Cbor, haskell::Serialise);
    match L::NAME {
        "Compact" => Of::<Compact>::prove::<T>(),
        "Indexed" => Of::<Indexed>::prove::<T>(),
        "Cbor" => Of::<Cbor>::prove::<T>(),
        "haskell::Serialise" => Of::<haskell::Serialise>::prove::<T>(),
        _ => assert!(!is_side_by_side::<L>() || L::CBOR.is_none()),
    }
}

fn prove_tables<T: Sample, L: TestLayout>() {
    let values = many::<T, L>();
    let packed = Packed::<Vec<T>, L>::pack(&values);
    let pool = pool();
    let located = Located::of(packed.view());
    let elements: Vec<&[u8]> = packed.view().views().map(View::as_bytes).collect();
    assert_eq!((located.len(), located.is_empty()), (values.len(), false));
    assert!(located.offsets().size() * 20 <= packed.as_bytes().len());
    for index in [0, 1, 2, 15, 16, 17, values.len() / 2, values.len() - 1] {
        assert_eq!(located.get_view(index).map(View::as_bytes), elements.get(index).copied(), "{index}");
    }
    assert!(located.get_view(values.len()).is_none());
    let offsets = located.offsets().clone();
    let verify = |offsets: Offsets| pool.install(|| Located::verified(&packed, offsets).map(|located| located.len()));
    assert_eq!(verify(offsets.clone()), Ok(values.len()));
    assert_eq!(Offsets::from_bytes(&offsets.to_bytes()), Ok(offsets.clone()));

    // Some entries in turn are moved, to a neighbouring byte and to another element.
    let saved = offsets.to_bytes();
    let entries = offsets.size() / 8;
    let tried = if cfg!(debug_assertions) { 3 } else { 12 };
    for entry in (0..entries).step_by(entries.div_ceil(tried).max(1)) {
        for moved in [1_u64, u64::MAX, 1 << 40] {
            let mut wrong = saved.clone();
            let at = saved.len() - 8 * (entries - entry);
            let start = u64::from_le_bytes(wrong[at..at + 8].try_into().unwrap());
            wrong[at..at + 8].copy_from_slice(&start.wrapping_add(moved).to_le_bytes());
            let wrong = Offsets::from_bytes(&wrong).unwrap();
            // (Elements of which any bytes are valid may begin at any byte; then the runs have wrong ends.)
            assert!(matches!(verify(wrong.clone()), Err(InvalidOffsets::Elements { .. })), "entry {entry}");
            let valid = pool.install(|| Packed::<Vec<T>, L, _>::par_from_bytes_by(packed.as_bytes(), &wrong));
            assert!(valid.is_ok());
        }
    }
    // A table of another length, and bytes that are wrong in themselves.
    for len in [0, 1, values.len() as u64 - 1, values.len() as u64 + 1, u64::MAX] {
        let mut wrong = saved.clone();
        wrong[..8].copy_from_slice(&len.to_le_bytes());
        assert!(Offsets::from_bytes(&wrong).and_then(verify).is_err());
    }
    let mut mutant = packed.as_bytes().to_vec();
    for at in (0..mutant.len()).step_by(mutant.len() / if cfg!(debug_assertions) { 2 } else { 7 }) {
        mutant[at] ^= 0xFF;
        let serial = Packed::<Vec<T>, L, _>::from_bytes(&mutant[..]).map(drop);
        let parallel = pool.install(|| Packed::<Vec<T>, L, _>::par_from_bytes_by(&mutant[..], &offsets).map(drop));
        assert_eq!(parallel, serial);
        mutant[at] ^= 0xFF;
    }
    let parallel = pool.install(|| Packed::<Vec<T>, L, _>::par_from_bytes_by(packed.as_bytes(), &offsets));
    assert!(parallel.is_ok());
}

/// Every distance between entries, and every division of the elements.
#[test]
fn elements_are_found_by_a_table() {
    let words: Vec<String> = (0..3000).map(|n| n.to_string()).collect();
    let packed = Packed::<Vec<String>, Compact>::pack(&words);
    for every in [1, 2, 3, 64, 2999, 3000, 5000] {
        let located = Located::with_every(packed.view(), every);
        assert_eq!(located.offsets().size(), 2999 / every * 8);
        let read: Vec<String> =
            pool().install(|| located.par_iter().with_grain(1).with_max_len(7).map(str::to_owned).collect());
        assert!(read == words);
        let from_the_end =
            pool().install(|| located.par_iter().with_grain(1).rev().map(str::len).take(3).sum::<usize>());
        assert_eq!(from_the_end, 12);
        assert_eq!(Located::verified(&packed, located.offsets().clone()).map(|located| located.len()), Ok(3000));
    }
    let empty = Packed::<Vec<String>, Compact>::pack(&vec![]);
    let located = Located::of(empty.view());
    assert!(located.is_empty() && located.par_iter().count() == 0 && located.get(0).is_none());
    assert!(Located::verified(&empty, located.offsets().clone()).is_ok());
    let map: BTreeMap<u16, String> = (0..3000).map(|n| (n, n.to_string())).collect();
    let packed = Packed::<BTreeMap<u16, String>, Cbor>::pack(&map);
    let located = Located::of(packed.view().into_entries());
    assert_eq!(located.get(700), Some((700, "700")));
    let verified = Located::verified(&packed, located.offsets().clone()).map(|located| located.len());
    assert_eq!(verified, Ok(3000));
    // An array of indefinite length, and one with a length that is too long.
    let bytes: Vec<u8> = [0x9F].into_iter().chain((0..20_000).map(|n| n as u8 % 24)).chain([0xFF]).collect();
    let packed = Packed::<Vec<u16>, Cbor, _>::from_bytes(&bytes[..]).unwrap();
    let located = Located::of(packed.view());
    assert!(Located::verified(&packed, located.offsets().clone()).is_ok());
    assert_eq!(located.get(19_999), Some((19_999_usize as u8 % 24).into()));
}

#[test]
fn tables_that_are_none_are_refused() {
    assert!(matches!(Offsets::from_bytes(&[]), Err(InvalidOffsets::Malformed(_))));
    assert!(matches!(Offsets::from_bytes(&[0; 17]), Err(InvalidOffsets::Entries { found: 0, .. })));
    let message = Offsets::from_bytes(&[&[9, 0, 0, 0, 0, 0, 0, 0, 2][..], &[0; 8]].concat()).unwrap_err().to_string();
    assert_eq!(message, "invalid offsets: expected 4 entries, found 0");
}

/// The same as [`Tree`], with a node that has a name here.
#[derive(Packable)]
enum Branch {
    Leaf(i64),
    Node(Box<Branch>, Box<Branch>),
}

/// The same as [`Rose`].
#[derive(Packable)]
struct Bush {
    name: String,
    children: Vec<Bush>,
    weight: u16,
}

fn branch<L: Layout>(tree: &Tree) -> Packed<Branch, L> {
    Packed::from_vec(Packed::<Tree, L>::pack(tree).into_inner()).expect("the same bytes")
}

/// Trees that are larger than 64 KiB, in every form, are folded to the same results as on one thread.
#[test]
fn trees_are_folded_alike() {
    fn for_layout<L: Layout>() {
        let pool = pool();
        for tree in trees() {
            let packed = branch::<L>(&tree);
            let text = |node: BranchNode<'_, String, L>| match node {
                BranchNode::Leaf(n) => n.to_string(),
                // (The order shows; a hash keeps it short.)
                BranchNode::Node(left, right) => {
                    let joined = format!("({left} {right})");
                    let hash =
                        joined.bytes().fold(17_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
                    hash.to_string()
                }
            };
            assert_eq!(pool.install(|| packed.par_fold_with(text)), packed.fold_with(text));
        }
    }
    for_layout::<Indexed>();
    for_layout::<Compact>();
    for_layout::<Cbor>();
    for_layout::<haskell::PackedDataFieldSizes>();

    let pool = pool();
    let rose = |name: &str, children| Rose { name: name.into(), children, weight: 3 };
    let many =
        || (0..2000).map(|n| rose(&format!("a leaf with the number {n}"), vec![rose("inside", vec![])])).collect();
    let deep = (0..40).fold(rose("root", many()), |inner, _| rose("inner", vec![inner, rose("beside", many())]));
    let packed = Packed::<Rose, Indexed>::pack(&deep);
    let packed = Packed::<Bush, Indexed, _>::from_bytes(packed.as_bytes()).unwrap();
    let text = |BushNode { name, children, weight }: BushNode<'_, u64, Indexed>| {
        let hash = |hash: u64, next: u64| hash.wrapping_mul(31).wrapping_add(next);
        children.into_iter().chain(name.bytes().map(u64::from)).fold(weight.into(), hash)
    };
    assert_eq!(pool.install(|| packed.par_fold_with(text)), packed.fold_with(text));
}

/// A list that is too deep for a fold is refused, without a stack for it, and one at the limit is folded.
#[test]
fn folds_have_the_same_limits() {
    let pool = ThreadPoolBuilder::new().num_threads(2).stack_size(2 << 20).build().unwrap();
    let list = |cells: usize, to_the_left: bool| {
        // Each cell has a leaf and the rest; a subtree of 8 leaves makes the list large.
        let small = Packed::<Tree, Compact>::pack(&perfect(64)).into_inner();
        let mut bytes = Vec::new();
        if to_the_left {
            bytes.extend(std::iter::repeat_n(1, cells));
            bytes.extend_from_slice(&[0; 9]);
            (0..cells).for_each(|_| bytes.extend_from_slice(&small));
        } else {
            (0..cells).for_each(|_| bytes.extend([&[1][..], &small].concat()));
            bytes.extend_from_slice(&[0; 9]);
        }
        let limits = Limits { depth: 1 << 21, stack: usize::MAX >> 2, ..Limits::DEFAULT };
        Packed::<Branch, Compact, _>::from_bytes_with(bytes, &limits).unwrap()
    };
    let count = |node: BranchNode<'_, usize, Indexed>| match node {
        BranchNode::Leaf(_) => 1,
        BranchNode::Node(left, right) => left + right,
    };
    let (mut refused, mut folded) = (0, 0);
    let all = [100, 1000, 1022, 1023, 1024, 1100, 400, 600, 700, 1016, 1017, 1018, 1019, 1020, 1021, 1025];
    for cells in all.into_iter().take(if cfg!(debug_assertions) { 6 } else { all.len() }) {
        for to_the_left in [true, false] {
            let list = list(cells, to_the_left);
            let limits = Limits { depth: 4000, stack: 1 << 30, ..Limits::DEFAULT };
            // (Without optimisation, a conversion takes more stack than a thread has.)
            let large = std::thread::Builder::new().stack_size(1 << 30);
            let convert = move || list.convert_with::<Indexed>(&limits).expect("deep limits");
            let packed = large.spawn(convert).expect("a thread").join().expect("a conversion");
            let serial: Result<usize, TooDeep> = packed.fold_with(count);
            let parallel = pool.install(|| packed.par_fold_with(count));
            match serial {
                // (Without optimisation, the stack of one thread may be exhausted before that of several.)
                Err(error) if error.is_stack() && cfg!(debug_assertions) => continue,
                _ => assert_eq!(parallel, serial, "{cells}"),
            }
            match serial {
                Ok(leaves) => {
                    assert_eq!(leaves, cells * 64 + 1);
                    folded += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(folded > 0 && (refused > 0 || cfg!(debug_assertions)));
}

/// Values of a type are visited in the order of the bytes, each once.
#[test]
fn values_are_visited_alike() {
    fn same<T: Packable, U: Packable<As = U> + ?Sized, L: Layout>(value: &T, skips: fn(usize) -> bool) {
        let packed = Packed::<T, L>::pack(value);
        let visit = |found: &mut Vec<usize>, value: Cursor<'_, '_, U, L>| {
            let at = value.view_start(packed.as_bytes());
            found.push(at);
            if skips(at) { Children::Skip } else { Children::Visit }
        };
        let mut serial = Vec::new();
        packed.visit_each::<U>(|value| visit(&mut serial, value)).unwrap();
        let parallel = pool().install(|| {
            packed.par_visit_each(Vec::new, visit, |mut found, mut more| {
                found.append(&mut more);
                found
            })
        });
        assert!(parallel.as_ref() == Ok(&serial), "{} {}", serial.len(), parallel.unwrap().len());
        assert!(!serial.is_empty());
    }
    for skips in [(|_| false) as fn(usize) -> bool, |at| at % 7 == 3] {
        for tree in trees() {
            same::<Tree, Tree, Indexed>(&tree, skips);
            same::<Tree, i64, Indexed>(&tree, skips);
            same::<Tree, Tree, haskell::PackedDataFieldSizes>(&tree, skips);
            same::<Tree, Tree, Compact>(&tree, skips);
        }
        let rose = |name: &str, children| Rose { name: name.into(), children, weight: 3 };
        let leaves = || (0..300).map(|_| rose("leaf", vec![])).collect();
        let deep =
            (0..50).fold(rose("root", leaves()), |inner, _| rose("inner", vec![inner, rose("beside", leaves())]));
        same::<Rose, Rose, Indexed>(&deep, skips);
        same::<Rose, str, Indexed>(&deep, skips);
        same::<Rose, [Rose], Indexed>(&deep, skips);
        let entries: BTreeMap<String, Vec<Option<(u8, String)>>> =
            (0..5000).map(|n| (n.to_string(), vec![Some((n as u8, "text".into())), None])).collect();
        same::<BTreeMap<String, Vec<Option<(u8, String)>>>, str, Indexed>(&entries, skips);
        same::<BTreeMap<String, Vec<Option<(u8, String)>>>, Option<(u8, String)>, Indexed>(&entries, skips);
    }
}

/// Finds where a value is in the bytes.
trait ViewStart {
    fn view_start(self, bytes: &[u8]) -> usize;
}

impl<T: Packable<As = T> + ?Sized, L: Layout> ViewStart for Cursor<'_, '_, T, L> {
    fn view_start(self, bytes: &[u8]) -> usize {
        self.as_bytes().value().as_ptr().addr() - bytes.as_ptr().addr()
    }
}

#[test]
fn panics_in_folds_and_visits_are_passed_on() {
    let packed = branch::<Indexed>(&perfect(1 << 13));
    let count = std::sync::atomic::AtomicUsize::new(0);
    let panics = || assert!(count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) != 5000, "the 5000th node");
    let fold = AssertUnwindSafe(|| packed.par_fold_with(|_| panics()));
    assert!(pool().install(|| catch_unwind(fold)).is_err());
    count.store(0, std::sync::atomic::Ordering::Relaxed);
    let visit = |(): &mut (), _: Cursor<'_, '_, Branch, Indexed>| {
        panics();
        Children::Visit
    };
    let visit = AssertUnwindSafe(|| packed.par_visit_each(|| (), visit, |(), ()| ()));
    assert!(pool().install(|| catch_unwind(visit)).is_err());
    let leaves = packed.fold_with(|node| match node {
        BranchNode::Leaf(_) => 1,
        BranchNode::Node(left, right) => left + right,
    });
    assert_eq!(leaves, Ok(1 << 13));
}

/// Everything once, on little data: for Miri, which takes values of 1 KiB for large ones.
#[test]
fn small_values_in_parallel() {
    let builder = ThreadPoolBuilder::new().num_threads(2);
    // (A scoped pool joins its threads.)
    let all_on = |pool: &ThreadPool| pool.install(everything_once);
    builder.build_scoped(|thread| thread.run(), all_on).expect("threads");
}

fn everything_once() {
    let words: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    let indexed = Packed::<Vec<String>, Indexed>::par_pack(&words);
    let compact = Packed::<Vec<String>, Compact>::par_pack(&words);
    assert!(indexed == Packed::pack(&words) && compact == Packed::pack(&words));
    let indexed = Packed::<Vec<String>, Indexed, _>::par_from_bytes(indexed.as_bytes()).unwrap();
    assert!(indexed.view().par_iter().with_grain(1).with_max_len(40).map(str::to_owned).collect::<Vec<_>>() == words);
    let located = Located::with_every(compact.view(), 7);
    assert!(located.par_iter().with_grain(1).with_max_len(40).map(str::to_owned).collect::<Vec<_>>() == words);
    let offsets = located.offsets().clone();
    assert!(Packed::<Vec<String>, Compact, _>::par_from_bytes_by(compact.as_bytes(), &offsets).is_ok());
    assert_eq!(Located::verified(&compact, offsets).map(|located| located.len()), Ok(300));
    let rows = Packed::<Vec<(u8, u32)>, Compact>::pack(&(0..300).map(|n| (n as u8, n)).collect());
    assert_eq!(rows.view().par_iter().with_grain(1).map(|(_, n)| n).sum::<u32>(), (0..300).sum());

    let tree = branch::<Indexed>(&perfect(200));
    let tree = Packed::<Branch, Indexed, _>::par_from_bytes(tree.as_bytes()).unwrap();
    let count = |node: BranchNode<'_, usize, Indexed>| match node {
        BranchNode::Leaf(_) => 1,
        BranchNode::Node(left, right) => left + right,
    };
    assert_eq!(tree.par_fold_with(count), Ok(200));
    let visit = |count: &mut usize, _: Cursor<'_, '_, Branch, Indexed>| {
        *count += 1;
        Children::Visit
    };
    assert_eq!(tree.par_visit_each(|| 0, visit, |one, other| one + other), Ok(399));
}
