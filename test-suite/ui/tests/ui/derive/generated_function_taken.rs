//! A function of the type has the name of a generated function.

use packed_data::Packable;

#[derive(Packable)]
struct Page(u8);

impl Page {
    fn write_page(&self) {}
}

fn main() {}
