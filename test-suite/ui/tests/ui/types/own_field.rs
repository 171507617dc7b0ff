//! A user's type claims to be a field, and so determines the type of its view.

use packed_data::__private::shape::Field;
use packed_data::layout::AnyAccess;
use packed_data::{Access, View};

struct Mine;

impl Field for Mine {
    type Of = u8;
    type Access<L: Access> = L;
    type View<'a, L: AnyAccess> = ();
    const SIZE: usize = 0;

    fn view<'a, L: Access>(_: View<'a, u8, L>) {}

    unsafe fn view_at<'a, L: AnyAccess>(_: L::Pos) -> Result<Self::View<'a, L>, L::Error> {
        Ok(())
    }
}

fn main() {}
