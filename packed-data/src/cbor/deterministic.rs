//! The core deterministic form of an item (RFC 8949, section 4.2.1).

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::Token;
use super::float::{Shortest, shortest};
use super::head::{self, ARRAY, BYTES, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use super::order::{Order, Span};
use super::tokens::Tokens;
use super::walk::error;
use crate::{Error, ErrorKind, steps};

/// Rewrites an item of CBOR in the one form that every item of its value has in the core deterministic encoding of
/// RFC 8949, section 4.2.1.
///
/// Heads are the shortest; so are floats, where a shorter one has the same value (or, if it is no number, the same
/// sign and payload). Strings are in one piece, arrays and maps have counts, and the entries of a map are in the order
/// of their encoded keys, byte by byte. Bignums (tags 2 and 3) lose their leading zeros, and become integers where
/// they fit (section 3.4.3). Floats stay floats, and tags stay. What is in this form already comes out as it is.
///
/// It takes time in `n log n` at most, however maps nest, in keys or in values, and does not recurse. It allocates the
/// output twice; for each entry of the maps that are open 40 bytes, and at most as many to sort them; for each map 40
/// bytes, and 24 for each of its entries if they were out of order; and 8 bytes for each indefinite length. The levels
/// are bounded by the default [`Limits::depth`](crate::Limits::depth).
///
/// ```
/// use packed_data::cbor;
///
/// let bytes = cbor::from_diagnostic(r#"{_ "b": 1_3, "a": (_ h'01', h'02'), 10: 1.5_3}"#).unwrap();
/// let deterministic = cbor::to_deterministic(&bytes)?;
/// assert_eq!(cbor::to_diagnostic(&deterministic)?, r#"{10: 1.5, "a": h'0102', "b": 1}"#);
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`check`](super::check); [`ErrorKind::DuplicateKey`], at the second of two keys of a map that are the same
/// once rewritten.
pub fn to_deterministic(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let counts = sizes_of_open(bytes)?;
    let mut rewriter = Rewriter {
        tokens: Tokens::new(bytes),
        sizes: counts.into_iter(),
        out: Vec::with_capacity(bytes.len()),
        order: Order::default(),
        open: Vec::new(),
        entries: Vec::new(),
    };
    let mut next = rewriter.tokens.next();
    while let Some(token) = next {
        next = match rewriter.token(token?)? {
            Some(ahead) => Some(Ok(ahead)),
            None => rewriter.tokens.next(),
        };
    }
    Ok(rewriter.order.arrange(rewriter.out))
}

/// What is open while sizes are counted.
enum Level {
    /// So many items are to come.
    Counted(u64),
    /// An array or map; its place among the sizes.
    Items(usize),
    /// A string in chunks; its place among the sizes.
    Chunks(usize),
}

/// The sizes of what has an indefinite length, in the order of where it begins: an array's or map's number of items, a
/// string's of bytes.
fn sizes_of_open(bytes: &[u8]) -> Result<Vec<u64>, Error> {
    let (mut sizes, mut levels) = (vec![], vec![]);
    for token in Tokens::new(bytes) {
        let token = token?;
        count(&token, &levels, &mut sizes);
        match token {
            Token::Array(n @ 1..) => levels.push(Level::Counted(n)),
            Token::Map(n @ 1..) => levels.push(Level::Counted(n.saturating_mul(2))),
            Token::Tag(_) => levels.push(Level::Counted(1)),
            Token::OpenArray | Token::OpenMap => levels.push(Level::Items(sizes.len())),
            Token::ByteChunks | Token::TextChunks => levels.push(Level::Chunks(sizes.len())),
            Token::Break => {
                levels.pop();
                item_ended(&mut levels);
            }
            _ => item_ended(&mut levels),
        }
        if matches!(token, Token::OpenArray | Token::OpenMap | Token::ByteChunks | Token::TextChunks) {
            sizes.push(0);
        }
    }
    Ok(sizes)
}

/// Counts an item, or the bytes of a chunk, for what it stands in.
fn count(token: &Token<'_>, levels: &[Level], sizes: &mut [u64]) {
    let (index, size) = match (levels.last(), token) {
        (None, _) | (_, Token::Break) => return,
        (Some(Level::Chunks(index)), Token::Bytes(chunk)) => (*index, chunk.len()),
        (Some(Level::Chunks(index)), Token::Text(chunk)) => (*index, chunk.len()),
        (Some(Level::Items(index)), _) => (*index, 1),
        _ => return,
    };
    if let Some(total) = sizes.get_mut(index) {
        *total += size as u64;
    }
}

fn item_ended(levels: &mut Vec<Level>) {
    while let Some(Level::Counted(left)) = levels.last_mut() {
        steps::count(1);
        *left -= 1;
        if *left > 0 {
            return;
        }
        levels.pop();
    }
}

/// An array, map or tag that is being written.
struct Open {
    /// How many items are to come.
    left: u64,
    /// Of a map: its index in the order, and the first of its entries.
    map: Option<(usize, usize)>,
}

/// An entry of a map that is being written.
#[derive(Clone, Copy)]
struct Entry {
    key: usize,
    key_end: usize,
    end: usize,
    /// The first map that begins in it.
    map: usize,
    /// Where the key stands in the input.
    offset: usize,
}

struct Rewriter<'b> {
    tokens: Tokens<'b>,
    sizes: vec::IntoIter<u64>,
    out: Vec<u8>,
    order: Order,
    open: Vec<Open>,
    /// The entries of all maps that are open.
    entries: Vec<Entry>,
}

impl<'b> Rewriter<'b> {
    /// Rewrites a token, and tells which one is next, where it has been read already.
    fn token(&mut self, token: Token<'b>) -> Result<Option<Token<'b>>, Error> {
        if token == Token::Break {
            return Ok(None); // what it ends had its count from the beginning
        }
        self.item_begins();
        match token {
            Token::Array(len) => self.container(ARRAY, len, len)?,
            Token::OpenArray => {
                let len = self.size();
                self.container(ARRAY, len, len)?;
            }
            Token::Map(len) => self.container(MAP, len, len.saturating_mul(2))?,
            Token::OpenMap => {
                let items = self.size();
                self.container(MAP, items / 2, items)?;
            }
            Token::Tag(tag @ (2 | 3)) => return self.bignum(tag),
            Token::Tag(tag) => self.container(TAG, tag, 1)?,
            _ => {
                self.leaf(token)?;
                self.item_ended()?;
            }
        }
        Ok(None)
    }

    /// Writes what has no items.
    fn leaf(&mut self, token: Token<'b>) -> Result<(), Error> {
        match token {
            Token::Unsigned(n) => self.head(UNSIGNED, n),
            Token::Negative(n) => self.head(NEGATIVE, n),
            Token::Bytes(bytes) => self.string(BYTES, bytes),
            Token::Text(text) => self.string(TEXT, text.as_bytes()),
            Token::ByteChunks => self.chunks(BYTES)?,
            Token::TextChunks => self.chunks(TEXT)?,
            Token::Bool(value) => self.head(SIMPLE, 20 + u64::from(value)),
            Token::Null => self.head(SIMPLE, 22),
            Token::Undefined => self.head(SIMPLE, 23),
            Token::Simple(value) => self.head(SIMPLE, u64::from(value)),
            _ => self.float(token.as_f64().unwrap_or_default()),
        }
        Ok(())
    }

    fn head(&mut self, major: u8, argument: u64) {
        steps::count(1);
        let (head, size) = head::encode(major, argument);
        self.out.extend(head.iter().take(size));
    }

    fn string(&mut self, major: u8, bytes: &[u8]) {
        self.head(major, bytes.len() as u64);
        self.chunk(bytes);
    }

    fn float(&mut self, value: f64) {
        steps::count(1);
        let (info, bits) = match shortest(value) {
            Shortest::Half(bits) => (25, u64::from(bits)),
            Shortest::Single(bits) => (26, u64::from(bits)),
            Shortest::Double(bits) => (27, bits),
        };
        let (head, size) = head::encode_as(SIMPLE, info, bits);
        self.out.extend(head.iter().take(size));
    }

    fn size(&mut self) -> u64 {
        self.sizes.next().unwrap_or(0)
    }

    /// Joins the chunks of a string.
    fn chunks(&mut self, major: u8) -> Result<(), Error> {
        let len = self.size();
        self.head(major, len);
        while let Some(token) = self.tokens.next() {
            match token? {
                Token::Bytes(chunk) => self.chunk(chunk),
                Token::Text(chunk) => self.chunk(chunk.as_bytes()),
                _ => break,
            }
        }
        Ok(())
    }

    /// Writes the bytes of a string, or some of them.
    fn chunk(&mut self, chunk: &[u8]) {
        steps::count_bytes(chunk.len());
        self.out.extend_from_slice(chunk);
    }

    /// Writes what the tag of a bignum begins; the next token, where that is no byte string.
    fn bignum(&mut self, tag: u64) -> Result<Option<Token<'b>>, Error> {
        let content = match self.tokens.next().transpose()? {
            Some(Token::Bytes(bytes)) => Cow::Borrowed(bytes),
            Some(Token::ByteChunks) => {
                let start = self.out.len();
                self.chunks(BYTES)?;
                let string = self.out.split_off(start);
                let head = head::read(&string, 0).map_err(|kind| error(kind, start))?;
                Cow::Owned(string.get(head.size..).unwrap_or(&[]).to_vec())
            }
            other => {
                self.container(TAG, tag, 1)?;
                return Ok(other);
            }
        };
        steps::count_bytes(content.len());
        let zeros = content.iter().take_while(|&&byte| byte == 0).count();
        self.magnitude(tag, content.get(zeros..).unwrap_or(&[]));
        self.item_ended()?;
        Ok(None)
    }

    /// Writes a number without leading zeros: an integer, if it fits one.
    fn magnitude(&mut self, tag: u64, digits: &[u8]) {
        if digits.len() > 8 {
            self.head(TAG, tag);
            return self.string(BYTES, digits);
        }
        let number = digits.iter().fold(0, |number, &digit| number << 8 | u64::from(digit));
        self.head(if tag == 2 { UNSIGNED } else { NEGATIVE }, number);
    }

    /// Writes the head of what has items.
    fn container(&mut self, major: u8, argument: u64, left: u64) -> Result<(), Error> {
        self.head(major, argument);
        if left == 0 {
            return self.item_ended();
        }
        let map = (major == MAP).then(|| (self.order.begin(self.out.len()), self.entries.len()));
        self.open.push(Open { left, map });
        Ok(())
    }

    /// Notes where a key, or a value, begins.
    fn item_begins(&mut self) {
        let Some(Open { left, map: Some(_) }) = self.open.last() else { return };
        let at = self.out.len();
        if left % 2 == 0 {
            let (map, offset) = (self.order.len(), self.tokens.offset());
            self.entries.push(Entry { key: at, key_end: at, end: at, map, offset });
        } else if let Some(entry) = self.entries.last_mut() {
            entry.key_end = at;
        }
    }

    /// Notes that an item has ended, and what it was the last item of.
    fn item_ended(&mut self) -> Result<(), Error> {
        while let Some(open) = self.open.last_mut() {
            steps::count(1);
            open.left -= 1;
            let Open { left, map } = *open;
            if let (Some(_), Some(entry)) = (map, self.entries.last_mut()) {
                entry.end = self.out.len();
            }
            if left > 0 {
                return Ok(());
            }
            self.open.pop();
            if let Some((index, first)) = map {
                self.map_ended(index, first)?;
            }
        }
        Ok(())
    }

    /// Sorts the entries of a map.
    fn map_ended(&mut self, index: usize, first: usize) -> Result<(), Error> {
        let Self { order, out, entries, .. } = self;
        let key = |entry: &Entry| Span { start: entry.key, end: entry.key_end, map: entry.map };
        let entries_of_map = entries.get_mut(first..).unwrap_or(&mut []);
        if entries_of_map.is_sorted_by(|a, b| order.compare(out, key(a), key(b)).is_lt()) {
            order.leave(index);
        } else {
            entries_of_map.sort_by(|a, b| order.compare(out, key(a), key(b)));
            let twice = entries_of_map.windows(2).filter_map(|pair| match pair {
                [a, b] if order.compare(out, key(a), key(b)).is_eq() => Some(b.offset),
                _ => None,
            });
            if let Some(second) = twice.min() {
                return Err(error(ErrorKind::DuplicateKey, second));
            }
            let spans = entries_of_map.iter().map(|entry| Span { start: entry.key, end: entry.end, map: entry.map });
            order.permute(index, out.len(), spans);
        }
        entries.truncate(first);
        Ok(())
    }
}
