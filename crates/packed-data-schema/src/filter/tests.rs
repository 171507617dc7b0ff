//! Conditions as text and as trees; the compiled form beside two others: a walk over values, and the Rust type.

use alloc::collections::BTreeMap;

use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed};
use packed_data_model::LayoutId;

use super::*;
use crate::path;
use crate::read::Value;
use crate::schema::Type;
use packed_data_model::visit::ScalarValue;

#[derive(Packable)]
enum Kind {
    Plain,
    Sized { width: f64 },
    Named(String),
}

#[derive(Packable)]
struct Record {
    number: i64,
    large: u128,
    ratio: f32,
    is_open: bool,
    letter: char,
    note: Option<String>,
    kind: Kind,
    tags: Vec<u8>,
    counts: alloc::collections::BTreeMap<String, u32>,
    mode: Mode,
    pair: [i64; 2],
}

#[derive(Packable)]
enum Mode {
    Fast,
    Slow,
    By { rate: f64, unit: char },
}

fn record(kind: Kind) -> Record {
    let (note, tags) = (Some("say \"no\"".into()), vec![3, 4]);
    let (mode, pair) = (Mode::Fast, [1, 2]);
    let counts = [("or".to_owned(), 7)].into_iter().collect();
    Record {
        number: -5,
        large: u128::MAX,
        ratio: 0.5,
        is_open: true,
        letter: 'x',
        note,
        kind,
        tags,
        counts,
        mode,
        pair,
    }
}

fn holds(text: &str, record: &Record) -> bool {
    let schema = Schema::of::<Record>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let packed = Packed::<Record, Compact>::pack(record);
    let condition = Condition::parse(text, &schema, 0).unwrap_or_else(|error| panic!("{text}: {error}"));
    let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued).unwrap();
    filter.matches(codec.read(packed.as_bytes(), &Limits::DEFAULT).unwrap())
}

#[test]
fn conditions() {
    let plain = record(Kind::Plain);
    for text in [
        "number = -5",
        "number < -4.5 and number > -5.5 and number <= -5 and number >= -5.0",
        "large > 170141183460469231731687303715884105727 and large > 1e20",
        "ratio == 0.5 and ratio < 1",
        "is_open and not not is_open",
        "is_open = true",
        "letter = \"x\"",
        r#"note = "say \"no\"""#,
        "kind = \"Plain\" and kind != \"Sized\"",
        "kind.width = null and kind.Sized = null",
        "tags[1] = 4 and tags[2] = null and not tags[2] < 5",
        "counts.or = 7 and counts[\"and\"] = null",
        "number = 1 or number = 2 or number = -5",
        "number < 1_000 and number < 1_0e0_1 and number != 1_000.000_5",
        "mode = \"Fast\" and mode != \"Slow\" and mode < \"G\" and mode.By = null and mode.By.rate = null",
        "pair[1] = 2",
        "not (number = 1 or is_open = false)",
        "number = -5 or number = 1 and number = 2",
        "tags[2] != 5 and note != null",
        "number = -5 && is_open || number = 1",
        "!(number = 1 || !is_open) && !!is_open",
        "letter = 'x' and note != 'it''s' and note = 'say \"no\"' and counts['or'] = 7",
        "number in [1, -5.0] and number in (-5) and number not in [1, 2] and not number in (1)",
        "letter in ['a', \"x\"] and note in [null, 'say \"no\"'] and mode in ('Slow', 'Fast')",
        "large in [340282366920938463463374607431768211455.0, 1] or large not in [1e300]",
        "note contains 'no' and note contains '' and not note contains 'NO' and letter contains 'x'",
        "tags contains 4 and tags contains 3.0 and not tags contains 5 and pair contains 2",
        "counts contains 'or' and not counts contains '7' and mode contains 'Fas'",
        "any(tags, . = 3) and all(tags, . > 2) and not all(tags, . = 3) and any(counts, . = 7) and all(counts, . > 6)",
        "any(pair, . in [2]) and not any(tags, . > 100)",
        "tags[-1] = 4 and tags[-2] = 3 and tags[-3] = null and pair[-1] = 2 and pair[-2] = 1",
        ".number = -5 and .pair[0] = 1 and .is_open",
    ] {
        assert!(holds(text, &plain), "{text}");
        assert!(!holds(&format!("not ({text})"), &plain), "not {text}");
    }
    let sized = record(Kind::Sized { width: f64::INFINITY });
    assert!(holds("kind.width >= Infinity and kind.Sized.width > 1e308", &sized));
    assert!(holds("kind.Named = null", &sized));
    assert!(holds("kind = \"a\" and kind.Named = \"a\"", &record(Kind::Named("a".into()))));
}

/// Lists in lists, in maps and in optional values; fields that are called as the words are.
#[test]
fn elements() {
    #[derive(Packable)]
    struct Line {
        price: f64,
        any: bool,
        parts: Option<Vec<String>>,
    }
    #[derive(Packable)]
    struct Order {
        all: Vec<Line>,
        by_name: BTreeMap<String, Vec<u8>>,
    }
    let line = |price, parts: Option<&[&str]>| {
        let parts = parts.map(|parts| parts.iter().map(|part| (*part).into()).collect());
        Line { price, any: price > 2.0, parts }
    };
    let order = Order {
        all: vec![line(1.5, None), line(3.0, Some(&["leg", "top"]))],
        by_name: [("a".into(), vec![1, 2]), ("b".into(), vec![])].into(),
    };
    let schema = Schema::of::<Order>();
    let bytes = [Packed::<_, Compact>::pack(&order).into_inner(), Packed::<_, Cbor>::pack(&order).into_inner()];
    for (text, expected) in [
        ("any(all, price > 2 and any)", true),
        ("all(all, price > 2)", false),
        ("all(all, price > 2 or not any)", true),
        ("any(all, any(parts, . = 'leg'))", true),
        ("all(all, any(parts, . = 'leg'))", false),
        ("all(all, all(parts, . != 'arm'))", true),
        ("any(all, parts contains 'top' and parts[-1] = 'top' and .parts[0] != 'top')", true),
        ("any(all, not parts contains 'top')", true),
        ("any(by_name, . contains 2 and .[-1] = 2)", true),
        ("any(by_name, all(., . > 5))", true),
        ("by_name contains 'b' and not by_name contains 'c' and any(by_name.b, . = 1)", false),
        ("all[-1].price = 3 and all[0].any = false and by_name['a'][-2] = 1", true),
    ] {
        for (layout, bytes) in [LayoutId::Compact, LayoutId::Cbor].into_iter().zip(&bytes) {
            let codec = schema.codec(layout).unwrap();
            let condition = Condition::parse(text, &schema, 0).unwrap_or_else(|error| panic!("{text}: {error}"));
            let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued).unwrap();
            assert_eq!(filter.matches_bytes(bytes), expected, "{text} in {layout}");
        }
    }
}

/// Bytes of a byte string of CBOR are elements too, and a value may be what the condition is about.
#[test]
fn values_themselves() {
    let holds = |text: &str, value: &Vec<u8>| {
        let schema = Schema::of::<Vec<u8>>();
        let condition = Condition::parse(text, &schema, 0).unwrap();
        let codecs = [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor].map(|of| schema.codec(of).unwrap());
        let bytes = [
            Packed::<_, Compact>::pack(value).into_inner(),
            Packed::<_, Indexed>::pack(value).into_inner(),
            Packed::<_, Cbor>::pack(value).into_inner(),
        ];
        let holds = codecs
            .iter()
            .zip(&bytes)
            .map(|(codec, bytes)| Filter::new(codec, 0, &condition, Logic::TwoValued).unwrap().matches_bytes(bytes));
        let holds: Vec<_> = holds.collect();
        assert!(holds.iter().all(|one| *one == holds[0]), "{text}: {holds:?}");
        holds[0]
    };
    assert!(holds("any(., . = 200) and . contains 200 and .[-1] = 7 and [0] = 200", &vec![200, 7]));
    assert!(holds("all(., . = 200) and [-1] = null and not . contains 0", &vec![]));
}

#[cfg(feature = "regex-1")]
#[test]
fn regular_expressions() {
    let plain = record(Kind::Named("Größe".into()));
    for text in [
        r#"note =~ "^say" and note =~ 'no"$' and not note =~ 'No'"#,
        r"note =~ '(?i)NO' and kind =~ '^\w+$' and kind =~ '(?i)GRÖSSE|GRÖßE' and letter =~ '.'",
        "mode =~ 'F|S' and not mode =~ '^S' and not kind.Sized.width = 1",
    ] {
        assert!(holds(text, &plain), "{text}");
    }
    assert!(!holds("kind =~ ''", &record(Kind::Sized { width: 1.0 })));
    let schema = Schema::of::<Record>();
    let nested = format!("note =~ '{}'", "(".repeat(100_000));
    for (text, at, message) in [
        ("note =~ '(a'", 8, "not a regular expression: unclosed group"),
        ("note =~ 'a{1000}{1000}{1000}'", 8, "not a regular expression: "),
        (&nested, 8, "not a regular expression: "),
        ("number =~ 'a'", 10, "`number` is i64: expected a path to a text"),
        ("note =~ a", 8, "expected a regular expression in quotes, found `a`"),
    ] {
        let error = Condition::parse(text, &schema, 0).unwrap_err();
        assert!(error.message.starts_with(message), "{error}");
        assert_eq!(error.at, at, "{error}");
    }
}

#[cfg(not(feature = "regex-1"))]
#[test]
fn no_regular_expressions() {
    let error = Condition::parse("note =~ 'a'", &Schema::of::<Record>(), 0).unwrap_err();
    assert_eq!((error.at, &*error.message), (8, "regular expressions are not part of this build"));
}

/// Pieces of conditions in any order, and characters changed in them: an error, or a condition that can be tested.
#[test]
fn any_text() {
    const PIECES: &[&str] = &[
        "number",
        "note",
        "tags",
        "counts",
        ".",
        "[0]",
        "[-1]",
        "['a']",
        "=",
        "!=",
        "<",
        "=~",
        "in",
        "not",
        "contains",
        "any(",
        "all(",
        "(",
        ")",
        "[",
        "]",
        ",",
        "1",
        "-2.5",
        "'a'",
        "\"b\"",
        "null",
        "true",
        "&&",
        "||",
        "!",
        "and",
        "or",
        "kind.width",
        "'(?i)a|b'",
        "'",
        "\"",
        "\\",
        "\u{e4}",
        "is_open",
        "any(tags, . = 3)",
        "[-",
    ];
    let schema = Schema::of::<Record>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let bytes = Packed::<Record, Compact>::pack(&record(Kind::Plain)).into_inner();
    let (mut random, mut valid) = (Random(7), 0);
    for _ in 0..20_000 {
        let count = random.below(12);
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(random.pick(PIECES));
            text.push_str(random.pick(&["", " "]));
        }
        match Condition::parse(&text, &schema, 0) {
            Ok(condition) => {
                valid += 1;
                Filter::new(&codec, 0, &condition, Logic::Sql).unwrap().matches_bytes(&bytes);
            }
            Err(error) => assert!(text.is_char_boundary(error.at), "{text}: {error}"),
        }
    }
    assert!(valid > 50, "{valid}");
}

#[test]
fn mistakes() {
    let schema = Schema::of::<Record>();
    let deep = format!("{}is_open", "(".repeat(1_000_000));
    let nots = "not ".repeat(1_000_000);
    let bangs = "!".repeat(1_000_000);
    for (text, at, message) in [
        ("", 0, "expected a path, `not` or `(`, found the end"),
        ("number = -5 and prise > 3", 16, "unknown path `prise`: Record has the fields `number`, `large`"),
        ("kind.height = 1", 5, "unknown path `height`: Kind has the constructors `Plain`, `Sized`, `Named`"),
        ("number.x = 1", 7, "unknown path `x`: i64 has no parts"),
        ("number = ", 9, "expected a number, a text in quotes, true, false or null, found the end"),
        ("number = five", 9, "expected a number, a text in quotes, true, false or null, found `five`"),
        ("number = 05", 9, "expected a number, a text in quotes, true, false or null, found `05`"),
        ("number = 5.", 9, "expected a number, a text in quotes, true, false or null, found `5.`"),
        ("number = 5_", 9, "expected a number, a text in quotes, true, false or null, found `5_`"),
        ("number = -_5", 9, "expected a number, a text in quotes, true, false or null, found `-_5`"),
        ("number = 1__0", 9, "expected a number, a text in quotes, true, false or null, found `1__0`"),
        ("ratio < -inf", 8, "expected a number, a text in quotes, true, false or null, found `-inf`"),
        ("ratio < -nan", 8, "expected a number, a text in quotes, true, false or null, found `-nan`"),
        ("ratio < 1e999", 8, "expected a number, a text in quotes, true, false or null, found `1e999`"),
        ("number = 1 number = 2", 11, "expected `and`, `or` or the end, found `number`"),
        ("(number = 1", 11, "expected `)`, found the end"),
        ("note = \"x", 7, "expected the end of the text in quotes"),
        ("number = \"-5\"", 9, "`number` is i64: expected a number, found `\"-5\"`"),
        ("number != \"-5\"", 10, "`number` is i64: expected a number, found `\"-5\"`"),
        ("number = null", 9, "`number` is i64: expected a number, found `null`"),
        ("ratio < true", 8, "`ratio` is f32: expected a number, found `true`"),
        ("is_open = 1", 10, "`is_open` is bool: expected true or false, found `1`"),
        ("is_open and number", 18, "`number` is i64: expected an operator and a number, found the end"),
        ("letter = \"xy\"", 9, "`letter` is char: expected one character in quotes, found `\"xy\"`"),
        ("note = 3", 7, "`note` is Option<String>: expected a text in quotes or null, found `3`"),
        ("note < null", 7, "`note` is Option<String>: null has no order, expected `=` or `!=`, found `null`"),
        ("tags = 3", 7, "`tags` is Vec<u8>: expected a path to a part of it, found `3`"),
        ("tags[0] = \"a\"", 10, "`tags[0]` is u8: expected a number or null, found `\"a\"`"),
        ("counts.x = true", 11, "`counts.x` is u32: expected a number or null, found `true`"),
        ("kind.width = \"a\"", 13, "`kind.width` is f64: expected a number or null, found `\"a\"`"),
        ("kind = 3", 7, "`kind` is Kind: expected a text in quotes, found `3`"),
        ("mode = \"Fats\"", 7, "`mode` is Mode: expected \"Fast\", \"Slow\", found `\"Fats\"`"),
        (
            "mode = \"By\"",
            7,
            "`mode` is Mode: expected a constructor without fields (`mode.By != null` selects this one), found",
        ),
        ("pair[2] = 3", 4, "unknown path `[2]`: [i64; 2] has the elements before `[2]`"),
        ("number in 3", 10, "expected `[` and literals, found `3`"),
        ("number in [1, 'a']", 14, "`number` is i64: expected a number, found `'a'`"),
        ("number in [1 2]", 13, "expected `,` or `]`, found `2]`"),
        ("number in []", 11, "expected a number, a text in quotes, true, false or null, found `]`"),
        ("number not 3", 7, "`number` is i64: expected an operator and a number, found `not`"),
        ("note contains 3", 14, "`note` is Option<String>: expected a text in quotes, found `3`"),
        ("number contains 3", 16, "`number` is i64: expected a path to a text, a list or a map, found `3`"),
        ("tags contains 'a'", 14, "`tags` is Vec<u8>: expected a number, found `'a'`"),
        ("counts contains 7", 16, "`counts` is Map<String, u32>: expected a text in quotes, found `7`"),
        ("any(number, . = 1)", 4, "`number` is i64: expected a path to a list or a map"),
        ("any(tags . = 1)", 9, "expected `,`, found `.`"),
        ("any(tags, . = 'a')", 14, "`.` is u8: expected a number, found `'a'`"),
        ("any(tags, number = 1)", 10, "unknown path `number`: u8 has no parts"),
        ("any(tags, . = 1", 15, "expected `)`, found the end"),
        ("tags[-0] = 1", 5, "expected an index, or a name in quotes, and `]`"),
        ("pair[-3] = 1", 4, "unknown path `[-3]`: [i64; 2] has the elements before `[2]`"),
        ("note = 'it''s", 7, "expected the end of the text in quotes, found `'it''s`"),
        (&bangs, 101, "expected fewer parentheses inside each other"),
        (&deep, 101, "expected fewer parentheses inside each other"),
        (&nots, 404, "expected fewer parentheses inside each other"),
    ] {
        let error = Condition::parse(text, &schema, 0).unwrap_err();
        assert!(error.message.starts_with(message), "{error}");
        assert_eq!(error.at, at, "{error}");
    }
}

/// The rules of SQL: what null makes unknown, and the order of floats.
#[test]
fn unknown() {
    type Of = (Option<i64>, f64, bool, Option<Vec<String>>, Vec<u8>);
    let schema = Schema::of::<Of>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let matches = |text: &str, value: &Of, logic| {
        let packed = Packed::<Of, Compact>::pack(value);
        let condition = Condition::parse(text, &schema, 0).unwrap();
        Filter::new(&codec, 0, &condition, logic).unwrap().matches_bytes(packed.as_bytes())
    };
    let none = (None, -0.0, true, None, vec![2, 3]);
    for (text, in_sql, two_valued) in [
        ("[0] = 1", false, false),
        ("[0] != 1", false, true),
        ("not [0] = 1", false, true),
        ("not ([0] = 1 and [2])", false, true),
        ("not ([0] = 1 and not [2])", true, true),
        ("[0] = 1 or [2]", true, true),
        ("not ([0] = 1 or not [2])", false, true),
        ("[0] = null and not [0] != null", true, true),
        ("[1] = 0 and [1] >= 0 and not [1] < 0", true, true),
        ("[0] in [1, 2] or not [0] in [1, 2]", false, true),
        ("[0] in [1, null] and [1] not in [1, 2.5]", true, true),
        ("any([3], . = 'a') or not any([3], . = 'a')", false, true),
        ("not [3] contains 'a'", false, true),
        ("all([4], . > 1) and not any([4], . = 4) and [4] contains 3", true, true),
        ("all([4], . > 2) or any([4], . in [4])", false, false),
    ] {
        assert_eq!(matches(text, &none, Logic::Sql), in_sql, "{text}");
        assert_eq!(matches(text, &none, Logic::TwoValued), two_valued, "{text}");
    }
    let nan = (Some(1), f64::NAN, true, None, vec![]);
    assert!(matches("[1] > Infinity and [0] != null and not [0] = null", &nan, Logic::Sql));
    assert!(!matches("[1] > Infinity", &nan, Logic::TwoValued));
    let path = path::Path::parse("[1]").unwrap();
    let is_nan = Condition::compare(path, Operator::Equal, Literal::Float(f64::NAN));
    let bytes = Packed::<Of, Compact>::pack(&nan).into_inner();
    assert!(Filter::new(&codec, 0, &is_nan, Logic::Sql).unwrap().matches_bytes(&bytes));
    assert!(!Filter::new(&codec, 0, &is_nan, Logic::TwoValued).unwrap().matches_bytes(&bytes));
}

/// Fields that older bytes lack are null, and those after them are found.
#[test]
fn absent_fields() {
    #[derive(Packable)]
    struct Old {
        id: u8,
        #[packable(default)]
        size: u16,
    }
    #[derive(Packable)]
    struct New {
        id: u8,
        #[packable(default)]
        size: u16,
        #[packable(default)]
        name: String,
        #[packable(default)]
        last: u8,
    }
    let new = (New { id: 1, size: 2, name: "a".into(), last: 3 }, 4_u8);
    let old = (Old { id: 1, size: 2 }, 4_u8);
    let schema = Schema::of::<(New, u8)>();
    let test = |layout, bytes: [Vec<u8>; 2]| {
        let codec = schema.codec(layout).unwrap();
        for (text, expected) in [
            ("[0].id = 1 and [0].size = 2 and [1] = 4", [true, true]),
            ("[0].last = 3 and [0].name = \"a\" and [1] = 4", [true, false]),
            ("[0].last = null and [0].name = null and [1] = 4", [false, true]),
            ("[0].last != 3 or [0].size > 2", [false, true]),
        ] {
            let condition = Condition::parse(text, &schema, 0).unwrap();
            let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued).unwrap();
            assert_eq!(bytes.each_ref().map(|bytes| filter.matches_bytes(bytes)), expected, "{text} in {layout}");
        }
    };
    test(
        LayoutId::Compact,
        [Packed::<_, Compact>::pack(&new).into_inner(), Packed::<_, Compact>::pack(&old).into_inner()],
    );
    test(
        LayoutId::Indexed,
        [Packed::<_, Indexed>::pack(&new).into_inner(), Packed::<_, Indexed>::pack(&old).into_inner()],
    );
    test(LayoutId::Cbor, [Packed::<_, Cbor>::pack(&new).into_inner(), Packed::<_, Cbor>::pack(&old).into_inner()]);
}

/// A program may compare with any literal, but a path must lead somewhere.
#[test]
fn built() {
    let schema = Schema::of::<Record>();
    let codec = schema.codec(LayoutId::Indexed).unwrap();
    let bytes = Packed::<Record, Indexed>::pack(&record(Kind::Plain)).into_inner();
    let test = |path: &str, operator, literal| {
        let condition = Condition::compare(path::Path::parse(path).unwrap(), operator, literal);
        Filter::new(&codec, 0, &condition, Logic::TwoValued).map(|filter| filter.matches_bytes(&bytes))
    };
    assert_eq!(test("mode", Operator::NotEqual, Literal::Text("Fats".into())), Ok(true));
    assert_eq!(test("number", Operator::Equal, Literal::Text("-5".into())), Ok(false));
    assert_eq!(test("number", Operator::Less, Literal::Int(0)), Ok(true));
    let error = test("pair.x", Operator::Equal, Literal::Null).unwrap_err();
    assert_eq!((error.at, &*error.message), (1, "unknown path `x`: [i64; 2] has the elements before `[2]`"));
    let all = |condition: &Condition| Filter::new(&codec, 0, condition, Logic::Sql).unwrap().matches_bytes(&bytes);
    assert!(all(&Condition::And(Vec::new())) && !all(&Condition::Or(Vec::new())));
}

/// A number that is wrapped, in a struct of static size.
#[derive(Packable)]
struct Meters(u16);

#[derive(Clone, Copy, Packable)]
enum Colour {
    Red,
    Green,
    Blue,
}

#[derive(Packable)]
struct Inner {
    colour: Colour,
    height: Meters,
    grid: [(u8, i16); 2],
}

/// Parts of every kind, at the same place in each value and elsewhere.
#[derive(Packable)]
struct Sample {
    id: u64,
    inner: Inner,
    name: String,
    wide: u128,
    price: f64,
    small: f32,
    colour: Colour,
    flag: Option<bool>,
    unit: (),
    letter: char,
    list: Vec<i8>,
    map: BTreeMap<String, Option<Meters>>,
    nested: Option<Inner>,
    kind: Kind,
    last: i32,
}

/// What an oracle finds.
#[derive(Clone, Debug, PartialEq)]
enum Oracle {
    Null,
    Bool(bool),
    Integer(i128),
    Large(u128),
    Float(u64),
    Text(String),
    /// Nothing that a literal can be.
    Other,
}

impl Oracle {
    fn float(value: f64) -> Self {
        Self::Float(value.to_bits())
    }

    fn number(value: impl Into<i128>) -> Self {
        Self::Integer(value.into())
    }

    fn text(value: impl core::fmt::Display) -> Self {
        Self::Text(value.to_string())
    }

    /// Returns the order by the rules of `--where`: by another way than [`super::order`].
    fn compare(&self, literal: &Literal) -> Option<Ordering> {
        // (Numbers of the samples are multiples of a sixteenth, less than 2^40, or one of those here.)
        let number = |oracle: &Self| match oracle {
            Self::Integer(value) if value.unsigned_abs() < 1 << 40 => Some(*value as f64),
            Self::Integer(value) => Some(if *value < 0 { f64::MIN / 2.0 } else { f64::MAX / 4.0 }),
            Self::Large(_) => Some(f64::MAX / 2.0),
            Self::Float(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        };
        match (self, literal) {
            (Self::Null, Literal::Null) => Some(Ordering::Equal),
            (Self::Bool(a), Literal::Bool(b)) => Some(a.cmp(b)),
            (Self::Text(a), Literal::Text(b)) => Some(a.cmp(b)),
            (_, Literal::Int(b)) => number(self)?.partial_cmp(&number(&Self::Integer(*b))?),
            (_, Literal::Float(b)) => number(self)?.partial_cmp(b),
            _ => None,
        }
    }
}

/// A path, and the part of a sample at its end.
type Known = (&'static str, fn(&Sample) -> Oracle);

fn colour(colour: Colour) -> Oracle {
    Oracle::text(match colour {
        Colour::Red => "Red",
        Colour::Green => "Green",
        Colour::Blue => "Blue",
    })
}

fn or_null<T>(value: Option<T>, f: impl FnOnce(T) -> Oracle) -> Oracle {
    value.map_or(Oracle::Null, f)
}

const KNOWN: &[Known] = &[
    ("id", |of| Oracle::number(of.id)),
    ("inner.colour", |of| colour(of.inner.colour)),
    ("inner.height", |of| Oracle::number(of.inner.height.0)),
    ("inner.grid[1][0]", |of| Oracle::number(of.inner.grid[1].0)),
    ("inner.grid[0][1]", |of| Oracle::number(of.inner.grid[0].1)),
    ("name", |of| Oracle::text(&of.name)),
    ("wide", |of| i128::try_from(of.wide).map_or(Oracle::Large(of.wide), Oracle::Integer)),
    ("price", |of| Oracle::float(of.price)),
    ("small", |of| Oracle::float(of.small.into())),
    ("colour", |of| colour(of.colour)),
    ("flag", |of| or_null(of.flag, Oracle::Bool)),
    ("unit", |_| Oracle::Null),
    ("letter", |of| Oracle::text(of.letter)),
    ("list[1]", |of| or_null(of.list.get(1), |value| Oracle::number(*value))),
    ("map.a", |of| or_null(of.map.get("a").and_then(Option::as_ref), |value| Oracle::number(value.0))),
    ("nested.colour", |of| or_null(of.nested.as_ref(), |inner| colour(inner.colour))),
    ("nested.grid[1][1]", |of| or_null(of.nested.as_ref(), |inner| Oracle::number(inner.grid[1].1))),
    ("kind", |of| match &of.kind {
        Kind::Plain => Oracle::text("Plain"),
        Kind::Sized { .. } => Oracle::Other,
        Kind::Named(name) => Oracle::text(name),
    }),
    ("kind.width", |of| if let Kind::Sized { width } = of.kind { Oracle::float(width) } else { Oracle::Null }),
    ("last", |of| Oracle::number(of.last)),
];

/// Returns what a walk over values finds.
fn walked(value: Option<Value<'_>>) -> Oracle {
    let Some(value) = value else { return Oracle::Null };
    match (value.packed_type(), value.as_scalar()) {
        (Type::Text, _) => Oracle::text(value.as_str().unwrap()),
        (_, Some(ScalarValue::Unsigned(value))) => i128::try_from(value).map_or(Oracle::Large(value), Oracle::Integer),
        (_, Some(ScalarValue::Signed(value))) => Oracle::Integer(value),
        (_, Some(ScalarValue::F32(value))) => Oracle::float(value.into()),
        (_, Some(ScalarValue::F64(value))) => Oracle::float(value),
        (_, Some(ScalarValue::Bool(value))) => Oracle::Bool(value),
        (_, Some(ScalarValue::Char(value))) => Oracle::text(value),
        (Type::Enum(of), None) => match (of.is_optional, value.constructor().unwrap()) {
            (true, one) if one.fields.is_empty() => Oracle::Null,
            (false, one) if one.fields.is_empty() => Oracle::text(&one.name),
            (_, one) if one.fields[0].is_named() => Oracle::Other,
            _ => walked(value.get(0)),
        },
        (Type::Struct(of), None) if of.fields.is_empty() => Oracle::Null,
        _ => walked(value.get(0)),
    }
}

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn float(&mut self) -> f64 {
        self.pick(&[0.0, -0.0, 1.0, 1.5, -1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY])
    }

    fn text(&mut self) -> String {
        self.pick(&["", "a", "b", "\u{e4}", "Red", "Blue", "Plain"]).into()
    }

    fn inner(&mut self) -> Inner {
        Inner {
            colour: self.pick(&[Colour::Red, Colour::Green, Colour::Blue]),
            height: Meters(self.below(3) as u16),
            grid: [0, 1].map(|_| (self.below(3) as u8, self.below(4) as i16 - 2)),
        }
    }

    fn sample(&mut self) -> Sample {
        Sample {
            id: self.pick(&[0, 1, 2, u64::MAX]),
            inner: self.inner(),
            name: self.text(),
            wide: self.pick(&[0, 1, u128::MAX]),
            price: self.float(),
            small: self.float() as f32,
            colour: self.pick(&[Colour::Red, Colour::Green, Colour::Blue]),
            flag: self.pick(&[None, Some(false), Some(true)]),
            unit: (),
            letter: self.pick(&['a', '\u{e4}', '\u{1F980}']),
            list: (0..self.below(4)).map(|index| index as i8 - 1).collect(),
            map: (0..self.below(3)).map(|_| (self.text(), self.pick(&[None, Some(1)]).map(Meters))).collect(),
            nested: self.pick(&[false, true]).then(|| self.inner()),
            kind: match self.below(3) {
                0 => Kind::Plain,
                1 => Kind::Sized { width: self.float() },
                _ => Kind::Named(self.text()),
            },
            last: self.below(5) as i32 - 2,
        }
    }

    /// Returns a literal that a part may equal, more often than not.
    fn literal(&mut self, part: &Oracle) -> Literal {
        match (self.below(4), part) {
            (0, _) => Literal::Null,
            (1, _) => Literal::Int(self.below(4) as i128 - 2),
            (_, Oracle::Null | Oracle::Other) => Literal::Null,
            (_, Oracle::Bool(_)) => Literal::Bool(self.below(2) == 0),
            (2, Oracle::Integer(value)) if value.unsigned_abs() < 1 << 40 => Literal::Float(*value as f64 + 0.5),
            (_, Oracle::Integer(value)) => Literal::Int(*value),
            (_, Oracle::Large(_) | Oracle::Float(_)) => Literal::Float(self.float()),
            (_, Oracle::Text(_)) => Literal::Text(self.text()),
        }
    }
}

/// A condition as it is compiled, and as the oracles see it.
fn random_condition(random: &mut Random, depth: usize, sample: &Sample) -> Condition {
    let all = |random: &mut Random| (0..random.below(4)).map(|_| random_condition(random, depth + 1, sample)).collect();
    let path = |text| path::Path::parse(text).unwrap();
    match random.below(if depth > 3 { 3 } else { 6 }) {
        1 => {
            let (text, get) = random.pick(KNOWN);
            let literals = (0..random.below(4)).map(|_| random.literal(&get(sample))).collect();
            Condition::In { path: path(text), literals }
        }
        2 => {
            let (text, literal) = match random.below(3) {
                0 => ("list", Literal::Int(random.below(4) as i128 - 1)),
                1 => ("map", Literal::Text(random.text())),
                _ => ("name", Literal::Text(random.text())),
            };
            match random.below(3) {
                0 => Condition::Contains { path: path(text), literal },
                of => {
                    let (_, operator) = random.pick(&parse::OPERATORS);
                    let (text, literal) = match random.below(2) {
                        0 => ("list", random.literal(&Oracle::Integer(1))),
                        _ => ("map", random.literal(&Oracle::Integer(1))),
                    };
                    let condition = Box::new(Condition::compare(path::Path::default(), operator, literal));
                    let path = path(text);
                    if of == 1 { Condition::Any { path, condition } } else { Condition::All { path, condition } }
                }
            }
        }
        3 => Condition::And(all(random)),
        4 => Condition::Or(all(random)),
        5 => Condition::Not(Box::new(random_condition(random, depth + 1, sample))),
        _ => {
            let (text, get) = random.pick(KNOWN);
            let literal = random.literal(&get(sample));
            let (_, operator) = random.pick(&parse::OPERATORS);
            Condition::compare(path::Path::parse(text).unwrap(), operator, literal)
        }
    }
}

/// Tests a condition on what an oracle finds at a path, and on the elements of two lists.
fn oracle(condition: &Condition, find: &dyn Fn(&path::Path) -> Oracle, sample: &Sample) -> bool {
    let elements = |path: &path::Path| -> Vec<Oracle> {
        match path.steps == [path::Step::Name("list".into())] {
            true => sample.list.iter().map(|value| Oracle::number(*value)).collect(),
            false => {
                sample.map.values().map(|value| or_null(value.as_ref(), |value| Oracle::number(value.0))).collect()
            }
        }
    };
    let each = |of: Oracle, condition: &Condition| oracle(condition, &move |_| of.clone(), sample);
    match condition {
        Condition::And(all) => all.iter().all(|one| oracle(one, find, sample)),
        Condition::Or(any) => any.iter().any(|one| oracle(one, find, sample)),
        Condition::Not(one) => !oracle(one, find, sample),
        Condition::In { path, literals } => {
            literals.iter().any(|literal| find(path).compare(literal) == Some(Ordering::Equal))
        }
        Condition::Contains { path, literal } => match (path.steps[0].clone(), literal) {
            (path::Step::Name(name), Literal::Text(text)) if name == "map" => sample.map.contains_key(text),
            (_, Literal::Text(text)) => sample.name.contains(text),
            (_, Literal::Int(number)) => sample.list.iter().any(|value| i128::from(*value) == *number),
            _ => unreachable!(),
        },
        Condition::Matches { .. } => unreachable!(),
        Condition::Any { path, condition } => elements(path).into_iter().any(|of| each(of, condition)),
        Condition::All { path, condition } => elements(path).into_iter().all(|of| each(of, condition)),
        Condition::Compare(Comparison { path, operator, literal }) => {
            let order = find(path).compare(literal);
            match operator {
                Operator::Equal => order == Some(Ordering::Equal),
                Operator::NotEqual => order != Some(Ordering::Equal),
                Operator::Less => order == Some(Ordering::Less),
                Operator::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
                Operator::Greater => order == Some(Ordering::Greater),
                Operator::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            }
        }
    }
}

/// A compiled condition selects what a walk over values selects, and what the Rust values say.
#[test]
fn random_conditions() {
    let schema = Schema::of::<Sample>();
    let codecs = [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor].map(|of| schema.codec(of).unwrap());
    let known: Vec<_> = KNOWN.iter().map(|(text, get)| (path::Path::parse(text).unwrap(), get)).collect();
    let (mut random, mut selected) = (Random(1), 0);
    for _ in 0..2000 {
        let sample = random.sample();
        let bytes = [
            Packed::<_, Compact>::pack(&sample).into_inner(),
            Packed::<_, Indexed>::pack(&sample).into_inner(),
            Packed::<_, Cbor>::pack(&sample).into_inner(),
        ];
        for _ in 0..5 {
            let condition = random_condition(&mut random, 0, &sample);
            let typed = |path: &path::Path| known.iter().find(|(of, _)| of == path).unwrap().1(&sample);
            let expected = oracle(&condition, &typed, &sample);
            selected += u32::from(expected);
            for (codec, own) in codecs.iter().zip(&bytes) {
                let value = codec.value(own);
                let naive = oracle(&condition, &|path| walked(path::find(value, &path.steps).ok()), &sample);
                assert_eq!(naive, expected, "{condition:?} in {}", codec.layout());
                let filter = Filter::new(codec, 0, &condition, Logic::TwoValued).unwrap();
                assert_eq!(filter.matches_bytes(own), expected, "{condition:?} in {}", codec.layout());
                // (A value in another layout is walked over.)
                let mut others = codecs.iter().zip(&bytes);
                assert!(others.all(|(other, bytes)| filter.matches(other.value(bytes)) == expected), "{condition:?}");
            }
        }
    }
    assert!((3000..7000).contains(&selected), "{selected}");
}

/// A list has no parts to test, so `contains` was false.
#[test]
fn lists_are_not_atoms() {
    let schema = Schema::of::<(Vec<u8>, Option<Vec<u8>>, String)>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let bytes = Packed::<(Vec<u8>, Option<Vec<u8>>, String)>::pack(&(vec![0], None, "ab".into())).into_inner();
    for (text, holds, from_parts) in [
        ("[0] contains 0", true, None),
        ("[1] contains 0", false, Some(false)),
        ("[2] contains 'b'", true, Some(true)),
        ("[2] contains 'b' and [0] contains 0", true, None),
    ] {
        let condition = Condition::parse(text, &schema, 0).unwrap();
        let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued).unwrap();
        let paths: Vec<_> = condition.paths().into_iter().cloned().collect();
        let atoms = Columns::new(&codec, 0, &paths).unwrap().atoms(codec.value(&bytes));
        assert_eq!((filter.matches_bytes(&bytes), filter.matches_atoms(&atoms)), (holds, from_parts), "{text}");
    }
}

/// Columns are what paths lead to, in any order, as values and as atoms, in each layout and in another one.
#[test]
fn columns() {
    let schema = Schema::of::<Sample>();
    let codecs = [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor].map(|of| schema.codec(of).unwrap());
    let mut random = Random(5);
    for _ in 0..300 {
        let sample = random.sample();
        let bytes = [
            Packed::<_, Compact>::pack(&sample).into_inner(),
            Packed::<_, Indexed>::pack(&sample).into_inner(),
            Packed::<_, Cbor>::pack(&sample).into_inner(),
        ];
        let known: Vec<_> = (0..6).map(|_| random.pick(KNOWN)).collect();
        let paths: Vec<_> = known.iter().map(|(text, _)| path::Path::parse(text).unwrap()).collect();
        for codec in &codecs {
            let columns = Columns::new(codec, 0, &paths).unwrap();
            for (other, bytes) in codecs.iter().zip(&bytes) {
                let value = other.value(bytes);
                let expected: Vec<_> = known.iter().map(|(_, get)| get(&sample)).collect();
                let values: Vec<_> = columns.values(value).into_iter().map(walked).collect();
                assert_eq!(values, expected, "{paths:?}");
                let atoms = columns.atoms(value).into_iter().map(|atom| match atom {
                    Atom::Null => Oracle::Null,
                    Atom::Bool(value) => Oracle::Bool(value),
                    Atom::Int(value) => Oracle::Integer(value),
                    Atom::Large(value) => Oracle::Large(value),
                    Atom::Float(value) => Oracle::float(value),
                    Atom::Text(text) => Oracle::text(text),
                    Atom::Char(value) => Oracle::text(value),
                    _ => Oracle::Other,
                });
                assert_eq!(atoms.collect::<Vec<_>>(), expected, "{paths:?}");
            }
        }
    }
}

/// Which of the parts are read in constant time.
#[test]
fn fixed_places() {
    let schema = Schema::of::<Sample>();
    let fixed = |layout| -> Vec<&str> {
        let codec = schema.codec(layout).unwrap();
        let is_fixed = |text: &&str| {
            let path = path::Path::parse(text).unwrap();
            let resolved = path::resolve(&schema, 0, &path.steps);
            resolved.rest.is_empty() && codec.fixed_place(0, &resolved.parts).is_some()
        };
        KNOWN.iter().map(|(text, _)| *text).filter(is_fixed).collect()
    };
    let first = ["id", "inner.colour", "inner.height", "inner.grid[1][0]", "inner.grid[0][1]"];
    assert_eq!(fixed(LayoutId::Compact), first);
    let others = ["wide", "price", "small", "colour", "letter", "last"];
    assert_eq!(fixed(LayoutId::Indexed), [&first[..], &others].concat());
    assert!(fixed(LayoutId::Cbor).is_empty());
}
