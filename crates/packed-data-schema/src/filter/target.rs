//! Paths compiled for a type in a layout: each is a place, or the indices of parts.

use alloc::vec::Vec;

use super::Atom;
use crate::fixed::FixedField;
use crate::path::{self, Path, PathError, Resolved, Step, THROUGH};
use crate::read::{Codec, Part, Parts, Value};
use crate::schema::{Type, TypeIndex};
use packed_data_model::visit::ScalarValue;

/// A path that was compiled.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Where the part is, if that is the same place in each value.
    pub(super) fixed: Option<FixedField>,
    /// The same by the indices of parts, and what follows them by name.
    parts: Vec<usize>,
    steps: Vec<Step>,
    /// The type of a part at a fixed place.
    pub(super) end: TypeIndex,
}

impl Target {
    /// Compiles a path in values of one of these types.
    pub(super) fn new(codec: &Codec<'_>, of: &[TypeIndex], path: &Path) -> Result<Self, PathError> {
        let (schema, steps) = (codec.schema(), &path.steps[..]);
        path::check_all(schema, of, steps)?;
        let Resolved { parts, of: end, rest } = match of {
            [of] => path::resolve(schema, *of, steps),
            _ => Resolved { parts: Vec::new(), of: 0, rest: steps },
        };
        let fixed = match of {
            [of] if rest.is_empty() => codec.fixed_place(*of, &parts),
            _ => None,
        };
        Ok(Self { fixed, parts, steps: rest.to_vec(), end: codec.only_field(end) })
    }

    /// Returns how far a walk to the part goes: paths that are followed in this order need one walk.
    pub(super) fn rank(&self) -> usize {
        match self.fixed {
            Some(_) => 0,
            None => self.parts.first().map_or(usize::MAX, |index| index.saturating_add(1)),
        }
    }

    /// Reads the part, if it is at a fixed place and the bytes are in the layout of the filter.
    #[inline]
    pub(super) fn fixed(&self, subject: &Subject<'_>) -> Option<Option<ScalarValue>> {
        Some(self.fixed?.read(subject.bytes?))
    }

    /// Returns what is there.
    pub(super) fn atom<'a>(&self, subject: &mut Subject<'a>, codec: &'a Codec<'_>) -> Atom<'a> {
        let Some(found) = self.fixed(subject) else { return subject.find(self).map_or(Atom::Null, Atom::of) };
        match (codec.schema().get(codec.schema().packed(self.end)), found) {
            (_, None) => Atom::Other,
            (Type::Enum(of), Some(ScalarValue::Unsigned(tag))) => {
                let constructor = usize::try_from(tag).ok().and_then(|tag| of.constructors.get(tag));
                constructor.map_or(Atom::Other, |constructor| Atom::of_constructor(of, constructor))
            }
            (_, Some(scalar)) => Atom::of_scalar(scalar),
        }
    }
}

/// A value that is tested, and how far it was walked over.
pub(super) struct Subject<'a> {
    value: Value<'a>,
    /// The bytes from its beginning on, if they are in the layout of the filter.
    bytes: Option<&'a [u8]>,
    /// The parts that were not passed yet, and the least index of them.
    rest: Option<Parts<'a>>,
    next: usize,
    /// The part that was passed last.
    last: Option<Part<'a>>,
}

impl<'a> Subject<'a> {
    #[inline]
    pub(super) fn new(value: Value<'a>, bytes: Option<&'a [u8]>) -> Self {
        Self { value, bytes, rest: None, next: 0, last: None }
    }

    /// Returns a part of this value as a subject of its own.
    pub(super) fn inside(&self, part: Value<'a>) -> Self {
        Self::new(part, self.bytes.map(|_| part.rest()))
    }

    /// Returns the part that a path leads to.
    pub(super) fn find(&mut self, target: &Target) -> Option<Value<'a>> {
        let part = match target.parts.split_first() {
            Some((first, parts)) => parts.iter().try_fold(self.part(*first)?, |part, index| part.get(*index))?,
            None => self.value,
        };
        path::lookup(part, &target.steps)
    }

    /// Returns the part with this index; goes on where the last call has ended, if that is before it.
    fn part(&mut self, index: usize) -> Option<Value<'a>> {
        if self.last.is_none_or(|last| last.index != index) {
            if index < self.next {
                self.rest = None;
            }
            let rest = self.rest.get_or_insert_with(|| self.value.parts());
            self.last = rest.next_from(index);
            self.next = self.last.map_or(usize::MAX, |last| last.index + 1);
        }
        self.last.filter(|last| last.index == index).map(|last| last.value)
    }
}

/// The elements of a list, or the keys and values of a map.
pub(super) struct Elements<'a> {
    list: Value<'a>,
    is_map: bool,
}

impl<'a> Elements<'a> {
    /// Returns those of a value, also inside of optional values and newtypes; `None` if it is no list.
    pub(super) fn of(mut value: Value<'a>) -> Option<Self> {
        for _ in 0..THROUGH {
            let is_map = match value.packed_type() {
                Type::Sequence { .. } | Type::Array { .. } => false,
                Type::Sorted { element } => value.schema().entry(*element).is_some(),
                _ => {
                    value = path::only_part(value)?;
                    continue;
                }
            };
            return Some(Self { list: value, is_map });
        }
        None
    }

    /// Returns the elements of a list, the values of a map.
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'a>> {
        self.parts(1)
    }

    /// Returns the elements of a list, the keys of a map.
    pub(super) fn keys(&self) -> impl Iterator<Item = Value<'a>> {
        self.parts(0)
    }

    fn parts(&self, of_entry: usize) -> impl Iterator<Item = Value<'a>> {
        let is_map = self.is_map;
        path::some_parts(self.list)
            .filter_map(move |part| if is_map { part.value.get(of_entry) } else { Some(part.value) })
    }
}
