//! The report: Markdown, records, charts.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{Error, Figure, Measured, Results, Scale, Settings, Target, before, chart, ratio, scale};

/// Receives the results one by one, prints the table of a task when it is complete, and prints the targets at the end.
pub struct Report<'s> {
    settings: &'s Settings,
    out: Box<dyn Write + 's>,
    json: Option<BufWriter<File>>,
    progress: ProgressBar,
    results: Vec<Results>,
    /// Number of results that are already printed.
    printed: usize,
    scale: Option<Scale>,
    /// The rows of the table of targets.
    verdicts: String,
}

/// One line of the records.
#[derive(Serialize)]
struct Record<'r> {
    table: &'r str,
    task: &'r str,
    size: Size<'r>,
    contestant: &'r str,
    layout: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    median_ns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

/// A size, as a number if it is one.
#[derive(Serialize)]
#[serde(untagged)]
enum Size<'r> {
    Number(u64),
    Name(&'r str),
}

impl<'s> Report<'s> {
    /// A report on standard output.
    ///
    /// # Errors
    ///
    /// If the file for the records or the directory for the charts cannot be created.
    pub fn to_stdout(settings: &'s Settings) -> Result<Self, Error> {
        Self::to(std::io::stdout(), settings)
    }

    /// A report on any writer.
    ///
    /// # Errors
    ///
    /// As for [`to_stdout`](Self::to_stdout).
    pub fn to(out: impl Write + 's, settings: &'s Settings) -> Result<Self, Error> {
        let named = |path: &std::path::Path, error| format!("{}: {error}", path.display());
        let json = match &settings.json {
            Some(path) => Some(BufWriter::new(File::create(path).map_err(|error| named(path, error))?)),
            None => None,
        };
        if let Some(directory) = &settings.svg {
            std::fs::create_dir_all(directory).map_err(|error| named(directory, error))?;
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {wide_msg}")?;
        let progress = ProgressBar::new(0).with_style(style);
        let mut out: Box<dyn Write + 's> = Box::new(out);
        writeln!(out, "## {}\n\n{}", settings.table.name(), settings.table.about())?;
        let (results, verdicts) = (Vec::new(), String::new());
        Ok(Self { settings, out, json, progress, results, printed: 0, scale: None, verdicts })
    }

    /// Shows all further figures as cost per unit.
    pub fn scale(&mut self, scale: Scale) {
        self.scale = Some(scale);
    }

    /// Announces the number of comparisons.
    pub fn expect(&self, comparisons: usize) {
        self.progress.set_length(comparisons as u64);
        self.progress.enable_steady_tick(Duration::from_millis(500));
    }

    /// Describes the current work for the progress bar.
    pub fn doing(&self, words: impl Into<String>) {
        self.progress.set_message(words.into());
    }

    /// Prints a paragraph, for example about a contestant that is missing.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn say(&mut self, words: &str) -> Result<(), Error> {
        self.print_task()?;
        Ok(writeln!(self.out, "\n{words}")?)
    }

    /// Adds the results of a comparison.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn add(&mut self, results: Results) -> Result<(), Error> {
        if self.results.last().is_some_and(|last| last.task != results.task) {
            self.print_task()?;
        }
        if let Some(json) = &mut self.json {
            for one in &results.measured {
                serde_json::to_writer(&mut *json, &record(self.settings, &results, one))?;
                writeln!(json)?;
            }
            json.flush()?;
        }
        self.results.push(results);
        self.progress.inc(1);
        Ok(())
    }

    /// Returns all results so far.
    pub fn results(&self) -> &[Results] {
        &self.results
    }

    /// Records a target that is not a ratio within one comparison, for the table of [`targets`](Self::targets).
    pub fn verdict(&mut self, what: &str, at_most: f64, measured: f64, at: &str) {
        self.verdicts.push_str(&crate::targets::row(what, at_most, measured, at));
    }

    /// Prints the targets and the measured figures, and the reasons if a target is missed. Targets without figures in
    /// this run are left out.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, or the records of an earlier run cannot be read.
    pub fn targets(&mut self, targets: &[Target], reasons: &str) -> Result<(), Error> {
        self.print_task()?;
        let mut rows: String = targets.iter().filter_map(|target| target.row(&self.results)).collect();
        rows.push_str(&self.verdicts);
        if let Some(path) = &self.settings.before {
            let (loss, which) = before::largest_loss(path, self.settings.table.name(), &self.results)?;
            rows.push_str(&crate::targets::row(before::WHAT, before::AT_MOST, loss, &which));
        }
        if !rows.is_empty() {
            writeln!(self.out, "\n### Targets\n\n| ratio | target | measured | |\n| :-- | --: | :-- | :-- |\n{rows}")?;
        }
        if rows.contains(crate::targets::MISSED) {
            writeln!(self.out, "Where a target is missed, these are the reasons:\n\n{reasons}")?;
        }
        if let Some(line) = steadiness(&self.results) {
            writeln!(self.out, "\n{line}")?;
        }
        Ok(())
    }

    /// Prints the remaining results, and draws the charts.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn finish(mut self) -> Result<(), Error> {
        self.print_task()?;
        self.progress.finish_and_clear();
        if let Some(directory) = &self.settings.svg {
            for (task, results) in by_task(&self.results) {
                chart::draw(&directory.join(self.chart(task)), task, results, self.scale)?;
            }
        }
        Ok(self.out.flush()?)
    }

    /// Returns the file name of a task's chart.
    fn chart(&self, task: &str) -> String {
        format!("{}-{task}.svg", self.settings.table.name())
    }

    /// Prints the table of the results that are not printed yet, all of one task.
    fn print_task(&mut self) -> Result<(), Error> {
        let results = &self.results[self.printed..];
        if let Some(first) = results.first() {
            let table = self.scale.map_or_else(|| tables(results), |scale| scale.tables(results));
            writeln!(self.out, "\n### {}\n\n{table}", first.task)?;
            if let Some(directory) = &self.settings.svg {
                let file = directory.join(self.chart(first.task));
                writeln!(self.out, "\n![{}]({})", first.task, file.display())?;
            }
            self.out.flush()?;
        }
        self.printed = self.results.len();
        Ok(())
    }
}

/// Says how much the times of a run vary: how idle the machine was. `None` if nothing was timed.
fn steadiness(results: &[Results]) -> Option<String> {
    let timed = results.iter().flat_map(|results| &results.measured);
    let timed = timed.filter(|one| matches!(one.figure, Figure::Times(_)));
    let mut spreads: Vec<f64> = timed.map(|one| one.spread() * 50.0).collect();
    spreads.sort_by(f64::total_cmp);
    let (middle, tenth) = (spreads.get(spreads.len() / 2)?, spreads.get(spreads.len() * 9 / 10)?);
    Some(format!("Half of the times of this run vary by ± {middle:.0} % or more, a tenth by ± {tenth:.0} % or more."))
}

fn record<'r>(settings: &Settings, results: &'r Results, one: &'r Measured) -> Record<'r> {
    let (is_time, bytes, count) = match one.figure {
        Figure::Bytes(bytes) => (false, Some(bytes), None),
        Figure::Count(count) => (false, None, Some(count)),
        Figure::Times(_) => (true, None, None),
    };
    Record {
        table: settings.table.name(),
        task: results.task,
        size: results.size.parse().map_or(Size::Name(&results.size), Size::Number),
        contestant: one.contestant,
        layout: one.layout,
        median_ns: is_time.then(|| one.value()),
        spread: is_time.then(|| one.spread()),
        bytes,
        count,
    }
}

/// Groups the results by task.
fn by_task(results: &[Results]) -> impl Iterator<Item = (&'static str, &[Results])> {
    results.chunk_by(|a, b| a.task == b.task).map(|chunk| (chunk[0].task, chunk))
}

/// Returns a table for each group of sizes: those with equal names up to the last hyphen.
fn tables(results: &[Results]) -> String {
    let tables = results.chunk_by(|a, b| group(&a.size).0 == group(&b.size).0).map(table);
    tables.collect::<Vec<_>>().join("\n\n")
}

/// Returns the group of a size, and the part after it.
fn group(size: &str) -> (&str, &str) {
    size.rsplit_once('-').unwrap_or(("contestant", size))
}

/// Returns a table with a row for each contestant and a column for each size. The rows are sorted by the figure for the
/// last size, then the contestants without that figure follow.
fn table(results: &[Results]) -> String {
    let mut names = scale::names(results);
    // The number of sizes after the last one for which it has a figure, and that figure.
    let rank = |(name, layout): &(&str, &str)| {
        let figures = results.iter().rev().map(|results| results.find(name, layout).map(Measured::value));
        let first = figures.enumerate().find_map(|(missing, figure)| Some((missing, figure?)));
        first.unwrap_or((usize::MAX, 0.0))
    };
    names.sort_by(|a, b| {
        let ((a_missing, a), (b_missing, b)) = (rank(a), rank(b));
        a_missing.cmp(&b_missing).then(a.total_cmp(&b))
    });

    let mut text = format!("| {} |", results.first().map_or("", |one| group(&one.size).0));
    for one in results {
        _ = write!(text, " {} | |", group(&one.size).1);
    }
    _ = write!(text, "\n| :-- |{}", " --: | --: |".repeat(results.len()));
    for (name, layout) in names {
        _ = write!(text, "\n| {} |", crate::harness::full_name(name, layout));
        for results in results {
            match (results.find(name, layout), results.best()) {
                (Some(one), Some(best)) if best.value() > 0.0 => {
                    _ = write!(text, " {} | {:.2} |", show(one), ratio(one, best))
                }
                (Some(one), _) => _ = write!(text, " {} | |", show(one)),
                _ => text.push_str(" | |"),
            }
        }
    }
    text
}

/// Returns a figure with its unit, and with the spread if it is large.
pub(crate) fn show(one: &Measured) -> String {
    let value = one.value();
    match &one.figure {
        Figure::Bytes(bytes) => format!("{bytes} B"),
        Figure::Count(count) => count.to_string(),
        Figure::Times(_) => {
            let time = duration(value);
            if one.spread() < 0.1 { time } else { format!("{time} ± {:.0} %", one.spread() * 50.0) }
        }
    }
}

fn duration(ns: f64) -> String {
    match ns {
        ..1e3 => format!("{ns:.1} ns"),
        ..1e6 => format!("{:.2} µs", ns / 1e3),
        ..1e9 => format!("{:.2} ms", ns / 1e6),
        _ => format!("{:.2} s", ns / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Comparison, Table};

    #[test]
    fn records_and_tables() {
        let settings = Settings::new(Table::Table1);
        let times = |rounds: &[f64]| Figure::Times(rounds.to_vec());
        let measured = vec![
            Measured { contestant: "c-packed", layout: "", figure: times(&[2000.0, 2000.0]) },
            Measured { contestant: "packed-fold", layout: "Compact", figure: times(&[1000.0, 1000.0]) },
        ];
        let results = Results { task: "sum", size: "20".into(), measured };
        assert_eq!(
            serde_json::to_string(&record(&settings, &results, &results.measured[1])).unwrap(),
            r#"{"table":"table1","task":"sum","size":20,"contestant":"packed-fold","layout":"Compact","median_ns":1000.0,"spread":0.0}"#
        );
        assert_eq!(
            tables(&[results]),
            "| contestant | 20 | |\n| :-- | --: | --: |\n| packed-fold (Compact) | 1.00 µs | 1.00 |\n| c-packed | 2.00 µs | 2.00 |"
        );
    }

    #[test]
    fn sizes_named_alike_share_a_table() {
        let results = |size: &str| Results { task: "encode", size: size.into(), measured: Vec::new() };
        let all = ["records-10", "records-100", "i32-flat-1kB", "random"].map(results);
        let headers: Vec<String> = tables(&all).split("\n\n").map(|t| t.lines().next().unwrap().into()).collect();
        assert_eq!(headers, ["| records | 10 | | 100 | |", "| i32-flat | 1kB | |", "| contestant | random | |"]);
    }

    #[test]
    fn a_report_is_written() {
        let mut out = Vec::new();
        let settings = Settings { quick: true, ..Settings::new(Table::Table1) };
        let mut report = Report::to(&mut out, &settings).unwrap();
        let mut comparison = Comparison::new("sum", 1);
        comparison.add("one", "", || 7, |n| *n);
        report.add(comparison.run(&settings, Duration::ZERO).unwrap()).unwrap();
        report.finish().unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("### sum\n\n| contestant | 1 | |"), "{out}");
    }
}
