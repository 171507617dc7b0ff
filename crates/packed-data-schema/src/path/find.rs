//! Follows paths: in values, and in the types of a schema.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{PathError, Step, as_index};
use crate::read::{Part, Value};
use crate::schema::{Constructor, Field, Schema, StructKind, Type, TypeIndex};
use packed_data::Limits;
use packed_data_model::visit::ScalarValue;

/// How many types without a step of their own (optional values, newtypes) a step goes through.
pub(crate) const THROUGH: usize = 64;

/// Returns the part at the end of a path.
///
/// # Errors
///
/// There is no such part; the error has the number of the step.
pub fn find<'a>(value: Value<'a>, steps: &[Step]) -> Result<Value<'a>, PathError> {
    let mut here = value;
    for (number, step) in steps.iter().enumerate() {
        here = go(here, step).ok_or_else(|| {
            let found = describe(here);
            PathError::new(number, format!("{} leads nowhere: {found}", show(step)))
        })?;
    }
    Ok(here)
}

/// Returns the part at the end of a path, without saying why there is none.
pub(crate) fn lookup<'a>(value: Value<'a>, steps: &[Step]) -> Option<Value<'a>> {
    steps.iter().try_fold(value, go)
}

/// Prints a step in a message.
fn show(step: &Step) -> String {
    match step {
        Step::Field { of: Some(of), constructor: Some(constructor), field } => format!("`{of}::{constructor}.{field}`"),
        Step::Field { field, .. } => format!("`.{field}`"),
        Step::Element(index) => format!("`[{index}]`"),
        Step::FromEnd(number) => format!("`[-{number}]`"),
        Step::Name(name) => format!("`{name}`"),
    }
}

/// Says what parts a value has.
fn describe(value: Value<'_>) -> String {
    let name = value.codec.schema.name_of(value.type_index());
    match value.packed_type() {
        Type::Struct(of) => format!("{name} has {}", names(&of.fields)),
        Type::Enum(_) => match value.constructor() {
            Some(constructor) => format!("{name} is `{}` here, with {}", constructor.name, names(&constructor.fields)),
            None => format!("{name} has another constructor"),
        },
        Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. } => {
            let count = some_parts(value).count();
            format!("{name} has {count} element{} here", if count == 1 { "" } else { "s" })
        }
        _ => format!("{name} has no parts"),
    }
}

/// Lists the names of fields.
fn names(fields: &[Field]) -> String {
    let names: Vec<_> = fields.iter().take(12).map(|field| format!("`{}`", field.name)).collect();
    match (fields.len(), names.as_slice()) {
        (_, []) => "no fields".into(),
        (1, _) => format!("the field {}", names[0]),
        (count, _) if count > names.len() => format!("the fields {}, ...", names.join(", ")),
        _ => format!("the fields {}", names.join(", ")),
    }
}

/// Returns the parts of a value, not many more than it has bytes: if it was not validated, it may claim to have any
/// number of parts without bytes.
pub(crate) fn some_parts<'a>(value: Value<'a>) -> impl Iterator<Item = Part<'a>> {
    let empty = usize::try_from(Limits::DEFAULT.empty_elements).unwrap_or(usize::MAX);
    value.parts().take(value.bytes.len().saturating_add(empty))
}

/// Goes one step down.
fn go<'a>(mut here: Value<'a>, step: &Step) -> Option<Value<'a>> {
    for _ in 0..THROUGH {
        if let Some(found) = direct(here, step) {
            return Some(found);
        }
        here = only_part(here)?;
    }
    None
}

/// Returns the only field of a constructor or struct, if it has no name: JSON does not show it.
pub(crate) fn only_part(here: Value<'_>) -> Option<Value<'_>> {
    let [only] = fields_of(here)? else { return None };
    if only.is_named() { None } else { here.get(0) }
}

/// Returns the fields that a value has: those of its constructor.
fn fields_of<'a>(value: Value<'a>) -> Option<&'a [Field]> {
    match value.packed_type() {
        Type::Struct(of) => Some(&of.fields),
        Type::Enum(_) => Some(&value.constructor()?.fields),
        _ => None,
    }
}

fn direct<'a>(here: Value<'a>, step: &Step) -> Option<Value<'a>> {
    match (here.packed_type(), step) {
        (Type::Struct(of), Step::Field { of: name, constructor: None, field }) => {
            let is_same = match (name, of.kind) {
                (None, StructKind::Tuple) => true,
                (Some(name), _) => *name == of.name,
                (None, _) => false,
            };
            is_same.then(|| here.field(field)).flatten()
        }
        // Errors print `Entry.name` for a field of a struct, which parses as two names.
        (Type::Struct(of), Step::Name(name)) => match here.field(name) {
            Some(found) => Some(found),
            None if *name == of.name && of.kind != StructKind::Tuple => Some(here),
            None => None,
        },
        (Type::Enum(of), Step::Field { of: Some(name), constructor: Some(constructor), field }) => {
            let is_same = *name == of.name && here.constructor()?.name == *constructor;
            is_same.then(|| here.field(field)).flatten()
        }
        (Type::Enum(_), Step::Name(name)) => {
            let Constructor { name: constructor, fields, .. } = here.constructor()?;
            match (name == constructor, fields.as_slice()) {
                (true, [only]) if !only.is_named() => here.get(0),
                (true, _) => Some(here),
                _ => here.field(name),
            }
        }
        (Type::Struct(_) | Type::Enum(_), _) => {
            let fields = fields_of(here)?;
            let index = step.index_of_field(fields.len())?;
            (!fields.get(index)?.is_named() && fields.len() > 1).then(|| here.get(index)).flatten()
        }
        (Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. }, Step::Element(index)) => here.get(*index),
        (Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. }, Step::FromEnd(number)) => {
            let len = here.parts().stated_len().unwrap_or_else(|| some_parts(here).count());
            here.get(len.checked_sub(*number)?)
        }
        (Type::Sorted { element }, Step::Name(name)) if here.codec.schema.entry(*element).is_some() => {
            some_parts(here).find(|entry| entry.value.get(0).is_some_and(|key| is_key(key, name)))?.value.get(1)
        }
        (Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. }, Step::Name(name)) => {
            here.get(as_index(name)?)
        }
        _ => None,
    }
}

/// Returns whether a key looks like this in JSON.
fn is_key(key: Value<'_>, name: &str) -> bool {
    if let Some(text) = key.as_str() {
        return text == name;
    }
    match key.as_scalar() {
        Some(ScalarValue::Char(character)) => name.chars().eq([character]),
        Some(_) => {
            let Ok(text) = serde_json::to_string(&key) else { return false };
            text.trim_ascii_start() == name
                || text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) == Some(name)
        }
        None => key.constructor().is_some_and(|constructor| constructor.name == name),
    }
}

/// The beginning of a path, as far as it leads through the same parts in every value of a type.
pub(crate) struct Resolved<'p> {
    /// The index of each part; newtypes, which need no step, have one too.
    pub(crate) parts: Vec<usize>,
    /// The type of the last of them.
    pub(crate) of: TypeIndex,
    /// The other steps.
    pub(crate) rest: &'p [Step],
}

/// Returns the indices of the parts through which a path leads in every value of a type, and the type at its end:
/// fields of structs, also those of newtypes, which need no step, and elements of arrays. `None` if it leads through
/// something that other values may not have.
///
/// ```
/// use packed_data_schema::Schema;
/// use packed_data_schema::path::{self, Path};
///
/// let schema = Schema::of::<(u8, (bool, Vec<u16>))>();
/// let (parts, of) = path::indices(&schema, 0, &Path::parse("[1][0]")?.steps).expect("it always leads there");
/// assert_eq!((parts, schema.name_of(of)), (vec![1, 0], "bool".into()));
/// assert_eq!(path::indices(&schema, 0, &Path::parse("[1][1][3]")?.steps), None);
/// # Ok::<(), path::PathError>(())
/// ```
pub fn indices(schema: &Schema, of: TypeIndex, steps: &[Step]) -> Option<(Vec<usize>, TypeIndex)> {
    let Resolved { parts, of, rest } = resolve(schema, of, steps);
    rest.is_empty().then_some((parts, of))
}

/// Resolves the beginning of a path, so that a value in which it is followed is not searched for names.
pub(crate) fn resolve<'p>(schema: &Schema, of: TypeIndex, steps: &'p [Step]) -> Resolved<'p> {
    let (mut here, mut through) = (Resolved { parts: Vec::new(), of, rest: steps }, 0);
    while let Some((step, rest)) = here.rest.split_first() {
        let (fields, index) = match (schema.get(schema.packed(here.of)), step) {
            (Type::Array { element, len }, _) => {
                let Some(index) = index_in(step, *len) else { break };
                here = Resolved { of: *element, rest, ..here };
                here.parts.push(index);
                through = 0;
                continue;
            }
            (Type::Struct(is), Step::Name(name)) => {
                let index = is.fields.iter().position(|field| field.name == *name);
                if index.is_none() && *name == is.name && is.kind != StructKind::Tuple {
                    here.rest = rest;
                    continue;
                }
                (&is.fields, index)
            }
            (Type::Struct(is), Step::Element(_) | Step::FromEnd(_)) => {
                let index = step.index_of_field(is.fields.len()).filter(|_| is.fields.len() > 1);
                (&is.fields, index.filter(|index| is.fields.get(*index).is_some_and(|field| !field.is_named())))
            }
            _ => break,
        };
        match (index, &fields[..]) {
            (Some(index), _) if !fields[index].has_default => {
                here = Resolved { of: fields[index].of, rest, ..here };
                here.parts.push(index);
                through = 0;
            }
            (None, [only]) if !only.is_named() && !only.has_default && through < THROUGH => {
                here.of = only.of;
                here.parts.push(0);
                through += 1;
            }
            _ => break,
        }
    }
    here
}

/// Returns the index of an element that every array of this length has.
fn index_in(step: &Step, len: u64) -> Option<usize> {
    step.index(usize::try_from(len).unwrap_or(usize::MAX)).filter(|index| (*index as u64) < len)
}

/// Where a path leads in values of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The types that values at its end may have.
    pub types: Vec<TypeIndex>,
    /// Whether it may lead nowhere in some values: if a constructor is another, a list too short, or a field absent.
    pub may_be_absent: bool,
}

/// Checks that a path can lead somewhere in values of a type, and returns where.
///
/// # Errors
///
/// It cannot; the error has the number of the step, and says what there is.
pub fn check(schema: &Schema, of: TypeIndex, steps: &[Step]) -> Result<Ends, PathError> {
    check_all(schema, &[of], steps)
}

/// Does the same for values of several types: the path leads somewhere in some of them.
pub(crate) fn check_all(schema: &Schema, of: &[TypeIndex], steps: &[Step]) -> Result<Ends, PathError> {
    check_noting(schema, of, steps, &mut |_| {})
}

/// A part of values on a path.
pub(crate) enum Passed {
    /// The field of a type, by the numbers of its constructor and its own.
    Field(TypeIndex, u32, u32),
    /// All of a type: keys, which are in order.
    Whole(TypeIndex),
}

/// Does the same, and passes on all parts through which the path may lead.
pub(crate) fn check_noting(
    schema: &Schema,
    of: &[TypeIndex],
    steps: &[Step],
    note: &mut dyn FnMut(Passed),
) -> Result<Ends, PathError> {
    let mut here = of.to_vec();
    let mut may_be_absent = of.len() > 1 && !steps.is_empty();
    for (number, step) in steps.iter().enumerate() {
        let next = types_after(schema, &here, step, &mut may_be_absent, note);
        if next.is_empty() {
            let known: Vec<String> = here.iter().take(3).map(|of| parts_of(schema, *of)).collect();
            return Err(PathError::new(number, format!("unknown path {}: {}", show(step), known.join("; "))));
        }
        here = next;
    }
    Ok(Ends { types: here, may_be_absent })
}

/// Says what parts values of a type have.
fn parts_of(schema: &Schema, of: TypeIndex) -> String {
    let name = schema.name_of(of);
    match schema.get(schema.packed(of)) {
        Type::Struct(of) => format!("{name} has {}", names(&of.fields)),
        Type::Enum(of) => {
            let names: Vec<_> = of.constructors.iter().take(12).map(|of| format!("`{}`", of.name)).collect();
            format!("{name} has the constructors {}", names.join(", "))
        }
        Type::Array { len, .. } => format!("{name} has the elements before `[{len}]`"),
        Type::Sequence { .. } => format!("{name} has elements, such as `[0]`"),
        Type::Sorted { element } if schema.entry(*element).is_some() => format!("{name} has keys"),
        Type::Sorted { .. } => format!("{name} has elements, such as `[0]`"),
        _ => format!("{name} has no parts"),
    }
}

/// Returns the types to which a step may lead from values of these types; notes whether it may lead nowhere, and the
/// parts through which it leads.
fn types_after(
    schema: &Schema,
    here: &[TypeIndex],
    step: &Step,
    may_be_absent: &mut bool,
    note: &mut dyn FnMut(Passed),
) -> Vec<TypeIndex> {
    let (mut open, mut seen, mut found) = (here.to_vec(), Vec::new(), Vec::new());
    while let Some(of) = open.pop() {
        if seen.contains(&of) {
            continue;
        }
        seen.push(of);
        let packed = schema.packed(of);
        let mut inside = |name: &str, constructor: Option<(u32, &str)>, fields: &[Field]| {
            let (number, constructor) = constructor.unzip();
            let mut pass = |index: usize| {
                note(Passed::Field(packed, number.unwrap_or(0), index as u32));
                fields[index].of
            };
            let wanted = match step {
                Step::Name(wanted) => Some(wanted.as_str()),
                Step::Field { of, constructor: of_constructor, field } => {
                    let is_same = of.as_deref().is_none_or(|of| of == name) && of_constructor.as_deref() == constructor;
                    is_same.then_some(field.as_str())
                }
                Step::Element(_) | Step::FromEnd(_) => None,
            };
            let named = fields.iter().enumerate().filter(|(_, field)| Some(field.name.as_str()) == wanted);
            found.extend(named.map(|(index, _)| pass(index)));
            if let Some(index) = step.index_of_field(fields.len())
                && fields.len() > 1
            {
                found.extend(fields.get(index).filter(|field| !field.is_named()).map(|_| pass(index)));
            }
            if let (Step::Name(wanted), Some(constructor)) = (step, constructor)
                && wanted == constructor
            {
                match fields {
                    [only] if !only.is_named() => found.push(pass(0)),
                    _ => found.push(of),
                }
            }
            if let [only] = fields
                && !only.is_named()
            {
                open.push(pass(0));
            }
        };
        let has_defaults = |fields: &[Field]| fields.iter().any(|field| field.has_default);
        match (schema.get(packed), step) {
            (Type::Struct(is), _) => {
                inside(&is.name, None, &is.fields);
                *may_be_absent |= has_defaults(&is.fields);
                if matches!(step, Step::Name(name) if *name == is.name && is.kind != StructKind::Tuple) {
                    found.push(of);
                }
            }
            (Type::Enum(is), _) => {
                for (number, constructor) in (0..).zip(&is.constructors) {
                    inside(&is.name, Some((number, &constructor.name)), &constructor.fields);
                    *may_be_absent |= is.constructors.len() > 1 || has_defaults(&constructor.fields);
                }
            }
            (Type::Array { element, len }, _) => {
                found.extend(index_in(step, *len).map(|_| *element));
            }
            (Type::Sequence { element, .. }, _) => {
                *may_be_absent = true;
                found.extend(step.index(usize::MAX).map(|_| *element));
            }
            (Type::Sorted { element }, _) => {
                *may_be_absent = true;
                let entry = schema.packed(*element);
                let is_map = match schema.entry(entry) {
                    Some((key, _)) => {
                        note(Passed::Whole(key));
                        note(Passed::Field(entry, 0, 0));
                        true
                    }
                    None => {
                        note(Passed::Whole(entry));
                        false
                    }
                };
                match (step, schema.get(entry)) {
                    (Step::Element(_) | Step::FromEnd(_), _) => found.push(*element),
                    (Step::Name(_), Type::Struct(of)) if is_map => {
                        note(Passed::Field(entry, 0, 1));
                        found.push(of.fields[1].of);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
