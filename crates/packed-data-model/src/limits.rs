//! `Limits` on the input, on nesting, and on what is built.

/// Bounds on what is read, built or unpacked, so that neither hostile bytes nor a value that grows without end can
/// exhaust the stack or the memory.
///
/// Validation, `pack` and the builder use the same limits, so that everything written with the
/// default limits is accepted with them.
///
/// ```
/// use packed_data_model::Limits;
///
/// let limits = Limits { depth: 64, ..Limits::default() };
/// assert!(limits.bytes > 1 << 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of levels that values may nest: 1,024 by default. A level is a sequence or array whose elements vary
    /// in size, or any other value that varies in size and is not the last field of the value that contains it. (An
    /// extensible value also counts as the last field of a value that is not extensible.) Last fields are read in a
    /// loop and do not count, except for `unpack` and folds, which must hold every level. Strings, and sequences of
    /// scalars, never count.
    ///
    /// A key of a set or map takes an eighth of all levels, unless it is a scalar, a string or a few of them. So keys
    /// nest in keys at most eight deep; this matters because the bytes of a key are compared once for each key that
    /// contains them. All other work of validation and of `unpack` is linear in the bytes,
    /// with three exceptions: in `Cbor`, maps without an order are sorted, and such maps in the values
    /// of a map that is part of a key are copied at each of their levels, up to this number; in every layout, a key
    /// that lacks a field with a default (`#[packable(default)]`) costs the size of that default, in time and in
    /// memory.
    ///
    /// Everything that the default limits let you pack, they let you validate, in every layout. They do not let you
    /// unpack or fold all of it: a list of a million cells, each the last field of the one before, is packed and
    /// validated in a loop, but an owned value of that depth would overflow the stack when it is dropped.
    pub depth: u32,
    /// The bytes of stack that the nesting of a value may take: 1.5 MiB by default, which is safe in a thread of 2 MiB.
    ///
    /// Each level is charged 512 bytes plus eight times the size in memory of the type whose values nest, including the
    /// structs and arrays within it; the whole value is charged in the same way. The charge depends on the type alone,
    /// so every build and every thread accepts the same bytes. It is an upper bound for optimised builds. Functions
    /// without optimisation take more stack, and so may your own functions that fold, build or transform; therefore the
    /// stack that an operation has really taken is compared with this limit too, at every level.
    pub stack: usize,
    /// The number of bytes that the whole value may have: no bound by default.
    pub bytes: usize,
    /// The number of parts without bytes that a whole value may have, beside those that bytes pay for: 1,048,576 by
    /// default. Without a bound, nine bytes could claim 2^60 elements `()`, and no byte at all those of an array of
    /// arrays.
    ///
    /// Parts are fields and elements, however deep. Each byte pays for one of the parts next to it: a `Vec<Option<()>>`
    /// may have any number of elements, and so may a `Vec<(u64, ())>`. An element of a `Vec<()>` counts as 1, of a
    /// `Vec<[(); 7]>` as 8, and of a `Vec<(u8, [(); 7])>` as 6. In `Cbor` every part has bytes.
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

#[cfg(feature = "cbor")]
impl From<&Limits> for packed_data_cbor::Limits {
    /// Keeps the limits on depth and on bytes; checking items of CBOR uses no others.
    fn from(limits: &Limits) -> Self {
        Self { depth: limits.depth, bytes: limits.bytes }
    }
}
