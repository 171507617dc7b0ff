//! Types that contain each other are folded, but are in no group.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Expr {
    line: u32,
    kind: ExprKind,
}

#[derive(Packable)]
enum ExprKind {
    Number(f64),
    Neg(Box<Expr>),
}

fn main() {
    let expr = Packed::<Expr>::pack(&Expr { line: 1, kind: ExprKind::Number(1.0) });
    let _value = expr.fold_with(|_| 1);
}
