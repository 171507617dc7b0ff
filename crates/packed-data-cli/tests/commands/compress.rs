//! `--compress` of `pack` and `convert`, what `info` says of it; and blocks that `cat --where` passes.

use packed_data_file::{Blocks, Content, Header};

use crate::common::Folder;

/// Writes lines of JSON with times that ascend.
fn folder() -> Folder {
    let folder = Folder::new();
    let line = |number: u32| format!("{{\"time\":{number},\"level\":\"level {}\",\"note\":\"a note\"}}\n", number % 7);
    folder.write("log.jsonl", (0..5_000).map(line).collect::<String>().as_bytes());
    folder
}

#[test]
fn pack_and_convert() {
    let folder = folder();
    folder.text(&["pack", "@log.jsonl", "-o", "@plain.packed"]);
    let lines = folder.text(&["cat", "@plain.packed"]);
    let plain = std::fs::metadata(folder.path("plain.packed")).unwrap().len();
    assert!(!folder.text(&["info", "@plain.packed"]).contains("stored as"));
    for (method, name) in [("lz4", "lz4"), ("zstd", "zstd"), ("zstd:19", "zstd")] {
        folder.text(&["pack", "@log.jsonl", "-o", "@a.packed", "--compress", method]);
        folder.text(&["convert", "@plain.packed", "@b.packed", "--compress", method]);
        assert_eq!(
            std::fs::metadata(folder.path("a.packed")).unwrap().len(),
            std::fs::metadata(folder.path("b.packed")).unwrap().len()
        );
        for file in ["@a.packed", "@b.packed"] {
            assert_eq!(folder.text(&["cat", file]), lines);
            let info = folder.text(&["info", file]);
            let blocks = Blocks::open(folder.path(&file[1..])).unwrap().block_count();
            assert!(info.contains(&format!("  stored as    {blocks} in {name}\n")), "{info}");
            assert!(info.contains(" uncompressed\n") && info.contains(&format!("of {blocks} blocks")), "{info}");
            assert!(std::fs::metadata(folder.path(&file[1..])).unwrap().len() * 2 < plain);
            assert!(folder.text(&["check", "--deep", file]).contains("ok: 5,000 records"));
        }
        // And back.
        folder.text(&["convert", "@a.packed", "@c.packed", "--compress", "none"]);
        assert_eq!(std::fs::metadata(folder.path("c.packed")).unwrap().len(), plain);
    }
}

#[test]
fn by_column() {
    let folder = folder();
    folder.text(&["pack", "@log.jsonl", "-o", "@plain.packed"]);
    let lines = folder.text(&["cat", "@plain.packed"]);
    let size = |name: &str| std::fs::metadata(folder.path(name)).unwrap().len();
    folder.text(&["pack", "@log.jsonl", "-o", "@a.packed", "--columns"]);
    folder.text(&["convert", "@plain.packed", "@b.packed", "--columns", "--compress", "zstd"]);
    for (file, name) in [("a.packed", "columns"), ("b.packed", "columns and zstd")] {
        let path = format!("@{file}");
        assert_eq!(folder.text(&["cat", &path]), lines);
        assert!(folder.text(&["info", &path]).contains(&format!(" in {name}")));
        assert!(folder.text(&["check", "--deep", &path]).contains("ok: 5,000 records"));
        assert!(size(file) * 4 < size("plain.packed"), "{} {}", size(file), size("plain.packed"));
    }
}

#[test]
fn mistakes() {
    let folder = folder();
    folder.write("one.json", b"{\"a\":1}");
    for (words, error) in [
        (&["pack", "@log.jsonl", "--compress", "gzip"][..], "expected `none`, `lz4`, `zstd` or `zstd:LEVEL`"),
        (&["pack", "@log.jsonl", "--compress", "zstd:99"], "expected a level of zstd from 1 to 22, such as `zstd:9`"),
        (&["pack", "@one.json", "--document", "--compress", "lz4"], "--compress: only records are compressed"),
        (&["pack", "@one.json", "--document", "--columns"], "--columns: only records are stored by column"),
        (&["convert", "@log.jsonl", "@log.csv", "--columns"], "--columns: only the records of a packed file"),
        (&["convert", "@log.jsonl", "@log.csv", "--compress", "lz4"], "--compress: only the blocks of a packed file"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.err);
        assert!(ran.err.contains(error), "{words:?}: {}", ran.err);
    }
}

/// A block that cannot have what is looked for is not read: so damage in it is not found, and `check` finds it.
#[test]
fn blocks_that_are_passed() {
    let folder = folder();
    folder.text(&["pack", "@log.jsonl", "-o", "@log.packed"]);
    let found = folder.text(&["cat", "@log.packed", "--where", "time >= 4_000 and time < 4_003"]);
    assert_eq!(found.lines().count(), 3);
    assert_eq!(Header::open(folder.path("log.packed")).unwrap().content, Content::Records);
    let mut bytes = std::fs::read(folder.path("log.packed")).unwrap();
    let blocks = Blocks::from_bytes(&bytes).unwrap();
    let offset = usize::try_from(blocks.block(0).unwrap().offset()).unwrap();
    bytes[offset + 100] ^= 1;
    folder.write("log.packed", &bytes);
    assert_eq!(folder.text(&["cat", "@log.packed", "--where", "time >= 4_000 and time < 4_003"]), found);
    let all = folder.run(&["cat", "@log.packed", "--where", "time < 3 or time = 4_000"]);
    assert_eq!((all.status, String::from_utf8_lossy(&all.out).lines().count()), (1, 1));
    assert!(all.err.contains("damaged: expected intact bytes"), "{}", all.err);
    assert_eq!(folder.run(&["check", "@log.packed"]).status, 1);
}
