//! Sorting more than the memory holds: sorted runs in temporary files, which are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};

use crate::error::{Failure, Outcome};

/// What is kept in memory, in bytes.
const IN_MEMORY: usize = 4 << 20;
/// What an entry takes besides its bytes.
const OVERHEAD: usize = 64;
/// How many runs are merged at once; each takes a buffer, and an entry.
const FAN: usize = 16;
/// The size of that buffer, in bytes.
const BUFFER: usize = 16 << 10;
/// Fewer entries than this are not sorted to find those that a limit leaves out.
const FEW: usize = 1024;

/// A key, by whose bytes entries are sorted, and what belongs to it.
pub(crate) type Entry = (Vec<u8>, Vec<u8>);

/// Sorts entries by their keys, and keeps the first of them if there is a limit. Takes a few MiB of memory, and beyond
/// that temporary files.
pub(crate) struct Sorter {
    limit: usize,
    entries: Vec<Entry>,
    size: usize,
    /// Keys from this one on are not among the first.
    bound: Option<Vec<u8>>,
    /// Sorted runs; those of a level are merged to one of the next.
    levels: Vec<Vec<File>>,
}

impl Sorter {
    /// Sorts entries, and keeps at most `limit` of them.
    pub(crate) fn new(limit: Option<u64>) -> Self {
        let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        Self { limit, entries: Vec::new(), size: 0, bound: None, levels: Vec::new() }
    }

    /// Returns whether an entry with this key may be among those that are kept.
    pub(crate) fn wants(&self, key: &[u8]) -> bool {
        self.limit > 0 && self.bound.as_deref().is_none_or(|bound| key < bound)
    }

    /// Adds an entry.
    pub(crate) fn push(&mut self, key: Vec<u8>, rest: Vec<u8>) -> Outcome {
        if !self.wants(&key) {
            return Ok(());
        }
        self.size += key.len() + rest.len() + OVERHEAD;
        self.entries.push((key, rest));
        let is_full = self.size > IN_MEMORY;
        if is_full || self.entries.len() >= self.limit.saturating_mul(2).max(FEW) {
            self.truncate();
        }
        // (What is left under a limit may be most of it; it is written then, so that it is not sorted again and again.)
        if self.size > IN_MEMORY / 2 && is_full {
            self.spill().map_err(failed)?;
        }
        Ok(())
    }

    /// Sorts what is in memory, and removes what is not among the first.
    fn truncate(&mut self) {
        self.entries.sort_by(|a, b| a.0.cmp(&b.0));
        if self.entries.len() >= self.limit {
            self.entries.truncate(self.limit);
            self.size = self.entries.iter().map(|(key, rest)| key.len() + rest.len() + OVERHEAD).sum();
            self.bound = self.entries.last().map(|(key, _)| key.clone());
        }
    }

    /// Writes what is in memory, which is sorted, as a run.
    fn spill(&mut self) -> io::Result<()> {
        let mut run = Run::create()?;
        for (key, rest) in self.entries.drain(..) {
            run.write(&key, &rest)?;
        }
        self.size = 0;
        self.add(run.close()?, 0)
    }

    /// Adds a run to a level, and merges the level if it is full.
    fn add(&mut self, run: File, level: usize) -> io::Result<()> {
        if self.levels.len() == level {
            self.levels.push(Vec::new());
        }
        self.levels[level].push(run);
        if self.levels[level].len() < FAN {
            return Ok(());
        }
        let mut merged = Merged::new(std::mem::take(&mut self.levels[level]), Vec::new())?;
        let mut run = Run::create()?;
        for _ in 0..self.limit {
            let Some((key, rest)) = merged.next()? else { break };
            run.write(&key, &rest)?;
        }
        self.add(run.close()?, level + 1)
    }

    /// Returns the entries in the order of their keys; of equal ones in that in which they came.
    pub(crate) fn finish(mut self) -> Outcome<Sorted> {
        self.truncate();
        // (Then no more than an entry of each run is in memory.)
        if !self.levels.is_empty() {
            self.spill().map_err(failed)?;
        }
        // (The oldest runs are in the highest level.)
        let runs = self.levels.into_iter().rev().flatten().collect();
        let merged = Merged::new(runs, self.entries).map_err(failed)?;
        Ok(Sorted { merged, left: self.limit })
    }
}

/// Sorted entries.
pub(crate) struct Sorted {
    merged: Merged,
    left: usize,
}

impl Sorted {
    /// Returns the next entry.
    pub(crate) fn next(&mut self) -> Outcome<Option<Entry>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        self.merged.next().map_err(failed)
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::Data(format!("cannot sort in a temporary file: {error}"))
}

/// A run that is written: entries, each with the lengths of its key and of the rest before it.
struct Run(BufWriter<File>);

impl Run {
    fn create() -> io::Result<Self> {
        Ok(Self(BufWriter::with_capacity(BUFFER, tempfile::tempfile()?)))
    }

    fn write(&mut self, key: &[u8], rest: &[u8]) -> io::Result<()> {
        for part in [key, rest] {
            self.0.write_all(&(part.len() as u64).to_le_bytes())?;
        }
        self.0.write_all(key)?;
        self.0.write_all(rest)
    }

    fn close(self) -> io::Result<File> {
        let mut file = self.0.into_inner()?;
        file.rewind()?;
        Ok(file)
    }
}

/// Runs that are merged as they are read; the last one is in memory.
struct Merged {
    runs: Vec<BufReader<File>>,
    last: std::vec::IntoIter<Entry>,
    /// The next entry of each run, with the number of the run.
    heap: BinaryHeap<Reverse<(Vec<u8>, usize, Vec<u8>)>>,
}

impl Merged {
    fn new(runs: Vec<File>, last: Vec<Entry>) -> io::Result<Self> {
        let runs = runs.into_iter().map(|run| BufReader::with_capacity(BUFFER, run)).collect();
        let mut merged = Self { runs, last: last.into_iter(), heap: BinaryHeap::new() };
        (0..=merged.runs.len()).try_for_each(|run| merged.fill(run))?;
        Ok(merged)
    }

    fn fill(&mut self, run: usize) -> io::Result<()> {
        let entry = match self.runs.get_mut(run) {
            Some(run) => read(run)?,
            None => self.last.next(),
        };
        self.heap.extend(entry.map(|(key, rest)| Reverse((key, run, rest))));
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<Entry>> {
        let Some(Reverse((key, run, rest))) = self.heap.pop() else { return Ok(None) };
        self.fill(run)?;
        Ok(Some((key, rest)))
    }
}

/// Reads an entry of a run; `None` at its end.
fn read(run: &mut BufReader<File>) -> io::Result<Option<Entry>> {
    let mut lengths = [0; 16];
    if run.fill_buf()?.is_empty() {
        return Ok(None);
    }
    run.read_exact(&mut lengths)?;
    let (key, rest) = lengths.split_at(8);
    let length = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |length, byte| length << 8 | u64::from(*byte));
    let mut read = |length| {
        let mut part = Vec::new();
        run.take(length).read_to_end(&mut part).map(|_| part)
    };
    Ok(Some((read(length(key))?, read(length(rest))?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(limit: Option<u64>, keys: impl Iterator<Item = u64>, size: usize) -> Vec<u64> {
        let mut sorter = Sorter::new(limit);
        for key in keys {
            sorter.push(key.to_be_bytes().to_vec(), vec![key as u8; size]).unwrap();
        }
        let mut sorted = sorter.finish().unwrap();
        let mut found = Vec::new();
        while let Some((key, rest)) = sorted.next().unwrap() {
            let key = u64::from_be_bytes(key.try_into().unwrap());
            assert_eq!(rest, vec![key as u8; size]);
            found.push(key);
        }
        found
    }

    /// In memory, in a few runs, and in so many that runs are merged before the end; with limits.
    #[test]
    fn as_sorted_in_memory() {
        for (count, size) in [(0_u64, 0), (1000, 10), (5000, 5000), (600, 500_000)] {
            let keys = || (0..count).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20);
            let mut expected: Vec<_> = keys().collect();
            expected.sort_unstable();
            for limit in [None, Some(0), Some(1), Some(300), Some(u64::MAX)] {
                let end = limit.map_or(expected.len(), |limit| expected.len().min(limit as usize));
                assert_eq!(sorted(limit, keys(), size), &expected[..end], "{count} {size} {limit:?}");
            }
        }
    }

    /// Equal keys stay in the order in which they came.
    #[test]
    fn stable() {
        let mut sorter = Sorter::new(None);
        for number in 0..100_000_u32 {
            sorter.push(vec![(number % 3) as u8], [&number.to_be_bytes()[..], &[0; 100]].concat()).unwrap();
        }
        let mut sorted = sorter.finish().unwrap();
        let mut last = Vec::new();
        while let Some((key, rest)) = sorted.next().unwrap() {
            let next = [key, rest].concat();
            assert!(last < next);
            last = next;
        }
    }
}
