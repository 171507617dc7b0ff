//! Streams through other readers and writers: buffers, compressors, sockets, files.
#![cfg(not(miri))] // Miri has neither sockets nor zstd

use std::io::{BufReader, BufWriter, Read, Write};
use std::net::{TcpListener, TcpStream};

use packed_data::stream::{Reader, Writer};
use packed_data::{Compact, Packed};
use proptest::collection::vec;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_suite::{Json, Sample, TestLayout};

use crate::stream;

fn documents() -> Vec<Json> {
    vec(Json::any(), 100).new_tree(&mut TestRunner::deterministic()).unwrap().current()
}

fn write_all<L: TestLayout, W: Write>(sink: W, values: &[Json]) -> W {
    let mut writer = Writer::<_, Json, L>::new(sink);
    values.iter().for_each(|value| writer.write(value).unwrap());
    writer.flush().unwrap();
    writer.into_inner()
}

fn read_all<L: TestLayout>(source: impl Read) -> Vec<Json> {
    let (mut reader, mut values) = (Reader::<_, Json, L>::new(source), Vec::new());
    while let Some(value) = reader.next().unwrap() {
        values.push(value.unpack().unwrap());
    }
    values
}

/// Returns the two ends of a socket.
fn socket() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (one, listener.accept().unwrap().0)
}

pub(crate) fn buffered<L: TestLayout>() {
    let values = documents();
    let bytes = write_all::<L, _>(BufWriter::with_capacity(99, Vec::new()), &values).into_inner().unwrap();
    assert_eq!(bytes, stream::<_, L>(&values));
    assert_eq!(read_all::<L>(BufReader::with_capacity(101, bytes.as_slice())), values);
}

pub(crate) fn deflated<L: TestLayout>() {
    let values = documents();
    let encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let bytes = write_all::<L, _>(encoder, &values).finish().unwrap();
    assert!(bytes.len() < stream::<_, L>(&values).len());
    assert_eq!(read_all::<L>(flate2::read::GzDecoder::new(bytes.as_slice())), values);
    // If the stream is cut off, the error is that of the compressor, at the offset that was reached.
    let cut = flate2::read::GzDecoder::new(&bytes[..bytes.len() / 2]);
    let mut reader = Reader::<_, Json, L>::new(cut);
    let error = reader.for_each(|_| Ok::<_, packed_data::stream::Error>(())).unwrap_err();
    assert!(matches!(error.kind(), packed_data::stream::ErrorKind::Io(_)), "{error}");
    assert!(error.values() > 0 && error.offset() > 0);
}

pub(crate) fn zstandard<L: TestLayout>() {
    let values = documents();
    let encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    let bytes = write_all::<L, _>(encoder, &values).finish().unwrap();
    assert!(bytes.len() < stream::<_, L>(&values).len());
    assert_eq!(read_all::<L>(zstd::Decoder::new(bytes.as_slice()).unwrap()), values);
}

pub(crate) fn a_file<L: TestLayout>() {
    let values = documents();
    let path = std::env::temp_dir().join(format!("packed-data-stream-{}-{}", L::NAME, std::process::id()));
    write_all::<L, _>(std::fs::File::create(&path).unwrap(), &values);
    let read = read_all::<L>(std::fs::File::open(&path).unwrap());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read, values);
}

pub(crate) fn a_socket<L: TestLayout>() {
    let values = documents();
    let (there, here) = socket();
    let received = std::thread::scope(|scope| {
        let receiver = scope.spawn(|| read_all::<L>(here));
        drop(write_all::<L, _>(there, &values));
        receiver.join().unwrap()
    });
    assert_eq!(received, values);
}

/// 64 MB through a socket; neither side ever needs more memory than its largest value or 32 KiB.
pub(crate) fn more_than_memory<L: TestLayout>() {
    const COUNT: u32 = 2_000;
    let text = "x".repeat(32_000);
    let (there, here) = socket();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut writer = Writer::<_, (u32, String), L>::new(there);
            for number in 0..COUNT {
                writer.build(|needs| needs.fields().put(&number).put(&text).done()).unwrap();
            }
            assert!(writer.offset() > 64_000_000);
            assert!(writer.capacity() < 128 << 10, "{}", writer.capacity());
        });
        let mut reader = Reader::<_, (u32, String), L>::new(here);
        let mut expected = 0;
        let count = reader
            .for_each(|value| {
                assert_eq!(value.as_bytes(), Packed::<_, L>::pack(&(expected, text.clone())).as_bytes());
                expected += 1;
                Ok::<_, packed_data::stream::Error>(())
            })
            .unwrap();
        assert_eq!(count, u64::from(COUNT));
        assert_eq!(reader.capacity(), 32 << 10);
    });
}

/// Three streams within each other, and several files one after the other.
#[test]
fn within_each_other() {
    let values = documents();
    let (first, second) = values.split_at(50);
    let compressed = |values: &[Json]| {
        let encoder = zstd::Encoder::new(BufWriter::new(Vec::new()), 1).unwrap();
        write_all::<Compact, _>(encoder, values).finish().unwrap().into_inner().unwrap()
    };
    let (first, second) = (compressed(first), compressed(second));
    let both = zstd::Decoder::new(first.chain(second.as_slice())).unwrap();
    assert_eq!(read_all::<Compact>(both), values);
}
