//! Writes the parts of a value: what a walk over bytes reports, or what a deserialiser returns.
//!
//! Everything is appended to one buffer. Bytes that come before a part but are known only after it (a size, a count, a
//! table of ends) are an *insertion*, which remembers its place. All insertions are made at the end, in one pass; those
//! in a set or map are made when it ends, because it is sorted then.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use packed_data::cbor::float::{self, Shortest};
use packed_data::cbor::head::{self, ARRAY, BYTES, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use packed_data::{Limits, cbor};

use crate::plan::{Element, Form, Plan, SequenceKind, Style};
use crate::schema::Scalar;
use packed_data_model::check::{Checker, unknown_tag};
use packed_data_model::types::VARINT_TAG;
use packed_data_model::varint::Varint;
use packed_data_model::visit::{ScalarValue, Visit};
use packed_data_model::{Encoding, LayoutId, SequenceRule, SizeRule, pair, table_width_log, varint};

/// Writes a value in the layout of a plan.
pub(crate) struct Sink<'p> {
    plan: &'p Plan,
    /// Whether the value comes from another layout.
    pub(crate) is_other_layout: bool,
    out: Vec<u8>,
    insertions: Vec<Insertion>,
    /// The number of elements of the sequence that begins next, if it is known.
    stated: Option<u64>,
    /// The bytes of all insertions.
    inserted: usize,
    /// The number of places so far.
    places: usize,
    open: Vec<Open>,
    /// What was wrong first.
    error: Option<&'static str>,
    blame: Blame,
}

/// Where in the innermost open value an error is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Blame {
    /// In the part that began last.
    Last,
    Part(usize),
    /// In no part, or in one that the type does not have.
    Whole,
}

/// Bytes that belong before the byte at an offset of the buffer.
struct Insertion {
    place: Place,
    bytes: Vec<u8>,
}

/// A place: of several at one offset, that with the least number is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    at: usize,
    number: usize,
}

/// A value that is open.
struct Open {
    node: u32,
    tag: u32,
    kind: Kind,
    /// The index of the current part, and the number of parts that were written.
    index: usize,
    count: usize,
    start: Place,
    /// The number of insertions when the value began, and their bytes.
    insertions: usize,
    inserted: usize,
    /// Where the current part begins, and the bytes of all insertions at that time.
    part: Place,
    part_inserted: usize,
    fixed: Fixed,
    /// The ends of elements.
    ends: Vec<usize>,
    /// The beginnings of elements that will be sorted.
    starts: Vec<Place>,
    /// The number of elements, if it was written before them.
    stated: Option<u64>,
}

/// Where the fields of the static part of a value are.
enum Fixed {
    /// In the buffer, the next one at this offset: no other fields have bytes, or the layout has no static part.
    InPlace(usize),
    /// In bytes that were reserved for them, the next one at this offset.
    Reserved(usize),
    /// In bytes that are inserted at this place when the value ends: some fields may be absent, or they are large.
    Apart(Place, Vec<u8>),
}

/// The largest static part for which bytes are reserved before its fields are written.
const MAX_RESERVED: usize = 4096;

#[derive(Clone, Copy)]
enum Kind {
    /// Fields from the index `first` on; in CBOR, whether their number is written at the end, and whether a tag is one
    /// of them.
    Fields {
        first: u32,
        is_counted: bool,
        has_tag: bool,
        /// Whether the value has a head, which is written at its end.
        has_head: bool,
    },
    Array {
        len: usize,
        element: Element,
    },
    Sequence {
        element: Element,
        kind: SequenceKind,
    },
}

impl<'p> Sink<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Self {
        Self {
            plan,
            is_other_layout: false,
            out: Vec::new(),
            insertions: Vec::new(),
            stated: None,
            inserted: 0,
            places: 0,
            open: Vec::new(),
            error: None,
            blame: Blame::Last,
        }
    }

    /// Returns the bytes.
    ///
    /// # Errors
    ///
    /// Returns what was wrong.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, &'static str> {
        match self.error {
            Some(error) => Err(error),
            None => {
                self.put_in(0, 0, &mut []);
                Ok(self.out)
            }
        }
    }

    /// Returns the number of bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.out.len() + self.inserted
    }

    pub(crate) fn error(&self) -> Option<&'static str> {
        self.error
    }

    /// Returns for each open value its type, its constructor, the index of its current part, and whether its parts are
    /// fields.
    pub(crate) fn path(&self) -> impl Iterator<Item = (u32, u32, usize, bool)> + '_ {
        let last = self.open.len().wrapping_sub(1);
        self.open.iter().enumerate().filter_map(move |(depth, open)| {
            let index = match self.blame {
                Blame::Part(index) if depth == last => index,
                Blame::Whole if depth == last => return None,
                _ => open.index,
            };
            Some((open.node, open.tag, index, matches!(open.kind, Kind::Fields { .. })))
        })
    }

    /// States where in the innermost open value an error is, until the next part begins or the value ends.
    pub(crate) fn blame(&mut self, blame: Blame) {
        self.blame = blame;
    }

    fn fail(&mut self, why: &'static str) {
        self.error.get_or_insert(why);
    }

    fn is_cbor(&self) -> bool {
        self.plan.format.has_heads()
    }

    fn place(&mut self) -> Place {
        self.places += 1;
        Place { at: self.out.len(), number: self.places }
    }

    fn insert(&mut self, place: Place, bytes: Vec<u8>) {
        self.inserted += bytes.len();
        self.insertions.push(Insertion { place, bytes });
    }

    /// Puts the insertions from index `first` on, which are all at `start` or after it, into the buffer; moves
    /// `places`.
    fn put_in(&mut self, first: usize, start: usize, places: &mut [Place]) {
        if first == self.insertions.len() {
            return;
        }
        let mut insertions = self.insertions.split_off(first);
        insertions.sort_by_key(|insertion| insertion.place);
        let tail = self.out.split_off(start);
        let (mut done, mut next) = (0, 0);
        for insertion in insertions {
            while let Some(place) = places.get_mut(next).filter(|place| **place < insertion.place) {
                place.at = self.out.len() + (place.at - start - done);
                next += 1;
            }
            let end = insertion.place.at - start;
            self.out.extend_from_slice(&tail[done..end]);
            self.out.extend_from_slice(&insertion.bytes);
            self.inserted -= insertion.bytes.len();
            done = end;
        }
        for place in &mut places[next..] {
            place.at = self.out.len() + (place.at - start - done);
        }
        self.out.extend_from_slice(&tail[done..]);
    }

    fn head(&mut self, major: u8, argument: u64) {
        let (bytes, len) = head::encode(major, argument);
        self.out.extend_from_slice(&bytes[..len]);
    }

    /// Returns a number of elements or bytes, as a native layout writes it.
    fn count_bytes(&self, count: usize) -> Vec<u8> {
        self.plan.format.count_bytes(count as u64).unwrap_or_default()
    }

    /// Appends a number of elements or bytes, as a native layout writes it.
    fn put_count(&mut self, count: u64) {
        match self.plan.format.counts() {
            Some(form) => {
                let (bytes, len) = form.encode(count.into());
                self.out.extend_from_slice(&bytes[..len]);
            }
            None => self.out.extend(self.plan.format.count_bytes(count).unwrap_or_default()),
        }
    }

    /// Returns whether a sequence is its count and then its elements, in their order.
    fn is_plain(&self, element: &Element, kind: SequenceKind) -> bool {
        !self.is_cbor() && !kind.is_sorted() && !element.is_indexed && !self.plan.format.writes_cells()
    }

    fn push(&mut self, node: u32, tag: u32, kind: Kind, start: Place) {
        self.open.push(Open {
            node,
            tag,
            kind,
            index: 0,
            count: 0,
            start,
            insertions: self.insertions.len(),
            inserted: self.inserted,
            part: start,
            part_inserted: 0,
            fixed: Fixed::InPlace(self.out.len()),
            ends: Vec::new(),
            starts: Vec::new(),
            stated: None,
        });
    }

    /// Begins the fields of a constructor, whose static part comes first.
    fn push_fields(&mut self, node: u32, tag: u32, constructor: u32, has_tag: bool, start: Place) {
        let of = self.plan.constructors[constructor as usize];
        let is_counted = self.is_cbor() && of.required < of.len;
        let has_head = of.is_extensible && !self.is_cbor();
        self.push(node, tag, Kind::Fields { first: of.first, is_counted, has_tag, has_head }, start);
        if of.walked_end == 0 {
            return;
        }
        let at = self.out.len();
        let fixed = if of.static_part > if has_head { 0 } else { MAX_RESERVED } {
            Fixed::Apart(self.place(), Vec::new())
        } else {
            self.out.resize(at + of.static_part, 0);
            Fixed::Reserved(at)
        };
        if let Some(open) = self.open.last_mut() {
            open.fixed = fixed;
        }
    }

    fn begin_struct(&mut self, node: u32, constructor: u32, has_tag: bool, style: Style) {
        if !self.is_cbor() {
            self.put_tag(has_tag.into(), 0);
            let start = self.place();
            return self.push_fields(node, 0, constructor, false, start);
        }
        let of = self.plan.constructors[constructor as usize];
        let start = self.place();
        let is_counted = of.required < of.len;
        match style {
            Style::Bare => {}
            Style::Null => self.out.push(SIMPLE << 5 | 22),
            _ if is_counted => {}
            Style::InArray => self.head(ARRAY, of.len.into()),
            Style::Tagged => self.head(ARRAY, u64::from(of.len) + 1),
        }
        if style == Style::Tagged {
            self.out.push(0);
        }
        self.push_fields(node, 0, constructor, style == Style::Tagged, start);
    }

    fn begin_enum(&mut self, node: u32, tag: u32) {
        let Form::Enum { first, count, tag_size, is_optional, has_other, has_head, keeps_unknown } =
            self.plan.nodes[node as usize].form
        else {
            return;
        };
        if tag >= count {
            return self.fail("a constructor that the type does not have");
        }
        let start = self.place();
        if has_head {
            if keeps_unknown && tag == count - 1 {
                // (The head and the tag are in the one field.)
                let first = self.plan.constructors[(first + tag) as usize].first;
                let kind = Kind::Fields { first, is_counted: false, has_tag: false, has_head: false };
                return self.push(node, tag, kind, start);
            }
            let tag_bytes = varint::to_vec(tag.into());
            self.out.extend_from_slice(&tag_bytes);
            return self.push_fields(node, tag, first + tag, false, start);
        }
        if !self.is_cbor() {
            self.put_tag(tag_size, tag);
            return self.push_fields(node, tag, first + tag, false, start);
        }
        let of = self.plan.constructors[(first + tag) as usize];
        let is_other = has_other && tag == count - 1;
        if !is_other && of.required == of.len {
            self.head(ARRAY, u64::from(of.len) + u64::from(!is_optional));
        }
        if !is_other && !is_optional {
            self.head(UNSIGNED, tag.into());
        }
        self.push_fields(node, tag, first + tag, !is_optional, start);
        if let (true, Some(Open { kind: Kind::Fields { is_counted, .. }, .. })) = (is_other, self.open.last_mut()) {
            *is_counted = false;
        }
    }

    /// Ends the part that is written.
    fn part_done(&mut self) {
        let (len, inserted) = (self.out.len(), self.inserted);
        let Some(open) = self.open.last_mut() else { return };
        open.count += 1;
        let size = len - open.part.at + inserted - open.part_inserted;
        match open.kind {
            Kind::Fields { first, .. } => {
                let field = &self.plan.fields[first as usize + open.index];
                if self.plan.format.static_first && field.size.is_some() {
                    match &mut open.fixed {
                        Fixed::InPlace(_) => {}
                        Fixed::Reserved(next) => {
                            self.out.copy_within(open.part.at.., *next);
                            self.out.truncate(open.part.at);
                            *next += size;
                        }
                        Fixed::Apart(_, bytes) => bytes.extend(self.out.drain(open.part.at..)),
                    }
                } else if field.is_sized {
                    let part = open.part;
                    if self.plan.format.sizes == SizeRule::ForJumps {
                        return self.insert(part, varint::to_vec(size as u64));
                    }
                    match i32::try_from(size) {
                        Ok(size) => self.out[part.at - 4..part.at].copy_from_slice(&size.to_le_bytes()),
                        Err(_) => self.fail("a field of more than 2147483647 bytes"),
                    }
                }
            }
            Kind::Array { len, element } => {
                if !self.plan.format.has_heads() && element.is_indexed && open.count < len {
                    let part = open.part;
                    self.insert(part, varint::to_vec(size as u64));
                }
            }
            Kind::Sequence { element, .. } => {
                if element.is_indexed {
                    let end = len - open.start.at + inserted - open.inserted;
                    open.ends.push(end);
                }
            }
        }
    }

    /// Ends the fields of a value; its static part, and its head if it has one, are inserted before them.
    fn end_fields(&mut self, open: Open, has_head: bool) {
        let static_part = match open.fixed {
            Fixed::InPlace(start) => self.out.len() - start,
            Fixed::Reserved(_) => 0,
            Fixed::Apart(place, bytes) => {
                let len = bytes.len();
                if len > 0 {
                    self.insert(place, bytes);
                }
                len
            }
        };
        if !has_head {
            return;
        }
        let mut head = if self.plan.format.static_first { varint::to_vec(static_part as u64) } else { Vec::new() };
        let size = self.out.len() - open.start.at + self.inserted - open.inserted + head.len();
        let mut bytes = varint::to_vec(size as u64);
        bytes.append(&mut head);
        self.insert(open.start, bytes);
    }

    fn end_sequence(&mut self, mut open: Open, element: Element, kind: SequenceKind) {
        let format = self.plan.format;
        if kind.is_sorted() && open.count > 0 {
            self.sort(&mut open, element, kind);
        }
        if format.has_heads() {
            let is_string = element.is_byte && !kind.is_sorted();
            let is_list = self.plan.layout == LayoutId::Serialise && kind == SequenceKind::List && !is_string;
            if is_list && open.count > 0 {
                self.insert(open.start, vec![ARRAY << 5 | INDEFINITE]);
                return self.out.push(SIMPLE << 5 | INDEFINITE);
            }
            let major = match kind {
                SequenceKind::Map => MAP,
                _ if is_string => BYTES,
                _ => ARRAY,
            };
            let (head, len) = head::encode(major, open.count as u64);
            return self.insert(open.start, head[..len].to_vec());
        }
        if format.writes_cells() {
            return self.out.push(0);
        }
        if !element.is_indexed {
            let mut bytes = match (kind, format.map_mark) {
                (SequenceKind::Map, Some(mark)) => mark.to_vec(),
                _ => Vec::new(),
            };
            bytes.extend(self.count_bytes(open.count));
            return self.insert(open.start, bytes);
        }
        let width_log = table_width_log(open.ends.last().copied().unwrap_or(0) as u64);
        let mut bytes = varint::to_vec(4 * open.count as u64 + u64::from(width_log));
        for end in &open.ends {
            bytes.extend_from_slice(&(*end as u64).to_le_bytes()[..1 << width_log]);
        }
        self.insert(open.start, bytes);
    }

    /// Sorts the elements of a set or map by their keys.
    fn sort(&mut self, open: &mut Open, element: Element, kind: SequenceKind) {
        let start = open.start.at;
        let mut starts = core::mem::take(&mut open.starts);
        self.put_in(open.insertions, start, &mut starts);
        let ends = starts.iter().skip(1).map(|place| place.at).chain([self.out.len()]);
        let ranges: Vec<Range<usize>> = starts.iter().zip(ends).map(|(place, end)| place.at..end).collect();
        let mut keyed = Vec::with_capacity(ranges.len());
        for range in ranges {
            let bytes = &self.out[range.clone()];
            let mut checker = Checker::trusting(self.plan, bytes);
            let key = checker.key_of(kind, element.node, 0).and_then(|(node, at)| {
                let value = checker.sort_key(node, at)?;
                let end = checker.skip(node, at)?;
                Ok((value, at..end))
            });
            match key {
                Ok((value, key)) => keyed.push((value, range.start + key.start..range.start + key.end, range)),
                Err(_) => return self.fail("a key that is not valid"),
            }
        }
        let is_before = |a: &(Vec<u8>, Range<usize>, Range<usize>), b: &(Vec<u8>, _, _)| a.0 < b.0;
        if !keyed.is_sorted_by(is_before) {
            keyed.sort_by(|a, b| a.0.cmp(&b.0));
            if !keyed.is_sorted_by(is_before) {
                return self.fail("a key that occurs twice");
            }
        }
        if self.plan.layout == LayoutId::Cbor {
            keyed.sort_by(|a, b| self.out[a.1.clone()].cmp(&self.out[b.1.clone()]));
        }
        let mut sorted = Vec::with_capacity(self.out.len() - start);
        open.ends.clear();
        for (_, _, range) in &keyed {
            sorted.extend_from_slice(&self.out[range.clone()]);
            open.ends.push(sorted.len());
        }
        self.out.truncate(start);
        self.out.extend_from_slice(&sorted);
    }

    /// Returns whether the innermost value is a byte string of CBOR.
    fn is_in_string(&self) -> bool {
        self.is_cbor()
            && match self.open.last() {
                Some(Open { kind: Kind::Sequence { element, kind }, .. }) => element.is_byte && !kind.is_sorted(),
                Some(Open { kind: Kind::Array { element, .. }, .. }) => element.is_byte,
                _ => false,
            }
    }

    fn put_scalar(&mut self, scalar: Scalar, value: ScalarValue) {
        let low = match value {
            ScalarValue::Unsigned(value) => value,
            ScalarValue::Signed(value) => value as u128,
            ScalarValue::F32(value) => value.to_bits().into(),
            ScalarValue::F64(value) => value.to_bits().into(),
            ScalarValue::Bool(value) => value.into(),
            ScalarValue::Char(value) => u32::from(value).into(),
            ScalarValue::Duration(seconds, nanoseconds) => u128::from(nanoseconds) << 64 | u128::from(seconds),
            ScalarValue::Time(seconds, nanoseconds) => u128::from(nanoseconds) << 64 | u128::from(seconds as u64),
        };
        let (bytes, width) = (low.to_le_bytes(), scalar.width());
        match self.plan.format.scalars.encoding(scalar.kind(), width) {
            Encoding::Item => self.put_item(value),
            Encoding::Little | Encoding::Big => self.put_ordered(&bytes[..width]),
            Encoding::Word => self.out.extend_from_slice(&bytes[..4]),
            Encoding::Utf8 => {
                let char = char::from_u32(low as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                self.out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Encoding::MantissaExponent => {
                let (bytes, len) = pair::encode(low as u64, width);
                self.out.extend_from_slice(&bytes[..len]);
            }
            Encoding::Varint => self.put_bincode_varint(low),
            Encoding::Zigzag => self.put_bincode_varint(varint::zigzag(low as i128)),
            Encoding::VarintPair => {
                self.put_bincode_varint((low as u64).into());
                self.put_bincode_varint(low >> 64);
            }
        }
    }

    /// Appends a number of these bytes, least significant first, in the order of the layout.
    fn put_ordered(&mut self, bytes: &[u8]) {
        let from = self.out.len();
        self.out.extend_from_slice(bytes);
        if self.plan.format.is_big() {
            self.out[from..].reverse();
        }
    }

    /// Appends a tag in a native layout.
    fn put_tag(&mut self, size: u8, tag: u32) {
        match size {
            0 => {}
            1 => self.out.push(tag as u8),
            VARINT_TAG => self.put_bincode_varint(tag.into()),
            size => self.put_ordered(&tag.to_le_bytes()[..usize::from(size)]),
        }
    }

    fn put_bincode_varint(&mut self, value: u128) {
        let (bytes, len) = Varint::BINCODE.encode(value);
        self.out.extend_from_slice(&bytes[..len]);
    }

    fn put_integer(&mut self, is_negative: bool, magnitude: u128) {
        let major = if is_negative { NEGATIVE } else { UNSIGNED };
        if let Ok(argument) = u64::try_from(magnitude) {
            return self.head(major, argument);
        }
        let bytes = magnitude.to_be_bytes();
        let digits = &bytes[magnitude.leading_zeros() as usize / 8..];
        self.head(TAG, if is_negative { 3 } else { 2 });
        self.head(BYTES, digits.len() as u64);
        self.out.extend_from_slice(digits);
    }

    fn put_float(&mut self, shortest: Shortest) {
        let (info, argument) = shortest.info_and_argument();
        let (bytes, len) = head::encode_as(SIMPLE, info, argument);
        self.out.extend_from_slice(&bytes[..len]);
    }

    /// Appends a scalar as an item of CBOR.
    fn put_item(&mut self, value: ScalarValue) {
        let is_fixed = self.plan.layout == LayoutId::Serialise;
        match value {
            ScalarValue::Unsigned(value) => self.put_integer(false, value),
            ScalarValue::Signed(value) => {
                self.put_integer(value < 0, if value < 0 { !value as u128 } else { value as u128 });
            }
            ScalarValue::F32(value) if is_fixed && value.is_nan() => self.out.extend_from_slice(&[0xF9, 0x7E, 0]),
            ScalarValue::F64(value) if is_fixed && value.is_nan() => self.out.extend_from_slice(&[0xF9, 0x7E, 0]),
            ScalarValue::F32(value) if is_fixed => {
                self.out.push(0xFA);
                self.out.extend_from_slice(&value.to_be_bytes());
            }
            ScalarValue::F64(value) if is_fixed => {
                self.out.push(0xFB);
                self.out.extend_from_slice(&value.to_be_bytes());
            }
            ScalarValue::F32(value) => self.put_float(float::shortest_single(value)),
            ScalarValue::F64(value) => self.put_float(float::shortest(value)),
            ScalarValue::Bool(value) => self.out.push(SIMPLE << 5 | if value { 21 } else { 20 }),
            ScalarValue::Char(char) => {
                self.head(TEXT, char.len_utf8() as u64);
                self.out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            }
            ScalarValue::Duration(seconds, nanoseconds) => {
                self.head(ARRAY, 2);
                self.head(UNSIGNED, seconds);
                self.head(UNSIGNED, nanoseconds.into());
            }
            ScalarValue::Time(seconds, nanoseconds) => {
                self.head(ARRAY, 2);
                self.put_item(ScalarValue::Signed(seconds.into()));
                self.head(UNSIGNED, nanoseconds.into());
            }
        }
    }

    /// Fails if the bytes are to be kept as those of an unknown constructor, and the type knows that constructor.
    fn require_unknown(&mut self, bytes: &[u8]) {
        let Some(open) = self.open.last() else { return };
        if let Form::Enum { count, has_other: true, .. } = self.plan.nodes[open.node as usize].form
            && open.tag == count - 1
        {
            let is_whole = !self.plan.format.has_heads() || cbor::check(bytes, &Limits::DEFAULT).is_ok();
            let constructor = unknown_tag(self.plan.format, bytes).filter(|_| is_whole);
            if constructor.is_none_or(|constructor| constructor < u64::from(count - 1)) {
                self.fail("an unknown constructor whose number the type knows");
            }
        }
    }

    /// Appends bytes after their number, as a string of CBOR of this major type.
    fn put_string(&mut self, major: u8, bytes: &[u8]) {
        if self.is_cbor() {
            self.head(major, bytes.len() as u64);
        } else {
            self.put_count(bytes.len() as u64);
        }
        self.out.extend_from_slice(bytes);
    }
}

impl<'b> Visit<'b> for Sink<'_> {
    fn begin(&mut self, node: u32, tag: u32) {
        self.blame = Blame::Last;
        let stated = self.stated.take();
        match self.plan.nodes[node as usize].form {
            Form::Struct { constructor, has_tag, style, .. } => self.begin_struct(node, constructor, has_tag, style),
            Form::Enum { .. } => self.begin_enum(node, tag),
            Form::Array { len, element } => {
                if self.is_cbor() {
                    self.head(if element.is_byte { BYTES } else { ARRAY }, len as u64);
                }
                let start = self.place();
                self.push(node, 0, Kind::Array { len, element }, start);
            }
            Form::Sequence { element, kind } => {
                let stated = stated.filter(|_| self.is_plain(&element, kind));
                if let Some(count) = stated {
                    self.put_count(count);
                }
                let start = self.place();
                self.push(node, 0, Kind::Sequence { element, kind }, start);
                if let Some(open) = self.open.last_mut() {
                    open.stated = stated;
                }
            }
            _ => self.fail("a scalar in place of a value with parts"),
        }
    }

    fn field(&mut self, index: usize) {
        let Some(open) = self.open.last_mut() else { return };
        open.index = index;
        self.blame = Blame::Last;
        let (kind, sequences, sizes) = (open.kind, self.plan.format.sequences, self.plan.format.sizes);
        match kind {
            Kind::Fields { first, .. } => {
                let field = self.plan.fields[first as usize + index];
                if let Some(tag) = field.tag {
                    self.head(TAG, tag);
                }
                if field.is_sized && sizes != SizeRule::ForJumps {
                    self.out.extend_from_slice(&[0; 4]);
                }
            }
            Kind::Sequence { .. } if sequences == SequenceRule::Cells => self.out.push(1),
            _ => {}
        }
        let (place, inserted) = (self.place(), self.inserted);
        let Some(open) = self.open.last_mut() else { return };
        (open.part, open.part_inserted) = (place, inserted);
        if let Kind::Sequence { kind, .. } = open.kind
            && kind.is_sorted()
        {
            open.starts.push(place);
        }
    }

    fn scalar(&mut self, node: u32, value: ScalarValue) {
        match (self.plan.nodes[node as usize].form, value) {
            // (In CBOR the bytes of a byte string have no heads. They come one by one from lists of cells.)
            (Form::Scalar(Scalar::U8), ScalarValue::Unsigned(byte)) if self.is_in_string() => self.out.push(byte as u8),
            (Form::Scalar(scalar), value) => self.put_scalar(scalar, value),
            _ => self.fail("a scalar in place of another value"),
        }
        self.part_done();
    }

    fn text(&mut self, text: &'b str) {
        self.put_string(TEXT, text.as_bytes());
        self.part_done();
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        if self.is_other_layout {
            let why = "an unknown constructor cannot be written in another layout, because the types of its fields are \
                       not known";
            return self.fail(why);
        }
        self.require_unknown(bytes);
        if !self.is_cbor() {
            self.out.extend_from_slice(&varint::to_vec(bytes.len() as u64));
        }
        self.out.extend_from_slice(bytes);
        self.part_done();
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        if self.is_cbor() {
            self.require_unknown(bytes);
            self.out.extend_from_slice(bytes);
        } else {
            self.put_string(BYTES, bytes);
        }
        self.part_done();
    }

    fn bytes(&mut self, node: u32, bytes: &'b [u8]) {
        match self.plan.nodes[node as usize].form {
            Form::Array { .. } if !self.is_cbor() => self.out.extend_from_slice(bytes),
            Form::Sequence { .. } if self.plan.format.sequences == SequenceRule::Cells => {
                bytes.iter().for_each(|byte| self.out.extend_from_slice(&[1, *byte]));
                self.out.push(0);
            }
            _ => self.put_string(BYTES, bytes),
        }
        self.part_done();
    }

    fn fixed_fields(&mut self, node: u32, tag: u32, bytes: &[u8]) -> bool {
        match self.plan.nodes[node as usize].form {
            Form::Struct { has_tag, .. } => self.put_tag(has_tag.into(), 0),
            Form::Enum { tag_size, .. } => self.put_tag(tag_size, tag),
            _ => return false,
        }
        self.out.extend_from_slice(bytes);
        self.part_done();
        true
    }

    fn fixed_elements(&mut self, node: u32, count: usize, bytes: &[u8]) -> bool {
        self.stated = None;
        match self.plan.nodes[node as usize].form {
            Form::Array { .. } => {}
            Form::Sequence { element, kind } if self.is_plain(&element, kind) => {
                self.put_count(count as u64);
            }
            _ => return false,
        }
        self.out.extend_from_slice(bytes);
        self.part_done();
        true
    }

    fn count(&mut self, elements: u64) {
        self.stated = Some(elements);
    }

    fn end(&mut self, count: usize) {
        self.blame = Blame::Last;
        for _ in 0..count {
            let Some(open) = self.open.pop() else { return };
            match open.kind {
                Kind::Sequence { .. } if open.stated.is_some() => {
                    if open.stated != Some(open.count as u64) {
                        self.fail("a sequence with another number of elements");
                    }
                }
                Kind::Fields { is_counted: true, has_tag, .. } => {
                    let (head, len) = head::encode(ARRAY, open.count as u64 + u64::from(has_tag));
                    self.insert(open.start, head[..len].to_vec());
                }
                Kind::Fields { has_head, .. } => self.end_fields(open, has_head),
                Kind::Array { len, .. } if open.count != len => self.fail("an array with another number of elements"),
                Kind::Array { .. } => {}
                Kind::Sequence { element, kind } => self.end_sequence(open, element, kind),
            }
            self.part_done();
        }
    }

    fn is_over(&self) -> bool {
        self.error.is_some()
    }
}
