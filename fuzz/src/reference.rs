//! Comparing the reader with the reference reader.

use packed_data::{Limits, Packed};
use test_suite::described::Described;
use test_suite::reference::{self, Read, Wire};
use test_suite::{Sample, TestLayout};

use crate::{Case, packed_values};

/// Returns a case that checks that both readers accept the bytes, or neither does, within the same limits. If they
/// accept them, both must read the same value from the same number of bytes.
pub fn reference<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: seeds::<T, L>, run: check::<T, L> }
}

/// Returns packed values, each after a byte that chooses the limits.
fn seeds<T: Sample + Described, L: TestLayout>() -> Vec<Vec<u8>> {
    packed_values::<T, L>().into_iter().map(|bytes| [&[0xFF][..], &bytes].concat()).collect()
}

fn check<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let (Some(wire), Some((chosen, bytes))) = (L::WIRE, input.split_first()) else { return };
    compare::<T, L>(wire, &limits(*chosen), bytes);
}

/// Returns limits: mostly wide ones, except for elements without bytes, because the value contains every one of them.
fn limits(chosen: u8) -> Limits {
    let limits = Limits { empty_elements: 100, ..Limits::DEFAULT };
    match chosen {
        depth @ ..8 => Limits { depth: depth.into(), ..limits },
        bytes @ 8..64 => Limits { bytes: bytes.into(), ..limits },
        _ => limits,
    }
}

fn compare<T: Sample + Described, L: TestLayout>(wire: Wire, limits: &Limits, bytes: &[u8]) {
    let whole = Packed::<T, L>::with_limits(limits).from_bytes(bytes);
    let prefix = Packed::<T, L>::with_limits(limits).from_prefix(bytes);
    match (&prefix, reference::read_prefix(T::schema(), wire, limits, bytes)) {
        (Ok((packed, rest)), Ok(Read { value, size, .. })) => {
            assert_eq!((packed.as_bytes().len(), rest.len()), (size, bytes.len() - size));
            assert_eq!(packed.read(T::read), value);
            assert_eq!(whole.is_ok(), rest.is_empty() && bytes.len() <= limits.bytes);
        }
        (Err(_), Err(_)) => assert!(whole.is_err()),
        (Ok(_), Err(refused)) => panic!("accepted, but the reference reader refuses it: {refused:?}"),
        (Err(error), Ok(read)) => panic!("refused: {error}; but the reference reader reads {read:?}"),
    }
}
