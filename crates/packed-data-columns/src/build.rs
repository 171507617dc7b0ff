//! Columns while they are filled.

use alloc::vec::Vec;

use crate::block::{self, BLOCK, Integers};
use crate::dictionary::{self, PLAIN};
use crate::integers::{IntegersBuilder, put_varint};
use crate::statistics::{self, Of};
use crate::tree::Form;

/// A column that is filled.
#[derive(Debug)]
pub(crate) enum Builder {
    Integers(IntegersBuilder),
    Blobs(BlobsBuilder),
    Bytes { len: usize, heap: Vec<u8> },
}

impl Builder {
    pub(crate) fn new(form: Form, statistics: Of, is_compressed: bool) -> Self {
        match form {
            Form::Integers(of) => Self::Integers(IntegersBuilder::new(of, statistics, is_compressed)),
            Form::Blobs { .. } => {
                let has_statistics = statistics == Of::Texts;
                Self::Blobs(BlobsBuilder { is_compressed, has_statistics, ..BlobsBuilder::default() })
            }
            Form::Bytes { len } => Self::Bytes { len: len as usize, heap: Vec::new() },
        }
    }

    /// Returns the number of values so far.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::Integers(of) => of.count(),
            Self::Blobs(of) => of.lengths.len() as u64,
            Self::Bytes { len: 0, .. } => 0,
            Self::Bytes { len, heap } => (heap.len() / len) as u64,
        }
    }

    /// Returns the number of values and the bytes of the column; appends its statistics, if it has values.
    pub(crate) fn finish(self, statistics: &mut Vec<u8>) -> (u64, Vec<u8>) {
        let count = self.count();
        let bytes = match self {
            Self::Integers(of) => of.finish(statistics),
            Self::Blobs(of) => of.finish(statistics),
            Self::Bytes { heap, .. } => heap,
        };
        (count, bytes)
    }
}

/// A column of strings of bytes.
#[derive(Debug, Default)]
pub(crate) struct BlobsBuilder {
    is_compressed: bool,
    /// Whether they are texts of which the least and the greatest are kept.
    has_statistics: bool,
    lengths: Vec<u64>,
    heap: Vec<u8>,
    /// The length of the heap before the string that is open.
    start: usize,
}

impl BlobsBuilder {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.heap.extend_from_slice(bytes);
        self.lengths.push(bytes.len() as u64);
    }

    /// Begins a string whose bytes come one by one.
    pub(crate) fn begin(&mut self) {
        self.start = self.heap.len();
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.heap.push(byte);
    }

    pub(crate) fn end(&mut self) {
        self.lengths.push((self.heap.len() - self.start) as u64);
    }

    fn finish(self, statistics: &mut Vec<u8>) -> Vec<u8> {
        let Self { is_compressed, has_statistics, lengths, heap, .. } = self;
        if lengths.is_empty() {
            return Vec::new();
        }
        let dictionary = dictionary::encode(&lengths, &heap, is_compressed);
        if has_statistics {
            let mut at = 0;
            let all = lengths.iter().map(|length| {
                at += *length as usize;
                &heap[at - *length as usize..at]
            });
            match &dictionary {
                Some((_, words)) => statistics::put_texts(words.iter().map(|word| &heap[word.clone()]), statistics),
                None => statistics::put_texts(all, statistics),
            }
        }
        match dictionary {
            // (No other form is smaller than the strings.)
            Some((dictionary, _)) if dictionary.len() <= heap.len() => dictionary,
            Some((dictionary, _)) => {
                let plain = plain(&lengths, &heap, is_compressed);
                if dictionary.len() < plain.len() { dictionary } else { plain }
            }
            None => plain(&lengths, &heap, is_compressed),
        }
    }
}

/// Returns a column whose strings are in blocks: the lengths, the sum of them, and the strings.
fn plain(lengths: &[u64], heap: &[u8], is_compressed: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 + heap.len() + lengths.len());
    out.push(PLAIN);
    let (mut heap, mut scratch) = (heap, Vec::new());
    for lengths in lengths.chunks(BLOCK) {
        block::put(Integers::Unsigned, lengths, is_compressed, &mut scratch, &mut out);
        let size: u64 = lengths.iter().sum();
        put_varint(size, &mut out);
        let (bytes, rest) = heap.split_at(size as usize);
        out.extend_from_slice(bytes);
        heap = rest;
    }
    out
}
