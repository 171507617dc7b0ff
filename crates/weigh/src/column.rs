//! The columns of a table.

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
    /// [`Weight::allocated`](crate::Weight::allocated), bytes.
    Allocated,
    /// [`Weight::allocations`](crate::Weight::allocations).
    Allocations,
    /// [`Weight::reallocations`](crate::Weight::reallocations).
    Reallocations,
    /// [`Weight::peak`](crate::Weight::peak), bytes relative to the start.
    Peak,
    /// [`Weight::live`](crate::Weight::live), bytes still held.
    Live,
    /// [`Weight::max_rss`](crate::Weight::max_rss), bytes, of the process.
    MaxRss,
    /// [`Weight::time`](crate::Weight::time), a rough figure.
    Time,
    /// The difference of Allocated from the baseline, in bytes and percent. If a baseline is given and this column is
    /// not chosen, it is shown before Check.
    Change,
    /// `OK` or `FAIL`; the reasons are below the table.
    Check,
}

impl Column {
    /// The columns that are shown by default, in their order: all except [`Change`](Self::Change).
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

    /// Returns the name at the head of the column. `--columns` accepts it in upper or lower case.
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

    /// Returns whether the column has text, which is aligned to the left, and not numbers.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Case | Self::Check)
    }
}

impl std::str::FromStr for Column {
    type Err = UnknownColumn;

    fn from_str(name: &str) -> Result<Self, UnknownColumn> {
        let mut all = Self::ALL.into_iter().chain([Self::Change]);
        all.find(|column| column.name().eq_ignore_ascii_case(name)).ok_or(UnknownColumn)
    }
}

/// The error for a name that no column has.
///
/// ```
/// assert_eq!("GCs".parse::<weigh::Column>(), Err(weigh::UnknownColumn));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownColumn;

impl std::fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no column has this name: choose from ")?;
        f.write_str(&column_names())
    }
}

impl std::error::Error for UnknownColumn {}

/// Returns the names of all columns, separated by commas.
pub(crate) fn column_names() -> String {
    let names: Vec<_> = Column::ALL.iter().chain(&[Column::Change]).map(|c| c.name()).collect();
    names.join(",")
}
