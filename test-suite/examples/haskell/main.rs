//! The Rust side of `haskell/interop/Interop.hs`: random values in the layouts that the Haskell package has.
//!
//! Each line is a value: its type, then its bytes in hexadecimal in each of the five layouts. `-` means that the
//! layouts of the paper's library do not have the type, and `.` means no bytes at all. Both sides have the same
//! commands:
//!
//! - `generate COUNT` writes `COUNT` lines of each type.
//! - `echo` reads lines. It validates and unpacks each column, packs the value in all five layouts, and fails unless
//!   that is the line that was read. Then it writes the line. The side that generated the lines compares them.
//! - `types` writes the names of the types.
//! - `verdicts` reads lines of bytes that may be valid or not: a type, the number of a layout, and the bytes. For each
//!   it writes `valid`, or what is wrong, in the names of the Haskell side.

#[path = "../interop/random.rs"]
mod random;
mod types;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{BufRead, Write};

use packed_data::layout::haskell::{PackedData, PackedDataFieldSizes, PackedDataSkipLast};
use packed_data::{Compact, Indexed, Layout, Packable, Packed, Unpack};
use test_suite::haskell::{Ast, Direction, Person, Rose, SomeData, T, Tree, Unit, Wide};

use random::{Random, Source};
use types::{
    Both, Document, Entry, Expression, Inner, Long, Many, Mixed, Outer, Point, Scalars, Search, Shape, Statement, Wider,
};

type Failure = Box<dyn Error>;

/// A value that is exchanged.
trait Sample: Random + Packable + for<'a> Unpack<'a> {}

impl<T: Random + Packable + for<'a> Unpack<'a>> Sample for T {}

/// A type and its operations.
struct Type {
    name: &'static str,
    /// Returns the columns of a random value.
    generate: fn(&mut Source) -> Vec<String>,
    /// Returns the columns of the value in the column with this index.
    echo: fn(usize, &str) -> Result<Vec<String>, Failure>,
    /// Validates bytes in the layout with this index.
    validate: fn(usize, &[u8]) -> Result<(), packed_data::Error>,
}

impl Type {
    /// A type that all five layouts have.
    const fn of<T: Sample>(name: &'static str) -> Self {
        Self {
            name,
            generate: |source| columns(&T::random(source)),
            echo: |index, column| {
                let read = [
                    value::<T, Compact>,
                    value::<T, Indexed>,
                    value::<T, PackedData>,
                    value::<T, PackedDataFieldSizes>,
                    value::<T, PackedDataSkipLast>,
                ];
                Ok(columns(&read[index](column)?))
            },
            validate: |index, bytes| match index {
                2 => validate::<T, PackedData>(bytes),
                3 => validate::<T, PackedDataFieldSizes>(bytes),
                4 => validate::<T, PackedDataSkipLast>(bytes),
                _ => validate_in_two::<T>(index, bytes),
            },
        }
    }

    /// A type that only `Compact` and `Indexed` have.
    const fn of_two<T: Sample>(name: &'static str) -> Self {
        Self {
            name,
            generate: |source| two_columns(&T::random(source)),
            echo: |index, column| {
                let read = [value::<T, Compact>, value::<T, Indexed>];
                let read = read.get(index).ok_or("the layouts of the paper's library do not have this type")?;
                Ok(two_columns(&read(column)?))
            },
            validate: validate_in_two::<T>,
        }
    }
}

/// The types of the Haskell side, in the same order.
const TYPES: &[Type] = &[
    Type::of::<Tree>("Tree"),
    Type::of::<Ast>("Ast"),
    Type::of::<SomeData>("SomeData"),
    Type::of::<T<Vec<char>>>("T"),
    Type::of::<Rose>("Rose"),
    Type::of::<Direction>("Direction"),
    Type::of::<Person<Vec<char>>>("Person"),
    Type::of::<Wide>("Wide"),
    Type::of::<Unit>("Unit"),
    Type::of::<Scalars>("Scalars"),
    Type::of::<Mixed>("Mixed"),
    Type::of::<Inner>("Inner"),
    Type::of::<Outer>("Outer"),
    Type::of::<Point>("Point"),
    Type::of::<Shape>("Shape"),
    Type::of::<Both<Direction, Option<f64>>>("Both<Direction,Maybe<Double>>"),
    Type::of::<Both<Vec<bool>, Both<u8, ()>>>("Both<List<Bool>,Both<Word8,()>>"),
    Type::of::<Search<u16, Vec<char>>>("Search<Word16,String>"),
    Type::of::<Statement>("Statement"),
    Type::of::<Expression>("Expression"),
    Type::of::<Option<i64>>("Maybe<Int>"),
    Type::of::<Result<i64, bool>>("Either<Int,Bool>"),
    Type::of::<Vec<Vec<i64>>>("List<List<Int>>"),
    Type::of::<Vec<Option<Tree>>>("List<Maybe<Tree>>"),
    Type::of::<()>("()"),
    Type::of::<Ordering>("Ordering"),
    Type::of_two::<(char, f64)>("(Char,Double)"),
    Type::of_two::<(i64, f32, bool)>("(Int,Float,Bool)"),
    Type::of_two::<(Option<u8>, u8)>("(Maybe<Word8>,Word8)"),
    Type::of_two::<((String, u8), Tree)>("((Text,Word8),Tree)"),
    Type::of_two::<String>("Text"),
    Type::of_two::<Vec<u8>>("ByteString"),
    Type::of_two::<Document>("Document"),
    Type::of_two::<Entry>("Entry"),
    Type::of_two::<Wider>("Wider"),
    Type::of_two::<Many>("Many"),
    Type::of_two::<Long>("Long"),
    Type::of_two::<BTreeMap<i64, String>>("Map<Int,Text>"),
    Type::of_two::<BTreeMap<String, Vec<Option<u8>>>>("Map<Text,List<Maybe<Word8>>>"),
    Type::of_two::<BTreeSet<i8>>("Set<Int8>"),
];

/// Returns the bytes in each of the five layouts.
fn columns<T: Sample>(value: &T) -> Vec<String> {
    vec![
        column::<T, Compact>(value),
        column::<T, Indexed>(value),
        column::<T, PackedData>(value),
        column::<T, PackedDataFieldSizes>(value),
        column::<T, PackedDataSkipLast>(value),
    ]
}

/// Returns the bytes in `Compact` and `Indexed`.
fn two_columns<T: Sample>(value: &T) -> Vec<String> {
    let none = || "-".to_owned();
    vec![column::<T, Compact>(value), column::<T, Indexed>(value), none(), none(), none()]
}

fn column<T: Packable, L: Layout>(value: &T) -> String {
    let packed = Packed::<T, L>::pack(value);
    let hex: String = packed.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    if hex.is_empty() { ".".to_owned() } else { hex }
}

fn value<T: Sample, L: Layout>(column: &str) -> Result<T, Failure> {
    let bytes = if column == "." { Vec::new() } else { unhex(column)? };
    let packed = Packed::<T, L>::from_bytes(bytes).map_err(|error| format!("{}: {error}", L::NAME))?;
    Ok(packed.unpack()?)
}

fn validate<T: Packable, L: Layout>(bytes: &[u8]) -> Result<(), packed_data::Error> {
    Packed::<T, L, _>::from_bytes(bytes).map(|_| ())
}

fn validate_in_two<T: Packable>(index: usize, bytes: &[u8]) -> Result<(), packed_data::Error> {
    if index == 0 { validate::<T, Compact>(bytes) } else { validate::<T, Indexed>(bytes) }
}

/// Names of Rust, and of what Haskell has instead.
const NAMES: &[(&str, &str)] = &[
    ("Option::Some.", "Maybe::Just."),
    ("Result::Ok.", "Either::Left."),
    ("Result::Err.", "Either::Right."),
    ("invalid bool: ", "invalid Bool: "),
    ("invalid char: ", "invalid Char: "),
    ("Branch.right", "Branch.higher"),
    ("Branch.left", "Branch.lower"),
    ("Branch.value", "Branch.searchValue"),
    ("Branch.key", "Branch.searchKey"),
    ("(_, _, _)", "(,,)"),
    ("(_, _)", "(,)"),
    ("If.then", "If.thenDo"),
    ("If.otherwise", "If.otherwiseDo"),
    ("Long.text", "Long.0"),
    ("Long.words", "Long.1"),
    ("Long.numbers", "Long.2"),
    ("Person.name", "Person.personName"),
    ("Mixed.maybe", "Mixed.optional"),
    ("Inner.number", "Inner.innerNumber"),
    ("Inner.values", "Inner.innerValues"),
    ("Outer.first", "Outer.firstInner"),
    ("Outer.name", "Outer.outerName"),
    ("Outer.maybe", "Outer.maybeInner"),
    ("Outer.others", "Outer.otherInners"),
    ("Outer.last", "Outer.lastField"),
    ("Both.one", "Both.0"),
    ("Both.other", "Both.1"),
    ("Document.lines", "Document.textLines"),
    ("Document.size", "Document.documentSize"),
    ("Entry.name", "Entry.entryName"),
    ("Entry.size", "Entry.entrySize"),
    ("Point.x", "Point.0"),
    ("Point.y", "Point.1"),
    ("Wider.word", "Wider.0"),
    ("Wider.int", "Wider.1"),
    ("Wider.time", "Wider.2"),
    ("Wider.order", "Wider.3"),
    ("Scalars.flag", "Scalars.0"),
    ("Scalars.letter", "Scalars.1"),
    ("Scalars.single", "Scalars.2"),
    ("Scalars.double", "Scalars.3"),
    ("Scalars.int", "Scalars.4"),
    ("Scalars.word", "Scalars.5"),
    ("Scalars.unit", "Scalars.6"),
];

/// Returns what is said of the bytes of a line.
fn verdict(line: &str) -> Result<String, Failure> {
    let [name, index, column] = line.split(' ').collect::<Vec<_>>()[..] else { return Err("not three words".into()) };
    let ty = TYPES.iter().find(|ty| ty.name == name).ok_or("unknown type")?;
    let bytes = if column == "." { Vec::new() } else { unhex(column)? };
    Ok(match (ty.validate)(index.parse()?, &bytes) {
        Ok(()) => "valid".to_owned(),
        Err(error) => NAMES.iter().fold(error.to_string(), |text, (rust, haskell)| text.replace(rust, haskell)),
    })
}

fn unhex(hex: &str) -> Result<Vec<u8>, Failure> {
    let bytes = hex.as_bytes().chunks(2).map(|pair| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?));
    if hex.len().is_multiple_of(2) { bytes.collect() } else { Err("an odd number of hexadecimal digits".into()) }
}

fn generate(count: usize, mut out: impl Write) -> Result<(), Failure> {
    let mut source = Source::new(2026).with_any_float();
    for ty in TYPES {
        for _ in 0..count {
            writeln!(out, "{} {}", ty.name, (ty.generate)(&mut source).join(" "))?;
        }
    }
    Ok(())
}

/// Fails unless each column contains the value of the line.
fn echo(line: &str) -> Result<(), Failure> {
    let words: Vec<&str> = line.split(' ').collect();
    let (&name, columns) = words.split_first().ok_or("an empty line")?;
    let ty = TYPES.iter().find(|ty| ty.name == name).ok_or("unknown type")?;
    for (index, column) in columns.iter().enumerate().filter(|(_, column)| **column != "-") {
        let packed = (ty.echo)(index, column)?;
        if packed != columns {
            return Err(format!("the value in column {} is packed as `{}`", index + 1, packed.join(" ")).into());
        }
    }
    Ok(())
}

fn echo_all(lines: impl BufRead, mut out: impl Write) -> Result<(), Failure> {
    for line in lines.lines() {
        let line = line?;
        echo(&line).map_err(|problem| format!("in the line `{line}`: {problem}"))?;
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["generate", count] => generate(count.parse()?, out),
        ["echo"] => echo_all(std::io::stdin().lock(), out),
        ["verdicts"] => std::io::stdin().lock().lines().try_for_each(|line| Ok(writeln!(out, "{}", verdict(&line?)?)?)),
        ["types"] => Ok(TYPES.iter().try_for_each(|ty| writeln!(out, "{}", ty.name))?),
        _ => Err("usage: haskell (generate COUNT | echo | types | verdicts)".into()),
    }
}
