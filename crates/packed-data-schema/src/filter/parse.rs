//! The text of conditions: tests of paths, `and`, `or`, `not`. The book's page on queries has the grammar.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::kinds::Kinds;
use super::pattern::Pattern;
use super::{Condition, Literal, Operator};
use crate::path::{self, Parser, Path, PathError, quoted};
use crate::schema::{Schema, TypeIndex};

/// How deep parentheses, `not`, `any` and `all` may nest.
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
    let mut parser = Conditions { text, at: 0, schema, of: vec![of] };
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
    /// The types of the values that paths begin at.
    of: Vec<TypeIndex>,
}

/// The path of a test.
struct Subject<'t, 's> {
    path: Path,
    text: &'t str,
    /// The names of some types of the values at its end.
    types: String,
    kinds: Kinds<'s>,
}

impl<'t, 's> Conditions<'t, 's> {
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

    /// Takes a symbol.
    fn symbol(&mut self, symbol: &str) -> bool {
        let is_next = self.rest().starts_with(symbol);
        if is_next {
            self.at += symbol.len();
        }
        is_next
    }

    /// Takes a symbol, which must be next.
    fn expect(&mut self, symbol: &str) -> Result<(), PathError> {
        if self.symbol(symbol) { Ok(()) } else { Err(self.wrong(&format!("expected `{symbol}`"))) }
    }

    fn or(&mut self, depth: usize) -> Result<Condition, PathError> {
        let mut any = vec![self.and(depth)?];
        while self.word("or") || self.symbol("||") {
            any.push(self.and(depth)?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Condition::Or(any) })
    }

    fn and(&mut self, depth: usize) -> Result<Condition, PathError> {
        let mut all = vec![self.not(depth)?];
        while self.word("and") || self.symbol("&&") {
            all.push(self.not(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::And(all) })
    }

    fn not(&mut self, depth: usize) -> Result<Condition, PathError> {
        if depth > DEPTH {
            return Err(self.wrong("expected fewer parentheses inside each other"));
        }
        if self.word("not") || self.symbol("!") {
            return Ok(Condition::Not(Box::new(self.not(depth + 1)?)));
        }
        if self.symbol("(") {
            let inner = self.or(depth + 1)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let before = self.at;
        for (word, is_all) in [("any", false), ("all", true)] {
            if self.word(word) && self.symbol("(") {
                return self.each(depth, is_all);
            }
            // (A field may have this name.)
            self.at = before;
        }
        self.test()
    }

    /// Parses the rest of `any(` or `all(`.
    fn each(&mut self, depth: usize, is_all: bool) -> Result<Condition, PathError> {
        self.rest();
        let at = self.at;
        let Subject { path, text, types, kinds } = self.subject()?;
        if kinds.elements.is_empty() {
            return Err(PathError::new(at, format!("`{text}` is {types}: expected a path to a list or a map")));
        }
        self.expect(",")?;
        let outside = core::mem::replace(&mut self.of, kinds.elements);
        let condition = Box::new(self.or(depth + 1)?);
        self.of = outside;
        self.expect(")")?;
        Ok(if is_all { Condition::All { path, condition } } else { Condition::Any { path, condition } })
    }

    /// Parses a path, and looks up where it leads.
    fn subject(&mut self) -> Result<Subject<'t, 's>, PathError> {
        self.rest();
        let start = self.at;
        let (path, places) = self.path()?;
        let text = &self.text[start..self.at];
        let ends = match path::check_all(self.schema, &self.of, &path.steps) {
            Ok(ends) => ends,
            Err(error) => return Err(PathError { at: places[error.at], message: error.message }),
        };
        let kinds = Kinds::of(self.schema, &ends);
        let types: Vec<_> = ends.types.iter().take(3).map(|of| self.schema.name_of(*of)).collect();
        Ok(Subject { path, text, types: types.join(" or "), kinds })
    }

    fn test(&mut self) -> Result<Condition, PathError> {
        let subject = self.subject()?;
        let rest = self.rest();
        if self.symbol("=~") {
            return self.matches(subject);
        }
        if let Some((symbol, operator)) = OPERATORS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
            self.at += symbol.len();
            let literal =
                self.literal_for(&subject, |kinds, literal| kinds.problem(*operator, literal, subject.text))?;
            return Ok(Condition::compare(subject.path, *operator, literal));
        }
        let before = self.at;
        let is_not = self.word("not");
        if self.word("in") {
            let condition = self.list(subject)?;
            return Ok(if is_not { Condition::Not(Box::new(condition)) } else { condition });
        }
        self.at = before;
        if self.word("contains") {
            let schema = self.schema;
            let literal = self.literal_for(&subject, |kinds, literal| kinds.contains_problem(schema, literal))?;
            return Ok(Condition::Contains { path: subject.path, literal });
        }
        // (A path alone is a truth value.)
        let Subject { path, text, types, kinds } = subject;
        if !kinds.may_be_bool {
            let message = format!("`{text}` is {types}: expected an operator and {}", kinds.expected());
            return Err(self.wrong(&message));
        }
        Ok(Condition::compare(path, Operator::Equal, Literal::Bool(true)))
    }

    /// Parses a literal, and refuses one with which there is a problem.
    fn literal_for(
        &mut self,
        subject: &Subject<'_, '_>,
        problem: impl FnOnce(&Kinds<'_>, &Literal) -> Option<String>,
    ) -> Result<Literal, PathError> {
        self.rest();
        let at = self.at;
        let literal = self.literal()?;
        let Some(problem) = problem(&subject.kinds, &literal) else { return Ok(literal) };
        let found: String = self.text[at..self.at].chars().take(20).collect();
        let Subject { text, types, .. } = subject;
        Err(PathError::new(at, format!("`{text}` is {types}: {problem}, found `{found}`")))
    }

    /// Parses a regular expression.
    fn matches(&mut self, subject: Subject<'_, '_>) -> Result<Condition, PathError> {
        let Subject { path, text, types, kinds } = subject;
        self.rest();
        let at = self.at;
        if let Some(problem) = kinds.matches_problem() {
            return Err(PathError::new(at, format!("`{text}` is {types}: {problem}")));
        }
        if !self.rest().starts_with(['"', '\'']) {
            return Err(self.wrong("expected a regular expression in quotes"));
        }
        let pattern = self.text()?;
        match Pattern::new(&pattern) {
            Ok(_) => Ok(Condition::Matches { path, pattern }),
            Err(message) => Err(PathError::new(at, message)),
        }
    }

    /// Parses the literals after `in`.
    fn list(&mut self, subject: Subject<'_, '_>) -> Result<Condition, PathError> {
        let end = match () {
            () if self.symbol("[") => "]",
            () if self.symbol("(") => ")",
            () => return Err(self.wrong("expected `[` and literals")),
        };
        let mut literals = Vec::new();
        loop {
            let problem = |kinds: &Kinds<'_>, literal: &Literal| kinds.problem(Operator::Equal, literal, subject.text);
            literals.push(self.literal_for(&subject, problem)?);
            if self.symbol(end) {
                return Ok(Condition::In { path: subject.path, literals });
            }
            if !self.symbol(",") {
                return Err(self.wrong(&format!("expected `,` or `{end}`")));
            }
        }
    }

    /// Parses a path; returns the offset of each step too.
    fn path(&mut self) -> Result<(Path, Vec<usize>), PathError> {
        let rest = self.rest();
        if !rest.starts_with(|next: char| matches!(next, '.' | '[' | '_') || next.is_alphabetic()) {
            return Err(self.wrong("expected a path, `not` or `(`"));
        }
        let mut parser = Parser { text: self.text, at: self.at };
        let path = parser.path()?;
        self.at = parser.at;
        Ok(path)
    }

    /// Parses a text in quotes.
    fn text(&mut self) -> Result<String, PathError> {
        match quoted(self.rest()) {
            Some((text, len)) => {
                self.at += len;
                Ok(text)
            }
            None => Err(self.wrong("expected the end of the text in quotes")),
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
        if rest.starts_with(['"', '\'']) {
            return self.text().map(Literal::Text);
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
