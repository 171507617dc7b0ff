//! Reading by a schema in the layouts of CBOR.

use packed_data_cbor::head::{self, ARRAY, BYTES, Head, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};

use super::{HeadKind, Heads, Malformed, Opened, Part, Parts, Reader, Rest, ScalarValue};
use crate::layout::cbor::{BIG, BIG_NEGATIVE, StructEncoding, encoding_of_struct, float_of_head};
use crate::shape::Style;
use crate::shape::schema::{Form, Schema};
use crate::wire::scalar::Kind;
use crate::wire::steps;

impl<'b> Reader<'b> {
    /// Opens a value, as [`open`](Self::open) does.
    pub(super) fn open_item(
        &self,
        part: &Part,
        at: usize,
        heads: &mut Heads,
    ) -> Result<(Opened<'b>, usize), Malformed> {
        let schema = part.schema;
        match schema.form {
            Form::Scalar(kind, width, _) if part.in_string => {
                let (bytes, end) = self.take(at, 1)?;
                let byte = bytes.first().copied().unwrap_or(0);
                Ok((Opened::Scalar(ScalarValue::new(kind, width, byte.into())?), end))
            }
            Form::Scalar(kind, width, _) => {
                let (value, end) = self.scalar_item(kind, width, at)?;
                Ok((Opened::Scalar(value), end))
            }
            Form::Text => {
                let (head, start) = self.content(at, heads)?;
                if head.major != TEXT || head.info == INDEFINITE {
                    return Err(Malformed);
                }
                heads.push(HeadKind::Length, head.argument, start);
                let (text, end) = self.text(start, head.argument)?;
                Ok((Opened::Text(text), end))
            }
            Form::Raw => {
                let end = self.skip_items(at, 1, 0)?;
                Ok((Opened::Raw(self.bytes.get(at..end).ok_or(Malformed)?), end))
            }
            Form::Unknown => {
                let end = self.skip_items(at, 1, 0)?;
                Ok((Opened::Unknown(self.bytes.get(at..end).ok_or(Malformed)?), end))
            }
            Form::Struct(..) => self.open_struct(schema, at, heads),
            Form::Enum(_, count, _, has_other) => self.open_enum(schema, (count, has_other), at, heads),
            Form::Array(element, count) => {
                let (head, first) = self.content(at, heads)?;
                let parts = Parts::elements(schema, element, Some(count));
                let items = (head.info != INDEFINITE).then_some(0);
                self.push_count(&head, first, heads);
                Ok((Opened::Parts(Parts { in_string: head.major == BYTES, items, ..parts }), first))
            }
            Form::Sequence(element, _) => {
                let (head, first) = self.content(at, heads)?;
                if !matches!(head.major, BYTES | ARRAY | MAP) {
                    return Err(Malformed);
                }
                self.push_count(&head, first, heads);
                let is_indefinite = head.info == INDEFINITE;
                let count = usize::try_from(head.argument).map_err(|_| Malformed)?;
                let parts = Parts::elements(schema, element, (!is_indefinite).then_some(count));
                Ok((Opened::Parts(Parts { in_string: head.major == BYTES, ..parts }), first))
            }
        }
    }

    /// Opens a struct.
    fn open_struct(
        &self,
        schema: &'static Schema,
        at: usize,
        heads: &mut Heads,
    ) -> Result<(Opened<'b>, usize), Malformed> {
        let (items, first) = match encoding_of_struct(schema.style, schema.size_class) {
            StructEncoding::Bare => (Some(2), at),
            StructEncoding::Null => {
                let (_, end) = self.content(at, heads)?;
                heads.push(HeadKind::Start, 0, end);
                (Some(0), end)
            }
            StructEncoding::InArray => self.begin_array(at, heads)?,
            StructEncoding::Tagged => {
                let (items, _, first) = self.begin_tagged(at, heads)?;
                (items, first)
            }
        };
        Ok((Opened::Parts(Parts::fields(schema, 0, items)?), first))
    }

    /// Opens an enum with that number of constructors, of which the last may represent all that are not known.
    fn open_enum(
        &self,
        schema: &'static Schema,
        (count, has_other): (u32, bool),
        at: usize,
        heads: &mut Heads,
    ) -> Result<(Opened<'b>, usize), Malformed> {
        if matches!(schema.style, Style::Optional) {
            let (items, first) = self.begin_array(at, heads)?;
            let is_some = match items {
                Some(items) => items > 0,
                None => !self.is_break(first)?,
            };
            return Ok((Opened::Parts(Parts::fields(schema, is_some.into(), items)?), first));
        }
        let before = *heads;
        let (items, tag, first) = self.begin_tagged(at, heads)?;
        if has_other && tag >= u64::from(count.saturating_sub(1)) {
            // The one field of that constructor is the whole item.
            *heads = before;
            return Ok((Opened::Parts(Parts::fields(schema, count.saturating_sub(1), Some(1))?), at));
        }
        let tag = u32::try_from(tag).map_err(|_| Malformed)?;
        Ok((Opened::Parts(Parts::fields(schema, tag, items)?), first))
    }

    /// Finds the next part, as [`next`](Self::next) does.
    pub(super) fn next_item(
        &self,
        parts: &mut Parts,
        mut at: usize,
        heads: &mut Heads,
    ) -> Result<(Option<Part>, usize), Malformed> {
        let in_string = parts.in_string;
        let field = match &mut parts.rest {
            Rest::Fields(None) | Rest::Elements(_, Some(0)) => {
                let end = self.leave(parts, at, heads)?;
                return Ok((None, end));
            }
            Rest::Fields(rest @ Some(_)) => {
                let Some(fields) = *rest else { return Err(Malformed) };
                *rest = fields.others;
                let field = &fields.first;
                if field.default.is_some() && self.is_absent(parts, at)? {
                    parts.index += 1;
                    let schema = (field.schema)();
                    return Ok((Some(Part { schema, in_string: false, absent: field.default }), at));
                }
                parts.items = parts.items.map(|items| items.saturating_sub(1));
                field
            }
            Rest::Elements(element, Some(left)) => {
                *left -= 1;
                *element
            }
            Rest::Elements(element, None) => {
                if self.is_break(at)? {
                    heads.push(HeadKind::Break, 0, at + 1);
                    return Ok((None, at + 1));
                }
                *element
            }
        };
        parts.index += 1;
        if let Some(tag) = field.tag {
            at = self.after_tag(at, tag)?;
            heads.push(HeadKind::CborTag, tag, at);
        }
        Ok((Some(Part { schema: (field.schema)(), in_string, absent: None }), at))
    }

    /// Passes what follows the known fields of a value, which end at `at`; returns its end.
    fn leave(&self, parts: &Parts, mut at: usize, heads: &mut Heads) -> Result<usize, Malformed> {
        match parts.items {
            Some(0) => {}
            Some(items) => {
                at = self.skip_items(at, items, 0)?;
                heads.push(HeadKind::Unknown, items, at);
            }
            None => {
                let end = self.skip_items(at, 0, 1)?;
                if end > at + 1 {
                    heads.push(HeadKind::Unknown, 0, end - 1);
                }
                heads.push(HeadKind::Break, 0, end);
                at = end;
            }
        }
        Ok(at)
    }

    /// Returns whether the field that would begin at `at` is absent.
    fn is_absent(&self, parts: &Parts, at: usize) -> Result<bool, Malformed> {
        match parts.items {
            Some(items) => Ok(items == 0),
            None => self.is_break(at),
        }
    }

    /// Reads the head at `at`; returns it with the offset after it.
    fn head(&self, at: usize) -> Result<(Head, usize), Malformed> {
        steps::count(1);
        let head = head::read(self.bytes, at).map_err(|_| Malformed)?;
        Ok((head, at + head.size))
    }

    /// Reads the head of an item after its tags; returns it with the offset after it.
    fn content(&self, mut at: usize, heads: &mut Heads) -> Result<(Head, usize), Malformed> {
        let (mut tag, start) = (0, at);
        loop {
            let (head, end) = self.head(at)?;
            if head.major != TAG {
                if at > start {
                    heads.push(HeadKind::CborTag, tag, at);
                }
                return Ok((head, end));
            }
            (tag, at) = (head.argument, end);
        }
    }

    /// Returns the offset after a tag, which may be preceded by others.
    fn after_tag(&self, mut at: usize, tag: u64) -> Result<usize, Malformed> {
        loop {
            let (head, end) = self.head(at)?;
            if head.major != TAG {
                return Err(Malformed);
            }
            at = end;
            if head.argument == tag {
                return Ok(at);
            }
        }
    }

    /// Returns whether a break is stored at `at`.
    fn is_break(&self, at: usize) -> Result<bool, Malformed> {
        self.head(at).map(|(head, _)| head.is_break())
    }

    /// Adds the head of an array, map or string, which ends at `end`.
    fn push_count(&self, head: &Head, end: usize, heads: &mut Heads) {
        let kind = if head.info == INDEFINITE { HeadKind::Start } else { HeadKind::Count };
        heads.push(kind, head.argument, end);
    }

    /// Enters an array; returns the number of its items, if stated, and the offset of the first.
    fn begin_array(&self, at: usize, heads: &mut Heads) -> Result<(Option<u64>, usize), Malformed> {
        let (head, first) = self.content(at, heads)?;
        if head.major != ARRAY {
            return Err(Malformed);
        }
        self.push_count(&head, first, heads);
        Ok(((head.info != INDEFINITE).then_some(head.argument), first))
    }

    /// Enters an array whose first item is the number of a constructor. Returns the number of items after that, if
    /// stated, the number, and the offset of the next item.
    fn begin_tagged(&self, at: usize, heads: &mut Heads) -> Result<(Option<u64>, u64, usize), Malformed> {
        let (items, first) = self.begin_array(at, heads)?;
        let (number, fields) = self.content(first, &mut Heads::none())?;
        if number.major != UNSIGNED {
            return Err(Malformed);
        }
        heads.push(HeadKind::Tag, number.argument, fields);
        Ok((items.map(|items| items.saturating_sub(1)), number.argument, fields))
    }

    /// Skips `breaks` breaks, each with any number of items before it, then `items` items; returns the offset after
    /// them.
    fn skip_items(&self, mut at: usize, mut items: u64, mut breaks: u64) -> Result<usize, Malformed> {
        while items > 0 || breaks > 0 {
            let (head, end) = self.head(at)?;
            at = end;
            if head.is_break() {
                breaks = breaks.checked_sub(1).ok_or(Malformed)?;
                continue;
            }
            // (As long as a break is to come, the items before it need not be counted.)
            let counts = breaks == 0;
            items -= u64::from(counts);
            match head.major {
                BYTES..=MAP if head.info == INDEFINITE => breaks += 1,
                BYTES | TEXT => at = self.take(at, usize::try_from(head.argument).map_err(|_| Malformed)?)?.1,
                ARRAY if counts => items = items.checked_add(head.argument).ok_or(Malformed)?,
                MAP if counts => {
                    items = head.argument.checked_mul(2).and_then(|more| items.checked_add(more)).ok_or(Malformed)?;
                }
                TAG if counts => items += 1,
                _ => {}
            }
        }
        Ok(at)
    }

    /// Reads a scalar; returns it with its end.
    fn scalar_item(&self, kind: Kind, width: usize, at: usize) -> Result<(ScalarValue, usize), Malformed> {
        let (low, end) = match kind {
            Kind::Unsigned | Kind::Signed => self.integer(at)?,
            Kind::Float => {
                let (head, end) = self.content(at, &mut Heads::none())?;
                if head.major != SIMPLE || !matches!(head.info, 25..=27) {
                    return Err(Malformed);
                }
                (float_of_head(head.info, head.argument, width).into(), end)
            }
            Kind::Bool => {
                let (head, end) = self.content(at, &mut Heads::none())?;
                if head.major != SIMPLE || !matches!(head.info, 20 | 21) {
                    return Err(Malformed);
                }
                (u128::from(head.info == 21), end)
            }
            Kind::Char => {
                let (head, start) = self.content(at, &mut Heads::none())?;
                let (text, end) = self.text(start, head.argument)?;
                (text.chars().next().map(u32::from).ok_or(Malformed)?.into(), end)
            }
            Kind::Duration | Kind::Time => {
                let (head, first) = self.content(at, &mut Heads::none())?;
                let (seconds, second) = self.integer(first)?;
                let (nanoseconds, end) = self.integer(second)?;
                let end = if head.info == INDEFINITE { end + 1 } else { end };
                (nanoseconds << 64 | u128::from(seconds as u64), end)
            }
        };
        Ok((ScalarValue::new(kind, width, low)?, end))
    }

    /// Reads an integer in any form; returns it in two's complement, with the offset after it.
    fn integer(&self, mut at: usize) -> Result<(u128, usize), Malformed> {
        let is_negative = loop {
            let (head, end) = self.head(at)?;
            at = end;
            match (head.major, head.argument) {
                (UNSIGNED, argument) => return Ok((argument.into(), end)),
                (NEGATIVE, argument) => return Ok((!u128::from(argument), end)),
                (TAG, BIG) => break false,
                (TAG, BIG_NEGATIVE) => break true,
                (TAG, _) => {}
                _ => return Err(Malformed),
            }
        };
        let (head, start) = self.head(at)?;
        let (bytes, end) = self.take(start, usize::try_from(head.argument).map_err(|_| Malformed)?)?;
        steps::count(bytes.len());
        let number = bytes.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
        Ok((if is_negative { !number } else { number }, end))
    }
}
