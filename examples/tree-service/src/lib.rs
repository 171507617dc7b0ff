//! An example of `packed-data-axum`: a service that computes with trees in the bytes in which they are sent and stored.
//!
//! It is a library so that tests can start it in their own process. The README explains how to use the program.
//!
//! - [`tree`]: the type and its functions, each written once for all layouts;
//! - `handlers`, `stored`, `page`: the handlers;
//! - [`received`]: a body in the layout in which it was sent;
//! - [`store`]: named trees in redb, read in its pages;
//! - [`app`], [`run`], [`config`]: the parts that every service has;
//! - [`server`], `held`: limits on connections, and on the resources that slow clients hold.
#![forbid(unsafe_code)]

pub mod app;
mod compare;
pub mod config;
mod handlers;
mod held;
mod openapi;
mod pack;
mod page;
mod problems;
pub mod received;
pub mod run;
pub mod server;
pub mod store;
mod stored;
pub mod tree;

/// The pages of the book on packed data over HTTP, and on stores. Their code needs what this package depends on; they
/// describe published crates, whose packages cannot contain them.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../book/src/web.md")]
    mod web {}

    #[doc = include_str!("../../../book/src/stores.md")]
    mod stores {}
}
