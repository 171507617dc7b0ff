//! Limits on the bodies of a route.

use std::task::{Context, Poll};

use http::{Extensions, Request};
use packed_data::Limits;
use tower_layer::Layer;
use tower_service::Service;

/// Returns a layer that sets the [`Limits`] within which bodies are validated: for a route, or for all routes of a
/// router.
///
/// Without the layer, the limits are [`Limits::DEFAULT`]. The number of bytes is limited by axum's
/// [`DefaultBodyLimit`](axum_core::extract::DefaultBodyLimit), which is checked before anything is read. If
/// [`Limits::bytes`] is lower, bodies above it are refused too, after they were read.
///
/// The stack that a body takes is limited in bytes, in every build. Each level of nesting counts with a size that is
/// computed from the types, so the default limits are safe in the 2 MiB of tokio's threads, also for types with large
/// values inline. A body that exceeds the limit is refused with a [`Problem`](crate::Problem), 422. Whether a body is
/// valid depends neither on the build nor on the thread.
///
/// ```
/// use axum::Router;
/// use axum::routing::post;
/// use packed_data::Limits;
/// use packed_data_axum::{PackedBody, limits};
///
/// async fn longest(PackedBody(words): PackedBody<Vec<String>>) -> String {
///     words.unpack().map_or(String::new(), |words| words.into_iter().max_by_key(String::len).unwrap_or_default())
/// }
///
/// let app: Router =
///     Router::new().route("/longest", post(longest).layer(limits(Limits { depth: 16, ..Limits::DEFAULT })));
/// # let _ = app;
/// ```
pub fn limits(limits: Limits) -> LimitsLayer {
    LimitsLayer(limits)
}

/// Sets the limits of a route: see [`limits()`].
#[derive(Clone, Copy, Debug)]
pub struct LimitsLayer(Limits);

/// A service with limits: see [`limits()`].
#[derive(Clone, Copy, Debug)]
pub struct LimitsService<S> {
    inner: S,
    limits: RouteLimits,
}

/// The limits in the extensions of a request.
#[derive(Clone, Copy, Debug)]
struct RouteLimits(Limits);

/// Returns the limits in the extensions of a request, or the default limits.
pub(crate) fn limits_of(extensions: &Extensions) -> Limits {
    extensions.get::<RouteLimits>().map_or(Limits::DEFAULT, |limits| limits.0)
}

impl<S> Layer<S> for LimitsLayer {
    type Service = LimitsService<S>;

    fn layer(&self, inner: S) -> LimitsService<S> {
        LimitsService { inner, limits: RouteLimits(self.0) }
    }
}

impl<S: Service<Request<B>>, B> Service<Request<B>> for LimitsService<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> S::Future {
        request.extensions_mut().insert(self.limits);
        self.inner.call(request)
    }
}
