//! The fingerprint of a type: a hash of its shape, which both ends of a connection must share.
//!
//! Each type that occurs is a line of text, made of its run-time description (`shape/schema.rs`). Lines that describe
//! the same type are merged, as in the minimisation of an automaton (Moore, 1956): the text does not depend on how many
//! Rust types have the same shape. The text is then hashed. The book's chapter on fingerprints specifies it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt::{self, Write};
use core::str::FromStr;

use crate::packable::Packable;
use crate::shape::schema::{FieldSchemas, Form, Schema};
use crate::shape::{SequenceKind, Shape, Style, is_extensible};
use crate::wire::error::{Constructor, FormerName, Names};

/// A 64-bit hash of the packed form of a type. It is equal in two programs that interpret the bytes they exchange in
/// the same way, and almost certainly different otherwise.
///
/// The hash covers the names of types, constructors and fields, their order, the kinds of scalars, how types contain
/// each other, and everything else that decides the bytes in any layout. It does not cover what leaves no trace in the
/// bytes (`Box`, `Rc`, references, transparent newtypes, the difference between `Vec` and `VecDeque`, lifetimes), nor
/// modules, crates, the compiler and the machine. It does not cover the layout, on which both ends must agree
/// separately.
///
/// Equal fingerprints do not prove that bytes are valid, and do not protect against an attacker. Bytes from outside
/// must still be validated.
///
/// ```
/// use packed_data::{Fingerprint, Packable};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let fingerprint = Fingerprint::of::<Tree>();
/// assert_eq!(fingerprint, Fingerprint::of::<std::rc::Rc<Tree>>());
/// assert_ne!(fingerprint, Fingerprint::of::<Vec<Tree>>());
/// assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Returns the fingerprint of `T`.
    ///
    /// It is computed by each call, with one or two allocations for each type that `T` contains. A program that needs
    /// it often should store it.
    ///
    /// ```
    /// use packed_data::Fingerprint;
    ///
    /// assert_eq!(Fingerprint::of::<Vec<u8>>(), Fingerprint::of::<[u8]>());
    /// ```
    pub fn of<T: Packable + ?Sized>() -> Self {
        Self::of_description(&Self::description_of::<T>())
    }

    /// Returns the text whose hash is the fingerprint of `T`: the schema of `T`. Compare two texts to see how two types
    /// differ. A program that does not have the type can read bytes by the text, in every layout; the book's page on
    /// fingerprints has its grammar.
    ///
    /// ```
    /// use packed_data::Fingerprint;
    ///
    /// let text = "packed-data schema 1\nsequence #1\nbool\n";
    /// assert_eq!(Fingerprint::description_of::<Vec<bool>>(), text);
    /// ```
    pub fn description_of<T: Packable + ?Sized>() -> String {
        let nodes = nodes_of(const { &<T::Shape as Shape>::SCHEMA });
        text(&nodes, &classes(&nodes))
    }

    /// Returns the fingerprint of the type with this [description](Self::description_of), for programs that do not have
    /// the type.
    ///
    /// ```
    /// use packed_data::Fingerprint;
    ///
    /// let text = Fingerprint::description_of::<Vec<bool>>();
    /// assert_eq!(Fingerprint::of_description(&text), Fingerprint::of::<Vec<bool>>());
    /// ```
    pub fn of_description(text: &str) -> Self {
        Self(fnv1a(text.as_bytes()))
    }

    /// Creates the fingerprint with these 64 bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the 64 bits of the fingerprint.
    ///
    /// ```
    /// use packed_data::Fingerprint;
    ///
    /// let fingerprint = Fingerprint::of::<str>();
    /// assert_eq!(Fingerprint::from_bits(fingerprint.to_bits()), fingerprint);
    /// ```
    pub const fn to_bits(self) -> u64 {
        self.0
    }
}

/// Writes sixteen hexadecimal digits, in lower case.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Parses sixteen hexadecimal digits, in either case.
impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, InvalidFingerprint> {
        // (`from_str_radix` would accept a sign.)
        if text.len() != 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(InvalidFingerprint(()));
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| InvalidFingerprint(()))
    }
}

/// The error of parsing a text that is not a [`Fingerprint`].
///
/// ```
/// use packed_data::Fingerprint;
///
/// let error = "+123456789abcdef".parse::<Fingerprint>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid fingerprint: expected 16 hexadecimal digits, found another text");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidFingerprint(());

impl fmt::Display for InvalidFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid fingerprint: expected 16 hexadecimal digits, found another text")
    }
}

impl core::error::Error for InvalidFingerprint {}

/// Returns the 64-bit FNV-1a hash of `bytes` (RFC 9923).
fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    bytes.iter().fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// The description of one type without its parts, and the types that it consists of.
#[derive(Default)]
struct Node {
    /// The words of its line. A `#` that no number follows takes the place of each part.
    label: String,
    parts: Vec<Part>,
    /// The former names of its constructors and fields, which are no part of the text.
    former_names: &'static [FormerName],
}

/// A type that another type consists of.
struct Part {
    /// Where its number belongs: the offset in the label after the `#`.
    at: usize,
    /// Its index among all types.
    node: usize,
}

/// Returns the former names in the types of the [description](Fingerprint::description_of) of `T`, each with the number
/// of the type's line.
pub fn former_names<T: Packable + ?Sized>() -> Vec<(u32, FormerName)> {
    former_names_in(const { &<T::Shape as Shape>::SCHEMA })
}

/// Returns the former names in the types of a schema.
fn former_names_in(schema: &'static Schema) -> Vec<(u32, FormerName)> {
    let nodes = nodes_of(schema);
    let lines = (0..).zip(lines(&nodes, &classes(&nodes)));
    lines.flat_map(|(line, node)| nodes[node].former_names.iter().map(move |name| (line, *name))).collect()
}

/// Describes one type after another.
struct Describer {
    /// The type being described.
    node: Node,
    /// Every type that has occurred, and its identity.
    seen: Vec<(TypeId, &'static Schema)>,
}

/// Returns all types that a type consists of, itself first.
fn nodes_of(schema: &'static Schema) -> Vec<Node> {
    let mut describer = Describer { node: Node::default(), seen: vec![(identity(schema), schema)] };
    let mut nodes = Vec::new();
    while let Some((_, schema)) = describer.seen.get(nodes.len()) {
        describer.describe(schema);
        nodes.push(core::mem::take(&mut describer.node));
    }
    nodes
}

/// Returns the identity of the shape, or of what an adapter makes of it.
fn identity(schema: &Schema) -> TypeId {
    match schema.adapter {
        Some(adapter) => (adapter.id)(),
        None => (schema.id)(),
    }
}

impl Describer {
    fn describe(&mut self, schema: &'static Schema) {
        if let Some(adapter) = schema.adapter {
            self.say("with");
            self.name(adapter.name);
            return self.part((adapter.inner)());
        }
        self.node.former_names = schema.former_names;
        match schema.form {
            // (After the name may be a colon and the valid values.)
            Form::Scalar(_, expected) => self.say(expected.split(':').next().unwrap_or_default()),
            Form::Text => self.say("str"),
            Form::Raw => self.say("cbor"),
            Form::Unknown => self.say("unknown"),
            Form::Struct(names, fields) => {
                self.say(match schema.style {
                    Style::Tuple => "tuple",
                    Style::Entry => "entry",
                    Style::Constructors | Style::Optional => "struct",
                });
                self.type_name(names, schema);
                self.fields(names.constructors.first(), fields);
            }
            Form::Enum(names, count, _, has_other) => {
                self.say(if matches!(schema.style, Style::Optional) { "optional" } else { "enum" });
                self.type_name(names, schema);
                self.say(count);
                for tag in 0..count {
                    let Some((_, constructor, fields)) = schema.constructor(tag) else { return };
                    self.say_if(has_other && tag == count - 1, "other");
                    self.name(constructor.map_or("", |constructor| constructor.name));
                    self.fields(constructor, fields);
                }
            }
            Form::Array(element, count) => {
                self.say("array");
                self.say(count);
                self.part((element.schema)());
            }
            Form::Sequence(element, kind) => {
                self.say(match kind {
                    SequenceKind::List => "sequence",
                    SequenceKind::Vector => "vector",
                    SequenceKind::Set => "sorted",
                });
                self.part((element.schema)());
            }
        }
    }

    /// Appends words.
    fn say(&mut self, what: impl fmt::Display) {
        // (Writing to a `String` does not fail.)
        let _ = write!(self.node.label, "{}{what}", if self.node.label.is_empty() { "" } else { " " });
    }

    /// Appends `word` if `is` holds.
    fn say_if(&mut self, is: bool, word: &str) {
        if is {
            self.say(word);
        }
    }

    /// Appends a name after its length, so that no name can be confused with other parts.
    fn name(&mut self, name: &str) {
        self.say(format_args!("{}:{name}", name.len()));
    }

    /// Appends the name of a struct or enum, and what distinguishes its values from others of that form. (The names of
    /// tuples are left out: they exist only for error messages.)
    fn type_name(&mut self, names: &Names, schema: &Schema) {
        self.name(if names.name.starts_with('(') { "" } else { names.name });
        self.say_if(is_extensible(schema.size_class), "extensible");
        self.say_if(schema.has_condition, "condition");
    }

    /// Appends the number of fields, and each field: its markers, its name and its type.
    fn fields(&mut self, constructor: Option<&Constructor>, mut fields: FieldSchemas) {
        let names = constructor.map_or(&[][..], |constructor| constructor.fields);
        self.say(core::iter::successors(fields, |fields| fields.others).count());
        for index in 0.. {
            let Some(field) = fields else { return };
            self.say_if(field.first.is_bare, "bare");
            self.say_if(field.first.default.is_some(), "default");
            if let Some(tag) = field.first.tag {
                self.say(format_args!("tag {tag}"));
            }
            match names.get(index) {
                Some(name) => self.name(name),
                None => self.name(&index.to_string()),
            }
            self.part((field.first.schema)());
            fields = field.others;
        }
    }

    /// Appends a type that this type consists of.
    fn part(&mut self, schema: &'static Schema) {
        self.say('#');
        let id = identity(schema);
        let node = self.seen.iter().position(|(seen, _)| *seen == id).unwrap_or(self.seen.len());
        self.node.parts.push(Part { at: self.node.label.len(), node });
        if node == self.seen.len() {
            self.seen.push((id, schema));
        }
    }
}

/// Returns a number for each node. Two nodes have the same number if they have the same label, and their parts have
/// pairwise the same numbers.
///
/// It starts with one class for each label, and splits a class as long as the parts of its nodes differ.
fn classes(nodes: &[Node]) -> Vec<usize> {
    let (mut classes, mut count) = number(nodes.iter().map(|node| node.label.as_str()));
    loop {
        let of_parts = |node: &Node| node.parts.iter().map(|part| classes[part.node]).collect::<Vec<_>>();
        let (finer, now) = number(nodes.iter().zip(&classes).map(|(node, class)| (*class, of_parts(node))));
        if now == count {
            return classes;
        }
        (classes, count) = (finer, now);
    }
}

/// Numbers `things`, with equal numbers for equal things; returns the numbers, and how many different things there are.
fn number<K: Ord>(things: impl Iterator<Item = K>) -> (Vec<usize>, usize) {
    let mut numbers = BTreeMap::new();
    let numbered = things
        .map(|thing| {
            let next = numbers.len();
            *numbers.entry(thing).or_insert(next)
        })
        .collect();
    (numbered, numbers.len())
}

/// The first line of every description: the version of its grammar.
const VERSION: &str = "packed-data schema 1\n";

/// Returns the nodes whose lines are written: the first of each class, in the order in which the classes occur.
fn lines(nodes: &[Node], classes: &[usize]) -> Vec<usize> {
    let mut lines = vec![0];
    let mut next = 0;
    while let Some(node) = lines.get(next).and_then(|node| nodes.get(*node)) {
        for part in &node.parts {
            if !lines.iter().any(|line| classes[*line] == classes[part.node]) {
                lines.push(part.node);
            }
        }
        next += 1;
    }
    lines
}

/// Returns the version, and one line of text for each class, in the order in which the classes first occur.
fn text(nodes: &[Node], classes: &[usize]) -> String {
    let lines = lines(nodes, classes);
    let mut text = String::from(VERSION);
    for node in lines.iter().filter_map(|node| nodes.get(*node)) {
        let mut written = 0;
        for part in &node.parts {
            let line = lines.iter().position(|line| classes[*line] == classes[part.node]).unwrap_or_default();
            text += &format!("{}{line}", &node.label[written..part.at]);
            written = part.at;
        }
        text += &node.label[written..];
        text.push('\n');
    }
    text
}
