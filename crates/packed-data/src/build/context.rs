//! `Context`: the writer and the budget of a place, behind a pointer, so that a `Needs` is two words.

use core::ptr::NonNull;

use crate::wire::budget::Budget;
use crate::wire::value_writer::ValueWriter;

/// What a [`Needs`](super::Needs) is written with, apart from its offset.
///
/// It is a local variable of the function that makes a place for a value; the place of a last field takes over the one
/// of the value that ends with it. So a `Needs` is a pointer and an offset, which are passed in registers, and a
/// function that calls itself for a last field can do so in a loop. (Measured on a perfect tree, with `Needs` as four
/// words in memory: building took twice as long, because the offset was stored and loaded at each call.)
pub(crate) struct Context {
    /// Invariant (W2): points to a writer that nothing else uses as long as this exists.
    writer: NonNull<ValueWriter>,
    /// The levels of nesting, and the bytes of stack, that are left.
    pub(super) budget: Budget,
}

// SAFETY: it stands for the exclusive reference from which it was made (W2), which may be sent and shared.
unsafe impl Send for Context where for<'w> &'w mut ValueWriter: Send {}
// SAFETY: a shared reference to it gives no access to the writer.
unsafe impl Sync for Context where for<'w> &'w mut ValueWriter: Sync {}

impl Context {
    /// Returns the context of a place.
    ///
    /// # Safety
    ///
    /// Nothing else uses `writer` as long as the context is used (W2).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn new(writer: &mut ValueWriter, budget: Budget) -> Self {
        Self { writer: NonNull::from(writer), budget }
    }

    /// Returns the writer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn writer(&mut self) -> &mut ValueWriter {
        // SAFETY: by W2 it points to a writer that nothing else uses, and it is borrowed as long as this is.
        unsafe { self.writer.as_mut() }
    }
}
