//! CBOR without a type.

use minicbor::Decoder;
use packed_data::cbor::{self, Encoder, Scan, Scanner, Token, Tokens};
use packed_data::{Error, ErrorKind, Limits};

use crate::{Case, decisions};

/// Everything that reads CBOR agrees on what is well-formed: tokens, the check, a scanner fed in pieces, the printer,
/// the deterministic form, and minicbor; and what is written back is what was read.
pub fn cbor() -> Case {
    Case { name: "cbor", seeds, run: |input| check(input) }
}

/// Items of every kind, and bytes without a pattern.
fn seeds() -> Vec<Vec<u8>> {
    let items = [
        "[1, -2, 1.5, \"text\", h'010203', true, null, undefined, simple(99)]",
        "{_ \"b\": [_ 1_0, 2_3], \"a\": (_ h'01', h''), 1: (_ \"a\", \"\"_1), {2: 1, 1: 2}: 1(2)}",
        "[2(h'00ff'_1), 18446744073709551616, -18446744073709551617, 1.0_3, float'7e01', \"\"_, ''_]",
        "{{3: 0, 1: {2: 0, 1: 0}}: 2, {1: 0}: 1}",
    ];
    items.into_iter().filter_map(|text| cbor::from_diagnostic(text).ok()).chain(decisions()).collect()
}

/// The first byte chooses the size of the pieces.
fn check(input: &[u8]) {
    let Some((&piece, bytes)) = input.split_first() else { return };
    let checked = cbor::check(bytes, &Limits::DEFAULT);
    let tokens: Result<Vec<_>, _> = Tokens::new(bytes).collect();
    assert_eq!(tokens.as_ref().err().copied(), checked.err());
    scan(bytes, 1 + usize::from(piece % 8));
    skip(bytes);
    notation(bytes, checked);
    deterministic(bytes, checked);
    if let Ok(tokens) = tokens {
        encode(bytes, &tokens);
    }
}

/// A scanner, fed in pieces, finds the end that the check finds, and never asks for too much.
fn scan(bytes: &[u8], piece: usize) {
    let whole = cbor::check_prefix(bytes, &Limits::DEFAULT);
    let mut scanner = Scanner::new();
    for len in (0..bytes.len()).step_by(piece).chain([bytes.len()]) {
        match scanner.advance(&bytes[..len]) {
            Ok(Scan::Item(size)) => return assert_eq!(whole, Ok(size)),
            Ok(Scan::NeedAtLeast(more)) => assert!(more > 0 && whole.ok().is_none_or(|size| len + more <= size)),
            Err(_) => return assert!(whole.is_err()),
        }
    }
    assert!(matches!(whole.map_err(|error| error.kind()), Err(ErrorKind::UnexpectedEnd { .. })));
}

/// minicbor skips what is well-formed. (It skips more: it does not match breaks with what they end, and takes simple
/// values for numbers.)
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

/// What is printed reads back the same. Bytes that are text are read as notation, too.
fn notation(bytes: &[u8], checked: Result<(), Error>) {
    match cbor::to_diagnostic(bytes) {
        Ok(text) => assert_eq!(cbor::from_diagnostic(&text).as_deref(), Ok(bytes), "{text}"),
        Err(error) => assert_eq!(Err(error), checked),
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(read) = cbor::from_diagnostic(text)
    {
        assert_eq!(cbor::check(&read, &Limits::DEFAULT), Ok(()));
    }
}

/// What is deterministic stays as it is. It is no longer than what it was made of, but where integers of any size become
/// those with a head: of seven bytes or more nine.
fn deterministic(bytes: &[u8], checked: Result<(), Error>) {
    match cbor::to_deterministic(bytes) {
        Ok(form) => {
            assert!(checked.is_ok() && 7 * form.len() <= 9 * bytes.len());
            assert_eq!(cbor::to_deterministic(&form), Ok(form));
        }
        Err(error) if error.kind() == ErrorKind::DuplicateKey => {
            assert!(checked.is_ok() && error.offset() < bytes.len())
        }
        Err(error) => assert_eq!(Err(error), checked),
    }
}

/// An encoder gives the same tokens back, in no more bytes; and refuses to finish before the last.
fn encode(bytes: &[u8], tokens: &[Token<'_>]) {
    let mut encoder = Encoder::new();
    for &token in tokens {
        assert!(encoder.clone().finish().is_err());
        encoder.token(token);
    }
    let written = encoder.finish().expect("the tokens of an item");
    assert!(written.len() <= bytes.len());
    let again: Result<Vec<_>, _> = Tokens::new(&written).collect();
    // In words, in which what is no number is equal to itself.
    assert_eq!(format!("{:?}", again.as_deref()), format!("{:?}", Ok::<_, Error>(tokens)));
}
