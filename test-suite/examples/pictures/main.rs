//! Writes the pictures of the book to `book/src/pictures`.

use std::io;

use test_suite::pictures::{folder, pictures};

fn main() -> io::Result<()> {
    let folder = folder();
    std::fs::create_dir_all(&folder)?;
    for picture in pictures() {
        std::fs::write(folder.join(picture.name), picture.svg)?;
    }
    Ok(())
}
