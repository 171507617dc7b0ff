//! A fold does not implement the method for nodes.

use packed_data::{Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

struct Sum;

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        n
    }
}

fn main() {}
