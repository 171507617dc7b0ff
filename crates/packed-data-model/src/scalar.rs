//! The kinds of scalars.

/// The kind of a scalar. Together with its width in memory it determines the scalar's bytes in each layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer without a sign.
    Unsigned,
    /// An integer with a sign.
    Signed,
    /// A floating-point number.
    Float,
    /// A truth value.
    Bool,
    /// A Unicode scalar value.
    Char,
    /// Unsigned seconds, and nanoseconds.
    Duration,
    /// Signed seconds, and nanoseconds.
    Time,
}

impl Kind {
    /// Returns whether values of this kind and width in bytes exist in Rust only, so that the layouts of Haskell
    /// libraries do not have them: integers of 128 bits, and times.
    pub const fn is_rust_only(self, width: usize) -> bool {
        matches!(self, Self::Duration | Self::Time) || width == 16
    }
}
