//! A type with markers denotes one field in all folds. Otherwise one fold could continue what another began, and
//! read a number as a string.
use packed_data::Packable;
use packed_data::fold::Marked;

struct X;

impl Marked for X {
    type Field = u64;
}

impl Marked for X {
    type Field = String;
}

fn main() {
    fn field<M: Marked>() -> usize
    where
        M::Field: Packable,
    {
        size_of::<M::Field>()
    }
    field::<X>();
}
