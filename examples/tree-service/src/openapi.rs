//! The description of the service, for programs: OpenAPI.

use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{OpenApi, PartialSchema, ToSchema};

use crate::tree::{Stats, Tree};

/// What is wrong with a request (RFC 9457).
#[derive(ToSchema)]
#[schema(as = Problem)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) struct ProblemBody {
    /// Which kind of problem it is.
    r#type: String,
    /// What the kind is called.
    title: String,
    /// The status of the response.
    status: u16,
    /// What is wrong this time.
    detail: String,
    /// At which byte of the body.
    offset: Option<u64>,
    /// In which field.
    path: Option<String>,
}

/// The description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "tree-service",
        description = "Trees, used in the bytes they travel in. `application/vnd.packed-data` \
        has the parameters `layout` (`compact` or `indexed`) and `type`, the fingerprint that `/about` tells; \
        `application/cbor` has none. A client has a limited time for the head of a request, for its body, and to read \
        the response; one that takes longer is cut off, with the status 408 if no response was begun."
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

// By hand, as the derive cannot tell of a type that contains itself in a list.
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
