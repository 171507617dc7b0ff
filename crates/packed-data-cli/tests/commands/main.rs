//! What each command prints. `SNAPSHOTS=overwrite cargo test -p packed-data-cli --test commands` accepts changes.

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod cat;
mod check;
mod columns;
mod compress;
mod convert;
mod dump;
mod explore;
mod export;
mod get;
mod hex;
mod hostile;
mod hostile_names;
mod infer;
mod info;
mod man;
mod memory;
mod pack;
#[cfg(feature = "columns")]
mod parts;
mod pictures;
mod process;
mod query;
mod records;
mod repair;
mod schema;
mod session;
mod stat;

use common::Folder;
use packed_data::{Indexed, Packable, Packed};
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
shop.packed: one Shop, 139,440 bytes in Compact

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
{"sku":"HH-00269","name":"Heavy Vase","description":"Heavy vase of linen, made to last.","price":333.26,"stock":0,"size_cm":[6,18,15],"rooms":[],"rating":null,"discontinued":true}

"#]]
    );
    // There and back: the same document.
    assert_eq!(folder.text(&["convert", "@shop.packed", "@again.json"]), "");
    let parse = |path| serde_json::from_slice::<serde_json::Value>(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(parse(folder.path("again.json")), parse(common::shop()));
}
