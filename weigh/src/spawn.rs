//! Running a case in a process of its own, and finding out how that process ended.

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

/// The flag by which the program knows that it is to run one case, and where it is to report.
pub(crate) const CHILD_FLAG: &str = "weigh-run-case";

/// The end of what a process wrote to standard error that is worth keeping.
const TAIL: usize = 4096;

/// How a case's process runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// The time after which it is stopped.
    pub(crate) limit: Duration,
    /// Whether what it writes is kept from the terminal.
    pub(crate) quiet: bool,
    /// Whether its environment is inherited as it is, not defined by [`environment`].
    pub(crate) keep_env: bool,
}

/// Runs the program again for one case. What goes wrong is the case's failure.
pub(crate) fn run(case: &str, manner: Manner) -> Report {
    supervise(case, manner).unwrap_or_else(|error| failed(format!("its process could not be run: {error}")))
}

fn supervise(case: &str, manner: Manner) -> io::Result<Report> {
    let file = ReportFile::create()?;
    let mut child = start(case, file.path.as_os_str(), manner)?;
    let tail = child.stderr.take().map(tail_of);
    let ended = wait(&mut child, manner.limit)?;
    let said = || last_words(tail);
    Ok(match (ended, Report::read(&file.path)) {
        (None, _) => failed(hangs(manner.limit)),
        (Some(status), Some(report)) if status.success() => report,
        (Some(status), _) => failed(format!("{}{}", ending(status), said())),
    })
}

fn hangs(limit: Duration) -> String {
    format!("stopped after {}: it hangs, or needs a longer time limit", format::time(limit))
}

fn failed(why: String) -> Report {
    Report { weight: None, failure: Some(why) }
}

fn start(case: &str, report: &OsStr, manner: Manner) -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(format!("--{CHILD_FLAG}")).arg(case).arg(report).stdin(Stdio::null());
    if !manner.keep_env {
        environment::define(&mut command);
    }
    if manner.quiet {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
    } else {
        // Not to stdout, where the table goes.
        command.stdout(io::stderr()).stderr(Stdio::inherit());
    }
    command.spawn()
}

/// Waits for the process to end; stops it if it takes longer than `limit`, and gives `None`.
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

/// Reads to the end on a thread of its own, so that a case that writes much does not stop for
/// want of a reader, and keeps the last of it.
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

/// What the process said before it ended, in one line. Something it started may keep the pipe
/// open; we do not wait for that.
fn last_words(tail: Option<Receiver<Vec<u8>>>) -> String {
    let tail = tail.and_then(|tail| tail.recv_timeout(Duration::from_millis(500)).ok());
    let text = String::from_utf8_lossy(&tail.unwrap_or_default()).into_owned();
    let lines = text.lines().map(str::trim);
    let lines: Vec<_> = lines.filter(|l| !l.is_empty() && !l.starts_with("note:")).collect();
    match lines[lines.len().saturating_sub(3)..].join(" ") {
        said if said.is_empty() => said,
        said => format!(": {said}"),
    }
}

/// How a process ended that left no report, or none to be trusted.
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

/// The signals that a case is likely to die of.
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

/// A file for the report, removed in the end.
struct ReportFile {
    path: PathBuf,
}

impl ReportFile {
    // Made anew and refused if it is there: nobody else can have laid it out for us.
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
        // What is left behind in the system's place for such files does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
