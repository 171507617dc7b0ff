//! Runs the examples as a user does: checks their output, and their errors for bad input.
#![cfg(not(miri))] // they are separate processes

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::example;

/// A temporary directory for one test, which is removed at the end.
struct Dir(PathBuf);

impl Dir {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("packed-data-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory for the test");
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file for the test");
        path
    }

    /// Returns the names of its files.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the directory is there");
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn stdout(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "", "nothing on stderr");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn run(command: &mut Command) -> String {
    stdout(&command.output().expect("the example should start"))
}

/// Runs `json` in the directory, where its temporary files are written too.
fn json(dir: &Dir, arguments: &[&str]) -> Output {
    let mut command = example("json");
    command.args(arguments).current_dir(&dir.0);
    command.env("TMPDIR", &dir.0).env("TEMP", &dir.0).env("TMP", &dir.0);
    command.output().expect("the example should start")
}

/// Checks that `json` fails with this status and one line that contains these texts, and leaves no file behind.
fn json_fails(dir: &Dir, arguments: &[&str], status: i32, says: &[&str]) {
    let before = dir.files();
    let output = json(dir, &[arguments, &["--output", "out.packed"]].concat());
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(says.iter().all(|part| errors.contains(part)), "{arguments:?}: expected {says:?} in {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}: output in spite of the error");
    assert_eq!(dir.files(), before, "{arguments:?}: a file was left behind");
}

#[test]
fn tree() {
    let printed = run(example("tree").arg("8"));
    assert!(printed.contains("((1 2) 3) takes 31 bytes"), "{printed}");
    assert!(printed.contains("Compact, 256 leaves") && printed.contains("Indexed, 256 leaves"), "{printed}");
    // 255 * 256 / 2, in two layouts, by cursor and by fold.
    assert_eq!(printed.matches(" 32640 ").count(), 4, "{printed}");
    let refused = example("tree").arg("many").output().expect("the example should start");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn multi_layout() {
    let printed = run(&mut example("multi_layout"));
    assert_eq!(printed.matches("strongest wind 18").count(), 2, "{printed}");
    assert!(printed.contains("the last is \"station 99\", with 48 readings"), "{printed}");
}

#[test]
fn mutual() {
    let printed = run(&mut example("mutual"));
    assert!(printed.contains("\n  64\n  128\nthere are 2 assignments to n\n"), "{printed}");
    assert!(printed.contains("at byte 20 in [1] > Stmt::While.0"), "{printed}");
}

#[test]
fn exchange() {
    let dir = Dir::new("exchange");
    let file = dir.0.join("tree.bin");
    assert_eq!(run(example("exchange").arg("pack").arg(&file).arg("10")), "Rust packed a tree of 1024 leaves\n");
    assert_eq!(run(example("exchange").arg("sum").arg(&file)), "Rust sums them to 524800\n");
    let broken = dir.write("broken.bin", [2]);
    let refused = example("exchange").arg("sum").arg(&broken).output().expect("the example should start");
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("invalid tag"));
}

#[test]
fn json_runs_on_its_own_document() {
    let dir = Dir::new("shipped");
    for layout in ["indexed", "compact"] {
        let printed = stdout(&json(&dir, &["--layout", layout, "--path", "orders[3].lines[0].quantity"]));
        assert!(printed.starts_with("shop.json: 20,848 nodes, 8,043 numbers"), "{printed}");
        assert!(printed.contains("at /orders/3/lines/0/quantity: "), "{printed}");
        assert!(dir.files().is_empty(), "without --output no file is kept: {:?}", dir.files());
    }
}

#[test]
fn the_document_of_json_is_the_generated_one() {
    let dir = Dir::new("sample");
    stdout(&json(&dir, &["--write-sample", "shop.json"]));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("json/shop.json");
    let (made, shipped) = (fs::read(dir.0.join("shop.json")), fs::read(shipped));
    assert!(made.expect("made") == shipped.expect("shipped"), "write it again with --write-sample");
}

#[test]
fn json_looks_up_paths_in_both_notations() {
    let dir = Dir::new("paths");
    dir.write("doc.json", r#"{"a":{"b":[0,1,2,{"c":-2.5}]},"x/y":{"~":["deep"]},"":null,"9":true}"#);
    for layout in ["indexed", "compact"] {
        for (path, value) in [
            ("a.b[3].c", "-2.5"),
            ("/a/b/3/c", "-2.5"),
            ("/x~1y/~0/0", "\"deep\""),
            ("a.b", "an array of 4"),
            ("", "an object of 4"),
            ("/", "null"),
            ("9", "true"),
        ] {
            let printed = stdout(&json(&dir, &["doc.json", "--layout", layout, "--path", path]));
            assert!(printed.contains(&format!(": {value}\n")), "{path}: {printed}");
        }
    }
    for missing in ["a.c", "/a/b/4", "/a/b/03", "/a/b/+3", "/a/b/3/c/d", "/9/0"] {
        json_fails(&dir, &["doc.json", "--path", missing], 1, &["json: there is nothing at "]);
    }
}

#[test]
fn json_keeps_the_packed_document() {
    let dir = Dir::new("output");
    dir.write("doc.json", "[1, 2.5, null]");
    dir.write("out.packed", "an older file");
    let printed = stdout(&json(&dir, &["doc.json", "--output", "out.packed", "--layout=compact"]));
    assert!(printed.ends_with("written to out.packed\n"), "{printed}");
    assert_eq!(dir.files(), ["doc.json", "out.packed"]);
    let mut expected = vec![5, 3, 2]; // an array of three; Int
    expected.extend(1_i64.to_le_bytes());
    expected.push(3); // Number
    expected.extend(2.5_f64.to_le_bytes());
    expected.push(0); // Null
    assert_eq!(fs::read(dir.0.join("out.packed")).expect("written"), expected);
}

#[test]
fn json_refuses_bad_files() {
    let dir = Dir::new("bad");
    dir.write("empty.json", "");
    dir.write("blank.json", " \n\t ");
    dir.write("cut.json", "{\"a\": [1, 2");
    dir.write("after.json", "[1] 2");
    dir.write("bytes.json", b"[\"\xFF\"]");
    dir.write("huge.json", "[1e999]");
    dir.write("deep.json", "[".repeat(100_000));
    dir.write("deep-closed.json", "[".repeat(200) + &"]".repeat(200));
    fs::create_dir(dir.0.join("directory.json")).expect("a directory");
    for (name, says) in [
        ("missing.json", "cannot read"),
        ("directory.json", "cannot read"),
        ("empty.json", "is empty"),
        ("blank.json", "is empty"),
        ("cut.json", "line 1 column 11"),
        ("after.json", "trailing characters at line 1 column 5"),
        ("bytes.json", "line 1 column 3"),
        ("huge.json", "number out of range"),
        ("deep.json", "recursion limit exceeded"),
        ("deep-closed.json", "recursion limit exceeded"),
    ] {
        json_fails(&dir, &[name], 1, &["json: ", name, says]);
    }
}

#[test]
fn json_takes_as_many_levels_as_serde_json() {
    let dir = Dir::new("levels");
    let (arrays, objects) = ("[".repeat(127) + &"]".repeat(127), "{\"a\":".repeat(127) + "0" + &"}".repeat(127));
    for document in [arrays, objects] {
        dir.write("deep.json", document);
        for layout in ["indexed", "compact"] {
            assert!(stdout(&json(&dir, &["deep.json", "--layout", layout])).contains("deepest, at level 12"));
        }
    }
}

#[test]
fn json_refuses_files_it_may_not_read() {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let dir = Dir::new("unreadable");
        let path = dir.write("secret.json", "[]");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
        if fs::read(&path).is_err() {
            json_fails(&dir, &["secret.json"], 1, &["json: cannot read secret.json"]); // root reads anything
        }
    }
}

#[test]
fn json_refuses_outputs_it_cannot_write() {
    let dir = Dir::new("unwritable");
    dir.write("doc.json", "[1]");
    fs::create_dir(dir.0.join("taken")).expect("a directory");
    for (output, says) in [
        ("nowhere/out.packed", "cannot write nowhere/out.packed"),
        ("taken", "cannot write taken"),
        ("./doc.json", "the output would replace the input, doc.json"),
    ] {
        let failed = json(&dir, &["doc.json", "--output", output]);
        let errors = String::from_utf8_lossy(&failed.stderr);
        assert_eq!((failed.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
        assert!(errors.starts_with(&format!("json: {says}")), "{errors}");
        assert_eq!(dir.files(), ["doc.json", "taken"]);
    }
}

#[test]
fn json_refuses_wrong_command_lines() {
    let dir = Dir::new("usage");
    dir.write("doc.json", "[1]");
    let usage = "usage: json [FILE.json]";
    json_fails(&dir, &["--bogus"], 2, &["--bogus", usage]);
    json_fails(&dir, &["doc.json", "doc.json"], 2, &["doc.json", usage]);
    json_fails(&dir, &["doc.json", "--layout", "wide"], 2, &["expected `compact` or `indexed`", usage]);
    for path in ["a[", "a[x]", "a[01]", "a..b", "a[1]b", "/a~2"] {
        json_fails(&dir, &["doc.json", "--path", path], 2, &["expected", usage]);
    }
    let output = json(&dir, &["doc.json", "--output"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&json(&dir, &["--help"])).starts_with(usage));
}
