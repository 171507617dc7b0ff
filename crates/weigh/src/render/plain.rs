//! Tables as plain text. Groups are headings, and their cases are indented below them.

use super::{columns, failures, one_line};
use crate::column::Column;
use crate::outcome::Outcome;
use crate::paint::Paint;

/// Returns the table, with its title above and its failures below.
pub(super) fn table(rows: &[Outcome], paint: Paint) -> String {
    let columns = columns(rows);
    let lines = lines(rows, &columns);
    let widths = widths(&lines, columns.len());
    let mut text = String::new();
    if !rows[0].config.title.is_empty() {
        text += &format!("{}\n\n", paint.bold(&rows[0].config.title));
    }
    for line in &lines {
        text += &line.text(&columns, &widths, paint);
        text.push('\n');
    }
    for failure in failures(rows) {
        text += &format!("{}\n", paint.red(&failure));
    }
    text
}

enum Line {
    Header(Vec<String>),
    Group(String),
    Case(Vec<String>),
}

impl Line {
    fn cells(&self) -> &[String] {
        match self {
            Self::Header(cells) | Self::Case(cells) => cells,
            Self::Group(_) => &[],
        }
    }

    fn text(&self, columns: &[Column], widths: &[usize], paint: Paint) -> String {
        let cells = self.cells().iter().zip(columns).zip(widths);
        let cells: Vec<_> = cells.map(|((cell, column), width)| pad(cell, *column, *width)).collect();
        match self {
            Self::Group(heading) => paint.bold(heading),
            Self::Header(_) => paint.bold(cells.join("  ").trim_end()),
            Self::Case(_) => {
                let painted = cells.iter().zip(columns).map(|(cell, c)| painted(cell, *c, paint));
                painted.collect::<Vec<_>>().join("  ").trim_end().into()
            }
        }
    }
}

/// Returns the lines in their order: the head, and the headings and cases.
fn lines(rows: &[Outcome], columns: &[Column]) -> Vec<Line> {
    let mut lines = vec![Line::Header(columns.iter().map(|c| c.name().into()).collect())];
    let mut group: &[String] = &[];
    for row in rows {
        let shared = group.iter().zip(&row.group).take_while(|(a, b)| a == b).count();
        for (depth, name) in row.group.iter().enumerate().skip(shared) {
            lines.push(Line::Group(indent(depth, name)));
        }
        group = &row.group;
        lines.push(Line::Case(columns.iter().map(|column| cell(row, *column)).collect()));
    }
    lines
}

fn cell(row: &Outcome, column: Column) -> String {
    match column {
        Column::Case => indent(row.group.len(), &row.name),
        _ => column.cell(row),
    }
}

fn indent(depth: usize, name: &str) -> String {
    "  ".repeat(depth) + &one_line(name)
}

fn widths(lines: &[Line], columns: usize) -> Vec<usize> {
    let mut widths = vec![0; columns];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line.cells()) {
            *width = cell.chars().count().max(*width);
        }
    }
    widths
}

fn pad(cell: &str, column: Column, width: usize) -> String {
    // `{cell:<width$}` is not used: it panics if the width is above 65,535.
    let blank = " ".repeat(width.saturating_sub(cell.chars().count()));
    if column.is_text() { format!("{cell}{blank}") } else { format!("{blank}{cell}") }
}

fn painted(cell: &str, column: Column, paint: Paint) -> String {
    match (column, cell.trim_end()) {
        (Column::Check, "OK") => paint.green(cell),
        (Column::Check, _) => paint.red(cell),
        _ => cell.into(),
    }
}
