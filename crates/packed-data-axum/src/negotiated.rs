//! Bodies of requests in any layout, or in JSON.

use std::fmt;
use std::ops::Deref;

use axum_core::extract::{FromRequest, Request};
use bytes::Bytes;
use http::HeaderValue;
use packed_data::{Compact, Fingerprint, Packable, Packed, Unpack};
use serde::de::DeserializeOwned;

use crate::collect::collect;
use crate::convert::{from_json, from_layout};
use crate::limits::limits_of;
use crate::media::{Content, FORMATS, Format, JSON, Wire, header, type_info};
use crate::problem::Problem;

/// One valid `T` in layout `L`, as the body of a request that may be in that layout, in another, or in JSON.
///
/// A body in layout `L` is read in place, as by [`PackedBody`](crate::PackedBody). A body in another layout is
/// validated and then [converted](Packed::convert), without an owned value; JSON is deserialised and packed. The
/// handler sees no difference. JSON nests at most 127 levels, which is the limit of `serde_json`. A body that is
/// deserialised takes the memory of such a value, which may be many times the length of the body. A body that is
/// converted takes its bytes in both layouts, and a body that is read in place no additional memory.
///
/// # Errors
///
/// As for [`PackedBody`](crate::PackedBody), with a [`Problem`]. For a JSON body, the status is 400 if it is not JSON,
/// and 422 if it is JSON of another shape.
///
/// ```
/// use axum::response::Response;
/// use packed_data::{Packable, Packed};
/// use packed_data_axum::{Accept, Negotiated};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Packable, Serialize, Deserialize)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// async fn depth(accept: Accept<u32>, Negotiated(tree): Negotiated<Tree>) -> Response {
///     fn depth<'id, L: packed_data::Layout>(
///         tree: packed_data::Cursor<'_, 'id, Tree, L>,
///     ) -> packed_data::Done<'id, u32, L> {
///         match tree.case() {
///             TreeCase::Leaf(fields) => fields.skip().done(0),
///             TreeCase::Node(fields) => {
///                 let (left, fields) = fields.with(depth);
///                 let (right, fields) = fields.with(depth);
///                 fields.done(1 + left.max(right))
///             }
///         }
///     }
///     accept.reply(Packed::<u32>::pack(&tree.read(depth)))
/// }
/// # let _ = depth;
/// ```
pub struct Negotiated<T: Packable, L: Wire = Compact>(pub Packed<T, L, Bytes>);

impl<T: Packable, L: Wire> Negotiated<T, L> {
    /// Returns the packed data.
    pub fn into_inner(self) -> Packed<T, L, Bytes> {
        self.0
    }
}

impl<T: Packable, L: Wire> fmt::Debug for Negotiated<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Packable, L: Wire> Deref for Negotiated<T, L> {
    type Target = Packed<T, L, Bytes>;

    fn deref(&self) -> &Packed<T, L, Bytes> {
        &self.0
    }
}

impl<T, L: Wire, S: Send + Sync> FromRequest<S> for Negotiated<T, L>
where
    T: for<'a> Unpack<'a> + DeserializeOwned + 'static,
{
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let fingerprint = type_info::<T, L>().fingerprint;
        let found = Content::of(request.headers()).and_then(supported);
        let content = found.map_err(|found| wrong_type(L::PARAMETER, fingerprint, &found))?;
        if let Content::Packed(parameters) = &content {
            parameters.check_type(fingerprint)?;
        }
        let limits = limits_of(request.extensions());
        let bytes = collect(request).await?;
        let packed = match content {
            Content::Packed(parameters) => {
                from_layout(parameters.layout.as_deref().unwrap_or(L::PARAMETER), bytes, &limits)
            }
            _ => from_json(&bytes, &limits),
        };
        packed.map(Self)
    }
}

/// Returns the content if its type is supported. Otherwise returns its description in words as the error.
fn supported(content: Content) -> Result<Content, String> {
    match &content {
        Content::Stream(_) => Err(content.name().into()),
        Content::Packed(parameters) => match &parameters.layout {
            Some(layout) if FORMATS.iter().all(|format| format.layout != layout) => {
                Err(format!("the layout `{layout}`"))
            }
            _ => Ok(content),
        },
        Content::Json => Ok(content),
    }
}

/// Returns the formats; first that of the handler's own layout, which needs no conversion.
pub(crate) fn formats(own: &'static str) -> impl Iterator<Item = Format> {
    let (own, others): (Vec<_>, Vec<_>) = FORMATS.into_iter().partition(|format| format.layout == own);
    own.into_iter().chain(others)
}

/// Returns the list of all available content types, as the value of a header.
pub(crate) fn available(own: &'static str, fingerprint: Fingerprint) -> HeaderValue {
    let mut list = Vec::from_iter(formats(own).map(|format| format.with_type(fingerprint)));
    list.push(JSON.into());
    header(&list.join(", "))
}

fn wrong_type(own: &'static str, fingerprint: Fingerprint, found: &str) -> Problem {
    let available = available(own, fingerprint);
    let detail = format!("expected one of `{}`, found {found}", available.to_str().unwrap_or_default());
    Problem::wrong_type(detail, available)
}
