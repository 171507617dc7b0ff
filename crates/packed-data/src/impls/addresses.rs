//! Network addresses of either version: `IpAddr` and `SocketAddr`.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::lookup::lookup_packed;
use crate::build::{Needs, Written};
use crate::cursor::{Branch, Cursor, Done, Fields, Match};
use crate::layout::{Access, AnyAccess, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Enum, InTier, Named, Schema, Shape, Show};
use crate::view::{Lookup, View};
use crate::wire::error::{Constructor, Names};
use crate::wire::levels::{Levels, TooDeep};

/// The cases of a packed [`IpAddr`]: `V4` has tag 0, `V6` has tag 1.
///
/// ```
/// use std::net::IpAddr;
///
/// use packed_data::Packed;
/// use packed_data::types::IpAddrCase;
///
/// let packed = Packed::<IpAddr>::pack(&IpAddr::from([127, 0, 0, 1]));
/// let version = packed.read(|address| match address.case() {
///     IpAddrCase::V4(fields) => fields.skip().done(4),
///     IpAddrCase::V6(fields) => fields.skip().done(6),
/// });
/// assert_eq!(version, 4);
/// ```
#[derive(Debug)]
pub enum IpAddrCase<'a, 'id, L: Access> {
    /// An address of version 4.
    V4(Fields<'a, 'id, (Ipv4Addr, ()), L>),
    /// An address of version 6.
    V6(Fields<'a, 'id, (Ipv6Addr, ()), L>),
}

/// The cases of a packed [`SocketAddr`]: `V4` has tag 0, `V6` has tag 1.
///
/// ```
/// use std::net::SocketAddr;
///
/// use packed_data::Packed;
/// use packed_data::types::SocketAddrCase;
///
/// let packed = Packed::<SocketAddr>::pack(&SocketAddr::from(([127, 0, 0, 1], 80)));
/// let version = packed.read(|address| match address.case() {
///     SocketAddrCase::V4(fields) => fields.skip().done(4),
///     SocketAddrCase::V6(fields) => fields.skip().done(6),
/// });
/// assert_eq!(version, 4);
/// ```
#[derive(Debug)]
pub enum SocketAddrCase<'a, 'id, L: Access> {
    /// An address of version 4.
    V4(Fields<'a, 'id, (SocketAddrV4, ()), L>),
    /// An address of version 6.
    V6(Fields<'a, 'id, (SocketAddrV6, ()), L>),
}

/// Implements everything for an address that is an enum of version 4 and version 6. A view returns the address itself.
macro_rules! addresses {
    ($($Address:ident, $Case:ident, $V4:ident, $V6:ident);+ $(;)?) => {$(
        impl Named for $Address {
            const NAMES: &'static Names = &Names {
                name: stringify!($Address),
                constructors: &[Constructor { name: "V4", fields: &["0"] }, Constructor { name: "V6", fields: &["0"] }],
            };
        }

        impl Packable for $Address {
            type As = Self;
            type Shape = Enum<Self, (($V4, ()), ($V6, ()))>;
            type View<'a, L: Access> = $Address;

            fn packed_schema() -> &'static Schema {
                const { &<Self::Shape as Shape>::SCHEMA.shown(Show::Through) }
            }

            #[inline]
            fn view<'a, L: Access>(view: View<'a, Self, L>) -> $Address {
                view.into_case()
            }

            #[inline]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
                match value {
                    $Address::V4(address) => needs.variant::<InTier<0>, _, _>().put_last(address),
                    $Address::V6(address) => needs.variant::<InTier<1>, _, _>().put_last(address),
                }
            }
        }

        impl Match for $Address {
            type Variants = (($V4, ()), ($V6, ()));
            type Case<'a, 'id, L: Access> = $Case<'a, 'id, L>;
            type ViewCase<'a, L: AnyAccess> = $Address;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> $Case<'a, 'id, L> {
                match branch.tag() {
                    0 => $Case::V4(branch.fields::<InTier<0>>()),
                    _ => $Case::V6(branch.fields::<InTier<1>>()),
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view_case<'a, L: AnyAccess>(
                branch: Branch<'a, '_, Self::Variants, L>,
            ) -> Result<$Address, L::Error> {
                Ok(match branch.tag() {
                    0 => $Address::V4(branch.parts::<InTier<0>>()?.last_value()?),
                    _ => $Address::V6(branch.parts::<InTier<1>>()?.last_value()?),
                })
            }
        }

        impl<'a> Unpack<'a> for $Address {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                match cursor.case() {
                    $Case::V4(fields) => {
                        let (address, fields) = fields.unpack(levels)?;
                        Ok(fields.done($Address::V4(address)))
                    }
                    $Case::V6(fields) => {
                        let (address, fields) = fields.unpack(levels)?;
                        Ok(fields.done($Address::V6(address)))
                    }
                }
            }
        }

        impl Lookup<$Address> for $Address {
            lookup_packed!($Address);
        }
    )+};
}

addresses! {
    IpAddr, IpAddrCase, Ipv4Addr, Ipv6Addr;
    SocketAddr, SocketAddrCase, SocketAddrV4, SocketAddrV6;
}
