//! The handlers for a tree in the body of the request.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::Response;
use packed_data::{Compact, InPlace, Indexed, Packed, TooDeep};
use packed_data_axum::{Accept, Negotiated, Problem, Wire};

use crate::in_its_layout;
use crate::problems::overflow;
use crate::received::{Received, is_indexed};
use crate::tree::{self, Stats, Tree};

/// Returns the response with a sum, or a problem if the sum is too large.
pub(crate) fn sum_reply(accept: &Accept<i64>, sum: Result<i128, TooDeep>) -> Result<Response, Problem> {
    let sum = sum.ok().and_then(|sum| i64::try_from(sum).ok()).ok_or_else(overflow)?;
    Ok(accept.reply(Packed::pack(&sum)))
}

/// Returns the sum of a tree's leaves.
#[utoipa::path(
    post, path = "/sum", tag = "trees",
    request_body(content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data")), description = "a tree"),
    responses(
        (status = 200, description = "the sum", content((i64 = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = "4XX", description = "refused", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn sum(accept: Accept<i64>, received: Received) -> Result<Response, Problem> {
    sum_reply(&accept, in_its_layout!(received, tree::sum))
}

/// Returns the number in the right-most leaf of a tree.
#[utoipa::path(
    post, path = "/right-most", tag = "trees",
    request_body(content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data")), description = "a tree"),
    responses(
        (status = 200, description = "the number in the right-most leaf", content((i64 = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = "4XX", description = "refused", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn right_most(accept: Accept<i64>, received: Received) -> Response {
    accept.reply(Packed::pack(&in_its_layout!(received, tree::right_most)))
}

/// Returns counts and measures of a tree.
#[utoipa::path(
    post, path = "/stats", tag = "trees",
    request_body(content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data")), description = "a tree"),
    responses(
        (status = 200, description = "counts and measures", content((Stats = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = "4XX", description = "refused", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn stats(accept: Accept<Stats>, received: Received) -> Response {
    accept.reply(Packed::pack(&in_its_layout!(received, tree::stats)))
}

/// Returns the tree with 1 added to each leaf.
///
/// A tree with the greatest number is refused.
#[utoipa::path(
    post, path = "/increment", tag = "trees",
    request_body(content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data")), description = "a tree"),
    responses(
        (status = 200, description = "the new tree", content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = "4XX", description = "refused", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "other clients have not yet read too many long responses", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn increment(request: Request) -> Result<Response, Problem> {
    if is_indexed(request.headers()) {
        increment_in::<Indexed>(request).await
    } else {
        increment_in::<Compact>(request).await
    }
}

/// Increments in the layout of the request, so that the response is sent without a conversion.
async fn increment_in<L: Wire + InPlace>(request: Request) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    let accept = Accept::<Tree, L>::from_request_parts(&mut parts, &()).await?;
    let Negotiated(tree) = Negotiated::<Tree, L>::from_request(Request::from_parts(parts, body), &()).await?;
    Ok(accept.reply(tree::increment(&tree).ok_or_else(overflow)?))
}
