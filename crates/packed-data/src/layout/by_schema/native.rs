//! Reading by a schema in the native layouts.

use packed_data_model::pair;

use super::{HeadKind, Heads, Malformed, Opened, Part, Parts, Reader, Rest, ScalarValue};
use crate::layout::native::{Encoding, header_of};
use crate::layout::{SequenceRule, SizeRule};
use crate::shape::schema::{FieldSchema, Form, Schema};
use crate::shape::{Extent, Style, extent, is_extensible};
use crate::wire::scalar::Kind;
use crate::wire::varint;

/// The end of a value with a head whose size is not written yet.
const OPEN: usize = usize::MAX;

impl<'b> Reader<'b> {
    /// Opens a value, as [`open`](Self::open) does.
    pub(super) fn open_native(
        &self,
        schema: &'static Schema,
        at: usize,
        heads: &mut Heads,
    ) -> Result<(Opened<'b>, usize), Malformed> {
        match schema.form {
            Form::Scalar(kind, width, _) => {
                let (value, end) = self.scalar(kind, width, at)?;
                Ok((Opened::Scalar(value), end))
            }
            Form::Text => {
                let (len, start) = self.number(at)?;
                heads.push(HeadKind::Length, len, start);
                let (text, end) = self.text(start, len)?;
                Ok((Opened::Text(text), end))
            }
            Form::Raw => {
                let (len, start) = self.number(at)?;
                heads.push(HeadKind::Length, len, start);
                let (bytes, end) = self.take(start, usize::try_from(len).map_err(|_| Malformed)?)?;
                Ok((Opened::Raw(bytes), end))
            }
            Form::Unknown => {
                let (len, start) = self.number(at)?;
                heads.push(HeadKind::Size, len, start);
                let (bytes, end) = self.take(start, usize::try_from(len).map_err(|_| Malformed)?)?;
                Ok((Opened::Unknown(bytes), end))
            }
            Form::Struct(..) | Form::Enum(..) if self.format.heads_extensible && is_extensible(schema.size_class) => {
                self.open_extensible(schema, at, heads)
            }
            Form::Struct(..) => {
                let size = if matches!(schema.style, Style::Constructors) { self.format.struct_size() } else { 0 };
                let (_, fields) = self.take(at, size)?;
                if size > 0 {
                    heads.push(HeadKind::Tag, 0, fields);
                }
                self.begin_fields(Parts::fields(schema, 0, None)?, fields)
            }
            Form::Enum(_, count, ..) => {
                let (bytes, fields) = self.take(at, self.format.tag_size(count as usize).map_err(|_| Malformed)?)?;
                let tag = if self.is_big() { big(bytes) } else { little(bytes) } as u32;
                if !bytes.is_empty() {
                    heads.push(HeadKind::Tag, tag.into(), fields);
                }
                self.begin_fields(Parts::fields(schema, tag, None)?, fields)
            }
            Form::Array(element, count) => Ok((Opened::Parts(Parts::elements(schema, element, Some(count))), at)),
            Form::Sequence(element, _) => {
                let (count, first) = self.begin_sequence(element, at, heads)?;
                Ok((Opened::Parts(Parts::elements(schema, element, count)), first))
            }
        }
    }

    /// Opens a value with a head.
    fn open_extensible(
        &self,
        schema: &'static Schema,
        at: usize,
        heads: &mut Heads,
    ) -> Result<(Opened<'b>, usize), Malformed> {
        let mut head = Heads::none();
        let (size, start) = self.number(at)?;
        head.push(HeadKind::Size, size, start);
        let end = match self.take(start, usize::try_from(size).map_err(|_| Malformed)?) {
            Ok((_, end)) => end,
            Err(_) if self.is_open => OPEN,
            Err(malformed) => return Err(malformed),
        };
        // (A size that is still missing is 0.)
        let end = if self.is_open && size == 0 { OPEN } else { end };
        let (mut static_size, mut fields, mut tag) = (0, start, 0);
        if self.format.static_first {
            (static_size, fields) = self.number(fields)?;
            head.push(HeadKind::StaticSize, static_size, fields);
        }
        if let Form::Enum(_, count, _, has_other) = schema.form {
            let (number, after_tag) = self.number(fields)?;
            (tag, fields) = (u32::try_from(number).unwrap_or(u32::MAX), after_tag);
            let other = count.wrapping_sub(1);
            if has_other && tag >= other && is_unknown(schema, other) {
                // (The head belongs to the field.)
                return Ok((Opened::Parts(Parts::fields(schema, other, None)?), at));
            }
            head.push(HeadKind::Tag, number, fields);
        }
        let static_size = usize::try_from(static_size).map_err(|_| Malformed)?;
        let (_, static_end) = self.take(fields, static_size)?;
        if static_end > end {
            return Err(Malformed);
        }
        *heads = head;
        let parts = Parts { fixed: fields, bounds: Some((static_end, end)), ..Parts::fields(schema, tag, None)? };
        if self.format.static_first && self.by_address {
            return Ok((Opened::Parts(Parts { statics_are_left: true, ..parts }), fields));
        }
        Ok((Opened::Parts(parts), static_end))
    }

    /// Ends a value whose known fields end at `at`: returns its end.
    fn leave_native(&self, parts: &Parts, at: usize, heads: &mut Heads) -> usize {
        match parts.bounds {
            Some((_, OPEN)) | None => at,
            Some((_, end)) => {
                if at < end {
                    heads.push(HeadKind::Unknown, 0, end);
                }
                end.max(at)
            }
        }
    }

    /// Begins the fields at `at`, of which the static part comes first if the layout has one.
    fn begin_fields(&self, parts: Parts, at: usize) -> Result<(Opened<'b>, usize), Malformed> {
        if self.format.static_first && self.by_address {
            return Ok((Opened::Parts(Parts { statics_are_left: true, ..parts }), at));
        }
        let mut size = 0;
        if let (true, Rest::Fields(mut rest)) = (self.format.static_first, parts.rest) {
            while let Some(fields) = rest {
                size += self.extent((fields.first.schema)()).size().unwrap_or(0);
                rest = fields.others;
            }
        }
        let (_, varying) = self.take(at, size)?;
        Ok((Opened::Parts(Parts { fixed: at, ..parts }), varying))
    }

    /// Reads what precedes the elements of a sequence. Returns their number, unless they are cells, and the offset of
    /// the first.
    fn begin_sequence(
        &self,
        element: &'static FieldSchema,
        mut at: usize,
        heads: &mut Heads,
    ) -> Result<(Option<usize>, usize), Malformed> {
        let element = (element.schema)();
        if matches!(self.format.sequences, SequenceRule::Cells) {
            return Ok((None, at));
        }
        if matches!(self.format.sizes, SizeRule::ForJumps) && self.extent(element).size().is_none() {
            let (number, table) = self.number(at)?;
            let (count, width) = header_of(number);
            let count = usize::try_from(count).map_err(|_| Malformed)?;
            heads.push(HeadKind::Count, count as u64, table);
            let (ends, first) = self.take(table, count.checked_mul(width).ok_or(Malformed)?)?;
            if !ends.is_empty() {
                heads.push(HeadKind::Ends, count as u64, first);
            }
            return Ok((Some(count), first));
        }
        if let (Style::Entry, Some(mark)) = (element.style, self.format.map_mark) {
            let (found, end) = self.take(at, mark.len())?;
            if found != mark {
                return Err(Malformed);
            }
            heads.push(HeadKind::Mark, little(found), end);
            at = end;
        }
        let (count, first) = self.number(at)?;
        heads.push(HeadKind::Count, count, first);
        Ok((Some(usize::try_from(count).map_err(|_| Malformed)?), first))
    }

    /// Finds the next part, as [`next`](Self::next) does.
    pub(super) fn next_native(
        &self,
        parts: &mut Parts,
        mut at: usize,
        heads: &mut Heads,
    ) -> Result<(Option<Part>, usize), Malformed> {
        if self.format.static_first && self.by_address && matches!(parts.rest, Rest::Fields(_)) {
            return self.next_by_address(parts, at, heads);
        }
        at = parts.varying.take().unwrap_or(at);
        let (field, is_last) = match &mut parts.rest {
            Rest::Fields(None) | Rest::Elements(_, Some(0)) => return Ok((None, self.leave_native(parts, at, heads))),
            Rest::Fields(rest @ Some(_)) => {
                let Some(fields) = *rest else { return Err(Malformed) };
                *rest = fields.others;
                (&fields.first, fields.others.is_none())
            }
            Rest::Elements(element, Some(left)) => {
                *left -= 1;
                (*element, *left == 0)
            }
            Rest::Elements(element, None) => {
                let (cell, end) = self.take(at, 1)?;
                let number = little(cell);
                heads.push(HeadKind::Cell, number, end);
                at = end;
                match number {
                    0 => return Ok((None, end)),
                    1 => (*element, false),
                    _ => return Err(Malformed),
                }
            }
        };
        parts.index += 1;
        let schema = (field.schema)();
        let is_compound = matches!(parts.schema.form, Form::Struct(..) | Form::Enum(..));
        let statics = is_compound && self.format.static_first;
        let absent = field.default;
        if let (true, Some(size)) = (statics, self.extent(schema).size()) {
            let fixed = parts.fixed;
            if let (Some(_), Some((static_end, _))) = (absent, parts.bounds)
                && fixed >= static_end
            {
                return Ok((Some(Part { schema, in_string: false, absent }), at));
            }
            (parts.fixed, parts.varying) = (fixed + size, Some(at));
            return Ok((Some(Part { schema, in_string: false, absent: None }), fixed));
        }
        if let (Some(_), Some((_, end))) = (absent, parts.bounds)
            && at >= end
        {
            return Ok((Some(Part { schema, in_string: false, absent }), at));
        }
        let is_sequence = matches!(parts.schema.form, Form::Sequence(..));
        if !is_sequence {
            at = self.enter_sized(field, self.extent(schema), is_last && parts.bounds.is_none(), at, heads)?;
        }
        Ok((Some(Part { schema, in_string: false, absent: None }), at))
    }

    /// Passes the size before a field or an element of an array, if there is one; returns the offset of its value.
    fn enter_sized(
        &self,
        field: &FieldSchema,
        extent: Extent,
        is_last: bool,
        at: usize,
        heads: &mut Heads,
    ) -> Result<usize, Malformed> {
        if field.is_bare || !extent.is_sized(is_last, self.format) {
            return Ok(at);
        }
        let (size, start) = match self.format.sizes {
            SizeRule::ForJumps => self.number(at)?,
            _ => self.take(at, 4).map(|(bytes, end)| (little(bytes), end))?,
        };
        heads.push(HeadKind::Size, size, start);
        Ok(start)
    }

    /// Finds the next field in the order of the bytes: first those of the static part, then the others.
    fn next_by_address(
        &self,
        parts: &mut Parts,
        mut at: usize,
        heads: &mut Heads,
    ) -> Result<(Option<Part>, usize), Malformed> {
        loop {
            let Rest::Fields(rest) = &mut parts.rest else { return Err(Malformed) };
            let Some(fields) = *rest else {
                if !core::mem::take(&mut parts.statics_are_left) {
                    return Ok((None, self.leave_native(parts, at, heads)));
                }
                if let Some((static_end, _)) = parts.bounds
                    && at < static_end
                {
                    heads.push(HeadKind::Unknown, 0, static_end);
                    at = static_end;
                }
                let (_, _, all) = parts.schema.constructor(parts.tag).ok_or(Malformed)?;
                (*rest, parts.index) = (all, 0);
                continue;
            };
            *rest = fields.others;
            parts.index += 1;
            let schema = (fields.first.schema)();
            let extent = self.extent(schema);
            if extent.size().is_some() != parts.statics_are_left {
                continue;
            }
            if let (Some(_), Some((static_end, end))) = (fields.first.default, parts.bounds)
                && at >= if parts.statics_are_left { static_end } else { end }
            {
                return Ok((Some(Part { schema, in_string: false, absent: fields.first.default }), at));
            }
            let is_last = fields.others.is_none() && parts.bounds.is_none();
            let start = self.enter_sized(&fields.first, extent, is_last, at, heads)?;
            return Ok((Some(Part { schema, in_string: false, absent: None }), start));
        }
    }

    /// Returns what is known of the size of a value before it is read.
    pub(super) fn extent(&self, schema: &Schema) -> Extent {
        extent(schema.size_class, self.format)
    }

    /// Returns whether numbers are big-endian.
    fn is_big(&self) -> bool {
        matches!(Encoding::of(self.format.scalars, Kind::Unsigned), Encoding::Big)
    }

    /// Reads a number that states how many elements or bytes follow; returns it with the offset after it.
    fn number(&self, at: usize) -> Result<(u64, usize), Malformed> {
        match self.format.sequences {
            SequenceRule::Varint => {
                let (first, start) = self.take(at, 1)?;
                let (more, end) = self.take(start, varint::more(little(first) as u8).ok_or(Malformed)?)?;
                Ok((little(if more.is_empty() { first } else { more }), end))
            }
            SequenceRule::Big => self.take(at, 8).map(|(bytes, end)| (big(bytes), end)),
            SequenceRule::Little | SequenceRule::Cells | SequenceRule::Heads => {
                self.take(at, 8).map(|(bytes, end)| (little(bytes), end))
            }
        }
    }

    /// Reads a scalar; returns it with its end.
    fn scalar(&self, kind: Kind, width: usize, at: usize) -> Result<(ScalarValue, usize), Malformed> {
        let wide = |bytes: &[u8]| bytes.iter().rev().fold(0, |low: u128, byte| low << 8 | u128::from(*byte));
        let (low, end) = match Encoding::of(self.format.scalars, kind) {
            Encoding::Little => self.take(at, width).map(|(bytes, end)| (wide(bytes), end))?,
            Encoding::Big => {
                let (bytes, end) = self.take(at, width)?;
                (bytes.iter().fold(0, |low: u128, byte| low << 8 | u128::from(*byte)), end)
            }
            Encoding::Word => self.take(at, 4).map(|(bytes, end)| (wide(bytes), end))?,
            Encoding::Utf8 => {
                let (first, _) = self.take(at, 1)?;
                let len = match first.first() {
                    Some(0xF0..) => 4,
                    Some(0xE0..) => 3,
                    Some(0xC0..) => 2,
                    _ => 1,
                };
                let (text, end) = self.text(at, len)?;
                (text.chars().next().map(u32::from).ok_or(Malformed)?.into(), end)
            }
            Encoding::MantissaExponent => {
                let (tag, _) = self.take(at, 1)?;
                let (bytes, end) = self.take(at, pair::len(tag.first().copied().unwrap_or(0)))?;
                (pair::read(bytes, width).into(), end)
            }
        };
        Ok((ScalarValue::new(kind, width, low)?, end))
    }
}

/// Returns whether the field of constructor `tag` holds one that the reader does not know.
fn is_unknown(schema: &Schema, tag: u32) -> bool {
    let fields = schema.constructor(tag).and_then(|(_, _, fields)| fields);
    fields.is_some_and(|fields| matches!((fields.first.schema)().form, Form::Unknown))
}

/// Returns the number with these bytes, least significant first.
fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns the number with these bytes, most significant first.
fn big(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
