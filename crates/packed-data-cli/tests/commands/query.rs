//! Queries: `cat` with its flags, `head`, `tail`, `count`, `concat`, `index`, `diff --values`.

use std::cmp::Ordering;

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, Packable, Packed};
use packed_data_file::{Blocks, Key, RawWriter};
use packed_data_schema::Schema;
use serde_json::{Value as Json, json};
use snapbox::{assert_data_eq, str};

use crate::common::{Folder, Random};
use crate::folder;

/// Trades with few different values, so that many are equal.
fn trades(count: usize) -> Vec<Json> {
    let mut random = Random::new(3);
    let trade = |number: usize| {
        let price = match random.below(5) {
            0 => Json::Null,
            price => json!(price as f64 / 4.0),
        };
        let tags: Vec<_> = (0..random.below(3)).map(|_| ["a", "b"][random.below(2)]).collect();
        let side = ["buy", "sell", "hold"][random.below(3)];
        json!({ "number": number, "side": side, "price": price, "count": random.below(7) as i64 - 3, "tags": tags })
    };
    (0..count).map(trade).collect()
}

/// A folder with the trades as records of two layouts, as a list, and as a document.
fn market(trades: &[Json]) -> Folder {
    let folder = Folder::new();
    folder.write("trades.json", Json::from(trades).to_string());
    for line in [
        &["pack", "@trades.json", "-o", "@compact"][..],
        &["pack", "@trades.json", "-o", "@indexed", "--layout", "Indexed"],
        &["pack", "@trades.json", "-o", "@document", "--document"],
    ] {
        assert_eq!(folder.run(line).status, 0);
    }
    let schema = folder.text(&["schema", "infer", "@trades.json"]);
    assert_eq!(schema, folder.text(&["schema", "@compact"]));
    // (The list is a type of one more line, so the numbers of the others are greater by one.)
    let (first, types) = schema.split_once('\n').unwrap();
    let types = types.split(' ').map(|word| match word.split_once('#') {
        Some((before, number)) => {
            let (digits, rest) = number.split_at(number.find('\n').unwrap_or(number.len()));
            format!("{before}#{}{rest}", digits.parse::<u32>().unwrap() + 1)
        }
        None => word.to_owned(),
    });
    let types = types.collect::<Vec<_>>().join(" ");
    folder.write("list.schema", format!("{first}\nsequence #1\n{types}"));
    let ran = folder.run(&["pack", "@trades.json", "-o", "@list", "--schema", "@list.schema"]);
    assert_eq!(ran.status, 0, "{}", ran.text());
    folder
}

/// The order of `--sort`.
fn order(a: &Json, b: &Json) -> Ordering {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a.as_f64().partial_cmp(&b.as_f64()).unwrap(),
        (Json::String(a), Json::String(b)) => a.cmp(b),
        (Json::Null, Json::Null) => Ordering::Equal,
        (Json::Null, _) => Ordering::Less,
        (_, Json::Null) => Ordering::Greater,
        _ => unreachable!(),
    }
}

fn part(row: &Json, path: &str) -> Json {
    match path {
        "tags[0]" => row["tags"].get(0).cloned().unwrap_or_default(),
        "tags[-1]" => row["tags"].as_array().unwrap().last().cloned().unwrap_or_default(),
        name => row[name].clone(),
    }
}

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{text}"))).collect()
}

/// Conditions, and what they mean.
type Meaning = (&'static str, fn(&Json) -> bool);
const CONDITIONS: [Meaning; 8] = [
    ("true_or_all", |_| true),
    ("price > 0.5 && side in ['buy', 'hold']", |row| {
        row["price"].as_f64().is_some_and(|price| price > 0.5) && row["side"] != "sell"
    }),
    ("!(count < 0) || tags contains 'a'", |row| {
        row["count"].as_i64().unwrap() >= 0 || row["tags"].as_array().unwrap().contains(&json!("a"))
    }),
    ("any(tags, . = 'b')", |row| row["tags"].as_array().unwrap().contains(&json!("b"))),
    ("all(tags, . =~ '^a$') and tags[-1] != null", |row| {
        let tags = row["tags"].as_array().unwrap();
        !tags.is_empty() && tags.iter().all(|tag| tag == "a")
    }),
    ("price = null or side =~ 'l{2}'", |row| row["price"].is_null() || row["side"] == "sell"),
    ("side contains 'l' and count not in (1, 2)", |row| {
        row["side"] != "buy" && ![1, 2].contains(&row["count"].as_i64().unwrap())
    }),
    ("tags[0] = tags_none", |_| unreachable!()),
];

/// Each combination of a condition, a selection, an order and a limit, as a naive program has it.
#[test]
fn as_a_naive_program() {
    let trades = trades(300);
    let folder = market(&trades);
    let mut random = Random::new(9);
    let paths = ["number", "side", "price", "count", "tags[0]", "tags[-1]"];
    for round in 0..120 {
        let file = ["@compact", "@indexed", "@document", "@list"][round % 4];
        let mut line = vec!["cat".to_owned(), file.to_owned()];
        let mut expected: Vec<_> = trades.clone();
        let condition = random.below(7);
        if condition > 0 {
            let (text, holds) = CONDITIONS[condition];
            line.extend(["--where".into(), text.into()]);
            expected.retain(holds);
        }
        if random.below(2) == 0 {
            let (from, to) = (random.below(100), 100 + random.below(250));
            line.extend(["--range".into(), format!("{from}..{to}")]);
            expected.retain(|row| (from..to).contains(&(row["number"].as_u64().unwrap() as usize)));
        }
        let mut keys: Vec<(&str, bool)> = Vec::new();
        for _ in 0..random.below(4) {
            let key = (paths[random.below(6)], random.below(2) == 0);
            if keys.iter().all(|(path, _)| *path != key.0) {
                keys.push(key);
            }
        }
        if !keys.is_empty() {
            let text: Vec<_> =
                keys.iter().map(|(path, down)| format!("{}{path}", if *down { "-" } else { "" })).collect();
            line.extend(["--sort".into(), text.join(",")]);
            expected.sort_by(|a, b| {
                keys.iter().fold(Ordering::Equal, |sorted, (path, down)| {
                    let own = order(&part(a, path), &part(b, path));
                    sorted.then(if *down { own.reverse() } else { own })
                })
            });
        }
        if random.below(2) == 0 {
            let limit = random.below(100);
            line.extend(["--limit".into(), limit.to_string()]);
            expected.truncate(limit);
        }
        let selected: Vec<_> = paths.iter().filter(|_| random.below(2) == 0).collect();
        if !selected.is_empty() {
            line.extend(["--select".into(), selected.iter().map(|path| **path).collect::<Vec<_>>().join(", ")]);
            let row = |row: &Json| selected.iter().map(|path| ((**path).to_owned(), part(row, path))).collect();
            expected = expected.iter().map(row).map(Json::Object).collect();
        }
        if line.len() == 2 {
            continue;
        }
        let line: Vec<_> = line.iter().map(String::as_str).collect();
        let ran = folder.run(&line);
        assert_eq!(ran.status, 0, "{line:?}: {}", ran.text());
        assert_eq!(lines(&ran.text()), expected, "{line:?}");
    }
}

/// Groups, as a naive program has them; also so many that they do not fit in what is kept in memory.
#[test]
fn groups() {
    let trades = trades(400);
    let folder = market(&trades);
    for file in ["@compact", "@indexed", "@document", "@list"] {
        for (path, condition) in [("side", 0), ("price", 1), ("tags[0]", 2), ("count", 6), ("number", 0)] {
            let (text, holds) = CONDITIONS[condition];
            let mut line = vec![
                "cat",
                file,
                "--group-by",
                path,
                "--agg",
                "count, sum(count), mean(price),min(side), max( price )",
            ];
            if condition > 0 {
                line.extend(["--where", text]);
            }
            let mut groups: Vec<(Json, Vec<&Json>)> = Vec::new();
            for row in trades.iter().filter(|row| condition == 0 || holds(row)) {
                let key = part(row, path);
                match groups.iter_mut().find(|(of, _)| *of == key) {
                    Some((_, rows)) => rows.push(row),
                    None => groups.push((key, vec![row])),
                }
            }
            groups.sort_by(|a, b| order(&a.0, &b.0));
            let expected = groups.iter().map(|(key, rows)| {
                let prices: Vec<f64> = rows.iter().filter_map(|row| row["price"].as_f64()).collect();
                let mean = prices.iter().sum::<f64>() / prices.len() as f64;
                let greatest = prices.iter().copied().max_by(f64::total_cmp);
                json!({
                    path: key, "count": rows.len(),
                    "sum(count)": rows.iter().map(|row| row["count"].as_i64().unwrap()).sum::<i64>(),
                    "mean(price)": if prices.is_empty() { Json::Null } else { json!(mean) },
                    "min(side)": rows.iter().map(|row| row["side"].as_str().unwrap()).min(),
                    "max(price)": greatest,
                })
            });
            let ran = folder.run(&line);
            assert_eq!(ran.status, 0, "{line:?}: {}", ran.text());
            assert_eq!(lines(&ran.text()), expected.collect::<Vec<_>>(), "{line:?}");
        }
    }
    // Some in temporary files, in two parts each.
    let names = (0..12_000).map(|number| format!("{{\"name\":\"{:0>300}\",\"n\":1.5}}\n", number % 6000));
    folder.write("names.jsonl", names.collect::<String>());
    assert_eq!(folder.run(&["pack", "@names.jsonl", "-o", "@names"]).status, 0);
    let text = folder.text(&["cat", "@names", "--group-by", "name", "--agg", "count,sum(n),max(n)"]);
    let expected = (0..6000).map(|n| json!({"name": format!("{n:0>300}"), "count": 2, "sum(n)": 3.0, "max(n)": 1.5}));
    assert!(lines(&text).into_iter().eq(expected));
    assert_data_eq!(
        folder
            .text(&["cat", "@names", "--agg", "count,count(n),min(name)", "--where", "n < 0", "--as", "csv"])
            .replace('\r', ""),
        str![[r#"
count,count(n),min(name)
0,0,

"#]]
    );
}

#[test]
fn aggregates_of_large_numbers() {
    let folder = Folder::new();
    let schema = "packed-data schema 1\nstruct 1:N 2 1:i #1 1:f #2\ni128\nf64\n";
    folder.write("schema", schema);
    let most = i128::MAX.to_string();
    folder.write(
        "n.jsonl",
        format!("{{\"i\":\"{most}\",\"f\":\"NaN\"}}\n{{\"i\":7,\"f\":1}}\n{{\"i\":-8,\"f\":-0.0}}\n"),
    );
    assert_eq!(folder.run(&["pack", "@n.jsonl", "--schema", "@schema", "--records", "-o", "@n"]).status, 0);
    assert_data_eq!(
        folder.text(&["cat", "@n", "--agg", "max(i),min(i),max(f),min(f),mean(f)"]),
        str![[r#"
{"max(i)":"170141183460469231731687303715884105727","min(i)":-8,"max(f)":"NaN","min(f)":-0.0,"mean(f)":"NaN"}

"#]]
    );
    // A sum beyond 127 bits is a float.
    assert_data_eq!(
        folder.text(&["cat", "@n", "--agg", "sum(i)", "--where", "i > 0"]),
        str![[r#"
{"sum(i)":1.7014118346046923e+38}

"#]]
    );
}

/// A sample is the same each time, in the order of the file, of rows that fulfil the condition; each row is in some.
#[test]
fn samples() {
    let trades = trades(200);
    let folder = market(&trades);
    let sample = |file: &str, count: &str, seed: &str, others: &[&str]| {
        let line = [&["cat", file, "--sample", count, "--seed", seed][..], others].concat();
        lines(&folder.text(&line)).iter().map(|row| row["number"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let first = sample("@compact", "20", "1", &[]);
    assert!(first.len() == 20 && first.is_sorted() && first == sample("@list", "20", "1", &[]));
    assert_ne!(first, sample("@compact", "20", "2", &[]));
    let mut sorted = sample("@indexed", "20", "1", &["--sort", "-number"]);
    assert_eq!(sample("@indexed", "20", "1", &["--sort", "-number", "--limit", "3"]), sorted[..3]);
    sorted.reverse();
    assert_eq!(sorted, first);
    assert_eq!(sample("@compact", "1000", "5", &["--where", "side = 'buy'"]).len(), {
        trades.iter().filter(|row| row["side"] == "buy").count()
    });
    let mut drawn = vec![0; 200];
    for seed in 0..100 {
        sample("@compact", "20", &seed.to_string(), &[]).iter().for_each(|number| drawn[*number as usize] += 1);
    }
    assert!(drawn.iter().all(|count| (1..25).contains(count)), "{drawn:?}");
}

#[test]
fn forms() {
    let folder = folder();
    assert_data_eq!(
        folder.text(&["cat", "@words.packed", "--select", "note,tags[-1]", "--as", "rust"]),
        str![[r#"
{"note": None, "tags[-1]": "short"}
{"note": Some("a /"word/""), "tags[-1]": None}
{"note": None, "tags[-1]": "short"}

"#]]
    );
    assert_data_eq!(
        folder.text(&["head", "@words.packed", "-n", "2", "--select", ".note , tags[-1]", "--as", "diag"]),
        str![[r#"
{".note": [], "tags[-1]": "short"}
{".note": ["a /"word/""], "tags[-1]": null}

"#]]
    );
    assert_data_eq!(
        folder.text(&["tail", "@words.packed", "--count", "2", "--as", "csv"]).replace('\r', ""),
        str![[r#"
id,text,tags,score,note
2,be,[],2.0,"a ""word"""
3,or,"[""short""]",-1.25,

"#]]
    );
    // The elements of one value in a layout to which it is converted.
    let schema = Schema::of::<Vec<(u8, String)>>();
    folder.write("pairs.schema", schema.to_string());
    folder.write("pairs", Packed::<Vec<(u8, String)>>::pack(&vec![(2, "b".into()), (1, "a".into())]).as_bytes());
    let flags = ["@pairs", "--schema", "@pairs.schema", "--layout", "Compact"];
    let pairs = |line: &[&str]| folder.text(&[&[line[0]], &flags[..], &line[1..]].concat());
    assert_eq!(pairs(&["cat", "--as", "diag", "--where", "[0] > 1"]), "[2, \"b\"]\n");
    assert_eq!(
        pairs(&["cat", "--sort", "[0]", "--select", "[1]", "--as", "diag"]),
        "{\"[1]\": \"a\"}\n{\"[1]\": \"b\"}\n"
    );
    assert_eq!(pairs(&["tail", "-n", "1"]), "[1,\"a\"]\n");
    assert_eq!(pairs(&["count"]), "2\n");
    assert_eq!(pairs(&["count", "--where", "any(., . = 'x') or [1] = 'a'"]).lines().count(), 2);
    assert_eq!(pairs(&["get", "[-1][-1]"]), "\"a\"\n");
    assert_eq!(folder.text(&["get", "@words.packed", "[-2].tags"]), "[]\n");
    assert!(folder.text(&["hex", "@words.packed", "[-1].text"]).contains("or"));
    let error = "! packed: words.packed: record 3: expected one of 3 records\nstatus 1\n";
    let found = folder.text(&["get", "@words.packed", "[-4]"]);
    assert!(found.ends_with("status 1\n"), "{found}, {error}");
}

/// One mistake, one error, with status 2 and the place.
#[test]
fn mistakes() {
    let folder = folder();
    for (flags, message) in [
        (&["--select", "id,,text"][..], "--select: expected a path, at character 4"),
        (&["--select", "id text"], "--select: expected `,` or the end, at character 4"),
        (&["--select", "id, text,id"], "--select: `id` is in the list twice, at character 10"),
        (
            &["--select", "idd"],
            "--select: unknown path `idd`: Word has the fields `id`, `text`, `tags`, `score`, `note`, at character 1",
        ),
        (&["--select", "id,tags[x]"], "--select: expected an index, or a name in quotes, and `]`, at character 9"),
        (
            &["--sort", "-tags"],
            "--sort: `tags` is of Vec<String>: expected a path to a number, a text, a truth value or a time, at character 2",
        ),
        (&["--agg", "sum(text)"], "--agg: `sum(text)` is of String: expected a path to a number, at character 1"),
        (
            &["--agg", "max(tags)"],
            "--agg: `max(tags)` is of Vec<String>: expected a path to a number, a text, a truth value or a time, at character 1",
        ),
        (
            &["--agg", "count, id"],
            "--agg: expected count, or count, sum, min, max or mean of a path in parentheses, found `id`",
        ),
        (&["--agg", "sum(id"], "--agg: expected `)`, at character 7"),
        (
            &["--agg", "sum"],
            "--agg: expected count, or count, sum, min, max or mean of a path in parentheses, found `sum`",
        ),
        (&["--group-by", "id", "--sort", "text"], "--sort: expected one of `id`, `count`, found `text`"),
        (&["--group-by", "id", "--as", "rust"], "--group-by and --agg are printed with --as json or csv"),
        (&["--where", "text =~ '('"], "--where: not a regular expression: unclosed group, at character 9"),
    ] {
        let text = folder.text(&[&["cat", "@words.packed"], flags].concat());
        assert_eq!(text, format!("! packed: {message}\nstatus 2\n"));
    }
    for line in [
        &["cat", "@words.packed", "--sample", "2", "--group-by", "id"][..],
        &["cat", "@words.packed", "--seed", "2"],
        &["cat", "@words.packed", "--select", "id", "--agg", "count"],
        &["diff", "@words.packed", "@words.packed", "--values", "--layout", "Cbor"],
        &["concat", "@words.packed"],
        &["concat", "@words.packed", "-o", "@words.packed"],
        &["index", "@words.packed"],
        &["index", "-", "--key", "id"],
        &["index", "@words.packed", "--key", "text"],
        &["index", "@words.packed", "--key", "id,id2"],
        &["head", "@words.packed", "-n", "-1"],
        &["schema", "infer", "@words.json", "--at", "x"],
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.status, 2, "{line:?}: {}", ran.text());
        assert!(ran.out.is_empty(), "{line:?}: {}", ran.text());
    }
}

/// `head`, `tail` and `count` do not read blocks that they do not need.
#[test]
fn blocks_that_are_not_needed() {
    let folder = market(&trades(10_000));
    let path = folder.path("compact");
    let mut bytes = std::fs::read(&path).unwrap();
    let blocks = Blocks::open(&path).unwrap();
    assert!(blocks.block_count() > 3);
    let middle = blocks.block(1).unwrap().offset() as usize + 200;
    bytes[middle] ^= 1;
    folder.write("compact", bytes);
    let numbers = |line: &[&str]| {
        let ran = folder.run(line);
        assert_eq!(ran.status, 0, "{line:?}: {}", ran.text());
        lines(&ran.text()).iter().map(|row| row["number"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&["head", "@compact", "-n", "2"]), [0, 1]);
    assert_eq!(numbers(&["head", "@compact"]).len(), 10);
    assert_eq!(numbers(&["tail", "@compact", "-n", "2"]), [9998, 9999]);
    assert!(numbers(&["tail", "@compact", "-n", "0"]).is_empty());
    assert_eq!(numbers(&["cat", "@compact", "--limit", "3", "--select", "number"]), [0, 1, 2]);
    assert_eq!(folder.text(&["count", "@compact"]), "10000\n");
    let counted = folder.run(&["count", "@compact", "--where", "count < 0"]);
    assert_eq!(counted.status, 1, "{}", counted.text());
    for line in [&["index", "@compact", "--key", "number"][..], &["concat", "@compact", "-o", "@new"]] {
        let ran = folder.run(line);
        assert!(ran.status == 1 && ran.err.contains("`packed repair` saves what it can"), "{}", ran.text());
    }
    assert!(!folder.names().contains(&"new".to_owned()));
    let tail = folder.run(&["tail", "@compact", "-n", "9999"]);
    assert!(tail.status == 1 && lines(&String::from_utf8_lossy(&tail.out)).len() > 5000, "{}", tail.err);
}

#[test]
fn differences_of_values() {
    let folder = Folder::new();
    let old = json!([
        {"id": 1, "name": "a", "at": {"x": 1, "y": [1, 2]}, "note": null},
        {"id": 2, "name": "b", "at": {"x": 1, "y": []}, "note": "n"},
        {"id": 2, "name": "c", "at": {"x": 1, "y": []}, "note": null},
    ]);
    let new = json!([
        {"id": 1.0, "name": "a", "at": {"x": 2, "y": [1]}, "note": "m"},
        {"id": 2.5, "name": "b", "at": {"x": 1, "y": []}, "note": "n"},
    ]);
    folder.write("old.json", old.to_string());
    folder.write("new.json", new.to_string());
    for (input, output, layout) in [("@old.json", "@old", "Compact"), ("@new.json", "@new", "Cbor")] {
        assert_eq!(folder.run(&["pack", input, "-o", output, "--layout", layout]).status, 0);
    }
    assert_data_eq!(
        folder.text(&["diff", "@old", "@new", "--values"]),
        str![[r#"
[0].at.x: 1 -> 2
[0].at.y[1]: 2 -> nothing
[0].note: null -> "m"
[1].id: 2 -> 2.5
[2]: only in old: {"at":{"x":1,"y":[]},"id":2,"name":"c","note":null}
! packed: the values of old and new differ: 2 changed, 1 only in old, 0 only in new
status 1

"#]]
    );
    assert_data_eq!(
        folder.text(&["diff", "@new", "@old", "--key", "name"]),
        str![[r#"
[name = "a"].at.x: 2 -> 1
[name = "a"].at.y[1]: nothing -> 2
[name = "a"].note: "m" -> null
[name = "b"].id: 2.5 -> 2
[name = "c"]: only in old: {"at":{"x":1,"y":[]},"id":2,"name":"c","note":null}
! packed: the values of new and old differ: 2 changed, 0 only in new, 1 only in old
status 1

"#]]
    );
    // Equal keys, in order.
    assert_data_eq!(
        folder.text(&["diff", "@old", "@old", "--key", "id"]),
        str![[r#"
the same values: old and old have 3 values

"#]]
    );
    // One value, and a document.
    folder.write("a.json", "{\"a\": [1, {\"b c\": 2}]}");
    folder.write("b.json", "{\"a\": [1, {\"b c\": 3, \"d\": 4}, 5]}");
    for name in ["a", "b"] {
        let (input, output) = (format!("@{name}.json"), format!("@{name}"));
        assert_eq!(folder.run(&["pack", &input, "-o", &output, "--document"]).status, 0);
    }
    assert_data_eq!(
        folder.text(&["diff", "@a", "@b", "--values"]),
        str![[r#"
[0].a[1]["b c"]: 2 -> 3
[0].a[1].d: nothing -> 4
[0].a[2]: nothing -> 5
! packed: the values of a and b differ: 1 changed, 0 only in a, 0 only in b
status 1

"#]]
    );
    // Files that have lost records, whose numbers are great.
    let write = |name: &str, lost: u64| {
        let path = folder.path(name);
        let mut writer = RawWriter::create(&path, "Compact", "packed-data schema 1\nu8\n", &[]).unwrap().block_size(1);
        for number in 0..6 {
            writer.write(&[number]).unwrap();
        }
        writer.close().unwrap();
        let blocks = Blocks::open(&path).unwrap();
        let at = blocks.block(lost as usize).unwrap().offset() as usize + BlockHeader::SIZE;
        let mut bytes = blocks.as_bytes().to_vec();
        bytes[at] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    };
    write("one", 1);
    write("two", 4);
    let text = folder.text(&["diff", "@one", "@two", "--values"]);
    assert!(text.contains("[1]: only in two: 1\n") && text.ends_with("status 1\n"), "{text}");
    let ran = folder.run(&["diff", "@a", "@b", "--key", "a"]);
    assert!(ran.status == 1 && ran.err.contains("--key needs a file of records, found one value"), "{}", ran.text());
}

#[test]
fn records_of_several_files() {
    let trades = trades(5000);
    let folder = market(&trades);
    assert_eq!(folder.text(&["concat", "@compact", "@indexed", "@compact", "-o", "@all"]), "");
    let all = lines(&folder.text(&["cat", "@all"]));
    assert!(all.iter().eq(trades.iter().cycle().take(15_000)));
    assert_eq!(folder.run(&["check", "--deep", "@all"]).status, 0);
    // A schema that reads the other one, but not the reverse.
    folder.write("new", "packed-data schema 1\nstruct 1:R extensible 2 1:a #1 default 1:b #1\nu8\n");
    folder.write("old", "packed-data schema 1\nstruct 1:R extensible 1 1:a #1\nu8\n");
    folder.write("new.jsonl", "{\"a\":1,\"b\":2}\n");
    folder.write("old.jsonl", "{\"a\":3}\n");
    folder.write("none", "packed-data schema 1\nstr\n");
    for name in ["new", "old"] {
        let (schema, input, output) = (format!("@{name}"), format!("@{name}.jsonl"), format!("@{name}.packed"));
        let ran = folder.run(&["pack", &input, "--schema", &schema, "--records", "-o", &output]);
        assert_eq!(ran.status, 0, "{}", ran.text());
    }
    assert_eq!(folder.text(&["concat", "@new.packed", "@old.packed", "-o", "@both"]), "");
    assert_eq!(folder.text(&["cat", "@both"]), "{\"a\":1,\"b\":2}\n{\"a\":3}\n");
    let ran = folder.run(&["concat", "@compact", "@old.packed", "-o", "@no"]);
    let message = "compact does not read all values of old.packed in Compact: see `packed diff compact old.packed`";
    assert_eq!(ran.text(), format!("! packed: {message}\nstatus 1\n"));
    let ran = folder.run(&["concat", "@compact", "@document", "-o", "@no"]);
    assert_eq!(ran.text(), "! packed: document: expected records, found one value\nstatus 1\n");
    assert!(!folder.names().contains(&"no".to_owned()));
}

/// The keys of blocks are those of the typed library; the file is replaced.
#[test]
fn keys() {
    #[derive(Packable)]
    struct Event {
        number: i32,
        at: (std::time::SystemTime, u64),
    }
    let folder = Folder::new();
    let epoch = std::time::SystemTime::UNIX_EPOCH;
    let second = std::time::Duration::from_secs(1);
    let events: Vec<_> = (0..6000)
        .map(|number| Event { number: number - 3000, at: (epoch - second + second * number as u32, 7) })
        .collect();
    let path = folder.path("events");
    let schema = Schema::of::<Event>().to_string();
    let mut writer = RawWriter::create(&path, "Compact", &schema, &[("from", "a test")]).unwrap();
    for event in &events {
        writer.write(Packed::<Event, Compact>::pack(event).as_bytes()).unwrap();
    }
    writer.close().unwrap();
    let before = folder.text(&["cat", "@events"]);
    let keys: [(&str, fn(&Event) -> u128); 3] = [
        ("number", |event| event.number.to_bits()),
        ("at[0]", |event| event.at.0.to_bits()),
        ("at[-1]", |event| event.at.1.to_bits()),
    ];
    for (key, bits) in keys {
        assert_eq!(folder.text(&["index", "@events", "--key", key]), "");
        let blocks = Blocks::open(&path).unwrap();
        assert!(blocks.block_count() > 1);
        for block in 0..blocks.block_count() {
            let numbers = blocks.numbers(block).unwrap();
            let own = events[numbers.start as usize..numbers.end as usize].iter().map(bits);
            assert_eq!(blocks.keys(block), own.clone().min().zip(own.max()), "{key}");
        }
        assert_eq!(folder.text(&["cat", "@events"]), before);
        assert!(folder.text(&["info", "@events"]).contains("from = \"a test\""));
    }
    assert_eq!(folder.names(), ["events"]);
}

/// The new file has the keys, the compression and the form of the others.
#[test]
fn keys_and_form_of_several_files() {
    let folder = market(&trades(4000));
    for line in [
        &["convert", "@compact", "@small", "--compress", "lz4", "--columns"][..],
        &["index", "@small", "--key", "count"],
        &["index", "@indexed", "--key", "count"],
        &["index", "@compact", "--key", "number", "-o", "@other"],
    ] {
        assert_eq!(folder.text(line), "", "{line:?}");
    }
    let facts = |file: &str| {
        let facts: Json = serde_json::from_str(&folder.text(&["info", "--json", file])).unwrap();
        (facts["stored_as"].as_object().unwrap().keys().cloned().collect::<Vec<_>>(), facts["metadata"].clone())
    };
    let key = json!({ "packed-data: key": "count" });
    let both = vec!["columns and lz4".to_owned()];
    assert_eq!(facts("@small"), (both.clone(), key.clone()));
    assert_eq!(folder.text(&["concat", "@small", "@indexed", "-o", "@all"]), "");
    assert_eq!(facts("@all"), (both, key.clone()));
    let blocks = Blocks::open(folder.path("all")).unwrap();
    let rows = lines(&folder.text(&["cat", "@all"]));
    assert!(blocks.block_count() > 1 && rows.len() == 8000);
    for block in 0..blocks.block_count() {
        let numbers = blocks.numbers(block).unwrap();
        let own = rows[numbers.start as usize..numbers.end as usize].iter();
        let own = own.map(|row| row["count"].as_i64().unwrap().to_bits());
        assert_eq!(blocks.keys(block), own.clone().min().zip(own.max()));
    }
    assert_eq!(folder.run(&["check", "--deep", "@all"]).status, 0);
    // What the command line says comes first.
    assert_eq!(folder.text(&["concat", "@indexed", "@small", "--compress", "zstd:1", "-o", "@zstd"]), "");
    assert_eq!(facts("@zstd"), (vec!["zstd".to_owned()], key.clone()));
    assert_eq!(folder.text(&["concat", "@indexed", "--columns", "-o", "@by-column"]), "");
    assert_eq!(facts("@by-column"), (vec!["columns".to_owned()], key));
    // Other keys, or none.
    for (a, b, differs) in [
        ("@small", "@compact", "small has keys at `count`, compact has no keys"),
        ("@compact", "@small", "compact has no keys, small has keys at `count`"),
        ("@small", "@other", "small has keys at `count`, other has keys at `number`"),
    ] {
        let note = format!("! packed: new: without keys: {differs}; `packed index new --key PATH` writes keys\n");
        assert_eq!(folder.text(&["concat", a, b, "-o", "@new"]), note);
        assert_eq!(facts("@new").1, json!({}));
        assert_eq!(Blocks::open(folder.path("new")).unwrap().keys(0), None);
    }
    // The typed library does not say where keys are.
    let schema = Schema::of::<u16>().to_string();
    let mut writer = RawWriter::create(folder.path("typed"), "Compact", &schema, &[]).unwrap();
    writer.write_with_key(&[7, 0], 7_u16.to_bits()).unwrap();
    writer.close().unwrap();
    let note = "! packed: new: without keys: typed has keys at a path that its header does not say; \
                `packed index new --key PATH` writes keys\n";
    assert_eq!(folder.text(&["concat", "@typed", "@typed", "-o", "@new"]), note);
    // Other commands that write a file do not write keys, and do not say so.
    assert_eq!(folder.text(&["convert", "@small", "@new"]), "");
    assert_eq!(facts("@new").1, json!({}));
}
