//! The service, as clients find it: through real sockets, and as a program.

#[path = "../common/mod.rs"]
mod common;

mod browser;
mod client;
mod handlers;
mod network;
mod program;
mod rejections;
mod slow;
