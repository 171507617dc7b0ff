//! Names from outside, in what the command prints: no message, report or table has a character that a terminal obeys,
//! and on a terminal nothing has one.

use crate::common;
#[path = "../../../../test-suite/src/names.rs"]
#[allow(unreachable_pub)]
mod names;

use std::collections::BTreeSet;

use common::{Folder, Ran};
use names::{names, require_printable, schemas};
use packed_data::Limits;
use packed_data_file::RawWriter;
use packed_data_schema::Schema;

/// All commands on one or two files, `@f` and `@g`, of schemas `@s` and `@t`. Those that print data as it is come last.
const REPORTS: [&[&str]; 21] = [
    &["info", "@f", "@g"],
    &["check", "@f", "@g", "--deep"],
    &["stat", "@f"],
    &["hex", "@f"],
    &["hex", "@f", "[0]"],
    &["diff", "@f", "@g"],
    &["diff", "@s", "@t", "--layout", "Cbor"],
    &["diff", "@f", "@g", "--values"],
    &["diff", "@f", "@g", "--key", "n"],
    &["count", "@g"],
    &["concat", "@f", "@f", "-o", "@out.packed"],
    &["index", "@g", "--key", "n", "-o", "@out.packed"],
    &["schema", "diff", "@g", "@f"],
    &["bench", "@f"],
    &["repair", "@f", "@out.packed"],
    &["repair", "@g", "@out.packed"],
    &["pack", "@j.json", "-o", "@out.packed"],
    &["pack", "@j.json", "--schema", "@s", "-o", "@out.packed"],
    &["convert", "@f", "@out.packed", "--layout", "haskell::PackedData"],
    &["export", "@f", "--to", "rust"],
    &["export", "@f", "--to", "cddl"],
];
const DATA: [&[&str]; 22] = [
    &["info", "@f", "--json"],
    &["cat", "@f"],
    &["cat", "@f", "--as", "rust"],
    &["cat", "@f", "--as", "diag"],
    &["cat", "@g", "--range", "0..2", "--where", "n < 3"],
    &["cat", "@g", "--sort", "n", "--as", "csv"],
    &["cat", "@g", "--group-by", "n", "--agg", "max(n)"],
    &["head", "@f", "--select", "n"],
    &["tail", "@f", "--as", "csv"],
    &["schema", "infer", "@j.json"],
    &["get", "@f", "[0]"],
    &["get", "@g", "/0/n"],
    &["get", "@f", "[0].n"],
    &["schema", "@f"],
    &["schema", "@s"],
    &["export", "@f", "--to", "jsonschema"],
    &["export", "@f", "--to", "kaitai"],
    &["export", "@f", "--to", "typescript"],
    &["convert", "@f", "-", "--to", "json"],
    &["convert", "@f", "-", "--to", "csv"],
    &["convert", "@f", "-", "--to", "packed"],
    &["convert", "@j.json", "-", "--to", "json"],
];

/// Returns a file of one record: a value, if a document is one, otherwise bytes that are none.
fn file(schema: &str, layout: &str, metadata: &str, name: &str) -> Vec<u8> {
    let parsed = Schema::parse(schema);
    let codec = parsed.as_ref().ok().and_then(|schema| schema.codec(layout.parse().ok()?).ok());
    let name = serde_json::Value::from(name).to_string();
    let values =
        ["{N: true, \"n\": 1}", "{N: {N: true, \"n\": 1}}", "{N: {N: N}}", "{N: 5}", "[[{N: N}, true]]", "{N: N}"];
    let bytes = values
        .iter()
        .find_map(|value| codec.as_ref()?.from_json(value.replace('N', &name).as_bytes(), &Limits::DEFAULT).ok());
    let folder = Folder::new();
    let path = folder.path("f");
    let mut writer = RawWriter::create(&path, layout, schema, &[(metadata, metadata)]).unwrap();
    writer.write(&bytes.unwrap_or_else(|| vec![7, 0xFF])).unwrap();
    writer.close().unwrap();
    std::fs::read(path).unwrap()
}

#[derive(Default)]
struct Looked {
    commands: usize,
    /// Those that printed an escape.
    escaped: usize,
    /// Those that succeeded, or printed one to standard output.
    worked: BTreeSet<String>,
}

impl Looked {
    /// Data, which may have line feeds, are checked without the name; if they are not on a terminal, not at all.
    fn at(&mut self, name: &str, command: &[&str], ran: &Ran, of_out: Option<&str>) {
        require_printable(&ran.err, name, &format!("{command:?}"));
        let out = String::from_utf8_lossy(&ran.out);
        if let Some(name) = of_out {
            require_printable(&out, name, &format!("{command:?}"));
        }
        self.commands += 1;
        if ran.status == 0 || out.contains('\\') {
            self.worked.insert(command.join(" "));
        }
        self.escaped += usize::from(out.contains('\\') || ran.err.contains('\\'));
    }
}

/// Runs all commands on files with a name, and on the schemas alone.
fn run_all(looked: &mut Looked, name: &str, (new, old): (&str, &str), layout: &str) {
    let folder = Folder::new();
    folder.write("f", file(new, layout, name, name));
    folder.write("g", file(old, layout, name, name));
    folder.write("s", new);
    folder.write("t", old);
    folder.write("j.json", serde_json::json!([{name: {name: name}, "n": 1}, {name: {name: 1}}]).to_string());
    for (commands, is_data) in [(&REPORTS[..], false), (&DATA, true)] {
        for command in commands {
            let ran = folder.run(command);
            looked.at(name, command, &ran, (!is_data).then_some(name));
            let ran = folder.on_terminal(command);
            looked.at(name, command, &ran, Some(if is_data { "" } else { name }));
        }
    }
}

#[test]
fn control_characters_in_names() {
    let mut looked = Looked::default();
    let names = names();
    for (number, name) in names.iter().enumerate() {
        let mut texts = schemas(name);
        texts.push(format!("packed-data schema 2\n{name}\n"));
        let is_last = number + 1 == names.len();
        for (at, new) in texts.iter().enumerate().filter(|(at, _)| is_last || at % 7 == number % 7) {
            let old = &texts[(at + 1) % texts.len()];
            run_all(&mut looked, name, (new, old), ["Compact", "Cbor", "Indexed"][at % 3]);
        }
        run_all(&mut looked, name, (&texts[0], &texts[1]), name);
    }
    assert!(looked.commands > 5_000 && looked.escaped > 2_000, "{} {}", looked.commands, looked.escaped);
    for command in REPORTS.iter().chain(&DATA) {
        // (No such name is one in Rust, and no such document a value of the schema.)
        let is_refused = command.ends_with(&["rust"]) && command[0] == "export" || command.contains(&"--schema");
        assert!(is_refused || looked.worked.contains(&command.join(" ")), "{command:?} has printed nothing");
    }
}

/// Names of files, and words of the command line, may come from outside too.
#[cfg(unix)]
#[test]
fn control_characters_in_names_of_files() {
    let mut looked = Looked::default();
    for name in names().iter().filter(|name| !name.contains('\0')) {
        let folder = Folder::new();
        let file = file(&schemas("a")[0], "Compact", "a", "a");
        for contents in [&file[..], &file[..100], b"", b"x", &[]] {
            folder.write(name, contents);
            let this = format!("@{name}");
            for command in [
                &["info", &this][..],
                &["check", &this],
                &["cat", &this],
                &["get", &this, name],
                &["get", &this, &format!("[0].{name}")],
                &["cat", &this, "--where", name],
                &["hex", &this],
                &["stat", &this],
                &["schema", &this],
                &["diff", &this, &this],
                &["export", &this, "--to", "rust"],
                &["repair", &this, &format!("{this}.out")],
                &["repair", &this, &this],
                &["convert", &this, &format!("{this}.json")],
                &["convert", &format!("@none{name}"), "@out"],
                &["convert", &this, &format!("@none/{name}")],
                &["pack", &this, "-o", "@out", "--at", name],
                &["pack", &this, "-o", "@out", "--meta", name],
                &["cat", &this, "--range", name],
                &["cat", &this, "--as", name],
                &["info", &this, "--schema", &this, "--layout", name],
                &[name],
                &["info", &format!("--{name}")],
            ] {
                let ran = folder.run(command);
                // (What is wrong with the words themselves has their lines.)
                let name = if ran.err.starts_with("error: ") { "" } else { name };
                let is_data = matches!(command[0], "cat" | "get" | "schema");
                looked.at(name, command, &ran, (!is_data).then_some(name));
            }
        }
    }
    assert!(looked.commands > 2_500 && looked.escaped > 1_500, "{} {}", looked.commands, looked.escaped);
}

/// Texts in values are data: as JSON they are escaped as JSON does it, in a terminal also what JSON has as it is.
#[test]
fn control_characters_in_values() {
    let folder = Folder::new();
    for name in names() {
        let text = serde_json::json!([{"text": name}]).to_string();
        folder.write("j.json", &text);
        assert_eq!(folder.run(&["pack", "@j.json", "-o", "@f"]).status, 0);
        let ran = folder.run(&["cat", "@f"]);
        assert_eq!(ran.text().trim(), &text[1..text.len() - 1]);
        assert!(!ran.text().chars().any(|of| of < ' ' && of != '\n'));
        for command in
            [&["cat", "@f"][..], &["hex", "@f"], &["cat", "@f", "--as", "diag"], &["convert", "@f", "-", "--to", "csv"]]
        {
            require_printable(&folder.on_terminal(command).text(), "", "a terminal");
        }
        require_printable(&folder.text(&["hex", "@f"]), &name, "a dump");
        // (What another program reads is exact.)
        let csv = folder.run(&["convert", "@f", "-", "--to", "csv"]).out;
        assert!(String::from_utf8(csv).unwrap().contains(&name), "{name:?}");
    }
}

/// A new command is added to the lists above, and to the table of the book.
#[test]
fn every_command_is_tried_and_listed() {
    let tried: BTreeSet<&str> = REPORTS.iter().chain(&DATA).map(|words| words[0]).collect();
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/command.md");
    let page = std::fs::read_to_string(page).unwrap();
    for command in packed_data_cli::command_line().get_subcommands() {
        let name = command.get_name();
        // (`explore` prints no names: those in its page are tried beside it. What `sql` prints is another program's.)
        let others = ["completions", "explore", "man", "sql"];
        assert!(tried.contains(name) || others.contains(&name), "{name} is not tried");
        assert!(page.contains(&format!("`packed {name}")), "{name} is not in the book");
    }
}
