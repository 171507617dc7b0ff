//! The buffer whose memory is shared by parts that are unpacked, during one call.

use core::cell::RefCell;

use bytes::Bytes;

std::thread_local! {
    /// The buffer that is unpacked by this thread, if its parts are to share it.
    static BUFFER: RefCell<Option<Bytes>> = const { RefCell::new(None) };
}

/// As long as it lives, parts of a buffer that this thread unpacks share its memory.
///
/// (A variable of the thread, and not a field of `Levels`, which every unpacked value would pass on: only a `Bytes`
/// looks at it. A part that finds another buffer, or none, is copied, so nothing rests on it.)
pub(crate) struct Sharing {
    /// The buffer of an enclosing call.
    outer: Option<Bytes>,
}

impl Sharing {
    pub(crate) fn of(buffer: &Bytes) -> Self {
        Self { outer: BUFFER.replace(Some(buffer.clone())) }
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        BUFFER.set(self.outer.take());
    }
}

/// Returns the bytes: shared, if they are in the buffer whose parts are to share it, otherwise copied.
pub(crate) fn shared_or_copied(part: &[u8]) -> Bytes {
    BUFFER.with_borrow(|buffer| match buffer {
        Some(buffer) if is_within(part, buffer) => buffer.slice_ref(part),
        _ => Bytes::copy_from_slice(part),
    })
}

/// Returns whether `part` lies in `whole`.
fn is_within(part: &[u8], whole: &[u8]) -> bool {
    let (part, whole) = (part.as_ptr_range(), whole.as_ptr_range());
    whole.start <= part.start && part.end <= whole.end
}
