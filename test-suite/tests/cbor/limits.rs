//! Limits on depth and size.

use packed_data::Limits;
use packed_data::cbor::{self, Encoder, Error, ErrorKind, Scanner, Tokens};
use test_suite::LEVELS;

/// Returns the errors of everything that reads bytes.
fn errors(bytes: &[u8]) -> [Option<Error>; 6] {
    [
        cbor::check(bytes, &Limits::DEFAULT).err(),
        cbor::check_prefix(bytes, &Limits::DEFAULT).err(),
        Tokens::new(bytes).find_map(Result::err),
        Scanner::new().advance(bytes).err(),
        cbor::to_deterministic(bytes).err(),
        cbor::to_diagnostic(bytes).err(),
    ]
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for thousands of levels")]
fn a_million_levels_are_too_deep_and_1024_are_not() {
    for (open, leaf, close) in [
        (&[0x81][..], &[0x00][..], &[][..]),
        (&[0x9F], &[0x00], &[0xFF]),
        (&[0xA1, 0x00], &[0x00], &[]),
        (&[0xC5], &[0x00], &[]),
        (&[0xBF, 0x00], &[0x00], &[0xFF]),
        (&[0xC1, 0x81], &[0x60], &[]),
    ] {
        let levels = if open[0] == 0xC1 { 2 } else { 1 };
        let nested = |times: usize| [&open.repeat(times), leaf, &close.repeat(times)].concat();
        assert_eq!(errors(&nested(1024 / levels)), [None; 6]);
        for times in [1024 / levels + 1, 1_000_000] {
            for error in errors(&nested(times)) {
                let error = error.unwrap();
                assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 1024 });
                assert_eq!(error.offset(), open.len() * 1024 / levels);
            }
        }
    }
}

#[test]
fn keys_may_nest_as_deep_as_values() {
    let levels = LEVELS.depth as usize;
    let bytes = [vec![0xA1; levels], vec![0x00; levels + 1]].concat();
    assert_eq!(errors(&bytes), [None; 6]);
    let text = cbor::to_diagnostic(&bytes).unwrap();
    assert_eq!(cbor::from_diagnostic(&text).unwrap(), bytes);
}

#[test]
fn depth_zero_allows_no_container() {
    let limits = Limits { depth: 0, ..Limits::DEFAULT };
    for flat in [&[0x00][..], &[0x60], &[0x7F, 0xFF], &[0x5F, 0x40, 0xFF], &[0xF6]] {
        assert_eq!(cbor::check(flat, &limits), Ok(()));
    }
    for nested in [&[0x80][..], &[0xA0], &[0xC1, 0x00], &[0x9F, 0xFF], &[0xBF, 0xFF]] {
        assert_eq!(cbor::check(nested, &limits).unwrap_err().kind(), ErrorKind::TooDeep { limit: 0 });
        assert_eq!(Tokens::with_limits(nested, &limits).count(), 1);
    }
}

#[test]
fn size() {
    let limits = Limits { bytes: 3, ..Limits::DEFAULT };
    let too_large = Err((ErrorKind::TooLarge { limit: 3 }, 3));
    let of = |error: Error| (error.kind(), error.offset());
    assert_eq!(cbor::check(&[0x82, 1, 2], &limits), Ok(()));
    assert_eq!(cbor::check(&[0x83, 1, 2, 3], &limits).map_err(of), too_large);
    assert_eq!(Tokens::with_limits(&[0x83, 1, 2, 3], &limits).next().unwrap().map(drop).map_err(of), too_large);
    assert_eq!(cbor::check_prefix(&[0x82, 1, 2, 3], &limits), Ok(3));
    assert_eq!(cbor::check_prefix(&[0x83, 1, 2, 3], &limits).map(drop).map_err(of), too_large);
    // No longer input is allowed, so every allowed input would end before the item does.
    assert_eq!(cbor::check_prefix(&[0x83, 1, 2], &limits).map(drop).map_err(of), too_large);
    let end = ErrorKind::UnexpectedEnd { needed: 3, left: 1 };
    assert_eq!(cbor::check_prefix(&[0x83, 1], &limits).unwrap_err().kind(), end);
}

#[test]
fn a_huge_count_is_refused_at_its_head() {
    for (bytes, needed, left) in [
        (&[0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00][..], u64::MAX, 1),
        (&[0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00], u64::MAX, 2),
        (&[0xBB, 0x80, 0, 0, 0, 0, 0, 0, 0], u64::MAX, 0),
        (&[0x9F, 0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], u64::MAX - 1, 0),
        (&[0x9B, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0], 4, 3),
        (&[0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], u64::MAX, 0),
    ] {
        let error = cbor::check(bytes, &Limits::DEFAULT).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd { needed, left });
    }
}

#[test]
fn an_encoder_has_a_limit_too() {
    let nest = |levels| {
        let mut encoder = Encoder::new();
        for _ in 0..levels {
            encoder.array(1);
        }
        encoder.null();
        encoder.finish()
    };
    assert_eq!(nest(1024).unwrap().len(), 1025);
    assert_eq!(
        nest(1025).unwrap_err().to_string(),
        "too deep: expected at most 1024 nested levels, found more, at byte 1024"
    );
}
