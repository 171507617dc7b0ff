//! `packed repair`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn repair() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["repair", "@words.packed", "@same.packed"]),
        str![[r#"
words.packed: saved 3 records in 1 block

"#]]
    );
    let bytes = std::fs::read(folder.path("words.packed")).unwrap();
    folder.write("cut.packed", &bytes[..bytes.len() - 30]);
    assert_data_eq!(folder.run(&["repair", "@cut.packed", "@saved.packed"]).status.to_string(), str!["1"]);
    assert_eq!(folder.text(&["cat", "@saved.packed"]), folder.text(&["cat", "@words.packed"]));
    assert_data_eq!(
        folder.text(&["repair", "@words.json", "@x"]),
        str![[r#"
! packed: words.json: not a file of packed data: it begins with other bytes than `8F PACKED`
status 1

"#]]
    );
}
