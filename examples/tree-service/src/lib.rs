//! A service that computes with trees in the bytes they are sent and stored in: an example of `packed-data-axum`.
//!
//! It is a library so that tests can start it in their own process; the README tells how to use the program.
//!
//! - [`tree`]: the type, and what is done with it, written once for every layout;
//! - `handlers`, `stored`, `page`: what is served;
//! - [`received`]: a body in the layout in which it came;
//! - [`store`]: named trees in redb, read in its pages;
//! - [`app`], [`run`], [`config`]: what any service has;
//! - [`server`], `held`: limits on connections, and on what slow clients hold.
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
