//! A generic type in a group needs a name.

use packed_data::Packable;

#[derive(Packable)]
#[packable(group = Ast)]
struct Spanned<T> {
    line: u32,
    node: T,
}

#[derive(Packable)]
#[packable(group = Ast)]
enum Expr {
    Number(f64),
    Neg(Box<Spanned<Expr>>),
}

packed_data::group! { Ast { Expr, Spanned<Expr> } }

fn main() {}
