//! `packed stat`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn stat() {
    let folder = folder();
    let text = folder.text(&["stat", "@words.packed"]);
    // (The times differ from run to run.)
    let (sizes, layouts) = text.split_once("\nby layout").unwrap();
    assert_data_eq!(
        sizes,
        str![[r#"
words.packed: 3 records, 89 bytes in Compact

by kind
  numbers                                        48  53.9 %  █████████████
  text                                           28  31.5 %  ███████▌
  lengths and counts                             10  11.2 %  ██▊
  tags                                            3   3.4 %  ▊

by type, without its parts
  String                                         35  39.3 %  █████████▌
  f64                                            24  27.0 %  ██████▌
  i64                                            24  27.0 %  ██████▌
  Option<String>                                  3   3.4 %  ▊
  Vec<String>                                     3   3.4 %  ▊

by field, with its parts
  id                                             24  27.0 %  ██████▌
  score                                          24  27.0 %  ██████▌
  tags                                           20  22.5 %  █████▍
  tags[]                                         17  19.1 %  ████▋
  note                                           12  13.5 %  ███▎
  text                                            9  10.1 %  ██▍

"#]]
    );
    let rows: Vec<_> =
        layouts.lines().skip(2).map(|line| line.split_whitespace().take(2).collect::<Vec<_>>()).collect();
    assert_data_eq!(
        format!("{rows:?}"),
        str![[
            r#"[["Compact", "89"], ["Indexed", "92"], ["Cbor", "59"], ["haskell::Serialise", "79"], ["haskell::Store", "159"], ["haskell::Cereal", "159"], ["haskell::Binary", "210"], ["bincode::Legacy", "159"], ["bincode::Standard", "68"]]"#
        ]]
    );
    // All bytes are in the first table, and the rows of the table of types add up to them too.
    for table in sizes.split("\n\n").skip(1).take(2) {
        let sum: u64 =
            table.lines().skip(1).map(|line| line[36..51].trim().replace(',', "").parse::<u64>().unwrap()).sum();
        assert!(sizes.lines().next().unwrap().contains(&format!(" {sum} bytes")), "{table}");
    }
}

/// Of a large file, one record in several is converted to other layouts.
#[test]
fn sampled() {
    const RECORDS: u64 = 450;
    let folder = folder();
    let mut writer =
        packed_data_file::RawWriter::create(folder.path("texts"), "Compact", "packed-data schema 1\nstr\n", &[])
            .unwrap();
    let mut record = vec![b'x'; 40_003];
    record[0] = 0xFC;
    record[1..3].copy_from_slice(&40_000_u16.to_le_bytes());
    for _ in 0..RECORDS {
        writer.write(&record).unwrap();
    }
    writer.close().unwrap();
    let text = folder.text(&["stat", "@texts"]);
    let (_, layouts) = text.split_once("\nby layout, from one record in 2, and the times for 1,040,078 bytes").unwrap();
    for (layout, size) in [("Compact", 40_003), ("Cbor", 40_003), ("haskell::Store", 40_008)] {
        let row = layouts.lines().find(|line| line.split_whitespace().next() == Some(layout)).unwrap();
        let found = row.split_whitespace().nth(1).unwrap().replace(',', "");
        assert_eq!(found, (RECORDS * size).to_string(), "{row}");
    }
}
