//! CBOR without a type.

use minicbor::Decoder;
use packed_data::Limits;
use packed_data::cbor::{
    self, EncodeErrorKind, Encoder, Error, ErrorKind, Raw, RawBuf, Scan, Scanner, Token, Tokens, WellFormed,
};

use crate::{Case, decisions};

/// Returns a case that checks that everything that reads CBOR agrees on which bytes are well-formed, within any limits:
/// tokens, the check, a scanner fed in pieces, the printer, the deterministic form, raw items, and minicbor. It also
/// checks that the same item is written back. The input is read as CBOR, as notation, and as calls of an encoder.
pub fn cbor() -> Case {
    Case { name: "cbor", seeds, run: |input| check(input) }
}

/// Returns items of every kind, as bytes and as notation, and bytes without a pattern.
fn seeds() -> Vec<Vec<u8>> {
    let items = [
        "[1, -2, 1.5, \"text\", h'010203', true, null, undefined, simple(99)]",
        "{_ \"b\": [_ 1_0, 2_3], \"a\": (_ h'01', h''), 1: (_ \"a\", \"\"_1), {2: 1, 1: 2}: 1(2)}",
        "[2(h'00ff'_1), 18446744073709551616, -18446744073709551617, 1.0_3, float'7e01', \"\"_, ''_]",
        "{{3: 0, 1: {2: 0, 1: 0}}: 2, {1: 0}: 1}",
    ];
    let notation = [
        "[_1 0x1F, -0b11, 1.5e-3_3, NaN, -Infinity, \"\\u00e9\\ud800\\udd51\"_0]",
        "{_ 'a': h'01 /b/ 02 # c\n', <<1, \"a\">>_1: b64'AQ=='}",
        "2((_ h'00', h'')) / tag / ",
    ];
    let bytes = items.into_iter().filter_map(|text| cbor::from_diagnostic(text).ok());
    bytes.chain(notation.map(|text| text.as_bytes().to_vec())).chain(decisions()).collect()
}

/// Runs the checks. The first byte chooses the size of the pieces, and the limits.
fn check(input: &[u8]) {
    let Some((&piece, bytes)) = input.split_first() else { return };
    let checked = cbor::check(bytes, &Limits::DEFAULT);
    let tokens: Result<Vec<_>, _> = Tokens::new(bytes).collect();
    assert_eq!(tokens.as_ref().err().copied(), checked.err());
    assert!(checked.map_err(|error| error.to_string()).err().is_none_or(|message| !message.is_empty()));
    well_formed(bytes, checked);
    scan(bytes, 1 + usize::from(piece % 8));
    limited(bytes, &Limits { depth: u32::from(piece / 8 % 8), bytes: usize::from(piece), ..Limits::DEFAULT });
    sequence(bytes);
    raw(bytes, checked);
    misuse(bytes);
    skip(bytes);
    notation(bytes, checked);
    deterministic(bytes, checked);
    if let Ok(tokens) = tokens {
        encode(bytes, &tokens);
    }
}

/// A well-formed item has the tokens of its bytes, at ascending offsets, whose integers are those that they show.
fn well_formed(bytes: &[u8], checked: Result<(), Error>) {
    assert_eq!(WellFormed::new(bytes).map(WellFormed::as_bytes), checked.map(|()| bytes));
    let Ok((item, rest)) = WellFormed::split_from(bytes) else { return };
    assert_eq!([item.as_bytes(), rest].concat(), bytes);
    assert_eq!(Ok(item.to_string()), cbor::to_diagnostic(item.as_bytes()));
    let mut end = 0;
    for token in item.tokens().with_offsets() {
        let (offset, token) = token.expect("it is well-formed");
        assert!(offset == 0 || offset >= end);
        end = offset + 1;
        if let Some(integer) = token.as_integer() {
            assert!(Encoder::new().integer(integer).clone().finish().is_ok());
        }
    }
}

/// A scanner that is fed in pieces finds the same end as the check, and never asks for too many bytes.
fn scan(bytes: &[u8], piece: usize) {
    let whole = cbor::check_prefix(bytes, &Limits::DEFAULT);
    let mut scanner = Scanner::new();
    let _ = scanner.advance(bytes);
    scanner.restart();
    for len in (0..bytes.len()).step_by(piece).chain([bytes.len()]) {
        match scanner.advance(&bytes[..len]) {
            Ok(Scan::Item(size)) => return assert_eq!(whole, Ok(size)),
            Ok(Scan::NeedAtLeast(more)) => assert!(more > 0 && whole.ok().is_none_or(|size| len + more <= size)),
            Err(_) => return assert!(whole.is_err()),
        }
    }
    assert!(matches!(whole.map_err(|error| error.kind()), Err(ErrorKind::UnexpectedEnd { .. })));
}

/// minicbor skips every well-formed item. (It also skips others: it does not check which item a break ends, and accepts
/// simple values as numbers.)
fn skip(bytes: &[u8]) {
    let mut decoder = Decoder::new(bytes);
    let skipped = decoder.skip();
    match cbor::check_prefix(bytes, &Limits::DEFAULT) {
        Ok(size) => assert!(skipped.is_ok() && decoder.position() == size),
        Err(error) => {
            let is_lenient = match error.kind() {
                ErrorKind::UnexpectedBreak | ErrorKind::InvalidSimple { .. } | ErrorKind::TooDeep { .. } => true,
                ErrorKind::UnexpectedEnd { .. } => bytes.contains(&0xFF),
                _ => false,
            };
            assert!(skipped.is_err() || is_lenient, "{error}");
        }
    }
}

/// Printed notation reads back the same. Bytes that are text are also read as notation.
fn notation(bytes: &[u8], checked: Result<(), Error>) {
    match cbor::to_diagnostic(bytes) {
        Ok(text) => assert_eq!(cbor::from_diagnostic(&text).as_deref(), Ok(bytes), "{text}"),
        Err(error) => assert_eq!(Err(error), checked),
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match cbor::from_diagnostic(text) {
        Ok(read) => {
            let printed = cbor::to_diagnostic(&read).expect("notation is read as a well-formed item");
            assert_eq!(cbor::from_diagnostic(&printed), Ok(read), "{text} {printed}");
        }
        Err(error) => {
            assert!(error.offset() <= text.len() && error.found() == text[error.offset()..].chars().next(), "{error}");
            let lines: Vec<_> = text[..error.offset()].split('\n').collect();
            assert_eq!(
                (error.line(), lines.last().map(|line| line.chars().count() + 1)),
                (lines.len(), Some(error.column()))
            );
            assert!(error.to_string().contains(error.expected()));
        }
    }
}

/// All readers that take limits agree about them.
fn limited(bytes: &[u8], limits: &Limits) {
    let checked = cbor::check(bytes, limits);
    assert_eq!(Tokens::with_limits(bytes, limits).find_map(Result::err), checked.err());
    let prefix = cbor::check_prefix(bytes, limits);
    let scanned = Scanner::with_limits(limits).advance(bytes);
    let mut scanner = Scanner::with_limits(limits);
    let in_pieces: Result<Vec<_>, _> = (0..=bytes.len()).map(|len| scanner.advance(&bytes[..len])).collect();
    assert_eq!(in_pieces.err(), scanned.err(), "byte by byte");
    match scanned {
        Ok(Scan::Item(size)) => assert!(prefix == Ok(size) && size <= limits.bytes),
        Ok(Scan::NeedAtLeast(more)) => assert!(prefix.is_err() && more <= limits.bytes),
        Err(_) => assert!(prefix.is_err()),
    }
    if checked.is_ok() {
        assert!(cbor::check(bytes, &Limits::DEFAULT).is_ok() && prefix == Ok(bytes.len()));
    }
}

/// A sequence consists of its items, one after the other, and is written back as it was read.
fn sequence(bytes: &[u8]) {
    let mut begin = 0;
    while let Some(rest) = bytes.get(begin..).filter(|rest| !rest.is_empty())
        && let Ok(size) = cbor::check_prefix(rest, &Limits::DEFAULT)
    {
        begin += size;
    }
    let mut encoder = Encoder::of_sequence();
    let mut tokens = Tokens::of_sequence(bytes);
    let mut failed = None;
    for token in tokens.by_ref() {
        match token {
            Ok(token) => {
                encoder.token(token);
            }
            Err(error) => failed = Some(error),
        }
    }
    assert_eq!(failed.is_none(), begin == bytes.len());
    assert!(failed.is_none_or(|error| error.offset() >= begin));
    if failed.is_none() {
        assert_eq!(tokens.position(), bytes.len());
        let written = encoder.finish().expect("these are the tokens of a sequence");
        assert_eq!(Tokens::of_sequence(&written).count(), Tokens::of_sequence(bytes).count());
    }
}

/// A raw item is any well-formed item; its constructor is the one that its tokens contain.
fn raw(bytes: &[u8], checked: Result<(), Error>) {
    let raw = match Raw::new(bytes) {
        Ok(raw) => raw,
        Err(error) => return assert_eq!(Err(error), checked),
    };
    let buf = RawBuf::new(bytes.to_vec()).expect("the bytes are an item");
    assert!(checked.is_ok() && buf.as_raw() == raw && raw.to_buf() == buf);
    assert_eq!(Ok(raw.to_string()), cbor::to_diagnostic(bytes));
    let mut heads = Tokens::new(bytes).flatten().filter(|token| !matches!(token, Token::Tag(_)));
    let constructor = match (heads.next(), heads.next()) {
        (Some(Token::Array(1..) | Token::OpenArray), Some(Token::Unsigned(constructor))) => Some(constructor),
        _ => None,
    };
    assert_eq!(raw.constructor(), constructor);
    assert_eq!(buf.into_bytes(), bytes);
}

/// An encoder accepts only well-formed items, whichever calls are made. Each byte of the input is a call.
fn misuse(calls: &[u8]) {
    let mut encoder = Encoder::new();
    for &call in calls {
        let number = u64::from(call >> 5);
        match call % 32 {
            0..=3 => encoder.array(number),
            4..=7 => encoder.map(number),
            8 => encoder.array(u64::MAX - number),
            9 => encoder.map(u64::MAX - number),
            10 => encoder.open_array(),
            11 => encoder.open_map(),
            12 => encoder.byte_chunks(),
            13 => encoder.text_chunks(),
            14 | 15 => encoder.bytes(&[call]),
            16 | 17 => encoder.text("é"),
            18 => encoder.tag(number),
            19 => encoder.integer(i128::MIN >> (8 * number)),
            20 => encoder.float(1.0 / number as f64),
            21 => encoder.simple(call),
            22 => encoder.token(Token::Half(number as f32 * 1e9)),
            23..=25 => encoder.end(),
            26 => encoder.bool(number == 0),
            27 => match number {
                0 => encoder.null(),
                _ => encoder.undefined(),
            },
            _ => encoder.unsigned(number),
        };
    }
    match encoder.finish() {
        Ok(written) => assert_eq!(cbor::check(&written, &Limits::DEFAULT), Ok(())),
        Err(error) => {
            assert!(!matches!(error.kind(), EncodeErrorKind::MissingItems { at_least: 0 }));
            assert!(!error.to_string().is_empty() && error.offset() <= 20 * calls.len());
        }
    }
}

/// A deterministic form is its own deterministic form. It is no longer than the input, with one exception: a bignum of
/// seven bytes or more can become an integer of nine bytes.
fn deterministic(bytes: &[u8], checked: Result<(), Error>) {
    match cbor::to_deterministic(bytes) {
        Ok(form) => {
            assert!(checked.is_ok() && 7 * form.len() <= 9 * bytes.len());
            assert_eq!(cbor::to_deterministic(&form).as_ref(), Ok(&form));
            let text = cbor::to_diagnostic(&form).expect("the form is well-formed");
            assert_eq!(cbor::from_diagnostic(&text), Ok(form), "{text}");
        }
        Err(error) if error.kind() == ErrorKind::DuplicateKey => {
            assert!(checked.is_ok() && error.offset() < bytes.len())
        }
        Err(error) => assert_eq!(Err(error), checked),
    }
}

/// An encoder that gets the tokens writes the same tokens, in no more bytes; and it refuses to finish before the last
/// one.
fn encode(bytes: &[u8], tokens: &[Token<'_>]) {
    let mut encoder = Encoder::new();
    for &token in tokens {
        assert!(encoder.clone().finish().is_err());
        encoder.token(token);
    }
    let written = encoder.finish().expect("these are the tokens of an item");
    assert!(written.len() <= bytes.len());
    let again: Result<Vec<_>, _> = Tokens::new(&written).collect();
    // Compared as text, in which a NaN is equal to itself.
    assert_eq!(format!("{:?}", again.as_deref()), format!("{:?}", Ok::<_, Error>(tokens)));
}
