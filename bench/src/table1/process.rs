//! `go-pointers` and `haskell-native`: programs that measure their own time and communicate through pipes.
//!
//! The first line that a program reads is `TASK BYTES ARGUMENT`. It is followed by this number of bytes, which are the
//! tree in the layout `Compact`. Each further line is a number of iterations; the program answers it with a line
//! `ANSWER NANOSECONDS`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::{Answer, Contestant, Error};

/// A language that need not be installed.
pub(super) struct Language {
    /// The name of the contestant.
    pub(super) name: &'static str,
    /// The path of the program, if it could be built.
    program: Option<&'static str>,
    /// The compiler, and the package that contains it.
    compiler: &'static str,
    package: &'static str,
}

/// The languages.
pub(super) const LANGUAGES: &[Language] = &[
    Language { name: "go-pointers", program: option_env!("BENCH_GO"), compiler: "go", package: "golang-go" },
    Language { name: "haskell-native", program: option_env!("BENCH_HASKELL"), compiler: "ghc", package: "ghc" },
];

impl Language {
    /// Returns the line for a language that does not take part.
    pub(super) fn missing(&self) -> Option<String> {
        let Self { name, compiler, package, .. } = self;
        self.program.is_none().then(|| {
            format!(
                "{name} does not take part: `{compiler}` was not found when this was built. Install it with \
                 `apt-get install {package}`, then `cargo clean --manifest-path bench/Cargo.toml -p bench`, \
                 and run again."
            )
        })
    }

    /// Starts the program on a task, if the program exists.
    pub(super) fn start(&self, task: &str, bytes: &[u8], argument: i64) -> Result<Option<Process>, Error> {
        let Some(program) = self.program else { return Ok(None) };
        let start = || {
            let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
            let pipes = child.stdin.take().zip(child.stdout.take());
            let (mut to, from) = pipes.ok_or_else(|| std::io::Error::other("no pipes"))?;
            writeln!(to, "{task} {} {argument}", bytes.len())?;
            to.write_all(bytes)?;
            Ok(Process { child, to: Some(to), from: BufReader::new(from) })
        };
        start().map(Some).map_err(|error: std::io::Error| format!("{}: {program}: {error}", self.name).into())
    }
}

/// A running program.
pub(super) struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Process {
    fn ask(&mut self, iterations: u64) -> Option<(Answer, Duration)> {
        writeln!(self.to.as_mut()?, "{iterations}").ok()?;
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        let (answer, nanoseconds) = line.trim_end().split_once(' ')?;
        Some((answer.parse().ok()?, Duration::from_nanos(nanoseconds.parse().ok()?)))
    }
}

impl Contestant for Process {
    fn answer(&mut self) -> Answer {
        self.ask(1).expect("an answer and a time").0
    }

    fn time(&mut self, iterations: u64) -> Duration {
        self.ask(iterations).expect("an answer and a time").1
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A program ends when its input ends.
        self.to = None;
        _ = self.child.wait();
    }
}
