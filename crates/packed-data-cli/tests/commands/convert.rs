//! `packed convert`.

use packed_data::{Compact, Packed};
use snapbox::{assert_data_eq, str};

use crate::{Tree, folder};

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
{"id":1,"text":"to","tags":["verb","short"],"score":0.5,"note":null}
{"id":2,"text":"be","tags":[],"score":2.0,"note":"a /"word/""}
{"id":3,"text":"or","tags":["short"],"score":-1.25,"note":null}

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

/// `convert x.packed x.xlsx` wrote a packed file with that name.
#[test]
fn unknown_endings() {
    let folder = folder();
    for name in ["x.xlsx", "x.jsom", "x.packed.gz"] {
        let ending = name.rsplit_once('.').unwrap().1;
        assert_eq!(
            folder.text(&["convert", "@words.packed", &format!("@{name}")]),
            format!(
                "! packed: {name}: the ending .{ending} is not known: expected .packed, .json, .jsonl, .ndjson, .cbor, \
                 .csv, .parquet, .arrow or .feather, or --to FORM\nstatus 2\n"
            )
        );
        assert!(!folder.names().contains(&name.to_owned()));
        assert_eq!(folder.text(&["convert", "@words.packed", &format!("@{name}"), "--to", "csv"]), "");
    }
    // No ending: a packed file. Endings in capitals are the same.
    for name in ["@none", "@.hidden"] {
        assert_eq!(folder.text(&["convert", "@words.packed", name]), "");
        assert_eq!(folder.run(&["check", name]).status, 0);
    }
    assert_eq!(folder.text(&["convert", "@words.packed", "@W.JSONL"]), "");
    assert_eq!(folder.text(&["convert", "@W.JSONL", "@w.Packed"]), "");
    assert_eq!(folder.text(&["cat", "@w.Packed"]), folder.text(&["cat", "@words.packed"]));
}

/// Of equal names in a map of CBOR the last won, and what is no number became null, without a word.
#[test]
fn what_cbor_loses_is_reported() {
    let folder = folder();
    // [{"a": 1, "a": 2}, NaN]
    folder.write("a.cbor", [0x82, 0xA2, 0x61, b'a', 1, 0x61, b'a', 2, 0xF9, 0x7E, 0]);
    let text = "! packed: a.cbor: warning: a second member with this name, the last one counts, in [0].a\n\
                ! packed: a.cbor: warning: the number NaN becomes null, in [1]\n";
    let ran = folder.text(&["convert", "@a.cbor", "-", "--to", "json"]);
    assert_eq!(ran, format!("[{{\"a\":2}},null]\n{text}"));
    let strict = text.replace("warning: ", "") + "status 1\n";
    assert_eq!(folder.text(&["convert", "--strict", "@a.cbor", "@no.packed"]), strict);
}
