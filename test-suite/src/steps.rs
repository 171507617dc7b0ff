//! The operations whose steps are counted (`--cfg packed_data_steps`), and the limit on the steps of each.

/// An operation on a typed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Checking valid bytes.
    Check,
    /// Checking bytes that were changed or cut short.
    Refuse,
    /// Skipping the value.
    Skip,
    /// Unpacking it.
    Unpack,
    /// Packing it.
    Pack,
    /// Copying it as a whole into another value.
    Copy,
    /// Reading it with a cursor, by hand.
    ByCursor,
    /// Reading it with views.
    ByView,
    /// Folding it.
    Fold,
    /// Visiting it.
    Visit,
    /// Building it piece by piece.
    Build,
    /// Transforming it, constructor by constructor.
    Transform,
    /// Rewriting it, with rules for numbers.
    Rewrite,
    /// Overwriting its numbers.
    Edit,
    /// Converting it into another layout.
    Convert,
    /// Printing all of it with `Debug`.
    Show,
    /// Listing its bytes.
    Dump,
}

impl Work {
    /// Returns the limit on steps for each byte. The comments name the most that were measured, and where.
    pub const fn most(self) -> usize {
        match self {
            // 3.3: maps and sets in `haskell::Serialise`, whose entries are compared in the order of the bytes.
            Self::Check => 4,
            // 4.3: groves beside groves in `Compact`, of which the last is invalid: a second walk finds the path.
            Self::Refuse => 6,
            // 2.3: arrays of options in `Compact`.
            Self::Skip => 3,
            // 4.0: bignums of zero bytes in `Cbor`.
            Self::Unpack => 5,
            // 3.6: maps of maps in `Cbor`, which are sorted by the bytes of their keys.
            Self::Pack => 5,
            // 4.3: the copied value is skipped, checked for its depth, and copied.
            Self::Copy => 6,
            // 2.1: arrays in arrays, of indefinite length.
            Self::ByCursor => 3,
            // 2.8: groves beside groves in `Indexed`.
            Self::ByView => 4,
            // 4.2: a perfect tree of indefinite lengths: the fold finds out whether a value is a leaf before it folds
            // it.
            Self::Fold => 6,
            // 2.5: arrays in arrays, of indefinite length.
            Self::Visit => 4,
            // 1.7: arrays of one byte each in `Compact`.
            Self::Build => 3,
            // 3.3: arrays in arrays, of indefinite length.
            Self::Transform => 5,
            // Each number is found, skipped and copied by itself.
            Self::Rewrite => 10,
            // 3.5: as for `Transform`, in `Compact`.
            Self::Edit => 5,
            // 2.8: samples of terms, whose maps are sorted, in `Cbor`. (For each byte that is read or written.)
            Self::Convert => 4,
            Self::Show => 8,
            Self::Dump => 7,
        }
    }

    /// Returns the limit on steps for an input of `len` bytes. Where the keys of maps come in no order, it is `factor`
    /// times as high (see [`factor`]).
    pub const fn limit(self, len: usize, factor: usize) -> u64 {
        (self.most() * factor * (len + 16)) as u64
    }
}

/// Returns the logarithm of a size, rounded up.
pub const fn log2(len: usize) -> usize {
    let len = if len < 2 { 2 } else { len };
    (len - 1).ilog2() as usize + 1
}

/// Returns by which factor the limit is higher where the keys of maps come in no order and nest `keys` deep in keys, as
/// [`Limits`](packed_data::Limits) allows: the logarithm of the number of bytes, for each level of keys. (Half of it,
/// because a comparison takes less than one step per byte. The highest measured factor is half of that, for empty
/// strings.)
pub const fn factor(keys: usize, len: usize) -> usize {
    let factor = keys * log2(len) / 2;
    if factor == 0 { 1 } else { factor }
}
