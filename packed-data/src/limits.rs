//! What bytes from outside may ask for.

/// Bounds on what is read, built or unpacked, so that neither hostile bytes nor a runaway value can
/// exhaust the stack or the machine.
///
/// The same limits serve validation, [`pack`](crate::Packed::pack) and the builder, so that what one
/// side writes with the default limits the other accepts with them.
///
/// ```
/// use packed_data::Limits;
///
/// let limits = Limits { depth: 64, ..Limits::default() };
/// assert!(limits.bytes > 1 << 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many levels values may nest: 1,024 by default. A level is a sequence or array whose elements vary in
    /// size, and any other value that varies in size and is not the last field of what it stands in. Last
    /// fields are read in a loop, and do not count (except for [`unpack`](crate::Packed::unpack) and
    /// folds, which must hold every level). Strings, and sequences of scalars, never count.
    ///
    /// A level takes 100 to 650 bytes of stack in an optimised build (the more in CBOR), and up to eight kilobytes in a
    /// debug build: there, a thread of 2 MiB (as tests have) may want a lower limit.
    pub depth: u32,
    /// How many bytes the whole value may take: no bound by default.
    pub bytes: usize,
    /// How many elements that take no byte (such as `()`) all sequences together may have: 1,048,576 by
    /// default. Without a bound, nine bytes could claim 2^60 of them.
    pub empty_elements: u64,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Self = Self { depth: 1024, bytes: usize::MAX, empty_elements: 1 << 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
