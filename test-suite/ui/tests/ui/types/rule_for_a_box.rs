//! A rule is for a pointer, and not for the type behind it.

use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let tree = Packed::<Tree>::pack(&Tree::Leaf(1));
    tree.rewrite(|rules| rules.on::<Box<Tree>>(|tree, needs, rewriting| rewriting.inside(tree, needs)));
}
