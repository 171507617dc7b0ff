//! What packing JSON loses: numbers that change, and members whose name occurs twice. The text is scanned for them
//! after it was parsed, in a loop: time and memory are linear in its length.

use std::borrow::Cow;
use std::collections::HashSet;

use ciborium::Value as Item;
use packed_data_schema::keeps_decimal;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::grouped::grouped;
use crate::json_text::Wide;

/// How many losses are printed; the others are counted.
const PRINTED: usize = 10;
/// The greatest length of a name or number in a message, in characters.
const LENGTH: usize = 60;

/// The losses of one input.
pub(crate) struct Losses {
    /// Whether a loss is an error.
    is_strict: bool,
    /// The first of them.
    texts: Vec<String>,
    count: u64,
}

impl Losses {
    pub(crate) fn new(is_strict: bool) -> Self {
        Self { is_strict, texts: Vec::new(), count: 0 }
    }

    /// Notes a loss; `text` is called if it will be printed.
    pub(crate) fn note(&mut self, text: impl FnOnce() -> String) {
        if self.texts.len() < PRINTED {
            self.texts.push(text());
        }
        self.count += 1;
    }

    /// Prints what was noted, and forgets it.
    ///
    /// # Errors
    ///
    /// A loss is an error, and there was one.
    pub(crate) fn report(&mut self, console: &mut Console<'_>, name: &str) -> Outcome {
        let kind = if self.is_strict { "" } else { "warning: " };
        let more = self.count - self.texts.len() as u64;
        for text in self.texts.drain(..) {
            console.report(&format!("{name}: {kind}{text}"));
        }
        if more > 0 {
            console.report(&format!("{name}: {kind}and {} more", grouped(more)));
        }
        Failure::if_reported(std::mem::take(&mut self.count) > 0 && self.is_strict)
    }
}

/// Says that a number becomes another one.
pub(crate) fn rounded(number: &str, value: &dyn std::fmt::Debug, path: &str) -> String {
    format!("the number {} becomes {value:?}{}", shortened(number), inside(path))
}

fn inside(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(", in {path}") }
}

/// Returns the beginning of a name or number that is too long.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// Notes what is lost of a document of JSON: floats, members, and integers of more than 64 bits, unless `wide` keeps
/// them. `number` is that of the document, if there are several. Losses are noted only in the part to which the tokens
/// `part` of a JSON Pointer lead, and on the way there. Returns whether a name is twice in an object.
pub(crate) fn scan(
    text: &[u8],
    number: Option<usize>,
    part: &[String],
    wide: Option<Wide>,
    losses: &mut Losses,
) -> bool {
    let mut scan = Scan { text, at: 0, number, part, wide, open: Vec::new(), is_key: false, repeats: false };
    scan.run(losses);
    scan.repeats
}

struct Scan<'t> {
    text: &'t [u8],
    at: usize,
    number: Option<usize>,
    part: &'t [String],
    wide: Option<Wide>,
    open: Vec<Open<'t>>,
    /// Whether the next text is the name of a member.
    is_key: bool,
    /// Whether a name was twice in an object.
    repeats: bool,
}

/// A list or object that is open.
enum Open<'t> {
    /// The index of the element.
    List(usize),
    /// The name of the member, and all names before it.
    Object(Cow<'t, str>, HashSet<Cow<'t, str>>),
}

impl<'t> Scan<'t> {
    fn run(&mut self, losses: &mut Losses) {
        while let Some(&byte) = self.text.get(self.at) {
            let start = self.at;
            self.at += 1;
            match byte {
                b'"' => self.string(losses),
                b'-' | b'0'..=b'9' => self.number(start, losses),
                b'[' => self.open.push(Open::List(0)),
                b'{' => {
                    self.open.push(Open::Object(Cow::Borrowed(""), HashSet::new()));
                    self.is_key = true;
                }
                b']' | b'}' => {
                    self.open.pop();
                    self.is_key = false;
                }
                b',' => match self.open.last_mut() {
                    Some(Open::List(index)) => *index += 1,
                    _ => self.is_key = true,
                },
                b':' => self.is_key = false,
                _ => {}
            }
        }
    }

    /// Reads a text whose first quotation mark was read.
    fn string(&mut self, losses: &mut Losses) {
        let start = self.at;
        let mut is_escaped = false;
        loop {
            match self.text.get(self.at) {
                None | Some(b'"') => break,
                Some(b'\\') => {
                    is_escaped = true;
                    self.at += 2;
                }
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        if !self.is_key {
            return;
        }
        let name = if is_escaped {
            serde_json::from_slice(self.text.get(start - 1..self.at).unwrap_or_default()).map_or("".into(), Cow::Owned)
        } else {
            String::from_utf8_lossy(self.text.get(start..self.at - 1).unwrap_or_default())
        };
        let Some(Open::Object(last, names)) = self.open.last_mut() else { return };
        let is_new = names.insert(name.clone());
        *last = name;
        self.repeats |= !is_new;
        if !is_new && self.is_wanted() {
            losses.note(|| repeated(&self.path()));
        }
    }

    /// Reads a number of which one byte was read.
    fn number(&mut self, start: usize, losses: &mut Losses) {
        let rest = self.text.get(start..).unwrap_or_default();
        let is_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let len = rest.iter().position(|byte| !is_number(byte)).unwrap_or(rest.len());
        self.at = start + len;
        let Ok(number) = str::from_utf8(&rest[..len]) else { return };
        let is_short = number.len() <= 15 && !number.contains(['e', 'E']);
        if is_short || number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok() {
            return;
        }
        // (Those that no type keeps are noted when they are written.)
        let is_kept = match self.wide {
            None => false,
            Some(Wide::Int128) => number.parse::<i128>().is_ok() || number.parse::<u128>().is_ok(),
            Some(Wide::Text) => !number.contains(['.', 'e', 'E']),
        };
        if is_kept {
            return;
        }
        let Ok(value) = number.parse::<f64>() else { return };
        if !keeps_decimal(number, value) && self.is_wanted() {
            losses.note(|| rounded(number, &value, &self.path()));
        }
    }

    /// Returns whether the place is in the part that is packed, or on the way there.
    fn is_wanted(&self) -> bool {
        self.open.iter().zip(self.part).all(|(open, wanted)| match open {
            Open::List(index) => index.to_string() == *wanted,
            Open::Object(name, _) => name == wanted,
        })
    }

    fn path(&self) -> String {
        let steps = self.open.iter().map(|open| match open {
            Open::List(index) => Step::Element(*index),
            Open::Object(name, _) => Step::Member(name),
        });
        path_of(self.number, steps)
    }
}

/// Notes what is lost of an item of CBOR when it has the form of JSON: names that are twice in a map, and floats that
/// are no numbers. (The decoder bounds the depth.)
pub(crate) fn scan_cbor(item: &Item, number: Option<usize>, losses: &mut Losses) {
    fn visit<'i>(item: &'i Item, number: Option<usize>, steps: &mut Vec<Step<'i>>, losses: &mut Losses) {
        match item {
            Item::Float(value) if !value.is_finite() => losses.note(|| {
                let path = path_of(number, steps.iter().copied());
                format!("the number {value} becomes null{}", inside(&path))
            }),
            Item::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    steps.push(Step::Element(index));
                    visit(item, number, steps, losses);
                    steps.pop();
                }
            }
            Item::Map(members) => {
                let mut names = HashSet::new();
                for (name, item) in members {
                    let Item::Text(name) = name else { continue };
                    steps.push(Step::Member(name));
                    if !names.insert(name) {
                        losses.note(|| repeated(&path_of(number, steps.iter().copied())));
                    }
                    visit(item, number, steps, losses);
                    steps.pop();
                }
            }
            _ => {}
        }
    }
    visit(item, number, &mut Vec::new(), losses);
}

/// Says that an earlier member is lost.
fn repeated(path: &str) -> String {
    format!("a second member with this name, the last one counts{}", inside(path))
}

/// A step of a path.
#[derive(Clone, Copy)]
enum Step<'p> {
    Element(usize),
    Member(&'p str),
}

/// Returns a path as `packed get` takes it; it begins with the number of the document, if there are several.
fn path_of<'p>(number: Option<usize>, steps: impl Iterator<Item = Step<'p>>) -> String {
    let mut path = String::new();
    for step in number.map(Step::Element).into_iter().chain(steps) {
        match step {
            Step::Element(index) => path.push_str(&format!("[{index}]")),
            Step::Member(name) if is_plain(name) => {
                path.push_str(if path.is_empty() { "" } else { "." });
                path.push_str(&shortened(name));
            }
            Step::Member(name) => path.push_str(&format!("[\"{}\"]", escaped(&shortened(name)))),
        }
    }
    path
}

/// Returns whether a name needs no quotation marks in a path.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first == '_' || first.is_alphabetic())
        && name.chars().all(|next| next == '_' || next.is_alphanumeric())
}

/// Escapes what a terminal would not print, as JSON does.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for next in name.chars() {
        match next {
            '"' | '\\' => text.extend(['\\', next]),
            _ if next.escape_debug().len() == 1 || next == '\'' => text.push(next),
            _ => next.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    text
}
