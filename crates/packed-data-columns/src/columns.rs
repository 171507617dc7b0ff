//! Columns in bytes: the directory, one column without the others, and values.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use packed_data::{Layout, Limits, Packable, Packed};
use packed_data_model::visit::Nothing;
use packed_data_schema::{Codec, Schema, Type, Visit};

use crate::assemble::Walk;
use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::raw::{Raw, Tree};
use crate::select::Selection;
use crate::statistics::{Statistics, Stored};
use crate::tree::{Blob, ColumnSchema, Kind};
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
    pub(crate) raw: Raw<'b>,
    of: PhantomData<fn() -> T>,
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
        let mut writer = self.raw.writer(&codec);
        writer.count(range.end.saturating_sub(range.start));
        writer.begin(0, 0);
        let mut index = 0;
        // (The types have other numbers in the schema of a sequence.)
        let Type::Sequence { element, .. } = schema.root() else { return Err(Error::other_type()) };
        let tree = Tree::Own(ColumnSchema::of_type(&schema, *element).into());
        self.raw.clone().with_tree(tree).assemble(range, Walk::Written(&codec), |assembler| {
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

    /// Compares the number of values with one that is known from elsewhere.
    ///
    /// # Errors
    ///
    /// It is another one.
    pub fn require_len(&self, expected: u64) -> Result<(), Error> {
        let found = self.raw.records;
        if found == expected { Ok(()) } else { Err(Error::other_count(expected, found)) }
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
        self.column_of_node(self.find(path)?, || path.into())
    }

    /// Returns the column of a node; `path` is that of the node, for errors.
    pub(crate) fn column_of_node<V: ColumnValue<'b>>(
        &self,
        node: u32,
        path: impl Fn() -> alloc::string::String,
    ) -> Result<Column<'b, V>, Error> {
        match self.number_of::<V>(node) {
            Ok(column) => self.column_of_number(column),
            Err(found) => Err(Error::new(ErrorKind::OtherColumn(V::NAME, found), 0, path())),
        }
    }

    /// Returns the number of the column of a node; or what it has, if that are values of another type.
    pub(crate) fn number_of<V: ColumnValue<'b>>(&self, node: u32) -> Result<u32, &'static str> {
        match self.tree().nodes[node as usize].kind {
            Kind::Scalar { scalar, column } if V::is(scalar) => Ok(column),
            Kind::Scalar { scalar, .. } | Kind::Wide { scalar, .. } => Err(scalar.name()),
            Kind::Blob { blob: Blob::Text, column } if V::IS_TEXT => Ok(column),
            Kind::Blob { blob: Blob::Text, .. } => Err("texts"),
            Kind::Blob { column, .. } | Kind::Bytes { column, .. } if V::IS_BYTES => Ok(column),
            Kind::Fields { tags: Some(tags), .. } if V::IS_NUMBER => Ok(tags),
            Kind::Sequence { lengths, .. } if V::IS_NUMBER => Ok(lengths),
            Kind::Blob { .. } | Kind::Bytes { .. } => Err("bytes"),
            Kind::Fields { .. } => Err("structs or enums"),
            Kind::Array { .. } | Kind::Sequence { .. } => Err("lists"),
        }
    }

    pub(crate) fn column_of_number<V: ColumnValue<'b>>(&self, column: u32) -> Result<Column<'b, V>, Error> {
        V::check(&self.raw, column as usize, self.raw.cursor(column as usize)?)
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
        self.raw.assemble(range, selection.map_or(Walk::All, Walk::Selected), |assembler| assembler.value(visit))
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
        self.raw.assemble(range, Walk::Written(codec), |assembler| {
            let mut writer = self.raw.writer(codec);
            assembler.value(&mut writer)?;
            each(writer.finish(limits).map_err(Error::from)?)
        })
    }

    /// Checks all columns whole: what [`decode`](Self::decode) and [`records`](Self::records) check, but for the order
    /// of keys, and conditions of the program.
    ///
    /// # Errors
    ///
    /// A column is not valid.
    pub fn check(&self) -> Result<(), Error> {
        self.visit(0..self.raw.records, None, &mut Nothing)
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
