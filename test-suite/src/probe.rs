//! What must hold of any bytes, whoever made them.

use packed_data::cbor::to_deterministic;
use packed_data::{Error, Packed};

use crate::reference::cbor::{self, SetOrder};
use crate::{Sample, TestLayout};

/// Validates bytes. If they are refused, the error must be of use; if they are accepted, they are read in every
/// way, skipped, and written back the same.
///
/// # Errors
///
/// They are refused.
///
/// # Panics
///
/// The error has an offset past the end or no message; or what is accepted is read in two ways, is not
/// [`written_back`], or ends elsewhere.
pub fn probe<T: Sample, L: TestLayout>(bytes: &[u8]) -> Result<Sameness, Error> {
    let packed = match Packed::<T, L, &[u8]>::from_bytes(bytes) {
        Ok(packed) => packed,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            assert!(!error.to_string().is_empty());
            return Err(error);
        }
    };
    let (unpacked, sameness) = probe_accepted(&packed);
    assert_eq!(T::visited(&packed), unpacked.tokens());
    Ok(sameness)
}

/// Reads what was accepted in every way, skips it, and writes it back; gives the value, too.
///
/// # Panics
///
/// It is read in two ways, is not [`written_back`], or ends elsewhere.
pub fn probe_accepted<T: Sample, L: TestLayout>(packed: &Packed<T, L, &[u8]>) -> (T, Sameness) {
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), packed.as_bytes(), "skipped to its end");
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

/// In what sense bytes that are accepted are written back the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sameness {
    /// The same bytes.
    Bytes,
    /// Another encoding of the same item of CBOR.
    Item,
    /// Another item of the same value: tags or items that the type does not know were passed over, absent fields have
    /// their defaults, or the elements of a set are in another order. Or part of it is a constructor that is not known,
    /// and is kept byte for byte.
    Value,
    /// A value that is packed as these bytes: every NaN is one in `haskell::Serialise`.
    Packed,
}

/// Packs what bytes were unpacked as; the bytes that were accepted, and those that are written back, are the same:
///
/// - in a layout with one encoding for a value, byte for byte;
/// - in CBOR, if nothing was passed over, one item: both have the same deterministic form. (That form makes the width of
///   floats, the length of heads, the size of bignums, the order of maps and what is of indefinite length alike. It keeps
///   tags, and the order of arrays, sets among them.) And a reader of another library, which goes by the
///   [`Schema`](crate::reference::Schema), reads one value from both, that which was unpacked;
/// - in any case packed data, which does not change when it is unpacked and packed once more.
///
/// # Panics
///
/// They are not.
pub fn written_back<T: Sample, L: TestLayout>(packed: &Packed<T, L, &[u8]>, unpacked: &T) -> (Packed<T, L>, Sameness) {
    let (bytes, again) = (packed.as_bytes(), Packed::<T, L>::pack(unpacked));
    let Some(order) = L::CBOR else {
        assert_eq!(again.as_bytes(), bytes, "packed again: {unpacked:?}");
        return (again, Sameness::Bytes);
    };
    if again.as_bytes() != bytes {
        let second = Packed::<T, L, _>::from_bytes(again.as_bytes()).expect("what is packed is valid");
        let second = Packed::<T, L>::pack(&second.unpack().expect("no deeper than before"));
        assert_eq!(second, again, "a second round trip: {unpacked:?}");
    }
    let sameness = read_back::<T, L>(order, bytes, again.as_bytes(), unpacked);
    (again, sameness)
}

/// Compares what another reader reads.
fn read_back<T: Sample, L: TestLayout>(order: SetOrder, bytes: &[u8], again: &[u8], unpacked: &T) -> Sameness {
    let read =
        |bytes| cbor::read(T::schema(), order, bytes).expect("what is accepted is a value for other readers too");
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
