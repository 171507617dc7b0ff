//! What the directory says of the values of a column: the least and the greatest.

use alloc::vec::Vec;

use packed_data_schema::ScalarKind;

use crate::block::Integers;
use crate::steps;
use crate::tree::{Blob, ColumnSchema, Form, Kind, Role};

/// What is known of the values to which a path leads: see [`Columns::statistics`](crate::Columns::statistics).
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The number of values, without those that are null.
    pub count: u64,
    /// The number of values that are null, if the path leads to an optional value.
    pub nulls: u64,
    /// The least value and the greatest, if there are any and the type has an order: numbers, truth values, characters,
    /// times (by seconds), texts. NaN is neither.
    pub range: Option<(Bound, Bound)>,
    /// Whether a float is NaN.
    pub has_nan: bool,
    /// The number of different values, if the column has a dictionary.
    pub distinct: Option<u64>,
}

/// A bound of values.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum Bound {
    /// Integers, truth values (0 and 1), characters (by their number), and seconds of times, rounded down.
    Integer(i128),
    /// Floats.
    Float(f64),
    /// Texts: of a least text the first 16 bytes at most; of a greatest one too, and then it is rounded up, to bytes
    /// that may be no text.
    Text(Vec<u8>),
}

/// The greatest number of bytes of a text in the directory.
const PREFIX: usize = packed_data_schema::statistics::MAX_TEXT;

/// What the statistics of a column are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Integers(Integers),
    Floats(u8),
    Texts,
    Nothing,
}

/// Returns what the statistics of a column are of.
pub(crate) fn of(tree: &ColumnSchema, column: usize) -> Of {
    let column = &tree.columns[column];
    let Role::Values(node) = column.role else { return Of::Nothing };
    match (tree.nodes[node as usize].kind, column.form) {
        (Kind::Scalar { .. }, Form::Integers(Integers::Floats(bytes))) => Of::Floats(bytes),
        (Kind::Scalar { .. }, Form::Integers(of)) => Of::Integers(of),
        (Kind::Wide { scalar, .. }, Form::Integers(of))
            if matches!(scalar.kind(), ScalarKind::Duration | ScalarKind::Time) =>
        {
            Of::Integers(of)
        }
        (Kind::Blob { blob: Blob::Text, .. }, _) => Of::Texts,
        _ => Of::Nothing,
    }
}

fn float(bits: u64, bytes: u8) -> f64 {
    if bytes == 4 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
}

fn integer(of: Integers, value: u64) -> i128 {
    if of == Integers::Signed { i128::from(value as i64) } else { value.into() }
}

/// The least and the greatest of the numbers of a column so far.
#[derive(Debug)]
pub(crate) enum Bounds {
    /// They are not wanted.
    Nothing,
    /// As [`Integers::ordered`] has them.
    Integers(Integers, u64, u64),
    Floats(u8, f64, f64, bool),
}

impl Bounds {
    pub(crate) fn new(of: Of) -> Self {
        match of {
            Of::Integers(of) => Self::Integers(of, u64::MAX, 0),
            Of::Floats(bytes) => Self::Floats(bytes, f64::INFINITY, f64::NEG_INFINITY, false),
            Of::Texts | Of::Nothing => Self::Nothing,
        }
    }

    /// Adds the numbers of a block, of which the least and the greatest are given, as their column orders them.
    pub(crate) fn note(&mut self, values: &[u64], (low, high): (u64, u64)) {
        match self {
            Self::Nothing => {}
            Self::Integers(_, least, greatest) => (*least, *greatest) = (low.min(*least), high.max(*greatest)),
            Self::Floats(bytes, least, greatest, has_nan) => {
                // (Without NaN among them, the least is found several at once.)
                let has = |bits: &u64| float(*bits, *bytes).is_nan();
                *has_nan |= values.iter().fold(false, |any, bits| any | has(bits));
                let smaller = |least: f64, value: f64| if value < least { value } else { least };
                let greater = |greatest: f64, value: f64| if value > greatest { value } else { greatest };
                for bits in values {
                    let value = float(*bits, *bytes);
                    (*least, *greatest) = (smaller(*least, value), greater(*greatest, value));
                }
            }
        }
    }

    /// Appends them; there were numbers.
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        match self {
            Self::Nothing => {}
            Self::Integers(of, least, greatest) => {
                of.put(of.ordered(*least), out);
                Integers::Unsigned.put(greatest - least, out);
            }
            Self::Floats(bytes, least, greatest, has_nan) => {
                out.push((*has_nan).into());
                for value in [*least, *greatest] {
                    match bytes {
                        4 => out.extend_from_slice(&(value as f32).to_le_bytes()),
                        _ => out.extend_from_slice(&value.to_le_bytes()),
                    }
                }
            }
        }
    }
}

/// Appends the statistics of texts, of which there are some.
pub(crate) fn put_texts<'t>(texts: impl Iterator<Item = &'t [u8]>, out: &mut Vec<u8>) {
    let mut range: Option<(&[u8], &[u8])> = None;
    for text in texts {
        let (least, greatest) = range.get_or_insert((text, text));
        (*least, *greatest) = (text.min(*least), text.max(*greatest));
    }
    let (least, greatest) = range.unwrap_or_default();
    let least = &least[..least.len().min(PREFIX)];
    for bound in [least, &rounded_up(greatest)] {
        out.push(bound.len() as u8);
        out.extend_from_slice(bound);
    }
}

/// Returns at most [`PREFIX`] bytes that are not less than a text.
fn rounded_up(text: &[u8]) -> Vec<u8> {
    let mut bound = text[..text.len().min(PREFIX)].to_vec();
    if bound.len() < text.len()
        && let Some(last) = bound.last_mut()
    {
        // (No byte of UTF-8 is the greatest one.)
        *last += 1;
    }
    bound
}

/// The part of the statistics of a column that is in the directory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stored {
    pub(crate) range: Option<(Bound, Bound)>,
    pub(crate) has_nan: bool,
}

/// Takes the statistics of a column that has values.
pub(crate) fn take<'b>(tree: &ColumnSchema, column: usize, bytes: &'b [u8]) -> Option<(Stored, &'b [u8])> {
    let text = |bytes: &'b [u8]| -> Option<(Vec<u8>, &'b [u8])> {
        let (len, rest) = bytes.split_first()?;
        let (text, rest) = rest.split_at_checked(usize::from(*len).min(PREFIX))?;
        Some((text.to_vec(), rest))
    };
    steps::count(1);
    Some(match of(tree, column) {
        Of::Nothing => (Stored::default(), bytes),
        Of::Integers(of) => {
            let (least, rest) = of.take(bytes)?;
            let (size, rest) = Integers::Unsigned.take(rest)?;
            let least = integer(of, least);
            let greatest = least + i128::from(size);
            (Stored { range: Some((Bound::Integer(least), Bound::Integer(greatest))), has_nan: false }, rest)
        }
        Of::Floats(bytes_each) => {
            let (has_nan, rest) = bytes.split_first()?;
            let (bounds, rest) = rest.split_at_checked(2 * usize::from(bytes_each))?;
            let (least, greatest) = bounds.split_at(bytes_each.into());
            let bound = |bytes: &[u8]| {
                let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                float(bits, bytes_each)
            };
            let (least, greatest) = (bound(least), bound(greatest));
            let range = (least <= greatest).then_some((Bound::Float(least), Bound::Float(greatest)));
            (Stored { range, has_nan: *has_nan != 0 }, rest)
        }
        Of::Texts => {
            let (least, rest) = text(bytes)?;
            let (greatest, rest) = text(rest)?;
            (Stored { range: Some((Bound::Text(least), Bound::Text(greatest))), has_nan: false }, rest)
        }
    })
}
