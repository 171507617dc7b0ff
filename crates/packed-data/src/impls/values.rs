//! Small values that are packed as another type and viewed as themselves, such as addresses of one version.

use core::cmp::Ordering;
use core::fmt::Display;
use core::net::{Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6};

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Schema, Shape, Show};
use crate::view::{Array, Lookup, View};
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for a value of fixed size. The arguments convert it into the type that it is packed as, and
/// back from a view of that type. The last one prints it, given the scalars that it is packed as.
///
/// A view returns the value itself, also a view for editing: parts of the value cannot be overwritten. Keys are
/// compared as values of the type that they are packed as.
macro_rules! values {
    ($($T:ty as $As:ty: |$value:ident| $to:expr, |$view:pat_param| $from:expr, shown: $shown:expr);+ $(;)?) => {$(
        impl Packable for $T {
            type As = $As;
            type Shape = <$As as Packable>::Shape;
            type View<'a, L: Access> = $T;

            fn packed_schema() -> &'static Schema {
                const { &<Self::Shape as Shape>::SCHEMA.shown(Show::Scalars($shown)) }
            }

            #[inline]
            fn view<'a, L: Access>(view: View<'a, $As, L>) -> $T {
                let packed = view.isolate();
                let $view = packed.view();
                $from
            }

            #[inline]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, $As, L>) -> Written<'v, 'id> {
                let $value = value;
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

/// Returns the bytes that these scalars are.
pub(super) fn bytes_of<const N: usize>(scalars: &[u64]) -> [u8; N] {
    core::array::from_fn(|index| scalars.get(index).copied().unwrap_or(0) as u8)
}

/// Returns the scalar with this index, as a number of another width.
fn number<T: TryFrom<u64> + Default>(scalars: &[u64], index: usize) -> T {
    scalars.get(index).and_then(|number| T::try_from(*number).ok()).unwrap_or_default()
}

/// Returns the bytes of a packed array of bytes.
#[inline]
pub(super) fn octets<const N: usize, L: Layout>(array: Array<'_, u8, N, L>) -> [u8; N] {
    let mut octets = [0; N];
    array.scalars().copy_to_slice(&mut octets);
    octets
}

values! {
    Ipv4Addr as [u8; 4]: |address| address.octets(), |array| Ipv4Addr::from(octets(array)),
        shown: |scalars, f| Display::fmt(&Ipv4Addr::from(bytes_of(scalars)), f);
    Ipv6Addr as [u8; 16]: |address| address.octets(), |array| Ipv6Addr::from(octets(array)),
        shown: |scalars, f| Display::fmt(&Ipv6Addr::from(bytes_of::<16>(scalars)), f);
    SocketAddrV4 as (Ipv4Addr, u16):
        |address| (*address.ip(), address.port()),
        |(ip, port)| SocketAddrV4::new(ip, port),
        shown: |scalars, f| Display::fmt(&SocketAddrV4::new(bytes_of(scalars).into(), number(scalars, 4)), f);
    SocketAddrV6 as (Ipv6Addr, u16, u32, u32):
        |address| (*address.ip(), address.port(), address.flowinfo(), address.scope_id()),
        |(ip, port, flowinfo, scope_id)| SocketAddrV6::new(ip, port, flowinfo, scope_id),
        shown: |scalars, f| {
            let (port, flowinfo, scope_id) = (number(scalars, 16), number(scalars, 17), number(scalars, 18));
            Display::fmt(&SocketAddrV6::new(bytes_of::<16>(scalars).into(), port, flowinfo, scope_id), f)
        };
}
