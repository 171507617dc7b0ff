//! The ill-formed bytes of RFC 8949 (appendix F), section by section, with the offset of each error.

use packed_data::Limits;
use packed_data::cbor::{self, Error, ErrorKind, Scan, Scanner, Tokens};

use crate::hex;

/// Returns the error, which must be the same from everything that reads whole items.
#[track_caller]
fn refused(digits: &str) -> Error {
    let bytes = hex(digits);
    let error = cbor::check(&bytes, &Limits::DEFAULT).expect_err(digits);
    let mut tokens = Tokens::new(&bytes);
    assert_eq!(tokens.find_map(Result::err), Some(error), "{digits}");
    assert_eq!(tokens.next(), None, "{digits}");
    assert_eq!(cbor::to_deterministic(&bytes), Err(error), "{digits}");
    assert_eq!(cbor::to_diagnostic(&bytes), Err(error), "{digits}");
    error
}

#[track_caller]
fn says(digits: &str, message: &str) {
    assert_eq!(refused(digits).to_string(), message, "{digits}");
}

/// Checks that every example ends too early, and that a scanner asks for more bytes.
fn end_too_early(examples: &[&str]) {
    for digits in examples {
        let error = refused(digits);
        let ErrorKind::UnexpectedEnd { needed, left } = error.kind() else { panic!("{digits}: {error}") };
        assert!(needed > left as u64 && error.offset() + left == hex(digits).len(), "{digits}: {error}");
        match Scanner::new().advance(&hex(digits)) {
            Ok(Scan::NeedAtLeast(more)) => assert!(more > 0),
            Err(error) => assert!(matches!(error.kind(), ErrorKind::TooLarge { .. }), "{digits}: {error}"),
            Ok(scan) => panic!("{digits}: {scan:?}"),
        }
    }
}

#[test]
fn too_much_data() {
    says("0000", "trailing bytes: expected the end of the input, found 1 more byte, at byte 1");
    says("80ffff", "trailing bytes: expected the end of the input, found 2 more bytes, at byte 1");
    let error = Tokens::of_sequence(&[0x00, 0xFF]).last().unwrap().unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedBreak, 1));
}

#[test]
fn no_data() {
    says("", "unexpected end of input: expected at least 1 more byte, found 0, at byte 0");
}

#[test]
fn end_in_a_head() {
    end_too_early(&[
        "18",
        "19",
        "1a",
        "1b",
        "1901",
        "1a0102",
        "1b01020304050607",
        "38",
        "58",
        "78",
        "98",
        "9a01ff00",
        "b8",
        "d8",
        "f8",
        "f900",
        "fa0000",
        "fb000000",
    ]);
    says("1b01020304050607", "unexpected end of input: expected at least 9 more bytes, found 8, at byte 0");
}

#[test]
fn strings_of_definite_length_with_too_few_bytes() {
    end_too_early(&[
        "41",
        "61",
        "5affffffff00",
        "5bffffffffffffffff010203",
        "7affffffff00",
        "7b7fffffffffffffff010203",
    ]);
    says("61", "unexpected end of input: expected at least 1 more byte, found 0, at byte 1");
}

#[test]
fn maps_and_arrays_of_definite_length_with_too_few_items() {
    end_too_early(&["81", "818181818181818181", "8200", "a1", "a20102", "a100", "a2000000"]);
    says("a2000000", "unexpected end of input: expected at least 4 more bytes, found 3, at byte 1");
}

#[test]
fn tags_without_content() {
    end_too_early(&["c0", "d9ffff"]);
}

#[test]
fn strings_of_indefinite_length_without_a_break() {
    end_too_early(&["5f4100", "7f6100"]);
}

#[test]
fn maps_and_arrays_of_indefinite_length_without_a_break() {
    end_too_early(&["9f", "9f0102", "bf", "bf01020102", "819f", "9f8000", "9f9f9f9f9fffffffff", "9f819f819f9fffffff"]);
}

#[test]
fn reserved_additional_information() {
    for major in 0..8 {
        for found in 28..31 {
            let byte: u8 = major << 5 | found;
            let error = refused(&format!("{byte:02x}"));
            assert_eq!((error.kind(), error.offset()), (ErrorKind::ReservedHead { found }, 0));
        }
    }
    says("811c", "reserved additional information: expected 0 to 27, found 28, at byte 1");
}

#[test]
fn reserved_encodings_of_simple_values() {
    for found in 0..32 {
        let error = refused(&format!("f8{found:02x}"));
        assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidSimple { found }, 0));
    }
    says("81f818", "invalid simple value: expected 32 to 255 after its head, found 24, at byte 1");
}

#[test]
fn chunks_of_another_type() {
    for (digits, found) in [
        ("5f00ff", "an unsigned integer"),
        ("5f21ff", "a negative integer"),
        ("5f6100ff", "a text string"),
        ("5f80ff", "an array"),
        ("5fa0ff", "a map"),
        ("5fc000ff", "a tag"),
        ("5fe0ff", "a simple value"),
        ("5ff90000ff", "a float"),
        ("5f5f4100ffff", "an item of indefinite length"),
    ] {
        let expected = "a byte string of definite length";
        let error = refused(digits);
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedItem { expected, found }, 1), "{digits}");
    }
    let message = "unexpected item: expected a text string of definite length, found a byte string, at byte 1";
    says("7f4100ff", message);
}

#[test]
fn chunks_of_indefinite_length() {
    for digits in ["5f5f4100ffff", "7f7f6100ffff"] {
        let kind = refused(digits).kind();
        assert!(matches!(kind, ErrorKind::UnexpectedItem { found: "an item of indefinite length", .. }), "{digits}");
    }
}

#[test]
fn a_break_by_itself() {
    says("ff", "unexpected break: expected an item, found the end of one, at byte 0");
}

#[test]
fn a_break_in_an_array_a_map_or_a_tag() {
    for (digits, offset) in [
        ("81ff", 1),
        ("8200ff", 2),
        ("a1ff00", 1),
        ("a100ff", 2),
        ("a20000ff00", 3),
        ("9f81ff", 2),
        ("c0ff", 1),
        ("9f829f819f9fffffffff", 9),
    ] {
        let error = refused(digits);
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedBreak, offset), "{digits}");
    }
    // Here the head announces more bytes than there are, so the check fails at the head; a scanner expects more bytes.
    for (digits, needed, left, offset) in [("a1ff", 2, 1, 1), ("a20000ff", 4, 3, 3)] {
        assert_eq!(refused(digits).kind(), ErrorKind::UnexpectedEnd { needed, left });
        let error = Scanner::new().advance(&hex(digits)).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedBreak, offset));
    }
}

#[test]
fn a_map_with_a_key_without_a_value() {
    for (digits, offset) in [("bf00ff", 2), ("bf000000ff", 4)] {
        let error = refused(digits);
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedBreak, offset), "{digits}");
    }
}

#[test]
fn integers_and_tags_of_indefinite_length() {
    for digits in ["1f", "3f", "df"] {
        assert_eq!(refused(digits).kind(), ErrorKind::ReservedHead { found: 31 }, "{digits}");
    }
}

#[test]
fn text_that_is_not_utf8_is_reported_at_its_byte() {
    for (digits, offset) in [
        ("61ff", 1),
        ("6361c328", 2),
        ("8263616263626180", 7),
        ("7f6161 62c3bc 61c3 61bc ff", 7), // each chunk is text by itself
        ("64616263e6", 4),
        ("63eda080", 1), // a surrogate
    ] {
        let error = refused(digits);
        assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, offset), "{digits}");
        assert_eq!(Scanner::new().advance(&hex(digits)), Err(error));
    }
}
