//! `packed index`: a file of records with the least and the greatest key of each block.

use std::ops::ControlFlow;
use std::path::Path;

use packed_data_file::Content;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{Bare, Body, Input, is_stdio};
use crate::key::{self, Key};
use crate::rows::Rows;
use crate::writing::{self, Heading, stored_as};

pub(super) fn run(console: &mut Console<'_>, file: &Path, key: &str, output: Option<&Path>) -> Outcome {
    let target = match output {
        Some(output) => output,
        None if is_stdio(file) => return Err(Failure::Usage("standard input needs --output FILE".into())),
        None => file,
    };
    let input = Input::open(console, file, &Bare::default())?;
    if input.content() != Content::Records {
        return Err(input.failed("expected records, found one value"));
    }
    let codec = input.codec()?;
    let rows = Rows::new(&input, &codec)?;
    let key = Key::parse(key, &input.schema)?;
    let reader = key.reader(&codec)?;
    let (compression, columns) = match &rows.body {
        Body::Records(blocks) => stored_as(blocks),
        Body::Value(_) => (None, false),
    };
    let heading = Heading {
        content: Content::Records,
        layout: input.layout,
        schema: &input.schema,
        metadata: &key::metadata(&input, Some(&key)),
        compression,
        columns,
        key: Some(&reader),
    };
    writing::write(console, target, &heading, &mut |console, put| {
        let wrong = rows.for_each(console, "indexing", 0..u64::MAX, None, &mut |_, _, row| {
            put(row.as_bytes())?;
            Ok(ControlFlow::Continue(()))
        })?;
        // (A file that lacks records must not replace the one that has the rest of their bytes.)
        if wrong {
            return Err(input.failed("the file is damaged: `packed repair` saves what it can"));
        }
        Ok(())
    })
}
