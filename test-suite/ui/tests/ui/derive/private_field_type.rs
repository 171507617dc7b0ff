//! The type of a field of a public type is private, but the generated description names it.

mod shapes {
    use packed_data::Packable;

    #[derive(Packable)]
    struct Inner(u8);

    #[derive(Packable)]
    pub struct Outer {
        inner: Inner,
    }
}

fn main() {}
