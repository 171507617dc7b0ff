//! The entry points of validation.

use crate::layout::{CheckerOf, Layout};
use crate::packable::Packable;
use crate::shape::check_root;
use crate::wire::error::{Error, ErrorKind, Path};
use crate::wire::limits::Limits;

/// Checks that one `T` in layout `L` is at the beginning of `bytes`, and returns its size in bytes.
pub(super) fn validate_prefix<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    let mut checker = CheckerOf::<L>::new(bytes, limits);
    check_root::<<T::As as Packable>::Shape, L>(&mut checker).map_err(|_| checker.error())
}

/// Checks that `bytes` are one `T` in layout `L`, and nothing more.
pub(super) fn validate_all<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    if bytes.len() > limits.bytes {
        let kind = ErrorKind::TooLarge { limit: limits.bytes };
        return Err(Error { kind, offset: limits.bytes, path: Path::EMPTY });
    }
    let end = validate_prefix::<T, L>(bytes, limits)?;
    match bytes.len() - end {
        0 => Ok(()),
        count => Err(Error { kind: ErrorKind::TrailingBytes { count }, offset: end, path: Path::EMPTY }),
    }
}
