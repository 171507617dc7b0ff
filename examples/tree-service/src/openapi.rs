//! The description of the service for programs, in the format OpenAPI.

use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{OpenApi, PartialSchema, ToSchema};

use crate::tree::{Stats, Tree};

/// What is wrong with a request (RFC 9457).
#[derive(ToSchema)]
#[schema(as = Problem)]
#[expect(dead_code, reason = "it is only a description")]
pub(crate) struct ProblemBody {
    /// The kind of problem: a URI.
    r#type: String,
    /// The name of the kind.
    title: String,
    /// The status of the response.
    status: u16,
    /// What is wrong with this request.
    detail: String,
    /// The byte of the body at which the problem was found.
    offset: Option<u64>,
    /// The field in which the problem was found.
    path: Option<String>,
}

/// The description of the service.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "tree-service",
        description = "A service that reads trees in the bytes in which they are sent. `application/vnd.packed-data` \
        has the parameters `layout` (`compact` or `indexed`) and `type`, the fingerprint that `/about` returns; \
        `application/cbor` has no parameters. There are time limits to send the head of a request, to send its body, \
        and to read the response. The connection of a client that takes longer is closed; if no response has begun, \
        its status is 408."
    ),
    paths(
        crate::handlers::sum,
        crate::handlers::right_most,
        crate::handlers::stats,
        crate::handlers::increment,
        crate::stored::put,
        crate::stored::get,
        crate::stored::delete,
        crate::stored::sum,
        crate::stored::right_most,
        crate::stored::list,
        crate::page::about,
        crate::page::health,
    ),
    components(schemas(Tree, Stats, ProblemBody))
)]
pub(crate) struct Description;

// Written by hand, because the derive does not support a type that contains itself in a list.
impl PartialSchema for Tree {
    fn schema() -> RefOr<Schema> {
        let number =
            ObjectBuilder::new().schema_type(Type::Integer).format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
        let tree = || Ref::from_schema_name("Tree");
        let pair = ArrayBuilder::new().items(tree()).min_items(Some(2)).max_items(Some(2));
        let leaf = ObjectBuilder::new().property("Leaf", number).required("Leaf");
        let node = ObjectBuilder::new().property("Node", pair).required("Node");
        OneOfBuilder::new().item(leaf).item(node).description(Some("a binary tree with a number in each leaf")).into()
    }
}

impl ToSchema for Tree {
    fn name() -> std::borrow::Cow<'static, str> {
        "Tree".into()
    }
}
