//! What has no parts in Arrow: nulls, texts and times.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType, Int8Type, Int16Type,
    Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, TimeUnit};
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess};

/// Returns the value of a dictionary to which a key refers: its array and index. `None` if the key is null.
pub(crate) fn named(array: &dyn Array, index: usize) -> Option<(&dyn Array, usize)> {
    let DataType::Dictionary(key, _) = array.data_type() else { return None };
    macro_rules! keys {
        ($($data_type:ident $key:ident),*) => {
            match **key {
                $(DataType::$data_type => {
                    let array = array.as_dictionary::<$key>();
                    Some((&**array.values(), array.key(index)?))
                })*
                _ => None,
            }
        };
    }
    keys!(
        Int8 Int8Type, Int16 Int16Type, Int32 Int32Type, Int64 Int64Type,
        UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type
    )
}

/// Returns whether there is no value, also where the array itself has no nulls.
pub(crate) fn is_null(array: &dyn Array, index: usize) -> bool {
    match array.data_type() {
        DataType::Null => true,
        DataType::Dictionary(..) => named(array, index).is_none_or(|(array, index)| is_null(array, index)),
        _ => array.is_null(index),
    }
}

/// Returns a text, or the name that a dictionary has.
pub(crate) fn text(array: &dyn Array, index: usize) -> Option<&str> {
    if is_null(array, index) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(index)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(index)),
        DataType::Utf8View => Some(array.as_string_view().value(index)),
        DataType::Dictionary(..) => named(array, index).and_then(|(array, index)| text(array, index)),
        _ => None,
    }
}

pub(crate) fn timestamp(array: &dyn Array, index: usize, unit: &TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => array.as_primitive::<TimestampSecondType>().value(index),
        TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().value(index),
        TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().value(index),
        TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().value(index),
    }
}

pub(crate) fn duration(array: &dyn Array, index: usize, unit: &TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => array.as_primitive::<DurationSecondType>().value(index),
        TimeUnit::Millisecond => array.as_primitive::<DurationMillisecondType>().value(index),
        TimeUnit::Microsecond => array.as_primitive::<DurationMicrosecondType>().value(index),
        TimeUnit::Nanosecond => array.as_primitive::<DurationNanosecondType>().value(index),
    }
}

pub(crate) fn nanoseconds_in(unit: TimeUnit) -> i128 {
    match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1_000,
        TimeUnit::Nanosecond => 1,
    }
}

pub(crate) fn name_of(name: &str) -> StrDeserializer<'_, ValueError> {
    name.into_deserializer()
}

/// A time or a duration: seconds and nanoseconds, as two members.
pub(crate) struct Time {
    seconds: i128,
    nanoseconds: u32,
    names: [&'static str; 2],
    next: usize,
}

impl Time {
    pub(crate) fn new(nanoseconds: i128, is_time: bool) -> Self {
        let names = if is_time { ["secs_since_epoch", "nanos_since_epoch"] } else { ["secs", "nanos"] };
        let seconds = nanoseconds.div_euclid(1_000_000_000);
        Self { seconds, nanoseconds: nanoseconds.rem_euclid(1_000_000_000) as u32, names, next: 0 }
    }
}

impl<'de> MapAccess<'de> for Time {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueError> {
        match self.names.get(self.next) {
            Some(name) => {
                self.next += 1;
                seed.deserialize(name_of(name)).map(Some)
            }
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueError> {
        match self.next {
            1 => seed.deserialize(self.seconds.into_deserializer()),
            _ => seed.deserialize(self.nanoseconds.into_deserializer()),
        }
    }
}
