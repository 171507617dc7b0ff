//! Names from outside, in what is printed of types that have no columns, and of rows that do not fit.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, StructArray};
use arrow_schema::{DataType, Field, Fields};
use packed_data_arrow::{Options, arrow_schema, from_batch};
use packed_data_schema::{LayoutId, Schema};
use test_suite::names::{names, require_printable, schemas};

#[test]
fn control_characters_in_names_of_columns() {
    let (mut errors, mut escaped) = (0, 0);
    for name in &names() {
        let mut look = |error: &dyn std::fmt::Display| {
            let text = error.to_string();
            require_printable(&text, name, "an error");
            errors += 1;
            escaped += usize::from(text.contains('\\'));
        };
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![7, -1]));
        let texts: ArrayRef = Arc::new(StringArray::from(vec![name.as_str(), "x"]));
        let inner = Fields::from(vec![Field::new(name.as_str(), DataType::Utf8, false)]);
        let nested: ArrayRef = Arc::new(StructArray::new(inner, vec![texts.clone()], None));
        let batches = [numbers, texts, nested].map(|column| RecordBatch::try_from_iter([(name, column)]).unwrap());
        let recursive =
            format!("packed-data schema 1\nstruct {0} 1 {0} #1\nsequence #0\n", format_args!("{}:{name}", name.len()));
        for text in schemas(name).into_iter().chain([recursive]) {
            let schema = Schema::parse(&text).unwrap();
            for options in [
                Options::new(),
                Options::new().columns([name.as_str(), "other"]),
                Options::new().columns([format!("{name}?")]),
            ] {
                if let Err(error) = arrow_schema(&schema, &options) {
                    look(&error);
                    look(&error.path());
                }
            }
            for batch in &batches {
                let Ok(codec) = schema.codec(LayoutId::Compact) else { continue };
                for row in from_batch(batch, &codec) {
                    if let Err(error) = row {
                        look(&error);
                        look(&error.path());
                    }
                }
            }
        }
    }
    assert!(errors > 1_000 && escaped > 300, "{errors} {escaped}");
}
