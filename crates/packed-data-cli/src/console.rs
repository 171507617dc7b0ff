//! Where a command reads and writes: the streams of the process, or buffers in tests.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};

use crate::error::{Failure, Outcome};

/// The streams of a command.
pub struct Console<'c> {
    /// Standard input.
    pub input: &'c mut dyn Read,
    /// Standard output.
    pub out: &'c mut dyn Write,
    /// Standard error.
    pub err: &'c mut dyn Write,
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
    /// Writes a line.
    pub fn line(&mut self, text: &str) -> Outcome {
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes a text in a look.
    pub fn put(&mut self, look: Look, text: &str) -> Outcome {
        if self.has_colours && look != Look::Plain {
            let style = look.style();
            Ok(write!(self.out, "{style}{text}{style:#}")?)
        } else {
            Ok(self.out.write_all(text.as_bytes())?)
        }
    }

    /// Writes a line to standard error. It is no error if standard error is closed.
    pub fn report(&mut self, text: &str) {
        _ = self.out.flush();
        _ = writeln!(self.err, "packed: {text}");
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

    /// Begins work on that number of bytes or records.
    pub fn progress(&self, what: &'static str, total: u64) -> Progress {
        Progress { what, total, done: 0, start: Instant::now(), shows: self.shows_progress, bar: None }
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
