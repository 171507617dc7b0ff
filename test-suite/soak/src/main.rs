//! Soak tests: files, a service and a dataflow that run for minutes or an hour, and are killed again and again. Nothing
//! that was acknowledged may be lost, and no memory may grow. `ci/soak.sh` runs them.
//!
//! - `files`: a file of records is appended to and read, its writer is killed, and its disk is full;
//! - `service`: the example `tree-service` under load;
//! - `dataflow`: two processes of a dataflow that counts;
//! - `process`, `memory`, `figures`, `random`: what all of them need.
#![forbid(unsafe_code)]

mod dataflow;
mod figures;
mod files;
mod memory;
mod process;
mod random;
mod service;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::figures::Figures;

/// Soak tests. Each ends with a line of figures; the exit status is 1 if anything was lost, or memory grew.
#[derive(Debug, Parser)]
#[command(name = "soak", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// A file of records is appended to and read; its writer is killed, and its disk is full
    Files(Run),
    /// The service of `examples/tree-service` under load, killed and started again
    Service(Run),
    /// A dataflow of two processes, of which one is killed
    Dataflow(Run),
    /// (Started by `files`: appends to one file until it is killed)
    #[command(hide = true)]
    Writer(files::Writer),
    /// (Started by `files`: writes one file after the other)
    #[command(hide = true)]
    SteadyWriter {
        /// The folder of the files
        folder: PathBuf,
    },
    /// (Started by `dataflow`: one of the two processes)
    #[command(hide = true)]
    Process(dataflow::Process),
}

#[derive(Clone, Debug, Args)]
struct Run {
    /// How long it runs
    #[arg(long, default_value = "1")]
    minutes: f64,
    /// The seed of all that is random; by default another one each time
    #[arg(long)]
    seed: Option<u64>,
    /// A mistake to make, which must be found
    #[arg(long, value_enum)]
    fault: Option<Mistake>,
}

/// A mistake of a program that promises not to lose what it has acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mistake {
    /// It acknowledges before the disk has it.
    Early,
    /// It leaves out what it has acknowledged.
    Drop,
}

impl Mistake {
    /// The arguments by which another process makes it too.
    fn arguments(mistake: Option<Self>) -> Vec<String> {
        let value = mistake.and_then(|mistake| mistake.to_possible_value());
        value.map_or_else(Vec::new, |value| vec!["--fault".into(), value.get_name().into()])
    }
}

impl Run {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            random::mix(now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40) >> 40
        })
    }

    /// Runs a soak test, and prints its figures.
    fn run(&self, name: &'static str, run: fn(&mut Figures, &Test) -> Result<(), figures::Fault>) -> ExitCode {
        let seed = self.seed();
        println!("{name}: seed {seed}, {} minutes", self.minutes);
        let length = Duration::try_from_secs_f64(self.minutes * 60.0).unwrap_or_default();
        let mut figures = Figures::new(name, seed);
        let test = Test { seed, until: Instant::now() + length, fault: self.fault };
        if let Err(fault) = run(&mut figures, &test) {
            figures.fault(fault);
        }
        println!("{figures}");
        if figures.has_faults() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

/// What a soak test is to do.
struct Test {
    seed: u64,
    until: Instant,
    fault: Option<Mistake>,
}

impl Test {
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Returns whether the files are kept for who looks for a fault, unless it was made.
    fn keeps(&self, has_faults: bool) -> bool {
        has_faults && self.fault.is_none()
    }
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Files(run) => return run.run("files", files::run),
        Command::Service(run) => return run.run("service", service::run),
        Command::Dataflow(run) => return run.run("dataflow", dataflow::run),
        Command::Writer(writer) => return writer.run(),
        Command::SteadyWriter { folder } => files::write_steadily(&folder),
        Command::Process(process) => return process.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
