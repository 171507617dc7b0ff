//! What a file contains: one value, or records.

use std::fmt;

use packed_data::Packable;

/// What a file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Packable)]
pub enum Content {
    /// One value.
    Value,
    /// Any number of records.
    Records,
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "one value",
            Self::Records => "records",
        })
    }
}
