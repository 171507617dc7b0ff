//! Scalars, values of fixed size without parts: the trait `Scalar`, and the types that implement it.

use core::cmp::Ordering;
use core::fmt;
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};
use core::time::Duration;

pub(crate) use packed_data_model::Kind;

use super::pointer::ByteArray;

/// A value of fixed size in memory and on the wire: integers, floats, `bool`, `char`, `NonZero*`,
/// [`Duration`], and with `std` `SystemTime`.
///
/// It has no parts: it alone defines its number of bytes, and which bytes are valid.
///
/// # Safety
///
/// Only the library implements it. `from_bytes` must be sound for all bytes that `is_valid` accepts. If `IS_MEMORY` is
/// set, a value's bytes in memory are its bytes on the wire.
pub unsafe trait Scalar: sealed::Sealed + Copy + fmt::Debug + Send + Sync + 'static {
    /// Its bytes, least significant first.
    type Bytes: ByteArray;
    /// The kind of scalar.
    const KIND: Kind;
    /// The number of bytes.
    const WIDTH: usize;
    /// Its name, and unless all bytes are valid, a colon and the valid values: for error messages.
    const EXPECTED: &'static str;
    /// Whether all bytes are valid.
    const ALL_VALID: bool;
    /// Whether a value's bytes in memory are its bytes on the wire, on this machine.
    const IS_MEMORY: bool;

    /// Returns whether these bytes are a valid value.
    fn is_valid(bytes: Self::Bytes) -> bool;

    /// Returns the value's bytes.
    fn to_bytes(self) -> Self::Bytes;

    /// Returns the value of these bytes.
    ///
    /// # Safety
    ///
    /// The bytes are valid.
    unsafe fn from_bytes(bytes: Self::Bytes) -> Self;

    /// Compares two values; floats in the total order of IEEE 754.
    fn order(self, other: Self) -> Ordering;
}

/// Returns whether `S` is `u8`; a sequence of `u8` is a byte string.
pub(crate) const fn is_byte<S: Scalar>() -> bool {
    matches!(S::KIND, Kind::Unsigned) && S::WIDTH == 1 && S::ALL_VALID
}

/// Keeps the set of scalars closed.
mod sealed {
    /// Implemented for the scalars of this module.
    pub trait Sealed {}
}

/// Implements [`Scalar`], given its name in the model, which has its kind and the words of errors: the expressions see
/// `$bytes` (checked) or the value.
macro_rules! scalar {
    (
        $T:ty, $variant:ident $width:literal,
        memory: $memory:expr,
        valid: $valid:expr,
        to: $to:expr,
        from: $from:expr,
        order: $order:expr $(,)?
    ) => {
        impl sealed::Sealed for $T {}

        // SAFETY: `valid`, `from` and `memory` are stated side by side at each use of this macro.
        unsafe impl Scalar for $T {
            type Bytes = [u8; $width];
            const KIND: Kind = packed_data_model::Scalar::$variant.kind();
            const WIDTH: usize = $width;
            const EXPECTED: &'static str = packed_data_model::Scalar::$variant.expected();
            const ALL_VALID: bool = Option::<fn([u8; $width]) -> bool>::is_none(&$valid);
            const IS_MEMORY: bool = $memory && (cfg!(target_endian = "little") || Self::WIDTH == 1);

            #[inline(always)]
            fn is_valid(bytes: Self::Bytes) -> bool {
                let valid: Option<fn([u8; $width]) -> bool> = $valid;
                valid.is_none_or(|valid| valid(bytes))
            }

            #[inline(always)]
            fn to_bytes(self) -> Self::Bytes {
                let to: fn($T) -> [u8; $width] = $to;
                to(self)
            }

            #[inline(always)]
            unsafe fn from_bytes(bytes: Self::Bytes) -> Self {
                let from: unsafe fn([u8; $width]) -> $T = $from;
                // SAFETY: the caller promises that `is_valid` accepts the bytes, which is what `$from` requires.
                unsafe { from(bytes) }
            }

            #[inline(always)]
            fn order(self, other: Self) -> Ordering {
                let order: fn(&$T, &$T) -> Ordering = $order;
                order(&self, &other)
            }
        }
    };
}

/// Numbers for which every bit pattern is valid.
macro_rules! numbers {
    ($($variant:ident $T:ident $width:literal $order:expr),+ $(,)?) => {$(
        scalar!(
            $T, $variant $width,
            memory: true,
            valid: None,
            to: $T::to_le_bytes,
            from: $T::from_le_bytes,
            order: $order,
        );
    )+};
}

numbers!(
    U8 u8 1 Ord::cmp, U16 u16 2 Ord::cmp, U32 u32 4 Ord::cmp, U64 u64 8 Ord::cmp, U128 u128 16 Ord::cmp,
    I8 i8 1 Ord::cmp, I16 i16 2 Ord::cmp, I32 i32 4 Ord::cmp, I64 i64 8 Ord::cmp, I128 i128 16 Ord::cmp,
    F32 f32 4 f32::total_cmp, F64 f64 8 f64::total_cmp,
);

/// `usize` and `isize`, as 64 bits; on a smaller machine some numbers do not fit.
macro_rules! sizes {
    ($($variant:ident $T:ident $Wide:ident),+ $(,)?) => {$(
        scalar!(
            $T, $variant 8,
            memory: cfg!(target_pointer_width = "64"),
            valid: const {
                if cfg!(target_pointer_width = "64") {
                    None
                } else {
                    Some(|bytes| <$T>::try_from($Wide::from_le_bytes(bytes)).is_ok())
                }
            },
            to: |value| (value as $Wide).to_le_bytes(),
            // The bytes are valid, so the conversion loses no bits.
            from: |bytes| $Wide::from_le_bytes(bytes) as $T,
            order: Ord::cmp,
        );
    )+};
}

sizes!(Usize usize u64, Isize isize i64);

scalar!(
    bool, Bool 1,
    memory: true,
    valid: Some(|[byte]| byte <= 1),
    to: |value| [value as u8],
    from: |[byte]| byte == 1,
    order: Ord::cmp,
);

scalar!(
    char, Char 4,
    memory: true,
    valid: Some(|bytes| char::from_u32(u32::from_le_bytes(bytes)).is_some()),
    to: |value| (value as u32).to_le_bytes(),
    from: |bytes| {
        // SAFETY: `valid` accepts only Unicode scalar values.
        unsafe { char::from_u32_unchecked(u32::from_le_bytes(bytes)) }
    },
    order: Ord::cmp,
);

/// Numbers other than zero.
macro_rules! non_zero {
    ($($T:ident $Inner:ident $width:literal),+ $(,)?) => {$(
        scalar!(
            $T, $T $width,
            memory: <$Inner as Scalar>::IS_MEMORY,
            valid: Some(|bytes| {
                // SAFETY: the number is made only from bytes that are valid for it.
                <$Inner>::is_valid(bytes) && unsafe { <$Inner as Scalar>::from_bytes(bytes) } != 0
            }),
            to: |value| Scalar::to_bytes(value.get()),
            from: |bytes| {
                // SAFETY: `valid` accepts only numbers other than zero.
                unsafe { $T::new_unchecked(<$Inner as Scalar>::from_bytes(bytes)) }
            },
            order: Ord::cmp,
        );
    )+};
}

non_zero!(
    NonZeroU8 u8 1, NonZeroU16 u16 2, NonZeroU32 u32 4, NonZeroU64 u64 8, NonZeroU128 u128 16, NonZeroUsize usize 8,
    NonZeroI8 i8 1, NonZeroI16 i16 2, NonZeroI32 i32 4, NonZeroI64 i64 8, NonZeroI128 i128 16, NonZeroIsize isize 8,
);

/// Splits twelve bytes into seconds and nanoseconds.
const fn time_parts(bytes: [u8; 12]) -> ([u8; 8], u32) {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = bytes;
    ([a, b, c, d, e, f, g, h], u32::from_le_bytes([i, j, k, l]))
}

/// Joins seconds and nanoseconds to twelve bytes.
fn time_bytes(seconds: [u8; 8], nanoseconds: u32) -> [u8; 12] {
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&seconds);
    bytes[8..].copy_from_slice(&nanoseconds.to_le_bytes());
    bytes
}

const NANOS: u32 = 1_000_000_000;

scalar!(
    Duration, Duration 12,
    memory: false,
    valid: Some(|bytes| time_parts(bytes).1 < NANOS),
    to: |value| time_bytes(value.as_secs().to_le_bytes(), value.subsec_nanos()),
    from: |bytes| {
        let (seconds, nanoseconds) = time_parts(bytes);
        // There are fewer nanoseconds than a second has, so there is no carry and no overflow.
        Duration::new(u64::from_le_bytes(seconds), nanoseconds)
    },
    order: Ord::cmp,
);

#[cfg(feature = "std")]
mod system_time {
    use std::time::{SystemTime, UNIX_EPOCH};

    use super::{Duration, Kind, NANOS, Ordering, Scalar, sealed, time_bytes, time_parts};

    /// Returns the time that is these seconds (rounded down) and nanoseconds after 1970, if this machine can represent
    /// it.
    fn system_time(bytes: [u8; 12]) -> Option<SystemTime> {
        let (seconds, nanoseconds) = time_parts(bytes);
        let seconds = i64::from_le_bytes(seconds);
        let whole = Duration::from_secs(seconds.unsigned_abs());
        let second = if seconds < 0 { UNIX_EPOCH.checked_sub(whole) } else { UNIX_EPOCH.checked_add(whole) };
        second?.checked_add(Duration::from_nanos(nanoseconds.into()))
    }

    /// Returns the bytes of a time; its seconds are rounded down, so that nanoseconds are never negative.
    fn bytes_of(time: SystemTime) -> [u8; 12] {
        let (seconds, nanoseconds) = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => (after.as_secs() as i64, after.subsec_nanos()),
            Err(before) => match before.duration() {
                exact if exact.subsec_nanos() == 0 => ((exact.as_secs() as i64).wrapping_neg(), 0),
                part => (!(part.as_secs() as i64), NANOS - part.subsec_nanos()),
            },
        };
        time_bytes(seconds.to_le_bytes(), nanoseconds)
    }

    scalar!(
        SystemTime, SystemTime 12,
        memory: false,
        valid: Some(|bytes| time_parts(bytes).1 < NANOS && system_time(bytes).is_some_and(|time| bytes_of(time) == bytes)),
        to: bytes_of,
        from: |bytes| system_time(bytes).unwrap_or(UNIX_EPOCH),
        order: Ord::cmp,
    );
}
