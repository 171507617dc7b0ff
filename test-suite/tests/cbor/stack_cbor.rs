//! The CBOR functions without a type use loops: with a small stack they handle items that nest as deep as the default
//! limit allows, and return an error for deeper items, also in a build without optimisation.
#![cfg(not(miri))] // Miri has no stack that can overflow

use std::thread;

use packed_data::Limits;
use packed_data::cbor::{self, EncodeErrorKind, Encoder, ErrorKind, Raw, RawBuf, Scan, Scanner, Token, Tokens};

/// Bytes of stack: if a level took 128 of them, it would overflow.
const STACK: usize = 128 << 10;

/// The levels that the default limits allow.
const DEPTH: usize = Limits::DEFAULT.depth as usize;

/// Levels that a reader must refuse.
const FAR_TOO_DEEP: usize = 100_000;

/// Runs a test in a thread with a small stack.
fn in_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).expect("the thread starts");
    thread.join().expect("no panic in the thread");
}

/// A way to nest, in bytes and in notation: the beginning of each level, the innermost item, and the end of each level.
struct Shape {
    bytes: [&'static [u8]; 3],
    text: [&'static str; 3],
}

const SHAPES: [Shape; 9] = [
    Shape { bytes: [&[0x81], &[0x00], &[]], text: ["[", "0", "]"] },
    Shape { bytes: [&[0x82], &[0x00], &[0x00]], text: ["[", "0", ", 0]"] },
    Shape { bytes: [&[0x9F], &[0x00], &[0xFF]], text: ["[_ ", "0", "]"] },
    Shape { bytes: [&[0xA1, 0x00], &[0x00], &[]], text: ["{0: ", "0", "}"] },
    Shape { bytes: [&[0xA1], &[0x00], &[0x00]], text: ["{", "0", ": 0}"] },
    Shape { bytes: [&[0xA2], &[0x05], &[0x00, 0x01, 0x00]], text: ["{", "5", ": 0, 1: 0}"] },
    Shape { bytes: [&[0xBF], &[0x00], &[0x00, 0xFF]], text: ["{_ ", "0", ": 0}"] },
    Shape { bytes: [&[0xC5], &[0x00], &[]], text: ["5(", "0", ")"] },
    Shape { bytes: [&[0xC2], &[0x00], &[]], text: ["2(", "0", ")"] },
];

impl Shape {
    fn bytes(&self, levels: usize) -> Vec<u8> {
        let [begin, item, end] = self.bytes;
        [&begin.repeat(levels)[..], item, &end.repeat(levels)].concat()
    }

    fn text(&self, levels: usize) -> String {
        let [begin, item, end] = self.text;
        [&begin.repeat(levels)[..], item, &end.repeat(levels)].concat()
    }
}

#[test]
fn items_at_the_limit_are_handled() {
    in_a_small_stack(|| {
        for shape in &SHAPES {
            let (bytes, text) = (shape.bytes(DEPTH), shape.text(DEPTH));
            assert_eq!(cbor::check(&bytes, &Limits::DEFAULT), Ok(()), "{text}");
            assert_eq!(cbor::check_prefix(&bytes, &Limits::DEFAULT), Ok(bytes.len()), "{text}");
            assert_eq!(Scanner::new().advance(&bytes), Ok(Scan::Item(bytes.len())), "{text}");
            assert_eq!(cbor::to_diagnostic(&bytes).as_ref(), Ok(&text));
            assert_eq!(cbor::from_diagnostic(&text).as_ref(), Ok(&bytes));
            let mut encoder = Encoder::new();
            for token in Tokens::new(&bytes) {
                encoder.token(token.expect("a token"));
            }
            assert_eq!(encoder.finish().as_ref(), Ok(&bytes), "{text}");
            let form = cbor::to_deterministic(&bytes).expect("an item without duplicate keys");
            assert_eq!(cbor::to_deterministic(&form).as_ref(), Ok(&form), "{text}");
        }
    });
}

#[test]
fn raw_items_at_the_limit_are_compared_and_printed() {
    in_a_small_stack(|| {
        for shape in &SHAPES {
            let (bytes, text) = (shape.bytes(DEPTH), shape.text(DEPTH));
            let (raw, buf) = (Raw::new(&bytes).expect("an item"), RawBuf::new(bytes.clone()).expect("an item"));
            assert!(raw == buf.as_raw() && buf == raw.to_buf() && raw.cmp(&buf.as_raw()).is_eq(), "{text}");
            let less = shape.bytes(DEPTH - 1);
            assert_eq!(raw.cmp(&Raw::new(&less).expect("an item")), bytes.cmp(&less), "{text}");
            assert_eq!((raw.to_string(), format!("{buf:?}")), (text.clone(), format!("Raw({text})")));
            assert_eq!(raw.constructor(), None, "{text}");
        }
        let tags = [&[0xC5].repeat(DEPTH - 1)[..], &[0x81, 0x07]].concat();
        assert_eq!(Raw::new(&tags).expect("an item").constructor(), Some(7));
    });
}

#[test]
fn items_beyond_the_limit_are_errors() {
    in_a_small_stack(|| {
        let too_deep = ErrorKind::TooDeep { limit: Limits::DEFAULT.depth };
        for shape in &SHAPES {
            for levels in [DEPTH + 1, FAR_TOO_DEEP] {
                let (bytes, text) = (shape.bytes(levels), shape.text(levels));
                let errors = [
                    cbor::check(&bytes, &Limits::DEFAULT).err(),
                    cbor::check_prefix(&bytes, &Limits::DEFAULT).err(),
                    Scanner::new().advance(&bytes).err(),
                    Tokens::new(&bytes).find_map(Result::err),
                    cbor::to_diagnostic(&bytes).err(),
                    cbor::to_deterministic(&bytes).err(),
                    Raw::new(&bytes).err(),
                    RawBuf::new(bytes.clone()).err(),
                ];
                let at = DEPTH * shape.bytes[0].len();
                for error in errors {
                    assert_eq!(error.map(|error| (error.kind(), error.offset())), Some((too_deep, at)), "{levels}");
                }
                let error = cbor::from_diagnostic(&text).expect_err("too many levels");
                assert_eq!(error.expected(), "at most 1024 nested levels");
            }
        }
    });
}

/// If limits allow more levels, these take heap, not stack.
#[test]
fn more_levels_take_heap() {
    in_a_small_stack(|| {
        let limits = Limits { depth: u32::MAX, ..Limits::DEFAULT };
        for shape in &SHAPES {
            let bytes = shape.bytes(FAR_TOO_DEEP);
            assert_eq!(cbor::check(&bytes, &limits), Ok(()));
            assert_eq!(cbor::check_prefix(&bytes, &limits), Ok(bytes.len()));
            assert_eq!(Scanner::with_limits(&limits).advance(&bytes), Ok(Scan::Item(bytes.len())));
            let mut encoder = Encoder::with_limits(&limits);
            for token in Tokens::with_limits(&bytes, &limits) {
                encoder.token(token.expect("a token"));
            }
            assert_eq!(encoder.finish().map(|written| written == bytes), Ok(true));
        }
    });
}

#[test]
fn an_encoder_refuses_items_that_are_too_deep() {
    in_a_small_stack(|| {
        for open in [Token::Array(1), Token::OpenArray, Token::Map(1), Token::OpenMap, Token::Tag(2)] {
            let mut encoder = Encoder::new();
            for _ in 0..FAR_TOO_DEEP {
                encoder.token(open);
            }
            let error = encoder.finish().expect_err("too many levels");
            assert_eq!(error.kind(), EncodeErrorKind::TooDeep { limit: Limits::DEFAULT.depth });
            assert_eq!(error.offset(), DEPTH);
        }
    });
}

/// The maps of each level are sorted, and are compared as keys of the next outer level.
#[test]
fn keys_nested_in_keys_are_sorted() {
    in_a_small_stack(|| {
        let pair = |first: &[u8], second: &[u8]| [&[0xA2][..], first, &[0xF6], second, &[0xF6]].concat();
        let mut reversed = vec![0x05];
        let mut sorted = reversed.clone();
        for _ in 0..DEPTH {
            // The first byte of a map is greater than that of an integer.
            reversed = pair(&reversed, &[0x01]);
            sorted = pair(&[0x01], &sorted);
        }
        assert_eq!(cbor::to_deterministic(&reversed), Ok(sorted));
    });
}

/// Sorting takes stack of its own, whatever the number of keys.
#[test]
fn many_keys_are_sorted() {
    in_a_small_stack(|| {
        let count: u16 = 60_000;
        let mut encoder = Encoder::new();
        encoder.map(count.into());
        for key in 0..count {
            let scattered = u64::from(key.wrapping_mul(40_503));
            encoder.map(1).unsigned(scattered).null().null();
        }
        let form = cbor::to_deterministic(&encoder.finish().expect("a map")).expect("unique keys");
        let keys: Vec<_> = Tokens::new(&form).filter_map(|token| token.expect("a token").as_integer()).collect();
        assert!(keys.len() == usize::from(count) && keys.is_sorted());
    });
}
