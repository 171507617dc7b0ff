//! The walk over a record that fills the columns.

use std::ops::Range;

use packed_data_schema::{ScalarValue, TypeIndex, Visit};

use arrow_buffer::i256;

use crate::column::{Column, Data};
use crate::error::ErrorKind;
use crate::form::Fields;
use crate::kind::{ColumnIndex, ColumnKind};
use crate::plan::{Member, Part, Plan, Route, RouteIndex, SKIP};

/// The number of bytes that a record may add to the columns, beside [`MAX_RATIO`] times its own. Records of few bytes
/// may add many: a null in a list of fixed size takes as many bytes as the values of such a list.
const MAX_RECORD: usize = 256 << 20;
/// A number of one byte becomes at most 32 bytes.
const MAX_RATIO: usize = 64;

/// Receives the parts of records, and appends them to the columns.
#[derive(Debug)]
pub(crate) struct Appender {
    pub(crate) plan: Plan,
    pub(crate) columns: Vec<Column>,
    /// The values that are open: where they go, and the constructor.
    open: Vec<(RouteIndex, u32)>,
    /// Where the next value goes.
    next: RouteIndex,
    /// The approximate number of bytes in the columns.
    pub(crate) taken: usize,
    /// The greatest value of `taken` that the current record may reach.
    limit: usize,
    /// The first error, and its column.
    pub(crate) error: Option<(ErrorKind, Option<ColumnIndex>)>,
}

impl Appender {
    pub(crate) fn new(plan: Plan) -> Self {
        let columns = plan.columns.iter().map(Column::new).collect();
        let next = plan.root;
        Self { plan, columns, open: Vec::new(), next, taken: 0, limit: 0, error: None }
    }

    /// Begins a record that has `bytes` bytes.
    pub(crate) fn begin_record(&mut self, bytes: usize) {
        self.open.clear();
        self.next = self.plan.root;
        self.limit = self.taken.saturating_add(MAX_RECORD).saturating_add(bytes.saturating_mul(MAX_RATIO));
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        self.columns = self.plan.columns.iter().map(Column::new).collect();
        self.taken = 0;
        self.error = None;
    }

    #[cold]
    fn fail(&mut self, kind: ErrorKind, column: ColumnIndex) {
        self.error.get_or_insert((kind, Some(column)));
    }

    /// Adds the bytes that a value takes in a column.
    #[inline]
    fn take(&mut self, bytes: usize, column: Option<ColumnIndex>) {
        self.taken = self.taken.saturating_add(bytes);
        if self.taken > self.limit {
            self.take_too_many(column);
        }
    }

    #[cold]
    fn take_too_many(&mut self, column: Option<ColumnIndex>) {
        self.error.get_or_insert((ErrorKind::RecordTooLarge { limit: MAX_RECORD }, column));
    }

    /// Returns a length as an offset of a column.
    #[inline]
    fn offset(&mut self, len: usize, column: ColumnIndex) -> i32 {
        i32::try_from(len).unwrap_or_else(|_| {
            self.fail(ErrorKind::TooLarge, column);
            0
        })
    }

    /// Appends a null. A column without nulls of its own gets a zero: the column around it has the null.
    fn push_null(&mut self, column: ColumnIndex) {
        self.take(self.columns[column].width, Some(column));
        if self.error.is_some() {
            return;
        }
        let of = &mut self.columns[column];
        if let Some(nulls) = &mut of.nulls {
            nulls.append_null();
        }
        self.push_default(column);
    }

    fn push_default(&mut self, column: ColumnIndex) {
        let kind = &self.plan.columns[column].kind;
        self.columns[column].data.push_default(kind);
        match *kind {
            ColumnKind::Struct(ref children) => {
                for index in 0..children.len() {
                    if let ColumnKind::Struct(children) = &self.plan.columns[column].kind {
                        self.push_null(children[index]);
                    }
                }
            }
            ColumnKind::FixedList(child, len) => (0..len).for_each(|_| self.push_null(child)),
            ColumnKind::Union(ref children) => {
                if let Some(first) = children.first().copied() {
                    self.push_union(column, 0, first);
                    self.push_null(first);
                }
            }
            _ => {}
        }
    }

    /// Appends a value that is in the column of a member, where it comes next.
    fn push_union(&mut self, column: ColumnIndex, tag: u32, member: ColumnIndex) {
        let offset = self.offset(self.columns[member].len(), column);
        let of = &mut self.columns[column];
        self.taken += of.width;
        if let Data::Union { tags, offsets } = &mut of.data {
            // (A union has at most 128 members.)
            tags.push(tag as i8);
            offsets.push(offset);
        }
    }

    /// Begins a value of a struct or a fixed list.
    #[inline]
    fn push_count(&mut self, column: ColumnIndex) {
        let of = &mut self.columns[column];
        of.valid();
        self.taken += of.width;
        if let Data::Count(count) = &mut of.data {
            *count += 1;
        }
    }

    fn begin_member(&mut self, column: ColumnIndex, form: Fields) {
        if form != Fields::Newtype {
            self.push_count(column);
        }
    }

    fn push_tag(&mut self, column: ColumnIndex, tag: u32) {
        let of = &mut self.columns[column];
        of.valid();
        self.taken += of.width;
        of.data.push_tag(tag);
    }

    fn begin_tagged(&mut self, route: RouteIndex, tag: u32) {
        let Route::Tagged { column, tag: names, members } = &self.plan.routes[route] else { return };
        let (column, names, count) = (*column, *names, members.len());
        self.push_count(column);
        self.push_tag(names, tag);
        for index in 0..count {
            let Route::Tagged { members, .. } = &self.plan.routes[route] else { return };
            match &members[index] {
                Some(Member { column, form, .. }) if index == tag as usize => self.begin_member(*column, *form),
                Some(Member { column, .. }) => self.push_null(*column),
                None => {}
            }
        }
    }

    /// Returns the part with this index of the innermost open value.
    #[inline]
    fn part(&self, index: usize) -> Part {
        const NONE: Part = Part { route: SKIP, column: None, is_around: false };
        let to = |route| Part { route, ..NONE };
        let Some((route, tag)) = self.open.last() else { return NONE };
        match &self.plan.routes[*route] {
            Route::Struct { parts, .. } => parts.get(index).copied().unwrap_or(NONE),
            Route::Through(inner) | Route::Optional { some: inner, .. } => to(*inner),
            Route::List { element, .. } => to(*element),
            Route::Bytes { byte, .. } => to(*byte),
            Route::Union { members, .. } => {
                members.get(*tag as usize).and_then(|member| member.parts.get(index)).copied().unwrap_or(NONE)
            }
            Route::Tagged { members, .. } => {
                let member = members.get(*tag as usize).and_then(Option::as_ref);
                member.and_then(|member| member.parts.get(index)).copied().unwrap_or(NONE)
            }
            Route::Skip | Route::Leaf(_) | Route::Byte(_) | Route::Unit(_) | Route::Names(_) => NONE,
        }
    }

    fn end_value(&mut self, route: RouteIndex) {
        match self.plan.routes[route] {
            Route::List { column, .. } => match self.plan.columns[column].kind {
                ColumnKind::List(child) | ColumnKind::Map(child) => {
                    let end = self.offset(self.columns[child].len(), column);
                    let of = &mut self.columns[column];
                    of.valid();
                    self.taken += of.width;
                    if let Data::Ends(ends) = &mut of.data {
                        ends.push(end);
                    }
                }
                _ => self.push_count(column),
            },
            Route::Bytes { column, .. } => self.end_bytes(column),
            _ => {}
        }
    }

    /// Ends a value of bytes, which were appended.
    #[inline]
    fn end_bytes(&mut self, column: ColumnIndex) {
        let of = &mut self.columns[column];
        of.valid();
        self.taken += of.width;
        match &mut of.data {
            Data::Bytes { offsets, bytes } => match i32::try_from(bytes.len()) {
                Ok(end) => {
                    self.taken += offsets.last().map_or(0, |start| end.abs_diff(*start) as usize);
                    offsets.push(end);
                }
                Err(_) => self.fail(ErrorKind::TooLarge, column),
            },
            Data::FixedBytes { count, .. } => *count += 1,
            _ => {}
        }
    }

    #[inline]
    fn push_bytes(&mut self, column: ColumnIndex, value: &[u8]) {
        if let Data::Bytes { bytes, .. } | Data::FixedBytes { bytes, .. } = &mut self.columns[column].data {
            bytes.extend_from_slice(value);
        }
        self.end_bytes(column);
    }

    /// Appends a number, or the tag of an enum without data.
    #[inline]
    pub(crate) fn push_fixed(&mut self, column: ColumnIndex, value: ScalarValue) {
        match (&self.plan.columns[column].kind, value) {
            // (It was compared with the number of constructors.)
            (ColumnKind::Names(..), ScalarValue::Unsigned(tag)) => self.push_tag(column, tag as u32),
            _ => self.push_scalar(column, value),
        }
    }

    /// Appends a number, or another leaf.
    #[inline]
    pub(crate) fn push_scalar(&mut self, column: ColumnIndex, value: ScalarValue) {
        let of = &mut self.columns[column];
        match (&mut of.data, value) {
            (Data::U8(values), ScalarValue::Unsigned(value)) => values.push(value as u8),
            (Data::U16(values), ScalarValue::Unsigned(value)) => values.push(value as u16),
            (Data::U32(values), ScalarValue::Unsigned(value)) => values.push(value as u32),
            (Data::U64(values), ScalarValue::Unsigned(value)) => values.push(value as u64),
            (Data::I8(values), ScalarValue::Signed(value)) => values.push(value as i8),
            (Data::I16(values), ScalarValue::Signed(value)) => values.push(value as i16),
            (Data::I32(values), ScalarValue::Signed(value)) => values.push(value as i32),
            (Data::I64(values), ScalarValue::Signed(value)) => values.push(value as i64),
            (Data::F32(values), ScalarValue::F32(value)) => values.push(value),
            (Data::F64(values), ScalarValue::F64(value)) => values.push(value),
            (Data::Bool(values), ScalarValue::Bool(value)) => values.append(value),
            (Data::Wide(values), ScalarValue::Unsigned(value)) => values.push(i256::from_parts(value, 0)),
            (Data::Wide(values), ScalarValue::Signed(value)) => values.push(i256::from_i128(value)),
            (Data::Duration(values), ScalarValue::Duration(seconds, nanoseconds)) => {
                match nanoseconds_of(seconds.into(), nanoseconds) {
                    Some(value) => values.push(value),
                    None => return self.fail(ErrorKind::OutOfRange, column),
                }
            }
            (Data::Time(values), ScalarValue::Time(seconds, nanoseconds)) => {
                match nanoseconds_of(seconds.into(), nanoseconds) {
                    Some(value) => values.push(value),
                    None => return self.fail(ErrorKind::OutOfRange, column),
                }
            }
            (Data::Bytes { .. }, ScalarValue::Char(value)) => {
                let mut bytes = [0; 4];
                return self.push_bytes(column, value.encode_utf8(&mut bytes).as_bytes());
            }
            // (The walk passes on a scalar of the type from which the column was made.)
            _ => return,
        }
        of.valid();
        self.taken += of.width;
    }
}

fn nanoseconds_of(seconds: i128, nanoseconds: u32) -> Option<i64> {
    i64::try_from(seconds.checked_mul(1_000_000_000)?.checked_add(nanoseconds.into())?).ok()
}

impl<'b> Visit<'b> for Appender {
    fn begin(&mut self, _: TypeIndex, tag: u32) {
        let route = self.next;
        // (Values without bytes are counted too, even if nothing is appended for them.)
        self.take(1, None);
        match self.plan.routes[route] {
            Route::Struct { column: Some(column), .. } | Route::Unit(column) => self.push_count(column),
            Route::Optional { column, is_around, .. } => match (tag, is_around) {
                (0, _) => self.push_null(column),
                (_, true) => self.push_count(column),
                _ => {}
            },
            Route::Names(column) => self.push_tag(column, tag),
            Route::Union { column, ref members } => {
                if let Some(&Member { column: member, form, .. }) = members.get(tag as usize) {
                    self.push_union(column, tag, member);
                    self.begin_member(member, form);
                }
            }
            Route::Tagged { .. } => self.begin_tagged(route, tag),
            _ => {}
        }
        self.open.push((route, tag));
    }

    #[inline]
    fn field(&mut self, index: usize) {
        let part = self.part(index);
        if part.is_around
            && let Some(column) = part.column
        {
            self.push_count(column);
        }
        self.next = part.route;
    }

    fn absent(&mut self, fields: Range<usize>) {
        for index in fields {
            if let Some(column) = self.part(index).column {
                self.push_null(column);
            }
        }
    }

    #[inline]
    fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
        match self.plan.routes[self.next] {
            Route::Leaf(column) => self.push_scalar(column, value),
            Route::Byte(column) => {
                if let (ScalarValue::Unsigned(value), Data::Bytes { bytes, .. } | Data::FixedBytes { bytes, .. }) =
                    (value, &mut self.columns[column].data)
                {
                    bytes.push(value as u8);
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn text(&mut self, text: &'b str) {
        if let Route::Leaf(column) = self.plan.routes[self.next] {
            self.push_bytes(column, text.as_bytes());
        }
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.bytes(0, bytes);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.bytes(0, bytes);
    }

    fn bytes(&mut self, _: TypeIndex, bytes: &'b [u8]) {
        self.take(1, None);
        if let Route::Bytes { column, .. } = self.plan.routes[self.next] {
            self.push_bytes(column, bytes);
        }
    }

    fn end(&mut self, count: usize) {
        for _ in 0..count {
            let Some((route, _)) = self.open.pop() else { return };
            self.end_value(route);
        }
    }

    fn is_over(&self) -> bool {
        self.error.is_some()
    }
}
