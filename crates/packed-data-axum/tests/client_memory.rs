//! Measures how much memory a server can make the client allocate.
#![cfg(feature = "client")]

mod common;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::Response;
use axum::routing::get;
use common::{Tree, run, serve};
use futures_util::{StreamExt, stream};
use packed_data::stream::frame_header;
use packed_data::{Compact, Limits};
use packed_data_axum::{ClientError, RESPONSE_LIMIT, ResponseExt, STREAM};

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

/// The memory of the client without the bytes of the response, in bytes.
const SLACK: u64 = 2 << 20;

/// Announces a value of `length` bytes, and sends at most `most` zeros. Adds the number of sent bytes to `sent`.
fn announce(length: u64, most: u64, sent: Arc<AtomicU64>) -> Response {
    let (header, width) = frame_header(length);
    let header = Bytes::copy_from_slice(&header[header.len() - width..]);
    let zeros = Bytes::from_static(&[0; 1 << 16]);
    let count = usize::try_from(most >> 16).expect("it is small");
    let zeros = stream::iter(std::iter::repeat_n(zeros, count)).inspect(move |piece| {
        sent.fetch_add(piece.len() as u64, Ordering::Relaxed);
    });
    let body = stream::iter([header]).chain(zeros).map(Ok::<_, Infallible>);
    Response::builder().header("content-type", STREAM).body(Body::from_stream(body)).expect("a response")
}

/// Reads the values of a stream on this thread. Returns the peak of the memory, and the error that ends the stream.
fn ask(address: SocketAddr, limits: Option<Limits>) -> (u64, ClientError) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let client = reqwest::Client::new();
    let (weight, error) = weigh::measure(|| {
        runtime.block_on(async {
            let response = client.get(format!("http://{address}/")).send().await.expect("an answer");
            let mut items = match limits {
                None => response.packed_items::<Tree, Compact>().await.expect("a stream"),
                Some(limits) => response.packed_items_with::<Tree, Compact>(limits).await.expect("a stream"),
            };
            items.next().await.expect_err("it is not a tree")
        })
    });
    (weight.peak, error)
}

/// Serves a value with this announced length, of which at most `most` bytes are sent. Returns the peak of the client's
/// memory, the number of bytes sent, and the error.
fn served(length: u64, most: u64, limits: Option<Limits>) -> (u64, u64, ClientError) {
    let sent = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&sent);
    let (peak, error) = run(async move {
        let address = serve(Router::new().route("/", get(move || async move { announce(length, most, count) }))).await;
        tokio::task::spawn_blocking(move || ask(address, limits)).await.expect("no panic")
    });
    (peak, sent.load(Ordering::Relaxed), error)
}

/// Finding 13: a value of 2^40 bytes was read until no memory was left.
#[test]
fn the_values_of_a_stream_are_bounded_by_default() {
    const SENT: u64 = 200 << 20;
    for length in [RESPONSE_LIMIT as u64 + 1, 1 << 40, 1 << 63, u64::MAX] {
        let (peak, sent, error) = served(length, SENT, None);
        assert!(matches!(error, ClientError::TooLarge { limit: RESPONSE_LIMIT }), "{length}: {error:?}");
        assert!(peak < SLACK, "{length}: {peak} bytes");
        // The client does not wait for the rest.
        assert!(sent < SENT, "{length}: {sent} bytes were sent");
    }
}

#[test]
fn the_limits_of_a_stream_are_the_callers_own() {
    let limits = Limits { bytes: 1000, ..Limits::DEFAULT };
    let (peak, _, error) = served(1001, 200 << 20, Some(limits));
    assert!(matches!(error, ClientError::TooLarge { limit: 1000 }), "{error:?}");
    assert!(peak < SLACK, "{peak} bytes");
}

/// Even if the announced length is within the limit, memory is allocated only for bytes that have arrived.
#[test]
fn announced_bytes_take_no_memory_before_they_arrive() {
    let (peak, _, error) = served(RESPONSE_LIMIT as u64, 0, None);
    assert!(matches!(error, ClientError::BrokenOff), "{error:?}");
    assert!(peak < SLACK, "{peak} bytes");
}
