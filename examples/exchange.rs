//! The program of the book's chapter "From Haskell". `haskell/examples/Exchange.hs` is the same one in Haskell: what
//! one of them packs, the other reads in place.
//!
//!     cargo run --example exchange -- pack FILE LEVELS
//!     cargo run --example exchange -- sum FILE
#![forbid(unsafe_code)]

use std::error::Error;

use packed_data::{Cursor, Done, Indexed, Layout, Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// A perfect tree, with leaves numbered from the left.
fn perfect(levels: u32, first: i64) -> Tree {
    let Some(below) = levels.checked_sub(1) else { return Tree::Leaf(first) };
    Tree::Node(Box::new(perfect(below, first)), Box::new(perfect(below, first + (1 << below))))
}

fn sum<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum);
            let (right, fields) = fields.with(sum);
            fields.done(left + right)
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pack", file, levels] => {
            let levels = levels.parse()?;
            std::fs::write(file, Packed::<Tree, Indexed>::pack(&perfect(levels, 1)).as_bytes())?;
            println!("Rust packed a tree of {} leaves", 1_u64 << levels);
        }
        ["sum", file] => {
            let tree = Packed::<Tree, Indexed>::from_bytes(std::fs::read(file)?).map_err(|e| format!("{file}: {e}"))?;
            println!("Rust sums them to {}", tree.read(sum));
        }
        _ => return Err("usage: exchange (pack FILE LEVELS | sum FILE)".into()),
    }
    Ok(())
}
