//! Streams that arrive in pieces, cut anywhere.

use std::fmt::Debug;
use std::io::Read;

use packed_data::stream::{Decoder, ErrorKind, Reader, Step};
use packed_data::{Compact, Packable, Unpack};
use proptest::collection::vec;
use test_suite::{Ast, Sample, TestLayout, Tree, check, swept};

use crate::sources::Short;
use crate::{place, stream};

/// However the stream is cut, the values are those that were written.
pub(crate) fn pieces<L: TestLayout>() {
    check((vec(Ast::any(), 0..6), vec(1_usize..50, 1..5)), |(values, sizes)| {
        let bytes = stream::<Ast, L>(&values);
        assert_eq!(decode_pieces(Decoder::<Ast, L>::new(), &bytes, &sizes), values);
        assert_eq!(read_all(Reader::<_, Ast, L>::new(Short::new(&bytes, sizes))), values);
    });
}

/// Wherever a stream ends, all complete values are read, and the error is at the end of the last one.
pub(crate) fn every_end<L: TestLayout>() {
    let values = [vec![1_u16, 2], vec![], vec![3; if cfg!(miri) { 20 } else { 300 }]];
    check_every_end::<_, L>(&values, stream::<_, L>, Decoder::new, |bytes| Reader::new(bytes));
}

/// The same for streams of any kind.
pub(crate) fn check_every_end<T, L: TestLayout>(
    values: &[T],
    write: impl Fn(&[T]) -> Vec<u8>,
    decoder: impl Fn() -> Decoder<T, L>,
    reader: impl for<'b> Fn(&'b [u8]) -> Reader<&'b [u8], T, L>,
) where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let bytes = write(values);
    let ends: Vec<usize> = (0..=values.len()).map(|n| write(values.get(..n).unwrap()).len()).collect();
    for cut in swept(0..bytes.len() + 1) {
        let piece = bytes.get(..cut).unwrap();
        let whole = ends.iter().filter(|end| **end <= cut).count() - 1;
        let start = ends[whole];
        let (mut decoder, mut found) = (decoder(), Vec::new());
        decoder.feed(piece);
        let asked = take_all(&mut decoder, &mut found);
        assert_eq!(found, values[..whole]);
        assert_eq!(
            (decoder.values(), decoder.offset(), decoder.pending()),
            (whole as u64, start as u64, &piece[start..])
        );
        assert!(cut + asked <= *ends.iter().find(|end| **end > cut).unwrap_or(&(cut + asked)));

        let mut reader = reader(piece);
        for _ in 0..whole {
            assert!(reader.next().unwrap().is_some());
        }
        assert_eq!((reader.values(), reader.offset()), (whole as u64, start as u64));
        if cut == start {
            assert!(reader.next().unwrap().is_none());
            assert!(decoder.finish().is_ok());
            continue;
        }
        for error in [reader.next().err().unwrap(), decoder.finish().unwrap_err()] {
            let ErrorKind::Truncated { found, needed } = *error.kind() else { panic!("{error}") };
            assert_eq!((found, needed), (cut - start, asked));
            assert_eq!(place(&error), (whole as u64, start as u64));
        }
    }
}

/// Large frames, byte by byte. If the time were not linear in their size, this would not end.
pub(crate) fn big_frames_byte_by_byte<L: TestLayout>() {
    const SIZE: usize = match (cfg!(miri), cfg!(debug_assertions)) {
        (true, _) => 60,
        (_, true) => 1 << 17,
        _ => 1 << 20,
    };
    let values = vec![vec![7_u8; SIZE]; 2];
    let bytes = stream::<_, L>(&values);
    let mut decoder = Decoder::<Vec<u8>, L>::new();
    for (at, byte) in bytes.iter().enumerate() {
        decoder.feed(&[*byte]);
        let whole = (at + 1) % (bytes.len() / 2) == 0;
        assert_eq!(matches!(decoder.next(), Ok(Step::Value(_))), whole);
    }
    assert!(decoder.capacity() <= bytes.len() / 2, "{}: as large as a frame", decoder.capacity());
}

/// The buffer is at most as large as the largest frame and one piece.
pub(crate) fn one_buffer<L: TestLayout>() {
    const COUNT: usize = match (cfg!(miri), cfg!(debug_assertions)) {
        (true, _) => 8,
        (_, true) => 40,
        _ => 200,
    };
    let sizes: [usize; 8] =
        if cfg!(miri) { [10, 300, 1, 0, 299, 500, 7, 400] } else { [10, 3000, 1, 0, 2999, 50_000, 7, 40_000] };
    let values: Vec<_> = sizes.iter().cycle().take(COUNT).map(|size| vec![5_u8; *size]).collect();
    let bytes = stream::<_, L>(&values);
    let largest = stream::<_, L>(&values[5..6]).len();
    for piece in [100, 4096, 70_000] {
        let (mut decoder, mut count) = (Decoder::<Vec<u8>, L>::new(), 0);
        for piece in bytes.chunks(piece) {
            decoder.feed(piece);
            while let Step::Value(_) = decoder.next().unwrap() {
                count += 1;
            }
        }
        assert_eq!(count, values.len());
        assert!(decoder.capacity() <= largest + piece, "{} for pieces of {piece}", decoder.capacity());
    }
    let mut reader = Reader::<_, Vec<u8>, L>::new(bytes.as_slice());
    while reader.next().unwrap().is_some() {}
    assert_eq!(reader.values(), COUNT as u64);
    assert_eq!(reader.capacity(), largest.max(32 << 10));
}

/// Values that are fed faster than they are taken wait in the buffer, and are not moved again for each one that is
/// taken.
pub(crate) fn values_that_pile_up<L: TestLayout>() {
    let one = stream::<_, L>(&[7_u32]);
    let (waiting, rounds) = if cfg!(miri) { (10, 30) } else { (100_000, 300_000) };
    let mut decoder = Decoder::<u32, L>::new();
    (0..waiting).for_each(|_| decoder.feed(&one));
    for _ in 0..rounds {
        decoder.feed(&one);
        assert!(matches!(decoder.next(), Ok(Step::Value(value)) if value.unpack() == Ok(7)));
    }
    assert_eq!(decoder.pending().len(), waiting * one.len());
    assert!(decoder.capacity() <= 8 * waiting * one.len(), "{}", decoder.capacity());
}

/// Takes values until the decoder asks for more bytes; returns how many it asks for.
fn take_all<T: Packable + for<'a> Unpack<'a>, L: TestLayout>(decoder: &mut Decoder<T, L>, found: &mut Vec<T>) -> usize {
    loop {
        match decoder.next().unwrap() {
            Step::Value(value) => found.push(value.unpack().unwrap()),
            Step::NeedAtLeast(more) => return more,
            Step::End => panic!("an end without an error"),
        }
    }
}

/// Returns the values of a stream that arrives in pieces of these sizes, again and again.
pub(crate) fn decode_pieces<T, L: TestLayout>(mut decoder: Decoder<T, L>, bytes: &[u8], sizes: &[usize]) -> Vec<T>
where
    T: Packable + for<'a> Unpack<'a>,
{
    let mut found = Vec::new();
    let (mut rest, mut sizes) = (bytes, sizes.iter().cycle());
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
        decoder.feed(piece);
        rest = after;
        take_all(&mut decoder, &mut found);
    }
    decoder.finish().unwrap();
    found
}

/// Returns the values of a stream without errors.
pub(crate) fn read_all<T, L: TestLayout>(mut reader: Reader<impl Read, T, L>) -> Vec<T>
where
    T: Packable + for<'a> Unpack<'a>,
{
    let mut values = Vec::new();
    let count = reader
        .for_each(|value| {
            values.push(value.unpack().unwrap());
            Ok::<_, packed_data::stream::Error>(())
        })
        .unwrap();
    assert_eq!(count, values.len() as u64);
    values
}

/// The result of a function of a value does not outlive the value, but may outlive the call.
#[test]
fn values_are_lent() {
    let bytes = stream::<_, Compact>(&["to".to_string(), "be".to_string()]);
    let mut reader = Reader::<_, String>::new(bytes.as_slice());
    let text = reader.next().unwrap().unwrap().into_view();
    assert_eq!(text, "to");
    assert_eq!(reader.next_with(|word| word.view().to_string()).unwrap().as_deref(), Some("be"));
    assert_eq!(reader.next_with(|_| ()).unwrap(), None);
}

/// Complete trees of the paper.
#[test]
fn trees() {
    check(vec(Tree::any(), 1..10), |trees| {
        let bytes = stream::<Tree, Compact>(&trees);
        assert_eq!(read_all(Reader::<_, Tree, Compact>::new(bytes.as_slice())), trees);
    });
}
