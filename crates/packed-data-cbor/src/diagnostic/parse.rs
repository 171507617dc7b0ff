//! Diagnostic notation, from text to bytes.

use alloc::vec::Vec;

use super::DiagnosticError;
use super::assembly::{Assembly, Slot};
use super::literal;
use super::number::{Number, float_bits, number};
use super::source::Source;
use crate::Limits;
use crate::head::{ARRAY, BYTES, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};

/// Reads a text in diagnostic notation, and returns the bytes of its item (RFC 8949, section 8; RFC 8610, appendix G).
///
/// | text | item |
/// |---|---|
/// | `1`, `-1`, `0x1F`, `0o17`, `0b11` | an integer; past 64 bits, up to 128, a bignum |
/// | `1.5`, `1e3`, `NaN`, `-Infinity` | a float in its shortest form |
/// | `float'7e01'` | a float, given by its bytes |
/// | `"text"` | text, with the escapes of JSON |
/// | `h'01 ff'`, `b64'Af8='`, `'text'` | bytes: in base 16, in base 64 of either alphabet, as UTF-8 |
/// | `<<1, "a">>` | bytes that are the encoding of these items |
/// | `[1, 2]`, `{"a": 1}` | an array, a map |
/// | `1("a")` | a tag |
/// | `false`, `true`, `null`, `undefined`, `simple(99)` | a simple value |
/// | `[_ 1]`, `{_ "a": 1}`, `(_ "a", "b")`, `""_`, `''_` | the same with an indefinite length: without a count, in chunks, in no chunk at all |
/// | `1_0`, `"a"_1`, `[_2 1]`, `1_3("a")`, `1.5_3` | the same with an argument, or a float, of 1, 2, 4 or 8 bytes |
///
/// White space and comments may separate all of them. A comment is `/from slash to slash/`, or everything from `#` to
/// the end of the line. (`#` and `float'...'` are not in the two RFCs, but in the Internet-Draft
/// draft-ietf-cbor-edn-literals.)
///
/// It does not recurse, and takes linear time. A float takes the most time: up to 20 microseconds, if its decimal
/// digits lie halfway between two doubles. It allocates the bytes twice, 40 bytes for each level around the current
/// item, and 32 bytes for each array, map and string of items. The default [`Limits::depth`] bounds the nesting.
///
/// ```
/// use packed_data_cbor::from_diagnostic;
///
/// let bytes = from_diagnostic(r#"{"when": 1(1363896240), "what": [_ h'01', 1.5]} # a comment"#)?;
/// assert_eq!(bytes, b"\xA2\x64when\xC1\x1A\x51\x4B\x67\xB0\x64what\x9F\x41\x01\xF9\x3E\x00\xFF");
/// # Ok::<(), packed_data_cbor::DiagnosticError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is not one item in this notation, or nests too deeply. The error states what was
/// expected, what was found, and where.
pub fn from_diagnostic(text: &str) -> Result<Vec<u8>, DiagnosticError> {
    let mut parser = Parser { source: Source::new(text), out: Assembly::default(), open: Vec::new() };
    loop {
        parser.source.skip_blank()?;
        if parser.item()? == Parsed::Start {
            continue;
        }
        if !parser.item_ended()? {
            break;
        }
    }
    parser.source.skip_blank()?;
    match parser.source.peek() {
        None => Ok(parser.out.finish()),
        Some(_) => Err(parser.source.error("the end of the text")),
    }
}

/// A container around the current item.
#[derive(Clone, Copy)]
struct Group {
    kind: GroupKind,
    /// How many items have ended.
    count: u64,
    /// The slot of the head, which holds the count; `None` if the head is already written.
    slot: Option<Slot>,
    /// The additional information of the head that an encoding indicator requires.
    info: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    Array,
    Map,
    Tag,
    /// A byte string that contains the encoding of items.
    Embedded,
    ByteChunks,
    TextChunks,
}

impl GroupKind {
    /// Returns the closing bracket.
    fn end(self) -> &'static str {
        match self {
            Self::Array => "]",
            Self::Map => "}",
            Self::Embedded => ">>",
            Self::Tag | Self::ByteChunks | Self::TextChunks => ")",
        }
    }

    /// Returns what may follow an item, for error messages.
    fn expected(self) -> &'static str {
        match self {
            Self::Array => "a comma or the end of an array",
            Self::Map => "a comma or the end of a map",
            Self::Embedded => "a comma or the end of a byte string",
            Self::Tag => "the parenthesis that ends a tagged item",
            Self::ByteChunks | Self::TextChunks => "a comma or the end of a chunked string",
        }
    }
}

/// The result of reading an item or the start of one.
#[derive(PartialEq, Eq)]
enum Parsed {
    /// The start of a container; its first item follows.
    Start,
    /// A whole item.
    Whole,
}

const ITEM: &str = "an item";
const FITS: &str = "a number that fits the width of the encoding indicator";

struct Parser<'t> {
    source: Source<'t>,
    out: Assembly,
    open: Vec<Group>,
}

impl Parser<'_> {
    /// Reads an item, or the start of one.
    fn item(&mut self) -> Result<Parsed, DiagnosticError> {
        match self.open.last().map(|group| group.kind) {
            Some(GroupKind::ByteChunks) => return self.chunk(BYTES),
            Some(GroupKind::TextChunks) => return self.chunk(TEXT),
            _ => {}
        }
        if self.source.take("[") {
            return self.begin(GroupKind::Array, ARRAY);
        }
        if self.source.take("{") {
            return self.begin(GroupKind::Map, MAP);
        }
        if self.source.take("<<") {
            let group = self.counted(GroupKind::Embedded, None);
            return self.enter(group);
        }
        if self.source.take("(") {
            return self.begin_chunks();
        }
        match self.source.peek() {
            Some('-' | '0'..='9') => self.number(),
            Some('a'..='z' | 'A'..='Z' | '"' | '\'') => self.word(),
            _ => Err(self.source.error(ITEM)),
        }
    }

    /// Reads what follows an item, and ends the containers that end there. Returns whether another item follows.
    fn item_ended(&mut self) -> Result<bool, DiagnosticError> {
        while let Some(group) = self.open.last_mut() {
            group.count += 1;
            let Group { kind, count, .. } = *group;
            self.source.skip_blank()?;
            if kind == GroupKind::Map && count % 2 == 1 {
                self.source.expect(":", "a colon after a key")?;
                return Ok(true);
            }
            if kind != GroupKind::Tag && self.source.take(",") {
                return Ok(true);
            }
            if !self.source.take(kind.end()) {
                return Err(self.source.error(kind.expected()));
            }
            self.end()?;
        }
        Ok(false)
    }

    /// Begins an array or a map, and ends it if it is empty.
    fn begin(&mut self, kind: GroupKind, major: u8) -> Result<Parsed, DiagnosticError> {
        let info = self.indicator_within()?;
        let group = match info {
            Some(None) => {
                self.out.indefinite(major);
                Group { kind, count: 0, slot: None, info: None }
            }
            info => self.counted(kind, info.flatten()),
        };
        self.enter(group)
    }

    /// Returns a container with a count, for whose head a slot is reserved.
    fn counted(&mut self, kind: GroupKind, info: Option<u8>) -> Group {
        Group { kind, count: 0, slot: Some(self.out.reserve()), info }
    }

    /// Enters a container, and ends it if it is empty.
    fn enter(&mut self, group: Group) -> Result<Parsed, DiagnosticError> {
        self.check_depth()?;
        self.open.push(group);
        self.source.skip_blank()?;
        if !self.source.take(group.kind.end()) {
            return Ok(Parsed::Start);
        }
        self.end()?;
        Ok(Parsed::Whole)
    }

    fn check_depth(&self) -> Result<(), DiagnosticError> {
        if self.open.len() < Limits::DEFAULT.depth as usize {
            return Ok(());
        }
        Err(self.source.error("at most 1024 nested levels"))
    }

    /// Ends the innermost container.
    fn end(&mut self) -> Result<(), DiagnosticError> {
        let Some(Group { kind, count, slot, mut info }) = self.open.pop() else { return Ok(()) };
        if kind == GroupKind::Tag {
            return Ok(()); // its head is already written
        }
        let Some(slot) = slot else {
            self.out.bytes(&[0xFF]);
            return Ok(());
        };
        let (major, argument) = match kind {
            GroupKind::Map => (MAP, count / 2),
            GroupKind::Array => (ARRAY, count),
            _ => (BYTES, self.out.since(slot)),
        };
        let end = self.source.offset();
        if kind == GroupKind::Embedded {
            info = self.indicator()?;
        }
        if self.out.fill(slot, major, info, argument) { Ok(()) } else { Err(self.source.error_at(end, FITS)) }
    }

    fn begin_chunks(&mut self) -> Result<Parsed, DiagnosticError> {
        self.source.skip_blank()?;
        self.source.expect("_", "the _ of a chunked string")?;
        self.source.skip_blank()?;
        let (kind, major) = match self.source.peek() {
            Some('"') => (GroupKind::TextChunks, TEXT),
            _ => (GroupKind::ByteChunks, BYTES),
        };
        self.out.indefinite(major);
        self.open.push(Group { kind, count: 0, slot: None, info: None });
        Ok(Parsed::Start)
    }

    fn chunk(&mut self, major: u8) -> Result<Parsed, DiagnosticError> {
        let begin = self.source;
        let wrong = || begin.error(if major == TEXT { "a text string" } else { "a byte string" });
        let (_, bytes) = self.string()?.filter(|(found, _)| *found == major).ok_or_else(wrong)?;
        let info = self.indicator()?;
        self.write_string(major, info, &bytes)
    }

    /// Reads a number, or a tag and its opening parenthesis.
    fn number(&mut self) -> Result<Parsed, DiagnosticError> {
        let begin = self.source;
        let number = number(&mut self.source)?;
        let info = self.indicator()?;
        match number {
            Number::Integer(false, tag) if self.source.take("(") => {
                let Ok(tag) = u64::try_from(tag) else { return Err(begin.error("a tag of at most 64 bits")) };
                self.write_head(TAG, info, tag, &begin)?;
                self.enter_tag()
            }
            Number::Integer(is_negative, magnitude) => self.integer(is_negative, magnitude, info, &begin),
            Number::Float(value) => self.float(value, info, &begin),
        }
    }

    fn enter_tag(&mut self) -> Result<Parsed, DiagnosticError> {
        self.check_depth()?;
        self.open.push(Group { kind: GroupKind::Tag, count: 0, slot: None, info: None });
        Ok(Parsed::Start)
    }

    fn integer(
        &mut self,
        is_negative: bool,
        magnitude: u128,
        info: Option<u8>,
        begin: &Source<'_>,
    ) -> Result<Parsed, DiagnosticError> {
        let (major, tag, argument) = match magnitude.checked_sub(1) {
            Some(below) if is_negative => (NEGATIVE, 3, below),
            _ => (UNSIGNED, 2, magnitude),
        };
        if let Ok(argument) = u64::try_from(argument) {
            self.write_head(major, info, argument, begin)?;
            return Ok(Parsed::Whole);
        }
        if info.is_some() {
            return Err(begin.error(FITS));
        }
        self.check_depth()?; // the tag is a level
        self.write_head(TAG, None, tag, begin)?;
        let digits = argument.to_be_bytes();
        let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
        self.write_string(BYTES, None, digits.get(zeros..).unwrap_or(&[]))
    }

    fn float(&mut self, value: f64, info: Option<u8>, begin: &Source<'_>) -> Result<Parsed, DiagnosticError> {
        let Some((info, bits)) = float_bits(value, info) else { return Err(begin.error(FITS)) };
        self.write_head(SIMPLE, Some(info), bits, begin)?;
        Ok(Parsed::Whole)
    }

    /// Reads a string, or a value that is written as a name.
    fn word(&mut self) -> Result<Parsed, DiagnosticError> {
        let begin = self.source;
        if let Some((major, bytes)) = self.string()? {
            if bytes.is_empty() && self.source.take("_") {
                return self.no_chunks(major);
            }
            let info = self.indicator()?;
            return self.write_string(major, info, &bytes);
        }
        if self.source.take("float'") {
            return self.float_bytes();
        }
        match self.source.take_while(|c| c.is_ascii_alphabetic()) {
            "false" => self.simple(20),
            "true" => self.simple(21),
            "null" => self.simple(22),
            "undefined" => self.simple(23),
            "simple" => self.simple_number(),
            "NaN" => self.named_float(f64::from_bits(0x7FF8_0000_0000_0000), &begin),
            "Infinity" => self.named_float(f64::INFINITY, &begin),
            _ => Err(begin.error(ITEM)),
        }
    }

    /// Reads the rest of an empty string after the `_` of its indicator: a width, or nothing if the string is in chunks
    /// and has none.
    fn no_chunks(&mut self, major: u8) -> Result<Parsed, DiagnosticError> {
        if let Some(info) = self.indicator_digit() {
            return self.write_string(major, Some(info), &[]);
        }
        self.out.indefinite(major);
        self.out.bytes(&[0xFF]);
        Ok(Parsed::Whole)
    }

    fn named_float(&mut self, value: f64, begin: &Source<'_>) -> Result<Parsed, DiagnosticError> {
        let info = self.indicator()?;
        self.float(value, info, begin)
    }

    fn float_bytes(&mut self) -> Result<Parsed, DiagnosticError> {
        let begin = self.source;
        let bytes = literal::hex(&mut self.source)?;
        let info = match bytes.len() {
            2 => 25,
            4 => 26,
            8 => 27,
            _ => return Err(begin.error("a float of 2, 4 or 8 bytes")),
        };
        let bits = bytes.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        self.write_head(SIMPLE, Some(info), bits, &begin)?;
        Ok(Parsed::Whole)
    }

    fn simple_number(&mut self) -> Result<Parsed, DiagnosticError> {
        self.source.expect("(", "an opening parenthesis")?;
        self.source.skip_blank()?;
        let begin = self.source;
        let value = match number(&mut self.source)? {
            Number::Integer(false, value) => u8::try_from(value).ok().filter(|value| !(24..32).contains(value)),
            _ => None,
        };
        let value = value.ok_or_else(|| begin.error("a simple value: 0 to 23 or 32 to 255"))?;
        self.source.skip_blank()?;
        self.source.expect(")", "a closing parenthesis")?;
        self.simple(value)
    }

    fn simple(&mut self, value: u8) -> Result<Parsed, DiagnosticError> {
        let begin = self.source;
        self.write_head(SIMPLE, None, u64::from(value), &begin)?;
        Ok(Parsed::Whole)
    }

    /// Reads a string if one is next. Returns its major type and its bytes.
    fn string(&mut self) -> Result<Option<(u8, Vec<u8>)>, DiagnosticError> {
        let source = &mut self.source;
        Ok(Some(if source.take("\"") {
            (TEXT, literal::text(source, '"')?.into_bytes())
        } else if source.take("'") {
            (BYTES, literal::text(source, '\'')?.into_bytes())
        } else if source.take("h'") {
            (BYTES, literal::hex(source)?)
        } else if source.take("b64'") {
            (BYTES, literal::base64(source)?)
        } else {
            return Ok(None);
        }))
    }

    fn write_string(&mut self, major: u8, info: Option<u8>, bytes: &[u8]) -> Result<Parsed, DiagnosticError> {
        let begin = self.source;
        self.write_head(major, info, bytes.len() as u64, &begin)?;
        self.out.bytes(bytes);
        Ok(Parsed::Whole)
    }

    fn write_head(
        &mut self,
        major: u8,
        info: Option<u8>,
        argument: u64,
        begin: &Source<'_>,
    ) -> Result<(), DiagnosticError> {
        if self.out.head(major, info, argument) { Ok(()) } else { Err(begin.error(FITS)) }
    }

    /// Reads an encoding indicator after an item, if there is one. Returns its additional information.
    fn indicator(&mut self) -> Result<Option<u8>, DiagnosticError> {
        if !self.source.take("_") {
            return Ok(None);
        }
        self.indicator_digit().map(Some).ok_or_else(|| self.source.error("an encoding indicator: _0, _1, _2 or _3"))
    }

    /// Reads an encoding indicator after an opening bracket, if there is one. `Some(None)` is an indefinite length: an
    /// indicator without a digit.
    fn indicator_within(&mut self) -> Result<Option<Option<u8>>, DiagnosticError> {
        self.source.skip_blank()?;
        Ok(self.source.take("_").then(|| self.indicator_digit()))
    }

    fn indicator_digit(&mut self) -> Option<u8> {
        (0..4).zip(["0", "1", "2", "3"]).find(|(_, digit)| self.source.take(digit)).map(|(width, _)| 24 + width)
    }
}
