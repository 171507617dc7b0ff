//! Values of all shapes of the test suite become columns, and the same bytes again, in all layouts.

use arrow_array::RecordBatch;
use packed_data::Packed;
use packed_data_arrow::{BatchBuilder, Enums, Error, ErrorKind, Options, arrow_schema, from_batch};
use packed_data_schema::{Codec, Schema};
use test_suite::{Sample, TestLayout, check_some, over_shapes};

over_shapes!(all: there_and_back);

const FORMS: [Enums; 2] = [Enums::Union, Enums::Struct];

/// Returns the batch of one record, pushed in both ways.
fn batch(codec: &Codec<'_>, bytes: &[u8], enums: Enums) -> Result<RecordBatch, Error> {
    let mut builder = BatchBuilder::new(codec, &Options::new().enums(enums))?;
    builder.push(bytes)?;
    let batch = builder.finish()?;
    builder.push_value(&codec.value(bytes))?;
    assert_eq!(builder.finish()?, batch);
    Ok(batch)
}

fn back(codec: &Codec<'_>, batch: &RecordBatch) -> Vec<u8> {
    let mut records = from_batch(batch, codec);
    let record = records.next().unwrap().unwrap();
    assert!(records.next().is_none());
    record
}

fn there_and_back<T: Sample, L: TestLayout>() {
    let schema = Schema::of::<T>();
    let codec = schema.codec(L::ID).unwrap();
    let has_columns = |enums: &Enums| {
        let Err(error) = arrow_schema(&schema, &Options::new().enums(*enums)) else { return true };
        let is_known = matches!(error.kind(), ErrorKind::Recursive | ErrorKind::TooManyConstructors { .. });
        assert!(is_known, "{error}");
        false
    };
    let forms: Vec<Enums> = FORMS.into_iter().filter(has_columns).collect();
    if forms.is_empty() {
        return;
    }
    // What another version has written loses fields that are not known. What is absent may be there afterwards, as
    // null. That is all that changes.
    for bytes in T::versions::<L>() {
        for &enums in &forms {
            let first = batch(&codec, &bytes, enums).unwrap();
            let again = back(&codec, &first);
            let second = batch(&codec, &again, enums).unwrap();
            assert_eq!(second, first);
            assert_eq!(back(&codec, &second), again);
        }
    }
    let test = move |value: T| {
        let schema = Schema::of::<T>();
        let codec = schema.codec(L::ID).unwrap();
        let packed = Packed::<T, L>::pack(&value).into_inner();
        for &enums in &forms {
            match batch(&codec, &packed, enums) {
                Ok(batch) => assert_eq!(back(&codec, &batch), packed),
                Err(error) => assert!(matches!(error.kind(), ErrorKind::OutOfRange), "{error}"),
            }
        }
    };
    test(T::sample());
    check_some(T::any(), test);
}
