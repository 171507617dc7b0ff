//! The same place for a foreign value and for what it is packed as.

use super::{PackWith, With};
use crate::build::{Filled, Needs};
use crate::cursor::Cursor;
use crate::layout::{Access, Layout};
use crate::view::View;

impl<'a, 'id, T: 'static, C: PackWith<T>, L: Layout> Cursor<'a, 'id, With<T, C>, L> {
    /// Returns the cursor for what the value is packed as.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use packed_data::with::{PackWith, With};
    /// use packed_data::Packed;
    /// # enum Secs {}
    /// # impl PackWith<Duration> for Secs {
    /// #     const NAME: &'static str = "seconds";
    /// #     type As = u64;
    /// #     type Value<'v> = u64;
    /// #     fn pack(value: &Duration) -> Result<u64, &'static str> { Ok(value.as_secs()) }
    /// #     fn unpack(seconds: u64) -> Result<Duration, &'static str> { Ok(Duration::from_secs(seconds)) }
    /// # }
    ///
    /// let packed = Packed::<With<Duration, Secs>>::pack(&Duration::from_secs(9).into());
    /// assert_eq!(packed.read(|time| time.read()), Duration::from_secs(9));
    /// assert_eq!(packed.read(|time| time.into_adapted().read()), 9);
    /// ```
    #[inline]
    pub fn into_adapted(self) -> Cursor<'a, 'id, C::As, L> {
        // SAFETY: by C1 a valid `With<T, C>` is stored at this position, whose bytes are those of a `C::As`. The brand
        // is that of this cursor, which is consumed.
        unsafe { Cursor::new(self.pos()) }
    }
}

impl<'a, T: 'static, C: PackWith<T>, L: Access> View<'a, With<T, C>, L> {
    /// Returns the view of what the value is packed as, for reading only.
    #[inline]
    pub(super) fn into_adapted(self) -> View<'a, C::As, L::Layout> {
        // SAFETY: by V1 a valid `With<T, C>` is stored at this position, whose bytes are those of a `C::As`. The view is
        // consumed, so nothing edits them.
        unsafe { View::new(self.pos()) }
    }
}

impl<'id, T: 'static, C: PackWith<T>, L: Layout> Needs<'id, With<T, C>, L> {
    /// Writes what the adapter made of a value.
    #[inline]
    pub(super) fn put_adapted<'v>(self, value: &C::Value<'v>) -> Filled<'id> {
        // SAFETY: the bytes of a `With<T, C>` are those of a `C::As`.
        unsafe { self.written_as::<C::As>() }.map_or_else(|filled| filled, |needs| needs.put_as(value))
    }
}
