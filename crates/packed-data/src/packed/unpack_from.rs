//! Values from bytes: validated and unpacked at once.

use super::validate::validate_all;
use super::{Packed, WithLimits};
use crate::cursor::incoming::{is_taken_apart, unpack_in_one_pass};
use crate::layout::{Layout, Position};
use crate::packable::{Packable, Unpack};
use crate::view::View;
use crate::wire::error::{Error, ErrorKind};
use crate::wire::limits::Limits;

impl<T: Packable, L: Layout> Packed<T, L> {
    /// Validates that `bytes` are one `T` in layout `L`, and reads it into memory: the same as
    /// [`from_slice`](Self::from_slice), then [`unpack`](Self::unpack), and in [`Compact`](crate::Compact) faster.
    ///
    /// There a value is made of each part as soon as the part is checked. If a later part is refused, the values are
    /// dropped, and the bytes are validated from the beginning to find the error. So a
    /// [condition](crate::types::Validate) may be tested twice, and an [adapter](crate::with) may be called for parts
    /// of bytes that are then refused.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let bytes = [2, 2, b't', b'o', 2, b'b', b'e'];
    /// let words = Packed::<Vec<String>, Compact>::unpack_from(&bytes)?;
    /// assert_eq!(words, ["to", "be"]);
    ///
    /// let error = Packed::<Vec<String>, Compact>::unpack_from(&bytes[..6]).unwrap_err();
    /// assert_eq!(error, Packed::<Vec<String>, Compact>::from_slice(&bytes[..6]).unwrap_err());
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes are not one `T`, or exceed [`Limits::DEFAULT`]: the one that `from_slice`
    /// returns; or one without a position, if only `unpack` fails, because an owned value counts last fields as levels.
    pub fn unpack_from<'a>(bytes: &'a [u8]) -> Result<T, Error>
    where
        T: Unpack<'a>,
    {
        Self::with_limits(&Limits::DEFAULT).unpack_from(bytes)
    }
}

impl<T: Packable, L: Layout> WithLimits<'_, T, L> {
    /// Validates that `bytes` are one `T` in layout `L`, and reads it into memory, as [`Packed::unpack_from`] does.
    ///
    /// # Errors
    ///
    /// As for [`Packed::unpack_from`], with these limits.
    pub fn unpack_from<'a>(self, bytes: &'a [u8]) -> Result<T, Error>
    where
        T: Unpack<'a>,
    {
        let limits = self.limits;
        if const { !is_taken_apart::<T, L>() } || bytes.len() > limits.bytes {
            return in_two_passes::<T, L>(bytes, limits);
        }
        match unpack_in_one_pass::<T, L>(bytes, limits) {
            Ok(value) => Ok(value),
            Err(kind) => refused::<T, L>(bytes, limits, kind),
        }
    }
}

/// Finds the error of bytes that one pass refused because of `kind`.
#[cold]
#[inline(never)]
fn refused<'a, T: Unpack<'a>, L: Layout>(bytes: &'a [u8], limits: &Limits, kind: ErrorKind) -> Result<T, Error> {
    let unpacked = in_two_passes::<T, L>(bytes, limits);
    // (One pass charges a level more often than two passes in a few types; and a condition of a user may answer
    // differently the second time.)
    let may_differ =
        matches!(kind, ErrorKind::TooDeep { .. } | ErrorKind::TooMuchStack { .. } | ErrorKind::Refused { .. });
    debug_assert!(unpacked.is_err() || may_differ, "one pass refused ({kind:?}) what two passes accept");
    unpacked
}

fn in_two_passes<'a, T: Unpack<'a>, L: Layout>(bytes: &'a [u8], limits: &Limits) -> Result<T, Error> {
    validate_all::<T, L>(bytes, limits)?;
    // SAFETY: the bytes were validated just now, and live for `'a`. So V1 holds.
    let view: View<'a, T::As, L> = unsafe { View::new(L::Pos::at(bytes, 0)) };
    view.unpack_within(limits).map_err(Error::from)
}
