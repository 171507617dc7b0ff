//! Work is linear in the bytes and in what they are decoded to, also for bytes that were made to take long.
//!
//! The tests count steps, not time: see `crates/packed-data/src/wire/steps.rs`. `ci/steps.sh` sets the cfg.
#![cfg(packed_data_steps)]

use packed_data::steps::counted;
use packed_data::{Compact, Limits, Packable, Packed};
use packed_data_columns::{ColumnSchema, Columns, Encoder, Error, Options, encode};
use packed_data_schema::{LayoutId, Schema};

/// Numbers of values. (Optimised, there are more.)
const COUNTS: [usize; 2] = [2_000, if cfg!(debug_assertions) { 20_000 } else { 200_000 }];

/// The limits on steps. The comments name the most that was measured, and where.
mod most {
    /// For each byte, of opening. 0.5: records of a type with 250 columns.
    pub(crate) const OPEN: usize = 1;
    /// For each byte and value of the columns, of checking all of them. 9.9: groups of one record, in 250 columns.
    pub(crate) const CHECK: usize = 12;
    /// For each byte and value of the columns, and each byte of the records, of decoding. 4.2: as before.
    pub(crate) const DECODE: usize = 5;
    /// For each byte and value that is encoded. 4.0: records of empty arrays.
    pub(crate) const ENCODE: usize = 5;
}

#[track_caller]
fn at_most<R>(what: &str, per_byte: usize, bytes: usize, work: impl FnOnce() -> R) -> R {
    let (steps, result) = counted(work);
    println!("{what}: {steps} steps for {bytes} bytes, {:.1} each", steps as f64 / bytes as f64);
    let most = (per_byte * bytes + 200) as u64;
    assert!(steps <= most, "{what}: expected at most {most} steps for {bytes} bytes, found {steps}");
    result
}

/// Opens, checks and decodes columns. They may be wrong, but that takes few steps as well.
#[track_caller]
fn is_linear(what: &str, tree: &ColumnSchema, bytes: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    let opened = at_most(&format!("open {what}"), most::OPEN, bytes.len(), || Columns::open_by(tree, bytes));
    let columns = opened?;
    // (Values are no more than the bytes of the columns allow; records that take no bytes are bounded by the limits.)
    let values = (0..tree.len()).map(|column| columns.count(column)).sum::<u64>();
    let values = values.max(columns.len()) as usize;
    let size = bytes.len() + values;
    let checked = at_most(&format!("check {what}"), most::CHECK, size, || columns.check());
    let codec = tree.schema().codec(LayoutId::Compact).unwrap();
    let mut records = Vec::new();
    let (steps, decoded) = counted(|| {
        columns.records(&codec, 0..columns.len(), &Limits::DEFAULT, |record| {
            records.push(record);
            Ok::<_, Error>(())
        })
    });
    let size = size + records.iter().map(|record| record.len() + 1).sum::<usize>();
    println!("decode {what}: {steps} steps for {size} bytes, {:.1} each", steps as f64 / size as f64);
    let most = (most::DECODE * size + 200) as u64;
    assert!(steps <= most, "decode {what}: expected at most {most} steps for {size} bytes, found {steps}");
    assert!(steps >= records.len() as u64, "decode {what}: expected more steps, found {steps}");
    // A range at the end of all, for which the ranks are read.
    if let Some(last) = columns.len().checked_sub(1) {
        let range = || columns.records(&codec, last..last + 1, &Limits::DEFAULT, |_| Ok::<_, Error>(()));
        let _ = at_most(&format!("the last of {what}"), most::CHECK, bytes.len() + values, range);
    }
    checked.and(decoded).map(|()| records)
}

/// Encodes values and reads them again.
fn there_and_back<T: Packable>(what: &str, values: &[T])
where
    [T]: Packable,
{
    let packed = Packed::<[T], Compact>::pack(values);
    let tree = ColumnSchema::of::<T>();
    for options in [Options::new(), Options::new().group(1), Options::new().compressed(true).statistics(false)] {
        let of = format!("{what}, {} values, {options:?}", values.len());
        let size = packed.as_bytes().len() + values.len();
        let bytes = at_most(&format!("encode {of}"), most::ENCODE, size, || encode(&packed, options));
        let records = is_linear(&of, &tree, &bytes).unwrap();
        assert_eq!(records.len(), values.len());
    }
}

#[test]
fn integers_of_every_width() {
    for count in COUNTS {
        there_and_back("zero-width blocks", &vec![7_u8; count]);
        there_and_back("differences without bits", &(0..count as u64).collect::<Vec<_>>());
        for base in [2_u64, 3, 5, 6, 100, 1 << 40, u64::MAX] {
            let values: Vec<u64> =
                (0..count as u64).map(|value| value.wrapping_mul(0x9E37_79B9_7F4A_7C15) % base).collect();
            there_and_back(&format!("numbers below {base}"), &values);
        }
        there_and_back("wide numbers", &(0..count as u128).map(|value| value << 60).collect::<Vec<_>>());
    }
}

#[test]
fn texts() {
    for count in COUNTS {
        there_and_back("a dictionary of one text", &vec!["a text of some length".to_owned(); count]);
        let texts = |different: usize| -> Vec<String> {
            (0..count).map(|number| format!("text {}", number % different)).collect()
        };
        there_and_back("a dictionary", &texts(count / 4));
        there_and_back("texts without a dictionary", &texts(count));
        there_and_back("empty texts", &vec![String::new(); count]);
        there_and_back("lists", &(0..count / 8).map(|count| vec![count as u16; count % 16]).collect::<Vec<_>>());
    }
}

#[test]
fn records_of_nothing() {
    let tree = ColumnSchema::of::<()>();
    for count in COUNTS {
        let values = vec![(); count];
        there_and_back("records of nothing", &values);
        there_and_back("records of empty arrays", &vec![[(); 0]; count]);
        let bytes = encode(&Packed::<[()], Compact>::pack(&values), Options::new());
        // Few bytes claim very many: the default limits allow some millions of parts without bytes.
        let mut hostile = bytes.clone();
        hostile.splice(2.., [0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10, 0]);
        let columns = Columns::open_by(&tree, &hostile).unwrap();
        let parts = Limits::DEFAULT.empty_elements as usize;
        at_most("check very many records of nothing", 3, parts, || columns.check()).unwrap_err();
    }
}

/// An enum of this number of constructors, each of which has a number.
fn wide_enum(constructors: usize) -> Schema {
    let mut text = format!("packed-data schema 1\nenum 1:E {constructors}");
    for number in 0..constructors {
        let name = format!("C{number}");
        text.push_str(&format!(" {}:{name} 1 1:0 #1", name.len()));
    }
    Schema::parse(&(text + "\nu8\n")).unwrap()
}

/// Groups of one record, of a type with many columns: each group has a rank in each column.
#[test]
fn ranks_of_many_columns() {
    for columns in [50, 250] {
        let schema = wide_enum(columns);
        let tree = ColumnSchema::new(&schema);
        assert_eq!(tree.len(), columns + 1);
        let codec = schema.codec(LayoutId::Compact).unwrap();
        for count in COUNTS {
            let mut encoder = Encoder::new(&tree, &codec, Options::new().group(1));
            (0..count).for_each(|_| encoder.push(&[0, 7], &Limits::DEFAULT).unwrap());
            let bytes = encoder.finish().unwrap();
            assert!(bytes.len() < 8 * columns + count, "{}", bytes.len());
            let what = format!("{count} records in {columns} columns");
            assert_eq!(is_linear(&what, &tree, &bytes).unwrap().len(), count);
        }
    }
}

/// The number of steps does not depend on where the bytes are wrong.
#[test]
fn damaged_columns() {
    let values: Vec<(String, u8, Vec<u16>)> =
        (0..500).map(|at| (format!("text {}", at % 9), 3, vec![at as u16; at % 3])).collect();
    let tree = ColumnSchema::of::<(String, u8, Vec<u16>)>();
    let bytes = encode(&Packed::<[_], Compact>::pack(&values), Options::new().group(7));
    for at in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
        for change in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let _ = is_linear(&format!("byte {at} changed by {change}"), &tree, &damaged);
        }
        let _ = is_linear(&format!("{at} bytes"), &tree, &bytes[..at]);
    }
}
