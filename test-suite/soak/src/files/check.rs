//! Reads a file, and compares it with what was promised.

use std::path::Path;

use packed_data_file::BlockReader;

use super::entry::Entry;
use crate::figures::Fault;
use crate::random::Random;

/// What a file has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Whole {
    pub(crate) records: u64,
    /// The bytes of torn blocks.
    pub(crate) torn: u64,
    /// Whether it was closed.
    pub(crate) has_index: bool,
}

/// Checks that a file has exactly its first records, at least those that were promised, each once and in order.
pub(crate) fn whole(path: &Path, file: u64, promised: u64) -> Result<Whole, Fault> {
    let reader = BlockReader::open(path).map_err(|error| failed(promised, &format!("cannot be opened: {error}")))?;
    sums(&reader, promised)?;
    for block in 0..reader.block_count() {
        self::block(&reader, file, block, promised)?;
    }
    let torn = reader.damage().iter().map(|damage| damage.bytes).sum();
    Ok(Whole { records: reader.len(), torn, has_index: reader.has_index() })
}

/// Does the same for the last blocks and for some others, while the file is written.
pub(crate) fn part(path: &Path, file: u64, promised: u64, random: &mut Random) -> Result<(), Fault> {
    let reader = BlockReader::open(path)
        .map_err(|error| failed(promised, &format!("cannot be opened by the reader: {error}")))?;
    sums(&reader, promised)?;
    let blocks = reader.block_count();
    let some = (0..3).map(|_| random.below(blocks as u64) as usize).filter(|block| *block < blocks);
    for block in (blocks.saturating_sub(3)..blocks).chain(some) {
        self::block(&reader, file, block, promised)?;
    }
    Ok(())
}

fn failed(promised: u64, what: &str) -> Fault {
    Fault { lost: promised, what: format!("{promised} records were acknowledged, but the file {what}") }
}

/// Checks the numbers of records.
fn sums(reader: &BlockReader, promised: u64) -> Result<(), Fault> {
    let (records, lost, repeated) = (reader.len(), reader.lost(), reader.repeated());
    if records < promised {
        let what = format!("{promised} records were acknowledged, but the file has {records}");
        return Err(Fault { lost: promised - records, what });
    }
    if !lost.is_empty() || repeated > 0 {
        let gaps: u64 = lost.iter().map(|lost| lost.end - lost.start).sum();
        return Err(Fault {
            lost: gaps,
            what: format!("the file has {records} records, but {lost:?} are lost, {repeated} blocks are repeated"),
        });
    }
    let mut next = 0;
    for block in 0..reader.block_count() {
        let numbers = reader.numbers(block).unwrap_or_default();
        if numbers.start != next || numbers.is_empty() {
            return Err(format!("block {block} has the records {numbers:?}, expected {next} next").into());
        }
        next = numbers.end;
    }
    if next == records { Ok(()) } else { Err(format!("the blocks have {next} of {records} records").into()) }
}

/// Checks the records of a block.
fn block(reader: &BlockReader, file: u64, index: usize, promised: u64) -> Result<(), Fault> {
    let numbers = reader.numbers(index).unwrap_or_default();
    let lost = promised.min(numbers.end).saturating_sub(numbers.start);
    let fault = |what: String| Fault { lost, what };
    let block = reader.block(index).map_err(|error| fault(format!("block {index} ({numbers:?}): {error}")))?;
    for (place, number) in numbers.enumerate() {
        let bytes = block.get(place).ok_or_else(|| fault(format!("block {index} has no record {number}")))?;
        Entry::new(file, number).check(bytes).map_err(fault)?;
    }
    Ok(())
}
