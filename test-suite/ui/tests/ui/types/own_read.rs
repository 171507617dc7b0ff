//! A user's type claims that its values can be read in one step.

use packed_data::view::Read;
use packed_data::{Access, Cursor, Layout, Packable};

#[derive(Packable)]
struct Mine(u8);

impl Read for Mine {
    type Value<'a, L: Layout> = u8;

    fn read<'a, L: Layout>(_: Cursor<'a, '_, Self, impl Access<Layout = L>>) -> (u8, L::Pos) {
        unimplemented!()
    }
}

fn main() {}
