//! Types that contain each other are visited, but are in no group.

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

struct Lint;

fn main() {
    let expr = Packed::<Expr>::pack(&Expr { line: 1, kind: ExprKind::Number(1.0) });
    let _flow = expr.visit(&mut Lint);
}
