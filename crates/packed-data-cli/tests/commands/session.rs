//! The sessions on the book's page are what the command prints. `SNAPSHOTS=overwrite cargo test -p packed-data-cli
//! --test commands session` accepts changes.

use crate::common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::{Folder, Ran};

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

/// Runs a line in a folder.
fn run_in(folder: &Path, line: &str) -> Ran {
    let words = words(line);
    assert_eq!(words[0], "packed", "{line}");
    let mut packed = Command::new(env!("CARGO_BIN_EXE_packed"));
    let output = packed.args(&words[1..]).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let status = output.status.code().unwrap().try_into().unwrap();
    Ran { status, out: output.stdout, err: String::from_utf8(output.stderr).unwrap() }
}

/// Runs the lines of a session, and returns what is printed. (Lines of CSV end with a carriage return too.) The output
/// of `cat FILE` is the file, which is written.
fn ran(folder: &Folder, session: &str) -> String {
    let mut ran = String::new();
    for command in session.split("$ ").skip(1) {
        let (line, output) = command.split_once('\n').unwrap();
        match line.strip_prefix("cat ") {
            Some(name) => {
                folder.write(name, output);
                ran.push_str(&format!("$ {command}"));
            }
            None => {
                let done = Ran { status: 0, ..run_in(&folder.path(""), line) };
                ran.push_str(&format!("$ {line}\n{}", done.text().replace("! ", "").replace('\r', "")));
            }
        }
    }
    ran
}

/// Runs the sessions of a page in a folder, one after the other, and compares.
fn compare(page: &str, folder: &Folder) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap().join("../../book/src").join(page);
    let text = std::fs::read_to_string(&page).unwrap().replace('\r', "");
    let mut pieces = text.split("```console\n");
    let mut ran = pieces.next().unwrap().to_owned();
    let mut lines = 0;
    for piece in pieces {
        ran.push_str("```console\n");
        let (session, after) = piece.split_once("```\n").unwrap();
        lines += session.matches("$ packed").count();
        ran.push_str(&format!("{}```\n{after}", self::ran(folder, session)));
    }
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&page, &ran).unwrap();
    }
    assert!(lines >= 8, "{lines}");
    assert_eq!(ran, text);
}

fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("examples/json")).unwrap();
    std::fs::copy(common::shop().canonicalize().unwrap(), folder.path("examples/json/shop.json")).unwrap();
    folder
}

#[test]
fn the_page() {
    compare("command.md", &folder());
}

#[test]
fn the_page_of_queries() {
    let folder = folder();
    let packed = run_in(&folder.path(""), "packed pack examples/json/shop.json --at /products -o products.packed");
    assert_eq!(packed.status, 0, "{}", packed.text());
    folder.write("old.json", r#"[{"id": 1, "price": 2.5, "tags": ["new"]}, {"id": 2, "price": 7.0, "tags": []}]"#);
    folder.write(
        "new.json",
        r#"[{"id": 3, "price": 1.0, "tags": []}, {"id": 1, "price": 2.25, "tags": ["new", "red"]}]"#,
    );
    compare("queries.md", &folder);
}
