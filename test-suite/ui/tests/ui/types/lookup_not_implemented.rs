//! A type whose `Packable` is not derived is sought in a set, without an implementation of `Lookup`.

use std::collections::BTreeSet;

use packed_data::build::Written;
use packed_data::{Access, Indexed, Layout, Needs, Packable, Packed, View};

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Metres(u32);

impl Packable for Metres {
    type As = u32;
    type Shape = <u32 as Packable>::Shape;
    type View<'a, L: Access> = <u32 as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, u32, L>) -> Self::View<'a, L> {
        u32::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, u32, L>) -> Written<'v, 'id> {
        needs.put(&value.0).into()
    }
}

fn main() {
    let lengths = Packed::<BTreeSet<Metres>, Indexed>::pack(&BTreeSet::new());
    println!("{}", lengths.view().contains(&Metres(7)));
}
