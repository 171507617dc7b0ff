//! Reading allocates nothing; packing scalars allocates once.

use std::alloc::{GlobalAlloc, Layout as Memory, System};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

use indexmap::{IndexMap, IndexSet};
use packed_data::cbor::{Scanner, Tokens, check, from_diagnostic, to_deterministic, to_diagnostic};
use packed_data::fold::{FoldItems, Leaf, Rec, Stopped};
use packed_data::layout::haskell::Serialise;
use packed_data::with::{PackWith, With};
use packed_data::{Compact, Edit, InPlace, Indexed, Layout, Limits, Packable, Packed, Unpack};
use test_suite::{
    Changes, Json, JsonFold, JsonVisit, Sample, TestLayout, Tree, TreeCase, TreeFold, TreeView, TreeVisit,
    over_layouts, swept,
};

/// The system's allocator with a count for each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: usize) {
    COUNT.set(COUNT.get() + 1);
    BYTES.set(BYTES.get() + bytes);
}

// SAFETY: all work is done by the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Memory) -> *mut u8 {
        count(memory.size());
        // SAFETY: the caller keeps the same contract.
        unsafe { System.alloc(memory) }
    }

    unsafe fn dealloc(&self, start: *mut u8, memory: Memory) {
        // SAFETY: the caller keeps the same contract.
        unsafe { System.dealloc(start, memory) }
    }

    unsafe fn realloc(&self, start: *mut u8, memory: Memory, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the caller keeps the same contract.
        unsafe { System.realloc(start, memory, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the result of `f`, the number of allocations, and the number of bytes that they requested in all.
fn counted<T>(f: impl FnOnce() -> T) -> (T, usize, usize) {
    let (count, bytes) = (COUNT.get(), BYTES.get());
    let value = f();
    (value, COUNT.get() - count, BYTES.get() - bytes)
}

/// Runs `f`, which must not allocate, and returns its result.
#[track_caller]
fn without<T>(what: &str, f: impl FnOnce() -> T) -> T {
    let (value, count, bytes) = counted(f);
    assert_eq!((count, bytes), (0, 0), "{what}: {count} allocations of {bytes} bytes");
    value
}

over_layouts!(all: reading_a_tree);
over_layouts!(native: editing, packing_a_vector_of_scalars);
over_layouts!(
    maps_are_unpacked_without_a_temporary,
    reading_a_document,
    errors,
    scalars,
    building_allocates_only_the_buffer,
    a_refused_element,
);

#[test]
fn allocations_are_counted() {
    let (boxed, count, bytes) = counted(|| Box::new([0_u8; 100]));
    assert_eq!((count, bytes, boxed.len()), (1, 100, 100));
}

struct Sum(i64);

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        n
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left.wrapping_add(right)
    }
}

impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    type Break = ();

    fn leaf(&mut self, n: i64) -> ControlFlow<()> {
        self.0 = self.0.wrapping_add(n);
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Counts the bytes of texts and keys.
struct Letters(usize);

impl<'a, L: Layout> JsonFold<'a, L> for Letters {
    type Out = Result<(), Stopped>;

    fn null(&mut self) -> Self::Out {
        Ok(())
    }

    fn bool(&mut self, _: bool) -> Self::Out {
        Ok(())
    }

    fn number(&mut self, _: f64) -> Self::Out {
        Ok(())
    }

    fn text(&mut self, text: &'a str) -> Self::Out {
        self.0 += text.len();
        Ok(())
    }

    fn array(&mut self, mut values: FoldItems<'_, 'a, Rec<Json>, L>) -> Self::Out {
        while let Some(value) = values.next(self)? {
            value?;
        }
        Ok(())
    }

    fn object(&mut self, mut entries: FoldItems<'_, 'a, (Leaf<String>, Rec<Json>), L>) -> Self::Out {
        while let Some((key, value)) = entries.next(self)? {
            value?;
            self.0 += key.len();
        }
        Ok(())
    }
}

impl<'a, L: Layout> JsonVisit<'a, L> for Letters {
    type Break = ();

    fn null(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn bool(&mut self, _: bool) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn number(&mut self, _: f64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn text(&mut self, text: &'a str) -> ControlFlow<()> {
        self.0 += text.len();
        ControlFlow::Continue(())
    }

    fn array(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn object(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn sum<'id, L: Layout>(tree: packed_data::Cursor<'_, 'id, Tree, L>) -> packed_data::Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum);
            let (right, fields) = fields.with(sum);
            fields.done(left.wrapping_add(right))
        }
    }
}

fn reading_a_tree<L: TestLayout>() {
    let packed = Packed::<Tree, L>::pack(&Tree::sample());
    let bytes = packed.as_bytes();
    let view = without("validation", || Packed::<Tree, L, &[u8]>::from_bytes(bytes)).unwrap();
    let expected = 1 - 2 + 0x7F_i64;
    let expected = expected.wrapping_add(i64::MAX);
    assert_eq!(without("a cursor", || view.read(sum)), expected);
    assert_eq!(without("a fold", || view.fold(&mut Sum(0))), Ok(expected));
    let mut visit = Sum(0);
    assert_eq!(without("a visit", || view.visit(&mut visit)), Ok(ControlFlow::Continue(())));
    assert_eq!(visit.0, expected);
    assert_eq!(without("a skip", || view.read(|tree| tree.as_bytes())), bytes);
    assert!(without("a comparison", || view == packed));
}

#[test]
fn a_view() {
    fn right_most(tree: packed_data::View<'_, Tree, Indexed>) -> i64 {
        match tree.case() {
            TreeView::Leaf(n) => n,
            TreeView::Node(_, right) => right_most(right),
        }
    }

    let packed = Packed::<Tree, Indexed>::pack(&Tree::sample());
    assert_eq!(without("a view", || right_most(packed.view())), i64::MAX);
    let map = BTreeMap::from([("a".to_string(), vec![Some(1_u8)]), ("b".to_string(), vec![None, Some(7)])]);
    let packed = Packed::<BTreeMap<String, Vec<Option<u8>>>, Indexed>::pack(&map);
    let found = without("a map", || {
        let found = packed.view().get("b")?;
        assert!(packed.view().get("c").is_none() && packed.view().contains_key("a"));
        assert_eq!(packed.view().iter().map(|(key, values)| key.len() + values.len()).sum::<usize>(), 5);
        found.iter().rev().flatten().next()
    });
    assert_eq!(found, Some(7));
}

/// Returns how many allocations unpacking a value takes, which must return an equal one.
fn allocations_of_unpacking<T, L: Layout>(value: &T) -> usize
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let packed = Packed::<T, L>::pack(value);
    let (unpacked, count, _) = counted(|| packed.unpack());
    assert_eq!(unpacked.as_ref(), Ok(value));
    count
}

/// A vector of entries was collected for each map that was not empty.
fn maps_are_unpacked_without_a_temporary<L: TestLayout>() {
    for len in 0..=20_u32 {
        let entries = || (0..len).map(|n| (n, n as u8));
        let (nodes, few) = (usize::from(len > 0), len <= 4);
        if few {
            assert_eq!(allocations_of_unpacking::<BTreeMap<u32, u8>, L>(&entries().collect()), nodes);
            assert_eq!(allocations_of_unpacking::<BTreeSet<u32>, L>(&(0..len).collect()), nodes);
        }
        assert_eq!(allocations_of_unpacking::<HashMap<u32, u8>, L>(&entries().collect()), nodes);
        assert_eq!(allocations_of_unpacking::<HashSet<u32>, L>(&(0..len).collect()), nodes);
        // (The entries, and the table of their hashes. Lists of `Serialise` do not state how many they are.)
        if <L as Layout>::NAME != <Serialise as Layout>::NAME {
            assert_eq!(allocations_of_unpacking::<IndexMap<u32, u8>, L>(&entries().collect()), 2 * nodes);
            assert_eq!(allocations_of_unpacking::<IndexSet<u32>, L>(&(0..len).collect()), 2 * nodes);
        }
    }
}

fn reading_a_document<L: TestLayout>() {
    let packed = Packed::<Json, L>::pack(&Json::sample());
    let view = without("validation", || Packed::<Json, L, &[u8]>::from_bytes(packed.as_bytes())).unwrap();
    let mut fold = Letters(0);
    assert_eq!(without("a fold", || view.fold(&mut fold)), Ok(Ok(())));
    let mut visit = Letters(0);
    assert_eq!(without("a visit", || view.visit(&mut visit)), Ok(ControlFlow::Continue(())));
    let texts = "ω and more".len();
    assert_eq!((fold.0, visit.0), (texts + "null".len() + "é".len() + "text".len(), texts));
}

struct Zero;

impl<'a, L: Layout> TreeFold<'a, Edit<L>> for Zero {
    type Out = ();

    fn leaf(&mut self, mut n: packed_data::view::ScalarMut<'a, i64, L>) {
        n.set(0);
    }

    fn node(&mut self, (): (), (): ()) {}
}

fn editing<L: TestLayout + InPlace>() {
    let mut packed = Packed::<Tree, L>::pack(&Tree::sample());
    without("a cursor", || packed.edit(Tree::edit));
    without("a view", || L::edit_by_view(&mut packed));
    without("a fold", || packed.fold_mut(&mut Zero)).unwrap();
    assert_eq!(packed.read(sum), 0);
}

/// Errors allocate nothing, whatever and wherever the invalid bytes are.
fn errors<L: TestLayout>() {
    let mut bytes = Packed::<Json, L>::pack(&Json::sample()).into_inner();
    let mut refused = 0;
    for at in swept(0..bytes.len()) {
        let old = std::mem::replace(&mut bytes[at], 0xFF);
        if let Err(error) = without("an error", || Packed::<Json, L, &[u8]>::from_bytes(bytes.as_slice())) {
            assert!(error.offset() <= bytes.len());
            refused += 1;
        }
        bytes[at] = old;
        without("a truncation", || Packed::<Json, L, &[u8]>::from_bytes(&bytes[..at])).unwrap_err();
    }
    assert!(cfg!(miri) || refused > 20, "{refused}");
    let mut list = [1, 0, 0, 0, 0, 0, 0, 0, 0].repeat(if cfg!(miri) { 60 } else { 5_000 });
    list.push(9);
    without("a long list", || Packed::<test_suite::List, L, _>::from_bytes(list.as_slice())).unwrap_err();
    let huge = [&[0xFE][..], &(1_u64 << 60).to_le_bytes(), &[1; 7]].concat();
    without("a huge count", || Packed::<Vec<String>, L, _>::from_bytes(huge.as_slice())).unwrap_err();
}

fn scalars<L: TestLayout>() {
    const COUNT: u32 = if cfg!(miri) { 50 } else { 1000 };
    let packed = Packed::<Vec<u32>, L>::pack(&(0..COUNT).collect());
    let mut copy = [0; COUNT as usize];
    let sum: u32 = without("scalars", || {
        packed.read(|numbers| {
            numbers.read().map(|numbers| {
                numbers.copy_to_slice(&mut copy);
                numbers.iter().sum()
            })
        })
    });
    assert_eq!((sum, copy.last()), (COUNT * (COUNT - 1) / 2, Some(&(COUNT - 1))));
}

fn packing_a_vector_of_scalars<L: TestLayout>() {
    let len = if cfg!(miri) { 200 } else { 1_000_000 };
    let numbers: Vec<i64> = (0..len).collect();
    let (packed, count, bytes) = counted(|| Packed::<Vec<i64>, L>::pack(&numbers));
    let size = packed.as_bytes().len();
    assert_eq!(count, 1, "allocations");
    assert!(bytes <= size + 64, "{bytes} bytes allocated for {size}");
    assert!(size >= 8 * len as usize);

    // Packing into a buffer that is large enough allocates nothing.
    let mut buffer = Vec::with_capacity(size);
    without("pack_into", || packed_data::pack_into::<Vec<i64>, L>(&numbers, &mut buffer)).unwrap();
    assert_eq!(buffer, packed.as_bytes());
}

fn building_allocates_only_the_buffer<L: TestLayout>() {
    let value = Json::sample();
    let (packed, count, bytes) = counted(|| Packed::<Json, L>::build(|needs| value.build(needs)));
    let size = packed.as_bytes().len();
    assert!(count <= 10 && bytes <= 6 * size + 64, "{count} allocations of {bytes} bytes for {size}");
    assert_eq!(packed, Packed::pack(&value));
}

/// Both layouts write a scalar as the same bytes.
/// Packs `false`, and refuses `true`.
enum Refused {}

impl PackWith<bool> for Refused {
    const NAME: &'static str = "only false";
    type As = bool;
    type Value<'v> = bool;

    fn pack(value: &bool) -> Result<bool, &'static str> {
        if *value { Err("true") } else { Ok(false) }
    }

    fn unpack(value: bool) -> Result<bool, &'static str> {
        Ok(value)
    }
}

/// Only the sequences that enclose a refused value are recorded to locate it. (All that were written after it were
/// recorded, and each was compared with each value before it: 80,000 vectors took four seconds.)
fn a_refused_element<L: TestLayout>() {
    let len = if cfg!(miri) { 40 } else { 10_000 };
    let [first, last] = [0, len - 1].map(|refused| {
        let values: Vec<Vec<With<bool, Refused>>> = (0..len).map(|index| vec![With::new(index == refused)]).collect();
        let (result, _, bytes) = counted(|| Packed::<Vec<Vec<_>>, L>::with_limits(&Limits::DEFAULT).pack(&values));
        assert_eq!(result.unwrap_err().path().to_string(), format!("[{refused}] > [0]"));
        bytes
    });
    // (In `Indexed` the table of ends keeps the width that it began with.)
    assert!(first < 4 * last, "{first} {last}");
}

#[test]
fn layouts_agree_on_small_values() {
    assert_eq!(Packed::<u8, Compact>::pack(&1).as_bytes(), Packed::<u8, Indexed>::pack(&1).as_bytes());
}

/// The allocations of the CBOR functions without a type are bounded by the number of bytes that are present, not by the
/// counts and lengths that heads claim.
#[test]
fn cbor_functions_allocate_in_proportion_to_the_input() {
    const MANY: usize = if cfg!(miri) { 10 } else { 1000 };
    const LEVELS: usize = if cfg!(miri) { 10 } else { 1024 };
    let large = [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    let claim = |head: u8| [&[head][..], &large].concat();
    let mut inputs = vec![];
    for claimed in [0x5B, 0x7B, 0x9B, 0xBB].map(claim) {
        inputs.push(claimed.clone());
        inputs.push([&claimed[..], &[0; 2 * MANY]].concat());
        inputs.push([&[0x9F][..], &[0x00; MANY], &claimed, &[0; MANY]].concat());
        inputs.push([&[0xC2][..], &claimed].concat());
        inputs.push([&[0x5F, 0x41, 0x00][..], &claimed].concat());
    }
    for repeated in [
        &[0x00][..],
        &[0x80],
        &[0x9F, 0xFF],
        &[0xBF, 0xFF],
        &[0x5F, 0xFF],
        &[0xC2, 0x5F, 0x41, 0x00, 0xFF],
        &[0xA2, 0x01, 0x00, 0x00, 0x00],
        &[0xA1, 0xA2, 0x01, 0x00, 0x00, 0x00, 0x00],
        &[0xF9, 0x00, 0x01],
        &[0xFB, 0, 0, 0, 0, 0, 0, 0, 1],
        &[0x61, 0x01],
    ] {
        inputs.push([&[0x9F][..], &repeated.repeat(MANY), &[0xFF]].concat());
    }
    let keys = (0..MANY as u16).rev().flat_map(|key| [&[0x19][..], &key.to_be_bytes(), &[0xF6]].concat());
    inputs.push([0xBF].into_iter().chain(keys).chain([0xFF]).collect());
    inputs.push(vec![0x9F; 5 * MANY]);
    inputs.push([[0x9F; LEVELS], [0xFF; LEVELS]].concat());

    for input in &inputs {
        let most = |per_byte: usize| per_byte * input.len() + 4096;
        let (checked, _, bytes) = counted(|| check(input, &Limits::DEFAULT));
        assert!(bytes <= 16 * 1024, "check: {bytes} bytes for {}", input.len());
        let (_, _, bytes) = counted(|| Tokens::new(input).count());
        assert!(bytes <= 16 * 1024, "tokens: {bytes} bytes for {}", input.len());
        let (_, _, bytes) = counted(|| Scanner::new().advance(input).is_ok());
        assert!(bytes <= 16 * 1024, "scanner: {bytes} bytes for {}", input.len());
        let (_, _, bytes) = counted(|| to_deterministic(input).is_ok());
        assert!(bytes <= most(100), "to_deterministic: {bytes} bytes for {}", input.len());
        let (text, _, bytes) = counted(|| to_diagnostic(input));
        assert_eq!(text.is_ok(), checked.is_ok());
        assert!(bytes <= most(100), "to_diagnostic: {bytes} bytes for {}", input.len());
        if let Ok(text) = text {
            let (read, _, bytes) = counted(|| from_diagnostic(&text));
            assert_eq!(read.as_ref(), Ok(input));
            assert!(bytes <= most(100), "from_diagnostic: {bytes} bytes for {}", text.len());
        }
    }
}

/// Maps in the values of a map within a key: if their entries ascend, their sort keys are made in place. (They were
/// copied at each level: an input of 574 kB with 400 levels allocated 352 MB.)
#[test]
fn variant_2_sort_keys_of_maps_in_order_are_not_copied() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, packed_data::Packable)]
    enum Value {
        Number(i64),
        Text(String),
        Map(#[packable(leaf)] BTreeMap<u8, Value>),
    }

    let allocated = |levels: usize| {
        let nested = (0..levels).fold(vec![0x82, 0, 9], |inner, _| {
            [&[0x82, 2, 0xA2, 1, 0x82, 1, 0x79, 4, 0][..], &[b'x'; 1024], &[5], &inner].concat()
        });
        // A set of two elements, the greater one first.
        let bytes = [&[0x82][..], &nested, &[0x82, 0, 9]].concat();
        let (set, _, allocated) =
            counted(|| Packed::<std::collections::BTreeSet<Value>, packed_data::Cbor, _>::from_bytes(&*bytes));
        assert!(set.is_ok());
        allocated as f64 / bytes.len() as f64
    };
    for levels in if cfg!(miri) { [3, 10] } else { [50, 400] } {
        let ratio = allocated(levels);
        assert!((1.0..8.0).contains(&ratio), "{levels} levels: {ratio} bytes for each");
    }
}

/// Counts that were not found yet reserve no more than 16 times the bytes of the input, and 64 KiB, however they nest.
/// (What is freed before is not subtracted here, so the bound is that of several attempts.)
#[test]
fn claimed_counts_reserve_little_in_one_pass() {
    // Arrays in arrays, each of which claims as many elements as bytes follow.
    const LEVELS: usize = if cfg!(miri) { 30 } else { 500 };
    let size = 10 * LEVELS;
    let mut bytes = Vec::new();
    for level in 0..LEVELS {
        let left = size - 4 * (level + 1);
        bytes.push(4);
        bytes.push(0xFC);
        bytes.extend(u16::try_from(left).unwrap().to_le_bytes());
    }
    bytes.resize(size, 0xFF);
    let (refused, _, requested) = counted(|| Packed::<Json>::unpack_from(&bytes));
    assert!(refused.is_err());
    let few = LEVELS * 4 * size_of::<Json>();
    assert!(requested <= 16 * size + (64 << 10) + few, "{requested} bytes for {size}");
}

/// What is made of a value of more than 1 MiB has a buffer of 1 MiB, and then one of the size of that value.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for megabytes")]
fn a_transform_of_a_large_value_allocates_twice() {
    let lines = Packed::<Vec<String>>::pack(&vec!["line".repeat(250); 3000]);
    let copy = || lines.transform::<[String]>(|lines, needs| lines.map_items(needs, |line, needs| line.copy_to(needs)));
    let (copied, count, bytes) = counted(copy);
    assert_eq!(copied.cast(), lines);
    assert_eq!((count, bytes), (2, (1 << 20) + lines.as_bytes().len()));
}
