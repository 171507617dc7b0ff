//! Files of many blocks of records: what is missing is said, by every command that prints values; other names of
//! commands on schemas; what a repair of a whole file says.

use crate::common;

use common::Folder;
use packed_data::stream::block::BlockHeader;
use packed_data_file::RawWriter;

/// Writes a file of 40 texts, four to a block.
fn file(folder: &Folder, name: &str, is_closed: bool) -> Vec<u8> {
    let path = folder.path(name);
    let schema = "packed-data schema 1\nstr\n";
    let mut writer = RawWriter::create(&path, "Compact", schema, &[]).unwrap().block_size(60);
    for number in 0..40 {
        writer.write(format!("\u{0a}number {number:>3}").as_bytes()).unwrap();
    }
    if is_closed {
        writer.close().unwrap()
    } else {
        drop(writer)
    }
    std::fs::read(path).unwrap()
}

/// Returns where the blocks of records begin.
fn blocks(bytes: &[u8]) -> Vec<usize> {
    let (mut at, mut found) = (16, Vec::new());
    while let Some(header) = BlockHeader::read(&bytes[at..]) {
        if header.kind == BlockHeader::RECORDS {
            found.push(at);
        }
        at += header.size().unwrap();
    }
    found
}

#[test]
fn whole_files() {
    for is_closed in [true, false] {
        let folder = Folder::new();
        let bytes = file(&folder, "a.packed", is_closed);
        assert_eq!(blocks(&bytes).len(), 10);
        let cat = folder.run(&["cat", "@a.packed"]);
        let unfinished = "packed: a.packed: no index: the file was not closed, or its end was cut off; records may be \
                          missing at its end\n";
        assert_eq!((cat.status, cat.err.as_str()), (0, if is_closed { "" } else { unfinished }));
        let converted = folder.run(&["convert", "@a.packed", "@a.json"]);
        assert_eq!((converted.status, converted.err.contains("no index: ")), (0, !is_closed));
        assert_eq!(folder.text(&["check", "@a.packed"]).contains("no index: "), !is_closed);
        assert_eq!(String::from_utf8_lossy(&cat.out).lines().count(), 40);
        let saved = folder.run(&["repair", "@a.packed", "@b.packed"]);
        assert_eq!((saved.status, saved.text().as_str()), (0, "a.packed: saved 40 records in 10 blocks\n"));
        assert_eq!(folder.run(&["cat", "@b.packed"]).out, cat.out);
        let saved = folder.run(&["repair", "@a.packed", "-"]);
        assert_eq!(saved.out, std::fs::read(folder.path("b.packed")).unwrap());
        assert_eq!(folder.text(&["get", "@a.packed", "[39]"]), "\"number  39\"\n");
    }
}

/// A damaged block is reported whether the file has an index or not, and all others are printed.
#[test]
fn damaged_blocks() {
    for is_closed in [true, false] {
        let folder = Folder::new();
        let mut bytes = file(&folder, "a.packed", is_closed);
        let at = blocks(&bytes)[3];
        bytes[at + BlockHeader::SIZE + 5] ^= 1;
        folder.write("a.packed", &bytes);
        for words in [&["cat", "@a.packed"][..], &["cat", "@a.packed", "--as", "rust"], &["stat", "@a.packed"]] {
            let ran = folder.run(words);
            assert_eq!(ran.status, 1, "{words:?}: {}", ran.text());
            assert!(ran.err.starts_with("packed: a.packed: damaged: "), "{words:?}: {}", ran.err);
            if words[0] == "cat" {
                let printed = String::from_utf8_lossy(&ran.out).into_owned();
                assert_eq!(printed.lines().count(), 36);
                assert!(!printed.contains("number  12") && printed.contains("number  16"));
            }
        }
        let expected = if is_closed { "damaged: expected intact bytes" } else { "the records 12 to 15" };
        assert!(folder.run(&["cat", "@a.packed"]).err.contains(expected));
        for words in [&["check", "@a.packed"][..], &["info", "@a.packed"], &["hex", "@a.packed"]] {
            assert_eq!(folder.run(words).status, 1, "{words:?}");
        }
        let refused = folder.run(&["convert", "@a.packed", "@a.json"]);
        assert_eq!((refused.status, folder.names()), (1, vec!["a.packed".to_owned()]));
        let saved = folder.run(&["repair", "@a.packed", "@b.packed"]);
        assert_eq!(saved.status, 1);
        assert!(saved.err.contains("the records 12 to 15 are lost"), "{}", saved.err);
        assert_eq!(folder.run(&["check", "--deep", "@b.packed"]).text(), "b.packed: ok: 36 records, 396 bytes\n");
    }
}

/// `check` reports each record that is not valid.
#[test]
fn invalid_records() {
    let folder = Folder::new();
    let schema = "packed-data schema 1\nbool\n";
    let mut writer = RawWriter::create(folder.path("a.packed"), "Compact", schema, &[]).unwrap();
    for byte in [0, 1, 2, 1, 9] {
        writer.write(&[byte]).unwrap();
    }
    writer.close().unwrap();
    let ran = folder.run(&["check", "@a.packed"]);
    assert_eq!((ran.status, ran.err.lines().count()), (1, 2));
    assert!(ran.err.contains("record 2: ") && ran.err.contains("record 4: "), "{}", ran.err);
}

#[test]
fn other_names_on_schemas() {
    let folder = Folder::new();
    file(&folder, "a.packed", true);
    folder.write("b.schema", "packed-data schema 1\nu8\n");
    assert_eq!(folder.text(&["schema", "@a.packed"]), "packed-data schema 1\nstr\n");
    for words in [&["diff", "@a.packed", "@b.schema"][..], &["export", "@a.packed", "--to", "jsonschema"]] {
        let ran = folder.run(words);
        assert!(!ran.out.is_empty());
        assert_eq!(folder.text(&[&["schema"], words].concat()), ran.text());
    }
    assert_eq!(folder.run(&["schema"]).status, 2);
    assert_eq!(folder.run(&["schema", "diff"]).status, 2);
    assert!(folder.text(&["schema", "--help"]).contains("packed diff"));
}

/// "1 records" was printed.
#[test]
fn one_of_a_thing() {
    let folder = Folder::new();
    folder.write("one.json", "[{\"is\": true}]");
    assert_eq!(folder.text(&["pack", "@one.json"]), "one.packed: 1 record of One, 1 byte in Compact\n");
    assert!(folder.text(&["check", "@one.packed"]).starts_with("one.packed: ok: 1 record, "));
    assert!(folder.text(&["stat", "@one.packed"]).starts_with("one.packed: 1 record, 1 byte in Compact\n"));
    assert!(folder.text(&["info", "@one.packed"]).contains(" 1 record\n"));
    assert!(folder.text(&["hex", "@one.packed"]).starts_with("record 0, 1 byte\n"));
    assert_eq!(folder.text(&["repair", "@one.packed", "@two.packed"]), "one.packed: saved 1 record in 1 block\n");
}
