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

/// Which bit patterns of the width of a scalar are values.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    All,
    NonZero,
    Some,
}

/// Declares the scalars, one in each line: variant, name of the Rust type (the word of the schema's text), kind, width,
/// which bit patterns are values, and the words of error messages.
///
/// No other file of this crate lists scalars of one kind: it asks for the kind and the width.
macro_rules! scalars {
    ($($variant:ident $name:literal $kind:ident $width:literal $values:ident $expected:tt)+) => {
        /// A scalar type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Scalar {
            $($variant,)+
        }

        impl Scalar {
            /// All kinds of scalars.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            #[inline]
            const fn row(self) -> (&'static str, Kind, usize, Values, &'static str) {
                match self {
                    $(Self::$variant => ($name, Kind::$kind, $width, Values::$values, $expected),)+
                }
            }
        }
    };
}

/// The words for sizes that are not zero; on a smaller machine some numbers do not fit.
const NON_ZERO_USIZE: &str = if cfg!(target_pointer_width = "64") {
    "NonZeroUsize: a number other than 0"
} else {
    "NonZeroUsize: a number of usize other than 0"
};
const NON_ZERO_ISIZE: &str = if cfg!(target_pointer_width = "64") {
    "NonZeroIsize: a number other than 0"
} else {
    "NonZeroIsize: a number of isize other than 0"
};

scalars! {
    U8 "u8" Unsigned 1 All "u8"
    U16 "u16" Unsigned 2 All "u16"
    U32 "u32" Unsigned 4 All "u32"
    U64 "u64" Unsigned 8 All "u64"
    U128 "u128" Unsigned 16 All "u128"
    Usize "usize" Unsigned 8 All "usize: a number of usize"
    I8 "i8" Signed 1 All "i8"
    I16 "i16" Signed 2 All "i16"
    I32 "i32" Signed 4 All "i32"
    I64 "i64" Signed 8 All "i64"
    I128 "i128" Signed 16 All "i128"
    Isize "isize" Signed 8 All "isize: a number of isize"
    NonZeroU8 "NonZeroU8" Unsigned 1 NonZero "NonZeroU8: a number other than 0"
    NonZeroU16 "NonZeroU16" Unsigned 2 NonZero "NonZeroU16: a number other than 0"
    NonZeroU32 "NonZeroU32" Unsigned 4 NonZero "NonZeroU32: a number other than 0"
    NonZeroU64 "NonZeroU64" Unsigned 8 NonZero "NonZeroU64: a number other than 0"
    NonZeroU128 "NonZeroU128" Unsigned 16 NonZero "NonZeroU128: a number other than 0"
    NonZeroUsize "NonZeroUsize" Unsigned 8 NonZero NON_ZERO_USIZE
    NonZeroI8 "NonZeroI8" Signed 1 NonZero "NonZeroI8: a number other than 0"
    NonZeroI16 "NonZeroI16" Signed 2 NonZero "NonZeroI16: a number other than 0"
    NonZeroI32 "NonZeroI32" Signed 4 NonZero "NonZeroI32: a number other than 0"
    NonZeroI64 "NonZeroI64" Signed 8 NonZero "NonZeroI64: a number other than 0"
    NonZeroI128 "NonZeroI128" Signed 16 NonZero "NonZeroI128: a number other than 0"
    NonZeroIsize "NonZeroIsize" Signed 8 NonZero NON_ZERO_ISIZE
    F32 "f32" Float 4 All "f32"
    F64 "f64" Float 8 All "f64"
    Bool "bool" Bool 1 Some "bool: 0 or 1"
    Char "char" Char 4 Some "char: a Unicode scalar value"
    Duration "Duration" Duration 12 Some "Duration: fewer than 1000000000 nanoseconds after the seconds"
    SystemTime "SystemTime" Time 12 Some "SystemTime: a time that this machine can represent"
}

impl Scalar {
    /// Returns the name of the Rust type, which is the word of the schema's text.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the scalar of this kind and width of which most bit patterns are values.
    #[inline]
    pub const fn plain(kind: Kind, width: usize) -> Self {
        match (kind, width) {
            (Kind::Unsigned, 1) => Self::U8,
            (Kind::Unsigned, 2) => Self::U16,
            (Kind::Unsigned, 4) => Self::U32,
            (Kind::Unsigned, 16) => Self::U128,
            (Kind::Unsigned, _) => Self::U64,
            (Kind::Signed, 1) => Self::I8,
            (Kind::Signed, 2) => Self::I16,
            (Kind::Signed, 4) => Self::I32,
            (Kind::Signed, 16) => Self::I128,
            (Kind::Signed, _) => Self::I64,
            (Kind::Float, 4) => Self::F32,
            (Kind::Float, _) => Self::F64,
            (Kind::Bool, _) => Self::Bool,
            (Kind::Char, _) => Self::Char,
            (Kind::Duration, _) => Self::Duration,
            (Kind::Time, _) => Self::SystemTime,
        }
    }

    /// Returns the scalar with a name, if this version knows it.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// Returns the kind, which decides the bytes together with the width.
    ///
    /// ```
    /// use packed_data_model::{Kind, Scalar};
    ///
    /// assert_eq!((Scalar::NonZeroI16.kind(), Scalar::NonZeroI16.width()), (Kind::Signed, 2));
    /// ```
    #[inline]
    pub const fn kind(self) -> Kind {
        self.row().1
    }

    /// Returns the number of bytes at full width: 8 for `usize` and `isize`, 12 for times.
    #[inline]
    pub const fn width(self) -> usize {
        self.row().2
    }

    /// Returns whether it is an integer, and then whether it has a sign.
    #[inline]
    pub const fn integer(self) -> Option<bool> {
        match self.kind() {
            Kind::Unsigned => Some(false),
            Kind::Signed => Some(true),
            _ => None,
        }
    }

    /// Returns whether zero is not a value.
    #[inline]
    pub const fn is_non_zero(self) -> bool {
        matches!(self.row().3, Values::NonZero)
    }

    /// Returns whether every bit pattern of its width is a value.
    #[inline]
    pub const fn is_any(self) -> bool {
        matches!(self.row().3, Values::All)
    }

    /// Returns the words of error messages: the name of the type, and what its values are.
    #[inline]
    pub const fn expected(self) -> &'static str {
        self.row().4
    }
}
