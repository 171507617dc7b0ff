//! A table in Markdown: groups stand before the names.

use super::{columns, failures, one_line};
use crate::column::Column;
use crate::outcome::Outcome;

/// The table, its title above and its failures in a list below.
pub(super) fn table(rows: &[Outcome]) -> String {
    let columns = columns(rows);
    let mut text = String::new();
    if !rows[0].config.title.is_empty() {
        text += &format!("#### {}\n\n", rows[0].config.title);
    }
    text += &line(columns.iter().map(|column| column.name().into()));
    text += &line(columns.iter().map(|column| rule(*column).into()));
    for row in rows {
        text += &line(columns.iter().map(|column| cell(row, *column)));
    }
    let failures = failures(rows);
    if !failures.is_empty() {
        text += &format!("\n- {}\n", failures.join("\n- "));
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn rule(column: Column) -> &'static str {
    if column.is_text() { ":---" } else { "---:" }
}

fn cell(row: &Outcome, column: Column) -> String {
    match column {
        Column::Case => one_line(&row.path()).replace('|', "\\|"),
        _ => column.cell(row),
    }
}
