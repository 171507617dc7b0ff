//! A type that is not a layout is used as one.

use packed_data::Layout;

fn name<L: Layout>() -> &'static str {
    L::NAME
}

fn main() {
    name::<String>();
}
