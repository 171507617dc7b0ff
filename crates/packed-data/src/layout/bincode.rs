//! The layouts of Rust's `bincode`, byte for byte. Values that it wrote are read in place, and it reads what is written
//! here.
//!
//! Two pages of the book are about these layouts: one has every rule, with a table of values and bytes, and one says
//! how a program moves from bincode to this crate. Maps and sets are read in any order, as bincode writes a `HashMap`,
//! and are written sorted. A key that occurs twice is refused, and so is a number in a longer form than it needs.
//!
//! ```
//! use packed_data::Packed;
//! use packed_data::layout::bincode::{Legacy, Standard};
//!
//! let value = (7_u32, Some('λ'));
//! assert_eq!(Packed::<_, Legacy>::pack(&value).as_bytes(), [7, 0, 0, 0, 1, 0xCE, 0xBB]);
//! assert_eq!(Packed::<_, Standard>::pack(&value).as_bytes(), [7, 1, 0xCE, 0xBB]);
//! ```

use super::native::Native;
use super::{InPlace, Layout, LayoutId};

/// What `bincode::serialize` of bincode 1 writes, and bincode 2 with `config::legacy()`: little-endian numbers at their
/// width, lengths of eight bytes, tags of four (one for an `Option`), characters in UTF-8.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::bincode::Legacy;
///
/// let packed = Packed::<Vec<u16>, Legacy>::pack(&vec![1, 2]);
/// assert_eq!(packed.as_bytes(), [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legacy {}

/// What bincode 2 writes with `config::standard()`: integers of more than one byte, lengths and tags are varints of one
/// to 17 bytes.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::bincode::Standard;
///
/// let packed = Packed::<Vec<i16>, Standard>::pack(&vec![1, -1, 300]);
/// assert_eq!(packed.as_bytes(), [3, 2, 1, 0xFB, 0x58, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {}

impl InPlace for Legacy {}

// SAFETY: it is a native layout, for which L1 holds.
unsafe impl Layout for Legacy {
    const ID: LayoutId = LayoutId::Legacy;
}

impl Native for Legacy {
    type Frame = ();
    type Remaining = usize;
    type Table = ();
}

// SAFETY: it is a native layout, for which L1 holds.
unsafe impl Layout for Standard {
    const ID: LayoutId = LayoutId::Standard;
}

impl Native for Standard {
    type Frame = ();
    type Remaining = usize;
    type Table = ();
}
