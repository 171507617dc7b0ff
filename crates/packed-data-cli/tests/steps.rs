//! Work is linear in the bytes, however deep values nest and whatever form their CBOR has: the tests count the steps of
//! the reader by schema. `ci/steps.sh` sets the cfg.
#![cfg(packed_data_steps)]

mod common;

use common::Folder;
use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed};
use packed_data_cli::steps::document;
use packed_data_schema::inspect::{Piece, Totals, pieces};
use packed_data_schema::{Codec, LayoutId, Schema, Segment};

/// How deep the values nest. (The default limits allow 1024 levels; some take two for each of these. Values from JSON
/// nest less deep.)
const LEVELS: [usize; 2] = [60, 480];
const JSON_LEVELS: [usize; 2] = [10, 50];

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Packable)]
struct Rose {
    children: Vec<Rose>,
    name: String,
    others: Vec<Rose>,
    number: u32,
}

#[derive(Packable)]
#[packable(extensible)]
struct Grown {
    inner: Option<Box<Grown>>,
    name: String,
    #[packable(default)]
    number: u8,
}

fn steps(work: impl FnOnce()) -> usize {
    usize::try_from(packed_data::steps::counted(work).0).unwrap()
}

/// The limit on steps for each byte: less than the levels of nesting. (137 is the most that was measured, at both
/// depths: `hex` of an extensible type in `Cbor`, each byte of which is an item that several walks pass, with looks at
/// its type.)
const MOST: usize = 200;

/// Checks that what walks over a value takes few steps for each byte, at both depths.
fn is_linear(what: &str, codec: &Codec<'_>, bytes: &[u8]) {
    codec.validate(bytes, &Limits::DEFAULT).unwrap_or_else(|error| panic!("{what}: {error}"));
    let (schema, layout) = (codec.schema(), codec.layout());
    let mut found = Vec::new();
    let mut count = |name: &str, work: &mut dyn FnMut()| found.push((name.to_owned(), steps(work)));
    count("walk", &mut || {
        let mut end = 0;
        pieces(schema, codec.value(bytes), &mut |_: &[Segment], piece: &Piece<'_>| {
            assert_eq!(piece.start, end);
            end = piece.end;
            true
        });
        assert_eq!(end, bytes.len());
    });
    count("stat", &mut || Totals::default().add(schema, codec.value(bytes)));
    let folder = Folder::new();
    folder.write("schema", schema.to_string());
    for words in [&["hex"][..], &["cat"], &["cat", "--as", "rust"]] {
        let flags = ["-", "--schema", "@schema", "--layout", layout.name()];
        count(&words.join(" "), &mut || {
            let ran = folder.run_with(&[words, &flags].concat(), bytes);
            assert_eq!(ran.status, 0, "{what}: {}", ran.err);
        });
    }
    // (The error is behind all that nests, except where a size before it is wrong.)
    let cut = &bytes[..bytes.len() - 1];
    count("hex of what is cut off", &mut || {
        let flags = ["-", "--schema", "@schema", "--layout", layout.name()];
        assert_eq!(folder.run_with(&[&["hex"], &flags[..]].concat(), cut).status, 1);
    });
    for (name, steps) in found {
        let most = MOST * bytes.len() + 200;
        assert!(steps <= most, "{what}, {layout}: {name} took {steps} steps for {} bytes", bytes.len());
        let least = if name.starts_with("hex of") { 1 } else { bytes.len() / 64 };
        assert!(steps >= least, "{what}, {layout}: {name} took {steps} steps for {} bytes", bytes.len());
    }
}

/// Packs JSON in each layout that has the type.
fn in_every_layout(what: &str, schema: &Schema, json: &str) {
    for layout in LayoutId::ALL {
        let Ok(codec) = schema.codec(layout) else { continue };
        let bytes = codec.from_json(json.as_bytes(), &Limits::DEFAULT).unwrap();
        is_linear(what, &codec, &bytes);
    }
}

fn nested(levels: usize, before: &str, inner: &str, after: &str) -> String {
    format!("{}{inner}{}", before.repeat(levels), after.repeat(levels))
}

#[test]
fn deep_json() {
    for levels in JSON_LEVELS {
        let tree = nested(levels, r#"{"Node":["#, r#"{"Leaf":1}"#, r#",{"Leaf":2}]}"#);
        in_every_layout("a tree that is deep on its left", &Schema::of::<Tree>(), &tree);
        let after = r#"],"name":"rose","others":[],"number":7}"#;
        let empty = r#"{"children":[],"name":"","others":[],"number":1}"#;
        let rose = nested(levels, r#"{"children":["#, empty, after);
        in_every_layout("children of children", &Schema::of::<Rose>(), &rose);
        let grown = nested(levels, r#"{"inner":"#, "null", r#","name":"x","number":1}"#);
        in_every_layout("an extensible type", &Schema::of::<Grown>(), &grown);
        let before = r#"{"Array":[{"Object":{"a":"#;
        let array = nested(levels / 5, before, r#"{"Int":1}"#, r#","b":"Null"}},"Null"]}"#);
        in_every_layout("a document", &document(), &array);
    }
}

/// Packs a value in the layouts that have every type.
fn packed<T: Packable>(what: &str, value: &T) {
    let schema = Schema::of::<T>();
    let bytes = [
        (LayoutId::Compact, Packed::<T, Compact>::pack(value).into_inner()),
        (LayoutId::Indexed, Packed::<T, Indexed>::pack(value).into_inner()),
        (LayoutId::Cbor, Packed::<T, Cbor>::pack(value).into_inner()),
    ];
    for (layout, bytes) in bytes {
        is_linear(what, &schema.codec(layout).unwrap(), &bytes);
    }
}

#[test]
fn deep_first_fields() {
    for levels in LEVELS {
        let leaf = || Box::new(Tree::Leaf(1));
        let tree = (0..levels).fold(Tree::Leaf(0), |tree, _| Tree::Node(Box::new(tree), leaf()));
        packed("a tree that is deep on its left", &tree);
        let rose = |children| Rose { children, name: "rose".into(), others: Vec::new(), number: 7 };
        packed("children of children", &(0..levels).fold(rose(Vec::new()), |inner, _| rose(vec![inner])));
        let grown = |inner| Grown { inner, name: "x".into(), number: 1 };
        packed("an extensible type", &(0..levels).fold(grown(None), |inner, _| grown(Some(Box::new(inner)))));
    }
}

/// Every array and map has an indefinite length, and items that the type does not know after its own.
#[test]
fn indefinite_items() {
    for levels in LEVELS {
        let (head, after): (&[u8], &[u8]) = (&[0x9F, 0x01], &[0x9F, 0x00, 0x02, 0xFF, 0x18, 0x2A, 0x60, 0xFF]);
        let tree = [&head.repeat(levels)[..], &[0x9F, 0x00, 0x01, 0xFF], &after.repeat(levels)].concat();
        let schema = Schema::of::<Tree>();
        is_linear("a tree", &schema.codec(LayoutId::Cbor).unwrap(), &tree);

        // A struct is an array after its number; a list has no length either.
        let head = [0x9F, 0x00, 0x9F];
        let after = [0xFF, 0x61, b'x', 0x9F, 0xFF, 0x07, 0xF6, 0x80, 0xFF];
        let empty = [0x9F, 0x00, 0x9F, 0xFF, 0x60, 0x80, 0x01, 0xFF];
        let rose = [&head.repeat(levels)[..], &empty, &after.repeat(levels)].concat();
        let schema = Schema::of::<Rose>();
        is_linear("children", &schema.codec(LayoutId::Cbor).unwrap(), &rose);
    }
}
