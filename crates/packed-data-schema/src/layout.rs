//! The layouts, and their rules as data. The pages of the book on the layouts specify them.

use std::fmt;
use std::str::FromStr;

/// A layout, by its name: what is a type in the library is a value here.
///
/// ```
/// use packed_data::layout::haskell::Store;
/// use packed_data_schema::Layout;
///
/// assert_eq!(Layout::of::<packed_data::Indexed>(), Some(Layout::Indexed));
/// assert_eq!("haskell::Store".parse(), Ok(Layout::Store));
/// assert_eq!(Layout::of::<Store>().map(|layout| layout.to_string()), Some("haskell::Store".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// `packed_data::Compact`.
    Compact,
    /// `packed_data::Indexed`.
    Indexed,
    /// `packed_data::Cbor`.
    Cbor,
    /// `packed_data::layout::haskell::Serialise`.
    Serialise,
    /// `packed_data::layout::haskell::PackedData`.
    PackedData,
    /// `packed_data::layout::haskell::PackedDataFieldSizes`.
    PackedDataFieldSizes,
    /// `packed_data::layout::haskell::PackedDataSkipLast`.
    PackedDataSkipLast,
    /// `packed_data::layout::haskell::Store`.
    Store,
    /// `packed_data::layout::haskell::Cereal`.
    Cereal,
    /// `packed_data::layout::haskell::Binary`.
    Binary,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 10] = [
        Self::Compact,
        Self::Indexed,
        Self::Cbor,
        Self::Serialise,
        Self::PackedData,
        Self::PackedDataFieldSizes,
        Self::PackedDataSkipLast,
        Self::Store,
        Self::Cereal,
        Self::Binary,
    ];

    /// Returns the layout that is the type `L` in the library.
    pub fn of<L: packed_data::Layout>() -> Option<Self> {
        L::NAME.parse().ok()
    }

    /// Returns the name, as the library has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compact => "Compact",
            Self::Indexed => "Indexed",
            Self::Cbor => "Cbor",
            Self::Serialise => "haskell::Serialise",
            Self::PackedData => "haskell::PackedData",
            Self::PackedDataFieldSizes => "haskell::PackedDataFieldSizes",
            Self::PackedDataSkipLast => "haskell::PackedDataSkipLast",
            Self::Store => "haskell::Store",
            Self::Cereal => "haskell::Cereal",
            Self::Binary => "haskell::Binary",
        }
    }

    /// Returns whether the bytes are items of CBOR.
    pub const fn is_cbor(self) -> bool {
        matches!(self, Self::Cbor | Self::Serialise)
    }

    /// Returns the rules of the layout.
    pub(crate) const fn rules(self) -> Rules {
        const NATIVE: Rules = Rules {
            scalars: ScalarRule::Little,
            sequences: SequenceRule::Varint,
            sizes: SizeRule::None,
            tags: TagRule::Least,
            static_first: false,
            tags_structs: false,
            map_mark: None,
            lacks: Lacks::NOTHING,
        };
        const HASKELL: Lacks = Lacks { rust_scalars: true, arrays: true, ..Lacks::NOTHING };
        const PACKED_DATA: Rules = Rules {
            scalars: ScalarRule::Storable,
            sequences: SequenceRule::Cells,
            tags: TagRule::Byte,
            tags_structs: true,
            lacks: Lacks { text: true, maps: true, tuples: true, ..HASKELL },
            ..NATIVE
        };
        const CEREAL: Rules = Rules {
            scalars: ScalarRule::Big,
            sequences: SequenceRule::Big,
            tags: TagRule::Generic,
            lacks: HASKELL,
            ..NATIVE
        };
        match self {
            Self::Compact => NATIVE,
            Self::Indexed => Rules { sizes: SizeRule::ForJumps, static_first: true, ..NATIVE },
            Self::Cbor | Self::Serialise => {
                Rules { scalars: ScalarRule::Heads, sequences: SequenceRule::Heads, tags: TagRule::Heads, ..NATIVE }
            }
            Self::PackedData => PACKED_DATA,
            Self::PackedDataFieldSizes => Rules { sizes: SizeRule::Every, ..PACKED_DATA },
            Self::PackedDataSkipLast => Rules { sizes: SizeRule::EveryButLast, ..PACKED_DATA },
            Self::Store => Rules {
                scalars: ScalarRule::Little,
                sequences: SequenceRule::Little,
                tags: TagRule::Store,
                map_mark: Some([0x0A, 0x4B, 0x94, 0x48]),
                ..CEREAL
            },
            Self::Cereal => CEREAL,
            Self::Binary => Rules { scalars: ScalarRule::BigPairs, ..CEREAL },
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Accepts the names that [`Layout::name`] returns, also without `haskell::`, and in any case.
impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<Self, UnknownLayout> {
        let is = |layout: &Self| {
            let name = layout.name();
            [name, name.trim_start_matches("haskell::")].iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        Self::ALL.into_iter().find(is).ok_or(UnknownLayout(()))
    }
}

/// The error of parsing a text that is not the name of a [`Layout`].
///
/// ```
/// use packed_data_schema::Layout;
///
/// let error = "Compat".parse::<Layout>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown layout: expected Compact, Indexed, Cbor, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLayout(());

impl fmt::Display for UnknownLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Layout::ALL.iter().map(|layout| layout.name()).collect();
        write!(f, "unknown layout: expected {}, found another text", names.join(", "))
    }
}

impl std::error::Error for UnknownLayout {}

/// How a layout encodes values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) scalars: ScalarRule,
    pub(crate) sequences: SequenceRule,
    pub(crate) sizes: SizeRule,
    pub(crate) tags: TagRule,
    /// Whether the fields of static size come before all others.
    pub(crate) static_first: bool,
    /// Whether a struct has a tag.
    pub(crate) tags_structs: bool,
    /// Bytes before the count of a map.
    pub(crate) map_mark: Option<[u8; 4]>,
    pub(crate) lacks: Lacks,
}

/// What a layout does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lacks {
    pub(crate) text: bool,
    pub(crate) arrays: bool,
    pub(crate) maps: bool,
    pub(crate) tuples: bool,
    pub(crate) rust_scalars: bool,
}

impl Lacks {
    const NOTHING: Self = Self { text: false, arrays: false, maps: false, tuples: false, rust_scalars: false };
}

/// How scalars are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarRule {
    /// At their width, little-endian.
    Little,
    /// The same, but a truth value takes four bytes.
    Storable,
    /// At their width, big-endian; characters in UTF-8.
    Big,
    /// The same, but a float is a mantissa and an exponent.
    BigPairs,
    /// After a head.
    Heads,
}

/// How sequences are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SequenceRule {
    /// After their count, a short varint.
    Varint,
    /// After their count in eight bytes, little-endian.
    Little,
    /// After their count in eight bytes, big-endian.
    Big,
    /// A 1 before each element, and a 0 at the end.
    Cells,
    /// After a head.
    Heads,
}

/// Which fields have their size before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SizeRule {
    None,
    /// Those that are walked, and not the last.
    ForJumps,
    EveryButLast,
    Every,
}

/// The width of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagRule {
    Least,
    Byte,
    Generic,
    Store,
    Heads,
}

impl Rules {
    pub(crate) const fn is_cbor(&self) -> bool {
        matches!(self.scalars, ScalarRule::Heads)
    }

    /// Returns whether fields of static size have a size before them too.
    pub(crate) const fn sizes_every_field(&self) -> bool {
        matches!(self.sizes, SizeRule::Every | SizeRule::EveryButLast)
    }

    /// Returns the number of bytes of the tag of an enum with that number of constructors.
    pub(crate) const fn tag_size(&self, constructors: usize) -> Result<usize, &'static str> {
        Ok(match (self.tags, constructors) {
            (TagRule::Heads, _) => 0,
            (TagRule::Least | TagRule::Byte, 0..=256) => 1,
            (TagRule::Byte, _) => return Err("the layout has at most 256 constructors a type"),
            (TagRule::Least, 257..=65_536) => 2,
            (TagRule::Least, _) => 4,
            (TagRule::Generic | TagRule::Store, 1) => 0,
            (TagRule::Generic | TagRule::Store, 0..=255) => 1,
            (TagRule::Generic, 256 | 65_536) => {
                return Err("the Haskell library cannot read a type of exactly 256 or 65536 constructors");
            }
            (TagRule::Generic | TagRule::Store, 256..=65_535) => 2,
            (TagRule::Generic, _) => 4,
            (TagRule::Store, _) => return Err("the layout has at most 65535 constructors a type"),
        })
    }
}
