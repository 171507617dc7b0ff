//! Diagnostic notation, from bytes to text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::float::shortest;
use crate::head::{self, BYTES, Head, SIMPLE};
use crate::walk::Lexeme;
use crate::{Error, Token, Tokens, steps};

/// Prints an item of CBOR in diagnostic notation (RFC 8949, section 8), on one line.
///
/// [`from_diagnostic`](crate::from_diagnostic) returns the same bytes again. Therefore every encoding that is not the
/// usual one is visible:
///
/// - An encoding indicator follows an argument or float that is not the shortest: `1_0`, `"a"_1`, `[_2 true]`, `1.5_3`
///   for 1, 2, 4 and 8 bytes.
/// - `[_ 1, 2]` has an indefinite length, `(_ h'01', h'02')` is in chunks, `''_` and `""_` are strings in chunks
///   without a chunk.
/// - A NaN that is not the usual one is printed as its bytes: `float'7e01'`.
///
/// A bignum of up to 16 bytes is printed as a number.
///
/// It takes linear time and does not recurse. It allocates the text, which has at most twelve bytes for each byte of
/// the item, and 48 bytes for each level around the current token. The default [`Limits::depth`](crate::Limits::depth)
/// bounds the nesting.
///
/// ```
/// use packed_data_cbor::to_diagnostic;
///
/// let bytes = b"\xA2\x61a\x18\x01\x61b\x9F\xF9\x3E\x00\x42\x01\x02\xFF";
/// assert_eq!(to_diagnostic(bytes)?, r#"{"a": 1_0, "b": [_ 1.5, h'0102']}"#);
/// # Ok::<(), packed_data_cbor::Error>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`check`](crate::check).
pub fn to_diagnostic(bytes: &[u8]) -> Result<String, Error> {
    let mut printer = Printer { bytes, text: String::with_capacity(bytes.len()), open: Vec::new() };
    let mut tokens = Tokens::new(bytes);
    while let Some(lexeme) = tokens.next_lexeme() {
        let lexeme = lexeme?;
        let number = printer.bignum(&lexeme);
        if number.is_some() {
            tokens.next_lexeme().transpose()?; // its digits
        }
        // Writing to a `String` does not fail.
        let _written = match number {
            Some(number) => printer.number(number),
            None => printer.lexeme(&lexeme),
        };
    }
    Ok(printer.text)
}

/// A container around the current token.
struct Bracket {
    /// How many items are missing, if it has a count.
    left: Option<u64>,
    /// How many items were printed, the current one included.
    count: u64,
    is_map: bool,
    /// The closing bracket.
    end: &'static str,
}

struct Printer<'b> {
    bytes: &'b [u8],
    text: String,
    open: Vec<Bracket>,
}

impl Printer<'_> {
    fn lexeme(&mut self, lexeme: &Lexeme<'_>) -> fmt::Result {
        let (head, token) = (&lexeme.head, Token::new(lexeme));
        if token == Token::Break {
            return self.end();
        }
        steps::count(1);
        self.separate()?;
        match token {
            Token::Array(len) => self.begin('[', head, Bracket::counted(len, "]")),
            Token::OpenArray => self.begin('[', head, Bracket::open("]")),
            Token::Map(len) => {
                self.begin('{', head, Bracket { is_map: true, ..Bracket::counted(len.saturating_mul(2), "}") })
            }
            Token::OpenMap => self.begin('{', head, Bracket { is_map: true, ..Bracket::open("}") }),
            Token::ByteChunks | Token::TextChunks => self.chunks(lexeme),
            Token::Tag(tag) => {
                write!(self.text, "{tag}")?;
                self.indicator(head)?;
                self.text.push('(');
                self.open.push(Bracket::counted(1, ")"));
                Ok(())
            }
            _ => {
                self.leaf(token, head)?;
                self.item_ended();
                Ok(())
            }
        }
    }

    /// Prints the separator between the last item and this one.
    fn separate(&mut self) -> fmt::Result {
        let Some(bracket) = self.open.last_mut() else { return Ok(()) };
        bracket.count += 1;
        self.text.write_str(match bracket.count {
            1 => "",
            count if bracket.is_map && count % 2 == 0 => ": ",
            _ => ", ",
        })
    }

    fn begin(&mut self, start: char, head: &Head, bracket: Bracket) -> fmt::Result {
        self.text.push(start);
        if head.is_indefinite() {
            self.text.push_str("_ ");
        } else if !head.is_minimal() {
            self.indicator(head)?;
            self.text.push(' ');
        }
        let is_empty = bracket.left == Some(0);
        self.open.push(bracket);
        if is_empty { self.end() } else { Ok(()) }
    }

    fn chunks(&mut self, lexeme: &Lexeme<'_>) -> fmt::Result {
        let has_none = self.bytes.get(lexeme.end) == Some(&0xFF);
        let (begin, end) = match (has_none, lexeme.head.major) {
            (false, _) => ("(_ ", ")"),
            (true, BYTES) => ("''_", ""),
            (true, _) => ("\"\"_", ""),
        };
        self.open.push(Bracket::open(end));
        self.text.write_str(begin)
    }

    /// Ends the innermost container.
    fn end(&mut self) -> fmt::Result {
        if let Some(bracket) = self.open.pop() {
            self.text.push_str(bracket.end);
        }
        self.item_ended();
        Ok(())
    }

    /// Records that an item has ended, and ends the containers that end with it.
    fn item_ended(&mut self) {
        while let Some(bracket) = self.open.last_mut() {
            steps::count(1);
            let Some(left) = &mut bracket.left else { return };
            *left -= 1;
            if *left > 0 {
                return;
            }
            self.text.push_str(bracket.end);
            self.open.pop();
        }
    }

    fn leaf(&mut self, token: Token<'_>, head: &Head) -> fmt::Result {
        match token {
            Token::Unsigned(n) => write!(self.text, "{n}")?,
            Token::Negative(n) => write!(self.text, "-{}", u128::from(n) + 1)?,
            Token::Bytes(bytes) => self.hex("h", bytes)?,
            Token::Text(text) => self.string(text)?,
            Token::Bool(value) => write!(self.text, "{value}")?,
            Token::Null => self.text.push_str("null"),
            Token::Undefined => self.text.push_str("undefined"),
            Token::Simple(value) => write!(self.text, "simple({value})")?,
            _ => return self.float(token.as_f64().unwrap_or_default(), head),
        }
        self.indicator(head)
    }

    /// Prints the encoding indicator of an argument that is not in its shortest form.
    fn indicator(&mut self, head: &Head) -> fmt::Result {
        if head.is_minimal() || head.major == SIMPLE { Ok(()) } else { write!(self.text, "_{}", head.info - 24) }
    }

    fn hex(&mut self, prefix: &str, bytes: &[u8]) -> fmt::Result {
        steps::count_bytes(bytes.len());
        write!(self.text, "{prefix}'")?;
        for byte in bytes {
            write!(self.text, "{byte:02x}")?;
        }
        self.text.write_char('\'')
    }

    fn string(&mut self, text: &str) -> fmt::Result {
        steps::count_bytes(text.len());
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => write!(self.text, "\\{c}")?,
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                _ if c.is_control() => write!(self.text, "\\u{:04x}", u32::from(c))?,
                _ => self.text.push(c),
            }
        }
        self.text.write_char('"')
    }

    fn float(&mut self, value: f64, head: &Head) -> fmt::Result {
        if value.is_nan() && value.to_bits() != 0x7FF8_0000_0000_0000 {
            let bytes = head.argument.to_be_bytes();
            return self.hex("float", bytes.get(9 - head.size..).unwrap_or(&[]));
        }
        self.decimal(value)?;
        let (shortest_info, _) = shortest(value).info_and_argument();
        if head.info == shortest_info { Ok(()) } else { write!(self.text, "_{}", head.info - 24) }
    }

    /// Prints the shortest decimal number that reads back as the same float, with a decimal point.
    fn decimal(&mut self, value: f64) -> fmt::Result {
        if value.is_infinite() {
            return self.text.write_str(if value < 0.0 { "-Infinity" } else { "Infinity" });
        }
        let magnitude = value.abs();
        if value.is_nan() || magnitude == 0.0 || (1e-6..1e21).contains(&magnitude) {
            let begin = self.text.len();
            write!(self.text, "{value}")?;
            let has_point = self.text.get(begin..).is_some_and(|number| number.contains(['.', 'N']));
            return self.text.write_str(if has_point { "" } else { ".0" });
        }
        let mut digits = String::new();
        write!(digits, "{value:e}")?;
        let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
        let point = if mantissa.contains('.') { "" } else { ".0" };
        let sign = if exponent.starts_with('-') { "" } else { "+" };
        write!(self.text, "{mantissa}{point}e{sign}{exponent}")
    }

    /// Returns the sign and magnitude of a bignum, if its encoding is the preferred one and 128 bits hold it.
    fn bignum(&self, lexeme: &Lexeme<'_>) -> Option<(bool, u128)> {
        let Token::Tag(tag @ (2 | 3)) = Token::new(lexeme) else { return None };
        let head = head::read(self.bytes, lexeme.end).ok()?;
        let len = usize::try_from(head.argument).ok().filter(|len| (9..=16).contains(len))?;
        let digits = self.bytes.get(lexeme.end + head.size..)?.get(..len)?;
        let is_preferred =
            lexeme.head.size == 1 && head.major == BYTES && head.is_minimal() && digits.first() != Some(&0);
        let magnitude = digits.iter().fold(0_u128, |number, &digit| number << 8 | u128::from(digit));
        match tag {
            _ if !is_preferred => None,
            2 => Some((false, magnitude)),
            _ => Some((true, magnitude.checked_add(1)?)),
        }
    }

    fn number(&mut self, (is_negative, magnitude): (bool, u128)) -> fmt::Result {
        self.separate()?;
        write!(self.text, "{}{magnitude}", if is_negative { "-" } else { "" })?;
        self.item_ended();
        Ok(())
    }
}

impl Bracket {
    fn counted(left: u64, end: &'static str) -> Self {
        Self { left: Some(left), count: 0, is_map: false, end }
    }

    fn open(end: &'static str) -> Self {
        Self { left: None, count: 0, is_map: false, end }
    }
}
