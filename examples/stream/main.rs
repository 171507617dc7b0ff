//! A log of any length through a socket, compressed or not, in a few megabytes of memory.
//!
//!     cargo run --release -p stream-example --example stream [--megabytes N] [--through plain|deflate|zstd]
//!
//! One thread makes records and writes them; another reads and validates each of them, and counts. Records exist only
//! in the writer's buffer, in the socket, and in the reader's buffer. At the end the two threads compare their counts.
//! On Linux, the peak memory of the process is checked too: more than 64 MiB is an error, whatever the length of the
//! log.
#![forbid(unsafe_code)]

use std::io::{self, BufWriter, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use packed_data::stream::{Error, Reader, Writer};
use packed_data::{Compact, Cursor, Done, Filled, Needs, Packable};

const USAGE: &str = "usage: stream [--megabytes N] [--through plain|deflate|zstd]

Sends a log of N MB (64 by default) through a socket of this machine, in each way or in one, and prints the time and the
memory that it took.";

/// The limit on memory, in bytes.
const TOO_MUCH: u64 = 64 << 20;

/// A line of a log.
#[derive(Packable)]
#[allow(dead_code, reason = "records are only built and read in their packed form")]
struct Record {
    time: u64,
    level: Severity,
    message: String,
}

#[derive(Packable)]
#[allow(dead_code, reason = "records are only built and read in their packed form")]
enum Severity {
    Info,
    Warning { code: u16 },
}

/// The counts of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    records: u64,
    warnings: u64,
    time: u64,
    bytes: u64,
}

/// Builds the record with this number, in the writer's buffer.
fn build<'id>(needs: Needs<'id, Record, Compact>, number: u64, text: &str) -> Filled<'id> {
    let message = text.get(..800 + (number % 400) as usize).unwrap_or(text);
    Record::start_record(needs)
        .put(&number)
        .with(|level| match number % 10 {
            0 => Severity::write_warning(level, &507),
            _ => Severity::write_info(level),
        })
        .put(message)
        .done()
}

/// Returns the time, and the number of warnings: 0 or 1.
fn look<'id>(record: Cursor<'_, 'id, Record, Compact>) -> Done<'id, (u64, u64), Compact> {
    let (time, fields) = record.fields().read();
    let (warnings, fields) = fields.with(|level| match level.case() {
        SeverityCase::Info(fields) => fields.done(0),
        SeverityCase::Warning(fields) => fields.skip().done(1),
    });
    fields.skip().done((time, warnings))
}

/// Writes records until their size reaches `bytes`; returns the sink and the counts.
fn send<W: Write>(sink: W, bytes: u64) -> Result<(W, Tally), Error> {
    let text = "the quick brown fox jumps over the lazy dog; ".repeat(30);
    let (mut writer, mut tally) = (Writer::<_, Record, Compact>::new(sink), Tally::default());
    while writer.offset() < bytes {
        let number = writer.values();
        writer.build(|needs| build(needs, number, &text))?;
        tally.warnings += u64::from(number.is_multiple_of(10));
        tally.time += number;
    }
    writer.flush()?;
    (tally.records, tally.bytes) = (writer.values(), writer.offset());
    Ok((writer.into_inner(), tally))
}

/// Reads records to the end; returns the counts.
fn receive(source: impl Read) -> Result<Tally, Error> {
    let (mut reader, mut tally) = (Reader::<_, Record, Compact>::new(source), Tally::default());
    while let Some(record) = reader.next()? {
        let (time, warnings) = record.read(look);
        tally.time += time;
        tally.warnings += warnings;
    }
    (tally.records, tally.bytes) = (reader.values(), reader.offset());
    Ok(tally)
}

/// The way of the stream through the socket.
#[derive(Clone, Copy, Debug)]
enum Through {
    Plain,
    Deflate,
    Zstd,
}

impl Through {
    fn send(self, socket: TcpStream, bytes: u64) -> Result<Tally, Error> {
        // Without a buffer, each small record would be a system call.
        let sink = BufWriter::with_capacity(64 << 10, socket);
        let (sink, tally) = match self {
            Self::Plain => send(sink, bytes)?,
            Self::Deflate => {
                let (encoder, tally) =
                    send(flate2::write::DeflateEncoder::new(sink, flate2::Compression::fast()), bytes)?;
                (encoder.finish()?, tally)
            }
            Self::Zstd => {
                let (encoder, tally) = send(zstd::Encoder::new(sink, 1)?, bytes)?;
                (encoder.finish()?, tally)
            }
        };
        sink.into_inner().map_err(io::Error::from)?.shutdown(Shutdown::Write)?;
        Ok(tally)
    }

    fn receive(self, socket: TcpStream) -> Result<Tally, Error> {
        match self {
            Self::Plain => receive(socket),
            Self::Deflate => receive(flate2::read::DeflateDecoder::new(socket)),
            Self::Zstd => receive(zstd::Decoder::new(socket)?),
        }
    }

    /// Sends `bytes` bytes from one thread to another.
    fn run(self, bytes: u64) -> Result<(), String> {
        let start = Instant::now();
        let (there, here) = socket().map_err(|error| format!("cannot make a socket: {error}"))?;
        let (sent, received) = thread::scope(|scope| {
            let sender = scope.spawn(move || self.send(there, bytes));
            let received = self.receive(here);
            (sender.join(), received)
        });
        let sent = sent.map_err(|_| "the sender panicked")?.map_err(|error| format!("cannot send: {error}"))?;
        let received = received.map_err(|error| format!("cannot receive: {error}"))?;
        if sent != received {
            return Err(format!("sent {sent:?}, but received {received:?}"));
        }
        let seconds = start.elapsed().as_secs_f64();
        let (name, megabytes) = (format!("{self:?}").to_lowercase(), sent.bytes as f64 / 1e6);
        println!(
            "{name:<8} {:>9} records, {:>7} warnings, {megabytes:>7.0} MB in {seconds:>5.2} s ({:>4.0} MB/s)",
            sent.records,
            sent.warnings,
            megabytes / seconds
        );
        Ok(())
    }
}

/// Returns the two ends of a socket.
fn socket() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let one = TcpStream::connect(listener.local_addr()?)?;
    Ok((one, listener.accept()?.0))
}

/// Returns the peak memory of this process in bytes, if the system reports it.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Returns the number of megabytes and the ways; `None` if help was requested.
fn options() -> Result<Option<(u64, Vec<Through>)>, lexopt::Error> {
    use lexopt::prelude::*;
    let (mut megabytes, mut through) = (64, vec![Through::Plain, Through::Deflate, Through::Zstd]);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(None),
            Long("megabytes") => megabytes = arguments.value()?.parse::<u32>()?.into(),
            Long("through") => {
                through = vec![arguments.value()?.parse_with(|name| match name {
                    "plain" => Ok(Through::Plain),
                    "deflate" => Ok(Through::Deflate),
                    "zstd" => Ok(Through::Zstd),
                    _ => Err("expected `plain`, `deflate` or `zstd`"),
                })?];
            }
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some((megabytes, through)))
}

fn run(megabytes: u64, through: &[Through]) -> Result<(), String> {
    through.iter().try_for_each(|through| through.run(megabytes * 1_000_000))?;
    let Some(memory) = most_memory() else {
        println!("(this system does not report the peak memory)");
        return Ok(());
    };
    println!("at most {:.1} MiB of memory", memory as f64 / f64::from(1 << 20));
    if memory < TOO_MUCH { Ok(()) } else { Err("that is more than 64 MiB".into()) }
}

fn main() -> ExitCode {
    let outcome = match options() {
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Ok(Some((megabytes, through))) => run(megabytes, &through),
        Err(error) => {
            eprintln!("stream: {error}; {}", USAGE.lines().next().unwrap_or_default());
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stream: {error}");
            ExitCode::FAILURE
        }
    }
}
