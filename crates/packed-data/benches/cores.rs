//! What several cores gain: `cargo bench -p packed-data --features rayon-1 --bench cores`. It prints the figures of the
//! book's page. With `-- --quick`, smaller data; with words, only the tables whose title contains one of them.
//!
//! Each round times every contestant once on one thread and once on all, in turn; a gain is the median over the rounds
//! of the ratio within a round. The answers of both are compared before anything is timed. Beside large data is a plain
//! read of the same bytes, which shows what this machine's memory allows.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

mod tree;

use packed_data::fold::Children;
use packed_data::parallel::{SideTable, WithTable};
use packed_data::{Compact, Cursor, Indexed, Packable, Packed};
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

/// Computes in registers only, with as many independent chains as a core works on at once.
fn compute(seed: u64, rounds: u64) -> u64 {
    let mut chains = [seed, seed ^ 1, seed ^ 2, seed ^ 3];
    for round in 0..rounds {
        for chain in &mut chains {
            *chain = (chain.rotate_left(13) ^ round).wrapping_add(*chain);
        }
    }
    chains.into_iter().fold(0, u64::wrapping_add)
}

/// Prints what the threads gain on work that shares nothing. Where that is much less than their number, they share
/// cores, and no work that keeps a core busy gains more.
fn arithmetic() {
    if !is_wanted("Arithmetic") {
        return;
    }
    const PIECES: u32 = 64;
    const ROUNDS: u64 = 1 << 16;
    let one = || (0..PIECES).map(|seed| compute(black_box(seed).into(), ROUNDS)).fold(0, u64::wrapping_add);
    let all = || {
        let pieces = (0..PIECES).into_par_iter().with_max_len(1);
        pieces.map(|seed| compute(black_box(seed).into(), ROUNDS)).reduce(|| 0, u64::wrapping_add)
    };
    let times = measure("arithmetic", &[Contestant::new("arithmetic", one, all)]);
    println!("\nArithmetic in registers, without memory, gains {:.2}.", times.first().map_or(1.0, Times::gain));
}

/// The times of one contestant in seconds, each pair on one thread and on all.
struct Times {
    name: &'static str,
    rounds: Vec<(f64, f64)>,
}

impl Times {
    fn gain(&self) -> f64 {
        median(self.rounds.iter().map(|(serial, parallel)| serial / parallel).collect())
    }

    fn serial(&self) -> f64 {
        median(self.rounds.iter().map(|(serial, _)| *serial).collect())
    }

    fn parallel(&self) -> f64 {
        median(self.rounds.iter().map(|(_, parallel)| *parallel).collect())
    }
}

/// Times contestants in turn.
fn measure(title: &str, contestants: &[Contestant<'_>]) -> Vec<Times> {
    const ROUNDS: usize = 15;
    let mut runs = Vec::new();
    for one in contestants {
        assert_eq!((one.serial)(), (one.parallel)(), "{title}: {}", one.name);
        let warm = Duration::from_secs_f64(time(&one.serial, 1));
        runs.push((Duration::from_millis(20).as_nanos() / warm.as_nanos().max(1)).clamp(1, 1 << 16) as u32);
    }
    let mut times: Vec<_> = contestants.iter().map(|one| Times { name: one.name, rounds: Vec::new() }).collect();
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
            times.rounds.push((serial, parallel));
        }
    }
    times
}

/// Times contestants on large data, beside a plain read of `bytes`; prints their gains, and what they would be on more
/// cores.
fn large<'c>(title: &str, bytes: &'c [u8], mut contestants: Vec<Contestant<'c>>) {
    if !is_wanted(title) {
        return;
    }
    let plain = Contestant::new("plain read of the bytes", || read(black_box(bytes)), || par_read(black_box(bytes)));
    contestants.insert(0, plain);
    let times = measure(title, &contestants);
    let threads = rayon::current_num_threads() as f64;
    let of_plain = times.first().map_or(1.0, Times::gain);
    println!(
        "\n{title}: {:.1} MB\n\n\
         | work | one thread, ms | all, ms | gain | of the plain read's | serial part | on 8 | on 64 | target |\n\
         | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | :--- |",
        bytes.len() as f64 / 1e6,
    );
    for (index, one) in times.iter().enumerate() {
        let gain = one.gain();
        // A. H. Karp and H. P. Flatt, "Measuring parallel processor performance", 1990; G. Amdahl, 1967.
        let fraction = ((1.0 / gain - 1.0 / threads) / (1.0 - 1.0 / threads)).clamp(0.0, 1.0);
        let on = |cores: f64| 1.0 / (fraction + (1.0 - fraction) / cores);
        let target = match gain >= 1.8 || gain >= 0.9 * of_plain {
            _ if index == 0 => "",
            true => "met",
            false => "missed",
        };
        println!(
            "| {} | {:.1} | {:.1} | {gain:.2} | {:.2} | {:.1} % | {:.1} | {:.1} | {target} |",
            one.name,
            one.serial() * 1e3,
            one.parallel() * 1e3,
            gain / of_plain,
            fraction * 100.0,
            on(8.0),
            on(64.0),
        );
    }
}

/// Times contestants on small data of some sizes, of which nothing should be handed to another thread; prints gains.
fn small(title: &str, sizes: &[(String, usize, Vec<Contestant<'_>>)]) {
    if !is_wanted(title) {
        return;
    }
    let times: Vec<_> = sizes.iter().map(|(name, _, contestants)| measure(name, contestants)).collect();
    let columns = sizes.iter().map(|(name, bytes, _)| format!(" {name}, {:.1} KB |", *bytes as f64 / 1e3));
    println!("\n{title}\n\n| work |{}", columns.collect::<String>());
    println!("| :--- |{}", " ---: |".repeat(sizes.len()));
    for (row, one) in times.first().into_iter().flatten().enumerate() {
        let cells = times.iter().filter_map(|column| column.get(row)).map(|one| {
            let micros = one.serial() * 1e6;
            let digits = if micros < 10.0 { 2 } else { 0 };
            format!(" {:.2} ({micros:.digits$} µs) |", one.gain())
        });
        println!("| {} |{}", one.name, cells.collect::<String>());
    }
}

/// Returns whether the arguments name no table, or this one.
fn is_wanted(title: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    words.peek().is_none() || words.any(|word| title.contains(&word))
}

fn size(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

/// Adds up the leaves by node.
fn sum<L: packed_data::Layout>(node: TreeNode<'_, i64, L>) -> i64 {
    match node {
        TreeNode::Leaf(n) => n,
        TreeNode::Node(left, right) => left.wrapping_add(right),
    }
}

/// Returns what is done with a tree.
fn works_on_tree(tree: &Packed<Tree, Indexed>) -> Vec<Contestant<'_>> {
    let bytes = tree.as_bytes();
    let validated = |packed: Result<Packed<Tree, Indexed, &[u8]>, _>| packed.map_or(0, |tree| size(tree.as_bytes()));
    let add = |sum: &mut i64, leaf: Cursor<'_, '_, i64, Indexed>| {
        *sum = sum.wrapping_add(leaf.view());
        Children::Visit
    };
    let visit = move || {
        let mut sum = 0;
        let visited = black_box(tree).visit_each(|leaf: Cursor<'_, '_, i64, Indexed>| add(&mut sum, leaf));
        visited.map_or(0, |()| sum as u64)
    };
    let par_visit = move || black_box(tree).par_visit_each(|| 0, add, i64::wrapping_add).map_or(0, |sum| sum as u64);
    vec![
        Contestant::new(
            "fold",
            move || black_box(tree).fold_with(sum).unwrap_or(0) as u64,
            move || black_box(tree).par_fold_with(sum).unwrap_or(0) as u64,
        ),
        Contestant::new("visit the leaves", visit, par_visit),
        Contestant::new(
            "validate",
            move || validated(Packed::from_bytes(black_box(bytes))),
            move || validated(Packed::par_from_bytes(black_box(bytes))),
        ),
    ]
}

/// Returns what is done with a tree by a table.
fn works_by_a_table<'c>(
    tree: &'c Packed<Tree, Compact>,
    divided: &'c WithTable<Tree, Compact, &'c [u8]>,
) -> Vec<Contestant<'c>> {
    let add = |sum: &mut i64, leaf: Cursor<'_, '_, i64, Compact>| {
        *sum = sum.wrapping_add(leaf.view());
        Children::Visit
    };
    let visit = move || {
        let mut sum = 0;
        let visited = black_box(tree).visit_each(|leaf: Cursor<'_, '_, i64, Compact>| add(&mut sum, leaf));
        visited.map_or(0, |()| sum as u64)
    };
    let par_visit = move || black_box(divided).par_visit_each(|| 0, add, i64::wrapping_add).map_or(0, |sum| sum as u64);
    vec![
        Contestant::new(
            "fold by a table",
            move || black_box(tree).fold_with(sum).unwrap_or(0) as u64,
            move || black_box(divided).par_fold_with(sum).unwrap_or(0) as u64,
        ),
        Contestant::new("visit the leaves by a table", visit, par_visit),
    ]
}

/// Measures a tree with its table, and prints the size of the table and what it takes to make it.
fn large_tree_by_a_table(title: &str, tree: &Packed<Tree, Compact>) {
    if !is_wanted(title) {
        return;
    }
    let bytes = tree.as_bytes();
    let divided = WithTable::of(tree);
    large(title, bytes, works_by_a_table(tree, &divided));
    let validate = || Packed::<Tree, Compact, _>::from_bytes(black_box(bytes)).map_or(0, |p| size(p.as_bytes()));
    let make = || WithTable::of(black_box(tree)).table().len() as u64;
    let verify = || WithTable::verified(black_box(tree), divided.table().clone()).map_or(0, |_| 1);
    let times: Vec<_> = (0..9).map(|_| (time(&make, 1), time(&verify, 1), time(&validate, 1))).collect();
    println!(
        "\nThe table of this tree has {} subtrees: {:.0} KB, {:.2} % of the bytes. To make it takes {:.0} ms, {:.2} of \
         the time to validate the tree on one thread; to verify it {:.2}.",
        divided.table().len(),
        divided.table().size() as f64 / 1e3,
        divided.table().size() as f64 / bytes.len() as f64 * 100.0,
        median(times.iter().map(|(make, ..)| make * 1e3).collect()),
        median(times.iter().map(|(make, _, validate)| make / validate).collect()),
        median(times.iter().map(|(_, verify, validate)| verify / validate).collect()),
    );
}

fn packed_tree(depth: u32) -> Packed<Tree, Indexed> {
    Packed::pack(&perfect(depth, &mut 0))
}

/// The same records in both layouts, with a table for the second.
struct Records<'p> {
    values: &'p Vec<Record>,
    indexed: &'p Packed<Vec<Record>, Indexed>,
    compact: &'p Packed<Vec<Record>, Compact>,
    located: &'p WithTable<Vec<Record>, Compact, &'p [u8]>,
}

/// Does something with records of some number.
fn with_records<R>(count: u64, call: impl FnOnce(Records<'_>) -> R) -> R {
    let values = records(count);
    let indexed = Packed::pack(&values);
    let compact = Packed::<Vec<Record>, Compact>::pack(&values);
    let located = WithTable::of(&compact);
    call(Records { values: &values, indexed: &indexed, compact: &compact, located: &located })
}

/// What is read of a record: the user and the length of the path, if the status is 200.
fn read_indexed(record: <Record as Packable>::View<'_, Indexed>) -> u64 {
    let RecordView { user, status, path, .. } = record.fields();
    if status == 200 { u64::from(user) + path.len() as u64 } else { 0 }
}

fn read_compact(record: <Record as Packable>::View<'_, Compact>) -> u64 {
    record.read(|record| {
        let (_, fields) = record.fields().read();
        let (user, fields) = fields.read();
        let (status, fields) = fields.read();
        let (path, fields) = fields.skip().read();
        let sum = if status == 200 { u64::from(user) + path.len() as u64 } else { 0 };
        fields.skip().skip().done(sum)
    })
}

impl<'p> Records<'p> {
    /// Returns what is done with records in Indexed.
    fn in_indexed(&self) -> Vec<Contestant<'p>> {
        let Self { values, indexed, .. } = *self;
        let bytes = indexed.as_bytes();
        let validated =
            |packed: Result<Packed<Vec<Record>, Indexed, &[u8]>, _>| packed.map_or(0, |p| size(p.as_bytes()));
        vec![
            Contestant::new(
                "par_iter",
                move || black_box(indexed).view().iter().map(read_indexed).sum(),
                move || black_box(indexed).view().par_iter().map(read_indexed).sum(),
            ),
            Contestant::new(
                "validate",
                move || validated(Packed::from_bytes(black_box(bytes))),
                move || validated(Packed::par_from_bytes(black_box(bytes))),
            ),
            Contestant::new(
                "pack",
                move || size(Packed::<Vec<Record>, Indexed>::pack(black_box(values)).as_bytes()),
                move || size(Packed::<Vec<Record>, Indexed>::par_pack(black_box(values)).as_bytes()),
            ),
        ]
    }

    /// Returns what is done with records in Compact.
    fn in_compact(&self) -> Vec<Contestant<'p>> {
        let Self { values, compact, located, .. } = *self;
        let bytes = compact.as_bytes();
        let validated =
            |packed: Result<Packed<Vec<Record>, Compact, &[u8]>, _>| packed.map_or(0, |p| size(p.as_bytes()));
        let verify = |table: &SideTable| {
            let located = WithTable::verified(black_box(compact), table.clone());
            located.map_or(0, |located| located.len() as u64)
        };
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        vec![
            Contestant::new(
                "par_iter by a table",
                move || black_box(compact).view().views().map(read_compact).sum(),
                move || black_box(located).par_iter().map(read_compact).sum(),
            ),
            Contestant::new(
                "validate by a table",
                move || validated(Packed::from_bytes(black_box(bytes))),
                move || validated(located.table().validate(black_box(bytes))),
            ),
            Contestant::new(
                "verify a table",
                move || one.install(|| verify(located.table())),
                move || verify(located.table()),
            ),
            Contestant::new(
                "pack",
                move || size(Packed::<Vec<Record>, Compact>::pack(black_box(values)).as_bytes()),
                move || size(Packed::<Vec<Record>, Compact>::par_pack(black_box(values)).as_bytes()),
            ),
        ]
    }

    /// Prints the size of the table, and what it takes to make it.
    fn describe_table(&self) {
        let (bytes, table) = (self.compact.as_bytes(), self.located.table());
        let validate =
            || Packed::<Vec<Record>, Compact, _>::from_bytes(black_box(bytes)).map_or(0, |p| size(p.as_bytes()));
        let make = || WithTable::of(black_box(self.compact)).len() as u64;
        let both = || WithTable::<Vec<Record>, Compact, _>::from_bytes(black_box(bytes)).map_or(0, |p| p.len() as u64);
        let times: Vec<_> = (0..9).map(|_| (time(&make, 1), time(&validate, 1), time(&both, 1))).collect();
        println!(
            "\nThe table of the {} records in `Compact` has every {}th of them: {:.0} KB, {:.1} % of the bytes. \
             To make it takes {:.0} ms, {:.2} of the time to validate the records on one thread; to validate them and \
             make it in one pass takes {:.2} of that time.",
            self.located.len(),
            table.every().unwrap_or(1),
            table.size() as f64 / 1e3,
            table.size() as f64 / bytes.len() as f64 * 100.0,
            median(times.iter().map(|(make, ..)| make * 1e3).collect()),
            median(times.iter().map(|(make, validate, _)| make / validate).collect()),
            median(times.iter().map(|(_, validate, both)| both / validate).collect()),
        );
    }
}

/// Prints when and where this is measured.
fn describe_machine() {
    let first_line = |command: &mut Command| {
        let output = command.output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        output.and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or_else(|| "unknown".into())
    };
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    println!(
        "From one run on {}: {}, {} threads, {}. Times and gains are medians over 15 rounds; *target* is a gain of \
         1.8, or of 0.9 times that of the plain read.",
        first_line(Command::new("date").args(["-u", "+%Y-%m-%d"])),
        model.unwrap_or("unknown processor"),
        rayon::current_num_threads(),
        first_line(Command::new("rustc").arg("--version")),
    );
}

/// The same work twice: how far a gain of 1 is from 1 by chance.
fn twice<'c>(contestants: impl Fn() -> Vec<Contestant<'c>>) -> Option<Contestant<'c>> {
    let (one, other) = (contestants().into_iter().next()?, contestants().into_iter().next()?);
    Some(Contestant { name: "the first, twice on one thread", serial: one.serial, parallel: other.serial })
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return println!("cores: nothing to test");
    }
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    describe_machine();
    arithmetic();
    let depth = if is_quick { 17 } else { 22 };
    let tree = packed_tree(depth);
    large(&format!("A perfect tree of 2^{depth} leaves, in `Indexed`"), tree.as_bytes(), works_on_tree(&tree));
    drop(tree);
    let tree = Packed::<Tree, Compact>::pack(&perfect(depth, &mut 0));
    large_tree_by_a_table(&format!("The same tree of 2^{depth} leaves, in `Compact`"), &tree);
    drop(tree);

    with_records(if is_quick { 40_000 } else { 1_250_000 }, |records| {
        let count = records.values.len();
        large(&format!("{count} records, in `Indexed`"), records.indexed.as_bytes(), records.in_indexed());
        large(&format!("{count} records, in `Compact`"), records.compact.as_bytes(), records.in_compact());
        records.describe_table();
    });

    println!("\nBelow 64 KiB, the gain, and the time on one thread: a gain of 1 is as fast.");
    let trees = [6, 9, 12].map(packed_tree);
    let sizes = trees.each_ref().map(|tree| {
        let works = works_on_tree(tree).into_iter().chain(twice(|| works_on_tree(tree)));
        let name = format!("{} leaves", tree.view().fold_with(count_leaves).unwrap_or(0));
        (name, tree.as_bytes().len(), works.collect())
    });
    small("Small trees, in `Indexed`", &sizes);
    with_records(10, |few| {
        with_records(100, |some| {
            with_records(600, |many| {
                let columns =
                    |bytes: fn(&Records<'_>) -> usize, works: for<'r> fn(&'r Records<'r>) -> Vec<Contestant<'r>>| {
                        [&few, &some, &many].map(|records| {
                            let all = works(records).into_iter().chain(twice(|| works(records)));
                            (format!("{} records", records.values.len()), bytes(records), all.collect())
                        })
                    };
                small("Few records, in `Indexed`", &columns(|r| r.indexed.as_bytes().len(), |r| r.in_indexed()));
                small("Few records, in `Compact`", &columns(|r| r.compact.as_bytes().len(), without_proof));
            });
        });
    });
}

/// Returns what is done with few records in Compact: all but the proof of a table, of which there is no form for one
/// thread.
fn without_proof<'r>(records: &'r Records<'r>) -> Vec<Contestant<'r>> {
    let mut works = records.in_compact();
    works.retain(|one| one.name != "verify a table");
    works
}

fn count_leaves(node: TreeNode<'_, u64, Indexed>) -> u64 {
    match node {
        TreeNode::Leaf(_) => 1,
        TreeNode::Node(left, right) => left + right,
    }
}
