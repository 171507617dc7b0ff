//! The cost of hostile bytes: `cargo bench -p packed-data --bench hostile`.
//!
//! The figure is the time of validation for a byte of hostile input, divided by that for a byte of an ordinary value of
//! the same type and layout. Refused bytes are read once, but loops over last fields are walked a second time to locate
//! the error, so their ratio can be about two. Accepted input is not hostile, but consists of the elements that cost
//! most for each byte, such as elements of one byte; it shows how much the cost varies.
//!
//! Each round times both once, in turn. The figure is the median over the rounds of the ratio within a round.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

mod tree;

use packed_data::{Compact, Indexed, Layout, Packable, Packed};
use tree::{Tree, perfect};

/// A document.
#[derive(Packable)]
enum Json {
    Null,
    Bool(bool),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Cons cells.
#[derive(Packable)]
enum List {
    Nil,
    Cons(i64, Box<List>),
}

/// Returns a document of this number of records; it ends in a `bool`.
fn document(records: usize) -> Json {
    let field = |key: &str, value| (key.to_string(), value);
    let record = |number| {
        Json::Object(vec![
            field("name", Json::Text(format!("record {number}"))),
            field("tags", Json::Array(vec![Json::Text("one".into()), Json::Null])),
            field("good", Json::Bool(true)),
        ])
    };
    Json::Array((0..records).map(record).collect())
}

fn words(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("word {number:08}")).collect()
}

/// Input to validate, and ordinary input of the same type.
struct Case {
    layout: &'static str,
    name: &'static str,
    ordinary: Vec<u8>,
    hostile: Vec<u8>,
    /// Validates, and returns the number of bytes or the offset of the error.
    validate: fn(&[u8]) -> Result<usize, usize>,
}

/// Returns the result of validating bytes as a `T`.
fn validate<T: Packable + ?Sized, L: Layout>(bytes: &[u8]) -> Result<usize, usize> {
    match Packed::<T, L, _>::from_bytes(bytes) {
        Ok(packed) => Ok(packed.as_bytes().len()),
        Err(error) => Err(error.offset()),
    }
}

fn pack<T: Packable + ?Sized, L: Layout>(value: &T) -> Vec<u8> {
    Packed::<T, L>::pack(value).into_inner()
}

/// Returns a case whose hostile bytes are made from the ordinary ones.
fn made<T: Packable + ?Sized, L: Layout>(name: &'static str, value: &T, make: impl FnOnce(&mut Vec<u8>)) -> Case {
    let ordinary = pack::<T, L>(value);
    let mut hostile = ordinary.clone();
    make(&mut hostile);
    Case { layout: L::NAME, name, ordinary, hostile, validate: validate::<T, L> }
}

/// Replaces the last byte by one that is invalid there.
fn last_wrong(bytes: &mut Vec<u8>) {
    bytes.pop();
    bytes.push(0xFF);
}

fn last_missing(bytes: &mut Vec<u8>) {
    bytes.pop();
}

/// Repeats the bytes of `outer` before `inner`, a value of the same type within it, as often as they fit.
fn nested<T: Packable, L: Layout>(outer: &T, inner: &T) -> impl FnOnce(&mut Vec<u8>) {
    let (outer, inner) = (pack::<T, L>(outer), pack::<T, L>(inner));
    let before = outer.windows(inner.len()).position(|part| part == inner).unwrap_or(outer.len());
    let unit = outer[..before].to_vec();
    move |bytes| *bytes = unit.repeat(bytes.len() / unit.len())
}

fn trees<L: Layout>() -> Vec<Case> {
    let tree = perfect(12, &mut 0);
    let outer = Tree::Node(Box::new(perfect(2, &mut 0)), Box::new(perfect(0, &mut 0)));
    let list = (0..10_000).fold(List::Nil, |list, number| List::Cons(number, Box::new(list)));
    let cases = vec![
        made::<Tree, L>("tree, last byte missing", &tree, last_missing),
        made::<Tree, L>("tree, one byte after it", &tree, |bytes| bytes.push(0)),
        made::<Tree, L>("tree, nested to the end", &tree, nested::<_, L>(&outer, &perfect(2, &mut 0))),
        made::<List, L>("list, last tag wrong", &list, last_wrong),
        made::<List, L>("list, last byte missing", &list, last_missing),
    ];
    // Dropped in a loop: there are too many cells for one call each.
    let mut rest = list;
    while let List::Cons(_, next) = rest {
        rest = *next;
    }
    cases
}

fn documents<L: Layout>() -> Vec<Case> {
    let json = document(2_000);
    let text = || Json::Text("text".into());
    let many = |of: fn() -> Json| {
        move |bytes: &mut Vec<u8>| *bytes = pack::<Json, L>(&Json::Array((0..50_000).map(|_| of()).collect()))
    };
    let array = Json::Array(vec![text()]);
    let object = Json::Object(vec![("key".into(), text())]);
    vec![
        made::<Json, L>("document, last bool wrong", &json, last_wrong),
        made::<Json, L>("document, last byte missing", &json, last_missing),
        made::<Json, L>("document, arrays nested to the end", &json, nested::<_, L>(&array, &text())),
        made::<Json, L>("document, objects nested to the end", &json, nested::<_, L>(&object, &text())),
        made::<Json, L>("document, 50,000 nulls (valid)", &json, many(|| Json::Null)),
        made::<Json, L>("document, 50,000 empty arrays (valid)", &json, many(|| Json::Array(vec![]))),
        made::<Json, L>("document, 50,000 arrays, last wrong", &json, |bytes| {
            many(|| Json::Array(vec![Json::Bool(true)]))(bytes);
            last_wrong(bytes);
        }),
    ]
}

fn sequences<L: Layout>() -> Vec<Case> {
    let long = ["é".repeat(50_000)];
    let booleans = vec![true; 100_000];
    vec![
        made::<Vec<String>, L>("words, last not UTF-8", &words(10_000), last_wrong),
        made::<Vec<String>, L>("words, last byte missing", &words(10_000), last_missing),
        made::<Vec<String>, L>("words, 50,000 empty ones (valid)", &words(10_000), |bytes| {
            *bytes = pack::<Vec<String>, L>(&vec![String::new(); 50_000]);
        }),
        made::<[String; 1], L>("one long text, its end not UTF-8", &long, last_wrong),
        made::<Vec<bool>, L>("bools, last wrong", &booleans, last_wrong),
        made::<Vec<char>, L>("chars, last wrong", &vec!['x'; 25_000], last_wrong),
        made::<Vec<u64>, L>("integers, last byte missing", &vec![7; 12_500], last_missing),
        made::<Vec<Option<u8>>, L>("options, last tag wrong", &vec![None; 50_000], last_wrong),
    ]
}

fn keys<L: Layout>() -> Vec<Case> {
    // A sequence of the same elements has the same bytes, and need not be sorted.
    let twice = |bytes: &mut Vec<u8>| {
        let mut words = words(10_000);
        words[9_999] = words[9_998].clone();
        *bytes = pack::<Vec<String>, L>(&words);
    };
    let unsorted = |bytes: &mut Vec<u8>| {
        let mut entries: Vec<(u64, u64)> = (0..6_000).map(|key| (key, 0)).collect();
        entries.swap(5_998, 5_999);
        *bytes = pack::<Vec<(u64, u64)>, L>(&entries);
    };
    let alike = |bytes: &mut Vec<u8>| {
        let keys = (0..100).map(|number| format!("{}{number:04}", "x".repeat(1_000)));
        *bytes = pack::<BTreeSet<String>, L>(&keys.collect());
    };
    let set: BTreeSet<String> = words(10_000).into_iter().collect();
    let map: BTreeMap<u64, u64> = (0..6_000).map(|key| (key, 0)).collect();
    vec![
        made::<BTreeSet<String>, L>("set of words, last one twice", &set, twice),
        made::<BTreeSet<String>, L>("set of words, equal for 1,000 letters (valid)", &set, alike),
        made::<BTreeMap<u64, u64>, L>("map of integers, last two swapped", &map, unsorted),
    ]
}

/// Returns short inputs, where the cost of an error is a part that does not depend on the length.
fn claims<L: Layout>() -> Vec<Case> {
    let claim = |bytes: &mut Vec<u8>| {
        *bytes = [&[0xFE][..], &(1_u64 << 60).to_le_bytes(), &[0; 7]].concat();
    };
    vec![
        made::<Vec<u8>, L>("16 bytes that claim 2^60 bytes", &vec![0; 15], claim),
        made::<Vec<String>, L>("16 bytes that claim 2^60 words", &vec!["a".into(), "b".into(), "c".into()], claim),
    ]
}

/// Returns wrong sizes and tables of `Indexed`, where the error is found last.
fn sizes() -> Vec<Case> {
    vec![
        // A tag, then the size of the left subtree, in five bytes.
        made::<Tree, Indexed>("tree, size of the left half wrong", &perfect(12, &mut 0), |bytes| bytes[2] ^= 1),
        // A head number of five bytes, then entries of four.
        made::<Vec<String>, Indexed>("words, last entry of the table wrong", &words(10_000), |bytes| {
            bytes[5 + 4 * 9_999] ^= 1;
        }),
    ]
}

/// Returns the time of a validation for a byte, over this number of runs.
fn time(validate: fn(&[u8]) -> Result<usize, usize>, bytes: &[u8], runs: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        let _ = black_box(validate(black_box(bytes)));
    }
    start.elapsed().as_secs_f64() / f64::from(runs) / bytes.len() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns a number of runs that takes long enough to be timed.
fn runs(validate: fn(&[u8]) -> Result<usize, usize>, bytes: &[u8]) -> u32 {
    let once = time(validate, bytes, 3) * bytes.len() as f64;
    (Duration::from_micros(500).as_secs_f64() / once.max(1e-9)).clamp(1.0, 1e6) as u32
}

fn summary(cases: &[(bool, f64)]) -> String {
    let above = cases.iter().filter(|(_, ratio)| *ratio > 2.0).count();
    let highest = cases.iter().map(|(_, ratio)| *ratio).fold(0.0, f64::max);
    format!("{above} of {} are above 2.00; the highest is {highest:.2}", cases.len())
}

/// Times a case and prints its line; returns whether it is refused, and its ratio.
fn measure(case: &Case) -> (bool, f64) {
    // Many short rounds, so that other work of the machine disturbs few of them.
    const ROUNDS: usize = 301;
    let Case { layout, name, ordinary, hostile, validate } = case;
    assert_eq!(validate(ordinary), Ok(ordinary.len()), "{name}, {layout}");
    let verdict = validate(hostile);
    let outcome = match verdict {
        Ok(_) => "accepted".to_string(),
        Err(offset) => format!("refused at {:.0} %", offset as f64 / hostile.len() as f64 * 100.0),
    };
    let (ordinary_runs, hostile_runs) = (runs(*validate, ordinary), runs(*validate, hostile));
    let rounds: Vec<(f64, f64)> = (0..ROUNDS)
        .map(|_| (time(*validate, ordinary, ordinary_runs), time(*validate, hostile, hostile_runs)))
        .collect();
    let ratio = median(rounds.iter().map(|(ordinary, hostile)| hostile / ordinary).collect());
    let (ordinary_time, hostile_time) = rounds.into_iter().unzip::<f64, f64, Vec<_>, Vec<_>>();
    println!(
        "| {name} | {layout} | {outcome} | {} | {:.3} | {:.3} | {ratio:.2} |",
        hostile.len(),
        median(ordinary_time) * 1e9,
        median(hostile_time) * 1e9,
    );
    (verdict.is_err(), ratio)
}

fn cases<L: Layout>() -> Vec<Case> {
    [trees::<L>(), documents::<L>(), sequences::<L>(), keys::<L>(), claims::<L>()].into_iter().flatten().collect()
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return println!("hostile: nothing to test");
    }
    let mut all = cases::<Compact>();
    all.extend(cases::<Indexed>());
    all.extend(sizes());
    println!("| hostile input | layout | outcome | bytes | ordinary, ns/byte | hostile, ns/byte | ratio |");
    println!("| :--- | :--- | :--- | ---: | ---: | ---: | ---: |");
    let (refused, accepted): (Vec<_>, Vec<_>) = all.iter().map(measure).partition(|(is_refused, _)| *is_refused);
    println!("\nrefused: {}\naccepted: {}", summary(&refused), summary(&accepted));
}
