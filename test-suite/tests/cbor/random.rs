//! Random CBOR items in any encoding, and the effect of changes to their bytes.

use packed_data::cbor::{self, Encoder, Token, Tokens};

use crate::digits;

/// A source of numbers without a pattern, the same in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(crate) fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// Returns a number of any magnitude.
    pub(crate) fn number(&mut self) -> u64 {
        let bits = self.below(65);
        self.next().checked_shr(64 - bits as u32).unwrap_or(0)
    }

    pub(crate) fn text(&mut self) -> String {
        let chars = ['a', 'b', '"', '\\', '\n', '\u{7F}', '\u{1}', 'é', '水', '\u{10151}', '\u{85}', '/', '#', '\''];
        (0..self.below(6)).map(|_| chars[self.below(chars.len() as u64) as usize]).collect()
    }

    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let len = if self.one_in(8) { self.below(40) } else { self.below(5) };
        (0..len).map(|_| self.next() as u8 & if self.0.is_multiple_of(3) { 0 } else { 0xFF }).collect()
    }

    /// Writes a head in the shortest form, or sometimes in a longer one.
    pub(crate) fn head(&mut self, out: &mut Vec<u8>, major: u8, argument: u64) {
        let shortest = match argument {
            0..24 => 0,
            24..=0xFF => 1,
            0x100..=0xFFFF => 2,
            0x1_0000..=0xFFFF_FFFF => 3,
            _ => 4,
        };
        let width = if self.one_in(4) { shortest + self.below(5 - shortest) } else { shortest };
        match width {
            0 => out.push(major << 5 | argument as u8),
            width => {
                out.push(major << 5 | (23 + width) as u8);
                out.extend_from_slice(&argument.to_be_bytes()[8 - (1 << (width - 1))..]);
            }
        }
    }

    fn string(&mut self, out: &mut Vec<u8>, major: u8) {
        let bytes = if major == 2 { self.bytes() } else { self.text().into_bytes() };
        self.head(out, major, bytes.len() as u64);
        out.extend(bytes);
    }

    /// Writes an item that nests at most `depth` levels.
    pub(crate) fn item(&mut self, out: &mut Vec<u8>, depth: u32) {
        let kinds = if depth == 0 { 7 } else { 12 };
        match self.below(kinds) {
            0 | 1 => {
                let (major, number) = (self.below(2) as u8, self.number());
                self.head(out, major, number);
            }
            2 | 3 => {
                let major = 2 + self.below(2) as u8;
                self.string(out, major);
            }
            4 => {
                let major = 2 + self.below(2) as u8;
                out.push(major << 5 | 31);
                (0..self.below(3)).for_each(|_| self.string(out, major));
                out.push(0xFF);
            }
            5 => self.simple(out),
            6 => self.float(out),
            7 | 8 => self.container(out, 4, 1, depth),
            9 | 10 => self.container(out, 5, 2, depth),
            _ => {
                let tag = if self.one_in(2) { 2 + self.below(2) } else { self.number() };
                self.head(out, 6, tag);
                if self.one_in(2) { self.string(out, 2) } else { self.item(out, depth - 1) }
            }
        }
    }

    fn container(&mut self, out: &mut Vec<u8>, major: u8, items: u64, depth: u32) {
        let (count, is_open) = (self.below(5), self.one_in(3));
        if is_open {
            out.push(major << 5 | 31)
        } else {
            self.head(out, major, count)
        }
        (0..count * items).for_each(|_| self.item(out, depth - 1));
        if is_open {
            out.push(0xFF);
        }
    }

    fn simple(&mut self, out: &mut Vec<u8>) {
        match self.below(3) {
            0 => out.push(0xE0 + self.below(24) as u8),
            1 => out.push(0xF4 + self.below(4) as u8),
            _ => out.extend([0xF8, 32 + self.below(224) as u8]),
        }
    }

    fn float(&mut self, out: &mut Vec<u8>) {
        let value = match self.below(5) {
            0 => self.below(1000) as f64 / 8.0,
            1 => f64::from_bits(self.next()),
            2 => f64::from(f32::from_bits(self.next() as u32)),
            3 => [f64::NAN, f64::INFINITY, -f64::INFINITY, -0.0][self.below(4) as usize],
            _ => self.number() as f64 * 1e-9,
        };
        match self.below(3) {
            0 => out.extend([0xF9, self.next() as u8, self.next() as u8]),
            1 => {
                out.push(0xFA);
                out.extend((value as f32).to_bits().to_be_bytes());
            }
            _ => {
                out.push(0xFB);
                out.extend(value.to_bits().to_be_bytes());
            }
        }
    }

    /// Changes, inserts, removes or repeats some bytes.
    pub(crate) fn mutate(&mut self, bytes: &mut Vec<u8>) {
        const LIKELY: [u8; 16] =
            [0xFF, 0x9F, 0xBF, 0x5F, 0x7F, 0xF8, 0x81, 0xA1, 0x00, 0xC2, 0xF9, 0x1F, 0x1C, 0xDF, 0x41, 0x61];
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len() as u64 + 1) as usize;
            let byte = if self.one_in(2) { LIKELY[self.below(16) as usize] } else { self.next() as u8 };
            match self.below(4) {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => bytes.push(byte),
            }
        }
    }
}

/// Calls `check` with `count` random items, and with as many changed ones.
pub(crate) fn for_each_input(count: u64, mut check: impl FnMut(&[u8])) {
    let count = if cfg!(miri) { count / 3000 } else { count };
    for seed in 0..count {
        let mut random = Random(seed);
        let mut bytes = vec![];
        let depth = random.below(6) as u32;
        random.item(&mut bytes, depth);
        check(&bytes);
        random.mutate(&mut bytes);
        check(&bytes);
    }
}

#[test]
fn random_items_are_well_formed() {
    for seed in 0..if cfg!(miri) { 5 } else { 2000 } {
        let mut bytes = vec![];
        Random(seed).item(&mut bytes, 5);
        assert_eq!(cbor::check(&bytes, cbor::Limits::DEFAULT), Ok(()), "{}", digits(&bytes));
    }
}

/// Returns the bytes that an encoder writes for the tokens.
fn encoded(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    for token in Tokens::new(bytes) {
        encoder.token(token.unwrap());
    }
    encoder.finish().unwrap()
}

/// Returns tokens as text; a NaN is shown by its bits.
fn words(tokens: &[Token<'_>]) -> Vec<String> {
    let word = |token: &Token<'_>| match token.as_f64() {
        Some(value) => format!("{token:?} {:#x}", value.to_bits()),
        None => format!("{token:?}"),
    };
    tokens.iter().map(word).collect()
}

#[test]
fn tokens_and_checks_agree_and_an_encoder_writes_the_same_items() {
    let (mut well_formed, mut ill_formed) = (0, 0);
    for_each_input(20_000, |bytes| {
        let checked = cbor::check(bytes, cbor::Limits::DEFAULT);
        let tokens: Result<Vec<_>, _> = Tokens::new(bytes).collect();
        assert_eq!(checked.err(), tokens.as_ref().err().copied(), "{}", digits(bytes));
        let Ok(tokens) = tokens else {
            ill_formed += 1;
            return;
        };
        well_formed += 1;
        let again = encoded(bytes);
        let tokens_again: Vec<_> = Tokens::new(&again).map(|token| token.unwrap()).collect();
        assert_eq!(words(&tokens), words(&tokens_again), "{}", digits(bytes));
        assert!(again.len() <= bytes.len());
        assert_eq!(encoded(&again), again);
    });
    assert!(cfg!(miri) || well_formed > 20_000 && ill_formed > 10_000, "{well_formed} {ill_formed}");
}

#[test]
fn prefixes_and_sequences() {
    for_each_input(5000, |bytes| {
        let longer = [bytes, &[0x01, 0xFF]].concat();
        if cbor::check(bytes, cbor::Limits::DEFAULT).is_ok() {
            assert_eq!(cbor::check_prefix(&longer, cbor::Limits::DEFAULT), Ok(bytes.len()));
            let twice = bytes.repeat(2);
            let tokens: Result<Vec<_>, _> = Tokens::of_sequence(&twice).collect();
            assert_eq!(tokens.unwrap().len(), Tokens::new(bytes).count() * 2);
            let broken = Tokens::of_sequence(&longer).last().unwrap();
            assert!(broken.is_err(), "{}", digits(bytes)); // no break ends a sequence
        }
    });
}

#[test]
fn offsets_are_where_tokens_begin() {
    for_each_input(2000, |bytes| {
        let mut tokens = Tokens::new(bytes);
        let mut position = 0;
        while let Some(Ok(_)) = tokens.next() {
            assert_eq!(tokens.offset(), position);
            position = tokens.position();
        }
        assert!(tokens.next().is_none());
        let offsets: Vec<_> = Tokens::new(bytes).with_offsets().map_while(Result::ok).map(|(at, _)| at).collect();
        assert!(offsets.windows(2).all(|pair| pair[0] < pair[1]) && offsets.iter().all(|at| *at < bytes.len()));
    });
}
