//! Counts the events of a log by minute and country, on many workers: an example of `packed-data-timely`.
//!
//! ```text
//! cargo run --release -p dataflow -- -w 2                two workers in one process
//! cargo run --release -p dataflow -- -n 2 -p 0           two processes on this machine: the first ...
//! cargo run --release -p dataflow -- -n 2 -p 1           ... and the second, in another terminal
//! cargo run --release -p dataflow -- --plain             the same answer, by a loop
//! cargo run --release -p dataflow -- --figures 5         measures all forms of records, five times each, in turn
//! ```
//!
//! With `-h FILE` the processes are on any machines: line `p` of the file is the address of process `p`.
//!
//! - `model`: the records, and a log of them that is generated;
//! - `graph`: the dataflow, for records in any form;
//! - `packed`, `vectors`, `columns`: these forms; `plain`: the same computation as a loop;
//! - `answer`: what all of them compute;
//! - `feed`, `run`, `figures`: gives the workers their share, runs them, and measures.
#![forbid(unsafe_code)]

mod answer;
mod columns;
mod feed;
mod figures;
mod graph;
mod model;
mod packed;
mod plain;
mod run;
mod vectors;

use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use getopts::{Matches, Options};

use crate::feed::LogFile;
use crate::model::Log;
use crate::run::FormName;

/// Runs the program with the arguments of this process.
///
/// # Errors
///
/// Returns an error for arguments that it does not know, and if the computation fails. The process should end then.
pub fn run() -> Result<(), Box<dyn Error>> {
    let mut options = Options::new();
    options.optopt("", "records", "events of the log that is generated (2000000)", "NUM");
    options.optopt("", "users", "users (20000)", "NUM");
    options.optopt("", "form", "records are packed (default), in vectors or in columns", "FORM");
    options.optopt("", "file", "read the events from a packed file", "FILE");
    options.optopt("", "write", "write the events to a packed file, and end", "FILE");
    options.optflag("", "plain", "compute the answer by a loop, and end");
    options.optflag("", "check", "compare the answer with that of a loop");
    options.optopt("", "figures", "measure all forms, each so often", "ROUNDS");
    options.optflag("", "help", "print this");
    timely::Config::install_options(&mut options);
    let matches = options.parse(std::env::args().skip(1))?;
    if matches.opt_present("help") {
        print!("{}", options.usage("Counts the events of a log by minute and country, on many workers."));
        return Ok(());
    }

    let log = Log::new(number(&matches, "records", 2_000_000)?, number(&matches, "users", 20_000)?);
    if let Some(rounds) = matches.opt_str("figures") {
        return figures::print(&log, parse::<usize>("figures", &rounds)?.max(1));
    }
    if let Some(path) = matches.opt_str("write") {
        return feed::write(&log, path.as_ref());
    }
    let form = match matches.opt_str("form") {
        None => FormName::Packed,
        Some(name) => FormName::ALL
            .into_iter()
            .find(|form| form.name() == name)
            .ok_or_else(|| format!("--form: expected packed, vectors or columns, found {name}"))?,
    };
    let file = matches.opt_str("file").map(PathBuf::from);
    if file.is_some() && form != FormName::Packed {
        return Err("--file: the records in a file are packed".into());
    }
    let file = file.map(LogFile::open).transpose()?.map(Arc::new);
    if matches.opt_present("plain") {
        println!("{}", plain::run(&log, file.as_deref())?);
        return Ok(());
    }

    let outcome = run::run(config(&matches)?, form, &log, file.clone())?;
    println!("took {} s, sent {} bytes", outcome.time.as_secs_f64(), outcome.sent);
    let Some(answer) = outcome.answer else { return Ok(()) };
    println!("{answer}");
    if matches.opt_present("check") {
        let expected = plain::run(&log, file.as_deref())?.digest();
        let found = answer.digest();
        if found != expected {
            return Err(format!("the answer differs: expected digest {expected:016x}, found {found:016x}").into());
        }
        println!("a loop has the same answer");
    }
    Ok(())
}

/// Returns what the options of timely say. Its own errors do not say which option is wrong.
fn config(matches: &Matches) -> Result<timely::Config, Box<dyn Error>> {
    for option in ["w", "p", "n"] {
        number::<usize>(matches, option, 0)?;
    }
    if let Some(hosts) = matches.opt_str("h") {
        std::fs::File::open(&hosts).map_err(|error| format!("-h {hosts}: {error}"))?;
    }
    Ok(timely::Config::from_matches(matches)?)
}

/// Returns the number of an option, or a default.
fn number<N: FromStr<Err: Error>>(matches: &Matches, name: &str, default: N) -> Result<N, Box<dyn Error>> {
    matches.opt_str(name).map_or(Ok(default), |text| parse(name, &text))
}

fn parse<N: FromStr<Err: Error>>(name: &str, text: &str) -> Result<N, Box<dyn Error>> {
    let dashes = if name.len() == 1 { "-" } else { "--" };
    text.parse().map_err(|error| format!("{dashes}{name} {text}: {error}").into())
}

/// The page of the book on dataflows, whose code needs what this package depends on.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/dataflow.md")]
mod book {}
