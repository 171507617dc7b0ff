//! The records: each follows from its number and that of its file.

use packed_data::{Compact, Packable, Packed};
use packed_data_file::{Compression, Form, Options};

use crate::random::{Random, mix};

/// A record.
#[derive(Debug, PartialEq, Packable)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    /// The number of the file.
    file: u64,
    time: u64,
    level: Level,
    text: String,
    values: Vec<u32>,
}

#[derive(Debug, PartialEq, Packable)]
enum Level {
    Info,
    Warning(u8),
    Failure { code: u16, reason: String },
}

impl Entry {
    /// Returns the record of a number in a file. Few of them are long.
    pub(crate) fn new(file: u64, number: u64) -> Self {
        let mut random = Random::new(mix(file) ^ number);
        let level = match random.below(8) {
            0 => Level::Failure { code: random.next() as u16, reason: "the disk is full".into() },
            1 | 2 => Level::Warning(random.next() as u8),
            _ => Level::Info,
        };
        let length = if random.one_in(2000) { 20_000 } else { random.below(60) };
        let text = (0..length).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
        let values = (0..random.below(6)).map(|_| random.next() as u32 >> random.below(32)).collect();
        Self { number, file, time: 1_700_000_000_000 + 40 * number + random.below(40), level, text, values }
    }

    /// Checks that the bytes of a record are this one.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<(), String> {
        let Self { number, file, .. } = self;
        let packed = Packed::<Self, Compact, _>::from_bytes(bytes);
        let packed = packed.map_err(|error| format!("record {number} of file {file} is not valid: {error}"))?;
        match packed.unpack() {
            Ok(found) if found == *self => Ok(()),
            Ok(found) => Err(format!("record {number} of file {file}: expected {self:?}, found {found:?}")),
            Err(error) => Err(format!("record {number} of file {file} cannot be unpacked: {error}")),
        }
    }
}

/// The number of ways in which a file is written.
pub(crate) const WAYS: u64 = 8;

/// Returns one way of writing a file: in rows or in columns; compressed or not; with statistics or keys or without.
pub(crate) fn options(way: u64) -> Options<Entry, Compact> {
    let lz4 = || "lz4".parse::<Compression>().unwrap_or_default();
    let zstd = || "zstd:1".parse::<Compression>().unwrap_or_default();
    let options = Options::new().block_size(6000).metadata("way", way.to_string());
    match way % WAYS {
        0 => options,
        1 => options.compress(lz4()),
        2 => options.form(Form::Columns),
        3 => options.compress(zstd()).statistics(true),
        4 => options.form(Form::Columns).compress(zstd()),
        5 => options.key(|entry| entry.get(|entry: EntryNames| entry.time)),
        6 => options.form(Form::Columns).compress(lz4()).statistics(true),
        _ => options.block_size(64 << 10).compress(zstd()),
    }
}
