//! Comparisons with minicbor and ciborium: which bytes they accept, and which values they read. The differences are
//! intended, and the tests describe them.

use ciborium::Value;
use minicbor::data::Token as Peer;
use packed_data::Limits;
use packed_data::cbor::{self, ErrorKind, Token, Tokens};

use crate::digits;
use crate::random::for_each_input;

/// Returns a token of minicbor in the form of our tokens; a NaN without its payload.
fn minicbor_word(token: &Peer<'_>) -> String {
    let ours = match *token {
        Peer::U8(n) => Token::Unsigned(n.into()),
        Peer::U16(n) => Token::Unsigned(n.into()),
        Peer::U32(n) => Token::Unsigned(n.into()),
        Peer::U64(n) => Token::Unsigned(n),
        Peer::I8(n) => integer(n.into()),
        Peer::I16(n) => integer(n.into()),
        Peer::I32(n) => integer(n.into()),
        Peer::I64(n) => integer(n.into()),
        Peer::Int(n) => integer(n.into()),
        Peer::F16(value) => Token::Half(value),
        Peer::F32(value) => Token::Single(value),
        Peer::F64(value) => Token::Double(value),
        Peer::Bytes(bytes) => Token::Bytes(bytes),
        Peer::String(text) => Token::Text(text),
        Peer::Array(len) => Token::Array(len),
        Peer::Map(len) => Token::Map(len),
        Peer::Tag(tag) => Token::Tag(tag.into()),
        Peer::Bool(value) => Token::Bool(value),
        Peer::Null => Token::Null,
        Peer::Undefined => Token::Undefined,
        Peer::Simple(value) => Token::Simple(value),
        Peer::BeginBytes => Token::ByteChunks,
        Peer::BeginString => Token::TextChunks,
        Peer::BeginArray => Token::OpenArray,
        Peer::BeginMap => Token::OpenMap,
        Peer::Break => Token::Break,
    };
    format!("{ours:?}")
}

fn integer(n: i128) -> Token<'static> {
    match u64::try_from(n) {
        Ok(n) => Token::Unsigned(n),
        Err(_) => Token::Negative(u64::try_from(!n).unwrap()),
    }
}

#[test]
fn minicbor_reads_the_same_tokens() {
    let mut count = 0;
    for_each_input(30_000, |bytes| {
        let Ok(tokens) = Tokens::new(bytes).collect::<Result<Vec<_>, _>>() else { return };
        let words: Vec<_> = tokens.iter().map(|token| format!("{token:?}")).collect();
        let peer = minicbor::decode::Tokenizer::new(bytes);
        let theirs: Vec<_> = peer.map(|token| minicbor_word(&token.unwrap())).collect();
        assert_eq!(words, theirs, "{}", digits(bytes));
        count += 1;
    });
    assert!(cfg!(miri) || count > 30_000);
}

#[test]
fn minicbor_skips_well_formed_items() {
    let mut refused_by_both = 0;
    for_each_input(60_000, |bytes| {
        let ours = cbor::check_prefix(bytes, &Limits::DEFAULT);
        let mut decoder = minicbor::Decoder::new(bytes);
        let theirs = decoder.skip().map(|()| decoder.position());
        match (ours, theirs) {
            (Ok(size), Ok(position)) => assert_eq!(size, position, "{}", digits(bytes)),
            (Err(_), Err(_)) => refused_by_both += 1,
            // minicbor's skip counts items and breaks but does not match them, and it reads simple values as numbers.
            (Err(error), Ok(_)) => {
                let is_known = match error.kind() {
                    ErrorKind::UnexpectedBreak | ErrorKind::InvalidSimple { .. } => true,
                    ErrorKind::UnexpectedEnd { .. } => bytes.contains(&0xFF),
                    _ => false,
                };
                assert!(is_known, "{}: {error}", digits(bytes));
            }
            (Ok(size), Err(error)) => panic!("{}: {size} bytes, but minicbor: {error}", digits(bytes)),
        }
    });
    assert!(cfg!(miri) || refused_by_both > 10_000, "{refused_by_both}");
}

/// Returns the next item as ciborium reads it, or `None` if it contains a value that ciborium does not know.
fn as_ciborium(tokens: &mut Tokens<'_>) -> Option<Value> {
    let token = tokens.next().unwrap().unwrap();
    Some(match token {
        Token::Unsigned(_) | Token::Negative(_) => Value::Integer(token.as_integer().unwrap().try_into().unwrap()),
        Token::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
        Token::Text(text) => Value::Text(text.to_owned()),
        Token::ByteChunks | Token::TextChunks => chunks(token, tokens),
        Token::Array(len) => Value::Array((0..len).map(|_| as_ciborium(tokens)).collect::<Option<_>>()?),
        Token::OpenArray => Value::Array(until_break(tokens, as_ciborium)?),
        Token::Map(len) => Value::Map((0..len).map(|_| entry(tokens)).collect::<Option<_>>()?),
        Token::OpenMap => Value::Map(until_break(tokens, entry)?),
        Token::Tag(tag) => tagged(tag, tokens)?,
        Token::Bool(value) => Value::Bool(value),
        Token::Null | Token::Undefined => Value::Null, // ciborium does not distinguish them
        Token::Simple(_) => return None,
        _ => Value::Float(token.as_f64().unwrap()),
    })
}

fn entry(tokens: &mut Tokens<'_>) -> Option<(Value, Value)> {
    let key = as_ciborium(tokens)?;
    Some((key, as_ciborium(tokens)?))
}

fn until_break<T>(tokens: &mut Tokens<'_>, item: fn(&mut Tokens<'_>) -> Option<T>) -> Option<Vec<T>> {
    let mut items = vec![];
    while tokens.clone().next() != Some(Ok(Token::Break)) {
        items.push(item(tokens)?);
    }
    tokens.next();
    Some(items)
}

fn chunks(begin: Token<'_>, tokens: &mut Tokens<'_>) -> Value {
    let (mut bytes, mut text) = (vec![], String::new());
    loop {
        match tokens.next().unwrap().unwrap() {
            Token::Bytes(chunk) => bytes.extend_from_slice(chunk),
            Token::Text(chunk) => text.push_str(chunk),
            _ if begin == Token::ByteChunks => return Value::Bytes(bytes),
            _ => return Value::Text(text),
        }
    }
}

/// Reads a tagged item. A bignum of up to 16 bytes in one piece is a number to ciborium; below `i128::MIN` it is an
/// error.
fn tagged(tag: u64, tokens: &mut Tokens<'_>) -> Option<Value> {
    if let (2 | 3, Some(Ok(Token::Bytes(bytes)))) = (tag, tokens.clone().next())
        && bytes.len() <= 16
    {
        tokens.next();
        let magnitude = bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        return match tag {
            2 => Some(Value::from(magnitude)),
            _ => i128::try_from(magnitude).ok().map(|magnitude| Value::from(!magnitude)),
        };
    }
    Some(Value::Tag(tag, Box::new(as_ciborium(tokens)?)))
}

#[test]
fn ciborium_reads_the_same_values() {
    let (mut read, mut refused_by_both) = (0, 0);
    for_each_input(30_000, |bytes| {
        let theirs: Result<Value, _> = ciborium::de::from_reader_with_recursion_limit(bytes, 2000);
        match (cbor::check_prefix(bytes, &Limits::DEFAULT), theirs) {
            (Ok(size), theirs) => {
                let ours = as_ciborium(&mut Tokens::new(&bytes[..size]));
                // Compared as text, in which a NaN is equal to itself.
                assert_eq!(format!("{ours:?}"), format!("{:?}", theirs.ok()), "{}", digits(bytes));
                read += usize::from(ours.is_some());
            }
            (Err(_), Err(_)) => refused_by_both += 1,
            // ciborium also reads false, true, null and undefined from two bytes, and it reads chunks within chunks.
            (Err(error), Ok(_)) => match error.kind() {
                ErrorKind::InvalidSimple { found: 20..=23 } => {}
                ErrorKind::UnexpectedItem { found: "an item of indefinite length", .. } => {}
                _ => panic!("{}: {error}, but ciborium reads it", digits(bytes)),
            },
        }
    });
    assert!(cfg!(miri) || read > 10_000 && refused_by_both > 10_000, "{read} {refused_by_both}");
}

#[test]
fn items_written_by_ciborium_have_the_same_deterministic_form() {
    let mut count = 0;
    for_each_input(20_000, |bytes| {
        let Ok(tokens) = Tokens::new(bytes).collect::<Result<Vec<_>, _>>() else { return };
        // To ciborium, undefined is null, and a NaN has no payload.
        let is_lost = |token: &Token<'_>| *token == Token::Undefined || token.as_f64().is_some_and(f64::is_nan);
        let (false, Some(value)) = (tokens.iter().any(is_lost), as_ciborium(&mut Tokens::new(bytes))) else { return };
        let mut written = vec![];
        ciborium::into_writer(&value, &mut written).unwrap();
        // A duplicate key is at another offset.
        let (ours, theirs) = (cbor::to_deterministic(bytes), cbor::to_deterministic(&written));
        assert_eq!(ours.ok(), theirs.ok(), "{}", digits(bytes));
        count += 1;
    });
    assert!(cfg!(miri) || count > 5000, "{count}");
}
