//! The entry points of validation.

use crate::layout::{CheckerOf, Layout};
use crate::packable::Packable;
use crate::shape::check_root;
#[cfg(feature = "rayon-1")]
use crate::shape::{SequenceShape, check_root_and_note};
use crate::wire::error::{Error, ErrorKind, Path};
use crate::wire::limits::Limits;

/// Checks that one `T` in layout `L` is at the beginning of `bytes`, and returns its size in bytes.
pub(super) fn validate_prefix<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    let mut checker = CheckerOf::<L>::new(bytes, limits);
    // (Without a closure, which would be two more functions for each type to compile.)
    match check_root::<<T::As as Packable>::Shape, L>(&mut checker) {
        Ok(end) => Ok(end),
        Err(_) => Err(checker.error()),
    }
}

/// Checks that `bytes` are one `T` in layout `L`, and nothing more.
pub(super) fn validate_all<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    require_allowed(bytes, limits)?;
    require_end(bytes, validate_prefix::<T, L>(bytes, limits)?)
}

/// Checks that `bytes` are one sequence `T` in layout `L`, and nothing more, with its elements one by one. Calls `note`
/// with the offset of each element that was checked, in order.
#[cfg(feature = "rayon-1")]
pub(crate) fn validate_and_note<T, L>(bytes: &[u8], limits: &Limits, note: impl FnMut(usize)) -> Result<(), Error>
where
    T: Packable + ?Sized,
    <T::As as Packable>::Shape: SequenceShape,
    L: Layout,
{
    require_allowed(bytes, limits)?;
    let mut checker = CheckerOf::<L>::new(bytes, limits);
    match check_root_and_note::<<T::As as Packable>::Shape, L>(&mut checker, note) {
        Ok(end) => require_end(bytes, end),
        Err(_) => Err(checker.error()),
    }
}

/// Checks that the limits allow as many bytes.
#[inline]
fn require_allowed(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    if bytes.len() > limits.bytes {
        let kind = ErrorKind::TooLarge { limit: limits.bytes };
        return Err(Error { kind, offset: limits.bytes, path: Path::EMPTY });
    }
    Ok(())
}

/// Checks that the value at the beginning of `bytes`, which ends at `end`, is all of them.
#[inline]
fn require_end(bytes: &[u8], end: usize) -> Result<(), Error> {
    match bytes.len() - end {
        0 => Ok(()),
        count => Err(Error { kind: ErrorKind::TrailingBytes { count }, offset: end, path: Path::EMPTY }),
    }
}
