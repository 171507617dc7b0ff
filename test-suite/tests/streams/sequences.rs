//! CBOR sequences (RFC 8742), which have nothing between the values.

use bytes::BytesMut;
use packed_data::cbor::from_diagnostic;
use packed_data::layout::haskell::Serialise;
use packed_data::stream::{self, Codec, Decoder, Error, ErrorKind, Reader, Step, Writer};
use packed_data::{Cbor, Limits, Packable, Packed};
use proptest::collection::vec;
use proptest::prelude::*;
use test_suite::{Json, List, Sample, TestLayout, check};
use tokio_util::codec::{Decoder as _, Encoder as _};

use crate::sources::Short;
use crate::{cut, place};

/// A layout with self-delimiting values.
trait Sequenced: TestLayout {
    fn writer<T: Packable>(limits: &Limits) -> Writer<Vec<u8>, T, Self>;
    fn reader<R: std::io::Read, T: Packable>(source: R, limits: &Limits) -> Reader<R, T, Self>;
    fn decoder<T: Packable>(limits: &Limits) -> Decoder<T, Self>;
    fn codec<T: Packable>() -> Codec<T, T, Self>;
}

macro_rules! over_sequences {
    ($($check:ident),+ $(,)?) => {
        over_sequences! { @ cbor Cbor ($($check)+) }
        over_sequences! { @ serialise Serialise ($($check)+) }
    };
    (@ $layout:ident $L:ident ($($check:ident)+)) => {
        impl Sequenced for $L {
            fn writer<T: Packable>(limits: &Limits) -> Writer<Vec<u8>, T, Self> {
                Writer::<_, T, $L>::sequence_with_limits(Vec::new(), limits)
            }

            fn reader<R: std::io::Read, T: Packable>(source: R, limits: &Limits) -> Reader<R, T, Self> {
                Reader::<_, T, $L>::sequence_with_limits(source, limits)
            }

            fn decoder<T: Packable>(limits: &Limits) -> Decoder<T, Self> {
                Decoder::<T, $L>::sequence_with_limits(limits)
            }

            fn codec<T: Packable>() -> Codec<T, T, Self> {
                Codec::<T, T, $L>::sequence()
            }
        }

        mod $layout {
            $(
                #[test]
                fn $check() {
                    super::$check::<super::$L>();
                }
            )+
        }
    };
}

over_sequences!(
    values_one_after_the_other,
    pieces,
    every_end,
    large_items_byte_by_byte,
    long_lists,
    the_same_depth_as_alone,
    items_after_last_fields_are_limited,
    other_types,
    ill_formed_items,
    claims,
    values_too_large_to_write,
    one_buffer,
    garbage,
    over_a_codec,
);

/// Returns the sequence of values that a writer writes.
fn sequence<T: Packable, L: Sequenced>(values: &[T]) -> Vec<u8> {
    let mut writer = L::writer::<T>(&stream::LIMITS);
    values.iter().for_each(|value| writer.write(value).unwrap());
    let bytes = values.iter().map(|value| Packed::<T, L>::pack(value).into_inner()).collect::<Vec<_>>().concat();
    assert_eq!((writer.values(), writer.offset()), (values.len() as u64, bytes.len() as u64));
    assert_eq!(writer.get_ref(), &bytes);
    writer.into_inner()
}

/// Returns the values and errors of a reader that is called again after every error.
fn read_all<T: Packable, L: Sequenced>(bytes: &[u8], limits: &Limits) -> Vec<Result<Vec<u8>, String>> {
    let (mut reader, mut found) = (L::reader::<_, T>(bytes, limits), Vec::new());
    loop {
        match reader.next() {
            Ok(Some(value)) => found.push(Ok(value.as_bytes().to_vec())),
            Ok(None) => return found,
            Err(error) => found.push(Err(error.to_string())),
        }
    }
}

/// Returns the first error in bytes.
#[track_caller]
fn refused<T: Packable, L: Sequenced>(bytes: &[u8], limits: &Limits) -> Error {
    let mut reader = L::reader::<_, T>(bytes, limits);
    loop {
        match reader.next() {
            Ok(value) => assert!(value.is_some(), "accepted: {bytes:?}"),
            Err(error) => return error,
        }
    }
}

fn item(text: &str) -> Vec<u8> {
    from_diagnostic(text).unwrap()
}

/// Values follow each other with no byte between them, in any encoding.
fn values_one_after_the_other<L: Sequenced>() {
    let mut writer = L::writer::<(u8, String)>(&stream::LIMITS);
    writer.write(&(1, "to".into())).unwrap();
    writer.write_packed(&Packed::pack(&(200, "be".into()))).unwrap();
    assert_eq!(writer.into_inner(), b"\x82\x01\x62to\x82\x18\xC8\x62be");

    let others = [item("7_3"), item("1(7_0)"), item("7")].concat();
    let mut reader = L::reader::<_, u16>(others.as_slice(), &stream::LIMITS);
    assert_eq!(
        reader
            .for_each(|seven| {
                assert_eq!(seven.unpack(), Ok(7));
                Ok::<_, Error>(())
            })
            .unwrap(),
        3
    );
    assert_eq!(reader.offset(), 9 + 3 + 1);
}

/// However the sequence is cut, the values are those that were written.
fn pieces<L: Sequenced>() {
    check((vec(Json::any(), 0..6), vec(1_usize..50, 1..5)), |(values, sizes)| {
        let bytes = sequence::<Json, L>(&values);
        assert_eq!(cut::decode_pieces(L::decoder::<Json>(&stream::LIMITS), &bytes, &sizes), values);
        assert_eq!(cut::read_all(L::reader::<_, Json>(Short::new(&bytes, sizes), &stream::LIMITS)), values);
    });
}

/// Wherever a sequence ends, all complete values are read, and the error is at the end of the last one.
fn every_end<L: Sequenced>() {
    let long = "b".repeat(if cfg!(miri) { 30 } else { 300 });
    let values = [(7_u32, vec!["a".to_string(), "λ".repeat(20)]), (1 << 20, vec![]), (0, vec![long])];
    let decoder = || L::decoder(&stream::LIMITS);
    cut::check_every_end::<_, L>(&values, sequence::<_, L>, decoder, |bytes| L::reader(bytes, &stream::LIMITS));
}

/// Large items, byte by byte. If the time were not linear in their size, this would not end.
fn large_items_byte_by_byte<L: Sequenced>() {
    let count = if cfg!(miri) { 20 } else { 1 << 19 };
    let values = vec![(vec![7_u16; count], vec![String::from("x"); count / 10], vec![5_u8; count]); 2];
    let bytes = sequence::<_, L>(&values);
    let mut decoder = L::decoder::<(Vec<u16>, Vec<String>, Vec<u8>)>(&stream::LIMITS);
    for (at, byte) in bytes.iter().enumerate() {
        decoder.feed(&[*byte]);
        let whole = (at + 1) % (bytes.len() / 2) == 0;
        assert_eq!(matches!(decoder.next(), Ok(Step::Value(_))), whole);
    }
}

/// Returns the bytes of a list of this many cells.
fn list(cells: usize) -> Vec<u8> {
    [&b"\x83\x01\x07".repeat(cells)[..], b"\x81\x00"].concat()
}

/// The length of a list is not limited: its cells are last fields, not levels.
fn long_lists<L: Sequenced>() {
    let cells = if cfg!(miri) { 60 } else { 100_000 };
    let limits = Limits { depth: 0, ..stream::LIMITS };
    let bytes = [list(cells), list(3), list(cells)].concat();
    for limits in [limits, stream::LIMITS] {
        let mut reader = L::reader::<_, List>(bytes.as_slice(), &limits);
        let mut sizes = Vec::new();
        reader
            .for_each(|list| {
                sizes.push(list.as_bytes().len());
                Ok::<_, Error>(())
            })
            .unwrap();
        assert_eq!(sizes, [3 * cells + 2, 11, 3 * cells + 2]);
    }
    let mut decoder = L::decoder::<List>(&stream::LIMITS);
    let mut whole = 0;
    for piece in bytes.chunks(1000) {
        decoder.feed(piece);
        while let Step::Value(_) = decoder.next().unwrap() {
            whole += 1;
        }
    }
    assert_eq!(whole, 3);
}

/// A value is accepted in a sequence if and only if it is accepted alone, within the same limit on depth.
fn the_same_depth_as_alone<L: Sequenced>() {
    check((Json::any(), 0_u32..5), |(value, depth)| {
        let limits = Limits { depth, ..stream::LIMITS };
        let bytes = sequence::<_, L>(&[value]);
        let alone = Packed::<Json, L>::with_limits(&limits).from_bytes(bytes.as_slice());
        let mut reader = L::reader::<_, Json>(bytes.as_slice(), &limits);
        match (alone, reader.next()) {
            (Ok(_), Ok(Some(_))) => {}
            (Err(alone), Err(error)) => {
                assert!(matches!(error.kind(), ErrorKind::Value(error) if error.kind() == alone.kind()), "{error}");
            }
            (alone, found) => panic!("{alone:?}, but in a sequence {found:?}"),
        }
    });
    // As deep as the limit allows: each level is an array in an array.
    let nested = |levels| (0..levels).fold(Json::Null, |value, _| Json::Array(vec![value, Json::Null]));
    let levels = 40;
    let limits = Limits { depth: levels, ..stream::LIMITS };
    let deep =
        L::reader::<_, Json>(sequence::<_, L>(&[nested(levels)]).as_slice(), &limits).next().map(|v| v.is_some());
    assert!(deep.unwrap());
    let error = refused::<Json, L>(&sequence::<_, L>(&[nested(levels + 1)]), &limits);
    assert!(
        matches!(error.kind(), ErrorKind::Value(e) if e.kind() == packed_data::ErrorKind::TooDeep { limit: levels })
    );
}

/// If items follow a last field, the reader must remember them while the item arrives. Such a field is a level.
fn items_after_last_fields_are_limited<L: Sequenced>() {
    let (depth, limit, few, many) =
        if cfg!(miri) { (20, 56, 40, 80) } else { (stream::LIMITS.depth, 2064, 2000, 2100) };
    let limits = Limits { depth, ..stream::LIMITS };
    // Each cell has a field that the reader does not know, or is of indefinite length.
    for (open, close) in [(&b"\x84\x01\x07"[..], &b"\xF6"[..]), (b"\x9F\x01\x07", b"\xFF")] {
        let list = |cells| [&open.repeat(cells)[..], b"\x81\x00", &close.repeat(cells)].concat();
        let (short, long) = (list(few), list(many));
        assert!(Packed::<List, L, _>::from_bytes(long.as_slice()).is_ok());
        let error = refused::<List, L>(&[&short[..], &long].concat(), &limits);
        let ErrorKind::Frame(kind) = error.kind() else { panic!("{error}") };
        assert_eq!(*kind, packed_data::ErrorKind::TooDeep { limit });
        // (Without the item itself.)
        assert_eq!(place(&error), (1, (short.len() + (limit as usize + 1) * open.len()) as u64));
        let limits = Limits { depth: 2 * depth, ..stream::LIMITS };
        assert!(L::reader::<_, List>(long.as_slice(), &limits).next().unwrap().is_some());
    }
}

/// An item of another type is skipped.
fn other_types<L: Sequenced>() {
    let bytes = [item("\"to\""), item("[1, [2]]"), item("\"be\""), item("7"), item("\"or\"")].concat();
    let mut reader = L::reader::<_, String>(bytes.as_slice(), &stream::LIMITS);
    assert_eq!(reader.next().unwrap().unwrap().view(), "to");
    let error = reader.next().unwrap_err();
    let ErrorKind::Value(inner) = error.kind() else { panic!("{error}") };
    assert_eq!(inner.kind(), packed_data::ErrorKind::UnexpectedItem { expected: "a text string", found: "an array" });
    assert_eq!((place(&error), reader.offset()), ((1, 3), 7));
    assert_eq!(reader.next().unwrap().unwrap().view(), "be");
    let error = reader.next().unwrap_err();
    assert_eq!((place(&error), error.refused()), ((2, 10), 1));
    assert_eq!(reader.next().unwrap().unwrap().view(), "or");
    assert!(reader.next().unwrap().is_none());
    assert_eq!((reader.values(), reader.refused(), reader.offset()), (3, 2, bytes.len() as u64));

    let pairs = [item("[1, \"a\"]"), item("[1, 2]")].concat();
    let error = refused::<(u8, String), L>(&pairs, &stream::LIMITS);
    assert_eq!((place(&error), error.path().unwrap().to_string().as_str()), ((1, 6), "(_, _).1"));
}

/// An item that is not well-formed has no end, so nothing can follow it.
fn ill_formed_items<L: Sequenced>() {
    use packed_data::ErrorKind::{InvalidUtf8, ReservedHead, UnexpectedBreak};
    let good = item("\"good\"");
    for (bad, kind, offset) in [
        (&b"\xFF"[..], UnexpectedBreak, 0),
        (b"\x1F", ReservedHead { found: 31 }, 0),
        (b"\x82\x01\xFF", UnexpectedBreak, 2),
        (b"\x62\x41\xFF", InvalidUtf8, 2),
    ] {
        let bytes = [&good, bad, &good].concat();
        let mut reader = L::reader::<_, String>(bytes.as_slice(), &stream::LIMITS);
        assert!(reader.next().unwrap().is_some());
        let error = reader.next().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Frame(found) if *found == kind), "{error}");
        assert_eq!(place(&error), (1, (good.len() + offset) as u64));
        assert!(error.is_fatal());
        assert!(reader.next().unwrap().is_none());
        let mut decoder = L::decoder::<String>(&stream::LIMITS);
        let mut errors = Vec::new();
        for byte in &bytes {
            decoder.feed(&[*byte]);
            errors.extend(decoder.next().err().map(|error| error.to_string()));
        }
        assert_eq!(errors, [error.to_string()]);
        assert!(matches!(decoder.next(), Ok(Step::End)));
        assert_eq!(decoder.finish().unwrap_err().to_string(), error.to_string());
    }
}

/// Bytes that are announced and do not arrive take no memory. A length beyond the limit is refused when it is
/// announced.
fn claims<L: Sequenced>() {
    const LEVELS: usize = if cfg!(miri) { 6_000 } else { 1 << 20 };
    let limits = Limits { bytes: 1 << 20, ..stream::LIMITS };
    for (head, more) in [
        (&b"\x5A\x00\x0F\x00\x00"[..], 0xF_0000),
        (b"\x9A\x00\x0F\x00\x00", 0xF_0000),
        (b"\xBA\x00\x04\x00\x00", 0x8_0000),
    ] {
        let mut decoder = L::decoder::<Vec<u8>>(&limits);
        decoder.feed(head);
        assert!(matches!(decoder.next(), Ok(Step::NeedAtLeast(found)) if found == more));
        assert!(decoder.capacity() < 100);
        decoder.feed(&[0]);
        assert!(matches!(decoder.next(), Ok(Step::NeedAtLeast(found)) if found == more - 1));
    }
    for head in [
        &b"\x5A\x00\x0F\xFF\xFC"[..],
        b"\x5B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        b"\x7A\xFF\x00\x00\x00",
        b"\x9B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        b"\xBA\x00\x08\x00\x00",
        b"\x82\x5A\x00\x0F\xFF\xFA",
    ] {
        let error = refused::<Vec<u8>, L>(&[b"\x40", head, &[0; 50]].concat(), &limits);
        assert!(
            matches!(error.kind(), ErrorKind::Frame(packed_data::ErrorKind::TooLarge { limit }) if *limit == 1 << 20),
            "{error}"
        );
        assert_eq!(place(&error), (1, 1));
    }
    // Many arrays, each the first item of two in another, are refused at the limit, and no more of them are stored.
    let error = refused::<Json, L>(&[0x82; LEVELS], &stream::LIMITS);
    assert!(matches!(error.kind(), ErrorKind::Frame(packed_data::ErrorKind::TooDeep { .. })), "{error}");
    // If each is the last item of another, they are an item, but not a value.
    let nested = [&[0x81; LEVELS / 2][..], b"\x80", &item("[0]")].concat();
    let mut reader = L::reader::<_, Json>(nested.as_slice(), &stream::LIMITS);
    assert!(matches!(reader.next().unwrap_err().kind(), ErrorKind::Value(_)));
    assert_eq!(reader.next().unwrap().unwrap().unpack(), Ok(Json::Null));
}

/// A writer does not begin a value that a reader would refuse.
fn values_too_large_to_write<L: Sequenced>() {
    let limits = Limits { bytes: 100, ..stream::LIMITS };
    let mut writer = L::writer::<Vec<u8>>(&limits);
    writer.write(&vec![1; 98]).unwrap();
    let error = writer.write(&vec![2; 99]).unwrap_err();
    let kind = packed_data::ErrorKind::TooLarge { limit: 100 };
    assert!(matches!(error.kind(), ErrorKind::Value(error) if error.kind() == kind));
    writer.write(&vec![]).unwrap();
    let bytes = writer.into_inner();
    assert_eq!(bytes.len(), 101);
    assert_eq!(read_all::<Vec<u8>, L>(&bytes, &limits).len(), 2);
}

/// The buffer is no larger than the largest item needs, and nothing is allocated for each value, however deep it is.
fn one_buffer<L: Sequenced>() {
    let nested = |levels| (0..levels).fold(Json::Null, |value, _| Json::Array(vec![value, Json::Null]));
    let count = if cfg!(miri) { 6 } else { 300 };
    let sizes = (0..count).map(|n: usize| if n == 0 { 3000 } else { n * 37 % 2900 });
    let values: Vec<_> = sizes.map(|size| Json::Array(vec![Json::Text("x".repeat(size)), nested(30)])).collect();
    let bytes = sequence::<_, L>(&values);
    let mut reader = L::reader::<_, Json>(bytes.as_slice(), &stream::LIMITS);
    reader.next().unwrap();
    let read = weigh::assert_allocates!(0, || reader.for_each(|_| Ok::<_, Error>(())).unwrap());
    assert_eq!(read, count as u64 - 1);
    assert_eq!(reader.capacity(), 32 << 10);

    let mut decoder = L::decoder::<Json>(&stream::LIMITS);
    for piece in bytes.chunks(100) {
        decoder.feed(piece);
        while let Step::Value(_) = decoder.next().unwrap() {}
    }
    decoder.finish().unwrap();
    assert!(decoder.capacity() <= 8192, "{}", decoder.capacity());
}

/// Whatever the bytes are, the end of each item is where a check of the whole finds it.
fn garbage<L: Sequenced>() {
    let heads = prop_oneof![any::<u8>(), 0x60_u8..0x64, 0x80_u8..0x84, Just(0xF6), Just(0xFF)];
    check((vec(heads, 0..60), 1_usize..20), |(bytes, size)| {
        let limits = Limits { bytes: 1000, ..stream::LIMITS };
        let read = read_all::<Json, L>(&bytes, &limits);
        let mut rest = bytes.as_slice();
        for found in &read {
            let Ok(end) = packed_data::cbor::check_prefix(rest, &limits) else {
                assert!(found.is_err());
                break;
            };
            let (item, after) = rest.split_at(end);
            let alone = Packed::<Json, L>::with_limits(&limits).from_bytes(item);
            assert_eq!(alone.map(|value| value.as_bytes().to_vec()).ok(), found.clone().ok());
            rest = after;
        }
        let (mut decoded, mut decoder) = (Vec::new(), L::decoder::<Json>(&limits));
        for piece in bytes.chunks(size) {
            decoder.feed(piece);
            loop {
                match decoder.next() {
                    Ok(Step::Value(value)) => decoded.push(Ok(value.as_bytes().to_vec())),
                    Ok(Step::NeedAtLeast(_) | Step::End) => break,
                    Err(error) if !error.is_fatal() => decoded.push(Err(error.to_string())),
                    Err(_) => {} // `finish` returns it again
                }
            }
        }
        decoded.extend(decoder.finish().err().map(|error| Err(error.to_string())));
        assert_eq!(decoded, read);
    });
}

/// With `tokio-util`.
fn over_a_codec<L: Sequenced>() {
    let (mut codec, mut bytes, mut found) = (L::codec::<Json>(), BytesMut::new(), Vec::new());
    let values = [Json::Null, Json::Array(vec![Json::Bool(true); 300]), Json::Text("x".repeat(10_000))];
    for value in &values {
        codec.encode(value, &mut bytes).unwrap();
    }
    assert_eq!(bytes, sequence::<_, L>(&values));
    let mut arrived = BytesMut::new();
    for piece in bytes.chunks(999) {
        arrived.extend_from_slice(piece);
        while let Some(value) = codec.decode(&mut arrived).unwrap() {
            found.push(value.unpack().unwrap());
        }
    }
    assert!(codec.decode_eof(&mut arrived).unwrap().is_none());
    assert_eq!(found, values);
    arrived.extend_from_slice(&bytes[..1000]);
    assert!(codec.decode_eof(&mut arrived).unwrap().is_some());
    assert!(codec.decode_eof(&mut arrived).unwrap().is_some());
    let error = codec.decode_eof(&mut arrived).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Truncated { .. }));
    assert_eq!(error.values(), 5);
}
