//! What is known of the values of one place in records.

use std::collections::HashMap;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// What is known of the values of one place, after some of them were seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// Nothing but nulls.
    Unknown,
    Bool,
    /// Integers, the least and the greatest of them.
    Int(i128, i128),
    Float,
    Text,
    Duration,
    Time,
    List(Box<Place>),
    Record(Fields),
}

/// The fields of records, in the order of the first one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fields {
    pub(super) places: Vec<(String, Place)>,
    /// The index of each name.
    names: HashMap<String, usize>,
}

impl Fields {
    /// Returns the index of a name, probably `guess`.
    fn find(&self, name: &str, guess: usize) -> Option<usize> {
        match self.places.get(guess) {
            Some((known, _)) if known == name => Some(guess),
            _ => self.names.get(name).copied(),
        }
    }

    /// Adds a name, and returns its index.
    fn add(&mut self, name: String) -> usize {
        let index = self.places.len();
        self.names.insert(name.clone(), index);
        self.places.push((name, Place::UNKNOWN));
        index
    }
}

/// One place: the form of its values, and whether some are null or absent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) form: Form,
    pub(super) is_optional: bool,
}

impl Place {
    pub(super) const UNKNOWN: Self = Self { form: Form::Unknown, is_optional: false };

    /// Returns whether there is a type for the values.
    pub(super) fn is_known(&self) -> bool {
        match &self.form {
            // (Only nulls, or only empty lists.)
            Form::Unknown => self.is_optional,
            Form::Int(least, greatest) => {
                *least >= i64::MIN.into() && *greatest <= i64::MAX.into() || *least >= 0 && *greatest <= u64::MAX.into()
            }
            Form::List(place) => place.is_known() || place.form == Form::Unknown,
            Form::Record(fields) => fields.places.iter().all(|(_, place)| place.is_known()),
            _ => true,
        }
    }

    /// Notes a value that has no parts. Returns whether it fits with those before it.
    fn join(&mut self, form: Form) -> bool {
        self.form = match (std::mem::replace(&mut self.form, Form::Unknown), form) {
            (Form::Unknown, form) => form,
            (Form::Int(a, b), Form::Int(c, d)) => Form::Int(a.min(c), b.max(d)),
            // (An integer among floats must be exact as a float.)
            (Form::Int(a, b), Form::Float) | (Form::Float, Form::Int(a, b)) if a >= -EXACT && b <= EXACT => Form::Float,
            (known, form) if known == form => known,
            _ => return false,
        };
        true
    }
}

/// Integers up to this are exact as `f64`.
const EXACT: i128 = 1 << 53;

/// Returns whether a name may be that of a field.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic())
        && name.bytes().all(|next| next == b'_' || next.is_ascii_alphanumeric())
}

/// Notes a value of a place; `fits` becomes false if there is no form for it and those before it. Such a value is read
/// to its end nevertheless.
pub(super) struct Note<'p> {
    pub(super) place: &'p mut Place,
    pub(super) fits: &'p mut bool,
}

impl Note<'_> {
    fn leaf<E>(self, form: Form) -> Result<(), E> {
        *self.fits &= self.place.join(form);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Note<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Note<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON has")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.place.is_optional = true;
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.deserialize(from)
    }

    /// (See [`Inference::note`](super::Inference::note).)
    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let form = from.deserialize_any(TimeForm)?;
        self.leaf(form)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.leaf(Form::Bool)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.visit_i128(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.visit_i128(value.into())
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.leaf(Form::Int(value, value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.visit_i128(i128::try_from(value).unwrap_or(i128::MAX))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.leaf(Form::Float)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.leaf(Form::Text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        if self.place.form == Form::Unknown {
            self.place.form = Form::List(Box::new(Place::UNKNOWN));
        }
        let Form::List(place) = &mut self.place.form else {
            *self.fits = false;
            return IgnoredAny.visit_seq(from).map(drop);
        };
        while from.next_element_seed(Note { place: &mut *place, fits: &mut *self.fits })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Self { place, fits } = self;
        // (The first one decides the order. Its fields are not optional until another has null there.)
        let is_first = place.form == Form::Unknown;
        if is_first {
            place.form = Form::Record(Fields::default());
        }
        let Form::Record(fields) = &mut place.form else {
            *fits = false;
            return IgnoredAny.visit_map(from).map(drop);
        };
        let mut count = 0;
        while let Some(name) = from.next_key::<String>()? {
            let found = fields.find(&name, count);
            count += 1;
            let index = match found {
                Some(index) => index,
                None if is_first && is_name(&name) => fields.add(name),
                // (A field that another object lacks would be null there: not the same.)
                None => {
                    *fits = false;
                    from.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            from.next_value_seed(Note { place: &mut fields.places[index].1, fits: &mut *fits })?;
        }
        *fits &= count == fields.places.len() && count > 0;
        Ok(())
    }
}

/// Whether the form of a time in serde is that of a `Duration` or of a `SystemTime`.
struct TimeForm;

impl<'de> Visitor<'de> for TimeForm {
    type Value = Form;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a duration or a time")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Form, A::Error> {
        let form = match from.next_entry::<String, IgnoredAny>()? {
            Some((name, _)) if name == "secs" => Form::Duration,
            Some((name, _)) if name == "secs_since_epoch" => Form::Time,
            _ => return Err(A::Error::custom("expected a duration or a time")),
        };
        IgnoredAny.visit_map(from)?;
        Ok(form)
    }
}
