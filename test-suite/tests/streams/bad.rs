//! Invalid streams.

use packed_data::stream::{self, Decoder, Error, ErrorKind, Reader, Step, Writer};
use packed_data::{self, Compact, Limits, Packable, Packed};
use proptest::collection::vec;
use proptest::prelude::*;
use test_suite::{Json, TestLayout, check};

use crate::{frame, framed, place};

/// Returns the first error that a reader finds in bytes; a decoder must return the same.
#[track_caller]
fn refused<T: Packable, L: TestLayout>(bytes: &[u8], limits: Limits) -> Error {
    let mut reader = Reader::<_, T, L>::with_limits(bytes, &limits);
    let error = loop {
        match reader.next() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("accepted: {bytes:?}"),
            Err(error) => break error,
        }
    };
    let mut decoder = Decoder::<T, L>::with_limits(&limits);
    let in_pieces = bytes.chunks(2).find_map(|piece| {
        decoder.feed(piece);
        loop {
            match decoder.next() {
                Ok(Step::Value(_)) => {}
                Ok(Step::NeedAtLeast(_)) => return None,
                Ok(Step::End) => panic!("an end without an error"),
                Err(error) => return Some(error),
            }
        }
    });
    let in_pieces = in_pieces.unwrap_or_else(|| decoder.finish().unwrap_err());
    assert_eq!(in_pieces.to_string(), error.to_string());
    error
}

/// Bytes that are announced and do not arrive take no memory.
pub(crate) fn lengths_beyond_the_limit<L: TestLayout>() {
    let good = framed::<_, L>(&7_u32);
    for (length, limit) in [
        (&[0xFE, 255, 255, 255, 255, 255, 255, 255, 255][..], usize::MAX),
        (&[0xFE, 0, 0, 0, 0, 1, 0, 0, 0], 64 << 20),
        (&[0xFD, 1, 0, 0, 4], 64 << 20),
        (&[0xFC, 232, 3], 999),
        (&[100], 99),
    ] {
        let limits = Limits { bytes: limit, ..stream::LIMITS };
        let bytes = [&good, length, &good].concat();
        let error = refused::<u32, L>(&bytes, limits);
        assert!(matches!(error.kind(), ErrorKind::Frame(packed_data::ErrorKind::TooLarge { limit: l }) if *l == limit));
        assert_eq!(place(&error), (1, good.len() as u64));
        assert_eq!(error.path(), None);

        // Nothing follows, and none of the bytes that arrive are kept.
        let mut decoder = Decoder::<u32, L>::with_limits(&limits);
        decoder.feed(&bytes);
        assert!(decoder.next().is_ok());
        let capacity = decoder.capacity();
        assert_eq!(decoder.next().err().unwrap().to_string(), error.to_string());
        for _ in 0..if cfg!(miri) { 2 } else { 1000 } {
            assert!(matches!(decoder.next(), Ok(Step::End)));
            decoder.feed(&bytes);
        }
        assert_eq!(decoder.finish().unwrap_err().to_string(), error.to_string());
        assert_eq!(decoder.capacity(), capacity);
    }
    // Just within the limit: the decoder waits for the bytes, which takes no memory either.
    for length in [&[0xFD, 0, 0, 0, 4][..], &[0xFD, 255, 255, 255, 3]] {
        let mut decoder = Decoder::<Vec<u8>, L>::new();
        decoder.feed(length);
        let Ok(Step::NeedAtLeast(more)) = decoder.next() else { panic!("expected a request for more bytes") };
        assert!(more >= (64 << 20) - 1 && decoder.capacity() <= 8);
        let mut reader = Reader::<_, Vec<u8>, L>::new(length);
        let error = reader.next().err().unwrap();
        assert!(matches!(error.kind(), ErrorKind::Truncated { found: 5, needed } if *needed == more));
        assert_eq!(reader.capacity(), 32 << 10);
    }
}

/// A length has only one form.
pub(crate) fn invalid_lengths<L: TestLayout>() {
    let good = framed::<_, L>(&7_u32);
    for (length, message) in [
        (&[0xFF][..], "invalid length: expected a first byte of 0 to 254, found 255"),
        (&[0xFC, 251, 0], "number not minimal: expected the shortest form of 251, found a longer one"),
        (&[0xFD, 0xFF, 0xFF, 0, 0], "number not minimal: expected the shortest form of 65535, found a longer one"),
        (&[0xFE, 9, 0, 0, 0, 0, 0, 0, 0], "number not minimal: expected the shortest form of 9, found a longer one"),
    ] {
        let error = refused::<u32, L>(&[&good, &good, length, &good].concat(), stream::LIMITS);
        assert!(matches!(error.kind(), ErrorKind::Frame(_)));
        let offset = 2 * good.len();
        assert_eq!(error.to_string(), format!("{message}, at byte {offset} of the stream, after 2 whole values"));
    }
}

/// A frame with an invalid value is skipped, and its error contains the offset in the stream.
pub(crate) fn invalid_values<L: TestLayout>() {
    let good = framed::<_, L>(&"good".to_string());
    let empty = frame(&[]);
    for bad in [empty, frame(&[0xFF; 3]), frame(&[0xFF; 300])] {
        let bytes = [&good[..], &bad, &good].concat();
        let error = refused::<String, L>(&bytes, stream::LIMITS);
        let ErrorKind::Value(inner) = error.kind() else { panic!("{error}") };
        let header = if bad.len() < 252 { 1 } else { 3 };
        assert_eq!(place(&error), (1, (good.len() + header + inner.offset()) as u64));
        assert_eq!(std::error::Error::source(&error).unwrap().to_string(), inner.to_string());

        let mut reader = Reader::<_, String, L>::new(bytes.as_slice());
        assert!(reader.next().is_ok_and(|value| value.is_some()));
        assert!(reader.next().is_err());
        assert!(reader.next().is_ok_and(|value| value.is_some()));
        assert!(reader.next().is_ok_and(|value| value.is_none()));
        assert_eq!((reader.values(), reader.refused(), reader.offset()), (2, 1, bytes.len() as u64));
    }
}

/// A frame that is longer than its value.
pub(crate) fn trailing_bytes<L: TestLayout>() {
    let mut value = Packed::<String, L>::pack(&"good".into()).into_inner();
    let size = value.len();
    value.extend_from_slice(&[0, 0]);
    let error = refused::<String, L>(&frame(&value), stream::LIMITS);
    let kind = packed_data::ErrorKind::TrailingBytes { count: 2 };
    assert!(matches!(error.kind(), ErrorKind::Value(error) if error.kind() == kind));
    assert_eq!(place(&error), (0, 1 + size as u64));
}

/// The other limits apply to each value.
pub(crate) fn values_nested_too_deep<L: TestLayout>() {
    let value = Json::Array(vec![Json::Array(vec![Json::Array(vec![Json::Null, Json::Null]), Json::Null]), Json::Null]);
    let bytes = framed::<_, L>(&value);
    let limits = Limits { depth: 1, ..stream::LIMITS };
    let error = refused::<Json, L>(&bytes, limits);
    let ErrorKind::Value(inner) = error.kind() else { panic!("{error}") };
    assert_eq!(inner.kind(), packed_data::ErrorKind::TooDeep { limit: 1 });
    let path = error.path().unwrap().to_string();
    assert!(path.starts_with("Json::Array.0 > [0]"), "{path}");
    assert!(error.to_string().ends_with(&format!("after 0 whole values, in {path}")), "{error}");

    let mut writer = Writer::<_, Json, L>::with_limits(Vec::new(), &limits);
    let error = writer.write(&value).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Value(error) if error.kind() == packed_data::ErrorKind::TooDeep { limit: 1 })
    );
    writer.write(&Json::Null).unwrap();
    assert_eq!(writer.into_inner(), framed::<_, L>(&Json::Null));
}

/// A writer does not begin a value that a reader would refuse.
pub(crate) fn values_too_large_to_write<L: TestLayout>() {
    let limits = Limits { bytes: 100, ..stream::LIMITS };
    let mut writer = Writer::<_, Vec<u8>, L>::with_limits(Vec::new(), &limits);
    let (small, large) = (vec![1; 20], vec![2; 100]);
    for _ in 0..2 {
        writer.write(&small).unwrap();
        let before = (writer.values(), writer.offset());
        for error in [writer.write(&large), writer.write_packed(&Packed::<_, L>::pack(&large))] {
            let error = error.unwrap_err();
            let kind = packed_data::ErrorKind::TooLarge { limit: 100 };
            assert!(matches!(error.kind(), ErrorKind::Value(error) if error.kind() == kind));
            assert_eq!(error.values(), before.0);
        }
        assert_eq!((writer.values(), writer.offset()), before);
    }
    assert_eq!(writer.into_inner(), framed::<_, L>(&small).repeat(2));
}

/// Whatever the bytes are, reader and decoder come to an end if they are called again after every error, and they
/// return the same.
pub(crate) fn garbage<L: TestLayout>() {
    check((vec(any::<u8>(), 0..200), 1_usize..20), |(bytes, size)| {
        let limits = Limits { bytes: 1000, ..stream::LIMITS };
        let mut read = Vec::new();
        let mut reader = Reader::<_, Json, L>::with_limits(bytes.as_slice(), &limits);
        loop {
            match reader.next() {
                Ok(Some(value)) => read.push(Ok(value.as_bytes().to_vec())),
                Ok(None) => break,
                Err(error) => read.push(Err((error.is_fatal(), error.to_string()))),
            }
        }
        let fatal = read.iter().position(|found| matches!(found, Err((true, _))));
        assert!(fatal.is_none_or(|at| at + 1 == read.len()), "{read:?}");
        let (mut decoded, mut decoder) = (Vec::new(), Decoder::<Json, L>::with_limits(&limits));
        for piece in bytes.chunks(size) {
            decoder.feed(piece);
            loop {
                match decoder.next() {
                    Ok(Step::Value(value)) => decoded.push(Ok(value.as_bytes().to_vec())),
                    Ok(Step::NeedAtLeast(more)) => {
                        assert!(more > 0);
                        break;
                    }
                    Ok(Step::End) => break,
                    Err(error) => decoded.push(Err((error.is_fatal(), error.to_string()))),
                }
            }
        }
        if let Err(error) = decoder.finish()
            && matches!(error.kind(), ErrorKind::Truncated { .. })
        {
            decoded.push(Err((error.is_fatal(), error.to_string())));
        }
        assert_eq!((decoder.values(), decoder.refused()), (reader.values(), reader.refused()));
        assert_eq!(decoded, read);
    });
}

/// Values that take no bytes have frames too.
#[test]
fn frames_without_bytes() {
    let mut reader = Reader::<_, (), Compact>::new(&[0, 0, 0][..]);
    assert_eq!(reader.for_each(|_| Ok::<_, Error>(())).unwrap(), 3);
}

/// The conversion to an I/O error.
#[test]
fn as_an_error_of_io() {
    use std::io::{Error, ErrorKind};
    let of = |bytes: &[u8]| Error::from(refused::<u32, Compact>(bytes, stream::LIMITS));
    assert_eq!(of(&[4, 0]).kind(), ErrorKind::UnexpectedEof);
    assert_eq!(of(&[0xFF]).kind(), ErrorKind::InvalidData);
    let invalid = of(&[4, 1, 2, 3, 4, 3, 1, 2, 3]);
    assert_eq!(invalid.kind(), ErrorKind::InvalidData);
    assert_eq!(
        invalid.to_string(),
        "unexpected end of input: expected at least 4 more bytes, found 3, at byte 6 of the stream, after 1 whole value"
    );
    assert_eq!(Error::from(stream::Error::from(Error::from(ErrorKind::TimedOut))).kind(), ErrorKind::TimedOut);
}

/// The largest frame that a reader accepts by default is the largest that a writer writes.
#[test]
#[cfg(not(miri))]
fn the_default_limit_is_the_same_on_both_sides() {
    let largest = vec![1_u8; (64 << 20) - 5];
    let mut writer = Writer::<_, Vec<u8>>::new(Vec::new());
    writer.write(&largest).unwrap();
    assert!(writer.write(&vec![1; (64 << 20) - 4]).is_err());
    let bytes = writer.into_inner();
    let mut reader = Reader::<_, Vec<u8>>::new(bytes.as_slice());
    assert_eq!(reader.next_with(|value| value.view().len()).unwrap(), Some(largest.len()));
    assert_eq!(reader.capacity(), bytes.len());
}
