//! The layouts, by name.

use core::fmt;
use core::str::FromStr;

use crate::format::{Format, SizeRule};

/// A layout, by its name: what is a type in the library is a value here.
///
/// ```
/// use packed_data_model::{Format, LayoutId};
///
/// assert_eq!("haskell::Store".parse(), Ok(LayoutId::Store));
/// assert_eq!(LayoutId::Store.to_string(), "haskell::Store");
/// assert_eq!(LayoutId::Store.format(), &Format::STORE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutId {
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
    /// `packed_data::layout::bincode::Legacy`.
    Legacy,
    /// `packed_data::layout::bincode::Standard`.
    Standard,
}

impl LayoutId {
    /// All layouts.
    pub const ALL: [Self; 12] = [
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
        Self::Legacy,
        Self::Standard,
    ];

    /// Returns the name and the rules.
    const fn row(self) -> (&'static str, &'static Format) {
        const FIELD_SIZES: Format = Format { sizes: SizeRule::Every, ..Format::PACKED_DATA };
        const SKIP_LAST: Format = Format { sizes: SizeRule::EveryButLast, ..Format::PACKED_DATA };
        match self {
            Self::Compact => ("Compact", &Format::COMPACT),
            Self::Indexed => ("Indexed", &Format::INDEXED),
            Self::Cbor => ("Cbor", &Format::CBOR),
            Self::Serialise => ("haskell::Serialise", &Format::SERIALISE),
            Self::PackedData => ("haskell::PackedData", &Format::PACKED_DATA),
            Self::PackedDataFieldSizes => ("haskell::PackedDataFieldSizes", &FIELD_SIZES),
            Self::PackedDataSkipLast => ("haskell::PackedDataSkipLast", &SKIP_LAST),
            Self::Store => ("haskell::Store", &Format::STORE),
            Self::Cereal => ("haskell::Cereal", &Format::CEREAL),
            Self::Binary => ("haskell::Binary", &Format::BINARY),
            Self::Legacy => ("bincode::Legacy", &Format::BINCODE_LEGACY),
            Self::Standard => ("bincode::Standard", &Format::BINCODE_STANDARD),
        }
    }

    /// Returns the name, as the library has it.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the rules.
    pub const fn format(self) -> &'static Format {
        self.row().1
    }

    /// Returns whether the bytes are items of CBOR.
    pub const fn is_cbor(self) -> bool {
        self.format().has_heads()
    }
}

impl fmt::Display for LayoutId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Accepts the names that [`LayoutId::name`] returns, also without `haskell::`, and in any case.
impl FromStr for LayoutId {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<Self, UnknownLayout> {
        let is = |layout: &Self| {
            let name = layout.name();
            [name, name.trim_start_matches("haskell::")].iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        Self::ALL.into_iter().find(is).ok_or(UnknownLayout(()))
    }
}

/// The error of parsing a text that is not the name of a layout.
///
/// ```
/// use packed_data_model::LayoutId;
///
/// let error = "Compat".parse::<LayoutId>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown layout: expected Compact, Indexed, Cbor, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLayout(());

impl fmt::Display for UnknownLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown layout: expected ")?;
        for layout in LayoutId::ALL {
            write!(f, "{layout}, ")?;
        }
        f.write_str("found another text")
    }
}

impl core::error::Error for UnknownLayout {}
