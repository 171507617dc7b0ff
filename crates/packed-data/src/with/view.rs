//! The view of a foreign value.

use core::fmt;

use super::value::accepted;
use super::{PackWith, With};
use crate::build::{Filled, Needs};
use crate::layout::{Access, Layout, RandomAccess};
use crate::packable::Packable;
use crate::view::{Lookup, MapView, Sought, View};
use crate::wire::levels::TooDeep;

/// The view of a value that is packed with an adapter: a field with `#[packable(with = C)]`. It returns the foreign
/// value, or what that is packed as.
///
/// ```
/// use packed_data::with::{PackWith, With};
/// use packed_data::{Indexed, Packed};
///
/// /// A `char` as its name in hexadecimal digits.
/// enum Digits {}
///
/// impl PackWith<char> for Digits {
///     const NAME: &'static str = "digits";
///     type As = str;
///     type Value<'v> = std::borrow::Cow<'v, str>;
///
///     fn pack(c: &char) -> Result<Self::Value<'_>, &'static str> {
///         Ok(format!("{:X}", *c as u32).into())
///     }
///
///     fn unpack(digits: Self::Value<'_>) -> Result<char, &'static str> {
///         let number = u32::from_str_radix(&digits, 16).map_err(|_| "not a number")?;
///         char::from_u32(number).ok_or("not a character")
///     }
/// }
///
/// let packed = Packed::<Vec<With<char, Digits>>, Indexed>::pack(&vec!['a'.into(), 'ß'.into()]);
/// let second = packed.view().get(1).unwrap();
/// assert_eq!(second.get(), 'ß');
/// assert_eq!(second.packed(), "DF");
/// ```
pub struct WithView<'a, T, C: PackWith<T>, L: Access> {
    /// (For reading only, also in a view for editing: the adapter might refuse the new value.)
    view: View<'a, C::As, L::Layout>,
}

impl<T, C: PackWith<T>, L: Access> Clone for WithView<'_, T, C, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, C: PackWith<T>, L: Access> Copy for WithView<'_, T, C, L> {}

impl<'a, T, C: PackWith<T>, L: Access> WithView<'a, T, C, L> {
    pub(super) fn new(view: View<'a, With<T, C>, L>) -> Self {
        Self { view: view.into_adapted() }
    }

    /// Converts the value back to its foreign type. The adapter may take time and memory for it, each time.
    ///
    /// # Panics
    ///
    /// Panics if the adapter refuses the value, which it accepted when it was packed or validated, or if the value
    /// nests too deeply: see [`try_get`](Self::try_get).
    pub fn get(&self) -> T {
        match self.try_get() {
            Ok(value) => value,
            Err(error) => panic!("{error}"),
        }
    }

    /// Converts the value back to its foreign type.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the packed value nests deeper, or takes more stack, than
    /// [`Limits::DEFAULT`](crate::Limits::DEFAULT) allows.
    ///
    /// # Panics
    ///
    /// Panics if the adapter refuses the value, which it accepted when it was packed or validated.
    pub fn try_get(&self) -> Result<T, TooDeep> {
        Ok(accepted(C::unpack(self.value()?)))
    }

    /// Returns the view of what the value is packed as.
    pub fn packed(&self) -> <C::As as Packable>::View<'a, L::Layout> {
        C::As::view(self.view)
    }

    /// Returns the view of what the value is packed as, as such.
    #[inline]
    pub(crate) fn adapted(&self) -> View<'a, C::As, L::Layout> {
        self.view
    }

    /// Returns the value that the adapter converts.
    fn value(&self) -> Result<C::Value<'a>, TooDeep> {
        self.view.unpack()
    }
}

impl<'a, T, C: PackWith<T>, K, V: Packable, L: RandomAccess> MapView<'a, K, V, L>
where
    K: Packable<As = With<T, C>, View<'a, L> = WithView<'a, T, C, L>>,
{
    /// Returns the value of the entry whose key has an adapter, and is packed as `key` is.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use std::time::Duration;
    ///
    /// use packed_data::with::{PackWith, With};
    /// use packed_data::{Indexed, Packed};
    /// # enum Secs {}
    /// # impl PackWith<Duration> for Secs {
    /// #     const NAME: &'static str = "seconds";
    /// #     type As = u64;
    /// #     type Value<'v> = u64;
    /// #     fn pack(value: &Duration) -> Result<u64, &'static str> { Ok(value.as_secs()) }
    /// #     fn unpack(seconds: u64) -> Result<Duration, &'static str> { Ok(Duration::from_secs(seconds)) }
    /// # }
    ///
    /// let names = BTreeMap::from([(With::<_, Secs>::new(Duration::from_secs(60)), "minute")]);
    /// let packed = Packed::<_, Indexed>::pack(&names);
    /// assert_eq!(packed.view().get_packed(&60), Some("minute"));
    /// ```
    #[inline]
    pub fn get_packed<Q: Lookup<C::As> + ?Sized>(&self, key: &Q) -> Option<V::View<'a, L>> {
        let sought = Sought::<Q, C::As, L>::new(key);
        self.get_by(|key| sought.compare(key.adapted()))
    }
}

/// Shows what the value is packed as.
impl<T, C: PackWith<T>, L: Access> fmt::Debug for WithView<'_, T, C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.packed().fmt(f)
    }
}

impl<T: PartialEq, C: PackWith<T>, L: Access> PartialEq<T> for WithView<'_, T, C, L> {
    fn eq(&self, other: &T) -> bool {
        self.get() == *other
    }
}

/// Keys are compared as they are packed.
impl<T, C: PackWith<T>> Lookup<Self> for With<T, C> {
    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
        needs.put_as(self)
    }
}
