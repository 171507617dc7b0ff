//! The rules of a layout, as data: how it stores scalars, tags and sequences, and what precedes structs and fields.

use alloc::vec::Vec;

use crate::encoding::{Encoding, ScalarRule};
use crate::scalar::Kind;
use crate::varint::{self, Varint};

/// The rules of a layout: they determine the bytes of each value.
///
/// ```
/// use packed_data_model::{Format, SizeRule};
///
/// // What makes `Indexed` a layout for random access, compared with `Compact`:
/// let indexed = Format { sizes: SizeRule::ForJumps, static_first: true, ..Format::COMPACT };
/// assert_eq!(indexed, Format::INDEXED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// How scalars are encoded.
    pub scalars: ScalarRule,
    /// How sequences are encoded.
    pub sequences: SequenceRule,
    /// Which fields have their size before them.
    pub sizes: SizeRule,
    /// Whether the fields of static size of a struct or constructor come before all others.
    pub static_first: bool,
    /// Whether a value of an extensible type has a head, which states where the value ends.
    pub heads_extensible: bool,
    /// Whether a struct has a tag, like an enum.
    pub tags_structs: bool,
    /// The width of tags.
    pub tags: TagRule,
    /// Whether the keys of maps and sets are written in the order of their bytes instead of their values.
    pub sorts_by_bytes: bool,
    /// Whether the keys of maps and sets are read in any order. Otherwise they must ascend by value.
    pub accepts_unsorted: bool,
    /// Bytes before the count of a map, if the layout has them.
    pub map_mark: Option<[u8; 4]>,
    /// The types that the layout does not have.
    pub lacks: Lacks,
}

/// The types that a layout does not have: for each kind the message for someone who tries, or `None` if the layout has
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lacks {
    /// Strings.
    pub text: Option<&'static str>,
    /// Arrays.
    pub arrays: Option<&'static str>,
    /// Maps and sets.
    pub maps: Option<&'static str>,
    /// Tuples of at least one element.
    pub tuples: Option<&'static str>,
    /// Scalars for which [`Kind::is_rust_only`] holds.
    pub rust_scalars: Option<&'static str>,
}

impl Lacks {
    /// A layout that has all types.
    pub const NOTHING: Self = Self { text: None, arrays: None, maps: None, tuples: None, rust_scalars: None };

    /// What no layout of a Haskell library has.
    const HASKELL: Self = Self {
        arrays: Some("this Haskell library has no arrays: use a `Vec`, or a struct with as many fields"),
        rust_scalars: Some(
            "this Haskell library has no integers of 128 bits and no times: pack their parts, such as `(u64, u64)`",
        ),
        ..Self::NOTHING
    };
}

/// How sequences are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceRule {
    /// Elements after their count, a short varint.
    Varint,
    /// Elements after their count, a varint of bincode.
    BincodeVarint,
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
pub enum TagRule {
    /// The smallest of one, two and four bytes in which every tag fits.
    Least,
    /// One byte.
    Byte,
    /// No tag for one constructor, one byte for up to 255, two for up to 65,535, otherwise four: like the generic
    /// deriving of `binary` and `cereal` in GHC. (Their tags for exactly 256 and 65,536 constructors are broken.)
    Generic,
    /// No tag for one constructor, one byte for up to 255, otherwise two.
    Store,
    /// Four bytes, little-endian; one for an optional value.
    Word,
    /// A varint of bincode; one byte for an optional value.
    BincodeVarint,
    /// A number after a head.
    Heads,
}

/// The fields that have their size before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeRule {
    /// No fields.
    None,
    /// Fields that are not the last one, if neither their type nor their beginning determines their end.
    ForJumps,
    /// All fields except the last one.
    EveryButLast,
    /// All fields.
    Every,
}

/// What is expected of the first byte of a tag that is a varint of bincode, for the error of one that is not.
pub const EXPECTED_TAG: &str = "tag: a first byte of 0 to 252";
/// Upper bound on the bytes of a variable-size scalar.
const MAX_SCALAR_SIZE: usize = 32;
/// Upper bound on the bytes of the head of a struct or enum, including its tag.
const MAX_HEAD_SIZE: usize = 16;

impl Format {
    /// Little-endian scalars at their width, a tag for every enum, and nothing else. Levels of nesting are counted by
    /// the sizes in this format, whatever the layout, so that limits mean the same in all of them.
    pub const NATIVE: Self = Self {
        scalars: ScalarRule::Little,
        sequences: SequenceRule::Varint,
        sizes: SizeRule::None,
        static_first: false,
        heads_extensible: false,
        tags_structs: false,
        tags: TagRule::Least,
        sorts_by_bytes: false,
        accepts_unsorted: false,
        map_mark: None,
        lacks: Lacks::NOTHING,
    };

    /// `Compact`: it writes no byte that the value does not need.
    pub const COMPACT: Self = Self { heads_extensible: true, ..Self::NATIVE };

    /// `Indexed`: `Compact`, plus the sizes and tables that a reader needs to jump.
    pub const INDEXED: Self = Self { sizes: SizeRule::ForJumps, static_first: true, ..Self::COMPACT };

    /// `Cbor`: items of CBOR (RFC 8949), in the deterministic form.
    pub const CBOR: Self = Self {
        scalars: ScalarRule::Heads,
        sequences: SequenceRule::Heads,
        tags: TagRule::Heads,
        tags_structs: true,
        sorts_by_bytes: true,
        accepts_unsorted: true,
        ..Self::NATIVE
    };

    /// The Haskell package `serialise`: CBOR with lists of indefinite length, and keys in the order of their values.
    pub const SERIALISE: Self = Self { sorts_by_bytes: false, ..Self::CBOR };

    /// The Haskell library `packed-data` without flags: scalars as in Haskell's `Storable`, lists as cells, a tag for
    /// every type.
    pub const PACKED_DATA: Self = Self {
        scalars: ScalarRule::Storable,
        sequences: SequenceRule::Cells,
        tags: TagRule::Byte,
        tags_structs: true,
        lacks: Lacks {
            text: Some("the Haskell `packed-data` has no texts: use `Vec<char>`, which is its `String`"),
            maps: Some(
                "the Haskell `packed-data` has no maps and no sets: use a `Vec`, of a struct of key and value for a map",
            ),
            tuples: Some("the Haskell `packed-data` has no tuples: use a struct with `#[derive(Packable)]`"),
            ..Lacks::HASKELL
        },
        ..Self::NATIVE
    };

    /// The Haskell package `cereal`: big-endian scalars and counts, characters in UTF-8.
    pub const CEREAL: Self = Self {
        scalars: ScalarRule::Big,
        sequences: SequenceRule::Big,
        tags: TagRule::Generic,
        lacks: Lacks::HASKELL,
        ..Self::NATIVE
    };

    /// The Haskell package `binary`: `cereal`, but a float is a pair of a mantissa and an exponent.
    pub const BINARY: Self = Self { scalars: ScalarRule::BigPairs, ..Self::CEREAL };

    /// The Haskell package `store`: little-endian scalars, counts in eight bytes, no tag for a single constructor.
    pub const STORE: Self = Self {
        scalars: ScalarRule::Little,
        sequences: SequenceRule::Little,
        tags: TagRule::Store,
        map_mark: Some([0x0A, 0x4B, 0x94, 0x48]),
        ..Self::CEREAL
    };

    /// The standard configuration of Rust's `bincode` 2: varints for integers, counts and tags.
    pub const BINCODE_STANDARD: Self = Self {
        scalars: ScalarRule::Varints,
        sequences: SequenceRule::BincodeVarint,
        tags: TagRule::BincodeVarint,
        accepts_unsorted: true,
        ..Self::NATIVE
    };

    /// What `bincode::serialize` of Rust's `bincode` 1 writes: numbers at their width, tags of four bytes, counts of
    /// eight.
    pub const BINCODE_LEGACY: Self = Self {
        scalars: ScalarRule::LittleUtf8,
        sequences: SequenceRule::Little,
        tags: TagRule::Word,
        ..Self::BINCODE_STANDARD
    };

    /// The smallest encoding of every value in any native layout: without the tags that some layouts omit.
    pub const BAREST: Self = Self { tags: TagRule::Generic, ..Self::NATIVE };

    /// Returns the form of counts and lengths; `None` if they are numbers of eight bytes.
    pub const fn counts(&self) -> Option<Varint> {
        match self.sequences {
            SequenceRule::Varint => Some(Varint::SHORT),
            SequenceRule::BincodeVarint => Some(Varint::BINCODE),
            SequenceRule::Little | SequenceRule::Big | SequenceRule::Cells | SequenceRule::Heads => None,
        }
    }

    /// Returns whether counts and lengths of eight bytes are big-endian; `None` if they are varints.
    pub const fn has_big_counts(&self) -> Option<bool> {
        match self.sequences {
            SequenceRule::Varint | SequenceRule::BincodeVarint => None,
            SequenceRule::Big => Some(true),
            SequenceRule::Little | SequenceRule::Cells | SequenceRule::Heads => Some(false),
        }
    }

    /// Returns whether numbers of more than one byte are written most significant first.
    pub const fn is_big(&self) -> bool {
        matches!(self.scalars, ScalarRule::Big | ScalarRule::BigPairs)
    }

    /// Returns whether every value begins with a head, which states what it is and where it ends. Then no value has a
    /// static size, and every value takes at least one byte.
    pub const fn has_heads(&self) -> bool {
        matches!(self.scalars, ScalarRule::Heads)
    }

    /// Returns whether sequences and arrays of `u8` are byte strings: a head, then the bytes without heads of their
    /// own.
    pub const fn has_byte_strings(&self) -> bool {
        matches!(self.sequences, SequenceRule::Heads)
    }

    /// Returns the number of bytes of every scalar of a kind, if it is the same for all.
    pub const fn scalar_size(&self, kind: Kind, width: usize) -> Option<usize> {
        match self.scalars.encoding(kind, width) {
            Encoding::Little | Encoding::Big => Some(width),
            Encoding::Word => Some(4),
            Encoding::Utf8 | Encoding::MantissaExponent | Encoding::Item => None,
            Encoding::Varint | Encoding::Zigzag | Encoding::VarintPair => None,
        }
    }

    /// Returns whether a native layout writes some floats as another float: every NaN as the same one, and no zero with
    /// a sign.
    pub const fn changes_floats(&self) -> bool {
        matches!(self.scalars, ScalarRule::BigPairs)
    }

    /// Returns an upper bound on the bytes of a scalar of a kind.
    pub const fn max_scalar_size(&self, kind: Kind, width: usize) -> usize {
        match self.scalar_size(kind, width) {
            Some(size) => size,
            None => MAX_SCALAR_SIZE,
        }
    }

    /// Returns the distance in bytes between the beginnings of neighbours in a sequence of scalars, if it is always the
    /// same.
    pub const fn stride(&self, kind: Kind, width: usize, is_byte: bool) -> Option<usize> {
        match (self.sequences, self.scalar_size(kind, width)) {
            (SequenceRule::Heads, _) if is_byte => Some(1),
            (_, Some(size)) => Some(self.static_stride(size)),
            (_, None) => None,
        }
    }

    /// Returns the distance in bytes between the beginnings of neighbours in a sequence of values of that static size.
    pub const fn static_stride(&self, size: usize) -> usize {
        match self.sequences {
            SequenceRule::Cells => size + 1,
            _ => size,
        }
    }

    /// Returns whether numbers of more than one byte are written least significant first.
    pub const fn is_little(&self) -> bool {
        !self.is_big() && !self.has_heads()
    }

    /// Returns the bytes before the elements of a sequence of `count` elements without a table; `None` if the layout
    /// writes no count. (The layouts of CBOR may write another head.)
    pub fn count_bytes(&self, count: u64) -> Option<Vec<u8>> {
        match self.sequences {
            SequenceRule::Varint => Some(varint::to_vec(count)),
            SequenceRule::BincodeVarint => Some(Varint::BINCODE.to_vec(count.into())),
            SequenceRule::Little => Some(count.to_le_bytes().to_vec()),
            SequenceRule::Big => Some(count.to_be_bytes().to_vec()),
            SequenceRule::Cells => None,
            SequenceRule::Heads => Some(array_head(count)),
        }
    }

    /// Returns whether fields have their sizes before them, so that a reader can jump over them.
    pub const fn has_sizes(&self) -> bool {
        !matches!(self.sizes, SizeRule::None)
    }

    /// Returns the least number of bytes of a text or sequence: those of its length or count.
    pub const fn least_head_size(&self) -> usize {
        match self.sequences {
            SequenceRule::Varint | SequenceRule::BincodeVarint | SequenceRule::Cells | SequenceRule::Heads => 1,
            SequenceRule::Little | SequenceRule::Big => 8,
        }
    }

    /// Returns whether sequences are written as cells.
    pub const fn writes_cells(&self) -> bool {
        matches!(self.sequences, SequenceRule::Cells)
    }

    /// Returns whether nothing is written between the elements of a sequence or array that have a static size.
    pub const fn writes_only_elements(&self) -> bool {
        !self.has_heads() && !self.sizes_every_field() && !matches!(self.sequences, SequenceRule::Cells)
    }

    /// Returns whether scalars of a kind and width are stored in a sequence exactly as in a slice on a little-endian
    /// machine.
    pub const fn is_memory(&self, kind: Kind, width: usize, is_byte: bool) -> bool {
        match (self.sequences, self.scalars.encoding(kind, width)) {
            (SequenceRule::Cells, _) => false,
            (SequenceRule::Heads, _) => is_byte,
            (_, Encoding::Little) => true,
            (_, Encoding::Big) => width == 1,
            _ => false,
        }
    }

    /// Returns the number of bytes of the tag of a type with this number of constructors; the least number, if
    /// [tags vary](Self::tags_vary). `is_optional` says whether it is an optional value.
    ///
    /// # Errors
    ///
    /// The layout does not have types with this number of constructors; the message says which it has.
    pub const fn tag_size(&self, constructors: usize, is_optional: bool) -> Result<usize, &'static str> {
        Ok(match (self.tags, constructors) {
            (TagRule::Heads, _) => 0,
            (TagRule::Word, _) => {
                if is_optional {
                    1
                } else {
                    4
                }
            }
            (TagRule::BincodeVarint, _) => 1,
            (TagRule::Least | TagRule::Byte, 0..=256) => 1,
            (TagRule::Byte, _) => {
                return Err("the Haskell `packed-data` has at most 256 constructors a type: split the type");
            }
            (TagRule::Least, 257..=65_536) => 2,
            (TagRule::Least, _) => 4,
            (TagRule::Generic | TagRule::Store, 1) => 0,
            (TagRule::Generic | TagRule::Store, 0..=255) => 1,
            (TagRule::Generic, 256 | 65_536) => {
                return Err(
                    "`binary` and `cereal` cannot read back a type of exactly 256 or 65536 constructors: add one",
                );
            }
            (TagRule::Generic | TagRule::Store, 256..=65_535) => 2,
            (TagRule::Generic, _) => 4,
            (TagRule::Store, _) => return Err("`store` has at most 65535 constructors a type: split the type"),
        })
    }

    /// Returns whether tags of a type with this number of constructors are varints of which not all have one byte.
    pub const fn tags_vary(&self, constructors: usize) -> bool {
        matches!(self.tags, TagRule::BincodeVarint) && constructors > Varint::BINCODE.below() as usize
    }

    /// Returns whether the tag of an optional value may differ from that of another enum with two constructors.
    pub const fn tags_options(&self) -> bool {
        matches!(self.tags, TagRule::Word | TagRule::BincodeVarint)
    }

    /// Returns whether an enum of one constructor has no tag.
    pub const fn omits_tags(&self) -> bool {
        matches!(self.tags, TagRule::Generic | TagRule::Store)
    }

    /// Returns an upper bound on the bytes before the fields of an enum.
    ///
    /// # Errors
    ///
    /// The layout does not have types with this number of constructors.
    pub const fn max_head_size(&self, constructors: usize, is_optional: bool) -> Result<usize, &'static str> {
        match self.has_heads() || self.tags_vary(constructors) {
            true => Ok(MAX_HEAD_SIZE),
            false => self.tag_size(constructors, is_optional),
        }
    }

    /// Returns the number of bytes before the fields of a struct.
    pub const fn struct_size(&self) -> usize {
        if self.tags_structs { 1 } else { 0 }
    }

    /// Returns whether fields of static size come before all others.
    pub const fn has_static_part(&self) -> bool {
        self.static_first
    }

    /// Returns an upper bound on the bytes that are reserved for the head of an extensible value. `static_part` is the
    /// size of its static part, `fields` the size of all its fields if it is known; if not, one byte is reserved for
    /// the size of the value.
    pub const fn max_value_head_size(&self, static_part: usize, fields: Option<usize>) -> usize {
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
    pub const fn max_struct_size(&self) -> usize {
        if self.has_heads() { MAX_HEAD_SIZE } else { self.struct_size() }
    }

    /// Returns whether fields of static size have a size before them too.
    pub const fn sizes_every_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every | SizeRule::EveryButLast)
    }

    /// Returns whether the last field has its size before it.
    pub const fn sizes_last_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every)
    }

    /// Returns whether `others` last fields follow a walked field of the same type with nothing between them, once the
    /// walked field is entered.
    pub const fn runs_on(&self, others: usize) -> bool {
        match self.sizes {
            SizeRule::None => !self.has_heads(),
            SizeRule::ForJumps | SizeRule::EveryButLast => others == 1,
            SizeRule::Every => false,
        }
    }
}

/// Returns the width in bytes of the entries of a table of ends, as a power of two: the smallest in which the last end,
/// `size`, fits.
#[inline]
pub const fn table_width_log(size: u64) -> u8 {
    match size {
        0..=0xFF => 0,
        0x100..=0xFFFF => 1,
        0x1_0000..=0xFFFF_FFFF => 2,
        _ => 3,
    }
}

/// Returns the number at the beginning of a sequence with a table: four times the count, plus the width of the entries
/// as a power of two. `None` if it is too large. (An empty sequence has no table.)
#[inline]
pub const fn table_number(count: usize, width_log: u8) -> Option<u64> {
    match (count as u64).checked_mul(4) {
        Some(number) => Some(number | width_log as u64),
        None => None,
    }
}

/// Returns the head of a CBOR array of `count` items, in the shortest form.
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
