//! Properties that must hold for any bytes, valid or not.

use packed_data::cbor::to_deterministic;
use packed_data::{Error, ErrorKind, Limits, Packed};

use crate::reference;
use crate::reference::cbor::{self, SetOrder};
use crate::{Readable, Sample, TestLayout};

/// Validates bytes. If they are refused, the error must be useful. If they are accepted, they are read in every way,
/// skipped, and written back the same. The outcome must be the same if they are validated and unpacked at once.
///
/// # Errors
///
/// If the bytes are refused.
///
/// # Panics
///
/// If the error has no message or an offset past the end; or if accepted bytes are read differently in two ways, are
/// not [`written_back`], or if a read ends at another place.
pub fn probe<T: Sample, L: TestLayout>(bytes: &[u8]) -> Result<Sameness, Error> {
    let at_once = Packed::<T, L>::unpack_from(bytes);
    let validated = Packed::<T, L, &[u8]>::from_bytes(bytes);
    probe_lazily::<T, L>(bytes, validated.as_ref().err());
    let packed = match validated {
        Ok(packed) => packed,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            assert!(!error.to_string().is_empty());
            assert_eq!(at_once.err(), Some(error), "validated and unpacked at once");
            return Err(error);
        }
    };
    let (unpacked, sameness) = probe_accepted(&packed);
    let at_once = at_once.expect("accepted bytes are unpacked at once too");
    assert_eq!(Packed::<T, L>::pack(&at_once), Packed::<T, L>::pack(&unpacked), "unpacked at once: {at_once:?}");
    assert_eq!(T::visited(&packed), unpacked.tokens());
    Ok(sameness)
}

/// Reads all parts of bytes lazily, in a layout in which that is possible. If they are valid, all steps succeed. If a
/// step fails, they are not valid. If all steps succeed, then what makes bytes invalid is something that no step reads.
///
/// # Panics
///
/// If that does not hold. `refused` is the error of a validation.
pub fn probe_lazily<T: Sample, L: TestLayout>(bytes: &[u8], refused: Option<&Error>) {
    match (L::lazily::<T>(bytes, Limits::DEFAULT.depth + 1), refused) {
        (None | Some(Ok(_)), None) => {}
        (None, Some(_)) => {}
        (Some(Err(error)), Some(_)) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            assert!(!error.to_string().is_empty());
        }
        (Some(Err(error)), None) => panic!("a lazy step fails on valid bytes: {error}"),
        (Some(Ok(_)), Some(refused)) => assert!(
            matches!(
                refused.kind(),
                // The order of keys; bytes between parts and after them; and limits on the whole.
                ErrorKind::Unsorted
                    | ErrorKind::DuplicateKey
                    | ErrorKind::SizeMismatch { .. }
                    | ErrorKind::TrailingBytes { .. }
                    | ErrorKind::UnexpectedEnd { .. }
                    | ErrorKind::TooDeep { .. }
                    | ErrorKind::TooMuchStack { .. }
                    | ErrorKind::TooManyEmpty { .. }
            ),
            "all parts were read lazily, but {refused}"
        ),
    }
}

/// Reads accepted bytes in every way, skips them, and writes them back. Returns the value too.
///
/// # Panics
///
/// If the bytes are read differently in two ways, are not [`written_back`], or if a read ends at another place.
pub fn probe_accepted<T: Sample, L: TestLayout>(packed: &Packed<T, L, &[u8]>) -> (T, Sameness) {
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), packed.as_bytes(), "a skip must end at the end");
    let unpacked = packed.unpack().expect("within the limit on levels");
    let (again, sameness) = written_back(packed, &unpacked);
    // Values are compared packed: a NaN is not equal to itself.
    let is_same = |value: &T, how: &str| assert_eq!(Packed::<T, L>::pack(value), again, "{how}: {value:?}");
    is_same(&packed.read(T::from_cursor), "by a cursor");
    is_same(&T::from_fold(packed), "by a fold");
    let by_view = packed.read(|cursor| {
        let value = L::by_view(&cursor);
        cursor.skip().map(|()| value)
    });
    if let Some(value) = by_view {
        is_same(&value, "by a view");
    }
    (unpacked, sameness)
}

/// In which sense the bytes that are written back are the same as those that were accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sameness {
    /// The same bytes.
    Bytes,
    /// Another encoding of the same CBOR item.
    Item,
    /// Another item with the same value. Either tags or items that the type does not know were skipped, absent fields
    /// got their defaults, or the elements of a set are in another order. Or part of the value is an unknown
    /// constructor, which is kept byte for byte.
    Value,
    /// A value that is packed as these bytes: `haskell::Serialise` writes every NaN as the same one.
    Packed,
}

/// Packs the value that bytes were unpacked as, and compares these bytes with the accepted ones. They must be the same
/// in this sense:
///
/// - In a layout with one encoding of each value, they are equal; unless fields were absent, or bytes not known. Then
///   the reference reader reads the same value from both.
/// - In a layout of bincode, keys may be in another order: then a conversion to the same layout writes the same bytes.
/// - In CBOR, if nothing was skipped, they are the same item: both have the same deterministic form. (That form makes
///   equal what encoders may choose: the width of floats, the length of heads, the size of bignums, the order of maps,
///   and indefinite lengths. It keeps tags, and the order of arrays, including sets.) A reader of another library,
///   which uses the [`Schema`](crate::reference::Schema), also reads the same value from both, and it is the unpacked
///   value.
/// - In every layout, they are packed data, and do not change when they are unpacked and packed once more.
///
/// # Panics
///
/// If they are not the same.
pub fn written_back<T: Readable, L: TestLayout>(
    packed: &Packed<T, L, &[u8]>,
    unpacked: &T,
) -> (Packed<T, L>, Sameness) {
    let (bytes, again) = (packed.as_bytes(), Packed::<T, L>::pack(unpacked));
    let Some(order) = L::CBOR else {
        if again.as_bytes() == bytes {
            return (again, Sameness::Bytes);
        }
        if !L::IS_CANONICAL {
            assert_eq!(again.as_bytes().len(), bytes.len(), "only the order of keys may differ: {unpacked:?}");
            assert_eq!(packed.convert::<L>().expect("within the limits"), again, "sorted: {unpacked:?}");
            let second = again.unpack().expect("no deeper than before").value();
            assert_eq!(second, unpacked.value(), "written back: {bytes:?}");
            return (again, Sameness::Value);
        }
        let wire = L::WIRE.expect("other layouts have no extensible types");
        let read = reference::read(T::schema(), wire, &Limits::DEFAULT, bytes).expect("accepted bytes are a value");
        assert!(!read.is_whole, "packed again: {unpacked:?}, {bytes:?}");
        assert_eq!(read.value, unpacked.value(), "read by the reference reader");
        let second = Packed::<T, L, _>::from_bytes(again.as_bytes()).expect("packed bytes are valid");
        assert_eq!(second.unpack().expect("no deeper than before").value(), read.value);
        return (again, Sameness::Value);
    };
    if again.as_bytes() != bytes {
        let second = Packed::<T, L, _>::from_bytes(again.as_bytes()).expect("packed bytes are valid");
        let second = Packed::<T, L>::pack(&second.unpack().expect("no deeper than before"));
        assert_eq!(second, again, "a second round trip: {unpacked:?}");
    }
    let sameness = read_back::<T, L>(order, bytes, again.as_bytes(), unpacked);
    (again, sameness)
}

/// Compares the values that the reference reader reads from both.
fn read_back<T: Readable, L: TestLayout>(order: SetOrder, bytes: &[u8], again: &[u8], unpacked: &T) -> Sameness {
    let read = |bytes| cbor::read(T::schema(), order, bytes).expect("accepted bytes are a value for other readers too");
    let before = read(bytes);
    if before.has_payload && !L::KEEPS_FLOATS {
        return Sameness::Packed;
    }
    assert_eq!(before.value, unpacked.value(), "read by another reader");
    if again == bytes {
        return Sameness::Bytes;
    }
    assert_eq!(read(again).value, before.value, "written back: {unpacked:?}");
    if !before.is_whole {
        return Sameness::Value;
    }
    assert_eq!(to_deterministic(again), to_deterministic(bytes), "another item: {unpacked:?}");
    Sameness::Item
}

/// Returns whether a number is refused only because the addresses of this machine have 32 bits: a `usize` or `isize`,
/// or a count or size. A reader by schema accepts what every machine may have written, or finds that bytes are missing.
pub fn is_of_larger_machine(error: ErrorKind) -> bool {
    const OF_SIZE: [&str; 4] = ["usize:", "isize:", "NonZeroUsize:", "NonZeroIsize:"];
    let refuses = match error {
        ErrorKind::InvalidScalar { expected, found } => found != 0 && OF_SIZE.iter().any(|of| expected.starts_with(of)),
        kind => kind == ErrorKind::Overflow,
    };
    cfg!(target_pointer_width = "32") && refuses
}
