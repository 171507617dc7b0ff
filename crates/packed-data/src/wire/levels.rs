//! `Levels`: the budget as unpacking and folds pass it on, and the error `TooDeep`.

use core::fmt;

use super::budget::{Budget, Exhausted};
use super::error::{Error, ErrorKind};
use super::limits::Limits;
use super::stack::{LEVEL, StackLimit, UNOPTIMISED};

/// How many more levels an owned value or a fold may have, and how much stack.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    left: Budget,
    stack_limit: StackLimit,
    /// The whole budget: a key takes a part of it, and errors name it.
    all: Budget,
}

impl Levels {
    /// Allows `limit` levels, and the stack of [`Limits::DEFAULT`].
    pub fn new(limit: u32) -> Self {
        Self::within(&Limits { depth: limit, ..Limits::DEFAULT })
    }

    /// Allows the levels and the stack of these limits.
    #[inline(always)]
    pub(crate) fn within(limits: &Limits) -> Self {
        let all = Budget::new(limits);
        Self { left: all, stack_limit: StackLimit::new(limits), all }
    }

    /// Returns the budget that is left, the limit of the stack, and the whole budget.
    #[inline(always)]
    pub(crate) fn into_parts(self) -> (Budget, StackLimit, Budget) {
        (self.left, self.stack_limit, self.all)
    }

    /// The inverse of [`into_parts`](Self::into_parts).
    #[inline(always)]
    pub(crate) fn from_parts(left: Budget, stack_limit: StackLimit, all: Budget) -> Self {
        Self { left, stack_limit, all }
    }

    /// Allows the levels of [`Limits::DEFAULT`], and the stack down to a limit that began further up.
    pub(crate) fn above(stack_limit: StackLimit) -> Self {
        Self { stack_limit, ..Self::within(&Limits::DEFAULT) }
    }

    /// Returns the budget that is left.
    #[inline(always)]
    pub(crate) fn left(self) -> Budget {
        self.left
    }

    /// Enters a key of a set or map that may itself contain sets and maps, as described at [`Budget::key`].
    #[inline(always)]
    pub(crate) fn enter_key(self) -> Result<Self, TooDeep> {
        let left = self.left.key(self.all.levels()).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Goes one level down.
    ///
    /// # Errors
    ///
    /// No level or no stack is left.
    #[inline(always)]
    pub fn deeper(self) -> Result<Self, TooDeep> {
        self.deeper_by(LEVEL as u32)
    }

    /// Goes one level down; the level is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper_by(self, stack: u32) -> Result<Self, TooDeep> {
        self.require_stack((stack as usize).saturating_mul(UNOPTIMISED))?;
        self.deeper_within(stack)
    }

    /// Goes one level down, within a function that has already required the stack of all its levels.
    #[inline(always)]
    pub(crate) fn deeper_within(self, stack: u32) -> Result<Self, TooDeep> {
        let left = self.left.deeper(stack).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Goes one level down, as [`deeper_within`](Self::deeper_within) does; without a check if `is_paid`, within a
    /// function that has already found that the budget suffices for all of its levels.
    #[inline(always)]
    pub(crate) fn deeper_in(self, stack: u32, is_paid: bool) -> Result<Self, TooDeep> {
        if is_paid { Ok(Self { left: self.left.deeper_paid(stack), ..self }) } else { self.deeper_within(stack) }
    }

    /// Returns whether the budget suffices for `levels` levels that are charged `stack` bytes each, and the stack for
    /// `ahead` bytes each.
    #[inline(always)]
    pub(crate) fn suffices(self, levels: u32, stack: u32, ahead: usize) -> bool {
        self.left.suffices(levels, stack) && self.has_stack(ahead.saturating_mul(levels as usize))
    }

    /// Sets the number of levels that a fold folds singly, at most [`StackLimit::MOST_COUNT`]. (It is counted in the
    /// limit of the stack, because a field for it would be copied for each level of unpacking too.)
    #[inline(always)]
    pub(crate) fn with_singles(self, singles: u32) -> Self {
        Self { stack_limit: self.stack_limit.with_count(singles), ..self }
    }

    /// Returns the same with one level less to be folded singly, or `None` if there is none.
    #[inline(always)]
    pub(crate) fn take_single(self) -> Option<Self> {
        Some(self.with_singles(self.stack_limit.count().checked_sub(1)?))
    }

    /// Charges `stack` bytes for a value that is not counted as a level.
    #[inline(always)]
    pub(crate) fn spend(self, stack: u32) -> Result<Self, TooDeep> {
        self.require_stack((stack as usize).saturating_mul(UNOPTIMISED.div_ceil(2)))?;
        let left = self.left.spend(stack).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Returns whether at least `ahead` bytes of stack are left.
    #[inline(always)]
    pub(crate) fn has_stack(self, ahead: usize) -> bool {
        !self.stack_limit.is_reached(ahead)
    }

    /// Fails if less than `ahead` bytes of stack are left.
    #[inline(always)]
    pub(crate) fn require_stack(self, ahead: usize) -> Result<(), TooDeep> {
        if self.has_stack(ahead) { Ok(()) } else { Err(self.exceeded(Exhausted::Stack)) }
    }

    /// Returns the error of a value that exceeds these limits.
    #[inline(always)]
    fn exceeded(self, exhausted: Exhausted) -> TooDeep {
        TooDeep::of(exhausted, self.all)
    }
}

/// The error of an owned value or a fold with more levels than allowed, or whose levels take more stack than allowed.
///
/// It converts into [`Error`], for functions that also validate:
///
/// ```
/// use packed_data::{Error, Packed};
///
/// fn words(bytes: &[u8]) -> Result<Vec<String>, Error> {
///     Ok(Packed::<Vec<String>>::from_slice(bytes)?.unpack()?)
/// }
///
/// assert_eq!(words(b"\x01\x02hi")?, ["hi"]);
/// # Ok::<(), Error>(())
/// ```
///
/// It is as wide as a word: a result that holds either this or a value is then always copied in words. (Measured on a
/// tree: with four bytes, copies of nodes stall, and unpacking takes a fifth longer.)
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub struct TooDeep {
    /// The limit that was exceeded: levels ([`Limits::depth`]) or bytes of stack ([`Limits::stack`]).
    pub limit: u32,
    /// Has unused values, one of which represents [`Stopped::Over`](crate::fold::Stopped::Over), so that `Stopped` is
    /// as wide as this.
    exhausted: Exhausted,
}

const _: () = assert!(size_of::<TooDeep>() == 8 && size_of::<Option<TooDeep>>() == 8);

impl TooDeep {
    /// Returns the error of a value with more than `limit` levels.
    ///
    /// ```
    /// use packed_data::{Limits, Packed, TooDeep};
    ///
    /// let limits = Limits { depth: 0, ..Limits::DEFAULT };
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// assert_eq!(words.within(&limits).unpack(), Err(TooDeep::new(0)));
    /// ```
    pub const fn new(limit: u32) -> Self {
        Self { limit, exhausted: Exhausted::Levels }
    }

    /// Returns whether the stack is exhausted; the limit is then in bytes.
    ///
    /// ```
    /// use packed_data::{Limits, Packed};
    ///
    /// let limits = Limits { stack: 100, ..Limits::DEFAULT };
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// assert!(words.within(&limits).unpack().is_err_and(|error| error.is_stack() && error.limit == 100));
    /// ```
    pub const fn is_stack(self) -> bool {
        matches!(self.exhausted, Exhausted::Stack)
    }

    /// Returns the error for `exhausted`, with the limit from `all`.
    #[cold]
    #[inline(never)]
    fn of(exhausted: Exhausted, all: Budget) -> Self {
        let limit = match exhausted {
            Exhausted::Levels => all.levels(),
            Exhausted::Stack => all.stack(),
        };
        Self { limit, exhausted }
    }
}

impl From<TooDeep> for ErrorKind {
    #[cold]
    fn from(error: TooDeep) -> Self {
        if error.is_stack() {
            return Self::TooMuchStack { limit: error.limit as usize };
        }
        Self::TooDeep { limit: error.limit }
    }
}

impl From<TooDeep> for Error {
    #[cold]
    fn from(error: TooDeep) -> Self {
        Self::of_whole(error.into())
    }
}

impl fmt::Debug for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TooDeep").field("limit", &self.limit).field("is_stack", &self.is_stack()).finish()
    }
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, .. } = self;
        if self.is_stack() {
            return write!(f, "too deep: expected levels that take at most {limit} bytes of stack, found more");
        }
        write!(f, "too deep: expected at most {limit} nested levels, last fields included, found more")
    }
}

impl core::error::Error for TooDeep {}
