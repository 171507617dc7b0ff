//! Sequences without frames, over the stand-in for the scanner: values whose bytes in `Compact` happen to be CBOR.
//!
//! To become `sequences.rs` of the test suite, over `Cbor`, as soon as there is that layout.

use alloc::vec::Vec;

use super::decoder::{Decoder, Step};
use super::error::ErrorKind;
use super::framing::Framing;
use super::{LIMITS, error::Error};
use crate::cbor::Scanner;
use crate::layout::Compact;
use crate::limits::Limits;

/// An unsigned number of CBOR in two bytes: 0x18, and itself.
type Number = (u8, u8);

fn decoder<T: crate::Packable>(limits: Limits) -> Decoder<T, Compact> {
    Decoder::framed(Framing::Sequence(Scanner::with_limits(&limits)), &limits)
}

fn take(decoder: &mut Decoder<Number, Compact>) -> Result<Result<Number, usize>, Error> {
    Ok(match decoder.next()? {
        Step::Value(number) => Ok(number.view()),
        Step::NeedAtLeast(more) => Err(more),
    })
}

#[test]
fn items_one_after_the_other_cut_anywhere() {
    let bytes = [0x18, 200, 0x18, 201, 0x18, 202];
    for size in 1..=bytes.len() {
        let (mut decoder, mut found) = (decoder::<Number>(LIMITS), Vec::new());
        for piece in bytes.chunks(size) {
            decoder.feed(piece);
            while let Ok(number) = take(&mut decoder).unwrap() {
                found.push(number);
            }
        }
        decoder.finish().unwrap();
        assert_eq!(found, [(0x18, 200), (0x18, 201), (0x18, 202)]);
        assert_eq!((decoder.values(), decoder.offset()), (3, 6));
    }
}

#[test]
fn an_item_cut_off_is_truncated() {
    let mut decoder = decoder::<Number>(LIMITS);
    decoder.feed(&[0x18, 1, 0x18]);
    assert_eq!(take(&mut decoder).unwrap(), Ok((0x18, 1)));
    assert_eq!(take(&mut decoder).unwrap(), Err(1));
    let error = decoder.finish().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Truncated { found: 1, needed: 1 }));
    assert_eq!((error.values(), error.offset()), (1, 3));
}

#[test]
fn an_item_of_another_type_is_passed_over() {
    let mut decoder = decoder::<bool>(LIMITS);
    decoder.feed(&[1, 2, 0]);
    assert!(matches!(decoder.next(), Ok(Step::Value(_))));
    let error = decoder.next().err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::Value(_)));
    assert_eq!((error.values(), error.offset()), (1, 1));
    assert!(matches!(decoder.next(), Ok(Step::Value(_))));
}

#[test]
fn what_is_no_item_is_the_end() {
    let mut decoder = decoder::<u8>(LIMITS);
    decoder.feed(&[7, 0x1F, 7]);
    assert!(matches!(decoder.next(), Ok(Step::Value(_))));
    for _ in 0..2 {
        let error = decoder.next().err().unwrap();
        assert!(matches!(error.kind(), ErrorKind::Frame(crate::ErrorKind::ReservedHead { found: 31 })));
        assert_eq!((error.values(), error.offset()), (1, 1));
    }
}

#[test]
fn an_announced_string_takes_no_memory() {
    let mut decoder = decoder::<u8>(Limits { bytes: 1 << 20, ..LIMITS });
    decoder.feed(&[0x5A, 0, 0xF, 0, 0]);
    assert!(matches!(decoder.next(), Ok(Step::NeedAtLeast(0xF_0000))));
    assert!(decoder.capacity() < 100);
    decoder.feed(&[0]);
    assert!(matches!(decoder.next(), Ok(Step::NeedAtLeast(0xE_FFFF))));

    let mut decoder = self::decoder::<u8>(Limits { bytes: 1 << 20, ..LIMITS });
    decoder.feed(&[0x5A, 0xFF, 0, 0, 0]);
    let error = decoder.next().err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::Frame(crate::ErrorKind::TooLarge { .. })));
}

#[cfg(feature = "std")]
#[test]
fn a_writer_puts_nothing_between() {
    let framing = Framing::Sequence(Scanner::with_limits(&LIMITS));
    let mut writer = super::Writer::<_, Number, Compact>::framed(Vec::new(), &framing, &LIMITS);
    writer.write(&(0x18, 30)).unwrap();
    writer.write_packed(&crate::Packed::pack(&(0x18, 31))).unwrap();
    assert_eq!(writer.into_inner(), [0x18, 30, 0x18, 31]);
}
