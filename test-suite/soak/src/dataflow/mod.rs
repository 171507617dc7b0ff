//! Two processes of a dataflow that counts events. One is killed with SIGKILL at random moments; then the other must
//! end with an error, as the crate promises. Both start again after the last epoch that both have stored. Each epoch
//! must be there once, and have all of its events, none of them twice.

mod events;
mod process;
mod store;

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use self::process::Process;

use self::process::FAILED;
use self::store::Counted;
use crate::figures::{Fault, Figures};
use crate::memory::Memory;
use crate::process::{self as programs, Event, this_program};
use crate::random::Random;
use crate::{Mistake, Test};

/// Runs the soak test of a dataflow.
pub(crate) fn run(figures: &mut Figures, test: &Test) -> Result<(), Fault> {
    let mut work = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let mut steady = Cluster::new(work.path().join("steady"), true, None)?;
    let steady_pair = steady.start()?;
    let mut killed = Cluster::new(work.path().join("killed"), false, test.fault)?;
    let mut memories = ["killed processes", "first steady process", "second steady process"].map(Memory::new);
    let mut random = Random::new(test.seed);
    let mut outcome = Ok(());
    while outcome.is_ok() && !test.is_over() {
        figures.add("rounds", 1);
        let time = if random.one_in(10) { 5000..25_000 } else { 30..5000 };
        let until = (Instant::now() + random.millis(time)).min(test.until);
        outcome = killed.start().map_err(Fault::from).and_then(|mut pair| {
            while Instant::now() < until {
                killed.note(&pair)?;
                steady.note(&steady_pair)?;
                for (process, memory) in steady_pair.0.iter().zip(&mut memories[1..]) {
                    memory.sample_now_and_then(process.id());
                }
                thread::sleep(Duration::from_millis(10));
            }
            pair.0.iter().for_each(|process| memories[0].sample(process.id()));
            killed.kill(&mut pair, figures, &mut random)?;
            killed.check()?;
            steady.check()
        });
    }
    figures.add("acknowledged", killed.acknowledged.iter().sum());
    figures.add("epochs checked", killed.checked);
    figures.add("events of them", killed.checked * 2 * events::EVENTS);
    figures.add("epochs of steady processes", steady.checked);
    drop(steady_pair);
    memories.into_iter().for_each(|memory| figures.memory(memory));
    if test.keeps(outcome.is_err() || figures.has_faults()) {
        work.disable_cleanup(true);
        eprintln!("dataflow: see {}", work.path().display());
    }
    outcome
}

/// Two processes that work together, and where they store what they acknowledge.
struct Cluster {
    folder: PathBuf,
    is_steady: bool,
    fault: Option<Mistake>,
    /// All epochs before this one were checked.
    checked: u64,
    /// For each process, the first epoch that it has not stored.
    stored: [u64; 2],
    /// For each process, the first epoch that it has not acknowledged.
    acknowledged: [u64; 2],
}

/// The processes of a cluster.
struct Pair([programs::Process; 2]);

impl Cluster {
    fn new(folder: PathBuf, is_steady: bool, fault: Option<Mistake>) -> Result<Self, String> {
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { folder, is_steady, fault, checked: 0, stored: [0; 2], acknowledged: [0; 2] })
    }

    /// Starts both processes with the first epoch that not both have stored, and waits until they are connected.
    fn start(&self) -> Result<Pair, String> {
        let first = programs::Process::start(&mut self.command(0, None)?)?;
        let address = first.wait_for("listening on ")?;
        let second = programs::Process::start(&mut self.command(1, Some(&address))?)?;
        first.wait_for("connected")?;
        second.wait_for("connected")?;
        Ok(Pair([first, second]))
    }

    fn command(&self, index: usize, address: Option<&str>) -> Result<Command, String> {
        let [first, second] = self.stored;
        let mut command = this_program()?;
        command.arg("process").arg(&self.folder).args(["--index", &index.to_string()]);
        command.args(["--from", &first.min(second).to_string()]);
        command.args(address.iter().flat_map(|address| ["--address", address]));
        command.args(Mistake::arguments(self.fault));
        if self.is_steady {
            command.arg("--steady");
        }
        let errors = std::fs::File::create(self.errors(index)).map_err(|error| format!("errors: {error}"))?;
        command.stderr(Stdio::from(errors)).env("RUST_BACKTRACE", "0");
        Ok(command)
    }

    /// The file with the errors of a process.
    fn errors(&self, index: usize) -> PathBuf {
        self.folder.join(format!("errors-{index}"))
    }

    /// Notes what the processes have acknowledged since. That one has ended is a fault.
    fn note(&mut self, pair: &Pair) -> Result<(), Fault> {
        for (index, process) in pair.0.iter().enumerate() {
            loop {
                match process.next(Instant::now()) {
                    Event::Line(line) => self.note_line(index, &line)?,
                    Event::Silence => break,
                    Event::End => {
                        let errors = std::fs::read_to_string(self.errors(index)).unwrap_or_default();
                        return Err(format!("process {index} has ended by itself: {errors}").into());
                    }
                }
            }
        }
        Ok(())
    }

    fn note_line(&mut self, index: usize, line: &str) -> Result<(), Fault> {
        let epoch = line.strip_prefix("epoch ").and_then(|epoch| epoch.parse::<u64>().ok());
        let epoch = epoch.ok_or_else(|| format!("process {index} printed {line:?}"))?;
        let expected = &mut self.acknowledged[index];
        // (The last epoch may have been stored before a kill, and not acknowledged.)
        if epoch != *expected && (epoch < *expected || epoch != self.stored[index]) {
            return Err(format!("process {index} acknowledges epoch {epoch}, expected {expected}").into());
        }
        *expected = epoch + 1;
        Ok(())
    }

    /// Kills one process or both. The other one must end with an error.
    fn kill(&mut self, pair: &mut Pair, figures: &mut Figures, random: &mut Random) -> Result<(), Fault> {
        let victim = random.below(2) as usize;
        let both = random.one_in(6);
        pair.0[victim].kill();
        if both {
            pair.0[1 - victim].kill();
        }
        figures.add("kills", if both { 2 } else { 1 });
        for index in [victim, 1 - victim] {
            let status = pair.0[index].end(Duration::from_secs(30));
            let status =
                status.map_err(|error| format!("process {index}, after process {victim} was killed: {error}"))?;
            if index != victim && !both {
                let errors = std::fs::read_to_string(self.errors(index)).unwrap_or_default();
                if status.code() != Some(FAILED) || !errors.contains("error: worker ") {
                    let what = format!("process {index} ended with the status {:?}: {errors}", status.code());
                    return Err(what.into());
                }
                figures.errors("ended because the other process was killed", 1);
            }
            for line in pair.0[index].rest() {
                self.note_line(index, &line)?;
            }
        }
        Ok(())
    }

    /// Checks the epochs that both processes have stored since; removes old ones.
    fn check(&mut self) -> Result<(), Fault> {
        let new = [0, 1].map(|index| store::read(&self.folder, index, self.checked));
        let [first, second] = new;
        let new = [first?, second?];
        for (index, new) in new.iter().enumerate() {
            self.stored[index] = self.checked + new.len() as u64;
            let acknowledged = self.acknowledged[index];
            if self.stored[index] < acknowledged {
                let what =
                    format!("process {index} has {} epochs, but acknowledged {acknowledged}", self.stored[index]);
                return Err(Fault { lost: acknowledged - self.stored[index], what });
            }
        }
        for (first, second) in new[0].iter().zip(&new[1]) {
            let epoch = self.checked;
            let expected = Counted { epoch, events: 2 * events::EVENTS, sum: events::sum_of(epoch) };
            let events = first.events + second.events;
            let found = Counted { epoch: first.epoch, events, sum: first.sum.wrapping_add(second.sum) };
            if found != expected || second.epoch != epoch {
                let what = format!("epoch {epoch}: expected {expected:?}, found {first:?} and {second:?}");
                return Err(Fault { lost: expected.events.saturating_sub(events), what });
            }
            self.checked += 1;
        }
        store::remove_before(&self.folder, self.checked)
            .map_err(|error| format!("old epochs cannot be removed: {error}").into())
    }
}
