//! The rules of the native layouts.

use packed_data::ErrorKind;

use super::{Checked, Checker, Next, Opened, Parts, float};
use crate::layout::{ScalarRule, SequenceRule, SizeRule};
use crate::plan::{Element, Form, SequenceKind};
use crate::schema::Scalar;
use crate::visit::{ScalarValue, Visit};

impl<'b> Checker<'_, 'b> {
    /// Checks the beginning of a value. (The head of an extensible type, its size and in `Indexed` the length of its
    /// static part, will be read here, before the tag.)
    #[inline]
    pub(super) fn open_native<V: Visit<'b>>(&mut self, node: u32, at: usize, visit: &mut V) -> Checked<Opened> {
        let of = self.plan.nodes[node as usize];
        match of.form {
            Form::Scalar(scalar) => {
                let end = self.scalar(node, scalar, at, visit)?;
                Ok(Opened::Leaf(end))
            }
            Form::Text => {
                let (len, start) = self.number(at)?;
                let (text, end) = self.text(start, len)?;
                visit.text(text);
                Ok(Opened::Leaf(end))
            }
            // (The plan refuses what is not known.)
            Form::Raw { .. } => {
                let (len, start) = self.number(at)?;
                let bytes = self.slice(start, len)?;
                let end = self.item(start, start + bytes.len())?;
                if end - start != bytes.len() {
                    return self.fail(ErrorKind::SizeMismatch { stated: len, actual: end - start }, at);
                }
                visit.raw(bytes);
                Ok(Opened::Leaf(end))
            }
            Form::Struct { constructor, has_tag, .. } => {
                let mut fields = at;
                if has_tag {
                    match self.array(at)? {
                        [0] => fields += 1,
                        [tag] => {
                            let kind = ErrorKind::InvalidTag { found: tag.into(), constructors: 1 };
                            return self.fail(kind, at);
                        }
                    }
                }
                self.begin_fields::<V>(node, 0, constructor, fields)
            }
            Form::Enum { first, count, tag_size, .. } => {
                let tag = match tag_size {
                    0 => 0,
                    1 => u32::from(self.array::<1>(at)?[0]),
                    2 if self.is_big() => u16::from_be_bytes(self.array(at)?).into(),
                    2 => u16::from_le_bytes(self.array(at)?).into(),
                    _ if self.is_big() => u32::from_be_bytes(self.array(at)?),
                    _ => u32::from_le_bytes(self.array(at)?),
                };
                if tag >= count {
                    return self.fail(ErrorKind::InvalidTag { found: tag, constructors: count }, at);
                }
                self.begin_fields::<V>(node, tag, first + tag, at + usize::from(tag_size))
            }
            Form::Array { len, element } => self.open_array(node, at, len, element, visit),
            Form::Sequence { element, kind } => self.open_sequence(node, at, element, kind, visit),
        }
    }

    #[inline]
    fn begin_fields<V: Visit<'b>>(&mut self, node: u32, tag: u32, constructor: u32, at: usize) -> Checked<Opened> {
        let of = self.plan.constructors[constructor as usize];
        if !V::ACTIVE
            && let Some(size) = of.skip
            && size <= self.left(at)
        {
            return Ok(Opened::Leaf(at + size));
        }
        let mut parts = Parts::new(node, self.levels);
        (parts.tag, parts.count, parts.first, parts.fixed) = (tag, of.len as usize, of.first, at);
        if of.static_part > self.left(at) {
            return self.short(&parts, at);
        }
        Ok(Opened::Parts(parts, at + of.static_part))
    }

    /// Reports which of the next fields of static size does not fit.
    #[cold]
    fn short<T>(&mut self, parts: &Parts, at: usize) -> Checked<T> {
        let (mut left, mut offset, mut needed, mut index) = (self.left(at), at, 0, parts.index);
        for (position, field) in self.plan.fields[parts.first as usize..][..parts.count].iter().enumerate() {
            if position < parts.index {
                continue;
            }
            index = position;
            match field.extent.size() {
                Some(size) if size <= left => (left, offset) = (left - size, offset + size),
                None if self.plan.rules.static_first => {}
                size => {
                    needed = size.unwrap_or(1);
                    break;
                }
            }
        }
        self.enter_field(parts, index, false);
        self.unexpected_end(offset, needed as u64)
    }

    fn open_array<V: Visit<'b>>(
        &mut self,
        node: u32,
        at: usize,
        len: usize,
        element: Element,
        visit: &mut V,
    ) -> Checked<Opened> {
        let of = self.plan.nodes[node as usize];
        if let Some(size) = of.extent.size() {
            let bytes = self.slice(at, size as u64)?;
            if !V::ACTIVE && (of.all_valid || size == 0) {
                return Ok(Opened::Leaf(at + size));
            }
            if element.is_byte {
                visit.bytes(node, bytes);
                return Ok(Opened::Leaf(at + size));
            }
            if size == 0 {
                self.charge_empty(at, len as u64)?;
            }
        }
        let mut parts = Parts::new(node, self.levels);
        if element.is_level {
            self.deeper(at)?;
        }
        (parts.count, parts.elements) = (len, Some(Element { is_indexed: false, ..element }));
        Ok(Opened::Parts(parts, at))
    }

    fn open_sequence<V: Visit<'b>>(
        &mut self,
        node: u32,
        at: usize,
        element: Element,
        kind: SequenceKind,
        visit: &mut V,
    ) -> Checked<Opened> {
        let mut parts = Parts::new(node, self.levels);
        if element.is_level {
            self.deeper(at)?;
        }
        if element.is_deep_key {
            self.enter_key(at)?;
        }
        (parts.kind, parts.elements, parts.head) = (kind, Some(element), at);
        if self.plan.rules.sequences == SequenceRule::Cells {
            parts.is_open = true;
            return Ok(Opened::Parts(parts, at));
        }
        if element.is_indexed {
            return self.open_table(parts, at);
        }
        let mut at = at;
        if let (SequenceKind::Map, Some(mark)) = (kind, self.plan.rules.map_mark) {
            let found = self.array::<4>(at)?;
            if found != mark {
                let expected = "map: the mark 1217678090 before its count";
                let found = u32::from_le_bytes(found).into();
                return self.fail(ErrorKind::InvalidScalar { expected, found }, at);
            }
            at += mark.len();
        }
        let (count, start) = self.number(at)?;
        let size = if element.may_be_empty { 0 } else { element.size.unwrap_or(1) };
        parts.count = self.require_elements(at, start, count, size, !element.may_be_empty)?;
        let inner = self.plan.nodes[element.node as usize];
        if let Some(size) = element.size
            && !kind.is_sorted()
            && (!V::ACTIVE || element.is_byte)
        {
            // (The bytes are there: `require_elements` has checked it.)
            let end = start + parts.count * size;
            let bytes = self.bytes.get(start..end).unwrap_or(&[]);
            let is_valid = inner.all_valid || size == 0;
            if is_valid || (inner.below > 0 && bytes.iter().all(|byte| u16::from(*byte) < inner.below)) {
                if V::ACTIVE {
                    visit.bytes(node, bytes);
                }
                return Ok(Opened::Leaf(end));
            }
        }
        Ok(Opened::Parts(parts, start))
    }

    /// Checks the head of a sequence with a table of ends.
    fn open_table(&mut self, mut parts: Parts, at: usize) -> Checked<Opened> {
        let (number, table) = self.number(at)?;
        let (count, width_log) = (number / 4, (number % 4) as u8);
        parts.count = self.require_elements(at, table, count, (1 << width_log) + 1, false)?;
        (parts.table, parts.width_log, parts.start) = (table, width_log, table + (parts.count << width_log));
        Ok(Opened::Parts(parts, parts.start))
    }

    /// Checks that the bytes suffice for `count` elements of at least `size` bytes each.
    fn require_elements(&mut self, at: usize, start: usize, count: u64, size: usize, charges: bool) -> Checked<usize> {
        let needed = count.saturating_mul(size as u64);
        if needed > self.left(start) as u64 {
            return self.unexpected_end(start, needed);
        }
        if size == 0 && charges {
            self.charge_empty(at, count)?;
        }
        match usize::try_from(count) {
            Ok(count) => Ok(count),
            Err(_) => self.fail(ErrorKind::Overflow, at),
        }
    }

    /// Compares the entry of the table of ends with the end of the element.
    pub(super) fn check_entry(&mut self, parts: &mut Parts, end: usize) -> Checked<()> {
        let entry = parts.table + ((parts.index - 1) << parts.width_log);
        let bytes = self.slice(entry, 1 << parts.width_log)?;
        let stated = bytes.iter().rev().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        let actual = end - parts.start;
        if stated != actual as u64 {
            return self.fail(ErrorKind::SizeMismatch { stated, actual }, entry);
        }
        Ok(())
    }

    /// Finds the next part.
    #[inline]
    pub(super) fn next_native<V: Visit<'b>>(
        &mut self,
        parts: &mut Parts,
        mut at: usize,
        last_end: &mut Option<(u64, usize)>,
        visit: &mut V,
    ) -> Checked<Next> {
        if let Some(element) = parts.elements {
            return self.next_element(parts, element, at, visit);
        }
        loop {
            if parts.index == parts.count {
                return Ok(Next::End(at));
            }
            let field = self.plan.fields[parts.first as usize + parts.index];
            let Some(size) = field.size else { break };
            let place = if self.plan.rules.static_first {
                parts.fixed += size;
                parts.fixed - size
            } else {
                let each = self.plan.rules.sizes_every_field();
                let needed = if each { size } else { field.run };
                if (each || !parts.is_present) && needed > self.left(at) {
                    return self.short(parts, at);
                }
                parts.is_present = true;
                at += size;
                at - size
            };
            parts.index += 1;
            if V::ACTIVE {
                visit.field(parts.index - 1);
            } else if field.all_valid || size == 0 {
                continue;
            }
            self.enter_field(parts, parts.index - 1, false);
            parts.resume = Some(at);
            let (is_level, is_deep_key, is_last) = (false, false, false);
            return Ok(Next::Part { node: field.node, at: place, size: None, is_level, is_deep_key, is_last });
        }
        let field = self.plan.fields[parts.first as usize + parts.index];
        parts.index += 1;
        parts.is_present = false;
        let is_last = parts.index == parts.count;
        if V::ACTIVE {
            visit.field(parts.index - 1);
        }
        self.enter_field(parts, parts.index - 1, is_last);
        let mut size = None;
        if field.is_sized {
            if is_last {
                at = self.check_last_size(at, last_end)?;
            } else if self.plan.rules.sizes == SizeRule::ForJumps {
                let (stated, start) = self.number(at)?;
                (size, at) = (Some((at, stated)), start);
            } else {
                let stated = u32::from_le_bytes(self.array(at)?);
                (size, at) = (Some((at, stated.into())), at + 4);
            }
        }
        let (is_level, is_deep_key) = (field.is_level, field.is_deep_key);
        Ok(Next::Part { node: field.node, at, size, is_level, is_deep_key, is_last })
    }

    fn next_element<V: Visit<'b>>(
        &mut self,
        parts: &mut Parts,
        element: Element,
        mut at: usize,
        visit: &mut V,
    ) -> Checked<Next> {
        if parts.is_open {
            match self.array(at)? {
                [0] => {
                    self.levels = parts.levels;
                    return Ok(Next::End(at + 1));
                }
                [1] => {
                    at += 1;
                    // (The library checks such elements as one block, and reports no index.)
                    if let (Some(size), true) = (element.size, self.plan.nodes[element.node as usize].all_valid) {
                        self.slice(at, size as u64)?;
                    }
                }
                [tag] => return self.fail(ErrorKind::InvalidTag { found: tag.into(), constructors: 2 }, at),
            }
        } else if parts.index == parts.count {
            self.levels = parts.levels;
            if element.is_indexed {
                self.check_width(parts, at)?;
            }
            return Ok(Next::End(at));
        }
        parts.index += 1;
        self.enter_element(parts.index - 1);
        if V::ACTIVE {
            visit.field(parts.index - 1);
        }
        let mut size = None;
        if let Form::Array { element: of, .. } = self.plan.nodes[parts.node as usize].form
            && of.is_indexed
            && parts.index < parts.count
        {
            let (stated, start) = self.number(at)?;
            (size, at) = (Some((at, stated)), start);
        }
        parts.current = at;
        let (is_level, is_deep_key, is_last) = (false, false, false);
        Ok(Next::Part { node: element.node, at, size, is_level, is_deep_key, is_last })
    }

    /// Checks that the table of ends is not wider than necessary.
    fn check_width(&mut self, parts: &Parts, end: usize) -> Checked<()> {
        let last = end - parts.start;
        let least = match last as u64 {
            0..=0xFF => 0,
            0x100..=0xFFFF => 1,
            0x1_0000..=0xFFFF_FFFF => 2,
            _ => 3,
        };
        if parts.width_log != least {
            return self.fail(ErrorKind::NotMinimal { value: last as u64 }, parts.head);
        }
        Ok(())
    }

    /// Checks the size before a last field: all last fields of a value end where the value does.
    fn check_last_size(&mut self, at: usize, last_end: &mut Option<(u64, usize)>) -> Checked<usize> {
        let size = u32::from_le_bytes(self.array(at)?);
        let start = at + 4;
        let end = start as u64 + u64::from(size);
        match *last_end {
            None => *last_end = Some((end, at)),
            Some((stated, _)) if stated == end => {}
            Some((stated, _)) => {
                let actual = usize::try_from(stated).unwrap_or(usize::MAX).saturating_sub(start);
                return self.fail(ErrorKind::SizeMismatch { stated: size.into(), actual }, at);
            }
        }
        Ok(start)
    }

    pub(super) fn is_big(&self) -> bool {
        matches!(self.plan.rules.scalars, ScalarRule::Big | ScalarRule::BigPairs)
    }

    /// Checks a number that states how many elements or bytes follow; returns it with the offset after it.
    #[inline]
    pub(super) fn number(&mut self, at: usize) -> Checked<(u64, usize)> {
        if let Some(is_big) = self.plan.rules.sequences.is_big() {
            let bytes = self.array(at)?;
            return Ok((if is_big { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) }, at + 8));
        }
        let [first] = self.array(at)?;
        let (value, end, least) = match first {
            0..=0xFB => return Ok((first.into(), at + 1)),
            0xFC => (u16::from_le_bytes(self.array(at + 1)?).into(), at + 3, 0xFC),
            0xFD => (u32::from_le_bytes(self.array(at + 1)?).into(), at + 5, 0x1_0000),
            0xFE => (u64::from_le_bytes(self.array(at + 1)?), at + 9, 0x1_0000_0000),
            0xFF => {
                let expected = "length: a first byte of 0 to 254";
                return self.fail(ErrorKind::InvalidScalar { expected, found: first.into() }, at);
            }
        };
        if value < least {
            return self.fail(ErrorKind::NotMinimal { value }, at);
        }
        Ok((value, end))
    }

    /// Checks a scalar; returns its end.
    #[inline]
    fn scalar<V: Visit<'b>>(&mut self, node: u32, scalar: Scalar, at: usize, visit: &mut V) -> Checked<usize> {
        let rule = self.plan.rules.scalars;
        let width = scalar.width();
        match (rule, scalar) {
            (ScalarRule::Storable, Scalar::Bool) => {
                let found = u32::from_le_bytes(self.array(at)?);
                if found > 1 {
                    return self.invalid(scalar, found.into(), at);
                }
                visit.scalar(node, ScalarValue::Bool(found == 1));
                return Ok(at + 4);
            }
            (ScalarRule::Big | ScalarRule::BigPairs, Scalar::Char) => {
                let [first] = self.array(at)?;
                let len = match first {
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0.. => 4,
                    _ => 1,
                };
                let bytes = self.slice(at, len)?;
                let Some(char) = std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) else {
                    return self.fail(ErrorKind::InvalidUtf8, at);
                };
                visit.scalar(node, ScalarValue::Char(char));
                return Ok(at + bytes.len());
            }
            (ScalarRule::BigPairs, Scalar::F32 | Scalar::F64) => {
                let [first] = self.array(at)?;
                let bytes = self.slice(at, float::len(first) as u64)?;
                let Some(bits) = float::decode(bytes, width) else {
                    let expected = "float: a mantissa of 24 or 53 bits and an exponent";
                    return self.fail(ErrorKind::InvalidScalar { expected, found: first.into() }, at);
                };
                if let Some(value) = value_of(scalar, bits.into()) {
                    visit.scalar(node, value);
                }
                return Ok(at + bytes.len());
            }
            _ => {}
        }
        let bytes = self.slice(at, width as u64)?;
        if !V::ACTIVE && scalar.is_any() {
            return Ok(at + width);
        }
        let mut low = [0; 16];
        low[..width].copy_from_slice(bytes);
        if self.is_big() {
            low[..width].reverse();
        }
        let low = u128::from_le_bytes(low);
        match value_of(scalar, low) {
            Some(value) => {
                visit.scalar(node, value);
                Ok(at + width)
            }
            None => self.invalid(scalar, low, at),
        }
    }

    #[cold]
    pub(super) fn invalid<T>(&mut self, scalar: Scalar, found: u128, at: usize) -> Checked<T> {
        self.fail(ErrorKind::InvalidScalar { expected: scalar.expected(), found }, at)
    }

    /// Returns the string at `at`, which was checked.
    pub(super) fn text_at(&mut self, at: usize) -> Checked<&'b [u8]> {
        let (len, start) = self.number(at)?;
        self.slice(start, len)
    }
}

/// Returns the value of a scalar with these bytes, as a little-endian number, if it is one.
pub(super) fn value_of(scalar: Scalar, low: u128) -> Option<ScalarValue> {
    let bits = 8 * scalar.width() as u32;
    Some(match scalar {
        Scalar::F32 => ScalarValue::F32(f32::from_bits(low as u32)),
        Scalar::F64 => ScalarValue::F64(f64::from_bits(low as u64)),
        Scalar::Bool if low > 1 => return None,
        Scalar::Bool => ScalarValue::Bool(low == 1),
        Scalar::Char => ScalarValue::Char(u32::try_from(low).ok().and_then(char::from_u32)?),
        Scalar::Duration | Scalar::SystemTime => {
            let (seconds, nanoseconds) = (low as u64, (low >> 64) as u32);
            if nanoseconds >= 1_000_000_000 {
                return None;
            }
            if scalar == Scalar::Duration {
                ScalarValue::Duration(seconds, nanoseconds)
            } else {
                ScalarValue::Time(seconds as i64, nanoseconds)
            }
        }
        _ if scalar.is_non_zero() && low == 0 => return None,
        _ if scalar.integer() == Some(true) => ScalarValue::Signed((low as i128) << (128 - bits) >> (128 - bits)),
        _ => ScalarValue::Unsigned(low),
    })
}
