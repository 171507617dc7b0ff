//! Packed data over HTTP: requests, responses, layouts, a client; and bodies and headers that are hostile.

#[path = "../common/mod.rs"]
mod common;

mod client;
mod hostile;
mod negotiation;
mod requests;
