//! Responses in the content type that the client prefers.

use std::marker::PhantomData;

use axum_core::extract::FromRequestParts;
use axum_core::response::{IntoResponse, Response};
use http::header::VARY;
use http::request::Parts;
use http::{HeaderMap, HeaderValue};
use packed_data::packed::Buffer;
use packed_data::{Compact, Fingerprint, Limits, Packable, Packed, Unpack};
use serde::Serialize;

use crate::body::{into_bytes, response};
use crate::convert::{to_json, to_layout};
use crate::limits::limits_of;
use crate::media::{Content, JSON, PACKED, Wire, content_type, type_info};
use crate::negotiated::{available, formats};
use crate::problem::Problem;
use crate::ranges::{Offer, choose};

/// The content type in which a `T`, which the handler has in layout `L`, is sent. The header `Accept` of the request
/// decides it.
///
/// `Accept` is an extractor. A client that accepts no content type of the response is refused before the handler does
/// anything.
///
/// The rules are those of RFC 9110, 12.5.1. The quality `q` of a content type is that of the most specific range which
/// includes it; 0 means not acceptable. The content type with the highest quality is sent. Among equals, a content type
/// that the header names goes before one that only a wildcard includes. Then the content type of the request's own body
/// goes first. If the request has no body, JSON goes first (for `curl` and browsers), and layout `L` last.
///
/// # Errors
///
/// A request is refused with a [`Problem`], 406, if it accepts none of the content types.
///
/// ```
/// use axum::response::Response;
/// use packed_data::Packed;
/// use packed_data_axum::Accept;
///
/// async fn primes(accept: Accept<Vec<u32>>) -> Response {
///     accept.reply(Packed::<Vec<u32>>::pack(&vec![2, 3, 5, 7]))
/// }
/// # let _ = primes;
/// ```
pub struct Accept<T, L = Compact> {
    /// The layout; `None` for JSON.
    layout: Option<&'static str>,
    limits: Limits,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

impl<T, L: Wire> Accept<T, L>
where
    T: Serialize + for<'a> Unpack<'a> + 'static,
{
    /// Returns the response. If the request asked for layout `L`, its body is the bytes as they are. Otherwise the
    /// value is unpacked, and serialised or packed again.
    ///
    /// The response is a [`Problem`], 406, if the value is nested deeper than the route's
    /// [`limits()`](crate::limits()) allow and so cannot be unpacked or converted, or if JSON cannot express the value.
    ///
    /// ```
    /// # async fn example() {
    /// use axum::extract::FromRequestParts;
    /// use packed_data::Packed;
    /// use packed_data_axum::Accept;
    ///
    /// let request = http::Request::builder().header("accept", "application/json").body(()).unwrap();
    /// let accept = Accept::<u32>::from_request_parts(&mut request.into_parts().0, &()).await.unwrap();
    /// let response = accept.reply(Packed::<u32>::pack(&7));
    /// assert_eq!(response.headers()["content-type"], "application/json");
    /// # }
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(example());
    /// ```
    pub fn reply<B: Buffer + Send + 'static>(&self, packed: Packed<T, L, B>) -> Response {
        let response = match self.layout {
            Some(layout) if layout == L::PARAMETER => {
                Ok(response(into_bytes(packed.into_inner()), content_type::<T, L>()))
            }
            Some(layout) => to_layout(&packed, layout, &self.limits),
            None => to_json(&packed, &self.limits),
        };
        let mut response = response.unwrap_or_else(Problem::into_response);
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
        response
    }
}

impl<T: Packable + 'static, L: Wire, S: Send + Sync> FromRequestParts<S> for Accept<T, L> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let fingerprint = type_info::<T, L>().fingerprint;
        let offers = offers(&parts.headers, L::PARAMETER, fingerprint);
        let chosen = choose(&parts.headers, &offers).and_then(|index| offers.get(index)).ok_or_else(|| {
            let available = available(L::PARAMETER, fingerprint);
            Problem::not_acceptable(format!("expected one of `{}`", available.to_str().unwrap_or_default()))
        })?;
        Ok(Self {
            layout: chosen.layout,
            // The route's limit on bytes holds for requests, not for responses.
            limits: Limits { bytes: usize::MAX, ..limits_of(&parts.extensions) },
            types: PhantomData,
        })
    }
}

/// Returns the content types of the response, in the server's order of preference.
fn offers(headers: &HeaderMap, own: &'static str, fingerprint: Fingerprint) -> Vec<Offer> {
    let packed = formats(own).map(|format| Offer {
        media: format.media,
        layout: Some(format.layout),
        fingerprint: (format.media == PACKED).then_some(fingerprint),
    });
    let mut offers = vec![Offer { media: JSON, layout: None, fingerprint: None }];
    offers.extend(packed);
    if let Ok(Content::Packed(parameters)) = Content::of(headers) {
        let layout = parameters.layout.as_deref().unwrap_or(own);
        // The order: the layout of the request, the other layouts, JSON. The sort is stable.
        offers.sort_by_key(|offer| match offer.layout {
            Some(offered) if offered == layout => 0,
            Some(_) => 1,
            None => 2,
        });
    }
    offers
}
