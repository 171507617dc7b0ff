//! Measures how often bodies are copied, and how much memory they take.

mod common;

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::response::IntoResponse;
use common::{Tree, packed, perfect};
use http_body::{Frame, SizeHint};
use packed_data::{Compact, Packed};
use packed_data_axum::{PackedBody, Problem};

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

/// A body in pieces, with or without an announced length.
struct Pieces {
    pieces: VecDeque<Bytes>,
    announced: Option<u64>,
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let piece = self.pieces.pop_front();
        if let (Some(piece), Some(announced)) = (&piece, &mut self.announced) {
            *announced = announced.saturating_sub(piece.len() as u64);
        }
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }

    fn size_hint(&self) -> SizeHint {
        self.announced.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

fn request(body: Body) -> Request {
    http::Request::builder().header("content-type", "application/vnd.packed-data").body(body).expect("a request")
}

/// Returns a request whose body arrives in pieces of `size` bytes. All pieces share one buffer.
fn in_pieces(bytes: &Bytes, size: usize, announced: Option<u64>) -> Request {
    let pieces = (0..bytes.len()).step_by(size).map(|at| bytes.slice(at..bytes.len().min(at + size))).collect();
    request(Body::new(Pieces { pieces, announced }))
}

fn extract(request: Request) -> Result<Packed<Tree, Compact, Bytes>, Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(PackedBody::<Tree>::from_request(request, &())).map(PackedBody::into_inner)
}

#[test]
fn one_piece_stays_where_it_is() {
    let bytes = Bytes::from(packed::<_, Compact>(&perfect(10)).0);
    let (at, length) = (bytes.as_ptr(), bytes.len());
    let tree = extract(request(Body::from(bytes.clone()))).expect("it is valid");
    assert_eq!((tree.as_bytes().as_ptr(), tree.as_bytes().len()), (at, length));
    // Empty pieces do not count.
    let pieces = [Bytes::new(), bytes, Bytes::new()].into();
    let tree = extract(request(Body::new(Pieces { pieces, announced: None }))).expect("it is valid");
    assert_eq!(tree.as_bytes().as_ptr(), at);
}

#[test]
fn a_response_is_the_same_bytes() {
    fn pointer(response: axum::response::Response) -> *const u8 {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let bytes = runtime.block_on(axum::body::to_bytes(response.into_body(), usize::MAX)).expect("a body");
        bytes.as_ptr()
    }
    let bytes = packed::<_, Compact>(&perfect(10)).0;
    let shared = Bytes::from(bytes.clone());
    let (owned, counted): (Vec<u8>, std::sync::Arc<[u8]>) = (bytes.clone(), bytes.into());
    let at = [shared.as_ptr(), owned.as_ptr(), counted.as_ptr()];
    let valid = "it is valid";
    let responses = [
        PackedBody::from(Packed::<Tree, Compact, _>::from_bytes(shared).expect(valid)).into_response(),
        PackedBody::from(Packed::<Tree, Compact, _>::from_bytes(owned).expect(valid)).into_response(),
        PackedBody::from(Packed::<Tree, Compact, _>::from_bytes(counted).expect(valid)).into_response(),
    ];
    assert_eq!(responses.map(pointer), at);
}

/// The memory of an extraction without the body: the runtime and the request, in bytes.
const SLACK: u64 = 16 << 10;

#[test]
fn several_pieces_are_copied_once() {
    let bytes = Bytes::from(packed::<_, Compact>(&perfect(16)).0);
    let length = bytes.len() as u64;
    for size in [1 << 19, 1 << 16, 1000] {
        let request = in_pieces(&bytes, size, Some(length));
        let (weight, tree) = weigh::measure(|| extract(request));
        assert_eq!(tree.expect("it is valid").as_bytes(), bytes);
        assert!((length..length + SLACK).contains(&weight.allocated), "{} bytes for {length}", weight.allocated);
    }
}

/// Without an announced length, the capacity doubles. Pieces of one byte do not cost more than others.
#[test]
fn an_unannounced_length_costs_twice_at_most() {
    let bytes = Bytes::from(packed::<_, Compact>(&perfect(12)).0);
    let length = bytes.len() as u64;
    for size in [1, 10, 1000] {
        let request = in_pieces(&bytes, size, None);
        let (weight, tree) = weigh::measure(|| extract(request));
        assert_eq!(tree.expect("it is valid").as_bytes(), bytes);
        // While a buffer grows, the old and the new one may exist at the same time.
        assert!(weight.peak < 3 * length + SLACK, "{} bytes for {length} in pieces of {size}", weight.peak);
    }
}

/// The capacity never exceeds the limit, for any announced and any sent length.
#[test]
fn hostile_lengths_take_no_more_than_the_limit() {
    const LIMIT: usize = 1 << 20;
    // No constructor has this tag.
    let bytes = Bytes::from(vec![9; 3 * LIMIT]);
    let cases = [
        (LIMIT as u64, 1, 100),
        (LIMIT as u64 + 1, 1, 100),
        (u64::MAX, 1, 100),
        (100, LIMIT / 3, LIMIT),
        (100, LIMIT / 3, 3 * LIMIT),
        (LIMIT as u64, LIMIT / 2, LIMIT),
    ];
    for (announced, size, sent) in cases {
        let mut request = in_pieces(&bytes.slice(..sent), size, Some(announced));
        DefaultBodyLimit::max(LIMIT).apply(&mut request);
        let (weight, result) = weigh::measure(|| extract(request));
        let status = result.expect_err("it is not a tree").status;
        assert_eq!(status, if announced > LIMIT as u64 || sent > LIMIT { 413 } else { 422 });
        // While a buffer grows, the old and the new one may exist at the same time: here, at most the limit and two
        // thirds of it.
        let most = if announced == 100 { 2 * LIMIT as u64 } else { LIMIT as u64 };
        assert!(weight.peak <= most + SLACK, "{} bytes, announced {announced}, sent {sent}", weight.peak);
    }
}

/// Without a limit, an announced length that exceeds the memory is not an error, because the body may be shorter.
#[test]
fn without_a_limit_any_length_may_be_announced() {
    let bytes = Bytes::from(packed::<_, Compact>(&perfect(4)).0);
    for announced in [1 << 46, 1 << 62, u64::MAX - 10, u64::MAX] {
        let mut request = in_pieces(&bytes, 10, Some(announced));
        DefaultBodyLimit::disable().apply(&mut request);
        assert_eq!(extract(request).expect("it is valid").as_bytes(), bytes);
    }
}

/// Nothing is allocated for the number of elements that a body claims to have.
#[test]
fn hostile_counts_take_no_memory() {
    let huge: [&[u8]; 4] = [&[0xFE; 9], &[0xFD, 0xFF, 0xFF, 0xFF, 0x7F], &[0xFC, 0xFF, 0xFF], &[0xFF; 9]];
    for number in huge {
        let body = Body::from([number, &[1; 100]].concat());
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let extract = || runtime.block_on(PackedBody::<Vec<Vec<String>>>::from_request(request(body), &()));
        let (weight, result) = weigh::measure(extract);
        assert_eq!(
            result.expect_err("the count is too high").status,
            if number.starts_with(&[0xFF]) { 422 } else { 400 }
        );
        assert!(weight.peak <= SLACK, "{} bytes", weight.peak);
    }
}
