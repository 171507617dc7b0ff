//! Arrays of floats in CBOR, which are checked many at a time: the verdict is that of a reader that takes them one by
//! one (minicbor), and each error is at its byte and its place.

use minicbor::Decoder;
use minicbor::data::Type;
use packed_data::{Cbor, Packable, Packed, Unpack};
use test_suite::cbor_items::Random;
use test_suite::swept;

/// A float of either width.
trait Float: Copy + Packable<As = Self> + for<'a> Unpack<'a> + 'static {
    /// Reads one item with minicbor; returns the value as a double. (Of an `f32` minicbor reads no double.)
    fn by_minicbor(decoder: &mut Decoder<'_>) -> Option<f64>;

    /// Returns the value as a double.
    fn double(self) -> f64;
}

impl Float for f64 {
    fn by_minicbor(decoder: &mut Decoder<'_>) -> Option<f64> {
        decoder.f64().ok()
    }

    fn double(self) -> f64 {
        self
    }
}

impl Float for f32 {
    fn by_minicbor(decoder: &mut Decoder<'_>) -> Option<f64> {
        let double = decoder.f64().ok()?;
        (double.is_nan() || f64::from(double as f32).to_bits() == double.to_bits()).then_some(double)
    }

    fn double(self) -> f64 {
        self.into()
    }
}

/// How many items a test writes at most.
const MOST: usize = if cfg!(miri) { 12 } else { 70 };

/// Appends a float in one of its three sizes.
fn float(out: &mut Vec<u8>, random: &mut Random, size: u64) {
    let number = random.below(60_000) as f32 / 64.0;
    match size {
        0 => out.extend([0xF9, random.below(256) as u8, random.below(256) as u8]),
        1 => {
            out.push(0xFA);
            out.extend(number.to_be_bytes());
        }
        2 => {
            out.push(0xFB);
            out.extend(f64::from(number).to_be_bytes());
        }
        _ => {
            out.push(0xFB);
            out.extend((f64::from(number) + 0.1).to_be_bytes());
        }
    }
}

/// Appends up to `count` floats: runs of one size, among them others, and seldom an item that is no float, or a float
/// after a tag. Returns the offset of each item.
fn floats(out: &mut Vec<u8>, random: &mut Random, count: usize, sizes: u64, others: u64) -> Vec<usize> {
    let (mut size, mut starts) = (0, Vec::new());
    for _ in 0..count {
        if random.below(9) == 0 {
            size = random.below(sizes);
        }
        starts.push(out.len());
        match random.below(others) {
            0 => out.extend([0xF8, 0xFF]),
            1 => out.push(0x18),
            2 => out.push(0xFC),
            3 => {
                out.push(0xC1);
                float(out, random, size);
            }
            _ => float(out, random, size),
        }
    }
    starts
}

/// Skips tags, which the library accepts before any item.
fn skip_tags(decoder: &mut Decoder<'_>) {
    while decoder.datatype().is_ok_and(|kind| kind == Type::Tag) {
        decoder.tag().unwrap();
    }
}

/// Checks that bytes, in which `count` items begin at `first`, are accepted as a `T` exactly if minicbor reads as many
/// floats there, and that `values` are those that it reads. Otherwise the error is in the first other item.
fn agree<F: Float, T: Packable + for<'a> Unpack<'a>>(
    bytes: &[u8],
    (first, count): (usize, usize),
    values: impl Fn(T) -> Vec<F>,
    path: impl Fn(usize) -> String,
) -> bool {
    let mut decoder = Decoder::new(bytes);
    decoder.set_position(first);
    for index in 0..count {
        skip_tags(&mut decoder);
        let start = decoder.position();
        if F::by_minicbor(&mut decoder).is_none() {
            let error = Packed::<T, Cbor, _>::from_bytes(bytes).map(drop).unwrap_err();
            assert_eq!((error.offset(), error.path().to_string()), (start, path(index)), "{error}: {bytes:02X?}");
            return false;
        }
    }
    let packed = Packed::<T, Cbor, _>::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}: {bytes:02X?}"));
    decoder.set_position(first);
    for value in values(packed.unpack().unwrap()) {
        skip_tags(&mut decoder);
        let expected = F::by_minicbor(&mut decoder).unwrap();
        assert!(value.double() == expected || value.double().is_nan() && expected.is_nan(), "{bytes:02X?}");
    }
    true
}

/// Appends the head of an array.
fn array(out: &mut Vec<u8>, count: usize) {
    if count < 24 { out.push(0x80 | count as u8) } else { out.extend([0x98, count as u8]) }
}

fn vectors_of<F: Float>(sizes: u64) {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..if cfg!(miri) { 3 } else { 3_000 } {
        let mut random = Random::new(seed);
        let (count, others) = (random.below(MOST as u64) as usize, [1000, 150, 30][random.below(3) as usize]);
        for is_open in [false, true] {
            let mut bytes = Vec::new();
            if is_open {
                bytes.push(0x9F)
            } else {
                array(&mut bytes, count)
            }
            let first = bytes.len();
            floats(&mut bytes, &mut random, count, sizes, others);
            if is_open {
                bytes.push(0xFF);
            }
            let is_valid = agree::<F, Vec<F>>(&bytes, (first, count), |values| values, |index| format!("[{index}]"));
            *if is_valid { &mut accepted } else { &mut refused } += 1;
        }
    }
    assert!(cfg!(miri) || accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn vectors_are_checked_as_one_by_one() {
    vectors_of::<f64>(4);
    vectors_of::<f32>(3);
    vectors_of::<f32>(4);
}

fn arrays_of<F: Float, const N: usize>() {
    for seed in 0..if cfg!(miri) { 2 } else { 200 } {
        let mut random = Random::new(seed);
        let mut bytes = Vec::new();
        array(&mut bytes, 2);
        array(&mut bytes, N);
        let first = bytes.len();
        floats(&mut bytes, &mut random, N, 3, 60);
        bytes.push(0x07);
        let path = |index| format!("(_, _).0 > [{index}]");
        agree::<F, ([F; N], u8)>(&bytes, (first, N), |(values, _)| values.to_vec(), path);
    }
}

#[test]
fn arrays_are_checked_as_one_by_one() {
    arrays_of::<f64, 1>();
    arrays_of::<f32, 3>();
    arrays_of::<f64, 7>();
    arrays_of::<f64, 8>();
    arrays_of::<f32, 9>();
    arrays_of::<f64, 16>();
    arrays_of::<f32, 17>();
    arrays_of::<f64, 63>();
}

/// An array of floats that ends too early is an error wherever that is, and so is one with more elements than it
/// states.
#[test]
fn truncated_arrays_and_longer_ones_are_refused() {
    for sizes in 1..4 {
        let mut bytes = Vec::new();
        array(&mut bytes, 30);
        let starts = floats(&mut bytes, &mut Random::new(sizes), 30, sizes, 1 << 40);
        assert!(Packed::<Vec<f64>, Cbor, _>::from_bytes(&bytes[..]).is_ok());
        for len in swept(2..bytes.len()) {
            let error = Packed::<Vec<f64>, Cbor, _>::from_bytes(&bytes[..len]).unwrap_err();
            let index = starts.iter().rposition(|start| *start <= len).unwrap();
            // (If fewer bytes follow than elements are stated, that is an error of the head.)
            let is_in_element = len - 2 >= 30;
            assert_eq!(error.path().to_string(), if is_in_element { format!("[{index}]") } else { String::new() });
        }
        let fewer = [&[0x98, 29], &bytes[2..]].concat();
        let error = Packed::<Vec<f64>, Cbor, _>::from_bytes(&fewer[..]).unwrap_err();
        assert_eq!(error.offset(), starts[29], "{error}");
    }
}

/// A set whose elements are packed as floats has a condition, and each of its elements is compared with the one before.
#[test]
fn floats_with_a_condition_are_checked_one_by_one() {
    use ordered_float::NotNan;
    let numbers: Vec<NotNan<f64>> = (0..40).map(|n| NotNan::new(f64::from(n) + 0.1).unwrap()).collect();
    let packed = Packed::<Vec<NotNan<f64>>, Cbor>::pack(&numbers);
    assert_eq!(Packed::<Vec<NotNan<f64>>, Cbor, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(numbers));
    for index in swept(0..40) {
        let mut bytes = packed.as_bytes().to_vec();
        bytes[2 + 9 * index + 1..][..8].copy_from_slice(&f64::NAN.to_be_bytes());
        let error = Packed::<Vec<NotNan<f64>>, Cbor, _>::from_bytes(&bytes[..]).unwrap_err();
        assert_eq!(error.path().to_string(), format!("[{index}]"), "{error}");
    }
}
