//! The process of one case: it runs the case, and reports to the process that started it.
//!
//! The report is a file that the parent created. Standard output and standard error belong to the case, which may print
//! anything.

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

/// The report of a case's process.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) weight: Option<Weight>,
    pub(crate) failure: Option<String>,
}

impl Report {
    /// Reads the report of a process. Returns `None` if there is no report, or an empty one.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let value: Value = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
        let weight = json::to_weight(&value["weight"]).ok();
        let failure = value["failure"].as_str().map(String::from);
        let has_content = weight.is_some() || failure.is_some();
        has_content.then_some(Self { weight, failure })
    }

    // The parent has created the file, so that no other program can provide it. It is never created here.
    fn write(&self, path: &Path) -> io::Result<()> {
        let weight = self.weight.as_ref().map(json::of_weight);
        let value = json!({ "weight": weight, "failure": self.failure });
        let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
        file.write_all(value.to_string().as_bytes())
    }
}

/// The case that this process runs, and the path of its report.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) case: String,
    pub(crate) report: PathBuf,
}

/// Runs the case, writes the report, and ends the process.
pub(crate) fn run(task: &Task, cases: Vec<Case<'_>>) -> Result<std::convert::Infallible, Error> {
    let case = cases
        .into_iter()
        .find(|case| case.path() == task.case)
        .ok_or_else(|| Error::CaseVanished(task.case.clone()))?;
    let report = weigh(case);
    if let Err(error) = report.write(&task.report) {
        eprintln!("weigh: cannot write the report ({error})");
        std::process::exit(1);
    }
    std::process::exit(0)
}

/// Runs the case. A panic is a failure of the case, also while its argument is built or dropped.
fn weigh(case: Case<'_>) -> Report {
    let mut probe = Probe::default();
    match panics::catch(|| (case.run)(&mut probe)) {
        Ok(()) => Report { weight: probe.weight, failure: probe.failure },
        Err(panicked) => Report { weight: None, failure: Some(panicked) },
    }
}
