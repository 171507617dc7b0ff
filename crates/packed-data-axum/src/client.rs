//! The client, based on `reqwest`.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;

use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use packed_data::error::Printable;
use packed_data::packed::Buffer;
use packed_data::stream::{FrameHeader, read_frame_header};
use packed_data::{Compact, Error, Fingerprint, Limits, Packable, Packed};
use reqwest::{RequestBuilder, Response};

use crate::body::into_bytes;
use crate::field::Media;
use crate::media::{Content, Parameters, Wire, content_type, type_info};
use crate::problem::{PROBLEM_JSON, Problem};

/// The default limit on the bytes of a response, or of a value of a [`PackedStream`](crate::PackedStream): 64 MiB.
pub const RESPONSE_LIMIT: usize = 64 << 20;

/// The limit on the bytes of a problem.
const PROBLEM_LIMIT: usize = 64 << 10;

/// Sends packed data.
///
/// ```no_run
/// # async fn example() -> Result<(), packed_data_axum::ClientError> {
/// use packed_data::Compact;
/// use packed_data_axum::{RequestExt, ResponseExt};
///
/// let numbers = vec![3_u32, 4];
/// let request = reqwest::Client::new().post("http://localhost:3000/squares").packed(&numbers);
/// let squares = request.send().await?.packed_response::<Vec<u32>, Compact>().await?;
/// assert_eq!(squares.unpack(), Ok(vec![9, 16]));
/// # Ok(())
/// # }
/// ```
pub trait RequestExt: Sized {
    /// Packs a value in layout [`Compact`] as the body.
    ///
    /// # Panics
    ///
    /// Panics if the value nests too deeply.
    fn packed<T: Packable + ?Sized + 'static>(self, value: &T) -> Self {
        self.packed_in::<Compact, T>(value)
    }

    /// Packs a value in layout `L` as the body: `packed_in::<Indexed, _>(&value)`.
    ///
    /// # Panics
    ///
    /// Panics if the value nests too deeply.
    fn packed_in<L: Wire, T: Packable + ?Sized + 'static>(self, value: &T) -> Self {
        self.packed_data(Packed::<T, L>::pack(value))
    }

    /// Takes a value that is already packed as the body, without a copy.
    fn packed_data<T: Packable + ?Sized + 'static, L: Wire, B: Buffer + Send + 'static>(
        self,
        packed: Packed<T, L, B>,
    ) -> Self;

    /// Asks for a `T` in layout `L` as the only acceptable response. Without this, a server that negotiates sends JSON
    /// in response to a request without a body.
    fn accept_packed<T: Packable + ?Sized + 'static, L: Wire>(self) -> Self;
}

impl RequestExt for RequestBuilder {
    fn packed_data<T: Packable + ?Sized + 'static, L: Wire, B: Buffer + Send + 'static>(
        self,
        packed: Packed<T, L, B>,
    ) -> Self {
        self.header(CONTENT_TYPE, content_type::<T, L>()).body(into_bytes(packed.into_inner()))
    }

    fn accept_packed<T: Packable + ?Sized + 'static, L: Wire>(self) -> Self {
        self.header(ACCEPT, content_type::<T, L>())
    }
}

/// Reads packed data from a response.
pub trait ResponseExt: Sized {
    /// Returns the body as one valid `T` in layout `L`, of at most [`RESPONSE_LIMIT`] bytes. A body that arrives in one
    /// piece is not copied.
    ///
    /// # Errors
    ///
    /// Returns a [`ClientError`] if the status is not a success, the content type is another one, the body is too long
    /// or invalid, or the transfer failed.
    fn packed_response<T: Packable + ?Sized + 'static, L: Wire>(
        self,
    ) -> impl Future<Output = Result<Packed<T, L, Bytes>, ClientError>> + Send {
        self.packed_response_with(Limits { bytes: RESPONSE_LIMIT, ..Limits::DEFAULT })
    }

    /// Like [`packed_response`](Self::packed_response), with other limits. [`Limits::bytes`] is checked while the body
    /// is read. [`Limits::DEFAULT`] has no limit on bytes: with it, the server decides how much memory the client uses.
    ///
    /// # Errors
    ///
    /// As for [`packed_response`](Self::packed_response).
    fn packed_response_with<T: Packable + ?Sized + 'static, L: Wire>(
        self,
        limits: Limits,
    ) -> impl Future<Output = Result<Packed<T, L, Bytes>, ClientError>> + Send;

    /// Returns the values of a [`PackedStream`](crate::PackedStream), one after the other, each of at most
    /// [`RESPONSE_LIMIT`] bytes. The number of values is not limited.
    ///
    /// # Errors
    ///
    /// Returns a [`ClientError`] if the status is not a success, or the content type is another one.
    fn packed_items<T: Packable + ?Sized + 'static, L: Wire>(
        self,
    ) -> impl Future<Output = Result<PackedItems<T, L>, ClientError>> + Send {
        self.packed_items_with(Limits { bytes: RESPONSE_LIMIT, ..Limits::DEFAULT })
    }

    /// Like [`packed_items`](Self::packed_items), with other limits, which hold for each value. A value longer than
    /// [`Limits::bytes`] is refused as soon as its length has arrived. [`Limits::DEFAULT`] has no limit on bytes: with
    /// it, the server decides how much memory the client uses.
    ///
    /// # Errors
    ///
    /// As for [`packed_items`](Self::packed_items).
    fn packed_items_with<T: Packable + ?Sized + 'static, L: Wire>(
        self,
        limits: Limits,
    ) -> impl Future<Output = Result<PackedItems<T, L>, ClientError>> + Send;
}

impl ResponseExt for Response {
    async fn packed_response_with<T: Packable + ?Sized + 'static, L: Wire>(
        self,
        limits: Limits,
    ) -> Result<Packed<T, L, Bytes>, ClientError> {
        let response = successful(self).await?;
        match Content::of(response.headers()) {
            Ok(Content::Packed(parameters)) => check::<T, L>(&parameters)?,
            other => return Err(wrong_type(&content_type::<T, L>(), other)),
        }
        let bytes = collect(response, limits.bytes).await?;
        Packed::with_limits(&limits).from_bytes(bytes).map_err(ClientError::Invalid)
    }

    async fn packed_items_with<T: Packable + ?Sized + 'static, L: Wire>(
        self,
        limits: Limits,
    ) -> Result<PackedItems<T, L>, ClientError> {
        let response = successful(self).await?;
        match Content::of(response.headers()) {
            Ok(Content::Stream(parameters)) => check::<T, L>(&parameters)?,
            other => return Err(wrong_type(&type_info::<T, L>().stream_type, other)),
        }
        Ok(PackedItems { response, arrived: BytesMut::new(), limits, ended: false, types: PhantomData })
    }
}

/// The values of a [`PackedStream`](crate::PackedStream), in the order in which they arrive.
///
/// ```no_run
/// # async fn example(response: reqwest::Response) -> Result<(), packed_data_axum::ClientError> {
/// use packed_data::Compact;
/// use packed_data_axum::ResponseExt;
///
/// // Each value has at most 64 MiB; `packed_items_with` takes other limits.
/// let mut squares = response.packed_items::<u64, Compact>().await?;
/// while let Some(square) = squares.next().await? {
///     println!("{:?}", square.unpack());
/// }
/// # Ok(())
/// # }
/// ```
pub struct PackedItems<T: ?Sized, L> {
    response: Response,
    /// The bytes that have arrived, of values that `next` has not yet returned.
    arrived: BytesMut,
    limits: Limits,
    /// Whether the stream has ended, or an error makes the rest unreadable.
    ended: bool,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

impl<T: Packable + ?Sized, L: Wire> PackedItems<T, L> {
    /// Returns the next value as soon as it has arrived; `None` after the last one.
    ///
    /// # Errors
    ///
    /// Returns a [`ClientError`] if the value is too long or invalid, or the transfer failed or ended within the value.
    /// After an invalid value, the next one can be read. After every other error, `next` returns `None`.
    pub async fn next(&mut self) -> Result<Option<Packed<T, L, Bytes>>, ClientError> {
        if self.ended {
            return Ok(None);
        }
        match self.next_bytes().await {
            Ok(Some(value)) => {
                Packed::with_limits(&self.limits).from_bytes(value).map(Some).map_err(ClientError::Invalid)
            }
            end => {
                self.ended = true;
                // The rest is never read.
                self.arrived = BytesMut::new();
                end.map(|_| None)
            }
        }
    }

    /// Returns the bytes of the next value; `None` after the last one.
    async fn next_bytes(&mut self) -> Result<Option<Bytes>, ClientError> {
        loop {
            if let Some(length) = self.take_prefix()? {
                return Ok(Some(self.arrived.split_to(length).freeze()));
            }
            match self.response.chunk().await? {
                Some(piece) => self.arrived.extend_from_slice(&piece),
                None if self.arrived.is_empty() => return Ok(None),
                None => return Err(ClientError::BrokenOff),
            }
        }
    }

    /// Once the next value has arrived completely, removes its prefix and returns its length; until then, returns
    /// `None`.
    fn take_prefix(&mut self) -> Result<Option<usize>, ClientError> {
        let FrameHeader::Length { width, length } =
            read_frame_header(&self.arrived).map_err(|_| ClientError::BrokenOff)?
        else {
            return Ok(None);
        };
        let limit = self.limits.bytes;
        let length = usize::try_from(length).ok().filter(|length| *length <= limit);
        let length = length.ok_or(ClientError::TooLarge { limit })?;
        if self.arrived.len() - width < length {
            return Ok(None);
        }
        let _ = self.arrived.split_to(width);
        Ok(Some(length))
    }
}

/// Returns the response if its status is a success, and an error otherwise.
async fn successful(response: Response) -> Result<Response, ClientError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let media = response.headers().get(CONTENT_TYPE).and_then(|media| Media::of(media.as_bytes()));
    let is_problem = media.is_some_and(|media| media.is(PROBLEM_JSON));
    // A problem that cannot be read is treated as absent: the status is known.
    let problem = match is_problem {
        true => collect(response, PROBLEM_LIMIT).await.ok().and_then(|body| serde_json::from_slice(&body).ok()),
        false => None,
    };
    Err(ClientError::Status { status, problem })
}

/// Checks the parameters of a response.
fn check<T: Packable + ?Sized + 'static, L: Wire>(parameters: &Parameters) -> Result<(), ClientError> {
    let expected = type_info::<T, L>().fingerprint;
    match (&parameters.layout, parameters.fingerprint) {
        (Some(layout), _) if layout != L::PARAMETER => Err(ClientError::ContentType {
            expected: format!("the layout `{}`", L::PARAMETER),
            found: format!("the layout `{layout}`"),
        }),
        (_, Some(found)) if found != expected => Err(ClientError::OtherType { expected, found }),
        _ => Ok(()),
    }
}

/// Returns the error for a response of another content type. If `found` is an error, that describes the content type in
/// words.
fn wrong_type(expected: &HeaderValue, found: Result<Content, String>) -> ClientError {
    ClientError::ContentType {
        expected: format!("`{}`", expected.to_str().unwrap_or_default()),
        found: found.map_or_else(|found| found, |content| content.name().into()),
    }
}

/// Reads a body of at most `limit` bytes.
async fn collect(mut response: Response, limit: usize) -> Result<Bytes, ClientError> {
    let too_large = ClientError::TooLarge { limit };
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Err(too_large);
    }
    let mut first = response.chunk().await?.unwrap_or_default();
    let mut joined = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if joined.is_empty() {
            joined = Vec::from(std::mem::take(&mut first));
        }
        if limit.checked_sub(joined.len()).is_none_or(|left| piece.len() > left) {
            return Err(too_large);
        }
        joined.extend_from_slice(&piece);
    }
    let body = if joined.is_empty() { first } else { joined.into() };
    if body.len() > limit { Err(too_large) } else { Ok(body) }
}

/// Why a request has no packed data as its result.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The request could not be sent, or the response could not be received.
    Transport(reqwest::Error),
    /// The server refused the request.
    Status {
        /// The status of the response.
        status: StatusCode,
        /// The reason, if the response has one in the format of RFC 9457.
        problem: Option<Box<Problem>>,
    },
    /// The response has another content type or layout.
    ContentType {
        /// The expected content type or layout, in words.
        expected: String,
        /// The content type or layout of the response, in words.
        found: String,
    },
    /// The response is packed data of another type.
    OtherType {
        /// The fingerprint of the expected type.
        expected: Fingerprint,
        /// The fingerprint of the type of the response.
        found: Fingerprint,
    },
    /// The response, or a value of it, is longer than the limit.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The response is not a valid value.
    Invalid(Error),
    /// A stream ended within a value, or the length before a value is invalid.
    BrokenOff,
}

impl From<reqwest::Error> for ClientError {
    fn from(error: reqwest::Error) -> Self {
        Self::Transport(error)
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transport(error) => write!(f, "transfer failed: {error}"),
            Self::Status { problem: Some(problem), .. } => write!(f, "request refused: {problem}"),
            Self::Status { status, problem: None } => write!(f, "request refused: {status}"),
            Self::ContentType { expected, found } => {
                write!(f, "wrong content type: expected {expected}, found {}", Printable(found))
            }
            Self::OtherType { expected, found } => {
                write!(f, "wrong type: expected a value of type {expected}, found one of type {found}")
            }
            Self::TooLarge { limit } => write!(f, "too large: expected at most {limit} bytes, found more"),
            Self::Invalid(error) => write!(f, "invalid response: {error}"),
            Self::BrokenOff => {
                f.write_str("broken off: expected a length and a whole value, found an early end or an invalid length")
            }
        }
    }
}

impl std::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Transport(error) => Some(error),
            Self::Status { problem: Some(problem), .. } => Some(problem),
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}
