//! Streams of frames, and sequences of CBOR.

use std::io::{self, Read};

use bytes::BytesMut;
use packed_data::stream::{self, Codec, Decoder, Error, Reader, Step, Writer};
use packed_data::{Cbor, Compact, Indexed, Layout, Limits, Packed};
use tokio_util::codec::Decoder as _;

use crate::{Case, decisions};

type Message = (u32, Option<String>, Vec<bool>, Vec<f64>, Vec<f32>);

/// Returns a case that reads bytes as a stream of values in four ways: from a slice, from a source that gives a few
/// bytes at a time, by a decoder that is fed with pieces, and by a codec for asynchronous sockets. All find the same
/// values and the same errors at the same places, and keep no more memory than the limits say.
pub fn streams() -> Case {
    Case { name: "streams", seeds, run: check }
}

/// How a stream is read: each of the four, with these limits.
struct Ways<L: Layout> {
    reader: fn(&[u8], &Limits) -> Found,
    short: fn(Pieces<'_>, &Limits) -> Found,
    decoder: fn(&Limits) -> Decoder<Message, L>,
    codec: fn(&Limits) -> Codec<Message, Message, L>,
}

/// What a stream contains: values as bytes, and errors; then its end.
#[derive(Debug, PartialEq)]
struct Found {
    items: Vec<Result<Vec<u8>, Fault>>,
    values: u64,
    refused: u64,
}

/// An error, in all that it tells.
#[derive(Debug, PartialEq)]
struct Fault {
    message: String,
    is_fatal: bool,
    place: (u64, u64, u64),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let place = (error.offset(), error.values(), error.refused());
        Self { message: error.to_string(), is_fatal: error.is_fatal(), place }
    }
}

/// Streams of values, some with damage.
fn seeds() -> Vec<Vec<u8>> {
    let message = |n: u32| {
        let (text, count) = ("x".repeat(n as usize * 10), n as usize * 7);
        (n * 100, n.is_multiple_of(2).then_some(text), vec![true; n as usize], vec![0.1; count], vec![1.5; count])
    };
    let values: Vec<Message> = (0..6).map(message).collect();
    fn written<L: Layout>(mut writer: Writer<Vec<u8>, Message, L>, values: &[Message]) -> Vec<u8> {
        values.iter().for_each(|value| writer.write(value).expect("a vector takes all"));
        writer.flush().expect("a vector takes all");
        writer.into_inner()
    }
    // (An input has the first two of them, or one that has enough floats for a run.)
    let streams = [&values[..], &values[2..3]].into_iter().flat_map(|values| {
        [
            written(Writer::<_, Message, Compact>::new(Vec::new()), values),
            written(Writer::<_, Message, Indexed>::new(Vec::new()), values),
            written(Writer::<_, Message, Cbor>::new(Vec::new()), values),
            written(Writer::<_, Message, Cbor>::sequence(Vec::new()), values),
        ]
    });
    let mut seeds = Vec::new();
    for (number, stream) in (0_u8..4).cycle().zip(streams) {
        for (mode, damaged) in
            [(0x10, None), (0x20, None), (0x20, Some(1)), (0x30, Some(stream.len() / 2)), (0, Some(stream.len() - 1))]
        {
            let mut bytes = stream.clone();
            if let Some(byte) = damaged.and_then(|at| bytes.get_mut(at)) {
                *byte ^= 0x41;
            }
            seeds.push([&[number | mode, 3, 1, 7][..], &bytes].concat());
        }
    }
    seeds.into_iter().chain(decisions()).collect()
}

/// Runs the check. The first byte chooses the layout and the limits, the next three the sizes of the pieces.
fn check(input: &[u8]) {
    let (Some(&[chosen, first, second, third]), Some(bytes)) = (input.first_chunk(), input.get(4..)) else { return };
    let sizes = [first, second, third];
    let limits = match chosen >> 4 & 3 {
        0 => Limits { bytes: 20, ..stream::LIMITS },
        1 => Limits { depth: 1, ..stream::LIMITS },
        _ => stream::LIMITS,
    };
    match chosen & 3 {
        0 => framed::<Compact>(bytes, sizes, &limits),
        1 => framed::<Indexed>(bytes, sizes, &limits),
        2 => framed::<Cbor>(bytes, sizes, &limits),
        _ => same(
            bytes,
            sizes,
            &limits,
            &Ways {
                reader: |bytes, limits| by_reader(Reader::<_, Message, Cbor>::sequence_with_limits(bytes, limits)),
                short: |source, limits| by_reader(Reader::<_, Message, Cbor>::sequence_with_limits(source, limits)),
                decoder: Decoder::<Message, Cbor>::sequence_with_limits,
                codec: Codec::<Message, Message, Cbor>::sequence_with_limits,
            },
        ),
    }
}

fn framed<L: Layout>(bytes: &[u8], sizes: [u8; 3], limits: &Limits) {
    let ways = Ways {
        reader: |bytes, limits| by_reader(Reader::<_, Message, L>::with_limits(bytes, limits)),
        short: |source, limits| by_reader(Reader::<_, Message, L>::with_limits(source, limits)),
        decoder: Decoder::<Message, L>::with_limits,
        codec: Codec::<Message, Message, L>::with_limits,
    };
    same(bytes, sizes, limits, &ways);
}

fn same<L: Layout>(bytes: &[u8], sizes: [u8; 3], limits: &Limits, ways: &Ways<L>) {
    let expected = (ways.reader)(bytes, limits);
    for value in expected.items.iter().flatten() {
        assert!(Packed::<Message, L, _>::from_bytes(value.as_slice()).is_ok());
    }
    let pieces = || Pieces { rest: bytes, sizes, next: 0 };
    assert_eq!((ways.short)(pieces(), limits), expected, "from a source of pieces");
    assert_eq!(by_decoder((ways.decoder)(limits), pieces()), expected, "by a decoder");
    assert_eq!(by_codec((ways.codec)(limits), pieces()).items, expected.items, "by a codec");
    require_moved(&by_decoder((ways.decoder)(limits).starting_at(MOVED), pieces()), &expected);
    require_moved(&by_codec((ways.codec)(limits).reading_at(MOVED), pieces()), &expected);
}

/// Where a stream begins that is read from the middle, in bytes.
const MOVED: u64 = 1000;

/// Requires that the same was found, and each error behind [`MOVED`].
fn require_moved(found: &Found, expected: &Found) {
    assert_eq!(found.items.len(), expected.items.len(), "{found:?}, {expected:?}");
    for items in found.items.iter().zip(&expected.items) {
        match items {
            (Ok(value), Ok(same)) => assert_eq!(value, same),
            (Err(Fault { place, is_fatal, .. }), Err(error)) => {
                assert_eq!((place.0, *is_fatal), (error.place.0 + MOVED, error.is_fatal));
            }
            items => panic!("{items:?}"),
        }
    }
}

/// Bytes, a few at a time.
struct Pieces<'b> {
    rest: &'b [u8],
    sizes: [u8; 3],
    next: usize,
}

impl<'b> Pieces<'b> {
    fn piece(&mut self, most: usize) -> &'b [u8] {
        let size = usize::from(self.sizes[self.next % 3]).max(1);
        self.next += 1;
        let (piece, rest) = self.rest.split_at(size.min(self.rest.len()).min(most));
        self.rest = rest;
        piece
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let piece = self.piece(to.len());
        to[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

fn by_reader<R: Read, L: Layout>(mut reader: Reader<R, Message, L>) -> Found {
    let mut items = Vec::new();
    loop {
        match reader.next() {
            Ok(Some(value)) => items.push(Ok(value.as_bytes().to_vec())),
            Ok(None) => break,
            Err(error) => {
                let is_fatal = error.is_fatal();
                items.push(Err(error.into()));
                if is_fatal {
                    break;
                }
            }
        }
    }
    Found { items, values: reader.values(), refused: reader.refused() }
}

fn by_decoder<L: Layout>(mut decoder: Decoder<Message, L>, mut pieces: Pieces<'_>) -> Found {
    let mut items = Vec::new();
    loop {
        match decoder.next() {
            Ok(Step::Value(value)) => items.push(Ok(value.as_bytes().to_vec())),
            Ok(Step::NeedAtLeast(more)) => {
                assert!(more > 0);
                let piece = pieces.piece(usize::MAX);
                if piece.is_empty() {
                    items.extend(decoder.finish().err().map(|error| Err(error.into())));
                    break;
                }
                decoder.feed(piece);
            }
            Ok(Step::End) => break,
            Err(error) => items.push(Err(error.into())),
        }
    }
    Found { items, values: decoder.values(), refused: decoder.refused() }
}

fn by_codec<L: Layout>(mut codec: Codec<Message, Message, L>, mut pieces: Pieces<'_>) -> Found {
    let (mut items, mut buffer, mut is_over) = (Vec::new(), BytesMut::new(), false);
    loop {
        let next = if is_over { codec.decode_eof(&mut buffer) } else { codec.decode(&mut buffer) };
        match next {
            Ok(Some(value)) => items.push(Ok(value.as_bytes().to_vec())),
            Ok(None) if is_over => break,
            Ok(None) => {
                let piece = pieces.piece(usize::MAX);
                is_over = piece.is_empty();
                buffer.extend_from_slice(piece);
            }
            Err(error) => {
                let is_fatal = error.is_fatal();
                items.push(Err(error.into()));
                if is_fatal {
                    break;
                }
            }
        }
    }
    Found { items, values: 0, refused: 0 }
}
