//! Columns in bytes: the directory, one column without the others, and values.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use packed_data::{Layout, Limits, Packable, Packed};
use packed_data_schema::{Codec, LayoutId, Schema, Type, Visit};

use crate::assemble::Assembler;
use crate::block::Integers;
use crate::cursor::{BlobsCursor, Cursor, Fault, IntegersCursor, take_varint};
use crate::encode::{AS_RECORDS, LAYOUT, RANKS, STATISTICS, STORED, VERSION};
use crate::error::{Error, ErrorKind};
use crate::select::Selection;
use crate::statistics::{self, Statistics, Stored};
use crate::tree::{ColumnSchema, Form, Kind};
use crate::values::{Column, ColumnValue};

/// Columns in bytes, whose directory was checked. `T` is the type of the values, if it is known.
///
/// ```
/// use packed_data::{Packable, Packed};
/// use packed_data_columns::{Columns, Options, encode};
///
/// #[derive(Packable)]
/// struct Order {
///     customer: String,
///     items: Vec<Item>,
/// }
///
/// #[derive(Packable)]
/// struct Item {
///     price: u32,
///     note: Option<String>,
/// }
///
/// let item = |price| Item { price, note: None };
/// let orders = [
///     Order { customer: "Ada".into(), items: vec![item(5), item(7)] },
///     Order { customer: "Bo".into(), items: vec![item(4)] },
/// ];
/// let bytes = encode(&Packed::<[Order]>::pack(&orders), Options::new());
///
/// let columns = Columns::<Order>::open(&bytes)?;
/// assert_eq!(columns.column::<u32>("items[].price")?.collect::<Vec<_>>(), [5, 7, 4]);
/// assert_eq!(columns.column::<&str>("customer")?.last(), Some("Bo"));
/// assert_eq!(columns.statistics("items[].note")?.nulls, 3);
/// # Ok::<(), packed_data_columns::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Columns<'b, T: ?Sized = ()> {
    raw: Raw<'b>,
    of: PhantomData<fn() -> T>,
}

/// The same, whatever the type of the values.
#[derive(Clone, Debug)]
pub(crate) struct Raw<'b> {
    tree: Tree<'b>,
    bytes: &'b [u8],
    records: u64,
    /// The number of values of each column, and its bytes.
    columns: Vec<(u64, Range<usize>)>,
    stored: Vec<Stored>,
    /// The section of the ranks.
    ranks: Option<Range<usize>>,
    /// The layout from which constructors that are not known are.
    layout: Option<LayoutId>,
}

/// The columns of the type, made for this value or for others too.
#[derive(Clone, Debug)]
enum Tree<'b> {
    Own(alloc::boxed::Box<ColumnSchema>),
    Shared(&'b ColumnSchema),
}

impl<'b, T: Packable> Columns<'b, T> {
    /// Checks the directory of columns of values of type `T`; it takes time linear in their number, and allocates for
    /// it. A column is checked when it is read.
    ///
    /// # Errors
    ///
    /// The directory is not that of the columns of such values.
    ///
    /// # Panics
    ///
    /// If the type has no usable schema: see [`Schema::of`].
    pub fn open(bytes: &'b [u8]) -> Result<Self, Error> {
        Ok(Self { raw: Raw::parse(Tree::Own(ColumnSchema::of::<T>().into()), bytes)?, of: PhantomData })
    }

    /// Returns all values in a layout; what takes memory is the result, and one block of each column.
    ///
    /// # Errors
    ///
    /// A column is not valid, or a value is not.
    pub fn decode<L: Layout>(&self) -> Result<Packed<[T], L>, Error>
    where
        [T]: Packable,
    {
        self.decode_range(0..self.len())
    }

    /// Returns the values with these numbers. If the columns have [places](crate::Options::group), those before the
    /// group of the first one are not looked at.
    ///
    /// # Errors
    ///
    /// A column is not valid, a value is not, or there are fewer values.
    pub fn decode_range<L: Layout>(&self, range: Range<u64>) -> Result<Packed<[T], L>, Error>
    where
        [T]: Packable,
    {
        let schema = Schema::of::<[T]>();
        let codec = schema.codec(L::ID)?;
        let mut writer = codec.writer();
        writer.is_other_layout(self.raw.layout.is_some_and(|layout| layout != L::ID));
        writer.begin(0, 0);
        let mut index = 0;
        // (The types have other numbers in the schema of a sequence.)
        let Type::Sequence { element, .. } = schema.root() else { return Err(Error::other_type()) };
        let tree = Tree::Own(ColumnSchema::of_type(&schema, *element).into());
        Raw { tree, ..self.raw.clone() }.assemble(range, None, |assembler| {
            writer.field(index);
            index += 1;
            assembler.value(&mut writer)
        })?;
        writer.end(1);
        Ok(Packed::from_bytes(writer.finish_unchecked()?)?)
    }
}

impl<'b> Columns<'b> {
    /// Checks the directory of columns of values of any type, given its columns.
    ///
    /// # Errors
    ///
    /// The directory is not that of these columns.
    pub fn open_by(tree: &'b ColumnSchema, bytes: &'b [u8]) -> Result<Self, Error> {
        Ok(Self { raw: Raw::parse(Tree::Shared(tree), bytes)?, of: PhantomData })
    }
}

impl<'b> Raw<'b> {
    fn parse(tree: Tree<'b>, bytes: &'b [u8]) -> Result<Self, Error> {
        let len = match &tree {
            Tree::Own(tree) => tree.len(),
            Tree::Shared(tree) => tree.len(),
        };
        let whole = bytes.len();
        let at = |rest: &[u8]| whole - rest.len();
        let fail = |expected, found: &str, rest: &[u8]| Error::unexpected(expected, found, at(rest), String::new());
        let end = |rest: &[u8]| fail("a number of the directory", "the end, or no number", rest);
        let [version, flags, rest @ ..] = bytes else {
            return Err(fail("a version and flags", "the end", &[]));
        };
        if *version != VERSION {
            return Err(Error::unexpected("the version 1", version, 0, String::new()));
        }
        if flags & !(STATISTICS | RANKS | LAYOUT) != 0 {
            return Err(Error::unexpected("flags that are known", flags, 1, String::new()));
        }
        let number = |rest: &mut &'b [u8]| -> Result<u64, Error> {
            let (value, after) = take_varint(rest).map_err(|_| end(rest))?;
            *rest = after;
            Ok(value)
        };
        let mut rest = rest;
        let records = number(&mut rest)?;
        let mut layout = None;
        if flags & LAYOUT != 0 {
            let name = rest.split_first().and_then(|(len, rest)| rest.split_at_checked((*len).into()));
            let known = name.and_then(|(name, after)| Some((core::str::from_utf8(name).ok()?.parse().ok()?, after)));
            let (known, after) = known.ok_or_else(|| fail("the name of a layout", "another one", rest))?;
            (layout, rest) = (Some(known), after);
        }
        let (mut columns, mut sizes, mut before) = (Vec::with_capacity(len), Vec::with_capacity(len), records);
        for _ in 0..len {
            before = number(&mut rest)?.checked_sub(1).unwrap_or(before);
            let size = if before > 0 { number(&mut rest)? } else { 0 };
            sizes.push((before, size));
        }
        let section = |rest: &mut &'b [u8]| -> Result<&'b [u8], Error> {
            let size = number(rest)?;
            let parts = usize::try_from(size).ok().and_then(|size| rest.split_at_checked(size));
            let (section, after) = parts.ok_or_else(|| fail("a section", "the end", rest))?;
            *rest = after;
            Ok(section)
        };
        let stored = if flags & STATISTICS != 0 { Some(section(&mut rest)?) } else { None };
        let ranks = if flags & RANKS != 0 {
            let section = section(&mut rest)?;
            Some(at(rest) - section.len()..at(rest))
        } else {
            None
        };
        let mut start = at(rest);
        for (count, size) in sizes {
            let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size));
            let end = end.filter(|end| *end <= whole).ok_or_else(|| fail("a column", "the end", &[]))?;
            columns.push((count, start..end));
            start = end;
        }
        if start != whole {
            return Err(Error::unexpected("the end", "more bytes", start, String::new()));
        }
        let mut this = Self { tree, bytes, records, columns, stored: Vec::new(), ranks, layout };
        this.check_counts()?;
        if let Some(mut rest) = stored {
            let mut all = Vec::with_capacity(len);
            for column in 0..len {
                let mut of = Stored::default();
                if this.columns[column].0 > 0 {
                    let found = statistics::take(this.tree(), column, rest);
                    let path = || this.tree().path(column);
                    (of, rest) =
                        found.ok_or_else(|| Error::unexpected("statistics", "other bytes", at(rest), path()))?;
                }
                all.push(of);
            }
            if !rest.is_empty() {
                return Err(Error::unexpected("the end of the statistics", "more bytes", 0, String::new()));
            }
            this.stored = all;
        }
        Ok(this)
    }

    /// Fails if a column claims more values than its bytes can have.
    fn check_counts(&self) -> Result<(), Error> {
        for (column, (count, span)) in self.columns.iter().enumerate() {
            let size = span.len() as u64;
            // (A block of integers has two bytes at least, and a column of strings one more.)
            let most = match self.tree().columns[column].form {
                Form::Integers(_) | Form::Blobs { .. } => size.saturating_mul(crate::block::BLOCK as u64),
                Form::Bytes { len: 0 } => 0,
                Form::Bytes { len } => size / len,
            };
            if *count > most {
                let path = self.tree().path(column);
                let found = alloc::format!("{count} in {size} bytes");
                return Err(Error::unexpected("values that the bytes of a column have", found, span.start, path));
            }
        }
        Ok(())
    }

    pub(crate) fn tree(&self) -> &ColumnSchema {
        match &self.tree {
            Tree::Own(tree) => tree,
            Tree::Shared(tree) => tree,
        }
    }

    pub(crate) fn count(&self, column: usize) -> u64 {
        self.columns[column].0
    }

    pub(crate) fn span(&self, column: usize) -> Range<usize> {
        self.columns[column].1.clone()
    }

    /// Returns a cursor at the beginning of a column.
    pub(crate) fn cursor(&self, column: usize) -> Result<Cursor<'b>, Error> {
        let (count, span) = &self.columns[column];
        let bytes = &self.bytes[span.clone()];
        let damaged = |fault| self.fault(fault, column, span.start);
        Ok(match self.tree().columns[column].form {
            Form::Integers(of) => Cursor::Integers(IntegersCursor::new(of, bytes, *count)),
            Form::Blobs { is_text: true } => Cursor::Texts(BlobsCursor::new(bytes, *count).map_err(damaged)?),
            Form::Blobs { is_text: false } => Cursor::Blobs(BlobsCursor::new(bytes, *count).map_err(damaged)?),
            Form::Bytes { len } => Cursor::Bytes { len: usize::try_from(len).unwrap_or(usize::MAX), rest: bytes },
        })
    }

    #[cold]
    pub(crate) fn fault(&self, fault: Fault, column: usize, offset: usize) -> Error {
        let path = self.tree().path(column);
        match fault {
            Fault::Over => Error::unexpected("as many values as the directory says", "fewer", offset, path),
            Fault::Expected(what) => Error::unexpected(what, "other bytes", offset, path),
        }
    }

    /// Reads a range of values. If it is all of them, all columns must end with them.
    fn assemble<'c>(
        &'c self,
        range: Range<u64>,
        selection: Option<&'c Selection>,
        mut each: impl FnMut(&mut Assembler<'c, 'b>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if range.start > range.end || range.end > self.records {
            let found = alloc::format!("{} to {}", range.start, range.end);
            return Err(Error::unexpected("numbers of values that there are", found, 0, String::new()));
        }
        let mut assembler = Assembler::new(self, selection)?;
        let ranks = self.ranks.clone().map(|span| self.read_ranks(span)).transpose()?;
        let mut next = 0;
        if let Some((group, ranks)) = &ranks
            && range.start >= *group
        {
            let number = range.start / group;
            let at: Vec<u64> = ranks.iter().map(|ranks| ranks[number as usize - 1]).collect();
            assembler.skip(&at)?;
            next = number * group;
        }
        struct Nothing;
        impl Visit<'_> for Nothing {}
        while next < range.end && !assembler.is_stopped() {
            if let Some((group, ranks)) = &ranks
                && next > range.start
                && next.is_multiple_of(*group)
            {
                let at: Vec<u64> = ranks.iter().map(|ranks| ranks[(next / group) as usize - 1]).collect();
                assembler.check_ranks(&at)?;
            }
            if next < range.start {
                assembler.value(&mut Nothing)?;
            } else {
                each(&mut assembler)?;
            }
            next += 1;
        }
        if range.end == self.records && !assembler.is_stopped() { assembler.check_end() } else { Ok(()) }
    }

    /// Reads the ranks: the records of a group, and for each column the number of its values before each group but the
    /// first.
    fn read_ranks(&self, span: Range<usize>) -> Result<(u64, Vec<Vec<u64>>), Error> {
        let wrong = |rest: &[u8]| Error::unexpected("ranks", "other bytes", span.end - rest.len(), String::new());
        let (group, mut rest) = take_varint(&self.bytes[span.clone()]).map_err(|_| wrong(&[]))?;
        if group == 0 {
            return Err(wrong(rest));
        }
        let groups = self.records.saturating_sub(1) / group;
        // (The ranks of each column take two bytes for 1024 groups at least, if they are not those of the records. So
        // do those of the records, which are not in the section: they are bounded by it.)
        if groups > (span.len() as u64).saturating_mul(crate::block::BLOCK as u64) {
            return Err(wrong(rest));
        }
        let mut all: Vec<Vec<u64>> = Vec::with_capacity(self.columns.len());
        for column in 0..self.columns.len() {
            let (code, after) = take_varint(rest).map_err(|_| wrong(rest))?;
            rest = after;
            let ranks = match code {
                AS_RECORDS => (1..=groups).map(|number| number * group).collect(),
                STORED => {
                    let mut cursor = IntegersCursor::new(Integers::Unsigned, rest, groups);
                    let mut ranks = Vec::new();
                    while let values @ [_, ..] = cursor.next_block().map_err(|_| wrong(rest))? {
                        ranks.extend_from_slice(values);
                    }
                    rest = &rest[rest.len() - cursor.rest()..];
                    ranks
                }
                same => {
                    usize::try_from(same - 2).ok().and_then(|same| all.get(same)).ok_or_else(|| wrong(rest))?.clone()
                }
            };
            if ranks.last().is_some_and(|last| *last > self.count(column)) || !ranks.is_sorted() {
                return Err(wrong(rest));
            }
            all.push(ranks);
        }
        if rest.is_empty() { Ok((group, all)) } else { Err(wrong(rest)) }
    }
}

impl<'b, T: ?Sized> Columns<'b, T> {
    /// Returns the columns of the type.
    pub fn tree(&self) -> &ColumnSchema {
        self.raw.tree()
    }

    /// Returns the number of values.
    pub fn len(&self) -> u64 {
        self.raw.records
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.raw.records == 0
    }

    /// Returns the number of values of a column, given by its number: less than [`ColumnSchema::len`].
    ///
    /// # Panics
    ///
    /// If there is no such column.
    pub fn count(&self, column: usize) -> u64 {
        self.raw.count(column)
    }

    /// Returns where the bytes of a column are, given by its number.
    ///
    /// # Panics
    ///
    /// If there is no such column.
    pub fn span(&self, column: usize) -> Range<usize> {
        self.raw.span(column)
    }

    fn find(&self, path: &str) -> Result<u32, Error> {
        self.tree().find(path).ok_or_else(|| Error::new(ErrorKind::NoColumn(path.into()), 0, path.into()))
    }

    /// Returns the column of the values to which a path leads, and does not look at the others.
    ///
    /// The steps of a path are the names of fields, and of constructors before those of their fields, separated by
    /// dots, and `[]` for the elements of a list or array; the entries of a map have the fields `key` and `value`. The
    /// `Some` of an optional value needs no step, nor does the only field of a newtype or constructor without a name.
    /// So the values of an optional field are those that are not null, and those in a list are the elements of all
    /// lists. Values within types that contain themselves have one column wherever they are in each other.
    ///
    /// # Errors
    ///
    /// There is no such column, its values are of another type, or it is not valid.
    pub fn column<V: ColumnValue<'b>>(&self, path: &str) -> Result<Column<'b, V>, Error> {
        let node = self.find(path)?;
        let (kind, other) = (self.tree().nodes[node as usize].kind, |found| {
            Error::new(ErrorKind::OtherColumn(V::NAME, found), 0, path.into())
        });
        let column = match kind {
            Kind::Scalar { scalar, column } if V::is(scalar) => column,
            Kind::Scalar { scalar, .. } | Kind::Wide { scalar, .. } => return Err(other(scalar.name())),
            Kind::Blob { blob: crate::tree::Blob::Text, column } if V::IS_TEXT => column,
            Kind::Blob { blob: crate::tree::Blob::Text, .. } => return Err(other("texts")),
            Kind::Blob { column, .. } | Kind::Bytes { column, .. } if V::IS_BYTES => column,
            Kind::Fields { tags: Some(tags), .. } if V::IS_NUMBER => tags,
            Kind::Sequence { lengths, .. } if V::IS_NUMBER => lengths,
            Kind::Blob { .. } | Kind::Bytes { .. } => return Err(other("bytes")),
            Kind::Fields { .. } => return Err(other("structs or enums")),
            Kind::Array { .. } | Kind::Sequence { .. } => return Err(other("lists")),
        };
        let column = column as usize;
        let cursor = self.raw.cursor(column)?;
        V::check(&self.raw, column, cursor)
    }

    /// Returns what the directory says of the values to which a path leads. It is not compared with the values: a
    /// hostile directory may lie.
    ///
    /// # Errors
    ///
    /// The path leads to no scalars, texts or bytes; or a dictionary is not valid.
    pub fn statistics(&self, path: &str) -> Result<Statistics, Error> {
        let mut fields = Vec::new();
        let found = self.tree().find_noting(path, &mut |field| fields.push(field));
        let node = found.ok_or_else(|| Error::new(ErrorKind::NoColumn(path.into()), 0, path.into()))?;
        let (Kind::Scalar { column, .. }
        | Kind::Wide { column, .. }
        | Kind::Blob { column, .. }
        | Kind::Bytes { column, .. }) = self.tree().nodes[node as usize].kind
        else {
            return Err(Error::new(ErrorKind::OtherColumn("scalars or texts", "parts"), 0, path.into()));
        };
        let column = column as usize;
        let count = self.count(column);
        let nulls = fields.last().and_then(|field| self.tree().option_around(*field));
        let nulls = nulls.map_or(0, |tags| self.count(tags as usize).saturating_sub(count));
        let Stored { range, has_nan } = self.raw.stored.get(column).cloned().unwrap_or_default();
        let distinct = match self.raw.cursor(column)? {
            Cursor::Texts(of) => of.distinct(),
            Cursor::Blobs(of) => of.distinct(),
            _ => None,
        };
        Ok(Statistics { count, nulls, range, has_nan, distinct })
    }

    /// Passes the parts of the values with these numbers to a visitor, as a [`Walker`](packed_data_schema::Walker) does
    /// for bytes: each value without its bytes. With a selection, only what it has; the columns of all else are not
    /// read.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    /// use packed_data_columns::{Columns, Options, Selection, encode};
    /// use packed_data_schema::{ScalarValue, TypeIndex, Visit};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(u64, String),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// /// Adds up numbers.
    /// struct Sum(u128);
    ///
    /// impl Visit<'_> for Sum {
    ///     fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
    ///         if let ScalarValue::Unsigned(value) = value {
    ///             self.0 += value;
    ///         }
    ///     }
    /// }
    ///
    /// let leaf = |number| Box::new(Tree::Leaf(number, "a long text".into()));
    /// let bytes = encode(&Packed::<[Tree]>::pack(&[Tree::Node(leaf(1), leaf(2))]), Options::new());
    ///
    /// let columns = Columns::<Tree>::open(&bytes)?;
    /// let without_texts = Selection::of_fields(columns.tree(), |_, _, field| field == "0" || field == "1")
    ///     .without(columns.tree(), "Leaf.1")?;
    /// let mut sum = Sum(0);
    /// columns.visit(0..columns.len(), Some(&without_texts), &mut sum)?;
    /// assert_eq!(sum.0, 3);
    /// # Ok::<(), packed_data_columns::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A column that is read is not valid. The parts before it were passed on.
    pub fn visit<V: Visit<'b>>(
        &self,
        range: Range<u64>,
        selection: Option<&Selection>,
        visit: &mut V,
    ) -> Result<(), Error> {
        self.raw.assemble(range, selection, |assembler| assembler.value(visit))
    }

    /// Packs the values with these numbers in the layout of `codec`, which has the schema of the columns, and passes on
    /// the bytes of each. They are checked.
    ///
    /// # Errors
    ///
    /// A column is not valid, a value is not, there are fewer values, or `each` fails.
    pub fn records<E: From<Error>>(
        &self,
        codec: &Codec<'_>,
        range: Range<u64>,
        limits: &Limits,
        mut each: impl FnMut(Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        if codec.schema() != self.tree().schema() {
            return Err(Error::other_type().into());
        }
        let mut failed = None;
        self.raw
            .assemble(range, None, |assembler| {
                let mut writer = codec.writer();
                writer.is_other_layout(self.raw.layout.is_some_and(|layout| layout != codec.layout()));
                assembler.value(&mut writer)?;
                let done = each(writer.finish(limits)?);
                done.map_err(|error| {
                    failed = Some(error);
                    Error::other_type()
                })
            })
            .map_err(|error| failed.unwrap_or_else(|| error.into()))
    }

    /// Checks all columns whole: what [`decode`](Self::decode) and [`records`](Self::records) check, but for the order
    /// of keys, and conditions of the program.
    ///
    /// # Errors
    ///
    /// A column is not valid.
    pub fn check(&self) -> Result<(), Error> {
        /// Receives parts, and nothing else.
        struct Parts;
        impl Visit<'_> for Parts {}
        self.visit(0..self.raw.records, None, &mut Parts)
    }
}

/// Decodes all values from columns, in a layout.
///
/// # Errors
///
/// The bytes are not columns of values of type `T`.
///
/// # Panics
///
/// If the type has no usable schema: see [`Schema::of`].
pub fn decode<T, L>(bytes: &[u8]) -> Result<Packed<[T], L>, Error>
where
    T: Packable,
    [T]: Packable,
    L: Layout,
{
    Columns::<T>::open(bytes)?.decode()
}
