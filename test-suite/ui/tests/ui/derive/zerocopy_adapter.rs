//! A field with an adapter is packed as another type than it has in memory.

use packed_data::Packable;

use packed_data::with::PackWith;

struct Swapped;

impl PackWith<u16> for Swapped {
    const NAME: &'static str = "swapped";
    type As = u16;
    type Value<'v> = u16;

    fn pack(value: &u16) -> Result<u16, &'static str> {
        Ok(value.swap_bytes())
    }

    fn unpack(value: u16) -> Result<u16, &'static str> {
        Ok(value.swap_bytes())
    }
}

#[derive(Packable)]
#[packable(zerocopy)]
#[repr(C)]
struct Number {
    #[packable(with = Swapped)]
    value: u16,
}

fn main() {}
