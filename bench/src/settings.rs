//! The settings of the command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::{Error, Report, allocator, build_cost, formats, scaling, table1, vectors};

/// A table, with its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The paper's tasks on trees.
    Table1,
    /// Serialisation of realistic data sets.
    Formats,
    /// Vectors of records and of integers.
    Vectors,
    /// One tree in sizes from small to large.
    Scaling,
    /// The cost of building sixty types.
    BuildCost,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 5] = [Self::Table1, Self::Formats, Self::Vectors, Self::Scaling, Self::BuildCost];

    /// Returns its name on the command line and in the records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table1 => "table1",
            Self::Formats => "formats",
            Self::Vectors => "vectors",
            Self::Scaling => "scaling",
            Self::BuildCost => "build-cost",
        }
    }

    /// Returns a description of its comparisons.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Table1 => "The tasks of the paper's Table 1, and others on the same trees.",
            Self::Formats => "Serialisation of realistic data.",
            Self::Vectors => "Snoyman's vectors of records and of integers, in one block or in a list of boxes.",
            Self::BuildCost => {
                "A program with sixty types, built after its dependencies: time, processor time; and the code that the types add."
            }
            Self::Scaling => "One perfect tree with `i64` leaves, from small to large.",
        }
    }

    /// Returns its tasks, in the order in which they run.
    pub const fn tasks(self) -> &'static [&'static str] {
        match self {
            Self::Table1 => table1::TASKS,
            Self::Formats => formats::TASKS,
            Self::Vectors => vectors::TASKS,
            Self::Scaling => scaling::TASKS,
            Self::BuildCost => build_cost::TASKS,
        }
    }

    /// Measures, and reports each result as soon as it is complete.
    ///
    /// # Errors
    ///
    /// If the answers of contestants differ, with their names; or if a file cannot be written.
    pub fn run(self, settings: &Settings, mut report: Report) -> Result<(), Error> {
        allocator::keep_freed_memory();
        let report_of = &mut report;
        match self {
            Self::Table1 => table1::run(settings, report_of),
            Self::Formats => formats::run(settings, report_of),
            Self::Vectors => vectors::run(settings, report_of),
            Self::Scaling => scaling::run(settings, report_of),
            Self::BuildCost => build_cost::run(settings, report_of),
        }?;
        report.finish()
    }
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The table.
    pub table: Table,
    /// Fewer sizes and rounds: the whole table within [`QUICK`](Self::QUICK).
    pub quick: bool,
    /// One task only.
    pub only: Option<String>,
    /// A file for the records, with one JSON object per line.
    pub json: Option<PathBuf>,
    /// The records of an earlier run, with which packed-data's figures are compared.
    pub before: Option<PathBuf>,
    /// A directory for the charts.
    pub svg: Option<PathBuf>,
}

impl Settings {
    /// The usage line.
    pub const USAGE: &str = "usage: bench table1|formats|vectors|scaling|build-cost [--quick] [--only TASK] [--before FILE] [--json FILE] [--svg DIR]";

    /// The intended time of a quick run; it must end within 50 seconds on a slower machine too.
    pub const QUICK: Duration = Duration::from_secs(35);

    /// The settings for everything of a table.
    pub const fn new(table: Table) -> Self {
        Self { table, quick: false, only: None, before: None, json: None, svg: None }
    }

    /// Parses the arguments after the name of the program.
    ///
    /// # Errors
    ///
    /// If a table, task or flag is unknown, or if the table or a value is missing.
    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> Result<Self, Error> {
        use lexopt::prelude::*;

        let mut parser = lexopt::Parser::from_args(args);
        let mut table = None;
        let mut settings = Self::new(Table::Table1);
        while let Some(argument) = parser.next()? {
            match argument {
                Value(name) if table.is_none() => {
                    let name = name.string()?;
                    let found = Table::ALL.into_iter().find(|table| table.name() == name);
                    table = Some(found.ok_or_else(|| format!("unknown table `{name}`"))?);
                }
                Long("quick") => settings.quick = true,
                Long("only") => settings.only = Some(parser.value()?.string()?),
                Long("before") => settings.before = Some(parser.value()?.into()),
                Long("json") => settings.json = Some(parser.value()?.into()),
                Long("svg") => settings.svg = Some(parser.value()?.into()),
                other => return Err(other.unexpected().into()),
            }
        }
        settings.table = table.ok_or("which table?")?;
        if let Some(task) = &settings.only
            && !settings.table.tasks().contains(&task.as_str())
        {
            let known = settings.table.tasks().join(", ");
            return Err(format!("unknown task `{task}`: {} has {known}", settings.table.name()).into());
        }
        Ok(settings)
    }

    /// Returns whether the task was selected.
    pub fn wants(&self, task: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Settings, Error> {
        Settings::from_args(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn arguments_in_any_order() {
        let settings = read("--quick table1 --only sum --before then.json --json out.json --svg charts").unwrap();
        assert_eq!((settings.table, settings.quick, settings.only.as_deref()), (Table::Table1, true, Some("sum")));
        assert_eq!(settings.before, Some("then.json".into()));
        assert_eq!(settings.json, Some("out.json".into()));
        assert_eq!(settings.svg, Some("charts".into()));
        assert!(settings.wants("sum") && !settings.wants("eval"));
    }

    #[test]
    fn unknown_arguments_are_named() {
        for (line, words) in [
            ("", "which table?"),
            ("table2", "`table2`"),
            ("table1 table1", "table1"),
            ("table1 --only serialize", "`serialize`"),
            ("table1 --slow", "--slow"),
            ("table1 --json", "--json"),
        ] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
