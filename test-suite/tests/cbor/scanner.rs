//! Compares a scanner that is fed in pieces with a check of the whole.

use packed_data::Limits;
use packed_data::cbor::{self, ErrorKind, Scan, Scanner};

use crate::digits;
use crate::random::{Random, for_each_input};

/// Returns the result of a scanner that is fed in pieces; every bound on the way is checked.
fn fed(bytes: &[u8], mut piece: impl FnMut() -> usize) -> Result<Option<usize>, cbor::Error> {
    let mut scanner = Scanner::new();
    let mut len = 0;
    let item = cbor::check_prefix(bytes, &Limits::DEFAULT).ok();
    loop {
        match scanner.advance(&bytes[..len])? {
            Scan::Item(size) => {
                assert_eq!(scanner.advance(&bytes[..len]), Ok(Scan::Item(size)));
                return Ok(Some(size));
            }
            Scan::NeedAtLeast(more) => {
                assert!(more > 0);
                assert!(item.is_none_or(|size| len + more <= size), "{} of {}", len + more, digits(bytes));
            }
        }
        if len == bytes.len() {
            return Ok(None);
        }
        len = (len + piece()).min(bytes.len());
    }
}

#[test]
fn pieces_and_the_whole_agree() {
    for_each_input(10_000, |bytes| {
        let mut random = Random(bytes.len() as u64);
        let whole = cbor::check_prefix(bytes, &Limits::DEFAULT);
        for scan in [fed(bytes, || 1), fed(bytes, || bytes.len()), fed(bytes, || 1 + random.below(4) as usize)] {
            match (whole, scan) {
                (Ok(size), Ok(Some(found))) => assert_eq!(found, size),
                (Err(error), Ok(None)) => assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{error}"),
                // The check may find the missing end earlier than the scanner finds another error.
                (Err(error), Err(other)) => {
                    assert!(
                        error == other || matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }),
                        "{error} {other}"
                    );
                }
                (whole, scan) => panic!("{}: {whole:?}, but in pieces {scan:?}", digits(bytes)),
            }
        }
    });
}

#[test]
fn bounds_are_exact_where_a_head_contains_the_length() {
    for (bytes, more) in [
        (&[][..], 1),
        (&[0x19], 2),
        (&[0x1B, 0], 7),
        (&[0x58], 1),
        (&[0x58, 100], 100),
        (&[0x58, 100, 0, 0], 98),
        (&[0x83], 3),
        (&[0x83, 0x00], 2),
        (&[0xA2], 4),
        (&[0x9F], 1),
        (&[0xBF], 1),
        (&[0xBF, 0x00], 2),
        (&[0xC1], 1),
        (&[0x83, 0x9F], 3),
        (&[0x82, 0x82, 0x43, 0x01], 4),
        (&[0x7F], 1),
        (&[0x7F, 0x62], 3),
        (&[0xBF, 0x19], 4),
    ] {
        assert_eq!(Scanner::new().advance(bytes), Ok(Scan::NeedAtLeast(more)), "{}", digits(bytes));
    }
}

#[test]
fn a_claim_past_the_limit_is_refused_when_it_is_made() {
    let limits = Limits { bytes: 100, ..Limits::DEFAULT };
    for (bytes, fits) in [
        (&[0x58, 98][..], true),
        (&[0x58, 99], false),
        (&[0x98, 98], true),
        (&[0x98, 99], false),
        (&[0x98, 98, 0x58], false),
        (&[0x98, 97, 0x41], true),
        (&[0x98, 97, 0x42], false),
        (&[0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], false),
    ] {
        let mut scanner = Scanner::with_limits(&limits);
        let scan = scanner.advance(bytes);
        match scan {
            Ok(Scan::NeedAtLeast(more)) => assert!(fits && bytes.len() + more <= 100, "{}", digits(bytes)),
            Err(error) => assert_eq!((error.kind(), fits), (ErrorKind::TooLarge { limit: 100 }, false)),
            Ok(scan) => panic!("{scan:?}"),
        }
        assert_eq!(scanner.advance(bytes), scan);
    }
    let endless = [0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    assert!(Scanner::default().advance(&endless).is_err());
}

/// An item that is too large, and wrong after that, is too large: also where it has arrived whole.
#[test]
fn an_error_does_not_depend_on_the_pieces() {
    let text = [0x84, 0x78, 60, b'x', 0xFF].into_iter().chain([b'x'; 60]).collect::<Vec<_>>();
    for (limit, bytes) in [(20, &text[..]), (4, &[0x83, 0, 0, 0xF8, 0x10]), (4, &[0x82, 0, 0x19, 0xFF, 0xFF, 0xFF])] {
        let limits = Limits { bytes: limit, ..Limits::DEFAULT };
        let error = Scanner::with_limits(&limits).advance(bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge { limit });
    }
    for_each_input(3_000, |bytes| {
        for limits in (0..20).map(|bytes| Limits { bytes, depth: 3, ..Limits::DEFAULT }) {
            let mut scanner = Scanner::with_limits(&limits);
            let in_pieces: Result<Vec<_>, _> = (0..=bytes.len()).map(|len| scanner.advance(&bytes[..len])).collect();
            assert_eq!(in_pieces.err(), Scanner::with_limits(&limits).advance(bytes).err(), "{}", digits(bytes));
        }
    });
}

#[test]
fn a_byte_at_a_time_takes_linear_time() {
    // If each call began again at the first byte, it would take a millisecond: three minutes in all.
    let mut bytes = vec![0x9F];
    bytes.extend([0x00; if cfg!(miri) { 200 } else { 200_000 }]);
    bytes.push(0xFF);
    assert_eq!(fed_quickly(&bytes), bytes.len());
}

fn fed_quickly(bytes: &[u8]) -> usize {
    let mut scanner = Scanner::new();
    let ends = (0..=bytes.len()).filter_map(|len| match scanner.advance(&bytes[..len]).unwrap() {
        Scan::Item(size) => Some(size),
        Scan::NeedAtLeast(_) => None,
    });
    ends.last().unwrap()
}
