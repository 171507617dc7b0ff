//! Conditions on values in columns: only the columns that a condition names are read.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use packed_data::Limits;
use packed_data_schema::filter::{Atom, Condition, Filter, Logic};
use packed_data_schema::path::{self, PathError};
use packed_data_schema::{Schema, Type, TypeIndex};

use crate::columns::Columns;
use crate::error::Error;
use crate::part::{Part, ScalarColumn};
use crate::partial::PartialReader;
use crate::tree::ColumnSchema;
use crate::values::{Column, Number};

/// How many values are tested at once.
const CHUNK: usize = 1024;

/// A condition that is tested on the columns that it names.
///
/// Scalars of up to 64 bits, texts and names of constructors that every value has, also as optional ones, are taken
/// from their columns. If a path leads elsewhere, the parts of each value are packed, and tested as a value.
///
/// ```
/// use packed_data::Packed;
/// use packed_data_columns::{ColumnFilter, Columns, Options, PartialReader, encode};
/// use packed_data_schema::LayoutId;
/// use packed_data_schema::filter::{Condition, Logic};
///
/// let values: Vec<(u32, String)> = (0..100).map(|number| (number, "a text".into())).collect();
/// let bytes = encode(&Packed::<[(u32, String)]>::pack(&values), Options::new());
/// let columns = Columns::<(u32, String)>::open(&bytes)?;
/// let tree = columns.tree();
///
/// let condition = Condition::parse("[0] >= 97", tree.schema(), 0)?;
/// let paths: Vec<_> = condition.paths().into_iter().cloned().collect();
/// let reader = PartialReader::new(tree, LayoutId::Compact, &paths)?.expect("such values can be packed");
/// let filter = ColumnFilter::new(&reader, tree, &condition, Logic::TwoValued)?;
/// assert_eq!(filter.matching(&columns, 0..100, &Default::default())?, [97, 98, 99]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ColumnFilter<'r> {
    reader: &'r PartialReader,
    filter: Filter<'r>,
    /// The type and the place of the part of each path, if each value has them all.
    places: Option<Vec<(TypeIndex, Part)>>,
}

impl<'r> ColumnFilter<'r> {
    /// Compiles a condition, given a reader of the parts that it tests.
    ///
    /// # Errors
    ///
    /// A path leads nowhere, or what should be a regular expression is none.
    pub fn new(
        reader: &'r PartialReader,
        tree: &ColumnSchema,
        condition: &Condition,
        logic: Logic,
    ) -> Result<Self, PathError> {
        let filter = Filter::new(reader.codec(), 0, condition, logic)?;
        let place = |path: &path::Path| {
            let (parts, of) = path::indices(tree.schema(), 0, &path.steps)?;
            let mut fields = parts.iter().map(|index| u32::try_from(*index).ok());
            let place = fields.try_fold(tree.values(), |part, field| tree.field_of(part, 0, field?))?;
            Some((of, place))
        };
        let places = condition.paths().into_iter().map(place).collect::<Option<_>>();
        Ok(Self { reader, filter, places: places.filter(|_| tree.has_own_columns()) })
    }

    /// Returns the numbers of the values in a range that fulfil the condition.
    ///
    /// # Errors
    ///
    /// A column that is read is not valid, a part is not, or there are fewer values.
    pub fn matching<T: ?Sized>(
        &self,
        columns: &Columns<'_, T>,
        range: Range<u64>,
        limits: &Limits,
    ) -> Result<Vec<u64>, Error> {
        if let Some(found) = self.by_atoms(columns, range.clone())? {
            return Ok(found);
        }
        let mut found = Vec::new();
        self.reader.read(columns, range, limits, |number, record| {
            if self.filter.matches_bytes(&record) {
                found.push(number);
            }
            Ok::<(), Error>(())
        })?;
        Ok(found)
    }

    /// Does the same with the values of columns; `None` if a part has none.
    fn by_atoms<T: ?Sized>(&self, columns: &Columns<'_, T>, range: Range<u64>) -> Result<Option<Vec<u64>>, Error> {
        let Some(places) = &self.places else { return Ok(None) };
        if range.end > columns.len() {
            return Err(Error::no_value(range.end));
        }
        let mut parts = Vec::with_capacity(places.len());
        for (of, place) in places {
            match Atoms::open(columns, columns.tree().schema(), *of, *place, MAX_NESTED)? {
                Some(atoms) => parts.push(atoms),
                None => return Ok(None),
            }
        }
        let mut atoms = alloc::vec![Vec::with_capacity(CHUNK); parts.len()];
        let mut row = alloc::vec![Atom::Null; parts.len()];
        let (mut found, mut next) = (Vec::new(), 0);
        while next < range.end {
            let count = usize::try_from(range.end - next).unwrap_or(CHUNK).min(CHUNK);
            for (part, atoms) in parts.iter_mut().zip(&mut atoms) {
                atoms.clear();
                part.read(count, atoms)?;
                if atoms.len() != count {
                    return Err(Error::other_count(range.end, next + atoms.len() as u64));
                }
            }
            for index in 0..count {
                let number = next + index as u64;
                row.iter_mut().zip(&atoms).for_each(|(row, atoms)| *row = atoms[index]);
                match self.filter.matches_atoms(&row) {
                    Some(true) if number >= range.start => found.push(number),
                    Some(_) => {}
                    None => return Ok(None),
                }
            }
            next += count as u64;
        }
        if range.end == columns.len() && !parts.iter().all(Atoms::is_over) {
            return Err(Error::other_count(columns.len(), columns.len() + 1));
        }
        Ok(Some(found))
    }
}

/// The greatest number of types around a scalar that are one field or an `Option`.
const MAX_NESTED: u32 = 64;

/// The values of a part, in order.
enum Atoms<'b, 's> {
    Scalars(ScalarColumn<'b>),
    Text(Column<'b, &'b str>),
    /// The numbers of constructors, and what each is.
    Names(Column<'b, Number>, Vec<Atom<'s>>),
    /// The number of the constructor of an `Option`, and the values of `Some`.
    Optional(Column<'b, Number>, Box<Self>),
}

impl<'b, 's> Atoms<'b, 's> {
    /// Opens the column of a part; `None` if it has another form, or is inside more than `left` other types.
    fn open<T: ?Sized>(
        columns: &Columns<'b, T>,
        schema: &'s Schema,
        of: TypeIndex,
        part: Part,
        left: u32,
    ) -> Result<Option<Self>, Error> {
        let Some(left) = left.checked_sub(1) else { return Ok(None) };
        let field = |constructor| columns.tree().field_of(part, constructor, 0);
        match schema.get(schema.packed(of)) {
            Type::Scalar(_) => Ok(columns.scalars_of(part)?.map(Self::Scalars)),
            Type::Text => Ok(columns.column_if(part)?.map(Self::Text)),
            Type::Struct(of) => match (&of.fields[..], field(0)) {
                ([only], Some(inner)) if !only.is_named() => Self::open(columns, schema, only.of, inner, left),
                _ => Ok(None),
            },
            Type::Enum(of) => match &of.constructors[..] {
                all if all.iter().all(|constructor| constructor.fields.is_empty()) => {
                    let names = all.iter().map(|constructor| Atom::of_constructor(of, constructor)).collect();
                    Ok(columns.column_if(part)?.map(|tags| Self::Names(tags, names)))
                }
                [none, some] if of.is_optional && none.fields.is_empty() => match (&some.fields[..], field(1)) {
                    ([only], Some(inner)) if !only.is_named() => {
                        let inner = Self::open(columns, schema, only.of, inner, left)?;
                        Ok(columns.column_if(part)?.zip(inner).map(|(tags, inner)| Self::Optional(tags, inner.into())))
                    }
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Appends the next values, at most this number.
    fn read<'a>(&mut self, count: usize, to: &mut Vec<Atom<'a>>) -> Result<(), Error>
    where
        'b: 'a,
        's: 'a,
    {
        match self {
            Self::Scalars(scalars) => read_scalars(scalars, count, to),
            Self::Text(values) => {
                for text in values.take(count) {
                    to.push(Atom::Text(text));
                }
            }
            Self::Names(tags, names) => {
                for Number(tag) in tags.take(count) {
                    let name = usize::try_from(tag).ok().and_then(|tag| names.get(tag));
                    to.push(*name.ok_or_else(|| wrong("the number of a constructor", tag))?);
                }
            }
            Self::Optional(tags, some) => {
                for Number(tag) in tags.take(count) {
                    match tag {
                        0 => to.push(Atom::Null),
                        1 => some.read(1, to)?,
                        _ => return Err(wrong("0 or 1 for an optional value", tag)),
                    }
                }
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        match self {
            Self::Scalars(scalars) => scalars.is_empty(),
            Self::Text(values) => values.is_empty(),
            Self::Names(tags, _) => tags.is_empty(),
            Self::Optional(tags, some) => tags.is_empty() && some.is_over(),
        }
    }
}

fn wrong(expected: &'static str, found: u64) -> Error {
    Error::unexpected(expected, found, 0, alloc::string::String::new())
}

/// Appends the next scalars, at most this number.
fn read_scalars(scalars: &mut ScalarColumn<'_>, count: usize, to: &mut Vec<Atom<'_>>) {
    let int = |value: i128| Atom::Int(value);
    match scalars {
        ScalarColumn::U8(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::U16(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::U32(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::U64(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::I8(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::I16(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::I32(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::I64(values) => to.extend(values.take(count).map(|value| int(value.into()))),
        ScalarColumn::F32(values) => to.extend(values.take(count).map(|value| Atom::Float(value.into()))),
        ScalarColumn::F64(values) => to.extend(values.take(count).map(Atom::Float)),
        ScalarColumn::Bool(values) => to.extend(values.take(count).map(Atom::Bool)),
        ScalarColumn::Char(values) => to.extend(values.take(count).map(Atom::Char)),
    }
}
