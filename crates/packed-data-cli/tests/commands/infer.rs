//! What `packed pack` infers: the same JSON comes out as of documents, which have no other types.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::Duration;

use serde_json::{Value as Json, json};
use snapbox::{assert_data_eq, str};

use crate::common::{Folder, Random};
use crate::folder;

/// Returns a value in which integers and floats that are equal are one.
fn plain(value: Json) -> Json {
    match value {
        Json::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if float.fract() == 0.0 && float.abs() <= (1_u64 << 53) as f64 => json!(float as i64),
            _ => Json::Number(number),
        },
        Json::Array(items) => items.into_iter().map(plain).collect(),
        Json::Object(members) => members.into_iter().map(|(name, value)| (name, plain(value))).collect(),
        other => other,
    }
}

/// Packs a file with more flags, and returns what comes out.
fn round(folder: &Folder, name: &str, flags: &[&str]) -> Vec<Json> {
    let packed = folder.run(&[&["pack", name, "-o", "@out"], flags].concat());
    assert_eq!(packed.status, 0, "{}", packed.err);
    assert_eq!(folder.run(&["check", "--deep", "@out"]).status, 0);
    let out = folder.run(&["cat", "@out"]).out;
    serde_json::Deserializer::from_slice(&out).into_iter().map(|value| plain(value.unwrap())).collect()
}

/// Checks that a text comes out as it does of a document.
fn comes_back(text: &str) {
    let folder = Folder::new();
    folder.write("x.json", text);
    let documents = round(&folder, "@x.json", &["--document"]);
    for flags in [&[][..], &["--layout", "Indexed"], &["--layout", "Cbor"], &["--wide-integers", "text"]] {
        let mut values = round(&folder, "@x.json", flags);
        if let [Json::Array(_)] = &documents[..] {
            // (The elements of a list are records.)
            if !matches!(&values[..], [Json::Array(_)]) {
                values = vec![values.into()];
            }
        }
        assert_eq!(values, documents, "{flags:?}: {text}");
    }
}

/// Returns a random value that nests at most this deep.
fn value(random: &mut Random, depth: u32) -> Json {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 => json!(random.below(1000)),
        1 => json!(["x", "", "日本\n\"", "null"][random.below(4)]),
        2 => Json::Null,
        3 => json!(random.below(2) == 0),
        4 => json!(random.below(100) as f64 / 4.0),
        5 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => object(random, depth - 1),
    }
}

fn object(random: &mut Random, depth: u32) -> Json {
    const NAMES: [&str; 8] = ["id", "日本", "", "a b", "\"", "x-y", "Array", "n1"];
    Json::Object((0..random.below(6)).map(|_| (NAMES[random.below(8)].into(), value(random, depth))).collect())
}

#[test]
fn random_documents() {
    let mut random = Random::new(42);
    for round in 0..40_u64 {
        let depth = (round % 4) as u32;
        let text = match round % 3 {
            0 => value(&mut random, depth).to_string(),
            1 => (0..3).map(|_| object(&mut random, depth).to_string() + "\n").collect(),
            _ => Json::Array((0..3).map(|_| object(&mut random, depth)).collect()).to_string(),
        };
        comes_back(&text);
    }
}

/// Documents in the shapes of npm metadata, GeoJSON and tweets.
#[test]
fn shapes_of_real_documents() {
    comes_back(
        r#"{"_id": "left-pad", "dist-tags": {"latest": "1.3.0", "beta": "2.0.0-1"}, "versions": {
            "1.0.0": {"name": "left-pad", "dependencies": {"a": "^1", "@b/c": "*"}, "license": "MIT"},
            "1.0.1": {"name": "left-pad", "devDependencies": {}, "license": {"type": "MIT", "url": "x"}},
            "1.3.0": {"name": "left-pad", "license": "WTFPL", "deprecated": "use String.prototype.padStart()"}},
            "time": {"created": "2014", "1.0.0": "2014", "1.0.1": "2015"}, "users": {"ann": true, "bob": true}}"#,
    );
    comes_back(
        r#"{"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.4, 52]}, "properties": {"name": "B"}},
            {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2.5], [3, 4]]}, "id": 7,
             "properties": {"prop0": "v", "prop1": 0.0}},
            {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]]}, "id": "x",
             "properties": {"prop1": {"this": "that"}}}, {"type": "Feature", "geometry": null, "properties": null}]}"#,
    );
    comes_back(
        "{\"id\": 505874924095815681, \"text\": \"一\", \"user\": {\"id\": 1, \"url\": null, \"entities\": \
         {\"description\": {\"urls\": []}}}, \"retweeted_status\": {\"id\": 2, \"user\": {\"id\": 3}}, \"geo\": null}\n\
         {\"id\": 505874922023837696, \"text\": \"二\", \"possibly_sensitive\": false, \"user\": {\"id\": 4, \"url\": \
         \"http://t.co\", \"entities\": {\"url\": {\"urls\": [{\"indices\": [0, 22], \"expanded_url\": null}]}}}}\n",
    );
}

#[test]
fn explained() {
    let folder = folder();
    folder.write(
        "orders.jsonl",
        "{\"id\": 1, \"note\": \"x\", \"by\": {\"2024-01-01\": 1, \"2024-01-02\": 2, \"2024-01-03\": 3}}\n\
         {\"id\": \"2a\", \"note\": null, \"by\": {}, \"lines\": [{\"n\": 1, \"价\": 2.5}, {\"n\": 18446744073709551616}]}\n\
         {\"id\": 3, \"by\": {}, \"any\": [1, \"x\", [], {}, null]}\n",
    );
    assert_data_eq!(
        folder.text(&["pack", "@orders.jsonl", "--explain"]),
        str![[r#"
orders.packed: 3 records of Order, 156 bytes in Compact
! packed:            Order                     3 of 3
! packed: id         JsonId                    3 of 3  an integer in 2, a text in 1
! packed: note       Option<Option<String>>    2 of 3  null in 1, missing in 1
! packed: by         Map<String, i64>          3 of 3  a map: 3 names, such as "2024-01-01"
! packed: by{}       i64                       3 of 3
! packed: lines      Option<Vec<Line>>         1 of 3  missing in 2
! packed: lines[]    Line                      2 of 2
! packed: lines[].n  i128                      2 of 2  integers beyond i64
! packed: lines[].价  Option<f64>               1 of 2  missing in 1
! packed: any        Option<Vec<Json>>         1 of 3  missing in 2
! packed: any[]      Json                      5 of 5  an integer in 1, a text in 1, a list in 1, an object in 1, null in 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@orders.packed"]),
        str![[r#"
{"id":1,"note":"x","by":{"2024-01-01":1,"2024-01-02":2,"2024-01-03":3}}
{"id":"2a","note":null,"by":{},"lines":[{"n":1,"价":2.5},{"n":"18446744073709551616"}]}
{"id":3,"by":{},"any":[1,"x",[],{},null]}

"#]]
    );
}

/// A record that is not of the type that the first ones have.
#[test]
fn samples() {
    let folder = folder();
    folder.write("a.jsonl", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": {\"b\": [\"x\"]}}\n");
    assert_data_eq!(
        folder.text(&["pack", "@a.jsonl", "--sample", "2"]),
        str![[r#"
! packed: a.jsonl: record 2: invalid type: map, expected i64 in A.a; the schema was inferred from 2 records: state a larger --sample, or none
status 1

"#]]
    );
    assert!(!folder.names().contains(&"a.packed".to_owned()));
    folder.write("a.json", "[{\"a\": 1}, {\"a\": 2, \"b\": 1}]");
    assert_data_eq!(
        folder.text(&["pack", "@a.json", "--sample", "1"]),
        str![[r#"
! packed: a.json: record 1: no field `b`; the schema was inferred from 1 record: state a larger --sample, or none
status 1

"#]]
    );
    assert_eq!(folder.run(&["pack", "@a.json", "--sample", "2"]).status, 0);
}

#[test]
fn wide_integers() {
    let folder = folder();
    folder.write("w.jsonl", "{\"n\": 1}\n{\"n\": 340282366920938463463374607431768211455}\n");
    assert_data_eq!(
        folder.text(&["pack", "@w.jsonl", "--strict"]),
        str![[r#"
w.packed: 2 records of W, 32 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["schema", "@w.packed"]),
        str![[r#"
packed-data schema 1
struct 1:W 1 1:n #1
u128

"#]]
    );
    assert_data_eq!(
        folder.text(&["pack", "@w.jsonl", "--strict", "--wide-integers", "text"]),
        str![[r#"
w.packed: 2 records of W, 50 bytes in Compact

"#]]
    );
    assert_data_eq!(
        folder.text(&["schema", "@w.packed"]),
        str![[r#"
packed-data schema 1
struct 1:W 1 1:n #1
enum 5:JsonN 2 3:Int 1 1:0 #2 6:String 1 1:0 #3
i64
str

"#]]
    );
    // A document has no integers of 128 bits.
    assert_data_eq!(
        folder.text(&["pack", "@w.jsonl", "--document"]),
        str![[r#"
w.packed: 2 records of Json, 26 bytes in Compact
! packed: w.jsonl: warning: the number 340282366920938463463374607431768211455 becomes 3.402823669209385e38, in [1] > Json::Object.0 > [0] > Map.value > Json::Float.0

"#]]
    );
}

/// What is wrong in the text has its line and column in the file, whichever value it is in.
#[test]
fn places_of_errors() {
    let folder = folder();
    for (text, message) in [
        ("[1,\n 2", "expected `,` or `]`, at line 2 column 3"),
        ("[{\"a\":1},\n{\"a\":}]", "expected a value, found `}`, at line 2 column 6"),
        ("{\"a\":1}\n{\"a\":1", "expected `,` or `}`, found the end, at line 2 column 7"),
        ("[1,]", "expected a value, found the end of the list, at line 1 column 4"),
        ("[1]]", "expected a value, found `]`, at line 1 column 4"),
        ("[,1]", "expected a value, found `,`, at line 1 column 2"),
        ("[ ,", "expected a value, found `,`, at line 1 column 3"),
        ("[1,,2]", "expected a value, found `,`, at line 1 column 4"),
        ("{\"a\":1}}", "expected a value, found `}`, at line 1 column 8"),
        ("\"a", "expected a quotation mark at the end of a text, found the end, at line 1 column 3"),
        ("{\"a\" 1}", "expected `:`, found `1`, at line 1 column 6"),
        ("[1] x", "expected a value, found `x`, at line 1 column 5"),
    ] {
        folder.write("wrong.json", text);
        let expected = format!("! packed: wrong.json: not JSON: {message}\nstatus 1\n");
        assert_eq!(folder.text(&["pack", "@wrong.json"]), expected, "{text}");
    }
}

#[test]
fn csv() {
    let folder = folder();
    folder.write(
        "goods.csv",
        "id,name,price,ok,code,note\r\n1,\"Anna, B.\",1.5,true,007,\r\n2,\"\",2,false,010,\"x \"\"y\"\"\n\"\r\n",
    );
    assert_data_eq!(
        folder.text(&["pack", "@goods.csv", "--explain"]),
        str![[r#"
goods.packed: 2 records of Good, 61 bytes in Compact
! packed:        Good              2 of 2
! packed: id     i64               2 of 2
! packed: name   String            2 of 2
! packed: price  f64               2 of 2
! packed: ok     bool              2 of 2
! packed: code   String            2 of 2
! packed: note   Option<String>    2 of 2  null in 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["cat", "@goods.packed"]),
        str![[r#"
{"id":1,"name":"Anna, B.","price":1.5,"ok":true,"code":"007","note":null}
{"id":2,"name":"","price":2.0,"ok":false,"code":"010","note":"x /"y/"/n"}

"#]]
    );
    // There and back, and to JSON.
    assert_eq!(folder.text(&["convert", "@goods.packed", "@again.csv"]), "");
    assert_eq!(folder.text(&["convert", "@again.csv", "@again.packed"]), "");
    assert_eq!(folder.text(&["cat", "@again.packed"]), folder.text(&["cat", "@goods.packed"]));
    assert_eq!(folder.text(&["convert", "@again.csv", "-", "--to", "json"]), folder.text(&["cat", "@goods.packed"]));
    // By a schema: what has parts is JSON.
    folder.write("p.schema", "packed-data schema 1\nstruct 1:P 2 1:a #1 1:b #2\nu8\nsequence #1\n");
    folder.write("p.csv", "b,a\n\"[1, 2]\",7\n[],x\n");
    assert_data_eq!(
        folder.text(&["pack", "@p.csv", "--schema", "@p.schema"]),
        str![[r#"
! packed: p.csv: record 1: invalid value: string "x", expected u8 in P.a
status 1

"#]]
    );
    for (text, message) in [
        ("", "the file is empty: expected a line with the names of the columns"),
        ("a,a\n1,2\n", "not CSV: expected other names, found two columns \"a\", at line 1"),
        ("a,b\n1,2\n\n3\n", "not CSV: expected 2 cells, found 1, at line 4"),
        ("a\n\"x\n", "not CSV: expected a quotation mark at the end of a cell, at line 2"),
        ("a\n\"x\"y\n", "not CSV: expected a comma after a cell in quotation marks, at line 2"),
        ("a\n", "expected a line after that with the names, found none"),
    ] {
        folder.write("wrong.csv", text);
        let expected = format!("! packed: wrong.csv: {message}\nstatus 1\n");
        assert_eq!(folder.text(&["pack", "@wrong.csv"]), expected, "{text:?}");
    }
}

#[test]
#[cfg(feature = "arrow")]
fn columns_there_and_back() {
    let folder = folder();
    for name in ["@words.parquet", "@words.arrow"] {
        assert_eq!(folder.text(&["convert", "@words.packed", name]), "");
        let packed = folder.text(&["pack", name, "-o", "@again.packed"]);
        assert_eq!(packed, "again.packed: 3 records of Word, 89 bytes in Compact\n");
        assert_eq!(folder.text(&["cat", "@again.packed"]), folder.text(&["cat", "@words.packed"]));
        assert_eq!(folder.text(&["convert", name, "-", "--to", "json"]), folder.text(&["cat", "@words.packed"]));
    }
}

#[test]
#[cfg(not(feature = "arrow"))]
fn columns_need_a_feature() {
    let folder = folder();
    folder.write("x.parquet", "PAR1");
    let text = folder.text(&["pack", "@x.parquet"]);
    assert!(text.starts_with("! packed: this program was built without Parquet and Arrow"), "{text}");
}

/// Lines are packed as they come, also those in two pieces, until the file is removed.
#[test]
fn follow() {
    let folder = folder();
    let path = folder.write("log.jsonl", "{\"n\": 1}\n\n{\"n\"");
    std::thread::scope(|scope| {
        let follower = scope.spawn(|| folder.text(&["pack", "@log.jsonl", "--follow"]));
        let count = || folder.text(&["cat", "@log.packed"]).lines().filter(|line| line.starts_with('{')).count();
        let wait_for = |expected| {
            for _ in 0..200 {
                if folder.names().contains(&"log.packed".to_owned()) && count() == expected {
                    return;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            panic!("expected {expected} records, found {}", count());
        };
        wait_for(1);
        let mut log = OpenOptions::new().append(true).open(&path).unwrap();
        log.write_all(b": 2}\n{\"n\": 3}").unwrap();
        wait_for(2);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(follower.join().unwrap(), "log.packed: 3 records of Log, 24 bytes in Compact\n");
    });
    assert_eq!(folder.run(&["check", "@log.packed"]).status, 0);
    assert_eq!(folder.text(&["cat", "@log.packed"]), "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n");
    // A line that does not fit ends it; what came before is kept.
    folder.write("log.jsonl", "{\"n\": 1}\n{\"n\": \"x\"}\n");
    let flags = ["pack", "@log.jsonl", "--follow", "--idle", "0.1", "--sample", "1", "-o", "@other.packed"];
    assert_data_eq!(
        folder.text(&flags),
        str![[r#"
! packed: log.jsonl: record 1: invalid value: string "x", expected i64 in Log.n; the schema was inferred from 1 record: state a larger --sample, or none
status 1

"#]]
    );
    assert_eq!(folder.text(&["cat", "@other.packed"]), "{\"n\":1}\n");
    assert_data_eq!(
        folder.text(&flags),
        str![[r#"
! packed: --follow writes a new file: other.packed is there already
status 2

"#]]
    );
    folder.write("log.jsonl", "");
    assert_data_eq!(
        folder.text(&["pack", "@log.jsonl", "--follow", "-o", "@new"]),
        str![[r#"
! packed: log.jsonl: no line is there to infer the schema from: state --schema FILE
status 1

"#]]
    );
}
