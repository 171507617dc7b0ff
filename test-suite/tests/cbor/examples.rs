//! The examples of RFC 8949, appendix A: their diagnostic notation, and which of them are in the preferred form. The
//! table was typed from the RFC. The file of the CBOR working group is tried too, if it is present.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use packed_data::Limits;
use packed_data::cbor::{self, Encoder, ErrorKind, Tokens};
use serde_json::value::RawValue;

use crate::{digits, hex};

/// Bytes, diagnostic notation, and whether the bytes are in the preferred form with definite lengths.
const EXAMPLES: [(&str, &str, bool); 81] = [
    ("00", "0", true),
    ("01", "1", true),
    ("0a", "10", true),
    ("17", "23", true),
    ("1818", "24", true),
    ("1819", "25", true),
    ("1864", "100", true),
    ("1903e8", "1000", true),
    ("1a000f4240", "1000000", true),
    ("1b000000e8d4a51000", "1000000000000", true),
    ("1bffffffffffffffff", "18446744073709551615", true),
    ("c249010000000000000000", "18446744073709551616", true),
    ("3bffffffffffffffff", "-18446744073709551616", true),
    ("c349010000000000000000", "-18446744073709551617", true),
    ("20", "-1", true),
    ("29", "-10", true),
    ("3863", "-100", true),
    ("3903e7", "-1000", true),
    ("f90000", "0.0", true),
    ("f98000", "-0.0", true),
    ("f93c00", "1.0", true),
    ("fb3ff199999999999a", "1.1", true),
    ("f93e00", "1.5", true),
    ("f97bff", "65504.0", true),
    ("fa47c35000", "100000.0", true),
    ("fa7f7fffff", "3.4028234663852886e+38", true),
    ("fb7e37e43c8800759c", "1.0e+300", true),
    ("f90001", "5.960464477539063e-8", true),
    ("f90400", "0.00006103515625", true),
    ("f9c400", "-4.0", true),
    ("fbc010666666666666", "-4.1", true),
    ("f97c00", "Infinity", true),
    ("f97e00", "NaN", true),
    ("f9fc00", "-Infinity", true),
    ("fa7f800000", "Infinity", false),
    ("fa7fc00000", "NaN", false),
    ("faff800000", "-Infinity", false),
    ("fb7ff0000000000000", "Infinity", false),
    ("fb7ff8000000000000", "NaN", false),
    ("fbfff0000000000000", "-Infinity", false),
    ("f4", "false", true),
    ("f5", "true", true),
    ("f6", "null", true),
    ("f7", "undefined", true),
    ("f0", "simple(16)", true),
    ("f8ff", "simple(255)", true),
    ("c074323031332d30332d32315432303a30343a30305a", "0(\"2013-03-21T20:04:00Z\")", true),
    ("c11a514b67b0", "1(1363896240)", true),
    ("c1fb41d452d9ec200000", "1(1363896240.5)", true),
    ("d74401020304", "23(h'01020304')", true),
    ("d818456449455446", "24(h'6449455446')", true),
    ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", "32(\"http://www.example.com\")", true),
    ("40", "h''", true),
    ("4401020304", "h'01020304'", true),
    ("60", "\"\"", true),
    ("6161", "\"a\"", true),
    ("6449455446", "\"IETF\"", true),
    ("62225c", "\"\\\"\\\\\"", true),
    ("62c3bc", "\"\u{fc}\"", true),
    ("63e6b0b4", "\"\u{6c34}\"", true),
    ("64f0908591", "\"\u{10151}\"", true),
    ("80", "[]", true),
    ("83010203", "[1, 2, 3]", true),
    ("8301820203820405", "[1, [2, 3], [4, 5]]", true),
    (
        "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
        "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]",
        true,
    ),
    ("a0", "{}", true),
    ("a201020304", "{1: 2, 3: 4}", true),
    ("a26161016162820203", "{\"a\": 1, \"b\": [2, 3]}", true),
    ("826161a161626163", "[\"a\", {\"b\": \"c\"}]", true),
    (
        "a56161614161626142616361436164614461656145",
        "{\"a\": \"A\", \"b\": \"B\", \"c\": \"C\", \"d\": \"D\", \"e\": \"E\"}",
        true,
    ),
    ("5f42010243030405ff", "(_ h'0102', h'030405')", false),
    ("7f657374726561646d696e67ff", "(_ \"strea\", \"ming\")", false),
    ("9fff", "[_ ]", false),
    ("9f018202039f0405ffff", "[_ 1, [2, 3], [_ 4, 5]]", false),
    ("9f01820203820405ff", "[_ 1, [2, 3], [4, 5]]", false),
    ("83018202039f0405ff", "[1, [2, 3], [_ 4, 5]]", false),
    ("83019f0203ff820405", "[1, [_ 2, 3], [4, 5]]", false),
    (
        "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
        "[_ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]",
        false,
    ),
    ("bf61610161629f0203ffff", "{_ \"a\": 1, \"b\": [_ 2, 3]}", false),
    ("826161bf61626163ff", "[\"a\", {_ \"b\": \"c\"}]", false),
    ("bf6346756ef563416d7421ff", "{_ \"Fun\": true, \"Amt\": -2}", false),
];

/// Returns the notation as the RFC prints it: it does not show that a float is longer than necessary.
fn without_indicators(text: &str) -> String {
    text.replace("_2", "").replace("_3", "")
}

#[test]
fn diagnostic_notation_of_the_examples() {
    for (digits, text, is_preferred) in EXAMPLES {
        let bytes = hex(digits);
        let printed = cbor::to_diagnostic(&bytes).unwrap();
        if is_preferred {
            assert_eq!(printed, text);
            assert_eq!(cbor::from_diagnostic(text).unwrap(), bytes, "{text}");
        }
        assert_eq!(without_indicators(&printed), text);
        assert_eq!(cbor::from_diagnostic(&printed).unwrap(), bytes, "{printed}");
    }
}

#[test]
fn tokens_of_the_examples_are_written_the_same() {
    for (digits, text, _) in EXAMPLES {
        let bytes = hex(digits);
        assert_eq!(cbor::check(&bytes, &Limits::DEFAULT), Ok(()), "{text}");
        let mut encoder = Encoder::new();
        for token in Tokens::new(&bytes) {
            encoder.token(token.unwrap());
        }
        assert_eq!(encoder.finish().unwrap(), bytes, "{text}");
    }
}

#[test]
fn the_deterministic_form_of_the_examples() {
    for (digits, text, is_preferred) in EXAMPLES {
        let bytes = hex(digits);
        let deterministic = cbor::to_deterministic(&bytes).unwrap();
        assert_eq!(deterministic == bytes, is_preferred, "{text}");
        assert_eq!(cbor::to_deterministic(&deterministic).unwrap(), deterministic, "{text}");
    }
    for (digits, deterministic) in [
        ("fa7fc00000", "f97e00"),
        ("fbfff0000000000000", "f9fc00"),
        ("7f657374726561646d696e67ff", "6973747265616d696e67"),
        ("5f42010243030405ff", "450102030405"),
        ("bf6346756ef563416d7421ff", "a263416d74216346756ef5"),
        ("9f018202039f0405ffff", "8301820203820405"),
    ] {
        assert_eq!(cbor::to_deterministic(&hex(digits)).unwrap(), hex(deterministic), "{digits}");
    }
}

/// Returns the contents of the working group's file: it is next to the workspace, or where `PACKED_DATA_RFC8949` says.
fn published() -> Option<String> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors/rfc8949_appendix_a.json");
    let path = env::var_os("PACKED_DATA_RFC8949").map_or(beside, PathBuf::from);
    let text = fs::read_to_string(&path);
    if text.is_err() {
        println!("{} is absent: only the examples of our own table were tried", path.display());
    }
    text.ok()
}

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn the_published_file() {
    let Some(text) = published() else { return };
    let examples: Vec<BTreeMap<String, Box<RawValue>>> = serde_json::from_str(&text).unwrap();
    let (mut in_table, count) = (0, examples.len());
    for example in examples {
        let string = |name: &str| example.get(name).map(|raw| serde_json::from_str::<String>(raw.get()).unwrap());
        let bytes = hex(&string("hex").unwrap());
        if bytes == [0xF8, 0x18] {
            // The file is for RFC 7049, which allowed this.
            let error = cbor::check(&bytes, &Limits::DEFAULT).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidSimple { found: 24 });
            continue;
        }
        let deterministic = cbor::to_deterministic(&bytes).unwrap();
        assert_eq!(deterministic == bytes, example["roundtrip"].get() == "true", "{}", digits(&bytes));
        // JSON is diagnostic notation.
        let text = example.get("decoded").map(|raw| raw.get().to_owned()).or(string("diagnostic")).unwrap();
        let parsed = cbor::from_diagnostic(&text).unwrap();
        assert_eq!(cbor::to_deterministic(&parsed).unwrap(), deterministic, "{text}");
        in_table += usize::from(EXAMPLES.iter().any(|(digits, ..)| hex(digits) == bytes));
    }
    assert_eq!(in_table, count - 1);
    println!("{count} published examples");
}
