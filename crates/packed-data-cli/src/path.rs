//! Paths to parts of a value: those that errors print, `records[12].user.name`, and JSON Pointers.

use packed_data::error::Printable;
use packed_data_schema::{Constructor, Field, ScalarValue, Schema, StructKind, Type, TypeIndex, Value};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field as errors name it: of a constructor, if the type is an enum.
    Field {
        /// The name of the type; `None` for a tuple.
        of: Option<String>,
        /// The name of the constructor.
        constructor: Option<String>,
        /// The name of the field, or its index.
        field: String,
    },
    /// An element.
    Element(usize),
    /// The name of a field, a constructor or a key; in a JSON Pointer also an index.
    Name(String),
}

impl Step {
    /// Returns the index of an element.
    fn index(&self) -> Option<usize> {
        match self {
            Self::Element(index) => Some(*index),
            Self::Name(name) => as_index(name),
            Self::Field { .. } => None,
        }
    }
}

/// A path that was parsed, and where each step begins in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The steps.
    pub steps: Vec<Step>,
}

/// Why a text is not a path, or a path leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The offset in the text, in bytes; for a path that leads nowhere the number of the step.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

impl PathError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: Printable(message.into()).to_string() }
    }
}

impl std::fmt::Display for PathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, at character {}", self.message, self.at + 1)
    }
}

impl std::error::Error for PathError {}

impl Path {
    /// Parses a path in any of the three notations.
    ///
    /// # Errors
    ///
    /// The text is not a path.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        if let Some(pointer) = text.strip_prefix('/') {
            let steps = pointer.split('/').map(unescape).collect::<Result<_, _>>()?;
            return Ok(Self { steps });
        }
        let mut steps = Vec::new();
        for (at, segment) in segments(text) {
            if segment.starts_with("... ") {
                return Err(PathError::new(at, "the path has a gap: the steps that it leaves out are not known"));
            }
            match as_printed(segment) {
                Some(step) => steps.push(step),
                None => {
                    let mut rest = Parser { text: segment, at: 0 };
                    while rest.at < segment.len() {
                        let is_first = steps.is_empty() || rest.at == 0;
                        let step = rest.step(is_first).map_err(|error| PathError::new(at + error.at, error.message))?;
                        steps.push(step);
                    }
                }
            }
        }
        Ok(Self { steps })
    }
}

/// Splits a path at ` > `, but not in a name in quotes; returns the offset of each segment too.
fn segments(text: &str) -> Vec<(usize, &str)> {
    let (mut segments, mut start) = (Vec::new(), 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b' ' if !is_quoted && at >= start && text[at..].starts_with(" > ") => {
                segments.push((start, &text[start..at]));
                start = at + 3;
            }
            _ => {}
        }
    }
    segments.push((start, &text[start..]));
    segments
}

/// Replaces `~0` by `~`, and `~1` by `/`: see RFC 6901.
fn unescape(token: &str) -> Result<Step, PathError> {
    let mut name = String::new();
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        name.push(match (character, character == '~') {
            (_, true) => match characters.next() {
                Some('0') => '~',
                Some('1') => '/',
                _ => return Err(PathError::new(0, format!("expected `~0` or `~1` in `{token}`"))),
            },
            (other, false) => other,
        });
    }
    Ok(Step::Name(name))
}

/// Parses a segment as errors print it: `Tree::Node.0`, `(_, _).1`; not `user.name`, which may also mean two fields.
fn as_printed(segment: &str) -> Option<Step> {
    let (of, field) = segment.rsplit_once('.')?;
    if !is_name(field) && !field.bytes().all(|byte| byte.is_ascii_digit()) || field.is_empty() {
        return None;
    }
    let field = field.to_owned();
    if of.starts_with('(') && of.ends_with(')') {
        return Some(Step::Field { of: None, constructor: None, field });
    }
    let (name, constructor) = of.split_once("::")?;
    let is_field = is_name(name) && is_name(constructor);
    is_field.then(|| Step::Field { of: Some(name.into()), constructor: Some(constructor.into()), field })
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
        && characters.all(|next| next == '_' || next.is_alphanumeric())
}

/// Parses `records[12].user.name`, step by step.
pub(crate) struct Parser<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl Parser<'_> {
    /// Parses the next step; the first one has no dot before it.
    pub(crate) fn step(&mut self, is_first: bool) -> Result<Step, PathError> {
        let rest = &self.text[self.at..];
        if let Some(inner) = rest.strip_prefix('[') {
            return self.bracket(inner);
        }
        let name = match rest.strip_prefix('.') {
            Some(name) if !is_first => name,
            None if is_first => rest,
            _ => return Err(PathError::new(self.at, "expected `.` and a name, or `[` and an index")),
        };
        let len = name.find(|next: char| next != '_' && !next.is_alphanumeric()).unwrap_or(name.len());
        if len == 0 {
            let at = self.at + rest.len() - name.len();
            return Err(PathError::new(at, "expected the name of a field"));
        }
        self.at += rest.len() - name.len() + len;
        Ok(Step::Name(name[..len].to_owned()))
    }

    /// Parses `12]` or `"a name"]`.
    fn bracket(&mut self, inner: &str) -> Result<Step, PathError> {
        let expected = || PathError::new(self.at + 1, "expected an index, or a name in quotes, and `]`");
        if inner.starts_with('"') {
            let mut names = serde_json::Deserializer::from_str(inner).into_iter::<String>();
            let name = names.next().and_then(Result::ok).ok_or_else(expected)?;
            let end = names.byte_offset();
            if !inner[end..].starts_with(']') {
                return Err(expected());
            }
            self.at += end + 2;
            return Ok(Step::Name(name));
        }
        let (digits, _) = inner.split_once(']').ok_or_else(expected)?;
        let index = as_index(digits).ok_or_else(expected)?;
        self.at += digits.len() + 2;
        Ok(Step::Element(index))
    }
}

/// Returns the digits of an index as a number.
fn as_index(text: &str) -> Option<usize> {
    let is_canonical = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|_| is_canonical)
}

/// How many types without a step of their own (optional values, newtypes) a step goes through.
const THROUGH: usize = 64;

/// Returns the part at the end of a path.
///
/// # Errors
///
/// There is no such part; the error has the number of the step.
pub fn find<'a>(schema: &'a Schema, value: Value<'a>, steps: &[Step]) -> Result<Value<'a>, PathError> {
    let mut here = value;
    for (number, step) in steps.iter().enumerate() {
        here = go(schema, here, step).ok_or_else(|| {
            let found = describe(schema, here);
            PathError::new(number, format!("{} leads nowhere: {found}", show(step)))
        })?;
    }
    Ok(here)
}

/// Prints a step in a message.
pub(crate) fn show(step: &Step) -> String {
    match step {
        Step::Field { of: Some(of), constructor: Some(constructor), field } => format!("`{of}::{constructor}.{field}`"),
        Step::Field { field, .. } => format!("`.{field}`"),
        Step::Element(index) => format!("`[{index}]`"),
        Step::Name(name) => format!("`{name}`"),
    }
}

/// Says what parts a value has.
fn describe(schema: &Schema, value: Value<'_>) -> String {
    let name = schema.name_of(value.type_index());
    match value.packed_type() {
        Type::Struct(of) => format!("{name} has {}", names(&of.fields)),
        Type::Enum(_) => match value.constructor() {
            Some(constructor) => format!("{name} is `{}` here, with {}", constructor.name, names(&constructor.fields)),
            None => format!("{name} has another constructor"),
        },
        Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. } => {
            let count = value.parts().count();
            format!("{name} has {count} element{} here", if count == 1 { "" } else { "s" })
        }
        _ => format!("{name} has no parts"),
    }
}

/// Lists the names of fields.
pub(crate) fn names(fields: &[Field]) -> String {
    let names: Vec<_> = fields.iter().take(12).map(|field| format!("`{}`", field.name)).collect();
    match (fields.len(), names.as_slice()) {
        (_, []) => "no fields".into(),
        (1, _) => format!("the field {}", names[0]),
        (count, _) if count > names.len() => format!("the fields {}, ...", names.join(", ")),
        _ => format!("the fields {}", names.join(", ")),
    }
}

/// Goes one step down.
fn go<'a>(schema: &'a Schema, mut here: Value<'a>, step: &Step) -> Option<Value<'a>> {
    for _ in 0..THROUGH {
        if let Some(found) = direct(schema, here, step) {
            return Some(found);
        }
        // (The only field of a constructor or struct, if it has no name: JSON does not show it.)
        let [only] = fields_of(here)? else { return None };
        if only.is_named() {
            return None;
        }
        here = here.get(0)?;
    }
    None
}

/// Returns the fields that a value has: those of its constructor.
fn fields_of<'a>(value: Value<'a>) -> Option<&'a [Field]> {
    match value.packed_type() {
        Type::Struct(of) => Some(&of.fields),
        Type::Enum(_) => Some(&value.constructor()?.fields),
        _ => None,
    }
}

fn direct<'a>(schema: &'a Schema, here: Value<'a>, step: &Step) -> Option<Value<'a>> {
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
        (Type::Struct(_) | Type::Enum(_), Step::Element(index)) => {
            let field = fields_of(here)?.get(*index)?;
            (!field.is_named() && fields_of(here)?.len() > 1).then(|| here.get(*index)).flatten()
        }
        (Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. }, Step::Element(index)) => here.get(*index),
        (Type::Sorted { element }, Step::Name(name)) if is_map(schema, *element) => {
            here.parts().find(|entry| entry.value.get(0).is_some_and(|key| is_key(key, name)))?.value.get(1)
        }
        (Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. }, Step::Name(name)) => {
            here.get(as_index(name)?)
        }
        _ => None,
    }
}

/// Returns whether elements of this type are entries of a map.
pub(crate) fn is_map(schema: &Schema, element: TypeIndex) -> bool {
    matches!(schema.get(schema.packed(element)), Type::Struct(of) if of.kind == StructKind::Entry)
}

/// Returns whether a key looks like this in JSON.
fn is_key(key: Value<'_>, name: &str) -> bool {
    if let Some(text) = key.as_str() {
        return text == name;
    }
    match key.as_scalar() {
        Some(ScalarValue::Char(character)) => name.chars().eq([character]),
        Some(_) => {
            let mut text = Vec::new();
            key.write_json(&mut text).is_ok() && text.trim_ascii_start() == name.as_bytes()
                || text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")) == Some(name.as_bytes())
        }
        None => key.constructor().is_some_and(|constructor| constructor.name == name),
    }
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
    let mut here = vec![of];
    let mut may_be_absent = false;
    for (number, step) in steps.iter().enumerate() {
        let next = types_after(schema, &here, step, &mut may_be_absent);
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
        Type::Sorted { element } if is_map(schema, *element) => format!("{name} has keys"),
        Type::Sorted { .. } => format!("{name} has elements, such as `[0]`"),
        _ => format!("{name} has no parts"),
    }
}

/// Returns the types to which a step may lead from values of these types; notes whether it may lead nowhere.
fn types_after(schema: &Schema, here: &[TypeIndex], step: &Step, may_be_absent: &mut bool) -> Vec<TypeIndex> {
    let (mut open, mut seen, mut found) = (here.to_vec(), Vec::new(), Vec::new());
    while let Some(of) = open.pop() {
        if seen.contains(&of) {
            continue;
        }
        seen.push(of);
        let mut inside = |name: &str, constructor: Option<&str>, fields: &[Field]| {
            let wanted = match step {
                Step::Name(wanted) => Some(wanted.as_str()),
                Step::Field { of, constructor: of_constructor, field } => {
                    let is_same = of.as_deref().is_none_or(|of| of == name) && of_constructor.as_deref() == constructor;
                    is_same.then_some(field.as_str())
                }
                Step::Element(_) => None,
            };
            found.extend(fields.iter().filter(|field| Some(field.name.as_str()) == wanted).map(|field| field.of));
            if let Step::Element(index) = step
                && fields.len() > 1
            {
                found.extend(fields.get(*index).filter(|field| !field.is_named()).map(|field| field.of));
            }
            if let (Step::Name(wanted), Some(constructor)) = (step, constructor)
                && wanted == constructor
            {
                match fields {
                    [only] if !only.is_named() => found.push(only.of),
                    _ => found.push(of),
                }
            }
            if let [only] = fields
                && !only.is_named()
            {
                open.push(only.of);
            }
        };
        let has_defaults = |fields: &[Field]| fields.iter().any(|field| field.has_default);
        match (schema.get(schema.packed(of)), step) {
            (Type::Struct(is), _) => {
                inside(&is.name, None, &is.fields);
                *may_be_absent |= has_defaults(&is.fields);
                if matches!(step, Step::Name(name) if *name == is.name && is.kind != StructKind::Tuple) {
                    found.push(of);
                }
            }
            (Type::Enum(is), _) => {
                for constructor in &is.constructors {
                    inside(&is.name, Some(&constructor.name), &constructor.fields);
                    *may_be_absent |= is.constructors.len() > 1 || has_defaults(&constructor.fields);
                }
            }
            (Type::Array { element, len }, _) => {
                found.extend(step.index().filter(|index| (*index as u64) < *len).map(|_| *element));
            }
            (Type::Sequence { element, .. }, _) => {
                *may_be_absent = true;
                found.extend(step.index().map(|_| *element));
            }
            (Type::Sorted { element }, _) => {
                *may_be_absent = true;
                match (step, schema.get(schema.packed(*element))) {
                    (Step::Element(_), _) => found.push(*element),
                    (Step::Name(_), Type::Struct(entry)) if entry.kind == StructKind::Entry => {
                        found.push(entry.fields[1].of);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Step {
        Step::Name(text.into())
    }

    #[test]
    fn notations() {
        let parse = |text| Path::parse(text).map(|path| path.steps);
        assert_eq!(parse(""), Ok(vec![]));
        assert_eq!(
            parse("records[12].user.name"),
            Ok(vec![name("records"), Step::Element(12), name("user"), name("name")])
        );
        assert_eq!(parse("/records/12/a~1b~0"), Ok(vec![name("records"), name("12"), name("a/b~")]));
        assert_eq!(parse("[3][\"a b\"].c"), Ok(vec![Step::Element(3), name("a b"), name("c")]));
        assert_eq!(
            parse(r#"counts["a > \"b"].n > X.n"#),
            Ok(vec![name("counts"), name("a > \"b"), name("n"), name("X"), name("n")])
        );
        let node = Step::Field { of: Some("Tree".into()), constructor: Some("Node".into()), field: "1".into() };
        let tuple = Step::Field { of: None, constructor: None, field: "0".into() };
        let entry = [name("Entry"), name("tree")];
        assert_eq!(
            parse("Entry.tree > Tree::Node.1 > [2] > (_, _).0"),
            Ok(entry.into_iter().chain([node, Step::Element(2), tuple]).collect())
        );
    }

    #[test]
    fn mistakes() {
        for (text, at) in
            [("a..b", 2), ("a[", 2), ("a[01]", 2), ("a]", 1), ("a[\"x]", 2), ("a b", 1), ("x > ... 3 more ... > y", 4)]
        {
            assert_eq!(Path::parse(text).map_err(|error| error.at), Err(at), "{text}");
        }
        assert!(Path::parse("/a~2").is_err());
    }
}
