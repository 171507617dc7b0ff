//! One value in each layout, by the rules of the pages in `book/src/layouts`.

use packed_data::layout::haskell::{
    Binary, Cereal, PackedData, PackedDataFieldSizes, PackedDataSkipLast, Serialise, Store,
};
use packed_data::{Cbor, Compact, Indexed, Layout, Packed};

use super::strip::Strip;
use super::svg::{Canvas, Font};
use super::{declared, shown};

declared! { ENTRY: struct Entry { name: Option<String>, tags: Vec<String>, size: Option<u32> } }

declared! { COMMAND: enum Command { Stop, Go(i16, Vec<u16>) } }

fn entry<L: Layout>(title: &str, parts: impl FnOnce(&mut Strip)) -> String {
    let (value, source) =
        shown!(Entry { name: Some("ann".into()), tags: vec!["a".into(), "bc".into()], size: Some(5) });
    let mut strip = Strip::new(Packed::<Entry, L>::pack(&value).into_inner());
    parts(&mut strip);
    let mut canvas = Canvas::new();
    canvas.line(Font::Code, ENTRY);
    canvas.line(Font::Code, &source);
    canvas.y += 8;
    strip.draw(&mut canvas);
    canvas.legend();
    canvas.finish(title)
}

pub(super) fn compact() -> String {
    entry::<Compact>("The bytes of an Entry in the layout Compact, field by field", |strip| {
        strip.span("name", |strip| {
            strip.tag(&[1], "tag 1: Some");
            strip.size(&[3], "length 3");
            strip.data(b"ann", r#""ann""#);
        });
        strip.span("tags", |strip| {
            strip.size(&[2], "count 2");
            strip.size(&[1], "length 1");
            strip.data(b"a", r#""a""#);
            strip.size(&[2], "length 2");
            strip.data(b"bc", r#""bc""#);
        });
        strip.span("size", |strip| {
            strip.tag(&[1], "tag 1: Some");
            strip.data(&5_u32.to_le_bytes(), "5, little-endian");
        });
    })
}

pub(super) fn indexed() -> String {
    let title =
        "The bytes of an Entry in the layout Indexed: arrows lead from a size or an end to the position it means";
    entry::<Indexed>(title, |strip| {
        strip.end(1, 5, "size of name: 5");
        strip.span("name", |strip| {
            strip.tag(&[1], "tag 1: Some");
            strip.size(&[3], "length 3");
            strip.data(b"ann", r#""ann""#);
        });
        strip.span("tags", |strip| {
            strip.size(&[4 * 2], "2 elements, ends of 1 byte");
            let elements = strip.position() + 2;
            strip.end(elements, 2, "element 0 ends after 2 bytes");
            strip.end(elements, 5, "element 1 ends after 5 bytes");
            strip.size(&[1], "length 1");
            strip.data(b"a", r#""a""#);
            strip.size(&[2], "length 2");
            strip.data(b"bc", r#""bc""#);
        });
        strip.span("size", |strip| {
            strip.tag(&[1], "tag 1: Some");
            strip.data(&5_u32.to_le_bytes(), "5, little-endian");
        });
    })
}

pub(super) fn cbor() -> String {
    /// The first byte of an item whose argument is less than 24.
    const fn head(major: u8, argument: u8) -> u8 {
        major << 5 | argument
    }
    const UNSIGNED: u8 = 0;
    const TEXT: u8 = 3;
    const ARRAY: u8 = 4;

    entry::<Cbor>("The bytes of an Entry in the layout Cbor, item by item", |strip| {
        strip.size(&[head(ARRAY, 4)], "array of 4 items");
        strip.tag(&[head(UNSIGNED, 0)], "tag 0");
        strip.span("name", |strip| {
            strip.size(&[head(ARRAY, 1)], "array of 1: Some");
            strip.size(&[head(TEXT, 3)], "text of 3 bytes");
            strip.data(b"ann", r#""ann""#);
        });
        strip.span("tags", |strip| {
            strip.size(&[head(ARRAY, 2)], "array of 2");
            strip.size(&[head(TEXT, 1)], "text of 1 byte");
            strip.data(b"a", r#""a""#);
            strip.size(&[head(TEXT, 2)], "text of 2 bytes");
            strip.data(b"bc", r#""bc""#);
        });
        strip.span("size", |strip| {
            strip.size(&[head(ARRAY, 1)], "array of 1: Some");
            strip.data(&[head(UNSIGNED, 5)], "5");
        });
    })
}

pub(super) fn haskell() -> String {
    let (value, source) = shown!(Command::Go(-2, vec![7, 8]));
    let mut canvas = Canvas::new();
    canvas.line(Font::Code, COMMAND);
    canvas.line(Font::Code, &source);
    let mut row = |names: &str, packed: Vec<u8>, parts: fn(&mut Strip)| {
        let mut strip = Strip::new(packed);
        parts(&mut strip);
        canvas.y += 6;
        canvas.line(Font::Name, names);
        strip.draw(&mut canvas);
    };
    let binary = Packed::<Command, Binary>::pack(&value).into_inner();
    assert_eq!(binary, Packed::<Command, Cereal>::pack(&value).as_bytes());
    row("Binary, Cereal", binary, |strip| {
        strip.tag(&[1], "tag 1: Go");
        strip.data(&(-2_i16).to_be_bytes(), "-2");
        strip.size(&2_u64.to_be_bytes(), "count 2, big-endian");
        strip.data(&7_u16.to_be_bytes(), "7");
        strip.data(&8_u16.to_be_bytes(), "8");
    });
    row("Store", Packed::<Command, Store>::pack(&value).into_inner(), |strip| {
        strip.tag(&[1], "tag 1: Go");
        strip.data(&(-2_i16).to_le_bytes(), "-2");
        strip.size(&2_u64.to_le_bytes(), "count 2, little-endian");
        strip.data(&7_u16.to_le_bytes(), "7");
        strip.data(&8_u16.to_le_bytes(), "8");
    });
    row("Serialise", Packed::<Command, Serialise>::pack(&value).into_inner(), |strip| {
        strip.size(&[0x83], "array of 3 items");
        strip.tag(&[1], "tag 1: Go");
        strip.data(&[0x21], "-2");
        strip.size(&[0x9F], "list of indefinite length");
        strip.data(&[7], "7");
        strip.data(&[8], "8");
        strip.size(&[0xFF], "break: end of the list");
    });
    row("PackedData", Packed::<Command, PackedData>::pack(&value).into_inner(), |strip| {
        strip.tag(&[1], "tag 1: Go");
        strip.data(&(-2_i16).to_le_bytes(), "-2");
        cells(strip);
    });
    row("PackedDataFieldSizes", Packed::<Command, PackedDataFieldSizes>::pack(&value).into_inner(), |strip| {
        strip.tag(&[1], "tag 1: Go");
        strip.size(&2_i32.to_le_bytes(), "size 2");
        strip.data(&(-2_i16).to_le_bytes(), "-2");
        strip.size(&7_i32.to_le_bytes(), "size 7");
        cells(strip);
    });
    row("PackedDataSkipLast", Packed::<Command, PackedDataSkipLast>::pack(&value).into_inner(), |strip| {
        strip.tag(&[1], "tag 1: Go");
        strip.size(&2_i32.to_le_bytes(), "size 2");
        strip.data(&(-2_i16).to_le_bytes(), "-2");
        cells(strip);
    });
    canvas.legend();
    canvas.finish("The bytes of a Command in the seven layouts of Haskell libraries")
}

/// A list of 7 and 8, as the Haskell library packed-data stores it.
fn cells(strip: &mut Strip) {
    for number in [7_u16, 8] {
        strip.tag(&[1], "tag 1: cons");
        strip.data(&number.to_le_bytes(), number.to_string());
    }
    strip.tag(&[0], "tag 0: empty list");
}
