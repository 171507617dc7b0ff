//! The crate `compact_str`, version 0.10: a `CompactString` is packed as a `str`.

use compact_str::CompactString;

use super::texts::texts;

texts!(CompactString);
