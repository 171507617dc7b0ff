//! The records: those of a log.

use packed_data::Packable;
use serde::{Deserialize, Serialize};

/// A record of a log.
#[derive(Clone, Debug, Packable, Serialize, Deserialize)]
pub(crate) struct Record {
    /// In microseconds; ascending.
    pub(crate) time: u64,
    pub(crate) level: Level,
    pub(crate) code: u32,
    pub(crate) host: String,
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable, Serialize, Deserialize)]
pub(crate) enum Level {
    Debug,
    Info,
    Warning,
    Error,
}

/// The time of the first record.
pub(crate) const START: u64 = 1_700_000_000_000_000;
/// The time between two records.
pub(crate) const STEP: u64 = 250;

impl Record {
    pub(crate) fn new(number: u64) -> Self {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let level = [Level::Debug, Level::Info, Level::Warning, Level::Error][(mixed % 4) as usize];
        let words = ["connection", "from", "peer", "closed", "after", "timeout", "retry", "of", "request", "queued"];
        let text = (0..4 + mixed % 12).map(|n| words[((mixed >> n) % 10) as usize]).collect::<Vec<_>>().join(" ");
        let host = format!("host-{}.example", mixed % 50);
        Self { time: START + number * STEP, level, code: (mixed % 600) as u32, host, text }
    }
}
