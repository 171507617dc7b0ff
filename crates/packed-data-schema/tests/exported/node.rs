#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub struct Node {
    pub value: i64,
    pub next: Option<Box<Node>>,
    pub r#type: type_3::Node,
}

pub mod type_3 {
    #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
    pub struct Node(pub u8);
}

pub type Root = Node;
