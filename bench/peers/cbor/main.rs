//! The cost of CBOR as a layout, compared with libraries that decode it:
//! `cargo bench --manifest-path bench/peers/Cargo.toml --bench cbor`.
//!
//! Reading: the same value is validated and read through a cursor, or only read after a validation that is not timed;
//! each other library decodes it to owned values, which are then read and dropped. Writing: the same values are written
//! into one buffer that is used again. A round times every contestant once, in turn. Every contestant's answer is
//! compared with the others' before anything is timed. Each target is judged below its table, whether it is reached or
//! missed.
//!
//! Two ratios are printed: the median over the rounds of the ratio within a round, as in `figures`, and the ratio of
//! the least times. A target is judged by the latter. A longer run is interrupted more often by other work of the
//! machine, so the median favours contestants with shorter runs. The least time is that of a run without interruption.
//!
//! Each contestant reads the bytes that it wrote itself, because enums have several forms in CBOR. The table shows
//! their number.

mod data;
mod read;

use std::hint::black_box;
use std::time::{Duration, Instant};

use minicbor::{Decode, Encode};
use packed_data::layout::haskell;
use packed_data::{Cbor, Compact, Cursor, Done, Layout, Packable, Packed, pack_into};
use serde::{Serialize, de::DeserializeOwned};

use data::Sample;

/// A contestant with its name.
struct Contestant<'c> {
    name: String,
    /// Number of bytes that it reads or writes.
    bytes: usize,
    run: Box<dyn FnMut() -> i64 + 'c>,
}

impl<'c> Contestant<'c> {
    fn new(name: impl Into<String>, bytes: usize, run: impl FnMut() -> i64 + 'c) -> Self {
        Self { name: name.into(), bytes, run: Box::new(run) }
    }

    /// Returns the time of one run.
    fn time(&mut self) -> f64 {
        let start = Instant::now();
        black_box((self.run)());
        start.elapsed().as_secs_f64()
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The times of contestants, round by round.
struct Times(Vec<Vec<f64>>);

impl Times {
    /// Compares the answers, then times the contestants in turn.
    fn of(title: &str, contestants: &mut [Contestant<'_>]) -> Self {
        let answers: Vec<i64> = contestants.iter_mut().map(|one| (one.run)()).collect();
        for (one, answer) in contestants.iter().zip(&answers) {
            assert_eq!(*answer, answers[0], "{title}: {} has another answer", one.name);
        }
        let slowest = contestants.iter_mut().map(Contestant::time).fold(0.0, f64::max);
        let budget = Duration::from_secs(6).as_secs_f64() / contestants.len() as f64;
        let rounds = (budget / slowest).clamp(21.0, 201.0) as usize;
        let round = |_| contestants.iter_mut().map(Contestant::time).collect();
        Self((0..rounds).map(round).collect())
    }

    /// Returns the least time of a contestant.
    fn least(&self, index: usize) -> f64 {
        self.0.iter().map(|round| round[index]).fold(f64::INFINITY, f64::min)
    }

    /// Returns how many times as long as another a contestant takes: the median over the rounds.
    fn median_ratio(&self, index: usize, beside: usize) -> f64 {
        median(self.0.iter().map(|round| round[index] / round[beside]).collect())
    }

    /// Returns the same ratio of the least times.
    fn ratio(&self, index: usize, beside: usize) -> f64 {
        self.least(index) / self.least(beside)
    }

    /// Returns the fastest of some contestants.
    fn fastest(&self, among: std::ops::Range<usize>) -> usize {
        among.min_by(|a, b| self.least(*a).total_cmp(&self.least(*b))).unwrap_or_default()
    }
}

/// Times contestants, prints a table with the ratio of each to the fastest of `peers`, and returns the times and that
/// peer.
fn table(title: &str, contestants: &mut [Contestant<'_>], peers: std::ops::Range<usize>) -> (Times, usize) {
    let times = Times::of(title, contestants);
    let best = times.fastest(peers);
    println!("\n### {title}\n");
    println!("| contestant | bytes | least time | beside {} | median of that |", contestants[best].name);
    println!("| :--- | ---: | ---: | ---: | ---: |");
    for (index, one) in contestants.iter().enumerate() {
        let (time, ratio, median) =
            (times.least(index) * 1e3, times.ratio(index, best), times.median_ratio(index, best));
        println!("| {} | {} | {time:.3} ms | {ratio:.3} | {median:.3} |", one.name, one.bytes);
    }
    println!();
    (times, best)
}

fn judge(what: &str, found: f64, target: f64) {
    let verdict = if found <= target { "reached" } else { "MISSED" };
    println!("- {what}: {found:.3}, target at most {target:.3}: **{verdict}**");
}

/// The traits of types that the library under test and its peers can all read and write.
trait Everywhere: Packable + Serialize + DeserializeOwned + for<'b> Decode<'b, ()> + Encode<()> {}
impl<T: Packable + Serialize + DeserializeOwned + for<'b> Decode<'b, ()> + Encode<()>> Everywhere for T {}

/// A function that reads a value through a cursor, and returns a sum of it.
type Reader<T> = for<'a, 'id> fn(Cursor<'a, 'id, <T as Packable>::As, Cbor>) -> Done<'id, i64, Cbor>;

fn reading<T: Everywhere>(title: &str, value: &T, read: Reader<T>, owned: fn(&T) -> i64) {
    let (packed, answer) = (Packed::<T, Cbor>::pack(value), owned(value));
    let by_minicbor = minicbor::to_vec(value).unwrap();
    let by_minicbor_serde = minicbor_serde::to_vec(value).unwrap();
    let mut by_ciborium = Vec::new();
    ciborium::into_writer(value, &mut by_ciborium).unwrap();
    let by_cbor4ii = cbor4ii::serde::to_vec(Vec::new(), value).unwrap();
    let contestants = &mut [
        Contestant::new("packed-data, validated and read", packed.as_bytes().len(), || {
            Packed::<T, Cbor, _>::from_bytes(black_box(packed.as_bytes())).unwrap().read(read)
        }),
        Contestant::new("packed-data, read", packed.as_bytes().len(), || black_box(&packed).read(read)),
        Contestant::new("packed-data, validated", packed.as_bytes().len(), || {
            black_box(Packed::<T, Cbor, _>::from_bytes(black_box(packed.as_bytes())).unwrap());
            answer
        }),
        Contestant::new("minicbor", by_minicbor.len(), || {
            owned(&minicbor::decode::<T>(black_box(&by_minicbor)).unwrap())
        }),
        Contestant::new("minicbor-serde", by_minicbor_serde.len(), || {
            owned(&minicbor_serde::from_slice::<T>(black_box(&by_minicbor_serde)).unwrap())
        }),
        Contestant::new("ciborium", by_ciborium.len(), || {
            owned(&ciborium::from_reader::<T, _>(black_box(by_ciborium.as_slice())).unwrap())
        }),
        Contestant::new("cbor4ii", by_cbor4ii.len(), || {
            owned(&cbor4ii::serde::from_slice::<T>(black_box(&by_cbor4ii)).unwrap())
        }),
    ];
    let (times, best) = table(&format!("Reading {title}"), contestants, 3..7);
    judge("reading through a cursor beside decoding", times.ratio(1, best), 1.0 / 3.0);
    judge("validating and reading beside decoding", times.ratio(0, best), 1.0 / 3.0);
}

fn writing<T: Everywhere>(title: &str, value: &T) {
    let mut buffers: [Vec<u8>; 5] = Default::default();
    let [ours, minis, mini_serdes, ciboriums, cbor4iis] = &mut buffers;
    // The number of bytes is not an answer, because the forms differ.
    pack_into::<T, Cbor>(value, ours).unwrap();
    minicbor::encode(value, &mut *minis).unwrap();
    value.serialize(&mut minicbor_serde::Serializer::new(&mut *mini_serdes)).unwrap();
    ciborium::into_writer(value, &mut *ciboriums).unwrap();
    *cbor4iis = cbor4ii::serde::to_vec(std::mem::take(cbor4iis), value).unwrap();
    let bytes = [ours.len(), minis.len(), mini_serdes.len(), ciboriums.len(), cbor4iis.len()];
    let again = |buffer: &mut Vec<u8>, write: &mut dyn FnMut(&mut Vec<u8>)| {
        buffer.clear();
        write(buffer);
        i64::from(black_box(&*buffer).is_empty())
    };
    let contestants = &mut [
        Contestant::new("packed-data", bytes[0], || {
            again(ours, &mut |buffer| pack_into::<T, Cbor>(black_box(value), buffer).unwrap())
        }),
        Contestant::new("minicbor", bytes[1], || {
            again(minis, &mut |buffer| minicbor::encode(black_box(value), buffer).unwrap())
        }),
        Contestant::new("minicbor-serde", bytes[2], || {
            again(mini_serdes, &mut |buffer| {
                value.serialize(&mut minicbor_serde::Serializer::new(buffer)).unwrap();
            })
        }),
        Contestant::new("ciborium", bytes[3], || {
            again(ciboriums, &mut |buffer| ciborium::into_writer(black_box(value), buffer).unwrap())
        }),
        Contestant::new("cbor4ii", bytes[4], || {
            again(cbor4iis, &mut |buffer| {
                *buffer = cbor4ii::serde::to_vec(std::mem::take(buffer), black_box(value)).unwrap();
            })
        }),
    ];
    let (times, _) = table(&format!("Writing {title}"), contestants, 1..2);
    judge("writing beside minicbor", times.ratio(0, 1), 1.0);
}

fn fold<L: Layout>(packed: &Packed<Vec<Sample>, L>) -> i64 {
    black_box(packed).read(read::samples)
}

fn steps<L: Layout>(packed: &Packed<Vec<Sample>, L>) -> i64 {
    black_box(packed).read(read::samples_one_by_one)
}

fn store(values: &Vec<Sample>) {
    let compact = Packed::<_, Compact>::pack(values);
    let store = Packed::<_, haskell::Store>::pack(values);
    let (of_compact, of_store) = (compact.as_bytes().len(), store.as_bytes().len());
    let contestants = &mut [
        Contestant::new("Compact, fold_items", of_compact, || fold(&compact)),
        Contestant::new("Store, fold_items", of_store, || fold(&store)),
        Contestant::new("Compact, one by one", of_compact, || steps(&compact)),
        Contestant::new("Store, one by one", of_store, || steps(&store)),
    ];
    let (times, _) = table("Reading `{i64, u8, f64}` in Haskell's store", contestants, 0..1);
    judge("Store beside Compact, fold_items", times.ratio(1, 0), 1.2);
    judge("Store beside Compact, one by one", times.ratio(3, 2), 1.2);
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return println!("cbor: nothing to test");
    }
    let records = data::records(20_000);
    let expression = data::expression(20);
    let samples = data::samples(100_000);
    reading("log records", &records, read::records, |records| read::owned_records(records));
    reading("an expression", &expression, read::expression, read::owned_expression);
    reading("`{i64, u8, f64}`", &samples, read::samples, |samples| read::owned_samples(samples));
    let mixed = data::mixed_samples(100_000);
    let title = "`{i64, u8, f64}` of all widths";
    reading(title, &mixed, read::samples, |samples| read::owned_samples(samples));
    writing("log records", &records);
    writing("an expression", &expression);
    writing("`{i64, u8, f64}`", &samples);
    writing(title, &mixed);
    store(&samples);
}
