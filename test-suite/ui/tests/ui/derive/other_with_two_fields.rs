//! The `other` constructor stores exactly one item.

use packed_data::Packable;
use packed_data::cbor::RawBuf;

#[derive(Packable)]
enum Shape {
    Circle(f64),
    #[packable(other)]
    Unknown(u32, RawBuf),
}

fn main() {}
