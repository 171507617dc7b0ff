//! Brings an item into the core deterministic form (RFC 8949, section 4.2.1).

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use crate::float::shortest;
use crate::head::{self, ARRAY, BYTES, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use crate::order::{Order, Span};
use crate::{Error, ErrorKind, Token, Tokens, steps};

/// Rewrites an item of CBOR in the core deterministic encoding of RFC 8949, section 4.2.1, in which all encodings of
/// one value have the same bytes.
///
/// - Heads have their shortest form. So have floats: the shortest form with the same value or, for a NaN, with the same
///   sign and payload.
/// - Strings are in one piece, and arrays and maps have counts.
/// - The entries of a map are in the order of their encoded keys, compared byte by byte.
/// - Bignums (tags 2 and 3) lose their leading zeros, and become integers if they fit (section 3.4.3).
/// - Floats remain floats, and other tags remain.
///
/// An item that already has this form is returned unchanged.
///
/// It does not recurse, and takes `n log n` time at most, however maps nest in keys or in values. It allocates:
///
/// - the output, twice;
/// - 40 bytes for each entry of the maps that enclose the current token, and at most as much again to sort them;
/// - 40 bytes for each map, and 24 for each of its entries if they were not in order;
/// - 8 bytes for each indefinite length.
///
/// The default [`Limits::depth`](crate::Limits::depth) bounds the nesting.
///
/// ```
/// use packed_data_cbor::{from_diagnostic, to_deterministic, to_diagnostic};
///
/// let bytes = from_diagnostic(r#"{_ "b": 1_3, "a": (_ h'01', h'02'), 10: 1.5_3}"#).unwrap();
/// let deterministic = to_deterministic(&bytes)?;
/// assert_eq!(to_diagnostic(&deterministic)?, r#"{10: 1.5, "a": h'0102', "b": 1}"#);
/// # Ok::<(), packed_data_cbor::Error>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`check`](crate::check). In addition, returns [`ErrorKind::DuplicateKey`] if two keys of a map
/// are the same after rewriting; the offset is that of the second one.
pub fn to_deterministic(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let sizes = indefinite_sizes(bytes)?;
    let mut rewriter = Rewriter {
        tokens: Tokens::new(bytes),
        sizes: sizes.into_iter(),
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

/// A container around the current token, in the pass that counts.
enum Enclosing {
    /// One with a count: the number of items that are missing.
    Counted(u64),
    /// An array or map of indefinite length: its index among the sizes.
    Items(usize),
    /// A string in chunks: its index among the sizes.
    Chunks(usize),
}

/// Returns the sizes of everything of indefinite length, in the order of their first bytes: the number of items of an
/// array or map (an entry is two items), and the number of bytes of a string.
fn indefinite_sizes(bytes: &[u8]) -> Result<Vec<u64>, Error> {
    let (mut sizes, mut enclosing) = (vec![], vec![]);
    for token in Tokens::new(bytes) {
        let token = token?;
        count(&token, &enclosing, &mut sizes);
        match token {
            Token::Array(n @ 1..) => enclosing.push(Enclosing::Counted(n)),
            Token::Map(n @ 1..) => enclosing.push(Enclosing::Counted(n.saturating_mul(2))),
            Token::Tag(_) => enclosing.push(Enclosing::Counted(1)),
            Token::OpenArray | Token::OpenMap => enclosing.push(Enclosing::Items(sizes.len())),
            Token::ByteChunks | Token::TextChunks => enclosing.push(Enclosing::Chunks(sizes.len())),
            Token::Break => {
                enclosing.pop();
                end_counted(&mut enclosing);
            }
            _ => end_counted(&mut enclosing),
        }
        if matches!(token, Token::OpenArray | Token::OpenMap | Token::ByteChunks | Token::TextChunks) {
            sizes.push(0);
        }
    }
    Ok(sizes)
}

/// Adds an item, or the bytes of a chunk, to the size of its container.
fn count(token: &Token<'_>, enclosing: &[Enclosing], sizes: &mut [u64]) {
    let (index, size) = match (enclosing.last(), token) {
        (None, _) | (_, Token::Break) => return,
        (Some(Enclosing::Chunks(index)), Token::Bytes(chunk)) => (*index, chunk.len()),
        (Some(Enclosing::Chunks(index)), Token::Text(chunk)) => (*index, chunk.len()),
        (Some(Enclosing::Items(index)), _) => (*index, 1),
        _ => return,
    };
    if let Some(total) = sizes.get_mut(index) {
        *total += size as u64;
    }
}

/// Removes the containers that end with the current item.
fn end_counted(enclosing: &mut Vec<Enclosing>) {
    while let Some(Enclosing::Counted(left)) = enclosing.last_mut() {
        steps::count(1);
        *left -= 1;
        if *left > 0 {
            return;
        }
        enclosing.pop();
    }
}

/// An array, map or tag that is being written.
struct Container {
    /// How many items are missing.
    left: u64,
    /// For a map: its index in the order, and the index of its first entry.
    map: Option<(usize, usize)>,
}

/// An entry of a map that is being written: offsets in the output, before entries are sorted.
#[derive(Clone, Copy)]
struct WrittenEntry {
    key: usize,
    key_end: usize,
    end: usize,
    /// The index in the order of the first map that begins in this entry.
    map: usize,
    /// The offset of the key in the input.
    offset: usize,
}

/// The second pass: writes every token in its deterministic form.
struct Rewriter<'b> {
    tokens: Tokens<'b>,
    /// The sizes that the first pass counted.
    sizes: vec::IntoIter<u64>,
    /// The output, the entries of maps in the order of the input.
    out: Vec<u8>,
    /// The order in which entries of maps belong.
    order: Order,
    /// The containers around the current token, the outermost first.
    open: Vec<Container>,
    /// The entries of all maps in `open`.
    entries: Vec<WrittenEntry>,
}

impl<'b> Rewriter<'b> {
    /// Rewrites a token. Returns the next token if it has already been read.
    fn token(&mut self, token: Token<'b>) -> Result<Option<Token<'b>>, Error> {
        if token == Token::Break {
            return Ok(None); // the container was written with its count
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

    /// Writes a token that does not begin a container.
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
        let (info, bits) = shortest(value).info_and_argument();
        let (head, size) = head::encode_as(SIMPLE, info, bits);
        self.out.extend(head.iter().take(size));
    }

    /// Returns the next size that the first pass counted.
    fn size(&mut self) -> u64 {
        self.sizes.next().unwrap_or(0)
    }

    /// Writes a string in one piece, given in chunks.
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

    /// Writes bytes of a string.
    fn chunk(&mut self, chunk: &[u8]) {
        steps::count_bytes(chunk.len());
        self.out.extend_from_slice(chunk);
    }

    /// Writes the item after the tag of a bignum. Returns the next token if that is not a byte string.
    fn bignum(&mut self, tag: u64) -> Result<Option<Token<'b>>, Error> {
        let content = match self.tokens.next().transpose()? {
            Some(Token::Bytes(bytes)) => Cow::Borrowed(bytes),
            Some(Token::ByteChunks) => {
                let start = self.out.len();
                self.chunks(BYTES)?;
                let string = self.out.split_off(start);
                let head = head::read(&string, 0).map_err(|kind| Error::new(kind, start))?;
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

    /// Writes the number with these digits, which have no leading zeros: as an integer if it fits, else as a bignum.
    fn magnitude(&mut self, tag: u64, digits: &[u8]) {
        if digits.len() > 8 {
            self.head(TAG, tag);
            return self.string(BYTES, digits);
        }
        let number = digits.iter().fold(0, |number, &digit| number << 8 | u64::from(digit));
        self.head(if tag == 2 { UNSIGNED } else { NEGATIVE }, number);
    }

    /// Writes the head of a container.
    fn container(&mut self, major: u8, argument: u64, left: u64) -> Result<(), Error> {
        self.head(major, argument);
        if left == 0 {
            return self.item_ended();
        }
        let map = (major == MAP).then(|| (self.order.begin(self.out.len()), self.entries.len()));
        self.open.push(Container { left, map });
        Ok(())
    }

    /// Records where a key, or a value, begins.
    fn item_begins(&mut self) {
        let Some(Container { left, map: Some(_) }) = self.open.last() else { return };
        let at = self.out.len();
        if left % 2 == 0 {
            let (map, offset) = (self.order.len(), self.tokens.offset());
            self.entries.push(WrittenEntry { key: at, key_end: at, end: at, map, offset });
        } else if let Some(entry) = self.entries.last_mut() {
            entry.key_end = at;
        }
    }

    /// Records that an item has ended, and ends the containers that end with it.
    fn item_ended(&mut self) -> Result<(), Error> {
        while let Some(open) = self.open.last_mut() {
            steps::count(1);
            open.left -= 1;
            let Container { left, map } = *open;
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
        let key = |entry: &WrittenEntry| Span { start: entry.key, end: entry.key_end, map: entry.map };
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
                return Err(Error::new(ErrorKind::DuplicateKey, second));
            }
            let spans = entries_of_map.iter().map(|entry| Span { start: entry.key, end: entry.end, map: entry.map });
            order.permute(index, out.len(), spans);
        }
        entries.truncate(first);
        Ok(())
    }
}
