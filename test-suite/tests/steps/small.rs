//! Small shapes: all short strings of bytes, valid or not.

use packed_data::{Limits, Packed};
use test_suite::steps::{Work, factor};
use test_suite::{Readable, TestLayout, each_small_shape};

use crate::typed::{Input, print_worst, with_stack};

/// The longest strings. (Without optimisation, and with the counter, those of two bytes take minutes.)
const LONGEST: u32 = if cfg!(debug_assertions) { 1 } else { 2 };

/// An element without bytes is charged like a byte, so only a few are allowed.
const LIMITS: Limits = Limits { empty_elements: 16, ..Limits::DEFAULT };

/// Checks every string; skips, unpacks and packs what is accepted.
fn short_strings_are_linear<T: Readable, L: TestLayout>(name: &'static str) {
    for len in 0..=LONGEST {
        let charged = (len + LIMITS.empty_elements as u32) as usize;
        // (In a layout with several encodings of a value, keys may come in any order.)
        let factor = factor(usize::from(!L::IS_CANONICAL), charged);
        let input = Input { name: format!("{name}, {len} bytes"), bytes: &[], factor, by_level: &[] };
        for string in 0..256_u32.pow(len) {
            let bytes = &string.to_le_bytes()[..len as usize];
            let validate = || Packed::<T, L>::with_limits(&LIMITS).from_slice(bytes);
            let Ok(packed) = input.count(Work::Refuse, charged, 0, validate) else { continue };
            let _again = input.count(Work::Check, charged, 0, validate);
            input.count(Work::Skip, charged, 0, || packed.read(|value| value.skip()));
            let value = input.count(Work::Unpack, charged, 0, || packed.unpack()).expect("within the limit on levels");
            input.count(Work::Pack, charged, 0, || Packed::<T, L>::pack(&value));
        }
    }
}

#[test]
fn every_short_string_is_linear_in_every_layout() {
    with_stack(|| {
        let _all: Vec<()> = each_small_shape!(short_strings_are_linear);
        print_worst();
    });
}
