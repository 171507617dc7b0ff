//! Floats as pairs of a mantissa and an exponent: where one ends, and its check. The pairs are in `packed-data-model`.

use packed_data_model::pair;

use crate::wire::checker::{Failed, Input};
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;

/// Returns the number of bytes of the pair at `pos`.
///
/// # Safety
///
/// A valid pair is stored at `pos`.
#[inline]
pub(super) unsafe fn width(pos: Ptr) -> usize {
    // SAFETY: a pair begins with the tag of its mantissa.
    let [tag] = unsafe { pos.load::<[u8; 1]>() };
    pair::len(tag)
}

/// Checks a pair for a float of that width; returns its end.
pub(super) fn check(checker: &mut impl Input, at: usize, width: usize) -> Result<usize, Failed> {
    let [tag] = checker.array(at)?;
    let len = pair::len(tag);
    let bytes = checker.slice(at, len as u64)?;
    if pair::decode(bytes, width).is_some() {
        return Ok(at + len);
    }
    let expected = "float: a mantissa of 24 or 53 bits and an exponent";
    Err(checker.fail(ErrorKind::InvalidScalar { expected, found: tag.into() }, at))
}
