//! The crate `half`, version 2: a float of two bytes is packed as its bits.

use half::{bf16, f16};

use super::adapted::adapted;

adapted! {
    [all] f16 as u16, "f16": |float| Ok(float.to_bits()), |bits| Ok(f16::from_bits(bits));
    [all] bf16 as u16, "bf16": |float| Ok(float.to_bits()), |bits| Ok(bf16::from_bits(bits));
}
