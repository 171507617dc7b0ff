//! The format of the results, and the time limit of cases.

use std::time::Duration;

use crate::column::Column;

/// The format of the results, and the time limit of cases.
///
/// A configuration holds for the group in which it is set; see [`Weigh::set_config`](crate::Weigh::set_config) and
/// [`Weigh::named_config`](crate::Weigh::named_config).
///
/// ```
/// use weigh::{Column, Config, Format};
///
/// let readme = Config::new()
///     .title("Maps")
///     .format(Format::Markdown)
///     .columns([Column::Case, Column::Allocated, Column::Peak]);
/// assert_ne!(readme, Config::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) format: Format,
    pub(crate) time_limit: Duration,
}

impl Config {
    /// Returns the default configuration: all columns, plain text, a time limit of a minute for each case.
    ///
    /// ```
    /// assert_eq!(weigh::Config::new(), weigh::Config::default());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            title: String::new(),
            columns: Column::ALL.to_vec(),
            format: Format::Plain,
            time_limit: Duration::from_secs(60),
        }
    }

    /// Sets the title above the table. An empty title is not shown.
    ///
    /// ```
    /// let _maps = weigh::Config::new().title("Maps from a million elements");
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the columns, from left to right.
    ///
    /// ```
    /// use weigh::{Column, Config};
    ///
    /// let _brief = Config::new().columns([Column::Case, Column::Allocated, Column::Check]);
    /// ```
    #[must_use]
    pub fn columns(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns = columns.into_iter().collect();
        self
    }

    /// Sets the format: plain text, Markdown or JSON.
    ///
    /// ```
    /// let _page = weigh::Config::new().format(weigh::Format::Markdown);
    /// ```
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets the time limit for the process of a case. Building the argument counts, and so does everything that the
    /// program does before [`main`](crate::main). A process that runs longer is stopped, and its case fails.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let _patient = weigh::Config::new().time_limit(Duration::from_secs(600));
    /// ```
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// Returns whether cases of `self` and of `other` belong in one table. A JSON document has all cases.
    pub(crate) fn same_table(&self, other: &Self) -> bool {
        let same_columns = self.title == other.title && self.columns == other.columns;
        self.format == other.format && (self.format == Format::Json || same_columns)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

/// The format of the output.
///
/// ```
/// assert_eq!("markdown".parse(), Ok(weigh::Format::Markdown));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Columns separated by spaces, with colours on a terminal.
    #[default]
    Plain,
    /// A Markdown table.
    Markdown,
    /// A JSON document with all figures. A baseline file has the same format.
    Json,
}

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        match name {
            // The standard test harness calls its plain output `pretty`.
            "plain" | "pretty" => Ok(Self::Plain),
            "markdown" => Ok(Self::Markdown),
            "json" => Ok(Self::Json),
            _ => Err(UnknownFormat),
        }
    }
}

/// The error for a name that no format has.
///
/// ```
/// assert_eq!("html".parse::<weigh::Format>(), Err(weigh::UnknownFormat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl std::fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no format has this name: choose from plain, markdown, json")
    }
}

impl std::error::Error for UnknownFormat {}
