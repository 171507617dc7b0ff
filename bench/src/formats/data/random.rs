//! The source of the values of the data sets.

/// SplitMix64, by Steele, Lea and Flood: "Fast splittable pseudorandom number generators", 2014.
pub(crate) struct Random(u64);

impl Random {
    /// Returns the generator with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// Returns a number from `low` to `high`, both included.
    pub(crate) fn within<N: TryFrom<i64>>(&mut self, low: i64, high: i64) -> N {
        let number = low + self.below(low.abs_diff(high) + 1) as i64;
        N::try_from(number).ok().expect("the bounds fit the type")
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn fraction(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Returns `true` in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Returns one of several choices.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// Returns `low` to `high` values that `make` makes.
    pub(crate) fn several<T>(&mut self, low: i64, high: i64, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.within::<i64>(low, high)).map(|_| make(self)).collect()
    }

    /// Returns a value that `make` makes, in `percent` of a hundred cases.
    pub(crate) fn option<T>(&mut self, percent: u64, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.chance(percent) { Some(make(self)) } else { None }
    }
}
