//! A map whose keys are converted is searched with `get` for what a key is converted to, instead of with `get_packed`.

use std::collections::BTreeMap;

use packed_data::{Indexed, Packable, Packed};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(try_from = u16, into = u16)]
struct Port(u16);

impl From<Port> for u16 {
    fn from(port: Port) -> Self {
        port.0
    }
}

impl TryFrom<u16> for Port {
    type Error = &'static str;

    fn try_from(number: u16) -> Result<Self, &'static str> {
        if number == 0 { Err("no port") } else { Ok(Self(number)) }
    }
}

fn main() {
    let names = Packed::<BTreeMap<Port, String>, Indexed>::pack(&BTreeMap::new());
    println!("{:?}", names.view().get(&80u16));
}
