//! Code that several examples of a page of the book begin with, as macros: a hidden line of the page calls one.

/// Declares the types of the page on syntax trees, in the place where it is called, and functions that make values.
#[macro_export]
macro_rules! syntax_tree {
    () => {
        use packed_data::Packable;

        #[derive(Packable)]
        #[packable(group = Ast)]
        pub struct Expr {
            pub line: u32,
            pub kind: ExprKind,
        }

        #[derive(Packable)]
        #[packable(group = Ast)]
        pub enum ExprKind {
            Number(f64),
            Name(String),
            Binary(Op, Box<Expr>, Box<Expr>),
        }

        #[derive(Packable)]
        #[packable(group = Ast)]
        pub enum Op {
            Add,
            Sub,
            Div,
        }

        #[derive(Packable)]
        #[packable(group = Ast)]
        pub struct Block {
            pub stmts: Vec<Stmt>,
        }

        #[derive(Packable)]
        #[packable(group = Ast)]
        pub enum Stmt {
            Let(String, Expr),
            Show(Expr),
            While(Expr, Block),
        }

        packed_data::group! {
            /// The types of the language.
            pub Ast { Expr, ExprKind, Op, Block, Stmt }
        }

        fn number(line: u32, n: f64) -> Expr {
            Expr { line, kind: ExprKind::Number(n) }
        }

        fn name(line: u32, name: &str) -> Expr {
            Expr { line, kind: ExprKind::Name(name.into()) }
        }

        fn binary(line: u32, op: Op, left: Expr, right: Expr) -> Expr {
            Expr { line, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
        }
    };
}

#[cfg(test)]
mod tests {
    /// The macro declares what the first example of the page shows.
    #[test]
    fn the_types_are_those_of_the_page() {
        let page = include_str!("../../book/src/ast.md");
        let (_, example) = page.split_once("```rust\n").expect("an example");
        let (types, _) = example.split_once("# fn main() {}\n").expect("it declares types only");
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        assert!(lines(include_str!("preludes.rs")).contains(&lines(types)), "other types:\n{types}");
    }
}
