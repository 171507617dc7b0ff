//! Contestants that are programs, measure their own time and communicate through pipes. After what a program is passed
//! first, each line is a number of iterations; the program answers it with a line `ANSWER NANOSECONDS`.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::{Answer, Contestant};

/// A running program.
pub(crate) struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a program, and passes a line and these bytes to it.
    pub(crate) fn start(program: impl AsRef<OsStr>, line: &str, bytes: &[u8]) -> io::Result<Self> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (mut to, from) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        writeln!(to, "{line}")?;
        to.write_all(bytes)?;
        Ok(Self { child, to: Some(to), from: BufReader::new(from) })
    }

    /// Returns all that a program writes that is asked nothing more.
    pub(crate) fn output(mut self) -> io::Result<Vec<u8>> {
        self.to = None;
        let mut output = Vec::new();
        self.from.read_to_end(&mut output)?;
        Ok(output)
    }

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
