//! Why a message is refused; what differs between two versions of a type.

use std::collections::HashSet;
use std::fmt;

use packed_data::error::Printable;
use packed_data::{Error, Fingerprint};
use packed_data_schema::{LayoutId, Schema};

use crate::known::Known;

/// Why a message from another process is refused.
///
/// A worker that receives one panics with this text: see the
/// [documentation of the crate](crate#what-is-checked-and-when).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageError {
    /// The first bytes are not those of a message of packed records, or of another version of the format.
    Marker {
        /// The bytes that were found.
        found: [u8; 8],
    },
    /// The message has not the size that its header says.
    Size {
        /// The size by the header, in bytes; or that of the header, if it is not whole.
        expected: u64,
        /// The size of the message, in bytes.
        found: usize,
    },
    /// The other end has another type, another version of it, or another layout.
    Type {
        /// The fingerprint of this end's layout and type.
        expected: Fingerprint,
        /// The fingerprint of the other end's.
        found: Fingerprint,
        /// The differences, one in each line; empty if the other end did not send its type.
        differences: String,
    },
    /// The text of the type does not have the fingerprint of the message, or is longer than that of any message.
    Text,
    /// A byte after the records and the text is not zero.
    Padding {
        /// The offset of the byte in the message.
        offset: usize,
    },
    /// A record is not valid. The offset of the error counts from the first record; its path begins with the index of
    /// the record in the message.
    Record(Error),
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marker { found } => {
                write!(f, "not a message of packed records: expected F5504B44460D0A01 at byte 0, found ")?;
                found.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
            }
            Self::Size { expected, found } => {
                write!(f, "size mismatch: expected a message of {expected} bytes, found {found}")
            }
            Self::Type { expected, found, differences } if differences.is_empty() => write!(
                f,
                "another type: expected fingerprint {expected}, found {found} (a `PackedBuilder` at the other end says \
                 what differs)"
            ),
            Self::Type { expected, found, differences } => {
                write!(f, "another type: expected fingerprint {expected}, found {found}:\n{differences}")
            }
            Self::Text => f.write_str("the type in the message: expected the one of its fingerprint, found another"),
            Self::Padding { offset } => {
                write!(f, "bytes after the records: expected zeros, found another byte, at byte {offset}")
            }
            Self::Record(error) => write!(f, "a record is not valid: {error}"),
        }
    }
}

impl std::error::Error for MessageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Record(error) => Some(error),
            _ => None,
        }
    }
}

/// More lines than this are left out of an error.
const SHOWN: usize = 40;
/// More characters of a line than this are left out.
const WIDTH: usize = 200;

impl MessageError {
    /// Returns the error of a message with another fingerprint. `text` is what it says about its type.
    #[cold]
    pub(crate) fn of_another_type(known: &Known, found: Fingerprint, text: &[u8]) -> Self {
        let text = std::str::from_utf8(text).unwrap_or_default();
        if text.is_empty() {
            return Self::Type { expected: known.fingerprint, found, differences: String::new() };
        }
        // (No sender writes a longer text.)
        if text.len() > Known::MAX_TEXT || Fingerprint::of_description(text) != found {
            return Self::Text;
        }
        Self::Type { expected: known.fingerprint, found, differences: differences(&known.text, text) }
    }
}

/// Returns what differs between two texts of a layout and a schema, a line each.
fn differences(expected: &str, found: &str) -> String {
    let split = |text: &str| text.split_once('\n').map(|(layout, schema)| (layout.to_owned(), schema.to_owned()));
    let (Some((layout, own)), Some((other_layout, other))) = (split(expected), split(found)) else {
        return only_in_one(expected, found);
    };
    if layout != other_layout {
        return format!("layout: expected {layout}, found {}", Printable(other_layout));
    }
    let parsed = (Schema::parse(&own), Schema::parse(&other), layout.parse::<LayoutId>());
    let (Ok(own_schema), Ok(other_schema), Ok(layout)) = parsed else {
        return only_in_one(&own, &other);
    };
    let report = own_schema.can_read(&other_schema, layout);
    let lines: Vec<_> = report.differences.iter().map(ToString::to_string).collect();
    if lines.is_empty() { only_in_one(&own, &other) } else { shown(lines, report.more()) }
}

/// Returns the lines that only one of two texts has: `-` for those that were found, `+` for those that were expected.
/// Of long lines the end is left out.
fn only_in_one(expected: &str, found: &str) -> String {
    let only = |mark: char, text: &str, other: &str| {
        let others: HashSet<&str> = other.lines().collect();
        let lines = text.lines().filter(|line| !others.contains(line));
        lines
            .map(|line| format!("{mark} {}", Printable(line.chars().take(WIDTH).collect::<String>())))
            .collect::<Vec<_>>()
    };
    shown([only('-', found, expected), only('+', expected, found)].concat(), 0)
}

/// Joins a limited number of lines; says how many are left out, `more` of them by the caller.
fn shown(mut lines: Vec<String>, more: usize) -> String {
    let more = more + lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    if more > 0 {
        lines.push(format!("(and {more} more)"));
    }
    lines.join("\n")
}
