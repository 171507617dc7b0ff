//! Comma-separated values (RFC 4180) as input: a record for each line after the first, which has the names.

use std::io::{BufRead, BufReader, Seek};

use packed_data::Limits;
use packed_data_schema::infer::{Inference, singular};
use packed_data_schema::{ScalarKind, Schema, Type, TypeIndex};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::json_input::note_rounded;
use crate::json_text::{Error, JsonText, Wide};
use crate::losses::Losses;
use crate::packing::{Done, Job};
use crate::source::{Source, without_mark};

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    /// Nothing is known: all are empty.
    Empty,
    Bool,
    Int,
    Float,
    Text,
    /// JSON, by the schema.
    Json,
}

impl Column {
    /// Returns what a text is by itself. Numbers are written as programs write them: others, such as `007`, are texts.
    fn of(text: &str) -> Self {
        let begins = text.strip_prefix('-').unwrap_or(text).as_bytes();
        match begins {
            _ if text == "true" || text == "false" => Self::Bool,
            [b'0', b'0'..=b'9', ..] => Self::Text,
            [b'0'..=b'9', ..] if begins.iter().all(u8::is_ascii_digit) => {
                if text != "-0" && is_integer(text) {
                    Self::Int
                } else {
                    Self::Text
                }
            }
            [b'0'..=b'9', ..] if begins.last().is_some_and(u8::is_ascii_digit) => match text.parse::<f64>() {
                Ok(value) if value.is_finite() && packed_data_schema::keeps_decimal(text, value) => Self::Float,
                _ => Self::Text,
            },
            _ => Self::Text,
        }
    }

    /// Returns what a column is that has cells of both kinds.
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (same, also) if same == also => same,
            (Self::Empty, other) | (other, Self::Empty) => other,
            (Self::Int, Self::Float) | (Self::Float, Self::Int) => Self::Float,
            _ => Self::Text,
        }
    }

    /// Returns what the cells of a field are.
    fn of_field(schema: &Schema, of: TypeIndex) -> Self {
        match schema.get(schema.packed(of)) {
            Type::Text => Self::Text,
            Type::Scalar(scalar) => match scalar.kind() {
                ScalarKind::Bool => Self::Bool,
                ScalarKind::Char => Self::Text,
                ScalarKind::Float => Self::Float,
                ScalarKind::Unsigned | ScalarKind::Signed => Self::Int,
                ScalarKind::Duration | ScalarKind::Time => Self::Json,
            },
            Type::Enum(of) if of.is_optional => match &of.constructors[1].fields[..] {
                [some] => Self::of_field(schema, some.of),
                _ => Self::Json,
            },
            Type::Enum(of) if of.constructors.iter().all(|of| of.fields.is_empty()) => Self::Text,
            _ => Self::Json,
        }
    }
}

fn is_integer(text: &str) -> bool {
    text.parse::<i128>().is_ok() || text.parse::<u128>().is_ok()
}

/// A cell: its text, and whether it was in quotation marks.
#[derive(Clone, Debug, Default)]
struct Cell {
    text: String,
    is_quoted: bool,
}

impl Cell {
    fn is_null(&self) -> bool {
        self.text.is_empty() && !self.is_quoted
    }
}

/// Reads lines.
struct Lines<'s> {
    name: &'s str,
    from: BufReader<&'s mut Source>,
    /// The number of the line that begins next, from 1.
    line: u64,
    done: u64,
}

impl<'s> Lines<'s> {
    fn new(name: &'s str, source: &'s mut Source) -> Outcome<Self> {
        source.rewind().map_err(|error| cannot_read(name, &error))?;
        let mut lines = Self { name, from: BufReader::with_capacity(64 << 10, source), line: 1, done: 0 };
        let first = lines.from.fill_buf().map_err(|error| cannot_read(name, &error))?;
        let mark = first.len() - without_mark(name, first)?.len();
        lines.from.consume(mark);
        Ok(lines)
    }

    fn failed(&self, line: u64, message: &str) -> Failure {
        Failure::of_file(self.name, format_args!("not CSV: {message}, at line {line}"))
    }

    fn byte(&mut self) -> Outcome<Option<u8>> {
        let next = self.from.fill_buf().map_err(|error| cannot_read(self.name, &error))?.first().copied();
        if next.is_some() {
            self.from.consume(1);
            self.done += 1;
            self.line += u64::from(next == Some(b'\n'));
        }
        Ok(next)
    }

    /// Reads the cells of a line; returns how many there are, 0 at the end. (`cells` may have more, for their memory.)
    fn next(&mut self, cells: &mut Vec<Cell>) -> Outcome<usize> {
        let first = self.line;
        let (mut count, mut bytes) = (0, Vec::new());
        let mut next = self.byte()?;
        if next.is_none() {
            return Ok(0);
        }
        loop {
            bytes.clear();
            let is_quoted = next == Some(b'"');
            if is_quoted {
                next = self.quoted(&mut bytes)?;
            } else {
                while let Some(byte) = next.filter(|byte| !matches!(byte, b',' | b'\n')) {
                    bytes.push(byte);
                    next = self.byte()?;
                }
            }
            let mut text = &bytes[..];
            if next != Some(b',') {
                match next {
                    Some(b'\r') if self.byte()? != Some(b'\n') => {
                        return Err(self.failed(first, "expected a line feed after a carriage return"));
                    }
                    _ if !is_quoted => text = text.strip_suffix(b"\r").unwrap_or(text),
                    _ => {}
                }
            }
            let text = str::from_utf8(text).map_err(|_| self.failed(first, "expected text in UTF-8"))?;
            if count == cells.len() {
                cells.push(Cell::default());
            }
            cells[count].text.clear();
            cells[count].text.push_str(text);
            cells[count].is_quoted = is_quoted;
            count += 1;
            if next != Some(b',') {
                return Ok(count);
            }
            next = self.byte()?;
        }
    }

    /// Reads what is in quotation marks, of which the first was read; returns the byte after it.
    fn quoted(&mut self, bytes: &mut Vec<u8>) -> Outcome<Option<u8>> {
        let first = self.line;
        loop {
            match self.byte()? {
                None => return Err(self.failed(first, "expected a quotation mark at the end of a cell")),
                Some(b'"') => match self.byte()? {
                    Some(b'"') => bytes.push(b'"'),
                    end @ (None | Some(b',' | b'\n' | b'\r')) => return Ok(end),
                    Some(_) => {
                        return Err(self.failed(first, "expected a comma after a cell in quotation marks"));
                    }
                },
                Some(byte) => bytes.push(byte),
            }
        }
    }
}

fn cannot_read(name: &str, error: &std::io::Error) -> Failure {
    Failure::Data(format!("cannot read {name}: {error}"))
}

/// The lines of a file, which is read several times.
struct Table<'j> {
    job: &'j Job<'j>,
    source: Source,
    names: Vec<String>,
    columns: Vec<Column>,
}

impl<'j> Table<'j> {
    /// Reads the names.
    fn new(job: &'j Job<'j>, mut source: Source) -> Outcome<Self> {
        let mut cells = Vec::new();
        let mut lines = Lines::new(job.name, &mut source)?;
        let count = lines.next(&mut cells)?;
        if count == 0 {
            return Err(Failure::of_file(job.name, "the file is empty: expected a line with the names of the columns"));
        }
        cells.truncate(count);
        let names: Vec<String> = cells.into_iter().map(|cell| cell.text).collect();
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(lines.failed(1, &format!("expected other names, found two columns {:?}", pair[0])));
        }
        let columns = vec![Column::Empty; names.len()];
        Ok(Self { job, source, names, columns })
    }

    /// Calls `f` with the number and the cells of each record, up to `most`.
    fn each(
        &mut self,
        console: &mut Console<'_>,
        what: &'static str,
        most: u64,
        f: &mut dyn FnMut(u64, &Row<'_>, &mut [Column]) -> Outcome,
    ) -> Outcome {
        let name = self.job.name;
        let size = self.source.size().map_err(|error| cannot_read(name, &error))?;
        let mut progress = console.progress(what, size);
        let mut lines = Lines::new(name, &mut self.source)?;
        let (mut cells, mut number, mut done) = (Vec::new(), 0, 0);
        lines.next(&mut cells)?;
        while number < most {
            let line = lines.line;
            let count = lines.next(&mut cells)?;
            match count {
                0 => break,
                1 if self.names.len() > 1 && cells[0].is_null() => continue,
                _ if count != self.names.len() => {
                    let message = format!("expected {} cells, found {count}", self.names.len());
                    return Err(lines.failed(line, &message));
                }
                _ => {}
            }
            let columns = self.columns.clone();
            let row = Row { names: &self.names, cells: &cells[..count], columns: &columns, wide: self.job.wide };
            f(number, &row, &mut self.columns)?;
            number += 1;
            progress.step(lines.done - std::mem::replace(&mut done, lines.done));
        }
        Ok(())
    }

    /// Infers the schema of the records: the columns first, then all else.
    fn infer(&mut self, console: &mut Console<'_>) -> Outcome<Schema> {
        let most = self.job.sample.unwrap_or(u64::MAX);
        self.each(console, "reading", most, &mut |_, row, columns| {
            for (cell, column) in row.cells.iter().zip(columns).filter(|(cell, _)| !cell.is_null()) {
                *column = column.join(Column::of(&cell.text));
            }
            Ok(())
        })?;
        let mut known = Inference::new();
        let name = self.job.name;
        self.each(console, "reading", most, &mut |number, row, _| {
            known.note(row).map_err(|error| Failure::of_file(name, format_args!("record {number}: {error}")))
        })?;
        if known.is_empty() {
            return Err(Failure::of_file(name, "expected a line after that with the names, found none"));
        }
        let type_name = singular(self.job.type_name);
        self.job.explain(console, &known, &type_name);
        Ok(known.schema(&type_name))
    }
}

impl Job<'_> {
    /// Packs the lines of a text in CSV.
    pub(crate) fn csv(&self, console: &mut Console<'_>, source: Source, losses: &mut Losses) -> Outcome<Done> {
        let mut table = Table::new(self, source)?;
        let schema = match &self.schema {
            None => table.infer(console)?,
            Some(schema) => {
                if let Type::Struct(of) = schema.get(schema.packed(0)) {
                    for (name, column) in table.names.iter().zip(&mut table.columns) {
                        let field = of.fields.iter().find(|field| field.name == *name);
                        *column = field.map_or(Column::Text, |field| Column::of_field(schema, field.of));
                    }
                }
                schema.clone()
            }
        };
        self.write(console, &schema, true, losses, &mut |console, codec, losses, put| {
            table.each(console, "packing", u64::MAX, &mut |number, row, _| {
                let mut note = |rounded: packed_data_schema::Rounded<'_>| note_rounded(losses, Some(number), &rounded);
                let written = codec.write_noting(row, &Limits::DEFAULT, &mut note);
                put(&written.map_err(|error| self.unfit(Some(number), &error))?)
            })
        })
    }
}

/// The cells of a line, as an object.
struct Row<'r> {
    names: &'r [String],
    cells: &'r [Cell],
    columns: &'r [Column],
    wide: Wide,
}

impl<'de> Deserializer<'de> for &Row<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Cells { row: self, next: 0 })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Cells<'r, 'de> {
    row: &'r Row<'de>,
    next: usize,
}

impl<'de> MapAccess<'de> for Cells<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(name) = self.row.names.get(self.next) else { return Ok(None) };
        seed.deserialize(serde::de::value::BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let (Some(cell), Some(column)) = (self.row.cells.get(self.next), self.row.columns.get(self.next)) else {
            return Err(Error::custom("a cell without a column"));
        };
        self.next += 1;
        seed.deserialize(Typed { cell, column: *column, wide: self.row.wide })
    }
}

/// A cell of a column.
struct Typed<'de> {
    cell: &'de Cell,
    column: Column,
    wide: Wide,
}

impl<'de> Deserializer<'de> for Typed<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.cell.text.as_str();
        match self.column {
            _ if self.cell.is_null() => return visitor.visit_unit(),
            Column::Bool => match text {
                "true" => return visitor.visit_bool(true),
                "false" => return visitor.visit_bool(false),
                _ => {}
            },
            Column::Int if is_integer(text) => return JsonText::new(text.as_bytes(), self.wide).integer(text, visitor),
            Column::Float => {
                if let Some(value) = text.parse::<f64>().ok().filter(|value| value.is_finite()) {
                    return visitor.visit_f64(value);
                }
            }
            Column::Json => {
                let mut from = JsonText::new(text.as_bytes(), self.wide);
                let value = from.deserialize_any(visitor)?;
                return from.end().map(|()| value);
            }
            _ => {}
        }
        visitor.visit_borrowed_str(text)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
