//! Every shape of the test suite, in every layout that has it: the tree, the ways to parts, and the bytes.

mod common;

use std::collections::HashMap;
use std::io::Write;

use common::{Opened, open, packed, records, unfold};
use explorer::window::Run;
use packed_data_model::dump::Ink;
use packed_data_schema::inspect::{Piece, What, pieces};
use packed_data_schema::{Codec, LayoutId, Schema, Segment, Value};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_suite::constructors::*;
use test_suite::*;

/// How many random values of each shape are tried in each layout.
const VALUES: usize = 3;
/// Longer values are left out: some tests take quadratic time.
const LONG: usize = 2_000;

/// A shape in a layout.
struct Shape {
    name: String,
    codec: Codec<'static>,
    values: Vec<Vec<u8>>,
}

fn shape<T: Sample>(name: &str, runner: &mut TestRunner) -> Vec<Shape> {
    let schema = Schema::of::<T>();
    let Ok(compact) = schema.clone().into_codec(LayoutId::Compact) else { return Vec::new() };
    let strategy = T::any();
    let mut values = vec![packed_data::Packed::<T>::pack(&T::sample()).into_inner()];
    for _ in 0..VALUES {
        let value = strategy.new_tree(runner).expect("the strategy makes values").current();
        values.push(packed_data::Packed::<T>::pack(&value).into_inner());
    }
    let limits = packed_data::Limits::DEFAULT;
    let codecs = LayoutId::ALL.into_iter().filter_map(|layout| schema.clone().into_codec(layout).ok());
    let shapes = codecs.map(|codec| {
        let values = values.iter().filter_map(|value| compact.convert(value, &codec, &limits).ok());
        let values = values.filter(|value| value.len() <= LONG).collect();
        Shape { name: format!("{name} in {}", codec.layout()), codec, values }
    });
    shapes.filter(|shape| !shape.values.is_empty()).collect()
}

fn shapes() -> Vec<Shape> {
    let (mut shapes, mut runner) = (Vec::new(), TestRunner::deterministic());
    macro_rules! each {
        ($($name:ident $T:ty,)+) => { $(shapes.extend(shape::<$T>(stringify!($name), &mut runner));)+ };
    }
    test_suite::all_shapes! { each }
    assert!(shapes.len() > 200, "{}", shapes.len());
    shapes
}

/// Opens values as a file of records.
fn opened(shape: &Shape, folder: &std::path::Path) -> Opened {
    let schema = shape.codec.schema().to_string();
    open(records(&folder.join("file"), shape.codec.layout().name(), &schema, &shape.values))
}

/// The rows nest and are in order; a path leads back to its row; a byte to the innermost part that contains it.
#[test]
fn trees() {
    let folder = tempfile::tempdir().unwrap();
    for shape in shapes() {
        let name = &shape.name;
        let mut explorer = opened(&shape, folder.path());
        for (record, bytes) in shape.values.iter().enumerate() {
            let found = unfold(&mut explorer, record as u64, 3);
            let parts: HashMap<_, _> = found.iter().map(|of| (of.way.clone(), &of.row)).collect();
            assert_eq!((found[0].row.start, found[0].row.end), (0, Some(bytes.len())), "{name}");
            let mut last_end: HashMap<Vec<u64>, usize> = HashMap::new();
            for of in &found {
                let (row, way) = (&of.row, &of.way);
                assert!(row.fault.is_none() && row.id.is_some(), "{name}: {row:?}");
                let end = row.end.unwrap();
                assert!(row.start <= end, "{name}: {row:?}");
                if let Some((_, outer)) = way.split_last() {
                    let parent = parts[outer];
                    assert!(parent.start <= row.start && end <= parent.end.unwrap(), "{name}: {row:?} in {parent:?}");
                    // (Fields of a static size may be before the others.)
                    let is_list = ["list", "map"].contains(&parent.kind);
                    let before = last_end.insert(outer.to_vec(), end).filter(|_| is_list).unwrap_or(0);
                    assert!(before <= row.start, "{name}: {row:?} begins before {before}");
                }
                let path = explorer.path(row.id.unwrap()).unwrap();
                let back = explorer.find(&path).unwrap_or_else(|error| panic!("{name}: {path}: {error}"));
                let there = parts[&back.indices];
                // (A path goes through values without a step of their own, such as newtypes: to one at the same place.)
                assert_eq!(
                    (back.record, there.start, there.end),
                    (record as u64, row.start, row.end),
                    "{name}: {path}"
                );
            }
            // (The innermost part is that with the longest way.)
            for offset in 0..bytes.len() {
                let way = explorer.locate(record as u64, offset).unwrap();
                let contains = |row: &explorer::tree::Row| row.start <= offset && offset < row.end.unwrap();
                let innermost = found.iter().filter(|of| contains(&of.row)).max_by_key(|of| of.way.len()).unwrap();
                assert_eq!(way.indices, innermost.way, "{name}: byte {offset}");
            }
        }
    }
}

/// The runs of any window are the pieces of the value that are in it.
#[test]
fn windows() {
    let folder = tempfile::tempdir().unwrap();
    for shape in shapes() {
        let name = &shape.name;
        let mut explorer = opened(&shape, folder.path());
        for (record, bytes) in shape.values.iter().enumerate().filter(|(_, bytes)| bytes.len() < 300) {
            let all = all_pieces(shape.codec.schema(), shape.codec.value(bytes));
            for from in 0..bytes.len() {
                for count in [1, 3, 16, 100] {
                    let window = explorer.window(record as u64, from, count).unwrap();
                    let to = (from + count).min(bytes.len());
                    let hex: String = bytes[from..to].iter().map(|byte| format!("{byte:02x}")).collect();
                    assert_eq!((window.hex, window.size), (hex, bytes.len() as u64), "{name}");
                    let expected: Vec<_> = all.iter().filter(|of| of.0 < to && of.1 > from).collect();
                    let found: Vec<_> = window.runs.iter().map(seen).collect();
                    assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{name}: {from}..{to}");
                }
            }
        }
    }
}

/// What is compared of a run: its range, its kind and its path.
type Seen = (usize, usize, &'static str, String);

fn seen(run: &Run) -> Seen {
    (run.start, run.end, run.kind, run.path.clone())
}

fn all_pieces(schema: &Schema, value: Value<'_>) -> Vec<Seen> {
    let mut all = Vec::new();
    pieces(schema, value, &mut |path: &[Segment], piece: &Piece<'_>| {
        let kind = match &piece.what {
            What::Scalar(_) | What::Elements(_) => "number",
            What::Text(_) => "text",
            What::Cbor(_) => "item",
            What::Other(_) => "faint",
            What::Head(head) => match head.ink() {
                Ink::Tag => "tag",
                Ink::Faint => "faint",
                _ => "size",
            },
        };
        all.push((piece.start, piece.end, kind, schema.path(path)));
        true
    });
    all
}

/// `packed get` prints at a path of a row what the row has as JSON.
#[test]
fn paths_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for shape in shapes().iter().filter(|shape| shape.codec.layout() == LayoutId::Indexed) {
        let mut explorer = opened(shape, folder.path());
        for of in unfold(&mut explorer, 0, 100).iter().take(40) {
            let id = of.row.id.unwrap();
            let (path, mut json) = (explorer.path(id).unwrap(), explorer.json(id, 1 << 20).unwrap().into_bytes());
            json.write_all(b"\n").unwrap();
            let printed = packed(&["get", file.to_str().unwrap(), &path]);
            assert_eq!(printed, (0, String::from_utf8(json).unwrap()), "{}: {path}", shape.name);
        }
    }
}

/// Changed bytes: no panic, and a fault where validation has one.
#[test]
fn changed_bytes() {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    for mut shape in shapes() {
        shape.values.retain(|bytes| !bytes.is_empty() && bytes.len() < 300);
        for bytes in &mut shape.values {
            let at = random(bytes.len());
            bytes[at] = random(256) as u8;
            bytes.truncate(bytes.len() - random(2).min(bytes.len() - 1));
        }
        let mut explorer = opened(&shape, folder.path());
        for (record, bytes) in shape.values.iter().enumerate() {
            let verdict = shape.codec.validate(bytes, &packed_data::Limits::DEFAULT).err();
            let row = explorer.record(record as u64);
            assert_eq!(row.fault.map(|fault| fault.message), verdict.map(|error| error.to_string()), "{}", shape.name);
            refused += usize::from(explorer.validate(record as u64).unwrap().is_some());
            for offset in 0..bytes.len() {
                explorer.locate(record as u64, offset).unwrap();
                explorer.window(record as u64, offset, 32).unwrap();
            }
            let mut ids = vec![row.id.unwrap()];
            for _ in 0..200 {
                let Some(id) = ids.pop() else { break };
                explorer.path(id).unwrap();
                _ = explorer.json(id, 1 << 10);
                let rows = explorer.parts(id, random(3) as u64, 5).unwrap();
                ids.extend(rows.rows.iter().filter_map(|row| row.id));
            }
        }
    }
    assert!(refused > 100, "{refused}");
}
