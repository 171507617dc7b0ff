//! Runs a case in a separate process, and determines how that process ended.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::child::Report;
use crate::environment;
use crate::format;

/// The flag that makes the program run one case. Its two values are the path of the case and the path of the report.
pub(crate) const CHILD_FLAG: &str = "weigh-run-case";

/// The number of bytes that are kept from the end of a process's standard error.
const TAIL: usize = 4096;

/// Options of a case's process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessOptions {
    /// The time after which the process is stopped.
    pub(crate) time_limit: Duration,
    /// Whether its output is hidden from the terminal.
    pub(crate) quiet: bool,
    /// Whether it inherits the environment unchanged. Otherwise [`environment`] changes it.
    pub(crate) keep_env: bool,
}

/// Runs the program again for one case. Every error is a failure of the case.
pub(crate) fn run(case: &str, options: ProcessOptions) -> Report {
    supervise(case, options).unwrap_or_else(|error| failed(format!("its process could not be run: {error}")))
}

fn supervise(case: &str, options: ProcessOptions) -> io::Result<Report> {
    let file = ReportFile::create()?;
    let mut child = start(case, file.path.as_os_str(), options)?;
    let tail = child.stderr.take().map(tail_of);
    let ended = wait(&mut child, options.time_limit)?;
    Ok(match (ended, Report::read(&file.path)) {
        (None, _) => failed(hangs(options.time_limit)),
        (Some(status), Some(report)) if status.success() => report,
        (Some(status), _) => failed(format!("{}{}", ending(status), last_lines(tail))),
    })
}

fn hangs(limit: Duration) -> String {
    format!("stopped after {}: it hangs, or needs a longer time limit", format::time(limit))
}

fn failed(why: String) -> Report {
    Report { weight: None, failure: Some(why) }
}

fn start(case: &str, report: &OsStr, options: ProcessOptions) -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(format!("--{CHILD_FLAG}")).arg(case).arg(report).stdin(Stdio::null());
    if !options.keep_env {
        environment::define(&mut command);
    }
    if options.quiet {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
    } else {
        // Standard output is for the table, so the output of the case goes to standard error.
        command.stdout(io::stderr()).stderr(Stdio::inherit());
    }
    command.spawn()
}

/// Waits for the end of the process and returns its status. If it takes longer than `limit`, stops it and returns
/// `None`.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Reads standard error to its end and keeps the last [`TAIL`] bytes. A separate thread reads, so that a case which
/// writes much does not block on a full pipe.
fn tail_of(mut stderr: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut tail = Vec::new();
        let mut chunk = [0; TAIL];
        while let Ok(read @ 1..) = stderr.read(&mut chunk) {
            tail.extend_from_slice(&chunk[..read]);
            tail.drain(..tail.len().saturating_sub(TAIL));
        }
        let _ = sender.send(tail);
    });
    receiver
}

/// Returns the last three lines of standard error as one line after a colon; an empty text if there are none. It waits
/// at most 500 ms, because a process that the case started may keep the pipe open.
fn last_lines(tail: Option<Receiver<Vec<u8>>>) -> String {
    let tail = tail.and_then(|tail| tail.recv_timeout(Duration::from_millis(500)).ok());
    let text = String::from_utf8_lossy(&tail.unwrap_or_default()).into_owned();
    let lines = text.lines().map(str::trim);
    let lines: Vec<_> = lines.filter(|l| !l.is_empty() && !l.starts_with("note:")).collect();
    match lines[lines.len().saturating_sub(3)..].join(" ") {
        empty if empty.is_empty() => empty,
        text => format!(": {text}"),
    }
}

/// Returns how a process ended, if it left no valid report.
fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}{}", signal_name(signal));
    }
    match status.code() {
        Some(code) => format!("ended its process with exit status {code}, without figures"),
        None => String::from("its process ended without figures"),
    }
}

/// Returns the name of a signal that is likely to end a case; empty for others.
#[cfg(unix)]
fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// A file for the report, which is removed on drop.
struct ReportFile {
    path: PathBuf,
}

impl ReportFile {
    // `create_new` fails if the file exists, so no other program can provide the report.
    fn create() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let count = COUNT.fetch_add(1, Relaxed);
            let path = env::temp_dir().join(format!("weigh-{}-{count}.json", process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                opened => return opened.map(|_| Self { path }),
            }
        }
    }
}

impl Drop for ReportFile {
    fn drop(&mut self) {
        // A file that remains in the system's temporary directory does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
