//! The library for each shape in each layout, compiled here once.
//!
//! Without optimisation rustc does not compile an instance of a generic function that a dependency has already. So each
//! suite compiles only what no other suite uses, and none packs, validates, reads and unpacks in 200 combinations anew.

use packed_data::Error;

use crate::{Sameness, Sample, TestLayout, each_shape, probe};

/// A shape in a layout.
pub struct Instance {
    /// The layout and the shape.
    pub name: &'static str,
    /// Validates bytes, and reads what is accepted in every way: [`probe`].
    pub probe: fn(&[u8]) -> Result<Sameness, Error>,
}

pub(crate) fn instance<T: Sample, L: TestLayout>(name: &'static str) -> Instance {
    Instance { name, probe: probe::<T, L> }
}

/// All shapes in all layouts.
pub fn instances() -> Vec<Instance> {
    each_shape!(instance)
}
