//! The columns of a table.

use crate::format::{change, commas, time};
use crate::outcome::{Change, Outcome};
use crate::weight::Weight;

/// A column of the table.
///
/// ```
/// use weigh::Column;
///
/// let row: Vec<_> = Column::ALL.iter().map(|column| column.name()).collect();
/// assert_eq!(row[..3], ["Case", "Allocated", "Allocations"]);
/// assert_eq!("maxrss".parse(), Ok(Column::MaxRss));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// The name of the case.
    Case,
    /// [`Weight::allocated`], bytes.
    Allocated,
    /// [`Weight::allocations`].
    Allocations,
    /// [`Weight::reallocations`].
    Reallocations,
    /// [`Weight::peak`], bytes above the start.
    Peak,
    /// [`Weight::live`], bytes still held.
    Live,
    /// [`Weight::max_rss`], bytes, of the process.
    MaxRss,
    /// [`Weight::time`], rough.
    Time,
    /// How Allocated differs from the baseline, in bytes and percent. Shown before Check, if a
    /// baseline is given and the column is not chosen otherwise.
    Change,
    /// `OK`, or `FAIL` with the reasons below the table.
    Check,
}

impl Column {
    /// The columns shown unless others are chosen, in their order: all but [`Change`](Self::Change).
    ///
    /// ```
    /// assert_eq!(weigh::Column::ALL.len(), 9);
    /// ```
    pub const ALL: [Self; 9] = [
        Self::Case,
        Self::Allocated,
        Self::Allocations,
        Self::Reallocations,
        Self::Peak,
        Self::Live,
        Self::MaxRss,
        Self::Time,
        Self::Check,
    ];

    /// The name at the head of the column, which `--columns` takes in upper or lower case.
    ///
    /// ```
    /// assert_eq!(weigh::Column::MaxRss.name(), "MaxRSS");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Case => "Case",
            Self::Allocated => "Allocated",
            Self::Allocations => "Allocations",
            Self::Reallocations => "Reallocations",
            Self::Peak => "Peak",
            Self::Live => "Live",
            Self::MaxRss => "MaxRSS",
            Self::Time => "Time",
            Self::Change => "Change",
            Self::Check => "Check",
        }
    }

    /// Whether the column holds words, which stand on the left, and not numbers.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Case | Self::Check)
    }

    /// What stands in this column for a case; a dash where there is nothing to say.
    pub(crate) fn cell(self, outcome: &Outcome) -> String {
        let cell = match self {
            Self::Case => Some(outcome.name.clone()),
            Self::Check => Some(String::from(if outcome.passed() { "OK" } else { "FAIL" })),
            Self::Change => outcome.change.as_ref().map(change_cell),
            _ => outcome.weight.as_ref().and_then(|weight| self.figure(weight)),
        };
        cell.unwrap_or_else(|| String::from("-"))
    }

    fn figure(self, weight: &Weight) -> Option<String> {
        match self {
            Self::Allocated => Some(commas(weight.allocated)),
            Self::Allocations => Some(commas(weight.allocations)),
            Self::Reallocations => Some(commas(weight.reallocations)),
            Self::Peak => Some(commas(weight.peak)),
            Self::Live => Some(commas(weight.live)),
            Self::MaxRss => weight.max_rss.map(commas),
            Self::Time => Some(time(weight.time)),
            Self::Case | Self::Change | Self::Check => None,
        }
    }
}

fn change_cell(to: &Change) -> String {
    match *to {
        Change::New => String::from("new"),
        Change::Known { before, now } => change(before, now),
    }
}

impl std::str::FromStr for Column {
    type Err = UnknownColumn;

    fn from_str(name: &str) -> Result<Self, UnknownColumn> {
        let mut all = Self::ALL.into_iter().chain([Self::Change]);
        all.find(|column| column.name().eq_ignore_ascii_case(name)).ok_or(UnknownColumn)
    }
}

/// No column has this name.
///
/// ```
/// assert_eq!("GCs".parse::<weigh::Column>(), Err(weigh::UnknownColumn));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownColumn;

impl std::fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no such column: choose from ")?;
        f.write_str(&column_names())
    }
}

impl std::error::Error for UnknownColumn {}

/// The names of all columns, with commas between.
pub(crate) fn column_names() -> String {
    let names: Vec<_> = Column::ALL.iter().chain(&[Column::Change]).map(|c| c.name()).collect();
    names.join(",")
}
