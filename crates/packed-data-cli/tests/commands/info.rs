//! `packed info`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn info() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["info", "@words.packed"]),
        str![[r#"
words.packed
  content      3 records
  type         Word
  fingerprint  75def7cae53c3496
  layout       Compact
  file         1,105 bytes
  blocks       1, 101 bytes
  statistics   of 1 block
  index        yes
  checksums    intact
  metadata     from = "a test"

"#]]
    );
    assert_data_eq!(
        folder.text(&["info", "--json", "@words.packed"]),
        str![[r#"
{"blocks":1,"checksums":"intact","content":"3 records","errors":[],"file":"words.packed","file_bytes":1105,"fingerprint":"75def7cae53c3496","has_header":true,"has_index":true,"layout":"Compact","metadata":{"from":"a test"},"records":3,"stored_as":{"plain rows":1},"stored_bytes":101,"type":"Word","value_bytes":101,"with_statistics":1}

"#]]
    );
    assert_data_eq!(
        folder.text(&["info", "@tree.bin", "--schema", "@tree.schema", "--layout", "Indexed"]),
        str![[r#"
tree.bin
  content      bare bytes
  type         Tree
  fingerprint  38a46ff0ec2fd1f8
  layout       Indexed
  file         31 bytes
  value        31 bytes
  checksums    none

"#]]
    );
}

/// A file that was cut off within its first block said "0 records", and not why.
#[test]
fn info_of_a_file_that_was_cut_off() {
    let folder = folder();
    let bytes = std::fs::read(folder.path("words.packed")).unwrap();
    let header = packed_data::stream::block::BlockHeader::read(&bytes[16..]).unwrap();
    folder.write("cut.packed", &bytes[..16 + header.size().unwrap() + 100]);
    let ran = folder.run(&["info", "@cut.packed"]);
    assert_eq!(ran.status, 1);
    assert_data_eq!(
        ran.text(),
        str![[r#"
cut.packed
  content      0 records
  type         Word
  fingerprint  75def7cae53c3496
  layout       Compact
  file         372 bytes
  blocks       0, 0 bytes
  index        no: the file was cut off; its last 100 bytes are no whole block
  checksums    damaged
  metadata     from = "a test"
! packed: cut.packed: damaged: expected a block, found 100 bytes that are none, at byte 272 of the file
! packed: cut.packed: `packed repair FILE NEW` writes what is intact to a new file
status 1

"#]]
    );
}
