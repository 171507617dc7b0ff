//! A user's type claims to be a shape.

use packed_data::build::Written;
use packed_data::{Access, Layout, Needs, Packable, View};

struct Mine;

impl Packable for Mine {
    type As = Self;
    type Shape = Self;
    type View<'a, L: Access> = View<'a, Self, L>;

    fn view<'a, L: Access>(view: View<'a, Self, L>) -> View<'a, Self, L> {
        view
    }

    fn write<'v, 'id, L: Layout>(_: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> {
        unimplemented!()
    }
}

fn main() {}
