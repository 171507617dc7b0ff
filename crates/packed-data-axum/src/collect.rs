//! Reads the body of a request into one piece.

use std::error::Error;

use axum_core::RequestExt;
use axum_core::body::Body;
use axum_core::extract::Request;
use bytes::Bytes;
use http_body::Body as _;
use http_body_util::{BodyExt, LengthLimitError};

use crate::problem::Problem;

/// Reads the body of a request within axum's limit.
///
/// A body that arrives in one piece is not copied. If it arrives in several pieces, each piece is copied once, to the
/// end of a buffer. The buffer has the capacity that the request announces; without an announcement, its capacity
/// doubles when it is full. It is never more than the limit.
pub(crate) async fn collect(request: Request) -> Result<Bytes, Problem> {
    let announced = request.body().size_hint().lower();
    let mut body = request.with_limited_body().into_body();
    if body.size_hint().upper().is_some_and(|limit| announced > limit) {
        return Err(too_large());
    }
    let first = next(&mut body).await?.unwrap_or_default();
    let Some(second) = next(&mut body).await? else {
        return Ok(first);
    };
    let mut joined = Vec::new();
    append(&mut joined, &first, second.len(), &body)?;
    drop(first);
    append(&mut joined, &second, 0, &body)?;
    drop(second);
    while let Some(piece) = next(&mut body).await? {
        append(&mut joined, &piece, 0, &body)?;
    }
    Ok(Bytes::from(joined))
}

/// Returns the next piece that is not empty.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Problem> {
    while let Some(frame) = body.frame().await {
        match frame.map(|frame| frame.into_data()) {
            Ok(Ok(piece)) if !piece.is_empty() => return Ok(Some(piece)),
            // Trailers, or an empty piece.
            Ok(_) => {}
            Err(error) if is_length_limit(&error) => return Err(too_large()),
            Err(_) => return Err(Problem::malformed("expected the whole body, found an incomplete transfer")),
        }
    }
    Ok(None)
}

/// Copies a piece to the end of `joined`. After it, `ahead` further bytes are known to follow, and then `rest`.
fn append(joined: &mut Vec<u8>, piece: &[u8], ahead: usize, rest: &Body) -> Result<(), Problem> {
    if joined.capacity() - joined.len() < piece.len() {
        let (announced, limit) = (rest.size_hint().lower(), rest.size_hint().upper());
        let after = |bytes: u64| ahead.saturating_add(usize::try_from(bytes).unwrap_or(usize::MAX));
        let doubled = joined.len().clamp(ahead, limit.map_or(usize::MAX, after));
        // Without a limit, the announced length may exceed the memory: then the capacity doubles instead.
        let reserved = joined.try_reserve_exact(piece.len().saturating_add(doubled.max(after(announced))));
        reserved.or_else(|_| joined.try_reserve_exact(piece.len().saturating_add(doubled))).map_err(|_| too_large())?;
    }
    joined.extend_from_slice(piece);
    Ok(())
}

fn too_large() -> Problem {
    Problem::too_large("expected a body within the limit of this route, found a longer one")
}

/// Returns whether the error, or one of its sources, says that the body is longer than the limit.
fn is_length_limit(error: &(dyn Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_length_limit)
}
