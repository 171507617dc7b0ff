//! Hostile schemas: parts without bytes, reports of differences, and the length of a text.
#![cfg(not(miri))] // it takes hours there, and the crate that reads by a schema has no unsafe code

use packed_data::{ErrorKind, Limits};
use packed_data_schema::{Codec, Constructor, Effect, LayoutId, ScalarValue, Schema, Type, TypeIndex, Visit, Walker};
use test_suite::hostile_schemas::{AROUND, FAMILIES, VERSION, text, values};

fn schema(lines: &str) -> Schema {
    Schema::parse(&format!("{VERSION}{lines}")).expect("a schema")
}

/// Counts the parts of a value.
#[derive(Default)]
struct Count(u64);

impl Visit<'_> for Count {
    fn begin(&mut self, _: TypeIndex, _: u32) {
        self.0 += 1;
    }

    fn scalar(&mut self, _: TypeIndex, _: ScalarValue) {
        self.0 += 1;
    }

    fn text(&mut self, _: &str) {
        self.0 += 1;
    }

    fn bytes(&mut self, _: TypeIndex, _: &[u8]) {
        self.0 += 1;
    }

    fn absent(&mut self, _: std::ops::Range<usize>) {
        self.0 += 1;
    }
}

/// The parts without bytes that one value may have.
const MOST: u64 = 1 << 8;

const LIMITS: Limits = Limits { empty_elements: MOST, ..Limits::DEFAULT };

/// Parts that a visitor may see for each byte, and for each of those: itself, and 64 newtypes around it.
const PER_PART: u64 = 66;

/// Returns the length of the longest name of a field or constructor.
fn longest_name(schema: &Schema) -> u64 {
    let fields_of = |of: &Type| match of {
        Type::Struct(of) => of.fields.iter().map(|field| field.name.len()).max(),
        Type::Enum(of) => {
            let name =
                |of: &Constructor| of.fields.iter().map(|field| field.name.len()).fold(of.name.len(), usize::max);
            of.constructors.iter().map(name).max()
        }
        _ => None,
    };
    schema.types().iter().filter_map(fields_of).max().unwrap_or(0) as u64
}

/// Checks bytes: if they are accepted, a visitor, JSON and a conversion see few parts for each byte. Returns whether
/// they are.
fn few_parts(codec: &Codec<'_>, bytes: &[u8]) -> bool {
    let mut count = Count::default();
    let walked = Walker::new(codec).check(bytes, &LIMITS, &mut count);
    let most = PER_PART * (MOST + bytes.len() as u64 + 16);
    let (layout, len, schema) = (codec.layout(), bytes.len(), codec.schema());
    assert!(count.0 <= most, "{} parts in {len} bytes of {layout}: {schema}", count.0);
    let checked = codec.validate(bytes, &LIMITS);
    assert_eq!(checked, walked, "{layout}: {schema}");
    if checked.is_err() {
        return false;
    }
    let value = codec.value(bytes);
    let mut seen = Count::default();
    assert_eq!(value.visit(&mut seen), Some(len));
    assert_eq!(seen.0, count.0, "{layout}: {schema}");
    let mut text = Vec::new();
    value.write_json(&mut text).expect("a valid value");
    // (JSON repeats the names of fields and constructors.)
    let most_text = (8 + longest_name(schema)) * most;
    assert!(text.len() as u64 <= most_text, "{} bytes of JSON from {len} of {layout}: {schema}", text.len());
    for to in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor, LayoutId::Store] {
        let Ok(to) = schema.codec(to) else { continue };
        let Ok(converted) = codec.convert(bytes, &to, &LIMITS) else { continue };
        assert!(converted.len() as u64 <= most, "{} bytes from {len}: {schema}", converted.len());
    }
    true
}

/// How many values are tried where one is: all, but fewer without optimisation.
const STEP: usize = if cfg!(debug_assertions) { 4 } else { 1 };

/// Values of no bytes, or few, of many parts: each as it is, and inside of other types.
#[test]
fn parts_without_bytes() {
    let (mut accepted, mut first) = (0, 0);
    let values = values(1000);
    for (name, family) in FAMILIES {
        let before = accepted;
        for size in [250, 3000] {
            for around in AROUND {
                let Ok(schema) = Schema::parse(&text(*around, &family(size, 'a'))) else { continue };
                for layout in LayoutId::ALL {
                    let Ok(codec) = schema.codec(layout) else { continue };
                    // (Others in each layout.)
                    first = (first + 1) % STEP;
                    let some = values.iter().skip(first).step_by(STEP);
                    accepted += some.filter(|bytes| few_parts(&codec, bytes)).count();
                }
            }
        }
        println!("{name}: {} values", accepted - before);
    }
    assert!(accepted > 1000, "{accepted} are too few");
}

/// The type alone says that each of its values has too many parts.
#[test]
fn too_many_parts_for_any_value() {
    let tuples: String = (1..=24).map(|next| format!("tuple 0: 2 1:0 #{next} 1:1 #{next}\n")).collect();
    let error = schema(&format!("{tuples}tuple 0: 0\n")).codec(LayoutId::Compact).expect_err("2^24 units");
    assert!(error.to_string().ends_with("its values have too many parts without bytes"), "{error}");
    // What is allowed of one value is not allowed of many.
    let schema = schema("sequence #1\narray 1000 #2\ntuple 0: 0\n");
    let codec = schema.codec(LayoutId::Compact).expect("Compact has it");
    assert!(codec.validate(&[200], &Limits::DEFAULT).is_ok());
    let error = codec.validate(&[0xFC, 0, 16], &Limits::DEFAULT).expect_err("4096 times 1001");
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TooManyEmpty { limit: 1 << 20 }, 0));
}

/// A report has few differences, and each is short.
#[test]
fn differences_of_large_schemas() {
    let name = "n".repeat(30_000);
    let fields =
        |letter: char, of: &str| -> String { (0..4000).map(|index| format!(" 5:{letter}{index:04} {of}")).collect() };
    let of = |letter, line: &str| schema(&format!("struct 30000:{name} 4000{}\n{line}\n", fields(letter, "#1")));
    let (new, old) = (of('a', "u8"), of('b', "u8"));
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let found = new.can_read(&old, layout);
        let text = found.to_string();
        assert!(text.len() < 200_000, "{} bytes", text.len());
        assert!(text.contains("the field was called `b0000`"), "{text}");
        assert!(text.ends_with("more)\n"), "{}", &text[text.len() - 60..]);
        assert!(found.is_full());
    }
    // The worst effect is known, also of differences that are left out.
    let (new, old) = (
        schema(&format!("struct 1:S 4001{} 1:z #2\nu8\nu8\n", fields('a', "#1"))),
        schema(&format!("struct 1:S 4001{} 1:z #2\nu8\nu64\n", fields('b', "#1"))),
    );
    assert_eq!(new.can_read(&old, LayoutId::Compact).effect(), Effect::Broken);
    // Names in other messages.
    assert!(new.name_of(0).len() < 300);
    let long = schema(&format!("struct 30000:{name} 1 1:a #1\nu128\n"));
    let error = long.codec(LayoutId::Store).expect_err("the layout has no such integers");
    assert!(error.to_string().len() < 400);
    let long = schema(&format!("struct 30000:{name} 1 30000:{name} #1\nbool\n"));
    let error = long.validate(&[7], LayoutId::Compact, &Limits::DEFAULT).expect_err("no bool");
    assert!(error.to_string().len() < 400, "{} bytes", error.to_string().len());
}

/// Types that repeat after other numbers of types have as many pairs as the product of these numbers.
#[test]
fn circles_of_different_lengths() {
    let circle = |len: usize| {
        let next = |line: usize| (line + 1) % len;
        schema(&(0..len).map(|line| format!("sequence #{}\n", next(line))).collect::<String>())
    };
    let (one, other) = (circle(1000), circle(1001));
    assert!(!one.can_read(&other, LayoutId::Compact).is_full());
    assert!(one.can_read(&one, LayoutId::Compact).is_full());
    assert!(circle(3).can_read(&circle(4), LayoutId::Compact).is_full());
}

#[test]
fn length_of_a_text() {
    let text = |len: usize| {
        let name = "x".repeat(len - "packed-data schema 1\nwith 1000000: #1\nu8\n".len());
        format!("packed-data schema 1\nwith {}:{name} #1\nu8\n", name.len())
    };
    let longest = text(Schema::MAX_TEXT);
    assert_eq!(longest.len(), Schema::MAX_TEXT);
    assert!(Schema::parse(&longest).is_ok());
    let error = Schema::parse(&text(Schema::MAX_TEXT + 1)).expect_err("one byte more");
    assert_eq!(error.message(), "expected at most 1048576 bytes, found 1048577");
}
