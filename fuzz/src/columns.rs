//! Columns of values, and bytes that are taken for columns.

use std::fmt::Debug;

use packed_data::{ErrorKind, Limits, Packable, Packed, Unpack};
use packed_data_columns::{
    ColumnFilter, ColumnSchema, ColumnValue, Columns, Encoder, Error, Number, Options, PartialReader, decode,
};
use packed_data_schema::filter::{Condition, Literal, Logic, Operator};
use packed_data_schema::path::Path;
use packed_data_schema::{Codec, LayoutId, Schema};
use test_suite::described::{Described, Source};
use test_suite::{Sample, TestLayout};

use crate::{Case, decisions, packed_values};

/// Returns a case that reads any bytes as columns: what is decoded is values of the type, and the same values again
/// after they were columns once more. Its layout is that to which it decodes.
pub fn columns<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: seeds::<T, L>, run: read::<T, L> }
}

/// Returns a case that encodes a few equal values, and decodes them in the layout from which they are.
pub fn columns_round_trip<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: decisions, run: round_trip::<T, L> }
}

/// The greatest number of records that are decoded: a few bytes may be very many.
const MOST: u64 = 8;

const LIMITS: Limits = Limits { bytes: 1 << 12, empty_elements: 1 << 10, ..Limits::DEFAULT };

fn seeds<T: Sample + Described, L: TestLayout>() -> Vec<Vec<u8>> {
    let schema = Schema::of::<T>();
    let tree = ColumnSchema::new(&schema);
    let codec = schema.codec(L::ID).expect("a type that the layout has");
    let options = [Options::new().group(2), Options::new().statistics(false).compressed(true)];
    let values = packed_values::<T, L>();
    let repeated: Vec<_> = values.iter().map(|value| vec![value.clone(); 3]).chain([values.clone()]).collect();
    repeated.iter().flat_map(|records| options.map(|options| encoded(&tree, &codec, records, options))).collect()
}

fn encoded(tree: &ColumnSchema, codec: &Codec<'_>, records: &[Vec<u8>], options: Options) -> Vec<u8> {
    let mut encoder = Encoder::new(tree, codec, options);
    for record in records {
        encoder.push(record, &Limits::DEFAULT).expect("a valid record");
    }
    encoder.finish().expect("valid records")
}

fn decoded(columns: &Columns<'_>, codec: &Codec<'_>) -> Result<Vec<Vec<u8>>, Error> {
    let mut records = Vec::new();
    columns.records(codec, 0..columns.len().min(MOST), &LIMITS, |record| {
        records.push(record);
        Ok::<_, Error>(())
    })?;
    Ok(records)
}

fn read<T: Sample, L: TestLayout>(input: &[u8]) {
    let schema = Schema::of::<T>();
    let tree = ColumnSchema::new(&schema);
    let codec = schema.codec(L::ID).expect("a type that the layout has");
    let Ok(columns) = Columns::open_by(&tree, input) else { return };
    for column in 0..tree.len() {
        let path = tree.path(column);
        let _ = columns.statistics(&path);
        read_column(&columns, &path);
    }
    read_parts(&columns, &tree, L::ID);
    let Ok(records) = decoded(&columns, &codec) else { return };
    if columns.len() == records.len() as u64 {
        let values: Result<Vec<_>, _> = records.iter().map(|record| unpacked::<T, L>(record)).collect();
        match (by_type::<T, L>(input), values) {
            // (Packed once more: then fields that were absent have their defaults.)
            (Ok(list), Ok(values)) => assert_eq!(Packed::<_, L>::pack(&list), Packed::pack(&values)),
            // (A schema does not know the defaults of keys, so it may miss that two are equal or not in order.)
            (Err(_), Err(error)) => {
                assert!(matches!(error.kind(), ErrorKind::DuplicateKey | ErrorKind::Unsorted), "{error}")
            }
            (list, values) => panic!("as a list {list:?}, one by one {values:?}"),
        }
    }
    for record in &records {
        assert!(codec.validate(record, &LIMITS).is_ok());
    }
    let again = encoded(&tree, &codec, &records, Options::new().group(1));
    let columns = Columns::open_by(&tree, &again).expect("columns that were encoded");
    assert_eq!(decoded(&columns, &codec).expect("the same records"), records);
}

/// Reads a column as each type of values, in four ways.
fn read_column(columns: &Columns<'_>, path: &str) {
    fn of<'b, V: ColumnValue<'b> + Clone + Debug + 'b>(columns: &Columns<'b>, path: &str) {
        let Ok(mut column) = columns.column::<V>(path) else { return };
        let (count, most, mut some) = (column.len(), MOST as usize, Vec::new());
        let all: Vec<_> = column.clone().take(most).collect();
        // (Compared as text, in which a NaN is equal to itself.)
        if count <= MOST {
            let folded = column.clone().fold(Vec::new(), |mut folded, value| {
                folded.push(value);
                folded
            });
            assert_eq!(format!("{folded:?}"), format!("{all:?}"));
        }
        assert_eq!(format!("{:?}", column.clone().nth(1)), format!("{:?}", all.get(1)));
        assert!(column.read(most, &mut some) == all.len() && column.len() == count - all.len() as u64);
        assert_eq!(format!("{some:?}"), format!("{all:?}"));
    }
    macro_rules! each {
        ($($V:ty),+) => { $(of::<$V>(columns, path);)+ };
    }
    each!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, bool, char, Number, &str, &[u8]);
}

/// Reads the part of each value that a column is of, from the second value on, and tests conditions on it.
fn read_parts(columns: &Columns<'_>, tree: &ColumnSchema, layout: LayoutId) {
    let end = columns.len().min(MOST);
    for column in 0..tree.len() {
        let Ok(path) = Path::parse(&tree.path(column)) else { continue };
        let Ok(Some(reader)) = PartialReader::new(tree, layout, std::slice::from_ref(&path)) else { continue };
        let mut count = 0;
        let read = reader.read(columns, end.min(1)..end, &LIMITS, |_, _| {
            count += 1;
            Ok::<_, Error>(())
        });
        assert!(read.is_err() || count == end.saturating_sub(1));
        let condition = Condition::compare(path, Operator::NotEqual, Literal::Null);
        let Ok(filter) = ColumnFilter::new(&reader, tree, &condition, Logic::TwoValued) else { continue };
        if let Ok(found) = filter.matching(columns, 0..end, &LIMITS) {
            assert!(found.is_sorted() && found.iter().all(|number| *number < end));
        }
    }
}

/// Decodes all values by their type.
fn by_type<T: Sample, L: TestLayout>(input: &[u8]) -> Result<Vec<T>, Error> {
    let list = decode::<T, L>(input)?;
    Ok(unpacked::<Vec<T>, L>(list.as_bytes())?)
}

fn unpacked<T: Packable + for<'a> Unpack<'a>, L: TestLayout>(bytes: &[u8]) -> Result<T, packed_data::Error> {
    Packed::<T, L, _>::from_bytes(bytes).map(|packed| packed.unpack().expect("within the limit on levels"))
}

fn round_trip<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let Some(value) = T::generate(&mut Source::new(input)) else { return };
    let schema = Schema::of::<T>();
    let tree = ColumnSchema::new(&schema);
    let (codec, compact) = (schema.codec(L::ID).expect("a layout of the type"), schema.codec(LayoutId::Compact));
    let packed = Packed::<T, L>::pack(&value).into_inner();
    for options in [Options::new().group(2), Options::new().compressed(true).statistics(false)] {
        let bytes = encoded(&tree, &codec, &vec![packed.clone(); 5], options);
        let columns = Columns::open_by(&tree, &bytes).expect("columns that were encoded");
        columns.check().expect("columns that were encoded");
        let Ok(records) = decoded(&columns, &codec) else {
            assert!(packed.len() > LIMITS.bytes);
            continue;
        };
        assert!(records.iter().all(|record| *record == packed));
        if let (Ok(compact), true) = (&compact, packed.len() < 1000) {
            let expected = codec.convert(&packed, compact, &LIMITS).ok();
            assert_eq!(decoded(&columns, compact).ok(), expected.map(|record| vec![record; 5]));
        }
    }
}
