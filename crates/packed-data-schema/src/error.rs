//! Errors of reading by a schema: what is wrong, at which byte, and in which part.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use core::fmt;

use packed_data::error::Printable;
use packed_data::{ErrorKind, Limits};
use packed_data_model::path::{KEPT, Recorder, Segment};

use crate::schema::{Schema, StructKind, Type, short};

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
    /// Returns the error of a value at an offset that has more bytes than the limits allow.
    #[cold]
    pub(crate) fn too_large(at: usize, limits: &Limits) -> Self {
        let kind = ErrorKind::TooLarge { limit: limits.bytes };
        Self { kind, offset: at + limits.bytes, path: String::new() }
    }

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

impl core::error::Error for Error {}

impl Schema {
    /// Prints a path as errors do: `Tree::Node.1 > Tree::Leaf.0`. Of more than 32 segments, the first and the last 16
    /// are kept.
    pub fn path(&self, segments: &[Segment]) -> String {
        let len = segments.len();
        let kept = (0..len.min(KEPT)).chain(len.saturating_sub(KEPT).max(KEPT)..len);
        print(self, len, kept.map(|depth| (depth, segments[depth])))
    }
}

/// Prints the path of a recorder.
pub(crate) fn path_of_recorder(schema: &Schema, recorder: &Recorder) -> String {
    let (len, kept) = recorder.kept();
    print(schema, len, kept)
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
    path_of_recorder(schema, &recorder)
}
