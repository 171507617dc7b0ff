//! Views into which a shorter-lived part could be put later are kept beside their owner.

use std::cell::Cell;

use packed_data::packed::Views;

#[derive(Clone, Copy)]
struct Last<'a>(&'a Cell<&'a str>);

impl Views for Last<'static> {
    type At<'a> = Last<'a>;

    fn shorten<'short, 'long: 'short>(last: Last<'long>) -> Last<'short> {
        last
    }
}

fn main() {}
