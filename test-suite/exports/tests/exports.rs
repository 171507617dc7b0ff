//! CDDL and JSON Schema are checked with validators over the shapes of the test suite. Kaitai files and packed values
//! are written to the folder that the variable `KAITAI` names, for `ci/schema.sh`.

use packed_data::{Cbor, Compact, Limits, Packed};
use packed_data_schema::{Layout, Schema};
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
        let codec = schema.codec(Layout::Compact).expect("Compact has it");
        let value = serde_json::to_value(codec.read(&compact, &Limits::DEFAULT).expect("valid")).expect("shallow");
        let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?} in {value}");
        assert!(!validator.is_valid(&serde_json::json!({"no": ["such", "thing"]})), "{name}");
    }
}

#[test]
fn kaitai() {
    let Some(folder) = std::env::var_os("KAITAI") else { return };
    for Case { name, schema, compact, .. } in cases() {
        let ksy = schema.to_kaitai(&format!("{name}_file")).expect("Compact has every type");
        let file = std::path::Path::new(&folder).join(name);
        std::fs::write(file.with_extension("ksy"), ksy).expect("the file is written");
        std::fs::write(file.with_extension("bin"), compact).expect("the file is written");
    }
}
