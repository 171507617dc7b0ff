//! One function that validates, unpacks and folds: all errors convert into `Error`, and say what was expected and
//! found.

use packed_data::fold::Stopped;
use packed_data::{Cbor, Compact, Error, ErrorKind, Indexed, Layout, Limits, Packable, Packed};

#[derive(Debug, PartialEq, Packable)]
enum Nat {
    Zero,
    Succ(Box<Nat>),
}

fn nat(levels: usize) -> Nat {
    (0..levels).fold(Nat::Zero, |nat, _| Nat::Succ(Box::new(nat)))
}

/// Counts up to a number, and then ends the fold.
struct CountTo(u32);

impl<'a, L: Layout> NatFold<'a, L> for CountTo {
    type Out = Result<u32, Stopped>;

    fn zero(&mut self) -> Self::Out {
        Ok(0)
    }

    fn succ(&mut self, n: Self::Out) -> Self::Out {
        n.and_then(|n| if n < self.0 { Ok(n + 1) } else { Err(Stopped::Over) })
    }
}

/// Validates within the default limits, unpacks within `limits`, and folds.
fn count<L: Layout>(bytes: &[u8], limits: &Limits, most: u32) -> Result<(Nat, u32), Error> {
    let packed = Packed::<Nat, L>::from_slice(bytes)?;
    let value = packed.within(limits).unpack()?;
    let count = packed.fold(&mut CountTo(most))??;
    Ok((value, count))
}

/// The same, for a program with errors of many kinds.
fn count_boxed<L: Layout>(bytes: &[u8], limits: &Limits, most: u32) -> Result<u32, Box<dyn std::error::Error>> {
    let packed = Packed::<Nat, L>::from_slice(bytes)?;
    packed.within(limits).unpack()?;
    Ok(packed.fold(&mut CountTo(most))??)
}

fn check<L: Layout>() {
    let bytes = Packed::<Nat, L>::pack(&nat(5)).into_inner();
    assert_eq!(count::<L>(&bytes, &Limits::DEFAULT, 5), Ok((nat(5), 5)));
    assert_eq!(count_boxed::<L>(&bytes, &Limits::DEFAULT, 5).unwrap(), 5);

    let short = &bytes[..bytes.len() - 1];
    let three = Limits { depth: 3, ..Limits::DEFAULT };
    let little = Limits { stack: 100, ..Limits::DEFAULT };
    let cases: [(&[u8], _, _, _); 3] = [
        (&bytes, &three, 5, "too deep: expected at most 3 nested levels, found more"),
        (&bytes, &little, 5, "too deep: expected levels that take at most 100 bytes of stack, found more"),
        (
            &bytes,
            &Limits::DEFAULT,
            4,
            "fold over: expected the result of the whole value, found that the fold ended before its end",
        ),
    ];
    for (bytes, limits, most, message) in cases {
        let error = count::<L>(bytes, limits, most).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.offset(), error.path().len()), (message, 0, 0));
        assert_eq!(error.to_string(), format!("{error:?}"));
        let boxed = count_boxed::<L>(bytes, limits, most).unwrap_err();
        assert!(boxed.to_string().starts_with(&message[..30]), "{boxed}");
    }
    let error = count::<L>(short, &Limits::DEFAULT, 5).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedEnd { needed: 1, left: 0 });
    assert_eq!(error.to_string(), count_boxed::<L>(short, &Limits::DEFAULT, 5).unwrap_err().to_string());

    // (A fold that exceeds the limits, and `unpack_from`, which has the same errors as `from_slice` and `unpack`.)
    let packed = Packed::<Nat, L>::from_slice(&bytes).unwrap();
    let folded = packed.view().fold_within(&mut CountTo(9), &three).map_err(Error::from).unwrap_err();
    let unpacked = Packed::<Nat, L>::with_limits(&three).unpack_from(&bytes).unwrap_err();
    assert_eq!((folded.kind(), folded), (ErrorKind::TooDeep { limit: 3 }, unpacked));
    assert_eq!(folded, count::<L>(&bytes, &three, 9).unwrap_err());
}

#[test]
fn every_error_converts() {
    check::<Compact>();
    check::<Indexed>();
    check::<Cbor>();
}
