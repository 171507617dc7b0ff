//! Packed values are shown as their owned values are: by `Debug`, in dumps, and through serde.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZeroI64, NonZeroU8};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use packed_data::error::PathSegment;
use packed_data::{Cbor, Compact, Dump, Filled, Indexed, Layout, Needs, Packable, Packed, Unpack};
use serde::Serialize;
use test_suite::{Json, List, Sample, TestLayout, Tree, TreeView, check_some, over_layouts, over_shapes};
use uuid::Uuid;

over_shapes!(few all: debug_is_that_of_the_owned_value);

/// Tests that read texts again, which takes Miri hours.
#[cfg(not(miri))]
mod texts {
    use super::*;

    over_shapes!(
        few all:
        dumps_contain_every_byte_once,
        dumps_of_invalid_bytes_stop_at_the_error,
        paths_follow_the_grammar
    );
}

over_layouts!(few all: long_lists_are_shown, what_is_long_is_cut, deep_values_are_not_serialised);
over_layouts!(few: types_of_the_library_are_shown_as_themselves, serde_is_that_of_the_owned_value, texts_and_bytes_are_cut);

/// Returns the lines of a text without their indentation, sorted: without what depends on the order of hash tables.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().map(str::trim).collect();
    lines.sort_unstable();
    lines
}

/// `{:#?}` prints what `#[derive(Debug)]` prints, and so does `{:?}` unless something is cut.
fn debug_is_that_of_the_owned_value<T: Sample, L: TestLayout>() {
    // These types contain a transparent newtype and `Bytes`, which are shown as what is in them.
    let differs = ["Big", "Library"].iter().any(|name| std::any::type_name::<T>().ends_with(name));
    check_some(T::any(), move |value| {
        let packed = Packed::<T, L>::pack(&value);
        let unpacked = packed.unpack().unwrap();
        let short = format!("{packed:?}");
        // (Long texts take Miri up to a minute each. Other tests print some.)
        let pretty = (!cfg!(miri)).then(|| format!("{packed:#?}"));
        if differs {
            return;
        }
        if let Some(pretty) = pretty {
            assert_eq!(lines(&pretty), lines(&format!("{unpacked:#?}")));
        }
        let whole = format!("{unpacked:?}");
        assert!(short.contains("..") || short.len() == whole.len(), "{short}\n{whole}");
    });
}

/// The grammar of paths, read from the book's page.
mod grammar {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    /// An expression of EBNF.
    enum Rule {
        All(Vec<Rule>),
        Any(Vec<Rule>),
        Many(Box<Rule>),
        Named(String),
        Text(String),
    }

    static RULES: LazyLock<HashMap<String, Rule>> = LazyLock::new(|| {
        let page = include_str!("../../../book/src/paths.md");
        let (_, grammar) = page.split_once("```ebnf\n").unwrap();
        let (grammar, _) = grammar.split_once("```").unwrap();
        let rule = |line: &str| {
            let (name, rule) = line.trim_end_matches(" ;").split_once('=').unwrap();
            let tokens = tokens(rule);
            let mut rest = tokens.as_slice();
            let rule = any(&mut rest);
            assert!(rest.is_empty(), "{line}");
            (name.trim().to_string(), rule)
        };
        grammar.lines().map(rule).collect()
    });

    fn tokens(text: &str) -> Vec<String> {
        let (mut tokens, mut chars) = (Vec::new(), text.chars().peekable());
        while let Some(first) = chars.next() {
            let mut token = first.to_string();
            match first {
                ' ' => continue,
                '"' => token.extend(chars.by_ref().take_while(|char| *char != '"')),
                'a'..='z' => {
                    while let Some(char) = chars.next_if(char::is_ascii_lowercase) {
                        token.push(char)
                    }
                }
                _ => {}
            }
            tokens.push(token);
        }
        tokens
    }

    fn any(tokens: &mut &[String]) -> Rule {
        let mut rules = vec![all(tokens)];
        while next_is(tokens, "|") {
            rules.push(all(tokens));
        }
        Rule::Any(rules)
    }

    fn all(tokens: &mut &[String]) -> Rule {
        let mut rules = vec![one(tokens)];
        while next_is(tokens, ",") {
            rules.push(one(tokens));
        }
        Rule::All(rules)
    }

    fn one(tokens: &mut &[String]) -> Rule {
        let (first, rest) = tokens.split_first().unwrap();
        *tokens = rest;
        let (rule, end) = match first.as_str() {
            "{" => (Rule::Many(Box::new(any(tokens))), "}"),
            "[" => (Rule::Any(vec![any(tokens), Rule::Text(String::new())]), "]"),
            "(" => (any(tokens), ")"),
            text => {
                return match text.strip_prefix('"') {
                    Some(text) => Rule::Text(text.into()),
                    None => Rule::Named(text.into()),
                };
            }
        };
        assert!(next_is(tokens, end));
        rule
    }

    fn next_is(tokens: &mut &[String], token: &str) -> bool {
        let is = tokens.first().is_some_and(|first| first == token);
        if is {
            *tokens = &tokens[1..];
        }
        is
    }

    /// Returns what may be left of a text after the rule.
    fn rests<'t>(rule: &Rule, text: &'t str) -> Vec<&'t str> {
        match rule {
            Rule::Text(start) => text.strip_prefix(start.as_str()).into_iter().collect(),
            Rule::Named(name) if name == "letter" => {
                let is_letter = |char: char| char.is_alphabetic() || char == '_';
                text.strip_prefix(is_letter).into_iter().collect()
            }
            Rule::Named(name) => rests(&RULES[name], text),
            Rule::Any(rules) => rules.iter().flat_map(|rule| rests(rule, text)).collect(),
            Rule::All(rules) => rules
                .iter()
                .fold(vec![text], |texts, rule| texts.into_iter().flat_map(|text| rests(rule, text)).collect()),
            Rule::Many(rule) => {
                let (mut found, mut next) = (vec![text], 0);
                while let Some(text) = found.get(next).copied() {
                    found.extend(rests(rule, text).into_iter().filter(|rest| rest.len() < text.len()));
                    next += 1;
                }
                found
            }
        }
    }

    /// Returns whether a text begins with a path, which ends before `end`.
    pub(crate) fn begins_with_path(text: &str, end: &str) -> bool {
        rests(&RULES["path"], text)
            .iter()
            .any(|rest| if end.is_empty() { rest.is_empty() } else { rest.starts_with(end) })
    }
}

/// The paths of errors and dumps follow the grammar of the book's page.
#[cfg(not(miri))]
fn paths_follow_the_grammar<T: Sample, L: TestLayout>() {
    let packed = Packed::<T, L>::pack(&T::sample());
    for line in packed.dump().to_string().lines() {
        let Some((_, text)) = line.trim_start().split_once("  ").and_then(|(_, rest)| rest.split_at_checked(49)) else {
            continue;
        };
        let what = text.split(" = ").next().unwrap_or_default();
        let is_whole = !what.contains(['.', '[']);
        assert!(is_whole || grammar::begins_with_path(text, ": "), "{text}");
    }
    let mut bytes = packed.into_inner();
    for at in (0..bytes.len()).step_by(bytes.len() / 64 + 1) {
        bytes[at] ^= 0xFF;
        if let Err(error) = Packed::<T, L, &[u8]>::from_bytes(&bytes) {
            let path = error.path().to_string();
            assert!(path.is_empty() || grammar::begins_with_path(&path, ""), "{error}");
        }
        bytes[at] ^= 0xFF;
    }
    assert!(!grammar::begins_with_path("Tree.Node.1", "") && !grammar::begins_with_path("Tree::Node.1 > ", ""));
}

/// Returns the bytes in the lines of a dump, whose offsets it checks, and the number of errors.
fn bytes_of(dump: &Dump<'_>) -> (Vec<u8>, usize) {
    let (mut bytes, mut errors) = (Vec::new(), 0);
    for line in dump.to_string().lines() {
        if line.trim_start().starts_with("^^") {
            errors += 1;
            continue;
        }
        let (offset, rest) = line.trim_start().split_once("  ").unwrap_or_else(|| panic!("{line}"));
        assert_eq!(offset.parse(), Ok(bytes.len()), "{dump}");
        let (hex, text) = rest.split_at_checked(47).unwrap_or((rest, ""));
        assert!(text.is_empty() || text.starts_with("  "), "{line}");
        let of_line = hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap());
        let before = bytes.len();
        bytes.extend(of_line);
        assert!((1..=16).contains(&(bytes.len() - before)), "{line}");
    }
    (bytes, errors)
}

/// Each byte is on one line of a dump.
#[cfg(not(miri))]
fn dumps_contain_every_byte_once<T: Sample, L: TestLayout>() {
    check_some(T::any(), |value| {
        let packed = Packed::<T, L>::pack(&value);
        assert_eq!(bytes_of(&packed.dump()), (packed.as_bytes().to_vec(), 0));
        let text = packed.dump().to_string();
        assert_eq!(Dump::of_bytes::<T, L>(packed.as_bytes()).to_string(), text);
        // Every part of a valid value is explained: only bytes that continue others have no text.
        let without = text.lines().filter(|line| line.len() < 50).count();
        assert!(without <= packed.as_bytes().len() / 16, "{text}");
    });
}

/// A dump has tags of CBOR that are side by side, before a value or before the number of a constructor.
#[test]
fn tags_side_by_side_are_dumped() {
    #[derive(Debug, PartialEq, Packable)]
    enum Choice {
        First(u8),
        Second(u8),
    }

    let bytes = [0xc6, 0xc7, 0x82, 0xc8, 0xc9, 1, 0xca, 0xcb, 5];
    let packed = Packed::<Choice, Cbor, _>::from_bytes(bytes.as_slice()).expect("valid");
    assert_eq!(packed.unpack(), Ok(Choice::Second(5)));
    assert_eq!(bytes_of(&packed.dump()), (bytes.to_vec(), 0), "{}", packed.dump());
}

/// A dump of invalid bytes contains all of them, explains those before the error, and marks the error.
#[cfg(not(miri))]
fn dumps_of_invalid_bytes_stop_at_the_error<T: Sample, L: TestLayout>() {
    let bytes = Packed::<T, L>::pack(&T::sample()).into_inner();
    let verify = |bytes: &[u8]| {
        let dump = Dump::of_bytes::<T, L>(bytes);
        let errors = usize::from(Packed::<T, L, &[u8]>::from_bytes(bytes).is_err());
        assert_eq!(bytes_of(&dump), (bytes.to_vec(), errors), "{dump}");
        assert_eq!(dump.error().is_some(), errors == 1);
    };
    let step = bytes.len() / if cfg!(debug_assertions) { 16 } else { 64 } + 1;
    for at in (0..bytes.len()).step_by(step) {
        verify(&bytes[..at]);
        for change in [1, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            verify(&changed);
        }
    }
    verify(&[&bytes[..], &[0; 40]].concat());
}

/// Number of cells in a long list. (Without optimisation, a million take a minute.)
const LONG: i64 = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 40,
    (_, true) => 10_000,
    _ => 1_000_000,
};

fn build_list<'id, L: Layout>(mut needs: Needs<'id, List, L>) -> Filled<'id> {
    for n in 0..LONG {
        needs = List::start_cons(needs).put(&n).tail();
    }
    List::write_nil(needs)
}

/// Counts what is written, and drops it.
#[derive(Default)]
struct Counter {
    bytes: usize,
    lines: i64,
}

impl std::fmt::Write for Counter {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.bytes += text.len();
        self.lines += i64::from(text.contains('\n'));
        Ok(())
    }
}

/// A list of a million cells takes no stack. `{:?}` prints the first of them; `{:#?}` and dumps print all.
fn long_lists_are_shown<L: TestLayout>() {
    use std::fmt::Write;
    let show = || {
        let packed = Packed::<List, L>::build(build_list);
        let short = format!("{packed:?}");
        assert!(short.starts_with("Cons(0, Cons(1, ") && short.len() < 1000, "{short}");
        assert!(short.contains(", ..)"), "{short}");
        let mut pretty = Counter::default();
        write!(pretty, "{packed:#?}").unwrap();
        assert_eq!(pretty.lines, 3 * LONG);
        let mut dump = Counter::default();
        write!(dump, "{}", packed.dump()).unwrap();
        assert!(dump.lines >= 2 * LONG && dump.bytes < 1000 * packed.as_bytes().len());
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, show).unwrap().join().unwrap();
    });
}

/// `{:?}` is limited in depth, in the elements of each sequence, and altogether. What follows is shown.
fn what_is_long_is_cut<L: TestLayout>() {
    let shown = |value: &Tree| format!("{:?}", Packed::<Tree, L>::pack(value));
    let grown = |depth: usize, left: bool| {
        (0..depth).fold(Tree::Leaf(1), |tree, _| {
            let (leaf, tree) = (Box::new(Tree::Leaf(2)), Box::new(tree));
            if left { Tree::Node(tree, leaf) } else { Tree::Node(leaf, tree) }
        })
    };
    assert_eq!(shown(&grown(31, true)), format!("{:?}", grown(31, true)));
    let cut = format!("{}.., ..){}", "Node(".repeat(32), ", Leaf(2))".repeat(31));
    assert_eq!(shown(&grown(40, true)), cut);
    let cut = format!("{}Node(.., ..){}", "Node(Leaf(2), ".repeat(31), ")".repeat(31));
    assert_eq!(shown(&grown(40, false)), cut);

    fn perfect(depth: usize) -> Tree {
        match depth {
            0 => Tree::Leaf(0),
            _ => Tree::Node(Box::new(perfect(depth - 1)), Box::new(perfect(depth - 1))),
        }
    }
    let text = shown(&perfect(if cfg!(miri) { 10 } else { 12 }));
    assert!(text.len() < 20_000 && text.ends_with(", ..)"), "{text}");
    assert_eq!(text.matches('(').count(), text.matches(')').count(), "{text}");

    let numbers: Vec<u16> = (0..if cfg!(miri) { 101 } else { 250 }).collect();
    let first: Vec<_> = numbers.iter().take(100).map(u16::to_string).collect();
    let packed = Packed::<Vec<u16>, L>::pack(&numbers);
    assert_eq!(format!("{packed:?}"), format!("[{}, ..]", first.join(", ")));
    assert_eq!(format!("{:?}", packed.view()), format!("{packed:?}"));
    let rows = vec![numbers.clone(), vec![7]];
    let packed_rows = Packed::<Vec<Vec<u16>>, L>::pack(&rows);
    assert_eq!(format!("{packed_rows:?}"), format!("[[{}, ..], [7]]", first.join(", ")));
    assert_eq!(format!("{:?}", packed_rows.view()), format!("{packed_rows:?}"));
    // (Long texts take Miri up to a minute each.)
    if !cfg!(miri) {
        assert_eq!(format!("{packed:#?}"), format!("{numbers:#?}"));
        assert_eq!(format!("{packed_rows:#?}"), format!("{rows:#?}"));
    }
}

/// Long texts are cut, at the end of a character.
fn texts_and_bytes_are_cut<L: TestLayout>() {
    let text = "\u{e9}".repeat(600);
    let packed = Packed::<(String, u8), L>::pack(&(text.clone(), 1));
    assert_eq!(format!("{packed:?}"), format!("(\"{}\".., 1)", "\u{e9}".repeat(500)));
    assert_eq!(format!("{packed:#?}"), format!("{:#?}", (text, 1)));
    let bytes = vec![0xAB_u8; 300];
    let dump = Packed::<Vec<u8>, L>::pack(&bytes).dump().to_string();
    assert!(dump.contains("  300 of u8 = [171, 171, ") && dump.contains(", ..]\n"), "{dump}");
    assert!(dump.lines().count() < 25);
}

/// Asserts that a packed value is shown as the value.
#[track_caller]
fn same<T: Debug + Packable + for<'a> Unpack<'a>, L: Layout>(value: T) {
    let packed = Packed::<T, L>::pack(&value);
    assert_eq!(format!("{packed:?}"), format!("{value:?}"));
    assert_eq!(format!("{packed:#?}"), format!("{value:#?}"));
    assert_eq!(format!("{packed:02x?}"), format!("{value:02x?}"));
}

#[derive(Clone, Debug, Packable, Serialize)]
struct Unit;

#[derive(Clone, Debug, Packable, Serialize)]
struct Pair(u8, i64);

#[derive(Clone, Debug, Packable, Serialize)]
struct One(f32);

#[derive(Clone, Debug, Packable, Serialize)]
enum Every {
    Unit,
    One(i8),
    Two(char, String),
    Named { r#type: Option<Box<Every>>, last: Vec<Every> },
}

#[derive(Clone, Debug, Packable, Serialize)]
struct Whole {
    every: Every,
    pair: Pair,
    one: One,
    unit: Unit,
    nothing: (),
    tuple: (u8,),
    numbers: (u128, i128, f64, bool, NonZeroU8, NonZeroI64),
    array: [u16; 3],
    bytes: Vec<u8>,
    map: BTreeMap<String, Vec<Option<bool>>>,
    set: BTreeSet<i8>,
    results: Vec<Result<u8, String>>,
    duration: Duration,
    range: Range<u8>,
    inclusive: RangeInclusive<i8>,
    from: RangeFrom<u16>,
    to: RangeTo<u8>,
    bound: Bound<u8>,
    address: IpAddr,
    endpoint: SocketAddr,
    time: SystemTime,
}

impl Whole {
    fn new() -> Self {
        let inner = Every::Two('\'', "a \"b\"".into());
        let last = vec![Every::Unit, Every::One(-3), inner.clone()];
        Self {
            every: Every::Named { r#type: Some(Box::new(inner)), last },
            pair: Pair(1, -2),
            one: One(0.5),
            unit: Unit,
            nothing: (),
            tuple: (7,),
            numbers: (1 << 100, -1 << 90, 1e300, true, NonZeroU8::MIN, NonZeroI64::MIN),
            array: [1, 2, 3],
            bytes: vec![1, 2],
            map: BTreeMap::from([("k".into(), vec![None, Some(true)]), ("l".into(), vec![])]),
            set: BTreeSet::from([1, 3]),
            results: vec![Ok(1), Err("no".into())],
            duration: Duration::from_millis(1500),
            range: 0..5,
            inclusive: -1..=1,
            from: 3..,
            to: ..4,
            bound: Bound::Excluded(7),
            address: Ipv4Addr::LOCALHOST.into(),
            endpoint: SocketAddrV4::new(Ipv4Addr::new(1, 2, 3, 4), 80).into(),
            time: UNIX_EPOCH + Duration::new(100, 5),
        }
    }
}

fn types_of_the_library_are_shown_as_themselves<L: TestLayout>() {
    same::<_, L>(Whole::new());
    same::<_, L>((1_u8, -1_i8, 'x', "text".to_string(), 1.25_f32, f64::NAN, -0.0_f64));
    let floats = (1.25_f32, [0.0_f64, 1e9]);
    assert_eq!(format!("{:.1?}", Packed::<_, L>::pack(&floats)), format!("{floats:.1?}"));
    same::<_, L>((Ordering::Less, Duration::from_nanos(1_500), NonZeroU8::MAX, i128::MIN, u128::MAX));
    same::<_, L>((0..5_u8, 0..=5_i8, 1_u8.., ..2_u8, ..=3_u8, .., Bound::Included(1_u8)));
    same::<_, L>(vec![Some((1_u8..2, 3_i8..=4)), None]);
    same::<_, L>((IpAddr::from(Ipv6Addr::LOCALHOST), Ipv4Addr::BROADCAST, Ipv6Addr::UNSPECIFIED));
    let v6 = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 443, 1, 2);
    same::<_, L>((SocketAddr::from(v6), v6, SocketAddrV4::new(Ipv4Addr::LOCALHOST, 1)));
    same::<_, L>(vec![Uuid::from_u128(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF)]);
    same::<_, L>(((), [(); 2], Vec::<u8>::new(), BTreeMap::<u8, u8>::new(), BTreeSet::<u8>::new()));
    same::<_, L>([vec![Some(1_u8)], vec![]]);
    same::<_, L>(BTreeMap::from([((1_u8, "a".to_string()), BTreeSet::from([1_u8])), ((2, "b".into()), [].into())]));
    same::<_, L>((UNIX_EPOCH - Duration::new(1, 5), Box::new(Every::Unit)));
    same::<RangeFull, L>(..);
    same::<RangeToInclusive<char>, L>(..='z');
}

/// Views are shown as the values, also those with which values are edited.
#[test]
fn views_are_shown_as_the_owned_values() {
    let whole = Whole::new();
    let mut packed = Packed::<Whole, Indexed>::pack(&whole);
    assert_eq!(format!("{:?}", packed.view()), format!("{whole:?}"));
    assert_eq!(format!("{:#?}", packed.view()), format!("{whole:#?}"));
    let fields = packed.view().fields();
    assert_eq!(format!("{fields:?}"), format!("{whole:?}"));
    assert_eq!(format!("{fields:#?}"), format!("{whole:#?}"));
    assert_eq!(format!("{:?}", fields.every.case()), format!("{:?}", whole.every));
    assert_eq!(format!("{:#?}", fields.every.case()), format!("{:#?}", whole.every));
    assert_eq!(format!("{:?}", fields.map), format!("{:?}", whole.map));
    assert_eq!(format!("{:?}", fields.set), format!("{:?}", whole.set));
    assert_eq!(format!("{:?}", fields.array), format!("{:?}", whole.array));
    assert_eq!(format!("{:?}", fields.bytes), format!("{:?}", whole.bytes));
    assert_eq!(format!("{:?}", packed.view_mut()), format!("{whole:?}"));
    assert_eq!(format!("{:?}", packed.view_mut().fields()), format!("{whole:?}"));

    let mut array = Packed::<[Option<u8>; 3], Indexed>::pack(&[None, Some(1), None]);
    let mut rest = array.view();
    rest.next();
    assert_eq!(format!("{rest:?}"), "[Some(1), None]");
    assert_eq!(format!("{:?}", array.view_mut()), "[None, Some(1), None]");
    let bytes = Packed::<([u8; 3], Vec<u8>), Cbor>::pack(&([1, 2, 3], vec![4]));
    let (mut array, vec) = bytes.view();
    array.next();
    assert_eq!(format!("{array:?} {vec:?}"), "[2, 3] [4]");

    fn generic<L: packed_data::layout::FieldAccess>(tree: TreeView<'_, L>) -> String {
        format!("{tree:?}")
    }
    let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    assert_eq!(generic(Packed::<_, Indexed>::pack(&tree).view().case()), "Node(Leaf(1), Leaf(2))");
}

/// A field that is absent is shown with its default, and items that are not known are in the dump.
#[test]
fn absent_fields_are_shown_with_their_defaults() {
    #[derive(Debug, Packable, Serialize)]
    struct New {
        old: u8,
        #[packable(default)]
        new: Option<Vec<u8>>,
        #[packable(default)]
        text: String,
    }
    let packed = Packed::<New, Cbor, _>::from_bytes(&[0x82, 0, 5][..]).unwrap();
    assert_eq!(format!("{packed:?}"), r#"New { old: 5, new: None, text: "" }"#);
    assert_eq!(format!("{packed:#?}"), format!("{:#?}", packed.unpack().unwrap()));
    assert_eq!(serde_json::to_string(&packed).unwrap(), r#"{"old":5,"new":null,"text":""}"#);
    let packed = Packed::<(New, u8), Cbor, _>::from_bytes(&b"\x82\x9F\x00\x05\x80\x61a\x01\x02\xFF\x07"[..]).unwrap();
    assert_eq!(format!("{packed:?}"), r#"(New { old: 5, new: None, text: "a" }, 7)"#);
    assert_eq!(serde_json::to_string(&packed).unwrap(), r#"[{"old":5,"new":null,"text":"a"},7]"#);
    let dump = packed.dump().to_string();
    assert!(dump.contains("(_, _).0: unknown\n") && dump.contains("(_, _).0: break\n"), "{dump}");
    assert_eq!(bytes_of(&packed.dump()).0, packed.as_bytes());
}

fn serde_is_that_of_the_owned_value<L: TestLayout>() {
    let whole = Whole::new();
    let packed = Packed::<Whole, L>::pack(&whole);
    assert_eq!(serde_json::to_string(&packed).unwrap(), serde_json::to_string(&whole).unwrap());
    assert_eq!(serde_json::to_string(&packed.read(|c| c.as_bytes().map(|_| 1))).unwrap(), "1");
    // (A format that people do not read: addresses are numbers there.)
    let binary = |value: &dyn erased::Serialize| value.to_cbor();
    assert_eq!(binary(&packed), binary(&whole));

    let maps = BTreeMap::from([(1_u8, vec![Some(2_u16), None]), (2, vec![])]);
    let packed = Packed::<BTreeMap<u8, Vec<Option<u16>>>, L>::pack(&maps);
    assert_eq!(serde_json::to_string(&packed).unwrap(), r#"{"1":[2,null],"2":[]}"#);
    assert_eq!(serde_json::to_string(&packed.view()).unwrap(), r#"{"1":[2,null],"2":[]}"#);
    let words = Packed::<(Vec<String>, BTreeSet<u8>, [u8; 2]), L>::pack(&(vec!["a".into()], [1].into(), [2, 3]));
    let (words, set, array) = words.view();
    assert_eq!(serde_json::to_string(&words).unwrap(), r#"["a"]"#);
    assert_eq!(serde_json::to_string(&set).unwrap(), "[1]");
    assert_eq!(serde_json::to_string(&array).unwrap(), "[2,3]");
}

/// Serialises to bytes that people do not read.
mod erased {
    pub(crate) trait Serialize {
        fn to_cbor(&self) -> Vec<u8>;
    }

    impl<T: serde::Serialize> Serialize for T {
        fn to_cbor(&self) -> Vec<u8> {
            let mut bytes = Vec::new();
            ciborium::into_writer(self, &mut bytes).unwrap();
            bytes
        }
    }
}

/// serde calls itself for each level, so deep values are an error, and not an overflow of the stack.
fn deep_values_are_not_serialised<L: TestLayout>() {
    if !cfg!(miri) {
        let packed = Packed::<List, L>::build(build_list);
        let error = serde_json::to_string(&packed).unwrap_err().to_string();
        assert!(error.starts_with("too deep: expected "), "{error}");
    }
    let list = (0..100).fold(List::Nil, |list, n| List::Cons(n, Box::new(list)));
    let text = serde_json::to_string(&Packed::<List, L>::pack(&list)).unwrap();
    assert!(text.starts_with(r#"{"Cons":[99,{"Cons":[98,"#) && text.contains(r#""Nil""#), "{text}");
}

/// `Debug` of an error is its `Display`; its path is whole up to 32 segments.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for the grammar")]
fn errors_are_short_and_their_paths_whole() {
    let nested = |depth: usize| {
        let json = (0..depth).fold(Json::Bool(true), |json, _| Json::Array(vec![json]));
        let mut bytes = Packed::<Json, Compact>::pack(&json).into_inner();
        *bytes.last_mut().unwrap() = 5;
        Packed::<Json, Compact, _>::from_bytes(bytes).unwrap_err()
    };
    for depth in 0..16 {
        let error = nested(depth);
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(format!("{error:#?}"), error.to_string());
        assert_eq!(error.path().len(), 2 * depth + 1);
        let path = "Json::Array.0 > [0] > ".repeat(depth) + "Json::Bool.0";
        assert_eq!(error.path().to_string(), path);
        assert_eq!(format!("{:?}", error.path()), format!("\"{path}\""));
        let segments: Vec<_> = error.path().segments().map(|segment| segment.to_string()).collect();
        assert_eq!(segments.join(" > "), path);
    }
    let error = nested(1);
    let segments: Vec<_> = error.path().segments().collect();
    let [array, element, bool] = segments[..] else { panic!("another path: {error}") };
    let parts = |of: PathSegment| (of.type_name(), of.constructor(), of.field_name(), of.field_index());
    assert_eq!(parts(array), (Some("Json"), Some("Array"), None, Some(0)));
    assert_eq!(parts(element), (None, None, None, None));
    assert_eq!((array.element_index(), element.element_index()), (None, Some(0)));
    assert_eq!(parts(bool), (Some("Json"), Some("Bool"), None, Some(0)));
    assert_eq!(format!("{bool:?}"), "\"Json::Bool.0\"");
    // 16 are at each end.
    let (outer, inner) = ("Json::Array.0 > [0] > ".repeat(8), "[0] > Json::Array.0 > ".repeat(7));
    for depth in [16, 17, 40] {
        let left_out = 2 * depth + 1 - 32;
        let path = format!("{outer}... {left_out} more ... > {inner}[0] > Json::Bool.0");
        let error = nested(depth);
        assert_eq!(error.path().to_string(), path);
        let segments: Vec<_> = error.path().segments().map(|segment| segment.to_string()).collect();
        assert_eq!((segments.len(), error.path().len()), (32, 32 + left_out));
        assert_eq!(segments[..16].join(" > ") + " > ", outer);
        assert_eq!(segments[16..].join(" > "), format!("{inner}[0] > Json::Bool.0"));
        assert!(error.path().segments().rev().map(|segment| segment.to_string()).eq(segments.into_iter().rev()));
        assert!(grammar::begins_with_path(&path, ""));
        assert_eq!(nested(depth), nested(depth));
    }
}
