//! The text of conditions: comparisons of paths with literals, `and`, `or`, `not`. The book's page on the command has
//! the grammar.

use super::kinds::Kinds;
use super::{Condition, Literal, Operator};
use crate::path::{self, Parser, Path, PathError};
use crate::schema::{Schema, TypeIndex};

/// How deep parentheses and `not` may nest.
const DEPTH: usize = 100;

/// The texts of operators. One that begins with another comes before it.
pub(super) const OPERATORS: [(&str, Operator); 8] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("≠", Operator::NotEqual),
];

/// Parses a condition on values of a type.
pub(super) fn parse(text: &str, schema: &Schema, of: TypeIndex) -> Result<Condition, PathError> {
    let mut parser = Conditions { text, at: 0, schema, of };
    let condition = parser.or(0)?;
    match parser.rest() {
        "" => Ok(condition),
        _ => Err(parser.wrong("expected `and`, `or` or the end")),
    }
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
        let (path, places) = self.path()?;
        let text = &self.text[start..self.at];
        let ends = match path::check(self.schema, self.of, &path.steps) {
            Ok(ends) => ends,
            Err(error) => return Err(PathError { at: places[error.at], message: error.message }),
        };
        let kinds = Kinds::of(self.schema, &ends);
        let types: Vec<_> = ends.types.iter().take(3).map(|of| self.schema.name_of(*of)).collect();
        let types = types.join(" or ");
        let rest = self.rest();
        let Some((symbol, operator)) = OPERATORS.iter().find(|(symbol, _)| rest.starts_with(symbol)) else {
            // (A path alone is a truth value.)
            if !kinds.may_be_bool {
                let message = format!("`{text}` is {types}: expected an operator and {}", kinds.expected());
                return Err(self.wrong(&message));
            }
            return Ok(Condition::compare(path, Operator::Equal, Literal::Bool(true)));
        };
        self.at += symbol.len();
        self.rest();
        let at = self.at;
        let literal = self.literal()?;
        if let Some(problem) = kinds.problem(*operator, &literal, text) {
            let found: String = self.text[at..self.at].chars().take(20).collect();
            return Err(PathError { at, message: format!("`{text}` is {types}: {problem}, found `{found}`") });
        }
        Ok(Condition::compare(path, *operator, literal))
    }

    /// Parses a path; returns the offset of each step too.
    fn path(&mut self) -> Result<(Path, Vec<usize>), PathError> {
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
                return Ok((Path { steps }, places));
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
