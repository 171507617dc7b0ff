//! The rules of a layout that determine all sizes, as data: how scalars are encoded, and what is written before tags,
//! structs and fields.

#[cfg(feature = "rayon-1")]
use alloc::vec::Vec;

#[cfg(feature = "rayon-1")]
use super::native::{header_number, width_log_of};
use crate::shape::{Extent, tag_width};
use crate::wire::scalar::Kind;
use crate::wire::varint;

/// How a layout encodes each size class; it determines the sizes of all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub(crate) scalars: ScalarRule,
    pub(crate) sequences: SequenceRule,
    pub(crate) sizes: SizeRule,
    /// Whether the fields of static size of a struct or constructor come before all others.
    pub(crate) static_first: bool,
    /// Whether a value of an extensible type has a head, which states where the value ends.
    pub(crate) heads_extensible: bool,
    /// Whether a struct has a tag, like an enum.
    pub(crate) tags_structs: bool,
    pub(crate) tags: TagRule,
    /// Whether the keys of maps and sets are written in the order of their bytes instead of their values.
    pub(crate) sorts_by_bytes: bool,
    /// Bytes before the count of a map, if the layout has them.
    pub(crate) map_mark: Option<[u8; 4]>,
}

/// How scalars are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum ScalarRule {
    /// At their width, little-endian.
    Little,
    /// Like `Little`, except that a truth value takes four bytes, as in Haskell's `Storable`.
    Storable,
    /// At their width, big-endian; characters in UTF-8.
    Big,
    /// Like `Big`, except that a float is a mantissa of any size and an exponent.
    BigPairs,
    /// After a head, in as few bytes as possible.
    Heads,
}

/// How sequences are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum SequenceRule {
    /// Elements after their count, a short varint.
    Varint,
    /// Elements after their count in eight bytes, little-endian.
    Little,
    /// Elements after their count in eight bytes, big-endian.
    Big,
    /// As cells: a tag of 1 before each element, and a tag of 0 at the end.
    Cells,
    /// Elements after a head that states their number, or up to a break.
    Heads,
}

/// The width of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum TagRule {
    /// The smallest of one, two and four bytes in which every tag fits.
    Least,
    /// One byte.
    Byte,
    /// No tag for one constructor, one byte for up to 255, two for up to 65,535, otherwise four: like the generic
    /// deriving of `binary` and `cereal` in GHC. (Their tags for exactly 256 and 65,536 constructors are broken.)
    Generic,
    /// No tag for one constructor, one byte for up to 255, otherwise two.
    Store,
    /// A number after a head.
    Heads,
}

/// The fields that have their size before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum SizeRule {
    /// No fields.
    None,
    /// Fields that are not the last one, if neither their type nor their beginning determines their end.
    ForJumps,
    /// All fields except the last one.
    EveryButLast,
    /// All fields.
    Every,
}

/// Upper bound on the bytes of a variable-size scalar.
const MAX_SCALAR_SIZE: usize = 32;
/// Upper bound on the bytes of the head of a struct or enum, including its tag.
const MAX_HEAD_SIZE: usize = 16;

impl Format {
    /// Little-endian scalars at their width, a tag for every enum, and nothing else.
    pub(crate) const NATIVE: Self = Self {
        scalars: ScalarRule::Little,
        sequences: SequenceRule::Varint,
        sizes: SizeRule::None,
        static_first: false,
        heads_extensible: false,
        tags_structs: false,
        tags: TagRule::Least,
        sorts_by_bytes: false,
        map_mark: None,
    };

    /// The smallest encoding of every value in any native layout: without the tags that some layouts omit.
    pub(crate) const BAREST: Self = Self { tags: TagRule::Generic, ..Self::NATIVE };

    /// Returns whether every value begins with a head, which states what it is and where it ends. Then no value has a
    /// static size, and every value takes at least one byte.
    pub(crate) const fn has_heads(&self) -> bool {
        matches!(self.scalars, ScalarRule::Heads)
    }

    /// Returns whether sequences and arrays of `u8` are byte strings: a head, then the bytes without heads of their
    /// own.
    pub(crate) const fn has_byte_strings(&self) -> bool {
        matches!(self.sequences, SequenceRule::Heads)
    }

    /// Returns the number of bytes of every scalar of a kind, if it is the same for all.
    pub(crate) const fn scalar_size(&self, kind: Kind, width: usize) -> Option<usize> {
        match (self.scalars, kind) {
            (ScalarRule::Heads, _) | (ScalarRule::BigPairs, Kind::Float) => None,
            (ScalarRule::Big | ScalarRule::BigPairs, Kind::Char) => None,
            (ScalarRule::Storable, Kind::Bool) => Some(4),
            _ => Some(width),
        }
    }

    /// Returns whether a native layout writes some floats as another float: every NaN as the same one, and no zero with
    /// a sign.
    pub(crate) const fn changes_floats(&self) -> bool {
        matches!(self.scalars, ScalarRule::BigPairs)
    }

    /// Returns an upper bound on the bytes of a scalar of a kind.
    pub(crate) const fn max_scalar_size(&self, kind: Kind, width: usize) -> usize {
        match self.scalar_size(kind, width) {
            Some(size) => size,
            None => MAX_SCALAR_SIZE,
        }
    }

    /// Returns the distance in bytes between the beginnings of neighbours in a sequence of scalars, if it is always the
    /// same.
    pub(crate) const fn stride(&self, kind: Kind, width: usize, is_byte: bool) -> Option<usize> {
        match (self.sequences, self.scalar_size(kind, width)) {
            (SequenceRule::Heads, _) if is_byte => Some(1),
            (_, Some(size)) => Some(self.static_stride(size)),
            (_, None) => None,
        }
    }

    /// Returns the distance in bytes between the beginnings of neighbours in a sequence of values of that static size.
    pub(crate) const fn static_stride(&self, size: usize) -> usize {
        match self.sequences {
            SequenceRule::Cells => size + 1,
            _ => size,
        }
    }

    /// Returns whether numbers of more than one byte are written least significant first.
    #[cfg(feature = "zerocopy-0_8")]
    pub(crate) const fn is_little(&self) -> bool {
        matches!(self.scalars, ScalarRule::Little | ScalarRule::Storable)
    }

    /// Returns the bytes before the elements of a sequence of `count` elements without a table; `None` if the layout
    /// writes no count. (The layouts of CBOR may write another head.)
    #[cfg(feature = "rayon-1")]
    pub(crate) fn count_bytes(&self, count: u64) -> Option<Vec<u8>> {
        match self.sequences {
            SequenceRule::Varint => Some(varint::to_vec(count)),
            SequenceRule::Little => Some(count.to_le_bytes().to_vec()),
            SequenceRule::Big => Some(count.to_be_bytes().to_vec()),
            SequenceRule::Cells => None,
            SequenceRule::Heads => Some(array_head(count)),
        }
    }

    /// Returns the bytes before the table of ends of a sequence of `count` elements, which have `size` bytes; `None` if
    /// that number is too large.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn table_head(&self, count: usize, size: u64) -> Option<Vec<u8>> {
        header_number(count, width_log_of(size)).map(varint::to_vec)
    }

    /// Returns the width in bytes of the entries of the table of a sequence whose elements have `size` bytes, as a
    /// power of two.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn table_width_log(&self, size: u64) -> u8 {
        width_log_of(size)
    }

    /// Returns whether fields have their sizes before them, so that a reader can jump over them.
    #[cfg(feature = "rayon-1")]
    pub(crate) const fn has_sizes(&self) -> bool {
        !matches!(self.sizes, SizeRule::None)
    }

    /// Returns the least number of bytes of a text or sequence: those of its length or count.
    pub(crate) const fn least_head_size(&self) -> usize {
        match self.sequences {
            SequenceRule::Varint | SequenceRule::Cells | SequenceRule::Heads => 1,
            SequenceRule::Little | SequenceRule::Big => 8,
        }
    }

    /// Returns whether sequences are written as cells.
    pub(crate) const fn writes_cells(&self) -> bool {
        matches!(self.sequences, SequenceRule::Cells)
    }

    /// Returns whether nothing is written between the elements of a sequence or array that have a static size.
    pub(crate) const fn writes_only_elements(&self) -> bool {
        !self.has_heads() && !self.sizes_every_field() && !matches!(self.sequences, SequenceRule::Cells)
    }

    /// Returns whether scalars of that width are stored in a sequence exactly as in a slice on a little-endian machine.
    pub(crate) const fn is_memory(&self, width: usize, is_byte: bool) -> bool {
        match (self.sequences, self.scalars) {
            (SequenceRule::Cells, _) => false,
            (SequenceRule::Heads, _) => is_byte,
            (_, ScalarRule::Little) => true,
            _ => width == 1,
        }
    }

    /// Returns the number of bytes of the tag of a type with that number of constructors.
    pub(crate) const fn tag_size(&self, constructors: u32) -> usize {
        match (self.tags, constructors) {
            (TagRule::Least, _) => tag_width(constructors),
            (TagRule::Byte, 0..=256) => 1,
            (TagRule::Byte, _) => {
                panic!("the Haskell `packed-data` has at most 256 constructors a type: split the type")
            }
            (TagRule::Generic | TagRule::Store, 1) => 0,
            (TagRule::Generic | TagRule::Store, 0..=255) => 1,
            (TagRule::Generic, 256 | 65_536) => {
                panic!("`binary` and `cereal` cannot read back a type of exactly 256 or 65536 constructors: add one")
            }
            (TagRule::Generic, 257..=65_535) => 2,
            (TagRule::Generic, _) => 4,
            (TagRule::Store, 256..=65_535) => 2,
            (TagRule::Store, _) => panic!("`store` has at most 65535 constructors a type: split the type"),
            (TagRule::Heads, _) => 0,
        }
    }

    /// Returns whether an enum of one constructor has no tag.
    pub(crate) const fn omits_tags(&self) -> bool {
        matches!(self.tags, TagRule::Generic | TagRule::Store)
    }

    /// Returns an upper bound on the bytes before the fields of an enum.
    pub(crate) const fn max_head_size(&self, constructors: u32) -> usize {
        if self.has_heads() { MAX_HEAD_SIZE } else { self.tag_size(constructors) }
    }

    /// Returns the number of bytes before the fields of a struct.
    pub(crate) const fn struct_size(&self) -> usize {
        if self.tags_structs { 1 } else { 0 }
    }

    /// Returns whether fields of static size come before all others.
    pub(crate) const fn has_static_part(&self) -> bool {
        self.static_first
    }

    /// Returns an upper bound on the bytes that are first written for the head of an extensible value, whose static
    /// part has that size, and whose fields take `fields` bytes if that is known: otherwise one byte is reserved for
    /// the size of the value.
    pub(crate) const fn max_value_head_size(&self, static_part: usize, fields: Option<usize>) -> usize {
        let size = match fields {
            // (The size counts the tag and the size of the static part too, of at most 18 bytes.)
            Some(fields) => varint::len((fields as u64).saturating_add(18)),
            None => 1,
        };
        match (self.heads_extensible, self.static_first) {
            (false, _) => 0,
            (true, false) => size,
            (true, true) => size + varint::len(static_part as u64),
        }
    }

    /// Returns an upper bound on the bytes before the fields of a struct.
    pub(crate) const fn max_struct_size(&self) -> usize {
        if self.has_heads() { MAX_HEAD_SIZE } else { self.struct_size() }
    }

    /// Returns whether fields of static size have a size before them too.
    pub(crate) const fn sizes_every_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every | SizeRule::EveryButLast)
    }

    /// Returns whether the last field has its size before it.
    pub(crate) const fn sizes_last_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every)
    }

    /// Returns whether a field has its size before it.
    pub(crate) const fn is_sized(&self, extent: Extent, is_last: bool) -> bool {
        match self.sizes {
            SizeRule::None => false,
            SizeRule::ForJumps => !is_last && matches!(extent, Extent::Walked),
            SizeRule::EveryButLast => !is_last,
            SizeRule::Every => true,
        }
    }

    /// Returns whether `others` last fields follow a walked field of the same type with nothing between them, once the
    /// walked field is entered.
    pub(crate) const fn runs_on(&self, others: usize) -> bool {
        match self.sizes {
            SizeRule::None => !self.has_heads(),
            SizeRule::ForJumps | SizeRule::EveryButLast => others == 1,
            SizeRule::Every => false,
        }
    }
}

/// Returns the head of a CBOR array of `count` items, in the shortest form.
#[cfg(feature = "rayon-1")]
fn array_head(count: u64) -> Vec<u8> {
    const ARRAY: u8 = 4 << 5;
    let [.., a] = count.to_be_bytes();
    match count {
        0..24 => [ARRAY | a].to_vec(),
        24..=0xFF => [ARRAY | 24, a].to_vec(),
        0x100..=0xFFFF => [&[ARRAY | 25][..], &count.to_be_bytes()[6..]].concat(),
        0x1_0000..=0xFFFF_FFFF => [&[ARRAY | 26][..], &count.to_be_bytes()[4..]].concat(),
        _ => [&[ARRAY | 27][..], &count.to_be_bytes()].concat(),
    }
}
