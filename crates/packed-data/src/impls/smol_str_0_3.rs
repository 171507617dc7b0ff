//! The crate `smol_str`, version 0.3: a `SmolStr` is packed as a `str`.

use smol_str::SmolStr;

use super::texts::texts;

texts!(SmolStr);
