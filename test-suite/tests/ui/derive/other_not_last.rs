//! Constructors that come later would have the tag of one that is there.

use packed_data::Packable;
use packed_data::cbor::RawBuf;

#[derive(Packable)]
enum Shape {
    Circle(f64),
    #[packable(other)]
    Unknown(RawBuf),
    Square(f64),
}

fn main() {}
