//! Values and decisions made from plain bytes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::reference::Value;

/// Bytes that decisions are made from; after their end come zeros.
///
/// Every choice takes at least a byte, and a zero chooses what ends: so a value is no deeper than its source is
/// long.
#[derive(Clone, Debug)]
pub struct Source<'b> {
    bytes: &'b [u8],
    /// How many keys of maps and sets the part that is made now is within.
    keys: u32,
}

impl<'b> Source<'b> {
    /// How many bytes are used at most: deeper values could not be unpacked.
    pub const LIMIT: usize = 512;

    /// Decides by the first bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.get(..Self::LIMIT).unwrap_or(bytes), keys: 0 }
    }

    /// Makes a key of a map or set. Keys nest in keys three deep: each takes an eighth of the levels of the default limits,
    /// and the bytes may make for half of them.
    pub fn key<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        if self.keys == 3 {
            return make(&mut Self::new(&[]));
        }
        self.keys += 1;
        let key = make(self);
        self.keys -= 1;
        key
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    /// The next bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let (taken, rest) = self.bytes.split_at(self.bytes.len().min(N));
        array[..taken.len()].copy_from_slice(taken);
        self.bytes = rest;
        array
    }

    /// A number below a bound that is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        match bound {
            ..=0x100 => usize::from(self.byte()) % bound,
            _ => usize::from(u16::from_le_bytes(self.array())) % bound,
        }
    }

    /// Yes or no.
    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    /// A text: mostly short, sometimes long enough for a length of three bytes.
    pub fn text(&mut self) -> String {
        match self.byte() {
            0xFF => "x".repeat(240 + self.below(40)),
            length => (0..length % 8).map(|_| self.character()).collect(),
        }
    }

    /// A character: mostly of one or two bytes.
    pub fn character(&mut self) -> char {
        match self.byte() {
            0xFF => char::from_u32(u32::from_le_bytes(self.array()) % 0x11_0000).unwrap_or(char::MAX),
            byte => byte.into(),
        }
    }
}

/// What a panic that a [`Script`] causes carries.
struct Injected;

/// What a function gives; nothing, if a [`Script`] panics in it.
pub fn caught<V>(f: impl FnOnce() -> V) -> Option<V> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(value) => Some(value),
        Err(payload) if payload.is::<Injected>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Decides how something is done, and when it goes wrong.
#[derive(Clone, Debug)]
pub struct Script<'b> {
    /// What decisions are made from.
    pub source: Source<'b>,
    /// After how many steps it panics.
    pub fuse: Option<u8>,
    /// Whether a key was written twice, which must not succeed.
    pub repeated: bool,
}

impl<'b> Script<'b> {
    /// Decides by these bytes, and never panics.
    pub fn new(source: Source<'b>) -> Self {
        Self { source, fuse: None, repeated: false }
    }

    /// The script for a part of a value: the same wherever that part stands among the others.
    #[must_use]
    pub fn of_part(&self, part: &Value) -> Self {
        let mut state = DefaultHasher::new();
        format!("{part:?}").hash(&mut state);
        let skipped = (state.finish() % (self.source.bytes.len() as u64 + 1)) as usize;
        let source = Source { bytes: &self.source.bytes[skipped..], ..self.source };
        Self { source, ..self.clone() }
    }

    /// One step.
    ///
    /// # Panics
    ///
    /// The fuse has burnt down.
    pub fn step(&mut self) {
        if let Some(left) = &mut self.fuse {
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => Self::panic(),
            }
        }
    }

    /// Panics, without a message.
    ///
    /// # Panics
    ///
    /// Always.
    pub fn panic() -> ! {
        resume_unwind(Box::new(Injected))
    }
}
