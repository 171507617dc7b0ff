//! What is still open around the next item: the one place that knows which item may follow which.

use alloc::vec::Vec;

use super::head::{ARRAY, BYTES, Head, MAP, TAG, TEXT};
use crate::{ErrorKind, steps};

/// How many frames need no allocation.
const INLINE: usize = 16;

/// The largest count that a frame holds. No input has so many items, and no program writes so many.
const MAX_ITEMS: u64 = 1 << 62;

// A frame is how many items are still to come; past `MAX_ITEMS`, one of these.
const OPEN_ARRAY: u64 = u64::MAX;
/// Before a key.
const OPEN_MAP: u64 = u64::MAX - 1;
/// Before a value.
const OPEN_MAP_VALUE: u64 = u64::MAX - 2;
const BYTE_CHUNKS: u64 = u64::MAX - 3;
const TEXT_CHUNKS: u64 = u64::MAX - 4;
/// Outside of everything, where any number of items may stand.
const SEQUENCE: u64 = u64::MAX - 5;

/// The arrays, maps, tags and chunked strings that are open, the innermost last.
///
/// It allocates only past sixteen levels, and then no more than the limit on depth times eight bytes.
#[derive(Clone, Debug)]
pub(crate) struct Nesting {
    top: u64,
    below: Stack,
    limit: u32,
    /// Whether what is last in a counted container is a level, too.
    counts_last: bool,
    /// How many bytes must at least follow, so that everything open can be closed.
    owed: u64,
}

impl Nesting {
    /// Before one item, which may nest so many levels.
    pub(crate) const fn item(limit: u32) -> Self {
        Self { top: 1, below: Stack::EMPTY, limit, counts_last: true, owed: 1 }
    }

    /// Before one item of which only the end is wanted. Where a container or tag ends with an item, that takes its
    /// place and is no level, as for a value the last field is none: a list of any length nests not at all. What a
    /// break ends must be remembered, and so its items are levels, whichever they are.
    pub(crate) fn extent(limit: u32) -> Self {
        Self { counts_last: false, ..Self::item(limit) }
    }

    /// Before another item, with the memory that this one took.
    #[inline]
    pub(crate) fn restart(&mut self) {
        self.below.clear();
        (self.top, self.owed) = (1, 1);
    }

    /// Before a sequence of any number of items.
    pub(crate) const fn sequence(limit: u32) -> Self {
        Self { top: SEQUENCE, below: Stack::EMPTY, limit, counts_last: true, owed: 0 }
    }

    /// Whether the one item has ended; never in a sequence.
    #[inline]
    pub(crate) const fn is_complete(&self) -> bool {
        self.top == 0
    }

    /// Whether all items of a sequence have ended.
    #[inline]
    pub(crate) const fn is_between_items(&self) -> bool {
        self.top == SEQUENCE
    }

    /// How many bytes must at least follow.
    #[inline]
    pub(crate) const fn owed(&self) -> u64 {
        self.owed
    }

    /// How many bytes must follow at least once the next item, which is no break, has begun.
    #[inline]
    pub(crate) const fn owed_within(&self) -> u64 {
        match self.top {
            0..=MAX_ITEMS | OPEN_MAP_VALUE => self.owed.saturating_sub(1),
            OPEN_MAP => self.owed.saturating_add(1),
            _ => self.owed,
        }
    }

    /// Whether a head may stand here.
    #[inline]
    pub(crate) fn admit(&self, head: &Head) -> Result<(), ErrorKind> {
        if head.is_break() {
            let ends = matches!(self.top, OPEN_ARRAY | OPEN_MAP | BYTE_CHUNKS | TEXT_CHUNKS);
            return if ends { Ok(()) } else { Err(ErrorKind::UnexpectedBreak) };
        }
        match self.top {
            BYTE_CHUNKS | TEXT_CHUNKS => self.admit_chunk(head),
            _ if head.major < ARRAY || head.major > TAG || self.below.len() < self.limit as usize => Ok(()),
            _ if self.is_last() => Ok(()),
            _ => Err(ErrorKind::TooDeep { limit: self.limit }),
        }
    }

    #[cold]
    fn admit_chunk(&self, head: &Head) -> Result<(), ErrorKind> {
        let (major, expected) = match self.top {
            BYTE_CHUNKS => (BYTES, "a byte string of definite length"),
            _ => (TEXT, "a text string of definite length"),
        };
        if head.major == major && !head.is_indefinite() {
            return Ok(());
        }
        let found = if head.is_indefinite() { "an item of indefinite length" } else { head.kind() };
        Err(ErrorKind::UnexpectedItem { expected, found })
    }

    /// Goes past a head that may stand here, and past the string that it begins.
    #[inline]
    pub(crate) fn enter(&mut self, head: &Head) {
        if head.is_break() {
            self.owed = self.owed.saturating_sub(1);
            self.top = self.below.pop().unwrap_or(0);
            return self.item_ended();
        }
        self.owed = self.owed_within();
        match (head.major, head.is_indefinite()) {
            (ARRAY, false) => self.open_items(head.argument),
            (MAP, false) => self.open_items(head.argument.saturating_mul(2)),
            (TAG, _) => self.open_items(1),
            (BYTES, true) => self.open(BYTE_CHUNKS, 1),
            (TEXT, true) => self.open(TEXT_CHUNKS, 1),
            (ARRAY, true) => self.open(OPEN_ARRAY, 1),
            (MAP, true) => self.open(OPEN_MAP, 1),
            _ => self.item_ended(),
        }
    }

    #[inline]
    fn open_items(&mut self, count: u64) {
        if count == 0 { self.item_ended() } else { self.open(count.min(MAX_ITEMS), count) }
    }

    /// Whether nothing need be remembered of what the next item stands in.
    #[inline]
    const fn is_last(&self) -> bool {
        !self.counts_last && self.top == 1
    }

    #[inline]
    fn open(&mut self, frame: u64, owed: u64) {
        if !self.is_last() {
            self.below.push(self.top);
        }
        self.top = frame;
        self.owed = self.owed.saturating_add(owed);
    }

    /// Notes that an item has ended, and with it the counted items that it was the last of.
    #[inline]
    fn item_ended(&mut self) {
        loop {
            steps::count(1);
            match self.top {
                OPEN_MAP => self.top = OPEN_MAP_VALUE,
                OPEN_MAP_VALUE => self.top = OPEN_MAP,
                1..=MAX_ITEMS => {
                    self.top -= 1;
                    if self.top == 0
                        && let Some(frame) = self.below.pop()
                    {
                        self.top = frame;
                        continue;
                    }
                }
                _ => {}
            }
            return;
        }
    }
}

/// Frames, the first few of them in place.
#[derive(Clone, Debug)]
struct Stack {
    len: usize,
    inline: [u64; INLINE],
    spilled: Vec<u64>,
}

impl Stack {
    const EMPTY: Self = Self { len: 0, inline: [0; INLINE], spilled: Vec::new() };

    #[inline]
    const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn clear(&mut self) {
        self.len = 0;
        self.spilled.clear();
    }

    #[inline]
    fn push(&mut self, frame: u64) {
        match self.inline.get_mut(self.len) {
            Some(place) => *place = frame,
            None => self.spilled.push(frame),
        }
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<u64> {
        self.len = self.len.checked_sub(1)?;
        self.inline.get(self.len).copied().or_else(|| self.spilled.pop())
    }
}
