//! The state of a walk: which containers enclose the next item, and which items may follow.
//!
//! All walks of this crate use it, so that they agree on what is well-formed.

use alloc::vec::Vec;

use crate::head::{ARRAY, BYTES, Head, MAP, TAG, TEXT};
use crate::{ErrorKind, steps};

/// The number of containers that need no allocation.
const INLINE: usize = 16;

/// The largest count in a container. No input has this number of items, and no program writes it.
const MAX_ITEMS: u64 = 1 << 62;

// The state of a container is a number. Up to `MAX_ITEMS`, it is the number of items that are missing; above that, it
// is one of the following constants. A tag is a container of one item.
const OPEN_ARRAY: u64 = u64::MAX;
/// A map of indefinite length, before a key.
const OPEN_MAP: u64 = u64::MAX - 1;
/// A map of indefinite length, before a value.
const OPEN_MAP_VALUE: u64 = u64::MAX - 2;
const BYTE_CHUNKS: u64 = u64::MAX - 3;
const TEXT_CHUNKS: u64 = u64::MAX - 4;
/// Outside all containers, in a sequence of any number of items.
const SEQUENCE: u64 = u64::MAX - 5;

/// The arrays, maps, tags and chunked strings around the next item.
///
/// It allocates eight bytes for each level past the sixteenth, up to the limit on depth.
#[derive(Clone, Debug)]
pub(crate) struct Nesting {
    /// The innermost container.
    top: u64,
    /// The other containers, the outermost first.
    below: Stack,
    limit: u32,
    /// Whether the last item of a container with a count is a level of its own. If not, it takes the place of its
    /// container.
    counts_last: bool,
    /// How many bytes must follow at least until all containers are complete.
    owed: u64,
}

impl Nesting {
    /// Returns the state before one item, which may nest `limit` levels.
    pub(crate) const fn item(limit: u32) -> Self {
        Self { top: 1, below: Stack::EMPTY, limit, counts_last: true, owed: 1 }
    }

    /// Returns the state before one item, for finding its end only.
    ///
    /// The last item of a container with a count, or of a tag, takes the place of its container and is not a level; so
    /// a linked list of any length does not nest. A container that a break ends must be remembered, and therefore all
    /// its items are levels.
    pub(crate) fn extent(limit: u32) -> Self {
        Self { counts_last: false, ..Self::item(limit) }
    }

    /// Restores the state before one item, and keeps the allocated memory.
    #[inline]
    pub(crate) fn restart(&mut self) {
        self.below.clear();
        (self.top, self.owed) = (1, 1);
    }

    /// Returns the state before a sequence of any number of items.
    pub(crate) const fn sequence(limit: u32) -> Self {
        Self { top: SEQUENCE, below: Stack::EMPTY, limit, counts_last: true, owed: 0 }
    }

    /// Returns whether the one item has ended; never true in a sequence.
    #[inline]
    pub(crate) const fn is_complete(&self) -> bool {
        self.top == 0
    }

    /// Returns whether this is a sequence all of whose items have ended.
    #[inline]
    pub(crate) const fn is_between_items(&self) -> bool {
        self.top == SEQUENCE
    }

    /// Returns how many bytes must follow at least.
    #[inline]
    pub(crate) const fn owed(&self) -> u64 {
        self.owed
    }

    /// Returns how many bytes must follow at least after the head of the next item, if that is not a break.
    #[inline]
    pub(crate) const fn owed_within(&self) -> u64 {
        match self.top {
            0..=MAX_ITEMS | OPEN_MAP_VALUE => self.owed.saturating_sub(1),
            OPEN_MAP => self.owed.saturating_add(1),
            _ => self.owed,
        }
    }

    /// Fails unless this head may be the next one.
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
        let found = if head.is_indefinite() { "an item of indefinite length" } else { head.describe() };
        Err(ErrorKind::UnexpectedItem { expected, found })
    }

    /// Passes an admitted head, and the string that it begins.
    #[inline]
    pub(crate) fn enter(&mut self, head: &Head) {
        if head.is_break() {
            self.owed = self.owed.saturating_sub(1);
            self.top = self.below.pop().unwrap_or(0);
            return self.item_ended();
        }
        self.owed = self.owed_within();
        match (head.major, head.is_indefinite()) {
            (ARRAY, false) => self.push_items(head.argument),
            (MAP, false) => self.push_items(head.argument.saturating_mul(2)),
            (TAG, _) => self.push_items(1),
            (BYTES, true) => self.push(BYTE_CHUNKS, 1),
            (TEXT, true) => self.push(TEXT_CHUNKS, 1),
            (ARRAY, true) => self.push(OPEN_ARRAY, 1),
            (MAP, true) => self.push(OPEN_MAP, 1),
            _ => self.item_ended(),
        }
    }

    #[inline]
    fn push_items(&mut self, count: u64) {
        if count == 0 { self.item_ended() } else { self.push(count.min(MAX_ITEMS), count) }
    }

    /// Returns whether the next item takes the place of its container.
    #[inline]
    const fn is_last(&self) -> bool {
        !self.counts_last && self.top == 1
    }

    #[inline]
    fn push(&mut self, container: u64, owed: u64) {
        if !self.is_last() {
            self.below.push(self.top);
        }
        self.top = container;
        self.owed = self.owed.saturating_add(owed);
    }

    /// Records that an item has ended, and the containers that end with it.
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
                        && let Some(container) = self.below.pop()
                    {
                        self.top = container;
                        continue;
                    }
                }
                _ => {}
            }
            return;
        }
    }
}

/// A stack of containers, which stores the first [`INLINE`] in place.
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
    fn push(&mut self, container: u64) {
        match self.inline.get_mut(self.len) {
            Some(slot) => *slot = container,
            None => self.spilled.push(container),
        }
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<u64> {
        self.len = self.len.checked_sub(1)?;
        self.inline.get(self.len).copied().or_else(|| self.spilled.pop())
    }
}
