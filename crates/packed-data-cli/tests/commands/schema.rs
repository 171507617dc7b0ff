//! `packed schema` and `packed diff`.

use packed_data_schema::Schema;
use snapbox::{assert_data_eq, str};

use crate::common::Folder;
use crate::{Tree, folder};

#[test]
fn schema_and_diff() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["schema", "@words.packed"]),
        str![[r#"
packed-data schema 1
struct 4:Word 5 2:id #1 4:text #2 4:tags #3 5:score #4 4:note #5
i64
str
sequence #2
f64
optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #2

"#]]
    );
    assert_eq!(folder.text(&["schema", "@tree.schema"]), Schema::of::<Tree>().to_string());
    assert_data_eq!(
        folder.text(&["diff", "@words.packed", "@words.packed"]),
        str![[r#"
the same types: words.packed reads words.packed in Compact
! packed: the schemas were compared; `packed diff --values` compares the values of two files

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
fine: Tree.text: the field is gone: what is there is skipped
fine: Tree.tags: the field is gone: what is there is skipped
fine: Tree.score: the field is gone: what is there is skipped
fine: Tree.note: the field is gone: what is there is skipped
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

const SIZE: &str = "packed-data schema 1\nstruct 4:Size 2 5:width #1 6:height #1\nu8\n";
const SWAPPED: &str = "packed-data schema 1\nstruct 4:Size 2 6:height #1 5:width #1\nu8\n";

/// Runs `diff` with a reader whose fields changed places, and with these differences accepted.
fn diff_accepting(accepted: &[&str]) -> String {
    let folder = Folder::new();
    folder.write("old", SIZE);
    folder.write("new", SWAPPED);
    let accepted = accepted.iter().flat_map(|accepted| ["--accept", accepted]);
    folder.text(&["diff", "@new", "@old"].into_iter().chain(accepted).collect::<Vec<_>>())
}

#[test]
fn diff_shows_the_rules_of_differences_that_matter() {
    assert_data_eq!(
        diff_accepting(&[]),
        str![[r#"
broken: Size.height: its bytes were those of the field `width`: values change places, or are refused (field-swapped)
broken: Size.width: its bytes were those of the field `height`: values change places, or are refused (field-swapped)
! packed: new does not read all values of old in Compact
status 1

"#]]
    );
}

#[test]
fn diff_accepts_differences() {
    assert_data_eq!(
        diff_accepting(&["field-swapped@Size.height"]),
        str![[r#"
fine: Size.height: accepted: its bytes were those of the field `width`: values change places, or are refused
broken: Size.width: its bytes were those of the field `height`: values change places, or are refused (field-swapped)
! packed: new does not read all values of old in Compact
status 1

"#]]
    );
    assert_data_eq!(
        diff_accepting(&["field-swapped@Size.height", "field-swapped@Size.width"]),
        str![[r#"
fine: Size.height: accepted: its bytes were those of the field `width`: values change places, or are refused
fine: Size.width: accepted: its bytes were those of the field `height`: values change places, or are refused
compatible: new reads old in Compact

"#]]
    );
    // Twice is as once.
    let once = diff_accepting(&["field-swapped@Size.height"]);
    assert_eq!(diff_accepting(&["field-swapped@Size.height", "field-swapped@Size.height"]), once);
}

#[test]
fn diff_accepts_a_difference_of_the_whole_value() {
    let folder = Folder::new();
    folder.write("old", "packed-data schema 1\nu8\n");
    folder.write("new", "packed-data schema 1\nu16\n");
    assert_data_eq!(
        folder.text(&["diff", "@new", "@old"]),
        str![[r#"
broken: the value: the number was u8 and is u16, of another width: bytes are misread (number-width)
! packed: new does not read all values of old in Compact
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["diff", "@new", "@old", "--accept", "number-width@the value"]),
        str![[r#"
fine: the value: accepted: the number was u8 and is u16, of another width: bytes are misread
compatible: new reads old in Compact

"#]]
    );
    let other_name = folder.text(&["schema", "diff", "@new", "@old", "--accept", "number-width@the value"]);
    assert_eq!(other_name, folder.text(&["diff", "@new", "@old", "--accept", "number-width@the value"]));
}

#[test]
fn diff_refuses_what_accepts_nothing() {
    assert_data_eq!(
        diff_accepting(&["swapped@Size.height"]),
        str![[r#"
! error: invalid value 'swapped@Size.height' for '--accept <RULE@PATH>': no rule has the identifier `swapped`; `packed diff` prints those of differences in brackets
! 
! For more information, try '--help'.
status 2

"#]]
    );
    assert_data_eq!(
        diff_accepting(&["field-swapped"]),
        str![[r#"
! error: invalid value 'field-swapped' for '--accept <RULE@PATH>': expected RULE@PATH, such as field-swapped@Size.width
! 
! For more information, try '--help'.
status 2

"#]]
    );
    assert_data_eq!(
        diff_accepting(&["field-swapped@"]),
        str![[r#"
! error: invalid value 'field-swapped@' for '--accept <RULE@PATH>': expected RULE@PATH, such as field-swapped@Size.width
! 
! For more information, try '--help'.
status 2

"#]]
    );
    assert_data_eq!(
        diff_accepting(&["field-swapped@Size.depth"]),
        str![[r#"
broken: Size.height: its bytes were those of the field `width`: values change places, or are refused (field-swapped)
broken: Size.width: its bytes were those of the field `height`: values change places, or are refused (field-swapped)
! packed: --accept field-swapped@Size.depth accepts nothing: no difference is narrowed or broken by this rule there
status 2

"#]]
    );
    assert_data_eq!(
        diff_accepting(&["field-moved@Size.width"]),
        str![[r#"
broken: Size.height: its bytes were those of the field `width`: values change places, or are refused (field-swapped)
broken: Size.width: its bytes were those of the field `height`: values change places, or are refused (field-swapped)
! packed: --accept field-moved@Size.width accepts nothing: no difference is narrowed or broken by this rule there
status 2

"#]]
    );
    // A difference that does no harm needs no acceptance.
    let folder = Folder::new();
    folder.write("old", SIZE);
    folder.write("new", SIZE.replace("width", "depth"));
    assert_data_eq!(
        folder.text(&["diff", "@new", "@old", "--accept", "field-name@Size.depth"]),
        str![[r#"
fine: Size.depth: the field was called `width`: names are not in the bytes
! packed: --accept field-name@Size.depth accepts nothing: no difference is narrowed or broken by this rule there
status 2

"#]]
    );
}

#[test]
fn help_of_diff() {
    assert_data_eq!(
        Folder::new().text(&["diff", "--help"]),
        str![[r#"
List the differences of two schemas: whether a reader with the first reads bytes of the second; or of two files

Usage: packed diff [OPTIONS] <A> <B>

Arguments:
  <A>
          The schema of the reader: a file of packed data, or the text of a schema

  <B>
          The schema of the bytes

Options:
      --color <WHEN>
          When to use colours

          Possible values:
          - auto:   On a terminal, unless NO_COLOR is set
          - always: Always
          - never:  Never
          
          [default: auto]

      --layout <NAME>
          The layout; by default that of the second file, or Compact

      --accept <RULE@PATH>
          Accept a difference that is known to do no harm, by its rule and path, such as `field-swapped@Size.width`; may be repeated

      --no-progress
          Do not show the progress of what takes long (only a terminal does)

      --values
          Compare the values of two files instead: records of the same number

      --key <PATH>
          Compare the values: records with the same value at this path

  -h, --help
          Print help (see a summary with '-h')

"#]]
    );
}
