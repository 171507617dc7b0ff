//! A row of bytes, with the fields and the jumps above it, and the meaning of each byte below it.

use std::ops::Range;

use super::svg::{Canvas, Font, LEFT};

/// The width of the cell of a byte.
pub(super) const CELL: usize = 30;
const HEIGHT: usize = 24;
/// The largest number of bytes that fit in a row.
const MOST: usize = 21;

/// The kind of a byte, which determines its colour.
#[derive(Clone, Copy)]
enum Kind {
    Tag,
    Size,
    Data,
    Absent,
}

impl Kind {
    const fn class(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Size => "size",
            Self::Data => "data",
            Self::Absent => "absent",
        }
    }
}

/// Bytes with one meaning.
struct Part {
    bytes: Range<usize>,
    kind: Kind,
    label: String,
}

/// A field or value: one part or several, and further fields.
struct Span {
    bytes: Range<usize>,
    label: String,
    /// The number of spans that enclose it.
    depth: usize,
}

/// An arrow from a size or end to the position that it determines.
struct Jump {
    byte: usize,
    to: usize,
}

/// Packed bytes, and their parts from the first byte to the last.
pub(super) struct Strip {
    bytes: Vec<u8>,
    parts: Vec<Part>,
    spans: Vec<Span>,
    jumps: Vec<Jump>,
    changed: Vec<usize>,
    depth: usize,
}

impl Strip {
    pub(super) fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        assert!(bytes.len() <= MOST, "{} bytes do not fit in a row of {MOST}", bytes.len());
        Self { bytes, parts: Vec::new(), spans: Vec::new(), jumps: Vec::new(), changed: Vec::new(), depth: 0 }
    }

    /// Returns the position after the last part.
    pub(super) fn position(&self) -> usize {
        self.parts.last().map_or(0, |part| part.bytes.end)
    }

    #[track_caller]
    fn part(&mut self, kind: Kind, expected: &[u8], label: String) {
        let bytes = self.position()..self.position() + expected.len();
        assert_eq!(self.bytes.get(bytes.clone()), Some(expected), "{label}, bytes {bytes:?} of {:02x?}", self.bytes);
        self.parts.push(Part { bytes, kind, label });
    }

    /// Adds a part for the tag of a constructor; the next bytes must be `expected`.
    #[track_caller]
    pub(super) fn tag(&mut self, expected: &[u8], label: impl Into<String>) {
        self.part(Kind::Tag, expected, label.into());
    }

    /// Adds a part for a size, length, count, end or head; the next bytes must be `expected`.
    #[track_caller]
    pub(super) fn size(&mut self, expected: &[u8], label: impl Into<String>) {
        self.part(Kind::Size, expected, label.into());
    }

    /// Adds a part for a number or a text; the next bytes must be `expected`.
    #[track_caller]
    pub(super) fn data(&mut self, expected: &[u8], label: impl Into<String>) {
        self.part(Kind::Data, expected, label.into());
    }

    /// Adds a part for bytes that a reader does not get; the next bytes must be `expected`.
    #[track_caller]
    pub(super) fn absent(&mut self, expected: &[u8], label: impl Into<String>) {
        self.part(Kind::Absent, expected, label.into());
    }

    /// Adds a part for one byte, which must be `expected`: the distance from `base` to the end of a value.
    #[track_caller]
    pub(super) fn end(&mut self, base: usize, expected: u8, label: impl Into<String>) {
        self.jumps.push(Jump { byte: self.position(), to: base + usize::from(expected) });
        self.size(&[expected], label);
    }

    /// Adds the parts that `parts` adds, as one field or value; returns the range of its bytes.
    pub(super) fn span(&mut self, label: impl Into<String>, parts: impl FnOnce(&mut Self)) -> Range<usize> {
        let (start, depth, index) = (self.position(), self.depth, self.spans.len());
        self.spans.push(Span { bytes: start..start, label: label.into(), depth });
        self.depth += 1;
        parts(self);
        self.depth -= 1;
        let bytes = start..self.position();
        self.spans[index].bytes = bytes.clone();
        bytes
    }

    /// Marks the bytes that differ from those of `before`.
    pub(super) fn mark_changes(&mut self, before: &[u8]) {
        assert_eq!(self.bytes.len(), before.len());
        self.changed = (0..before.len()).filter(|&byte| self.bytes[byte] != before[byte]).collect();
    }

    /// Draws the row and moves below it.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        assert_eq!(self.position(), self.bytes.len(), "bytes without a meaning");
        self.draw_spans(canvas);
        self.draw_jumps(canvas);
        self.draw_cells(canvas);
        self.draw_labels(canvas);
    }

    fn draw_spans(&self, canvas: &mut Canvas) {
        let levels = self.spans.iter().map(|span| span.depth + 1).max().unwrap_or(0);
        for span in &self.spans {
            let (left, right) = (x(span.bytes.start) + 2, x(span.bytes.end) - 2);
            let y = canvas.y + span.depth * 22;
            canvas.centred((left + right) / 2, y + 12, Font::Plain, &span.label);
            canvas.path("line", format_args!("M{left} {}v-4H{right}v4", y + 20));
        }
        canvas.y += levels * 22;
    }

    /// Draws each jump on a line of its own; the last one is the lowest.
    fn draw_jumps(&self, canvas: &mut Canvas) {
        if self.jumps.is_empty() {
            return;
        }
        let bottom = canvas.y + 4 + self.jumps.len() * 9;
        for (lane, jump) in self.jumps.iter().enumerate() {
            assert!(self.parts.iter().any(|part| part.bytes.end == jump.to), "a jump into the middle of a part");
            let (from, to, y) = (x(jump.byte) + CELL / 2, x(jump.to), canvas.y + 4 + lane * 9);
            canvas.path("jump", format_args!("M{from} {bottom}V{y}H{to}V{}", bottom + 6));
            canvas.path("arrow", format_args!("M{to} {}l-4 -8h8z", bottom + 12));
        }
        canvas.y = bottom;
    }

    fn draw_cells(&self, canvas: &mut Canvas) {
        let y = canvas.y + 13;
        for part in &self.parts {
            for byte in part.bytes.clone() {
                canvas.centred(x(byte) + CELL / 2, y - 3, Font::Index, &byte.to_string());
                canvas.rectangle(x(byte), y, CELL, HEIGHT, part.kind.class());
                canvas.centred(x(byte) + CELL / 2, y + 17, Font::Code, &format!("{:02x}", self.bytes[byte]));
            }
        }
        for &byte in &self.changed {
            canvas.rectangle(x(byte), y, CELL, HEIGHT, "changed");
        }
        canvas.y = y + HEIGHT;
    }

    /// Draws each label below its bytes if it is not wider than they are. A wider label begins below its first byte, on
    /// a line that is so low that the vertical lines of the parts after it do not cross it.
    fn draw_labels(&self, canvas: &mut Canvas) {
        let mut placed: Vec<Label<'_>> = Vec::new();
        for part in self.parts.iter().rev() {
            placed.push(Label::place(part, &placed));
        }
        for label in &placed {
            label.draw(canvas);
        }
        canvas.y += 28 + placed.iter().map(|label| label.line).max().unwrap_or(0) * 15;
    }
}

/// Returns the left edge of the cell of a byte.
pub(super) fn x(byte: usize) -> usize {
    LEFT + byte * CELL
}

/// The position of the label of a part.
struct Label<'a> {
    part: &'a Part,
    /// Whether a vertical line leads to it, because it is wider than its bytes.
    hangs: bool,
    /// The x coordinate of its left end, or of that vertical line.
    left: usize,
    /// The number of its line of text, counted from the bytes downwards.
    line: usize,
}

impl<'a> Label<'a> {
    /// Finds the highest free line, given the labels of all parts to the right.
    fn place(part: &'a Part, to_the_right: &[Self]) -> Self {
        let (start, end) = (x(part.bytes.start), x(part.bytes.end));
        let width = Font::Plain.width(&part.label);
        if width <= end - start {
            return Self { part, hangs: false, left: start.midpoint(end) - width / 2, line: 0 };
        }
        let left = start + 5;
        let in_the_way = to_the_right.iter().filter(|label| label.left < left + width + 8);
        Self { part, hangs: true, left, line: in_the_way.map(|label| label.line + 1).max().unwrap_or(0) }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let (start, end, y) = (x(self.part.bytes.start), x(self.part.bytes.end), canvas.y);
        let baseline = y + 20 + self.line * 15;
        canvas.path("line", format_args!("M{} {}v4H{}v-4", start + 2, y + 3, end - 2));
        if self.hangs {
            canvas.path("line", format_args!("M{} {}V{}", self.left, y + 7, baseline - 4));
            canvas.text(self.left + 4, baseline, Font::Plain, &self.part.label);
        } else {
            canvas.centred(start.midpoint(end), baseline, Font::Plain, &self.part.label);
        }
    }
}
