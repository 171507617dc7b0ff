//! The rules of the native layouts.

use super::{Checked, Checker, Failed, NOWHERE, Next, Opened, Part, Parts, Rest};
use crate::encoding::{Encoding, ScalarRule};
use crate::error::ErrorKind;
use crate::format::{EXPECTED_TAG, SizeRule, table_width_log};
use crate::pair;
use crate::scalar::Scalar;
use crate::types::{Element, FieldFacts, Form, SequenceKind, Types, VARINT_TAG};
use crate::varint::{self, Varint, unzigzag};
use crate::visit::{HeadKind, Visit};

impl<'b, T: Types> Checker<'b, T> {
    /// Checks the beginning of a value.
    #[inline]
    pub(super) fn open_native<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        at: usize,
        parts: &mut Parts<T>,
        visit: &mut V,
    ) -> Checked<Opened> {
        let form = self.types.form(node);
        match &*form {
            Form::Scalar(scalar) => {
                let end = self.scalar(node, *scalar, at, visit)?;
                Ok(Opened::Leaf(end))
            }
            Form::Text => {
                let (len, start) = self.number(at)?;
                self.head(visit, node, HeadKind::Length, len, at, start);
                let (text, end) = self.text(start, len)?;
                visit.text(text);
                Ok(Opened::Leaf(end))
            }
            Form::Raw { is_unknown: true } if !T::CHECKS => {
                let (len, start) = self.number(at)?;
                self.head(visit, node, HeadKind::Size, len, at, start);
                let bytes = self.slice(start, len)?;
                visit.unknown(bytes);
                Ok(Opened::Leaf(start + bytes.len()))
            }
            Form::Raw { is_unknown: true } => {
                let (bytes, end) = self.unknown(at)?;
                self.head(visit, node, HeadKind::Size, bytes.len() as u64, at, end - bytes.len());
                visit.unknown(bytes);
                Ok(Opened::Leaf(end))
            }
            Form::Raw { is_unknown: false } => {
                let (len, start) = self.number(at)?;
                self.head(visit, node, HeadKind::Length, len, at, start);
                let bytes = self.slice(start, len)?;
                let end = start + bytes.len();
                let end = if T::CHECKS { self.item(start, end)? } else { end };
                if end - start != bytes.len() {
                    return self.fail(ErrorKind::SizeMismatch { stated: len, actual: end - start }, at);
                }
                visit.raw(bytes);
                Ok(Opened::Leaf(end))
            }
            Form::Struct { constructor, has_head: true, .. } => {
                self.open_struct_with_head(parts, (node, *constructor), at, visit)
            }
            Form::Struct { constructor, has_tag, .. } => {
                let mut fields = at;
                if *has_tag {
                    match self.array(at)? {
                        [0] => fields += 1,
                        [tag] => {
                            let kind = ErrorKind::InvalidTag { found: tag.into(), constructors: 1 };
                            return self.fail(kind, at);
                        }
                    }
                }
                self.head(visit, node, HeadKind::Tag, 0, at, fields);
                self.begin_fields(parts, (node, 0, *constructor), at, fields, visit)
            }
            Form::Enum { first, count, has_head: true, keeps_unknown, .. } => {
                self.open_enum_with_head(parts, (node, *first, *count), at, *keeps_unknown, visit)
            }
            Form::Enum { first, count, tag_size, .. } => {
                let mut fields = at + usize::from(*tag_size);
                let tag = match *tag_size {
                    0 => 0,
                    1 => u32::from(self.array::<1>(at)?[0]),
                    2 if self.is_big() => u16::from_be_bytes(self.array(at)?).into(),
                    2 => u16::from_le_bytes(self.array(at)?).into(),
                    VARINT_TAG => {
                        let tag;
                        (tag, fields) = self.varint_tag(at)?;
                        tag
                    }
                    _ if self.is_big() => u32::from_be_bytes(self.array(at)?),
                    _ => u32::from_le_bytes(self.array(at)?),
                };
                if tag >= *count {
                    return self.fail(ErrorKind::InvalidTag { found: tag, constructors: *count }, at);
                }
                self.head(visit, node, HeadKind::Tag, tag.into(), at, fields);
                self.begin_fields(parts, (node, tag, *first), at, fields, visit)
            }
            Form::Array { len, .. } => {
                let Some(element) = self.types.element(node, &form) else { return Err(Failed) };
                self.open_array(parts, (node, *len, element), at, visit)
            }
            Form::Sequence { kind, .. } => {
                let Some(element) = self.types.element(node, &form) else { return Err(Failed) };
                self.open_sequence(parts, (node, *kind, element), at, visit)
            }
        }
    }

    /// Begins the fields at `at` of the value that begins at `start`.
    #[inline]
    fn begin_fields<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, tag, constructor): (T::Type, u32, T::Constructors),
        start: usize,
        at: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        let Some(of) = self.types.constructor(constructor, tag) else { return Err(Failed) };
        if of.unpaid > 0 {
            self.charge_empty(start, of.unpaid)?;
        }
        if (!V::ACTIVE || V::FIXED)
            && let Some(gates) = &of.gates
            && let Some(end) = self.pass_gates(gates, at, 1)
            && (!V::ACTIVE || visit.fixed_fields(node, tag, self.within_input(at, end)))
        {
            return Ok(Opened::Leaf(end));
        }
        let (count, rest) = (of.len as usize, Rest::Fields(of.first));
        *parts = Parts { node, tag, count, rest, levels: self.levels, fixed: at, ..Parts::NEW };
        if T::CHECKS && of.static_part > self.left(at) {
            return self.short(parts, at);
        }
        Ok(Opened::Parts(self.first_part(at, at + of.static_part)))
    }

    /// Returns where the walk over fields goes on whose static part is stored from `fixed` to `end`. (A reader in the
    /// order of the bytes is not behind the static part before it has come to its end.)
    #[inline(always)]
    pub(super) fn first_part(&self, fixed: usize, end: usize) -> usize {
        if !T::CHECKS && self.by_address { fixed } else { end }
    }

    /// Reports which of the next fields of static size does not fit.
    #[cold]
    pub(super) fn short<R>(&mut self, parts: &Parts<T>, at: usize) -> Checked<R> {
        let (mut left, mut offset, mut needed, mut index) = (self.left(at), at, 0, parts.index);
        let mut ahead = *parts;
        for position in parts.index..parts.count {
            ahead.index = position;
            let Ok(field) = ahead.next_field(self.types) else { break };
            index = position;
            match field.extent.size() {
                Some(size) if size <= left && !field.has_default => (left, offset) = (left - size, offset + size),
                None if self.types.format().static_first => {}
                size => {
                    needed = size.filter(|_| !field.has_default).unwrap_or(1);
                    break;
                }
            }
        }
        self.enter_field(parts, index, false);
        self.unexpected_end(offset, needed as u64)
    }

    fn open_array<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, len, element): (T::Type, usize, T::Element),
        at: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        if let Some(size) = self.types.extent(node).size()
            && (T::CHECKS || size <= self.left(at))
        {
            let bytes = self.slice(at, size as u64)?;
            let is_passed = || self.types.gates(node).is_some_and(|gates| self.pass_gates(gates, at, 1).is_some());
            if !V::ACTIVE && (self.types.is_all_valid(node) || size == 0 || is_passed()) {
                return Ok(Opened::Leaf(at + size));
            }
            if element.is_byte || (V::HEADS && self.are_bytes(&element, bytes)) {
                visit.bytes_at(node, bytes, at);
                return Ok(Opened::Leaf(at + size));
            }
            if V::FIXED && is_passed() && visit.fixed_elements(node, len, bytes) {
                return Ok(Opened::Leaf(at + size));
            }
        }
        *parts = Parts { count: len, ..Parts::of_elements(node, element, self.levels) };
        self.enter_elements(&element, at)?;
        Ok(Opened::Parts(at))
    }

    fn open_sequence<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, kind, element): (T::Type, SequenceKind, T::Element),
        at: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        *parts = Parts { kind, ..Parts::of_elements(node, element, self.levels) };
        self.enter_elements(&element, at)?;
        if self.types.format().writes_cells() {
            parts.is_open = true;
            return Ok(Opened::Parts(at));
        }
        if element.is_indexed {
            return self.open_table(parts, &element, at, visit);
        }
        let mut at = at;
        if let (SequenceKind::Map, Some(mark)) = (kind, self.types.format().map_mark) {
            let found = self.array::<4>(at)?;
            if found != mark {
                let expected = "map: the mark 1217678090 before its count";
                let found = u32::from_le_bytes(found).into();
                return self.fail(ErrorKind::InvalidScalar { expected, found }, at);
            }
            self.head(visit, node, HeadKind::Mark, u32::from_le_bytes(found).into(), at, at + mark.len());
            at += mark.len();
        }
        let (count, start) = self.number(at)?;
        self.head(visit, node, HeadKind::Count, count, at, start);
        let size = if element.may_be_empty { 0 } else { element.size.unwrap_or(1) };
        parts.count = self.require_elements(at, start, count, size, element.unpaid)?;
        parts.fixed_end = start;
        if V::ACTIVE {
            let end = start.saturating_add(parts.count);
            if let Some(bytes) = self.bytes.get(start..end)
                && (element.is_byte && !kind.is_sorted() || V::HEADS && self.are_bytes(&element, bytes))
            {
                visit.bytes_at(node, bytes, start);
                return Ok(Opened::Leaf(end));
            }
        }
        if (!V::ACTIVE || V::FIXED)
            && let Some(gates) = self.types.gates(element.node)
            && !element.is_level
            && !element.is_deep_key
            && (!kind.is_sorted() || self.ascends(&element, gates.size, start, parts.count))
            && let Some(end) = self.pass_gates(gates, start, parts.count)
            && (!V::ACTIVE || visit.fixed_elements(node, parts.count, self.within_input(start, end)))
        {
            return Ok(Opened::Leaf(end));
        }
        Ok(Opened::Parts(start))
    }

    /// Returns bytes that were found to be there.
    #[inline]
    fn within_input(&self, start: usize, end: usize) -> &'b [u8] {
        self.bytes.get(start..end).unwrap_or(&[])
    }

    /// Returns whether these bytes are elements that are scalars of one byte each.
    fn are_bytes(&self, element: &Element<T::Type>, bytes: &[u8]) -> bool {
        let Form::Scalar(scalar) = *self.types.form(element.node) else { return false };
        let is_value = |byte: &u8| scalar.value(u128::from(*byte)).is_some();
        element.size == Some(1) && !bytes.is_empty() && bytes.iter().all(is_value)
    }

    /// Checks the head of a sequence with a table of ends.
    fn open_table<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        element: &Element<T::Type>,
        at: usize,
        visit: &mut V,
    ) -> Checked<Opened> {
        let (number, table) = self.number(at)?;
        let (count, width_log) = (number / 4, (number % 4) as u8);
        self.head(visit, parts.node, HeadKind::Count, count, at, table);
        parts.count = self.require_elements(at, table, count, (1 << width_log) + 1, element.unpaid)?;
        if !T::CHECKS {
            self.slice(table, (parts.count as u64).saturating_mul(1 << width_log))?;
        }
        (parts.has_table, parts.width_log) = (true, width_log);
        (parts.fixed, parts.fixed_end) = (table, table + (parts.count << width_log));
        self.head(visit, parts.node, HeadKind::Ends, count, table, parts.fixed_end);
        Ok(Opened::Parts(parts.fixed_end))
    }

    /// Checks that the bytes suffice for `count` elements of at least `size` bytes each, and charges the parts without
    /// bytes of each.
    fn require_elements(&mut self, at: usize, start: usize, count: u64, size: usize, unpaid: u64) -> Checked<usize> {
        let needed = count.saturating_mul(size as u64);
        if T::CHECKS && needed > self.left(start) as u64 {
            return self.unexpected_end(start, needed);
        }
        self.charge_empty(at, count.saturating_mul(unpaid))?;
        match usize::try_from(count) {
            Ok(count) => Ok(count),
            Err(_) => self.fail(ErrorKind::Overflow, at),
        }
    }

    /// Reads entry `index` of the table of ends; returns its offset too.
    fn entry(&mut self, parts: &Parts<T>, index: usize) -> Checked<(usize, u64)> {
        let entry = parts.fixed + (index << parts.width_log);
        let stated = match parts.width_log {
            0 => u64::from(self.array::<1>(entry)?[0]),
            1 => u16::from_le_bytes(self.array(entry)?).into(),
            2 => u32::from_le_bytes(self.array(entry)?).into(),
            _ => u64::from_le_bytes(self.array(entry)?),
        };
        Ok((entry, stated))
    }

    /// Passes elements that are not read, where the bytes or the type state where the others are: those before element
    /// `index`. Returns where that begins, if it is one of the elements that are left, the next of which begins at
    /// `at`.
    pub fn jump(&mut self, parts: &mut Parts<T>, at: usize, index: usize) -> Option<usize> {
        let passed = index.checked_sub(parts.index).filter(|passed| *passed > 0 && index < parts.count)?;
        let element = parts.elements().filter(|_| !parts.is_open)?;
        let start = match element.size {
            Some(size) => at.checked_add(passed.checked_mul(size)?)?,
            None => self.end_by_table(parts, index - 1)?,
        };
        parts.index = index;
        Some(start)
    }

    /// Returns the end of the part that was found last, if the bytes state it: an element by the table of ends, a field
    /// by the size before it.
    pub fn stated_end(&mut self, parts: &Parts<T>, part: &Part<T::Type>) -> Option<usize> {
        let end = match part.stated_end() {
            None => self.end_by_table(parts, parts.index.checked_sub(1)?)?,
            Some(end) => end,
        };
        (end <= self.bytes.len()).then_some(end)
    }

    /// Returns the end of an element, if there is a table of ends.
    fn end_by_table(&mut self, parts: &Parts<T>, index: usize) -> Option<usize> {
        // (Elements by themselves have no table before them.)
        if !parts.has_table || parts.fixed_end == 0 {
            return None;
        }
        let (_, stated) = self.entry(parts, index).ok()?;
        parts.fixed_end.checked_add(usize::try_from(stated).ok()?)
    }

    /// Compares the entry of the table of ends with the end of the element.
    pub(super) fn check_entry(&mut self, parts: &Parts<T>, end: usize) -> Checked<()> {
        let (entry, stated) = self.entry(parts, parts.index - 1)?;
        let actual = end - parts.fixed_end;
        if stated != actual as u64 {
            return self.fail(ErrorKind::SizeMismatch { stated, actual }, entry);
        }
        Ok(())
    }

    /// Finds the next part.
    #[inline]
    pub(super) fn next_native<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        mut at: usize,
        last_end: &mut Option<(u64, usize)>,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        if let Rest::Elements(element) = &parts.rest {
            let (node, is_indexed) = (element.node, element.is_indexed);
            return self.next_element(parts, (node, is_indexed), at, visit);
        }
        if self.passes_heads::<V>() && self.types.format().static_first {
            return self.next_stored(parts, at, last_end, visit);
        }
        if parts.until != NOWHERE {
            return self.next_open_field(parts, at, last_end, visit);
        }
        loop {
            if parts.index == parts.count {
                return Ok(Next::End(at));
            }
            let field = parts.next_field(self.types)?;
            let field = &*field;
            let Some(size) = field.size else { return self.next_varying(parts, field, at, last_end, visit) };
            let place = if self.types.format().static_first {
                parts.fixed += size;
                parts.fixed - size
            } else {
                let each = self.types.format().sizes_every_field();
                let needed = if each { size } else { field.run };
                if T::CHECKS && (each || !parts.is_present) && needed > self.left(at) {
                    return self.short(parts, at);
                }
                parts.is_present = true;
                at += size;
                at - size
            };
            parts.index += 1;
            if V::ACTIVE || !(field.all_valid || size == 0) {
                return Ok(self.fixed_part(parts, field, place, at, visit));
            }
        }
    }

    /// Enters a field of static size at `place`, after which the walk goes on at `resume`.
    #[inline]
    pub(super) fn fixed_part<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        field: &FieldFacts<T::Type>,
        place: usize,
        resume: usize,
        visit: &mut V,
    ) -> Next<T::Type> {
        self.begin_field(parts, false, visit);
        parts.resume = resume;
        Next::Part(Part::new(field.node, place))
    }

    /// Enters a field whose size is not static, or is before it.
    #[inline]
    pub(super) fn next_varying<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        field: &FieldFacts<T::Type>,
        mut at: usize,
        last_end: &mut Option<(u64, usize)>,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        parts.index += 1;
        parts.is_present = false;
        let FieldFacts { node, is_end, .. } = *field;
        self.begin_field(parts, is_end, visit);
        let (mut size_at, mut stated) = (NOWHERE, 0);
        if field.is_sized {
            let before = at;
            if is_end {
                at = self.check_last_size(at, last_end)?;
                stated = last_end.map_or(0, |(end, _)| end.saturating_sub(at as u64));
            } else if self.types.format().sizes == SizeRule::ForJumps {
                size_at = at;
                (stated, at) = self.number(at)?;
            } else {
                (size_at, stated) = (at, u32::from_le_bytes(self.array(at)?).into());
                at += 4;
            }
            self.head(visit, node, HeadKind::Size, stated, before, at);
        }
        Ok(Next::Part(Part { size_at, stated, ..Part::of_field::<V>(field, at) }))
    }

    /// Finds the next field in the order of the bytes: first those of the static part, then the others.
    fn next_stored<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        mut at: usize,
        last_end: &mut Option<(u64, usize)>,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        let has_head = parts.until != NOWHERE;
        loop {
            if parts.index == parts.count {
                if parts.is_behind {
                    let end = if has_head { parts.until } else { at };
                    self.head(visit, parts.node, HeadKind::Unknown, 0, at, end);
                    return Ok(Next::End(end));
                }
                if has_head {
                    self.head(visit, parts.node, HeadKind::Unknown, 0, parts.fixed, parts.fixed_end);
                }
                if !T::CHECKS {
                    at = if has_head { parts.fixed_end } else { parts.fixed };
                }
                (parts.index, parts.is_behind) = (0, true);
                continue;
            }
            let field = parts.next_field(self.types)?;
            let field = &*field;
            if field.size.is_some() == parts.is_behind {
                parts.index += 1;
                continue;
            }
            let is_over = if parts.is_behind { self.left(at) == 0 } else { parts.fixed >= parts.fixed_end };
            if has_head && field.has_default && is_over {
                parts.index += 1;
                if !T::CHECKS {
                    return Ok(Next::Absent);
                }
                visit.absent(parts.index - 1..parts.index);
                continue;
            }
            let Some(size) = field.size else { return self.next_varying(parts, field, at, last_end, visit) };
            if T::CHECKS && has_head && size > parts.fixed_end.saturating_sub(parts.fixed) {
                return self.unexpected_end(parts.fixed, size as u64);
            }
            (parts.index, parts.fixed) = (parts.index + 1, parts.fixed + size);
            return Ok(self.fixed_part(parts, field, parts.fixed - size, at, visit));
        }
    }

    fn next_element<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        (node, is_indexed): (T::Type, bool),
        mut at: usize,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        if parts.is_open {
            match self.array(at)? {
                [0] => {
                    self.levels = parts.levels;
                    self.head(visit, parts.node, HeadKind::Cell, 0, at, at + 1);
                    return Ok(Next::End(at + 1));
                }
                [1] => {
                    self.head(visit, parts.node, HeadKind::Cell, 1, at, at + 1);
                    let Some(element) = parts.elements() else { return Err(Failed) };
                    self.charge_empty(at, element.unpaid)?;
                    at += 1;
                    // (The library checks such elements as one block, and reports no index.)
                    if let (Some(size), true) = (element.size, self.types.is_all_valid(node)) {
                        self.slice(at, size as u64)?;
                    }
                }
                [tag] => return self.fail(ErrorKind::InvalidTag { found: tag.into(), constructors: 2 }, at),
            }
        } else if parts.index == parts.count {
            self.levels = parts.levels;
            if T::CHECKS && parts.has_table {
                self.check_width(parts, at)?;
            }
            return Ok(Next::End(at));
        }
        self.begin_element(parts, visit);
        let (mut size_at, mut stated) = (NOWHERE, 0);
        // (Only in an array.)
        if is_indexed && !parts.has_table && parts.index < parts.count {
            size_at = at;
            (stated, at) = self.number(at)?;
            self.head(visit, node, HeadKind::Size, stated, size_at, at);
        }
        Ok(Next::Part(Part { size_at, stated, ..Part::new(node, at) }))
    }

    /// Checks that the table of ends is not wider than necessary.
    fn check_width(&mut self, parts: &Parts<T>, end: usize) -> Checked<()> {
        let last = end - parts.fixed_end;
        if parts.width_log != table_width_log(last as u64) {
            // (Which begins with their number and that width, in one number.)
            let number = (parts.count as u64) << 2 | u64::from(parts.width_log);
            return self.fail(ErrorKind::NotMinimal { value: last as u64 }, parts.fixed - varint::len(number));
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
        self.types.format().is_big()
    }

    /// Checks a number that states how many elements or bytes follow; returns it with the offset after it.
    #[inline]
    pub(super) fn number(&mut self, at: usize) -> Checked<(u64, usize)> {
        if let Some(is_big) = self.types.format().has_big_counts() {
            let bytes = self.array(at)?;
            return Ok((if is_big { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) }, at + 8));
        }
        let [first] = self.array(at)?;
        if first < Varint::BINCODE.below() {
            return Ok((first.into(), at + 1));
        }
        let form = self.types.format().counts().unwrap_or(Varint::SHORT);
        let (value, end) = self.varint(form, at, 8, form.expected_length())?;
        Ok((value as u64, end))
    }

    /// Checks a tag that is a varint of bincode; returns it with the offset after it.
    #[cold]
    #[inline(never)]
    fn varint_tag(&mut self, at: usize) -> Checked<(u32, usize)> {
        let (tag, fields) = self.bincode_varint(at, 4, EXPECTED_TAG)?;
        Ok((tag as u32, fields))
    }

    /// Checks a varint of bincode with at most `most` bytes after the first; returns it with the offset after it.
    fn bincode_varint(&mut self, at: usize, most: usize, expected: &'static str) -> Checked<(u128, usize)> {
        self.varint(Varint::BINCODE, at, most, expected)
    }

    /// Checks a varint with at most `most` bytes after the first; returns it with the offset after it.
    fn varint(&mut self, form: Varint, at: usize, most: usize, expected: &'static str) -> Checked<(u128, usize)> {
        let [first] = self.array(at)?;
        let more = match form.more(first) {
            Some(0) => return Ok((first.into(), at + 1)),
            Some(more) if more <= most => more,
            _ => return self.fail(ErrorKind::InvalidScalar { expected, found: first.into() }, at),
        };
        let value = self.slice(at + 1, more as u64)?.iter().rfold(0, |low, byte| low << 8 | u128::from(*byte));
        if T::CHECKS && form.len(value) != 1 + more {
            return self.fail(ErrorKind::NotMinimal { value: value as u64 }, at);
        }
        Ok((value, at + 1 + more))
    }

    /// Checks a scalar; returns its end.
    #[inline]
    fn scalar<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        scalar: Scalar,
        at: usize,
        visit: &mut V,
    ) -> Checked<usize> {
        let width = scalar.width();
        // (Most layouts write all scalars alike.)
        let rule = self.types.format().scalars;
        if rule != ScalarRule::Little {
            let encoding = rule.encoding(scalar.kind(), width);
            if !matches!(encoding, Encoding::Little | Encoding::Big) {
                return self.encoded_scalar(node, (scalar, encoding), at, visit);
            }
        }
        let bytes = self.slice(at, width as u64)?;
        if !V::ACTIVE && scalar.is_any() {
            return Ok(at + width);
        }
        let low = self.low(bytes);
        // (A part that comes later may be wrong, and this one too: then it is shown as a value.)
        let value = if !T::CHECKS && scalar == Scalar::Bool { low.min(1) } else { low };
        self.scalar_of(node, (scalar, value), low, (at, at + width), visit)
    }

    /// Reports a scalar with these bits, which is stored from `at` to `end`; `found` is shown if it is not valid.
    #[inline(always)]
    fn scalar_of<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        (scalar, low): (Scalar, u128),
        found: u128,
        (at, end): (usize, usize),
        visit: &mut V,
    ) -> Checked<usize> {
        match scalar.value(low) {
            Some(value) => {
                visit.scalar_at(node, value, at);
                Ok(end)
            }
            None => self.invalid(scalar, found, at),
        }
    }

    /// Checks a scalar that is not stored at its width; returns its end. (Out of line: most layouts have few of them.)
    #[inline(never)]
    fn encoded_scalar<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        (scalar, encoding): (Scalar, Encoding),
        at: usize,
        visit: &mut V,
    ) -> Checked<usize> {
        let (width, expected) = (scalar.width(), scalar.expected());
        let (low, end) = match encoding {
            Encoding::Word => {
                let found = u32::from_le_bytes(self.array(at)?);
                if T::CHECKS && found > 1 {
                    return self.invalid(scalar, found.into(), at);
                }
                (u128::from(found > 0), at + 4)
            }
            Encoding::Utf8 => {
                let [first] = self.array(at)?;
                let len = match first {
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0.. => 4,
                    _ => 1,
                };
                let bytes = self.slice(at, len)?;
                let Some(char) = core::str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) else {
                    return self.fail(ErrorKind::InvalidUtf8, at);
                };
                (u32::from(char).into(), at + bytes.len())
            }
            Encoding::MantissaExponent => {
                let [first] = self.array(at)?;
                let bytes = self.slice(at, pair::len(first) as u64)?;
                let Some(bits) = pair::decode(bytes, width) else {
                    let expected = "float: a mantissa of 24 or 53 bits and an exponent";
                    return self.fail(ErrorKind::InvalidScalar { expected, found: first.into() }, at);
                };
                (bits.into(), at + bytes.len())
            }
            Encoding::Varint => self.bincode_varint(at, width, expected)?,
            Encoding::Zigzag => {
                let (number, end) = self.bincode_varint(at, width, expected)?;
                (unzigzag(number) as u128 & u128::MAX >> (128 - 8 * width), end)
            }
            Encoding::VarintPair => {
                let (seconds, middle) = self.bincode_varint(at, 8, expected)?;
                let (nanoseconds, end) = self.bincode_varint(middle, 4, expected)?;
                (nanoseconds << 64 | seconds, end)
            }
            Encoding::Little | Encoding::Big | Encoding::Item => return Err(Failed),
        };
        self.scalar_of(node, (scalar, low), low, (at, end), visit)
    }

    /// Returns these bytes, at most 16, as a number.
    #[inline]
    fn low(&self, bytes: &[u8]) -> u128 {
        let add = |low, byte: &u8| low << 8 | u128::from(*byte);
        match bytes {
            [byte] => u128::from(*byte),
            _ if self.is_big() => bytes.iter().fold(0, add),
            _ => bytes.iter().rfold(0, add),
        }
    }

    #[cold]
    pub(super) fn invalid<R>(&mut self, scalar: Scalar, found: u128, at: usize) -> Checked<R> {
        self.fail(ErrorKind::InvalidScalar { expected: scalar.expected(), found }, at)
    }

    /// Returns the string at `at`, which was checked.
    pub(super) fn text_at(&mut self, at: usize) -> Checked<&'b [u8]> {
        let (len, start) = self.number(at)?;
        self.slice(start, len)
    }
}
