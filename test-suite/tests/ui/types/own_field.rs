//! A user's type claims to be a field, and so decides what a view of it is.

use packed_data::shape::Field;
use packed_data::{Access, View};

struct Mine;

impl Field for Mine {
    type Of = u8;
    type Access<L: Access> = L;
    type View<'a, L: Access> = ();
    const SIZE: usize = 0;

    fn view<'a, L: Access>(_: View<'a, u8, L>) {}
}

fn main() {}
