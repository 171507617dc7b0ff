//! `Lookup`: values in memory that packed values are compared with, to search a map or to compare a view.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::View;
use crate::build::{Filled, Needs, build_value};
use crate::layout::{Layout, Position};
use crate::packable::Packable;
use crate::wire::invariant::Invariant;
use crate::wire::limits::Limits;

/// A value in memory that can be compared with packed values of the canonical type `A`: the type itself, every type
/// that is packed as it is, and its borrowed forms. Derived together with [`Packable`].
///
/// A map is searched with it ([`MapView::get`](crate::view::MapView::get)), and a view is compared with it (`==`). A
/// map with keys `K` is searched for any `Q: Lookup<K::As>`: one with keys `String` for a `str`, a `String` or a
/// `Cow<str>`; one with keys `(String, u8)` for a `(&str, u8)`; one with keys of your own type for a value of that
/// type.
///
/// The order is that of packed keys, which is that of `#[derive(Ord)]`: numbers by value, strings by bytes, structs
/// field by field, enums by constructor, in the order of the declaration. (Floats are in their total order. An `Ord`
/// that you wrote yourself, and that of [`Reverse`](core::cmp::Reverse), do not count.)
///
/// Scalars, strings, and tuples and sequences of them are compared in memory. Any other value is packed once, before
/// the search, into a buffer of its own: one allocation, or two if it takes more than 64 bytes.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use packed_data::{Indexed, Packable, Packed};
///
/// #[derive(PartialEq, Eq, PartialOrd, Ord, Packable)]
/// enum Colour {
///     Red,
///     Grey(u8),
/// }
///
/// let names = BTreeMap::from([(Colour::Red, "red"), (Colour::Grey(7), "dark")]);
/// let packed = Packed::<_, Indexed>::pack(&names);
/// assert_eq!(packed.view().get(&Colour::Grey(7)), Some("dark"));
/// assert_eq!(packed.view().get(&Colour::Grey(8)), None);
/// ```
///
/// For a type whose [`Packable`] you wrote yourself, the method is one line:
///
/// ```
/// use packed_data::view::Lookup;
/// use packed_data::{Filled, Layout, Needs};
/// # use packed_data::build::Written;
/// # use packed_data::{Access, Packable, View};
///
/// struct Metres(u32);
/// # impl Packable for Metres {
/// #     type As = u32;
/// #     type Shape = <u32 as Packable>::Shape;
/// #     type View<'a, L: Access> = <u32 as Packable>::View<'a, L>;
/// #     fn view<'a, L: Access>(view: View<'a, u32, L>) -> Self::View<'a, L> { u32::view(view) }
/// #     fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, u32, L>) -> Written<'v, 'id> {
/// #         needs.put(&value.0).into()
/// #     }
/// # }
///
/// impl Lookup<u32> for Metres { // it is packed as a `u32`
///     fn write_key<'id, L: Layout>(&self, needs: Needs<'id, u32, L>) -> Filled<'id> {
///         needs.put_as(self)
///     }
/// }
/// ```
///
/// # Panics
///
/// A search, or a comparison, panics if it packs a value that cannot be packed within [`Limits::DEFAULT`], as
/// [`Packed::pack`](crate::Packed::pack) does.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sought among keys that are packed as `{A}`",
    label = "neither the type of the keys nor a borrowed form of it",
    note = "give a value of the type of the keys, or a borrowed form: a `&str` for a `String`, a pair for a pair",
    note = "if the keys have an adapter, by `try_from` or `with`, `get_packed` finds a key of a map by what it is packed as",
    note = "`get_by(|key| ...)` finds a key by a function that compares",
    note = "a type whose `Packable` is not derived needs `impl Lookup<{A}> for {Self}`"
)]
pub trait Lookup<A: Packable<As = A> + ?Sized> {
    /// Whether `compare` does not pack the value.
    #[doc(hidden)]
    const IN_MEMORY: bool = false;

    /// Writes the value as an `A`.
    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, A, L>) -> Filled<'id>;

    /// Returns how `packed` compares to this value.
    #[doc(hidden)]
    fn compare<L: Layout>(&self, packed: View<'_, A, L>) -> Ordering {
        packed.cmp(&PackedKey::of(self).view())
    }
}

/// A value that was packed to be compared with packed values.
pub(crate) struct PackedKey<A: ?Sized, L> {
    /// Invariant (U1): one valid `A` in layout `L`.
    bytes: Vec<u8>,
    types: PhantomData<(Invariant<A>, Invariant<L>)>,
}

impl<A: Packable<As = A> + ?Sized, L: Layout> PackedKey<A, L> {
    /// Packs `value`.
    ///
    /// # Panics
    ///
    /// Panics if the value cannot be packed within the default limits.
    pub(crate) fn of<Q: Lookup<A> + ?Sized>(value: &Q) -> Self {
        let bytes = build_value::<A, L>(Vec::new(), 0, &Limits::DEFAULT, |needs| value.write_key(needs))
            .unwrap_or_else(|error| panic!("cannot pack the value that is sought: {error}"));
        Self { bytes, types: PhantomData }
    }

    /// Returns the view of the packed value.
    #[inline]
    pub(crate) fn view(&self) -> View<'_, A, L> {
        // SAFETY: by U1 a valid `A` is stored at the beginning of the bytes, which are borrowed as long as the view
        // lives. So V1 holds.
        unsafe { View::new(L::Pos::at(&self.bytes, 0)) }
    }
}

/// A value that packed values will be compared with; packed once, unless it is compared in memory.
pub(crate) struct Sought<'q, Q: ?Sized, A: ?Sized, L> {
    value: &'q Q,
    packed: Option<PackedKey<A, L>>,
}

impl<'q, A: Packable<As = A> + ?Sized, Q: Lookup<A> + ?Sized, L: Layout> Sought<'q, Q, A, L> {
    /// Prepares `value` for comparisons.
    #[inline]
    pub(crate) fn new(value: &'q Q) -> Self {
        Self { value, packed: if Q::IN_MEMORY { None } else { Some(PackedKey::of(value)) } }
    }

    /// Returns how `packed` compares to the value.
    #[inline]
    pub(crate) fn compare(&self, packed: View<'_, A, L>) -> Ordering {
        match &self.packed {
            Some(key) => packed.cmp(&key.view()),
            None => self.value.compare(packed),
        }
    }
}
