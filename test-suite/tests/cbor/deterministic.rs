//! Compares the deterministic form with one that is made by recursion.

use std::iter;

use packed_data::Limits;
use packed_data::cbor::{self, Encoder, ErrorKind, Token, Tokens};

use crate::random::for_each_input;
use crate::{digits, hex};

/// Returns the shortest head.
fn head(major: u8, argument: u64) -> Vec<u8> {
    let bytes = argument.to_be_bytes();
    let (info, len) = match argument {
        0..24 => return vec![major << 5 | argument as u8],
        24..=0xFF => (24, 1),
        0x100..=0xFFFF => (25, 2),
        0x1_0000..=0xFFFF_FFFF => (26, 4),
        _ => (27, 8),
    };
    [&[major << 5 | info], &bytes[8 - len..]].concat()
}

/// Returns the deterministic form of the next item, or `None` if a map has a duplicate key.
pub(crate) fn by_recursion(tokens: &mut Tokens<'_>) -> Option<Vec<u8>> {
    let token = tokens.next().unwrap().unwrap();
    Some(match token {
        Token::Array(len) => [head(4, len), items(tokens, len)?.concat()].concat(),
        Token::OpenArray => {
            let items = open_items(tokens)?;
            [head(4, items.len() as u64), items.concat()].concat()
        }
        Token::Map(len) => map(items(tokens, len * 2)?)?,
        Token::OpenMap => map(open_items(tokens)?)?,
        Token::Tag(tag @ 2..=3) => bignum(tag, by_recursion(tokens)?),
        Token::Tag(tag) => [head(6, tag), by_recursion(tokens)?].concat(),
        Token::ByteChunks => chunks(2, tokens),
        Token::TextChunks => chunks(3, tokens),
        Token::Half(_) | Token::Single(_) | Token::Double(_) => {
            let mut encoder = Encoder::new();
            encoder.float(token.as_f64().unwrap());
            encoder.finish().unwrap()
        }
        leaf => {
            let mut encoder = Encoder::new();
            encoder.token(leaf);
            encoder.finish().unwrap()
        }
    })
}

fn items(tokens: &mut Tokens<'_>, len: u64) -> Option<Vec<Vec<u8>>> {
    (0..len).map(|_| by_recursion(tokens)).collect()
}

fn open_items(tokens: &mut Tokens<'_>) -> Option<Vec<Vec<u8>>> {
    let more = |tokens: &mut Tokens<'_>| {
        let is_end = tokens.clone().next() == Some(Ok(Token::Break));
        if is_end {
            tokens.next();
        }
        !is_end
    };
    iter::from_fn(|| more(tokens).then(|| by_recursion(tokens))).collect()
}

fn map(items: Vec<Vec<u8>>) -> Option<Vec<u8>> {
    let mut entries: Vec<_> = items.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    entries.sort();
    let is_unique = entries.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let content = entries.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect::<Vec<_>>().concat();
    is_unique.then(|| [head(5, entries.len() as u64), content].concat())
}

fn chunks(major: u8, tokens: &mut Tokens<'_>) -> Vec<u8> {
    let mut joined = vec![];
    loop {
        match tokens.next().unwrap().unwrap() {
            Token::Bytes(chunk) => joined.extend_from_slice(chunk),
            Token::Text(chunk) => joined.extend_from_slice(chunk.as_bytes()),
            _ => return [head(major, joined.len() as u64), joined].concat(),
        }
    }
}

fn bignum(tag: u64, content: Vec<u8>) -> Vec<u8> {
    let Some(Ok(Token::Bytes(bytes))) = Tokens::new(&content).next() else {
        return [head(6, tag), content].concat();
    };
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let magnitude = &bytes[zeros..];
    match magnitude.len() {
        0..=8 => head(tag as u8 - 2, magnitude.iter().fold(0, |n, byte| n << 8 | u64::from(*byte))),
        len => [head(6, tag), head(2, len as u64), magnitude.to_vec()].concat(),
    }
}

#[test]
fn the_form_is_the_one_made_by_recursion() {
    let (mut rewritten, mut sorted, mut twice) = (0, 0, 0);
    for_each_input(30_000, |bytes| {
        if cbor::check(bytes, &Limits::DEFAULT).is_err() {
            assert!(cbor::to_deterministic(bytes).is_err());
            return;
        }
        match (cbor::to_deterministic(bytes), by_recursion(&mut Tokens::new(bytes))) {
            (Ok(deterministic), Some(expected)) => {
                assert_eq!(digits(&deterministic), digits(&expected), "{}", digits(bytes));
                assert_eq!(cbor::to_deterministic(&deterministic), Ok(expected));
                rewritten += usize::from(deterministic != bytes);
                sorted += usize::from(deterministic.len() == bytes.len() && deterministic != bytes);
            }
            (Err(error), None) => {
                assert_eq!(error.kind(), ErrorKind::DuplicateKey);
                assert!(Tokens::new(bytes).with_offsets().any(|token| token.unwrap().0 == error.offset()));
                twice += 1;
            }
            (form, expected) => panic!("{}: {form:?}, but {expected:?}", digits(bytes)),
        }
    });
    assert!(cfg!(miri) || rewritten > 1000 && sorted > 100 && twice > 20, "{rewritten} {sorted} {twice}");
}

#[track_caller]
fn becomes(notation: &str, expected: &str) {
    let bytes = cbor::from_diagnostic(notation).unwrap();
    assert_eq!(cbor::to_diagnostic(&cbor::to_deterministic(&bytes).unwrap()).unwrap(), expected);
}

#[test]
fn keys_are_in_the_order_of_their_bytes() {
    // The example of section 4.2.1.
    becomes(
        "{false: 8, [-1]: 7, [100]: 6, \"aa\": 5, \"z\": 4, -1: 3, 100: 2, 10: 1}",
        "{10: 1, 100: 2, -1: 3, \"z\": 4, \"aa\": 5, [100]: 6, [-1]: 7, false: 8}",
    );
    becomes("{2: {4: 5, 3: 4}, 1: {_ 2: 0, 1: [{2: 2, 1: 1}]}}", "{1: {1: [{1: 1, 2: 2}], 2: 0}, 2: {3: 4, 4: 5}}");
    becomes("{{2: 1, 1: 1}: 1, {1: 1, 2: 0}: 0}", "{{1: 1, 2: 0}: 0, {1: 1, 2: 1}: 1}");
}

#[test]
fn bignums_become_integers() {
    becomes("2(h'0001')", "1");
    becomes("3(h'')", "-1");
    becomes("2_1(h'ffffffffffffffff'_2)", "18446744073709551615");
    becomes("3((_ h'00', h'ffffffffffffffff'))", "-18446744073709551616");
    becomes("2((_ h'00', h'01ffffffffffffffff'))", "36893488147419103231");
    becomes("2(2(h'01'))", "2(1)");
    becomes("2(\"text\")", "2(\"text\")");
    becomes("2((_ \"te\", \"xt\"))", "2(\"text\")");
    becomes("[4(2_3(h'')), 3([_ ])]", "[4(0), 3([])]");
}

#[test]
fn floats_become_shorter_and_stay_floats() {
    becomes(
        "[1.0_3, 100000.0_3, 1.1, NaN_3, float'7ff8000020000000', float'7fc02000', -0.0_2, 65536.0]",
        "[1.0, 100000.0, 1.1, NaN, float'7fc00001', float'7e01', -0.0, 65536.0]",
    );
}

#[test]
fn a_duplicate_key_is_reported_at_its_second_place() {
    for (digits, offset) in [
        ("a2 01 02 01 03", 3),
        ("a2 01 02 1801 03", 3),
        ("a2 01 02 c24101 03", 3),
        ("a2 f93c00 02 fb3ff0000000000000 03", 5),
        ("a2 6161 02 7f6161ff 03", 4),
        ("bf 01 02 02 00 01 03 02 02 ff", 5),
        ("a3 02 00 01 00 02 00", 5),
        ("81 a2 a2 01 02 03 04 00 bf 03 04 01 02 ff 00", 8),
    ] {
        let error = cbor::to_deterministic(&hex(digits)).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::DuplicateKey, offset), "{digits}");
    }
    let error = cbor::to_deterministic(&hex("a201020103")).unwrap_err();
    assert_eq!(error.to_string(), "duplicate key: expected unique keys, found one twice, at byte 3");
}

/// Returns maps of two entries in the wrong order, around a long text. Each map is in the first entry of the one
/// before, as its key or its value.
fn nested(levels: usize, len: usize, as_keys: bool) -> Vec<u8> {
    let mut encoder = Encoder::new();
    for _ in 0..levels {
        encoder.map(2);
        if !as_keys {
            encoder.unsigned(2);
        }
    }
    encoder.text(&"a".repeat(len));
    for _ in 0..levels {
        if as_keys {
            encoder.null();
        }
        encoder.unsigned(1).null();
    }
    encoder.finish().unwrap()
}

/// If the text were moved once for each level, it would be copied a thousand times.
#[test]
fn a_long_text_within_many_maps() {
    let (levels, len) = if cfg!(miri) { (20, 100) } else { (1000, 1_000_000) };
    for as_keys in [false, true] {
        let bytes = nested(levels, len, as_keys);
        let deterministic = cbor::to_deterministic(&bytes).unwrap();
        assert_eq!((deterministic.len(), deterministic == bytes), (bytes.len(), false));
        assert_eq!(cbor::to_deterministic(&deterministic).unwrap(), deterministic);
    }
}

#[test]
fn many_levels_of_wide_maps() {
    let bytes = nested(if cfg!(miri) { 6 } else { 100 }, 3, true);
    let deterministic = cbor::to_deterministic(&bytes).unwrap();
    assert_eq!(Some(deterministic), by_recursion(&mut Tokens::new(&bytes)));
    let mut encoder = Encoder::new();
    encoder.open_map();
    for key in (0..if cfg!(miri) { 20 } else { 50_000 }).rev() {
        encoder.unsigned(key).open_map().text("b").null().text("a").null().end();
    }
    encoder.end();
    let bytes = encoder.finish().unwrap();
    assert_eq!(cbor::to_deterministic(&bytes).ok(), by_recursion(&mut Tokens::new(&bytes)));
}
