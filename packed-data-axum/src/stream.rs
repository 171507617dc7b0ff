//! A response of many values.

use std::error::Error;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_TYPE;
use packed_data::stream::frame_header;
use packed_data::{Buffer, Compact, Packable, Packed};

use crate::body::into_bytes;
use crate::media::{Wire, known};

/// Up to which length a value is copied behind its prefix, in bytes: a piece of its own costs more.
const COPIED: usize = 4096;

/// A response of as many values as a stream gives, each sent as soon as it is there.
///
/// The content type is [`STREAM`](crate::STREAM), with the parameters of `T` in `L`. Before each value stands its
/// length in bytes, as a short varint (see the book's page on the layout `Compact`); the body ends after the last one.
/// An error of the stream breaks the transfer off, so that the client sees that it is not all.
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
    /// The values of a stream.
    pub fn new<S, B, E>(values: S) -> Self
    where
        S: Stream<Item = Result<Packed<T, L, B>, E>> + Send + 'static,
        B: Buffer + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>> + 'static,
    {
        Self { body: Body::from_stream(Frames { values: Box::pin(values), value: None }), types: PhantomData }
    }
}

impl<T: Packable + ?Sized + 'static, L: Wire> IntoResponse for PackedStream<T, L> {
    fn into_response(self) -> Response {
        let mut response = Response::new(self.body);
        response.headers_mut().insert(CONTENT_TYPE, known::<T, L>().stream_type);
        response
    }
}

/// The pieces that a stream of values is sent in.
struct Frames<S> {
    values: Pin<Box<S>>,
    /// A value whose prefix was sent.
    value: Option<Bytes>,
}

impl<S, T, L, B, E> Stream for Frames<S>
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
