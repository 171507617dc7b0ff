//! The smallest native layout, and the default.

use super::native::Native;
use super::{Format, InPlace, Layout};

/// The default layout: no byte that the value does not need.
///
/// A tag of one byte (two past 256 constructors, none for a struct), scalars little-endian at their
/// width, fields and elements inlined one after the other, lengths and counts as short varints. A field
/// is reached by reading or walking over those before it; scalars and sequences of scalars are jumped
/// over. Every rule, with a table of values and bytes, is in the book's page on this layout.
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
    const NAME: &'static str = "Compact";
    const FORMAT: &'static Format = &Format::NATIVE;
}

impl Native for Compact {}
