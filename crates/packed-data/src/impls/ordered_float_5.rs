//! The crate `ordered-float`, version 5: an ordered float is packed as the float, with one form for each of its values.
//! The sign of zero is lost, and all NaN are one; its packed keys are then ordered as its values are.

use ordered_float::{NotNan, OrderedFloat};

use super::adapted::adapted;

/// Implements everything for the wrappers of a float.
macro_rules! floats {
    ($($float:ident),+) => {
        adapted! {$(
            [keyed] OrderedFloat<$float> as $float, "ordered float":
                |number| Ok(if number.is_nan() { $float::NAN } else { number.0 + 0.0 }),
                |number| {
                    let is_canonical = number.to_bits() == (number + 0.0).to_bits() && !number.is_nan();
                    if is_canonical || number.to_bits() == $float::NAN.to_bits() {
                        Ok(OrderedFloat(number))
                    } else {
                        Err("negative zero, or a NaN other than the usual one")
                    }
                };
            [keyed] NotNan<$float> as $float, "float that is not NaN":
                |number| Ok(number.into_inner() + 0.0),
                |number| match NotNan::new(number) {
                    Ok(_) if number.to_bits() == (-0.0 as $float).to_bits() => Err("negative zero"),
                    Ok(number) => Ok(number),
                    Err(_) => Err("NaN"),
                };
        )+}
    };
}

floats!(f32, f64);
