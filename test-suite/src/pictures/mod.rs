//! The pictures of the book: real values, packed, with the meaning of each byte.
//!
//! `cargo run -p test-suite --example pictures` writes them to `book/src/pictures`; `tests/layouts/pictures.rs`
//! compares the files with [`pictures`]. The bytes are what the library packs. The parts are listed here by the rules
//! of the book's pages, and each part is compared with the bytes at its position; a difference panics. The positions
//! of cursors, streams and their errors are those that the library returns; those of folds and building follow from
//! the parts.

mod building;
mod editing;
mod layouts;
mod reading;
mod steps;
mod streams;
mod strip;
mod svg;
mod tree;

use std::path::PathBuf;

/// An SVG file of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the file in [`folder`].
    pub name: &'static str,
    /// Its content.
    pub svg: String,
}

/// All pictures of the book, as they are generated now.
///
/// # Panics
///
/// Panics if a part is not what the library packs, or if two texts of a picture overlap.
pub fn pictures() -> Vec<Picture> {
    let picture = |name, svg| Picture { name, svg };
    vec![
        picture("compact.svg", layouts::compact()),
        picture("indexed.svg", layouts::indexed()),
        picture("cbor.svg", layouts::cbor()),
        picture("haskell.svg", layouts::haskell()),
        picture("cursor.svg", reading::cursor()),
        picture("fold.svg", reading::fold()),
        picture("building.svg", building::building()),
        picture("editing.svg", editing::editing()),
        picture("streams.svg", streams::streams()),
    ]
}

/// The folder of the book in which the pictures are stored.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../book/src/pictures")
}

/// A value, and its Rust source in one line.
macro_rules! shown {
    ($value:expr) => {
        ($value, $crate::pictures::one_line(stringify!($value)))
    };
}

/// A type that is derived, and its declaration in one line as the constant `$NAME`.
macro_rules! declared {
    ($NAME:ident: $visibility:vis $kind:ident $name:ident $body:tt) => {
        #[derive(packed_data::Packable)]
        $visibility $kind $name $body
        const $NAME: &str = stringify!($kind $name $body);
    };
}

use {declared, shown};

/// Rust source without line breaks.
fn one_line(source: &str) -> String {
    source.split_whitespace().collect::<Vec<_>>().join(" ")
}
