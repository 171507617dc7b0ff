//! CDDL and JSON Schema are checked with validators over the shapes of the test suite. Kaitai files, packed values, and
//! the numbers and texts in them are written to the folder that the variable `KAITAI` names, for `ci/schema.sh`.

use packed_data::{Cbor, Compact, Limits, Packed};
use packed_data_schema::{Content, LayoutId, ScalarValue, Schema, Value};
use serde_json::json;
use test_suite::*;

/// A shape: its name, its schema, and samples in two layouts.
struct Case {
    name: &'static str,
    schema: Schema,
    cbor: Vec<u8>,
    compact: Vec<u8>,
}

macro_rules! cases {
    ($($name:ident $T:ty,)+) => {
        vec![$(Case {
            name: stringify!($name),
            schema: Schema::of::<$T>(),
            cbor: Packed::<$T, Cbor>::pack(&<$T>::sample()).into_inner(),
            compact: Packed::<$T, Compact>::pack(&<$T>::sample()).into_inner(),
        },)+]
    };
}

fn cases() -> Vec<Case> {
    cases! {
        tree Tree, ast Ast, list List, node Node, color Color, record Record, json Json, rose Rose,
        forest Forest, texts Texts, nested Nested, sums Sums, wide_pair Pair<String, Vec<u16>>, term Term, big Big,
        marked Marked, arrays Arrays,
    }
}

/// Shapes with maps inside of other items, which the validator of CDDL does not understand.
const MAPS_INSIDE: [&str; 3] = ["nested", "term", "big"];

#[test]
fn cddl() {
    for Case { name, schema, cbor, .. } in cases() {
        let cddl = schema.to_cddl().expect("Cbor has every type");
        if MAPS_INSIDE.contains(&name) {
            continue;
        }
        let valid = cddl::validate_cbor_from_slice(&cddl, &cbor, None);
        assert!(valid.is_ok(), "{name}: {valid:?}\n{cddl}");
        // Another constructor number, or another length, is no value.
        let mut wrong = cbor.clone();
        wrong[0] = 0xF6;
        assert!(cddl::validate_cbor_from_slice(&cddl, &wrong[..1], None).is_err(), "{name}\n{cddl}");
    }
}

/// Why those shapes are left out: the validator refuses `{"a": {1: "x"}}` and `[{1: 2}]`, which these schemas describe.
/// Once it does not, they can be compared too.
#[test]
fn cddl_validator_refuses_maps_inside() {
    for (cddl, bytes) in [
        ("outer = {* text => inner}\ninner = {* int => text}\n", &[0xA1, 0x61, b'a', 0xA1, 0x01, 0x61, b'x'][..]),
        ("outer = [inner]\ninner = {* byte => byte}\nbyte = 0..255\n", &[0x81, 0xA1, 0x01, 0x02]),
    ] {
        assert!(cddl::validate_cbor_from_slice(cddl, bytes, None).is_err(), "{cddl}");
    }
}

#[test]
fn json_schema() {
    for Case { name, schema, compact, .. } in cases() {
        let validator = jsonschema::validator_for(&schema.to_json_schema()).expect("a schema of JSON Schema");
        let codec = schema.codec(LayoutId::Compact).expect("Compact has it");
        let value = serde_json::to_value(codec.read(&compact, &Limits::DEFAULT).expect("valid")).expect("shallow");
        let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?} in {value}");
        assert!(!validator.is_valid(&serde_json::json!({"no": ["such", "thing"]})), "{name}");
    }
}

#[test]
fn kaitai() {
    let Some(folder) = std::env::var_os("KAITAI") else { return };
    // (The validators of the other languages are not used on extensible types.)
    let extensible = cases! { grown Grown, profile Profile, event Event, links Links<u8>, parcel Parcel, };
    for Case { name, schema, compact, .. } in cases().into_iter().chain(extensible) {
        let ksy = schema.to_kaitai(&format!("{name}_file")).expect("Compact has every type");
        let file = std::path::Path::new(&folder).join(name);
        std::fs::write(file.with_extension("ksy"), ksy).expect("the file is written");
        let codec = schema.codec(LayoutId::Compact).expect("Compact has it");
        let mut all = Vec::new();
        leaves(codec.read(&compact, &Limits::DEFAULT).expect("valid"), &mut all);
        std::fs::write(file.with_extension("json"), json!(all).to_string()).expect("the file is written");
        std::fs::write(file.with_extension("bin"), compact).expect("the file is written");
    }
}

/// Appends the numbers in a value, as texts, and its texts, as objects; in the order of the bytes. Kaitai has truth
/// values and characters as numbers, and no integers of 128 bits.
fn leaves(value: Value<'_>, all: &mut Vec<serde_json::Value>) {
    let float = |value: f64| match value {
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        _ => value.to_string(),
    };
    match value.content().expect("valid") {
        Content::Text(text) => all.push(json!({ "text": text })),
        Content::Parts(parts) => parts.for_each(|part| leaves(part.value, all)),
        Content::Scalar(_) if value.as_bytes().len() == 16 => {}
        Content::Scalar(scalar) => match scalar {
            ScalarValue::Unsigned(value) => all.push(json!(value.to_string())),
            ScalarValue::Signed(value) => all.push(json!(value.to_string())),
            ScalarValue::F32(value) => all.push(json!(float(value.into()))),
            ScalarValue::F64(value) => all.push(json!(float(value))),
            ScalarValue::Bool(value) => all.push(json!(u8::from(value).to_string())),
            ScalarValue::Char(value) => all.push(json!(u32::from(value).to_string())),
            ScalarValue::Duration(seconds, nanoseconds) => {
                all.extend([json!(seconds.to_string()), json!(nanoseconds.to_string())]);
            }
            ScalarValue::Time(seconds, nanoseconds) => {
                all.extend([json!(seconds.to_string()), json!(nanoseconds.to_string())]);
            }
        },
        Content::Cbor(_) | Content::Unknown(_) => {}
    }
}
