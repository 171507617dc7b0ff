//! The maps that a conversion is in, and where their large elements end, so that sorting them takes linear time.

use alloc::vec::Vec;

/// The number of maps, each in a value of the one before, whose entries are sorted after they are written, so that
/// their bytes move at most this often. The entries of maps within these are ordered before they are written. (With
/// debug assertions this begins at the second map, so that tests of small values try both.)
const SORTED_AFTERWARDS: u32 = if cfg!(debug_assertions) { 1 } else { 4 };

/// An element that was found by a walk over the source of a conversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Invariant (Z1): in the value that is converted, an element of the set or map at address `of` begins at this
    /// address, and has `size` bytes. (At least the count of a set or map is stored before its first element, so no
    /// two begin at one address. But an element of another one, which has no bytes, may begin where this one does.)
    pub(crate) address: usize,
    pub(crate) of: usize,
    pub(crate) size: usize,
}

/// The bytes of a key that was converted before its entry.
pub(crate) struct ConvertedKey {
    pub(crate) bytes: Vec<u8>,
    /// The size of the key in the source.
    pub(crate) source_size: usize,
}

/// The maps that a conversion is in.
pub(crate) struct OpenMaps {
    /// How many maps are open whose entries are sorted after they are written.
    pub(crate) sorted_afterwards: u32,
    pub(crate) within: Option<Within>,
}

/// The outermost map whose entries are ordered before they are written.
pub(crate) struct Within {
    /// The large elements of sets and maps in that map, sorted by their addresses.
    large: Vec<Found>,
    /// The key of the entry that is converted next, if it was converted before.
    pub(crate) key: Option<ConvertedKey>,
}

impl OpenMaps {
    /// No maps.
    pub(crate) const NONE: Self = Self { sorted_afterwards: 0, within: None };

    /// Returns whether the entries of the next map are sorted after they are written.
    pub(crate) fn sorts_afterwards(&self) -> bool {
        self.sorted_afterwards < SORTED_AFTERWARDS
    }
}

impl Within {
    /// Returns what is known of a map with these large elements.
    pub(crate) fn new(mut large: Vec<Found>) -> Self {
        large.sort_unstable_by_key(|found| found.address);
        Self { large, key: None }
    }

    /// Returns the size of the element of the set or map at address `of` that begins at `address`, if it is one of the
    /// large elements.
    pub(crate) fn size_at(&self, of: usize, address: usize) -> Option<usize> {
        let index = self.large.binary_search_by_key(&address, |found| found.address).ok()?;
        let found = self.large[index];
        (found.of == of).then_some(found.size)
    }
}
