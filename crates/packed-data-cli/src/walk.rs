//! The bytes of a value in the order in which they are stored, each with what it is and the path to it.
//!
//! The offsets of values come from the schema; what is between them is what the layout stores there: tags, sizes,
//! counts, lengths and tables.

use packed_data::Printable;
use packed_data_schema::{
    Content, Field, LayoutId, Part, Parts, ScalarValue, Schema, StoredParts, StructKind, Type, TypeIndex, Value,
};

/// A run of bytes with one meaning.
#[derive(Clone, Debug)]
pub struct Piece<'p> {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last one.
    pub end: usize,
    /// What the bytes are.
    pub what: What<'p>,
    /// The type of the value to which they belong.
    pub of: TypeIndex,
}

/// What bytes are.
#[derive(Clone, Debug)]
pub enum What<'p> {
    /// A scalar.
    Scalar(ScalarValue),
    /// A text.
    Text(&'p str),
    /// An item of CBOR.
    Cbor(&'p [u8]),
    /// A constructor that the type does not know, of that number of bytes.
    Other(usize),
    /// Elements of one byte each, and the first of them as values.
    Elements(usize, Vec<ScalarValue>),
    /// The number of a constructor, and its name.
    Tag(u64, Option<&'p str>),
    /// The size of the field that follows, or of what follows in an extensible value.
    Size(u64),
    /// The size of the static part of an extensible value.
    StaticSize(u64),
    /// The number of elements.
    Count(u64),
    /// The number of bytes of a text.
    Length(u64),
    /// A table of ends.
    Ends,
    /// What precedes an element, or ends a sequence.
    Cell(u64),
    /// What precedes the count of a map.
    Mark,
    /// The beginning of a CBOR item of indefinite length.
    Start,
    /// The end of one.
    Break,
    /// A CBOR tag.
    CborTag(u64),
    /// What the type does not know.
    Unknown,
}

/// A step of the path to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A field of a struct, or of a constructor.
    Field {
        /// The type with the field.
        of: TypeIndex,
        /// The number of the constructor; 0 for a struct.
        constructor: u32,
        /// The number of the field.
        field: u32,
    },
    /// An element.
    Element(usize),
}

/// Receives pieces in the order of their offsets.
pub trait Sink {
    /// Receives a piece and the path to the value to which it belongs. Returns whether more is wanted.
    fn piece(&mut self, path: &[Segment], piece: &Piece<'_>) -> bool;
}

impl<F: FnMut(&[Segment], &Piece<'_>) -> bool> Sink for F {
    fn piece(&mut self, path: &[Segment], piece: &Piece<'_>) -> bool {
        self(path, piece)
    }
}

/// Ends a walk: nothing more is wanted, or the bytes are not valid.
struct Over;

/// A value that is open.
struct Open<'a> {
    of: TypeIndex,
    /// The number of the constructor, if the parts are fields.
    fields: Option<u32>,
    /// The first part, until it is taken; then the others.
    first: Option<Part<'a>>,
    rest: StoredParts<'a>,
    /// In an extensible value: the end of its static part, in which there may be fields that the type does not know.
    static_end: usize,
    /// Whether it added a segment to the path.
    has_segment: bool,
}

/// A value that was begun.
enum Begun<'a> {
    /// It was a leaf, which ends there.
    Leaf(usize),
    Open(Open<'a>),
}

/// Walks over a value; the sink receives every byte of it once. It takes time proportional to the bytes.
pub fn walk(schema: &Schema, layout: LayoutId, bytes: &[u8], value: Value<'_>, sink: &mut dyn Sink) {
    let mut walker = Walker { schema, layout, bytes, sink, path: Vec::new(), at: value.offset() };
    // (Why it ended is of no interest: the sink has received what there was.)
    let _ = walker.run(value);
}

struct Walker<'w, 's> {
    schema: &'w Schema,
    layout: LayoutId,
    bytes: &'w [u8],
    sink: &'s mut dyn Sink,
    path: Vec<Segment>,
    at: usize,
}

impl<'w> Walker<'w, '_> {
    fn run(&mut self, value: Value<'w>) -> Result<(), Over> {
        let mut stack = Vec::new();
        if let Begun::Open(open) = self.open(value, false)? {
            stack.push(open);
        }
        while let Some(open) = stack.last_mut() {
            let Some(part) = open.first.take().or_else(|| open.rest.next()) else {
                let end = self.close(open)?;
                stack.pop();
                if let Some(outer) = stack.last_mut() {
                    outer.rest.resume(end);
                }
                continue;
            };
            let segment = match open.fields {
                Some(constructor) => Segment::Field { of: open.of, constructor, field: part.index as u32 },
                None => Segment::Element(part.index),
            };
            if part.value.offset() >= open.static_end {
                self.put(open.static_end, open.of, What::Unknown)?;
            }
            self.between(open, segment, part.value)?;
            self.path.push(segment);
            match self.open(part.value, true)? {
                Begun::Open(inner) => stack.push(inner),
                Begun::Leaf(end) => {
                    open.rest.resume(end);
                    self.path.pop();
                }
            }
        }
        Ok(())
    }

    /// Emits what follows the parts of a value; returns its end.
    fn close(&mut self, open: &Open<'w>) -> Result<usize, Over> {
        self.put(open.static_end, open.of, What::Unknown)?;
        let end = open.rest.end().ok_or(Over)?;
        self.closing(open.of, end)?;
        if open.has_segment {
            self.path.pop();
        }
        Ok(end)
    }

    fn put(&mut self, end: usize, of: TypeIndex, what: What<'_>) -> Result<(), Over> {
        if end <= self.at {
            return Ok(());
        }
        let piece = Piece { start: self.at, end, what, of };
        self.at = end;
        if self.sink.piece(&self.path, &piece) { Ok(()) } else { Err(Over) }
    }

    fn number(&self, range: std::ops::Range<usize>) -> u64 {
        let bytes = self.bytes.get(range).unwrap_or_default();
        match self.layout {
            LayoutId::Cereal | LayoutId::Binary => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
            _ => bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)),
        }
    }

    /// Returns the short varint at the offset, and the offset after it.
    fn varint(&self, at: usize) -> Result<(u64, usize), Over> {
        let first = *self.bytes.get(at).ok_or(Over)?;
        let width = match first {
            0xFC => 2,
            0xFD => 4,
            0xFE => 8,
            _ => return Ok((first.into(), at + 1)),
        };
        Ok((self.number(at + 1..at + 1 + width), at + 1 + width))
    }

    /// Emits a leaf, or the heads of a value with parts, which then is open.
    fn open(&mut self, value: Value<'w>, has_segment: bool) -> Result<Begun<'w>, Over> {
        let of = value.type_index();
        let (content, end) = value.opened().ok_or(Over)?;
        let parts = match content {
            Content::Parts(parts) => parts,
            leaf => return self.leaf(leaf, of, end.ok_or(Over)?),
        };
        let begun = match value.packed_type() {
            Type::Struct(_) => self.fields(value, parts, of, 0),
            Type::Enum(found) => {
                let constructor = parts.constructor().ok_or(Over)?;
                let number = found.constructors.iter().position(|one| std::ptr::eq(one, constructor)).unwrap_or(0);
                self.fields(value, parts, of, number)
            }
            packed => return self.elements(value, parts, packed, has_segment),
        }?;
        Ok(Begun::Open(Open { has_segment, ..begun }))
    }

    fn leaf(&mut self, leaf: Content<'w>, of: TypeIndex, end: usize) -> Result<Begun<'w>, Over> {
        match leaf {
            Content::Scalar(scalar) => self.put(end, of, What::Scalar(scalar))?,
            Content::Cbor(bytes) => self.put(end, of, What::Cbor(bytes))?,
            Content::Unknown(bytes) => {
                if !self.layout.is_cbor() {
                    self.put(end - bytes.len(), of, What::Size(bytes.len() as u64))?;
                }
                self.put(end, of, What::Other(bytes.len()))?;
            }
            Content::Text(text) => {
                let begin = end.checked_sub(text.len()).ok_or(Over)?;
                if self.layout.is_cbor() {
                    self.cbor_heads(begin, of, None)?;
                }
                self.put(begin, of, What::Length(text.len() as u64))?;
                self.put(end, of, What::Text(text))?;
            }
            Content::Parts(_) => return Err(Over),
        }
        Ok(Begun::Leaf(end))
    }

    fn fields(
        &mut self,
        value: Value<'w>,
        parts: Parts<'w>,
        of: TypeIndex,
        constructor: usize,
    ) -> Result<Open<'w>, Over> {
        let name = parts.constructor().map(|constructor| constructor.name.as_str());
        let mut rest = parts.stored();
        let first = rest.next();
        let begun = Open { of, fields: Some(constructor as u32), first, rest, static_end: 0, has_segment: false };
        if let (LayoutId::Compact | LayoutId::Indexed, true) = (self.layout, self.is_extensible(of)) {
            let static_end = self.extensible(value, first, of, name)?;
            return Ok(Open { static_end, ..begun });
        }
        let limit = self.first_or_end(&begun);
        if self.layout.is_cbor() {
            self.cbor_heads(limit, of, name.map(|name| (constructor, name)))?;
        } else {
            let width = match (name, self.schema.get(self.schema.packed(of))) {
                (Some(_), Type::Enum(of)) => self.tag_width(of.constructors.len()),
                (None, Type::Struct(_)) if self.is_haskell_packed() => 1,
                _ => 0,
            };
            let end = (self.at + width).min(limit);
            self.put(end, of, What::Tag(constructor as u64, name))?;
        }
        Ok(begun)
    }

    /// Returns where the first part begins, or where the value ends if it has none.
    fn first_or_end(&self, open: &Open<'w>) -> usize {
        let first = open.first.map(|part| part.value.offset());
        first.or_else(|| open.rest.end()).unwrap_or(self.bytes.len())
    }

    fn is_extensible(&self, of: TypeIndex) -> bool {
        match self.schema.get(self.schema.packed(of)) {
            Type::Struct(of) => of.is_extensible,
            Type::Enum(of) => of.is_extensible,
            _ => false,
        }
    }

    /// Emits the head of an extensible value in a native layout; returns the end of its static part.
    fn extensible(
        &mut self,
        value: Value<'w>,
        first: Option<Part<'w>>,
        of: TypeIndex,
        name: Option<&str>,
    ) -> Result<usize, Over> {
        // (The head of a constructor that is not known belongs to its one field.)
        if first.is_some_and(|part| part.value.offset() == value.offset()) {
            return Ok(0);
        }
        let (size, start) = self.varint(value.offset())?;
        self.put(start, of, What::Size(size))?;
        let mut static_size = 0;
        if self.layout == LayoutId::Indexed {
            let (size, fields) = self.varint(start)?;
            self.put(fields, of, What::StaticSize(size))?;
            static_size = usize::try_from(size).map_err(|_| Over)?;
        }
        if name.is_some() {
            let (number, fields) = self.varint(self.at)?;
            self.put(fields, of, What::Tag(number, name))?;
        }
        self.at.checked_add(static_size).ok_or(Over)
    }

    const fn is_haskell_packed(&self) -> bool {
        matches!(self.layout, LayoutId::PackedData | LayoutId::PackedDataFieldSizes | LayoutId::PackedDataSkipLast)
    }

    const fn tag_width(&self, constructors: usize) -> usize {
        match (self.layout, constructors) {
            (LayoutId::Store | LayoutId::Cereal | LayoutId::Binary, 1) => 0,
            (_, 0..=256) => 1,
            (_, 257..=65_536) => 2,
            _ => 4,
        }
    }

    fn elements(
        &mut self,
        value: Value<'w>,
        parts: Parts<'w>,
        packed: &Type,
        has_segment: bool,
    ) -> Result<Begun<'w>, Over> {
        let of = value.type_index();
        let stated = parts.stated_len();
        let mut rest = parts.clone().stored();
        let first = rest.next();
        let begun = Open { of, fields: None, first, rest, static_end: 0, has_segment };
        let limit = self.first_or_end(&begun);
        // (In CBOR, numbers of one byte beside each other are seen only in a byte string.)
        let is_joined = !self.is_haskell_packed() && (!self.layout.is_cbor() || self.is_byte_string(self.at));
        match self.layout {
            layout if layout.is_cbor() => self.cbor_heads(limit, of, None)?,
            _ if self.is_haskell_packed() => {}
            layout => {
                let is_array = matches!(packed, Type::Array { .. });
                let is_sorted = matches!(packed, Type::Sorted { .. });
                if is_sorted && layout == LayoutId::Store && limit >= self.at + 12 {
                    self.put(self.at + 4, of, What::Mark)?;
                }
                if !is_array {
                    let (number, end) = match layout {
                        LayoutId::Compact | LayoutId::Indexed => self.varint(self.at)?,
                        _ => (self.number(self.at..self.at + 8), self.at + 8),
                    };
                    // (Before a table, the number is not the count.)
                    let count = stated.map_or(number, |count| count as u64);
                    self.put(end.min(limit), of, What::Count(count))?;
                }
                self.put(limit, of, What::Ends)?;
            }
        }
        if let (Some(first), Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element }) =
            (first, packed)
            && let Type::Scalar(scalar) = self.schema.get(self.schema.packed(*element))
            && scalar.width() == 1
            && is_joined
        {
            let end = value.end();
            let count = parts.clone().count();
            if first.value.offset() + count == end {
                let shown = parts.take(16).filter_map(|part| part.value.as_scalar()).collect();
                self.put(end, *element, What::Elements(count, shown))?;
                return Ok(Begun::Leaf(end));
            }
        }
        Ok(Begun::Open(begun))
    }

    /// Emits what is between the part before and this one.
    fn between(&mut self, outer: &Open<'w>, segment: Segment, part: Value<'w>) -> Result<(), Over> {
        let start = part.offset();
        if start <= self.at {
            return Ok(());
        }
        if outer.fields.is_none() && self.is_haskell_packed() {
            let cell = self.number(self.at..self.at + 1);
            self.put(self.at + 1, outer.of, What::Cell(cell))?;
        }
        self.path.push(segment);
        let of = part.type_index();
        let done = if self.layout.is_cbor() {
            self.cbor_heads(start, of, None)
        } else {
            let (size, end) = match self.layout {
                LayoutId::Indexed => self.varint(self.at).unwrap_or((0, self.at)),
                _ => (self.number(self.at..start), start),
            };
            // (In bytes that are not valid, fields of static size may be there that were not found.)
            if end == start { self.put(start, of, What::Size(size)) } else { Err(Over) }
        };
        self.path.pop();
        done
    }

    /// Emits what ends a value.
    fn closing(&mut self, of: TypeIndex, end: usize) -> Result<(), Over> {
        if end <= self.at {
            return Ok(());
        }
        if self.layout.is_cbor() {
            let last = end - 1;
            let has_break = self.bytes.get(last) == Some(&0xFF);
            self.put(if has_break { last } else { end }, of, What::Unknown)?;
            return self.put(end, of, What::Break);
        }
        if !self.is_haskell_packed() {
            return self.put(end, of, What::Unknown);
        }
        let cell = self.number(self.at..end);
        self.put(end, of, What::Cell(cell))
    }

    /// Emits heads of CBOR items up to an offset.
    fn cbor_heads(&mut self, end: usize, of: TypeIndex, constructor: Option<(usize, &str)>) -> Result<(), Over> {
        while self.at < end {
            let Some((major, number, after)) = head(self.bytes, self.at).filter(|(.., after)| *after <= end) else {
                return self.put(end, of, What::Unknown);
            };
            let what = match (major, number) {
                (6, Some(number)) => What::CborTag(number),
                // (A byte string is a sequence.)
                (2 | 4 | 5, Some(number)) => What::Count(number),
                (3, Some(number)) => What::Length(number),
                (2..=5, None) => What::Start,
                (7, Some(22)) => What::Start,
                (0, Some(number)) => What::Tag(number, constructor.map(|(_, name)| name)),
                _ => What::Unknown,
            };
            self.put(after, of, what)?;
        }
        Ok(())
    }

    fn is_byte_string(&self, mut at: usize) -> bool {
        while let Some((6, _, after)) = head(self.bytes, at) {
            at = after;
        }
        matches!(head(self.bytes, at), Some((2, ..)))
    }
}

/// Returns the major type, the number and the end of the head at an offset; no number if the length is indefinite.
fn head(bytes: &[u8], at: usize) -> Option<(u8, Option<u64>, usize)> {
    let first = *bytes.get(at)?;
    let (major, low) = (first >> 5, first & 31);
    let width = match low {
        0..24 => return Some((major, Some(low.into()), at + 1)),
        24..28 => 1 << (low - 24),
        31 => return Some((major, None, at + 1)),
        _ => return None,
    };
    let digits = bytes.get(at + 1..at + 1 + width)?;
    let number = digits.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    Some((major, Some(number), at + 1 + width))
}

/// How many of the outermost and of the innermost segments a path keeps.
const KEPT: usize = 16;

/// Prints a path as errors do.
pub fn print_path(schema: &Schema, path: &[Segment]) -> String {
    let resume = if path.len() > 2 * KEPT { path.len() - KEPT } else { KEPT.min(path.len()) };
    let mut text = String::new();
    for depth in (0..path.len().min(KEPT)).chain(resume..path.len()) {
        if depth > 0 {
            text.push_str(" > ");
        }
        if depth == resume && resume > KEPT {
            text.push_str(&format!("... {} more ... > ", resume - KEPT));
        }
        push_segment(schema, path[depth], &mut text);
    }
    Printable(text).to_string()
}

fn push_segment(schema: &Schema, segment: Segment, text: &mut String) {
    let (of, constructor, field) = match segment {
        Segment::Element(index) => return text.push_str(&format!("[{index}]")),
        Segment::Field { of, constructor, field } => (of, constructor as usize, field as usize),
    };
    let fields = fields_of(schema, of, constructor);
    match schema.get(schema.packed(of)) {
        Type::Struct(of) if of.kind == StructKind::Tuple => match fields.len() {
            1 => text.push_str("(_,)"),
            len @ 0..=12 => text.push_str(&format!("({})", vec!["_"; len].join(", "))),
            len => text.push_str(&format!("(_, ...; {len})")),
        },
        Type::Struct(of) => text.push_str(&of.name),
        Type::Enum(of) => {
            let constructor = of.constructors.get(constructor).map_or("", |constructor| &constructor.name);
            text.push_str(&format!("{}::{constructor}", of.name));
        }
        _ => {}
    }
    if let Some(field) = fields.get(field) {
        text.push_str(&format!(".{}", field.name));
    }
}

/// Returns the fields of a struct or of a constructor.
pub(crate) fn fields_of(schema: &Schema, of: TypeIndex, constructor: usize) -> &[Field] {
    match schema.get(schema.packed(of)) {
        Type::Struct(of) => &of.fields,
        Type::Enum(of) => of.constructors.get(constructor).map_or(&[], |constructor| &constructor.fields),
        _ => &[],
    }
}

/// Returns the name of the type of a value without parts.
pub(crate) fn leaf_name(schema: &Schema, of: TypeIndex) -> &'static str {
    match schema.get(schema.packed(of)) {
        Type::Scalar(scalar) => scalar.name(),
        Type::Cbor => "cbor",
        Type::Unknown => "unknown",
        _ => "str",
    }
}
