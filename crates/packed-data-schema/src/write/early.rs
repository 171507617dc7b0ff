//! Values that a deserialiser returns before their turn, kept as they are: no member is dropped, and no number changed.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A value of any form.
pub(super) enum Early {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    LargeUnsigned(u128),
    LargeSigned(i128),
    F32(f32),
    F64(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Self>),
    /// Members in their order, also those with the same name.
    Map(Vec<(Self, Self)>),
}

impl<'de> Deserialize<'de> for Early {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Keep)
    }
}

struct Keep;

impl<'de> Visitor<'de> for Keep {
    type Value = Early;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Early, E> {
        Ok(Early::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Early, E> {
        Ok(Early::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Early, D::Error> {
        Early::deserialize(from)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Early, D::Error> {
        Early::deserialize(from)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Early, E> {
        Ok(Early::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Early, E> {
        Ok(Early::Unsigned(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Early, E> {
        Ok(Early::Signed(value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Early, E> {
        Ok(Early::LargeUnsigned(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Early, E> {
        Ok(Early::LargeSigned(value))
    }

    fn visit_f32<E: Error>(self, value: f32) -> Result<Early, E> {
        Ok(Early::F32(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Early, E> {
        Ok(Early::F64(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Early, E> {
        Ok(Early::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Early, E> {
        Ok(Early::Text(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Early, E> {
        Ok(Early::Bytes(bytes.to_vec()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Early, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element()? {
            list.push(value);
        }
        Ok(Early::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Early, A::Error> {
        let mut map = Vec::new();
        while let Some(member) = from.next_entry()? {
            map.push(member);
        }
        Ok(Early::Map(map))
    }
}

/// A value that was kept, with the error of the deserialiser that returned it.
pub(super) struct From<E> {
    value: Early,
    error: core::marker::PhantomData<E>,
}

impl<'de, E: Error> IntoDeserializer<'de, E> for Early {
    type Deserializer = From<E>;

    fn into_deserializer(self) -> From<E> {
        From { value: self, error: core::marker::PhantomData }
    }
}

impl<'de, E: Error> Deserializer<'de> for From<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Early::Null => visitor.visit_unit(),
            Early::Bool(value) => visitor.visit_bool(value),
            Early::Unsigned(value) => visitor.visit_u64(value),
            Early::Signed(value) => visitor.visit_i64(value),
            Early::LargeUnsigned(value) => visitor.visit_u128(value),
            Early::LargeSigned(value) => visitor.visit_i128(value),
            Early::F32(value) => visitor.visit_f32(value),
            Early::F64(value) => visitor.visit_f64(value),
            Early::Text(text) => visitor.visit_string(text),
            Early::Bytes(bytes) => visitor.visit_byte_buf(bytes),
            Early::List(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter())),
            Early::Map(map) => visitor.visit_map(MapDeserializer::new(map.into_iter())),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
