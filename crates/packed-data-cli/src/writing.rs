//! Writing packed files: one value, or records, under a temporary name until all is written.

use std::path::Path;

use packed_data_file::{Compression, Content, Form, RawWriter};
use packed_data_schema::{LayoutId, Schema};

use crate::args::parse_compression;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{RecordFile, name_of};
use crate::key::KeyReader;
use crate::output;

/// What the header of a new file says.
pub(crate) struct Heading<'h> {
    pub(crate) content: Content,
    pub(crate) layout: LayoutId,
    pub(crate) schema: &'h Schema,
    pub(crate) metadata: &'h [(String, String)],
    /// How the blocks of records are compressed, if the command line says it.
    pub(crate) compression: Option<Compression>,
    /// Whether records are stored by column.
    pub(crate) columns: bool,
    /// Reads the keys of records, if they have some.
    pub(crate) key: Option<&'h KeyReader<'h>>,
}

/// Returns how a file of records is compressed, and whether it is stored by column. (A block that would not become
/// smaller is stored as it is. The level of zstd is not known: it is the default.)
pub(crate) fn stored_as(blocks: &RecordFile) -> (Option<Compression>, bool) {
    let all = 0..blocks.block_count();
    let method = all.clone().filter_map(|block| blocks.compression(block)).find(|method| *method != 0);
    let compression = method.and_then(Compression::name_of).and_then(|name| parse_compression(name).ok());
    (compression, all.into_iter().any(|block| blocks.form(block).is_some_and(|form| form != 0)))
}

/// Receives the bytes of each value.
pub(crate) type Put<'p> = &'p mut dyn FnMut(&[u8]) -> Outcome;

/// Writes a packed file, or standard output: `fill` passes on the bytes of each value, which were checked.
pub(crate) fn write(
    console: &mut Console<'_>,
    target: &Path,
    heading: &Heading<'_>,
    fill: &mut dyn FnMut(&mut Console<'_>, Put<'_>) -> Outcome,
) -> Outcome {
    // (The path in an error is that of the temporary file.)
    let failed = |error: packed_data_file::Error| match &error {
        packed_data_file::Error::File { error, .. } => output::failed(target, error),
        error => output::failed(target, error),
    };
    let schema = heading.schema.to_string();
    let metadata: Vec<(&str, &str)> = heading.metadata.iter().map(|(key, value)| (&**key, &**value)).collect();
    let layout = heading.layout.name();
    // (Its index is at the end.)
    output::write_whole(console, target, &mut |console, path| match heading.content {
        Content::Value if heading.compression.is_some() => {
            Err(Failure::Usage("--compress: only records are compressed, and this is one value".into()))
        }
        Content::Value if heading.columns => {
            Err(Failure::Usage("--columns: only records are stored by column, and this is one value".into()))
        }
        Content::Value => {
            let mut value = None;
            fill(console, &mut |bytes| {
                value = Some(bytes.to_vec());
                Ok(())
            })?;
            let value = value.ok_or_else(|| Failure::Data("expected one value, found none".into()))?;
            packed_data_file::write_raw(path, layout, &schema, &value, &metadata).map_err(failed)
        }
        Content::Records => {
            let writer = RawWriter::create(path, layout, &schema, &metadata).map_err(failed)?;
            let mut writer = writer.statistics(true).compress(heading.compression.unwrap_or_default());
            if heading.columns {
                writer = writer.form(Form::Columns);
            }
            fill(console, &mut |bytes| match heading.key {
                Some(reader) => {
                    let key = reader.of(bytes, writer.len(), &name_of(target))?;
                    writer.write_with_key(bytes, key).map(drop).map_err(failed)
                }
                None => writer.write(bytes).map(drop).map_err(failed),
            })?;
            writer.close().map_err(failed)
        }
    })
}
