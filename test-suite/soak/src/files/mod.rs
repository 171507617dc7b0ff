//! A file of records is appended to by a process that is killed with SIGKILL at random moments, while another thread
//! reads it. Sometimes what was not synced is lost too, as when a machine goes off; sometimes the disk is full. After
//! each of these the file must have all records that were acknowledged, in order, each once, and no others.

mod check;
mod entry;
mod reader;
mod small;
mod writer;

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use self::writer::{Writer, write_steadily};

use self::reader::Shared;
use self::small::Small;
use self::writer::FAILED;
use crate::Test;
use crate::figures::{Fault, Figures};
use crate::memory::Memory;
use crate::process::{Event, Process, this_program};
use crate::random::Random;

/// How large a file becomes, in bytes.
const LARGE: u64 = 12 << 20;

/// Runs the soak test of files.
pub(crate) fn run(figures: &mut Figures, test: &Test) -> Result<(), Fault> {
    let failed = |error: std::io::Error| Fault::from(format!("no temporary folder: {error}"));
    let mut work = tempfile::tempdir().map_err(failed)?;
    let small = Small::new(work.path()).map_err(failed)?;
    println!("files: full disks are made {}", small.means());
    let steady_folder = work.path().join("steady");
    fs::create_dir(&steady_folder).map_err(failed)?;
    let steady = Process::start(this_program()?.arg("steady-writer").arg(steady_folder))?;
    let shared = Arc::new(Shared::default());
    let reads = thread::spawn({
        let (shared, seed) = (Arc::clone(&shared), test.seed);
        move || reader::read(&shared, seed)
    });
    let memories = ["writers", "steady writer", "reader"].map(Memory::new);
    let random = Random::new(test.seed);
    let mut soak = Soak { figures, test, random, shared: &shared, small: &small, steady, memories };
    let mut outcome = Ok(());
    let mut number = 0;
    while outcome.is_ok() && !test.is_over() && !reads.is_finished() {
        outcome = soak.file(number, work.path().join("file"));
        number += 1;
    }
    outcome = outcome.and_then(|()| soak.note_steady());
    let Soak { memories, .. } = soak;
    shared.stop();
    let reads = reads.join().unwrap_or_else(|_| Err("the reader panicked".into()));
    figures.add("files", number);
    match reads {
        Ok(passes) => figures.add("times read meanwhile", passes),
        Err(fault) => figures.fault(fault),
    }
    memories.into_iter().for_each(|memory| figures.memory(memory));
    if test.keeps(outcome.is_err() || figures.has_faults()) {
        work.disable_cleanup(true);
        // (It goes with the small disk.)
        let _ = fs::copy(small.path(), work.path().join("file of the small disk"));
        eprintln!("files: see {}", work.path().display());
    }
    outcome
}

struct Soak<'a> {
    figures: &'a mut Figures,
    test: &'a Test,
    random: Random,
    shared: &'a Arc<Shared>,
    small: &'a Small,
    /// A writer that is not killed, whose memory is measured.
    steady: Process,
    /// Of the writers that are killed, of the steady one, and of this process, which reads.
    memories: [Memory; 3],
}

/// A file, and what was promised of it.
struct File {
    number: u64,
    path: PathBuf,
    /// The records and the bytes that are not lost if the machine is off; `None` before the file was opened.
    synced: Option<(u64, u64)>,
    /// The records that are not lost if the process is killed.
    flushed: u64,
}

/// How a writer ended.
enum End {
    Killed,
    Failed(String),
    Complete,
}

impl File {
    fn promised(&self) -> u64 {
        self.synced.map_or(0, |(records, _)| records).max(self.flushed)
    }

    /// Notes a line of the writer. Returns how an error ended it, or that the file is complete.
    fn note(&mut self, line: &str) -> Result<Option<End>, Fault> {
        let words = line.split(' ').collect::<Vec<_>>();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        match words.first().copied().unwrap_or_default() {
            "opened" => {
                let (records, bytes) = (number(1), number(2));
                let promised = self.promised();
                if records < promised {
                    let what = format!("{promised} records were acknowledged, but the writer finds {records}");
                    return Err(Fault { lost: promised - records, what });
                }
                // (What was removed from the end was not acknowledged: an index, or a torn block.)
                self.synced = Some(self.synced.map_or((0, bytes), |(records, synced)| (records, synced.min(bytes))));
            }
            "flushed" => self.flushed = number(1),
            "synced" => self.synced = Some((number(1), number(2))),
            "failed" => return Ok(Some(End::Failed(words.get(1).copied().unwrap_or_default().into()))),
            "complete" => return Ok(Some(End::Complete)),
            _ => return Err(format!("the writer printed {line:?}").into()),
        }
        Ok(None)
    }
}

impl Soak<'_> {
    /// Writes one file until it is complete.
    fn file(&mut self, number: u64, path: PathBuf) -> Result<(), Fault> {
        let is_small = number % 3 == 2;
        let path = if is_small { self.small.path() } else { path };
        let mut file = File { number, path, synced: None, flushed: 0 };
        if is_small {
            let is_full = self.random.one_in(3);
            self.small.begin(is_full).map_err(|error| format!("the small disk: {error}"))?;
        }
        self.shared.begin(&file.path, number);
        while !self.test.is_over() {
            let before = file.promised();
            let end = self.life(&mut file, is_small)?;
            self.figures.add("acknowledged", file.promised().saturating_sub(before));
            self.figures.add("lives", 1);
            match end {
                End::Killed => {
                    self.figures.add("kills", 1);
                    if self.random.one_in(2) {
                        self.switch_off(&mut file).map_err(|error| format!("the file cannot be cut: {error}"))?;
                    }
                    self.check(&file)?;
                }
                End::Failed(kind) => {
                    let is_expected = is_small && matches!(&*kind, "StorageFull" | "FileTooLarge");
                    self.figures.errors(kind.clone(), 1);
                    if !is_expected {
                        return Err(format!("the writer failed: {kind}").into());
                    }
                    self.check(&file)?;
                    // (Sometimes it is tried once more before there is space.)
                    if !self.random.one_in(3) {
                        let made = self.small.make_space().map_err(|error| format!("the small disk: {error}"))?;
                        if !made {
                            break;
                        }
                    }
                }
                End::Complete => break,
            }
            self.note_steady()?;
        }
        self.check(&file)?;
        self.repair(&file)?;
        self.shared.end(&file.path).map_err(|error| format!("the file cannot be removed: {error}").into())
    }

    /// Lets a writer append to the file, and kills it after a while.
    fn life(&mut self, file: &mut File, is_small: bool) -> Result<End, Fault> {
        let seed = self.random.next();
        let arguments = Writer::new(&file.path, file.number, seed, LARGE).with(self.test.fault).arguments();
        let mut command = if is_small { self.small.command()? } else { this_program()? };
        let mut process = Process::start(command.args(arguments))?;
        let time = match self.random.below(16) {
            0 => 1000..8000,
            1 | 2 => 0..10,
            _ => 10..700,
        };
        let until = Instant::now() + self.random.millis(time);
        let mut end = None;
        loop {
            match process.next(until) {
                Event::Line(line) => {
                    end = file.note(&line)?.or(end);
                    self.shared.promise(file.promised());
                }
                Event::Silence => {
                    self.memories[0].sample_now_and_then(process.id());
                    process.kill();
                    break;
                }
                Event::End => break,
            }
        }
        let status = process.end(Duration::from_secs(30))?;
        for line in process.rest() {
            end = file.note(&line)?.or(end);
        }
        self.shared.promise(file.promised());
        match (status.code(), end) {
            (Some(0), Some(End::Complete)) => Ok(End::Complete),
            (Some(FAILED), Some(End::Failed(kind))) => Ok(End::Failed(kind)),
            // (It may have been killed after that.)
            (None, _) => Ok(End::Killed),
            (code, _) => Err(format!("the writer ended with the status {code:?}").into()),
        }
    }

    /// What was not synced is lost, in whole or in part; other bytes may be in its place.
    fn switch_off(&mut self, file: &mut File) -> std::io::Result<()> {
        let Some((records, synced)) = file.synced else { return Ok(()) };
        let _alone = self.shared.alone();
        let mut bytes = OpenOptions::new().write(true).open(&file.path)?;
        let all = bytes.metadata()?.len();
        let kept = synced + self.random.below(all.saturating_sub(synced) + 1);
        bytes.set_len(kept.min(all))?;
        match self.random.below(3) {
            0 => {}
            1 => bytes.set_len(kept + self.random.below(5000))?,
            _ => {
                bytes.seek(SeekFrom::End(0))?;
                let other = (0..self.random.below(300)).map(|_| self.random.next() as u8).collect::<Vec<_>>();
                // (A disk that is full has them not.)
                let _ = bytes.write_all(&other);
            }
        }
        file.flushed = records;
        self.shared.take_back(records);
        self.figures.add("power cuts", 1);
        Ok(())
    }

    /// Checks all of the file.
    fn check(&mut self, file: &File) -> Result<(), Fault> {
        self.memories[2].sample_now_and_then(std::process::id());
        if !file.path.exists() && file.promised() == 0 {
            return Ok(());
        }
        let whole = check::whole(&file.path, file.number, file.promised())?;
        self.figures.add("records checked", whole.records);
        self.figures.add("torn ends", u64::from(whole.torn > 0));
        Ok(())
    }

    /// Repairs the file to another one, which must have the same records.
    fn repair(&mut self, file: &File) -> Result<(), Fault> {
        if !file.path.exists() {
            return Ok(());
        }
        let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
        let saved = folder.path().join("saved");
        let report = packed_data_file::repair(&file.path, &saved);
        let report = report.map_err(|error| format!("the file cannot be repaired: {error}"))?;
        let whole = check::whole(&saved, file.number, file.promised())?;
        if !report.lost.is_empty() || report.records != whole.records || !whole.has_index {
            return Err(format!("the file has {whole:?} after a repair that reports {report:?}").into());
        }
        self.figures.add("repaired", 1);
        Ok(())
    }

    /// Notes what the steady writer printed, and its memory.
    fn note_steady(&mut self) -> Result<(), Fault> {
        self.memories[1].sample_now_and_then(self.steady.id());
        loop {
            match self.steady.next(Instant::now()) {
                Event::Line(line) => {
                    let records = line.strip_prefix("checked ").and_then(|records| records.parse().ok());
                    let records = records.ok_or_else(|| format!("the steady writer printed {line:?}"))?;
                    self.figures.add("files of a steady writer", 1);
                    self.figures.add("records of it", records);
                }
                Event::Silence => return Ok(()),
                Event::End => return Err("the steady writer has ended".into()),
            }
        }
    }
}
