//! The layouts of Haskell libraries, byte for byte, each in a few lines. Rust reads in place what
//! Haskell programs wrote, and they read what Rust wrote.
//!
//! The book's page on these layouts lists the Haskell type for each Rust type, with the bytes that the real libraries
//! wrote. If a library does not have a type, the program does not compile, and the message says what to use instead:
//!
//! ```compile_fail,E0080
//! use packed_data::Packed;
//! use packed_data::layout::haskell::PackedData;
//!
//! Packed::<String, PackedData>::pack(&"text".into()); // has no texts: use `Vec<char>`, which is its `String`
//! ```
//!
//! ```compile_fail,E0080
//! use packed_data::Packed;
//! use packed_data::layout::haskell::PackedData;
//!
//! _ = Packed::<String>::pack(&"text".into()).convert::<PackedData>(); // a conversion is refused like packing
//! ```
//!
//! ```compile_fail,E0080
//! use packed_data::Packed;
//! use packed_data::layout::haskell::PackedData;
//!
//! Packed::<(u8, u8), PackedData>::pack(&(1, 2)); // has no tuples: use a struct with `#[derive(Packable)]`
//! ```
//!
//! ```compile_fail,E0080
//! use std::collections::BTreeMap;
//!
//! use packed_data::Packed;
//! use packed_data::layout::haskell::PackedData;
//!
//! Packed::<BTreeMap<u8, u8>, PackedData>::pack(&BTreeMap::new()); // has no maps: use a `Vec` of a struct
//! ```
//!
//! ```compile_fail,E0080
//! use std::collections::BTreeSet;
//!
//! use packed_data::Packed;
//! use packed_data::layout::haskell::PackedData;
//!
//! Packed::<BTreeSet<u8>, PackedData>::pack(&BTreeSet::new()); // has no sets: use a `Vec`
//! ```
//!
//! ```compile_fail,E0080
//! use packed_data::Packed;
//! use packed_data::layout::haskell::Store;
//!
//! Packed::<[u8; 2], Store>::pack(&[1, 2]); // has no arrays: use a `Vec`, or a struct with as many fields
//! ```
//!
//! ```compile_fail,E0080
//! use packed_data::Packed;
//! use packed_data::layout::haskell::Cereal;
//!
//! Packed::<u128, Cereal>::pack(&1); // has no integers of 128 bits and no times: pack their parts
//! ```
//!
//! ```compile_fail,E0080
//! use packed_data::Packed;
//! use packed_data::layout::haskell::Binary;
//!
//! let mut packed = Packed::<f64, Binary>::pack(&1.0);
//! packed.edit(|n| n.set(0.0)); // only where all scalars of the type have the same size
//! ```

use alloc::vec::Vec;

#[cfg(feature = "cbor")]
use super::cbor::{AsSerialise, Cbor};
use super::native::{Native, RemainingCells};
use super::{FieldAccess, InPlace, Layout, LayoutId};

/// The Haskell library `packed-data` without flags: a tag of one byte for every user-defined type, little-endian
/// scalars, lists as cells.
///
/// ```
/// use packed_data::layout::haskell::PackedData;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Rose(u8, Vec<Rose>);
///
/// let rose = Rose(1, vec![Rose(2, vec![])]);
/// assert_eq!(Packed::<Rose, PackedData>::pack(&rose).as_bytes(), [0, 1, 1, 0, 2, 0, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedData {}

/// The Haskell library `packed-data` with its flag `InsertFieldSize`: like [`PackedData`], with the size of each field
/// of a user-defined type before it, in four bytes. Therefore [views](crate::View) reach every field in constant time.
///
/// ```
/// use packed_data::layout::haskell::PackedDataFieldSizes;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Pair(u8, u16);
///
/// let packed = Packed::<Pair, PackedDataFieldSizes>::pack(&Pair(1, 2));
/// assert_eq!(packed.as_bytes(), [0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0]);
/// assert_eq!(packed.view().fields().1, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedDataFieldSizes {}

/// The Haskell library `packed-data` with its flags `InsertFieldSize` and `SkipLastFieldSize`: like
/// [`PackedDataFieldSizes`], without the size of the last field of each constructor.
///
/// ```
/// use packed_data::layout::haskell::PackedDataSkipLast;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Pair(u8, u16);
///
/// let packed = Packed::<Pair, PackedDataSkipLast>::pack(&Pair(1, 2));
/// assert_eq!(packed.as_bytes(), [0, 1, 0, 0, 0, 1, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedDataSkipLast {}

/// The Haskell package `store`: little-endian scalars, counts in eight bytes, no tag for a single constructor.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::haskell::Store;
///
/// let packed = Packed::<Vec<u16>, Store>::pack(&vec![1, 2]);
/// assert_eq!(packed.as_bytes(), [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {}

/// The Haskell package `cereal`: big-endian scalars and counts, characters in UTF-8. (`cereal` itself has no type for
/// text; a string is written as the package `cereal-text` writes it, as its bytes in UTF-8.)
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::haskell::Cereal;
///
/// let packed = Packed::<Vec<u16>, Cereal>::pack(&vec![1, 2]);
/// assert_eq!(packed.as_bytes(), [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cereal {}

/// The Haskell package `binary`: like [`Cereal`], but a float is a pair of a mantissa and an exponent. Zero has no sign
/// in this form, so -0.0 is written, and read back, as 0.0.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::haskell::Binary;
///
/// let packed = Packed::<f32, Binary>::pack(&1.0); // 2^23 * 2^-23
/// assert_eq!(packed.as_bytes(), [0, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xE9]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {}

/// The Haskell package `serialise`: CBOR with lists of indefinite length, floats at their width, and the keys of maps
/// in the order of their values. It reads everything that [`Cbor`] reads. It needs the feature `cbor` too.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::haskell::Serialise;
///
/// let packed = Packed::<Vec<f64>, Serialise>::pack(&vec![1.5]);
/// assert_eq!(packed.as_bytes(), b"\x9F\xFB\x3F\xF8\0\0\0\0\0\0\xFF");
/// ```
#[cfg(feature = "cbor")]
pub type Serialise = Cbor<AsSerialise>;

/// Haskell's `Vector`. In [`Serialise`] it is written with its length before it, while a `Vec` is written as a list
/// that ends in a break. In all other layouts it is written like a `Vec`.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::layout::haskell::{Serialise, Vector};
///
/// assert_eq!(Packed::<_, Serialise>::pack(&vec![true]).as_bytes(), b"\x9F\xF5\xFF");
/// assert_eq!(Packed::<_, Serialise>::pack(&Vector(vec![true])).as_bytes(), b"\x81\xF5");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector<T>(pub Vec<T>);

/// Implements a native layout without heads and tables, whose sequences have these elements left while they are read.
macro_rules! layouts {
    ($($L:ident: $Remaining:ty),+ $(,)?) => {$(
        impl InPlace for $L {}

        // SAFETY: it is a native layout, for which L1 holds.
        unsafe impl Layout for $L {
            const ID: LayoutId = LayoutId::$L;
        }

        impl Native for $L {
            type Frame = ();
            type Remaining = $Remaining;
            type Table = ();
        }
    )+};
}

layouts! {
    PackedData: RemainingCells,
    PackedDataFieldSizes: RemainingCells,
    PackedDataSkipLast: RemainingCells,
    Store: usize,
    Cereal: usize,
    Binary: usize,
}

impl FieldAccess for PackedDataFieldSizes {}
impl FieldAccess for PackedDataSkipLast {}
