//! Types as ports of public projects have them: the types of a highlighter, like syntect's `SyntaxSet`.
//!
//! (A program of its own, since it is a crate as users write it: public types with private ones in them, in modules.)

#![forbid(unsafe_code)]
#![deny(private_interfaces, private_bounds)]
#![allow(unreachable_pub, reason = "types are public here, as those of a library are")]

mod adapters;
mod attributes;
mod highlighter;
mod renamed;
mod std_types;
