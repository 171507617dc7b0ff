//! Limits on depth and bytes of input that may be hostile.

/// Bounds on the items that are read and written, so that hostile bytes cannot exhaust the memory.
///
/// Functions that take limits take anything that converts into them: `Limits`, a reference to them, or a reference to
/// the limits of the crate `packed-data`.
///
/// ```
/// use packed_data_cbor::{Limits, check};
///
/// let limits = Limits { depth: 1, ..Limits::DEFAULT };
/// assert!(check(&[0x81, 0x00], limits).is_ok()); // [0]
/// assert!(check(&[0x81, 0x81, 0x00], limits).is_err()); // [[0]]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many levels items may nest: 1,024 by default. Arrays, maps and tags are levels, also if they are empty;
    /// strings in chunks are not. Reading and writing allocate eight bytes for each level past the sixteenth.
    pub depth: u32,
    /// How many bytes the input, or an item in it, may take: no bound by default.
    pub bytes: usize,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Self = Self { depth: 1024, bytes: usize::MAX };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl From<&Self> for Limits {
    fn from(limits: &Self) -> Self {
        *limits
    }
}
