//! The constants of the charge for stack, and `StackLimit`, the backstop.
//!
//! `shape/charge.rs` computes the charge for a level of one type from these constants.

use super::budget::saturated;
use super::limits::Limits;

/// Bytes of stack that a level is charged, whatever its type.
///
/// Measured in optimised builds: validating takes up to 580 bytes per level, unpacking up to 300 in addition to the
/// copies. Converting takes up to 580 where maps nest in the values of maps, to validate them once more, and up to 360
/// otherwise; with arrays, whose charge is higher, up to 550.
pub(crate) const LEVEL: usize = 512;

/// The number of copies of a value that are on the stack while it is unpacked.
///
/// Measured in optimised builds, for types of 16 to 16,384 bytes: in `Compact` 1 in a box, 2 in a vector, 3 in a struct
/// and 4 in a map; in `Cbor` 4, 5, 3 and 6.
pub(crate) const COPIES: usize = 8;

/// Arrays of more bytes than this are built in place behind a pointer.
pub(crate) const SMALL_ARRAY: usize = 4096;

/// An element of a block whose charge would be at most this is not charged.
pub(crate) const SMALL: u32 = 4096;

/// Returns the bytes of stack for the copies of an owned value of `size` bytes; 0 if [`require_inline`] refuses to
/// unpack a value of that size.
pub(crate) const fn copies(size: usize) -> usize {
    if size > MAX_INLINE { 0 } else { size * COPIES }
}

/// Returns the charge, in bytes of stack, for a level of a fold with results of type `Out`.
pub(crate) const fn fold_stack<Out>() -> u32 {
    saturated(size_of::<Out>().saturating_mul(COPIES).saturating_add(LEVEL))
}

/// Returns the bytes of stack for a value in a box, which the charge of the box's own level may not contain: a user's
/// type, or a `SmallVec`, may be larger in memory than its shape shows. 0 for small types.
pub(crate) const fn boxed_ahead<T>() -> usize {
    if size_of::<T>() > SMALL_ARRAY { copies(size_of::<T>()).saturating_mul(UNOPTIMISED.div_ceil(2)) } else { 0 }
}

/// The largest value, in bytes, that may be held on the stack.
pub(crate) const MAX_INLINE: usize = 64 << 10;

/// Rejects, at compile time, a type that is too large to be unpacked by value.
pub(crate) const fn require_inline<T>() {
    require_inline_size(size_of::<T>());
}

pub(crate) const fn require_inline_size(size: usize) {
    assert!(
        size <= MAX_INLINE,
        "a type of more than 64 KiB cannot be unpacked by value: put its large array into a `Box` or a `Vec`"
    );
}

/// The backstop: the lowest address that the stack may reach, give or take the few bytes of a count that folds keep in
/// it.
///
/// Switched off under Miri, which does not lay out a stack, and with `--cfg packed_data_no_backstop`, for sanitizers
/// that keep local variables elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackLimit(usize);

/// The factor by which a level may take more stack than its charge in a build without optimisation, measured as for
/// [`COPIES`].
pub(crate) const UNOPTIMISED: usize = if cfg!(debug_assertions) { 4 } else { 1 };

impl StackLimit {
    /// No limit.
    pub(crate) const NONE: Self = Self(0);

    /// Returns the caller's stack address minus 7/6 of `limits.stack`. In a thread of 2 MiB the default limits leave
    /// 256 KiB to the caller and to functions that nest no further.
    #[inline(always)]
    pub(crate) fn new(limits: &Limits) -> Self {
        if cfg!(any(miri, packed_data_no_backstop)) {
            return Self::NONE;
        }
        Self(here().saturating_sub(limits.stack.saturating_add(limits.stack / 6))).with_count(0)
    }

    /// The greatest count that can be kept in the lowest bits of the address, which make no difference to the stack.
    pub(crate) const MOST_COUNT: u32 = 7;

    /// Returns the count that is kept in the address.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0 as u32 & Self::MOST_COUNT
    }

    /// Returns the limit with another count, at most [`MOST_COUNT`](Self::MOST_COUNT).
    #[inline(always)]
    pub(crate) fn with_count(self, count: u32) -> Self {
        debug_assert!(count <= Self::MOST_COUNT);
        Self(self.0 & !(Self::MOST_COUNT as usize) | count as usize)
    }

    /// Returns whether the caller's stack is beyond the limit, or would be with `ahead` more bytes.
    #[inline(always)]
    pub(crate) fn is_reached(self, ahead: usize) -> bool {
        !cfg!(any(miri, packed_data_no_backstop)) && here().saturating_sub(ahead) < self.0
    }
}

/// Returns an address in the stack frame of the caller.
///
/// (The stack pointer, where it is known how to read it. With the address of a local variable a function cannot call
/// itself by a jump, and has that variable: measured on a perfect tree, building takes a fifth less time without.)
#[inline(always)]
fn here() -> usize {
    #[cfg(not(miri))]
    {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        {
            let address: usize;
            // SAFETY: a register is copied; nothing else is read or written. (It is not `pure`, since each frame has
            // another address.)
            unsafe {
                #[cfg(target_arch = "x86_64")]
                core::arch::asm!("mov {}, rsp", out(reg) address, options(nomem, nostack, preserves_flags));
                #[cfg(target_arch = "aarch64")]
                core::arch::asm!("mov {}, sp", out(reg) address, options(nomem, nostack, preserves_flags));
            }
            return address;
        }
    }
    #[allow(unreachable_code)]
    {
        let local = 0_u8;
        core::ptr::from_ref(&local).addr()
    }
}
