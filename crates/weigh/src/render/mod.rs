//! Results as text: tables and documents.

mod cell;
mod markdown;
mod plain;

use crate::column::Column;
use crate::config::Format;
use crate::json;
use crate::outcome::Outcome;
use crate::paint::Paint;

/// Returns all results: a table for each configuration, with the failures below it.
pub(crate) fn outcomes(outcomes: &[Outcome], paint: Paint) -> String {
    let tables = outcomes.chunk_by(|a, b| a.config.same_table(&b.config));
    let texts: Vec<String> = tables.map(|rows| table(rows, paint)).collect();
    texts.join("\n")
}

/// Returns the JSON document of a run without cases.
pub(crate) fn empty_document() -> String {
    json::text(&json::document(&[]))
}

fn table(rows: &[Outcome], paint: Paint) -> String {
    match rows[0].config.format {
        Format::Plain => plain::table(rows, paint),
        Format::Markdown => markdown::table(rows),
        Format::Json => json::text(&json::document(rows)),
    }
}

/// Returns the columns of a table: the configured ones, and Change before Check if there is a baseline.
fn columns(rows: &[Outcome]) -> Vec<Column> {
    let mut columns = rows[0].config.columns.clone();
    let compared = rows.iter().any(|row| row.change.is_some());
    if compared && !columns.contains(&Column::Change) {
        let check = columns.iter().position(|column| *column == Column::Check);
        columns.insert(check.unwrap_or(columns.len()), Column::Change);
    }
    columns
}

/// Returns each failure as `case: reason`.
fn failures(rows: &[Outcome]) -> Vec<String> {
    let of = |row: &Outcome| {
        let path = one_line(&row.path());
        row.failures.iter().map(|why| format!("{path}: {}", one_line(why))).collect::<Vec<_>>()
    };
    rows.iter().flat_map(of).collect()
}

/// Returns a text as one line, without control characters, so that it cannot break a line of a table.
pub(crate) fn one_line(text: &str) -> String {
    let line: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    line.join(" ").replace(char::is_control, " ")
}

/// Returns a line for each case and a summary, as test harnesses print them.
pub(crate) fn test_lines(outcomes: &[Outcome], paint: Paint) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let result = if outcome.passed() { paint.green("ok") } else { paint.red("FAILED") };
        text += &format!("test {} ... {result}\n", one_line(&outcome.path()));
    }
    for failure in failures(outcomes) {
        text += &format!("{}\n", paint.red(&failure));
    }
    let failed = outcomes.iter().filter(|outcome| !outcome.passed()).count();
    let result = if failed == 0 { paint.green("ok") } else { paint.red("FAILED") };
    text + &format!("test result: {result}. {} passed; {failed} failed\n", outcomes.len() - failed)
}
