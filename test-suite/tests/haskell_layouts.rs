//! The layouts of Haskell libraries: what only they have.

use packed_data::haskell::{PackedDataFieldSizes, PackedDataSkipLast};
use packed_data::{ErrorKind, Packed};

/// Found by reading the code: the field of an `Option`, before which no size stands, was taken for present where the
/// input ended before it, so that it was read past the end.
#[test]
fn fields_without_sizes_are_looked_for() {
    for bytes in [&[1][..], &[1, 0, 0], &[1, 0, 0, 0]] {
        let kind = ErrorKind::UnexpectedEnd { needed: 4, left: bytes.len() - 1 };
        let refused = Packed::<Option<u32>, PackedDataFieldSizes, _>::from_bytes(bytes).unwrap_err();
        assert_eq!((refused.kind(), refused.offset()), (kind, 1));
        let refused = Packed::<Option<u32>, PackedDataSkipLast, _>::from_bytes(bytes).unwrap_err();
        assert_eq!((refused.kind(), refused.offset()), (kind, 1));
    }
}
