//! One value of a column, as a value that serde deserialises: in the form that `packed-data-schema` reads.

use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type, Int8Type,
    Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, StructArray};
use arrow_schema::{DataType, TimeUnit};
use packed_data_schema::{Constructor, Enum, Field, Schema, Type, TypeIndex};
use serde::de::value::Error as ValueError;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::form::{EnumForm, Fields, SOME, is_optional, shown, tag_name, takes_null};
use crate::leaf::{Time, duration, is_null, name_of, named, nanoseconds_in, text, timestamp};
use crate::options::Enums;
use crate::plan::entry;

/// A value of a column, and the type that it should have.
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a> {
    array: &'a dyn Array,
    index: usize,
    schema: &'a Schema,
    of: TypeIndex,
}

impl<'a> Cell<'a> {
    pub(crate) fn new(array: &'a dyn Array, index: usize, schema: &'a Schema, of: TypeIndex) -> Self {
        Self { array, index, schema, of }
    }

    /// Returns the value of another column that belongs to this one.
    fn with(self, array: &'a dyn Array, of: TypeIndex) -> Self {
        Self { array, of, ..self }
    }

    fn is_null(&self) -> bool {
        is_null(self.array, self.index)
    }

    /// Returns the value inside the struct that is around it.
    fn inner(self) -> Option<Self> {
        let around = self.array.as_struct_opt()?;
        let inner = match (around.num_columns(), around.column_by_name(SOME)) {
            (1, Some(inner)) => inner,
            _ => return None,
        };
        Some(self.with(inner, self.of))
    }

    fn optional<'de, V: Visitor<'de>>(self, some: &Constructor, to: V) -> Result<V::Value, ValueError> {
        let of = some.fields[0].of;
        let inner = if takes_null(self.schema, of, Enums::Union) { None } else { self.inner() };
        match inner {
            Some(inner) if is_null_in_json(self.schema, of) => {
                let value = Inner::Value(Self { of, ..inner });
                to.visit_map(Single { name: &some.name, value: Some(value) })
            }
            Some(inner) => Self { of, ..inner }.deserialize_any(to),
            None => Self { of, ..self }.deserialize_any(to),
        }
    }

    /// Passes on an enum of which some constructors have data.
    fn variant<'de, V: Visitor<'de>>(self, of: &'a Enum, to: V) -> Result<V::Value, ValueError> {
        let (name, inner) = match self.array.data_type() {
            DataType::Union(members, _) => {
                let array = self.array.as_union();
                let tag = array.type_id(self.index);
                let Some((_, member)) = members.iter().find(|(id, _)| *id == tag) else { return Err(unfit(self)) };
                let index = array.value_offset(self.index);
                (member.name().as_str(), Some(Self { array: array.child(tag), index, ..self }))
            }
            DataType::Struct(_) => {
                let array = self.array.as_struct();
                let tag = array.column_by_name(&tag_name(of)).ok_or_else(|| unfit(self))?;
                let name = text(tag, self.index).ok_or_else(|| unfit(self))?;
                (name, array.column_by_name(name).map(|column| self.with(column, self.of)))
            }
            // (A constructor without data may be its name.)
            _ => return self.plain(to),
        };
        let Some(constructor) = of.constructors.iter().find(|constructor| constructor.name == name) else {
            return Err(ValueError::custom(format_args!("no constructor `{}::{name}`", of.name)));
        };
        let value = match (Fields::of(&constructor.fields), inner) {
            (Fields::Unit, _) if of.is_optional => return to.visit_unit(),
            (Fields::Unit, _) => return to.visit_str(name),
            (_, None) => return Err(ValueError::custom(format_args!("no column `{name}`"))),
            (Fields::Newtype, Some(inner)) => Inner::Value(Self { of: constructor.fields[0].of, ..inner }),
            (Fields::Struct, Some(inner)) => {
                let array = inner.array.as_struct_opt().ok_or_else(|| unfit(inner))?;
                Inner::Fields(FieldsCell::new(array, inner.index, self.schema, &constructor.fields))
            }
        };
        to.visit_map(Single { name, value: Some(value) })
    }

    fn entries<'de, V: Visitor<'de>>(self, element: TypeIndex, to: V) -> Result<V::Value, ValueError> {
        let map = self.array.as_map();
        let (key, value) = entry(self.schema, element).unwrap_or((element, element));
        let offsets = map.value_offsets();
        let range = offsets[self.index] as usize..offsets[self.index + 1] as usize;
        let key = Self { array: map.keys(), of: key, ..self };
        to.visit_map(Entries { key, value: Self { array: map.values(), of: value, ..self }, range })
    }

    fn elements<'de, V: Visitor<'de>>(
        self,
        array: &'a dyn Array,
        range: std::ops::Range<usize>,
        to: V,
    ) -> Result<V::Value, ValueError> {
        let of = match self.schema.get(shown(self.schema, self.of)) {
            Type::Sequence { element, .. } | Type::Sorted { element } | Type::Array { element, .. } => *element,
            _ => self.of,
        };
        to.visit_seq(Elements { cell: Self { array, of, ..self }, range })
    }

    /// Passes on a value as its Arrow type says.
    fn plain<'de, V: Visitor<'de>>(self, to: V) -> Result<V::Value, ValueError> {
        let (array, index) = (self.array, self.index);
        let nanoseconds = |value: i64, unit: TimeUnit| i128::from(value) * nanoseconds_in(unit);
        match array.data_type() {
            DataType::Null => to.visit_unit(),
            DataType::Boolean => to.visit_bool(array.as_boolean().value(index)),
            DataType::Int8 => to.visit_i64(array.as_primitive::<Int8Type>().value(index).into()),
            DataType::Int16 => to.visit_i64(array.as_primitive::<Int16Type>().value(index).into()),
            DataType::Int32 => to.visit_i64(array.as_primitive::<Int32Type>().value(index).into()),
            DataType::Int64 => to.visit_i64(array.as_primitive::<Int64Type>().value(index)),
            DataType::UInt8 => to.visit_u64(array.as_primitive::<UInt8Type>().value(index).into()),
            DataType::UInt16 => to.visit_u64(array.as_primitive::<UInt16Type>().value(index).into()),
            DataType::UInt32 => to.visit_u64(array.as_primitive::<UInt32Type>().value(index).into()),
            DataType::UInt64 => to.visit_u64(array.as_primitive::<UInt64Type>().value(index)),
            DataType::Float16 => to.visit_f32(array.as_primitive::<Float16Type>().value(index).into()),
            DataType::Float32 => to.visit_f32(array.as_primitive::<Float32Type>().value(index)),
            DataType::Float64 => to.visit_f64(array.as_primitive::<Float64Type>().value(index)),
            DataType::Decimal32(_, 0) => to.visit_i64(array.as_primitive::<Decimal32Type>().value(index).into()),
            DataType::Decimal64(_, 0) => to.visit_i64(array.as_primitive::<Decimal64Type>().value(index)),
            DataType::Decimal128(_, 0) => to.visit_i128(array.as_primitive::<Decimal128Type>().value(index)),
            DataType::Decimal256(_, 0) => {
                let value = array.as_primitive::<Decimal256Type>().value(index);
                match (value.to_i128(), value.to_parts()) {
                    (Some(value), _) => to.visit_i128(value),
                    (None, (value, 0)) => to.visit_u128(value),
                    _ => Err(ValueError::custom("expected an integer of 128 bits, found a larger one")),
                }
            }
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                to.visit_str(text(array, index).unwrap_or_default())
            }
            DataType::Binary => to.visit_bytes(array.as_binary::<i32>().value(index)),
            DataType::LargeBinary => to.visit_bytes(array.as_binary::<i64>().value(index)),
            DataType::BinaryView => to.visit_bytes(array.as_binary_view().value(index)),
            DataType::FixedSizeBinary(_) => to.visit_bytes(array.as_fixed_size_binary().value(index)),
            DataType::Timestamp(unit, _) => {
                to.visit_map(Time::new(nanoseconds(timestamp(array, index, unit), *unit), true))
            }
            DataType::Duration(unit) => {
                to.visit_map(Time::new(nanoseconds(duration(array, index, unit), *unit), false))
            }
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                let offsets = list.value_offsets();
                self.elements(list.values(), offsets[index] as usize..offsets[index + 1] as usize, to)
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                let offsets = list.value_offsets();
                self.elements(list.values(), offsets[index] as usize..offsets[index + 1] as usize, to)
            }
            DataType::ListView(_) => {
                let list = array.as_list_view::<i32>();
                let (start, len) = (list.value_offsets()[index] as usize, list.value_sizes()[index] as usize);
                self.elements(list.values(), start..start + len, to)
            }
            DataType::LargeListView(_) => {
                let list = array.as_list_view::<i64>();
                let (start, len) = (list.value_offsets()[index] as usize, list.value_sizes()[index] as usize);
                self.elements(list.values(), start..start + len, to)
            }
            DataType::FixedSizeList(_, len) => {
                let (list, len) = (array.as_fixed_size_list(), len.unsigned_abs() as usize);
                let start = list.value_offset_at(index);
                self.elements(list.values(), start..start + len, to)
            }
            DataType::Map(..) => self.entries(self.of, to),
            DataType::Dictionary(..) => match named(array, index) {
                Some((array, index)) => Self { array, index, ..self }.deserialize_any(to),
                None => to.visit_unit(),
            },
            _ => Err(unfit(self)),
        }
    }
}

impl fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} of {}", self.index, self.array.data_type())
    }
}

/// Returns whether the JSON form of a value of the type may be null.
fn is_null_in_json(schema: &Schema, of: TypeIndex) -> bool {
    match schema.get(shown(schema, of)) {
        Type::Struct(of) => of.fields.is_empty(),
        Type::Enum(of) => of.is_optional,
        _ => false,
    }
}

fn unfit(cell: Cell<'_>) -> ValueError {
    let (expected, found) = (cell.schema.name_of(cell.of), cell.array.data_type());
    ValueError::custom(format_args!("invalid type: Arrow's {found}, expected {expected}"))
}

impl<'de> Deserializer<'de> for Cell<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, to: V) -> Result<V::Value, ValueError> {
        if self.is_null() {
            return to.visit_unit();
        }
        match self.schema.get(shown(self.schema, self.of)) {
            Type::Enum(of) => match EnumForm::of(of) {
                EnumForm::Optional(_) => self.optional(&of.constructors[1], to),
                EnumForm::Names => self.plain(to),
                EnumForm::Data => self.variant(of, to),
            },
            Type::Struct(of) => match self.array.as_struct_opt() {
                Some(array) => to.visit_map(FieldsCell::new(array, self.index, self.schema, &of.fields)),
                None => self.plain(to),
            },
            Type::Sorted { element } if matches!(self.array.data_type(), DataType::Map(..)) => {
                self.entries(*element, to)
            }
            _ => self.plain(to),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The fields of a struct, or of a constructor, in the order of their declaration.
#[derive(Clone, Copy)]
pub(crate) struct FieldsCell<'a> {
    array: &'a StructArray,
    index: usize,
    schema: &'a Schema,
    fields: &'a [Field],
    /// The next field.
    next: usize,
    /// The fields from that one on are absent.
    end: usize,
    /// How many columns the fields before the next one have.
    used: usize,
    /// The column that the next field has, if the columns are in the order of the fields.
    guess: usize,
    /// The value of the field before the next one; `None` if it is null.
    value: Option<Cell<'a>>,
}

impl<'a> FieldsCell<'a> {
    pub(crate) fn new(array: &'a StructArray, index: usize, schema: &'a Schema, fields: &'a [Field]) -> Self {
        let mut new = Self { array, index, schema, fields, next: 0, end: 0, used: 0, guess: 0, value: None };
        new.end = new.count();
        new
    }

    /// Returns the number of fields that are present. Fields with a default, which are the last ones, are absent if
    /// they are null; but an optional field that is null is present if all fields before it are.
    fn count(&self) -> usize {
        let first = self.fields.partition_point(|field| !field.has_default);
        let (mut end, mut is_cut) = (first, false);
        for (index, field) in self.fields.iter().enumerate().skip(first) {
            let is_optional = is_optional(self.schema, field.of);
            match self.column(&field.name, index) {
                Some(column) if !is_null(self.array.column(column), self.index) => end = index + 1,
                Some(_) if is_optional && !is_cut => end = index + 1,
                _ => is_cut |= !is_optional,
            }
        }
        end
    }

    /// Returns the index of a column, probably `guess`.
    fn column(&self, name: &str, guess: usize) -> Option<usize> {
        let columns = self.array.fields();
        match columns.get(guess) {
            Some(column) if column.name() == name => Some(guess),
            _ => columns.iter().position(|column| column.name() == name),
        }
    }

    /// Returns the value of a field; `None` if it is null.
    fn value(&self, field: &Field, column: Option<usize>) -> Result<Option<Cell<'a>>, ValueError> {
        let missing = || Err(ValueError::custom(format_args!("the field `{}` is missing", field.name)));
        let Some(column) = column else {
            return if is_null_in_json(self.schema, field.of) { Ok(None) } else { missing() };
        };
        let cell = Cell::new(self.array.column(column), self.index, self.schema, field.of);
        if !field.has_default || is_optional(self.schema, field.of) {
            return Ok(Some(cell));
        }
        if cell.is_null() {
            return missing();
        }
        let inner = if takes_null(self.schema, field.of, Enums::Union) { None } else { cell.inner() };
        Ok(Some(inner.unwrap_or(cell)))
    }

    /// Fails if there are columns that no field has.
    fn require_all_used(&self) -> Result<(), ValueError> {
        if self.used == self.array.num_columns() {
            return Ok(());
        }
        let is_field = |name: &str| self.fields.iter().any(|field| field.name == name);
        match self.array.column_names().into_iter().find(|name| !is_field(name)) {
            Some(name) => Err(ValueError::custom(format_args!("no field `{name}`"))),
            None => Err(ValueError::custom("two columns with the name of one field")),
        }
    }
}

impl<'de> Deserializer<'de> for FieldsCell<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, to: V) -> Result<V::Value, ValueError> {
        to.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for FieldsCell<'_> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueError> {
        while let Some(field) = self.fields.get(self.next) {
            let column = self.column(&field.name, self.guess);
            if let Some(column) = column {
                self.used += 1;
                self.guess = column + 1;
            }
            self.next += 1;
            if self.next <= self.end {
                self.value = self.value(field, column)?;
                return seed.deserialize(name_of(&field.name)).map(Some);
            }
        }
        self.require_all_used()?;
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueError> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => seed.deserialize(().into_deserializer()),
        }
    }
}

/// Returns the error of a visitor that asks for a value without its key. (None does.)
fn no_value() -> ValueError {
    ValueError::custom("a value without its key")
}

/// What a constructor contains.
enum Inner<'a> {
    Value(Cell<'a>),
    Fields(FieldsCell<'a>),
}

/// A map with one entry: a constructor and its fields.
struct Single<'a> {
    name: &'a str,
    value: Option<Inner<'a>>,
}

impl<'de> MapAccess<'de> for Single<'_> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueError> {
        match self.value {
            Some(_) => seed.deserialize(name_of(self.name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueError> {
        match self.value.take().ok_or_else(no_value)? {
            Inner::Value(value) => seed.deserialize(value),
            Inner::Fields(fields) => seed.deserialize(fields),
        }
    }
}

/// Elements of a list.
struct Elements<'a> {
    cell: Cell<'a>,
    range: std::ops::Range<usize>,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = ValueError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ValueError> {
        match self.range.next() {
            Some(index) => seed.deserialize(Cell { index, ..self.cell }).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.range.len())
    }
}

/// Entries of a map.
struct Entries<'a> {
    key: Cell<'a>,
    value: Cell<'a>,
    range: std::ops::Range<usize>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueError> {
        match self.range.next() {
            Some(index) => {
                self.value.index = index;
                seed.deserialize(Cell { index, ..self.key }).map(Some)
            }
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueError> {
        seed.deserialize(self.value)
    }
}
