//! Random values.

use std::collections::{BTreeMap, BTreeSet};

use test_suite::haskell::{Ast, Direction, Person, Rose, SomeData, T, Tree, Unit, Wide};

/// A source of random numbers: SplitMix64.
pub(crate) struct Source {
    state: u64,
    /// Number of levels that a tree may still have.
    levels: u32,
    /// Whether floats have any bits, also those that a library does not preserve.
    any_float: bool,
}

impl Source {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, levels: 5, any_float: false }
    }

    /// Returns the same source, with floats of any bits: NaNs, and zeros with a sign.
    #[allow(dead_code, reason = "the other example that has this module uses it")]
    pub(crate) fn with_any_float(self) -> Self {
        Self { any_float: true, ..self }
    }

    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let a = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        b ^ (b >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.word() % limit
    }

    /// Generates a value one level deeper.
    pub(crate) fn inside<V: Random>(&mut self) -> V {
        let levels = self.levels;
        self.levels = levels.saturating_sub(1);
        let value = V::random(self);
        self.levels = levels;
        value
    }

    /// Decides whether a tree ends here: always if no levels are left.
    pub(crate) fn is_leaf(&mut self) -> bool {
        self.below(u64::from(self.levels) + 1) == 0
    }

    /// Generates up to five values, one level deeper.
    pub(crate) fn some<V: Random, C: FromIterator<V>>(&mut self) -> C {
        let count = self.below(6);
        (0..count).map(|_| self.inside()).collect()
    }
}

/// A type with random values.
pub(crate) trait Random {
    fn random(source: &mut Source) -> Self;
}

/// Integers of any size: small ones are as frequent as large ones.
macro_rules! integers {
    ($($T:ty),+) => {$(
        impl Random for $T {
            fn random(source: &mut Source) -> Self {
                let shift = source.below(64);
                let magnitude = source.word() >> shift;
                let number = if bool::random(source) { magnitude.wrapping_neg() } else { magnitude };
                number as $T // its low bits
            }
        }
    )+};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl Random for bool {
    fn random(source: &mut Source) -> Self {
        source.below(2) == 1
    }
}

/// Any bits; unless the source may return any float, except those of a NaN and of `-0.0`, which the Haskell `binary`
/// does not preserve.
macro_rules! floats {
    ($($F:ty, $Bits:ty);+) => {$(
        impl Random for $F {
            fn random(source: &mut Source) -> Self {
                let float = Self::from_bits((source.word() >> (u64::BITS - <$Bits>::BITS)) as $Bits);
                if !source.any_float && (float.is_nan() || float == 0.0) { 0.0 } else { float }
            }
        }
    )+};
}

floats!(f64, u64; f32, u32);

/// Characters of one to four bytes.
impl Random for char {
    fn random(source: &mut Source) -> Self {
        let limit = [0x80, 0x800, 0x1_0000, 0x11_0000][source.below(4) as usize];
        char::from_u32(source.below(limit) as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

impl Random for String {
    fn random(source: &mut Source) -> Self {
        source.some::<char, _>()
    }
}

impl<V: Random> Random for Vec<V> {
    fn random(source: &mut Source) -> Self {
        if source.levels == 0 { Self::new() } else { source.some() }
    }
}

impl<K: Random + Ord, V: Random> Random for BTreeMap<K, V> {
    fn random(source: &mut Source) -> Self {
        source.some::<(K, V), _>()
    }
}

impl<K: Random + Ord> Random for BTreeSet<K> {
    fn random(source: &mut Source) -> Self {
        source.some()
    }
}

impl<V: Random> Random for Box<V> {
    fn random(source: &mut Source) -> Self {
        Self::new(source.inside())
    }
}

impl Random for () {
    fn random(_: &mut Source) -> Self {}
}

impl<V: Random> Random for Option<V> {
    fn random(source: &mut Source) -> Self {
        bool::random(source).then(|| V::random(source))
    }
}

impl<A: Random, B: Random> Random for Result<A, B> {
    fn random(source: &mut Source) -> Self {
        if bool::random(source) { Ok(A::random(source)) } else { Err(B::random(source)) }
    }
}

macro_rules! products {
    ($($path:path: $($field:ident)+);+) => {$(
        impl Random for $path {
            fn random(source: &mut Source) -> Self {
                $(let $field = Random::random(source);)+
                Self($($field),+)
            }
        }
    )+};
}

products! {
    SomeData: a b c;
    Rose: a b;
    Wide: a b c d e f g h
}

impl<A: Random, B: Random> Random for (A, B) {
    fn random(source: &mut Source) -> Self {
        (A::random(source), B::random(source))
    }
}

impl<A: Random, B: Random, C: Random> Random for (A, B, C) {
    fn random(source: &mut Source) -> Self {
        (A::random(source), B::random(source), C::random(source))
    }
}

impl Random for Tree {
    fn random(source: &mut Source) -> Self {
        if source.is_leaf() {
            return Self::Leaf(i64::random(source));
        }
        Self::Node(Box::random(source), Box::random(source))
    }
}

impl Random for Ast {
    fn random(source: &mut Source) -> Self {
        if source.is_leaf() {
            return Self::Val(i32::random(source));
        }
        let operator = [Self::Add, Self::Sub, Self::Mul, Self::Div][source.below(4) as usize];
        operator(Box::random(source), Box::random(source))
    }
}

impl<S: Random> Random for T<S> {
    fn random(source: &mut Source) -> Self {
        match source.below(3) {
            0 => Self::C1(i64::random(source), i64::random(source)),
            1 => Self::C2(S::random(source)),
            _ => Self::C3,
        }
    }
}

impl Random for Direction {
    fn random(source: &mut Source) -> Self {
        [Self::North, Self::South, Self::Center, Self::East, Self::West][source.below(5) as usize]
    }
}

impl<S: Random> Random for Person<S> {
    fn random(source: &mut Source) -> Self {
        Self {
            name: S::random(source),
            age: u8::random(source),
            email: Option::random(source),
            scores: Vec::random(source),
        }
    }
}

impl Random for Unit {
    fn random(_: &mut Source) -> Self {
        Self
    }
}
