//! What is refused outside the handlers (by the router, by a timeout) is told like everything else: RFC 9457.

use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::StatusCode;
use http::header::{ALLOW, CONNECTION, CONTENT_TYPE};
use packed_data_axum::Problem;

use crate::store::StoreError;

/// Turns an error without a body of its own into one with a problem.
pub(crate) async fn explain(response: Response) -> Response {
    let status = response.status();
    let explained = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    if explained || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let mut problem = bare(status).into_response();
    if let Some(methods) = response.headers().get(ALLOW) {
        problem.headers_mut().insert(ALLOW, methods.clone());
    }
    if status == StatusCode::REQUEST_TIMEOUT {
        // What of the request is still under way is not read any more.
        problem.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    problem
}

fn bare(status: StatusCode) -> Problem {
    let detail = match status {
        StatusCode::NOT_FOUND => "expected one of the paths of /openapi.json, found another",
        StatusCode::METHOD_NOT_ALLOWED => "expected one of the methods of the header Allow, found another",
        StatusCode::REQUEST_TIMEOUT => "expected the whole request within the time limit, found it slower",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "expected a content coding that is undone here (gzip, zstd), found another"
        }
        StatusCode::BAD_REQUEST => "expected a request that can be read, found another",
        _ => "the service cannot do what was asked for",
    };
    Problem::new(status.as_u16(), title(status), detail)
}

fn title(status: StatusCode) -> String {
    status.canonical_reason().unwrap_or("refused").to_ascii_lowercase()
}

/// A tree that is not there.
pub(crate) fn no_tree(name: &str) -> Problem {
    Problem::new(404, "no such tree", format!("expected the name of a stored tree, found `{name}`"))
}

/// The store failed: the log says how, the client only that.
pub(crate) fn store_failed(error: &StoreError) -> Problem {
    tracing::error!(%error, "the store failed");
    match error {
        StoreError::Damaged(_) => Problem::new(500, "damaged tree", "the stored tree is damaged"),
        _ => Problem::new(503, "store not available", "the store cannot be read or written now"),
    }
}

/// Clients read too slowly.
pub(crate) fn too_many_unread() -> Problem {
    let detail = "expected memory for this response, found it taken by responses that other clients have not read yet";
    Problem::new(503, "too many unread responses", detail)
}

/// A sum that no `i64` holds.
pub(crate) fn overflow() -> Problem {
    Problem::new(422, "sum too large", "expected leaves whose sum is an integer of 64 bits, found a greater sum")
}

/// A tree in `Compact` that cannot be packed as `Indexed`.
pub(crate) fn too_deep() -> Problem {
    let detail = "expected a tree of at most 1,024 levels, or one in the layout `indexed`, found more levels";
    Problem::new(422, "too many levels", detail)
}

/// A name that trees cannot have.
pub(crate) fn bad_name() -> Problem {
    let detail = "expected a name of 1 to 100 letters, digits, `-`, `_` and `.`, found another";
    Problem::new(400, "bad name", detail)
}
