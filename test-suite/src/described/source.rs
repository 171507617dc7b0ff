//! Values and decisions made from plain bytes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::reference::Value;

/// Bytes that decisions are made from, followed by zeros without end.
///
/// Every choice takes at least one byte, and a zero chooses a case that does not nest. So a value is no deeper than its
/// source is long.
#[derive(Clone, Debug)]
pub struct Source<'b> {
    bytes: &'b [u8],
    /// Number of keys of maps and sets that contain the part that is made now.
    keys: u32,
}

impl<'b> Source<'b> {
    /// Number of bytes that are used at most: deeper values could not be unpacked.
    pub const LIMIT: usize = 512;

    /// A source that begins with these bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.get(..Self::LIMIT).unwrap_or(bytes), keys: 0 }
    }

    /// Makes a key of a map or set. Keys nest in keys at most three deep: each takes an eighth of the levels of the
    /// default limits, and the bytes may make up to half of these levels.
    pub fn key<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        if self.keys == 3 {
            return make(&mut Self::new(&[]));
        }
        self.keys += 1;
        let key = make(self);
        self.keys -= 1;
        key
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    /// Returns the next bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let (taken, rest) = self.bytes.split_at(self.bytes.len().min(N));
        array[..taken.len()].copy_from_slice(taken);
        self.bytes = rest;
        array
    }

    /// Returns a number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        match bound {
            ..=0x100 => usize::from(self.byte()) % bound,
            _ => usize::from(u16::from_le_bytes(self.array())) % bound,
        }
    }

    /// Returns a truth value.
    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    /// Returns a text: mostly short, sometimes so long that its length takes three bytes.
    pub fn text(&mut self) -> String {
        match self.byte() {
            0xFF => "x".repeat(240 + self.below(40)),
            length => (0..length % 8).map(|_| self.character()).collect(),
        }
    }

    /// Returns a character: mostly of one or two bytes.
    pub fn character(&mut self) -> char {
        match self.byte() {
            0xFF => char::from_u32(u32::from_le_bytes(self.array()) % 0x11_0000).unwrap_or(char::MAX),
            byte => byte.into(),
        }
    }
}

/// The payload of a panic that a [`Script`] causes.
struct Injected;

/// Returns the result of a function, or `None` if a [`Script`] panics in it.
pub fn caught<V>(f: impl FnOnce() -> V) -> Option<V> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(value) => Some(value),
        Err(payload) if payload.is::<Injected>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Decides how something is done, and when it panics.
#[derive(Clone, Debug)]
pub struct Script<'b> {
    /// The source of the decisions.
    pub source: Source<'b>,
    /// Number of steps after which it panics.
    pub fuse: Option<u8>,
    /// Whether a key was written twice. Such a build must not succeed.
    pub repeated: bool,
}

impl<'b> Script<'b> {
    /// A script that decides by this source, and never panics.
    pub fn new(source: Source<'b>) -> Self {
        Self { source, fuse: None, repeated: false }
    }

    /// Returns the script for a part of a value. It does not depend on the position of the part among the others.
    #[must_use]
    pub fn of_part(&self, part: &Value) -> Self {
        let mut state = DefaultHasher::new();
        format!("{part:?}").hash(&mut state);
        let skipped = (state.finish() % (self.source.bytes.len() as u64 + 1)) as usize;
        let source = Source { bytes: &self.source.bytes[skipped..], ..self.source };
        Self { source, ..self.clone() }
    }

    /// Counts one step.
    ///
    /// # Panics
    ///
    /// If no step is left in `fuse`.
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
