//! The tables of values and bytes in the book's pages on layouts of other libraries.
//!
//! They have the header `| type | value | bytes |`; each is below a heading with the name of its layout.

use std::path::Path;

use packed_data::{Layout, Packable, Packed};

/// A layout, a type, a value and its bytes, as in a row of a page.
pub type Row = [String; 4];

/// Returns the row for a value, given how it is written.
///
/// # Panics
///
/// Panics if its bytes are not valid.
pub fn row<T: Packable, L: Layout>(layout: &str, ty: &str, value: &str, packed: &T) -> Row {
    let bytes = Packed::<T, L>::pack(packed).into_inner();
    assert!(Packed::<T, L, _>::from_bytes(bytes.as_slice()).is_ok(), "{layout}: `{value}` of `{ty}`");
    [layout.to_owned(), words(ty), words(value), hex(&bytes)]
}

/// Returns bytes as pairs of hexadecimal digits; many equal bytes are `00 * 251`.
fn hex(bytes: &[u8]) -> String {
    let runs = bytes.chunk_by(|a, b| a == b).map(|run| match run {
        [first, ..] if run.len() > 16 => format!("{first:02x} * {}", run.len()),
        _ => run.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
    });
    runs.collect::<Vec<_>>().join(" ")
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the rows of all tables with the agreed header, each with the heading above it.
pub fn rows_of_page(page: &str) -> Vec<Row> {
    let (mut rows, mut heading, mut inside) = (Vec::new(), "", false);
    for line in page.lines() {
        heading = line.strip_prefix('#').map_or(heading, |line| line.trim_start_matches('#').trim());
        let cells: Vec<String> = line.split(" | ").map(|cell| words(cell.trim_matches(['|', ' ', '`']))).collect();
        match <[String; 3]>::try_from(cells) {
            Ok(cells) if cells == ["type", "value", "bytes"] => inside = true,
            Ok([ty, value, bytes]) if inside => rows.push([heading.to_owned(), ty, value, bytes]),
            Ok(_) => {}
            Err(_) => inside = inside && line.starts_with("|---"),
        }
    }
    rows
}

/// Asserts that a page of the book has exactly these rows.
///
/// # Panics
///
/// Panics if it has others, or lacks one.
pub fn assert_page_has(page: &str, known: &[Row]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src").join(page);
    let page = rows_of_page(&std::fs::read_to_string(path).expect("a page of the book"));
    for row in &page {
        assert!(known.contains(row), "not the written bytes: {row:?}; expected: {:?}", alike(known, row));
    }
    for row in known {
        assert!(page.contains(row), "not in the page: {row:?}");
    }
    assert_eq!(page.len(), known.len(), "a duplicate row");
}

/// Returns the row with the same layout, type and value.
fn alike<'r>(rows: &'r [Row], wanted: &Row) -> Option<&'r Row> {
    rows.iter().find(|row| row[..3] == wanted[..3])
}
