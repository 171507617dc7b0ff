//! Hostile shapes on a small machine: with a stack of 256 KiB (1 MiB in CBOR), and 64 MB of memory in all. The outcome
//! must be an error or a value, never an abort.
//!
//! Without optimisation a level of nesting takes several times as much stack. Such a build has a larger stack for
//! values that nest, and shorter lists. The numbers of cells and bytes are those of an optimised build:
//!
//!     cargo test --release -p test-suite --test small_machine

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use packed_data::fold::Stopped;
use packed_data::{
    Cbor, Compact, Cursor, Done, ErrorKind, Filled, Indexed, Layout, Limits, Needs, Packable, Packed, TooDeep, Unpack,
};
use packed_data_schema::LayoutId;
use test_suite::{Ast, Forest, Grove, Json, Rose, TestLayout, Tree, in_a_stack, over_layouts};

over_layouts!(all: nesting_of_a_million_trees_is_refused, long_lists);
over_layouts!(native: long_lists_of_structs);
over_layouts!(nesting_of_a_million_is_refused, values_at_the_default_limit, claimed_counts, elements_without_bytes);

/// Runs all of the above once more, in a process limited to 64 MB of address space, including code, stacks and input.
#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn within_64_megabytes() {
    use std::process::Command;

    let tests = std::env::current_exe().expect("the path of the tests");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 62500 && exec \"$@\"", "sh"])
        .arg(tests)
        .args(["--test-threads=1", "--skip", "within_64_megabytes"])
        // Otherwise glibc reserves as much again for each thread, and does not return large allocations to the system.
        // (And a backtrace for which there is no memory would wait for itself.)
        .envs([("MALLOC_ARENA_MAX", "1"), ("MALLOC_MMAP_THRESHOLD_", "131072"), ("RUST_BACKTRACE", "0")])
        .output()
        .expect("the process runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{said}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains("running 0 tests"), "{said}");
}

/// Number of levels of the hostile shapes.
const NESTED: usize = if cfg!(miri) { 200 } else { 1_000_000 };

/// Number of cells of the lists.
const CELLS: usize = if cfg!(miri) {
    400
} else if cfg!(debug_assertions) {
    200_000
} else {
    10_000_000
};

const STACK: usize = 256 << 10;

/// The stack for values that nest.
const DEEP_STACK: usize = if cfg!(debug_assertions) { 16 << 20 } else { 384 << 10 };

/// The stack for deep values in a layout. In an optimised build CBOR, which has many forms, gets more. A level takes
/// these numbers of bytes, measured for the paper's tree, `Json::Array` and `Json::Object`: in `Compact` 87, 151 and
/// 151 to validate, and 87, 288 and 336 to unpack; in CBOR 167, 263 and 426 to validate, and 183, 509 and 622 to
/// unpack. To convert, a level of these takes up to 176 bytes from `Compact` or `Indexed`, and up to 272 from CBOR.
const fn deep_stack<L: TestLayout>() -> usize {
    if cfg!(debug_assertions) || L::IS_CANONICAL { DEEP_STACK } else { 4 * STACK }
}

/// The default limits; fewer levels under Miri, where deep stacks are slow.
fn limits() -> Limits {
    let depth = if cfg!(miri) { 10 } else { Limits::DEFAULT.depth };
    // (Without optimisation, the backstop would be reached before the limit on levels.)
    let stack = if cfg!(debug_assertions) { 12 << 20 } else { Limits::DEFAULT.stack };
    Limits { depth, stack, ..Limits::DEFAULT }
}

/// Returns bytes in which values nest `NESTED` times: the bytes of `outer` before `inner` are repeated. Sizes among
/// them are then wrong, but the limit on depth is exceeded before that is checked.
fn nested<T: Packable, L: Layout>(outer: &T, inner: &T) -> Vec<u8> {
    let (outer, inner) = (Packed::<T, L>::pack(outer), Packed::<T, L>::pack(inner));
    let (outer, inner) = (outer.as_bytes(), inner.as_bytes());
    let before = outer.windows(inner.len()).position(|part| part == inner).expect("`outer` contains `inner`");
    outer[..before].repeat(NESTED)
}

fn refuses_nested<T: Packable, L: Layout>(outer: &T, inner: &T) {
    let bytes = nested::<T, L>(outer, inner);
    let limit = limits().depth;
    let errors = [
        Packed::<T, L>::with_limits(&limits()).from_bytes(bytes.as_slice()).map(drop).unwrap_err(),
        Packed::<T, L>::with_limits(&limits()).from_prefix(&bytes).map(drop).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::TooDeep { limit }, "{error}");
        assert!(error.to_string().len() < 1000, "{error}");
    }
}

fn nesting_of_a_million_trees_is_refused<L: TestLayout>() {
    in_a_stack(deep_stack::<L>(), || {
        let tree = |n| Tree::Node(Box::new(Tree::Leaf(n)), Box::new(Tree::Leaf(-n)));
        refuses_nested::<Tree, L>(&Tree::Node(Box::new(tree(1)), Box::new(Tree::Leaf(2))), &tree(1));
        let product = Ast::Mul(Box::new(Ast::Value(1)), Box::new(Ast::Value(2)));
        refuses_nested::<Ast, L>(&Ast::Add(Box::new(product.clone()), Box::new(Ast::Value(3))), &product);
    });
}

fn nesting_of_a_million_is_refused<L: TestLayout>() {
    in_a_stack(deep_stack::<L>(), || {
        let text = Json::Text("text".into());
        refuses_nested::<Json, L>(&Json::Array(vec![text.clone()]), &text);
        refuses_nested::<Json, L>(&Json::Object(vec![("key".into(), text.clone())]), &text);
        let rose = |name: &str, children| Rose { name: name.into(), children, weight: 0 };
        refuses_nested::<Rose, L>(&rose("outer", vec![rose("inner", vec![])]), &rose("inner", vec![]));
        let forest = |below, label: &str| {
            Forest(vec![Grove::Wood { below: Box::new(below), label: label.into(), beside: None }], 1)
        };
        let inner = forest(Forest(vec![], 2), "inner");
        refuses_nested::<Forest, L>(&forest(inner.clone(), "outer"), &inner);
    });
}

/// Small cells, so that ten million of them fit into 64 MB.
#[derive(Debug, PartialEq, Packable)]
enum Cells {
    End,
    Cell(u8, Box<Cells>),
}

/// The same cells as a struct.
#[derive(Debug, PartialEq, Packable)]
struct Chain {
    value: u8,
    next: Option<Box<Chain>>,
}

/// Sums the cells.
#[derive(Default)]
struct Sum(u64);

impl<'a, L: Layout> CellsFold<'a, L> for Sum {
    type Out = ();

    fn end(&mut self) {}

    fn cell(&mut self, value: u8, (): ()) {
        self.0 += u64::from(value);
    }
}

impl<'a, L: Layout> CellsVisit<'a, L> for Sum {
    type Break = ();

    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cell(&mut self, value: u8) -> ControlFlow<()> {
        self.0 += u64::from(value);
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> ChainFold<'a, L> for Sum {
    type Out = ();

    fn chain(&mut self, value: u8, _: Option<()>) {
        self.0 += u64::from(value);
    }
}

impl<'a, L: Layout> ChainVisit<'a, L> for Sum {
    type Break = ();

    fn chain(&mut self, value: u8) -> ControlFlow<()> {
        self.0 += u64::from(value);
        ControlFlow::Continue(())
    }
}

/// Returns the number of cells. In the layouts that are not native a cell takes up to five times the bytes.
fn cells<L: TestLayout>() -> usize {
    if L::WIRE.is_some() { CELLS } else { CELLS / 5 }
}

fn build_cells<'id, L: TestLayout>(mut needs: Needs<'id, Cells, L>) -> Filled<'id> {
    for _ in 0..cells::<L>() {
        needs = Cells::start_cell(needs).put(&1).tail();
    }
    Cells::write_end(needs)
}

fn sum_cells<'id, L: Layout>(mut cells: Cursor<'_, 'id, Cells, L>) -> Done<'id, u64, L> {
    let mut sum = 0;
    loop {
        match cells.case() {
            CellsCase::End(end) => return end.done(sum),
            CellsCase::Cell(fields) => {
                let (value, fields) = fields.read();
                sum += u64::from(value);
                cells = fields.tail();
            }
        }
    }
}

/// Checks that a list whose last byte is wrong is refused, with an error where its last tag begins and a short message.
fn wrong_at_the_end<T: Packable, L: TestLayout>(mut bytes: Vec<u8>) {
    let end = bytes.len() - 1;
    bytes[end] = 0xFF;
    let error = Packed::<T, L, _>::from_bytes(bytes.as_slice()).map(drop).unwrap_err();
    let size_of_tag = if L::ID == LayoutId::Legacy { 4 } else { 1 };
    assert_eq!(error.offset(), bytes.len() - size_of_tag);
    assert!(error.to_string().len() < 1000, "{error}");
    bytes.truncate(end);
    assert!(Packed::<T, L, _>::from_bytes(bytes.as_slice()).is_err());
}

fn long_lists<L: TestLayout>() {
    in_a_stack(STACK, || {
        let built = Packed::<Cells, L>::build(build_cells).into_inner();
        let packed = Packed::<Cells, L, _>::from_bytes(built).unwrap();
        assert_eq!(packed.read(sum_cells), cells::<L>() as u64);
        assert_eq!(packed.read(|cells| cells.as_bytes()).len(), packed.as_bytes().len());
        let mut visit = Sum::default();
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Continue(())));
        assert_eq!(visit.0, cells::<L>() as u64);
        wrong_at_the_end::<Cells, L>(packed.into_inner());
    });
    in_a_stack(deep_stack::<L>(), || {
        let packed = Packed::<Cells, L>::build(build_cells);
        let limit = limits().depth;
        assert_eq!(packed.within(&limits()).unpack(), Err(TooDeep::new(limit)));
        let folded = packed.read(|cells| {
            let folded = cells.view().fold_within(&mut Sum::default(), &limits());
            cells.skip().map(|()| folded)
        });
        assert_eq!(folded, Err(Stopped::TooDeep(TooDeep::new(limit))));
    });
}

/// A chain has the same bytes as cells, except for the first tag and the last cell.
fn long_lists_of_structs<L: TestLayout>() {
    in_a_stack(STACK, || {
        let mut bytes = Packed::<Cells, L>::build(build_cells).into_inner();
        bytes.remove(0);
        let packed = Packed::<Chain, L, _>::from_bytes(bytes).unwrap();
        assert_eq!(packed.read(|chain| chain.as_bytes()).len(), packed.as_bytes().len());
        let mut visit = Sum::default();
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Continue(())));
        assert_eq!(visit.0, CELLS as u64);
        wrong_at_the_end::<Chain, L>(packed.into_inner());
    });
    in_a_stack(deep_stack::<L>(), || {
        let mut bytes = Packed::<Cells, L>::build(build_cells).into_inner();
        bytes.remove(0);
        let packed = Packed::<Chain, L, _>::from_bytes(bytes).unwrap();
        let limit = limits().depth;
        assert_eq!(packed.within(&limits()).unpack(), Err(TooDeep::new(limit)));
        let folded = packed.read(|chain| {
            let folded = chain.view().fold_within(&mut Sum::default(), &limits());
            chain.skip().map(|()| folded)
        });
        assert_eq!(folded, Err(Stopped::TooDeep(TooDeep::new(limit))));
    });
}

/// A value with one level more than the limits allow is refused. A value with exactly as many levels is validated,
/// skipped, unpacked and dropped.
fn deepest<T, L: TestLayout>(innermost: T, nest: impl Fn(T) -> T + Sync)
where
    T: for<'a> Unpack<'a> + Clone + Send + Sync,
{
    // Packing takes more stack, and is not done with untrusted input.
    let packed = |levels| {
        let mut bytes = Vec::new();
        in_a_stack(16 << 20, || {
            let value = (0..levels).fold(innermost.clone(), |value, _| nest(value));
            let limits = Limits { depth: levels, ..limits() };
            bytes = Packed::<T, L>::with_limits(&limits).pack(&value).unwrap().into_inner();
        });
        bytes
    };
    let limit = limits().depth;
    let (allowed, refused) = (packed(limit), packed(limit + 1));
    in_a_stack(deep_stack::<L>(), || {
        let error = Packed::<T, L>::with_limits(&limits()).from_bytes(refused).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooDeep { limit }, "{error}");
        let packed = Packed::<T, L>::with_limits(&limits()).from_bytes(allowed).unwrap();
        assert_eq!(packed.read(|cursor| cursor.as_bytes()), packed.as_bytes());
        // Unpacking also counts the innermost value.
        let more = Limits { depth: 2 * limit, stack: 2 * limits().stack, ..limits() };
        assert!(packed.within(&more).unpack().is_ok());
    });
    let allowed = packed(limit);
    in_a_stack(deep_stack::<L>(), || {
        let packed = Packed::<T, L>::with_limits(&limits()).from_bytes(allowed.as_slice()).unwrap();
        converts::<T, L, Compact>(&packed);
        converts::<T, L, Indexed>(&packed);
        converts::<T, L, Cbor>(&packed);
    });
}

/// Converts a value that nests as deep as the limits allow.
fn converts<T: Packable, L: Layout, M: Layout>(packed: &Packed<T, L, &[u8]>) {
    assert!(packed.within(&limits()).convert::<M>().is_ok(), "from {} to {}", L::NAME, M::NAME);
    let few = Limits { depth: limits().depth - 1, ..limits() };
    let error = packed.within(&few).convert::<M>().map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooDeep { limit: few.depth });
}

fn values_at_the_default_limit<L: TestLayout>() {
    deepest::<Tree, L>(Tree::Leaf(0), |tree| Tree::Node(Box::new(tree), Box::new(Tree::Leaf(1))));
    deepest::<Json, L>(Json::Null, |json| Json::Array(vec![json]));
    deepest::<Json, L>(Json::Null, |json| Json::Object(vec![("key".into(), json)]));
}

/// Returns a number in every form that a layout has for counts.
fn forms(number: u64) -> [Vec<u8>; 4] {
    let (little, big) = (number.to_le_bytes(), number.to_be_bytes());
    [[&[0xFE][..], &little].concat(), little.to_vec(), big.to_vec(), [&[0x9B][..], &big].concat()]
}

/// Validates bytes, and unpacks them if they are accepted. Either way it must end, and take little memory.
fn survives<T: for<'a> Unpack<'a>, L: TestLayout>(bytes: &[u8]) {
    match Packed::<T, L, _>::from_bytes(bytes) {
        Ok(packed) => drop(packed.unpack()),
        Err(error) => assert!(error.offset() <= bytes.len() && !error.to_string().is_empty(), "{error}"),
    }
}

/// Sixteen bytes that claim 2^60 elements, or another number that no machine can hold.
fn claimed_counts<L: TestLayout>() {
    in_a_stack(STACK, || {
        for count in [1 << 31, u32::MAX.into(), 1 << 32, 1 << 60, 1 << 61, u64::MAX / 4, u64::MAX - 1, u64::MAX] {
            for form in forms(count) {
                for filler in [0, 1, 0xFE] {
                    let mut bytes = form.clone();
                    bytes.resize(16, filler);
                    survives::<Vec<u8>, L>(&bytes);
                    survives::<Vec<u64>, L>(&bytes);
                    survives::<Vec<bool>, L>(&bytes);
                    survives::<String, L>(&bytes);
                    survives::<Vec<String>, L>(&bytes);
                    survives::<Vec<Option<u8>>, L>(&bytes);
                    survives::<Vec<Vec<Vec<u8>>>, L>(&bytes);
                    survives::<BTreeMap<u8, String>, L>(&bytes);
                    survives::<BTreeSet<Vec<u8>>, L>(&bytes);
                    survives::<Vec<Tree>, L>(&bytes);
                    survives::<Vec<[u64; 64]>, L>(&bytes);
                }
            }
        }
    });
}

/// Elements without bytes, up to 2^64 - 1 of them; and as many as the limits allow, of a type that takes memory.
fn elements_without_bytes<L: TestLayout>() {
    in_a_stack(STACK, || {
        for count in [1, 1 << 20, (1 << 20) + 1, 1 << 32, 1 << 60, u64::MAX] {
            for bytes in forms(count) {
                survives::<Vec<()>, L>(&bytes);
                survives::<Vec<[(); 3]>, L>(&bytes);
                survives::<BTreeSet<()>, L>(&bytes);
                survives::<Vec<Vec<()>>, L>(&bytes);
                survives::<(Vec<()>, Vec<((), ())>), L>(&bytes.repeat(2));
            }
        }
        let many = vec![(); if cfg!(miri) { 100 } else { 1 << 20 }];
        let bytes = Packed::<Vec<()>, L>::pack(&many).into_inner();
        let unpacked = Packed::<Vec<Box<()>>, L, _>::from_bytes(bytes).unwrap().unpack().unwrap();
        assert_eq!(unpacked.len(), many.len());
    });
}
