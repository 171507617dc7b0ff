//! Packed data in [timely dataflow](timely), the engine for computations on many cores and many machines.
//!
//! Between workers, timely moves records in containers. Its own container is a `Vec<T>`: to reach another process,
//! every record is serialised, sent, and deserialised, with an allocation for each string. In a [`PackedContainer`]
//! records are packed data: they are exchanged as bytes, routed by a function on a view, validated once on arrival from
//! another process, and read where they arrived. Nothing is unpacked.
//!
//! ```
//! use std::cell::Cell;
//! use std::rc::Rc;
//!
//! use packed_data::{Indexed, Packable};
//! use packed_data_timely::{Failure, PackedBuilder, exchange, execute};
//! use timely::dataflow::InputHandle;
//! use timely::dataflow::operators::Input;
//! use timely::dataflow::operators::generic::Operator;
//!
//! #[derive(Packable)]
//! struct Event {
//!     user: u32,
//!     text: String,
//! }
//!
//! // Two workers. Each counts the letters of its own users.
//! let letters = execute(timely::Config::process(2), |worker| {
//!     let letters = Rc::new(Cell::new(0));
//!     let counted = letters.clone();
//!     let mut input = InputHandle::<u64, PackedBuilder<Event, Indexed>>::new_with_builder();
//!     worker.dataflow(|scope| {
//!         let by_user = exchange::<Event, Indexed, _>(|event| event.view().fields().user.into());
//!         scope.input_from(&mut input).sink(by_user, "count", move |(events, _)| {
//!             events.for_each(|_, events| {
//!                 for event in events.iter() {
//!                     counted.set(counted.get() + event.view().fields().text.len());
//!                 }
//!             });
//!         });
//!     });
//!     for user in 0..100 {
//!         input.send(&Event { user, text: "hello".into() });
//!     }
//!     drop(input);
//!     while worker.has_dataflows() {
//!         worker.step_or_park(None);
//!     }
//!     letters.get()
//! })?;
//! assert_eq!(letters, [500, 500]);
//! # Ok::<(), Failure>(())
//! ```
//!
//! - [`PackedContainer`]: records in one buffer, of the program's own or as they arrived.
//! - [`PackedBuilder`]: gathers records into containers. [`build()`] writes a record that never exists in memory: as
//!   `session.give(build(...))`.
//! - [`exchange`]: sends each record to a worker that a function on the record chooses.
//! - [`execute()`], [`execute_from`]: run a dataflow, and return an error, a [`Failure`], if a worker or a connection
//!   is lost.
//! - [`MessageError`]: why a message is refused.
//!
//! # What is checked, and when
//!
//! A record that was packed in this process is valid, and is not checked when it is read or exchanged. A message from
//! another process (or between workers with timely's option `zerocopy`) is checked as a whole on arrival: that it is
//! complete, that the other end has the same type and layout, and that each record is valid. After that, reads cannot
//! fail. This crate does not check the data of timely itself (headers of messages, timestamps, progress), and nothing
//! is encrypted or authenticated: a cluster belongs in a network of its own.
//!
//! Timely has no way to return an error from the place where a message arrives. A message that is refused must not be
//! dropped either: its records would be missing from the answer, or, as they are still counted as outstanding, the
//! computation would never end. So the worker panics, with the text of the [`MessageError`]. [`execute()`] returns that
//! as a [`Failure`] at once. When the process ends, its connections close, and the workers of all other processes end
//! with a failure too. None of them returns an answer.
#![forbid(unsafe_code)]

mod build;
mod builder;
mod container;
mod error;
mod execute;
mod known;
mod message;
mod route;

pub use build::{Build, build};
pub use builder::PackedBuilder;
pub use container::PackedContainer;
pub use error::MessageError;
pub use execute::{Failure, execute, execute_from, try_build};
pub use route::{Exchange, exchange};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
