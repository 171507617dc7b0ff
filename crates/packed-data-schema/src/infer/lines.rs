//! The lines of a schema while it is made of what is known of values.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::place::{Count, MAX_DEPTH, Object, Place};
use super::{Decision, singular};
use crate::schema::{MISSING, Schema, short};

/// Values of more kinds than this, beside null, are documents.
const MAX_KINDS: usize = 3;

/// A line is pieces of text, each followed by the number of another line.
type Line = Vec<(String, Option<usize>)>;

/// The lines of a schema, each once, and what was decided.
pub(super) struct Lines {
    lines: Vec<Line>,
    numbers: BTreeMap<Line, usize>,
    /// How many types have each name.
    names: BTreeMap<String, usize>,
    /// The line of documents.
    document: Option<usize>,
    /// Each decision, with the line of its type.
    decisions: Vec<(Decision, usize)>,
    /// Whether the decisions have paths.
    explains: bool,
}

/// A place while its type is decided.
struct At<'p> {
    place: &'p Place,
    /// The name for a struct there.
    name: &'p str,
    path: String,
    /// How many values there could be.
    of: u64,
    is_root: bool,
}

impl Lines {
    pub(super) fn new() -> Self {
        let names = BTreeMap::from([("Json".into(), 1)]);
        let (lines, numbers, decisions) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { lines, numbers, names, document: None, decisions, explains: false }
    }

    /// Begins lines whose decisions are wanted.
    pub(super) fn explained() -> Self {
        Self { explains: true, ..Self::new() }
    }

    /// Returns the number of the line for all values; adds the lines that it needs.
    pub(super) fn root(&mut self, place: &Place, name: &str) -> usize {
        self.place(&At { place, name, path: String::new(), of: place.total(), is_root: true })
    }

    fn line(&mut self, line: Line) -> usize {
        let next = self.lines.len();
        let number = *self.numbers.entry(line.clone()).or_insert(next);
        if number == next {
            self.lines.push(line);
        }
        number
    }

    /// Returns a path, if it is wanted.
    fn path(&self, path: impl FnOnce() -> String) -> String {
        if self.explains { path() } else { String::new() }
    }

    fn leaf(&mut self, text: &str) -> usize {
        self.line(vec![(text.into(), None)])
    }

    fn around(&mut self, text: &str, inner: usize) -> usize {
        self.line(vec![(text.into(), Some(inner))])
    }

    fn optional(&mut self, some: usize) -> usize {
        self.around("optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 ", some)
    }

    fn map(&mut self, value: usize) -> usize {
        let key = self.leaf("str");
        let entry = self.line(vec![("entry 3:Map 2 3:key ".into(), Some(key)), (" 5:value ".into(), Some(value))]);
        self.around("sorted ", entry)
    }

    /// Returns the line of a JSON enum with these constructors, each with its value.
    fn json(&mut self, name: &str, constructors: &[(&str, Option<usize>)]) -> usize {
        let count = constructors.len();
        let mut line = vec![(format!("enum {}:{name} {count}", name.len()), None)];
        for (constructor, inner) in constructors {
            let fields = if inner.is_some() { "1 1:0 " } else { "0" };
            line.push((format!(" {}:{constructor} {fields}", constructor.len()), *inner));
        }
        self.line(line)
    }

    /// Returns the line of any JSON.
    pub(super) fn document(&mut self) -> usize {
        if let Some(document) = self.document {
            return document;
        }
        // (It refers to lines that refer to it.)
        let own = self.line(vec![("enum 4:Json".into(), None)]);
        self.document = Some(own);
        let leaves = ["bool", "i64", "u64", "f64", "str"].map(|leaf| Some(self.leaf(leaf)));
        let [bool, int, unsigned, float, text] = leaves;
        let list = self.around("sequence ", own);
        let map = self.map(own);
        let kinds = [
            ("Null", None),
            ("Bool", bool),
            ("Int", int),
            ("Unsigned", unsigned),
            ("Float", float),
            ("String", text),
            ("Array", Some(list)),
            ("Object", Some(map)),
        ];
        let whole = self.json("Json", &kinds);
        self.lines[own] = self.lines[whole].clone();
        own
    }

    /// Returns the line of the type for a place.
    fn place(&mut self, at: &At<'_>) -> usize {
        let number = self.decisions.len();
        let decision = Decision {
            path: at.path.clone(),
            name: String::new(),
            seen: at.place.total(),
            of: at.of,
            why: String::new(),
        };
        self.decisions.push((decision, 0));
        let mut why = Vec::new();
        let inner = self.present(at, &mut why);
        self.decisions[number].1 = inner;
        let (nulls, missing) = (at.place.count(Count::Null), at.of - at.place.total().min(at.of));
        let mut line = inner;
        if nulls > 0 {
            why.push(format!("null in {nulls}"));
            if self.document != Some(inner) {
                line = self.optional(inner);
                self.decisions[number].1 = line;
            }
        }
        if missing > 0 {
            why.push(format!("missing in {missing}"));
            let optional = self.optional(line);
            self.decisions[number].1 = optional;
            line = self.around(&format!("with {}:{MISSING} ", MISSING.len()), optional);
        }
        self.decisions[number].0.why = why.join(", ");
        line
    }

    /// Returns the line of the type for the values that are not null.
    fn present(&mut self, at: &At<'_>, why: &mut Vec<String>) -> usize {
        let kinds = at.place.kinds();
        let has_parts = kinds.iter().any(|(of, _)| matches!(of, Count::List | Count::Object));
        let has_times = kinds.iter().any(|(of, _)| matches!(of, Count::Duration | Count::Time));
        if at.place.is_closed && has_parts {
            let limit = format!("more than {MAX_DEPTH} levels deep, or too many places before it");
            why.push(limit);
            return self.document();
        }
        if kinds.len() > 1 {
            let counted = kinds.iter().map(|(of, name)| format!("{name} in {}", at.place.count(*of)));
            why.extend(counted);
        }
        if kinds.len() > MAX_KINDS || kinds.len() > 1 && has_times {
            return self.document();
        }
        let integers = at.place.integer_types();
        if let &[(only, _)] = &kinds[..]
            && (only != Count::Int || integers.len() == 1)
        {
            return self.kind(only, at, why);
        }
        if kinds.is_empty() {
            return self.leaf("tuple 0: 0");
        }
        let name = self.type_name(&format!("Json{}", camel(at.name)));
        let mut constructors = Vec::new();
        for (of, _) in kinds {
            if of == Count::Int {
                let named = |integer: &&'static str| if integer.starts_with('u') { "Unsigned" } else { "Int" };
                let typed = integers.iter().map(|integer| (named(integer), Some(self.leaf(integer))));
                constructors.extend(typed);
                continue;
            }
            let line = self.kind(of, at, why);
            constructors.push((constructor(of), Some(line)));
        }
        self.json(&name, &constructors)
    }

    /// Returns the line of the type for the values of one kind.
    fn kind(&mut self, of: Count, at: &At<'_>, why: &mut Vec<String>) -> usize {
        let At { place, name, path, .. } = at;
        match of {
            Count::Null => self.leaf("tuple 0: 0"),
            Count::Bool => self.leaf("bool"),
            Count::Int => {
                let found = place.integer_types().first().unwrap_or(&"f64");
                if *found != "i64" {
                    why.push("integers beyond i64".into());
                }
                self.leaf(found)
            }
            Count::Float => {
                match place.integer_types() {
                    _ if place.count(Count::Int) == 0 => {}
                    [] => why.push("integers beyond 128 bits together".into()),
                    _ => why.extend(place.is_exact().then(|| "integers among floats".into())),
                }
                self.leaf("f64")
            }
            Count::Text => self.leaf("str"),
            Count::Duration => self.leaf("Duration"),
            Count::Time => self.leaf("SystemTime"),
            Count::List => {
                let empty = Place::default();
                let element = place.element.as_deref().unwrap_or(&empty);
                let (name, path) = (singular(name), self.path(|| format!("{path}[]")));
                let element =
                    self.place(&At { place: element, name: &name, path, of: element.total(), is_root: false });
                self.around("sequence ", element)
            }
            Count::Object => {
                let none = Object::default();
                self.object(place.object.as_deref().unwrap_or(&none), at, why)
            }
        }
    }

    fn object(&mut self, object: &Object, at: &At<'_>, why: &mut Vec<String>) -> usize {
        let At { name, path, .. } = at;
        if let Some(reason) = object.map_reason(at.is_root) {
            why.push(format!("a map: {reason}"));
            let (values, name, path) = (object.joined(), singular(name), self.path(|| format!("{path}{{}}")));
            let of = values.total();
            let value = self.place(&At { place: &values, name: &name, path, of, is_root: false });
            return self.map(value);
        }
        let name = self.type_name(&camel(name));
        let mut line = vec![(format!("struct {}:{name} {}", name.len(), object.members.len()), None)];
        for member in &object.members {
            let name = &member.name;
            let path = self.path(|| member_path(&at.path, name));
            let of = member.place.total() + (object.count - member.count.min(object.count));
            let part = self.place(&At { place: &member.place, name, path, of, is_root: false });
            line.push((format!(" {}:{name} ", name.len()), Some(part)));
        }
        self.line(line)
    }

    /// Returns the text of the schema of a line, and the lines in the order of their numbers: types are numbered in the
    /// order in which they are mentioned.
    pub(super) fn text(&self, root: usize) -> (String, Vec<usize>) {
        let mut order = vec![root];
        let mut numbers = BTreeMap::from([(root, 0)]);
        let mut text = String::from("packed-data schema 1\n");
        let mut next = 0;
        while let Some(line) = order.get(next).copied() {
            for (piece, refers) in &self.lines[line] {
                text.push_str(piece);
                if let Some(refers) = refers {
                    let number = *numbers.entry(*refers).or_insert_with(|| {
                        order.push(*refers);
                        order.len() - 1
                    });
                    text.push_str(&format!("#{number}"));
                }
            }
            text.push('\n');
            next += 1;
        }
        (text, order)
    }

    /// Returns the decisions for the schema of a line, with the names of the types.
    pub(super) fn decisions(self, root: usize) -> Vec<Decision> {
        let (text, order) = self.text(root);
        let schema = Schema::parse(&text).ok();
        let numbers: BTreeMap<usize, u32> = order.iter().zip(0..).map(|(line, number)| (*line, number)).collect();
        let named = |(decision, line): (Decision, usize)| {
            let name = schema.as_ref().zip(numbers.get(&line)).map(|(schema, number)| schema.name_of(*number));
            Decision { name: name.unwrap_or_else(|| "Json".into()), ..decision }
        };
        self.decisions.into_iter().map(named).collect()
    }

    /// Returns the name of a type, once only.
    fn type_name(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        while let Some(count) = self.names.get_mut(&unique) {
            *count += 1;
            unique = format!("{name}{count}");
        }
        self.names.insert(unique.clone(), 1);
        unique
    }
}

/// Returns the name of the constructor of a JSON enum for values of a kind.
fn constructor(of: Count) -> &'static str {
    match of {
        Count::Bool => "Bool",
        Count::Float => "Float",
        Count::Text => "String",
        Count::List => "Array",
        _ => "Object",
    }
}

/// Returns a name in the style of types in Rust: letters and digits, which begin with an upper-case letter.
fn camel(name: &str) -> String {
    let words = name.split(|next: char| !next.is_alphanumeric());
    let mut camel: String = words
        .filter_map(|word| {
            let mut letters = word.chars();
            Some(letters.next()?.to_uppercase().to_string() + letters.as_str())
        })
        .take(8)
        .collect();
    if let Some((end, _)) = camel.char_indices().nth(60) {
        camel.truncate(end);
    }
    // (`Self` is no name in Rust.)
    if camel.is_empty() || camel == "Self" || camel.starts_with(|first: char| first.is_numeric()) {
        camel.insert_str(0, "Record");
    }
    camel
}

/// Returns the path to a member; a long name is cut.
fn member_path(path: &str, name: &str) -> String {
    let name = &*short(name);
    let is_plain = name.starts_with(|first: char| first == '_' || first.is_alphabetic())
        && name.chars().all(|next| next == '_' || next.is_alphanumeric());
    match (is_plain, path.is_empty()) {
        (true, true) => name.into(),
        (true, false) => format!("{path}.{name}"),
        (false, _) => format!("{path}[{name:?}]"),
    }
}
