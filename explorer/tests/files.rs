//! Files: what is read of them, conditions, sums, damage.

mod common;

use std::path::{Path, PathBuf};

use common::{Counted, open, packed, unfold};
use explorer::Explorer;
use explorer::file::Fault;

/// Packs lines of JSON with the command.
fn lines(folder: &Path, count: usize, layout: &str) -> PathBuf {
    let line = |number: usize| {
        let note = if number.is_multiple_of(3) { format!("\"n{number}\"") } else { "null".into() };
        let tags: Vec<_> = (0..number % 4).map(|tag| format!("\"t{tag}\"")).collect();
        format!(
            "{{\"id\":{number},\"name\":\"name {number}\",\"score\":{}.5,\"tags\":[{}],\"note\":{note}}}\n",
            number % 100,
            tags.join(",")
        )
    };
    let (json, file) = (folder.join("lines.jsonl"), folder.join("lines.packed"));
    std::fs::write(&json, (0..count).map(line).collect::<String>()).unwrap();
    let ran = packed(&["pack", json.to_str().unwrap(), "-o", file.to_str().unwrap(), "--layout", layout]);
    assert_eq!(ran.0, 0, "{}", ran.1);
    file
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn reads_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = read(&lines(folder.path(), 300_000, "Compact"));
    let size = bytes.len() as u64;
    assert!(size > 12_000_000, "{size}");
    let file = Counted::new(bytes);
    let mut explorer = Explorer::open("file", file.clone(), None).unwrap();
    let rows = explorer.records_from(0, 100);
    assert_eq!((rows.rows.len(), rows.total, rows.is_end), (100, Some(300_000), false));
    let way = explorer.find("[150000].tags").unwrap();
    assert_eq!((way.record, way.indices.len()), (150_000, 1));
    assert_eq!(explorer.find("[-150000].tags").unwrap(), way);
    assert!(explorer.find("[-300001].tags").is_err());
    let row = explorer.record(150_000);
    explorer.parts(row.id.unwrap(), 0, 100).unwrap();
    explorer.window(150_000, 0, 512).unwrap();
    explorer.raw_window(size - 100, 512).unwrap();
    assert!(file.count() < 1_000_000, "{} of {size} bytes", file.count());
}

#[test]
fn conditions() {
    let folder = tempfile::tempdir().unwrap();
    for layout in ["Compact", "Indexed", "Cbor"] {
        let path = lines(folder.path(), 20_000, layout);
        let mut explorer = open(read(&path));
        let conditions = [
            "id < 3",
            "score > 98 and note = null",
            "name = \"name 19999\"",
            "tags[2] = \"t2\" or id = 0",
            "any(tags, . = 't2') && !(id > 99) || id in [7, 19_999] && tags[-1] != 't0'",
        ];
        for condition in conditions {
            let (mut found, mut next, mut steps) = (Vec::new(), 0, 0);
            loop {
                let step = explorer.search(condition, next, 50).unwrap();
                assert!(step.numbers.len() <= 50 && step.faults.is_empty());
                found.extend(step.numbers);
                assert!(step.next > next || step.is_end);
                (next, steps) = (step.next, steps + 1);
                if step.is_end {
                    break;
                }
            }
            let (status, printed) = packed(&["cat", path.to_str().unwrap(), "--where", condition]);
            assert_eq!(status, 0);
            let ids = printed.lines().map(|line| {
                let (_, id) = line.split_once("\"id\":").unwrap();
                id.split(',').next().unwrap().parse::<u64>().unwrap()
            });
            assert_eq!(found, ids.collect::<Vec<_>>(), "{layout}: {condition}");
            assert!(steps > 1 || found.len() < 50, "{steps}");
        }
        let wrong = explorer.search("id <", 0, 50).unwrap_err();
        assert!(wrong.ends_with(", at character 5"), "{wrong}");
        assert!(explorer.search("nothing = 3", 0, 50).unwrap_err().contains("nothing"));
        let end = explorer.search("id < 3", u64::MAX, 50).unwrap();
        assert!(end.is_end && end.numbers.is_empty());
    }
}

/// A single list: its elements are tested, as those of records are.
#[test]
fn conditions_on_elements() {
    let folder = tempfile::tempdir().unwrap();
    let path = lines(folder.path(), 1_000, "Indexed");
    let (json, schema) = (folder.path().join("all.json"), folder.path().join("list.schema"));
    let rows = packed(&["cat", path.to_str().unwrap()]).1;
    std::fs::write(&json, format!("[{}]", rows.trim_end().replace('\n', ","))).unwrap();
    // (A list of the records: the indices of all types are one higher.)
    let text = packed(&["schema", path.to_str().unwrap()]).1;
    let (head, types) = text.split_once('\n').unwrap();
    let mut shifted = String::new();
    let mut rest = types;
    while let Some((before, after)) = rest.split_once('#') {
        let digits = after.chars().take_while(char::is_ascii_digit).count();
        shifted += &format!("{before}#{}", after[..digits].parse::<u32>().unwrap() + 1);
        rest = &after[digits..];
    }
    std::fs::write(&schema, format!("{head}\nsequence #1\n{shifted}{rest}")).unwrap();
    let list = folder.path().join("list.packed");
    let ran =
        packed(&["pack", json.to_str().unwrap(), "--schema", schema.to_str().unwrap(), "-o", list.to_str().unwrap()]);
    assert_eq!(ran.0, 0, "{}", ran.1);
    let mut explorer = open(read(&list));
    let found = explorer.search("score > 98 and note = null", 0, 1_000).unwrap();
    let printed = packed(&["cat", list.to_str().unwrap(), "--where", "score > 98 and note = null"]).1;
    assert_eq!(found.numbers.len(), printed.lines().count());
    assert!(found.is_end && found.total == 1_000 && !found.numbers.is_empty());
    let rows = explorer.elements(&found.numbers).unwrap();
    for (row, line) in rows.iter().zip(printed.lines()) {
        assert_eq!(explorer.json(row.id.unwrap(), 1 << 20).unwrap(), line);
    }
}

/// A document is any JSON: the elements of a list are tested, and nothing else is a list.
#[test]
fn conditions_on_documents() {
    let folder = tempfile::tempdir().unwrap();
    let (json, path) = (folder.path().join("a.json"), folder.path().join("a.packed"));
    std::fs::write(&json, r#"[{"n": 1}, {"n": 5}, "text", {"n": 7, "m": 1}]"#).unwrap();
    assert_eq!(packed(&["pack", json.to_str().unwrap(), "--document"]).0, 0);
    let mut explorer = open(read(&path));
    let found = explorer.search("n > 4", 0, 10).unwrap();
    assert_eq!((found.numbers.as_slice(), found.total), (&[1, 3][..], 4));
    let printed = packed(&["cat", path.to_str().unwrap(), "--where", "n > 4"]).1;
    assert_eq!(printed.lines().count(), 2, "{printed}");
    let paths: Vec<_> = explorer.elements(&found.numbers).unwrap().iter().map(|row| row.id.unwrap()).collect();
    let paths: Vec<_> = paths.into_iter().map(|id| explorer.path(id).unwrap()).collect();
    assert_eq!(paths, ["Json::Array.0 > [1]", "Json::Array.0 > [3]"]);
    assert_eq!(explorer.info().searched, Some(1));
    std::fs::write(&json, r#"{"n": 1}"#).unwrap();
    assert_eq!(packed(&["pack", json.to_str().unwrap(), "--document"]).0, 0);
    let mut explorer = open(read(&path));
    assert!(explorer.search("n > 4", 0, 10).unwrap_err().contains("the value is neither"));
    assert_eq!(explorer.info().searched, None);
}

/// What the page proposes has the names of the file, and is accepted.
#[test]
fn examples() {
    let folder = tempfile::tempdir().unwrap();
    let mut explorer = open(read(&lines(folder.path(), 10, "Compact")));
    let (condition, path) = explorer.info().examples;
    assert_eq!((condition.as_deref(), path.as_str()), (Some("id < 5"), "[0].id"));
    assert_eq!(explorer.search("id < 5", 0, 100).unwrap().numbers, [0, 1, 2, 3, 4]);
    assert!(explorer.find(&path).is_ok());
    let file = folder.path().join("file");
    for (schema, examples) in [
        ("str", (None, "[0]")),
        ("struct 4:Name 2 1:0 #1 1:1 #1\nbool", (None, "[0]")),
        ("struct 4:Name 1 9:some name #1\nstr", (None, "[0]")),
        ("struct 4:Name 2 1:b #1 4:text #2\nbool\nstr", (Some("text = \"text\""), "[0].b")),
    ] {
        let text = format!("packed-data schema 1\n{schema}\n");
        let (condition, path) = open(common::records(&file, "Compact", &text, &[])).info().examples;
        assert_eq!((condition.as_deref(), path.as_str()), examples, "{schema}");
    }
}

/// The sums are those that `packed stat` prints.
#[test]
fn sums() {
    let folder = tempfile::tempdir().unwrap();
    let path = lines(folder.path(), 20_000, "Indexed");
    let mut explorer = open(read(&path));
    let mut sizes = explorer.sizes(true).unwrap();
    while sizes.sums.is_none() {
        sizes = explorer.sizes(false).unwrap();
    }
    let sums = sizes.sums.unwrap();
    assert_eq!(sums.kinds.iter().map(|(_, bytes)| bytes).sum::<u64>(), sums.bytes);
    assert_eq!(sums.types.iter().map(|(_, bytes)| bytes).sum::<u64>(), sums.bytes);
    for (index, field) in sums.fields.iter().enumerate() {
        assert!(field.outer.is_none_or(|outer| outer < index && sums.fields[outer].bytes >= field.bytes), "{field:?}");
    }
    let printed = packed(&["stat", path.to_str().unwrap(), "--top", "100"]).1;
    let grouped = |bytes: u64| {
        let digits = bytes.to_string();
        let parts: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|part| std::str::from_utf8(part).unwrap()).collect();
        parts.join(",")
    };
    let has = |name: &str, bytes: u64| {
        let bytes = grouped(bytes);
        printed
            .lines()
            .any(|line| line.trim_start().starts_with(&format!("{name} ")) && line.contains(&format!(" {bytes} ")))
    };
    for field in &sums.fields {
        assert!(has(&field.path, field.bytes), "{field:?}\n{printed}");
    }
    for (name, bytes) in &sums.types {
        assert!(has(name, *bytes), "{name} {bytes}\n{printed}");
    }
    for (name, bytes) in &sums.layouts {
        assert!(bytes.is_none_or(|bytes| has(name, bytes)), "{name} {bytes:?}\n{printed}");
    }
}

#[test]
fn comparison() {
    let folder = tempfile::tempdir().unwrap();
    let path = lines(folder.path(), 10, "Compact");
    let explorer = open(read(&path));
    let same = explorer.compare(&read(&path)).unwrap();
    assert!(same.reads.is_full && same.is_read.is_full && same.reads.differences.is_empty());
    let text = explorer.info().schema.replace("4:name", "5:title").replace('\n', "\r\n");
    let other = explorer.compare(text.as_bytes()).unwrap();
    let written = folder.path().join("other.schema");
    std::fs::write(&written, text).unwrap();
    for (words, found) in [([&path, &written], &other.reads), ([&written, &path], &other.is_read)] {
        let words = words.map(|path| path.to_str().unwrap());
        let printed = packed(&["diff", words[0], words[1], "--layout", "Compact"]).1;
        assert!(!found.differences.is_empty());
        for difference in &found.differences {
            assert!(printed.contains(&difference.message), "{}\n{printed}", difference.message);
        }
    }
    let wrong = explorer.compare(&[0xFF, 0xFE]).unwrap_err();
    assert!(wrong.contains("not the text of a schema"), "{wrong}");
}

/// A damaged block costs its own records, in one row.
#[test]
fn damaged_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = lines(folder.path(), 20_000, "Compact");
    let mut bytes = read(&path);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xFF;
    std::fs::write(&path, &bytes).unwrap();
    let mut explorer = open(bytes);
    let checked = explorer.check(0).unwrap();
    assert!(checked.is_end);
    let [(first, Fault { message, damage: Some((offset, count)), .. })] = checked.faults.as_slice() else {
        panic!("{:?}", checked.faults)
    };
    assert!(*offset <= middle as u64 && (middle as u64) < offset + count);
    assert!(message.starts_with("damaged: expected intact bytes"), "{message}");
    let printed = packed(&["check", path.to_str().unwrap()]);
    assert!(printed.0 == 1 && printed.1.contains(message), "{}", printed.1);
    let rows = explorer.records_from(*first - 1, 10_000).rows;
    assert!(rows[0].fault.is_none() && rows[0].id.is_some());
    assert_eq!((rows[1].id, rows[1].index), (None, *first));
    let until = rows[1].until;
    assert!(until > first + 1 && rows[1].name == format!("[{first}] to [{}]", until - 1), "{:?}", rows[1]);
    assert_eq!(rows[1].fault.as_ref().unwrap().damage, Some((*offset, *count)));
    assert_eq!((checked.unread, checked.invalid), (until - first, 0));
    // It has that row wherever the rows begin and end.
    for from in [*first, first + 1, until - 1] {
        let found = explorer.records_from(from, 1);
        assert_eq!((found.rows.len(), found.next, found.rows[0].index, found.rows[0].until), (1, until, *first, until));
        assert_eq!(found.rows[0].name, rows[1].name);
    }
    assert!(explorer.window(*first, 0, 10).is_err() && explorer.locate(*first, 0).is_err());
    let found = explorer.search("id >= 0", 0, 100_000).unwrap();
    assert_eq!(found.numbers.len() as u64, 20_000 - (until - first));
    assert_eq!(found.faults, checked.faults);
}

/// A file without its end says so, however little of it is left.
#[test]
fn cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = read(&lines(folder.path(), 20_000, "Compact"));
    assert_eq!(open(bytes.clone()).info().problems, []);
    for end in [bytes.len() - 1, bytes.len() / 2, 700] {
        let mut explorer = open(bytes[..end].to_vec());
        let info = explorer.info();
        assert!(!info.has_index && info.problems.iter().any(|problem| problem.message.starts_with("no index: ")));
        assert_eq!(info.records == 0, end == 700);
        assert_eq!(explorer.check(0).unwrap().faults, []);
    }
}

/// A single value whose checksum is wrong is shown, with both problems.
#[test]
fn damaged_value() {
    let folder = tempfile::tempdir().unwrap();
    let (json, path) = (folder.path().join("a.json"), folder.path().join("a.packed"));
    std::fs::write(&json, r#"{"list": ["one", "two", "three"], "n": 1}"#).unwrap();
    assert_eq!(packed(&["pack", json.to_str().unwrap(), "--document"]).0, 0);
    let mut bytes = read(&path);
    let at = bytes.windows(5).position(|text| text == b"three").unwrap();
    bytes[at] = 0xFF;
    let mut explorer = open(bytes);
    let info = explorer.info();
    let start = info.problems[0].offset.unwrap();
    let fault = info.fault.unwrap();
    assert_eq!(fault.offset as u64, at as u64 - start);
    let way = explorer.locate(0, fault.offset).unwrap();
    let found = unfold(&mut explorer, 0, 100);
    let row = &found.iter().find(|of| of.way == way.indices).unwrap().row;
    assert_eq!((row.text.as_str(), row.has_parts), ("cannot be read", false));
}

/// Each byte of a small file set to other values: an error, or all questions have answers.
#[test]
fn hostile_files() {
    let folder = tempfile::tempdir().unwrap();
    let records = read(&lines(folder.path(), 3, "Indexed"));
    let json = folder.path().join("a.json");
    std::fs::write(&json, r#"{"list": ["one", null, 3], "n": 1}"#).unwrap();
    packed(&["pack", json.to_str().unwrap(), "--document"]);
    let value = read(&folder.path().join("a.packed"));
    for file in [records, value] {
        for at in 0..file.len() {
            for change in [0x01, 0x80, 0xFF] {
                let mut bytes = file.clone();
                bytes[at] ^= change;
                ask_all(bytes);
            }
            ask_all(file[..at].to_vec());
        }
    }
}

fn ask_all(bytes: Vec<u8>) {
    let Ok(mut explorer) = Explorer::open("file", Counted::new(bytes), None) else { return };
    _ = serde_json::to_string(&explorer.info()).unwrap();
    let rows = explorer.records_from(0, 10);
    for row in &rows.rows {
        if let Some(id) = row.id {
            _ = explorer.parts(id, 0, 10);
            _ = explorer.json(id, 1_000);
        }
    }
    for offset in [0, 5, 40] {
        _ = explorer.locate(0, offset);
        _ = explorer.window(0, offset, 64);
    }
    _ = explorer.find("[0].name");
    _ = explorer.search("id < 5", 0, 10);
    _ = explorer.check(0);
    _ = explorer.sizes(true);
}

#[test]
fn hostile_questions() {
    let folder = tempfile::tempdir().unwrap();
    let mut explorer = open(read(&lines(folder.path(), 10, "Compact")));
    for record in [10, u64::MAX] {
        assert!(explorer.record(record).fault.is_some());
        assert!(explorer.locate(record, 0).is_err());
    }
    assert!(explorer.records_from(u64::MAX, u64::MAX).rows.is_empty());
    assert!(explorer.parts(99, 0, 1).is_err() && explorer.path(99).is_err() && explorer.json(99, 1).is_err());
    let id = explorer.record(0).id.unwrap();
    assert!(explorer.parts(id, u64::MAX, 5).unwrap().rows.is_empty());
    assert!(explorer.json(id, 3).unwrap_err().contains("more than 3 bytes"));
    assert!(explorer.window(0, usize::MAX, usize::MAX).unwrap().hex.is_empty());
    assert!(explorer.raw_window(u64::MAX, 5).unwrap().hex.is_empty());
    assert_eq!(explorer.locate(0, usize::MAX).unwrap().indices, [0; 0]);
    assert!(explorer.check(usize::MAX).unwrap().is_end);
    for path in ["", "[", "[99]", "name", "[0].nothing", "[99999999999999999999]"] {
        assert!(explorer.find(path).is_err(), "{path}");
    }
}
