//! How columns are encoded.

/// How columns are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Whether a general compressor, such as Zstandard, follows. Then numbers are in whole bytes, and those of several
    /// bytes are split, which takes more bytes here and fewer afterwards. Not by default.
    pub is_compressed: bool,
    /// Whether the directory has the least and the greatest value of each column. By default.
    pub statistics: bool,
    /// The number of records after each of which the directory has a place in every column, so that a range of records
    /// is read without those before it; 0 for none. By default 4096.
    pub group: u32,
}

impl Options {
    /// Returns the default options.
    pub const fn new() -> Self {
        Self { is_compressed: false, statistics: true, group: 4096 }
    }

    /// Sets [`is_compressed`](Self::is_compressed).
    #[must_use]
    pub const fn compressed(mut self, is_compressed: bool) -> Self {
        self.is_compressed = is_compressed;
        self
    }

    /// Sets [`statistics`](Self::statistics).
    #[must_use]
    pub const fn statistics(mut self, statistics: bool) -> Self {
        self.statistics = statistics;
        self
    }

    /// Sets [`group`](Self::group).
    #[must_use]
    pub const fn group(mut self, group: u32) -> Self {
        self.group = group;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
