//! Texts of conditions.

use packed_data_schema::path::Path;
use packed_data_schema::{Field, ScalarKind, Schema, StructKind, Type, TypeIndex, path};
use test_suite::described::Source;

/// What conditions are made of, besides names.
pub(crate) const WORDS: [&str; 43] = [
    ".",
    "[0]",
    "[1]",
    "[-1]",
    " = ",
    " == ",
    " != ",
    " < ",
    " <= ",
    " > ",
    " >= ",
    " and ",
    " or ",
    "not ",
    "(",
    ")",
    " in (",
    ", ",
    "any(",
    "all(",
    " contains ",
    " matches ",
    " =~ ",
    "null",
    "true",
    "false",
    "0",
    "1",
    "2",
    "-1",
    "-0.5",
    "1e300",
    "340282366920938463463374607431768211456",
    "''",
    "'a'",
    "\"b\\n\"",
    "'^a'",
    "'('",
    "1_000",
    " && ",
    "::",
    "/",
    "~1",
];

/// Returns a text: small bytes are words, and the names of the schema; the others are characters.
pub(crate) fn of_words(schema: &Schema, bytes: &[u8]) -> String {
    let mut words = WORDS.to_vec();
    for of in schema.types() {
        let (name, constructors) = match of {
            Type::Struct(of) => (&of.name, None),
            Type::Enum(of) => (&of.name, Some(&of.constructors)),
            _ => continue,
        };
        words.push(name);
        if let Type::Struct(of) = of {
            words.extend(of.fields.iter().map(|field| &*field.name));
        }
        for constructor in constructors.into_iter().flatten() {
            words.push(&constructor.name);
            words.extend(constructor.fields.iter().map(|field| &*field.name));
        }
    }
    let mut text = String::new();
    for byte in bytes {
        match byte {
            0x80.. => text.push((byte & 0x7F).into()),
            _ => text += words[usize::from(*byte) % words.len()],
        }
    }
    text
}

/// Returns a condition whose paths lead to parts that the types have. Most are compared with a literal of their kind,
/// so most of the texts are accepted. Or it returns a path as errors print it.
pub(crate) fn led_by_types(schema: &Schema, bytes: &[u8]) -> String {
    let mut writer = Writer { schema, source: Source::new(bytes), text: String::new() };
    match writer.source.below(8) {
        7 => writer.printed_path(0),
        _ => writer.condition(0, 4),
    }
    writer.text
}

/// Writes a condition.
struct Writer<'i> {
    schema: &'i Schema,
    source: Source<'i>,
    text: String,
}

impl Writer<'_> {
    /// Appends a condition on values of a type.
    fn condition(&mut self, of: TypeIndex, depth: u32) {
        match self.source.below(if depth == 0 { 4 } else { 10 }) {
            4 => {
                self.text += "not (";
                self.condition(of, depth - 1);
                self.text += ")";
            }
            number @ (5 | 6) => {
                self.text += "(";
                self.condition(of, depth - 1);
                self.text += if number == 5 { " and " } else { " or " };
                self.condition(of, depth - 1);
                self.text += ")";
            }
            number @ 7.. => {
                let before = self.text.len();
                self.text += if number == 7 { "all(" } else { "any(" };
                let end = self.path(of, true);
                match element(self.schema, end) {
                    Some(element) => {
                        self.text += ", ";
                        self.condition(element, depth - 1);
                        self.text += ")";
                    }
                    None => {
                        self.text.truncate(before);
                        self.test(of);
                    }
                }
            }
            _ => self.test(of),
        }
    }

    /// Appends a path into values of a type, up to four steps; with `to_list` up to the first list. Returns a type at
    /// its end.
    fn path(&mut self, of: TypeIndex, to_list: bool) -> TypeIndex {
        let start = self.text.len();
        let mut end = self.inside(of);
        for _ in 0..4 {
            if to_list && element(self.schema, end).is_some() || !to_list && self.source.below(4) == 0 {
                break;
            }
            let before = self.text.len();
            if !self.step(end, before == start) {
                break;
            }
            // (What a name leads to, the library knows: the paths are part of what is tested.)
            let found = Path::parse_first(&self.text[start..]).ok();
            let ends = found.and_then(|(path, _)| path::check(self.schema, of, &path.steps).ok());
            let Some(ends) = ends.filter(|ends| !ends.types.is_empty()) else {
                self.text.truncate(before);
                break;
            };
            let chosen = ends.types[self.source.below(ends.types.len())];
            end = self.inside(chosen);
        }
        if self.text.len() == start {
            self.text += ".";
        }
        end
    }

    /// Appends a path as errors print it: `Tree::Node.0 > [2] > (_, _).1`.
    fn printed_path(&mut self, mut of: TypeIndex) {
        for number in 0..4 {
            let (owner, field) = match self.schema.get(self.schema.packed(of)) {
                Type::Struct(found) if !found.fields.is_empty() => {
                    let is_tuple = found.kind == StructKind::Tuple;
                    let owner = if is_tuple { "(_, _)".to_owned() } else { found.name.clone() };
                    (owner, &found.fields[self.source.below(found.fields.len())])
                }
                Type::Enum(found) => {
                    let constructor = &found.constructors[self.source.below(found.constructors.len())];
                    let owner = format!("{}::{}", found.name, constructor.name);
                    match &constructor.fields[..] {
                        [] => break,
                        fields => (owner, &fields[self.source.below(fields.len())]),
                    }
                }
                Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => {
                    self.text += if number == 0 { "[0]" } else { " > [0]" };
                    of = *element;
                    continue;
                }
                _ => break,
            };
            if number != 0 {
                self.text += " > ";
            }
            self.text += &format!("{owner}.{}", field.name);
            of = field.of;
        }
    }

    /// Returns the type behind adapters and options.
    fn inside(&self, of: TypeIndex) -> TypeIndex {
        let of = self.schema.packed(of);
        match self.schema.get(of) {
            Type::Enum(option) if option.is_optional => {
                option.constructors[1].fields.first().map_or(of, |some| some.of)
            }
            _ => of,
        }
    }

    /// Appends a step into values of a type. Returns false if they have no parts.
    fn step(&mut self, of: TypeIndex, is_first: bool) -> bool {
        match self.schema.get(of) {
            Type::Struct(found) => self.field(&found.fields, is_first),
            Type::Enum(found) => {
                let constructor = &found.constructors[self.source.below(found.constructors.len())];
                if self.source.flag() {
                    return self.name(&constructor.name, is_first);
                }
                self.field(&constructor.fields, is_first)
            }
            Type::Sequence { .. } | Type::Array { .. } | Type::Sorted { .. } => {
                self.text += ["[0]", "[1]", "[-1]", "[\"a\"]"][self.source.below(4)];
                true
            }
            _ => false,
        }
    }

    fn field(&mut self, fields: &[Field], is_first: bool) -> bool {
        if fields.is_empty() {
            return false;
        }
        let name = &fields[self.source.below(fields.len())].name;
        match name.parse::<usize>() {
            Ok(number) => {
                self.text += &format!("[{number}]");
                true
            }
            Err(_) => self.name(name, is_first),
        }
    }

    fn name(&mut self, name: &str, is_first: bool) -> bool {
        if !is_first {
            self.text.push('.');
        }
        self.text += name;
        true
    }

    /// Appends a test of a part.
    fn test(&mut self, of: TypeIndex) {
        let end = self.path(of, false);
        match self.source.below(8) {
            0 => {
                self.text += " in (";
                self.literal(end);
                self.text += ", ";
                self.literal(end);
                self.text += ")";
            }
            1 => {
                self.text += " contains ";
                self.literal(element(self.schema, end).unwrap_or(end));
            }
            2 => self.text += [" matches '^a'", " =~ 'b+$'", " matches '[^x]\\d?'"][self.source.below(3)],
            _ => {
                self.text += [" = ", " != ", " < ", " <= ", " > ", " >= "][self.source.below(6)];
                self.literal(end);
            }
        }
    }

    /// Appends a literal, mostly of the kind of a type.
    fn literal(&mut self, of: TypeIndex) {
        let kind = self.source.below(8);
        let of = self.schema.get(self.inside(of));
        match (kind, of) {
            (0, _) => self.text += "null",
            (1, _) => self.text += WORDS[self.source.below(WORDS.len())],
            (_, Type::Scalar(scalar)) => match scalar.kind() {
                ScalarKind::Bool => self.text += ["true", "false"][self.source.below(2)],
                ScalarKind::Char => self.text += &format!("{:?}", self.source.character().to_string()),
                ScalarKind::Float => self.text += &format!("{:?}", f64::from(self.source.byte()) / 8.0 - 4.0),
                _ => self.text += &(i32::from(self.source.byte()) - i32::from(self.source.byte())).to_string(),
            },
            (_, Type::Enum(found)) => {
                let chosen = self.source.below(found.constructors.len());
                self.text += &format!("'{}'", found.constructors[chosen].name);
            }
            _ => self.text += &format!("'{}'", self.source.text().replace('\'', "''")),
        }
    }
}

/// Returns the type of the elements of a list, or of the values of a map, if the type is one.
fn element(schema: &Schema, of: TypeIndex) -> Option<TypeIndex> {
    match schema.get(of) {
        Type::Sequence { element, .. } | Type::Array { element, .. } => Some(*element),
        Type::Sorted { element } => match schema.get(schema.packed(*element)) {
            Type::Struct(entry) if entry.kind == StructKind::Entry => Some(entry.fields[1].of),
            _ => Some(*element),
        },
        _ => None,
    }
}
