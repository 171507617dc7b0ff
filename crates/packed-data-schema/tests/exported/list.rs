#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub struct Unit;

pub type Root = Vec<(Unit, Option<std::num::NonZeroU32>, packed_data::layout::haskell::Vector<u8>)>;
