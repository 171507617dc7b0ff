//! The content of quotes: text, and bytes in base 16 and base 64.

use alloc::string::String;
use alloc::vec::Vec;

use super::DiagnosticError;
use super::source::Source;

/// Reads text up to and including the closing quote. The opening quote has already been read.
pub(super) fn text(source: &mut Source<'_>, quote: char) -> Result<String, DiagnosticError> {
    let mut text = String::new();
    loop {
        text.push_str(source.take_while(|c| c != quote && c != '\\'));
        match source.peek() {
            Some('\\') => text.push(escape(source)?),
            Some(_) => {
                source.next();
                return Ok(text);
            }
            None => return Err(source.error("the quote that ends a string")),
        }
    }
}

/// Reads an escape sequence, which begins with a backslash, as in JSON.
fn escape(source: &mut Source<'_>) -> Result<char, DiagnosticError> {
    let begin = *source;
    source.next();
    let escaped = *source;
    match source.next() {
        Some(c @ ('"' | '\'' | '\\' | '/')) => Ok(c),
        Some('b') => Ok('\u{8}'),
        Some('f') => Ok('\u{C}'),
        Some('n') => Ok('\n'),
        Some('r') => Ok('\r'),
        Some('t') => Ok('\t'),
        Some('u') => unicode(source)?.ok_or_else(|| begin.error("surrogates in a pair, the high one first")),
        _ => Err(escaped.error("one of \" ' \\ / b f n r t u after a backslash")),
    }
}

/// Reads the digits of a character, or of a pair of surrogates. Returns `None` if surrogates are not a pair.
fn unicode(source: &mut Source<'_>) -> Result<Option<char>, DiagnosticError> {
    let first = four_digits(source)?;
    if !(0xD800..0xDC00).contains(&first) || !source.take("\\u") {
        return Ok(char::from_u32(first));
    }
    let second = four_digits(source)?;
    let is_low = (0xDC00..0xE000).contains(&second);
    Ok(is_low.then(|| 0x1_0000 + ((first & 0x3FF) << 10 | second & 0x3FF)).and_then(char::from_u32))
}

fn four_digits(source: &mut Source<'_>) -> Result<u32, DiagnosticError> {
    let mut number = 0;
    for _ in 0..4 {
        number = number << 4 | hex_digit(source)?;
    }
    Ok(number)
}

fn hex_digit(source: &mut Source<'_>) -> Result<u32, DiagnosticError> {
    let begin = *source;
    source.next().and_then(|c| c.to_digit(16)).ok_or_else(|| begin.error("a digit of base 16"))
}

/// Reads bytes in base 16 up to and including the closing quote. White space and comments may separate digits.
pub(super) fn hex(source: &mut Source<'_>) -> Result<Vec<u8>, DiagnosticError> {
    let mut bytes = Vec::new();
    loop {
        source.skip_blank()?;
        if source.take("'") {
            return Ok(bytes);
        }
        let high = hex_digit(source)?;
        source.skip_blank()?;
        // Two digits are less than 256.
        bytes.push((high << 4 | hex_digit(source)?) as u8);
    }
}

/// Reads bytes in base 64, of either alphabet, up to and including the closing quote. Padding is optional.
pub(super) fn base64(source: &mut Source<'_>) -> Result<Vec<u8>, DiagnosticError> {
    let (mut bytes, mut bits, mut width) = (Vec::new(), 0_u32, 0);
    loop {
        source.take_while(char::is_whitespace);
        let begin = *source;
        let wrong = || begin.error("a digit of base 64, or the quote that ends the string");
        let c = source.next().ok_or_else(wrong)?;
        if c == '\'' || c == '=' {
            let whole = width != 6 && bits == 0;
            return if whole { padding(source, c).map(|()| bytes) } else { Err(wrong()) };
        }
        bits = bits << 6 | base64_digit(c).ok_or_else(wrong)?;
        width += 6;
        if width >= 8 {
            width -= 8;
            bytes.push((bits >> width) as u8); // `bits` has at most eight bits above `width`
            bits &= (1 << width) - 1;
        }
    }
}

/// Reads the rest of the padding and the closing quote; `first` is the character already read.
fn padding(source: &mut Source<'_>, first: char) -> Result<(), DiagnosticError> {
    if first == '\'' {
        return Ok(());
    }
    source.take_while(|c| c == '=' || c.is_whitespace());
    source.expect("'", "the quote that ends the string")
}

fn base64_digit(c: char) -> Option<u32> {
    let (first, value) = match c {
        'A'..='Z' => ('A', 0),
        'a'..='z' => ('a', 26),
        '0'..='9' => ('0', 52),
        '+' | '-' => return Some(62),
        '/' | '_' => return Some(63),
        _ => return None,
    };
    Some(u32::from(c) - u32::from(first) + value)
}
