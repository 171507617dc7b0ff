//! Packing values.

use packed_data::{Limits, Packed, pack_into};
use test_suite::described::{Described, Source};
use test_suite::{Sample, TestLayout, probe_accepted};

use crate::{Case, decisions};

/// Returns a case that builds and packs a value, validates the bytes, and reads them in every way: as the same value.
pub fn round_trip<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: decisions, run: check::<T, L> }
}

fn check<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let Some(value) = T::generate(&mut Source::new(input)) else { return };
    let packed = Packed::<T, L>::pack(&value);
    let validated = Packed::<T, L, _>::from_bytes(packed.as_bytes()).expect("packed bytes are valid");
    if L::KEEPS_FLOATS {
        assert_eq!(validated.read(T::read), value.value());
    }
    probe_accepted(&validated);

    assert_eq!(Packed::<T, L>::build(|needs| needs.put(&value)), packed);
    let limits = Limits { bytes: packed.as_bytes().len(), ..Limits::DEFAULT };
    assert_eq!(Packed::<T, L>::with_limits(&limits).pack(&value).as_ref(), Ok(&packed));
    let mut buffer = vec![0xA5];
    assert_eq!(pack_into::<T, L>(&value, &mut buffer), Ok(()));
    assert_eq!(buffer.split_first(), Some((&0xA5, packed.as_bytes())));
}
