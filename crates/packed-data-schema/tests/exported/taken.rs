pub mod type_0 {
    #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
    pub enum Box {
        Empty,
        Full(std::boxed::Box<Box>, super::type_1::Vec),
    }
}

pub mod type_1 {
    #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
    pub struct Vec(pub std::vec::Vec<super::type_3::Option>);
}

pub mod type_3 {
    #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
    pub struct Option(pub std::option::Option<super::type_6::String>, pub super::type_5::Result);
}

pub mod type_5 {
    #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
    pub struct Result(pub std::result::Result<u8, super::type_6::String>);
}

pub mod type_6 {
    #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
    pub struct String(pub std::string::String);
}

pub type Root = type_0::Box;
