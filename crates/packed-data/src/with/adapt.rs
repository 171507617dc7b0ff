//! What the shape of a foreign value needs to know of its adapter.

use super::PackWith;
use crate::layout::Layout;
use crate::shape::Adapt;
use crate::view::View;
use crate::wire::levels::Levels;

impl<T, C: PackWith<T>> Adapt<T> for C {
    const NAME: &'static str = C::NAME;
    const REFUSES: bool = C::REFUSES;
    const IS_KEY: bool = C::IS_KEY;
    type As = C::As;

    fn test<L: Layout>(view: View<'_, C::As, L>, levels: Levels) -> Result<(), &'static str> {
        match view.unpack_by::<C::Value<'_>>(levels) {
            Ok(value) => C::unpack(value).map(drop),
            Err(_) => Err("the value nests too deeply to be converted"),
        }
    }
}
