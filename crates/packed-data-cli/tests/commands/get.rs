//! `packed get`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn get() {
    let folder = folder();
    let tree = ["--schema", "@tree.schema", "--layout", "Indexed"];
    for path in ["right.left", "/Node/right/Node/left/Leaf", "Tree::Node.right > Tree::Node.left > Tree::Leaf.0"] {
        let text = folder.text(&[&["get", "@tree.bin", path], &tree[..]].concat());
        assert!(["{\"Leaf\":-2}\n", "-2\n"].contains(&text.as_str()), "{path}: {text}");
    }
    assert_data_eq!(
        folder.text(&[&["get", "@tree.bin", "right.middle"], &tree[..]].concat()),
        str![[r#"
! packed: the path "right.middle": unknown path `middle`: Tree has the constructors `Leaf`, `Node`
status 2

"#]]
    );
    assert_data_eq!(
        folder.text(&[&["get", "@tree.bin", "left.left"], &tree[..]].concat()),
        str![[r#"
! packed: tree.bin: the path "left.left": `left` leads nowhere: Tree is `Leaf` here, with the field `0`
status 1

"#]]
    );
    for path in ["[1].note", "records[1].note", "/1/note", "[1] > Word.note", "[1] > Word.note > Option::Some.0"] {
        assert_eq!(folder.text(&["get", "@words.packed", path]), "\"a \\\"word\\\"\"\n", "{path}");
    }
    assert_data_eq!(
        folder.text(&["get", "@words.packed", "[0].tags", "--as", "rust"]),
        str![[r#"
["verb", "short"]

"#]]
    );
    assert_data_eq!(
        folder.text(&["get", "@words.packed", "[0].tags", "--as", "diag"]),
        str![[r#"
["verb", "short"]

"#]]
    );
    assert_data_eq!(
        folder.text(&["get", "@words.packed", "[7].tags"]),
        str![[r#"
! packed: words.packed: no such record: expected a number below 3, found 7
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["get", "@words.packed", "tags"]),
        str![[r#"
! packed: words.packed has records: a path begins with a number, such as `[0]`
status 2

"#]]
    );
    assert_data_eq!(
        folder.text(&["get", "@words.packed", "[0]..tags"]),
        str![[r#"
! packed: the path "[0]..tags": expected the name of a field
status 2

"#]]
    );
}

/// One part is read although another one is damaged, unless all of the value is to be validated.
#[test]
fn get_lazily() {
    let folder = folder();
    let tree = ["--schema", "@tree.schema", "--layout", "Indexed"];
    let get = |path, flags: &[&str]| folder.run(&[&["get", "@tree.bin", path], flags, &tree[..]].concat()).text();
    let mut bytes = std::fs::read(folder.path("tree.bin")).unwrap();
    let left = bytes.iter().position(|byte| *byte == 0).expect("the tag of the left leaf");
    bytes[left] = 9;
    folder.write("tree.bin", &bytes);
    assert_eq!(get("right.left.Leaf", &[]), "-2\n");
    let message = format!(
        "! packed: tree.bin: invalid tag: expected 0 to 1, found 9, at byte {left} in Tree::Node.left\nstatus 1\n"
    );
    assert_eq!(get("right.left.Leaf", &["--validate"]), message);
    // A path that leads nowhere, perhaps because the bytes are not valid.
    assert_eq!(get("left.Leaf", &[]), message);
    // The part itself.
    let message =
        format!("! packed: tree.bin: \"left\": invalid tag: expected 0 to 1, found 9, at byte {left}\nstatus 1\n");
    assert_eq!(get("left", &[]), message);
    // The other layouts validate all of the value.
    let compact = folder.run(&["convert", "@words.packed", "@compact.packed", "--layout", "Compact"]);
    assert_eq!(compact.status, 0, "{}", compact.text());
    assert_eq!(folder.text(&["get", "@compact.packed", "[1].note", "--validate"]), "\"a \\\"word\\\"\"\n");
}
