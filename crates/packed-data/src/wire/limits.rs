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
    /// folds, which must hold every level). Strings, and sequences of scalars, never count. A key of a set or map that is
    /// more than a scalar, a string or a few of them takes an eighth of all levels, so that keys nest in keys at most eight
    /// deep: the bytes of a key are compared once for each key that they are part of. All other work of validation and
    /// of [`unpack`](crate::Packed::unpack) is linear in the bytes, with three exceptions in [`Cbor`](crate::Cbor): maps in
    /// no order are sorted; such maps in the values of a map that is in a key are copied at each of their levels, up to
    /// this number; and a key that lacks a field with a default (`#[packable(default)]`) costs the size of that default,
    /// in time and in memory.
    ///
    /// What default limits let you pack, they let you validate, in every layout. They do not let you unpack or fold all of
    /// it: a list of a million cells, each the last field of the one before, is packed and validated in a loop, but an
    /// owned value of that depth would overflow the stack when it is dropped.
    pub depth: u32,
    /// How many bytes of stack the nesting of a value may take: 1.5 MiB by default, which is safe in a thread of 2 MiB.
    ///
    /// Each level is charged 512 bytes and eight times the size in memory of the type whose values nest, with the structs
    /// and arrays within it; so is the whole value. The charge depends on the type alone: bytes are accepted or refused
    /// alike by every build and in every thread. It is an upper bound for optimised builds. Functions without optimisation
    /// take more stack, and functions of yours that fold, build or transform may; therefore what an operation has really
    /// taken is compared with this limit too, at every level.
    pub stack: usize,
    /// How many bytes the whole value may take: no bound by default.
    pub bytes: usize,
    /// How many elements that take no byte (such as `()`) all sequences together may have: 1,048,576 by
    /// default. Without a bound, nine bytes could claim 2^60 of them.
    pub empty_elements: u64,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Self = Self { depth: 1024, stack: 3 << 19, bytes: usize::MAX, empty_elements: 1 << 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
