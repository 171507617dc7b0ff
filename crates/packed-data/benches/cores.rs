//! What several cores gain: `cargo bench -p packed-data --features rayon-1 --bench cores`. With `-- --quick`, smaller
//! data.
//!
//! Each round times every contestant once on one thread and once on all, in turn; a gain is the median over the rounds
//! of the ratio within a round. The answers of both are compared before anything is timed. The first row of a table is
//! a plain read of the same bytes, which shows what this machine's memory allows.

use std::hint::black_box;
use std::time::{Duration, Instant};

mod tree;

use packed_data::parallel::{Located, Offsets};
use packed_data::{Compact, Indexed, Packable, Packed};
use rayon::prelude::*;
use tree::{Tree, TreeNode, perfect};

/// A record of about 100 bytes.
#[derive(Clone, Packable)]
struct Record {
    time: u64,
    user: u32,
    status: u16,
    is_cached: bool,
    path: String,
    agent: Option<String>,
    sizes: Vec<u32>,
}

fn records(count: u64) -> Vec<Record> {
    let record = |n: u64| Record {
        time: 1_700_000_000 + n,
        user: (n * 2_654_435_761 % 100_000) as u32,
        status: if n.is_multiple_of(50) { 404 } else { 200 },
        is_cached: n.is_multiple_of(3),
        path: format!("/articles/{}/{}", n % 977, n),
        agent: (!n.is_multiple_of(4)).then(|| "an agent with a name of some length".into()),
        sizes: (0..n % 9).map(|n| n as u32).collect(),
    };
    (0..count).map(record).collect()
}

/// The same work on one thread and on all.
struct Contestant<'c> {
    name: &'static str,
    serial: Box<dyn Fn() -> u64 + 'c>,
    parallel: Box<dyn Fn() -> u64 + 'c>,
}

impl<'c> Contestant<'c> {
    fn new(name: &'static str, serial: impl Fn() -> u64 + 'c, parallel: impl Fn() -> u64 + 'c) -> Self {
        Self { name, serial: Box::new(serial), parallel: Box::new(parallel) }
    }
}

fn time(run: &dyn Fn() -> u64, runs: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(run());
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Adds up all words of eight bytes, on one thread.
fn read(bytes: &[u8]) -> u64 {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).fold(0, u64::wrapping_add)
}

/// The same on all threads.
fn par_read(bytes: &[u8]) -> u64 {
    bytes.par_chunks(1 << 16).map(read).reduce(|| 0, u64::wrapping_add)
}

/// What a table has beside its times.
#[derive(Clone, Copy)]
enum Kind {
    /// Large data: gains, and what they would be on more cores.
    Large,
    /// Small data, of which nothing should be handed to another thread.
    Small,
}

/// Times contestants in turn, and prints a table.
fn compare(title: &str, bytes: &[u8], kind: Kind, contestants: Vec<Contestant<'_>>) {
    const ROUNDS: usize = 15;
    let plain = Contestant::new("plain read of the bytes", || read(black_box(bytes)), || par_read(black_box(bytes)));
    let contestants: Vec<_> = [plain].into_iter().chain(contestants).collect();
    let mut runs = Vec::new();
    for one in &contestants {
        assert_eq!((one.serial)(), (one.parallel)(), "{title}: {}", one.name);
        let warm = Duration::from_secs_f64(time(&one.serial, 1));
        runs.push((Duration::from_millis(20).as_nanos() / warm.as_nanos().max(1)).clamp(1, 1 << 16) as u32);
    }
    let mut times = vec![Vec::new(); contestants.len()];
    for round in 0..ROUNDS {
        for ((one, runs), times) in contestants.iter().zip(&runs).zip(&mut times) {
            // (Which one is first changes, so that neither always finds the other's memory.)
            let (serial, parallel) = if round % 2 == 0 {
                let serial = time(&one.serial, *runs);
                (serial, time(&one.parallel, *runs))
            } else {
                let parallel = time(&one.parallel, *runs);
                (time(&one.serial, *runs), parallel)
            };
            times.push((serial, parallel));
        }
    }
    let threads = rayon::current_num_threads() as f64;
    println!("\n### {title}: {} bytes, {threads} threads\n", bytes.len());
    match kind {
        Kind::Large => println!(
            "| work | one thread, ms | all, ms | gain | of the plain read's | serial part | on 8 | on 64 | target |\n\
             | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | :--- |"
        ),
        Kind::Small => println!("| work | one thread, µs | all, µs | gain |\n| :--- | ---: | ---: | ---: |"),
    }
    let mut of_plain = 1.0;
    for (index, (one, times)) in contestants.iter().zip(&times).enumerate() {
        let gain = median(times.iter().map(|(serial, parallel)| serial / parallel).collect());
        let [serial, parallel] = [|pair: &(f64, f64)| pair.0, |pair: &(f64, f64)| pair.1]
            .map(|part| median(times.iter().map(part).collect()));
        if index == 0 {
            of_plain = gain;
        }
        match kind {
            Kind::Small => println!("| {} | {:.2} | {:.2} | {gain:.2} |", one.name, serial * 1e6, parallel * 1e6),
            Kind::Large => {
                // A. H. Karp and H. P. Flatt, "Measuring parallel processor performance", 1990; G. Amdahl, 1967.
                let fraction = ((1.0 / gain - 1.0 / threads) / (1.0 - 1.0 / threads)).clamp(0.0, 1.0);
                let on = |cores: f64| 1.0 / (fraction + (1.0 - fraction) / cores);
                let is_met = gain >= 1.8 || gain >= 0.9 * of_plain;
                println!(
                    "| {} | {:.2} | {:.2} | {gain:.2} | {:.2} | {:.1} % | {:.1} | {:.1} | {} |",
                    one.name,
                    serial * 1e3,
                    parallel * 1e3,
                    gain / of_plain,
                    fraction * 100.0,
                    on(8.0),
                    on(64.0),
                    if is_met { "met" } else { "missed" },
                );
            }
        }
    }
}

fn size(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

fn trees(depth: u32, kind: Kind) {
    let tree = Packed::<Tree, Indexed>::pack(&perfect(depth, &mut 0));
    let sum = |node: TreeNode<'_, i64, Indexed>| match node {
        TreeNode::Leaf(n) => n,
        TreeNode::Node(left, right) => left.wrapping_add(right),
    };
    let bytes = tree.as_bytes();
    compare(
        &format!("A perfect tree of 2^{depth} leaves, in Indexed"),
        bytes,
        kind,
        vec![
            Contestant::new(
                "fold",
                || black_box(&tree).fold_with(sum).unwrap_or(0) as u64,
                || black_box(&tree).par_fold_with(sum).unwrap_or(0) as u64,
            ),
            Contestant::new(
                "validate",
                || Packed::<Tree, Indexed, _>::from_bytes(black_box(bytes)).map_or(0, |tree| size(tree.as_bytes())),
                || Packed::<Tree, Indexed, _>::par_from_bytes(black_box(bytes)).map_or(0, |tree| size(tree.as_bytes())),
            ),
        ],
    );
}

fn sequences(count: u64, kind: Kind) {
    let records = records(count);
    let indexed = Packed::<Vec<Record>, Indexed>::pack(&records);
    let compact = Packed::<Vec<Record>, Compact>::pack(&records);
    let located = Located::of(compact.view());
    let offsets = located.offsets();
    println!(
        "\nThe table of {count} records in Compact has {} bytes, {:.1} % of {}; every {}th record is in it.",
        offsets.size(),
        offsets.size() as f64 / compact.as_bytes().len() as f64 * 100.0,
        compact.as_bytes().len(),
        offsets.every(),
    );
    let made = time(&|| Located::of(black_box(&compact).view()).len() as u64, 5);
    let validated = time(&|| Packed::<Vec<Record>, Compact, _>::from_bytes(compact.as_bytes()).map_or(0, |_| 1), 5);
    println!("To make it takes {:.3} ms, {:.2} of the time to validate the records.", made * 1e3, made / validated);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let in_indexed = |record: <Record as Packable>::View<'_, Indexed>| {
        let RecordView { user, status, path, .. } = record.fields();
        if status == 200 { u64::from(user) + path.len() as u64 } else { 0 }
    };
    let in_compact = |record: <Record as Packable>::View<'_, Compact>| {
        record.read(|record| {
            let (_, fields) = record.fields().read();
            let (user, fields) = fields.read();
            let (status, fields) = fields.read();
            let (path, fields) = fields.skip().read();
            let sum = if status == 200 { u64::from(user) + path.len() as u64 } else { 0 };
            fields.skip().skip().done(sum)
        })
    };
    let bytes = indexed.as_bytes();
    compare(
        &format!("{count} records, in Indexed"),
        bytes,
        kind,
        vec![
            Contestant::new(
                "par_iter",
                || black_box(&indexed).view().iter().map(in_indexed).sum(),
                || black_box(&indexed).view().par_iter().map(in_indexed).sum(),
            ),
            Contestant::new(
                "validate",
                || Packed::<Vec<Record>, Indexed, _>::from_bytes(black_box(bytes)).map_or(0, |p| size(p.as_bytes())),
                || {
                    Packed::<Vec<Record>, Indexed, _>::par_from_bytes(black_box(bytes))
                        .map_or(0, |p| size(p.as_bytes()))
                },
            ),
            Contestant::new(
                "pack",
                || size(Packed::<Vec<Record>, Indexed>::pack(black_box(&records)).as_bytes()),
                || size(Packed::<Vec<Record>, Indexed>::par_pack(black_box(&records)).as_bytes()),
            ),
        ],
    );
    let bytes = compact.as_bytes();
    compare(
        &format!("{count} records, in Compact"),
        bytes,
        kind,
        vec![
            Contestant::new(
                "par_iter by a table",
                || black_box(&compact).view().views().map(in_compact).sum(),
                || black_box(&located).par_iter().map(in_compact).sum(),
            ),
            Contestant::new(
                "validate by a table",
                || Packed::<Vec<Record>, Compact, _>::from_bytes(black_box(bytes)).map_or(0, |p| size(p.as_bytes())),
                || {
                    let packed = Packed::<Vec<Record>, Compact, _>::par_from_bytes_by(black_box(bytes), offsets);
                    packed.map_or(0, |packed| size(packed.as_bytes()))
                },
            ),
            Contestant::new(
                "verify a table",
                || one.install(|| verify(&compact, offsets)),
                || verify(&compact, offsets),
            ),
            Contestant::new(
                "pack",
                || size(Packed::<Vec<Record>, Compact>::pack(black_box(&records)).as_bytes()),
                || size(Packed::<Vec<Record>, Compact>::par_pack(black_box(&records)).as_bytes()),
            ),
        ],
    );
}

fn verify(packed: &Packed<Vec<Record>, Compact>, offsets: &Offsets) -> u64 {
    Located::verified(black_box(packed), offsets.clone()).map_or(0, |located| located.len() as u64)
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return println!("cores: nothing to test");
    }
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    trees(if is_quick { 17 } else { 22 }, Kind::Large);
    sequences(if is_quick { 40_000 } else { 1_150_000 }, Kind::Large);
    println!("\n## Below 64 KiB: a gain of 1 is as fast as on one thread");
    for depth in [6, 9, 12] {
        trees(depth, Kind::Small);
    }
    for count in [10, 100, 600] {
        sequences(count, Kind::Small);
    }
}
