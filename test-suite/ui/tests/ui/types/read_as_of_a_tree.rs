//! A value that varies in size is read as if it had a fixed size.

use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let tree = Packed::<(Tree, u8)>::pack(&(Tree::Leaf(1), 2));
    tree.read(|pair| {
        let (tree, fields) = pair.fields().read_as::<Tree>();
        fields.skip_rest().done(tree)
    });
}
