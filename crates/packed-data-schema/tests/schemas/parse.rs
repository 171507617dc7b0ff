//! The text of schemas: what is accepted, what is refused and where, and that hostile texts cost little.

use packed_data_schema::Schema;

const VERSION: &str = "packed-data schema 1\n";

fn parse(lines: &str) -> Result<Schema, packed_data_schema::ParseError> {
    format!("{VERSION}{lines}").parse()
}

#[track_caller]
fn refused(lines: &str, line: usize, column: usize, message: &str) {
    let error = parse(lines).expect_err("refused");
    assert_eq!((error.line(), error.column()), (line, column), "{error}");
    assert!(error.message().contains(message), "{error}");
}

#[test]
fn printed_as_they_are_parsed() {
    for lines in [
        "u8\n",
        "cbor\n",
        "vector #1\nNonZeroIsize\n",
        "sorted #1\nentry 3:Map 2 3:key #2 5:value #0\nstr\n",
        "array 18446744073709551615 #1\nbool\n",
        "enum 1:E condition 0\n",
        "struct 1:S extensible condition 2 bare tag 7 1:a #1 default tag 9 1:b #1\nu8\n",
        "enum 1:E extensible 2 1:A 1 1:0 #0 other 1:B 1 1:0 #1\ncbor\n",
        "enum 1:E extensible 2 1:A 1 1:0 #0 other 1:B 1 1:0 #1\nunknown\n",
        "with 9:two\nlines #1\ntuple 0: 1 1:0 #2\nstr\n",
        "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #1\nchar\n",
        "struct 4:\u{1F600} 0\n",
    ] {
        let schema = parse(lines).unwrap_or_else(|error| panic!("{error} in {lines:?}"));
        assert_eq!(schema.to_string(), format!("{VERSION}{lines}"));
        let json = serde_json::to_string(&schema).expect("a schema has a form in JSON");
        assert_eq!(serde_json::from_str::<Schema>(&json).expect("the form is read back"), schema);
    }
}

#[test]
fn refused_with_the_place() {
    assert_eq!(
        "".parse::<Schema>().expect_err("refused").to_string(),
        "line 1, column 1: expected packed-data schema 1, found the end"
    );
    assert_eq!(
        "packed-data schema 2\nu8\n".parse::<Schema>().expect_err("refused").to_string(),
        "line 1, column 1: expected packed-data schema 1, found `packed-data schema 2`"
    );
    refused("", 2, 1, "expected the line of a type, found the end");
    refused("u8", 2, 3, "expected a line feed, found the end");
    refused("u7\n", 2, 1, "expected the kind of a type, found `u7`");
    refused("u8 \n", 2, 3, "expected a line feed, found a space");
    refused("u8\nu8\n", 3, 1, "no type refers to another line");
    refused("sequence #1\n", 2, 10, "expected the number of a line, found 1 of 1 lines");
    refused("sequence #2\nu8\n", 2, 10, "expected #0 to #1, found #2");
    refused("sequence #01\nu8\n", 2, 11, "expected a number");
    refused("array 99999999999999999999 #1\nu8\n", 2, 7, "a number of 64 bits");
    refused("struct 6:Line\n", 2, 8, "a name of 6 bytes");
    refused("struct 1:é 0\n", 2, 8, "a part of a character");
    refused("struct 1:S 2 1:a #1 1:a #1\nu8\n", 2, 21, "a second field `a`");
    refused("enum 1:E 2 1:A 0 1:A 0\n", 2, 18, "a second constructor `A`");
    refused("enum 1:E extensible 2 other 1:A 1 1:0 #1 1:B 0\ncbor\n", 2, 23, "`other` before the last");
    refused("enum 1:E extensible 1 other 1:A 1 1:0 #1\nu8\n", 2, 1, "expected `unknown` or `cbor`");
    refused("struct 1:S extensible 2 default 1:a #1 1:b #1\nu8\n", 2, 40, "expected `default`");
    refused("struct 1:S 1 default 1:a #1\nu8\n", 2, 11, "expected `extensible`");
    refused("struct 1:S 1 1:a #0\n", 2, 1, "finite size");
    refused("tuple 0: 1 1:0 #1\narray 2 #0\n", 2, 1, "finite size");
    refused("with 1:A #0\n", 2, 1, "finite size");
    refused("entry 3:Map 1 3:key #1\nu8\n", 2, 12, "an entry of a key and a value");
    refused("optional 1:O 2 1:A 1 1:0 #1 1:B 0\nu8\n", 2, 13, "an optional value");
    // A name with a line feed counts as a line.
    refused("with 3:a\nb #1\nu7\n", 4, 1, "expected the kind of a type");
    refused("struct 2:é 1 1:a #1\nx\n", 3, 1, "expected the kind");
}

#[test]
fn json_is_held_to_the_same_rules() {
    let cyclic = r#"{"version":1,"types":[{"kind":"with","name":"A","type":0}]}"#;
    let error = serde_json::from_str::<Schema>(cyclic).expect_err("refused");
    assert!(
        error.to_string().starts_with("in the text of the schema, line 2, column 1: expected a type of a finite size")
    );
    for wrong in [
        r#"{"version":2,"types":[{"kind":"u8"}]}"#,
        r#"{"version":1,"types":[]}"#,
        r#"{"version":1,"types":[{"kind":"u8","name":"x"}]}"#,
        r#"{"version":1,"types":[{"kind":"u8","extensible":true}]}"#,
        r#"{"version":1,"types":[{"kind":"sequence"}]}"#,
        r#"{"version":1,"types":[{"kind":"sequence","type":7}]}"#,
        r#"{"version":1,"types":[{"kind":"u8"}],"more":0}"#,
    ] {
        assert!(serde_json::from_str::<Schema>(wrong).is_err(), "{wrong}");
    }
}

/// A chain of forty thousand types, and names and counts that are not there, take neither stack nor memory.
#[test]
fn deep_and_large() {
    let count = 40_000;
    let chain = |line: &dyn Fn(usize) -> String| {
        let mut text: String = (0..count).map(line).collect();
        text.push_str("u8\n");
        parse(&text)
    };
    let schema = chain(&|line| format!("struct 1:S 1 1:0 #{}\n", line + 1)).expect("deep, but finite");
    for layout in packed_data_schema::LayoutId::ALL {
        let codec = schema.codec(layout).expect("every layout has structs");
        let _ = codec.validate(&[0; 64], &packed_data::Limits::DEFAULT);
    }
    assert!(schema.can_read(&schema, packed_data_schema::LayoutId::Compact).is_full());
    chain(&|line| format!("with 0: #{}\n", line + 1)).expect("deep, but finite");
    chain(&|line| format!("sequence #{}\n", line + 1)).expect("deep, but finite");
    // Each type has twice the size, or twice the parts, of the next one.
    let doubling = |levels: usize, last: &str| {
        let text: String = (1..=levels).map(|line| format!("tuple 0: 2 1:0 #{line} 1:1 #{line}\n")).collect();
        parse(&format!("{text}{last}\n")).expect("finite")
    };
    let compact = packed_data_schema::LayoutId::Compact;
    assert!(doubling(100, "u8").codec(compact).is_err());
    assert!(doubling(100, "tuple 0: 0").codec(compact).is_err());
    let schema = doubling(18, "tuple 0: 0");
    let codec = schema.codec(compact).expect("no bytes at all, and half a million parts");
    assert!(codec.validate(&[], &packed_data::Limits::DEFAULT).is_ok());
    refused("struct 18446744073709551615:S", 2, 8, "a name of");
    refused("enum 1:E 18446744073709551615 1:A 0\n", 2, 35 + 1, "expected a space");
    refused("struct 1:S 18446744073709551615\n", 2, 32, "expected a space");
}

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Texts that are changed or put together at random: nothing panics; what is accepted is printed as it was, and can be
/// used in each layout.
#[test]
fn hostile_texts() {
    let rounds = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    let words = [
        "packed-data schema 1",
        "\n",
        " ",
        "struct",
        "tuple",
        "entry",
        "enum",
        "optional",
        "with",
        "sequence",
        "vector",
        "sorted",
        "array",
        "str",
        "cbor",
        "u8",
        "char",
        "bare ",
        "default ",
        "tag ",
        "other ",
        " extensible",
        " condition",
        "#0",
        "#1",
        "#2",
        "#3",
        "0:",
        "1:a",
        "1:b",
        "3:key",
        "5:value",
        "0",
        "1",
        "2",
        "3",
        "255",
        "257",
        "é",
        "4294967296",
        "18446744073709551615",
    ];
    let seeds = [
        "sorted #1\nentry 3:Map 2 3:key #2 5:value #0\nstr\n",
        "struct 1:S extensible condition 2 bare tag 7 1:a #1 default tag 9 1:b #2\nu8\narray 3 #1\n",
        "enum 1:E extensible 3 1:A 1 1:0 #0 1:C 2 1:x #2 1:y #1 other 1:B 1 1:0 #1\ncbor\nsequence #0\n",
        "with 9:two\nlines #1\ntuple 0: 1 1:0 #2\nstr\n",
        "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #1\nstruct 4:Node 2 1:v #2 1:n #0\ni64\n",
    ];
    let (mut random, mut accepted) = (Random(1), 0);
    for round in 0..rounds {
        let mut text = format!("{VERSION}{}", seeds[round % seeds.len()]);
        if round % 4 == 0 {
            text = VERSION.into();
            for _ in 0..random.below(40) {
                text.push_str(words[random.below(words.len())]);
            }
        }
        for _ in 0..random.below(3) {
            let at = random.below(text.len() + 1);
            let Some(at) = (at..=text.len()).find(|at| text.is_char_boundary(*at)) else { continue };
            match random.below(3) {
                0 => text.insert_str(at, words[random.below(words.len())]),
                1 if at < text.len() => drop(text.remove(at)),
                _ => {
                    let end = (at + random.below(12)).min(text.len());
                    if text.is_char_boundary(end) {
                        let piece = text[at..end].to_owned();
                        text.insert_str(at, &piece);
                    }
                }
            }
        }
        match text.parse::<Schema>() {
            Err(error) => {
                assert!(error.line() <= text.matches('\n').count() + 1);
                assert!(!error.message().is_empty());
            }
            Ok(schema) => {
                accepted += 1;
                assert_eq!(schema.to_string(), text);
                let layout = packed_data_schema::LayoutId::ALL[round % 10];
                if let Ok(codec) = schema.codec(layout) {
                    let bytes: Vec<u8> =
                        (0..random.below(24)).map(|_| [0, 1, 2, 0x81, 0x9F, 0xFF][random.below(6)]).collect();
                    if let Ok(value) = codec.read(&bytes, &packed_data::Limits::DEFAULT) {
                        let mut json = Vec::new();
                        value.write_json(&mut json).expect("a valid value");
                    }
                }
                assert!(schema.can_read(&schema, layout).is_full() || schema.codec(layout).is_err());
            }
        }
    }
    println!("{rounds} texts, of which {accepted} are accepted");
    assert!(accepted > rounds / 100, "{accepted} of {rounds} are too few");
}
