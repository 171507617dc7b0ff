//! Feature `serde-1`: packed values are serialised as their owned values would be, without unpacking them.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt::{self, Display, Formatter};
use core::time::Duration;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::walk::{Walk, as_u64};
use crate::layout::reader::{Input, Leaf, Opened, Part, Parts, Reader, ScalarValue};
use crate::layout::{Access, Compact, Layout, RandomAccess};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::schema::{Form, Schema, Show};
use crate::shape::{Field, Repeat, Sequence, SequenceKind, Shape, Style};
use crate::view::{Array, Map, MapView, Seq, Set, SetView, Slice, View};
use crate::wire::error::Constructor;
use crate::wire::levels::Levels;
use crate::wire::limits::Limits;

/// Serialises the value as `#[derive(Serialize)]` would serialise the owned one: enums are externally tagged. Only what
/// leaves no trace in the bytes is missing, such as the attributes of serde and the names of transparent newtypes.
///
/// Serialisers call themselves for each value inside another one, so the depth of the value is limited.
///
/// It takes time linear in the bytes; where the bytes do not state the length of a sequence (as in arrays of indefinite
/// length in `Cbor`), the elements are walked over once more for each such sequence that contains them.
///
/// # Errors
///
/// Returns an error of the serialiser if the value nests more deeply, last fields included, or takes more stack, than
/// [`Limits::DEFAULT`] allows.
///
/// ```
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// enum Shape {
///     Dot,
///     Circle { radius: f32 },
///     Lines(Vec<(u8, u8)>, Option<String>),
/// }
///
/// let shapes = vec![Shape::Dot, Shape::Circle { radius: 0.5 }, Shape::Lines(vec![(1, 2)], None)];
/// let packed = Packed::<Vec<Shape>>::pack(&shapes);
/// let json = serde_json::to_string(&packed)?;
/// assert_eq!(json, r#"["Dot",{"Circle":{"radius":0.5}},{"Lines":[[[1,2]],null]}]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<T: Packable + ?Sized, L: Layout, B: Buffer> Serialize for Packed<T, L, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        whole::<L, S>(self.as_bytes(), T::packed_schema(), serializer)
    }
}

/// Serialises the value as that of [`Packed`] does.
impl<T: Packable<As = T> + ?Sized, L: Access> Serialize for View<'_, T, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        whole::<L::Layout, S>(self.bytes(), T::packed_schema(), serializer)
    }
}

/// Serialises the elements as a sequence.
impl<T: Field, L: Access> Serialize for Seq<'_, T, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        elements::<L::Layout, S>(self.element_bytes(), const { &<Sequence<T> as Shape>::SCHEMA }, serializer)
    }
}

/// Serialises the elements as a sequence. (Each is serialised by itself, within the default limits.)
impl<T: Field, L: RandomAccess> Serialize for Slice<'_, T, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.views())
    }
}

/// Serialises the elements that the iterator has not returned as a tuple, which is how serde serialises arrays.
impl<T: Field, const N: usize, L: Access> Serialize for Array<'_, T, N, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        elements::<L::Layout, S>(self.element_bytes(), const { &<Repeat<T, N> as Shape>::SCHEMA }, serializer)
    }
}

/// Serialises the entries as a map.
impl<K: Packable, V: Packable, L: Access> Serialize for MapView<'_, K, V, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        elements::<L::Layout, S>(self.as_entries().element_bytes(), Map::<K, V>::packed_schema(), serializer)
    }
}

/// Serialises the elements as a sequence.
impl<T: Packable, L: Access> Serialize for SetView<'_, T, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        elements::<L::Layout, S>(self.as_elements().element_bytes(), Set::<T>::packed_schema(), serializer)
    }
}

/// Serialises the value at the beginning of `bytes`.
fn whole<L: Layout, S: Serializer>(bytes: &[u8], schema: &'static Schema, to: S) -> Result<S::Ok, S::Error> {
    let reader = RefCell::new(Reader::new(Input::of::<L>(bytes)));
    Value::whole(&reader, schema, Levels::within(&Limits::DEFAULT), &Cell::new(None)).serialize(to)
}

/// Serialises elements by themselves.
fn elements<L: Layout, S: Serializer>(
    (bytes, count, in_string): (&[u8], usize, bool),
    schema: &'static Schema,
    to: S,
) -> Result<S::Ok, S::Error> {
    let reader = RefCell::new(Reader::new(Input::of::<L>(bytes)));
    let levels = Levels::within(&Limits::DEFAULT);
    let parts = Parts::bare(schema, L::FORMAT, count, in_string).ok_or_else(malformed)?;
    Compound { reader: &reader, parts, at: 0, levels }.serialize(to, &Cell::new(None))
}

/// Returns the error of bytes that are not valid. (Validated bytes do not cause it.)
fn malformed<E: serde::ser::Error>() -> E {
    E::custom("the bytes are not a value of their type")
}

/// A value that is to be serialised.
struct Value<'b, 'e> {
    reader: &'e RefCell<Reader<'b>>,
    part: Part,
    at: usize,
    /// Receives the offset of the end, if the value is serialised. (A serialiser may leave it out.)
    end: &'e Cell<Option<usize>>,
    levels: Levels,
    /// Whether it is serialised as what it is packed as, whatever it is shown as.
    is_plain: bool,
}

impl<'b, 'e> Value<'b, 'e> {
    /// Returns the value at the beginning of the bytes.
    fn whole(
        reader: &'e RefCell<Reader<'b>>,
        schema: &'static Schema,
        levels: Levels,
        end: &'e Cell<Option<usize>>,
    ) -> Self {
        Self { reader, part: Part::root(schema), at: 0, end, levels, is_plain: false }
    }
}

impl Serialize for Value<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let schema = self.part.schema;
        if let Some(default) = self.part.absent {
            self.end.set(Some(self.at));
            let bytes = default();
            let reader = RefCell::new(Reader::new(Input::of::<Compact>(&bytes)));
            return Value::whole(&reader, schema, self.levels, &Cell::new(None)).serialize(to);
        }
        if let (Show::Around(_, _, name, field), false) = (schema.show, self.is_plain) {
            let mut fields = to.serialize_struct(name, 1)?;
            fields.serialize_field(field, &Value { is_plain: true, ..*self })?;
            return fields.end();
        }
        let opened = self.reader.borrow_mut().open(&self.part, self.at);
        match opened.map_err(|_| malformed())? {
            Opened::Parts(at) => {
                let levels = self.levels.deeper().map_err(S::Error::custom)?;
                let parts = *self.reader.borrow().parts();
                Compound { reader: self.reader, parts, at, levels }.serialize(to, self.end)
            }
            Opened::Leaf(end) => {
                self.end.set(Some(end));
                let leaf = *self.reader.borrow().leaf();
                if let (Show::Scalars(text), Leaf::Scalar(value)) = (schema.show, &leaf)
                    && to.is_human_readable()
                {
                    return to.collect_str(&Shown(Vec::from([as_u64(*value)]), text));
                }
                serialize_leaf(schema, &leaf, to)
            }
        }
    }
}

fn serialize_leaf<S: Serializer>(of: &Schema, leaf: &Leaf<'_>, to: S) -> Result<S::Ok, S::Error> {
    let value = match leaf {
        Leaf::Scalar(value) => *value,
        Leaf::Text(text) => return to.serialize_str(text),
        Leaf::Raw(bytes) | Leaf::Unknown(bytes) => return to.serialize_bytes(bytes),
    };
    let width = if let Form::Scalar(scalar, _) = of.form { scalar.width() } else { 0 };
    match value {
        ScalarValue::Unsigned(value) => match width {
            1 => to.serialize_u8(value as u8),
            2 => to.serialize_u16(value as u16),
            4 => to.serialize_u32(value as u32),
            8 => to.serialize_u64(value as u64),
            _ => to.serialize_u128(value),
        },
        ScalarValue::Signed(value) => match width {
            1 => to.serialize_i8(value as i8),
            2 => to.serialize_i16(value as i16),
            4 => to.serialize_i32(value as i32),
            8 => to.serialize_i64(value as i64),
            _ => to.serialize_i128(value),
        },
        ScalarValue::F32(value) => to.serialize_f32(value),
        ScalarValue::F64(value) => to.serialize_f64(value),
        ScalarValue::Bool(value) => to.serialize_bool(value),
        ScalarValue::Char(value) => to.serialize_char(value),
        ScalarValue::Duration(seconds, nanoseconds) => Duration::new(seconds, nanoseconds).serialize(to),
        ScalarValue::Time(seconds, nanoseconds) => {
            let seconds =
                u64::try_from(seconds).map_err(|_| S::Error::custom("SystemTime must be later than UNIX_EPOCH"))?;
            let mut fields = to.serialize_struct("SystemTime", 2)?;
            fields.serialize_field("secs_since_epoch", &seconds)?;
            fields.serialize_field("nanos_since_epoch", &nanoseconds)?;
            fields.end()
        }
    }
}

/// A struct, enum, array or sequence that is being serialised.
struct Compound<'b, 'r> {
    reader: &'r RefCell<Reader<'b>>,
    parts: Parts,
    at: usize,
    levels: Levels,
}

impl Compound<'_, '_> {
    /// Passes the next part to `put`; returns whether there was one.
    fn put_next<E: serde::ser::Error>(&mut self, put: impl FnOnce(&Value<'_, '_>) -> Result<(), E>) -> Result<bool, E> {
        let next = self.reader.borrow_mut().next(&mut self.parts, self.at);
        let (part, at) = next.map_err(|_| malformed())?;
        self.at = at;
        let Some(part) = part else { return Ok(false) };
        let end = Cell::new(None);
        put(&Value { reader: self.reader, part, at, end: &end, levels: self.levels, is_plain: false })?;
        self.at = match end.get() {
            Some(end) => end,
            None => Walk::of_part(self.reader.borrow().input, part, at).end().map_err(|_| malformed())?,
        };
        Ok(true)
    }

    /// Returns the number of elements, which many formats write before them. Counts them if the bytes do not state it.
    fn len<E: serde::ser::Error>(&self) -> Result<usize, E> {
        if let Some(len) = self.parts.left() {
            return Ok(len);
        }
        let (mut parts, mut at, mut len) = (self.parts, self.at, 0);
        loop {
            let (part, start) = self.reader.borrow_mut().next(&mut parts, at).map_err(|_| malformed())?;
            let Some(part) = part else { return Ok(len) };
            at = Walk::of_part(self.reader.borrow().input, part, start).end().map_err(|_| malformed())?;
            len += 1;
        }
    }

    /// Passes each part to `put`, with its index.
    fn put_all<E: serde::ser::Error>(
        &mut self,
        end: &Cell<Option<usize>>,
        mut put: impl FnMut(usize, &Value<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut index = 0;
        while self.put_next(|value| put(index, value))? {
            index += 1;
        }
        end.set(Some(self.at));
        Ok(())
    }

    /// Serialises the value, and stores the offset of its end.
    fn serialize<S: Serializer>(&mut self, to: S, end: &Cell<Option<usize>>) -> Result<S::Ok, S::Error> {
        match self.parts.schema().show {
            Show::Scalars(text) if to.is_human_readable() => return self.text(text, to, end),
            Show::Through if to.is_human_readable() => return self.through(to, end),
            Show::Between(_, name) => return self.fields(to.serialize_struct(name, 2)?, &["start", "end"], end),
            Show::As(_) => {
                self.put_all(end, |_, _| Ok(()))?;
                return to.serialize_unit_struct("RangeFull");
            }
            _ => {}
        }
        match self.parts.schema().form {
            Form::Sequence(element, SequenceKind::Set) if (element.schema)().style == Style::Entry => {
                self.entries(to, end)
            }
            Form::Sequence(..) => {
                let mut elements = to.serialize_seq(Some(self.len()?))?;
                self.put_all(end, |_, value| elements.serialize_element(value))?;
                elements.end()
            }
            Form::Array(_, count) => self.tuple(to, count, end),
            Form::Enum(..) => self.variant(to, end),
            _ => self.record(to, end),
        }
    }

    /// Serialises the scalars of the value as text.
    fn text<S: Serializer>(
        &mut self,
        text: fn(&[u64], &mut Formatter<'_>) -> fmt::Result,
        to: S,
        end: &Cell<Option<usize>>,
    ) -> Result<S::Ok, S::Error> {
        let mut walk = Walk::of_parts(self.reader.borrow().input, self.parts, self.at);
        let scalars = walk.scalars().map_err(|_| malformed())?;
        end.set(Some(walk.at));
        to.collect_str(&Shown(scalars, text))
    }

    /// Serialises the only field of the value, in its place.
    fn through<S: Serializer>(&mut self, to: S, end: &Cell<Option<usize>>) -> Result<S::Ok, S::Error> {
        let (mut to, mut ok) = (Some(to), None);
        self.put_all(end, |_, value| {
            if let Some(to) = to.take() {
                ok = Some(value.serialize(to)?);
            }
            Ok(())
        })?;
        ok.ok_or_else(malformed)
    }

    fn tuple<S: Serializer>(&mut self, to: S, len: usize, end: &Cell<Option<usize>>) -> Result<S::Ok, S::Error> {
        let mut elements = to.serialize_tuple(len)?;
        self.put_all(end, |_, value| elements.serialize_element(value))?;
        elements.end()
    }

    fn fields<M: SerializeStruct>(
        &mut self,
        mut fields: M,
        names: &[&'static str],
        end: &Cell<Option<usize>>,
    ) -> Result<M::Ok, M::Error> {
        self.put_all(end, |index, value| fields.serialize_field(names.get(index).copied().unwrap_or(""), value))?;
        fields.end()
    }

    fn entries<S: Serializer>(&mut self, to: S, end: &Cell<Option<usize>>) -> Result<S::Ok, S::Error> {
        let mut entries = to.serialize_map(Some(self.len()?))?;
        loop {
            let next = self.reader.borrow_mut().next(&mut self.parts, self.at);
            let (part, at) = next.map_err(|_| malformed())?;
            self.at = at;
            let Some(part) = part else { break };
            let opened = self.reader.borrow_mut().open(&part, at);
            let Ok(Opened::Parts(at)) = opened else { return Err(malformed()) };
            let parts = *self.reader.borrow().parts();
            let (reader, levels) = (self.reader, self.levels);
            let (mut entry, entry_end) = (Compound { reader, parts, at, levels }, Cell::new(None));
            entry.put_all(&entry_end, |index, value| match index {
                0 => entries.serialize_key(value),
                _ => entries.serialize_value(value),
            })?;
            self.at = entry.at;
        }
        end.set(Some(self.at));
        entries.end()
    }

    /// Serialises a struct or tuple.
    fn record<S: Serializer>(&mut self, to: S, end: &Cell<Option<usize>>) -> Result<S::Ok, S::Error> {
        let Some((names, constructor, _)) = self.parts.schema().constructor(0) else { return Err(malformed()) };
        let (len, is_tuple) = (self.parts.left().unwrap_or(0), self.parts.schema().style != Style::Constructors);
        match (len, constructor) {
            (0, _) => {
                self.put_all(end, |_, _| Ok(()))?;
                if is_tuple { to.serialize_unit() } else { to.serialize_unit_struct(names.name) }
            }
            (len, _) if is_tuple => self.tuple(to, len, end),
            (len, Some(constructor)) if Schema::has_named_fields(Some(constructor)) => {
                self.fields(to.serialize_struct(names.name, len)?, constructor.fields, end)
            }
            (1, _) => {
                let (mut to, mut ok) = (Some(to), None);
                self.put_all(end, |_, value| {
                    if let Some(to) = to.take() {
                        ok = Some(to.serialize_newtype_struct(names.name, value)?);
                    }
                    Ok(())
                })?;
                ok.ok_or_else(malformed)
            }
            (len, _) => {
                let mut fields = to.serialize_tuple_struct(names.name, len)?;
                self.put_all(end, |_, value| fields.serialize_field(value))?;
                fields.end()
            }
        }
    }

    /// Serialises an enum.
    fn variant<S: Serializer>(&mut self, to: S, end: &Cell<Option<usize>>) -> Result<S::Ok, S::Error> {
        let tag = self.parts.tag();
        let Some((names, constructor, _)) = self.parts.schema().constructor(tag) else { return Err(malformed()) };
        let Constructor { name, fields } = constructor.unwrap_or(&Constructor { name: "", fields: &[] });
        let (len, is_option) = (self.parts.left().unwrap_or(0), self.parts.schema().style == Style::Optional);
        match len {
            0 => {
                self.put_all(end, |_, _| Ok(()))?;
                if is_option { to.serialize_none() } else { to.serialize_unit_variant(names.name, tag, name) }
            }
            _ if Schema::has_named_fields(constructor) => {
                let mut variant = to.serialize_struct_variant(names.name, tag, name, len)?;
                self.put_all(end, |index, value| {
                    variant.serialize_field(fields.get(index).copied().unwrap_or(""), value)
                })?;
                variant.end()
            }
            1 => {
                let (mut to, mut ok) = (Some(to), None);
                self.put_all(end, |_, value| {
                    if let Some(to) = to.take() {
                        ok = Some(match is_option {
                            true => to.serialize_some(value)?,
                            false => to.serialize_newtype_variant(names.name, tag, name, value)?,
                        });
                    }
                    Ok(())
                })?;
                ok.ok_or_else(malformed)
            }
            len => {
                let mut variant = to.serialize_tuple_variant(names.name, tag, name, len)?;
                self.put_all(end, |_, value| variant.serialize_field(value))?;
                variant.end()
            }
        }
    }
}

/// Scalars that are shown as text.
struct Shown(Vec<u64>, fn(&[u64], &mut Formatter<'_>) -> fmt::Result);

impl Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.1)(&self.0, f)
    }
}
