//! The size before a last field, in layouts that have one there. All last fields of a value, each inside the one
//! before it, end where the value does. The checker stores the end that the first of these sizes states.

use super::NativeChecker;
use crate::layout::CheckState;
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;

/// What the sizes before the last fields of the current value state, if one was checked.
#[derive(Clone, Copy, Default)]
pub struct LastSize(Option<Stated>);

/// The end that the sizes before last fields state.
#[derive(Clone, Copy)]
struct Stated {
    /// The offset of the end.
    end: u64,
    /// The offset of the first of these sizes.
    at: usize,
}

impl CheckState for LastSize {
    type Enclosing = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_value(&mut self) -> Self {
        core::mem::take(self)
    }
}

/// Checks the size of four bytes at `at`, before a last field; returns the offset of that field.
pub(super) fn check(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let size = u32::from_le_bytes(checker.array(at)?);
    let start = at + 4;
    let end = start as u64 + u64::from(size);
    match checker.state.0 {
        None => checker.state = LastSize(Some(Stated { end, at })),
        Some(stated) if stated.end == end => {}
        Some(stated) => {
            let actual = usize::try_from(stated.end).unwrap_or(usize::MAX).saturating_sub(start);
            return Err(checker.fail(ErrorKind::SizeMismatch { stated: size.into(), actual }, at));
        }
    }
    Ok(start)
}

/// Checks that a value ends where the sizes before its last fields state; returns that end.
pub(super) fn require_end(checker: &mut NativeChecker<'_>, end: usize) -> Result<usize, Failed> {
    match checker.state.0 {
        Some(stated) if stated.end != end as u64 => {
            // By `check`, both the stated end and the actual one are after the size.
            let start = stated.at + 4;
            let (stated, at) = (stated.end.saturating_sub(start as u64), stated.at);
            Err(checker.fail(ErrorKind::SizeMismatch { stated, actual: end.saturating_sub(start) }, at))
        }
        _ => Ok(end),
    }
}
