//! The rules of CBOR, for both of its layouts: they differ only in what is written.

use packed_data_cbor::float;
use packed_data_cbor::head::{self, ARRAY, BYTES, Head, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};

use super::{Checked, Checker, Failed, Next, Opened, Part, Parts, Pending, Rest};
use crate::error::ErrorKind;
use crate::scalar::Scalar;
use crate::steps;
use crate::types::{Form, SequenceKind, Style, Types};
use crate::visit::{HeadKind, ScalarValue, Visit};

/// The tags of integers of any size.
const BIG: u64 = 2;
const BIG_NEGATIVE: u64 = 3;
const BREAK: u8 = SIMPLE << 5 | INDEFINITE;

/// The items of an array that are left.
#[derive(Clone, Copy)]
struct Items {
    left: u64,
    is_indefinite: bool,
}

/// A scalar in one of its usual forms.
#[derive(Clone, Copy)]
enum Usual {
    /// An integer: whether it has a sign, the greatest argument of its head, and whether zero is not a value.
    Integer(bool, u64, bool),
    /// A float of that width.
    Float(usize),
    Bool,
    /// It has no such form.
    None,
}

impl Usual {
    #[inline]
    fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool => return Self::Bool,
            Scalar::F64 | Scalar::F32 => return Self::Float(scalar.width()),
            _ => {}
        }
        let Some(is_signed) = scalar.integer() else { return Self::None };
        let bits = 8 * scalar.width() as u32;
        let unused = 64_u32.saturating_sub(bits) + u32::from(is_signed && bits <= 64);
        Self::Integer(is_signed, u64::MAX.checked_shr(unused).unwrap_or(0), scalar.is_non_zero())
    }

    /// Returns the end of a scalar at `at`. `None` if it has another form, valid or not.
    #[inline]
    fn end(self, bytes: &[u8], at: usize) -> Option<usize> {
        let first = *bytes.get(at)?;
        let (is_signed, greatest, is_non_zero) = match self {
            Self::Integer(is_signed, greatest, is_non_zero) => (is_signed, greatest, is_non_zero),
            Self::Bool => return matches!(first, 0xF4 | 0xF5).then_some(at + 1),
            Self::Float(most) => {
                let width = match first {
                    0xF9 => 2,
                    0xFA => 4,
                    0xFB => 8,
                    _ => return None,
                };
                return (width <= most && bytes.len() - at > width).then_some(at + 1 + width);
            }
            Self::None => return None,
        };
        let (major, info) = (first >> 5, first & 0x1F);
        let rest = bytes.get(at + 1..)?;
        let (argument, width) = match info {
            0..=23 => (info.into(), 0),
            24 => (u64::from(*rest.first()?), 1),
            25 => (u16::from_be_bytes(*rest.first_chunk()?).into(), 2),
            26 => (u32::from_be_bytes(*rest.first_chunk()?).into(), 4),
            27 => (u64::from_be_bytes(*rest.first_chunk()?), 8),
            _ => return None,
        };
        let is_valid = match major {
            UNSIGNED => argument <= greatest && (argument > 0 || !is_non_zero),
            NEGATIVE => is_signed && argument <= greatest,
            _ => false,
        };
        is_valid.then_some(at + 1 + width)
    }
}

impl<'b, T: Types> Checker<'b, T> {
    fn item_head(&mut self, at: usize) -> Checked<(Head, usize)> {
        match head::read(self.bytes, at) {
            Ok(head) => Ok((head, at + head.size)),
            Err(kind) => self.fail(kind.into(), at),
        }
    }

    /// Checks the head of an item after its tags; returns it with its offset and the offset after it.
    #[inline]
    fn content(&mut self, mut at: usize) -> Checked<(Head, usize, usize)> {
        loop {
            steps::count_bytes(0);
            if let Some(&first) = self.bytes.get(at) {
                let (major, info) = (first >> 5, first & 0x1F);
                if major != TAG && info < 24 {
                    return Ok((Head { major, info, argument: info.into(), size: 1 }, at, at + 1));
                }
            }
            let (head, end) = self.item_head(at)?;
            if head.major != TAG {
                return Ok((head, at, end));
            }
            at = end;
        }
    }

    #[cold]
    fn unexpected<R>(&mut self, expected: &'static str, head: Head, at: usize) -> Checked<R> {
        if head.is_break() {
            return self.fail(ErrorKind::UnexpectedBreak, at);
        }
        self.fail(ErrorKind::UnexpectedItem { expected, found: head.describe() }, at)
    }

    fn is_break(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&BREAK)
    }

    fn items(&mut self, head: Head, first: usize, least: u64) -> Checked<Items> {
        let needed = head.argument.saturating_mul(least);
        if T::CHECKS && needed > self.left(first) as u64 {
            return self.unexpected_end(first, needed);
        }
        Ok(Items { left: head.argument, is_indefinite: head.info == INDEFINITE })
    }

    fn enter_list(&mut self, at: usize) -> Checked<(Items, usize)> {
        let (head, at, first) = self.content(at)?;
        if head.major != ARRAY {
            return self.unexpected("an array", head, at);
        }
        Ok((self.items(head, first, 1)?, first))
    }

    /// Checks the head of an array, as `enter_list` does, and reports it.
    #[inline]
    fn enter_visited<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        at: usize,
        visit: &mut V,
    ) -> Checked<(Items, usize)> {
        let (items, first) = self.enter_list(at)?;
        self.visit_heads(node, at, first, visit);
        Ok((items, first))
    }

    /// Checks the head of an item after its tags, as `content` does, and reports all of them.
    #[inline]
    fn visited<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        at: usize,
        visit: &mut V,
    ) -> Checked<(Head, usize, usize)> {
        let content = self.content(at)?;
        self.visit_heads(node, at, content.2, visit);
        Ok(content)
    }

    /// Reports the heads from `at` to `end`, which were checked.
    #[inline(always)]
    fn visit_heads<V: Visit<'b, T::Type>>(&self, node: T::Type, at: usize, end: usize, visit: &mut V) {
        if self.passes_heads::<V>() {
            self.visit_each_head(node, at, end, visit);
        }
    }

    fn visit_each_head<V: Visit<'b, T::Type>>(&self, node: T::Type, mut at: usize, end: usize, visit: &mut V) {
        while at < end {
            let Ok(head) = head::read(self.bytes, at) else { return };
            let kind = match head.major {
                TAG => HeadKind::CborTag,
                UNSIGNED => HeadKind::Tag,
                TEXT => HeadKind::Length,
                SIMPLE => HeadKind::Start,
                _ if head.info == INDEFINITE => HeadKind::Start,
                _ => HeadKind::Count,
            };
            self.head(visit, node, kind, head.argument, at, at + head.size);
            at += head.size;
        }
    }

    /// Checks what follows the known fields of a value, or the elements of an array: that many items, or all up to a
    /// break. Returns their end.
    fn leave<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &Parts<T>,
        at: usize,
        items: u64,
        visit: &mut V,
    ) -> Checked<usize> {
        let end = self.pass(at, items, parts.is_indefinite)?;
        let last = if parts.is_indefinite { end - 1 } else { end };
        self.head(visit, parts.node, HeadKind::Unknown, items, at, last);
        self.head(visit, parts.node, HeadKind::Break, 0, last, end);
        Ok(end)
    }

    /// Checks the number of a constructor, the first item of an array.
    fn constructor(&mut self, items: Items, at: usize) -> Checked<(u64, Items, usize)> {
        if T::CHECKS && !items.is_indefinite && items.left == 0 {
            return self.fail(ErrorKind::MissingFields { expected: 1, found: 0 }, at);
        }
        let (head, at, first) = self.content(at)?;
        if head.major != UNSIGNED {
            return self.unexpected("the number of a constructor", head, at);
        }
        Ok((head.argument, Items { left: items.left.wrapping_sub(1), ..items }, first))
    }

    /// Checks the beginning of a value.
    #[inline]
    pub(super) fn open_item<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        at: usize,
        parts: &mut Parts<T>,
        visit: &mut V,
    ) -> Checked<Opened> {
        let form = self.types.form(node);
        match &*form {
            Form::Scalar(scalar) => {
                if !V::ACTIVE
                    && let Some(end) = Usual::of(*scalar).end(self.bytes, at)
                {
                    return Ok(Opened::Leaf(end));
                }
                let (value, end) = self.item_scalar(*scalar, at)?;
                visit.scalar_at(node, value, at);
                Ok(Opened::Leaf(end))
            }
            Form::Text => {
                let (head, at, start) = self.visited(node, at, visit)?;
                self.require_string(head, TEXT, "a text string", at)?;
                let (text, end) = self.text(start, head.argument)?;
                visit.text(text);
                Ok(Opened::Leaf(end))
            }
            Form::Raw { is_unknown } => {
                let end = self.item(at, self.bytes.len())?;
                let bytes = self.bytes.get(at..end).unwrap_or(&[]);
                if *is_unknown {
                    visit.unknown(bytes)
                } else {
                    visit.raw(bytes)
                }
                Ok(Opened::Leaf(end))
            }
            Form::Struct { constructor, style, .. } => {
                let (items, first) = self.enter_struct(*style, node, at, visit)?;
                self.begin_items(parts, (node, 0, *constructor), items, first)
            }
            Form::Enum { first, count, is_optional, has_other, .. } => {
                self.open_enum(parts, (node, *first, *count), at, (*is_optional, *has_other), visit)
            }
            Form::Array { len, .. } => {
                let Some(element) = self.types.element(node, &form) else { return Err(Failed) };
                self.open_list(parts, (node, *len, element), at, visit)
            }
            Form::Sequence { kind, .. } => {
                let Some(element) = self.types.element(node, &form) else { return Err(Failed) };
                self.open_items(parts, (node, *kind, element), at, visit)
            }
        }
    }

    fn enter_struct<V: Visit<'b, T::Type>>(
        &mut self,
        style: Style,
        node: T::Type,
        at: usize,
        visit: &mut V,
    ) -> Checked<(Items, usize)> {
        match style {
            Style::Bare => Ok((Items { left: 2, is_indefinite: false }, at)),
            Style::Null => {
                let (head, at, end) = self.visited(node, at, visit)?;
                if T::CHECKS && (head.major != SIMPLE || head.argument != 22 || head.info > 24) {
                    return self.unexpected("null", head, at);
                }
                Ok((Items { left: 0, is_indefinite: false }, end))
            }
            Style::InArray => self.enter_visited(node, at, visit),
            Style::Tagged => {
                let (items, first) = self.enter_visited(node, at, visit)?;
                let (tag, items, fields) = self.constructor(items, first)?;
                self.visit_heads(node, first, fields, visit);
                if T::CHECKS && tag != 0 {
                    let found = u32::try_from(tag).unwrap_or(u32::MAX);
                    return self.fail(ErrorKind::InvalidTag { found, constructors: 1 }, first);
                }
                Ok((items, fields))
            }
        }
    }

    fn open_enum<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, constructors, count): (T::Type, T::Constructors, u32),
        at: usize,
        (is_optional, has_other): (bool, bool),
        visit: &mut V,
    ) -> Checked<Opened> {
        let (items, first) = self.enter_list(at)?;
        if is_optional {
            self.visit_heads(node, at, first, visit);
            let is_some = if items.is_indefinite { !self.is_break(first) } else { items.left > 0 };
            let tag = u32::from(is_some);
            return self.begin_items(parts, (node, tag, constructors), items, first);
        }
        let (tag, items, fields) = self.constructor(items, first)?;
        if has_other && tag >= u64::from(count - 1) {
            // The one field of that constructor is the whole item.
            let (tag, items) = (count - 1, Items { left: 1, is_indefinite: false });
            return self.begin_items(parts, (node, tag, constructors), items, at);
        }
        self.visit_heads(node, at, fields, visit);
        match u32::try_from(tag) {
            Ok(tag) if tag < count => self.begin_items(parts, (node, tag, constructors), items, fields),
            found => {
                let found = found.unwrap_or(u32::MAX);
                self.fail(ErrorKind::InvalidTag { found, constructors: count }, first)
            }
        }
    }

    #[inline]
    fn begin_items(
        &mut self,
        parts: &mut Parts<T>,
        (node, tag, constructor): (T::Type, u32, T::Constructors),
        items: Items,
        at: usize,
    ) -> Checked<Opened> {
        let Some(of) = self.types.constructor(constructor, tag) else { return Err(Failed) };
        if !items.is_indefinite && items.left < u64::from(of.required) {
            return self.fail(ErrorKind::MissingFields { expected: of.required, found: items.left }, at);
        }
        *parts = Parts {
            node,
            tag,
            count: of.len as usize,
            rest: Rest::Fields(of.first),
            levels: self.levels,
            items: items.left,
            is_indefinite: items.is_indefinite,
            ..Parts::NEW
        };
        Ok(Opened::Parts(at))
    }

    /// Checks the beginning of an array of `len` elements.
    fn open_list<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, len, element): (T::Type, usize, T::Element),
        outer: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        let (head, at, first) = self.visited(node, outer, visit)?;
        let is_string = if T::CHECKS { element.is_byte } else { head.major == BYTES };
        if is_string {
            if T::CHECKS {
                self.require_string(head, BYTES, "a byte string", at)?;
            }
            self.byte_string(first, head.argument)?;
        } else if T::CHECKS && head.major != ARRAY {
            return self.unexpected("an array", head, at);
        }
        let items = self.items(head, first, 1)?;
        if T::CHECKS && !items.is_indefinite && items.left != len as u64 {
            let expected = u32::try_from(len).unwrap_or(u32::MAX);
            let kind = match items.left < len as u64 {
                true => ErrorKind::MissingFields { expected, found: items.left },
                false => ErrorKind::UnexpectedItem { expected: "an array of fewer elements", found: "a longer one" },
            };
            return self.fail(kind, at);
        }
        if is_string {
            visit.bytes_at(node, self.bytes.get(first..first + len).unwrap_or(&[]), first);
            return Ok(Opened::Leaf(first + len));
        }
        let is_indefinite = items.is_indefinite;
        *parts = Parts { count: len, items: 0, is_indefinite, ..Parts::of_elements(node, element, self.levels) };
        self.enter_elements(&element, outer)?;
        Ok(Opened::Parts(first))
    }

    fn open_items<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, kind, element): (T::Type, SequenceKind, T::Element),
        at: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        *parts = Parts { kind, ..Parts::of_elements(node, element, self.levels) };
        self.enter_elements(&element, at)?;
        let (head, at, first) = self.visited(node, at, visit)?;
        let is_string = if T::CHECKS { element.is_byte && kind != SequenceKind::Set } else { head.major == BYTES };
        if is_string {
            if T::CHECKS {
                self.require_string(head, BYTES, "a byte string", at)?;
            }
            let bytes = self.byte_string(first, head.argument)?;
            visit.bytes_at(node, bytes, first);
            return Ok(Opened::Leaf(first + bytes.len()));
        }
        let (major, expected, least) =
            if kind == SequenceKind::Map { (MAP, "a map", 2) } else { (ARRAY, "an array", 1) };
        if head.major != major {
            return self.unexpected(expected, head, at);
        }
        let items = self.items(head, first, least)?;
        parts.fixed_end = first;
        parts.is_indefinite = items.is_indefinite;
        parts.is_open = items.is_indefinite;
        parts.count = usize::try_from(items.left).unwrap_or(usize::MAX);
        if !V::ACTIVE
            && !items.is_indefinite
            && !kind.is_sorted()
            && let Form::Scalar(scalar) = *self.types.form(element.node)
            && let (usual, bytes) = (Usual::of(scalar), self.bytes)
            && let Some(end) = (0..parts.count).try_fold(first, |at, _| usual.end(bytes, at))
        {
            self.levels = parts.levels;
            return Ok(Opened::Leaf(end));
        }
        Ok(Opened::Parts(first))
    }

    /// Finds the next part.
    #[inline]
    pub(super) fn next_item<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        at: usize,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        if let Rest::Elements(element) = &parts.rest {
            let node = element.node;
            return self.next_element_item(parts, node, at, visit);
        }
        let mut at = at;
        let field = loop {
            if parts.index == parts.count {
                return Ok(Next::End(self.leave(parts, at, parts.items, visit)?));
            }
            let field = parts.next_field(self.types)?;
            let is_absent = if parts.is_indefinite { self.is_break(at) } else { parts.items == 0 };
            if !(field.has_default && is_absent) {
                parts.index += 1;
                break field;
            }
            if !T::CHECKS {
                parts.index += 1;
                return Ok(Next::Absent);
            }
            // (The others have defaults too.)
            visit.absent(parts.index..parts.count);
            parts.index = parts.count;
        };
        let field = &*field;
        self.begin_field(parts, field.is_end, visit);
        if let Some(tag) = field.tag {
            let before = at;
            at = self.tag(at, tag)?;
            self.visit_heads(field.node, before, at, visit);
        }
        if field.is_end && !V::HEADS {
            self.expect_after_last(parts);
        }
        parts.items = parts.items.wrapping_sub(1);
        Ok(Next::Part(Part::of_field::<V>(field, at)))
    }

    /// Records what must follow the last field of a value.
    #[inline]
    fn expect_after_last(&mut self, parts: &Parts<T>) {
        if !parts.is_indefinite && parts.items == 1 {
            return;
        }
        let next = if parts.is_indefinite { Pending::Breaks(1) } else { Pending::Items(parts.items - 1) };
        self.pending.push(next);
        self.join_pending();
    }

    /// Joins the last two entries of one frame, if they are of one kind.
    fn join_pending(&mut self) {
        let base = self.pending_base;
        let len = self.pending.len();
        if len < base + 2 {
            return;
        }
        let joined = match (self.pending[len - 2], self.pending[len - 1]) {
            (Pending::Items(a), Pending::Items(b)) => Pending::Items(a.saturating_add(b)),
            (Pending::Breaks(a), Pending::Breaks(b)) => Pending::Breaks(a + b),
            _ => return,
        };
        self.pending.truncate(len - 2);
        self.pending.push(joined);
    }

    /// Checks what follows the innermost last field of a value: the entries from `base` on, the last one first.
    pub(super) fn finish_pending(&mut self, base: usize, mut at: usize) -> Checked<usize> {
        while self.pending.len() > base {
            match self.pending.pop() {
                Some(Pending::Items(items)) => at = self.pass(at, items, false)?,
                Some(Pending::Breaks(breaks)) => {
                    for _ in 0..breaks {
                        at = self.pass(at, 0, true)?;
                    }
                }
                None => {}
            }
        }
        Ok(at)
    }

    /// Checks items that the type does not know, `items` of them or all up to a break; returns their end.
    fn pass(&mut self, mut at: usize, items: u64, is_indefinite: bool) -> Checked<usize> {
        if is_indefinite {
            while !self.is_break(at) {
                at = self.item(at, self.bytes.len())?;
            }
            return Ok(at + 1);
        }
        for _ in 0..items {
            at = self.item(at, self.bytes.len())?;
        }
        Ok(at)
    }

    fn next_element_item<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        node: T::Type,
        at: usize,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        let is_over = if parts.is_open { self.is_break(at) } else { parts.index == parts.count };
        if is_over {
            self.levels = parts.levels;
            if let Form::Array { .. } = *self.types.form(parts.node) {
                if parts.is_indefinite && self.left(at) > 0 && !self.is_break(at) {
                    let (expected, found) = ("an array of fewer elements", "a longer one");
                    return self.fail(ErrorKind::UnexpectedItem { expected, found }, at);
                }
                return Ok(Next::End(self.leave(parts, at, 0, visit)?));
            }
            let end = at + usize::from(parts.is_indefinite);
            self.head(visit, parts.node, HeadKind::Break, 0, at, end);
            return Ok(Next::End(end));
        }
        self.begin_element(parts, visit);
        Ok(Next::Part(Part::new(node, at)))
    }

    /// Checks that a tag precedes an item; returns the offset after it.
    fn tag(&mut self, first: usize, expected: u64) -> Checked<usize> {
        let (mut at, mut found) = (first, None);
        loop {
            steps::count(1);
            let (head, end) = self.item_head(at)?;
            if head.major != TAG {
                return self.fail(ErrorKind::UnexpectedTag { expected, found }, first);
            }
            if head.argument == expected {
                return Ok(end);
            }
            found.get_or_insert(head.argument);
            at = end;
        }
    }

    /// Checks that the bytes of a byte string are there. (If they are not checked, and not there, they are none.)
    fn byte_string(&mut self, at: usize, len: u64) -> Checked<&'b [u8]> {
        if !T::CHECKS && len > self.left(at) as u64 {
            return Ok(&[]);
        }
        self.slice(at, len)
    }

    fn require_string(&mut self, head: Head, major: u8, expected: &'static str, at: usize) -> Checked<()> {
        match head {
            Head { major: found, .. } if found != major => self.unexpected(expected, head, at),
            Head { info: INDEFINITE, .. } => self.fail(ErrorKind::IndefiniteString, at),
            _ => Ok(()),
        }
    }

    /// Returns the string at `at`, which was checked.
    pub(super) fn item_text_at(&mut self, at: usize) -> Checked<&'b [u8]> {
        let (head, _, start) = self.content(at)?;
        self.slice(start, head.argument)
    }

    /// Checks a scalar; returns it with its end.
    #[inline]
    fn item_scalar(&mut self, scalar: Scalar, at: usize) -> Checked<(ScalarValue, usize)> {
        let (low, start, end) = match scalar {
            Scalar::F32 | Scalar::F64 => self.float(scalar, at)?,
            Scalar::Bool => {
                let (head, at, end) = self.content(at)?;
                if head.major != SIMPLE || !matches!(head.info, 20 | 21) {
                    return self.unexpected("true or false", head, at);
                }
                (u128::from(head.info == 21), at, end)
            }
            Scalar::Char => self.char(scalar, at)?,
            Scalar::Duration | Scalar::SystemTime => return self.time(scalar, at),
            _ => {
                // (Most integers are the first byte of an item.)
                if let Some(&first @ 0..24) = self.bytes.get(at)
                    && let Some(value) = scalar.integer_value(first.into())
                {
                    return Ok((value, at + 1));
                }
                let (number, at, end) = self.integer(at)?;
                let low = self.in_range(scalar, number, at)?;
                return match scalar.integer_value(low) {
                    Some(value) => Ok((value, end)),
                    None => self.invalid(scalar, low, at),
                };
            }
        };
        match scalar.value(low) {
            Some(value) => Ok((value, end)),
            None => self.invalid(scalar, low, start),
        }
    }

    /// Checks an integer; returns whether it is negative, its magnitude (less one if it is negative), its offset and
    /// its end.
    fn integer(&mut self, mut at: usize) -> Checked<((bool, u128), usize, usize)> {
        loop {
            steps::count(1);
            let (head, end) = self.item_head(at)?;
            match (head.major, head.argument) {
                (UNSIGNED | NEGATIVE, argument) => return Ok(((head.major == NEGATIVE, argument.into()), at, end)),
                (TAG, BIG | BIG_NEGATIVE) => return self.big(head.argument == BIG_NEGATIVE, at, end),
                (TAG, _) => at = end,
                _ => return self.unexpected("an integer", head, at),
            }
        }
    }

    #[cold]
    fn big(&mut self, is_negative: bool, at: usize, start: usize) -> Checked<((bool, u128), usize, usize)> {
        let (head, first) = self.item_head(start)?;
        self.require_string(head, BYTES, "the bytes of an integer", start)?;
        let bytes = self.slice(first, head.argument)?;
        let digits = bytes.iter().position(|byte| *byte != 0).map_or(&[][..], |first| &bytes[first..]);
        if digits.len() > 16 {
            return self.fail(ErrorKind::Overflow, at);
        }
        let magnitude = digits.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
        Ok(((is_negative, magnitude), at, first + bytes.len()))
    }

    /// Returns the number in two's complement, if it is in the range of the type.
    #[inline]
    fn in_range(&mut self, scalar: Scalar, (negative, magnitude): (bool, u128), at: usize) -> Checked<u128> {
        if !T::CHECKS {
            return Ok(if negative { !magnitude } else { magnitude });
        }
        let bits = 8 * scalar.width() as u32;
        let fits = match scalar.integer() {
            Some(false) => !negative && (bits == 128 || magnitude >> bits == 0),
            _ => magnitude >> (bits - 1) == 0,
        };
        if fits {
            return Ok(if negative { !magnitude } else { magnitude });
        }
        let magnitude = magnitude.saturating_add(u128::from(negative));
        self.fail(ErrorKind::OutOfRange { expected: scalar.expected(), negative, magnitude }, at)
    }

    fn float(&mut self, scalar: Scalar, at: usize) -> Checked<(u128, usize, usize)> {
        let (head, at, end) = self.content(at)?;
        if head.major != SIMPLE || !matches!(head.info, 25..=27) {
            return self.unexpected("a float", head, at);
        }
        let argument = head.argument;
        let bits = match (head.info, scalar) {
            (25, Scalar::F32) => float::half_to_single(argument as u16).into(),
            (25, _) => float::half_to_f64(argument as u16).to_bits(),
            (26, Scalar::F32) => argument,
            (26, _) => float::single_to_double(argument as u32),
            (_, Scalar::F32) => match float::double_to_single(argument) {
                Some(bits) => bits.into(),
                None => {
                    let (expected, found) = ("a float of single precision", "one of double precision");
                    return self.fail(ErrorKind::UnexpectedItem { expected, found }, at);
                }
            },
            _ => argument,
        };
        Ok((bits.into(), at, end))
    }

    fn char(&mut self, scalar: Scalar, at: usize) -> Checked<(u128, usize, usize)> {
        let (head, at, start) = self.content(at)?;
        if head.major == UNSIGNED && (0xD800..=0xDFFF).contains(&head.argument) {
            return self.invalid(scalar, head.argument.into(), at);
        }
        let expected = "a text string of one character";
        self.require_string(head, TEXT, expected, at)?;
        let (text, end) = self.text(start, head.argument)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(char), None) => Ok((u32::from(char).into(), at, end)),
            (found, _) => {
                let found = if found.is_none() { "an empty one" } else { "a longer one" };
                self.fail(ErrorKind::UnexpectedItem { expected, found }, at)
            }
        }
    }

    /// Checks an array of seconds and nanoseconds.
    fn time(&mut self, scalar: Scalar, at: usize) -> Checked<(ScalarValue, usize)> {
        let (items, first) = self.enter_list(at)?;
        if !items.is_indefinite && items.left < 2 {
            return self.fail(ErrorKind::MissingFields { expected: 2, found: items.left }, first);
        }
        let (seconds, at, second) = self.integer(first)?;
        let kind = if scalar == Scalar::Duration { Scalar::U64 } else { Scalar::I64 };
        let seconds = self.in_range(kind, seconds, at)?;
        let (nanoseconds, at, end) = self.integer(second)?;
        let nanoseconds = self.in_range(Scalar::U32, nanoseconds, at)?;
        let low = nanoseconds << 64 | u128::from(seconds as u64);
        let Some(value) = scalar.value(low) else { return self.invalid(scalar, low, first) };
        let is_end = !T::CHECKS || if items.is_indefinite { self.is_break(end) } else { items.left == 2 };
        if !is_end {
            let (expected, found) = ("an array of seconds and nanoseconds", "a longer one");
            return self.fail(ErrorKind::UnexpectedItem { expected, found }, end);
        }
        Ok((value, end + usize::from(items.is_indefinite)))
    }
}
