//! What the processes have counted, in files that are synced: an epoch is acknowledged after that.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use packed_data::{Compact, Packable, Packed};
use packed_data_file::{BlockReader, Error, Options, RecordWriter};

use crate::figures::Fault;

/// What a process has counted in an epoch.
#[derive(Debug, PartialEq, Packable)]
pub(crate) struct Counted {
    pub(crate) epoch: u64,
    pub(crate) events: u64,
    /// The sum of the digests of the events.
    pub(crate) sum: u64,
}

/// The epochs in a file, of which there is one after the other, so that no file grows forever.
const SEGMENT: u64 = 1000;

/// Where a process stores what it has counted.
pub(crate) struct Store {
    folder: PathBuf,
    index: usize,
    writer: RecordWriter<Counted, Compact>,
    next: u64,
}

impl Store {
    /// Opens the last file of a process, or creates the first one.
    pub(crate) fn open(folder: &Path, index: usize) -> Result<Self, Error> {
        let last = segments(folder, index)?.into_iter().max().unwrap_or(0);
        let path = path(folder, index, last);
        let options = Options::new().block_size(4000);
        let writer = if path.exists() { options.append(&path)? } else { options.create(&path)? };
        let next = last * SEGMENT + writer.len();
        let mut store = Self { folder: folder.into(), index, writer, next };
        if store.writer.len() == SEGMENT {
            store.begin_segment()?;
        }
        Ok(store)
    }

    /// The first epoch that is not stored.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Stores an epoch; returns when it is on the disk.
    pub(crate) fn push(&mut self, counted: &Counted) -> Result<(), Error> {
        if self.writer.len() == SEGMENT {
            self.begin_segment()?;
        }
        self.writer.write(counted)?;
        self.writer.sync()?;
        self.next += 1;
        Ok(())
    }

    fn begin_segment(&mut self) -> Result<(), Error> {
        let path = path(&self.folder, self.index, self.next / SEGMENT);
        let writer = Options::new().block_size(4000).create(path)?;
        std::mem::replace(&mut self.writer, writer).close()
    }
}

fn path(folder: &Path, index: usize, segment: u64) -> PathBuf {
    folder.join(format!("epochs-{index}-{segment}"))
}

/// Returns the numbers of the files of a process.
fn segments(folder: &Path, index: usize) -> io::Result<Vec<u64>> {
    let prefix = format!("epochs-{index}-");
    let mut segments = Vec::new();
    for file in fs::read_dir(folder)? {
        let name = file?.file_name().to_string_lossy().into_owned();
        segments.extend(name.strip_prefix(&prefix).and_then(|segment| segment.parse::<u64>().ok()));
    }
    Ok(segments)
}

/// Returns the epochs that a process has stored, from one on.
pub(crate) fn read(folder: &Path, index: usize, from: u64) -> Result<Vec<Counted>, Fault> {
    let mut counted = Vec::new();
    for segment in from / SEGMENT.. {
        let path = path(folder, index, segment);
        if !path.exists() {
            break;
        }
        let failed = |error: Error| format!("the epochs of process {index}: {error}");
        let reader = BlockReader::open(&path).map_err(failed)?;
        if !reader.lost().is_empty() || reader.repeated() > 0 {
            return Err(format!("{}: {:?} are lost", path.display(), reader.lost()).into());
        }
        let next = from + counted.len() as u64;
        for block in (0..reader.block_count())
            .skip_while(|block| reader.numbers(*block).is_some_and(|numbers| segment * SEGMENT + numbers.end <= next))
        {
            let block = reader.block(block).map_err(failed)?;
            for (number, place) in (segment * SEGMENT + block.first()..).zip(0..block.len()) {
                let bytes = block.get(place).unwrap_or_default();
                let packed = Packed::<Counted, Compact, _>::from_bytes(bytes);
                let packed = packed.map_err(|error| format!("epoch {number} of process {index}: {error}"))?;
                let epoch = packed.unpack().map_err(|error| format!("epoch {number}: {error}"))?;
                if epoch.epoch != number {
                    return Err(format!("process {index} has {epoch:?} as epoch {number}").into());
                }
                if number >= from {
                    counted.push(epoch);
                }
            }
        }
    }
    Ok(counted)
}

/// Removes the files in which all epochs are before this one. The file of the last of these remains: a process knows
/// from it how many it has stored.
pub(crate) fn remove_before(folder: &Path, epoch: u64) -> io::Result<()> {
    let kept = epoch.saturating_sub(1) / SEGMENT;
    for index in [0, 1] {
        for old in segments(folder, index)?.into_iter().filter(|old| *old < kept) {
            fs::remove_file(path(folder, index, old))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_what_it_has_stored() {
        let folder = tempfile::tempdir().unwrap();
        let mut stored = 0;
        // (With a whole number of files there is no file for the next epoch yet.)
        for more in [SEGMENT, SEGMENT, 1, SEGMENT - 1] {
            let mut store = Store::open(folder.path(), 0).unwrap();
            assert_eq!(store.next(), stored);
            for epoch in stored..stored + more {
                store.push(&Counted { epoch, events: 1, sum: 2 }).unwrap();
            }
            drop(store);
            assert_eq!(read(folder.path(), 0, stored).unwrap().len() as u64, more);
            stored += more;
            remove_before(folder.path(), stored).unwrap();
        }
        assert_eq!(segments(folder.path(), 0).unwrap(), [2]);
        assert_eq!(Store::open(folder.path(), 0).unwrap().next(), stored);
    }
}
