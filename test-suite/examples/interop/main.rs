//! The Rust side of `ci/interop.sh`: random values in the layouts `Binary`, `Cereal` and `Store`.
//!
//! Each line is a value: its type, then its bytes in hexadecimal in each of the three layouts. `-` means that a library
//! cannot write the type, and `.` means no bytes at all. The Haskell side, `haskell/Interop.hs`, has the same commands:
//!
//! - `generate COUNT TEXT` writes `COUNT` lines of each type. `TEXT` is the type of texts that the Haskell side has.
//! - `echo` reads lines. It validates and unpacks each column; the values must be equal. Then it packs these values
//!   again and writes them. The side that generated the lines compares them.

mod random;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Debug;
use std::io::{BufRead, Write};
use std::marker::PhantomData;

use packed_data::layout::haskell::{Binary, Cereal, Store};
use packed_data::{Layout, Packable, Packed, Unpack};
use test_suite::haskell::{Ast, Direction, Person, Rose, SomeData, T, Tree, Unit, Wide};

use random::{Random, Source};

type Failure = Box<dyn Error>;

/// A value that is exchanged.
trait Sample: Random + Packable + Debug + PartialEq + for<'a> Unpack<'a> {}

impl<T: Random + Packable + Debug + PartialEq + for<'a> Unpack<'a>> Sample for T {}

/// A type and its operations.
struct Type {
    name: &'static str,
    generate: fn(&mut Source) -> Result<String, Failure>,
    echo: fn(&[&str]) -> Result<String, Failure>,
}

impl Type {
    /// A type that all three libraries can write.
    const fn of<T: Sample>(name: &'static str) -> Self {
        Self {
            name,
            generate: |source| columns(&T::random(source)),
            echo: |columns_read| columns(&agreed::<T>(columns_read)?),
        }
    }
}

/// The types of the Haskell side, in the same order.
const TYPES: [Type; 19] = [
    Type::of::<Tree>("Tree"),
    Type::of::<Ast>("Ast"),
    Type::of::<SomeData>("SomeData"),
    Type::of::<T<Vec<char>>>("T"),
    Type::of::<Rose>("Rose"),
    Type::of::<Direction>("Direction"),
    Type::of::<Person<Vec<char>>>("Person"),
    Type::of::<Wide>("Wide"),
    Type::of::<Unit>("Unit"),
    Type::of::<Option<i64>>("Option<Int>"),
    Type::of::<Result<i64, bool>>("Either<Int,Bool>"),
    Type::of::<(char, f64)>("(Char,Double)"),
    Type::of::<(i64, f32, bool)>("(Int,Float,Bool)"),
    Type::of::<Vec<Vec<i64>>>("List<List<Int>>"),
    Type::of::<BTreeMap<i64, Vec<char>>>("Map<Int,String>"),
    Type::of::<BTreeSet<i8>>("Set<Int8>"),
    Type::of::<Vec<u8>>("Bytes"),
    Text::<Vec<u16>>::of("Text(UTF-16)"),
    Text::<String>::of("Text(UTF-8)"),
];

/// Whether this is one of the two types of texts. The Haskell side has only one of them.
fn is_text(name: &str) -> bool {
    name.starts_with("Text")
}

/// Returns the bytes in each of the three layouts.
fn columns<T: Sample>(value: &T) -> Result<String, Failure> {
    Ok(format!("{} {} {}", column::<T, Binary>(value), column::<T, Cereal>(value), column::<T, Store>(value)))
}

/// Returns the value that all three columns contain.
fn agreed<T: Sample>(columns: &[&str]) -> Result<T, Failure> {
    let &[binary, cereal, store] = columns else { return Err("expected three columns".into()) };
    let values = [value::<T, Binary>(binary)?, value::<T, Cereal>(cereal)?, value::<T, Store>(store)?];
    all_equal(values)
}

fn all_equal<T: Debug + PartialEq>(values: impl IntoIterator<Item = T>) -> Result<T, Failure> {
    let mut values = values.into_iter();
    let first = values.next().ok_or("no columns")?;
    match values.find(|value| *value != first) {
        Some(other) => Err(format!("the columns contain different values: {first:?}, {other:?}").into()),
        None => Ok(first),
    }
}

/// A Haskell `Text`. `cereal` cannot write it, and `store` writes it as it is in memory, which depends on the version
/// of `text`.
struct Text<S>(PhantomData<S>);

/// The type as which `store` writes a `Text`.
trait InStore: Packable + PartialEq + Debug + for<'a> Unpack<'a> {
    fn of(text: &str) -> Self;
}

impl InStore for String {
    fn of(text: &str) -> Self {
        text.to_owned()
    }
}

impl InStore for Vec<u16> {
    fn of(text: &str) -> Self {
        text.encode_utf16().collect()
    }
}

impl<S: InStore> Text<S> {
    const fn of(name: &'static str) -> Type {
        Type { name, generate: |source| Ok(Self::columns(&String::random(source))), echo: Self::echo }
    }

    fn columns(text: &String) -> String {
        format!("{} - {}", column::<String, Binary>(text), column::<S, Store>(&S::of(text)))
    }

    fn echo(columns: &[&str]) -> Result<String, Failure> {
        let &[binary, "-", store] = columns else { return Err("expected a column, `-` and a column".into()) };
        let text = value::<String, Binary>(binary)?;
        all_equal([S::of(&text), value::<S, Store>(store)?])?;
        Ok(Self::columns(&text))
    }
}

fn column<T: Packable, L: Layout>(value: &T) -> String {
    let packed = Packed::<T, L>::pack(value);
    let hex: String = packed.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    if hex.is_empty() { ".".to_owned() } else { hex }
}

fn value<T: Packable + for<'a> Unpack<'a>, L: Layout>(column: &str) -> Result<T, Failure> {
    let bytes = if column == "." { Vec::new() } else { unhex(column)? };
    let packed = Packed::<T, L>::from_bytes(bytes).map_err(|error| format!("{}: {error}", L::NAME))?;
    Ok(packed.unpack()?)
}

fn unhex(hex: &str) -> Result<Vec<u8>, Failure> {
    let bytes = hex.as_bytes().chunks(2).map(|pair| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?));
    if hex.len().is_multiple_of(2) { bytes.collect() } else { Err("an odd number of hexadecimal digits".into()) }
}

fn generate(count: usize, text: &str, mut out: impl Write) -> Result<(), Failure> {
    let mut source = Source::new(2026);
    for ty in TYPES.iter().filter(|ty| !is_text(ty.name) || ty.name == text) {
        for _ in 0..count {
            writeln!(out, "{} {}", ty.name, (ty.generate)(&mut source)?)?;
        }
    }
    Ok(())
}

fn echo(line: &str) -> Result<String, Failure> {
    let words: Vec<&str> = line.split(' ').collect();
    let (&name, columns) = words.split_first().ok_or("an empty line")?;
    let ty = TYPES.iter().find(|ty| ty.name == name).ok_or("unknown type")?;
    Ok(format!("{name} {}", (ty.echo)(columns)?))
}

fn echo_all(lines: impl BufRead, mut out: impl Write) -> Result<(), Failure> {
    for line in lines.lines() {
        let line = line?;
        writeln!(out, "{}", echo(&line).map_err(|problem| format!("in the line `{line}`: {problem}"))?)?;
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let out = std::io::BufWriter::new(std::io::stdout().lock());
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["generate", count, text] if is_text(text) => generate(count.parse()?, text, out),
        ["echo"] => echo_all(std::io::stdin().lock(), out),
        _ => Err("usage: interop (generate COUNT (Text(UTF-16) | Text(UTF-8)) | echo)".into()),
    }
}
