//! Several mistakes are reported at once, each on its own token.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparant, bound = "T is Packable")]
#[packable(views = "Which")]
enum Tree<T> {
    #[packable(renamed = "end")]
    Leaf(#[packable(leaf)] T),
    #[packable(rename = "a leaf")]
    Node(#[packable(leave)] Box<Tree<T>>, Box<Tree<T>>),
    LEAF,
}

fn main() {}
