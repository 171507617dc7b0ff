//! The layouts of bincode beside the real crates, bincode 1.3 and bincode 2: values in both directions, and bytes from
//! outside.
//!
//! A program of its own, because the other suites would be compiled for two layouts more.

mod both;
mod hostile;
mod limits;
mod rules;
mod shapes;
mod spec;
mod values;
mod vectors;
