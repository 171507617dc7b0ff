//! A type has the name of a generated type.

use packed_data::Packable;

#[derive(Packable)]
struct Page(u8);

struct PageView;

fn main() {}
