//! The state of a check: the bytes, the budget, the layout's own part, the first error and its path.
//!
//! The checks themselves are next to the shapes and layouts to which they belong. All of them are safe code over a
//! slice. They do not record where they are: when a check fails, the path to the error is put together on the way out,
//! field by field. A loop over last fields leaves no stack frames behind; therefore its bounces are run again from
//! where the trampoline began. No two loops share a byte, so invalid input is read at most twice.

#[cfg(feature = "rayon-1")]
pub(crate) mod parts;

use alloc::vec::Vec;
use core::any::TypeId;
use core::ops::Range;

use super::budget::{Budget, Exhausted};
use super::error::{Error, ErrorKind, Names, Path, PathSegment};
use super::limits::Limits;
use super::stack::StackLimit;
use super::steps;

#[cfg(feature = "rayon-1")]
use self::parts::Parts;

/// Marks a failed check; the checker holds the error.
#[derive(Clone, Copy, Debug)]
pub struct Failed(());

/// The state of a check: the bytes, the remaining limits, and the first error with its position. `T` is what the layout
/// remembers in addition.
pub struct Checker<'b, T> {
    /// The input, up to the end of the innermost extensible value that is being checked.
    bytes: &'b [u8],
    /// The whole input.
    input: &'b [u8],
    /// The levels and bytes of stack left.
    pub(crate) budget: Budget,
    stack_limit: StackLimit,
    /// The number of parts without bytes left (see `shape/weight.rs`).
    empty_elements: u64,
    limits: &'b Limits,
    /// Depth at which last fields are recorded in `path`; no depth, except while an error is located.
    record_path_at: u32,
    /// The path of the error; `None` before the first segment. (So a check that succeeds does not initialise it.)
    path: Option<Path>,
    found: Option<(ErrorKind, usize)>,
    /// Whether conditions of users are tested: in a validation, not in a walk over bytes that are known to be valid.
    tests_conditions: bool,
    /// The values whose condition is tested when the trampoline that they are in has ended; the innermost are last.
    deferred: Vec<Deferred>,
    /// In a walk that locates a refused value: the value at which the path ends.
    refused: Option<(usize, TypeId)>,
    /// In a walk that finds them: the large elements of sets and maps.
    large: Option<Vec<LargeElement>>,
    /// What a check in parallel leaves to other threads.
    #[cfg(feature = "rayon-1")]
    parts: Parts<T>,
    /// What the layout remembers in addition.
    pub(crate) state: T,
}

/// The bytes that are being checked, and the offset of a value that was checked to its end.
#[derive(Clone, Copy)]
pub struct CheckedBytes<'b> {
    /// Invariant (E1): the value at offset `at` of `bytes` was checked to its end, as a value of the shape and in the
    /// layout for which the function that receives this was made.
    pub(crate) bytes: &'b [u8],
    pub(crate) at: usize,
    /// The backstop of the check, for functions that unpack the value. (With one of their own, they could take as much
    /// stack as the check may take, after the check has taken it.)
    pub(crate) stack_limit: StackLimit,
}

/// Tests the condition that a user stated for values of one shape in one layout.
pub(crate) type TestFn = fn(CheckedBytes<'_>) -> Result<(), &'static str>;

/// A value whose condition is tested later.
#[derive(Clone, Copy)]
pub(crate) struct Deferred {
    /// The offset of the value.
    pub(crate) at: usize,
    /// The identity of its shape, without its lifetimes.
    pub(crate) shape: TypeId,
    pub(crate) test: TestFn,
}

/// An element of a set or map of more bytes than this, if it may nest, is not skipped again to find the next one: its
/// end is recorded while it is checked. Otherwise nested maps would take time proportional to the bytes times the
/// depth. (A smaller element contains few levels.)
pub(crate) const LARGE: usize = 64;

/// A [large](LARGE) element of a set or map.
pub(crate) struct LargeElement {
    /// The offset of the set or map.
    pub(crate) of: usize,
    pub(crate) bytes: Range<usize>,
}

/// What a check of a scalar, tag, size or header needs: the bytes, and where to put an error. It is a [`Checker`], or a
/// [`Peek`].
pub trait Input {
    /// Returns all the bytes.
    fn bytes(&self) -> &[u8];

    /// Records an error and its offset.
    fn fail(&mut self, kind: ErrorKind, at: usize) -> Failed;

    /// Charges `count` parts without bytes.
    fn charge_empty(&mut self, at: usize, count: u64) -> Result<(), Failed>;

    /// Adds a field to the path of the error.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within_field(&mut self, _: Owner, _field: u32, failed: Failed) -> Failed {
        failed
    }

    /// Adds an element to the path of the error.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within_element(&mut self, _index: usize, failed: Failed) -> Failed {
        failed
    }

    /// Returns the number of bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self, at: usize) -> usize {
        self.bytes().len().saturating_sub(at)
    }

    /// Returns the `N` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn array<const N: usize>(&mut self, at: usize) -> Result<[u8; N], Failed> {
        steps::count(1);
        match self.bytes().get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(bytes) => Ok(*bytes),
            None => Err(self.unexpected_end(at, N as u64)),
        }
    }

    /// Fails unless `count` bytes follow from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn require(&mut self, at: usize, count: u64) -> Result<(), Failed> {
        steps::count(1);
        if count > self.left(at) as u64 { Err(self.unexpected_end(at, count)) } else { Ok(()) }
    }

    /// Returns the `count` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slice(&mut self, at: usize, count: u64) -> Result<&[u8], Failed> {
        self.require(at, count)?;
        let bytes = self.bytes().get(at..).and_then(|rest| rest.get(..count as usize));
        Ok(bytes.unwrap_or_default())
    }

    /// Reports that the input ends where `needed` more bytes are expected.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unexpected_end(&mut self, at: usize, needed: u64) -> Failed {
        let left = self.left(at);
        self.fail(ErrorKind::UnexpectedEnd { needed, left }, at)
    }
}

impl<T> Input for Checker<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fail(&mut self, kind: ErrorKind, at: usize) -> Failed {
        self.fail(kind, at)
    }

    fn charge_empty(&mut self, at: usize, count: u64) -> Result<(), Failed> {
        self.charge_empty(at, count)
    }

    fn within_field(&mut self, owner: Owner, field: u32, failed: Failed) -> Failed {
        self.within_field(owner, field, failed)
    }

    fn within_element(&mut self, index: usize, failed: Failed) -> Failed {
        self.within_element(index, failed)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self, at: usize) -> usize {
        self.left(at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn array<const N: usize>(&mut self, at: usize) -> Result<[u8; N], Failed> {
        self.array(at)
    }

    fn slice(&mut self, at: usize, count: u64) -> Result<&[u8], Failed> {
        self.slice(at, count)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unexpected_end(&mut self, at: usize, needed: u64) -> Failed {
        self.unexpected_end(at, needed)
    }
}

/// Bytes of which only a scalar, tag, size or header is checked. The error is not recorded: where one is found, the
/// check is repeated with a [`Checker`]. So there is nothing to be set up before such a check. (Measured: the
/// queries of `bench formats` by lazy views took up to 4.5 times as long while each step set up a checker.)
pub(crate) struct Peek<'b>(pub(crate) &'b [u8]);

impl Input for Peek<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(&self) -> &[u8] {
        self.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fail(&mut self, _: ErrorKind, _: usize) -> Failed {
        Failed(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn charge_empty(&mut self, _: usize, count: u64) -> Result<(), Failed> {
        if count > Limits::DEFAULT.empty_elements { Err(Failed(())) } else { Ok(()) }
    }
}

/// The constructor whose fields are checked, for error messages.
#[derive(Clone, Copy)]
pub struct Owner {
    /// The names of the type.
    pub(crate) names: &'static Names,
    /// The index of the constructor in the type.
    pub(crate) constructor: u32,
}

/// The largest length in bytes at which a string is tested for ASCII before it is checked as UTF-8.
const SHORT_TEXT: usize = 256;

/// Returns whether `bytes` are ASCII; `false` for strings that are too long for this fast test.
///
/// For up to 64 bytes it loads the beginning and the end, which may overlap: two loads instead of a loop whose number
/// of iterations the branch predictor cannot predict.
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

/// Returns whether the first `N` bytes and the last `N` bytes exist and are ASCII.
#[inline(always)]
fn ends_are_ascii<const N: usize>(bytes: &[u8]) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else { return false };
    first.iter().zip(last).fold(0, |any, (a, b)| any | a | b).is_ascii()
}

/// More levels than any limit allows.
const UNLIMITED: u32 = Budget::UNLIMITED.levels();

impl<'b, T> Checker<'b, T> {
    /// Begins a check of `bytes` within `limits`.
    #[inline]
    pub(crate) fn new(bytes: &'b [u8], limits: &'b Limits) -> Self
    where
        T: Default,
    {
        Self {
            bytes,
            input: bytes,
            budget: Budget::new(limits),
            stack_limit: StackLimit::new(limits),
            empty_elements: limits.empty_elements,
            limits,
            record_path_at: UNLIMITED,
            path: None,
            found: None,
            tests_conditions: true,
            deferred: Vec::new(),
            refused: None,
            large: None,
            #[cfg(feature = "rayon-1")]
            parts: Parts::NONE,
            state: T::default(),
        }
    }

    /// Returns the error that was found.
    #[cold]
    pub(crate) fn error(self) -> Error {
        let (kind, offset) = self.found.unwrap_or((ErrorKind::Overflow, 0));
        Error { kind, offset, path: self.path.unwrap_or(Path::EMPTY) }
    }

    /// Returns the kind of error that was found.
    pub(crate) fn kind(&self) -> ErrorKind {
        self.found.map_or(ErrorKind::Overflow, |(kind, _)| kind)
    }

    /// Returns how many parts without bytes are still allowed.
    pub(crate) fn empty_elements(&self) -> u64 {
        self.empty_elements
    }

    /// Narrows the input to its first `end` bytes; returns whether it has as many.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn narrow(&mut self, end: usize) -> bool {
        match self.bytes.get(..end) {
            Some(bytes) => {
                self.bytes = bytes;
                true
            }
            None => false,
        }
    }

    /// Restores the input that [`bytes`](Self::bytes) returned before it was [narrowed](Self::narrow).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn widen(&mut self, outer: &'b [u8]) {
        self.bytes = outer;
    }

    /// Returns the number of bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn left(&self, at: usize) -> usize {
        self.bytes.len().saturating_sub(at)
    }

    /// Fails unless `count` bytes follow from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require(&mut self, at: usize, count: usize) -> Result<(), Failed> {
        steps::count(1);
        if count > self.left(at) { Err(self.unexpected_end(at, count as u64)) } else { Ok(()) }
    }

    /// Returns the `N` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn array<const N: usize>(&mut self, at: usize) -> Result<[u8; N], Failed> {
        steps::count(1);
        match self.bytes.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(bytes) => Ok(*bytes),
            None => Err(self.unexpected_end(at, N as u64)),
        }
    }

    /// Returns the `count` bytes from `at` on.
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

    /// Returns all the bytes: for a single load, and for comparing keys that were checked.
    pub(crate) fn bytes(&self) -> &'b [u8] {
        steps::count(1);
        self.bytes
    }

    /// Returns the bytes from `at` to `until`, or an empty slice if that range is not in the input.
    #[cfg(feature = "cbor")]
    pub(crate) fn between(&self, at: usize, until: usize) -> &'b [u8] {
        self.bytes.get(at..until).unwrap_or(&[])
    }

    /// Checks that the `len` bytes from `start` on are UTF-8, and returns the offset after them.
    ///
    /// (Out of line: inlined, checking short texts took 20 % more instructions.)
    #[inline(never)]
    pub(crate) fn text(&mut self, start: usize, len: u64) -> Result<usize, Failed> {
        let bytes = self.slice(start, len)?;
        steps::count_bytes(bytes.len());
        if is_short_ascii(bytes) { Ok(start + bytes.len()) } else { self.other_text(start, bytes) }
    }

    /// Checks that the bytes at offset `start` are UTF-8. Kept out of line, so that the test of short strings uses few
    /// registers.
    #[inline(never)]
    fn other_text(&mut self, start: usize, bytes: &[u8]) -> Result<usize, Failed> {
        // (Up to this length, testing for ASCII first is faster on valid input.)
        if bytes.len() <= SHORT_TEXT && bytes.is_ascii() {
            return Ok(start + bytes.len());
        }
        match core::str::from_utf8(bytes) {
            Ok(_) => Ok(start + bytes.len()),
            Err(error) => Err(self.fail(ErrorKind::InvalidUtf8, start + error.valid_up_to())),
        }
    }

    /// Compares the size stored at `at` with the actual size of the value after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require_size(&mut self, at: usize, stated: u64, actual: usize) -> Result<(), Failed> {
        if stated == actual as u64 {
            return Ok(());
        }
        Err(self.fail(ErrorKind::SizeMismatch { stated, actual }, at))
    }

    /// Goes one level down; the level is charged `stack` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn deeper(&mut self, at: usize, stack: u32) -> Result<(), Failed> {
        match self.budget.deeper(stack) {
            Ok(budget) if !self.stack_limit.is_reached(0) => {
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

    /// Charges `stack` bytes for the value at `at`, which is not counted as a level.
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

    /// Enters a key of a set or map, and charges it as described at [`Budget::key`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_key(&mut self, at: usize) -> Result<(), Failed> {
        self.budget = self.budget.key(self.limits.depth).map_err(|exhausted| self.exhausted(exhausted, at))?;
        Ok(())
    }

    /// Reports that the value nests too deeply.
    #[cold]
    pub(crate) fn too_deep(&mut self, at: usize) -> Failed {
        self.exhausted(Exhausted::Levels, at)
    }

    /// Reports which limit on nesting the value exceeds.
    #[cold]
    fn exhausted(&mut self, exhausted: Exhausted, at: usize) -> Failed {
        self.fail(exhausted.kind(self.limits), at)
    }

    /// Goes one level up; the level was charged `stack` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn shallower(&mut self, stack: u32) {
        self.budget = self.budget.shallower(stack);
    }

    /// Charges `count` parts without bytes.
    pub(crate) fn charge_empty(&mut self, at: usize, count: u64) -> Result<(), Failed> {
        match self.empty_elements.checked_sub(count) {
            Some(left) => {
                self.empty_elements = left;
                Ok(())
            }
            None => Err(self.fail(ErrorKind::TooManyEmpty { limit: self.limits.empty_elements }, at)),
        }
    }

    /// Adds this field to the path of the error.
    #[cold]
    pub(crate) fn within_field(&mut self, owner: Owner, field: u32, failed: Failed) -> Failed {
        self.within(PathSegment::field(owner.names, owner.constructor, field), failed)
    }

    /// Adds this element to the path of the error.
    #[cold]
    pub(crate) fn within_element(&mut self, index: usize, failed: Failed) -> Failed {
        self.within(PathSegment::element(index), failed)
    }

    fn within(&mut self, segment: PathSegment, failed: Failed) -> Failed {
        steps::count(1);
        self.path.get_or_insert(Path::EMPTY).prepend(segment);
        failed
    }

    /// Records, while an error is located, that a loop enters a last field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_last(&mut self, owner: Owner, field: u32) {
        if self.record_path_at == self.budget.levels() {
            self.record(owner, field);
        }
    }

    /// Returns the same checker for bytes that are known to be valid: it does not test the conditions of users again.
    pub(crate) fn without_conditions(mut self) -> Self {
        self.tests_conditions = false;
        self
    }

    /// Returns the same checker, which records the large elements of sets and maps, and may take the stack up to
    /// `stack_limit`.
    pub(crate) fn with_large_elements(mut self, stack_limit: StackLimit) -> Self {
        (self.large, self.stack_limit) = (Some(Vec::new()), stack_limit);
        self
    }

    /// Records an element, which was checked, of the set or map at offset `of`, if this is a walk that finds the large
    /// ones.
    #[inline]
    pub(crate) fn record_element(&mut self, of: usize, bytes: Range<usize>) {
        if let Some(large) = &mut self.large
            && bytes.len() > LARGE
        {
            large.push(LargeElement { of, bytes });
        }
    }

    /// Returns the elements that were recorded.
    pub(crate) fn into_large_elements(self) -> Vec<LargeElement> {
        self.large.unwrap_or_default()
    }

    /// Returns the bytes, with the offset of a value that was checked to its end (E1).
    pub(crate) fn checked(&self, at: usize) -> CheckedBytes<'b> {
        CheckedBytes { bytes: self.input, at, stack_limit: self.stack_limit }
    }

    /// Returns whether the conditions of users are tested.
    pub(crate) fn tests_conditions(&self) -> bool {
        self.tests_conditions
    }

    /// Begins a value with a condition, which is tested when the trampoline has ended. In a walk that locates a refused
    /// value, the path ends at that value.
    pub(crate) fn defer(&mut self, value: Deferred) {
        if self.tests_conditions {
            self.deferred.push(value);
        } else if self.refused == Some((value.at, value.shape)) {
            // (No budget of a walk has as few levels.)
            self.record_path_at = 0;
        }
    }

    /// Returns the number of values whose condition is still to be tested.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn deferred(&self) -> usize {
        self.deferred.len()
    }

    /// Takes the innermost value whose condition is still to be tested, if there are more than `outer`.
    pub(crate) fn take_deferred(&mut self, outer: usize) -> Option<Deferred> {
        if self.deferred.len() > outer { self.deferred.pop() } else { None }
    }

    /// Reports that the condition of the value at `at` does not hold.
    #[cold]
    pub(crate) fn refuse(&mut self, message: &'static str, at: usize) -> Failed {
        self.fail(ErrorKind::Refused { message }, at)
    }

    /// Returns a checker for a walk as [`walk`](Self::walk) does, in which the path ends at the value that was refused.
    pub(crate) fn walk_to(&self, refused: Deferred) -> Self
    where
        T: Default,
    {
        let mut walk = self.walk();
        walk.refused = Some((refused.at, refused.shape));
        walk
    }

    /// Records a last field, out of line, because errors are rare.
    #[cold]
    #[inline(never)]
    fn record(&mut self, owner: Owner, field: u32) {
        let segment = PathSegment::field(owner.names, owner.constructor, field);
        self.path.get_or_insert(Path::EMPTY).push(segment);
    }

    /// Returns a checker for a second walk over the valid bytes before an error, which only records last fields.
    pub(crate) fn walk(&self) -> Self
    where
        T: Default,
    {
        let mut walk = Self::new(self.input, self.limits);
        (walk.budget, walk.record_path_at, walk.empty_elements) = (Budget::UNLIMITED, UNLIMITED, u64::MAX);
        walk.stack_limit = StackLimit::NONE;
        walk.tests_conditions = false;
        walk
    }

    /// Puts the path that `walk` recorded before this checker's path.
    pub(crate) fn prepend_path(&mut self, walk: &Self) {
        let (outer, inner) = (walk.path.unwrap_or(Path::EMPTY), self.path.unwrap_or(Path::EMPTY));
        self.path = Some(outer.then(&inner));
    }

    /// Reports that the input ends where `needed` more bytes are expected.
    #[cold]
    pub(crate) fn unexpected_end(&mut self, at: usize, needed: u64) -> Failed {
        let left = self.left(at);
        self.fail(ErrorKind::UnexpectedEnd { needed, left }, at)
    }

    /// Records an error and its offset.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind, at: usize) -> Failed {
        self.found = Some((kind, at));
        Failed(())
    }
}
