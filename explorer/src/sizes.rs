//! Where the bytes go, and what they would be in other layouts.

use std::collections::HashMap;
use std::io::{Read, Seek};

use packed_data::Limits;
use packed_data_schema::inspect::{Level, Totals, print_levels};
use packed_data_schema::{Codec, LayoutId};
use serde::Serialize;

use crate::Answer;
use crate::file::Explorer;

/// A step ends after so many bytes of values.
const STEP: usize = 4 << 20;
/// The approximate number of bytes of records that are converted to the other layouts.
const CONVERTED: u64 = 8 << 20;

/// Sums that are not complete.
pub(crate) struct Sizing {
    totals: Totals,
    next: usize,
    layouts: Vec<Row>,
    /// One record in `every` is converted.
    every: u64,
    converted: u64,
    unread: u64,
}

struct Row {
    into: Codec<'static>,
    bytes: u64,
    is_possible: bool,
}

/// The sums, or how far they are.
#[derive(Debug, Serialize)]
pub struct Sizes {
    /// The number of blocks that were added up.
    pub done: usize,
    /// The number of blocks.
    pub total: usize,
    /// The sums, once all is added up.
    pub sums: Option<Sums>,
}

/// Where the bytes of values go.
#[derive(Debug, Serialize)]
pub struct Sums {
    /// All bytes.
    pub bytes: u64,
    /// The number of records that could not be read.
    pub unread: u64,
    /// By kind: names and bytes.
    pub kinds: Vec<(&'static str, u64)>,
    /// By type, without its parts.
    pub types: Vec<(String, u64)>,
    /// The fields and lists, each after the one that contains it.
    pub fields: Vec<FieldSize>,
    /// What the values would take in each layout; `None` if it does not have all of them.
    pub layouts: Vec<(&'static str, Option<u64>)>,
    /// The number of records of which one was converted to the other layouts.
    pub every: u64,
}

/// A field or list, and the bytes of all its values with what they contain.
#[derive(Debug, Serialize)]
pub struct FieldSize {
    /// The path without numbers: `orders[].lines`.
    pub path: String,
    /// The last step of it.
    pub name: String,
    /// The index of the field or list that contains it.
    pub outer: Option<usize>,
    /// The number of bytes.
    pub bytes: u64,
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Adds up a few megabytes more, from the first block if `restarts`.
    ///
    /// # Errors
    ///
    /// A single value is not valid.
    pub fn sizes(&mut self, restarts: bool) -> Answer<Sizes> {
        let taken = self.sizing.take().filter(|_| !restarts);
        let mut sizing = match taken {
            Some(sizing) => sizing,
            None => self.begin(),
        };
        let total = match self.file() {
            None => {
                if let Some(fault) = self.validate(0)? {
                    return Err(fault.message);
                }
                let bytes = self.bytes(0)?;
                sizing.add(&self.codec, 0, bytes.get());
                sizing.next = 1;
                1
            }
            Some(file) => {
                let mut size = 0;
                while sizing.next < file.block_count() && size < STEP {
                    sizing.next += 1;
                    match file.block(sizing.next - 1) {
                        Ok(block) => {
                            for (at, number) in (0..block.len()).zip(block.first()..) {
                                let bytes = block.get(at).unwrap_or_default();
                                size += bytes.len();
                                match self.codec.validate(bytes, &Limits::DEFAULT) {
                                    Ok(_) => sizing.add(&self.codec, number, bytes),
                                    Err(_) => sizing.unread += 1,
                                }
                            }
                        }
                        Err(_) => {
                            let numbers = file.numbers(sizing.next - 1);
                            sizing.unread += numbers.map_or(0, |numbers| numbers.end - numbers.start);
                        }
                    }
                }
                file.block_count()
            }
        };
        let done = sizing.next;
        if done < total {
            self.sizing = Some(sizing);
            return Ok(Sizes { done, total, sums: None });
        }
        Ok(Sizes { done, total, sums: Some(sizing.sums(&self.codec)) })
    }

    fn begin(&self) -> Sizing {
        let schema = self.codec.schema();
        let codecs = LayoutId::ALL.into_iter().filter_map(|layout| schema.clone().into_codec(layout).ok());
        let layouts = codecs.map(|into| Row { into, bytes: 0, is_possible: true }).collect();
        let every = self.file().map_or(1, |file| (file.sizes().1 / CONVERTED).max(1));
        Sizing { totals: Totals::default(), next: 0, layouts, every, converted: 0, unread: 0 }
    }
}

impl Sizing {
    fn add(&mut self, codec: &Codec<'_>, number: u64, bytes: &[u8]) {
        self.totals.add(codec.schema(), codec.value(bytes));
        if !number.is_multiple_of(self.every) {
            return;
        }
        self.converted += bytes.len() as u64;
        for row in self.layouts.iter_mut().filter(|row| row.is_possible) {
            match codec.convert(bytes, &row.into, &Limits::DEFAULT) {
                Ok(bytes) => row.bytes += bytes.len() as u64,
                Err(_) => row.is_possible = false,
            }
        }
    }

    fn sums(self, codec: &Codec<'_>) -> Sums {
        let schema = codec.schema();
        let bytes = self.totals.bytes;
        let mut types: HashMap<String, u64> = HashMap::new();
        for (of, size) in &self.totals.types {
            *types.entry(schema.name_of(*of)).or_default() += size;
        }
        let mut types: Vec<_> = types.into_iter().collect();
        types.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let mut known: HashMap<Vec<Level>, usize> = HashMap::new();
        let mut fields = Vec::new();
        for (levels, size) in self.totals.fields() {
            let outer = levels.split_last().and_then(|(_, outer)| known.get(outer).copied());
            let name = levels.last().map(|last| print_levels(schema, &[*last])).unwrap_or_default();
            fields.push(FieldSize { path: print_levels(schema, &levels), name, outer, bytes: size });
            known.insert(levels, fields.len() - 1);
        }
        // (What was converted is a part of all.)
        let scaled = |size: u64| (size as f64 / self.converted.max(1) as f64 * bytes as f64).round() as u64;
        let layouts =
            self.layouts.iter().map(|row| (row.into.layout().name(), row.is_possible.then(|| scaled(row.bytes))));
        Sums {
            bytes,
            unread: self.unread,
            kinds: self.totals.kinds.iter().map(|(kind, size)| (kind.name(), *size)).collect(),
            types,
            fields,
            layouts: layouts.collect(),
            every: self.every,
        }
    }
}
