//! Whether the values of a file can be read as a type: the one place that decides it.

use packed_data::error::Printable;
use packed_data_schema::{LayoutId, Schema};

/// How the schema of a file is related to the schema of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compatibility {
    /// They are the same.
    Equal,
    /// Every value of the file is a value of the type, and means the same. The text has the differences, one in each
    /// line.
    Readable(String),
    /// They are different. The text has the differences, one in each line.
    Different(String),
}

/// Compares the schema `found` in a file with that of the type that is `expected`, for values in a layout.
///
/// A schema that cannot be parsed, or a layout that is not known, is different if its text is.
pub(crate) fn compare(expected: &str, found: &str, layout: &str) -> Compatibility {
    if expected == found {
        return Compatibility::Equal;
    }
    let (Ok(expected_schema), Ok(found_schema)) = (Schema::parse(expected), Schema::parse(found)) else {
        return Compatibility::Different(differences(expected, found));
    };
    let Ok(layout) = layout.parse::<LayoutId>() else {
        return Compatibility::Different(differences(expected, found));
    };
    let report = expected_schema.can_read(&found_schema, layout);
    let lines = report.differences.iter().map(|difference| format!("\n{difference}")).collect();
    let text = shown(lines, report.more());
    if report.is_full() { Compatibility::Readable(text) } else { Compatibility::Different(text) }
}

/// More lines than this are left out of an error.
const SHOWN: usize = 40;
/// More characters of a line than this are left out.
const WIDTH: usize = 200;

/// Returns the lines that only one of two texts has, after `-` for lines of the file and `+` for lines of the type.
/// Long lines are cut.
fn differences(expected: &str, found: &str) -> String {
    let only = |mark: char, text: &str, other: &str| {
        let others: std::collections::HashSet<&str> = other.lines().collect();
        let lines = text.lines().filter(|line| !others.contains(line));
        lines
            .map(|line| format!("\n{mark} {}", Printable(line.chars().take(WIDTH).collect::<String>())))
            .collect::<Vec<_>>()
    };
    let mut lines = only('-', found, expected);
    lines.extend(only('+', expected, found));
    shown(lines, 0)
}

/// Joins at most [`SHOWN`] lines; says how many are left out, `more` of them by the caller.
fn shown(mut lines: Vec<String>, more: usize) -> String {
    let more = more + lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    let mut text = lines.concat();
    if more > 0 {
        text += &format!("\n(and {more} more)");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_that_cannot_be_parsed() {
        assert_eq!(compare("a\nb\n", "a\nb\n", "Compact"), Compatibility::Equal);
        assert_eq!(compare("a\nb\n", "a\nc\n", "Compact"), Compatibility::Different("\n- c\n+ b".into()));
    }

    #[test]
    fn many_differences() {
        let many: String = (0..100).map(|n| format!("{n}\n")).collect();
        let Compatibility::Different(text) = compare("", &many, "Compact") else { panic!("the same") };
        assert!(text.ends_with("\n- 39\n(and 60 more)"), "{text}");
    }
}
