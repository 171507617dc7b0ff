//! Finding 11 of the review: the end of a stream, the errors that end it, and offsets from its start.

use std::io;

use bytes::BytesMut;
use packed_data::stream::{self, Codec, Decoder, Error, ErrorKind, Reader, Step, Writer};
use packed_data::{Cbor, Compact, Layout, Limits, Packable, Packed};
use test_suite::{TestLayout, swept};
use tokio_util::codec::{Decoder as _, Encoder as _};

use crate::{frame, framed, place};

/// The result of a call: a value, or an error and whether it is fatal.
type Found = Result<Vec<u8>, (bool, String)>;

/// More calls than any of these streams has values and errors. If they are used up, the stream does not end.
const CALLS: usize = 1000;

fn failed(error: Error) -> Found {
    Err((error.is_fatal(), error.to_string()))
}

/// Returns the results of a reader that is called again after every error.
fn read<T: Packable, L: Layout>(mut reader: Reader<impl io::Read, T, L>) -> Vec<Found> {
    let mut found = Vec::new();
    for _ in 0..CALLS {
        match reader.next() {
            Ok(Some(value)) => found.push(Ok(value.as_bytes().to_vec())),
            Ok(None) => return found,
            Err(error) => found.push(failed(error)),
        }
    }
    panic!("no end after {CALLS} calls: {:?}", found.last());
}

/// Returns the results of a decoder that is fed `size` bytes at a time, and called again after every error.
fn decoded<T: Packable, L: Layout>(mut decoder: Decoder<T, L>, bytes: &[u8], size: usize) -> Vec<Found> {
    let mut found = Vec::new();
    for piece in bytes.chunks(size) {
        decoder.feed(piece);
        for call in 0.. {
            assert!(call < CALLS, "no end after {CALLS} calls: {:?}", found.last());
            match decoder.next() {
                Ok(Step::Value(value)) => found.push(Ok(value.as_bytes().to_vec())),
                Ok(Step::NeedAtLeast(_) | Step::End) => break,
                Err(error) => found.push(failed(error)),
            }
        }
    }
    // It returns whether the stream may end here, even after an error that `next` returned.
    match decoder.finish() {
        Err(error) if !matches!(error.kind(), ErrorKind::Truncated { .. }) => {
            assert_eq!(found.last(), Some(&failed(error)));
        }
        Err(error) => found.push(failed(error)),
        Ok(()) => {}
    }
    found
}

/// Returns the results of a codec that is called again after every error.
fn decoded_by_codec<T: Packable, L: Layout>(mut codec: Codec<T, T, L>, bytes: &[u8], size: usize) -> Vec<Found> {
    let (mut found, mut arrived) = (Vec::new(), BytesMut::new());
    for piece in bytes.chunks(size).map(Some).chain([None]) {
        arrived.extend_from_slice(piece.unwrap_or_default());
        for call in 0.. {
            assert!(call < CALLS, "no end after {CALLS} calls: {:?}", found.last());
            let next = if piece.is_some() { codec.decode(&mut arrived) } else { codec.decode_eof(&mut arrived) };
            match next {
                Ok(Some(value)) => found.push(Ok(value.as_bytes().to_vec())),
                Ok(None) => break,
                Err(error) => found.push(failed(error)),
            }
        }
    }
    found
}

/// Returns the bytes of a value.
fn value<L: TestLayout>(number: u32) -> Found {
    Ok(Packed::<u32, L>::pack(&number).into_inner())
}

/// Reader, decoder and codec all come to an end after a damaged header, a refused value, and a torn frame. Only the
/// last error is fatal.
pub(crate) fn a_loop_that_continues_after_every_error_ends<L: TestLayout>() {
    let (one, two) = (framed::<_, L>(&1_u32), framed::<_, L>(&2_u32));
    let refused = frame(&[0xFF; 40]);
    let damaged = [&[0xFF][..], &[0xFC, 1, 0], &[0xFD, 255, 255, 255, 255]];
    for end in damaged.into_iter().map(|header| [header, &two, &two].concat()).chain([one[..1].to_vec()]) {
        let bytes = [&one[..], &refused, &two, &refused, &end].concat();
        let expected = read(Reader::<_, u32, L>::new(bytes.as_slice()));
        let [first, second, third, fourth, last] = &expected[..] else { panic!("{expected:?}") };
        assert_eq!((first, third), (&value::<L>(1), &value::<L>(2)));
        assert!(matches!((second, fourth), (Err((false, _)), Err((false, _)))), "{expected:?}");
        assert!(matches!(last, Err((true, _))), "{expected:?}");
        for size in [1, 3, 1000] {
            assert_eq!(decoded(Decoder::<u32, L>::new(), &bytes, size), expected);
            assert_eq!(decoded_by_codec(Codec::<u32, u32, L>::new(), &bytes, size), expected);
        }
    }
}

#[test]
fn a_loop_over_a_sequence_ends_too() {
    // 1, a text, 2; then a break, a reserved head, or a torn item.
    for end in [&[0xFF, 3, 3][..], &[0x1F, 3, 3], &[0x19, 1]] {
        let bytes = [&[1, 0x61, b'a', 2], end].concat();
        let expected = read(Reader::<_, u32, Cbor>::sequence(bytes.as_slice()));
        let [first, second, third, last] = &expected[..] else { panic!("{expected:?}") };
        assert_eq!((first, third), (&Ok(vec![1]), &Ok(vec![2])));
        assert!(matches!(second, Err((false, _))), "{expected:?}");
        assert!(matches!(last, Err((true, _))), "{expected:?}");
        for size in [1, 3, 1000] {
            assert_eq!(decoded(Decoder::<u32, Cbor>::sequence(), &bytes, size), expected);
            assert_eq!(decoded_by_codec(Codec::<u32, u32, Cbor>::sequence(), &bytes, size), expected);
        }
    }
}

/// A source that fails again and again is reported once, whatever its error.
#[test]
fn a_loop_over_a_source_that_always_fails_ends() {
    struct Fails(io::ErrorKind, bool);
    impl io::Read for Fails {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.1, true) {
                return Err(self.0.into());
            }
            into[..3].copy_from_slice(&[1, 7, 1]);
            Ok(3)
        }
    }
    for kind in [io::ErrorKind::ConnectionReset, io::ErrorKind::Other, io::ErrorKind::UnexpectedEof] {
        let found = read(Reader::<_, u8>::new(Fails(kind, false)));
        let [Ok(seven), Err((true, message))] = &found[..] else { panic!("{found:?}") };
        assert_eq!(seven, &[7]);
        assert!(message.ends_with("at byte 3 of the stream, after 1 whole value"), "{message}");
    }
}

/// The offset of a torn stream is where to truncate it. Offsets of the values that are appended continue from there.
pub(crate) fn a_torn_stream_is_truncated_at_the_offset_and_appended_to<L: TestLayout>() {
    let values = [vec![1_u16; 5], vec![2; if cfg!(miri) { 20 } else { 300 }], vec![3; 2]];
    let whole: Vec<u8> = values.iter().map(framed::<_, L>).collect::<Vec<_>>().concat();
    let second = framed::<_, L>(&values[0]).len();
    for cut in swept(second + 1..second + framed::<_, L>(&values[1]).len()) {
        let mut file = whole[..cut].to_vec();
        let mut reader = Reader::<_, Vec<u16>, L>::new(file.as_slice());
        assert!(reader.next().unwrap().is_some());
        let error = reader.next().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Truncated { found, .. } if *found == cut - second));
        assert_eq!(place(&error), (1, second as u64));

        let mut codec = Codec::<Vec<u16>, Vec<u16>, L>::new();
        let mut arrived = BytesMut::from(file.as_slice());
        assert!(codec.decode(&mut arrived).unwrap().is_some());
        assert_eq!(codec.decode_eof(&mut arrived).unwrap_err().to_string(), error.to_string());

        file.truncate(usize::try_from(error.offset()).unwrap());
        let mut writer = Writer::<_, Vec<u16>, L>::new(&mut file).starting_at(error.offset());
        writer.write(&values[1]).unwrap();
        writer.write(&values[2]).unwrap();
        assert_eq!((writer.values(), writer.offset()), (2, whole.len() as u64));
        assert_eq!(file, whole);
    }
}

#[test]
fn a_torn_sequence_is_truncated_at_the_offset_and_appended_to() {
    let whole = b"\x62to\x62be\x62or";
    let mut file = whole[..5].to_vec();
    let error = Reader::<_, String, Cbor>::sequence(file.as_slice()).for_each(|_| Ok::<_, Error>(())).unwrap_err();
    assert_eq!(place(&error), (1, 3));
    assert_eq!(
        error.to_string(),
        "truncated stream: expected a frame of at least 3 bytes, found the end after 2, at byte 3 of the stream, \
         after 1 whole value"
    );
    file.truncate(3);
    let mut writer = Writer::<_, str, Cbor>::sequence(&mut file).starting_at(3);
    writer.write("be").unwrap();
    writer.write("or").unwrap();
    assert_eq!(writer.offset(), 9);
    assert_eq!(file, whole);
}

/// `values` counts the values that were returned, `refused` those that were skipped, both in readers and in errors.
pub(crate) fn values_counts_those_that_were_returned<L: TestLayout>() {
    let (good, bad) = (framed::<_, L>(&7_u32), frame(&[]));
    let bytes = [&bad[..], &good, &bad, &good, &good, &bad, &[0xFF]].concat();
    let mut reader = Reader::<_, u32, L>::new(bytes.as_slice());
    let mut decoder = Decoder::<u32, L>::new();
    decoder.feed(&bytes);
    let (mut returned, mut refused) = (0, 0);
    loop {
        assert_eq!((reader.values(), reader.refused()), (returned, refused));
        assert_eq!((decoder.values(), decoder.refused()), (returned, refused));
        match (reader.next(), decoder.next()) {
            (Ok(Some(_)), Ok(Step::Value(_))) => returned += 1,
            (Err(error), Err(same)) => {
                assert_eq!((error.values(), error.refused()), (returned, refused));
                assert_eq!((same.values(), same.refused()), (returned, refused));
                refused += u64::from(!error.is_fatal());
            }
            (Ok(None), Ok(Step::End)) => break,
            others => panic!("{others:?}"),
        }
    }
    assert_eq!((returned, refused), (3, 3));
}

#[test]
fn an_error_names_refused_values() {
    let mut reader = Reader::<_, bool>::new(&[1, 7, 1, 1, 1, 9][..]);
    assert!(reader.next().is_err());
    assert!(reader.next().unwrap().is_some());
    assert_eq!(
        reader.next().unwrap_err().to_string(),
        "invalid bool: expected 0 or 1, found 9, at byte 5 of the stream, after 1 whole value and 1 refused"
    );
}

/// Offsets count from the start of the stream, even if a reader or writer begins in the middle of it.
#[test]
fn offsets_count_from_the_start_of_the_stream() {
    struct Full(usize);
    impl io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.0);
            self.0 -= count;
            if count == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(count) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let limits = Limits { bytes: 2, ..stream::LIMITS };
    let mut writer = Writer::<_, [u16], Compact>::with_limits(Full(4), &limits).starting_at(100);
    assert_eq!(writer.offset(), 100);
    let error = writer.write(&[1, 2]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Value(inner) if error.offset() == 100 + inner.offset() as u64));
    writer.write(&[]).unwrap();
    assert_eq!(writer.offset(), 102);
    let mut writer = Writer::<_, u16, Compact>::with_limits(Full(4), &limits).starting_at(100);
    writer.write(&7).unwrap();
    let (torn, broken) = (writer.write(&8).unwrap_err(), writer.write(&8).unwrap_err());
    assert!(matches!((torn.kind(), broken.kind()), (ErrorKind::Io(_), ErrorKind::Broken)));
    assert!(torn.is_fatal() && broken.is_fatal());
    assert_eq!((torn.offset(), broken.offset(), writer.offset()), (104, 104, 104));

    let bytes = [2, 7, 0, 2, 8];
    let mut reader = Reader::<_, u16>::new(&bytes[..]).starting_at(100);
    let mut decoder = Decoder::<u16>::new().starting_at(100);
    let mut codec = Codec::<u16>::new().reading_at(100).writing_at(200);
    let mut arrived = BytesMut::from(&bytes[..]);
    decoder.feed(&bytes);
    assert!(reader.next().unwrap().is_some());
    assert!(matches!(decoder.next(), Ok(Step::Value(_))));
    assert!(codec.decode(&mut arrived).unwrap().is_some());
    assert_eq!((reader.offset(), decoder.offset()), (103, 103));
    assert_eq!(reader.next().unwrap_err().offset(), 103);
    assert_eq!(decoder.finish().unwrap_err().offset(), 103);
    assert_eq!(codec.decode_eof(&mut arrived).unwrap_err().offset(), 103);

    let mut codec = Codec::<[u16], [u16], Compact>::with_limits(&limits).reading_at(100).writing_at(200);
    codec.encode(&[][..], &mut arrived).unwrap();
    let error = codec.encode(&[1, 2][..], &mut arrived).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Value(inner) if error.offset() == 202 + inner.offset() as u64));
    assert!(!error.is_fatal());

    // A start close to the largest 64-bit offset.
    let mut decoder = Decoder::<u16>::new().starting_at(u64::MAX - 1);
    decoder.feed(&bytes);
    assert!(matches!(decoder.next(), Ok(Step::Value(_))));
    assert_eq!(decoder.offset(), u64::MAX);
}
