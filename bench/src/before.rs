//! The figures of an earlier run, written with `--json`, compared with those of this one.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::harness::{full_name, median};
use crate::{Error, Measured, Results};

/// How much larger a figure may be than before.
pub(crate) const AT_MOST: f64 = 1.03;

/// The row in the table of targets.
pub(crate) const WHAT: &str = "packed-data / the same before, each contestant and task";

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    table: String,
    task: String,
    size: serde_json::Value,
    contestant: String,
    layout: String,
    median_ns: Option<f64>,
    bytes: Option<u64>,
}

impl Line {
    fn is(&self, table: &str, results: &Results, one: &Measured) -> bool {
        let size = self.size.as_str().map_or_else(|| self.size.to_string(), str::to_owned);
        (&*self.table, &*self.task, &*size) == (table, results.task, &*results.size)
            && (&*self.contestant, &*self.layout) == (one.contestant, one.layout)
    }
}

/// The ratio of a figure to that of the same contestant before.
struct Change<'r> {
    task: &'static str,
    one: &'r Measured,
    ratio: f64,
}

impl Change<'_> {
    fn is_ours(&self) -> bool {
        self.one.contestant.starts_with("packed-")
    }
}

/// Returns the largest loss of a contestant of packed-data at a task, and which one it is.
///
/// A loss is the median of the ratios to the figures before, over the sizes. It is divided by the median ratio of all
/// other contestants at the task, whose code is the same as before, so that a slower machine does not count.
///
/// # Errors
///
/// If the file cannot be read, or has no figure of this run.
pub(crate) fn largest_loss(path: &Path, table: &str, results: &[Results]) -> Result<(f64, String), Error> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(&error))?;
    let lines =
        text.lines().map(serde_json::from_str).collect::<Result<Vec<Line>, _>>().map_err(|error| named(&error))?;
    let changes = changes(&lines, table, results);
    let losses = changes.iter().filter(|change| change.is_ours()).map(|change| {
        let sizes =
            changes.iter().filter(|other| other.task == change.task && other.one.full_name() == change.one.full_name());
        let others = changes.iter().filter(|other| other.task == change.task && !other.is_ours());
        let others: Vec<f64> = others.map(|other| other.ratio).collect();
        let drift = if others.is_empty() { 1.0 } else { median(others) };
        let loss = median(sizes.map(|size| size.ratio).collect()) / drift;
        (loss, format!("{}, {}", change.task, full_name(change.one.contestant, change.one.layout)))
    });
    losses.max_by(|(a, _), (b, _)| a.total_cmp(b)).ok_or_else(|| named(&"no figure of this run").into())
}

fn changes<'r>(lines: &[Line], table: &str, results: &'r [Results]) -> Vec<Change<'r>> {
    let all = results.iter().flat_map(|results| results.measured.iter().map(move |one| (results, one)));
    let change = |(results, one): (&'r Results, &'r Measured)| {
        let line = lines.iter().find(|line| line.is(table, results, one))?;
        let before = line.median_ns.or(line.bytes.map(|bytes| bytes as f64))?;
        Some(Change { task: results.task, one, ratio: one.value() / before })
    };
    all.filter_map(change).filter(|change| change.ratio.is_finite()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    #[test]
    fn a_slower_machine_is_no_loss() {
        let line = |contestant: &str, layout: &str, size: &str, ns: u32| {
            format!(
                r#"{{"table":"table1","task":"sum","size":{size},"contestant":"{contestant}","layout":"{layout}","median_ns":{ns}.0}}"#
            )
        };
        let before = [
            line("packed-fold", "Compact", "20", 100),
            line("packed-fold", "Compact", "\"random\"", 100),
            line("c-packed", "", "20", 50),
        ];
        let lines: Vec<Line> = before.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let times = |contestant, layout, ns| Measured { contestant, layout, figure: Figure::Times(vec![ns]) };
        let results = |size: &str, measured| Results { task: "sum", size: size.into(), measured };
        let now = [
            results("20", vec![times("packed-fold", "Compact", 300.0), times("c-packed", "", 100.0)]),
            results("random", vec![times("packed-fold", "Compact", 300.0)]),
        ];
        assert_eq!(changes(&lines, "table1", &now).iter().map(|c| c.ratio).collect::<Vec<_>>(), [3.0, 2.0, 3.0]);

        let path = std::env::temp_dir().join(format!("bench-before-{}.json", std::process::id()));
        fs::write(&path, before.join("\n")).unwrap();
        let loss = largest_loss(&path, "table1", &now).unwrap();
        assert_eq!(loss, (1.5, "sum, packed-fold (Compact)".into()));
        assert!(largest_loss(&path, "formats", &now).unwrap_err().to_string().ends_with("no figure of this run"));
        fs::remove_file(path).unwrap();
    }
}
