//! From a deserialiser to the parts of a value.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use packed_data::{ErrorKind, Limits};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};

use super::Rounded;
use super::early::Early;
use super::sink::{Blame, Sink};
use crate::decimal::{keeps_decimal, keeps_decimal_f32};
use crate::form::{ConstructorForm, FieldsForm, INFINITY, JsonKind, NAN, NEGATIVE_INFINITY};
use crate::plan::{Element, Form, SequenceKind};
use crate::read::Codec;
use crate::schema::{Enum, Field, Scalar, Schema, Type, TypeIndex};
use crate::steps;
use packed_data_model::visit::{ScalarValue, Visit};

/// How deep values may nest: deserialisers call themselves.
const MAX_DEPTH: u32 = 256;

/// In so few names one is found by comparing it with each.
const FEW: usize = 8;

/// What is written, and how deep.
pub(super) struct Input<'c> {
    codec: &'c Codec<'c>,
    pub(super) sink: Sink<'c>,
    depth: u32,
    /// Whether the format is read by people, who write as text what JSON has no numbers for.
    pub(super) is_for_people: bool,
    /// How many more parts without bytes are allowed: see `plan/weight.rs`.
    empty: u64,
    pub(super) limits: Limits,
    /// For each list of fields or constructors in which a name was looked up: its names, with their indices. (The key
    /// is the address of the list.)
    names: BTreeMap<*const u8, BTreeMap<&'c str, usize>>,
    /// Called with each number that is rounded.
    pub(super) note: Option<&'c mut (dyn FnMut(Rounded<'_>) + 'c)>,
}

impl<'c> Input<'c> {
    pub(super) fn new(codec: &'c Codec<'c>, limits: &Limits) -> Self {
        Self {
            codec,
            sink: Sink::new(&codec.plan),
            depth: 0,
            is_for_people: true,
            empty: limits.empty_elements,
            limits: *limits,
            names: BTreeMap::new(),
            note: None,
        }
    }

    /// Fails if the value is too large already, or has too many parts without bytes: `unpaid` more than so far. (A
    /// format may have many values in few bytes.)
    fn charge<E: Error>(&mut self, unpaid: u64) -> Result<(), E> {
        let Limits { bytes, empty_elements, .. } = self.limits;
        if self.sink.len() > bytes {
            return Err(E::custom(ErrorKind::TooLarge { limit: bytes }));
        }
        let left = self.empty.checked_sub(unpaid);
        self.empty = left.ok_or_else(|| E::custom(ErrorKind::TooManyEmpty { limit: empty_elements }))?;
        Ok(())
    }

    /// Begins a struct, or a constructor of an enum.
    fn begin<E: Error>(&mut self, node: TypeIndex, tag: u32) -> Result<(), E> {
        self.charge(self.codec.plan.constructor(node, tag).map_or(0, |of| of.unpaid))?;
        self.sink.begin(node, tag);
        Ok(())
    }

    /// Returns the index of a name in a list of names.
    fn find<T>(&mut self, list: &'c [T], name_of: fn(&'c T) -> &'c str, name: &str) -> Option<usize> {
        if list.len() <= FEW {
            return list.iter().position(|of| name_of(of) == name);
        }
        let names = self.names.entry(list.as_ptr().cast()).or_insert_with(|| {
            steps::count(list.len());
            list.iter().enumerate().map(|(index, of)| (name_of(of), index)).collect()
        });
        steps::count_bytes(name.len());
        names.get(name).copied()
    }

    fn schema(&self) -> &'c Schema {
        self.codec.schema()
    }

    /// Notes that a number is rounded, if it is: `value` is what it becomes.
    fn note_rounded(&mut self, number: &dyn fmt::Debug, value: ScalarValue) {
        let (Some(note), ScalarValue::F32(_) | ScalarValue::F64(_)) = (&mut self.note, value) else { return };
        let number = format!("{number:?}");
        let is_kept = match value {
            ScalarValue::F32(value) => keeps_decimal_f32(&number, value),
            ScalarValue::F64(value) => keeps_decimal(&number, value),
            _ => true,
        };
        if !is_kept {
            note(Rounded { number: &number, value, schema: self.codec.schema(), sink: &self.sink });
        }
    }

    fn packed(&self, node: TypeIndex) -> &'c Type {
        self.schema().get(self.schema().packed(node))
    }

    /// Returns the elements of a sequence or array.
    fn element(&self, node: TypeIndex) -> Option<(Element, SequenceKind)> {
        match self.codec.plan.nodes[node as usize].form {
            Form::Array { element, .. } => Some((element, SequenceKind::List)),
            Form::Sequence { element, kind } => Some((element, kind)),
            _ => None,
        }
    }
}

/// The kind of the input.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Null,
    Bool,
    Unsigned(u128),
    Signed(i128),
    Float,
    Text,
    List,
    Map,
    /// A kind that JSON lacks.
    Bytes,
}

impl Shape {
    /// Returns the constructor of a JSON enum for values of this kind: integers take the first one that has them. For
    /// people, integers that no other has are floats, as in JSON.
    fn constructor(self, schema: &Schema, of: &Enum, is_for_people: bool) -> Option<(usize, Option<TypeIndex>)> {
        let kinds: &[JsonKind] = match self {
            Self::Null => &[JsonKind::Null],
            Self::Bool => &[JsonKind::Bool],
            Self::Unsigned(_) | Self::Signed(_) => &[JsonKind::Int, JsonKind::Unsigned, JsonKind::Float],
            Self::Float => &[JsonKind::Float],
            Self::Text => &[JsonKind::String],
            Self::List => &[JsonKind::Array],
            Self::Map => &[JsonKind::Object],
            Self::Bytes => &[],
        };
        let is_exact = match self {
            Self::Unsigned(value) => value <= 1 << 53,
            Self::Signed(value) => value.unsigned_abs() <= 1 << 53,
            _ => true,
        };
        let has_it = |inner: Option<TypeIndex>| match (self, inner.map(|inner| schema.get(inner))) {
            (_, Some(Type::Scalar(Scalar::F64))) => is_exact || is_for_people,
            (Self::Unsigned(value), Some(Type::Scalar(scalar))) => unsigned(*scalar, value).is_some(),
            (Self::Signed(value), Some(Type::Scalar(scalar))) => signed(*scalar, value).is_some(),
            _ => true,
        };
        kinds.iter().find_map(|kind| {
            let tag = of.constructors.iter().position(|constructor| constructor.name == kind.name())?;
            let inner = of.constructors[tag].fields.first().map(|field| field.of);
            has_it(inner).then_some((tag, inner))
        })
    }
}

/// A value of type `node` that is to be read.
pub(super) struct Seed<'i, 'c> {
    input: &'i mut Input<'c>,
    node: TypeIndex,
    /// Whether it is the key of an object, which is text whatever its type is.
    is_key: bool,
    /// Whether it is a member of an object that may be missing, and is there.
    is_present: bool,
}

impl<'i, 'c> Seed<'i, 'c> {
    /// Returns the whole value.
    pub(super) fn root(input: &'i mut Input<'c>) -> Self {
        Self { input, node: 0, is_key: false, is_present: false }
    }

    /// Enters the values that leave no trace in the form: newtypes, optional values that are present, and JSON enums.
    /// Returns how many.
    fn enter<E: Error>(&mut self, shape: Shape) -> Result<usize, E> {
        let schema = self.input.schema();
        let mut entered = 0;
        loop {
            let (tag, inner) = match self.input.packed(self.node) {
                Type::Struct(of) if FieldsForm::of_struct(of.kind, &of.fields) == FieldsForm::Newtype => {
                    (0, of.fields[0].of)
                }
                Type::Enum(of) if of.is_optional && (shape != Shape::Null || self.is_present) => {
                    let is_present = core::mem::take(&mut self.is_present);
                    let form = |some| schema.constructor_form(schema.packed(self.node), of, some);
                    match of.constructors.get(1) {
                        Some(some) if is_present || form(some) == ConstructorForm::Bare => (1, some.fields[0].of),
                        _ => return Ok(entered),
                    }
                }
                Type::Enum(of) if schema.is_json_enum(self.node) => {
                    match shape.constructor(schema, of, self.input.is_for_people) {
                        Some((tag, Some(inner))) => (tag as u32, inner),
                        _ => return Ok(entered),
                    }
                }
                _ => return Ok(entered),
            };
            self.input.begin(self.node, tag)?;
            self.input.sink.field(0);
            (self.node, entered) = (inner, entered + 1);
        }
    }

    fn expected(&self) -> String {
        let (schema, name) = (self.input.schema(), self.input.schema().name_of(self.node));
        match self.input.packed(self.node) {
            Type::Enum(of) if schema.is_json_enum(self.node) => {
                let kinds: Vec<&str> = of.constructors.iter().map(|of| &*of.name).collect();
                format!("{name}, which is {}", kinds.join(" or "))
            }
            _ => name,
        }
    }

    fn wrong<E: Error>(&self, found: Unexpected<'_>) -> E {
        E::invalid_type(found, &self.expected().as_str())
    }

    /// Ends what [`enter`](Self::enter) has entered.
    fn leave<E: Error>(self, entered: usize) -> Result<(), E> {
        self.input.sink.end(entered);
        match self.input.sink.error() {
            Some(error) => Err(E::custom(error)),
            None => Ok(()),
        }
    }

    fn null<E: Error>(mut self) -> Result<(), E> {
        let entered = self.enter(Shape::Null)?;
        let schema = self.input.schema();
        let tag = match self.input.packed(self.node) {
            Type::Struct(of) if of.fields.is_empty() => Some(0),
            Type::Enum(of) if of.is_optional => Some(0),
            Type::Enum(of) if schema.is_json_enum(self.node) => {
                Shape::Null.constructor(schema, of, true).map(|(tag, _)| tag as u32)
            }
            _ => None,
        };
        let Some(tag) = tag else { return Err(self.wrong(Unexpected::Unit)) };
        self.input.begin(self.node, tag)?;
        self.leave(entered + 1)
    }

    /// Writes a scalar that `convert` makes for the type; `number` is what it was, unless every type keeps it.
    fn scalar<E: Error>(
        mut self,
        shape: Shape,
        found: Unexpected<'_>,
        number: Option<&dyn fmt::Debug>,
        convert: impl FnOnce(Scalar) -> Option<ScalarValue>,
    ) -> Result<(), E> {
        let entered = self.enter(shape)?;
        let Type::Scalar(scalar) = self.input.packed(self.node) else { return Err(self.wrong(found)) };
        match convert(*scalar) {
            Some(value) => {
                match (found, value, number) {
                    (Unexpected::Float(_), ScalarValue::F64(_), _) | (_, _, None) => {}
                    (.., Some(number)) => self.input.note_rounded(number, value),
                }
                self.input.sink.scalar(self.node, value);
                self.leave(entered)
            }
            None => Err(E::invalid_value(found, &self.expected().as_str())),
        }
    }

    fn text<E: Error>(mut self, text: &str) -> Result<(), E> {
        let entered = self.enter(Shape::Text)?;
        let wrong = || Unexpected::Str(text);
        match self.input.packed(self.node) {
            Type::Text => self.input.sink.text(text),
            Type::Enum(of) => {
                let schema = self.input.schema();
                let is_name = |tag: &usize| {
                    let node = schema.packed(self.node);
                    schema.constructor_form(node, of, &of.constructors[*tag]) == ConstructorForm::Name
                };
                match self.input.find(&of.constructors, |of| &of.name, text).filter(is_name) {
                    Some(tag) => {
                        self.input.begin(self.node, tag as u32)?;
                        self.input.sink.end(1);
                    }
                    None => return Err(E::invalid_value(wrong(), &self.expected().as_str())),
                }
            }
            Type::Scalar(scalar) => match scalar_of_text(*scalar, text, self.is_key, self.input.is_for_people) {
                Some(value) => self.input.sink.scalar(self.node, value),
                None => return Err(E::invalid_value(wrong(), &self.expected().as_str())),
            },
            _ => return Err(self.wrong(wrong())),
        }
        self.leave(entered)
    }

    fn bytes<E: Error>(mut self, bytes: &[u8]) -> Result<(), E> {
        let entered = self.enter(Shape::Bytes)?;
        self.put_bytes(bytes)?;
        self.leave(entered)
    }

    fn put_bytes<E: Error>(&mut self, bytes: &[u8]) -> Result<(), E> {
        match (self.input.packed(self.node), self.input.element(self.node)) {
            (Type::Cbor, _) => self.input.sink.raw(bytes),
            (Type::Unknown, _) => self.input.sink.unknown(bytes),
            (Type::Array { len, .. }, Some((element, _))) if element.is_byte => {
                if *len != bytes.len() as u64 {
                    return Err(E::invalid_length(bytes.len(), &self.expected().as_str()));
                }
                self.input.sink.bytes(self.node, bytes);
            }
            (_, Some((element, kind))) if element.is_byte && !kind.is_sorted() => {
                self.input.sink.bytes(self.node, bytes);
            }
            _ => return Err(self.wrong(Unexpected::Bytes(bytes))),
        }
        Ok(())
    }

    fn sequence<'de, A: SeqAccess<'de>>(mut self, mut from: A) -> Result<(), A::Error> {
        let entered = self.enter(Shape::List)?;
        let node = self.node;
        if let Type::Struct(of) = self.input.packed(node) {
            self.input.begin(node, 0)?;
            list(self.input, &of.fields, from)?;
            return self.leave(entered + 1);
        }
        let element = self.input.element(node);
        let is_bytes = matches!(self.input.packed(node), Type::Cbor | Type::Unknown)
            || element.is_some_and(|(element, kind)| element.is_byte && !kind.is_sorted());
        if is_bytes {
            let mut bytes = Vec::new();
            while let Some(byte) = from.next_element::<u8>()? {
                bytes.push(byte);
            }
            self.put_bytes(&bytes)?;
            return self.leave(entered);
        }
        let Some((element, _)) = element else { return Err(self.wrong(Unexpected::Seq)) };
        self.input.sink.begin(node, 0);
        let mut count = 0_usize;
        loop {
            if let Type::Array { len, .. } = self.input.packed(node)
                && *len == count as u64
            {
                if from.next_element::<serde::de::IgnoredAny>()?.is_some() {
                    self.input.sink.blame(Blame::Whole);
                    return Err(A::Error::invalid_length(count + 1, &self.expected().as_str()));
                }
                break;
            }
            self.input.sink.blame(Blame::Part(count));
            let mut part = Part::new(&mut *self.input, element.node, count);
            if from.next_element_seed(&mut part)?.is_none() {
                if let Type::Array { .. } = self.input.packed(node) {
                    self.input.sink.blame(Blame::Whole);
                    return Err(A::Error::invalid_length(count, &self.expected().as_str()));
                }
                break;
            }
            count += 1;
            if let Type::Sequence { .. } | Type::Sorted { .. } = self.input.packed(node) {
                self.input.charge(element.unpaid)?;
            }
        }
        self.leave(entered + 1)
    }

    fn map<'de, A: MapAccess<'de>>(mut self, mut from: A) -> Result<(), A::Error> {
        let entered = self.enter(Shape::Map)?;
        let (node, schema) = (self.node, self.input.schema());
        match self.input.packed(node) {
            Type::Struct(of) => {
                self.input.begin(node, 0)?;
                object(self.input, &of.fields, from)?;
                self.leave(entered + 1)
            }
            Type::Scalar(scalar @ (Scalar::Duration | Scalar::SystemTime)) => {
                let value = time(*scalar, from)?;
                self.input.sink.scalar(node, value);
                self.leave(entered)
            }
            Type::Enum(of) if !schema.is_json_enum(node) => {
                let Some(name) = from.next_key::<String>()? else { return Err(self.wrong(Unexpected::Map)) };
                let Some(tag) = self.input.find(&of.constructors, |of| &of.name, &name) else {
                    return Err(A::Error::custom(format_args!("no constructor `{}::{name}`", of.name)));
                };
                self.input.begin(node, tag as u32)?;
                let fields = &of.constructors[tag].fields;
                from.next_value_seed(Fields { input: &mut *self.input, fields })?;
                if from.next_key::<String>()?.is_some() {
                    self.input.sink.blame(Blame::Whole);
                    return Err(A::Error::custom("an enum is an object with one key"));
                }
                self.leave(entered + 1)
            }
            Type::Sorted { element } => {
                let Some((key, value)) = schema.entry(*element) else { return Err(self.wrong(Unexpected::Map)) };
                let unpaid = self.input.element(node).map_or(0, |(element, _)| element.unpaid);
                self.input.sink.begin(node, 0);
                let mut index = 0;
                while from.next_key_seed(Key { input: &mut *self.input, element: *element, key, index })?.is_some() {
                    let mut part = Part::new(&mut *self.input, value, 1);
                    from.next_value_seed(&mut part)?;
                    self.input.sink.end(1);
                    self.input.charge(unpaid)?;
                    index += 1;
                }
                self.leave(entered + 1)
            }
            _ => Err(self.wrong(Unexpected::Map)),
        }
    }
}

/// Returns the scalar that a text means. Only for people, and as a key, a text is a number.
fn scalar_of_text(scalar: Scalar, text: &str, is_key: bool, is_for_people: bool) -> Option<ScalarValue> {
    let float = || match text {
        NAN => Some(f64::NAN),
        INFINITY => Some(f64::INFINITY),
        NEGATIVE_INFINITY => Some(f64::NEG_INFINITY),
        _ if is_key => text.parse().ok(),
        _ => None,
    };
    match scalar {
        Scalar::Char => {
            let mut chars = text.chars();
            let char = chars.next()?;
            if chars.next().is_none() { Some(ScalarValue::Char(char)) } else { None }
        }
        _ if !is_key && !is_for_people => None,
        Scalar::F32 => float().map(|value| ScalarValue::F32(value as f32)),
        Scalar::F64 => float().map(ScalarValue::F64),
        Scalar::Bool if is_key => text.parse().ok().map(ScalarValue::Bool),
        _ => match scalar.integer()? {
            false => unsigned(scalar, text.parse().ok()?),
            true => signed(scalar, text.parse().ok()?),
        },
    }
}

fn unsigned(scalar: Scalar, value: u128) -> Option<ScalarValue> {
    match scalar {
        Scalar::F32 => Some(ScalarValue::F32(value as f32)),
        Scalar::F64 => Some(ScalarValue::F64(value as f64)),
        _ if scalar.is_non_zero() && value == 0 => None,
        _ => match (scalar.integer()?, 8 * scalar.width() as u32) {
            (false, bits) => (bits == 128 || value >> bits == 0).then_some(ScalarValue::Unsigned(value)),
            (true, bits) => (value >> (bits - 1) == 0).then_some(ScalarValue::Signed(value as i128)),
        },
    }
}

fn signed(scalar: Scalar, value: i128) -> Option<ScalarValue> {
    match u128::try_from(value) {
        Ok(value) => unsigned(scalar, value),
        Err(_) => match scalar {
            Scalar::F32 => Some(ScalarValue::F32(value as f32)),
            Scalar::F64 => Some(ScalarValue::F64(value as f64)),
            _ if scalar.integer()? && !value as u128 >> (8 * scalar.width() as u32 - 1) == 0 => {
                Some(ScalarValue::Signed(value))
            }
            _ => None,
        },
    }
}

/// Reads a duration or a time.
fn time<'de, A: MapAccess<'de>>(scalar: Scalar, mut from: A) -> Result<ScalarValue, A::Error> {
    let (seconds_name, nanoseconds_name) = match scalar {
        Scalar::Duration => ("secs", "nanos"),
        _ => ("secs_since_epoch", "nanos_since_epoch"),
    };
    let (mut seconds, mut nanoseconds) = (None, None);
    while let Some(name) = from.next_key::<String>()? {
        if name == seconds_name && seconds.is_none() {
            seconds = Some(from.next_value::<i128>()?);
        } else if name == nanoseconds_name && nanoseconds.is_none() {
            nanoseconds = Some(from.next_value::<u32>()?);
        } else {
            let what = if name == seconds_name || name == nanoseconds_name { "a second" } else { "no" };
            return Err(A::Error::custom(format_args!("{what} field `{name}`")));
        }
    }
    let wrong = || A::Error::custom(format_args!("expected `{seconds_name}` and `{nanoseconds_name}` of a time"));
    let (Some(seconds), Some(nanoseconds @ ..1_000_000_000)) = (seconds, nanoseconds) else { return Err(wrong()) };
    match scalar {
        Scalar::Duration => u64::try_from(seconds).map(|seconds| ScalarValue::Duration(seconds, nanoseconds)),
        _ => i64::try_from(seconds).map(|seconds| ScalarValue::Time(seconds, nanoseconds)),
    }
    .map_err(|_| wrong())
}

/// Reads fields from a list.
fn list<'de, A: SeqAccess<'de>>(input: &mut Input<'_>, fields: &[Field], mut from: A) -> Result<(), A::Error> {
    let wrong = |input: &mut Input<'_>, found: usize| {
        input.sink.blame(Blame::Whole);
        Err(A::Error::invalid_length(found, &format!("{} fields", fields.len()).as_str()))
    };
    for (index, field) in fields.iter().enumerate() {
        input.sink.blame(Blame::Part(index));
        let mut part = Part::new(&mut *input, field.of, index);
        if from.next_element_seed(&mut part)?.is_none() {
            return match field.has_default {
                true => Ok(()),
                false => wrong(input, index),
            };
        }
    }
    match from.next_element::<serde::de::IgnoredAny>()? {
        Some(_) => wrong(input, fields.len() + 1),
        None => Ok(()),
    }
}

/// Reads fields from an object, in any order: those that come too early are kept.
fn object<'de, 'c, A: MapAccess<'de>>(input: &mut Input<'c>, fields: &'c [Field], mut from: A) -> Result<(), A::Error> {
    let (mut next, mut early) = (0, BTreeMap::<usize, Early>::new());
    loop {
        input.sink.blame(Blame::Whole);
        let Some(name) = from.next_key::<String>()? else { break };
        let guess = fields.get(next).filter(|field| field.name == name).map(|_| next);
        let Some(index) = guess.or_else(|| input.find(fields, |field| &field.name, &name)) else {
            return Err(A::Error::custom(format_args!("no field `{name}`")));
        };
        input.sink.blame(Blame::Part(index));
        if index < next || early.contains_key(&index) {
            return Err(A::Error::custom(format_args!("a second field `{name}`")));
        }
        if index > next {
            early.insert(index, from.next_value()?);
            continue;
        }
        let mut part = Part::member(input, fields, index);
        from.next_value_seed(&mut part)?;
        next += 1;
        while let Some(value) = early.remove(&next) {
            kept(input, fields, next, value)?;
            next += 1;
        }
    }
    for index in next..fields.len() {
        let field = &fields[index];
        input.sink.blame(Blame::Part(index));
        match early.remove(&index) {
            Some(value) => kept(input, fields, index, value)?,
            None if field.has_default && early.is_empty() => return Ok(()),
            None if input.schema().may_be_missing(field.of) => missing(input, field.of, index)?,
            None if input.schema().is_nullable(field.of) => kept(input, fields, index, Early::Null)?,
            None => return Err(A::Error::custom(format_args!("the field `{}` is missing", field.name))),
        }
    }
    Ok(())
}

/// Writes a member that is missing.
fn missing<E: Error>(input: &mut Input<'_>, node: TypeIndex, index: usize) -> Result<(), E> {
    input.sink.field(index);
    input.begin(node, 0)?;
    input.sink.end(1);
    Ok(())
}

/// Reads a field that was kept.
fn kept<E: Error>(input: &mut Input<'_>, fields: &[Field], index: usize, value: Early) -> Result<(), E> {
    let mut part = Part::member(input, fields, index);
    part.deserialize(value.into_deserializer())
}

/// The part with this index of the innermost open value.
struct Part<'i, 'c> {
    input: &'i mut Input<'c>,
    node: TypeIndex,
    index: usize,
    is_key: bool,
    is_present: bool,
}

impl<'i, 'c> Part<'i, 'c> {
    fn new(input: &'i mut Input<'c>, node: TypeIndex, index: usize) -> Self {
        Self { input, node, index, is_key: false, is_present: false }
    }

    /// Returns a member of an object, which is there.
    fn member(input: &'i mut Input<'c>, fields: &[Field], index: usize) -> Self {
        let node = fields[index].of;
        let is_present = input.schema().may_be_missing(node);
        Self { is_present, ..Self::new(input, node, index) }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Part<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.input.sink.field(self.index);
        let Part { node, is_key, is_present, .. } = *self;
        Seed { input: &mut *self.input, node, is_key, is_present }.deserialize(from)
    }
}

/// The key of an entry of a map; begins the entry.
struct Key<'i, 'c> {
    input: &'i mut Input<'c>,
    element: TypeIndex,
    key: TypeIndex,
    index: usize,
}

impl<'de> DeserializeSeed<'de> for Key<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.input.sink.field(self.index);
        self.input.sink.begin(self.element, 0);
        let mut key = Part { is_key: true, ..Part::new(self.input, self.key, 0) };
        key.deserialize(from)
    }
}

/// The fields of a constructor that has begun.
struct Fields<'i, 'c> {
    input: &'i mut Input<'c>,
    fields: &'c [Field],
}

impl<'de> DeserializeSeed<'de> for Fields<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        match FieldsForm::of(self.fields) {
            FieldsForm::Newtype => {
                let mut part = Part::new(self.input, self.fields[0].of, 0);
                part.deserialize(from)
            }
            _ => from.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Fields<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a constructor")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        if self.fields.is_empty() { Ok(()) } else { Err(E::invalid_type(Unexpected::Unit, &self)) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, from: A) -> Result<(), A::Error> {
        list(self.input, self.fields, from)
    }

    fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<(), A::Error> {
        object(self.input, self.fields, from)
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        if let Some(error) = self.input.sink.error() {
            return Err(D::Error::custom(error));
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.expected())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.null()
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.null()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.deserialize(from)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.deserialize(from)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.scalar(Shape::Bool, Unexpected::Bool(value), None, |scalar| {
            if scalar == Scalar::Bool { Some(ScalarValue::Bool(value)) } else { None }
        })
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        let shape = Shape::Unsigned(value.into());
        self.scalar(shape, Unexpected::Unsigned(value), Some(&value), |scalar| unsigned(scalar, value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        let shape = Shape::Signed(value.into());
        self.scalar(shape, Unexpected::Signed(value), Some(&value), |scalar| signed(scalar, value.into()))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        let found = Unexpected::Other("a large integer");
        self.scalar(Shape::Unsigned(value), found, Some(&value), |scalar| unsigned(scalar, value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        let found = Unexpected::Other("a large integer");
        self.scalar(Shape::Signed(value), found, Some(&value), |scalar| signed(scalar, value))
    }

    fn visit_f32<E: Error>(self, value: f32) -> Result<(), E> {
        self.scalar(Shape::Float, Unexpected::Float(value.into()), None, |scalar| match scalar {
            Scalar::F32 => Some(ScalarValue::F32(value)),
            Scalar::F64 => Some(ScalarValue::F64(value.into())),
            _ => None,
        })
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.scalar(Shape::Float, Unexpected::Float(value), Some(&value), |scalar| match scalar {
            Scalar::F32 => Some(ScalarValue::F32(value as f32)),
            Scalar::F64 => Some(ScalarValue::F64(value)),
            _ => None,
        })
    }

    fn visit_char<E: Error>(self, value: char) -> Result<(), E> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.text(text)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.bytes(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, from: A) -> Result<(), A::Error> {
        deeper(&mut *self.input)?;
        let Self { input, node, is_key, is_present } = self;
        Seed { input: &mut *input, node, is_key, is_present }.sequence(from)?;
        input.depth -= 1;
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<(), A::Error> {
        deeper(&mut *self.input)?;
        let Self { input, node, is_key, is_present } = self;
        Seed { input: &mut *input, node, is_key, is_present }.map(from)?;
        input.depth -= 1;
        Ok(())
    }
}

/// Goes one level down.
fn deeper<E: Error>(input: &mut Input<'_>) -> Result<(), E> {
    if input.depth == MAX_DEPTH {
        return Err(E::custom(format_args!("too deep: expected at most {MAX_DEPTH} nested levels, found more")));
    }
    input.depth += 1;
    Ok(())
}
