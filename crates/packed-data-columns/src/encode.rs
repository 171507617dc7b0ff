//! Values to columns.

use alloc::vec::Vec;

use packed_data::packed::Buffer;
use packed_data::{Layout, Limits, Packable, Packed};
use packed_data_schema::{Codec, LayoutId, Schema, Walker};

use crate::block::Integers;
use crate::error::Error;
use crate::integers::{IntegersBuilder, put_varint};
use crate::options::Options;
use crate::shred::Shredder;
use crate::statistics::Of;
use crate::tree::{Blob, ColumnSchema, Kind, Role};

/// The version of the bytes: the first of them.
pub(crate) const VERSION: u8 = 1;

/// What the directory has, as bits of the second byte.
pub(crate) const STATISTICS: u8 = 1;
pub(crate) const RANKS: u8 = 2;
pub(crate) const LAYOUT: u8 = 4;

/// In the ranks of a column: that they are the numbers of records, or that they are stored. Other numbers, less two,
/// are those of columns with the same ranks.
pub(crate) const AS_RECORDS: u64 = 0;
pub(crate) const STORED: u64 = 1;

/// Encodes values, one after the other.
///
/// ```
/// use packed_data::{Limits, Packable, Packed};
/// use packed_data_columns::{ColumnSchema, Columns, Encoder, Options};
/// use packed_data_schema::{LayoutId, Schema};
///
/// #[derive(Packable)]
/// struct Reading {
///     sensor: String,
///     value: f64,
/// }
///
/// // A schema, and values, from a file or a message.
/// let schema = Schema::of::<Reading>();
/// let columns = ColumnSchema::new(&schema);
/// let codec = schema.codec(LayoutId::Compact)?;
/// let mut encoder = Encoder::new(&columns, &codec, Options::new());
/// for value in [0.5, 0.25] {
///     let reading = Packed::<Reading>::pack(&Reading { sensor: "west".into(), value });
///     encoder.push(reading.as_bytes(), &Limits::DEFAULT)?;
/// }
/// let bytes = encoder.finish()?;
/// assert_eq!(Columns::open_by(&columns, &bytes)?.column::<f64>("value")?.sum::<f64>(), 0.75);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Encoder<'s> {
    tree: &'s ColumnSchema,
    shredder: Shredder<'s>,
    walker: Walker<'s>,
    options: Options,
    /// The error of a record, of which parts may be in the columns.
    failed: Option<Error>,
}

impl<'s> Encoder<'s> {
    /// Returns an encoder without values, of the type of `columns`, in the layout of `codec`, which has the same
    /// schema.
    pub fn new(columns: &'s ColumnSchema, codec: &'s Codec<'s>, options: Options) -> Self {
        let shredder = Shredder::new(columns, codec, options);
        let mut this = Self { tree: columns, shredder, walker: Walker::new(codec), options, failed: None };
        if codec.schema() != columns.schema() {
            this.failed = Some(Error::other_type());
        }
        this
    }

    /// Checks that `bytes` are one value, and adds it.
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type. Then all that follows is the same error.
    pub fn push(&mut self, bytes: &[u8], limits: &Limits) -> Result<(), Error> {
        self.shredder.record();
        self.fail()?;
        let done = self.walker.check(bytes, limits, &mut self.shredder);
        done.map(drop).map_err(|error| self.failed.insert(error.into()).clone())
    }

    /// Adds a value that was checked. Bytes that are not a value cause wrong columns, or a panic.
    pub fn push_checked(&mut self, bytes: &[u8]) {
        self.shredder.record();
        let value = self.walker.codec().value(bytes);
        let _ = self.walker.value(&value, &mut self.shredder);
    }

    fn fail(&self) -> Result<(), Error> {
        self.failed.clone().map_or(Ok(()), Err)
    }

    /// Returns the number of values.
    pub fn len(&self) -> u64 {
        self.shredder.records
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the columns.
    ///
    /// # Errors
    ///
    /// A value that was pushed is not valid.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        self.fail()?;
        Ok(finish(self.tree, self.shredder, self.options, self.walker.codec().layout()))
    }
}

/// Encodes all values of a packed sequence.
///
/// ```
/// use packed_data::{Compact, Packable, Packed};
/// use packed_data_columns::{Options, decode, encode};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(u32),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let node = |left, right| Tree::Node(Box::new(Tree::Leaf(left)), Box::new(Tree::Leaf(right)));
/// let trees = Packed::<[Tree]>::pack(&[node(1, 2), Tree::Leaf(3), node(4, 5)]);
/// let bytes = encode(&trees, Options::new());
/// assert_eq!(decode::<Tree, Compact>(&bytes)?.as_bytes(), trees.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the type has no usable schema: see [`Schema::of`].
pub fn encode<T, L>(values: &Packed<[T], L, impl Buffer>, options: Options) -> Vec<u8>
where
    T: Packable,
    [T]: Packable,
    L: Layout,
{
    let tree = ColumnSchema::of::<T>();
    let schema = Schema::of::<[T]>();
    // (A layout has a type if values of it were packed.)
    let Ok(codec) = schema.codec(L::ID) else { unreachable!() };
    let mut shredder = Shredder::new(&tree, &codec, options);
    shredder.records();
    let _ = Walker::new(&codec).value(&codec.value(values.as_bytes()), &mut shredder);
    finish(&tree, shredder, options, L::ID)
}

impl ColumnSchema {
    /// Returns the columns of `T`.
    ///
    /// # Panics
    ///
    /// If the type has no usable schema: see [`Schema::of`].
    pub fn of<T: Packable>() -> Self {
        Self::new(&Schema::of::<T>())
    }
}

fn finish(tree: &ColumnSchema, shredder: Shredder<'_>, options: Options, layout: LayoutId) -> Vec<u8> {
    let records = shredder.records;
    let ranks = shredder.ranks;
    let mut statistics = Vec::new();
    let columns: Vec<(u64, Vec<u8>)> =
        shredder.columns.into_iter().map(|column| column.finish(&mut statistics)).collect();
    // (What an unknown constructor has is bytes of the layout from which it came.)
    let has_unknown = tree.columns.iter().zip(&columns).any(|(of, (count, _))| match of.role {
        Role::Values(node) if *count > 0 => {
            matches!(tree.nodes[node as usize].kind, Kind::Blob { blob: Blob::Unknown, .. })
        }
        _ => false,
    });
    let has_ranks = ranks.iter().any(|ranks| !ranks.is_empty());
    let mut out = Vec::with_capacity(columns.iter().map(|(_, bytes)| bytes.len() + 8).sum());
    out.push(VERSION);
    let bit = |has, bit| if has { bit } else { 0 };
    out.push(bit(options.statistics, STATISTICS) | bit(has_ranks, RANKS) | bit(has_unknown, LAYOUT));
    put_varint(records, &mut out);
    if has_unknown {
        let name = layout.name();
        out.push(name.len() as u8);
        out.extend_from_slice(name.as_bytes());
    }
    let mut before = records;
    for (count, bytes) in &columns {
        put_varint(if *count == before { 0 } else { count + 1 }, &mut out);
        if *count > 0 {
            put_varint(bytes.len() as u64, &mut out);
        }
        before = *count;
    }
    if options.statistics {
        put_varint(statistics.len() as u64, &mut out);
        out.append(&mut statistics);
    }
    if has_ranks {
        let mut section = Vec::new();
        put_ranks(&ranks, options.group.into(), &mut section);
        put_varint(section.len() as u64, &mut out);
        out.append(&mut section);
    }
    columns.iter().for_each(|(_, bytes)| out.extend_from_slice(bytes));
    out
}

fn put_ranks(ranks: &[Vec<u64>], group: u64, out: &mut Vec<u8>) {
    put_varint(group, out);
    let mut known = alloc::collections::BTreeMap::new();
    for (column, ranks) in ranks.iter().enumerate() {
        if ranks.iter().zip(1..).all(|(rank, number)| *rank == group * number) {
            put_varint(AS_RECORDS, out);
            continue;
        }
        match known.get(ranks) {
            Some(same) => put_varint(2 + *same as u64, out),
            None => {
                known.insert(ranks, column);
                put_varint(STORED, out);
                let mut values = IntegersBuilder::new(Integers::Unsigned, Of::Nothing, false);
                ranks.iter().for_each(|rank| values.push(*rank));
                out.extend_from_slice(&values.finish(&mut Vec::new()));
            }
        }
    }
}
