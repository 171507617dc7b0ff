//! The checker: the state that checking a value needs, and what it reports.
//!
//! The checks themselves are beside the shapes and the layouts they belong to. All of them are safe
//! code over a slice. They do not keep track of where they are: the path to what is wrong is put together on the
//! way out, field by field. Only where a loop went over last fields, which leave nothing behind, those steps are
//! walked again, from the beginning of the loop; no two loops share a byte, so bad input is read at most twice.

use alloc::vec::Vec;

use super::budget::{Budget, Exhausted};
use super::error::{Error, ErrorKind, Names, Path, PathSegment};
use super::limits::Limits;
use super::stack::Floor;
use super::steps;

/// Something is wrong; the [`Checker`] holds what.
#[derive(Clone, Copy, Debug)]
pub struct Failed(());

/// The state of a check: the bytes, what may still be spent, and what was found wrong, where.
pub struct Checker<'b> {
    bytes: &'b [u8],
    /// Levels of nesting left, and stack.
    pub(crate) budget: Budget,
    floor: Floor,
    /// Elements of size zero left.
    empty_elements: u64,
    limits: &'b Limits,
    /// At which depth last fields are to be noted: in a walk after the check, otherwise at none.
    record_path_at: u32,
    path: Path,
    found: Option<(ErrorKind, usize)>,
    /// What enclosing values expect after the value that is checked now.
    pub(crate) trailing: TrailingState,
    /// For trailing items before a break: the least number of items, and how many breaks follow them; the last entry
    /// comes up first.
    pub(crate) min_items: Vec<(u64, u64)>,
    /// Whether all items so far were in their shortest form, where a layout has several.
    pub(crate) is_shortest: bool,
}

/// What the layout expects after the value that is checked now, because that is a last field. A value that is not a
/// last field begins with none of it; [`Checker::begin_value`] and [`Checker::end_value`] save and restore it whole.
#[derive(Clone, Copy, Default)]
pub(crate) struct TrailingState {
    /// In a form of the layout's own; 0 if nothing is expected.
    pub(crate) expected: u64,
    /// The offset at which it was noted first.
    pub(crate) expected_at: usize,
    /// Where in [`Checker::min_items`] the entries of the current value begin.
    #[cfg_attr(not(feature = "cbor"), allow(dead_code))]
    pub(crate) min_items_from: usize,
}

/// Whose fields are checked: for error messages.
#[derive(Clone, Copy)]
pub struct Owner {
    /// The names of the type.
    pub(crate) names: &'static Names,
    /// Which of its constructors.
    pub(crate) constructor: u32,
}

/// Up to how many bytes a string is first looked at for being ASCII.
const SHORT_TEXT: usize = 256;

/// Whether these bytes are ASCII, and so few that it pays to ask.
///
/// Of up to 64 bytes their beginning and their end are looked at, which overlap: two loads in place of a loop, whose end
/// no processor foresees.
#[inline]
fn is_short_ascii(bytes: &[u8]) -> bool {
    match bytes.len() {
        0..4 => bytes.iter().fold(0, |any, byte| any | byte).is_ascii(),
        4..8 => {
            let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else { return false };
            (u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)) & 0x8080_8080 == 0
        }
        8..16 => ends_are_ascii::<8>(bytes),
        16..32 => ends_are_ascii::<16>(bytes),
        32..=64 => ends_are_ascii::<32>(bytes),
        _ => false,
    }
}

/// Whether the first `N` bytes and the last are there and ASCII.
#[inline(always)]
fn ends_are_ascii<const N: usize>(bytes: &[u8]) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else { return false };
    first.iter().zip(last).fold(0, |any, (a, b)| any | a | b).is_ascii()
}

/// More levels than any limit allows.
const UNLIMITED: u32 = Budget::UNLIMITED.levels();

impl<'b> Checker<'b> {
    /// Checks `bytes` within limits.
    #[inline]
    pub(crate) fn new(bytes: &'b [u8], limits: &'b Limits) -> Self {
        Self {
            bytes,
            budget: Budget::new(limits),
            floor: Floor::new(limits),
            empty_elements: limits.empty_elements,
            limits,
            record_path_at: UNLIMITED,
            path: Path::EMPTY,
            found: None,
            trailing: TrailingState::default(),
            min_items: Vec::new(),
            is_shortest: true,
        }
    }

    /// What was found.
    #[cold]
    pub(crate) fn error(self) -> Error {
        let (kind, offset) = self.found.unwrap_or((ErrorKind::Overflow, 0));
        Error { kind, offset, path: self.path }
    }

    /// What kind of error was found.
    pub(crate) fn kind(&self) -> ErrorKind {
        self.found.map_or(ErrorKind::Overflow, |(kind, _)| kind)
    }

    /// How many elements without bytes are left of those allowed.
    pub(crate) fn empty_elements(&self) -> u64 {
        self.empty_elements
    }

    /// How many bytes there are from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn left(&self, at: usize) -> usize {
        self.bytes.len().saturating_sub(at)
    }

    /// Asks for `count` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require(&mut self, at: usize, count: usize) -> Result<(), Failed> {
        steps::count(1);
        if count > self.left(at) { Err(self.unexpected_end(at, count as u64)) } else { Ok(()) }
    }

    /// The `N` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn array<const N: usize>(&mut self, at: usize) -> Result<[u8; N], Failed> {
        steps::count(1);
        match self.bytes.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(bytes) => Ok(*bytes),
            None => Err(self.unexpected_end(at, N as u64)),
        }
    }

    /// The `count` bytes from `at` on.
    #[inline]
    pub(crate) fn slice(&mut self, at: usize, count: u64) -> Result<&'b [u8], Failed> {
        steps::count(1);
        let bytes: &'b [u8] = self.bytes;
        let wanted = usize::try_from(count).ok().and_then(|count| bytes.get(at..)?.get(..count));
        match wanted {
            Some(bytes) => Ok(bytes),
            None => Err(self.unexpected_end(at, count)),
        }
    }

    /// All the bytes: for one look at them, and for comparing keys that were checked.
    pub(crate) fn bytes(&self) -> &'b [u8] {
        steps::count(1);
        self.bytes
    }

    /// Returns the bytes from `at` up to `until`; none if there are no such bytes.
    #[cfg(feature = "cbor")]
    pub(crate) fn between(&self, at: usize, until: usize) -> &'b [u8] {
        self.bytes.get(at..until).unwrap_or(&[])
    }

    /// Checks that the `len` bytes from `start` on are UTF-8, and gives their end.
    #[inline]
    pub(crate) fn text(&mut self, start: usize, len: u64) -> Result<usize, Failed> {
        let bytes = self.slice(start, len)?;
        steps::count_bytes(bytes.len());
        if is_short_ascii(bytes) { Ok(start + bytes.len()) } else { self.other_text(start, bytes) }
    }

    /// Checks that bytes at offset `start` are UTF-8: apart, so that what is asked of short strings needs few registers.
    #[inline(never)]
    fn other_text(&mut self, start: usize, bytes: &[u8]) -> Result<usize, Failed> {
        // (Of up to so many bytes, that is the faster way to see that all is well.)
        if bytes.len() <= SHORT_TEXT && bytes.is_ascii() {
            return Ok(start + bytes.len());
        }
        match core::str::from_utf8(bytes) {
            Ok(_) => Ok(start + bytes.len()),
            Err(error) => Err(self.fail(ErrorKind::InvalidUtf8, start + error.valid_up_to())),
        }
    }

    /// Begins a value that is not a last field: returns what encloses it, for [`end_value`](Self::end_value).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin_value(&mut self) -> TrailingState {
        core::mem::replace(
            &mut self.trailing,
            TrailingState { min_items_from: self.min_items.len(), ..TrailingState::default() },
        )
    }

    /// Ends it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end_value(&mut self, outer: TrailingState) {
        self.trailing = outer;
    }

    /// Notes where the size at `at`, of four bytes, says that a last field ends; gives where the field begins. All last
    /// fields of a loop end in one place.
    pub(crate) fn note_end(&mut self, at: usize) -> Result<usize, Failed> {
        let size = u32::from_le_bytes(self.array(at)?);
        let start = at + 4;
        let end = start as u64 + u64::from(size);
        // (One more than the end, so that it is not taken for nothing.)
        if self.trailing.expected == 0 {
            (self.trailing.expected, self.trailing.expected_at) = (end + 1, at);
        } else if self.trailing.expected != end + 1 {
            let actual = usize::try_from(self.trailing.expected - 1).unwrap_or(usize::MAX).saturating_sub(start);
            return Err(self.fail(ErrorKind::SizeMismatch { stated: size.into(), actual }, at));
        }
        Ok(start)
    }

    /// Checks that the value ends where its last fields were said to.
    pub(crate) fn require_end(&mut self, end: usize) -> Result<usize, Failed> {
        let TrailingState { expected, expected_at, .. } = self.trailing;
        if expected == 0 || expected == end as u64 + 1 {
            return Ok(end);
        }
        // The size takes four bytes at `expected_at`; by `note_end` both the stated end and the actual one are after it.
        let start = expected_at + 4;
        let stated = (expected - 1).saturating_sub(start as u64);
        Err(self.fail(ErrorKind::SizeMismatch { stated, actual: end.saturating_sub(start) }, expected_at))
    }

    /// Compares the size that stands at `at` with that of what follows it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require_size(&mut self, at: usize, stated: Option<u64>, actual: usize) -> Result<(), Failed> {
        match stated {
            Some(stated) if stated != actual as u64 => Err(self.fail(ErrorKind::SizeMismatch { stated, actual }, at)),
            _ => Ok(()),
        }
    }

    /// One level down, which is charged `stack` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn deeper(&mut self, at: usize, stack: u32) -> Result<(), Failed> {
        match self.budget.deeper(stack) {
            Ok(budget) if !self.floor.is_reached(0) => {
                self.budget = budget;
                Ok(())
            }
            Ok(_) => Err(self.exhausted(Exhausted::Stack, at)),
            Err(exhausted) => Err(self.exhausted(exhausted, at)),
        }
    }

    /// Fails unless one more level, which is charged `stack` bytes, is allowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require_level(&mut self, at: usize, stack: u32) -> Result<(), Failed> {
        match self.budget.deeper(stack) {
            Ok(_) => Ok(()),
            Err(exhausted) => Err(self.exhausted(exhausted, at)),
        }
    }

    /// Charges `stack` bytes for the value at `at`, which is no level.
    #[cold]
    pub(crate) fn spend(&mut self, at: usize, stack: u32) -> Result<(), Failed> {
        self.budget = self.budget.spend(stack).map_err(|exhausted| self.exhausted(exhausted, at))?;
        Ok(())
    }

    /// Fails unless `stack` bytes are left for the value at `at`.
    #[cold]
    pub(crate) fn require_stack(&mut self, at: usize, stack: u32) -> Result<(), Failed> {
        let outer = self.budget;
        self.spend(at, stack)?;
        self.budget = outer;
        Ok(())
    }

    /// Enters a key of a set or map, and charges it as [`Budget::key`] says.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_key(&mut self, at: usize) -> Result<(), Failed> {
        self.budget = self.budget.key(self.limits.depth).map_err(|exhausted| self.exhausted(exhausted, at))?;
        Ok(())
    }

    /// Reports that the value nests too deep.
    #[cold]
    pub(crate) fn too_deep(&mut self, at: usize) -> Failed {
        self.exhausted(Exhausted::Levels, at)
    }

    /// Reports which limit on nesting the value exceeds.
    #[cold]
    fn exhausted(&mut self, exhausted: Exhausted, at: usize) -> Failed {
        self.fail(exhausted.kind(self.limits), at)
    }

    /// One level up, which was charged `stack` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn shallower(&mut self, stack: u32) {
        self.budget = self.budget.shallower(stack);
    }

    /// Charges `count` elements that take no bytes.
    pub(crate) fn charge_empty(&mut self, at: usize, count: u64) -> Result<(), Failed> {
        match self.empty_elements.checked_sub(count) {
            Some(left) => {
                self.empty_elements = left;
                Ok(())
            }
            None => Err(self.fail(ErrorKind::TooManyEmpty { limit: self.limits.empty_elements }, at)),
        }
    }

    /// What is wrong is within this field.
    #[cold]
    pub(crate) fn within_field(&mut self, owner: Owner, field: u32, failed: Failed) -> Failed {
        self.within(PathSegment::field(owner.names, owner.constructor, field), failed)
    }

    /// What is wrong is within this element.
    #[cold]
    pub(crate) fn within_element(&mut self, index: usize, failed: Failed) -> Failed {
        self.within(PathSegment::element(index), failed)
    }

    fn within(&mut self, segment: PathSegment, failed: Failed) -> Failed {
        steps::count(1);
        let mut path = Path::EMPTY;
        path.push(segment);
        self.path = path.then(&self.path);
        failed
    }

    /// A last field begins, which a loop goes on with.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_last(&mut self, owner: Owner, field: u32) {
        if self.record_path_at == self.budget.levels() {
            self.path.push(PathSegment::field(owner.names, owner.constructor, field));
        }
    }

    /// Returns a checker that walks over the same bytes, which are valid, only for the last fields that it enters.
    pub(crate) fn walk(&self) -> Self {
        let mut walk = Self::new(self.bytes, self.limits);
        (walk.budget, walk.record_path_at, walk.empty_elements) = (Budget::UNLIMITED, UNLIMITED, u64::MAX);
        walk.floor = Floor::NONE;
        walk
    }

    /// Puts the path of that checker before this one's.
    pub(crate) fn prepend_path(&mut self, walk: &Self) {
        self.path = walk.path.then(&self.path);
    }

    /// Reports that the input ends where `needed` more bytes are.
    #[cold]
    pub(crate) fn unexpected_end(&mut self, at: usize, needed: u64) -> Failed {
        let left = self.left(at);
        self.fail(ErrorKind::UnexpectedEnd { needed, left }, at)
    }

    /// Reports what is wrong, and where.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind, at: usize) -> Failed {
        self.found = Some((kind, at));
        Failed(())
    }
}
