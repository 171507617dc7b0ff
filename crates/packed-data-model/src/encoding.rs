//! How scalars are encoded: the rule of a layout, and what follows from it for a kind of scalar.

use crate::scalar::Kind;

/// How scalars are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarRule {
    /// At their width, little-endian.
    Little,
    /// Like `Little`, except that characters are in UTF-8.
    LittleUtf8,
    /// Like `LittleUtf8`, except that integers of more than one byte are varints of bincode, and times two of them.
    Varints,
    /// Like `Little`, except that a truth value takes four bytes, as in Haskell's `Storable`.
    Storable,
    /// At their width, big-endian; characters in UTF-8.
    Big,
    /// Like `Big`, except that a float is a mantissa of any size and an exponent.
    BigPairs,
    /// After a head, in as few bytes as possible.
    Heads,
}

/// How a scalar is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Its bytes, least significant first.
    Little,
    /// Its bytes, most significant first.
    Big,
    /// A truth value in four bytes, least significant first.
    Word,
    /// A character in UTF-8.
    Utf8,
    /// A float as a mantissa and an exponent: see [`pair`](crate::pair).
    MantissaExponent,
    /// An integer without a sign, as a varint of bincode.
    Varint,
    /// An integer with a sign, as a varint of bincode: see [`zigzag`](crate::varint::zigzag).
    Zigzag,
    /// A time: its seconds and its nanoseconds, each as a varint of bincode. (Seconds before 1970 are 2^64 less.)
    VarintPair,
    /// An item of CBOR.
    Item,
}

impl ScalarRule {
    /// Returns how scalars of a kind and width in bytes are encoded by this rule.
    ///
    /// ```
    /// use packed_data_model::{Encoding, Kind, ScalarRule};
    ///
    /// assert_eq!(ScalarRule::Varints.encoding(Kind::Signed, 4), Encoding::Zigzag);
    /// assert_eq!(ScalarRule::Varints.encoding(Kind::Signed, 1), Encoding::Little);
    /// ```
    pub const fn encoding(self, kind: Kind, width: usize) -> Encoding {
        match (self, kind) {
            (Self::Heads, _) => Encoding::Item,
            (Self::Storable, Kind::Bool) => Encoding::Word,
            (Self::LittleUtf8 | Self::Varints | Self::Big | Self::BigPairs, Kind::Char) => Encoding::Utf8,
            (Self::BigPairs, Kind::Float) => Encoding::MantissaExponent,
            (Self::Big | Self::BigPairs, _) => Encoding::Big,
            (Self::Varints, Kind::Unsigned) if width > 1 => Encoding::Varint,
            (Self::Varints, Kind::Signed) if width > 1 => Encoding::Zigzag,
            (Self::Varints, Kind::Duration | Kind::Time) => Encoding::VarintPair,
            (Self::Little | Self::LittleUtf8 | Self::Varints | Self::Storable, _) => Encoding::Little,
        }
    }
}
