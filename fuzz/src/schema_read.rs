//! Reading by a schema, compared with the typed library.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use packed_data::{ErrorKind, Limits, Packed};
use packed_data_schema::inspect::pieces;
use packed_data_schema::{Codec, Schema, Value};
use test_suite::described::Described;
use test_suite::{Sample, TestLayout};

use crate::{Case, packed_values};

/// How deep the parts of a value are looked at one by one.
const DEPTH: u32 = 32;

/// Returns a case that checks that bytes are accepted by schema exactly if they are by type, or refused for the same
/// reason at the same offset. Accepted bytes are read to their end, part by part and as JSON, and written from that.
/// Refused bytes are looked at as if they had not been checked.
pub fn schema_read<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: seeds::<T, L>, run: check::<T, L> }
}

/// Returns packed values, each after a byte that chooses the limits.
fn seeds<T: Sample + Described, L: TestLayout>() -> Vec<Vec<u8>> {
    packed_values::<T, L>().into_iter().map(|bytes| [&[0xFF][..], &bytes].concat()).collect()
}

/// Returns the codec of a type in a layout, which is made once.
fn codec<T: Sample, L: TestLayout>() -> &'static Codec<'static> {
    static CODECS: LazyLock<Mutex<HashMap<(TypeId, &str), &Codec<'static>>>> = LazyLock::new(Mutex::default);

    let mut codecs = CODECS.lock().expect("no panic goes on");
    codecs.entry((TypeId::of::<T>(), L::NAME)).or_insert_with(|| {
        let schema: &'static Schema = Box::leak(Box::new(Schema::of::<T>()));
        let layout = L::ID;
        Box::leak(Box::new(schema.codec(layout).expect("a type that the layout has")))
    })
}

fn check<T: Sample, L: TestLayout>(input: &[u8]) {
    let Some((&chosen, bytes)) = input.split_first() else { return };
    let limits = match chosen {
        depth @ ..8 => Limits { depth: depth.into(), ..Limits::DEFAULT },
        empty_elements @ 8..16 => Limits { empty_elements: (empty_elements - 8).into(), ..Limits::DEFAULT },
        len @ 16..64 => Limits { bytes: len.into(), ..Limits::DEFAULT },
        _ => Limits::DEFAULT,
    };
    let codec = codec::<T, L>();
    match (Packed::<T, L>::with_limits(&limits).from_bytes(bytes), codec.validate(bytes, &limits)) {
        (Ok(_), Ok(report)) => {
            assert_eq!(report.size, bytes.len());
            read(codec, bytes);
        }
        (Err(typed), _) if is_beyond_schema(codec, typed.kind()) => {}
        (Err(typed), Err(error)) => {
            assert_eq!((error.kind(), error.offset()), (typed.kind(), typed.offset()));
            look(codec, bytes, &limits);
        }
        (Ok(_), Err(error)) => panic!("accepted by type, but refused by schema: {error}"),
        (Err(typed), Ok(_)) => panic!("accepted by schema, but refused by type: {typed}"),
    }
}

/// Returns whether only the type can know of an error: a function of the user refuses the value; or two keys are
/// compared of which one lacks a field, whose default no schema has.
fn is_beyond_schema(codec: &Codec<'_>, kind: ErrorKind) -> bool {
    match kind {
        ErrorKind::Refused { .. } => true,
        ErrorKind::Unsorted | ErrorKind::DuplicateKey => codec.schema().to_string().contains(" default "),
        _ => false,
    }
}

/// Reads bytes that were accepted.
fn read(codec: &Codec<'_>, bytes: &[u8]) {
    let value = codec.value(bytes);
    assert_eq!(value.end(), bytes.len());
    let count = parts(value, DEPTH);
    assert!(count > 0);
    let mut text = Vec::new();
    value.write_json(&mut text).expect("a valid value");
    // (Serialisers call themselves, so there is a limit.)
    if let Ok(other) = serde_json::to_string(&value) {
        assert_eq!(String::from_utf8_lossy(&text), other);
    }
    if let Ok(written) = codec.from_json(&text, &Limits::DEFAULT) {
        assert!(codec.validate(&written, &Limits::DEFAULT).is_ok());
    }
}

/// Looks at bytes that are no value: the answers are wrong, but nothing panics.
fn look(codec: &Codec<'_>, bytes: &[u8], limits: &Limits) {
    let value = codec.value(bytes);
    let prefix = codec.validate_prefix(bytes, limits).map(drop);
    let place = |error: packed_data_schema::Error| (error.kind(), error.offset());
    assert_eq!(value.check(limits).map_err(place), prefix.map_err(place));
    let mut left = MOST_PARTS;
    wander(value, &mut left, DEPTH);
    let mut left = MOST_PARTS;
    pieces(codec.schema(), value, &mut |_, _| {
        left -= 1;
        left > 0
    });
    // (A few bytes may claim to be any number of elements. What is written ends at the first error.)
    drop(value.write_json(&mut &mut [0; 1 << 12][..]));
    drop(serde_json::to_writer(&mut [0; 1 << 12][..], &value));
}

/// The greatest number of parts that are looked at in bytes that are no value.
const MOST_PARTS: u32 = 1000;

/// Goes through the parts of bytes that are no value, as far as they lead.
fn wander(value: Value<'_>, left: &mut u32, depth: u32) {
    if value.content().is_none() || depth == 0 {
        return;
    }
    for part in value.parts() {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        wander(part.value, left, depth - 1);
    }
}

/// Goes through the parts of a value; returns how many values there are.
fn parts(value: Value<'_>, depth: u32) -> usize {
    assert!(value.content().is_some(), "{value:?}");
    let inner = depth.checked_sub(1).map_or(0, |depth| value.parts().map(|part| parts(part.value, depth)).sum());
    1 + inner
}
