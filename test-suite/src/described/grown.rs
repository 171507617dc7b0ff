//! Types with fields that may be absent. Their parts are read by unpacking them, and the whole value is written at
//! once.

use super::{Described, Source, as_a_whole};
use crate::reference::{Other, Schema, SchemaFn, Value};
use crate::shapes::{Grown, Version};

use std::collections::{BTreeMap, BTreeSet};

const GROWN: &[&[SchemaFn]] = &[
    &[
        || Schema::Map(Version::schema, u8::schema),
        || Schema::Defaulted(|| Schema::Set(Version::schema), || Value::Sequence(vec![])),
    ],
    &[u16::schema, Grown::schema],
    &[Vec::<Grown>::schema, or_default::<Option<i32>>],
];

/// A field that may be absent; its default is the default of its type.
fn or_default<T: Described + Default>() -> Schema {
    Schema::Defaulted(T::schema, || T::default().value())
}

impl Version {
    /// Returns one of few versions, so that keys are often alike.
    pub(super) fn any(source: &mut Source<'_>) -> Self {
        let label = if source.flag() { source.text() } else { String::new() };
        Self { major: source.byte() % 3, minor: source.byte() % 3, label }
    }
}

impl Described for Grown {
    fn schema() -> Schema {
        Schema::Open(GROWN, Other::Item)
    }

    fn generate(source: &mut Source<'_>) -> Option<Self> {
        let versions =
            |source: &mut Source<'_>| -> Vec<Version> { (0..source.below(4)).map(|_| Version::any(source)).collect() };
        Some(match source.below(4) {
            0 => {
                let map: BTreeMap<_, _> = versions(source).into_iter().zip(0..).collect();
                Self::Keys(map, BTreeSet::from_iter(versions(source)))
            }
            1 => Self::Cell(u16::generate(source)?, Box::generate(source)?),
            2 => Self::Several(Vec::generate(source)?, Option::generate(source)?),
            _ => {
                let mut all = Self::unknown();
                Self::Unknown(all.swap_remove(source.below(all.len())))
            }
        })
    }

    fn value(&self) -> Value {
        match self {
            Self::Keys(map, set) => {
                let entries = map.iter().map(|(key, value)| Value::Fields(vec![key.value(), value.value()]));
                let set = set.iter().map(Version::value).collect();
                Value::Case(0, vec![Value::Sequence(entries.collect()), Value::Sequence(set)])
            }
            Self::Cell(number, next) => Value::Case(1, vec![number.value(), next.value()]),
            Self::Several(all, number) => Value::Case(2, vec![all.value(), number.value()]),
            Self::Unknown(raw) => Value::Item(raw.as_raw().as_bytes().to_vec()),
        }
    }

    as_a_whole!();
}
