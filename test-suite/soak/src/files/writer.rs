//! The process that appends to a file, and is killed: it prints what it acknowledges.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use packed_data::Compact;
use packed_data_file::{Error, RecordWriter};

use super::entry::{Entry, options};
use crate::Mistake;
use crate::random::Random;

/// Appends to a file until it is killed, until the file is as large as it may be, or until an error.
#[derive(Debug, Args)]
pub(crate) struct Writer {
    /// The file
    path: PathBuf,
    /// The number of the file, from which its records follow
    #[arg(long)]
    file: u64,
    /// The seed of what is random
    #[arg(long)]
    seed: u64,
    /// How large the file may become
    #[arg(long)]
    bytes: u64,
    #[arg(long, value_enum)]
    fault: Option<Mistake>,
}

/// The exit status after an error.
pub(crate) const FAILED: i32 = 3;

impl Writer {
    pub(crate) fn new(path: &Path, file: u64, seed: u64, bytes: u64) -> Self {
        Self { path: path.into(), file, seed, bytes, fault: None }
    }

    /// The arguments by which another process does the same.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let Self { path, file, seed, bytes, fault } = self;
        let path = path.to_string_lossy().into_owned();
        let mut arguments = vec!["writer".into(), path, "--file".into(), file.to_string()];
        arguments.extend(["--seed".into(), seed.to_string(), "--bytes".into(), bytes.to_string()]);
        arguments.extend(Mistake::arguments(*fault));
        arguments
    }

    pub(crate) fn with(self, fault: Option<Mistake>) -> Self {
        Self { fault, ..self }
    }

    /// Runs as a process of its own.
    pub(crate) fn run(&self) -> ExitCode {
        let mut out = io::stdout().lock();
        let say = |line: String| writeln!(out, "{line}").and_then(|()| out.flush());
        match self.append(0..4, say) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                // (The write fails if the reader has ended.)
                let _ = writeln!(out, "failed {} {error}", kind(&error));
                ExitCode::from(FAILED as u8)
            }
        }
    }

    /// Appends; pauses for some milliseconds now and then. Calls `say` with a line for all that is acknowledged:
    ///
    /// - `opened RECORDS BYTES`: the file was opened, and has so many;
    /// - `flushed RECORDS`: these are not lost if this process is killed;
    /// - `synced RECORDS BYTES`: these are not lost if the machine is off;
    /// - `complete`: the file was closed, and is as large as it may be.
    pub(crate) fn append(
        &self,
        pause: std::ops::Range<u64>,
        mut say: impl FnMut(String) -> io::Result<()>,
    ) -> Result<(), Error> {
        let mut random = Random::new(self.seed);
        let mut writer = self.open()?;
        say(format!("opened {} {}", writer.len(), self.size()?))?;
        loop {
            for _ in 0..random.below(100) {
                let skipped = u64::from(self.fault == Some(Mistake::Drop) && writer.len() >= 1000);
                writer.write(&Entry::new(self.file, writer.len() + skipped))?;
            }
            match random.below(16) {
                // (They wait.)
                0..4 => {}
                4..7 => {
                    writer.flush()?;
                    say(format!("flushed {}", writer.len()))?;
                }
                7 => writer.write_section("soak/section", &random.next().to_le_bytes())?,
                8 if random.one_in(4) => {
                    let records = writer.len();
                    writer.close()?;
                    say(format!("synced {records} {}", self.size()?))?;
                    writer = self.open()?;
                    say(format!("opened {} {}", writer.len(), self.size()?))?;
                }
                _ => {
                    let is_early = self.fault == Some(Mistake::Early);
                    if is_early {
                        say(format!("synced {} {}", writer.len(), self.size()?))?;
                        std::thread::sleep(random.millis(0..10));
                    }
                    writer.sync()?;
                    if !is_early {
                        say(format!("synced {} {}", writer.len(), self.size()?))?;
                    }
                }
            }
            if self.size()? >= self.bytes {
                let records = writer.len();
                writer.close()?;
                say(format!("synced {records} {}", self.size()?))?;
                say("complete".into())?;
                return Ok(());
            }
            std::thread::sleep(random.millis(pause.clone()));
        }
    }

    fn open(&self) -> Result<RecordWriter<Entry, Compact>, Error> {
        let options = options(self.file);
        if self.path.exists() { options.append(&self.path) } else { options.create(&self.path) }
    }

    fn size(&self) -> io::Result<u64> {
        Ok(std::fs::metadata(&self.path)?.len())
    }
}

/// Returns the kind of an error, in a word.
pub(crate) fn kind(error: &Error) -> String {
    match error {
        Error::Io(error) | Error::File { error, .. } => format!("{:?}", error.kind()),
        error => {
            let name = format!("{error:?}");
            name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
        }
    }
}

/// Writes one file after the other, checks each, and removes it, until it is killed. It prints how many records each
/// file had.
pub(crate) fn write_steadily(folder: &Path) -> Result<(), String> {
    for file in 0.. {
        let path = folder.join("steady");
        let mut records = 0;
        // (It is opened again, and appended to.)
        for bytes in [1 << 20, 2 << 20, 4 << 20] {
            let note = |line: String| {
                if let Some(rest) = line.strip_prefix("synced ") {
                    records = rest.split(' ').next().and_then(|records| records.parse().ok()).unwrap_or(u64::MAX);
                }
                Ok(())
            };
            let written = Writer::new(&path, file, file, bytes).append(5..30, note);
            written.map_err(|error| format!("the steady writer failed: {error}"))?;
            super::check::whole(&path, file, records).map_err(|fault| fault.what)?;
        }
        std::fs::remove_file(&path).map_err(|error| error.to_string())?;
        let said = writeln!(io::stdout(), "checked {records}");
        said.map_err(|error| error.to_string())?;
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
