//! The cost of a stream compared with its lower bound: `cargo bench -p packed-data --bench stream`.
//!
//! Log records of about a kilobyte are written and read, through memory, so that no system call hides the rest. The
//! lower bound of reading is to copy the bytes of each record and validate it in its new place. The lower bound of
//! writing is to pack each record into one buffer, which is used again, and to copy it out. The figure is the ratio to
//! that bound; the target is 1.3. As in `figures`, a round times every contestant once, in turn, and a ratio is the
//! median over the rounds of the ratio within a round. Every contestant's answer is compared with the others' before
//! anything is timed.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use packed_data::stream::{Decoder, Error, Reader, Step, Writer};
use packed_data::{Compact, Indexed, Layout, Packable, Packed, pack_into};

/// A line of a log.
#[derive(Packable)]
struct Record {
    time: u64,
    level: Severity,
    target: String,
    message: String,
    fields: Vec<(String, Value)>,
    span: Option<[u8; 16]>,
}

#[derive(Packable)]
#[allow(dead_code, reason = "this log does not use every level")]
enum Severity {
    Debug,
    Info,
    Warning,
    Error { code: u32 },
}

#[derive(Packable)]
enum Value {
    Number(i64),
    Flag(bool),
    Text(String),
}

fn record(number: u64) -> Record {
    let level = if number.is_multiple_of(7) { Severity::Error { code: 500 } } else { Severity::Info };
    let text = |length: usize| "the quick brown fox jumps over the lazy dog; ".chars().cycle().take(length).collect();
    let fields = (0..10).map(|field| {
        let value = match field % 3 {
            0 => Value::Number(number as i64 * field),
            1 => Value::Flag(field > 4),
            _ => Value::Text(text(40 + field as usize)),
        };
        (format!("field-{field}"), value)
    });
    Record {
        time: 1_700_000_000_000 + number,
        level,
        target: "server::connection::http".into(),
        message: text(500 + (number % 200) as usize),
        fields: fields.collect(),
        span: number.is_multiple_of(2).then_some([7; 16]),
    }
}

/// A contestant with its name.
struct Contestant<'c> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'c>,
}

impl<'c> Contestant<'c> {
    fn new(name: &'static str, run: impl FnMut() -> u64 + 'c) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// Returns the time of one run.
    fn time(&mut self) -> Duration {
        let start = Instant::now();
        black_box((self.run)());
        start.elapsed()
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Times contestants in turn, and prints the median of each and of its ratio to the first.
fn compare(title: &str, bytes: usize, contestants: &mut [Contestant<'_>]) {
    const ROUNDS: usize = 101;
    let answers: Vec<u64> = contestants.iter_mut().map(|one| (one.run)()).collect();
    for (one, answer) in contestants.iter().zip(&answers) {
        assert_eq!(*answer, answers[0], "{}: {} has another answer", title, one.name);
    }
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for (one, times) in contestants.iter_mut().zip(&mut times) {
            times.push(one.time().as_secs_f64());
        }
    }
    println!("\n### {title}\n\n| contestant | time | GB/s | ratio |\n| :--- | ---: | ---: | ---: |");
    for (one, own) in contestants.iter().zip(&times) {
        let ratios = own.iter().zip(&times[0]).map(|(own, first)| own / first).collect();
        let time = median(own.clone());
        println!("| {} | {:.3} ms | {:.3} | {:.3} |", one.name, time * 1e3, bytes as f64 / time / 1e9, median(ratios));
    }
}

/// Copies bytes in such a way that the compiler cannot see that the copy is not read.
fn copy<'o>(bytes: &[u8], out: &'o mut [u8]) -> &'o [u8] {
    out[..bytes.len()].copy_from_slice(black_box(bytes));
    black_box(&out[..bytes.len()])
}

/// Returns the number of bytes of a valid record.
fn size<L: Layout>(bytes: &[u8]) -> u64 {
    Packed::<Record, L, _>::from_bytes(bytes).map_or(0, |packed| black_box(packed).as_bytes().len() as u64)
}

/// A sink that copies all bytes to the same place again, as a socket does.
struct Into(Vec<u8>);

impl Write for Into {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        copy(bytes, &mut self.0);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn read_all<L: Layout>(stream: &[u8]) -> Result<u64, Error> {
    let (mut reader, mut sum) = (Reader::<_, Record, L>::new(stream), 0);
    while let Some(record) = reader.next()? {
        sum += black_box(record).as_bytes().len() as u64;
    }
    Ok(sum)
}

fn decode_all<L: Layout>(stream: &[u8], piece: usize) -> Result<u64, Error> {
    let (mut decoder, mut sum) = (Decoder::<Record, L>::new(), 0);
    for piece in stream.chunks(piece) {
        decoder.feed(piece);
        while let Step::Value(record) = decoder.next()? {
            sum += black_box(record).as_bytes().len() as u64;
        }
    }
    decoder.finish()?;
    Ok(sum)
}

fn reading<L: Layout>(records: &[Record]) -> Result<(), Error> {
    let mut writer = Writer::<_, Record, L>::new(Vec::new());
    let mut packed = Vec::new();
    for record in records {
        writer.write(record)?;
        packed.push(Packed::<Record, L>::pack(record).into_inner());
    }
    let stream = writer.into_inner();
    let total: usize = packed.iter().map(Vec::len).sum();
    let (mut hot, mut whole) = (vec![0; 1 << 16], vec![0; total]);
    let contiguous = packed.concat();
    compare(
        &format!("Reading {} records of {} bytes, {}", records.len(), total / records.len(), L::NAME),
        stream.len(),
        &mut [
            Contestant::new("each record copied to one place, and validated there", || {
                let mut rest = contiguous.as_slice();
                packed
                    .iter()
                    .map(|record| {
                        let (bytes, after) = rest.split_at(record.len());
                        rest = after;
                        size::<L>(copy(bytes, &mut hot))
                    })
                    .sum()
            }),
            Contestant::new("all copied, and then each validated", || {
                let mut rest = copy(&contiguous, &mut whole);
                packed
                    .iter()
                    .map(|record| {
                        let (bytes, after) = rest.split_at(record.len());
                        rest = after;
                        size::<L>(bytes)
                    })
                    .sum()
            }),
            Contestant::new("`Reader` (target: at most 1.3)", || read_all::<L>(black_box(&stream)).unwrap_or(0)),
            Contestant::new("`Decoder`, in pieces of 1,000 bytes", || decode_all::<L>(&stream, 1000).unwrap_or(0)),
            Contestant::new("`Decoder`, in pieces of 65,536 bytes", || decode_all::<L>(&stream, 1 << 16).unwrap_or(0)),
        ],
    );
    Ok(())
}

fn writing<L: Layout>(records: &[Record]) {
    let packed: Vec<_> = records.iter().map(Packed::<Record, L>::pack).collect();
    let total: usize = packed.iter().map(|packed| packed.as_bytes().len()).sum();
    let title = |what| format!("Writing {} records, {what}, {}", records.len(), L::NAME);
    let (mut buffer, mut out) = (Vec::new(), vec![0; 1 << 16]);
    let mut sum = |bytes: &[u8]| copy(bytes, &mut out).len() as u64;
    compare(
        &title("packed as they are written"),
        total,
        &mut [
            Contestant::new("each packed into one buffer, and copied", || {
                records
                    .iter()
                    .map(|record| {
                        buffer.clear();
                        pack_into::<Record, L>(black_box(record), &mut buffer).map_or(0, |()| sum(&buffer))
                    })
                    .sum()
            }),
            Contestant::new("`Writer::write` (target: at most 1.3)", || {
                let mut writer = Writer::<_, Record, L>::new(Into(vec![0; 1 << 16]));
                records.iter().for_each(|record| drop(writer.write(black_box(record))));
                writer.offset() - 3 * writer.values()
            }),
        ],
    );
    let (mut frame, mut out) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    compare(
        &title("packed already"),
        total,
        &mut [
            Contestant::new("each copied to a buffer, and from there", || {
                packed.iter().map(|record| copy(copy(record.as_bytes(), &mut frame), &mut out).len() as u64).sum()
            }),
            Contestant::new("`Writer::write_packed`", || {
                let mut writer = Writer::<_, Record, L>::new(Into(vec![0; 1 << 16]));
                packed.iter().for_each(|record| drop(writer.write_packed(black_box(record))));
                writer.offset() - 3 * writer.values()
            }),
        ],
    );
}

/// Writing and reading together.
fn both<L: Layout>(records: &[Record]) {
    let packed: Vec<_> = records.iter().map(Packed::<Record, L>::pack).collect();
    let total: usize = packed.iter().map(|packed| packed.as_bytes().len()).sum();
    let mut whole = vec![0; total];
    compare(
        &format!("A stream written from packed records and read again, {}", L::NAME),
        total,
        &mut [
            Contestant::new("all copied to one block, and each copied from it and validated", || {
                let mut at = 0;
                for record in &packed {
                    at += copy(record.as_bytes(), &mut whole[at..]).len();
                }
                let (mut hot, mut at) = (vec![0; 1 << 16], 0);
                packed
                    .iter()
                    .map(|record| {
                        let from = at;
                        at += record.as_bytes().len();
                        size::<L>(copy(&whole[from..at], &mut hot))
                    })
                    .sum()
            }),
            Contestant::new("`Writer` and `Reader` (target: at most 1.3)", || {
                let mut writer = Writer::<_, Record, L>::new(Vec::with_capacity(total + 3 * records.len()));
                packed.iter().for_each(|record| drop(writer.write_packed(black_box(record))));
                read_all::<L>(&writer.into_inner()).unwrap_or(0)
            }),
        ],
    );
}

fn main() -> Result<(), Error> {
    if std::env::args().any(|argument| argument == "--test") {
        println!("stream: nothing to test");
        return Ok(());
    }
    let records: Vec<_> = (0..4096).map(record).collect();
    reading::<Compact>(&records)?;
    reading::<Indexed>(&records)?;
    writing::<Compact>(&records);
    writing::<Indexed>(&records);
    both::<Compact>(&records);
    Ok(())
}
