//! Reading bytes.

use packed_data::Packed;
use test_suite::described::Described;
use test_suite::{Sample, TestLayout, probe, probe_accepted};

use crate::{Case, packed_values};

/// Returns a case that validates bytes. Accepted bytes are read by cursor, view and fold, unpacked, and written back
/// the same: see [`written_back`](test_suite::written_back).
pub fn read<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

/// Number of bytes up to which slow work is done too: messages, and the tokens of a visit.
const SMALL: usize = 24;

fn check<T: Sample, L: TestLayout>(input: &[u8]) {
    if input.len() <= SMALL {
        let _is_accepted = probe::<T, L>(input);
        return;
    }
    match Packed::<T, L, _>::from_bytes(input) {
        Ok(packed) => drop(probe_accepted(&packed)),
        Err(error) => assert!(error.offset() <= input.len(), "{error}"),
    }
}
