//! Steps of a program below a row of bytes: in each step some bytes are filled, and an arrow points at a position.

use std::ops::Range;

use super::strip::{CELL, x};
use super::svg::{Canvas, Font, LEFT};

const HEIGHT: usize = 8;

/// A step of a program: its source, what it does, and the bytes that it is about.
pub(super) struct Stage {
    /// The Rust source.
    pub(super) code: String,
    /// The explanation of the step.
    pub(super) note: String,
    /// The bytes that are filled.
    pub(super) bytes: Range<usize>,
    /// The position to which the arrow points.
    pub(super) position: usize,
}

/// Draws steps below a strip of `length` bytes.
pub(super) fn draw(canvas: &mut Canvas, length: usize, steps: &[Stage]) {
    for step in steps {
        let y = canvas.y + 6;
        canvas.text(LEFT, y + 12, Font::Code, &step.code);
        canvas.text(LEFT + Font::Code.width(&step.code) + 14, y + 12, Font::Plain, &step.note);
        for byte in 0..length {
            let class = if step.bytes.contains(&byte) { "filled" } else { "absent" };
            canvas.rectangle(x(byte), y + 19, CELL, HEIGHT, class);
        }
        canvas.path("arrow", format_args!("M{} {}l-5 9h10z", x(step.position), y + 20 + HEIGHT));
        canvas.text(x(step.position) + 8, y + 29 + HEIGHT, Font::Index, &step.position.to_string());
        canvas.y = y + 40;
    }
}
