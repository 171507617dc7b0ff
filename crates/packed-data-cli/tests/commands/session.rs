//! The session on the book's page is what the command prints. `SNAPSHOTS=overwrite cargo test -p packed-data-cli --test
//! session` accepts changes.

use crate::common;

use std::path::Path;

use common::{Folder, run_words};

/// Splits a line at spaces that are not between apostrophes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, piece) in line.split('\'').enumerate() {
        for (index, part) in if number % 2 == 0 { piece.split(' ').collect() } else { vec![piece] }.iter().enumerate() {
            if index > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(part);
        }
    }
    words
}

// (The only test of this file, since it changes the folder of the process.)
#[test]
fn the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap().join("../../book/src/command.md");
    let shop = common::shop().canonicalize().unwrap();
    let text = std::fs::read_to_string(&page).unwrap().replace('\r', "");
    let (before, rest) = text.split_once("```console\n").unwrap();
    let (session, after) = rest.split_once("```\n").unwrap();

    let folder = Folder::new();
    std::env::set_current_dir(folder.path("")).unwrap();
    std::fs::create_dir_all("examples/json").unwrap();
    std::fs::copy(&shop, "examples/json/shop.json").unwrap();
    let mut ran = String::new();
    for line in session.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let done = run_words(&words(line), b"");
        ran.push_str(&format!("$ {line}\n{}", done.text()));
    }
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&page, format!("{before}```console\n{ran}```\n{after}")).unwrap();
    }
    assert!(ran.lines().count() > 20);
    assert_eq!(ran, session);
}
