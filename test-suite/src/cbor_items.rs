//! CBOR items as trees, which can be written in any of their encodings.

use packed_data::cbor::{Token, Tokens};

/// A source of numbers without a pattern.
pub struct Random {
    state: u64,
    /// Whether items may have extra tags without a meaning.
    tags: bool,
}

impl Random {
    /// Returns the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03, tags: true }
    }

    /// A source for items without extra tags.
    pub fn without_tags(seed: u64) -> Self {
        Self { tags: false, ..Self::new(seed) }
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) % bound
    }

    /// Returns `true` once in `times` calls on average.
    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// An item.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A number that is not negative.
    Unsigned(u64),
    /// `-1 - n`.
    Negative(u64),
    /// A byte string.
    Bytes(Vec<u8>),
    /// A text string.
    Text(String),
    /// An array.
    Array(Vec<Item>),
    /// A map: keys and values.
    Map(Vec<(Item, Item)>),
    /// A tag and the item that it is about.
    Tag(u64, Box<Item>),
    /// A float.
    Float(f64),
    /// A simple value: `false`, `true`, `null`, or one without a meaning.
    Simple(u8),
}

/// Returns the item that these bytes encode.
pub fn parse(bytes: &[u8]) -> Item {
    let mut tokens = Tokens::new(bytes).map(|token| token.expect("well-formed bytes")).peekable();
    let item = parse_one(&mut tokens);
    assert!(tokens.next().is_none());
    item
}

fn parse_one<'b>(tokens: &mut std::iter::Peekable<impl Iterator<Item = Token<'b>>>) -> Item {
    match tokens.next().expect("one more item") {
        Token::Unsigned(n) => Item::Unsigned(n),
        Token::Negative(n) => Item::Negative(n),
        Token::Bytes(bytes) => Item::Bytes(bytes.to_vec()),
        Token::Text(text) => Item::Text(text.into()),
        Token::Array(len) => Item::Array((0..len).map(|_| parse_one(tokens)).collect()),
        Token::Map(len) => Item::Map((0..len).map(|_| (parse_one(tokens), parse_one(tokens))).collect()),
        Token::OpenArray => {
            let mut items = Vec::new();
            while tokens.next_if_eq(&Token::Break).is_none() {
                items.push(parse_one(tokens));
            }
            Item::Array(items)
        }
        Token::OpenMap => {
            let mut entries = Vec::new();
            while tokens.next_if_eq(&Token::Break).is_none() {
                entries.push((parse_one(tokens), parse_one(tokens)));
            }
            Item::Map(entries)
        }
        Token::Tag(tag) => Item::Tag(tag, Box::new(parse_one(tokens))),
        Token::Bool(value) => Item::Simple(20 + u8::from(value)),
        Token::Null => Item::Simple(22),
        Token::Undefined => Item::Simple(23),
        Token::Simple(value) => Item::Simple(value),
        Token::Half(value) | Token::Single(value) => Item::Float(value.into()),
        Token::Double(value) => Item::Float(value),
        token => panic!("{token:?} is never written"),
    }
}

/// Returns the item with more items in each array that is not empty: for types in which every array is a constructor.
pub fn with_more_items(item: &Item, random: &mut Random) -> Item {
    let Item::Array(items) = item else { return item.clone() };
    let mut items: Vec<Item> = items.iter().map(|item| with_more_items(item, random)).collect();
    if !items.is_empty() {
        items.extend((0..random.below(4)).map(|_| any(random, 2)));
    }
    Item::Array(items)
}

/// Returns any item.
fn any(random: &mut Random, depth: u64) -> Item {
    match random.below(if depth > 0 { 9 } else { 6 }) {
        0 => Item::Unsigned(random.below(1 << 40)),
        1 => Item::Negative(random.below(300)),
        2 => Item::Bytes(vec![0xFF; random.below(30) as usize]),
        3 => Item::Text("\u{FF}".repeat(random.below(14) as usize)),
        4 => Item::Float(random.below(1000) as f64 / 7.0),
        5 => Item::Simple([0, 20, 22, 23, 32, 255][random.below(6) as usize]),
        6 => Item::Array((0..random.below(4)).map(|_| any(random, depth - 1)).collect()),
        7 => Item::Map((0..random.below(3)).map(|_| (any(random, depth - 1), any(random, depth - 1))).collect()),
        _ => Item::Tag(random.below(1 << 20), Box::new(any(random, depth - 1))),
    }
}

/// Returns the item in one of its encodings.
pub fn written(item: &Item, random: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    write(item, random, &mut out, false);
    out
}

/// Writes a head, in the shortest form or a longer one.
fn head(out: &mut Vec<u8>, random: &mut Random, major: u8, argument: u64) {
    let least = match argument {
        0..24 => 0,
        24..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 3,
        _ => 4,
    };
    let width = if random.once_in(3) { least + random.below(5 - least) } else { least };
    let bytes = argument.to_be_bytes();
    match width {
        0 => out.push(major << 5 | argument as u8),
        width => {
            out.push(major << 5 | (23 + width as u8));
            out.extend(&bytes[8 - (1 << (width - 1))..]);
        }
    }
}

/// Writes an item. If it is the first of an array, it may be the number of a constructor, and is not written as a
/// bignum.
fn write(item: &Item, random: &mut Random, out: &mut Vec<u8>, is_first: bool) {
    while random.tags && random.once_in(8) {
        // (Without tags 2 and 3, which have a meaning.)
        let tag = [0, 1, 4, 24, 121, 258, 55_799, u64::MAX][random.below(8) as usize];
        head(out, random, 6, tag);
    }
    match item {
        Item::Unsigned(n) | Item::Negative(n) if !is_first && random.once_in(4) => {
            head(out, random, 6, if matches!(item, Item::Unsigned(_)) { 2 } else { 3 });
            let zeros = n.leading_zeros() as usize / 8;
            let bytes = [&vec![0; random.below(12) as usize], &n.to_be_bytes()[zeros..]].concat();
            untagged_bytes(&bytes, random, out);
        }
        Item::Unsigned(n) => head(out, random, 0, *n),
        Item::Negative(n) => head(out, random, 1, *n),
        Item::Bytes(bytes) => untagged_bytes(bytes, random, out),
        Item::Text(text) => {
            head(out, random, 3, text.len() as u64);
            out.extend(text.as_bytes());
        }
        Item::Array(items) => {
            let is_open = open(out, random, 4, items.len());
            for (index, item) in items.iter().enumerate() {
                write(item, random, out, index == 0);
            }
            out.extend(is_open.then_some(0xFF));
        }
        Item::Map(entries) => {
            let is_open = open(out, random, 5, entries.len());
            let mut order: Vec<&(Item, Item)> = entries.iter().collect();
            for last in (1..order.len()).rev() {
                order.swap(last, random.below(last as u64 + 1) as usize);
            }
            for (key, value) in order {
                write(key, random, out, false);
                write(value, random, out, false);
            }
            out.extend(is_open.then_some(0xFF));
        }
        Item::Tag(tag, item) => {
            head(out, random, 6, *tag);
            match &**item {
                // A bignum: no other tag may be between its tag and its bytes.
                Item::Bytes(bytes) if matches!(tag, 2 | 3) => untagged_bytes(bytes, random, out),
                item => write(item, random, out, false),
            }
        }
        Item::Float(value) => float(out, random, *value),
        Item::Simple(value @ ..24) => out.push(7 << 5 | value),
        Item::Simple(value) => out.extend([0xF8, *value]),
    }
}

/// Writes a byte string without tags before it.
fn untagged_bytes(bytes: &[u8], random: &mut Random, out: &mut Vec<u8>) {
    head(out, random, 2, bytes.len() as u64);
    out.extend(bytes);
}

/// Begins an array or a map, and returns whether a break must end it.
fn open(out: &mut Vec<u8>, random: &mut Random, major: u8, len: usize) -> bool {
    let is_open = random.once_in(3);
    match is_open {
        true => out.push(major << 5 | 31),
        false => head(out, random, major, len as u64),
    }
    is_open
}

/// Writes a float in any width that can hold it.
fn float(out: &mut Vec<u8>, random: &mut Random, value: f64) {
    let single = value as f32;
    let half = half(single).filter(|_| f64::from(single) == value);
    match random.below(3) {
        0 if half.is_some() => {
            out.push(0xF9);
            out.extend(half.unwrap_or_default().to_be_bytes());
        }
        0 | 1 if f64::from(single).to_bits() == value.to_bits() => {
            out.push(0xFA);
            out.extend(single.to_be_bytes());
        }
        _ => {
            out.push(0xFB);
            out.extend(value.to_be_bytes());
        }
    }
}

/// Returns a normal number, a zero or an infinity as a float of two bytes, if that can hold it.
fn half(value: f32) -> Option<u16> {
    let bits = value.to_bits();
    let (sign, exponent, fraction) = ((bits >> 16) as u16 & 0x8000, bits >> 23 & 0xFF, bits & 0x7F_FFFF);
    match (exponent, fraction) {
        (0, 0) => Some(sign),
        (255, 0) => Some(sign | 0x7C00),
        (113..=142, _) if fraction & 0x1FFF == 0 => {
            Some(sign | ((exponent - 112) << 10) as u16 | (fraction >> 13) as u16)
        }
        _ => None,
    }
}
