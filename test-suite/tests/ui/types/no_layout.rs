//! Something that is no layout stands in the place of one.

use packed_data::Layout;

fn name<L: Layout>() -> &'static str {
    L::NAME
}

fn main() {
    name::<String>();
}
