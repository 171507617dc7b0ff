//! Values as what serde serialises: a stream, without unpacking them.

use core::cell::Cell;

use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::form::{ConstructorForm, FieldsForm, float_name};
use crate::read::{Content, Part, Parts, Value};
use crate::schema::Type;
use packed_data_model::visit::ScalarValue;

/// The depth to which serialised values may nest, last fields included: serialisers call themselves.
const MAX_DEPTH: u32 = 512;

/// Serialises the value in the form that the book's page on schemas specifies: enums externally tagged, as serde does.
/// Structs and constructors are maps, since serde demands names of its structs that are known at compile time.
///
/// It takes time linear in the bytes, and allocates nothing. The serialiser receives the length of a sequence only if
/// the bytes state it.
///
/// # Errors
///
/// Returns an error of the serialiser, or one if the value nests more than 512 levels deep, last fields included.
/// [`Value::write_json`] has no such limit.
impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Inner { value: *self, end: &Cell::new(None), depth: MAX_DEPTH }.serialize(to)
    }
}

/// Returns the error of bytes that are not valid.
fn malformed<E: serde::ser::Error>() -> E {
    E::custom("the bytes are not a value of their type")
}

/// A value that is being serialised.
struct Inner<'a, 'e> {
    value: Value<'a>,
    /// Receives the offset of the end.
    end: &'e Cell<Option<usize>>,
    depth: u32,
}

impl Serialize for Inner<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (content, end) = self.value.opened().ok_or_else(malformed)?;
        self.end.set(end);
        match content {
            Content::Scalar(value) => scalar(value, to),
            Content::Text(text) => to.serialize_str(text),
            Content::Cbor(bytes) | Content::Unknown(bytes) => to.collect_seq(bytes),
            Content::Parts(parts) => {
                let Some(depth) = self.depth.checked_sub(1) else {
                    return Err(S::Error::custom("too deep: expected at most 512 nested levels, found more"));
                };
                Compound { parts, end: self.end, depth, value: self.value }.serialize(to)
            }
        }
    }
}

fn scalar<S: Serializer>(value: ScalarValue, to: S) -> Result<S::Ok, S::Error> {
    let float = |value: f64| float_name(value).filter(|_| to.is_human_readable());
    match value {
        ScalarValue::Unsigned(value) => match u64::try_from(value) {
            Ok(value) => to.serialize_u64(value),
            Err(_) if to.is_human_readable() => to.collect_str(&value),
            Err(_) => to.serialize_u128(value),
        },
        ScalarValue::Signed(value) => match i64::try_from(value) {
            Ok(value) => to.serialize_i64(value),
            Err(_) if to.is_human_readable() => to.collect_str(&value),
            Err(_) => to.serialize_i128(value),
        },
        ScalarValue::F32(value) => match float(value.into()) {
            Some(name) => to.serialize_str(name),
            None => to.serialize_f32(value),
        },
        ScalarValue::F64(value) => match float(value) {
            Some(name) => to.serialize_str(name),
            None => to.serialize_f64(value),
        },
        ScalarValue::Bool(value) => to.serialize_bool(value),
        ScalarValue::Char(value) => to.serialize_char(value),
        ScalarValue::Duration(seconds, nanoseconds) => {
            let mut fields = to.serialize_map(Some(2))?;
            fields.serialize_entry("secs", &seconds)?;
            fields.serialize_entry("nanos", &nanoseconds)?;
            fields.end()
        }
        ScalarValue::Time(seconds, nanoseconds) => {
            let mut fields = to.serialize_map(Some(2))?;
            fields.serialize_entry("secs_since_epoch", &seconds)?;
            fields.serialize_entry("nanos_since_epoch", &nanoseconds)?;
            fields.end()
        }
    }
}

/// A struct, enum, array or sequence that is being serialised.
struct Compound<'a, 'e> {
    value: Value<'a>,
    parts: Parts<'a>,
    end: &'e Cell<Option<usize>>,
    depth: u32,
}

impl<'a> Compound<'a, '_> {
    /// Passes each part to `put`, and stores the end of the value.
    fn each<E: serde::ser::Error>(
        mut self,
        mut put: impl FnMut(Part<'a>, &Inner<'a, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(part) = self.parts.next() {
            let end = Cell::new(None);
            put(part, &Inner { value: part.value, end: &end, depth: self.depth })?;
            let end = end.get().unwrap_or_else(|| part.value.end());
            self.parts.resume(end);
        }
        self.end.set(self.parts.end());
        Ok(())
    }

    fn serialize<S: Serializer>(self, to: S) -> Result<S::Ok, S::Error> {
        let schema = self.value.codec.schema();
        match self.value.packed_type() {
            Type::Struct(of) => self.fields(FieldsForm::of_struct(of.kind, &of.fields), to),
            Type::Enum(of) => {
                let constructor = self.parts.constructor().ok_or_else(malformed)?;
                let form = FieldsForm::of(&constructor.fields);
                match schema.constructor_form(schema.packed(self.value.type_index()), of, constructor) {
                    ConstructorForm::Null => {
                        self.each(|_, _| Ok(()))?;
                        to.serialize_none()
                    }
                    ConstructorForm::Bare => {
                        let (mut to, mut ok) = (Some(to), None);
                        self.each(|_, value| {
                            if let Some(to) = to.take() {
                                ok = Some(to.serialize_some(value)?);
                            }
                            Ok(())
                        })?;
                        ok.ok_or_else(malformed)
                    }
                    ConstructorForm::Name => {
                        self.each(|_, _| Ok(()))?;
                        to.serialize_str(&constructor.name)
                    }
                    ConstructorForm::Tagged => {
                        let mut map = to.serialize_map(Some(1))?;
                        map.serialize_entry(&constructor.name, &Fields { compound: Cell::new(Some(self)), form })?;
                        map.end()
                    }
                }
            }
            Type::Sorted { element } => match schema.entry(*element) {
                Some((key, _)) => {
                    let is_object = !to.is_human_readable() || schema.is_simple_key(key);
                    self.entries(is_object, to)
                }
                None => self.list(to),
            },
            _ => self.list(to),
        }
    }

    fn list<S: Serializer>(self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(self.parts.stated_len())?;
        self.each(|_, value| list.serialize_element(value))?;
        list.end()
    }

    fn fields<S: Serializer>(self, form: FieldsForm, to: S) -> Result<S::Ok, S::Error> {
        match form {
            FieldsForm::Unit => {
                self.each(|_, _| Ok(()))?;
                to.serialize_unit()
            }
            FieldsForm::Newtype => {
                let (mut to, mut ok) = (Some(to), None);
                self.each(|_, value| {
                    if let Some(to) = to.take() {
                        ok = Some(value.serialize(to)?);
                    }
                    Ok(())
                })?;
                ok.ok_or_else(malformed)
            }
            FieldsForm::List => {
                let len =
                    self.parts.stated_len().filter(|_| self.parts.fields().last().is_none_or(|last| !last.has_default));
                let mut list = to.serialize_seq(len)?;
                self.each(|_, value| list.serialize_element(value))?;
                list.end()
            }
            FieldsForm::Object => {
                let schema = self.value.codec.schema();
                let fields = self.parts.fields();
                let are_all = fields.iter().all(|field| !field.has_default && !schema.may_be_missing(field.of));
                let len = self.parts.stated_len().filter(|_| are_all);
                let mut map = to.serialize_map(len)?;
                self.each(|part, value| {
                    let name = part.field.map_or("", |field| &*field.name);
                    if !schema.may_be_missing(part.value.type_index()) {
                        return map.serialize_entry(name, value);
                    }
                    let some = value.compound()?;
                    match some.parts.tag() {
                        0 => some.each(|_, _| Ok(())),
                        _ => {
                            let form = FieldsForm::Newtype;
                            map.serialize_entry(name, &Fields { compound: Cell::new(Some(some)), form })
                        }
                    }
                })?;
                map.end()
            }
        }
    }

    /// Serialises the entries of a map: as a map, or as a list of pairs.
    fn entries<S: Serializer>(self, is_object: bool, to: S) -> Result<S::Ok, S::Error> {
        let len = self.parts.stated_len();
        if !is_object {
            let mut list = to.serialize_seq(len)?;
            self.each(|_, value| list.serialize_element(&Pair(value)))?;
            return list.end();
        }
        let mut map = to.serialize_map(len)?;
        self.each(|_, entry| {
            let compound = entry.compound()?;
            compound.each(|part, value| match part.index {
                0 => map.serialize_key(value),
                _ => map.serialize_value(value),
            })
        })?;
        map.end()
    }
}

impl<'a, 'e> Inner<'a, 'e> {
    /// Opens an entry of a map, or an optional value.
    fn compound<E: serde::ser::Error>(&self) -> Result<Compound<'a, 'e>, E> {
        match self.value.opened() {
            Some((Content::Parts(parts), _)) => {
                Ok(Compound { value: self.value, parts, end: self.end, depth: self.depth })
            }
            _ => Err(malformed()),
        }
    }
}

/// An entry of a map as a pair.
struct Pair<'i, 'a, 'e>(&'i Inner<'a, 'e>);

impl Serialize for Pair<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.compound()?.list(to)
    }
}

/// The fields of a constructor; they can be serialised once.
struct Fields<'a, 'e> {
    compound: Cell<Option<Compound<'a, 'e>>>,
    form: FieldsForm,
}

impl Serialize for Fields<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.compound.take().ok_or_else(malformed)?.fields(self.form, to)
    }
}
