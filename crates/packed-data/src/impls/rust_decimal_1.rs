//! The crate `rust_decimal`, version 1: a `Decimal` is packed as its scale and the number without a point. The scale is
//! the number of digits after the point: `1.0` and `1.00` are packed differently, although they are equal. Therefore a
//! `Decimal` cannot be part of a key.

use rust_decimal::Decimal;

use super::adapted::adapted;

adapted! {
    [no_key] Decimal as (u8, i128), "decimal":
        |decimal| Ok((decimal.scale() as u8, decimal.mantissa())),
        |(scale, number)| {
            Decimal::try_from_i128_with_scale(number, u32::from(scale)).map_err(|_| "the decimal is out of range")
        };
}
