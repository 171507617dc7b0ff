//! The pictures of the book are those that the generator makes now, and each is on a page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use test_suite::pictures::{folder, pictures};

const COMMAND: &str = "run `cargo run -p test-suite --example pictures`";

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn files_are_what_the_generator_makes() {
    for picture in pictures() {
        let file = folder().join(picture.name);
        let content =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}; {COMMAND}", file.display()));
        assert!(content.replace('\r', "") == picture.svg, "{} is not what is packed now; {COMMAND}", file.display());
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn no_file_is_left_over() {
    let files = fs::read_dir(folder()).expect("the folder of the pictures");
    let files: BTreeSet<_> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("a name")).collect();
    let names: BTreeSet<_> = pictures().into_iter().map(|picture| picture.name.to_string()).collect();
    assert_eq!(files, names, "files in {}, and pictures that are generated", folder().display());
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn each_picture_is_on_a_page() {
    let book = folder().join("..");
    let read = |folder: &Path| -> String {
        let files = fs::read_dir(folder).expect("a folder of the book").map(|file| file.expect("a file").path());
        let pages = files.filter(|file| file.extension().is_some_and(|extension| extension == "md"));
        pages.map(|page| fs::read_to_string(page).expect("a page")).collect()
    };
    let pages = read(&book) + &read(&book.join("layouts"));
    for picture in pictures() {
        assert!(pages.contains(&format!("pictures/{})", picture.name)), "no page shows {}", picture.name);
    }
}
