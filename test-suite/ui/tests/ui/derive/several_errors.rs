//! Several mistakes are reported at once, each on its own token.

use packed_data::Packable;

#[derive(Packable)]
#[packable(leaf, bound = "T is Packable")]
#[packable(rename = "Which")]
enum Tree<T> {
    #[packable(view = "end")]
    Leaf(#[packable(leaf)] T),
    #[packable(rename = "a leaf")]
    Node(#[packable(other)] Box<Tree<T>>, Box<Tree<T>>),
    LEAF,
}

fn main() {}
