//! Problems (RFC 9457), also for requests that are refused outside the handlers (by the router, by a timeout).

use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::StatusCode;
use http::header::{ALLOW, CONNECTION, CONTENT_TYPE};
use packed_data_axum::Problem;

use crate::store::StoreError;

/// Replaces an error response that has no problem by one that has.
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
        // The rest of the request is not read.
        problem.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    problem
}

/// Returns the problem for a status.
fn bare(status: StatusCode) -> Problem {
    let detail = match status {
        StatusCode::NOT_FOUND => "expected one of the paths in /openapi.json, found another path",
        StatusCode::METHOD_NOT_ALLOWED => "expected one of the methods in the header Allow, found another method",
        StatusCode::REQUEST_TIMEOUT => "expected the whole request within the time limit, found a slower one",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "expected the content coding gzip or zstd, found another one",
        StatusCode::BAD_REQUEST => "expected a valid request, found a malformed one",
        _ => "the service cannot process this request",
    };
    Problem::new(status.as_u16(), detail)
}

/// No tree has this name.
pub(crate) fn no_tree(name: &str) -> Problem {
    Problem::new(404, format!("expected the name of a stored tree, found `{name}`"))
}

/// The store failed. The log has the error; the response has no details.
pub(crate) fn store_failed(error: &StoreError) -> Problem {
    tracing::error!(%error, "the store failed");
    match error {
        StoreError::Damaged(_) => Problem::new(500, "the stored tree is damaged"),
        _ => Problem::new(503, "the store cannot be read or written now"),
    }
}

/// Other clients have not yet read too many long responses.
pub(crate) fn too_many_unread() -> Problem {
    let detail = "expected free memory for this response, found it used by responses that other clients have not read";
    Problem::new(503, detail)
}

/// A number of the response does not fit in an `i64`.
pub(crate) fn overflow() -> Problem {
    Problem::new(422, "expected a tree for which the numbers of the response fit in 64 bits, found another one")
}

/// A tree in `Compact` has too many levels to be packed in `Indexed`.
pub(crate) fn too_deep() -> Problem {
    let detail = "expected a tree of at most 1,024 levels, or one in the layout `indexed`, found more levels";
    Problem::new(422, detail)
}

/// The name is not a valid name of a tree.
pub(crate) fn bad_name() -> Problem {
    let detail = "expected a name of 1 to 100 letters, digits, `-`, `_` and `.`, found another name";
    Problem::new(400, detail)
}
