//! Extensible types in native layouts: their heads, fields that may be absent, constructors that are not known.

use super::{Checked, Checker, Failed, NONE, NOWHERE, Next, Opened, Parts, Rest};
use crate::error::ErrorKind;
use crate::format::Format;
use crate::types::{FieldFacts, Form, Types};
use crate::varint;
use crate::visit::{HeadKind, Visit};

/// The head of an extensible value.
struct ValueHead {
    /// The offset after the size.
    start: usize,
    /// Where the value ends.
    end: usize,
    /// How many bytes the static part has.
    static_part: u64,
}

impl<'b, T: Types> Checker<'b, T> {
    /// Checks a head, and narrows the input to its value; returns it with the offset after it. (If the value is not
    /// checked, whoever reads its parts narrows the input.)
    fn open_head(&mut self, at: usize) -> Checked<(ValueHead, usize)> {
        let (size, start) = self.number(at)?;
        let is_missing = size == 0 || size > self.left(start) as u64;
        let end = if !T::CHECKS && self.is_unfinished && is_missing {
            NOWHERE
        } else {
            if size > self.left(start) as u64 {
                return self.unexpected_end(start, size);
            }
            start + size as usize
        };
        if T::CHECKS {
            self.narrow(end);
        }
        let (static_part, after) = if self.types.format().static_first { self.number(start)? } else { (0, start) };
        Ok((ValueHead { start, end, static_part }, after))
    }

    /// Reports the sizes of a head, which is stored from `at` to `end`.
    fn report_head<V: Visit<'b, T::Type>>(
        &self,
        head: &ValueHead,
        node: T::Type,
        at: usize,
        end: usize,
        visit: &mut V,
    ) {
        self.head(visit, node, HeadKind::Size, (head.end - head.start) as u64, at, head.start);
        self.head(visit, node, HeadKind::StaticSize, head.static_part, head.start, end);
    }

    /// Checks that the static part, which begins at `fields`, is within the value; returns where it ends.
    fn static_end(&mut self, head: &ValueHead, fields: usize) -> Checked<usize> {
        let left = if T::CHECKS { self.left(fields) } else { head.end.saturating_sub(fields).min(self.left(fields)) };
        if head.static_part > left as u64 || (!T::CHECKS && fields > head.end) {
            return self.unexpected_end(fields, head.static_part);
        }
        Ok(fields + head.static_part as usize)
    }

    /// Checks the beginning of a struct with a head.
    pub(super) fn open_struct_with_head<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, constructor): (T::Type, T::Constructors),
        at: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        let (head, fields) = self.open_head(at)?;
        self.report_head(&head, node, at, fields, visit);
        self.begin_open_fields(parts, (node, 0, constructor), head, fields)
    }

    /// Checks the beginning of an enum with a head.
    pub(super) fn open_enum_with_head<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, first, count): (T::Type, T::Constructors, u32),
        at: usize,
        keeps_unknown: bool,
        visit: &mut V,
    ) -> Checked<Opened> {
        let (head, tag_at) = self.open_head(at)?;
        let (tag, fields) = self.number(tag_at)?;
        if T::CHECKS {
            self.static_end(&head, fields)?;
        }
        if keeps_unknown && tag >= u64::from(count.saturating_sub(1)) {
            // The one field of that constructor is the whole value.
            let (tag, head) = (count.saturating_sub(1), ValueHead { static_part: 0, ..head });
            return self.begin_open_fields(parts, (node, tag, first), head, at);
        }
        self.report_head(&head, node, at, tag_at, visit);
        self.head(visit, node, HeadKind::Tag, tag, tag_at, fields);
        match u32::try_from(tag) {
            Ok(tag) if tag < count => {
                let unpaid = self.types.constructor(first, tag).map_or(0, |of| of.unpaid);
                self.charge_empty(at, unpaid)?;
                self.begin_open_fields(parts, (node, tag, first), head, fields)
            }
            found => {
                let found = found.unwrap_or(u32::MAX);
                self.fail(ErrorKind::InvalidTag { found, constructors: count }, tag_at)
            }
        }
    }

    /// Begins the fields of a value with a head; its static part begins at `at`.
    fn begin_open_fields(
        &mut self,
        parts: &mut Parts<T>,
        (node, tag, constructor): (T::Type, u32, T::Constructors),
        head: ValueHead,
        at: usize,
    ) -> Checked<Opened> {
        let Some(of) = self.types.constructor(constructor, tag) else { return Err(Failed) };
        let fixed_end = self.static_end(&head, at)?;
        *parts = Parts {
            node,
            tag,
            count: of.len as usize,
            rest: Rest::Fields(of.first),
            levels: self.levels,
            fixed: at,
            fixed_end,
            until: head.end,
            ..Parts::NEW
        };
        Ok(Opened::Parts(self.first_part(at, fixed_end)))
    }

    /// Checks a value of a constructor that is not known: its head and its tag. Returns what follows its size, and its
    /// end.
    pub(super) fn unknown(&mut self, at: usize) -> Checked<(&'b [u8], usize)> {
        let limit = self.bytes.len();
        let (head, tag_at) = self.open_head(at)?;
        let (_, fields) = self.number(tag_at)?;
        self.static_end(&head, fields)?;
        let bytes = self.bytes;
        self.widen(limit);
        Ok((bytes.get(head.start..).unwrap_or(&[]), head.end))
    }

    /// Finds the next part of a value with a head.
    pub(super) fn next_open_field<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        mut at: usize,
        last_end: &mut Option<(u64, usize)>,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        loop {
            let index = parts.index;
            if index == parts.count {
                self.head(visit, parts.node, HeadKind::Unknown, 0, at, parts.until);
                return Ok(Next::End(parts.until));
            }
            let field = parts.next_field(self.types)?;
            let field = &*field;
            let is_fixed = self.types.format().static_first && field.size.is_some();
            if field.has_default && self.is_absent::<V>(parts, field, is_fixed, at)? {
                if !T::CHECKS {
                    (parts.index, parts.is_present) = (index + 1, false);
                    return Ok(Next::Absent);
                }
                // (Most often all others are absent too. There may be many.)
                let next = if self.is_over(parts, index, at) { parts.count } else { index + 1 };
                visit.absent(index..next);
                (parts.index, parts.is_present) = (next, false);
                continue;
            }
            let Some(size) = field.size else { return self.next_varying(parts, field, at, last_end, visit) };
            let place = if is_fixed {
                let left = parts.fixed_end.saturating_sub(parts.fixed);
                if size > left {
                    self.enter_field(parts, index, false);
                    return self.fail(ErrorKind::UnexpectedEnd { needed: size as u64, left }, parts.fixed);
                }
                parts.fixed += size;
                parts.fixed - size
            } else {
                if field.has_default && size > self.left(at) {
                    self.enter_field(parts, index, false);
                    return self.unexpected_end(at, size as u64);
                }
                if !field.has_default && !parts.is_present && field.run > self.left(at) {
                    return self.short(parts, at);
                }
                parts.is_present = true;
                at += size;
                at - size
            };
            parts.index = index + 1;
            if V::ACTIVE || !(field.all_valid || size == 0) {
                return Ok(self.fixed_part(parts, field, place, at, visit));
            }
        }
    }

    /// Returns whether all fields after that one, which is absent, are absent too.
    fn is_over(&self, parts: &Parts<T>, index: usize, at: usize) -> bool {
        let constructors = match *self.types.form(parts.node) {
            Form::Struct { constructor, .. } => constructor,
            Form::Enum { first, .. } => first,
            _ => return false,
        };
        let Some(of) = self.types.constructor(constructors, parts.tag) else { return false };
        let is_fixed_over = parts.fixed >= parts.fixed_end || of.fixed_end as usize <= index + 1;
        let is_walked_over = self.left(at) == 0 || of.walked_end as usize <= index + 1;
        // (If one with bytes is absent, so are those without bytes after it. Otherwise they are shown if bytes follow.)
        let hides_empty = parts.items != NONE || (parts.fixed >= parts.fixed_end && self.left(at) == 0);
        is_fixed_over && is_walked_over && hides_empty
    }

    /// Returns whether the next field, which has a default, is absent.
    fn is_absent<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        field: &FieldFacts<T::Type>,
        is_fixed: bool,
        at: usize,
    ) -> Checked<bool> {
        let is_over = if is_fixed { parts.fixed >= parts.fixed_end } else { self.left(at) == 0 };
        if field.size == Some(0) {
            // (A field without bytes says nothing of the others. It is shown where others may follow.)
            let is_shown = parts.items == NONE && (parts.fixed < parts.fixed_end || self.left(at) > 0);
            return Ok(if V::ACTIVE { !is_shown } else { is_over });
        }
        if is_over {
            parts.items = parts.items.min(parts.index as u64);
            return Ok(true);
        }
        if parts.items == NONE {
            return Ok(false);
        }
        self.enter_field(parts, parts.index, false);
        let expected = u32::try_from(parts.index + 1).unwrap_or(u32::MAX);
        let at = if is_fixed { parts.fixed } else { at };
        self.fail(ErrorKind::MissingFields { expected, found: parts.items }, at)
    }
}

/// Returns the number of a constructor that is not known, given its item of CBOR, or in other layouts what follows the
/// size of its value. `None` if the bytes are not such a constructor.
pub fn unknown_tag(format: &Format, bytes: &[u8]) -> Option<u64> {
    if format.has_heads() {
        return item_tag(bytes);
    }
    let tag = if format.static_first { varint::take(bytes)?.1 } else { bytes };
    Some(varint::take(tag)?.0)
}

/// Returns the number of the constructor that an item of CBOR is; `None` if it is none.
#[cfg(feature = "cbor")]
pub fn item_tag(bytes: &[u8]) -> Option<u64> {
    use packed_data_cbor::head::{self, ARRAY, TAG, UNSIGNED};

    let content = |mut at: usize| loop {
        crate::steps::count(1);
        let head = head::read(bytes, at).ok()?;
        at += head.size;
        if head.major != TAG {
            return Some((head, at));
        }
    };
    let (array, first) = content(0)?;
    let (tag, _) = content(first)?;
    (array.major == ARRAY && tag.major == UNSIGNED && (array.is_indefinite() || array.argument > 0))
        .then_some(tag.argument)
}

/// Returns nothing: CBOR is left out.
#[cfg(not(feature = "cbor"))]
pub fn item_tag(_: &[u8]) -> Option<u64> {
    None
}
