//! The body of a request, in one piece.

use std::error::Error;

use axum_core::RequestExt;
use axum_core::body::Body;
use axum_core::extract::Request;
use bytes::Bytes;
use http_body::Body as _;
use http_body_util::{BodyExt, LengthLimitError};

use crate::problem::Problem;

/// Reads the body within axum's limit.
///
/// What arrives in one piece stays where it is. Of more pieces, each is copied once, behind the others; the room for
/// them is what the request announces, or else doubles, and is never more than the limit.
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

/// The next piece that has bytes.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Problem> {
    while let Some(frame) = body.frame().await {
        match frame.map(|frame| frame.into_data()) {
            Ok(Ok(piece)) if !piece.is_empty() => return Ok(Some(piece)),
            // Trailers, or nothing.
            Ok(_) => {}
            Err(error) if is_length_limit(&error) => return Err(too_large()),
            Err(_) => return Err(Problem::malformed("expected the whole body, found its transfer broken off")),
        }
    }
    Ok(None)
}

/// Copies a piece behind the others; at least `ahead` further bytes are known to follow, and `rest` of the body.
fn append(joined: &mut Vec<u8>, piece: &[u8], ahead: usize, rest: &Body) -> Result<(), Problem> {
    if joined.capacity() - joined.len() < piece.len() {
        let (announced, limit) = (rest.size_hint().lower(), rest.size_hint().upper());
        let after = |bytes: u64| ahead.saturating_add(usize::try_from(bytes).unwrap_or(usize::MAX));
        let doubled = joined.len().clamp(ahead, limit.map_or(usize::MAX, after));
        // Where there is no limit, what is announced may be more than there is.
        let roomy = joined.try_reserve_exact(piece.len().saturating_add(doubled.max(after(announced))));
        roomy.or_else(|_| joined.try_reserve_exact(piece.len().saturating_add(doubled))).map_err(|_| too_large())?;
    }
    joined.extend_from_slice(piece);
    Ok(())
}

fn too_large() -> Problem {
    Problem::too_large("expected a body within the limit of this route, found a longer one")
}

/// Whether it is this, or because of this, that the limit was passed.
fn is_length_limit(error: &(dyn Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_length_limit)
}
