//! Columns that become those of a batch as they are: without a walk over values.

use packed_data_columns::{Column, ColumnValue, Columns, Number, Part, ScalarColumn};
use packed_data_schema::{Schema, Type, TypeIndex};

use crate::append::Appender;
use crate::column::Data;
use crate::error::ErrorKind;
use crate::kind::{ColumnIndex, ColumnKind};
use crate::plan::{Plan, Route, RouteIndex};

/// The values that a column of a batch gets, in order.
#[derive(Debug)]
pub(crate) struct Source<'b> {
    column: ColumnIndex,
    values: Values<'b>,
}

#[derive(Debug)]
enum Values<'b> {
    Scalars(ScalarColumn<'b>),
    Text(Column<'b, &'b str>),
    Bytes(Column<'b, &'b [u8]>),
    /// The numbers of constructors without data, and how many there are.
    Names(Column<'b, Number>, u64),
    Struct(Vec<Source<'b>>),
    /// The number of the constructor of an `Option`, and the values of `Some`, which are those of the same column.
    Optional(Column<'b, Number>, Box<Source<'b>>),
    /// The numbers of elements, and the elements.
    List(Column<'b, Number>, Box<Source<'b>>),
}

/// Finds the sources of the columns of a batch.
pub(crate) struct Finder<'f, 'b> {
    pub(crate) plan: &'f Plan,
    pub(crate) schema: &'f Schema,
    pub(crate) columns: &'f Columns<'b>,
}

/// A source; `None` if the column can only be filled by a walk.
type Found<'b> = Result<Option<Source<'b>>, packed_data_columns::Error>;

impl<'b> Finder<'_, 'b> {
    /// Returns the source of what a route appends, given the type of the values and where they are.
    pub(crate) fn find(&self, route: RouteIndex, of: TypeIndex, part: Option<Part>) -> Found<'b> {
        let (Some(part), tree) = (part, self.columns.tree()) else { return Ok(None) };
        let found = |column, values| Ok(Some(Source { column, values }));
        match (&self.plan.routes[route], self.schema.get(self.schema.packed(of))) {
            (Route::Leaf(column), Type::Scalar(_)) => {
                let scalars = self.columns.scalars_of(part)?;
                Ok(scalars.map(|scalars| Source { column: *column, values: Values::Scalars(scalars) }))
            }
            (Route::Leaf(column), Type::Text) => self.open(*column, part, Values::Text),
            (Route::Bytes { column, .. }, Type::Sequence { .. } | Type::Array { .. }) => {
                self.open(*column, part, Values::Bytes)
            }
            (Route::Names(column), Type::Enum(of)) => {
                self.open(*column, part, |tags| Values::Names(tags, of.constructors.len() as u64))
            }
            (Route::Through(inner), Type::Struct(of)) => match &of.fields[..] {
                [only] => self.find(*inner, only.of, tree.field_of(part, 0, 0)),
                _ => Ok(None),
            },
            (Route::Struct { column: Some(column), parts }, Type::Struct(of)) => {
                let mut sources = Vec::with_capacity(parts.len());
                for ((number, field), to) in (0..).zip(&of.fields).zip(parts) {
                    match self.find(to.route, field.of, tree.field_of(part, 0, number))? {
                        Some(source) => sources.push(source),
                        None => return Ok(None),
                    }
                }
                found(*column, Values::Struct(sources))
            }
            (Route::Optional { column, is_around: false, some }, Type::Enum(of)) => {
                let inner = of.constructors.get(1).and_then(|some| some.fields.first());
                let Some(inner) = inner else { return Ok(None) };
                match self.find(*some, inner.of, tree.field_of(part, 1, 0))? {
                    Some(some) => self.open(*column, part, |tags| Values::Optional(tags, Box::new(some))),
                    None => Ok(None),
                }
            }
            (Route::List { column, element }, Type::Sequence { element: of, .. } | Type::Sorted { element: of }) => {
                match self.find(*element, *of, tree.element_of(part))? {
                    Some(element) => self.open(*column, part, |lengths| Values::List(lengths, Box::new(element))),
                    None => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    fn open<V: ColumnValue<'b> + 'b>(
        &self,
        column: ColumnIndex,
        part: Part,
        values: impl FnOnce(Column<'b, V>) -> Values<'b>,
    ) -> Found<'b> {
        // (It may be stored in another way: an enum of one constructor has no tags.)
        Ok(self.columns.column_if(part)?.map(|found| Source { column, values: values(found) }))
    }
}

impl Source<'_> {
    /// Returns whether all values were appended.
    pub(crate) fn is_over(&self) -> bool {
        match &self.values {
            Values::Scalars(scalars) => scalars.is_empty(),
            Values::Text(values) => values.is_empty(),
            Values::Bytes(values) => values.is_empty(),
            Values::Names(tags, _) => tags.is_empty(),
            Values::Struct(sources) => sources.iter().all(Source::is_over),
            Values::Optional(tags, inner) | Values::List(tags, inner) => tags.is_empty() && inner.is_over(),
        }
    }
}

/// Why values are not appended; the appender has the error if it is one of Arrow.
enum Lack {
    Values,
    /// What was expected in the column of an enum or of lengths.
    Expected(&'static str),
    Reported,
}

impl Appender {
    /// Appends values to a column: `count`, or, with a mask, those where it is set, and nulls elsewhere. Notes an error
    /// if the source has fewer, or wrong ones.
    pub(crate) fn append(&mut self, source: &mut Source<'_>, count: usize) {
        let what = match self.append_masked(source, count, None) {
            Ok(()) | Err(Lack::Reported) => return,
            Err(Lack::Values) => "as many values as the records have, found fewer",
            Err(Lack::Expected(what)) => what,
        };
        let error = ErrorKind::Unfit(format!("invalid columns: expected {what}"));
        self.error.get_or_insert((error, Some(source.column)));
    }

    fn append_masked(&mut self, source: &mut Source<'_>, count: usize, mask: Option<&[bool]>) -> Result<(), Lack> {
        let present = mask.map_or(count, |mask| mask.iter().filter(|is_there| **is_there).count());
        let column = source.column;
        if let Values::Optional(tags, some) = &mut source.values {
            // (The nulls are those of the values in it.)
            let mut tags = read(tags, present)?.into_iter();
            let mut is_some = |is_there: bool| match if is_there { tags.next() } else { Some(Number(0)) } {
                Some(Number(0)) => Ok(false),
                Some(Number(1)) => Ok(true),
                _ => Err(Lack::Expected("0 or 1 for an optional value, found another number")),
            };
            let mask = match mask {
                Some(mask) => mask.iter().map(|is_there| is_some(*is_there)).collect::<Result<Vec<_>, _>>()?,
                None => (0..count).map(|_| is_some(true)).collect::<Result<Vec<_>, _>>()?,
            };
            return self.append_masked(some, count, Some(&mask));
        }
        let of = &mut self.columns[column];
        if let Some(nulls) = &mut of.nulls {
            match mask {
                Some(mask) => nulls.append_slice(mask),
                None => nulls.append_n_non_nulls(count),
            }
        }
        self.taken = self.taken.saturating_add(of.width.saturating_mul(count));
        match (&mut source.values, &mut of.data) {
            (Values::Scalars(ScalarColumn::U8(values)), Data::U8(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::U16(values)), Data::U16(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::U32(values)), Data::U32(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::U64(values)), Data::U64(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::I8(values)), Data::I8(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::I16(values)), Data::I16(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::I32(values)), Data::I32(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::I64(values)), Data::I64(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::F32(values)), Data::F32(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::F64(values)), Data::F64(to)) => numbers(values, present, mask, to),
            (Values::Scalars(ScalarColumn::Bool(values)), Data::Bool(to)) => {
                let mut all = Vec::with_capacity(count);
                numbers(values, present, mask, &mut all)?;
                to.append_slice(&all);
                Ok(())
            }
            (Values::Scalars(ScalarColumn::Char(values)), Data::Bytes { .. }) => {
                let mut utf8 = [0; 4];
                self.append_bytes(column, count, mask, |bytes| {
                    bytes.extend_from_slice(values.next()?.encode_utf8(&mut utf8).as_bytes());
                    Some(())
                })
            }
            (Values::Text(values), Data::Bytes { .. }) => self.append_bytes(column, count, mask, |bytes| {
                bytes.extend_from_slice(values.next()?.as_bytes());
                Some(())
            }),
            (Values::Bytes(values), Data::Bytes { .. }) => self.append_bytes(column, count, mask, |bytes| {
                bytes.extend_from_slice(values.next()?);
                Some(())
            }),
            (Values::Bytes(values), Data::FixedBytes { count: have, bytes }) => {
                let ColumnKind::FixedBytes(len) = self.plan.columns[column].kind else { return Err(Lack::Values) };
                *have += count;
                for index in 0..count {
                    if is_there(mask, index) {
                        bytes.extend_from_slice(values.next().ok_or(Lack::Values)?);
                    } else {
                        bytes.resize(bytes.len() + len.unsigned_abs() as usize, 0);
                    }
                }
                Ok(())
            }
            (Values::Names(tags, constructors), data) => {
                let mut tags = read(tags, present)?.into_iter();
                for index in 0..count {
                    let tag = if is_there(mask, index) { tags.next().ok_or(Lack::Values)? } else { Number(0) };
                    if tag.0 >= *constructors {
                        return Err(Lack::Expected("the number of a constructor, found another one"));
                    }
                    // (There are less than 2^32.)
                    data.push_tag(tag.0 as u32);
                }
                Ok(())
            }
            (Values::Struct(sources), Data::Count(have)) => {
                *have += count;
                sources.iter_mut().try_for_each(|source| self.append_masked(source, count, mask))
            }
            (Values::List(lengths, elements), Data::Ends(_)) => {
                let mut lengths = read(lengths, present)?.into_iter();
                let start = self.columns[elements.column].len() as u64;
                let mut end = start;
                for index in 0..count {
                    if is_there(mask, index) {
                        end = end.saturating_add(lengths.next().ok_or(Lack::Values)?.0);
                    }
                    let Ok(offset) = i32::try_from(end) else { return self.too_large(column) };
                    if let Data::Ends(ends) = &mut self.columns[column].data {
                        ends.push(offset);
                    }
                }
                self.append_masked(elements, (end - start) as usize, None)
            }
            _ => Err(Lack::Values),
        }
    }

    fn append_bytes(
        &mut self,
        column: ColumnIndex,
        count: usize,
        mask: Option<&[bool]>,
        mut next: impl FnMut(&mut Vec<u8>) -> Option<()>,
    ) -> Result<(), Lack> {
        let Data::Bytes { offsets, bytes } = &mut self.columns[column].data else { return Err(Lack::Values) };
        let before = bytes.len();
        offsets.reserve(count);
        for index in 0..count {
            if is_there(mask, index) {
                next(bytes).ok_or(Lack::Values)?;
            }
            match i32::try_from(bytes.len()) {
                Ok(end) => offsets.push(end),
                Err(_) => return self.too_large(column),
            }
        }
        self.taken = self.taken.saturating_add(bytes.len() - before);
        Ok(())
    }

    #[cold]
    fn too_large(&mut self, column: ColumnIndex) -> Result<(), Lack> {
        self.error.get_or_insert((ErrorKind::TooLarge, Some(column)));
        Err(Lack::Reported)
    }
}

fn is_there(mask: Option<&[bool]>, index: usize) -> bool {
    mask.is_none_or(|mask| mask[index])
}

fn read(column: &mut Column<'_, Number>, count: usize) -> Result<Vec<Number>, Lack> {
    let mut numbers = Vec::new();
    if column.read(count, &mut numbers) == count { Ok(numbers) } else { Err(Lack::Values) }
}

/// Appends `present` values; with a mask, where it is set, and zeros elsewhere.
fn numbers<'b, V: ColumnValue<'b> + Copy + Default + 'b>(
    values: &mut Column<'b, V>,
    present: usize,
    mask: Option<&[bool]>,
    to: &mut Vec<V>,
) -> Result<(), Lack> {
    let from = to.len();
    if values.read(present, to) != present {
        return Err(Lack::Values);
    }
    if let Some(mask) = mask {
        to.resize(from + mask.len(), V::default());
        // (From the end, each value goes to its place, which is not before the one where it is.)
        let (to, mut next) = (&mut to[from..], present);
        for (index, is_there) in mask.iter().enumerate().rev() {
            next -= usize::from(*is_there);
            to[index] = if *is_there { to[next] } else { V::default() };
        }
    }
    Ok(())
}
