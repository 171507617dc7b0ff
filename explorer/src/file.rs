//! An open file: its header, and the bytes of its values.

use std::collections::{BTreeMap, VecDeque};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::rc::Rc;

use packed_data::Limits;
use packed_data_file::{Block, BlockReader, Content, Error as FileError, Header};
use packed_data_schema::infer::is_document;
use packed_data_schema::{Codec, LayoutId, Schema, Value};
use serde::Serialize;

use crate::tree::Node;
use crate::{Answer, hints};

/// How many blocks are kept in memory.
const KEPT: usize = 8;
/// How many verdicts on records are kept.
const VERDICTS: usize = 1 << 16;
/// A single value of more bytes is not validated before it is shown.
const VALIDATED: usize = 64 << 20;
/// How many bytes of a single value are read at once.
const PIECE: usize = 4 << 20;

/// A file that is open, and what was found in it.
pub struct Explorer<R> {
    name: String,
    size: u64,
    /// Reads bytes of the file that are no values.
    pub(crate) raw: R,
    header: Option<Header>,
    pub(crate) codec: Codec<'static>,
    body: Body<R>,
    /// The parts of values that the page knows, by their number.
    pub(crate) nodes: Vec<Node>,
    /// What validation of a value found, by the number of its record.
    verdicts: BTreeMap<u64, Option<Fault>>,
    problems: Vec<Problem>,
    pub(crate) sizing: Option<crate::sizes::Sizing>,
}

enum Body<R> {
    Value(Bytes),
    Records { file: BlockReader<R>, recent: VecDeque<(usize, Rc<Block<'static>>)> },
}

/// The bytes of a value, which are cheap to clone.
#[derive(Clone)]
pub enum Bytes {
    /// A record: its block, and its index there.
    Record(Rc<Block<'static>>, usize),
    /// The only value of a file: all bytes of the file, and the offset of the value.
    Whole(Rc<Vec<u8>>, usize),
}

impl Bytes {
    /// Returns the bytes.
    pub fn get(&self) -> &[u8] {
        match self {
            Self::Record(block, index) => block.get(*index).unwrap_or_default(),
            Self::Whole(bytes, start) => bytes.get(*start..).unwrap_or_default(),
        }
    }
}

/// Why a value is not valid.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Fault {
    /// What was expected and found, with the place.
    pub message: String,
    /// The offset in the value.
    pub offset: usize,
    /// The damaged bytes of the file, if the value cannot be read for their sake: their offset and number.
    pub damage: Option<(u64, u64)>,
}

impl Fault {
    /// Returns why a value with these bytes is not valid.
    pub(crate) fn invalid(error: &packed_data_schema::Error) -> Self {
        Self { message: error.to_string(), offset: error.offset(), damage: None }
    }

    /// Returns why a block cannot be read.
    pub(crate) fn damaged(error: &FileError) -> Self {
        let damage = match error {
            FileError::Damaged { offset, bytes, .. } => Some((*offset, *bytes)),
            _ => None,
        };
        Self { message: error.to_string(), offset: 0, damage }
    }

    fn other(message: String) -> Self {
        Self { message, offset: 0, damage: None }
    }
}

/// Something that is wrong with a file.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// Where it is in the file, if that is known.
    pub offset: Option<u64>,
    /// The number of the bytes that are wrong, if it is known.
    pub bytes: Option<u64>,
}

/// What the page says of a file.
#[derive(Debug, Serialize)]
pub struct Info {
    /// The name of the file.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// `records`, `value`, or `bare` for bytes without a header.
    pub kind: &'static str,
    /// The layout.
    pub layout: &'static str,
    /// The name of the type of the values.
    pub type_name: String,
    /// The text of the schema.
    pub schema: String,
    /// The fingerprint of the type.
    pub fingerprint: String,
    /// The metadata of the header.
    pub metadata: BTreeMap<String, String>,
    /// The number of records; 1 for one value.
    pub records: u64,
    /// The number of blocks of a file of records.
    pub blocks: usize,
    /// Whether a file of records has an index.
    pub has_index: bool,
    /// The sizes of the blocks of a file of records, as they are stored and without compression, in bytes.
    pub stored: (u64, u64),
    /// Whether a single value was validated.
    pub is_validated: bool,
    /// How many steps lead from a value to the list whose elements a condition selects; 0 for the records of a file,
    /// `None` for a single value that is no list.
    pub searched: Option<usize>,
    /// A condition for example, and a path.
    pub examples: (Option<String>, String),
    /// What is wrong with the file.
    pub problems: Vec<Problem>,
    /// Why a single value is not valid.
    pub fault: Option<Fault>,
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Opens a file with a header; or bytes without one, if `bare` has the text of their schema and the name of their
    /// layout. Of a file of records, only the header and the index are read; a single value is read as a whole.
    ///
    /// # Errors
    ///
    /// The header is damaged or there is none, or the bytes cannot be read.
    pub fn open(name: &str, mut source: R, bare: Option<(&str, &str)>) -> Answer<Self> {
        let size = source.seek(SeekFrom::End(0)).map_err(|error| format!("cannot read {name}: {error}"))?;
        let raw = source.clone();
        let (header, schema, layout) = match bare {
            Some((schema, layout)) => (None, crate::compare::parse(schema)?, layout.to_owned()),
            None => {
                let header = Header::from_file(&mut source).map_err(|error| no_header(&error))?;
                let schema =
                    Schema::parse(&header.schema).map_err(|error| format!("the schema in the header: {error}"));
                let (schema, layout) = (schema?, header.layout.clone());
                (Some(header), schema, layout)
            }
        };
        let layout: LayoutId = layout.parse().map_err(|error| format!("{error}"))?;
        let codec = schema.into_codec(layout).map_err(|error| error.to_string())?;
        let mut problems = Vec::new();
        let body = if header.as_ref().is_some_and(|header| header.content == Content::Records) {
            let file = BlockReader::new(source).map_err(|error| error.to_string())?;
            problems.extend(file.damage().iter().map(|damage| Problem {
                message: format!("expected a block, found {} bytes that are none", damage.bytes),
                offset: Some(damage.offset),
                bytes: Some(damage.bytes),
            }));
            problems.extend(file.lost().into_iter().map(|lost| Problem {
                message: format!("lost: the records {} to {} are in no block", lost.start, lost.end - 1),
                offset: None,
                bytes: None,
            }));
            if !file.has_index() {
                let message = packed_data_file::UNFINISHED.into();
                problems.push(Problem { message, offset: None, bytes: None });
            }
            Body::Records { file, recent: VecDeque::new() }
        } else {
            let bytes = read_all(&mut source, size).map_err(|error| format!("cannot read {name}: {error}"))?;
            let start = match &header {
                None => 0,
                Some(_) => match packed_data_file::read_bytes(&bytes) {
                    Ok((_, range)) => range.start,
                    Err(error) => {
                        let start = value_start(&bytes).ok_or_else(|| error.to_string())?;
                        problems.push(problem(&error));
                        start
                    }
                },
            };
            Body::Value(Bytes::Whole(Rc::new(bytes), start))
        };
        let mut explorer = Self {
            name: name.to_owned(),
            size,
            raw,
            header,
            codec,
            body,
            nodes: Vec::new(),
            verdicts: BTreeMap::new(),
            problems,
            sizing: None,
        };
        if let Body::Value(bytes) = &explorer.body
            && bytes.get().len() <= VALIDATED
        {
            explorer.validate(0)?;
        }
        Ok(explorer)
    }

    /// Returns what the page says of the file.
    pub fn info(&self) -> Info {
        let schema = self.codec.schema();
        let (blocks, has_index, stored) = match &self.body {
            Body::Records { file, .. } => (file.block_count(), file.has_index(), file.sizes()),
            Body::Value(_) => (0, false, (0, 0)),
        };
        let kind = match (&self.header, &self.body) {
            (None, _) => "bare",
            (_, Body::Value(_)) => "value",
            (_, Body::Records { .. }) => "records",
        };
        let verdict = if kind == "records" { None } else { self.verdicts.get(&0) };
        Info {
            name: self.name.clone(),
            size: self.size,
            kind,
            layout: self.codec.layout().name(),
            type_name: schema.name_of(0),
            schema: schema.to_string(),
            fingerprint: schema.fingerprint().to_string(),
            metadata: self.header.as_ref().map(|header| header.metadata.clone()).unwrap_or_default(),
            records: self.records(),
            blocks,
            has_index,
            stored,
            is_validated: verdict.is_some(),
            searched: self.searched().map(|(steps, _)| steps),
            examples: self.examples(),
            problems: self.problems.clone(),
            fault: verdict.cloned().flatten(),
        }
    }

    /// Returns the number of records; 1 for one value.
    pub fn records(&self) -> u64 {
        match &self.body {
            Body::Records { file, .. } => file.len(),
            Body::Value(_) => 1,
        }
    }

    /// Returns the file of records, if it is one.
    pub(crate) fn file(&self) -> Option<&BlockReader<R>> {
        match &self.body {
            Body::Records { file, .. } => Some(file),
            Body::Value(_) => None,
        }
    }

    /// Returns the only value, if the file is no file of records.
    pub(crate) fn only(&self) -> Option<Value<'_>> {
        match &self.body {
            Body::Value(bytes) => Some(self.root(bytes)),
            Body::Records { .. } => None,
        }
    }

    /// Returns a condition and a path for example.
    fn examples(&self) -> (Option<String>, String) {
        let schema = self.codec.schema();
        let condition = self.searched().and_then(|(_, of)| hints::condition(schema, of));
        let element = self.searched().filter(|_| self.only().is_none_or(|only| !is_document(only.schema())));
        let path = match (element, hints::path(schema, element.map_or(0, |(_, of)| of))) {
            (None, path) => path,
            (Some(_), path) if path.is_empty() => "[0]".into(),
            (Some(_), path) => format!("[0].{path}"),
        };
        (condition, path)
    }

    /// Returns the bytes of a record; of the only value for 0.
    ///
    /// # Errors
    ///
    /// There is no such record, or its block is damaged.
    pub fn bytes(&mut self, record: u64) -> Answer<Bytes> {
        self.try_bytes(record).map_err(|fault| fault.message)
    }

    pub(crate) fn try_bytes(&mut self, record: u64) -> Result<Bytes, Fault> {
        let (file, recent) = match &mut self.body {
            Body::Value(bytes) => return Ok(bytes.clone()),
            Body::Records { file, recent } => (file, recent),
        };
        let index = file.block_of(record).ok_or_else(|| {
            let records = file.len();
            Fault::other(if record < records {
                format!("record {record} is lost: no block has it")
            } else {
                format!("there is no record {record}: the file has {records}")
            })
        })?;
        let block = match recent.iter().find(|(known, _)| *known == index) {
            Some((_, block)) => block.clone(),
            None => {
                let block = Rc::new(file.block(index).map_err(|error| Fault::damaged(&error))?);
                recent.truncate(KEPT - 1);
                recent.push_front((index, block.clone()));
                block
            }
        };
        let at = record.checked_sub(block.first()).and_then(|at| usize::try_from(at).ok());
        let at = at.filter(|at| *at < block.len());
        at.map(|at| Bytes::Record(block, at))
            .ok_or_else(|| Fault::other(format!("record {record} is not in its block")))
    }

    /// Returns the numbers of the records that are unreadable for the same reason as this one.
    pub(crate) fn unreadable(&self, record: u64) -> Range<u64> {
        let only = record..record + 1;
        let Some(file) = self.file() else { return only };
        let block = file.block_of(record).and_then(|block| file.numbers(block));
        let lost = || file.lost().into_iter().find(|lost| lost.contains(&record));
        block.or_else(lost).unwrap_or(only)
    }

    /// Validates a record, or the only value: once. Returns why it is not valid.
    ///
    /// # Errors
    ///
    /// As for [`bytes`](Self::bytes).
    pub fn validate(&mut self, record: u64) -> Answer<Option<Fault>> {
        if let Some(verdict) = self.verdicts.get(&record) {
            return Ok(verdict.clone());
        }
        let bytes = self.bytes(record)?;
        let fault = self.codec.validate(bytes.get(), &Limits::DEFAULT).err().as_ref().map(Fault::invalid);
        if self.verdicts.len() == VERDICTS {
            self.verdicts.pop_first();
        }
        self.verdicts.insert(record, fault.clone());
        Ok(fault)
    }

    /// Returns whether the value with these bytes is validated before it is shown.
    pub(crate) fn is_validated_first(bytes: &Bytes) -> bool {
        matches!(bytes, Bytes::Record(..)) || bytes.get().len() <= VALIDATED
    }

    /// Returns the value that these bytes begin with.
    pub(crate) fn root<'a>(&'a self, bytes: &'a Bytes) -> Value<'a> {
        self.codec.value(bytes.get())
    }

    /// Returns bytes of the file, as they are stored: `count`, or fewer at its end.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn raw(&mut self, offset: u64, count: usize) -> Answer<Vec<u8>> {
        let mut bytes = Vec::new();
        let count = (count as u64).min(self.size.saturating_sub(offset));
        let read =
            self.raw.seek(SeekFrom::Start(offset)).and_then(|_| (&mut self.raw).take(count).read_to_end(&mut bytes));
        read.map_err(|error| format!("cannot read {}: {error}", self.name))?;
        Ok(bytes)
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }
}

fn no_header(error: &FileError) -> String {
    let hint = match error {
        FileError::Magic(_) => "; bytes without a header need a schema and a layout",
        FileError::Header => "; `packed repair` takes the copy at the end of the file, if there is one",
        _ => "",
    };
    format!("{error}{hint}")
}

fn problem(error: &FileError) -> Problem {
    let (offset, bytes) = match error {
        FileError::Damaged { offset, bytes, .. } => (Some(*offset), Some(*bytes)),
        FileError::Truncated { found, .. } => (Some(*found), None),
        _ => (None, None),
    };
    Problem { message: error.to_string(), offset, bytes }
}

/// Reads all bytes of a source, piece by piece.
fn read_all(source: &mut (impl Read + Seek), size: u64) -> std::io::Result<Vec<u8>> {
    let too_large = || std::io::Error::other(format!("{size} bytes of one value do not fit into the memory of a page"));
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).map_err(|_| too_large())?).map_err(|_| too_large())?;
    source.seek(SeekFrom::Start(0))?;
    while source.take(PIECE as u64).read_to_end(&mut bytes)? > 0 {}
    Ok(bytes)
}

/// Returns where the only value of a damaged file begins: after the header, and the header of the value's block.
fn value_start(bytes: &[u8]) -> Option<usize> {
    use packed_data::stream::block::BlockHeader;
    const MAGIC: usize = 16;
    let header = BlockHeader::read(bytes.get(MAGIC..MAGIC + BlockHeader::SIZE)?)?;
    let start = MAGIC.checked_add(header.size()?)?.checked_add(BlockHeader::SIZE)?;
    (start <= bytes.len()).then_some(start)
}
