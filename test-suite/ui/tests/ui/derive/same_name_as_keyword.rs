//! A keyword that cannot be a raw identifier gets an underscore, which another constructor has already.

use packed_data::Packable;

#[derive(Packable)]
enum Family {
    Super(Box<Family>),
    Super_(u8),
}

fn main() {}
