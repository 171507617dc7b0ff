#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub enum Ast {
    Value(i32),
    Add(Box<Ast>, Box<Ast>),
    Call {
        name: String,
        arguments: Vec<Ast>,
        #[packable(leaf)]
        pair: (Box<Ast>, Result<Box<Ast>, char>),
    },
    End,
}

pub type Root = Ast;
