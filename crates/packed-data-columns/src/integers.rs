//! A column of integers while it is filled.

use alloc::vec::Vec;

use packed_data_model::varint::Varint;

use crate::block::{self, BLOCK, Integers};
use crate::statistics::{Bounds, Of};

/// A column of integers: blocks, and the values of the next ones.
#[derive(Debug)]
pub(crate) struct IntegersBuilder {
    of: Integers,
    is_compressed: bool,
    bounds: Bounds,
    blocks: Vec<u8>,
    in_blocks: u64,
    values: Vec<u64>,
    /// Values that are not known yet.
    open: usize,
    scratch: Vec<u64>,
}

impl IntegersBuilder {
    pub(crate) fn new(of: Integers, statistics: Of, is_compressed: bool) -> Self {
        let (blocks, values, scratch) = (Vec::new(), Vec::new(), Vec::new());
        Self { of, is_compressed, bounds: Bounds::new(statistics), blocks, in_blocks: 0, values, open: 0, scratch }
    }

    pub(crate) fn count(&self) -> u64 {
        self.in_blocks + self.values.len() as u64
    }

    #[inline]
    pub(crate) fn push(&mut self, value: u64) {
        self.values.push(value);
        if self.values.len() >= BLOCK && self.open == 0 {
            self.flush();
        }
    }

    /// Adds values.
    pub(crate) fn extend(&mut self, values: impl Iterator<Item = u64>) {
        self.values.extend(values);
        if self.values.len() >= BLOCK && self.open == 0 {
            self.flush();
        }
    }

    /// Adds a value that is [set](Self::set) later; returns its place.
    pub(crate) fn reserve(&mut self) -> usize {
        self.open += 1;
        self.values.push(0);
        self.values.len() - 1
    }

    pub(crate) fn set(&mut self, place: usize, value: u64) {
        self.values[place] = value;
        self.open -= 1;
        if self.open == 0 && self.values.len() >= BLOCK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let whole = self.values.len() - self.values.len() % BLOCK;
        for values in self.values[..whole].chunks(BLOCK) {
            let bounds = block::put(self.of, values, self.is_compressed, &mut self.scratch, &mut self.blocks);
            self.bounds.note(values, bounds);
        }
        self.in_blocks += whole as u64;
        self.values.drain(..whole);
    }

    /// Returns the bytes of the column; appends its statistics, if it has values.
    pub(crate) fn finish(mut self, statistics: &mut Vec<u8>) -> Vec<u8> {
        self.flush();
        if !self.values.is_empty() {
            let bounds = block::put(self.of, &self.values, self.is_compressed, &mut self.scratch, &mut self.blocks);
            self.bounds.note(&self.values, bounds);
        }
        if !self.blocks.is_empty() {
            self.bounds.put(statistics);
        }
        self.blocks
    }
}

/// Appends a short varint.
pub(crate) fn put_varint(value: u64, out: &mut Vec<u8>) {
    let (bytes, len) = Varint::SHORT.encode(value.into());
    out.extend_from_slice(&bytes[..len]);
}
