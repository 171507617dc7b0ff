//! Work on many cores: the same results, verdicts and errors as on one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

use packed_data::__private::shape::{Field, Named, SequenceShape, Struct, Style};
use packed_data::build::Written;
use packed_data::error::{Constructor, Names};
use packed_data::fold::Children;
use packed_data::layout::haskell;
use packed_data::parallel::{InvalidTable, SideTable, Tabled, WithTable};
use packed_data::{Access, Cbor, Compact, Cursor, Indexed, Layout, Limits, Needs, Packable, Packed, TooDeep, View};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use test_suite::{Json, Rose, Sample, TestLayout, Tree, over_layouts};

over_layouts!(few all: vectors_are_packed_to_the_same_bytes, trees_have_the_same_verdict);
over_layouts!(native: elements_of_static_size_are_read_in_any_order);

/// (Without optimisation, only in two layouts.)
mod sequences {
    use super::*;

    #[cfg(not(debug_assertions))]
    test_suite::over_shapes!(all: large_sequences_have_the_same_verdict, tables_of_offsets_are_proven);
    #[cfg(debug_assertions)]
    test_suite::over_shapes!(few native: large_sequences_have_the_same_verdict, tables_of_offsets_are_proven);
}

/// More bytes than are validated on the calling thread.
const LARGE: usize = if cfg!(miri) { 2 << 10 } else { 80 << 10 };

/// Returns a number of values, or another for Miri, which is a thousand times as slow and takes 1 KiB for large.
const fn or_few(many: usize, few: usize) -> usize {
    if cfg!(miri) { few } else { many }
}

/// A few threads, which are joined at last.
struct Pool {
    pool: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

/// A few threads, also on a machine with one core.
fn pool() -> Pool {
    let mut threads = Vec::new();
    let builder = ThreadPoolBuilder::new().num_threads(3).spawn_handler(|thread| {
        threads.push(std::thread::spawn(|| thread.run()));
        Ok(())
    });
    let pool = builder.build().expect("threads");
    Pool { pool: Some(pool), threads }
}

impl Deref for Pool {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        self.pool.as_ref().expect("a pool that was not dropped")
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.pool = None;
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

/// Compares the two verdicts on bytes; returns whether they are valid.
#[track_caller]
fn same_verdict<T: Packable + ?Sized, L: Layout>(pool: &ThreadPool, bytes: &[u8], limits: &Limits) -> bool {
    let serial = Packed::<T, L>::with_limits(limits).from_bytes(bytes).map(drop);
    let parallel = pool.install(|| Packed::<T, L>::with_limits(limits).par_from_bytes(bytes).map(drop));
    assert_eq!(parallel, serial);
    serial.is_ok()
}

/// Compares the verdicts on valid bytes, and on bytes with one bit or one byte changed at some places. (A build without
/// optimisation takes a twelfth of the places.)
fn same_on_mutants<T: Packable + ?Sized, L: Layout>(pool: &ThreadPool, bytes: &[u8], mutants: usize) {
    let mutants = if cfg!(debug_assertions) { mutants.div_ceil(or_few(12, 40)) } else { mutants };
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

/// Large trees: of the least depth, and lists to the left and to the right, whose elements are trees.
fn trees() -> [Tree; 3] {
    let node = |left, right| Tree::Node(Box::new(left), Box::new(right));
    let cells = or_few(600, 12);
    let to_the_left = (0..cells).fold(Tree::Leaf(0), |left, _| node(left, perfect(16)));
    let to_the_right = (0..cells).fold(Tree::Leaf(0), |right, _| node(perfect(16), right));
    [perfect(or_few(1 << 13, 1 << 8)), to_the_left, to_the_right]
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
    let leaves = || (0..or_few(300, 10)).map(|_| rose("leaf", vec![])).collect();
    let levels = or_few(50, 5);
    let deep =
        (0..levels).fold(rose("root", leaves()), |inner, _| rose("inner", vec![inner, rose("beside", leaves())]));
    same_on_mutants::<Rose, Indexed>(&pool(), Packed::<_, Indexed>::pack(&deep).as_bytes(), 90);

    let array = || Json::Array((0..or_few(2000, 20)).map(|n| Json::Text(format!("text {n}"))).collect());
    let json = Json::Object((0..10).map(|n| (format!("key {n}"), array())).collect());
    same_on_mutants::<Json, Indexed>(&pool(), Packed::<_, Indexed>::pack(&json).as_bytes(), 90);
    same_on_mutants::<Json, Compact>(&pool(), Packed::<_, Compact>::pack(&json).as_bytes(), 30);
}

/// The order of keys is checked where one thread's elements end and another's begin, too.
#[test]
fn keys_are_compared_across_threads() {
    let map: BTreeMap<u32, (String, Tree)> =
        (0..or_few(3000, 60) as u32).map(|n| (n * 3, (n.to_string(), perfect(3)))).collect();
    let bytes = Packed::<BTreeMap<u32, (String, Tree)>, Indexed>::pack(&map).into_inner();
    let pool = pool();
    same_on_mutants::<BTreeMap<u32, (String, Tree)>, Indexed>(&pool, &bytes, 60);
    // As a vector the same bytes need no order. Each key in turn becomes that of its neighbour.
    let entries: Vec<(u32, (String, Tree))> = map.into_iter().collect();
    for at in (0..entries.len() - 1).step_by(if cfg!(debug_assertions) { or_few(97, 17) } else { 1 }) {
        let mut swapped = entries.clone();
        swapped[at].0 = swapped[at + 1].0;
        let bytes = Packed::<Vec<(u32, (String, Tree))>, Indexed>::pack(&swapped).into_inner();
        assert!(!same_verdict::<BTreeMap<u32, (String, Tree)>, Indexed>(&pool, &bytes, &Limits::DEFAULT));
    }

    let set: BTreeSet<Vec<String>> =
        (0..or_few(5000, 120)).map(|n| vec![format!("{n:05}"), "some text".into()]).collect();
    let bytes = Packed::<BTreeSet<Vec<String>>, Indexed>::pack(&set).into_inner();
    same_on_mutants::<BTreeSet<Vec<String>>, Indexed>(&pool, &bytes, 60);
    let set: BTreeSet<(u32, u32)> = (0..or_few(20_000, 300) as u32).map(|n| (n / 5, n)).collect();
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
        let (some, more) = (or_few(2000, 20), or_few(4000, 80));
        let judged = || Judged { trees: vec![perfect(some); 4], large: perfect(more), number: 1 };
        let bytes = Packed::<Judged, L>::pack(&judged()).into_inner();
        same_on_mutants::<Judged, L>(&pool, &bytes, 60);
        let bytes = Packed::<Vec<Judged>, L>::pack(&vec![judged(), judged(), judged()]).into_inner();
        same_on_mutants::<Vec<Judged>, L>(&pool, &bytes, 30);
        let chain = |inner| Chain::Link(perfect(more), Box::new(inner));
        let chain = chain(chain(chain(Chain::End(vec![perfect(some); 4]))));
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
    let len = or_few(10_000, 100);
    let units: Vec<(Vec<()>, String)> = vec![(vec![(); 100], "some text".into()); len];
    let bytes = Packed::<Vec<(Vec<()>, String)>, Indexed>::pack(&units).into_inner();
    let all = 100 * len as u64;
    for empty_elements in [0, 99, all - 1, all, u64::MAX] {
        let limits = Limits { empty_elements, ..Limits::DEFAULT };
        let is_valid = same_verdict::<Vec<(Vec<()>, String)>, Indexed>(&pool, &bytes, &limits);
        assert_eq!(is_valid, empty_elements >= all);
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

/// A vector and a set whose table states ends that are no ends, in every order.
#[test]
fn tables_that_lie_are_refused() {
    let words = (0..or_few(20_000, 300)).map(|n| n.to_string());
    lying_tables(&words.clone().collect::<Vec<_>>());
    lying_tables(&words.collect::<BTreeSet<_>>());
}

fn lying_tables<T: Packable>(words: &T)
where
    for<'a> &'a T: IntoIterator<Item = &'a String>,
{
    let pool = pool();
    let bytes = Packed::<T, Indexed>::pack(words).into_inner();
    let sizes: Vec<usize> = words.into_iter().map(|word| word.len() + 1).collect();
    let width = or_few(4, 2);
    let table = bytes.len() - sizes.iter().sum::<usize>() - width * sizes.len();
    let end = table + width * sizes.len();
    for at in (table..end).step_by(if cfg!(debug_assertions) { or_few(5003, 101) } else { 7 }) {
        for lie in [0, 1, 0x7F, 0xFF] {
            let mut lying = bytes.clone();
            lying[at] = lie;
            same_verdict::<T, Indexed>(&pool, &lying, &Limits::DEFAULT);
        }
    }
    for lie in [0_u8, 0xFF] {
        let mut lying = bytes.clone();
        lying[table..end].fill(lie);
        assert!(!same_verdict::<T, Indexed>(&pool, &lying, &Limits::DEFAULT));
    }
}

/// Sets whose parts have one element each; the first of a part is compared with the element before it.
#[test]
fn elements_of_a_set_are_compared_across_parts() {
    let pool = pool();
    let words: Vec<String> = ["a", "b", "c", "d"].map(|letter| letter.repeat(LARGE)).into();
    for order in [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [0, 2, 2, 3]] {
        let bytes = Packed::<Vec<String>, Indexed>::pack(&order.map(|n| words[n].clone()).into()).into_inner();
        let is_set = same_verdict::<BTreeSet<String>, Indexed>(&pool, &bytes, &Limits::DEFAULT);
        assert_eq!(is_set, order.is_sorted_by(|a, b| a < b));
    }
}

/// Elements with parts that take no bytes are charged, so they are checked in order.
#[test]
fn elements_that_are_charged_are_checked_in_order() {
    type Charged = ((), (), (), u8);
    let pool = pool();
    let bytes = Packed::<Vec<Charged>, Compact>::pack(&vec![((), (), (), 7); 2 * LARGE]).into_inner();
    assert!(same_verdict::<Vec<Charged>, Compact>(&pool, &bytes, &Limits::DEFAULT));
    let limits = Limits { empty_elements: LARGE as u64, ..Limits::DEFAULT };
    assert!(!same_verdict::<Vec<Charged>, Compact>(&pool, &bytes, &limits));
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

    fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        needs.fields().put(&1).put(&2).done().into()
    }
}

/// Bytes that are a vector, but not one of entries, and a table for a vector of entries that fits them.
#[test]
fn tables_do_not_hide_what_a_vector_is() {
    let pool = pool();
    let pairs: Vec<Pair> = (0..LARGE).map(|_| Pair).collect();
    let packed = Packed::<Vec<Pair>, Cbor>::pack(&pairs);
    let offsets = WithTable::of(&packed).table().clone();
    let mut bytes = packed.into_inner();
    assert!(pool.install(|| offsets.validate::<Vec<Pair>, Cbor, _>(&bytes[..])).is_ok());
    bytes[0] ^= (4 ^ 5) << 5; // an array, not a map
    let serial = Packed::<Vec<Pair>, Cbor, _>::from_bytes(&bytes[..]).map(drop);
    let parallel = pool.install(|| offsets.validate::<Vec<Pair>, Cbor, _>(&bytes[..]).map(drop));
    assert_eq!(parallel, serial);
    assert!(serial.is_err());
}

/// A table that states more elements without bytes than could ever be counted.
#[test]
fn tables_of_empty_elements_take_no_time() {
    let table = Packed::<(u64, u64, Vec<u64>), Compact>::pack(&(u64::MAX, u64::MAX, vec![]));
    let offsets = SideTable::from_bytes(table.as_bytes()).expect("a table without entries");
    let mut bytes = vec![0xFF; 9];
    bytes[0] = 0xFE;
    bytes.resize(LARGE, 0);
    let serial = Packed::<Vec<()>, Compact, _>::from_bytes(&bytes[..]).map(drop);
    let parallel = pool().install(|| offsets.validate::<Vec<()>, Compact, _>(&bytes[..]).map(drop));
    assert_eq!(parallel, serial);
    assert!(serial.is_err());
}

/// Chunks of a vector that are each within the limit on elements without bytes, and are not together.
#[test]
fn chunks_share_the_limits() {
    fn for_layout<L: Layout>(pool: &ThreadPool) {
        let (units, len) = (or_few(200, 10), or_few(4096, 200));
        let values = vec![vec![(); units]; len];
        let all = (units * len) as u64;
        for empty_elements in [0, 1, all / 13, all - 1, all, u64::MAX] {
            let limits = Limits { empty_elements, ..Limits::DEFAULT };
            let serial = Packed::<Vec<Vec<()>>, L>::with_limits(&limits).pack(&values);
            let parallel = pool.install(|| Packed::<Vec<Vec<()>>, L>::with_limits(&limits).par_pack(&values));
            assert_eq!(serial.is_ok(), empty_elements >= all);
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
    let trees: Vec<Tree> = (1..or_few(8000, 80)).map(|n| perfect(n % 5 + 1)).collect();
    packed_alike::<Tree, L>(&trees);
    packed_alike::<Vec<u16>, L>(&(0..or_few(8000, 80) as u16).map(|n| (0..n % 7).collect()).collect::<Vec<_>>());
    let len = or_few(20_000, 300) as u32;
    packed_alike::<Option<u32>, L>(&(0..len).map(|n| (n % 3 > 0).then_some(n)).collect::<Vec<_>>());
    packed_alike::<u64, L>(&(0..len.into()).collect::<Vec<_>>());
    packed_alike::<u8, L>(&[7; or_few(100_000, 2000)]);
    packed_alike::<bool, L>(&[true; or_few(100_000, 2000)]);
}

#[test]
fn vectors_of_any_type_are_packed_to_the_same_bytes() {
    fn for_layout<L: Layout>() {
        // (Tables of each width.)
        for len in [0, 1, or_few(3000, 20), or_few(40_000, 200)] {
            packed_alike::<String, L>(&(0..len).map(|n| n.to_string()).collect::<Vec<_>>());
            packed_alike::<(u8, String), L>(&(0..len).map(|n| (n as u8, "x".repeat(n % 70))).collect::<Vec<_>>());
        }
        packed_alike::<BTreeMap<u8, String>, L>(&vec![
            BTreeMap::from([(1, "a".into()), (2, "b".into())]);
            or_few(4000, 40)
        ]);
        packed_alike::<(), L>(&[(); or_few(100_000, 2000)]);
        packed_alike::<Box<str>, L>(&vec![
            "x".repeat(or_few(30_000, 30)).into();
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
        let serial =
            Packed::<[T], L>::with_limits(&limits).build(|needs| needs.put_as(&values)).map(Packed::into_inner);
        let parallel =
            pool.install(|| Packed::<Vec<T>, L>::with_limits(&limits).par_pack(values)).map(Packed::into_inner);
        assert!(parallel == serial);
    }
}

fn elements_of_static_size_are_read_in_any_order<L: TestLayout>() {
    type Row = (u32, bool, [u8; 3]);
    let len = or_few(30_000, 600) as u32;
    let rows: Vec<Row> = (0..len).map(|n| (n, n % 3 == 0, [n as u8; 3])).collect();
    let packed = Packed::<Vec<Row>, L>::pack(&rows);
    let seq = packed.view();
    pool().install(|| {
        assert_eq!(seq.par_iter().map(|(n, ..)| u64::from(n)).sum::<u64>(), (0..u64::from(len)).sum::<u64>());
        let (numbers, odd): (Vec<u32>, Vec<bool>) = seq.par_iter().with_grain(1).rev().map(|(n, b, _)| (n, b)).unzip();
        assert!(numbers.into_iter().rev().eq(0..len) && odd.len() == rows.len());
        assert_eq!(seq.par_iter().skip(7).step_by(3).take(2).map(|(n, ..)| n).collect::<Vec<_>>(), [7, 10]);
    });
    assert_eq!(Packed::<Vec<Row>, L>::pack(&vec![]).view().par_iter().count(), 0);
}

#[test]
fn elements_are_read_in_parallel() {
    let len = or_few(30_000, 600);
    let words: Vec<String> = (0..len).map(|n| n.to_string()).collect();
    let packed = Packed::<Vec<String>, Indexed>::pack(&words);
    let seq = packed.view();
    pool().install(|| {
        assert!(seq.par_iter().map(str::to_owned).collect::<Vec<_>>() == words);
        assert!(seq.into_par_iter().with_grain(1).map(str::to_owned).collect::<Vec<_>>() == words);
        let slice = seq.slice(100..len - 100);
        assert_eq!(slice.par_iter().with_grain(10).map(str::len).sum::<usize>(), words[100..len - 100].concat().len());
        assert_eq!(slice.par_iter().zip(words[100..].par_iter()).filter(|(a, b)| a == b).count(), len - 200);
        assert_eq!(seq.par_iter().position_first(|word| *word == words[len - 1]), Some(len - 1));
    });
    let some = or_few(20_000, 300) as u32;
    let map: BTreeMap<String, u32> = (0..some).map(|n| (n.to_string(), n)).collect();
    let packed = Packed::<BTreeMap<String, u32>, Indexed>::pack(&map);
    assert!(pool().install(|| packed.view().par_iter().all(|(key, n)| key == n.to_string())));
    let set: BTreeSet<(u32, u32)> = (0..some).map(|n| (n / 5, n)).collect();
    let packed = Packed::<BTreeSet<(u32, u32)>, Compact>::pack(&set);
    let read: Vec<(u32, u32)> = pool().install(|| packed.view().par_iter().collect());
    assert!(read.into_iter().eq(set));
}

/// A panic in a function of the user is that of the caller, and leaves the data as it was.
#[test]
fn panics_are_passed_on() {
    let words: Vec<String> = (0..or_few(30_000, 300)).map(|n| n.to_string()).collect();
    let packed = Packed::<Vec<String>, Indexed>::pack(&words);
    let read = AssertUnwindSafe(|| packed.view().par_iter().with_grain(1).for_each(|word| assert_ne!(word, "200")));
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
    tables!(Compact, Indexed);
    #[cfg(not(debug_assertions))]
    tables!(Cbor, haskell::Serialise);
    match L::NAME {
        "Compact" => Of::<Compact>::prove::<T>(),
        "Indexed" => Of::<Indexed>::prove::<T>(),
        #[cfg(not(debug_assertions))]
        "Cbor" => Of::<Cbor>::prove::<T>(),
        #[cfg(not(debug_assertions))]
        "haskell::Serialise" => Of::<haskell::Serialise>::prove::<T>(),
        _ => assert!(!is_side_by_side::<L>() || L::CBOR.is_none()),
    }
}

fn prove_tables<T: Sample, L: TestLayout>() {
    let values = many::<T, L>();
    let packed = Packed::<Vec<T>, L>::pack(&values);
    let pool = pool();
    let located = WithTable::of(&packed);
    let elements: Vec<&[u8]> = packed.view().views().map(View::as_bytes).collect();
    assert_eq!((located.len(), located.is_empty()), (values.len(), false));
    assert!(located.table().size() * 20 <= packed.as_bytes().len());
    for index in [0, 1, 2, 15, 16, 17, values.len() / 2, values.len() - 1] {
        assert_eq!(located.get_view(index).map(View::as_bytes), elements.get(index).copied(), "{index}");
    }
    assert!(located.get_view(values.len()).is_none());
    let offsets = located.table().clone();
    let verify =
        |offsets: SideTable| pool.install(|| WithTable::verified(&packed, offsets).map(|located| located.len()));
    assert_eq!(verify(offsets.clone()), Ok(values.len()));
    assert_eq!(SideTable::from_bytes(&offsets.to_bytes()), Ok(offsets.clone()));

    // A table that is made while validating.
    let with = WithTable::<Vec<T>, L, _>::from_bytes(packed.as_bytes()).unwrap();
    for (index, element) in elements.iter().enumerate() {
        assert_eq!(with.get_view(index).map(View::as_bytes), Some(*element), "{index}");
    }
    assert_eq!(with.len(), values.len());
    let (same, noted) = with.into_parts();
    assert!(same.as_bytes() == packed.as_bytes() && noted.size() * 20 <= packed.as_bytes().len());
    assert_eq!(verify(noted), Ok(values.len()));

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
            let wrong = SideTable::from_bytes(&wrong).unwrap();
            // (Elements of which any bytes are valid may begin at any byte; then the runs have wrong ends.)
            assert!(matches!(verify(wrong.clone()), Err(InvalidTable::Values { .. })), "entry {entry}");
            let valid = pool.install(|| wrong.validate::<Vec<T>, L, _>(packed.as_bytes()));
            assert!(valid.is_ok());
        }
    }
    // A table of another length, and bytes that are wrong in themselves.
    for len in [0, 1, values.len() as u64 - 1, values.len() as u64 + 1, u64::MAX] {
        let mut wrong = saved.clone();
        wrong[..8].copy_from_slice(&len.to_le_bytes());
        assert!(SideTable::from_bytes(&wrong).and_then(verify).is_err());
    }
    let mut mutant = packed.as_bytes().to_vec();
    for at in (0..mutant.len()).step_by(mutant.len() / if cfg!(debug_assertions) { 2 } else { 7 }) {
        mutant[at] ^= 0xFF;
        let serial = Packed::<Vec<T>, L, _>::from_bytes(&mutant[..]).map(drop);
        let parallel = pool.install(|| offsets.validate::<Vec<T>, L, _>(&mutant[..]).map(drop));
        assert_eq!(parallel, serial);
        assert_eq!(WithTable::<Vec<T>, L, _>::from_bytes(&mutant[..]).map(drop), serial);
        mutant[at] ^= 0xFF;
    }
    let parallel = pool.install(|| offsets.validate::<Vec<T>, L, _>(packed.as_bytes()));
    assert!(parallel.is_ok());
}

/// Every distance between entries, and every division of the elements.
#[test]
fn elements_are_found_by_a_table() {
    let len = or_few(3000, 120);
    let words: Vec<String> = (0..len).map(|n| n.to_string()).collect();
    let packed = Packed::<Vec<String>, Compact>::pack(&words);
    for every in [1, 2, 3, 64, len - 1, len, len + 2000] {
        let located = WithTable::with_every(&packed, every);
        assert_eq!(located.table().size(), (len - 1) / every * 8);
        let read: Vec<String> =
            pool().install(|| located.par_iter().with_grain(1).with_max_len(7).map(str::to_owned).collect());
        assert!(read == words);
        let from_the_end =
            pool().install(|| located.par_iter().with_grain(1).rev().map(str::len).take(3).sum::<usize>());
        assert_eq!(from_the_end, words[len - 3..].concat().len());
        assert_eq!(WithTable::verified(&packed, located.table().clone()).map(|located| located.len()), Ok(len));
    }
    let empty = Packed::<Vec<String>, Compact>::pack(&vec![]);
    let located = WithTable::of(&empty);
    assert!(located.is_empty() && located.par_iter().count() == 0 && located.get(0).is_none());
    assert!(WithTable::verified(&empty, located.table().clone()).is_ok());
    let map: BTreeMap<u16, String> = (0..len as u16).map(|n| (n, n.to_string())).collect();
    let packed = Packed::<BTreeMap<u16, String>, Cbor>::pack(&map);
    let located = WithTable::of(&packed);
    assert_eq!(located.get(70), Some((70, "70")));
    let verified = WithTable::verified(&packed, located.table().clone()).map(|located| located.len());
    assert_eq!(verified, Ok(len));
    // An array of indefinite length, and one with a length that is too long.
    let bytes: Vec<u8> =
        [0x9F].into_iter().chain((0..or_few(20_000, 2000)).map(|n| n as u8 % 24)).chain([0xFF]).collect();
    let packed = Packed::<Vec<u16>, Cbor, _>::from_bytes(&bytes[..]).unwrap();
    let located = WithTable::of(&packed);
    assert!(WithTable::verified(&packed, located.table().clone()).is_ok());
    assert_eq!(located.get(1999), Some((1999_usize as u8 % 24).into()));
}

#[test]
fn tables_that_are_none_are_refused() {
    assert!(matches!(SideTable::from_bytes(&[]), Err(InvalidTable::Malformed(_))));
    assert!(matches!(SideTable::from_bytes(&[0; 17]), Err(InvalidTable::Entries { found: 0, .. })));
    let message = SideTable::from_bytes(&[&[9, 0, 0, 0, 0, 0, 0, 0, 2][..], &[0; 8]].concat()).unwrap_err().to_string();
    assert_eq!(message, "invalid table: expected 4 entries, found 0");

    // Subtrees that overlap, have no bytes, end before they begin or after the value; and half of one.
    let subtrees = |marks: &[u64]| {
        let saved = Packed::<(u64, u64, Vec<u64>), Compact>::pack(&(100, 0, marks.to_vec())).into_inner();
        SideTable::from_bytes(&saved)
    };
    assert_eq!(subtrees(&[2, 5, 5, 100]).map(|table| (table.len(), table.every())), Ok((2, None)));
    for (marks, index) in [([2, 5, 4, 9], 1), ([2, 5, 6, 6], 1), ([5, 2, 6, 9], 0), ([2, 5, 6, 101], 1)] {
        assert_eq!(subtrees(&marks), Err(InvalidTable::Values { index, offset: marks[index * 2] }));
    }
    assert_eq!(subtrees(&[2, 5, 6]), Err(InvalidTable::Entries { found: 3, expected: 4 }));

    // The table of a tree for a sequence, and that of a sequence for a tree.
    let tree = Packed::<Tree, Compact>::pack(&perfect(or_few(400, 200)));
    let of_tree = WithTable::of(&tree).table().clone();
    assert!(of_tree.len() > 0);
    let bytes = Packed::<Vec<u8>, Compact>::pack(&tree.as_bytes().to_vec());
    let of_bytes = WithTable::with_every(&bytes, 16).table().clone();
    assert!(matches!(WithTable::verified(&bytes, of_tree), Err(InvalidTable::Kind)));
    assert!(matches!(WithTable::verified(&tree, of_bytes), Err(InvalidTable::Kind)));
}

/// Validates with and without a table, and compares the verdicts. If the bytes are valid, the table is proven.
#[track_caller]
fn noted_alike<T, E, L>(bytes: &[u8], limits: &Limits) -> bool
where
    T: Packable + ?Sized,
    <T::As as Packable>::Shape: SequenceShape<Element = E> + Tabled,
    E: Field,
    L: Layout,
{
    let serial = Packed::<T, L>::with_limits(limits).from_bytes(bytes).map(|packed| packed.as_bytes().len());
    let noted = Packed::<T, L>::with_limits(limits).table_from_bytes(bytes);
    assert_eq!(noted.as_ref().map(|noted| noted.packed().as_bytes().len()).map_err(|error| *error), serial);
    let Ok(noted) = noted else { return false };
    let len = noted.len();
    let (packed, offsets) = noted.into_parts();
    let verified = WithTable::verified(&packed, offsets).map(|located| located.len());
    // (The proof has its own limits, which may be lower than these.)
    assert!(verified == Ok(len) || *limits != Limits::DEFAULT, "{verified:?}");
    true
}

/// Bytes are accepted and refused alike, with the same error, whether or not a table is made.
#[test]
fn tables_are_made_while_validating() {
    fn words<L: Layout>() {
        let words: Vec<String> = (0..400).map(|n| n.to_string()).collect();
        let bytes = Packed::<Vec<String>, L>::pack(&words).into_inner();
        let map: BTreeMap<u16, (String, Vec<u8>)> =
            (0..300).map(|n| (n * 7, (n.to_string(), vec![n as u8; 3]))).collect();
        let of_map = Packed::<BTreeMap<u16, (String, Vec<u8>)>, L>::pack(&map).into_inner();
        let set: BTreeSet<Vec<String>> = (0..300).map(|n| vec![format!("{n:03}"); 2]).collect();
        let of_set = Packed::<BTreeSet<Vec<String>>, L>::pack(&set).into_inner();
        let roses: Vec<Rose> = (0..100)
            .map(|n| Rose {
                name: n.to_string(),
                children: vec![Rose { name: "in".into(), children: vec![], weight: 1 }],
                weight: n,
            })
            .collect();
        let of_roses = Packed::<Vec<Rose>, L>::pack(&roses).into_inner();
        assert!(noted_alike::<Vec<String>, _, L>(&bytes, &Limits::DEFAULT));
        assert!(noted_alike::<BTreeMap<u16, (String, Vec<u8>)>, _, L>(&of_map, &Limits::DEFAULT));
        assert!(noted_alike::<BTreeSet<Vec<String>>, _, L>(&of_set, &Limits::DEFAULT));
        assert!(noted_alike::<Vec<Rose>, _, L>(&of_roses, &Limits::DEFAULT));
        let step = if cfg!(debug_assertions) { or_few(31, 499) } else { 1 };
        for at in (0..bytes.len().max(of_map.len())).step_by(step) {
            for flip in [1, 0x80, 0xFF] {
                let mutant = |bytes: &[u8]| {
                    let mut mutant = bytes.to_vec();
                    if let Some(byte) = mutant.get_mut(at) {
                        *byte ^= flip;
                    }
                    mutant
                };
                noted_alike::<Vec<String>, _, L>(&mutant(&bytes), &Limits::DEFAULT);
                noted_alike::<BTreeMap<u16, (String, Vec<u8>)>, _, L>(&mutant(&of_map), &Limits::DEFAULT);
                noted_alike::<BTreeSet<Vec<String>>, _, L>(&mutant(&of_set), &Limits::DEFAULT);
                noted_alike::<Vec<Rose>, _, L>(&mutant(&of_roses), &Limits::DEFAULT);
            }
            assert!(!noted_alike::<Vec<String>, _, L>(&bytes[..at.min(bytes.len() - 1)], &Limits::DEFAULT));
        }
        for limits in [
            Limits { bytes: of_roses.len() - 1, ..Limits::DEFAULT },
            Limits { bytes: of_roses.len(), ..Limits::DEFAULT },
            Limits { depth: 1, ..Limits::DEFAULT },
            Limits { depth: 3, ..Limits::DEFAULT },
            Limits { stack: 200, ..Limits::DEFAULT },
            Limits { stack: 2000, ..Limits::DEFAULT },
        ] {
            noted_alike::<Vec<Rose>, _, L>(&of_roses, &limits);
            noted_alike::<BTreeSet<Vec<String>>, _, L>(&of_set, &limits);
        }
        assert!(!noted_alike::<Vec<String>, _, L>(&[&bytes[..], &[0]].concat(), &Limits::DEFAULT));
        // Elements of static size, and elements without bytes.
        for len in [0, 1, 2, 100, 1000] {
            let numbers = Packed::<Vec<(u32, bool)>, L>::pack(&(0..len).map(|n| (n, n % 2 == 0)).collect());
            assert!(noted_alike::<Vec<(u32, bool)>, _, L>(numbers.as_bytes(), &Limits::DEFAULT));
            let units = Packed::<Vec<()>, L>::pack(&vec![(); len as usize]).into_inner();
            assert!(noted_alike::<Vec<()>, _, L>(&units, &Limits::DEFAULT));
            let limits = Limits { empty_elements: 99, ..Limits::DEFAULT };
            noted_alike::<Vec<()>, _, L>(&units, &limits);
            noted_alike::<Vec<(Vec<()>, ())>, _, L>(
                Packed::<Vec<(Vec<()>, ())>, L>::pack(&vec![(vec![(); 10], ()); len as usize]).as_bytes(),
                &limits,
            );
        }
    }
    words::<Compact>();
    words::<Indexed>();
    words::<Cbor>();

    // A map and a set of CBOR in no order, in arrays of indefinite length, and with a key that is there twice.
    let map = [0xBF, 0x05, 0x61, b'a', 0x01, 0x61, b'b', 0x18, 0x20, 0x61, b'c', 0xFF];
    assert!(noted_alike::<BTreeMap<u8, String>, _, Cbor>(&map, &Limits::DEFAULT));
    let twice = [0xBF, 0x05, 0x61, b'a', 0x01, 0x61, b'b', 0x18, 0x05, 0x61, b'c', 0xFF];
    assert!(!noted_alike::<BTreeMap<u8, String>, _, Cbor>(&twice, &Limits::DEFAULT));
    let tagged = [0xC6, 0x9F, 0xC7, 0x62, b'h', b'i', 0x60, 0xFF];
    assert!(noted_alike::<Vec<String>, _, Cbor>(&tagged, &Limits::DEFAULT));

    // Nine bytes that state 2^60 elements without bytes, which a program allows.
    #[cfg(target_pointer_width = "64")]
    {
        let units = [0xFE, 0, 0, 0, 0, 0, 0, 0, 16];
        let limits = Limits { empty_elements: u64::MAX, ..Limits::DEFAULT };
        let noted = Packed::<Vec<()>, Compact>::with_limits(&limits).table_from_bytes(&units[..]);
        assert_eq!(noted.map(|noted| noted.len()), Ok(1 << 60));
    }
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
    let many = || {
        (0..or_few(2000, 20))
            .map(|n| rose(&format!("a leaf with the number {n}"), vec![rose("inside", vec![])]))
            .collect()
    };
    let deep =
        (0..or_few(40, 5)).fold(rose("root", many()), |inner, _| rose("inner", vec![inner, rose("beside", many())]));
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
#[cfg_attr(miri, ignore = "about stack, and slow")]
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
        Packed::<Branch, Compact>::with_limits(&limits).from_bytes(bytes).unwrap()
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
            let convert = move || list.within(&limits).convert::<Indexed>().expect("deep limits");
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

/// A tree with its table is folded and visited as without, in layouts that do not store sizes too.
#[test]
fn trees_are_divided_by_a_table() {
    fn for_layout<L: Layout>(pool: &ThreadPool) {
        let node = |left, right| Tree::Node(Box::new(left), Box::new(right));
        let (cells, leaves) = (or_few(100, 12), or_few(200, 16));
        let to_the_left = (0..cells).fold(Tree::Leaf(0), |left, _| node(left, perfect(leaves)));
        let to_the_right = (0..cells).fold(Tree::Leaf(0), |right, _| node(perfect(leaves), right));
        for (index, tree) in trees().into_iter().chain([to_the_left, to_the_right]).enumerate() {
            if cfg!(debug_assertions) && matches!(index, 1 | 2) {
                continue;
            }
            let packed = branch::<L>(&tree);
            let divided = pool.install(|| WithTable::of(&packed));
            assert!(divided.table().size() * 20 <= packed.as_bytes().len() || cfg!(miri));
            // (In the second and third, all subtrees are small but for one.)
            assert!(divided.table().len() > if matches!(index, 1 | 2) { 0 } else { 1 }, "{index}");
            divided_alike(pool, &packed, &divided);
            let subtrees = SideTable::from_bytes(&divided.table().to_bytes()).unwrap();
            assert_eq!(subtrees, *divided.table());
            let verified = pool.install(|| WithTable::verified(&packed, subtrees)).unwrap();
            divided_alike(pool, &packed, &verified);
            if !cfg!(debug_assertions) || index == 3 {
                refused_tables(pool, &packed, divided.table());
            }
        }
    }
    fn divided_alike<L: Layout>(pool: &ThreadPool, packed: &Packed<Branch, L>, divided: &WithTable<Branch, L, &[u8]>) {
        let hash = |node: BranchNode<'_, u64, L>| match node {
            BranchNode::Leaf(n) => n as u64,
            BranchNode::Node(left, right) => left.wrapping_mul(31).wrapping_add(right).rotate_left(7),
        };
        let calls = AtomicUsize::new(0);
        let counted = |node: BranchNode<'_, u64, L>| {
            calls.fetch_add(1, Ordering::Relaxed);
            hash(node)
        };
        assert_eq!(pool.install(|| divided.par_fold_with(counted)), packed.fold_with(hash));
        let mut nodes = 0;
        packed
            .visit_each(|_: Cursor<'_, '_, Branch, L>| {
                nodes += 1;
                Children::Visit
            })
            .unwrap();
        assert_eq!(calls.into_inner(), nodes);
        let all: [fn(usize) -> bool; 3] = [|at| at % 7 == 3, |_| false, |_| true];
        for skips in all.into_iter().take(if cfg!(debug_assertions) { 1 } else { 3 }) {
            visited_alike::<Branch, Branch, L>(pool, packed, divided, skips);
            visited_alike::<Branch, i64, L>(pool, packed, divided, skips);
        }
    }
    /// Tables whose entries are moved, too long, too short, or places where a `Branch` could be read and none is.
    fn refused_tables<L: Layout>(pool: &ThreadPool, packed: &Packed<Branch, L>, subtrees: &SideTable) {
        let saved = subtrees.to_bytes();
        let refused = |bytes: &[u8]| {
            let read = SideTable::from_bytes(bytes);
            read.and_then(|subtrees| pool.install(|| WithTable::verified(packed, subtrees).map(drop))).is_err()
        };
        assert!(!refused(&saved));
        let numbers = saved.len() - subtrees.size();
        let entries: Vec<usize> = (numbers..saved.len()).step_by(8).collect();
        for at in entries.iter().step_by(entries.len().div_ceil(if cfg!(debug_assertions) { or_few(4, 2) } else { 12 }))
        {
            let number = u64::from_le_bytes(saved[*at..*at + 8].try_into().unwrap());
            for wrong in [number + 1, number.wrapping_sub(1), number + 2, number ^ 1 << 40, 0, u64::MAX] {
                if wrong != number {
                    let mut bytes = saved.clone();
                    bytes[*at..*at + 8].copy_from_slice(&wrong.to_le_bytes());
                    // (A table may also list the whole tree, from its first byte to its last.)
                    let listed = entries.iter().map(|at| u64::from_le_bytes(bytes[*at..*at + 8].try_into().unwrap()));
                    assert!(refused(&bytes) || listed.eq([0, packed.as_bytes().len() as u64]), "{at} {wrong}");
                }
            }
        }
        for at in 0..numbers.min(saved.len()) {
            let mut bytes = saved.clone();
            bytes[at] ^= 1;
            assert!(refused(&bytes));
        }
    }
    let pool = pool();
    for_layout::<Compact>(&pool);
    for_layout::<Cbor>(&pool);
    if cfg!(debug_assertions) {
        return;
    }
    for_layout::<Indexed>(&pool);
    for_layout::<haskell::PackedData>(&pool);
    for_layout::<haskell::Store>(&pool);
    for_layout::<haskell::Serialise>(&pool);
}

/// Bytes in the middle of leaves that could be read as a tree.
#[test]
fn a_table_does_not_add_subtrees() {
    let packed = branch::<Compact>(&perfect(or_few(1 << 13, 1 << 8)));
    // The number of each leaf is 7; two bytes after the tag of a leaf begin seven zeros, and the next tag.
    let leaf = packed.as_bytes().windows(9).position(|bytes| bytes == [0, 7, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let start = leaf as u64 + 2;
    let mut bytes = packed.as_bytes()[leaf + 2..].to_vec();
    bytes.truncate(9);
    assert!(Packed::<Branch, Compact, _>::from_bytes(&bytes[..]).is_ok());
    let saved = |start, size| {
        let table = (packed.as_bytes().len() as u64, 0, vec![start, start + size]);
        SideTable::from_bytes(Packed::<(u64, u64, Vec<u64>), Compact>::pack(&table).as_bytes()).unwrap()
    };
    let refused = pool().install(|| WithTable::verified(&packed, saved(start, 9)).map(drop));
    assert_eq!(refused, Err(InvalidTable::Values { index: 0, offset: start }));
    assert!(pool().install(|| WithTable::verified(&packed, saved(leaf as u64, 9))).is_ok());
    assert!(pool().install(|| WithTable::verified(&packed, saved(0, packed.as_bytes().len() as u64))).is_ok());
}

/// Trees that are as deep as a fold allows, and deeper.
#[test]
#[cfg_attr(miri, ignore = "about stack, and slow")]
fn a_table_does_not_change_the_limits() {
    let pool = ThreadPoolBuilder::new().num_threads(2).stack_size(8 << 20).build().unwrap();
    let (mut refused, mut folded) = (0, 0);
    let count = |node: BranchNode<'_, usize, Compact>| match node {
        BranchNode::Leaf(_) => 1,
        BranchNode::Node(left, right) => left + right,
    };
    for cells in [100, 500, 520, 1000, 1010, 1016, 1017, 1018, 1020, 1024, 1030] {
        let small = Packed::<Tree, Compact>::pack(&perfect(128)).into_inner();
        let mut bytes = Vec::new();
        (0..cells).for_each(|_| bytes.extend([&[1][..], &small].concat()));
        bytes.extend_from_slice(&[0; 9]);
        let packed = Packed::<Branch, Compact>::from_bytes(bytes).unwrap();
        let divided = pool.install(|| WithTable::of(&packed));
        let serial = packed.fold_with(count);
        let parallel = pool.install(|| divided.par_fold_with(count));
        match serial {
            // (Without optimisation, the stack of one thread may be exhausted before that of several.)
            Err(error) if error.is_stack() && cfg!(debug_assertions) => continue,
            _ => assert_eq!(parallel, serial, "{cells}"),
        }
        match serial {
            Ok(_) => folded += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(folded > 0 && (refused > 0 || cfg!(debug_assertions)));
}

/// Compares the values that are visited by a table with those of a visit on one thread.
#[track_caller]
fn visited_alike<T, U, L>(
    pool: &ThreadPool,
    packed: &Packed<T, L>,
    divided: &WithTable<T, L, &[u8]>,
    skips: fn(usize) -> bool,
) where
    T: Packable<As = T>,
    U: Packable<As = U> + ?Sized,
    L: Layout,
{
    let visit = |found: &mut Vec<usize>, value: Cursor<'_, '_, U, L>| {
        let at = value.view_start(packed.as_bytes());
        found.push(at);
        if skips(at) { Children::Skip } else { Children::Visit }
    };
    let mut serial = Vec::new();
    packed.visit_each::<U>(|value| visit(&mut serial, value)).unwrap();
    let parallel = pool.install(|| {
        divided.par_visit_each(Vec::new, visit, |mut found, mut more| {
            found.append(&mut more);
            found
        })
    });
    assert!(parallel == Ok(serial));
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
        let leaves = || (0..or_few(300, 10)).map(|_| rose("leaf", vec![])).collect();
        let deep = (0..or_few(50, 5))
            .fold(rose("root", leaves()), |inner, _| rose("inner", vec![inner, rose("beside", leaves())]));
        same::<Rose, Rose, Indexed>(&deep, skips);
        same::<Rose, str, Indexed>(&deep, skips);
        same::<Rose, [Rose], Indexed>(&deep, skips);
        let entries: BTreeMap<String, Vec<Option<(u8, String)>>> =
            (0..or_few(5000, 60)).map(|n| (n.to_string(), vec![Some((n as u8, "text".into())), None])).collect();
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
    let leaves = or_few(1 << 13, 1 << 8);
    let packed = branch::<Indexed>(&perfect(leaves));
    let count = AtomicUsize::new(0);
    let panics = || assert!(count.fetch_add(1, Ordering::Relaxed) != leaves / 2, "a node in the middle");
    let fold = AssertUnwindSafe(|| packed.par_fold_with(|_| panics()));
    assert!(pool().install(|| catch_unwind(fold)).is_err());
    count.store(0, Ordering::Relaxed);
    let visit = |(): &mut (), _: Cursor<'_, '_, Branch, Indexed>| {
        panics();
        Children::Visit
    };
    let visit = AssertUnwindSafe(|| packed.par_visit_each(|| (), visit, |(), ()| ()));
    assert!(pool().install(|| catch_unwind(visit)).is_err());
    let counted = packed.fold_with(|node| match node {
        BranchNode::Leaf(_) => 1,
        BranchNode::Node(left, right) => left + right,
    });
    assert_eq!(counted, Ok(leaves));
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
    let located = WithTable::with_every(&compact, 7);
    assert!(located.par_iter().with_grain(1).with_max_len(40).map(str::to_owned).collect::<Vec<_>>() == words);
    let offsets = located.table().clone();
    assert!(offsets.validate::<Vec<String>, Compact, _>(compact.as_bytes()).is_ok());
    assert_eq!(WithTable::verified(&compact, offsets).map(|located| located.len()), Ok(300));
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

    let with = WithTable::<Vec<String>, Compact, _>::from_bytes(compact.as_bytes()).unwrap();
    assert!(with.par_iter().with_grain(1).map(str::to_owned).collect::<Vec<_>>() == words);
    let tree = branch::<Cbor>(&perfect(or_few(2000, 200)));
    let divided = WithTable::verified(&tree, WithTable::of(&tree).table().clone()).unwrap();
    let count = |node: BranchNode<'_, usize, Cbor>| match node {
        BranchNode::Leaf(_) => 1,
        BranchNode::Node(left, right) => left + right,
    };
    assert_eq!(divided.par_fold_with(count), tree.fold_with(count));
    let visit = |count: &mut usize, _: Cursor<'_, '_, Branch, Cbor>| {
        *count += 1;
        Children::Visit
    };
    let nodes = divided.par_visit_each(|| 0, visit, |one, other| one + other);
    assert_eq!(nodes, Ok(or_few(3999, 399)));
}
