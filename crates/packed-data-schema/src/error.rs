//! Errors of reading by a schema: what is wrong, at which byte, and in which part.

use std::fmt;

use packed_data::ErrorKind;
use packed_data::error::Printable;

use crate::schema::{Schema, StructKind, Type, TypeIndex, short};

/// Why bytes are not a value of the type of a schema. The kind and the offset are those that the library reports for
/// the Rust type.
///
/// ```
/// use packed_data::Limits;
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(bool, bool)>();
/// let error = schema.validate(&[1, 7], LayoutId::Compact, &Limits::DEFAULT).unwrap_err();
/// assert_eq!(error.to_string(), "invalid bool: expected 0 or 1, found 7, at byte 1 in (_, _).1");
/// ```
#[derive(Clone, PartialEq)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) offset: usize,
    pub(crate) path: String,
}

impl Error {
    /// Returns what is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the offset in bytes from the start of the input.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the path to the part that is wrong, from the outermost type inwards: `Tree::Node.1 > Tree::Leaf.0`.
    /// Empty if the whole value is wrong. Of a path of more than 32 segments, the first and the last 16 are kept.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.kind, self.offset)?;
        if self.path.is_empty() { Ok(()) } else { write!(f, " in {}", self.path) }
    }
}

/// Prints what `Display` prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// How many of the outermost and of the innermost segments a path keeps.
const KEPT: usize = 16;

/// A step of a path: from a value to one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A field of a struct, or of a constructor.
    Field {
        /// The type with the field.
        of: TypeIndex,
        /// The number of the constructor; 0 for a struct.
        constructor: u32,
        /// The number of the field.
        field: u32,
    },
    /// An element.
    Element(usize),
}

impl Schema {
    /// Prints a path as errors do: `Tree::Node.1 > Tree::Leaf.0`. Of more than 32 segments, the first and the last 16
    /// are kept.
    pub fn path(&self, segments: &[Segment]) -> String {
        let len = segments.len();
        let kept = (0..len.min(KEPT)).chain(len.saturating_sub(KEPT).max(KEPT)..len);
        print(self, len, kept.map(|depth| (depth, segments[depth])))
    }
}

/// The segments of one value that is not a last field, and of the last fields inside it.
#[derive(Clone, Debug, Default)]
struct Run {
    first: Vec<Segment>,
    /// The innermost segments that are not in `first`, each at its index modulo [`KEPT`].
    last: Vec<Segment>,
    len: usize,
}

/// The path to the part that is read. Its size is proportional to the levels of nesting, not to the last fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    runs: Vec<Run>,
}

impl Recorder {
    /// Begins a part that is not a last field.
    pub(crate) fn enter(&mut self, segment: Segment) {
        self.runs.push(Run { first: vec![segment], last: Vec::new(), len: 1 });
    }

    /// Ends such a part.
    pub(crate) fn leave(&mut self) {
        self.runs.pop();
    }

    /// Begins a last field.
    pub(crate) fn follow(&mut self, segment: Segment) {
        if self.runs.is_empty() {
            self.runs.push(Run::default());
        }
        let Some(run) = self.runs.last_mut() else { return };
        match run.first.len() {
            ..KEPT => run.first.push(segment),
            _ if run.last.len() < KEPT => run.last.push(segment),
            _ => run.last[(run.len - KEPT) % KEPT] = segment,
        }
        run.len += 1;
    }

    /// Removes the last fields of the innermost part: an error is in the part itself.
    pub(crate) fn forget(&mut self, is_root: bool) {
        match self.runs.last_mut() {
            Some(run) if is_root => *run = Run::default(),
            Some(run) => {
                (run.len, run.last) = (1, {
                    run.first.truncate(1);
                    Vec::new()
                })
            }
            None => {}
        }
    }

    /// Prints the path.
    pub(crate) fn print(&self, schema: &Schema) -> String {
        let len: usize = self.runs.iter().map(|run| run.len).sum();
        let (mut kept, mut depth) = (Vec::new(), 0);
        for run in &self.runs {
            for index in 0..run.len.min(KEPT) {
                kept.push((depth + index, run.first[index]));
            }
            for index in run.len.saturating_sub(KEPT).max(KEPT)..run.len {
                kept.push((depth + index, run.last[(index - KEPT) % KEPT]));
            }
            depth += run.len;
        }
        print(schema, len, kept.into_iter().filter(|(depth, _)| *depth < KEPT || *depth + KEPT >= len))
    }
}

/// Prints a path of `len` segments, given those that are kept, each with its index.
fn print(schema: &Schema, len: usize, kept: impl Iterator<Item = (usize, Segment)>) -> String {
    let mut out = String::new();
    for (depth, segment) in kept {
        if depth > 0 {
            out.push_str(" > ");
        }
        if depth == KEPT.max(len.saturating_sub(KEPT)) && len > 2 * KEPT {
            out.push_str(&format!("... {} more ... > ", len - 2 * KEPT));
        }
        push(schema, segment, &mut out);
    }
    Printable(out).to_string()
}

/// Appends a segment.
fn push(schema: &Schema, segment: Segment, out: &mut String) {
    let (node, constructor, index) = match segment {
        Segment::Element(index) => return out.push_str(&format!("[{index}]")),
        Segment::Field { of, constructor, field } => (of, constructor as usize, field as usize),
    };
    let fields = match schema.get(schema.packed(node)) {
        Type::Struct(of) if of.kind == StructKind::Tuple => {
            let (arity, shown) = (of.fields.len(), of.fields.len().min(16));
            let blanks = vec!["_"; shown].join(", ");
            out.push_str(&match arity {
                1 => "(_,)".to_owned(),
                _ if arity > shown => format!("({blanks}, ...)"),
                _ => format!("({blanks})"),
            });
            &of.fields
        }
        Type::Struct(of) => {
            out.push_str(&short(&of.name));
            &of.fields
        }
        Type::Enum(of) => {
            let Some(constructor) = of.constructors.get(constructor) else { return };
            out.push_str(&format!("{}::{}", short(&of.name), short(&constructor.name)));
            &constructor.fields
        }
        _ => return,
    };
    if let Some(field) = fields.get(index) {
        out.push_str(&format!(".{}", short(&field.name)));
    }
}

/// Prints the path of values that are open: the type, the constructor, the index of the part, and whether it is a
/// field.
pub(crate) fn path_of(schema: &Schema, open: impl Iterator<Item = (u32, u32, usize, bool)>) -> String {
    let mut recorder = Recorder::default();
    for (node, constructor, index, is_field) in open {
        recorder.follow(match is_field {
            true => Segment::Field { of: node, constructor, field: index as u32 },
            false => Segment::Element(index),
        });
    }
    recorder.print(schema)
}
