//! A stand-in for `packed_data::cbor::Scanner`, for the tests of sequences: to be dropped for it.
//!
//! It knows definite lengths only, and begins again at each call.

use crate::error::{Error, ErrorKind, Path};
use crate::limits::Limits;

/// How far an item goes.
pub(super) enum Scan {
    NeedAtLeast(usize),
    Item(usize),
}

pub(super) struct Scanner;

impl Scanner {
    pub(super) fn with_limits(_: &Limits) -> Self {
        Self
    }

    pub(super) fn advance(&mut self, bytes: &[u8]) -> Result<Scan, Error> {
        let (mut items, mut at) = (1_u64, 0_usize);
        while items > 0 {
            let Some(&first) = bytes.get(at) else { return Ok(need(at + 1, bytes)) };
            let width = match first & 31 {
                0..=23 => 0,
                more @ 24..=27 => 1 << (more - 24),
                found => return Err(Error { kind: ErrorKind::ReservedHead { found }, offset: at, path: Path::EMPTY }),
            };
            let Some(number) = bytes.get(at + 1..at + 1 + width) else { return Ok(need(at + 1 + width, bytes)) };
            let number = match width {
                0 => u64::from(first & 31),
                _ => number.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
            };
            at += 1 + width;
            items -= 1;
            match first >> 5 {
                2 | 3 => at += usize::try_from(number).unwrap_or(usize::MAX / 2),
                4 => items += number,
                5 => items += 2 * number,
                6 => items += 1,
                _ => {}
            }
        }
        Ok(if at > bytes.len() { need(at, bytes) } else { Scan::Item(at) })
    }
}

fn need(end: usize, bytes: &[u8]) -> Scan {
    Scan::NeedAtLeast(end - bytes.len())
}
