//! Batches of records in columns are those of the same records in rows.

mod common;

use arrow_array::RecordBatch;
use common::{Side, full, sparse};
use packed_data::{Compact, Layout, Limits, Packable, Packed};
use packed_data_arrow::{BatchBuilder, ColumnReader, Enums, Error, ErrorKind, Options, RecordBatches};
use packed_data_columns::{Columns, Encoder};
use packed_data_schema::{Codec, LayoutId, Schema};
use proptest::collection::vec;
use test_suite::{Sample, TestLayout, check_some, over_shapes};

over_shapes!(few all: as_rows);

/// Returns the columns of records.
fn encoded(codec: &Codec<'_>, records: &[Vec<u8>]) -> Vec<u8> {
    let tree = packed_data_columns::ColumnSchema::new(codec.schema());
    let mut encoder = Encoder::new(&tree, codec, Default::default());
    records.iter().for_each(|record| encoder.push(record, &Limits::DEFAULT).unwrap());
    encoder.finish().unwrap()
}

/// Returns the batches of some columns after each other.
fn batches(codec: &Codec<'_>, all: &[Vec<u8>], options: &Options) -> Result<Vec<RecordBatch>, Error> {
    let mut builder = BatchBuilder::new(codec, options)?;
    let reader = ColumnReader::new(&builder)?;
    let mut batches = Vec::new();
    for bytes in all {
        let columns = Columns::open_by(reader.tree(), bytes)
            .map_err(|error| arrow_schema::ArrowError::ExternalError(Box::new(error)))?;
        let mut rows = reader.rows(&builder, &columns)?;
        while !rows.is_empty() {
            builder.push_rows(&mut rows)?;
            if builder.is_full() {
                batches.push(builder.finish()?);
            }
        }
    }
    if !builder.is_empty() {
        batches.push(builder.finish()?);
    }
    Ok(batches)
}

fn of_rows(codec: &Codec<'_>, records: &[Vec<u8>], options: &Options) -> Result<Vec<RecordBatch>, Error> {
    RecordBatches::new(records.iter().map(Ok::<_, std::convert::Infallible>), codec, options)?.collect()
}

/// Compares the batches of records with those of their columns, in two parts.
fn compare(codec: &Codec<'_>, records: &[Vec<u8>], options: &Options) {
    // (What another version has written loses what is not known.)
    let known = |record| codec.convert(record, codec, &Limits::DEFAULT).unwrap();
    let records: Vec<_> = records.iter().map(|record| known(record)).collect();
    let (some, others) = records.split_at(records.len() / 3);
    let columns = [encoded(codec, some), encoded(codec, others)];
    match (of_rows(codec, &records, options), batches(codec, &columns, options)) {
        (Ok(expected), Ok(found)) => assert_eq!(found, expected),
        (Err(expected), Err(found)) => {
            assert_eq!((found.path(), found.kind().to_string()), (expected.path(), expected.kind().to_string()));
        }
        (expected, found) => panic!("{found:?} in place of {expected:?}"),
    }
}

fn as_rows<T: Sample, L: TestLayout>() {
    let schema = Schema::of::<T>();
    let codec = schema.codec(L::ID).unwrap();
    for enums in [Enums::Union, Enums::Struct] {
        let options = Options::new().enums(enums).rows(3);
        if BatchBuilder::new(&codec, &options).is_err() {
            continue;
        }
        compare(&codec, &T::versions::<L>(), &options);
        let sample = Packed::<T, L>::pack(&T::sample()).into_inner();
        hostile(&codec, &encoded(&codec, &vec![sample; 3]), &options);
        check_some(vec(T::any(), 0..8), move |values: Vec<T>| {
            let schema = Schema::of::<T>();
            let codec = schema.codec(L::ID).unwrap();
            let records: Vec<_> = values.iter().map(|value| Packed::<T, L>::pack(value).into_inner()).collect();
            compare(&codec, &records, &Options::new().enums(enums).rows(3));
        });
    }
}

/// Changes bytes of columns: they are refused, or are those of other values.
fn hostile(codec: &Codec<'_>, bytes: &[u8], options: &Options) {
    for at in 0..bytes.len().min(200) {
        for change in [1, 0x40, 0xFF] {
            let mut changed = bytes.to_vec();
            changed[at] ^= change;
            let tree = packed_data_columns::ColumnSchema::new(codec.schema());
            // (A number of more records may be true, if they take no bytes.)
            if Columns::open_by(&tree, &changed).is_ok_and(|columns| columns.len() < 10_000) {
                _ = batches(codec, &[changed], options);
            }
        }
    }
}

fn packed<T: Packable, L: Layout>(records: &[T]) -> Vec<Vec<u8>> {
    records.iter().map(|record| Packed::<T, L>::pack(record).into_inner()).collect()
}

#[derive(Clone, Packable)]
struct Flat {
    number: u64,
    small: i8,
    price: f64,
    name: String,
    note: Option<String>,
    side: Side,
    is_open: bool,
    letter: char,
    maybe: Option<Inner>,
    twice: Option<(Option<u16>, [u8; 4])>,
    list: Vec<Option<i32>>,
    maybe_list: Option<Vec<Inner>>,
    sides: Option<Side>,
    bytes: Option<Vec<u8>>,
    wide: i128,
}

#[derive(Clone, Packable)]
struct Inner {
    x: Option<f32>,
    names: Vec<String>,
}

fn flat(number: u64) -> Flat {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let has = |bit: u64| mixed >> bit & 3 != 0;
    let inner = |mixed: u64| Inner {
        x: has(9).then_some(mixed as f32),
        names: (0..mixed % 3).map(|n| format!("name {n}")).collect(),
    };
    Flat {
        number,
        small: mixed as i8,
        price: mixed as f64 / 4.0,
        name: if number % 5000 < 2500 { format!("name {mixed}") } else { format!("name {}", mixed % 9) },
        note: has(1).then(|| format!("note {}", mixed % 100)),
        side: if has(2) { Side::Buy } else { Side::Sell },
        is_open: has(3),
        letter: char::from_u32((mixed % 300) as u32 + 32).unwrap(),
        maybe: has(4).then(|| inner(mixed)),
        twice: has(5).then(|| (has(6).then_some(mixed as u16), [1, 2, 3, mixed as u8])),
        list: (0..mixed % 5).map(|n| (n != 2).then_some(n as i32 - 3)).collect(),
        maybe_list: has(7).then(|| vec![inner(mixed), inner(mixed + 1)]),
        sides: has(8).then_some(Side::Sell),
        bytes: has(9).then(|| vec![mixed as u8; (mixed % 4) as usize]),
        wide: -i128::from(mixed),
    }
}

#[test]
fn many_rows() {
    let schema = Schema::of::<Flat>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let records = packed::<_, Compact>(&(0..7000).map(flat).collect::<Vec<_>>());
    for options in [
        Options::new().rows(3000),
        Options::new().columns(["list", "number", "list"]),
        Options::new().columns(["wide"]).rows(4000),
        Options::new().columns(Vec::<String>::new()),
    ] {
        compare(&codec, &records, &options);
    }
    compare(&codec, &records[..50], &Options::new().rows(1));
    // Values that are no structs.
    let schema = Schema::of::<Option<u32>>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let values: Vec<_> = (0..5000_u32).map(|number| (!number.is_multiple_of(3)).then_some(number)).collect();
    compare(&codec, &packed::<Option<u32>, Compact>(&values), &Options::new());
}

#[test]
fn every_kind() {
    let schema = Schema::of::<common::Record>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let records = packed::<_, Compact>(&[full(), sparse(), full(), sparse(), sparse(), full()]);
    for enums in [Enums::Union, Enums::Struct] {
        compare(&codec, &records, &Options::new().enums(enums).rows(4));
        compare(&codec, &records, &Options::new().enums(enums).columns(["shape", "name", "at"]));
    }
}

/// Batches of files with blocks of rows and of columns, which end elsewhere than the batches.
#[cfg(feature = "file")]
#[test]
fn files() {
    use packed_data_arrow::FileBatches;
    use packed_data_file::{BlockReader, Error as FileError, Form, Options as FileOptions};

    let folder = tempfile::tempdir().unwrap();
    let records: Vec<_> = (0..5000).map(flat).collect();
    let schema = Schema::of::<Flat>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    for (form, size) in [(Form::Rows, 9000), (Form::Columns, 9000), (Form::Columns, 1 << 20)] {
        let path = folder.path().join(format!("{form:?} {size}"));
        let mut file = FileOptions::<Flat, Compact>::new().form(form).block_size(size).create(&path).unwrap();
        records.iter().for_each(|record| _ = file.write(record).unwrap());
        file.close().unwrap();
        let options = Options::new().rows(700);
        let expected = of_rows(&codec, &packed::<_, Compact>(&records), &options).unwrap();
        let file = BlockReader::open(&path).unwrap();
        let found: Result<Vec<_>, _> = FileBatches::new(&file, &codec, &options).unwrap().collect();
        assert_eq!(found.unwrap(), expected);
        // A block that is damaged ends them.
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        let file = BlockReader::new(std::io::Cursor::new(bytes)).unwrap();
        let mut batches = FileBatches::new(&file, &codec, &options).unwrap();
        let error = batches.find_map(Result::err).unwrap();
        let ErrorKind::Source(source) = error.kind() else { panic!("{error}") };
        assert!(matches!(source.downcast_ref(), Some(FileError::Damaged { .. })), "{error}");
        assert!(batches.next().is_none());
    }
}

/// Damage in a column is an error of batches that need it, and of no others.
#[test]
fn wrong_columns() {
    let schema = Schema::of::<Flat>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let mut bytes = encoded(&codec, &packed::<_, Compact>(&(0..2000).map(flat).collect::<Vec<_>>()));
    let tree = packed_data_columns::ColumnSchema::new(&schema);
    for (path, name) in [("note", "note"), ("wide", "wide"), ("list[]", "list")] {
        let span = Columns::open_by(&tree, &bytes).unwrap().span((0..).find(|of| tree.path(*of) == path).unwrap());
        let old = std::mem::replace(&mut bytes[span.start], 99);
        let all = [bytes.clone()];
        let error = batches(&codec, &all, &Options::new()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Source(_)), "{error}");
        let text = error.to_string();
        assert!(text.contains(&format!("at byte {}", span.start)) && text.contains(path), "{text}");
        let names = ["number", "note", "wide", "list", "maybe"].into_iter().filter(|other| *other != name);
        assert_eq!(batches(&codec, &all, &Options::new().columns(names)).unwrap().len(), 1);
        bytes[span.start] = old;
    }
    // More values in a column than the records have, and fewer.
    let other = Schema::of::<(u32, u32)>();
    let codec = other.codec(LayoutId::Compact).unwrap();
    let bytes = encoded(&codec, &packed::<(u32, u32), Compact>(&[(1, 2); 10]));
    // (Version, flags, 10 records; then each column has as many.)
    for (count, expected) in [(9, "found more"), (11, "found fewer")] {
        let mut changed = bytes.clone();
        changed[2] = count;
        changed[3] = 11;
        let error = batches(&codec, &[changed], &Options::new()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}
