//! How batches are made.

/// How batches are made.
///
/// ```
/// use packed_data_arrow::{Enums, Options};
///
/// // As Parquet needs it, since Parquet has no unions.
/// let options = Options::new().rows(65_536).enums(Enums::Struct);
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) rows: usize,
    pub(crate) enums: Enums,
    pub(crate) columns: Option<Vec<String>>,
}

/// What an enum of which some constructors have data becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Enums {
    /// A dense union, with a member for each constructor.
    #[default]
    Union,
    /// A struct: the name of the constructor in the field `tag`, and for each constructor with data a field, which is
    /// null unless the value has that constructor.
    Struct,
}

impl Options {
    /// 8192 rows in a batch, enums as unions, all columns.
    pub fn new() -> Self {
        Self { rows: 8192, enums: Enums::default(), columns: None }
    }

    /// Sets the greatest number of rows in a batch, at least 1. (A batch ends earlier if it has 256 MiB.)
    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows.max(1);
        self
    }

    /// Sets what enums with data become.
    pub fn enums(mut self, enums: Enums) -> Self {
        self.enums = enums;
        self
    }

    /// Selects columns by their names, in the order of `names`.
    pub fn columns<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.columns = Some(names.into_iter().map(Into::into).collect());
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
