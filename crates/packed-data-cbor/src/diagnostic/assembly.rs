//! Output in which some heads are known only after their content: the heads of containers, which contain counts.
//!
//! Such a head reserves a slot; the slots are filled later, and one pass at the end inserts the heads. So no byte moves
//! more than once.

use alloc::vec::Vec;

use crate::head::{self, INDEFINITE};
use crate::steps;

/// A head to be inserted before the byte at offset `at` of the body; `size` bytes of nine.
#[derive(Clone, Copy)]
struct LateHead {
    at: usize,
    bytes: [u8; 9],
    size: usize,
}

/// The output: its bytes without the late heads, and the late heads.
#[derive(Default)]
pub(super) struct Assembly {
    body: Vec<u8>,
    late: Vec<LateHead>,
    /// The size in bytes of the late heads that are known.
    inserted: usize,
}

/// A slot for a head that is not known yet.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The index among the late heads.
    index: usize,
    /// The number of bytes before it, with the late heads that were known.
    before: usize,
}

impl Assembly {
    /// Writes a head: the shortest, or the one with this additional information. Returns whether the argument fits.
    #[must_use]
    pub(super) fn head(&mut self, major: u8, info: Option<u8>, argument: u64) -> bool {
        let (bytes, size) = encode(major, info, argument);
        self.body.extend(bytes.iter().take(size));
        fits(info, argument)
    }

    /// Writes the head of an item of indefinite length.
    pub(super) fn indefinite(&mut self, major: u8) {
        self.body.push(major << 5 | INDEFINITE);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        steps::count_bytes(bytes.len());
        self.body.extend_from_slice(bytes);
    }

    /// Reserves a slot for a head.
    pub(super) fn reserve(&mut self) -> Slot {
        let slot = Slot { index: self.late.len(), before: self.len() };
        self.late.push(LateHead { at: self.body.len(), bytes: [0; 9], size: 0 });
        slot
    }

    fn len(&self) -> usize {
        self.body.len() + self.inserted
    }

    /// Returns the number of bytes written after a slot.
    pub(super) fn since(&self, slot: Slot) -> u64 {
        (self.len() - slot.before) as u64
    }

    /// Fills a slot, after everything that its head counts was written. Returns whether the argument fits.
    #[must_use]
    pub(super) fn fill(&mut self, slot: Slot, major: u8, info: Option<u8>, argument: u64) -> bool {
        if let Some(late) = self.late.get_mut(slot.index) {
            (late.bytes, late.size) = encode(major, info, argument);
            self.inserted += late.size;
        }
        fits(info, argument)
    }

    /// Returns all bytes, with every head inserted.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.len());
        let mut from = 0;
        for LateHead { at, bytes, size } in self.late {
            steps::count_bytes(at - from);
            all.extend_from_slice(self.body.get(from..at).unwrap_or(&[]));
            all.extend(bytes.iter().take(size));
            from = at;
        }
        all.extend_from_slice(self.body.get(from..).unwrap_or(&[]));
        all
    }
}

fn encode(major: u8, info: Option<u8>, argument: u64) -> ([u8; 9], usize) {
    match info {
        Some(info) => head::encode_as(major, info, argument),
        None => head::encode(major, argument),
    }
}

/// Returns whether an argument fits the width that the additional information states.
fn fits(info: Option<u8>, argument: u64) -> bool {
    match info {
        Some(24) => argument <= 0xFF,
        Some(25) => argument <= 0xFFFF,
        Some(26) => argument <= 0xFFFF_FFFF,
        _ => true,
    }
}
