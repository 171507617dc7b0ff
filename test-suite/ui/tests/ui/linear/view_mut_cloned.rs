//! A view for editing is cloned.

use packed_data::Indexed;
use packed_data::view::ViewMut;

fn copy<'a>(view: &ViewMut<'a, u8, Indexed>) -> ViewMut<'a, u8, Indexed> {
    Clone::clone(view)
}

fn main() {}
