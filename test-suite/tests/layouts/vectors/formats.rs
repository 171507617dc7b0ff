//! Which Rust type corresponds to which Haskell type, in each format.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use packed_data::Layout;
use packed_data::layout::haskell::{
    Binary, Cereal, PackedData, PackedDataFieldSizes, PackedDataSkipLast, Serialise, Store, Vector,
};
use test_suite::haskell::{Ast, Direction, Person, Rose, SomeData, T, Tree, Unit, Wide};

use super::json::Utf16;
use super::vector::{Sample, VectorLine, check};

/// The types that only some of the libraries can write.
const OF_SOME_LIBRARIES: [&str; 8] =
    ["(Int,Bool)", "(Int,Int,Int)", "Map<Int,Int>", "Set<Int>", "Bytes", "Text", "Ordering", "Vector<SomeData>"];

/// Checks a line by its format and type.
pub(crate) fn check_line(line: &VectorLine) -> Result<(), String> {
    match line.format.as_str() {
        "binary" => binary(line),
        "cereal" => cereal(line),
        "store" => store(line),
        "serialise" => serialise(line),
        "packed-data" => common::<PackedData, Vec<char>>(line),
        "packed-data+InsertFieldSize" => common::<PackedDataFieldSizes, Vec<char>>(line),
        "packed-data+InsertFieldSize+SkipLastFieldSize" => common::<PackedDataSkipLast, Vec<char>>(line),
        format => Err(format!("unknown format `{format}`")),
    }
}

fn binary(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "Text" => check::<String, Binary>(line),
        "Ordering" => check::<Ordering, Binary>(line),
        _ => with_tuples::<Binary, Vec<char>>(line),
    }
}

fn cereal(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "Ordering" => check::<Ordering, Cereal>(line),
        _ => with_tuples::<Cereal, Vec<char>>(line),
    }
}

fn store(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "Text" => check::<Utf16, Store>(line),
        "Vector<SomeData>" => check::<Vec<SomeData>, Store>(line),
        _ => with_tuples::<Store, Vec<char>>(line),
    }
}

fn serialise(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "Text" => check::<String, Serialise>(line),
        "Ordering" => check::<Ordering, Serialise>(line),
        "Vector<SomeData>" => check::<Vector<SomeData>, Serialise>(line),
        _ => with_tuples::<Serialise, String>(line),
    }
}

/// Checks the types that all libraries except the Haskell `packed-data` can write. `S` is the type of a `String`.
fn with_tuples<L: Layout, S: Sample>(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "(Int,Bool)" => check::<(i64, bool), L>(line),
        "(Int,Int,Int)" => check::<(i64, i64, i64), L>(line),
        "Map<Int,Int>" => check::<BTreeMap<i64, i64>, L>(line),
        "Set<Int>" => check::<BTreeSet<i64>, L>(line),
        "Bytes" => check::<Vec<u8>, L>(line),
        _ => common::<L, S>(line),
    }
}

/// Checks the types that all libraries can write. `S` is the type of a `String`.
fn common<L: Layout, S: Sample>(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "Tree" => check::<Tree, L>(line),
        "Ast" => check::<Ast, L>(line),
        "SomeData" => check::<SomeData, L>(line),
        "T" => check::<T<S>, L>(line),
        "Rose" => check::<Rose, L>(line),
        "Direction" => check::<Direction, L>(line),
        "Person" => check::<Person<S>, L>(line),
        "Wide" => check::<Wide, L>(line),
        "Unit" => check::<Unit, L>(line),
        "()" => check::<(), L>(line),
        "Option<Int>" => check::<Option<i64>, L>(line),
        "Either<Int,Bool>" => check::<Result<i64, bool>, L>(line),
        "List<()>" => check::<Vec<()>, L>(line),
        "List<Bool>" => check::<Vec<bool>, L>(line),
        "List<Int>" => check::<Vec<i64>, L>(line),
        "List<Tree>" => check::<Vec<Tree>, L>(line),
        "List<List<Int>>" => check::<Vec<Vec<i64>>, L>(line),
        "String" => check::<S, L>(line),
        _ => scalar::<L>(line),
    }
}

fn scalar<L: Layout>(line: &VectorLine) -> Result<(), String> {
    match line.ty.as_str() {
        "Bool" => check::<bool, L>(line),
        "Char" => check::<char, L>(line),
        "Int" | "Int64" => check::<i64, L>(line),
        "Int8" => check::<i8, L>(line),
        "Int16" => check::<i16, L>(line),
        "Int32" => check::<i32, L>(line),
        "Word" | "Word64" => check::<u64, L>(line),
        "Word8" => check::<u8, L>(line),
        "Word16" => check::<u16, L>(line),
        "Word32" => check::<u32, L>(line),
        "Double" => check::<f64, L>(line),
        "Float" => check::<f32, L>(line),
        ty if OF_SOME_LIBRARIES.contains(&ty) => Err(format!("the Haskell `{}` cannot write `{ty}`", line.library())),
        ty => Err(format!("unknown type `{ty}`")),
    }
}
