//! `packed cat`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn cat() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["cat", "@words.packed"]),
        str![[r#"
{"id":1,"text":"to","tags":["verb","short"],"score":0.5,"note":null}
{"id":2,"text":"be","tags":[],"score":2.0,"note":"a /"word/""}
{"id":3,"text":"or","tags":["short"],"score":-1.25,"note":null}

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--as", "rust", "--range", "..2"]),
        str![[r#"
Word { id: 1, text: "to", tags: ["verb", "short"], score: 0.5, note: None }
Word { id: 2, text: "be", tags: [], score: 2.0, note: Some("a /"word/"") }

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--as", "diag", "--range", "1.."]),
        str![[r#"
[0, 2, "be", [], 2.0, ["a /"word/""]]
[0, 3, "or", ["short"], -1.25, []]

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "score > 0 and not note = null"]),
        str![[r#"
{"id":2,"text":"be","tags":[],"score":2.0,"note":"a /"word/""}

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "tags[0] = \"short\""]),
        str![[r#"
{"id":3,"text":"or","tags":["short"],"score":-1.25,"note":null}

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "id > 1 and size = 2"]),
        str![[r#"
! packed: --where: unknown path `size`: Word has the fields `id`, `text`, `tags`, `score`, `note`, at character 12
status 2

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "id >"]),
        str![[r#"
! packed: --where: expected a number, a text in quotes, true, false or null, found the end, at character 5
status 2

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--range", "2..1"]),
        str![[r#"
! error: invalid value '2..1' for '--range <A..B>': expected a range that does not end before it begins
! 
! For more information, try '--help'.
status 2

"#]]
    );
    // The elements of one value.
    assert_eq!(folder.run(&["pack", "@words.json", "--document", "-o", "@document"]).status, 0);
    assert_data_eq!(
        folder.text(&["cat", "@document", "--where", "text < \"c\""]),
        str![[r#"
{"id":2,"note":"a /"word/"","score":2,"tags":[],"text":"be"}

"#]]
    );
    // From standard input.
    let bytes = std::fs::read(folder.path("words.packed")).unwrap();
    assert_data_eq!(
        folder.run_with(&["cat", "-", "--range", "..1"], &bytes).text(),
        str![[r#"
{"id":1,"text":"to","tags":["verb","short"],"score":0.5,"note":null}

"#]]
    );
}

/// A comparison that no record can fulfil printed nothing, with status 0.
#[test]
fn conditions_that_compare_other_types() {
    let folder = folder();
    for (condition, message) in [
        ("text = 3", "`text` is String: expected a text in quotes, found `3`, at character 8"),
        ("id > \"a\"", "`id` is i64: expected a number, found `\"a\"`, at character 6"),
        ("id = null", "`id` is i64: expected a number, found `null`, at character 6"),
        ("note = true", "`note` is Option<String>: expected a text in quotes or null, found `true`, at character 8"),
        ("id like 3", "`id` is i64: expected an operator and a number, found `like`, at character 4"),
    ] {
        let text = folder.text(&["cat", "@words.packed", "--where", condition]);
        assert_eq!(text, format!("! packed: --where: {message}\nstatus 2\n"));
    }
    // A document may have anything anywhere, and a constructor that a record lacks is null.
    assert_eq!(folder.run(&["pack", "@words.json", "--document", "-o", "@any"]).status, 0);
    let ran = folder.run(&["cat", "@any", "--where", "id = \"x\" or note = 3 or id = 2 or tags.x = true"]);
    assert_eq!((ran.status, ran.out.iter().filter(|byte| **byte == b'\n').count()), (0, 1), "{}", ran.text());
    folder.write("trees.jsonl", "{\"Leaf\": 1}\n{\"Node\": {\"left\": {\"Leaf\": 2}, \"right\": {\"Leaf\": 3}}}\n");
    assert_eq!(folder.run(&["pack", "@trees.jsonl", "--schema", "@tree.schema"]).status, 0);
    let found = folder.text(&["cat", "@trees.packed", "--where", "Node.left.Leaf = 2"]);
    assert_eq!(found, "{\"Node\":{\"left\":{\"Leaf\":2},\"right\":{\"Leaf\":3}}}\n");
    let ran = folder.run(&["cat", "@trees.packed", "--where", "Leaf = \"1\""]);
    assert_eq!(ran.status, 2, "{}", ran.text());
}

/// JSON where packed data is expected: the error says which commands read it.
#[test]
fn json_is_not_packed() {
    let folder = folder();
    for line in [&["cat", "@words.json"][..], &["info", "@words.json"], &["convert", "@words.txt", "@x"]] {
        folder.write("words.txt", "\u{FEFF} {\"a\": 1}");
        let ran = folder.run(line);
        assert_eq!(ran.status, 1);
        assert!(
            ran.err.ends_with("; JSON is read by `packed pack`, and by `packed convert --from json`\n"),
            "{}",
            ran.err
        );
    }
    assert_eq!(folder.text(&["convert", "@words.txt", "-", "--from", "json", "--to", "json"]), "{\"a\":1}\n");
}
