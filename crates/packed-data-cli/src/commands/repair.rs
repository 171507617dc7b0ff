//! `packed repair`: what can be saved of a damaged file.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use packed_data_file::{Content, Error, Repaired};

use crate::console::{Console, Progress};
use crate::error::{Failure, Outcome};
use crate::grouped::{counted, grouped};
use crate::input::name_of;
use crate::output::{refuse_same, write_file};
use crate::source::{Source, cannot_read};

pub(super) fn run(console: &mut Console<'_>, file: &Path, out: &Path) -> Outcome {
    refuse_same(file, out)?;
    let mut source = Source::open(console, file)?;
    let name = name_of(file);
    // (It is read to find what is intact, and again to copy that.)
    let total = 2 * source.size().map_err(|error| cannot_read(file, &error))?;
    let mut source = Watched { source, progress: console.progress("repairing", total) };
    let mut report = None;
    write_file(console, out, &mut |to| {
        let mut to = Output { to, has_failed: false };
        report = Some(packed_data_file::repair_to(&mut source, &mut to).map_err(|error| match error {
            Error::Io(error) if to.has_failed => error.into(),
            error => Failure::of_file(&name, error),
        })?);
        Ok(())
    })?;
    drop(source);
    let Some(report) = report else { return Ok(()) };
    let Repaired { content, used_copy_of_header, blocks, records, repeated, left_out, lost, damage, .. } = report;
    let mut lines = Vec::new();
    if used_copy_of_header {
        lines.push("damaged header: the copy at the end of the file was used".to_owned());
    }
    for part in &damage {
        let numbers = match part.first.zip(part.records) {
            Some((first, records)) => format!(", with {} from number {first},", counted(records, "record")),
            None => String::new(),
        };
        lines.push(format!("{} damaged bytes at byte {} of the file{numbers} were left out", part.bytes, part.offset));
    }
    for range in &lost {
        lines.push(format!("the records {} to {} are lost", range.start, range.end - 1));
    }
    if repeated > 0 {
        lines.push(format!("{} blocks that were there twice were left out", grouped(repeated)));
    }
    if left_out > 0 {
        let why = "sections, because the numbers of the records have changed, or of another kind";
        lines.push(format!("{} intact blocks were left out: {why}", grouped(left_out)));
    }
    lines.iter().for_each(|line| console.report(&format!("{name}: {line}")));
    let saved = match content {
        Content::Value => "one value".to_owned(),
        Content::Records => format!("{} in {}", counted(records, "record"), counted(blocks, "block")),
    };
    // (To standard output goes the file itself.)
    let line = format!("{name}: saved {saved}");
    if crate::input::is_stdio(out) {
        console.report(&line)
    } else {
        console.line(&line)?
    }
    if lost.is_empty() && damage.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}

/// A file of which it is noted how much was read.
struct Watched {
    source: Source,
    progress: Progress,
}

impl Read for Watched {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(to)?;
        self.progress.step(count as u64);
        Ok(count)
    }
}

impl Seek for Watched {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.source.seek(to)
    }
}

/// An output of which it is noted whether it has failed.
struct Output<'w> {
    to: &'w mut dyn Write,
    has_failed: bool,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes).inspect_err(|_| self.has_failed = true)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
