//! What is known of the values of one place in records.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::schema::short;

/// What inference counts of the values of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Null,
    Bool,
    Int,
    Float,
    Text,
    Duration,
    Time,
    List,
    Object,
}

impl Count {
    /// Those that are types of their own, with their names for people.
    pub(super) const TYPED: [(Self, &str); 8] = [
        (Self::Bool, "a truth value"),
        (Self::Int, "an integer"),
        (Self::Float, "a float"),
        (Self::Text, "a text"),
        (Self::Duration, "a duration"),
        (Self::Time, "a time"),
        (Self::List, "a list"),
        (Self::Object, "an object"),
    ];
}

/// Objects with more different names than this are maps, and records with more than that.
const MAX_NAMES: usize = 512;
const MAX_RECORD_NAMES: usize = 4096;
/// Values deeper than this are documents.
pub(super) const MAX_DEPTH: usize = 24;
/// How many places have a type of their own; the values of others are documents.
pub(super) const MAX_PLACES: usize = 8192;

/// One place: how many values of each kind are there, and what is known of their parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Place {
    counts: [u64; 9],
    /// The least and the greatest integer.
    least: i128,
    greatest: i128,
    /// Whether an integer is greater than `i128` has.
    is_wide: bool,
    /// The elements of the lists.
    pub(super) element: Option<Box<Place>>,
    /// The members of the objects.
    pub(super) object: Option<Box<Object>>,
    /// Whether the parts are not looked at any more.
    pub(super) is_closed: bool,
}

/// The members of the objects of one place, in the order in which they were seen first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object {
    pub(super) members: Vec<Member>,
    /// The index of each name.
    names: BTreeMap<String, usize>,
    /// The values, if it is a map already.
    values: Option<Place>,
    /// Why it is.
    why: String,
    /// The number of objects.
    pub(super) count: u64,
}

/// The member with one name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) place: Place,
    /// In how many objects it is.
    pub(super) count: u64,
    /// The number of the last of them.
    last: u64,
}

impl Object {
    /// Returns the index of a name, probably `guess`.
    fn find(&self, name: &str, guess: usize) -> Option<usize> {
        match self.members.get(guess) {
            Some(member) if member.name == name => Some(guess),
            _ => self.names.get(name).copied(),
        }
    }

    /// Adds a name, and returns its index.
    fn add(&mut self, name: String, place: Place) -> usize {
        let index = self.members.len();
        self.names.insert(name.clone(), index);
        self.members.push(Member { name, place, count: 0, last: 0 });
        index
    }

    /// Makes it a map: what is known of all values becomes one. Returns how many places there are less.
    fn close(&mut self, why: String) -> usize {
        if self.values.is_some() {
            return 0;
        }
        let joined = self.joined();
        let before: usize = self.members.iter().map(|member| member.place.size()).sum();
        let less = before.saturating_sub(joined.size());
        (self.values, self.why) = (Some(joined), why);
        (self.members, self.names) = (Vec::new(), BTreeMap::new());
        less
    }

    /// Returns why the objects are maps and no structs; `None` if they are structs. What is said here is specified in
    /// the book's page on the command.
    pub(super) fn map_reason(&self, is_record: bool) -> Option<String> {
        let names = self.members.len();
        let odd = || self.members.iter().filter(|member| !is_name(&member.name));
        let is_number =
            |member: &Member| !member.name.is_empty() && member.name.bytes().all(|byte| byte.is_ascii_digit());
        if self.values.is_some() {
            return Some(self.why.clone());
        }
        if names == 0 {
            return Some("no names".into());
        }
        if let Some(member) = self.members.iter().find(|member| is_number(member)) {
            return Some(format!("the name `{}` is a number", short(&member.name)));
        }
        let is_odd = 2 * odd().count() >= names && names >= 3;
        let known: u64 = self.members.iter().map(|member| member.count).sum();
        let varies = names >= 10 && known.saturating_mul(4) < self.count.saturating_mul(names as u64);
        if is_record || !(is_odd || varies) || self.joined().kinds().len() != 1 {
            return None;
        }
        let why = match odd().next().filter(|_| is_odd) {
            Some(member) => format!("such as {:?}", short(&member.name)),
            None => "in a quarter of the objects or fewer each, on average".into(),
        };
        Some(format!("{names} names, {why}"))
    }

    /// Makes it a map early if it is one, so that it takes few places. Returns how many there are less.
    fn close_early(&mut self, is_record: bool) -> usize {
        let names = self.members.len();
        let most = if is_record { MAX_RECORD_NAMES } else { MAX_NAMES };
        let why = match names {
            32 | 64 | 128 | 256 => self.map_reason(is_record),
            _ => (names > most).then(|| format!("more than {most} names")),
        };
        why.map_or(0, |why| self.close(why))
    }

    /// Returns what is known of all values together.
    pub(super) fn joined(&self) -> Place {
        let mut joined = self.values.clone().unwrap_or_default();
        self.members.iter().for_each(|member| joined.join(&member.place));
        joined
    }

    /// Adds what is known of other objects.
    fn join(&mut self, other: &Self) {
        if other.values.is_some() {
            self.close(other.why.clone());
        }
        if let Some(values) = &mut self.values {
            values.join(&other.joined());
        } else {
            for member in &other.members {
                let found = self.names.get(&member.name).copied();
                let index = found.unwrap_or_else(|| self.add(member.name.clone(), Place::default()));
                self.members[index].place.join(&member.place);
                self.members[index].count += member.count;
            }
            self.close_early(false);
        }
        self.count += other.count;
    }
}

impl Place {
    pub(super) fn count(&self, of: Count) -> u64 {
        self.counts[of as usize]
    }

    /// Returns the number of all values.
    pub(super) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn add(&mut self, of: Count) {
        self.counts[of as usize] += 1;
    }

    fn integer(&mut self, value: i128) {
        let is_first = self.count(Count::Int) == 0;
        (self.least, self.greatest) = match is_first {
            true => (value, value),
            false => (self.least.min(value), self.greatest.max(value)),
        };
        self.add(Count::Int);
    }

    /// Returns the types of the integers: one that has all of them; that of the negative ones and that of the others,
    /// if all have 64 bits; or none.
    pub(super) fn integer_types(&self) -> &'static [&'static str] {
        let (least, greatest) = (self.least, self.greatest);
        let is_signed = i64::try_from(least).is_ok();
        match i64::try_from(greatest).is_ok() {
            _ if self.is_wide => {
                if least < 0 {
                    &[]
                } else {
                    &["u128"]
                }
            }
            true if is_signed => &["i64"],
            _ if u64::try_from(greatest).is_err() || !is_signed && least < 0 => &["i128"],
            _ => {
                if least < 0 {
                    &["i64", "u64"]
                } else {
                    &["u64"]
                }
            }
        }
    }

    /// Returns whether the integers are exact as floats.
    pub(super) fn is_exact(&self) -> bool {
        !self.is_wide && self.least >= -EXACT && self.greatest <= EXACT
    }

    /// Returns the kinds of values, without null. Integers are floats if there are any and all are exact as such, or if
    /// no type has all of them.
    pub(super) fn kinds(&self) -> Vec<(Count, &'static str)> {
        let has_floats = self.count(Count::Float) > 0;
        let is_float = self.count(Count::Int) > 0 && (has_floats && self.is_exact() || self.integer_types().is_empty());
        let has = |of: Count| match of {
            Count::Int if is_float => false,
            Count::Float => is_float || has_floats,
            _ => self.count(of) > 0,
        };
        Count::TYPED.into_iter().filter(|(of, _)| has(*of)).collect()
    }

    /// Adds what is known of other values.
    fn join(&mut self, other: &Self) {
        if other.count(Count::Int) > 0 {
            let is_first = self.count(Count::Int) == 0;
            self.least = if is_first { other.least } else { self.least.min(other.least) };
            self.greatest = if is_first { other.greatest } else { self.greatest.max(other.greatest) };
        }
        self.counts.iter_mut().zip(other.counts).for_each(|(own, other)| *own += other);
        self.is_wide |= other.is_wide;
        self.is_closed |= other.is_closed;
        if let Some(element) = &other.element {
            self.element.get_or_insert_default().join(element);
        }
        if let Some(object) = &other.object {
            self.object.get_or_insert_default().join(object);
        }
        if self.is_closed {
            self.close();
        }
    }

    /// Returns the number of places that it consists of.
    fn size(&self) -> usize {
        let element = self.element.as_ref().map_or(0, |element| element.size());
        let object = self.object.as_ref().map_or(0, |object| {
            let members: usize = object.members.iter().map(|member| member.place.size()).sum();
            members + object.values.as_ref().map_or(0, Self::size)
        });
        1 + element + object
    }

    /// Returns the place of a list whose elements are the values of this one.
    pub(super) fn into_list(self) -> Self {
        let mut list = Self::default();
        list.add(Count::List);
        list.element = Some(Box::new(self));
        list
    }

    /// Stops looking at the parts.
    fn close(&mut self) {
        (self.is_closed, self.element, self.object) = (true, None, None);
    }
}

/// Returns whether a name is what fields are called: a letter or `_`, then letters, digits, `_` and `-`.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first == '_' || first.is_alphabetic())
        && name.chars().all(|next| next == '_' || next == '-' || next.is_alphanumeric())
}

/// Integers up to this are exact as `f64`.
const EXACT: i128 = 1 << 53;

/// Notes a value of a place.
pub(super) struct Note<'p> {
    pub(super) place: &'p mut Place,
    /// How many more places there may be; as many again are closed.
    pub(super) left: &'p mut usize,
    pub(super) depth: usize,
}

impl<'p> Note<'p> {
    fn leaf<E>(self, of: Count) -> Result<(), E> {
        self.place.add(of);
        Ok(())
    }

    /// Returns a new place, if there may be another one.
    fn new_place(left: &mut usize) -> Option<Place> {
        let is_closed = *left <= MAX_PLACES;
        *left = left.checked_sub(1)?;
        Some(Place { is_closed, ..Place::default() })
    }

    /// Notes a part of this value.
    fn part(place: &'p mut Place, left: &'p mut usize, depth: usize) -> Self {
        place.is_closed |= depth >= MAX_DEPTH;
        Self { place, left, depth: depth + 1 }
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
        self.leaf(Count::Null)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.deserialize(from)
    }

    /// (See [`Inference::note`](super::Inference::note).)
    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let of = from.deserialize_any(TimeForm)?;
        self.leaf(of)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.leaf(Count::Bool)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.visit_i128(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.visit_i128(value.into())
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.place.integer(value);
        Ok(())
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        let signed = i128::try_from(value);
        self.place.is_wide |= signed.is_err();
        self.visit_i128(signed.unwrap_or(i128::MAX))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.leaf(Count::Float)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.leaf(Count::Text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Self { place, left, depth } = self;
        place.add(Count::List);
        if !place.is_closed && place.element.is_none() {
            match Self::new_place(left) {
                Some(element) => place.element = Some(Box::new(element)),
                None => place.close(),
            }
        }
        let Some(element) = &mut place.element else { return IgnoredAny.visit_seq(from).map(drop) };
        while from.next_element_seed(Note::part(&mut *element, &mut *left, depth))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Self { place, left, depth } = self;
        place.add(Count::Object);
        if place.is_closed {
            return IgnoredAny.visit_map(from).map(drop);
        }
        let object = place.object.get_or_insert_default();
        object.count += 1;
        let (number, mut guess) = (object.count, 0);
        while let Some(name) = from.next_key::<String>()? {
            if let Some(values) = &mut object.values {
                from.next_value_seed(Note::part(values, &mut *left, depth))?;
                continue;
            }
            let found = object.find(&name, guess);
            let is_new = found.is_none();
            let index = match found {
                Some(index) => index,
                None => match Self::new_place(left) {
                    Some(part) => object.add(name, part),
                    None => {
                        place.close();
                        from.next_value::<IgnoredAny>()?;
                        return IgnoredAny.visit_map(from).map(drop);
                    }
                },
            };
            guess = index + 1;
            let member = &mut object.members[index];
            if core::mem::replace(&mut member.last, number) != number {
                member.count += 1;
            }
            from.next_value_seed(Note::part(&mut member.place, &mut *left, depth))?;
            if is_new {
                *left += object.close_early(depth == 0);
            }
        }
        Ok(())
    }
}

/// Whether the form of a time in serde is that of a `Duration` or of a `SystemTime`.
struct TimeForm;

impl<'de> Visitor<'de> for TimeForm {
    type Value = Count;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a duration or a time")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Count, A::Error> {
        let of = match from.next_entry::<String, IgnoredAny>()? {
            Some((name, _)) if name == "secs" => Count::Duration,
            Some((name, _)) if name == "secs_since_epoch" => Count::Time,
            _ => return Err(A::Error::custom("expected a duration or a time")),
        };
        IgnoredAny.visit_map(from)?;
        Ok(of)
    }
}
