//! The capability to check: whether untrusted bytes are what the readers rely on.

use core::ops::Range;

use super::{Frame, ReadLayout};
use crate::shape::{LeafKind, SequenceShape, Shape, Variants};
use crate::wire::checker::{Checker, Failed};
use crate::wire::end_table::EndTable;
use crate::wire::scalar::Scalar;

/// The checker of a layout: with the state that the layout needs in a check.
pub(crate) type CheckerOf<'b, L> = Checker<'b, <L as CheckLayout>::State>;

/// The place of the elements of a sequence, as the bytes state it.
#[derive(Clone, Copy)]
pub struct StatedElements {
    /// The number of elements.
    pub(crate) count: usize,
    /// The offset of the first.
    pub(crate) first: usize,
    /// The offset at which the last one ends; at most the length of the input.
    pub(crate) end: usize,
    /// The table of ends, if they have one; otherwise they all have the same size.
    pub(crate) table: Option<EndTable>,
}

/// What a layout remembers in a check, in addition to what every check needs: of the value that is checked now, which
/// is not a last field, and of all bytes so far.
pub trait CheckState: Default {
    /// The part that belongs to one value and its last fields.
    type Enclosing;

    /// Begins a value that is not a last field; returns the part of the value that encloses it, which
    /// [`end_value`](CheckLayout::end_value) restores.
    fn begin_value(&mut self) -> Self::Enclosing;

    /// Returns whether all bytes that were checked so far are known to be in the only or shortest form for their
    /// values, and replaces the answer by `is_shortest`. Called only in layouts that accept keys in any order
    /// ([`ItemLayout::ACCEPTS_UNSORTED`](super::ItemLayout::ACCEPTS_UNSORTED)).
    fn replace_shortest(&mut self, _is_shortest: bool) -> bool {
        false
    }
}

/// How a layout is checked.
///
/// Every function checks what is stored at the offset `at`, and returns the offset of its end, unless it says
/// otherwise. If it fails, the checker records what is wrong, and where.
#[allow(clippy::missing_errors_doc)]
pub trait CheckLayout: ReadLayout {
    /// What the layout remembers in a check, in addition to what every check needs.
    type State: CheckState;
    /// What a check remembers between the fields of a struct or constructor, or the elements of an array.
    type FieldCheck: Frame<usize>;

    /// Whether the layout has work to do at the end of a value with last fields, beyond that of its fields.
    const CLOSES_VALUES: bool;

    /// Ends a value whose innermost last field ends at `at`: checks what follows that in the value, and restores the
    /// state of the enclosing value, whole, as [`begin_value`](CheckState::begin_value) returned it. Called only if the
    /// layout [closes values](Self::CLOSES_VALUES).
    fn end_value(
        checker: &mut CheckerOf<'_, Self>,
        at: usize,
        outer: <Self::State as CheckState>::Enclosing,
    ) -> Result<usize, Failed>;

    /// Checks a scalar.
    fn check_scalar<S: Scalar>(checker: &mut CheckerOf<'_, Self>, at: usize) -> Result<usize, Failed>;

    /// Checks a leaf of kind `K`.
    fn check_leaf<K: LeafKind>(checker: &mut CheckerOf<'_, Self>, at: usize) -> Result<usize, Failed>;

    /// Checks the beginning of a struct of shape `S`; returns its state, and the offset of its first field.
    fn check_struct<S: Shape>(
        checker: &mut CheckerOf<'_, Self>,
        at: usize,
    ) -> Result<(Self::FieldCheck, usize), Failed>;

    /// Checks the beginning of an enum of shape `S`; returns its tag, its state, and the offset of its first field.
    fn check_enum<S: Shape, V: Variants>(
        checker: &mut CheckerOf<'_, Self>,
        at: usize,
    ) -> Result<(u32, Self::FieldCheck, usize), Failed>;

    /// Checks the beginning of an array of `count` elements of shape `S`; returns its state, and the offset of its
    /// first element.
    fn check_array<S: Shape>(
        checker: &mut CheckerOf<'_, Self>,
        at: usize,
        count: usize,
    ) -> Result<(Self::FieldCheck, usize), Failed>;

    /// Returns the end of an extensible value, whose head was checked with the same input. Called only if values of the
    /// shape have a head ([`Sizes::HAS_HEAD`](crate::shape::Sizes)).
    ///
    /// (For such a value, `check_struct` and `check_enum` narrow the input to the end of the value;
    /// whoever checks a whole value widens it again.)
    fn checked_end(checker: &mut CheckerOf<'_, Self>, at: usize) -> Result<usize, Failed>;

    /// Returns the end of an extensible value, if its head alone shows that it is valid: it has all known fields and no
    /// others, and every bit pattern of their static size is valid. Returns `None` if that is not known.
    fn check_whole<S: Shape>(checker: &CheckerOf<'_, Self>, at: usize) -> Option<usize>;

    /// Checks the size before a field; returns the offset of the field, and the size.
    fn check_size(checker: &mut CheckerOf<'_, Self>, at: usize) -> Result<(usize, u64), Failed>;

    /// Records the size before a last field; returns the offset of that field.
    fn check_last_size(checker: &mut CheckerOf<'_, Self>, at: usize) -> Result<usize, Failed>;

    /// Checks the first of `count` elements of shape `S`, which begin at `at`, in a loop over many of them. Returns how
    /// many it has checked, and their end; the others must be checked one by one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_run<S: Shape>(_: &mut CheckerOf<'_, Self>, at: usize, _count: usize) -> (usize, usize) {
        (0, at)
    }

    /// Checks a sequence. `each` checks one element: it is called once for each, in order, with its offset and its
    /// index, and returns its end. If `IN_RUNS` is true, it is not called for elements that
    /// [`check_run`](Self::check_run) has checked.
    fn check_sequence<Q: SequenceShape, const IN_RUNS: bool>(
        checker: &mut CheckerOf<'_, Self>,
        at: usize,
        each: impl FnMut(&mut CheckerOf<'_, Self>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed>;

    /// Returns where the elements of the sequence at `at` are stated to be, if that is known before they are checked:
    /// from a table of ends, or from their static size. `None` also if something is wrong with what states it, or if
    /// there are none.
    #[cfg(feature = "rayon-1")]
    fn stated_elements<Q: SequenceShape>(_: &mut CheckerOf<'_, Self>, _at: usize) -> Option<StatedElements> {
        None
    }

    /// Checks a sequence of elements of `size` bytes each, without a look at these bytes. Returns their offsets; the
    /// sequence ends where they end. If the layout writes nothing between elements, the range has nothing else.
    fn check_block<Q: SequenceShape>(
        checker: &mut CheckerOf<'_, Self>,
        at: usize,
        size: usize,
    ) -> Result<Range<usize>, Failed>;
}

/// Checks that a CBOR item, within the bytes up to `until`, is well-formed: the part of
/// [`check_leaf`](CheckLayout::check_leaf) that is the same in every layout.
#[cfg(feature = "cbor")]
pub(super) fn check_well_formed<T>(checker: &mut Checker<'_, T>, at: usize, until: usize) -> Result<usize, Failed> {
    use crate::wire::error::ErrorKind;

    let limits = packed_data_cbor::Limits { depth: checker.budget.levels(), bytes: usize::MAX };
    match packed_data_cbor::check_prefix(checker.between(at, until), limits) {
        Ok(size) => Ok(at + size),
        Err(error) => Err(match error.kind().into() {
            ErrorKind::TooDeep { .. } => checker.too_deep(at + error.offset()),
            kind => checker.fail(kind, at + error.offset()),
        }),
    }
}
