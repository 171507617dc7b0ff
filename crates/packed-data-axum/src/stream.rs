//! Responses with many values.

use std::error::Error;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_TYPE;
use packed_data::packed::Buffer;
use packed_data::stream::frame_header;
use packed_data::{Compact, Packable, Packed};

use crate::body::into_bytes;
use crate::media::{Wire, type_info};

/// The length in bytes up to which a value is copied into one piece with its prefix, because a separate piece costs
/// more than the copy.
const COPIED: usize = 4096;

/// A response with all values of a stream. Each value is sent as soon as the stream returns it.
///
/// The content type is [`STREAM`](crate::STREAM), with the parameters of `T` in `L`. Each value follows its length in
/// bytes, as a short varint (see the book's page on the layout `Compact`). The body ends after the last value. An error
/// of the stream aborts the transfer, so that the client notices that the response is incomplete.
///
/// ```
/// use futures_util::stream;
/// use packed_data::{Compact, Packed};
/// use packed_data_axum::PackedStream;
/// use std::convert::Infallible;
///
/// async fn squares() -> PackedStream<u64, Compact> {
///     let squares = (1..=1000_u64).map(|n| Ok::<_, Infallible>(Packed::<u64>::pack(&(n * n))));
///     PackedStream::new(stream::iter(squares))
/// }
/// # let _ = squares;
/// ```
pub struct PackedStream<T: ?Sized, L = Compact> {
    body: Body,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

impl<T: Packable + ?Sized, L: Wire> PackedStream<T, L> {
    /// Returns a response with the values of a stream.
    pub fn new<S, B, E>(values: S) -> Self
    where
        S: Stream<Item = Result<Packed<T, L, B>, E>> + Send + 'static,
        B: Buffer + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>> + 'static,
    {
        Self { body: Body::from_stream(Framed { values: Box::pin(values), value: None }), types: PhantomData }
    }
}

impl<T: Packable + ?Sized + 'static, L: Wire> IntoResponse for PackedStream<T, L> {
    fn into_response(self) -> Response {
        let mut response = Response::new(self.body);
        response.headers_mut().insert(CONTENT_TYPE, type_info::<T, L>().stream_type);
        response
    }
}

/// The body of the response: the values, each with its prefix, in pieces.
struct Framed<S> {
    values: Pin<Box<S>>,
    /// The value whose prefix was sent as a separate piece, until it is sent too.
    value: Option<Bytes>,
}

impl<S, T, L, B, E> Stream for Framed<S>
where
    S: Stream<Item = Result<Packed<T, L, B>, E>>,
    T: Packable + ?Sized,
    L: Wire,
    B: Buffer + Send + 'static,
{
    type Item = Result<Bytes, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, E>>> {
        if let Some(value) = self.value.take() {
            return Poll::Ready(Some(Ok(value)));
        }
        self.values.as_mut().poll_next(context).map(|next| {
            next.map(|packed| {
                let value = into_bytes(packed?.into_inner());
                let (header, width) = frame_header(value.len() as u64);
                let mut piece = header[header.len() - width..].to_vec();
                if value.len() <= COPIED {
                    piece.extend_from_slice(&value);
                } else {
                    self.value = Some(value);
                }
                Ok(piece.into())
            })
        })
    }
}
