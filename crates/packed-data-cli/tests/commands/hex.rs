//! `packed hex`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn hex() {
    let folder = folder();
    let tree = ["--schema", "@tree.schema", "--layout", "Indexed"];
    assert_data_eq!(
        folder.text(&[&["hex", "@tree.bin"], &tree[..]].concat()),
        str![[r#"
 0  01                                               tag = 1 (Node)
 1  09                                               Tree::Node.left: size = 9
 2  00                                               Tree::Node.left: tag = 0 (Leaf)
 3  01 00 00 00 00 00 00 00                          Tree::Node.left > Tree::Leaf.0: i64 = 1
11  01                                               Tree::Node.right: tag = 1 (Node)
12  09                                               Tree::Node.right > Tree::Node.left: size = 9
13  00                                               Tree::Node.right > Tree::Node.left: tag = 0 (Leaf)
14  fe ff ff ff ff ff ff ff                          Tree::Node.right > Tree::Node.left > Tree::Leaf.0: i64 = -2
22  00                                               Tree::Node.right > Tree::Node.right: tag = 0 (Leaf)
23  03 00 00 00 00 00 00 00                          Tree::Node.right > Tree::Node.right > Tree::Leaf.0: i64 = 3

"#]]
    );
    assert_data_eq!(
        folder.text(&[&["hex", "@tree.bin", "right.left"], &tree[..]].concat()),
        str![[r#"
13  00                                               Tree::Node.right > Tree::Node.left: tag = 0 (Leaf)
14  fe ff ff ff ff ff ff ff                          Tree::Node.right > Tree::Node.left > Tree::Leaf.0: i64 = -2

"#]]
    );
    assert_data_eq!(
        folder.text(&["hex", "@words.packed", "[1]"]),
        str![[r#"
 0  02 00 00 00 00 00 00 00                          Word.id: i64 = 2
 8  02                                               Word.text: length = 2
 9  62 65                                            Word.text: str = "be"
11  00                                               Word.tags: count = 0
12  00 00 00 00 00 00 00 40                          Word.score: f64 = 2.0
20  01                                               Word.note: tag = 1 (Some)
21  08                                               Word.note > Option::Some.0: length = 8
22  61 20 22 77 6f 72 64 22                          Word.note > Option::Some.0: str = "a /"word/""

"#]]
    );
    folder.write("wrong.bin", [1, 9, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3]);
    assert_data_eq!(
        folder.text(&[&["hex", "@wrong.bin"], &tree[..]].concat()),
        str![[r#"
 0  01                                               tag = 1 (Node)
 1  09                                               Tree::Node.left: size = 9
 2  00                                               Tree::Node.left: tag = 0 (Leaf)
 3  01 00 00 00 00 00 00 00                          Tree::Node.left > Tree::Leaf.0: i64 = 1
11  03
    ^^ invalid tag: expected 0 to 1, found 3, at byte 11 in Tree::Node.right
status 1

"#]]
    );
    // A record that is not valid, although its checksum is right.
    let mut writer = packed_data_file::RawWriter::create(
        folder.path("trees.packed"),
        "Indexed",
        &std::fs::read_to_string(folder.path("tree.schema")).unwrap(),
        &[],
    )
    .unwrap();
    for record in [&[0, 1, 0, 0, 0, 0, 0, 0, 0][..], &[0, 1, 0]] {
        writer.write(record).unwrap();
    }
    writer.close().unwrap();
    assert_data_eq!(
        folder.text(&["hex", "@trees.packed", "[1]"]),
        str![[r#"
0  00                                               tag = 0 (Leaf)
1  01 00
   ^^ unexpected end of input: expected at least 8 more bytes, found 2, at byte 1 in Tree::Leaf.0
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["hex", "@trees.packed", "[1].left"]),
        str![[r#"
! packed: trees.packed: unexpected end of input: expected at least 8 more bytes, found 2, at byte 1 in Tree::Leaf.0
status 1

"#]]
    );
    let coloured = folder.text(&[&["hex", "@tree.bin", "left", "--color", "always"], &tree[..]].concat());
    assert!(coloured.contains("\u{1b}[34m"), "{coloured:?}");
}
