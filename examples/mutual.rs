//! Two types that contain each other: the statements and expressions of a small language. A program is packed, run in
//! its bytes with cursors, and inspected with views.
//!
//!     cargo run --release -p examples --example mutual
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use packed_data::{Cursor, Done, Indexed, Packable, Packed, View};

/// A statement, which contains expressions.
#[derive(Debug, PartialEq, Packable)]
enum Stmt {
    Let(String, Expr),
    While(Expr, Vec<Stmt>),
    Print(Expr),
}

/// An expression. One constructor contains statements; the derive needs no attribute for that.
#[derive(Debug, PartialEq, Packable)]
enum Expr {
    Int(i64),
    Var(String),
    Add(Box<Expr>, Box<Expr>),
    Less(Box<Expr>, Box<Expr>),
    /// Statements, followed by a value.
    Block(Vec<Stmt>, Box<Expr>),
}

/// The variables: their names are borrowed from the packed program.
type Variables<'a> = BTreeMap<&'a str, i64>;

/// Runs the statements under a cursor. Each arm must read all fields of its constructor, because `done` exists only
/// when no field is left.
fn run<'a, 'id>(program: Cursor<'a, 'id, [Stmt], Indexed>, variables: &mut Variables<'a>) -> Done<'id, (), Indexed> {
    program.fold_items((), |(), stmt| match stmt.case() {
        StmtCase::Let(fields) => {
            let (name, fields) = fields.read();
            let (value, fields) = fields.with(|expr| evaluate(expr, variables));
            variables.insert(name, value);
            fields.done(())
        }
        StmtCase::While(fields) => {
            // A cursor is `Copy`: the condition and the body are evaluated as often as necessary, through their views.
            let (condition, fields) = fields.with(|expr| {
                let view = expr.view();
                expr.skip().map(|()| view)
            });
            let body = fields.tail();
            while condition.read(|expr| evaluate(expr, variables)) != 0 {
                body.peek(|body| run(body, variables));
            }
            body.skip()
        }
        StmtCase::Print(fields) => {
            let (value, fields) = fields.with(|expr| evaluate(expr, variables));
            println!("  {value}");
            fields.done(())
        }
    })
}

/// Evaluates an expression.
fn evaluate<'a, 'id>(expr: Cursor<'a, 'id, Expr, Indexed>, variables: &mut Variables<'a>) -> Done<'id, i64, Indexed> {
    match expr.case() {
        ExprCase::Int(fields) => fields.tail().read(),
        ExprCase::Var(fields) => {
            let (name, fields) = fields.read();
            fields.done(variables.get(name).copied().unwrap_or(0))
        }
        ExprCase::Add(fields) => {
            let (left, fields) = fields.with(|expr| evaluate(expr, variables));
            let (right, fields) = fields.with(|expr| evaluate(expr, variables));
            fields.done(left + right)
        }
        ExprCase::Less(fields) => {
            let (left, fields) = fields.with(|expr| evaluate(expr, variables));
            let (right, fields) = fields.with(|expr| evaluate(expr, variables));
            fields.done(i64::from(left < right))
        }
        ExprCase::Block(fields) => {
            let ((), fields) = fields.with(|stmts| run(stmts, variables));
            evaluate(fields.tail(), variables)
        }
    }
}

/// Returns the number of assignments to a variable: with views and nested patterns, in any order.
fn assignments(stmt: View<'_, Stmt, Indexed>, variable: &str) -> usize {
    match stmt.case() {
        StmtView::Let(name, value) => usize::from(name == variable) + in_expr(value, variable),
        StmtView::While(condition, body) => {
            in_expr(condition, variable) + body.iter().map(|stmt| assignments(stmt, variable)).sum::<usize>()
        }
        StmtView::Print(value) => in_expr(value, variable),
    }
}

fn in_expr(expr: View<'_, Expr, Indexed>, variable: &str) -> usize {
    match expr.case() {
        ExprView::Int(_) | ExprView::Var(_) => 0,
        ExprView::Add(left, right) | ExprView::Less(left, right) => in_expr(left, variable) + in_expr(right, variable),
        ExprView::Block(stmts, value) => {
            stmts.iter().map(|stmt| assignments(stmt, variable)).sum::<usize>() + in_expr(value, variable)
        }
    }
}

/// `let n = 1; while n < 100 { print n; n = { let m = n; m + n } }; print n`
fn program() -> Vec<Stmt> {
    let var = |name: &str| Expr::Var(name.to_owned());
    let add = |left, right| Expr::Add(Box::new(left), Box::new(right));
    let double = Expr::Block(vec![Stmt::Let("m".to_owned(), var("n"))], Box::new(add(var("m"), var("n"))));
    vec![
        Stmt::Let("n".to_owned(), Expr::Int(1)),
        Stmt::While(
            Expr::Less(Box::new(var("n")), Box::new(Expr::Int(100))),
            vec![Stmt::Print(var("n")), Stmt::Let("n".to_owned(), double)],
        ),
        Stmt::Print(var("n")),
    ]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let program = program();
    let packed = Packed::<Vec<Stmt>, Indexed>::pack(&program);
    println!("the program takes {} bytes; it prints", packed.as_bytes().len());
    packed.read(|program| run(program, &mut Variables::new()));

    let to_n: usize = packed.view().iter().map(|stmt| assignments(stmt, "n")).sum();
    println!("there are {to_n} assignments to n");
    if let Some(StmtView::While(condition, body)) = packed.view().get(1).map(View::case) {
        println!("the loop's condition: {:?}; statements in its body: {}", condition.unpack::<Expr>()?, body.len());
    }

    // Bytes from outside are checked, and the error says what is wrong with them.
    let mut broken = packed.into_inner();
    broken.truncate(20);
    match Packed::<Vec<Stmt>, Indexed>::from_vec(broken) {
        Ok(_) => println!("20 bytes were enough"),
        Err(error) => println!("the first 20 bytes: {error}"),
    }
    Ok(())
}
