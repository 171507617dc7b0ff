//! Measures the dataflow with records in each form, in turn: between two processes, and between two workers of one.

use std::error::Error;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::model::Log;
use crate::plain;
use crate::run::FormName;

/// What one run took.
struct Run {
    seconds: f64,
    sent: u64,
}

/// Runs each form `rounds` times, in turn, and prints the medians and their ratios.
pub(crate) fn print(log: &Log, rounds: usize) -> Result<(), Box<dyn Error>> {
    let digest = format!("{:016x}", plain::run(log, None)?.digest());
    println!("{} events, {} users; medians of {rounds} runs, in turn", log.events, log.users);
    for processes in [2, 1] {
        let mut runs = FormName::ALL.map(|_| Vec::new());
        for _ in 0..rounds {
            for (form, runs) in FormName::ALL.iter().zip(&mut runs) {
                runs.push(measure(*form, log, processes, &digest)?);
            }
        }
        let workers = if processes == 2 { "two processes of one worker" } else { "one process of two workers" };
        println!("\n| {workers} | seconds | records a second | of vectors | bytes on the wire | of vectors |");
        println!("|---|---|---|---|---|---|");
        let medians = runs.map(median);
        let [_, vectors, _] = &medians;
        for (form, run) in FormName::ALL.iter().zip(&medians) {
            let rate = log.events as f64 / run.seconds;
            let bytes = if processes == 2 {
                format!("{} | {:.2}", run.sent, run.sent as f64 / vectors.sent as f64)
            } else {
                "- | -".into()
            };
            let name = form.name();
            println!("| {name} | {:.3} | {rate:.0} | {:.2} | {bytes} |", run.seconds, vectors.seconds / run.seconds);
        }
    }
    Ok(())
}

/// Returns the run of median time.
fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    runs.swap_remove(runs.len() / 2)
}

/// Runs the processes of one computation.
fn measure(form: FormName, log: &Log, processes: usize, digest: &str) -> Result<Run, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let hosts = folder.path().join("hosts");
    std::fs::write(&hosts, addresses()?)?;
    let running = (0..processes).map(|process| start(form, log, processes, process, &hosts));
    let running = running.collect::<Result<Vec<_>, _>>()?;
    let mut whole = Run { seconds: 0.0, sent: 0 };
    for (process, running) in running.into_iter().enumerate() {
        let output = running.output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let run = text.lines().find_map(measured).filter(|_| output.status.success());
        let run = run.ok_or_else(|| format!("{}, process {process}: {}", form.name(), output.status))?;
        if process == 0 && !text.contains(digest) {
            return Err(format!("{}: another answer than that of the loop", form.name()).into());
        }
        whole = Run { seconds: whole.seconds.max(run.seconds), sent: whole.sent + run.sent };
    }
    Ok(whole)
}

fn start(form: FormName, log: &Log, processes: usize, process: usize, hosts: &Path) -> std::io::Result<Process> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--form", form.name()]);
    command.args(["--records", &log.events.to_string(), "--users", &log.users.to_string()]);
    if processes == 1 {
        command.args(["-w", "2"]);
    } else {
        command.args(["-n", &processes.to_string(), "-p", &process.to_string(), "-h"]).arg(hosts);
    }
    Ok(Process(Some(command.stdout(Stdio::piped()).spawn()?)))
}

/// A process, which is killed if it is dropped before its output was read: another one may have failed.
struct Process(Option<Child>);

impl Process {
    /// Waits until the process has ended.
    fn output(mut self) -> std::io::Result<Output> {
        self.0.take().map_or_else(|| Err(std::io::ErrorKind::NotFound.into()), Child::wait_with_output)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // (It may have ended.)
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the addresses of two processes on this machine, a line each: one that is free now, to which the second
/// connects; and any, to which none does.
fn addresses() -> std::io::Result<String> {
    let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    Ok(format!("{free}\n127.0.0.1:0\n"))
}

/// Reads the line of a process that says what it took.
fn measured(line: &str) -> Option<Run> {
    let (seconds, rest) = line.strip_prefix("took ")?.split_once(" s, sent ")?;
    Some(Run { seconds: seconds.parse().ok()?, sent: rest.strip_suffix(" bytes")?.parse().ok()? })
}
