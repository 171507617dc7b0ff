//! Reading by a schema, compared with the typed library: the same verdict, the same error, and the same values, over
//! every shape and layout. (`mutants` compares the verdicts on its mutants.)
#![cfg(not(miri))] // the crate that reads by a schema has no unsafe code

use packed_data::{Error, Limits, Packed};
use packed_data_schema::{Codec, Content, LayoutId, ScalarValue, Schema, Type, Value};
use test_suite::reference::Value as Reference;
use test_suite::{Sample, TestLayout, each_shape};

use super::by_schema::{is_beyond_schema, is_order_missed, keys_lack_fields};

/// The distance between the places that are tried.
const STEP: usize = if cfg!(debug_assertions) { 5 } else { 1 };

/// A shape in a layout.
struct Case {
    name: &'static str,
    schema: Schema,
    fingerprint: packed_data::Fingerprint,
    layout: LayoutId,
    is_cbor: bool,
    sample: Vec<u8>,
    value: Reference,
    /// Packed values of older and newer versions of the type, and what the library reads of them.
    versions: Vec<(Vec<u8>, Reference)>,
    /// The verdict of the library.
    validate: fn(&[u8], &Limits) -> Result<(), Error>,
}

fn case<T: Sample, L: TestLayout>(name: &'static str) -> Case {
    let packed = Packed::<T, L>::pack(&T::sample());
    Case {
        name,
        schema: Schema::of::<T>(),
        fingerprint: packed_data::Fingerprint::of::<T>(),
        layout: L::ID,
        is_cbor: L::CBOR.is_some(),
        value: packed.unpack().expect("shallow").value(),
        sample: packed.into_inner(),
        versions: T::versions::<L>().into_iter().map(read_version::<T, L>).collect(),
        validate: |bytes, limits| Packed::<T, L>::with_limits(limits).from_bytes(bytes).map(drop),
    }
}

fn read_version<T: Sample, L: TestLayout>(bytes: Vec<u8>) -> (Vec<u8>, Reference) {
    let value =
        Packed::<T, L>::from_slice(&bytes).expect("a version that is accepted").unpack().expect("shallow").value();
    (bytes, value)
}

/// Calls `test` with each case and its codec.
fn for_each(test: fn(&Case, &Codec<'_>)) {
    for case in each_shape!(case) {
        test(&case, &codec_of(&case));
    }
}

fn codec_of(case: &Case) -> Codec<'_> {
    case.schema.codec(case.layout).expect("a type that the layout has")
}

/// Checks that the library and the schema have the same verdict on the bytes.
fn agree(case: &Case, codec: &Codec<'_>, bytes: &[u8], limits: &Limits) {
    let name = case.name;
    let (typed, by_schema) = ((case.validate)(bytes, limits), codec.validate(bytes, limits));
    let of_type = typed.as_ref().err().map(|error| (error.kind(), error.offset()));
    let of_schema = by_schema.as_ref().err().map(|error| (error.kind(), error.offset()));
    if is_order_missed(of_type, of_schema) && keys_lack_fields(&case.schema) {
        return;
    }
    match (typed, by_schema) {
        (Ok(()), Ok(report)) => assert_eq!(report.size, bytes.len()),
        (Err(typed), _) if is_beyond_schema(typed.kind()) => {}
        (Err(typed), Err(error)) => {
            let both = ((error.kind(), error.offset()), (typed.kind(), typed.offset()));
            assert_eq!(both.0, both.1, "{name}: {error} but {typed} for {bytes:?}");
            if typed.path().len() <= 32 {
                assert_eq!(error.path(), typed.path().to_string(), "{name}: {typed} for {bytes:?}");
            }
        }
        (typed, schema) => panic!("{name}: {bytes:?}: {typed:?}, but by schema: {schema:?}"),
    }
}

/// Reads a value by its schema as the reference readers do.
fn value_of(value: Value<'_>) -> Reference {
    let number = |value: ScalarValue| match value {
        ScalarValue::Unsigned(value) => Reference::Unsigned(value),
        ScalarValue::Signed(value) => Reference::Signed(value),
        ScalarValue::F32(value) => Reference::single(value.to_bits()),
        ScalarValue::F64(value) => Reference::double(value.to_bits()),
        ScalarValue::Bool(value) => Reference::Bool(value),
        ScalarValue::Char(value) => Reference::Char(value),
        ScalarValue::Duration(seconds, nanoseconds) => Reference::Time(seconds, nanoseconds),
        other => panic!("{other:?}"),
    };
    match value.content().expect("valid bytes") {
        Content::Scalar(value) => number(value),
        Content::Text(text) => Reference::Text(text.into()),
        Content::Cbor(bytes) => Reference::Item(bytes.into()),
        Content::Unknown(bytes) => Reference::Unknown(bytes.into()),
        Content::Parts(parts) => {
            let mut all: Vec<Reference> = parts.clone().map(|part| value_of(part.value)).collect();
            match value.packed_type() {
                Type::Enum(of) => {
                    let constructor = parts.constructor().expect("an enum");
                    let tag = of.constructors.iter().position(|of| of.name == constructor.name).expect("its own");
                    match &all[..] {
                        [Reference::Item(_)] if constructor.is_other => all.remove(0),
                        _ => Reference::Case(tag, all),
                    }
                }
                Type::Sequence { .. } | Type::Sorted { .. } => Reference::Sequence(all),
                _ => Reference::Fields(all),
            }
        }
    }
}

#[test]
fn samples() {
    for_each(|case, codec| {
        agree(case, codec, &case.sample, &Limits::DEFAULT);
        let value = codec.read(&case.sample, &Limits::DEFAULT).expect("valid");
        let (mut read, mut expected) = (value_of(value), case.value.clone());
        if case.is_cbor {
            sort_sets(&mut read);
            sort_sets(&mut expected);
        }
        assert_eq!(read, expected, "{}", case.name);
        assert_eq!(value.end(), case.sample.len());
        assert_eq!(case.schema.fingerprint(), case.fingerprint);
    });
}

/// Sorts all sequences: CBOR writes sets in the order of their bytes.
fn sort_sets(value: &mut Reference) {
    match value {
        Reference::Sequence(all) => {
            all.iter_mut().for_each(sort_sets);
            all.sort();
        }
        Reference::Fields(all) | Reference::Case(_, all) => all.iter_mut().for_each(sort_sets),
        _ => {}
    }
}

/// Values of older and newer versions of a type: what is absent is left out, and nothing else.
#[test]
fn versions() {
    let mut count = 0;
    for_each(|case, codec| {
        for (bytes, expected) in &case.versions {
            agree(case, codec, bytes, &Limits::DEFAULT);
            let value = codec.read(bytes, &Limits::DEFAULT).expect("valid");
            let read = value_of(value);
            assert!(is_part(&read, expected, case.is_cbor), "{}: {read:?}, but {expected:?}", case.name);
            assert_eq!(value.end(), bytes.len());
            let mut text = Vec::new();
            value.write_json(&mut text).expect("valid");
            assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&value).expect("shallow"));
            let written = codec.from_json(&text, &Limits::DEFAULT).expect("the form is read back");
            let (mut again, mut read) = (value_of(codec.value(&written)), read);
            if case.is_cbor {
                sort_sets(&mut again);
                sort_sets(&mut read);
            }
            assert_eq!(again, read, "{}", case.name);
            for len in (0..bytes.len()).step_by(STEP) {
                agree(case, codec, &bytes[..len], &Limits::DEFAULT);
            }
        }
    });
    for case in each_shape!(case) {
        count += case.versions.len();
    }
    assert!(count > 30, "{count} versions are too few");
}

/// Returns whether `part` is `whole`, apart from the last fields of structs and constructors, which it may lack; and
/// with `in_any_order` from the order of elements.
fn is_part(part: &Reference, whole: &Reference, in_any_order: bool) -> bool {
    let is_same = |(part, whole): (&Reference, &Reference)| is_part(part, whole, in_any_order);
    let each =
        |part: &[Reference], whole: &[Reference]| part.len() <= whole.len() && part.iter().zip(whole).all(is_same);
    match (part, whole) {
        (Reference::Fields(part), Reference::Fields(whole)) => each(part, whole),
        (Reference::Case(a, part), Reference::Case(b, whole)) => a == b && each(part, whole),
        (Reference::Sequence(part), Reference::Sequence(whole)) if in_any_order => {
            part.len() == whole.len() && part.iter().all(|part| whole.iter().any(|whole| is_same((part, whole))))
        }
        (Reference::Sequence(part), Reference::Sequence(whole)) => part.len() == whole.len() && each(part, whole),
        _ => part == whole,
    }
}

#[test]
fn truncations() {
    for_each(|case, codec| {
        for len in (0..case.sample.len()).step_by(STEP) {
            agree(case, codec, &case.sample[..len], &Limits::DEFAULT);
        }
    });
}

#[test]
fn bytes_set() {
    for_each(|case, codec| {
        let mut mutant = case.sample.clone();
        for at in (0..mutant.len()).step_by(STEP) {
            for value in [0, 1, 2, 3, 5, 0x18, 0x40, 0x60, 0x7F, 0x80, 0x82, 0x9F, 0xA1, 0xC1, 0xF6, 0xFB, 0xFC, 0xFF] {
                mutant[at] = value;
                agree(case, codec, &mutant, &Limits::DEFAULT);
            }
            mutant[at] = case.sample[at];
        }
    });
}

#[test]
fn bytes_inserted_and_removed() {
    for_each(|case, codec| {
        for at in (0..case.sample.len()).step_by(STEP) {
            let (before, here) = case.sample.split_at(at);
            agree(case, codec, &[before, &here[1..]].concat(), &Limits::DEFAULT);
            for byte in [0, 1, 0x9F, 0xC1, 0xFF] {
                agree(case, codec, &[before, &[byte], here].concat(), &Limits::DEFAULT);
            }
        }
    });
}

#[test]
fn limits() {
    for_each(|case, codec| {
        for depth in 0..12 {
            agree(case, codec, &case.sample, &Limits { depth, ..Limits::DEFAULT });
        }
        for empty_elements in 0..4 {
            agree(case, codec, &case.sample, &Limits { empty_elements, ..Limits::DEFAULT });
        }
        agree(case, codec, &case.sample, &Limits { bytes: case.sample.len() - 1, ..Limits::DEFAULT });
    });
}

/// The JSON form is what serde makes of the typed value, where that has a form in JSON that can be read back; and the
/// loop that writes text without recursion writes the same as serde.
#[test]
fn json() {
    for_each(|case, codec| {
        let value = codec.read(&case.sample, &Limits::DEFAULT).expect("valid");
        let text = serde_json::to_string(&value).expect("shallow");
        let mut written = Vec::new();
        value.write_json(&mut written).expect("valid");
        assert_eq!(String::from_utf8(written).expect("text"), text, "{}", case.name);
    });
}

/// What is written from JSON has the bytes that the library packs.
#[test]
fn written_from_json() {
    for_each(|case, codec| {
        let mut text = Vec::new();
        codec.value(&case.sample).write_json(&mut text).expect("valid");
        let written = codec.from_json(&text, &Limits::DEFAULT);
        assert_eq!(written.as_ref(), Ok(&case.sample), "{}: {}", case.name, String::from_utf8_lossy(&text));
    });
}

/// What is written from one layout in another has the bytes that the library packs.
#[test]
fn converted() {
    let cases = each_shape!(case);
    let shape = |case: &Case| case.name.split_once("::").map(|(_, shape)| shape);
    for from in &cases {
        let source = codec_of(from);
        for to in cases.iter().filter(|to| shape(to) == shape(from)) {
            let target = codec_of(to);
            let written = source.convert(&from.sample, &target, &Limits::DEFAULT);
            // (Some Haskell layouts write every NaN as the same one, and no negative zero.)
            if from.value == to.value {
                assert_eq!(written.as_ref(), Ok(&to.sample), "{} to {}", from.name, to.name);
            }
        }
    }
}

/// From each element that was found, the others are found without a walk from the beginning; the bytes may be any.
#[test]
fn elements_after_one_that_was_found() {
    fn walk(value: Value<'_>, name: &str) {
        let parts: Vec<_> = value.parts().take(300).collect();
        let is_random = value.parts().is_random_access();
        for (index, part) in parts.iter().enumerate() {
            if part.field.is_none() {
                let rest = value.elements_after(part.index, part.value.place()).take(300 - index - 1);
                let found: Vec<_> = rest.map(|part| (part.index, part.value.place())).collect();
                let expected: Vec<_> = parts[index + 1..].iter().map(|part| (part.index, part.value.place())).collect();
                assert_eq!(found, expected, "{name}: after {:?}", part.value);
                let place = value.get(part.index).map(|element| element.place());
                assert_eq!(place, Some(part.value.place()), "{name}: {is_random}");
            }
            walk(part.value, name);
        }
    }
    for_each(|case, codec| {
        walk(codec.value(&case.sample), case.name);
        let tag = codec.value(&case.sample).parts().tag();
        let constructor = codec.value(&case.sample).constructor();
        if let Type::Enum(of) = codec.schema().get(codec.schema().packed(0)) {
            assert_eq!(of.constructors.get(tag as usize), constructor, "{}", case.name);
        }
        // (Places of other bytes cause no panic.)
        let other: Vec<u8> = case.sample.iter().rev().copied().collect();
        let place = codec.value(&case.sample).get(0).map_or(codec.value(&other).place(), |part| part.place());
        for index in [0, 1, 300, usize::MAX] {
            for _ in codec.value(&other).elements_after(index, place).take(10) {}
        }
    });
}
