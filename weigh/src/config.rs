//! How results are shown, and how long a case may take.

use std::time::Duration;

use crate::column::Column;

/// How results are shown, and how long a case may take.
///
/// It holds for the group it is set in; see [`Weigh::set_config`](crate::Weigh::set_config) and
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
    /// All columns, as plain text, a minute for each case.
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

    /// Words above the table; none if empty.
    ///
    /// ```
    /// let _maps = weigh::Config::new().title("Maps from a million elements");
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The columns to show, from left to right.
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

    /// Plain text, Markdown or JSON.
    ///
    /// ```
    /// let _page = weigh::Config::new().format(weigh::Format::Markdown);
    /// ```
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// How long the process of a case may run, the building of its argument and whatever the
    /// program does before [`main`](crate::main) included. One that runs longer is stopped, and
    /// its case fails.
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

    /// Whether cases of `self` and of `other` belong in one table. A JSON document holds them all.
    pub(crate) fn same_table(&self, other: &Self) -> bool {
        let json = Format::Json;
        let alike = self.title == other.title && self.columns == other.columns;
        self.format == other.format && (self.format == json || alike)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

/// The form of the output.
///
/// ```
/// assert_eq!("markdown".parse(), Ok(weigh::Format::Markdown));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Columns parted by spaces, with colours on a terminal.
    #[default]
    Plain,
    /// A Markdown table.
    Markdown,
    /// A JSON document with all figures, which is also what a baseline file holds.
    Json,
}

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        match name {
            // `cargo test -- --format pretty` is what the usual harness calls its plain output.
            "plain" | "pretty" => Ok(Self::Plain),
            "markdown" => Ok(Self::Markdown),
            "json" => Ok(Self::Json),
            _ => Err(UnknownFormat),
        }
    }
}

/// No format has this name.
///
/// ```
/// assert_eq!("html".parse::<weigh::Format>(), Err(weigh::UnknownFormat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl std::fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no such format: choose from plain, markdown, json")
    }
}

impl std::error::Error for UnknownFormat {}
