//! Where a command reads and writes: the streams of the process, or buffers in tests. All text for people is printed by
//! this module, which escapes it: names, texts and messages may come from outside.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};
use packed_data::error::Printable;

use crate::error::{Failure, Outcome};

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

    /// Begins work on `total` bytes or records.
    pub fn progress(&self, what: &'static str, total: u64) -> Progress {
        Progress { what, total, done: 0, start: Instant::now(), shows: self.shows_progress, bar: None }
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

/// A bar on standard error, which appears when the work takes longer than a second.
pub struct Progress {
    what: &'static str,
    total: u64,
    done: u64,
    start: Instant,
    shows: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Notes that a part of the work was done.
    pub fn step(&mut self, amount: u64) {
        self.done += amount;
        if !self.shows {
            return;
        }
        if let Some(bar) = &self.bar {
            return bar.set_position(self.done);
        }
        if self.start.elapsed() > Duration::from_secs(1) {
            let bar = ProgressBar::new(self.total);
            let style = ProgressStyle::with_template("{msg} [{bar:30}] {percent:>3} % {eta}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
            bar.set_message(self.what);
            bar.set_position(self.done);
            self.bar = Some(bar);
        }
    }
}

impl Drop for Progress {
    /// Clears the line, so that later output begins on an empty one.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
