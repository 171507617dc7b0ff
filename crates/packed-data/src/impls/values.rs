//! Small values that are packed as another type but viewed as themselves: network addresses, and similar types of other
//! crates.

use core::cmp::Ordering;
use core::net::{Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6};

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Array, Lookup, View};
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for a value of fixed size. The arguments convert it into the type that it is packed as, and
/// back from a view of that type.
///
/// A view returns the value itself, also a view for editing: parts of the value cannot be overwritten. Keys are
/// compared as values of the type that they are packed as.
macro_rules! values {
    ($($T:ty as $As:ty: |$value:ident| $to:expr, |$view:pat_param| $from:expr);+ $(;)?) => {$(
        impl Packable for $T {
            type As = $As;
            type Shape = <$As as Packable>::Shape;
            type View<'a, L: Access> = $T;

            #[inline]
            fn view<'a, L: Access>(view: View<'a, $As, L>) -> $T {
                let packed = view.isolate();
                let $view = packed.view();
                $from
            }

            #[inline]
            fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, $As, L>) -> Written<'v, 'id> {
                let $value = self;
                needs.put(&$to).into()
            }
        }

        impl<'a> Unpack<'a> for $T {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, $As, L>,
                _: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(cursor.isolate().map(|packed| {
                    let $view = packed.view();
                    $from
                }))
            }
        }

        impl Lookup<$As> for $T {
            const IN_MEMORY: bool = <$As as Lookup<$As>>::IN_MEMORY;

            #[inline]
            fn write_key<'id, L: Layout>(&self, needs: Needs<'id, $As, L>) -> $crate::build::Filled<'id> {
                needs.put_as(self)
            }

            #[inline]
            fn compare<L: Layout>(&self, packed: View<'_, $As, L>) -> Ordering {
                let $value = self;
                Lookup::<$As>::compare::<L>(&$to, packed)
            }
        }
    )+};
}

#[cfg(feature = "uuid-1")]
pub(super) use values;

/// Returns the bytes of a packed array of bytes.
#[inline]
pub(super) fn octets<const N: usize, L: Layout>(array: Array<'_, u8, N, L>) -> [u8; N] {
    let mut octets = [0; N];
    array.scalars().copy_to_slice(&mut octets);
    octets
}

values! {
    Ipv4Addr as [u8; 4]: |address| address.octets(), |array| Ipv4Addr::from(octets(array));
    Ipv6Addr as [u8; 16]: |address| address.octets(), |array| Ipv6Addr::from(octets(array));
    SocketAddrV4 as (Ipv4Addr, u16):
        |address| (*address.ip(), address.port()),
        |(ip, port)| SocketAddrV4::new(ip, port);
    SocketAddrV6 as (Ipv6Addr, u16, u32, u32):
        |address| (*address.ip(), address.port(), address.flowinfo(), address.scope_id()),
        |(ip, port, flowinfo, scope_id)| SocketAddrV6::new(ip, port, flowinfo, scope_id);
}
