//! The operations whose steps are counted (`--cfg packed_data_steps`), and the most steps that each may take.

/// An operation on a typed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Checking bytes that are valid.
    Check,
    /// Checking bytes that were changed or cut short.
    Refuse,
    /// Stepping over the value.
    Skip,
    /// Reading it back into memory.
    Unpack,
    /// Packing it.
    Pack,
    /// Copying it whole into another.
    Copy,
    /// Reading it with a cursor by hand.
    ByCursor,
    /// Reading it through views.
    ByView,
    /// Folding it.
    Fold,
    /// Visiting it.
    Visit,
    /// Building it piece by piece.
    Build,
    /// Making another of it, constructor by constructor.
    Transform,
    /// Overwriting its numbers.
    Edit,
}

impl Work {
    /// The most steps for a byte; the comments have the most that were measured, and where.
    pub const fn most(self) -> usize {
        match self {
            // 3.3: maps and sets in `haskell::Serialise`, whose entries are compared as they come.
            Self::Check => 4,
            // 4.3: groves beside groves in `Compact`, of which the last is wrong: a second walk finds the path.
            Self::Refuse => 6,
            // 2.3: arrays of options in `Compact`.
            Self::Skip => 3,
            // 4.0: bignums of no byte in `Cbor`.
            Self::Unpack => 5,
            // 3.6: maps of maps in `Cbor`, to be sorted by the bytes of their keys.
            Self::Pack => 5,
            // 4.3: what is copied is stepped over, checked for its depth, and copied.
            Self::Copy => 6,
            // 2.1: arrays in arrays, of indefinite length.
            Self::ByCursor => 3,
            // 2.8: groves beside groves in `Indexed`.
            Self::ByView => 4,
            // 4.2: a perfect tree of indefinite length: whether a value is a leaf is looked at before it is folded.
            Self::Fold => 6,
            // 2.5: arrays in arrays, of indefinite length.
            Self::Visit => 4,
            // 1.7: arrays of one byte each in `Compact`.
            Self::Build => 3,
            // 3.3: arrays in arrays, of indefinite length.
            Self::Transform => 5,
            // 3.5: as for `Transform`, in `Compact`.
            Self::Edit => 5,
        }
    }

    /// The most steps for an input of `len` bytes; `factor` times as many where the keys of maps come in no order (see
    /// [`factor`]).
    pub const fn limit(self, len: usize, factor: usize) -> u64 {
        (self.most() * factor * (len + 16)) as u64
    }
}

/// The logarithm of a size, rounded up.
pub const fn log2(len: usize) -> usize {
    let len = if len < 2 { 2 } else { len };
    (len - 1).ilog2() as usize + 1
}

/// By how much the steps may exceed those of other bytes where the keys of maps come in no order, and nest `keys` deep in
/// keys, as [`Limits`](packed_data::Limits) allows: the logarithm of the number of bytes for each level. (Half of it, as a
/// comparison is less than a step for each byte. The most that was measured is half of that, for empty strings.)
pub const fn factor(keys: usize, len: usize) -> usize {
    let factor = keys * log2(len) / 2;
    if factor == 0 { 1 } else { factor }
}
