//! `packed check`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn check() {
    let folder = folder();
    let tree = ["--schema", "@tree.schema", "--layout", "Indexed"];
    assert_data_eq!(
        folder.text(&["check", "@words.packed"]),
        str![[r#"
words.packed: ok: 3 records, 89 bytes

"#]]
    );
    assert_data_eq!(
        folder.text(&["check", "--deep", "@words.packed"]),
        str![[r#"
words.packed: ok: 3 records, 89 bytes

"#]]
    );
    assert_data_eq!(
        folder.text(&[&["check", "@tree.bin", "--deep"], &tree[..]].concat()),
        str![[r#"
tree.bin: ok: one value, 31 bytes

"#]]
    );
    folder.write("wrong.bin", [1, 9, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3]);
    assert_data_eq!(
        folder.text(&[&["check", "@wrong.bin", "@tree.bin"], &tree[..]].concat()),
        str![[r#"
tree.bin: ok: one value, 31 bytes
! packed: wrong.bin: invalid tag: expected 0 to 1, found 3, at byte 11 in Tree::Node.right
status 1

"#]]
    );
    let mut bytes = std::fs::read(folder.path("words.packed")).unwrap();
    let at = bytes.windows(4).position(|four| four == b"verb").unwrap();
    bytes[at] = b'V';
    folder.write("changed.packed", &bytes);
    assert_data_eq!(
        folder.text(&["check", "@changed.packed"]),
        str![[r#"
! packed: changed.packed: damaged: expected intact bytes, found 165 that are not, at byte 272 of the file, with 3 records from number 0
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@changed.packed"]),
        str![[r#"
! packed: changed.packed: damaged: expected intact bytes, found 165 that are not, at byte 272 of the file, with 3 records from number 0
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["convert", "@changed.packed", "@out.json"]),
        str![[r#"
! packed: changed.packed: damaged: expected intact bytes, found 165 that are not, at byte 272 of the file, with 3 records from number 0; `packed repair` saves what it can
status 1

"#]]
    );
    assert!(!folder.names().contains(&"out.json".to_owned()));
}
