//! Parts without bytes: how many a value has that its bytes do not pay for.

/// The number of parts without a byte of their own that one byte pays for.
const PAID: u64 = 64;

/// The parts of a value that follow from its type, and its bytes. All numbers saturate.
///
/// A value may have parts that take no bytes: units, and structs, tuples and arrays of such. Each byte pays for one of
/// them. The [unpaid](Self::unpaid) ones are charged when bytes are checked and when they are written, so that a few
/// bytes do not cost a reader millions of parts. Their number depends on the type only: everything that varies is after
/// a byte (a tag, a count, a head), where the count begins anew.
///
/// Parts that have bytes, but none of their own (structs, tuples and arrays without tags or heads) are counted too: a
/// schema may have a million newtypes around one byte. Each byte pays for 64 of these; usual types are charged nothing
/// for them.
///
/// ```
/// use packed_data_model::Weight;
///
/// // `[[(); 5]; 3]`: 3 arrays and 15 units.
/// let unit = Weight::BARE.as_part(true);
/// let array = Weight::BARE.and(unit.times(5));
/// let arrays = Weight::BARE.and(array.as_part(true).times(3));
/// assert_eq!(arrays.unpaid(), 18);
/// assert_eq!(arrays.and(Weight::of_bytes(10)).unpaid(), 8);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// The parts inside it that take no bytes.
    empty: u64,
    /// Its parts that have no bytes of their own, itself included.
    bare: u64,
    /// The least number of its bytes. (Of an enum with data, 1 where it is not known.)
    bytes: u64,
}

impl Weight {
    /// A struct, tuple or array without a byte of its own, without its parts.
    pub const BARE: Self = Self { empty: 0, bare: 1, bytes: 0 };

    /// Returns the weight of a value without parts that takes at least `bytes` bytes.
    pub const fn of_bytes(bytes: usize) -> Self {
        Self { empty: 0, bare: 0, bytes: bytes as u64 }
    }

    /// Returns the weight of this value as a part of another one; `is_empty` if it takes no bytes.
    pub const fn as_part(self, is_empty: bool) -> Self {
        Self { empty: self.empty.saturating_add(is_empty as u64), ..self }
    }

    /// Returns the weight of the same parts with another number of bytes, for fields that may be absent, and for values
    /// with a head.
    pub const fn with_bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// Returns the weight of an enum with data, as a part of another value: its empty parts are counted where its tag
    /// is.
    pub const fn behind_tag(self) -> Self {
        Self { empty: 0, bytes: 1, ..self }
    }

    /// Returns the weight of two parts side by side.
    pub const fn and(self, other: Self) -> Self {
        Self {
            empty: self.empty.saturating_add(other.empty),
            bare: self.bare.saturating_add(other.bare),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    /// Returns the weight of `count` such parts side by side.
    pub const fn times(self, count: u64) -> Self {
        Self {
            empty: self.empty.saturating_mul(count),
            bare: self.bare.saturating_mul(count),
            bytes: self.bytes.saturating_mul(count),
        }
    }

    /// Returns the number of parts that the bytes do not pay for.
    pub const fn unpaid(self) -> u64 {
        let bytes = if self.bytes == 0 { 1 } else { self.bytes };
        let bare = self.bare.saturating_sub(bytes.saturating_mul(PAID));
        let empty = self.empty.saturating_sub(self.bytes);
        if empty > bare { empty } else { bare }
    }

    /// Returns whether nothing is unpaid, whatever the bytes.
    pub const fn is_never_charged(self) -> bool {
        self.empty == 0 && self.bare <= PAID
    }
}
