//! `packed export`.

use packed_data_schema::Schema;
use snapbox::{assert_data_eq, str};

use crate::{Tree, folder};

#[test]
fn export() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "cddl"]),
        str![[r#"
word = [0, i64, text-2, list, f64, option]
i64 = -9223372036854775808..9223372036854775807
text-2 = tstr
list = [* text-2]
f64 = float
option = []        ; None
       / [text-2]  ; Some

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
        "text",
        "tags",
        "score",
        "note"
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
      - id: text_1
        doc: "text"
        type: text
      - id: tags_2
        doc: "tags"
        type: list
      - id: score_3
        doc: "score"
        type: f8
      - id: note_4
        doc: "note"
        type: option
  text:
    seq:
      - id: length
        type: short_varint
      - id: value
        type: str
        size: length.value
  list:
    seq:
      - id: length
        type: short_varint
      - id: elements
        type: text
        repeat: expr
        repeat-expr: length.value
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

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@words.packed", "--to", "rust"]),
        str![[r#"
#[derive(Clone, Debug, PartialEq, packed_data::Packable)]
pub struct Word {
    pub id: i64,
    pub text: String,
    pub tags: Vec<String>,
    pub score: f64,
    pub note: Option<String>,
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

/// A module reads the layout of its file, or one that is named.
#[test]
fn typescript() {
    let folder = folder();
    let first = |arguments: &[&str]| {
        let ran = folder.run(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.text());
        let text = String::from_utf8(ran.out).expect("the module is text");
        assert!(text.contains("\nimport * as p from \"packed-data\";\n"), "{text}");
        text.lines().next().expect("a module has lines").to_owned()
    };
    let made = |layout: &str| {
        format!(
            "// Made by `packed schema export --to typescript`, for the layout {layout}. Do not edit: make it again."
        )
    };
    let indexed = folder.run(&["convert", "@words.packed", "@indexed.packed", "--layout", "Indexed"]);
    assert_eq!(indexed.status, 0, "{}", indexed.text());
    // Kaitai Struct describes `Compact`, which is not what this file has.
    let kaitai = folder.run(&["export", "@indexed.packed", "--to", "kaitai"]);
    assert_eq!(kaitai.status, 0, "{}", kaitai.text());
    assert!(kaitai.err.ends_with("indexed.packed is in Indexed; this describes bytes in Compact\n"), "{}", kaitai.err);
    assert_eq!(first(&["schema", "export", "@indexed.packed", "--to", "typescript"]), made("Indexed"));
    assert_eq!(first(&["export", "@indexed.packed", "--to", "typescript", "--layout", "Compact"]), made("Compact"));
    assert_eq!(first(&["export", "@tree.schema", "--to", "typescript"]), made("Compact"));
    assert_data_eq!(
        folder.text(&["export", "@tree.schema", "--to", "typescript", "--layout", "Cbor"]),
        str![[r#"
! packed: tree.schema: the type Tree cannot be exported: TypeScript reads Compact and Indexed, not Cbor
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["export", "@tree.schema", "--to", "cddl", "--layout", "Cbor"]),
        str![[r#"
! packed: `--layout` is for `--to typescript`: other languages have one layout, or none
status 2

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
    for to in ["cddl", "kaitai", "typescript"] {
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
!   [possible values: cddl, jsonschema, kaitai, rust, typescript]
! 
! For more information, try '--help'.
status 2

"#]]
    );
}
