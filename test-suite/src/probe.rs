//! What must hold of any bytes, whoever made them.

use packed_data::{Error, Packed};

use crate::{Sample, TestLayout};

/// Validates bytes. If they are refused, the error must be of use; if they are accepted, they are read in every
/// way, packed again and skipped.
///
/// # Errors
///
/// They are refused.
///
/// # Panics
///
/// The error has an offset past the end or no message; or what is accepted is read in two ways, is not what it
/// would be packed as, or ends elsewhere.
pub fn probe<T: Sample, L: TestLayout>(bytes: &[u8]) -> Result<(), Error> {
    let packed = match Packed::<T, L, &[u8]>::from_bytes(bytes) {
        Ok(packed) => packed,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            assert!(!error.to_string().is_empty());
            return Err(error);
        }
    };
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), bytes, "skipped to its end");
    let unpacked = packed.unpack().expect("within the limit on levels");
    let again = Packed::<T, L>::pack(&unpacked);
    if L::IS_CANONICAL {
        assert_eq!(again.as_bytes(), bytes, "packed again: {unpacked:?}");
    }
    // Values are compared packed: a NaN is not equal to itself.
    let is_same = |value: &T, how: &str| assert_eq!(Packed::<T, L>::pack(value), again, "{how}: {value:?}");
    is_same(&packed.read(T::from_cursor), "by a cursor");
    is_same(&T::from_fold(&packed), "by a fold");
    let by_view = packed.read(|cursor| {
        let value = L::by_view(&cursor);
        cursor.skip().map(|()| value)
    });
    if let Some(value) = by_view {
        is_same(&value, "by a view");
    }
    assert_eq!(T::visited(&packed), unpacked.tokens());
    Ok(())
}
