//! `packed index`: a file of records with the least and the greatest key of each block.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use packed_data_file::{Content, Key, RawWriter};
use packed_data_schema::filter::Columns;
use packed_data_schema::path;
use packed_data_schema::{Scalar, ScalarValue, Schema, Type, TypeIndex, Value};

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{Bare, Input, is_stdio};
use crate::items;
use crate::output;
use crate::rows::Rows;

pub(super) fn run(console: &mut Console<'_>, file: &Path, key: &str, output: Option<&Path>) -> Outcome {
    let target = match output {
        Some(output) => output,
        None if is_stdio(file) => return Err(Failure::Usage("standard input needs --output FILE".into())),
        None => file,
    };
    let input = Input::open(console, file, &Bare::default())?;
    let Some(header) = input.header.as_ref().filter(|header| header.content == Content::Records) else {
        return Err(input.failed("expected records, found one value"));
    };
    let codec = input.codec()?;
    let rows = Rows::new(&input, &codec)?;
    let items = items::check("--key", key, items::parse("--key", key, false, false)?, &input.schema, 0)?;
    let [item] = &items[..] else { return Err(Failure::Usage("--key: expected one path".into())) };
    let path = item.path.clone().unwrap_or_default();
    require_key(&input, &path)?;
    let columns = Columns::new(&codec, 0, &[path]).map_err(|error| Failure::Usage(error.message))?;
    let metadata: Vec<(&str, &str)> = header.metadata.iter().map(|(key, value)| (&**key, &**value)).collect();
    output::write_whole(console, target, &mut |console, path| {
        let failed = |error: packed_data_file::Error| output::failed(target, &error);
        let writer = RawWriter::create(path, &header.layout, &header.schema, &metadata).map_err(failed)?;
        let mut writer = writer.statistics(true);
        let wrong = rows.for_each(console, "indexing", 0..u64::MAX, None, &mut |_, number, row| {
            let Some(key) = columns.values(row).into_iter().next().flatten().and_then(bits) else {
                return Err(input.failed(format_args!("record {number} has no key at `{}`", item.name)));
            };
            writer.write_with_key(row.as_bytes(), key).map_err(failed)?;
            Ok(ControlFlow::Continue(()))
        })?;
        // (A file that lacks records must not replace the one that has the rest of their bytes.)
        if wrong {
            return Err(input.failed("the file is damaged: `packed repair` saves what it can"));
        }
        writer.close().map_err(failed)
    })
}

/// Refuses a path at which no keys are, or not only keys.
fn require_key(input: &Input, path: &packed_data_schema::path::Path) -> Outcome {
    let schema = &input.schema;
    let ends = path::check(schema, 0, &path.steps).map_err(|error| Failure::Usage(error.message))?;
    if let [of] = ends.types[..]
        && is_key(schema, of)
    {
        return Ok(());
    }
    let types: Vec<_> = ends.types.iter().take(3).map(|of| schema.name_of(*of)).collect();
    let expected = "expected a path to an integer, a duration or a time";
    Err(Failure::Usage(format!("--key: {expected}, found {}", types.join(" or "))))
}

/// Returns whether values of a type are keys: integers and times, also in newtypes.
fn is_key(schema: &Schema, of: TypeIndex) -> bool {
    match schema.get(schema.packed(of)) {
        Type::Scalar(Scalar::F32 | Scalar::F64 | Scalar::Bool | Scalar::Char) => false,
        Type::Scalar(_) => true,
        // (The parser refuses a struct that contains itself.)
        Type::Struct(of) => matches!(&of.fields[..], [only] if !only.is_named() && is_key(schema, only.of)),
        _ => false,
    }
}

/// Returns a key as the typed library has it: see [`Key`].
fn bits(value: Value<'_>) -> Option<u128> {
    Some(match value.as_scalar() {
        Some(ScalarValue::Unsigned(value)) => value,
        Some(ScalarValue::Signed(value)) => value.to_bits(),
        Some(ScalarValue::Duration(seconds, nanoseconds)) => Duration::new(seconds, nanoseconds).to_bits(),
        Some(ScalarValue::Time(seconds, nanoseconds)) => {
            (i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds)).to_bits()
        }
        Some(_) => return None,
        None => bits(value.get(0)?)?,
    })
}
