//! Visits and folds of groups take steps linear in the bytes.

use packed_data::fold::NodeResults;
use packed_data::{Cbor, Compact, Cursor, Indexed, Layout, Limits, Packable, Packed};

use super::{DEPTH, SIZES, at_most};

#[derive(Packable)]
#[packable(group = Ast)]
struct Expr {
    line: u32,
    kind: Kind,
    is_paren: bool,
}

#[derive(Packable)]
#[packable(group = Ast)]
enum Kind {
    Name(String),
    Call(Vec<Expr>, String),
    Binary(Box<Expr>, u8, Box<Expr>),
}

packed_data::group! { Ast { Expr, Kind } }

/// Does nothing, and goes on.
struct Nothing;

impl<'a, L: Layout> AstVisit<'a, L> for Nothing {
    type Break = ();
}

fn name() -> Expr {
    Expr { line: 1, kind: Kind::Name("x".into()), is_paren: false }
}

fn binary(left: Expr, right: Expr) -> Expr {
    Expr { line: 1, kind: Kind::Binary(Box::new(left), 1, Box::new(right)), is_paren: true }
}

/// Values of about this number of bytes: wide, and nested in each way as deep as a fold allows without optimisation.
fn values(size: usize) -> [Expr; 4] {
    let call = |args| Expr { line: 1, kind: Kind::Call(args, "f".into()), is_paren: false };
    let nest = |f: &dyn Fn(Expr) -> Expr| {
        call((0..size / 2000 + 1).map(|_| (0..(DEPTH / 16).min(size / 30)).fold(name(), |expr, _| f(expr))).collect())
    };
    [
        call((0..size / 10).map(|_| name()).collect()),
        nest(&|expr| binary(expr, name())),
        nest(&|expr| binary(name(), expr)),
        nest(&|expr| call(vec![name(), expr])),
    ]
}

fn linear<L: Layout>() {
    for size in SIZES {
        for (index, value) in values(size).iter().enumerate() {
            let packed = Packed::<Expr, L>::pack(value);
            let (len, name) = (packed.as_bytes().len(), format!("value {index} of {size} bytes"));
            let limits = Limits { stack: 64 << 20, ..Limits::DEFAULT };
            let visit = || {
                packed.read(|expr: Cursor<'_, '_, Expr, L>| {
                    let flow = expr.view().visit_group::<Ast, _>(&mut Nothing, &limits);
                    expr.skip().map(|()| flow)
                })
            };
            assert!(at_most(&format!("visit {name}"), 6, len, len / 80, visit).is_ok());
            let fold = || packed.fold_with(|node| 1 + node.into_results().into_iter().sum::<usize>());
            assert!(at_most(&format!("fold {name}"), 6, len, len / 80, fold).is_ok_and(|count| count > 1));
        }
    }
}

#[test]
fn visits_and_folds_of_groups_are_linear() {
    let run = || {
        linear::<Compact>();
        linear::<Indexed>();
        linear::<Cbor>();
    };
    let thread = std::thread::Builder::new().stack_size(80 << 20).spawn(run);
    thread.expect("the thread starts").join().expect("steps are linear");
}
