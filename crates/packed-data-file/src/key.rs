//! Keys: numbers by which the blocks of a file are found.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A type of keys, such as times: blocks store the least and the greatest key of their records.
///
/// ```
/// use packed_data_file::Key;
///
/// assert!((-1_i64).to_bits() < 0_i64.to_bits());
/// ```
pub trait Key: Copy + Ord {
    /// Returns a number for the key, in the same order.
    fn to_bits(self) -> u128;
}

macro_rules! keys {
    ($($unsigned:ident $signed:ident)+) => {$(
        impl Key for $unsigned {
            fn to_bits(self) -> u128 {
                self.into()
            }
        }

        impl Key for $signed {
            fn to_bits(self) -> u128 {
                i128::from(self).to_bits()
            }
        }
    )+};
}

keys!(u8 i8 u16 i16 u32 i32 u64 i64);

impl Key for u128 {
    fn to_bits(self) -> u128 {
        self
    }
}

impl Key for i128 {
    fn to_bits(self) -> u128 {
        self.cast_unsigned() ^ 1 << 127
    }
}

/// In nanoseconds.
impl Key for Duration {
    fn to_bits(self) -> u128 {
        self.as_nanos()
    }
}

/// In nanoseconds before or after the beginning of 1970.
impl Key for SystemTime {
    fn to_bits(self) -> u128 {
        let nanos = |duration: Duration| i128::try_from(duration.as_nanos()).unwrap_or(i128::MAX);
        match self.duration_since(UNIX_EPOCH) {
            Ok(after) => nanos(after).to_bits(),
            Err(before) => (-nanos(before.duration())).to_bits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        let numbers = [i64::MIN, -300, -1, 0, 1, 300, i64::MAX];
        assert!(numbers.is_sorted_by(|a, b| a.to_bits() < b.to_bits()));
        assert!([i128::MIN, -1, 0, i128::MAX].is_sorted_by(|a, b| a.to_bits() < b.to_bits()));
        let second = Duration::from_secs(1);
        assert!([UNIX_EPOCH - second, UNIX_EPOCH, UNIX_EPOCH + second].is_sorted_by(|a, b| a.to_bits() < b.to_bits()));
    }
}
