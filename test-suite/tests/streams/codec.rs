//! Packed values over asynchronous sockets.
#![cfg(not(miri))] // Miri has no sockets

use std::pin::pin;

use bytes::{Bytes, BytesMut};
use futures_util::{Sink, SinkExt, StreamExt};
use packed_data::stream::{self, Codec, Error, ErrorKind};
use packed_data::{Cbor, Compact, Limits, Packed};
use test_suite::{Json, Sample, TestLayout};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_util::codec::{Decoder, Encoder, Framed, FramedRead, FramedWrite};

use crate::{framed, place};

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap().block_on(future)
}

fn documents() -> Vec<Json> {
    vec![Json::sample(), Json::Null, Json::Text("x".repeat(20_000)), Json::Array(vec![Json::Bool(true); 300])]
}

/// Sends documents to a peer and back.
async fn echo<L: TestLayout>(
    near: impl AsyncRead + AsyncWrite + Unpin,
    far: impl AsyncRead + AsyncWrite + Unpin,
) -> Vec<Json> {
    let there = async {
        let mut far = Framed::new(far, Codec::<Json, Json, L>::new());
        while let Some(document) = far.next().await {
            far.send(document.unwrap()).await.unwrap();
        }
    };
    let here = async {
        let mut near = Framed::new(near, Codec::<Json, Json, L>::new());
        let mut back = Vec::new();
        for document in documents() {
            near.send(&document).await.unwrap();
            back.push(near.next().await.unwrap().unwrap().unpack().unwrap());
        }
        back
    };
    let (mut there, mut here) = (pin!(there), pin!(here));
    // The far end stops when the near one is dropped; the test does not wait for it.
    std::future::poll_fn(|context| {
        _ = there.as_mut().poll(context);
        here.as_mut().poll(context)
    })
    .await
}

pub(crate) fn over_a_duplex<L: TestLayout>() {
    for size in [1, 7, 1000] {
        let (near, far) = tokio::io::duplex(size);
        assert_eq!(run(echo::<L>(near, far)), documents());
    }
}

pub(crate) fn over_a_socket<L: TestLayout>() {
    run(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = tokio::net::TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let far = listener.accept().await.unwrap().0;
        assert_eq!(echo::<L>(near, far).await, documents());
    });
}

/// A socket on which the bytes arrive one by one.
pub(crate) fn byte_by_byte<L: TestLayout>() {
    let values = ["to".to_string(), "be".repeat(200)];
    let bytes = crate::stream::<_, L>(&values);
    run(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut there = tokio::net::TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        there.set_nodelay(true).unwrap();
        let mut here = FramedRead::new(listener.accept().await.unwrap().0, Codec::<String, String, L>::new());
        let mut received = Vec::new();
        for (at, byte) in bytes.iter().enumerate() {
            there.write_all(&[*byte]).await.unwrap();
            if at + 1 == framed::<_, L>(&values[0]).len() || at + 1 == bytes.len() {
                received.push(here.next().await.unwrap().unwrap().unpack().unwrap());
            }
        }
        drop(there);
        assert!(here.next().await.is_none());
        assert_eq!(received, values);
    });
    let (mut codec, mut buffer, mut received) = (Codec::<String, String, L>::new(), BytesMut::new(), Vec::new());
    for byte in &bytes {
        buffer.extend_from_slice(&[*byte]);
        received.extend(codec.decode(&mut buffer).unwrap().map(|value| value.unpack().unwrap()));
    }
    assert!(codec.decode_eof(&mut buffer).unwrap().is_none());
    assert_eq!(received, values);
}

/// A decoded value stays where it was read; its bytes are not copied.
pub(crate) fn nothing_is_copied<L: TestLayout>() {
    let bytes = crate::stream::<_, L>(&["to".to_string(), "be".to_string()]);
    let mut buffer = BytesMut::from(bytes.as_slice());
    let start = buffer.as_ptr();
    let mut codec = Codec::<String, String, L>::new();
    let first: Packed<String, L, Bytes> = codec.decode(&mut buffer).unwrap().unwrap();
    let second = codec.decode(&mut buffer).unwrap().unwrap();
    assert_eq!(first.as_bytes().as_ptr(), start.wrapping_add(1));
    assert_eq!(second.as_bytes().as_ptr(), start.wrapping_add(bytes.len() / 2 + 1));
    let words = std::thread::spawn(move || (first.unpack().unwrap(), second.unpack().unwrap()));
    assert_eq!(words.join().unwrap(), ("to".into(), "be".into()));
}

/// Values and packed values, owned and borrowed, are encoded as the same bytes.
pub(crate) fn all_that_can_be_encoded<L: TestLayout>() {
    let mut codec = Codec::<Vec<u16>, Vec<u16>, L>::new();
    let mut bytes = BytesMut::new();
    let value = vec![7_u16; 200];
    let packed = Packed::<_, L>::pack(&value);
    codec.encode(&value, &mut bytes).unwrap();
    codec.encode(value.clone(), &mut bytes).unwrap();
    codec.encode(&packed, &mut bytes).unwrap();
    codec.encode(packed.as_slice(), &mut bytes).unwrap();
    codec.encode(packed, &mut bytes).unwrap();
    assert_eq!(bytes, framed::<_, L>(&value).repeat(5));
}

pub(crate) fn bad_streams<L: TestLayout>() {
    let good = framed::<_, L>(&"good".to_string());
    let at = good.len() as u64;
    for (bad, invalid) in [(&[0][..], true), (&[0xFF], false), (&[0xFD, 1, 0, 0, 4], false), (&[9, 9], false)] {
        run(async {
            let bytes = [&good, bad].concat();
            let mut read = FramedRead::new(bytes.as_slice(), Codec::<String, String, L>::new());
            assert!(read.next().await.unwrap().is_ok());
            let error = read.next().await.unwrap().err().unwrap();
            match error.kind() {
                ErrorKind::Value(_) => assert!(invalid),
                ErrorKind::Frame(_) => assert_eq!(place(&error), (1, at)),
                ErrorKind::Truncated { found: 2, needed: 8 } => assert_eq!(place(&error), (1, at)),
                _ => panic!("{error}"),
            }
            assert!(read.next().await.is_none());
        });
    }
    // Announced bytes take no memory.
    let (mut codec, mut bytes) = (Codec::<String, String, L>::new(), BytesMut::from(&[0xFD, 0, 0, 0, 4][..]));
    assert!(codec.decode(&mut bytes).unwrap().is_none());
    assert!(bytes.capacity() <= 32 << 10, "{}", bytes.capacity());
    // A caller that continues skips an invalid value.
    let (mut codec, mut bytes) =
        (Codec::<String, String, L>::new(), BytesMut::from([&[0], &good[..]].concat().as_slice()));
    assert!(matches!(codec.decode(&mut bytes).err().unwrap().kind(), ErrorKind::Value(_)));
    assert!(codec.decode(&mut bytes).unwrap().is_some());
}

/// A value that exceeds the limits leaves no bytes behind.
#[test]
fn values_that_exceed_the_limits() {
    let mut codec = Codec::<String, String, Compact>::with_limits(&Limits { bytes: 10, ..stream::LIMITS });
    let mut bytes = BytesMut::new();
    codec.encode("small".to_string(), &mut bytes).unwrap();
    let before = bytes.clone();
    let large = "larger than that".to_string();
    for outcome in [codec.encode(&large, &mut bytes), codec.encode(Packed::pack(&large), &mut bytes)] {
        assert_eq!(outcome.unwrap_err().values(), 1);
    }
    assert_eq!(bytes, before);
}

/// Errors of a transport, which the codec does not see.
#[test]
fn errors_of_the_transport() {
    struct Broken;
    impl AsyncRead for Broken {
        fn poll_read(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
            _: &mut tokio::io::ReadBuf<'_>,
        ) -> std::task::Poll<std::io::Result<()>> {
            std::task::Poll::Ready(Err(std::io::ErrorKind::ConnectionReset.into()))
        }
    }
    let error: Error = run(FramedRead::new(Broken, Codec::<u8>::new()).next()).unwrap().err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::ConnectionReset));
}

/// A server reads requests and writes replies, its client the reverse; what is fed is flushed, without a type.
#[test]
fn requests_and_replies() {
    run(async {
        let (near, far) = tokio::io::duplex(1000);
        let mut client = Framed::new(near, Codec::<u64, str>::new());
        let mut server = Framed::new(far, Codec::<str, u64>::new());
        client.feed("to").await.unwrap();
        client.feed("three").await.unwrap();
        assert_eq!(client.write_buffer().len(), 4 + 7);
        Codec::flush(&mut client).await.unwrap();
        assert!(client.write_buffer().is_empty());
        for _ in 0..2 {
            let request = server.next().await.unwrap().unwrap();
            server.feed(&(request.view().len() as u64)).await.unwrap();
        }
        Codec::flush(&mut server).await.unwrap();
        assert_eq!(client.next().await.unwrap().unwrap().view(), 2);
        assert_eq!(client.next().await.unwrap().unwrap().view(), 5);

        let mut writer = FramedWrite::new(Vec::new(), Codec::<u8, bool, Cbor>::sequence());
        writer.feed(&true).await.unwrap();
        Codec::flush(&mut writer).await.unwrap();
        assert_eq!(writer.get_ref()[..], [0xF5]);
    });
}

/// Code that is generic over sinks accepts a codec.
#[test]
fn as_a_sink() {
    fn sink<T, S: Sink<T, Error = Error>>(sink: S) -> S {
        sink
    }
    let mut framed = sink::<String, _>(Framed::new(tokio::io::duplex(64).0, Codec::<String>::new()));
    run(SinkExt::<String>::feed(&mut framed, "hi".into())).unwrap();
    assert_eq!(framed.write_buffer()[..], [3, 2, b'h', b'i']);
}
