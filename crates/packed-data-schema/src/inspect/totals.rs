//! Where the bytes of values go.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::pieces::{Piece, What, fields_of, pieces};
use crate::read::Value;
use crate::schema::{Schema, Type, TypeIndex};
use packed_data::error::Printable;
use packed_data_model::path::Segment;
use packed_data_model::visit::{Head, HeadKind};

/// What bytes are, in the coarsest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Numbers, truth values, characters and times.
    Numbers,
    /// The bytes of texts.
    Text,
    /// Numbers of constructors.
    Tags,
    /// Lengths of texts, counts of elements.
    Lengths,
    /// Sizes of fields.
    Sizes,
    /// Tables of ends.
    Tables,
    /// What else the layout needs.
    Other,
}

impl Kind {
    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Numbers => "numbers",
            Self::Text => "text",
            Self::Tags => "tags",
            Self::Lengths => "lengths and counts",
            Self::Sizes => "sizes of fields",
            Self::Tables => "tables of ends",
            Self::Other => "other",
        }
    }

    const fn of(what: &What<'_>) -> Self {
        match what {
            What::Scalar(_) | What::Elements(_) => Self::Numbers,
            What::Text(_) => Self::Text,
            What::Head(Head { kind: HeadKind::Tag, .. }) => Self::Tags,
            What::Head(Head { kind: HeadKind::Length | HeadKind::Count, .. }) => Self::Lengths,
            What::Head(Head { kind: HeadKind::Size | HeadKind::StaticSize, .. }) => Self::Sizes,
            What::Head(Head { kind: HeadKind::Ends, .. }) => Self::Tables,
            _ => Self::Other,
        }
    }
}

/// The bytes of values, by what they are.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// All bytes.
    pub bytes: u64,
    /// By kind.
    pub kinds: BTreeMap<Kind, u64>,
    /// By the type of the value to which they belong: with its own tags, lengths and counts, without its parts.
    pub types: BTreeMap<TypeIndex, u64>,
    places: Places,
}

/// A step of a path without numbers of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A field.
    Field(Segment),
    /// Any element.
    Element,
}

/// How many levels of fields are told apart.
const LEVELS: usize = 6;
/// How many segments of a path are looked at.
const DEPTH: usize = 64;

impl Totals {
    /// Adds the bytes of a value.
    pub fn add(&mut self, schema: &Schema, value: Value<'_>) {
        pieces(schema, value, &mut |path: &[Segment], piece: &Piece<'_>| {
            let size = (piece.end - piece.start) as u64;
            self.bytes += size;
            *self.kinds.entry(Kind::of(&piece.what)).or_default() += size;
            *self.types.entry(piece.of).or_default() += size;
            self.places.add(schema, path, size);
            true
        });
    }

    /// Returns the bytes of each field or list, with all that it contains.
    pub fn fields(&self) -> Vec<(Vec<Level>, u64)> {
        self.places.sums()
    }
}

/// The fields and lists in which bytes were found: a tree, in which the outer ones are before the inner ones.
#[derive(Clone, Debug, Default)]
struct Places {
    nodes: Vec<Node>,
    /// The index of the node with this place in an outer one; `None` is the whole value.
    inner: BTreeMap<(Option<usize>, Level), usize>,
    /// The segments of the latest path. Most paths begin as the one before.
    latest: Vec<(Segment, At)>,
}

/// A field or list.
#[derive(Clone, Copy, Debug)]
struct Node {
    place: Level,
    outer: Option<usize>,
    /// The bytes that are in no node inside it.
    bytes: u64,
}

/// Where a segment of a path leads.
#[derive(Clone, Copy, Debug, Default)]
struct At {
    node: Option<usize>,
    /// The number of places on the way.
    level: usize,
    /// Whether what follows is not told apart.
    is_last: bool,
}

impl Places {
    fn add(&mut self, schema: &Schema, path: &[Segment], size: u64) {
        let path = &path[..path.len().min(DEPTH)];
        let same = self.latest.iter().zip(path).take_while(|((known, _), next)| known == *next).count();
        self.latest.truncate(same);
        for segment in &path[same..] {
            let outer = self.latest.last().map_or_else(At::default, |(_, at)| *at);
            let at = self.enter(schema, outer, *segment);
            self.latest.push((*segment, at));
        }
        if let Some(node) = self.latest.last().and_then(|(_, at)| at.node) {
            self.nodes[node].bytes += size;
        }
    }

    fn enter(&mut self, schema: &Schema, outer: At, segment: Segment) -> At {
        let Some(place) = place(schema, segment).filter(|_| !outer.is_last) else { return outer };
        // (A type that contains itself is one place.)
        if outer.level == LEVELS || self.way(outer.node).any(|node| node.place == place) {
            return At { is_last: true, ..outer };
        }
        let node = *self.inner.entry((outer.node, place)).or_insert_with(|| {
            self.nodes.push(Node { place, outer: outer.node, bytes: 0 });
            self.nodes.len() - 1
        });
        At { node: Some(node), level: outer.level + 1, is_last: false }
    }

    /// Returns a node and those around it, from the inside.
    fn way(&self, node: Option<usize>) -> impl Iterator<Item = Node> {
        core::iter::successors(node.map(|node| self.nodes[node]), |node| node.outer.map(|outer| self.nodes[outer]))
    }

    fn sums(&self) -> Vec<(Vec<Level>, u64)> {
        let mut sums: Vec<u64> = self.nodes.iter().map(|node| node.bytes).collect();
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let Some(outer) = node.outer {
                sums[outer] += sums[index];
            }
        }
        let places = (0..self.nodes.len()).map(|node| {
            let mut places: Vec<_> = self.way(Some(node)).map(|node| node.place).collect();
            places.reverse();
            places
        });
        places.zip(sums).collect()
    }
}

/// Returns a step as one of those that are told apart: not the inside of an optional value or of a newtype.
fn place(schema: &Schema, segment: Segment) -> Option<Level> {
    let Segment::Field { of, constructor, field } = segment else { return Some(Level::Element) };
    let is_bare = match (schema.get(schema.packed(of)), fields_of(schema, of, constructor as usize)) {
        (Type::Enum(of), [only]) => of.is_optional && !only.is_named(),
        (Type::Struct(_), [only]) => !only.is_named(),
        _ => false,
    };
    (!is_bare).then_some(Level::Field(Segment::Field { of, constructor, field }))
}

/// Prints levels as a path: `orders[].lines`, `Tree::Node.0`.
pub fn print_levels(schema: &Schema, places: &[Level]) -> String {
    let mut text = String::new();
    for place in places {
        match place {
            Level::Element => text.push_str("[]"),
            Level::Field(Segment::Field { of, constructor, field }) => {
                let fields = fields_of(schema, *of, *constructor as usize);
                let name = fields.get(*field as usize).map_or("", |field| &field.name);
                if !text.is_empty() {
                    text.push('.');
                }
                if let Type::Enum(of) = schema.get(schema.packed(*of)) {
                    text.push_str(
                        of.constructors.get(*constructor as usize).map_or("", |constructor| &constructor.name),
                    );
                    text.push('.');
                }
                text.push_str(name);
            }
            Level::Field(Segment::Element(_)) => {}
        }
    }
    Printable(text).to_string()
}
