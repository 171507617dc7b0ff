//! No file makes a command panic, and none is accepted that was cut off.

use crate::common;

use common::{Folder, Ran, run_words};
use packed_data::{Compact, Packable, Packed};
use packed_data_schema::Schema;

const COMMANDS: [&[&str]; 13] = [
    &["info", "-"],
    &["cat", "-"],
    &["cat", "-", "--as", "rust"],
    &["cat", "-", "--range", "1..3", "--where", "a < 5"],
    &["get", "-", "[1].a"],
    &["hex", "-"],
    &["check", "-", "--deep"],
    &["convert", "-", "-", "--to", "cbor"],
    &["repair", "-", "-"],
    &["export", "-", "--to", "cddl"],
    &["export", "-", "--to", "jsonschema"],
    &["export", "-", "--to", "kaitai"],
    &["export", "-", "--to", "rust"],
];

fn run(command: &[&str], input: &[u8]) -> Ran {
    let words: Vec<String> = std::iter::once("packed").chain(command.iter().copied()).map(str::to_owned).collect();
    run_words(&words, input)
}

fn packed(json: &str, more: &[&str]) -> Vec<u8> {
    let ran = run(&[&["pack", "-", "-o", "-"], more].concat(), json.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.text());
    ran.out
}

const RECORDS: &str = r#"[{"a": 1, "b": ["x"]}, {"a": 2, "b": []}, {"a": 3, "b": ["y", "z"]}]"#;

/// The distance between the places that are tried. Each command begins at another one.
const STEP: usize = if cfg!(debug_assertions) { 5 } else { 1 };

/// Runs all commands on truncations, and on files with one byte changed.
fn damage(file: &[u8], commands: &[&[&str]]) {
    for (index, command) in commands.iter().enumerate() {
        let whole = run(command, file);
        for cut in (index % STEP..file.len()).step_by(STEP) {
            let ran = run(command, &file[..cut]);
            assert!(ran.status <= 2, "{command:?} {cut}");
            // (Records up to the end of a block are what a writer leaves that was killed.)
            let is_noted = ran.text().contains("was not closed");
            if matches!(command[0], "check" | "info") && ran.status == 0 && !is_noted {
                panic!("{command:?} accepted {cut} of {} bytes: {}", file.len(), ran.text());
            }
        }
        for at in (index % STEP..file.len()).step_by(STEP) {
            let mut changed = file.to_vec();
            changed[at] ^= 1 << (at % 8);
            let ran = run(command, &changed);
            assert!(ran.status <= 2, "{command:?} {at}");
            // What is printed without an error is what was packed.
            if command[0] == "cat" && ran.status == 0 && whole.status == 0 {
                assert_eq!(ran.out, whole.out, "{command:?}: byte {at}");
            }
        }
    }
}

#[test]
fn damaged_records() {
    damage(&packed(RECORDS, &[]), &COMMANDS);
}

#[test]
fn damaged_value() {
    damage(&packed(RECORDS, &["--document", "--layout", "Indexed"]), &COMMANDS);
}

#[test]
fn damaged_cbor() {
    damage(&packed(r#"[{"a": [1.5, null, "text"]}]"#, &["--document", "--layout", "Cbor"]), &COMMANDS[1..6]);
}

#[derive(Packable)]
struct Everything {
    flag: bool,
    letter: char,
    number: Option<std::num::NonZeroU16>,
    list: Vec<(u8, String)>,
    map: std::collections::BTreeMap<u32, Vec<bool>>,
    array: [Option<i16>; 3],
    unit: Vec<()>,
}

/// Bare bytes have no checksum: every change reaches the readers.
#[test]
fn changed_bare_bytes() {
    let folder = Folder::new();
    let value = Everything {
        flag: true,
        letter: 'é',
        number: std::num::NonZeroU16::new(3),
        list: vec![(1, "one".into()), (2, String::new())],
        map: [(1, vec![true, false]), (500, vec![])].into_iter().collect(),
        array: [None, Some(-1), Some(300)],
        unit: vec![(); 5],
    };
    folder.write("schema", Schema::of::<Everything>().to_string());
    let schema = Schema::of::<Everything>();
    let compact = Packed::<Everything, Compact>::pack(&value).into_inner();
    let codec = schema.codec(packed_data_schema::LayoutId::Compact).unwrap();
    for layout in packed_data_schema::LayoutId::ALL {
        let Ok(into) = schema.codec(layout) else { continue };
        let bytes = codec.convert(&compact, &into, &packed_data::Limits::DEFAULT).unwrap();
        let flags = ["--schema", "@schema", "--layout", layout.name()];
        let get = ["get", "-", "list[1]"];
        let commands = [&["hex", "-"][..], &["cat", "-", "--as", "rust"], &[&get[..], &["--validate"]].concat(), &get];
        for command in commands {
            // (What is after a part is not looked at, unless the whole value is validated.)
            let is_lazy = command == get && layout == packed_data_schema::LayoutId::Indexed;
            let command = [command, &flags].concat();
            assert_eq!(folder.run_with(&command, &bytes).status, 0, "{layout}");
            for at in (0..bytes.len()).step_by(STEP) {
                let cut = folder.run_with(&command, &bytes[..at]);
                let text = cut.text();
                assert!(
                    cut.status == 1 || is_lazy && text == "[2,\"\"]\n",
                    "{layout}: {at} of {} bytes: {text}",
                    bytes.len()
                );
                for byte in [0, 0xFF, bytes[at] ^ 1, bytes[at].wrapping_add(3)] {
                    let mut changed = bytes.clone();
                    changed[at] = byte;
                    let ran = folder.run_with(&command, &changed);
                    assert!(ran.status <= 1, "{layout}: {at}: {}", ran.text());
                    // Every byte is on exactly one line.
                    if command[0] == "hex" {
                        assert_eq!(listed(&ran), changed, "{layout}: {at}: {}", ran.text());
                    }
                }
            }
        }
    }
}

/// Returns the bytes that a dump lists.
fn listed(ran: &Ran) -> Vec<u8> {
    let text = String::from_utf8_lossy(&ran.out).into_owned();
    let mut bytes = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let Some((offset, rest)) = line.split_once("  ") else { continue };
        if offset.parse::<usize>().is_err() {
            continue;
        }
        let digits = rest.get(..47).unwrap_or(rest);
        bytes.extend(
            digits.split_whitespace().map_while(
                |byte| {
                    if byte.len() == 2 { u8::from_str_radix(byte, 16).ok() } else { None }
                },
            ),
        );
    }
    bytes
}

#[derive(Packable)]
enum List {
    End,
    Cell(u8, Box<List>),
}

/// Levels of a value, of which a thread of a test has stack for none: it has 2 MiB.
const LEVELS: usize = if cfg!(debug_assertions) { 30_000 } else { 100_000 };

/// Types of a schema: as many.
const TYPES: usize = if cfg!(debug_assertions) { 20_000 } else { 60_000 };

/// A value as deep as last fields may be: no command takes stack for each level.
#[test]
fn deep_values() {
    let folder = Folder::new();
    folder.write("schema", Schema::of::<List>().to_string());
    let mut bytes: Vec<u8> = (0..LEVELS).flat_map(|_| [1, 7]).collect();
    bytes.push(0);
    let flags = ["--schema", "@schema", "--layout", "Compact"];
    for command in [&["cat", "-"][..], &["cat", "-", "--as", "rust"], &["hex", "-"], &["check", "-"]] {
        let ran = folder.run_with(&[command, &flags].concat(), &bytes);
        assert_eq!(ran.status, 0, "{command:?}: {}", ran.err);
    }
    let open = "[".repeat(LEVELS);
    assert_eq!(run(&["pack", "-", "-o", "-"], open.as_bytes()).status, 1);
    let cbor = vec![0x81; LEVELS];
    assert_eq!(run(&["convert", "-", "-", "--from", "cbor", "--to", "json"], &cbor).status, 1);
}

/// A schema of many types, each in the one before: no export takes stack for each.
#[test]
fn deep_schemas() {
    let folder = Folder::new();
    for of in ["sequence", "array 2", "sorted", "struct 1:A 1 1:0", "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0"] {
        let mut text = "packed-data schema 1\n".to_owned();
        text.extend((1..=TYPES).map(|next| format!("{of} #{next}\n")));
        text.push_str("u8\n");
        folder.write("schema", text);
        for to in ["cddl", "jsonschema", "kaitai", "rust"] {
            let ran = folder.run(&["export", "@schema", "--to", to]);
            assert!(ran.status <= 1, "{of} {to}: {}", ran.err);
            assert_eq!(ran.out.is_empty(), ran.status == 1, "{of} {to}: {}", ran.err);
            // What an export prints grows with the schema, and no faster.
            assert!(ran.out.len() < TYPES * 600, "{of} {to}: {} bytes", ran.out.len());
        }
    }
}

/// A count of 2^60 elements in 20 bytes costs neither memory nor time.
#[test]
fn large_counts() {
    let folder = Folder::new();
    folder.write("schema", Schema::of::<Vec<Vec<()>>>().to_string());
    let bytes = [0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10];
    for command in ["cat", "hex", "check", "info", "stat"] {
        let ran = folder.run_with(&[command, "-", "--schema", "@schema", "--layout", "Compact"], &bytes);
        assert_eq!(ran.status, u8::from(command != "info"), "{command}: {}", ran.text());
    }
}

/// Missing, empty, and other files, through every command that reads one.
#[test]
fn other_files() {
    let folder = Folder::new();
    folder.write("empty", "");
    folder.write("text", "hello, world\n");
    folder.write("words.json", RECORDS);
    for file in ["@missing", "@empty", "@text", "@words.json"] {
        for command in [
            &["info"][..],
            &["cat"],
            &["get"],
            &["explore"],
            &["hex"],
            &["check"],
            &["stat"],
            &["schema"],
            &["diff"],
            &["export"],
            &["bench"],
            &["repair"],
            &["convert"],
        ] {
            if (command[0], file) == ("convert", "@words.json") {
                continue;
            }
            let more: &[&str] = match command[0] {
                "get" => &["[0]"],
                "diff" => &["@words.json"],
                "export" => &["--to", "jsonschema"],
                "explore" => &["--to", "@out"],
                "repair" | "convert" => &["@out"],
                _ => &[],
            };
            let ran = folder.run(&[command, &[file], more].concat());
            assert_eq!(ran.status, 1, "{command:?} {file}: {}", ran.text());
            assert!(ran.err.starts_with("packed: ") && ran.err.lines().count() == 1, "{command:?} {file}: {}", ran.err);
            assert!(ran.out.is_empty(), "{command:?} {file}");
        }
    }
    for file in ["@missing", "@empty", "@text"] {
        assert_eq!(folder.run(&["pack", file, "-o", "@out"]).status, 1);
    }
    assert_eq!(folder.names(), ["empty", "text", "words.json"]);
}
