//! A type with markers stands for one field, whoever folds: else a fold begun by one and gone on with by another
//! would read a number as a string.
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
