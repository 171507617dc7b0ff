//! `packed pack`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn pack() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["pack", "@words.json"]),
        str![[r#"
words.packed: 3 records of Word, 89 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "@words.json", "--layout", "Cbor", "-o", "@other"]),
        str![[r#"
other: 3 records of Word, 59 bytes in Cbor

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "@words.json", "--document", "-o", "@other"]),
        str![[r#"
other: one Json, 184 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "@words.json", "--at", "/1", "-o", "@other"]),
        str![[r#"
other: one Json, 60 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "@words.json", "--at", "/7", "-o", "@other"]),
        str![[r#"
! packed: --at: words.json has nothing at "/7"
status 2

"#]]
    );
    // Lines, and values of several forms.
    folder.write("lines.jsonl", "{\"a\": 1}\n{\"a\": 18446744073709551615}\n");
    assert_data_eq!(
        folder.text(&["pack", "@lines.jsonl"]),
        str![[r#"
lines.packed: 2 records of Line, 16 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["schema", "@lines.packed"]),
        str![[r#"
packed-data schema 1
struct 4:Line 1 1:a #1
u64

"#]]
    );
    folder.write("mixed.json", "[1, \"two\", [3.5], {\"four\": null}, 18446744073709551615, true]");
    assert_data_eq!(
        folder.text(&["pack", "@mixed.json"]),
        str![[r#"
mixed.packed: one Json, 46 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@mixed.packed"]),
        str![[r#"
[1,"two",[3.5],{"four":null},18446744073709551615,true]

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "@mixed.json", "--records"]),
        str![[r#"
mixed.packed: 6 records of Json, 44 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@mixed.packed", "--range", "1..4"]),
        str![[r#"
"two"
[3.5]
{"four":null}

"#]]
    );
    // With a schema.
    folder.write("tree.json", r#"{"Node": {"left": {"Leaf": 1}, "right": {"Leaf": 2}}}"#);
    assert_data_eq!(
        folder.text(&["pack", "--schema", "@tree.schema", "--layout", "Indexed", "@tree.json"]),
        str![[r#"
tree.packed: one Tree, 20 bytes in Indexed

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@tree.packed"]),
        str![[r#"
{"Node":{"left":{"Leaf":1},"right":{"Leaf":2}}}

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "--schema", "@tree.schema", "@words.json", "-o", "@no"]),
        str![[r#"
! packed: words.json: invalid type: sequence, expected Tree
status 1

"#]]
    );
    assert!(!folder.names().contains(&"no".to_owned()));
}

/// An inferred type has a name that Rust takes too.
#[test]
fn names_of_types() {
    let folder = folder();
    folder.write("odd.json", r#"[{"self": {"x": 1}, "7": 0, "_": {"y": 2}}]"#);
    assert!(folder.text(&["pack", "@odd.json"]).contains("one Json"));
    folder.write("odd.json", r#"[{"selfs": [{"x": 1}], "_": {"y": 2}}]"#);
    assert_eq!(folder.run(&["pack", "@odd.json"]).status, 0);
    let schema = folder.text(&["schema", "@odd.packed"]);
    assert!(schema.contains("struct 10:RecordSelf 1 1:x") && schema.contains("struct 6:Record 1 1:y"), "{schema}");
}
