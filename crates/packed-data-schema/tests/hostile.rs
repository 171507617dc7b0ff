//! Hostile schemas: parts without bytes, reports of differences, and the length of a text.

use packed_data::{ErrorKind, Limits};
use packed_data_schema::{Codec, Effect, Layout, Schema, TypeIndex, Visit, Walker};

fn schema(lines: &str) -> Schema {
    Schema::parse(&format!("packed-data schema 1\n{lines}")).expect("a schema")
}

/// Counts the parts of a value.
#[derive(Default)]
struct Count(u64);

impl Visit<'_> for Count {
    fn begin(&mut self, _: TypeIndex, _: u32) {
        self.0 += 1;
    }

    fn scalar(&mut self, _: TypeIndex, _: packed_data_schema::ScalarValue) {
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
const MOST: u64 = 1 << 12;

const LIMITS: Limits = Limits { empty_elements: MOST, ..Limits::DEFAULT };

/// Parts that a visitor may see for each byte, beside those.
const PER_BYTE: u64 = 80;

/// Checks bytes: if they are accepted, a visitor, JSON and a conversion see few parts for each byte. Returns whether
/// they are.
fn few_parts(codec: &Codec<'_>, bytes: &[u8]) -> bool {
    let mut count = Count::default();
    let walked = Walker::new(codec).check(bytes, &LIMITS, &mut count);
    let most = MOST + PER_BYTE * (bytes.len() as u64 + 16);
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
    assert!(text.len() as u64 <= 32 * most, "{} bytes of JSON from {len} of {layout}: {schema}", text.len());
    for to in Layout::ALL {
        let Ok(to) = schema.codec(to) else { continue };
        let Ok(converted) = codec.convert(bytes, &to, &LIMITS) else { continue };
        assert!(converted.len() as u64 <= 16 * most, "{} bytes from {len}: {schema}", converted.len());
    }
    true
}

/// Returns `levels` lines, each of which refers to the next one.
fn levels(levels: usize, line: impl Fn(usize) -> String) -> String {
    (0..levels).map(|level| line(level + 1) + "\n").collect()
}

/// Returns the same text of which the number of each line is greater by `by`.
fn moved(lines: &str, by: usize) -> String {
    let mut words = lines.split('#');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let end = word.find(|char: char| !char.is_ascii_digit()).unwrap_or(word.len());
        let number: usize = word[..end].parse().expect("a number");
        out += &format!("#{}{}", number + by, &word[end..]);
    }
    out
}

/// Values of no bytes, or few, of many parts: each as it is, and inside of other types.
#[test]
fn parts_without_bytes() {
    let tuples = |count: usize| levels(count, |next| format!("tuple 0: 2 1:0 #{next} 1:1 #{next}"));
    let arrays = |count: usize, len: u64| levels(count, |next| format!("array {len} #{next}"));
    let units = |count: usize| {
        let fields: String = (0..count).map(|index| format!(" {}:{index} #1", index.to_string().len())).collect();
        format!("struct 1:S {count}{fields}\n")
    };
    let unit = "tuple 0: 0\n";
    let families = [
        ("nested tuples", [10, 11, 12, 64].map(|count| tuples(count) + unit).to_vec()),
        (
            "nested arrays",
            [(1, 1 << 10), (2, 1 << 6), (2, 1 << 8), (11, 2)].map(|(n, len)| arrays(n, len) + unit).to_vec(),
        ),
        ("a large array", [1 << 11, 1 << 12, 1 << 19, u64::MAX].map(|len| arrays(1, len) + unit).to_vec()),
        ("a wide struct", [3, 100, 5000].map(|count| units(count) + unit).to_vec()),
        (
            "newtypes",
            [3, 100, 5000].map(|count| levels(count, |next| format!("struct 1:N 1 1:0 #{next}")) + unit).to_vec(),
        ),
        (
            "newtypes of a byte",
            [3, 100, 5000].map(|count| levels(count, |next| format!("struct 1:N 1 1:0 #{next}")) + "bool\n").to_vec(),
        ),
        ("arrays of one", [3, 100, 5000].map(|count| arrays(count, 1) + "bool\n").to_vec()),
        ("nothing of much", vec![format!("array 0 #1\n{}", moved(&(tuples(64) + unit), 1))]),
    ];
    // (The lines around a type, which is the last of them.)
    let around = [
        ("", 0),
        ("sequence #1\n", 1),
        ("sequence #1\narray 1000 #2\n", 2),
        ("sequence #1\ntuple 0: 2 1:0 #2 1:1 #3\nbool\n", 3),
        ("sequence #1\ntuple 0: 2 1:0 #2 1:1 #3\nstr\n", 3),
        ("struct 1:E extensible 2 1:a #1 default 1:b #2\nu8\n", 2),
        ("sequence #1\nstruct 1:E extensible 2 1:a #2 default 1:b #3\nu8\n", 3),
        ("sequence #1\nenum 1:E 2 1:A 0 1:B 1 1:0 #2\n", 2),
        ("sequence #1\nenum 1:E 1 1:B 1 1:0 #2\n", 2),
        ("sequence #1\nenum 1:E extensible 2 1:A 0 1:B 1 default 1:0 #2\n", 2),
        ("sorted #1\nentry 3:Map 2 3:key #2 5:value #3\nu8\n", 3),
        ("sorted #1\nentry 3:Map 2 3:key #3 5:value #2\nu8\n", 3),
        ("sorted #1\n", 1),
        ("with 1:W #1\nsequence #2\n", 2),
        ("sequence #1\nsequence #2\n", 2),
    ];
    let mut accepted = 0;
    for (name, families) in &families {
        for family in families {
            for (outer, by) in &around {
                // (A line that refers to `by` refers to the type; lines are numbered as they are mentioned.)
                let text = format!("packed-data schema 1\n{outer}{}", moved(family, *by));
                let Ok(schema) = Schema::parse(&text) else { continue };
                for layout in Layout::ALL {
                    let Ok(codec) = schema.codec(layout) else { continue };
                    let mut inputs = vec![vec![], vec![0; 8], vec![1; 8]];
                    for count in [9_u8, 200] {
                        inputs.push([&[count][..], &vec![0; count.into()]].concat());
                        inputs.push([&[count][..], &[1, 0].repeat(count.into())].concat());
                        inputs.push([&[0, 0, 0, 0, 0, 0, 0, count][..], &vec![0; count.into()]].concat());
                        inputs.push([&[1][..], &vec![1; count.into()], &[0]].concat());
                    }
                    inputs.push([&[0xFC][..], &2000_u16.to_le_bytes()].concat());
                    inputs.push([&[0xFC][..], &2000_u16.to_le_bytes(), &[0; 2000]].concat());
                    inputs.push([&[0xFD][..], &u32::MAX.to_le_bytes()].concat());
                    for bytes in inputs {
                        accepted += usize::from(few_parts(&codec, &bytes));
                    }
                }
            }
        }
        println!("{name}: {accepted} so far");
    }
    assert!(accepted > 500, "{accepted} are too few");
}

/// The type alone says that each of its values has too many parts.
#[test]
fn too_many_parts_for_any_value() {
    let tuples = levels(24, |next| format!("tuple 0: 2 1:0 #{next} 1:1 #{next}"));
    let error = schema(&format!("{tuples}tuple 0: 0\n")).codec(Layout::Compact).expect_err("2^24 units");
    assert!(error.to_string().ends_with("its values have too many parts without bytes"), "{error}");
    // What is allowed of one value is not allowed of many.
    let schema = schema("sequence #1\narray 1000 #2\ntuple 0: 0\n");
    let codec = schema.codec(Layout::Compact).expect("Compact has it");
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
    for layout in [Layout::Compact, Layout::Indexed, Layout::Cbor] {
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
    assert_eq!(new.can_read(&old, Layout::Compact).effect(), Effect::Broken);
    // Names in other messages.
    assert!(new.name_of(0).len() < 300);
    let long = schema(&format!("struct 30000:{name} 1 1:a #1\nu128\n"));
    let error = long.codec(Layout::Store).expect_err("the layout has no such integers");
    assert!(error.to_string().len() < 400);
    let long = schema(&format!("struct 30000:{name} 1 30000:{name} #1\nbool\n"));
    let error = long.validate(&[7], Layout::Compact, &Limits::DEFAULT).expect_err("no bool");
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
    assert!(!one.can_read(&other, Layout::Compact).is_full());
    assert!(one.can_read(&one, Layout::Compact).is_full());
    assert!(circle(3).can_read(&circle(4), Layout::Compact).is_full());
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
