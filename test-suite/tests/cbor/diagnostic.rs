//! Diagnostic notation: printing and reading back, every form that is read, and the notation that is refused.

use packed_data::Limits;
use packed_data::cbor::{self, DiagnosticError};

use crate::random::{Random, for_each_input};
use crate::{digits, hex};

#[test]
fn every_encoding_is_read_back() {
    let mut count = 0;
    for_each_input(30_000, |bytes| {
        if let Ok(text) = cbor::to_diagnostic(bytes) {
            assert_eq!(cbor::from_diagnostic(&text).as_deref(), Ok(bytes), "{} {text}", digits(bytes));
            count += 1;
        }
    });
    assert!(cfg!(miri) || count > 30_000);
}

#[test]
fn changed_notation_is_refused_or_read_as_well_formed_items() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..if cfg!(miri) { 5 } else { 20_000 } {
        let mut random = Random(seed);
        let mut bytes = vec![];
        random.item(&mut bytes, 4);
        let mut text: Vec<char> = cbor::to_diagnostic(&bytes).unwrap().chars().collect();
        let at = random.below(text.len() as u64) as usize;
        match random.below(3) {
            0 => drop(text.remove(at)),
            1 => text.truncate(at),
            _ => text.insert(at, b"[](){}<>_0123456789-+.eE'\"hb64,:/# x"[random.below(36) as usize].into()),
        }
        let text: String = text.into_iter().collect();
        match cbor::from_diagnostic(&text) {
            Ok(bytes) => {
                assert_eq!(cbor::check(&bytes, &Limits::DEFAULT), Ok(()), "{text}");
                accepted += 1;
            }
            Err(error) => {
                assert!(text.is_char_boundary(error.offset()));
                assert_eq!(error.found(), text[error.offset()..].chars().next());
                refused += 1;
            }
        }
    }
    assert!(cfg!(miri) || accepted > 1000 && refused > 1000, "{accepted} {refused}");
}

/// Checks the printed notation, and that it is read back.
#[track_caller]
fn prints(bytes: &str, text: &str) {
    assert_eq!(cbor::to_diagnostic(&hex(bytes)).as_deref(), Ok(text));
    assert_eq!(cbor::from_diagnostic(text), Ok(hex(bytes)));
}

#[test]
fn encodings_that_are_not_the_shortest() {
    prints("1801", "1_0");
    prints("390001", "-2_1");
    prints("5a0000000101", "h'01'_2");
    prints("7b0000000000000001 61", "\"a\"_3");
    prints("980101", "[_0 1]");
    prints("990000", "[_1 ]");
    prints("ba000000010102", "{_2 1: 2}");
    prints("bb0000000000000000", "{_3 }");
    prints("d80100", "1_0(0)");
    prints("fa3f800000", "1.0_2");
    prints("fb7ff0000000000000", "Infinity_3");
    prints("f97e01", "float'7e01'");
    prints("f9fe00", "float'fe00'");
    prints("fa7f800001", "float'7f800001'");
    prints("fbfff8000000000000", "float'fff8000000000000'");
    prints("5fff", "''_");
    prints("7fff", "\"\"_");
    prints("5f40ff", "(_ h'')");
    prints("7f7800ff", "(_ \"\"_0)");
    prints("5800", "h''_0");
    prints("bfff", "{_ }");
    prints("c2 49 010000000000000000", "18446744073709551616");
    prints("c2 4a 00010000000000000000", "2(h'00010000000000000000')");
    prints("c2 5809 010000000000000000", "2(h'010000000000000000'_0)");
    prints("d802 49 010000000000000000", "2_0(h'010000000000000000')");
    prints("c2 48 0100000000000000", "2(h'0100000000000000')");
    prints("c3 50 ffffffffffffffffffffffffffffffff", "3(h'ffffffffffffffffffffffffffffffff')");
    prints("c3 50 fffffffffffffffffffffffffffffffe", "-340282366920938463463374607431768211455");
    prints(
        "a2 c249010000000000000000 01 02 c349010000000000000000",
        "{18446744073709551616: 1, 2: -18446744073709551617}",
    );
}

#[test]
fn floats() {
    prints("fa7f7fffff", "3.4028234663852886e+38");
    prints("fb3eb0c6f7a0b5ed8d", "0.000001");
    prints("fb3eb0c6f7a0b5ed8c", "9.999999999999997e-7");
    prints("fb444b1ae4d6e2ef50", "1.0e+21");
    prints("fa5e8ac723", "4999999990253224000.0");
    prints("fb0000000000000001", "5.0e-324");
    prints("fb8000000000000001", "-5.0e-324");
}

#[test]
fn text_is_escaped_as_in_json() {
    prints("6b 22 5c 2f 08 0c 0a 0d 09 00 7f 61", "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0000\\u007fa\"");
    reads(r#""\"\\\/\b\f\n\r\t\u0041\'""#, "6a 22 5c 2f 08 0c 0a 0d 09 41 27");
    reads(r#""\ud800\udd51 \u00fc""#, "67 f0908591 20 c3bc");
    reads(r"'a\'\u00fcb'", "45 61 27 c3bc 62");
}

#[track_caller]
fn reads(text: &str, bytes: &str) {
    assert_eq!(cbor::from_diagnostic(text).map(|read| digits(&read)), Ok(digits(&hex(bytes))), "{text}");
}

#[test]
fn other_ways_to_write() {
    reads("0x1F", "181f");
    reads("-0xff", "38fe");
    reads("0o17", "0f");
    reads("0b101", "05");
    reads("-0", "00");
    reads("0xFFFFFFFFFFFFFFFFF", "c2 49 0fffffffffffffffff");
    reads("1e3", "f963d0");
    reads("1.5E-1", "fb3fc3333333333333");
    reads("1.5_2", "fa3fc00000");
    reads("h'01 02 /a comment/ 0\n3 # the end\n'", "43010203");
    reads("b64'AQID'", "43010203");
    reads("b64'AQI='", "420102");
    reads("b64'AQI'", "420102");
    reads("b64'-_+/'", "43fbffbf");
    reads("b64' AQ == '", "4101");
    reads("b64''", "40");
    reads("'text'", "4474657874");
    reads("<<1, [2, 3], \"a\">>", "46 01 820203 6161");
    reads("<<>>", "40");
    reads("<<<<1>>, {2: <<[3]>>}>>_1", "590007 4101 a1 02 42 8103");
    reads("simple( 99 )", "f863");
    reads("simple(20)", "f4");
    reads("[1,2,/three/3,\n#four\n4]", "8401020304");
    reads("  {  1  :  [ ] , 2 : { } }  ", "a2 01 80 02 a0");
    reads("[_ ]", "9fff");
    reads("[ _1 1]", "99000101");
    reads("( _ h'01' , b64'AQ==' )", "5f 4101 4101 ff");
    reads("(_\"a\")", "7f6161ff");
    reads("1( 2( 3 ) )", "c1c203");
    reads("/ a / 1 # b", "01");
    reads("''", "40");
}

#[track_caller]
fn refused(text: &str) -> DiagnosticError {
    cbor::from_diagnostic(text).expect_err(text)
}

#[test]
fn errors_name_the_expected_token_and_the_position() {
    for (text, message) in [
        ("", "expected an item, found the end, at line 1, column 1"),
        ("  \n ", "expected an item, found the end, at line 2, column 2"),
        ("1 2", "expected the end of the text, found '2', at line 1, column 3"),
        ("[1 2]", "expected a comma or the end of an array, found '2', at line 1, column 4"),
        ("[1, ]", "expected an item, found ']', at line 1, column 5"),
        ("[1", "expected a comma or the end of an array, found the end, at line 1, column 3"),
        ("{1}", "expected a colon after a key, found '}', at line 1, column 3"),
        ("{1: 2 3", "expected a comma or the end of a map, found '3', at line 1, column 7"),
        ("<<1", "expected a comma or the end of a byte string, found the end, at line 1, column 4"),
        ("1(2, 3)", "expected the parenthesis that ends a tagged item, found ',', at line 1, column 4"),
        ("1()", "expected an item, found ')', at line 1, column 3"),
        ("(1)", "expected the _ of a chunked string, found '1', at line 1, column 2"),
        ("(_ )", "expected a byte string, found ')', at line 1, column 4"),
        ("(_ h'', \"\")", "expected a byte string, found '\"', at line 1, column 9"),
        ("(_ \"\", h'')", "expected a text string, found 'h', at line 1, column 8"),
        ("(_ \"\" \"\")", "expected a comma or the end of a chunked string, found '\"', at line 1, column 7"),
        ("é", "expected an item, found 'é', at line 1, column 1"),
        ("truly", "expected an item, found 't', at line 1, column 1"),
        ("\"é\nab", "expected the quote that ends a string, found the end, at line 2, column 3"),
        ("\"\\x\"", "expected one of \" ' \\ / b f n r t u after a backslash, found 'x', at line 1, column 3"),
        ("\"\\u00g0\"", "expected a digit of base 16, found 'g', at line 1, column 6"),
        ("\"\\ud800\"", "expected surrogates in a pair, the high one first, found '\\\\', at line 1, column 2"),
        ("\"\\ud800\\u0041\"", "expected surrogates in a pair, the high one first, found '\\\\', at line 1, column 2"),
        ("\"\\udc00\"", "expected surrogates in a pair, the high one first, found '\\\\', at line 1, column 2"),
        ("h'0'", "expected a digit of base 16, found '\\'', at line 1, column 4"),
        ("h'0x'", "expected a digit of base 16, found 'x', at line 1, column 4"),
        ("h'01", "expected a digit of base 16, found the end, at line 1, column 5"),
        ("h'01 /", "expected the slash that ends a comment, found the end, at line 1, column 7"),
        ("b64'A'", "expected a digit of base 64, or the quote that ends the string, found '\\'', at line 1, column 6"),
        ("b64'AB'", "expected a digit of base 64, or the quote that ends the string, found '\\'', at line 1, column 7"),
        ("b64'AQ!'", "expected a digit of base 64, or the quote that ends the string, found '!', at line 1, column 7"),
        ("b64'AQ=A'", "expected the quote that ends the string, found 'A', at line 1, column 8"),
        ("-", "expected a digit, found the end, at line 1, column 2"),
        ("-NaN", "expected a digit, found 'N', at line 1, column 2"),
        ("1.", "expected a digit, found the end, at line 1, column 3"),
        ("1e+", "expected a digit, found the end, at line 1, column 4"),
        ("0x", "expected a digit, found the end, at line 1, column 3"),
        ("1_4", "expected an encoding indicator: _0, _1, _2 or _3, found '4', at line 1, column 3"),
        ("\"a\"_", "expected an encoding indicator: _0, _1, _2 or _3, found the end, at line 1, column 5"),
        ("256_0", "expected a number that fits the width of the encoding indicator, found '2', at line 1, column 1"),
        ("1.1_2", "expected a number that fits the width of the encoding indicator, found '1', at line 1, column 1"),
        ("1.5_0", "expected a number that fits the width of the encoding indicator, found '1', at line 1, column 1"),
        (
            "18446744073709551616_3",
            "expected a number that fits the width of the encoding indicator, found '1', at line 1, column 1",
        ),
        ("18446744073709551616(0)", "expected a tag of at most 64 bits, found '1', at line 1, column 1"),
        ("-1(0)", "expected the end of the text, found '(', at line 1, column 3"),
        (
            "340282366920938463463374607431768211456",
            "expected an integer of at most 128 bits, found '3', at line 1, column 1",
        ),
        ("simple(24)", "expected a simple value: 0 to 23 or 32 to 255, found '2', at line 1, column 8"),
        ("simple(256)", "expected a simple value: 0 to 23 or 32 to 255, found '2', at line 1, column 8"),
        ("simple", "expected an opening parenthesis, found the end, at line 1, column 7"),
        ("simple(1", "expected a closing parenthesis, found the end, at line 1, column 9"),
        ("float'00'", "expected a float of 2, 4 or 8 bytes, found '0', at line 1, column 7"),
    ] {
        let error = refused(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert!(message.starts_with(&format!("expected {}", error.expected())));
    }
}

#[test]
fn heads_that_follow_their_content_must_fit_too() {
    let text = format!("[_0 {}]", vec!["0"; 256].join(", "));
    assert_eq!(refused(&text).expected(), "a number that fits the width of the encoding indicator");
    let text = format!("[{}]", vec!["0"; 256].join(", "));
    assert_eq!(cbor::from_diagnostic(&text).unwrap()[..3], [0x99, 0x01, 0x00]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for thousands of levels")]
fn depth_is_bounded_and_so_is_time() {
    for (open, leaf, close) in
        [("[", "0", "]"), ("{0:", "0", "}"), ("1(", "0", ")"), ("<<", "0", ">>"), ("[_ ", "0", "]"), ("{", "0", ":0}")]
    {
        let nested = |levels| [open.repeat(levels), leaf.to_owned(), close.repeat(levels)].concat();
        let bytes = cbor::from_diagnostic(&nested(1024)).unwrap();
        assert_eq!(cbor::check(&bytes, &Limits::DEFAULT), Ok(()));
        assert_eq!(refused(&nested(1025)).expected(), "at most 1024 nested levels");
        assert_eq!(refused(&nested(1_000_000)).expected(), "at most 1024 nested levels");
    }
    let bignum = |levels| ["[".repeat(levels), "18446744073709551616".to_owned(), "]".repeat(levels)].concat();
    assert!(cbor::from_diagnostic(&bignum(1023)).is_ok());
    assert_eq!(refused(&bignum(1024)).expected(), "at most 1024 nested levels");
}

#[test]
fn long_texts_take_linear_time() {
    // If the line and column were counted again for each number, this would take minutes.
    let text = format!(
        "[{}]",
        vec!["1, \"\\n\", h'00', b64'AA==', simple(1), (_ \"a\")"; if cfg!(miri) { 5 } else { 20_000 }].join(", ")
    );
    assert!(cbor::from_diagnostic(&text).is_ok());
}
