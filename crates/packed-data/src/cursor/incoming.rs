//! Bytes from outside, made into a value while they are checked: validation and unpacking in one pass.
//!
//! [`Packed::unpack_from`](crate::Packed::unpack_from) begins here, in layouts where one pass takes less time than two.
//! Structs, enums, tuples, options, boxes and sequences of values of varying size are taken apart
//! ([`Unpack::unpack_incoming`]): each tag and count is checked and used at once, by the functions that validation
//! uses. All other values (strings, scalars, values of static size, sequences of these, maps, and types with a
//! condition, an adapter or an `Unpack` of their own) are validated and then unpacked, one by one
//! ([`Incoming::whole`]).
//!
//! One pass accepts no more than two would: each check is that of validation, and the limits are those of unpacking,
//! which include those of validation. If it does not accept the bytes, it says only that; two passes then find the
//! error.
//!
//! Measured on the data sets of `bench formats` and others, in `Compact`, two passes = 1: messages of small structs,
//! options and short vectors take 0.89 of the time, lines of a log and large structs 0.98; a perfect tree takes 0.90 of
//! the instructions, records of five fields 0.93. Values of static size have no second pass worth saving: a mesh is
//! checked by its length. `Indexed` has static parts and tables of ends, and CBOR absent fields and unknown ones; there
//! one pass was not tried, and two remain. (In an earlier form, with elements that were returned and then moved into
//! the vector, one pass took 1.10 times the instructions of two on the messages.)

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Cursor, Match};
use crate::layout::{CheckerOf, Layout, Position};
use crate::packable::{Packable, Unpack};
use crate::shape::{
    Sequence, Shape, ShapeOf, Sizes, Unpaid, check_value, is_level, level_stack, root_stack, unpaid_of, whole_charge,
};
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::fill::filled;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;
use crate::wire::stack::require_inline;

/// The shape of the values of `T`.
type Of<T> = <<T as Packable>::As as Packable>::Shape;

/// Bytes from outside that live for `'a`, which are checked from the beginning on, and made into values.
pub struct Incoming<'s, 'b, 'a, L: Layout> {
    state: &'s mut State<'b, L>,
    /// Invariant (A1): the bytes of the checker live for `'a`.
    bytes: PhantomData<&'a [u8]>,
}

struct State<'b, L: Layout> {
    checker: CheckerOf<'b, L>,
    /// The offset of the next value.
    at: usize,
    /// The bytes of memory that may still be reserved for elements that were not checked yet.
    credit: usize,
}

/// How many bytes of memory may be reserved for elements that were not checked yet, for each byte of the input; and how
/// many in addition. (Memory for elements that were found since is not counted any more.)
const CREDIT: (usize, usize) = (16, 64 << 10);

/// The number of elements for which memory is reserved if the credit is exhausted.
const FEW: usize = 4;

/// Returns whether values of `T` are taken apart: values of static size are checked as a whole, which is faster.
pub const fn is_taken_apart<T: Packable, L: Layout>() -> bool {
    L::ONE_PASS && Sizes::<Of<T>, L>::SIZE.is_none() && Sizes::<Of<T>, L>::TAKES_BYTES
}

/// Checks `bytes` and makes a value of them, in one pass.
///
/// # Errors
///
/// The bytes are not one `T`, or exceed the limits. The error is only a hint: two passes may find another one first.
pub(crate) fn unpack_in_one_pass<'a, T: Unpack<'a>, L: Layout>(
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<T, ErrorKind> {
    const { require_inline::<T>() };
    let credit = bytes.len().saturating_mul(CREDIT.0).saturating_add(CREDIT.1);
    let mut state = State::<L> { checker: CheckerOf::<L>::new(bytes, limits), at: 0, credit };
    let mut incoming = Incoming { state: &mut state, bytes: PhantomData };
    match incoming.root::<T>(limits) {
        Ok(value) if state.at == bytes.len() => Ok(value),
        Ok(_) => Err(ErrorKind::TrailingBytes { count: bytes.len() - state.at }),
        Err(_) => Err(state.checker.kind()),
    }
}

impl<'b, 'a, L: Layout> Incoming<'_, 'b, 'a, L> {
    /// Returns the same bytes, as bytes that live for a shorter time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn by_ref<'c>(&mut self) -> Incoming<'_, 'b, 'c, L>
    where
        'a: 'c,
    {
        Incoming { state: self.state, bytes: PhantomData }
    }

    /// Makes the next value, which is the whole one.
    fn root<T: Unpack<'a>>(&mut self, limits: &Limits) -> Result<T, Failed> {
        let levels = Levels::within(limits).spend(const { root_stack::<Of<T>>() });
        let levels = self.limited(levels)?;
        if const { whole_charge::<Of<T>, L>() > 0 } {
            self.state.checker.charge_empty(0, const { whole_charge::<Of<T>, L>() })?;
        }
        T::unpack_incoming(self.by_ref(), levels)
    }

    /// Makes the next value, a field of a struct or constructor.
    ///
    /// # Errors
    ///
    /// The bytes are not a `T`, or exceed the limits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field<'c, T: Unpack<'c>>(&mut self, levels: Levels) -> Result<T, Failed>
    where
        'a: 'c,
    {
        const { require_inline::<T>() };
        if const { !is_level::<ShapeOf<T>>() } {
            return T::unpack_incoming(self.by_ref(), levels);
        }
        match self.limited(levels.deeper_by(const { level_stack::<T>() })) {
            Ok(levels) => T::unpack_incoming(self.by_ref(), levels),
            Err(failed) => Err(failed),
        }
    }

    /// Makes the next value, which is validated as a whole and then unpacked.
    ///
    /// # Errors
    ///
    /// The bytes are not a `T`, or exceed the limits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn whole<T: Unpack<'a>>(mut self, levels: Levels) -> Result<T, Failed> {
        let State { checker, at, .. } = &mut *self.state;
        if const { !Of::<T>::FLAT } {
            checker.budget = levels.left();
        }
        let start = *at;
        *at = check_value::<Of<T>, L>(checker, start)?;
        // SAFETY: the value at `start` was checked just now, in bytes that live for `'a` (A1). So C1 holds; the brand
        // is used for nothing else.
        let cursor: Cursor<'a, '_, T::As, L> = unsafe { Cursor::new(L::Pos::at(checker.bytes(), start)) };
        if const { T::IS_FLAT } {
            return Ok(cursor.unpack_flat::<T>().into_value());
        }
        match cursor.unpack::<T>(levels) {
            Ok(done) => Ok(done.into_value()),
            Err(error) => Err(self.too_deep(error)),
        }
    }

    /// Checks the tag of an enum, and returns it.
    ///
    /// # Errors
    ///
    /// There is no such constructor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tag<T: Match + ?Sized>(&mut self) -> Result<u32, Failed> {
        let State { checker, at, .. } = &mut *self.state;
        let (tag, _, fields) = L::check_enum::<T::Shape, T::Variants>(checker, *at)?;
        if const { Unpaid::<T::Shape, T::Variants, L>::IS_ANY } {
            checker.charge_empty(*at, unpaid_of::<T::Shape, T::Variants, L>(tag))?;
        }
        *at = fields;
        Ok(tag)
    }

    /// Makes the elements of a sequence, each of which varies in size.
    ///
    /// # Errors
    ///
    /// The bytes are not a sequence of `T`, or exceed the limits.
    pub(crate) fn elements<T: Unpack<'a>>(&mut self, levels: Levels) -> Result<Vec<T>, Failed> {
        let levels = self.limited(levels.elements::<T>())?;
        let State { checker, at, credit } = &mut *self.state;
        // (Each element takes at least one byte.)
        let count = {
            let elements = L::check_block::<Sequence<T>>(checker, *at, 1)?;
            *at = elements.start;
            elements.len()
        };
        let reserved = count.saturating_mul(size_of::<T>());
        let (capacity, spent) = if reserved <= *credit { (count, reserved) } else { (count.min(FEW), 0) };
        *credit -= spent;
        let mut values = Vec::with_capacity(capacity);
        loop {
            values = filled(values, count, || T::unpack_incoming(self.by_ref(), levels))?;
            if values.len() == count {
                break;
            }
            values.reserve(values.len());
        }
        self.state.credit += spent;
        Ok(values)
    }

    /// Returns the levels, or records that there are none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn limited(&mut self, levels: Result<Levels, TooDeep>) -> Result<Levels, Failed> {
        levels.map_err(|error| self.too_deep(error))
    }

    #[cold]
    fn too_deep(&mut self, error: TooDeep) -> Failed {
        self.state.checker.fail(error.into(), self.state.at)
    }
}
