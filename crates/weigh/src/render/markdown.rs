//! Tables in Markdown. The names of groups are part of the names of cases.

use super::{columns, failures, one_line};
use crate::column::Column;
use crate::outcome::Outcome;

/// Returns the table, with its title above and its failures in a list below.
pub(super) fn table(rows: &[Outcome]) -> String {
    let columns = columns(rows);
    let mut text = String::new();
    if !rows[0].config.title.is_empty() {
        text += &format!("#### {}\n\n", escaped(&rows[0].config.title));
    }
    text += &line(columns.iter().map(|column| column.name().into()));
    text += &line(columns.iter().map(|column| rule(*column).into()));
    for row in rows {
        text += &line(columns.iter().map(|column| cell(row, *column)));
    }
    let failures: Vec<String> = failures(rows).iter().map(|failure| escaped(failure)).collect();
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
        Column::Case => escaped(&row.path()),
        _ => column.cell(row),
    }
}

/// Returns a text as one line which Markdown shows unchanged in a table, a heading or an item of a list.
fn escaped(text: &str) -> String {
    let line: Vec<char> = one_line(text).chars().collect();
    let mut escaped = String::new();
    for (at, char) in line.iter().enumerate() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            _ if is_markup(&line, at) => escaped.extend(['\\', *char]),
            _ => escaped.push(*char),
        }
    }
    escaped
}

/// Returns whether the character at `at` can begin or end markup.
fn is_markup(line: &[char], at: usize) -> bool {
    let letter = |char: &char| char.is_alphanumeric();
    match line[at] {
        '\\' | '`' | '*' | '[' | ']' | '|' | '~' | '#' | '$' => true,
        // An underscore between letters is text; names of functions have many of them.
        '_' => !(line[..at].last().is_some_and(letter) && line.get(at + 1).is_some_and(letter)),
        // An item of a list, or the line below a heading.
        '-' | '+' | '=' => at == 0,
        '.' | ')' => {
            at > 0 && line[..at].iter().all(char::is_ascii_digit) && line.get(at + 1).is_none_or(|c| *c == ' ')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_14_markdown_shows_names_as_they_are() {
        let cases = [
            ("pack_into a buffer, Compact", "pack_into a buffer, Compact"),
            ("Vec<u8> & more", "Vec&lt;u8&gt; &amp; more"),
            ("<!-- gone -->", "&lt;!-- gone --&gt;"),
            ("in | it", "in \\| it"),
            ("a\\|b", "a\\\\\\|b"),
            ("`code` *bold* _soft_ ~~gone~~", "\\`code\\` \\*bold\\* \\_soft\\_ \\~\\~gone\\~\\~"),
            ("[link](there) #1 $x$", "\\[link\\](there) \\#1 \\$x\\$"),
            ("two\nlines\r\n\n\tthree", "two lines three"),
            ("- item", "\\- item"),
            ("12. item", "12\\. item"),
            ("0.5 to 1,000", "0.5 to 1,000"),
            ("__init__", "\\_\\_init\\_\\_"),
            ("", ""),
        ];
        for (text, markdown) in cases {
            assert_eq!(escaped(text), markdown);
        }
    }
}
