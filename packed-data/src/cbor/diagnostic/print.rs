//! From bytes to text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::cbor::float::{Shortest, shortest};
use crate::cbor::head::{self, BYTES, Head, SIMPLE};
use crate::cbor::tokens::{Token, Tokens};
use crate::cbor::walk::Step;
use crate::{Error, steps};

/// What an item of CBOR looks like in diagnostic notation (RFC 8949, section 8), on one line.
///
/// [`from_diagnostic`](super::from_diagnostic) gives the same bytes again. For that, an encoding indicator stands where
/// the encoding is not the shortest: `1_0`, `"a"_1`, `[_2 true]`, `1.5_3` for arguments and floats of 1, 2, 4 and 8
/// bytes. `[_ 1, 2]` has no count, `(_ h'01', h'02')` is in chunks, `''_` and `""_` have none. A float that is no
/// number and is not the usual one shows its bytes, `float'7e01'`. A bignum of up to 16 bytes is a number.
///
/// Time is linear. It allocates the text, which has at most twelve bytes for each byte of the item, and 48 bytes for each
/// open level; it does not recurse. The levels are bounded by the default [`Limits::depth`](crate::Limits::depth).
///
/// ```
/// use packed_data::cbor;
///
/// assert_eq!(cbor::to_diagnostic(b"\xA2\x61a\x18\x01\x61b\x9F\xF9\x3E\x00\x42\x01\x02\xFF")?,
///     r#"{"a": 1_0, "b": [_ 1.5, h'0102']}"#);
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`check`](crate::cbor::check).
pub fn to_diagnostic(bytes: &[u8]) -> Result<String, Error> {
    let mut printer = Printer { bytes, text: String::with_capacity(bytes.len()), open: Vec::new() };
    let mut tokens = Tokens::new(bytes);
    while let Some(step) = tokens.next_step() {
        let step = step?;
        let number = printer.bignum(&step);
        if number.is_some() {
            tokens.next_step().transpose()?;
        }
        // A `String` takes all that is written to it.
        let _written = match number {
            Some(number) => printer.number(number),
            None => printer.step(&step),
        };
    }
    Ok(printer.text)
}

/// What is open, and what ends it.
struct Level {
    /// How many items are to come, if there is a count.
    left: Option<u64>,
    /// How many there were.
    count: u64,
    is_map: bool,
    end: &'static str,
}

struct Printer<'b> {
    bytes: &'b [u8],
    text: String,
    open: Vec<Level>,
}

impl Printer<'_> {
    fn step(&mut self, step: &Step<'_>) -> fmt::Result {
        let (head, token) = (&step.head, Token::new(step));
        if token == Token::Break {
            return self.end();
        }
        steps::count(1);
        self.separate()?;
        match token {
            Token::Array(len) => self.begin('[', head, Level::counted(len, "]")),
            Token::OpenArray => self.begin('[', head, Level::open("]")),
            Token::Map(len) => {
                self.begin('{', head, Level { is_map: true, ..Level::counted(len.saturating_mul(2), "}") })
            }
            Token::OpenMap => self.begin('{', head, Level { is_map: true, ..Level::open("}") }),
            Token::ByteChunks | Token::TextChunks => self.chunks(step),
            Token::Tag(tag) => {
                write!(self.text, "{tag}")?;
                self.indicator(head)?;
                self.text.push('(');
                self.open.push(Level::counted(1, ")"));
                Ok(())
            }
            _ => {
                self.leaf(token, head)?;
                self.item_ended();
                Ok(())
            }
        }
    }

    /// What stands between the last item and this one.
    fn separate(&mut self) -> fmt::Result {
        let Some(level) = self.open.last_mut() else { return Ok(()) };
        level.count += 1;
        self.text.write_str(match level.count {
            1 => "",
            count if level.is_map && count % 2 == 0 => ": ",
            _ => ", ",
        })
    }

    fn begin(&mut self, bracket: char, head: &Head, level: Level) -> fmt::Result {
        self.text.push(bracket);
        if head.is_indefinite() {
            self.text.push_str("_ ");
        } else if !head.is_minimal() {
            self.indicator(head)?;
            self.text.push(' ');
        }
        let is_empty = level.left == Some(0);
        self.open.push(level);
        if is_empty { self.end() } else { Ok(()) }
    }

    fn chunks(&mut self, step: &Step<'_>) -> fmt::Result {
        let has_none = self.bytes.get(step.end) == Some(&0xFF);
        let (begin, end) = match (has_none, step.head.major) {
            (false, _) => ("(_ ", ")"),
            (true, BYTES) => ("''_", ""),
            (true, _) => ("\"\"_", ""),
        };
        self.open.push(Level::open(end));
        self.text.write_str(begin)
    }

    /// Ends the innermost level.
    fn end(&mut self) -> fmt::Result {
        if let Some(level) = self.open.pop() {
            self.text.push_str(level.end);
        }
        self.item_ended();
        Ok(())
    }

    /// Notes that an item has ended, and ends what it was the last item of.
    fn item_ended(&mut self) {
        while let Some(level) = self.open.last_mut() {
            steps::count(1);
            let Some(left) = &mut level.left else { return };
            *left -= 1;
            if *left > 0 {
                return;
            }
            self.text.push_str(level.end);
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

    /// Tells the width of an argument that is not in its shortest form.
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
        let width = match shortest(value) {
            Shortest::Half(_) => 25,
            Shortest::Single(_) => 26,
            Shortest::Double(_) => 27,
        };
        if head.info == width { Ok(()) } else { write!(self.text, "_{}", head.info - 24) }
    }

    /// The shortest decimal number that reads back the same, with a point in it.
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

    /// The number that a bignum stands for, if it is in its preferred form, and not too long.
    fn bignum(&self, step: &Step<'_>) -> Option<(bool, u128)> {
        let Token::Tag(tag @ (2 | 3)) = Token::new(step) else { return None };
        let head = head::read(self.bytes, step.end).ok()?;
        let len = usize::try_from(head.argument).ok().filter(|len| (9..=16).contains(len))?;
        let digits = self.bytes.get(step.end + head.size..)?.get(..len)?;
        let is_preferred =
            step.head.size == 1 && head.major == BYTES && head.is_minimal() && digits.first() != Some(&0);
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

impl Level {
    fn counted(left: u64, end: &'static str) -> Self {
        Self { left: Some(left), count: 0, is_map: false, end }
    }

    fn open(end: &'static str) -> Self {
        Self { left: None, count: 0, is_map: false, end }
    }
}
