//! Conditions and paths: any text, on values of some types.

use packed_data::{Cbor, Compact, Indexed, Limits, Packed};
use packed_data_columns::{ColumnFilter, ColumnSchema, Columns, Encoder, Options, PartialReader};
use packed_data_schema::filter::{self, Condition, Filter, Logic, Pruner};
use packed_data_schema::path::{self, Path};
use packed_data_schema::statistics::Gatherer;
use packed_data_schema::{Codec, LayoutId, Schema, Value};
use test_suite::described::{Described, Source};
use test_suite::{Event, Json, Library, Numbers, Profile, Record, Sample, Scalars, Sums, TestLayout, Texts};

use crate::condition_text::{self, WORDS};
use crate::{Case, decisions, noise};

/// Returns a case that parses texts as paths and as conditions. A condition that is accepted has the same result on
/// values in whatever way it is tested: on their bytes, by a walk, in another layout, on their parts, and on columns;
/// and no value fulfils one that the statistics rule out.
pub fn conditions() -> Case {
    Case { name: "conditions", seeds, run: choose }
}

const CHECKS: [fn(&[u8]); 14] = [
    check::<Record, Compact>,
    check::<Record, Indexed>,
    check::<Profile, Compact>,
    check::<Profile, Cbor>,
    check::<Event, Indexed>,
    check::<Json, Indexed>,
    check::<Json, Cbor>,
    check::<Numbers, Compact>,
    check::<Texts, Indexed>,
    check::<Sums, Compact>,
    check::<Library, Compact>,
    check::<Library, Indexed>,
    check::<Scalars, Compact>,
    check::<Scalars, Indexed>,
];

fn choose(input: &[u8]) {
    if let Some((chosen, rest)) = input.split_first() {
        CHECKS[usize::from(*chosen) % CHECKS.len()](rest);
    }
}

/// For each type a condition of each kind, on its first names, and values without a pattern.
fn seeds() -> Vec<Vec<u8>> {
    let name = WORDS.len() as u8;
    let word = |text: &str| WORDS.iter().position(|word| *word == text).expect("a word") as u8;
    let texts = [
        vec![name, word(" = "), word("null")],
        vec![word("not "), name + 1, word(" < "), word("1"), word(" and "), name + 2, word(" != "), word("'a'")],
        vec![word("any("), name, word(", "), word("."), word(" >= "), word("-0.5"), word(")")],
        vec![name, word("."), name + 1, word("[0]"), word(" in ("), word("1"), word(", "), word("2"), word(")")],
        vec![name, word(" contains "), word("'a'"), word(" or "), name + 3, word(" matches "), word("'^a'")],
    ];
    let seed = |case: u8, text: &[u8], values: Vec<u8>| [&[case, text.len() as u8], text, &values].concat();
    let cases = (0..CHECKS.len() as u8).flat_map(|case| texts.iter().map(move |text| (case, text)));
    let written = cases.zip(decisions().into_iter().cycle()).map(|((case, text), values)| seed(case, text, values));
    let led = (0..CHECKS.len() as u8).flat_map(|case| {
        let text = noise(30 + usize::from(case));
        decisions().into_iter().map(move |values| [&[case, LED | text.len() as u8], &text[..], &values].concat())
    });
    written.chain(led).collect()
}

/// The bit of the first byte that asks for a text that the types allow.
const LED: u8 = 0x80;

/// Runs the check. The first byte is the length of the bytes that make the text, and chooses how; the values are
/// generated from the bytes after them.
fn check<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let Some((first, rest)) = input.split_first() else { return };
    let (made_from, rest) = rest.split_at(usize::from(first & !LED).min(rest.len()));
    let schema = Schema::of::<T>();
    let text = match first & LED {
        0 => condition_text::of_words(&schema, made_from),
        _ => condition_text::led_by_types(&schema, made_from),
    };
    let mut source = Source::new(rest);
    let values: Vec<_> = (0..3).filter_map(|_| T::generate(&mut source)).collect();
    let records: Vec<_> = values.iter().map(|value| Packed::<T, L>::pack(value).into_inner()).collect();
    let codec = schema.codec(L::ID).expect("a type that the layout has");
    check_paths(&text, &schema, records.iter().map(|record| codec.value(record)));
    let condition = match Condition::parse(&text, &schema, 0) {
        Ok(condition) => condition,
        Err(error) => return assert!(error.at <= text.len() && !error.message.is_empty(), "{error}"),
    };
    for logic in [Logic::TwoValued, Logic::Sql] {
        let filter = Filter::new(&codec, 0, &condition, logic).expect("it was accepted");
        let expected: Vec<_> = records.iter().map(|record| filter.matches_bytes(record)).collect();
        let same = |found: Vec<bool>, how: &str| assert_eq!(found, expected, "{how}: {text:?}, {logic:?}");

        same(records.iter().map(|record| filter.matches(codec.value(record))).collect(), "by a walk");
        same(in_another_layout::<T>(&schema, &values, &condition, logic), "in another layout");
        if let Some(found) = on_parts(&codec, &filter, &condition, &records) {
            same(found, "on parts");
        }
        if let Some(found) = on_columns(&schema, &codec, &condition, logic, &records) {
            same(found, "on columns");
        }
        let mut gatherer = Gatherer::new(schema.clone(), L::ID).expect("a type that the layout has");
        records.iter().for_each(|record| gatherer.add(record));
        let may_match = Pruner::new(&schema, &condition, logic).may_match(&gatherer.finish());
        assert!(may_match || !expected.contains(&true), "ruled out: {text:?}, {logic:?}");
    }
}

/// Reads the text as a path, in each way. What is found in a value, the types have.
fn check_paths<'v>(text: &str, schema: &Schema, values: impl Iterator<Item = Value<'v>>) {
    let first = Path::parse_first(text);
    if let Ok((_, len)) = &first {
        assert!(text.is_char_boundary(*len));
    }
    let paths: Vec<_> = [Path::parse(text).ok(), first.ok().map(|(path, _)| path)].into_iter().flatten().collect();
    for value in values {
        for path in &paths {
            if path::find(value, &path.steps).is_ok() {
                assert!(path::check(schema, 0, &path.steps).is_ok(), "found, but no value has it: {path:?}");
            }
        }
    }
}

fn in_another_layout<T: Sample>(schema: &Schema, values: &[T], condition: &Condition, logic: Logic) -> Vec<bool> {
    let codec = schema.codec(LayoutId::Compact).expect("every type");
    let filter = Filter::new(&codec, 0, condition, logic).expect("it was compiled for another layout");
    let pack = |value: &T| Packed::<T, Compact>::pack(value).into_inner();
    values.iter().map(|value| filter.matches_bytes(&pack(value))).collect()
}

fn on_parts(codec: &Codec<'_>, filter: &Filter<'_>, condition: &Condition, records: &[Vec<u8>]) -> Option<Vec<bool>> {
    let paths: Vec<_> = condition.paths().into_iter().cloned().collect();
    let parts = filter::Columns::new(codec, 0, &paths).expect("paths of a condition");
    records.iter().map(|record| filter.matches_atoms(&parts.atoms(codec.value(record)))).collect()
}

fn on_columns(
    schema: &Schema,
    codec: &Codec<'_>,
    condition: &Condition,
    logic: Logic,
    records: &[Vec<u8>],
) -> Option<Vec<bool>> {
    let tree = ColumnSchema::new(schema);
    let paths: Vec<_> = condition.paths().into_iter().cloned().collect();
    let reader = PartialReader::new(&tree, codec.layout(), &paths).expect("paths of a condition")?;
    let filter = ColumnFilter::new(&reader, &tree, condition, logic).expect("it was compiled for values");
    let mut encoder = Encoder::new(&tree, codec, Options::new());
    records.iter().for_each(|record| encoder.push(record, &Limits::DEFAULT).expect("a valid record"));
    let bytes = encoder.finish().expect("valid records");
    let columns = Columns::open_by(&tree, &bytes).expect("columns that were encoded");
    let matching = |range| filter.matching(&columns, range, &Limits::DEFAULT).expect("columns that were encoded");
    let (found, second) = (matching(0..columns.len()), columns.len().min(1));
    assert_eq!(matching(second..columns.len()), found[found.partition_point(|number| *number < second)..]);
    Some((0..columns.len()).map(|number| found.contains(&number)).collect())
}
