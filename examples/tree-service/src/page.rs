//! The page for people, and information about the service.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use packed_data::Fingerprint;
use packed_data_axum::Problem;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use crate::openapi::Description;
use crate::problems::store_failed;
use crate::store::Store;
use crate::tree::Tree;

/// Returns a file of the page; the program contains the file.
fn file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"),
        ),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, text).into_response()
}

pub(crate) async fn index() -> Response {
    file("text/html; charset=utf-8", include_str!("page/index.html"))
}

pub(crate) async fn style() -> Response {
    file("text/css; charset=utf-8", include_str!("page/page.css"))
}

pub(crate) async fn script() -> Response {
    file("text/javascript; charset=utf-8", include_str!("page/page.js"))
}

pub(crate) async fn packing() -> Response {
    file("text/javascript; charset=utf-8", include_str!("page/packing.js"))
}

pub(crate) async fn openapi() -> Response {
    static TEXT: LazyLock<Bytes> = LazyLock::new(|| Description::openapi().to_json().unwrap_or_default().into());
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], TEXT.clone()).into_response()
}

/// Information that a client needs.
#[derive(Serialize, ToSchema)]
pub(crate) struct About {
    /// The fingerprint of the type of trees: the parameter `type` of the content type.
    fingerprint: String,
    /// The supported layouts of a body.
    layouts: [&'static str; 3],
    /// The version of the service.
    version: &'static str,
}

/// Returns information that a client needs.
#[utoipa::path(get, path = "/about", tag = "service", responses((status = 200, description = "information that a client needs", body = About)))]
pub(crate) async fn about() -> Json<About> {
    static FINGERPRINT: LazyLock<String> = LazyLock::new(|| Fingerprint::of::<Tree>().to_string());
    let layouts = ["compact", "indexed", "cbor"];
    Json(About { fingerprint: FINGERPRINT.clone(), layouts, version: env!("CARGO_PKG_VERSION") })
}

/// The health of the service.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// The number of stored trees.
    trees: u64,
}

/// Returns the health of the service: `ok` if the store can be read.
#[utoipa::path(get, path = "/health", tag = "service", responses(
    (status = 200, description = "the store can be read", body = Health),
    (status = 503, description = "the store cannot be read", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn health(State(store): State<Store>) -> Result<Json<Health>, Problem> {
    let trees = store.snapshot().len().map_err(|error| store_failed(&error))?;
    Ok(Json(Health { status: "ok", trees }))
}
