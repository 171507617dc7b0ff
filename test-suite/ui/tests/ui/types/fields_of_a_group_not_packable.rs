//! Fields of two types of a group have types that cannot be packed.

use packed_data::Packable;

struct Inner(u8);

struct Other(u8);

#[derive(Packable)]
#[packable(group = Ast)]
enum Expr {
    Leaf(Other),
    Node(Box<Expr>, Box<Expr>),
    Block(Vec<Stmt>),
}

#[derive(Packable)]
#[packable(group = Ast)]
enum Stmt {
    Value(Expr),
    Inner(Inner),
}

packed_data::group! { Ast { Expr, Stmt } }

fn main() {}
