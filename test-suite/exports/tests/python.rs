//! Writes what `ci/python.sh` compares, to the file that the variable `PYTHON` names: on a line for every shape of the
//! test suite in each layout, its schema and cases: bytes, and what the library makes of them, their JSON or an error.

use std::io::Write;

use packed_data::{Limits, Packed};
use packed_data_schema::{Codec, LayoutId, Schema};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value as Json, json};
use test_suite::{Sample, TestLayout, each_shape};

/// Values of a shape, beside its sample.
const VALUES: usize = 4;

/// A shape in a layout: its schema, and the bytes of values.
struct Shape {
    name: &'static str,
    schema: Schema,
    layout: LayoutId,
    values: Vec<Vec<u8>>,
}

fn shape<T: Sample, L: TestLayout>(name: &'static str) -> Shape {
    let mut values = vec![Packed::<T, L>::pack(&T::sample()).into_inner()];
    values.extend(T::versions::<L>());
    let (strategy, mut runner) = (T::any(), TestRunner::deterministic());
    for _ in 0..VALUES {
        let value = strategy.new_tree(&mut runner).expect("the strategy makes values").current();
        values.push(Packed::<T, L>::pack(&value).into_inner());
    }
    Shape { name, schema: Schema::of::<T>(), layout: L::ID, values }
}

/// Returns bytes, and what the library makes of them.
fn case(codec: &Codec<'_>, bytes: &[u8]) -> Json {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    match codec.read(bytes, &Limits::DEFAULT) {
        Ok(value) => {
            let mut text = Vec::new();
            value.write_json(&mut text).expect("the bytes are valid");
            json!({ "bytes": hex, "json": String::from_utf8(text).expect("JSON is UTF-8") })
        }
        Err(error) => {
            json!({ "bytes": hex, "error": error.to_string(), "offset": error.offset(), "path": error.path() })
        }
    }
}

/// Changes bytes in a way that `step` decides.
fn changed(bytes: &[u8], step: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let Some(at) = step.wrapping_mul(2_654_435_761).checked_rem(bytes.len()) else { return vec![0] };
    match step % 4 {
        0 => bytes[at] ^= 1 << (step % 8),
        1 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][step % 5],
        2 => bytes.truncate(at),
        _ => bytes.insert(at, bytes[at]),
    }
    bytes
}

#[test]
fn cases() {
    let Some(path) = std::env::var_os("PYTHON") else { return };
    let changes = std::env::var("CHANGES").ok().and_then(|changes| changes.parse().ok()).unwrap_or(10);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).expect("the file can be created"));
    let shapes: Vec<Shape> = each_shape!(shape);
    assert!(shapes.len() > 100, "{}", shapes.len());
    for shape in shapes {
        let Shape { name, schema, layout, values } = shape;
        let codec = schema.codec(layout).expect("a type that the layout has");
        let mut cases: Vec<Json> = values.iter().map(|bytes| case(&codec, bytes)).collect();
        assert!(cases.iter().all(|case| case.get("json").is_some()), "{name}");
        for step in 0..changes {
            cases.push(case(&codec, &changed(&values[step % values.len()], step)));
        }
        let line = json!({ "name": name, "layout": layout.name(), "schema": schema.to_string(), "cases": cases });
        writeln!(file, "{line}").expect("the file can be written");
    }
    file.flush().expect("the file can be written");
}
