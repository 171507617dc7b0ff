//! The routes and their layers.

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
use crate::held::{ResponseMemory, charge};
use crate::problems::explain;
use crate::store::Store;
use crate::{compare, handlers, page, stored};

/// The minimum length of packed data that is compressed, in bytes. It is high, because clients that use packed data
/// want to save time, not bytes.
const PACKED_WORTHWHILE: u64 = 64 << 10;
/// The minimum length of other bodies that are compressed, in bytes.
const WORTHWHILE: u16 = 1024;

/// Returns the service.
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
    // The last layer is the outermost.
    routes
        .with_state(store)
        .layer(limits(config.limits()))
        .layer(DefaultBodyLimit::max(config.body_limit))
        .layer(RequestDecompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, config.timeout))
        .layer(CatchPanicLayer::new())
        .layer(map_response_with_state(ResponseMemory::new(config.response_memory), charge))
        .layer(map_response(explain))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worthwhile()))
        .layer(TraceLayer::new_for_http().make_span_with(span))
}

/// Returns which responses are compressed, if the client accepts it.
fn worthwhile() -> And<And<SizeAbove, LongIfPacked>, NotForContentType> {
    SizeAbove::new(WORTHWHILE).and(LongIfPacked).and(NotForContentType::SSE)
}

/// Excludes short packed data from compression.
#[derive(Clone, Copy)]
struct LongIfPacked;

impl Predicate for LongIfPacked {
    fn should_compress<B: Body>(&self, response: &http::Response<B>) -> bool {
        let packed =
            response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(PACKED.as_bytes()));
        !packed || response.body().size_hint().lower() >= PACKED_WORTHWHILE
    }
}

/// Returns the log's description of a request.
fn span<B>(request: &Request<B>) -> Span {
    tracing::debug_span!("request", method = %request.method(), path = request.uri().path())
}
