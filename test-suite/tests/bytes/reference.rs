//! Compares the reader with the reference reader, over samples, and over samples of which bytes are cut off, changed,
//! inserted or removed.

use packed_data::{Limits, Packed};
use test_suite::described::{Described, Script, Source, build, caught, change, transform};
use test_suite::reference::{self, Read, Value, Wire};
use test_suite::{Sample, TestLayout, few, over_shapes};

over_shapes!(native: samples, truncations, bits_flipped, bytes_set, limits);
over_shapes!(few all: generated_values, scripted_changes);

/// The distance between the places that are tried: all places, but fewer under Miri, which is slow, and without
/// optimisation. (It shares no divisor with the bits of a byte.)
const STEP: usize = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 499,
    (_, true) => 5,
    _ => 1,
};

/// Checks that both readers read the same value from the same number of bytes, or both refuse.
fn agree<T: Sample + Described, L: TestLayout>(bytes: &[u8], limits: &Limits) -> Option<Value> {
    // Without a reference reader nothing of what follows is compiled.
    if const { L::WIRE.is_none() } {
        return None;
    }
    let wire: Wire = L::WIRE?;
    let packed = Packed::<T, L>::with_limits(limits).from_prefix(bytes);
    // (Miri tries the library, and leaves out the reference reader, which has no unsafe code.)
    if cfg!(miri) {
        return packed.ok().map(|(packed, _)| {
            let value = packed.read(T::read);
            assert_eq!(packed.unpack().unwrap().value(), value);
            value
        });
    }
    match (packed, reference::read_prefix(T::schema(), wire, limits, bytes)) {
        (Ok((packed, _)), Ok(Read { value, size, .. })) => {
            assert_eq!(packed.as_bytes().len(), size);
            assert_eq!(packed.read(T::read), value);
            assert_eq!(packed.unpack().unwrap().value(), value);
            Some(value)
        }
        (Err(_), Err(_)) => None,
        (packed, reference) => panic!("{bytes:?}: {packed:?}, but the reference reader: {reference:?}"),
    }
}

fn sample<T: Sample + Described, L: TestLayout>() -> Vec<u8> {
    Packed::<T, L>::pack(&T::sample()).into_inner()
}

fn samples<T: Sample + Described, L: TestLayout>() {
    let bytes = sample::<T, L>();
    let value = agree::<T, L>(&bytes, &Limits::DEFAULT);
    assert!(L::WIRE.is_none() || value == Some(T::sample().value()));
    if let Some(wire) = L::WIRE.filter(|_| !cfg!(miri)) {
        let read = reference::read(T::schema(), wire, &Limits::DEFAULT, &bytes);
        assert_eq!(read.map(|read| (read.value, read.is_whole)).ok(), value.map(|value| (value, true)));
        let longer = [&bytes[..], &[0]].concat();
        assert!(reference::read(T::schema(), wire, &Limits::DEFAULT, &longer).is_err());
    }
}

fn truncations<T: Sample + Described, L: TestLayout>() {
    let bytes = sample::<T, L>();
    for len in (0..bytes.len()).step_by(STEP) {
        assert_eq!(agree::<T, L>(&bytes[..len], &Limits::DEFAULT), None);
    }
}

fn bits_flipped<T: Sample + Described, L: TestLayout>() {
    let mut bytes = sample::<T, L>();
    for bit in (0..bytes.len() * 8).step_by(STEP) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        agree::<T, L>(&bytes, &Limits { empty_elements: 1000, ..Limits::DEFAULT });
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

fn bytes_set<T: Sample + Described, L: TestLayout>() {
    let mut bytes = sample::<T, L>();
    for at in (0..bytes.len()).step_by(STEP) {
        let values = [0, 1, 2, 4, 0x7F, 0x80, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF];
        for value in values.into_iter().step_by(if cfg!(miri) { 5 } else { 1 }) {
            let old = std::mem::replace(&mut bytes[at], value);
            agree::<T, L>(&bytes, &Limits { empty_elements: 1000, ..Limits::DEFAULT });
            bytes[at] = old;
        }
        let mut shorter = bytes.clone();
        shorter.remove(at);
        agree::<T, L>(&shorter, &Limits::DEFAULT);
    }
}

/// The limits mean the same for both readers.
fn limits<T: Sample + Described, L: TestLayout>() {
    let bytes = sample::<T, L>();
    for depth in (0..8).step_by(if cfg!(miri) { 5 } else { 1 }) {
        agree::<T, L>(&bytes, &Limits { depth, ..Limits::DEFAULT });
    }
    for empty_elements in few(1, 0..4) {
        agree::<T, L>(&bytes, &Limits { empty_elements, ..Limits::DEFAULT });
    }
    for limit in (bytes.len().saturating_sub(2)..bytes.len() + 2).step_by(if cfg!(miri) { 3 } else { 1 }) {
        agree::<T, L>(&bytes, &Limits { bytes: limit, ..Limits::DEFAULT });
    }
}

/// Returns bytes without a pattern.
fn noise(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let step = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(step).take(if cfg!(miri) { 24 } else { 200 }).collect()
}

const SEEDS: u64 = if cfg!(miri) { 1 } else { 64 };

/// A value that is built by any script is the packed value, for both readers.
fn generated_values<T: Sample + Described, L: TestLayout>() {
    for seed in 0..SEEDS {
        let noise = noise(seed);
        let mut source = Source::new(&noise);
        let value = T::generate(&mut source).expect("the type has values");
        let packed = Packed::<T, L>::pack(&value);
        let mut script = Script::new(source);
        let build = || Packed::<T, L>::with_limits(&Limits::DEFAULT).build(|needs| build(&value, needs, &mut script));
        match caught(build) {
            Some(Ok(built)) => assert_eq!(built, packed),
            outcome => assert!(script.repeated, "{outcome:?}"),
        }
        let agreed = agree::<T, L>(packed.as_bytes(), &Limits::DEFAULT);
        assert!(L::WIRE.is_none() || agreed == Some(value.value()));
    }
}

/// A value that is transformed or edited by any script is the owned value with the same changes.
fn scripted_changes<T: Sample + Described<As = T>, L: TestLayout>() {
    for seed in 0..SEEDS {
        let noise = noise(seed);
        let script = Script::new(Source::new(&noise));
        let packed = Packed::<T, L>::pack(&T::sample());
        let changed = Packed::<T, L>::pack(&change(&T::sample(), &mut script.clone()));
        let transformed = packed.transform(|cursor, needs| transform::<T, L>(cursor, needs, &mut script.clone()));
        assert_eq!(transformed, changed);

        let (mut edited, mut overwritten) = (packed, T::sample());
        if L::edit_by_script(&mut edited, &mut script.clone()) {
            overwritten.overwrite(&mut script.clone());
            assert_eq!(edited, Packed::pack(&overwritten));
        }
    }
}
