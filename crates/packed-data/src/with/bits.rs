//! The adapter for flags of the crate `bitflags`.

use bitflags::{Bits as FlagBits, Flags};

use super::PackWith;
use crate::packable::{Packable, Unpack};

/// The adapter for flags of the crate `bitflags`: packs them as their bits, and refuses bits that are no flag.
///
/// ```
/// use packed_data::with::Bits;
/// use packed_data::{Compact, Packable, Packed};
///
/// bitflags::bitflags! {
///     #[derive(Debug, PartialEq)]
///     struct Mode: u8 {
///         const READ = 1;
///         const WRITE = 2;
///     }
/// }
///
/// #[derive(Debug, PartialEq, Packable)]
/// struct File {
///     #[packable(with = Bits)]
///     mode: Mode,
/// }
///
/// let packed: Packed<File> = Packed::pack(&File { mode: Mode::READ | Mode::WRITE });
/// assert_eq!(packed.as_bytes(), [3]);
/// assert_eq!(packed.unpack(), Ok(File { mode: Mode::all() }));
/// let error = Packed::<File, Compact, _>::from_bytes([4].as_slice()).unwrap_err();
/// assert_eq!(error.to_string(), "refused: bits that are no flag, at byte 0 in File.mode");
/// ```
#[derive(Debug)]
pub enum Bits {}

impl<F> PackWith<F> for Bits
where
    F: Flags + 'static,
    F::Bits: FlagBits + Packable<As = F::Bits> + for<'a> Unpack<'a>,
{
    const NAME: &'static str = "flags";
    type As = F::Bits;
    type Value<'v> = F::Bits;

    fn pack(flags: &F) -> Result<F::Bits, &'static str> {
        if flags.contains_unknown_bits() { Err(UNKNOWN) } else { Ok(flags.bits()) }
    }

    fn unpack(bits: F::Bits) -> Result<F, &'static str> {
        F::from_bits(bits).ok_or(UNKNOWN)
    }
}

const UNKNOWN: &str = "bits that are no flag";
