//! A place is coerced in its layout.

use packed_data::Needs;

fn coerce<'id>(needs: Needs<'id, u8, for<'x> fn(&'x u8)>) -> Needs<'id, u8, fn(&'static u8)> {
    needs
}

fn main() {}
