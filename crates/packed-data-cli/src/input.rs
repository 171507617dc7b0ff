//! What a command reads: a file with a header, or bare bytes with a schema and a layout from the command line.

use std::ops::Range;
use std::path::{Path, PathBuf};

use packed_data::Limits;
use packed_data_file::{Blocks, Content, Error as FileError, Header};
use packed_data_schema::{Codec, Layout, Schema, Value};

use crate::console::Console;
use crate::error::{Failure, Outcome};

/// The flags for bytes that have no header.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Bare {
    /// The schema of bare bytes: a file with its text, or a file of `packed` with that schema
    #[arg(long, value_name = "FILE", requires = "layout")]
    pub schema: Option<PathBuf>,
    /// The layout of bare bytes: Compact, Indexed, Cbor, haskell::Binary, ...
    #[arg(long, value_name = "NAME", requires = "schema", value_parser = parse_layout)]
    pub layout: Option<Layout>,
}

/// Parses the name of a layout; the error lists all of them.
pub(crate) fn parse_layout(text: &str) -> Result<Layout, String> {
    text.parse().map_err(|error: packed_data_schema::UnknownLayout| error.to_string())
}

/// Returns whether the path is `-`, for standard input or output.
pub(crate) fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input if it is `-`.
pub(crate) fn read(console: &mut Console<'_>, path: &Path) -> Outcome<Vec<u8>> {
    let read = if is_stdio(path) { console.read_input() } else { std::fs::read(path) };
    read.map_err(|error| Failure::Data(format!("cannot read {}: {error}", name_of(path))))
}

/// Returns the name of a file in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdio(path) { "standard input".into() } else { path.display().to_string() }
}

/// The bytes of a file, and what they are.
#[derive(Debug)]
pub struct Input {
    /// The name of the file, for messages.
    pub name: String,
    /// All bytes.
    pub bytes: Vec<u8>,
    /// The header; `None` for bare bytes.
    pub header: Option<Header>,
    /// The schema of the values.
    pub schema: Schema,
    /// Their layout.
    pub layout: Layout,
}

impl Input {
    /// Reads a file, or standard input if it is `-`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its header not, or the schema not.
    pub fn open(console: &mut Console<'_>, path: &Path, bare: &Bare) -> Outcome<Self> {
        let schema = bare.schema.as_deref().map(|schema| read_schema(console, schema)).transpose()?;
        let bytes = read(console, path)?;
        Self::from_bytes(&name_of(path), bytes, schema.zip(bare.layout))
    }

    /// Takes bytes: with a header, or bare ones with the given schema and layout.
    ///
    /// # Errors
    ///
    /// The header is damaged, or there is none.
    pub fn from_bytes(name: &str, bytes: Vec<u8>, bare: Option<(Schema, Layout)>) -> Outcome<Self> {
        let name = name.to_owned();
        if let Some((schema, layout)) = bare {
            return Ok(Self { name, bytes, header: None, schema, layout });
        }
        if bytes.is_empty() {
            return Err(Failure::of_file(&name, "the file is empty: expected packed data"));
        }
        let header = Header::from_bytes(&bytes).map_err(|error| match error {
            FileError::Magic(packed_data_file::MagicError::Other) => {
                let hint = "bytes without a header need --schema FILE and --layout NAME";
                Failure::of_file(&name, format_args!("{error}; {hint}"))
            }
            error => Failure::of_file(&name, error),
        })?;
        let schema = Schema::parse(&header.schema)
            .map_err(|error| Failure::of_file(&name, format_args!("the schema in the header: {error}")))?;
        let layout = header.layout.parse::<Layout>().map_err(|_| {
            Failure::of_file(&name, format_args!("unknown layout in the header: {}", header.layout.escape_debug()))
        })?;
        Ok(Self { name, bytes, header: Some(header), schema, layout })
    }

    /// Returns whether the file contains any number of records.
    pub fn content(&self) -> Content {
        self.header.as_ref().map_or(Content::Value, |header| header.content)
    }

    /// Returns the reader of values.
    ///
    /// # Errors
    ///
    /// The layout does not have the type.
    pub fn codec(&self) -> Outcome<Codec<'_>> {
        self.schema.codec(self.layout).map_err(|error| Failure::of_file(&self.name, error))
    }

    /// Returns a failure that names the file.
    pub fn failed(&self, error: impl std::fmt::Display) -> Failure {
        Failure::of_file(&self.name, error)
    }

    /// Returns the values, after checksums of what is needed to find them were verified.
    ///
    /// # Errors
    ///
    /// The file is damaged so that nothing of it can be read.
    pub fn body(&self) -> Outcome<Body<'_>> {
        let body = match &self.header {
            None => Body::Value { start: 0, bytes: &self.bytes },
            Some(header) if header.content == Content::Value => {
                let (_, range) = packed_data_file::read_bytes(&self.bytes).map_err(|error| self.failed(error))?;
                Body::Value { start: range.start, bytes: self.bytes.get(range).unwrap_or_default() }
            }
            Some(_) => Body::Records(Blocks::from_bytes(&self.bytes).map_err(|error| self.failed(error))?),
        };
        Ok(body)
    }
}

/// Reads the text of a schema, or that in the header of a file.
pub(crate) fn read_schema(console: &mut Console<'_>, path: &Path) -> Outcome<Schema> {
    let bytes = read(console, path)?;
    let name = name_of(path);
    if bytes.starts_with(b"\x8FPACKED") {
        return Input::from_bytes(&name, bytes, None).map(|input| input.schema);
    }
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::of_file(&name, "not a schema: it is not text in UTF-8"))?;
    // (A file made by a person on another system may have other line ends, or none at its end.)
    let mut text = text.replace("\r\n", "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Schema::parse(&text).map_err(|error| Failure::of_file(&name, format_args!("not a schema: {error}")))
}

/// The values of a file.
pub enum Body<'b> {
    /// One value, which begins at `start` in the file.
    Value {
        /// The offset in the file.
        start: usize,
        /// The bytes of the value.
        bytes: &'b [u8],
    },
    /// Records.
    Records(Blocks<&'b Vec<u8>>),
}

/// A problem with a part of a file, or a value of it.
pub type Found<'v> = Result<(u64, Value<'v>), String>;

impl Body<'_> {
    /// Returns the number of records; 1 for one value.
    pub fn len(&self) -> u64 {
        match self {
            Self::Value { .. } => 1,
            Self::Records(blocks) => blocks.len(),
        }
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `f` with the bytes of each record in a range, or with what is wrong with a block of them. One value is
    /// record 0.
    ///
    /// # Errors
    ///
    /// Those of `f`.
    pub fn for_each(&self, range: Range<u64>, f: &mut dyn FnMut(Result<(u64, &[u8]), String>) -> Outcome) -> Outcome {
        let blocks = match self {
            Self::Value { bytes, .. } if range.contains(&0) => return f(Ok((0, bytes))),
            Self::Value { .. } => return Ok(()),
            Self::Records(blocks) => blocks,
        };
        for index in 0..blocks.block_count() {
            // (Whether the numbers are right is not known before the block is verified.)
            if let Some(numbers) = blocks.numbers(index)
                && (numbers.end <= range.start || numbers.start >= range.end)
            {
                continue;
            }
            let block = match blocks.block(index) {
                Ok(block) => block,
                Err(error) => {
                    f(Err(error.to_string()))?;
                    continue;
                }
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
        }
        Ok(())
    }

    /// Calls `f` with each record in a range as a value that was checked, or with what is wrong.
    ///
    /// # Errors
    ///
    /// Those of `f`.
    pub fn for_each_value(
        &self,
        codec: &Codec<'_>,
        range: Range<u64>,
        f: &mut dyn FnMut(Found<'_>) -> Outcome,
    ) -> Outcome {
        let is_value = matches!(self, Self::Value { .. });
        self.for_each(range, &mut |found| match found {
            Err(error) => f(Err(error)),
            Ok((number, bytes)) => match codec.read(bytes, &Limits::DEFAULT) {
                Ok(value) => f(Ok((number, value))),
                Err(error) if is_value => f(Err(error.to_string())),
                Err(error) => f(Err(format!("record {number}: {error}"))),
            },
        })
    }
}
