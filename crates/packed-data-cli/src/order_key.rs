//! Values as bytes that have their order: to sort by, and to find equal ones.

use std::fmt;

use packed_data_schema::Value;
use packed_data_schema::filter::Atom;

use crate::error::Outcome;

/// Appends the key of an atom: null is first, then `false`, `true`, numbers by their size, texts by their bytes,
/// durations, times. NaN is after all numbers. Keys are self-delimiting: several in a row have the order of the first
/// that differs. `json` writes what is in no order, which is after all others.
pub(crate) fn put(atom: Atom<'_>, json: impl FnOnce(&mut Vec<u8>) -> Outcome, to: &mut Vec<u8>) -> Outcome {
    match atom {
        Atom::Null => to.push(0),
        Atom::Bool(value) => to.extend([1, value.into()]),
        Atom::Int(value) => put_number(2, whole(value), to),
        Atom::Large(value) => put_number(2, large(value), to),
        Atom::Float(value) => put_number(2, (value, 0), to),
        Atom::Text(text) => put_text(3, text.as_bytes(), to),
        Atom::Char(value) => put_text(3, value.encode_utf8(&mut [0; 4]).as_bytes(), to),
        Atom::Duration(seconds, nanoseconds) => {
            to.push(4);
            to.extend(seconds.to_be_bytes());
            to.extend(nanoseconds.to_be_bytes());
        }
        Atom::Time(seconds, nanoseconds) => {
            to.push(5);
            to.extend((seconds.cast_unsigned() ^ 1 << 63).to_be_bytes());
            to.extend(nanoseconds.to_be_bytes());
        }
        _ => {
            let mut text = Vec::new();
            json(&mut text)?;
            put_text(6, &text, to);
        }
    }
    Ok(())
}

/// Appends the key of a value, or of nothing.
pub(crate) fn put_value(value: Option<Value<'_>>, to: &mut Vec<u8>) -> Outcome {
    let json = |to: &mut Vec<u8>| Ok(value.map_or(Ok(()), |value| value.write_json(to))?);
    put(value.map_or(Atom::Null, Atom::of), json, to)
}

/// Appends a key in the opposite order.
pub(crate) fn put_reversed(key: &[u8], to: &mut Vec<u8>) {
    to.extend(key.iter().map(|byte| !byte));
}

/// Returns the greatest float that is not greater than an integer, and what the integer is more.
fn whole(value: i128) -> (f64, u128) {
    let nearest = value as f64;
    let is_greater = nearest >= 2_f64.powi(127) || nearest as i128 > value;
    let float = if is_greater { nearest.next_down() } else { nearest };
    (float, value.abs_diff(float as i128))
}

fn large(value: u128) -> (f64, u128) {
    let nearest = value as f64;
    let is_greater = nearest >= 2_f64.powi(128) || nearest as u128 > value;
    let float = if is_greater { nearest.next_down() } else { nearest };
    (float, value - float as u128)
}

fn put_number(kind: u8, (float, rest): (f64, u128), to: &mut Vec<u8>) {
    let bits = match float {
        _ if float.is_nan() => u64::MAX,
        0.0 => 1 << 63,
        _ if float < 0.0 => !float.to_bits(),
        _ => float.to_bits() | 1 << 63,
    };
    to.push(kind);
    to.extend(bits.to_be_bytes());
    to.extend(rest.to_be_bytes());
}

/// Appends a text so that it ends before any that it is the beginning of.
fn put_text(kind: u8, text: &[u8], to: &mut Vec<u8>) {
    to.push(kind);
    for (index, piece) in text.split(|byte| *byte == 0).enumerate() {
        if index > 0 {
            to.extend([0, 0xFF]);
        }
        to.extend_from_slice(piece);
    }
    to.extend([0, 0]);
}

/// Returns the JSON of an integer, as a value has it: beyond 64 bits it is a text.
pub(crate) fn integer_json(value: impl fmt::Display + TryInto<i64> + TryInto<u64> + Copy) -> Vec<u8> {
    let fits = TryInto::<i64>::try_into(value).is_ok() || TryInto::<u64>::try_into(value).is_ok();
    if fits { value.to_string().into() } else { format!("\"{value}\"").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(atom: Atom<'_>) -> Vec<u8> {
        let mut key = Vec::new();
        put(atom, |_| Ok(()), &mut key).unwrap();
        key
    }

    /// Each is less than the next, also with others behind it, and greater in the opposite order.
    #[test]
    fn order() {
        let sorted = [
            Atom::Null,
            Atom::Bool(false),
            Atom::Bool(true),
            Atom::Float(f64::NEG_INFINITY),
            Atom::Int(i128::MIN),
            Atom::Int(i128::MIN + 1),
            Atom::Float(-1.5),
            Atom::Int(-1),
            Atom::Float(-f64::MIN_POSITIVE),
            Atom::Int(0),
            Atom::Float(f64::MIN_POSITIVE),
            Atom::Int(1),
            Atom::Float(1.5),
            Atom::Int(9_007_199_254_740_992),
            Atom::Int(9_007_199_254_740_993),
            Atom::Float(9_007_199_254_740_994.0),
            Atom::Int(i128::MAX),
            Atom::Float(2_f64.powi(127)),
            Atom::Large((1 << 127) + 1),
            Atom::Large(u128::MAX),
            Atom::Float(2_f64.powi(128)),
            Atom::Float(f64::INFINITY),
            Atom::Float(f64::NAN),
            Atom::Text(""),
            Atom::Text("\0"),
            Atom::Text("\0a"),
            Atom::Char('a'),
            Atom::Text("a\0"),
            Atom::Text("ab"),
            Atom::Duration(0, 1),
            Atom::Time(-1, 999_999_999),
            Atom::Time(0, 0),
            Atom::Other,
        ];
        for pair in sorted.windows(2) {
            let [a, b] = [0, 1].map(|index| key(pair[index]));
            assert!(a < b, "{pair:?}");
            assert!([&a[..], &[0xFF]].concat() < b && a < [&b[..], &[0]].concat(), "{pair:?}");
            let [a, b] = [a, b].map(|key| {
                let mut reversed = Vec::new();
                put_reversed(&key, &mut reversed);
                reversed
            });
            assert!(a > b, "{pair:?}");
        }
        assert_eq!(key(Atom::Float(-0.0)), key(Atom::Int(0)));
        assert_eq!(key(Atom::Float(2_f64.powi(127))), key(Atom::Large(1 << 127)));
        assert_eq!(integer_json(u64::MAX), b"18446744073709551615");
        assert_eq!(integer_json(i128::from(u64::MAX) + 1), b"\"18446744073709551616\"");
    }
}
