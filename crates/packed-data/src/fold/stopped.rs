//! The reasons for which a fold ends early.

use core::fmt;

use crate::wire::error::{Error, ErrorKind};
use crate::wire::levels::TooDeep;

/// Why a fold ended before the end of the value.
///
/// ```
/// use packed_data::fold::Stopped;
/// use packed_data::{Layout, Limits, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Nat {
///     Zero,
///     Succ(Box<Nat>),
/// }
///
/// struct Count;
///
/// impl<'a, L: Layout> NatFold<'a, L> for Count {
///     type Out = u32;
///
///     fn zero(&mut self) -> u32 {
///         0
///     }
///
///     fn succ(&mut self, n: u32) -> u32 {
///         n + 1
///     }
/// }
///
/// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
/// let limits = Limits { depth: 0, ..Limits::DEFAULT };
/// assert!(matches!(packed.view().fold_within(&mut Count, &limits), Err(Stopped::TooDeep(_))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The value has more levels than the limit, last fields included.
    TooDeep(TooDeep),
    /// The fold said that it is over.
    Over,
}

impl From<TooDeep> for Stopped {
    fn from(error: TooDeep) -> Self {
        Self::TooDeep(error)
    }
}

impl From<Stopped> for Error {
    #[cold]
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::TooDeep(error) => error.into(),
            Stopped::Over => Self::of_whole(ErrorKind::FoldOver),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep(error) => error.fmt(f),
            Self::Over => ErrorKind::FoldOver.fmt(f),
        }
    }
}

impl core::error::Error for Stopped {}
