//! What a layout makes of the forms of values, as data: how wide scalars are, and what stands around fields.

use crate::shape::{Extent, tag_width};
use crate::wire::scalar::Kind;

/// How a layout writes scalars, and what it puts before tags, structs and fields: all that decides sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub(crate) scalars: ScalarRule,
    pub(crate) sequences: SequenceRule,
    pub(crate) sizes: SizeRule,
    /// Whether a struct has a tag, as an enum has.
    pub(crate) tags_structs: bool,
    pub(crate) tags: TagRule,
    /// Whether the keys of maps and sets are written in the order of their bytes, not of their values.
    pub(crate) sorts_by_bytes: bool,
    /// Whether each item begins with a head that tells what it is and where it ends: no value has a static size.
    pub(crate) has_heads: bool,
}

/// How scalars are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum ScalarRule {
    /// Each at its width, little-endian.
    Little,
    /// As `Little`, but a truth value takes four bytes: as Haskell's `Storable` has them.
    Storable,
    /// Each at its width, big-endian; characters in UTF-8.
    Big,
    /// As `Big`; floats as a mantissa of any size and an exponent.
    BigPairs,
    /// After a head, in as few bytes as hold the value.
    Heads,
}

/// How a sequence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum SequenceRule {
    /// After its count, a short varint.
    Varint,
    /// After its count in eight bytes, little-endian.
    Little,
    /// After its count in eight bytes, big-endian.
    Big,
    /// As cells: a tag of 1 and an element for each, then a tag of 0.
    Cells,
    /// After a head, or up to a break.
    Heads,
}

/// How wide a tag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum TagRule {
    /// The least of one, two and four bytes that holds every tag.
    Least,
    /// Always one byte.
    Byte,
    /// None for one constructor; a byte up to 255 of them, two up to 65,535, then four: as GHC's generic deriving of
    /// `binary` and `cereal`, whose tags are broken for 256 and 65,536.
    Generic,
    /// None for one constructor; a byte up to 255 of them, then two.
    Store,
    /// A number after a head.
    Heads,
}

/// Before which fields their size stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "cbor", feature = "haskell")), allow(dead_code))]
pub(crate) enum SizeRule {
    /// Before none.
    None,
    /// Before those that are not the last, and tell their end neither by their type nor at their beginning.
    ForJumps,
    /// Before every one but the last.
    EveryButLast,
    /// Before every one.
    Every,
}

/// More bytes than a scalar takes whose size varies.
const MAX_SCALAR_SIZE: usize = 32;
/// More bytes than the head of a struct or enum takes, with its tag.
const MAX_HEAD_SIZE: usize = 16;

impl Format {
    /// Scalars little-endian at their width, a tag for every enum, and nothing else.
    pub(crate) const NATIVE: Self = Self {
        scalars: ScalarRule::Little,
        sequences: SequenceRule::Varint,
        sizes: SizeRule::None,
        tags_structs: false,
        tags: TagRule::Least,
        sorts_by_bytes: false,
        has_heads: false,
    };

    /// As few bytes as any layout writes: without the tags that some omit.
    pub(crate) const BAREST: Self = Self { tags: TagRule::Generic, ..Self::NATIVE };

    /// How many bytes every scalar of a kind takes, if all take the same.
    pub(crate) const fn scalar_size(&self, kind: Kind, width: usize) -> Option<usize> {
        match (self.scalars, kind) {
            (ScalarRule::Heads, _) | (ScalarRule::BigPairs, Kind::Float) => None,
            (ScalarRule::Big | ScalarRule::BigPairs, Kind::Char) => None,
            (ScalarRule::Storable, Kind::Bool) => Some(4),
            _ => Some(width),
        }
    }

    /// How many bytes a scalar of a kind takes at most.
    pub(crate) const fn max_scalar_size(&self, kind: Kind, width: usize) -> usize {
        match self.scalar_size(kind, width) {
            Some(size) => size,
            None => MAX_SCALAR_SIZE,
        }
    }

    /// How many bytes lie between the beginnings of neighbours in a sequence of such scalars, if always the same.
    pub(crate) const fn stride(&self, kind: Kind, width: usize, is_byte: bool) -> Option<usize> {
        match (self.sequences, self.scalar_size(kind, width)) {
            (SequenceRule::Heads, _) if is_byte => Some(1),
            (SequenceRule::Cells, Some(size)) => Some(size + 1),
            (_, size) => size,
        }
    }

    /// Whether scalars that are their bytes in little-endian order are so, side by side, in a sequence.
    pub(crate) const fn is_memory(&self, width: usize, is_byte: bool) -> bool {
        match (self.sequences, self.scalars) {
            (SequenceRule::Cells, _) => false,
            (SequenceRule::Heads, _) => is_byte,
            (_, ScalarRule::Little) => true,
            _ => width == 1,
        }
    }

    /// How many bytes a tag among so many constructors takes.
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

    /// Whether an enum of one constructor has no tag.
    pub(crate) const fn omits_tags(&self) -> bool {
        matches!(self.tags, TagRule::Generic | TagRule::Store)
    }

    /// How many bytes what stands before the fields of an enum takes at most.
    pub(crate) const fn max_head_size(&self, constructors: u32) -> usize {
        if self.has_heads { MAX_HEAD_SIZE } else { self.tag_size(constructors) }
    }

    /// How many bytes stand before the fields of a struct.
    pub(crate) const fn struct_size(&self) -> usize {
        if self.tags_structs { 1 } else { 0 }
    }

    /// How many bytes stand before the fields of a struct at most.
    pub(crate) const fn max_struct_size(&self) -> usize {
        if self.has_heads { MAX_HEAD_SIZE } else { self.struct_size() }
    }

    /// Whether a size stands also before fields whose size is static.
    pub(crate) const fn sizes_every_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every | SizeRule::EveryButLast)
    }

    /// Whether a size stands before the last field.
    pub(crate) const fn sizes_last_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every)
    }

    /// Whether the end of a value is checked once more, or moves, where its last fields end.
    pub(crate) const fn closes_values(&self) -> bool {
        self.sizes_last_field() || self.has_heads
    }

    /// Whether a size stands before a field.
    pub(crate) const fn is_sized(&self, extent: Extent, is_last: bool) -> bool {
        match self.sizes {
            SizeRule::None => false,
            SizeRule::ForJumps => !is_last && matches!(extent, Extent::Walked),
            SizeRule::EveryButLast => !is_last,
            SizeRule::Every => true,
        }
    }

    /// Whether a field that must be walked over and so many last ones of its type stand side by side, once the first
    /// is entered.
    pub(crate) const fn runs_on(&self, others: usize) -> bool {
        match self.sizes {
            SizeRule::None => !self.has_heads,
            SizeRule::ForJumps | SizeRule::EveryButLast => others == 1,
            SizeRule::Every => false,
        }
    }
}
