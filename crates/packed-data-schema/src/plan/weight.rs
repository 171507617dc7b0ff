//! Parts without bytes: how many a value has, so that validation can charge them.
//!
//! A value may have parts that take no bytes: units, and structs, tuples and arrays of such. Each byte pays for one of
//! them. Those that bytes do not pay for are charged to
//! [`Limits::empty_elements`](packed_data::Limits::empty_elements), as the library does for the Rust type. They are a
//! number of the type, since what may vary is behind a byte (a tag, a count, a head), where the count begins anew. So
//! there is one charge, without a look at the parts,
//!
//! - for the whole value: that of its type;
//! - for a sequence: for each of its elements that of their type, and 1 if an element itself takes no bytes;
//! - for each value of an enum with data: that of the fields of its constructor.
//!
//! A schema can have what no Rust program has: a million newtypes around one byte. So parts that have bytes, but none
//! of their own (structs, tuples and arrays without tags or heads) are counted too. Each byte pays for [`PAID`] of
//! these; usual types are charged nothing for them.

/// How many parts without a byte of their own one byte pays for.
const PAID: u64 = 64;

/// The parts of a value that follow from its type, and its bytes. All numbers saturate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// The parts inside it that take no bytes.
    empty: u64,
    /// Its parts that have no bytes of their own, itself included.
    bare: u64,
    /// The least number of its bytes. (Of an enum with data, 1 where it is not known.)
    bytes: u64,
}

impl Weight {
    /// A struct, tuple or array without a byte of its own, without its parts.
    pub(super) const BARE: Self = Self { empty: 0, bare: 1, bytes: 0 };

    /// A value of that number of bytes, at least.
    pub(super) const fn of_bytes(bytes: usize) -> Self {
        Self { empty: 0, bare: 0, bytes: bytes as u64 }
    }

    /// This value as a part of another one; `is_empty` if it takes no bytes.
    pub(super) fn as_part(self, is_empty: bool) -> Self {
        Self { empty: self.empty.saturating_add(is_empty.into()), ..self }
    }

    /// The same parts, which may be absent or are behind a head: of other bytes.
    pub(super) fn with_bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// The same, of which what is empty is counted when the value begins: an enum with data.
    pub(super) fn behind_tag(self) -> Self {
        Self { empty: 0, bytes: 1, ..self }
    }

    /// Two parts side by side.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            empty: self.empty.saturating_add(other.empty),
            bare: self.bare.saturating_add(other.bare),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    /// That number of parts side by side.
    pub(super) fn times(self, count: u64) -> Self {
        Self {
            empty: self.empty.saturating_mul(count),
            bare: self.bare.saturating_mul(count),
            bytes: self.bytes.saturating_mul(count),
        }
    }

    /// Returns the number of parts that the bytes do not pay for.
    pub(super) fn unpaid(self) -> u64 {
        let bare = self.bare.saturating_sub(self.bytes.max(1).saturating_mul(PAID));
        self.empty.saturating_sub(self.bytes).max(bare)
    }
}
