//! Record batches from columns, without rows in between.

use packed_data_columns::{ColumnSchema, ColumnWalker, Columns, Encoder, Options as ColumnOptions, Selection};
use packed_data_schema::{Type, TypeIndex};

use crate::batch::BatchBuilder;
use crate::direct::{Finder, Source};
use crate::error::{Error, ErrorKind};
use crate::form::shown;
use crate::plan::{Route, RouteIndex};

/// The rows that are appended at once: few enough that a batch ends near its greatest number of bytes.
const CHUNK: usize = 1024;

/// Which columns of a type become columns of a batch as they are, and which by a walk over values. Made once for all
/// columns of the type.
///
/// ```
/// use packed_data::{Compact, Packed};
/// use packed_data_arrow::{BatchBuilder, ColumnReader, Options};
/// use packed_data_columns::{Columns, encode};
/// use packed_data_schema::{LayoutId, Schema};
///
/// let trades: Vec<(u32, Option<String>)> = (0..10_000).map(|number| (number, Some("PKD".into()))).collect();
/// let bytes = encode(&Packed::<[(u32, Option<String>)]>::pack(&trades), Default::default());
///
/// let schema = Schema::of::<(u32, Option<String>)>();
/// let codec = schema.codec(LayoutId::Compact)?;
/// let mut builder = BatchBuilder::new(&codec, &Options::new())?;
/// let reader = ColumnReader::new(&builder)?;
/// let columns = Columns::open_by(reader.tree(), &bytes)?;
/// let (mut rows, mut sizes) = (reader.rows(&builder, &columns)?, Vec::new());
/// while !rows.is_empty() {
///     builder.push_rows(&mut rows)?;
///     sizes.push(builder.finish()?.num_rows());
/// }
/// assert_eq!(sizes, [8192, 1808]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ColumnReader {
    tree: ColumnSchema,
    /// The fields that become columns as they are: the route, the type, and the number of the field; `None` if it is
    /// the value.
    direct: Vec<(RouteIndex, TypeIndex, Option<u32>)>,
    /// What is walked over; `None` if that is nothing.
    walked: Option<Selection>,
    /// How many newtypes are around the struct whose fields are the columns.
    around: usize,
}

/// Rows in columns that are not in a batch yet: see [`ColumnReader`].
#[derive(Debug)]
pub struct ColumnRows<'k, 'b> {
    sources: Vec<Source<'b>>,
    walker: Option<ColumnWalker<'k, 'b>>,
    left: u64,
    /// The bytes of all columns, which bound those of a record.
    bytes: usize,
}

impl ColumnReader {
    /// Returns a reader for the columns that a builder has. (The builder is one of the codec's type, not of elements.)
    ///
    /// # Errors
    ///
    /// None is known to happen.
    pub fn new(builder: &BatchBuilder<'_>) -> Result<Self, Error> {
        let codec = builder.codec();
        let schema = codec.schema();
        let plan = &builder.appender.plan;
        let tree = ColumnSchema::new(schema);
        let (mut root, mut around) = (plan.root, 0);
        while let Route::Through(inner) = plan.routes[root] {
            (root, around) = (inner, around + 1);
        }
        let is_struct = matches!(plan.routes[root], Route::Struct { column: None, .. });
        let mut this = Self { tree, direct: Vec::new(), walked: None, around };
        // (Which columns there are is known from those of no values.)
        let empty = Encoder::new(&this.tree, codec, ColumnOptions::new()).finish().map_err(invalid)?;
        let columns = Columns::open_by(&this.tree, &empty).map_err(invalid)?;
        let finder = Finder { plan, schema, columns: &columns };
        let of = shown(schema, 0);
        let has_own_columns = this.tree.has_own_columns();
        let mut walked = Vec::new();
        if let (true, Route::Struct { parts, .. }, Type::Struct(is)) = (is_struct, &plan.routes[root], schema.get(of)) {
            for ((number, field), part) in (0..).zip(&is.fields).zip(parts) {
                if part.column.is_none() {
                    continue;
                }
                let place = this.tree.field_of(this.root(), 0, number).filter(|_| has_own_columns);
                match finder.find(part.route, field.of, place).map_err(invalid)? {
                    Some(_) if !part.is_around => this.direct.push((part.route, field.of, Some(number))),
                    _ => walked.push(number),
                }
            }
            if !walked.is_empty() {
                let is_walked = |field| walked.contains(&field);
                this.walked = Some(Selection::of_types(&this.tree, |is, _, field| is != of || is_walked(field)));
            }
        } else {
            let place = Some(this.tree.values()).filter(|_| has_own_columns);
            match (finder.find(plan.root, 0, place).map_err(invalid)?, plan.top.first()) {
                (_, None) => {}
                (Some(_), Some(_)) => this.direct.push((plan.root, 0, None)),
                (None, Some(_)) => this.walked = Some(Selection::of_types(&this.tree, |_, _, _| true)),
            }
        }
        Ok(this)
    }

    /// Returns the columns of the type, by which bytes are opened.
    pub fn tree(&self) -> &ColumnSchema {
        &self.tree
    }

    /// Returns the rows of columns of the type, which were opened by [`tree`](Self::tree).
    ///
    /// # Errors
    ///
    /// A column that is needed is not valid, or the columns are those of another type.
    pub fn rows<'k, 'b>(
        &'k self,
        builder: &BatchBuilder<'_>,
        columns: &'k Columns<'b>,
    ) -> Result<ColumnRows<'k, 'b>, Error> {
        let schema = builder.codec().schema();
        if columns.tree().schema() != schema || self.tree.schema() != schema {
            return Err(Error::new(ErrorKind::Unfit("the columns are those of another type".into()), String::new()));
        }
        let finder = Finder { plan: &builder.appender.plan, schema, columns };
        let mut sources = Vec::with_capacity(self.direct.len());
        for (route, of, field) in &self.direct {
            let place = match field {
                Some(field) => self.tree.field_of(self.root(), 0, *field),
                None => Some(self.tree.values()),
            };
            sources.extend(finder.find(*route, *of, place).map_err(invalid)?);
        }
        let walker = self.walked.as_ref().map(|walked| columns.walker(Some(walked))).transpose().map_err(invalid)?;
        let bytes = (0..self.tree.len()).map(|column| columns.span(column).len()).sum();
        Ok(ColumnRows { sources, walker, left: columns.len(), bytes })
    }

    /// Returns the struct whose fields are the columns.
    fn root(&self) -> packed_data_columns::Part {
        (0..self.around).fold(self.tree.values(), |part, _| self.tree.field_of(part, 0, 0).unwrap_or(part))
    }
}

impl ColumnRows<'_, '_> {
    /// Returns the number of rows that are left.
    pub fn len(&self) -> u64 {
        self.left
    }

    /// Returns whether none are left.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }
}

impl BatchBuilder<'_> {
    /// Adds rows from columns, up to the last one or until the batch [is full](Self::is_full): the same as if each were
    /// added as a [record](Self::push). Columns that are not selected are not read.
    ///
    /// # Errors
    ///
    /// A column is not valid, or a column of the batch cannot hold a part. The rows since the last batch are lost then.
    pub fn push_rows(&mut self, rows: &mut ColumnRows<'_, '_>) -> Result<(), Error> {
        while rows.left > 0 && !self.is_full() {
            let left = usize::try_from(rows.left).unwrap_or(usize::MAX);
            let count = left.min(CHUNK).min(self.max_rows - self.rows);
            self.appender.begin_record(rows.bytes);
            for source in &mut rows.sources {
                self.appender.append(source, count);
            }
            let mut result = Ok(());
            if let Some(walker) = rows.walker.as_mut().filter(|_| self.appender.error.is_none()) {
                for index in 0..count as u64 {
                    self.appender.begin_record(rows.bytes);
                    result = walker.next(&mut self.appender).map_err(invalid);
                    if result.is_err() || self.appender.error.is_some() {
                        self.number += index;
                        break;
                    }
                }
            }
            rows.left -= count as u64;
            if result.is_ok() && rows.left == 0 && !rows.sources.iter().all(Source::is_over) {
                result = Err(Error::new(ErrorKind::Unfit(MORE.into()), String::new()));
            }
            self.end_records(result, count)?;
        }
        Ok(())
    }
}

/// What is wrong with columns that do not end with their records.
const MORE: &str = "invalid columns: expected as many values as the records have, found more";

fn invalid(error: packed_data_columns::Error) -> Error {
    Error::new(ErrorKind::Source(error.into()), String::new())
}
