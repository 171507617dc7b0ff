//! The crate `bytes`, version 1: its types are packed as `[u8]`, like `Vec<u8>`, so that one can replace the other.

use bytes::{Bytes, BytesMut};

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Seq, View};
use crate::wire::levels::{Levels, TooDeep};
#[cfg(feature = "std")]
use crate::wire::sharing::shared_or_copied;

/// Without `std` there is no variable of a thread that says with which buffer to share.
#[cfg(not(feature = "std"))]
fn shared_or_copied(bytes: &[u8]) -> Bytes {
    Bytes::copy_from_slice(bytes)
}

/// Implements everything for a type that contains bytes.
macro_rules! bytes {
    ($($Bytes:ident: $copy:expr),+ $(,)?) => {$(
        impl Packable for $Bytes {
            type As = [u8];
            type Shape = <[u8] as Packable>::Shape;
            type View<'a, L: Access> = Seq<'a, u8, L>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, [u8], L>) -> Seq<'a, u8, L> {
                <[u8]>::view(view)
            }

            #[inline]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, [u8], L>) -> Written<'v, 'id> {
                <[u8]>::write(value, needs)
            }
        }

        impl<'a> Unpack<'a> for $Bytes {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, [u8], L>,
                _: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(cursor.read().map(|bytes| $copy(bytes.as_bytes())))
            }
        }
    )+};
}

bytes!(Bytes: shared_or_copied, BytesMut: BytesMut::from);
