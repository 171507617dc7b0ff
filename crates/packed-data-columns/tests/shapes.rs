//! Values of all shapes of the test suite become columns, and the same bytes again, in all layouts.

use packed_data::{Limits, Packed};
use packed_data_columns::{ColumnSchema, Columns, Encoder, Error, Options, Selection, encode};
use packed_data_schema::{Codec, LayoutId, Schema, Visit};
use proptest::collection::vec;
use test_suite::{Sample, TestLayout, check_some, over_shapes};

over_shapes!(few all: there_and_back);

const OPTIONS: [Options; 3] =
    [Options::new(), Options::new().compressed(true).group(2), Options::new().statistics(false).group(3)];

fn columns_of(tree: &ColumnSchema, codec: &Codec<'_>, records: &[Vec<u8>], options: Options) -> Vec<u8> {
    let mut encoder = Encoder::new(tree, codec, options);
    records.iter().for_each(|record| encoder.push(record, &Limits::DEFAULT).unwrap());
    assert_eq!(encoder.len(), records.len() as u64);
    encoder.finish().unwrap()
}

fn decoded(columns: &Columns<'_>, codec: &Codec<'_>, range: std::ops::Range<u64>) -> Result<Vec<Vec<u8>>, Error> {
    let mut records = Vec::new();
    columns.records(codec, range, &Limits::DEFAULT, |record| {
        records.push(record);
        Ok::<_, Error>(())
    })?;
    Ok(records)
}

/// Counts the parts that it receives.
#[derive(Default)]
struct Parts(usize);

impl Visit<'_> for Parts {
    fn field(&mut self, _: usize) {
        self.0 += 1;
    }
}

/// Compares records with what their columns are decoded to: all that `convert` keeps of them, in both layouts.
fn compare(tree: &ColumnSchema, codec: &Codec<'_>, records: &[Vec<u8>]) {
    let compact = tree.schema().codec(LayoutId::Compact).unwrap();
    for options in OPTIONS {
        let bytes = columns_of(tree, codec, records, options);
        let columns = Columns::open_by(tree, &bytes).unwrap();
        let count = columns.len();
        columns.check().unwrap();
        for to in [codec, &compact] {
            let expected: Result<Vec<_>, _> =
                records.iter().map(|record| codec.convert(record, to, &Limits::DEFAULT)).collect();
            let found = decoded(&columns, to, 0..count);
            match expected {
                Ok(expected) => {
                    assert_eq!(found.unwrap(), expected);
                    for start in 0..count {
                        let end = count.min(start + 2);
                        let some = decoded(&columns, to, start..end).unwrap();
                        assert_eq!(some, expected[start as usize..end as usize]);
                    }
                }
                // (An unknown constructor in another layout.)
                Err(expected) => {
                    let (found, expected) = (found.unwrap_err().to_string(), expected.to_string());
                    assert!(found.starts_with(&expected), "{found}");
                }
            }
        }
        // All fields, and a selection of them: no column that is not read is missed, and none is read twice.
        let walked = |selection: Option<&Selection>| {
            let mut parts = Parts::default();
            columns.visit(0..count, selection, &mut parts).unwrap();
            parts.0
        };
        let all = walked(None);
        assert_eq!(walked(Some(&Selection::of_fields(tree, |_, _, _| true))), all);
        for odd in [0, 1] {
            let selection = Selection::of_fields(tree, |_, _, field| field.len() % 2 == odd);
            assert!(walked(Some(&selection)) <= all);
        }
    }
}

fn there_and_back<T: Sample, L: TestLayout>() {
    let schema = Schema::of::<T>();
    let tree = ColumnSchema::new(&schema);
    let codec = schema.codec(L::ID).unwrap();
    compare(&tree, &codec, &T::versions::<L>());
    let sample = Packed::<T, L>::pack(&T::sample()).into_inner();
    compare(&tree, &codec, &vec![sample.clone(); 7]);
    hostile(&tree, &codec, &columns_of(&tree, &codec, &vec![sample; 3], Options::new().group(1)));
    check_some(vec(T::any(), 0..8), |values: Vec<T>| {
        let schema = Schema::of::<T>();
        let (tree, codec) = (ColumnSchema::new(&schema), schema.codec(L::ID).unwrap());
        let records: Vec<_> = values.iter().map(|value| Packed::<T, L>::pack(value).into_inner()).collect();
        compare(&tree, &codec, &records);
    });
}

/// Changes bytes of columns: whatever is still decoded is values.
fn hostile(tree: &ColumnSchema, codec: &Codec<'_>, bytes: &[u8]) {
    let limits = Limits { bytes: 1 << 16, ..Limits::DEFAULT };
    let mut refused = 0;
    for at in 0..bytes.len().min(400) {
        for change in [1, 0x40, 0xFF] {
            let mut changed = bytes.to_vec();
            changed[at] ^= change;
            let Ok(columns) = Columns::open_by(tree, &changed) else {
                refused += 1;
                continue;
            };
            // (More records than there were are not decoded here.)
            let count = columns.len().min(4);
            let all = columns.records(codec, 0..count, &limits, |record| {
                codec.validate(&record, &limits)?;
                Ok::<_, Error>(())
            });
            refused += usize::from(all.is_err());
        }
        assert!(Columns::open_by(tree, &bytes[..at]).is_err());
    }
    assert!(bytes.len() < 20 || refused > 0);
}

/// The typed functions, over the same shapes.
mod typed {
    use super::*;

    over_shapes!(few all: sequences);

    fn sequences<T: Sample, L: TestLayout>()
    where
        [T]: packed_data::Packable,
    {
        let values = [T::sample(), T::sample(), T::sample()];
        let packed = Packed::<[T], L>::pack(&values[..]);
        let bytes = encode(&packed, Options::new());
        let schema = Schema::of::<T>();
        let (tree, codec) = (ColumnSchema::new(&schema), schema.codec(L::ID).unwrap());
        let record = Packed::<T, L>::pack(&values[0]).into_inner();
        assert_eq!(bytes, columns_of(&tree, &codec, &vec![record; 3], Options::new()));
        let columns = Columns::<T>::open(&bytes).unwrap();
        assert_eq!(columns.decode::<L>().unwrap().as_bytes(), packed.as_bytes());
        assert_eq!(
            columns.decode_range::<L>(1..2).unwrap().as_bytes(),
            Packed::<[T], L>::pack(&values[..1]).as_bytes()
        );
    }
}
