#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub struct Grown {
    #[packable(cbor_tag = 32)]
    pub uri: String,
    #[packable(default)]
    pub names: std::collections::BTreeMap<Key, std::collections::BTreeSet<String>>,
    #[packable(default)]
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Default, packed_data::Packable)]
pub enum Shape {
    Square(f64),
    #[default]
    Dot,
    #[packable(other)]
    Unknown(packed_data::cbor::RawBuf),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, packed_data::Packable)]
pub struct Key(pub [u16; 2], pub std::time::Duration);

pub type Root = Grown;
