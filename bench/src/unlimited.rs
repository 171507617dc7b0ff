//! The configuration of wincode.

use wincode::config::{Configuration, PREALLOCATION_SIZE_LIMIT_DISABLED};

/// wincode without its limit of 4 MiB.
pub(crate) type Unlimited = Configuration<true, { PREALLOCATION_SIZE_LIMIT_DISABLED }>;

pub(crate) const UNLIMITED: Unlimited = Configuration::default().disable_preallocation_size_limit();
