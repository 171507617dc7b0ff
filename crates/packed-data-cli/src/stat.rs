//! Where the bytes of values go.

use std::collections::{BTreeMap, HashMap};

use packed_data_schema::{Codec, Schema, Type, TypeIndex, Value};

use crate::walk::{self, Piece, Segment, What};

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
            What::Scalar(_) | What::Elements(..) => Self::Numbers,
            What::Text(_) => Self::Text,
            What::Tag(..) => Self::Tags,
            What::Length(_) | What::Count(_) => Self::Lengths,
            What::Size(_) | What::StaticSize(_) => Self::Sizes,
            What::Ends => Self::Tables,
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
    pub types: HashMap<TypeIndex, u64>,
    /// By the field or list to which they belong, with all that it contains.
    pub fields: HashMap<Vec<Place>, u64>,
}

/// A step of a path without numbers of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
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
    pub fn add(&mut self, codec: &Codec<'_>, bytes: &[u8], value: Value<'_>) {
        let schema = codec.schema();
        let mut places = Vec::new();
        walk::walk(schema, codec.layout(), bytes, value, &mut |path: &[Segment], piece: &Piece<'_>| {
            let size = (piece.end - piece.start) as u64;
            self.bytes += size;
            *self.kinds.entry(Kind::of(&piece.what)).or_default() += size;
            *self.types.entry(piece.of).or_default() += size;
            places.clear();
            for segment in path.iter().take(DEPTH) {
                if let Some(place) = place(schema, *segment) {
                    // (A type that contains itself is one place.)
                    if places.len() == LEVELS || places.contains(&place) {
                        break;
                    }
                    places.push(place);
                    match self.fields.get_mut(&places) {
                        Some(total) => *total += size,
                        None => _ = self.fields.insert(places.clone(), size),
                    }
                }
            }
            true
        });
    }
}

/// Returns a step as one of those that are told apart: not the inside of an optional value or of a newtype.
fn place(schema: &Schema, segment: Segment) -> Option<Place> {
    let Segment::Field { of, constructor, field } = segment else { return Some(Place::Element) };
    let is_bare = match (schema.get(schema.packed(of)), walk::fields_of(schema, of, constructor as usize)) {
        (Type::Enum(of), [only]) => of.is_optional && !only.is_named(),
        (Type::Struct(_), [only]) => !only.is_named(),
        _ => false,
    };
    (!is_bare).then_some(Place::Field(Segment::Field { of, constructor, field }))
}

/// Prints places as a path: `orders[].lines`, `Tree::Node.0`.
pub fn print_places(schema: &Schema, places: &[Place]) -> String {
    let mut text = String::new();
    for place in places {
        match place {
            Place::Element => text.push_str("[]"),
            Place::Field(Segment::Field { of, constructor, field }) => {
                let fields = walk::fields_of(schema, *of, *constructor as usize);
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
            Place::Field(Segment::Element(_)) => {}
        }
    }
    text
}

/// Returns a bar that fills `width` characters if `part` is `whole`.
pub fn bar(part: u64, whole: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part as f64 / whole.max(1) as f64 * (8 * width) as f64).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Returns a number with separated thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
