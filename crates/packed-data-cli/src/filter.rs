//! `--where`: comparisons of paths with literals, `and`, `or`, `not`. The book's page on the command has the grammar.

use std::cmp::Ordering;

use packed_data_schema::{ScalarValue, Schema, Type, TypeIndex, Value};

use crate::kinds::Kinds;
use crate::path::{self, Parser, PathError, Step};

/// How deep parentheses and `not` may nest.
const DEPTH: usize = 100;

/// A condition on values of one type.
///
/// ```
/// use packed_data::{Compact, Limits, Packed};
/// use packed_data_cli::filter::Filter;
/// use packed_data_schema::{Layout, Schema};
///
/// let schema = Schema::of::<(String, Option<u32>)>();
/// let filter = Filter::parse(r#"[0] = "low" and not [1] >= 3"#, &schema, 0)?;
///
/// let bytes = Packed::<(String, Option<u32>), Compact>::pack(&("low".into(), Some(2)));
/// let codec = schema.codec(Layout::Compact)?;
/// assert!(filter.matches(codec.read(bytes.as_bytes(), &Limits::DEFAULT)?));
///
/// let error = Filter::parse("[0] = \"low\" and [2] = 1", &schema, 0).unwrap_err();
/// assert_eq!(error.at, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter<'s> {
    schema: &'s Schema,
    condition: Condition,
}

#[derive(Clone, Debug)]
enum Condition {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    Compare(Vec<Step>, Operator, Literal),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Operator {
    const ALL: [(&'static str, Self); 8] = [
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
        ("≠", Self::NotEqual),
    ];

    /// Says why no value of these kinds is ever compared with a literal. `None` if one may be.
    fn problem(self, literal: &Literal, kinds: &Kinds<'_>, path: &str) -> Option<String> {
        let is_equality = matches!(self, Self::Equal | Self::NotEqual);
        let may_be = match literal {
            Literal::Null if !is_equality => return Some("null has no order, expected `=` or `!=`".into()),
            Literal::Null => kinds.may_be_null,
            Literal::Bool(_) => kinds.may_be_bool,
            Literal::Int(_) | Literal::Float(_) => kinds.may_be_number,
            Literal::Text(text) => {
                kinds.may_be_text
                    || kinds.may_be_char && (!is_equality || text.chars().count() == 1)
                    || kinds.names.iter().any(|name| !is_equality || name == text)
            }
        };
        match literal {
            _ if may_be => None,
            Literal::Text(text) if kinds.with_fields.iter().any(|name| name == text) => {
                Some(format!("expected a constructor without fields (`{path}.{text} != null` selects this one)"))
            }
            _ => Some(format!("expected {}", kinds.expected())),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Literal {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
}

impl<'s> Filter<'s> {
    /// Parses a condition on values of a type of the schema.
    ///
    /// # Errors
    ///
    /// The text is not a condition, has a path that no value of the type has, or compares a path with a literal that no
    /// value there can be; the error has the offset.
    pub fn parse(text: &str, schema: &'s Schema, of: TypeIndex) -> Result<Self, PathError> {
        let mut parser = Conditions { text, at: 0, schema, of };
        let condition = parser.or(0)?;
        match parser.rest() {
            "" => Ok(Self { schema, condition }),
            _ => Err(parser.wrong("expected `and`, `or` or the end")),
        }
    }

    /// Returns whether a value fulfils the condition.
    pub fn matches(&self, value: Value<'_>) -> bool {
        self.condition.holds(self.schema, value)
    }
}

impl Condition {
    // (The parser bounds the depth.)
    fn holds(&self, schema: &Schema, value: Value<'_>) -> bool {
        match self {
            Self::And(all) => all.iter().all(|one| one.holds(schema, value)),
            Self::Or(any) => any.iter().any(|one| one.holds(schema, value)),
            Self::Not(one) => !one.holds(schema, value),
            Self::Compare(steps, operator, literal) => {
                let found = path::find(schema, value, steps).ok();
                let order = found.map_or(Found::Null, Found::of).compare(literal);
                match operator {
                    Operator::Equal => order == Some(Ordering::Equal),
                    Operator::NotEqual => order != Some(Ordering::Equal),
                    Operator::Less => order == Some(Ordering::Less),
                    Operator::AtMost => order.is_some_and(Ordering::is_le),
                    Operator::Greater => order == Some(Ordering::Greater),
                    Operator::AtLeast => order.is_some_and(Ordering::is_ge),
                }
            }
        }
    }
}

/// What a path leads to, as something that a literal is compared with.
enum Found<'v> {
    /// Nothing, or a null.
    Null,
    Bool(bool),
    Int(i128),
    /// Greater than any `i128`.
    Large,
    Float(f64),
    Text(&'v str),
    Char(char),
    /// A list, an object, a time.
    Other,
}

impl<'v> Found<'v> {
    fn of(mut value: Value<'v>) -> Self {
        // (Optional values and newtypes are what they contain; their number is bounded by the bytes or the schema.)
        for _ in 0..64 {
            match value.packed_type() {
                Type::Text => return value.as_str().map_or(Self::Other, Self::Text),
                Type::Scalar(_) => return value.as_scalar().map_or(Self::Other, Self::of_scalar),
                Type::Struct(of) if of.fields.is_empty() => return Self::Null,
                Type::Struct(of) if matches!(&of.fields[..], [only] if !only.is_named()) => {}
                Type::Enum(of) => match value.constructor().map(|one| (one.fields.as_slice(), one.name.as_str())) {
                    Some(([], _)) if of.is_optional => return Self::Null,
                    // The null of a JSON document.
                    Some(([], "Null")) if of.name == "Json" => return Self::Null,
                    Some(([], name)) => return Self::Text(name),
                    Some(([only], _)) if !only.is_named() => {}
                    _ => return Self::Other,
                },
                _ => return Self::Other,
            }
            let Some(inner) = value.get(0) else { return Self::Other };
            value = inner;
        }
        Self::Other
    }

    fn of_scalar(value: ScalarValue) -> Self {
        match value {
            ScalarValue::Unsigned(value) => i128::try_from(value).map_or(Self::Large, Self::Int),
            ScalarValue::Signed(value) => Self::Int(value),
            ScalarValue::F32(value) => Self::Float(value.into()),
            ScalarValue::F64(value) => Self::Float(value),
            ScalarValue::Bool(value) => Self::Bool(value),
            ScalarValue::Char(value) => Self::Char(value),
            _ => Self::Other,
        }
    }

    /// Returns the order of value and literal; `None` if they are of different kinds.
    fn compare(&self, literal: &Literal) -> Option<Ordering> {
        match (self, literal) {
            (Self::Null, Literal::Null) => Some(Ordering::Equal),
            (Self::Bool(a), Literal::Bool(b)) => Some(a.cmp(b)),
            (Self::Int(a), Literal::Int(b)) => Some(a.cmp(b)),
            (Self::Large, Literal::Int(_)) => Some(Ordering::Greater),
            (Self::Int(a), Literal::Float(b)) => compare_mixed(*a, *b),
            (Self::Large, Literal::Float(b)) => 2_f64.powi(127).partial_cmp(b),
            (Self::Float(a), Literal::Int(b)) => compare_mixed(*b, *a).map(Ordering::reverse),
            (Self::Float(a), Literal::Float(b)) => a.partial_cmp(b),
            (Self::Text(a), Literal::Text(b)) => Some((*a).cmp(b.as_str())),
            (Self::Char(a), Literal::Text(b)) => Some(a.to_string().as_str().cmp(b)),
            _ => None,
        }
    }
}

/// Compares an integer with a float exactly.
fn compare_mixed(int: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float >= 2_f64.powi(127) {
        return Some(Ordering::Less);
    }
    if float < -2_f64.powi(127) {
        return Some(Ordering::Greater);
    }
    // (Now the integer part fits.)
    let whole = float.trunc();
    let rest = float - whole;
    Some(int.cmp(&(whole as i128)).then(0.0.partial_cmp(&rest)?))
}

/// Parses conditions.
struct Conditions<'t, 's> {
    text: &'t str,
    at: usize,
    schema: &'s Schema,
    of: TypeIndex,
}

impl<'t> Conditions<'t, '_> {
    fn rest(&mut self) -> &'t str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn wrong(&mut self, message: &str) -> PathError {
        let rest = self.rest();
        let found: String = rest.chars().take_while(|next| !next.is_whitespace()).take(20).collect();
        let found = if rest.is_empty() { "the end".into() } else { format!("`{found}`") };
        PathError::new(self.at, format!("{message}, found {found}"))
    }

    /// Takes a word that is not the beginning of a longer one.
    fn word(&mut self, word: &str) -> bool {
        let Some(after) = self.rest().strip_prefix(word) else { return false };
        let is_whole = !after.starts_with(|next: char| next == '_' || next == '.' || next.is_alphanumeric());
        if is_whole {
            self.at += word.len();
        }
        is_whole
    }

    fn or(&mut self, depth: usize) -> Result<Condition, PathError> {
        let mut any = vec![self.and(depth)?];
        while self.word("or") {
            any.push(self.and(depth)?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Condition::Or(any) })
    }

    fn and(&mut self, depth: usize) -> Result<Condition, PathError> {
        let mut all = vec![self.not(depth)?];
        while self.word("and") {
            all.push(self.not(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::And(all) })
    }

    fn not(&mut self, depth: usize) -> Result<Condition, PathError> {
        if depth > DEPTH {
            return Err(self.wrong("expected fewer parentheses inside each other"));
        }
        if self.word("not") {
            return Ok(Condition::Not(Box::new(self.not(depth + 1)?)));
        }
        if self.rest().starts_with('(') {
            self.at += 1;
            let inner = self.or(depth + 1)?;
            return match self.rest().strip_prefix(')') {
                Some(_) => {
                    self.at += 1;
                    Ok(inner)
                }
                None => Err(self.wrong("expected `)`")),
            };
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Condition, PathError> {
        self.rest();
        let start = self.at;
        let (steps, places) = self.path()?;
        let path = &self.text[start..self.at];
        let ends = match path::check(self.schema, self.of, &steps) {
            Ok(ends) => ends,
            Err(error) => return Err(PathError { at: places[error.at], message: error.message }),
        };
        let kinds = Kinds::of(self.schema, &ends);
        let types: Vec<_> = ends.types.iter().take(3).map(|of| self.schema.name_of(*of)).collect();
        let types = types.join(" or ");
        let rest = self.rest();
        let Some((text, operator)) = Operator::ALL.iter().find(|(text, _)| rest.starts_with(text)) else {
            // (A path alone is a truth value.)
            if !kinds.may_be_bool {
                let message = format!("`{path}` is {types}: expected an operator and {}", kinds.expected());
                return Err(self.wrong(&message));
            }
            return Ok(Condition::Compare(steps, Operator::Equal, Literal::Bool(true)));
        };
        self.at += text.len();
        self.rest();
        let at = self.at;
        let literal = self.literal()?;
        if let Some(problem) = operator.problem(&literal, &kinds, path) {
            let found: String = self.text[at..self.at].chars().take(20).collect();
            return Err(PathError { at, message: format!("`{path}` is {types}: {problem}, found `{found}`") });
        }
        Ok(Condition::Compare(steps, *operator, literal))
    }

    /// Parses a path; returns the offset of each step too.
    fn path(&mut self) -> Result<(Vec<Step>, Vec<usize>), PathError> {
        let rest = self.rest();
        if !rest.starts_with(|next: char| next == '[' || next == '_' || next.is_alphabetic()) {
            return Err(self.wrong("expected a path, `not` or `(`"));
        }
        let (mut steps, mut places) = (Vec::new(), Vec::new());
        let mut parser = Parser { text: self.text, at: self.at };
        loop {
            places.push(parser.at + usize::from(self.text[parser.at..].starts_with('.')));
            steps.push(parser.step(steps.is_empty())?);
            if !self.text[parser.at..].starts_with(['.', '[']) {
                self.at = parser.at;
                return Ok((steps, places));
            }
        }
    }

    fn literal(&mut self) -> Result<Literal, PathError> {
        let rest = self.rest();
        for (word, literal) in [
            ("null", Literal::Null),
            ("true", Literal::Bool(true)),
            ("false", Literal::Bool(false)),
            ("Infinity", Literal::Float(f64::INFINITY)),
            ("-Infinity", Literal::Float(f64::NEG_INFINITY)),
        ] {
            if self.word(word) {
                return Ok(literal);
            }
        }
        if rest.starts_with('"') {
            let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            return match texts.next() {
                Some(Ok(text)) => {
                    self.at += texts.byte_offset();
                    Ok(Literal::Text(text))
                }
                _ => Err(self.wrong("expected the end of the text in quotes, as in JSON")),
            };
        }
        let is_number = |next: char| next.is_ascii_alphanumeric() || matches!(next, '.' | '-' | '+' | '_');
        let len = rest.find(|next| !is_number(next)).unwrap_or(rest.len());
        let number = &rest[..len];
        let digits = number.replace('_', "");
        // (Rust has more forms of numbers than JSON: `01`, `1.`, `-nan`.)
        let is_json = is_grouped(number) && serde_json::from_str::<serde_json::Number>(&digits).is_ok();
        let int = || digits.parse().ok().map(Literal::Int);
        match int().or_else(|| digits.parse().ok().map(Literal::Float)).filter(|_| is_json) {
            Some(literal) => {
                self.at += len;
                Ok(literal)
            }
            None => Err(self.wrong("expected a number, a text in quotes, true, false or null")),
        }
    }
}

/// Returns whether each `_` in a number is between two digits.
fn is_grouped(number: &str) -> bool {
    let is_digit = |next: char| next.is_ascii_digit();
    number.match_indices('_').all(|(at, _)| number[..at].ends_with(is_digit) && number[at + 1..].starts_with(is_digit))
}

#[cfg(test)]
mod tests {
    use packed_data::{Compact, Limits, Packable, Packed};
    use packed_data_schema::Layout;

    use super::*;

    #[derive(Packable)]
    enum Kind {
        Plain,
        Sized { width: f64 },
        Named(String),
    }

    #[derive(Packable)]
    struct Record {
        number: i64,
        large: u128,
        ratio: f32,
        is_open: bool,
        letter: char,
        note: Option<String>,
        kind: Kind,
        tags: Vec<u8>,
        counts: std::collections::BTreeMap<String, u32>,
        mode: Mode,
        pair: [i64; 2],
    }

    #[derive(Packable)]
    enum Mode {
        Fast,
        Slow,
        By { rate: f64, unit: char },
    }

    fn record(kind: Kind) -> Record {
        let (note, tags) = (Some("say \"no\"".into()), vec![3, 4]);
        let (mode, pair) = (Mode::Fast, [1, 2]);
        let counts = [("or".to_owned(), 7)].into_iter().collect();
        Record {
            number: -5,
            large: u128::MAX,
            ratio: 0.5,
            is_open: true,
            letter: 'x',
            note,
            kind,
            tags,
            counts,
            mode,
            pair,
        }
    }

    fn holds(text: &str, record: &Record) -> bool {
        let schema = Schema::of::<Record>();
        let codec = schema.codec(Layout::Compact).unwrap();
        let packed = Packed::<Record, Compact>::pack(record);
        let filter = Filter::parse(text, &schema, 0).unwrap_or_else(|error| panic!("{text}: {error}"));
        filter.matches(codec.read(packed.as_bytes(), &Limits::DEFAULT).unwrap())
    }

    #[test]
    fn conditions() {
        let plain = record(Kind::Plain);
        for text in [
            "number = -5",
            "number < -4.5 and number > -5.5 and number <= -5 and number >= -5.0",
            "large > 170141183460469231731687303715884105727 and large > 1e20",
            "ratio == 0.5 and ratio < 1",
            "is_open and not not is_open",
            "is_open = true",
            "letter = \"x\"",
            r#"note = "say \"no\"""#,
            "kind = \"Plain\" and kind != \"Sized\"",
            "kind.width = null and kind.Sized = null",
            "tags[1] = 4 and tags[2] = null and not tags[2] < 5",
            "counts.or = 7 and counts[\"and\"] = null",
            "number = 1 or number = 2 or number = -5",
            "number < 1_000 and number < 1_0e0_1 and number != 1_000.000_5",
            "mode = \"Fast\" and mode != \"Slow\" and mode < \"G\" and mode.By = null and mode.By.rate = null",
            "pair[1] = 2",
            "not (number = 1 or is_open = false)",
            "number = -5 or number = 1 and number = 2",
            "tags[2] != 5 and note != null",
        ] {
            assert!(holds(text, &plain), "{text}");
            assert!(!holds(&format!("not ({text})"), &plain), "not {text}");
        }
        let sized = record(Kind::Sized { width: f64::INFINITY });
        assert!(holds("kind.width >= Infinity and kind.Sized.width > 1e308", &sized));
        assert!(holds("kind.Named = null", &sized));
        assert!(holds("kind = \"a\" and kind.Named = \"a\"", &record(Kind::Named("a".into()))));
    }

    #[test]
    fn mistakes() {
        let schema = Schema::of::<Record>();
        let deep = format!("{}is_open", "(".repeat(1_000_000));
        let nots = "not ".repeat(1_000_000);
        for (text, at, message) in [
            ("", 0, "expected a path, `not` or `(`, found the end"),
            ("number = -5 and prise > 3", 16, "unknown path `prise`: Record has the fields `number`, `large`"),
            ("kind.height = 1", 5, "unknown path `height`: Kind has the constructors `Plain`, `Sized`, `Named`"),
            ("number.x = 1", 7, "unknown path `x`: i64 has no parts"),
            ("number = ", 9, "expected a number, a text in quotes, true, false or null, found the end"),
            ("number = five", 9, "expected a number, a text in quotes, true, false or null, found `five`"),
            ("number = 05", 9, "expected a number, a text in quotes, true, false or null, found `05`"),
            ("number = 5.", 9, "expected a number, a text in quotes, true, false or null, found `5.`"),
            ("number = 5_", 9, "expected a number, a text in quotes, true, false or null, found `5_`"),
            ("number = -_5", 9, "expected a number, a text in quotes, true, false or null, found `-_5`"),
            ("number = 1__0", 9, "expected a number, a text in quotes, true, false or null, found `1__0`"),
            ("ratio < -inf", 8, "expected a number, a text in quotes, true, false or null, found `-inf`"),
            ("ratio < -nan", 8, "expected a number, a text in quotes, true, false or null, found `-nan`"),
            ("ratio < 1e999", 8, "expected a number, a text in quotes, true, false or null, found `1e999`"),
            ("number = 1 number = 2", 11, "expected `and`, `or` or the end, found `number`"),
            ("(number = 1", 11, "expected `)`, found the end"),
            ("note = \"x", 7, "expected the end of the text in quotes"),
            ("number = \"-5\"", 9, "`number` is i64: expected a number, found `\"-5\"`"),
            ("number != \"-5\"", 10, "`number` is i64: expected a number, found `\"-5\"`"),
            ("number = null", 9, "`number` is i64: expected a number, found `null`"),
            ("ratio < true", 8, "`ratio` is f32: expected a number, found `true`"),
            ("is_open = 1", 10, "`is_open` is bool: expected true or false, found `1`"),
            ("is_open and number", 18, "`number` is i64: expected an operator and a number, found the end"),
            ("letter = \"xy\"", 9, "`letter` is char: expected one character in quotes, found `\"xy\"`"),
            ("note = 3", 7, "`note` is Option<String>: expected a text in quotes or null, found `3`"),
            ("note < null", 7, "`note` is Option<String>: null has no order, expected `=` or `!=`, found `null`"),
            ("tags = 3", 7, "`tags` is Vec<u8>: expected a path to a part of it, found `3`"),
            ("tags[0] = \"a\"", 10, "`tags[0]` is u8: expected a number or null, found `\"a\"`"),
            ("counts.x = true", 11, "`counts.x` is u32: expected a number or null, found `true`"),
            ("kind.width = \"a\"", 13, "`kind.width` is f64: expected a number or null, found `\"a\"`"),
            ("kind = 3", 7, "`kind` is Kind: expected a text in quotes, found `3`"),
            ("mode = \"Fats\"", 7, "`mode` is Mode: expected \"Fast\", \"Slow\", found `\"Fats\"`"),
            (
                "mode = \"By\"",
                7,
                "`mode` is Mode: expected a constructor without fields (`mode.By != null` selects this one), found",
            ),
            ("pair[2] = 3", 4, "unknown path `[2]`: [i64; 2] has the elements before `[2]`"),
            (&deep, 101, "expected fewer parentheses inside each other"),
            (&nots, 404, "expected fewer parentheses inside each other"),
        ] {
            let error = Filter::parse(text, &schema, 0).unwrap_err();
            assert!(error.message.starts_with(message), "{error}");
            assert_eq!(error.at, at, "{error}");
        }
    }

    #[test]
    fn integers_and_floats() {
        for (int, float, order) in [
            (9_007_199_254_740_993, 9_007_199_254_740_992.0, Some(Ordering::Greater)),
            (-3, -3.5, Some(Ordering::Greater)),
            (-4, -3.5, Some(Ordering::Less)),
            (3, 3.5, Some(Ordering::Less)),
            (i128::MAX, 2_f64.powi(127), Some(Ordering::Less)),
            (i128::MIN, -(2_f64.powi(127)), Some(Ordering::Equal)),
            (0, f64::NAN, None),
            (0, f64::NEG_INFINITY, Some(Ordering::Greater)),
        ] {
            assert_eq!(compare_mixed(int, float), order, "{int} {float}");
        }
    }
}
