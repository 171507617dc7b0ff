//! Levels of nesting, and the bytes of stack that they are charged.
//!
//! Whatever recurs over nested values spends a [`Budget`]: one level, and bytes of stack, for each level that it enters.
//! The bytes are computed from the types alone ([`level_stack`]), so that a verdict depends on neither the build nor the
//! thread. A backstop ([`Floor`]) compares the address of a local variable with that at the beginning: it refuses what
//! would overflow the stack all the same, in builds without optimisation above all.

use core::fmt;

use crate::error::ErrorKind;
use crate::limits::Limits;
use crate::shape::{Field, Shape, ShapeOf, is_block};

/// Bytes of stack that a level is charged, whatever its type.
///
/// Measured in optimised builds: validating takes up to 500 bytes a level, unpacking up to 300 beside the copies.
const LEVEL: usize = 512;

/// How many copies of a value are on the stack while it is unpacked.
///
/// Measured in optimised builds, for types of 16 to 16,384 bytes: in `Compact` 1 in a box, 2 in a vector, 3 in a struct
/// and 4 in a map; in `Cbor` 4, 5, 3 and 6.
const COPIES: usize = 8;

/// Arrays of more bytes are built in place behind a pointer.
pub(crate) const SMALL_ARRAY: usize = 4096;

/// A leaf that is charged no more than this is not charged at all.
const SMALL: u32 = 4096;

/// Bytes of stack that one level is charged for a field or element `T`.
pub(crate) const fn level_stack<T: Field>() -> u32 {
    let shape = copies(size_of_field::<T>()).saturating_add(ShapeOf::<T>::INNER);
    saturated(shape.saturating_add(LEVEL))
}

/// Bytes of stack that a value which is no level of its own is charged where it nests in another.
pub(crate) const fn nested_stack<T: Field>() -> usize {
    let is_behind_pointer = T::SIZE < ShapeOf::<T>::INLINE;
    if is_behind_pointer { ShapeOf::<T>::NESTED_IN_PLACE } else { ShapeOf::<T>::NESTED }
}

/// Bytes of stack that the whole value is charged.
pub(crate) const fn root_stack<S: Shape>() -> u32 {
    saturated(copies(S::IN_PLACE).saturating_add(S::INNER))
}

/// The size of an owned value of this field, or of what it points to, in bytes: the greater.
const fn size_of_field<T: Field>() -> usize {
    if ShapeOf::<T>::IN_PLACE > T::SIZE { ShapeOf::<T>::IN_PLACE } else { T::SIZE }
}

/// Bytes of stack for the copies of an owned value of `size` bytes; 0 if it is so large that [`require_inline`] refuses to
/// unpack it by value.
pub(crate) const fn copies(size: usize) -> usize {
    if size > MAX_INLINE { 0 } else { size * COPIES }
}

/// The same number, or the largest that a [`Budget`] holds.
const fn saturated(stack: usize) -> u32 {
    if stack > MOST as usize { MOST } else { stack as u32 }
}

/// Bytes of stack that an element of a block (a sequence of values of one size, which is no level) is charged; 0 if it is
/// small.
pub(crate) const fn block_stack<T: Field>() -> u32 {
    let stack = saturated(copies(size_of_field::<T>()).saturating_add(nested_stack::<T>()));
    if stack > SMALL { stack } else { 0 }
}

/// Bytes of stack that a level of a fold is charged, whose results are of type `Out`.
pub(crate) const fn fold_stack<Out>() -> u32 {
    saturated(size_of::<Out>().saturating_mul(COPIES).saturating_add(LEVEL))
}

/// Bytes of stack that one function of a fold may take which holds results of type `Out`: those of all children of a
/// value of shape `S`, each of which takes the size of a pointer at least, and copies.
///
/// Measured in optimised builds, of results of 60,000 bytes: 11 copies for two children; of 16,384 bytes, 16 for 16.
pub(crate) const fn fold_ahead<S: Shape, Out>() -> usize {
    let results = (2 * COPIES).saturating_add(S::INLINE / size_of::<usize>() * 2);
    size_of::<Out>().saturating_mul(results).saturating_mul(UNOPTIMISED.div_ceil(2))
}

/// Bytes of stack for a value in a box, which the box's own level may not be charged: a type of the user's, or a
/// `SmallVec`, may be larger in memory than its shape tells. 0 if it is small.
pub(crate) const fn boxed_ahead<T>() -> usize {
    if size_of::<T>() > SMALL_ARRAY { copies(size_of::<T>()).saturating_mul(UNOPTIMISED.div_ceil(2)) } else { 0 }
}

/// The largest value, in bytes, that may be held on the stack.
pub(crate) const MAX_INLINE: usize = 64 << 10;

/// Refuses, when compiled, a type that is too large to be unpacked by value.
pub(crate) const fn require_inline<T>() {
    require_inline_size(size_of::<T>());
}

const fn require_inline_size(size: usize) {
    assert!(
        size <= MAX_INLINE,
        "a type of more than 64 KiB cannot be unpacked by value: put its large array into a `Box` or a `Vec`"
    );
}

/// What may still be spent on nesting: levels, and bytes of stack, up to [`MOST`] of each.
///
/// Both are in one word: levels in the upper half, stack in the lower, and above each a guard, a bit that is set. A
/// subtraction from the word takes from both; where one does not suffice, its guard is cleared. (Measured: with two fields,
/// which are stored apart and loaded together, checking a perfect tree took 1.6 times as long.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget(u64);

/// The most levels, and bytes of stack, that a [`Budget`] holds.
const MOST: u32 = (1 << 31) - 1;

/// The guards of a [`Budget`].
const GUARDS: u64 = 1 << 63 | 1 << 31;

/// What of a [`Budget`] does not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Exhausted {
    Levels,
    Stack,
}

impl Exhausted {
    /// The error of a value that exceeds these limits.
    #[cold]
    pub(crate) fn kind(self, limits: &Limits) -> ErrorKind {
        match self {
            Self::Levels => ErrorKind::TooDeep { limit: limits.depth },
            Self::Stack => ErrorKind::TooMuchStack { limit: limits.stack },
        }
    }
}

impl Budget {
    /// Nothing.
    pub(crate) const NONE: Self = Self(GUARDS);
    /// No limits: more levels than any limits allow.
    pub(crate) const UNLIMITED: Self = Self(u64::MAX);

    /// All that these limits allow.
    pub(crate) const fn new(limits: &Limits) -> Self {
        let levels = if limits.depth < MOST { limits.depth } else { MOST - 1 };
        Self(GUARDS | (levels as u64) << 32 | saturated(limits.stack) as u64)
    }

    /// The levels left.
    #[inline(always)]
    pub(crate) const fn levels(self) -> u32 {
        (self.0 >> 32) as u32 & MOST
    }

    /// The bytes of stack left.
    #[inline(always)]
    pub(crate) const fn stack(self) -> u32 {
        self.0 as u32 & MOST
    }

    /// Takes away `levels` and `stack`, each at most [`MOST`].
    #[inline(always)]
    fn take(self, levels: u32, stack: u32) -> Result<Self, Exhausted> {
        debug_assert!(levels <= MOST && stack <= MOST);
        let left = self.0.wrapping_sub(u64::from(levels) << 32 | u64::from(stack));
        if left & GUARDS == GUARDS {
            return Ok(Self(left));
        }
        Err(if levels > self.levels() { Exhausted::Levels } else { Exhausted::Stack })
    }

    /// One level down, which is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper(self, stack: u32) -> Result<Self, Exhausted> {
        self.take(1, stack)
    }

    /// One level up, which was charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn shallower(self, stack: u32) -> Self {
        Self(self.0.wrapping_add(1 << 32 | u64::from(stack)))
    }

    /// Charges `stack` bytes.
    #[inline(always)]
    pub(crate) fn spend(self, stack: u32) -> Result<Self, Exhausted> {
        self.take(0, stack)
    }

    /// Enters a key of a set or map that may contain sets and maps itself: it takes an eighth of all `levels`, so that no
    /// more than eight nest in each other, whatever the limit.
    #[inline(always)]
    pub(crate) fn key<K: Shape>(self, levels: u32) -> Result<Self, Exhausted> {
        if const { K::FLAT } { Ok(self) } else { self.take(levels.min(MOST - 1) / KEYS_IN_KEYS, 0) }
    }
}

/// How deep keys of sets and maps nest in keys.
pub(crate) const KEYS_IN_KEYS: u32 = 8;

/// The backstop: the lowest address that the stack may reach.
///
/// Switched off under Miri, which does not lay out a stack, and with `--cfg packed_data_no_backstop`, for sanitizers that
/// keep local variables elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floor(usize);

/// How much more than it is charged a level takes in a build without optimisation, measured as for [`COPIES`].
const UNOPTIMISED: usize = if cfg!(debug_assertions) { 4 } else { 1 };

impl Floor {
    /// None.
    pub(crate) const NONE: Self = Self(0);

    /// As far below the caller as these limits allow, and a sixth: in a thread of 2 MiB the default limits leave 256 KiB to
    /// the caller and to functions that nest no further.
    #[inline(always)]
    pub(crate) fn new(limits: &Limits) -> Self {
        if cfg!(any(miri, packed_data_no_backstop)) {
            return Self::NONE;
        }
        Self(here().saturating_sub(limits.stack.saturating_add(limits.stack / 6)))
    }

    /// Whether the stack of the caller reaches below, or would with `ahead` more bytes.
    #[inline(always)]
    pub(crate) fn is_reached(self, ahead: usize) -> bool {
        !cfg!(any(miri, packed_data_no_backstop)) && here().saturating_sub(ahead) < self.0
    }
}

/// An address in the stack frame of the caller.
#[inline(always)]
fn here() -> usize {
    let local = 0_u8;
    core::ptr::from_ref(&local).addr()
}

/// How many more levels an owned value may have, or a fold may hold, and how much stack.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    left: Budget,
    floor: Floor,
    /// All that there was: a key takes a part of it, and errors name it.
    all: Budget,
}

impl Levels {
    /// So many levels, and the stack of [`Limits::DEFAULT`].
    pub fn new(limit: u32) -> Self {
        Self::within(&Limits { depth: limit, ..Limits::DEFAULT })
    }

    /// As many levels and as much stack as these limits allow.
    #[inline(always)]
    pub(crate) fn within(limits: &Limits) -> Self {
        let all = Budget::new(limits);
        Self { left: all, floor: Floor::new(limits), all }
    }

    /// What is left.
    #[inline(always)]
    pub(crate) fn left(self) -> Budget {
        self.left
    }

    /// The levels left for the elements of a sequence or array of `T`: one less, unless all have the same size.
    #[inline(always)]
    pub(crate) fn elements<T: Field>(self) -> Result<Self, TooDeep> {
        const { require_inline_size(T::SIZE) };
        if const { !is_block(&<ShapeOf<T> as Shape>::FORM) } {
            return self.deeper_by(const { level_stack::<T>() });
        }
        if const { block_stack::<T>() > 0 } { self.spend(const { block_stack::<T>() }) } else { Ok(self) }
    }

    /// The levels left for a key of a set or map.
    #[inline(always)]
    pub(crate) fn key<K: Shape>(self) -> Result<Self, TooDeep> {
        let left = self.left.key::<K>(self.all.levels()).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// One level down.
    ///
    /// # Errors
    ///
    /// None is left, or no stack.
    #[inline(always)]
    pub fn deeper(self) -> Result<Self, TooDeep> {
        self.deeper_by(LEVEL as u32)
    }

    /// One level down, which is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper_by(self, stack: u32) -> Result<Self, TooDeep> {
        self.require_stack((stack as usize).saturating_mul(UNOPTIMISED))?;
        self.deeper_within(stack)
    }

    /// One level down within a function that has asked for all of its levels.
    #[inline(always)]
    pub(crate) fn deeper_within(self, stack: u32) -> Result<Self, TooDeep> {
        let left = self.left.deeper(stack).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Charges `stack` bytes for a value that is no level.
    #[inline(always)]
    pub(crate) fn spend(self, stack: u32) -> Result<Self, TooDeep> {
        self.require_stack((stack as usize).saturating_mul(UNOPTIMISED.div_ceil(2)))?;
        let left = self.left.spend(stack).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Whether at least `ahead` bytes of stack are left.
    #[inline(always)]
    pub(crate) fn has_stack(self, ahead: usize) -> bool {
        !self.floor.is_reached(ahead)
    }

    /// Fails if less than `ahead` bytes of stack are left.
    #[inline(always)]
    pub(crate) fn require_stack(self, ahead: usize) -> Result<(), TooDeep> {
        if self.has_stack(ahead) { Ok(()) } else { Err(self.exceeded(Exhausted::Stack)) }
    }

    /// The error of a value that exceeds these limits.
    #[inline(always)]
    fn exceeded(self, exhausted: Exhausted) -> TooDeep {
        TooDeep::of(exhausted, self.all)
    }
}

/// A value has more levels than an owned value may have, or a fold may hold; or they take more stack than they may.
///
/// As wide as a word: where a result holds this or a value, it is then copied in words either way. (Measured on a
/// tree: with four bytes, copies of nodes stall, and unpacking takes a fifth longer.)
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub struct TooDeep {
    /// The limit: in levels ([`Limits::depth`]), or in bytes of stack ([`Limits::stack`]).
    pub limit: u32,
    /// Leaves a value for [`Stopped::Over`](crate::Stopped::Over), so that this is as wide as well.
    exhausted: Exhausted,
}

const _: () = assert!(size_of::<TooDeep>() == 8 && size_of::<Option<TooDeep>>() == 8);

impl TooDeep {
    /// More than `limit` levels.
    ///
    /// ```
    /// use packed_data::{Limits, Packed, TooDeep};
    ///
    /// let limits = Limits { depth: 0, ..Limits::DEFAULT };
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// assert_eq!(words.unpack_with(&limits), Err(TooDeep::new(0)));
    /// ```
    pub const fn new(limit: u32) -> Self {
        Self { limit, exhausted: Exhausted::Levels }
    }

    /// Whether it is the stack that does not suffice: then the limit is in bytes.
    ///
    /// ```
    /// use packed_data::{Limits, Packed};
    ///
    /// let limits = Limits { stack: 100, ..Limits::DEFAULT };
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// assert!(words.unpack_with(&limits).is_err_and(|error| error.is_stack() && error.limit == 100));
    /// ```
    pub const fn is_stack(self) -> bool {
        matches!(self.exhausted, Exhausted::Stack)
    }

    /// Part of `all` is exhausted.
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
