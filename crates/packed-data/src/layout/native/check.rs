//! Checks tags, sizes and sequences.

use core::ops::Range;

use packed_data_model::EXPECTED_TAG;

use super::read::tag_of;
use super::rules::{has_cells, has_table, has_wide_sizes, no_compound, no_map, refuse, struct_tag};
use super::{FieldOffsets, Native, NativeChecker, cells, head, number, table, varint};
use crate::layout::StatedElements;
#[cfg(feature = "cbor")]
use crate::layout::check::check_well_formed;
use crate::shape::{Leaf, LeafKind, SequenceShape, Shape, ShapeOf, Sizes, Style, Variants, element_charge, tag_size};
use crate::wire::checker::{Failed, Input};
use crate::wire::error::ErrorKind;
use crate::wire::steps;
use crate::wire::varint as short;

/// Checks a string and the length before it.
pub(super) fn check_text<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let (len, start) = number::check::<N>(checker, at)?;
    checker.text(start, len)
}

/// Checks the length of a leaf; returns where its bytes are.
pub(in crate::layout) fn check_length<K: LeafKind, N: Native>(
    checker: &mut impl Input,
    at: usize,
) -> Result<Range<usize>, Failed> {
    if matches!(const { K::LEAF }, Leaf::Unknown) {
        return Ok(at..head::check_size(checker, at)?);
    }
    let (len, start) = number::check::<N>(checker, at)?;
    checker.require(start, len)?;
    Ok(start..start + len as usize)
}

/// Checks an item of CBOR and the length before it.
#[cfg(feature = "cbor")]
pub(super) fn check_item<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let (len, start) = number::check::<N>(checker, at)?;
    let len = checker.slice(start, len)?.len();
    let end = check_well_formed(checker, start, start + len)?;
    checker.require_size(at, len as u64, end - start)?;
    Ok(end)
}

/// Checks the tag of a struct, if it has one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_struct<S: Shape, N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
) -> Result<(FieldOffsets, usize), Failed> {
    refuse!(no_compound::<S, N>());
    if const { Sizes::<S, N>::HAS_HEAD } {
        return head::check_struct::<N>(checker, at);
    }
    if const { struct_tag::<S, N>() } == 0 {
        return Ok((FieldOffsets::at(at), at));
    }
    match checker.array(at)? {
        [0] => Ok((FieldOffsets::at(at + 1), at + 1)),
        [tag] => Err(checker.fail(ErrorKind::InvalidTag { found: tag.into(), constructors: 1 }, at)),
    }
}

/// Checks a tag; returns it, and the offset of the first field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_enum<S: Shape, V: Variants, N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
) -> Result<(u32, FieldOffsets, usize), Failed> {
    if const { Sizes::<S, N>::HAS_HEAD } {
        return head::check_enum::<S, V, N>(checker, at);
    }
    match check_tag::<S, V, N>(checker, at) {
        Ok((tag, fields)) => Ok((tag, FieldOffsets::at(fields), fields)),
        Err(failed) => Err(failed),
    }
}

/// Checks the tag of an enum without a head; returns it, and the offset of the first field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::layout) fn check_tag<S: Shape, V: Variants, N: Native>(
    checker: &mut impl Input,
    at: usize,
) -> Result<(u32, usize), Failed> {
    if const { N::FORMAT.tags_vary(V::COUNT as usize) } {
        let (tag, fields) = varint::check(checker, at, 4, EXPECTED_TAG)?;
        return require_tag::<V>(checker, at, tag as u32, fields);
    }
    let width = const { tag_size::<S, V>(N::FORMAT) };
    let tag = match width {
        0 => 0,
        1 => u8::from_le_bytes(checker.array(at)?).into(),
        2 => tag_of::<N>(checker.array::<2>(at)?),
        _ => tag_of::<N>(checker.array::<4>(at)?),
    };
    require_tag::<V>(checker, at, tag, at + width)
}

/// Checks that the tag at `at`, before fields at `fields`, is that of a constructor.
#[cfg_attr(not(debug_assertions), inline(always))]
fn require_tag<V: Variants>(
    checker: &mut impl Input,
    at: usize,
    tag: u32,
    fields: usize,
) -> Result<(u32, usize), Failed> {
    if tag < V::COUNT {
        Ok((tag, fields))
    } else {
        Err(checker.fail(ErrorKind::InvalidTag { found: tag, constructors: V::COUNT }, at))
    }
}

/// Checks the size before a field; returns the offset after it, and the size.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::layout) fn check_size<N: Native>(checker: &mut impl Input, at: usize) -> Result<(usize, u64), Failed> {
    if const { has_wide_sizes::<N>() } {
        let size = u32::from_le_bytes(checker.array(at)?);
        return Ok((at + 4, size.into()));
    }
    let (size, start) = short::check(checker, at)?;
    Ok((start, size))
}

/// Checks a sequence, each element by `each`; returns its end.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_sequence<Q: SequenceShape, N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
    mut each: impl FnMut(&mut NativeChecker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    refuse!(no_map::<Q, N>());
    let charge = const { element_charge::<Q, N>() };
    if const { has_table::<ShapeOf<Q::Element>, N>() } {
        return table::check_table(checker, at, charge, each);
    }
    if const { has_cells::<N>() } {
        return cells::check(checker, at, |checker, at, index| {
            if const { element_charge::<Q, N>() > 0 } {
                checker.charge_empty(at, charge)?;
            }
            each(checker, at, index)
        });
    }
    let at = check_mark::<ShapeOf<Q::Element>, N>(checker, at)?;
    let (count, start) = number::check::<N>(checker, at)?;
    let size = const { Sizes::<ShapeOf<Q::Element>, N>::SIZE };
    if const { Sizes::<ShapeOf<Q::Element>, N>::MAY_BE_EMPTY } {
        let count = require_elements(checker, at, start, count, 0, charge)?;
        return check_each(checker, start, count, |checker, at, index| {
            let end = each(checker, at, index)?;
            checker.charge_empty(at, u64::from(end == at))?;
            Ok(end)
        });
    }
    let count = require_elements(checker, at, start, count, size.unwrap_or(1), charge)?;
    check_each(checker, start, count, each)
}

/// Returns where the elements of a sequence are stated to be, if that is known before they are checked.
#[cfg(feature = "rayon-1")]
pub(super) fn stated_elements<Q: SequenceShape, N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
) -> Option<StatedElements> {
    // (The elements are charged when they are checked in order.)
    let is_stated = has_table::<ShapeOf<Q::Element>, N>()
        || !has_cells::<N>() && Sizes::<ShapeOf<Q::Element>, N>::SIZE.is_some_and(|size| size > 0);
    if const { element_charge::<Q, N>() > 0 } || !is_stated {
        return None;
    }
    check_header::<Q, N>(checker, at).ok().filter(|elements| elements.count > 0)
}

/// Checks the header of a sequence, in a layout that states where the elements are.
pub(in crate::layout) fn check_header<Q: SequenceShape, N: Native>(
    checker: &mut impl Input,
    at: usize,
) -> Result<StatedElements, Failed> {
    let charge = const { element_charge::<Q, N>() };
    if const { has_table::<ShapeOf<Q::Element>, N>() } {
        return table::check_header(checker, at, charge);
    }
    let at = check_mark::<ShapeOf<Q::Element>, N>(checker, at)?;
    let (count, first) = number::check::<N>(checker, at)?;
    let Some(size) = (const { Sizes::<ShapeOf<Q::Element>, N>::SIZE }) else {
        unreachable!("the layout has no tables of ends, and these elements have no static size")
    };
    let count = require_elements(checker, at, first, count, size, charge)?;
    Ok(StatedElements { count, first, end: first + count * size, table: None })
}

/// Checks a sequence of elements of `size` bytes each, without a look at these bytes; returns their offsets.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_block<Q: SequenceShape, N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
    size: usize,
) -> Result<Range<usize>, Failed> {
    refuse!(no_map::<Q, N>());
    if const { has_cells::<N>() } {
        let end = cells::check(checker, at, |checker, at, _| {
            if const { element_charge::<Q, N>() > 0 } {
                checker.charge_empty(at, const { element_charge::<Q, N>() })?;
            }
            checker.require(at, size)?;
            Ok(at + size)
        })?;
        return Ok(at..end);
    }
    let at = check_mark::<ShapeOf<Q::Element>, N>(checker, at)?;
    let (count, start) = number::check::<N>(checker, at)?;
    let count = require_elements(checker, at, start, count, size, const { element_charge::<Q, N>() })?;
    Ok(start..start + count * size)
}

/// Checks the mark before the count of a map, if the layout has one; returns the offset of the count.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_mark<S: Shape, N: Native>(checker: &mut impl Input, at: usize) -> Result<usize, Failed> {
    match const { if matches!(S::STYLE, Style::Entry) { N::FORMAT.map_mark } else { None } } {
        Some(mark) => require_mark(checker, at, mark),
        None => Ok(at),
    }
}

/// Checks that `mark` is stored at `at`; returns the offset after it.
fn require_mark(checker: &mut impl Input, at: usize, mark: [u8; 4]) -> Result<usize, Failed> {
    let found = checker.array::<4>(at)?;
    if found == mark {
        return Ok(at + mark.len());
    }
    let kind = ErrorKind::InvalidScalar {
        expected: "map: the mark 1217678090 before its count",
        found: u32::from_le_bytes(found).into(),
    };
    Err(checker.fail(kind, at))
}

/// Checks that the bytes left suffice for `count` elements of at least `min_size` bytes each, and charges `charge`
/// parts without bytes for each of them.
#[inline]
pub(super) fn require_elements(
    checker: &mut impl Input,
    at: usize,
    start: usize,
    count: u64,
    min_size: usize,
    charge: u64,
) -> Result<usize, Failed> {
    let needed = count.saturating_mul(min_size as u64);
    if needed > checker.left(start) as u64 {
        return Err(checker.unexpected_end(start, needed));
    }
    if charge > 0 {
        checker.charge_empty(at, count.saturating_mul(charge))?;
    }
    usize::try_from(count).map_err(|_| checker.fail(ErrorKind::Overflow, at))
}

/// Checks `count` elements, one after the other; returns the end of the last.
#[inline]
pub(super) fn check_each(
    checker: &mut NativeChecker<'_>,
    mut at: usize,
    count: usize,
    mut each: impl FnMut(&mut NativeChecker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    for index in 0..count {
        steps::count(1);
        at = each(checker, at, index)?;
    }
    Ok(at)
}
