//! Where a command reads and writes: the streams of the process, or buffers in tests. All text for people is printed by
//! this module, which escapes it: names, texts and messages may come from outside.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use packed_data::error::Printable;

use crate::error::{Failure, Outcome};
use crate::grouped::grouped;

/// The streams of a command.
pub struct Console<'c> {
    /// Standard input.
    pub input: &'c mut dyn Read,
    /// Standard output.
    pub out: &'c mut dyn Write,
    /// Standard error.
    pub err: &'c mut dyn Write,
    /// Whether standard output is a terminal: then data are escaped too.
    pub is_terminal: bool,
    /// Whether the output has colours.
    pub has_colours: bool,
    /// Whether progress is shown.
    pub shows_progress: bool,
}

/// How a text looks on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// Headings.
    Strong,
    /// What is beside the point.
    Faint,
    /// Tags.
    Tag,
    /// Sizes, counts, lengths and tables.
    Size,
    /// Values.
    Data,
    /// Errors.
    Wrong,
    /// Anything else.
    Plain,
}

impl Look {
    fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Tag => colour(AnsiColor::Blue),
            Self::Size => colour(AnsiColor::Yellow),
            Self::Data => colour(AnsiColor::Green),
            Self::Wrong => colour(AnsiColor::Red).bold(),
            Self::Plain => Style::new(),
        }
    }
}

impl Console<'_> {
    /// Writes a line, escaped.
    pub fn line(&mut self, text: &str) -> Outcome {
        self.put(Look::Plain, text)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes a text in a look, escaped.
    pub fn put(&mut self, look: Look, text: &str) -> Outcome {
        let style = if self.has_colours { look.style() } else { Style::new() };
        write!(self.out, "{style}")?;
        put_lines(text, self.out)?;
        Ok(write!(self.out, "{style:#}")?)
    }

    /// Calls `write` with standard output for data, which are written as they are; on a terminal, escaped.
    pub fn data(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> Outcome) -> Outcome {
        if !self.is_terminal {
            return write(self.out);
        }
        let mut screen = Screen { to: self.out, rest: Vec::new() };
        write(&mut screen)?;
        Ok(screen.finish()?)
    }

    /// Writes a line to standard error, escaped. It is no error if standard error is closed.
    pub fn report(&mut self, text: &str) {
        self.complain(&format!("packed: {text}\n"));
    }

    /// Writes a text to standard error as [`report`](Self::report) does.
    pub(crate) fn complain(&mut self, text: &str) {
        _ = self.out.flush();
        _ = put_lines(text, self.err);
    }

    /// Reports a failure of the data, after which the next file follows; other failures end the command. Returns
    /// whether there was one.
    pub(crate) fn report_data(&mut self, outcome: Outcome) -> Outcome<bool> {
        match outcome {
            Ok(()) => Ok(false),
            Err(Failure::Data(error)) => {
                self.report(&error);
                Ok(true)
            }
            Err(Failure::Reported) => Ok(true),
            Err(other) => Err(other),
        }
    }

    /// Begins work on `total` bytes.
    pub fn progress(&self, what: &'static str, total: u64) -> Progress {
        self.progress_of(what, total, "bytes")
    }

    /// Begins work on `total` of something else.
    pub fn progress_of(&self, what: &'static str, total: u64, unit: &'static str) -> Progress {
        let (start, shows) = (Instant::now(), self.shows_progress);
        Progress { what, unit, total, done: 0, start, next: FIRST, shows, shown: 0 }
    }
}

/// Writes lines, escaped; line feeds are kept, also after a carriage return.
fn put_lines(text: &str, to: &mut dyn Write) -> io::Result<()> {
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => writeln!(to, "{}", Printable(line.strip_suffix('\r').unwrap_or(line)))?,
            None => write!(to, "{}", Printable(line))?,
        }
    }
    Ok(())
}

/// A terminal on which data are shown: escaped, and what is not text as its bytes.
struct Screen<'s> {
    to: &'s mut dyn Write,
    /// The beginning of a character.
    rest: Vec<u8>,
}

impl Screen<'_> {
    /// Shows all bytes but those that begin a character.
    fn show(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.rest);
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            put_lines(chunk.valid(), self.to)?;
            let begins = std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
            if begins && chunks.peek().is_none() {
                self.rest = chunk.invalid().into();
                break;
            }
            self.show_bytes(chunk.invalid())?;
        }
        Ok(())
    }

    fn show_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        bytes.iter().try_for_each(|byte| write!(self.to, "\\x{byte:02x}"))
    }

    fn finish(mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.rest);
        self.show_bytes(&rest)
    }
}

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        self.show().map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The time after which progress is shown, and that until it is shown again.
const FIRST: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(200);

/// A line on standard error, which appears when the work takes longer than a second, and is cleared at its end.
pub struct Progress {
    what: &'static str,
    unit: &'static str,
    total: u64,
    done: u64,
    start: Instant,
    /// When the line is written again, since the start.
    next: Duration,
    shows: bool,
    /// The characters of the line that is on the terminal.
    shown: usize,
}

impl Progress {
    /// Notes that a part of the work was done.
    #[inline]
    pub fn step(&mut self, amount: u64) {
        self.done += amount;
        if self.shows {
            self.show(self.start.elapsed(), &mut io::stderr());
        }
    }

    /// Writes the line again, if it is time to.
    fn show(&mut self, elapsed: Duration, to: &mut dyn Write) {
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + EVERY;
        let text = self.text(elapsed);
        // (A shorter line overwrites all of a longer one.)
        _ = write!(to, "\r{text:width$}", width = self.shown).and_then(|()| to.flush());
        self.shown = text.chars().count();
    }

    /// Says what is done of the total, and how fast.
    fn text(&self, elapsed: Duration) -> String {
        let rate = self.done as f64 / elapsed.as_secs_f64();
        let percent = (100 * u128::from(self.done)).checked_div(self.total.into()).unwrap_or(100).min(100);
        let Self { what, unit, .. } = self;
        match *unit {
            "bytes" => {
                let (done, total, rate) = (short(self.done as f64), short(self.total as f64), short(rate));
                format!("{what}: {done} of {total}, {percent} %, {rate}/s")
            }
            _ => {
                let (done, total, rate) = (grouped(self.done), grouped(self.total), grouped(rate as u64));
                format!("{what}: {done} of {total} {unit}, {percent} %, {rate}/s")
            }
        }
    }

    /// Clears the line, so that later output begins on an empty one.
    fn clear(&self, to: &mut dyn Write) {
        if self.shown > 0 {
            _ = write!(to, "\r{:width$}\r", "", width = self.shown).and_then(|()| to.flush());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shows {
            self.clear(&mut io::stderr());
        }
    }
}

/// Returns a number of bytes in a suitable unit.
fn short(bytes: f64) -> String {
    match bytes {
        ..1e3 => format!("{bytes:.0} B"),
        ..1e6 => format!("{:.1} kB", bytes / 1e3),
        ..1e9 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.2} GB", bytes / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(total: u64, unit: &'static str) -> Progress {
        let (start, shows) = (Instant::now(), false);
        Progress { what: "packing", unit, total, done: 0, start, next: FIRST, shows, shown: 0 }
    }

    #[test]
    fn what_is_shown_of_progress() {
        let (mut work, mut seen) = (progress(3_000_000_000, "bytes"), Vec::new());
        let at = Duration::from_millis;
        work.step(2_500);
        work.show(at(900), &mut seen);
        work.clear(&mut seen);
        assert_eq!(String::from_utf8_lossy(&seen), "");
        work.show(at(1000), &mut seen);
        work.step(1_497_500);
        work.show(at(1100), &mut seen);
        work.show(at(2000), &mut seen);
        let lines = "\rpacking: 2.5 kB of 3.00 GB, 0 %, 2.5 kB/s\rpacking: 1.5 MB of 3.00 GB, 0 %, 750.0 kB/s";
        assert_eq!(String::from_utf8_lossy(&seen), lines);
        seen.clear();
        work.clear(&mut seen);
        assert_eq!(String::from_utf8_lossy(&seen), format!("\r{}\r", " ".repeat(43)));
        let mut work = progress(12_000, "records");
        work.step(3_000);
        assert_eq!(work.text(at(1500)), "packing: 3,000 of 12,000 records, 25 %, 2,000/s");
        // What is counted may be more than was known, or nothing.
        work.step(90_000);
        assert_eq!(work.text(at(1000)), "packing: 93,000 of 12,000 records, 100 %, 93,000/s");
        assert_eq!(progress(0, "bytes").text(at(1000)), "packing: 0 B of 0 B, 100 %, 0 B/s");
        // A shorter line leaves nothing of a longer one.
        seen.clear();
        work.shown = 60;
        work.show(at(1000), &mut seen);
        assert_eq!(seen.len(), 1 + 60);
    }
}
