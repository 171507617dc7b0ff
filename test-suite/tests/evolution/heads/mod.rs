//! Extensible values in `Compact` and `Indexed`, which begin with a head: one suite, divided by what it is about.

mod accepted;
mod hostile;
mod known;
mod lying;
mod visited;

use std::fmt::Write;

use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed};

/// Drops what is written.
struct Nothing;

impl Write for Nothing {
    fn write_str(&mut self, _: &str) -> std::fmt::Result {
        Ok(())
    }
}

/// Does everything with an accepted value that needs no value in memory.
fn everything<T: Packable<As = T>, L: Layout>(packed: &Packed<T, L, &[u8]>) {
    let bytes = packed.as_bytes();
    assert_eq!(packed.read(|value| value.as_bytes()), bytes, "a skip ends at the end");
    packed.read(|value| value.skip());
    // A copy keeps what is not known; what follows it is found, by what was read and by a skip.
    let pair = Packed::<(T, u8), L>::build(|needs| needs.fields().put_packed(packed).put(&0xA5).done());
    let pair = Packed::<(T, u8), L, _>::from_bytes(pair.as_bytes()).expect("built bytes are valid");
    let (copied, last) = pair.read(|pair| {
        let (copied, fields) = pair.fields().with(|first| first.as_bytes());
        let (last, fields) = fields.read();
        fields.done((copied, last))
    });
    assert_eq!((copied, last), (bytes, 0xA5));
    let last = pair.read(|pair| {
        let (last, fields) = pair.fields().skip().read();
        fields.done(last)
    });
    assert_eq!(last, 0xA5);
    _ = packed.convert::<Compact>().map(drop);
    _ = packed.convert::<Indexed>().map(drop);
    _ = packed.convert::<Cbor>().map(drop);
    write!(Nothing, "{packed:?} {packed:#?} {}", packed.dump()).expect("nothing fails");
}
