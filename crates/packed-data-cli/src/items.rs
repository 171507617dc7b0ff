//! The lists of paths on the command line: `--select`, `--sort`, `--group-by`, and the aggregates of `--agg`.

use packed_data_schema::filter::Kinds;
use packed_data_schema::path::{self, Path};
use packed_data_schema::{Schema, TypeIndex};

use crate::error::{Failure, Outcome};

/// An item of a list.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Its text, without spaces around it.
    pub(crate) name: String,
    /// What is computed, if it is no path alone.
    pub(crate) function: Option<Function>,
    /// The path; `None` for `count` alone.
    pub(crate) path: Option<Path>,
    /// Whether `-` is before it.
    pub(crate) is_descending: bool,
}

/// What is computed of the values at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// How many there are.
    Count,
    Sum,
    Min,
    Max,
    Mean,
}

const FUNCTIONS: [(&str, Function); 5] = [
    ("count", Function::Count),
    ("sum", Function::Sum),
    ("min", Function::Min),
    ("max", Function::Max),
    ("mean", Function::Mean),
];

/// A list that is parsed.
struct List<'l> {
    flag: &'static str,
    text: &'l str,
    at: usize,
}

impl<'l> List<'l> {
    fn rest(&mut self) -> &'l str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn wrong(&self, at: usize, message: &str) -> Failure {
        let before = self.text[..at].chars().count();
        Failure::Usage(format!("{}: {message}, at character {}", self.flag, before + 1))
    }

    fn take(&mut self, symbol: char) -> bool {
        let is_next = self.rest().starts_with(symbol);
        if is_next {
            self.at += symbol.len_utf8();
        }
        is_next
    }

    fn path(&mut self) -> Outcome<Path> {
        let rest = self.rest();
        match Path::parse_first(rest) {
            Ok((path, len)) => {
                self.at += len;
                Ok(path)
            }
            Err(error) => Err(self.wrong(self.at + error.at, &error.message)),
        }
    }

    /// Takes the name of a function, with `(` after it; or that of `count` alone.
    fn function(&mut self) -> Option<(Function, bool)> {
        let rest = self.rest();
        let (name, function) = FUNCTIONS.iter().find(|(name, _)| {
            let after = rest.strip_prefix(name);
            after.is_some_and(|after| !after.starts_with(|next: char| next == '_' || next.is_alphanumeric()))
        })?;
        let before = self.at;
        self.at += name.len();
        if self.take('(') {
            return Some((*function, true));
        }
        let is_alone = *function == Function::Count && matches!(self.rest().chars().next(), None | Some(','));
        self.at = if is_alone { before + name.len() } else { before };
        is_alone.then_some((Function::Count, false))
    }
}

/// Parses a list of paths, each on its own or in the parentheses of a function, if there may be `functions`, and with
/// `-` before it if it may be descending.
pub(crate) fn parse(flag: &'static str, text: &str, functions: bool, descending: bool) -> Outcome<Vec<(usize, Item)>> {
    let mut list = List { flag, text, at: 0 };
    let mut items: Vec<(usize, Item)> = Vec::new();
    loop {
        let is_descending = descending && list.take('-');
        list.rest();
        let start = list.at;
        let item = match if functions { list.function() } else { None } {
            Some((function, false)) => {
                Item { name: "count".into(), function: Some(function), path: None, is_descending }
            }
            Some((function, true)) => {
                let path = list.path()?;
                if !list.take(')') {
                    return Err(list.wrong(list.at, "expected `)`"));
                }
                let name = list.text[start..list.at].chars().filter(|next| !next.is_whitespace()).collect();
                Item { name, function: Some(function), path: Some(path), is_descending }
            }
            None => {
                let path = list.path()?;
                let name = list.text[start..list.at].to_owned();
                Item { name, function: None, path: Some(path), is_descending }
            }
        };
        if items.iter().any(|(_, other)| other.name == item.name) {
            return Err(list.wrong(start, &format!("`{}` is in the list twice", item.name)));
        }
        items.push((start, item));
        if list.rest().is_empty() {
            return Ok(items);
        }
        if !list.take(',') {
            return Err(list.wrong(list.at, "expected `,` or the end"));
        }
    }
}

/// Checks that the paths of a list lead somewhere in rows of a type, and returns the items and the paths.
pub(crate) fn check(
    flag: &'static str,
    text: &str,
    items: Vec<(usize, Item)>,
    schema: &Schema,
    of: TypeIndex,
) -> Outcome<Vec<Item>> {
    let list = List { flag, text, at: 0 };
    for (at, item) in &items {
        let Some(path) = &item.path else { continue };
        let ends = path::check(schema, of, &path.steps).map_err(|error| list.wrong(*at, &error.message))?;
        let kinds = Kinds::of(schema, &ends);
        let expected = match item.function {
            Some(Function::Sum | Function::Mean) if !kinds.has_numbers() => "a number",
            Some(Function::Min | Function::Max) if !kinds.has_order() => "a number, a text, a truth value or a time",
            None if flag == "--sort" && !kinds.has_order() => "a number, a text, a truth value or a time",
            _ => continue,
        };
        let types: Vec<_> = ends.types.iter().take(3).map(|of| schema.name_of(*of)).collect();
        let message = format!("`{}` is of {}: expected a path to {expected}", item.name, types.join(" or "));
        return Err(list.wrong(*at, &message));
    }
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

/// Returns the paths of all items.
pub(crate) fn paths(items: &[Item]) -> Vec<Path> {
    items.iter().filter_map(|item| item.path.clone()).collect()
}
