//! One buffer, which is used again and again.

use packed_data::Packed;
use packed_data::stream::{Decoder, Reader, Step, Writer};
use test_suite::TestLayout;
use weigh::{assert_allocates, assert_peak};

use crate::stream;

/// The number of values.
const COUNT: usize = if cfg!(miri) { 8 } else { 300 };

/// The number of bytes of the largest one.
const LARGEST: usize = if cfg!(miri) { 200 } else { 3000 };

/// Returns values of many sizes, the largest first.
fn values() -> Vec<Vec<u8>> {
    (0..COUNT).map(|n| vec![7; if n == 0 { LARGEST } else { n * 37 % (LARGEST - 100) }]).collect()
}

/// A reader allocates once; a writer allocates nothing more after the largest value.
pub(crate) fn one_allocation<L: TestLayout>() {
    let values = values();
    let bytes = stream::<_, L>(&values);
    let mut reader = Reader::<_, Vec<u8>, L>::new(bytes.as_slice());
    let count = assert_allocates!(1, || reader.for_each(|_| Ok::<_, packed_data::stream::Error>(())).unwrap());
    assert_eq!(count, COUNT as u64);

    let packed: Vec<_> = values.iter().map(Packed::<_, L>::pack).collect();
    let mut writer = Writer::<_, Vec<u8>, L>::new(std::io::sink());
    writer.write(&values[0]).unwrap();
    assert_allocates!(0, || {
        values.iter().for_each(|value| writer.write(value).unwrap());
        packed.iter().for_each(|packed| writer.write_packed(packed).unwrap());
    });
    assert_eq!(writer.values(), 2 * COUNT as u64 + 1);
}

/// A decoder allocates nothing more either, however the stream is cut.
pub(crate) fn pieces_in_one_buffer<L: TestLayout>() {
    let values = values();
    let bytes = stream::<_, L>(&values);
    for size in [1, 10, 100, 1000] {
        let mut decoder = Decoder::<Vec<u8>, L>::new();
        let mut decode = || {
            for piece in bytes.chunks(size) {
                decoder.feed(piece);
                while let Step::Value(_) = decoder.next().unwrap() {}
            }
        };
        decode();
        assert_allocates!(0, &mut decode);
        assert_eq!(decoder.values(), 2 * COUNT as u64);
    }
}

/// Bytes that are only announced take no memory. Bytes that arrive take at most half as much again while they are
/// moved.
pub(crate) fn memory_grows_with_the_bytes_that_arrive<L: TestLayout>() {
    let announced = [0xFD, 0, 0, 0, 4];
    assert_peak!(5, || {
        let mut decoder = Decoder::<Vec<u8>, L>::new();
        decoder.feed(&announced);
        assert!(decoder.next().is_ok() && decoder.finish().is_err());
    });
    assert_peak!(32 << 10, || {
        let mut reader = Reader::<_, Vec<u8>, L>::new(announced.as_slice());
        assert!(reader.next().is_err());
    });
    // (Miri has 40 KiB of bytes. In some layouts of Haskell libraries, each element has a tag or more.)
    let size = |len| Packed::<Vec<u8>, L>::pack(&vec![7; len]).as_bytes().len();
    let len = if cfg!(miri) { (40 << 10) / (size(2) - size(1)) } else { 1 << 20 };
    let bytes = stream::<_, L>(&[vec![7_u8; len]]);
    let most = bytes.len() + bytes.len() / 2 + (32 << 10);
    assert_peak!(most as u64, || {
        let mut reader = Reader::<_, Vec<u8>, L>::new(bytes.as_slice());
        assert!(reader.next().is_ok());
        assert_eq!(reader.capacity(), bytes.len());
    });
}
