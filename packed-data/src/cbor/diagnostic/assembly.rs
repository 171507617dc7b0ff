//! Bytes put together from their beginning, though a head that holds a count is known only at the end of what it
//! counts.

use alloc::vec::Vec;

use crate::cbor::head::{self, INDEFINITE};
use crate::steps;

/// A head that goes before the byte at an offset of the body.
#[derive(Clone, Copy)]
struct Late {
    at: usize,
    bytes: [u8; 9],
    size: usize,
}

/// The bytes without the late heads, and those.
#[derive(Default)]
pub(super) struct Assembly {
    body: Vec<u8>,
    late: Vec<Late>,
    /// How many bytes the late heads take that are known.
    inserted: usize,
}

/// A place where a head will stand.
#[derive(Clone, Copy)]
pub(super) struct Place {
    index: usize,
    /// How many bytes, with the heads known then, came before it.
    before: usize,
}

impl Assembly {
    /// Writes a head, the shortest unless its additional information is told. Whether the argument fits it.
    #[must_use]
    pub(super) fn head(&mut self, major: u8, info: Option<u8>, argument: u64) -> bool {
        let (bytes, size) = encode(major, info, argument);
        self.body.extend(bytes.iter().take(size));
        fits(info, argument)
    }

    pub(super) fn indefinite(&mut self, major: u8) {
        self.body.push(major << 5 | INDEFINITE);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        steps::count_bytes(bytes.len());
        self.body.extend_from_slice(bytes);
    }

    /// Leaves room for a head.
    pub(super) fn place(&mut self) -> Place {
        let place = Place { index: self.late.len(), before: self.len() };
        self.late.push(Late { at: self.body.len(), bytes: [0; 9], size: 0 });
        place
    }

    fn len(&self) -> usize {
        self.body.len() + self.inserted
    }

    /// How many bytes have come since a place was left.
    pub(super) fn since(&self, place: Place) -> u64 {
        (self.len() - place.before) as u64
    }

    /// Writes the head for which there is room, after everything that it counts. Whether the argument fits it.
    #[must_use]
    pub(super) fn fill(&mut self, place: Place, major: u8, info: Option<u8>, argument: u64) -> bool {
        if let Some(late) = self.late.get_mut(place.index) {
            (late.bytes, late.size) = encode(major, info, argument);
            self.inserted += late.size;
        }
        fits(info, argument)
    }

    /// All bytes, every head in its place.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.len());
        let mut from = 0;
        for Late { at, bytes, size } in self.late {
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

/// Whether the width that additional information tells has room for an argument.
fn fits(info: Option<u8>, argument: u64) -> bool {
    match info {
        Some(24) => argument <= 0xFF,
        Some(25) => argument <= 0xFFFF,
        Some(26) => argument <= 0xFFFF_FFFF,
        _ => true,
    }
}
