//! Lines of JSON that are packed as they are appended to a file.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use packed_data_file::RawWriter;
use packed_data_schema::Codec;
use packed_data_schema::infer::{Inference, document, singular};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::name_of;
use crate::losses::{self, Losses};
use crate::output;
use crate::packing::{Done, Job};
use crate::source::cannot_read;
use crate::split::Position;

/// How long to wait for more lines.
const WAIT: Duration = Duration::from_millis(50);

/// The lines of a file that grows.
struct Tail<'p> {
    path: &'p Path,
    file: File,
    /// What was read and not returned yet: from `start` on.
    buffer: Vec<u8>,
    start: usize,
    /// How many bytes were read.
    size: u64,
    position: Position,
}

impl<'p> Tail<'p> {
    fn open(path: &'p Path) -> Outcome<Self> {
        let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
        Ok(Self { path, file, buffer: Vec::new(), start: 0, size: 0, position: Position::START })
    }

    /// Returns the next line that is complete, with its place; at the end of the file `None`, or what is there if it
    /// `is_over`.
    fn next(&mut self, is_over: bool) -> Outcome<Option<(Vec<u8>, Position)>> {
        let mut searched = self.start;
        loop {
            let found = self.buffer[searched..].iter().position(|byte| *byte == b'\n');
            let waits = self.buffer.len() - self.start;
            let end = match found {
                Some(feed) => searched + feed + 1,
                None if self.fill()? => {
                    searched = waits;
                    continue;
                }
                None if is_over => self.buffer.len(),
                None => return Ok(None),
            };
            let (line, place) = (self.buffer[self.start..end].to_vec(), self.position);
            (self.position, self.start, searched) = (place.after(&line), end, end);
            match line.trim_ascii().is_empty() {
                true if is_over && end == self.buffer.len() => return Ok(None),
                true => {}
                false => return Ok(Some((line, place))),
            }
        }
    }

    /// Reads more; returns whether there was any.
    fn fill(&mut self) -> Outcome<bool> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let more = (&self.file).take(256 << 10).read_to_end(&mut self.buffer);
        let count = more.map_err(|error| cannot_read(self.path, &error))?;
        self.size += count as u64;
        Ok(count > 0)
    }

    /// Returns whether the file was removed, or another one has its name now.
    ///
    /// # Errors
    ///
    /// It became shorter.
    fn is_gone(&self) -> Outcome<bool> {
        let failed = |error: &io::Error| cannot_read(self.path, error);
        let named = match std::fs::metadata(self.path) {
            Ok(named) => named,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(failed(&error)),
        };
        let own = self.file.metadata().map_err(|error| failed(&error))?;
        if own.len() < self.size {
            let error =
                format_args!("expected at least {} bytes, found {}: the file became shorter", self.size, own.len());
            return Err(Failure::of_file(&name_of(self.path), error));
        }
        Ok(!is_same(&named, &own))
    }
}

/// Returns a flag that is set when the process is asked to end, by Ctrl-C for example. When it is asked again, it ends.
fn stop_on_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // (128 and the number of the signal is the status that a shell reports.)
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

impl Job<'_> {
    /// Packs the lines of a file, and those that are appended to it, until it is removed; until no line has come for
    /// the time `idle`; or until the process is asked to end. All lines are on the disk after each pause.
    pub(crate) fn follow(
        &self,
        console: &mut Console<'_>,
        path: &Path,
        idle: Option<Duration>,
        losses: &mut Losses,
    ) -> Outcome<Done> {
        let schema = match &self.schema {
            Some(schema) => schema.clone(),
            None if self.document => document(),
            None => self.known_lines(console, path)?,
        };
        let codec = schema.codec(self.layout).map_err(|error| Failure::of_file(self.name, error))?;
        let metadata: Vec<(&str, &str)> = self.metadata.iter().map(|(key, value)| (&**key, &**value)).collect();
        let failed = |error: packed_data_file::Error| output::failed(self.output, &error);
        if self.output.exists() {
            let name = name_of(self.output);
            return Err(Failure::Usage(format!("--follow writes a new file: {name} is there already")));
        }
        let writer = RawWriter::create(self.output, self.layout.name(), &schema.to_string(), &metadata);
        let mut writer = writer.map_err(failed)?;
        let mut done = Done { type_name: schema.name_of(0), are_records: true, count: 0, bytes: 0 };
        let stop = stop_on_signals().map_err(|error| Failure::Data(format!("cannot wait for signals: {error}")))?;
        // (What was packed before an error is kept.)
        let outcome = self.append(console, path, &codec, idle, &stop, &mut writer, &mut done, losses);
        writer.close().map_err(failed)?;
        outcome.map(|()| done)
    }

    /// Infers the schema from the lines that are there.
    fn known_lines(&self, console: &mut Console<'_>, path: &Path) -> Outcome<packed_data_schema::Schema> {
        let (mut tail, mut known) = (Tail::open(path)?, Inference::new());
        while known.len() < self.sample.unwrap_or(u64::MAX)
            && let Some((line, place)) = tail.next(false)?
        {
            self.read(&line, place, &mut |from| known.note(from))?
                .map_err(|error| Failure::of_file(self.name, error))?;
        }
        if known.is_empty() {
            return Err(Failure::of_file(self.name, "no line is there to infer the schema from: state --schema FILE"));
        }
        let name = singular(self.type_name);
        self.explain(console, &known, &name);
        Ok(known.schema(&name))
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    fn append(
        &self,
        console: &mut Console<'_>,
        path: &Path,
        codec: &Codec<'_>,
        idle: Option<Duration>,
        stop: &AtomicBool,
        writer: &mut RawWriter,
        done: &mut Done,
        losses: &mut Losses,
    ) -> Outcome {
        let failed = |error: packed_data_file::Error| output::failed(self.output, &error);
        let (mut tail, mut last) = (Tail::open(path)?, Instant::now());
        loop {
            // (What was written before the file was removed is read after this.)
            let is_over = tail.is_gone()? || idle.is_some_and(|idle| last.elapsed() >= idle);
            let before = done.count;
            while !stop.load(Ordering::Relaxed)
                && let Some((line, place)) = tail.next(is_over)?
            {
                let repeats = losses::scan(&line, Some(done.count as usize), &[], Some(self.wide), losses);
                let bytes = self.pack_text(codec, &line, place, Some(done.count), repeats, losses)?;
                writer.write(&bytes).map_err(failed)?;
                (done.count, done.bytes) = (done.count + 1, done.bytes + bytes.len() as u64);
            }
            losses.report(console, self.name)?;
            if is_over || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            if done.count > before {
                writer.sync().map_err(failed)?;
                last = Instant::now();
            } else {
                sleep(WAIT);
            }
        }
    }
}
