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

/// Runs the lines of a session, and returns what is printed. The output of `cat FILE` is the file, which is written.
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
                ran.push_str(&format!("$ {line}\n{}", done.text().replace("! ", "")));
            }
        }
    }
    ran
}

/// All sessions of the page run in one folder, one after the other.
#[test]
fn the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap().join("../../book/src/command.md");
    let shop = common::shop().canonicalize().unwrap();
    let text = std::fs::read_to_string(&page).unwrap().replace('\r', "");

    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("examples/json")).unwrap();
    std::fs::copy(&shop, folder.path("examples/json/shop.json")).unwrap();
    let mut pieces = text.split("```console\n");
    let mut new = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (session, after) = piece.split_once("```\n").unwrap();
        new.push_str(&format!("```console\n{}```\n{after}", ran(&folder, session)));
    }
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&page, &new).unwrap();
        return;
    }
    assert!(text.matches("\n$ packed").count() > 15);
    assert_eq!(new, text);
}
