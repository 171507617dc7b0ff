//! A tree in the layout in which it was sent.

use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use packed_data::{Compact, Indexed, Limits, Packed};
use packed_data_axum::{Negotiated, Problem};

use crate::problems::too_deep;
use crate::store::StoredTree;
use crate::tree::Tree;

/// A tree in the layout in which it was sent, if that is `Compact` or `Indexed`; otherwise in `Compact`.
pub enum Received {
    /// In `Compact`.
    Compact(Packed<Tree, Compact, Bytes>),
    /// In `Indexed`.
    Indexed(Packed<Tree, Indexed, Bytes>),
}

impl Received {
    /// Returns the tree in `Indexed`, as it is stored. A tree in `Compact` is unpacked and packed again.
    ///
    /// # Errors
    ///
    /// If the tree has too many levels to be unpacked.
    pub fn indexed(self) -> Result<StoredTree, Problem> {
        match self {
            Self::Indexed(tree) => Ok(tree),
            Self::Compact(tree) => {
                let again = tree
                    .unpack()
                    .ok()
                    .and_then(|tree| Packed::<Tree, Indexed>::with_limits(&Limits::DEFAULT).pack(&tree).ok());
                let bytes = again.ok_or_else(too_deep)?.into_inner();
                Ok(Packed::from_bytes(bytes.into())?)
            }
        }
    }
}

/// Calls a function that is generic over the layout with the tree.
#[macro_export]
macro_rules! in_its_layout {
    ($received:expr, $function:path) => {
        match &$received {
            $crate::received::Received::Compact(tree) => $function(tree),
            $crate::received::Received::Indexed(tree) => $function(tree),
        }
    };
}

/// Returns whether the content type names the layout `Indexed`.
pub fn is_indexed(headers: &HeaderMap) -> bool {
    let header = headers.get(CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    header.split(';').skip(1).any(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or_default();
        name.trim().eq_ignore_ascii_case("layout") && value.trim().trim_matches('"').eq_ignore_ascii_case("indexed")
    })
}

impl<S: Send + Sync> FromRequest<S> for Received {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if is_indexed(request.headers()) {
            let Negotiated(tree) = Negotiated::from_request(request, state).await?;
            Ok(Self::Indexed(tree))
        } else {
            let Negotiated(tree) = Negotiated::from_request(request, state).await?;
            Ok(Self::Compact(tree))
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_layout_is_a_parameter() {
        let indexed =
            |text: &'static str| is_indexed(&HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(text))]));
        assert!(indexed("application/vnd.packed-data; layout=indexed; type=00"));
        assert!(indexed("application/vnd.packed-data;LAYOUT=\"Indexed\""));
        assert!(!indexed("application/vnd.packed-data; layout=compact"));
        assert!(!indexed("application/vnd.packed-data; other=indexed"));
        assert!(!indexed("application/vnd.packed-data"));
        assert!(!is_indexed(&HeaderMap::new()));
    }
}
