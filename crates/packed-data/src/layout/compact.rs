//! `Compact`: the smallest native layout, and the default.

use super::native::{Native, ValueHead};
use super::{InPlace, Layout, LayoutId};

/// The default layout: it writes no byte that the value does not need.
///
/// A tag has one byte (two if the enum has more than 256 constructors; a struct has none). Scalars are little-endian at
/// their width, fields and elements are stored one after the other, and lengths and counts are short varints. To reach
/// a field, a reader reads or skips the fields before it; scalars and sequences of scalars are skipped in constant
/// time. The book's page on this layout has every rule, with a table of values and bytes.
///
/// ```
/// use packed_data::{Compact, Packed};
///
/// let packed = Packed::<(u8, String), Compact>::pack(&(7, "hi".into()));
/// assert_eq!(packed.as_bytes(), [7, 2, b'h', b'i']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compact {}

impl InPlace for Compact {}

// SAFETY: it is a native layout, for which L1 holds.
unsafe impl Layout for Compact {
    const ID: LayoutId = LayoutId::Compact;
    const ONE_PASS: bool = true;
}

impl Native for Compact {
    type Frame = ValueHead;
    type Remaining = usize;
    type Table = ();
}
