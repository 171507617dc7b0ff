//! The buffer that is being written, the first failure, and the pending backpatches: no user holds it.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::budget::{Budget, Exhausted};
use super::error::ErrorKind;
use super::failure::{Failure, OpenSequence, Place};
use super::insertions::{self, Insertions};
use super::limits::Limits;
use super::open_maps::{ConvertedKey, OpenMaps};
use super::pointer::ByteArray;
use super::stack::StackLimit;
use super::steps;
use super::varint::{self, WIDE};

/// The average number of times that the bytes of a value may move, when sizes and tables are inserted before them.
/// After that, insertions are only recorded, and made in one pass at the end. So the work is linear however deep values
/// nest; for values of up to eight levels nothing is recorded.
const MOVES: usize = 8;

/// The greatest charge, in bytes of stack, for a level whose budget need not be checked exactly.
const MOST_UNCHECKED: u32 = 4096;

/// The capacity in bytes that a buffer begins with if the size of the value is unknown.
const SMALLEST: usize = 64;

/// The number of elements that a sequence will have.
#[derive(Clone, Copy)]
pub enum Expected {
    /// A caller's estimate.
    Perhaps(usize),
    /// The exact number: the elements are in memory already.
    Certainly(usize),
}

impl Expected {
    /// Returns the number.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Perhaps(count) | Self::Certainly(count) => count,
        }
    }
}

/// The buffer, and the first failure.
///
/// The offset up to which the buffer is written is not stored here: it travels with [`Needs`](crate::Needs) and
/// [`Filled`](crate::Filled), in a register, like the position of a cursor. (Measured: keeping it in memory makes each
/// store wait for the one before.)
pub struct ValueWriter {
    /// Invariant (W1): every byte before an offset that a place, a proof or a backpatch holds is initialised, and
    /// within the capacity, also after a failure. While nothing has failed, the bytes from the beginning of the value
    /// on are, once the insertions are made, a prefix of a valid value of the types whose places were filled. After a
    /// failure the bytes are not returned, but they are walked over to locate it.
    out: Vec<u8>,
    /// (Behind a pointer, because it is rare. So a test for it is one comparison.)
    failure: Option<Box<Failure>>,
    /// Head of the backpatch list: one more than the offset of the latest pending size of a last field, 0 if there is
    /// none. The bytes reserved for each size hold the distance back to the pending size before it.
    backpatches: usize,
    /// Whether the elements being written are bytes of a byte string.
    #[cfg_attr(not(feature = "cbor"), allow(dead_code))]
    pub(crate) in_string: bool,
    /// If the next item must be an unknown constructor: the number of known constructors.
    #[cfg_attr(not(feature = "cbor"), allow(dead_code))]
    pub(crate) unknown_from: Option<u32>,
    /// Offsets of the elements of all open sets and maps that may need sorting, and of the heads of all extensible
    /// values whose last field is being written; those of the innermost are last. (Finding elements by skipping over
    /// them would take time again for each level of nested maps.)
    starts: Vec<usize>,
    insertions: Insertions,
    /// The maps that the innermost [`Conversion`] is in. (Behind a pointer, because only conversions of maps need it.)
    open_maps: Option<Box<OpenMaps>>,
    /// The offset at which the value begins.
    origin: usize,
    /// The size in bytes that the value is expected to have if it outgrows the capacity that the buffer began with; 0
    /// if that is unknown.
    expected: usize,
    /// How many bytes were moved so far to insert others before them.
    moved: usize,
    limits: Limits,
    stack_limit: StackLimit,
    /// Invariant (W7): a budget of the value that has at least these levels has not exceeded any limit, if each level
    /// was charged at most [`MOST_UNCHECKED`] bytes of stack. (So one comparison is enough for most levels.)
    unchecked: Budget,
    empty_elements: u64,
}

/// The state of a writer before a value that may be discarded.
pub(crate) struct Checkpoint {
    backpatches: usize,
    in_string: bool,
    unknown_from: Option<u32>,
    starts: usize,
    insertions: insertions::Checkpoint,
    empty_elements: u64,
}

/// Moves the writer into a local variable, so that the buffer pointer stays in a register: the compiler sees that
/// stores through the pointer do not change it. The writer is moved back on drop.
pub(crate) struct Borrowed<'w> {
    pub(crate) writer: ValueWriter,
    home: &'w mut ValueWriter,
}

impl Drop for Borrowed<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        core::mem::swap(&mut self.writer, self.home);
    }
}

/// A conversion of one value. What is known of the maps in another value is kept apart until its end, also if a user's
/// function panics in it: such a function may begin a conversion within another one, and addresses are known of one
/// value only (Z1).
pub(crate) struct Conversion<'w> {
    pub(crate) writer: &'w mut ValueWriter,
    /// The maps that the conversion around this one is in.
    outer: Option<Box<OpenMaps>>,
}

impl Drop for Conversion<'_> {
    #[inline]
    fn drop(&mut self) {
        self.writer.open_maps = self.outer.take();
    }
}

impl ValueWriter {
    /// Begins the conversion of a value.
    #[inline]
    pub(crate) fn begin_conversion(&mut self) -> Conversion<'_> {
        let outer = self.open_maps.take();
        Conversion { writer: self, outer }
    }

    /// Moves the writer into a local variable of the caller.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn borrow(&mut self) -> Borrowed<'_> {
        let other = Self::new(Vec::new(), self.limits);
        Borrowed { writer: core::mem::replace(self, other), home: self }
    }

    /// Creates a writer that appends to `out`.
    pub(crate) fn new(out: Vec<u8>, limits: Limits) -> Self {
        Self {
            insertions: Insertions::new(),
            open_maps: None,
            origin: out.len(),
            expected: 0,
            moved: 0,
            out,
            failure: None,
            backpatches: 0,
            in_string: false,
            unknown_from: None,
            starts: Vec::new(),
            limits,
            stack_limit: StackLimit::new(&limits),
            unchecked: Budget::UNLIMITED,
            empty_elements: limits.empty_elements,
        }
    }

    /// Expects a value of `size` bytes, if it outgrows the capacity of the buffer.
    pub(crate) fn expect(&mut self, size: usize) {
        self.expected = size;
    }

    /// Returns the buffer with everything up to `end`, and leaves the writer without a buffer.
    ///
    /// (The buffer is taken out before its length is set. A length that is stored, and then loaded together with the
    /// fields next to it, stalls the processor, which took a third of the time of packing a tree of two leaves. Moving
    /// the writer has the same effect.)
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `end` are initialised (W1).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn finish(&mut self, end: usize) -> Vec<u8> {
        let mut out = core::mem::take(&mut self.out);
        assert!(end <= out.capacity(), "what was written is within the capacity");
        // SAFETY: the caller promises W1 for `end`, and the assertion checks the capacity.
        unsafe { out.set_len(end) };
        out
    }

    /// Makes all insertions in what was written up to `pos`; returns the new `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn complete(&mut self, pos: usize) -> usize {
        if self.insertions.reach(self.origin) && !self.has_failed() {
            // SAFETY: the caller promises W1 for `pos`.
            unsafe { self.make_insertions(self.origin, pos, usize::MAX) }
        } else {
            pos
        }
    }

    /// Checks that what was written from `start` to `end` is a value.
    ///
    /// # Errors
    ///
    /// The first failure, or `TooLarge` if the value has more bytes than the limits allow.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn outcome(&self, start: usize, end: usize) -> Result<(), ErrorKind> {
        if self.failure.is_none() && end - start <= self.limits.bytes { Ok(()) } else { Err(self.refusal()) }
    }

    #[cold]
    fn refusal(&self) -> ErrorKind {
        self.failure.as_ref().map_or(ErrorKind::TooLarge { limit: self.limits.bytes }, |failure| failure.kind)
    }

    /// Makes the insertions in what was written up to `end`, which has failed. Returns the failure, with the offsets
    /// that its bytes have now, and the bytes: none if those around the failure were discarded. `None` if nothing has
    /// failed.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cold]
    pub(crate) unsafe fn take_failure(&mut self, end: usize) -> Option<(Failure, &[u8])> {
        let mut failure = *self.failure.take()?;
        if failure.is_discarded {
            return Some((failure, &[]));
        }
        // SAFETY: the caller promises W1 for `end`.
        unsafe { self.commit(end) };
        let Self { out, insertions, origin, .. } = self;
        let mut offsets: Vec<&mut usize> = failure.offsets().collect();
        offsets.sort_unstable();
        let mut moved: Vec<usize> = offsets.iter().map(|offset| **offset).collect();
        insertions.apply(out, *origin, &mut moved);
        offsets.into_iter().zip(moved).for_each(|(offset, moved)| *offset = moved);
        Some((failure, out))
    }

    /// Returns the state to which [`restore`](Self::restore) can return: before an element is begun.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            backpatches: self.backpatches,
            in_string: self.in_string,
            unknown_from: self.unknown_from,
            starts: self.starts.len(),
            insertions: self.insertions.checkpoint(),
            empty_elements: self.empty_elements,
        }
    }

    /// Forgets all that was recorded since the checkpoint, for a value that is discarded. Only what begins at the
    /// offset of the checkpoint, or after it, was written since then.
    ///
    /// (The bytes of that value remain, and are overwritten. A failure remains, without a path.)
    pub(crate) fn restore(&mut self, before: Checkpoint) {
        self.discard_failed();
        self.backpatches = before.backpatches;
        self.in_string = before.in_string;
        self.unknown_from = before.unknown_from;
        self.starts.truncate(before.starts);
        self.insertions.restore(before.insertions);
        self.empty_elements = before.empty_elements;
    }

    /// Returns the maps that the conversion is in.
    #[cold]
    pub(crate) fn open_maps(&mut self) -> &mut OpenMaps {
        self.open_maps.get_or_insert_with(|| Box::new(OpenMaps::NONE))
    }

    /// Returns the key of the entry that is converted next, if it was converted before.
    pub(crate) fn take_converted_key(&mut self) -> Option<ConvertedKey> {
        self.open_maps.as_mut()?.within.as_mut()?.key.take()
    }

    /// Returns the lowest address that the stack may reach.
    pub(crate) fn stack_limit(&self) -> StackLimit {
        self.stack_limit
    }

    /// Returns whether something failed; everything written after that is ignored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Records that the value at `place` cannot be written, unless there was a failure before.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind, place: Place) {
        self.failure.get_or_insert_with(|| Failure::new(kind, place));
    }

    /// Records which limit on nesting the value at `place` exceeds.
    #[cold]
    pub(crate) fn fail_nesting(&mut self, exhausted: Exhausted, place: Place) {
        self.fail(exhausted.kind(&self.limits), place);
    }

    /// Records, if there was a failure, that the bytes around it are discarded: others are written from an offset on
    /// that may be before it.
    #[inline]
    pub(crate) fn discard_failed(&mut self) {
        if let Some(failure) = &mut self.failure {
            failure.is_discarded = true;
        }
    }

    /// Records, after a failure, that it was in this sequence. (Those that begin after it do not enclose it; there may
    /// be many, and all that enclose it are levels of nesting.)
    #[cold]
    pub(crate) fn leave_sequence(&mut self, sequence: OpenSequence) {
        if let Some(failure) = &mut self.failure
            && sequence.header < failure.place.at
        {
            failure.open.push(sequence);
        }
    }

    /// Goes one level down, which is charged `stack` bytes, if there is stack left: returns the rest of the budget, or
    /// records the failure.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn deeper(&mut self, budget: Budget, stack: u32, place: Place) -> Option<Budget> {
        let left = budget.deeper_unchecked(stack);
        let is_allowed = self.allows(left, stack) || self.check_level(left, stack, place);
        (is_allowed && self.require_stack(place)).then_some(left)
    }

    /// Returns whether it is known by W7, without a look at the limits, that they allow a level that was charged
    /// `stack` bytes, after which this budget is left. If not, [`check_level`](Self::check_level) must be called.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn allows(&self, left: Budget, stack: u32) -> bool {
        stack <= MOST_UNCHECKED && left.has_levels(self.unchecked)
    }

    /// Returns whether the limits allow a level that was charged `stack` bytes, after which this budget is left;
    /// otherwise records the failure.
    #[cold]
    pub(crate) fn check_level(&mut self, left: Budget, stack: u32, place: Place) -> bool {
        if stack > MOST_UNCHECKED {
            self.unchecked = Budget::UNLIMITED;
        }
        match left.shallower(stack).deeper(stack) {
            Ok(_) => true,
            Err(exhausted) => {
                self.fail_nesting(exhausted, place);
                false
            }
        }
    }

    /// Returns whether there is stack left; otherwise records the failure.
    #[inline(always)]
    pub(crate) fn require_stack(&mut self, place: Place) -> bool {
        if !self.has_stack() {
            self.fail_nesting(Exhausted::Stack, place);
            return false;
        }
        true
    }

    /// Returns whether there is stack left.
    #[inline(always)]
    pub(crate) fn has_stack(&self) -> bool {
        !self.stack_limit.is_reached(0)
    }

    /// Charges `stack` bytes: returns the rest of the budget, or records the failure.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn spend(&mut self, budget: Budget, stack: u32, place: Place) -> Option<Budget> {
        if stack > 0 {
            self.unchecked = Budget::UNLIMITED;
        }
        budget.spend(stack).map_err(|exhausted| self.fail_nesting(exhausted, place)).ok()
    }

    /// Enters a key of a set or map: returns the rest of the budget, or records the failure.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_key(&mut self, budget: Budget, place: Place) -> Option<Budget> {
        budget.key(self.limits.depth).map_err(|exhausted| self.fail_nesting(exhausted, place)).ok()
    }

    /// Returns the budget of the limits, minus the `stack` bytes that the whole value is charged.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn budget(&mut self, stack: u32) -> Budget {
        let budget = Budget::new(&self.limits);
        let budget = self.spend(budget, stack, Place::outermost(self.origin)).unwrap_or(Budget::NONE);
        // (W7: there is stack for so many levels, each with the greatest charge.)
        let most = budget.levels().min(budget.stack() / MOST_UNCHECKED);
        self.unchecked = Budget::of_levels(budget.levels() - most);
        budget
    }

    /// Charges elements that take no bytes, as validation does.
    pub(crate) fn charge_empty(&mut self, count: u64, place: Place) {
        match self.empty_elements.checked_sub(count) {
            Some(left) => self.empty_elements = left,
            None => self.fail(ErrorKind::TooManyEmpty { limit: self.limits.empty_elements }, place),
        }
    }

    /// Returns the limits for a value that is copied: those of the writer, minus the elements that were charged
    /// already.
    pub(crate) fn limits_left(&self) -> Limits {
        Limits { empty_elements: self.empty_elements, ..self.limits }
    }

    /// Records the result of a walk over a copied value: how many parts without bytes are left, or why it failed.
    pub(crate) fn charge_copied(&mut self, outcome: Result<u64, ErrorKind>, place: Place) {
        match outcome {
            Ok(empty_elements_left) => self.empty_elements = empty_elements_left,
            Err(kind) => self.fail_walked(kind, place),
        }
    }

    /// Records why a walk over a value that is copied or converted failed. The walk had what is left of the writer's
    /// limits; the error states the limits themselves.
    #[cold]
    pub(crate) fn fail_walked(&mut self, kind: ErrorKind, place: Place) {
        let kind = match kind {
            ErrorKind::TooMuchStack { .. } => ErrorKind::TooMuchStack { limit: self.limits.stack },
            ErrorKind::TooManyEmpty { .. } => ErrorKind::TooManyEmpty { limit: self.limits.empty_elements },
            kind => kind,
        };
        self.fail(kind, place);
    }

    /// Returns the buffer with everything up to offset `pos`.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn commit(&mut self, pos: usize) -> &mut Vec<u8> {
        assert!(pos <= self.out.capacity(), "what was written is within the capacity");
        // SAFETY: the caller promises W1 for `pos`, and the assertion checks the capacity.
        unsafe { self.out.set_len(pos) };
        &mut self.out
    }

    /// Returns how many beginnings of elements are recorded.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn recorded_starts(&self) -> usize {
        self.starts.len()
    }

    /// Records that an element begins at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn record_start(&mut self, pos: usize) {
        self.starts.push(pos);
    }

    /// Records that the head of a value begins at `head`, whose size is written when its innermost last field has
    /// ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn open_head(&mut self, head: usize) {
        self.starts.push(head);
    }

    /// Takes the head that was opened last, if more than `first` offsets are recorded.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take_head(&mut self, first: usize) -> Option<usize> {
        if self.starts.len() > first { self.starts.pop() } else { None }
    }

    /// Removes the recorded beginnings from index `first` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn forget(&mut self, first: usize) {
        self.starts.truncate(first);
    }

    /// Returns what was written up to `pos`, and the recorded beginnings from index `first` on.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    pub(crate) unsafe fn written_with_starts(&mut self, pos: usize, first: usize) -> (&mut [u8], &[usize]) {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { self.commit(pos) };
        (&mut self.out, &self.starts[first..])
    }

    /// Returns whether there is capacity for `count` bytes, a constant, at offset `pos`, for which W1 holds.
    ///
    /// (The sum does not wrap: `pos` is within the capacity, so it is at most `isize::MAX` too. Often the sum is the
    /// next offset.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn has_capacity(&self, pos: usize, count: usize) -> bool {
        count <= isize::MAX as usize && pos.wrapping_add(count) <= self.out.capacity()
    }

    /// Ensures capacity for `count` bytes at offset `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn ensure_capacity(&mut self, pos: usize, count: usize) {
        if self.out.capacity().wrapping_sub(pos) < count {
            // SAFETY: the caller promises W1 for `pos`.
            unsafe { self.grow(pos, count) };
        }
    }

    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cold]
    #[inline(never)]
    unsafe fn grow(&mut self, pos: usize, count: usize) {
        steps::count_bytes(pos);
        // SAFETY: the caller promises W1 for `pos`.
        if unsafe { self.grow_to_expected(pos, count) } {
            return;
        }
        let out = &mut self.out;
        // Most values are small: with one allocation instead of three, a tree of two leaves is packed twice as fast.
        out.reserve(if out.capacity() == 0 { count.max(SMALLEST) } else { count });
    }

    /// Reserves what is left of the [expected](Self::expect) bytes at `pos`, if that is at least `count`, and returns
    /// whether it did. The buffer then ends at `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    unsafe fn grow_to_expected(&mut self, pos: usize, count: usize) -> bool {
        let left = self.expected.saturating_sub(pos);
        // SAFETY: the caller promises W1 for `pos`.
        let out = unsafe { self.commit(pos) };
        left >= count && out.try_reserve_exact(left).is_ok()
    }

    /// Writes an array of bytes; returns the offset after it.
    ///
    /// # Safety
    ///
    /// There is capacity for the bytes at offset `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn put<B: ByteArray>(&mut self, pos: usize, bytes: B) -> usize {
        debug_assert!(self.out.capacity() - pos >= size_of::<B>());
        steps::count(1);
        // SAFETY: the caller promises the capacity.
        unsafe { self.out.as_mut_ptr().add(pos).cast::<B>().write_unaligned(bytes) };
        pos + size_of::<B>()
    }

    /// Writes bytes; returns the offset after them.
    ///
    /// # Safety
    ///
    /// There is capacity for the bytes at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn put_slice(&mut self, pos: usize, bytes: &[u8]) -> usize {
        debug_assert!(self.out.capacity() - pos >= bytes.len());
        steps::count_bytes(bytes.len());
        // SAFETY: the caller promises the capacity; by W2 there is no other reference to the buffer, so `bytes` are not
        // in it.
        unsafe { self.out.as_mut_ptr().add(pos).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        pos + bytes.len()
    }

    /// Writes `count` zeros, for bytes that are reserved; returns the offset after them.
    ///
    /// # Safety
    ///
    /// There is capacity for them at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn put_zeros(&mut self, pos: usize, count: usize) -> usize {
        debug_assert!(self.out.capacity() - pos >= count);
        steps::count_bytes(count);
        // SAFETY: the caller promises the capacity.
        unsafe { self.out.as_mut_ptr().add(pos).write_bytes(0, count) };
        pos + count
    }

    /// Writes a short varint; returns the offset after it.
    ///
    /// # Safety
    ///
    /// There is capacity for its [`varint::len`] at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn put_varint(&mut self, pos: usize, value: u64) -> usize {
        let [first, ..] = value.to_le_bytes();
        // SAFETY: the caller promises the capacity.
        unsafe { if value < WIDE[0] as u64 { self.put(pos, [first]) } else { self.put_wide_varint(pos, value) } }
    }

    /// Writes a short varint that does not fit one byte.
    ///
    /// # Safety
    ///
    /// As for [`put_varint`](Self::put_varint).
    #[cold]
    #[inline(never)]
    unsafe fn put_wide_varint(&mut self, pos: usize, value: u64) -> usize {
        let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
        // SAFETY: the caller promises the capacity.
        unsafe {
            match varint::len(value) {
                3 => self.put(pos, [WIDE[0], a, b]),
                5 => self.put(pos, [WIDE[1], a, b, c, d]),
                _ => self.put(pos, [WIDE[2], a, b, c, d, e, f, g, h]),
            }
        }
    }

    /// Returns the byte at `at`.
    ///
    /// # Safety
    ///
    /// It is before an offset for which W1 holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn byte(&self, at: usize) -> u8 {
        // SAFETY: the caller promises that it is initialised.
        unsafe { self.out.as_ptr().add(at).read() }
    }

    /// Appends bytes at `pos`; returns the offset after them.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[inline]
    pub(crate) unsafe fn extend_from_slice(&mut self, pos: usize, bytes: &[u8]) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and capacity is ensured.
        unsafe {
            self.ensure_capacity(pos, bytes.len());
            self.put_slice(pos, bytes)
        }
    }

    /// Reserves capacity for elements of at least `size` bytes each, and for the `header` bytes before them.
    /// `Certainly` reserves all of it, and exactly that if the buffer is empty; `Perhaps` reserves at most 1 MiB.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn reserve(&mut self, pos: usize, expected: Expected, size: usize, header: usize) {
        let bytes = expected.count().saturating_mul(size).saturating_add(header);
        if self.out.capacity().wrapping_sub(pos) < bytes {
            // SAFETY: the caller promises W1 for `pos`.
            unsafe { self.reserve_more(pos, expected, bytes, header) };
        }
    }

    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cold]
    #[inline(never)]
    unsafe fn reserve_more(&mut self, pos: usize, expected: Expected, mut bytes: usize, header: usize) {
        if matches!(expected, Expected::Certainly(_)) && bytes > isize::MAX as usize {
            self.fail(ErrorKind::Overflow, Place::outermost(pos));
            bytes = header;
        }
        steps::count_bytes(pos);
        if matches!(expected, Expected::Perhaps(_)) {
            bytes = bytes.min(1 << 20);
        }
        // SAFETY: the caller promises W1 for `pos`.
        if unsafe { self.grow_to_expected(pos, bytes) } {
            return;
        }
        let out = &mut self.out;
        if matches!(expected, Expected::Certainly(_)) && out.is_empty() {
            out.reserve_exact(bytes);
        } else {
            out.reserve(bytes);
        }
    }

    /// Writes the size of the value from `at + 4` to `end` in the four bytes at `at`.
    ///
    /// # Safety
    ///
    /// These four bytes were reserved for the size of that value. (Other bytes may be part of a value, which W1 keeps
    /// valid.)
    pub(crate) unsafe fn put_wide_size(&mut self, at: usize, end: usize) {
        assert!(at + 4 <= end && end <= self.out.capacity(), "the value follows its size");
        match i32::try_from(end - at - 4) {
            // SAFETY: the assertion checks that there is capacity.
            Ok(size) => _ = unsafe { self.put(at, size.to_le_bytes()) },
            Err(_) => self.fail(ErrorKind::Overflow, Place::outermost(at + 4)),
        }
    }

    /// Begins a last field at `pos` whose size is backpatched when the outermost value ends; returns the offset of the
    /// field's value.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    pub(crate) unsafe fn push_backpatch(&mut self, pos: usize) -> usize {
        let back = match self.backpatches {
            0 => Some(0),
            before => u32::try_from(pos + 1 - before).ok(),
        };
        let Some(back) = back else {
            self.fail(ErrorKind::Overflow, Place::outermost(pos));
            return pos;
        };
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { self.ensure_capacity(pos, 4) };
        self.backpatches = pos + 1;
        // SAFETY: capacity for four bytes was reserved just now.
        unsafe { self.put(pos, back.to_le_bytes()) }
    }

    /// Begins a value that is not a last field; returns the pending list, for
    /// [`apply_backpatches`](Self::apply_backpatches).
    pub(crate) fn take_backpatches(&mut self) -> usize {
        core::mem::take(&mut self.backpatches)
    }

    /// Ends such a value at `end`: writes the sizes of its last fields, and restores the list that `take_backpatches`
    /// returned.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `end` are initialised (W1).
    pub(crate) unsafe fn apply_backpatches(&mut self, held: usize, end: usize) {
        while let (Some(at), false) = (self.backpatches.checked_sub(1), self.has_failed()) {
            let mut back = [0; 4];
            // SAFETY: the caller promises W1 for `end`.
            back.copy_from_slice(&unsafe { self.commit(end) }[at..at + 4]);
            // SAFETY: `push_backpatch` reserved four bytes at each offset in the list.
            unsafe { self.put_wide_size(at, end) };
            self.backpatches = match u32::from_le_bytes(back) {
                0 => 0,
                back => self.backpatches - back as usize,
            };
        }
        self.backpatches = held;
    }

    /// Replaces `start..end` by a header of `needed` bytes, in what is written up to `pos`. `put` writes the header at
    /// the offset that it receives, where there is capacity for it. Returns the new `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    pub(crate) unsafe fn replace_header(
        &mut self,
        pos: usize,
        (start, end): (usize, usize),
        needed: usize,
        put: impl FnOnce(&mut Self, usize),
    ) -> usize {
        if self.has_failed() {
            // (What was written stays where it is, until the failure is located.)
            return pos;
        }
        if needed == end - start || !self.postpones(pos, end) {
            // SAFETY: the caller promises W1 for `pos`.
            let pos = unsafe { self.resize(pos, (start, end), needed) };
            put(self, start);
            return pos;
        }
        // (It is written to the end of the buffer, and kept from there.)
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { self.commit(pos) }.resize(pos + needed, 0);
        put(self, pos);
        let Self { out, insertions, .. } = self;
        insertions.record(start..end, &out[pos..pos + needed]);
        pos
    }

    /// Replaces `start..end` by a short varint, in what is written up to `pos`; returns the new `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[inline(never)]
    pub(crate) unsafe fn replace_number(&mut self, pos: usize, gap: (usize, usize), number: u64) -> usize {
        let len = varint::len(number);
        let put = |writer: &mut Self, at: usize| {
            assert!(len <= writer.out.len() - at, "the gap holds the number");
            // SAFETY: the assertion checks that there is capacity.
            _ = unsafe { writer.put_varint(at, number) };
        };
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { self.replace_header(pos, gap, len, put) }
    }

    /// Replaces `start..end` by these bytes, in what is written up to `pos`; returns the new `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[inline(never)]
    pub(crate) unsafe fn replace_bytes(&mut self, pos: usize, gap: (usize, usize), bytes: &[u8]) -> usize {
        let put = |writer: &mut Self, at: usize| {
            assert!(bytes.len() <= writer.out.len() - at, "the gap holds the bytes");
            // SAFETY: the assertion checks that there is capacity.
            _ = unsafe { writer.put_slice(at, bytes) };
        };
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { self.replace_header(pos, gap, bytes.len(), put) }
    }

    /// Changes the length of `start..end` to `needed`, in what is written up to `pos`, and moves the bytes after it.
    /// Returns the new `pos`.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    pub(crate) unsafe fn resize(&mut self, pos: usize, (start, end): (usize, usize), needed: usize) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        let out = unsafe { self.commit(pos) };
        if needed != end - start {
            resize_gap(out, start, end, needed);
            self.moved = self.moved.saturating_add(pos - end);
        }
        self.out.len()
    }

    /// Returns whether an insertion before `end` is recorded instead of made. It is made if that moves few bytes, from
    /// `end` to `pos`; it is recorded if those bytes contain recorded insertions themselves, or if too many bytes were
    /// moved before. If there are no such bytes, nothing moves, and nothing may be recorded (D2).
    pub(crate) fn postpones(&self, pos: usize, end: usize) -> bool {
        if pos == end {
            return false;
        }
        // (With debug assertions, after the first move about half of all insertions are recorded, so that tests of
        // small values try both.)
        let is_tried = cfg!(debug_assertions) && self.moved > 0 && (pos - end) % 2 == 1;
        let moved = self.moved.saturating_add(pos - end);
        is_tried || self.insertions.reach(end) || moved > MOVES.saturating_mul(pos - self.origin)
    }

    /// Returns whether there are recorded insertions at `offset` or after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn has_insertions(&self, offset: usize) -> bool {
        self.insertions.reach(offset)
    }

    /// Returns the size of what was written from `start` to `pos`, including its recorded insertions.
    pub(crate) fn final_size(&self, start: usize, pos: usize) -> usize {
        (pos - start).wrapping_add(self.insertions.growth_after(start))
    }

    /// Makes the insertions at `from` or after it in what was written up to `pos`; returns the new `pos`. The recorded
    /// beginnings of elements from index `first` on, which are after `from`, are adjusted.
    ///
    /// # Safety
    ///
    /// As for [`commit`](Self::commit).
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn make_insertions(&mut self, from: usize, pos: usize, first: usize) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { self.commit(pos) };
        let Self { out, insertions, starts, .. } = self;
        insertions.apply(out, from, starts.get_mut(first..).unwrap_or_default());
        out.len()
    }

    /// Returns how many beginnings of elements are recorded for tables of ends.
    pub(crate) fn recorded_elements(&self) -> usize {
        self.insertions.recorded_elements()
    }

    /// Records, for the table of ends of a sequence, that an element begins at `pos`, the end of what was written.
    #[cold]
    pub(crate) fn record_element(&mut self, pos: usize) {
        self.insertions.record_element(self.insertions.end(pos));
    }

    /// Removes and returns the final offsets of elements from index `before` on.
    pub(crate) fn take_elements(&mut self, before: usize) -> Vec<usize> {
        self.insertions.take_elements(before)
    }

    /// Returns the final offset of `pos`, the end of what was written.
    pub(crate) fn final_end(&self, pos: usize) -> usize {
        self.insertions.end(pos)
    }
}

/// Changes the length of `start..end` to `needed` bytes, which are initialised.
#[cold]
fn resize_gap(out: &mut Vec<u8>, start: usize, end: usize, needed: usize) {
    let tail = out.len() - end;
    steps::count_bytes(tail);
    if needed > end - start {
        out.resize(start + needed + tail, 0);
    }
    out.copy_within(end..end + tail, start + needed);
    out.truncate(start + needed + tail);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_noted_where_nothing_follows() {
        let mut writer = ValueWriter::new(Vec::new(), Limits::DEFAULT);
        writer.moved = 1000;
        assert!(writer.postpones(3, 2));
        assert!(!writer.postpones(2, 2));
    }

    #[test]
    fn levels_are_charged_as_if_each_were_checked() {
        let charges = [512, MOST_UNCHECKED, 700, MOST_UNCHECKED + 1, 512, 9000, 600, 512, MOST_UNCHECKED];
        let limits = |depth: u32, stack: usize| Limits { depth, stack, ..Limits::DEFAULT };
        let depths = [0, 1, 3, 8, 1000].into_iter();
        for limits in depths.flat_map(|depth| (300..40_000).step_by(97).map(move |stack| limits(depth, stack))) {
            for first in 0..charges.len() {
                let mut writer = ValueWriter::new(Vec::new(), limits);
                let mut left = writer.budget(300);
                let mut exact = Budget::new(&limits).spend(300).expect("it is less");
                for stack in charges.into_iter().cycle().skip(first).take(20) {
                    let next = left.deeper_unchecked(stack);
                    let allowed = writer.allows(next, stack) || writer.check_level(next, stack, Place::outermost(0));
                    assert_eq!(exact.deeper(stack).ok(), allowed.then_some(next), "{limits:?}");
                    let Ok(rest) = exact.deeper(stack) else { break };
                    (left, exact) = (next, rest);
                }
            }
        }
    }

    #[test]
    fn there_is_no_capacity_for_more_bytes_than_a_buffer_has() {
        let writer = ValueWriter::new(Vec::with_capacity(8), Limits::DEFAULT);
        let capacity = writer.out.capacity();
        assert!(writer.has_capacity(1, capacity - 1) && !writer.has_capacity(1, capacity));
        assert!(!writer.has_capacity(1, usize::MAX));
    }

    #[test]
    fn as_many_bytes_may_move_as_there_are() {
        let mut writer = ValueWriter::new(Vec::new(), Limits::DEFAULT);
        let half = usize::MAX / 2;
        assert!(!writer.postpones(half, 1));
        writer.moved = usize::MAX - 1;
        assert!(!writer.postpones(half + 1, 2));
    }
}
