//! Bytes that are accepted.

use packed_data::Packed;
use test_suite::described::Described;
use test_suite::{Sample, TestLayout, probe};

use crate::{Case, packed_values};

/// Bytes are validated; what is accepted is read by cursor, view and fold, unpacked, and packed again: the same
/// bytes.
pub fn read<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

/// Up to how many bytes what is slow is done too: messages, and the tokens of a visit.
const SMALL: usize = 24;

fn check<T: Sample, L: TestLayout>(input: &[u8]) {
    if input.len() <= SMALL {
        let _is_accepted = probe::<T, L>(input);
        return;
    }
    match Packed::<T, L, _>::from_bytes(input) {
        Ok(packed) => read_all(&packed),
        Err(error) => assert!(error.offset() <= input.len(), "{error}"),
    }
}

/// Reads a value in every way, and packs it again.
pub(crate) fn read_all<T: Sample, L: TestLayout>(packed: &Packed<T, L, &[u8]>) {
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), packed.as_bytes(), "skipped to its end");
    let unpacked = Packed::<T, L>::pack(&packed.unpack().expect("within the limit on levels"));
    assert!(!L::IS_CANONICAL || unpacked == *packed, "packed again: {unpacked:?}, was {packed:?}");
    let is_same = |value: T, how: &str| assert_eq!(Packed::<T, L>::pack(&value), unpacked, "{how}");
    is_same(packed.read(T::from_cursor), "by a cursor");
    is_same(T::from_fold(packed), "by a fold");
    let by_view = packed.read(|cursor| {
        let value = L::by_view(&cursor);
        cursor.skip().map(|()| value)
    });
    if let Some(value) = by_view {
        is_same(value, "by a view");
    }
}
