//! A limit on the memory of responses that clients have not read yet.
//!
//! If a client reads slowly, its response stays in memory until the time limit of the connection. Without a limit, many
//! such clients could use all memory.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderValue;
use http::header::RETRY_AFTER;
use http_body::Body as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problems::too_many_unread;

/// The minimum length of a response that is counted, in bytes. For shorter ones, the limit on connections suffices.
const COUNTED: u64 = 64 << 10;
/// The size of one permit, in bytes.
const UNIT: u64 = 1 << 10;

/// The memory for long responses that are not read yet.
#[derive(Clone)]
pub(crate) struct ResponseMemory {
    free: Arc<Semaphore>,
    units: u32,
}

/// The bytes of a response, with their permit. Both are released when the last byte was written.
struct Counted {
    bytes: Bytes,
    _permit: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl ResponseMemory {
    /// Returns memory for at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = Semaphore::MAX_PERMITS.try_into().unwrap_or(u32::MAX);
        let units = u32::try_from(bytes as u64 / UNIT).map_or(most, |units| units.clamp(1, most));
        Self { free: Arc::new(Semaphore::new(units as usize)), units }
    }

    /// Takes memory for a response. Returns `None` if other responses hold too much of it. A response longer than the
    /// limit takes all of the memory.
    fn take(&self, length: u64) -> Option<OwnedSemaphorePermit> {
        let units = u32::try_from(length.div_ceil(UNIT)).map_or(self.units, |units| units.min(self.units));
        Arc::clone(&self.free).try_acquire_many_owned(units).ok()
    }
}

/// Counts a long response until it is read, or refuses it.
pub(crate) async fn charge(State(memory): State<ResponseMemory>, response: Response) -> Response {
    let Some(length) = response.body().size_hint().exact().filter(|length| *length >= COUNTED) else { return response };
    let Some(permit) = memory.take(length) else { return refused() };
    let (parts, body) = response.into_parts();
    // A body of known length is already in memory, in one piece.
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => Response::from_parts(parts, Body::from(Bytes::from_owner(Counted { bytes, _permit: permit }))),
        Err(_) => refused(),
    }
}

fn refused() -> Response {
    let mut response = too_many_unread().into_response();
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(length: usize) -> Response {
        Response::new(Body::from(vec![7; length]))
    }

    #[tokio::test]
    async fn long_responses_are_counted_until_they_are_dropped() {
        let memory = ResponseMemory::new(256 << 10);
        let first = charge(State(memory.clone()), long(100 << 10)).await;
        let second = charge(State(memory.clone()), long(100 << 10)).await;
        assert!(first.status() == 200 && second.status() == 200);
        let refused = charge(State(memory.clone()), long(100 << 10)).await;
        assert!(refused.status() == 503 && refused.headers()["retry-after"] == "1");
        // Short responses are not counted.
        assert_eq!(charge(State(memory.clone()), long((64 << 10) - 1)).await.status(), 200);
        // The bytes count, also after the body that contained them is dropped.
        let bytes = to_bytes(first.into_body(), usize::MAX).await.unwrap();
        assert_eq!(bytes.len(), 100 << 10);
        assert_eq!(charge(State(memory.clone()), long(100 << 10)).await.status(), 503);
        drop(bytes);
        assert_eq!(charge(State(memory.clone()), long(100 << 10)).await.status(), 200);
        drop(second);
        assert_eq!(memory.free.available_permits(), 256);
    }

    #[tokio::test]
    async fn a_response_longer_than_the_limit_is_sent_alone() {
        let memory = ResponseMemory::new(100 << 10);
        let alone = charge(State(memory.clone()), long(1 << 20)).await;
        assert_eq!(alone.status(), 200);
        assert_eq!(charge(State(memory.clone()), long(64 << 10)).await.status(), 503);
        drop(alone);
        assert_eq!(charge(State(memory.clone()), long(64 << 10)).await.status(), 200);
    }
}
