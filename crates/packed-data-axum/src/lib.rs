//! Packed data over HTTP, for [axum](https://docs.rs/axum).
//!
//! A handler receives the body of a request as one valid value, in the bytes in which it arrived, and responds with
//! another value. Nothing is deserialised.
//!
//! ```
//! use axum::Router;
//! use axum::routing::post;
//! use packed_data::{Cursor, Done, Layout, Packable};
//! use packed_data_axum::PackedBody;
//!
//! #[derive(Packable)]
//! enum Tree {
//!     Leaf(i64),
//!     Node(Box<Tree>, Box<Tree>),
//! }
//!
//! fn add<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
//!     match tree.case() {
//!         TreeCase::Leaf(fields) => {
//!             let (n, fields) = fields.read();
//!             fields.done(n)
//!         }
//!         TreeCase::Node(fields) => {
//!             let (left, fields) = fields.with(add);
//!             let (right, fields) = fields.with(add);
//!             fields.done(left + right)
//!         }
//!     }
//! }
//!
//! async fn sum(PackedBody(tree): PackedBody<Tree>) -> String {
//!     tree.read(add).to_string()
//! }
//!
//! let app: Router = Router::new().route("/sum", post(sum));
//! # let _ = app;
//! ```
//!
//! - [`PackedBody`] is the extractor and the response for packed data only.
//! - [`Negotiated`] also accepts other layouts and JSON, and [`Accept`] responds in the content type that the client
//!   prefers. With them, one handler serves programs, `curl` and browsers.
//! - [`PackedStream`] responds with many values, one after the other.
//! - [`limits()`] limits the bodies of a route: the levels of nesting, and the stack that these take, in bytes. The
//!   length of bodies is limited by axum's [`DefaultBodyLimit`](axum_core::extract::DefaultBodyLimit). The server
//!   limits the time in which a request arrives, is processed, and its response is read: [the example
//!   `tree-service`](https://github.com/packed-data/packed-data/tree/main/examples/tree-service) has limits for all
//!   three.
//! - A request is refused with a [`Problem`]: a status, and a body that says what is wrong, at which byte and in which
//!   field (RFC 9457).
#![cfg_attr(feature = "client", doc = "- [`RequestExt`] and [`ResponseExt`] are the client, for `reqwest`.")]
//!
//! The content type is `application/vnd.packed-data; layout=compact; type=b9893b66c68439b5`: `layout` is the name of
//! the layout in lower case, and `type` is the [`Fingerprint`](packed_data::Fingerprint) of the type. A request may
//! omit each of them; an omitted parameter is not checked. The bytes are always checked.
//!
//! The [book] has a chapter on this crate, with the meaning of each status.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `client` | no | a client, as methods of `reqwest`'s requests and responses |
//!
//! [book]: https://github.com/packed-data/packed-data/blob/main/book/src/web.md
// (docs.rs builds with nightly, and says beside each item which feature it needs.)
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod accept;
mod body;
#[cfg(feature = "client")]
mod client;
mod collect;
mod convert;
mod field;
mod limits;
mod media;
mod negotiated;
mod problem;
mod ranges;
mod stream;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub use accept::Accept;
pub use body::PackedBody;
#[cfg(feature = "client")]
pub use client::{ClientError, PackedItems, RESPONSE_LIMIT, RequestExt, ResponseExt};
pub use limits::{LimitsLayer, LimitsService, limits};
pub use media::{JSON, PACKED, STREAM, Wire, content_type};
pub use negotiated::Negotiated;
pub use problem::Problem;
pub use stream::PackedStream;
