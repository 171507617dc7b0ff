//! The rules of compatibility by schemas: each is reported for a pair of schemas, and the book's table lists them all.
#![cfg(not(miri))] // the crate that compares schemas has no unsafe code

use packed_data_schema::CompatibilityRule as Rule;
use packed_data_schema::LayoutId::{self, Cbor, Compact, Indexed, PackedData};
use packed_data_schema::Schema;

fn schema(lines: &str) -> Schema {
    Schema::parse(&format!("packed-data schema 1\n{lines}\n")).unwrap_or_else(|error| panic!("{error}: {lines}"))
}

/// Returns the lines of sequences of which each contains the next one, and the last the first.
fn cycle(len: usize) -> String {
    (0..len).map(|index| format!("sequence #{}", (index + 1) % len)).collect::<Vec<_>>().join("\n")
}

/// Returns the line of an enum with this number of constructors without fields.
fn constructors(count: usize) -> String {
    (0..count).fold(format!("enum 1:E {count}"), |line, index| format!("{line} 4:C{index:03} 0"))
}

/// For each rule, a layout and the schemas of a reader and of bytes that differ by it.
#[rustfmt::skip]
fn cases() -> Vec<(Rule, LayoutId, String, String)> {
    let small = [
        (Rule::NotInLayout, PackedData, "str", "str"),
        (Rule::TypeName, Compact, "struct 1:S 0", "struct 1:T 0"),
        (Rule::TypeOther, Compact, "u8", "str"),
        (Rule::AdapterNew, Cbor, "with 4:days #1\nu16", "u16"),
        (Rule::AdapterGone, Cbor, "u16", "with 4:days #1\nu16"),
        (Rule::ConditionNew, Compact, "struct 1:S condition 0", "struct 1:S 0"),
        (Rule::ConditionGone, Compact, "struct 1:S 0", "struct 1:S condition 0"),
        (Rule::HeadNew, Compact, "struct 1:S extensible 0", "struct 1:S 0"),
        (Rule::HeadGone, Indexed, "struct 1:S 0", "struct 1:S extensible 0"),
        (Rule::NumberWidth, Compact, "u16", "u8"),
        (Rule::NumberSign, Compact, "i8", "u8"),
        (Rule::NumberWider, Cbor, "u16", "u8"),
        (Rule::NumberZero, Compact, "NonZeroU16", "u16"),
        (Rule::NumberNarrower, Cbor, "u8", "u16"),
        (Rule::ItemNew, Cbor, "cbor", "u8"),
        (Rule::ItemGone, Cbor, "u8", "cbor"),
        (Rule::CharToText, Cbor, "str", "char"),
        (Rule::TextToChar, Cbor, "char", "str"),
        (Rule::ToBytes, Compact, "sequence #1\nu8", "str"),
        (Rule::FromBytes, Compact, "str", "sequence #1\nu8"),
        (Rule::TextOrItem, Compact, "str", "cbor"),
        (Rule::ArrayLength, Compact, "array 2 #1\nu8", "array 3 #1\nu8"),
        (Rule::ArrayToSequence, Cbor, "sequence #1\nu16", "array 2 #1\nu16"),
        (Rule::SequenceToArray, Cbor, "array 2 #1\nu16", "sequence #1\nu16"),
        (Rule::ArrayOrTuple, Compact, "tuple 0: 1 1:0 #1\nu16", "array 1 #1\nu16"),
        (Rule::ByteString, Cbor, "sequence #1\nu8", "sequence #1\nu16"),
        (Rule::TableOfEnds, Indexed, "sequence #1\nstr", "sequence #1\nu8"),
        (Rule::SortedToSequence, Compact, "sequence #1\nu16", "sorted #1\nu16"),
        (Rule::EqualElements, Cbor, "sorted #1\nu16", "sequence #1\nu16"),
        (Rule::UnsortedElements, Compact, "sorted #1\nu16", "sequence #1\nu16"),
        (Rule::StructOrTuple, Compact, "struct 1:S 1 1:a #1\nu8", "tuple 1:S 1 1:0 #1\nu8"),
        (Rule::StructToEnum, Cbor, "enum 1:E 2 1:A 0 1:B 0", "struct 1:S 0"),
        (Rule::EnumToStruct, Cbor, "struct 1:S 0", "enum 1:E 2 1:A 0 1:B 0"),
        (Rule::OnlyConstructor, Cbor, "struct 1:S 0", "enum 1:E 1 1:A 0"),
        (Rule::OptionalOrEnum, Cbor,
            "optional 1:E 2 1:A 0 1:B 1 1:0 #1\nu8", "enum 1:E 2 1:A 0 1:B 1 1:0 #1\nu8"),
        (Rule::ConstructorName, Compact, "enum 1:E 1 1:A 0", "enum 1:E 1 1:B 0"),
        (Rule::ConstructorMoved, Compact, "enum 1:E 2 1:A 0 1:B 0", "enum 1:E 2 1:B 0 1:A 0"),
        (Rule::ConstructorNew, Compact, "enum 1:E 2 1:A 0 1:B 0", "enum 1:E 1 1:A 0"),
        (Rule::ConstructorGone, Compact, "enum 1:E 1 1:A 0", "enum 1:E 2 1:A 0 1:B 0"),
        (Rule::ConstructorKept, Compact,
            "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\nunknown", "enum 1:E extensible 2 1:A 0 1:B 0"),
        (Rule::ConstructorAsItem, Compact,
            "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\ncbor", "enum 1:E extensible 2 1:A 0 1:B 0"),
        (Rule::OtherNew, Compact,
            "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\nunknown", "enum 1:E extensible 1 1:A 0"),
        (Rule::OtherGone, Compact,
            "enum 1:E extensible 1 1:A 0", "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\nunknown"),
        (Rule::OtherTagTaken, Compact,
            "enum 1:E extensible 2 1:A 0 1:B 0", "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\ncbor"),
        (Rule::OtherTagMoved, Compact,
            "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\ncbor",
            "enum 1:E extensible 3 1:A 0 1:B 0 other 1:O 1 1:0 #1\ncbor"),
        (Rule::OtherAsItem, Compact,
            "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\ncbor",
            "enum 1:E extensible 2 1:A 0 other 1:O 1 1:0 #1\nunknown"),
        (Rule::FieldName, Compact, "struct 1:S 1 1:a #1\nu8", "struct 1:S 1 1:b #1\nu8"),
        (Rule::FieldInserted, Compact, "struct 1:S 2 1:b #1 1:a #1\nu8", "struct 1:S 1 1:a #1\nu8"),
        (Rule::FieldInPlace, Compact, "struct 1:S 1 1:a #1\nu8", "struct 1:S 2 1:b #1 1:a #1\nu8"),
        (Rule::FieldSwapped, Compact, "struct 1:S 2 1:a #1 1:b #1\nu8", "struct 1:S 2 1:b #1 1:a #1\nu8"),
        (Rule::FieldMoved, Compact, "struct 1:S 3 1:c #1 1:b #1 1:a #1\nu8", "struct 1:S 2 1:a #1 1:b #1\nu8"),
        (Rule::FieldNew, Compact, "struct 1:S 2 1:a #1 1:b #1\nu8", "struct 1:S 1 1:a #1\nu8"),
        (Rule::FieldGone, Compact, "struct 1:S 1 1:a #1\nu8", "struct 1:S 2 1:a #1 1:b #1\nu8"),
        (Rule::FieldWithDefault, Compact,
            "struct 1:S extensible 2 1:a #1 default 1:b #1\nu8", "struct 1:S extensible 1 1:a #1\nu8"),
        (Rule::FieldWithoutDefault, Cbor, "struct 1:S 2 1:a #1 1:b #1\nu8", "struct 1:S 1 1:a #1\nu8"),
        (Rule::FieldBetween, Indexed,
            "struct 1:S extensible 3 1:a #1 default 1:b #2 default 1:c #1\nu8\nstr",
            "struct 1:S extensible 2 1:a #1 default 1:c #1\nu8"),
        (Rule::FieldSkipped, Cbor, "struct 1:S 1 1:a #1\nu8", "struct 1:S 2 1:a #1 1:b #1\nu8"),
        (Rule::FieldSized, Indexed,
            "struct 1:S 2 1:a #1 1:b #2\nenum 1:E 1 1:A 1 1:0 #2\nstr", "struct 1:S 2 1:a #1 1:b #1\nstr"),
        (Rule::DefaultNew, Compact,
            "struct 1:S extensible 1 default 1:a #1\nu8", "struct 1:S extensible 1 1:a #1\nu8"),
        (Rule::DefaultGone, Compact,
            "struct 1:S extensible 1 1:a #1\nu8", "struct 1:S extensible 1 default 1:a #1\nu8"),
        (Rule::CborTagNew, Cbor, "struct 1:S 1 tag 99 1:a #1\nu8", "struct 1:S 1 1:a #1\nu8"),
        (Rule::CborTagGone, Cbor, "struct 1:S 1 1:a #1\nu8", "struct 1:S 1 tag 99 1:a #1\nu8"),
    ];
    let large = [
        (Rule::TooDifferent, Compact, cycle(50), cycle(51)),
        (Rule::TagWidth, Compact, constructors(257), constructors(256)),
    ];
    let small = small.map(|(rule, layout, new, old)| (rule, layout, new.into(), old.into()));
    small.into_iter().chain(large).collect()
}

/// Returns whether a message is the meaning of a rule with something in place of each name in braces.
fn is_meaning(rule: Rule, message: &str) -> bool {
    let mut rest = message;
    let pieces = rule.meaning().split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, after)| after));
    for (index, piece) in pieces.enumerate() {
        match rest.find(piece) {
            Some(at) if index > 0 || at == 0 => rest = &rest[at + piece.len()..],
            _ => return false,
        }
    }
    rest.is_empty() || rule.meaning().ends_with('}')
}

#[test]
fn each_rule_is_reported() {
    for (rule, layout, new, old) in cases() {
        let found = schema(&new).can_read(&schema(&old), layout);
        let difference = found.differences.iter().find(|difference| difference.rule == rule);
        let difference = difference.unwrap_or_else(|| panic!("{}: {found:?}", rule.id()));
        assert_eq!(difference.effect, rule.effect(), "{}", rule.id());
        assert!(is_meaning(rule, &difference.meaning), "{}: {}", rule.id(), difference.meaning);
        let fits = match rule.layouts() {
            "native" => layout != Cbor,
            "CBOR" => layout == Cbor,
            _ => true,
        };
        assert!(fits, "{}", rule.id());
    }
    let cases = cases();
    let missing = Rule::ALL.iter().filter(|rule| !cases.iter().any(|case| case.0 == **rule));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&Rule>::new(), "rules without a case");
}

#[test]
fn meanings_have_names_in_place_of_braces() {
    assert!(is_meaning(Rule::TypeName, "the type was called `S`: names are not in the bytes"));
    assert!(!is_meaning(Rule::TypeName, "the type was called `S`: names are in the bytes"));
    // A name that looks like one in braces is a name.
    let found = schema("struct 5:{new} 0").can_read(&schema("struct 5:{old} 0"), Compact);
    assert_eq!(found.to_string(), "fine: the value: the type was called `{old}`: names are not in the bytes\n");
}

/// The table of the book's page on schemas has a row for each rule, in the same order.
#[test]
fn the_book_lists_the_rules() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/schema.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let table = page.split_once("| rule | layouts | effect | meaning |\n|---|---|---|---|\n").expect("the table").1;
    let rows: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let row =
        |rule: &Rule| format!("| `{}` | {} | {} | {} |", rule.id(), rule.layouts(), rule.effect(), rule.meaning());
    assert_eq!(rows, Rule::ALL.iter().map(row).collect::<Vec<_>>());
    let mut ids: Vec<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Rule::ALL.len(), "two rules with one identifier");
}
