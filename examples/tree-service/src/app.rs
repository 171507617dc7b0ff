//! The routes, and what is laid around them.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{map_response, map_response_with_state};
use axum::routing::{get, post};
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use http_body::Body;
use packed_data_axum::{PACKED, limits};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{And, NotForContentType, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel, Predicate};
use tower_http::decompression::RequestDecompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

use crate::config::Config;
use crate::held::{Held, charge};
use crate::problems::explain;
use crate::store::Store;
use crate::{compare, handlers, page, stored};

/// From which length on packed data is compressed, in bytes: whoever sends it packed is after time, not bytes.
const PACKED_WORTHWHILE: u64 = 64 << 10;
/// From which length on anything else is, in bytes.
const WORTHWHILE: u16 = 1024;

/// The service.
pub fn app(store: Store, config: &Config) -> Router {
    let mut routes = Router::new()
        .route("/", get(page::index))
        .route("/page.css", get(page::style))
        .route("/page.js", get(page::script))
        .route("/packing.js", get(page::packing))
        .route("/openapi.json", get(page::openapi))
        .route("/about", get(page::about))
        .route("/health", get(page::health))
        .route("/sum", post(handlers::sum))
        .route("/right-most", post(handlers::right_most))
        .route("/increment", post(handlers::increment))
        .route("/stats", post(handlers::stats))
        .route("/trees", get(stored::list))
        .route("/trees/{name}", get(stored::get).put(stored::put).delete(stored::delete))
        .route("/trees/{name}/sum", get(stored::sum))
        .route("/trees/{name}/right-most", get(stored::right_most));
    if config.compare {
        routes = routes.merge(compare::routes());
    }
    // The last is the outermost.
    routes
        .with_state(store)
        .layer(limits(config.limits()))
        .layer(DefaultBodyLimit::max(config.body_limit))
        .layer(RequestDecompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, config.timeout))
        .layer(CatchPanicLayer::new())
        .layer(map_response_with_state(Held::new(config.response_memory), charge))
        .layer(map_response(explain))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worthwhile()))
        .layer(TraceLayer::new_for_http().make_span_with(span))
}

/// What is compressed, if the client takes it so.
fn worthwhile() -> And<And<SizeAbove, LongIfPacked>, NotForContentType> {
    SizeAbove::new(WORTHWHILE).and(LongIfPacked).and(NotForContentType::SSE)
}

/// Leaves short packed data alone.
#[derive(Clone, Copy)]
struct LongIfPacked;

impl Predicate for LongIfPacked {
    fn should_compress<B: Body>(&self, response: &http::Response<B>) -> bool {
        let packed =
            response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(PACKED.as_bytes()));
        !packed || response.body().size_hint().lower() >= PACKED_WORTHWHILE
    }
}

/// What the log says of a request.
fn span<B>(request: &Request<B>) -> Span {
    tracing::debug_span!("request", method = %request.method(), path = request.uri().path())
}
