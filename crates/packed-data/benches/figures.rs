//! The figures that the README publishes: `cargo bench -p packed-data --bench figures`, with
//! `-- conversions` only those of conversions.
//!
//! A speed is a ratio between two contestants that are measured in turn in one run. Each round times every contestant
//! once, in the same order. The figure is the median over the rounds of the ratio within a round. Every contestant's
//! answer is compared with the others' before anything is timed.

#[cfg(feature = "cbor")]
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

mod tree;

use packed_data::{Compact, Indexed, Layout, Limits, Packable, Packed, Unpack};
use tree::{Sum, Tree, increment, perfect, sum_cursor, sum_tail, sum_view};

/// The same recursion on raw pointers, in the layout `Compact`.
///
/// # Safety
///
/// A valid tree must begin at `at`.
unsafe fn sum_raw(at: *const u8) -> (i64, *const u8) {
    // SAFETY: a valid tree is a tag, followed by its number or its two subtrees.
    unsafe {
        if *at == 0 {
            (at.add(1).cast::<i64>().read_unaligned(), at.add(9))
        } else {
            let (left, at) = sum_raw(at.add(1));
            let (right, at) = sum_raw(at);
            (left + right, at)
        }
    }
}

fn sum_box(tree: &Tree) -> i64 {
    match tree {
        Tree::Leaf(n) => *n,
        Tree::Node(left, right) => sum_box(left) + sum_box(right),
    }
}

/// Writes a tree by hand into a buffer of the right size; returns the position after it.
fn write_by_hand(tree: &Tree, out: &mut [u8], at: usize) -> usize {
    match tree {
        Tree::Leaf(n) => {
            out[at] = 0;
            out[at + 1..at + 9].copy_from_slice(&n.to_le_bytes());
            at + 9
        }
        Tree::Node(left, right) => {
            out[at] = 1;
            let at = write_by_hand(left, out, at + 1);
            write_by_hand(right, out, at)
        }
    }
}

/// A contestant with its name.
struct Contestant<'c> {
    name: &'static str,
    run: Box<dyn FnMut() -> i64 + 'c>,
}

impl<'c> Contestant<'c> {
    fn new(name: &'static str, run: impl FnMut() -> i64 + 'c) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// Returns the time of this number of runs.
    fn time(&mut self, runs: u32) -> Duration {
        let start = Instant::now();
        for _ in 0..runs {
            black_box((self.run)());
        }
        start.elapsed() / runs
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Times contestants in turn, and prints the median of each and of its ratio to the first.
fn compare(title: &str, work: f64, unit: &str, contestants: &mut [Contestant<'_>]) {
    const ROUNDS: usize = 21;
    let answers: Vec<i64> = contestants.iter_mut().map(|one| (one.run)()).collect();
    for (one, answer) in contestants.iter().zip(&answers) {
        assert_eq!(*answer, answers[0], "{}: {} has another answer", title, one.name);
    }
    let warm = contestants.iter_mut().map(|one| one.time(1)).max().unwrap_or_default();
    let runs = (Duration::from_millis(20).as_nanos() / warm.as_nanos().max(1)).clamp(1, 1 << 20) as u32;
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for (one, times) in contestants.iter_mut().zip(&mut times) {
            times.push(one.time(runs).as_secs_f64());
        }
    }
    println!("\n### {title}\n\n| contestant | time | {unit} | ratio |\n| :--- | ---: | ---: | ---: |");
    for (one, own) in contestants.iter().zip(&times) {
        let ratios = own.iter().zip(&times[0]).map(|(own, first)| own / first).collect();
        let time = median(own.clone());
        println!("| {} | {:.3} ms | {:.3} | {:.3} |", one.name, time * 1e3, work / time / 1e9, median(ratios));
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return println!("figures: nothing to test");
    }
    if std::env::args().any(|argument| argument == "conversions") {
        return conversions();
    }
    for depth in [10, 15, 20] {
        sums(depth);
    }
    writing(20);
    conversions();
    sizes();
}

fn sums(depth: u32) {
    let tree = perfect(depth, &mut 0);
    let compact = Packed::<Tree, Compact>::pack(&tree);
    let indexed = Packed::<Tree, Indexed>::pack(&tree);
    let leaves = f64::from(1 << depth);
    compare(
        &format!("Sum of a perfect tree of 2^{depth} leaves"),
        leaves,
        "leaves/ns",
        &mut [
            // SAFETY: the bytes are a valid tree.
            Contestant::new("raw pointers, Compact", || unsafe { sum_raw(black_box(compact.as_bytes().as_ptr())).0 }),
            Contestant::new("cursor, Compact", || black_box(&compact).read(sum_cursor)),
            Contestant::new("cursor with tail(), Compact", || black_box(&compact).read(sum_tail)),
            Contestant::new("fold, Compact", || black_box(&compact).fold(&mut Sum(0)).unwrap_or(0)),
            Contestant::new("visit, Compact", || {
                let mut total = Sum(0);
                black_box(&compact).visit(&mut total).map(|_| total.0).unwrap_or(0)
            }),
            Contestant::new("cursor, Indexed", || black_box(&indexed).read(sum_cursor)),
            Contestant::new("fold, Indexed", || black_box(&indexed).fold(&mut Sum(0)).unwrap_or(0)),
            Contestant::new("view, Indexed", || sum_view(black_box(&indexed).view())),
            Contestant::new("Box", || sum_box(black_box(&tree))),
        ],
    );
}

fn writing(depth: u32) {
    let tree = perfect(depth, &mut 0);
    let compact = Packed::<Tree, Compact>::pack(&tree);
    let indexed = Packed::<Tree, Indexed>::pack(&tree);
    let mut buffer = vec![0; compact.as_bytes().len()];
    let (size, indexed_size) = (compact.as_bytes().len(), indexed.as_bytes().len());
    let length = |bytes: &[u8]| bytes.len() as i64;
    compare(
        &format!("Pack of a `Box` tree of 2^{depth} leaves"),
        size as f64,
        "GB/s",
        &mut [
            Contestant::new("by hand, into a buffer of the right size", || {
                let mut out = vec![0; size];
                let end = write_by_hand(black_box(&tree), &mut out, 0);
                black_box(&out);
                end as i64
            }),
            Contestant::new("pack, Compact", || length(Packed::<Tree, Compact>::pack(black_box(&tree)).as_bytes())),
            Contestant::new("by hand, into the same buffer again", || {
                write_by_hand(black_box(&tree), black_box(&mut buffer), 0) as i64
            }),
        ],
    );
    compare(
        &format!("Pack of a `Box` tree of 2^{depth} leaves, Indexed"),
        indexed_size as f64,
        "GB/s",
        &mut [Contestant::new("pack, Indexed", || length(Packed::<Tree, Indexed>::pack(black_box(&tree)).as_bytes()))],
    );
    compare(
        &format!("Validation, skipping, editing, transforming: 2^{depth} leaves"),
        size as f64,
        "GB/s",
        &mut [
            Contestant::new("validate, Compact", || {
                length(
                    Packed::<Tree, Compact, _>::from_bytes(black_box(compact.as_bytes()))
                        .map_or(&[], |p| p.into_inner()),
                )
            }),
            Contestant::new("skip, Compact", || compact.read(|tree| tree.as_bytes().map(length))),
            Contestant::new("transform (increment), Compact", || {
                length(black_box(&compact).transform(increment).as_bytes())
            }),
        ],
    );
    compare(
        &format!("Validation, Indexed: 2^{depth} leaves"),
        indexed_size as f64,
        "GB/s",
        &mut [Contestant::new("validate, Indexed", || {
            let limits = Limits::default();
            length(
                Packed::<Tree, Indexed>::with_limits(&limits)
                    .from_bytes(black_box(indexed.as_bytes()))
                    .map_or(&[], |packed| packed.into_inner()),
            )
        })],
    );
}

/// Compares conversions between layouts with unpacking and packing.
fn conversions() {
    let tree = perfect(20, &mut 0);
    conversion::<_, Compact, Indexed>("perfect tree, 2^20 leaves of i64", &tree);
    conversion::<_, Indexed, Compact>("perfect tree, 2^20 leaves of i64", &tree);
    conversion::<_, Compact, Indexed>("100,000 (u32, String, Option<u64>)", &records());
    #[cfg(feature = "cbor")]
    {
        use packed_data::Cbor;

        conversion::<_, Compact, Cbor>("perfect tree, 2^20 leaves of i64", &tree);
        conversion::<_, Cbor, Compact>("perfect tree, 2^20 leaves of i64", &tree);
        conversion::<_, Compact, Cbor>("100,000 (u32, String, Option<u64>)", &records());
        conversion::<_, Cbor, Compact>("100,000 (u32, String, Option<u64>)", &records());
        // (Sorted by bytes in CBOR, where shorter keys come first.)
        let map: BTreeMap<String, u32> = (0..100_000).map(|i| (i.to_string(), i)).collect();
        conversion::<_, Compact, Cbor>("a map with 100,000 keys of one to five letters", &map);
        conversion::<_, Cbor, Compact>("a map with 100,000 keys of one to five letters", &map);
    }
}

fn conversion<T: Packable + for<'a> Unpack<'a>, L: Layout, M: Layout>(name: &str, value: &T) {
    let packed = Packed::<T, L>::pack(value);
    let through_value = || packed.unpack().map_or(0, |value| Packed::<T, M>::pack(&value).as_bytes().len() as i64);
    compare(
        &format!("Conversion from {} to {}: {name}", L::NAME, M::NAME),
        packed.as_bytes().len() as f64,
        "GB/s",
        &mut [
            Contestant::new("convert", || packed.convert::<M>().map_or(0, |packed| packed.as_bytes().len() as i64)),
            Contestant::new("unpack and pack", through_value),
        ],
    );
}

/// Prints how much larger `Indexed` is than `Compact`, for several kinds of data.
fn sizes() {
    println!("\n### Size of `Indexed` over `Compact`\n");
    println!("| data | Compact | Indexed | more |\n| :--- | ---: | ---: | ---: |");
    size("perfect tree, 2^20 leaves of i64", &perfect(20, &mut 0));
    size("1,000,000 i64", &(0..1_000_000i64).collect::<Vec<_>>());
    size("100,000 words of 1 to 12 letters", &(0..100_000).map(|i| "x".repeat(1 + i % 12)).collect::<Vec<_>>());
    size("100,000 (u32, String, Option<u64>)", &records());
    size("1,000 vectors of 100 u16", &vec![vec![7u16; 100]; 1000]);
}

fn records() -> Vec<(u32, String, Option<u64>)> {
    (0..100_000u32).map(|i| (i, format!("record {i}"), (i % 3 == 0).then_some(u64::from(i)))).collect()
}

fn size<T: Packable>(name: &str, value: &T) {
    let compact = Packed::<T, Compact>::pack(value).as_bytes().len();
    let indexed = Packed::<T, Indexed>::pack(value).as_bytes().len();
    let more = (indexed as f64 / compact as f64 - 1.0) * 100.0;
    println!("| {name} | {compact} | {indexed} | {more:.1} % |");
}
