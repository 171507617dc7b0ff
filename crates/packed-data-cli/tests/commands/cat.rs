//! `packed cat`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn cat() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["cat", "@words.packed"]),
        str![[r#"
{"id":1,"note":null,"score":0.5,"tags":["verb","short"],"text":"to"}
{"id":2,"note":"a /"word/"","score":2.0,"tags":[],"text":"be"}
{"id":3,"note":null,"score":-1.25,"tags":["short"],"text":"or"}

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--as", "rust", "--range", "..2"]),
        str![[r#"
Word { id: 1, note: None, score: 0.5, tags: ["verb", "short"], text: "to" }
Word { id: 2, note: Some("a /"word/""), score: 2.0, tags: [], text: "be" }

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--as", "diag", "--range", "1.."]),
        str![[r#"
[0, 2, ["a /"word/""], 2.0, [], "be"]
[0, 3, [], -1.25, ["short"], "or"]

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "score > 0 and not note = null"]),
        str![[r#"
{"id":2,"note":"a /"word/"","score":2.0,"tags":[],"text":"be"}

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "tags[0] = \"short\""]),
        str![[r#"
{"id":3,"note":null,"score":-1.25,"tags":["short"],"text":"or"}

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--where", "id > 1 and size = 2"]),
        str![[r#"
! packed: --where: unknown path `size`: Word has the fields `id`, `note`, `score`, `tags`, `text`, at character 12
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
{"id":1,"note":null,"score":0.5,"tags":["verb","short"],"text":"to"}

"#]]
    );
}
