//! Writes what `ci/typescript.sh` compares, to the folder that the variable `TYPESCRIPT` names: for every shape of the
//! test suite and each of two layouts a module of TypeScript, and cases, each on a line: bytes, and what the library
//! makes of them, their value or an error.

use std::fmt::Write;
use std::path::Path;

use packed_data::{Compact, Indexed, Limits, Packable, Packed};
use packed_data_schema::{Codec, Content, LayoutId, ScalarValue, Schema, Type, Value};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value as Dump, json};
use test_suite::constructors::*;
use test_suite::*;

/// Values of a shape from which cases are made, and changed bytes.
const VALUES: usize = 24;
/// Values of more bytes are changed less often.
const LONG: usize = 600;

/// Types that no shape has: what is special in TypeScript.
mod special {
    use std::collections::{BTreeMap, BTreeSet};

    use packed_data::Packable;

    /// Options of options, of units, and of lists of them.
    #[derive(Packable)]
    pub struct Options {
        pub twice: Option<Option<u8>>,
        pub thrice: Option<Option<Option<String>>>,
        pub unit: Option<()>,
        pub list: Vec<Option<Option<u16>>>,
    }

    /// Names that mean something to JavaScript.
    #[derive(Packable)]
    pub enum Object {
        Array { kind: u8, constructor: String, prototype: bool },
        Uint8Array { r#type: u16, to_string: Vec<u8>, value_of: i8 },
        Constructor(Box<Object>, u8),
    }

    /// The order of keys of many kinds.
    #[derive(Packable)]
    pub struct Keys {
        pub texts: BTreeMap<String, u8>,
        pub chars: BTreeSet<char>,
        pub signed: BTreeMap<i64, String>,
        pub wide: BTreeSet<i128>,
        pub pairs: BTreeMap<(u8, String), Vec<u8>>,
        pub bytes: BTreeSet<Vec<u8>>,
        pub options: BTreeMap<Option<String>, bool>,
        pub flags: BTreeMap<bool, ()>,
        pub sets: BTreeMap<BTreeSet<u16>, u8>,
        pub choices: BTreeSet<Choice>,
    }

    #[derive(Packable, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Choice {
        Zebra,
        Ant,
        Mouse,
    }

    /// Cells through an optional field, and lists in lists.
    #[derive(Packable)]
    pub struct Cell {
        pub value: u8,
        pub next: Option<Box<Cell>>,
    }

    #[derive(Packable)]
    pub struct Deep {
        pub lists: Vec<Vec<Vec<Vec<Vec<Vec<u16>>>>>>,
        pub arrays: [[Option<String>; 2]; 3],
        pub none: [Vec<u8>; 0],
        pub bytes: [u8; 5],
        pub units: Vec<()>,
        pub cell: Cell,
    }
}

/// A shape in a layout: its schema, and the bytes of values.
struct Shape {
    name: String,
    schema: Schema,
    layout: LayoutId,
    values: Vec<Vec<u8>>,
}

fn shape<T: Sample, L: TestLayout>(name: &str, runner: &mut TestRunner) -> Shape {
    let mut values = vec![Packed::<T, L>::pack(&T::sample()).into_inner()];
    values.extend(T::versions::<L>());
    let strategy = T::any();
    for _ in 0..VALUES {
        let value = strategy.new_tree(runner).expect("the strategy makes values").current();
        values.push(Packed::<T, L>::pack(&value).into_inner());
    }
    Shape { name: name.into(), schema: Schema::of::<T>(), layout: L::ID, values }
}

fn special<T: Packable>(name: &str, values: &[T]) -> Vec<Shape> {
    let schema = Schema::of::<T>();
    let compact = values.iter().map(|value| Packed::<T, Compact>::pack(value).into_inner()).collect();
    let indexed = values.iter().map(|value| Packed::<T, Indexed>::pack(value).into_inner()).collect();
    vec![
        Shape { name: format!("{name}_compact"), schema: schema.clone(), layout: LayoutId::Compact, values: compact },
        Shape { name: format!("{name}_indexed"), schema, layout: LayoutId::Indexed, values: indexed },
    ]
}

fn shapes() -> Vec<Shape> {
    use special::*;

    let (mut shapes, mut runner) = (Vec::new(), TestRunner::deterministic());
    shapes.extend(all_shapes(&mut runner));
    shapes.extend(special(
        "options",
        &[
            Options { twice: None, thrice: Some(None), unit: None, list: vec![] },
            Options {
                twice: Some(Some(3)),
                thrice: Some(Some(Some("x".into()))),
                unit: Some(()),
                list: vec![None, Some(None), Some(Some(7))],
            },
        ],
    ));
    let array = Object::Array { kind: 1, constructor: "c".into(), prototype: true };
    let bytes = Object::Uint8Array { r#type: 2, to_string: vec![1, 2], value_of: -1 };
    shapes
        .extend(special("object", &[Object::Constructor(Box::new(Object::Constructor(Box::new(array), 8)), 9), bytes]));
    shapes.extend(special("keys", &[keys()]));
    let cell = (0..40).fold(None, |next, value| Some(Box::new(Cell { value, next })));
    shapes.extend(special(
        "deep",
        &[Deep {
            lists: vec![vec![], vec![vec![vec![vec![vec![1, 2], vec![]]], vec![]]]],
            arrays: [[None, Some("a".into())], [Some("b".into()), None], [None, None]],
            none: [],
            bytes: [1, 2, 3, 4, 5],
            units: vec![(); 3],
            cell: *cell.expect("there are cells"),
        }],
    ));
    shapes
}

fn keys() -> special::Keys {
    use special::Choice;

    // (In UTF-16, the last of these would come before the one before it.)
    let texts = ["", "a", "b\u{0}", "\u{FFFD}", "\u{1F600}"];
    special::Keys {
        texts: texts.iter().zip(0..).map(|(key, value)| ((*key).into(), value)).collect(),
        chars: ['a', '\u{FFFD}', '\u{1F600}'].into(),
        signed: [(-5, "m".into()), (0, String::new()), (9, "n".into())].into(),
        wide: [i128::MIN, -1, 0, i128::MAX].into(),
        pairs: [((1, "a".into()), vec![1]), ((1, "b".into()), vec![]), ((2, String::new()), vec![2])].into(),
        bytes: [vec![], vec![0], vec![0, 1], vec![1]].into(),
        options: [(None, true), (Some(String::new()), false), (Some("x".into()), true)].into(),
        flags: [(false, ()), (true, ())].into(),
        sets: [([].into(), 0), ([1].into(), 1), ([1, 2].into(), 2), ([2].into(), 3)].into(),
        choices: [Choice::Zebra, Choice::Mouse].into(),
    }
}

fn all_shapes(runner: &mut TestRunner) -> Vec<Shape> {
    let mut shapes = Vec::new();
    macro_rules! add {
        ($name:ident $T:ty) => {
            shapes.push(shape::<$T, Compact>(concat!(stringify!($name), "_compact"), runner));
            shapes.push(shape::<$T, Indexed>(concat!(stringify!($name), "_indexed"), runner));
        };
    }
    macro_rules! each {
        ($($name:ident $T:ty,)+) => { $(add!($name $T);)+ };
    }
    test_suite::all_shapes! { each }
    shapes
}

/// The type in the tests of the npm package; the README has a smaller one.
mod drawing {
    use std::collections::{BTreeMap, BTreeSet};

    use packed_data::Packable;

    #[derive(Packable)]
    pub struct Drawing {
        pub id: u64,
        pub title: String,
        pub author: Option<String>,
        pub tint: Tint,
        pub shapes: Vec<Shape>,
        pub layers: BTreeMap<String, u32>,
        pub tags: BTreeSet<u16>,
        pub notes: Note,
    }

    #[derive(Packable)]
    pub enum Shape {
        Dot,
        Circle { radius: f32 },
        Polygon(Vec<(f32, f32)>),
        Group(Vec<Shape>),
    }

    #[derive(Packable)]
    pub enum Tint {
        Red,
        Green,
    }

    /// A list through a last field, of a type that may grow.
    #[derive(Packable)]
    pub struct Note {
        pub text: String,
        pub read: bool,
        #[packable(default)]
        pub next: Option<Box<Note>>,
        #[packable(default)]
        pub stars: u8,
    }
}

fn drawing() -> drawing::Drawing {
    use drawing::*;

    let last = Note { text: "späť".into(), read: true, next: None, stars: 5 };
    Drawing {
        id: 1 << 60,
        title: "Plan".into(),
        author: None,
        tint: Tint::Green,
        shapes: vec![
            Shape::Dot,
            Shape::Circle { radius: 1.5 },
            Shape::Polygon(vec![(0.0, 1.0), (2.0, 3.0)]),
            Shape::Group(vec![Shape::Circle { radius: 2.0 }, Shape::Dot]),
        ],
        layers: [("back".into(), 1), ("front".into(), 20), ("\u{1F600}".into(), 3)].into(),
        tags: [3, 500].into(),
        notes: Note { text: "hi".into(), read: false, next: Some(Box::new(last)), stars: 0 },
    }
}

/// The modules and values in the tests of the npm package are those that the library writes now.
/// (`GOLDEN=overwrite` writes them.)
#[test]
fn golden() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../js/test/drawing");
    let schema = Schema::of::<drawing::Drawing>();
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let values = json!({
        "compact": hex(Packed::<_, Compact>::pack(&drawing()).as_bytes()),
        "indexed": hex(Packed::<_, Indexed>::pack(&drawing()).as_bytes()),
    });
    let module = |layout| schema.to_typescript(layout).expect("both layouts have it");
    for (name, text) in [
        ("compact.ts", module(LayoutId::Compact)),
        ("indexed.ts", module(LayoutId::Indexed)),
        ("drawing.schema", schema.to_string()),
        ("values.json", format!("{values:#}\n")),
    ] {
        let path = folder.join(name);
        if std::env::var("GOLDEN").is_ok_and(|value| value == "overwrite") {
            std::fs::create_dir_all(&folder).expect("the folder is made");
            std::fs::write(&path, &text).expect("the file is written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{} is out of date: run the test with GOLDEN=overwrite", path.display());
    }
}

#[test]
fn typescript() {
    let Some(folder) = std::env::var_os("TYPESCRIPT") else { return };
    let changes = std::env::var("CHANGES").map_or(100, |text| text.parse().expect("CHANGES is a number"));
    let (mut count, mut random) = (0, Random(0x2545_F491_4F6C_DD1D));
    for shape in shapes() {
        let module = shape.schema.to_typescript(shape.layout).expect("both layouts have every shape");
        let file = Path::new(&folder).join(&shape.name);
        std::fs::write(file.with_extension("ts"), module).expect("the file is written");
        let codec = shape.schema.codec(shape.layout).expect("both layouts have every shape");
        let mut lines = String::new();
        for bytes in &shape.values {
            push_case(&codec, bytes, &mut lines);
        }
        let changes = if shape.values.iter().all(|bytes| bytes.len() > LONG) { changes / 10 } else { changes };
        for _ in 0..changes {
            let bytes = loop {
                let bytes = &shape.values[random.below(shape.values.len())];
                if bytes.len() <= LONG || random.below(20) == 0 {
                    break bytes;
                }
            };
            let other = &shape.values[random.below(shape.values.len())];
            push_case(&codec, &changed(bytes, other, &mut random), &mut lines);
        }
        count += lines.lines().count();
        std::fs::write(file.with_extension("cases"), lines).expect("the file is written");
    }
    println!("{count} cases");
}

/// Appends bytes, and their value or their error.
fn push_case(codec: &Codec<'_>, bytes: &[u8], lines: &mut String) {
    for byte in bytes {
        let _ = write!(lines, "{byte:02x}");
    }
    match codec.read(bytes, &Limits::DEFAULT) {
        Ok(value) => {
            let _ = writeln!(lines, "\tok\t{}", dump(&value));
        }
        Err(error) => {
            let kind = format!("{:?}", error.kind());
            let kind: String = kind.chars().take_while(|char| char.is_alphanumeric()).collect();
            let _ = writeln!(lines, "\t{kind}\t{}", json!([error.offset(), error.path(), error.to_string()]));
        }
    }
}

/// Returns a value as the script has it too. Absent fields are left out, and with them options that may be absent.
fn dump(value: &Value<'_>) -> Dump {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    match value.content().expect("valid") {
        Content::Scalar(scalar) => scalar_dump(scalar),
        Content::Text(text) => json!({ "text": text }),
        Content::Cbor(bytes) => json!({ "bytes": hex(bytes) }),
        Content::Unknown(bytes) => json!({ "unknown": hex(bytes) }),
        Content::Parts(parts) => {
            let constructor = parts.constructor();
            let fields: Vec<(usize, Option<bool>, Dump)> = parts
                // (What takes no bytes, and may be absent, is there and not there.)
                .filter(|part| !part.field.is_some_and(|of| of.has_default) || !part.value.as_bytes().is_empty())
                .map(|part| (part.index, part.field.map(|field| field.has_default), dump(&part.value)))
                .collect();
            let named = |fields: Vec<(usize, Option<bool>, Dump)>| {
                let kept = fields.into_iter().filter(|(_, may_be_absent, value)| {
                    // (What is absent and what is `None` are both `undefined`.)
                    *may_be_absent != Some(true) || !value.is_null()
                });
                kept.map(|(index, _, value)| json!([index, value])).collect::<Vec<_>>()
            };
            match value.packed_type() {
                Type::Enum(of) if of.is_optional => match fields.into_iter().next() {
                    None => Dump::Null,
                    Some((.., value)) => json!({ "some": value }),
                },
                Type::Enum(_) => {
                    json!({ "kind": constructor.expect("it is an enum").name, "fields": named(fields) })
                }
                Type::Struct(_) => json!({ "fields": named(fields) }),
                _ => Dump::Array(fields.into_iter().map(|(.., value)| value).collect()),
            }
        }
    }
}

fn scalar_dump(scalar: ScalarValue) -> Dump {
    let float = |value: f64| match value {
        _ if value.is_nan() => json!({ "float": "NaN" }),
        _ => json!({ "float": format!("{:016x}", value.to_bits()) }),
    };
    match scalar {
        ScalarValue::Unsigned(value) => json!({ "number": value.to_string() }),
        ScalarValue::Signed(value) => json!({ "number": value.to_string() }),
        ScalarValue::F32(value) => float(value.into()),
        ScalarValue::F64(value) => float(value),
        ScalarValue::Bool(value) => json!({ "bool": value }),
        ScalarValue::Char(value) => json!({ "char": value }),
        ScalarValue::Duration(seconds, nanoseconds) => json!({ "time": [seconds.to_string(), nanoseconds] }),
        ScalarValue::Time(seconds, nanoseconds) => json!({ "time": [seconds.to_string(), nanoseconds] }),
    }
}

/// Returns bytes that are wrong in a few places, or right by chance.
fn changed(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        let small = [0, 1, 2, 3, 4, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF][random.below(10)];
        match random.below(8) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, small),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            4 if at < bytes.len() => bytes[at] = small,
            5 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(1),
            6 if at < bytes.len() => bytes[at] = bytes[at].wrapping_sub(1),
            _ => {
                let from = random.below(other.len() + 1);
                let to = from + random.below(other.len() - from + 1);
                bytes.splice(at..at, other[from..to].iter().copied().take(40));
            }
        }
    }
    bytes
}

/// Numbers that are the same in each run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        number as usize % bound.max(1)
    }
}
