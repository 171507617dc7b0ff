//! Packed data without the Rust type: schemas at run time, for the crate [`packed-data`].
//!
//! A [`Schema`] is the description of a type as a value. It parses from and prints as the text that the type's
//! fingerprint hashes, and has a form in JSON. With it, and a layout ([`LayoutId`]), a program that does not have the
//! type can
//!
//! - check bytes, with the verdict and the error of the typed library: [`Schema::validate`], [`Codec::validate`];
//! - read them in place: [`Codec::read`] returns a [`Value`], which serde serialises, and [`Value::write_json`] writes;
//!   [`Value::visit`] goes through all of it;
//! - write them: [`Codec::from_json`], [`Codec::write`] from any self-describing format of serde, and
//!   [`Codec::convert`] from another layout;
//! - find parts of them by [`path`], and those that fulfil a condition by a [`filter`];
//! - walk over them once, and pass on their parts as they come: [`Walker`]; or their bytes, with what each of them
//!   is: [`inspect`];
//! - read the keys of a store that orders them by bytes: [`SortKeys`];
//! - make one for values that have none: [`infer`](mod@infer);
//! - compare two versions of a type: [`Schema::can_read`], and [`require_kept`] for a test;
//! - describe them to other tools: [`Schema::to_cddl`], [`Schema::to_json_schema`], [`Schema::to_kaitai`],
//!   [`Schema::to_rust`], [`Schema::to_typescript`].
//!
//! ```
//! use packed_data::{Cbor, Limits, Packable, Packed};
//! use packed_data_schema::{LayoutId, Schema};
//!
//! #[derive(Packable)]
//! enum Shape {
//!     Dot,
//!     Circle { radius: f32 },
//! }
//!
//! // A program that has the type sends its schema along with the bytes.
//! let bytes = Packed::<Vec<Shape>, Cbor>::pack(&vec![Shape::Dot, Shape::Circle { radius: 0.5 }]).into_inner();
//! let text = Schema::of::<Vec<Shape>>().to_string();
//!
//! // Another one that does not have it reads them, and writes others.
//! let schema = Schema::parse(&text)?;
//! let codec = schema.codec(LayoutId::Cbor)?;
//! let shapes = codec.read(&bytes, &Limits::DEFAULT)?;
//! let circle = shapes.get(1).expect("there are two");
//! assert_eq!(circle.constructor().map(|constructor| &*constructor.name), Some("Circle"));
//! assert_eq!(serde_json::to_string(&shapes)?, r#"["Dot",{"Circle":{"radius":0.5}}]"#);
//! assert_eq!(codec.from_json(br#"["Dot"]"#, &Limits::DEFAULT)?, [0x81, 0x81, 0x00]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `regex-1`, conditions have regular expressions, those of the crate `regex`. The feature `std`, on
//! by default, adds what writes to [`std::io::Write`] ([`Value::write_json`], [`Value::write_rust`]), and
//! [`require_kept`] and [`check_kept`], which read a file. Without it the crate needs only `alloc`; serde writes JSON.
//!
//! The crate contains safe code only. Its input is never trusted: hostile schemas and bytes cause errors, and cost time
//! and memory in proportion to their size.
//!
//! [`packed-data`]: https://docs.rs/packed-data
// (docs.rs builds with nightly, and says beside each item which feature it needs.)
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod as_json;
mod compare;
mod decimal;
mod error;
mod export;
pub mod filter;
mod fixed;
mod form;
pub mod infer;
pub mod inspect;
#[cfg(feature = "std")]
mod json;
#[cfg(feature = "std")]
mod kept;
mod parse;
mod partial;
pub mod path;
mod plan;
mod read;
mod schema;
mod serialize;
mod sort_key;
pub mod statistics;
mod steps;
mod walk;
mod write;

pub use compare::{Compatibility, CompatibilityRule, Difference, Effect};
pub use decimal::keeps_decimal;
pub use error::Error;
pub use export::ExportError;
pub use fixed::FixedField;
#[cfg(feature = "std")]
pub use kept::{Promise, check_kept, require_kept};
pub use packed_data_model::path::Segment;
pub use packed_data_model::visit::{Head, HeadKind, ScalarValue, Visit};
pub use packed_data_model::{Encoding, Kind as ScalarKind, LayoutId, Scalar, UnknownLayout};
pub use parse::ParseError;
pub use partial::Partial;
pub use plan::{FixedKind, FixedPart, Unsupported};
pub use read::{Codec, Content, Part, Parts, Place, ReadError, Report, Value};
pub use schema::{Constructor, Enum, Field, Schema, Struct, StructKind, Type, TypeIndex};
pub use sort_key::{NoSortKeys, SortKeys};
pub use walk::Walker;
pub use write::{Rounded, WriteError, Writer};
