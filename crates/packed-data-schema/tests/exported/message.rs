#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
#[packable(extensible)]
pub struct Message {
    pub title: String,
    pub kind: Box<Kind>,
    pub inner: Vec<Message>,
    pub sum: f64,
}

#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
#[packable(extensible)]
pub enum Kind {
    Plain,
    Urgent(u8, Option<Box<Message>>),
}

pub type Root = Message;
