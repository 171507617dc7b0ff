//! The process of one case: runs it and reports to the process that started it.
//!
//! The report is a file that the parent made. Standard output and error belong to the case, which
//! may print what it likes.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::case::Case;
use crate::error::Error;
use crate::json;
use crate::panics;
use crate::probe::Probe;
use crate::weight::Weight;

/// What a case's process reports.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) weight: Option<Weight>,
    pub(crate) failure: Option<String>,
}

impl Report {
    /// Reads the report that a process left, if it left one that says anything.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let value: Value = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
        let weight = json::to_weight(&value["weight"]).ok();
        let failure = value["failure"].as_str().map(String::from);
        let says = weight.is_some() || failure.is_some();
        says.then_some(Self { weight, failure })
    }

    // The file is there already, made by the parent for itself alone: it is never created here.
    fn write(&self, path: &Path) -> io::Result<()> {
        let weight = self.weight.as_ref().map(json::of_weight);
        let value = json!({ "weight": weight, "failure": self.failure });
        let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
        file.write_all(value.to_string().as_bytes())
    }
}

/// The case that this process is to run, and where it is to report.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) case: String,
    pub(crate) report: PathBuf,
}

/// Runs the case, reports, and ends the process.
pub(crate) fn run(task: &Task, cases: Vec<Case<'_>>) -> Result<std::convert::Infallible, Error> {
    let case = cases
        .into_iter()
        .find(|case| case.path() == task.case)
        .ok_or_else(|| Error::CaseVanished(task.case.clone()))?;
    let report = weigh(case);
    if let Err(error) = report.write(&task.report) {
        eprintln!("weigh: cannot report ({error})");
        std::process::exit(1);
    }
    std::process::exit(0)
}

/// Runs the case; a panic, also one in the building or dropping of what it works with, is its
/// failure.
fn weigh(case: Case<'_>) -> Report {
    let mut probe = Probe::default();
    match panics::catch(|| (case.run)(&mut probe)) {
        Ok(()) => Report { weight: probe.weight, failure: probe.failure },
        Err(panicked) => Report { weight: None, failure: Some(panicked) },
    }
}
