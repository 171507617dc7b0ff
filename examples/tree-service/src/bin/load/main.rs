//! A load test on loopback: packed trees against JSON and postcard, and good requests beside hostile ones.
//!
//!     cargo run --release -p tree-service --bin load -- [--quick] [--hostile]
//!
//! The service runs as a process of its own (this program once more), one for each contestant, so that its memory and
//! its time can be told. The contestants take turns, several rounds; medians count. Markdown on the standard output.
#![forbid(unsafe_code)]

mod client;
mod contest;
mod hostile;
mod service;

use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use tree_service::config::Cli;

/// A load test of tree-service.
#[derive(Debug, Parser)]
struct Arguments {
    /// Shorter runs, fewer rounds: to see that it works.
    #[arg(long)]
    quick: bool,
    /// Good requests beside hostile ones, in place of the contest.
    #[arg(long)]
    hostile: bool,
    /// The levels of the trees: 2^4 leaves have 4.
    #[arg(long, value_delimiter = ',', default_value = "4,10,16")]
    levels: Vec<u32>,
    /// How many connections send requests, each one after the other.
    #[arg(long, default_value_t = 8)]
    connections: usize,
}

/// How long to measure.
#[derive(Clone, Copy)]
struct Plan {
    rounds: usize,
    run: Duration,
    connections: usize,
}

fn main() -> ExitCode {
    // As the service, with its own flags.
    let mut words = std::env::args().peekable();
    let program = words.next().unwrap_or_default();
    if words.next_if(|word| word == service::SERVE).is_some() {
        let served = tree_service::run::run(Cli::parse_from([program].into_iter().chain(words)));
        return served.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let arguments = Arguments::parse();
    match measure(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), String> {
    let (rounds, run) = if arguments.quick { (3, 300) } else { (17, 400) };
    let plan = Plan { rounds, run: Duration::from_millis(run), connections: arguments.connections };
    println!("{}, {} cores; {}; {}.", processor(), cores(), said(&["rustc", "--version"]), said(&["date", "-I"]));
    println!(
        "{} connections; {} rounds of {} ms for each contestant, in turn; medians of the rounds (of the ratios, too).",
        plan.connections, rounds, run
    );
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    if arguments.hostile {
        hostile::measure(&runtime, plan)
    } else {
        contest::measure(&runtime, plan, &arguments.levels)
    }
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| "processor unknown".into(), |(_, model)| model.trim().into())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What a program says, in a line.
fn said(words: &[&str]) -> String {
    let output = words.split_first().and_then(|(program, rest)| Command::new(program).args(rest).output().ok());
    output.map_or_else(|| "?".into(), |output| String::from_utf8_lossy(&output.stdout).trim().into())
}

/// The one in the middle.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.retain(|number| number.is_finite());
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
