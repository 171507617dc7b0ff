//! Packing text of JSON: its schema is inferred in a first pass, and its values are packed in a second one. One value
//! is in memory, and not all.

use std::io::Cursor;
use std::path::Path;

use packed_data::Limits;
use packed_data_file::{Compression, Content};
use packed_data_schema::infer::{Inference, document, singular};
use packed_data_schema::{Codec, LayoutId, Schema, WriteError};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value as Json;

use crate::args::From;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::grouped::{counted, grouped};
use crate::json_input::{note_rounded, unescaped};
use crate::json_text::{JsonText, Wide};
use crate::losses::{self, Losses};
use crate::source::Source;
use crate::split::{Form, Position, Splitter};
use crate::writing::{self, Heading};

/// What is packed, and how.
pub(crate) struct Job<'j> {
    /// The name of the input, for messages.
    pub(crate) name: &'j str,
    /// The name of the type, in the plural if there are several values.
    pub(crate) type_name: &'j str,
    /// The schema, if it is not inferred.
    pub(crate) schema: Option<Schema>,
    pub(crate) layout: LayoutId,
    pub(crate) output: &'j Path,
    pub(crate) metadata: &'j [(String, String)],
    /// Whether the elements of a list are records, whatever they are.
    pub(crate) records: bool,
    /// Whether the values are documents.
    pub(crate) document: bool,
    /// From how many values the schema is inferred, if not from all.
    pub(crate) sample: Option<u64>,
    pub(crate) wide: Wide,
    /// Whether it is reported what was inferred.
    pub(crate) explain: bool,
    /// How the blocks of records are compressed, if the command line says it.
    pub(crate) compression: Option<Compression>,
    /// Whether records are stored by column.
    pub(crate) columns: bool,
}

/// What was packed.
pub(crate) struct Done {
    pub(crate) type_name: String,
    pub(crate) are_records: bool,
    pub(crate) count: u64,
    pub(crate) bytes: u64,
}

impl Done {
    /// Says what was packed.
    pub(crate) fn text(&self, layout: LayoutId) -> String {
        let Self { type_name, are_records, count, bytes } = self;
        let what = if *are_records { format!("{} of", counted(*count, "record")) } else { "one".into() };
        format!("{what} {type_name}, {} in {layout}", counted(*bytes, "byte"))
    }
}

impl<'j> Job<'j> {
    /// Packs into a file, with an inferred schema, in the layout Compact.
    pub(crate) fn new(name: &'j str, type_name: &'j str, output: &'j Path) -> Self {
        Self {
            name,
            type_name,
            schema: None,
            layout: LayoutId::Compact,
            output,
            metadata: &[],
            records: false,
            document: false,
            sample: None,
            wide: Wide::Int128,
            explain: false,
            compression: None,
            columns: false,
        }
    }

    /// Packs values by a schema: `fill` passes on the bytes of each.
    pub(crate) fn write(
        &self,
        console: &mut Console<'_>,
        schema: &Schema,
        are_records: bool,
        losses: &mut Losses,
        fill: &mut dyn FnMut(&mut Console<'_>, &Codec<'_>, &mut Losses, writing::Put<'_>) -> Outcome,
    ) -> Outcome<Done> {
        let codec = schema.codec(self.layout).map_err(|error| Failure::of_file(self.name, error))?;
        let content = if are_records { Content::Records } else { Content::Value };
        let Self { layout, metadata, compression, columns, .. } = *self;
        let heading = Heading { content, layout, schema, metadata, compression, columns, key: None };
        let (mut count, mut total) = (0, 0);
        writing::write(console, self.output, &heading, &mut |console, put| {
            fill(console, &codec, losses, &mut |bytes| {
                (count, total) = (count + 1, total + bytes.len() as u64);
                put(bytes)
            })?;
            losses.report(console, self.name)
        })?;
        Ok(Done { type_name: schema.name_of(0), are_records, count, bytes: total })
    }

    /// Reports what was inferred, if that is wanted.
    pub(crate) fn explain(&self, console: &mut Console<'_>, known: &Inference, name: &str) {
        if !self.explain {
            return;
        }
        let decisions = known.decisions(name);
        let width = |of: &dyn Fn(usize) -> usize| (0..decisions.len()).map(of).max().unwrap_or(0).min(40);
        let paths = width(&|index| decisions[index].path.chars().count());
        let names = width(&|index| decisions[index].name.chars().count());
        for of in &decisions {
            let seen = format!("{} of {}", grouped(of.seen), grouped(of.of));
            let text = format!("{:paths$}  {:names$}  {seen:>8}  {}", of.path, of.name, of.why);
            console.report(text.trim_end());
        }
    }

    /// Returns the failure to pack a value by the schema.
    pub(crate) fn unfit(&self, number: Option<u64>, error: &WriteError) -> Failure {
        let place = number.map_or_else(String::new, |number| format!("record {number}: "));
        let hint = match (self.sample, &self.schema, self.document) {
            (Some(sample), None, false) => {
                let sample = counted(sample, "record");
                format!("; the schema was inferred from {sample}: state a larger --sample, or none")
            }
            _ => String::new(),
        };
        Failure::of_file(self.name, format_args!("{place}{error}{hint}"))
    }

    /// Packs an input of this form.
    ///
    /// # Errors
    ///
    /// The form is not one of those that are packed.
    pub(crate) fn pack(
        &self,
        console: &mut Console<'_>,
        source: Source,
        from: From,
        at: Option<&str>,
        losses: &mut Losses,
    ) -> Outcome<Done> {
        match from {
            From::Json => self.json(console, source, at, losses),
            _ if at.is_some() || self.document => {
                Err(Failure::Usage("--at and --document are for JSON: rows have no other form".into()))
            }
            From::Csv => self.csv(console, source, losses),
            #[cfg(feature = "arrow")]
            From::Parquet | From::Arrow => self.columns(console, source, from, losses),
            #[cfg(not(feature = "arrow"))]
            From::Parquet | From::Arrow => Err(Failure::without_feature()),
            From::Packed | From::Cbor | From::Bare => Err(Failure::Usage(
                "`packed pack` takes JSON, CSV, Parquet and Arrow; `packed convert` takes other forms".into(),
            )),
        }
    }

    /// Packs a text of JSON, or the part of it at a JSON Pointer.
    pub(crate) fn json(
        &self,
        console: &mut Console<'_>,
        source: Source,
        at: Option<&str>,
        losses: &mut Losses,
    ) -> Outcome<Done> {
        let (mut text, schema, are_records) = self.plan(console, source, at, losses)?;
        self.write(console, &schema, are_records, losses, &mut |console, codec, losses, put| match are_records {
            true => text.pack(console, codec, losses, put),
            false => text.pack_whole(codec, losses, put),
        })
    }

    /// Returns the schema by which a text of JSON, or the part of it at a JSON Pointer, would be packed.
    pub(crate) fn inferred(&self, console: &mut Console<'_>, source: Source, at: Option<&str>) -> Outcome<Schema> {
        Ok(self.plan(console, source, at, &mut Losses::new(false))?.1)
    }

    /// Decides what a text of JSON is packed as, and whether its values are records.
    fn plan<'t>(
        &'t self,
        console: &mut Console<'_>,
        mut source: Source,
        at: Option<&'t str>,
        losses: &mut Losses,
    ) -> Outcome<(Text<'t>, Schema, bool)> {
        let mut part: Vec<String> =
            at.map_or_else(Vec::new, |pointer| pointer.split('/').skip(1).map(unescaped).collect());
        let mut form = Splitter::new(self.name, &mut source)?.form()?;
        let mut is_scanned = false;
        if let Some(pointer) = at
            && form != Form::Lines
        {
            let text = self.part(source, pointer, &part, losses)?;
            form = if text.first() == Some(&b'[') { Form::List } else { Form::One };
            source = Source::Memory(Cursor::new(text));
            (is_scanned, part) = (true, Vec::new());
        }
        let mut text = Text { job: self, source, form, part, pointer: at.unwrap_or_default(), is_scanned };
        if form == Form::One && self.records && self.schema.is_none() {
            let error = "--records: expected a list, or lines of JSON, found one other value";
            return Err(Failure::Data(error.into()));
        }
        let mut are_records = form == Form::Lines || self.records;
        let schema = match &self.schema {
            Some(schema) => schema.clone(),
            None if self.document => document(),
            None => {
                let mut known = text.infer(console)?;
                are_records |= form == Form::List && known.are_objects();
                if form == Form::List && !are_records {
                    known = known.into_list();
                }
                let name = if are_records { singular(self.type_name) } else { self.type_name.to_owned() };
                self.explain(console, &known, &name);
                known.schema(&name)
            }
        };
        Ok((text, schema, are_records))
    }

    /// Returns the part of a text at a JSON Pointer, after all of it was checked.
    fn part(&self, source: Source, pointer: &str, tokens: &[String], losses: &mut Losses) -> Outcome<Vec<u8>> {
        let bytes =
            source.into_bytes().map_err(|error| Failure::Data(format!("cannot read {}: {error}", self.name)))?;
        let text = crate::source::without_mark(self.name, &bytes)?;
        self.check(text, Position::START)?;
        losses::scan(text, None, tokens, Some(self.wide), losses);
        match JsonText::part(text, tokens) {
            Ok(Some(part)) => Ok(part.to_vec()),
            _ => Err(self.nothing_at(pointer)),
        }
    }

    fn nothing_at(&self, pointer: &str) -> Failure {
        Failure::Usage(format!("--at: {} has nothing at {pointer:?}", self.name))
    }

    /// Reads the text of one value, which begins at a place, to its end.
    pub(crate) fn read<E: std::fmt::Display>(
        &self,
        text: &[u8],
        place: Position,
        read: &mut dyn FnMut(&mut JsonText<'_>) -> Result<(), E>,
    ) -> Outcome<Result<(), E>> {
        let mut from = JsonText::new(text, self.wide);
        let done = read(&mut from);
        if done.is_ok() {
            // (What follows is a fault.)
            _ = from.end();
        }
        match from.fault() {
            Some((at, message)) => Err(place.after(text.get(..at).unwrap_or_default()).failed(self.name, &message)),
            None => Ok(done),
        }
    }

    /// Fails unless a text is one of JSON.
    fn check(&self, text: &[u8], place: Position) -> Outcome {
        self.read(text, place, &mut |from| IgnoredAny::deserialize(from).map(drop))?
            .map_err(|error| Failure::of_file(self.name, error))
    }
}

/// A text of JSON that is read twice.
struct Text<'j> {
    job: &'j Job<'j>,
    source: Source,
    form: Form,
    /// The tokens of the JSON Pointer to the part of each line that is packed.
    part: Vec<String>,
    pointer: &'j str,
    /// Whether losses were noted before.
    is_scanned: bool,
}

impl Text<'_> {
    /// Calls `f` with the number, the text and the place of each value, up to `most`.
    fn each(
        &mut self,
        console: &mut Console<'_>,
        what: &'static str,
        most: u64,
        f: &mut dyn FnMut(u64, &[u8], Position) -> Outcome,
    ) -> Outcome {
        let name = self.job.name;
        let size = self.source.size().map_err(|error| Failure::Data(format!("cannot read {name}: {error}")))?;
        let mut progress = console.progress(what, size);
        let mut splitter = Splitter::new(name, &mut self.source)?;
        if self.form == Form::List {
            splitter.enter()?;
        }
        let (mut number, mut done) = (0, 0);
        while number < most
            && let Some((text, place)) = splitter.next()?
        {
            f(number, text, place)?;
            number += 1;
            progress.step(splitter.done - std::mem::replace(&mut done, splitter.done));
        }
        Ok(())
    }

    /// Returns what is known of all values, or of a sample.
    fn infer(&mut self, console: &mut Console<'_>) -> Outcome<Inference> {
        let mut known = Inference::new();
        let (job, part) = (self.job, self.part.clone());
        let pointer = self.pointer;
        self.each(console, "reading", job.sample.unwrap_or(u64::MAX), &mut |number, text, place| {
            let noted = match part.is_empty() {
                true => job.read(text, place, &mut |from| known.note(from))?,
                false => {
                    job.check(text, place)?;
                    let part = JsonText::part(text, &part).ok().flatten();
                    let part = part.ok_or_else(|| job.nothing_at(pointer))?;
                    job.read(part, place, &mut |from| known.note(from))?
                }
            };
            noted.map_err(|error| Failure::of_file(job.name, format_args!("record {number}: {error}")))
        })?;
        Ok(known)
    }

    /// Packs each value.
    fn pack(
        &mut self,
        console: &mut Console<'_>,
        codec: &Codec<'_>,
        losses: &mut Losses,
        put: writing::Put<'_>,
    ) -> Outcome {
        let (job, part, is_scanned, pointer) = (self.job, self.part.clone(), self.is_scanned, self.pointer);
        self.each(console, "packing", u64::MAX, &mut |number, text, place| {
            let repeats = if is_scanned {
                true
            } else {
                losses::scan(text, Some(number as usize), &part, Some(job.wide), losses)
            };
            let text = match part.is_empty() {
                true => text,
                false => {
                    job.check(text, place)?;
                    JsonText::part(text, &part).ok().flatten().ok_or_else(|| job.nothing_at(pointer))?
                }
            };
            put(&job.pack_text(codec, text, place, Some(number), repeats, losses)?)
        })
    }

    /// Packs all as one value.
    fn pack_whole(&mut self, codec: &Codec<'_>, losses: &mut Losses, put: writing::Put<'_>) -> Outcome {
        let job = self.job;
        let source = std::mem::replace(&mut self.source, Source::Memory(Cursor::default()));
        let bytes = source.into_bytes().map_err(|error| Failure::Data(format!("cannot read {}: {error}", job.name)))?;
        let text = crate::source::without_mark(job.name, &bytes)?;
        let repeats = if self.is_scanned { true } else { losses::scan(text, None, &[], Some(job.wide), losses) };
        put(&job.pack_text(codec, text, Position::START, None, repeats, losses)?)
    }
}

impl Job<'_> {
    /// Packs the text of one value; `repeats` if a name may be twice in an object.
    pub(crate) fn pack_text(
        &self,
        codec: &Codec<'_>,
        text: &[u8],
        place: Position,
        number: Option<u64>,
        repeats: bool,
        losses: &mut Losses,
    ) -> Outcome<Vec<u8>> {
        let limits = Limits::DEFAULT;
        let mut note = |rounded: packed_data_schema::Rounded<'_>| note_rounded(losses, number, &rounded);
        let mut written = None;
        if repeats {
            // (Only the last member with a name counts.)
            let mut value = None;
            let parsed = self.read(text, place, &mut |from| Json::deserialize(from).map(|json| value = Some(json)))?;
            parsed.map_err(|error| Failure::of_file(self.name, error))?;
            written = value.map(|value| codec.write_noting(&value, &limits, &mut note));
        }
        let written = match written {
            Some(written) => written,
            None => {
                let mut bytes = Vec::new();
                let done = self.read(text, place, &mut |from| {
                    bytes = codec.write_noting(from, &limits, &mut note)?;
                    Ok::<_, WriteError>(())
                })?;
                done.map(|()| bytes)
            }
        };
        written.map_err(|error| self.unfit(number, &error))
    }
}

/// Returns a name in the style of the types of Rust, for a schema that is not made by inference.
#[cfg(feature = "arrow")]
pub(crate) fn type_of(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
