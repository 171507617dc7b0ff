//! A process that is started, read, and killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A running process. It is killed when it is dropped.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<String>,
}

/// What a process did within some time.
pub(crate) enum Event {
    /// It printed a line.
    Line(String),
    /// It printed nothing.
    Silence,
    /// It closed its output: it ends.
    End,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
        let output = child.stdout.take().ok_or("the process has no output")?;
        let (sender, lines) = mpsc::channel();
        // (A line without its end is none: the process was killed while it wrote it.)
        thread::spawn(move || {
            let (mut output, mut line) = (BufReader::new(output), String::new());
            while output.read_line(&mut line).is_ok() && line.ends_with('\n') {
                line.pop();
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, lines })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the next line, until a time at most.
    pub(crate) fn next(&self, until: Instant) -> Event {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Event::Line(line),
            Err(RecvTimeoutError::Timeout) => Event::Silence,
            Err(RecvTimeoutError::Disconnected) => Event::End,
        }
    }

    /// Waits for a line that begins with `prefix`, for a minute at most; returns the rest of it.
    pub(crate) fn wait_for(&self, prefix: &str) -> Result<String, String> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            match self.next(until) {
                Event::Line(line) => {
                    if let Some(rest) = line.strip_prefix(prefix) {
                        return Ok(rest.to_owned());
                    }
                }
                Event::Silence => return Err(format!("no line with `{prefix}` within a minute")),
                Event::End => return Err(format!("the process ended without a line with `{prefix}`")),
            }
        }
    }

    /// Sends SIGKILL.
    pub(crate) fn kill(&mut self) {
        // (It may have ended.)
        let _ = self.child.kill();
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) -> Result<(), String> {
        let sent = Command::new("kill").args(["-TERM", &self.id().to_string()]).status();
        sent.map(drop).map_err(|error| format!("kill: {error}"))
    }

    /// Waits until the process has ended, for the time `limit` at most.
    pub(crate) fn end(&mut self, limit: Duration) -> Result<ExitStatus, String> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if begin.elapsed() < limit => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return Err(format!("the process did not end within {} s", limit.as_secs())),
                Err(error) => return Err(format!("cannot wait for the process: {error}")),
            }
        }
    }

    /// Returns the lines that were not read yet, once the process has ended.
    pub(crate) fn rest(&self) -> Vec<String> {
        self.lines.iter().collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// Returns a command that runs this program.
pub(crate) fn this_program() -> Result<Command, String> {
    std::env::current_exe().map(Command::new).map_err(|error| format!("this program has no path: {error}"))
}

/// Returns a command that runs the program with a name beside this one.
pub(crate) fn program_beside(name: &str) -> Result<Command, String> {
    this_program().map(|this| Command::new(Path::new(this.get_program()).with_file_name(name)))
}
