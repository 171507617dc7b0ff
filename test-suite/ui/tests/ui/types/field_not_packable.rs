//! A field's type has no `#[derive(Packable)]`.

use packed_data::Packable;

struct Inner(u8);

#[derive(Packable)]
struct Outer {
    inner: Inner,
}

fn main() {}
