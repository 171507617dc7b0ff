//! The ground floor: bytes, numbers, scalars, errors, limits, and the states of a check and of a write. No module here
//! knows a shape, a layout or a packed type, and no modules here import each other in a circle.

pub(crate) mod budget;
pub(crate) mod cast;
pub(crate) mod checker;
pub(crate) mod end_table;
pub(crate) mod error;
pub(crate) mod failure;
pub(crate) mod fill;
pub(crate) mod identity;
mod insertions;
pub(crate) mod invariant;
pub(crate) mod levels;
pub(crate) mod limits;
pub(crate) mod open_maps;
pub(crate) mod pointer;
pub(crate) mod printable;
pub(crate) mod rows;
pub(crate) mod scalar;
#[cfg(all(feature = "bytes-1", feature = "std"))]
pub(crate) mod sharing;
pub(crate) mod stack;
#[cfg(not(packed_data_steps))]
pub(crate) mod steps;
#[cfg(packed_data_steps)]
pub mod steps;
pub(crate) mod value_writer;
pub(crate) mod varint;
