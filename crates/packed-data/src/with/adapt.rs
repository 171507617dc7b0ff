//! What the shape of a foreign value needs to know of its adapter.

use super::PackWith;
use crate::layout::Layout;
use crate::packable::Packable;
use crate::view::View;

/// How a value is packed as another type, and which values of that type are refused. Every adapter ([`PackWith`]) has
/// it; the library has a few that need not make the foreign value to test it.
#[doc(hidden)]
pub trait Adapt<T: ?Sized> {
    /// What the packed value means; empty if the adapter adds nothing to what it is packed as.
    const NAME: &'static str;
    /// Whether any value is refused.
    const REFUSES: bool;
    /// The canonical type of the packed value.
    type As: Packable<As = Self::As> + ?Sized;

    /// Tests a packed value.
    ///
    /// # Errors
    ///
    /// Returns why it is refused.
    fn test<L: Layout>(view: View<'_, Self::As, L>) -> Result<(), &'static str>;
}

impl<T: 'static, C: PackWith<T>> Adapt<T> for C {
    const NAME: &'static str = C::NAME;
    const REFUSES: bool = C::REFUSES;
    type As = C::As;

    fn test<L: Layout>(view: View<'_, C::As, L>) -> Result<(), &'static str> {
        match view.unpack::<C::Value<'_>>() {
            Ok(value) => C::unpack(value).map(drop),
            Err(_) => Err("the value nests too deeply to be converted"),
        }
    }
}
