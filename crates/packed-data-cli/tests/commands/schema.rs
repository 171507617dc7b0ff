//! `packed schema` and `packed diff`.

use packed_data_schema::Schema;
use snapbox::{assert_data_eq, str};

use crate::{Tree, folder};

#[test]
fn schema_and_diff() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["schema", "@words.packed"]),
        str![[r#"
packed-data schema 1
struct 4:Word 5 2:id #1 4:note #2 5:score #3 4:tags #4 4:text #5
i64
optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #5
f64
sequence #5
str

"#]]
    );
    assert_eq!(folder.text(&["schema", "@tree.schema"]), Schema::of::<Tree>().to_string());
    assert_data_eq!(
        folder.text(&["diff", "@words.packed", "@words.packed"]),
        str![[r#"
the same types: words.packed reads words.packed in Compact

"#]]
    );
    let text = folder.text(&["schema", "@words.packed"]);
    folder.write("newer.schema", text.replace("4:text", "4:word"));
    assert_data_eq!(
        folder.text(&["diff", "@newer.schema", "@words.packed"]),
        str![[r#"
fine: Word.word: the field was called `text`: names are not in the bytes
compatible: newer.schema reads words.packed in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["diff", "@tree.schema", "@words.packed", "--layout", "Cbor"]),
        str![[r#"
fine: the value: a struct became the first constructor of an enum: all of them are read
fine: Tree.note: the field is gone: what is there is skipped
fine: Tree.score: the field is gone: what is there is skipped
fine: Tree.tags: the field is gone: what is there is skipped
fine: Tree.text: the field is gone: what is there is skipped
compatible: tree.schema reads words.packed in Cbor

"#]]
    );
    folder.write("not.schema", "packed-data schema 1\nsequence #1\nu7\n");
    assert_data_eq!(
        folder.text(&["schema", "@not.schema"]),
        str![[r#"
! packed: not.schema: not a schema: line 3, column 1: expected the kind of a type, found `u7`
status 1

"#]]
    );
}
