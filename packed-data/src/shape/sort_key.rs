//! Sort keys: bytes whose order is the order of the values they were made from.
//!
//! A layout that takes the entries of maps in any order (CBOR) has to compare keys that contain sets and maps
//! themselves. Sorting both sides in every comparison takes time exponential in the nesting of the keys. Instead, a key
//! is turned once into a string of bytes with these properties:
//!
//! - two values of one shape have equal sort keys if and only if they are equal, whatever their encodings: an absent
//!   field has the sort key of its default;
//! - the bytewise order of sort keys is the order of [`Shape::compare`];
//! - no sort key is a prefix of another one of the same shape, so the key of a list of fields is the keys in a row.
//!
//! | shape | sort key |
//! |---|---|
//! | scalar | its bytes, most significant first, mapped so that they ascend (sign bit, floats in total order) |
//! | string, raw item | its bytes, each `00` as `00 FF`, then `00 00` |
//! | struct, array | the keys of its fields or elements |
//! | enum | its tag in four bytes, big-endian, and the keys of its fields |
//! | sequence | for each element `01` and its key, then `00` |
//! | set, map | the same, sorted |
//!
//! Making a sort key takes time linear in the bytes for each level of sets and maps in keys, of which
//! [`Limits::depth`](crate::Limits::depth) allows at most eight.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Keyed, Shape, ShapeOf, Step};
use crate::layout::Layout;
use crate::scalar::{Kind, Scalar};
use crate::steps;

/// [`Shape::sort_key`] of some shape.
pub struct SortKeyStep<L: Layout>(pub(crate) unsafe fn(L::Pos, &mut Vec<u8>) -> Step<L::Pos, Self>);

/// Appends the sort key of one whole value, and returns its end.
///
/// # Safety
///
/// A valid value of shape `S`, in layout `L`, is stored at `pos`.
pub(crate) unsafe fn push<S: Shape, L: Layout>(pos: L::Pos, out: &mut Vec<u8>) -> L::Pos {
    // SAFETY: the caller promises the value.
    let mut step = unsafe { S::sort_key::<L>(pos, out) };
    loop {
        steps::count(1);
        match step {
            // SAFETY: the value ends there, but for what enclosing last fields leave.
            Step::End(end) => return unsafe { L::settle(end) },
            // SAFETY: a step returns the position of a valid value with the function for it.
            Step::Rest(rest, SortKeyStep(next)) => step = unsafe { next(rest, out) },
        }
    }
}

/// Appends the sort key of a scalar.
pub(super) fn push_scalar<S: Scalar>(value: S, out: &mut Vec<u8>) {
    let mut bytes = value.to_bytes();
    let bytes = bytes.as_mut();
    match S::KIND {
        Kind::Unsigned | Kind::Bool | Kind::Char => bytes.reverse(),
        Kind::Signed => {
            bytes.reverse();
            bytes[0] ^= 0x80;
        }
        Kind::Float => {
            bytes.reverse();
            // The order of `total_cmp`: negative numbers descend.
            let mask = if bytes[0] & 0x80 == 0 { 0 } else { 0xFF };
            bytes.iter_mut().for_each(|byte| *byte ^= mask);
            bytes[0] ^= if mask == 0 { 0x80 } else { 0 };
        }
        // Seconds in eight bytes, then nanoseconds in four.
        Kind::Duration | Kind::Time => {
            let (seconds, nanoseconds) = bytes.split_at_mut(8);
            seconds.reverse();
            nanoseconds.reverse();
            seconds[0] ^= if matches!(S::KIND, Kind::Time) { 0x80 } else { 0 };
        }
    }
    out.extend_from_slice(bytes);
}

/// Appends the sort key of a string.
pub(super) fn push_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    steps::count_bytes(bytes.len());
    for (index, piece) in bytes.split(|byte| *byte == 0).enumerate() {
        if index > 0 {
            out.extend_from_slice(&[0, 0xFF]);
        }
        out.extend_from_slice(piece);
    }
    out.extend_from_slice(&[0, 0]);
}

/// Appends the sort key of a sequence, and returns its end.
///
/// # Safety
///
/// A valid sequence of elements of shape `S` begins at `pos`.
pub(super) unsafe fn push_sequence<S: Shape, L: Layout>(pos: L::Pos, out: &mut Vec<u8>) -> L::Pos {
    // SAFETY: the sequence is valid, and so is each element where the layout says it is.
    unsafe {
        let (mut elements, mut pos) = L::first(L::head::<S>(pos));
        while let Some(element) = L::next::<S>(&mut elements, pos) {
            out.push(1);
            pos = push::<S, L>(element, out);
        }
        out.push(0);
        L::after(elements, pos)
    }
}

/// Appends the sort key of a set or map, and returns its end.
///
/// # Safety
///
/// A valid one, but for the order of its keys, begins at `pos`.
pub(super) unsafe fn push_sorted<T: Keyed, L: Layout>(pos: L::Pos, out: &mut Vec<u8>) -> L::Pos {
    // The sort key of an entry begins with that of its key, so entries are sorted by their keys.
    // SAFETY: the caller promises the sequence; `push` returns the end of the element.
    let (mut keys, end) = unsafe { SortKeys::collect::<T, L>(pos, |element, out| push::<ShapeOf<T>, L>(element, out)) };
    keys.sort();
    for (_, key) in keys.iter() {
        steps::count_bytes(key.len());
        out.push(1);
        out.extend_from_slice(key);
    }
    out.push(0);
    end
}

/// The sort keys of many elements, in one buffer.
pub(super) struct SortKeys<P> {
    bytes: Vec<u8>,
    /// Each element, and where its sort key is stored in `bytes`.
    elements: Vec<(P, Range<usize>)>,
}

impl<P: Copy> SortKeys<P> {
    /// No elements.
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), elements: Vec::new() }
    }

    /// Makes a sort key of each element of a set or map by `push_key`, which returns the end of the element; returns them
    /// with the end of the sequence.
    ///
    /// # Safety
    ///
    /// A valid one, but for the order of its keys, begins at `pos`; and `push_key` returns what is said of it.
    pub(super) unsafe fn collect<T: Keyed, L: Layout<Pos = P>>(
        pos: P,
        mut push_key: impl FnMut(P, &mut Vec<u8>) -> P,
    ) -> (Self, P) {
        let mut keys = Self::new();
        // SAFETY: the caller promises the sequence, and so each element where the layout says it is.
        let end = unsafe {
            let (mut elements, mut pos) = L::first(L::head::<ShapeOf<T>>(pos));
            while let Some(element) = L::next::<ShapeOf<T>>(&mut elements, pos) {
                pos = keys.push(element, |out| push_key(element, out));
            }
            L::after(elements, pos)
        };
        (keys, end)
    }

    /// Adds an element, whose sort key `push_key` appends.
    pub(super) fn push<R>(&mut self, element: P, push_key: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let start = self.bytes.len();
        let result = push_key(&mut self.bytes);
        self.elements.push((element, start..self.bytes.len()));
        result
    }

    /// Sorts the elements by their sort keys; equal ones keep their order.
    pub(super) fn sort(&mut self) {
        let Self { bytes, elements } = self;
        elements.sort_by(|(_, a), (_, b)| {
            steps::count_bytes(a.len().min(b.len()));
            bytes[a.clone()].cmp(&bytes[b.clone()])
        });
    }

    /// Each element with its sort key.
    pub(super) fn iter(&self) -> impl Iterator<Item = (P, &[u8])> {
        self.elements.iter().map(|(element, key)| (*element, &self.bytes[key.clone()]))
    }

    /// Returns the second of two neighbours with equal sort keys: once sorted, the second of two equal elements.
    pub(super) fn duplicate(&self) -> Option<P> {
        let are_equal = |(_, a): &(P, &[u8]), (_, b): &(P, &[u8])| {
            steps::count_bytes(a.len().min(b.len()));
            a == b
        };
        self.iter().zip(self.iter().skip(1)).find(|(a, b)| are_equal(a, b)).map(|(_, (element, _))| element)
    }
}
