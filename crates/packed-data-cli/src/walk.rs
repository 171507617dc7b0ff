//! The bytes of a value in the order in which they are stored, each with what it is and the path to it.
//!
//! The offsets of values come from the schema; what is between them is what the layout stores there: tags, sizes,
//! counts, lengths and tables.

use packed_data_schema::{
    Content, Field, Layout, Part, Parts, ScalarValue, Schema, StructKind, Type, TypeIndex, Value,
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
    rest: Rest<'a>,
    /// The end of the value, if it is not that of its last part.
    end: Option<usize>,
    /// In an extensible value: the end of its static part, in which there may be fields that the type does not know.
    static_end: usize,
    /// Whether it added a segment to the path.
    has_segment: bool,
}

enum Rest<'a> {
    /// Fields in the order of their offsets.
    Fields(u32, std::vec::IntoIter<Part<'a>>),
    Elements(Parts<'a>),
}

/// Walks over a value; the sink receives every byte of it once.
pub fn walk(schema: &Schema, layout: Layout, bytes: &[u8], value: Value<'_>, sink: &mut dyn Sink) {
    let mut walker = Walker { schema, layout, bytes, sink, path: Vec::new(), at: value.offset() };
    // (Why it ended is of no interest: the sink has received what there was.)
    let _ = walker.run(value);
}

struct Walker<'w, 's> {
    schema: &'w Schema,
    layout: Layout,
    bytes: &'w [u8],
    sink: &'s mut dyn Sink,
    path: Vec<Segment>,
    at: usize,
}

impl<'w> Walker<'w, '_> {
    fn run(&mut self, value: Value<'w>) -> Result<(), Over> {
        let mut stack = Vec::new();
        stack.extend(self.open(value, false)?);
        while let Some(open) = stack.last_mut() {
            let (of, part) = match &mut open.rest {
                Rest::Fields(constructor, parts) => (Some(*constructor), parts.next()),
                Rest::Elements(parts) => (None, parts.next()),
            };
            let Some(part) = part else {
                let (end, of, has_segment, static_end) = (open.end, open.of, open.has_segment, open.static_end);
                stack.pop();
                self.put(static_end, of, What::Unknown)?;
                if let Some(end) = end {
                    self.closing(of, end)?;
                }
                if has_segment {
                    self.path.pop();
                }
                continue;
            };
            let segment = match of {
                Some(constructor) => Segment::Field { of: open.of, constructor, field: part.index as u32 },
                None => Segment::Element(part.index),
            };
            let (outer, is_element) = (open.of, of.is_none());
            if part.value.offset() >= open.static_end {
                self.put(open.static_end, outer, What::Unknown)?;
            }
            self.between(outer, is_element, segment, part.value)?;
            self.path.push(segment);
            match self.open(part.value, true)? {
                Some(open) => stack.push(open),
                None => _ = self.path.pop(),
            }
        }
        Ok(())
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
            Layout::Cereal | Layout::Binary => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
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
    fn open(&mut self, value: Value<'w>, has_segment: bool) -> Result<Option<Open<'w>>, Over> {
        let of = value.type_index();
        let parts = match value.content().ok_or(Over)? {
            Content::Scalar(scalar) => {
                self.put(value.end(), of, What::Scalar(scalar))?;
                return Ok(None);
            }
            Content::Cbor(bytes) => {
                self.put(value.end(), of, What::Cbor(bytes))?;
                return Ok(None);
            }
            Content::Unknown(bytes) => {
                let end = value.end();
                if !self.layout.is_cbor() {
                    self.put(end - bytes.len(), of, What::Size(bytes.len() as u64))?;
                }
                self.put(end, of, What::Other(bytes.len()))?;
                return Ok(None);
            }
            Content::Text(text) => {
                let end = value.end();
                let begin = end.checked_sub(text.len()).ok_or(Over)?;
                if self.layout.is_cbor() {
                    self.cbor_heads(begin, of, None)?;
                }
                self.put(begin, of, What::Length(text.len() as u64))?;
                self.put(end, of, What::Text(text))?;
                return Ok(None);
            }
            Content::Parts(parts) => parts,
        };
        let open = match value.packed_type() {
            Type::Struct(found) => self.fields(value, parts, of, 0, &found.fields),
            Type::Enum(found) => {
                let constructor = parts.constructor().ok_or(Over)?;
                let number = found.constructors.iter().position(|one| std::ptr::eq(one, constructor)).unwrap_or(0);
                self.fields(value, parts, of, number, &constructor.fields)
            }
            packed => self.elements(value, parts, of, packed),
        }?;
        let Some(open) = open else { return Ok(None) };
        Ok(Some(Open { has_segment, ..open }))
    }

    fn fields(
        &mut self,
        value: Value<'w>,
        parts: Parts<'w>,
        of: TypeIndex,
        constructor: usize,
        fields: &'w [Field],
    ) -> Result<Option<Open<'w>>, Over> {
        let name = parts.constructor().map(|constructor| constructor.name.as_str());
        // (Asking for one more part than there are would walk over the last of them.)
        let mut parts: Vec<Part<'w>> = parts.take(fields.len()).collect();
        parts.sort_by_key(|part| part.value.offset());
        let first = parts.first().map(|part| part.value.offset());
        if let (Layout::Compact | Layout::Indexed, true) = (self.layout, self.is_extensible(of)) {
            return self.extensible(value, parts, of, (constructor, name));
        }
        let end = match self.layout {
            layout if layout.is_cbor() => self.cbor_end(value, name.is_some(), parts.len(), fields.len()),
            _ if first.is_none() => Some(value.end()),
            _ => None,
        };
        let limit = first.or(end).unwrap_or(self.bytes.len());
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
        let rest = Rest::Fields(constructor as u32, parts.into_iter());
        Ok(Some(Open { of, rest, end, static_end: 0, has_segment: false }))
    }

    fn is_extensible(&self, of: TypeIndex) -> bool {
        match self.schema.get(self.schema.packed(of)) {
            Type::Struct(of) => of.is_extensible,
            Type::Enum(of) => of.is_extensible,
            _ => false,
        }
    }

    /// Emits the head of an extensible value in a native layout; the fields are in the order of their offsets.
    fn extensible(
        &mut self,
        value: Value<'w>,
        parts: Vec<Part<'w>>,
        of: TypeIndex,
        (constructor, name): (usize, Option<&str>),
    ) -> Result<Option<Open<'w>>, Over> {
        let (size, start) = self.varint(value.offset())?;
        let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size));
        let is_unknown = matches!(parts.first(), Some(part) if part.value.offset() == value.offset());
        let mut static_end = 0;
        // (The head of a constructor that is not known belongs to its one field.)
        if !is_unknown {
            self.put(start, of, What::Size(size))?;
            let mut static_size = 0;
            if self.layout == Layout::Indexed {
                let (size, fields) = self.varint(start)?;
                self.put(fields, of, What::StaticSize(size))?;
                static_size = usize::try_from(size).map_err(|_| Over)?;
            }
            if name.is_some() {
                let (number, fields) = self.varint(self.at)?;
                self.put(fields, of, What::Tag(number, name))?;
            }
            static_end = self.at.checked_add(static_size).ok_or(Over)?;
        }
        let rest = Rest::Fields(constructor as u32, parts.into_iter());
        Ok(Some(Open { of, rest, end, static_end, has_segment: false }))
    }

    const fn is_haskell_packed(&self) -> bool {
        matches!(self.layout, Layout::PackedData | Layout::PackedDataFieldSizes | Layout::PackedDataSkipLast)
    }

    const fn tag_width(&self, constructors: usize) -> usize {
        match (self.layout, constructors) {
            (Layout::Store | Layout::Cereal | Layout::Binary, 1) => 0,
            (_, 0..=256) => 1,
            (_, 257..=65_536) => 2,
            _ => 4,
        }
    }

    fn elements(
        &mut self,
        value: Value<'w>,
        parts: Parts<'w>,
        of: TypeIndex,
        packed: &Type,
    ) -> Result<Option<Open<'w>>, Over> {
        let first = parts.clone().next();
        let is_cells = self.is_haskell_packed();
        let end = match (&first, self.layout.is_cbor() || is_cells) {
            (Some(_), false) => None,
            _ => Some(value.end()),
        };
        let limit = first.map(|part| part.value.offset()).or(end).unwrap_or(self.bytes.len());
        // (In CBOR, numbers of one byte beside each other are seen only in a byte string.)
        let is_joined = !is_cells && (!self.layout.is_cbor() || self.is_byte_string(self.at));
        match self.layout {
            layout if layout.is_cbor() => self.cbor_heads(limit, of, None)?,
            _ if is_cells => {}
            layout => {
                let is_array = matches!(packed, Type::Array { .. });
                let is_sorted = matches!(packed, Type::Sorted { .. });
                if is_sorted && layout == Layout::Store && limit >= self.at + 12 {
                    self.put(self.at + 4, of, What::Mark)?;
                }
                if !is_array {
                    let (number, end) = match layout {
                        Layout::Compact | Layout::Indexed => self.varint(self.at)?,
                        _ => (self.number(self.at..self.at + 8), self.at + 8),
                    };
                    // (Before a table, the number is not the count.)
                    let count = parts.stated_len().map_or(number, |count| count as u64);
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
                let shown = parts.clone().take(16).filter_map(|part| part.value.as_scalar()).collect();
                self.put(end, *element, What::Elements(count, shown))?;
                return Ok(None);
            }
        }
        Ok(Some(Open { of, rest: Rest::Elements(parts), end, static_end: 0, has_segment: false }))
    }

    /// Emits what is between the part before and this one.
    fn between(&mut self, outer: TypeIndex, is_element: bool, segment: Segment, part: Value<'w>) -> Result<(), Over> {
        let start = part.offset();
        if start <= self.at {
            return Ok(());
        }
        if is_element && self.is_haskell_packed() {
            let cell = self.number(self.at..self.at + 1);
            self.put(self.at + 1, outer, What::Cell(cell))?;
        }
        self.path.push(segment);
        let of = part.type_index();
        let done = if self.layout.is_cbor() {
            self.cbor_heads(start, of, None)
        } else {
            let (size, end) = match self.layout {
                Layout::Indexed => self.varint(self.at).unwrap_or((0, self.at)),
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

    /// Returns the end of a struct or constructor, if it is not certainly that of its last field.
    fn cbor_end(&self, value: Value<'w>, is_enum: bool, found: usize, fields: usize) -> Option<usize> {
        let mut at = value.offset();
        while let Some((6, _, after)) = head(self.bytes, at) {
            at = after;
        }
        match head(self.bytes, at) {
            // (Then all of them were found, and nothing follows.)
            Some((4, Some(count), _))
                if found == fields && count == fields as u64 + u64::from(is_enum) && found > 0 =>
            {
                None
            }
            _ => Some(value.end()),
        }
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
    text
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
