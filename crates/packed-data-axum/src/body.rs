//! Packed data as the body of a request or a response.

use std::any::Any;
use std::fmt;
use std::ops::Deref;

use axum_core::body::Body;
use axum_core::extract::{FromRequest, Request};
use axum_core::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use packed_data::packed::Buffer;
use packed_data::{Compact, Packable, Packed};

use crate::collect::collect;
use crate::limits::limits_of;
use crate::media::{Content, Wire, content_type, type_info};
use crate::problem::Problem;

/// One valid `T` in layout `L`, as the body of a request or a response.
///
/// **As an extractor** it reads the body once and validates it in place. A body that arrives in one piece is not
/// copied. A body that arrives in several pieces (as bodies of some hundred kilobytes do) is copied once, into one
/// buffer. A body that is not copied shares the buffer into which the server reads. To keep it for a long time, make a
/// copy with [`to_vec`](Packed::to_vec).
///
/// **As a response** it sends the bytes as they are, without a copy, with `Content-Length` and
/// [the content type](crate::content_type) of `T` in `L`.
///
/// # Errors
///
/// A request is refused with a [`Problem`]:
///
/// - 415, if its content type is not `application/vnd.packed-data`, or `layout` names another layout, or there is a
///   content coding that no layer has decoded;
/// - 422, if `type` is the fingerprint of another type, or the bytes are not a value of this type;
/// - 413, if it is longer than axum's [`DefaultBodyLimit`](axum_core::extract::DefaultBodyLimit), by default 2 MB;
/// - 400, if the bytes are malformed, or the transfer ends early.
///
/// ```
/// use packed_data::{Indexed, Packable, Packed};
/// use packed_data_axum::PackedBody;
///
/// #[derive(Packable)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// async fn swap(PackedBody(point): PackedBody<Point, Indexed>) -> PackedBody<Point, Indexed, Vec<u8>> {
///     let PointView { x, y } = point.view().fields();
///     PackedBody(Packed::pack(&Point { x: y, y: x }))
/// }
/// # let _ = swap;
/// ```
pub struct PackedBody<T: Packable + ?Sized, L: Wire = Compact, B: Buffer = Bytes>(pub Packed<T, L, B>);

impl<T: Packable + ?Sized, L: Wire, B: Buffer> PackedBody<T, L, B> {
    /// Returns the packed data.
    pub fn into_inner(self) -> Packed<T, L, B> {
        self.0
    }
}

impl<T: Packable + ?Sized, L: Wire, B: Buffer> fmt::Debug for PackedBody<T, L, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Packable + ?Sized, L: Wire, B: Buffer> Deref for PackedBody<T, L, B> {
    type Target = Packed<T, L, B>;

    fn deref(&self) -> &Packed<T, L, B> {
        &self.0
    }
}

impl<T: Packable + ?Sized, L: Wire, B: Buffer> From<Packed<T, L, B>> for PackedBody<T, L, B> {
    fn from(packed: Packed<T, L, B>) -> Self {
        Self(packed)
    }
}

impl<T: Packable + ?Sized + 'static, L: Wire, S: Send + Sync> FromRequest<S> for PackedBody<T, L> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        check_content::<T, L>(request.headers())?;
        let limits = limits_of(request.extensions());
        let bytes = collect(request).await?;
        Ok(Self(Packed::with_limits(&limits).from_bytes(bytes)?))
    }
}

/// Checks that the headers announce a `T` in layout `L`.
fn check_content<T: Packable + ?Sized + 'static, L: Wire>(headers: &HeaderMap) -> Result<(), Problem> {
    let wrong_type = |found: String| {
        let expected = content_type::<T, L>();
        let detail = format!("expected `{}`, found {found}", expected.to_str().unwrap_or_default());
        Problem::wrong_type(detail, expected)
    };
    match Content::of(headers) {
        Ok(Content::Packed(parameters)) => match &parameters.layout {
            Some(layout) if layout != L::PARAMETER => Err(wrong_type(format!("the layout `{layout}`"))),
            _ => parameters.check_type(type_info::<T, L>().fingerprint),
        },
        Ok(other) => Err(wrong_type(other.name().into())),
        Err(found) => Err(wrong_type(found)),
    }
}

impl<T: Packable + ?Sized + 'static, L: Wire, B: Buffer + Send + 'static> IntoResponse for PackedBody<T, L, B> {
    fn into_response(self) -> Response {
        response(into_bytes(self.0.into_inner()), content_type::<T, L>())
    }
}

/// Returns a response with a body of known length.
pub(crate) fn response(bytes: Bytes, content_type: HeaderValue) -> Response {
    let length = HeaderValue::from(bytes.len());
    let mut response = Response::new(Body::from(bytes));
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response.headers_mut().insert(CONTENT_LENGTH, length);
    response
}

/// Returns the bytes of any buffer, without a copy.
pub(crate) fn into_bytes<B: Buffer + Send + 'static>(buffer: B) -> Bytes {
    /// A buffer with `AsRef`, which `Bytes::from_owner` requires.
    struct Owner<B>(B);

    impl<B: Buffer> AsRef<[u8]> for Owner<B> {
        fn as_ref(&self) -> &[u8] {
            self.0.as_bytes()
        }
    }

    // These two types need no `Owner`.
    let mut buffer = Some(buffer);
    let any: &mut dyn Any = &mut buffer;
    if let Some(bytes) = any.downcast_mut::<Option<Bytes>>().and_then(Option::take) {
        return bytes;
    }
    if let Some(bytes) = any.downcast_mut::<Option<Vec<u8>>>().and_then(Option::take) {
        return bytes.into();
    }
    buffer.map_or_else(Bytes::new, |buffer| Bytes::from_owner(Owner(buffer)))
}
