//! `Lazy`: reading bytes that were not validated, by checks of exactly what is read.
//!
//! A lazy view is a range of bytes: where its value begins, and where it ends, according to the value that contains it.
//! Each step checks the parts that it passes with the functions of the checker, and returns views of ranges inside its
//! own. So whatever the bytes are, nothing outside of a range is read.
//!
//! [`Lazy`] implements [`AnyAccess`], by which the derived code makes enums and structs of lazy views. The steps that
//! begin at a view are in `steps.rs`, those of sequences, arrays, sets and maps in `elements.rs`.

mod elements;
mod steps;
mod walk;

use core::convert::Infallible;
use core::marker::PhantomData;

pub use elements::LazyIter;
pub use walk::walk;

use super::View;
use crate::layout::{AnyAccess, CheckerOf, Frame, Position, RandomAccess};
use crate::packable::Packable;
use crate::shape::{
    End, Enum, Field, FirstField, List, Named, ScalarShape, Shape, ShapeOf, SizeClass, Sizes, Struct, Variants,
    check_fixed, check_whole, claimed_range, short_of,
};
use crate::wire::checker::{Failed, Input, Owner};
use crate::wire::error::{Error, ErrorKind};
use crate::wire::limits::Limits;
use crate::wire::pointer::Ptr;
use crate::wire::scalar::Scalar;

/// Reading values in layout `L` that were not validated: a step checks what it reads, and returns an error if that is
/// not valid. See [`lazy`].
pub enum Lazy<L> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<L>),
}

/// A view of a value that was not validated. See [`lazy`].
pub type LazyView<'a, T, L> = View<'a, T, Lazy<L>>;

/// Returns a view of a value that is not validated, in constant time: any bytes are accepted.
///
/// Each step from it ([`try_case`](View::try_case), [`try_fields`](View::try_fields), [`try_get`](View::try_get) and so
/// on) checks exactly what it reads: the tag, the fields of static size that are scalars, the sizes and the entries of
/// tables that it uses. It returns an error if something is wrong with these; otherwise it returns the derived enums
/// and structs of views, with scalars and lazy views in them. [`check`](View::check) validates the value of a view with
/// all that is in it, and returns the plain [`View`]; so a part can be trusted alone.
///
/// # What is not promised
///
/// That the value is valid. What was not read was not checked: bytes between or after the parts, the order of keys that
/// were not compared, text that was not asked for. Two programs that read different parts may accept what a validation
/// refuses. A condition (`#[packable(validate = ...)]`) and an adapter are applied where their value is read: a step
/// into a value with a condition, which may look at all of it, validates it first. The book has a
/// [page](https://github.com/packed-data/packed-data/blob/main/book/src/lazy.md) on lazy reading.
///
/// ```
/// use packed_data::{Error, Indexed, Packable, Packed, lazy};
///
/// #[derive(Packable)]
/// struct Person {
///     name: String,
///     age: u8,
///     friends: Vec<Person>,
/// }
///
/// let friend = Person { name: "Ada".into(), age: 36, friends: vec![] };
/// let bytes = Packed::<_, Indexed>::pack(&Person { name: "Bo".into(), age: 7, friends: vec![friend] }).into_inner();
///
/// let PersonView { age, friends, .. } = lazy::<Person, Indexed>(&bytes).try_fields()?;
/// assert_eq!(age, 7);
/// let ada = friends.try_get(0)?.unwrap();
/// assert_eq!(ada.try_fields()?.name.try_text()?, "Ada");
/// # Ok::<(), Error>(())
/// ```
///
/// Lazy reading needs the sizes and tables of a layout with random access:
///
/// ```compile_fail,E0277
/// use packed_data::{Compact, lazy};
///
/// lazy::<Vec<String>, Compact>(&[0]);
/// ```
#[must_use]
pub fn lazy<T: Packable + ?Sized, L: RandomAccess>(bytes: &[u8]) -> LazyView<'_, T::As, L> {
    // SAFETY: the range is that of all bytes (V2).
    unsafe { View::new(Extent { base: Ptr::to(bytes), at: 0, len: bytes.len() }) }
}

/// Where a value is, in bytes that were not validated.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Invariant (V2): the beginning of bytes that live as long as the view that has this position. The `len` bytes
    /// from offset `at` on, in which the value is said to be stored, are among them.
    base: Ptr,
    at: usize,
    len: usize,
}

/// Checks a part with a `Peek` at the bytes up to the end of a value. If something is wrong, it does it again with a
/// checker, which returns the error.
macro_rules! peek {
    ($value:expr, $L:ty, |$input:ident| $check:expr) => {{
        let value: $crate::view::lazy::Extent = $value;
        let peeked: Result<_, $crate::wire::checker::Failed> = {
            let mut peek = $crate::wire::checker::Peek(value.bytes());
            let $input = &mut peek;
            $check
        };
        match peeked {
            Ok(found) => Ok(found),
            Err(_) => $crate::view::lazy::rarely(move || match value.with_checker::<_, $L>(|$input| $check) {
                Ok(_) => unreachable!("a checker finds all that a `Peek` finds"),
                Err(error) => error,
            }),
        }
    }};
}

use peek;

/// Returns the error that `work` makes, out of line, because it rarely runs.
///
/// The compiler cannot see that what `work` made is an error; so it would test that again, and join the code after a
/// success with that after an error, and spill registers for both. Counted: the query of a log by lazy views takes
/// 320,000 instructions without the hint, and 190,000 with it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rarely<R>(work: impl FnOnce() -> Error) -> Result<R, Error> {
    #[cold]
    #[inline(never)]
    fn failed<R>(work: impl FnOnce() -> Error) -> Result<R, Error> {
        Err(work())
    }
    let failed = failed(work);
    // SAFETY: `failed` returns nothing else.
    unsafe { core::hint::assert_unchecked(failed.is_err()) };
    failed
}

impl Extent {
    /// Returns the offset at which the value is said to end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(self) -> usize {
        self.at + self.len
    }

    /// Returns the bytes from the beginning of all bytes to the end of the value. (Offsets in errors are counted from
    /// there.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(&self) -> &[u8] {
        // SAFETY: by V2 these are among the bytes, which live as long as the view whose position is borrowed.
        unsafe { self.base.bytes(self.end()) }
    }

    /// Returns the part of `len` bytes that begins at offset `start`. It must be within the value: the caller has found
    /// that. (It is tested again, in a form that the compiler sees through if `len` and the distance to the beginning
    /// of the value are constants.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self, start: usize, len: usize) -> Self {
        let before = start.wrapping_sub(self.at);
        assert!(before <= self.len && len <= self.len - before, "a part is within the value");
        Self { base: self.base, at: start, len }
    }

    /// Calls `check` with a checker of the bytes up to the end of the value.
    fn with_checker<R, L: RandomAccess>(
        self,
        check: impl FnOnce(&mut CheckerOf<'_, L>) -> Result<R, Failed>,
    ) -> Result<R, Error> {
        let mut checker = CheckerOf::<L>::new(self.bytes(), &Limits::DEFAULT);
        match check(&mut checker) {
            Ok(checked) => Ok(checked),
            Err(_) => Err(checker.error()),
        }
    }

    /// Enters a struct: returns its fields, before they are begun. If the type has a condition, the value is checked
    /// first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter_struct<N: Named + ?Sized, F: List, L: RandomAccess>(self) -> Result<LazyFields<L>, Error> {
        if const { N::HAS_CONDITION } {
            self.check::<Struct<N, F>, L>(&Limits::DEFAULT)?;
        }
        let owner = Owner { names: N::NAMES, constructor: 0 };
        if const { !Sizes::<Struct<N, F>, L>::HAS_HEAD } {
            // (There is nothing before the fields.)
            return Ok(LazyFields { value: self, at: self.at, state: L::peek_fields(self.at), owner, index: 0 });
        }
        let (state, at, end) = self.with_checker::<_, L>(|checker| {
            let (state, fields) = L::check_struct::<Struct<N, F>>(checker, self.at)?;
            // (The check of a head narrows the input to the value.)
            Ok((state, fields, checker.bytes().len()))
        })?;
        Ok(LazyFields { value: self.part(self.at, end - self.at), at, state, owner, index: 0 })
    }

    /// Enters an enum: returns its tag, and its fields, before they are begun. If the type has a condition, the value
    /// is checked first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter_enum<N: Named + ?Sized, V: Variants, L: RandomAccess>(self) -> Result<(u32, LazyFields<L>), Error> {
        if const { N::HAS_CONDITION } {
            self.check::<Enum<N, V>, L>(&Limits::DEFAULT)?;
        }
        if const { !Sizes::<Enum<N, V>, L>::HAS_HEAD } {
            let (tag, at) = peek!(self, L, |input| L::peek_tag::<Enum<N, V>, V>(input, self.at))?;
            let value = self.part(at, self.end() - at);
            let (state, owner) = (L::peek_fields(at), Owner { names: N::NAMES, constructor: tag });
            return Ok((tag, LazyFields { value, at, state, owner, index: 0 }));
        }
        let (tag, state, at, end) = self.with_checker::<_, L>(|checker| {
            let (tag, state, fields) = L::check_enum::<Enum<N, V>, V>(checker, self.at)?;
            // (The check of a head narrows the input to the value.)
            Ok((tag, state, fields, checker.bytes().len()))
        })?;
        let owner = Owner { names: N::NAMES, constructor: tag };
        Ok((tag, LazyFields { value: self.part(self.at, end - self.at), at, state, owner, index: 0 }))
    }

    /// Fails unless the value, which was found to end at `end`, ends where it is said to end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn require_end(self, input: &mut impl Input, end: usize) -> Result<(), Failed> {
        match self.end().checked_sub(end) {
            Some(0) => Ok(()),
            count => Err(input.fail(ErrorKind::TrailingBytes { count: count.unwrap_or(0) }, end)),
        }
    }

    /// Checks the whole value, within `limits`.
    fn check<S: Shape, L: RandomAccess>(self, limits: &Limits) -> Result<(), Error> {
        let mut checker = CheckerOf::<L>::new(self.bytes(), limits);
        let mut check = || {
            if self.len > limits.bytes {
                return Err(checker.fail(ErrorKind::TooLarge { limit: limits.bytes }, self.at + limits.bytes));
            }
            let end = check_whole::<S, L>(&mut checker, self.at)?;
            self.require_end(&mut checker, end)
        };
        match check() {
            Ok(()) => Ok(()),
            Err(_) => Err(checker.error()),
        }
    }

    /// Reads a scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn scalar<S: Scalar, L: RandomAccess>(self) -> Result<S, Error> {
        if !S::ALL_VALID || Some(self.len) != const { Sizes::<ScalarShape<S>, L>::SIZE } {
            peek!(self, L, |input| {
                L::peek_scalar::<S>(input, self.at).and_then(|end| self.require_end(input, end))
            })?;
        }
        // SAFETY: the scalar has its static size and every bit pattern of that is valid, or it was checked.
        Ok(unsafe { L::scalar::<S>(L::Pos::at(self.bytes(), self.at)) }.0)
    }
}

/// From where the fields of a struct or constructor are found that was not validated.
pub struct LazyFields<L: RandomAccess> {
    /// Invariant (V3): it satisfies V2. The fields are said to be stored in it. After [`begin`](AnyAccess::begin) it
    /// contains the static part of the fields that are left, from the offset that `state` has; except in an extensible
    /// value, where that is compared when a field is looked for.
    value: Extent,
    /// The offset of the next field that is not in the static part. (It is compared with the value before it is used.)
    at: usize,
    /// What a check remembers between fields: offsets, which are compared with the value before they are used.
    state: L::FieldCheck,
    /// The constructor and the index of the next field, for errors.
    owner: Owner,
    index: u32,
}

impl<L: RandomAccess> Clone for LazyFields<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: RandomAccess> Copy for LazyFields<L> {}

impl<L: RandomAccess> LazyFields<L> {
    /// Returns the error of fields of size class `fields`, whose static part does not fit in the value.
    fn short(self, fields: &SizeClass) -> Error {
        let mut checker = CheckerOf::<L>::new(self.value.bytes(), &Limits::DEFAULT);
        short_of::<L>(&mut checker, self.at, fields, self.owner, self.index);
        checker.error()
    }

    /// Passes the first field, and returns the others. If `IN_STATIC_PART` holds, the field that is sought is in the
    /// static part, and no other one needs to be found.
    ///
    /// # Safety
    ///
    /// As for [`find`](Self::find).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn pass<T: Field, R: List, const IN_STATIC_PART: bool>(self) -> Result<Self, Error> {
        if IN_STATIC_PART && const { !FirstField::<T, R>::is_fixed::<L>() } {
            return Ok(Self { index: self.index + 1, ..self });
        }
        // SAFETY: the caller's promise is passed on unchanged.
        Ok(unsafe { self.find::<T, R>() }?.1)
    }

    /// Returns where the first field is, `None` if it is absent, and the other fields.
    ///
    /// # Safety
    ///
    /// The fields that are left are `(T, R)`, and they were [begun](AnyAccess::begin).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn find<T: Field, R: List>(self) -> Result<(Option<Extent>, Self), Error> {
        const { assert!(FirstField::<T, R>::tag::<L>().is_none(), "a layout with random access has no tags of fields") }
        let Self { value, at, state, owner, index } = self;
        if R::IS_EXTENSIBLE {
            return self.find_in_extensible::<T, R>();
        }
        let others = |at, state| Self { value, at, state, owner, index: index + 1 };
        if const { FirstField::<T, R>::is_fixed::<L>() } {
            // (By V3 it is within the value. It is not tested again: measured on the entries of a log, three fields
            // took 3.8 ns with the tests, and 2.8 without.)
            let (start, size) = (state.fixed(), const { FirstField::<T, R>::size_or_0::<L>() });
            debug_assert!(value.at <= start && start + size <= value.end(), "the static part is within the value");
            let next = others(at, state.next_field().with_fixed(start + size));
            return Ok((Some(Extent { at: start, len: size, ..value }), next));
        }
        let state = state.next_field();
        if const { FirstField::<T, R>::IS_LAST && !FirstField::<T, R>::is_sized::<L>() } {
            return Ok((Some(value.part(at, value.end() - at)), others(value.end(), state)));
        }
        let (start, end) = peek!(value, L, |input| claimed_range::<ShapeOf<T>, L>(
            input,
            at,
            const { FirstField::<T, R>::is_sized::<L>() }
        )
        .map_err(|failed| input.within_field(owner, index, failed)))?;
        Ok((Some(value.part(start, end - start)), others(end, state)))
    }

    /// Does the same as [`find`](Self::find), in a value that may have fewer fields than the type, or more.
    fn find_in_extensible<T: Field, R: List>(self) -> Result<(Option<Extent>, Self), Error> {
        let Self { value, at, mut state, owner, index } = self;
        let (range, state, at) = value.with_checker::<_, L>(|checker| {
            let mut locate = || {
                if T::MAY_BE_ABSENT
                    && let Some(state) = L::check_absent::<T, R>(checker, state, at, index)?
                {
                    return Ok((None, state, at));
                }
                if const { FirstField::<T, R>::is_fixed::<L>() } {
                    let (start, size) = (state.fixed(), const { FirstField::<T, R>::size_or_0::<L>() });
                    check_fixed::<L>(checker, state, size)?;
                    state = state.next_field().with_fixed(start + size);
                    return Ok((Some((start, start + size)), state, at));
                }
                let range = claimed_range::<ShapeOf<T>, L>(checker, at, const { FirstField::<T, R>::is_sized::<L>() })?;
                Ok((Some(range), state.next_field(), range.1))
            };
            locate().map_err(|failed| checker.within_field(owner, index, failed))
        })?;
        let first = range.map(|(start, end)| value.part(start, end - start));
        Ok((first, Self { value, at, state, owner, index: index + 1 }))
    }
}

impl<L: RandomAccess> AnyAccess for Lazy<L> {
    type Layout = L;
    type Error = Error;
    type Keys = Self;
    type Part<'a, T: Packable> = <<T::As as Packable>::Shape as Shape>::LazyPart<'a, T::As, L>;
    type Pos = Extent;
    type Fields = LazyFields<L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<'a, T: Packable>(view: LazyView<'a, T::As, L>) -> Result<Self::Part<'a, T>, Error> {
        <<T::As as Packable>::Shape as Shape>::lazy_part(view)
    }

    fn trust<T: Packable<As = T> + ?Sized>(view: LazyView<'_, T, L>) -> Result<View<'_, T, L>, Error> {
        view.check()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin<F: List>(fields: LazyFields<L>) -> Result<LazyFields<L>, Error> {
        let LazyFields { value, at, state, .. } = fields;
        if const { Sizes::<F, L>::ENDS_BY_HEAD } {
            // (The head states how long the static part is, and has been checked.)
            return Ok(LazyFields { at: state.static_end(at), ..fields });
        }
        let part = const { Sizes::<F, L>::STATIC_PART };
        if value.len < part {
            return rarely(move || fields.short(const { &F::SIZE_CLASS }));
        }
        Ok(LazyFields { at: at + part, ..fields })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next<T: Field, R: List>(fields: LazyFields<L>) -> Result<(Option<Extent>, LazyFields<L>), Error> {
        // SAFETY: the caller promises the fields (P1).
        unsafe { fields.find::<T, R>() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn last<T: Field, E: End>(fields: LazyFields<L>) -> Result<Option<Extent>, Error> {
        // SAFETY: the caller promises the field (P1).
        Ok(unsafe { fields.find::<T, E>() }?.0)
    }
}
