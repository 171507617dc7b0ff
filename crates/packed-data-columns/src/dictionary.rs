//! Columns of strings in which each different string is written once.

use alloc::vec::Vec;
use core::ops::Range;

use crate::block::Integers;
use crate::integers::{IntegersBuilder, put_varint};
use crate::statistics::Of;
use crate::steps;

/// The forms of a column of strings: its first byte.
pub(crate) const PLAIN: u8 = 0;
pub(crate) const DICTIONARY: u8 = 1;

/// Slots that are looked at for a string. More of them are in use one after the other only if the strings were made for
/// that; then there is no dictionary, so that the work stays linear.
const MAX_PROBES: usize = 64;

/// Returns the column with a dictionary: the number of different strings, their lengths and bytes in the order in which
/// they come first, and for each string its number; and where each different string is in the heap. `None` if more than
/// half of the strings are different.
pub(crate) fn encode(lengths: &[u64], heap: &[u8], is_compressed: bool) -> Option<(Vec<u8>, Vec<Range<usize>>)> {
    let mut table = Table::default();
    let integers = || IntegersBuilder::new(Integers::Unsigned, Of::Nothing, is_compressed);
    let (mut at, mut words, mut word_lengths, mut numbers) = (0, Vec::new(), integers(), integers());
    let mut before: (&[u8], u32) = (&[], u32::MAX);
    for (index, length) in lengths.iter().enumerate() {
        let word = &heap[at..][..*length as usize];
        at += word.len();
        // (Often a string is that before it.)
        if word == before.0 && before.1 != u32::MAX {
            numbers.push(before.1.into());
            continue;
        }
        let (number, is_new) = table.find(word, heap, at - word.len())?;
        if is_new {
            words.extend_from_slice(word);
            word_lengths.push(*length);
        }
        // (A dictionary that does not pay is left early.)
        if table.words.len() > 256 + index / 2 {
            return None;
        }
        numbers.push(number.into());
        before = (word, number);
    }
    let mut out = Vec::with_capacity(words.len() + lengths.len());
    out.push(DICTIONARY);
    put_varint(table.words.len() as u64, &mut out);
    let word_lengths = word_lengths.finish(&mut Vec::new());
    put_varint(word_lengths.len() as u64, &mut out);
    out.extend_from_slice(&word_lengths);
    put_varint(words.len() as u64, &mut out);
    out.extend_from_slice(&words);
    out.extend_from_slice(&numbers.finish(&mut Vec::new()));
    Some((out, table.words.iter().map(|(at, len, _)| *at..at + len).collect()))
}

/// The numbers of strings, by their hashes.
#[derive(Default)]
struct Table {
    /// The number of a string and one more, or 0; twice as many as strings at least, and a power of two.
    slots: Vec<u32>,
    /// The place of each string in the heap, and its hash.
    words: Vec<(usize, usize, u64)>,
}

impl Table {
    /// Returns the number of a string, which is in the heap at `at`, and whether it is new. `None` if too many slots
    /// are in use where it belongs.
    fn find(&mut self, word: &[u8], heap: &[u8], at: usize) -> Option<(u32, bool)> {
        if 2 * self.words.len() >= self.slots.len() {
            self.grow()?;
        }
        steps::count_bytes(word.len());
        let hash = hash(word);
        let mask = self.slots.len() - 1;
        for probe in 0..MAX_PROBES {
            steps::count(1);
            let slot = (hash as usize).wrapping_add(probe) & mask;
            let Some(number) = self.slots[slot].checked_sub(1) else {
                self.words.push((at, word.len(), hash));
                self.slots[slot] = u32::try_from(self.words.len()).ok()?;
                return Some((self.slots[slot] - 1, true));
            };
            let (from, len, known) = self.words[number as usize];
            if known == hash && &heap[from..][..len] == word {
                return Some((number, false));
            }
        }
        None
    }

    fn grow(&mut self) -> Option<()> {
        let len = (4 * self.words.len()).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(len, 0);
        for (number, (.., hash)) in self.words.iter().enumerate() {
            let mut slots = (0..MAX_PROBES).map(|probe| (*hash as usize).wrapping_add(probe) & (len - 1));
            let slot = slots.find(|slot| self.slots[*slot] == 0)?;
            self.slots[slot] = number as u32 + 1;
        }
        Some(())
    }
}

/// Returns a hash: eight bytes at a time, each multiplied into the 128 bits of a product whose halves are combined.
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64 ^ FACTOR, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash, u64::from_le_bytes(last))
}
