//! Exports: Rust definitions are compiled here, and have the same fingerprint. (`ci/schema.sh` checks the others with
//! the tools of their languages.)

#![allow(missing_docs, dead_code, unreachable_pub, clippy::all)]

use std::collections::{BTreeMap, BTreeSet};

use packed_data::cbor::RawBuf;
use packed_data::{Fingerprint, Packable};
use packed_data_schema::Schema;

mod original {
    use super::*;

    pub mod other {
        #[derive(packed_data::Packable)]
        pub struct Node(pub u8);
    }

    #[derive(Packable)]
    pub struct Node {
        pub value: i64,
        pub next: Option<Box<Node>>,
        pub r#type: other::Node,
    }

    #[derive(Packable)]
    pub enum Ast {
        Value(i32),
        Add(Box<Ast>, Box<Ast>),
        Call {
            name: String,
            arguments: Vec<Ast>,
            #[packable(leaf)]
            pair: Box<(Ast, Result<Ast, char>)>,
        },
        End,
    }

    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Packable)]
    pub struct Key(pub [u16; 2], pub std::time::Duration);

    #[derive(Packable)]
    pub struct Grown {
        #[packable(cbor_tag = 32)]
        pub uri: String,
        #[packable(default)]
        pub names: BTreeMap<Key, BTreeSet<String>>,
        #[packable(default)]
        pub shape: Shape,
    }

    #[derive(Default, Packable)]
    pub enum Shape {
        Square(f64),
        #[default]
        Dot,
        #[packable(other)]
        Unknown(RawBuf),
    }

    #[derive(Packable)]
    #[packable(extensible)]
    pub struct Message {
        pub title: String,
        pub kind: Box<Kind>,
        pub inner: Vec<Message>,
        pub sum: f64,
    }

    #[derive(Packable)]
    #[packable(extensible)]
    pub enum Kind {
        Plain,
        Urgent(u8, Option<Box<Message>>),
    }

    #[derive(Packable)]
    pub struct Unit;

    /// Types with the names of those of the standard library.
    pub mod taken {
        use packed_data::Packable;

        #[derive(Packable)]
        pub struct String(pub std::string::String);

        #[derive(Packable)]
        pub struct Vec(pub std::vec::Vec<Option>);

        #[derive(Packable)]
        pub struct Option(pub std::option::Option<String>, pub Result);

        #[derive(Packable)]
        pub struct Result(pub std::result::Result<u8, String>);

        #[derive(Packable)]
        pub enum Box {
            Empty,
            Full(std::boxed::Box<Box>, Vec),
        }
    }
}

/// Compares the definitions of `T` with those in the file, which are compiled below.
fn check<T: Packable, U: Packable>(text: &str) {
    let exported = Schema::of::<T>().to_rust().expect("a type that the derive can make");
    assert_eq!(exported, text, "the file in tests/exported is not up to date");
    assert_eq!(Fingerprint::of::<T>(), Fingerprint::of::<U>());
}

macro_rules! exported {
    ($($name:ident $file:literal $T:ty;)+) => {$(
        mod $name {
            pub mod definitions {
                include!($file);
            }

            #[test]
            fn is_the_same() {
                super::check::<$T, definitions::Root>(include_str!($file));
            }
        }
    )+};
}

exported! {
    node "../exported/node.rs" crate::export::original::Node;
    ast "../exported/ast.rs" crate::export::original::Ast;
    grown "../exported/grown.rs" crate::export::original::Grown;
    message "../exported/message.rs" crate::export::original::Message;
    taken "../exported/taken.rs" crate::export::original::taken::Box;
    list "../exported/list.rs" Vec<(crate::export::original::Unit, Option<std::num::NonZeroU32>, packed_data::layout::haskell::Vector<u8>)>;
}

/// What has no form in another language is an error, and not a wrong answer; nothing recurs without end.
#[test]
fn refused() {
    let schema = |lines: &str| Schema::parse(&format!("packed-data schema 1\n{lines}")).expect("a schema");
    for (lines, why) in [
        ("with 4:days #1\nu16\n", "an adapter"),
        ("struct 1:S condition 0\n", "a condition"),
        ("struct 2:a-b\u{20}0\n", "no name"),
        ("sequence #0\n", "contains itself"),
        ("optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #0\n", "contains itself"),
        ("sorted #1\nf64\n", "no order"),
        ("struct 1:S 1 bare 1:0 #1\nu8\n", "size before it"),
        ("entry 3:Map 2 3:key #1 5:value #1\nu8\n", "not in a map"),
    ] {
        let lines = lines.replace("2:a-b", "3:a-b");
        let error = schema(&lines).to_rust().expect_err("no Rust type");
        assert!(error.to_string().contains(why), "{error}");
    }
    let doubled: String = (0..60).map(|line| format!("tuple 0: 2 1:0 #{0} 1:1 #{0}\n", line + 1)).collect();
    assert!(schema(&format!("{doubled}u8\n")).to_rust().is_err());
    assert!(schema("u8\n").to_kaitai("No Name").is_err());
}

/// Writes the files that are compiled here.
#[test]
#[ignore = "writes files"]
fn write() {
    for (file, schema) in [
        ("node", Schema::of::<original::Node>()),
        ("ast", Schema::of::<original::Ast>()),
        ("grown", Schema::of::<original::Grown>()),
        ("message", Schema::of::<original::Message>()),
        ("taken", Schema::of::<original::taken::Box>()),
        (
            "list",
            Schema::of::<Vec<(original::Unit, Option<std::num::NonZeroU32>, packed_data::layout::haskell::Vector<u8>)>>(
            ),
        ),
    ] {
        let path = format!("{}/tests/exported/{file}.rs", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, schema.to_rust().expect("a type that the derive can make")).expect("the file is written");
    }
}
