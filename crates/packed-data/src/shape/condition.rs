//! Conditions: what a program demands of a value beyond its type, and how validation tests it.
//!
//! A condition is tested once for each value of a validation, after the value was checked to its end, and so after the
//! conditions of all values inside it. A value whose last field nests ends where that field ends, and the trampoline
//! leaves no stack frame that would notice it: such values are put on a list in the checker, and are tested from the
//! innermost to the outermost when the trampoline has ended. Whatever does not nest is tested at once.
//!
//! No reader relies on a condition: it is the code of a user, which may answer differently the next time.

use core::marker::PhantomData;

use super::check::{Checked, complete_path_to};
use super::compound::{Named, Style};
use super::{Bounce, Shape, closes};
use crate::layout::{CheckState, CheckerOf, Layout, Position};
use crate::packable::Packable;
use crate::view::View;
use crate::wire::checker::{CheckedBytes, Deferred, Failed, TestFn};
use crate::wire::error::{FormerName, Names};
use crate::wire::identity::erased_id;
use crate::wire::steps;

/// A type with a condition that every value must satisfy, tested when bytes are validated. The derive implements it for
/// a type with `#[packable(validate = path)]`.
///
/// ```
/// use packed_data::{Compact, ErrorKind, Layout, Packable, Packed, View};
///
/// #[derive(Debug, Packable)]
/// #[packable(validate = in_order)]
/// struct Span {
///     start: u32,
///     end: u32,
/// }
///
/// fn in_order<L: Layout>(span: View<'_, Span, L>) -> Result<(), &'static str> {
///     let Ok(Span { start, end }) = span.unpack() else { return Err("too deep") };
///     if start <= end { Ok(()) } else { Err("a span ends before it starts") }
/// }
///
/// let bytes = Packed::<Vec<Span>>::pack(&vec![Span { start: 1, end: 5 }, Span { start: 9, end: 7 }]);
/// let error = Packed::<Vec<Span>, Compact, _>::from_bytes(bytes.as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "refused: a span ends before it starts, at byte 9 in [1]");
/// assert!(matches!(error.kind(), ErrorKind::Refused { .. }));
/// ```
///
/// A condition of a type that nests may be called deep inside a value, where the check has taken stack already. There,
/// unpacking and folds by the condition take stack of their own, up to [`Limits::stack`](crate::Limits::stack) again.
/// It is better to read such a value with a cursor or a view, or to validate within lower limits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` states no condition on its values",
    note = "give the type `#[packable(validate = path)]`, where `path` is a function"
)]
pub trait Validate: Packable<As = Self> + Named {
    /// Tests a value. It is of this type, but need not satisfy the condition; the values inside it do.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the value.
    fn validate<L: Layout>(value: View<'_, Self, L>) -> Result<(), &'static str>;
}

/// The names of `T` in the shape of a type with a condition: `Struct<Validated<Self>, F>`, `Enum<Validated<Self>, V>`.
pub struct Validated<T: ?Sized>(PhantomData<T>);

impl<T: Validate + ?Sized> Named for Validated<T> {
    const NAMES: &'static Names = T::NAMES;
    const FORMER_NAMES: &'static [FormerName] = T::FORMER_NAMES;
    const STYLE: Style = T::STYLE;
    const HAS_OTHER: bool = T::HAS_OTHER;
    const HAS_CONDITION: bool = true;

    fn test<S: Shape, L: Layout>(CheckedBytes { bytes, at, .. }: CheckedBytes<'_>) -> Result<(), &'static str> {
        // (A type may use the names of another one, which has another shape.)
        if erased_id::<S>() != erased_id::<T::Shape>() {
            return Ok(());
        }
        // SAFETY: by E1 a valid value of shape `S` is stored at `at`, within the bytes; that is the shape of `T`.
        T::validate::<L>(unsafe { View::new(L::Pos::at(bytes, at)) })
    }
}

/// Checks a value with a condition, as one bounce: `check` checks everything else, `test` the condition.
pub(super) fn check_with<S: Shape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    check: impl FnOnce(&mut CheckerOf<'_, L>, usize) -> Checked<L>,
    test: TestFn,
) -> Checked<L> {
    if const { S::NESTS } {
        checker.defer(Deferred { at, shape: erased_id::<S>(), test });
        return check(checker, at);
    }
    // (The condition is tested here, so the whole value must be checked here.)
    #[cfg(feature = "rayon-1")]
    let postponed = checker.postpone_nothing();
    let end = if const { closes::<S, L>() } {
        let outer = checker.state.begin_value();
        let end = end_of(check(checker, at)?);
        L::end_value(checker, end, outer)?
    } else {
        end_of(check(checker, at)?)
    };
    #[cfg(feature = "rayon-1")]
    checker.postpone_again(postponed);
    test_now::<L>(checker, at, test)?;
    Ok(Bounce::End(end))
}

/// Returns the end of a value that does not nest.
fn end_of<F>(bounce: Bounce<usize, F>) -> usize {
    match bounce {
        Bounce::End(end) => end,
        Bounce::Continue(..) => unreachable!("only a shape that nests leaves a value to the trampoline"),
    }
}

/// Tests the condition of the value at `at`, which was checked to its end.
pub(super) fn test_now<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize, test: TestFn) -> Result<(), Failed> {
    if !checker.tests_conditions() {
        return Ok(());
    }
    steps::count(1);
    test(checker.checked(at)).map_err(|message| checker.refuse(message, at))
}

/// Tests the conditions of the values in the trampoline over the value at `start`, which `check` began and which has
/// ended: those that were deferred after the first `outer`. (One function for all types of a layout.)
#[inline(never)]
pub(super) fn test_deferred<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
    outer: usize,
    check: fn(&mut CheckerOf<'_, L>, usize) -> Checked<L>,
) -> Result<(), Failed> {
    while let Some(value) = checker.take_deferred(outer) {
        if let Err(failed) = test_now::<L>(checker, value.at, value.test) {
            return Err(complete_path_to::<L>(checker, start, value, check, failed));
        }
    }
    Ok(())
}
