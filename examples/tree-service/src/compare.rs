//! Handlers of ordinary services, for the load test: they deserialise the body and compute with the value. They are
//! served only with `--compare`.

use axum::Router;
use axum::routing::post;
use bytes::Bytes;
use packed_data_axum::Problem;

use crate::problems::overflow;
use crate::store::Store;
use crate::tree::Tree;

/// Returns the routes under `/compare`.
pub(crate) fn routes() -> Router<Store> {
    Router::new().route("/compare/json/sum", post(json)).route("/compare/postcard/sum", post(postcard))
}

async fn json(body: Bytes) -> Result<String, Problem> {
    let tree: Tree = serde_json::from_slice(&body).map_err(|_| malformed())?;
    sum(&tree)
}

async fn postcard(body: Bytes) -> Result<String, Problem> {
    let tree: Tree = ::postcard::from_bytes(&body).map_err(|_| malformed())?;
    sum(&tree)
}

fn sum(tree: &Tree) -> Result<String, Problem> {
    i64::try_from(tree.sum()).map(|sum| sum.to_string()).map_err(|_| overflow())
}

fn malformed() -> Problem {
    Problem::new(400, "expected a tree, found something else")
}
