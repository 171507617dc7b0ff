//! Calls that an encoder refuses.

use packed_data::cbor::{EncodeErrorKind, Encoder, Limits, Tokens, check, from_diagnostic};

#[track_caller]
fn refused(encoder: Encoder, kind: EncodeErrorKind, offset: usize, message: &str) {
    let error = encoder.finish().unwrap_err();
    assert_eq!((error.kind(), error.offset(), error.to_string().as_str()), (kind, offset, message));
}

#[test]
fn items_are_missing() {
    for (write, at_least) in [
        ((|_| {}) as fn(&mut Encoder), 1),
        (|e| done(e.array(3).null()), 2),
        (|e| done(e.map(2).null()), 3),
        (|e| done(e.tag(1)), 1),
        (|e| done(e.open_array()), 1),
        (|e| done(e.open_map().null()), 2),
        (|e| done(e.text_chunks().text("a")), 1),
        (|e| done(e.array(u64::MAX).map(u64::MAX)), u64::MAX),
    ] {
        let mut encoder = Encoder::new();
        write(&mut encoder);
        assert_eq!(encoder.finish().unwrap_err().kind(), EncodeErrorKind::MissingItems { at_least });
    }
    assert_eq!(Encoder::of_sequence().finish(), Ok(vec![]));
    let mut encoder = Encoder::of_sequence();
    encoder.null().array(1);
    refused(
        encoder,
        EncodeErrorKind::MissingItems { at_least: 1 },
        2,
        "missing items: expected at least 1 more, found the end, at byte 2",
    );
}

#[test]
fn one_item_is_too_many() {
    let mut encoder = Encoder::new();
    encoder.array(1).text("a").text("b").array(7);
    refused(encoder, EncodeErrorKind::ExtraItem, 3, "extra item: expected the end, found another token, at byte 3");
    let mut encoder = Encoder::new();
    encoder.null().end();
    assert_eq!(encoder.finish().unwrap_err().kind(), EncodeErrorKind::ExtraItem);
}

#[test]
fn an_end_without_a_beginning() {
    let message = "unexpected break: expected an item, found the end of one, at byte 1";
    let mut encoder = Encoder::new();
    encoder.array(1).end();
    refused(encoder, EncodeErrorKind::UnexpectedBreak, 1, message);
    let mut encoder = Encoder::of_sequence();
    encoder.null().end();
    refused(encoder, EncodeErrorKind::UnexpectedBreak, 1, message);
    let mut encoder = Encoder::new();
    encoder.open_map().null().end();
    assert_eq!(encoder.finish().unwrap_err().kind(), EncodeErrorKind::UnexpectedBreak);
}

#[test]
fn a_wrong_item_as_a_chunk() {
    let mut encoder = Encoder::new();
    encoder.byte_chunks().bytes(&[1]).text("a").end();
    let (expected, found) = ("a byte string of definite length", "a text string");
    let message = "not a chunk: expected a byte string of definite length, found a text string, at byte 3";
    refused(encoder, EncodeErrorKind::NotAChunk { expected, found }, 3, message);
    let mut encoder = Encoder::new();
    encoder.text_chunks().text_chunks();
    let (expected, found) = ("a text string of definite length", "an item of indefinite length");
    assert_eq!(encoder.finish().unwrap_err().kind(), EncodeErrorKind::NotAChunk { expected, found });
}

#[test]
fn invalid_simple_values() {
    for value in 0..=255 {
        let mut encoder = Encoder::new();
        encoder.simple(value);
        match encoder.finish() {
            Ok(bytes) => assert!(check(&bytes, Limits::DEFAULT).is_ok() && !(24..32).contains(&value)),
            Err(error) => {
                assert!((24..32).contains(&value));
                assert_eq!(error.kind(), EncodeErrorKind::InvalidSimple { found: value });
            }
        }
    }
}

#[test]
fn the_first_error_is_reported_and_nothing_is_written_after_it() {
    let mut encoder = Encoder::new();
    encoder.array(2).end().simple(24).null().null().null();
    assert_eq!(encoder.finish().unwrap_err().kind(), EncodeErrorKind::UnexpectedBreak);
}

#[test]
fn integers() {
    for n in [0, 23, 24, -1, -24, -25, 1 << 64, -(1 << 64), -(1 << 64) - 1, (1 << 64) - 1, i128::MAX, i128::MIN] {
        let mut encoder = Encoder::new();
        encoder.integer(n);
        let bytes = encoder.finish().unwrap();
        assert_eq!(bytes, from_diagnostic(&n.to_string()).unwrap());
        if let Some(value) = Tokens::new(&bytes).next().unwrap().unwrap().as_integer() {
            assert_eq!(value, n);
        }
    }
}

/// Discards the encoder that a chain of calls returns.
fn done(_: &mut Encoder) {}
