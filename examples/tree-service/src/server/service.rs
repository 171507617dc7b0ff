//! The service of one connection. It records in the progress when a request begins, and when its response was handed to
//! the connection.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;

use super::progress::Progress;

/// Returns a service that processes requests with `app`, and records their progress.
pub(super) fn tracked(
    app: Router,
    progress: Arc<Progress>,
) -> impl Service<
    Request<Incoming>,
    Response = Response<Tracked>,
    Error = Infallible,
    Future = impl Future<Output = Result<Response<Tracked>, Infallible>> + Send,
> {
    let app = TowerToHyperService::new(app);
    hyper::service::service_fn(move |request| {
        progress.request();
        let answer = app.call(request);
        let progress = Arc::clone(&progress);
        async move {
            let response = answer.await?;
            progress.response();
            Ok(response.map(|body| Tracked { body, progress }))
        }
    })
}

/// The body of a response, which records its end.
pub(super) struct Tracked {
    body: Body,
    progress: Arc<Progress>,
}

impl http_body::Body for Tracked {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The connection drops a body as soon as it has read the whole body.
impl Drop for Tracked {
    fn drop(&mut self) {
        self.progress.produced();
    }
}
