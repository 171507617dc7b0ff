//! A load test on loopback. It compares packed trees with JSON and postcard, or measures good requests beside hostile
//! ones.
//!
//!     cargo run --release -p tree-service --bin load -- [--quick] [--hostile]
//!
//! Each contestant has its own service in a separate process (this program again), so that its memory and its time can
//! be measured. The contestants take turns for several rounds; the results are medians. The output is Markdown.
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
    /// Runs shorter and fewer rounds, to check that the program works.
    #[arg(long)]
    quick: bool,
    /// Measures good requests beside hostile ones, instead of the contestants.
    #[arg(long)]
    hostile: bool,
    /// The levels of the trees: a tree of 4 levels has 2^4 leaves.
    #[arg(long, value_delimiter = ',', default_value = "4,10,16")]
    levels: Vec<u32>,
    /// The number of connections. Each sends one request after the other.
    #[arg(long, default_value_t = 8)]
    connections: usize,
}

/// The number and length of the measurements.
#[derive(Clone, Copy)]
struct Plan {
    rounds: usize,
    run: Duration,
    connections: usize,
}

fn main() -> ExitCode {
    // With this first argument, the program is the service, with the flags of the service.
    let mut args = std::env::args().peekable();
    let program = args.next().unwrap_or_default();
    if args.next_if(|arg| arg == service::SERVE).is_some() {
        let served = tree_service::run::run(Cli::parse_from([program].into_iter().chain(args)));
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
    println!("{}, {} cores; {}; {}.", processor(), cores(), output(&["rustc", "--version"]), output(&["date", "-I"]));
    println!(
        "{} connections; {} rounds of {} ms for each contestant, in turn; medians of the rounds, also of the ratios.",
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

/// Returns the output of a command, without the line break; `?` if it fails.
fn output(command: &[&str]) -> String {
    let output = command.split_first().and_then(|(program, args)| Command::new(program).args(args).output().ok());
    output.map_or_else(|| "?".into(), |output| String::from_utf8_lossy(&output.stdout).trim().into())
}

/// Returns the median of the finite numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.retain(|number| number.is_finite());
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
