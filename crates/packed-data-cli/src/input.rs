//! What a command reads: a file with a header, or bare bytes with a schema and a layout from the command line.

use std::fs::File;
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::{Path, PathBuf};

use packed_data::Limits;
use packed_data::error::Printable;
use packed_data_file::{BlockReader, Content, Error as FileError, Header, UNFINISHED};
use packed_data_schema::{Codec, LayoutId, Schema, Value};

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::source::without_mark;
use crate::source::{Source, cannot_read};
pub(crate) use crate::source::{is_stdio, name_of};

/// The flags for bytes that have no header.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Bare {
    /// The schema of bare bytes: a file with its text, or a file of `packed` with that schema
    #[arg(long, value_name = "FILE", requires = "layout")]
    pub schema: Option<PathBuf>,
    /// The layout of bare bytes: Compact, Indexed, Cbor, haskell::Binary, bincode::Legacy, ...
    #[arg(long, value_name = "NAME", requires = "schema", value_parser = parse_layout)]
    pub layout: Option<LayoutId>,
}

/// Parses the name of a layout; the error lists all of them.
pub(crate) fn parse_layout(text: &str) -> Result<LayoutId, String> {
    text.parse().map_err(|error: packed_data_schema::UnknownLayout| error.to_string())
}

/// A file of records, which is read block by block.
pub(crate) type RecordFile = BlockReader<Source>;

/// A file, and what it contains.
pub(crate) struct Input {
    /// The name of the file, for messages.
    pub name: String,
    /// The number of its bytes.
    pub size: u64,
    /// The header; `None` for bare bytes.
    pub header: Option<Header>,
    /// The schema of the values.
    pub schema: Schema,
    /// Their layout.
    pub layout: LayoutId,
    contents: Contents,
}

enum Contents {
    /// One value: all bytes of the file.
    Value(Vec<u8>),
    Records(Box<RecordFile>),
}

impl Input {
    /// Opens a file, or reads standard input if it is `-`. Of a file of records only the header and the index are read
    /// now.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its header not, or the schema not.
    pub(crate) fn open(console: &mut Console<'_>, path: &Path, bare: &Bare) -> Outcome<Self> {
        let schema = bare.schema.as_deref().map(|schema| read_schema(console, schema)).transpose()?;
        let source = Source::open(console, path)?;
        Self::from_source(&name_of(path), source, schema.zip(bare.layout))
    }

    /// Opens a file with a header that has another name in messages.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub(crate) fn open_named(name: &str, path: &Path) -> Outcome<Self> {
        Self::from_source(name, Source::File(File::open(path)?), None)
    }

    /// Takes bytes: with a header, or bare ones with the given schema and layout.
    ///
    /// # Errors
    ///
    /// The header is damaged, or there is none.
    pub(crate) fn from_bytes(name: &str, bytes: Vec<u8>, bare: Option<(Schema, LayoutId)>) -> Outcome<Self> {
        Self::from_source(name, Source::Memory(Cursor::new(bytes)), bare)
    }

    pub(crate) fn from_source(name: &str, mut source: Source, bare: Option<(Schema, LayoutId)>) -> Outcome<Self> {
        let failed = |error: io::Error| Failure::Data(format!("cannot read {name}: {error}"));
        let size = source.size().map_err(failed)?;
        let (header, schema, layout) = match bare {
            Some((schema, layout)) => (None, schema, layout),
            None => {
                let (header, schema, layout) = read_header(name, &mut source)?;
                (Some(header), schema, layout)
            }
        };
        let contents = match &header {
            Some(Header { content: Content::Records, .. }) => {
                let file = BlockReader::new(source).map_err(|error| Failure::of_file(name, error))?;
                Contents::Records(Box::new(file))
            }
            _ => Contents::Value(source.into_bytes().map_err(failed)?),
        };
        Ok(Self { name: name.to_owned(), size, header, schema, layout, contents })
    }

    /// Returns whether the file contains any number of records.
    pub(crate) fn content(&self) -> Content {
        self.header.as_ref().map_or(Content::Value, |header| header.content)
    }

    /// Returns the reader of values.
    ///
    /// # Errors
    ///
    /// The layout does not have the type.
    pub(crate) fn codec(&self) -> Outcome<Codec<'_>> {
        self.schema.codec(self.layout).map_err(|error| Failure::of_file(&self.name, error))
    }

    /// Returns a failure that names the file.
    pub(crate) fn failed(&self, error: impl std::fmt::Display) -> Failure {
        Failure::of_file(&self.name, error)
    }

    /// Returns the values, after checksums of what is needed to find them were verified.
    ///
    /// # Errors
    ///
    /// The file is damaged so that nothing of it can be read.
    pub(crate) fn body(&self) -> Outcome<Body<'_>> {
        let bytes = match &self.contents {
            Contents::Records(file) => return Ok(Body::Records(file)),
            Contents::Value(bytes) => bytes,
        };
        if self.header.is_none() {
            return Ok(Body::Value(bytes));
        }
        let (_, range) = packed_data_file::read_bytes(bytes).map_err(|error| self.failed(error))?;
        Ok(Body::Value(bytes.get(range).unwrap_or_default()))
    }

    /// Reports that a file of records was not closed: it has no index. Its whole blocks are read nevertheless.
    pub(crate) fn note_unfinished(&self, console: &mut Console<'_>) {
        if let Contents::Records(file) = &self.contents
            && !file.has_index()
        {
            console.report(&format!("{}: {UNFINISHED}", self.name));
        }
    }

    /// Returns all bytes of a file that is one value.
    pub(crate) fn value_bytes(&self) -> Option<&[u8]> {
        match &self.contents {
            Contents::Value(bytes) => Some(bytes),
            Contents::Records(_) => None,
        }
    }
}

/// Reads the header of a file, and what it says of the values.
pub(crate) fn read_header(name: &str, source: &mut Source) -> Outcome<(Header, Schema, LayoutId)> {
    if source.size().is_ok_and(|size| size == 0) {
        return Err(Failure::of_file(name, "the file is empty: expected packed data"));
    }
    let header = Header::from_file(source).map_err(|error| match error {
        FileError::Magic(packed_data_file::MagicError::Other) => {
            let hint = if source.looks_like_json() {
                "JSON is read by `packed pack`, and by `packed convert --from json`"
            } else {
                "bytes without a header need --schema FILE and --layout NAME"
            };
            Failure::of_file(name, format_args!("{error}; {hint}"))
        }
        FileError::Header => {
            let hint = "`packed repair` takes the copy at the end of the file, if there is one";
            Failure::of_file(name, format_args!("{error}; {hint}"))
        }
        error => Failure::of_file(name, error),
    })?;
    let schema = Schema::parse(&header.schema)
        .map_err(|error| Failure::of_file(name, format_args!("the schema in the header: {error}")))?;
    let layout = header.layout.parse::<LayoutId>().map_err(|_| {
        Failure::of_file(name, format_args!("unknown layout in the header: {}", Printable(&header.layout)))
    })?;
    Ok((header, schema, layout))
}

/// Reads the text of a schema, or that in the header of a file.
pub(crate) fn read_schema(console: &mut Console<'_>, path: &Path) -> Outcome<Schema> {
    read_schema_and_layout(console, path).map(|(schema, _)| schema)
}

/// Reads the text of a schema, or the header of a file, which has a layout too.
pub(crate) fn read_schema_and_layout(console: &mut Console<'_>, path: &Path) -> Outcome<(Schema, Option<LayoutId>)> {
    let mut source = Source::open(console, path)?;
    let name = name_of(path);
    if source.has_magic().map_err(|error| cannot_read(path, &error))? {
        return read_header(&name, &mut source).map(|(_, schema, layout)| (schema, Some(layout)));
    }
    let bytes = source.into_bytes().map_err(|error| cannot_read(path, &error))?;
    if bytes.is_empty() {
        return Err(Failure::of_file(&name, "the file is empty: expected a schema, or packed data"));
    }
    let text = str::from_utf8(without_mark(&name, &bytes)?)
        .map_err(|_| Failure::of_file(&name, "not a schema: it is not text in UTF-8"))?;
    // (A file made by a person on another system may have other line ends, or none at its end.)
    let mut text = text.replace("\r\n", "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let schema = Schema::parse(&text).map_err(|error| Failure::of_file(&name, format_args!("not a schema: {error}")));
    Ok((schema?, None))
}

/// Says which bytes of a file are no block, and which of the records in a range are in no block.
pub(crate) fn missing(blocks: &RecordFile, range: &Range<u64>) -> Vec<String> {
    let mut problems = Vec::new();
    for damage in blocks.damage() {
        problems.push(format!(
            "damaged: expected a block, found {} bytes that are none, at byte {} of the file",
            damage.bytes, damage.offset
        ));
    }
    for lost in blocks.lost() {
        let (start, end) = (lost.start.max(range.start), lost.end.min(range.end));
        if start < end {
            let last = end - 1;
            problems.push(format!("lost: expected the records {start} to {last}, found no block with them"));
        }
    }
    problems
}

/// The values of a file.
pub(crate) enum Body<'b> {
    /// The bytes of one value.
    Value(&'b [u8]),
    /// Records.
    Records(&'b RecordFile),
}

/// A problem with a part of a file, or a value of it.
pub(crate) type Found<'v> = Result<(u64, Value<'v>), String>;

impl Body<'_> {
    /// Returns the number of records; 1 for one value.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Value(_) => 1,
            Self::Records(blocks) => blocks.len(),
        }
    }

    /// Returns the number of bytes of all values, as far as it is known before they are read: the sum of
    /// [`size_of`](Self::size_of).
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Value(bytes) => Self::size_of(bytes),
            Self::Records(blocks) => blocks.sizes().1,
        }
    }

    /// Returns the number of bytes of a value in a block: its own, and those of its place in the table.
    pub(crate) fn size_of(bytes: &[u8]) -> u64 {
        bytes.len() as u64 + 4
    }

    /// Calls `f` with the bytes of each record in a range, or with an error in a block of them; before that, with an
    /// error for each part that the file lacks. A single value is record 0.
    ///
    /// # Errors
    ///
    /// Returns an error if `f` does.
    pub(crate) fn for_each(
        &self,
        range: Range<u64>,
        f: &mut dyn FnMut(Result<(u64, &[u8]), String>) -> Outcome,
    ) -> Outcome {
        let blocks = match self {
            Self::Value(bytes) if range.contains(&0) => return f(Ok((0, bytes))),
            Self::Value(_) => return Ok(()),
            Self::Records(blocks) => blocks,
        };
        for problem in missing(blocks, &range) {
            f(Err(problem))?;
        }
        blocks_in(blocks, &range).try_for_each(|index| for_each_in_block(blocks, index, &range, f))
    }

    /// Calls `f` with each record in a range as a value that was checked, or with what is wrong.
    ///
    /// # Errors
    ///
    /// Returns an error if `f` does.
    pub(crate) fn for_each_value(
        &self,
        codec: &Codec<'_>,
        range: Range<u64>,
        f: &mut dyn FnMut(Found<'_>) -> Outcome,
    ) -> Outcome {
        let is_value = matches!(self, Self::Value(_));
        self.for_each(range, &mut |found| with_value(codec, found, is_value, f))
    }
}

/// Returns the blocks that may have records in a range. (Whether the numbers are right is not known before a block is
/// verified.)
pub(crate) fn blocks_in(blocks: &RecordFile, range: &Range<u64>) -> impl Iterator<Item = usize> {
    (0..blocks.block_count()).filter(|index| {
        let numbers = blocks.numbers(*index);
        numbers.is_none_or(|numbers| numbers.end > range.start && numbers.start < range.end)
    })
}

/// Calls `f` with the bytes of each record of a block in a range, or with what is wrong with the block.
///
/// # Errors
///
/// Returns an error if `f` does.
pub(crate) fn for_each_in_block(
    blocks: &RecordFile,
    index: usize,
    range: &Range<u64>,
    f: &mut dyn FnMut(Result<(u64, &[u8]), String>) -> Outcome,
) -> Outcome {
    let block = match blocks.block(index) {
        Ok(block) => block,
        Err(error) => return f(Err(error.to_string())),
    };
    for at in 0..block.len() {
        let number = block.first().saturating_add(at as u64);
        if !range.contains(&number) {
            continue;
        }
        match block.get(at) {
            Some(bytes) => f(Ok((number, bytes)))?,
            None => f(Err(format!("record {number} is not in its block")))?,
        }
    }
    Ok(())
}

/// Calls `f` with the value in bytes, which are checked, or with what is wrong.
///
/// # Errors
///
/// Returns an error if `f` does.
pub(crate) fn with_value(
    codec: &Codec<'_>,
    found: Result<(u64, &[u8]), String>,
    is_value: bool,
    f: &mut dyn FnMut(Found<'_>) -> Outcome,
) -> Outcome {
    match found {
        Err(error) => f(Err(error)),
        Ok((number, bytes)) => match codec.read(bytes, &Limits::DEFAULT) {
            Ok(value) => f(Ok((number, value))),
            Err(error) if is_value => f(Err(error.to_string())),
            Err(error) => f(Err(format!("record {number}: {error}"))),
        },
    }
}
