//! The crate `ipnet`, version 2: a network is packed as its address, all of it, and the length of its prefix.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use super::adapted::adapted;

const PREFIX: &str = "the prefix is longer than the address";

adapted! {
    [keys] Ipv4Net as (Ipv4Addr, u8), "network":
        |net| Ok((net.addr(), net.prefix_len())),
        |(address, prefix)| Ipv4Net::new(address, prefix).map_err(|_| PREFIX);
    [keys] Ipv6Net as (Ipv6Addr, u8), "network":
        |net| Ok((net.addr(), net.prefix_len())),
        |(address, prefix)| Ipv6Net::new(address, prefix).map_err(|_| PREFIX);
    [keys] IpNet as (IpAddr, u8), "network":
        |net| Ok((net.addr(), net.prefix_len())),
        |(address, prefix)| IpNet::new(address, prefix).map_err(|_| PREFIX);
}
