//! The handlers of stored trees.

use std::num::NonZero;
use std::sync::LazyLock;

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::request::Parts;
use packed_data::{Indexed, Packed};
use packed_data_axum::{Accept, Problem};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::handlers::sum_reply;
use crate::problems::{bad_name, no_tree, store_failed};
use crate::received::Received;
use crate::store::{Entry, Store, StoredTree};
use crate::tree::{self, Tree};

/// The maximum length of a name, in bytes.
const NAME: usize = 100;
/// The maximum number of trees in one list.
const LIST: usize = 1000;

/// The minimum length of a tree that is converted on a blocking thread, in bytes.
const LONG: usize = 64 << 10;

/// The name of a tree, in the path.
pub(crate) struct Name(String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(name) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| bad_name())?;
        let fits = (1..=NAME).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        if fits { Ok(Self(name)) } else { Err(bad_name()) }
    }
}

/// Returns a tree in the page of the database. A tree that is not yet validated is read, perhaps from the disk, and
/// validated on a blocking thread.
async fn find(store: &Store, name: String) -> Result<StoredTree, Problem> {
    let snapshot = store.snapshot();
    if let Some(tree) = snapshot.validated(&name) {
        return Ok(tree);
    }
    let found = tokio::task::spawn_blocking(move || match snapshot.get(&name) {
        Ok(Some(tree)) => Ok(tree),
        Ok(None) => Err(no_tree(&name)),
        Err(error) => Err(store_failed(&error)),
    });
    found.await.unwrap_or_else(|_| Err(unreadable()))
}

/// The permits to convert long trees: one for each processor. Without a limit, clients that request long trees in JSON
/// would keep all threads of the service busy, and the memory of all conversions would add up.
static CONVERSIONS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get)));

/// Returns the response with a copy of a stored tree.
///
/// A response that is sent from the page of the database would pin the page's snapshot until the client has read the
/// response. Until then, the file would grow with every write. So the page is released before anything is sent.
async fn copied(accept: Accept<Tree, Indexed>, tree: StoredTree) -> Result<Response, Problem> {
    if tree.as_bytes().len() < LONG {
        return Ok(accept.reply(tree.to_vec()));
    }
    let permit = CONVERSIONS.acquire().await;
    let converted = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        accept.reply(tree.to_vec())
    });
    converted.await.map_err(|_| unreadable())
}

fn unreadable() -> Problem {
    Problem::new(500, "the tree could not be read")
}

/// Stores a tree. When the response is sent, the tree is on the disk.
#[utoipa::path(
    put, path = "/trees/{name}", tag = "stored trees", params(("name" = String, Path, description = "1 to 100 letters, digits, `-`, `_` and `.`")),
    request_body(content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data")), description = "a tree"),
    responses(
        (status = 201, description = "stored under a new name"),
        (status = 204, description = "stored; the old tree with this name is replaced"),
        (status = "4XX", description = "refused", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "not stored", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn put(
    Name(name): Name,
    State(store): State<Store>,
    received: Received,
) -> Result<StatusCode, Problem> {
    let tree = received.indexed()?;
    let existed = store.put(name, tree).await.map_err(|error| store_failed(&error))?;
    Ok(if existed { StatusCode::NO_CONTENT } else { StatusCode::CREATED })
}

/// Returns a stored tree.
///
/// If the client does not read the response within the time limit of the service, the connection is closed.
#[utoipa::path(
    get, path = "/trees/{name}", tag = "stored trees", params(("name" = String, Path, description = "a stored tree")),
    responses(
        (status = 200, description = "the tree", content((Tree = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = 404, description = "no tree has this name", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "other clients have not yet read too many long responses", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn get(
    Name(name): Name,
    State(store): State<Store>,
    accept: Accept<Tree, Indexed>,
) -> Result<Response, Problem> {
    copied(accept, find(&store, name).await?).await
}

/// Removes a stored tree.
#[utoipa::path(
    delete, path = "/trees/{name}", tag = "stored trees", params(("name" = String, Path, description = "a stored tree")),
    responses(
        (status = 204, description = "removed"),
        (status = 404, description = "no tree has this name", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn delete(Name(name): Name, State(store): State<Store>) -> Result<StatusCode, Problem> {
    match store.remove(name.clone()).await {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) => Err(no_tree(&name)),
        Err(error) => Err(store_failed(&error)),
    }
}

/// Returns the sum of a stored tree, which is read in the page of the database.
#[utoipa::path(
    get, path = "/trees/{name}/sum", tag = "stored trees", params(("name" = String, Path, description = "a stored tree")),
    responses(
        (status = 200, description = "the sum", content((i64 = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = 404, description = "no tree has this name", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn sum(
    Name(name): Name,
    State(store): State<Store>,
    accept: Accept<i64>,
) -> Result<Response, Problem> {
    sum_reply(&accept, tree::sum(&find(&store, name).await?))
}

/// Returns the number in the right-most leaf of a stored tree, with one jump for each level in the page of the
/// database.
#[utoipa::path(
    get, path = "/trees/{name}/right-most", tag = "stored trees", params(("name" = String, Path, description = "a stored tree")),
    responses(
        (status = 200, description = "the number in the right-most leaf", content((i64 = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
        (status = 404, description = "no tree has this name", body = crate::openapi::ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn right_most(
    Name(name): Name,
    State(store): State<Store>,
    accept: Accept<i64>,
) -> Result<Response, Problem> {
    Ok(accept.reply(Packed::pack(&tree::right_most(&find(&store, name).await?))))
}

/// The requested part of the list.
#[derive(Deserialize)]
pub(crate) struct Part {
    #[serde(default)]
    after: String,
    limit: Option<usize>,
}

/// Returns a part of the list of stored trees, in the order of their names.
#[utoipa::path(
    get, path = "/trees", tag = "stored trees",
    params(
        ("after" = Option<String>, Query, description = "the last name of the previous part"),
        ("limit" = Option<usize>, Query, description = "the maximum number of trees, at most 1,000; the default is 100"),
    ),
    responses(
        (status = 200, description = "names and sizes", content((Vec<Entry> = "application/json"), (Vec<u8> = "application/vnd.packed-data"))),
    )
)]
pub(crate) async fn list(
    State(store): State<Store>,
    part: Result<Query<Part>, QueryRejection>,
    accept: Accept<Vec<Entry>>,
) -> Result<Response, Problem> {
    let Ok(Query(part)) = part else {
        return Err(Problem::new(400, "expected `after` with a name and `limit` with a number, found another query"));
    };
    let limit = part.limit.unwrap_or(100).min(LIST);
    let snapshot = store.snapshot();
    let listed = tokio::task::spawn_blocking(move || snapshot.list(&part.after, limit)).await;
    match listed {
        Ok(Ok(entries)) => Ok(accept.reply(Packed::pack(&entries)).into_response()),
        Ok(Err(error)) => Err(store_failed(&error)),
        Err(_) => Err(Problem::new(500, "the trees could not be listed")),
    }
}
