//! The fingerprint of a type: a hash of its shape, which both sides of a wire must share.
//!
//! One more interpreter over shapes writes down each type that occurs as a line of text; lines that say the same of
//! the same are made one, which is the minimising of an automaton (Moore, 1956), so that it does not matter by how
//! many Rust types a shape is written. The text is hashed. The book's chapter on fingerprints specifies it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt::{self, Write};
use core::str::FromStr;

use crate::error::{Constructor, Names};
use crate::identity::erased_id;
use crate::packable::Packable;
use crate::shape::{List, Shape};

/// A hash of what a type looks like when packed, of 64 bits: equal for two programs that mean the same by the bytes
/// they exchange, and almost certainly different otherwise.
///
/// It covers the names of types, constructors and fields, their order, the kinds of scalars, and how all of it is put
/// together. It does not cover what vanishes on the wire (`Box`, `Rc`, references, transparent newtypes, `Vec` or
/// `VecDeque`, lifetimes), nor modules, crates, the compiler, the machine; nor the layout, which is to be agreed on
/// beside it.
///
/// Equal fingerprints are no proof that bytes are valid, nor a protection against an enemy: bytes from outside are
/// validated all the same.
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
    /// The fingerprint of `T`.
    ///
    /// It is computed anew each time, with an allocation or two for each type that `T` is made of: a program that
    /// needs it often keeps it.
    ///
    /// ```
    /// use packed_data::Fingerprint;
    ///
    /// assert_eq!(Fingerprint::of::<Vec<u8>>(), Fingerprint::of::<[u8]>());
    /// ```
    pub fn of<T: Packable + ?Sized>() -> Self {
        Self(fnv1a(Self::description_of::<T>().as_bytes()))
    }

    /// The text whose hash is the fingerprint of `T`: to see in what two types differ.
    ///
    /// ```
    /// use packed_data::Fingerprint;
    ///
    /// assert_eq!(Fingerprint::description_of::<Vec<bool>>(), "sequence 1\nbool\n");
    /// ```
    pub fn description_of<T: Packable + ?Sized>() -> String {
        let nodes = nodes_of::<T::Shape>();
        text(&nodes, &classes(&nodes))
    }

    /// The fingerprint with these 64 bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Its 64 bits.
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

/// Sixteen hexadecimal digits, in lower case.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Sixteen hexadecimal digits, in either case.
impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, InvalidFingerprint> {
        // `from_str_radix` would take a sign.
        if text.len() != 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(InvalidFingerprint(()));
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| InvalidFingerprint(()))
    }
}

/// A text is no [`Fingerprint`].
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

/// FNV-1a with 64 bits (RFC 9923).
fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    bytes.iter().fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// A type that occurs: what is said of it alone, and which types it is made of.
#[derive(Default)]
struct Node {
    label: String,
    parts: Vec<usize>,
}

/// Writes down one type: what shapes are given to describe themselves.
pub struct Describer {
    /// The type being described.
    node: Node,
    /// Every type that has occurred: its identity, and how it describes itself.
    seen: Vec<(TypeId, fn(&mut Describer))>,
}

impl Describer {
    /// Says what kind of type it is.
    pub(crate) fn say(&mut self, what: impl fmt::Display) {
        // A `String` takes everything.
        let _ = write!(self.node.label, "{}{what}", if self.node.label.is_empty() { "" } else { " " });
    }

    /// Says a name, after its length, so that no name can be taken for something else.
    fn name(&mut self, name: &str) {
        self.say(format_args!("{}:{name}", name.len()));
    }

    /// Says how the type is called. (The names of tuples are not theirs: they are for error messages.)
    pub(crate) fn type_name(&mut self, names: &Names) {
        self.name(if names.name.starts_with('(') { "" } else { names.name });
    }

    /// Says which constructor it is, and its fields.
    pub(crate) fn constructor<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.name(constructor.map_or("", |constructor| constructor.name));
        self.fields::<F>(constructor);
    }

    /// Says how many fields there are, and each of them.
    pub(crate) fn fields<F: List>(&mut self, constructor: Option<&'static Constructor>) {
        self.say(F::LEN);
        F::describe(self, constructor.map_or(&[], |constructor| constructor.fields), 0);
    }

    /// Says one field.
    pub(crate) fn field<S: Shape>(&mut self, names: &'static [&'static str], index: usize) {
        match names.get(index) {
            Some(name) => self.name(name),
            None => self.name(&index.to_string()),
        }
        self.part::<S>();
    }

    /// Says what it is made of.
    pub(crate) fn part<S: Shape>(&mut self) {
        let id = erased_id::<S>();
        let known = self.seen.iter().position(|(seen, _)| *seen == id);
        self.node.parts.push(known.unwrap_or(self.seen.len()));
        if known.is_none() {
            self.seen.push((id, S::describe));
        }
    }
}

/// All types that `S` is made of, itself first.
fn nodes_of<S: Shape>() -> Vec<Node> {
    let mut describer = Describer { node: Node::default(), seen: vec![(erased_id::<S>(), S::describe)] };
    let mut nodes = Vec::new();
    while let Some((_, describe)) = describer.seen.get(nodes.len()) {
        describe(&mut describer);
        nodes.push(core::mem::take(&mut describer.node));
    }
    nodes
}

/// For each node a number, the same for nodes that cannot be told apart, however far one follows their parts.
///
/// Nodes that are called alike are taken for the same until their parts tell otherwise.
fn classes(nodes: &[Node]) -> Vec<usize> {
    let (mut classes, mut count) = number(nodes.iter().map(|node| node.label.as_str()));
    loop {
        let of_parts = |node: &Node| node.parts.iter().map(|part| classes[*part]).collect::<Vec<_>>();
        let (finer, now) = number(nodes.iter().zip(&classes).map(|(node, class)| (*class, of_parts(node))));
        if now == count {
            return classes;
        }
        (classes, count) = (finer, now);
    }
}

/// Numbers things, equal ones alike; and how many different ones there are.
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

/// One line for each class, in the order in which they first occur.
fn text(nodes: &[Node], classes: &[usize]) -> String {
    // The nodes whose lines are written, each the first of its class.
    let mut lines = vec![0];
    let mut text = String::new();
    let mut next = 0;
    while let Some(node) = lines.get(next).and_then(|node| nodes.get(*node)) {
        text += &node.label;
        for part in &node.parts {
            let line = lines.iter().position(|line| classes[*line] == classes[*part]).unwrap_or_else(|| {
                lines.push(*part);
                lines.len() - 1
            });
            text += &format!(" {line}");
        }
        text.push('\n');
        next += 1;
    }
    text
}
