//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Parser};

use crate::child::Task;
use crate::column::{Column, column_names};
use crate::config::{Config, Format};
use crate::error::Error;
use crate::paint::Colour;
use crate::spawn::CHILD_FLAG;

/// The text that `--help` prints.
pub(crate) const HELP: &str = "\
Measures what each case allocates, in a separate process.

Usage: [FLAGS] [FILTER]...

Runs the cases whose path (group/name) contains one of the FILTERs; without a
FILTER, runs all cases.

      --exact                A FILTER is the whole path of a case
      --skip TEXT            Skip the cases whose path contains TEXT
      --list                 List the cases without running them
      --test                 Run as a test: print a line for each case, no table
      --columns A,B,...      Show these columns
      --format FORMAT        plain, markdown or json
      --json, --markdown     The same as --format json, --format markdown
      --config NAME          Use the configuration that the program calls NAME
      --save-baseline NAME   Save the figures as baseline NAME (a name, or a path);
                             if a case fails, nothing is saved, and the baseline
                             does not change
      --baseline NAME        Compare with baseline NAME, as it was before this
                             run; growth is a failure
      --threshold PERCENT    Growth up to PERCENT is not a failure (default: 0)
      --baseline-dir DIR     The directory of the baselines (default:
                             target/weigh/PROGRAM)
      --time-limit SECONDS   Stop a case that takes longer
      --color WHEN           auto, always or never
      --nocapture            Let cases print, to standard error
      --keep-env             Do not change the environment of cases; without this
                             flag, variables that change figures (RUST_BACKTRACE,
                             TZ, ...) are set to a fixed value or removed
  -h, --help                 Print this help

These flags of cargo and its test harness are accepted too: --bench, --quiet,
--test-threads, --show-output, --include-ignored and --ignored.

Exit status: 0 if all cases pass, 1 if a case fails or grew, 2 if the input is bad.
";

/// The options of the command line.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) filters: Vec<String>,
    pub(crate) skip: Vec<String>,
    pub(crate) exact: bool,
    /// `--ignored` selects only ignored tests, and there are none.
    pub(crate) none: bool,
    pub(crate) mode: Mode,
    /// `--format terse`, which test runners use with `--list`.
    pub(crate) terse: bool,
    pub(crate) columns: Option<Vec<Column>>,
    pub(crate) format: Option<Format>,
    pub(crate) config: Option<String>,
    pub(crate) save_baseline: Option<String>,
    pub(crate) baseline: Option<String>,
    pub(crate) baseline_dir: Option<PathBuf>,
    pub(crate) threshold: Option<f64>,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) colour: Colour,
    pub(crate) nocapture: bool,
    pub(crate) keep_env: bool,
}

/// What to do with the cases.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Weigh them and show the figures.
    #[default]
    Weigh,
    /// Weigh them and show which of them pass.
    Test,
    /// List them.
    List,
    /// Explain the flags.
    Help,
    /// Run one of them in this process.
    Child(Task),
}

impl Options {
    /// Parses the arguments after the program's name.
    pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self, Error> {
        let mut options = Self::default();
        let mut parser = Parser::from_args(args);
        while let Some(arg) = parser.next().map_err(|e| unknown(&e))? {
            match arg {
                Arg::Value(filter) => options.filters.push(filter.to_string_lossy().into_owned()),
                Arg::Short('h') => options.mode = Mode::Help,
                Arg::Short('q') => {}
                Arg::Short(letter) => return Err(Error::UnknownFlag(format!("-{letter}"))),
                Arg::Long(name) => {
                    let name = name.to_owned();
                    options.flag(&name, &mut parser)?;
                }
            }
        }
        options.checked()
    }

    fn flag(&mut self, name: &str, parser: &mut Parser) -> Result<(), Error> {
        match name {
            "exact" => self.exact = true,
            "ignored" => self.none = true,
            "nocapture" | "no-capture" => self.nocapture = true,
            "keep-env" => self.keep_env = true,
            "list" => self.mode = Mode::List,
            "test" if self.mode == Mode::Weigh => self.mode = Mode::Test,
            "help" => self.mode = Mode::Help,
            "json" => self.format = Some(Format::Json),
            "markdown" => self.format = Some(Format::Markdown),
            // Cargo passes `--bench` to each bench target. The other flags belong to the standard test harness and have
            // no effect here.
            "bench" | "test" | "quiet" | "show-output" | "include-ignored" => {}
            _ => return self.flag_with_value(name, parser),
        }
        Ok(())
    }

    fn flag_with_value(&mut self, name: &str, parser: &mut Parser) -> Result<(), Error> {
        let columns = || format!("names from {}", column_names());
        let name_of = "a name, or a path that ends in .json";
        let seconds = "a number of seconds above 0";
        let mut value = ValueParser { flag: format!("--{name}"), parser };
        match name {
            "skip" => self.skip.push(value.text("part of a name")?),
            "test-threads" => drop(value.text("a number")?),
            "columns" => self.columns = Some(value.parsed(&columns(), column_list)?),
            "format" => self.set_format(&value.text("plain, markdown or json")?)?,
            "config" => self.config = Some(value.text("the name of a configuration")?),
            "save-baseline" => self.save_baseline = Some(value.parsed(name_of, non_empty)?),
            "baseline" => self.baseline = Some(value.parsed(name_of, non_empty)?),
            "baseline-dir" => self.baseline_dir = Some(value.os("a directory")?.into()),
            "threshold" => {
                self.threshold = Some(value.parsed("percent, such as 5, not below 0", percent)?);
            }
            "time-limit" => self.time_limit = Some(value.parsed(seconds, duration)?),
            "color" => self.colour = value.parsed("auto, always or never", Colour::named)?,
            CHILD_FLAG => {
                let (case, report) = (value.text("a case")?, value.os("a file")?);
                self.mode = Mode::Child(Task { case, report: report.into() });
            }
            _ => return Err(Error::UnknownFlag(value.flag)),
        }
        Ok(())
    }

    fn set_format(&mut self, name: &str) -> Result<(), Error> {
        self.terse = name == "terse";
        if self.terse {
            return Ok(());
        }
        let takes = || String::from("plain, markdown or json");
        self.format = Some(name.parse().map_err(|_| Error::FlagValue {
            flag: String::from("--format"),
            given: Some(name.into()),
            takes: takes(),
        })?);
        Ok(())
    }

    /// Returns whether the flags select the case with this path.
    pub(crate) fn selects(&self, path: &str) -> bool {
        let matches = |text: &String| {
            if self.exact { path == text } else { path.contains(text) }
        };
        let wanted = self.filters.is_empty() || self.filters.iter().any(matches);
        wanted && !self.none && !self.skip.iter().any(matches)
    }

    /// Replaces `config` by the configuration that is chosen by name, if any, and then applies the flags.
    pub(crate) fn configure(&self, config: &mut Config, named: Option<&Config>) {
        if let Some(named) = named {
            config.clone_from(named);
        }
        if let Some(columns) = &self.columns {
            config.columns.clone_from(columns);
        }
        config.format = self.format.unwrap_or(config.format);
    }

    fn checked(self) -> Result<Self, Error> {
        match (self.threshold, &self.baseline) {
            (Some(_), None) => Err(Error::ThresholdWithoutBaseline),
            _ => Ok(self),
        }
    }
}

/// Parses the value of a flag.
struct ValueParser<'p> {
    flag: String,
    parser: &'p mut Parser,
}

impl ValueParser<'_> {
    fn os(&mut self, takes: &str) -> Result<OsString, Error> {
        self.parser.value().map_err(|_| self.wrong(None, takes))
    }

    fn text(&mut self, takes: &str) -> Result<String, Error> {
        Ok(self.os(takes)?.to_string_lossy().into_owned())
    }

    fn parsed<T>(&mut self, takes: &str, parse: fn(&str) -> Option<T>) -> Result<T, Error> {
        let text = self.text(takes)?;
        parse(&text).ok_or_else(|| self.wrong(Some(text), takes))
    }

    fn wrong(&self, given: Option<String>, takes: &str) -> Error {
        Error::FlagValue { flag: self.flag.clone(), given, takes: takes.into() }
    }
}

fn unknown(error: &lexopt::Error) -> Error {
    match error {
        lexopt::Error::UnexpectedValue { option, value } => {
            Error::UnknownFlag(format!("{option}={}", value.to_string_lossy()))
        }
        other => Error::UnknownFlag(other.to_string()),
    }
}

fn column_list(text: &str) -> Option<Vec<Column>> {
    text.split(',').map(|name| name.trim().parse().ok()).collect()
}

fn non_empty(text: &str) -> Option<String> {
    Some(String::from(text)).filter(|text| !text.is_empty())
}

fn percent(text: &str) -> Option<f64> {
    let number: f64 = text.strip_suffix('%').unwrap_or(text).parse().ok()?;
    Some(number).filter(|number| number.is_finite() && *number >= 0.0)
}

fn duration(text: &str) -> Option<Duration> {
    let limit = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    Some(limit).filter(|limit| !limit.is_zero())
}
