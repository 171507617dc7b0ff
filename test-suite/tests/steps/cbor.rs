//! The work of the CBOR functions without a type is linear in the bytes, and `n log n` where maps are sorted.
//!
//! Each family of hostile input is made in three sizes. Every function runs over all of them, complete and cut short.

use packed_data::Limits;
use packed_data::cbor::{self, Encoder, Raw, Scan, Scanner, Tokens};

use crate::{DEPTH, Family, SIZES, at_most, log2, nested, repeated, within};

// ---- Families of bytes

/// Returns the bytes of an integer.
fn integer(n: usize) -> Vec<u8> {
    let mut encoder = Encoder::new();
    encoder.unsigned(n as u64);
    encoder.finish().expect("an integer")
}

/// Returns a map with these keys, each with a null as its value.
fn map_of(keys: &[Vec<u8>]) -> Vec<u8> {
    let mut map = head_of_four(0xA0, keys.len());
    for key in keys {
        map.extend_from_slice(key);
        map.push(0xF6);
    }
    map
}

/// Returns a head with an argument of four bytes.
fn head_of_four(major: u8, argument: usize) -> Vec<u8> {
    let argument = u32::try_from(argument).expect("a count of 32 bits");
    [&[major | 26][..], &argument.to_be_bytes()].concat()
}

/// Returns integers in descending order, of three bytes each.
fn falling(count: usize) -> Vec<Vec<u8>> {
    (0..count).rev().map(|key| integer(0x100 + key)).collect()
}

/// Returns two keys that share a long beginning, in the wrong order; each begins with a map of two such keys, and so
/// on.
fn doubled(size: usize) -> Vec<u8> {
    let mut key = vec![0x00];
    while 2 * key.len() + 12 < size {
        let last = |last| [&[0x82][..], &key, &[last]].concat();
        key = map_of(&[last(1), last(0)]);
    }
    key
}

/// Returns the same with sixteen keys on each level.
fn multiplied(size: usize) -> Vec<u8> {
    let mut key = vec![0x00];
    while 16 * key.len() + 60 < size {
        let keys: Vec<_> = (0..16).map(|last| [&[0x82][..], &key, &[(last * 7 + 5) % 16]].concat()).collect();
        key = map_of(&keys);
    }
    key
}

/// Returns a map of many integers and one key that is compared with them. This key is a chain of maps in the right
/// order, around a map in the wrong order. (Each comparison walked past the whole chain to find the first byte.)
fn chain_before_a_map_to_sort(size: usize) -> Vec<u8> {
    let levels = (DEPTH - 4).min(size / 8);
    let chain = within(levels, &[0xA1, 0x00], &[0xA2, 0x01, 0xF6, 0x00, 0xF6], &[]);
    let mut keys = falling((size - chain.len()) / 4);
    keys.insert(keys.len() / 2, chain);
    map_of(&keys)
}

/// Returns the same with a chain of keys.
fn chain_of_keys_before_a_map_to_sort(size: usize) -> Vec<u8> {
    let levels = (DEPTH - 4).min(size / 8);
    let chain = within(levels, &[0xA1], &[0xA2, 0x01, 0xF6, 0x00, 0xF6], &[0xF6]);
    let mut keys = falling((size - chain.len()) / 4);
    keys.push(chain);
    map_of(&keys)
}

/// Returns maps of two keys in the wrong order, the first of which is such a map.
fn keys_nested_in_keys(size: usize) -> Vec<u8> {
    nested(size, &[0xA2], &[0x05], &[0xF6, 0x00, 0xF6])
}

/// Returns texts in descending order that differ only in their last byte; there are as many texts as each has bytes.
fn long_prefixes(size: usize) -> Vec<u8> {
    let len = size.isqrt();
    let keys = (0..len.min(96)).rev().map(|last| {
        let text = "a".repeat(size / len.min(96) - 8) + &char::from(32 + last as u8).to_string();
        let mut encoder = Encoder::new();
        encoder.text(&text);
        encoder.finish().expect("a text")
    });
    map_of(&keys.collect::<Vec<_>>())
}

/// Returns long arrays that share a beginning, and contain a map to sort in the middle.
fn long_prefixes_of_maps(size: usize) -> Vec<u8> {
    let len = size.isqrt() / 5;
    let item = [0xA2, 0x01, 0xF6, 0x00, 0xF6];
    let keys = (0..size / (5 * len))
        .rev()
        .map(|last| [&head_of_four(0x80, len)[..], &item.repeat(len - 1), &integer(last)].concat());
    map_of(&keys.collect::<Vec<_>>())
}

/// Returns arrays of a map to sort and an integer; only the integers differ. (A search found them: they take the most
/// steps per comparison.)
fn short_keys_of_maps(size: usize) -> Vec<u8> {
    let map = [0xA2, 0x81, 0x02, 0x00, 0x00, 0x00];
    let key = |last: usize| [&[0x82][..], &map, &integer(0x100 + last * 7919 % 0xFE00)].concat();
    map_of(&(0..size / 11).map(key).collect::<Vec<_>>())
}

/// Returns a bignum of one byte after many zeros.
fn zeros_before_a_bignum(size: usize) -> Vec<u8> {
    [&[0xC2][..], &head_of_four(0x40, size), &vec![0; size - 1], &[1]].concat()
}

/// Returns a bignum in chunks of one byte.
fn bignum_in_chunks(size: usize) -> Vec<u8> {
    [&[0xC3, 0x5F][..], &[0x41, 0x77].repeat(size / 2), &[0xFF]].concat()
}

/// Returns one string after its head.
fn string(major: u8, size: usize, content: &str) -> Vec<u8> {
    let content = content.repeat(size / content.len());
    [&head_of_four(major, content.len())[..], content.as_bytes()].concat()
}

const BYTES: &[Family<Vec<u8>>] = &[
    ("nested arrays", |n| nested(n, &[0x81], &[0x80], &[])),
    ("nested arrays of two", |n| nested(n, &[0x82, 0x00], &[0x80], &[])),
    ("nested arrays, the first of two", |n| nested(n, &[0x82], &[0x80], &[0x00])),
    ("nested indefinite arrays", |n| nested(n, &[0x9F], &[], &[0xFF])),
    ("nested indefinite maps", |n| nested(n, &[0xBF, 0x00], &[0x00], &[0xFF])),
    ("nested indefinite maps in keys", |n| nested(n, &[0xBF], &[0x00], &[0x00, 0xFF])),
    ("nested maps in values", |n| nested(n, &[0xA1, 0x00], &[0x00], &[])),
    ("nested maps in keys", |n| nested(n, &[0xA1], &[0x00], &[0x00])),
    ("nested maps to sort in values", |n| nested(n, &[0xA2, 0x01], &[0x00], &[0x00, 0x00])),
    ("nested maps to sort in keys", keys_nested_in_keys),
    ("chains of tags", |n| nested(n, &[0xC5], &[0x00], &[])),
    ("chains of long tags", |n| nested(n, &[0xDB, 0, 0, 0, 0, 0, 0, 0, 1], &[0x00], &[])),
    ("chains of tags of bignums", |n| nested(n, &[0xC2], &[0x41, 0x05], &[])),
    ("chains of both tags of bignums", |n| repeated(n, &within(300, &[0xC2, 0xC3, 0x81], &[0x00], &[]))),
    ("too many levels", |n| vec![0x81; n]),
    ("too many indefinite levels", |n| vec![0x9F; n]),
    ("too many tags", |n| vec![0xC2; n]),
    ("wide", |n| repeated(n, &[0x00])),
    ("wide, with a count", |n| [&head_of_four(0x80, n)[..], &vec![0xF6; n]].concat()),
    ("empty arrays", |n| repeated(n, &[0x80])),
    ("empty indefinite arrays", |n| repeated(n, &[0x9F, 0xFF])),
    ("empty maps", |n| repeated(n, &[0xA0])),
    ("empty indefinite maps", |n| repeated(n, &[0xBF, 0xFF])),
    ("empty strings", |n| repeated(n, &[0x40, 0x60])),
    ("empty chunked strings", |n| repeated(n, &[0x5F, 0xFF, 0x7F, 0xFF])),
    ("empty bignums", |n| repeated(n, &[0xC2, 0x40])),
    ("empty chunked bignums", |n| repeated(n, &[0xC2, 0x5F, 0xFF])),
    ("chunks of zero bytes", |n| [&[0x5F][..], &vec![0x40; n], &[0xFF]].concat()),
    ("chunks of zero characters", |n| [&[0x7F][..], &vec![0x60; n], &[0xFF]].concat()),
    ("chunks of zero bytes with long heads", |n| [&[0x5F][..], &[0x5A, 0, 0, 0, 0].repeat(n / 5), &[0xFF]].concat()),
    ("floats", |n| repeated(n, &[0xFB, 0, 0, 0, 0, 0, 0, 0, 1])),
    ("NaNs", |n| repeated(n, &[0xFB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1, 0xF9, 0x7C, 0x01])),
    ("simple values", |n| repeated(n, &[0xF8, 0xFF, 0xF7])),
    ("simple values of one byte", |n| repeated(n, &[0xF3])),
    ("long heads", |n| repeated(n, &[0x1B, 0, 0, 0, 0, 0, 0, 0, 1])),
    ("a long byte string", |n| string(0x40, n, "x")),
    ("a long text", |n| string(0x60, n, "é水")),
    ("a text of characters to escape", |n| string(0x60, n, "\u{1}\u{85}\"\\\n")),
    ("zeros before a bignum", zeros_before_a_bignum),
    ("a long bignum", |n| [&[0xC2][..], &string(0x40, n, "\u{7F}")].concat()),
    ("a bignum in chunks", bignum_in_chunks),
    ("bignums of 16 bytes", |n| repeated(n, &[&[0xC3, 0x50][..], &[0xFE; 16]].concat())),
    ("keys in descending order", |n| map_of(&falling(n / 4))),
    ("keys in ascending order", |n| map_of(&falling(n / 4).into_iter().rev().collect::<Vec<_>>())),
    ("one key many times", |n| map_of(&vec![vec![0x05]; n / 2])),
    ("one map many times as a key", |n| map_of(&vec![vec![0xA2, 1, 1, 0, 0]; n / 6])),
    ("a long key and short ones", |n| map_of(&[vec![string(0x60, n / 2, "a")], falling(n / 8)].concat())),
    ("keys of long prefixes", long_prefixes),
    ("keys of long prefixes of maps", long_prefixes_of_maps),
    ("short keys of maps", short_keys_of_maps),
    ("keys nested in keys, doubled", doubled),
    ("keys nested in keys, sixteen on each level", multiplied),
    ("a chain before a map to sort", chain_before_a_map_to_sort),
    ("a chain of keys before a map to sort", chain_of_keys_before_a_map_to_sort),
    ("small maps to sort", |n| repeated(n, &[0xA2, 1, 1, 0, 0])),
    ("small maps with a duplicate key", |n| repeated(n, &[0xA2, 1, 1, 1, 0])),
];

/// Runs a check over all families and sizes, and over each input without its last byte.
fn for_each_input(mut check: impl FnMut(&str, &[u8])) {
    for (name, family) in BYTES {
        for size in SIZES {
            let bytes = family(size);
            assert!((size / 20..2 * size).contains(&bytes.len()), "{name}: {} for {size}", bytes.len());
            check(name, &bytes);
            check(&format!("{name}, cut short"), &bytes[..bytes.len() - 1]);
        }
    }
}

// ---- Families of text

/// Returns nested notation in an array.
fn nested_text(size: usize, before: &str, item: &str, after: &str) -> String {
    let levels = (DEPTH - 2).min((size - 8) / (before.len() + after.len()));
    repeated_text(size, &[&before.repeat(levels), item, &after.repeat(levels)].concat())
}

/// Returns an array of items in notation.
fn repeated_text(size: usize, item: &str) -> String {
    let count = (size / (item.len() + 1)).max(1);
    ["[", &vec![item; count].join(","), "]"].concat()
}

/// Repeats a text up to a size, between a beginning and an end.
fn filled(size: usize, before: &str, repeated: &str, after: &str) -> String {
    [before, &repeated.repeat(size / repeated.len()), after].concat()
}

const TEXTS: &[Family<String>] = &[
    ("nested arrays", |n| nested_text(n, "[", "", "]")),
    ("nested indefinite arrays", |n| nested_text(n, "[_ ", "", "]")),
    ("nested maps in keys", |n| nested_text(n, "{", "0", ":0}")),
    ("nested maps in values", |n| nested_text(n, "{0:", "0", "}")),
    ("nested tags", |n| nested_text(n, "1(", "0", ")")),
    ("nested items in strings", |n| nested_text(n, "<<", "0", ">>")),
    ("nested strings with long heads", |n| nested_text(n, "<<", "0", ">>_3")),
    ("too many brackets", |n| filled(n, "", "[", "")),
    ("too many braces", |n| filled(n, "", "{", "")),
    ("too many tags", |n| filled(n, "", "2(", "")),
    ("too many items in strings", |n| filled(n, "", "<<", "")),
    ("brackets with line ends", |n| filled(n, "", "[\n", "")),
    ("empty arrays", |n| repeated_text(n, "[]")),
    ("empty maps", |n| repeated_text(n, "{_}")),
    ("empty strings", |n| repeated_text(n, "''")),
    ("empty items in strings", |n| repeated_text(n, "<<>>")),
    ("empty chunks", |n| filled(n, "(_ ''", ",''", ")")),
    ("chunked strings without chunks", |n| repeated_text(n, "\"\"_")),
    ("an integer of many digits", |n| filled(n, "", "9", "")),
    ("an integer with many leading zeros", |n| filled(n, "", "0", "1")),
    ("a negative integer of many digits", |n| filled(n, "-", "9", "")),
    ("an integer of base 16 with many digits", |n| filled(n, "0x", "f", "")),
    ("an integer of base 16 with many zeros", |n| filled(n, "0x", "0", "1")),
    ("an integer of base 2 with many zeros", |n| filled(n, "0b", "0", "1")),
    ("integers of 128 bits", |n| repeated_text(n, "340282366920938463463374607431768211455")),
    ("a float with a long fraction", |n| filled(n, "1.", "0123456789", "")),
    ("a float with a long integer part", |n| filled(n, "1", "0", ".5")),
    ("a float with zeros before its digits", |n| filled(n, "0.", "0", "1e10")),
    ("a float with a long exponent", |n| filled(n, "1e", "9", "")),
    ("a float with zeros in its exponent", |n| filled(n, "1e-", "0", "1")),
    ("floats halfway between two", |n| repeated_text(n, "9007199254740993.00000000000000000000000001")),
    ("a float of many bytes", |n| filled(n, "float'", "00", "'")),
    ("a float of blanks", |n| filled(n, "float'7e", " ", "01'")),
    ("simple values", |n| repeated_text(n, "simple(255)")),
    ("a simple value with many zeros", |n| filled(n, "simple(", "0", "7)")),
    ("a long word", |n| filled(n, "", "true", "")),
    ("a long text", |n| filled(n, "\"", "é水", "\"")),
    ("a long text without an end", |n| filled(n, "\"", "a\n", "")),
    ("escapes", |n| filled(n, "\"", "\\n\\u0041\\ud800\\udd51", "\"")),
    ("an unpaired surrogate", |n| filled(n, "\"", "\\ud800\\udd51", "\\ud800\"")),
    ("bytes of base 16", |n| filled(n, "h'", "0f", "'")),
    ("bytes of base 16 and blanks", |n| filled(n, "h'", " 0\n\tf ", "'")),
    ("bytes of base 16 and comments", |n| filled(n, "h'", "/a/0/ /#b\n/ /f", "'")),
    ("blanks in bytes of base 16", |n| filled(n, "h'0", " ", "0'")),
    ("comments in bytes of base 16", |n| filled(n, "h'0", "//", "'")),
    ("bytes of base 64", |n| filled(n, "b64'", "AQ-_", "'")),
    ("bytes of base 64 and blanks", |n| filled(n, "b64'", "A \n\tQ", "'")),
    ("much padding", |n| filled(n, "b64'AQ", "= ", "'")),
    ("bytes in text", |n| filled(n, "'", "\\'", "'")),
    ("blanks", |n| filled(n, "", " \n", "1")),
    ("comments", |n| filled(n, "", "/ /#\n", "1")),
    ("a comment without an end", |n| filled(n, "1 /", "#", "")),
    ("commas", |n| filled(n, "[1", ",", "")),
    ("a count that does not fit, found at the end", |n| filled(n, "[_0 1", ",\n1", "]")),
    ("long heads", |n| repeated_text(n, "1_3")),
    ("an encoding indicator at the end", |n| filled(n, "[0", ",0", "]_0")),
];

// ---- The functions

#[test]
fn checks_are_linear() {
    for_each_input(|name, bytes| {
        let limits = &Limits::DEFAULT;
        let _checked = at_most(name, 4, bytes.len(), 1, || cbor::check(bytes, limits));
        let checked = at_most(name, 4, bytes.len(), 1, || cbor::check_prefix(bytes, limits));
        let deep = Limits { depth: u32::MAX, ..Limits::DEFAULT };
        let _checked = at_most(name, 4, bytes.len(), 1, || cbor::check(bytes, &deep));
        let raw = at_most(name, 4, bytes.len(), 1, || Raw::new(bytes));
        if let Ok(raw) = raw {
            assert_eq!(checked, Ok(bytes.len()), "{name}");
            at_most(name, 2, bytes.len(), 1, || raw.constructor());
        }
    });
}

#[test]
fn tokens_are_linear() {
    for_each_input(|name, bytes| {
        let tokens = at_most(name, 4, bytes.len(), 1, || Tokens::new(bytes).collect::<Vec<_>>());
        at_most(name, 4, bytes.len(), tokens.len(), || Tokens::of_sequence(bytes).count());
        at_most(name, 4, bytes.len(), tokens.len(), || Tokens::new(bytes).with_offsets().count());
        let mut encoder = Encoder::of_sequence();
        let write = || {
            for token in tokens.iter().flatten() {
                encoder.token(*token);
            }
        };
        at_most(name, 4, bytes.len(), tokens.iter().flatten().count(), write);
    });
}

/// However the bytes arrive, each call may take one step, and each byte a few more.
#[test]
fn a_scanner_is_linear() {
    for_each_input(|name, bytes| {
        for piece in [1, 7, 1000, bytes.len()] {
            let calls = bytes.len().div_ceil(piece) + 1;
            let mut scanner = Scanner::new();
            let advance = || (0..calls).map(|call| scanner.advance(&bytes[..bytes.len().min(call * piece)])).last();
            let last = at_most(name, 5, bytes.len(), calls.min(1), advance).expect("at least one call");
            assert!(!matches!(last, Ok(Scan::Item(size)) if size > bytes.len()), "{name}");
        }
    });
}

#[test]
fn the_deterministic_form_is_made_in_n_log_n() {
    for_each_input(|name, bytes| {
        let per_byte = 3 * log2(bytes.len());
        let form = at_most(name, per_byte, bytes.len(), 1, || cbor::to_deterministic(bytes));
        if let Ok(form) = form {
            let again = at_most(name, per_byte, form.len(), 1, || cbor::to_deterministic(&form));
            assert_eq!(again.as_ref(), Ok(&form), "{name}");
        }
    });
}

#[test]
fn notation_is_linear() {
    for_each_input(|name, bytes| {
        let printed = at_most(name, 6, bytes.len(), 1, || cbor::to_diagnostic(bytes));
        if let Ok(text) = printed {
            assert!(text.len() <= 12 * bytes.len(), "{name}");
            let read = at_most(name, 12, text.len(), 1, || cbor::from_diagnostic(&text));
            assert_eq!(read.as_deref(), Ok(bytes), "{name}");
        }
    });
}

#[test]
fn notation_of_any_kind_is_read_in_linear_time() {
    for (name, family) in TEXTS {
        for size in SIZES {
            let text = family(size);
            assert!((size / 2..2 * size).contains(&text.len()), "{name}: {} for {size}", text.len());
            let mut cut = text.clone();
            cut.pop();
            for text in [text, cut] {
                let least = if cbor::from_diagnostic(&text).is_ok() { text.len() / 16 } else { 1 };
                let _read = at_most(name, 12, text.len(), least, || cbor::from_diagnostic(&text));
            }
        }
    }
}
