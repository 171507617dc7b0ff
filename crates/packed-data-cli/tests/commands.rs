//! What each command prints. `SNAPSHOTS=overwrite cargo test -p packed-data-cli --test commands` accepts changes.

mod common;

use common::Folder;
use packed_data::{Compact, Indexed, Packable, Packed};
use packed_data_schema::Schema;
use snapbox::{assert_data_eq, str};

const WORDS: &str = r#"[
    {"id": 1, "text": "to", "tags": ["verb", "short"], "score": 0.5, "note": null},
    {"id": 2, "text": "be", "tags": [], "score": 2, "note": "a \"word\""},
    {"id": 3, "text": "or", "tags": ["short"], "score": -1.25, "note": null}
]"#;

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node { left: Box<Tree>, right: Box<Tree> },
}

/// A folder with `words.json` and `words.packed`, and with a tree as bare bytes and its schema.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("words.json", WORDS);
    assert_eq!(folder.run(&["pack", "@words.json", "--meta", "from=a test"]).status, 0);
    let leaf = |number| Box::new(Tree::Leaf(number));
    let tree = Tree::Node { left: leaf(1), right: Box::new(Tree::Node { left: leaf(-2), right: leaf(3) }) };
    folder.write("tree.bin", Packed::<Tree, Indexed>::pack(&tree).as_bytes());
    folder.write("tree.schema", Schema::of::<Tree>().to_string());
    folder
}

/// Types that may grow are packed, checked and printed in every layout that has them.
#[test]
fn extensible() {
    let folder = Folder::new();
    folder.write(
        "schema",
        "packed-data schema 1\n\
         struct 6:Person extensible 4 4:name #1 3:age #2 default 5:email #1 default 5:shape #3\n\
         str\n\
         u8\n\
         enum 5:Shape extensible 2 3:Dot 0 other 5:Other 1 1:0 #4\n\
         unknown\n",
    );
    let all = r#"{"name":"Ada","age":36,"email":"a@b","shape":"Dot"}"#;
    let some = r#"{"name":"Bob","age":40}"#;
    folder.write("people.jsonl", format!("{all}\n{some}\n"));
    for layout in ["Compact", "Indexed", "Cbor"] {
        let packed = ["pack", "@people.jsonl", "--schema", "@schema", "--layout", layout, "--records", "-o", "@people"];
        let ran = folder.run(&packed);
        assert_eq!(ran.status, 0, "{layout}: {}", ran.text());
        assert_eq!(folder.text(&["cat", "@people"]), format!("{all}\n{some}\n"), "{layout}");
        let checked = folder.run(&["check", "@people"]);
        assert_eq!(checked.status, 0, "{layout}: {}", checked.text());
        let email = folder.text(&["get", "@people", "[0].email"]);
        assert_eq!(email, "\"a@b\"\n", "{layout}");
        let hex = folder.run(&["hex", "@people"]);
        assert_eq!(hex.status, 0, "{layout}: {}", hex.text());
        assert_eq!(folder.run(&["stat", "@people"]).status, 0, "{layout}");
        let converted = folder.run(&["convert", "@people", "@other", "--layout", "Compact"]);
        assert_eq!(converted.status, 0, "{layout}: {}", converted.text());
        assert_eq!(folder.text(&["cat", "@other"]), format!("{all}\n{some}\n"), "{layout}");
    }
    // The head says that more bytes follow than there are.
    let flags = ["-", "--schema", "@schema", "--layout", "Compact"];
    let ran = folder.run_with(&[&["check"], &flags[..]].concat(), &[9, 3, b'A', b'd', b'a', 36]);
    assert_eq!(ran.status, 1);
    assert!(ran.text().contains("unexpected end"), "{}", ran.text());
}

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

#[test]
fn info() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["info", "@words.packed"]),
        str![[r#"
words.packed
  content      3 records
  type         Word
  fingerprint  96d85c684d8b4a9a
  layout       Compact
  file         884 bytes
  values       101 bytes in 1 block
  index        yes
  checksums    intact
  metadata     from = "a test"

"#]]
    );
    assert_data_eq!(
        folder.text(&["info", "--json", "@words.packed"]),
        str![[r#"
{"blocks":1,"checksums":"intact","content":"3 records","errors":[],"file":"words.packed","file_bytes":884,"fingerprint":"96d85c684d8b4a9a","has_header":true,"has_index":true,"layout":"Compact","metadata":{"from":"a test"},"records":3,"stored_bytes":101,"type":"Word","value_bytes":101}

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
  values       31 bytes
  checksums    none

"#]]
    );
}

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
 8  01                                               Word.note: tag = 1 (Some)
 9  08                                               Word.note > Option::Some.0: length = 8
10  61 20 22 77 6f 72 64 22                          Word.note > Option::Some.0: str = "a /"word/""
18  00 00 00 00 00 00 00 40                          Word.score: f64 = 2.0
26  00                                               Word.tags: count = 0
27  02                                               Word.text: length = 2
28  62 65                                            Word.text: str = "be"

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
    let coloured = folder.text(&[&["hex", "@tree.bin", "left", "--color", "always"], &tree[..]].concat());
    assert!(coloured.contains("\u{1b}[34m"), "{coloured:?}");
}

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

#[test]
fn stat() {
    let folder = folder();
    let text = folder.text(&["stat", "@words.packed"]);
    // (The times differ from run to run.)
    let (sizes, layouts) = text.split_once("\nby layout").unwrap();
    assert_data_eq!(
        sizes,
        str![[r#"
words.packed: 3 records, 89 bytes in Compact

by kind
  numbers                                        48  53.9 %  █████████████
  text                                           28  31.5 %  ███████▌
  lengths and counts                             10  11.2 %  ██▊
  tags                                            3   3.4 %  ▊

by type, without its parts
  String                                         35  39.3 %  █████████▌
  f64                                            24  27.0 %  ██████▌
  i64                                            24  27.0 %  ██████▌
  Option<String>                                  3   3.4 %  ▊
  Vec<String>                                     3   3.4 %  ▊

by field, with its parts
  id                                             24  27.0 %  ██████▌
  score                                          24  27.0 %  ██████▌
  tags                                           20  22.5 %  █████▍
  tags[]                                         17  19.1 %  ████▋
  note                                           12  13.5 %  ███▎
  text                                            9  10.1 %  ██▍

"#]]
    );
    let rows: Vec<_> =
        layouts.lines().skip(2).map(|line| line.split_whitespace().take(2).collect::<Vec<_>>()).collect();
    assert_data_eq!(
        format!("{rows:?}"),
        str![[
            r#"[["Compact", "89"], ["Indexed", "95"], ["Cbor", "59"], ["haskell::Serialise", "79"], ["haskell::Store", "159"], ["haskell::Cereal", "159"], ["haskell::Binary", "210"]]"#
        ]]
    );
    // All bytes are in the first table, and the rows of the table of types add up to them too.
    for table in sizes.split("\n\n").skip(1).take(2) {
        let sum: u64 =
            table.lines().skip(1).map(|line| line[36..51].trim().replace(',', "").parse::<u64>().unwrap()).sum();
        assert!(sizes.lines().next().unwrap().contains(&format!(" {sum} bytes")), "{table}");
    }
}

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

#[test]
fn export() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "cddl"]),
        str![[r#"
word = [0, i64, option, f64, list, text-5]
i64 = -9223372036854775808..9223372036854775807
option = []        ; None
       / [text-5]  ; Some
f64 = float
list = [* text-5]
text-5 = tstr

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "jsonschema"]),
        str![[r##"
{
  "$defs": {
    "f64": {
      "anyOf": [
        {
          "type": "number"
        },
        {
          "enum": [
            "NaN",
            "Infinity",
            "-Infinity"
          ]
        }
      ]
    },
    "i64": {
      "maximum": 9223372036854775807,
      "minimum": -9223372036854775808,
      "type": "integer"
    },
    "list": {
      "items": {
        "$ref": "#/$defs/text"
      },
      "type": "array"
    },
    "option": {
      "anyOf": [
        {
          "type": "null"
        },
        {
          "$ref": "#/$defs/text"
        }
      ]
    },
    "text": {
      "type": "string"
    },
    "word": {
      "additionalProperties": false,
      "properties": {
        "id": {
          "$ref": "#/$defs/i64"
        },
        "note": {
          "$ref": "#/$defs/option"
        },
        "score": {
          "$ref": "#/$defs/f64"
        },
        "tags": {
          "$ref": "#/$defs/list"
        },
        "text": {
          "$ref": "#/$defs/text"
        }
      },
      "required": [
        "id",
        "note",
        "score",
        "tags",
        "text"
      ],
      "type": "object"
    }
  },
  "$ref": "#/$defs/word",
  "$schema": "https://json-schema.org/draft/2020-12/schema"
}

"##]]
    );
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "kaitai"]),
        str![[r#"
meta:
  id: words
  endian: le
  encoding: UTF-8
seq:
  - id: root
    type: word
types:
  short_varint:
    seq:
      - id: first
        type: u1
      - id: more
        type:
          switch-on: first
          cases:
            0xfc: u2
            0xfd: u4
            0xfe: u8
    instances:
      value:
        value: 'first < 0xfc ? first : more.as<u8>'
  word:
    doc: "Word"
    seq:
      - id: id_0
        doc: "id"
        type: s8
      - id: note_1
        doc: "note"
        type: option
      - id: score_2
        doc: "score"
        type: f8
      - id: tags_3
        doc: "tags"
        type: list
      - id: text_4
        doc: "text"
        type: text
  option:
    doc: "Option"
    seq:
      - id: tag
        type: u1
        enum: constructor
      - id: fields
        type:
          switch-on: tag
          cases:
            'constructor::some_1': some_1
    types:
      some_1:
        seq:
          - id: field_0
            type: text
    enums:
      constructor:
        0: none_0
        1: some_1
  list:
    seq:
      - id: length
        type: short_varint
      - id: elements
        type: text
        repeat: expr
        repeat-expr: length.value
  text:
    seq:
      - id: length
        type: short_varint
      - id: value
        type: str
        size: length.value

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "rust"]),
        str![[r#"
#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub struct Word {
    pub id: i64,
    pub note: Option<String>,
    pub score: f64,
    pub tags: Vec<String>,
    pub text: String,
}

pub type Root = Word;

"#]]
    );
    // The text of a schema, also from standard input.
    assert_data_eq!(
        folder.text(&["export", "@tree.schema", "--to", "cddl"]),
        str![[r#"
tree = [0, i64]         ; Leaf
     / [1, tree, tree]  ; Node
i64 = -9223372036854775808..9223372036854775807

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@tree.schema", "--to", "rust"]),
        str![[r#"
#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub enum Tree {
    Leaf(i64),
    Node {
        left: Box<Tree>,
        right: Box<Tree>,
    },
}

pub type Root = Tree;

"#]]
    );
    let tree = Schema::of::<Tree>().to_string();
    let ran = folder.run_with(&["export", "-", "--to", "kaitai"], tree.as_bytes());
    assert!(ran.text().starts_with("meta:\n  id: packed\n"), "{}", ran.text());
    // The identifier follows the name of the file.
    for (name, id) in [("My Tree-2.schema", "my_tree_2"), ("2.schema", "packed_2"), ("_é_.schema", "packed")] {
        folder.write(name, &tree);
        let text = folder.text(&["export", &format!("@{name}"), "--to", "kaitai"]);
        assert!(text.starts_with(&format!("meta:\n  id: {id}\n  endian: le\n")), "{name}: {text}");
    }
    // A document is printed as any JSON.
    assert_eq!(folder.run(&["pack", "@words.json", "--document", "-o", "@document"]).status, 0);
    assert_data_eq!(
        folder.text(&["export", "@document", "--to", "jsonschema"]),
        str![[r#"
{
  "$schema": "https://json-schema.org/draft/2020-12/schema"
}

"#]]
    );
}

#[test]
fn export_of_bad_input() {
    let folder = folder();
    folder.write("not.schema", "packed-data schema 1\nsequence #1\nu7\n");
    folder.write("cycle.schema", "packed-data schema 1\nsequence #0\n");
    folder.write("adapter.schema", "packed-data schema 1\nwith 3:Hex #1\nu64\n");
    folder.write("large.schema", "packed-data schema 1\narray 4294967296 #1\narray 4294967296 #2\nu8\n");
    assert_data_eq!(
        folder.text(&["export", "@not.schema", "--to", "cddl"]),
        str![[r#"
! packed: not.schema: not a schema: line 3, column 1: expected the kind of a type, found `u7`
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@cycle.schema", "--to", "rust"]),
        str![[r#"
! packed: cycle.schema: the type Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<_>>>>>>>>> cannot be exported: it is too large, or contains itself, without a name
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@adapter.schema", "--to", "rust"]),
        str![[r#"
! packed: adapter.schema: the type Hex cannot be exported: it has an adapter, which is code
status 1

"#]]
    );
    for to in ["cddl", "kaitai"] {
        let ran = folder.run(&["export", "@large.schema", "--to", to]);
        assert_eq!((ran.status, ran.out.as_slice()), (1, &[][..]), "{to}: {}", ran.text());
        assert!(
            ran.err.contains("large.schema: the type [[u8; 4294967296]; 4294967296] cannot be exported"),
            "{}",
            ran.err
        );
    }
    assert_data_eq!(
        folder.text(&["export", "@words.packed"]),
        str![[r#"
! error: the following required arguments were not provided:
!   --to <LANGUAGE>
! 
! Usage: packed export --to <LANGUAGE> <FILE>
! 
! For more information, try '--help'.
status 2

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "protobuf"]),
        str![[r#"
! error: invalid value 'protobuf' for '--to <LANGUAGE>'
!   [possible values: cddl, jsonschema, kaitai, rust]
! 
! For more information, try '--help'.
status 2

"#]]
    );
}

#[test]
fn convert_there_and_back() {
    let folder = folder();
    let original = folder.text(&["cat", "@words.packed"]);
    for (to, back) in [("words.jsonl", "a.packed"), ("words.cbor", "b.packed")] {
        assert_eq!(folder.text(&["convert", "@words.packed", &format!("@{to}")]), "");
        assert_eq!(
            folder.text(&["convert", &format!("@{to}"), &format!("@{back}"), "--schema", "@words.packed"]),
            "",
            "{to}"
        );
        assert_eq!(folder.text(&["cat", &format!("@{back}")]), original);
    }
    for layout in ["Indexed", "Cbor", "haskell::Store", "Compact"] {
        assert_eq!(folder.text(&["convert", "@words.packed", "@c.packed", "--layout", layout]), "");
        assert_eq!(folder.text(&["cat", "@c.packed"]), original);
        assert!(folder.text(&["info", "@c.packed"]).contains(layout));
        assert!(folder.text(&["info", "@c.packed"]).contains("from = \"a test\""));
    }
    assert_data_eq!(
        folder.text(&["convert", "@words.packed", "-", "--to", "json"]),
        str![[r#"
{"id":1,"note":null,"score":0.5,"tags":["verb","short"],"text":"to"}
{"id":2,"note":"a /"word/"","score":2.0,"tags":[],"text":"be"}
{"id":3,"note":null,"score":-1.25,"tags":["short"],"text":"or"}

"#]]
    );
    // Bare bytes.
    let tree = ["--schema", "@tree.schema"];
    let bare = [&["convert", "@tree.bin", "@tree.packed", "--layout", "Indexed"], &tree[..]].concat();
    assert_eq!(folder.text(&bare), "");
    let bare = ["convert", "@tree.packed", "@compact.bin", "--to", "bare", "--layout", "Compact"];
    assert_eq!(folder.text(&bare), "");
    let bytes = std::fs::read(folder.path("compact.bin")).unwrap();
    assert!(Packed::<Tree, Compact>::from_vec(bytes).is_ok());
    assert_data_eq!(
        folder.text(&["convert", "@words.packed", "@x", "--to", "bare"]),
        str![[r#"
! packed: words.packed: records have no bare form: they would run into each other
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["convert", "@words.packed", "@words.packed"]),
        str![[r#"
! packed: the output would replace the input, words.packed
status 2

"#]]
    );
    assert_data_eq!(
        folder.text(&["convert", "@tree.bin", "@x", "--from", "bare"]),
        str![[r#"
! packed: bytes without a header need --schema FILE and --layout NAME
status 2

"#]]
    );
}

#[test]
fn repair() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["repair", "@words.packed", "@same.packed"]),
        str![[r#"
words.packed: saved 3 records in 1 blocks

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

#[test]
fn bench() {
    let folder = folder();
    let text = folder.text(&["bench", "@words.packed"]);
    let words: Vec<_> = text.lines().map(|line| line.get(..36).unwrap_or(line)).collect();
    assert_data_eq!(
        words.join("\n"),
        str![[r#"
words.packed: 6 numbers that sum to 
deepest: [0] > Word.tags > [0]

  time, median of 9, read by schema 
  open (parse; verify and validate) 
  count and sum numbers             
  find the deepest path             
  look the path up                  
  add one to every number, in place 
  make the bytes (serialise; pack)  
"#]]
    );
    let text = folder.text(&["bench", "@words.packed", "--path", "[1].text"]);
    assert!(text.contains("look the path up"), "{text}");
}

#[test]
fn generated() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(folder.text(&["completions", shell]).contains("where"), "{shell}");
    }
    assert_eq!(folder.text(&["man", "@man"]), "");
    let pages = std::fs::read_dir(folder.path("man")).unwrap().count();
    assert_eq!(pages, packed_data_cli::command_line().get_subcommands().count() + 1);
    assert!(std::fs::read_to_string(folder.path("man/packed-cat.1")).unwrap().contains("fulfil a condition"));
}

#[test]
fn usage() {
    let folder = folder();
    for line in [
        &["cat"][..],
        &["dog", "@words.packed"],
        &["cat", "@words.packed", "--range", "x"],
        &["cat", "@tree.bin", "--schema", "@tree.schema"],
        &["cat", "@tree.bin", "--layout", "Compact"],
        &["cat", "@tree.bin", "--schema", "@tree.schema", "--layout", "Compat"],
        &["pack", "-"],
        &["convert", "@words.packed", "@x", "--schema", "@tree.schema"],
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.status, 2, "{line:?}: {}", ran.text());
        assert!(!ran.err.is_empty() && ran.out.is_empty(), "{line:?}: {}", ran.text());
    }
    let help = folder.run(&["--help"]);
    assert_eq!((help.status, help.err.as_str()), (0, ""));
    assert_eq!(folder.run(&["--version"]).text(), "packed 0.1.0\n");
}

/// The pipeline of the README, on the document of the example `json`.
#[test]
fn the_shop() {
    let folder = Folder::new();
    let shop = common::shop().display().to_string();
    assert_data_eq!(
        folder.text(&["pack", &shop, "-o", "@shop.packed"]),
        str![[r#"
shop.packed: one Json, 280,427 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["get", "@shop.packed", "products[3].name"]),
        str![[r#"
"Spare Stool"

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", &shop, "--at", "/products", "-o", "@products.packed"]),
        str![[r#"
products.packed: 300 records of Product, 34,991 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@products.packed", "--where", "stock < 2 and rating = null"]),
        str![[r#"
{"description":"Heavy vase of linen, made to last.","discontinued":true,"name":"Heavy Vase","price":333.26,"rating":null,"rooms":[],"size_cm":[6,18,15],"sku":"HH-00269","stock":0}

"#]]
    );
    // There and back: the same document.
    assert_eq!(folder.text(&["convert", "@shop.packed", "@again.json"]), "");
    let parse = |path| serde_json::from_slice::<serde_json::Value>(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(parse(folder.path("again.json")), parse(common::shop()));
}
