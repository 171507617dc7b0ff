//! Reads the number of a constructor without its type.

use packed_data_cbor::head::{self, ARRAY, TAG, UNSIGNED};

use crate::wire::steps;

/// Returns the number of the constructor in an item, or `None` if the item is not a constructor.
pub(crate) fn constructor(bytes: &[u8]) -> Option<u64> {
    let content = |mut at: usize| loop {
        steps::count(1);
        let head = head::read(bytes, at).ok()?;
        at += head.size;
        if head.major != TAG {
            return Some((head, at));
        }
    };
    let (array, first) = content(0)?;
    let (tag, _) = content(first)?;
    (array.major == ARRAY && tag.major == UNSIGNED && (array.is_indefinite() || array.argument > 0))
        .then_some(tag.argument)
}
