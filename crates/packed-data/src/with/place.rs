//! The cursor, view or place of a foreign value, as one of what it is packed as.

use crate::build::{Filled, Needs};
use crate::cursor::Cursor;
use crate::layout::{Access, Layout};
use crate::packable::Packable;
use crate::shape::{Adapt, Adapted};
use crate::view::View;

impl<'a, 'id, T, C: Adapt<T>, U: Packable<As = U, Shape = Adapted<T, C>> + ?Sized, L: Layout> Cursor<'a, 'id, U, L> {
    /// Returns the cursor for what a value with an [adapter](crate::with) is packed as.
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
        // SAFETY: by C1 a valid `U` is stored at this position, whose bytes are by its shape those of a `C::As`. The
        // brand is that of this cursor, which is consumed.
        unsafe { Cursor::new(self.pos()) }
    }
}

impl<'a, T, C: Adapt<T>, U: Packable<As = U, Shape = Adapted<T, C>> + ?Sized, L: Access> View<'a, U, L> {
    /// Returns the view of what the value is packed as, for reading only.
    #[inline]
    pub(crate) fn into_adapted(self) -> View<'a, C::As, L::Layout> {
        // SAFETY: by V1 a valid `U` is stored at this position, whose bytes are by its shape those of a `C::As`. The
        // view is consumed, so nothing edits them.
        unsafe { View::new(self.pos()) }
    }
}

impl<'id, T, C: Adapt<T>, U: Packable<As = U, Shape = Adapted<T, C>> + ?Sized, L: Layout> Needs<'id, U, L> {
    /// Writes what the adapter made of a value.
    #[inline]
    pub(crate) fn put_adapted<V: Packable<As = C::As>>(self, value: &V) -> Filled<'id> {
        // SAFETY: by its shape the bytes of a `U` are those of a `C::As`.
        unsafe { self.written_as::<C::As>() }.map_or_else(|filled| filled, |needs| needs.put_as(value))
    }
}
