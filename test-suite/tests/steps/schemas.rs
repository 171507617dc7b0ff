//! Work on hostile schemas is linear in them: parsing, preparing, comparing and exporting them; and reading, checking,
//! printing and converting by them. Counted are steps, and bytes of output.

use std::collections::BTreeMap;
use std::sync::Mutex;

use packed_data::Limits;
use packed_data::steps::counted;
use packed_data_schema::{Codec, LayoutId, Schema, TypeIndex, Visit, Walker};
use test_suite::hostile_schemas::{AROUND, FAMILIES, text, values};

/// Approximate number of bytes of the schemas of each family. (Optimised, the larger ones are larger.)
const SIZES: [usize; 2] = [2 << 10, if cfg!(debug_assertions) { 16 << 10 } else { 200 << 10 }];

/// An operation that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    /// Parsing a text.
    Parse,
    /// Printing it, its form in JSON, and its fingerprint.
    Print,
    /// Reading the form in JSON.
    FromJson,
    /// Preparing a schema for a layout.
    Prepare,
    /// Comparing it with itself, and with one of other names.
    Compare,
    /// Exports.
    Cddl,
    JsonSchema,
    Kaitai,
    Rust,
    Typescript,
    /// Naming its type.
    Name,
    /// Checking bytes, right or wrong.
    Check,
    /// Visiting a value.
    Visit,
    /// Writing it as JSON.
    Json,
    /// Reading that.
    Read,
    /// Converting it.
    Convert,
}

impl Work {
    /// Returns the limits on steps, and on bytes of output, for each byte of the schema. (Of values, for each byte of
    /// the schema, the value and the output, and each part without bytes that is charged; there the output is not
    /// limited again.) The comments name the most that were measured.
    const fn most(self) -> (u64, u64) {
        match self {
            // 1.6: tuples, whose fields are words of a byte or two.
            Self::Parse => (3, 0),
            // 1.1, and 3.6 in JSON: structs with fields of such names.
            Self::Print => (3, 6),
            // 0.9: tuples.
            Self::FromJson => (2, 0),
            // 1.0: arrays.
            Self::Prepare => (2, 0),
            // 3.1: a circle of sequences beside a chain of sets, which are compared until it is given up.
            // 7.3: as many differences as a report has, of short schemas.
            Self::Compare => (6, 16),
            // 1.6, and 2.2: sets; arrays.
            Self::Cddl => (3, 4),
            // 0.6, and 7.1: sets; arrays.
            Self::JsonSchema => (2, 12),
            // 1.5, and 14: sets, of which each is ten lines.
            Self::Kaitai => (3, 24),
            Self::Rust => (16, 40),
            // 7.9, and 51: maps of maps.
            Self::Typescript => (16, 100),
            Self::Name => (1, 1),
            // 23: newtypes, of which a byte pays for 64.
            Self::Check => (40, 0),
            // 46: the same.
            Self::Visit => (80, 0),
            // 2.8: the same; most of it is output.
            Self::Json => (6, 0),
            // 4.1: arrays in arrays.
            Self::Read => (8, 0),
            // 5.1: the same.
            Self::Convert => (10, 0),
        }
    }
}

/// The most steps and the most bytes of output for a byte, and where.
#[derive(Default)]
struct Most {
    found: [(f64, String); 2],
    is_printed: bool,
}

/// The results of each operation.
static WORST: Mutex<BTreeMap<Work, Most>> = Mutex::new(BTreeMap::new());

/// Prints the results that are new, with the limits: in `full`, to choose the limits, and for the output of a failed
/// test.
fn print_worst() {
    for (work, most) in &mut *WORST.lock().expect("no test failed while it held the lock") {
        let ([(steps, at), (output, of)], (most_steps, most_output)) = (&most.found, work.most());
        if std::mem::replace(&mut most.is_printed, true) {
            continue;
        }
        print!("schemas, {work:?}: for each byte {steps:.2} steps of {most_steps} ({at})");
        if most_output > 0 {
            print!(", {output:.2} bytes of output of {most_output} ({of})");
        }
        println!();
    }
}

/// Runs an operation that returns how many bytes it has written, on `len` bytes, and checks its steps and these bytes.
#[track_caller]
fn count(work: Work, name: &str, len: usize, operation: impl FnOnce() -> usize) {
    let (steps, output) = counted(operation);
    let (most_steps, most_output) = work.most();
    let charged = len as u64 + 64;
    let mut worst = WORST.lock().expect("no test failed while it held the lock");
    let entry = worst.entry(work).or_default();
    for (of, found) in entry.found.iter_mut().zip([steps, if most_output > 0 { output as u64 } else { 0 }]) {
        let ratio = found as f64 / charged as f64;
        if ratio > of.0 {
            (*of, entry.is_printed) = ((ratio, name.to_owned()), false);
        }
    }
    drop(worst);
    let most = most_steps * charged;
    assert!(steps <= most, "{work:?} of {name}: expected at most {most} steps for {len} bytes, found {steps}");
    let most = most_output * charged;
    assert!(most == 0 || output as u64 <= most, "{work:?} of {name}: expected {most} bytes at most, found {output}");
}

/// Calls `check` with each family in each size: its name, its lines, and the same with other names.
fn for_each_schema(mut check: impl FnMut(&str, &str, &str)) {
    for (name, family) in FAMILIES {
        for size in SIZES {
            check(&format!("{name}, {size} bytes"), &family(size, 'a'), &family(size, 'b'));
        }
    }
}

fn parsed(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{error}: {}", text.chars().take(500).collect::<String>()))
}

#[test]
fn schemas_are_linear() {
    for_each_schema(|name, lines, other_lines| {
        let [text, other] = [lines, other_lines].map(|lines| text(AROUND[0], lines));
        let len = text.len();
        count(Work::Parse, name, len, || usize::from(Schema::parse(&text).is_err()));
        let (schema, other) = (parsed(&text), parsed(&other));
        assert!(counted(|| Schema::parse(&text).is_ok()).0 as usize > len / 80, "parsing {name} is not counted");
        count(Work::Print, name, len, || schema.to_string().len() + usize::from(schema.fingerprint().to_bits() == 0));
        let json = serde_json::to_string(&schema).expect("a schema has a form in JSON");
        count(Work::Print, name, len, || json.len());
        count(Work::FromJson, name, json.len(), || usize::from(serde_json::from_str::<Schema>(&json).is_err()));
        count(Work::Name, name, len, || schema.name_of(0).len());
        for layout in LayoutId::ALL {
            let name = format!("{name}, {layout}");
            count(Work::Prepare, &name, len, || {
                schema.codec(layout).map_or_else(|error| error.to_string().len(), |_| 0)
            });
            count(Work::Compare, &name, 2 * len, || schema.can_read(&schema, layout).to_string().len());
            count(Work::Compare, &name, 2 * len, || schema.can_read(&other, layout).to_string().len());
        }
        let longer = |text: Result<String, packed_data_schema::ExportError>| match text {
            Ok(text) => text.len(),
            Err(error) => error.to_string().len(),
        };
        count(Work::Cddl, name, len, || longer(schema.to_cddl()));
        count(Work::JsonSchema, name, len, || schema.to_json_schema().to_string().len());
        count(Work::Kaitai, name, len, || longer(schema.to_kaitai("name")));
        count(Work::Rust, name, len, || longer(schema.to_rust()));
        for layout in [LayoutId::Compact, LayoutId::Indexed] {
            count(Work::Typescript, name, len, || longer(schema.to_typescript(layout)));
        }
    });
    print_worst();
}

/// Two schemas that have nothing to do with each other, each compared with all that come after it.
#[test]
fn comparisons_are_linear() {
    let size = SIZES[1] / 4;
    let schemas: Vec<(&str, Schema, usize)> = FAMILIES
        .iter()
        .map(|(name, family)| {
            let text = text(AROUND[0], &family(size, 'a'));
            (*name, parsed(&text), text.len())
        })
        .collect();
    for (index, (name, one, len)) in schemas.iter().enumerate() {
        for (other_name, other, other_len) in &schemas[index + 1..] {
            for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor, LayoutId::Store] {
                let name = format!("{name} and {other_name}, {layout}");
                count(Work::Compare, &name, len + other_len, || one.can_read(other, layout).to_string().len());
                count(Work::Compare, &name, len + other_len, || other.can_read(one, layout).to_string().len());
            }
        }
    }
    print_worst();
}

/// Sees everything.
struct All;

impl Visit<'_> for All {
    fn begin(&mut self, _: TypeIndex, _: u32) {}
}

/// The parts without bytes that one value may have here.
const EMPTY: usize = 256;
const LIMITS: Limits = Limits { empty_elements: EMPTY as u64, ..Limits::DEFAULT };

fn value_is_linear(name: &str, codec: &Codec<'_>, schema_len: usize, bytes: &[u8]) {
    let len = schema_len + bytes.len() + EMPTY;
    count(Work::Check, name, len, || usize::from(codec.validate(bytes, &LIMITS).is_ok()));
    count(Work::Visit, name, len, || usize::from(Walker::new(codec).check(bytes, &LIMITS, &mut All).is_ok()));
    if codec.validate(bytes, &LIMITS).is_err() {
        return;
    }
    let mut json = Vec::new();
    codec.value(bytes).write_json(&mut json).expect("a valid value");
    count(Work::Json, name, len + json.len(), || {
        codec.value(bytes).write_json(&mut Vec::new()).map_or(0, |()| json.len())
    });
    count(Work::Read, name, len + json.len(), || codec.from_json(&json, &LIMITS).map_or(0, |bytes| bytes.len()));
    for to in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let Ok(to) = codec.schema().codec(to) else { continue };
        let Ok(converted) = codec.convert(bytes, &to, &LIMITS) else { continue };
        count(Work::Convert, name, len + converted.len(), || {
            codec.convert(bytes, &to, &LIMITS).map_or(0, |bytes| bytes.len())
        });
    }
}

#[test]
fn values_by_schema_are_linear() {
    let size = SIZES[1] / 4;
    let mut accepted = 0;
    for (name, family) in FAMILIES {
        for around in AROUND {
            let text = text(*around, &family(size, 'a'));
            let Ok(schema) = Schema::parse(&text) else { continue };
            for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor, LayoutId::Store, LayoutId::PackedData]
            {
                let Ok(codec) = schema.codec(layout) else { continue };
                for bytes in values(size / 2) {
                    let name = format!("{name} in {:?}, {layout}", around.0);
                    value_is_linear(&name, &codec, text.len(), &bytes);
                    accepted += usize::from(codec.validate(&bytes, &LIMITS).is_ok());
                }
            }
        }
    }
    println!("{accepted} values");
    assert!(accepted > 500, "{accepted} are too few");
    print_worst();
}
