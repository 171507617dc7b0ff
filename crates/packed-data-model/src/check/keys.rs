//! The order of keys in sets and maps, by sort keys: bytes whose order is that of the values they are made from.
//!
//! | type | sort key |
//! |---|---|
//! | scalar | its bytes, most significant first, mapped so that they ascend |
//! | string, item of CBOR | its bytes, each `00` as `00 FF`, then `00 00` |
//! | unknown constructor | its number, and its bytes as those of a string |
//! | absent field | nothing: keys of which only one lacks a field are not compared |
//! | struct, array | the keys of its fields or elements |
//! | enum | its tag, and the keys of its fields |
//! | sequence | for each element `01` and its key, then `00` |
//! | set, map | the same, sorted |
//!
//! No sort key is a prefix of another one of the same type. A sort key is made when its set or map is checked, from
//! bytes that were checked before. A key inside keys is read again for each level of keys, of which there are at most
//! eight.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::head::unknown_tag;
use super::{Checked, Checker, Failed, Frame, NOWHERE, Next, Opened, Order, Parts};
use crate::error::ErrorKind;
use crate::types::{Element, Form, SequenceKind, Types};
use crate::visit::{Nothing, ScalarValue, Visit};

impl<'b, T: Types> Checker<'b, T> {
    /// Checks the order of the current element and the one before it.
    pub(super) fn check_order(&mut self, frame: &mut Frame<T>, element: &Element<T::Type>) -> Checked<()> {
        let (this, found) = (frame.current, &mut frame.order);
        let before = core::mem::replace(&mut found.previous, this);
        if before == NOWHERE {
            return Ok(());
        }
        let format = self.types.format();
        if format.accepts_unsorted && !found.by_value && !found.by_form {
            return Ok(());
        }
        let (kind, element) = (frame.parts.kind, element.node);
        let mut inner = Checker::trusting(self.types, self.bytes);
        let ordered = inner.order_of(kind, element, before, this);
        let Ok((by_value, by_form)) = ordered else {
            self.found = inner.found;
            return Err(Failed);
        };
        if format.accepts_unsorted {
            found.by_value &= by_value.is_lt();
            // (Only in CBOR is there another order in which keys may be known to differ.)
            found.by_form &= by_form.is_lt() && format.has_heads();
            return Ok(());
        }
        match by_value {
            Ordering::Less => Ok(()),
            Ordering::Equal => self.fail(ErrorKind::DuplicateKey, this),
            Ordering::Greater => self.fail(ErrorKind::Unsorted, this),
        }
    }

    /// Returns the order of the keys of two elements, by value, and as `Cbor` writes them (only for simple keys).
    pub fn order_of(
        &mut self,
        kind: SequenceKind,
        element: T::Type,
        a: usize,
        b: usize,
    ) -> Checked<(Ordering, Ordering)> {
        let (node, a) = self.key_of(kind, element, a)?;
        let (_, b) = self.key_of(kind, element, b)?;
        match *self.types.form(node) {
            Form::Text => {
                let (a, b) = (self.any_text_at(a)?, self.any_text_at(b)?);
                Ok((a.cmp(b), a.len().cmp(&b.len()).then_with(|| a.cmp(b))))
            }
            Form::Scalar(_) => {
                let (mut one, mut other, mut parts) = (LastScalar(None), LastScalar(None), Parts::NEW);
                self.open(node, a, &mut parts, &mut one)?;
                self.open(node, b, &mut parts, &mut other)?;
                let (Some(one), Some(other)) = (one.0, other.0) else { return Ok((Ordering::Equal, Ordering::Equal)) };
                let order = order_of_scalars(one, other);
                let is_negative = |value| matches!(value, ScalarValue::Signed(..0));
                let by_form = match (is_negative(one), is_negative(other)) {
                    (true, true) => order.reverse(),
                    (false, true) => Ordering::Less,
                    (true, false) => Ordering::Greater,
                    (false, false) => order,
                };
                Ok((order, by_form))
            }
            _ => {
                let (one, other) = (self.marked_sort_key(node, a)?, self.marked_sort_key(node, b)?);
                let order = one.out.cmp(&other.out);
                // (A schema does not say what the default is. In CBOR equal keys are looked for later, if they do not
                // ascend.)
                let is_known = self.types.format().has_heads() || one.is_comparable(&other);
                let order = if is_known { order } else { Ordering::Less };
                Ok((order, order))
            }
        }
    }

    fn any_text_at(&mut self, at: usize) -> Checked<&'b [u8]> {
        #[cfg(feature = "cbor")]
        if self.types.format().has_heads() {
            return self.item_text_at(at);
        }
        self.text_at(at)
    }

    /// Returns the type and the place of the key of an element.
    pub fn key_of(&mut self, kind: SequenceKind, element: T::Type, at: usize) -> Checked<(T::Type, usize)> {
        if kind != SequenceKind::Map {
            return Ok((element, at));
        }
        if let Some((node, offset)) = self.types.key(element) {
            return Ok((node, at + offset));
        }
        // (A visitor that is active, so that the entry is not skipped as a whole.)
        let mut parts = Parts::NEW;
        let Opened::Parts(at) = self.open(element, at, &mut parts, &mut LastScalar(None))? else { return Err(Failed) };
        match self.next(&mut parts, at, &mut None, &mut LastScalar(None))? {
            Next::Part(part) => Ok((part.node, part.at)),
            Next::End(_) | Next::Absent => Err(Failed),
        }
    }

    /// Returns the sort key of the value of type `node` at `at`.
    pub fn sort_key(&mut self, node: T::Type, at: usize) -> Checked<Vec<u8>> {
        Ok(self.marked_sort_key(node, at)?.out)
    }

    fn marked_sort_key(&mut self, node: T::Type, at: usize) -> Checked<SortKey<T>> {
        let mut key = SortKey { types: self.types, out: Vec::new(), absent: Vec::new(), open: Vec::new() };
        self.run(node, at, &mut key)?;
        Ok(key)
    }

    /// Checks that no two keys of a set or map, which ends at `end`, are equal, if they may be in any order.
    #[inline]
    pub(super) fn end_keys(&mut self, frame: &Frame<T>, end: usize) -> Checked<()> {
        let Order { by_value, by_form, .. } = frame.order;
        if by_value || by_form || !self.checks_keys { Ok(()) } else { self.require_distinct(&frame.parts, end) }
    }

    #[cold]
    fn require_distinct(&mut self, parts: &Parts<T>, end: usize) -> Checked<()> {
        let Some(element) = parts.elements() else { return Err(Failed) };
        let (at, end) = (parts.fixed_end, end - usize::from(parts.is_indefinite));
        // (In other layouts than CBOR, elements may take no bytes.)
        let count = if self.types.format().has_heads() { None } else { Some(parts.count) };
        let mut inner = Checker::trusting(self.types, self.bytes);
        match inner.second_of_equals(parts.kind, element.node, (at, end), count) {
            Ok(None) => Ok(()),
            Ok(Some(place)) => self.fail(ErrorKind::DuplicateKey, place),
            Err(Failed) => {
                self.found = inner.found;
                Err(Failed)
            }
        }
    }

    fn second_of_equals(
        &mut self,
        kind: SequenceKind,
        element: T::Type,
        (mut at, end): (usize, usize),
        count: Option<usize>,
    ) -> Checked<Option<usize>> {
        let (mut all, mut keys) = (Vec::new(), Vec::<(usize, Range<usize>)>::new());
        while count.map_or(at < end, |count| keys.len() < count) {
            let (node, place) = self.key_of(kind, element, at)?;
            let out = core::mem::take(&mut all);
            let mut key = SortKey { types: self.types, out, absent: Vec::new(), open: Vec::new() };
            let start = key.out.len();
            self.run(node, place, &mut key)?;
            all = key.out;
            keys.push((at, start..all.len()));
            at = self.run(element, at, &mut Nothing)?;
        }
        keys.sort_by(|(_, a), (_, b)| all[a.clone()].cmp(&all[b.clone()]));
        let mut pairs = keys.iter().zip(keys.iter().skip(1));
        Ok(pairs.find(|((_, a), (_, b))| all[a.clone()] == all[b.clone()]).map(|(_, (place, _))| *place))
    }
}

/// The last scalar that was visited.
struct LastScalar(Option<ScalarValue>);

impl<N> Visit<'_, N> for LastScalar {
    fn scalar(&mut self, _: N, value: ScalarValue) {
        self.0 = Some(value);
    }
}

fn order_of_scalars(a: ScalarValue, b: ScalarValue) -> Ordering {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    match (a, b) {
        (ScalarValue::Unsigned(a), ScalarValue::Unsigned(b)) => a.cmp(&b),
        (ScalarValue::Signed(a), ScalarValue::Signed(b)) => a.cmp(&b),
        _ => {
            push_scalar(a, &mut one);
            push_scalar(b, &mut other);
            one.cmp(&other)
        }
    }
}

/// Makes the sort key of a value.
struct SortKey<T> {
    types: T,
    out: Vec<u8>,
    /// The offsets in `out` at which fields are absent, and the number of fields at each. (Their defaults are not
    /// known.)
    absent: Vec<(usize, usize)>,
    open: Vec<Open>,
}

impl<T> SortKey<T> {
    /// Returns whether the order of two sort keys is the order of their values. It is not, if they first differ in a
    /// field that only one of them has.
    fn is_comparable(&self, other: &Self) -> bool {
        let equal = self.out.iter().zip(&other.out).take_while(|(a, b)| a == b).count();
        let absent = |key: &Self| key.absent.iter().take_while(|(at, _)| *at <= equal).count();
        let (here, there) = (absent(self), absent(other));
        here == there && self.absent[..here] == other.absent[..there]
    }
}

enum Open {
    Fields,
    Elements,
    /// The offsets at which the sort keys of the elements begin.
    Sorted(Vec<usize>),
}

impl<T: Types> Visit<'_, T::Type> for SortKey<T> {
    fn begin(&mut self, node: T::Type, tag: u32) {
        self.open.push(match *self.types.form(node) {
            Form::Enum { .. } => {
                self.out.extend_from_slice(&tag.to_be_bytes());
                Open::Fields
            }
            Form::Sequence { kind, .. } if kind.is_sorted() => Open::Sorted(Vec::new()),
            Form::Sequence { .. } => Open::Elements,
            _ => Open::Fields,
        });
    }

    fn field(&mut self, _: usize) {
        match self.open.last_mut() {
            Some(Open::Sorted(starts)) => starts.push(self.out.len()),
            Some(Open::Elements) => {}
            _ => return,
        }
        self.out.push(1);
    }

    fn absent(&mut self, fields: Range<usize>) {
        self.absent.push((self.out.len(), fields.len()));
    }

    fn scalar(&mut self, _: T::Type, value: ScalarValue) {
        push_scalar(value, &mut self.out);
    }

    fn text(&mut self, text: &str) {
        push_bytes(text.as_bytes(), &mut self.out);
    }

    fn raw(&mut self, bytes: &[u8]) {
        push_bytes(bytes, &mut self.out);
    }

    fn unknown(&mut self, bytes: &[u8]) {
        let tag = unknown_tag(self.types.format(), bytes).unwrap_or(u64::MAX);
        self.out.extend_from_slice(&tag.to_be_bytes());
        push_bytes(bytes, &mut self.out);
    }

    fn bytes(&mut self, node: T::Type, bytes: &[u8]) {
        let is_array = matches!(*self.types.form(node), Form::Array { .. });
        for byte in bytes {
            if !is_array {
                self.out.push(1);
            }
            push_scalar(ScalarValue::Unsigned(u128::from(*byte)), &mut self.out);
        }
        if !is_array {
            self.out.push(0);
        }
    }

    fn end(&mut self, count: usize) {
        for _ in 0..count {
            match self.open.pop() {
                Some(Open::Elements) => self.out.push(0),
                Some(Open::Sorted(starts)) => {
                    sort(&mut self.out, &starts);
                    self.out.push(0);
                }
                _ => {}
            }
        }
    }
}

/// Sorts the sort keys at the end of `out`, which begin at these offsets.
fn sort(out: &mut Vec<u8>, starts: &[usize]) {
    let Some(&first) = starts.first() else { return };
    let ends = starts.iter().skip(1).copied().chain([out.len()]);
    let mut keys: Vec<&[u8]> = starts.iter().zip(ends).map(|(start, end)| &out[*start..end]).collect();
    if !keys.is_sorted() {
        keys.sort();
        let sorted = keys.concat();
        out.truncate(first);
        out.extend_from_slice(&sorted);
    }
}

fn push_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    for byte in bytes {
        out.push(*byte);
        if *byte == 0 {
            out.push(0xFF);
        }
    }
    out.extend_from_slice(&[0, 0]);
}

fn push_scalar(value: ScalarValue, out: &mut Vec<u8>) {
    match value {
        ScalarValue::Unsigned(value) => out.extend_from_slice(&value.to_be_bytes()),
        ScalarValue::Signed(value) => out.extend_from_slice(&((value as u128) ^ 1 << 127).to_be_bytes()),
        ScalarValue::F32(value) => {
            let bits = value.to_bits();
            let mask = if bits >> 31 == 0 { 1 << 31 } else { u32::MAX };
            out.extend_from_slice(&(bits ^ mask).to_be_bytes());
        }
        ScalarValue::F64(value) => {
            let bits = value.to_bits();
            let mask = if bits >> 63 == 0 { 1 << 63 } else { u64::MAX };
            out.extend_from_slice(&(bits ^ mask).to_be_bytes());
        }
        ScalarValue::Bool(value) => out.push(value.into()),
        ScalarValue::Char(value) => out.extend_from_slice(&u32::from(value).to_be_bytes()),
        ScalarValue::Duration(seconds, nanoseconds) => {
            out.extend_from_slice(&seconds.to_be_bytes());
            out.extend_from_slice(&nanoseconds.to_be_bytes());
        }
        ScalarValue::Time(seconds, nanoseconds) => {
            out.extend_from_slice(&((seconds as u64) ^ 1 << 63).to_be_bytes());
            out.extend_from_slice(&nanoseconds.to_be_bytes());
        }
    }
}
