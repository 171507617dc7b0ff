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
other: one Record, 29 bytes in Compact

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
mixed.packed: one Vec<Json>, 45 bytes in Compact

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
    assert_eq!(
        folder.text(&["pack", "@odd.json"]),
        "odd.packed: 1 record of Map<String, JsonOdd>, 41 bytes in Compact\n"
    );
    folder.write("odd.json", r#"[{"selfs": [{"x": 1}], "_": {"y": 2}}]"#);
    assert_eq!(folder.run(&["pack", "@odd.json"]).status, 0);
    let schema = folder.text(&["schema", "@odd.packed"]);
    assert!(schema.contains("struct 10:RecordSelf 1 1:x") && schema.contains("struct 6:Record 1 1:y"), "{schema}");
}

/// A number that its float does not keep was rounded without a word, and of equal names the last won.
#[test]
fn what_packing_loses_is_reported() {
    let folder = folder();
    folder.write(
        "odd.json",
        "[{\"a\": 1234567890123456789012345678901234567890, \"b c\": [680564733841876926926749214863536422912, 1]},\n\
         {\"x\": 0.1234567890123456789, \"x\": {\"y\\u0001\": 1e-400}, \"\\u0078\": 2}]",
    );
    let text = "\
        ! packed: odd.json: warning: the number 1234567890123456789012345678901234567890 becomes 1.2345678901234568e39, \
        in [0].a\n\
        ! packed: odd.json: warning: the number 680564733841876926926749214863536422912 becomes 6.80564733841877e38, \
        in [0][\"b c\"][0]\n\
        ! packed: odd.json: warning: the number 0.1234567890123456789 becomes 0.12345678901234568, in [1].x\n\
        ! packed: odd.json: warning: a second member with this name, the last one counts, in [1].x\n\
        ! packed: odd.json: warning: the number 1e-400 becomes 0.0, in [1].x[\"y\\u0001\"]\n\
        ! packed: odd.json: warning: a second member with this name, the last one counts, in [1].x\n";
    let ran = folder.run(&["pack", "@odd.json"]);
    assert_eq!(ran.text(), format!("odd.packed: 2 records of Odd, 40 bytes in Compact\n{text}"));
    let strict = text.replace("warning: ", "") + "status 1\n";
    for line in [
        &["pack", "--strict", "@odd.json", "-o", "@no"][..],
        &["convert", "--strict", "@odd.json", "@no"],
        &["convert", "--strict", "@odd.json", "-", "--to", "json"],
        &["convert", "--strict", "@odd.json", "@no.csv"],
    ] {
        assert_eq!(folder.text(line), strict, "{line:?}");
    }
    assert!(!folder.names().iter().any(|name| name.starts_with("no")));
    for line in [&["convert", "@odd.json", "@yes.cbor"][..], &["convert", "@odd.json", "@yes.packed"]] {
        assert_eq!(folder.text(line), text, "{line:?}");
    }
    // Lines: the number of the record comes first. What `--at` leaves out is not packed.
    let lines =
        "{\"a\": 1, \"b\": {\"c\": 2}}\n{\"a\": 1, \"a\": 1, \"b\": {\"c\": 1e400000000000000000000000000000000e}}";
    let lines = lines.replace("1e400000000000000000000000000000000e", &"9".repeat(40));
    folder.write("lines.jsonl", lines);
    let second = "! packed: lines.jsonl: warning: a second member with this name, the last one counts, in [1].a\n";
    let number = "! packed: lines.jsonl: warning: the number 9999999999999999999999999999999999999999 becomes 1e40, in [1].b.c\n";
    assert!(folder.text(&["pack", "@lines.jsonl"]).ends_with(&format!("{second}{number}")));
    assert!(folder.text(&["pack", "@lines.jsonl", "--at", "/b"]).ends_with(&format!("Compact\n{number}")));
    assert!(folder.text(&["pack", "@lines.jsonl", "--at", "/a", "--records"]).ends_with(&format!("Compact\n{second}")));
}

/// All that a float keeps is packed without a word: what 17 digits can tell apart.
#[test]
fn numbers_that_are_kept_are_not_reported() {
    let folder = folder();
    let numbers = "0.1, -0, 0e999, 1e20, 100000000000000000000000, 5e-324, 4.94e-324, -65.613616999999977, 1.50000000000000000000, \
        0.10000000000000001, 0.30000000000000004, 1.7976931348623157e308, 9223372036854775807, -9223372036854775808, \
        18446744073709551615, 12345678.9E-3, 0.000000000000000000000000000001";
    folder.write("kept.json", format!("[{numbers}]"));
    let ran = folder.run(&["pack", "--strict", "@kept.json"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lost = "0.10000000000000002, 9007199254740993.0, -170141183460469231731687303715884105729, 0.12345678901234567, \
        1000000000000000000000000000000000000001";
    for number in lost.split(", ") {
        folder.write("lost.json", number);
        let lost = folder.run(&["pack", "--strict", "@lost.json"]);
        let is_kept = number == "0.10000000000000002";
        assert_eq!(lost.status, u8::from(!is_kept), "{number}: {}", lost.text());
        assert!(is_kept || lost.err.starts_with(&format!("packed: lost.json: the number {number} becomes ")));
    }
}

/// The floats of a schema: integers that they do not have, and decimals that only the wider one has.
#[test]
fn numbers_rounded_by_the_schema_are_reported() {
    let folder = folder();
    folder.write("schema", "packed-data schema 1\nstruct 1:P 2 1:a #1 1:b #2\nf64\nsequence #3\noptional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #4\nf32\n");
    let kept = r#"{"b": [null, 0.1, 16777216, 0.100000001, 3.4028235e38], "a": 9007199254740992}"#;
    let lost = r#"{"b": [null, 16777217, 1e300, 3.141592653589793], "a": 9007199254740993}"#;
    folder.write("p.jsonl", format!("{kept}\n{lost}\n"));
    let line = ["pack", "@p.jsonl", "--schema", "@schema", "-o", "@out"];
    assert_eq!(
        folder.text(&line),
        "out: 2 records of P, 55 bytes in Compact\n\
         ! packed: p.jsonl: warning: the number 9007199254740993 becomes 9007199254740992.0, in [1] > P.a\n\
         ! packed: p.jsonl: warning: the number 16777217 becomes 16777216.0, in [1] > P.b > [1] > Option::Some.0\n\
         ! packed: p.jsonl: warning: the number 1e300 becomes inf, in [1] > P.b > [2] > Option::Some.0\n\
         ! packed: p.jsonl: warning: the number 3.141592653589793 becomes 3.1415927, in [1] > P.b > [3] > Option::Some.0\n"
    );
    std::fs::remove_file(folder.path("out")).unwrap();
    for strict in
        [&[&line[..], &["--strict"]].concat()[..], &["convert", "--strict", "@p.jsonl", "@out", "--schema", "@schema"]]
    {
        let ran = folder.run(strict);
        assert_eq!((ran.status, ran.out.len(), ran.err.lines().count()), (1, 0, 4), "{}", ran.text());
        assert!(!folder.names().contains(&"out".to_owned()));
    }
}

/// A document with a million faults prints ten of them, and their number.
#[test]
fn reports_are_bounded() {
    let folder = folder();
    let members = "\"a\":0.12345678901234567890,".repeat(100_000);
    folder.write("many.json", format!("{{{members}\"{}\":{}.0}}", "k".repeat(100_000), "7".repeat(300)));
    let ran = folder.run(&["pack", "@many.json"]);
    assert_eq!(ran.status, 0);
    assert_eq!(ran.err.lines().count(), 11);
    assert!(ran.err.ends_with("packed: many.json: warning: and 199,990 more\n"), "{}", ran.err);
    folder.write("long.json", format!("{{\"{}\":{}}}", "k".repeat(100_000), "7".repeat(300)));
    let ran = folder.run(&["pack", "@long.json"]);
    assert!(ran.err.len() < 300, "{}", ran.err);
}

/// Editors of some systems write a byte order mark; its bytes were "not JSON".
#[test]
fn byte_order_marks() {
    let folder = folder();
    folder.write("a.json", "\u{FEFF}[{\"a\": 1}]");
    assert_eq!(folder.text(&["pack", "@a.json"]), "a.packed: 1 record of A, 8 bytes in Compact\n");
    assert_eq!(folder.text(&["convert", "@a.json", "-", "--to", "json"]), "[{\"a\":1}]\n");
    folder.write("a.schema", "\u{FEFF}packed-data schema 1\r\nu8\r\n");
    assert_eq!(folder.text(&["schema", "@a.schema"]), "packed-data schema 1\nu8\n");
    for (name, head) in [
        ("UTF-16", &b"\xFF\xFE"[..]),
        ("UTF-16", b"\xFE\xFF"),
        ("UTF-32", b"\xFF\xFE\0\0"),
        ("UTF-32", b"\0\0\xFE\xFF"),
    ] {
        folder.write("b.json", [head, b"[\0]\0"].concat());
        let expected =
            format!("! packed: b.json: expected text in UTF-8, found the byte order mark of {name}\nstatus 1\n");
        assert_eq!(folder.text(&["pack", "@b.json"]), expected);
        assert_eq!(folder.text(&["schema", "@b.json"]), expected);
    }
    folder.write("empty.json", "\u{FEFF}");
    assert!(folder.text(&["pack", "@empty.json"]).contains("the file is empty"));
}

/// "cannot write /nodir/z.packed: entity not found".
#[test]
fn outputs_that_cannot_be_written() {
    let folder = folder();
    for line in [
        &["pack", "@words.json", "-o", "@nodir/z.packed"][..],
        &["convert", "@words.packed", "@nodir/z.json"],
        &["repair", "@words.packed", "@nodir/z.packed"],
    ] {
        let name = line.last().unwrap().trim_start_matches('@');
        let expected = format!("! packed: cannot write {name}: the folder nodir does not exist\nstatus 1\n");
        assert_eq!(folder.text(line), expected);
    }
    let text = folder.text(&["pack", "@words.json", "-o", "@words.packed/z.packed"]);
    assert_eq!(text, "! packed: cannot write words.packed/z.packed: Not a directory (os error 20)\nstatus 1\n");
    #[cfg(target_os = "linux")]
    for to in ["packed", "json", "cbor", "csv"] {
        let text = folder.text(&["convert", "@words.packed", "/dev/full", "--to", to]);
        assert_eq!(text, "! packed: cannot write /dev/full: No space left on device (os error 28)\nstatus 1\n", "{to}");
    }
}

/// Right JSON that is deeper, or has larger numbers, than is read was "not JSON".
#[test]
fn json_beyond_the_limits() {
    let folder = folder();
    let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    folder.write("deep.json", nested(127));
    assert_eq!(folder.run(&["pack", "@deep.json"]).status, 0);
    folder.write("deep.json", nested(128));
    let text = "! packed: deep.json: too deep: expected at most 127 nested levels, found more, at line 1 column 128\nstatus 1\n";
    assert_eq!(folder.text(&["pack", "@deep.json"]), text);
    folder.write("large.json", "[1e400]");
    let text = folder.text(&["pack", "@large.json"]);
    assert!(text.starts_with("! packed: large.json: too large: expected a number in the range of f64"), "{text}");
    folder.write("empty", "");
    let text = folder.text(&["pack", "@words.json", "--schema", "@empty"]);
    assert_eq!(text, "! packed: empty: the file is empty: expected a schema, or packed data\nstatus 1\n");
    let text = folder.text(&["pack", "@words.json", "--at", "x"]);
    assert_eq!(text, "! packed: --at: expected a JSON Pointer, which begins with `/`, found \"x\"\nstatus 2\n");
}
